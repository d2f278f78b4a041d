//! Laws of games, and the places where other engines fail.

use std::ops::Bound;

use proptest::prelude::*;
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

/// A game tree as it stands, for judging the engine by the definitions alone.
#[derive(Clone, Debug, PartialEq)]
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

impl Tree {
    fn le(&self, other: &Tree) -> bool {
        !self.left.iter().any(|x| other.le(x)) && !other.right.iter().any(|x| x.le(self))
    }

    fn sum(&self, other: &Tree) -> Tree {
        let side = |own: &[Tree], others: &[Tree]| {
            let here = own.iter().map(|x| x.sum(other));
            here.chain(others.iter().map(|x| self.sum(x))).collect()
        };
        Tree { left: side(&self.left, &other.left), right: side(&self.right, &other.right) }
    }

    fn value(&self, store: &mut Store) -> Result<Value, Limit> {
        let left = self.left.iter().map(|x| x.value(store)).collect::<Result<Vec<_>, _>>()?;
        let right = self.right.iter().map(|x| x.value(store)).collect::<Result<Vec<_>, _>>()?;
        store.game(&left, &right)
    }

    fn of(store: &mut Store, v: Value) -> Tree {
        let mut side = |player| {
            let options = store.options(v, player).unwrap();
            options.into_iter().map(|x| Tree::of(store, x)).collect()
        };
        Tree { left: side(Player::Left), right: side(Player::Right) }
    }

    fn nodes(&self) -> usize {
        1 + self.left.iter().chain(&self.right).map(Tree::nodes).sum::<usize>()
    }
}

