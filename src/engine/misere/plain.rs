//! Outcomes of sums in misère play by plain search.

use std::collections::HashMap;

use super::components::Components;
use crate::engine::Limit;

/// Plays sums out, and remembers them.
pub struct Plain<'a> {
    components: &'a Components,
    most: u64,
    known: HashMap<Vec<u32>, bool>,
}

impl Plain<'_> {
    /// Searches at most `most` positions.
    pub fn new(components: &Components, most: u64) -> Plain<'_> {
        Plain { components, most, known: HashMap::new() }
    }

    /// Is the sum a P-position in misère play? With no move left, whoever is to move has won.
    ///
    /// Domain: numbers of components, in any order. Cost: all positions below, each once.
    ///
    /// # Errors
    /// [`Limit::Positions`].
    pub fn is_p(&mut self, sum: &[u32]) -> Result<bool, Limit> {
        let mut sum = sum.to_vec();
        sum.retain(|&c| !self.components.options(c as usize).is_empty());
        sum.sort_unstable();
        if let Some(&known) = self.known.get(&sum) {
            return Ok(known);
        }
        if self.known.len() as u64 >= self.most {
            return Err(Limit::Positions(self.most));
        }
        let is_p = !sum.is_empty() && self.winning_option(&sum)?.is_none();
        self.known.insert(sum, is_p);
        Ok(is_p)
    }

    /// A move to a P-position: the place in the sum, and the number of the option.
    ///
    /// # Errors
    /// [`Limit::Positions`].
    pub fn winning_option(&mut self, sum: &[u32]) -> Result<Option<(usize, usize)>, Limit> {
        let components = self.components;
        for (place, &component) in sum.iter().enumerate() {
            if place > 0 && sum[place - 1] == component {
                continue;
            }
            for (number, option) in components.options(component as usize).iter().enumerate() {
                let mut next = sum.to_vec();
                next.swap_remove(place);
                next.extend(option);
                if stacker::maybe_grow(64 << 10, 1 << 20, || self.is_p(&next))? {
                    return Ok(Some((place, number)));
                }
            }
        }
        Ok(None)
    }
}
