//! What a paper prints for an answer: notation, and what stands beside notation without being part of it.

use super::marks::{Inside, bracket, star_outside};
use super::parse::is_fraction;
use super::tokens::{Bracket, Kind, Token, tokens};
use super::{Conventions, Dialect, Expr, ExprKind, Operator, Problem, Span, parse_with};

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
    if let Some(found) = remark {
        return Err(Problem::new(found.span, "a remark in brackets behind a value, or a factor")
            .help("a factor is written without a space before its bracket, or with a dot"));
    }
    if let Some(span) = star_outside(text) {
        return Err(Problem::new(span, "a star outside of the formula may be the mark of a note")
            .help("where it is part of the value, it stands within the formula"));
    }
    if let Some((span, true)) = number_in_brackets(text, dialect) {
        return Err(Problem::new(span, "a remark in brackets behind a value, or a factor")
            .help("a factor is written without a space before its bracket, or with a dot"));
    }
    parse_with(text, dialect, conventions)
}

/// Reads what a cell of a table prints, as [`parse_entry`] does.
///
/// # Errors
/// As [`parse_entry`]; if a number is raised behind a quotient; and if the
/// whole cell is a difference of two numbers or two whole ones with a colon: that may as well be a range or a ratio.
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
    if is_marked_quotient(&expr) {
        return Err(Problem::new(
            expr.span.clone(),
            "a number raised behind a quotient may be the mark of a note",
        )
        .help("`reads` says what such a cell means"));
    }
    let ExprKind::Binary { operator, left, right } = &expr.kind else { return Ok(expr) };
    let mixed = matches!(operator, Operator::Subtract) && is_whole(left) && is_fraction(right);
    let what = match operator {
        Operator::Subtract if mixed && text.contains('$') => return Ok(expr),
        Operator::Subtract if mixed => {
            "a whole number, a dash and a fraction may be one number or a difference"
        }
        Operator::Subtract if is_range(&expr) => {
            "two numbers with a dash between may be a range or a difference"
        }
        Operator::OrdinalSum if is_whole(left) && is_whole(right) => {
            "two numbers with a colon between may be a ratio or an ordinal sum"
        }
        _ => return Ok(expr),
    };
    Err(Problem::new(expr.span.clone(), what).help("`reads` says what such a cell means"))
}

fn is_whole(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Integer(_))
}

/// Whether an expression is a difference of two numbers, which in a table may as well be a range.
///
/// ```
/// use referee::notation::{Dialect, is_range, parse};
/// let range = |text| is_range(&parse(text, Dialect::Tex).unwrap());
/// assert!(range("3-5") && range("1/2-3/4") && range("-1-3") && range("1.5-2.5"));
/// assert!(!range("2^3-1") && !range("-3"));
/// ```
pub fn is_range(expr: &Expr) -> bool {
    let number = |expr: &Expr| is_whole(expr) || is_fraction(expr);
    let signed = |expr: &Expr| match &expr.kind {
        ExprKind::Negative(of) => number(of),
        _ => number(expr),
    };
    matches!(&expr.kind, ExprKind::Binary { operator: Operator::Subtract, left, right } if signed(left) && signed(right))
}

/// Whether a number is raised behind a quotient, `1/2²`: a power of its denominator, or the mark of a note.
///
/// ```
/// use referee::notation::{Dialect, is_marked_quotient, parse};
/// let marked = |text| is_marked_quotient(&parse(text, Dialect::Tex).unwrap());
/// assert!(marked("1/2^2") && marked(r"\pm1/2^2"));
/// assert!(!marked("1/2^n") && !marked("2^2/3"));
/// ```
pub fn is_marked_quotient(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary { operator: Operator::Divide, left, right } => {
            let power = matches!(
                &right.kind,
                ExprKind::Binary { operator: Operator::Power, left, right } if is_whole(left) && is_whole(right)
            );
            power && is_whole(left)
        }
        ExprKind::Negative(of) => is_marked_quotient(of),
        ExprKind::PlusMinus(games) => games.iter().any(is_marked_quotient),
        _ => false,
    }
}

/// The bracket at the end of a text that holds a number and nothing else, behind a value, and whether anything that is printed
/// or sets space stands between.
fn number_in_brackets(text: &str, dialect: Dialect) -> Option<(Span, bool)> {
    let tokens = tokens(text, dialect).ok()?;
    let close = tokens.len().checked_sub(2)?;
    if tokens[close].kind != Kind::Close(Bracket::Round) {
        return None;
    }
    let open = tokens[..close].iter().rposition(|token| token.kind == Kind::Open(Bracket::Round))?;
    let number = |token: &Token| {
        matches!(
            token.kind,
            Kind::Integer(_)
                | Kind::Fraction(..)
                | Kind::Frac
                | Kind::Slash
                | Kind::Minus
                | Kind::PlusMinus { .. }
                | Kind::Star
                | Kind::Open(Bracket::Group)
                | Kind::Close(Bracket::Group)
        )
    };
    let before = &tokens[open.checked_sub(1)?];
    let value = matches!(
        before.kind,
        Kind::Integer(_) | Kind::Fraction(..) | Kind::Star | Kind::Arrow { .. } | Kind::Close(_)
    );
    let inside = &tokens[open + 1..close];
    let holds = !inside.is_empty() && inside.iter().all(number);
    let between = &text[before.span.end..tokens[open].span.start];
    (value && holds).then(|| (tokens[open].span.start..tokens[close].span.end, sets_space(between)))
}

/// Whether what stands between two signs is more than braces and the size of what follows.
fn sets_space(between: &str) -> bool {
    const SIZES: [&str; 18] = [
        "left",
        "right",
        "middle",
        "big",
        "Big",
        "bigg",
        "Bigg",
        "bigl",
        "Bigl",
        "biggl",
        "Biggl",
        "bigr",
        "Bigr",
        "biggr",
        "Biggr",
        "mathopen",
        "relax",
        "displaystyle",
    ];
    let mut rest = between;
    loop {
        rest = rest.trim_start_matches(['{', '}']);
        let Some(command) = rest.strip_prefix('\\') else { return !rest.is_empty() };
        let letters = command.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(command.len());
        if !SIZES.contains(&&command[..letters]) {
            return true;
        }
        rest = command[letters..].trim_start();
    }
}