fn trees(depth: u32, most_nodes: u32) -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree { left: vec![], right: vec![] });
    leaf.prop_recursive(depth, most_nodes, 3, |inner| {
        let side = prop::collection::vec(inner, 0..3);
        (side.clone(), side).prop_map(|(left, right)| Tree { left, right })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn the_order_is_that_of_the_trees(a in trees(4, 24), b in trees(4, 24)) {
        let mut store = Store::new();
        let (x, y) = (a.value(&mut store)?, b.value(&mut store)?);
        prop_assert_eq!(store.le(x, y)?, a.le(&b));
        prop_assert_eq!(store.le(y, x)?, b.le(&a));
        prop_assert_eq!(x == y, a.le(&b) && b.le(&a));
    }

    #[test]
    fn canonical_forms_are_equal_and_have_nothing_to_remove(a in trees(4, 30)) {
        let mut store = Store::new();
        let x = a.value(&mut store)?;
        let canonical = Tree::of(&mut store, x);
        prop_assert!(canonical.le(&a) && a.le(&canonical));
        prop_assert!(canonical.nodes() <= a.nodes());
        for (options, answers) in [(&canonical.left, true), (&canonical.right, false)] {
            for (i, x) in options.iter().enumerate() {
                prop_assert!(!options.iter().enumerate().any(|(j, y)| {
                    i != j && if answers { x.le(y) } else { y.le(x) }
                }), "dominated");
                let reversible = if answers {
                    x.right.iter().any(|answer| answer.le(&canonical))
                } else {
                    x.left.iter().any(|answer| canonical.le(answer))
                };
                prop_assert!(!reversible, "reversible");
            }
        }
    }

    #[test]
    fn sums_are_those_of_the_trees(a in trees(3, 12), b in trees(3, 12)) {
        let mut store = Store::new();
        let (x, y) = (a.value(&mut store)?, b.value(&mut store)?);
        prop_assert_eq!(store.add(x, y)?, a.sum(&b).value(&mut store)?);
    }

    #[test]
    fn laws_of_an_ordered_group(a in trees(5, 40), b in trees(5, 40), c in trees(4, 20), n in -5i128..6) {
        let mut store = Store::new();
        let (x, y, z) = (a.value(&mut store)?, b.value(&mut store)?, c.value(&mut store)?);
        let sum = store.add(x, y)?;
        prop_assert_eq!(store.add(y, x)?, sum);
        let (both, other) = (store.add(sum, z)?, store.add(y, z)?);
        prop_assert_eq!(store.add(x, other)?, both);
        prop_assert_eq!(store.neg(store.neg(x)), x);
        prop_assert_eq!(store.sub(x, x)?, store.zero());
        prop_assert_eq!(store.sub(sum, y)?, x);
        // The order is kept by sums and turned by negatives, and is transitive.
        let (shifted_x, shifted_y) = (store.add(x, z)?, store.add(y, z)?);
        prop_assert_eq!(store.le(x, y)?, store.le(shifted_x, shifted_y)?);
        prop_assert_eq!(store.le(x, y)?, store.le(store.neg(y), store.neg(x))?);
        prop_assert!(!(store.le(x, y)? && store.le(y, z)?) || store.le(x, z)?);
        // n·g + g = (n + 1)·g
        let multiple = store.multiple(n, x)?;
        prop_assert_eq!(store.add(multiple, x)?, store.multiple(n + 1, x)?);
    }

    #[test]
    fn closed_forms_compare_and_add_as_their_options_do(
        a in (-4i64..5, 0u32..3, -3i64..4, 0u32..5),
        b in (-4i64..5, 0u32..3, -3i64..4, 0u32..5),
        c in trees(3, 12),
    ) {
        let mut store = Store::new();
        let mut value = |(m, k, ups, nimber)| store.up_star(Dyadic::new(i128::from(m), k)?, ups, nimber);
        let (x, y) = (value(a)?, value(b)?);
        let (a, b) = (Tree::of(&mut store, x), Tree::of(&mut store, y));
        prop_assert_eq!(a.value(&mut Store::new()).is_ok(), true);
        prop_assert_eq!(a.value(&mut store)?, x);
        prop_assert_eq!(store.le(x, y)?, a.le(&b));
        let z = c.value(&mut store)?;
        prop_assert_eq!(store.le(x, z)?, a.le(&c));
        prop_assert_eq!(store.le(z, x)?, c.le(&a));
        prop_assert_eq!(store.add(x, z)?, a.sum(&c).value(&mut store)?);
    }

    #[test]
    fn the_simplest_number_is_the_first_on_the_way_down(
        (a, b) in (-40i128..40, -40i128..40), (i, j) in (0u32..4, 0u32..4), open in any::<[bool; 2]>(),
    ) {
        let (low, high) = (Dyadic::new(a, i)?, Dyadic::new(b, j)?);
        let bound = |x, open| if open { Bound::Excluded(x) } else { Bound::Included(x) };
        let found = Dyadic::simplest(bound(low, open[0]), bound(high, open[1]))?;
        let within = |x: Dyadic| (if open[0] { low < x } else { low <= x }) && (if open[1] { x < high } else { x <= high });
        // By birthday: the integers from 0 outwards, then halves, quarters and so on.
        let expected = (0..6u32).find_map(|k| {
            let mut numerators: Vec<i128> = (-100 << k..=100 << k).collect();
            numerators.sort_by_key(|m| m.abs());
            let numbers = numerators.into_iter().map(|m| Dyadic::new(m, k).unwrap());
            numbers.into_iter().find(|&x| within(x))
        });
        prop_assert_eq!(found, expected);
    }
}

#[test]
#[should_panic(expected = "another arena")]
#[cfg(debug_assertions)]
fn a_value_of_another_arena_is_caught() {
    let (mut store, mut other) = (Store::new(), Store::new());
    let star = other.nimber(1).unwrap();
    let _ = store.add(star, star);
}

#[test]
fn budgets_end_with_the_limit_that_was_reached() {
    let grow = |budget| {
        let mut store = Store::with_budget(budget);
        let mut sum = store.zero();
        for n in 1..40 {
            let n = store.integer(n)?;
            let zero = store.zero();
            let switch = store.game(&[n], &[zero])?;
            let hot = store.game(&[switch], &[store.neg(n)])?;
            sum = store.add(sum, hot)?;
        }
        Ok(sum)
    };
    let enough = Budget::default();
    assert_eq!(grow(Budget { games: 500, ..enough }), Err(Limit::Games(500)));
    assert_eq!(grow(Budget { comparisons: 500, ..enough }), Err(Limit::Comparisons(500)));
}

#[test]
fn deep_games_do_not_overflow_the_stack() {
    // ↑^[n] has depth n, and n = 20000 would need far more than a thread's usual stack.
    let mut store = Store::new();
    let star = store.nimber(1).unwrap();
    let mut deep = store.zero();
    for _ in 0..20_000 {
        deep = store.game(&[deep], &[star]).unwrap();
    }
    let sum = store.add(deep, star).unwrap();
    assert_eq!(store.sub(sum, star).unwrap(), deep);
    let up = store.up_star(Dyadic::ZERO, 1, 0).unwrap();
    assert!(store.le(up, deep).unwrap());
}

#[test]
fn numbers_reach_far_and_no_farther() {
    let x = |m, k| Dyadic::new(m, k).unwrap();
    assert_eq!(x(1, 40) + x(-1, 0), Dyadic::new(1 - (1 << 40), 40));
    assert_eq!(x(i128::MAX, 0) + x(1, 0), Err(Limit::Overflow));
    assert_eq!(x(1, 200) + x(1, 0), Err(Limit::Overflow));
    assert_eq!(x(1, u32::MAX) * x(1, 1), Err(Limit::Overflow));
    assert_eq!(x(1, u32::MAX) * x(2, 0), Ok(x(1, u32::MAX - 1)));
    assert!(x(1, 200) < x(1, 0) && x(-1, 0) < x(1, 200) && x(-1, 0) < x(-1, 200));
    assert!(x(i128::MAX, 0) > x(1, u32::MAX) && x(i128::MAX, 127) < x(1, 0));
    assert_eq!((x(-3, 1).floor(), x(-3, 1).ceil(), x(1, 300).floor(), x(-1, 300).floor()), (-2, -1, 0, -1));
    let between = |low, high| Dyadic::simplest(Bound::Excluded(low), Bound::Excluded(high));
    assert_eq!(between(x(1, 200), x(1, 1)), Ok(Some(x(1, 2))));
    assert_eq!(between(x(0, 0), x(1, 200)), Ok(Some(x(1, 201))));
    assert_eq!(between(x(i128::MAX, 127), x(1, 0)), Err(Limit::Overflow));
    // {1/2^40 | −1} is itself.
    let mut store = Store::new();
    let (tiny, minus_one) = (store.number(x(1, 40)).unwrap(), store.integer(-1).unwrap());
    let game = store.game(&[tiny], &[minus_one]).unwrap();
    assert_eq!(store.options(game, Player::Left).unwrap(), [tiny]);
    assert_eq!(store.options(game, Player::Right).unwrap(), [minus_one]);
}
