//! Trees: a key for coloured ones, and all of an order.

use super::Graph;
use super::canonical::{Code, TREE};
use super::word::Word;

/// A key that is equal for two coloured trees exactly if an isomorphism keeps the colours, or `None` if the graph is
/// no tree (or has no vertex).
///
/// Vertex `v` of the `order` ≤ 128 vertices has the neighbours `rows[v]` and the colour `colours[v]`; panics if a
/// slice is shorter than the order. Cost: about order · log(order) comparisons of colours and short lists.
/// Source: Aho, Hopcroft and Ullman, *The Design and Analysis of Computer Algorithms*, example 3.2: from the leaves
/// to the centre, vertices of the same depth are ranked by colour and the sorted ranks of their children.
///
/// ```
/// # use referee::graphs;
/// let path = [0b010, 0b101, 0b010]; // 0-1-2
/// let same = [0b110, 0b001, 0b001]; // 1-0-2
/// assert_eq!(graphs::tree_code(3, &path, &[0, 1, 2]), graphs::tree_code(3, &same, &[1, 0, 2]));
/// assert_eq!(graphs::tree_code(3, &[0b110, 0b101, 0b011], &[0, 0, 0]), None);
/// ```
pub fn tree_code(order: usize, rows: &[u128], colours: &[u8]) -> Option<Code> {
    let (rows, colours) = (&rows[..order], &colours[..order]);
    let size = rows.iter().map(|row| row.len()).sum::<usize>() / 2;
    if size + 1 != order {
        return None;
    }
    let roots = centre(rows)?;
    // The layers of vertices by depth. Two centres are two roots, whose edge does not count.
    let mut layers = vec![roots];
    let mut seen = roots;
    loop {
        let next = layers[layers.len() - 1].iter().fold(0, |set, v| set | rows[v]) & !seen;
        if next == 0 {
            break;
        }
        seen |= next;
        layers.push(next);
    }
    if seen.len() != order {
        return None;
    }
    let mut rank = [0u8; 128];
    // The children of every vertex, the lowest rank first.
    let mut children: [&[u8]; 128] = [&[]; 128];
    let mut lists = [0u8; 128];
    let mut rest = &mut lists[..];
    let mut below = 0u128;
    for &layer in layers.iter().rev() {
        let mut vertices = [0u8; 128];
        let mut count = 0;
        for v in layer.iter() {
            let (list, more) = rest.split_at_mut((rows[v] & below).len());
            rest = more;
            for (slot, w) in list.iter_mut().zip((rows[v] & below).iter()) {
                *slot = w as u8;
            }
            list.sort_unstable_by_key(|&w| rank[w as usize]);
            children[v] = list;
            vertices[count] = v as u8;
            count += 1;
        }
        let key = |v: u8| (colours[v as usize], children[v as usize].iter().map(|&w| rank[w as usize]));
        let compare = |&v: &u8, &w: &u8| {
            let ((v_colour, v_ranks), (w_colour, w_ranks)) = (key(v), key(w));
            v_colour.cmp(&w_colour).then_with(|| v_ranks.cmp(w_ranks))
        };
        let vertices = &mut vertices[..count];
        vertices.sort_unstable_by(compare);
        let mut ranks = [0u8; 128];
        for i in 1..count {
            ranks[i] = ranks[i - 1] + compare(&vertices[i - 1], &vertices[i]).is_ne() as u8;
        }
        for (i, &v) in vertices.iter().enumerate() {
            rank[v as usize] = ranks[i];
        }
        below = layer;
    }
    // From the centre on, every vertex as its colour and its number of children.
    let mut bytes = Vec::with_capacity(2 + 2 * order);
    bytes.extend([TREE, roots.len() as u8]);
    let mut waiting = roots.iter().map(|v| v as u8).collect::<Vec<_>>();
    waiting.sort_unstable_by_key(|&v| std::cmp::Reverse(rank[v as usize]));
    while let Some(v) = waiting.pop() {
        bytes.extend([colours[v as usize], children[v as usize].len() as u8]);
        waiting.extend(children[v as usize].iter().rev());
    }
    Some(Code::new(bytes))
}

/// [`tree_code`] of a graph without colours; `None` also if it has more than 128 vertices.
pub fn tree_code_of(graph: &Graph) -> Option<Code> {
    tree_code(graph.order(), &graph.rows_u128()?, &vec![0; graph.order()])
}

