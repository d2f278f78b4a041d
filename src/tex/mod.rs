//! TeX to tables, formulas and pictures: text to document. Never fails, and every cell keeps its place in the file.
//!
//! Read: papers of several files in the encodings of their time (`project.rs`, `inputs.rs`); characters by their
//! categories (`tokens.rs`); what the author defines, and conditionals (`expand.rs`, `macros.rs`, `conditionals.rs`);
//! tables and matrices of LaTeX and its packages, with their column specifications, rules, `\multicolumn`, `\multirow`,
//! captions and labels (`tables.rs`, `tabularray.rs`); formulas as chains of sides and relations (`equations.rs`); TikZ pictures as
//! graphs, and boards of stones (`pictures.rs`, `tikz.rs`). What is commented out in a table is kept aside and given on request
//! ([`Table::with_commented`]). A table in a cell is one of its own, and its cell's content as it is written.
//!
//! Not read, with a warning where it matters: `tabbing`, `\halign`, expl3, counters of LaTeX itself, categories 0, 5 and 15.
//!
//! The same [`Table`] is made of a `.tsv` transcript ([`read_tsv`]): a line of headings, then the rows, cells between
//! tabs. In a transcript every row names its origin, by a comment `% origin: …` (`# origin: …`) that holds until
//! the next one, or in a column `origin`.

mod conditionals;
mod counters;
mod equations;
mod exact;
mod expand;
mod find;
mod inputs;
mod macros;
mod pictures;
mod project;
mod tables;
mod tabularray;
mod tikz;
mod tokens;
mod tsv;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Source};
use bumpalo::Bump;
use expand::Expander;
use inputs::Files;
use project::Project;

pub use equations::{Equation, Piece, Relation};
pub use find::{NotFound, Wanted, find, normal};
pub use pictures::{Board, Edge, Picture, Reason, Vertex};
pub use project::{File, Role, decode, read_project};
pub use tsv::read_tsv;

/// Bytes of the file.
pub type Span = Range<usize>;

/// What was read of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    pub source: Source,
    /// The files that it was read from, and those that lie beside them.
    pub files: Vec<File>,
    pub title: Option<Passage>,
    /// The abstract.
    pub summary: Option<Passage>,
    /// In the order of the file.
    pub tables: Vec<Table>,
    /// Every formula, in the order of the file.
    pub equations: Vec<Equation>,
    /// Every picture, in the order of the file.
    pub pictures: Vec<Picture>,
    /// Tables and rows of signs that show positions of stones.
    pub boards: Vec<Board>,
    /// Warnings, each with its place.
    pub problems: Vec<Diagnostic>,
}

/// A table as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// `tabular`, `array`, ...; `tsv` for a transcript of that kind.
    pub environment: String,
    pub kind: TableKind,
    /// It stands in a cell of another table.
    pub nested: bool,
    /// From `\begin` to `\end`.
    pub span: Span,
    pub caption: Option<Passage>,
    pub label: Option<Passage>,
    pub columns: Vec<ColumnSpec>,
    /// Headings first.
    pub rows: Vec<Row>,
    /// How many of the rows are headings: those above the first rule below a row, else one.
    pub headings: usize,
    /// Whether a rule or the table itself says which rows are headings.
    pub headings_known: bool,
    /// All that was read, with what is commented out.
    raw: Vec<Row>,
}

/// What a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    Table,
    /// A piece of a formula: `pmatrix`, `cases`, an `array` between brackets.
    Matrix,
}

/// A piece of the file in three forms: where it is, as it is written, and with the author's macros expanded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    pub span: Span,
    pub source: String,
    pub expanded: String,
}

/// One column of the specification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnSpec {
    /// `l`, `c`, `r`, `p`, `m`, `b`, `X`, ... as it is written.
    pub letter: String,
    /// Whether cells are mathematics without being marked: an `array`, or `>{$}`.
    pub math: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub cells: Vec<Cell>,
    pub span: Span,
    /// A rule stands between this row and the one above.
    pub rule_above: bool,
    /// The whole row is commented out: it is not printed.
    pub commented: bool,
    /// Who or what says that the row is printed so.
    pub origin: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// As it is written, with its place.
    pub span: Span,
    pub source: String,
    /// With the author's macros expanded; `\multicolumn` and `\multirow` taken off.
    pub expanded: String,
    /// `expanded` without dollars, colours, fonts and spacing: what a reader of notation reads.
    pub content: String,
    /// Whether it is (in part) mathematics.
    pub math: bool,
    /// The first grid column that it covers, from 0.
    pub column: usize,
    /// How many columns and rows it covers; at least one.
    pub columns: usize,
    pub rows: usize,
    /// Commented out: not printed.
    pub commented: bool,
    /// How many rows it says that it covers upwards, itself among them.
    upward: usize,
    /// Where each part of `content` begins, and what it stands for in the file.
    places: Vec<(usize, Span)>,
}

