//! From the main file's first character to tokens in which nothing of the author's own is left to expand.
//!
//! Reads as TeX does, token by token, so that a change of category, a definition or an `\input` holds for what
//! follows it: macros and environments (`macros.rs`), conditionals (`conditionals.rs`), files (`inputs.rs`), counters
//! (`counters.rs`), groups.
//! What belongs to LaTeX and its packages stays in the stream as it is written.
//!
//! Expansion is bounded, per call and in all; a macro that goes past its bound is left as it is written.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use bumpalo::Bump;

use super::inputs::{Files, Open};
use super::macros::{Body, Environment, Macro};
use super::tokens::{Categories, Category, Kind, Token, token};

/// Expansions that one call in the file may cause.
const EXPANSIONS_PER_CALL: usize = 2_000;
/// Tokens that one call in the file may become, and that one argument may have.
pub const TOKENS_PER_CALL: usize = 50_000;
/// Tokens moved in all, beyond which nothing more is expanded.
const WORK: usize = 5_000_000;
/// How deep `\edef` and file names may lie in each other.
const NESTED: usize = 8;
/// How many open groups are looked through for the one that ends.
const GROUPS_SEEN: usize = 1000;

/// What went wrong, and where.
pub struct Trouble {
    pub message: String,
    pub at: Range<usize>,
}

/// A group within which definitions are local.
enum Group<'s> {
    Brace,
    Environment(&'s str),
    /// An environment of the author's, and what it ends with.
    Own(&'s str, Vec<Token<'s>>),
    /// `\begingroup`
    Semi,
}

/// What a group changed, to be undone at its end.
enum Undo<'s> {
    Macro(&'s str, Option<Rc<Macro<'s>>>),
    Category(char, Category),
}

/// A place to come back to, if what follows cannot be read as hoped.
#[derive(Clone, Copy)]
pub struct Mark {
    read: usize,
    next: usize,
    after_comment: bool,
    /// Nothing waited to be read again.
    fresh: bool,
}

pub struct Expander<'s> {
    pub text: &'s str,
    pub files: &'s Files,
    pub names: &'s Bump,
    pub known: HashMap<&'s str, Rc<Macro<'s>>>,
    pub environments: HashMap<&'s str, Rc<Environment<'s>>>,
    /// The author's column types by their letter.
    pub columns: HashMap<&'s str, Rc<Macro<'s>>>,
    /// The author's conditionals, and whether each is true.
    pub switches: HashMap<&'s str, bool>,
    /// The author's counters whose numbers are known.
    pub counters: HashMap<String, i64>,
    /// `\footrue` and `\foofalse`
    pub setters: HashMap<&'s str, (&'s str, bool)>,
    pub categories: Categories,
    /// The files that are being read, the innermost last.
    pub open: Vec<Open>,
    /// Which files have been read.
    pub used: Vec<bool>,
    /// How many bytes were read by `\input`.
    pub included: usize,
    /// What is expanded is commented out: it includes no files.
    pub aside: bool,
    /// What waits to be read again, the next one last.
    pub pending: Vec<Token<'s>>,
    /// What was read of a call or a definition.
    pub read: Vec<Token<'s>>,
    /// The last token came from the file with nothing waiting: a new call in the file.
    fresh: bool,
    groups: Vec<(Group<'s>, usize)>,
    undo: Vec<Undo<'s>>,
    /// Conditionals whose chosen branch is being read.
    pub ifs: usize,
    /// Conditionals without an end, so far.
    pub endless: usize,
    pub math: bool,
    /// The last branch skipped of an `\ifcase` was followed by its `\else`.
    pub out_of_cases: bool,
    /// The next definition holds outside of its group.
    pub global: bool,
    /// Within `\edef`.
    nested: usize,
    work: usize,
    exhausted: bool,
    expansions: usize,
    made: usize,
    pub out: Vec<Token<'s>>,
    pub troubles: Vec<Trouble>,
}

