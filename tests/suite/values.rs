//! The theory of values: what CGSuite says of 1,492 games, known facts, and a second way for each function.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use referee::engine::*;

/// Reads the inputs of values.tsv: `{…|…}`, `(x)`, `*n`, `^n`, `vn`, integers, and sums of them. Small and on its own,
/// so that what the engine makes of an input does not depend on the notation room.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn sum(&mut self, store: &mut Store) -> Value {
        let mut sum = self.term(store);
        while self.eat(b'+') {
            let term = self.term(store);
            sum = store.add(sum, term).unwrap();
        }
        sum
    }

    fn term(&mut self, store: &mut Store) -> Value {
        let first = self.text[self.at];
        if !first.is_ascii_digit() && first != b'-' {
            self.at += 1;
        }
        match first {
            b'{' => {
                let left = self.list(store, b'|');
                let right = self.list(store, b'}');
                store.game(&left, &right).unwrap()
            }
            b'(' => {
                let number = self.number(store);
                assert!(self.eat(b')'));
                number
            }
            b'*' => {
                let m = self.integer();
                store.nimber(m as u32).unwrap()
            }
            b'^' | b'v' => {
                let n = self.integer() as i64;
                store.up_star(Dyadic::ZERO, if first == b'^' { n } else { -n }, 0).unwrap()
            }
            _ => self.number(store),
        }
    }

    fn list(&mut self, store: &mut Store, end: u8) -> Vec<Value> {
        let mut list = Vec::new();
        while !self.eat(end) {
            list.push(self.sum(store));
            self.eat(b',');
        }
        list
    }

    fn number(&mut self, store: &mut Store) -> Value {
        let m = self.integer();
        let exponent = if self.eat(b'/') { self.integer().trailing_zeros() } else { 0 };
        store.number(Dyadic::new(m, exponent).unwrap()).unwrap()
    }

    fn integer(&mut self) -> i128 {
        let from = self.at;
        self.eat(b'-');
        while self.at < self.text.len() && self.text[self.at].is_ascii_digit() {
            self.at += 1;
        }
        std::str::from_utf8(&self.text[from..self.at]).unwrap().parse().unwrap()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let here = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(here);
        here
    }
}

fn read(store: &mut Store, text: &str) -> Value {
    let mut reader = Reader { text: text.as_bytes(), at: 0 };
    let value = reader.sum(store);
    assert_eq!(reader.at, text.len(), "{text}");
    value
}

fn thermograph_as_cgsuite_prints_it(thermograph: &Thermograph) -> String {
    let mut parts = Vec::new();
    for player in Player::BOTH {
        let wall = thermograph.wall(player);
        let turns: Vec<String> = wall.turns().map(|t| t.to_string()).collect();
        let slopes: Vec<String> = wall.slopes().iter().map(|s| s.to_string()).collect();
        parts.push(format!("{},[{}],[{}]", wall.mast(), turns.join(","), slopes.join(",")));
    }
    format!("Thermograph({})", parts.join(","))
}

#[test]
fn cgsuite_agrees_on_every_game() {
    let store = &mut Store::new();
    let table = include_str!("../data/values.tsv");
    let header: Vec<&str> = table.lines().next().unwrap().split('\t').collect();
    assert_eq!(
        header,
        [
            "set",
            "input",
            "printed",
            "mean",
            "temperature",
            "left_stop",
            "right_stop",
            "birthday",
            "atomic_weight",
            "thermograph",
            "reduced",
            "outcome",
            "all_small",
            "stop_count"
        ]
    );
    let mut differences = Vec::new();
    let mut rows = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let g = read(store, cells[1]);
        let print = |store: &mut Store, g| store.form(g).unwrap().ascii();
        let weight = store.atomic_weight(g).unwrap();
        let weight = weight.map_or("none".to_string(), |weight| print(store, weight));
        let reduced = store.reduced(g).unwrap();
        // What is printed reads back as the same value.
        let printed_again =
            referee::notation::Form::read(cells[2], referee::notation::Dialect::Plain).unwrap();
        assert_eq!(store.read(&printed_again), Ok(g), "{}", cells[2]);
        let thermograph = store.thermograph(g).unwrap();
        let ours = [
            (2, print(store, g)),
            (3, store.mean(g).unwrap().to_string()),
            (4, store.temperature(g).unwrap().to_string()),
            (5, store.stop(g, Player::Left).to_string()),
            (6, store.stop(g, Player::Right).to_string()),
            (7, store.birthday(g).unwrap().to_string()),
            (8, weight),
            (9, thermograph_as_cgsuite_prints_it(&thermograph)),
            (10, print(store, reduced)),
            (11, format!("{:?}", store.outcome(g).unwrap())),
            (12, store.is_all_small(g).unwrap().to_string()),
            (13, store.stop_count(g).unwrap().to_string()),
        ];
        for (column, ours) in ours {
            if ours != cells[column] {
                differences
                    .push(format!("{} of {}: {ours}, not {}", header[column], cells[1], cells[column]));
            }
        }
        rows += 1;
    }
    assert_eq!(rows, 1492);
    assert!(
        differences.is_empty(),
        "{} differences\n{}",
        differences.len(),
        differences[..differences.len().min(20)].join("\n")
    );
}

