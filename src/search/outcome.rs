//! Who wins, by looking at all moves.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

use super::{Game, Limit, Player, deep, difference};

/// The four outcomes: who wins under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Who has just moved (the previous player): the second player wins.
    P,
    /// The next player: the first player wins.
    N,
    /// Left, whoever begins.
    L,
    /// Right, whoever begins.
    R,
}

impl Outcome {
    /// The outcome, from whether Left, beginning, and Right, beginning, win.
    pub fn of(left_first: bool, right_first: bool) -> Outcome {
        match (left_first, right_first) {
            (false, false) => Outcome::P,
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::P => "P",
            Outcome::N => "N",
            Outcome::L => "L",
            Outcome::R => "R",
        })
    }
}

/// Positions, and whether Left and Right win there if they are to move; `None` is not yet judged.
///
/// One entry for both players, since mostly both are asked for: half as many places of memory are looked up.
pub type Judged<P> = HashMap<P, [Option<bool>; 2], BuildHasherDefault<Quick>>;

/// Where a player's answer stands.
fn side(mover: Player) -> usize {
    match mover {
        Player::Left => 0,
        Player::Right => 1,
    }
}

/// A search with its table and its budget.
pub struct Searcher<'a, G: Game> {
    game: &'a G,
    /// Does the player who is to move win? `None`: every position is judged anew, each time that it occurs.
    table: Option<Judged<G::Position>>,
    budget: u64,
    judged: u64,
}

impl<'a, G: Game> Searcher<'a, G> {
    /// A search that judges at most `budget` positions (a position counts once for each player to move) and
    /// remembers each.
    pub fn new(game: &'a G, budget: u64) -> Searcher<'a, G> {
        Searcher { game, table: Some(HashMap::default()), budget, judged: 0 }
    }

    /// [`Searcher::new`] with what another search of the same game has found; see [`Searcher::finish`].
    pub fn continued(game: &'a G, budget: u64, judged: Judged<G::Position>) -> Searcher<'a, G> {
        Searcher { game, table: Some(judged), budget, judged: 0 }
    }

    /// What was found, for a search of the same game to go on with.
    pub fn finish(self) -> Judged<G::Position> {
        self.table.unwrap_or_default()
    }

    /// A search that remembers nothing: the plainest there is. Its cost is the number of lines of play.
    pub fn without_table(game: &'a G, budget: u64) -> Searcher<'a, G> {
        Searcher { game, table: None, budget, judged: 0 }
    }

    /// How many positions were judged so far.
    pub fn judged(&self) -> u64 {
        self.judged
    }

    /// Does `mover`, who is to move at `position`, win? Exactly if some move leaves the opponent a loss.
    pub fn wins(&mut self, position: &G::Position, mover: Player) -> Result<bool, Limit> {
        if let Some(table) = &self.table
            && let Some(known) = table.get(position).and_then(|judged| judged[side(mover)])
        {
            return Ok(known);
        }
        if self.judged >= self.budget {
            return Err(Limit::Positions(self.judged));
        }
        self.judged += 1;
        let mut won = false;
        for next in self.game.moves(position, mover) {
            if !deep(|| self.wins(&next, mover.opponent()))? {
                won = true;
                break;
            }
        }
        if let Some(table) = &mut self.table {
            table.entry(position.clone()).or_default()[side(mover)] = Some(won);
        }
        Ok(won)
    }

    /// The outcome of `position`.
    pub fn outcome_of(&mut self, position: &G::Position) -> Result<Outcome, Limit> {
        Ok(Outcome::of(self.wins(position, Player::Left)?, self.wins(position, Player::Right)?))
    }

    /// The moves of `mover` after which the opponent, to move, loses. Each position is listed once.
    pub fn winning_moves(
        &mut self,
        position: &G::Position,
        mover: Player,
    ) -> Result<Vec<G::Position>, Limit> {
        let mut winning = Vec::new();
        for next in self.game.moves(position, mover) {
            if !winning.contains(&next) && !self.wins(&next, mover.opponent())? {
                winning.push(next);
            }
        }
        Ok(winning)
    }
}

/// The outcome of the game. Cost: at most `budget` positions.
pub fn outcome<G: Game>(game: &G, budget: u64) -> Result<Outcome, Limit> {
    Searcher::new(game, budget).outcome_of(&game.start())
}

/// [`outcome`] with no memory of positions at all; for small games.
pub fn outcome_without_table<G: Game>(game: &G, budget: u64) -> Result<Outcome, Limit> {
    Searcher::without_table(game, budget).outcome_of(&game.start())
}

/// The moves of `mover` from the start that win, as positions.
pub fn winning_moves<G: Game>(game: &G, mover: Player, budget: u64) -> Result<Vec<G::Position>, Limit> {
    Searcher::new(game, budget).winning_moves(&game.start(), mover)
}

/// Is `g` = `h`? By the definition: does the second player win G − H?
pub fn difference_is_zero<G: Game, H: Game>(g: &G, h: &H, budget: u64) -> Result<bool, Limit> {
    Ok(compare(g, h, budget)? == Some(Ordering::Equal))
}

/// The order of `g` and `h` as games, `None` when they are confused: the outcome of G − H.
pub fn compare<G: Game, H: Game>(g: &G, h: &H, budget: u64) -> Result<Option<Ordering>, Limit> {
    Ok(match outcome(&difference(g, h), budget)? {
        Outcome::P => Some(Ordering::Equal),
        Outcome::L => Some(Ordering::Greater),
        Outcome::R => Some(Ordering::Less),
        Outcome::N => None,
    })
}

/// A hasher for the table: positions are not chosen by an adversary, and the standard one takes a third of the time.
#[derive(Default)]
pub struct Quick(u64);

impl Quick {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.mix(u64::from_le_bytes(word) ^ (part.len() as u64) << 56);
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.mix(u64::from(n) + 1);
    }
    fn write_u32(&mut self, n: u32) {
        self.mix(u64::from(n) + 1);
    }
    fn write_u64(&mut self, n: u64) {
        self.mix(n.wrapping_add(1));
    }
    fn write_u128(&mut self, n: u128) {
        self.mix(n as u64);
        self.mix((n >> 64) as u64);
    }
    fn write_usize(&mut self, n: usize) {
        self.mix((n as u64).wrapping_add(1));
    }
}
