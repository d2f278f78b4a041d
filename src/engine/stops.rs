//! What the stops say: which numbers a game is confused with.

use std::ops::Bound;

use super::{Dyadic, Limit, Player, Store, Value};

/// An interval of numbers; each end says whether it belongs to it. `RangeBounds::contains` asks.
pub type Interval = (Bound<Dyadic>, Bound<Dyadic>);

impl Store {
    /// The confusion interval of g: the numbers x with g ‖ x, from the Right stop to the Left stop; `None` if there is
    /// none. Each end says whether it belongs to the interval.
    ///
    /// Domain: every game. Cost: two comparisons. Source: \[winningways\], chapter 6.
    ///
    /// ```
    /// use std::ops::Bound::{Excluded, Included};
    /// use referee::engine::{Dyadic, Store};
    /// let mut store = Store::new();
    /// let (zero, one) = (store.zero(), store.integer(1)?);
    /// // {1* | 0} is confused with 0 and with every number below 1, and {1 | 0} with 1, too.
    /// let one_star = store.up_star(Dyadic::ONE, 0, 1)?;
    /// let g = store.game(&[one_star], &[zero])?;
    /// assert_eq!(store.confusion_interval(g)?, Some((Included(Dyadic::ZERO), Excluded(Dyadic::ONE))));
    /// let g = store.game(&[one], &[zero])?;
    /// assert_eq!(store.confusion_interval(g)?, Some((Included(Dyadic::ZERO), Included(Dyadic::ONE))));
    /// assert_eq!(store.confusion_interval(one)?, None);
    /// # Ok::<(), referee::engine::Limit>(())
    /// ```
    pub fn confusion_interval(&mut self, g: Value) -> Result<Option<Interval>, Limit> {
        let (low, high) = (self.stop(g, Player::Right), self.stop(g, Player::Left));
        let ends = (self.end(g, low)?, self.end(g, high)?);
        let nothing_between = low == high && matches!(ends.0, Bound::Excluded(_));
        Ok((!nothing_between).then_some(ends))
    }

    fn end(&mut self, g: Value, stop: Dyadic) -> Result<Bound<Dyadic>, Limit> {
        let number = self.number(stop)?;
        let confused = self.compare(g, number)?.is_none();
        Ok(if confused { Bound::Included(stop) } else { Bound::Excluded(stop) })
    }
}
