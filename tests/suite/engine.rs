//! Laws of games, and the places where other engines fail.

use referee::engine::{Budget, Dyadic, Limit, Outcome, Player, Store, Value};
use referee::notation::Form;

/// The values of day n that one gets from options among the first few of day n − 1.
fn some_games(store: &mut Store) -> Vec<Value> {
    let zero = store.zero();
    let one = store.integer(1).unwrap();
    let star = store.nimber(1).unwrap();
    let mut games = vec![zero, one, store.neg(one), star];
    for round in 0..3 {
        let known = games.clone();
        for (i, &a) in known.iter().enumerate() {
            for (j, &b) in known.iter().enumerate() {
                if (i + 2 * j + round) % 3 == 0 {
                    let more = store.game(&[a, known[(i * j) % known.len()]], &[b]).unwrap();
                    if !games.contains(&more) && games.len() < 60 {
                        games.push(more);
                    }
                }
            }
        }
    }
    games
}

#[test]
fn sums_form_a_group() {
    let mut store = Store::new();
    let games = some_games(&mut store);
    for &a in &games {
        assert_eq!(store.sub(a, a).unwrap(), store.zero());
        for &b in &games {
            let sum = store.add(a, b).unwrap();
            assert_eq!(store.sub(sum, b).unwrap(), a);
            // a ≤ b exactly if 0 ≤ b − a
            let difference = store.sub(b, a).unwrap();
            let zero = store.zero();
            assert_eq!(store.le(a, b).unwrap(), store.le(zero, difference).unwrap());
        }
    }
}

#[test]
fn a_game_is_its_options() {
    let mut store = Store::new();
    for g in some_games(&mut store) {
        let left = store.options(g, Player::Left).unwrap();
        let right = store.options(g, Player::Right).unwrap();
        assert_eq!(store.game(&left, &right).unwrap(), g);
    }
}

#[test]
fn huge_switches_cost_nothing() {
    let mut store = Store::with_budget(Budget { comparisons: 1000, games: 1000 });
    let n = store.integer(2_000_000_000).unwrap();
    let switch = store.game(&[n], &[store.neg(n)]).unwrap();
    assert_eq!(store.outcome(switch).unwrap(), Outcome::N);
    assert_eq!(store.add(switch, switch).unwrap(), store.zero());
    let a = store.integer(4_611_686_018_427_387_904).unwrap();
    let hot = store.game(&[a], &[store.zero()]).unwrap();
    assert_eq!(store.add(hot, hot).unwrap(), a);
    let n = store.nimber(50_000).unwrap();
    assert_eq!(store.outcome(n).unwrap(), Outcome::N);
}

#[test]
fn numbers_are_exact_or_too_large() {
    let mut store = Store::new();
    let max = store.integer(i64::MAX.into()).unwrap();
    let one = store.integer(1).unwrap();
    let more = store.add(max, one).unwrap();
    assert_eq!(store.as_number(more), Some(Dyadic::integer(1 << 63).unwrap()));
    let max = store.integer(i128::MAX).unwrap();
    assert_eq!(store.add(max, one), Err(Limit::Overflow));
    assert_eq!(store.integer(i128::MIN), Err(Limit::Overflow));
    assert_eq!(store.game(&[max], &[]), Err(Limit::Overflow));
}

#[test]
fn what_was_written_reads_back() {
    let mut store = Store::new();
    let mut games = some_games(&mut store);
    let one = store.integer(1).unwrap();
    for n in 1..5 {
        let up = store.up_star(Dyadic::ZERO, 1, 0).unwrap();
        let power = store.pow(up, n.into()).unwrap().unwrap();
        let power_to = store.pow_to(up, n.into()).unwrap().unwrap();
        let star = store.nimber(1).unwrap();
        for g in [power, power_to, store.neg(power), store.neg(power_to)] {
            let starred = store.add(g, star).unwrap();
            let (shifted, both) = (store.add(g, one).unwrap(), store.add(starred, one).unwrap());
            for value in [g, starred, shifted, both] {
                // One word, not braces.
                let form = store.form(value).unwrap();
                assert!(matches!(form, Form::UpStar { .. }), "{form:?}");
                games.push(value);
            }
        }
        let tiny = store.integer(n.into()).and_then(|n| store.tiny(n)).unwrap();
        assert_eq!(store.form(tiny).unwrap(), Form::tiny(Form::integer(n.into())));
        games.extend([tiny, store.sub(one, tiny).unwrap()]);
    }
    for g in games {
        let form = store.form(g).unwrap();
        assert_eq!(store.read(&form).unwrap(), g, "{form:?}");
        // The form does not depend on what else the arena holds.
        let mut fresh = Store::new();
        let again = fresh.read(&form).unwrap();
        assert_eq!(fresh.form(again).unwrap(), form);
    }
}