impl Cell {
    /// The bytes of the file that bytes `span` of the content stand for; the call, for what a macro made.
    pub fn place(&self, span: Span) -> Span {
        place(&self.places, &self.span, span)
    }
}

/// The bytes of the file that bytes `wanted` of a content stand for, whose parts are at `places` and all of it at `whole`.
fn place(places: &[(usize, Span)], whole: &Span, wanted: Span) -> Span {
    let first = places.partition_point(|(start, _)| *start <= wanted.start).saturating_sub(1);
    let last = places.partition_point(|(start, _)| *start < wanted.end.max(wanted.start + 1));
    let parts = places.get(first..last).unwrap_or(&[]);
    let start = parts.iter().map(|(_, at)| at.start).min().unwrap_or(whole.start);
    let end = parts.iter().map(|(_, at)| at.end).max().unwrap_or(whole.end);
    start..end.max(start)
}

impl Table {
    /// The cell that covers a place of the grid, from 0; none outside, or where a row is short.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        let here = self.rows.get(row)?.covering(column);
        if here.is_some_and(|cell| !cell.content.is_empty()) {
            return here;
        }
        let above = (0..row).rev().find_map(|above| {
            let cell = self.rows[above].covering(column)?;
            (cell.rows > row - above).then_some(cell)
        });
        above.or(here)
    }

    /// How many columns the grid has.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Row::width).max().unwrap_or(0).max(self.columns.len())
    }

    /// The heading of a column: the contents of its heading cells from above, joined by spaces.
    pub fn heading(&self, column: usize) -> String {
        let mut words: Vec<&str> = Vec::new();
        for row in 0..self.headings {
            let content = self.cell(row, column).map_or("", |cell| cell.content.as_str());
            if !content.is_empty() && words.last() != Some(&content) {
                words.push(content);
            }
        }
        words.join(" ")
    }

    /// The columns of that heading, compared as [`normal`] says: with all its heading cells, or one of them.
    pub fn columns_headed(&self, heading: &str) -> Vec<usize> {
        let wanted = normal(heading);
        let whole: Vec<usize> =
            (0..self.width()).filter(|&column| normal(&self.heading(column)) == wanted).collect();
        if !whole.is_empty() {
            return whole;
        }
        let part = |column: &usize| {
            (0..self.headings).filter_map(|row| self.cell(row, *column)).any(|cell| {
                [&cell.content, &cell.expanded, &cell.source].iter().any(|text| normal(text) == wanted)
            })
        };
        (0..self.width()).filter(part).collect()
    }

    /// The rows below the headings.
    pub fn body(&self) -> impl Iterator<Item = (usize, &Row)> {
        self.rows.iter().enumerate().skip(self.headings)
    }

    /// The table with what is commented out in its place; such cells and rows are marked.
    pub fn with_commented(&self) -> Table {
        let rows = tables::with_commented(&self.raw);
        Table { headings: tables::headings(&rows), rows, ..self.clone() }
    }

    /// The table without the turns that it is printed in: where its headings repeat (k, n | k, n | ...), the columns of
    /// the second turn go below those of the first, and so on. Columns without anything in them are left out there,
    /// as are empty rows. A table whose headings do not repeat stays as it is, and so does one with a cell that
    /// stands in two turns.
    pub fn unwrapped(&self) -> Table {
        let empty = |column: &usize| {
            let cells = self.rows.iter().filter_map(|row| row.covering(*column));
            cells.into_iter().all(|cell| cell.content.is_empty() && cell.columns == 1)
        };
        let columns: Vec<usize> = (0..self.width()).filter(|column| !empty(column)).collect();
        let headings: Vec<String> = columns.iter().map(|&column| normal(&self.heading(column))).collect();
        let turn = (1..headings.len()).find(|turn| {
            headings.len().is_multiple_of(*turn)
                && headings.iter().zip(&headings[*turn..]).all(|(a, b)| a == b)
                && headings.iter().all(|heading| !heading.is_empty())
        });
        let Some(turn) = turn else { return self.clone() };
        let mut rows: Vec<Row> = Vec::new();
        for (index, group) in columns.chunks(turn).enumerate() {
            let skipped = if index == 0 { 0 } else { self.headings };
            for row in &self.rows[skipped.min(self.rows.len())..] {
                let mut cells: Vec<Cell> = Vec::new();
                for cell in &row.cells {
                    let covers =
                        |column: &&usize| (cell.column..cell.column + cell.columns).contains(*column);
                    let here = group.iter().filter(covers).count();
                    if here == 0 {
                        continue;
                    }
                    if here < columns.iter().filter(covers).count() {
                        return self.clone();
                    }
                    let column = group.iter().take_while(|column| !covers(column)).count();
                    cells.push(Cell { column, columns: here, ..cell.clone() });
                }
                if index == 0 || cells.iter().any(|cell| !cell.content.is_empty()) {
                    let span = tables::hull(cells.iter().map(|cell| &cell.span));
                    rows.push(Row { cells, span, rule_above: row.rule_above && index == 0, ..row.clone() });
                }
            }
        }
        let columns =
            columns.iter().take(turn).filter_map(|&column| self.columns.get(column).cloned()).collect();
        Table { rows: rows.clone(), raw: rows, columns, ..self.clone() }
    }

    /// The table with rows and columns exchanged; the first column becomes the headings. A cell over several
    /// columns becomes one over several rows. Rows keep no origin of their own unless all agree.
    pub fn transposed(&self) -> Table {
        let mut origins = self.rows.iter().map(|row| &row.origin);
        let first = origins.next().cloned().flatten();
        let origin = first.filter(|first| origins.all(|origin| origin.as_ref() == Some(first)));
        let mut rows = Vec::new();
        for column in 0..self.width() {
            let mut cells: Vec<Cell> = Vec::new();
            for (row, line) in self.rows.iter().enumerate() {
                let cell = match line.covering(column) {
                    Some(cell) if cell.column == column => {
                        Cell { column: row, columns: cell.rows, rows: cell.columns, ..cell.clone() }
                    }
                    _ => Cell { column: row, columns: 1, rows: 1, ..Cell::default() },
                };
                // What a cell over several rows covers below it is empty.
                if cells.last().is_none_or(|last| last.column + last.columns <= row) {
                    cells.push(cell);
                }
            }
            let commented = cells.iter().all(|cell| cell.commented);
            let span = tables::hull(cells.iter().map(|cell| &cell.span));
            rows.push(Row { cells, span, rule_above: column == 1, commented, origin: origin.clone() });
        }
        let columns = vec![ColumnSpec::default(); self.rows.len()];
        Table { headings: rows.len().min(1), raw: rows.clone(), rows, columns, ..self.clone() }
    }
}

