//! The page of an audit: findings as ready words, and the files that they are shown in.

use std::collections::BTreeMap;

use serde::Serialize;

use super::html::{ASSETS, Pages};
use super::math;
use super::prose;
use super::text::{Html, count, grouped, shell_quoted};
use crate::diagnostic::Diagnostic;
use crate::findings::{
    ColumnFound, Coverage, EquationFound, Finding, Findings, OtherForm, PictureFound, Question, TableFound,
    Uncompared, Unread,
};
use crate::verdicts::Shown;

/// So many cells of one table are listed; findings.json has them all.
const MOST_CELLS: usize = 200;
/// So many equations are listed; those that could be read first.
const MOST_EQUATIONS: usize = 400;

/// The files of an audit's page, by name: `index.html` and what it needs.
///
/// # Errors
/// If a template is broken.
pub fn audit_page(findings: &Findings) -> Result<BTreeMap<String, Vec<u8>>, Diagnostic> {
    let mut files = BTreeMap::new();
    files.insert("index.html".to_owned(), Pages::new()?.audit(&view(findings))?.into_bytes());
    for (name, text) in ASSETS {
        files.insert((*name).to_owned(), text.as_bytes().to_vec());
    }
    Ok(files)
}

/// What the template places.
#[derive(Debug, Serialize)]
pub struct AuditView {
    title: Html,
    title_text: String,
    authors: String,
    source: String,
    about: Html,
    coverage: Vec<String>,
    given: Vec<Given>,
    count: String,
    findings: Vec<FindingView>,
    questions: Vec<QuestionView>,
    tables: Vec<TableView>,
    equations: Vec<EquationView>,
    equations_not_shown: String,
    pictures: Vec<PictureView>,
    problems: Vec<UnreadView>,
    problems_count: String,
}

#[derive(Debug, Serialize)]
struct Given {
    word: &'static str,
    text: String,
}

#[derive(Debug, Serialize)]
struct FindingView {
    id: String,
    class: &'static str,
    glyph: &'static str,
    word: &'static str,
    place: Html,
    printed: Html,
    recomputed: Html,
    why: Html,
    witness: Option<crate::verdicts::Witness>,
    /// Few lines are shown at once.
    open: bool,
    at: String,
    methods: String,
    command: String,
}

#[derive(Debug, Serialize)]
struct QuestionView {
    id: String,
    word: &'static str,
    at: String,
    asks: Html,
    lines: Vec<Html>,
    command: String,
}

#[derive(Debug, Serialize)]
struct TableView {
    id: String,
    title: Html,
    at: String,
    size: String,
    label: Option<String>,
    notes: Vec<Html>,
    word: &'static str,
    columns: Vec<ColumnView>,
    unread: Vec<UnreadView>,
    unread_count: String,
    uncompared: Vec<UnreadView>,
    uncompared_count: String,
    other_forms: Vec<OtherView>,
    other_count: String,
}

#[derive(Debug, Serialize)]
struct ColumnView {
    heading: Html,
    kind: &'static str,
    read: String,
    compared: String,
    is: Html,
}

#[derive(Debug, Serialize)]
struct UnreadView {
    at: String,
    text: String,
    why: Html,
}

#[derive(Debug, Serialize)]
struct OtherView {
    at: String,
    printed: Html,
    canonical: Html,
    how: Html,
}

#[derive(Debug, Serialize)]
struct EquationView {
    id: String,
    at: String,
    text: Html,
    standing: &'static str,
    note: Html,
}

#[derive(Debug, Serialize)]
struct PictureView {
    id: String,
    at: String,
    caption: Html,
    read_as: Html,
}

