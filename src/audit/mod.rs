//! An audit without a ruleset: a paper's own TeX to findings.
//!
//! Nothing is known here of the game that a paper is about. What can be checked at once is what the paper says twice: a
//! value and its temperature in one row, the two sides of an equation, a cell and its mirror image. Whatever differs is
//! put to the second opinion before it is called a finding. What can be explained by another convention, a shift
//! or a condition is a question. A column that most of its own rows do not bear out is left alone.

mod about;
mod cells;
mod conventions;
mod draft;
mod equations;
mod expressions;
mod headings;
mod judge;
mod overlines;
mod play;
mod prose;
mod relations;
mod symmetry;
mod tables;

use std::sync::Arc;

pub use draft::draft;

use crate::diagnostic::{Diagnostic, Source};
use crate::evaluate::{Budget, Definitions, Evaluator};
use crate::findings::{At, Findings, PictureFound, Unread};
use crate::notation::Conventions;
use crate::tex;

/// What an audit is told.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The name of the folder that the audit is written to.
    pub key: String,
    /// What was read, as the user named it.
    pub source: String,
    /// What the paper's notation means.
    pub conventions: Conventions,
    /// The pairs that were given for it.
    pub notation: Vec<(String, String)>,
    pub definitions: Arc<Definitions>,
}

/// How much one table or one equation may cost.
const BUDGET: Budget = Budget {
    positions: 1_000_000,
    searched: 100_000,
    comparisons: 20_000_000,
    games: 400_000,
    cases: 1_000_000,
};

/// Audits a document.
///
/// # Errors
/// If two of our own methods disagree.
pub fn audit(document: &tex::Document, told: &Told) -> Result<Findings, Diagnostic> {
    let source = &document.source;
    let mut findings = Findings {
        key: told.key.clone(),
        source: told.source.clone(),
        conventions: told.notation.clone(),
        definitions: told.definitions.iter().map(|defined| defined.text.clone()).collect(),
        ..Findings::default()
    };
    about::about(source, &mut findings);
    let read = overlines::told(source, told, &mut findings);
    let told = read.as_ref().unwrap_or(told);
    for problem in &document.problems {
        if let Some((place, _)) = &problem.place {
            let text = source.text.get(place.span.clone()).unwrap_or("");
            findings.problems.push(Unread {
                at: at(source, place.span.start),
                text: shortened(text),
                why: problem.message.clone(),
            });
        }
    }
    let of_games = about::is_of_games(&source.text, &findings.about);
    // What `cases` sets apart is a piece of an equation.
    let tables = document.tables.iter().filter(|table| !is_of_cases(table, source) && !is_of_lines(table));
    for (index, table) in tables.enumerate() {
        let mut evaluator = Evaluator::new(told.definitions.clone(), BUDGET);
        tables::table(index, table, source, told, of_games, &mut evaluator, &mut findings)?;
    }
    equations::equations(document, told, &mut findings)?;
    findings.pictures =
        document.pictures.iter().enumerate().map(|(index, it)| picture(index, it, source)).collect();
    findings.findings.sort_by(|a, b| a.at.file.cmp(&b.at.file).then(a.at.line.cmp(&b.at.line)));
    findings.questions.sort_by(|a, b| a.at.file.cmp(&b.at.file).then(a.at.line.cmp(&b.at.line)));
    Ok(findings)
}

/// Whether a table is the cases of a formula: by its name, or an array behind a brace.
fn is_of_cases(table: &tex::Table, source: &Source) -> bool {
    let before: String = source.text[..table.span.start].chars().rev().take(20).collect();
    let before: String = before.chars().rev().filter(|c| !c.is_whitespace()).collect();
    table.environment.contains("cases")
        || table.kind == tex::TableKind::Matrix && OPENS_CASES.iter().any(|brace| before.ends_with(brace))
}

/// Whether an array sets a formula on several lines: three columns, the middle one of relations.
fn is_of_lines(table: &tex::Table) -> bool {
    const SIGNS: [&str; 10] =
        ["=", "<", ">", "\\le", "\\leq", "\\ge", "\\geq", "\\equiv", "\\cong", "\\parallel"];
    let mut middle = table.rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.column == 1).peekable();
    table.environment == "array"
        && table.width() == 3
        && middle.peek().is_some()
        && middle.all(|cell| SIGNS.contains(&cell.content.trim()))
}

/// What stands before an array that gives cases.
const OPENS_CASES: [&str; 2] = ["\\left\\{", "\\left\\lbrace"];

fn picture(index: usize, picture: &tex::Picture, source: &Source) -> PictureFound {
    let why = match picture.reasons.first() {
        Some(reason) => reason.message.clone(),
        None if picture.file.is_some() => "it is in a file of its own".to_string(),
        None if picture.vertices.is_empty() => "no graph".to_string(),
        None => String::new(),
    };
    PictureFound {
        id: format!("picture-{}", index + 1),
        at: at(source, picture.span.start),
        caption: picture.caption.as_ref().map(|caption| shortened(&caption.expanded)),
        label: picture.label.as_ref().map(|label| label.source.clone()),
        vertices: picture.vertices.len(),
        edges: picture.edges.len(),
        why,
    }
}

/// The file and line of a byte.
fn at(source: &Source, byte: usize) -> At {
    let (file, line) = source.file_line(byte);
    At { file: file.to_string(), line }
}

/// A text on one line, cut if it is long.
fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}
