//! Where many rows of a column disagree: is there one convention under which most would agree? It is asked, never applied.

use super::at;
use super::cells::{self, Said};
use super::headings::{QUANTITIES, Sureness};
use super::relations::{self, Compared, Relation, bears_out};
use super::tables::Desk;
use crate::evaluate::{Bindings, Datum, Evaluator, Formula};
use crate::findings::{Question, QuestionKind};
use crate::notation::Conventions;

/// A question, and the rows that it would explain.
pub struct Explained {
    pub question: Question,
    pub rows: Vec<usize>,
    /// The notation that would be read otherwise, if it is one.
    choice: Option<(&'static str, &'static str)>,
}

impl Explained {
    /// Whether another column, which agrees with the one row that is explained, would not do so any more.
    pub fn is_refuted(
        &self,
        desk: &Desk,
        relation: &Relation,
        all: &[Relation],
        evaluator: &mut Evaluator,
    ) -> bool {
        let (Some(choice), [row]) = (self.choice, &self.rows[..]) else { return false };
        let others = all.iter().filter(|other| other.of == relation.of && other.column != relation.column);
        let reading = Reading::Notation(choice.0, choice.1);
        others
            .filter(|other| {
                other.rows.iter().any(|found| found.row == *row && matches!(found.found, Compared::Agrees))
            })
            .any(|other| read_again(desk, other, *row, &reading, evaluator) == Some(false))
    }
}

/// What printed notation could also mean.
pub const NOTATIONS: [(&str, &str); 3] = [("n*", "n·*"), ("5↓", "5·↓"), ("↑^n", "n·↑")];

/// Under which the rows are compared again.
enum Reading {
    Notation(&'static str, &'static str),
    Bars,
    /// Integers stand for nimbers, as Grundy values do.
    Nimbers,
    Exchanged,
    /// The column holds another quantity than its heading says.
    Named(usize),
    Shifted(isize),
}

/// The convention under which most of the differing rows of a relation agree, if there is one.
pub fn explain(desk: &Desk, relation: &Relation, evaluator: &mut Evaluator) -> Option<Explained> {
    let differing: Vec<usize> = rows(relation);
    if differing.is_empty() {
        return None;
    }
    if relation.quantity.name == "outcome"
        && let Some(explained) = try_reading(desk, relation, &differing, &Reading::Nimbers, evaluator)
    {
        return Some(explained);
    }
    let mut readings: Vec<Reading> =
        NOTATIONS.iter().map(|(printed, meaning)| Reading::Notation(printed, meaning)).collect();
    if differing.len() < 2 {
        return readings
            .iter()
            .find_map(|reading| try_reading(desk, relation, &differing, reading, evaluator));
    }
    readings.push(Reading::Bars);
    if !relation.holds() && relation.sureness >= Sureness::Word {
        readings.push(Reading::Exchanged);
        let swapped = match relation.quantity.name {
            "Left stop" => Some("Right stop"),
            "Right stop" => Some("Left stop"),
            _ => None,
        };
        let other = QUANTITIES.iter().position(|quantity| Some(quantity.name) == swapped);
        readings.extend(other.map(Reading::Named));
        readings.extend([Reading::Shifted(1), Reading::Shifted(-1)]);
    }
    readings.iter().find_map(|reading| try_reading(desk, relation, &differing, reading, evaluator))
}

fn rows(relation: &Relation) -> Vec<usize> {
    let differs = relation.rows.iter().filter(|row| matches!(row.found, Compared::Differs(_)));
    differs.map(|row| row.row).collect()
}

fn try_reading(
    desk: &Desk,
    relation: &Relation,
    differing: &[usize],
    reading: &Reading,
    evaluator: &mut Evaluator,
) -> Option<Explained> {
    let (mut gained, mut lost, mut agree, mut of) = (Vec::new(), 0, 0, 0);
    for row in &relation.rows {
        let found = read_again(desk, relation, row.row, reading, evaluator);
        let before = matches!(row.found, Compared::Agrees | Compared::ByConvention);
        match found {
            Some(true) => {
                agree += 1;
                of += 1;
                if differing.contains(&row.row) {
                    gained.push(row.row);
                }
            }
            Some(false) => {
                of += 1;
                lost += usize::from(before);
            }
            None => {}
        }
    }
    let notation = matches!(reading, Reading::Notation(..) | Reading::Bars);
    // One row that a usual notation explains is asked about as well.
    let explains_all = matches!(reading, Reading::Notation(..)) && gained.len() == differing.len();
    let enough = if matches!(reading, Reading::Nimbers) {
        gained.len() == differing.len() && 2 * agree > of
    } else if notation {
        let most = gained.len() >= 2 && 5 * gained.len() >= 4 * differing.len();
        (most || explains_all) && lost == 0
    } else {
        bears_out(Sureness::Letter, agree, of) && agree >= relation.agreeing() + 2
    };
    if !enough {
        return None;
    }
    let column = desk.column_name(relation.column);
    let quantity = relation.quantity.name;
    let games = desk.column_name(relation.of);
    let count = gained.len();
    let asks = match reading {
        Reading::Notation(printed, meaning) => format!(
            "Is `{printed}` to be read as `{meaning}` in {}? Then {count} of {} rows in which {column} is not the {quantity} of {games} agree. (`--notation '{printed} = {meaning}'` reads it so.)",
            desk.name,
            differing.len()
        ),
        Reading::Bars => format!(
            "Do single bars come before double bars in {}? Then {count} of {} rows in which {column} is not the {quantity} of {games} agree.",
            desk.name,
            differing.len()
        ),
        Reading::Nimbers => format!(
            "Do integers stand for nimbers in {games} of {}? Then {column} is the {quantity} in {agree} of {of} rows.",
            desk.name
        ),
        Reading::Exchanged => format!(
            "Are Left and Right exchanged in {}? Then {column} is the {quantity} of {games} in {agree} of {of} rows, else in {}.",
            desk.name,
            relation.agreeing()
        ),
        Reading::Named(other) => format!(
            "Is {column} of {} the {}? It is that of {games} in {agree} of {of} rows, and the {quantity} in {}.",
            desk.name,
            QUANTITIES[*other].name,
            relation.agreeing()
        ),
        Reading::Shifted(by) => {
            let other = if *by > 0 { "below" } else { "above" };
            format!(
                "Does {column} of {} begin to count elsewhere? In {agree} of {of} rows it is the {quantity} of {games} of the row {other}, and of its own row in {}.",
                desk.name,
                relation.agreeing()
            )
        }
    };
    let place = desk.grid.columns[relation.column].cells.get(*gained.first()?)?.span.start;
    let lines = gained.iter().take(20).map(|row| desk.place(*row, relation.column)).collect();
    let kind = match reading {
        Reading::Shifted(_) => QuestionKind::Shift,
        _ => QuestionKind::Convention,
    };
    Some(Explained {
        question: Question {
            id: format!("{}/column-{}/convention", desk.id, relation.column + 1),
            kind,
            at: at(desk.source, place),
            asks,
            lines,
            check: String::new(),
        },
        rows: gained,
        choice: match reading {
            Reading::Notation(printed, meaning) => Some((*printed, *meaning)),
            _ => None,
        },
    })
}

