//! Where a printed answer is read: found anew for every verdict, with its place in its own file.

use std::collections::BTreeMap;

use super::extract::{Extract, FROM_EPRINT, Known, Line};
use super::questions::{Heading, Question, Reads, formula, reading_id};
use super::{Datum, Evaluator, Formula};
use crate::claims::{self, Claim, Column, Columns, Document, TableClaim, What};
use crate::diagnostic::Source;
use crate::notation::{Conventions, Dialect};
use crate::tex;
use crate::verdicts::ReadAt;

/// What is printed.
#[derive(Clone, Debug)]
pub enum Printed {
    /// Text to be read as notation.
    Notation(Notation),
    /// A cell that the claim says how to read: `--` as `none`.
    Reads { expression: Formula, text: String, at: ReadAt },
    /// The claim states it in words; there is nothing to read.
    Stated(Option<ReadAt>),
    /// Nothing has been seen.
    Unseen,
    /// It should be there, and could not be found or read: why.
    Lost(String),
}

/// A text in a notation.
#[derive(Clone, Debug)]
pub struct Notation {
    pub text: String,
    pub dialect: Dialect,
    /// The file that it stands in.
    pub source: Source,
    /// Where the text begins in the file, if it stands there as it is read.
    pub start: usize,
    /// The bytes of the file that hold the entry, as written.
    pub span: std::ops::Range<usize>,
    pub at: ReadAt,
    /// What is to be known of it besides: commented out, not found in the e-print.
    pub standings: Vec<&'static str>,
}

/// What was read of a paper besides paper.md.
#[derive(Clone, Debug, Default)]
pub struct Transcripts {
    /// The tables of its transcripts, by path relative to the paper's folder.
    pub files: BTreeMap<String, tex::Document>,
    /// What was read of its e-print.
    pub extract: Extract,
}

const COMMENTED: &str = "commented out in the source, not printed";
const TYPED: &str = "typed, not found in the e-print";
const TRANSCRIBED: &str = "transcribed, not found in the e-print";

/// The standings that say how the printed text came to us.
pub const STANDINGS: [&str; 3] = [COMMENTED, TYPED, TRANSCRIBED];

/// Finds the printed answer of a question.
pub fn printed(
    document: &Document,
    transcripts: &Transcripts,
    question: &Question,
    evaluator: &mut Evaluator,
) -> Printed {
    let Some(claim) = document.claims().nth(question.claim) else {
        return Printed::Lost("the claim is gone".to_string());
    };
    let reading = &claim.readings[question.reading];
    let extract = &transcripts.extract;
    match (&question.reads, &reading.what) {
        (Reads::Nowhere, _) => Printed::Unseen,
        (Reads::Statement, What::Statement(statement)) => Printed::Stated(Some(in_document(
            document,
            claim,
            &statement.holds.text,
            statement.holds.span.start,
        ))),
        (Reads::Cases, What::Statement(statement)) => {
            let count = if question.full { &statement.cases.1 } else { &statement.cases.0 };
            match count {
                Some(count) => typed(
                    document,
                    claim,
                    &document.source.text[count.span.clone()],
                    count.span.start,
                    Dialect::Plain,
                ),
                None => Printed::Unseen,
            }
        }
        (Reads::Tally(index), What::Search(search)) => match search.printed.get(*index) {
            Some(tally) => typed(document, claim, &tally.value.text, tally.value.span.start, Dialect::Plain),
            None => Printed::Lost("the printed number is gone".to_string()),
        },
        (Reads::Formula, What::Formula(claimed)) => match &claimed.printed {
            Some(text) => {
                let printed = typed(document, claim, &text.text, text.span.start, claimed.dialect);
                let line = extract.line(claim, reading, &reading_id(claim, reading));
                match (printed, line) {
                    // What is typed counts; the e-print says that it is so printed, and where.
                    (Printed::Notation(notation), Some(line)) => {
                        Printed::Notation(Notation { at: in_eprint(extract, line), ..notation })
                    }
                    (Printed::Notation(mut notation), None)
                        if extract.known(claim, reading) == Known::Sought =>
                    {
                        notation.standings.push(TYPED);
                        Printed::Notation(notation)
                    }
                    (printed, _) => printed,
                }
            }
            None => Printed::Unseen,
        },
        (Reads::Cell { keys, column }, What::Table(table)) => {
            let entry = question.id.split_once('/').map_or("", |(_, entry)| entry);
            if let Some(line) = extract.line(claim, reading, entry) {
                return extracted(document, extract, line, table).unwrap_or_else(Printed::Lost);
            }
            let sought = extract.known(claim, reading) == Known::Sought;
            match (&table.from, &reading.unseen) {
                (Some(_), Some(_)) if lacks_row(transcripts, table, keys, evaluator) => Printed::Unseen,
                (Some(_), _) => {
                    let found = cell(document, transcripts, table, keys, column, evaluator);
                    match found.unwrap_or_else(Printed::Lost) {
                        Printed::Notation(mut notation) if sought => {
                            notation.standings.push(TRANSCRIBED);
                            Printed::Notation(notation)
                        }
                        printed => printed,
                    }
                }
                (None, None) if sought => Printed::Lost("the e-print has no such entry".to_string()),
                (None, _) => Printed::Unseen,
            }
        }
        _ => Printed::Lost("the claim has changed its kind".to_string()),
    }
}

