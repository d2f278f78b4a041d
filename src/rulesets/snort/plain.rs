//! Snort for the second opinion: the board as it is, with coloured vertices.

use super::{Snort, Tint};
use crate::search::{Game, Player};

/// Snort as one would play it on paper: vertices are coloured and stay where they are, a player may colour any vertex that
/// is free and has no neighbour of the other's colour. No vertex and no edge is ever removed.
///
/// A tint of a position is realised by a coloured vertex hung onto the tinted one; a vertex that is nobody's any more
/// has one of each colour.
#[derive(Clone, Debug)]
pub struct PlainSnort {
    neighbours: Vec<u128>,
    /// The vertices that are coloured at the start: Left's and Right's.
    coloured: (u128, u128),
    /// Those that have a number; the pendant ones have none.
    order: usize,
}

impl PlainSnort {
    /// `None` if the board with its pendant vertices has more than 128.
    pub fn new(position: &Snort) -> Option<PlainSnort> {
        let order = position.graph().order();
        let mut edges: Vec<(usize, usize)> = position.graph().edges().collect();
        let mut coloured = (0u128, 0u128);
        let mut next = order;
        for (v, tint) in position.tints().iter().enumerate() {
            for (tinted, set) in [(tint.for_left(), &mut coloured.0), (tint.for_right(), &mut coloured.1)] {
                if tinted {
                    if next >= 128 {
                        return None;
                    }
                    edges.push((v, next));
                    *set |= 1 << next;
                    next += 1;
                }
            }
        }
        if next > 128 {
            return None;
        }
        let mut neighbours = vec![0u128; next];
        for (v, w) in edges {
            neighbours[v] |= 1 << w;
            neighbours[w] |= 1 << v;
        }
        Some(PlainSnort { neighbours, coloured, order })
    }
}

impl Tint {
    /// Is it, or was it, tinted for Left? (A vertex that is gone counts as tinted for both.)
    fn for_left(self) -> bool {
        matches!(self, Tint::Left | Tint::Gone)
    }
    fn for_right(self) -> bool {
        matches!(self, Tint::Right | Tint::Gone)
    }
}

impl Game for PlainSnort {
    /// The vertices coloured by Left, and those by Right.
    type Position = (u128, u128);

    fn start(&self) -> (u128, u128) {
        self.coloured
    }

    fn moves(&self, &(left, right): &(u128, u128), player: Player) -> Vec<(u128, u128)> {
        let free = |v: &usize| (left | right) >> v & 1 == 0;
        let all = 0..self.neighbours.len();
        match player {
            Player::Left => all
                .filter(free)
                .filter(|&v| self.neighbours[v] & right == 0)
                .map(|v| (left | 1 << v, right))
                .collect(),
            Player::Right => all
                .filter(free)
                .filter(|&v| self.neighbours[v] & left == 0)
                .map(|v| (left, right | 1 << v))
                .collect(),
        }
    }

    fn show(&self, &(left, right): &(u128, u128)) -> String {
        let list = |set: u128| -> String {
            let numbers: Vec<String> =
                (0..self.order).filter(|v| set >> v & 1 == 1).map(|v| v.to_string()).collect();
            if numbers.is_empty() { "none".to_string() } else { numbers.join(" ") }
        };
        format!("[Left's: {}; Right's: {}]", list(left), list(right))
    }

    fn show_move(&self, before: &(u128, u128), after: &(u128, u128)) -> String {
        let new = (after.0 & !before.0) | (after.1 & !before.1);
        format!("on vertex {}", new.trailing_zeros())
    }
}
