//! The graph itself: rows of bits.

use std::fmt;

/// The largest order of a graph here: 16,384 vertices, whose rows take 32 MB.
///
/// Every constructor that takes its numbers from a person or a file refuses more, so that `path(10000000)`
/// is a message and not a machine out of memory.
pub const MAX_ORDER: usize = 1 << 14;

/// Why a graph that was asked for does not exist (or is too large to hold).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideDomain {
    pub message: String,
}

impl OutsideDomain {
    pub(super) fn new(message: impl Into<String>) -> OutsideDomain {
        OutsideDomain { message: message.into() }
    }
}

impl fmt::Display for OutsideDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for OutsideDomain {}

/// A simple undirected graph on the vertices `0..order()`: no loops, no double edges.
///
/// `==` compares labelled graphs; graphs up to isomorphism are compared by their canonical codes.
///
/// ```
/// use referee::graphs::Graph;
/// let mut g = Graph::new(4);
/// g.add_edge(0, 1);
/// g.add_edge(1, 2);
/// assert_eq!(g.neighbours(1).collect::<Vec<_>>(), [0, 2]);
/// assert_eq!((g.order(), g.size(), g.max_degree(), g.deg2()), (4, 2, 2, 1));
/// assert_eq!(g.components(), [vec![0, 1, 2], vec![3]]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Graph {
    order: usize,
    /// Words in a row.
    width: usize,
    /// `order` rows of `width` words; bit `w` of row `v` says that `v` and `w` are adjacent.
    rows: Vec<u64>,
}

impl Graph {
    /// The graph with `order` vertices and no edges.
    ///
    /// Panics if `order` exceeds [`MAX_ORDER`]; for numbers from outside use [`Graph::try_new`].
    pub fn new(order: usize) -> Graph {
        Graph::try_new(order).expect("at most MAX_ORDER vertices")
    }

    /// [`Graph::new`] for an order that somebody typed.
    pub fn try_new(order: usize) -> Result<Graph, OutsideDomain> {
        if order > MAX_ORDER {
            return Err(OutsideDomain::new(format!(
                "a graph with {order} vertices is too large; the limit is {MAX_ORDER}"
            )));
        }
        let width = order.div_ceil(64);
        Ok(Graph { order, width, rows: vec![0; order * width] })
    }

