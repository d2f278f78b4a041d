//! Games with positions: rules, how a position falls apart, and values.
//!
//! A ruleset says what the moves are and, if it can, into which independent pieces a position falls and which
//! pieces are alike ([`Ruleset`]). [`Valuer`] turns that into values, each kind of piece once. To add a game: a
//! file with its rules, its name in the list (`list.rs`); the laws that every ruleset must obey are then tested on it,
//! and expressions can hold its positions.

pub mod clobber;
pub mod heaps;
pub mod impartial;
pub mod konane;
mod list;
pub mod notakto;
mod picture;
pub mod snort;
mod valuer;

use std::fmt;
use std::hash::Hash;

use crate::engine::{Limit, Outcome, Player, Store, Value};
use crate::graphs::Graph;
use crate::search;

pub use clobber::Clobber;
pub use konane::{Konane, KonaneRow};
pub use list::{Plain, PlainPosition, Position, Valuers, visit_all};
pub use picture::{Ground, Picture, Place};
pub use snort::Snort;
pub(crate) use valuer::Mixer;
pub use valuer::{Valuer, value_by_moves};

/// A game of two players on positions: the rules, and what helps to value them.
///
/// The moves, the texts and the negative are required. A ruleset without helps takes `Piece = Position`,
/// `pieces` = the position itself and `options` = its moves; each help that it adds must keep the values,
/// which the tests of laws check against plain search.
pub trait Ruleset: Sized {
    /// One word.
    const NAME: &'static str;
    /// The rules in one sentence.
    const SENTENCE: &'static str;
    /// Some positions as texts, used as examples and by the tests of laws.
    const EXAMPLES: &'static [&'static str];

    type Position: Clone + Eq + Hash + fmt::Debug;
    /// A part of a position in which nothing depends on the other parts.
    type Piece;
    /// Equal keys mean equal values (up to sign); a key must hold all that it depends on, never a hash of it.
    type Key: Eq + Hash;
    /// The same rules for plain search: no pieces, no values, nothing left out.
    type Plain: search::Game;

    /// The moves of `player`: what they are called, and the positions after them.
    fn moves(position: &Self::Position, player: Player) -> Vec<(Move, Self::Position)>;

    /// The position after the move that is called so; `None` if `player` has no such move.
    fn after(position: &Self::Position, player: Player, called: &[i64]) -> Option<Self::Position> {
        Self::moves(position, player).into_iter().find(|(name, _)| name == called).map(|(_, after)| after)
    }

    /// The position with the players exchanged.
    fn negative(position: &Self::Position) -> Self::Position;

    fn read(text: &str) -> Result<Self::Position, Problem>;

    /// A text that [`Ruleset::read`] reads as the same position.
    fn write(position: &Self::Position) -> String;

    /// What the position looks like.
    fn picture(position: &Self::Position) -> Picture;

    /// The graph that the position is played on, if it is played on one.
    fn graph(_position: &Self::Position) -> Option<&Graph> {
        None
    }

    /// The position for plain search; `None` if it is too large for that.
    fn plain(position: &Self::Position) -> Option<Self::Plain>;

    /// The pieces whose sum has the value of the position.
    fn pieces(position: &Self::Position) -> Result<Vec<Self::Piece>, Limit>;

    /// The moves of `player` in a piece, each as the pieces that it leaves. Of equal moves one is enough.
    fn options(piece: &Self::Piece, player: Player) -> Result<Vec<Vec<Self::Piece>>, Limit>;

    /// The value of the piece if it is known without any play.
    fn known(_piece: &Self::Piece, _store: &mut Store) -> Result<Option<Value>, Limit> {
        Ok(None)
    }

    /// What the piece is called in the table of values.
    fn key(piece: &Self::Piece) -> Signed<Self::Key>;

    /// A quick name of a small piece, if there is one: equal names mean equal values. Unlike [`Ruleset::key`] it may
    /// tell apart what is alike.
    fn quick_key(_piece: &Self::Piece) -> Option<u128> {
        None
    }

    /// The same of a whole position, in the same names: where it is known, no pieces are made.
    fn quick_name(_position: &Self::Position) -> Option<u128> {
        None
    }

    /// Is the piece its own negative at first sight? Then only Left's moves are looked at.
    fn is_its_own_negative(_piece: &Self::Piece) -> bool {
        false
    }

    /// The outcome: of the value, unless the ruleset knows how to search positions whose value is out of reach. Such a
    /// search judges at most `budget` positions.
    fn outcome(
        position: &Self::Position,
        store: &mut Store,
        valuer: &mut Valuer<Self>,
        _budget: u64,
    ) -> Result<Outcome, Limit> {
        let value = valuer.value(position, store)?;
        store.outcome(value)
    }

    /// A move by which `player`, who is to move, wins; `None` if he loses. Limits as for [`Ruleset::outcome`].
    fn winning_move(
        position: &Self::Position,
        player: Player,
        store: &mut Store,
        valuer: &mut Valuer<Self>,
        budget: u64,
    ) -> Result<Option<Move>, Limit> {
        for (called, after) in Self::moves(position, player) {
            let outcome = Self::outcome(&after, store, valuer, budget)?;
            if outcome == Outcome::P || outcome == Outcome::won_by(player) {
                return Ok(Some(called));
            }
        }
        Ok(None)
    }

    /// All moves by which `player`, who is to move, wins, in the order of [`Ruleset::moves`]. Limits as for
    /// [`Ruleset::outcome`], for each move anew.
    fn winning_moves(
        position: &Self::Position,
        player: Player,
        store: &mut Store,
        valuer: &mut Valuer<Self>,
        budget: u64,
    ) -> Result<Vec<Move>, Limit> {
        let mut winning = Vec::new();
        for (called, after) in Self::moves(position, player) {
            let outcome = Self::outcome(&after, store, valuer, budget)?;
            if outcome == Outcome::P || outcome == Outcome::won_by(player) {
                winning.push(called);
            }
        }
        Ok(winning)
    }
}

/// What people call a move: the places that it touches, in the order in which it does. In Snort that is the vertex that
/// is coloured, in Clobber and Konane where a stone goes from and to.
pub type Move = Vec<i64>;

/// A key, of the piece itself or of its negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed<K> {
    pub key: K,
    pub negated: bool,
}

/// Why a text is no position, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The byte of the text that the message is about; its length if something is missing there.
    pub offset: usize,
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for Problem {}

/// Something to be done for every ruleset.
pub trait Visitor {
    fn visit<R: Ruleset>(&mut self);
}

/// The engine's player for the second opinion.
pub fn to_search(player: Player) -> search::Player {
    match player {
        Player::Left => search::Player::Left,
        Player::Right => search::Player::Right,
    }
}

/// The second opinion's player for the engine.
pub fn from_search(player: search::Player) -> Player {
    match player {
        search::Player::Left => Player::Left,
        search::Player::Right => Player::Right,
    }
}

/// Raised when the room gives another answer than before: results frozen under an older number are stale.
pub const REVISION: u32 = 1;

/// The numbers in a set of bits, ascending.
#[inline]
fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

/// Where `player`'s things stand in a pair.
#[inline]
fn side(player: Player) -> usize {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}
