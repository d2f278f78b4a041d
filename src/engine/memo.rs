//! What a store has worked out about its values, so that nothing is worked out twice.

use std::collections::HashMap;
use std::sync::Arc;

use super::store::{Hash, Store};
use super::{Limit, Thermograph, Value};

/// Answers by value: no table has more entries than there are stored games, so the budget of games bounds them all.
#[derive(Default)]
pub(super) struct Memo {
    /// From t = −1 and from t = 0.
    pub thermographs: [Table<Arc<Thermograph>>; 2],
    pub birthdays: Table<u128>,
    pub stop_counts: Table<u128>,
    pub all_small: Table<bool>,
    pub largest_nimbers: Table<u32>,
    pub atomic_weights: Table<Value>,
    pub ordinal_sums: Pairs,
    pub conway_products: Pairs,
}

type Table<T> = HashMap<Value, T, Hash>;

/// Answers by two values. There may be more pairs than games, so here the budget has to be asked.
#[derive(Default)]
pub(super) struct Pairs(HashMap<(Value, Value), Value, Hash>);

impl Pairs {
    pub fn get(&self, g: Value, h: Value) -> Option<Value> {
        self.0.get(&(g, h)).copied()
    }
}

impl Store {
    /// Remembers the answer for a pair; each counts like a stored game.
    pub(super) fn remember(
        &mut self,
        pairs: impl Fn(&mut Memo) -> &mut Pairs,
        (g, h): (Value, Value),
        answer: Value,
    ) -> Result<Value, Limit> {
        let pairs = &mut pairs(&mut self.memo).0;
        if pairs.len() as u64 >= self.budget.games {
            return Err(Limit::Games(pairs.len() as u64));
        }
        pairs.insert((g, h), answer);
        Ok(answer)
    }
}
