//! What the pages show, as ready words: the templates only place them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::charts;
use super::discrepancies::items;
use super::drawings;
use super::grids::{self, GridView};
use super::links::{anchor, fragment};
use super::math;
use super::prose::{self, Heading, Places};
use super::saved::claim_id;
use super::text::{self, Columns, Html, count, grouped};
use crate::diagnostic::Diagnostic;
use crate::verdicts::{
    Block, ClaimVerdicts, Entry, Listing, PaperVerdicts, Planted, ReadAt, Shown, Verdict, is_our_own,
    is_the_authors_own, tally,
};

/// Up to so many entries each one is shown whole; a claim of more is shown as a table.
const WHOLE: usize = 3;

/// A table in which everything agrees is open up to so many entries.
const OPEN: usize = 8;

/// Up to so many entries a table shows its values; one of more shows a sign an entry.
const TABLE: usize = 96;

/// A table of more rows is shown in parts of so many: a browser lays out those parts that are seen.
const PART: usize = 500;

/// A table of a sign an entry scrolls in a box of its own from so many rows on.
const TALL: usize = 30;

/// In a large table up to so many values of the last key stand side by side.
const SIDE_BY_SIDE: usize = 16;

/// In such a table a cell shows a value of up to so many characters beside the sign.
const BRIEF: usize = 24;

/// So many entries of one claim are shown whole below its table, those that differ first.
const MOST_WHOLE: usize = 200;

/// The whole report.
#[derive(Debug, Serialize)]
pub struct Site {
    pub pages: Vec<Page>,
    pub coverage: Coverage,
    pub verdicts: Vec<Meaning>,
    /// Words that stand beside verdicts, and what they mean.
    pub words: [(&'static str, &'static str); 4],
    /// `3 papers, 41 claims, 1,247 entries`
    pub size: String,
    /// Where what is printed was read.
    pub read: String,
}

/// A verdict explained.
#[derive(Debug, Serialize)]
pub struct Meaning {
    pub class: &'static str,
    pub glyph: &'static str,
    pub word: &'static str,
    pub meaning: &'static str,
    pub count: String,
}

/// How many entries have which verdict.
#[derive(Debug, Serialize)]
pub struct Coverage {
    /// `45 match, 1 mismatch, 9 not attempted`
    pub words: String,
    pub total: String,
    pub segments: Vec<Segment>,
}

/// One verdict's part of a coverage bar that is 1000 wide.
#[derive(Debug, Serialize)]
pub struct Segment {
    pub class: &'static str,
    pub glyph: &'static str,
    pub word: &'static str,
    pub count: String,
    pub x: u64,
    pub width: u64,
}

/// The page of a paper.
#[derive(Debug, Serialize)]
pub struct Page {
    pub key: String,
    pub title: Html,
    pub title_text: String,
    pub authors: String,
    pub source: String,
    pub address: Option<String>,
    pub standing: String,
    /// What must be known of the source before the rest.
    pub notices: Vec<String>,
    pub conventions: Vec<Convention>,
    /// What was found, in a sentence.
    pub summary: Html,
    /// `46 entries in 4 claims`
    pub size: String,
    /// Where what is printed was read.
    pub read: String,
    /// Which results were kept: `6 frozen`.
    pub standings: Vec<String>,
    /// Empty if nothing was promised.
    pub contract: String,
    pub kept: bool,
    pub coverage: Coverage,
    pub planted: Option<String>,
    pub planted_stale: bool,
    pub differences: Vec<Differences>,
    pub unchecked: Vec<Unchecked>,
    pub contents: Vec<Content>,
    pub pieces: Vec<Piece>,
}

impl Page {
    pub fn figures(&self) -> impl Iterator<Item = &FigureView> {
        self.pieces.iter().filter_map(|piece| piece.figure.as_ref())
    }

    pub fn charts(&self) -> impl Iterator<Item = &ChartView> {
        self.pieces.iter().flat_map(|piece| &piece.claims).flat_map(|claim| &claim.charts)
    }
}

#[derive(Debug, Serialize)]
pub struct Convention {
    pub notation: Html,
    pub meaning: Html,
}

/// A line of the table of contents.
#[derive(Debug, Serialize)]
pub struct Content {
    pub link: String,
    pub html: Html,
    pub level: u8,
    /// For a claim: the sign of the verdict that asks most for attention.
    pub class: Option<&'static str>,
    pub glyph: Option<&'static str>,
    pub word: Option<&'static str>,
}

/// The discrepancies of a claim.
#[derive(Debug, Serialize)]
pub struct Differences {
    pub link: String,
    /// `Table 1`
    pub claim: Html,
    pub reading: Option<String>,
    /// What the paper says there, shortened if it is long.
    pub says: Html,
    /// What other readings of it give.
    pub otherwise: Vec<Html>,
    pub entries: Vec<Difference>,
}

/// A discrepancy in one line.
#[derive(Debug, Serialize)]
pub struct Difference {
    pub link: String,
    pub class: &'static str,
    pub glyph: &'static str,
    pub word: &'static str,
    /// `n = 7, column t`
    pub place: Html,
    pub printed: Html,
    pub recomputed: Html,
    /// Behind the last that is told of those that differ in the same way: how many more there are, and where.
    pub more: Option<Html>,
}

/// Entries of a claim that were not compared, for one reason.
#[derive(Debug, Serialize)]
pub struct Unchecked {
    pub link: String,
    pub claim: Html,
    pub class: &'static str,
    pub glyph: &'static str,
    pub word: &'static str,
    pub count: String,
    pub reason: Html,
}

/// A piece of the document: prose, definitions, or a claim with its readings.
#[derive(Debug, Default, Serialize)]
pub struct Piece {
    pub prose: Option<Html>,
    pub definitions: Option<String>,
    pub claims: Vec<ClaimView>,
    pub figure: Option<FigureView>,
    pub grid: Option<GridView>,
}

/// Positions drawn.
#[derive(Debug, Serialize)]
pub struct FigureView {
    pub number: usize,
    /// As the document calls it.
    pub name: String,
    pub id: String,
    pub link: String,
    pub title: Html,
    pub title_text: String,
    pub description: String,
    pub pictures: Vec<PictureView>,
    /// `charts/KEY.NAME.svg`: no key holds a dot, so that no two papers share a file
    pub file: String,
    /// All pictures in a file, with a stylesheet of its own.
    #[serde(skip)]
    pub file_svg: String,
}

