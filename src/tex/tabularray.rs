//! What `tabularray` says in front of a table: its columns, rules, cells over several columns, caption and label.

use std::ops::Range;

use super::ColumnSpec;
use super::tables::{group, group_in_braces, optional, prints, trim};
use super::tokens::{Kind, Token, text};

/// Environments of `tabularray`, which have keys in place of a column specification.
pub const ENVIRONMENTS: [&str; 6] = ["tblr", "longtblr", "talltblr", "booktabs", "longtabs", "talltabs"];
/// Repetitions and numbers of rows or columns are no larger.
const MOST: usize = 1000;

/// A key and the tokens of its value, with what stands between braces behind the key.
struct Pair<'t, 's> {
    key: String,
    /// `{2}{1}` of `cell{2}{1}`.
    places: Vec<String>,
    value: &'t [Token<'s>],
}

/// What was said of the table as a whole.
#[derive(Default)]
pub struct Layout {
    pub columns: Vec<ColumnSpec>,
    /// Columns, from 0, around whose cells something is printed that is not written in them.
    pub decorated: Vec<usize>,
    /// All cells are mathematics without being marked.
    pub math: bool,
    /// Which rows have a rule above them, from 0.
    pub ruled: Vec<usize>,
    /// Every row has.
    pub all_ruled: bool,
    /// How many rows are headings, if that is said.
    pub head: Option<usize>,
    /// Cells over several: row and column, from 0, and how many rows and columns.
    pub spans: Vec<(usize, usize, usize, usize)>,
}

/// The bytes of a caption and of a label in the outer keys, `[caption = {…}, label = {…}]`.
pub fn caption_and_label<'t, 's>(outer: &'t [Token<'s>]) -> [Option<&'t [Token<'s>]>; 2] {
    let pairs = pairs(outer);
    ["caption", "label"].map(|wanted| {
        let found = pairs.iter().find(|pair| pair.key == wanted)?;
        Some(unbraced(found.value)).filter(|value| !value.is_empty() && text(*value).trim() != "none")
    })
}

/// The inner keys, or a bare column specification.
pub fn layout(inner: &[Token<'_>]) -> Layout {
    let mut layout = Layout::default();
    let pairs = pairs(inner);
    if !keyed(inner) {
        columns(inner, &mut layout, 0);
        return layout;
    }
    let mut count = 0;
    for pair in &pairs {
        let value = unbraced(pair.value);
        match (pair.key.as_str(), &pair.places[..]) {
            ("colspec", _) => columns(value, &mut layout, 0),
            ("mode", _) | ("cells" | "columns", []) => layout.math |= is_math(value),
            ("column", [which]) if is_math(value) => {
                for column in numbers(which) {
                    grown(&mut layout.columns, column + 1);
                    layout.columns[column].math = true;
                }
            }
            ("column", [which]) => count = count.max(numbers(which).max().map_or(0, |last| last + 1)),
            ("hlines", []) => layout.all_ruled = true,
            ("hline", [which, ..]) => layout.ruled.extend(numbers(which)),
            ("rowhead", _) => layout.head = text(value).trim().parse().ok().filter(|head| *head > 0),
            ("cell", [rows, columns]) => {
                let (high, wide) = extent(value);
                for row in numbers(rows) {
                    layout.spans.extend(numbers(columns).map(|column| (row, column, high, wide)));
                }
            }
            _ => {}
        }
    }
    if !layout.columns.is_empty() {
        grown(&mut layout.columns, count);
    }
    layout
}

/// `\SetCell[r=2,c=3]{c}` in front of a cell: how many rows and columns it covers, and what follows.
pub fn set_cell<'t, 's>(after: &'t [Token<'s>]) -> Option<(usize, usize, &'t [Token<'s>])> {
    let (options, rest) = optional(after).unwrap_or((&[], after));
    let (_, rest) = group(rest)?;
    let (high, wide) = extent(options);
    Some((high, wide, rest))
}

