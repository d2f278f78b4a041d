//! Texts of paper.md to expressions, domains, keys and definitions.

use super::fields::Problems;
use super::{Domain, Expression, Key, Text};
use crate::notation::{Definition, Dialect, parse, parse_binding, parse_definitions};

/// An expression of the language.
pub fn expression(text: Text, problems: &mut Problems<'_>) -> Option<Expression> {
    match parse(&text.text, Dialect::Plain) {
        Ok(tree) => Some(Expression { text: text.text, span: text.span, tree }),
        Err(problem) => {
            problems.notation(&text, &problem);
            None
        }
    }
}

/// `n in 1..8, g in trees(n)`
pub fn domain(text: Text, problems: &mut Problems<'_>) -> Option<Domain> {
    let read = match parse_binding(&text.text) {
        Ok(read) => read,
        Err(problem) => {
            problems.notation(&text, &problem);
            return None;
        }
    };
    for (index, binding) in read.bindings.iter().enumerate() {
        let name = &binding.name;
        if read.bindings[..index].iter().any(|earlier| earlier.name.text == name.text) {
            let span = text.span.start + name.span.start..text.span.start + name.span.end;
            problems.add(span, format!("`{}` runs twice", name.text), "", "");
        }
    }
    Some(Domain { text: text.text, span: text.span, bindings: read.bindings, condition: read.condition })
}

/// `$n$ is n in 1..8`, or `Position is p`.
pub fn key(text: Text, problems: &mut Problems<'_>) -> Option<Key> {
    let part = |from: usize, to: usize| {
        let whole = &text.text[from..to];
        let start = text.span.start + from + (whole.len() - whole.trim_start().len());
        Text { text: whole.trim().to_string(), span: start..start + whole.trim().len() }
    };
    let Some(at) = text.text.find(" is ") else {
        let help = "write the heading and what its cells are: `$n$ is n in 1..8`";
        problems.add(text.span, "the key does not say what it is", "", help);
        return None;
    };
    let header = part(0, at);
    let rest = part(at + " is ".len(), text.text.len());
    if is_name(&rest.text) {
        return Some(Key { header, variable: rest, domain: None });
    }
    let domain = domain(rest, problems)?;
    let [binding] = &domain.bindings[..] else {
        problems.add(
            domain.span,
            "a key has one variable",
            "",
            "several keys are a list: `key = ['…', '…']`",
        );
        return None;
    };
    let place = &binding.name.span;
    let variable = Text {
        text: binding.name.text.clone(),
        span: domain.span.start + place.start..domain.span.start + place.end,
    };
    Some(Key { header, variable, domain: Some(domain) })
}

/// The definitions of a block.
pub fn definitions(text: &Text, problems: &mut Problems<'_>) -> Vec<Definition> {
    match parse_definitions(&text.text) {
        Ok(list) => list,
        Err(found) => {
            for problem in found {
                problems.notation(text, &problem);
            }
            Vec::new()
        }
    }
}

/// Whether the text can name a variable.
pub fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic()) && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
