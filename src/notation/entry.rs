//! What a paper prints for an answer: notation, and what stands beside notation without being part of it.

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
    if let Some(span) = remark(text) {
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

/// The bracket that stands apart behind a value and holds a whole number or a star: `3 (2)`, `$\pm 3$~(*)`.
fn remark(text: &str) -> Option<Span> {
    let text = text.trim_end().trim_end_matches('$');
    let inside_and_before = text.strip_suffix(')')?;
    let open = inside_and_before.rfind('(')?;
    let inside = inside_and_before[open + 1..].trim_matches([' ', '$']);
    let is_mark = !inside.is_empty()
        && (inside.chars().all(|c| c.is_ascii_digit())
            || inside.chars().all(|c| "*∗†‡§".contains(c))
            || ["\\ast", "\\dagger", "\\ddagger"].contains(&inside));
    let before = &text[..open];
    let value = before.trim_end_matches([' ', '~', '$', '\t', '\n']);
    let apart = value.len() < before.len();
    let ends_a_value = value.ends_with(|c: char| {
        c.is_ascii_digit() || "}*∗|‖⟩)".contains(c) || super::tokens::arrow(c).is_some()
    });
    (is_mark && apart && ends_a_value).then_some(open..text.len())
}

/// The star behind the dollar that ends a formula: `$\pm 3$*`.
fn star_outside(text: &str) -> Option<Span> {
    let end = text.trim_end().len();
    let before = text[..end].strip_suffix(['*', '∗'])?;
    let mut formula = before.trim_end_matches([' ', '~']);
    for space in ["\\,", "\\;", "\\:", "\\ ", "\\!"] {
        formula = formula.strip_suffix(space).unwrap_or(formula);
    }
    formula.ends_with('$').then_some(before.len()..end)
}

/// Whether a star stands behind a value and outside of its formula, `$\pm 3$*`, or takes no room, `3\rlap{*}`: so the marks of
/// notes are set.
///
/// ```
/// use referee::notation::star_is_apart;
/// assert!(star_is_apart(r"$\pm 3$*") && star_is_apart(r"$\pm 3$\rlap{*}") && star_is_apart(r"3\makebox[0pt][l]{$\ast$}"));
/// assert!(!star_is_apart(r"$\pm 3{*}$"));
/// ```
pub fn star_is_apart(written: &str) -> bool {
    star_outside(written).is_some() || star_without_room(written).is_some()
}

fn star_without_room(written: &str) -> Option<()> {
    let (before, inside) = written.trim_end_matches([' ', '$']).strip_suffix('}')?.rsplit_once('{')?;
    let star = ["*", "∗", "\\ast", "\\star"].contains(&inside.trim_matches([' ', '$']));
    // `\makebox[0pt][l]`: the second bracket says where in the box.
    let mut command = before.trim_end();
    if let Some((box_of, place)) = command.strip_suffix(']').and_then(|rest| rest.rsplit_once('['))
        && place.len() == 1
    {
        command = box_of;
    }
    let moves = ["\\rlap", "\\llap", "\\clap", "\\mathrlap", "\\mathllap", "\\makebox[0pt]"];
    (star && moves.iter().any(|name| command.ends_with(name))).then_some(())
}
