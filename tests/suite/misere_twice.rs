//! What the misère room says of presentations, quotients and proofs, found a second time by brute force.

use std::collections::{BTreeMap, BTreeSet};

use referee::engine::misere::{
    Bipartite, Bounds, Components, Dictionary, Monoid, Presentation, Proof, Rewriting, Word, period,
    proof_lengths, prove, quotient,
};
use referee::rulesets::heaps::Heaps;

use crate::misere::{NOTAKTO, facts, notakto_pair, pair, says};

/// Octal games with small quotients, and up to which heap.
const SMALL: [(&str, u32); 6] =
    [("0.23", 16), ("0.3", 6), ("0.123", 12), ("0.77", 12), ("0.137", 10), ("4.4", 9)];

fn found(code: &str, heaps: u32) -> (Components, Bipartite, Vec<usize>) {
    let components = Heaps::read(code).expect("a code").components(heaps);
    let found = quotient(&components, &Bounds::default()).expect("a finite quotient");
    (components, found.pair, found.values)
}

/// A state is the product of a sum and, for each kind in it, the product of the others.
type State = (usize, BTreeMap<usize, usize>);

/// The states that are new in sums of each length, breadth first as the proof is told; and the kinds of components.
fn states(components: &Components, pair: &Bipartite, values: &[usize]) -> (Vec<usize>, usize) {
    let m = &pair.monoid;
    let product = |sum: &Vec<u32>| sum.iter().fold(0, |x, &c| m.times(x, values[c as usize]));
    let living = (0..components.len()).filter(|&c| !components.options(c).is_empty());
    let options = |c: usize| components.options(c).iter().map(product).collect::<BTreeSet<usize>>();
    let kinds: Vec<(usize, BTreeSet<usize>)> =
        living.map(|c| (values[c], options(c))).collect::<BTreeSet<_>>().into_iter().collect();
    let mut seen: BTreeSet<State> = BTreeSet::from([(0, BTreeMap::new())]);
    let mut level: Vec<State> = seen.iter().cloned().collect();
    let mut lengths = Vec::new();
    while !level.is_empty() {
        let mut next = Vec::new();
        for (x, others) in &level {
            for (kind, (value, _)) in kinds.iter().enumerate() {
                let mut after: BTreeMap<usize, usize> =
                    others.iter().map(|(&kind, &r)| (kind, m.times(r, *value))).collect();
                after.insert(kind, *x);
                let state = (m.times(*x, *value), after);
                if seen.insert(state.clone()) {
                    let wins = |(kind, r): (&usize, &usize)| {
                        kinds[*kind].1.iter().any(|&y| pair.in_p(m.times(*r, y)))
                    };
                    assert_eq!(state.1.iter().any(wins), !pair.in_p(state.0));
                    next.push(state);
                }
            }
        }
        lengths.push(level.len());
        level = next;
    }
    (lengths, kinds.len())
}

#[test]
fn the_states_of_a_proof_are_those_that_are_reached_breadth_first() {
    for (code, heaps) in SMALL {
        let (components, pair, values) = found(code, heaps);
        let (lengths, kinds) = states(&components, &pair, &values);
        let states = lengths.iter().sum();
        let dictionary = Dictionary { pair: &pair, components: &components, values };
        assert_eq!(proof_lengths(&dictionary, 1 << 20), Some(lengths), "{code}");
        assert_eq!(prove(&dictionary, 1 << 20), Proof::Right { states, kinds }, "{code}");
    }
}

/// All words to which rules can lead from a word, in every order, and to which no rule applies.
fn ends(system: &Rewriting, from: &Word) -> BTreeSet<Vec<u32>> {
    let (mut seen, mut ends) = (BTreeSet::new(), BTreeSet::new());
    let mut waiting = vec![from.clone()];
    while let Some(word) = waiting.pop() {
        if !seen.insert(word.0.clone()) {
            continue;
        }
        let after = system.rules.iter().filter_map(|(left, right)| word.over(left)?.times(right));
        let after: Vec<Word> = after.collect();
        if after.is_empty() {
            ends.insert(word.0.clone());
        }
        waiting.extend(after);
    }
    ends
}