/// What a cell says if one notation is read otherwise.
pub fn read_as(
    desk: &Desk,
    (row, column): (usize, usize),
    (printed, meaning): (&str, &str),
    evaluator: &mut Evaluator,
) -> Option<Said> {
    let mut other = desk.told.conventions.clone();
    other.set(printed, meaning).ok()?;
    cells::read_text(&desk.grid.columns[column].cells[row].content, &other, desk.source, evaluator)
}

/// Whether a row agrees under that reading; none if it cannot be compared.
fn read_again(
    desk: &Desk,
    relation: &Relation,
    row: usize,
    reading: &Reading,
    evaluator: &mut Evaluator,
) -> Option<bool> {
    let printed = desk.grid.columns[relation.column].said(row)?.clone();
    let cell = &desk.grid.columns[relation.of].cells[row];
    let own = cell.said()?.datum.clone();
    let conventions = &desk.told.conventions;
    let again = |content: &str, conventions: &Conventions, evaluator: &mut Evaluator| -> Option<Said> {
        cells::read_text(content, conventions, desk.source, evaluator)
    };
    let (quantity, game, printed) = match reading {
        Reading::Notation(notation, meaning) => {
            let mut other = conventions.clone();
            other.set(notation, meaning).ok()?;
            let game = again(&cell.content, &other, evaluator)?.datum;
            let content = &desk.grid.columns[relation.column].cells[row].content;
            let printed = again(content, &other, evaluator).unwrap_or(printed);
            (relation.quantity, game, printed)
        }
        Reading::Bars => {
            let game = again(&bars_exchanged(&cell.content), conventions, evaluator)?.datum;
            (relation.quantity, game, printed)
        }
        Reading::Nimbers => (relation.quantity, nimber(&own, evaluator)?, printed),
        Reading::Exchanged => (relation.quantity, negative(&own, evaluator)?, printed),
        Reading::Named(other) => (&QUANTITIES[*other], own, printed),
        Reading::Shifted(by) => {
            let other = row.checked_add_signed(*by).filter(|row| *row < desk.grid.rows)?;
            let game = desk.grid.columns[relation.of].said(other)?.datum.clone();
            (relation.quantity, game, printed)
        }
    };
    match relations::compare(quantity, &game, &printed, evaluator) {
        Compared::Agrees | Compared::ByConvention => Some(true),
        Compared::Differs(_) => Some(false),
        Compared::Nothing => None,
    }
}

/// The nimber of a number of the row; a game that is no integer is itself.
fn nimber(game: &Datum, evaluator: &mut Evaluator) -> Option<Datum> {
    match game.as_integer() {
        Some(n @ 0..=1000) => evaluator.evaluate(&Formula::typed(&format!("*{n}")).ok()?, &[]).ok(),
        Some(_) => None,
        None => Some(game.clone()),
    }
}

fn negative(game: &Datum, evaluator: &mut Evaluator) -> Option<Datum> {
    let formula = Formula::typed("-g").ok()?;
    let bindings: Bindings = vec![("g".to_string(), game.clone())];
    evaluator.evaluate(&formula, &bindings).ok()
}

/// A text with single and double bars exchanged.
fn bars_exchanged(content: &str) -> String {
    let mut text = content.to_string();
    for double in ["\\Vert", "\\|", "\\parallel", "||", "‖"] {
        text = text.replace(double, "\u{0}");
    }
    for single in ["\\mid", "\\vert", "|"] {
        text = text.replace(single, "\\Vert ");
    }
    text.replace('\u{0}', "\\mid ")
}
