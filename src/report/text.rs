//! The words that both formats share, and the one escape from text to markup.

use std::collections::{BTreeMap, BTreeSet};

use super::prose::escape_markdown;
pub use crate::verdicts::grouped;
use crate::verdicts::{ClaimVerdicts, Entry, PaperVerdicts, Shown, Tested, Verdict, claimed_in_words};

/// A piece of HTML that is safe to stand in a page: made by [`escape`], [`super::math`], [`super::prose`] or
/// [`super::charts`], never from a paper's text as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(transparent)]
pub struct Html(pub(super) String);

impl Html {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Plain text as HTML.
    pub fn text(text: &str) -> Html {
        Html(escape(text))
    }
}

/// Text for HTML content and quoted attributes, with every character visible that could act unseen.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if unseen(c) => out.push_str(&shown_code(c)),
            c => out.push(c),
        }
    }
    out
}

/// The text with unseen characters written as their code points, as [`escape`] shows them.
pub fn visible(text: &str) -> String {
    text.chars().map(|c| if unseen(c) { shown_code(c) } else { c.to_string() }).collect()
}

fn shown_code(c: char) -> String {
    format!("⟨U+{:04X}⟩", u32::from(c))
}

/// Marks that turn the direction of text, and control characters: they could make a page read otherwise than it is.
pub(super) fn unseen(c: char) -> bool {
    let bidi =
        matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    bidi || (c.is_control() && c != '\n' && c != '\t')
}

/// The sign that stands for a verdict beside its word, so that no meaning is by colour alone.
pub fn glyph(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Match => "✓",
        Verdict::SameValue => "≈",
        Verdict::Mismatch => "✗",
        Verdict::Unconfirmed => "≠",
        Verdict::Unreadable => "?",
        Verdict::Undefined => "∅",
        Verdict::Undecided => "…",
        Verdict::NotAttempted => "○",
    }
}

/// The name that stylesheet and script know a verdict by.
pub fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Match => "match",
        Verdict::SameValue => "same-value",
        Verdict::Mismatch => "mismatch",
        Verdict::Unconfirmed => "unconfirmed",
        Verdict::Unreadable => "unreadable",
        Verdict::Undefined => "undefined",
        Verdict::Undecided => "undecided",
        Verdict::NotAttempted => "not-attempted",
    }
}

/// One sentence on what a verdict means.
pub fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Match => {
            "Printed and recomputed are the same form; for statements and counts, they are equal. The entry names the methods that computed it: one, unless it names a second."
        }
        Verdict::SameValue => "Equal games, printed in another form; the entry says how the forms differ.",
        Verdict::Mismatch => {
            "Different, and confirmed by a second method that the entry names: plain search of the difference, the values by the moves alone, the arithmetic done again. A witness, where there is one, can be checked by hand."
        }
        Verdict::Unconfirmed => "Different, and no second method reaches it; the entry says why.",
        Verdict::Unreadable => "We could not read the entry: our problem until shown otherwise.",
        Verdict::Undefined => {
            "The question has no answer, such as an atomic weight of a game that is not all-small."
        }
        Verdict::Undecided => "A budget ran out; the entry says which, and how far it got.",
        Verdict::NotAttempted => "Recorded, and not compared; the entry says why.",
    }
}

/// Words that stand beside verdicts, and what they mean.
pub const WORDS: [(&str, &str); 4] = [
    (
        "at second hand",
        "What is printed was not read in the paper: somebody quotes it, who is named beside the entry.",
    ),
    (
        "frozen",
        "Computed once over a longer range than every run takes, and kept; if what it was computed from changes, it is called stale.",
    ),
    (
        "planted on purpose",
        "Printed entries are changed a little, one at a time, to see whether the audit notices: that measures the audit, not the paper.",
    ),
    (
        "a rewriting of a value",
        "A printed entry written in another form of the same value, which must not be taken for an error.",
    ),
];

/// The columns of a claim's entries in the order of the paper's table, with what the paper prints above them.
pub struct Columns<'a> {
    /// Headings of the key columns.
    pub keys: Vec<&'a str>,
    /// Each column's name and heading.
    pub columns: Vec<(&'a str, &'a str)>,
    /// Where each name stands among them.
    at: BTreeMap<&'a str, usize>,
    /// Whether the paper has them in a table; otherwise a column is a quantity: a count, an extreme.
    in_table: bool,
}

