//! Konane on a board of two dimensions.

use std::fmt;

use super::plain::PlainKonane;
use super::{drawn, read_drawing};
use crate::engine::{Limit, Player};
use crate::rulesets::{Move, Picture, Place, Problem, Ruleset, Signed, bits, side};

/// Stones on a finite board, whose cells are numbered from 0, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Konane {
    rows: u8,
    columns: u8,
    /// Left's stones and Right's.
    stones: [u128; 2],
}

/// The most cells of a board.
const MOST_CELLS: usize = 128;

#[derive(Clone, Copy)]
enum Direction {
    Up,
    Down,
    Back,
    Ahead,
}

impl Direction {
    const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Back, Direction::Ahead];
}

impl Konane {
    fn cells(&self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    fn whole(&self) -> u128 {
        if self.cells() == 0 { 0 } else { u128::MAX >> (128 - self.cells()) }
    }

    /// All cells of column `column`.
    fn column(&self, column: u8) -> u128 {
        (0..self.rows).fold(0, |set, row| {
            set | 1 << (usize::from(row) * usize::from(self.columns) + usize::from(column))
        })
    }

    /// The cells one step from those of `set`; what would leave the board is lost.
    fn step(&self, set: u128, direction: Direction) -> u128 {
        let columns = u32::from(self.columns);
        match direction {
            Direction::Up => set.checked_shr(columns).unwrap_or(0),
            Direction::Down => set.checked_shl(columns).unwrap_or(0) & self.whole(),
            Direction::Back => (set & !self.column(0)) >> 1,
            Direction::Ahead => (set & !self.column(self.columns.saturating_sub(1))) << 1,
        }
    }

    /// The jumps of `player`: whence, where to, and the board after it.
    fn jumps(&self, player: Player) -> Vec<(usize, usize, Konane)> {
        let (mine, other) = (side(player), side(player.opponent()));
        let mut found = Vec::new();
        for from in bits(self.stones[mine]) {
            for direction in Direction::ALL {
                let (mut now, mut stone) = (*self, 1u128 << from);
                loop {
                    let over = self.step(stone, direction) & now.stones[other];
                    let onto = self.step(over, direction) & !(now.stones[0] | now.stones[1]);
                    if onto == 0 {
                        break;
                    }
                    now.stones[mine] = now.stones[mine] & !stone | onto;
                    now.stones[other] &= !over;
                    found.push((from, onto.trailing_zeros() as usize, now));
                    stone = onto;
                }
            }
        }
        found
    }

    /// Cells that may ever have a stone, and more: those with a stone, and those beyond two such cells in a line.
    fn reach(&self) -> u128 {
        let mut reach = self.stones[0] | self.stones[1];
        loop {
            let landing = Direction::ALL
                .map(|direction| self.step(self.step(reach, direction) & reach, direction))
                .iter()
                .fold(reach, |set, more| set | more);
            if landing == reach {
                return reach;
            }
            reach = landing;
        }
    }

    /// Parts between which cells stay empty for ever, each on the smallest board that holds it. A part in which nobody ever jumps
    /// is left out.
    fn parts(&self) -> Vec<Konane> {
        let mut rest = self.reach();
        let mut parts = Vec::new();
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let wider =
                    Direction::ALL.iter().fold(part, |set, &direction| set | self.step(part, direction))
                        & rest;
                if wider == part {
                    break;
                }
                part = wider;
            }
            rest &= !part;
            if part & !(self.stones[0] | self.stones[1]) != 0 {
                parts.push(self.cropped(part));
            }
        }
        parts
    }

    /// The smallest board that holds the cells of `part`, with the stones on these.
    fn cropped(&self, part: u128) -> Konane {
        let columns = usize::from(self.columns);
        let (mut top, mut bottom, mut first, mut last) = (usize::MAX, 0, usize::MAX, 0);
        for cell in bits(part) {
            (top, bottom) = (top.min(cell / columns), bottom.max(cell / columns));
            (first, last) = (first.min(cell % columns), last.max(cell % columns));
        }
        let (rows, width) = (bottom + 1 - top, last + 1 - first);
        let moved = |set: u128| {
            bits(set & part)
                .fold(0, |moved, cell| moved | 1 << ((cell / columns - top) * width + cell % columns - first))
        };
        Konane { rows: rows as u8, columns: width as u8, stones: self.stones.map(moved) }
    }

    fn with_colours_exchanged(&self) -> Konane {
        Konane { stones: [self.stones[1], self.stones[0]], ..*self }
    }

    /// Rows and columns exchanged.
    fn transposed(&self) -> Konane {
        let (rows, columns) = (usize::from(self.rows), usize::from(self.columns));
        let moved = |set: u128| {
            bits(set).fold(0, |moved, cell| moved | 1 << (cell % columns * rows + cell / columns))
        };
        Konane { rows: self.columns, columns: self.rows, stones: self.stones.map(moved) }
    }

    /// Upside down.
    fn upended(&self) -> Konane {
        let (rows, columns) = (usize::from(self.rows), usize::from(self.columns));
        let moved = |set: u128| {
            bits(set)
                .fold(0, |moved, cell| moved | 1 << ((rows - 1 - cell / columns) * columns + cell % columns))
        };
        Konane { stones: self.stones.map(moved), ..*self }
    }

    /// The least of the eight ways to look at the board.
    fn normal(&self) -> Konane {
        let mut view = *self;
        let mut least = view;
        for turn in 1..8 {
            view = if turn % 2 == 1 { view.upended() } else { view.transposed() };
            least = least.min(view);
        }
        least
    }
}

