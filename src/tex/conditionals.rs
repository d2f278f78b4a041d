//! Which branch of a conditional is read.
//!
//! `\iftrue`, `\iffalse`, the author's own (`\newif`), comparisons of numbers and of known commands, and the tests that
//! packages offer with arguments in braces are decided. Where what is asked for is not known here, the first branch is
//! read, with a warning.

use super::expand::Expander;
use super::macros::{FALSE, NO_VALUE, TRUE};
use super::tokens::{Kind, Token, text};

/// What TeX's conditionals are called, the author's own aside.
const CONDITIONALS: [&str; 26] = [
    "\\if",
    "\\ifcat",
    "\\ifx",
    "\\ifnum",
    "\\ifdim",
    "\\ifodd",
    "\\ifcase",
    "\\iftrue",
    "\\iffalse",
    "\\ifmmode",
    "\\ifhmode",
    "\\ifvmode",
    "\\ifinner",
    "\\ifdefined",
    "\\ifcsname",
    "\\ifhbox",
    "\\ifvbox",
    "\\ifvoid",
    "\\ifeof",
    "\\iffontchar",
    "\\ifpdf",
    "\\ifxetex",
    "\\ifluatex",
    "\\ifPDFTeX",
    "\\ifXeTeX",
    "\\ifLuaTeX",
];
/// Names of what is not defined.
const UNDEFINED: [&str; 2] = ["\\undefined", "\\@undefined"];
/// What the usual engine defines without anybody's doing.
const ENGINE: [&str; 3] = ["\\pdfoutput", "\\pdftexversion", "\\eTeXversion"];
/// Commands that are certainly the same as no other.
const SINGULAR: [&str; 4] = ["\\relax", "\\\\", "\\empty", "\\@empty"];
/// Conditionals without an end in the file, after which no further one is skipped.
const MOST_ENDLESS: usize = 4;

/// Where a skipped branch ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Else,
    Or,
    Fi,
}

/// The answer of a test: a truth, or the number of a case.
enum Answer {
    Truth(bool),
    Case(usize),
    Unknown,
}

/// Whether two texts are one; not known where a command stands in them, which may yet become anything.
fn same(a: &[Token<'_>], b: &[Token<'_>]) -> Option<bool> {
    let equal = text(a).trim() == text(b).trim();
    let open = [a, b].into_iter().flatten().any(|token| token.kind == Kind::Command);
    (equal || !open).then_some(equal)
}

/// Whether two tokens that no author has defined are the same; what may be a package's can be the same as anything.
fn unlike(a: &Token<'_>, b: &Token<'_>) -> Option<bool> {
    let command = |token: &Token<'_>| token.kind == Kind::Command;
    let known = !(command(a) && command(b)) || SINGULAR.contains(&a.text) || SINGULAR.contains(&b.text);
    (a.text == b.text).then_some(true).or(known.then_some(false))
}

