//! The author's own macros, expanded.
//!
//! Read: `\newcommand`, `\renewcommand`, `\providecommand` (with an optional first argument), `\def` and `\gdef`
//! without delimiters, `\let`, `\DeclareMathOperator`, `\newcolumntype`. A delimited `\def` is a warning, never a
//! guess. Definitions are global from where they stand. Not read: conditionals, counters, `\expandafter`, `\csname`.
//!
//! Expansion is bounded, per call and in all; a macro that goes past its bound is left as it is written.

use std::collections::HashMap;
use std::ops::Range;

use super::tokens::{Kind, Token};

/// Expansions that one call in the file may cause.
const EXPANSIONS_PER_CALL: usize = 2_000;
/// Tokens that one call in the file may become, and that one argument may have.
const TOKENS_PER_CALL: usize = 50_000;
/// Tokens moved in all, beyond which nothing more is expanded.
const WORK: usize = 20_000_000;

/// What went wrong, and where.
pub struct Trouble {
    pub message: String,
    pub at: Range<usize>,
}

struct Macro<'s> {
    parameters: usize,
    /// The first parameter's value when no `[…]` follows.
    default: Option<Vec<Token<'s>>>,
    body: Vec<Token<'s>>,
}

/// The macros known so far.
#[derive(Default)]
pub struct Macros<'s> {
    known: HashMap<&'s str, Macro<'s>>,
    /// The author's column types by their letter.
    pub columns: HashMap<&'s str, Vec<Token<'s>>>,
    work: usize,
}

impl<'s> Macros<'s> {
    /// The tokens with the author's macros expanded and their definitions taken out. Comments stay.
    pub fn expand(&mut self, tokens: Vec<Token<'s>>, troubles: &mut Vec<Trouble>) -> Vec<Token<'s>> {
        let unread = tokens.into_iter();
        let mut feed = Feed { unread, pending: Vec::new(), fresh: true, read: Vec::new(), work: self.work };
        let mut expanded = Vec::new();
        let (mut expansions, mut made) = (0, 0);
        while let Some(token) = feed.next() {
            if feed.fresh {
                (expansions, made) = (0, 0);
            }
            if token.kind != Kind::Command || feed.work > WORK {
                expanded.push(token);
                continue;
            }
            if self.define(&token, &mut feed, troubles) {
                continue;
            }
            let Some(found) = self.known.get(token.text) else {
                expanded.push(token);
                continue;
            };
            let Some((arguments, call)) = arguments(found, &token, &mut feed) else {
                expanded.push(token);
                continue;
            };
            let pending = feed.pending.len();
            for part in found.body.iter().rev() {
                match part.text.strip_prefix('#').and_then(|number| number.parse::<usize>().ok()) {
                    Some(number) if part.kind == Kind::Parameter => {
                        let argument = number.checked_sub(1).and_then(|index| arguments.get(index));
                        feed.pending.extend(argument.into_iter().flatten().rev().cloned());
                    }
                    _ => feed.pending.push(Token { at: call.clone(), ..part.clone() }),
                }
                if feed.pending.len() - pending > TOKENS_PER_CALL {
                    break;
                }
            }
            let grown = feed.pending.len() - pending;
            expansions += 1;
            made += grown;
            feed.work += grown;
            if expansions > EXPANSIONS_PER_CALL || made > TOKENS_PER_CALL || feed.work > WORK {
                feed.pending.truncate(pending);
                (expansions, made) = (0, 0);
                self.known.remove(token.text);
                troubles.push(Trouble {
                    message: format!("`{}` does not come to an end when expanded", token.text),
                    at: call.clone(),
                });
                expanded.push(Token { at: call, ..token });
            }
        }
        self.work = feed.work;
        expanded
    }

    /// Whether the token begins a definition; if so it is read and remembered.
    fn define(&mut self, token: &Token<'s>, feed: &mut Feed<'s>, troubles: &mut Vec<Trouble>) -> bool {
        feed.read.clear();
        let read = self.definition(token, feed, troubles);
        if read.is_none() {
            feed.back();
        }
        read.is_some()
    }

    fn definition(
        &mut self,
        token: &Token<'s>,
        feed: &mut Feed<'s>,
        troubles: &mut Vec<Trouble>,
    ) -> Option<()> {
        match token.text {
            "\\newcommand" | "\\renewcommand" | "\\providecommand" | "\\DeclareRobustCommand" => {
                feed.star();
                let name = feed.name()?;
                let parameters = feed.optional().and_then(|number| super::tokens::text(&number).parse().ok());
                let default = if parameters.is_some() { feed.optional() } else { None };
                let body = feed.argument()?;
                if token.text != "\\providecommand" || !self.known.contains_key(name) {
                    self.known.insert(name, Macro { parameters: parameters.unwrap_or(0), default, body });
                }
            }
            "\\DeclareMathOperator" => {
                feed.star();
                let (name, words) = (feed.name()?, feed.argument()?);
                let mark = |kind, text| Token { kind, text, at: token.at.clone() };
                let mut body = vec![mark(Kind::Command, "\\operatorname"), mark(Kind::Open, "{")];
                body.extend(words);
                body.push(mark(Kind::Close, "}"));
                self.known.insert(name, Macro { parameters: 0, default: None, body });
            }
            "\\def" | "\\gdef" => {
                let name = feed.name()?;
                let mut parameters = 0;
                let mut delimited = false;
                loop {
                    let next = feed.note()?;
                    match next.kind {
                        Kind::Open => break,
                        Kind::Parameter => parameters += 1,
                        Kind::Comment => {}
                        Kind::Space if parameters == 0 => {}
                        Kind::Paragraph => return None,
                        _ => delimited = true,
                    }
                }
                let body = feed.until(true, |token| token.kind == Kind::Close)?;
                if delimited {
                    troubles.push(Trouble {
                        message: format!("`{name}` has delimited parameters and is not expanded"),
                        at: token.at.clone(),
                    });
                    self.known.remove(name);
                } else {
                    self.known.insert(name, Macro { parameters, default: None, body });
                }
            }
            "\\let" => {
                let name = feed.name()?;
                let mut meaning = feed.solid()?;
                if meaning.text == "=" {
                    meaning = feed.solid()?;
                }
                let same = self.known.get(meaning.text).map(|found| Macro {
                    parameters: found.parameters,
                    default: found.default.clone(),
                    body: found.body.clone(),
                });
                let itself = meaning.text == name;
                let alias = same.unwrap_or(Macro { parameters: 0, default: None, body: vec![meaning] });
                if !itself {
                    self.known.insert(name, alias);
                }
            }
            "\\newcolumntype" => {
                let letter = feed.argument()?;
                if feed.optional().is_some() {
                    troubles.push(Trouble {
                        message: "a column type with arguments is not expanded".into(),
                        at: token.at.clone(),
                    });
                }
                let meaning = feed.argument()?;
                if let [letter] = &letter[..] {
                    self.columns.insert(letter.text, meaning);
                }
            }
            _ => return None,
        }
        Some(())
    }
}

/// The arguments of a call, and the bytes of the whole call; none if they are not there.
fn arguments<'s>(
    found: &Macro<'s>,
    name: &Token<'s>,
    feed: &mut Feed<'s>,
) -> Option<(Vec<Vec<Token<'s>>>, Range<usize>)> {
    let mut call = name.at.clone();
    let mut arguments = Vec::new();
    feed.read.clear();
    for index in 0..found.parameters {
        let argument = match &found.default {
            Some(default) if index == 0 => Some(feed.optional().unwrap_or_else(|| {
                default.iter().map(|token| Token { at: name.at.clone(), ..token.clone() }).collect()
            })),
            _ => feed.argument(),
        };
        let Some(argument) = argument else {
            feed.back();
            return None;
        };
        arguments.push(argument);
    }
    for token in &feed.read {
        call.end = call.end.max(token.at.end);
    }
    Some((arguments, call))
}