impl fmt::Debug for Konane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Konane::write(self))
    }
}

impl Ruleset for Konane {
    const NAME: &'static str = "konane";
    const SENTENCE: &'static str = "A stone jumps over a neighbour of the other colour onto the empty cell beyond, takes it, and \
        may go on in the same direction; who cannot jump, loses.";
    const EXAMPLES: &'static [&'static str] = &[
        "xox/o.o/xox",
        "xoxo/o..x/xoxo",
        "xo.o/.x../x.x./o..x",
        "xo..../....ox",
        "●○·○/·●○·",
        ".xo.ox.",
        "...",
        "x/o/.",
    ];

    type Position = Konane;
    type Piece = Konane;
    type Key = Konane;
    type Plain = PlainKonane;

    /// Jumps, called by the cell that they begin on and the one that they end on.
    fn moves(position: &Konane, player: Player) -> Vec<(Move, Konane)> {
        let jumps = position.jumps(player).into_iter();
        jumps.map(|(from, onto, after)| (vec![from as i64, onto as i64], after)).collect()
    }

    fn negative(position: &Konane) -> Konane {
        position.with_colours_exchanged()
    }

    /// The board drawn with `x` or `●` for Left, `o` or `○` for Right, `.` or `·` for no stone: one row a line, or rows parted
    /// by `/`.
    fn read(text: &str) -> Result<Konane, Problem> {
        let rows = read_drawing(text)?;
        let cells = rows.len() * rows[0].len();
        if cells > MOST_CELLS || rows.len() > MOST_CELLS {
            let message = format!("a board has at most {MOST_CELLS} cells");
            return Err(Problem { offset: text.len(), message });
        }
        let mut board = Konane { rows: rows.len() as u8, columns: rows[0].len() as u8, stones: [0, 0] };
        for (cell, stone) in rows.iter().flatten().enumerate() {
            if let Some(player) = stone {
                board.stones[side(*player)] |= 1 << cell;
            }
        }
        Ok(board)
    }

    fn write(position: &Konane) -> String {
        let columns = usize::from(position.columns);
        let of = |cell: usize| {
            let whose =
                Player::BOTH.into_iter().find(|&player| position.stones[side(player)] >> cell & 1 == 1);
            drawn(whose)
        };
        let row = |row: usize| -> String { (0..columns).map(|column| of(row * columns + column)).collect() };
        (0..usize::from(position.rows)).map(row).collect::<Vec<_>>().join("/")
    }

    fn picture(position: &Konane) -> Picture {
        let whose = |cell: usize| {
            Player::BOTH.into_iter().find(|&player| position.stones[side(player)] >> cell & 1 == 1)
        };
        let places = (0..position.cells()).map(|cell| Place::stone(whose(cell))).collect();
        Picture::rows(usize::from(position.columns), places)
    }

    fn plain(position: &Konane) -> Option<PlainKonane> {
        let stones: Vec<(usize, Player)> = Player::BOTH
            .into_iter()
            .flat_map(|player| bits(position.stones[side(player)]).map(move |cell| (cell, player)))
            .collect();
        PlainKonane::board(position.rows.into(), position.columns.into(), &stones)
    }

    fn pieces(position: &Konane) -> Result<Vec<Konane>, Limit> {
        Ok(position.parts())
    }

    fn options(piece: &Konane, player: Player) -> Result<Vec<Vec<Konane>>, Limit> {
        Ok(piece.jumps(player).into_iter().map(|(.., after)| after.parts()).collect())
    }

    fn key(piece: &Konane) -> Signed<Konane> {
        let (own, other) = (piece.normal(), piece.with_colours_exchanged().normal());
        if own <= other { Signed { key: own, negated: false } } else { Signed { key: other, negated: true } }
    }

    fn is_its_own_negative(piece: &Konane) -> bool {
        piece.normal() == piece.with_colours_exchanged().normal()
    }
}
