//! Clobber for benchmarks: rows and strips as raw bits, pieces valued once, with mirror images and exchanged
//! colours sharing an entry. Both engines get exactly this work.

use std::collections::HashMap;

use super::Arithmetic;

/// Cells of one row or of a strip of two rows, column by column: bit i of `left` is a stone of Left on cell i.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Stones {
    left: u64,
    right: u64,
}

/// Values of Clobber positions on boards with one or two rows.
pub struct Clobber<E: Arithmetic> {
    rows: u32,
    /// A piece, the smallest of its images, and its value.
    values: HashMap<Stones, E::Game>,
}

impl<E: Arithmetic> Clobber<E> {
    pub fn new(rows: u32) -> Self {
        Clobber { rows, values: HashMap::new() }
    }

    /// (xo)^n in one row; with two rows, the upper row Left's and the lower row Right's.
    pub fn alternating(&mut self, engine: &mut E, n: u32) -> E::Game {
        let left = (0..n).map(|i| 1 << (2 * i)).sum();
        self.sum_of_pieces(engine, Stones { left, right: left << 1 })
    }

    fn sum_of_pieces(&mut self, engine: &mut E, mut stones: Stones) -> E::Game {
        let mut sum = engine.zero();
        while let Some(piece) = self.take_piece(&mut stones) {
            let value = self.piece(engine, piece);
            sum = engine.add(sum, value);
        }
        sum
    }

    /// Takes a connected group off the board, the next one in which both players have stones.
    fn take_piece(&self, stones: &mut Stones) -> Option<Stones> {
        while stones.left != 0 && stones.right != 0 {
            let all = stones.left | stones.right;
            let mut group = all & all.wrapping_neg();
            loop {
                let grown = (group | self.neighbours(group)) & all;
                if grown == group {
                    break;
                }
                group = grown;
            }
            let piece = Stones { left: stones.left & group, right: stones.right & group };
            *stones = Stones { left: stones.left & !group, right: stones.right & !group };
            if piece.left != 0 && piece.right != 0 {
                return Some(piece);
            }
        }
        None
    }

    fn piece(&mut self, engine: &mut E, piece: Stones) -> E::Game {
        let (piece, negated) = self.normal(piece);
        let value = match self.values.get(&piece) {
            Some(&value) => value,
            None => {
                let right = self.moves(piece.right, piece.left);
                let right = right.map(|(right, left)| self.sum_of_pieces(engine, Stones { left, right }));
                let right: Vec<_> = right.collect();
                let left = self.moves(piece.left, piece.right);
                let left = left.map(|(left, right)| self.sum_of_pieces(engine, Stones { left, right }));
                let left: Vec<_> = left.collect();
                let value = engine.game(&left, &right);
                self.values.insert(piece, value);
                value
            }
        };
        if negated { engine.negative(value) } else { value }
    }

    /// Every position that the owner of `own` can move to: a stone takes the place of a neighbour of the other colour.
    fn moves(&self, own: u64, other: u64) -> std::vec::IntoIter<(u64, u64)> {
        let mut moves = Vec::new();
        for from in bits(own) {
            for to in bits(self.neighbours(from) & other) {
                moves.push(((own & !from) | to, other & !to));
            }
        }
        moves.into_iter()
    }

    fn neighbours(&self, cells: u64) -> u64 {
        let along = cells << self.rows | cells >> self.rows;
        match self.rows {
            1 => along,
            _ => along | (cells & UPPER) << 1 | (cells & !UPPER) >> 1,
        }
    }

    /// The smallest image of a piece under shifts, reflections and exchange of colours; was the exchange used?
    fn normal(&self, piece: Stones) -> (Stones, bool) {
        let reflect = |cells: u64| match self.rows {
            1 => cells.reverse_bits(),
            _ => exchange_rows(cells.reverse_bits()),
        };
        let mirrored = Stones { left: reflect(piece.left), right: reflect(piece.right) };
        let mut images = vec![piece, mirrored];
        if self.rows == 2 {
            images.extend(
                [piece, mirrored].map(|image| Stones {
                    left: exchange_rows(image.left),
                    right: exchange_rows(image.right),
                }),
            );
        }
        let shifted = images.into_iter().map(|image| {
            let empty = (image.left | image.right).trailing_zeros();
            let shift = empty - empty % self.rows;
            Stones { left: image.left >> shift, right: image.right >> shift }
        });
        let exchanged = |image: Stones| Stones { left: image.right, right: image.left };
        shifted.flat_map(|image| [(image, false), (exchanged(image), true)]).min().expect("there are images")
    }
}

/// The cells of the upper row of a strip.
const UPPER: u64 = 0x5555_5555_5555_5555;

fn exchange_rows(cells: u64) -> u64 {
    (cells & UPPER) << 1 | (cells & !UPPER) >> 1
}

fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