impl<'s> Expander<'s> {
    /// Whether the token belongs to a conditional; if so, what is not read is skipped.
    pub fn conditional(&mut self, token: &Token<'s>) -> bool {
        match token.text {
            "\\fi" if self.ifs > 0 => {
                self.ifs -= 1;
                self.eat_space();
            }
            // The branch that was read ends here.
            "\\else" | "\\or" if self.ifs > 0 => {
                self.ifs -= 1;
                self.skip(token, false, false);
                self.eat_space();
            }
            "\\IfBooleanTF" | "\\IfBooleanT" | "\\IfBooleanF" => {
                self.of_arguments(token, 1, |_, [flag, _]| {
                    flag.first().map(|token| !token.is(FALSE) && token.text != "0" || token.is(TRUE))
                })
            }
            "\\IfValueTF" | "\\IfValueT" | "\\IfValueF" => {
                self.of_arguments(token, 1, |_, [value, _]| {
                    Some(value.first().is_none_or(|token| !token.is(NO_VALUE)))
                });
            }
            "\\IfNoValueTF" | "\\IfNoValueT" | "\\IfNoValueF" => {
                self.of_arguments(token, 1, |_, [value, _]| {
                    Some(value.first().is_some_and(|token| token.is(NO_VALUE)))
                });
            }
            "\\ifblank" | "\\ifstrempty" | "\\ifdefempty" => {
                self.of_arguments(token, 1, |own, [value, _]| {
                    Some(own.expanded(value.to_vec()).iter().all(Token::is_blank))
                });
            }
            "\\ifstrequal" | "\\ifnumequal" => {
                self.of_arguments(token, 2, |_, [a, b]| same(a, b));
            }
            "\\ifbool" | "\\iftoggle" => self.of_arguments(token, 1, |own, [name, _]| {
                own.switches.get(format!("\\if{}", text(name).trim()).as_str()).copied()
            }),
            "\\ifthenelse" => self.of_arguments(token, 1, |own, [test, _]| own.test(test)),
            "\\ifdefequal" => self.of_arguments(token, 2, |own, [a, b]| match (a, b) {
                ([a], [b]) => Some(own.known.get(a.text)? == own.known.get(b.text)?),
                _ => None,
            }),
            "\\@ifundefined" | "\\ifcsundef" => self.of_arguments(token, 1, |own, [name, _]| {
                Some(own.named(name).is_none_or(|name| !own.known.contains_key(name)))
            }),
            "\\@ifnextchar" | "\\kernel@ifnextchar" | "\\@ifstar" => self.if_next(token),
            "\\mathchoice" => {
                // The second is for formulas within a text.
                let mark = self.mark();
                let arguments: Option<Vec<_>> = (0..4).map(|_| self.argument()).collect();
                match arguments {
                    Some(mut arguments) => self.pending.extend(arguments.swap_remove(1).into_iter().rev()),
                    None => {
                        self.back(mark);
                        self.out.push(token.clone());
                    }
                }
            }
            "\\IfFileExists" => self.of_arguments(token, 1, |own, [name, _]| {
                let name = text(name);
                Some(own.find_file(&name).is_some())
            }),
            "\\setboolean" | "\\settoggle" => {
                let (Some(name), Some(value)) = (self.word(), self.word()) else { return true };
                self.set_switch(&name, value == "true");
            }
            "\\toggletrue" | "\\togglefalse" | "\\booltrue" | "\\boolfalse" => {
                let Some(name) = self.word() else { return true };
                self.set_switch(&name, token.text.ends_with("true"));
            }
            "\\newboolean" | "\\newtoggle" | "\\newbool" => {
                let Some(name) = self.word() else { return true };
                self.set_switch(&name, false);
            }
            name if self.setters.contains_key(name) => {
                if let Some((switch, state)) = self.setters.get(name) {
                    self.switches.insert(switch, *state);
                }
            }
            name if name.starts_with("\\if") && self.is_if(token) => {
                self.decide(token);
                self.eat_space();
            }
            _ => return false,
        }
        true
    }

    fn set_switch(&mut self, name: &str, state: bool) {
        let name = self.names.alloc_str(&format!("\\if{name}"));
        self.switches.insert(name, state);
    }

    /// Whether a command begins a conditional that a `\fi` ends.
    fn is_if(&self, token: &Token<'s>) -> bool {
        if token.kind != Kind::Command
            || !token.text.starts_with("\\if")
            || self.known.contains_key(token.text)
        {
            return false;
        }
        if CONDITIONALS.contains(&token.text) || self.switches.contains_key(token.text) {
            return true;
        }
        // One that a package brings: `\iff` is a sign, and what has arguments in braces is a macro.
        let behind = self.text[token.at.end.min(self.text.len())..].trim_start_matches(' ');
        token.text.len() > "\\iff".len() && !behind.starts_with(['{', '['])
    }

    fn decide(&mut self, token: &Token<'s>) {
        let answer = self.answer(token);
        match answer {
            Answer::Truth(true) => self.ifs += 1,
            Answer::Truth(false) => self.skip(token, true, false),
            Answer::Case(0) => self.ifs += 1,
            Answer::Case(case) => {
                for _ in 0..case.min(1000) {
                    let ifs = self.ifs;
                    self.skip(token, true, true);
                    match self.ifs.checked_sub(ifs) {
                        // It stands behind an `\or`, or in the branch of all other cases.
                        Some(1) if self.out_of_cases => break,
                        Some(1) => self.ifs -= 1,
                        _ => return,
                    }
                }
                if !self.out_of_cases {
                    self.ifs += 1;
                }
                self.out_of_cases = false;
            }
            Answer::Unknown => {
                if self.open.last().is_none_or(|file| !file.style) {
                    let message = format!("`{}` is not known here; its first branch is read", token.text);
                    self.trouble(message, token.at.clone());
                }
                self.ifs += 1;
            }
        }
    }

