//! Paths that cannot be prolonged.

use super::word::Word;
use super::{Graph, OutsideDomain};

/// How many steps of paths are tried before it is said that there are too many.
const MOST_STEPS: u64 = 1 << 24;

/// The length of the shortest blocked path from a vertex, as \[albert-clobber2005\] counts.
///
/// A path is blocked if all neighbours of its last vertex are on it; its length is the number of its vertices. It is
/// split, and counts one less, if its last vertex but one has another neighbour, not on the path, from which one more
/// step leads to a vertex where the path would be blocked, too. Domain: graphs of at most 128 vertices that have the vertex.
/// Cost: all paths up to that length; more than 2^24 steps are refused.
///
/// ```
/// use referee::graphs::{blocked_length, families};
/// assert_eq!(blocked_length(&families::path(5)?, 0), Ok(5));
/// assert_eq!(blocked_length(&families::path(5)?, 1), Ok(2));
/// assert_eq!(blocked_length(&families::cycle(5)?, 0), Ok(5));
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn blocked_length(graph: &Graph, vertex: usize) -> Result<usize, OutsideDomain> {
    let order = graph.order();
    if vertex >= order {
        let message = format!("there is no vertex {vertex} in a graph with {order} vertices");
        return Err(OutsideDomain::new(message));
    }
    match order {
        0..=16 => length::<u64, 16>(graph, vertex),
        17..=64 => length::<u64, 64>(graph, vertex),
        65..=128 => length::<u128, 128>(graph, vertex),
        _ => Err(OutsideDomain::new(format!(
            "paths are followed in graphs of at most 128 vertices, not {order}"
        ))),
    }
}

fn length<W: Word, const N: usize>(graph: &Graph, vertex: usize) -> Result<usize, OutsideDomain> {
    let mut rows = [W::EMPTY; N];
    for (v, row) in rows.iter_mut().enumerate().take(graph.order()) {
        *row = W::from_u128(graph.row_u128(v));
    }
    let mut walk = Walk { rows, steps: 0 };
    for length in 1..=graph.order() {
        match walk.shortest(vertex, W::of(vertex), length) {
            Some(Found::Nothing) => {}
            Some(Found::Blocked) => return Ok(length),
            Some(Found::Split) => return Ok(length - 1),
            None => {
                let message = format!("there are more than {MOST_STEPS} paths to follow");
                return Err(OutsideDomain::new(message));
            }
        }
    }
    unreachable!("a path through all vertices is blocked")
}

/// What the paths of one length have among them; what counts less is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    Nothing,
    Blocked,
    Split,
}

struct Walk<W, const N: usize> {
    rows: [W; N],
    steps: u64,
}

impl<W: Word, const N: usize> Walk<W, N> {
    fn blocked(&self, at: usize, visited: W) -> bool {
        (self.rows[at] & !visited).is_empty()
    }

    /// The best blocked path that has `left` vertices more, the one at which it stands included; `None` after too many steps.
    fn shortest(&mut self, at: usize, visited: W, left: usize) -> Option<Found> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        if left <= 2 {
            return Some(self.last_steps(at, visited, left));
        }
        let mut best = Found::Nothing;
        for to in (self.rows[at] & !visited).iter() {
            best = best.max(self.shortest(to, visited | W::of(to), left - 1)?);
            if best == Found::Split {
                break;
            }
        }
        Some(best)
    }

    /// The best of the paths that end where it stands, or one step on.
    fn last_steps(&self, at: usize, visited: W, left: usize) -> Found {
        if left == 1 {
            return if self.blocked(at, visited) { Found::Blocked } else { Found::Nothing };
        }
        let mut best = Found::Nothing;
        for to in (self.rows[at] & !visited).iter().filter(|&to| self.blocked(to, visited | W::of(to))) {
            if self.splits(at, visited, to) {
                return Found::Split;
            }
            best = Found::Blocked;
        }
        best
    }

    /// Do two more steps from `at`, the first not to `end`, lead to where the path is blocked?
    fn splits(&self, at: usize, visited: W, end: usize) -> bool {
        (self.rows[at] & !visited & !W::of(end)).iter().any(|first| {
            let visited = visited | W::of(first);
            (self.rows[first] & !visited).iter().any(|second| self.blocked(second, visited | W::of(second)))
        })
    }
}