fn typed(document: &Document, claim: &Claim, text: &str, start: usize, dialect: Dialect) -> Printed {
    Printed::Notation(Notation {
        text: text.to_string(),
        dialect,
        source: document.source.clone(),
        start,
        span: start..start + text.len(),
        at: in_document(document, claim, text, start),
        standings: Vec::new(),
    })
}

/// An entry that was read from the e-print.
fn extracted(
    document: &Document,
    extract: &Extract,
    line: &Line,
    claim: &TableClaim,
) -> Result<Printed, String> {
    let at = in_eprint(extract, line);
    if let Some(printed) = read_as(document, claim, &line.content, &at) {
        return Ok(printed);
    }
    let source = extract.source.as_ref().filter(|_| !line.content.is_empty()).ok_or("the cell is empty")?;
    Ok(Printed::Notation(Notation {
        text: line.content.clone(),
        dialect: Dialect::Tex,
        source: source.clone(),
        start: line.span.start,
        span: line.span.clone(),
        at,
        standings: if line.commented { vec![COMMENTED] } else { Vec::new() },
    }))
}

fn in_eprint(extract: &Extract, line: &Line) -> ReadAt {
    ReadAt {
        file: extract.file(line),
        line: line.line,
        text: line.written.clone(),
        standing: FROM_EPRINT.to_string(),
    }
}

/// A cell that the claim says how to read.
fn read_as(document: &Document, claim: &TableClaim, content: &str, at: &ReadAt) -> Option<Printed> {
    let same = |text: &claims::Text| tex::normal(&text.text) == tex::normal(content);
    let (_, expression) = claim.reads.iter().find(|(text, _)| same(text))?;
    let expression = formula(expression, &document.source);
    Some(Printed::Reads { expression, text: content.to_string(), at: at.clone() })
}

fn in_document(document: &Document, claim: &Claim, text: &str, start: usize) -> ReadAt {
    let origin = claim.at.as_ref().and_then(|at| at.origin.as_ref());
    ReadAt {
        file: document.source.name.clone(),
        line: document.source.line_column(start).0,
        text: text.to_string(),
        standing: origin.map_or("typed".to_string(), |origin| origin.text.clone()),
    }
}

/// The cell of a row and a column of the claim's table, in its transcript.
pub fn cell(
    document: &Document,
    transcripts: &Transcripts,
    claim: &TableClaim,
    keys: &[(String, Datum)],
    column: &Heading,
    evaluator: &mut Evaluator,
) -> Result<Printed, String> {
    let (file, table) = table(transcripts, claim)?;
    let (row, column, read_in) = locate(&table, claim, keys, column, claim.dialect, evaluator)?;
    let cell = table.cell(row, column).ok_or("the row ends before this column")?;
    let (name, line) = file.file_line(cell.span.start);
    let at = ReadAt {
        file: name.to_string(),
        line,
        text: cell.source.clone(),
        standing: table.rows[row].origin.clone().unwrap_or_else(|| "transcript".to_string()),
    };
    if let Some(printed) = read_as(document, claim, &cell.content, &at) {
        return Ok(printed);
    }
    if cell.content.is_empty() {
        return Err("the cell is empty".to_string());
    }
    let commented = cell.commented || table.rows[row].commented;
    Ok(Printed::Notation(Notation {
        text: cell.content.clone(),
        dialect: read_in.unwrap_or(claim.dialect),
        source: file.clone(),
        start: cell.place(0..cell.content.len()).start,
        span: cell.span.clone(),
        at,
        standings: if commented { vec![COMMENTED] } else { Vec::new() },
    }))
}