/// One position drawn.
#[derive(Debug, Serialize)]
pub struct PictureView {
    pub svg: Html,
    /// Whether it may have to scroll.
    pub wide: bool,
    pub label: Option<Html>,
}

#[derive(Debug, Serialize)]
pub struct ClaimView {
    pub number: usize,
    pub id: String,
    pub link: String,
    pub name: String,
    pub title: Html,
    pub title_text: String,
    pub reading: Option<String>,
    pub says: Html,
    pub origin: Html,
    /// `papers/x/paper.md:12`
    pub place: String,
    pub formula: Option<Html>,
    pub range: Html,
    pub coverage: Coverage,
    pub table: Option<TableView>,
    pub cards: Vec<Card>,
    /// What is said if not every entry that differs is shown whole.
    pub cut: Option<String>,
    pub charts: Vec<ChartView>,
    pub cost: String,
    pub command: String,
}

/// The entries of a claim by row and column.
#[derive(Debug, Serialize)]
pub struct TableView {
    pub caption: String,
    /// Headings of the keys and of the columns; `entry` stands for these in a compact table without columns.
    pub heads: Vec<Head>,
    /// Whether the entries have columns.
    pub columned: bool,
    /// The rows, in more than one part if there are very many.
    pub parts: Vec<Vec<Row>>,
    /// Whether a cell shows a sign and a short value only, and the entry when it is opened.
    pub compact: bool,
    /// For a compact table, the file in which each row has a line of its own.
    pub file: Option<String>,
    /// Whether it scrolls in a box of its own.
    pub tall: bool,
    /// For a compact table, what is said once of all entries with the same verdict.
    pub alike: Vec<Alike>,
    /// For a compact table whose entries are named by row and column, how to check the first of each column again.
    pub commands: Vec<String>,
    /// Whether that is told by the row and the column, and not by the row alone.
    pub by_column: bool,
    /// For a compact table, each column as a strip of verdicts in the order of the rows.
    pub strips: Vec<Strip>,
    /// What is said of a table that is folded: a long one in which everything agrees.
    pub folded: Option<String>,
    /// Whether a row is an entry, with printed and recomputed side by side.
    pub pairs: bool,
}

/// The heading of a column of a table.
#[derive(Debug, Serialize)]
pub struct Head {
    pub html: Html,
    /// For a table in parts, how many characters a column must have room for, that it is as wide in all parts.
    pub room: Option<usize>,
}

/// What the entries of a table with the same verdict have in common.
#[derive(Debug, Serialize)]
pub struct Alike {
    pub class: &'static str,
    pub glyph: &'static str,
    pub word: &'static str,
    /// Whose the values are, if they are not both printed and recomputed.
    pub values: Option<&'static str>,
    pub notes: Vec<Html>,
    pub read_at: Option<ReadAt>,
}

/// The agreement of a column at a glance.
#[derive(Debug, Serialize)]
pub struct Strip {
    pub heading: Html,
    pub words: String,
    /// How many rows there are: the width of the strip.
    pub width: usize,
    pub runs: Vec<Run>,
}

/// Neighbouring rows with the same verdict.
#[derive(Debug, Serialize)]
pub struct Run {
    pub class: &'static str,
    pub x: usize,
    pub width: usize,
}

#[derive(Debug, Serialize)]
pub struct Row {
    pub keys: Vec<Html>,
    /// Where its entries were read in the table's file.
    pub line: Option<usize>,
    pub cells: Vec<Option<Cell>>,
}

/// An entry in a table.
#[derive(Debug, Serialize)]
pub struct Cell {
    /// None if the entry is shown whole elsewhere, where its id is.
    pub id: Option<String>,
    /// To where it is shown whole.
    pub whole: Option<String>,
    /// In a compact table, the value that stands for printed and recomputed; none if it takes more room or words.
    pub brief: Option<Html>,
    /// Whether row, heading and what is said once below the table tell all of it.
    pub plain: bool,
    pub entry: EntryView,
}

/// An entry shown whole.
#[derive(Debug, Serialize)]
pub struct Card {
    /// None if the claim is this one entry and has its id.
    pub id: Option<String>,
    pub link: String,
    /// Whether printed and recomputed are shown side by side; a statement that holds says so by its tally.
    pub sides: bool,
    /// Whether it is closed at first: it agrees, and a table shows its value.
    pub folded: bool,
    pub entry: EntryView,
    pub tested: Option<Html>,
    pub listed: Option<ListingView>,
    pub witness: Option<WitnessView>,
    pub replay: Option<String>,
}

/// What a table's cell and a card both show of an entry.
#[derive(Debug, Serialize)]
pub struct EntryView {
    pub name: String,
    pub class: &'static str,
    pub glyph: &'static str,
    pub word: &'static str,
    pub differs: bool,
    pub place: Html,
    pub printed: Option<Html>,
    pub recomputed: Option<Html>,
    /// Whether one thing stands for printed and recomputed.
    pub one: bool,
    pub notes: Vec<Html>,
    pub read_at: Option<ReadAt>,
    pub expression: String,
    pub methods: String,
    pub standings: Vec<String>,
    pub command: String,
}

#[derive(Debug, Serialize)]
pub struct WitnessView {
    pub summary: String,
    pub lines: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct ListingView {
    pub caption: String,
    pub header: Vec<Html>,
    pub rows: Vec<Vec<Html>>,
}

#[derive(Debug, Serialize)]
pub struct ChartView {
    pub id: String,
    /// `charts/KEY.NAME.svg`: no key holds a dot, so that no two papers share a file
    pub file: String,
    pub title: String,
    pub description: String,
    pub svg: Html,
    /// The file: as the page's, with its own stylesheet.
    #[serde(skip)]
    pub file_svg: String,
}

/// All pages, and what the index says of them.
///
/// # Errors
/// As [`super::render`].
pub fn site(papers: &[PaperVerdicts], program: &str) -> Result<Site, Diagnostic> {
    let pages = papers.iter().map(|paper| page(paper, program)).collect::<Result<Vec<_>, _>>()?;
    let ids =
        |paper: &PaperVerdicts| paper.claims.iter().map(|claim| claim.id.clone()).collect::<BTreeSet<_>>();
    let claims: usize = papers.iter().map(|paper| ids(paper).len()).sum();
    let counts = tally(papers.iter().flat_map(PaperVerdicts::entries));
    let total = counts.values().sum();
    let number = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    Ok(Site {
        coverage: coverage(&counts),
        verdicts: Verdict::ALL
            .iter()
            .map(|&verdict| Meaning {
                class: text::class(verdict),
                glyph: text::glyph(verdict),
                word: verdict.word(),
                meaning: text::meaning(verdict),
                count: grouped(counts.get(&verdict).copied().unwrap_or(0)),
            })
            .collect(),
        words: text::WORDS,
        size: format!(
            "{}, {}, {}; {}",
            count(number(papers.len()), "paper", "papers"),
            count(number(claims), "claim", "claims"),
            count(total, "entry", "entries"),
            compared(&counts)
        ),
        read: where_read(papers),
        pages,
    })
}

/// The pieces of a page as they are laid out, and the list of what it contains.
struct Layout<'a> {
    paper: &'a PaperVerdicts,
    /// How commands call the program.
    program: &'a str,
    /// The claims with their ids.
    named: &'a [(&'a ClaimVerdicts, String)],
    pieces: Vec<Piece>,
    contents: Vec<Content>,
    /// The claims that have their place already.
    placed: BTreeSet<&'a str>,
    figures: usize,
    grids: usize,
}