/// What a known fact says: the value of an expression, written in the small notation of [`Reader`].
#[track_caller]
fn assert_value(store: &mut Store, value: Value, expected: &str) {
    let expected = read(store, expected);
    assert_eq!(store.as_up_star(value), store.as_up_star(expected));
    assert_eq!(value, expected);
}

fn dyadic(m: i128, k: u32) -> Dyadic {
    Dyadic::new(m, k).unwrap()
}

/// Where other engines wrap, take 19 seconds, run out of memory or give a number that does not exist.
#[test]
fn large_numbers_cost_nothing_and_do_not_wrap() {
    let store = &mut Store::new();
    let temperature_of_switch = |store: &mut Store, left: Dyadic, right: Dyadic| {
        let (left, right) = (store.number(left).unwrap(), store.number(right).unwrap());
        let switch = store.game(&[left], &[right]).unwrap();
        store.temperature(switch).unwrap()
    };
    assert_eq!(temperature_of_switch(store, dyadic(1, 32), dyadic(-1, 0)), dyadic(4294967297, 33));
    assert_eq!(temperature_of_switch(store, dyadic(1, 33), dyadic(-1, 0)), dyadic((1 << 33) + 1, 34));
    assert_eq!(temperature_of_switch(store, dyadic(1, 40), dyadic(-1, 0)), dyadic((1 << 40) + 1, 41));
    for n in [10_000_000, 2_000_000_000, 9_000_000_000_000_000_000, 1 << 100] {
        assert_eq!(temperature_of_switch(store, dyadic(n, 0), dyadic(-n, 0)), dyadic(n, 0));
    }
    let switch = read(store, "{2000000000|-2000000000}");
    assert_eq!(store.birthday(switch), Ok(2_000_000_001));
    assert_eq!(store.followers(switch), Ok(4_000_000_002));
    assert_eq!(store.mean(switch), Ok(Dyadic::ZERO));
    assert_eq!(store.stop_count(switch), Ok(2));
    let thermograph = store.thermograph(switch).unwrap();
    assert_eq!(
        thermograph_as_cgsuite_prints_it(&thermograph),
        "Thermograph(0,[2000000000],[0,-1],0,[2000000000],[0,1])"
    );

    let half = store.game(&[], &[]).and_then(|zero| {
        let large = store.integer(4611686018427387904)?;
        let g = store.game(&[large], &[zero])?;
        store.add(g, g)
    });
    assert_value(store, half.unwrap(), "4611686018427387904");
    let (a, one) = (store.integer(i64::MAX.into()).unwrap(), store.integer(1).unwrap());
    let sum = store.add(a, one).unwrap();
    assert_value(store, sum, "9223372036854775808");

    let star_20 = store.nimber(20).unwrap();
    assert_eq!(store.birthday(star_20), Ok(20));
    assert_eq!(store.followers(star_20), Ok(21));
    assert_eq!(store.stop_count(star_20), Ok(2 * 3u128.pow(19)));
    let large_star = store.nimber(u32::MAX).unwrap();
    assert_eq!(store.birthday(large_star), Ok(u32::MAX.into()));
    assert_eq!(store.stop_count(large_star), Err(Limit::Overflow));
    assert_eq!(store.far_star(large_star), Err(Limit::Overflow));
    for (n, birthday) in [(50_000, 50_000u128), (-50_000, 50_000), (i128::MAX, i128::MAX as u128)] {
        let n = store.integer(n).unwrap();
        assert_eq!(store.birthday(n), Ok(birthday));
        assert_eq!(store.followers(n), Ok(birthday + 1));
    }
    let ups = store.up_star(Dyadic::ZERO, i64::MAX, 7).unwrap();
    assert_eq!(store.birthday(ups), Ok(i64::MAX as u128 + 6));
    assert_eq!(store.temperature(ups), Ok(Dyadic::ZERO));
    let weight = store.integer(i64::MAX.into()).unwrap();
    assert_eq!(store.atomic_weight(ups), Ok(Some(weight)));
}

#[test]
fn what_has_no_atomic_weight_gets_none() {
    let store = &mut Store::new();
    for text in ["5", "{2|0}", "{3|^1}", "(1/2)", "1+*1", "{1|-1}", "{1|^3}"] {
        let g = read(store, text);
        assert_eq!(store.atomic_weight(g), Ok(None), "{text}");
    }
    // An infinitesimal without an atomic weight, and one with weight 2 that is not all-small (both from CGSuite's tests).
    let g = read(store, "{{1|^3}|^1}");
    assert!(store.is_infinitesimal(g));
    assert_eq!(store.atomic_weight(g), Ok(None));
    let g = read(store, "{{1|^2}|^1}");
    let two = store.integer(2).unwrap();
    assert_eq!(store.atomic_weight(g), Ok(Some(two)));
    // The threats of tiny and miny weigh nothing, and ↑*n weighs 1; {⇑+↑ | ⇓} has a hot weight.
    let g = read(store, "{0|{0|-3}}");
    assert_eq!(store.atomic_weight(g), Ok(Some(store.zero())));
    let (g, hot) = (read(store, "{^3|v2}"), read(store, "{1|0}"));
    assert_eq!(store.atomic_weight(g), Ok(Some(hot)));
}