/// The row and the column of an entry in a table, and how the claim says that the column is written.
pub fn locate(
    table: &tex::Table,
    claim: &TableClaim,
    keys: &[(String, Datum)],
    column: &Heading,
    dialect: Dialect,
    evaluator: &mut Evaluator,
) -> Result<(usize, usize, Option<Dialect>), String> {
    let row = row(table, keys, dialect, evaluator)?;
    match column {
        Heading::Words(words) => {
            Ok((row, one_column(table, words)?, named(claim, words).map(|column| column.dialect)))
        }
        Heading::Value(value) => {
            let fits =
                (0..table.width()).find(|&at| same(&table.heading(at), value, Dialect::Tex, evaluator));
            let read_in = match &claim.columns {
                Columns::Across { dialect, .. } => Some(*dialect),
                Columns::Named(_) => None,
            };
            let column = fits.ok_or_else(|| format!("no column is headed {}", evaluator.show(value).text))?;
            Ok((row, column, read_in))
        }
    }
}

/// The claim's table in its transcript, as the claim lays it out, with its file.
pub fn table(transcripts: &Transcripts, claim: &TableClaim) -> Result<(Source, tex::Table), String> {
    let (file, found) = find(transcripts, claim)?;
    Ok((file.clone(), claim.laid_out(found)))
}

/// The claim's table as its transcript has it, with its file.
fn find<'t>(
    transcripts: &'t Transcripts,
    claim: &TableClaim,
) -> Result<(&'t Source, &'t tex::Table), String> {
    let from = claim.from.as_ref().ok_or("the claim names no transcript")?;
    let file = transcripts.files.get(&from.text).ok_or_else(|| format!("there is no file {}", from.text))?;
    let headings: Vec<&str> = claim.selector.header.iter().map(|heading| heading.text.as_str()).collect();
    let wanted = tex::Wanted {
        label: claim.selector.label.as_ref().map(|label| label.text.as_str()),
        caption: claim.selector.caption.as_ref().map(|caption| caption.text.as_str()),
        headings: &headings,
    };
    let found = tex::find(&file.source, &file.tables, &wanted).map_err(|missing| {
        let near = missing.candidates.join("; ");
        if near.is_empty() { missing.message } else { format!("{} (nearest: {near})", missing.message) }
    })?;
    Ok((&file.source, found))
}

fn named<'c>(claim: &'c TableClaim, heading: &str) -> Option<&'c Column> {
    match &claim.columns {
        Columns::Named(columns) => columns.iter().find(|column| column.header.text == heading),
        Columns::Across { .. } => None,
    }
}

fn one_column(table: &tex::Table, heading: &str) -> Result<usize, String> {
    match table.columns_headed(heading)[..] {
        [column] => Ok(column),
        [] => {
            let headings: Vec<String> = (0..table.width()).map(|column| table.heading(column)).collect();
            Err(format!("no column is headed `{heading}` (the headings are {})", headings.join(" | ")))
        }
        _ => Err(format!("several columns are headed `{heading}`")),
    }
}

/// Has the claim's transcript no row with this key yet?
fn lacks_row(
    transcripts: &Transcripts,
    claim: &TableClaim,
    keys: &[(String, Datum)],
    evaluator: &mut Evaluator,
) -> bool {
    let Ok((_, table)) = table(transcripts, claim) else { return false };
    rows(&table, keys, claim.dialect, evaluator).is_ok_and(|rows| rows.is_empty())
}

/// The one row whose key cells have these values.
fn row(
    table: &tex::Table,
    keys: &[(String, Datum)],
    dialect: Dialect,
    evaluator: &mut Evaluator,
) -> Result<usize, String> {
    let fitting = rows(table, keys, dialect, evaluator)?;
    match fitting[..] {
        [row] => Ok(row),
        [] => Err("no row has this key".to_string()),
        _ => Err(format!("{} rows have this key", fitting.len())),
    }
}

/// All rows whose key cells have these values.
fn rows(
    table: &tex::Table,
    keys: &[(String, Datum)],
    dialect: Dialect,
    evaluator: &mut Evaluator,
) -> Result<Vec<usize>, String> {
    let mut columns = Vec::new();
    for (heading, _) in keys {
        columns.push(one_column(table, heading)?);
    }
    let mut fitting = Vec::new();
    for (index, _) in table.body() {
        let fits = keys.iter().zip(&columns).all(|((_, value), &column)| {
            let text = table.cell(index, column).map_or("", |cell| cell.content.as_str());
            same(text, value, dialect, evaluator)
        });
        if fits {
            fitting.push(index);
        }
    }
    Ok(fitting)
}

