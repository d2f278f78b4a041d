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
        if self.is_closed(g)
            && self.is_closed(h)
            && let (Some(g), Some(h)) = (self.closed_form(g), self.closed_form(h))
        {
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
        let sum = self.deeper(|store| store.add_by_options(g, h))?;
        self.sums.remember(Sum::new(key, sum));
        Ok(sum)
    }

    fn add_by_options(&mut self, g: Handle, h: Handle) -> Result<Handle, Limit> {
        if self.is_number_handle(g) {
            return self.translate(h, g);
        }
        if self.is_number_handle(h) {
            return self.translate(g, h);
        }
        let mut left = [0, 1].map(|_| [Vec::new(), Vec::new()]);
        for (lists, (g, h)) in left.iter_mut().zip([(g, h), (-g, -h)]) {
            self.add_to_left_options(g, h, &mut lists[0])?;
            if g != h {
                self.add_to_left_options(h, g, &mut lists[1])?;
            }
        }
        self.canonical_of_sum(left)
    }

    /// g + x for a number x: its options are those of g plus x, for every g that is no number, and in canonical form
    /// if g is.
    fn translate(&mut self, g: Handle, x: Handle) -> Result<Handle, Limit> {
        let mut left = [Vec::new(), Vec::new()];
        for (list, (g, x)) in left.iter_mut().zip([(g, x), (-g, -x)]) {
            self.add_to_left_options(g, x, list)?;
            list.sort_unstable();
        }
        let sight = self.look([&left[0], &left[1]]);
        self.intern([&left[0], &left[1]], sight)
    }

    /// The Left options of g, each plus h.
    fn add_to_left_options(&mut self, g: Handle, h: Handle, list: &mut Vec<Handle>) -> Result<(), Limit> {
        let places = self.left_options(g)?;
        list.reserve_exact(places.len());
        for place in places {
            list.push(self.add_handles(self.option(place), h)?);
        }
        Ok(())
    }
}
