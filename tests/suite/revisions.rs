//! A room's REVISION is a promise: the same number, the same answers. Frozen results rest on it.
//!
//! `tests/data/revisions.tsv` holds a digest of each room's answers on some facts. If a digest changes, either a fault
//! came in, or the answers are meant to change: then raise the room's REVISION and put the new line into the file.

use std::collections::BTreeMap;
use std::fmt::Write;

use referee::evaluate::{Evaluator, Formula, functions};
use referee::{engine, evaluate, graphs, rulesets, search};
use sha2::{Digest, Sha256};

fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(12).fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// What an expression gives, as `eval` prints it.
fn answer(evaluator: &mut Evaluator, expression: &str) -> String {
    let formula = Formula::typed(expression).expect("an expression that can be read");
    match evaluator.evaluate(&formula, &[]) {
        Ok(datum) => evaluator.shown(&datum).map_or("cannot be written".to_string(), |shown| shown.text),
        Err(stop) => stop.to_string(),
    }
}

fn answers(expressions: &[&str]) -> String {
    let mut evaluator = Evaluator::default();
    let lines: Vec<String> =
        expressions.iter().map(|e| format!("{e} is {}", answer(&mut evaluator, e))).collect();
    digest(&lines.join("\n"))
}

/// Canonical form, outcome, stops, temperature, birthday and atomic weight of every game in the table of facts.
fn engine_answers() -> String {
    let table = include_str!("../data/values.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    let inputs: Vec<&str> = rows.filter_map(|row| row.split('\t').nth(1)).collect();
    assert!(inputs.len() > 1_400);
    let mut evaluator = Evaluator::default();
    let mut all = String::new();
    for input in inputs {
        for function in ["", "outcome", "left_stop", "right_stop", "temperature", "birthday", "atomic_weight"]
        {
            let _ = writeln!(all, "{}", answer(&mut evaluator, &format!("{function}({input})")));
        }
    }
    digest(&all)
}

fn rooms() -> Vec<(&'static str, u32, String)> {
    let examples: Vec<&str> = functions::all().map(|function| function.example.0).collect();
    vec![
        ("engine", engine::REVISION, engine_answers()),
        (
            "graphs",
            graphs::REVISION,
            answers(&[
                "for n in 1..9, g in trees(n) : graph6(g)",
                "for n in 1..6, g in connected_graphs(n) : graph6(g)",
                "for n in 1..5, g in graphs(n) : [degree(g), degree2(g), size(g)]",
                "graph6(triangular_grid(4, 3))",
                "graph6(caterpillar(2, 0, 3))",
            ]),
        ),
        (
            "rulesets",
            rulesets::REVISION,
            answers(&[
                "for n in 1..9, g in trees(n) : snort(g)",
                "for n in 1..6, g in connected_graphs(n) : temperature(snort(g))",
                "for n in 1..14 : [temperature(snort_path(n, Left, none)), temperature(snort_path(n, Left, Right))]",
                "for p in konane_rows(9) : p",
                "for i in 1..6, j in 1..6, k in 1..6 : temperature(konane_row(i, j, k))",
                "konane(\"xoxo/o..x/xoxo\")",
            ]),
        ),
        (
            "search",
            search::REVISION,
            answers(&[
                "for n in 1..7, g in trees(n) : plain_outcome(snort(g))",
                "for n in 1..5, g in connected_graphs(n) : plain_outcome(snort(g, [0]))",
                "for p in konane_rows(9) : plain_outcome(p)",
                "plain_outcome(konane(\"xoxo/o..x/xoxo\"))",
            ]),
        ),
        ("evaluate", evaluate::REVISION, answers(&examples)),
    ]
}

#[test]
fn the_same_revision_gives_the_same_answers() {
    let kept: BTreeMap<&str, (&str, &str)> = include_str!("../data/revisions.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut fields = line.split('\t');
            Some((fields.next()?, (fields.next()?, fields.next()?)))
        })
        .collect();
    let mut changed = Vec::new();
    for (room, revision, digest) in rooms() {
        if kept.get(room) != Some(&(revision.to_string().as_str(), digest.as_str())) {
            changed.push(format!("{room}\t{revision}\t{digest}"));
        }
    }
    assert!(
        changed.is_empty(),
        "these rooms answer otherwise than tests/data/revisions.tsv says; if that is meant, raise their REVISION and write\n{}",
        changed.join("\n")
    );
}
