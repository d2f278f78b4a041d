//! Clobber: players move a stone onto a neighbouring stone of the other's, which is taken off.
//!
//! Source: Albert, Grossman, Nowakowski, Wolfe \[albert-clobber2005\]. A place without a stone stays without one, so
//! connected groups of stones are independent of each other; and wherever one player can move, so can the other, so
//! that every value is all-small.

mod classes;
mod outcome;
mod piece;
mod plain;
mod proof_numbers;
mod text;

use std::fmt;
use std::sync::Arc;

use super::{Move, Picture, Place, Problem, Ruleset, Signed, Valuer};
use crate::engine::{Limit, Outcome, Player, Store, Value};
use crate::graphs::{Graph, OutsideDomain};

pub use classes::{MOST_CLASS_CELLS, classes, classes_by_numbers};
pub use outcome::{Reach, Settled, outcome, outcome_within, winning_move, winning_moves};
pub use piece::{Key, MOST_STONES, Piece};
pub use plain::PlainClobber;

/// What the stones stand on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// Cells in rows, numbered row by row from 0; neighbours share a side.
    Grid { rows: usize, columns: usize },
    /// The vertices of a graph.
    Graph(Arc<Graph>),
}

impl Board {
    /// The number of places.
    pub fn places(&self) -> usize {
        match self {
            Board::Grid { rows, columns } => rows * columns,
            Board::Graph(graph) => graph.order(),
        }
    }

    /// The places next to a place, ascending.
    pub fn neighbours(&self, place: usize) -> Vec<usize> {
        match self {
            Board::Grid { rows, columns } => {
                let (row, column) = (place / columns, place % columns);
                let near = [
                    (row > 0).then(|| place - columns),
                    (column > 0).then(|| place - 1),
                    (column + 1 < *columns).then(|| place + 1),
                    (row + 1 < *rows).then(|| place + columns),
                ];
                near.into_iter().flatten().collect()
            }
            Board::Graph(graph) => graph.neighbours(place).collect(),
        }
    }
}

/// A Clobber position: a board, and whose stone stands on each of its places. A hole of a board is a place without a
/// stone, since no stone ever comes to such a place.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Clobber {
    board: Arc<Board>,
    stones: Vec<Option<Player>>,
}

impl Clobber {
    /// Stones on a grid, row by row.
    pub fn on_grid(
        rows: usize,
        columns: usize,
        stones: Vec<Option<Player>>,
    ) -> Result<Clobber, OutsideDomain> {
        Clobber::on(Board::Grid { rows, columns }, stones)
    }

    /// Stones on the vertices of a graph, in their order.
    pub fn on_graph(
        graph: impl Into<Arc<Graph>>,
        stones: Vec<Option<Player>>,
    ) -> Result<Clobber, OutsideDomain> {
        Clobber::on(Board::Graph(graph.into()), stones)
    }

    /// One stone of Right's on a vertex of a graph, and Left's stones on all others.
    pub fn one_white(graph: impl Into<Arc<Graph>>, vertex: usize) -> Result<Clobber, OutsideDomain> {
        let graph = graph.into();
        let mut stones = vec![Some(Player::Left); graph.order()];
        let Some(stone) = stones.get_mut(vertex) else {
            let message = format!("there is no vertex {vertex} in a graph with {} vertices", graph.order());
            return Err(OutsideDomain { message });
        };
        *stone = Some(Player::Right);
        Clobber::on_graph(graph, stones)
    }

    /// Stones in one row.
    pub fn row(stones: Vec<Option<Player>>) -> Clobber {
        Clobber { board: Arc::new(Board::Grid { rows: 1, columns: stones.len() }), stones }
    }

    fn on(board: Board, stones: Vec<Option<Player>>) -> Result<Clobber, OutsideDomain> {
        if stones.len() != board.places() {
            let message = format!("{} stones and holes for {} places", stones.len(), board.places());
            return Err(OutsideDomain { message });
        }
        Ok(Clobber { board: Arc::new(board), stones })
    }

    /// What the stones stand on.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose stone stands on each place.
    pub fn stones(&self) -> &[Option<Player>] {
        &self.stones
    }

    /// The moves of `player`: from which place onto which, ascending.
    pub fn playable(&self, player: Player) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for (from, _) in self.stones.iter().enumerate().filter(|&(_, &stone)| stone == Some(player)) {
            for to in self.board.neighbours(from) {
                if self.stones[to] == Some(player.opponent()) {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    /// The position after `player` has moved a stone onto a neighbouring one; `None` if that is no move of his.
    pub fn after(&self, player: Player, from: usize, to: usize) -> Option<Clobber> {
        let own = *self.stones.get(from)? == Some(player);
        let other = *self.stones.get(to)? == Some(player.opponent());
        if !own || !other || !self.board.neighbours(from).contains(&to) {
            return None;
        }
        let mut after = self.clone();
        after.stones[to] = after.stones[from].take();
        Some(after)
    }
}

impl fmt::Debug for Clobber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Clobber::write(self))
    }
}

