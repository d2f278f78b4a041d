//! `paper.md` to prose and claims: plain data with the place of every part, and no values.
//!
//! A document is front matter, prose, definitions and claims, in the order of the page. Nothing here is computed:
//! an expression is text with its place and its syntax tree, and a printed entry is the text that was printed.
//! The manual of the language is `docs/claims.md`.

mod claim;
mod fields;
mod figure;
mod grid;
mod locate;
mod prose;
mod read;
mod syntax;
mod uses;

use std::fmt;
use std::ops::Range;

use crate::diagnostic::Source;
use crate::notation::{Binding, Conventions, Definition, Expr};

pub use crate::notation::Dialect;
pub use locate::Located;
pub use read::read;

/// Bytes of paper.md.
pub type Span = Range<usize>;

/// A text that stands in paper.md exactly as it is here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub text: String,
    pub span: Span,
}

/// A whole number that stands in paper.md.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    pub value: u64,
    pub span: Span,
}

/// An expression of the language, not yet evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    pub text: String,
    pub span: Span,
    /// Its places are bytes of `text`.
    pub tree: Expr,
}

/// `n in 1..8, g in trees(n) where even(n)`: variables that run, the later ones inside the earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    pub text: String,
    pub span: Span,
    /// At least one. Their places, and those of the condition, are bytes of `text`.
    pub bindings: Vec<Binding>,
    pub condition: Option<Expr>,
}

/// What a claim is tried on: at every run, when asked for, and what the paper says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges {
    pub quick: Option<Domain>,
    pub full: Option<Domain>,
    /// The paper's own range, in its words or as a condition: `n >= 1`. It is shown, never computed.
    pub paper: Option<Text>,
}

impl Ranges {
    /// The full range, or the quick one.
    pub fn of(&self, full: bool) -> Option<&Domain> {
        if full { self.full.as_ref() } else { self.quick.as_ref() }
    }
}

/// A paper's document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The name of the paper's folder, the first part of every entry's id.
    pub key: String,
    /// The text of paper.md, to which all places belong.
    pub source: Source,
    pub front: Front,
    /// In the order of the page.
    pub blocks: Vec<Block>,
}

impl Document {
    /// The claims in the order of the page.
    pub fn claims(&self) -> impl Iterator<Item = &Claim> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Claim(claim) => Some(claim),
            _ => None,
        })
    }

    /// The claim of that id.
    pub fn claim(&self, id: &str) -> Option<&Claim> {
        self.claims().find(|claim| claim.id.text == id)
    }
}

/// The front matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Front {
    pub title: Text,
    pub authors: Vec<Text>,
    /// One sentence for the index.
    pub summary: Option<Text>,
    pub publication: Publication,
    pub contract: Contract,
    /// What the paper's notation means where it is ambiguous: `n*` and `n + *`.
    pub notation: Vec<(Text, Text)>,
    /// The same as a choice of the reader of notation.
    pub conventions: Conventions,
}

/// Where the paper is to be had.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Publication {
    /// The arXiv identifier and the version that was read.
    pub arxiv: Option<(Text, u64)>,
    /// The main file of the e-print, if that cannot be told from its files.
    pub main: Option<Text>,
    pub doi: Option<Text>,
    /// `Theoretical Computer Science 855 (2021)`
    pub citation: Option<Text>,
    /// A web address, if it is neither of arXiv nor a DOI.
    pub address: Option<Text>,
}

/// How many claims and entries the document promises; other numbers are a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    pub claims: Count,
    pub entries: Count,
}

/// A piece of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Prose(Prose),
    Definitions(Definitions),
    Claim(Claim),
    Figure(Box<Figure>),
    Grid(Box<Grid>),
}

/// Markdown with inline results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prose {
    pub text: String,
    pub span: Span,
    /// In the order of the text.
    pub inlines: Vec<Inline>,
}

/// A result woven into prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inline {
    /// All that the result replaces, with its delimiters: bytes of paper.md.
    pub span: Span,
    pub result: InlineResult,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InlineResult {
    /// `table-1.differs`, `table-1[reread].differs`: a number of a claim, or of all claims (`all.entries`).
    Tally { claim: Option<String>, reading: Option<String>, field: Field },
    /// Any expression; the definitions above it are in force.
    Expression(Expression),
}

/// What can be counted of a claim's entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// All entries.
    Entries,
    /// `match` and `same value`.
    Agrees,
    /// `mismatch` and `unconfirmed`.
    Differs,
    /// The cases tried in all sweeps of the claim.
    Cases,
    /// The cases in which a statement held, or that were counted.
    Held,
    Matches,
    SameValue,
    Mismatches,
    Unconfirmed,
    Unreadable,
    Undefined,
    Undecided,
    NotAttempted,
}

/// The definitions of one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definitions {
    /// The fenced block.
    pub span: Span,
    /// What is between the fences.
    pub text: Text,
    /// Their places are bytes of `text`.
    pub list: Vec<Definition>,
}

