//! Konane for the second opinion: stones on a board, and nothing known about them.

use super::drawn;
use crate::engine::Player as Colour;
use crate::search::{Game, Player};

/// Konane as one would play it: any jump, over one stone or several, in any direction. A strip without ends is a row long
/// enough that no stone can reach its ends: each of its jumps takes a stone of the other colour.
#[derive(Clone, Debug)]
pub struct PlainKonane {
    rows: usize,
    columns: usize,
    /// The number of the first cell, for people.
    first: i64,
    stones: (u128, u128),
}

impl PlainKonane {
    /// A strip with these stones; `None` if they and what they might reach have more than 128 cells.
    pub fn strip(stones: &[(i64, Colour)]) -> Option<PlainKonane> {
        let first = stones.first().map_or(0, |(cell, _)| *cell);
        let last = stones.last().map_or(0, |(cell, _)| *cell);
        let of = |colour: Colour| stones.iter().filter(|(_, whose)| *whose == colour).count() as i64;
        let reach = 2 * of(Colour::Left).max(of(Colour::Right));
        let columns = usize::try_from(last - first + 1 + 2 * reach).ok().filter(|&columns| columns <= 128)?;
        let mut strip = PlainKonane { rows: 1, columns, first: first - reach, stones: (0, 0) };
        for &(cell, colour) in stones {
            strip.put((cell - strip.first) as usize, colour);
        }
        Some(strip)
    }

    /// A board with these stones; `None` if it has more than 128 cells.
    pub fn board(rows: usize, columns: usize, stones: &[(usize, Colour)]) -> Option<PlainKonane> {
        rows.checked_mul(columns).filter(|&cells| cells <= 128)?;
        let mut board = PlainKonane { rows, columns, first: 0, stones: (0, 0) };
        for &(cell, colour) in stones {
            board.put(cell, colour);
        }
        Some(board)
    }

    fn put(&mut self, cell: usize, colour: Colour) {
        match colour {
            Colour::Left => self.stones.0 |= 1 << cell,
            Colour::Right => self.stones.1 |= 1 << cell,
        }
    }

    /// The cell `distance` steps from another, if it is on the board.
    fn at(&self, cell: usize, (down, right): (isize, isize), distance: isize) -> Option<usize> {
        let row = (cell / self.columns).checked_add_signed(down * distance)?;
        let column = (cell % self.columns).checked_add_signed(right * distance)?;
        (row < self.rows && column < self.columns).then_some(row * self.columns + column)
    }
}

const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

impl Game for PlainKonane {
    /// Left's stones and Right's.
    type Position = (u128, u128);

    fn start(&self) -> (u128, u128) {
        self.stones
    }

    fn moves(&self, &(left, right): &(u128, u128), player: Player) -> Vec<(u128, u128)> {
        let (mine, others) = if player == Player::Left { (left, right) } else { (right, left) };
        let mut found = Vec::new();
        for from in (0..self.rows * self.columns).filter(|&cell| mine >> cell & 1 == 1) {
            for direction in DIRECTIONS {
                let (mut mine, mut others, mut at) = (mine, others, from);
                while let (Some(over), Some(onto)) = (self.at(at, direction, 1), self.at(at, direction, 2)) {
                    if others >> over & 1 == 0 || (mine | others) >> onto & 1 == 1 {
                        break;
                    }
                    mine = mine & !(1 << at) | 1 << onto;
                    others &= !(1 << over);
                    found.push(if player == Player::Left { (mine, others) } else { (others, mine) });
                    at = onto;
                }
            }
        }
        found
    }

    fn show(&self, &(left, right): &(u128, u128)) -> String {
        let drawn_cell = |cell: usize| {
            drawn(match (left >> cell & 1, right >> cell & 1) {
                (1, _) => Some(Colour::Left),
                (_, 1) => Some(Colour::Right),
                _ => None,
            })
        };
        let row = |row: usize| -> String {
            (0..self.columns).map(|c| drawn_cell(row * self.columns + c)).collect()
        };
        let drawing = (0..self.rows).map(row).collect::<Vec<_>>().join("/");
        if self.rows > 1 {
            return drawing;
        }
        // Of a strip, what lies between its stones.
        let stones = drawing.trim_matches(drawn(None));
        let skipped = drawing.chars().take_while(|&c| c == drawn(None)).count();
        match stones.is_empty() {
            true => "no stones".to_string(),
            false => format!("{stones} from cell {}", self.first + skipped as i64),
        }
    }

    fn show_move(&self, before: &(u128, u128), after: &(u128, u128)) -> String {
        // The mover's stones have changed their places, the other's are fewer.
        let left_moved = after.0 & !before.0 != 0;
        let (mine, now) = if left_moved { (before.0, after.0) } else { (before.1, after.1) };
        let cell = |set: u128| self.first + i64::from(set.trailing_zeros());
        format!("from {} to {}", cell(mine & !now), cell(now & !mine))
    }
}
