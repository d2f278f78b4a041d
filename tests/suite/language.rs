//! The expression language, as tables: an expression and what it gives, or what is said of it.

use std::sync::Arc;

use proptest::prelude::*;
use referee::diagnostic::Source;
use referee::evaluate::functions::{all, names};
use referee::evaluate::{Budget, Datum, Definitions, Evaluator, Formula, Limit, Second, Stop, Style};
use referee::notation::{Conventions, Dialect, Form, same_form};

const DEFINITIONS: &str = "
# The caterpillars and the sign of a parity.
C(n) = snort(caterpillar(n+1, n, n+1))
s(m) = if even(m) then 0 else *
half(n) = n / 2
bad(n) = path(n) + half(n)
G = {1|-1}
";

fn definitions() -> Arc<Definitions> {
    let mut definitions = Definitions::new();
    definitions
        .add(DEFINITIONS, &Source::new("definitions", DEFINITIONS), 0)
        .expect("the definitions are good");
    Arc::new(definitions)
}

fn evaluator() -> Evaluator {
    Evaluator::new(definitions(), Budget::default())
}

/// What `eval` prints for an expression, in ASCII; or the diagnostic's message and notes; or the limit.
fn answer(evaluator: &mut Evaluator, text: &str) -> String {
    let formula = match Formula::typed(text) {
        Ok(formula) => formula,
        Err(problem) => return format!("unreadable: {}", problem.message),
    };
    match evaluator.evaluate(&formula, &[]) {
        Ok(datum) => match evaluator.written(&datum, Style::Ascii) {
            Ok(written) => written.text,
            Err(trouble) => format!("{trouble:?}"),
        },
        Err(Stop::Error(problem)) => {
            let (place, _) = problem.place.clone().expect("every error has its place");
            let marked = &place.source.text[place.span.clone()];
            format!("error at `{marked}`: {}", problem.message)
        }
        Err(Stop::Undecided(limit)) => format!("undecided: {limit}"),
        Err(Stop::OutOfReach(why)) => format!("out of reach: {why}"),
    }
}

