//! Boards up to what makes no difference.

use super::Clobber;
use super::piece::turned;
use crate::engine::Player;
use crate::graphs::OutsideDomain;

/// The most cells of a board of which the classes are listed: there are 3^14 boards.
pub const MOST_CLASS_CELLS: usize = 14;

/// The boards with so many stones, one for all that are the same under the symmetries of the board and the exchange of the
/// colours; at most 14 cells. An exchange turns a value into its negative. Cost: less than 2^14 sets of cells, and for each
/// with so many cells its subsets.
///
/// ```
/// use referee::rulesets::clobber::classes;
/// // Side by side or diagonally, of one colour or of two.
/// assert_eq!(classes(2, 2, 2)?.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn classes(rows: usize, columns: usize, stones: usize) -> Result<Vec<Clobber>, OutsideDomain> {
    let cells = within(rows, columns)?;
    let symmetries = symmetries(rows, columns);
    let image = |set: u32, symmetry: &[usize]| {
        (0..cells).filter(|&cell| set >> cell & 1 == 1).fold(0u32, |image, cell| image | 1 << symmetry[cell])
    };
    let mut found = Vec::new();
    for all in (0..1u32 << cells).filter(|set| set.count_ones() as usize == stones) {
        // The least of the images of the set of stones, and then of Left's stones among those images that leave it.
        if symmetries.iter().any(|symmetry| image(all, symmetry) < all) {
            continue;
        }
        let leaving: Vec<_> = symmetries.iter().filter(|symmetry| image(all, symmetry) == all).collect();
        let mut left = all;
        loop {
            let least = |symmetry: &&Vec<usize>| {
                let image = image(left, symmetry);
                left <= image && left <= all & !image
            };
            if leaving.iter().all(least) {
                found.push(with_stones(rows, columns, left, all & !left)?);
            }
            if left == 0 {
                break;
            }
            left = (left - 1) & all;
        }
    }
    Ok(found)
}

/// The same by looking at all boards, of which one is kept if its number, with the cells as digits, is the least of its class.
pub fn classes_by_numbers(rows: usize, columns: usize, stones: usize) -> Result<Vec<Clobber>, OutsideDomain> {
    let cells = within(rows, columns)?;
    let symmetries = symmetries(rows, columns);
    let mut found = Vec::new();
    let mut digits = vec![0u8; cells];
    for number in 0..3u32.pow(cells as u32) {
        let mut rest = number;
        for digit in &mut digits {
            *digit = (rest % 3) as u8;
            rest /= 3;
        }
        if digits.iter().filter(|&&digit| digit != 0).count() != stones {
            continue;
        }
        let numbered = |symmetry: &Vec<usize>, exchanged: bool| {
            symmetry.iter().rev().fold(0, |number, &cell| {
                let digit = digits[cell];
                number * 3 + u32::from(if exchanged && digit != 0 { 3 - digit } else { digit })
            })
        };
        let least = |symmetry| numbered(symmetry, false) >= number && numbered(symmetry, true) >= number;
        if symmetries.iter().all(least) {
            let of = |player| {
                let own = (0..cells).filter(|&cell| digits[cell] == player);
                own.fold(0u32, |set, cell| set | 1 << cell)
            };
            found.push(with_stones(rows, columns, of(1), of(2))?);
        }
    }
    Ok(found)
}

fn within(rows: usize, columns: usize) -> Result<usize, OutsideDomain> {
    match rows.saturating_mul(columns) {
        cells if cells <= MOST_CLASS_CELLS => Ok(cells),
        cells => {
            let message =
                format!("classes are listed of boards of at most {MOST_CLASS_CELLS} cells, not {cells}");
            Err(OutsideDomain { message })
        }
    }
}

/// Where each cell goes: the four symmetries of a rectangle, the eight of a square.
fn symmetries(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let turns = if rows == columns { 0..8 } else { 0..4 };
    turns.map(|turn| (0..rows * columns).map(|cell| turned(rows, columns, turn, cell)).collect()).collect()
}

fn with_stones(rows: usize, columns: usize, left: u32, right: u32) -> Result<Clobber, OutsideDomain> {
    let stone = |cell: usize| match (left >> cell & 1, right >> cell & 1) {
        (1, _) => Some(Player::Left),
        (_, 1) => Some(Player::Right),
        _ => None,
    };
    Clobber::on_grid(rows, columns, (0..rows * columns).map(stone).collect())
}