/// A game below which a threat has to weigh more than a number of ups: to count numbers as weightless gives −1 here,
/// which is wrong, and so CGSuite says that there is no atomic weight.
#[test]
fn threats_weigh_more_than_ups() {
    let store = &mut Store::new();
    let g = read(store, "{{{0,*1,*2|0,*1}|{v1+*1,{2|(-1/2)}|(-1/2)}}|0}");
    let weight = store.integer(-2).unwrap();
    assert_eq!(store.atomic_weight(g), Ok(Some(weight)));
    for (n, same) in [(-1, false), (-2, true), (-3, false)] {
        let ups = store.up_star(Dyadic::ZERO, n, 0).unwrap();
        let companies = ["0", "^1", "^2", "^3", "^4", "^2+*1", "{^2|0}", "{0|{0|-1}}", "{^4|v1}", "{1|^1}"];
        let agree = companies.iter().all(|company| {
            let x = read(store, company);
            outcome_in_company(store, g, x) == outcome_in_company(store, ups, x)
        });
        assert_eq!(agree, same, "{n}");
    }
}

/// The outcome of g + x + *m with a far star.
fn outcome_in_company(store: &mut Store, g: Value, x: Value) -> Outcome {
    let sum = store.add(g, x).unwrap();
    let m = [g, x, sum].map(|v| store.far_star(v).unwrap()).into_iter().max().unwrap();
    let star = store.nimber(m).unwrap();
    let sum = store.add(sum, star).unwrap();
    store.outcome(sum).unwrap()
}

#[test]
fn numbers_have_negative_temperatures() {
    let store = &mut Store::new();
    for (m, k, temperature) in
        [(0, 0, dyadic(-1, 0)), (7, 0, dyadic(-1, 0)), (-5, 3, dyadic(-1, 3)), (1, 40, dyadic(-1, 40))]
    {
        let g = store.number(dyadic(m, k)).unwrap();
        assert_eq!(store.temperature(g), Ok(temperature));
        assert_eq!(store.mean(g), Ok(dyadic(m, k)));
        if k < 40 {
            assert_eq!(store.thermograph(g).unwrap().temperature(), temperature);
        }
    }
}

#[test]
fn kinds_and_followers_of_small_games() {
    let store = &mut Store::new();
    let mut check = |text: &str, kinds: &str, birthday: u128, followers: u128| {
        let g = read(store, text);
        let all = [
            ('z', store.is_zero(g)),
            ('i', store.is_integer(g)),
            ('x', store.is_number(g)),
            ('*', store.is_nimber(g)),
            ('e', store.is_infinitesimal(g)),
            ('n', store.is_numberish(g)),
            ('s', store.is_all_small(g).unwrap()),
        ];
        let found: String = all.into_iter().filter(|kind| kind.1).map(|kind| kind.0).collect();
        assert_eq!(found, kinds, "{text}");
        assert_eq!((store.birthday(g), store.followers(g)), (Ok(birthday), Ok(followers)), "{text}");
    };
    check("0", "zix*ens", 0, 1);
    check("*1", "*ens", 1, 2);
    check("*5", "*ens", 5, 6);
    check("3", "ixn", 3, 4);
    check("(3/4)", "xn", 3, 4);
    check("(-5/4)", "xn", 4, 5);
    check("^1", "ens", 2, 3);
    check("^1+*1", "ens", 2, 3);
    check("^2", "ens", 3, 4);
    check("1+^1", "n", 3, 4);
    check("{0|{0|-1}}", "en", 3, 4);
    check("{1|-1}", "", 2, 4);
    check("{{{0|*1}|*1}|*1}", "ens", 4, 5);
}

#[test]
fn heat_and_cold() {
    let store = &mut Store::new();
    let two = store.integer(2).unwrap();
    for (g, heated) in [
        ("*1", "{2|-2}"),
        ("*2", "{2,{4|0}|-2,{0|-4}}"),
        ("^1", "{2|{0|-4}}"),
        ("^1+*1", "{2,{4|0}|-2}"),
        ("^2", "{2|{0,{2|-2}|-4}}"),
        ("(3/4)", "(3/4)"),
    ] {
        let g = read(store, g);
        let heated_g = store.heat(g, two).unwrap();
        assert_value(store, heated_g, heated);
    }
    for (g, t, cooled) in [
        ("{3|-1}", dyadic(1, 0), "{2|0}"),
        ("{3|-1}", dyadic(2, 0), "1+*1"),
        ("{3|-1}", dyadic(5, 1), "1"),
        ("5", dyadic(7, 0), "5"),
        ("(1/2)", dyadic(-1, 1), "(1/2)"),
        ("(1/2)", dyadic(-3, 2), "{(3/4)|(1/4)}"),
        ("^1", dyadic(0, 0), "^1"),
        ("^1", dyadic(1, 5), "0"),
        ("*1", dyadic(-1, 1), "{(1/2)|(-1/2)}"),
    ] {
        let g = read(store, g);
        let cooled_g = store.cool(g, t).unwrap().unwrap();
        assert_value(store, cooled_g, cooled);
    }
    let g = read(store, "{3|-1}");
    assert_eq!(store.cool(g, dyadic(-1, 0)), Ok(None));
    for (g, frozen) in [
        ("{3|-1}", "1+*1"),
        ("-3", "-3"),
        ("(-1/2)", "(-1/2)"),
        ("^4+*1", "^4+*1"),
        ("{{3|2}|-1}", "(3/4)+*1"),
    ] {
        let g = read(store, g);
        let frozen_g = store.freeze(g).unwrap();
        assert_value(store, frozen_g, frozen);
    }
    // Overheating from 1* to 1 is warming; an integer n gives n·s.
    let (one, one_star) = (store.integer(1).unwrap(), read(store, "1+*1"));
    for (g, overheated) in [("3", "3+*1"), ("(1/2)", "{1|*1}"), ("*1", "{1|-1}")] {
        let g = read(store, g);
        let overheated_g = store.overheat(g, one_star, one).unwrap();
        let expected = read(store, overheated);
        assert_eq!(overheated_g, expected, "{overheated}");
    }
}