/// The one or two vertices that are left when leaves are taken away, all at a time; `None` if that comes to an end
/// before (then the graph is no tree).
fn centre(rows: &[u128]) -> Option<u128> {
    let order = rows.len();
    let mut left = (0..order).fold(0u128, |set, v| set | u128::of(v));
    let mut degree = [0u8; 128];
    let mut leaves = 0u128;
    for v in 0..order {
        degree[v] = rows[v].len() as u8;
        if degree[v] <= 1 {
            leaves |= u128::of(v);
        }
    }
    while left.len() > 2 {
        if leaves == 0 {
            return None;
        }
        left &= !leaves;
        let mut next = 0;
        for v in leaves.iter() {
            for w in (rows[v] & left).iter() {
                degree[w] -= 1;
                if degree[w] == 1 {
                    next |= u128::of(w);
                }
            }
        }
        leaves = next;
    }
    (left != 0).then_some(left)
}

/// The trees with some number of vertices, as level sequences: the depths of the vertices in preorder, the root
/// at a centre with depth 0.
///
/// From the path to the star, each from the last one in constant time on average. Source: Wright, Richmond,
/// Odlyzko and McKay, *Constant time generation of free trees*, SIAM J. Comput. 15, 1986. Of the rooted
/// trees in the order of Beyer and Hedetniemi, those count whose first branch is not higher, or (at the same height)
/// larger, or (of the same size) later, than the rest; runs of others are jumped over.
#[derive(Clone)]
pub(super) struct Trees {
    next: Option<Vec<u8>>,
}

impl Trees {
    /// All trees with `order` vertices.
    pub(super) fn new(order: usize) -> Trees {
        // The path, hung up at its centre.
        let path = (0..=order / 2).chain(1..order.div_ceil(2)).map(|depth| depth as u8).collect::<Vec<_>>();
        Trees { next: (order > 0).then_some(path) }
    }

    /// The tree of this level sequence and those after it.
    pub(super) fn from(levels: Vec<u8>) -> Trees {
        Trees { next: Some(levels) }
    }
}

impl Iterator for Trees {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let tree = self.next.take()?;
        let mut after = tree.clone();
        self.next = next_free(&mut after).then_some(after);
        Some(tree)
    }
}

/// Makes of a free tree the next one. False if there is none.
fn next_free(levels: &mut [u8]) -> bool {
    let Some(last) = levels.iter().rposition(|&depth| depth > 1) else { return false };
    next_rooted(levels, last);
    while let Some(split) = bad_split(levels) {
        // All trees with this first branch are bad; the next branch is smaller.
        let last = split - 1;
        let deep = levels[last] > 2;
        next_rooted(levels, last);
        if deep {
            // The first branch may have become higher than the rest: the rest gets a path of that height.
            let end = second_branch(levels);
            let height = levels[1..end].iter().max().copied().unwrap_or(0);
            let from = levels.len() - height as usize;
            for (slot, depth) in levels[from..].iter_mut().zip(1..) {
                *slot = depth;
            }
        }
    }
    true
}

/// Makes of a rooted tree the next one: the vertex `last` moves up to its parent's level, and what then stands after
/// its new parent is repeated to the end.
fn next_rooted(levels: &mut [u8], last: usize) {
    let parent =
        levels[..last].iter().rposition(|&depth| depth + 1 == levels[last]).expect("a vertex has a parent");
    for i in last..levels.len() {
        levels[i] = levels[i - (last - parent)];
    }
}

/// Where the second branch of the root begins.
fn second_branch(levels: &[u8]) -> usize {
    levels.iter().skip(2).position(|&depth| depth == 1).map_or(levels.len(), |at| at + 2)
}

/// Where the second branch begins, if the first one makes this rooted tree no free tree's representative.
fn bad_split(levels: &[u8]) -> Option<usize> {
    let split = second_branch(levels);
    let (first, rest) = (&levels[1.min(levels.len())..split], &levels[split..]);
    let height = |branch: &[u8]| branch.iter().copied().max().unwrap_or(0);
    // Heights of the branch, from its own root, and of the rest, from the root.
    let (high, low) = (height(first).saturating_sub(1), height(rest));
    let good = low > high
        || low == high
            && (first.len() < rest.len() + 1
                || first.len() == rest.len() + 1
                    && first[1..].iter().map(|depth| depth - 1).le(rest.iter().copied()));
    (!good).then_some(split)
}

/// The tree of a level sequence, its vertices in this order.
pub(super) fn tree_of_levels(levels: &[u8]) -> Graph {
    let mut tree = Graph::new(levels.len());
    let mut branch = vec![0; levels.len()];
    for (v, &depth) in levels.iter().enumerate() {
        if depth > 0 {
            tree.add_edge(branch[depth as usize - 1], v);
        }
        branch[depth as usize] = v;
    }
    tree
}
