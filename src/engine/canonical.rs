//! Canonical forms: dominated options out, reversible ones bypassed.

use std::ops::Bound;

use super::limit::within_options;
use super::store::{Handle, Store, UpStar};
use super::touchstones::Sight;
use super::{Dyadic, Limit};

/// A game G that has no handle yet, by two lists: the Left options of G and the Left options of −G.
/// While options are replaced its value does not change, so what was found out about it stays true.
struct Candidate {
    left: [Vec<Handle>; 2],
    /// How G compares with the touchstones, when there were that many.
    sight: Sight,
    touchstones: usize,
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
            options.sort_unstable();
            options.dedup();
            within_options(options.len())?;
            self.keep_maximal(options)?;
        }
        self.canonical_of_maximal(left)
    }

    /// The same of a sum whose options come as two lists a side, according to which summand was moved in. The options
    /// of one list are distinct and incomparable, because those of a canonical form are.
    pub(super) fn canonical_of_sum(&mut self, left: [[Vec<Handle>; 2]; 2]) -> Result<Handle, Limit> {
        let [ours, theirs] = left;
        let left = [self.merge_maximal(ours)?, self.merge_maximal(theirs)?];
        self.canonical_of_maximal(left)
    }

    fn canonical_of_maximal(&mut self, mut left: [Vec<Handle>; 2]) -> Result<Handle, Limit> {
        left.iter_mut().for_each(|options| options.sort_unstable());
        // Most candidates have been seen before, and what is in the arena is canonical.
        if let Some(known) = self.find_options([&left[0], &left[1]]) {
            return Ok(known);
        }
        if let Some(number) = self.simplest_number(&left)? {
            return self.closed(UpStar { number, ups: 0, nimber: 0 });
        }
        if let Some(form) = self.recognise(&left)? {
            return Ok(form);
        }
        let sight = self.look([&left[0], &left[1]]);
        let mut game = Candidate { left, sight, touchstones: self.touchstones.len() };
        self.scratch.next_candidate();
        let mut changed = false;
        let mut left = [0, 1].map(|_| Vec::new());
        for (side, kept) in left.iter_mut().enumerate() {
            changed |= self.bypass_reversible(&mut game, side, kept)?;
            kept.sort_unstable();
        }
        if changed && let Some(form) = self.recognise(&left)? {
            return Ok(form);
        }
        let sight = self.sight_of(&mut game, 0);
        self.intern([&left[0], &left[1]], sight)
    }

    /// Removes every option that is ≤ another one.
    fn keep_maximal(&mut self, options: &mut Vec<Handle>) -> Result<(), Limit> {
        let mut kept = 0;
        'options: for i in 0..options.len() {
            let option = options[i];
            let mut j = 0;
            while j < kept {
                if self.le_handles(option, options[j])? {
                    continue 'options;
                }
                if self.le_handles(options[j], option)? {
                    kept -= 1;
                    options[j] = options[kept];
                } else {
                    j += 1;
                }
            }
            options[kept] = option;
            kept += 1;
        }
        options.truncate(kept);
        Ok(())
    }

    /// Removes from two lists of incomparable options every one that is ≤ one of the other list.
    fn merge_maximal(&mut self, [mut first, mut second]: [Vec<Handle>; 2]) -> Result<Vec<Handle>, Limit> {
        self.keep_not_below(&mut first, &second, false)?;
        self.keep_not_below(&mut second, &first, true)?;
        first.append(&mut second);
        Ok(first)
    }

    /// Removes the options that are ≤ one of the others; those among the others only if that is said.
    fn keep_not_below(
        &mut self,
        options: &mut Vec<Handle>,
        others: &[Handle],
        equal_too: bool,
    ) -> Result<(), Limit> {
        let mut kept = 0;
        'options: for i in 0..options.len() {
            let option = options[i];
            for &other in others {
                if option == other {
                    if equal_too {
                        continue 'options;
                    }
                } else if self.le_handles(option, other)? {
                    continue 'options;
                }
            }
            options[kept] = option;
            kept += 1;
        }
        options.truncate(kept);
        Ok(())
    }

    /// The number that G equals, if it equals one: the simplest x that no Left option reaches or passes from
    /// below and no Right option from above (the simplicity theorem).
    fn simplest_number(&mut self, left: &[Vec<Handle>; 2]) -> Result<Option<Dyadic>, Limit> {
        let [low, high] = [self.lower_bound(&left[0])?, self.lower_bound(&left[1])?];
        if let (Some((low, open)), Some((high, also_open))) = (low, high)
            && low == -high
            && (open || also_open)
        {
            return Ok(None);
        }
        let bound = |x: Dyadic, open| if open { Bound::Excluded(x) } else { Bound::Included(x) };
        let low = low.map_or(Bound::Unbounded, |(x, open)| bound(self.left_stop(x), open));
        let high = high.map_or(Bound::Unbounded, |(x, open)| bound(self.left_stop(-x), open));
        Dyadic::simplest(low, high)
    }

    /// The greatest number below which some Left option stops if Right starts, and whether the number itself is too
    /// small to be above or confused with all of them.
    fn lower_bound(&mut self, options: &[Handle]) -> Result<Option<(Handle, bool)>, Limit> {
        let Some(&first) = options.first() else { return Ok(None) };
        let mut bound = -self.left_stop_handle(-first);
        for &option in &options[1..] {
            let stop = -self.left_stop_handle(-option);
            if self.compare_numbers(bound, stop).is_lt() {
                bound = stop;
            }
        }
        for &option in options {
            if -self.left_stop_handle(-option) == bound && self.le_handles(bound, option)? {
                return Ok(Some((bound, true)));
            }
        }
        Ok(Some((bound, false)))
    }

    /// The Left options of one side without reversible ones and without dominated ones.
    /// Was there a reversible one?
    fn bypass_reversible(
        &mut self,
        game: &mut Candidate,
        side: usize,
        kept: &mut Vec<Handle>,
    ) -> Result<bool, Limit> {
        let mut waiting = game.left[side].clone();
        let mut bypassed = Vec::new();
        while let Some(option) = waiting.pop() {
            // The first options are distinct.
            if !bypassed.is_empty() && (kept.contains(&option) || bypassed.contains(&option)) {
                continue;
            }
            match self.reverse(game, side, option)? {
                None => kept.push(option),
                Some(through) => {
                    bypassed.push(option);
                    let replacement = self.left_options(through)?;
                    waiting.extend_from_slice(self.option_list(replacement));
                }
            }
        }
        if !bypassed.is_empty() {
            self.keep_maximal(kept)?;
        }
        Ok(!bypassed.is_empty())
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
        if let Some(answer) = self.sight_of(game, side).le(self.sight(v)) {
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

    /// How G (or −G) compares with the touchstones. When options of closed forms are written out, there can be more.
    fn sight_of(&self, game: &mut Candidate, side: usize) -> Sight {
        if game.touchstones != self.touchstones.len() {
            game.sight = self.look([&game.left[0], &game.left[1]]);
            game.touchstones = self.touchstones.len();
        }
        if side == 0 { game.sight } else { game.sight.negative() }
    }

    /// The closed form of a canonical form that has one and is no number.
    fn recognise(&mut self, left: &[Vec<Handle>; 2]) -> Result<Option<Handle>, Limit> {
        if let Some(form) = self.star_or_up(&left[0], &left[1])? {
            return Ok(Some(form));
        }
        Ok(self.star_or_up(&left[1], &left[0])?.map(|negative| -negative))
    }

    /// The handle of x + *m = {x, …, x + *(m−1) | x, …, x + *(m−1)} or x + n·↑ + *m, n > 0, by its Left options and
    /// those of its negative.
    fn star_or_up(&mut self, ours: &[Handle], theirs: &[Handle]) -> Result<Option<Handle>, Limit> {
        if ours.len() != theirs.len() && theirs.len() != 1 {
            return Ok(None);
        }
        let mut number = Dyadic::ZERO;
        for (i, &option) in ours.iter().enumerate() {
            match self.closed_form(option) {
                Some(form) if form.ups == 0 && (i == 0 || form.number == number) => number = form.number,
                _ => return Ok(None),
            }
        }
        // n incomparable options below *n are all of them.
        let nimbers = |form: UpStar| form.ups == 0 && (form.nimber as usize) < ours.len();
        if !ours.iter().all(|&x| self.closed_form(x).is_some_and(nimbers)) {
            return Ok(None);
        }
        let mut form = UpStar { number, ups: 0, nimber: ours.len() as u32 };
        let mirrored = |form: UpStar| form.number == -number && nimbers(form);
        if ours.len() == theirs.len() && theirs.iter().all(|&x| self.closed_form(x).is_some_and(mirrored)) {
            return self.closed(form).map(Some);
        }
        let &[right] = theirs else { return Ok(None) };
        match self.closed_form(-right) {
            Some(right) if right.number == number && right.ups >= 0 && ours.len() == 1 => {
                // {x | x + (n−1)·↑ + *(m⊕1)}
                form.ups = right.ups.checked_add(1).ok_or(Limit::Overflow)?;
                form.nimber = right.nimber ^ 1;
            }
            Some(right) if right.number == number && right.is_number() && ours.len() == 2 => {
                // {x, x* | x}
                form.ups = 1;
                form.nimber = 1;
            }
            _ => return Ok(None),
        }
        self.closed(form).map(Some)
    }
}