#[test]
fn products_powers_and_names() {
    let store = &mut Store::new();
    for (g, h, product) in [
        ("^1", "^1", "^1+*3"),
        ("*2", "^1", "*3"),
        ("*4", "^1", "*8"),
        ("*4", "*4", "*6"),
        ("*19", "*23", "*86"),
        ("15", "^2+*2", "^30+*2"),
        ("(1/2)", "(-3/4)", "(-3/8)"),
        ("0", "{3|^1}", "0"),
    ] {
        let (g, h) = (read(store, g), read(store, h));
        let product_of_both = store.conway(g, h).unwrap();
        assert_value(store, product_of_both, product);
        assert_eq!(store.conway(h, g), Ok(product_of_both));
    }
    for (g, h, sum) in [
        ("1", "-1", "(1/2)"),
        ("*1", "1", "{0,*1|0}"),
        ("*3", "*4", "*7"),
        ("0", "{1|-1}", "{1|-1}"),
        ("{1|-1}", "0", "{1|-1}"),
        ("2", "(-1/2)", "{1,{1|2}|2}"),
        ("^1", "1", "{^1|*1}"),
        ("1000000", "1000000", "2000000"),
    ] {
        let (g, h) = (read(store, g), read(store, h));
        let both = store.ordinal_sum(g, h).unwrap();
        assert_value(store, both, sum);
    }
    // ↑^n and ↑^[n]; the powers of * and of tiny 2; ↓, {1|0} and {0 | *, *2} are no bases, −1 is no exponent.
    for (g, n, power, sum) in [
        ("^1", 1, "^1", "^1"),
        ("^1", 2, "{0|v1+*1}", "{^1|*1}"),
        ("*1", 2, "{0|*1}", "{*1,0|0}"),
        ("{0|{0|-2}}", 2, "{0|{0|-2}+{{2|0}|0}}", "{{0|{0|-2}}|{0|-2}}"),
    ] {
        let g = read(store, g);
        let power_of_g = store.pow(g, Dyadic::from(n)).unwrap().unwrap();
        assert_value(store, power_of_g, power);
        let sum_of_powers = store.pow_to(g, Dyadic::from(n)).unwrap().unwrap();
        assert_value(store, sum_of_powers, sum);
    }
    for text in ["v1", "{1|0}", "{0|*1,*2}", "0", "1", "(1/2)"] {
        let g = read(store, text);
        assert_eq!(store.pow(g, dyadic(2, 0)), Ok(None), "{text}");
        assert_eq!(store.pow_to(g, dyadic(2, 0)), Ok(None), "{text}");
    }
    let up = read(store, "^1");
    assert_eq!(store.pow_to(up, dyadic(-1, 0)), Ok(None));
    assert_eq!(store.pow(up, dyadic(0, 0)), Ok(None));
    assert_eq!(store.pow_to(up, Dyadic::ZERO), Ok(Some(store.zero())));
    // ↑^[1/2] = ↑ : −1 = {0 | *, ↑}: 1 : −1 = 1/2.
    let half = store.pow_to(up, dyadic(1, 1)).unwrap().unwrap();
    assert_value(store, half, "{0|*1,^1}");
    // ↑ + ↑² + … + ↑^n = ↑^[n].
    let mut sum = store.zero();
    for n in 1..=6 {
        let power = store.pow(up, Dyadic::from(n)).unwrap().unwrap();
        sum = store.add(sum, power).unwrap();
        assert_eq!(store.pow_to(up, Dyadic::from(n)), Ok(Some(sum)));
    }
    for (g, tiny, miny) in
        [("1", "{0|{0|-1}}", "{{1|0}|0}"), ("{2|1}", "{0|{0|{-1|-2}}}", "{{{2|1}|0}|0}"), ("0", "^1", "v1")]
    {
        let g = read(store, g);
        let (tiny_g, miny_g) = (store.tiny(g).unwrap(), store.miny(g).unwrap());
        assert_value(store, tiny_g, tiny);
        assert_value(store, miny_g, miny);
    }
    // Norton's product needs a unit u > 0.
    let (g, star, zero) = (read(store, "{1|0}"), read(store, "*1"), store.zero());
    for unit in [star, zero, store.neg(up)] {
        assert_eq!(store.norton(g, unit), Ok(None));
    }
}

#[test]
fn reduced_forms() {
    let store = &mut Store::new();
    for (g, reduced) in [
        // cgt-tools commit c0f9430
        (
            "{{(3/2)+*1|(1/2)}|{0|-3},{-1+*1,{(-1/2)|-1+*1}|(-5/2)}}",
            "{{(3/2)|(1/2)}|{0|-3},{{(-1/2)|-1}|(-5/2)}}",
        ),
        ("{1+*1|0}", "{1|0}"),
        ("2+^5+*3", "2"),
        ("{*1,^1,{1|0,*1}|-2}", "{{1|0}|-2}"),
    ] {
        let g = read(store, g);
        let reduced_g = store.reduced(g).unwrap();
        assert_value(store, reduced_g, reduced);
    }
}

