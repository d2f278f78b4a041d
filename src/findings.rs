//! What an audit without a ruleset found, as plain data: what was read, what differs, what is asked.
//!
//! Everything that a page or a terminal shows of an audit stands here, so that `findings.json` can be rendered again
//! without a paper and without an engine.

use serde::{Deserialize, Serialize};

use crate::verdicts::{Shown, Witness};

/// A line of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct At {
    pub file: String,
    /// From 1.
    pub line: usize,
}

impl std::fmt::Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// An audit of one source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// A name for folders: `2406-02107`, `planted`.
    pub key: String,
    pub title: String,
    pub authors: Vec<String>,
    /// What was read, as the user named it.
    pub source: String,
    pub about: About,
    /// The notation in force, pairs of what is printed and what it means.
    pub conventions: Vec<(String, String)>,
    /// Definitions in force: those that the user gave and those that the paper gives.
    pub definitions: Vec<String>,
    pub tables: Vec<TableFound>,
    pub equations: Vec<EquationFound>,
    pub pictures: Vec<PictureFound>,
    /// What the reader of TeX could not make out, with places.
    pub problems: Vec<Unread>,
    /// What was left out as a whole, in sentences: how much, why, and where the reason stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// What differs, in the order of the source.
    pub findings: Vec<Finding>,
    /// What only a reader can decide.
    pub questions: Vec<Question>,
}

/// Which game the paper seems to be about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The game's name, if one stands out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Whether its rules are known here.
    pub known: bool,
    /// A sentence for the reader.
    pub sentence: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableFound {
    /// `table-1`, in the order of the source.
    pub id: String,
    pub at: At,
    pub environment: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Below the headings.
    pub rows: usize,
    pub columns: Vec<ColumnFound>,
    /// Cells that look like something to be read and could not be.
    pub unread: Vec<Unread>,
    /// Filled cells that were held against nothing, and why: one alone, or those of a column.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uncompared: Vec<Uncompared>,
    /// Cells that print a game in another form than the canonical one, which is no fault.
    pub other_forms: Vec<OtherForm>,
    /// What was assumed in reading it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What a column reads as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnKind {
    /// Integers that name the rows.
    Index,
    /// Games, some of which are no numbers.
    Game,
    /// Letters L, R, N, P.
    Outcome,
    Number,
    /// Expressions with variables.
    Formula,
    #[default]
    Text,
    Empty,
}

impl ColumnKind {
    /// The word that pages show.
    pub fn word(self) -> &'static str {
        match self {
            ColumnKind::Index => "index",
            ColumnKind::Game => "game value",
            ColumnKind::Outcome => "outcome",
            ColumnKind::Number => "number",
            ColumnKind::Formula => "formula",
            ColumnKind::Text => "text",
            ColumnKind::Empty => "empty",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnFound {
    /// As the paper heads it, in TeX; empty if it has no heading.
    pub heading: String,
    pub kind: ColumnKind,
    /// Cells that are not empty.
    pub cells: usize,
    /// Those of them that were read.
    pub read: usize,
    /// Those in which the author says that there is nothing: a dash, dots, a question mark.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub empty: usize,
    /// What it is of another column, if that was made out: `temperature of column 2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<String>,
    /// Cells that were held against another column or cell.
    pub compared: usize,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// Cells that were held against nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uncompared {
    /// The first of them.
    pub at: At,
    /// The cell, or the heading of its column.
    pub text: String,
    pub why: String,
    pub cells: usize,
}

/// Something printed that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unread {
    pub at: At,
    pub text: String,
    pub why: String,
}

/// A game printed in another form than the canonical one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherForm {
    pub at: At,
    pub printed: Shown,
    pub canonical: Shown,
    /// How the forms differ, in a sentence.
    pub how: String,
}

/// What became of an equation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It holds, or does so for all the values that were tried.
    Holds,
    /// What was tried of a chain holds; a side of it was not tried.
    HoldsInPart,
    /// It is false, and stands among the findings or the questions.
    Differs,
    /// It holds for some of the values that were tried.
    HoldsSometimes,
    /// It was read, and makes no claim that could be tried: a definition, a condition, unknown names.
    NoClaim,
    #[default]
    NotRead,
}