impl<'a> Layout<'a> {
    fn block(&mut self, block: &Block, headings: &[Heading], places: &mut Places) -> Result<(), Diagnostic> {
        let key = &self.paper.key;
        let piece = match block {
            Block::Prose(markdown) => {
                self.contents.extend(headings.iter().map(|heading| Content {
                    link: fragment(&heading.id),
                    html: heading.html.clone(),
                    level: heading.level,
                    class: None,
                    glyph: None,
                    word: None,
                }));
                Piece { prose: Some(prose::html(markdown, headings, places)), ..Piece::default() }
            }
            Block::Definitions(source) => Piece { definitions: Some(source.clone()), ..Piece::default() },
            Block::Figure(name) => {
                let figure = self.paper.figures.iter().find(|figure| &figure.name == name);
                let figure =
                    figure.ok_or_else(|| self.lacks(&format!("figure `{name}`, which is not there")))?;
                self.figures += 1;
                Piece { figure: Some(drawings::view(key, figure, self.figures)?), ..Piece::default() }
            }
            Block::Grid(name) => {
                let grid = self.paper.grids.iter().find(|grid| &grid.name == name);
                let grid = grid.ok_or_else(|| self.lacks(&format!("grid `{name}`, which is not there")))?;
                self.grids += 1;
                Piece { grid: Some(grids::view(key, grid, self.grids)?), ..Piece::default() }
            }
            Block::Claim(id) => {
                if !self.named.iter().any(|(claim, name)| &claim.id == id || name == id) {
                    return Err(self.lacks(&format!("claim `{id}`, which has no verdicts")));
                }
                return self.claim(id);
            }
        };
        self.pieces.push(piece);
        Ok(())
    }

    fn lacks(&self, what: &str) -> Diagnostic {
        Diagnostic::error(format!("{}: the document shows {what}", self.paper.key))
    }

    /// The readings of a claim that have no place yet.
    fn claim(&mut self, id: &str) -> Result<(), Diagnostic> {
        let mut piece = Piece::default();
        for (claim, name) in self.named.iter().filter(|(claim, name)| claim.id == id || name == id) {
            if self.placed.insert(name) {
                let view = claim_view(self.paper, claim, name, self.placed.len(), self.program)?;
                self.contents.push(content_of(&view, claim));
                piece.claims.push(view);
            }
        }
        if !piece.claims.is_empty() {
            self.pieces.push(piece);
        }
        Ok(())
    }
}

/// The places of a page, and the headings of each block.
fn places(paper: &PaperVerdicts, named: &[(&ClaimVerdicts, String)]) -> (Places, Vec<Vec<Heading>>) {
    let claims = named.iter().map(|(claim, id)| (claim.id.as_str(), id.clone()));
    let figures =
        paper.figures.iter().map(|figure| (figure.name.as_str(), drawings::figure_id(&paper.key, figure)));
    let grids = paper.grids.iter().map(|grid| (grid.name.as_str(), grids::grid_id(&paper.key, grid)));
    let mut places = Places::of(claims.chain(figures).chain(grids));
    let headings = paper.blocks.iter().map(|block| match block {
        Block::Prose(markdown) => prose::headings(markdown, &mut places),
        _ => Vec::new(),
    });
    let headings = headings.collect();
    (places, headings)
}

fn page(paper: &PaperVerdicts, program: &str) -> Result<Page, Diagnostic> {
    let named: Vec<(&ClaimVerdicts, String)> =
        paper.claims.iter().map(|claim| (claim, claim_id(paper, claim))).collect();
    let (mut places, headings) = places(paper, &named);
    let mut layout = Layout {
        paper,
        program,
        named: &named,
        pieces: Vec::new(),
        contents: Vec::new(),
        placed: BTreeSet::new(),
        figures: 0,
        grids: 0,
    };
    for (block, headings) in paper.blocks.iter().zip(&headings) {
        layout.block(block, headings, &mut places)?;
    }
    // A claim that the document does not place is shown at the end: none is silently missing.
    for claim in &paper.claims {
        layout.claim(&claim.id)?;
    }
    let Layout { pieces, contents, .. } = layout;
    if let Some(name) = places.missing.first() {
        let problem = prose::no_place(name, &places);
        return Err(Diagnostic { message: format!("{}: {}", paper.key, problem.message), ..problem });
    }

    let entries = u64::try_from(paper.entries().count()).unwrap_or(u64::MAX);
    // A claim of several readings is one claim.
    let distinct: BTreeSet<&str> = paper.claims.iter().map(|claim| claim.id.as_str()).collect();
    let claims = u64::try_from(distinct.len()).unwrap_or(u64::MAX);
    Ok(Page {
        key: paper.key.clone(),
        title: prose::line(&paper.title),
        title_text: text::visible(&paper.title).replace(['$', '*', '`'], ""),
        authors: paper.authors.join(", "),
        source: paper.source.clone(),
        address: prose::safe_address(&paper.address).filter(|to| to.starts_with("http")),
        standing: paper.source_standing.clone(),
        notices: paper.notices.clone(),
        conventions: paper
            .conventions
            .iter()
            .map(|(notation, meaning)| Convention {
                notation: prose::code_html(notation),
                meaning: prose::words(meaning),
            })
            .collect(),
        summary: prose::line(&paper.summary),
        read: where_read(std::slice::from_ref(paper)),
        standings: kept(paper),
        size: format!(
            "{} in {}; {}",
            count(entries, "entry", "entries"),
            count(claims, "claim", "claims"),
            compared(&tally(paper.entries()))
        ),
        contract: contract(paper, claims, entries),
        kept: claims >= paper.contract.0 && entries >= paper.contract.1,
        coverage: coverage(&tally(paper.entries())),
        planted: paper.planted.as_ref().map(planted),
        planted_stale: paper.planted.as_ref().is_some_and(|planted| planted.stale),
        differences: named.iter().filter_map(|(claim, id)| differences(paper, claim, id)).collect(),
        unchecked: named.iter().flat_map(|(claim, id)| unchecked(claim, id)).collect(),
        contents,
        pieces,
    })
}

