//! Times the sweeps: `cargo bench --bench sweeps` (`-- full` adds the graphs with 9 and 10 vertices).

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use referee::engine::{Dyadic, Store};
use referee::evaluate::{Effort, Texts, audit};
use referee::graphs::{self, Enumeration};
use referee::rulesets::{KonaneRow, Snort, Valuer};

fn main() {
    let full = std::env::args().any(|argument| argument == "full");
    println!("{:<48} {:>10} {:>10} {:>8}", "", "graphs", "seconds", "µs each");
    for order in [14, 18, 20] {
        timed(&format!("trees, {order} vertices"), || Enumeration::trees(order).unwrap().iter().count());
    }
    for order in if full { vec![7, 8, 9, 10] } else { vec![7, 8, 9] } {
        timed(&format!("connected graphs, {order} vertices"), || {
            Enumeration::connected_graphs(order).unwrap().iter().count()
        });
    }
    let trees = Enumeration::trees(14).unwrap().iter().collect::<Vec<_>>();
    let connected = Enumeration::connected_graphs(8).unwrap().iter().collect::<Vec<_>>();
    for (name, graphs) in [("trees, 14 vertices", &trees), ("connected graphs, 8 vertices", &connected)] {
        let rows = graphs.iter().map(|graph| graph.rows_u128().unwrap()).collect::<Vec<_>>();
        let colours = [0; 14];
        timed(&format!("canonical codes, {name}"), || {
            rows.iter()
                .map(|rows| graphs::canonical_code(rows.len(), rows, &colours))
                .collect::<HashSet<_>>()
                .len()
        });
    }
    for jobs in [1, 2] {
        timed(&format!("Snort, trees to 14 vertices, {jobs} threads"), || {
            (1..=14).map(|order| sweep(&Enumeration::trees(order).unwrap(), jobs)).sum()
        });
        timed(&format!("Snort, connected graphs to 8 vertices, {jobs} threads"), || {
            (1..=8).map(|order| sweep(&Enumeration::connected_graphs(order).unwrap(), jobs)).sum()
        });
    }
    timed("Konane, all rows to 13 cells", || konane(&KonaneRow::all(13).unwrap()));
    let triples = |most: usize| -> Vec<KonaneRow> {
        let blocks = 0..most.pow(3);
        let blocks = blocks.map(|i| [i / most / most + 1, i / most % most + 1, i % most + 1]);
        blocks.map(|blocks| KonaneRow::blocks(&blocks).unwrap()).collect()
    };
    timed("Konane, S(i,j,k) to 14", || konane(&triples(14)));
    timed("Konane, S(20,20,20)", || konane(&[KonaneRow::blocks(&[20, 20, 20]).unwrap()]));
    let boards = "k in [[1,1],[1,2],[1,3],[1,4],[1,5],[1,6],[1,7],[1,8],[1,9],[1,10],[2,2],[2,3],[2,4],[2,5],[3,3],[3,4]], \
        p in clobber_boards(entry(k, 1), entry(k, 2))";
    for (name, holds, range) in [
        ("the language: Clobber boards, values", "is_zero(p) or true", boards),
        ("the language: the same, and by plain search", "outcome(p) = plain_outcome(p)", boards),
        (
            "the language: one white stone on 2..7 vertices",
            "atomic_weight(one_white(g, 0)) = blocked_length(g, 0) - 2",
            "n in 2..7, g in labelled_connected_graphs(n)",
        ),
    ] {
        for jobs in [1, 2] {
            timed(&format!("{name}, {jobs} threads"), || statement(holds, range, jobs));
        }
    }
    if full {
        timed("Konane, S(i,j,k) to 20", || konane(&triples(20)));
        timed("Snort, connected graphs, 9 vertices, 2 threads", || {
            sweep(&Enumeration::connected_graphs(9).unwrap(), 2)
        });
    }
}

fn timed(name: &str, work: impl FnOnce() -> usize) {
    let start = Instant::now();
    let count = work();
    let seconds = start.elapsed().as_secs_f64();
    println!("{name:<48} {count:>10} {seconds:>10.3} {:>8.2}", seconds * 1e6 / count as f64);
}

/// A statement over a range, as a claim of a paper has it; gives back in how many cases it holds.
fn statement(holds: &str, range: &str, jobs: usize) -> usize {
    let claim = format!("at = {{ section = '1' }}\nholds = '{holds}'\nrange = '{range}'");
    let front = "title = 'T'\nsource = { citation = 'C' }\ncontract = { claims = 1, entries = 1 }";
    let texts = Texts {
        key: "bench".into(),
        folder: "papers/bench".into(),
        document: format!("+++\n{front}\n+++\n~~~claim it\n{claim}\n~~~\n"),
        ..Texts::default()
    };
    let audited = audit(&texts, &Effort { jobs, ..Effort::default() });
    let audited = audited.unwrap_or_else(|problems| panic!("{problems:?}"));
    let entry = audited.verdicts.entries().next().expect("an entry");
    entry.tested.as_ref().expect("a range").held as usize
}

/// The values of rows, in one arena; gives back how many there are.
fn konane(rows: &[KonaneRow]) -> usize {
    let (mut store, mut valuer) = (Store::new(), Valuer::<KonaneRow>::new());
    for row in rows {
        valuer.value(row, &mut store).unwrap();
    }
    rows.len()
}

/// Snort's temperature on all graphs, against the largest degree; gives back how many there are.
fn sweep(graphs: &Enumeration, jobs: usize) -> usize {
    let batch = graphs.chunks().div_ceil(BATCHES);
    let next = AtomicUsize::new(0);
    let (count, hotter, remembered) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let first = next.fetch_add(batch, Ordering::Relaxed);
                    if first >= graphs.chunks() {
                        break;
                    }
                    let (mut store, mut valuer) = (Store::new(), Valuer::<Snort>::new());
                    for graph in (first..first + batch).flat_map(|chunk| graphs.chunk(chunk)) {
                        let degree = Dyadic::integer(graph.max_degree() as i128).unwrap();
                        let value = valuer.value(&Snort::on(graph), &mut store).unwrap();
                        let temperature = store.temperature(value).unwrap();
                        count.fetch_add(1, Ordering::Relaxed);
                        hotter.fetch_add((temperature > degree) as usize, Ordering::Relaxed);
                    }
                    remembered.fetch_add(valuer.remembered() as usize, Ordering::Relaxed);
                }
            });
        }
    });
    if graphs.chunks() > 100 {
        println!("  {hotter:?} are hotter than their largest degree; {remembered:?} pieces were valued");
    }
    count.into_inner()
}

/// As the evaluation of claims cuts its sweeps.
const BATCHES: usize = 128;
