//! Lists of rows as tables for the page.

use super::questions::formula;
use super::{Datum, Evaluator, Formula, Stop};
use crate::claims::{self, Document};
use crate::diagnostic::Diagnostic;
use crate::verdicts::{self, Shown};

/// A grid has so many cells at the most, and so many in a row: nobody looks at more.
const MOST_CELLS: usize = 4_000;
const MOST_COLUMNS: usize = 100;

/// What a grid block asks to be printed.
///
/// # Errors
/// An expression that makes no sense; rows that are no lists, or of several lengths; headings of another number than
/// there are columns or rows; too much to be looked at; a limit.
pub fn printed(
    document: &Document,
    grid: &claims::Grid,
    evaluator: &mut Evaluator,
) -> Result<verdicts::Grid, Stop> {
    let rows_formula = formula(&grid.rows, &document.source);
    let rows = list(&rows_formula, "the rows of a grid are a list of lists", evaluator)?;
    let mut lines: Vec<&[Datum]> = Vec::new();
    for (number, row) in (1..).zip(&rows) {
        let Datum::List(row) = row else {
            let message = format!("row {number} of the grid is {}, not a list", row.a_kind());
            return Err(refuse(&rows_formula, message));
        };
        let (wide, first) = (row.len(), lines.first().map_or(row.len(), |first| first.len()));
        if wide != first {
            let message = format!("row 1 of the grid has {first} cells and row {number} has {wide}");
            return Err(refuse(&rows_formula, message));
        }
        lines.push(row);
    }
    let wide = lines.first().map_or(0, |row| row.len());
    if wide == 0 {
        return Err(refuse(&rows_formula, "the grid has no cells".to_string()));
    }
    if wide > MOST_COLUMNS || lines.len() * wide > MOST_CELLS {
        let message = format!("a grid has at most {MOST_COLUMNS} columns and {MOST_CELLS} cells");
        return Err(refuse(&rows_formula, message));
    }
    let mut headings = |expression: &Option<claims::Expression>, wanted: usize, what: &str| {
        let Some(expression) = expression else { return Ok(Vec::new()) };
        let formula = formula(expression, &document.source);
        let names = list(&formula, "the headings of a grid are a list", evaluator)?;
        if names.len() != wanted {
            let message = format!("the grid has {wanted} {what} and {} headings for them", names.len());
            return Err(refuse(&formula, message));
        }
        Ok(names.iter().map(|name| shown(name, evaluator)).collect())
    };
    let head = headings(&grid.head, wide, "columns")?;
    let side = headings(&grid.side, lines.len(), "rows")?;
    let marked: Vec<Shown> = match &grid.marks {
        None => Vec::new(),
        Some(marks) => {
            let marks = formula(marks, &document.source);
            let marks = list(&marks, "the marks of a grid are a list of values", evaluator)?;
            marks.iter().map(|mark| shown(mark, evaluator)).collect()
        }
    };
    let mut cell = |datum: &Datum| {
        let shown = shown(datum, evaluator);
        verdicts::Cell { marked: marked.contains(&shown), shown }
    };
    let rows = lines.iter().map(|row| row.iter().map(&mut cell).collect()).collect();
    let text = |text: &Option<claims::Text>| text.as_ref().map_or(String::new(), |text| text.text.clone());
    Ok(verdicts::Grid {
        name: grid.id.text.clone(),
        title: text(&grid.title),
        description: text(&grid.description),
        corner: text(&grid.corner),
        head,
        side,
        rows,
    })
}

/// The members of a list.
fn list(formula: &Formula, message: &str, evaluator: &mut Evaluator) -> Result<Vec<Datum>, Stop> {
    match evaluator.evaluate(formula, &[])? {
        Datum::List(members) => Ok(members.to_vec()),
        other => Err(refuse(formula, format!("{message}, not {}", other.a_kind()))),
    }
}

/// A text stands in a cell without the quotes of the language.
fn shown(datum: &Datum, evaluator: &mut Evaluator) -> Shown {
    match datum {
        Datum::Text(words) => Shown::words(&**words),
        datum => evaluator.show(datum),
    }
}

fn refuse(formula: &Formula, message: String) -> Stop {
    Diagnostic::error(message).at(&formula.source, formula.place(&formula.expr.span)).into()
}