/// What was promised and what is delivered; nothing if nothing was promised.
fn contract(paper: &PaperVerdicts, claims: u64, entries: u64) -> String {
    if paper.contract == (0, 0) {
        return String::new();
    }
    format!(
        "{} and {} promised; {} and {} delivered",
        count(paper.contract.0, "claim", "claims"),
        count(paper.contract.1, "entry", "entries"),
        grouped(claims),
        grouped(entries)
    )
}

/// `1,136 compared, and 40 of them differ`
fn compared(counts: &BTreeMap<Verdict, u64>) -> String {
    let sum = |which: fn(Verdict) -> bool| -> u64 {
        counts.iter().filter(|(verdict, _)| which(**verdict)).map(|(_, n)| n).sum()
    };
    let all = sum(|verdict| verdict.differs() || verdict.agrees() || verdict == Verdict::Undefined);
    match (all, sum(Verdict::differs)) {
        (0, _) => "nothing compared".to_owned(),
        (all, 0) => format!("{} compared, and none differs", grouped(all)),
        (all, 1) => format!("{} compared, and 1 of them differs", grouped(all)),
        (all, differ) => format!("{} compared, and {} of them differ", grouped(all), grouped(differ)),
    }
}

/// Where what is printed was read, in a sentence: whether in a paper's own source at all, and where else.
fn where_read(papers: &[PaperVerdicts]) -> String {
    let read = |entry: &Entry| match entry.read_at.as_ref().map(|at| at.standing.as_str()) {
        None => 4,
        Some("e-print" | "transcript") => 0,
        Some(standing) if is_the_authors_own(standing) => 0,
        Some("typed") => 1,
        Some(standing) if is_our_own(standing) => 3,
        Some(_) => 2,
    };
    let mut counts = [0; 5];
    papers.iter().flat_map(PaperVerdicts::entries).for_each(|entry| counts[read(entry)] += 1);
    let whose = if papers.len() == 1 { "the paper’s" } else { "a paper’s" };
    let mut words = match counts[0] {
        0 => format!("Nothing was read in {whose} own source"),
        n => format!("{} read in {whose} own source", count(n, "entry", "entries")),
    };
    let others = [
        "typed from the paper",
        "at second hand, as others quote it",
        "asked by ourselves",
        "recorded without having been seen in print",
    ];
    let others: Vec<String> = others
        .iter()
        .zip(&counts[1..])
        .filter(|(_, n)| **n > 0)
        .map(|(words, n)| format!("{} {words}", grouped(*n)))
        .collect();
    if !others.is_empty() {
        words.push_str(&format!(": {}", others.join(", ")));
    }
    words + "."
}

/// Results that were kept, apart from their verdicts.
fn kept(paper: &PaperVerdicts) -> Vec<String> {
    let stands = |words: &str| {
        let stands = |entry: &&Entry| entry.standings.iter().any(|standing| standing.starts_with(words));
        paper.entries().filter(stands).count() as u64
    };
    [
        ("frozen", "kept from a longer run (frozen)"),
        ("stale", "kept and out of date (stale)"),
        ("accepted", "accepted"),
    ]
    .into_iter()
    .map(|(word, words)| (stands(word), words))
    .filter(|(n, _)| *n > 0)
    .map(|(n, words)| format!("{} {words}", grouped(n)))
    .collect()
}

/// The score of the planted slips in words.
pub fn planted(planted: &Planted) -> String {
    let slips =
        count(planted.planted, "small error planted on purpose was", "small errors planted on purpose were");
    let mut words = format!("{} of {slips} found", grouped(planted.found));
    if planted.forms > 0 {
        let forms = count(planted.forms, "rewriting of a value was", "rewritings of a value were");
        words.push_str(&format!("; {} of {forms} seen to be the same value", grouped(planted.forms_kept)));
    }
    if planted.stale {
        words.push_str("; stale: the claims have changed since");
    }
    words
}

fn differences(paper: &PaperVerdicts, claim: &ClaimVerdicts, id: &str) -> Option<Differences> {
    let line =
        |thing: &Option<Shown>| thing.as_ref().map_or(Html::default(), |shown| math::shown(shown, false));
    let columns = Columns::of(claim);
    let difference = |entry: &Entry| {
        let place = columns.place(entry);
        Difference {
            link: fragment(&entry.id),
            class: text::class(entry.verdict),
            glyph: text::glyph(entry.verdict),
            word: entry.verdict.word(),
            place: prose::words(if place.is_empty() { "the claim" } else { &place }),
            printed: if text::is_statement(entry) { statement(claim, entry) } else { line(&entry.printed) },
            recomputed: line(&entry.recomputed),
            more: None,
        }
    };
    let mut entries: Vec<Difference> = Vec::new();
    for item in items(&claim.entries) {
        entries.extend(item.shown.iter().map(|entry| difference(entry)));
        if let Some(last) = entries.last_mut() {
            last.more = item.more_in_words(&columns).map(|words| prose::words(&words));
        }
    }
    (!entries.is_empty()).then(|| Differences {
        link: fragment(id),
        claim: prose::line(&claim.title),
        reading: claim.reading.clone(),
        says: prose::line(&text::shortened(&claim.says, text::SENTENCE)),
        otherwise: text::other_readings(paper, claim).iter().map(|words| prose::line(words)).collect(),
        entries,
    })
}

/// What stands in a list for a statement: itself, if it is mathematics that is not said above.
fn statement(claim: &ClaimVerdicts, entry: &Entry) -> Html {
    match text::stated(claim) {
        Some(stated) => math::shown(stated, false),
        None if claim.says.is_empty() => prose::code_html(&entry.expression),
        None => Html::text("as above"),
    }
}

