//! Verdicts and their evidence as plain data: words, numbers and points, no values.
//!
//! What stands here is all that a report needs, so a saved verdict file can be rendered again without an engine.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// What was found about one printed entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Printed and recomputed are the same form; for statements and counts, they are equal.
    Match,
    /// Equal games, printed in another form.
    SameValue,
    /// Different, confirmed by a second method.
    Mismatch,
    /// Different, and no second method reaches it.
    Unconfirmed,
    /// The entry could not be read: our problem until shown otherwise.
    Unreadable,
    /// The question has no answer.
    Undefined,
    /// A budget ran out.
    Undecided,
    /// Recorded, and not compared.
    NotAttempted,
}

impl Verdict {
    pub const ALL: [Verdict; 8] = [
        Verdict::Match,
        Verdict::SameValue,
        Verdict::Mismatch,
        Verdict::Unconfirmed,
        Verdict::Unreadable,
        Verdict::Undefined,
        Verdict::Undecided,
        Verdict::NotAttempted,
    ];

    /// The word that pages and terminals show.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Match => "match",
            Verdict::SameValue => "same value",
            Verdict::Mismatch => "mismatch",
            Verdict::Unconfirmed => "unconfirmed",
            Verdict::Unreadable => "unreadable",
            Verdict::Undefined => "undefined",
            Verdict::Undecided => "undecided",
            Verdict::NotAttempted => "not attempted",
        }
    }

    /// Whether printed and recomputed were compared and found different.
    pub fn differs(self) -> bool {
        matches!(self, Verdict::Mismatch | Verdict::Unconfirmed)
    }

    /// Whether printed and recomputed were compared and agree.
    pub fn agrees(self) -> bool {
        matches!(self, Verdict::Match | Verdict::SameValue)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One thing written in every way that a page needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// Unicode, for people: `{3|↑*}`.
    pub text: String,
    /// TeX, from which MathML is made; empty if it is a word and not mathematics.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tex: String,
    /// For screen readers; empty if `text` reads well as it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub speech: String,
}

impl Shown {
    /// Words that are not mathematics.
    pub fn words(text: impl Into<String>) -> Shown {
        Shown { text: text.into(), ..Shown::default() }
    }
}

/// Where an entry was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadAt {
    /// The file relative to the project, with `/`.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Exactly what stands there.
    pub text: String,
    /// How it came to us: `e-print`, `transcript`, `quoted` (from whom), `typed`.
    pub standing: String,
}

/// Why a reader can believe a verdict without believing us.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// One sentence: `Right moving first wins the difference`.
    pub summary: String,
    /// The lines of play or of arithmetic, at most 20.
    pub lines: Vec<String>,
}

/// One printed entry and what was found about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// `PAPER/CLAIM/key=value/column`; the same in anchors, files and commands.
    pub id: String,
    /// The row: pairs such as `n` and `3`. Empty for a claim of one entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub key: Vec<(String, String)>,
    /// The column, if the claim is a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    pub verdict: Verdict,
    /// As the paper prints it; none if it was attested and not seen, or is not transcribed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<Shown>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recomputed: Option<Shown>,
    /// The expression that was evaluated, as paper.md has it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub expression: String,
    /// Why the verdict is what it is, in sentences: how forms differ, which budget ran out, why not attempted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_at: Option<ReadAt>,
    /// The methods that reached the recomputed value, first the engine's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub methods: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
    /// `frozen`, `stale`, `accepted`, ...
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub standings: Vec<String>,
    /// What a statement over a range was tested on: `agrees on 20 of 20; claimed for all n; not a proof`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tested: Option<Tested>,
}

/// A statement or count swept over a domain: the tally, and what is worth listing of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tested {
    /// The cases tried.
    pub cases: u64,
    /// The cases in which the statement held, or which were counted.
    pub held: u64,
    /// The domain in words: `trees with at most 14 vertices`.
    pub domain: String,
    /// What the paper claims, if more than that: `all n`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<String>,
    /// First failures or extremes: header and rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<Listing>,
}

impl Tested {
    /// What came of a statement, in words; of one case, whether it holds.
    pub fn held_in_words(&self) -> String {
        match (self.held, self.cases) {
            (0, 1) => "does not hold".to_string(),
            (1, 1) => "holds".to_string(),
            (held, cases) => format!("holds in {held} of {cases} cases"),
        }
    }
}

/// A small table of shown things.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    pub caption: String,
    pub header: Vec<String>,
    pub rows: Vec<Vec<Shown>>,
}

