//! Konane on one row.
//!
//! Source: \[chan-tsai2002\]. No stone ever lands more than one cell beyond the ends of its row, whoever jumps: weigh a
//! stone on cell x with φ^x, where φ² = φ + 1. A jump upwards keeps the weight, one downwards lessens it, and all cells up to b
//! together weigh less than φ^(b+2). (So Conway on soldiers in the desert, \[winningways\], ch. 23.)

use std::fmt;
use std::ops::Range;

use super::plain::PlainKonane;
use super::{drawn, read_drawing};
use crate::engine::{Limit, Player};
use crate::rulesets::{Move, Picture, Place, Problem, Ruleset, Signed};

/// Stones on a strip of cells without ends, numbered by integers. Neighbouring cells have different colours.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct KonaneRow {
    /// The cell of the first stone.
    first: i64,
    /// Whose it is.
    colour: Player,
    /// Is there a stone? From the first stone to the last; nothing if there is none.
    stones: Vec<bool>,
}

/// The longest row that is read.
const MOST_CELLS: usize = 1 << 12;

/// Whose cell it is, `distance` cells from one of `colour`.
fn alternating(colour: Player, distance: usize) -> Player {
    if distance.is_multiple_of(2) { colour } else { colour.opponent() }
}

impl KonaneRow {
    /// Stones where `stones` says so, from cell `first` on, which is one of `colour`. Empty ends are nothing.
    pub fn new(first: i64, colour: Player, stones: &[bool]) -> KonaneRow {
        let Some(skipped) = stones.iter().position(|&stone| stone) else {
            return KonaneRow { first: 0, colour: Player::Left, stones: Vec::new() };
        };
        let end = stones.iter().rposition(|&stone| stone).map_or(0, |last| last + 1);
        KonaneRow {
            first: first + skipped as i64,
            colour: alternating(colour, skipped),
            stones: stones[skipped..end].to_vec(),
        }
    }

    /// S(a, b, …): blocks of so many stones with one empty cell between neighbours, from cell 0 on, which is Right's. A
    /// block of no stones leaves two empty cells together. `None` beyond 4,096 cells.
    ///
    /// ```
    /// use referee::rulesets::{KonaneRow, Ruleset};
    /// let row = KonaneRow::blocks(&[4, 2, 3]).expect("small");
    /// assert_eq!(KonaneRow::write(&row), "○●○●·●○·○●○");
    /// assert_eq!(KonaneRow::read("S(4,2,3)"), Ok(row));
    /// ```
    pub fn blocks(blocks: &[usize]) -> Option<KonaneRow> {
        let mut stones = Vec::new();
        for (index, &block) in blocks.iter().enumerate() {
            stones.extend((index > 0).then_some(false));
            if block > MOST_CELLS || stones.len() + block > MOST_CELLS {
                return None;
            }
            stones.extend(std::iter::repeat_n(true, block));
        }
        Some(KonaneRow::new(0, Player::Right, &stones))
    }

    /// All rows of at most `cells` cells from the first stone to the last, whichever colour begins, from cell 0 on: 2^`cells` of
    /// them. `None` beyond 16 cells.
    pub fn all(cells: usize) -> Option<Vec<KonaneRow>> {
        if cells > 16 {
            return None;
        }
        // Read from the first stone on, an odd number is a row.
        let row = |set: u32, colour: Player| {
            let stones: Vec<bool> = (0..cells).map(|cell| set >> cell & 1 == 1).collect();
            KonaneRow::new(0, colour, &stones)
        };
        let sets = (0u32..1 << cells).filter(|set| set % 2 == 1);
        Some(sets.flat_map(|set| [row(set, Player::Right), row(set, Player::Left)]).collect())
    }

