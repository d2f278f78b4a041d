//! A paper.md to begin with: a claim for each table and each equation that was read, everything still to be filled in.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::findings::{ColumnKind, EquationFound, Findings, Standing, TableFound};

/// Equations of a draft, at most.
const MOST_EQUATIONS: usize = 200;

/// The draft of a paper.md. It runs as it is: what is not filled in is not attempted. Suggestions are comments.
pub fn draft(findings: &Findings) -> String {
    let (mut claims, mut entries, mut body) = (0, 0, String::new());
    for table in findings.tables.iter().filter(|table| worth(table)) {
        entries += table_claim(table, &mut body);
        claims += 1;
    }
    let tried =
        |equation: &&EquationFound| !matches!(equation.standing, Standing::NotRead | Standing::NoClaim);
    for equation in findings.equations.iter().filter(tried).take(MOST_EQUATIONS) {
        equation_claim(equation, &mut body);
        claims += 1;
        entries += 1;
    }
    if claims == 0 {
        body.push_str(
            "~~~claim paper\ntitle  = 'The paper'\nat     = { origin = 'a draft of an audit' }\nreason = 'no table and no equation between games was read'\n~~~\n\n",
        );
        (claims, entries) = (1, 1);
    }
    let title = if findings.title.is_empty() { &findings.key } else { &findings.title };
    let authors: Vec<String> = findings.authors.iter().map(|author| quoted(author)).collect();
    let mut text = String::new();
    // Writing to a String does not fail.
    let _ = write!(
        text,
        "+++
title    = {}
authors  = [{}]
source   = {}
contract = {{ claims = {claims}, entries = {entries} }}
+++

{}

This is a draft of `referee audit`, which read {} and {}. Every claim below is to be filled in: what is
computed (`equals`), where the transcript is (`from`), and what the paper says. Until then nothing is compared.

",
        quoted(title),
        authors.join(", "),
        source(findings),
        words(&findings.about.sentence),
        number(findings.tables.len(), "table"),
        number(findings.equations.len(), "formula"),
    );
    if !findings.definitions.is_empty() {
        text.push_str("~~~define\n");
        for definition in &findings.definitions {
            text.push_str(definition);
            text.push('\n');
        }
        text.push_str("~~~\n\n");
    }
    text.push_str(&body);
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// `1 table`, `12 tables`
fn number(of: usize, what: &str) -> String {
    format!("{of} {what}{}", if of == 1 { "" } else { "s" })
}

/// Whether there is anything to be compared in a table.
fn worth(table: &TableFound) -> bool {
    let values = |kind: ColumnKind| {
        matches!(kind, ColumnKind::Game | ColumnKind::Number | ColumnKind::Outcome | ColumnKind::Formula)
    };
    table.rows > 0 && table.columns.iter().any(|column| values(column.kind))
}

/// `{ arxiv = '2406.02107', version = 1 }` where the source is an e-print, else its name.
fn source(findings: &Findings) -> String {
    let eprint = findings.source.strip_prefix("arXiv:").and_then(|id| id.rsplit_once('v'));
    match eprint {
        Some((id, version)) if version.chars().all(|c| c.is_ascii_digit()) && !version.is_empty() => {
            format!("{{ arxiv = {}, version = {version} }}", quoted(id))
        }
        _ => format!("{{ citation = {} }}", quoted(&findings.source)),
    }
}

/// Writes the claim of a table; gives the number of its entries.
fn table_claim(table: &TableFound, body: &mut String) -> usize {
    let index = table.columns.iter().position(|column| column.kind == ColumnKind::Index);
    let number = table.id.rsplit('-').next().unwrap_or("1");
    let title = match &table.caption {
        Some(caption) => format!("Table {number}: {caption}"),
        None => format!("Table {number}"),
    };
    let _ = write!(
        body,
        "~~~claim {}\ntitle   = {}\nat      = {{ table = {}, origin = {} }}\nreason  = 'to be filled in'\n",
        table.id,
        quoted(&title),
        quoted(table.label.as_deref().unwrap_or(number)),
        quoted(&format!("read at {}", table.at)),
    );
    if let Some(label) = &table.label {
        let _ = writeln!(body, "# table = {{ label = {} }}", quoted(label));
    }
    body.push_str("# from  = 'printed/…'\n");
    let _ = writeln!(body, "key     = 'row is row in 1..{}'", table.rows);
    if let Some(index) = index {
        let heading = quotable(&table.columns[index].heading);
        let _ = writeln!(body, "# key   = '{heading} is n in …'");
    }
    let mut names = BTreeSet::new();
    let mut columns = Vec::new();
    for (at, column) in table.columns.iter().enumerate().filter(|(at, _)| Some(*at) != index) {
        let letters: String = column.heading.chars().filter(char::is_ascii_alphanumeric).collect();
        let mut name = letters.to_lowercase();
        if name.is_empty() || !names.insert(name.clone()) {
            name = format!("column-{}", at + 1);
            names.insert(name.clone());
        }
        let heading =
            if column.heading.is_empty() || columns.iter().any(|(other, _)| *other == column.heading) {
                format!("column {}", at + 1)
            } else {
                column.heading.clone()
            };
        let read_as = column.is.clone().unwrap_or_else(|| column.kind.word().to_string());
        let _ = writeln!(body, "# {}: {}", quotable(&heading), quotable(&read_as));
        columns.push((heading, name));
    }
    let listed: Vec<String> = columns
        .iter()
        .map(|(heading, name)| {
            format!("{} = {{ name = {}, equals = 'none' }}", quoted(heading), quoted(name))
        })
        .collect();
    let _ = write!(body, "columns = {{ {} }}\n~~~\n\n", listed.join(", "));
    table.rows * columns.len()
}

fn equation_claim(equation: &EquationFound, body: &mut String) {
    let _ = write!(
        body,
        "~~~claim {}\ntitle   = {}\nat      = {{ {}origin = {} }}\nreason  = 'to be filled in'\n# printed = {}\n# equals  = '…'\n~~~\n\n",
        equation.id,
        quoted(&format!("Equation {}", equation.id.rsplit('-').next().unwrap_or(""))),
        match &equation.label {
            Some(label) => format!("equation = {}, ", quoted(label)),
            None => String::new(),
        },
        quoted(&format!("read at {}", equation.at)),
        quoted(&equation.text),
    );
}

/// A TOML literal string, on one line.
fn quoted(text: &str) -> String {
    format!("'{}'", quotable(text))
}

/// A text that can stand between single quotes, on one line.
fn quotable(text: &str) -> String {
    let visible = |c: char| {
        if c == '\'' {
            '’'
        } else if c.is_control() {
            ' '
        } else {
            c
        }
    };
    text.chars().map(visible).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A sentence as Markdown that asks for no result.
fn words(text: &str) -> String {
    text.replace('`', "’")
}
