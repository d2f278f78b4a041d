//! The second opinion, judged on games small enough to be judged by hand.

use std::cmp::Ordering;

use referee::search::{
    self, Game, Limit, Node, Outcome, Player, Rational, Terms, Tree, compare, thermograph,
};

const BUDGET: u64 = 1_000_000;

/// Writes games by hand: a forest with short names.
#[derive(Default)]
struct Hand(Tree);

impl Hand {
    fn n(&self, n: i128) -> Node {
        self.0.number(n, 0)
    }
    fn star(&self, n: u32) -> Node {
        self.0.nimber(n)
    }
    fn g(&mut self, left: &[Node], right: &[Node]) -> Node {
        self.0.braces(left.to_vec(), right.to_vec())
    }
    fn switch(&mut self, left: i128, right: i128) -> Node {
        let (left, right) = (self.n(left), self.n(right));
        self.g(&[left], &[right])
    }
    fn tree(&self, node: &Node) -> Tree {
        self.0.clone().at(node.clone())
    }
    fn outcome(&self, node: &Node) -> Outcome {
        let tree = self.tree(node);
        let found = search::outcome(&tree, BUDGET).expect("small");
        assert_eq!(search::outcome_without_table(&tree, BUDGET), Ok(found), "the table changes nothing");
        found
    }
    fn compare(&self, g: &Node, h: &Node) -> Option<Ordering> {
        compare(&self.tree(g), &self.tree(h), BUDGET).expect("small")
    }
    fn walls(&self, node: &Node) -> String {
        let found = thermograph(&self.tree(node), BUDGET).expect("small");
        format!("{} {} mean {} t {}", found.left_stop(), found.right_stop(), found.mean, found.temperature)
    }
}

#[test]
fn the_smallest_games_have_their_outcomes() {
    let mut hand = Hand::default();
    let up = hand.0.up();
    let down = hand.0.negative(&up);
    let (star, two_star) = (hand.star(1), hand.star(2));
    let up_star = hand.0.sum(&up, &star);
    for (node, outcome) in [
        (hand.n(0), Outcome::P),
        (hand.n(3), Outcome::L),
        (hand.n(-2), Outcome::R),
        (hand.0.number(1, 3), Outcome::L),
        (star.clone(), Outcome::N),
        (two_star, Outcome::N),
        (up.clone(), Outcome::L),
        (down, Outcome::R),
        (up_star, Outcome::N),
        (hand.0.sum(&up, &up), Outcome::L),
        (hand.switch(1, -1), Outcome::N),
    ] {
        assert_eq!(hand.outcome(&node), outcome, "{}", hand.tree(&node).show(&node));
    }
}

#[test]
fn the_order_is_the_outcome_of_the_difference() {
    let mut hand = Hand::default();
    let (zero, one, star, up) = (hand.n(0), hand.n(1), hand.star(1), hand.0.up());
    let half = hand.g(std::slice::from_ref(&zero), std::slice::from_ref(&one));
    let printed_half = hand.0.number(1, 1);
    assert_eq!(hand.compare(&half, &printed_half), Some(Ordering::Equal));
    assert_eq!(hand.compare(&up, &zero), Some(Ordering::Greater));
    assert_eq!(hand.compare(&zero, &up), Some(Ordering::Less));
    assert_eq!(hand.compare(&up, &star), None);
    // ↑ + ↑ + * = {0 | ↑}.
    let rest = hand.0.sum(&up, &star);
    let double = hand.0.sum(&up, &rest);
    let known = hand.g(&[zero], std::slice::from_ref(&up));
    assert_eq!(hand.compare(&double, &known), Some(Ordering::Equal));
    // A dominated and a reversible option change the form and not the value.
    let more = hand.g(&[known.clone(), star.clone()], &[star]);
    assert_ne!(more, up);
    assert_eq!(search::difference_is_zero(&hand.tree(&known), &hand.tree(&double), BUDGET), Ok(true));
    assert_eq!(search::difference_is_zero(&hand.tree(&known), &hand.tree(&up), BUDGET), Ok(false));
}