#[test]
fn down_star_has_two_right_options() {
    // cgt-tools commit 9b1f66e took the test of ↑* for it.
    let store = &mut Store::new();
    let g = read(store, "v1+*1");
    assert_eq!(store.options(g, Player::Left).unwrap().len(), 1);
    assert_eq!(store.options(g, Player::Right).unwrap().len(), 2);
}

#[test]
fn incentives_are_what_a_move_gains() {
    let store = &mut Store::new();
    let up = read(store, "^1");
    let (left, right) =
        (store.incentives(up, Player::Left).unwrap(), store.incentives(up, Player::Right).unwrap());
    assert_eq!((left.len(), right.len()), (1, 1));
    assert_value(store, left[0], "v1");
    assert_value(store, right[0], "^1+*1");
    let three = store.integer(3).unwrap();
    assert_eq!(store.incentives(three, Player::Right), Ok(vec![]));
}

/// Chains deeper than any stack: ↑^[n] for a large n, whose canonical form has n levels.
#[test]
fn deep_games_are_ordinary_games() {
    let store = &mut Store::new();
    let up = read(store, "^1");
    let n = 20_000;
    let g = store.pow_to(up, Dyadic::from(n)).unwrap().unwrap();
    assert_eq!(store.birthday(g), Ok(n as u128 + 1));
    assert_eq!(store.followers(g), Ok(n as u128 + 2));
    assert_eq!(store.stop_count(g), Ok(2 * n as u128 + 1));
    assert_eq!(store.is_all_small(g), Ok(true));
    let one = store.integer(1).unwrap();
    assert_eq!(store.atomic_weight(g), Ok(Some(one)));
    assert_eq!(store.temperature(g), Ok(Dyadic::ZERO));
    let thermograph = store.thermograph(g).unwrap();
    assert_eq!(thermograph_as_cgsuite_prints_it(&thermograph), "Thermograph(0,[0],[0,-1],0,[],[0])");
}

/// Options that are written out while a game is being made canonical must not mislead it (2* was left here, once).
#[test]
fn equal_forms_are_one_value() {
    for text in ["{2+^1+*2|2+*2}", "{2,2+*1,2+*2|2+*2}", "{2,2+*1|2+*2}", "2+^1+*3", "{2|2+*2}"] {
        let store = &mut Store::new();
        let g = read(store, text);
        assert_eq!(store.as_up_star(g), Some((dyadic(2, 0), 1, 3)), "{text}");
    }
}

/// A budget ends a computation with a limit, and says how far it got.
#[test]
fn a_limit_is_not_an_answer() {
    let store = &mut Store::with_budget(Budget { games: 100, ..Budget::default() });
    let up = read(store, "^1");
    assert_eq!(store.pow_to(up, Dyadic::from(1000)), Err(Limit::Games(100)));
}

/// A random form: a number plus n·↑ + *m, or options for both players.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(i8, u8, i8, u8),
    Node(Vec<Tree>, Vec<Tree>),
}

impl Tree {
    fn value(&self, store: &mut Store) -> Value {
        match self {
            &Tree::Leaf(m, k, ups, nimber) => {
                store.up_star(dyadic(m.into(), k.into()), ups.into(), nimber.into()).unwrap()
            }
            Tree::Node(left, right) => {
                let left: Vec<Value> = left.iter().map(|tree| tree.value(store)).collect();
                let right: Vec<Value> = right.iter().map(|tree| tree.value(store)).collect();
                store.game(&left, &right).unwrap()
            }
        }
    }
}

fn trees(leaf: impl Strategy<Value = Tree> + 'static, depth: u32) -> impl Strategy<Value = Tree> {
    leaf.prop_recursive(depth, 24, 3, |inner| {
        let side = prop::collection::vec(inner, 1..=3);
        (side.clone(), side).prop_map(|(left, right)| Tree::Node(left, right))
    })
}

/// Any game: numbers with denominators to 4, a few ups and stars, three levels of options.
fn games() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        4 => (-3i8..=3, 0u8..=2).prop_map(|(m, k)| Tree::Leaf(m, k, 0, 0)),
        1 => (-1i8..=1, -2i8..=2, 0u8..=2).prop_map(|(m, ups, nimber)| Tree::Leaf(m, 0, ups, nimber)),
    ];
    trees(leaf, 3)
}

fn small_games() -> impl Strategy<Value = Tree> {
    trees((-2i8..=2, 0u8..=1, 0u8..=1).prop_map(|(m, k, nimber)| Tree::Leaf(m, k, 0, nimber)), 2)
}

fn all_small_games() -> impl Strategy<Value = Tree> {
    trees((-1i8..=1, 0u8..=2).prop_map(|(ups, nimber)| Tree::Leaf(0, 0, ups, nimber)), 3)
}

