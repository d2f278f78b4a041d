//! Where the vertices of a graph are drawn: trees in layers, anything else so that distances look like distances.

/// A point; one unit is the distance of neighbours.
pub type Point = (f64, f64);

/// Places for the vertices of a graph, its connected parts side by side. All coordinates are at least 0. Cost: the square of
/// the largest part that is no tree, some hundred times.
pub fn layout(order: usize, edges: &[(usize, usize)]) -> Vec<Point> {
    let mut neighbours = vec![Vec::new(); order];
    for &(v, w) in edges {
        neighbours[v].push(w);
        neighbours[w].push(v);
    }
    let mut points = vec![(0.0, 0.0); order];
    let mut placed = vec![false; order];
    let mut left = 0.0;
    for start in 0..order {
        if placed[start] {
            continue;
        }
        let (part, _) = walk(start, &neighbours);
        let joined: usize = part.iter().map(|&v| neighbours[v].len()).sum();
        let local =
            if joined / 2 < part.len() { tree(&part, &neighbours) } else { spread(&part, &neighbours) };
        let right = local.iter().map(|p| p.0).fold(0.0, f64::max);
        for (&v, p) in part.iter().zip(local) {
            (points[v], placed[v]) = ((left + p.0, p.1), true);
        }
        left += right + 1.0;
    }
    points
}

/// What is connected with `start`, nearest first, and the steps from it to each vertex.
fn walk(start: usize, neighbours: &[Vec<usize>]) -> (Vec<usize>, Vec<usize>) {
    let mut steps = vec![usize::MAX; neighbours.len()];
    steps[start] = 0;
    let (mut part, mut next) = (vec![start], 0);
    while let Some(&v) = part.get(next) {
        next += 1;
        for &w in &neighbours[v] {
            if steps[w] == usize::MAX {
                steps[w] = steps[v] + 1;
                part.push(w);
            }
        }
    }
    (part, steps)
}

/// A caterpillar along its spine, any other tree from its first vertex downwards: a layer a distance, each vertex above the
/// middle of those that hang on it.
fn tree(part: &[usize], neighbours: &[Vec<usize>]) -> Vec<Point> {
    if let Some(points) = caterpillar(part, neighbours) {
        return points;
    }
    let (_, steps) = walk(part[0], neighbours);
    let mut across = vec![0.0; neighbours.len()];
    let mut leaves = 0.0;
    // Depth first without recursion: a vertex comes again when all that hangs on it has its place.
    let mut stack = vec![(part[0], false)];
    while let Some((v, again)) = stack.pop() {
        let hanging = || neighbours[v].iter().copied().filter(|&w| steps[w] == steps[v] + 1);
        if again {
            let (sum, count) = hanging().fold((0.0, 0.0), |(sum, count), w| (sum + across[w], count + 1.0));
            across[v] = sum / count;
        } else if hanging().next().is_none() {
            across[v] = leaves;
            leaves += 1.0;
        } else {
            stack.push((v, true));
            stack.extend(hanging().collect::<Vec<_>>().into_iter().rev().map(|w| (w, false)));
        }
    }
    part.iter().map(|&v| (across[v], steps[v] as f64)).collect()
}

/// A path on a line; a path with leaves as a line, each vertex above the middle of its leaves. `None` for other trees.
fn caterpillar(part: &[usize], neighbours: &[Vec<usize>]) -> Option<Vec<Point>> {
    let is_leaf = |v: usize| neighbours[v].len() <= 1;
    let is_path = part.iter().all(|&v| neighbours[v].len() <= 2);
    let on_spine = |v: &usize| is_path || !is_leaf(*v);
    let along = |v: usize| neighbours[v].iter().copied().filter(on_spine);
    let spine: Vec<usize> = part.iter().copied().filter(on_spine).collect();
    if spine.iter().any(|&v| along(v).count() > 2) {
        return None;
    }
    let end = spine.iter().copied().find(|&v| along(v).count() <= 1)?;
    let (_, steps) = walk(end, neighbours);
    let mut ordered = spine;
    ordered.sort_by_key(|&v| steps[v]);
    let mut points = vec![(0.0, 0.0); neighbours.len()];
    let mut left = 0.0;
    for v in ordered {
        let leaves: Vec<usize> = neighbours[v].iter().copied().filter(|w| !on_spine(w)).collect();
        for (index, &leaf) in leaves.iter().enumerate() {
            points[leaf] = (left + index as f64, 1.0);
        }
        let width = leaves.len().max(1) as f64;
        points[v] = (left + (width - 1.0) / 2.0, 0.0);
        left += width;
    }
    Some(part.iter().map(|&v| points[v]).collect())
}

/// From how many beginnings a part is spread.
const BEGINNINGS: usize = 12;
/// Rounds of spreading.
const ROUNDS: usize = 300;
/// Beyond this, a part is drawn in a square: nobody could read it.
const MOST_SPREAD: usize = 100;

