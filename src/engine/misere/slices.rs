//! Slices of one length, each stored once: states of searches that would be slow as boxes of their own.

/// Rows of `width` numbers, numbered in the order in which they came.
pub(super) struct Slices {
    width: usize,
    rows: Vec<u16>,
    /// Open addressing: 0 is free, else the number of a row plus one.
    table: Vec<u32>,
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
        let mut slot = self.slot(row);
        loop {
            match self.table[slot] {
                0 => break,
                number if self.row(number as usize - 1) == row => return (number as usize - 1, false),
                _ => slot = (slot + 1) & (self.table.len() - 1),
            }
        }
        self.rows.extend_from_slice(row);
        self.len += 1;
        self.table[slot] = self.len as u32;
        (self.len - 1, true)
    }

    fn slot(&self, row: &[u16]) -> usize {
        let mixed = row
            .iter()
            .fold(0u64, |hash, &x| (hash.rotate_left(5) ^ u64::from(x)).wrapping_mul(0x517c_c1b7_2722_0a95));
        (mixed >> 20) as usize & (self.table.len() - 1)
    }

    fn grow(&mut self) {
        self.table = vec![0; 2 * self.table.len()];
        for number in 0..self.len {
            let mut slot = self.slot(self.row(number));
            while self.table[slot] != 0 {
                slot = (slot + 1) & (self.table.len() - 1);
            }
            self.table[slot] = number as u32 + 1;
        }
    }
}