impl Row {
    /// The cell that covers a grid column.
    pub fn covering(&self, column: usize) -> Option<&Cell> {
        self.cells.iter().find(|cell| (cell.column..cell.column + cell.columns).contains(&column))
    }

    fn width(&self) -> usize {
        self.cells.last().map_or(0, |cell| cell.column + cell.columns)
    }
}

/// Reads TeX. Never fails; what could not be read is in [`Document::problems`]. Linear time but for macros, whose
/// expansion is bounded.
pub fn read(source: &Source) -> Document {
    let files = source.files().into_iter().enumerate().map(|(index, (name, _))| File {
        name: name.to_string(),
        encoding: "UTF-8".into(),
        role: if index == 0 { Role::Main } else { Role::Unused },
    });
    let files = files.collect();
    read_files(Project { source: source.clone(), files, notices: Vec::new() })
}

/// Reads from the first file on.
fn read_files(project: Project) -> Document {
    let Project { source, mut files, notices } = project;
    let (includable, names) = (Files::new(&source), Bump::new());
    let mut expander = Expander::new(&source.text, &includable, &names);
    let expanded = expander.document();
    let found = tables::read(&expanded, &mut expander);
    let used = std::mem::take(&mut expander.used);
    let mut troubles = std::mem::take(&mut expander.troubles);
    let equations = equations::read(&source.text, &expanded, &mut troubles);
    let pictures = pictures::read(&source.text, &expanded, &troubles);
    let read = source.files().into_iter().zip(used).filter(|(_, used)| *used).map(|((name, _), _)| name);
    let read: BTreeSet<&str> = read.collect();
    for file in files.iter_mut().filter(|file| file.role == Role::Unused && read.contains(file.name.as_str()))
    {
        file.role = Role::Included;
    }
    let mut problems: Vec<Diagnostic> = troubles
        .into_iter()
        .map(|trouble| Diagnostic::warning(trouble.message).at(&source, trouble.at))
        .collect();
    problems.sort_by_key(|problem| problem.place.as_ref().map_or(0, |(place, _)| place.span.start));
    problems.splice(0..0, notices);
    let tables::Found { title, summary, tables } = found;
    let boards = pictures::boards(&tables, &equations);
    Document { source, files, title, summary, tables, equations, pictures, boards, problems }
}

/// The tables of a document in the order of the file.
pub fn tables(document: &Document) -> &[Table] {
    &document.tables
}

impl Document {
    /// An error for each row below the headings of a transcript that names no origin.
    pub fn rows_without_origin(&self) -> Vec<Diagnostic> {
        let comment = if self.tables.iter().any(|table| table.environment == "tsv") { '#' } else { '%' };
        let rows = self.tables.iter().flat_map(|table| table.body());
        rows.map(|(_, row)| row)
            .filter(|row| row.origin.is_none())
            .map(|row| {
                Diagnostic::error("the row names no origin")
                    .at(&self.source, row.span.clone())
                    .label("who says that it is printed so?")
                    .note(format!(
                        "write `{comment} origin: publication and place, or who quotes it` above it"
                    ))
            })
            .collect()
    }
}