/// Stress majorization (Gansner, Koren, North): drawn distances become the steps between vertices. Only sums, quotients and square
/// roots, which are the same on every machine.
fn spread(part: &[usize], neighbours: &[Vec<usize>]) -> Vec<Point> {
    let n = part.len();
    let side = (n as f64).sqrt().ceil();
    if n > MOST_SPREAD {
        return (0..n).map(|i| ((i as f64) % side, ((i as f64) / side).floor())).collect();
    }
    let steps: Vec<Vec<f64>> = part
        .iter()
        .map(|&v| {
            let (_, from) = walk(v, neighbours);
            part.iter().map(|&w| from[w] as f64).collect()
        })
        .collect();
    // Majorization ends in the nearest hollow, which may be a fold; of several beginnings the best end is taken.
    let ends = (0..BEGINNINGS).map(|turn| majorized(first_guess(&steps, turn), &steps));
    let best = ends.min_by(|a, b| stress(a, &steps).total_cmp(&stress(b, &steps)));
    let points = best.unwrap_or_default();
    let (left, top) = points.iter().fold((f64::MAX, f64::MAX), |(x, y), p| (x.min(p.0), y.min(p.1)));
    points.iter().map(|p| (p.0 - left, p.1 - top)).collect()
}

/// How far drawn distances are from the steps, squared and weighed as majorization weighs them.
fn stress(points: &[Point], steps: &[Vec<f64>]) -> f64 {
    let pairs = (0..points.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let off = |(i, j): (usize, usize)| {
        let (dx, dy) = (points[i].0 - points[j].0, points[i].1 - points[j].1);
        let off = 1.0 - (dx * dx + dy * dy).sqrt() / steps[i][j];
        off * off
    };
    pairs.map(off).sum()
}

fn majorized(mut points: Vec<Point>, steps: &[Vec<f64>]) -> Vec<Point> {
    for _ in 0..ROUNDS {
        for i in 0..points.len() {
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for j in (0..points.len()).filter(|&j| j != i) {
                let wanted = steps[i][j];
                let weight = 1.0 / (wanted * wanted);
                let (dx, dy) = (points[i].0 - points[j].0, points[i].1 - points[j].1);
                let drawn = (dx * dx + dy * dy).sqrt().max(1e-6);
                x += weight * (points[j].0 + wanted * dx / drawn);
                y += weight * (points[j].1 + wanted * dy / drawn);
                weights += weight;
            }
            if weights > 0.0 {
                points[i] = (x / weights, y / weights);
            }
        }
    }
    points
}

/// Each vertex by its steps from one that is far away and from one that is far from both, with a nudge that keeps apart what
/// has the same distances, another one each `turn`.
fn first_guess(steps: &[Vec<f64>], turn: usize) -> Vec<Point> {
    let farthest = |score: &dyn Fn(usize) -> f64| {
        (0..steps.len()).fold(0, |best, v| if score(v) > score(best) { v } else { best })
    };
    let one = farthest(&|v| steps[0][v]);
    let other = farthest(&|v| steps[one][v]);
    let third = farthest(&|v| steps[one][v].min(steps[other][v]));
    let nudge =
        |v: usize, by: usize| (((v * (by + 2 * turn) + turn) % 11) as f64 - 5.0) * 0.04 * (1 + turn) as f64;
    (0..steps.len())
        .map(|v| (steps[one][v] - steps[other][v] + nudge(v, 3), steps[third][v] * 2.0 + nudge(v, 7)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The edges of a strip of triangles, row by row.
    fn triangles(rows: usize, columns: usize) -> Vec<(usize, usize)> {
        let at = |r: usize, c: usize| r * columns + c;
        let mut edges = Vec::new();
        for r in 0..rows {
            for c in 0..columns {
                let ahead = [(r, c + 1), (r + 1, c), (r + 1, c + 1)];
                let there = ahead.into_iter().filter(|&(r, c)| r < rows && c < columns);
                edges.extend(there.map(|(r2, c2)| (at(r, c), at(r2, c2))));
            }
        }
        edges
    }

    fn length(a: Point, b: Point) -> f64 {
        ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt()
    }

    /// No strip is folded: every edge has about one length, and no two vertices come near each other.
    #[test]
    fn strips_and_grids_are_not_folded() {
        for (rows, columns) in [(2, 3), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4), (4, 4), (5, 5)] {
            let edges = triangles(rows, columns);
            let points = layout(rows * columns, &edges);
            for &(v, w) in &edges {
                let drawn = length(points[v], points[w]);
                assert!((0.7..1.3).contains(&drawn), "{rows} by {columns}: {v}-{w} is {drawn}");
            }
            for v in 0..points.len() {
                for w in 0..v {
                    assert!(length(points[v], points[w]) > 0.6, "{rows} by {columns}: {v} and {w}");
                }
            }
        }
    }

    #[test]
    fn caterpillars_lie_along_their_spine() {
        // Spine 0-1-2 with leaves 3, 4 on 0, 5 on 1 and 6 on 2.
        let points = layout(7, &[(0, 1), (1, 2), (0, 3), (0, 4), (1, 5), (2, 6)]);
        assert_eq!(points.iter().map(|p| p.1).collect::<Vec<_>>(), [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(points[0].0, f64::midpoint(points[3].0, points[4].0));
        assert_eq!((points[1].0, points[2].0), (points[5].0, points[6].0));
        assert!(points[0].0 < points[1].0 && points[1].0 < points[2].0);
    }

    #[test]
    fn parts_stand_side_by_side() {
        let points = layout(5, &[(0, 1), (2, 3)]);
        assert_eq!(points, [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0)]);
    }
}
