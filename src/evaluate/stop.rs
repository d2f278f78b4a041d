//! Why an evaluation ends without a value: an error that its author can mend, or a limit that was reached.

use std::fmt;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Source};
use crate::{engine, search};

/// Why there is no value. "Has no answer" is no `Stop`: it is the value [`Datum::None`](super::Datum::None).
#[derive(Clone, Debug)]
pub enum Stop {
    /// The expression makes no sense: the place, what is wrong, and how to go on.
    Error(Box<Diagnostic>),
    /// It makes sense, and could not be found out within the limits.
    Undecided(Limit),
    /// The second opinion has no method for it; why, in a sentence. The first opinion never says so.
    OutOfReach(String),
}

/// Which limit was reached, and how far the work got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// One of the engine's: numbers, comparisons, stored games, positions.
    Engine(engine::Limit),
    /// One of the second opinion's.
    Search(search::Limit),
    /// A fraction left the exact range of 127 bits.
    Overflow,
    /// So many cases of a quantifier were tried.
    Cases(u64),
    /// A list would have become longer than this.
    Length(usize),
    /// A power of up would have a greater order than this.
    Order(u32),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Engine(limit) => limit.fmt(f),
            Limit::Search(limit) => limit.fmt(f),
            Limit::Overflow => f.write_str("a number is too large for exact arithmetic (127 bits)"),
            Limit::Cases(n) => write!(f, "the budget ended after {n} cases"),
            Limit::Length(n) => write!(f, "a list would have more than {n} entries"),
            Limit::Order(n) => write!(f, "powers are only made up to the order {n}"),
        }
    }
}

impl From<engine::Limit> for Limit {
    fn from(limit: engine::Limit) -> Limit {
        Limit::Engine(limit)
    }
}

impl From<search::Limit> for Limit {
    fn from(limit: search::Limit) -> Limit {
        Limit::Search(limit)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Error(diagnostic) => diagnostic.fmt(f),
            Stop::Undecided(limit) => write!(f, "undecided: {limit}"),
            Stop::OutOfReach(why) => f.write_str(why),
        }
    }
}

impl Stop {
    /// The same as an error of a document: a limit gets the place of what reached it, and what to do about it.
    pub fn placed(self, source: &Source, span: Range<usize>, help: &str) -> Diagnostic {
        let told = match self {
            Stop::Error(problem) if problem.place.is_some() => return *problem,
            Stop::Error(problem) => return problem.at(source, span),
            Stop::Undecided(limit) => format!("undecided: {limit}"),
            Stop::OutOfReach(why) => why,
        };
        let problem = Diagnostic::error(told).at(source, span);
        problem.note(if help.is_empty() { "this is a limit of the computation, not an answer" } else { help })
    }
}

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Stop {
        Stop::Error(Box::new(diagnostic))
    }
}

/// Why a function has no value for its arguments, before the place is known.
#[derive(Clone, Debug)]
pub enum Trouble {
    Error {
        /// The argument that is to blame, if one is.
        argument: Option<usize>,
        message: String,
        help: Option<String>,
    },
    Limit(Limit),
    /// It happened in an expression that the function evaluated, and has its place already.
    Stop(Box<Stop>),
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Stop {
        match trouble {
            Trouble::Limit(limit) => Stop::Undecided(limit),
            Trouble::Error { message, .. } => Diagnostic::error(message).into(),
            Trouble::Stop(stop) => *stop,
        }
    }
}

impl Trouble {
    pub fn error(message: impl Into<String>) -> Trouble {
        Trouble::Error { argument: None, message: message.into(), help: None }
    }

    /// The `index`-th argument is to blame.
    pub fn argument(self, index: usize) -> Trouble {
        match self {
            Trouble::Error { message, help, .. } => Trouble::Error { argument: Some(index), message, help },
            other => other,
        }
    }

    pub fn help(self, advice: impl Into<String>) -> Trouble {
        match self {
            Trouble::Error { argument, message, .. } => {
                Trouble::Error { argument, message, help: Some(advice.into()) }
            }
            other => other,
        }
    }

    /// A fraction left the exact range.
    pub fn overflow() -> Trouble {
        Trouble::Limit(Limit::Overflow)
    }
}

impl<L: Into<Limit>> From<L> for Trouble {
    fn from(limit: L) -> Trouble {
        Trouble::Limit(limit.into())
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        Trouble::Stop(Box::new(stop))
    }
}
