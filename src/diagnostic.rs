//! One diagnostic type: severity, message, the place in the author's own text, notes.
//!
//! Deep code returns a message; the caller that knows the text adds the place. A diagnostic is drawn under the
//! line that it speaks of, as rustc does.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// How bad it is: an error stops the command, a warning is shown and the work goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Warning,
    Error,
}

/// A named text: a file of the project, an expression that somebody typed, or several files read as one.
///
/// Bytes are counted through all its files, so that a place is one range wherever it lies.
#[derive(Clone)]
pub struct Source {
    /// The path as the user knows it, or a name such as `<expression>`; of several files, what they are together.
    pub name: String,
    pub text: Arc<str>,
    /// Where each file begins and what it is called; empty for a single one.
    files: Arc<[(usize, String)]>,
    /// Where each line begins, once somebody asks.
    lines: Arc<OnceLock<Vec<usize>>>,
}

impl Source {
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Source {
        Source { name: name.into(), text: text.into(), files: Arc::new([]), lines: Arc::default() }
    }

    /// Several files, each with its name and its text, one after the other.
    pub fn joined(
        name: impl Into<String>,
        files: impl IntoIterator<Item = (String, impl AsRef<str>)>,
    ) -> Source {
        let (mut text, mut starts) = (String::new(), Vec::new());
        for (file, content) in files {
            starts.push((text.len(), file));
            text.push_str(content.as_ref());
            // Every file begins a line.
            if !text.ends_with('\n') {
                text.push('\n');
            }
        }
        Source { files: starts.into(), ..Source::new(name, text) }
    }

    /// Its files in their order: the name of each, and its bytes.
    pub fn files(&self) -> Vec<(&str, Range<usize>)> {
        if self.files.is_empty() {
            return vec![(&self.name, 0..self.text.len())];
        }
        let ends = self.files.iter().skip(1).map(|(start, _)| *start).chain([self.text.len()]);
        self.files.iter().zip(ends).map(|((start, name), end)| (name.as_str(), *start..end)).collect()
    }

    /// The file that holds a byte: its name and its bytes.
    pub fn file_at(&self, offset: usize) -> (&str, Range<usize>) {
        let after = self.files.partition_point(|(start, _)| *start <= offset);
        match after.checked_sub(1).and_then(|index| self.files.get(index)) {
            Some((start, name)) => {
                let end = self.files.get(after).map_or(self.text.len(), |(next, _)| *next);
                (name, *start..end)
            }
            None => (&self.name, 0..self.text.len()),
        }
    }

    /// The line (from 1) and column (from 1, in characters) of a byte offset in its own file; the end of the text if
    /// past it.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let offset = floor_char(&self.text, offset);
        let lines = self.lines.get_or_init(|| {
            let ends = self.text.match_indices('\n').map(|(end, _)| end + 1);
            std::iter::once(0).chain(ends).collect()
        });
        let before = |offset: usize| lines.partition_point(|start| *start <= offset);
        let line = before(offset);
        let first = before(self.file_at(offset).1.start);
        let column = self.text[lines[line - 1]..offset].chars().count() + 1;
        (line + 1 - first, column)
    }

    /// The name of the file that holds a byte offset, and its line there.
    pub fn file_line(&self, offset: usize) -> (&str, usize) {
        (self.file_at(offset).0, self.line_column(offset).0)
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        (&self.name, &self.text, &self.files) == (&other.name, &other.text, &other.files)
    }
}

impl Eq for Source {}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({}, {} bytes)", self.name, self.text.len())
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
        write!(f, "{}:{line}:{column}", self.source.file_at(self.span.start).0)
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
                let (name, bytes) = place.source.file_at(place.span.start);
                let text = &place.source.text[bytes.clone()];
                let start = floor_char(text, place.span.start - bytes.start);
                let end = floor_char(text, place.span.end.saturating_sub(bytes.start).max(start));
                group = group.element(
                    Snippet::source(text).path(name).annotation(kind.span(start..end).label(label.as_str())),
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
    fn several_files_are_one_text_and_each_has_its_own_lines() {
        let source = Source::joined(
            "e-print",
            [("a.tex".to_string(), "one\ntwo"), ("b.tex".to_string(), "three\nfour\n")],
        );
        let four = source.text.find("four").expect("it is there");
        assert_eq!(source.file_line(four), ("b.tex", 2));
        assert_eq!(source.file_line(0), ("a.tex", 1));
        assert_eq!(source.files(), [("a.tex", 0..8), ("b.tex", 8..19)]);
        let place = Place { source: source.clone(), span: four + 1..four + 3 };
        assert_eq!(place.to_string(), "b.tex:2:2");
        let shown = Diagnostic::error("no").at(&source, four..four + 4).render(false);
        assert!(shown.contains("b.tex:2:1") && shown.contains("four") && !shown.contains("two"), "{shown}");
    }

    #[test]
    fn the_nearest_name_is_a_slip_away() {
        assert_eq!(nearest("temprature", ["mean", "temperature"]), Some("temperature"));
        assert_eq!(nearest("x", ["temperature"]), None);
        assert_eq!(nearest("x", ["t"]), None);
    }
}