    fn answer(&mut self, token: &Token<'s>) -> Answer {
        let known = match token.text {
            "\\iftrue" | "\\ifpdf" | "\\ifPDFTeX" => Some(true),
            "\\iffalse" | "\\ifxetex" | "\\ifluatex" | "\\ifXeTeX" | "\\ifLuaTeX" => Some(false),
            "\\ifmmode" => Some(self.math),
            "\\ifx" => {
                let (Some(a), Some(b)) = (self.solid(), self.solid()) else { return Answer::Unknown };
                match (self.known.get(a.text), self.known.get(b.text)) {
                    (Some(a), Some(b)) => Some(a == b),
                    (None, None) if UNDEFINED.contains(&b.text) => Some(!ENGINE.contains(&a.text)),
                    (None, None) => unlike(&a, &b),
                    (Some(found), None) | (None, Some(found)) => {
                        let other = if self.known.contains_key(a.text) { b.text } else { a.text };
                        let empty =
                            matches!(&found.body, super::macros::Body::Tokens(body) if body.is_empty());
                        match other {
                            "\\empty" | "\\@empty" => Some(empty && found.parameters.is_empty()),
                            "\\undefined" | "\\@undefined" => Some(false),
                            "\\relax" => Some(false),
                            other => (!other.starts_with('\\')).then_some(false),
                        }
                    }
                }
            }
            "\\ifdefined" => {
                let Some(name) = self.solid() else { return Answer::Unknown };
                self.known.contains_key(name.text).then_some(true)
            }
            "\\ifcsname" => {
                let Some(name) = self.until(false, |token| token.is("\\endcsname")) else {
                    return Answer::Unknown;
                };
                let known = self.named(&name).is_some_and(|name| self.known.contains_key(name));
                known.then_some(true)
            }
            "\\if" => {
                let (Some(a), Some(mut b)) = (self.solid(), self.solid()) else { return Answer::Unknown };
                // `\if\relax\detokenize{…}\relax` asks whether something is empty.
                if b.is("\\detokenize") {
                    let inner = self.argument().and_then(|inner| inner.into_iter().next());
                    let Some(next) = inner.or_else(|| self.solid()) else { return Answer::Unknown };
                    b = next;
                }
                unlike(&a, &b)
            }
            "\\ifnum" => self.comparison(),
            "\\ifodd" => self.number().map(|number| number % 2 == 1),
            "\\ifcase" => return self.number().map_or(Answer::Unknown, Answer::Case),
            name => self.switches.get(name).copied(),
        };
        known.map_or(Answer::Unknown, Answer::Truth)
    }

    /// `1<2`
    fn comparison(&mut self) -> Option<bool> {
        let a = self.number()?;
        let relation = self.solid()?;
        let b = self.number()?;
        match relation.text {
            "<" => Some(a < b),
            "=" => Some(a == b),
            ">" => Some(a > b),
            _ => None,
        }
    }