fn view(findings: &Findings) -> AuditView {
    let title = if findings.title.is_empty() { &findings.source } else { &findings.title };
    let notation = findings
        .conventions
        .iter()
        .map(|(printed, meaning)| Given { word: "notation", text: format!("{printed} = {meaning}") });
    let definitions =
        findings.definitions.iter().map(|text| Given { word: "definition", text: text.clone() });
    let mut equations: Vec<&EquationFound> = findings.equations.iter().collect();
    equations.sort_by_key(|equation| equation.tried == 0);
    let hidden = equations.len().saturating_sub(MOST_EQUATIONS);
    let number = findings.findings.len() as u64;
    AuditView {
        title: prose::words(title),
        title_text: title.clone(),
        authors: findings.authors.join(", "),
        source: findings.source.clone(),
        about: prose::words(&findings.about.sentence),
        coverage: read_in_words(findings),
        given: notation.chain(definitions).collect(),
        count: format!("{}.", count(number, "place", "places")),
        findings: findings.findings.iter().map(finding).collect(),
        questions: findings.questions.iter().map(question).collect(),
        tables: findings.tables.iter().map(table).collect(),
        equations: equations.into_iter().take(MOST_EQUATIONS).map(equation).collect(),
        equations_not_shown: if hidden == 0 {
            String::new()
        } else {
            format!("{} more are in findings.json.", grouped(hidden as u64))
        },
        pictures: findings.pictures.iter().map(picture).collect(),
        problems: findings.problems.iter().map(unread).collect(),
        problems_count: count(findings.problems.len() as u64, "place", "places"),
    }
}

fn finding(finding: &Finding) -> FindingView {
    let (class, glyph, word) = if finding.confirmed {
        ("mismatch", "✗", "differs")
    } else {
        ("unconfirmed", "≠", "unconfirmed")
    };
    FindingView {
        id: anchor(&finding.id),
        class,
        glyph,
        word,
        place: prose::words(&finding.place),
        printed: thing(&finding.printed),
        recomputed: thing(&finding.recomputed),
        why: prose::words(&finding.why),
        witness: finding.witness.clone(),
        open: finding.witness.as_ref().is_some_and(|witness| witness.lines.len() <= 4),
        at: finding.at.to_string(),
        methods: finding.methods.join("; "),
        command: command(&finding.check),
    }
}

fn question(question: &Question) -> QuestionView {
    QuestionView {
        id: anchor(&question.id),
        word: question.kind.word(),
        at: question.at.to_string(),
        asks: prose::words(&question.asks),
        lines: question.lines.iter().map(|line| prose::words(line)).collect(),
        command: if question.check.is_empty() { String::new() } else { command(&question.check) },
    }
}

fn table(table: &TableFound) -> TableView {
    let number = table.id.rsplit('-').next().unwrap_or("");
    let title = match &table.caption {
        Some(caption) => format!("{number}. {caption}"),
        None => format!("{number}. {}", table.environment),
    };
    let sideways = table.notes.iter().any(|note| note.starts_with("printed sideways"));
    TableView {
        id: anchor(&table.id),
        title: prose::words(&title),
        at: table.at.to_string(),
        size: format!(
            "{}, {}",
            count(table.rows as u64, "row", "rows"),
            count(table.columns.len() as u64, "column", "columns")
        ),
        label: table.label.clone(),
        notes: table.notes.iter().map(|note| prose::words(note)).collect(),
        word: if sideways { "row" } else { "column" },
        columns: table.columns.iter().enumerate().map(|(at, column)| self::column(at, column)).collect(),
        unread: table.unread.iter().take(MOST_CELLS).map(unread).collect(),
        unread_count: count(table.unread.len() as u64, "cell", "cells"),
        uncompared: table.uncompared.iter().take(MOST_CELLS).map(uncompared).collect(),
        uncompared_count: count(
            table.uncompared.iter().map(|it| it.cells as u64).sum(),
            "filled cell was",
            "filled cells were",
        ),
        other_forms: table.other_forms.iter().take(MOST_CELLS).map(other_form).collect(),
        other_count: count(table.other_forms.len() as u64, "value is", "values are"),
    }
}

fn column(at: usize, column: &ColumnFound) -> ColumnView {
    ColumnView {
        heading: if column.heading.is_empty() {
            Html::text(&format!("{}", at + 1))
        } else {
            heading(&column.heading)
        },
        kind: column.kind.word(),
        read: format!("{} of {}", column.read, column.cells),
        compared: column.compared.to_string(),
        is: prose::words(column.is.as_deref().unwrap_or("")),
    }
}

