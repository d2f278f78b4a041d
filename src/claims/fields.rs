//! TOML with the place of every key and value in paper.md, and every problem reported.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Count, Span, Text};
use crate::diagnostic::{Diagnostic, Source, nearest};

/// The problems of a document, all of them.
pub struct Problems<'s> {
    source: &'s Source,
    found: Vec<Diagnostic>,
}

impl<'s> Problems<'s> {
    pub fn new(source: &'s Source) -> Problems<'s> {
        Problems { source, found: Vec::new() }
    }

    /// An error at bytes `span` of paper.md, with what to write under the mark and how to go on (each may be empty).
    pub fn add(&mut self, span: Span, message: impl Into<String>, label: &str, help: &str) {
        let mut problem = Diagnostic::error(message).at(self.source, span).label(label);
        if !help.is_empty() {
            problem = problem.note(help);
        }
        // The readings of a claim share keys, and with them their problems.
        if !self.found.contains(&problem) {
            self.found.push(problem);
        }
    }

    /// A problem of notation in a text of paper.md.
    pub fn notation(&mut self, text: &Text, problem: &crate::notation::Problem) {
        let span = text.span.start + problem.span.start..text.span.start + problem.span.end;
        self.add(span, problem.message.clone(), "", problem.help.as_deref().unwrap_or(""));
    }

    /// How many problems there are by now: what a problem has spoilt is no problem of its own.
    pub fn count(&self) -> usize {
        self.found.len()
    }

    /// All problems in the order of the document; empty if there are none.
    pub fn all(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|problem| problem.place.as_ref().map_or(0, |(place, _)| place.span.start));
        self.found
    }
}

