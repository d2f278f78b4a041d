//! All trees, graphs and connected graphs with some number of vertices, one of each isomorphism class.
//!
//! Graphs come by canonical augmentation (McKay, *Isomorph-free exhaustive generation*, J. Algorithms 26, 1998): a
//! graph of order n comes from exactly one graph of order n − 1, which is left when the vertex that its canonical
//! form says is deleted; so every parent's children can be made alone, and nothing made before is remembered.
//! The connected graphs with 9 and 10 vertices take 0.22 and 8.3 s of one core; nauty's own `geng -c`, in C, counts
//! them in 0.10 and 3.7 s on the same machine. It was not worth a C compiler: what is done with a graph takes longer.

use super::canonical::{Partition, Search};
use super::tree::{Trees, tree_of_levels};
use super::word::Word;
use super::{Graph, OutsideDomain};

/// The largest order whose graphs are enumerated: there are a thousand million connected graphs with 11 vertices,
/// and their parents take 380 MB.
pub const MAX_GRAPHS_ORDER: usize = 11;

/// The largest order whose trees are enumerated: there are 39,299,897 with 24 vertices.
pub const MAX_TREES_ORDER: usize = 24;

/// Parents whose children make one chunk of work, and trees in one.
const CHUNK: usize = 64;

/// One graph of each isomorphism class of a kind and an order, in a fixed sequence.
///
/// The work is cut into chunks that do not depend on who does them: the graphs of the chunks, chunk after chunk, are
/// the whole sequence.
///
/// ```
/// use referee::graphs::Enumeration;
/// let connected = Enumeration::connected_graphs(5)?;
/// assert_eq!(connected.iter().count(), 21);
/// assert_eq!((0..connected.chunks()).flat_map(|chunk| connected.chunk(chunk)).count(), 21);
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub struct Enumeration(Source);

enum Source {
    /// The level sequences with which chunks begin.
    Trees {
        starts: Vec<Vec<u8>>,
    },
    Graphs {
        order: usize,
        connected: bool,
        parents: Vec<Small>,
    },
}

impl Enumeration {
    /// All trees with `order` ≤ [`MAX_TREES_ORDER`] vertices (OEIS A000055, but no tree with 0 vertices).
    ///
    /// From the path to the star, in the sequence of Wright, Richmond, Odlyzko and McKay, *Constant time generation
    /// of free trees*, SIAM J. Comput. 15, 1986; vertices in preorder from a centre. Finding where the chunks begin
    /// takes one pass, 0.1 μs a tree.
    pub fn trees(order: usize) -> Result<Enumeration, OutsideDomain> {
        limit(order, MAX_TREES_ORDER, "trees")?;
        Ok(Enumeration(Source::Trees { starts: Trees::new(order).step_by(CHUNK).collect() }))
    }

    /// All graphs with `order` ≤ [`MAX_GRAPHS_ORDER`] vertices (OEIS A000088).
    ///
    /// By parent (the graphs of one vertex less, in this same sequence), then by the neighbours of the last vertex,
    /// read as a binary number. Makes and keeps the parents; a graph takes 0.7 μs.
    pub fn graphs(order: usize) -> Result<Enumeration, OutsideDomain> {
        limit(order, MAX_GRAPHS_ORDER, "graphs")?;
        Ok(Enumeration(Source::Graphs { order, connected: false, parents: parents(order) }))
    }

    /// All connected graphs with `order` ≤ [`MAX_GRAPHS_ORDER`] vertices (OEIS A001349, but none with 0 vertices,
    /// as [`Graph::is_connected`] says): those of [`Enumeration::graphs`], which are nearly all, in its sequence.
    pub fn connected_graphs(order: usize) -> Result<Enumeration, OutsideDomain> {
        limit(order, MAX_GRAPHS_ORDER, "connected graphs")?;
        Ok(Enumeration(Source::Graphs { order, connected: true, parents: parents(order) }))
    }

    /// The number of chunks.
    pub fn chunks(&self) -> usize {
        match &self.0 {
            Source::Trees { starts } => starts.len(),
            // The graph without vertices has no parent, and a chunk of its own.
            Source::Graphs { parents, .. } => parents.len().div_ceil(CHUNK).max(1),
        }
    }

    /// The graphs of one chunk; none for a chunk that is not below [`Enumeration::chunks`].
    pub fn chunk(&self, chunk: usize) -> Box<dyn Iterator<Item = Graph> + Send + '_> {
        match &self.0 {
            Source::Trees { starts } => {
                let trees = starts.get(chunk).cloned().map(Trees::from);
                Box::new(trees.into_iter().flatten().take(CHUNK).map(|levels| tree_of_levels(&levels)))
            }
            &Source::Graphs { order: 0, connected, .. } => {
                Box::new((chunk == 0 && !connected).then(|| Graph::new(0)).into_iter())
            }
            &Source::Graphs { connected, ref parents, .. } => {
                let mine = parents.chunks(CHUNK).nth(chunk).unwrap_or(&[]);
                let children = mine.iter().flat_map(Small::children);
                Box::new(
                    children.filter(move |child| !connected || child.is_connected()).map(Small::to_graph),
                )
            }
        }
    }

    /// All graphs: the chunks one after the other.
    pub fn iter(&self) -> impl Iterator<Item = Graph> + '_ {
        (0..self.chunks()).flat_map(|chunk| self.chunk(chunk))
    }
}

