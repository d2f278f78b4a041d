//! Where a printed answer is read: found anew for every verdict, with its place in its own file.

use std::collections::BTreeMap;

use super::questions::{Heading, Question, Reads, formula};
use super::{Datum, Evaluator, Formula};
use crate::claims::{Claim, Column, Columns, Document, TableClaim, What};
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
    /// Commented out in the source: read on request, and not printed.
    pub commented: bool,
}

/// The tables of a paper's transcripts, by path relative to the paper's folder.
pub type Transcripts = BTreeMap<String, tex::Document>;

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
    let what = &claim.readings[question.reading].what;
    match (&question.reads, what) {
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
            Some(text) => typed(document, claim, &text.text, text.span.start, claimed.dialect),
            None => Printed::Unseen,
        },
        (Reads::Cell { keys, column }, What::Table(table)) => {
            cell(document, transcripts, table, keys, column, evaluator).unwrap_or_else(Printed::Lost)
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
        commented: false,
    })
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

/// The cell of a row and a column of the claim's table.
fn cell(
    document: &Document,
    transcripts: &Transcripts,
    claim: &TableClaim,
    keys: &[(String, Datum)],
    column: &Heading,
    evaluator: &mut Evaluator,
) -> Result<Printed, String> {
    let table = table(transcripts, claim)?;
    let (file, table) = (&table.0, &table.1);
    let row = row(table, claim, keys, evaluator)?;
    let (column, read_as) = match column {
        Heading::Words(words) => (one_column(table, words)?, named(claim, words).map(|c| c.dialect)),
        Heading::Value(value) => {
            let fits =
                (0..table.width()).find(|&at| same(&table.heading(at), value, Dialect::Tex, evaluator));
            let dialect = match &claim.columns {
                Columns::Across { dialect, .. } => Some(*dialect),
                Columns::Named(_) => None,
            };
            (fits.ok_or_else(|| format!("no column is headed {}", evaluator.show(value).text))?, dialect)
        }
    };
    let cell = table.cell(row, column).ok_or("the row ends before this column")?;
    let (name, line) = file.file_line(cell.span.start);
    let at = ReadAt {
        file: name.to_string(),
        line,
        text: cell.source.clone(),
        standing: table.rows[row].origin.clone().unwrap_or_else(|| "transcript".to_string()),
    };
    for (text, expression) in &claim.reads {
        if tex::normal(&text.text) == tex::normal(&cell.content) {
            let expression = formula(expression, &document.source);
            return Ok(Printed::Reads { expression, text: cell.content.clone(), at });
        }
    }
    if cell.content.is_empty() {
        return Err("the cell is empty".to_string());
    }
    Ok(Printed::Notation(Notation {
        text: cell.content.clone(),
        dialect: read_as.unwrap_or(claim.dialect),
        source: file.clone(),
        start: cell.place(0..cell.content.len()).start,
        span: cell.span.clone(),
        at,
        commented: cell.commented || table.rows[row].commented,
    }))
}

/// The claim's table, with its file.
pub fn table(transcripts: &Transcripts, claim: &TableClaim) -> Result<(Source, tex::Table), String> {
    let from = claim.from.as_ref().ok_or("the claim names no transcript")?;
    let file = transcripts.get(&from.text).ok_or_else(|| format!("there is no file {}", from.text))?;
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
    let mut table = if claim.commented { found.with_commented() } else { found.clone() };
    if claim.transpose {
        table = table.transposed();
    }
    Ok((file.source.clone(), table))
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

/// The one row whose key cells have these values.
fn row(
    table: &tex::Table,
    claim: &TableClaim,
    keys: &[(String, Datum)],
    evaluator: &mut Evaluator,
) -> Result<usize, String> {
    let mut columns = Vec::new();
    for (heading, _) in keys {
        columns.push(one_column(table, heading)?);
    }
    let mut fitting = Vec::new();
    for (index, _) in table.body() {
        let fits = keys.iter().zip(&columns).all(|((_, value), &column)| {
            let text = table.cell(index, column).map_or("", |cell| cell.content.as_str());
            same(text, value, claim.dialect, evaluator)
        });
        if fits {
            fitting.push(index);
        }
    }
    match fitting[..] {
        [row] => Ok(row),
        [] => Err("no row has this key".to_string()),
        _ => Err(format!("{} rows have this key", fitting.len())),
    }
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
            && let Ok(row) = row(&table, claim, keys, evaluator)
        {
            asked.push(row);
        }
    }
    let lines = table.body().filter(|(index, row)| !asked.contains(index) && !row.cells.is_empty());
    let places = lines.map(|(_, row)| file.file_line(row.span.start));
    places.map(|(name, line)| format!("{name}:{line}")).collect()
}
