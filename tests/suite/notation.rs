//! Notation: reading and printing, judged by the manual's examples, by CGSuite's printed forms, and by laws on random
//! forms and texts.

use std::collections::HashMap;

use proptest::prelude::*;
use referee::notation::{
    Conventions, DEPTH_LIMIT, Dialect, ExprKind, Form, Number, Problem, Ups, describe_difference, parse,
    parse_binding, parse_cell, parse_definitions, parse_entry, parse_table_key, parse_with, same_form,
};

fn plain(text: &str) -> Form {
    read(text, Dialect::Plain)
}

fn tex(text: &str) -> Form {
    read(text, Dialect::Tex)
}

fn read(text: &str, dialect: Dialect) -> Form {
    Form::read(text, dialect).unwrap_or_else(|problem| panic!("{text:?} at {:?}: {problem}", problem.span))
}

fn explicit(text: &str, dialect: Dialect) -> String {
    parse(text, dialect)
        .unwrap_or_else(|problem| panic!("{text:?} at {:?}: {problem}", problem.span))
        .explicit()
}

/// The text with its place marked, then what is wrong and what helps.
fn picture(text: &str, problem: &Problem) -> String {
    let mark = |range: std::ops::Range<usize>, with: char| -> String {
        text.get(range).unwrap_or("?").chars().map(|_| with).collect()
    };
    let width = mark(problem.span.clone(), '^');
    let mark = format!("{}{}", mark(0..problem.span.start, ' '), if width.is_empty() { "^" } else { &width });
    let help = problem.help.as_ref().map_or_else(String::new, |help| format!("\n  help: {help}"));
    format!("{text}\n{mark} {}{help}\n", problem.message)
}

/// The lines of the manual's blocks that begin with `~~~kind`, with the rest of their first line.
fn manual(kind: &str) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    let mut inside: Option<String> = None;
    for line in include_str!("../../docs/notation.md").lines() {
        match (line.strip_prefix("~~~"), &inside) {
            (Some(_), Some(_)) => inside = None,
            (Some(head), None) => inside = Some(head.to_string()),
            (None, Some(head)) if head.split(' ').next() == Some(kind) => {
                lines.push((head[kind.len()..].trim().to_string(), line.to_string()));
            }
            _ => {}
        }
    }
    lines
}

fn dialect(word: &str) -> Dialect {
    match word {
        "plain" => Dialect::Plain,
        "tex" => Dialect::Tex,
        other => panic!("no dialect {other:?}"),
    }
}

#[test]
fn the_manuals_forms_are_read_as_it_says() {
    let lines = manual("forms");
    assert!(lines.len() > 70, "{}", lines.len());
    for (word, line) in lines {
        if let Some((text, words)) = line.split_once("!!") {
            let problem = Form::read(text.trim(), dialect(&word)).expect_err(&line);
            assert!(problem.message.contains(words.trim()), "{line}\n{problem}");
            continue;
        }
        let (text, meaning) = line.split_once("=>").expect(&line);
        assert_eq!(read(text.trim(), dialect(&word)).ascii(), meaning.trim(), "{line}");
    }
}

#[test]
fn the_manuals_expressions_are_read_as_it_says() {
    let lines = manual("reads");
    assert!(lines.len() > 70, "{}", lines.len());
    for (word, line) in lines {
        if let Some((text, words)) = line.split_once("!!") {
            let problem = parse(text.trim(), dialect(&word)).expect_err(&line);
            assert!(problem.message.contains(words.trim()), "{line}\n{problem}");
            continue;
        }
        let (text, meaning) = line.split_once("=>").expect(&line);
        let shown = explicit(text.trim(), dialect(&word));
        assert_eq!(shown, meaning.trim(), "{line}");
        assert_eq!(explicit(&shown, Dialect::Plain), shown, "what is shown reads as itself");
    }
}

#[test]
fn the_manuals_forms_are_printed_as_it_says() {
    let lines = manual("prints");
    assert!(lines.len() > 10);
    for (_, line) in lines {
        let cells: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let form = plain(cells[0]);
        let printed = [form.unicode(), form.ascii(), form.tex().trim().to_string(), form.speech()];
        assert_eq!(printed.each_ref().map(String::as_str), cells[1..], "{line}");
    }
}

