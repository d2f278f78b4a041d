//! Canonical forms: dominated options out, reversible ones bypassed.

use std::ops::Bound;

use super::store::{Handle, Store, UpStar};
use super::touchstones::Sight;
use super::{Dyadic, Limit};

/// A game G that has no handle yet, by two lists: the Left options of G and the Left options of −G.
/// While options are replaced its value does not change, so what was found out about it stays true.
struct Candidate {
    left: [Vec<Handle>; 2],
    /// How G compares with the touchstones.
    sight: Sight,
}

/// Answers about the candidate at hand, forgotten with it: is G ≤ v (side 0), is −G ≤ v (side 1)?
pub(super) struct Scratch {
    /// One place for each key: v, then candidate << 2 | side << 1 | answer.
    answers: Box<[(Handle, u32)]>,
    candidate: u32,
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch { answers: vec![(Handle::ZERO, 0); Self::SIZE].into(), candidate: 0 }
    }
}

impl Scratch {
    const SIZE: usize = 1 << 11;

    fn next_candidate(&mut self) {
        self.candidate += 1;
        if self.candidate == 1 << 30 {
            *self = Scratch { candidate: 1, ..Scratch::default() };
        }
    }

    fn find(&self, side: usize, v: Handle) -> Option<bool> {
        let (key, answer) = self.answers[Self::slot(side, v)];
        (key == v && answer >> 1 == self.candidate << 1 | side as u32).then_some(answer & 1 == 1)
    }

    fn remember(&mut self, side: usize, v: Handle, answer: bool) {
        self.answers[Self::slot(side, v)] = (v, self.candidate << 2 | (side as u32) << 1 | u32::from(answer));
    }

    fn slot(side: usize, v: Handle) -> usize {
        (v.dense() * 2 + side) % Self::SIZE
    }
}

impl Store {
    /// The value of a game by its Left options and those of its negative.
    pub(super) fn canonical(&mut self, mut left: [Vec<Handle>; 2]) -> Result<Handle, Limit> {
        for options in &mut left {
            self.keep_maximal(options)?;
        }
        if let Some(number) = self.simplest_number(&left)? {
            return self.closed(UpStar { number, ups: 0, nimber: 0 });
        }
        let sight = self.look([&left[0], &left[1]]);
        let mut game = Candidate { left, sight };
        self.scratch.next_candidate();
        let left = [self.bypass_reversible(&mut game, 0)?, self.bypass_reversible(&mut game, 1)?];
        match self.recognise(&left)? {
            Some(handle) => Ok(handle),
            None => {
                let [mut left, mut right] = left;
                self.intern([&mut left, &mut right])
            }
        }
    }