#[test]
fn a_critical_pair_is_confluent_if_every_way_from_its_overlap_ends_at_one_word() {
    for (text, printed) in [
        (NOTAKTO, "[21, 21, 0]"),
        ("<a,b | a2=1,b3=b>", "[1, 1, 0]"),
        ("<a,b,c | a2=1,b3=b,ab=c>", "[3, 1, "),
        ("<a | a3=1,a5=1>", "[1, 0, "),
    ] {
        let presentation = Presentation::read(text).expect("a presentation");
        let rules = presentation.rules();
        let pairs = rules.critical_pairs().expect("small exponents");
        let mut confluent = 0;
        for (second, q) in rules.rules.iter().enumerate() {
            for (first, p) in rules.rules[..second].iter().enumerate() {
                let pair =
                    pairs.iter().find(|pair| pair.rules == (first, second)).expect("every pair is there");
                let ends = ends(&rules, &p.0.lcm(&q.0));
                assert!(ends.contains(&pair.results.0.0) && ends.contains(&pair.results.1.0), "{text}");
                // If all ways meet, ours do; ours are two of them.
                assert!(ends.len() > 1 || pair.is_confluent(), "{text}");
                confluent += usize::from(pair.is_confluent());
            }
        }
        let said = says(&format!("critical_pairs(\"{text}\")"));
        assert!(said.starts_with(printed), "{text}: {said}");
        let all = rules.rules.len() * (rules.rules.len() - 1) / 2;
        assert!(said.starts_with(&format!("[{all}, {confluent}, ")), "{text}: {said}");
        let complete = presentation.complete().expect("few rules");
        assert_eq!(complete.added == 0, confluent == all, "{text}");
    }
}

/// The classes of words with small exponents under the relations alone: words that differ by one use of a relation are joined.
fn classes(presentation: &Presentation, most: u32) -> BTreeMap<Vec<u32>, usize> {
    let letters = presentation.names.len();
    let base = most as usize + 1;
    let word =
        |number: usize| Word((0..letters as u32).map(|l| (number / base.pow(l) % base) as u32).collect());
    let number = |word: &Word| {
        let fits = word.0.iter().all(|&e| e <= most);
        fits.then(|| word.0.iter().rev().fold(0, |n, &e| n * base + e as usize))
    };
    let count = base.pow(letters as u32);
    let mut joined: Vec<usize> = (0..count).collect();
    fn root(joined: &[usize], mut at: usize) -> usize {
        while joined[at] != at {
            at = joined[at];
        }
        at
    }
    for at in 0..count {
        for (left, right) in &presentation.relations {
            let other = word(at).over(left).and_then(|rest| rest.times(right)).and_then(|word| number(&word));
            if let Some(other) = other {
                let (a, b) = (root(&joined, at), root(&joined, other));
                joined[a.max(b)] = a.min(b);
            }
        }
    }
    (0..count).map(|at| (word(at).0, root(&joined, at))).collect()
}

#[test]
fn a_printed_presentation_has_the_products_of_the_table() {
    let mut monoids: Vec<(String, Monoid)> = vec![("Notakto".to_string(), notakto_pair().monoid)];
    monoids.extend(SMALL.map(|(code, heaps)| (code.to_string(), found(code, heaps).1.monoid)));
    for (name, monoid) in monoids {
        let text = monoid.presentation().text();
        let presentation = Presentation::read(&text).expect("our own text");
        // Products of two elements, and room for the relations to work in.
        let most = (0..monoid.order()).flat_map(|x| monoid.form(x).0.clone()).max().unwrap_or(0);
        let classes = classes(&presentation, 2 * most + 1);
        let mut elements: BTreeMap<usize, usize> = BTreeMap::new();
        for x in 0..monoid.order() {
            for y in 0..monoid.order() {
                let product = monoid.form(x).times(monoid.form(y)).expect("small exponents");
                let class = classes[&product.0];
                assert_eq!(class, classes[&monoid.form(monoid.times(x, y)).0], "{name}: {text}");
                assert_eq!(
                    *elements.entry(class).or_insert(monoid.times(x, y)),
                    monoid.times(x, y),
                    "{name}: {text}"
                );
            }
        }
        assert_eq!(elements.len(), monoid.order(), "{name}: {text}");
    }
}