fn limit(order: usize, most: usize, what: &str) -> Result<(), OutsideDomain> {
    if order > most {
        return Err(OutsideDomain::new(format!(
            "there are too many {what} with {order} vertices; the limit is {most} vertices"
        )));
    }
    Ok(())
}

/// All graphs with one vertex less than `order`.
fn parents(order: usize) -> Vec<Small> {
    let mut parents = Vec::new();
    if order > 0 {
        parents.push(Small { order: 0, rows: [0; MAX_GRAPHS_ORDER] });
        for _ in 1..order {
            parents = parents.iter().flat_map(Small::children).collect();
        }
    }
    parents
}

/// A graph with at most [`MAX_GRAPHS_ORDER`] vertices.
#[derive(Clone, Copy)]
struct Small {
    order: usize,
    rows: [u16; MAX_GRAPHS_ORDER],
}

/// The rows of a small graph as the canonical search takes them.
type Rows = [u16; 16];

impl Small {
    /// The graphs with one vertex more whose canonical deletion leaves this one, one of each class.
    ///
    /// The deletion takes a vertex of the largest degree, and of those one whose neighbours have the largest sum of
    /// degrees: that decides most sets of neighbours by counting. Ties are left to the canonical labelling.
    fn children(&self) -> Vec<Small> {
        let new = self.order;
        let rows = &self.rows[..new];
        let weights =
            rows.iter().map(|row| row.iter().map(|v| rows[v].len()).sum::<usize>()).collect::<Vec<_>>();
        let max_degree = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let mut of_degree = [0; 16];
        for (v, row) in rows.iter().enumerate() {
            of_degree[row.len()] |= u16::of(v);
        }
        let largest = of_degree[max_degree];
        let wide = self.wide();
        let own = Search::run(new, &wide, Partition::unit(new)).expect("small graphs need few nodes");
        let generators = own.all_generators();
        // One set of neighbours of each orbit of this graph's automorphisms.
        let mut seen = vec![false; if generators.is_empty() { 0 } else { 1 << new }];
        let mut children = Vec::new();
        for set in 0..1u16 << new {
            let degree = set.len();
            if degree < max_degree || degree == max_degree && !(set & largest).is_empty() {
                continue;
            }
            // Degrees count in the child: a neighbour of the new vertex has one more than here.
            let weight = set.iter().map(|v| rows[v].len() + 1).sum::<usize>();
            let weight_of =
                |v: usize| weights[v] + (rows[v] & set).len() + if set.has(v) { degree } else { 0 };
            let rivals = of_degree[degree] & !set | of_degree[degree.saturating_sub(1)] & set;
            if rivals.iter().any(|v| weight_of(v) > weight) {
                continue;
            }
            if !generators.is_empty() {
                if seen[set as usize] {
                    continue;
                }
                mark_orbit(set, &generators, &mut seen);
            }
            let child = self.with_vertex(set);
            let equals = rivals.iter().filter(|&v| weight_of(v) == weight).fold(0, |set, v| set | u16::of(v));
            if equals.is_empty() || child.is_new_vertex_deleted(equals) {
                children.push(child);
            }
        }
        children
    }

    fn with_vertex(&self, neighbours: u16) -> Small {
        let mut child = *self;
        child.order += 1;
        child.rows[self.order] = neighbours;
        for v in neighbours.iter() {
            child.rows[v] |= u16::of(self.order);
        }
        child
    }

    /// Is the last vertex in the orbit of the one that the canonical labelling, which has it and its `rivals` last,
    /// puts last of all?
    fn is_new_vertex_deleted(&self, rivals: u16) -> bool {
        let new = self.order - 1;
        let wide = self.wide();
        let candidates = rivals | u16::of(new);
        let mut partition = Partition::<u16, 16>::last(self.order, candidates);
        partition.refine_all(&wide);
        let last = partition.last_cell();
        if !last.has(new) || last.len() == 1 {
            return last.has(new);
        }
        let search = Search::run(self.order, &wide, partition).expect("small graphs need few nodes");
        search.orbits(u16::of(search.last_vertex()), &[]).has(new)
    }

    fn wide(&self) -> Rows {
        let mut rows = [0; 16];
        rows[..self.order].copy_from_slice(&self.rows[..self.order]);
        rows
    }

    fn is_connected(&self) -> bool {
        let mut reached = 1u16;
        loop {
            let more = reached.iter().fold(reached, |set, v| set | self.rows[v]);
            if more == reached {
                return reached.len() == self.order;
            }
            reached = more;
        }
    }

    fn to_graph(self) -> Graph {
        let pairs = (0..self.order).flat_map(|w| self.rows[w].iter().map(move |v| (v, w)));
        Graph::from_edges(self.order, pairs.filter(|(v, w)| v < w))
    }
}

/// Marks all sets into which the generated permutations take this one.
fn mark_orbit(set: u16, generators: &[[u8; 16]], seen: &mut [bool]) {
    let mut waiting = vec![set];
    seen[set as usize] = true;
    while let Some(set) = waiting.pop() {
        for generator in generators {
            let image = set.iter().fold(0, |image, v| image | u16::of(generator[v] as usize));
            if !seen[image as usize] {
                seen[image as usize] = true;
                waiting.push(image);
            }
        }
    }
}