/// One claim of a paper with its entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimVerdicts {
    /// The last part of `PAPER/CLAIM`.
    pub id: String,
    /// `Table 1`, `Theorem 3.7`, `Figure 2`, ... or a short title.
    pub title: String,
    /// One sentence of what the paper says there, as Markdown; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// Where the paper says it and who quotes it: `Theorem 3.7; quoted by the audit`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub origin: String,
    /// The same places as pairs: `theorem` and `3.7`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed_in: Vec<(String, String)>,
    /// The printed formula with its variables, if the claim is a formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<Shown>,
    /// A statement as mathematics, if it is said in the letters of the paper alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stated: Option<Shown>,
    /// The heading of the key columns, then of the columns, if the claim is a table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// How the claim is read, when it has more than one reading: `as printed`, `reread`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// `agrees on 20 of 20; claimed for all n; not a proof`; empty if there is no range.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub range: String,
    pub entries: Vec<Entry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<Chart>,
    /// Deterministic units, summed over the claim.
    #[serde(default)]
    pub cost: Cost,
    /// What the claim was computed from, so that a change can be told by its cause: a hash each of `claim`, `transcript`
    /// and `conventions`; the names of the definitions in `uses`; the numbers of the rooms in `revisions`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub made_from: BTreeMap<String, String>,
}

/// What was spent, in units that are the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    pub positions: u64,
    pub comparisons: u64,
    pub games: u64,
}

impl Cost {
    /// Both together.
    pub fn plus(self, other: Cost) -> Cost {
        Cost {
            positions: self.positions + other.positions,
            comparisons: self.comparisons + other.comparisons,
            games: self.games + other.games,
        }
    }

    /// What was spent after `before`.
    pub fn minus(self, before: Cost) -> Cost {
        Cost {
            positions: self.positions - before.positions,
            comparisons: self.comparisons - before.comparisons,
            games: self.games - before.games,
        }
    }
}

/// A chart as points with exact coordinates; what it looks like is the report's business.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chart {
    /// A file name without an ending, unique in the paper.
    pub name: String,
    pub title: String,
    /// What it shows, in a sentence for those who cannot see it.
    pub description: String,
    pub x: String,
    pub y: String,
    pub kind: ChartKind,
    pub series: Vec<Series>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChartKind {
    /// Points joined by lines, over an integer axis.
    Lines,
    /// Points alone; coinciding points are drawn larger.
    Scatter,
    /// A bar a series, whose one point is how many of its cases hold, and how many there are.
    Bars,
    /// A thermograph: value on a reversed horizontal axis (positive to the left), temperature upwards.
    Thermograph,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    pub name: String,
    pub role: SeriesRole,
    /// Exact rationals as text, `13/4`; x then y.
    pub points: Vec<(String, String)>,
}

/// What a series stands for, by which it gets its shape and colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeriesRole {
    Printed,
    Recomputed,
    /// Points at which printed and recomputed differ.
    Differs,
    LeftWall,
    RightWall,
    Mast,
    /// Another curve, such as a bound.
    Reference,
}

/// Positions or graphs to look at, of which nothing is claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// Unique among the figures and claims of the paper.
    pub name: String,
    pub title: String,
    /// What it shows, in a sentence for those who cannot see it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    pub pictures: Vec<Picture>,
    /// The names of the definitions that it rests on, directly or through others, in the order of the page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<String>,
}

/// Values in rows to look at, of which nothing is claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    /// Unique among the grids, figures and claims of the paper.
    pub name: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// What stands above the headings of the rows.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub corner: String,
    /// A heading for each column, and for each row; none, if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub head: Vec<Shown>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub side: Vec<Shown>,
    /// All of one length.
    pub rows: Vec<Vec<Cell>>,
    /// The names of the definitions that it rests on, directly or through others, in the order of the page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<String>,
}

/// A value in a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    #[serde(flatten)]
    pub shown: Shown,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
}

/// One position: where its places are, what is on them, and what is marked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// For places in rows, how many are in each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<usize>,
    /// For the vertices of a graph, the pairs that are joined; places count from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<(usize, usize)>,
    /// What vertices are called, if they are called anything: a name for each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Where vertices stand, if it is not left to the drawing: half steps to the right and down, for each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<(usize, usize)>,
    /// A character for each place: `x` Left's, `o` Right's, `l` for Left only, `r` for Right only, `+` nobody's piece, `.` empty,
    /// `-` no place.
    pub places: String,
    /// Moves and ways: the places that each touches, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Vec<usize>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Shown>,
}

