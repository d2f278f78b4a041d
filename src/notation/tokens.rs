//! Text to tokens: the plain dialect, and what both dialects share.

use super::{Dialect, Problem, Span};

/// One token, its place, and whether white space stands before it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Span,
    pub spaced: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Integer(i128),
    /// A fraction with a glyph of its own, as ½.
    Fraction(i128, i128),
    Text(String),
    Word(String),
    Star,
    /// A run of arrows: n·↑, negative for down. `caret` if it was typed as `^`, which may be an exponent as well.
    Arrow {
        ups: i64,
        caret: bool,
    },
    /// `+-` is `typed`; the sign ± is not.
    PlusMinus {
        typed: bool,
    },
    Tiny,
    Miny,
    Plus,
    /// A plus within a TeX group of its own, `1{+}3`, set without space: it joins terms as touching does.
    TightPlus,
    Minus,
    Dot,
    Slash,
    /// TeX's `^`; in plain text only superscript digits make one, and they are its argument.
    Superscript,
    Subscript,
    Frac,
    /// TeX's `\over` between the halves of a fraction; none is left when the tokens are done.
    Over,
    /// `\overline` in front of what it is drawn over.
    Overline,
    /// The angles of `^<2>`, told from comparisons by the arrow before them.
    OpenAngle,
    CloseAngle,
    Open(Bracket),
    Close(Bracket),
    /// A run of bars.
    Bars(usize),
    /// `\parallel`, ∥: never a bar of braces.
    Confused,
    Comma,
    Colon,
    DotDot,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    /// The braces of a game.
    Brace,
    /// The braces of TeX that group and are not printed.
    Group,
}

impl Bracket {
    pub fn close(self, dialect: Dialect) -> &'static str {
        match self {
            Bracket::Round => ")",
            Bracket::Square => "]",
            Bracket::Brace if dialect == Dialect::Tex => "\\}",
            Bracket::Brace | Bracket::Group => "}",
        }
    }
}

/// The tokens of `text`, with an `End` at its end.
pub(super) fn tokens(text: &str, dialect: Dialect) -> Result<Vec<Token>, Problem> {
    let mut lexer = Lexer { text, at: 0, spaced: false, comments: false, tokens: Vec::new() };
    match dialect {
        Dialect::Plain => lexer.plain()?,
        Dialect::Tex => lexer.tex()?,
    }
    let mut tokens = lexer.end();
    if dialect == Dialect::Tex {
        set_fractions(text, &mut tokens)?;
        unwrap_signs(&mut tokens);
        unwrap_groups(&mut tokens);
    }
    join_signs(&mut tokens);
    Ok(tokens)
}

/// The tokens of a part of `text` in the plain dialect, where `#` begins a comment; places are those of the whole.
pub(super) fn tokens_from(text: &str, part: Span) -> Result<Vec<Token>, Problem> {
    let text = &text[..part.end];
    let mut lexer = Lexer { text, at: part.start, spaced: false, comments: true, tokens: Vec::new() };
    lexer.plain()?;
    let mut tokens = lexer.end();
    join_signs(&mut tokens);
    Ok(tokens)
}

pub(super) struct Lexer<'a> {
    pub text: &'a str,
    pub at: usize,
    pub spaced: bool,
    comments: bool,
    pub tokens: Vec<Token>,
}

impl<'a> Lexer<'a> {
    /// What has not been read yet.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Adds a token from here to byte `end`.
    pub fn push(&mut self, kind: Kind, end: usize) {
        self.tokens.push(Token { kind, span: self.at..end, spaced: self.spaced });
        self.spaced = false;
        self.at = end;
    }

    /// The end of the longest run of `wanted` characters from here.
    pub fn run(&self, wanted: impl Fn(char) -> bool) -> usize {
        self.at + self.rest().find(|c| !wanted(c)).unwrap_or(self.rest().len())
    }

    pub fn integer(&mut self) -> Result<(), Problem> {
        let end = self.run(|c| c.is_ascii_digit());
        let value = integer(self.text, self.at..end)?;
        self.push(Kind::Integer(value), end);
        Ok(())
    }

    fn end(mut self) -> Vec<Token> {
        self.push(Kind::End, self.text.len());
        self.tokens
    }

