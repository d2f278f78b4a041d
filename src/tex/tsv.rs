//! Tab-separated transcripts to the same table.

use super::tables::origin;
use super::{Cell, ColumnSpec, Document, File, Passage, Role, Row, Table, TableKind};
use crate::diagnostic::{Diagnostic, Source};

/// Reads a `.tsv` transcript: the first line that is no comment holds the headings, every other one a row. Lines
/// that begin with `#` are comments, of which `# origin: …` holds for the rows below it, and `# caption: …` and
/// `# label: …` are the table's. A column `origin` names the origin row by row and is no column of the table.
///
/// Never fails; a row with another number of cells than the headings is a warning. Linear time.
pub fn read_tsv(source: &Source) -> Document {
    let mut table = Table {
        environment: "tsv".into(),
        kind: TableKind::Table,
        nested: false,
        headings_known: true,
        span: 0..source.text.len(),
        caption: None,
        label: None,
        columns: Vec::new(),
        rows: Vec::new(),
        headings: 1,
        raw: Vec::new(),
    };
    let mut problems = Vec::new();
    let mut above: Option<String> = None;
    let mut origin_column = None;
    let mut next = 0;
    for line in source.text.split_inclusive('\n') {
        let start = next;
        next += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        if let Some(comment) = line.strip_prefix('#') {
            let passage = |words: &str| {
                let words = words.trim();
                let at = start + line.len() - words.len();
                Passage { span: at..at + words.len(), source: words.into(), expanded: words.into() }
            };
            let comment = comment.trim();
            if let Some(caption) = comment.strip_prefix("caption:") {
                table.caption = Some(passage(caption));
            } else if let Some(label) = comment.strip_prefix("label:") {
                table.label = Some(passage(label));
            } else if let Some(words) = origin(comment) {
                above = Some(words);
            }
            continue;
        }
        if line.trim().is_empty() {
            continue;
        }
        let mut row = Row { span: start..start + line.len(), origin: above.clone(), ..Row::default() };
        let mut at = start;
        for (index, field) in line.split('\t').enumerate() {
            let content = field.trim();
            let begin = at + field.len() - field.trim_start().len();
            at += field.len() + 1;
            if origin_column == Some(index) {
                if !content.is_empty() {
                    row.origin = Some(content.to_string());
                }
                continue;
            }
            if table.rows.is_empty() && content == "origin" {
                origin_column = Some(index);
                continue;
            }
            let span = begin..begin + content.len();
            row.cells.push(Cell {
                source: content.to_string(),
                expanded: content.to_string(),
                content: content.to_string(),
                column: row.cells.len(),
                columns: 1,
                rows: 1,
                places: (0..content.len())
                    .map(|byte| (byte, span.start + byte..span.start + byte + 1))
                    .collect(),
                span,
                ..Cell::default()
            });
        }
        if let Some(headings) = table.rows.first()
            && headings.cells.len() != row.cells.len()
        {
            problems.push(
                Diagnostic::warning(format!(
                    "the row has {} cells, its headings {}",
                    row.cells.len(),
                    headings.cells.len()
                ))
                .at(source, row.span.clone()),
            );
        }
        table.rows.push(row);
    }
    if let Some(headings) = table.rows.first() {
        table.columns = vec![ColumnSpec::default(); headings.cells.len()];
    }
    table.raw = table.rows.clone();
    let tables = if table.rows.is_empty() { Vec::new() } else { vec![table] };
    let files = vec![File { name: source.name.clone(), encoding: "UTF-8".into(), role: Role::Main }];
    Document {
        source: source.clone(),
        files,
        title: None,
        summary: None,
        tables,
        equations: Vec::new(),
        pictures: Vec::new(),
        boards: Vec::new(),
        problems,
    }
}