/// The printed forms of CGSuite on 1,492 games, see tests/data/README.md.
fn printed_forms() -> Vec<String> {
    let table = include_str!("../data/values.tsv");
    table.lines().skip(1).filter_map(|line| line.split('\t').nth(2)).map(str::to_string).collect()
}

#[test]
fn what_cgsuite_prints_is_read_and_printed_again() {
    let forms = printed_forms();
    assert!(forms.len() > 1_400, "{}", forms.len());
    for text in forms {
        let form = plain(&text);
        assert_eq!(form.ascii(), text);
        assert_eq!(plain(&form.unicode()), form, "{}", form.unicode());
        assert_eq!(tex(&form.tex()), form, "{}", form.tex());
    }
}

/// Every list of options the other way round.
fn reversed(form: Form) -> Form {
    let turn = |options: Vec<Form>| options.into_iter().rev().map(reversed).collect();
    match form {
        Form::Braces { left, right } => Form::braces(turn(left), turn(right)),
        Form::PlusMinus(left) => Form::plus_minus(turn(left)),
        other => other,
    }
}

#[test]
fn the_order_of_options_is_that_of_cgsuite_whatever_order_they_came_in() {
    for text in printed_forms() {
        let form = reversed(plain(&text));
        assert!(same_form(&form, &plain(&text)), "{text}");
        assert_eq!(form.sorted().ascii(), text);
    }
}

#[test]
fn same_forms() {
    let same = [
        ("*", "{0|0}"),
        ("*3", "{0,*,*2|0,*2,*}"),
        ("↑", "{0|*}"),
        ("↑*", "{0,*|0}"),
        ("⇓", "{↓*|0}"),
        ("1↑*", "{1,1*|1}"),
        ("1↑3*2", "{1|1⇑*3}"),
        ("±1", "{1|-1}"),
        ("±{1,{3|2}}", "{1,{3|2}|-1,{-2|-3}}"),
        ("±0", "*"),
        ("⧾(2)", "{0||0|-2}"),
        ("⧿({2|1})", "{{2|1}|0||0}"),
        ("2Tiny(2)", "{2||2|0}"),
        ("-1Miny(1*)", "{0*|-1||-1}"),
        ("↑²", "{0|↓*}"),
        ("↑^[2]", "{↑|*}"),
        ("v[2]*", "{0|0,v*}"),
        ("-↑", "↓"),
        ("-{3|1}", "{-1|-3}"),
        ("-Tiny(2)", "Miny(2)"),
        ("--{2|1}", "{2|1}"),
        ("1 + 2", "3"),
        ("7 + *", "7*"),
        ("1 + 3·↑ + *", "1↑3*"),
        ("* + *2", "*3"),
        ("9Tiny({2|1})", "{9|||9||8|7}"),
        ("-1⧿(2) + 3", "2⧿(2)"),
        ("±1 + {3|2}", "{3|2} + ±1"),
        ("2 * {1|0}", "2{1|0}"),
        ("2 * 1↑*", "2⇑"),
        ("{1|0}", "{{0|}|{|}}"),
        ("3/4", "{1/2|1}"),
        ("1000000000000000000000", "{999999999999999999999|}"),
        ("↑^1", "↑"),
    ];
    for (a, b) in same {
        assert!(same_form(&plain(a), &plain(b)), "{a} and {b} are the same form");
        assert!(same_form(&plain(b), &plain(a)), "{b} and {a} are the same form");
        let negated = |text| Form::negative(plain(text));
        assert!(same_form(&negated(a), &negated(b)), "-({a}) and -({b}) are the same form");
    }
    let different = [
        ("*", "{0,0|0}"),
        ("↑", "{0,*|*}"),
        ("1", "{0|2}"),
        ("1", "{0,0|}"),
        ("{1|0}", "{0|1}"),
        ("±1 + 3", "{4|2}"),
        ("2{1|0}", "{2|1}"),
        ("*4000000000", "{0|0}"),
        ("↑²", "↑^[2]"),
        ("Tiny(2)", "Tiny(3)"),
    ];
    for (a, b) in different {
        assert!(!same_form(&plain(a), &plain(b)), "{a} and {b} are different forms");
        assert!(!same_form(&plain(b), &plain(a)), "{b} and {a} are different forms");
    }
}