/// Every map of letters to elements, extended to all elements by their words, that is a bijection and keeps products and P.
fn maps(from: &Bipartite, to: &Bipartite) -> BTreeSet<Vec<usize>> {
    let (m, o) = (&from.monoid, &to.monoid);
    let mut found = BTreeSet::new();
    for number in 0..o.order().pow(m.letters() as u32) {
        let images: Vec<usize> =
            (0..m.letters() as u32).map(|l| number / o.order().pow(l) % o.order()).collect();
        // Most maps fail here already.
        if (0..m.letters()).any(|l| from.in_p(m.letter(l)) != to.in_p(images[l])) {
            continue;
        }
        let image = |x: usize| {
            let factors = m.form(x).0.iter().zip(&images);
            factors.fold(0, |y, (&e, &letter)| (0..e).fold(y, |y, _| o.times(y, letter)))
        };
        let map: Vec<usize> = (0..m.order()).map(image).collect();
        let keeps = |x: usize| {
            from.in_p(x) == to.in_p(map[x])
                && (0..m.order()).all(|y| map[m.times(x, y)] == o.times(map[x], map[y]))
        };
        let onto = || map.iter().collect::<BTreeSet<_>>().len() == o.order();
        if m.order() == o.order() && onto() && (0..m.order()).all(keeps) {
            found.insert(map);
        }
    }
    found
}

#[test]
fn renamings_are_all_maps_of_letters_that_keep_products_and_p() {
    let mut pairs: Vec<(String, Bipartite)> = vec![("Notakto".to_string(), notakto_pair())];
    pairs.extend(
        [("0.23", 16), ("0.3", 6), ("0.123", 12), ("0.77", 6)].map(|(c, h)| (c.to_string(), found(c, h).1)),
    );
    for (name, pair) in &pairs {
        let ours: BTreeSet<Vec<usize>> = pair.isomorphisms(pair, 1_000).into_iter().collect();
        assert_eq!(ours, maps(pair, pair), "{name}");
        for (other_name, other) in pairs.iter().filter(|(_, other)| other.monoid.order() <= 12) {
            let same = !pair.isomorphisms(other, 1).is_empty();
            assert_eq!(same, !maps(pair, other).is_empty(), "{name}, {other_name}");
        }
    }
    // The same monoid with another P is another quotient.
    let one = pair("<a,b | a2=1,b3=b>", &["a", "b2"]);
    let other = pair("<a,b | a2=1,b3=b>", &["a", "b"]);
    assert!(one.isomorphisms(&other, 1).is_empty() && maps(&one, &other).is_empty());
}

#[test]
fn periods_go_on_far_beyond_the_heaps_from_which_they_follow() {
    let mut periodic = 0;
    for fact in facts().iter().filter(|fact| fact.status == "solved" && fact.heaps <= 60) {
        let (components, _, values) = found(fact.code, fact.heaps);
        let rules = Heaps::read(fact.code).expect("a code");
        let digits = rules.octal_digits().expect("an octal game");
        let (before, again) = period(&values, digits, rules.breaks()).expect("a period");
        let (_, _, far) = found(fact.code, 3 * fact.heaps + 50);
        assert_eq!(far[..components.len()], values, "{}: the same letters", fact.code);
        let holds =
            |before: usize, again: usize| (before..far.len() - again).all(|n| far[n] == far[n + again]);
        assert!(holds(before, again), "{}", fact.code);
        // And no shorter ones do.
        assert!(before == 0 || !holds(before - 1, again), "{}", fact.code);
        assert!((1..again).all(|shorter| !holds(before, shorter)), "{}", fact.code);
        periodic += 1;
    }
    assert!(periodic > 40, "{periodic}");
}
