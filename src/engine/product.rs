//! Products of games, and the ordinal sum.
//!
//! All of them depend on the form of a factor or of the base; here it is always the canonical form.

use std::collections::HashMap;

use super::{Limit, Player, Sides, Store, Value, nim_product};

impl Store {
    /// The ordinal sum g : h = {g^L, g : h^L | g^R, g : h^R}: who moves in g, ends h.
    ///
    /// Domain: all games; it depends on the form of g (the canonical one is meant), but only on the value of h.
    /// Cost: a canonical form for each follower of h, then remembered. Source: \[winningways\], chapter 7.
    pub fn ordinal_sum(&mut self, g: Value, h: Value) -> Result<Value, Limit> {
        if self.is_zero(g) || self.is_zero(h) {
            return Ok(if self.is_zero(g) { h } else { g });
        }
        if let (Some(a), Some(b)) = (self.as_number(g), self.as_number(h))
            && a.is_integer()
            && b.is_integer()
            && a.signum() == b.signum()
        {
            // Two stalks of the same colour are one stalk.
            return self.number((a + b)?);
        }
        if let Some(known) = self.memo.ordinal_sums.get(g, h) {
            return Ok(known);
        }
        let mut sides =
            Sides { left: self.options(g, Player::Left)?, right: self.options(g, Player::Right)? };
        for player in Player::BOTH {
            for option in self.options(h, player)? {
                sides[player].push(self.deeper(|store| store.ordinal_sum(g, option))?);
            }
        }
        let sum = self.game(&sides.left, &sides.right)?;
        self.remember(|memo| &mut memo.ordinal_sums, (g, h), sum)
    }

    /// The Conway product g × h: Left options g^L·h + g·h^L − g^L·h^L and the same with g^R, h^R; Right options with
    /// g^L, h^R and with g^R, h^L.
    ///
    /// Domain: all games. For numbers it is the product, for nimbers the nim product, for an integer n it is n·h. For
    /// other games it depends on their form; the canonical one is meant, so ↑ × ↑ = ↑*3.
    /// Cost: immediate in those cases; else a canonical form for each pair of followers, with as many options as there
    /// are pairs of options. Source: \[conway1976\], chapter 1.
    pub fn conway(&mut self, g: Value, h: Value) -> Result<Value, Limit> {
        let (g, h) = (g.min(h), g.max(h));
        if let Some(product) = self.simple_product(g, h)? {
            return Ok(product);
        }
        if let Some(known) = self.memo.conway_products.get(g, h) {
            return Ok(known);
        }
        let mut sides = Sides { left: Vec::new(), right: Vec::new() };
        for mover in Player::BOTH {
            for option in self.options(g, mover)? {
                for other in Player::BOTH {
                    // A move of each player by the opposite player is good for Right.
                    let side = if mover == other { Player::Left } else { Player::Right };
                    for second in self.options(h, other)? {
                        sides[side].push(self.deeper(|store| {
                            let sum = (store.conway(option, h)?, store.conway(g, second)?);
                            let sum = store.add(sum.0, sum.1)?;
                            let both = store.conway(option, second)?;
                            store.sub(sum, both)
                        })?);
                    }
                }
            }
        }
        let product = self.game(&sides.left, &sides.right)?;
        self.remember(|memo| &mut memo.conway_products, (g, h), product)
    }

    fn simple_product(&mut self, g: Value, h: Value) -> Result<Option<Value>, Limit> {
        for (factor, other) in [(g, h), (h, g)] {
            match (self.as_number(factor), self.as_number(other)) {
                (Some(a), Some(b)) => return Ok(Some(self.number((a * b)?)?)),
                (Some(a), None) if a.is_integer() => return Ok(Some(self.multiple(a.mantissa(), other)?)),
                _ => {}
            }
        }
        match (self.nimber_index(g), self.nimber_index(h)) {
            (Some(a), Some(b)) => Ok(Some(self.nimber(nim_product(a, b))?)),
            _ => Ok(None),
        }
    }

    /// The Norton product g·u of a game with a unit u > 0: n·u for an integer n, else
    /// {g^L·u + u + Δ | g^R·u − u − Δ}, where Δ are all incentives of u, Left's and Right's.
    ///
    /// Domain: u > 0. Outside: `None`. It depends on the form of u; the canonical one is meant.
    /// Cost: a canonical form for each follower of g. Source: \[winningways\], chapter 8; \[siegel2013\], section II.7.
    pub fn norton(&mut self, g: Value, u: Value) -> Result<Option<Value>, Limit> {
        let zero = self.zero();
        if u == zero || !self.le(zero, u)? {
            return Ok(None);
        }
        let mut bonuses = Vec::new();
        for player in Player::BOTH {
            for incentive in self.incentives(u, player)? {
                bonuses.push(self.add(u, incentive)?);
            }
        }
        bonuses.sort_unstable();
        bonuses.dedup();
        // A dominated incentive gives a dominated option.
        let mut best = Vec::new();
        for &bonus in &bonuses {
            let mut dominated = false;
            for &other in &bonuses {
                dominated |= other != bonus && self.le(bonus, other)?;
            }
            if !dominated {
                best.push(bonus);
            }
        }
        Ok(Some(self.norton_with(g, u, &best, &mut HashMap::new())?))
    }

    fn norton_with(
        &mut self,
        g: Value,
        u: Value,
        bonuses: &[Value],
        known: &mut HashMap<Value, Value>,
    ) -> Result<Value, Limit> {
        if let Some(number) = self.as_number(g)
            && number.is_integer()
        {
            return self.multiple(number.mantissa(), u);
        }
        if let Some(&product) = known.get(&g) {
            return Ok(product);
        }
        let mut sides = Sides { left: Vec::new(), right: Vec::new() };
        for player in Player::BOTH {
            for option in self.options(g, player)? {
                let product = self.deeper(|store| store.norton_with(option, u, bonuses, known))?;
                for &bonus in bonuses {
                    sides[player].push(match player {
                        Player::Left => self.add(product, bonus)?,
                        Player::Right => self.sub(product, bonus)?,
                    });
                }
            }
        }
        let product = self.game(&sides.left, &sides.right)?;
        known.insert(g, product);
        Ok(product)
    }

    /// The m with g = *m.
    fn nimber_index(&self, g: Value) -> Option<u32> {
        match self.as_up_star(g) {
            Some((number, 0, nimber)) if number.is_zero() => Some(nimber),
            _ => None,
        }
    }
}
