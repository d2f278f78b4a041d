//! The partial order of games.

use std::cmp::Ordering;

use super::cache::Order;
use super::store::{Handle, Store, Value};
use super::{Limit, Player};

/// Who wins: the second player (P), the first (N), Left (L) or Right (R).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    P,
    N,
    L,
    R,
}

impl Outcome {
    /// The player wins, whoever begins.
    pub fn won_by(player: Player) -> Outcome {
        match player {
            Player::Left => Outcome::L,
            Player::Right => Outcome::R,
        }
    }
}

impl Store {
    /// Is a ≤ b: does Left win b − a going second?
    pub fn le(&mut self, a: Value, b: Value) -> Result<bool, Limit> {
        let (a, b) = (self.handle(a), self.handle(b));
        self.le_handles(a, b)
    }

    /// How a and b compare; `None` if they are confused (the first player wins a − b).
    pub fn compare(&mut self, a: Value, b: Value) -> Result<Option<Ordering>, Limit> {
        Ok(match (self.le(a, b)?, self.le(b, a)?) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        })
    }

    /// Who wins v.
    pub fn outcome(&mut self, v: Value) -> Result<Outcome, Limit> {
        let zero = self.zero();
        Ok(match self.compare(v, zero)? {
            Some(Ordering::Equal) => Outcome::P,
            None => Outcome::N,
            Some(Ordering::Greater) => Outcome::L,
            Some(Ordering::Less) => Outcome::R,
        })
    }

    /// Is g ≤ h? The quick answers first.
    #[inline]
    pub(super) fn le_handles(&mut self, g: Handle, h: Handle) -> Result<bool, Limit> {
        if g == h {
            return Ok(true);
        }
        if let Some(answer) = self.sight(g).le(self.sight(h)) {
            return Ok(answer);
        }
        self.le_by_options(g, h)
    }

    fn le_by_options(&mut self, g: Handle, h: Handle) -> Result<bool, Limit> {
        if let Some(answer) = self.le_by_stops(g, h) {
            return Ok(answer);
        }
        if self.is_closed(g)
            && self.is_closed(h)
            && let (Some(g), Some(h)) = (self.closed_form(g), self.closed_form(h))
        {
            return Ok(g.le(&h));
        }
        // g ≤ h and −h ≤ −g are one question.
        let key = Order::key(g, h).min(Order::key(-h, -g));
        if let Some(known) = self.orders.find(key) {
            return Ok(known.answer());
        }
        self.count_comparison()?;
        let answer = self.deeper(|store| Ok(!store.has_better(g, h)? && !store.has_better(-h, -g)?))?;
        self.orders.remember(Order::new(key, answer));
        Ok(answer)
    }

    /// Does Left have a move from g to something ≥ h? Both are not numbers, or only one is.
    fn has_better(&mut self, g: Handle, h: Handle) -> Result<bool, Limit> {
        // Nobody needs to move in a number while there is something else (number avoidance).
        if self.is_number_handle(g) {
            return Ok(false);
        }
        for place in self.left_options(g)? {
            if self.le_handles(h, self.option(place))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What the stops say about g ≤ h, if they say something.
    fn le_by_stops(&self, g: Handle, h: Handle) -> Option<bool> {
        let (left_g, right_g) = (self.left_stop_handle(g), -self.left_stop_handle(-g));
        let (left_h, right_h) = (self.left_stop_handle(h), -self.left_stop_handle(-h));
        if left_g == right_h && left_g == left_h && left_g == right_g {
            return None;
        }
        if self.compare_numbers(left_g, left_h).is_gt() || self.compare_numbers(right_g, right_h).is_gt() {
            return Some(false);
        }
        self.compare_numbers(left_g, right_h).is_lt().then_some(true)
    }

    /// The order of two numbers.
    pub(super) fn compare_numbers(&self, x: Handle, y: Handle) -> Ordering {
        if x == y { Ordering::Equal } else { self.left_stop(x).cmp(&self.left_stop(y)) }
    }

    pub(super) fn count_comparison(&mut self) -> Result<(), Limit> {
        if self.comparisons >= self.budget.comparisons {
            return Err(Limit::Comparisons(self.comparisons));
        }
        self.comparisons += 1;
        Ok(())
    }

    /// One level of recursion, on a stack that grows when it must.
    pub(super) fn deeper<T>(&mut self, step: impl FnOnce(&mut Store) -> T) -> T {
        self.depth += 1;
        let answer = if self.depth.is_multiple_of(32) {
            stacker::maybe_grow(256 << 10, 4 << 20, || step(self))
        } else {
            step(self)
        };
        self.depth -= 1;
        answer
    }
}