impl Standing {
    /// The words that pages show.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Holds => "holds",
            Standing::HoldsInPart => "holds in part",
            Standing::Differs => "differs",
            Standing::HoldsSometimes => "holds for some values",
            Standing::NoClaim => "nothing to try",
            Standing::NotRead => "not read",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EquationFound {
    /// `equation-3`, in the order of the source.
    pub id: String,
    pub at: At,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// As written, in TeX.
    pub text: String,
    pub standing: Standing,
    /// Why not read, what was tried.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// How many assignments of its variables were tried, and in how many it held; 1 of 1 without variables.
    pub tried: u64,
    pub held: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureFound {
    /// `picture-1`, in the order of the source.
    pub id: String,
    pub at: At,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub vertices: usize,
    pub edges: usize,
    /// Why it could not be read; empty if it was.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// By which comparison something was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// A cell is not the quantity of the value beside it that its column prints elsewhere.
    Column,
    /// A value differs from several quantities beside it.
    Value,
    /// A cell is not what its heading says of other columns.
    Heading,
    /// Two cells that mirror each other break the symmetry of their table.
    Symmetry,
    /// An equation between games that is false.
    Equation,
}

impl FindingKind {
    /// The words that pages show.
    pub fn word(self) -> &'static str {
        match self {
            FindingKind::Column => "columns of one row",
            FindingKind::Value => "a value and what stands beside it",
            FindingKind::Heading => "a heading that says how columns are related",
            FindingKind::Symmetry => "a symmetry",
            FindingKind::Equation => "an equation",
        }
    }
}

/// A place at which what is printed differs from what follows from what else is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// `table-1/row-3/column-4`, `equation-7`.
    pub id: String,
    pub kind: FindingKind,
    pub at: At,
    /// In words: `Table 1 (tab:values), row n = 3, column t`.
    pub place: String,
    pub printed: Shown,
    pub recomputed: Shown,
    /// Why it is here, in a sentence.
    pub why: String,
    /// Whether a second method finds the same difference.
    pub confirmed: bool,
    /// By what it was found and confirmed; or why it was not.
    pub methods: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
    /// An expression that shows the difference: `temperature({3|1}) = 2`, for `referee eval`.
    pub check: String,
}

/// What kind of question it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionKind {
    /// Another convention would make entries agree.
    Convention,
    /// A run of cells agrees with the rows above or below.
    Shift,
    /// An equation that holds for some values: is there a condition?
    Condition,
    /// A quantity that a sentence names before an equation, and that is another.
    Quantity,
    /// A column that looks like a quantity, on too little evidence.
    Column,
}

impl QuestionKind {
    /// The words that pages show.
    pub fn word(self) -> &'static str {
        match self {
            QuestionKind::Convention => "a convention",
            QuestionKind::Shift => "a shift",
            QuestionKind::Condition => "a condition",
            QuestionKind::Quantity => "a quantity",
            QuestionKind::Column => "a column",
        }
    }
}

/// Something that only a reader of the paper can decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub id: String,
    pub kind: QuestionKind,
    pub at: At,
    pub asks: String,
    /// The evidence, a line each.
    pub lines: Vec<String>,
    /// An expression to look at; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub check: String,
}

/// How much was read and compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    pub tables: usize,
    pub cells: usize,
    pub read: usize,
    pub unread: usize,
    pub games: usize,
    pub other_forms: usize,
    pub compared: usize,
    pub uncompared: usize,
    pub empty: usize,
    pub equations: usize,
    pub equations_read: usize,
    pub equations_tried: usize,
    pub equations_held: usize,
    pub equations_in_part: usize,
    pub pictures: usize,
    pub pictures_read: usize,
}

impl Findings {
    /// How much was read and compared.
    pub fn coverage(&self) -> Coverage {
        let columns = || self.tables.iter().flat_map(|table| &table.columns);
        let standing = |wanted: &[Standing]| {
            self.equations.iter().filter(|equation| wanted.contains(&equation.standing)).count()
        };
        let tried =
            standing(&[Standing::Holds, Standing::HoldsInPart, Standing::Differs, Standing::HoldsSometimes]);
        Coverage {
            tables: self.tables.len(),
            cells: columns().map(|column| column.cells).sum(),
            read: columns().map(|column| column.read).sum(),
            unread: self.tables.iter().map(|table| table.unread.len()).sum(),
            games: columns().filter(|column| column.kind == ColumnKind::Game).map(|column| column.read).sum(),
            other_forms: self.tables.iter().map(|table| table.other_forms.len()).sum(),
            compared: columns().map(|column| column.compared).sum(),
            uncompared: self.tables.iter().flat_map(|table| &table.uncompared).map(|it| it.cells).sum(),
            empty: columns().map(|column| column.empty).sum(),
            equations: self.equations.len(),
            equations_read: self.equations.len() - standing(&[Standing::NotRead]),
            equations_tried: tried,
            equations_held: standing(&[Standing::Holds]),
            equations_in_part: standing(&[Standing::HoldsInPart]),
            pictures: self.pictures.len(),
            pictures_read: self.pictures.iter().filter(|picture| picture.why.is_empty()).count(),
        }
    }
}