#[test]
fn an_integer_of_any_size_is_never_a_chain() {
    let huge = plain("{170141183460469231731687303715884105727|-170141183460469231731687303715884105727}");
    assert!(same_form(&huge, &huge));
    assert!(same_form(&plain("{9223372036854775807|}"), &plain("9223372036854775808")));
    assert!(!same_form(&plain("{9223372036854775807|}"), &plain("9223372036854775809")));
    assert!(plain("*4000000000").options().is_none());
}

/// The order of games by its definition, on the options of forms; answers are remembered.
#[derive(Default)]
struct Order(HashMap<(Form, Form), bool>);

impl Order {
    fn le(&mut self, a: &Form, b: &Form) -> bool {
        if let Some(known) = self.0.get(&(a.clone(), b.clone())) {
            return *known;
        }
        let (left, _) = a.options().expect("a form with few options");
        let (_, right) = b.options().expect("a form with few options");
        let answer =
            !left.iter().any(|option| self.le(b, option)) && !right.iter().any(|option| self.le(option, a));
        self.0.insert((a.clone(), b.clone()), answer);
        answer
    }

    fn equal(&mut self, a: &Form, b: &Form) -> bool {
        self.le(a, b) && self.le(b, a)
    }

    /// Whether no option is dominated and none is reversible.
    fn is_canonical(&mut self, form: &Form) -> bool {
        let (left, right) = form.options().expect("a form with few options");
        for (i, a) in left.iter().enumerate() {
            let dominated = left.iter().enumerate().any(|(j, b)| i != j && self.le(a, b));
            let answers = a.options().expect("a form with few options").1;
            if dominated || answers.iter().any(|answer| self.le(answer, form)) {
                return false;
            }
        }
        for (i, a) in right.iter().enumerate() {
            let dominated = right.iter().enumerate().any(|(j, b)| i != j && self.le(b, a));
            let answers = a.options().expect("a form with few options").0;
            if dominated || answers.iter().any(|answer| self.le(form, answer)) {
                return false;
            }
        }
        true
    }
}

#[test]
fn words_expand_to_their_canonical_options() {
    let ups = |n| Ups::Multiple(n);
    let power = |down, order| Ups::Power { down, order };
    let power_to = |down, order| Ups::PowerTo { down, order };
    let words = [
        ups(0),
        ups(1),
        ups(2),
        ups(3),
        ups(-1),
        ups(-2),
        power(false, 2),
        power(false, 3),
        power(true, 2),
        power_to(false, 2),
        power_to(false, 3),
        power_to(true, 2),
    ];
    let mut order = Order::default();
    for number in [Number::ZERO, Number::integer(1), Number::new(-1, 1)] {
        for up in words {
            for nimber in 0..4 {
                let word = Form::uptimal(number, up, nimber);
                assert!(order.is_canonical(&word), "{word}");
                // ↑^[n] = ↑^[n−1] + ↑^n, and any word is the sum of its parts: 0 = the parts − the word.
                let mut parts = vec![Form::Number(number), Form::nimber(nimber)];
                match up {
                    Ups::PowerTo { down, order } => {
                        parts.push(Form::uptimal(Number::ZERO, power(down, order), 0));
                        parts.push(Form::uptimal(Number::ZERO, power_to(down, order - 1), 0));
                    }
                    other => parts.push(Form::uptimal(Number::ZERO, other, 0)),
                }
                parts.push(Form::negative(word.clone()));
                let opened = parts.iter().map(|part| {
                    let (left, right) = part.options().expect("a form with few options");
                    Form::braces(left, right)
                });
                assert!(order.equal(&Form::Sum(opened.collect()), &Form::integer(0)), "{word}");
            }
        }
    }
}

