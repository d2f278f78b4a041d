//! Who wins on boards too large for a value: a search that knows the values of small parts.

use std::collections::HashMap;

use super::piece::{Key, Piece};
use super::{Ruleset, Snort};
use crate::engine::{Limit, Outcome, Player, Store, Value};
use crate::rulesets::Valuer;

/// Parts of up to so many classes of vertices are valued; larger ones are played out.
const SMALL: usize = 10;

/// Boards whose parts have at most so many classes are settled by their value alone.
const BY_VALUE: usize = 12;

/// How many positions each of the two generations of the table holds.
const GENERATION: usize = 1 << 20;

/// How an outcome was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// By the value of the whole position.
    Value,
    /// By search in the large parts, with the values of the small ones; this many positions were searched.
    Search { positions: u64 },
}

/// The outcome of a position whose value may be out of reach, and how it was settled.
///
/// The search is of sums: the large parts as boards, up to isomorphism, and the small ones as one value. Parts that are
/// negatives of each other are left out. Cost: at most `budget` positions with a large part; the table of those is
/// bounded (two generations of a million). This uses values, so it is no second opinion on them.
///
/// ```
/// use referee::engine::{Outcome, Store};
/// use referee::graphs::families;
/// use referee::rulesets::snort::{Settled, Snort, outcome};
/// use referee::rulesets::Valuer;
/// let board = Snort::on(families::triangular_grid(4, 4)?);
/// let (found, how) = outcome(&board, &mut Store::new(), &mut Valuer::new(), 1_000_000)?;
/// assert_eq!(found, Outcome::N);
/// assert!(matches!(how, Settled::Search { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn outcome(
    position: &Snort,
    store: &mut Store,
    valuer: &mut Valuer<Snort>,
    budget: u64,
) -> Result<(Outcome, Settled), Limit> {
    let pieces = Snort::pieces(position)?;
    if pieces.iter().all(|piece| piece.classes() <= BY_VALUE) {
        let value = valuer.sum(&pieces, store)?;
        return Ok((store.outcome(value)?, Settled::Value));
    }
    let symmetric = pieces.iter().all(Piece::is_its_own_negative);
    let mut search = Search { store, valuer, budget, positions: 0, table: Generations::default() };
    let state = search.state(Vec::new(), pieces)?;
    let left_first = search.mover_wins(&state)?;
    let right_first =
        if symmetric { left_first } else { search.mover_wins(&state.negative(search.store))? };
    let outcome = match (left_first, right_first) {
        (false, false) => Outcome::P,
        (true, true) => Outcome::N,
        (true, false) => Outcome::L,
        (false, true) => Outcome::R,
    };
    Ok((outcome, Settled::Search { positions: search.positions }))
}

/// A vertex that `player`, who is to move, colours and wins; `None` if he loses. Cost and limits as for [`outcome`]; which of
/// several winning vertices it is depends only on the position.
///
/// ```
/// use referee::engine::{Player, Store};
/// use referee::graphs::families;
/// use referee::rulesets::snort::{Snort, winning_move};
/// use referee::rulesets::Valuer;
/// let (mut store, mut valuer) = (Store::new(), Valuer::new());
/// let rhombus = Snort::on(families::triangular_grid(5, 5)?);
/// assert!(winning_move(&rhombus, Player::Left, &mut store, &mut valuer, 1_000_000)?.is_some());
/// let square = Snort::on(families::cycle(4)?);
/// assert_eq!(winning_move(&square, Player::Left, &mut store, &mut valuer, 1_000_000)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn winning_move(
    position: &Snort,
    player: Player,
    store: &mut Store,
    valuer: &mut Valuer<Snort>,
    budget: u64,
) -> Result<Option<usize>, Limit> {
    // Left moves in the search.
    let position = if player == Player::Left { position.clone() } else { Snort::negative(position) };
    let mut search = Search { store, valuer, budget, positions: 0, table: Generations::default() };
    let mut children = Vec::new();
    for v in position.playable(Player::Left) {
        let after = position.after(Player::Left, v).expect("a playable vertex");
        let child = search.state(Vec::new(), Snort::pieces(&after)?)?;
        children.push((search.promise(&child), v, child));
    }
    children.sort_by_key(|(promise, v, _)| (-promise, *v));
    for (_, v, child) in children {
        if !search.mover_wins(&child.negative(search.store))? {
            return Ok(Some(v));
        }
    }
    Ok(None)
}

