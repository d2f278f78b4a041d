//! A connected part of a Snort position, with what cannot matter removed and twins gathered.

use std::hash::{Hash, Hasher};

use crate::engine::{Dyadic, Limit, Player, Store, Value};
use crate::graphs::{self, Code};
use crate::rulesets::{Signed, bits, side};

/// A connected part: classes of twins, which have the same tint and the same neighbours and are not neighbours of each
/// other. It does not matter which of them is coloured.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The neighbouring classes of each class.
    rows: Vec<u128>,
    /// How many vertices each class has, at least one.
    copies: Vec<u16>,
    /// The classes tinted for Left, those for Right.
    tinted: [u128; 2],
}

/// The key of a piece: its coloured graph up to isomorphism, and what the colours mean when a byte cannot say it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    code: Code,
    /// The different numbers of copies, ascending, if one is too large for a colour; else empty.
    ranked: Vec<u16>,
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.hash(state);
        if !self.ranked.is_empty() {
            self.ranked.hash(state);
        }
    }
}

/// The largest number of vertices in a part.
pub const MOST_VERTICES: usize = 128;

impl Piece {
    /// The parts of a board of at most 128 vertices of which only those in `open` are left.
    pub(super) fn parts(rows: &[u128], open: u128, tinted: [u128; 2]) -> Vec<Piece> {
        let board = Board { rows, copies: None, tinted };
        board.parts(open)
    }

    fn tint(&self, class: usize) -> u8 {
        (self.tinted[0] >> class & 1) as u8 | ((self.tinted[1] >> class & 1) as u8) << 1
    }

    /// The piece left by each move of `player`, one for each class that he may colour.
    pub(super) fn options(&self, player: Player) -> Vec<Vec<Piece>> {
        let all = self.all();
        bits(all & !self.tinted[1 - side(player)]).map(|class| self.after(class, player)).collect()
    }

    /// How many classes of vertices there are.
    pub(super) fn classes(&self) -> usize {
        self.rows.len()
    }

    /// The tints exchanged.
    pub(super) fn negative(&self) -> Piece {
        Piece { tinted: [self.tinted[1], self.tinted[0]], ..self.clone() }
    }

    /// How many more vertices are tinted for Left than for Right.
    pub(super) fn advantage(&self) -> i128 {
        let vertices = |set: u128| -> i128 { bits(set).map(|class| i128::from(self.copies[class])).sum() };
        vertices(self.tinted[0]) - vertices(self.tinted[1])
    }

    fn all(&self) -> u128 {
        u128::MAX >> (128 - self.rows.len())
    }

    /// What is left when `player` colours a vertex of `class`: it is gone, and its neighbours are his alone; those that
    /// were his opponent's are nobody's and gone, too.
    fn after(&self, class: usize, player: Player) -> Vec<Piece> {
        let mut tinted = self.tinted;
        let mut open = self.all();
        open &= !(self.rows[class] & tinted[1 - side(player)]);
        tinted[side(player)] |= self.rows[class];
        if self.copies[class] > 1 {
            let mut copies = self.copies.clone();
            copies[class] -= 1;
            Board { rows: &self.rows, copies: Some(&copies), tinted }.parts(open)
        } else {
            open &= !(1 << class);
            Board { rows: &self.rows, copies: Some(&self.copies), tinted }.parts(open)
        }
    }

    /// Isolated vertices: each that is tinted is a move for one player, each that is not is a star.
    pub(super) fn known(&self, store: &mut Store) -> Result<Option<Value>, Limit> {
        if self.rows.len() > 1 {
            return Ok(None);
        }
        let copies = i128::from(self.copies[0]);
        Ok(Some(match self.tint(0) {
            0 => store.nimber((copies % 2) as u32)?,
            1 => store.number(Dyadic::integer(copies)?)?,
            _ => store.number(Dyadic::integer(-copies)?)?,
        }))
    }

    pub(super) fn is_its_own_negative(&self) -> bool {
        self.tinted == [0, 0]
    }

    /// Up to 10 classes of up to 63 vertices: 45 bits for the edges, 20 for the tints, 60 for the copies.
    pub(super) fn quick_key(&self) -> Option<u128> {
        if self.rows.len() > 10 || self.copies.iter().any(|&copies| copies > 63) {
            return None;
        }
        let mut name = 0u128;
        for (class, row) in self.rows.iter().enumerate().skip(1) {
            let below = row & ((1 << class) - 1);
            name |= below << (class * (class - 1) / 2);
        }
        name |= self.tinted[0] << 45 | self.tinted[1] << 55;
        for (class, &copies) in self.copies.iter().enumerate() {
            name |= u128::from(copies) << (65 + 6 * class);
        }
        Some(name)
    }