    /// The cells with stones, each with the player whose it is.
    pub fn cells(&self) -> impl Iterator<Item = (i64, Player)> + '_ {
        let stones = self.stones.iter().enumerate().filter(|(_, stone)| **stone);
        stones.map(|(index, _)| (self.first + index as i64, alternating(self.colour, index)))
    }

    /// Can a stone come to lie before the first cell, and after the last one, however both players jump?
    pub fn grows(&self) -> (bool, bool) {
        let runs = self.runs();
        let up = (0..runs.len()).fold(false, |grows, last| grows_up(grows, &runs[..=last]));
        (grows_down(&runs), up)
    }

    /// The row cut wherever nothing on one side ever matters to the other. Single stones are parts, too.
    ///
    /// ```
    /// use referee::rulesets::{KonaneRow, Ruleset};
    /// let row = KonaneRow::read("xo..xox...x")?;
    /// let parts: Vec<String> = row.parts().iter().map(KonaneRow::write).collect();
    /// assert_eq!(parts, ["●○··●○●", "··········●"]);
    /// # Ok::<(), referee::rulesets::Problem>(())
    /// ```
    pub fn parts(&self) -> Vec<KonaneRow> {
        let mut parts = Vec::new();
        each_part(&self.runs(), |part| {
            let colour = alternating(self.colour, part.start);
            parts.push(KonaneRow::new(self.first + part.start as i64, colour, &self.stones[part]));
        });
        parts
    }

    fn runs(&self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for index in (0..self.stones.len()).filter(|&index| self.stones[index]) {
            match runs.last_mut() {
                Some(run) if usize::from(run.end) == index => run.end += 1,
                _ => runs.push(Run { start: index as u16, end: index as u16 + 1 }),
            }
        }
        runs
    }
}

/// Stones without a gap, from cell `start` to before `end`.
#[derive(Clone, Copy, Default)]
struct Run {
    start: u16,
    end: u16,
}

impl Run {
    fn is_single(self) -> bool {
        self.end - self.start == 1
    }

    /// The number of empty cells up to the next run.
    fn gap(self, next: Run) -> u16 {
        next.start - self.end
    }
}

/// Can a stone come to lie after these runs, if it is known whether one can come to lie after all of them but the last?
///
/// If the last two cells have stones, one jumps. If the last stone stands alone, another one must first land in front of it, and
/// until then it cannot move nor be taken: so the row without it must grow, and it grows by one cell only.
fn grows_up(before: bool, runs: &[Run]) -> bool {
    match runs {
        [.., before_last, last] if last.is_single() => before && before_last.gap(*last) == 1,
        [.., last] => !last.is_single(),
        [] => false,
    }
}

/// Can a stone come to lie before these runs? If so, they begin with single stones and single gaps, then two stones.
fn grows_down(runs: &[Run]) -> bool {
    for (index, run) in runs.iter().enumerate() {
        if !run.is_single() {
            return true;
        }
        if runs.get(index + 1).is_none_or(|next| run.gap(*next) > 1) {
            return false;
        }
    }
    false
}

/// The parts of a row that have nothing to do with each other: those between which one cell at least stays empty for ever.
///
/// Whether a side grows is asked of all that lies on that side; the answer is the same for what is left of it when it is
/// cut elsewhere, since a side that cannot grow is what a cut at a single gap needs.
fn each_part(runs: &[Run], mut visit: impl FnMut(Range<usize>)) {
    let (mut first, mut grows) = (0, false);
    for (index, run) in runs.iter().enumerate() {
        grows = grows_up(grows, &runs[..=index]);
        let apart = match runs.get(index + 1).map(|next| run.gap(*next)) {
            Some(1) => !grows && !grows_down(&runs[index + 1..]),
            Some(2) => !grows || !grows_down(&runs[index + 1..]),
            _ => true,
        };
        if apart {
            visit(usize::from(runs[first].start)..usize::from(run.end));
            first = index + 1;
        }
    }
}

impl fmt::Debug for KonaneRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&KonaneRow::write(self))
    }
}

/// A part of a row, on which play goes on: a stone on its first cell, one on its last, and two together somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    stones: u128,
    /// Whose the first stone is.
    colour: Player,
}

/// The longest part that is kept: with an empty cell on each side it has 128.
const MOST_IN_A_PART: usize = 126;

const EVEN_CELLS: u128 = u128::MAX / 3;

impl Piece {
    /// The parts of a row of stones whose cell 0 is one of `colour`. A part without two stones together is worth 0 and left out.
    fn parts(stones: u128, colour: Player) -> Vec<Piece> {
        let mut runs = [Run::default(); 64];
        let (mut count, mut rest, mut skipped) = (0, stones, 0);
        while rest != 0 {
            let start = skipped + rest.trailing_zeros();
            let length = (stones >> start).trailing_ones();
            skipped = start + length;
            runs[count] = Run { start: start as u16, end: skipped as u16 };
            count += 1;
            rest = if skipped < 128 { stones >> skipped } else { 0 };
        }
        let mut parts = Vec::new();
        each_part(&runs[..count], |part| {
            if part.len() > 1 {
                let stones = stones >> part.start & (u128::MAX >> (128 - part.len()));
                parts.push(Piece { stones, colour: alternating(colour, part.start) });
            }
        });
        parts
    }

    fn width(&self) -> u32 {
        128 - self.stones.leading_zeros()
    }

