//! Bounded memories of earlier answers. They may forget, and never answer wrongly.

use super::store::Handle;

/// Remembers answers under keys of two handles, each key in one place only: a new one overwrites an old one.
/// The table doubles while it is well used, up to a fixed size.
pub(super) struct Cache<E> {
    slots: Vec<E>,
    /// How often an empty slot was filled since the table last grew.
    used: usize,
    most: usize,
}

/// A slot of a [`Cache`]: a key and an answer.
pub(super) trait Entry: Copy + Default {
    fn is_empty(&self) -> bool;
    fn key(&self) -> u64;
}

impl<E: Entry> Cache<E> {
    const LEAST: usize = 1 << 10;

    /// A cache with at most that many slots, a power of two.
    pub fn new(most: usize) -> Self {
        Cache { slots: vec![E::default(); Self::LEAST], used: 0, most }
    }

    pub fn find(&self, key: u64) -> Option<&E> {
        let entry = &self.slots[slot(key, self.slots.len())];
        (!entry.is_empty() && entry.key() == key).then_some(entry)
    }

    pub fn remember(&mut self, entry: E) {
        if self.used * 2 > self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        let index = slot(entry.key(), self.slots.len());
        self.used += usize::from(self.slots[index].is_empty());
        self.slots[index] = entry;
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![E::default(); size]);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| !entry.is_empty()) {
            let index = slot(entry.key(), size);
            self.used += usize::from(self.slots[index].is_empty());
            self.slots[index] = entry;
        }
    }
}

/// The upper bits of a product, for a table whose size is a power of two.
fn slot(key: u64, size: usize) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - size.trailing_zeros())) as usize
}

/// Two handles as a key. Their "has another negative" bits follow from the rest and are left out, so a bit is free.
fn pair(g: Handle, h: Handle) -> u64 {
    (g.dense() as u64) << 31 | h.dense() as u64
}

/// g ≤ h: is it so? In 8 bytes: the key plus one, then the answer.
#[derive(Clone, Copy, Default)]
pub(super) struct Order(u64);

impl Entry for Order {
    fn is_empty(&self) -> bool {
        self.0 == 0
    }

    fn key(&self) -> u64 {
        (self.0 >> 1) - 1
    }
}

impl Order {
    pub fn key(g: Handle, h: Handle) -> u64 {
        pair(g, h)
    }

    pub fn new(key: u64, answer: bool) -> Order {
        Order((key + 1) << 1 | u64::from(answer))
    }

    pub fn answer(self) -> bool {
        self.0 & 1 == 1
    }
}

/// g + h, in 12 bytes. No sum of two zeros is ever remembered, so an empty slot holds two zeros.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    terms: [u32; 2],
    sum: u32,
}

impl Entry for Sum {
    fn is_empty(&self) -> bool {
        self.terms == [0, 0]
    }

    fn key(&self) -> u64 {
        u64::from(self.terms[0]) << 32 | u64::from(self.terms[1])
    }
}

impl Sum {
    pub fn key(g: Handle, h: Handle) -> u64 {
        u64::from(g.bits()) << 32 | u64::from(h.bits())
    }

    pub fn new(key: u64, sum: Handle) -> Sum {
        Sum { terms: [(key >> 32) as u32, key as u32], sum: sum.bits() }
    }

    pub fn answer(self) -> Handle {
        Handle::from_bits(self.sum)
    }
}