/// Positions or graphs to be drawn, of which nothing is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// As a claim's, and none of theirs.
    pub id: Text,
    /// The fenced block.
    pub span: Span,
    pub title: Option<Text>,
    /// For those who cannot see it.
    pub description: Option<Text>,
    /// What is drawn of each case: a position, a graph, or a list of them.
    pub draw: Expression,
    /// The cases; one if none.
    pub over: Option<Domain>,
    /// What is written below each.
    pub label: Option<Expression>,
    /// Moves and ways to be marked: a list, each a place or a list of places.
    pub marks: Option<Expression>,
    pub budget: Budget,
}

/// Values in rows, of which nothing is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// As a claim's, and none of theirs.
    pub id: Text,
    /// The fenced block.
    pub span: Span,
    pub title: Option<Text>,
    pub description: Option<Text>,
    /// What stands above the headings of the rows.
    pub corner: Option<Text>,
    /// A list of rows, each a list of values.
    pub rows: Expression,
    /// A heading for each column, and for each row.
    pub head: Option<Expression>,
    pub side: Option<Expression>,
    /// The values that are marked wherever they stand.
    pub marks: Option<Expression>,
    pub budget: Budget,
}

/// Something that the paper says and that can be held against a recomputation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Lower-case words joined by hyphens, unique in the document.
    pub id: Text,
    /// The fenced block.
    pub span: Span,
    /// What is between the fences, for hashing.
    pub text: Text,
    /// A short title, where the place does not serve as one.
    pub title: Option<Text>,
    pub at: Option<At>,
    /// One sentence of what the paper says there, as Markdown.
    pub says: Option<Text>,
    /// At least one; exactly one without a name, or several with different names.
    pub readings: Vec<Reading>,
}

/// Where the paper says it, and how we know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// Pairs such as `theorem` and `3.7`.
    pub places: Vec<(String, Text)>,
    /// Who quotes it; none if whoever wrote paper.md typed it from the paper.
    pub origin: Option<Text>,
}

impl fmt::Display for At {
    /// `Theorem 3.7`, `Section 4, Figure 2`, `Tables 5 and 6`; empty if only the origin is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (kind, number)) in self.places.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            let kind = if is_several(&number.text) { plural(kind) } else { kind.clone() };
            let (first, rest) = kind.split_at(1);
            write!(f, "{comma}{}{rest} {}", first.to_uppercase(), number.text)?;
        }
        Ok(())
    }
}

/// Numbers and nothing else, more than one: `5 and 6`, `5, 6 and 7`, `3–5`.
fn is_several(number: &str) -> bool {
    let numbers = number.replace(" and ", ", ").replace('–', ", ");
    let mut numbers = numbers.split(", ");
    numbers.clone().count() > 1
        && numbers.all(|one| one.starts_with(|c: char| c.is_ascii_digit()) && !one.contains(' '))
}

fn plural(kind: &str) -> String {
    if let Some(stem) = kind.strip_suffix('y') {
        format!("{stem}ies")
    } else if let Some(stem) = kind.strip_suffix("ix") {
        format!("{stem}ices")
    } else {
        format!("{kind}s")
    }
}

/// One way to read a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// None if there is only one.
    pub name: Option<Text>,
    /// One sentence on this reading.
    pub says: Option<Text>,
    pub what: What,
    /// What is not compared, and why; entries that no source prints get this for a reason.
    pub unseen: Option<Unseen>,
    /// What to list of a case: of the counted ones, of a statement's failures, of a formula's instances.
    pub show: Vec<Expression>,
    pub budget: Budget,
    /// Another way to the recomputed value, which must lead to the same.
    pub second: Option<Expression>,
    pub charts: Vec<Chart>,
    /// Games whose thermographs are drawn, with their captions.
    pub thermographs: Vec<(Option<Text>, Expression)>,
    pub bars: Option<Bars>,
}

impl Reading {
    /// Whether something of it is computed only when the full range is asked for.
    pub fn has_full_range(&self) -> bool {
        let ranges = match &self.what {
            What::Formula(formula) => &formula.ranges,
            What::Statement(statement) => &statement.ranges,
            What::Search(search) => return search.printed.iter().any(|tally| tally.full),
            What::Table(_) | What::NotAttempted => return false,
        };
        ranges.as_ref().is_some_and(|ranges| ranges.full.is_some())
    }
}

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a document has tens of claims, and each is read in place")]
pub enum What {
    /// Printed entries by key and column.
    Table(TableClaim),
    /// One printed formula, an entry for each member of its range.
    Formula(FormulaClaim),
    /// Counts and extremes over a domain, an entry for each printed number.
    Search(SearchClaim),
    /// A sentence that holds or does not, tallied over its range.
    Statement(StatementClaim),
    /// Recorded, and there is no way to compute it here; [`Reading::unseen`] says why.
    NotAttempted,
}

