//! Snort (Simon Norton): players colour vertices of a graph, never next to the other's colour.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways*, ch. 6. A coloured vertex is as good as gone: what is left of it
//! is that its neighbours are tinted, open to one player only.

mod outcome;
mod piece;
mod plain;

use std::fmt;
use std::sync::Arc;

use super::{Move, Picture, Place, Problem, Ruleset, Signed, Valuer};
use crate::engine::{Limit, Outcome, Player, Store, Value};
use crate::graphs::{self, Graph, OutsideDomain};

pub use outcome::{Settled, outcome, winning_move};
pub use piece::{Key, MOST_VERTICES, Piece};
pub use plain::PlainSnort;

/// What is left of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Tint {
    /// Both players may colour it.
    #[default]
    None,
    /// Only Left may.
    Left,
    /// Only Right may.
    Right,
    /// It is coloured, or nobody may colour it.
    Gone,
}

impl Tint {
    /// The tint that lets `player` alone.
    pub fn of(player: Player) -> Tint {
        match player {
            Player::Left => Tint::Left,
            Player::Right => Tint::Right,
        }
    }

    /// May `player` colour a vertex with this tint?
    pub fn admits(self, player: Player) -> bool {
        self == Tint::None || self == Tint::of(player)
    }

    /// The tint with the players exchanged.
    pub fn negative(self) -> Tint {
        match self {
            Tint::Left => Tint::Right,
            Tint::Right => Tint::Left,
            other => other,
        }
    }
}

/// A Snort position: the board as it was at the beginning, and what is left of its vertices. Vertices keep their
/// numbers through the game.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Snort {
    graph: Arc<Graph>,
    tints: Vec<Tint>,
}

impl Snort {
    /// The empty board on a graph.
    pub fn on(graph: Graph) -> Snort {
        let tints = vec![Tint::None; graph.order()];
        Snort { graph: Arc::new(graph), tints }
    }

    /// A board with tints, one for each vertex.
    pub fn with_tints(graph: Graph, tints: Vec<Tint>) -> Result<Snort, OutsideDomain> {
        if tints.len() != graph.order() {
            let message = format!("{} tints for {} vertices", tints.len(), graph.order());
            return Err(OutsideDomain { message });
        }
        Ok(Snort { graph: Arc::new(graph), tints })
    }

    /// The path with `n` vertices that may be coloured, whose ends are next to a piece of the player named, if one is:
    /// LP_n is `path(n, Some(Left), None)`, LP_nR is `path(n, Some(Left), Some(Right))`. With `n` = 0 there is nothing
    /// to colour; the only vertex of `n` = 1 is next to both pieces.
    pub fn path(n: usize, first: Option<Player>, last: Option<Player>) -> Result<Snort, OutsideDomain> {
        let mut position = Snort::on(graphs::families::path(n)?);
        for (end, piece) in [(0, first), (n.wrapping_sub(1), last)] {
            if let (Some(player), true) = (piece, n > 0) {
                position.tint_vertex(end, player);
            }
        }
        Ok(position)
    }

    /// The board at the beginning of the game.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// What is left of each vertex.
    pub fn tints(&self) -> &[Tint] {
        &self.tints
    }

    /// The vertices that `player` may colour, ascending.
    pub fn playable(&self, player: Player) -> Vec<usize> {
        (0..self.tints.len()).filter(|&v| self.tints[v].admits(player)).collect()
    }

    /// The position after `player` has coloured `v`; `None` if he may not or there is no such vertex.
    pub fn after(&self, player: Player, v: usize) -> Option<Snort> {
        if !self.tints.get(v)?.admits(player) {
            return None;
        }
        let mut after = self.clone();
        after.tints[v] = Tint::Gone;
        for w in self.graph.neighbours(v) {
            after.tint_vertex(w, player);
        }
        Some(after)
    }

    fn tint_vertex(&mut self, v: usize, player: Player) {
        if self.tints[v] == Tint::None {
            self.tints[v] = Tint::of(player);
        } else if self.tints[v] != Tint::of(player) {
            self.tints[v] = Tint::Gone;
        }
    }
}

impl fmt::Debug for Snort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Snort::write(self))
    }
}