/// What was not compared, by verdict and reason: a page never passes over what it does not know.
fn unchecked(claim: &ClaimVerdicts, id: &str) -> Vec<Unchecked> {
    let mut reasons: Vec<(Verdict, &str, u64)> = Vec::new();
    let mut known: BTreeMap<(Verdict, &str), usize> = BTreeMap::new();
    for entry in &claim.entries {
        if entry.verdict.differs() || entry.verdict.agrees() || entry.verdict == Verdict::Undefined {
            continue;
        }
        let reason = entry.notes.first().map_or("", String::as_str);
        let at = *known.entry((entry.verdict, reason)).or_insert(reasons.len());
        if at == reasons.len() {
            reasons.push((entry.verdict, reason, 0));
        }
        reasons[at].2 += 1;
    }
    let view = |(verdict, reason, number): (Verdict, &str, u64)| Unchecked {
        link: fragment(id),
        claim: titled(claim),
        class: text::class(verdict),
        glyph: text::glyph(verdict),
        word: verdict.word(),
        count: count(number, "entry", "entries"),
        reason: prose::words(reason),
    };
    reasons.into_iter().map(view).collect()
}

fn content_of(view: &ClaimView, claim: &ClaimVerdicts) -> Content {
    let worst = claim.entries.iter().map(|entry| entry.verdict).max_by_key(|verdict| urgency(*verdict));
    Content {
        link: view.link.clone(),
        html: titled(claim),
        level: 3,
        class: worst.map(text::class),
        glyph: worst.map(text::glyph),
        word: worst.map(Verdict::word),
    }
}

/// The title of a claim with the name of its reading, where several stand in one list.
fn titled(claim: &ClaimVerdicts) -> Html {
    let Html(title) = prose::line(&claim.title);
    match &claim.reading {
        Some(reading) => Html(format!("{title} <small class=\"reading\">{}</small>", text::escape(reading))),
        None => Html(title),
    }
}

/// What asks most for attention comes last.
fn urgency(verdict: Verdict) -> usize {
    let order = [
        Verdict::NotAttempted,
        Verdict::Match,
        Verdict::SameValue,
        Verdict::Undefined,
        Verdict::Undecided,
        Verdict::Unreadable,
        Verdict::Unconfirmed,
        Verdict::Mismatch,
    ];
    order.iter().position(|v| *v == verdict).unwrap_or(0)
}

/// Counts as a bar and in words.
pub fn coverage(counts: &BTreeMap<Verdict, u64>) -> Coverage {
    let total: u64 = counts.values().sum();
    let present: Vec<(Verdict, u64)> = Verdict::ALL
        .iter()
        .filter_map(|verdict| counts.get(verdict).map(|n| (*verdict, *n)))
        .filter(|(_, n)| *n > 0)
        .collect();
    let words: Vec<String> = present.iter().map(|(v, n)| format!("{} {}", grouped(*n), v.word())).collect();
    // Every verdict that occurs is wide enough to be seen; the widest pays for it.
    let mut widths: Vec<u64> = present
        .iter()
        .map(|(_, n)| (u128::from(*n) * 1000 / u128::from(total.max(1))) as u64)
        .map(|w| w.max(12))
        .collect();
    let (sum, widest) = (widths.iter().sum::<u64>(), widths.iter().copied().max().unwrap_or(0));
    if let Some(most) = widths.iter_mut().find(|width| **width == widest) {
        *most = (*most + 1000).saturating_sub(sum);
    }
    let mut x = 0;
    let segments = present
        .iter()
        .zip(widths)
        .map(|((verdict, n), width)| {
            let segment = Segment {
                class: text::class(*verdict),
                glyph: text::glyph(*verdict),
                word: verdict.word(),
                count: grouped(*n),
                x,
                width,
            };
            x += width;
            segment
        })
        .collect();
    Coverage {
        words: if words.is_empty() { "no entries".to_owned() } else { words.join(", ") },
        total: count(total, "entry", "entries"),
        segments,
    }
}

fn claim_view(
    paper: &PaperVerdicts,
    claim: &ClaimVerdicts,
    name: &str,
    number: usize,
    program: &str,
) -> Result<ClaimView, Diagnostic> {
    let (whole, columns) = (chosen_whole(claim), Columns::of(claim));
    let differing = claim.entries.iter().filter(|entry| asks_to_be_whole(entry)).count();
    let cut = (claim.entries.len() > WHOLE && differing > whole.len()).then(|| {
        format!("The first {} of {differing} are shown whole; the table has all of them.", whole.len())
    });
    let cards = claim
        .entries
        .iter()
        .filter(|entry| whole.contains(entry.id.as_str()))
        .map(|entry| card(claim, &columns, entry, name, program))
        .collect();
    let charts =
        claim.charts.iter().map(|chart| charts::view(&paper.key, chart)).collect::<Result<Vec<_>, _>>()?;
    let mut cost = Vec::new();
    for (units, one, many) in [
        (claim.cost.positions, "position", "positions"),
        (claim.cost.comparisons, "comparison", "comparisons"),
        (claim.cost.games, "stored game", "stored games"),
    ] {
        if units > 0 {
            cost.push(count(units, one, many));
        }
    }
    let argument = text::shell_quoted(&format!("{}/{}", paper.key, claim.id));
    // What the sentence or the one entry says already is not said again.
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let said = claim.formula.as_ref().is_some_and(|formula| {
        let printed = claim.entries.first().and_then(|entry| entry.printed.as_ref());
        let alone = claim.entries.len() == 1
            && printed.is_some_and(|printed| {
                printed.tex == formula.tex || bare(&printed.text) == bare(&formula.text)
            });
        alone || (!formula.tex.is_empty() && bare(&claim.says).contains(&bare(&formula.tex)))
    });
    let tallied = claim.entries.len() <= WHOLE && claim.entries.iter().any(|entry| entry.tested.is_some());
    Ok(ClaimView {
        number,
        id: anchor(name),
        link: fragment(name),
        name: name.to_owned(),
        title: prose::line(&claim.title),
        title_text: text::visible(&claim.title),
        reading: claim.reading.clone(),
        says: prose::line(&claim.says),
        origin: prose::line(&claim.origin),
        place: paper.places.get(&claim.id).cloned().unwrap_or_default(),
        formula: claim
            .formula
            .as_ref()
            .filter(|_| !said)
            .or_else(|| text::stated(claim))
            .map(|formula| math::shown(formula, true)),
        range: prose::words(if tallied { "" } else { &claim.range }),
        coverage: coverage(&tally(&claim.entries)),
        table: (claim.entries.len() > WHOLE).then(|| table(claim, &columns, &whole, program)),
        cards,
        cut,
        charts,
        cost: cost.join(", "),
        command: format!("{program} explain {argument}"),
    })
}