#[test]
fn walls_meet_where_they_should() {
    let mut hand = Hand::default();
    let (zero, one, star) = (hand.n(0), hand.n(1), hand.star(1));
    assert_eq!(hand.walls(&hand.n(5)), "5 5 mean 5 t -1");
    assert_eq!(hand.walls(&hand.0.number(-3, 2)), "-3/4 -3/4 mean -3/4 t -1/4");
    // {* | *} = 0 although its stops alone would leave open whether it is *.
    let zero_again = hand.g(std::slice::from_ref(&star), std::slice::from_ref(&star));
    assert_eq!(hand.walls(&zero_again), "0 0 mean 0 t -1");
    assert_eq!(hand.walls(&star), "0 0 mean 0 t 0");
    assert_eq!(hand.walls(&hand.star(5)), "0 0 mean 0 t 0");
    let half = hand.g(std::slice::from_ref(&zero), std::slice::from_ref(&one));
    assert_eq!(hand.walls(&half), "1/2 1/2 mean 1/2 t -1/2");
    // {0 | 1*}: 1* is confused with 1, so the simplest number that fits is 1 and not 1/2.
    let one_star = hand.0.sum(&one, &star);
    let one_again = hand.g(std::slice::from_ref(&zero), std::slice::from_ref(&one_star));
    assert_eq!(hand.walls(&one_again), "1 1 mean 1 t -1");
    // No move for Left, and Right's move is to −3*, not to a number.
    let minus_three = hand.n(-3);
    let minus_three_star = hand.0.sum(&minus_three, &star);
    let left_stuck = hand.g(&[], &[minus_three_star]);
    assert_eq!(hand.walls(&left_stuck), "-3 -3 mean -3 t -1");
    // The right stop of {1 | 0, {1|−1}} is 0.
    let switch = hand.switch(1, -1);
    let tricky = hand.g(&[one], &[zero, switch]);
    assert_eq!(hand.walls(&tricky), "1 0 mean 1/2 t 1/2");
    let (a, b) = (hand.switch(6, 3), hand.switch(-3, -6));
    let double_star = hand.g(&[a], &[b]);
    assert_eq!(hand.walls(&double_star), "3 -3 mean 0 t 9/2");
    let walls = thermograph(&hand.tree(&double_star), BUDGET).expect("small");
    let point = |tax: (i128, i128), x: (i128, i128)| {
        (Rational::new(tax.0, tax.1).unwrap(), Rational::new(x.0, x.1).unwrap())
    };
    assert_eq!(walls.left, [point((0, 1), (3, 1)), point((3, 2), (3, 1)), point((9, 2), (0, 1))]);
}

#[test]
fn atomic_weights_follow_from_outcomes() {
    let mut hand = Hand::default();
    let (zero, up, star) = (hand.n(0), hand.0.up(), hand.star(1));
    let down = hand.0.negative(&up);
    let ups = hand.0.copies(3, &up).expect("small");
    let weights =
        |hand: &Hand, node: &Node| search::integer_atomic_weight(&hand.tree(node), 6, BUDGET).expect("small");
    assert_eq!(weights(&hand, &zero), Some(0));
    assert_eq!(weights(&hand, &star), Some(0));
    assert_eq!(weights(&hand, &hand.star(4)), Some(0));
    assert_eq!(weights(&hand, &hand.0.sum(&ups, &star)), Some(3));
    assert_eq!(weights(&hand, &down), Some(-1));
    // ↑² = {0 | ↓*} has weight 0.
    let down_star = hand.0.sum(&down, &star);
    let up_second = hand.g(&[zero], &[down_star]);
    assert_eq!(weights(&hand, &up_second), Some(0));
    // {⇑ | ⇓} has the weight {0|0} = *, which is no integer.
    let (two_up, two_down) = (hand.0.copies(2, &up).expect("small"), hand.0.copies(2, &down).expect("small"));
    let hot_weight = hand.g(&[two_up], &[two_down]);
    assert_eq!(weights(&hand, &hot_weight), None);
    assert_eq!(
        search::atomic_weight_is(&hand.tree(&hot_weight), &hand.tree(&star), BUDGET),
        Ok(true),
        "by the game itself"
    );
    assert_eq!(search::atomic_weight_is(&hand.tree(&ups), &hand.tree(&star), BUDGET), Ok(false));
}

#[test]
fn a_witness_is_a_play_that_ends() {
    let mut hand = Hand::default();
    let (one, zero, star) = (hand.n(1), hand.n(0), hand.star(1));
    let g = hand.g(std::slice::from_ref(&one), &[zero]);
    let h = hand.g(&[one], &[star]);
    let witness =
        search::witness(&hand.tree(&g), &hand.tree(&h), BUDGET).expect("small").expect("they differ");
    assert!(witness.complete);
    assert!(witness.lines.len() <= 20);
    assert!(witness.lines[0].starts_with(&format!("{} begins", witness.first)));
    assert_eq!(search::witness(&hand.tree(&g), &hand.tree(&g), BUDGET), Ok(None));
    // A difference whose whole strategy is long is cut to what can be read.
    let (wide, narrow) = (hand.star(12), hand.star(11));
    let wide_sum = hand.0.sum(&wide, &hand.star(7));
    let narrow_sum = hand.0.sum(&narrow, &hand.star(6));
    let long = search::witness(&hand.tree(&wide_sum), &hand.tree(&narrow_sum), BUDGET);
    let long = long.expect("small").expect("12 ⊕ 7 is not 11 ⊕ 6");
    assert!(!long.complete && long.lines.len() <= 20, "{:#?}", long.lines);
}

