//! An expression back to text: in plain text with every bracket, and in TeX as a formula.

use super::{Binding, Expr, ExprKind, Operator};

impl Expr {
    /// The expression in plain text as it was understood: operators with spaces and every bracket, touching terms as
    /// the sums that they are. Reading it again gives the same meaning.
    ///
    /// ```
    /// use referee::notation::{Dialect, parse};
    /// assert_eq!(parse("3*5", Dialect::Plain).unwrap().explicit(), "3 + *5");
    /// assert_eq!(parse("-2n+1", Dialect::Plain).unwrap().explicit(), "(-(2 * n)) + 1");
    /// ```
    pub fn explicit(&self) -> String {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &self.kind {
            ExprKind::Integer(n) => n.to_string(),
            ExprKind::Text(text) => format!("\"{text}\""),
            ExprKind::Name(name) => name.clone(),
            ExprKind::Nimber(index) => match &index.kind {
                ExprKind::Integer(1) => "*".to_string(),
                ExprKind::Integer(_) | ExprKind::Name(_) => format!("*{}", index.explicit()),
                _ => format!("*_({})", index.explicit()),
            },
            ExprKind::Ups { down, count } => {
                let arrow = arrow(*down);
                match &count.kind {
                    ExprKind::Integer(1) => arrow.to_string(),
                    ExprKind::Integer(_) | ExprKind::Name(_) => format!("{arrow}{}", count.explicit()),
                    _ => format!("{} * {arrow}", count.operand()),
                }
            }
            ExprKind::UpPower { down, order } => match &order.kind {
                ExprKind::Integer(_) | ExprKind::Name(_) => format!("{}^{}", arrow(*down), order.explicit()),
                _ => format!("{}^({})", arrow(*down), order.explicit()),
            },
            ExprKind::UpPowerTo { down, order } => format!("{}^[{}]", arrow(*down), order.explicit()),
            ExprKind::Tiny(of) => format!("⧾({})", of.explicit()),
            ExprKind::Miny(of) => format!("⧿({})", of.explicit()),
            ExprKind::PlusMinus(left) => match &left[..] {
                [game] if matches!(game.kind, ExprKind::Braces { .. }) => format!("±{}", game.explicit()),
                [game] => format!("±({})", game.explicit()),
                several => format!("±{{{}}}", options(several)),
            },
            ExprKind::Braces { left, right } => {
                let before = if left.is_empty() { "" } else { " " };
                let after = if right.is_empty() { "" } else { " " };
                format!("{{{}{before}|{after}{}}}", options(left), options(right))
            }
            ExprKind::Touching(terms) => {
                let mut sum = String::new();
                for (place, term) in terms.iter().enumerate() {
                    sum = match place {
                        0 => term.operand(),
                        1 => format!("{sum} + {}", term.operand()),
                        _ => format!("({sum}) + {}", term.operand()),
                    };
                }
                sum
            }
            ExprKind::Negative(of) => format!("-{}", of.operand()),
            ExprKind::Not(of) => format!("not {}", of.operand()),
            ExprKind::Binary { operator, left, right } => {
                format!("{} {} {}", left.operand(), operator.symbol(), right.operand())
            }
            ExprKind::Call { function, arguments } => format!("{}({})", function.text, list(arguments)),
            ExprKind::List(items) => format!("[{}]", list(items)),
            ExprKind::Range { from, to } => {
                let to = to.as_ref().map_or_else(String::new, |to| to.operand());
                format!("{}..{to}", from.operand())
            }
            ExprKind::If { condition, then, otherwise } => {
                let parts = [condition, then, otherwise].map(|part| part.operand());
                format!("if {} then {} else {}", parts[0], parts[1], parts[2])
            }
            ExprKind::Quantified { quantifier, bindings, condition, body } => {
                let bindings: Vec<String> = bindings.iter().map(binding).collect();
                let mut text = format!("{} {}", quantifier.word(), bindings.join(", "));
                if let Some(condition) = condition {
                    text.push_str(&format!(" such that {}", condition.operand()));
                }
                if let Some(body) = body {
                    text.push_str(&format!(" : {}", body.operand()));
                }
                text
            }
        })
    }

    /// The text as an operand: in brackets unless it is a single value.
    fn operand(&self) -> String {
        let open = match &self.kind {
            ExprKind::Ups { count, .. } => !matches!(count.kind, ExprKind::Integer(_) | ExprKind::Name(_)),
            ExprKind::Touching(_)
            | ExprKind::Negative(_)
            | ExprKind::Not(_)
            | ExprKind::Binary { .. }
            | ExprKind::Range { .. }
            | ExprKind::If { .. }
            | ExprKind::Quantified { .. } => true,
            _ => false,
        };
        if open { format!("({})", self.explicit()) } else { self.explicit() }
    }

    /// The expression as TeX for math mode, with the brackets that it needs.
    ///
    /// ```
    /// use referee::notation::{Dialect, parse};
    /// let formula = parse("±{2n+1+s(n), {{3n+2|2n+2+s(n-1)}|s(n)}}", Dialect::Plain).unwrap();
    /// assert_eq!(formula.tex(), r"\pm\{2n + 1 + s(n), \{\{3n + 2\mid 2n + 2 + s(n - 1)\}\mid s(n)\}\}");
    /// ```
    pub fn tex(&self) -> String {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.tex_kind())
    }

    fn tex_kind(&self) -> String {
        match &self.kind {
            ExprKind::Integer(n) => n.to_string(),
            ExprKind::Text(text) => format!("\\text{{“{text}”}}"),
            ExprKind::Name(name) => tex_name(name),
            ExprKind::Nimber(index) => match &index.kind {
                ExprKind::Integer(1) => "\\ast ".to_string(),
                ExprKind::Integer(_) | ExprKind::Name(_) => format!("\\ast {}", index.tex()),
                _ => format!("\\ast_{{{}}}", index.tex()),
            },
            ExprKind::Ups { down, count } => match (&count.kind, down) {
                (ExprKind::Integer(1), false) => "\\uparrow ".to_string(),
                (ExprKind::Integer(1), true) => "\\downarrow ".to_string(),
                (ExprKind::Integer(2), false) => "\\Uparrow ".to_string(),
                (ExprKind::Integer(2), true) => "\\Downarrow ".to_string(),
                _ => format!("{}\\cdot{} ", count.tex_at(PRODUCT), tex_arrow(*down)),
            },
            ExprKind::UpPower { down: false, order } => format!("\\uparrow^{{{}}}", order.tex()),
            ExprKind::UpPower { down: true, order } => format!("\\downarrow_{{{}}}", order.tex()),
            ExprKind::UpPowerTo { down: false, order } => format!("\\uparrow^{{[{}]}}", order.tex()),
            ExprKind::UpPowerTo { down: true, order } => format!("\\downarrow_{{[{}]}}", order.tex()),
            ExprKind::Tiny(of) => format!("{{+}}_{{{}}}", of.tex()),
            ExprKind::Miny(of) => format!("{{-}}_{{{}}}", of.tex()),
            ExprKind::PlusMinus(left) => match &left[..] {
                [game] if matches!(game.kind, ExprKind::Braces { .. }) => format!("\\pm{}", game.tex()),
                [game] if matches!(game.kind, ExprKind::Integer(_) | ExprKind::Name(_)) => {
                    format!("\\pm {}", game.tex())
                }
                [game] => format!("\\pm({})", game.tex()),
                several => format!("\\pm\\{{{}\\}}", tex_options(several)),
            },
            ExprKind::Braces { left, right } => {
                format!("\\{{{}\\mid {}\\}}", tex_options(left), tex_options(right))
            }
            ExprKind::Touching(terms) => {
                let terms: Vec<String> = terms.iter().map(|term| term.tex_at(PRODUCT)).collect();
                terms.join("{+}")
            }
            ExprKind::Negative(of) => format!("-{}", of.tex_at(PRODUCT)),
            ExprKind::Not(of) => format!("\\lnot {}", of.tex_at(ATOM)),
            ExprKind::Binary { operator, left, right } => tex_binary(*operator, left, right),
            ExprKind::Call { function, arguments } => {
                format!("{}({})", tex_name(&function.text), tex_list(arguments))
            }
            ExprKind::List(items) => format!("[{}]", tex_list(items)),
            ExprKind::Range { from, to } => {
                let to = to.as_ref().map_or_else(String::new, |to| to.tex_at(SUM));
                format!("{}..{to}", from.tex_at(SUM))
            }
            ExprKind::If { condition, then, otherwise } => format!(
                "\\text{{if }}{}\\text{{ then }}{}\\text{{ else }}{}",
                condition.tex(),
                then.tex(),
                otherwise.tex()
            ),
            ExprKind::Quantified { quantifier, bindings, condition, body } => {
                let bindings: Vec<String> = bindings
                    .iter()
                    .map(|binding| format!("{} \\in {}", tex_name(&binding.name.text), binding.domain.tex()))
                    .collect();
                let mut text = format!("\\text{{{} }}{}", quantifier.word(), bindings.join(", "));
                if let Some(condition) = condition {
                    text.push_str(&format!("\\text{{ such that }}{}", condition.tex()));
                }
                if let Some(body) = body {
                    text.push_str(&format!(" : {}", body.tex()));
                }
                text
            }
        }
    }

    /// TeX for a place where operators looser than `level` need brackets.
    fn tex_at(&self, level: u8) -> String {
        if tex_level(self) < level { format!("({})", self.tex()) } else { self.tex() }
    }
}