    /// Removes every option that is ≤ another one.
    fn keep_maximal(&mut self, options: &mut Vec<Handle>) -> Result<(), Limit> {
        options.sort_unstable();
        options.dedup();
        let mut kept: Vec<Handle> = Vec::with_capacity(options.len());
        'options: for &option in &*options {
            let mut i = 0;
            while i < kept.len() {
                if self.le_handles(option, kept[i])? {
                    continue 'options;
                }
                if self.le_handles(kept[i], option)? {
                    kept.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            kept.push(option);
        }
        *options = kept;
        Ok(())
    }

    /// The number that G equals, if it equals one: the simplest x that no Left option reaches or passes from
    /// below and no Right option from above (the simplicity theorem).
    fn simplest_number(&mut self, left: &[Vec<Handle>; 2]) -> Result<Option<Dyadic>, Limit> {
        let mut bounds = [Bound::Unbounded; 2];
        for (bound, options) in bounds.iter_mut().zip(left) {
            let Some(lowest) = options.iter().map(|&x| -self.left_stop(-x)).max() else { continue };
            *bound = Bound::Included(lowest);
            for &option in options {
                let stop = -self.left_stop_handle(-option);
                if self.left_stop(stop) == lowest && self.le_handles(stop, option)? {
                    *bound = Bound::Excluded(lowest);
                }
            }
        }
        let [low, high] = bounds;
        let high = match high {
            Bound::Included(x) => Bound::Included(-x),
            Bound::Excluded(x) => Bound::Excluded(-x),
            Bound::Unbounded => Bound::Unbounded,
        };
        Dyadic::simplest(low, high)
    }

    /// The Left options of one side without reversible ones and without dominated ones.
    fn bypass_reversible(&mut self, game: &mut Candidate, side: usize) -> Result<Vec<Handle>, Limit> {
        let mut kept = Vec::new();
        let mut waiting = game.left[side].clone();
        let mut bypassed = Vec::new();
        while let Some(option) = waiting.pop() {
            if kept.contains(&option) || bypassed.contains(&option) {
                continue;
            }
            match self.reverse(game, side, option)? {
                None => kept.push(option),
                Some(through) => {
                    bypassed.push(option);
                    for place in self.left_options(through)? {
                        waiting.push(self.option(place));
                    }
                }
            }
        }
        if !bypassed.is_empty() {
            self.keep_maximal(&mut kept)?;
        }
        Ok(kept)
    }

    /// A Right option of the option that is ≤ G, if there is one: the option is reversible through it.
    fn reverse(
        &mut self,
        game: &mut Candidate,
        side: usize,
        option: Handle,
    ) -> Result<Option<Handle>, Limit> {
        for place in self.left_options(-option)? {
            let answer = self.option(place);
            if self.at_most(game, 1 - side, answer)? {
                return Ok(Some(-answer));
            }
        }
        Ok(None)
    }

    /// Is G ≤ v (side 0), is −G ≤ v (side 1)?
    fn at_most(&mut self, game: &mut Candidate, side: usize, v: Handle) -> Result<bool, Limit> {
        let sight = if side == 0 { game.sight } else { game.sight.negative() };
        if let Some(answer) = sight.le(self.sight(v)) {
            return Ok(answer);
        }
        if let Some(answer) = self.scratch.find(side, v) {
            return Ok(answer);
        }
        self.count_comparison()?;
        let answer = self.deeper(|store| {
            for i in 0..game.left[side].len() {
                if store.le_handles(v, game.left[side][i])? {
                    return Ok(false);
                }
            }
            // G is no number, so if v is one nobody moves in v.
            if !store.is_number_handle(v) {
                for place in store.left_options(-v)? {
                    let option = store.option(place);
                    if store.at_most(game, 1 - side, option)? {
                        return Ok(false);
                    }
                }
            }
            Ok(true)
        })?;
        self.scratch.remember(side, v, answer);
        Ok(answer)
    }

    /// The closed form of a canonical form that has one and is no number.
    fn recognise(&mut self, left: &[Vec<Handle>; 2]) -> Result<Option<Handle>, Limit> {
        // x + *m = {x, …, x + *(m−1) | x, …, x + *(m−1)}
        for (sign, [ours, theirs]) in [(1, [&left[0], &left[1]]), (-1, [&left[1], &left[0]])] {
            let (Some(&first), Some(_)) = (ours.first(), theirs.first()) else { return Ok(None) };
            let Some(UpStar { number, .. }) = self.closed_form(first) else { continue };
            let is = |x: Handle, ups: i64, nimber: u32| {
                self.closed_form(x) == Some(UpStar { number, ups, nimber })
            };
            let stars =
                ours.iter().all(|&x| self.closed_form(x).is_some_and(|x| x.ups == 0 && x.number == number));
            if !stars {
                continue;
            }
            let mut nimbers: Vec<u32> = ours.iter().map(|&x| self.closed_form(x).unwrap().nimber).collect();
            nimbers.sort_unstable();
            if !nimbers.iter().enumerate().all(|(i, &nimber)| i as u32 == nimber) {
                continue;
            }
            let mut mirrored: Vec<Handle> = theirs.iter().map(|&x| -x).collect();
            mirrored.sort_unstable();
            let mut sorted = ours.clone();
            sorted.sort_unstable();
            let form = if mirrored == sorted {
                UpStar { number, ups: 0, nimber: ours.len() as u32 }
            } else if theirs.len() == 1 && ours.len() == 2 && is(-theirs[0], 0, 0) {
                UpStar { number, ups: 1, nimber: 1 }
            } else if theirs.len() == 1 && ours.len() == 1 {
                match self.closed_form(-theirs[0]) {
                    Some(UpStar { number: same, ups, nimber }) if same == number && ups >= 0 => {
                        let ups = ups.checked_add(1).ok_or(Limit::Overflow)?;
                        UpStar { number, ups, nimber: nimber ^ 1 }
                    }
                    _ => continue,
                }
            } else {
                continue;
            };
            let handle = self.closed(form)?;
            return Ok(Some(if sign < 0 { -handle } else { handle }));
        }
        Ok(None)
    }
}
