//! Reduced canonical forms: games up to infinitesimals.

use std::collections::HashMap;

use super::{Limit, Player, Store, Value};

impl Store {
    /// The reduced canonical form of g: the simplest game that differs from g by an infinitesimal.
    ///
    /// It is g heated by *, without the stars that are left on numbers.
    ///
    /// Domain: every game. Cost: two canonical forms for each follower; immediate where both stops are equal (then it
    /// is that number). Source: \[grossman-siegel2009\].
    pub fn reduced(&mut self, g: Value) -> Result<Value, Limit> {
        let left = self.stop(g, Player::Left);
        if left == self.stop(g, Player::Right) {
            return self.number(left);
        }
        let star = self.nimber(1)?;
        let heated = self.heat(g, star)?;
        let nothing = self.zero();
        self.map_options(heated, &mut HashMap::new(), nothing, |store, g| match store.as_up_star(g) {
            Some((number, 0, 0 | 1)) => Ok(Some(store.number(number)?)),
            _ => Ok(None),
        })
    }
}
