//! Positions of impartial games, and all that they lead to as plain data.

use super::heaps::Heaps;
use super::notakto::{self, Board};
use super::{Picture, Place};
use crate::engine::misere::Components;

/// An impartial game whose positions are sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impartial {
    /// Boards of one side.
    Notakto {
        side: u32,
    },
    Heaps(Heaps),
}

/// A sum of positions of one game: boards by their crosses, heaps by their sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    pub game: Impartial,
    pub parts: Vec<u32>,
}

impl Sum {
    pub fn board(board: Board) -> Sum {
        Sum { game: Impartial::Notakto { side: board.side }, parts: vec![board.crosses] }
    }

    pub fn heap(rules: &Heaps, heap: u32) -> Sum {
        Sum { game: Impartial::Heaps(rules.clone()), parts: vec![heap] }
    }

    /// Both side by side; `None` if they are positions of different games.
    pub fn plus(&self, other: &Sum) -> Option<Sum> {
        let parts = self.parts.iter().chain(&other.parts).copied().collect();
        (self.game == other.game).then(|| Sum { game: self.game.clone(), parts })
    }

    /// Its boards side by side; `None` for heaps.
    pub fn picture(&self) -> Option<Picture> {
        let Impartial::Notakto { side } = self.game else { return None };
        let mut places = Vec::new();
        for row in 0..side {
            for (index, &crosses) in self.parts.iter().enumerate() {
                places.extend((index > 0).then_some(Place::Hole));
                let board = Board { side, crosses };
                let place =
                    |column| if board.has(row * side + column) { Place::Neutral } else { Place::Empty };
                places.extend((0..side).map(place));
            }
        }
        let columns = self.parts.len() * (side as usize + 1);
        Some(Picture::rows(columns.saturating_sub(1), places))
    }

    /// The parts as texts: boards as [`Board::read`] reads them, heaps as numbers.
    pub fn texts(&self) -> Vec<String> {
        self.parts.iter().map(|&part| self.game.text(part)).collect()
    }
}

impl Impartial {
    /// What a part can become, as the rules have it: boards with a cross more, as they lie, and the heaps that are left.
    pub fn moves(&self, part: u32) -> Vec<Vec<u32>> {
        match self {
            Impartial::Notakto { side } => {
                let boards = Board { side: *side, crosses: part }.moves();
                boards.into_iter().map(|board| vec![board.crosses]).collect()
            }
            Impartial::Heaps(rules) => rules.options(part),
        }
    }

    /// The sums to which one can move from a sum of parts.
    pub fn sums_after(&self, parts: &[u32]) -> Vec<Vec<u32>> {
        let mut sums = Vec::new();
        for (place, &part) in parts.iter().enumerate() {
            for next in self.moves(part) {
                let mut after = parts.to_vec();
                after.splice(place..=place, next);
                sums.push(after);
            }
        }
        sums
    }

    fn text(&self, part: u32) -> String {
        match self {
            Impartial::Notakto { side } => Board { side: *side, crosses: part }.write(),
            Impartial::Heaps(_) => part.to_string(),
        }
    }
}

/// Some positions of a game with all that they lead to, numbered as components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closure {
    pub game: Impartial,
    /// The position that each component is.
    pub parts: Vec<u32>,
    pub components: Components,
}

impl Closure {
    /// The closure of a sum. Cost: everything below it.
    pub fn of(sum: &Sum) -> Closure {
        match &sum.game {
            Impartial::Notakto { side } => {
                let boards: Vec<Board> =
                    sum.parts.iter().map(|&crosses| Board { side: *side, crosses }).collect();
                let (boards, components) = notakto::components(&boards);
                let parts = boards.into_iter().map(|board| board.crosses).collect();
                Closure { game: sum.game.clone(), parts, components }
            }
            Impartial::Heaps(rules) => Closure::heaps(rules, sum.parts.iter().copied().max().unwrap_or(0)),
        }
    }

    /// The heaps up to a size.
    pub fn heaps(rules: &Heaps, most: u32) -> Closure {
        Closure {
            game: Impartial::Heaps(rules.clone()),
            parts: (0..=most).collect(),
            components: rules.components(most),
        }
    }

    /// The components of a sum, dead boards left out; `None` if something of it is not in the closure.
    pub fn numbers(&self, sum: &Sum) -> Option<Vec<u32>> {
        if sum.game != self.game {
            return None;
        }
        let mut numbers = Vec::new();
        for &part in &sum.parts {
            let part = match &self.game {
                Impartial::Notakto { side } => {
                    let board = Board { side: *side, crosses: part };
                    if board.is_dead() {
                        continue;
                    }
                    board.least().crosses
                }
                Impartial::Heaps(_) => part,
            };
            numbers.push(self.parts.iter().position(|&known| known == part)? as u32);
        }
        Some(numbers)
    }

    /// The component as a sum of its own.
    pub fn part(&self, component: usize) -> Sum {
        Sum { game: self.game.clone(), parts: vec![self.parts[component]] }
    }
}
