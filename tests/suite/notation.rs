//! Notation: reading and printing, judged by tables, by CGSuite's printed forms, and by laws on random forms.

use referee::notation::{Dialect, Form};

fn plain(text: &str) -> Form {
    read(text, Dialect::Plain)
}

fn tex(text: &str) -> Form {
    read(text, Dialect::Tex)
}

fn read(text: &str, dialect: Dialect) -> Form {
    Form::read(text, dialect).unwrap_or_else(|problem| panic!("{text:?} at {:?}: {problem}", problem.span))
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
        assert_eq!(reversed(plain(&text)).sorted().ascii(), text);
    }
}