/// A value with its place.
#[derive(Clone, Debug)]
pub struct Node {
    pub value: Value,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Value {
    Text(Text),
    Integer(Option<u64>),
    Boolean(bool),
    List(Vec<Node>),
    Table(Vec<(Text, Node)>),
    Other(&'static str),
}

impl Value {
    fn kind(&self) -> &'static str {
        match self {
            Value::Text(_) => "a string",
            Value::Integer(_) => "a number",
            Value::Boolean(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Other(kind) => kind,
        }
    }
}

impl Node {
    /// A string.
    pub fn text(self, problems: &mut Problems<'_>) -> Option<Text> {
        match self.value {
            Value::Text(text) => Some(text),
            _ => self.wrong("a string", problems),
        }
    }

    /// A whole number that is not negative.
    pub fn count(self, problems: &mut Problems<'_>) -> Option<Count> {
        match self.value {
            Value::Integer(Some(value)) => Some(Count { value, span: self.span }),
            _ => self.wrong("a whole number that is not negative", problems),
        }
    }

    pub fn boolean(self, problems: &mut Problems<'_>) -> Option<bool> {
        match self.value {
            Value::Boolean(value) => Some(value),
            _ => self.wrong("true or false", problems),
        }
    }

    /// A string, or a list of strings.
    pub fn texts(self, problems: &mut Problems<'_>) -> Vec<Text> {
        match self.value {
            Value::List(items) => items.into_iter().filter_map(|item| item.text(problems)).collect(),
            _ => self.text(problems).into_iter().collect(),
        }
    }

    /// A table whose keys are names chosen by the writer.
    pub fn pairs(self, problems: &mut Problems<'_>) -> Vec<(Text, Node)> {
        match self.value {
            Value::Table(pairs) => pairs,
            _ => self.wrong("a table", problems).unwrap_or_default(),
        }
    }

    /// A table whose keys are words of the language.
    pub fn fields(self, what: &'static str, problems: &mut Problems<'_>) -> Option<Fields> {
        let span = self.span.clone();
        match self.value {
            Value::Table(pairs) => Some(Fields { pairs, known: Vec::new(), what, span }),
            _ => self.wrong("a table", problems),
        }
    }

    fn wrong<T>(self, wanted: &str, problems: &mut Problems<'_>) -> Option<T> {
        problems.add(self.span, format!("expected {wanted}, found {}", self.value.kind()), "", "");
        None
    }
}

fn says_something(text: &Text, name: &str, problems: &mut Problems<'_>) {
    if text.text.trim().is_empty() {
        problems.add(
            text.span.clone(),
            format!("`{name}` has nothing in it"),
            "",
            "write it, or leave it out",
        );
    }
}

/// The fields of a table, taken one by one; what is left in the end is unknown.
#[derive(Clone)]
pub struct Fields {
    pairs: Vec<(Text, Node)>,
    known: Vec<&'static str>,
    what: &'static str,
    /// The whole table.
    pub span: Span,
}

impl Fields {
    /// Reads bytes `span` of paper.md as TOML.
    pub fn read(span: Range<usize>, what: &'static str, problems: &mut Problems<'_>) -> Fields {
        let file = problems.source.text.clone();
        let (table, errors) = DeTable::parse_recoverable(&file[span.clone()]);
        for error in errors {
            let at = error.span().unwrap_or(0..0);
            let message = error.message().lines().next().unwrap_or("").trim_end_matches('.');
            problems.add(span.start + at.start..span.start + at.end, format!("not TOML: {message}"), "", "");
        }
        let mut pairs = Vec::new();
        for (key, value) in table.into_inner() {
            pairs.push((
                literal(key.get_ref(), key.span(), span.start, problems),
                node(value, span.start, problems),
            ));
        }
        Fields { pairs: in_order(pairs), known: Vec::new(), what, span }
    }

    pub fn take(&mut self, name: &'static str) -> Option<Node> {
        self.known.push(name);
        let index = self.pairs.iter().position(|(key, _)| key.text == name)?;
        Some(self.pairs.remove(index).1)
    }

    pub fn has(&self, name: &str) -> bool {
        self.pairs.iter().any(|(key, _)| key.text == name)
    }

    /// The place of a key that is still there.
    pub fn key(&self, name: &str) -> Option<Span> {
        self.pairs.iter().find(|(key, _)| key.text == name).map(|(key, _)| key.span.clone())
    }

    pub fn text(&mut self, name: &'static str, problems: &mut Problems<'_>) -> Option<Text> {
        self.take(name)?.text(problems)
    }

    /// Words that a page shows: not empty.
    pub fn sentence(&mut self, name: &'static str, problems: &mut Problems<'_>) -> Option<Text> {
        let text = self.text(name, problems)?;
        says_something(&text, name, problems);
        Some(text)
    }

    /// A list of such words.
    pub fn sentences(&mut self, name: &'static str, problems: &mut Problems<'_>) -> Vec<Text> {
        let texts = self.texts(name, problems);
        texts.iter().for_each(|text| says_something(text, name, problems));
        texts
    }

    pub fn texts(&mut self, name: &'static str, problems: &mut Problems<'_>) -> Vec<Text> {
        self.take(name).map(|node| node.texts(problems)).unwrap_or_default()
    }

    pub fn boolean(&mut self, name: &'static str, problems: &mut Problems<'_>) -> bool {
        self.take(name).and_then(|node| node.boolean(problems)).unwrap_or(false)
    }

    /// The same fields with those of `other` in their place.
    pub fn overridden(&self, other: Vec<(Text, Node)>) -> Fields {
        let mut fields = self.clone();
        fields.pairs.retain(|(key, _)| other.iter().all(|(name, _)| name.text != key.text));
        fields.pairs.extend(other);
        fields
    }

    /// Every field that was not taken is unknown.
    pub fn finish(self, problems: &mut Problems<'_>) {
        for (key, _) in &self.pairs {
            let help = match nearest(&key.text, self.known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    let mut known = self.known.clone();
                    known.sort_unstable();
                    known.dedup();
                    format!("{} has: {}", self.what, known.join(", "))
                }
            };
            problems.add(key.span.clone(), format!("unknown key `{}`", key.text), "", &help);
        }
    }
}

/// As they are written; the reader of TOML sorts them by name.
fn in_order(mut pairs: Vec<(Text, Node)>) -> Vec<(Text, Node)> {
    pairs.sort_by_key(|(key, _)| key.span.start);
    pairs
}

fn node(value: Spanned<DeValue<'_>>, base: usize, problems: &mut Problems<'_>) -> Node {
    let local = value.span();
    let span = base + local.start..base + local.end;
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(literal(&text, local, base, problems)),
        DeValue::Integer(number) => Value::Integer(u64::from_str_radix(number.as_str(), number.radix()).ok()),
        DeValue::Boolean(value) => Value::Boolean(value),
        DeValue::Array(items) => {
            Value::List(items.into_iter().map(|item| node(item, base, problems)).collect())
        }
        DeValue::Table(table) => Value::Table(in_order(
            table
                .into_iter()
                .map(|(key, value)| {
                    let name = literal(key.get_ref(), key.span(), base, problems);
                    (name, node(value, base, problems))
                })
                .collect(),
        )),
        DeValue::Float(_) => Value::Other("a number with a point"),
        DeValue::Datetime(_) => Value::Other("a date"),
    };
    Node { value, span }
}

/// A string or key whose text stands in the file as it is.
fn literal(text: &str, local: Span, base: usize, problems: &mut Problems<'_>) -> Text {
    let span = base + local.start..base + local.end;
    let written = problems.source.text.get(span.clone()).unwrap_or("");
    let quotes = ["'''\r\n", "'''\n", "\"\"\"\r\n", "\"\"\"\n", "'''", "\"\"\"", "'", "\""];
    let opening = quotes.iter().find(|quote| written.starts_with(**quote)).map_or(0, |quote| quote.len());
    let start = span.start + opening;
    let inner = start..start + text.len();
    if problems.source.text.get(inner.clone()) == Some(text) {
        return Text { text: text.to_string(), span: inner };
    }
    let help = "write it in single quotes, where every character stands for itself";
    problems.add(span.clone(), "the string has escapes", "", help);
    Text { text: text.to_string(), span }
}