/// Whether a key cell has a value: the same words, or notation of the same value.
pub fn same(text: &str, value: &Datum, dialect: Dialect, evaluator: &mut Evaluator) -> bool {
    if let Datum::Text(words) = value {
        return tex::normal(text) == tex::normal(words);
    }
    let Ok(formula) = Formula::read(text, dialect, &Conventions::default(), &Source::new("key", text), 0)
    else {
        return false;
    };
    let Ok(datum) = evaluator.evaluate(&formula, &[]) else { return false };
    evaluator.equal(&datum, value).unwrap_or(false)
}

/// What stands in a key column, row by row.
pub fn column_texts(
    transcripts: &Transcripts,
    claim: &TableClaim,
    heading: &str,
) -> Result<Vec<String>, String> {
    let (_, table) = table(transcripts, claim)?;
    let column = one_column(&table, heading)?;
    let rows = table.body().map(|(row, _)| row);
    Ok(rows.filter_map(|row| table.cell(row, column)).map(|cell| cell.content.clone()).collect())
}

/// The rows of the claim's table that no question asks about: what would be silently not checked.
pub fn rows_not_asked(
    transcripts: &Transcripts,
    claim: &TableClaim,
    questions: &[Question],
    evaluator: &mut Evaluator,
) -> Vec<String> {
    let Ok((file, table)) = table(transcripts, claim) else { return Vec::new() };
    let mut asked = Vec::new();
    for question in questions {
        if let Reads::Cell { keys, .. } = &question.reads
            && let Ok(row) = row(&table, keys, claim.dialect, evaluator)
        {
            asked.push(row);
        }
    }
    let lines = table.body().filter(|(index, row)| !asked.contains(index) && !row.cells.is_empty());
    let places = lines.map(|(_, row)| file.file_line(row.span.start));
    places.map(|(name, line)| format!("{name}:{line}")).collect()
}

/// The headings that a paper's claims ask about, by the file and the place of their table; none for a table that a claim reads
/// across.
pub type HeadingsAsked<'d> = BTreeMap<(String, usize, usize), Option<Vec<&'d str>>>;

/// What all claims ask about each table of the transcripts.
pub fn headings_asked<'d>(document: &'d Document, transcripts: &Transcripts) -> HeadingsAsked<'d> {
    let mut asked = HeadingsAsked::new();
    for reading in document.claims().flat_map(|claim| &claim.readings) {
        let What::Table(claim) = &reading.what else { continue };
        let Ok((file, table)) = find(transcripts, claim) else { continue };
        let its = asked.entry(place_of(file, table)).or_insert_with(|| Some(Vec::new()));
        match (&claim.columns, its) {
            (Columns::Named(columns), Some(its)) => {
                let keys = claim.keys.iter().map(|key| &key.header);
                let headings = keys.chain(columns.iter().map(|column| &column.header));
                its.extend(headings.map(|heading| heading.text.as_str()));
            }
            (_, its) => *its = None,
        }
    }
    asked
}

fn place_of(file: &Source, table: &tex::Table) -> (String, usize, usize) {
    (file.name.clone(), table.span.start, table.span.end)
}

/// The headings of the claim's table under which something is printed that no claim on this table asks about; a first column that
/// numbers the rows is none.
pub fn columns_not_asked(
    transcripts: &Transcripts,
    claim: &TableClaim,
    headings: &HeadingsAsked<'_>,
) -> Vec<String> {
    let Ok((file, found)) = table(transcripts, claim) else { return Vec::new() };
    let Some(Some(headings)) = headings.get(&place_of(&file, &found)) else { return Vec::new() };
    let asked: Vec<usize> = headings.iter().flat_map(|heading| found.columns_headed(heading)).collect();
    let prints = |column: usize| {
        found
            .body()
            .any(|(row, _)| found.cell(row, column).is_some_and(|cell| !cell.content.trim().is_empty()))
    };
    // What numbers the rows is a name, and nothing to be computed.
    let numbers: Vec<Option<u64>> = found
        .body()
        .map(|(row, _)| found.cell(row, 0).and_then(|cell| cell.content.trim().parse().ok()))
        .collect();
    let numbered = numbers.iter().all(Option::is_some) && numbers.windows(2).all(|pair| pair[0] < pair[1]);
    let missing =
        (usize::from(numbered)..found.width()).filter(|column| !asked.contains(column) && prints(*column));
    missing.map(|column| found.heading(column)).collect()
}