/// A position in the search: Left is to move.
struct State {
    large: Vec<Piece>,
    /// The value of all small parts.
    rest: Value,
}

impl State {
    fn negative(&self, store: &Store) -> State {
        State { large: self.large.iter().map(Piece::negative).collect(), rest: store.neg(self.rest) }
    }
}

type StateKey = (Vec<Key>, Value);

struct Search<'a> {
    store: &'a mut Store,
    valuer: &'a mut Valuer<Snort>,
    budget: u64,
    positions: u64,
    table: Generations,
}

impl Search<'_> {
    /// The sum of some large parts and of pieces of any size.
    fn state(&mut self, mut large: Vec<Piece>, pieces: Vec<Piece>) -> Result<State, Limit> {
        let mut rest = self.store.zero();
        for piece in pieces {
            if piece.classes() <= SMALL {
                let value = self.valuer.piece(&piece, self.store)?;
                rest = self.store.add(rest, value)?;
            } else {
                large.push(piece);
            }
        }
        Ok(State { large, rest })
    }

    /// Does Left, who is to move, win?
    fn mover_wins(&mut self, state: &State) -> Result<bool, Limit> {
        if state.large.is_empty() {
            return Ok(!self.store.le(state.rest, self.store.zero())?);
        }
        let mut keys: Vec<Key> = state.large.iter().map(|piece| piece.code(false)).collect();
        keys.sort_unstable();
        let key = (keys, state.rest);
        if let Some(known) = self.table.get(&key) {
            return Ok(known);
        }
        if self.positions >= self.budget {
            return Err(Limit::Positions(self.positions));
        }
        self.positions += 1;
        let won = stacker::maybe_grow(128 << 10, 2 << 20, || self.by_moves(state))?;
        self.table.insert(key, won);
        Ok(won)
    }

    fn by_moves(&mut self, state: &State) -> Result<bool, Limit> {
        let mut children: Vec<(i128, State)> = Vec::new();
        for (i, piece) in state.large.iter().enumerate() {
            for left_over in piece.options(Player::Left) {
                let mut others = state.large.clone();
                others.swap_remove(i);
                let mut child = self.state(others, left_over)?;
                child.rest = self.store.add(child.rest, state.rest)?;
                cancel(&mut child.large);
                if child.large.is_empty() {
                    // Right is to move: Left wins if the value is at least 0.
                    if self.store.le(self.store.zero(), child.rest)? {
                        return Ok(true);
                    }
                    continue;
                }
                children.push((self.promise(&child), child));
            }
        }
        for option in self.store.options(state.rest, Player::Left)? {
            let child = State { large: state.large.clone(), rest: option };
            children.push((self.promise(&child), child));
        }
        children.sort_by_key(|(promise, _)| -promise);
        for (_, child) in children {
            if !self.mover_wins(&child.negative(self.store))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A guess of how good a position is for Left when Right is to move, to try the best first.
    fn promise(&self, state: &State) -> i128 {
        let tints: i128 = state.large.iter().map(Piece::advantage).sum();
        let stop = self.store.stop(state.rest, Player::Right);
        2 * tints + stop.floor() + stop.ceil()
    }
}

/// Takes away pairs of parts that are negatives of each other.
fn cancel(large: &mut Vec<Piece>) {
    let mut i = 0;
    while i < large.len() {
        let negative = large[i].code(true);
        let partner = (i + 1..large.len())
            .find(|&j| large[j].classes() == large[i].classes() && large[j].code(false) == negative);
        match partner {
            Some(j) => {
                large.swap_remove(j);
                large.swap_remove(i);
            }
            None => i += 1,
        }
    }
}

/// A table of bounded size: when the young generation is full it becomes the old one, and the old one is forgotten.
#[derive(Default)]
struct Generations {
    young: HashMap<StateKey, bool>,
    old: HashMap<StateKey, bool>,
}

impl Generations {
    fn get(&mut self, key: &StateKey) -> Option<bool> {
        if let Some(&known) = self.young.get(key) {
            return Some(known);
        }
        let known = *self.old.get(key)?;
        self.insert(key.clone(), known);
        Some(known)
    }

    fn insert(&mut self, key: StateKey, won: bool) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, won);
    }
}