#[test]
fn differences_are_described() {
    let table = [
        ("{0|0}", "*", "the same form: {0|0} is *"),
        ("{4|2}", "{4|2}", "the same form"),
        ("{1|-1}", "±1", "the same form, written with other abbreviations"),
        ("{1,0|0}", "{1|0}", "the Left option 0 is dominated by 1"),
        ("{2|1,0}", "{2|0}", "the Right option 1 is dominated by 0"),
        ("{1,1|0}", "{1|0}", "the Left option 1 is printed twice"),
        ("±1 + 3", "{4|2}", "printed as a sum"),
        ("{1|0} + *", "{1*|*}", "printed as a sum"),
        ("2{1|0}", "1{0|0}", "printed as a multiple"),
        ("{{1,0|0}|-3}", "{1|0||-3}", "in the Left option {1,0|0}: the Left option 0 is dominated by 1"),
        ("{0|2}", "1", "the Right option 2 is reversible"),
        ("{↑|↑}", "↑*", "an option is reversible: the canonical form is ↑*"),
        ("{0,{1|0}|*}", "↑", "the Left option {1|0} is reversible"),
    ];
    for (printed, recomputed, words) in table {
        assert_eq!(
            describe_difference(&plain(printed), &plain(recomputed)),
            words,
            "{printed} for {recomputed}"
        );
    }
}

#[test]
fn a_paper_sets_its_conventions() {
    let mut paper = Conventions::default();
    paper.set("5↓", "5·↓").unwrap();
    paper.set("n*", "n + *").unwrap();
    assert_eq!(paper.to_string(), "n* is n + *; n↑ is n·↑; ↑^n is ↑^n");
    let read = |text, dialect| Form::read_with(text, dialect, &paper).unwrap().ascii();
    assert_eq!(read("5↓", Dialect::Plain), "v5");
    assert_eq!(read("5↓*", Dialect::Plain), "v5*");
    assert_eq!(read(r"5\downarrow\ast", Dialect::Tex), "v5*");
    assert_eq!(read("1↑3*", Dialect::Plain), "1^3*");
    assert_eq!(read("7*", Dialect::Plain), "7*");
    assert_eq!(parse_with("n↓", Dialect::Plain, &paper).unwrap().explicit(), "n * ↓");
    paper.set(r"n\ast", r"n\cdot\ast").unwrap();
    paper.set(r"\uparrow^n", r"n\cdot\uparrow").unwrap();
    assert_eq!(parse_with("n*", Dialect::Plain, &paper).unwrap().explicit(), "n * *");
    assert_eq!(Form::read_with(r"\uparrow^3\ast", Dialect::Tex, &paper).unwrap().ascii(), "^3*");
    assert!(paper.set("n*", "n / 2").unwrap_err().message.contains("is no reading of"));
    assert!(paper.set("{a|b}", "a + b").unwrap_err().message.contains("is no notation with a choice"));
}

#[test]
fn formulas_with_variables_become_forms() {
    let formula = parse(r"\pm\{2n+1+s(n), \{\{3n+2 \mid 2n+2+s(n-1)\} \mid s(n)\}\}", Dialect::Tex).unwrap();
    fn at(expr: &referee::notation::Expr, n: i128) -> Result<Form, Problem> {
        Form::from_expr(expr, &mut |part: &referee::notation::Expr| match &part.kind {
            ExprKind::Name(name) if name == "n" => Ok(Form::integer(n)),
            ExprKind::Call { function, arguments } if function.text == "s" => {
                let m = at(&arguments[0], n)?;
                let odd = matches!(m, Form::Number(x) if x.numerator % 2 != 0);
                Ok(if odd { Form::nimber(1) } else { Form::integer(0) })
            }
            _ => Err(Problem::new(part.span.clone(), "unknown")),
        })
    }
    let first = at(&formula, 1).unwrap();
    assert!(same_form(&first, &plain("±{3*,{{5|4}|*}}")), "{first}");
    let second = at(&formula, 2).unwrap();
    assert!(same_form(&second, &plain("±{5,{{8|6*}|0}}")), "{second}");
}

