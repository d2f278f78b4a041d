//! How near positions are to a proof, and a table of bounded size that remembers it.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::outcome::Sum;
use crate::rulesets::valuer::Mixer;

/// How much is missing to a proof that the player who is to move wins, and to one that he loses: about how many positions have
/// to be settled first. One of the two is 0 once the position is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missing {
    pub win: u32,
    pub loss: u32,
}

impl Missing {
    /// No number of positions is enough.
    pub const ENDLESS: u32 = 1 << 30;
    pub const WON: Missing = Missing { win: 0, loss: Missing::ENDLESS };
    pub const LOST: Missing = Missing { win: Missing::ENDLESS, loss: 0 };

    /// Does the player who is to move win? `None` while that is open.
    pub fn settled(self) -> Option<bool> {
        if self.win == 0 {
            Some(true)
        } else if self.loss == 0 {
            Some(false)
        } else {
            None
        }
    }
}

/// A position that a move leads to, and what is missing there at a first glance.
pub(super) struct Child {
    pub sum: Sum,
    pub missing: Missing,
}

/// What is missing at a position, and where its moves lead as long as it is not settled.
pub(super) struct Known {
    pub missing: Missing,
    pub children: Option<Rc<[Child]>>,
}

impl Known {
    /// About how many bytes this takes with its key.
    fn bytes(&self, sum: &Sum) -> usize {
        let children = self.children.as_ref().map_or(0, |children| children.len());
        128 + size_of_val::<[_]>(sum) + children * 96
    }
}

/// A table of bounded size: when the young generation is full it becomes the old one, and the old one is forgotten.
pub(super) struct Table {
    young: HashMap<Sum, Known, BuildHasherDefault<Mixer>>,
    old: HashMap<Sum, Known, BuildHasherDefault<Mixer>>,
    /// About how many bytes the young generation takes, and how many it may take.
    bytes: usize,
    most: usize,
}

impl Table {
    /// A table of which each generation takes up to about so many bytes.
    pub fn new(most: usize) -> Table {
        Table { young: HashMap::default(), old: HashMap::default(), bytes: 0, most }
    }

    pub fn get(&self, sum: &Sum) -> Option<&Known> {
        self.young.get(sum).or_else(|| self.old.get(sum))
    }

    pub fn insert(&mut self, sum: &Sum, known: Known) {
        if self.bytes >= self.most {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += known.bytes(sum);
        if let Some(before) = self.young.insert(sum.clone(), known) {
            self.bytes -= before.bytes(sum);
        }
    }
}

/// What is missing at a position, from what is missing where its moves lead.
pub(super) struct Frontier {
    /// The move that promises most: the one after which the opponent's loss is nearest.
    pub best: usize,
    nearest: u32,
    second: u32,
    /// The most that is missing to a win of the opponent after some move that may yet win, and how many such moves there are.
    farthest: u32,
    open: u32,
}

impl Frontier {
    pub fn of(children: &[Missing]) -> Frontier {
        let endless = Missing::ENDLESS;
        let mut now = Frontier { best: 0, nearest: endless, second: endless, farthest: 0, open: 0 };
        for (i, missing) in children.iter().enumerate() {
            if missing.win == 0 {
                continue;
            }
            now.open += 1;
            now.farthest = now.farthest.max(missing.win);
            if missing.loss < now.nearest {
                (now.best, now.second, now.nearest) = (i, now.nearest, missing.loss);
            } else {
                now.second = now.second.min(missing.loss);
            }
        }
        now
    }

    /// A win takes one move that wins. A loss takes that all moves lose; what they lead to has much in common, so that the
    /// most that is missing for one of them is a better guess of the work than the sum, and each of the others counts 1.
    pub fn missing(&self) -> Missing {
        match (self.open, self.nearest) {
            (0, _) => Missing::LOST,
            (_, 0) => Missing::WON,
            (open, nearest) => {
                let loss = self.farthest.saturating_add(open - 1).min(Missing::ENDLESS - 1);
                Missing { win: nearest, loss }
            }
        }
    }

    /// How far the best move is searched if the position is searched so far: until another move is clearly better, that is
    /// by a quarter, so that the search does not change its mind at every step \[pawlewicz-lew2007\].
    pub fn limit(&self, limit: Missing) -> Missing {
        let overtaken = self.second.saturating_add(self.second / 4).saturating_add(1);
        Missing { win: limit.loss - (self.open - 1), loss: limit.win.min(overtaken) }
    }
}
