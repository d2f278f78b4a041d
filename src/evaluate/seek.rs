//! What the claims ask for, looked for in the paper's e-print.

use std::collections::BTreeMap;

use super::Evaluator;
use super::extract::{EXTRACT, Extract, Line, Pinned, asked};
use super::language::Budget;
use super::line::{Texts, problems, transcripts};
use super::printed::locate;
use super::questions::{Heading, Question, Reads, definitions, questions, reading_id};
use super::same::Normal;
use crate::claims::{self, Claim, Document, FormulaClaim, Reading, TableClaim, What};
use crate::diagnostic::{Diagnostic, Place, Severity, Source};
use crate::notation::Dialect;
use crate::tex;

/// Entries named in a warning.
const NAMED: usize = 5;
/// The rank from which on a formula asserts nothing.
const MENTIONED: u8 = 2;
/// A formula that is called near differs in no more signs.
const MOST_SIGNS: usize = 6;

/// Reads of an e-print what the claims of a paper ask for, with a warning at each claim that does not find it there.
/// Nothing is computed.
///
/// # Errors
/// Every problem of the paper's own texts.
pub fn seek(
    texts: &Texts,
    pinned: &Pinned,
    eprint: &tex::Document,
) -> Result<(Extract, Vec<Diagnostic>), Vec<Diagnostic>> {
    let source = Source::new(format!("{}/paper.md", texts.folder), texts.document.as_str());
    let document = claims::read(&texts.key, &source)?;
    let definitions = definitions(&document)?;
    // An extract of before has no say in what is looked for.
    let mut without = texts.clone();
    without.printed.remove(EXTRACT);
    let (transcripts, _) = transcripts(&without)?;
    let conventions = &document.front.conventions;
    let sides = eprint.equations.iter().flat_map(|equation| {
        let written = equation.sides.iter().filter(|side| !side.content.is_empty());
        written.map(move |side| Side {
            piece: side,
            normal: Normal::of(&side.content, Dialect::Tex, conventions),
            rank: rank(equation),
        })
    });
    let mut seeker = Seeker {
        sides: sides.collect(),
        document: &document,
        eprint,
        evaluator: Evaluator::new(definitions, Budget::default()),
        extract: Extract { of: Some((pinned.name(), pinned.sha256.clone())), ..Extract::default() },
        warnings: Vec::new(),
        tables: BTreeMap::new(),
    };
    for (index, claim) in document.claims().enumerate() {
        let before = seeker.extract.lines.len();
        for (number, reading) in claim.readings.iter().enumerate() {
            let Some(hash) = asked(reading) else { continue };
            seeker.extract.asked.insert(reading_id(claim, reading), hash);
            match &reading.what {
                What::Table(table) => {
                    let asked =
                        questions(&document, index, claim, number, &transcripts, &mut seeker.evaluator)
                            .map_err(|stop| problems(stop, &document, claim))?;
                    seeker.table(claim, reading, table, &asked);
                }
                What::Formula(formula) => seeker.formula(claim, reading, formula),
                _ => {}
            }
        }
        let found = seeker.extract.lines.len() > before;
        seeker.formula_lost(claim, found);
    }
    seeker.rows_not_asked();
    Ok((seeker.extract, seeker.warnings))
}

/// One side of a formula of the e-print.
struct Side<'a> {
    piece: &'a tex::Piece,
    normal: Normal,
    /// The lower, the more it says.
    rank: u8,
}

/// What is asserted in a display comes before what is mentioned in a line or a cell.
fn rank(equation: &tex::Equation) -> u8 {
    let mentioned = equation.relations.is_empty() || equation.within.is_some();
    u8::from(mentioned) * MENTIONED + u8::from(["$", "\\("].contains(&equation.environment.as_str()))
}

/// A table that a claim found.
struct Found {
    table: tex::Table,
    /// The id of the first such claim.
    claim: claims::Span,
    /// The rows that are asked for.
    rows: Vec<usize>,
}

struct Seeker<'a> {
    sides: Vec<Side<'a>>,
    document: &'a Document,
    eprint: &'a tex::Document,
    evaluator: Evaluator,
    extract: Extract,
    warnings: Vec<Diagnostic>,
    /// By their place and how they are laid out.
    tables: BTreeMap<(usize, bool, bool), Found>,
}