    /// The graph of these edges. Panics as [`Graph::add_edge`] does.
    pub fn from_edges(order: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Graph {
        let mut graph = Graph::new(order);
        for (v, w) in edges {
            graph.add_edge(v, w);
        }
        graph
    }

    /// The graph with `order` ≤ 11 vertices whose edges are the bits of a number, which stand for the pairs `v < w` by
    /// `w`, then by `v`. Panics if the order is larger; further bits are not looked at.
    ///
    /// ```
    /// use referee::graphs::{Graph, families};
    /// assert_eq!(Graph::from_edge_bits(3, 0b101), families::path(3)?); // 0-1 and 1-2
    /// # Ok::<(), referee::graphs::OutsideDomain>(())
    /// ```
    pub fn from_edge_bits(order: usize, edges: u64) -> Graph {
        assert!(order <= 11, "the pairs of {order} vertices are more than 64");
        let mut graph = Graph::new(order);
        let mut rest = edges;
        for w in 1..order {
            let below = rest & ((1 << w) - 1);
            rest >>= w;
            graph.rows[w] = below;
            let mut left = below;
            while left != 0 {
                graph.rows[left.trailing_zeros() as usize] |= 1 << w;
                left &= left - 1;
            }
        }
        graph
    }

    /// Makes `v` and `w` adjacent (no change if they are). Panics if `v == w` or one is not a vertex.
    pub fn add_edge(&mut self, v: usize, w: usize) {
        assert!(v != w && v < self.order && w < self.order, "no edge {v}-{w} in order {}", self.order);
        self.rows[v * self.width + w / 64] |= 1 << (w % 64);
        self.rows[w * self.width + v / 64] |= 1 << (v % 64);
    }

    /// Removes the edge between `v` and `w` (no change if there is none). Panics if one is not a vertex.
    pub fn remove_edge(&mut self, v: usize, w: usize) {
        assert!(v < self.order && w < self.order, "no edge {v}-{w} in order {}", self.order);
        self.rows[v * self.width + w / 64] &= !(1 << (w % 64));
        self.rows[w * self.width + v / 64] &= !(1 << (v % 64));
    }

    /// Are `v` and `w` adjacent? Panics if `v` is not a vertex; a `w` outside is adjacent to nothing.
    pub fn has_edge(&self, v: usize, w: usize) -> bool {
        w < self.order && self.row(v)[w / 64] >> (w % 64) & 1 == 1
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The number of edges.
    pub fn size(&self) -> usize {
        self.rows.iter().map(|word| word.count_ones() as usize).sum::<usize>() / 2
    }

    /// The neighbours of `v` as words of bits, lowest vertices first. Panics if `v` is not a vertex.
    pub fn row(&self, v: usize) -> &[u64] {
        assert!(v < self.order, "no vertex {v} in order {}", self.order);
        &self.rows[v * self.width..(v + 1) * self.width]
    }

    /// The neighbours of `v` as one set of bits. Panics if the graph has more than 128 vertices.
    pub fn row_u128(&self, v: usize) -> u128 {
        match *self.row(v) {
            [low] => low as u128,
            [low, high] => low as u128 | (high as u128) << 64,
            _ => panic!("{} vertices do not fit 128 bits", self.order),
        }
    }

    /// All rows as sets of bits, or `None` if the graph has more than 128 vertices.
    pub fn rows_u128(&self) -> Option<Vec<u128>> {
        (self.order <= 128).then(|| (0..self.order).map(|v| self.row_u128(v)).collect())
    }

    /// The neighbours of `v`, ascending. Panics if `v` is not a vertex.
    pub fn neighbours(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        self.row(v).iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * index + bit)
            })
        })
    }

    /// The edges `(v, w)` with `v < w`, in lexicographic order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.order).flat_map(move |v| self.neighbours(v).filter(move |&w| v < w).map(move |w| (v, w)))
    }

    /// The number of neighbours of `v`. Panics if `v` is not a vertex.
    pub fn degree(&self, v: usize) -> usize {
        self.row(v).iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The largest degree; 0 for a graph without vertices.
    pub fn max_degree(&self) -> usize {
        (0..self.order).map(|v| self.degree(v)).max().unwrap_or(0)
    }

    /// The largest number of vertices at distance exactly 2 from one vertex; 0 for a graph without vertices.
    pub fn deg2(&self) -> usize {
        (0..self.order).map(|v| self.at_distance_2(v)).max().unwrap_or(0)
    }

    /// How many vertices are at distance exactly 2 from `v`. Panics if `v` is not a vertex.
    pub fn at_distance_2(&self, v: usize) -> usize {
        let near = self.row(v);
        let mut reached = vec![0; self.width];
        for w in self.neighbours(v) {
            for (have, new) in reached.iter_mut().zip(self.row(w)) {
                *have |= new;
            }
        }
        for (have, near) in reached.iter_mut().zip(near) {
            *have &= !near;
        }
        if self.width > 0 {
            reached[v / 64] &= !(1 << (v % 64));
        }
        reached.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The vertex sets of the components, each ascending, in the order of their smallest vertices.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.order];
        let mut components = Vec::new();
        for start in 0..self.order {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut component = vec![start];
            let mut next = 0;
            while let Some(&v) = component.get(next) {
                next += 1;
                for w in self.neighbours(v) {
                    if !seen[w] {
                        seen[w] = true;
                        component.push(w);
                    }
                }
            }
            component.sort_unstable();
            components.push(component);
        }
        components
    }

    /// Has the graph exactly one component? (So the graph without vertices is not connected, and OEIS
    /// A001349, which counts it as connected, differs from us at 0.)
    pub fn is_connected(&self) -> bool {
        if self.width != 1 {
            return self.components().len() == 1;
        }
        // Sweeps ask this of millions of small graphs.
        let (mut reached, mut new) = (1u64, 1u64);
        while new != 0 {
            let near = self.rows[new.trailing_zeros() as usize];
            new = (new & (new - 1)) | (near & !reached);
            reached |= near;
        }
        reached.count_ones() as usize == self.order
    }

    /// Is the graph connected and without cycles?
    pub fn is_tree(&self) -> bool {
        self.size() + 1 == self.order && self.is_connected()
    }

    /// The subgraph on `vertices`, where `vertices[i]` becomes vertex `i`. Panics if one occurs twice or is
    /// not a vertex.
    pub fn induced(&self, vertices: &[usize]) -> Graph {
        let mut index = vec![usize::MAX; self.order];
        for (i, &v) in vertices.iter().enumerate() {
            assert!(index[v] == usize::MAX, "vertex {v} twice");
            index[v] = i;
        }
        let mut sub = Graph::new(vertices.len());
        for (i, &v) in vertices.iter().enumerate() {
            for w in self.neighbours(v) {
                if index[w] < i {
                    sub.add_edge(i, index[w]);
                }
            }
        }
        sub
    }

    /// The same graph with vertex `v` called `label[v]`. Panics if `label` is not a permutation.
    pub fn relabelled(&self, label: &[usize]) -> Graph {
        let mut inverse = vec![usize::MAX; self.order];
        for (v, &to) in label.iter().enumerate() {
            inverse[to] = v;
        }
        self.induced(&inverse)
    }

    /// This graph and beside it `other`, whose vertices are numbered on from `self.order()`. Panics if they
    /// are more than [`MAX_ORDER`] together; for graphs from outside use [`Graph::try_disjoint_union`].
    pub fn disjoint_union(&self, other: &Graph) -> Graph {
        self.try_disjoint_union(other).expect("at most MAX_ORDER vertices")
    }

    /// [`Graph::disjoint_union`] of graphs that somebody typed.
    pub fn try_disjoint_union(&self, other: &Graph) -> Result<Graph, OutsideDomain> {
        let mut both = Graph::try_new(self.order + other.order)?;
        for (v, w) in self.edges() {
            both.add_edge(v, w);
        }
        for (v, w) in other.edges() {
            both.add_edge(self.order + v, self.order + w);
        }
        Ok(both)
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Graph(order {}:", self.order)?;
        for (v, w) in self.edges() {
            write!(f, " {v}-{w}")?;
        }
        f.write_str(")")
    }
}
