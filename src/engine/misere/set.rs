//! Sets of the elements of a finite monoid, as bits.

/// A set of natural numbers below a size that is fixed when it is made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set(Box<[u64]>);

impl Set {
    /// The empty set of numbers below `size`.
    pub fn new(size: usize) -> Set {
        Set(vec![0; size.div_ceil(64)].into())
    }

    /// The set of the numbers below `size` that are `such`.
    pub fn of(size: usize, such: impl Fn(usize) -> bool) -> Set {
        let mut set = Set::new(size);
        (0..size).filter(|&i| such(i)).for_each(|i| set.insert(i));
        set
    }

    /// Is `i` in the set? Numbers beyond the size are not.
    pub fn has(&self, i: usize) -> bool {
        self.0.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 == 1)
    }

    /// Puts `i` in; `i` must be below the size.
    pub fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many members there are.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members, ascending.
    pub fn members(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * at + bit)
            })
        })
    }

    /// Is every member also one of `other`? Both of one size.
    pub fn is_within(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub(super) fn unite(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}
