//! What a variable can run through, in a fixed order and without being held whole.

use std::rc::Rc;
use std::sync::Arc;

use super::datum::Datum;
use crate::engine::Player;
use crate::graphs::{Enumeration, Graph};
use crate::rulesets::Clobber;

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
    /// All connected graphs on so many named vertices, at most 7.
    LabelledGraphs(usize),
    /// All boards of Clobber of a size, at most 3^14.
    ClobberBoards {
        rows: usize,
        columns: usize,
    },
}

/// How many entries of a range or list are a chunk.
const CHUNK: usize = 64;

/// How many sets of edges, or boards, are a chunk.
const LARGE_CHUNK: usize = 1 << 10;

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
            Domain::LabelledGraphs(order) => edge_sets(*order).div_ceil(LARGE_CHUNK),
            Domain::ClobberBoards { rows, columns } => boards(rows * columns).div_ceil(LARGE_CHUNK),
        }
    }

    /// The entries of one chunk, in order, each made when its turn comes; the chunks one after the other are the whole domain.
    pub fn chunk(&self, index: usize) -> Box<dyn Iterator<Item = Datum> + '_> {
        match self {
            Domain::Range(from, to) => {
                let Some(start) =
                    (index as i128).checked_mul(CHUNK as i128).and_then(|skip| from.checked_add(skip))
                else {
                    return Box::new(std::iter::empty());
                };
                let end = start.saturating_add(CHUNK as i128 - 1).min(*to);
                Box::new((start..=end).map(Datum::integer))
            }
            Domain::List(entries) => {
                Box::new(entries.chunks(CHUNK).nth(index).unwrap_or_default().iter().cloned())
            }
            Domain::Graphs(graphs) => Box::new(graphs.chunk(index).map(|g| Datum::Graph(Arc::new(g)))),
            Domain::SecondGraphs(graphs) => {
                let chunk = graphs.chunks(CHUNK).nth(index).unwrap_or_default();
                Box::new(chunk.iter().map(|g| Datum::Graph(Arc::new(g.clone()))))
            }
            Domain::LabelledGraphs(order) => Box::new(
                large_chunk(index, edge_sets(*order))
                    .map(|edges| Graph::from_edge_bits(*order, edges as u64))
                    .filter(Graph::is_connected)
                    .map(|g| Datum::Graph(Arc::new(g))),
            ),
            Domain::ClobberBoards { rows, columns } => Box::new(
                large_chunk(index, boards(rows * columns))
                    .filter_map(|number| clobber_board(*rows, *columns, number)),
            ),
        }
    }

    /// Are all entries numbers?
    pub fn is_numbers(&self) -> bool {
        match self {
            Domain::Range(..) => true,
            Domain::List(entries) => entries.iter().all(|entry| matches!(entry, Datum::Number(_))),
            _ => false,
        }
    }

    /// All entries, chunk by chunk.
    pub fn iter(&self) -> impl Iterator<Item = Datum> {
        (0..self.chunks()).flat_map(|index| self.chunk(index))
    }
}

fn large_chunk(index: usize, all: usize) -> std::ops::Range<usize> {
    index * LARGE_CHUNK..((index + 1) * LARGE_CHUNK).min(all)
}

fn edge_sets(order: usize) -> usize {
    1 << (order * order.saturating_sub(1) / 2)
}

fn boards(cells: usize) -> usize {
    3usize.pow(cells as u32)
}

/// The board whose cells are the digits of a number to base 3.
fn clobber_board(rows: usize, columns: usize, mut number: usize) -> Option<Datum> {
    let stones = (0..rows * columns).map(|_| {
        let stone = [None, Some(Player::Left), Some(Player::Right)][number % 3];
        number /= 3;
        stone
    });
    let position = Clobber::on_grid(rows, columns, stones.collect()).ok()?;
    Some(Datum::Position(position.into()))
}
