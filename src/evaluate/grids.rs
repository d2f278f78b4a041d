//! Lists of rows as tables for the page.

use std::sync::Arc;

use super::answers::limits;
use super::figures::BUDGET;
use super::questions::formula;
use super::{Datum, Definitions, Evaluator, Stop};
use crate::claims::{self, Document, Expression};
use crate::diagnostic::Diagnostic;
use crate::verdicts::{self, Shown};

/// A grid has so many cells at the most, and so many in a row: nobody looks at more.
const MOST_CELLS: usize = 4_000;
const MOST_COLUMNS: usize = 100;

/// What a grid block asks for; in an arena of its own, so that its budget is its own.
///
/// # Errors
/// An expression that makes no sense; rows that are no lists, or of several lengths; headings of another number than
/// there are columns or rows; too much to be looked at; a limit. Each with its place.
pub fn tabulated(
    document: &Document,
    grid: &claims::Grid,
    definitions: &Arc<Definitions>,
) -> Result<verdicts::Grid, Diagnostic> {
    let evaluator = Evaluator::new(definitions.clone(), limits(&grid.budget, BUDGET));
    let mut printer = Printer { document, evaluator };
    let rows = printer.list(&grid.rows, "the rows of a grid are a list of lists")?;
    let rows = printer.rows(&grid.rows, &rows)?;
    let (wide, long) = (rows.first().map_or(0, Vec::len), rows.len());
    let head = printer.headings(&grid.head, wide, "columns")?;
    let side = printer.headings(&grid.side, long, "rows")?;
    let marked = match &grid.marks {
        None => Vec::new(),
        Some(marks) => {
            let values = printer.list(marks, "the marks of a grid are a list of values")?;
            printer.shown(marks, &values)?
        }
    };
    let cell = |shown| verdicts::Cell { marked: marked.contains(&shown), shown };
    let rows = rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect();
    let text = |text: &Option<claims::Text>| text.as_ref().map_or(String::new(), |text| text.text.clone());
    Ok(verdicts::Grid {
        name: grid.id.text.clone(),
        title: text(&grid.title),
        description: text(&grid.description),
        corner: text(&grid.corner),
        head,
        side,
        rows,
        uses: document.used_by_grid(grid),
    })
}

struct Printer<'a> {
    document: &'a Document,
    evaluator: Evaluator,
}

impl Printer<'_> {
    /// The members of a list.
    fn list(&mut self, written: &Expression, wanted: &str) -> Result<Vec<Datum>, Diagnostic> {
        let value = self.evaluator.evaluate(&formula(written, &self.document.source), &[]);
        match value.map_err(|stop| self.placed(written, stop))? {
            Datum::List(members) => Ok(members.to_vec()),
            other => Err(self.refused(written, format!("{wanted}, not {}", other.a_kind()))),
        }
    }

    /// The rows as they stand, if they make a table that is not too large.
    fn rows(&mut self, written: &Expression, rows: &[Datum]) -> Result<Vec<Vec<Shown>>, Diagnostic> {
        let mut lines: Vec<Vec<Datum>> = Vec::new();
        for (number, row) in (1..).zip(rows) {
            let Datum::List(row) = row else {
                let message = format!("row {number} of the grid is {}, not a list", row.a_kind());
                return Err(self.refused(written, message));
            };
            let (wide, first) = (row.len(), lines.first().map_or(row.len(), Vec::len));
            if wide != first {
                let message = format!("row 1 of the grid has {first} cells and row {number} has {wide}");
                return Err(self.refused(written, message));
            }
            lines.push(row.to_vec());
        }
        let wide = lines.first().map_or(0, Vec::len);
        if wide == 0 {
            return Err(self.refused(written, "the grid has no cells".to_string()));
        }
        if wide > MOST_COLUMNS || lines.len() * wide > MOST_CELLS {
            let message = format!("a grid has at most {MOST_COLUMNS} columns and {MOST_CELLS} cells");
            return Err(self.refused(written, message));
        }
        lines.iter().map(|row| self.shown(written, row)).collect()
    }

    fn headings(
        &mut self,
        written: &Option<Expression>,
        wanted: usize,
        of: &str,
    ) -> Result<Vec<Shown>, Diagnostic> {
        let Some(written) = written else { return Ok(Vec::new()) };
        let names = self.list(written, "the headings of a grid are a list")?;
        if names.len() != wanted {
            let message = format!("headings for {of} of the grid: {wanted} are needed, not {}", names.len());
            return Err(self.refused(written, message));
        }
        self.shown(written, &names)
    }

    /// A text stands in a cell without the quotes of the language.
    fn shown(&mut self, written: &Expression, values: &[Datum]) -> Result<Vec<Shown>, Diagnostic> {
        let one = |datum: &Datum| match datum {
            Datum::Text(words) => Ok(Shown::words(&**words)),
            datum => self.evaluator.shown(datum),
        };
        let shown: Result<Vec<Shown>, _> = values.iter().map(one).collect();
        shown.map_err(|trouble| self.placed(written, trouble.into()))
    }

    fn placed(&self, written: &Expression, stop: Stop) -> Diagnostic {
        let help = "print less, or give the grid a `budget`";
        stop.placed(&self.document.source, written.span.clone(), help)
    }

    fn refused(&self, written: &Expression, message: String) -> Diagnostic {
        Diagnostic::error(message).at(&self.document.source, written.span.clone())
    }
}
