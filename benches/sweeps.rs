//! Times the sweeps: `cargo bench --bench sweeps` (`-- full` adds the graphs with 10 vertices).

use std::collections::HashSet;
use std::time::Instant;

use referee::graphs::{self, Enumeration};

fn main() {
    let full = std::env::args().any(|argument| argument == "full");
    println!("{:<32} {:>10} {:>10} {:>8}", "enumeration", "graphs", "seconds", "µs each");
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
        timed(&format!("sharing codes, {name}"), || {
            rows.iter()
                .map(|rows| graphs::sharing_code(rows.len(), rows, &colours))
                .collect::<HashSet<_>>()
                .len()
        });
    }
}

fn timed(name: &str, work: impl FnOnce() -> usize) {
    let start = Instant::now();
    let count = work();
    let seconds = start.elapsed().as_secs_f64();
    println!("{name:<48} {count:>10} {seconds:>10.3} {:>8.2}", seconds * 1e6 / count as f64);
}