#[test]
fn limits_are_said_and_large_numbers_cost_nothing_until_played() {
    let mut hand = Hand::default();
    let huge = hand.switch(2_000_000_000, -2_000_000_000);
    assert_eq!(search::outcome(&hand.tree(&huge), 10), Ok(Outcome::N));
    let itself = search::compare(&hand.tree(&huge), &hand.tree(&huge), 1_000);
    assert_eq!(itself, Err(Limit::Positions(1_000)));
    assert!(matches!(thermograph(&hand.tree(&huge), 1_000), Err(Limit::Positions(_))));
    assert_eq!(Rational::new(1, 0), Err(Limit::Overflow));
    assert_eq!(Rational::dyadic(1, 127), Err(Limit::Overflow));
    // A deep play does not overflow the stack.
    let deep = hand.n(20_000);
    assert_eq!(hand.compare(&deep, &deep), Some(Ordering::Equal));
    let both = Terms(vec![hand.tree(&deep), hand.tree(&hand.n(-20_000)), hand.tree(&hand.n(-1))]);
    assert_eq!(search::outcome(&both, BUDGET), Ok(Outcome::R));
    assert_eq!(hand.walls(&hand.n(20_000)), "20000 20000 mean 20000 t -1");
}

#[test]
fn winning_moves_are_those_that_leave_a_loss() {
    let mut hand = Hand::default();
    let sum = hand.0.sum(&hand.star(5), &hand.star(3));
    let winning = search::winning_moves(&hand.tree(&sum), Player::Left, BUDGET).expect("small");
    assert_eq!(winning, [hand.0.copies(2, &hand.star(3)).expect("small")]);
    let up = hand.0.up();
    assert!(search::winning_moves(&hand.tree(&up), Player::Right, BUDGET).expect("small").is_empty());
}

#[test]
fn printed_abbreviations_are_played_as_what_they_abbreviate() {
    use referee::notation::{Form, Number, Ups};
    let tree = |form: &Form| Tree::of(form).expect("small");
    let equal = |g: &Form, h: &Form| search::difference_is_zero(&tree(g), &tree(h), BUDGET).expect("small");
    let power = |order| Form::uptimal(Number::ZERO, Ups::Power { down: false, order }, 0);
    let power_to = |order| Form::uptimal(Number::ZERO, Ups::PowerTo { down: false, order }, 0);
    let up = Form::up_star(Number::ZERO, 1, 0);
    // ↑^[3] = ↑ + ↑² + ↑³.
    assert!(equal(&power_to(3), &Form::sum(vec![up.clone(), power(2), power(3)])));
    assert!(!equal(&power_to(3), &power_to(4)));
    let tiny = Form::tiny(Form::integer(2));
    let threat = Form::braces(vec![Form::integer(0)], vec![Form::integer(-2)]);
    assert!(equal(&tiny, &Form::braces(vec![Form::integer(0)], vec![threat])));
    assert!(equal(&Form::miny(Form::integer(2)), &Form::negative(tiny)));
    assert!(equal(&Form::multiple(-3, up), &Form::up_star(Number::ZERO, -3, 0)));
    assert!(equal(&Form::multiple(4, Form::number(3, 2)), &Form::integer(3)));
    let star_half = Form::up_star(Number::new(1, 1), 0, 1);
    assert!(equal(&Form::sum(vec![star_half.clone(), star_half]), &Form::integer(1)));
    assert_eq!(Tree::of(&Form::nimber(4_000_000_000)).unwrap_err(), Limit::Overflow);
}

/// A move in a negative is called by where it leads there: from −{1|0} Left, who has Right's move, goes to −0.
#[test]
fn a_move_in_a_negative_leads_to_a_negative() {
    struct Steps;
    impl search::Game for Steps {
        type Position = i32;
        fn start(&self) -> i32 {
            2
        }
        fn moves(&self, at: &i32, player: search::Player) -> Vec<i32> {
            let step = if player == search::Player::Left { 2 } else { 1 };
            if *at < step { Vec::new() } else { vec![at - step] }
        }
        fn show(&self, at: &i32) -> String {
            at.to_string()
        }
    }
    let difference = search::difference(Steps, Steps);
    let after = search::Game::moves(&difference, &(2, 2), search::Player::Left);
    let told: Vec<String> =
        after.iter().map(|to| search::Game::show_move(&difference, &(2, 2), to)).collect();
    assert_eq!(told, ["in G to 0", "in −H to −(1)"]);
}
