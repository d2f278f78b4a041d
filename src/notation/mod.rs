//! Text to a syntax tree with places, a syntax tree to a game form, and a form back to text.
//!
//! There is one grammar for what papers print and for what a person types, in Unicode, in ASCII (as CGSuite prints)
//! and in TeX. Reading gives an [`Expr`]: every node knows its bytes in the text. An expression without variables is a
//! [`Form`], a game as it was written down, which keeps its abbreviations: `{0|0}` and `*` are two forms of one value,
//! and [`same_form`] says that they are the same form once abbreviations are expanded, while `{0,0|0}` is another.
//!
//! `docs/notation.md` is the manual: every example in it is run as a test. This room imports nothing of the crate.

mod conventions;
mod entry;
mod expr;
mod form;
mod formula;
pub mod marks;
mod parse;
mod print;
mod read;
mod same;
mod speech;
mod tex;
mod tokens;

pub use conventions::{Conventions, Joined};
pub use entry::{is_marked_quotient, is_range, parse_cell, parse_entry};
pub use expr::{Arguments, Binding, Definition, Expr, ExprKind, Name, Operator, Quantifier};
pub use form::{Form, Number, Ups};
pub use parse::{
    Bindings, DEPTH_LIMIT, TableKey, parse, parse_binding, parse_definitions, parse_table_key, parse_with,
};
pub use same::{describe_difference, same_form};

/// Bytes `start..end` of the text that was read.
pub type Span = std::ops::Range<usize>;

/// How a text is to be read where the two ways of writing differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// What a person types and what CGSuite prints: Unicode or ASCII, mixed freely. Spaces tell notation from operators.
    Plain,
    /// What a paper's source holds. Spaces say nothing and `^` is an exponent.
    Tex,
}

/// Why a text could not be read: the place, what is wrong in one sentence, and how to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub span: Span,
    pub message: String,
    pub help: Option<String>,
}

impl Problem {
    /// A problem at `span`, without advice.
    pub fn new(span: Span, message: impl Into<String>) -> Problem {
        Problem { span, message: message.into(), help: None }
    }

    /// The same problem with a sentence on how to go on.
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}

/// The name among `known` that differs from `wrong` by a slip of the pen.
fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = |name: &&str| slips(wrong, name);
    known.into_iter().min_by_key(near).filter(|name| slips(wrong, name) <= 1 + name.len() / 4)
}

/// The edit distance of two ASCII words.
fn slips(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
