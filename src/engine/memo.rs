//! What a store has worked out about its values, so that nothing is worked out twice.

use std::collections::HashMap;
use std::sync::Arc;

use super::store::Hash;
use super::{Thermograph, Value};

/// Answers by value. Each table forgets everything when it is full, so memory is bounded; what was forgotten is
/// worked out again.
#[derive(Debug, Default)]
pub(super) struct Memo {
    /// From t = −1 and from t = 0.
    pub thermographs: [Table<Value, Arc<Thermograph>>; 2],
    pub birthdays: Table<Value, u128>,
    pub stop_counts: Table<Value, u128>,
    pub all_small: Table<Value, bool>,
    pub largest_nimbers: Table<Value, u32>,
    pub atomic_weights: Table<Value, Value>,
    pub ordinal_sums: Table<(Value, Value), Value>,
    pub conway_products: Table<(Value, Value), Value>,
}

/// A map with a bound on its size.
#[derive(Debug)]
pub(super) struct Table<K, V>(HashMap<K, V, Hash>);

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Table(HashMap::default())
    }
}

impl<K: std::hash::Hash + Eq, V: Clone> Table<K, V> {
    /// Enough for the followers of any game whose canonical form is worth printing.
    const CAPACITY: usize = 1 << 20;

    pub fn get(&self, key: &K) -> Option<V> {
        self.0.get(key).cloned()
    }

    pub fn insert(&mut self, key: K, value: V) {
        if self.0.len() >= Self::CAPACITY {
            self.0.clear();
        }
        self.0.insert(key, value);
    }
}
