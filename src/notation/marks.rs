//! What stands beside a value without being part of it: marks of notes, remarks in brackets.
//!
//! A star is a game and a mark, a raised number a power and a mark, a bracket a factor and a remark. Here is read what is
//! there, alike for an entry of a paper and for a cell of an audit; what it means, each of the two decides: who knows what
//! the answer should be can ask whether what is printed is the answer and a mark.

use super::tex::sign;
use super::tokens::{Kind, arrow};
use super::{Expr, ExprKind, Operator, Span};

/// What only sets space.
const SPACES: [&str; 6] = ["\\,", "\\;", "\\:", "\\!", "\\ ", "~"];

/// A bracket at the end of a text, behind a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket<'t> {
    /// Behind what it stands, without the space between.
    pub value: &'t str,
    pub inside: Inside,
    /// Whether space or a dollar stands before it: factors touch.
    pub apart: bool,
    pub span: Span,
}

/// What a bracket behind a value holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// Digits.
    Number,
    /// Stars, daggers, and what else marks notes.
    Mark,
    /// Letters, or letters and digits.
    Words,
}

/// The bracket that ends a text, if a value stands before it and it holds nothing but a number, a mark or words.
///
/// ```
/// use referee::notation::marks::{Inside, bracket};
/// let found = bracket(r"$\pm 3$~(*)").unwrap();
/// assert_eq!((found.value, found.inside, found.apart), (r"$\pm 3", Inside::Mark, true));
/// assert!(bracket("3(4)").is_some_and(|found| found.inside == Inside::Number && !found.apart));
/// assert!(bracket("3 (new)").is_some_and(|found| found.inside == Inside::Words));
/// assert!(bracket("3 (1+1)").is_none() && bracket("(2)").is_none());
/// ```
pub fn bracket(text: &str) -> Option<Bracket<'_>> {
    let text = text.trim_end().trim_end_matches('$');
    let inner = text.strip_suffix(')')?;
    let open = inner.rfind('(')?;
    let inside = inside(inner[open + 1..].trim_matches([' ', '$']))?;
    let before = &text[..open];
    let value = without_space(before);
    ends_a_value(value).then_some(Bracket {
        value,
        inside,
        apart: value.len() < before.len(),
        span: open..text.len(),
    })
}

fn inside(text: &str) -> Option<Inside> {
    let marks = ["\\dagger", "\\ddagger", "\\dag", "\\ddag", "\\S", "\\P"];
    let all = |such: fn(char) -> bool| !text.is_empty() && text.chars().all(such);
    if all(|c| c.is_ascii_digit()) {
        Some(Inside::Number)
    } else if all(|c| "*∗†‡§¶".contains(c)) || marks.contains(&text) || sets_stars(text) {
        Some(Inside::Mark)
    } else if all(|c| c.is_alphanumeric() || c.is_whitespace()) {
        Some(Inside::Words)
    } else {
        None
    }
}

/// A text without the space and the dollars at its end.
fn without_space(text: &str) -> &str {
    let mut text = text;
    loop {
        let shorter = text.trim_end_matches(|c: char| c.is_whitespace() || c == '$');
        let shorter = SPACES.iter().find_map(|space| shorter.strip_suffix(space)).unwrap_or(shorter);
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

/// Whether a text ends in a digit, a closing bracket or a bar, a star or an arrow.
fn ends_a_value(text: &str) -> bool {
    let command = text.rfind('\\').map(|at| &text[at + 1..]).and_then(sign);
    matches!(command, Some(Kind::Star | Kind::Arrow { .. }))
        || text.ends_with(|c: char| c.is_ascii_digit() || "}*∗|‖⟩)".contains(c) || arrow(c).is_some())
}

/// The stars of the text behind the end of a formula.
///
/// ```
/// use referee::notation::marks::star_outside;
/// assert_eq!(star_outside(r"$\pm 3$*"), Some(7..8));
/// assert!(star_outside(r"$\pm 3$\,**").is_some() && star_outside(r"\(\pm 3\)\textasteriskcentered").is_some());
/// assert!(star_outside("$3*$").is_none() && star_outside("3*").is_none());
/// ```
pub fn star_outside(written: &str) -> Option<Span> {
    let dollar = written.rfind('$').map(|at| at + 1);
    let bracket = written.rfind("\\)").map(|at| at + 2);
    let (formula, behind) = written.split_at_checked(dollar.max(bracket)?)?;
    // Behind a dollar that opens a formula, it stands within.
    let closed = formula.matches('$').count().is_multiple_of(2);
    (closed && sets_stars(behind)).then(|| {
        let end = written.trim_end_matches(|c: char| c.is_whitespace() || c == '~').len();
        let space = behind.len() - behind.trim_start_matches(|c: char| c.is_whitespace() || c == '~').len();
        formula.len() + space..end
    })
}

/// Whether a text sets stars and nothing else: `*`, `\,**`, `\makebox[0pt]{*}`, `\textasteriskcentered`, `$^*$`.
fn sets_stars(text: &str) -> bool {
    let (mut stars, mut rest) = (false, text);
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '*' | '∗' => stars = true,
            '\\' => {
                let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                stars |= matches!(sign(&rest[..letters]), Some(Kind::Star));
                // A command without letters is one sign: `\,`.
                let one = rest.chars().next().map_or(0, char::len_utf8);
                rest = &rest[if letters > 0 { letters } else { one }..];
            }
            '[' => match rest.split_once(']') {
                Some((_, after)) => rest = after,
                None => return false,
            },
            c if c.is_whitespace() || "{}~$^".contains(c) => {}
            _ => return false,
        }
    }
    stars
}

