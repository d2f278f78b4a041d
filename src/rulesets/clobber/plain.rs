//! Clobber for the second opinion: the stones as they stand.

use std::sync::Arc;

use super::{Board, Clobber};
use crate::engine;
use crate::rulesets::bits;
use crate::search::{Game, Player};

/// Clobber as one would play it on a table: a stone goes onto a neighbouring stone of the other's. No group is told from
/// another, no symmetry is used, nothing is left out but places without a stone, which stay so.
#[derive(Clone, Debug)]
pub struct PlainClobber {
    board: Arc<Board>,
    /// Bit i of a set stands for the i-th of these places, which ascend: all cells of a grid of at most 128, so that
    /// boards of one shape are positions of one game; else the places with stones.
    places: Vec<usize>,
    neighbours: Vec<u128>,
    start: (u128, u128),
}

impl PlainClobber {
    /// `None` if there are more than 128 stones.
    pub fn new(position: &Clobber) -> Option<PlainClobber> {
        let stones = position.stones();
        let all_cells = matches!(position.board(), Board::Grid { .. }) && stones.len() <= 128;
        let places: Vec<usize> =
            (0..stones.len()).filter(|&place| all_cells || stones[place].is_some()).collect();
        if places.len() > 128 {
            return None;
        }
        let number = |place: usize| places.binary_search(&place).ok();
        let neighbours = places
            .iter()
            .map(|&place| {
                let near = position.board().neighbours(place).into_iter().filter_map(number);
                near.fold(0u128, |set, i| set | 1 << i)
            })
            .collect();
        let board = position.board.clone();
        let mut game = PlainClobber { board, places, neighbours, start: (0, 0) };
        game.start = game.position(position)?;
        Some(game)
    }

    /// A position on the same board as a position of this game; `None` on another board, or if a stone stands where this
    /// game had none.
    pub fn position(&self, position: &Clobber) -> Option<(u128, u128)> {
        if self.board != position.board {
            return None;
        }
        let stones = position.stones();
        let of = |player| {
            let own = (0..self.places.len()).filter(|&i| stones[self.places[i]] == Some(player));
            own.fold(0u128, |set, i| set | 1 << i)
        };
        let (left, right) = (of(engine::Player::Left), of(engine::Player::Right));
        let all = (left | right).count_ones() as usize;
        (self.places.len() == stones.len() || all == stones.iter().flatten().count()).then_some((left, right))
    }

    /// The positions after each move of a stone of `own`, as the pair (own, other).
    fn after(&self, own: u128, other: u128) -> Vec<(u128, u128)> {
        let mut found = Vec::new();
        for from in bits(own) {
            for to in bits(self.neighbours[from] & other) {
                found.push((own & !(1 << from) | 1 << to, other & !(1 << to)));
            }
        }
        found
    }

    fn named(&self, bit: u32) -> String {
        self.places.get(bit as usize).map_or_else(String::new, usize::to_string)
    }
}

impl Game for PlainClobber {
    /// The stones of Left, and those of Right.
    type Position = (u128, u128);

    fn start(&self) -> (u128, u128) {
        self.start
    }

    fn moves(&self, &(left, right): &(u128, u128), player: Player) -> Vec<(u128, u128)> {
        match player {
            Player::Left => self.after(left, right),
            Player::Right => {
                let turned = self.after(right, left);
                turned.into_iter().map(|(right, left)| (left, right)).collect()
            }
        }
    }

    /// A grid row by row, a graph as the places of the stones.
    fn show(&self, &(left, right): &(u128, u128)) -> String {
        let places = |set: u128| (0..self.places.len()).filter(move |&i| set >> i & 1 == 1);
        match *self.board {
            Board::Grid { rows, columns } => {
                let mut cells = vec!['.'; rows * columns];
                for (set, stone) in [(left, 'x'), (right, 'o')] {
                    for i in places(set) {
                        cells[self.places[i]] = stone;
                    }
                }
                let rows: Vec<String> =
                    cells.chunks(columns.max(1)).map(|row| row.iter().collect()).collect();
                rows.join("/")
            }
            Board::Graph(_) => {
                let list = |set: u128| -> String {
                    let numbers: Vec<String> = places(set).map(|i| self.named(i as u32)).collect();
                    if numbers.is_empty() { "none".to_string() } else { numbers.join(" ") }
                };
                format!("[Left's: {}; Right's: {}]", list(left), list(right))
            }
        }
    }

    fn show_move(&self, before: &(u128, u128), after: &(u128, u128)) -> String {
        let from = (before.0 | before.1) & !(after.0 | after.1);
        let to = (after.0 & before.1) | (after.1 & before.0);
        format!("from {} onto {}", self.named(from.trailing_zeros()), self.named(to.trailing_zeros()))
    }
}
