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
type Set = u128;

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
    /// For the touchstone of each bit, those that have it as a Left option, and as a Right option.
    option_of: Vec<[Set; 2]>,
    /// Touchstones whose options are all in earlier generations.
    generations: Vec<Set>,
    /// All that are an option of some touchstone.
    inner: Set,
    /// While a new one is compared with all games no other one is sought.
    busy: bool,
}

impl Touchstones {
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// The bit of a game, if it is a touchstone or the negative of one.
    fn bit(&self, g: Handle) -> Option<Set> {
        let place = self.games.iter().position(|&x| x == g.unsigned())?;
        Some(1 << (place as u32 + HALF * g.sign()))
    }

    fn add(&mut self, g: Handle, left: [Set; 2]) {
        let place = self.games.len() as u32;
        self.games.push(g);
        self.left.push(left);
        self.option_of.resize(Set::BITS as usize, [0, 0]);
        for (sign, left) in left.into_iter().enumerate() {
            // Right options are the negatives of the Left options of the negative.
            let mine: Set = 1 << (place + HALF * sign as u32);
            bits(left).for_each(|option| self.option_of[option as usize][0] |= mine);
            let negative = mine.rotate_left(HALF);
            bits(left.rotate_left(HALF)).for_each(|option| self.option_of[option as usize][1] |= negative);
        }
        let options = left[0] | left[0].rotate_left(HALF) | left[1] | left[1].rotate_left(HALF);
        self.inner |= options;
        let generation = self.generations.iter().rposition(|&set| set & options != 0).map_or(0, |i| i + 1);
        if generation == self.generations.len() {
            self.generations.push(0);
        }
        self.generations[generation] |= 1 << place | 1 << (place + HALF);
    }

    /// What {L | R} sees, given which touchstones lie below some Left option, and above some Right option.
    fn look(&self, below_left: Set, above_right: Set) -> Sight {
        // x ≤ G unless some G^R ≤ x or G ≤ some x^L; G ≤ x unless x ≤ some G^L or some x^R ≤ G.
        let (mut not_below, mut not_above) = (above_right, below_left);
        let mut sight = Sight::NOTHING;
        for generation in &self.generations {
            let (below, above) = (generation & !not_below, generation & !not_above);
            bits(below & self.inner).for_each(|x| not_above |= self.option_of[x as usize][1]);
            bits(above & self.inner).for_each(|x| not_below |= self.option_of[x as usize][0]);
            sight.below |= below;
            sight.above |= above;
        }
        sight
    }
}

/// The places of the bits of a set.
fn bits(mut set: Set) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            place
        })
    })
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
        self.touchstones.add(g, [left, right]);
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
