//! Notakto: noughts and crosses where both write crosses. A board with three in a row is dead; who kills the last one loses.

use super::Problem;
use crate::engine::misere::Components;

/// A square board of crosses, with rows of a given length that kill it.
///
/// Cell (r, c) of an n by n board is bit n·r + c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    pub side: u32,
    pub crosses: u32,
}

/// The largest board: its cells must fit into a word with room for counting.
pub const MOST_SIDE: u32 = 5;

impl Board {
    /// Reads rows of `x` and `.` with `/` between them: `x../.x./...`.
    ///
    /// # Errors
    /// A row of another length than the number of rows, any other character, sides beyond 1 to 5.
    pub fn read(text: &str) -> Result<Board, Problem> {
        let side = text.split('/').count() as u32;
        let problem = |offset, message: String| Problem { offset, message };
        if side > MOST_SIDE {
            return Err(problem(0, format!("a board has at most {MOST_SIDE} rows")));
        }
        let (mut crosses, mut offset, mut cell) = (0, 0, 0);
        for row in text.split('/') {
            if row.chars().count() as u32 != side {
                return Err(problem(offset, format!("a row of {side} cells is expected here")));
            }
            for (at, c) in row.char_indices() {
                match c {
                    'x' | 'X' => crosses |= 1 << cell,
                    '.' => {}
                    _ => return Err(problem(offset + at, "a cell is `x` or `.`".to_string())),
                }
                cell += 1;
            }
            offset += row.len() + 1;
        }
        Ok(Board { side, crosses })
    }

    /// A text that [`Board::read`] reads as the same board.
    pub fn write(self) -> String {
        let row = |r: u32| -> String {
            (0..self.side).map(|c| if self.has(r * self.side + c) { 'x' } else { '.' }).collect()
        };
        (0..self.side).map(row).collect::<Vec<_>>().join("/")
    }

    pub fn has(self, cell: u32) -> bool {
        self.crosses >> cell & 1 == 1
    }

    pub fn cells(self) -> u32 {
        self.side * self.side
    }

    /// Are all cells of a row, a column or a diagonal crossed?
    pub fn is_dead(self) -> bool {
        let n = self.side;
        let line = |start: u32, step: u32| (0..n).all(|i| self.has(start + i * step));
        (0..n).any(|r| line(r * n, 1) || line(r, n))
            || line(0, n + 1)
            || line(n - 1, n.saturating_sub(1).max(1))
    }

    /// The boards after one more cross; none if the board is dead.
    pub fn moves(self) -> Vec<Board> {
        if self.is_dead() {
            return Vec::new();
        }
        let free = (0..self.cells()).filter(|&cell| !self.has(cell));
        free.map(|cell| Board { crosses: self.crosses | 1 << cell, ..self }).collect()
    }

    /// The boards that turning and reflecting makes of it, eight with repetitions.
    pub fn images(self) -> Vec<Board> {
        let n = self.side;
        let moved = |to: &dyn Fn(u32, u32) -> (u32, u32)| {
            let mut crosses = 0;
            for cell in (0..self.cells()).filter(|&cell| self.has(cell)) {
                let (r, c) = to(cell / n, cell % n);
                crosses |= 1 << (r * n + c);
            }
            Board { side: n, crosses }
        };
        let m = n - 1;
        vec![
            self,
            moved(&|r, c| (c, m - r)),
            moved(&|r, c| (m - r, m - c)),
            moved(&|r, c| (m - c, r)),
            moved(&|r, c| (r, m - c)),
            moved(&|r, c| (m - r, c)),
            moved(&|r, c| (c, r)),
            moved(&|r, c| (m - c, m - r)),
        ]
    }

    /// The crossed cells, ascending.
    pub fn crossed(self) -> Vec<u32> {
        (0..self.cells()).filter(|&cell| self.has(cell)).collect()
    }

    /// The image whose crossed cells come first in lexicographic order: one board for each kind.
    pub fn least(self) -> Board {
        self.images().into_iter().min_by_key(|board| board.crossed()).unwrap_or(self)
    }
}

/// How the second player answers on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A knight's move away from the cell that was taken, not completing a row.
    Knight,
    /// The cell opposite to it, through the centre.
    Opposite,
}