/// A heading: mathematics if it has a sign of TeX or is a letter, else words.
fn heading(text: &str) -> Html {
    let letter = text.chars().count() <= 2;
    let mathematics = letter || text.contains(['\\', '_', '^']);
    if mathematics && !text.contains('$') { math::formula(text, false) } else { prose::words(text) }
}

fn unread(unread: &Unread) -> UnreadView {
    UnreadView { at: unread.at.to_string(), text: unread.text.clone(), why: prose::words(&unread.why) }
}

fn uncompared(cells: &Uncompared) -> UnreadView {
    let text = if cells.cells == 1 {
        cells.text.clone()
    } else {
        format!("{} ({})", cells.text, count(cells.cells as u64, "cell", "cells"))
    };
    UnreadView { at: cells.at.to_string(), text, why: prose::words(&cells.why) }
}

fn other_form(form: &OtherForm) -> OtherView {
    OtherView {
        at: form.at.to_string(),
        printed: math::shown(&form.printed, false),
        canonical: math::shown(&form.canonical, false),
        how: prose::words(&form.how),
    }
}

fn equation(equation: &EquationFound) -> EquationView {
    EquationView {
        id: anchor(&equation.id),
        at: equation.at.to_string(),
        text: math::formula(&equation.text, false),
        standing: equation.standing.word(),
        note: prose::words(&equation.note),
    }
}

fn picture(picture: &PictureFound) -> PictureView {
    let read_as = if picture.why.is_empty() {
        format!(
            "a graph with {} and {}",
            count(picture.vertices as u64, "vertex", "vertices"),
            count(picture.edges as u64, "edge", "edges")
        )
    } else {
        format!("not read: {}", picture.why)
    };
    PictureView {
        id: anchor(&picture.id),
        at: picture.at.to_string(),
        caption: prose::words(picture.caption.as_deref().unwrap_or("")),
        read_as: prose::words(&read_as),
    }
}

fn thing(shown: &Shown) -> Html {
    math::shown(shown, true)
}

fn command(check: &str) -> String {
    format!("referee eval {}", shell_quoted(check))
}

/// An id as it stands in an address.
fn anchor(id: &str) -> String {
    super::links::anchor(id)
}

/// How much was read and compared, and what was left out as a whole, in sentences.
pub fn read_in_words(findings: &Findings) -> Vec<String> {
    let mut lines = coverage_in_words(&findings.coverage());
    lines.extend(findings.remarks.iter().cloned());
    lines
}

/// How much was read and compared, in sentences.
fn coverage_in_words(coverage: &Coverage) -> Vec<String> {
    let of = |number: usize| number as u64;
    let mut lines = Vec::new();
    let tables = count(of(coverage.tables), "table", "tables");
    let cells = count(of(coverage.cells), "filled cell", "filled cells");
    let mut line = format!("{tables} with {cells}: {} held against another", grouped(of(coverage.compared)));
    let others = [
        (coverage.uncompared, "held against none"),
        (coverage.unread, "that look readable and are not"),
        (coverage.empty, "said to be empty"),
    ];
    for (number, words) in others.into_iter().filter(|(number, _)| *number > 0) {
        line.push_str(&format!(", {} {words}", grouped(of(number))));
    }
    line.push('.');
    lines.push(line);
    if coverage.games > 0 {
        lines.push(format!(
            "{} in columns of games, {} of them printed in another form than the canonical one, which is no fault.",
            count(of(coverage.games), "value", "values"),
            grouped(of(coverage.other_forms))
        ));
    }
    if coverage.equations > 0 {
        let part = match coverage.equations_in_part {
            0 => String::new(),
            some => format!(", {} in part", grouped(of(some))),
        };
        lines.push(format!(
            "{}: {} read, {} tried, {} hold{part}.",
            count(of(coverage.equations), "equation", "equations"),
            grouped(of(coverage.equations_read)),
            grouped(of(coverage.equations_tried)),
            grouped(of(coverage.equations_held))
        ));
    }
    if coverage.pictures > 0 {
        lines.push(format!(
            "{}, {} read as graphs.",
            count(of(coverage.pictures), "picture", "pictures"),
            grouped(of(coverage.pictures_read))
        ));
    }
    lines
}
