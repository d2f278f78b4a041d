//! The second opinion on all trees and graphs of an order: slow, and so short that it is seen to be right.
//!
//! Nothing is shared with [`Enumeration`](super::Enumeration) but the type of a graph.

use std::collections::HashSet;

use super::{Graph, OutsideDomain};

/// The largest order of [`trees`] here, which takes a second.
pub const MAX_TREES_ORDER: usize = 16;

/// The largest order of [`graphs`] here, which takes some seconds and 32 MB.
pub const MAX_GRAPHS_ORDER: usize = 8;

/// One tree of each isomorphism class with `order` ≤ [`MAX_TREES_ORDER`] vertices, in no particular sequence.
///
/// A tree with several vertices has a leaf, so it is a smaller tree and a leaf at one of its vertices. Trees are the
/// same if the least of their descriptions in parentheses, over all vertices as roots, is.
///
/// ```
/// # use referee::graphs::second;
/// assert_eq!(second::trees(7)?.len(), 11);
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn trees(order: usize) -> Result<Vec<Graph>, OutsideDomain> {
    if order > MAX_TREES_ORDER {
        return Err(OutsideDomain::new(format!(
            "the second enumeration of trees goes to {MAX_TREES_ORDER} vertices, not {order}"
        )));
    }
    if order == 0 {
        return Ok(Vec::new());
    }
    let mut trees = vec![Graph::new(1)];
    for smaller in 1..order {
        let mut known = HashSet::new();
        let mut grown = Vec::new();
        for tree in &trees {
            for v in 0..smaller {
                let mut tree = Graph::from_edges(smaller + 1, tree.edges());
                tree.add_edge(v, smaller);
                let least = (0..=smaller).map(|root| parentheses(&tree, root, None)).min();
                if known.insert(least) {
                    grown.push(tree);
                }
            }
        }
        trees = grown;
    }
    Ok(trees)
}

/// The branch of a tree at `root`, coming from `parent`: the branches of its children, sorted, in parentheses.
fn parentheses(tree: &Graph, root: usize, parent: Option<usize>) -> String {
    let children = tree.neighbours(root).filter(|&v| Some(v) != parent);
    let mut branches = children.map(|v| parentheses(tree, v, Some(root))).collect::<Vec<_>>();
    branches.sort();
    format!("({})", branches.concat())
}

/// One graph of each isomorphism class with `order` ≤ [`MAX_GRAPHS_ORDER`] vertices: of each class the one whose
/// edges, read as a binary number, are least, in ascending sequence.
///
/// All labelled graphs are gone through. One that was not yet seen is a new class; all that exchanges of
/// neighbouring vertices make of it (which are all its relabellings) are then seen.
///
/// ```
/// # use referee::graphs::second;
/// assert_eq!(second::graphs(4)?.len(), 11);
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn graphs(order: usize) -> Result<Vec<Graph>, OutsideDomain> {
    if order > MAX_GRAPHS_ORDER {
        return Err(OutsideDomain::new(format!(
            "the second enumeration of graphs goes to {MAX_GRAPHS_ORDER} vertices, not {order}"
        )));
    }
    let pairs = (0..order).flat_map(|w| (0..w).map(move |v| (v, w))).collect::<Vec<_>>();
    // For each exchange of v and v + 1: which pairs it exchanges.
    let exchanges = (1..order)
        .map(|w| {
            let moved = |v: usize| {
                if v == w {
                    w - 1
                } else if v + 1 == w {
                    w
                } else {
                    v
                }
            };
            let image = |&(v, w): &(usize, usize)| (moved(v).min(moved(w)), moved(v).max(moved(w)));
            let place = |pair| pairs.iter().position(|&other| other == pair).expect("a pair");
            pairs.iter().map(|pair| place(image(pair))).collect::<Vec<_>>()
        })
        .map(|places| (0..pairs.len()).filter(|&i| i < places[i]).map(|i| (i, places[i])).collect::<Vec<_>>())
        .collect::<Vec<_>>();
    let mut seen = vec![0u64; (1usize << pairs.len()).div_ceil(64)];
    let mut is_new = |edges: usize| {
        let new = seen[edges / 64] >> (edges % 64) & 1 == 0;
        seen[edges / 64] |= 1 << (edges % 64);
        new
    };
    let mut graphs = Vec::new();
    for edges in 0..1usize << pairs.len() {
        if !is_new(edges) {
            continue;
        }
        let present = (0..pairs.len()).filter(|i| edges >> i & 1 == 1).map(|i| pairs[i]);
        graphs.push(Graph::from_edges(order, present));
        let mut waiting = vec![edges];
        while let Some(edges) = waiting.pop() {
            for exchange in &exchanges {
                let image = exchange.iter().fold(edges, |image, &(i, j)| {
                    let differ = (edges >> i ^ edges >> j) & 1;
                    image ^ (differ << i | differ << j)
                });
                if is_new(image) {
                    waiting.push(image);
                }
            }
        }
    }
    Ok(graphs)
}

/// Those of [`graphs`] that are connected.
///
/// ```
/// # use referee::graphs::second;
/// assert_eq!(second::connected_graphs(4)?.len(), 6);
/// # Ok::<(), referee::graphs::OutsideDomain>(())
/// ```
pub fn connected_graphs(order: usize) -> Result<Vec<Graph>, OutsideDomain> {
    let mut graphs = graphs(order)?;
    graphs.retain(Graph::is_connected);
    Ok(graphs)
}

/// All graphs that renaming the vertices makes of the given ones, each once, by their edges.
pub fn labelled(classes: &[Graph]) -> Vec<Graph> {
    let mut all = Vec::new();
    for graph in classes {
        let mut seen = std::collections::HashSet::new();
        let mut label: Vec<usize> = (0..graph.order()).collect();
        permuted(&mut label, 0, &mut |label| {
            seen.insert(graph.relabelled(label));
        });
        let mut seen: Vec<Graph> = seen.into_iter().collect();
        seen.sort_by_key(|graph| graph.edges().collect::<Vec<_>>());
        all.extend(seen);
    }
    all
}

/// Every order of the entries from `fixed` on.
fn permuted(entries: &mut [usize], fixed: usize, visit: &mut impl FnMut(&[usize])) {
    if fixed == entries.len() {
        visit(entries);
        return;
    }
    for i in fixed..entries.len() {
        entries.swap(fixed, i);
        permuted(entries, fixed + 1, visit);
        entries.swap(fixed, i);
    }
}