#[test]
fn arithmetic_of_numbers_is_exact_or_refused() {
    for (text, number) in [
        ("{2 ^ 10 - 1|0}", "{1023|0}"),
        ("{1/(2 ^ 40)|-1}", "{1/1099511627776|-1}"),
        ("{1/(2 ^ 200)|-1}", "{1/(2 ^ 200)|-1}"),
        ("{2 ^ -3|0}", "{1/8|0}"),
        ("{3 / 4 * 2|0}", "{3/2|0}"),
        ("{(1/2)/(1/8)|0}", "{4|0}"),
        ("{6/4|0}", "{3/2|0}"),
        ("{9/3|0}", "{3|0}"),
    ] {
        assert_eq!(plain(text).ascii(), number, "{text}");
    }
    for (text, words) in [
        ("1/3", "this is no dyadic rational"),
        ("1/0", "a division by 0"),
        ("170141183460469231731687303715884105728", "the number is too large"),
        ("2 ^ 127", "this power is no dyadic rational that fits"),
        ("*4294967296", "4294967296 is too large for the index of a nimber"),
        ("^99999999999999999999", "99999999999999999999 is too large for a multiple of up"),
        ("↑^0", "the powers of up begin with ↑^1, which is ↑"),
        ("{1|0} * {1|0}", "a form has only integer multiples"),
        ("*_(1/2)", "the index of a nimber must be an integer, not 1/2"),
    ] {
        let problem = Form::read(text, Dialect::Plain).expect_err(text);
        assert!(problem.message.contains(words), "{text}: {problem}");
    }
}

/// What TeX prints for each, said without groups: braces that group are not printed.
#[test]
fn groups_of_tex_are_read_as_they_are_printed() {
    for (written, printed) in [
        (r"3{\frac14}", "13/4"),
        (r"3{\tfrac14}", "13/4"),
        (r"-3{\frac14}", "-13/4"),
        (r"3{{\frac14}}", "13/4"),
        (r"1{\textstyle\frac12}", "3/2"),
        (r"1\textstyle{\frac12}", "3/2"),
        (r"1\mathord{\frac12}", "3/2"),
        (r"{-1}\frac12", "-3/2"),
        (r"\pm3{\textstyle\frac12}", "+-7/2"),
        (r"\pm{3}\frac12", "+-7/2"),
        (r"\{3{\textstyle\frac12}\mid0\}", "{7/2|0}"),
        (r"3{\textstyle\frac12}\ast", "7/2*"),
        (r"3{-2}", "1"),
        (r"2{1\over2}", "5/2"),
        (r"\frac{1}{2}", "1/2"),
        (r"2^{3}", "8"),
        (r"(1)\frac12", "1/2"),
    ] {
        assert_eq!(tex(written), plain(printed), "{written}");
    }
    for refused in [
        "1{2}",
        "{1}{2}",
        "{1}2",
        "1{1/2}",
        "1{2.5}",
        r"1.5{\frac12}",
        r"1/3\frac14",
        r"2\cdot3\frac14",
        r"3\frac14^2",
        r"3{\frac14}^2",
        r"\ast2{3}",
    ] {
        assert!(parse(refused, Dialect::Tex).is_err(), "{refused}");
    }
    assert!(parse("3½²", Dialect::Plain).is_err());
    assert_eq!(explicit(r"2\frac{n}{3}", Dialect::Tex), "2 * (n / 3)");
    assert_eq!(explicit(r"2^3\frac12n", Dialect::Tex), "((2 ^ 3) * (1 / 2)) * n");
}

/// A number in brackets behind any space is a remark or a factor: docs/claims.md says that it is unreadable.
#[test]
fn a_remark_stands_behind_any_space() {
    let conventions = Conventions::default();
    for remark in [
        r"3\,(2)",
        r"3\ (2)",
        r"3\;(2)",
        r"3\quad(2)",
        r"3\thinspace(2)",
        r"3\hspace{2pt}(2)",
        "3{ }(2)",
        "3~(2)",
        r"$\pm3\,(2)$",
        r"$\{3|1\}\,(2)$",
        "3 (1/2)",
        "4 (0.5)",
        r"$3\ast$ (2)",
        "$3$(2)",
        r"3 (\frac12)",
        r"3 \left(2\right)",
    ] {
        assert!(parse_entry(remark, Dialect::Tex, &conventions).is_err(), "{remark}");
        assert!(parse_cell(remark, Dialect::Tex, &conventions).is_err(), "{remark}");
    }
    for factor in ["3(2)", r"3\left(2\right)", r"3\cdot (2)", "2 (n+1)", "3 + (2)"] {
        assert!(parse_entry(factor, Dialect::Tex, &conventions).is_ok(), "{factor}");
    }
    assert!(parse_cell("3* (2)", Dialect::Plain, &conventions).is_err());
}

