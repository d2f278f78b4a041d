//! Atomic weights: how many ups an infinitesimal is worth.
//!
//! g has the atomic weight w if g and w·↑ (Norton's product) behave alike in company: g + x + *m and w·↑ + x + *m have
//! the same outcome for every x and all large enough m. Every all-small game has one, and so have some infinitesimals
//! that are not all-small: 0 for tiny and miny \[winningways\], chapter 8; \[siegel2013\], section II.7.

use std::cmp::Ordering;

use super::{Dyadic, Limit, Player, Sides, Store, Value};

/// The ups that a positive number counts as: more than i64 ups and two for each of 2^30 moves.
const NUMBER: i128 = 1 << 80;

impl Store {
    /// A far star of g: the least m, a power of two, such that neither g nor a follower has a part *k with k ≥ m.
    ///
    /// Domain: every game. Cost: each follower once, then remembered; immediate for numbers plus n·↑ + *m.
    /// Source: \[winningways\], chapter 8.
    pub fn far_star(&mut self, g: Value) -> Result<u32, Limit> {
        let largest = self.largest_nimber(g)?;
        largest.checked_add(1).and_then(u32::checked_next_power_of_two).ok_or(Limit::Overflow)
    }

    fn largest_nimber(&mut self, g: Value) -> Result<u32, Limit> {
        if let Some((_, ups, nimber)) = self.as_up_star(g) {
            return Ok(if ups == 0 { nimber } else { nimber | 1 });
        }
        if let Some(&known) = self.memo.largest_nimbers.get(&g) {
            return Ok(known);
        }
        let mut largest = 0;
        for player in Player::BOTH {
            for option in self.options(g, player)? {
                largest = largest.max(self.deeper(|store| store.largest_nimber(option))?);
            }
        }
        self.memo.largest_nimbers.insert(g, largest);
        Ok(largest)
    }

    /// The atomic weight of g.
    ///
    /// Domain: infinitesimals that have one, among them every all-small game. Outside: `None`.
    /// Cost: a canonical form and a comparison with a nimber for each follower, then remembered; if g is not
    /// all-small, also the Norton product w·↑ and two comparisons, which prove the answer.
    /// Source: \[siegel2013\], section II.7. (CGSuite counts numbers as weightless and so misses some weights of games
    /// that are not all-small.)
    ///
    /// ```
    /// use referee::engine::{Dyadic, Store};
    /// let mut store = Store::new();
    /// let three_ups_star = store.up_star(Dyadic::ZERO, 3, 1)?;
    /// let three = store.integer(3)?;
    /// assert_eq!(store.atomic_weight(three_ups_star)?, Some(three));
    /// assert_eq!(store.atomic_weight(three)?, None);
    /// # Ok::<(), referee::engine::Limit>(())
    /// ```
    pub fn atomic_weight(&mut self, g: Value) -> Result<Option<Value>, Limit> {
        if !self.is_infinitesimal(g) {
            return Ok(None);
        }
        let weight = self.weight_by_options(g)?;
        if self.is_all_small(g)? || self.has_weight(g, weight)? { Ok(Some(weight)) } else { Ok(None) }
    }

    /// {w(g^L) − 2 | w(g^R) + 2}, but if that is an integer and g is not confused with a far star, then the integer
    /// that is best for the player whom it favours: the greatest n ⧏ w(g^R) + 2 if g is above the far star, the least
    /// n ⧐ w(g^L) − 2 if it is below.
    ///
    /// A number x > 0 below g counts as more ups than there can be otherwise. So the game in which N·↑ takes the place
    /// of x, for all large N, is all-small; in company it behaves like g, and this is its weight. If the weight of g
    /// exists, N is no part of it.
    fn weight_by_options(&mut self, g: Value) -> Result<Value, Limit> {
        if let Some((number, ups, _)) = self.as_up_star(g) {
            return self.integer(i128::from(number.signum()) * NUMBER + i128::from(ups));
        }
        if let Some(&known) = self.memo.atomic_weights.get(&g) {
            return Ok(known);
        }
        let two = self.integer(2)?;
        let mut options = Sides { left: Vec::new(), right: Vec::new() };
        for player in Player::BOTH {
            for option in self.options(g, player)? {
                let weight = self.deeper(|store| store.weight_by_options(option))?;
                options[player].push(match player {
                    Player::Left => self.sub(weight, two)?,
                    Player::Right => self.add(weight, two)?,
                });
            }
        }
        let mut weight = self.game(&options.left, &options.right)?;
        if self.is_integer(weight) {
            let far_star = self.far_star(g)?;
            let far_star = self.nimber(far_star)?;
            match self.compare(g, far_star)? {
                Some(Ordering::Greater) => weight = self.last_integer(&options.right, Player::Left)?,
                Some(Ordering::Less) => weight = self.last_integer(&options.left, Player::Right)?,
                _ => {}
            }
        }
        self.memo.atomic_weights.insert(g, weight);
        Ok(weight)
    }

    /// The integer that favours the player most, such that the player, moving second, does not win by it over any of
    /// the `games`: the greatest n with no game ≤ n for Left, the least n with no game ≥ n for Right.
    fn last_integer(&mut self, games: &[Value], player: Player) -> Result<Value, Limit> {
        // Right's question about games is Left's about their negatives.
        let turned = |store: &Store, g| if player == Player::Left { g } else { store.neg(g) };
        let mut least: Option<Value> = None;
        for &game in games {
            let game = turned(self, game);
            let mut n = self.stop(game, Player::Left).floor();
            let mut integer = self.integer(n)?;
            if self.le(game, integer)? {
                n = n.checked_sub(1).ok_or(Limit::Overflow)?;
                integer = self.integer(n)?;
            }
            least = match least {
                Some(least) if self.le(least, integer)? => Some(least),
                _ => Some(integer),
            };
        }
        Ok(turned(self, least.expect("a game that is not a number has options for both")))
    }

    /// Whether g has the atomic weight w, by comparison: −e ≤ g − w·↑ ≤ e for e = ↑* + (*m : −1) with a far star *m.
    fn has_weight(&mut self, g: Value, weight: Value) -> Result<bool, Limit> {
        if self.birthday(weight)? >= NUMBER.unsigned_abs() / 2 {
            return Ok(false);
        }
        let up = self.up_star(Dyadic::ZERO, 1, 0)?;
        let product = self.norton(weight, up)?.expect("up is positive");
        let difference = self.sub(g, product)?;
        let far_star = self.far_star(difference)?.max(2);
        let far_star = self.nimber(far_star)?;
        let minus_one = self.integer(-1)?;
        let kite = self.ordinal_sum(far_star, minus_one)?;
        let up_star = self.up_star(Dyadic::ZERO, 1, 1)?;
        let bound = self.add(up_star, kite)?;
        Ok(self.le(difference, bound)? && self.le(self.neg(bound), difference)?)
    }
}
