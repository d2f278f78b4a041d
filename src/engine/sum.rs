//! Negatives, sums and multiples.

use super::cache::Sum;
use super::store::{Handle, Store, UpStar, Value};
use super::{Dyadic, Limit};

impl Store {
    /// −v. Costs nothing.
    pub fn neg(&self, v: Value) -> Value {
        self.value(-self.handle(v))
    }

    /// a + b.
    pub fn add(&mut self, a: Value, b: Value) -> Result<Value, Limit> {
        let (a, b) = (self.handle(a), self.handle(b));
        let sum = self.add_handles(a, b)?;
        Ok(self.value(sum))
    }

    /// a − b.
    pub fn sub(&mut self, a: Value, b: Value) -> Result<Value, Limit> {
        self.add(a, self.neg(b))
    }

    /// n·v: the sum of n copies, or of −n copies of −v.
    pub fn multiple(&mut self, n: i128, v: Value) -> Result<Value, Limit> {
        if let Some(form) = self.closed_form(self.handle(v)) {
            let times = |x: i64| i128::from(x).checked_mul(n).and_then(|x| i64::try_from(x).ok());
            let number = (form.number * Dyadic::integer(n)?)?;
            let ups = times(form.ups).ok_or(Limit::Overflow)?;
            return self.up_star(number, ups, if n % 2 == 0 { 0 } else { form.nimber });
        }
        let base = if n < 0 { self.neg(v) } else { v };
        let mut sum = self.zero();
        for bit in (0..128 - n.unsigned_abs().leading_zeros()).rev() {
            sum = self.add(sum, sum)?;
            if n.unsigned_abs() >> bit & 1 == 1 {
                sum = self.add(sum, base)?;
            }
        }
        Ok(sum)
    }

    pub(super) fn add_handles(&mut self, g: Handle, h: Handle) -> Result<Handle, Limit> {
        if g == -h {
            return Ok(Handle::ZERO);
        }
        // The larger handle second and without its sign: g + h, h + g and −(−g − h) are one question.
        let (g, h) = if g.unsigned() <= h.unsigned() { (g, h) } else { (h, g) };
        if h.sign() == 1 {
            return Ok(-self.add_handles(-g, -h)?);
        }
        if g == Handle::ZERO {
            return Ok(h);
        }
        if let (Some(g), Some(h)) = (self.closed_form(g), self.closed_form(h)) {
            let sum = UpStar {
                number: (g.number + h.number)?,
                ups: g.ups.checked_add(h.ups).ok_or(Limit::Overflow)?,
                nimber: g.nimber ^ h.nimber,
            };
            return self.closed(sum);
        }
        let key = Sum::key(g, h);
        if let Some(known) = self.sums.find(key) {
            return Ok(known.answer());
        }
        let sum = self.deeper(|store| {
            let mut left = [Vec::new(), Vec::new()];
            for (side, (g, h)) in left.iter_mut().zip([(g, h), (-g, -h)]) {
                // A number is not moved in: x + g = {x + g^L | x + g^R} for every g that is no number.
                for (moved, other) in [(g, h), (h, g)] {
                    if !store.is_number_handle(moved) {
                        for place in store.left_options(moved)? {
                            side.push(store.add_handles(store.option(place), other)?);
                        }
                    }
                }
            }
            if store.is_number_handle(g) || store.is_number_handle(h) {
                // Translated by a number, a canonical form stays canonical.
                let [left, right] = &mut left;
                store.intern([left, right])
            } else {
                store.canonical(left)
            }
        })?;
        self.sums.remember(Sum::new(key, sum));
        Ok(sum)
    }
}
