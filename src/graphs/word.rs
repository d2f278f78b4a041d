//! Small sets of vertices as machine words, so that one search serves 16, 64 and 128 vertices.

use std::ops::{BitAnd, BitOr, Not};

/// A set of vertices below the number of bits of the word.
pub(super) trait Word:
    Copy + Ord + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    const EMPTY: Self;

    /// The set of one vertex.
    fn of(vertex: usize) -> Self;
    fn len(self) -> usize;
    /// The smallest vertex of a set that is not empty.
    fn first(self) -> usize;
    fn from_u128(set: u128) -> Self;
    /// The vertices `start..start + 64` as bits.
    fn bits_from(self, start: usize) -> u64;

    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    fn has(self, vertex: usize) -> bool {
        !(self & Self::of(vertex)).is_empty()
    }

    /// The vertices, ascending.
    fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            (!rest.is_empty()).then(|| {
                let vertex = rest.first();
                rest = rest & !Self::of(vertex);
                vertex
            })
        })
    }
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const EMPTY: Self = 0;

            fn of(vertex: usize) -> Self {
                1 << vertex
            }

            fn len(self) -> usize {
                self.count_ones() as usize
            }

            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            fn from_u128(set: u128) -> Self {
                set as $type
            }

            fn bits_from(self, start: usize) -> u64 {
                (self >> start) as u64
            }
        }
    };
}

word!(u16);
word!(u64);
word!(u128);
