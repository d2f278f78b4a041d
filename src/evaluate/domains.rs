//! What a variable can run through, in a fixed order and without being held whole.

use std::rc::Rc;

use super::datum::Datum;
use crate::graphs::{Enumeration, Graph};

/// A finite domain. Its order is fixed, and so are its chunks, by index alone: the same on every machine and for any number
/// of threads.
#[derive(Clone)]
pub enum Domain {
    /// All integers between the two, both included.
    Range(i128, i128),
    List(Rc<[Datum]>),
    /// All trees or graphs of an order.
    Graphs(Rc<Enumeration>),
    /// The same by the second enumerator, which holds them all.
    SecondGraphs(Rc<[Graph]>),
}

/// How many entries of a range or list are a chunk.
const CHUNK: usize = 64;

impl Domain {
    /// The number of chunks.
    pub fn chunks(&self) -> usize {
        match self {
            Domain::Range(from, to) if from > to => 0,
            Domain::Range(from, to) => {
                let length = to.abs_diff(*from) / CHUNK as u128 + 1;
                usize::try_from(length).unwrap_or(usize::MAX)
            }
            Domain::List(entries) => entries.len().div_ceil(CHUNK),
            Domain::Graphs(graphs) => graphs.chunks(),
            Domain::SecondGraphs(graphs) => graphs.len().div_ceil(CHUNK),
        }
    }

    /// The entries of one chunk, in order; the chunks one after the other are the whole domain.
    pub fn chunk(&self, index: usize) -> Vec<Datum> {
        match self {
            Domain::Range(from, to) => {
                let Some(start) =
                    (index as i128).checked_mul(CHUNK as i128).and_then(|skip| from.checked_add(skip))
                else {
                    return Vec::new();
                };
                let end = start.saturating_add(CHUNK as i128 - 1).min(*to);
                (start..=end).map(Datum::integer).collect()
            }
            Domain::List(entries) => entries.chunks(CHUNK).nth(index).unwrap_or_default().to_vec(),
            Domain::Graphs(graphs) => graphs.chunk(index).map(|g| Datum::Graph(Rc::new(g))).collect(),
            Domain::SecondGraphs(graphs) => {
                let chunk = graphs.chunks(CHUNK).nth(index).unwrap_or_default();
                chunk.iter().map(|g| Datum::Graph(Rc::new(g.clone()))).collect()
            }
        }
    }

    /// All entries, chunk by chunk.
    pub fn iter(&self) -> impl Iterator<Item = Datum> + use<> {
        let domain = self.clone();
        (0..self.chunks()).flat_map(move |index| domain.chunk(index))
    }
}
