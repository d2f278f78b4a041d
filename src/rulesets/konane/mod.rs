//! Konane (Hawaii): a stone jumps over a neighbouring stone of the other colour onto the empty cell beyond and takes it; it
//! may go on in the same direction. Who cannot jump loses.
//!
//! Stones stand as on a chessboard, and a jump goes over two cells, so that a cell never has stones of both colours.
//! Boards are finite as they are drawn ([`Konane`]). A single row ([`KonaneRow`]) lies on a strip without ends and has a
//! representation, a way to fall apart and a notation of its own.

mod board;
mod plain;
mod row;

use super::Problem;
use crate::engine::Player;

pub use board::Konane;
pub use plain::PlainKonane;
pub use row::KonaneRow;

/// Left's stones are black.
const BLACK: char = '●';
/// Right's stones are white.
const WHITE: char = '○';
const EMPTY: char = '·';

/// What a character of a drawing is, if it may stand in one.
fn cell(c: char) -> Option<Option<Player>> {
    match c {
        BLACK | 'x' | 'X' => Some(Some(Player::Left)),
        WHITE | 'o' | 'O' => Some(Some(Player::Right)),
        EMPTY | '.' => Some(None),
        _ => None,
    }
}

fn drawn(cell: Option<Player>) -> char {
    match cell {
        Some(Player::Left) => BLACK,
        Some(Player::Right) => WHITE,
        None => EMPTY,
    }
}

/// Reads a drawing: rows of `x` or `●` (Left), `o` or `○` (Right), `.` or `·` (empty), one a line or parted by `/`. All rows
/// have the same length, and the colours are those of a chessboard, as the first stone has it.
fn read_drawing(text: &str) -> Result<Vec<Vec<Option<Player>>>, Problem> {
    let mut rows: Vec<Vec<Option<Player>>> = vec![Vec::new()];
    let mut even_cells = None;
    for (offset, c) in text.char_indices() {
        let refuse = |message: String| Err(Problem { offset, message });
        let (above, row) = (rows.len() - 1, rows.last_mut().expect("there is a first row"));
        if c == '/' || c == '\n' {
            rows.push(Vec::new());
            check_length(&rows, above, offset)?;
            continue;
        }
        if c.is_whitespace() {
            continue;
        }
        let Some(stone) = cell(c) else {
            return refuse(format!("here x, o or . is due, not {c:?}"));
        };
        if let Some(player) = stone {
            let even = (above + row.len()).is_multiple_of(2);
            let of_even_cells = if even { player } else { player.opponent() };
            if *even_cells.get_or_insert(of_even_cells) != of_even_cells {
                return refuse(format!(
                    "this stone is {player:?}'s on a cell of {:?}'s, as the first stone has it: colours alternate \
                     from cell to cell, whether there are stones or not",
                    player.opponent()
                ));
            }
        }
        row.push(stone);
    }
    check_length(&rows, rows.len() - 1, text.len())?;
    Ok(rows)
}

fn check_length(rows: &[Vec<Option<Player>>], index: usize, offset: usize) -> Result<(), Problem> {
    let (wanted, given) = (rows[0].len(), rows[index].len());
    if given == wanted {
        return Ok(());
    }
    let message = format!("row {} has {given} cells, and the first row has {wanted}", index + 1);
    Err(Problem { offset, message })
}