impl Seeker<'_> {
    fn table(&mut self, claim: &Claim, reading: &Reading, table: &TableClaim, asked: &[Question]) {
        let id = &claim.id.span;
        let found = match table.find_in_eprint(self.document, self.eprint, id.clone()) {
            Ok(found) => found,
            Err(problem) => {
                // What somebody attests need not be a table; only who names one expects it.
                if table.from.is_some() || table.selector.span.is_some() {
                    self.warn(problem.note(stays(table, reading)));
                }
                return;
            }
        };
        // What is said of a heading is not said again of every entry below it.
        let mut missing = Vec::new();
        if let Err(problems) = table.locate(self.document, self.eprint, &found) {
            for problem in problems {
                let place = problem.place.as_ref().map(|(place, _)| place.span.clone());
                missing.extend(place.map(|span| Some(self.document.source.text[span].to_string())));
                self.warn(problem);
            }
        }
        let (mut rows, mut lost) = (Vec::new(), Vec::new());
        for question in asked {
            let Reads::Cell { keys, column } = &question.reads else { continue };
            let place = locate(&found, table, keys, column, Dialect::Tex, &mut self.evaluator);
            let cell = place.and_then(|(row, column, _)| {
                rows.push(row);
                Ok((row, found.cell(row, column).ok_or("the row ends before this column")?))
            });
            let entry = question.id.split_once('/').map_or("", |(_, entry)| entry);
            match cell {
                Ok((row, cell)) => {
                    let (file, line) = self.eprint.source.file_line(cell.span.start);
                    self.extract.lines.push(Line {
                        entry: entry.to_string(),
                        written: cell.source.clone(),
                        content: cell.content.clone(),
                        file: file.to_string(),
                        line,
                        commented: cell.commented || found.rows[row].commented,
                        span: 0..0,
                    });
                }
                Err(_) if missing.contains(&heading_of(column)) => {}
                Err(why) => lost.push(format!("{entry}: {why}")),
            }
        }
        if !lost.is_empty() {
            let (file, line) = self.eprint.source.file_line(found.span.start);
            let message = match &lost[..] {
                [_] => "an entry of the claim is not in its table".to_string(),
                _ => format!("{} entries of the claim are not in its table", lost.len()),
            };
            let more = lost.len().saturating_sub(NAMED);
            lost.truncate(NAMED);
            let warning = Diagnostic::warning(message)
                .at(&self.document.source, id.clone())
                .label(format!("the table is at {file}:{line}"));
            let warning = lost.into_iter().fold(warning, Diagnostic::note);
            let more = (more > 0).then(|| format!("and {more} more"));
            self.warn(more.into_iter().fold(warning, Diagnostic::note));
        }
        let place = (found.span.start, table.transpose, table.unwrap);
        let new = || Found { table: found, claim: id.clone(), rows: Vec::new() };
        self.tables.entry(place).or_insert_with(new).rows.extend(rows);
    }

    fn formula(&mut self, claim: &Claim, reading: &Reading, formula: &FormulaClaim) {
        let Some(typed) = &formula.printed else { return };
        let typed = Normal::of(&typed.text, formula.dialect, &self.document.front.conventions);
        // A lone number stands everywhere; only where it is said to be something is it the claim's.
        let asserted = |side: &&Side<'_>| !typed.is_number() || side.rank < MENTIONED;
        let fitting = self.sides.iter().filter(|side| side.normal.same(&typed)).filter(asserted);
        let Some(Side { piece, .. }) = fitting.min_by_key(|side| (side.rank, side.piece.span.start)) else {
            return;
        };
        let (file, line) = self.eprint.source.file_line(piece.span.start);
        self.extract.lines.push(Line {
            entry: reading_id(claim, reading),
            written: piece.source.clone(),
            content: piece.content.clone(),
            file: file.to_string(),
            line,
            ..Line::default()
        });
    }

    /// A warning if the paper prints a formula at a place that the claim names, and no reading of it was found.
    fn formula_lost(&mut self, claim: &Claim, found: bool) {
        let What::Formula(formula) = &claim.readings[0].what else { return };
        let placed = claim.at.as_ref().is_some_and(|at| !at.places.is_empty());
        let Some(printed) = formula.printed.as_ref().filter(|_| placed && !found) else { return };
        let typed = Normal::of(&printed.text, formula.dialect, &self.document.front.conventions);
        let near =
            self.sides.iter().map(|side| (side.normal.distance(&typed), side)).filter_map(|(far, side)| {
                let far = far?;
                (far <= MOST_SIGNS.min(typed.length() / 2)).then_some((far, side.rank, side.piece))
            });
        let problem = Diagnostic::warning("the formula was not found in the e-print")
            .at(&self.document.source, printed.span.clone())
            .note("it counts as typed; if the e-print prints it otherwise, type it as it is printed there");
        let problem = match near.min_by_key(|(far, rank, piece)| (*far, *rank, piece.span.start)) {
            Some((_, _, piece)) => {
                let place = Place { source: self.eprint.source.clone(), span: piece.span.clone() };
                problem.related(place, "the nearest formula")
            }
            None => problem,
        };
        self.warn(problem);
    }

    /// Rows of a table that no claim asks for would silently not be checked.
    fn rows_not_asked(&mut self) {
        for Found { table, claim, rows: asked } in std::mem::take(&mut self.tables).into_values() {
            let missing = table.body().filter(|(row, cells)| !asked.contains(row) && !cells.cells.is_empty());
            let places = missing.map(|(_, row)| self.eprint.source.file_line(row.span.start));
            let mut places: Vec<String> = places.map(|(file, line)| format!("{file}:{line}")).collect();
            if places.is_empty() {
                continue;
            }
            let count = places.len();
            places.truncate(NAMED);
            let words = if count == 1 { "a row of the table is" } else { "rows of the table are" };
            let more = if count > NAMED { format!(" and {} more", count - NAMED) } else { String::new() };
            self.warn(
                Diagnostic::warning(format!("{words} not asked about in the e-print"))
                    .at(&self.document.source, claim)
                    .note(format!("{}{more}", places.join(", "))),
            );
        }
    }

    fn warn(&mut self, problem: Diagnostic) {
        self.warnings.push(Diagnostic { severity: Severity::Warning, ..problem });
    }
}

fn heading_of(column: &Heading) -> Option<String> {
    match column {
        Heading::Words(words) => Some(words.clone()),
        Heading::Value(_) => None,
    }
}

/// Where a claim's entries are read if the e-print does not have them.
fn stays(table: &TableClaim, reading: &Reading) -> &'static str {
    match (&table.from, &reading.unseen) {
        (Some(_), _) => "its entries are read from the transcript",
        (None, Some(_)) => "its entries stay unseen",
        (None, None) => "its entries are unreadable",
    }
}