    fn plain(&mut self) -> Result<(), Problem> {
        while self.at < self.text.len() {
            self.plain_token()?;
        }
        Ok(())
    }

    fn plain_token(&mut self) -> Result<(), Problem> {
        let Some(c) = self.peek() else { return Ok(()) };
        let one = self.at + c.len_utf8();
        match c {
            _ if c.is_whitespace() => {
                self.spaced = true;
                self.at = one;
            }
            '#' if self.comments => self.at = self.run(|c| c != '\n'),
            '^' => {
                let end = self.run(|c| c == '^');
                self.push(Kind::Arrow { ups: (end - self.at) as i64, caret: true }, end);
                self.angle();
            }
            _ if c.is_ascii_alphabetic() => self.word(),
            '{' => self.push(Kind::Open(Bracket::Brace), one),
            '}' => self.push(Kind::Close(Bracket::Brace), one),
            '"' => {
                let Some(length) = self.text[one..].find('"') else {
                    return Err(Problem::new(self.at..self.text.len(), "the string is not closed")
                        .help("write `\"` at its end"));
                };
                let content = self.text[one..one + length].to_string();
                self.push(Kind::Text(content), one + length + 1);
            }
            '+' if self.rest().starts_with("+-") => self.push(Kind::PlusMinus { typed: true }, self.at + 2),
            '|' | '‖' | '⦀' | '∣' => {
                let end = self.run(|c| bars(c).is_some());
                let count = self.text[self.at..end].chars().filter_map(bars).sum();
                self.push(Kind::Bars(count), end);
            }
            '_' => self.push(Kind::Subscript, one),
            _ => return self.shared_token(c),
        }
        Ok(())
    }

    /// A word of the plain dialect: a name, or a run of `v` with what may follow it.
    fn word(&mut self) {
        let vs = self.run(|c| c == 'v');
        let end = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
        let after_vs = &self.text[vs..end];
        if vs > self.at
            && (after_vs.is_empty()
                || after_vs.starts_with(|c: char| c.is_ascii_digit() || c == '_')
                    && after_vs[1..].chars().all(|c| c.is_ascii_digit()))
        {
            self.push(Kind::Arrow { ups: -((vs - self.at) as i64), caret: false }, vs);
            self.angle();
        } else {
            let word = self.text[self.at..end].to_string();
            self.push(Kind::Word(word), end);
        }
    }

    /// `<2>` directly after an arrow: the tokens up to its closing angle.
    fn angle(&mut self) {
        let Some(inner) = self.rest().strip_prefix('<') else { return };
        let Some(length) = inner.find(|c: char| !c.is_ascii_alphanumeric()) else { return };
        if length == 0 || !inner[length..].starts_with('>') {
            return;
        }
        let close = self.at + 1 + length;
        self.push(Kind::OpenAngle, self.at + 1);
        // The inside is alphanumeric: an integer or a word, or a problem that the parser will find.
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            if self.integer().is_err() {
                return;
            }
        } else {
            self.word();
        }
        if self.at == close {
            self.push(Kind::CloseAngle, close + 1);
        }
    }

    /// Whether the sign that stands here has a number on each side.
    fn between_numbers(&self, sign: char) -> bool {
        let before = self.tokens.last().map(|token| &token.kind);
        let after =
            self.rest()[sign.len_utf8()..].trim_start_matches(|c: char| c.is_whitespace() || c == '$');
        matches!(before, Some(Kind::Integer(_) | Kind::Fraction(..)))
            && after.starts_with(|c: char| c.is_ascii_digit())
    }

    /// What reads the same in both dialects.
    pub fn shared_token(&mut self, c: char) -> Result<(), Problem> {
        let rest = self.rest();
        if c == '–' && self.between_numbers(c) {
            return Err(Problem::new(
                self.at..self.at + c.len_utf8(),
                "an en dash between numbers is a range",
            )
            .help("a minus is `-` or `−`"));
        }
        for (sign, kind) in SIGNS {
            if rest.starts_with(sign) {
                self.push(kind.clone(), self.at + sign.len());
                return Ok(());
            }
        }
        if c.is_ascii_digit() {
            return self.integer();
        }
        let one = self.at + c.len_utf8();
        if let Some(ups) = arrow(c) {
            let end = self.run(|d| arrow(d).is_some_and(|n| (n > 0) == (ups > 0)));
            let count = self.text[self.at..end].chars().filter_map(arrow).sum();
            self.push(Kind::Arrow { ups: count, caret: false }, end);
            self.angle();
            return Ok(());
        }
        if c == '.' && self.text[one..].starts_with(|c| arrow(c).is_some()) {
            self.push(Kind::Dot, one);
            return Ok(());
        }
        if let Some((numerator, denominator)) = vulgar(c) {
            self.push(Kind::Fraction(numerator, denominator), one);
            return Ok(());
        }
        for (digits, kind) in [(SUPERSCRIPTS, Kind::Superscript), (SUBSCRIPTS, Kind::Subscript)] {
            if digits.contains(c) {
                let end = self.run(|c| digits.contains(c));
                let ascii: String = self.text[self.at..end]
                    .chars()
                    .filter_map(|c| char::from_digit(digits.chars().position(|d| d == c)? as u32, 10))
                    .collect();
                let value = ascii.parse().map_err(|_| too_large(self.at..end))?;
                self.push(kind, self.at);
                self.push(Kind::Integer(value), end);
                return Ok(());
            }
        }
        let help = match c {
            '"' => "strings are for the plain dialect",
            '&' | ';' => "expected one expression",
            '!' => "write `!=` for unequal, `not` for a negation",
            '.' => "numbers are exact: write 3/4; a range is `1..20`",
            _ => "docs/notation.md lists what can be written",
        };
        Err(Problem::new(self.at..one, format!("`{c}` has no meaning here")).help(help))
    }
}

