//! What stops a computation: a limit that was reached, and how far it got.

use std::fmt;

/// Why there is no answer although the question has one.
///
/// A limit is never an answer: "has no atomic weight" is `None`, "ran out of comparisons" is a `Limit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// A number left the range of exact arithmetic (see [`Dyadic`](super::Dyadic)) or ups left `i64`.
    Overflow,
    /// The budget of comparisons is used up; how many there were.
    Comparisons(u64),
    /// The arena holds as many games as the budget allows; how many there were.
    Games(u64),
    /// The budget of positions is used up; how many there were.
    Positions(u64),
    /// A game has more options of one player than are held against each other, two by two; how many it has.
    Options(u64),
    /// A connected part of a board is larger than the 128 places that are kept; how many it has.
    Board(u64),
    /// A misère quotient was not finished: which limit was reached, and at which component.
    Quotient(&'static str, u64),
}

/// The most options of one player that a game may have: of each two, one could make the other useless.
pub const MOST_OPTIONS: usize = 1 << 14;

/// # Errors
/// [`Limit::Options`] beyond [`MOST_OPTIONS`].
pub(super) fn within_options(count: usize) -> Result<(), Limit> {
    if count > MOST_OPTIONS { Err(Limit::Options(count as u64)) } else { Ok(()) }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Limit::Overflow => write!(f, "a number is too large for exact arithmetic (127 bits)"),
            Limit::Comparisons(n) => write!(f, "the budget ended after {n} comparisons of games"),
            Limit::Games(n) => write!(f, "the budget ended with {n} stored games"),
            Limit::Positions(n) => write!(f, "the budget ended after {n} positions"),
            Limit::Options(n) => {
                write!(f, "a game has {n} options of one player; the limit is {MOST_OPTIONS}")
            }
            Limit::Quotient(limit, n) => {
                write!(f, "the misère quotient is not finite within the limit of {limit}, at component {n}")
            }
            Limit::Board(n) => write!(f, "a connected part of the board has {n} places; the limit is 128"),
        }
    }
}

impl std::error::Error for Limit {}

/// How much a [`Store`](super::Store) may do. Counts, never seconds or bytes, so that the same
/// computation ends at the same place on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Steps of comparing two games that no closed form, bound or cache answers.
    pub comparisons: u64,
    /// Games stored, a game and its negative counting once.
    pub games: u64,
}

impl Default for Budget {
    /// No limit on comparisons, and as many games as handles can name (2^30).
    fn default() -> Budget {
        Budget { comparisons: u64::MAX, games: 1 << 30 }
    }
}

/// What a [`Store`](super::Store) has done so far, in the units of its [`Budget`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub comparisons: u64,
    pub games: u64,
}