    /// Negatives share a key: of a piece and the piece with the tints exchanged, the one with more tints of Left's is
    /// the one that is kept; if that does not decide, the one with the smaller key.
    pub(super) fn key(&self) -> Signed<Key> {
        let weight = |side: usize| -> (u32, u32, u32) {
            let classes = self.tinted[side];
            let vertices = bits(classes).map(|class| u32::from(self.copies[class])).sum();
            let degrees = bits(classes).map(|class| self.rows[class].count_ones()).sum();
            let squares = bits(classes).map(|class| self.rows[class].count_ones().pow(2)).sum();
            (vertices, degrees, squares)
        };
        let (left, right) = (weight(0), weight(1));
        if left != right {
            let negated = left < right;
            return Signed { key: self.code(negated), negated };
        }
        let own = self.code(false);
        if self.is_its_own_negative() {
            return Signed { key: own, negated: false };
        }
        let other = self.code(true);
        if own <= other { Signed { key: own, negated: false } } else { Signed { key: other, negated: true } }
    }

    /// The key of this piece, or of its negative.
    pub(super) fn code(&self, negated: bool) -> Key {
        let tint = |class: usize| match self.tint(class) {
            0 => 0,
            tint if negated => 3 - tint,
            tint => tint,
        };
        let mut ranked = Vec::new();
        if self.copies.iter().any(|&copies| copies > 80) {
            ranked.clone_from(&self.copies);
            ranked.sort_unstable();
            ranked.dedup();
        }
        let colours: Vec<u8> = (0..self.rows.len())
            .map(|class| {
                let copies = self.copies[class];
                let number = match ranked.binary_search(&copies) {
                    // At most 128 vertices in all, so at most 15 different numbers of copies.
                    Ok(rank) => rank as u8,
                    Err(_) => (copies - 1) as u8,
                };
                3 * number + tint(class)
            })
            .collect();
        Key { code: graphs::sharing_code(self.rows.len(), &self.rows, &colours), ranked }
    }
}

/// Classes on which play goes on, before it is cut into parts.
struct Board<'a> {
    rows: &'a [u128],
    /// `None`: one vertex each.
    copies: Option<&'a [u16]>,
    tinted: [u128; 2],
}

impl Board<'_> {
    /// The neighbours of `v` among `open`, without those of the same tint: colouring `v` would give them the tint that
    /// they have (*Winning Ways*, ch. 6).
    fn row(&self, v: usize, open: u128) -> u128 {
        let row = self.rows[v] & open;
        if self.tinted[0] >> v & 1 == 1 {
            row & !self.tinted[0]
        } else if self.tinted[1] >> v & 1 == 1 {
            row & !self.tinted[1]
        } else {
            row
        }
    }

    fn tint(&self, v: usize) -> usize {
        (self.tinted[0] >> v & 1 | (self.tinted[1] >> v & 1) << 1) as usize
    }

    fn copies(&self, v: usize) -> u16 {
        self.copies.map_or(1, |copies| copies[v])
    }

    /// The connected parts, but vertices without neighbours by tint: there are many, and they are twins.
    fn parts(&self, open: u128) -> Vec<Piece> {
        let mut rows = [0u128; 128];
        let mut rest = open;
        let mut alone = [0u16; 3];
        for v in bits(open) {
            rows[v] = self.row(v, open);
            if rows[v] == 0 {
                rest &= !(1 << v);
                alone[self.tint(v)] += self.copies(v);
            }
        }
        let mut parts = Vec::new();
        for (tint, &copies) in alone.iter().enumerate() {
            if copies > 0 {
                let tinted = [tint as u128 & 1, tint as u128 >> 1];
                parts.push(Piece { rows: vec![0], copies: vec![copies], tinted });
            }
        }
        while rest != 0 {
            let mut part = 1u128 << rest.trailing_zeros();
            let mut new = part;
            while new != 0 {
                let reached = bits(new).fold(0, |set, v| set | rows[v]);
                new = reached & !part;
                part |= reached;
            }
            rest &= !part;
            parts.push(self.gathered(&rows, part));
        }
        parts
    }

    /// The part with its twins gathered into classes, numbered in the order of their first vertices.
    fn gathered(&self, rows: &[u128; 128], part: u128) -> Piece {
        let mut first = 0u128;
        let mut copies = [0u16; 128];
        // The new number of each class's first vertex.
        let mut number = [0u8; 128];
        let mut classes = 0;
        for v in bits(part) {
            // A twin of v is a neighbour of every neighbour of v.
            let near = rows[rows[v].trailing_zeros() as usize];
            let twin = bits(first & near).find(|&w| rows[w] == rows[v] && self.tint(w) == self.tint(v));
            let class = twin.unwrap_or_else(|| {
                first |= 1 << v;
                number[v] = classes;
                classes += 1;
                v
            });
            copies[class] += self.copies(v);
        }
        // Only the first of each class is kept, and numbered anew.
        let packed = |row: u128| bits(row & first).fold(0u128, |packed, v| packed | 1 << number[v]);
        Piece {
            rows: bits(first).map(|v| packed(rows[v])).collect(),
            copies: bits(first).map(|v| copies[v]).collect(),
            tinted: self.tinted.map(packed),
        }
    }
}