#[test]
fn a_cell_with_a_range_or_a_mark_behind_a_quotient_is_refused() {
    let conventions = Conventions::default();
    for text in ["1/2^2", r"\pm1/2^2", "-1/2^2", r"3\frac14^2", "1/2-3/4", "-1-3", "1.5-2.5", "3-5"] {
        assert!(parse_cell(text, Dialect::Tex, &conventions).is_err(), "{text}");
    }
    for text in ["1/2²", "3/4²", "1/2-3/4"] {
        assert!(parse_cell(text, Dialect::Plain, &conventions).is_err(), "{text}");
    }
    for text in ["1/2", "2^2", "1/2^n", r"\frac{1}{2^3}n", "2^3-1"] {
        assert!(parse_cell(text, Dialect::Tex, &conventions).is_ok(), "{text}");
    }
}

#[test]
fn a_block_of_definitions() {
    let block = r#"
# Caterpillars of the paper.
C(n) = snort(caterpillar(n+1, n, n+1))   # three stars
s(m) = if even(m)
       then 0
       else *
G    = {3||2|
1}
graph = path("a # b")
"#;
    let definitions = parse_definitions(block).unwrap();
    let shown: Vec<String> = definitions
        .iter()
        .map(|definition| {
            let parameters: Vec<&str> = definition.parameters.iter().map(|name| name.text.as_str()).collect();
            assert_eq!(&block[definition.name.span.clone()], definition.name.text);
            format!("{}({}) = {}", definition.name.text, parameters.join(", "), definition.body.explicit())
        })
        .collect();
    assert_eq!(
        shown,
        [
            "C(n) = snort(caterpillar(n + 1, n, n + 1))",
            "s(m) = if even(m) then 0 else *",
            "G() = {3 | {2 | 1}}",
            "graph() = path(\"a # b\")",
        ]
    );
    assert_eq!(&block[definitions[1].body.span.clone()], "if even(m)\n       then 0\n       else *");
    let problems = parse_definitions("a = (1\nb = 2 3\nP = 4\nf(x, x) = 1\nc 5\n").unwrap_err();
    let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "this `(` is not closed",
            "two values stand side by side",
            "`P` is reserved",
            "`x` is a parameter already",
            "expected `=` and a definition",
        ]
    );
}

