//! Tokens to a syntax tree.
//!
//! A recursive descent, a function a level. Two levels carry the rule "touching is notation, spaced is an operator":
//! [`Parser::chain`] takes what touches, the levels above it take what is spaced. In TeX all things touch.

use super::tokens::{Bracket, Kind, Token, integer, tokens, tokens_from};
use super::{
    Binding, Conventions, Definition, Dialect, Expr, ExprKind, Joined, Name, Operator, Problem, Quantifier,
    Span,
};

/// How deep brackets, braces and signs may be nested. Deeper texts are a [`Problem`], never an overflow.
pub const DEPTH_LIMIT: usize = 2_000;

/// How many operators may follow the first ones of their chains, in one text.
const LINK_LIMIT: usize = 4_000;

/// Names that stand for a constant of the language or an arrow, and never for a variable.
const RESERVED: [&str; 5] = ["v", "N", "P", "L", "R"];

const KEYWORDS: [&str; 10] = ["and", "or", "not", "if", "then", "else", "in", "such", "that", "where"];

/// Reads the whole of `text` with the conventions of CGSuite's printed form.
///
/// # Errors
/// A [`Problem`] with its place; text after a complete expression is one.
///
/// ```
/// use referee::notation::{Dialect, ExprKind, parse};
/// let touching = parse("3*5", Dialect::Plain).unwrap();
/// assert!(matches!(touching.kind, ExprKind::Touching(_))); // 3 + *5
/// let spaced = parse("3 * 5", Dialect::Plain).unwrap();
/// assert!(matches!(spaced.kind, ExprKind::Binary { .. })); // 15
/// ```
pub fn parse(text: &str, dialect: Dialect) -> Result<Expr, Problem> {
    parse_with(text, dialect, &Conventions::default())
}

/// Reads the whole of `text` as a paper with these conventions prints it.
pub fn parse_with(text: &str, dialect: Dialect, conventions: &Conventions) -> Result<Expr, Problem> {
    let mut parser = Parser::new(text, dialect, conventions, tokens(text, dialect)?);
    let expr = parser.expression()?;
    parser.finish()?;
    Ok(expr)
}

/// The variables of a range with their domains, and a condition on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bindings {
    pub bindings: Vec<Binding>,
    pub condition: Option<Expr>,
}

/// Reads `n in 1..20`, `n in 1..20, m in 1..n where odd(m)`, `n >= 1` (without end) and `1 <= n <= 20`.
pub fn parse_binding(text: &str) -> Result<Bindings, Problem> {
    let conventions = Conventions::default();
    let mut parser = Parser::new(text, Dialect::Plain, &conventions, tokens(text, Dialect::Plain)?);
    parser.whole_bindings()
}

/// The key column of a table: the header that names it, and the variables that its cells give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableKey {
    /// The header as printed, `$n$`.
    pub header: String,
    /// None for a key that is only compared as text.
    pub bindings: Option<Bindings>,
}

/// Reads `$n$ is n in 1..8`, or a header alone.
pub fn parse_table_key(text: &str) -> Result<TableKey, Problem> {
    let Some(at) = text.find(" is ") else {
        return Ok(TableKey { header: text.trim().to_string(), bindings: None });
    };
    let conventions = Conventions::default();
    let start = at + " is ".len();
    let tokens = tokens_from(text, start..text.len())?;
    let bindings = Parser::new(text, Dialect::Plain, &conventions, tokens).whole_bindings()?;
    Ok(TableKey { header: text[..at].trim().to_string(), bindings: Some(bindings) })
}

/// Reads a block of definitions, `name = expression` or `name(a, b) = expression`, each from the start of a line.
/// Lines that are indented or within brackets continue the one before; `#` begins a comment.
///
/// # Errors
/// All problems, one a definition.
pub fn parse_definitions(text: &str) -> Result<Vec<Definition>, Vec<Problem>> {
    let conventions = Conventions::default();
    let (mut definitions, mut problems) = (Vec::new(), Vec::new());
    for span in definition_spans(text) {
        let definition = tokens_from(text, span)
            .and_then(|tokens| Parser::new(text, Dialect::Plain, &conventions, tokens).definition());
        match definition {
            Ok(definition) => definitions.push(definition),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(definitions) } else { Err(problems) }
}

/// Where each definition of a block stands.
fn definition_spans(text: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let (mut start, mut depth) = (0, 0_i32);
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let content = without_comment(line);
        if !content.trim().is_empty() {
            let indented = content.starts_with(char::is_whitespace);
            // A line that looks like a definition is one, whatever was left open above it.
            let continues = indented || depth > 0 && !begins_definition(content);
            match spans.last_mut() {
                Some(last) if continues => last.end = start + content.len(),
                _ => {
                    depth = 0;
                    spans.push(start..start + content.len());
                }
            }
            let mut quoted = false;
            for c in content.chars() {
                match c {
                    '"' => quoted = !quoted,
                    '(' | '[' | '{' if !quoted => depth += 1,
                    ')' | ']' | '}' if !quoted => depth -= 1,
                    _ => {}
                }
            }
        }
        start = end;
    }
    spans
}

/// `name =` or `name(a, b) =`.
fn begins_definition(line: &str) -> bool {
    let Some((head, body)) = line.split_once('=') else { return false };
    let in_head = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '(' | ')' | ',' | ' ');
    head.starts_with(|c: char| c.is_ascii_alphabetic()) && head.chars().all(in_head) && !body.starts_with('=')
}

/// The line up to its comment.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

struct Parser<'a> {
    text: &'a str,
    dialect: Dialect,
    conventions: &'a Conventions,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    links: usize,
    /// Directly within braces a run of bars separates options; elsewhere `||` asks whether games are confused.
    in_braces: bool,
    /// In the head of a quantifier `:` ends the head; elsewhere it is the ordinal sum.
    in_head: bool,
}

type Read = Result<Expr, Problem>;

/// The length of a run of bars and its place.
type Bar = (usize, Span);

