//! Tables that mirror themselves: rows and columns have the same headings, and nearly all pairs of cells are equal, or
//! negatives of each other.

use super::at;
use super::cells::Said;
use super::judge::{judge_text, shown};
use super::tables::{Desk, printed_text};
use crate::diagnostic::Diagnostic;
use crate::evaluate::{Bindings, Datum, Evaluator, Formula};
use crate::findings::{Finding, FindingKind, Findings, TableFound};
use crate::tex::normal;
use crate::verdicts::Witness;

/// Pairs that must agree before the others are said to break the symmetry, and how many of ten pairs.
const LEAST_PAIRS: usize = 9;
const OF_TEN: usize = 9;

/// Reports the pairs that break a symmetry which nearly all pairs have.
///
/// # Errors
/// If two of our own methods disagree.
pub fn check(
    desk: &mut Desk,
    found: &mut TableFound,
    evaluator: &mut Evaluator,
    findings: &mut Findings,
) -> Result<(), Diagnostic> {
    let Some(size) = square(desk) else { return Ok(()) };
    for negated in [false, true] {
        let (mut agree, mut broken, mut trivial) = (Vec::new(), Vec::new(), 0);
        for row in 0..size {
            for column in 0..row {
                let here = desk.grid.columns[column + 1].said(row);
                let mirrored = desk.grid.columns[row + 1].said(column);
                let (Some(here), Some(mirrored)) = (here, mirrored) else { continue };
                if desk.grid.repeats(row, &[column + 1]) || desk.grid.repeats(column, &[row + 1]) {
                    continue;
                }
                let Some(expected) = image(mirrored, negated, evaluator) else { continue };
                match evaluator.equal(&expected, &here.datum) {
                    Ok(true) => {
                        // 0 and its like are their own negatives, and say nothing of either symmetry.
                        trivial += usize::from(evaluator.equal(&mirrored.datum, &expected).unwrap_or(false));
                        agree.push((row, column));
                    }
                    Ok(false) => broken.push((row, column, expected)),
                    Err(_) => {}
                }
            }
        }
        let pairs = agree.len() + broken.len();
        let telling = if negated { agree.len() - trivial } else { agree.len() };
        if telling < LEAST_PAIRS
            || 10 * agree.len() < OF_TEN * pairs
            || same_everywhere(desk, size, evaluator)
        {
            continue;
        }
        let word = if negated { "antisymmetric" } else { "symmetric" };
        found.notes.push(format!("{word} in {} of {pairs} pairs of cells", agree.len()));
        for &(row, column) in &agree {
            desk.compared[column + 1][row] = true;
            desk.compared[row + 1][column] = true;
        }
        for (row, column, expected) in broken {
            desk.compared[column + 1][row] = true;
            desk.compared[row + 1][column] = true;
            let counts = (agree.len(), pairs);
            findings.findings.extend(breaks(desk, row, column, &expected, negated, counts, evaluator)?);
        }
        break;
    }
    Ok(())
}

/// The size of the table, if its rows are headed as its columns are.
fn square(desk: &Desk) -> Option<usize> {
    let size = desk.grid.rows;
    if size < 4 || desk.grid.columns.len() != size + 1 {
        return None;
    }
    let labels: Vec<String> = desk.grid.columns[0].cells.iter().map(|cell| normal(&cell.content)).collect();
    let distinct: std::collections::BTreeSet<&String> = labels.iter().collect();
    let headed = |(row, label): (usize, &String)| normal(&desk.grid.columns[row + 1].title) == *label;
    let fits = distinct.len() == size && labels.iter().enumerate().all(headed);
    (fits && labels.iter().all(|label| !label.is_empty())).then_some(size)
}

fn image(said: &Said, negated: bool, evaluator: &mut Evaluator) -> Option<Datum> {
    if !negated {
        return Some(said.datum.clone());
    }
    let formula = Formula::typed("-g").ok()?;
    let bindings: Bindings = vec![("g".to_string(), said.datum.clone())];
    evaluator.evaluate(&formula, &bindings).ok()
}

/// Whether off the diagonal there is nothing but one value, or two: then a symmetry is no surprise.
fn same_everywhere(desk: &Desk, size: usize, evaluator: &mut Evaluator) -> bool {
    let mut seen: Vec<Datum> = Vec::new();
    for row in 0..size {
        for column in (0..size).filter(|column| *column != row) {
            let Some(said) = desk.grid.columns[column + 1].said(row) else { continue };
            if !seen.iter().any(|known| evaluator.equal(known, &said.datum).unwrap_or(false)) {
                seen.push(said.datum.clone());
            }
        }
        if seen.len() > 2 {
            return false;
        }
    }
    true
}

fn breaks(
    desk: &Desk,
    row: usize,
    column: usize,
    expected: &Datum,
    negated: bool,
    (agree, pairs): (usize, usize),
    evaluator: &mut Evaluator,
) -> Result<Option<Finding>, Diagnostic> {
    let here = desk.grid.columns[column + 1].said(row);
    let mirrored = desk.grid.columns[row + 1].said(column);
    let (Some(here), Some(mirrored)) = (here, mirrored) else { return Ok(None) };
    let (Some(here_as), Some(mirrored_as)) =
        (printed_text(here, evaluator), printed_text(mirrored, evaluator))
    else {
        return Ok(None);
    };
    let image = if negated { format!("-({mirrored_as})") } else { mirrored_as.clone() };
    let check = format!("{image} = {here_as}");
    let Some(judged) = judge_text(&check, evaluator)? else { return Ok(None) };
    let mirror = desk.place(column, row + 1);
    let relation = if negated { "negatives of each other" } else { "equal" };
    Ok(Some(Finding {
        id: desk.cell_id(row, column + 1),
        kind: FindingKind::Symmetry,
        at: at(desk.source, desk.grid.columns[column + 1].cells[row].span.start),
        place: desk.place(row, column + 1),
        printed: desk.shown_cell(row, column + 1),
        recomputed: shown(expected, evaluator),
        why: format!(
            "{agree} of {pairs} pairs of cells that mirror each other in this table are {relation}; this cell and {mirror} are not."
        ),
        confirmed: judged.confirmed,
        methods: judged.methods,
        witness: Some(Witness {
            summary: format!("printed are {here_as} here and {mirrored_as} at the mirrored place"),
            lines: Vec::new(),
        }),
        check,
    }))
}