#[test]
fn ranges_and_table_keys() {
    let shown = |text: &str| {
        let bindings = parse_binding(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        let all: Vec<String> = bindings
            .bindings
            .iter()
            .map(|binding| format!("{} in {}", binding.name.text, binding.domain.explicit()))
            .collect();
        let condition = bindings.condition.map_or_else(String::new, |c| format!(" where {}", c.explicit()));
        all.join(", ") + &condition
    };
    assert_eq!(shown("n in 1..20"), "n in 1..20");
    assert_eq!(shown("n >= 1"), "n in 1..");
    assert_eq!(shown("n > 1"), "n in (1 + 1)..");
    assert_eq!(shown("1 <= n < 20"), "n in 1..(20 - 1)");
    assert_eq!(shown("n in 1.., m in 1..n where odd(m)"), "n in 1.., m in 1..n where odd(m)");
    assert_eq!(shown("g in connected_graphs(n)"), "g in connected_graphs(n)");
    assert!(parse_binding("n in 1..20 20").is_err());
    assert!(parse_binding("n").is_err());
    let key = parse_table_key("$n$ is n in 1..8").unwrap();
    assert_eq!(key.header, "$n$");
    assert_eq!(key.bindings.unwrap().bindings[0].domain.span, 12..16);
    let bare = parse_table_key("Position").unwrap();
    assert_eq!((bare.header.as_str(), bare.bindings), ("Position", None));
}

#[test]
fn formulas_are_printed_as_tex_that_reads_the_same() {
    for text in [
        "2n+1+s(n)",
        "±{2n+1+s(n), {{3n+2|2n+2+s(n-1)}|s(n)}}",
        "n * (n + 1) / 2",
        "x_1 ^ (n + 1) - 3",
        "(n + 1)·↑ + *",
        "{a || b | c}",
        "(a || b) and not (a = b or c <= d)",
        "a - (b - c)",
        "g : h",
        "{(a || b), 1 | c}",
        "if n = 1 then 0 else *",
        "Tiny(n) + ↑^2 + ↓^[n]",
    ] {
        let expr = parse(text, Dialect::Plain).unwrap();
        assert_eq!(explicit(&expr.tex(), Dialect::Tex), expr.explicit(), "{}", expr.tex());
    }
}

#[test]
fn deep_texts_are_read_or_refused() {
    let nested = |n: usize| format!("{}0{}", "{".repeat(n), "|0}".repeat(n));
    let deep = plain(&nested(DEPTH_LIMIT - 10));
    assert_eq!(plain(&deep.ascii()), deep);
    assert_eq!(tex(&deep.tex()), deep);
    assert!(deep.speech().len() > DEPTH_LIMIT);
    assert!(same_form(&deep, &deep));
    for text in [
        nested(50_000),
        "(".repeat(50_000),
        "[".repeat(50_000),
        "{".repeat(50_000),
        "±".repeat(50_000),
        "- ".repeat(50_000) + "1",
        "not ".repeat(50_000) + "a",
        "2 ^ ".repeat(50_000) + "2",
        "if ".repeat(50_000),
        "f(".repeat(50_000),
        "⧾".repeat(50_000) + "1",
        "±1·".repeat(50_000) + "1",
        "1 = ".repeat(1_000) + &"{".repeat(50_000),
        "1·".repeat(50_000) + "1",
        "1 + ".repeat(50_000) + "1",
        "a = ".repeat(50_000) + "a",
        "count x in ".repeat(50_000),
    ] {
        assert!(parse(&text, Dialect::Plain).is_err(), "{}…", text.chars().take(20).collect::<String>());
        assert!(parse(&text, Dialect::Tex).is_err(), "{}…", text.chars().take(20).collect::<String>());
    }
    for text in ["\\frac".repeat(50_000), "{".repeat(50_000), "x^{".repeat(50_000), "\\pm".repeat(50_000)] {
        assert!(parse(&text, Dialect::Tex).is_err());
    }
    let bars: String = (1..3_000).rev().map(|n| format!("0{}", "|".repeat(n))).collect();
    assert!(parse(&format!("{{{bars}0}}"), Dialect::Plain).is_err());
}

#[test]
fn every_problem_has_its_place_and_help() {
    let plain = [
        "",
        "1 + {2|",
        "{1|{2|3}",
        "{1,|2}",
        "{1 2|3}",
        "{1,2}",
        "{1|2|3}",
        "(1",
        "(1}",
        "1)",
        "f(1, 2",
        "1 2",
        "2 {1|0}",
        "3 * ",
        "3 *5",
        "3* 5",
        "3 ^5",
        "3 +-1",
        "2^(n+1)",
        "2*f(n)",
        "*(2)",
        "2**3",
        "^^3",
        "⇑²",
        "↑_2",
        "↑^*",
        "a | b",
        "a, b",
        "± {}",
        "1.5",
        "a & b",
        "\"path",
        "if a then b",
        "all n in 1..3",
        "count v in trees(3) : 1",
        "max n in 1..3, : n",
        "n in 1..3",
        "170141183460469231731687303715884105728",
        "then",
        "x[1]",
    ];
    let tex = [
        r"\{1 \mid 2",
        r"{1 \mid 2}",
        r"\upparow",
        r"\foo",
        r"1, \ldots, 2",
        r"\frac1",
        r"\frac{1}{",
        r"x^",
        r"6^*",
        r"2^12",
        r"n_{a+b}",
        r"\ast^2",
        r"2v",
        r"\text{if",
        r"\{1\mid2\}\}",
        r"\",
        r"\begin{cases} 1 \end{cases}",
    ];
    let mut pictures = String::new();
    for (texts, dialect) in [(&plain[..], Dialect::Plain), (&tex[..], Dialect::Tex)] {
        for text in texts {
            let problem = parse(text, dialect).expect_err(text);
            pictures.push_str(&picture(text, &problem));
            pictures.push('\n');
        }
    }
    insta::assert_snapshot!("notation_problems", pictures);
}

/// Forms of every kind, made by the constructors.
fn forms() -> impl Strategy<Value = Form> {
    let number = prop_oneof![
        (-9_i128..10, 0_u32..4).prop_map(|(n, k)| Number::new(n, k)),
        (-i128::MAX..i128::MAX, 0_u32..200).prop_map(|(n, k)| Number::new(n, k)),
    ];
    let ups = prop_oneof![
        (-4_i64..5).prop_map(Ups::Multiple),
        any::<i64>().prop_map(Ups::Multiple),
        (any::<bool>(), 1_u32..20).prop_map(|(down, order)| Ups::Power { down, order }),
        (any::<bool>(), 1_u32..20).prop_map(|(down, order)| Ups::PowerTo { down, order }),
    ];
    let nimber = prop_oneof![0_u32..4, any::<u32>()];
    let word = (prop_oneof![Just(Number::ZERO), number.clone()], ups, nimber)
        .prop_map(|(number, ups, nimber)| Form::uptimal(number, ups, nimber));
    let leaf = prop_oneof![number.prop_map(Form::Number), word];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..3);
        prop_oneof![
            4 => (list.clone(), list.clone()).prop_map(|(left, right)| Form::braces(left, right)),
            1 => list.clone().prop_map(Form::plus_minus),
            1 => inner.clone().prop_map(Form::tiny),
            1 => inner.clone().prop_map(Form::miny),
            1 => inner.clone().prop_map(Form::negative),
            1 => list.prop_map(Form::sum),
            1 => (-3_i128..4, inner).prop_map(|(n, of)| Form::multiple(n, of)),
        ]
    })
}