/// The ids of the entries that are shown whole: all of a small claim, else those with something to say.
fn chosen_whole(claim: &ClaimVerdicts) -> BTreeSet<&str> {
    let all = claim.entries.len() <= WHOLE;
    let mut chosen: Vec<&Entry> =
        claim.entries.iter().filter(|entry| all || asks_to_be_whole(entry)).collect();
    chosen.sort_by_key(|entry| !entry.verdict.differs());
    chosen.iter().take(MOST_WHOLE).map(|entry| entry.id.as_str()).collect()
}

fn is_urgent(entry: &Entry) -> bool {
    matches!(
        entry.verdict,
        Verdict::Mismatch | Verdict::Unconfirmed | Verdict::Unreadable | Verdict::Undecided
    )
}

fn asks_to_be_whole(entry: &Entry) -> bool {
    is_urgent(entry)
        || entry.witness.is_some()
        || entry.tested.as_ref().is_some_and(|tested| tested.listed.is_some())
}

fn table(
    claim: &ClaimVerdicts,
    its_columns: &Columns<'_>,
    whole: &BTreeSet<&str>,
    program: &str,
) -> TableView {
    let compact = claim.entries.len() > TABLE;
    let mut keys = its_columns.keys.clone();
    let once = if compact { Once::of(claim, whole) } else { Once::default() };
    let across = Across::of(claim).filter(|_| compact && once.lines.is_none());
    let headings: Vec<(&str, Html)> = match &across {
        Some(across) => {
            keys.pop();
            across
                .values
                .iter()
                .map(|value| (*value, prose::words(&format!("{} = {value}", across.key))))
                .collect()
        }
        None => its_columns.columns.iter().map(|(name, heading)| (*name, prose::words(heading))).collect(),
    };
    let columns: BTreeMap<&str, usize> =
        headings.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();

    let mut rows: Vec<(&[(String, String)], Row)> = Vec::new();
    let mut row_of: BTreeMap<&[(String, String)], usize> = BTreeMap::new();
    for entry in &claim.entries {
        // Without columns every entry is a row; with them, a row is the entries of one key.
        let (key, column) = place_in_table(entry, across.is_some());
        let at = match row_of.get(key) {
            Some(at) if !columns.is_empty() => *at,
            _ => {
                let mut values: Vec<Html> = key.iter().map(|(_, value)| prose::words(value)).collect();
                values.resize_with(keys.len(), Html::default);
                let cells = (0..columns.len()).map(|_| None).collect();
                let line = once.lines.as_ref().and_then(|lines| lines.of.get(key).copied());
                rows.push((key, Row { keys: values, line, cells }));
                row_of.insert(key, rows.len() - 1);
                rows.len() - 1
            }
        };
        let once = compact.then_some(&once);
        let cell = cell(its_columns, entry, whole.contains(entry.id.as_str()), once, program);
        let row = &mut rows[at].1;
        match column.and_then(|column| columns.get(column).copied()) {
            Some(column) if row.cells[column].is_none() => row.cells[column] = Some(cell),
            _ => row.cells.push(Some(cell)),
        }
    }
    let mut rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
    let column_of = |entry: &Entry| {
        let (_, column) = place_in_table(entry, across.is_some());
        column.and_then(|column| columns.get(column).copied())
    };
    let mut column_heads: Vec<Html> = headings.iter().map(|(_, heading)| heading.clone()).collect();
    let pairs = !compact && columns.is_empty();
    let agree = claim.entries.iter().all(|entry| entry.verdict.agrees());
    let strips = if compact { strips(claim, &column_heads, &column_of, &rows) } else { Vec::new() };
    if compact && columns.is_empty() {
        column_heads.push(Html::text("entry"));
    }
    let rooms = (compact && rows.len() > PART).then(|| rooms(claim, keys.len(), columns.len(), &column_of));
    let heads = keys.into_iter().map(prose::words).chain(column_heads).enumerate();
    let heads = heads.map(|(at, html)| Head { html, room: rooms.as_ref().map(|rooms| rooms[at]) }).collect();
    let tall = compact && rows.len() > TALL;
    let mut parts = Vec::new();
    while compact && rows.len() > PART {
        let rest = rows.split_off(PART);
        parts.push(std::mem::replace(&mut rows, rest));
    }
    parts.push(rows);
    TableView {
        caption: format!("{}: the entries and their verdicts", text::visible(&claim.title)),
        heads,
        columned: !columns.is_empty(),
        by_column: across.is_some() || once.firsts.len() > 1,
        strips,
        parts,
        compact,
        tall,
        commands: once.firsts.iter().map(|id| explain(id, program)).collect(),
        alike: once.said(),
        file: once.lines.as_ref().map(|lines| lines.file.to_owned()),
        pairs,
        folded: (pairs && agree && claim.entries.len() > OPEN).then(|| {
            let number = u64::try_from(claim.entries.len()).unwrap_or(u64::MAX);
            format!("The {}, one by one", count(number, "entry", "entries"))
        }),
    }
}

/// A large table of one value for each of several keys, as papers print it: the last key runs across.
struct Across<'a> {
    key: &'a str,
    values: Vec<&'a str>,
}

