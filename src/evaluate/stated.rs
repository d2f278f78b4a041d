//! Statements as mathematics, where they are said in letters as a paper says them.

use crate::notation::{Expr, ExprKind, Operator};

/// The TeX of a statement in which every name is a letter; branches become cases. None if it has other names, or is said with
/// words, such as `all` or `even`: these are our own language, which nobody else need know.
pub fn in_letters(expr: &Expr) -> Option<String> {
    let ExprKind::Binary { operator: Operator::Equal, left, right } = &expr.kind else {
        return plain(expr).then(|| expr.tex().trim().to_string());
    };
    let mut rows = Vec::new();
    let mut rest: &Expr = right;
    while let ExprKind::If { condition, then, otherwise } = &rest.kind {
        if !plain(condition) || !plain(then) {
            return None;
        }
        rows.push(format!("{} & \\text{{if }} {}", then.tex().trim(), condition.tex().trim()));
        rest = otherwise;
    }
    if !plain(left) || !plain(rest) {
        return None;
    }
    if rows.is_empty() {
        return Some(expr.tex().trim().to_string());
    }
    rows.push(format!("{} & \\text{{otherwise}}", rest.tex().trim()));
    Some(format!("{} = \\begin{{cases}}{}\\end{{cases}}", left.tex().trim(), rows.join(" \\\\ ")))
}

fn is_letter(name: &str) -> bool {
    name.len() == 1 && name.chars().all(|c| c.is_ascii_alphabetic())
}

fn plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) => true,
        ExprKind::Name(name) => is_letter(name),
        ExprKind::Nimber(of) | ExprKind::Tiny(of) | ExprKind::Miny(of) | ExprKind::Negative(of) => plain(of),
        ExprKind::Ups { count, .. } => plain(count),
        ExprKind::UpPower { order, .. } | ExprKind::UpPowerTo { order, .. } => plain(order),
        ExprKind::PlusMinus(items) | ExprKind::Touching(items) => items.iter().all(plain),
        ExprKind::Braces { left, right } => left.iter().chain(right).all(plain),
        ExprKind::Binary { left, right, .. } => plain(left) && plain(right),
        ExprKind::Call { function, arguments } => is_letter(&function.text) && arguments.iter().all(plain),
        ExprKind::Text(_)
        | ExprKind::Not(_)
        | ExprKind::List(_)
        | ExprKind::Range { .. }
        | ExprKind::If { .. }
        | ExprKind::Quantified { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Dialect, parse};

    #[test]
    fn letters_are_mathematics_and_other_names_are_not() {
        let tex = |text: &str| in_letters(&parse(text, Dialect::Plain).expect("it reads"));
        let of = |text: &str| tex(text).unwrap_or_default();
        assert_eq!(of("S(2i, 2j+1) = (j+1) + (k+i) * *"), r"S(2i, 2j + 1) = j + 1 + (k + i)\cdot \ast");
        let cases = r"S(i) = \begin{cases}0 & \text{if } i = k \\ \ast 2 & \text{otherwise}\end{cases}";
        assert_eq!(of("S(i) = if i = k then 0 else *2"), cases);
        for ours in [
            "even(n)",
            "S(i) = even_2(i)",
            "S2(i) = 0",
            "S(i) = if even(i) then 0 else 1",
            "all n in 1..3 : n = n",
        ] {
            assert_eq!(tex(ours), None, "{ours}");
        }
    }
}