    /// Read from the other end.
    fn reflected(&self) -> u128 {
        self.stones.reverse_bits() >> self.stones.leading_zeros()
    }

    /// What is left by each jump of `player`.
    fn options(&self, player: Player) -> Vec<Vec<Piece>> {
        // One cell on each side may be landed on.
        let row = self.stones << 1;
        let colour = self.colour.opponent();
        let mine = row & if player == colour { EVEN_CELLS } else { !EVEN_CELLS };
        let mut options = Vec::new();
        let mut jumps = |step: fn(u128) -> u128| {
            let mut starting = mine;
            while starting != 0 {
                let mut stone = starting & starting.wrapping_neg();
                starting ^= stone;
                let mut now = row;
                loop {
                    let over = step(stone);
                    let onto = step(over);
                    if now & over == 0 || now & onto != 0 {
                        break;
                    }
                    now = now & !(stone | over) | onto;
                    options.push(Piece::parts(now, colour));
                    stone = onto;
                }
            }
        };
        jumps(|stone| stone << 1);
        jumps(|stone| stone >> 1);
        options
    }
}

impl Ruleset for KonaneRow {
    const NAME: &'static str = "konane_row";
    const SENTENCE: &'static str = "On one row without ends, a stone jumps over a neighbour of the other colour onto the empty \
        cell beyond, takes it, and may go on in the same direction; who cannot jump, loses.";
    const EXAMPLES: &'static [&'static str] = &[
        "S(4,2,3)",
        "S(2, 3··, 2)",
        "S(1,2,1)",
        "S(3)",
        "xo.o.oxox..oxo...ox",
        "○●○●·●○ from -3",
        "...",
        "x",
    ];

    type Position = KonaneRow;
    type Piece = Piece;
    /// Stones of a piece whose first stone is Right's, read from the end from which the number is smaller.
    type Key = u128;
    type Plain = PlainKonane;

    /// Jumps, called by the cell that they begin on and the one that they end on.
    fn moves(position: &KonaneRow, player: Player) -> Vec<(Move, KonaneRow)> {
        // One cell on each side may be landed on.
        let row = [&[false], &position.stones[..], &[false]].concat();
        let (first, colour) = (position.first - 1, position.colour.opponent());
        let mut moves = Vec::new();
        for from in (0..row.len()).filter(|&from| row[from] && alternating(colour, from) == player) {
            for step in [usize::wrapping_add, usize::wrapping_sub] {
                let (mut now, mut at) = (row.clone(), from);
                loop {
                    let (over, onto) = (step(at, 1), step(at, 2));
                    if now.get(over) != Some(&true) || now.get(onto) != Some(&false) {
                        break;
                    }
                    (now[at], now[over], now[onto]) = (false, false, true);
                    let called = vec![first + from as i64, first + onto as i64];
                    moves.push((called, KonaneRow::new(first, colour, &now)));
                    at = onto;
                }
            }
        }
        moves
    }

    fn negative(position: &KonaneRow) -> KonaneRow {
        if position.stones.is_empty() {
            return position.clone();
        }
        KonaneRow { colour: position.colour.opponent(), ..position.clone() }
    }

    /// `S(4,2,3)`: blocks with one empty cell between neighbours, `S(4,2··,3)` with two (the dots may be `..`), from cell 0
    /// on, which is Right's; or the row drawn with `x` or `●` for Left, `o` or `○` for Right, `.` or `·` for no stone, from
    /// cell 0 on, or from another: `xo.x from -3`.
    fn read(text: &str) -> Result<KonaneRow, Problem> {
        if text.trim_start().starts_with('S') {
            return read_blocks(text);
        }
        let (drawing, first) = match text.find("from") {
            None => (text, 0),
            Some(at) => {
                let offset = text.len() - text[at + 4..].trim_start().len();
                let first = text[offset..].trim_end().parse::<i32>().map_err(|_| Problem {
                    offset,
                    message: "here the number of the first cell is due".to_string(),
                })?;
                (&text[..at], i64::from(first))
            }
        };
        let rows = read_drawing(drawing)?;
        let [row] = &rows[..] else {
            let offset = drawing.find(['/', '\n']).unwrap_or_default();
            return Err(Problem { offset, message: "a second row; this is one row only".to_string() });
        };
        if row.len() > MOST_CELLS {
            return Err(too_long(text.len()));
        }
        let stones: Vec<bool> = row.iter().map(Option::is_some).collect();
        let colour = row.iter().enumerate().find_map(|(index, stone)| Some(alternating((*stone)?, index)));
        Ok(KonaneRow::new(first, colour.unwrap_or(Player::Left), &stones))
    }

    fn write(position: &KonaneRow) -> String {
        let lead = usize::try_from(position.first).ok().filter(|&lead| lead <= MOST_CELLS);
        let mut text = drawn(None).to_string().repeat(lead.unwrap_or(0));
        for (index, &stone) in position.stones.iter().enumerate() {
            text.push(drawn(stone.then(|| alternating(position.colour, index))));
        }
        if lead.is_none() {
            text.push_str(&format!(" from {}", position.first));
        }
        text
    }

    /// The row, and one cell beyond each end, since nobody ever gets further.
    fn picture(position: &KonaneRow) -> Picture {
        let stone = |(index, &stone): (usize, &bool)| stone.then(|| alternating(position.colour, index));
        let stones = position.stones.iter().enumerate().map(stone).map(Place::stone);
        let places: Vec<Place> = [Place::Empty].into_iter().chain(stones).chain([Place::Empty]).collect();
        Picture { first: position.first - 1, ..Picture::rows(places.len(), places) }
    }

    fn plain(position: &KonaneRow) -> Option<PlainKonane> {
        PlainKonane::strip(&position.cells().collect::<Vec<_>>())
    }

    fn pieces(position: &KonaneRow) -> Result<Vec<Piece>, Limit> {
        let mut pieces = Vec::new();
        for part in position.parts() {
            if part.stones.len() > MOST_IN_A_PART {
                return Err(Limit::Board(part.stones.len() as u64 + 2));
            }
            let stones = (0..part.stones.len()).fold(0, |set, i| set | u128::from(part.stones[i]) << i);
            pieces.extend(Piece::parts(stones, part.colour));
        }
        Ok(pieces)
    }

    fn options(piece: &Piece, player: Player) -> Result<Vec<Vec<Piece>>, Limit> {
        if piece.width() as usize > MOST_IN_A_PART {
            return Err(Limit::Board(u64::from(piece.width()) + 2));
        }
        Ok(piece.options(player))
    }

    fn key(piece: &Piece) -> Signed<u128> {
        let reflected = piece.reflected();
        let (key, far_end) = if reflected < piece.stones {
            (reflected, piece.width().is_multiple_of(2))
        } else {
            (piece.stones, false)
        };
        Signed { key, negated: (piece.colour == Player::Left) != far_end }
    }

    fn is_its_own_negative(piece: &Piece) -> bool {
        piece.width().is_multiple_of(2) && piece.reflected() == piece.stones
    }
}