impl<'a> Across<'a> {
    /// None if there are several columns or one key only, if the last key has one value or more than fit side by side, or if a
    /// row would have gaps.
    fn of(claim: &'a ClaimVerdicts) -> Option<Across<'a>> {
        let first = claim.entries.first()?;
        let (key, _) = first.key.last().filter(|_| first.key.len() > 1)?;
        let (mut values, mut cells, mut rows) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        for entry in &claim.entries {
            let ((name, value), row) = entry.key.split_last()?;
            if name != key || entry.column != first.column || !cells.insert((row, value)) {
                return None;
            }
            rows.insert(row);
            if !values.contains(&value.as_str()) {
                values.push(value);
            }
            if values.len() > SIDE_BY_SIDE {
                return None;
            }
        }
        let fits = values.len() > 1 && cells.len() == rows.len() * values.len();
        fits.then_some(Across { key, values })
    }
}

/// The key of an entry's row and the name of its column.
fn place_in_table(entry: &Entry, across: bool) -> (&[(String, String)], Option<&str>) {
    match entry.key.split_last() {
        Some(((_, value), row)) if across => (row, Some(value)),
        _ => (&entry.key, entry.column.as_deref()),
    }
}

/// An entry in a table; `once` is given for a compact one.
fn cell(columns: &Columns<'_>, entry: &Entry, shown_whole: bool, once: Option<&Once>, program: &str) -> Cell {
    let weight = if once.is_some() { Weight::Text } else { Weight::Inline };
    let mut view = entry_view(columns, entry, weight, program);
    let brief = once.and_then(|_| match (&entry.printed, &entry.recomputed) {
        (None, None) => Some(Html::default()),
        (Some(thing), None) | (None, Some(thing)) => short(thing),
        (Some(thing), Some(_)) if view.one => short(thing),
        (Some(printed), Some(ours)) => both(printed, ours),
    });
    if once.is_some_and(|once| !once.firsts.is_empty()) {
        view.command.clear();
    }
    if once.is_some_and(|once| once.lines.is_some()) {
        view.read_at = None;
    }
    if once.is_some_and(|once| once.tells(entry)) {
        (view.notes, view.read_at) = (Vec::new(), None);
    }
    let told = view.command.is_empty() && view.notes.is_empty() && view.read_at.is_none();
    Cell {
        id: (!shown_whole).then(|| anchor(&entry.id)),
        whole: shown_whole.then(|| fragment(&entry.id)),
        plain: brief.is_some() && told,
        brief,
        entry: view,
    }
}

fn short(thing: &Shown) -> Option<Html> {
    (thing.text.chars().count() <= BRIEF).then(|| math::text(thing))
}

/// What is printed and ours, if both are short.
fn both(printed: &Shown, ours: &Shown) -> Option<Html> {
    let length = |shown: &Shown| shown.text.chars().count();
    let fits = length(printed) + length(ours) <= BRIEF;
    fits.then(|| Html(format!("{} <small>ours</small> {}", math::text(printed).0, math::text(ours).0)))
}

/// What a large table says once, so that its cells need not say it.
#[derive(Default)]
struct Once<'a> {
    /// By verdict, an entry for all: their notes, place in the source and kind of value are its own; none if they are not.
    of: BTreeMap<Verdict, Option<&'a Entry>>,
    /// The ids of the first entry of each column, if every id can be told from its row and column.
    firsts: Vec<&'a str>,
    /// The lines of the rows, if they are told beside them.
    lines: Option<Lines<'a>>,
}

/// The lines at which the rows of a table were read, all in one file.
struct Lines<'a> {
    file: &'a str,
    of: BTreeMap<&'a [(String, String)], usize>,
}

