//! The second opinion: games judged by playing them out.
//!
//! Nothing here knows a canonical form, a sum of components or a symmetry. A game is its rules ([`Game`]), and
//! every answer comes from looking at all moves, then at all answers, and so on to the end. The room is
//! slow, short and independent of the engine: what both say is worth believing.
//!
//! The only help is a table of positions already judged; [`Searcher::without_table`] does without.

mod atomic;
mod misere;
mod outcome;
mod rational;
mod tree;
mod walls;
mod witness;

use std::fmt;
use std::hash::Hash;

pub use atomic::{atomic_weight_is, integer_atomic_weight};
pub use misere::MisereTrees;
pub use outcome::{
    Judged, Outcome, Searcher, compare, difference_is_zero, outcome, outcome_without_table, winning_moves,
};
pub use rational::Rational;
pub use tree::{Node, Tree};
pub use walls::{Thermograph, Wall, thermograph};
pub use witness::{Witness, witness};

/// The two players. (The engine has its own; the second opinion shares nothing with it.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    Left,
    Right,
}

impl Player {
    pub fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}

/// Why a search did not finish. This is not an answer about the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// This many positions were judged, and that was the budget.
    Positions(u64),
    /// An exact number left the range of 128 bits.
    Overflow,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Positions(n) => write!(f, "the search stopped after {n} positions"),
            Limit::Overflow => f.write_str("a number left the range of 128 bits"),
        }
    }
}

impl std::error::Error for Limit {}

/// Rules, and a position to start from. Play must end; who cannot move loses.
///
/// The rules are apart from the positions so that positions stay small: for a game on a graph the graph is in the
/// rules, and a position is two sets of vertices.
///
/// ```
/// use referee::search::{self, Game, Outcome, Player};
/// /// A row of coins: Left takes one, Right takes two.
/// struct Coins(u32);
/// impl Game for Coins {
///     type Position = u32;
///     fn start(&self) -> u32 { self.0 }
///     fn moves(&self, coins: &u32, player: Player) -> Vec<u32> {
///         let taken = match player { Player::Left => 1, Player::Right => 2 };
///         coins.checked_sub(taken).into_iter().collect()
///     }
///     fn show(&self, coins: &u32) -> String { format!("{coins} coins") }
/// }
/// assert_eq!(search::outcome(&Coins(1), 100), Ok(Outcome::L));
/// assert_eq!(search::outcome(&Coins(2), 100), Ok(Outcome::N));
/// ```
pub trait Game {
    type Position: Clone + Eq + Hash;

    /// The position that the game stands for.
    fn start(&self) -> Self::Position;

    /// All positions to which `player` can move from `position`. Repetitions do no harm.
    fn moves(&self, position: &Self::Position, player: Player) -> Vec<Self::Position>;

    /// The position in words or drawn in one line.
    fn show(&self, position: &Self::Position) -> String;

    /// The move from `before` to `after` in words: "to 3 coins".
    fn show_move(&self, _before: &Self::Position, after: &Self::Position) -> String {
        format!("to {}", self.show(after))
    }
}

impl<G: Game> Game for &G {
    type Position = G::Position;
    fn start(&self) -> G::Position {
        (*self).start()
    }
    fn moves(&self, position: &G::Position, player: Player) -> Vec<G::Position> {
        (*self).moves(position, player)
    }
    fn show(&self, position: &G::Position) -> String {
        (*self).show(position)
    }
    fn show_move(&self, before: &G::Position, after: &G::Position) -> String {
        (*self).show_move(before, after)
    }
}

/// The negative: the players exchange their moves.
pub struct Negative<G>(pub G);

impl<G: Game> Game for Negative<G> {
    type Position = G::Position;
    fn start(&self) -> G::Position {
        self.0.start()
    }
    fn moves(&self, position: &G::Position, player: Player) -> Vec<G::Position> {
        self.0.moves(position, player.opponent())
    }
    fn show(&self, position: &G::Position) -> String {
        format!("−({})", self.0.show(position))
    }
    /// Where the move is called by where it leads, that is the negative of where it leads in the game itself.
    fn show_move(&self, before: &G::Position, after: &G::Position) -> String {
        let shown = self.0.show_move(before, after);
        match shown.strip_prefix("to ") {
            Some(there) => format!("to −({there})"),
            None => shown,
        }
    }
}

/// The sum of two games: a move is a move in one of them. The two are called as the names say.
pub struct Sum<G, H> {
    pub games: (G, H),
    pub names: (&'static str, &'static str),
}

impl<G, H> Sum<G, H> {
    pub fn new(g: G, h: H) -> Sum<G, H> {
        Sum { games: (g, h), names: ("G", "H") }
    }
}

/// G − H, whose second part is called −H.
pub fn difference<G, H>(g: G, h: H) -> Sum<G, Negative<H>> {
    Sum { games: (g, Negative(h)), names: ("G", "−H") }
}

impl<G: Game, H: Game> Game for Sum<G, H> {
    type Position = (G::Position, H::Position);
    fn start(&self) -> Self::Position {
        (self.games.0.start(), self.games.1.start())
    }
    fn moves(&self, (g, h): &Self::Position, player: Player) -> Vec<Self::Position> {
        let in_g = self.games.0.moves(g, player).into_iter().map(|next| (next, h.clone()));
        let in_h = self.games.1.moves(h, player).into_iter().map(|next| (g.clone(), next));
        in_g.chain(in_h).collect()
    }
    fn show(&self, (g, h): &Self::Position) -> String {
        format!("{} + {}", self.games.0.show(g), self.games.1.show(h))
    }
    fn show_move(&self, before: &Self::Position, after: &Self::Position) -> String {
        if before.1 == after.1 {
            format!("in {} {}", self.names.0, self.games.0.show_move(&before.0, &after.0))
        } else {
            format!("in {} {}", self.names.1, self.games.1.show_move(&before.1, &after.1))
        }
    }
}

/// The sum of any number of games of one kind.
pub struct Terms<G>(pub Vec<G>);

impl<G: Game> Game for Terms<G> {
    type Position = Vec<G::Position>;
    fn start(&self) -> Self::Position {
        self.0.iter().map(G::start).collect()
    }
    fn moves(&self, position: &Self::Position, player: Player) -> Vec<Self::Position> {
        let mut found = Vec::new();
        for (i, (game, part)) in self.0.iter().zip(position).enumerate() {
            for next in game.moves(part, player) {
                let mut whole = position.clone();
                whole[i] = next;
                found.push(whole);
            }
        }
        found
    }
    fn show(&self, position: &Self::Position) -> String {
        let parts: Vec<String> = self.0.iter().zip(position).map(|(game, part)| game.show(part)).collect();
        if parts.is_empty() { "0".to_string() } else { parts.join(" + ") }
    }
    fn show_move(&self, before: &Self::Position, after: &Self::Position) -> String {
        match (0..self.0.len()).find(|&i| before[i] != after[i]) {
            Some(i) if self.0.len() > 1 => {
                format!("in term {} {}", i + 1, self.0[i].show_move(&before[i], &after[i]))
            }
            Some(i) => self.0[i].show_move(&before[i], &after[i]),
            None => "nowhere".to_string(),
        }
    }
}

/// Runs a step of a recursion, growing the stack when it runs low, so that no depth overflows it.
fn deep<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(128 << 10, 2 << 20, step)
}

/// Raised when the room gives another answer than before: results frozen under an older number are stale.
pub const REVISION: u32 = 1;