/// What becomes of a way to answer, over everything that the first player may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// Lines of play in which the answerer has no such cell, or kills the board.
    pub losses: u64,
    /// Answers for which just some of the cells that the rule names would have completed a row.
    pub narrowed: u64,
    /// Answers for which several cells are left.
    pub free: u64,
}

/// Plays one board out: the first player does anything, and the second answers so; of several cells each is tried.
///
/// Domain: living boards, the first player to move. Cost: every line of play.
pub fn follow(board: Board, reply: Reply) -> Followed {
    let mut followed = Followed::default();
    for cell in (0..board.cells()).filter(|&cell| !board.has(cell)) {
        let taken = Board { crosses: board.crosses | 1 << cell, ..board };
        if taken.is_dead() {
            continue;
        }
        let named: Vec<Board> = reply
            .cells(cell, board.side)
            .into_iter()
            .filter(|&other| !taken.has(other))
            .map(|other| Board { crosses: taken.crosses | 1 << other, ..board })
            .collect();
        let safe: Vec<Board> = named.iter().copied().filter(|board| !board.is_dead()).collect();
        followed.losses += u64::from(safe.is_empty());
        followed.narrowed += u64::from(!safe.is_empty() && safe.len() < named.len());
        followed.free += u64::from(safe.len() > 1);
        for next in safe {
            let more = follow(next, reply);
            followed.losses += more.losses;
            followed.narrowed += more.narrowed;
            followed.free += more.free;
        }
    }
    followed
}

impl Reply {
    fn cells(self, cell: u32, side: u32) -> Vec<u32> {
        match self {
            Reply::Opposite => vec![side * side - 1 - cell],
            Reply::Knight => {
                let (r, c) = (cell / side, cell % side);
                (0..side * side)
                    .filter(|other| {
                        let (down, right) = (r.abs_diff(other / side), c.abs_diff(other % side));
                        (down, right) == (1, 2) || (down, right) == (2, 1)
                    })
                    .collect()
            }
        }
    }
}

/// All kinds of boards of a side, by the number of crosses, then by their crossed cells.
///
/// Domain: sides 1 to 4 (a side of 5 has 2^25 boards). Cost: eight images a board.
pub fn kinds(side: u32) -> Vec<Board> {
    let boards = (0..1u32 << (side * side)).map(|crosses| Board { side, crosses });
    let mut kinds: Vec<Board> = boards.filter(|board| board.least() == *board).collect();
    kinds.sort_by_key(|board| (board.crosses.count_ones(), board.crossed()));
    kinds
}

/// The kinds of living boards of a side with so many empty cells, in the order of [`kinds`]. Domain: sides 1 to 4.
pub fn endings(side: u32, empty: u32) -> Vec<Board> {
    let crossed = (side * side).checked_sub(empty);
    let boards = (0..1u32 << (side * side)).filter(|crosses| Some(crosses.count_ones()) == crossed);
    let boards = boards.map(|crosses| Board { side, crosses }).filter(|board| !board.is_dead());
    let mut kinds: Vec<Board> = boards.filter(|board| board.least() == *board).collect();
    kinds.sort_by_key(|board| board.crossed());
    kinds
}

/// The living kinds of boards among these and all that they lead to, those with most crosses first, as components; to kill
/// a board leaves nothing.
pub fn components(start: &[Board]) -> (Vec<Board>, Components) {
    let mut living = std::collections::BTreeSet::new();
    let mut next: Vec<Board> = start.iter().map(|board| board.least()).collect();
    while let Some(board) = next.pop() {
        if !board.is_dead() && living.insert((u32::MAX - board.crosses.count_ones(), board)) {
            next.extend(board.moves().into_iter().map(Board::least));
        }
    }
    let boards: Vec<Board> = living.into_iter().map(|(_, board)| board).collect();
    let number: std::collections::HashMap<Board, u32> = boards.iter().copied().zip(0..).collect();
    let option = |board: Board| number.get(&board.least()).map_or(vec![], |&n| vec![n]);
    let options = boards.iter().map(|board| board.moves().into_iter().map(option).collect()).collect();
    // Every move adds a cross, so options stand before.
    let components = Components::new(options).unwrap_or_default();
    (boards, components)
}