/// `r=2,c=3`, also in braces in front of a style.
fn extent(tokens: &[Token<'_>]) -> (usize, usize) {
    let tokens = group_in_braces(tokens).map_or(tokens, |(first, _)| first);
    let (mut high, mut wide) = (1, 1);
    for pair in pairs(tokens) {
        let number = text(unbraced(pair.value)).trim().parse().ok().filter(|n| (1..=MOST).contains(n));
        match pair.key.as_str() {
            "r" => high = number.unwrap_or(1),
            "c" => wide = number.unwrap_or(1),
            _ => {}
        }
    }
    (high, wide)
}

fn grown(columns: &mut Vec<ColumnSpec>, width: usize) {
    while columns.len() < width.min(MOST) {
        columns.push(ColumnSpec { letter: "Q".into(), math: false });
    }
}

/// Whether keys stand here, and no column specification: an equals sign outside brackets, or a lone key.
fn keyed(tokens: &[Token<'_>]) -> bool {
    let keys = ["hlines", "vlines", "cells"];
    pairs(tokens).iter().any(|pair| !pair.value.is_empty() || keys.contains(&pair.key.as_str()))
}

/// `mode=math`, `$`, `$$` among the keys of a cell or a column.
fn is_math(tokens: &[Token<'_>]) -> bool {
    let mode = text(tokens).replace(' ', "");
    mode == "math"
        || tokens.iter().any(|token| token.kind == Kind::Math)
        || mode.contains("mode=math")
        || mode.contains("mode={math}")
        || mode.contains("mode=dmath")
}

/// The keys that commas separate.
fn pairs<'t, 's>(tokens: &'t [Token<'s>]) -> Vec<Pair<'t, 's>> {
    let mut found = Vec::new();
    for part in parts(tokens) {
        let part = &tokens[part];
        let equals = outside(part).find(|at| part[*at].text == "=");
        let (name, value) = part.split_at(equals.unwrap_or(part.len()));
        let open = name.iter().position(|token| token.kind == Kind::Open).unwrap_or(name.len());
        let (key, mut rest) = name.split_at(open);
        let mut places = Vec::new();
        while let Some((place, after)) = group_in_braces(rest) {
            places.push(text(place));
            rest = after;
        }
        let key = text(trim(key)).trim().to_string();
        if !key.is_empty() {
            found.push(Pair { key, places, value: value.get(1..).unwrap_or(&[]) });
        }
    }
    found
}

/// Where the parts between commas outside of braces are.
fn parts(tokens: &[Token<'_>]) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut found = Vec::new();
    for at in outside(tokens).filter(|at| tokens[*at].text == ",").chain([tokens.len()]) {
        found.push(start..at);
        start = at + 1;
    }
    found
}

/// The tokens that stand in no braces and no square brackets.
fn outside<'t>(tokens: &'t [Token<'_>]) -> impl Iterator<Item = usize> + 't {
    let mut depth = 0_usize;
    tokens.iter().enumerate().filter_map(move |(at, token)| {
        if token.kind == Kind::Open || token.text == "[" {
            depth += 1;
        } else if token.kind == Kind::Close || token.text == "]" {
            depth = depth.saturating_sub(1);
        } else if depth == 0 {
            return Some(at);
        }
        None
    })
}

fn unbraced<'t, 's>(tokens: &'t [Token<'s>]) -> &'t [Token<'s>] {
    let tokens = trim(tokens);
    match group_in_braces(tokens) {
        Some((inner, [])) => trim(inner),
        _ => tokens,
    }
}

/// `1,3-5` as 0, 2, 3, 4; what is not a number (`odd`, `Z`) is left out.
fn numbers(which: &str) -> impl Iterator<Item = usize> {
    let mut found = Vec::new();
    for part in which.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        if let (Ok(from), Ok(to)) = (from.trim().parse::<usize>(), to.trim().parse::<usize>()) {
            found.extend((from.max(1)..=to.min(MOST)).map(|number| number - 1));
        }
    }
    found.into_iter()
}

/// The columns of `colspec`: letters with their options, repetitions, and what stands between them.
fn columns(tokens: &[Token<'_>], found: &mut Layout, depth: usize) {
    let mut rest = tokens;
    let (mut math, mut decorated) = (false, false);
    while let Some((token, after)) = rest.split_first() {
        rest = after;
        match token.text {
            "@" | "!" | "<" => {
                let Some((material, after)) = group(rest) else { continue };
                if prints(material) {
                    found.decorated.extend(found.columns.len().checked_sub(1));
                    decorated |= token.text != "<";
                }
                rest = after;
            }
            "|" => rest = optional(rest).map_or(rest, |(_, after)| after),
            ">" => {
                let Some((material, after)) = group(rest) else { continue };
                math |= is_math(material);
                decorated |= prints(material);
                rest = after;
            }
            "*" => {
                let Some((times, after)) = group(rest) else { continue };
                let Some((repeated, after)) = group(after) else { continue };
                for _ in 0..text(times).trim().parse().unwrap_or(1).min(MOST) {
                    if found.columns.len() < MOST && depth < 4 {
                        columns(repeated, found, depth + 1);
                    }
                }
                rest = after;
            }
            letter if letter.starts_with(|c: char| c.is_ascii_alphabetic()) && found.columns.len() < MOST => {
                let mut column = ColumnSpec { letter: letter.to_string(), math };
                math = false;
                if std::mem::take(&mut decorated) {
                    found.decorated.push(found.columns.len());
                }
                while let Some((options, after)) = optional(rest).or_else(|| group_in_braces(rest)) {
                    column.math |= is_math(options);
                    rest = after;
                }
                found.columns.push(column);
            }
            _ => {}
        }
    }
}