impl<'a> Parser<'a> {
    fn new(text: &'a str, dialect: Dialect, conventions: &'a Conventions, tokens: Vec<Token>) -> Parser<'a> {
        Parser {
            text,
            dialect,
            conventions,
            tokens,
            at: 0,
            depth: 0,
            links: 0,
            in_braces: false,
            in_head: false,
        }
    }

    // The tokens.

    fn kind(&self) -> &Kind {
        &self.tokens[self.at].kind
    }

    /// The kind of the token `ahead` of this one; the end stays the end.
    fn kind_ahead(&self, ahead: usize) -> &Kind {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span.clone()
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn take(&mut self, kind: &Kind) -> bool {
        let taken = self.kind() == kind;
        if taken {
            self.advance();
        }
        taken
    }

    fn at_word(&self, word: &str) -> bool {
        matches!(self.kind(), Kind::Word(here) if here == word)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let taken = self.at_word(word);
        if taken {
            self.advance();
        }
        taken
    }

    /// Whether the token `ahead` touches the one before it. In TeX all tokens do.
    fn touches(&self, ahead: usize) -> bool {
        let token = &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)];
        token.kind != Kind::End && (self.dialect == Dialect::Tex || !token.spaced)
    }

    /// Runs `read` one level deeper, on a stack that grows.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Problem>) -> Result<T, Problem> {
        if self.depth >= DEPTH_LIMIT {
            return Err(Problem::new(self.span(), "nested too deeply")
                .help(format!("brackets and signs may be {DEPTH_LIMIT} deep; name the inner parts")));
        }
        self.depth += 1;
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || read(self));
        self.depth -= 1;
        result
    }

    /// Runs `read` with other rules for bars and colons.
    fn within<T>(
        &mut self,
        in_braces: bool,
        in_head: bool,
        read: impl FnOnce(&mut Self) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let before = (self.in_braces, self.in_head);
        (self.in_braces, self.in_head) = (in_braces, in_head);
        let result = read(self);
        (self.in_braces, self.in_head) = before;
        result
    }

    // From the loosest operator to the tightest.

    fn expression(&mut self) -> Read {
        self.nested(|parser| {
            parser.level(|parser| parser.conjunction(), |parser| parser.word_operator("or", Operator::Or))
        })
    }

    fn conjunction(&mut self) -> Read {
        self.level(|parser| parser.negation(), |parser| parser.word_operator("and", Operator::And))
    }

    fn word_operator(&mut self, word: &str, operator: Operator) -> Result<Option<Operator>, Problem> {
        Ok(self.take_word(word).then_some(operator))
    }

    /// Operands joined by the operators that `next` finds, from the left.
    fn level(
        &mut self,
        operand: impl Fn(&mut Self) -> Read,
        next: impl Fn(&mut Self) -> Result<Option<Operator>, Problem>,
    ) -> Read {
        let mut left = operand(self)?;
        let mut first = true;
        while let Some(operator) = next(self)? {
            if !first {
                self.links += 1;
                if self.links > LINK_LIMIT {
                    return Err(Problem::new(self.span(), "too many operators in one expression")
                        .help("name parts of it in definitions"));
                }
            }
            first = false;
            let right = operand(self)?;
            left = binary(operator, left, right);
        }
        Ok(left)
    }

    fn negation(&mut self) -> Read {
        let start = self.span().start;
        if self.take_word("not") {
            let of = self.nested(|parser| parser.negation())?;
            let span = start..of.span.end;
            return Ok(Expr::new(ExprKind::Not(Box::new(of)), span));
        }
        self.comparison()
    }

    /// `a <= b`, and `a <= b <= c` for both.
    fn comparison(&mut self) -> Read {
        let mut left = self.range()?;
        let mut all: Option<Expr> = None;
        while let Some(operator) = self.comparison_operator() {
            self.links += usize::from(all.is_some());
            if self.links > LINK_LIMIT {
                return Err(Problem::new(self.span(), "too many comparisons in one expression"));
            }
            self.advance();
            let right = self.range()?;
            // The middle of a chain stands in both comparisons.
            let next = if self.comparison_operator().is_some() { Some(right.clone()) } else { None };
            let one = binary(operator, left, right);
            let chain = match all {
                Some(before) => binary(Operator::And, before, one),
                None => one,
            };
            let Some(middle) = next else { return Ok(chain) };
            all = Some(chain);
            left = middle;
        }
        Ok(left)
    }

    fn comparison_operator(&self) -> Option<Operator> {
        Some(match self.kind() {
            Kind::Equal => Operator::Equal,
            Kind::Unequal => Operator::Unequal,
            Kind::Less => Operator::Less,
            Kind::LessOrEqual => Operator::LessOrEqual,
            Kind::Greater => Operator::Greater,
            Kind::GreaterOrEqual => Operator::GreaterOrEqual,
            Kind::Confused | Kind::Bars(2) if !self.in_braces => Operator::Confused,
            _ => return None,
        })
    }

    fn range(&mut self) -> Read {
        let from = self.sum()?;
        if !self.take(&Kind::DotDot) {
            return Ok(from);
        }
        let to = if self.starts_value() { Some(Box::new(self.sum()?)) } else { None };
        let end = to.as_ref().map_or(self.tokens[self.at - 1].span.end, |to| to.span.end);
        let span = from.span.start..end;
        Ok(Expr::new(ExprKind::Range { from: Box::new(from), to }, span))
    }

    fn sum(&mut self) -> Read {
        self.level(
            |parser| parser.ordinal_sum(),
            |parser| {
                let operator = match parser.kind() {
                    Kind::Plus | Kind::TightPlus => Operator::Add,
                    Kind::Minus => Operator::Subtract,
                    // The sign stays: it belongs to the next operand.
                    Kind::PlusMinus { typed: false } => return Ok(Some(Operator::Add)),
                    Kind::PlusMinus { typed: true } => {
                        return Err(Problem::new(parser.span(), "`+-` can be read in two ways here")
                            .help("write `3+-1` for 3 + ±1, `3 + -1` for 2"));
                    }
                    _ => return Ok(None),
                };
                parser.advance();
                Ok(Some(operator))
            },
        )
    }

    fn ordinal_sum(&mut self) -> Read {
        self.level(
            |parser| parser.product(),
            |parser| Ok((!parser.in_head && parser.take(&Kind::Colon)).then_some(Operator::OrdinalSum)),
        )
    }

    fn product(&mut self) -> Read {
        self.level(
            |parser| parser.signed(),
            |parser| {
                let operator = match parser.kind() {
                    Kind::Dot => Operator::Multiply,
                    Kind::Slash => Operator::Divide,
                    Kind::Star if parser.before_bracket() || !parser.touches(1) => Operator::Multiply,
                    Kind::Star => {
                        return Err(Problem::new(parser.span(), "this star can be read in two ways")
                            .help("write `3 * 5` for the product, `3*5` for 3 + *5"));
                    }
                    _ => return Ok(None),
                };
                parser.advance();
                Ok(Some(operator))
            },
        )
    }

    /// Whether the token after this one opens a bracket and touches it.
    fn before_bracket(&self) -> bool {
        self.touches(1)
            && matches!(self.kind_ahead(1), Kind::Open(Bracket::Round | Bracket::Square | Bracket::Brace))
    }

    /// A sign belongs to the first term of what touches, as in CGSuite's `-1^`; a power binds tighter.
    fn signed(&mut self) -> Read {
        let start = self.span().start;
        if !self.take(&Kind::Minus) {
            return self.power();
        }
        let of = self.nested(|parser| parser.signed())?;
        let span = start..of.span.end;
        if let ExprKind::Touching(mut terms) = of.kind {
            // The span ends at the bracket of `-(1^)`: there the sign belongs to all.
            if terms.first().is_some_and(|first| first.span.start == of.span.start) {
                let first = terms.remove(0);
                let place = start..first.span.end;
                terms.insert(0, Expr::new(ExprKind::Negative(Box::new(first)), place));
                return Ok(Expr::new(ExprKind::Touching(terms), span));
            }
            let of = Expr::new(ExprKind::Touching(terms), of.span);
            return Ok(Expr::new(ExprKind::Negative(Box::new(of)), span));
        }
        Ok(Expr::new(ExprKind::Negative(Box::new(of)), span))
    }

    fn power(&mut self) -> Read {
        let base = self.chain()?;
        let Kind::Arrow { ups: 1, caret: true } = self.kind() else { return Ok(base) };
        if self.touches(1) {
            return Err(Problem::new(self.span(), "this `^` can be read in two ways")
                .help("write `3 ^ 5` for the power, `3^5` for 3 + 5·↑"));
        }
        self.advance();
        let exponent = self.nested(|parser| parser.signed())?;
        Ok(binary(Operator::Power, base, exponent))
    }

    // What touches.

    /// A product that touches, as `2n`, then terms that touch it, as `*` and `↑3`: they are added.
    fn chain(&mut self) -> Read {
        let mut terms = vec![if self.starts_term() { self.term()? } else { self.factors()? }];
        while self.touches(0) {
            // A term that is no number has used up the number before it.
            let number = terms.len() == 1 && !terms[0].is_written_as_game();
            match self.kind() {
                Kind::TightPlus => {
                    self.advance();
                    let term = if self.starts_term() { self.term()? } else { self.factors()? };
                    terms.push(term);
                }
                Kind::Star if self.before_bracket() => break,
                Kind::Star if matches!(terms.last().map(|term| &term.kind), Some(ExprKind::Nimber(_))) => {
                    return Err(Problem::new(self.span(), "two stars touch")
                        .help("write `* + *2` for a sum, `2 ^ 3` for a power"));
                }
                _ if self.starts_term() => {
                    let term = self.term()?;
                    match self.joined(&term) {
                        Joined::Product if number => {
                            let number = terms.remove(0);
                            terms.push(binary(Operator::Multiply, number, term));
                        }
                        _ => terms.push(term),
                    }
                }
                _ => break,
            }
        }
        if terms.len() == 1 {
            return Ok(terms.remove(0));
        }
        let span = terms[0].span.start..terms[terms.len() - 1].span.end;
        Ok(Expr::new(ExprKind::Touching(terms), span))
    }

    /// What a number that touches this term does to it, by the paper's conventions. A term that counts for itself, as
    /// the `↑3` of `1↑3`, is always added.
    fn joined(&self, term: &Expr) -> Joined {
        match &term.kind {
            ExprKind::Ups { count, .. } if count.span == term.span => self.conventions.number_before_arrow,
            ExprKind::Nimber(index) if index.span == term.span => self.conventions.number_before_star,
            _ => Joined::Sum,
        }
    }

    /// Factors that touch: `2n`, `n/2`, `3·↑`, `2(n+1)`, `7\frac12`.
    fn factors(&mut self) -> Read {
        let mut left = self.factor()?;
        loop {
            if !self.touches(0) {
                return Ok(left);
            }
            let right_touches = self.touches(1);
            match self.kind() {
                Kind::Slash if right_touches => {
                    self.advance();
                    let right = self.factor()?;
                    left = self.link(Operator::Divide, left, right)?;
                }
                Kind::Dot if right_touches => {
                    self.advance();
                    if self.starts_term() {
                        let right = self.term()?;
                        return self.link(Operator::Multiply, left, right);
                    }
                    let right = if self.kind() == &Kind::Minus { self.signed()? } else { self.factor()? };
                    left = self.link(Operator::Multiply, left, right)?;
                }
                Kind::Star if self.before_bracket() => {
                    self.advance();
                    let right = self.factor()?;
                    left = self.link(Operator::Multiply, left, right)?;
                }
                Kind::Frac | Kind::Fraction(..) => {
                    let (behind, glyph) = (self.behind_number(&left), !self.at_digit());
                    let right = self.factor()?;
                    // Seven and a half: an integer and a fraction of integers.
                    let mixed = glyph && matches!(left.kind, ExprKind::Integer(_)) && is_fraction(&right);
                    if behind && !mixed && is_numeric(&right) {
                        return Err(number_behind_number(right.span));
                    }
                    let operator = if behind && mixed { Operator::Add } else { Operator::Multiply };
                    left = self.link(operator, left, right)?;
                }
                Kind::Word(word) if !KEYWORDS.contains(&word.as_str()) && !self.starts_term() => {
                    let right = self.factor()?;
                    left = self.link(Operator::Multiply, left, right)?;
                }
                Kind::Open(Bracket::Group) => {
                    let behind = self.behind_number(&left);
                    let right = self.factor()?;
                    if behind && is_numeric(&right) {
                        return Err(number_behind_number(right.span));
                    }
                    left = self.link(Operator::Multiply, left, right)?;
                }
                Kind::Open(Bracket::Round | Bracket::Brace) | Kind::Overline => {
                    let right = self.factor()?;
                    left = self.link(Operator::Multiply, left, right)?;
                }
                _ => return Ok(left),
            }
        }
    }

    /// Whether what is read so far ends in digits on the line, which are no exponent and no half of a fraction.
    fn behind_number(&self, left: &Expr) -> bool {
        let before = |back: usize| self.at.checked_sub(back).map(|at| &self.tokens[at].kind);
        match before(1) {
            Some(Kind::Integer(_)) => {
                let argument = matches!(
                    before(2),
                    Some(Kind::Superscript | Kind::Subscript | Kind::Frac | Kind::Close(Bracket::Group))
                );
                !argument && before(3) != Some(&Kind::Frac)
            }
            Some(Kind::Fraction(..)) => true,
            Some(Kind::Close(Bracket::Group)) => matches!(left.kind, ExprKind::Integer(_)),
            _ => false,
        }
    }

    /// Whether the token here is printed as digits on the line.
    fn at_digit(&self) -> bool {
        self.text[self.span()].starts_with(|c: char| c.is_ascii_digit())
    }

    fn link(&mut self, operator: Operator, left: Expr, right: Expr) -> Read {
        if matches!(left.kind, ExprKind::Binary { .. }) {
            self.links += 1;
            if self.links > LINK_LIMIT {
                return Err(Problem::new(right.span, "too many factors in one expression"));
            }
        }
        Ok(binary(operator, left, right))
    }

    /// A single value with its exponents.
    fn factor(&mut self) -> Read {
        let mut base = self.single()?;
        while self.touches(0) {
            match self.kind() {
                Kind::Superscript => {
                    self.advance();
                    let exponent = self.argument("an exponent")?;
                    base = self.link(Operator::Power, base, exponent)?;
                }
                Kind::Subscript => {
                    return Err(Problem::new(self.span(), "nothing here takes a subscript")
                        .help("a value that depends on an index is written as a call, `s(n)`"));
                }
                _ => break,
            }
        }
        Ok(base)
    }

    fn single(&mut self) -> Read {
        let span = self.span();
        match self.kind().clone() {
            Kind::Integer(value) => {
                self.advance();
                Ok(Expr::new(ExprKind::Integer(value), span))
            }
            Kind::Fraction(numerator, denominator) => {
                self.advance();
                let part = |value| Expr::new(ExprKind::Integer(value), span.clone());
                Ok(binary(Operator::Divide, part(numerator), part(denominator)))
            }
            Kind::Text(content) => {
                self.advance();
                Ok(Expr::new(ExprKind::Text(content), span))
            }
            Kind::Word(word) => self.word(word, span),
            Kind::Open(Bracket::Brace) => self.braces(),
            Kind::Open(Bracket::Square) => {
                let items = self.items(Bracket::Square)?;
                let span = span.start..self.tokens[self.at - 1].span.end;
                Ok(Expr::new(ExprKind::List(items), span))
            }
            Kind::Open(bracket) => self.bracketed(bracket),
            Kind::Frac => {
                self.advance();
                let numerator = self.argument("a numerator")?;
                let denominator = self.argument("a denominator")?;
                let span = span.start..denominator.span.end;
                Ok(Expr::new(binary(Operator::Divide, numerator, denominator).kind, span))
            }
            Kind::Overline => self.overline(span),
            _ if self.starts_term() => self.term(),
            _ => Err(self.no_value()),
        }
    }

    /// `\overline{G}`, where the paper has it for the negative; never a line over digits that repeat.
    fn overline(&mut self, span: Span) -> Read {
        if !self.conventions.overline_is_negative {
            return Err(Problem::new(span, "what a line over something means is for the paper to say")
                .help("`\\overline{G}` as `-G`, if it is the negative"));
        }
        let digits = |kind: &Kind| matches!(kind, Kind::Integer(_) | Kind::Fraction(..));
        let touches = self.at > 0 && digits(&self.tokens[self.at - 1].kind);
        self.advance();
        let under = self.argument("what stands below the line")?;
        match under.kind {
            ExprKind::Integer(number) if touches || number > 9 => {
                Err(Problem::new(span, "a line over digits may say that they repeat"))
            }
            _ => {
                let span = span.start..under.span.end;
                Ok(Expr::new(ExprKind::Negative(Box::new(under)), span))
            }
        }
    }

    fn word(&mut self, word: String, span: Span) -> Read {
        if word == "if" {
            return self.conditional();
        }
        if let Some((_, quantifier)) = Quantifier::WORDS.iter().find(|(known, _)| *known == word)
            && self.at_binding(1)
        {
            return self.quantified(*quantifier);
        }
        if KEYWORDS.contains(&word.as_str()) {
            return Err(self.no_value());
        }
        if is_down(&word) {
            // Only TeX has such a word: in plain text it is an arrow.
            return Err(Problem::new(span, format!("`{word}` is down in plain text, and never a variable"))
                .help("down is `\\downarrow`; choose another name for the variable"));
        }
        self.advance();
        if self.touches(0) && self.kind() == &Kind::Open(Bracket::Round) {
            let arguments = self.items(Bracket::Round)?;
            let whole = span.start..self.tokens[self.at - 1].span.end;
            let function = Name { text: word, span };
            return Ok(Expr::new(ExprKind::Call { function, arguments }, whole));
        }
        Ok(Expr::new(ExprKind::Name(word), span))
    }

    /// `( … )`, or a group of TeX.
    fn bracketed(&mut self, bracket: Bracket) -> Read {
        let open = self.span();
        self.advance();
        let mut inner = self.within(false, false, |parser| parser.expression())?;
        if bracket == Bracket::Group && matches!(self.kind(), Kind::Bars(_) | Kind::Comma) {
            return Err(Problem::new(open, "in TeX this brace groups and is not printed")
                .help("the braces of a game are `\\{` and `\\}`"));
        }
        self.close(bracket, &open)?;
        inner.span = open.start..self.tokens[self.at - 1].span.end;
        Ok(inner)
    }

    /// The expressions between brackets, separated by commas.
    fn items(&mut self, bracket: Bracket) -> Result<Vec<Expr>, Problem> {
        let open = self.span();
        self.advance();
        let mut items = Vec::new();
        if !self.take(&Kind::Close(bracket)) {
            loop {
                items.push(self.within(false, false, |parser| parser.expression())?);
                if !self.take(&Kind::Comma) {
                    break;
                }
            }
            self.close(bracket, &open)?;
        }
        Ok(items)
    }

    fn close(&mut self, bracket: Bracket, open: &Span) -> Result<(), Problem> {
        if self.take(&Kind::Close(bracket)) {
            return Ok(());
        }
        let wanted = bracket.close(self.dialect);
        if self.kind() == &Kind::End {
            let opened = &self.text[open.clone()];
            return Err(Problem::new(open.clone(), format!("this `{opened}` is not closed"))
                .help(format!("write `{wanted}` where it ends")));
        }
        let mut problem = self.unexpected();
        if matches!(self.kind(), Kind::Close(_)) {
            problem = Problem::new(self.span(), format!("expected `{wanted}` before this"));
        }
        Err(problem)
    }

    // Game notation.

    /// Whether a term of notation begins here: a star, an arrow, a tiny or a ±.
    fn starts_term(&self) -> bool {
        match self.kind() {
            Kind::Star | Kind::Arrow { .. } | Kind::PlusMinus { .. } | Kind::Tiny | Kind::Miny => true,
            Kind::Word(word) => {
                small_word(word).is_some() && self.kind_ahead(1) == &Kind::Open(Bracket::Round)
            }
            _ => false,
        }
    }

    fn term(&mut self) -> Read {
        self.nested(|parser| match parser.kind().clone() {
            Kind::Star => parser.star(),
            Kind::Arrow { ups, caret } => parser.arrow(ups, caret),
            Kind::PlusMinus { .. } => parser.plus_minus(),
            _ => parser.small(),
        })
    }

    fn star(&mut self) -> Read {
        let span = self.span();
        if self.before_bracket() {
            return Err(Problem::new(
                span,
                "a star before a bracket multiplies, and nothing stands before it",
            )
            .help("`*3` and `*n` are nimbers; `*_(n + 1)` is the nimber of a sum"));
        }
        self.advance();
        let index = if self.touches(0) && self.kind() == &Kind::Subscript {
            self.advance();
            Some(self.argument("an index")?)
        } else {
            self.index("a star")?
        };
        if self.touches(0) && self.kind() == &Kind::Superscript {
            return Err(Problem::new(self.span(), "a star has no exponent").help("`*2` is the nimber of 2"));
        }
        let index = index.unwrap_or_else(|| Expr::new(ExprKind::Integer(1), span.clone()));
        let span = span.start..index.span.end.max(span.end);
        Ok(Expr::new(ExprKind::Nimber(Box::new(index)), span))
    }

    /// What a star or an arrow counts: `3`, `n`, `2n`, touching it. In TeX a group as well.
    fn index(&mut self, what: &str) -> Result<Option<Expr>, Problem> {
        if !self.touches(0) {
            return Ok(None);
        }
        let mut index = match self.kind() {
            Kind::Integer(_) => self.single()?,
            Kind::Open(Bracket::Group) => return Ok(Some(self.bracketed(Bracket::Group)?)),
            Kind::Word(_) if self.starts_index_name() => self.index_name(what)?,
            _ => return Ok(None),
        };
        while self.touches(0) && self.starts_index_name() {
            let name = self.index_name(what)?;
            index = self.link(Operator::Multiply, index, name)?;
        }
        Ok(Some(index))
    }

    fn starts_index_name(&self) -> bool {
        matches!(self.kind(), Kind::Word(word) if !KEYWORDS.contains(&word.as_str())) && !self.starts_term()
    }

    fn index_name(&mut self, what: &str) -> Read {
        let span = self.span();
        let Kind::Word(word) = self.kind().clone() else { return Err(self.no_value()) };
        if is_down(&word) {
            return self.word(word, span);
        }
        if self.touches(1) && self.kind_ahead(1) == &Kind::Open(Bracket::Round) {
            return Err(Problem::new(span, "a call right after a sign can be read in two ways")
                .help(format!("write `2 * f(x)` for a product; the count of {what} is a number or a name")));
        }
        self.advance();
        Ok(Expr::new(ExprKind::Name(word), span))
    }

    fn arrow(&mut self, ups: i64, caret: bool) -> Read {
        let span = self.span();
        let glyph = !caret && !self.text[span.clone()].starts_with('v');
        let down = ups < 0;
        self.advance();
        let touches = self.touches(0);
        let power = match self.kind() {
            Kind::OpenAngle => {
                self.advance();
                let order = self.single()?;
                if !self.take(&Kind::CloseAngle) {
                    return Err(self.unexpected());
                }
                Some((order, false))
            }
            Kind::Open(Bracket::Square) if touches => Some(self.order_in_brackets()?),
            Kind::Superscript if touches => {
                self.advance();
                Some(order(self.argument("an order")?)?)
            }
            Kind::Subscript if touches && down => {
                self.advance();
                Some(if self.kind() == &Kind::Open(Bracket::Square) {
                    self.order_in_brackets()?
                } else {
                    order(self.argument("an order")?)?
                })
            }
            Kind::Subscript if touches => {
                return Err(Problem::new(self.span(), "up has no subscript")
                    .help("`↑^2` is a power of up, `↓_2` its negative, `↑2` is 2·↑"));
            }
            Kind::Arrow { ups: 1, caret: true } if touches && glyph && self.touches(1) => {
                self.advance();
                Some(match self.kind() {
                    Kind::Open(Bracket::Square) => self.order_in_brackets()?,
                    _ => order(self.argument("an order")?)?,
                })
            }
            _ => None,
        };
        let end = self.tokens[self.at - 1].span.end;
        if let Some((order, to)) = power {
            if ups.abs() != 1 {
                return Err(Problem::new(span, "only a single arrow has an exponent").help("`↑^2 + ↑^2`"));
            }
            let order = Box::new(order);
            let place = span.start..end;
            let multiple = !to && self.conventions.arrow_exponent == Joined::Product;
            let kind = match to {
                true => ExprKind::UpPowerTo { down, order },
                false if multiple => ExprKind::Ups { down, count: order },
                false => ExprKind::UpPower { down, order },
            };
            return Ok(Expr::new(kind, place));
        }
        if touches && matches!(self.kind(), Kind::Open(Bracket::Round | Bracket::Brace)) {
            return Err(Problem::new(self.span(), "a bracket right after an arrow can be read in two ways")
                .help("write `(n + 1)·↑` for a multiple, `2 ^ (n + 1)` for a power"));
        }
        let count = self.index("an arrow")?;
        if count.is_some() && ups.abs() != 1 {
            return Err(Problem::new(span, "this arrow has a count already").help("write `↑5`, or a sum"));
        }
        let count = match count {
            Some(count) => Box::new(count),
            None => Box::new(Expr::new(ExprKind::Integer(i128::from(ups.unsigned_abs())), span.clone())),
        };
        let place = span.start..count.span.end.max(span.end);
        Ok(Expr::new(ExprKind::Ups { down, count }, place))
    }

    /// `[2]`: the order, which is of a sum of powers.
    fn order_in_brackets(&mut self) -> Result<(Expr, bool), Problem> {
        let list = self.single()?;
        order(list)
    }

    /// `⧾(x)`, `+_x`, `Tiny(x)`.
    fn small(&mut self) -> Read {
        let span = self.span();
        let tiny = match self.kind() {
            Kind::Tiny => true,
            Kind::Word(word) => small_word(word) == Some(true),
            _ => false,
        };
        self.advance();
        let of = if self.kind() == &Kind::Subscript {
            self.advance();
            self.argument("a game")?
        } else {
            self.factor()?
        };
        let place = span.start..of.span.end;
        let of = Box::new(of);
        Ok(Expr::new(if tiny { ExprKind::Tiny(of) } else { ExprKind::Miny(of) }, place))
    }

    fn plus_minus(&mut self) -> Read {
        let start = self.span().start;
        self.advance();
        let left = match self.kind() {
            Kind::Open(Bracket::Brace) => {
                let open = self.span();
                let (segments, bars) = self.segments()?;
                let place = open.start..self.tokens[self.at - 1].span.end;
                if bars.is_empty() {
                    segments.into_iter().flatten().collect()
                } else {
                    vec![self.resolve(segments, &bars, place)?]
                }
            }
            Kind::Open(Bracket::Round) => self.items(Bracket::Round)?,
            Kind::Minus => vec![self.signed()?],
            _ if self.starts_term() => vec![self.term()?],
            _ => vec![self.factors()?],
        };
        let span = start..self.tokens[self.at - 1].span.end;
        if left.is_empty() {
            return Err(Problem::new(span, "± of nothing").help("`±1`, `±{3|1}`, `±{a, b}`"));
        }
        Ok(Expr::new(ExprKind::PlusMinus(left), span))
    }

    fn braces(&mut self) -> Read {
        let open = self.span();
        let (segments, bars) = self.segments()?;
        let span = open.start..self.tokens[self.at - 1].span.end;
        if bars.is_empty() {
            return Err(Problem::new(span, "these braces have no bar")
                .help("a game is `{a, b | c}`; a list is `[a, b]`; only ± takes a list in braces"));
        }
        self.resolve(segments, &bars, span)
    }

    /// The lists between the bars of a pair of braces, and the bars with their lengths.
    fn segments(&mut self) -> Result<(Vec<Vec<Expr>>, Vec<Bar>), Problem> {
        let open = self.span();
        self.advance();
        let (mut segments, mut bars) = (vec![Vec::new()], Vec::new());
        loop {
            let run = match self.kind() {
                Kind::Bars(length) => Some(*length),
                // The relation ∥ is what many papers set for two bars.
                Kind::Confused => Some(2),
                _ => None,
            };
            if let Some(length) = run {
                bars.push((length, self.span()));
                self.advance();
                segments.push(Vec::new());
                continue;
            }
            if self.kind() == &Kind::Close(Bracket::Brace) {
                self.advance();
                return Ok((segments, bars));
            }
            let last = segments.len() - 1;
            if self.kind() == &Kind::End || !segments[last].is_empty() && !self.take(&Kind::Comma) {
                self.close(Bracket::Brace, &open)?;
            }
            let option = self.within(true, false, |parser| parser.expression())?;
            segments[last].push(option);
        }
    }

    /// Nests lists by their bars: the longest run splits first.
    fn resolve(&mut self, mut segments: Vec<Vec<Expr>>, bars: &[Bar], span: Span) -> Read {
        let longest = bars.iter().map(|(length, _)| *length).max().unwrap_or(0);
        let mut split = bars.iter().enumerate().filter(|(_, (length, _))| *length == longest);
        let Some((first, _)) = split.next() else {
            return Err(Problem::new(span, "these braces have no bar"));
        };
        if let Some((_, (_, place))) = split.next() {
            let run = "|".repeat(longest);
            return Err(Problem::new(
                place.clone(),
                format!("a second `{run}`: neither of the two comes first"),
            )
            .help("the longest run of bars splits first: `{3||2|1}` is {3 | {2 | 1}}"));
        }
        let right = segments.split_off(first + 1);
        let left = self.side(segments, &bars[..first])?;
        let right = self.side(right, &bars[first + 1..])?;
        Ok(Expr::new(ExprKind::Braces { left, right }, span))
    }

    fn side(&mut self, mut segments: Vec<Vec<Expr>>, bars: &[Bar]) -> Result<Vec<Expr>, Problem> {
        let (Some((_, first)), Some((_, last))) = (bars.first(), bars.last()) else {
            return Ok(segments.remove(0));
        };
        let start = segments[0].first().map_or(first.start, |option| option.span.start);
        let end = segments.last().and_then(|list| list.last()).map_or(last.end, |option| option.span.end);
        Ok(vec![self.nested(|parser| parser.resolve(segments, bars, start..end))?])
    }

    /// The argument of a sign: a group, or what TeX takes alone, a digit or a name. In plain text brackets or braces.
    fn argument(&mut self, what: &str) -> Read {
        let span = self.span();
        match self.kind().clone() {
            Kind::Open(Bracket::Group) => self.bracketed(Bracket::Group),
            Kind::Open(Bracket::Round) if self.dialect == Dialect::Plain => self.bracketed(Bracket::Round),
            Kind::Open(Bracket::Brace) => {
                let (mut segments, bars) = self.segments()?;
                let span = span.start..self.tokens[self.at - 1].span.end;
                if bars.is_empty() && segments[0].len() == 1 {
                    return Ok(segments.remove(0).remove(0));
                }
                self.resolve(segments, &bars, span)
            }
            Kind::Integer(value) => {
                let digits = &self.text[span.clone()];
                let length = digits.chars().next().map_or(0, char::len_utf8);
                if self.dialect == Dialect::Tex && digits.len() > length && digits.is_ascii() {
                    if !matches!(what, "a numerator" | "a denominator") {
                        return Err(Problem::new(span.clone(), "TeX takes only the first digit here")
                            .help(format!("write `{{{digits}}}`")));
                    }
                    // The other digits stand behind, as in `\\frac12`.
                    let first = i128::from(digits.as_bytes()[0] - b'0');
                    let rest = integer(self.text, span.start + 1..span.end)?;
                    let token = &mut self.tokens[self.at];
                    token.span.start += 1;
                    token.kind = Kind::Integer(rest);
                    return Ok(Expr::new(ExprKind::Integer(first), span.start..span.start + 1));
                }
                self.advance();
                Ok(Expr::new(ExprKind::Integer(value), span))
            }
            Kind::Word(word) if is_down(&word) => self.word(word, span),
            Kind::Word(word) if !KEYWORDS.contains(&word.as_str()) => {
                self.advance();
                Ok(Expr::new(ExprKind::Name(word), span))
            }
            Kind::End => Err(Problem::new(span, format!("expected {what}, and the text ends"))),
            _ => Err(Problem::new(span, format!("expected {what}"))
                .help("more than a digit or a letter needs braces: `^{n+1}`")),
        }
    }

    // Conditions, quantifiers, definitions.

    fn conditional(&mut self) -> Read {
        let start = self.span().start;
        self.advance();
        let in_braces = self.in_braces;
        let condition = self.within(in_braces, false, |parser| parser.expression())?;
        self.expect_word("then", "`if a then b else c`")?;
        let then = self.within(in_braces, false, |parser| parser.expression())?;
        self.expect_word("else", "`if a then b else c`")?;
        let otherwise = self.expression()?;
        let span = start..otherwise.span.end;
        let (condition, then, otherwise) = (Box::new(condition), Box::new(then), Box::new(otherwise));
        Ok(Expr::new(ExprKind::If { condition, then, otherwise }, span))
    }

    fn expect_word(&mut self, word: &str, shape: &str) -> Result<(), Problem> {
        if self.take_word(word) {
            return Ok(());
        }
        Err(Problem::new(self.span(), format!("expected `{word}`")).help(format!("the whole is {shape}")))
    }

    /// Whether `x in` or `x, y in` stands `ahead` of here.
    fn at_binding(&self, mut ahead: usize) -> bool {
        loop {
            let name = match self.kind_ahead(ahead) {
                Kind::Word(word) => !KEYWORDS.contains(&word.as_str()),
                Kind::Arrow { caret: false, .. } => true,
                _ => false,
            };
            match self.kind_ahead(ahead + 1) {
                Kind::Word(word) => return name && word == "in",
                Kind::Comma if name => ahead += 2,
                _ => return false,
            }
        }
    }

    fn quantified(&mut self, quantifier: Quantifier) -> Read {
        let start = self.span().start;
        self.advance();
        let bindings = self.within(self.in_braces, true, |parser| parser.bindings())?;
        let condition = self.condition()?;
        let body = if self.take(&Kind::Colon) {
            Some(Box::new(self.expression()?))
        } else if quantifier == Quantifier::Count {
            None
        } else {
            let word = quantifier.word();
            return Err(Problem::new(self.span(), format!("expected `:` and what `{word}` is to look at"))
                .help(format!("`{word} n in 1..20 : …`")));
        };
        let span = start..self.tokens[self.at - 1].span.end;
        let condition = condition.map(Box::new);
        Ok(Expr::new(ExprKind::Quantified { quantifier, bindings, condition, body }, span))
    }

    fn condition(&mut self) -> Result<Option<Expr>, Problem> {
        if self.take_word("such") {
            self.expect_word("that", "`such that` and a condition")?;
        } else if !self.take_word("where") {
            return Ok(None);
        }
        self.within(self.in_braces, true, |parser| parser.expression()).map(Some)
    }

    fn bindings(&mut self) -> Result<Vec<Binding>, Problem> {
        let mut bindings = Vec::new();
        loop {
            let mut names = vec![self.name()?];
            while self.take(&Kind::Comma) {
                names.push(self.name()?);
            }
            if !self.take_word("in") {
                return Err(Problem::new(self.span(), "expected `in` and a domain").help("`n in 1..20`"));
            }
            let domain = self.nested(|parser| parser.range())?;
            bindings.extend(names.into_iter().map(|name| Binding { name, domain: domain.clone() }));
            if !self.take(&Kind::Comma) {
                return Ok(bindings);
            }
        }
    }

    /// A name that a variable or a function may have.
    fn name(&mut self) -> Result<Name, Problem> {
        let span = self.span();
        let text = self.text[span.clone()].to_string();
        match self.kind() {
            Kind::Word(word) if !KEYWORDS.contains(&word.as_str()) && !RESERVED.contains(&word.as_str()) => {
                let name = Name { text: word.clone(), span };
                self.advance();
                Ok(name)
            }
            Kind::Word(_) => Err(Problem::new(span, format!("`{text}` is reserved"))
                .help("N P L R are outcomes, v is down; any other name will do")),
            Kind::Arrow { .. } if text.starts_with('v') => {
                Err(Problem::new(span, format!("`{text}` is down"))
                    .help("choose a name that is not a run of v"))
            }
            _ => Err(Problem::new(span, "expected a name")),
        }
    }

    fn definition(&mut self) -> Result<Definition, Problem> {
        let start = self.span().start;
        let name = self.name()?;
        let mut parameters: Vec<Name> = Vec::new();
        if self.kind() == &Kind::Open(Bracket::Round) {
            let open = self.span();
            self.advance();
            loop {
                let parameter = self.name()?;
                if parameters.iter().any(|known| known.text == parameter.text) {
                    let message = format!("`{}` is a parameter already", parameter.text);
                    return Err(Problem::new(parameter.span, message));
                }
                parameters.push(parameter);
                if !self.take(&Kind::Comma) {
                    break;
                }
            }
            self.close(Bracket::Round, &open)?;
        }
        if !self.take(&Kind::Equal) {
            return Err(Problem::new(self.span(), "expected `=` and a definition")
                .help("`name = expression` or `name(n) = expression`"));
        }
        let body = self.expression()?;
        self.finish()?;
        let span = start..body.span.end;
        Ok(Definition { name, parameters, body, span })
    }

    fn whole_bindings(&mut self) -> Result<Bindings, Problem> {
        if self.at_binding(0) {
            let bindings = self.bindings()?;
            let condition = self.condition()?;
            self.finish()?;
            return Ok(Bindings { bindings, condition });
        }
        let whole = self.expression()?;
        self.finish()?;
        let place = whole.span.clone();
        let binding = as_binding(whole).ok_or_else(|| {
            Problem::new(place, "expected a variable and its domain")
                .help("`n in 1..20`, or `n >= 1` without an end")
        })?;
        Ok(Bindings { bindings: vec![binding], condition: None })
    }

    // What is wrong.

    /// Whether a value could begin here.
    fn starts_value(&self) -> bool {
        match self.kind() {
            Kind::Integer(_)
            | Kind::Fraction(..)
            | Kind::Text(_)
            | Kind::Open(_)
            | Kind::Frac
            | Kind::Overline
            | Kind::Minus => true,
            Kind::Word(word) => word == "if" || !KEYWORDS.contains(&word.as_str()),
            _ => self.starts_term(),
        }
    }

    fn finish(&self) -> Result<(), Problem> {
        if self.kind() == &Kind::End { Ok(()) } else { Err(self.unexpected()) }
    }

    /// A value was complete, and this does not go on from it.
    fn unexpected(&self) -> Problem {
        let span = self.span();
        let shown = &self.text[span.clone()];
        match self.kind() {
            Kind::Close(_) => Problem::new(span, format!("nothing is open that `{shown}` could close")),
            Kind::Bars(_) => Problem::new(span, "a bar stands only between the options of braces")
                .help("`{a | b}`; `a || b` asks whether a and b are confused"),
            Kind::Comma => {
                Problem::new(span, "expected one expression, found a comma").help("a list is `[a, b]`")
            }
            Kind::Colon => Problem::new(span, "this `:` ends nothing")
                .help("an ordinal sum in the head of a quantifier needs brackets"),
            Kind::End => Problem::new(span, "the text ends too early"),
            _ if self.starts_value() => {
                let problem = Problem::new(span, "two values stand side by side");
                match self.dialect {
                    Dialect::Plain => problem.help(
                        "write `a + b` or `a * b`; notation is written without spaces, as `7*` and `2n`",
                    ),
                    Dialect::Tex => problem.help("write `a + b` or `a \\cdot b`"),
                }
            }
            Kind::Word(word) => Problem::new(span, format!("`{word}` goes on from nothing")),
            _ => Problem::new(span, format!("`{shown}` goes on from nothing")),
        }
    }

    /// A value was expected here.
    fn no_value(&self) -> Problem {
        let span = self.span();
        match self.kind() {
            Kind::End => Problem::new(span, "expected a value, and the text ends"),
            Kind::Bars(_) if !self.in_braces => Problem::new(span, "expected a value, found a bar")
                .help("bars stand between the options of braces: `{a | b}`"),
            _ => Problem::new(span.clone(), format!("expected a value, found `{}`", &self.text[span])),
        }
    }
}

fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    let span = left.span.start..right.span.end;
    Expr::new(ExprKind::Binary { operator, left: Box::new(left), right: Box::new(right) }, span)
}

pub(super) fn is_fraction(expr: &Expr) -> bool {
    let ExprKind::Binary { operator: Operator::Divide, left, right } = &expr.kind else { return false };
    matches!((&left.kind, &right.kind), (ExprKind::Integer(_), ExprKind::Integer(_)))
}

/// Whether it is made of numbers alone.
fn is_numeric(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) => true,
        ExprKind::Negative(of) => is_numeric(of),
        ExprKind::Binary { left, right, .. } => is_numeric(left) && is_numeric(right),
        _ => false,
    }
}

fn number_behind_number(span: Span) -> Problem {
    Problem::new(span, "a number right behind a number").help(
        "`3\\frac14` is three and a quarter; a product has a dot, `3\\cdot\\frac14`, and a mixed number in it brackets",
    )
}

/// Whether a word is tiny (true) or miny (false).
fn small_word(word: &str) -> Option<bool> {
    match word {
        "Tiny" | "tiny" => Some(true),
        "Miny" | "miny" => Some(false),
        _ => None,
    }
}

/// Whether plain text reads the word as an arrow: a run of v, and perhaps digits.
fn is_down(word: &str) -> bool {
    let rest = word.trim_start_matches('v');
    let count = rest.strip_prefix('_').unwrap_or(rest);
    rest.len() < word.len() && count.chars().all(|c| c.is_ascii_digit())
}