/// Signs with one meaning, longer ones before their beginnings.
const SIGNS: &[(&str, Kind)] = &[
    ("..", Kind::DotDot),
    ("!=", Kind::Unequal),
    ("<=", Kind::LessOrEqual),
    (">=", Kind::GreaterOrEqual),
    ("==", Kind::Equal),
    ("≠", Kind::Unequal),
    ("≤", Kind::LessOrEqual),
    ("⩽", Kind::LessOrEqual),
    ("≥", Kind::GreaterOrEqual),
    ("⩾", Kind::GreaterOrEqual),
    ("∥", Kind::Confused),
    ("<", Kind::Less),
    (">", Kind::Greater),
    ("=", Kind::Equal),
    ("(", Kind::Open(Bracket::Round)),
    (")", Kind::Close(Bracket::Round)),
    ("[", Kind::Open(Bracket::Square)),
    ("]", Kind::Close(Bracket::Square)),
    (",", Kind::Comma),
    (":", Kind::Colon),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("−", Kind::Minus),
    ("–", Kind::Minus),
    ("/", Kind::Slash),
    ("·", Kind::Dot),
    ("⋅", Kind::Dot),
    ("×", Kind::Dot),
    ("*", Kind::Star),
    ("∗", Kind::Star),
    ("⋆", Kind::Star),
    ("★", Kind::Star),
    ("±", Kind::PlusMinus { typed: false }),
    ("⧾", Kind::Tiny),
    ("⧿", Kind::Miny),
];

const SUPERSCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const SUBSCRIPTS: &str = "₀₁₂₃₄₅₆₇₈₉";

/// How many bars a glyph stands for.
pub(super) fn bars(c: char) -> Option<usize> {
    match c {
        '|' | '∣' => Some(1),
        '‖' => Some(2),
        '⦀' => Some(3),
        _ => None,
    }
}

/// How many ups a glyph stands for.
pub(super) fn arrow(c: char) -> Option<i64> {
    match c {
        '↑' => Some(1),
        '⇑' | '⇈' => Some(2),
        '⤊' => Some(3),
        '⟰' => Some(4),
        '↓' => Some(-1),
        '⇓' | '⇊' => Some(-2),
        '⤋' => Some(-3),
        '⟱' => Some(-4),
        _ => None,
    }
}

fn vulgar(c: char) -> Option<(i128, i128)> {
    Some(match c {
        '½' => (1, 2),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        _ => return None,
    })
}

pub(super) fn integer(text: &str, span: Span) -> Result<i128, Problem> {
    if span.len() > 1 && text[span.clone()].starts_with('0') {
        return Err(Problem::new(span, "a number does not begin with 0")
            .help("digits are not parted into groups: write 1000"));
    }
    text[span.clone()].parse().map_err(|_| too_large(span))
}