const SUM: u8 = 3;
const PRODUCT: u8 = 5;
const ATOM: u8 = 6;

/// How tightly an expression holds together, as `operator_level` says for operators.
fn tex_level(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Binary { operator: Operator::Divide, .. } => ATOM,
        ExprKind::Binary { operator, .. } => operator_level(*operator),
        ExprKind::If { .. } | ExprKind::Quantified { .. } | ExprKind::Range { .. } | ExprKind::Not(_) => 0,
        ExprKind::Negative(_) | ExprKind::Touching(_) => SUM,
        ExprKind::Ups { count, .. } if !matches!(count.kind, ExprKind::Integer(1 | 2)) => PRODUCT,
        _ => ATOM,
    }
}

fn operator_level(operator: Operator) -> u8 {
    match operator {
        Operator::Or => 0,
        Operator::And => 1,
        Operator::Add | Operator::Subtract => SUM,
        Operator::OrdinalSum => 4,
        Operator::Multiply | Operator::Divide | Operator::Power => PRODUCT,
        _ => 2,
    }
}

fn tex_binary(operator: Operator, left: &Expr, right: &Expr) -> String {
    let level = operator_level(operator);
    let sign = match operator {
        Operator::Divide => return format!("\\frac{{{}}}{{{}}}", left.tex(), right.tex()),
        Operator::Power => return format!("{}^{{{}}}", left.tex_at(ATOM), right.tex()),
        Operator::Multiply => {
            let name = matches!(right.kind, ExprKind::Name(_) | ExprKind::Call { .. });
            let sign = if matches!(left.kind, ExprKind::Integer(_)) && name { "" } else { "\\cdot " };
            return format!("{}{sign}{}", left.tex_at(level), right.tex_at(ATOM));
        }
        Operator::OrdinalSum => "\\mathbin{:}",
        Operator::Unequal => "\\ne",
        Operator::LessOrEqual => "\\le",
        Operator::GreaterOrEqual => "\\ge",
        Operator::Confused => "\\parallel",
        Operator::And => "\\land",
        Operator::Or => "\\lor",
        other => other.symbol(),
    };
    format!("{} {sign} {}", left.tex_at(level), right.tex_at(level + 1))
}