/// What is set beside a value so that it takes no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved<'t> {
    pub what: &'t str,
    /// Whether it is stars and nothing else.
    pub stars: bool,
    pub place: Place,
}

/// Where something stands that takes no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Before,
    Within,
    Behind,
}

impl Moved<'_> {
    /// Whether it is as short as marks are: some six letters or signs, without what only sets them.
    pub fn is_short(&self) -> bool {
        self.what.chars().filter(|c| !c.is_whitespace() && !"${}^".contains(*c)).count() <= 6
    }
}

/// The first thing beside a value that takes no room, as the marks of notes are set; a sign of a number is none.
///
/// ```
/// use referee::notation::marks::{Place, moved};
/// assert!(moved(r"$\pm 3$\rlap{*}").is_some_and(|it| it.stars && it.place == Place::Behind));
/// assert!(moved(r"3\makebox[0pt][l]{$\ast$}").is_some_and(|it| it.stars));
/// assert!(moved(r"\llap{$^{a}$}3").is_some_and(|it| !it.stars && it.place == Place::Before && it.is_short()));
/// assert!(moved(r"\llap{$-$}3").is_none() && moved(r"\rlap{3}").is_none());
/// ```
pub fn moved(written: &str) -> Option<Moved<'_>> {
    let moves = ["\\rlap", "\\llap", "\\clap", "\\mathrlap", "\\mathllap", "\\mathclap", "\\makebox[0pt]"];
    let blank = |text: &str| text.chars().all(|c| c.is_whitespace() || "~${}".contains(c));
    written.match_indices('\\').find_map(|(at, _)| {
        let rest = moves.iter().find_map(|name| written[at..].strip_prefix(name))?;
        let (what, behind) = braced(without_place(rest))?;
        let place = match (blank(&written[..at]), blank(behind)) {
            (true, true) => return None,
            (true, false) => Place::Before,
            (false, true) => Place::Behind,
            (false, false) => Place::Within,
        };
        let is_sign = ["-", "−", "+"].contains(&what.trim_matches([' ', '$']));
        (!is_sign).then(|| Moved { what, stars: sets_stars(what), place })
    })
}

/// `\makebox[0pt][l]`: the second bracket says where in the box.
fn without_place(text: &str) -> &str {
    let place = text.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']'));
    place.filter(|(place, _)| place.len() == 1).map_or(text, |(_, rest)| rest)
}

