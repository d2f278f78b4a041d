//! Slices of one length, each stored once: states of searches that would be slow as boxes of their own.

/// Rows of `width` numbers, numbered in the order in which they came.
pub(super) struct Slices {
    width: usize,
    rows: Vec<u16>,
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

    pub fn row(&self, number: usize) -> &[u16] {
        &self.rows[number * self.width..(number + 1) * self.width]
    }

    /// The number of the row, and whether it is new.
    pub fn insert(&mut self, row: &[u16]) -> (usize, bool) {
        debug_assert_eq!(row.len(), self.width);
        if 2 * self.len >= self.table.len() {
            self.grow();
        }
        let hash = hash(row);
        let mut slot = hash as usize & (self.table.len() - 1);
        while self.table[slot] != 0 {
            let number = self.table[slot] as u32 as usize - 1;
            if self.table[slot] >> 32 == hash >> 32 && self.row(number) == row {
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
        self.table = vec![0; 4 * self.table.len()];
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

fn hash(row: &[u16]) -> u64 {
    let mixed = row.chunks(4).fold(0u64, |hash, four| {
        let word = four.iter().fold(0u64, |word, &x| (word << 16) | u64::from(x));
        (hash.rotate_left(23) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
    });
    mixed ^ mixed >> 29
}
