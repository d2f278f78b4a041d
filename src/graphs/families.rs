//! The families of graphs that papers name, with their vertices numbered as each says.
//!
//! Every family is a function of its numbers to a graph. Numbers outside its domain, or a graph of more than
//! [`MAX_ORDER`](super::MAX_ORDER) vertices, give [`OutsideDomain`]. The cost is that of the rows.
//! Names and numbers are those of Diestel, *Graph Theory*, chapter 1, unless a function says otherwise.

use super::{Graph, OutsideDomain};

/// `n` vertices and no edges.
///
/// ```
/// # use referee::graphs::families;
/// assert_eq!(families::empty(3)?.size(), 0);
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn empty(n: usize) -> Result<Graph, OutsideDomain> {
    Graph::try_new(n)
}

/// The path with `n` vertices (and so `n` − 1 edges), numbered from end to end. The papers on games count
/// vertices, as we do; Diestel's Pⁿ counts edges.
///
/// ```
/// # use referee::graphs::families;
/// assert_eq!(families::path(3)?.edges().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn path(n: usize) -> Result<Graph, OutsideDomain> {
    let mut graph = Graph::try_new(n)?;
    for v in 1..n {
        graph.add_edge(v - 1, v);
    }
    Ok(graph)
}

/// The cycle with `n` ≥ 3 vertices, numbered around.
///
/// ```
/// # use referee::graphs::families;
/// assert_eq!(families::cycle(4)?.edges().collect::<Vec<_>>(), [(0, 1), (0, 3), (1, 2), (2, 3)]);
/// assert_eq!(families::cycle(2).unwrap_err().message, "a cycle has at least 3 vertices, not 2");
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn cycle(n: usize) -> Result<Graph, OutsideDomain> {
    if n < 3 {
        return Err(OutsideDomain::new(format!("a cycle has at least 3 vertices, not {n}")));
    }
    let mut graph = path(n)?;
    graph.add_edge(0, n - 1);
    Ok(graph)
}

/// The complete graph Kₙ.
///
/// ```
/// # use referee::graphs::families;
/// assert_eq!(families::complete(5)?.size(), 10);
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn complete(n: usize) -> Result<Graph, OutsideDomain> {
    let mut graph = Graph::try_new(n)?;
    for w in 0..n {
        for v in 0..w {
            graph.add_edge(v, w);
        }
    }
    Ok(graph)
}

/// The complete bipartite graph with parts of `a` and `b` vertices, numbered part by part.
///
/// ```
/// # use referee::graphs::families;
/// assert_eq!(families::complete_bipartite(1, 2)?.edges().collect::<Vec<_>>(), [(0, 1), (0, 2)]);
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn complete_bipartite(a: usize, b: usize) -> Result<Graph, OutsideDomain> {
    let mut graph = Graph::try_new(a.saturating_add(b))?;
    for v in 0..a {
        for w in a..a + b {
            graph.add_edge(v, w);
        }
    }
    Ok(graph)
}

/// The star K₁,ₙ: the centre 0 and its `n` leaves.
///
/// ```
/// # use referee::graphs::families;
/// assert_eq!((families::star(4)?.order(), families::star(4)?.degree(0)), (5, 4));
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn star(n: usize) -> Result<Graph, OutsideDomain> {
    complete_bipartite(1, n)
}

/// The wheel: the hub 0 joined to every vertex of a cycle of `n` ≥ 3, numbered around from 1. (Some authors
/// count the hub in `n`; we do not.)
///
/// ```
/// # use referee::graphs::families;
/// assert_eq!(families::wheel(3)?, families::complete(4)?);
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn wheel(n: usize) -> Result<Graph, OutsideDomain> {
    if n < 3 {
        return Err(OutsideDomain::new(format!("the rim of a wheel has at least 3 vertices, not {n}")));
    }
    let mut graph = star(n)?;
    for v in 1..n {
        graph.add_edge(v, v + 1);
    }
    graph.add_edge(1, n);
    Ok(graph)
}

/// The double star S(a, b): adjacent centres 0 and 1, then the `a` leaves of 0, then the `b` leaves of 1.
///
/// ```
/// # use referee::graphs::families;
/// assert_eq!(families::double_star(1, 2)?.edges().collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 3), (1, 4)]);
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn double_star(a: usize, b: usize) -> Result<Graph, OutsideDomain> {
    caterpillar(&[a, b])
}

/// The caterpillar C(a, b, c, …): a path, the spine, whose vertices have that many leaves; the spine is
/// numbered from end to end, then come the leaves of its first vertex, of its second, and so on. Without
/// numbers there is no spine, and that is refused. Source: arXiv:2406.02107.
///
/// ```
/// # use referee::graphs::families;
/// assert_eq!(families::caterpillar(&[1, 0, 1])?.edges().collect::<Vec<_>>(), [(0, 1), (0, 3), (1, 2), (2, 4)]);
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn caterpillar(leaves: &[usize]) -> Result<Graph, OutsideDomain> {
    if leaves.is_empty() {
        return Err(OutsideDomain::new("a caterpillar has at least 1 spine vertex"));
    }
    let spine = leaves.len();
    let mut graph = Graph::try_new(leaves.iter().fold(spine, |sum, &more| sum.saturating_add(more)))?;
    let mut leaf = spine;
    for (v, &count) in leaves.iter().enumerate() {
        if v > 0 {
            graph.add_edge(v - 1, v);
        }
        for _ in 0..count {
            graph.add_edge(v, leaf);
            leaf += 1;
        }
    }
    Ok(graph)
}

/// The grid with `rows` × `columns` vertices, numbered row by row; each is joined to the next ones in its row
/// and in its column.
///
/// ```
/// # use referee::graphs::families;
/// assert_eq!(families::grid(2, 2)?.edges().collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 3), (2, 3)]);
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn grid(rows: usize, columns: usize) -> Result<Graph, OutsideDomain> {
    let mut graph = Graph::try_new(rows.saturating_mul(columns))?;
    for v in 0..graph.order() {
        if v % columns + 1 < columns {
            graph.add_edge(v, v + 1);
        }
        if v + columns < graph.order() {
            graph.add_edge(v, v + columns);
        }
    }
    Ok(graph)
}

/// The triangular grid T(rows, columns): the [`grid`] with one diagonal in every cell, all in the same
/// direction, so that T(5, 5) has 25 vertices. Source: arXiv:2412.00849.
///
/// ```
/// # use referee::graphs::families;
/// let cell = families::triangular_grid(2, 2)?;
/// assert!(cell.size() == 5 && cell.has_edge(0, 3));
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn triangular_grid(rows: usize, columns: usize) -> Result<Graph, OutsideDomain> {
    let mut graph = grid(rows, columns)?;
    for v in 0..graph.order() {
        if v % columns + 1 < columns && v + columns < graph.order() {
            graph.add_edge(v, v + columns + 1);
        }
    }
    Ok(graph)
}