/// Pieces of notation, which make texts that are nearly right.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "1",
        "2",
        "n",
        "s(",
        "(",
        ")",
        "{",
        "}",
        "\\{",
        "\\}",
        "|",
        "||",
        "\\mid ",
        "\\|",
        "‖",
        "*",
        "^",
        "v",
        "↑",
        "⇓",
        "±",
        "+-",
        "+",
        "-",
        "/",
        "·",
        " ",
        " ",
        ",",
        ":",
        "=",
        "<=",
        "[",
        "]",
        "_",
        "\\frac",
        "\\pm",
        "{+}",
        "\\text{",
        "Tiny(",
        "⧾",
        "²",
        "½",
        "..",
        "if ",
        " then ",
        " else ",
        "count ",
        " in ",
        " not ",
        " and ",
        "\"",
        "<2>",
        "[2]",
        "\\left",
        "\\uparrow",
        "\\ast",
        "$",
        "%",
        "#",
        "\n",
        ".",
        "∥",
        "é",
        "\\",
    ]);
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

fn places_are_in(text: &str, problem: &Problem) -> bool {
    let span = &problem.span;
    span.start <= span.end && text.is_char_boundary(span.start) && text.is_char_boundary(span.end)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_back_in_every_dialect(form in forms()) {
        prop_assert_eq!(&Form::read(&form.ascii(), Dialect::Plain).unwrap(), &form, "{}", form.ascii());
        prop_assert_eq!(&Form::read(&form.unicode(), Dialect::Plain).unwrap(), &form, "{}", form.unicode());
        prop_assert_eq!(&Form::read(&form.tex(), Dialect::Tex).unwrap(), &form, "{}", form.tex());
        prop_assert!(!form.speech().is_empty());
    }

    #[test]
    fn sorting_changes_no_form_and_is_done_once(form in forms()) {
        let sorted = form.clone().sorted();
        prop_assert!(same_form(&form, &sorted), "{form} and {sorted}");
        prop_assert_eq!(&sorted.clone().sorted(), &sorted);
        prop_assert_eq!(reversed(form.clone()).sorted(), sorted);
        prop_assert_eq!(form.structural_cmp(&form), std::cmp::Ordering::Equal);
        describe_difference(&form, &Form::integer(0));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in prop_oneof![any::<String>(), pieces(), pieces()]) {
        for dialect in [Dialect::Plain, Dialect::Tex] {
            match parse(&text, dialect) {
                Ok(expr) => {
                    prop_assert!(expr.span.end <= text.len());
                    let shown = expr.explicit();
                    let again = parse(&shown, Dialect::Plain).map(|again| again.explicit());
                    prop_assert_eq!(again.as_ref(), Ok(&shown), "{} shown as {}", text, shown);
                }
                Err(problem) => prop_assert!(places_are_in(&text, &problem), "{:?}: {:?}", text, problem),
            }
        }
        let _ = parse_binding(&text);
        let _ = parse_table_key(&text);
        for problem in parse_definitions(&text).err().into_iter().flatten() {
            prop_assert!(places_are_in(&text, &problem), "{:?}: {:?}", text, problem);
        }
    }
}