/// The order of a power: `n`, or `[n]`, which is of a sum of powers.
fn order(argument: Expr) -> Result<(Expr, bool), Problem> {
    match argument.kind {
        ExprKind::List(mut items) if items.len() == 1 => Ok((items.remove(0), true)),
        ExprKind::List(_) => Err(Problem::new(argument.span, "expected one order").help("`↑^[2]`")),
        _ => Ok((argument, false)),
    }
}

/// `n >= 1`, `n = 5` and `1 <= n <= 20` as a binding of n.
fn as_binding(whole: Expr) -> Option<Binding> {
    let span = whole.span.clone();
    let ExprKind::Binary { operator, left, right } = whole.kind else { return None };
    let range = |name: Name, from: Expr, to: Option<Expr>| Binding {
        name,
        domain: Expr::new(ExprKind::Range { from: Box::new(from), to: to.map(Box::new) }, span.clone()),
    };
    match operator {
        Operator::GreaterOrEqual => Some(range(as_name(&left)?, *right, None)),
        Operator::Greater => Some(range(as_name(&left)?, shifted(*right, Operator::Add), None)),
        Operator::LessOrEqual => Some(range(as_name(&right)?, *left, None)),
        Operator::Less => Some(range(as_name(&right)?, shifted(*left, Operator::Add), None)),
        Operator::Equal => Some(range(as_name(&left)?, (*right).clone(), Some(*right))),
        Operator::And => {
            let ExprKind::Binary { operator: low, left: from, right: name } = left.kind else { return None };
            let ExprKind::Binary { operator: high, left: same, right: to } = right.kind else { return None };
            if as_name(&name)?.text != as_name(&same)?.text {
                return None;
            }
            let from = match low {
                Operator::LessOrEqual => *from,
                Operator::Less => shifted(*from, Operator::Add),
                _ => return None,
            };
            let to = match high {
                Operator::LessOrEqual => *to,
                Operator::Less => shifted(*to, Operator::Subtract),
                _ => return None,
            };
            Some(range(as_name(&name)?, from, Some(to)))
        }
        _ => None,
    }
}

fn as_name(expr: &Expr) -> Option<Name> {
    match &expr.kind {
        ExprKind::Name(text) => Some(Name { text: text.clone(), span: expr.span.clone() }),
        _ => None,
    }
}

/// The integer after or before an end that is not included.
fn shifted(end: Expr, operator: Operator) -> Expr {
    let span = end.span.clone();
    binary(operator, end, Expr::new(ExprKind::Integer(1), span))
}