impl<'a> Lines<'a> {
    /// None if the entries are not all read in one file, those of a row at one line, and each row at another one.
    fn of(claim: &'a ClaimVerdicts) -> Option<Lines<'a>> {
        let (file, _) = place_read(claim.entries.first()?)?;
        let mut of = BTreeMap::new();
        for entry in &claim.entries {
            let (its, line) = place_read(entry)?;
            if its != file || *of.entry(entry.key.as_slice()).or_insert(line) != line {
                return None;
            }
        }
        let distinct: BTreeSet<usize> = of.values().copied().collect();
        (distinct.len() == of.len()).then_some(Lines { file, of })
    }
}

impl<'a> Once<'a> {
    fn of(claim: &'a ClaimVerdicts, whole: &BTreeSet<&str>) -> Once<'a> {
        let lines = Lines::of(claim);
        let place = |entry: &'a Entry| place_read(entry).filter(|_| lines.is_none());
        let told = |entry: &'a Entry| (&entry.notes, place(entry), values(entry));
        let mut of: BTreeMap<Verdict, Option<&Entry>> = BTreeMap::new();
        for entry in claim.entries.iter().filter(|entry| !whole.contains(entry.id.as_str())) {
            let first = of.entry(entry.verdict).or_insert(Some(entry));
            *first = first.filter(|first| told(first) == told(entry));
        }
        Once { of, firsts: firsts(claim), lines }
    }

    /// Whether all that is to be said of an entry is said of all with its verdict.
    fn tells(&self, entry: &Entry) -> bool {
        self.of.get(&entry.verdict).is_some_and(Option::is_some)
    }

    fn said(&self) -> Vec<Alike> {
        let place = |entry: &Entry| entry.read_at.clone().filter(|_| self.lines.is_none());
        let speaks =
            |entry: &&&Entry| !entry.notes.is_empty() || place(entry).is_some() || values(entry).is_some();
        let alike = |entry: &&Entry| Alike {
            class: text::class(entry.verdict),
            glyph: text::glyph(entry.verdict),
            word: entry.verdict.word(),
            values: values(entry),
            notes: entry.notes.iter().map(|note| prose::words(note)).collect(),
            read_at: place(entry),
        };
        self.of.values().flatten().filter(speaks).map(alike).collect()
    }
}

fn place_read(entry: &Entry) -> Option<(&str, usize)> {
    entry.read_at.as_ref().map(|at| (at.file.as_str(), at.line))
}

/// What is to be said of a value that stands alone.
fn values(entry: &Entry) -> Option<&'static str> {
    match (&entry.printed, &entry.recomputed) {
        (Some(_), None) => Some("the values are the printed ones"),
        (None, Some(_)) => Some("the values are ours"),
        _ => None,
    }
}

/// The first id of each column; none if some id is not the claim's with the row and the column as they are shown.
fn firsts(claim: &ClaimVerdicts) -> Vec<&str> {
    let (mut claims, mut firsts) = (BTreeSet::new(), BTreeMap::new());
    for entry in &claim.entries {
        let key: Vec<String> = entry.key.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let column = entry.column.as_ref().map_or(String::new(), |column| format!("/{column}"));
        let Some(its) = entry.id.strip_suffix(&format!("/{}{column}", key.join(","))) else {
            return Vec::new();
        };
        claims.insert(its);
        if claims.len() > 1 || text::shell_quoted(&entry.id) != entry.id {
            return Vec::new();
        }
        let next = firsts.len();
        firsts.entry(entry.column.as_deref()).or_insert((next, entry.id.as_str()));
    }
    let mut firsts: Vec<(usize, &str)> = firsts.into_values().collect();
    firsts.sort_unstable();
    firsts.into_iter().map(|(_, id)| id).collect()
}

/// How many characters each column needs, in steps that the stylesheet knows.
fn rooms(
    claim: &ClaimVerdicts,
    keys: usize,
    columns: usize,
    column_of: &dyn Fn(&Entry) -> Option<usize>,
) -> Vec<usize> {
    let mut widest = vec![0; keys + columns.max(1)];
    for entry in &claim.entries {
        let column = column_of(entry).unwrap_or(0);
        let shown = entry.printed.as_ref().or(entry.recomputed.as_ref());
        // Beside the value stands the sign.
        let value = (keys + column, shown.map_or(0, |shown| shown.text.chars().count()) + 2);
        let keys = entry.key.iter().take(keys).map(|(_, value)| value.chars().count()).enumerate();
        for (at, wide) in keys.chain([value]) {
            widest[at] = widest[at].max(wide);
        }
    }
    widest.into_iter().map(|wide: usize| wide.next_multiple_of(4).clamp(4, 24)).collect()
}

fn strips(
    claim: &ClaimVerdicts,
    heads: &[Html],
    column_of: &dyn Fn(&Entry) -> Option<usize>,
    rows: &[Row],
) -> Vec<Strip> {
    let mut of_column: Vec<Vec<&Entry>> = vec![Vec::new(); heads.len().max(1)];
    for entry in &claim.entries {
        let at = if heads.is_empty() { Some(0) } else { column_of(entry) };
        if let Some(at) = at {
            of_column[at].push(entry);
        }
    }
    let strip = |at: usize, heading: Html| {
        let mut runs: Vec<Run> = Vec::new();
        for (x, row) in rows.iter().enumerate() {
            let Some(Some(cell)) = row.cells.get(at) else { continue };
            match runs.last_mut() {
                Some(run) if run.class == cell.entry.class && run.x + run.width == x => run.width += 1,
                _ => runs.push(Run { class: cell.entry.class, x, width: 1 }),
            }
        }
        let words = coverage(&tally(of_column[at].iter().copied())).words;
        Strip { heading, words, width: rows.len(), runs }
    };
    if heads.is_empty() {
        return vec![strip(0, Html::text("all"))];
    }
    heads.iter().enumerate().map(|(at, head)| strip(at, head.clone())).collect()
}

fn card(claim: &ClaimVerdicts, columns: &Columns<'_>, entry: &Entry, name: &str, program: &str) -> Card {
    // A statement is said above; that it holds is said by its tally.
    let words = |shown: &Option<Shown>| {
        shown.as_ref().filter(|shown| shown.tex.is_empty()).map(|shown| shown.text.clone())
    };
    let stated = words(&entry.printed).is_some_and(|text| text == claim.says);
    let tallied = entry.tested.is_some() && entry.verdict.agrees() && words(&entry.recomputed).is_some();
    Card {
        sides: !(stated && tallied) && (entry.printed.is_some() || entry.recomputed.is_some()),
        folded: claim.entries.len() > WHOLE && !is_urgent(entry),
        id: (entry.id != name).then(|| anchor(&entry.id)),
        link: fragment(&entry.id),
        entry: entry_view(columns, entry, Weight::Whole, program),
        tested: entry
            .tested
            .as_ref()
            .map(|tested| prose::words(&text::tested(&claim.origin, entry.column.as_deref(), tested))),
        listed: entry
            .tested
            .as_ref()
            .and_then(|tested| tested.listed.as_ref())
            // The one case of a statement without variables has no name.
            .filter(|listed| listed.rows.iter().flatten().any(|shown| !shown.text.is_empty()))
            .map(listing),
        witness: entry
            .witness
            .as_ref()
            .map(|witness| WitnessView { summary: witness.summary.clone(), lines: witness.lines.clone() }),
        replay: entry
            .witness
            .is_some()
            .then(|| format!("{program} replay {}", text::shell_quoted(&entry.id))),
    }
}

fn listing(listing: &Listing) -> ListingView {
    ListingView {
        caption: listing.caption.clone(),
        header: listing.header.iter().map(|heading| prose::words(heading)).collect(),
        rows: listing
            .rows
            .iter()
            .map(|row| row.iter().map(|thing| math::shown(thing, false)).collect())
            .collect(),
    }
}

/// How much room an entry's mathematics gets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// Unicode text.
    Text,
    /// Mathematics in a line.
    Inline,
    /// Mathematics on lines of its own, what differs marked.
    Whole,
}

fn entry_view(columns: &Columns<'_>, entry: &Entry, weight: Weight, program: &str) -> EntryView {
    let show = |thing: &Shown| match weight {
        Weight::Text => math::text(thing),
        Weight::Inline => math::shown(thing, false),
        Weight::Whole => math::shown(thing, true),
    };
    let (mut printed, mut recomputed) =
        (entry.printed.as_ref().map(show), entry.recomputed.as_ref().map(show));
    if let (Some(a), Some(b), Weight::Whole, true) =
        (&entry.printed, &entry.recomputed, weight, entry.verdict.differs())
    {
        let (left, right) = math::side_by_side(a, b);
        (printed, recomputed) = (Some(left), Some(right));
    }
    // Whole, they are one only if they are written alike, too.
    let alike = |a: &Shown, b: &Shown| a.text == b.text && (weight != Weight::Whole || a.tex == b.tex);
    let same = entry.printed.as_ref().zip(entry.recomputed.as_ref()).is_some_and(|(a, b)| alike(a, b));
    EntryView {
        name: entry.id.clone(),
        class: text::class(entry.verdict),
        glyph: text::glyph(entry.verdict),
        word: entry.verdict.word(),
        differs: entry.verdict.differs(),
        place: prose::words(&columns.place(entry)),
        one: same && entry.verdict == Verdict::Match,
        printed,
        recomputed,
        notes: entry.notes.iter().map(|note| prose::words(note)).collect(),
        read_at: entry.read_at.clone(),
        expression: entry.expression.clone(),
        methods: entry.methods.join("; "),
        standings: entry.standings.clone(),
        command: explain(&entry.id, program),
    }
}

/// How to recompute an entry.
fn explain(id: &str, program: &str) -> String {
    format!("{program} explain {}", text::shell_quoted(id))
}