fn tex_name(name: &str) -> String {
    match name.split_once('_') {
        Some((stem, index)) if !index.is_empty() && !index.contains('_') => {
            format!("{}_{{{index}}}", tex_name(stem))
        }
        _ if name.chars().count() == 1 => name.to_string(),
        _ => format!("\\mathrm{{{}}}", name.replace('_', "\\_")),
    }
}

fn tex_list(items: &[Expr]) -> String {
    items.iter().map(Expr::tex).collect::<Vec<_>>().join(", ")
}

/// A list within braces, where ∥ would be bars.
fn tex_options(items: &[Expr]) -> String {
    items.iter().map(|item| item.tex_at(SUM)).collect::<Vec<_>>().join(", ")
}

fn list(items: &[Expr]) -> String {
    items.iter().map(Expr::explicit).collect::<Vec<_>>().join(", ")
}

/// A list within braces, where `||` would be bars.
fn options(items: &[Expr]) -> String {
    let confused = |item: &Expr| matches!(item.kind, ExprKind::Binary { operator: Operator::Confused, .. });
    let show = |item: &Expr| if confused(item) { item.operand() } else { item.explicit() };
    items.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn binding(binding: &Binding) -> String {
    format!("{} in {}", binding.name.text, binding.domain.operand_of_range())
}

impl Expr {
    /// A domain: a range stands without brackets.
    fn operand_of_range(&self) -> String {
        if matches!(self.kind, ExprKind::Range { .. }) { self.explicit() } else { self.operand() }
    }
}

fn arrow(down: bool) -> char {
    if down { '↓' } else { '↑' }
}

fn tex_arrow(down: bool) -> &'static str {
    if down { "\\downarrow" } else { "\\uparrow" }
}