impl<'a> Columns<'a> {
    pub fn of(claim: &'a ClaimVerdicts) -> Columns<'a> {
        let (mut names, mut known): (Vec<&str>, BTreeSet<&str>) = Default::default();
        names.extend(
            claim
                .entries
                .iter()
                .filter_map(|entry| entry.column.as_deref())
                .filter(|name| known.insert(name)),
        );
        let keys = claim.entries.iter().map(|entry| &entry.key).max_by_key(|key| key.len());
        let mut keys: Vec<&str> =
            keys.map_or(Vec::new(), |key| key.iter().map(|(name, _)| name.as_str()).collect());
        let heads: Vec<&str> = claim.columns.iter().map(String::as_str).collect();
        // The headings of a table begin with those of its keys.
        let columns: Vec<(&str, &str)> = if heads.len() == keys.len() + names.len() {
            let (over_keys, over_columns) = heads.split_at(keys.len());
            if over_columns.iter().copied().collect::<BTreeSet<_>>() == known {
                names = over_columns.to_vec();
            }
            keys = over_keys.to_vec();
            names.into_iter().zip(over_columns.iter().copied()).collect()
        } else {
            names.into_iter().map(|name| (name, name)).collect()
        };
        let at = columns.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
        Columns { keys, columns, at, in_table: !heads.is_empty() }
    }

    /// What the paper prints above a column; its name if that is not known.
    fn heading<'b>(&'b self, column: &'b str) -> &'b str {
        self.at.get(column).map_or(column, |at| self.columns[*at].1)
    }

    /// Where an entry stands in the claim: `n = 7, column $t$`; empty for a claim of one entry.
    pub fn place(&self, entry: &Entry) -> String {
        let mut parts: Vec<String> =
            entry.key.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        match &entry.column {
            // The only column of a table needs no name.
            Some(_) if self.in_table && self.columns.len() == 1 => {}
            Some(column) if self.in_table => parts.push(format!("column {}", self.heading(column))),
            Some(column) => parts.push(self.heading(column).to_owned()),
            None => {}
        }
        parts.join(", ")
    }
}

/// The words as the beginning of a sentence.
pub fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// Whether it can be part of a file name and of an address as it stands: letters, digits, `-` and `_`.
pub fn is_file_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// `1 entry`, `12 entries`
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// `in 1,252 of 1,252 cases (graphs with a universal vertex); claimed for all n; not a proof`, in a claim of this origin:
/// what is our own question is claimed by nobody. A maximum or a first case is looked for among all cases.
pub fn tested(origin: &str, column: Option<&str>, tested: &Tested) -> String {
    if tested.cases == 1 && tested.domain.is_empty() && tested.claimed.is_none() {
        return format!("it {}", tested.held_in_words());
    }
    let (held, cases) = (grouped(tested.held), count(tested.cases, "case", "cases"));
    let mut words = match column {
        Some(column) if !["count", "cases"].contains(&column) => format!("over {cases} ({})", tested.domain),
        _ => format!("in {held} of {cases} ({})", tested.domain),
    };
    if let Some(claimed) = &tested.claimed {
        words.push_str(&claimed_in_words(origin, claimed, tested.held == tested.cases));
    }
    words
}

/// A statement that is printed as one: nothing stands in print beside what we find.
pub fn is_statement(entry: &Entry) -> bool {
    entry.tested.is_some() && entry.column.is_none() && !entry.expression.is_empty()
}

/// So much of what a paper says stands in a list.
pub const SENTENCE: usize = 240;

/// A sentence of Markdown of at most about `most` characters, cut between words and outside of mathematics, code and emphasis.
pub fn shortened(markdown: &str, most: usize) -> String {
    let whole = markdown.trim().replace('\n', " ");
    if whole.chars().count() <= most {
        return whole;
    }
    let closed = |at: &usize| ['$', '`', '*'].iter().all(|sign| whole[..*at].matches(*sign).count() % 2 == 0);
    let ends = whole.char_indices().take(most).filter(|(_, c)| *c == ' ').map(|(at, _)| at);
    let end = ends.filter(closed).last().unwrap_or(0);
    format!("{} …", whole[..end].trim_end_matches([' ', ',', ';', ':']))
}

/// What stands for the statement of a claim in a list: itself as mathematics, if it is not said beside it already.
pub fn stated(claim: &ClaimVerdicts) -> Option<&Shown> {
    let bare = |text: &str| text.replace('−', "-").replace(['$', ' '], "");
    claim.stated.as_ref().filter(|stated| !bare(&claim.says).contains(&bare(&stated.text)))
}

/// What the other readings of the claim give, as Markdown: `“reread” (for $n > 1$) agrees in 91 of 91`.
pub fn other_readings(paper: &PaperVerdicts, claim: &ClaimVerdicts) -> Vec<String> {
    let same = |other: &&ClaimVerdicts| other.id == claim.id && other.reading != claim.reading;
    paper.claims.iter().filter(same).filter_map(|other| other_reading(claim, other)).collect()
}

/// Of the cases of a statement or else of the entries.
fn other_reading(claim: &ClaimVerdicts, other: &ClaimVerdicts) -> Option<String> {
    let name = escape_markdown(other.reading.as_ref()?);
    let says = said_apart(&other.says, &claim.says);
    let name = if says.is_empty() { format!("“{name}”") } else { format!("“{name}” ({says})") };
    let statements = other.entries.iter().filter(|entry| is_statement(entry));
    let tried: Vec<_> = statements.filter_map(|entry| entry.tested.as_ref()).collect();
    let (held, cases) = if tried.is_empty() {
        let agrees = other.entries.iter().filter(|entry| entry.verdict.agrees()).count() as u64;
        (agrees, other.entries.len() as u64)
    } else {
        (tried.iter().map(|tested| tested.held).sum(), tried.iter().map(|tested| tested.cases).sum())
    };
    Some(match (held, cases) {
        (1, 1) => format!("{name} agrees"),
        (0, 1) => format!("{name} does not agree"),
        _ => format!("{name} agrees in {} of {}", grouped(held), grouped(cases)),
    })
}

/// What a reading says of its own, without the sentences that are said of both.
fn said_apart<'a>(says: &'a str, both: &str) -> &'a str {
    let common = says.chars().zip(both.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let ends = says.match_indices('.').map(|(at, _)| at + 1);
    let whole = |end: &usize| says[*end..].is_empty() || says[*end..].starts_with(' ');
    let from = ends.filter(whole).take_while(|end| *end <= common).last().unwrap_or(0);
    says[from..].trim().trim_end_matches('.')
}

/// An argument for a shell, quoted if it needs to be.
pub fn shell_quoted(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', r"'\''"))
    }
}

/// The title as a sentence, for a description follows it.
pub fn ended(title: &str) -> String {
    let open = !title.is_empty() && !title.ends_with(['.', '!', '?']);
    format!("{title}{}", if open { "." } else { "" })
}
