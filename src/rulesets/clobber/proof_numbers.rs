//! Proof and disproof numbers, as the depth-first search by them (df-pn) uses and remembers them \[nagai2002\].

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::outcome::Sum;
use crate::rulesets::valuer::Mixer;

/// About how many positions have yet to be settled to prove that the player who is to move wins, and to prove that he loses. One
/// of the two is 0 once the position is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    pub proof: u32,
    pub disproof: u32,
}

impl ProofNumbers {
    /// No number of positions is enough.
    pub const INFINITE: u32 = 1 << 30;
    pub const WON: ProofNumbers = ProofNumbers { proof: 0, disproof: ProofNumbers::INFINITE };
    pub const LOST: ProofNumbers = ProofNumbers { proof: ProofNumbers::INFINITE, disproof: 0 };

    /// Does the player who is to move win? `None` while that is open.
    pub fn settled(self) -> Option<bool> {
        if self.proof == 0 {
            Some(true)
        } else if self.disproof == 0 {
            Some(false)
        } else {
            None
        }
    }
}

/// A position that a move leads to, and a first guess of its numbers.
pub(super) struct Child {
    pub sum: Sum,
    pub numbers: ProofNumbers,
}

/// The numbers of a position, and where its moves lead as long as it is not settled.
pub(super) struct Known {
    pub numbers: ProofNumbers,
    pub children: Option<Rc<[Child]>>,
    /// How many positions were worked out for it.
    pub work: u64,
}

impl Known {
    /// About how many bytes this takes with its key.
    fn bytes(&self, sum: &Sum) -> usize {
        let children = self.children.as_ref().map_or(0, |children| children.len());
        128 + size_of_val::<[_]>(sum) + children * 96
    }
}

/// A table of bounded size: when it is full, those positions are dropped that cost least, and more are kept than if the
/// oldest were dropped.
pub(super) struct Table {
    known: HashMap<Sum, Known, BuildHasherDefault<Mixer>>,
    /// About how many bytes it takes with what else is counted, and how many are too many.
    bytes: usize,
    most: usize,
    full: usize,
}

impl Table {
    /// A table that takes up to about so many bytes.
    pub fn new(most: usize) -> Table {
        Table { known: HashMap::default(), bytes: 0, most, full: most }
    }

    pub fn get(&self, sum: &Sum) -> Option<&Known> {
        self.known.get(sum)
    }

    pub fn insert(&mut self, sum: &Sum, mut known: Known) {
        self.bytes += known.bytes(sum);
        match self.known.get_mut(sum) {
            Some(before) => {
                self.bytes = self.bytes.saturating_sub(before.bytes(sum));
                known.work += before.work;
                *before = known;
            }
            None => {
                self.known.insert(sum.clone(), known);
            }
        }
    }

    /// Counts so many bytes that lie elsewhere.
    pub fn charge(&mut self, bytes: usize) {
        self.bytes += bytes;
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    pub fn is_full(&self) -> bool {
        self.bytes >= self.full
    }

    pub fn is_half_empty(&self) -> bool {
        self.bytes <= self.most / 2
    }

    /// Where moves lead is worked out again when it is needed.
    pub fn forget_children(&mut self) {
        for known in self.known.values_mut() {
            known.children = None;
        }
    }

    /// Drops the positions for which fewer positions than that were worked out, and counts the bytes anew.
    pub fn forget_less_than(&mut self, work: u64) {
        self.known.retain(|_, known| known.work >= work);
        self.known.shrink_to_fit();
        self.bytes = self.known.iter().map(|(sum, known)| known.bytes(sum)).sum();
    }

    /// What is left is kept until half as much has come again, however small the table is to be.
    pub fn swept(&mut self) {
        self.full = self.most.max(self.bytes + self.bytes / 2);
    }

    /// All positions that are remembered.
    pub fn sums(&self) -> impl Iterator<Item = &Sum> {
        self.known.keys()
    }
}

/// The numbers of a position, from those of the positions that its moves lead to.
pub(super) struct Frontier {
    /// The move that promises most: the one after which the opponent's loss is nearest.
    pub best: usize,
    nearest: u32,
    second: u32,
    /// The greatest proof number of the opponent after a move that may yet win, and how many such moves there are.
    farthest: u32,
    open: u32,
}

impl Frontier {
    pub fn of(children: &[ProofNumbers]) -> Frontier {
        let infinite = ProofNumbers::INFINITE;
        let mut now = Frontier { best: 0, nearest: infinite, second: infinite, farthest: 0, open: 0 };
        for (i, numbers) in children.iter().enumerate() {
            if numbers.proof == 0 {
                continue;
            }
            now.open += 1;
            now.farthest = now.farthest.max(numbers.proof);
            if numbers.disproof < now.nearest {
                (now.best, now.second, now.nearest) = (i, now.nearest, numbers.disproof);
            } else {
                now.second = now.second.min(numbers.disproof);
            }
        }
        now
    }

    /// A win takes one move that wins. A loss takes that all moves lose; what they lead to has much in common, so that the
    /// greatest proof number of the opponent is a better guess of the work than their sum, and each of the others counts 1.
    pub fn numbers(&self) -> ProofNumbers {
        match (self.open, self.nearest) {
            (0, _) => ProofNumbers::LOST,
            (_, 0) => ProofNumbers::WON,
            (open, nearest) => {
                let disproof = self.farthest.saturating_add(open - 1).min(ProofNumbers::INFINITE - 1);
                ProofNumbers { proof: nearest, disproof }
            }
        }
    }

    /// How far the best move is searched if the position is searched so far: until another move is clearly better, that is
    /// by a quarter (the 1 + ε trick), so that the search does not change its mind at every step \[pawlewicz-lew2007\].
    pub fn limit(&self, limit: ProofNumbers) -> ProofNumbers {
        let overtaken = self.second.saturating_add(self.second / 4).saturating_add(1);
        ProofNumbers { proof: limit.disproof - (self.open - 1), disproof: limit.proof.min(overtaken) }
    }
}