/// Why entries have nothing printed to be compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// Attested, not seen: who says what.
    Attested(Text),
    /// Another reason, in a sentence.
    Reason(Text),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableClaim {
    /// The transcript, relative to the paper's folder; none if nothing of the table has been seen.
    pub from: Option<Text>,
    pub selector: Selector,
    /// The rows that the table must have: the product of the keys' domains, later keys inside earlier ones.
    pub keys: Vec<Key>,
    pub columns: Columns,
    /// Rows are read as columns.
    pub transpose: bool,
    /// Groups of columns that repeat the same headings are read one below the other.
    pub unwrap: bool,
    /// Commented-out rows and columns are read as well, and their entries marked as not printed.
    pub commented: bool,
    /// How cells that are words are read: `--` as `none`.
    pub reads: Vec<(Text, Expression)>,
    pub dialect: Dialect,
}

/// By what a table is found among those of a file. Nothing given fits every table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selector {
    pub label: Option<Text>,
    /// Words of the caption.
    pub caption: Option<Text>,
    /// Headings that the table must have.
    pub header: Vec<Text>,
    /// The table as written in paper.md, for diagnostics.
    pub span: Option<Span>,
}

/// `$n$ is n in 1..8`: the column of that heading holds the variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub header: Text,
    pub variable: Text,
    /// Where the variable runs; one binding. None if the rows are whatever the transcript has, and the variable
    /// is the text of the cell.
    pub domain: Option<Domain>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a table has one of these")]
pub enum Columns {
    /// Columns found by their headings.
    Named(Vec<Column>),
    /// The headings are themselves values of a variable, and every cell is the same expression.
    Across { domain: Domain, equals: Expression, dialect: Dialect },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub header: Text,
    /// The last part of an entry's id; made from the heading unless given.
    pub name: String,
    pub equals: Expression,
    pub dialect: Dialect,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaClaim {
    /// None if it was not seen.
    pub printed: Option<Text>,
    pub dialect: Dialect,
    pub equals: Expression,
    /// None for a formula without variables.
    pub ranges: Option<Ranges>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchClaim {
    /// What is searched; may use `key`.
    pub search: Domain,
    /// The variable by which printed numbers are listed, `n` unless given; not bound by `search`.
    pub key: Text,
    /// The values of the key; none if the printed keys say it all.
    pub ranges: Option<Ranges>,
    /// What is counted; everything if none.
    pub such: Option<Expression>,
    /// Whose greatest value is looked for, over all of the domain.
    pub max: Option<Expression>,
    /// Whose values are listed by the first key at which they occur, among those that are `such`.
    pub first: Option<Expression>,
    pub printed: Vec<Tally>,
}

/// One printed number of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    pub of: TallyOf,
    /// What is printed there, as an expression.
    pub value: Expression,
    /// Computed only when the full range is.
    pub full: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TallyOf {
    /// How many at these keys.
    Count(TallyKeys),
    /// The greatest value of `max` at these keys.
    Max(TallyKeys),
    /// The first key at which `first` has this value.
    First(Expression),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TallyKeys {
    /// The whole search.
    All,
    /// `7` or `1..6`, both ends included.
    Between { low: i64, high: i64, span: Span },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementClaim {
    pub holds: Expression,
    pub ranges: Option<Ranges>,
    /// Only these cases are tried.
    pub such: Option<Expression>,
    /// How many cases the source says it tried, in the quick and in the full range; each is an entry of its own.
    pub cases: (Option<Count>, Option<Count>),
}

/// Limits for one claim; none is the evaluator's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    pub positions: Option<u64>,
    pub searched: Option<u64>,
    pub comparisons: Option<u64>,
    pub games: Option<u64>,
}

/// What to draw of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    pub title: Option<Text>,
    /// For those who cannot see it.
    pub description: Option<Text>,
    /// Points alone; else joined by lines.
    pub scatter: bool,
    pub x: Axis,
    /// Named curves of recomputed points (and printed ones, for a table's column).
    pub y: Vec<Axis>,
    /// Curves to compare with, such as a bound.
    pub reference: Vec<Axis>,
    /// Points to be marked, such as disputed ones.
    pub marks: Vec<Axis>,
}

/// A bar for each of some claims, of this document: how many of its cases hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bars {
    pub title: Text,
    /// For those who cannot see it.
    pub description: Option<Text>,
    pub of: Vec<Bar>,
}

/// A bar: its name, and whose cases it is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    pub name: Text,
    pub claim: String,
    pub reading: Option<String>,
    pub span: Span,
}

/// What is drawn along an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    pub name: Text,
    pub plot: Plot,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plot {
    /// A column of the claim's table, by its index in [`Columns::Named`].
    Column(usize),
    /// Any expression in the variables of the claim.
    Expression(Expression),
}