impl Ruleset for Snort {
    const NAME: &'static str = "snort";
    const SENTENCE: &'static str = "Players take turns to colour a vertex of a graph, never one next to the other's \
        colour; who cannot, loses.";
    const EXAMPLES: &'static [&'static str] = &[
        "0-1-2-3",
        "0-1-2-3-0",
        "0-1 0-2 0-3 0-4 / Left 1 2 / Right 3",
        "0-1-2-3-4 3-5 / Left 0 / gone 4",
        "0 1 2-3 / Right 2 3",
        "",
    ];

    type Position = Snort;
    type Piece = Piece;
    type Key = Key;
    type Plain = PlainSnort;

    fn moves(position: &Snort, player: Player) -> Vec<(Move, Snort)> {
        let playable = position.playable(player).into_iter();
        playable.filter_map(|v| Some((vec![v as i64], position.after(player, v)?))).collect()
    }

    fn after(position: &Snort, player: Player, called: &[i64]) -> Option<Snort> {
        let [v] = called else { return None };
        position.after(player, usize::try_from(*v).ok()?)
    }

    fn graph(position: &Snort) -> Option<&Graph> {
        Some(position.graph())
    }

    fn negative(position: &Snort) -> Snort {
        let tints = position.tints.iter().map(|tint| tint.negative()).collect();
        Snort { graph: position.graph.clone(), tints }
    }

    /// A graph in one of the two languages of [`graphs::read`], then the tinted and the gone vertices:
    /// `0-1-2-3 / Left 0 / Right 3 / gone 1`.
    fn read(text: &str) -> Result<Snort, Problem> {
        let mut fields = text.split('/');
        let board = fields.next().unwrap_or_default();
        let graph = graphs::read(board.trim_end())
            .map_err(|problem| Problem { offset: problem.offset, message: problem.message })?;
        let mut tints = vec![Tint::None; graph.order()];
        let mut offset = board.len();
        for field in fields {
            offset += 1;
            let mut tint = None;
            let mut at = 0;
            for word in field.split_inclusive(|c: char| c.is_whitespace() || c == ',') {
                let start = offset + at;
                at += word.len();
                let word = word.trim_matches(|c: char| c.is_whitespace() || c == ',');
                if word.is_empty() {
                    continue;
                }
                let refuse = |message: String| Err(Problem { offset: start, message });
                match (tint, word, word.parse::<usize>()) {
                    (None, "Left", _) => tint = Some(Tint::Left),
                    (None, "Right", _) => tint = Some(Tint::Right),
                    (None, "gone", _) => tint = Some(Tint::Gone),
                    (None, ..) => return refuse(format!("here Left, Right or gone is due, not {word:?}")),
                    (Some(_), _, Err(_)) => {
                        return refuse(format!("here the number of a vertex is due, not {word:?}"));
                    }
                    (Some(tint), _, Ok(v)) => match tints.get_mut(v) {
                        None => return refuse(format!("there is no vertex {v}")),
                        Some(Tint::None) => tints[v] = tint,
                        Some(_) => return refuse(format!("vertex {v} has a tint already")),
                    },
                }
            }
            if tint.is_none() {
                let message = "here Left, Right or gone is due".to_string();
                return Err(Problem { offset: offset + field.len(), message });
            }
            offset += field.len();
        }
        Ok(Snort { graph: Arc::new(graph), tints })
    }

    fn write(position: &Snort) -> String {
        let mut text = graphs::write_adjacency(&position.graph);
        for (tint, word) in [(Tint::Left, "Left"), (Tint::Right, "Right"), (Tint::Gone, "gone")] {
            let vertices: Vec<String> = (0..position.tints.len())
                .filter(|&v| position.tints[v] == tint)
                .map(|v| v.to_string())
                .collect();
            if !vertices.is_empty() {
                text.push_str(&format!(" / {word} {}", vertices.join(" ")));
            }
        }
        text
    }

    fn picture(position: &Snort) -> Picture {
        let place = |tint: &Tint| match tint {
            Tint::None => Place::Empty,
            Tint::Left => Place::For(Player::Left),
            Tint::Right => Place::For(Player::Right),
            Tint::Gone => Place::Hole,
        };
        Picture::graph(&position.graph, position.tints.iter().map(place).collect())
    }

    fn plain(position: &Snort) -> Option<PlainSnort> {
        PlainSnort::new(position)
    }

    /// The connected parts. A part of more than 128 vertices is a limit.
    fn pieces(position: &Snort) -> Result<Vec<Piece>, Limit> {
        let order = position.graph.order();
        if order <= MOST_VERTICES {
            let rows: Vec<u128> = (0..order).map(|v| position.graph.row_u128(v)).collect();
            return Ok(pieces_of(&rows, &position.tints));
        }
        // A large board: its parts are found first, each fitting the sets of bits by itself.
        let open: Vec<usize> = (0..order).filter(|&v| position.tints[v] != Tint::Gone).collect();
        let board = position.graph.induced(&open);
        let mut pieces = Vec::new();
        for part in board.components() {
            if part.len() > MOST_VERTICES {
                return Err(Limit::Board(part.len() as u64));
            }
            let rows = board.induced(&part).rows_u128().expect("at most 128 vertices");
            let tints: Vec<Tint> = part.iter().map(|&v| position.tints[open[v]]).collect();
            pieces.extend(pieces_of(&rows, &tints));
        }
        Ok(pieces)
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

    fn quick_key(piece: &Piece) -> Option<u128> {
        piece.quick_key()
    }

    fn is_its_own_negative(piece: &Piece) -> bool {
        piece.is_its_own_negative()
    }

    fn outcome(
        position: &Snort,
        store: &mut Store,
        valuer: &mut Valuer<Snort>,
        budget: u64,
    ) -> Result<Outcome, Limit> {
        Ok(outcome(position, store, valuer, budget)?.0)
    }

    fn winning_move(
        position: &Snort,
        player: Player,
        store: &mut Store,
        valuer: &mut Valuer<Snort>,
        budget: u64,
    ) -> Result<Option<Move>, Limit> {
        Ok(winning_move(position, player, store, valuer, budget)?.map(|v| vec![v as i64]))
    }
}

fn pieces_of(rows: &[u128], tints: &[Tint]) -> Vec<Piece> {
    let set = |wanted: Tint| (0..tints.len()).filter(|&v| tints[v] == wanted).fold(0, |set, v| set | 1 << v);
    let (untinted, left, right) = (set(Tint::None), set(Tint::Left), set(Tint::Right));
    Piece::parts(rows, untinted | left | right, [left, right])
}