impl<'s> Expander<'s> {
    pub fn new(text: &'s str, files: &'s Files, names: &'s Bump) -> Expander<'s> {
        Expander {
            text,
            files,
            names,
            known: HashMap::new(),
            environments: HashMap::new(),
            columns: HashMap::new(),
            switches: HashMap::new(),
            counters: HashMap::new(),
            setters: HashMap::new(),
            categories: Categories::default(),
            open: Vec::new(),
            used: vec![false; files.len()],
            included: 0,
            aside: false,
            pending: Vec::new(),
            read: Vec::new(),
            fresh: true,
            groups: Vec::new(),
            undo: Vec::new(),
            ifs: 0,
            endless: 0,
            math: false,
            out_of_cases: false,
            global: false,
            nested: 0,
            work: 0,
            exhausted: false,
            expansions: 0,
            made: 0,
            out: Vec::new(),
            troubles: Vec::new(),
        }
    }

    /// The tokens of the first file and all that it includes.
    pub fn document(&mut self) -> Vec<Token<'s>> {
        if let Some(main) = self.files.first() {
            self.out.reserve(main.len() / 2);
            self.open_file(0);
        }
        self.run();
        std::mem::take(&mut self.out)
    }

    /// The tokens of a part of the text that stands in a comment.
    pub fn hidden(&mut self, part: Range<usize>) -> Vec<Token<'s>> {
        let troubles = self.troubles.len();
        let out = std::mem::take(&mut self.out);
        self.aside = true;
        self.begin_group(Group::Semi);
        self.open.push(Open::part(part, self.pending.len()));
        self.run();
        self.end_group(|group| matches!(group, Group::Semi));
        self.aside = false;
        self.troubles.truncate(troubles);
        std::mem::replace(&mut self.out, out)
    }

    /// Tokens with everything in them expanded; as they are, where that goes too deep.
    pub fn expanded(&mut self, tokens: Vec<Token<'s>>) -> Vec<Token<'s>> {
        if self.nested >= NESTED || self.work > WORK {
            return tokens;
        }
        let out = std::mem::take(&mut self.out);
        let read = std::mem::take(&mut self.read);
        self.open.push(Open::wall(self.pending.len()));
        self.pending.extend(tokens.into_iter().rev());
        self.nested += 1;
        self.run();
        self.nested -= 1;
        self.read = read;
        std::mem::replace(&mut self.out, out)
    }

    /// To the end of the innermost wall, or of everything.
    fn run(&mut self) {
        while let Some(token) = self.next() {
            if self.fresh {
                (self.expansions, self.made) = (0, 0);
            }
            self.read.clear();
            self.execute(token);
        }
    }

    fn execute(&mut self, token: Token<'s>) {
        if self.work > WORK && !self.exhausted {
            self.exhausted = true;
            self.trouble("too much was expanded so far; from here on nothing is", token.at.clone());
        }
        match token.kind {
            Kind::Command | Kind::Active => {
                if !self.exhausted {
                    if let Some(found) = self.known.get(token.text) {
                        let found = Rc::clone(found);
                        return self.call(token, &found);
                    }
                    if token.kind == Kind::Command && self.primitive(&token) {
                        return;
                    }
                }
                if matches!(token.text, "\\(" | "\\[" | "\\)" | "\\]") {
                    self.math = matches!(token.text, "\\(" | "\\[");
                }
            }
            Kind::Open => self.begin_group(Group::Brace),
            Kind::Close => self.end_brace(),
            Kind::Math => self.math = !self.math,
            Kind::Paragraph => self.math = false,
            _ => {}
        }
        self.out.push(token);
    }

    /// What TeX itself or a package does here, rather than an author's macro; whether it was done.
    fn primitive(&mut self, token: &Token<'s>) -> bool {
        match token.text {
            "\\begin" => return self.begin(token),
            "\\end" => return self.end(),
            "\\begingroup" => self.begin_group(Group::Semi),
            "\\endgroup" => {
                self.end_group(|group| !matches!(group, Group::Brace));
            }
            "\\bgroup" => {
                self.begin_group(Group::Brace);
                return false;
            }
            "\\egroup" => {
                self.end_brace();
                return false;
            }
            "\\expandafter" => self.expand_after(),
            "\\csname" => {
                let Some(name) = self.spelled(token) else { return false };
                self.pending.push(name);
            }
            "\\makeatletter" => self.categorise('@', Category::Letter),
            "\\makeatother" => self.categorise('@', Category::Other),
            "\\catcode" => self.catcode(token),
            "\\MakeShortVerb" | "\\DeleteShortVerb" | "\\lstMakeShortInline" | "\\lstDeleteShortInline" => {
                self.short_verb(token);
            }
            "\\ExplSyntaxOn" => {
                self.trouble("what follows in the syntax of expl3 is not read", token.at.clone());
                self.skip_text("\\ExplSyntaxOff");
            }
            _ => {
                return self.conditional(token)
                    || self.definition(token)
                    || self.include(token)
                    || self.counter(token);
            }
        }
        true
    }

    pub fn trouble(&mut self, message: impl Into<String>, at: Range<usize>) {
        self.troubles.push(Trouble { message: message.into(), at });
    }

    // Reading.

    /// The next token of the stream; goes on in the including file where one ends.
    fn next(&mut self) -> Option<Token<'s>> {
        loop {
            if let Some(token) = self.here(true) {
                return Some(token);
            }
            let ended = self.open.pop()?;
            self.close_file(&ended);
            if ended.wall {
                return None;
            }
        }
    }

    /// The next token of the file that is being read.
    fn here(&mut self, verbatim: bool) -> Option<Token<'s>> {
        let file = self.open.last_mut()?;
        if self.pending.len() > file.floor {
            self.fresh = false;
            return self.pending.pop();
        }
        self.fresh = true;
        loop {
            let token = token(self.text, file.next, file.end, &self.categories, verbatim)?;
            let after_comment = std::mem::replace(&mut file.after_comment, token.kind == Kind::Comment);
            file.next = token.at.end;
            let skipped = match token.kind {
                // The comment has eaten its line's end, so that no space comes of it.
                Kind::Space => {
                    after_comment && token.text.starts_with(['\n', '\r'])
                        || token.text.starts_with(|c| self.categories.of(c) == Category::Ignored)
                }
                Kind::Comment => {
                    file.after_comment = token.text.starts_with('%');
                    false
                }
                _ => false,
            };
            if !skipped {
                return Some(token);
            }
        }
    }

    /// The next token, remembered in [`Expander::read`]; none at the end of the file.
    pub fn note(&mut self) -> Option<Token<'s>> {
        let token = self.here(false)?;
        self.read.push(token.clone());
        Some(token)
    }

    pub fn mark(&self) -> Mark {
        let file = self.open.last();
        Mark {
            read: self.read.len(),
            next: file.map_or(0, |file| file.next),
            after_comment: file.is_some_and(|file| file.after_comment),
            fresh: file.is_some_and(|file| file.floor == self.pending.len()),
        }
    }

    /// Everything read since the mark will be read again.
    pub fn back(&mut self, mark: Mark) {
        self.work += self.read.len() - mark.read;
        match self.open.last_mut() {
            Some(file) if mark.fresh => {
                (file.next, file.after_comment) = (mark.next, mark.after_comment);
                // What lay before the file's text was pushed back while it was read on.
                self.pending.truncate(file.floor);
                self.read.truncate(mark.read);
            }
            _ => self.pending.extend(self.read.drain(mark.read..).rev()),
        }
    }

    /// The next token that is neither space nor comment.
    pub fn solid(&mut self) -> Option<Token<'s>> {
        loop {
            let token = self.note()?;
            if !matches!(token.kind, Kind::Space | Kind::Comment) {
                return Some(token);
            }
        }
    }

    /// The tokens up to where `end` says so at brace depth 0; the text must not run over an empty line unless `long`.
    pub fn until(&mut self, long: bool, end: impl Fn(&Token<'s>) -> bool) -> Option<Vec<Token<'s>>> {
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
    pub fn argument(&mut self) -> Option<Vec<Token<'s>>> {
        let first = self.solid()?;
        match first.kind {
            Kind::Open => self.until(true, |token| token.kind == Kind::Close),
            Kind::Close | Kind::Paragraph => None,
            _ => Some(vec![first]),
        }
    }

    /// What stands between two marks; if something else follows, nothing is read.
    pub fn between(&mut self, opens: &str, closes: &str) -> Option<Vec<Token<'s>>> {
        let mark = self.mark();
        let found = match self.solid() {
            Some(first) if first.text == opens => self.until(false, |token| token.text == closes),
            _ => None,
        };
        if found.is_none() {
            self.back(mark);
        }
        found
    }

    /// `[…]` without its brackets; if something else follows, nothing is read.
    pub fn optional(&mut self) -> Option<Vec<Token<'s>>> {
        self.between("[", "]")
    }

    /// Whether a certain character follows; if so, it is read.
    pub fn follows(&mut self, character: &str) -> bool {
        let mark = self.mark();
        let found = self.solid().is_some_and(|token| token.text == character);
        if !found {
            self.back(mark);
        }
        found
    }

    /// The space behind a command that leaves nothing of itself.
    pub fn eat_space(&mut self) {
        let mark = self.mark();
        if self.note().is_none_or(|token| token.kind != Kind::Space) {
            self.back(mark);
        }
    }

    /// The text of a group in braces.
    pub fn word(&mut self) -> Option<String> {
        Some(super::tokens::text(&self.argument()?).trim().to_string())
    }

    fn skip_text(&mut self, end: &str) {
        if let Some(file) = self.open.last_mut() {
            let rest = &self.text[file.next..file.end];
            file.next += rest.find(end).map_or(rest.len(), |at| at + end.len());
        }
    }

    // Expanding.

    fn call(&mut self, token: Token<'s>, found: &Macro<'s>) {
        let mark = self.mark();
        let body = match &found.body {
            Body::Same(same) => {
                self.work += 1;
                let same = Token { at: token.at, ..same.clone() };
                match same.kind {
                    Kind::Command if self.primitive(&same) => {}
                    Kind::Command | Kind::Active => self.out.push(same),
                    _ => self.execute(same),
                }
                return;
            }
            Body::Tokens(body) => body,
        };
        let Some(arguments) = self.arguments(found, &token) else {
            self.back(mark);
            if found.delimited() {
                let message = format!("`{}` is not followed by what its definition asks for", token.text);
                self.trouble(message, token.at.clone());
            }
            self.out.push(token);
            return;
        };
        let call = self.extent(&token);
        let pending = self.pending.len();
        self.substitute(body, &arguments, &call);
        let grown = self.pending.len() - pending;
        self.expansions += 1;
        self.made += grown;
        self.work += grown;
        if self.expansions > EXPANSIONS_PER_CALL || self.made > TOKENS_PER_CALL || self.work > WORK {
            self.pending.truncate(pending);
            (self.expansions, self.made) = (0, 0);
            self.known.remove(token.text);
            self.trouble(format!("`{}` does not come to an end when expanded", token.text), call.clone());
            self.out.push(Token { at: call, ..token });
        }
    }

    /// Counts an expansion that is no macro's; past the bound, what waits is dropped, and so said.
    pub fn bounded(&mut self, token: &Token<'s>) {
        self.expansions += 1;
        self.work += 1;
        if self.expansions > EXPANSIONS_PER_CALL {
            self.expansions = 0;
            self.pending.truncate(self.open.last().map_or(0, |file| file.floor));
            self.trouble(format!("`{}` does not come to an end when expanded", token.text), token.at.clone());
        }
    }

    /// The bytes of a call whose name and arguments have been read.
    pub fn extent(&self, name: &Token<'s>) -> Range<usize> {
        let last = self.read.iter().map(|token| token.at.end).max().unwrap_or(0);
        let end = if self.files.same(name.at.start, last.saturating_sub(1)) { last } else { 0 };
        name.at.start..name.at.end.max(end)
    }

    /// Puts a body in front of what comes, with its arguments in their places.
    pub fn substitute(&mut self, body: &[Token<'s>], arguments: &[Vec<Token<'s>>], call: &Range<usize>) {
        let pending = self.pending.len();
        for part in body.iter().rev() {
            if part.kind != Kind::Parameter {
                self.pending.push(Token { at: call.clone(), ..part.clone() });
            } else if let Some(inner) = part.text.strip_prefix("#").filter(|inner| inner.starts_with('#')) {
                self.pending.push(Token { kind: part.kind, text: inner, at: call.clone() });
            } else {
                let number = part.text[1..].parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let argument = number.and_then(|index| arguments.get(index));
                self.pending.extend(argument.into_iter().flatten().rev().cloned());
            }
            if self.pending.len() - pending > TOKENS_PER_CALL {
                break;
            }
        }
    }

    /// `\expandafter`: the token after the next is expanded once, if it can be.
    fn expand_after(&mut self) {
        let mark = self.mark();
        let (Some(first), Some(second)) = (self.solid(), self.solid()) else { return self.back(mark) };
        let out = self.out.len();
        match self.known.get(second.text).cloned() {
            _ if second.is("\\csname") => match self.spelled(&second) {
                Some(name) => self.pending.push(name),
                None => self.pending.push(second),
            },
            _ if second.is("\\expandafter") && self.expansions < EXPANSIONS_PER_CALL => {
                self.expansions += 1;
                if self.expansions.is_multiple_of(100) || self.nested >= NESTED {
                    self.pending.push(second);
                } else {
                    self.nested += 1;
                    self.expand_after();
                    self.nested -= 1;
                }
            }
            Some(found) if matches!(found.body, Body::Tokens(_)) => {
                self.call(second, &found);
                // What could not be expanded.
                let left = self.out.split_off(out);
                self.pending.extend(left.into_iter().rev());
            }
            _ => self.pending.push(second),
        }
        self.pending.push(first);
    }

    /// The command that `\csname … \endcsname` spells.
    fn spelled(&mut self, csname: &Token<'s>) -> Option<Token<'s>> {
        let mark = self.mark();
        self.eat_space();
        let Some(inner) = self.until(false, |token| token.is("\\endcsname")) else {
            self.back(mark);
            return None;
        };
        let at = self.extent(csname);
        let inner = self.expanded(inner);
        let name = self.named(&inner)?;
        Some(Token { kind: Kind::Command, text: name, at })
    }

    /// A command of that name.
    pub fn named(&self, name: &[Token<'s>]) -> Option<&'s str> {
        if name.is_empty() || name.len() > 200 || name.iter().any(|token| token.kind == Kind::Command) {
            return None;
        }
        Some(self.names.alloc_str(&format!("\\{}", super::tokens::text(name))))
    }

    // Groups.

    fn begin_group(&mut self, group: Group<'s>) {
        self.groups.push((group, self.undo.len()));
    }

    fn end_brace(&mut self) {
        if matches!(self.groups.last(), Some((Group::Brace, _))) {
            self.end_group(|_| true);
        }
    }

    /// Ends the innermost group of that kind and those within it; gives what an environment of the author's ends
    /// with.
    fn end_group(&mut self, kind: impl Fn(&Group<'s>) -> bool) -> Option<Vec<Token<'s>>> {
        let seen = self.groups.len().saturating_sub(GROUPS_SEEN);
        let index = seen + self.groups[seen..].iter().rposition(|(group, _)| kind(group))?;
        let undo = self.groups[index].1;
        let group = self.groups.drain(index..).next();
        for change in self.undo.drain(undo..).rev() {
            match change {
                Undo::Macro(name, Some(old)) => drop(self.known.insert(name, old)),
                Undo::Macro(name, None) => drop(self.known.remove(name)),
                Undo::Category(c, category) => drop(self.categories.set(c, category)),
            }
        }
        match group {
            Some((Group::Own(_, end), _)) => Some(end),
            _ => None,
        }
    }

    /// Gives a command a meaning, or takes it, until the group ends.
    pub fn assign(&mut self, name: &'s str, meaning: Option<Macro<'s>>) {
        let global = std::mem::take(&mut self.global);
        let old = match meaning {
            Some(meaning) => self.known.insert(name, Rc::new(meaning)),
            None => self.known.remove(name),
        };
        if global {
            self.undo.retain(|change| !matches!(change, Undo::Macro(changed, _) if *changed == name));
        } else if !self.groups.is_empty() {
            self.undo.push(Undo::Macro(name, old));
        }
    }

    fn categorise(&mut self, c: char, category: Category) {
        if let Some(old) = self.categories.set(c, category)
            && !self.groups.is_empty()
        {
            self.undo.push(Undo::Category(c, old));
        }
    }

    /// `\catcode`\@=11`, `\catcode64=12`, `\catcode`\|=\active`
    fn catcode(&mut self, token: &Token<'s>) {
        let mark = self.mark();
        let Some(c) = self.character() else { return self.back(mark) };
        self.follows("=");
        let number = match self.number() {
            Some(number) => Some(number),
            None if self.follows("\\active") => Some(13),
            None => None,
        };
        match number.and_then(Category::numbered) {
            Some(category) => self.categorise(c, category),
            None => self.trouble("this change of category is not followed", token.at.clone()),
        }
    }

    /// `` `\@ `` or a number.
    fn character(&mut self) -> Option<char> {
        if !self.follows("`") {
            return char::from_u32(u32::try_from(self.number()?).ok()?);
        }
        let token = self.note()?;
        token.text.trim_start_matches('\\').chars().next().or(Some('\\'))
    }

    /// A number in digits; macros that give one are expanded.
    pub fn number(&mut self) -> Option<usize> {
        let mark = self.mark();
        let mut digits = String::new();
        loop {
            let here = self.mark();
            let Some(token) = (if digits.is_empty() { self.solid() } else { self.note() }) else { break };
            if token.text.len() == 1
                && token.text.starts_with(|c: char| c.is_ascii_digit())
                && digits.len() < 9
            {
                digits.push_str(token.text);
            } else if let Some(found) = self.known.get(token.text).cloned()
                && digits.is_empty()
                && found.parameters.is_empty()
                && let Body::Tokens(body) = &found.body
                && self.expansions < EXPANSIONS_PER_CALL
            {
                self.expansions += 1;
                // It has been replaced by what it stands for, also if all this will be read again.
                self.read.pop();
                self.substitute(body, &[], &token.at);
            } else {
                // One space ends a number and is no more.
                if token.kind != Kind::Space || digits.is_empty() {
                    self.back(here);
                }
                break;
            }
        }
        if digits.is_empty() {
            self.back(mark);
        }
        digits.parse().ok()
    }

    fn short_verb(&mut self, token: &Token<'s>) {
        self.follows("*");
        self.optional();
        let Some(argument) = self.argument() else { return };
        let Some(c) = argument.first().and_then(|c| c.text.trim_start_matches('\\').chars().next()) else {
            return;
        };
        if token.text.contains("Delete") {
            self.categories.set(c, Categories::default().of(c));
        } else if !c.is_alphanumeric() && !"\\{}%".contains(c) {
            self.categories.set(c, Category::Verb);
        }
    }

    // Environments.

    /// `\begin`: of an environment of the author's, its beginning is read instead.
    fn begin(&mut self, token: &Token<'s>) -> bool {
        let mark = self.mark();
        let Some(name) = self.environment_name() else {
            self.back(mark);
            return false;
        };
        if name == "document" && self.begin_part() {
            self.begin_group(Group::Environment(name));
            return true;
        }
        let Some(own) = self.environments.get(name).cloned() else {
            self.back(mark);
            self.begin_group(Group::Environment(name));
            return false;
        };
        let Body::Tokens(body) = &own.begin.body else { return false };
        self.expansions += 1;
        let arguments = self.arguments(&own.begin, token).filter(|_| self.expansions < EXPANSIONS_PER_CALL);
        let Some(arguments) = arguments else {
            self.back(mark);
            self.begin_group(Group::Environment(name));
            return false;
        };
        let call = self.extent(token);
        let pending = self.pending.len();
        self.substitute(&own.end, &arguments, &call);
        let end = self.pending.split_off(pending);
        self.begin_group(Group::Own(name, end));
        self.substitute(body, &arguments, &call);
        self.made += self.pending.len() - pending;
        self.work += self.pending.len() - pending;
        if self.made > TOKENS_PER_CALL {
            self.pending.truncate(pending);
            self.environments.remove(name);
            self.trouble(format!("`{name}` does not come to an end when expanded"), call);
        }
        true
    }

    fn end(&mut self) -> bool {
        let mark = self.mark();
        let Some(name) = self.environment_name() else {
            self.back(mark);
            return false;
        };
        if name == "document" {
            self.end_group(|group| matches!(group, Group::Environment("document")));
            self.end_document();
            return true;
        }
        let seen = self.groups.len().saturating_sub(GROUPS_SEEN);
        let own = self.groups[seen..].iter_mut().rev().find_map(|(group, _)| match group {
            Group::Own(own, end) if *own == name => Some(end),
            _ => None,
        });
        let Some(end) = own else {
            self.back(mark);
            self.end_group(|group| matches!(group, Group::Environment(open) if *open == name));
            return false;
        };
        // What the environment ends with is still within its group, and stands for the `\end`.
        let end = std::mem::take(end);
        let at = self.read.first().map_or(0..0, |first| first.at.clone());
        self.pending.push(Token { kind: Kind::Command, text: "\\endgroup", at: at.clone() });
        self.work += end.len();
        self.pending.extend(end.into_iter().map(|token| Token { at: at.clone(), ..token }));
        true
    }

    /// The name in braces behind `\begin` or `\end`.
    fn environment_name(&mut self) -> Option<&'s str> {
        if self.solid()?.kind != Kind::Open {
            return None;
        }
        let from = self.read.len();
        while self.read.len() - from < 40 {
            let token = self.note()?;
            match token.kind {
                Kind::Character => {}
                Kind::Close => {
                    let name = &self.read[from..self.read.len() - 1];
                    let (first, last) = (name.first()?, name.last()?);
                    let together = name.windows(2).all(|pair| pair[0].at.end == pair[1].at.start)
                        && self.text[first.at.clone()] == *first.text;
                    return Some(if together {
                        &self.text[first.at.start..last.at.end]
                    } else {
                        self.names.alloc_str(&super::tokens::text(name))
                    });
                }
                _ => return None,
            }
        }
        None
    }
}