/// What stands between the braces that a text begins with, and what follows.
fn braced(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start().strip_prefix('{')?;
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return Some((&text[..at], &text[at + 1..])),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Whether a number is raised behind a number or braces: `3^2`, `3^{(2)}`, `3²`.
///
/// ```
/// use referee::notation::marks::raised;
/// assert!(raised("3^2") && raised(r"3^{\text{2}}") && raised("3²") && raised(r"\{1|0\}\,^{(2)}"));
/// assert!(!raised(r"\uparrow^2") && !raised("2^n"));
/// ```
pub fn raised(content: &str) -> bool {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    let base = |text: &str| {
        let text = text.trim_end();
        let arrows = ["arrow", "Arrow", "↑", "↓", "⇑", "⇓", "/"];
        text.ends_with(|c: char| c.is_ascii_digit() || "})".contains(c))
            && !arrows.iter().any(|sign| text.contains(sign))
    };
    let content = &SPACES.iter().fold(content.to_string(), |text, space| text.replace(space, " "));
    let content = content.trim_end();
    let unraised = content.trim_end_matches(|c: char| RAISED.contains(c));
    if unraised.len() < content.len() {
        return base(unraised);
    }
    let Some((value, exponent)) = content.rsplit_once('^') else { return false };
    let exponent = exponent.trim();
    let exponent = match exponent.strip_prefix('{') {
        Some(inside) => inside.strip_suffix('}').unwrap_or(""),
        None => exponent,
    };
    let mut mark = exponent.to_string();
    for font in ["\\text", "\\textrm", "\\mathrm", "\\rm"] {
        mark = mark.replace(&format!("{font}{{"), "{");
    }
    // A brace that is closed and not opened there closes something around the power.
    let closed = mark.matches('{').count() == mark.matches('}').count();
    let mark = mark.trim_matches(|c: char| c.is_whitespace() || "{}()".contains(c));
    let number = |part: &str| !part.trim().is_empty() && part.trim().chars().all(|c| c.is_ascii_digit());
    closed && mark.len() <= 5 && mark.split(',').all(number) && base(value)
}

/// Whether an expression is a number with a star behind it, `3*`: a game, or a number and a mark.
///
/// ```
/// use referee::notation::{Conventions, Dialect, marks::is_starred_number, parse_with};
/// let starred = |text| is_starred_number(&parse_with(text, Dialect::Tex, &Conventions::default()).unwrap());
/// assert!(starred("3*") && starred(r"-\frac12\ast"));
/// assert!(!starred("*3") && !starred(r"\uparrow*"));
/// ```
pub fn is_starred_number(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Touching(terms) => {
            matches!(&terms[..], [number, star] if is_number(number) && is_star(star))
        }
        ExprKind::Negative(of) => is_starred_number(of),
        _ => false,
    }
}

fn is_number(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) => true,
        ExprKind::Negative(of) => is_number(of),
        ExprKind::Binary { operator: Operator::Divide, left, right } => is_number(left) && is_number(right),
        _ => false,
    }
}

fn is_star(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Nimber(of) if of.kind == ExprKind::Integer(1))
}

/// The expression without the plain star at its end.
pub fn without_star(expr: &Expr) -> Option<Expr> {
    let kind = match &expr.kind {
        ExprKind::Touching(terms) => {
            let (_, rest) = terms.split_last().filter(|(star, _)| is_star(star))?;
            touching(rest)?
        }
        ExprKind::Negative(of) => ExprKind::Negative(Box::new(without_star(of)?)),
        _ => return None,
    };
    Some(Expr::new(kind, expr.span.clone()))
}

/// The expression without the plain star that it begins with; of `*3`, which is one game, the number.
pub fn without_star_before(expr: &Expr) -> Option<Expr> {
    let kind = match &expr.kind {
        ExprKind::Touching(terms) => {
            let (_, rest) = terms.split_first().filter(|(star, _)| is_star(star))?;
            touching(rest)?
        }
        ExprKind::Nimber(of) => of.kind.clone(),
        _ => return None,
    };
    Some(Expr::new(kind, expr.span.clone()))
}

fn touching(terms: &[Expr]) -> Option<ExprKind> {
    match terms {
        [] => None,
        [one] => Some(one.kind.clone()),
        several => Some(ExprKind::Touching(several.to_vec())),
    }
}

/// The expression without the number that is raised behind the number at its end.
pub fn without_power(expr: &Expr) -> Option<Expr> {
    let kind = match &expr.kind {
        ExprKind::Binary { operator: Operator::Power, left, right }
            if is_number(left) && is_number(right) =>
        {
            left.kind.clone()
        }
        ExprKind::Negative(of) => ExprKind::Negative(Box::new(without_power(of)?)),
        ExprKind::PlusMinus(games) => match &games[..] {
            [game] => ExprKind::PlusMinus(vec![without_power(game)?]),
            _ => return None,
        },
        _ => return None,
    };
    Some(Expr::new(kind, expr.span.clone()))
}
