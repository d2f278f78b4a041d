//! Words of few letters with small exponents, so packed that a move is a subtraction and an addition.

use std::hash::{Hash, Hasher};

use super::word::Word;

/// The exponents of up to [`Packed::LETTERS`] letters, a byte each.
#[derive(Clone, Copy, Debug, Default, Eq)]
pub(super) struct Packed([u64; LANES]);

const LANES: usize = 6;
const BITS: usize = 8;
const IN_LANE: usize = 7;
/// The bits into which an exponent that is too large would carry.
const CARRIES: u64 = {
    let (mut bits, mut letter) = (0, 1);
    while letter <= IN_LANE {
        bits |= 1 << (BITS * letter);
        letter += 1;
    }
    bits
};

impl Packed {
    pub const LETTERS: usize = LANES * IN_LANE;
    const MOST: u64 = (1 << BITS) - 1;

    /// `None` for a word with too many letters or too large an exponent.
    pub fn of(word: &Word) -> Option<Packed> {
        let mut packed = Packed::default();
        for (letter, &exponent) in word.0.iter().enumerate().filter(|(_, e)| **e > 0) {
            if letter >= Packed::LETTERS || u64::from(exponent) > Packed::MOST {
                return None;
            }
            packed.0[letter / IN_LANE] |= u64::from(exponent) << (letter % IN_LANE * BITS);
        }
        Some(packed)
    }

    /// Domain: letters below [`Packed::LETTERS`].
    pub fn letter(letter: usize) -> Packed {
        let mut packed = Packed::default();
        packed.0[letter / IN_LANE] = 1 << (letter % IN_LANE * BITS);
        packed
    }

    pub fn exponent(&self, letter: usize) -> u32 {
        (self.0[letter / IN_LANE] >> (letter % IN_LANE * BITS) & Packed::MOST) as u32
    }

    pub fn is_one(&self) -> bool {
        self.0 == [0; LANES]
    }

    /// The product; `None` if an exponent is too large.
    pub fn times(&self, other: &Packed) -> Option<Packed> {
        let (mut product, mut carried) = ([0; LANES], 0);
        for ((to, a), b) in product.iter_mut().zip(self.0).zip(other.0) {
            *to = a + b;
            carried |= (a ^ b ^ *to) & CARRIES;
        }
        (carried == 0).then_some(Packed(product))
    }

    /// The word with one letter less. Domain: words that have the letter.
    pub fn without(mut self, letter: usize) -> Packed {
        self.0[letter / IN_LANE] -= 1 << (letter % IN_LANE * BITS);
        self
    }

    /// Only the lowest bits of the exponents of some letters are kept, as `mask` has them.
    pub fn masked(mut self, mask: &Packed) -> Packed {
        self.0.iter_mut().zip(mask.0).for_each(|(lane, mask)| *lane &= mask);
        self
    }

    /// The mask that keeps everything.
    pub fn everything() -> Packed {
        Packed([(1 << (BITS * IN_LANE)) - 1; LANES])
    }

    /// The mask that keeps whether the exponent of the letter is odd, and of other letters what this one keeps.
    pub fn keeping_parity(mut self, letter: usize) -> Packed {
        self.0[letter / IN_LANE] &= !((Packed::MOST - 1) << (letter % IN_LANE * BITS));
        self
    }

    /// Do the words have a letter in common?
    pub fn meets(&self, other: &Packed) -> bool {
        (0..Packed::LETTERS).any(|letter| self.exponent(letter) > 0 && other.exponent(letter) > 0)
    }

    /// The letters in ascending order, each as often as it stands there.
    pub fn letters(&self) -> impl Iterator<Item = usize> + '_ {
        (0..Packed::LETTERS).flat_map(|letter| std::iter::repeat_n(letter, self.exponent(letter) as usize))
    }
}

impl PartialEq for Packed {
    fn eq(&self, other: &Packed) -> bool {
        self.0.iter().zip(&other.0).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
    }
}

impl Hash for Packed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&lane| state.write_u64(lane));
    }
}
