//! Quick answers to most comparisons: how every game compares with the same few small games.
//!
//! The first games of an arena whose options are all among them, the touchstones, and their negatives are compared
//! with every game once and for all. That costs a few dozen steps when the game is made: whether x ≤ {L | R} follows
//! from how x compares with R and how {L | R} compares with the Left options of x, which are touchstones, too.
//! Then g ≤ h is true if g ≤ x ≤ h for some touchstone x, and false if x ≤ g but not x ≤ h, or if h ≤ x but not
//! g ≤ x. This settles nearly all comparisons without a look at an option.

use super::Limit;
use super::store::{Handle, Store, UpStar};

/// A set of touchstones: bit i is touchstone i, bit i + HALF is its negative.
type Set = u64;

/// How many touchstones there can be, not counting negatives.
const HALF: u32 = Set::BITS / 2;

/// With that many records touchstones are not sought any more: each new one is compared with all games.
const SEARCHED_RECORDS: usize = 4096;

/// The touchstones below a game (x ≤ g) and above it (g ≤ x).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    below: Set,
    above: Set,
}

impl Sight {
    const NOTHING: Sight = Sight { below: 0, above: 0 };

    /// Not worked out. No game equals all touchstones, so this is no other game's sight.
    pub const UNKNOWN: Sight = Sight { below: Set::MAX, above: Set::MAX };

    /// The same of the negative: x ≤ −g if and only if g ≤ −x.
    #[inline]
    pub fn negative(self) -> Sight {
        Sight { below: self.above.rotate_left(HALF), above: self.below.rotate_left(HALF) }
    }

    /// Is g ≤ h, if the touchstones can tell?
    #[inline]
    pub fn le(self, other: Sight) -> Option<bool> {
        let known = self.below & self.above != Set::MAX && other.below & other.above != Set::MAX;
        if (self.below & !other.below) | (other.above & !self.above) != 0 {
            return known.then_some(false);
        }
        if self.above & other.below != 0 { known.then_some(true) } else { None }
    }
}

#[derive(Default)]
pub(super) struct Touchstones {
    games: Vec<Handle>,
    /// The Left options of each and of its negative, all of which are touchstones.
    left: Vec<[Set; 2]>,
    /// While a new one is compared with all games no other one is sought.
    busy: bool,
}

impl Touchstones {
    /// The bit of a game, if it is a touchstone or the negative of one.
    fn bit(&self, g: Handle) -> Option<Set> {
        let place = self.games.iter().position(|&x| x == g.unsigned())?;
        Some(1 << (place as u32 + HALF * g.sign()))
    }

    /// What {L | R} sees, given which touchstones lie below some Left option, and above some Right option.
    fn look(&self, below_left: Set, above_right: Set) -> Sight {
        let mut sight = Sight::NOTHING;
        for (place, left) in self.left.iter().enumerate() {
            for sign in [0, 1] {
                let bit = 1 << (place as u32 + HALF * sign as u32);
                let right = left[1 - sign].rotate_left(HALF);
                // x ≤ G unless some G^R ≤ x or G ≤ some x^L.
                if above_right & bit == 0 && left[sign] & sight.above == 0 {
                    sight.below |= bit;
                }
                // G ≤ x unless x ≤ some G^L or some x^R ≤ G.
                if below_left & bit == 0 && right & sight.below == 0 {
                    sight.above |= bit;
                }
            }
        }
        sight
    }
}

impl Store {
    /// What a game sees, by its Left options and those of its negative.
    pub(super) fn look(&self, left: [&[Handle]; 2]) -> Sight {
        let mut below = [0, 0];
        for (below, options) in below.iter_mut().zip(left) {
            for &option in options {
                let sight = self.sight(option);
                if sight == Sight::UNKNOWN {
                    return Sight::UNKNOWN;
                }
                *below |= sight.below;
            }
        }
        self.touchstones.look(below[0], below[1].rotate_left(HALF))
    }

    /// What a number sees.
    pub(super) fn look_from_number(&self, number: &UpStar) -> Sight {
        let mut sight = Sight::NOTHING;
        for place in 0..self.touchstones.games.len() {
            let (game, left) = (self.touchstones.games[place], self.touchstones.left[place]);
            for sign in [0, 1] {
                let bit = 1 << (place as u32 + HALF * sign as u32);
                let (below, above) = match self.closed_form(if sign == 0 { game } else { -game }) {
                    Some(other) => (other.le(number), number.le(&other)),
                    // Nobody moves in the number.
                    None => {
                        (left[sign] & sight.above == 0, left[1 - sign].rotate_left(HALF) & sight.below == 0)
                    }
                };
                sight.below |= if below { bit } else { 0 };
                sight.above |= if above { bit } else { 0 };
            }
        }
        sight
    }

    /// Makes the game, which is new, a touchstone if there is room and its options are touchstones.
    pub(super) fn consider_touchstone(&mut self, g: Handle) -> Result<(), Limit> {
        let stones = &self.touchstones;
        let full = stones.games.len() == HALF as usize || self.records_made() > SEARCHED_RECORDS;
        if stones.busy || full {
            return Ok(());
        }
        let (Some(left), Some(right)) = (self.touchstones_left_of(g), self.touchstones_left_of(-g)) else {
            return Ok(());
        };
        self.touchstones.busy = true;
        let seen = self.see_touchstone(g);
        self.touchstones.busy = false;
        let seen = seen?;
        let place = self.touchstones.games.len() as u32;
        self.touchstones.games.push(g);
        self.touchstones.left.push([left, right]);
        for (record, [below, above, below_negative, above_negative]) in seen.into_iter().enumerate() {
            let sight = self.sight_mut(record);
            if *sight != Sight::UNKNOWN {
                sight.below |= Set::from(below) << place | Set::from(below_negative) << (place + HALF);
                sight.above |= Set::from(above) << place | Set::from(above_negative) << (place + HALF);
            }
        }
        Ok(())
    }

    /// The Left options of g as a set, if they are all touchstones.
    fn touchstones_left_of(&self, g: Handle) -> Option<Set> {
        let mut set = 0;
        match self.closed_form(g) {
            // They may not be written out, and an option that is not in the arena is no touchstone.
            Some(form) => {
                if form.nimber > HALF {
                    return None;
                }
                for option in form.left_options().ok()? {
                    set |= self.touchstones.bit(self.find_closed(option)?)?;
                }
            }
            None => {
                for &option in self.written_left_options(g) {
                    set |= self.touchstones.bit(option)?;
                }
            }
        }
        Some(set)
    }

    /// How x compares with all records: is x ≤ g, g ≤ x, −x ≤ g, g ≤ −x?
    fn see_touchstone(&mut self, x: Handle) -> Result<Vec<[bool; 4]>, Limit> {
        let mut seen = Vec::new();
        // Comparing may write out options, and so make new records.
        while seen.len() < self.records_made() {
            let g = self.unsigned_handle(seen.len());
            seen.push(if self.sight(g) == Sight::UNKNOWN {
                [false; 4]
            } else {
                [
                    self.le_handles(x, g)?,
                    self.le_handles(g, x)?,
                    self.le_handles(-x, g)?,
                    self.le_handles(g, -x)?,
                ]
            });
        }
        Ok(seen)
    }
}