fn too_long(offset: usize) -> Problem {
    Problem { offset, message: format!("a row has at most {MOST_CELLS} cells") }
}

/// `S(4, 2··, 3)`
fn read_blocks(text: &str) -> Result<KonaneRow, Problem> {
    let mut at = text.len() - text.trim_start().len() + 1;
    let mut blocks: Vec<usize> = Vec::new();
    let (mut opened, mut closed) = (false, false);
    let refuse = |offset: usize, message: &str| Err(Problem { offset, message: message.to_string() });
    while !closed {
        let skip = text[at..].len() - text[at..].trim_start().len();
        at += skip;
        if !opened {
            if !text[at..].starts_with('(') {
                return refuse(at, "after S, blocks are due, as in S(4,2,3)");
            }
            opened = true;
            at += 1;
            continue;
        }
        let digits = text[at..].len() - text[at..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(block) = text[at..at + digits].parse::<usize>() else {
            return refuse(at, "here the number of stones of a block is due");
        };
        blocks.push(block);
        at += digits;
        let dots = text[at..].trim_start_matches([' ', '.', '·']);
        let gap = text[at..text.len() - dots.len()].chars().filter(|c| *c != ' ').count();
        let after_dots = text.len() - dots.len();
        // A gap of g cells is g - 1 blocks of no stones.
        blocks.extend(std::iter::repeat_n(0, gap.saturating_sub(1).min(MOST_CELLS)));
        match dots.chars().next() {
            Some(',') => at = after_dots + 1,
            Some(')') if gap == 0 => {
                at = after_dots + 1;
                closed = true;
            }
            Some(')') => return refuse(after_dots, "after the dots another block is due"),
            _ => return refuse(after_dots, "here a comma or the closing bracket is due"),
        }
    }
    if !text[at..].trim().is_empty() {
        return refuse(at, "nothing is due after the closing bracket");
    }
    KonaneRow::blocks(&blocks).ok_or_else(|| too_long(text.len()))
}