impl Ruleset for Clobber {
    const NAME: &'static str = "clobber";
    const SENTENCE: &'static str = "Players take turns to move a stone of theirs onto a neighbouring stone of the \
        other's, which is taken off; who cannot, loses.";
    const EXAMPLES: &'static [&'static str] = &[
        "xo",
        "(xo)^4",
        "xxooxoxxoo",
        "xoxo/oxox",
        "x.xx/oxo./.xox",
        "xoo/o../xox",
        "0-1-2-3-0 1-3 / Left 0 2 / Right 1 3",
        "0-1-2-3-4-0 2-5 / Left 1 2 3 4 5 / Right 0",
        "xo/ox/xo",
        "",
    ];

    type Position = Clobber;
    type Piece = Piece;
    type Key = Key;
    type Plain = PlainClobber;

    fn moves(position: &Clobber, player: Player) -> Vec<(Move, Clobber)> {
        let moves = position.playable(player).into_iter();
        moves
            .filter_map(|(from, to)| Some((vec![from as i64, to as i64], position.after(player, from, to)?)))
            .collect()
    }

    fn after(position: &Clobber, player: Player, called: &[i64]) -> Option<Clobber> {
        let [from, to] = called else { return None };
        position.after(player, usize::try_from(*from).ok()?, usize::try_from(*to).ok()?)
    }

    fn graph(position: &Clobber) -> Option<&Graph> {
        match position.board() {
            Board::Grid { .. } => None,
            Board::Graph(graph) => Some(graph),
        }
    }

    fn negative(position: &Clobber) -> Clobber {
        let stones = position.stones.iter().map(|stone| stone.map(Player::opponent)).collect();
        Clobber { board: position.board.clone(), stones }
    }

    /// A grid as its rows, `xoxo/o.ox`, or a graph and its stones, `0-1-2 / Left 0 2 / Right 1`: see [`Clobber::read_with`].
    fn read(text: &str) -> Result<Clobber, Problem> {
        Clobber::read_with(text, None)
    }

    fn write(position: &Clobber) -> String {
        text::write(position)
    }

    fn picture(position: &Clobber) -> Picture {
        let places = position.stones.iter().map(|stone| Place::stone(*stone)).collect();
        match &*position.board {
            Board::Grid { columns, .. } => Picture::rows(*columns, places),
            Board::Graph(graph) => Picture::graph(graph, places),
        }
    }

    fn plain(position: &Clobber) -> Option<PlainClobber> {
        PlainClobber::new(position)
    }

    /// The connected groups with stones of both players. One of more than 128 stones is a limit, unless it is a row.
    fn pieces(position: &Clobber) -> Result<Vec<Piece>, Limit> {
        piece::pieces(position)
    }

    fn options(piece: &Piece, player: Player) -> Result<Vec<Vec<Piece>>, Limit> {
        Ok(piece.options(player))
    }

    fn known(piece: &Piece, store: &mut Store) -> Result<Option<Value>, Limit> {
        piece.known(store)
    }

    fn key(piece: &Piece) -> Signed<Key> {
        piece.key()
    }

    fn quick_name(position: &Clobber) -> Option<u128> {
        piece::quick_name(position)
    }

    fn quick_key(piece: &Piece) -> Option<u128> {
        piece.quick_key()
    }

    fn is_its_own_negative(piece: &Piece) -> bool {
        piece.is_its_own_negative()
    }

    fn outcome(
        position: &Clobber,
        store: &mut Store,
        valuer: &mut Valuer<Clobber>,
        budget: u64,
    ) -> Result<Outcome, Limit> {
        Ok(outcome(position, store, valuer, budget)?.0)
    }

    fn winning_move(
        position: &Clobber,
        player: Player,
        store: &mut Store,
        valuer: &mut Valuer<Clobber>,
        budget: u64,
    ) -> Result<Option<Move>, Limit> {
        outcome::winning_move(position, player, store, valuer, budget)
            .map(|found| found.map(|(from, to)| vec![from as i64, to as i64]))
    }

    fn winning_moves(
        position: &Clobber,
        player: Player,
        store: &mut Store,
        valuer: &mut Valuer<Clobber>,
        budget: u64,
    ) -> Result<Vec<Move>, Limit> {
        let winning = winning_moves(position, player, store, valuer, budget)?;
        Ok(winning.into_iter().map(|(from, to)| vec![from as i64, to as i64]).collect())
    }
}
