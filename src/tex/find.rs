//! Which table of a file is meant.

use super::{Table, TableKind};
use crate::diagnostic::Source;

/// By what a table is known. Nothing given fits every table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// Its `\label`, exactly.
    pub label: Option<&'a str>,
    /// Words of its caption, in their order, without regard to case.
    pub caption: Option<&'a str>,
    /// Headings that it has.
    pub headings: &'a [&'a str],
}

/// Why no table was found, and the nearest candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFound {
    pub message: String,
    pub candidates: Vec<String>,
}

/// The one table that fits; matrices are none.
///
/// # Errors
/// None fits, or several do; names the nearest.
pub fn find<'t>(source: &Source, tables: &'t [Table], wanted: &Wanted<'_>) -> Result<&'t Table, NotFound> {
    let tables: Vec<&Table> = tables.iter().filter(|table| table.kind == TableKind::Table).collect();
    let mut scored: Vec<(usize, &Table)> =
        tables.iter().copied().map(|table| (missing(table, wanted), table)).collect();
    let fitting: Vec<&Table> =
        scored.iter().filter(|(missing, _)| *missing == 0).map(|(_, table)| *table).collect();
    match fitting[..] {
        [table] => Ok(table),
        [] => {
            scored.sort_by_key(|(missing, _)| *missing);
            let nearest = scored.iter().take(3).map(|(_, table)| describe(source, table)).collect();
            let message = if tables.is_empty() {
                format!("{} holds no table", source.name)
            } else {
                format!("no table of {} fits", source.name)
            };
            Err(NotFound { message, candidates: nearest })
        }
        _ => Err(NotFound {
            message: format!("{} tables of {} fit", fitting.len(), source.name),
            candidates: fitting.iter().take(5).map(|table| describe(source, table)).collect(),
        }),
    }
}

/// How many of the wanted things a table lacks.
fn missing(table: &Table, wanted: &Wanted<'_>) -> usize {
    let label = wanted.label.is_some_and(|label| table.label.as_ref().is_none_or(|own| own.source != label));
    let caption = wanted.caption.is_some_and(|words| {
        let own = table.caption.as_ref().map_or("", |caption| caption.expanded.as_str());
        !normal(own).to_lowercase().contains(&normal(words).to_lowercase())
    });
    let headings = wanted.headings.iter().filter(|heading| table.columns_headed(heading).is_empty()).count();
    usize::from(label) + usize::from(caption) + headings
}

/// `line 12: label tab:x, caption “…”, headings n | value`
fn describe(source: &Source, table: &Table) -> String {
    let (name, line) = source.file_line(table.span.start);
    let place = if name == source.name { format!("line {line}") } else { format!("{name}:{line}") };
    let mut words = vec![];
    if let Some(label) = &table.label {
        words.push(format!("label `{}`", label.source));
    }
    if let Some(caption) = &table.caption {
        words.push(format!("caption “{}”", shortened(&caption.source)));
    }
    let headings: Vec<String> = (0..table.width()).map(|column| table.heading(column)).collect();
    words.push(format!("headings {}", shortened(&headings.join(" | "))));
    format!("{place}: {}", words.join(", "))
}

fn shortened(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(100) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

/// Commands for the look of words, which say nothing of what they are.
const LOOKS: [&str; 20] = [
    "mathrm",
    "mathbf",
    "mathit",
    "mathsf",
    "boldsymbol",
    "bm",
    "text",
    "textbf",
    "textit",
    "textrm",
    "textsf",
    "textsc",
    "emph",
    "operatorname",
    "mbox",
    "bf",
    "bfseries",
    "displaystyle",
    "small",
    "footnotesize",
];

/// A text as headings and captions are compared: without dollars, braces, backslashes, fonts and space.
pub fn normal(text: &str) -> String {
    let mut normal = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c == '\\' {
            let name = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
            if LOOKS.contains(&&rest[..name]) {
                rest = &rest[name..];
            }
        } else if !c.is_whitespace() && !"${}~".contains(c) {
            normal.push(c);
        }
    }
    normal
}