    /// The test of `\ifthenelse`.
    fn test(&mut self, test: &[Token<'s>]) -> Option<bool> {
        let expanded = self.expanded(test.to_vec());
        let written = text(&expanded);
        let written = written.trim();
        let (first, rest) = expanded.split_first()?;
        match first.text {
            "\\equal" => {
                let (a, rest) = super::tables::group(rest)?;
                let (b, rest) = super::tables::group(rest)?;
                rest.iter().all(Token::is_blank).then(|| same(a, b)).flatten()
            }
            "\\boolean" => {
                let (name, _) = super::tables::group(rest)?;
                self.switches.get(format!("\\if{}", text(name).trim()).as_str()).copied()
            }
            "\\isodd" => {
                let (number, _) = super::tables::group(rest)?;
                text(number).trim().parse::<usize>().ok().map(|number| number % 2 == 1)
            }
            _ => {
                let at = written.find(['<', '=', '>'])?;
                let number = |text: &str| text.trim().parse::<i64>().ok();
                let (a, b) = (number(&written[..at])?, number(&written[at + 1..])?);
                Some(match &written[at..=at] {
                    "<" => a < b,
                    ">" => a > b,
                    _ => a == b,
                })
            }
        }
    }

    /// A test whose branches are arguments: `…TF{test}{yes}{no}`, `…T{test}{yes}`, `…F{test}{no}`.
    fn of_arguments(
        &mut self,
        token: &Token<'s>,
        count: usize,
        test: impl Fn(&mut Self, [&[Token<'s>]; 2]) -> Option<bool>,
    ) {
        let mark = self.mark();
        let mut arguments = Vec::new();
        let xparse = token.text.starts_with("\\IfBoolean") || token.text.contains("Value");
        let (yes, no) = match token.text.chars().next_back() {
            Some('T') if xparse => (true, false),
            Some('F') if xparse && !token.text.ends_with("TF") => (false, true),
            _ => (true, true),
        };
        for _ in 0..count + usize::from(yes) + usize::from(no) {
            let Some(argument) = self.argument() else {
                self.back(mark);
                self.out.push(token.clone());
                return;
            };
            arguments.push(argument);
        }
        let first: &[Token<'s>] = &arguments[0];
        let second: &[Token<'s>] = if count > 1 { &arguments[1] } else { &[] };
        let truth = test(self, [first, second]).unwrap_or_else(|| {
            let message =
                format!("what `{}` asks for is not known here; its first branch is read", token.text);
            self.trouble(message, token.at.clone());
            true
        });
        let chosen = match (truth, yes, no) {
            (true, true, _) => arguments.get(count),
            (false, _, true) => arguments.last(),
            _ => None,
        };
        if let Some(chosen) = chosen {
            self.pending.extend(chosen.iter().rev().cloned());
        }
    }

    /// `\@ifnextchar[{yes}{no}`, `\@ifstar{yes}{no}`
    fn if_next(&mut self, token: &Token<'s>) {
        let mark = self.mark();
        let star = token.is("\\@ifstar");
        let wanted = if star { None } else { self.solid() };
        let arguments = (self.argument(), self.argument());
        let (Some(yes), Some(no)) = arguments else {
            self.back(mark);
            self.out.push(token.clone());
            return;
        };
        let next = self.mark();
        let found = self.solid().is_some_and(|next| match &wanted {
            Some(wanted) if wanted.is("\\bgroup") => next.kind == Kind::Open,
            Some(wanted) => next.text == wanted.text,
            None => next.text == "*",
        });
        // The star is taken away, any other character stays.
        if !(star && found) {
            self.back(next);
        }
        self.pending.extend(if found { yes } else { no }.into_iter().rev());
        self.bounded(token);
    }

    /// Skips a branch. Where `others` can follow it, the next one is begun; `or` also begins one of `\ifcase`.
    fn skip(&mut self, token: &Token<'s>, others: bool, or: bool) {
        let mark = self.mark();
        match self.skipped(others, or) {
            Some(End::Fi) => {}
            Some(End::Else) => {
                self.ifs += 1;
                self.out_of_cases = or;
            }
            Some(End::Or) => self.ifs += 1,
            None => {
                self.back(mark);
                self.endless += 1;
                self.trouble(format!("no `\\fi` ends what `{}` begins", token.text), token.at.clone());
            }
        }
        self.read.truncate(0);
    }

    fn skipped(&mut self, others: bool, or: bool) -> Option<End> {
        if self.endless >= MOST_ENDLESS {
            return None;
        }
        let mut depth = 0_usize;
        let mut new = false;
        loop {
            let token = self.note()?;
            if token.kind != Kind::Command {
                continue;
            }
            match token.text {
                "\\fi" if depth == 0 => return Some(End::Fi),
                "\\fi" => depth -= 1,
                "\\else" if depth == 0 && others => return Some(End::Else),
                "\\or" if depth == 0 && or => return Some(End::Or),
                _ if !new && self.is_if(&token) => depth += 1,
                _ => {}
            }
            new = token.is("\\newif");
        }
    }
}