/// The walls of the canonical form at −1, −1 + s, −1 + 2s, … with s = 1/64, in units of s, by their definition alone.
fn walls_on_a_grid(store: &mut Store, g: Value, known: &mut HashMap<Value, [Vec<i64>; 2]>) -> [Vec<i64>; 2] {
    const STEPS: i64 = 64 * 8;
    if let Some(walls) = known.get(&g) {
        return walls.clone();
    }
    let integer = store.as_number(g).filter(|number| number.is_integer());
    let mut walls = [Vec::new(), Vec::new()];
    if let Some(integer) = integer {
        walls = [(); 2].map(|_| vec![64 * integer.mantissa() as i64; STEPS as usize]);
    } else {
        let mut options = [Vec::new(), Vec::new()];
        for (side, player) in Player::BOTH.into_iter().enumerate() {
            for option in store.options(g, player).unwrap() {
                options[side].push(walls_on_a_grid(store, option, known));
            }
        }
        let mut mast = None;
        for step in 0..STEPS {
            let t = step - 64;
            let left = options[0].iter().map(|walls| walls[1][step as usize]).max().unwrap() - t;
            let right = options[1].iter().map(|walls| walls[0][step as usize]).min().unwrap() + t;
            if mast.is_none() && left <= right {
                assert_eq!(left, right, "the grid is too coarse");
                mast = Some(left);
            }
            walls[0].push(mast.unwrap_or(left));
            walls[1].push(mast.unwrap_or(right));
        }
    }
    known.insert(g, walls.clone());
    walls
}

/// Answers with the closed forms taken away: by the options alone.
fn birthday_by_options(store: &mut Store, g: Value) -> u128 {
    let options = options_of_both(store, g);
    options.into_iter().map(|option| birthday_by_options(store, option) + 1).max().unwrap_or(0)
}

fn stop_count_by_options(store: &mut Store, g: Value) -> u128 {
    if store.is_number(g) {
        return 1;
    }
    options_of_both(store, g).into_iter().map(|option| stop_count_by_options(store, option)).sum()
}

fn followers_by_options(store: &mut Store, g: Value, seen: &mut HashSet<Value>) {
    if seen.insert(g) {
        for option in options_of_both(store, g) {
            followers_by_options(store, option, seen);
        }
    }
}

fn is_all_small_by_options(store: &mut Store, g: Value) -> bool {
    let [left, right] = Player::BOTH.map(|player| store.options(g, player).unwrap());
    left.is_empty() == right.is_empty()
        && left.into_iter().chain(right).all(|option| is_all_small_by_options(store, option))
}

fn options_of_both(store: &mut Store, g: Value) -> Vec<Value> {
    Player::BOTH.into_iter().flat_map(|player| store.options(g, player).unwrap()).collect()
}

#[test]
fn closed_forms_agree_with_their_options() {
    let store = &mut Store::new();
    for number in [dyadic(0, 0), dyadic(2, 0), dyadic(-3, 2), dyadic(5, 3), dyadic(11, 4)] {
        for ups in -4..=4 {
            for nimber in 0..=5 {
                let g = store.up_star(number, ups, nimber).unwrap();
                assert_eq!(store.birthday(g), Ok(birthday_by_options(store, g)));
                assert_eq!(store.stop_count(g), Ok(stop_count_by_options(store, g)));
                let mut followers = HashSet::new();
                followers_by_options(store, g, &mut followers);
                assert_eq!(store.followers(g), Ok(followers.len() as u128), "{number} {ups} {nimber}");
                assert_eq!(store.is_all_small(g), Ok(is_all_small_by_options(store, g)));
                assert_walls(store, g);
            }
        }
    }
}

fn assert_walls(store: &mut Store, g: Value) {
    let expected = walls_on_a_grid(store, g, &mut HashMap::new());
    let thermograph = store.thermograph(g).unwrap();
    for (side, player) in Player::BOTH.into_iter().enumerate() {
        for (step, &value) in expected[side].iter().enumerate() {
            let t = dyadic(step as i128 - 64, 6);
            assert_eq!(
                thermograph.wall(player).value_at(t),
                Ok(dyadic(value.into(), 6)),
                "{player:?} at {t}"
            );
        }
    }
    assert_eq!(store.mean(g), Ok(thermograph.mast()));
    assert_eq!(store.temperature(g), Ok(thermograph.temperature()));
}

#[test]
fn nim_products_are_minimal_excludants() {
    let mut table = [[0u32; 32]; 32];
    for a in 0..32 {
        for b in 0..32 {
            let taken = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
            table[a][b] =
                mex(taken.map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y]).collect::<Vec<_>>());
            assert_eq!(nim_product(a as u32, b as u32), table[a][b], "{a} {b}");
        }
    }
}

/// Is g ≤ h up to an infinitesimal: is the Right stop of h − g at least 0?
fn le_nearly(store: &mut Store, g: Value, h: Value) -> bool {
    let difference = store.sub(h, g).unwrap();
    store.stop(difference, Player::Right) >= Dyadic::ZERO
}

/// Of no follower can an option be left out or bypassed if infinitesimals count for nothing.
fn assert_nothing_to_reduce(store: &mut Store, g: Value) {
    if store.is_number(g) {
        return;
    }
    for player in Player::BOTH {
        // For Right, everything the other way round.
        let le = |store: &mut Store, a, b| match player {
            Player::Left => le_nearly(store, a, b),
            Player::Right => le_nearly(store, b, a),
        };
        let options = store.options(g, player).unwrap();
        for &option in &options {
            for &other in &options {
                assert!(option == other || !le(store, option, other), "a dominated option is left");
            }
            if !store.is_number(option) {
                for answer in store.options(option, player.opponent()).unwrap() {
                    assert!(!le(store, answer, g), "a reversible option is left");
                }
            }
            assert_nothing_to_reduce(store, option);
        }
    }
}

