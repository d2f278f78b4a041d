//! Cooling and heating: to change what a move costs.

use std::collections::HashMap;

use super::{Dyadic, Limit, Player, Sides, Store, Value};

impl Store {
    /// g cooled by t: every move costs t. {g^L cooled − t | g^R cooled + t}, up to the temperature of g; above it, the
    /// mean of g.
    ///
    /// A number stays what it is from its (negative) temperature on: 1/2 cooled by t ≥ −1/2 is 1/2. An integer always
    /// does.
    ///
    /// Domain: t > −1. Outside: `None`. Cost: a canonical form for each follower that is hotter than t.
    /// Source: \[winningways\], chapter 6; \[siegel2013\], section II.5.
    pub fn cool(&mut self, g: Value, t: Dyadic) -> Result<Option<Value>, Limit> {
        if t <= -Dyadic::ONE {
            return Ok(None);
        }
        let tax = self.number(t)?;
        let rebate = self.neg(tax);
        let cooled = self.map_options(g, &mut HashMap::new(), rebate, |store, g| {
            if let Some(number) = store.as_number(g)
                && t >= -number.step()
            {
                return Ok(Some(g));
            }
            // Nothing costs nothing: this ends the recursion at n·↑ + *m, too, however large n is.
            if t.is_zero() {
                return Ok(Some(g));
            }
            if store.temperature(g)? < t {
                let mean = store.mean(g)?;
                return Ok(Some(store.number(mean)?));
            }
            Ok(None)
        })?;
        Ok(Some(cooled))
    }

    /// g heated by t: {g^L heated + t | g^R heated − t}; a number stays what it is. It undoes cooling by t up to a
    /// number and an infinitesimal.
    ///
    /// Domain: every game g and every game t. Cost: a canonical form for each follower of g.
    /// Source: \[winningways\], chapter 6; \[siegel2013\], section II.5.
    pub fn heat(&mut self, g: Value, t: Value) -> Result<Value, Limit> {
        self.map_options(g, &mut HashMap::new(), t, |store, g| Ok(store.is_number(g).then_some(g)))
    }

    /// g overheated from s to t: n·s for an integer n, else {g^L overheated + t | g^R overheated − t}.
    ///
    /// Domain: all games. It depends on the canonical form of g. Cost: a canonical form for each follower of g.
    /// Source: \[winningways\], chapter 6.
    pub fn overheat(&mut self, g: Value, s: Value, t: Value) -> Result<Value, Limit> {
        self.map_options(g, &mut HashMap::new(), t, |store, g| match store.as_number(g) {
            Some(number) if number.is_integer() => Ok(Some(store.multiple(number.mantissa(), s)?)),
            _ => Ok(None),
        })
    }

    /// g frozen: g cooled by its temperature. It is a number plus an infinitesimal; a number stays what it is.
    ///
    /// Domain: every game. Cost: as [`Store::cool`]. Source: \[winningways\], chapter 6.
    pub fn freeze(&mut self, g: Value) -> Result<Value, Limit> {
        let temperature = self.temperature(g)?;
        // Only an integer is at −1, and it cannot be cooled.
        Ok(self.cool(g, temperature)?.unwrap_or(g))
    }

    /// f(g) = {f(g^L) + bonus | f(g^R) − bonus}, where `leaf` has no answer of its own.
    pub(super) fn map_options(
        &mut self,
        g: Value,
        known: &mut HashMap<Value, Value>,
        bonus: Value,
        leaf: impl Fn(&mut Store, Value) -> Result<Option<Value>, Limit> + Copy,
    ) -> Result<Value, Limit> {
        if let Some(&known) = known.get(&g) {
            return Ok(known);
        }
        let mapped = match leaf(self, g)? {
            Some(mapped) => mapped,
            None => {
                let mut sides = Sides { left: Vec::new(), right: Vec::new() };
                for player in Player::BOTH {
                    for option in self.options(g, player)? {
                        let mapped = self.deeper(|store| store.map_options(option, known, bonus, leaf))?;
                        sides[player].push(match player {
                            Player::Left => self.add(mapped, bonus)?,
                            Player::Right => self.sub(mapped, bonus)?,
                        });
                    }
                }
                self.game(&sides.left, &sides.right)?
            }
        };
        known.insert(g, mapped);
        Ok(mapped)
    }
}
