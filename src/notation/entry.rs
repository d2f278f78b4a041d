//! What a paper prints for an answer: notation, and what stands beside notation without being part of it.

use super::marks::{Bracket, Inside, bracket, star_outside};
use super::{Conventions, Dialect, Expr, ExprKind, Operator, Problem, parse_with};

/// Reads what is printed for an answer, as [`parse_with`] does.
///
/// # Errors
/// As [`parse_with`]; and if a number in brackets, or a star outside of the formula, stands behind a value, since that may
/// as well be a remark or the mark of a note.
///
/// ```
/// use referee::notation::{Conventions, Dialect, parse_entry};
/// let read = |text| parse_entry(text, Dialect::Tex, &Conventions::default());
/// assert!(read(r"$\pm 3$").is_ok());
/// assert!(read(r"$\pm 3$ (2)").is_err());
/// assert!(read(r"$\pm 3$*").is_err());
/// ```
pub fn parse_entry(text: &str, dialect: Dialect, conventions: &Conventions) -> Result<Expr, Problem> {
    // A letter in the bracket is a variable, and what touches it a factor.
    let remark = bracket(text).filter(|found| found.apart && found.inside != Inside::Words);
    if let Some(Bracket { span, .. }) = remark {
        return Err(Problem::new(span, "a remark in brackets behind a value, or a factor")
            .help("a factor is written without a space before its bracket, or with a dot"));
    }
    if let Some(span) = star_outside(text) {
        return Err(Problem::new(span, "a star outside of the formula may be the mark of a note")
            .help("where it is part of the value, it stands within the formula"));
    }
    parse_with(text, dialect, conventions)
}

/// Reads what a cell of a table prints, as [`parse_entry`] does.
///
/// # Errors
/// As [`parse_entry`]; and if the whole cell is a difference of two whole numbers or two of them with a colon: that may as well
/// be a range or a ratio.
///
/// ```
/// use referee::notation::{Conventions, Dialect, parse_cell};
/// let read = |text| parse_cell(text, Dialect::Tex, &Conventions::default());
/// assert!(read("$2^n$").is_ok());
/// assert!(read("3-5").is_err());
/// assert!(read("3:1").is_err());
/// ```
pub fn parse_cell(text: &str, dialect: Dialect, conventions: &Conventions) -> Result<Expr, Problem> {
    let expr = parse_entry(text, dialect, conventions)?;
    let ExprKind::Binary { operator, left, right } = &expr.kind else { return Ok(expr) };
    let whole = |expr: &Expr| matches!(expr.kind, ExprKind::Integer(_));
    let fraction = |expr: &Expr| matches!(&expr.kind, ExprKind::Binary { operator: Operator::Divide, left, right } if whole(left) && whole(right));
    let what = match operator {
        Operator::Subtract if whole(left) && whole(right) => {
            "two numbers with a dash between may be a range or a difference"
        }
        Operator::Subtract if whole(left) && fraction(right) && !text.contains('$') => {
            "a whole number, a dash and a fraction may be one number or a difference"
        }
        Operator::OrdinalSum if whole(left) && whole(right) => {
            "two numbers with a colon between may be a ratio or an ordinal sum"
        }
        _ => return Ok(expr),
    };
    Err(Problem::new(expr.span.clone(), what).help("`reads` says what such a cell means"))
}