/// Conway's formula and nothing else.
fn conway_by_definition(
    store: &mut Store,
    g: Value,
    h: Value,
    known: &mut HashMap<(Value, Value), Value>,
) -> Value {
    if let Some(&product) = known.get(&(g, h)) {
        return product;
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (i, player) in Player::BOTH.into_iter().enumerate() {
        for x in store.options(g, player).unwrap() {
            for (j, other) in Player::BOTH.into_iter().enumerate() {
                for y in store.options(h, other).unwrap() {
                    let parts =
                        [(x, h), (g, y), (x, y)].map(|(a, b)| conway_by_definition(store, a, b, known));
                    let sum = store.add(parts[0], parts[1]).unwrap();
                    sides[usize::from(i != j)].push(store.sub(sum, parts[2]).unwrap());
                }
            }
        }
    }
    let product = store.game(&sides[0], &sides[1]).unwrap();
    known.insert((g, h), product);
    product
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    /// However two equal games were made, and whatever else the arena holds, they are one value; and it is the form
    /// without dominated and reversible options.
    #[test]
    fn equal_games_are_one_value(a in games(), b in games(), x in (-2i128..=2, 0u32..=1)) {
        let store = &mut Store::new();
        let (g, h) = (a.value(store), b.value(store));
        let mut followers = HashSet::new();
        followers_by_options(store, g, &mut followers);
        followers_by_options(store, h, &mut followers);
        for &g in &followers {
            for &h in &followers {
                let equal = store.le(g, h).unwrap() && store.le(h, g).unwrap();
                prop_assert_eq!(equal, g == h);
            }
            for player in Player::BOTH {
                for option in store.options(g, player).unwrap() {
                    for answer in store.options(option, player.opponent()).unwrap() {
                        let reverses = match player {
                            Player::Left => store.le(answer, g).unwrap(),
                            Player::Right => store.le(g, answer).unwrap(),
                        };
                        prop_assert!(!reverses);
                    }
                }
            }
        }
        // A number added to each option or to the game.
        let number = store.number(dyadic(x.0, x.1)).unwrap();
        if !store.is_number(g) {
            let moved = Player::BOTH.map(|player| {
                let options = store.options(g, player).unwrap();
                options.into_iter().map(|option| store.add(option, number).unwrap()).collect::<Vec<_>>()
            });
            let sum = store.add(g, number).unwrap();
            prop_assert_eq!(store.game(&moved[0], &moved[1]), Ok(sum));
        }
    }

    #[test]
    fn walls_are_those_of_the_definition(tree in games()) {
        let store = &mut Store::new();
        let g = tree.value(store);
        assert_walls(store, g);
    }

    /// The walls are the stops of the cooled game, at every turn and in the middle of every piece.
    #[test]
    fn walls_are_the_stops_of_the_cooled_game(tree in games()) {
        let store = &mut Store::new();
        let g = tree.value(store);
        let thermograph = store.thermograph(g).unwrap();
        for player in Player::BOTH {
            let points = thermograph.wall(player).points();
            let mut temperatures: Vec<Dyadic> = points[1..].iter().map(|point| point.temperature).collect();
            temperatures.extend(points.windows(2).map(|piece| {
                (piece[0].temperature + piece[1].temperature).unwrap().half().unwrap()
            }));
            temperatures.push((thermograph.temperature() + Dyadic::ONE).unwrap());
            for t in temperatures.into_iter().filter(|&t| t > -Dyadic::ONE) {
                let cooled = store.cool(g, t).unwrap().unwrap();
                prop_assert_eq!(thermograph.wall(player).value_at(t), Ok(store.stop(cooled, player)));
            }
        }
    }

    #[test]
    fn cooling_respects_sums_and_adds_up(a in games(), b in small_games(), s in 0i128..6, t in 0i128..6) {
        let store = &mut Store::new();
        let (g, h, s, t) = (a.value(store), b.value(store), dyadic(s, 2), dyadic(t, 2));
        let cool = |store: &mut Store, g, t| store.cool(g, t).unwrap().unwrap();
        let sum = store.add(g, h).unwrap();
        let (cool_sum, cool_g, cool_h) = (cool(store, sum, t), cool(store, g, t), cool(store, h, t));
        prop_assert_eq!(store.add(cool_g, cool_h), Ok(cool_sum));
        let both = cool(store, g, (s + t).unwrap());
        prop_assert_eq!(cool(store, cool_g, s), both);
        // Below its temperature, heating undoes it up to a number and an infinitesimal: here only the mean remains to say.
        let frozen = store.freeze(g).unwrap();
        prop_assert!(store.is_numberish(frozen));
        prop_assert_eq!(store.mean(frozen), store.mean(g));
    }

    #[test]
    fn closed_forms_agree_below_a_game(tree in games()) {
        let store = &mut Store::new();
        let g = tree.value(store);
        prop_assert_eq!(store.birthday(g), Ok(birthday_by_options(store, g)));
        prop_assert_eq!(store.stop_count(g), Ok(stop_count_by_options(store, g)));
        let mut followers = HashSet::new();
        followers_by_options(store, g, &mut followers);
        prop_assert_eq!(store.followers(g), Ok(followers.len() as u128));
        prop_assert_eq!(store.is_all_small(g), Ok(is_all_small_by_options(store, g)));
    }

    #[test]
    fn the_confusion_interval_holds_the_confused_numbers(tree in games()) {
        let store = &mut Store::new();
        let g = tree.value(store);
        let interval = store.confusion_interval(g).unwrap();
        for m in -32..=32 {
            let x = dyadic(m, 3);
            let number = store.number(x).unwrap();
            let confused = store.compare(g, number).unwrap().is_none();
            prop_assert_eq!(confused, interval.is_some_and(|ends| std::ops::RangeBounds::contains(&ends, &x)));
        }
    }

    /// An atomic weight says how a game behaves in company, and bounds it: n ≤ weight just if g + n·↓ + ↑ + *m ≥ 0.
    #[test]
    fn atomic_weights_say_the_outcomes_in_company(g in all_small_games(), x in all_small_games(), hot in small_games()) {
        let store = &mut Store::new();
        let (g, x, hot) = (g.value(store), x.value(store), hot.value(store));
        let weight = store.atomic_weight(g).unwrap().expect("all-small games have an atomic weight");
        let up = store.up_star(Dyadic::ZERO, 1, 0).unwrap();
        let ups = store.norton(weight, up).unwrap().unwrap();
        for company in [x, hot] {
            prop_assert_eq!(outcome_in_company(store, g, company), outcome_in_company(store, ups, company));
        }
        for n in -4..=4 {
            let integer = store.integer(n.into()).unwrap();
            let rest = store.up_star(Dyadic::ZERO, 1 - n, 0).unwrap();
            let outcome = outcome_in_company(store, g, rest);
            prop_assert_eq!(store.le(integer, weight).unwrap(), outcome == Outcome::L, "{}", n);
        }
    }

    #[test]
    fn atomic_weights_add_up(a in all_small_games(), b in all_small_games()) {
        let store = &mut Store::new();
        let (g, h) = (a.value(store), b.value(store));
        let sum = store.add(g, h).unwrap();
        let [g, h, sum] = [g, h, sum].map(|v| store.atomic_weight(v).unwrap().unwrap());
        prop_assert_eq!(store.add(g, h), Ok(sum));
    }

    /// W·↑ has the atomic weight W, for every W; and Norton's product respects sums.
    #[test]
    fn norton_multiples_have_their_factor_as_weight(a in small_games(), b in small_games(), u in 0usize..4) {
        let store = &mut Store::new();
        let (g, h) = (a.value(store), b.value(store));
        let up = store.up_star(Dyadic::ZERO, 1, 0).unwrap();
        let ups = store.norton(g, up).unwrap().unwrap();
        prop_assert_eq!(store.atomic_weight(ups), Ok(Some(g)));
        let unit = read(store, ["^1", "1+*1", "{0|{0|-2}}", "^2+*1"][u]);
        let sum = store.add(g, h).unwrap();
        let [g_u, h_u, sum_u] = [g, h, sum].map(|v| store.norton(v, unit).unwrap().unwrap());
        prop_assert_eq!(store.add(g_u, h_u), Ok(sum_u));
    }

    /// Warming is both the product with 1* and overheating from 1* to 1.
    #[test]
    fn warming_is_a_norton_product(tree in games()) {
        let store = &mut Store::new();
        let g = tree.value(store);
        let (one, one_star) = (store.integer(1).unwrap(), read(store, "1+*1"));
        prop_assert_eq!(store.norton(g, one_star).unwrap(), Some(store.overheat(g, one_star, one).unwrap()));
    }

    #[test]
    fn reduced_forms_are_reduced(tree in games(), infinitesimal in all_small_games()) {
        let store = &mut Store::new();
        let g = tree.value(store);
        let reduced = store.reduced(g).unwrap();
        let difference = store.sub(g, reduced).unwrap();
        prop_assert!(store.is_infinitesimal(difference));
        assert_nothing_to_reduce(store, reduced);
        let infinitesimal = infinitesimal.value(store);
        let near = store.add(g, infinitesimal).unwrap();
        prop_assert_eq!(store.reduced(near), Ok(reduced));
    }

    #[test]
    fn conway_products_follow_the_formula(a in trees((-2i8..=2, 0u8..=1, -1i8..=1, 0u8..=2).prop_map(|(m, k, u, n)| Tree::Leaf(m, k, u, n)), 1), n in -3i128..=3) {
        let store = &mut Store::new();
        let g = a.value(store);
        for h in ["*1", "^1", "(1/2)", "2", "{1|0}"] {
            let h = read(store, h);
            let by_definition = conway_by_definition(store, g, h, &mut HashMap::new());
            prop_assert_eq!(store.conway(g, h), Ok(by_definition));
        }
        let n = store.integer(n).unwrap();
        let by_definition = conway_by_definition(store, n, g, &mut HashMap::new());
        prop_assert_eq!(store.conway(n, g), Ok(by_definition));
    }

    /// The colon principle: h ≤ k gives g : h ≤ g : k.
    #[test]
    fn ordinal_sums_keep_the_order(g in small_games(), h in small_games(), k in small_games()) {
        let store = &mut Store::new();
        let (g, h, k) = (g.value(store), h.value(store), k.value(store));
        let above = [h, k].map(|x| store.ordinal_sum(g, x).unwrap());
        let order = store.compare(h, k).unwrap();
        if order.is_some() {
            let kept = store.compare(above[0], above[1]).unwrap();
            prop_assert_eq!(kept, order);
        }
    }
}