/// One paper: its prose with woven results, its claims, its standing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperVerdicts {
    pub key: String,
    pub title: String,
    pub authors: Vec<String>,
    /// What was found, in one sentence of whoever wrote paper.md; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// Where the paper is to be had: `arXiv:2406.02107v1`, with its address.
    pub source: String,
    pub address: String,
    /// Whether and what was read of the e-print, in a sentence.
    pub source_standing: String,
    /// What a reader must know of the source before the rest: a newer version, a withdrawal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
    /// The conventions in force, pairs of notation and meaning.
    pub conventions: Vec<(String, String)>,
    /// How many claims and entries the document promises.
    pub contract: (u64, u64),
    /// Prose and claims in the order of the document.
    pub blocks: Vec<Block>,
    pub claims: Vec<ClaimVerdicts>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Figure>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grids: Vec<Grid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planted: Option<Planted>,
    /// `path:line` of paper.md where each claim begins, by claim id.
    pub places: BTreeMap<String, String>,
}

/// A piece of the document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Block {
    /// Markdown, inline results already woven in.
    Prose(String),
    /// The claim with this id (and reading, if it has several) is shown here.
    Claim(String),
    /// Definitions, as written.
    Definitions(String),
    /// The figure of this name is shown here.
    Figure(String),
    /// The grid of this name is shown here.
    Grid(String),
}

/// The score of the planted slips.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planted {
    pub planted: u64,
    pub found: u64,
    /// Changes of form only, which must give `same value`.
    pub forms: u64,
    pub forms_kept: u64,
    /// Whether the claims have changed since.
    pub stale: bool,
}

/// Counts by verdict, in the order of [`Verdict::ALL`].
pub fn tally<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> BTreeMap<Verdict, u64> {
    let mut counts = BTreeMap::new();
    for entry in entries {
        *counts.entry(entry.verdict).or_insert(0) += 1;
    }
    counts
}

/// A claim's id, with the reading after `@` if it has several.
///
/// ```
/// assert_eq!(referee::verdicts::reading_id("lemma-2", None), "lemma-2");
/// assert_eq!(referee::verdicts::reading_id("lemma-2", Some("n > 1, as printed")), "lemma-2@n-1-as-printed");
/// ```
pub fn reading_id(claim: &str, reading: Option<&str>) -> String {
    reading.map_or_else(|| claim.to_owned(), |reading| format!("{claim}@{}", word(reading)))
}

/// A piece of text as it can stand in an id: letters, digits and `.-+~_` as they are, a hyphen for all between.
pub fn word(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() || matches!(c, '.' | '-' | '+' | '~' | '_') {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_string()
}

/// Whether the origin of a claim says that it is ours and not the paper's.
pub fn is_our_own(origin: &str) -> bool {
    origin.starts_with("our own")
}

/// Whether the origin of a text says that it was read in the paper itself, as its author gave it to us.
pub fn is_the_authors_own(origin: &str) -> bool {
    ["the author's own", "the authors' own"].iter().any(|own| origin.replace('’', "'").starts_with(own))
}

/// How far a claim goes, and whose it is: what follows how far it was tried. Cases that agree are no proof; one that does not
/// is a disproof.
///
/// ```
/// use referee::verdicts::claimed_in_words;
/// assert_eq!(claimed_in_words("Theorem 3.7", "all n >= 1", true), "; claimed for all n ≥ 1; not a proof");
/// assert_eq!(claimed_in_words("Theorem 3.7", "all n >= 1", false), "; claimed for all n ≥ 1");
/// assert_eq!(claimed_in_words("our own check", "all n >= 1", true), "; asked for all n ≥ 1; not a proof");
/// ```
pub fn claimed_in_words(origin: &str, claimed: &str, agrees: bool) -> String {
    let claimed = claimed.replace(">=", "≥").replace("<=", "≤").replace("!=", "≠");
    let words = match (is_our_own(origin), claimed.as_str()) {
        (true, "nothing") => "; asked by ourselves".to_string(),
        (true, claimed) => format!("; asked for {claimed}"),
        (false, claimed) => format!("; claimed for {claimed}"),
    };
    if agrees { words + "; not a proof" } else { words }
}

/// A number as pages and prose show it: `1,252`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

impl PaperVerdicts {
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.claims.iter().flat_map(|claim| &claim.entries)
    }
}