/// The tokens to come: those waiting from expansions, then those of the file.
struct Feed<'s> {
    unread: std::vec::IntoIter<Token<'s>>,
    /// The next one last.
    pending: Vec<Token<'s>>,
    /// Whether the last token came from the file with nothing waiting: a new call in the file.
    fresh: bool,
    /// What was read since it was last cleared.
    read: Vec<Token<'s>>,
    /// Tokens moved so far.
    work: usize,
}

impl<'s> Feed<'s> {
    fn next(&mut self) -> Option<Token<'s>> {
        self.fresh = self.pending.is_empty();
        self.pending.pop().or_else(|| self.unread.next())
    }

    fn note(&mut self) -> Option<Token<'s>> {
        let token = self.next()?;
        self.read.push(token.clone());
        Some(token)
    }

    /// Everything read since the last clearing will be read again.
    fn back(&mut self) {
        self.work += self.read.len();
        self.pending.extend(self.read.drain(..).rev());
    }

    /// The next token that is neither space nor comment.
    fn solid(&mut self) -> Option<Token<'s>> {
        loop {
            let token = self.note()?;
            if !matches!(token.kind, Kind::Space | Kind::Comment) {
                return Some(token);
            }
        }
    }

    /// The tokens up to where `end` says so at brace depth 0; the text must not run over an empty line.
    fn until(&mut self, long: bool, end: impl Fn(&Token<'s>) -> bool) -> Option<Vec<Token<'s>>> {
        let mut found = Vec::new();
        let mut depth = 0;
        while found.len() < TOKENS_PER_CALL {
            let token = self.note()?;
            if depth == 0 && end(&token) {
                return Some(found);
            }
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => return None,
                Kind::Close => depth -= 1,
                Kind::Paragraph if !long => return None,
                _ => {}
            }
            if token.kind != Kind::Comment {
                found.push(token);
            }
        }
        None
    }

    /// A group without its braces, or a single token.
    fn argument(&mut self) -> Option<Vec<Token<'s>>> {
        let first = self.solid()?;
        match first.kind {
            Kind::Open => self.until(true, |token| token.kind == Kind::Close),
            Kind::Close | Kind::Paragraph => None,
            _ => Some(vec![first]),
        }
    }

    /// `[…]` without its brackets; if something else follows, nothing is read.
    fn optional(&mut self) -> Option<Vec<Token<'s>>> {
        let read = std::mem::take(&mut self.read);
        let found = match self.solid() {
            Some(first) if first.text == "[" => self.until(false, |token| token.text == "]"),
            _ => None,
        };
        if found.is_none() {
            self.back();
        }
        self.read.splice(0..0, read);
        found
    }

    fn star(&mut self) {
        let read = std::mem::take(&mut self.read);
        if self.solid().is_none_or(|token| token.text != "*") {
            self.back();
        }
        self.read = read;
    }

    /// The command that is to be defined, in braces or not.
    fn name(&mut self) -> Option<&'s str> {
        match &self.argument()?[..] {
            [name] if name.kind == Kind::Command => Some(name.text),
            _ => None,
        }
    }
}