fn too_large(span: Span) -> Problem {
    Problem::new(span, "the number is too large").help(format!("integers go up to {}", i128::MAX))
}

/// `{1 \over 2}` as `\frac{1}{2}`: `\over` takes all of its group, or of a formula that holds nothing else.
fn set_fractions(text: &str, tokens: &mut Vec<Token>) -> Result<(), Problem> {
    while let Some(at) = tokens.iter().position(|token| token.kind == Kind::Over) {
        let over = tokens[at].span.clone();
        let refused = |what: &str| {
            Err(Problem::new(over.clone(), what)
                .help("`\\over` takes all that stands in its group: `{1 \\over 2}`"))
        };
        let low = unmatched(tokens[..at].iter().rev(), |kind| matches!(kind, Kind::Close(_)))
            .map(|back| at - 1 - back);
        let high = unmatched(tokens[at + 1..].iter(), |kind| matches!(kind, Kind::Open(_)))
            .map(|forth| at + 1 + forth);
        let group =
            |at: usize| matches!(tokens[at].kind, Kind::Open(Bracket::Group) | Kind::Close(Bracket::Group));
        let (numerator, denominator) = match (low, high) {
            (Some(low), Some(high)) if group(low) && group(high) => (low + 1..at, at + 1..high),
            (None, None) => (0..at, at + 1..tokens.len() - 1),
            _ => return refused("`\\over` without a group of its own"),
        };
        if numerator.is_empty() || denominator.is_empty() {
            return refused("a fraction without one of its halves");
        }
        if tokens[denominator.clone()].iter().any(|token| token.kind == Kind::Over) {
            return refused("two `\\over` that may be in one group");
        }
        let whole = numerator.start..denominator.end;
        let plain = |token: &Token| {
            matches!(
                token.kind,
                Kind::Over
                    | Kind::Integer(_)
                    | Kind::Word(_)
                    | Kind::Plus
                    | Kind::Minus
                    | Kind::Dot
                    | Kind::Superscript
                    | Kind::Subscript
                    | Kind::Open(Bracket::Group)
                    | Kind::Close(Bracket::Group)
            )
        };
        let printed = tokens[whole.start].span.start..tokens[whole.end - 1].span.end;
        if low.is_none() && (!tokens[whole.clone()].iter().all(plain) || text[printed].contains('$')) {
            return refused("`\\over` without a group of its own");
        }
        // What is the argument of a sign stays in a group.
        let argument = low.and_then(|low| low.checked_sub(1)).is_some_and(|before| {
            let kind = &tokens[before].kind;
            matches!(kind, Kind::Superscript | Kind::Subscript | Kind::Frac | Kind::Overline)
                || *kind == Kind::Close(Bracket::Group)
        });
        let outer = if low.is_some() && !argument { whole.start - 1..whole.end + 1 } else { whole };
        let first = &tokens[outer.start];
        let (start, spaced) = (first.span.start, first.spaced);
        let end = tokens[outer.end - 1].span.end;
        let sign = |kind, span, spaced| Token { kind, span, spaced };
        let (open, close) = (Kind::Open(Bracket::Group), Kind::Close(Bracket::Group));
        let mut set = vec![sign(Kind::Frac, start..start, spaced), sign(open.clone(), start..start, false)];
        set.extend(tokens[numerator].iter().cloned());
        set.push(sign(close.clone(), over.clone(), false));
        set.push(sign(open, over.clone(), false));
        set.extend(tokens[denominator].iter().cloned());
        set.push(sign(close, end..end, false));
        tokens.splice(outer, set);
    }
    Ok(())
}

/// How far it is to the first bracket that encloses what comes before it; `deeper` says which brackets enclose others.
fn unmatched<'t>(tokens: impl Iterator<Item = &'t Token>, deeper: impl Fn(&Kind) -> bool) -> Option<usize> {
    let mut depth = 0_usize;
    for (distance, token) in tokens.enumerate() {
        match &token.kind {
            kind if deeper(kind) => depth += 1,
            Kind::Open(_) | Kind::Close(_) if depth == 0 => return Some(distance),
            Kind::Open(_) | Kind::Close(_) => depth -= 1,
            _ => {}
        }
    }
    None
}

