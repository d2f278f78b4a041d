//! The engine and the plain engine of the benchmarks get the same values.

use referee::engine::Store;

#[allow(dead_code, reason = "a benchmark has a main function")]
#[path = "../../benches/engine.rs"]
mod bench;

fn assert_same_answers(job: &str) {
    let (mut engine, mut plain) = (Store::new(), bench::yardstick::Yardstick::new());
    let answers = bench::jobs::answers(job, &mut engine);
    let expected = bench::jobs::answers(job, &mut plain);
    assert!(answers.len() == expected.len() && !answers.is_empty());
    for (i, (&ours, &theirs)) in answers.iter().zip(&expected).enumerate() {
        let ours = bench::jobs::Fingerprint::of_all(&mut engine, &[ours]);
        assert_eq!(ours, bench::jobs::Fingerprint::of_all(&mut plain, &[theirs]), "{job}, answer {i}");
    }
}

#[test]
fn rows_of_clobber() {
    assert_same_answers("row-9");
}

#[test]
fn strips_of_clobber() {
    assert_same_answers("strip-7");
}

#[test]
fn games_of_day_3_and_their_order() {
    assert_same_answers("day3");
    assert_same_answers("order");
}

#[test]
fn sums_of_three_games() {
    assert_same_answers("triples-20");
}
