//! One diagnostic type: severity, message, the place in the author's own text, notes.
//!
//! Deep code returns a message; the caller that knows the text adds the place. A diagnostic is drawn under the
//! line that it speaks of, as rustc does.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// How bad it is: an error stops the command, a warning is shown and the work goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Warning,
    Error,
}

/// A named text: a file of the project, or an expression that somebody typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path as the user knows it, or a name such as `<expression>`.
    pub name: String,
    pub text: Arc<str>,
}

impl Source {
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// The line (from 1) and column (from 1, in characters) of a byte offset; the end of the text if past it.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let offset = floor_char(&self.text, offset);
        let before = &self.text[..offset];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}

fn floor_char(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// A place in a text: bytes `span` of `source`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub source: Source,
    pub span: Range<usize>,
}

impl fmt::Display for Place {
    /// `papers/x/paper.md:12:5`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.source.line_column(self.span.start);
        write!(f, "{}:{line}:{column}", self.source.name)
    }
}

/// A problem that a person can act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub message: String,
    /// Where, with what to write under the mark.
    pub place: Option<(Place, String)>,
    /// Further places in any text, each with what to write under its mark.
    pub related: Vec<(Place, String)>,
    /// Sentences below the picture: what was expected, the near name, how to go on.
    pub notes: Vec<String>,
}

impl Diagnostic {
    pub fn error(message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            place: None,
            related: Vec::new(),
            notes: Vec::new(),
        }
    }

    pub fn warning(message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(message) }
    }

    /// Marks bytes `span` of `source`.
    pub fn at(mut self, source: &Source, span: Range<usize>) -> Diagnostic {
        self.place = Some((Place { source: source.clone(), span }, String::new()));
        self
    }

    /// Writes `label` under the mark.
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        if let Some((_, text)) = &mut self.place {
            *text = label.into();
        }
        self
    }

    pub fn related(mut self, place: Place, label: impl Into<String>) -> Diagnostic {
        self.related.push((place, label.into()));
        self
    }

    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// The picture, with terminal colours if `colour`.
    pub fn render(&self, colour: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(self.message.as_str());
        let mut group = if self.place.is_none() && self.related.is_empty() {
            Group::with_title(title)
        } else {
            let mut group =
                title.elements(std::iter::empty::<Snippet<'_, annotate_snippets::Annotation<'_>>>());
            let marks = self
                .place
                .iter()
                .map(|mark| (mark, AnnotationKind::Primary))
                .chain(self.related.iter().map(|mark| (mark, AnnotationKind::Context)));
            for ((place, label), kind) in marks {
                let start = floor_char(&place.source.text, place.span.start);
                let end = floor_char(&place.source.text, place.span.end.max(start));
                group = group.element(
                    Snippet::source(place.source.text.as_ref())
                        .path(place.source.name.as_str())
                        .annotation(kind.span(start..end).label(label.as_str())),
                );
            }
            group
        };
        for note in &self.notes {
            group = group.element(Level::HELP.message(note.as_str()));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        format!("{}\n", renderer.render(&[group]))
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostic {}

/// The name among `known` nearest to `wrong`, if it is near enough to be a slip of the pen.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (edit_distance(wrong, name), name))
        .filter(|(distance, name)| *distance <= 1 + name.chars().count() / 4)
        .filter(|(distance, _)| *distance < wrong.chars().count())
        .min()
        .map(|(_, name)| name)
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_marks_the_place_in_the_authors_line() {
        let source = Source::new("<expression>", "1 + {2|");
        let shown = Diagnostic::error("the braces are not closed")
            .at(&source, 4..7)
            .label("opened here")
            .note("write `}` after the Right options")
            .render(false);
        assert!(shown.contains("1 + {2|") && shown.contains("^^^ opened here"), "{shown}");
    }

    #[test]
    fn the_nearest_name_is_a_slip_away() {
        assert_eq!(nearest("temprature", ["mean", "temperature"]), Some("temperature"));
        assert_eq!(nearest("x", ["temperature"]), None);
        assert_eq!(nearest("x", ["t"]), None);
    }
}