/// A sign within a group of its own is that sign: TeX authors write `{+}` and `{\ast}` to change the space around it.
fn unwrap_signs(tokens: &mut Vec<Token>) {
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens.drain(..) {
        if token.kind == Kind::Close(Bracket::Group) && kept.len() >= 2 {
            let open = &kept[kept.len() - 2];
            let sign = &kept[kept.len() - 1];
            let lone = matches!(
                sign.kind,
                Kind::Plus
                    | Kind::Minus
                    | Kind::Star
                    | Kind::Arrow { .. }
                    | Kind::Bars(_)
                    | Kind::Dot
                    | Kind::PlusMinus { .. }
                    | Kind::Equal
                    | Kind::Less
                    | Kind::Greater
                    | Kind::Comma
                    | Kind::Colon
            );
            // As the argument of a sign the group stays one: `{+}_{\uparrow}`.
            let argument = kept.len() >= 3
                && matches!(
                    kept[kept.len() - 3].kind,
                    Kind::Superscript | Kind::Subscript | Kind::Frac | Kind::Overline
                );
            if lone && !argument && open.kind == Kind::Open(Bracket::Group) {
                let kind = if sign.kind == Kind::Plus { Kind::TightPlus } else { sign.kind.clone() };
                let sign = Token { kind, span: open.span.start..token.span.end, spaced: open.spaced };
                kept.truncate(kept.len() - 2);
                kept.push(sign);
                continue;
            }
        }
        kept.push(token);
    }
    *tokens = kept;
}

/// TeX prints nothing for the braces of a group, so that `3{\frac14}` is `3\frac14`. A group stays one where it is the argument
/// of a sign, where something is raised or lowered behind it, and where it holds a bar or a comma, which may be a mistake.
fn unwrap_groups(tokens: &mut Vec<Token>) {
    let mut ends = vec![None; tokens.len()];
    let mut kept = vec![false; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match (&token.kind, open.last()) {
            (Kind::Open(_), _) => open.push(at),
            (Kind::Close(bracket), Some(&last)) if tokens[last].kind == Kind::Open(*bracket) => {
                ends[last] = Some(at);
                open.pop();
            }
            (Kind::Close(_), _) => open.clear(),
            (Kind::Bars(_) | Kind::Confused | Kind::Comma, Some(&last)) => kept[last] = true,
            _ => {}
        }
    }
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Superscript
            | Kind::Subscript
            | Kind::Overline
            | Kind::Star
            | Kind::Arrow { .. }
            | Kind::PlusMinus { .. }
            | Kind::Tiny
            | Kind::Miny => kept[at + 1] = true,
            Kind::Frac => {
                kept[at + 1] = true;
                let both = matches!(tokens[at + 1].kind, Kind::Integer(_)) && tokens[at + 1].span.len() > 1;
                let second = ends[at + 1].unwrap_or(at + 1) + 1;
                if !both && second < tokens.len() {
                    kept[second] = true;
                }
            }
            _ => {}
        }
    }
    let mut unwrapped = vec![false; tokens.len()];
    for (at, end) in ends.iter().enumerate() {
        let Some(end) = *end else { continue };
        let scripted = matches!(tokens[end + 1].kind, Kind::Superscript | Kind::Subscript);
        if tokens[at].kind == Kind::Open(Bracket::Group) && !kept[at] && !scripted {
            (unwrapped[at], unwrapped[end]) = (true, true);
        }
    }
    let mut unwrapped = unwrapped.into_iter();
    tokens.retain(|_| !unwrapped.next().unwrap_or(false));
}

/// `+_` and `-_` are tiny and miny; bars with only space between them are one run in TeX.
fn join_signs(tokens: &mut Vec<Token>) {
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens.drain(..) {
        if let (Kind::Subscript, Some(sign)) = (&token.kind, kept.last_mut()) {
            let small = match sign.kind {
                Kind::Plus | Kind::TightPlus => Some(Kind::Tiny),
                Kind::Minus => Some(Kind::Miny),
                _ => None,
            };
            if let Some(kind) = small {
                sign.kind = kind;
            }
        }
        kept.push(token);
    }
    *tokens = kept;
}