fn check(table: &[(&str, &str)]) {
    let mut evaluator = evaluator();
    let mut wrong = Vec::new();
    for (text, expected) in table {
        let got = answer(&mut evaluator, text);
        if got != *expected {
            wrong.push(format!("{text}\n  expected {expected}\n  got      {got}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn arithmetic_is_exact() {
    check(&[
        ("3/4", "3/4"),
        ("1/10 + 2/10 = 3/10", "true"),
        ("2/3 - 2/3", "0"),
        ("7 / 2 * 2", "7"),
        ("3 ^ 5", "243"),
        ("2 ^ -3", "1/8"),
        ("-2 ^ 2", "-4"),
        ("mod(-7, 3)", "2"),
        ("floor(-7/2)", "-4"),
        ("max(1/2, 2/3, 1/3)", "2/3"),
        ("41/23 < 92/47", "true"),
        ("3 * 5", "15"),
        ("170141183460469231731687303715884105727", "170141183460469231731687303715884105727"),
        (
            "170141183460469231731687303715884105727 + 1",
            "undecided: a number is too large for exact arithmetic (127 bits)",
        ),
        ("2 ^ 200", "undecided: a number is too large for exact arithmetic (127 bits)"),
        ("1 / 0", "error at `0`: division by 0"),
        ("mod(3, 0)", "error at `0`: the modulus is positive, not 0"),
    ]);
}

#[test]
fn games_are_games() {
    check(&[
        ("3*5", "3*5"),
        ("3^5", "3^5"),
        ("↑ + ↑ + * = {0|↑}", "true"),
        ("±{3*,{{5|4}|*}}", "+-{3*,{5|4||*}}"),
        ("1 + *", "1*"),
        ("1/2 + ↑", "1/2^"),
        ("G + G", "0"),
        ("2 * G", "0"),
        ("-G = G", "true"),
        ("G || 0", "true"),
        ("0 <= ⧾(1) and ⧾(1) <= ↑", "true"),
        ("* : 1", "^*"),
        ("left_options(^*)", "[0, *]"),
        ("outcome(*) = N", "true"),
        ("outcome(1) != L", "false"),
        ("atomic_weight(1)", "none"),
        ("atomic_weight(1) = none", "true"),
        ("atomic_weight(^3*) = 3", "true"),
        ("temperature(atomic_weight(1))", "none"),
        ("cool({2|0}, -1)", "none"),
        ("followers(0)", "1"),
        ("followers(*)", "2"),
        ("conway(^, ^)", "^*3"),
        ("conway(*2, ^)", "*3"),
        ("conway(*4, ^)", "*8"),
        ("*2 < 1/3", "error at `1/3`: a game, not 1/3"),
        ("{1/3|}", "error at `1/3`: an option is a game, not 1/3"),
        ("* * *", "error at `* * *`: a game is multiplied by an integer, not by a game"),
        ("1/2 * {1|0}", "error at `1/2`: a game is multiplied by an integer, not by 1/2"),
        ("is_canonical({0,0|0})", "false"),
        ("is_canonical({0|0})", "true"),
        ("is_canonical(±{1|0})", "false"),
    ]);
}

/// What other engines get wrong, from their issues and from our own trials.
#[test]
fn where_other_engines_fail_we_do_not() {
    check(&[
        ("temperature({1 / 2 ^ 32|-1})", "4294967297/8589934592"),
        ("temperature({1 / 2 ^ 33|-1})", "8589934593/17179869184"),
        ("{1 / 2 ^ 40|-1}", "{1/1099511627776|-1}"),
        ("temperature({10000000|-10000000})", "10000000"),
        ("temperature({2000000000|-2000000000})", "2000000000"),
        ("6 + ^*", "6^*"),
        ("6^*", "6^*"),
        ("2Tiny(2)", "2Tiny(2)"),
        ("^[4]", "^[4]"),
        ("^<2>", "^<2>"),
        ("1*2", "1*2"),
        ("{4611686018427387904|0} + {4611686018427387904|0}", "4611686018427387904"),
        ("9223372036854775807 + 1", "9223372036854775808"),
        ("temperature({9000000000000000000|-9000000000000000000})", "9000000000000000000"),
        ("atomic_weight(5)", "none"),
        ("atomic_weight({2|0})", "none"),
        ("atomic_weight({3|^})", "none"),
        ("birthday(*20)", "20"),
        ("birthday(50000)", "50000"),
        ("right_stop({1|0,{1|-1}})", "0"),
        ("{6/8|7/8}", "13/16"),
        ("sorted([92/47, 41/23, 9/4, 3])", "[41/23, 92/47, 9/4, 3]"),
        ("reduced({{3/2*|1/2}|{0|-3},{-1*,{-1/2|-1*}|-5/2}}) = {{3/2|1/2}|{0|-3},{{-1/2|-1}|-5/2}}", "true"),
        ("length(right_options(v*))", "2"),
        ("{1|2", "unreadable: this `{` is not closed"),
        ("1 2", "unreadable: two values stand side by side"),
    ]);
}

#[test]
fn types_are_kept_apart() {
    check(&[
        ("1 == \"1\"", "error at `1 == \"1\"`: cannot compare an integer with a text"),
        ("1 = \"1\"", "error at `1 = \"1\"`: cannot compare an integer with a text"),
        ("true + 1", "error at `true + 1`: cannot add a boolean and an integer"),
        ("path(3) = path(3)", "error at `path(3) = path(3)`: graphs are not compared with `=`"),
        ("isomorphic(path(3), star(2))", "true"),
        ("P = 1", "error at `P = 1`: cannot compare an outcome with an integer"),
        ("if 1 then 2 else 3", "error at `1`: a condition is true or false, not an integer"),
        ("not none", "error at `none`: this has no answer, so it is neither true nor false"),
        ("none = none", "true"),
        ("1 = none", "false"),
        ("none < 1", "none"),
        ("1 + none", "none"),
        ("temperature(path(3))", "error at `path(3)`: `temperature` takes a game, not a graph"),
        ("path(1/2)", "error at `1/2`: `path` takes a natural number, not 1/2"),
        ("path(-1)", "error at `-1`: `path` takes a natural number, not -1"),
        ("path(1, 2)", "error at `path(1, 2)`: `path` takes 1 argument, not 2"),
        (
            "path(10000000)",
            "error at `path(10000000)`: a graph with 10000000 vertices is too large; the limit is 16384",
        ),
        ("temprature(1)", "error at `temprature`: no function is called `temprature`"),
        ("temperature", "error at `temperature`: `temperature` is a function and needs its arguments"),
        ("xyz", "error at `xyz`: nothing is called `xyz` here"),
        ("C", "error at `C`: `C` needs its arguments"),
        ("s(1, 2)", "error at `s(1, 2)`: `s` takes 1 argument, not 2"),
        (
            "graph(\"0-0\")",
            "error at `\"0-0\"`: this is no graph: at byte 2: vertex 0 cannot be its own neighbour",
        ),
    ]);
}

#[test]
fn quantifiers_run_through_finite_domains() {
    check(&[
        ("count n in 1..10 such that even(n)", "5"),
        ("all n in 1..10 : n > 0", "true"),
        ("any n in 1..10 : n > 10", "false"),
        ("for n in 1..4 : n ^ 2", "[1, 4, 9, 16]"),
        ("sum n in 1..100 : n", "5050"),
        ("max n in 1..10 : mod(n, 7)", "6"),
        ("argmax n in 1..20 : mod(n, 7)", "6"),
        ("argmin n in 1..20 : mod(n, 7)", "7"),
        ("argmax n in 1..3, m in 1..3 : n * m - n - m", "[3, 3]"),
        ("max n in 1..0 : n", "none"),
        ("all n in 1..0 : false", "true"),
        ("count n in 1..3, m in 1..n", "6"),
        ("for n in [3, 1, 4] : n", "[3, 1, 4]"),
        ("for g in trees(4) : degree(g)", "[2, 3]"),
        ("count g in connected_graphs(6) such that is_tree(g)", "6"),
        ("max g in trees(8) : order(g)", "8"),
        ("for w in vertices(path(3)) : degree(path(3), w)", "[1, 2, 1]"),
        ("max n in 1..3 : *n", "error at `*n`: `max` compares numbers, not game"),
        ("for n in 1.. : n", "error at `1..`: this range has no end"),
        ("for n in path(3) : n", "error at `path(3)`: a domain is a range or a list, not a graph"),
        ("for n in 1..1000000 : n", "undecided: a list would have more than 100000 entries"),
        ("any n in 1..170141183460469231731687303715884105727 : n > 3", "true"),
    ]);
}

#[test]
fn definitions_are_put_in_place() {
    check(&[
        ("for m in 0..3 : s(m)", "[0, *, 0, *]"),
        ("all n in 1..6 : half(n) + half(n) = n", "true"),
        ("bad(3)", "error at `path(n) + half(n)`: cannot add a graph and a rational"),
    ]);
}

#[test]
fn an_error_in_a_definition_says_where_it_was_called() {
    let mut evaluator = evaluator();
    let formula = Formula::typed("1 + (max n in 2..4 : bad(n))").expect("it reads");
    let Err(Stop::Error(problem)) = evaluator.evaluate(&formula, &[]) else { panic!("it is an error") };
    let shown = problem.render(false);
    assert!(shown.contains("bad(n) = path(n) + half(n)"), "{shown}");
    assert!(shown.contains("in bad(2)") && shown.contains("it happened for n = 2"), "{shown}");
}

#[test]
fn definitions_are_checked_when_they_are_made() {
    for (text, expected) in [
        ("f(n) = g(n)\ng(n) = f(n)", "the definition of `f` reaches itself"),
        ("f(n) = f(n - 1)", "the definition of `f` reaches itself"),
        ("f(n) = m", "nothing is called `m` here"),
        ("f(n) = n\nf(m) = m", "`f` is defined twice"),
        ("temperature(n) = n", "`temperature` is a function of the language"),
        ("f(n) = temprature(n)", "no function is called `temprature`"),
        ("f(n, n) = n", "`n` is a parameter already"),
    ] {
        let mut definitions = Definitions::new();
        let problems = definitions
            .add(text, &Source::new("definitions", text), 0)
            .expect_err("these definitions are not good");
        assert!(problems.iter().any(|problem| problem.message == expected), "{text}: {problems:?}");
        assert_eq!(definitions.iter().count(), 0, "nothing is added of {text}");
    }
}

#[test]
fn what_a_formula_depends_on_is_known() {
    let definitions = definitions();
    let formula = Formula::typed("temperature(C(n)) + bad(k) + n").expect("it reads");
    let used: Vec<&str> = definitions.used_by(&formula.expr).iter().map(|it| it.name.as_str()).collect();
    assert_eq!(used, ["C", "half", "bad"]);
    assert_eq!(formula.variables(&definitions), ["n", "k"]);
}

#[test]
fn every_example_of_every_function_holds() {
    let mut evaluator = Evaluator::default();
    let mut wrong = Vec::new();
    for function in all() {
        let (example, expected) = function.example;
        let got = Formula::typed(example)
            .map_err(|problem| problem.to_string())
            .and_then(|formula| evaluator.evaluate(&formula, &[]).map_err(|stop| stop.to_string()))
            .and_then(|datum| evaluator.written(&datum, Style::Unicode).map_err(|it| format!("{it:?}")));
        let got = match got {
            Ok(written) => written.text,
            Err(why) => why,
        };
        if got != expected {
            wrong.push(format!("{}: {example}\n  stated {expected}\n  is     {got}", function.name));
        }
        assert!(example.contains(function.name), "the example of {} does not call it", function.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let mut sorted: Vec<&str> = names().collect();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), names().count(), "two functions have one name");
}

#[test]
fn every_example_holds_for_the_second_opinion() {
    let mut evaluator = Evaluator::default();
    let mut confirmed = 0;
    for function in all() {
        let formula = Formula::typed(function.example.0).expect("examples read");
        let datum = evaluator.evaluate(&formula, &[]).expect("examples have values");
        match evaluator.confirm(&formula, &[], &datum, Budget { searched: 200_000, ..Budget::default() }) {
            Ok(Second::Agrees { .. }) => confirmed += 1,
            Ok(Second::OutOfReach(_)) => {}
            other => panic!("{}: {other:?}", function.example.0),
        }
    }
    assert!(confirmed > 40, "only {confirmed} examples were confirmed");
}

/// The printed right-hand side, with its variables put in, is the form that is printed for that row.
#[test]
fn a_formula_keeps_how_it_is_written() {
    let formula = Formula::read(
        r"\pm\{2n+1+s(n), \{\{3n+2 \mid 2n+2+s(n-1)\} \mid s(n)\}\}",
        Dialect::Tex,
        &Conventions::default(),
        &Source::new("theorem", r"\pm\{2n+1+s(n), \{\{3n+2 \mid 2n+2+s(n-1)\} \mid s(n)\}\}"),
        0,
    )
    .expect("it reads");
    let mut evaluator = evaluator();
    let mut written = |n: i128| -> Form {
        evaluator
            .evaluate_form(&formula, &[("n".to_string(), Datum::integer(n))])
            .expect("it has a form")
            .expect("it is a game")
    };
    assert_eq!(written(1).ascii(), "+-{3*,{5|4||*}}");
    assert_eq!(written(2).ascii(), "+-{5,{8|6*||0}}");
    let other = Form::read("±{{5|4||*}, 3*}", Dialect::Plain).expect("it reads");
    assert!(same_form(&written(1), &other));
}

#[test]
fn limits_are_not_errors() {
    let budget = Budget { comparisons: 10, ..Budget::default() };
    let mut evaluator = Evaluator::new(definitions(), budget);
    let formula =
        Formula::typed("outcome({{5|{3|1*}},{4|{2|1}}|{-3*|{-4|-6}}} + {7|{2|1*||-5}} + {3|1||0|-9*})")
            .expect("it reads");
    assert!(matches!(evaluator.evaluate(&formula, &[]), Err(Stop::Undecided(Limit::Engine(_)))));
    let budget = Budget { cases: 5, ..Budget::default() };
    let mut evaluator = Evaluator::new(definitions(), budget);
    let formula = Formula::typed("count n in 1..6").expect("it reads");
    assert!(matches!(evaluator.evaluate(&formula, &[]), Err(Stop::Undecided(Limit::Cases(5)))));
}

#[test]
fn deep_and_huge_inputs_end_without_a_crash() {
    let mut evaluator = evaluator();
    for text in [
        format!("{}0{}", "(".repeat(100_000), ")".repeat(100_000)),
        format!("{}0|0{}", "{".repeat(100_000), "}".repeat(100_000)),
        format!("{}1", "-".repeat(100_000)),
        format!("1{}", " + 1".repeat(100_000)),
        "left_options(*4000000000)".to_string(),
        "path(4000000000)".to_string(),
        "4000000000 * snort(path(3)) = 0".to_string(),
        "↑9223372036854775807 + ↑".to_string(),
        "^[4000000000]".to_string(),
    ] {
        let got = answer(&mut evaluator, &text);
        assert!(!got.is_empty() && got.len() < 2_000_000, "{}", &got[..200]);
    }
}

#[test]
fn a_large_game_is_not_written_out() {
    let mut evaluator = evaluator();
    // The sum of switches of different sizes: each doubles the form.
    let formula = Formula::typed("sum n in 0..13 : ±(2 ^ n)").expect("it reads");
    let datum = evaluator.evaluate(&formula, &[]).expect("it has a value");
    let written = evaluator.written(&datum, Style::Unicode).expect("it is shown");
    assert!(
        written.cut && written.text.contains("followers)") && written.text.len() < 1000,
        "{}",
        written.text
    );
}

#[test]
fn positions_are_played() {
    check(&[
        ("C(1)", "+-{3*,{5|4||*}}"),
        ("for n in 1..6 : temperature(C(n)) - degree(C(n))", "[0, 1, 2, 3, 4, 5]"),
        ("for n in 2..7 : temperature(snort(grid(2, n)))", "[-1, 9/4, -1, 5/2, -1, 1]"),
        ("snort(double_star(3, 3)) = {6|3||-3|-6}", "true"),
        ("count g in connected_graphs(7) such that temperature(snort(g)) > degree(g)", "2"),
        ("snort(graph(\"0-1-2-3-0 0-4 4-5 4-6\")) = {{5|{2|1}}|{{-1|-2}|-5}}", "true"),
        ("for n in 2..6 : temperature(snort_path(n - 1, L, none))", "[-1, 1/2, 3/2, 2, 7/4]"),
        ("for n in 2..6 : temperature(snort_path(n - 2, Left, Left))", "[-1, -1, -1, 1, 3/2]"),
        ("for n in 2..6 : temperature(snort_path(n - 2, L, R))", "[-1, -1, 0, 1, 2]"),
        ("snort(path(2), [0], [0])", "*"),
        ("snort(path(3)) + snort(path(3)) = 0", "true"),
        ("for w in moves(snort(path(3)), Left) : after(snort(path(3)), Left, w)", "[{1|0}, 2, {1|0}]"),
        ("after(after(snort(path(3)), Left, 1), Right, 0)", "error at `0`: Right has no such move here"),
        ("snort(path(3), [3])", "error at `[3]`: there is no vertex 3 in a graph with 3 vertices"),
        ("followers(snort(path(5)))", "10"),
        ("swapped(snort_path(3, L, none)) = -snort_path(3, L, none)", "true"),
    ]);
}

/// Counts, equalities and temperatures of positions are reached by other means as well.
#[test]
fn the_second_opinion_reaches_positions() {
    let mut evaluator = evaluator();
    for (text, method) in [
        ("C(1)", "search"),
        ("C(1) = ±{3*, {{5|4}|*}}", "search"),
        ("temperature(C(1)) - degree(C(1))", "walls"),
        ("count g in connected_graphs(5) such that temperature(snort(g)) >= degree(g)", "enumerator"),
        ("for n in 1..6 : outcome(snort(path(n)))", "search"),
        ("3 * snort(path(3)) - snort_path(2, L, R)", "search"),
        ("{snort(path(3))|0}", "search"),
        ("1 + 2 = 3", "arithmetic"),
        ("atomic_weight({^3|*||v2})", "far star"),
    ] {
        let formula = Formula::typed(text).expect("it reads");
        let datum = evaluator.evaluate(&formula, &[]).expect("it has a value");
        match evaluator.confirm(&formula, &[], &datum, Budget::default()).expect("no error") {
            Second::Agrees { method: found } => assert!(found.contains(method), "{text}: {found}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    let formula = Formula::typed("followers(C(1))").expect("it reads");
    let datum = evaluator.evaluate(&formula, &[]).expect("it has a value");
    let second = evaluator.confirm(&formula, &[], &datum, Budget::default()).expect("no error");
    assert!(matches!(second, Second::OutOfReach(_)), "{second:?}");
}

#[test]
fn the_second_opinion_contradicts_what_is_wrong() {
    let mut evaluator = evaluator();
    for (text, wrong) in [
        ("C(1)", "±{3, {{5|4}|*}}"),
        ("temperature(C(1))", "5/2"),
        ("outcome(C(1))", "L"),
        ("count g in trees(6)", "7"),
        ("snort(path(4)) = 0", "true"),
        ("atomic_weight(^3*)", "2"),
    ] {
        let (formula, wrong) = (Formula::typed(text).unwrap(), Formula::typed(wrong).unwrap());
        let datum = evaluator.evaluate(&wrong, &[]).expect("it has a value");
        let second = evaluator.confirm(&formula, &[], &datum, Budget::default()).expect("no error");
        assert!(matches!(second, Second::Disagrees { .. }), "{text}: {second:?}");
    }
}

#[test]
fn a_difference_has_a_witness() {
    let mut evaluator = evaluator();
    let formula = Formula::typed("C(n)").expect("it reads");
    let bindings = [("n".to_string(), Datum::integer(1))];
    let right = Form::read("±{3*, {{5|4}|*}}", Dialect::Plain).expect("it reads");
    assert!(evaluator.witness(&formula, &bindings, &right, Budget::default()).expect("no limit").is_none());
    let wrong = Form::read("±{3, {{5|4}|*}}", Dialect::Plain).expect("it reads");
    let witness = evaluator.witness(&formula, &bindings, &wrong, Budget::default()).expect("no limit");
    let witness = witness.expect("they differ");
    assert!(!witness.lines.is_empty() && witness.lines.len() <= 20, "{witness:?}");
    assert!(witness.summary.contains("moving first wins"), "{witness:?}");
}

/// Games as a person writes them, small enough to be played out.
fn written_game() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-3i32..4).prop_map(|n| n.to_string()),
        Just("1/2".to_string()),
        Just("*".to_string()),
        Just("*2".to_string()),
        Just("^".to_string()),
        Just("v*".to_string()),
    ];
    leaf.prop_recursive(2, 8, 2, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..3).prop_map(|options| options.join(","));
        prop_oneof![
            (list.clone(), list).prop_map(|(left, right)| format!("{{{left} | {right}}}")),
            inner.clone().prop_map(|game| format!("±({game})")),
            (inner.clone(), inner.clone()).prop_map(|(g, h)| format!("({g} + {h})")),
            inner.prop_map(|game| format!("(-{game})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn both_opinions_agree(game in written_game()) {
        let mut evaluator = Evaluator::default();
        let budget = Budget { searched: 300_000, ..Budget::default() };
        for text in [
            game.clone(),
            format!("outcome({game})"),
            format!("[left_stop({game}), right_stop({game}), mean({game}), temperature({game})]"),
            format!("[is_zero({game}), is_number({game}), is_integer({game})]"),
            format!("[is_infinitesimal({game}), is_numberish({game})]"),
            format!("{game} <= 1"),
            format!("atomic_weight({game})"),
        ] {
            let formula = Formula::typed(&text).map_err(|problem| TestCaseError::fail(problem.to_string()))?;
            let datum = evaluator.evaluate(&formula, &[]).map_err(|stop| TestCaseError::fail(stop.to_string()))?;
            let second = evaluator.confirm(&formula, &[], &datum, budget);
            prop_assert!(
                matches!(second, Ok(Second::Agrees { .. } | Second::OutOfReach(_))),
                "{}: {:?} and {:?}", text, datum, second
            );
        }
    }

    #[test]
    fn what_is_printed_reads_back(game in written_game()) {
        let mut evaluator = Evaluator::default();
        let formula = Formula::typed(&game).expect("it reads");
        let value = evaluator.evaluate_game(&formula, &[]).expect("it has a value");
        for style in [Style::Ascii, Style::Unicode] {
            let written = evaluator.written_game(value, style).expect("it is shown");
            let again = Formula::typed(&written.text).map_err(|it| TestCaseError::fail(it.to_string()))?;
            prop_assert_eq!(evaluator.evaluate_game(&again, &[]).expect("it has a value"), value);
        }
        let written = evaluator.written_game(value, Style::Tex).expect("it is shown").text;
        let source = Source::new("tex", written.as_str());
        let again = Formula::read(&written, Dialect::Tex, &Conventions::default(), &source, 0)
            .map_err(|it| TestCaseError::fail(it.to_string()))?;
        prop_assert_eq!(evaluator.evaluate_game(&again, &[]).expect("it has a value"), value);
    }

    #[test]
    fn a_form_has_the_value_of_its_expression(game in written_game(), n in -3i128..4) {
        let mut evaluator = Evaluator::default();
        let formula = Formula::typed(&format!("{{2n+1+{game}|n * {game}-n}}")).expect("it reads");
        let bindings = [("n".to_string(), Datum::integer(n))];
        let value = evaluator.evaluate_game(&formula, &bindings).expect("it has a value");
        let form = evaluator.evaluate_form(&formula, &bindings).expect("no limit").expect("it is a game");
        prop_assert_eq!(evaluator.value_of_form(&form).expect("no limit"), value, "{}", form.ascii());
    }
}
