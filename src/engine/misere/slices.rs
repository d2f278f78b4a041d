//! Slices of one length, each stored once: states of searches that would be slow as boxes of their own.

/// Rows of `width` words, numbered in the order in which they came.
pub(super) struct Slices {
    width: usize,
    rows: Vec<u64>,
    /// Open addressing: 0 is free, else the number of a row plus one, and above it half of its hash: a row is only looked at if
    /// that half is the same.
    table: Vec<u64>,
    len: usize,
}

impl Slices {
    pub fn new(width: usize) -> Slices {
        Slices { width, rows: Vec::new(), table: vec![0; 1 << 10], len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn row(&self, number: usize) -> &[u64] {
        &self.rows[number * self.width..(number + 1) * self.width]
    }

    /// The number of the row, and whether it is new.
    pub fn insert(&mut self, row: &[u64]) -> (usize, bool) {
        debug_assert_eq!(row.len(), self.width);
        if 4 * self.len >= 3 * self.table.len() {
            self.grow();
        }
        let hash = hash(row);
        let mut slot = hash as usize & (self.table.len() - 1);
        while self.table[slot] != 0 {
            let number = self.table[slot] as u32 as usize - 1;
            if self.table[slot] >> 32 == hash >> 32 && self.row(number).iter().eq(row) {
                return (number, false);
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
        self.rows.extend_from_slice(row);
        self.len += 1;
        self.table[slot] = ((hash >> 32) << 32) | self.len as u64;
        (self.len - 1, true)
    }

    fn grow(&mut self) {
        self.table = vec![0; 2 * self.table.len()];
        for number in 0..self.len {
            let hash = hash(self.row(number));
            let mut slot = hash as usize & (self.table.len() - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (self.table.len() - 1);
            }
            self.table[slot] = ((hash >> 32) << 32) | (number as u64 + 1);
        }
    }
}

/// Multiply and fold, so that every bit of every word counts in the low bits.
fn hash(row: &[u64]) -> u64 {
    row.iter().fold(0, |hash: u64, &word| {
        let product = u128::from(hash.rotate_left(20) ^ word) * 0x9E37_79B9_7F4A_7C15;
        (product >> 64) as u64 ^ product as u64
    })
}
