//! Infinitesimals with names of their own: tiny and miny, and the powers of games like ↑.

use super::{Dyadic, Limit, Player, Store, Value};

impl Store {
    /// Tiny g, {0 ‖ 0 | −g}: for g > 0 a positive game that no multiple of it lifts above ↑.
    ///
    /// Domain: every game; for g that is not positive the same formula. Cost: one canonical form.
    /// Source: \[winningways\], chapter 5.
    pub fn tiny(&mut self, g: Value) -> Result<Value, Limit> {
        let zero = self.zero();
        let negative = self.neg(g);
        let threat = self.game(&[zero], &[negative])?;
        self.game(&[zero], &[threat])
    }

    /// Miny g, {g | 0 ‖ 0}: the negative of tiny g.
    ///
    /// Domain, cost and source: as [`Store::tiny`].
    pub fn miny(&mut self, g: Value) -> Result<Value, Limit> {
        let tiny = self.tiny(g)?;
        Ok(self.neg(tiny))
    }

    /// The power gˣ of a game g = {0 | H}: {0 | H − g^[x−1]}, so that g^[n] = g + g² + … + gⁿ.
    ///
    /// Domain: g whose canonical form is {0 | H} with one H (as ↑, *, tiny), x ≥ 1. Outside: `None`.
    /// Cost: as [`Store::pow_to`]. Source: \[siegel2013\], section II.4.
    pub fn pow(&mut self, g: Value, x: Dyadic) -> Result<Option<Value>, Limit> {
        let Some(h) = self.right_option_of_base(g)? else { return Ok(None) };
        let Some(sum) = self.pow_to(g, (x - Dyadic::ONE)?)? else { return Ok(None) };
        let zero = self.zero();
        let rest = self.sub(h, sum)?;
        Ok(Some(self.game(&[zero], &[rest])?))
    }

    /// The sum of powers g^[x] of a game g = {0 | H}: g^[0] = 0, g^[n] = {g^[n−1] | H}, that is g : (n − 1);
    /// for a fraction x > 0 it is g : y, where 1 : y = x.
    ///
    /// Domain: g whose canonical form is {0 | H} with one H (as ↑, *, tiny), x ≥ 0. Outside: `None`.
    /// Cost: a canonical form for each day of x. Source: \[siegel2013\], section II.4.
    pub fn pow_to(&mut self, g: Value, x: Dyadic) -> Result<Option<Value>, Limit> {
        if self.right_option_of_base(g)?.is_none() || x < Dyadic::ZERO {
            return Ok(None);
        }
        if x == Dyadic::ZERO {
            return Ok(Some(self.zero()));
        }
        let exponent = self.number(without_first_step(x)?)?;
        Ok(Some(self.ordinal_sum(g, exponent)?))
    }

    /// The H of a canonical form {0 | H}.
    fn right_option_of_base(&mut self, g: Value) -> Result<Option<Value>, Limit> {
        if self.is_number(g) {
            return Ok(None);
        }
        let left = self.options(g, Player::Left)?;
        let right = self.options(g, Player::Right)?;
        Ok(if left == [self.zero()] && right.len() == 1 { Some(right[0]) } else { None })
    }
}

/// The number y with 1 : y = x, for x > 0: x without the first step on its way from 0 (the first sign of its sign
/// expansion). It is x − 1 for x ≥ 1; from 1/2^n to 1/2^(n−1), n ≥ 1, it runs evenly from −n to −n + 1.
fn without_first_step(x: Dyadic) -> Result<Dyadic, Limit> {
    let mut steps_down = 0;
    let mut between_one_and_two = x;
    while between_one_and_two < Dyadic::ONE {
        between_one_and_two = (between_one_and_two + between_one_and_two)?;
        steps_down += 1;
    }
    between_one_and_two - Dyadic::from(1 + steps_down)
}
