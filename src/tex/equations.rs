//! Displayed and inline formulas as chains: sides, and the relations between them.
//!
//! Read: `$…$`, `\(…\)`, `\[…\]`, `$$…$$`, the displays of LaTeX and amsmath, and what they hold aligned. A chain is
//! split outside brackets, braces, `\left … \right` and environments. A line that begins with a relation goes on
//! with the line above. What says when a chain holds (`\text{if }n\ge 1`, `, \quad n\ge 1`) is its condition; what says
//! why is left out. `cases` and matrices stay whole, in the side that they stand in.

use std::ops::Range;

use super::macros::Trouble;
use super::tables::{self, group_in_braces, hull, optional, plain};
use super::tokens::{Kind, Token, text, written};
use super::{Passage, Span, place};

/// A piece of mathematics in the forms that a [`Cell`](super::Cell) has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    pub span: Span,
    /// As it is written in the file.
    pub source: String,
    /// With the author's macros expanded.
    pub expanded: String,
    /// `expanded` without dollars, colours, fonts and outer spacing: what a reader of notation reads.
    pub content: String,
    /// Where each part of `content` begins, and what it stands for in the file.
    places: Vec<(usize, Span)>,
}

impl Piece {
    /// The bytes of the file that bytes `span` of the content stand for; the call, for what a macro made.
    pub fn place(&self, span: Span) -> Span {
        place(&self.places, &self.span, span)
    }
}

/// A chain of sides with a relation between any two neighbours; a formula without relations has one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    /// From its first side to its last, or to its condition.
    pub span: Span,
    /// `$`, `\(`, `\[`, `$$`, `\ensuremath`, or the name of the outermost environment.
    pub environment: String,
    /// The table or picture in whose cells or labels it stands, and which reads it too.
    pub within: Option<String>,
    pub label: Option<Passage>,
    pub tag: Option<Passage>,
    /// At least one. A side is empty where a relation has nothing before or behind it.
    pub sides: Vec<Piece>,
    /// One fewer than sides.
    pub relations: Vec<Relation>,
    /// When it holds, with the words: `\text{for }n\ge 1`.
    pub condition: Option<Piece>,
}

/// What stands between two sides, by its sign.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    /// `\|`, `\parallel`, `||`
    Confused,
    /// `\lhd|`, `\ngeq`: less than or confused with.
    LessOrConfused,
    /// `|\rhd`, `\nleq`: greater than or confused with.
    GreaterOrConfused,
    /// `\cong`
    Isomorphic,
    /// `\equiv`
    Equivalent,
    /// `:=`
    Defined,
    /// `\approx`
    Approximate,
    /// `\sim`
    Similar,
    /// Joins two statements, and asserts neither of them alone: `\implies`, `\iff`, the words `or`, `then`.
    Connective(String),
    /// Any other relation, as it is written: `\in`, `\lhd`, `\to`.
    Other(String),
}

/// Displays that a file begins with `\begin`, and how their lines are read.
const DISPLAYS: [(&str, Layout); 22] = [
    ("equation", Layout::Lines),
    ("equation*", Layout::Lines),
    ("displaymath", Layout::Lines),
    ("math", Layout::Lines),
    ("gather", Layout::Lines),
    ("gather*", Layout::Lines),
    ("multline", Layout::Joined),
    ("multline*", Layout::Joined),
    ("align", Layout::Aligned(2)),
    ("align*", Layout::Aligned(2)),
    ("alignat", Layout::Aligned(2)),
    ("alignat*", Layout::Aligned(2)),
    ("xalignat", Layout::Aligned(2)),
    ("xalignat*", Layout::Aligned(2)),
    ("flalign", Layout::Aligned(2)),
    ("flalign*", Layout::Aligned(2)),
    ("eqnarray", Layout::Aligned(3)),
    ("eqnarray*", Layout::Aligned(3)),
    ("IEEEeqnarray", Layout::Aligned(3)),
    ("IEEEeqnarray*", Layout::Aligned(3)),
    ("dmath", Layout::Lines),
    ("dmath*", Layout::Lines),
];
/// What a display may hold in its place.
const INNER: [(&str, Layout); 6] = [
    ("aligned", Layout::Aligned(2)),
    ("alignedat", Layout::Aligned(2)),
    ("split", Layout::Aligned(2)),
    ("gathered", Layout::Lines),
    ("multlined", Layout::Joined),
    ("array", Layout::Aligned(3)),
];
/// Environments with a number for every line.
const NUMBERED: [&str; 6] = ["align", "alignat", "flalign", "gather", "eqnarray", "IEEEeqnarray"];
/// Environments other than tables whose labels hold formulas that are read as such.
const AROUND: [&str; 4] = ["tikzpicture", "picture", "pspicture", "forest"];
/// No formula covers more bytes of one file.
const FURTHEST: usize = 100_000;
/// A formula of more tokens is not read.
const LONGEST: usize = 50_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// A line is a chain; `&` is nothing.
    Lines,
    /// All lines are one.
    Joined,
    /// So many cells of a line are one column of chains.
    Aligned(usize),
}

/// How many arguments a table has in front, its column specification the last; none for what is no table. An `array` is
/// a formula.
fn in_front(name: &str) -> Option<usize> {
    let before = tables::before_specification(name).filter(|_| !matches!(name, "array" | "NiceArray"))?;
    Some(before + 1)
}

/// The formulas in the order of the file. Never fails; linear time.
pub fn read<'s>(file: &'s str, tokens: &[Token<'s>], troubles: &mut Vec<Trouble>) -> Vec<Equation> {
    let mut reader = Reader { file, tokens, next: 0, within: Vec::new(), found: Vec::new() };
    while let Some(token) = tokens.get(reader.next) {
        reader.next += 1;
        if let Err(end) = reader.token(token) {
            let message = format!("the formula that begins with `{}` is not closed", token.text);
            troubles.push(Trouble { message, at: token.at.clone() });
            reader.next = end.max(reader.next);
        }
    }
    reader.found
}

struct Reader<'t, 's> {
    file: &'s str,
    tokens: &'t [Token<'s>],
    next: usize,
    within: Vec<String>,
    found: Vec<Equation>,
}

impl<'t, 's> Reader<'t, 's> {
    /// Reads the formula that this token begins, if it begins one; else gives back where it breaks off.
    fn token(&mut self, token: &Token<'s>) -> Result<(), usize> {
        let from = self.next;
        match (token.kind, token.text) {
            (Kind::Math, "$$") => {
                let end = self.end(from, |token, _| token.kind == Kind::Math && token.text == "$$")?;
                self.formula("$$", Layout::Lines, from..end);
                self.next = end + 1;
            }
            (Kind::Math, _) => {
                let mut from = from;
                loop {
                    let end = self.end_inline(from)?;
                    self.formula("$", Layout::Joined, from..end);
                    self.next = end + 1;
                    // `$a$$b$` holds two formulas.
                    if self.tokens[end].text != "$$" {
                        break;
                    }
                    from = end + 1;
                }
            }
            (Kind::Command, "\\(") => {
                let end = self.end(from, |token, _| token.is("\\)"))?;
                self.formula("\\(", Layout::Joined, from..end);
                self.next = end + 1;
            }
            (Kind::Command, "\\[") => {
                let end = self.end(from, |token, _| token.is("\\]"))?;
                self.formula("\\[", Layout::Lines, from..end);
                self.next = end + 1;
            }
            (Kind::Command, "\\ensuremath") => {
                let blank = self.tokens[from..].iter().take_while(|token| token.is_blank()).count();
                let open = from + blank;
                if self.tokens.get(open).is_some_and(|token| token.kind == Kind::Open) {
                    let end = match self.end(open + 1, |_, _| false) {
                        Err(end) if self.tokens.get(end).is_some_and(|last| last.kind == Kind::Close) => end,
                        other => other?,
                    };
                    self.formula("\\ensuremath", Layout::Joined, open + 1..end);
                    self.next = end + 1;
                }
            }
            (Kind::Command, "\\begin") => {
                let Some((name, after)) = name(self.tokens, from) else { return Ok(()) };
                if let Some((_, layout)) = DISPLAYS.iter().find(|(known, _)| *known == name) {
                    let tokens = self.tokens;
                    let ends = |token: &Token<'s>, index: usize| {
                        token.is("\\end") && self::name(tokens, index + 1).is_some_and(|(end, _)| end == name)
                    };
                    let end = self.end(after, ends)?;
                    self.formula(&name, *layout, after..end);
                    self.next = self::name(self.tokens, end + 1).map_or(end + 1, |(_, after)| after);
                } else if let Some(arguments) =
                    in_front(&name).or(AROUND.contains(&name.as_str()).then_some(0))
                {
                    // Dollars of a column specification begin no formula.
                    let mut rest = &self.tokens[after..];
                    for _ in 0..arguments {
                        rest = optional(rest).map_or(rest, |(_, rest)| rest);
                        rest = group_in_braces(rest).map_or(rest, |(_, rest)| rest);
                    }
                    self.next = self.tokens.len() - rest.len();
                    self.within.push(name);
                }
            }
            (Kind::Command, "\\end") => {
                if let Some((name, after)) = name(self.tokens, from)
                    && let Some(open) = self.within.iter().rposition(|open| *open == name)
                {
                    self.within.truncate(open);
                    self.next = after;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The index of the dollar that closes an inline formula; else where it breaks off.
    fn end_inline(&self, from: usize) -> Result<usize, usize> {
        let mut depth = 0_usize;
        for (index, token) in self.tokens.iter().enumerate().skip(from).take(LONGEST) {
            match token.kind {
                Kind::Math if depth == 0 => return Ok(index),
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => return Err(index),
                Kind::Close => depth -= 1,
                Kind::Paragraph => return Err(index),
                Kind::Command if self.displays(index) => return Err(index),
                _ => {}
            }
        }
        Err(self.tokens.len().min(from + LONGEST))
    }

    /// The index of the token that closes; else where the formula breaks off.
    fn end(&self, from: usize, closes: impl Fn(&Token<'s>, usize) -> bool) -> Result<usize, usize> {
        let mut depth = 0_usize;
        for (index, token) in self.tokens.iter().enumerate().skip(from).take(LONGEST) {
            if closes(token, index) {
                return Ok(index);
            }
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => return Err(index),
                Kind::Close => depth -= 1,
                Kind::Command if self.displays(index) => return Err(index),
                _ => {}
            }
        }
        Err(self.tokens.len().min(from + LONGEST))
    }

    /// Whether a display begins here.
    fn displays(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        token.is("\\[")
            || token.is("\\begin")
                && name(self.tokens, index + 1)
                    .is_some_and(|(name, _)| DISPLAYS.iter().any(|(known, _)| *known == name))
    }

    fn passage(&self, tokens: &[Token<'s>]) -> Passage {
        let tokens = trimmed(tokens);
        let span = hull(tokens.iter().map(|token| &token.at));
        Passage { source: self.file[span.clone()].to_string(), expanded: text(tokens), span }
    }

    fn formula(&mut self, environment: &str, layout: Layout, range: Range<usize>) {
        let mut marks = Marks::default();
        let mut tokens: Vec<Token<'s>> = Vec::with_capacity(range.len());
        let mut rest = &self.tokens[range];
        while let Some((token, after)) = rest.split_first() {
            rest = after;
            match (token.kind, token.text) {
                (Kind::Comment, _) => {}
                (Kind::Command, "\\label" | "\\tag") => {
                    let starred = after.first().is_some_and(|token| token.text == "*");
                    if let Some((inner, after)) = braced(&after[usize::from(starred)..]) {
                        let passage = self.passage(inner);
                        let marks = if token.is("\\label") { &mut marks.labels } else { &mut marks.tags };
                        marks.push((tokens.len(), passage));
                        rest = after;
                    }
                }
                (Kind::Command, "\\eqno" | "\\leqno") => {
                    marks.tags.push((tokens.len(), self.passage(after)));
                    break;
                }
                (Kind::Command, "\\nonumber" | "\\notag" | "\\qedhere" | "\\qed" | "\\displaybreak") => {}
                _ => tokens.push(token.clone()),
            }
        }
        let body = Body::new(tokens);
        let (range, layout) = body.unwrapped(environment, layout);
        let start = range.start;
        // Line ends within an inner environment are the formula's own once that is taken off.
        let body =
            if range.len() < body.tokens.len() { Body::new(body.tokens[range].to_vec()) } else { body };
        let chains = Chains::read(&body, layout);
        let lines = NUMBERED.contains(&environment.trim_end_matches('*'));
        let within = self.within.last();
        for chain in &chains.done {
            let mark = |marks: &[(usize, Passage)]| {
                let own = |at: usize| {
                    chain.lines.iter().any(|&line| {
                        let end = chains.lines.get(line + 1).copied().unwrap_or(usize::MAX);
                        chains.lines[line] <= at && at < end
                    })
                };
                marks
                    .iter()
                    .find(|(at, _)| !lines || own(at.saturating_sub(start)))
                    .map(|(_, passage)| passage.clone())
            };
            let equation = Equation {
                span: 0..0,
                environment: environment.to_string(),
                within: within.cloned(),
                label: mark(&marks.labels),
                tag: mark(&marks.tags),
                sides: Vec::new(),
                relations: Vec::new(),
                condition: None,
            };
            self.found.extend(self.equation(&body, chain, equation));
        }
    }

    fn equation(&self, body: &Body<'s>, chain: &Chain, mut equation: Equation) -> Option<Equation> {
        let relations: Vec<Span> = chain
            .relations
            .iter()
            .map(|(_, at)| hull(body.tokens[at.clone()].iter().map(|token| &token.at)))
            .collect();
        for (index, side) in chain.sides.iter().enumerate() {
            let tokens = body.taken(side, index + 1 == chain.sides.len());
            let before = index.checked_sub(1).and_then(|before| relations.get(before)).map(|at| at.end);
            let nothing = before.or(relations.get(index).map(|at| at.start)).unwrap_or(0);
            equation.sides.push(piece(self.file, &tokens, nothing));
        }
        equation.relations = chain.relations.iter().map(|(relation, _)| relation.clone()).collect();
        let condition = piece(self.file, &body.taken(&chain.condition, true), 0);
        equation.condition = Some(condition).filter(|condition| !condition.content.is_empty());
        let pieces = equation.sides.iter().chain(&equation.condition);
        equation.span = hull(pieces.map(|piece| &piece.span).chain(&relations));
        equation.sides.iter().any(|side| !side.content.is_empty()).then_some(equation)
    }
}

/// Labels and tags with the index of the token that they stand before.
#[derive(Default)]
struct Marks {
    labels: Vec<(usize, Passage)>,
    tags: Vec<(usize, Passage)>,
}

/// What tokens say; `nothing` is the place of no tokens at all.
pub fn piece<'s>(file: &'s str, tokens: &[Token<'s>], nothing: usize) -> Piece {
    let tokens = trimmed(tokens);
    let mut span = hull(tokens.iter().map(|token| &token.at));
    if span.is_empty() {
        span = nothing..nothing;
    } else if span.len() > FURTHEST {
        // Its parts come from several files.
        span = tokens[0].at.clone();
    }
    let (content, _) = plain(tokens);
    let (content, places) = written(trimmed(&content));
    Piece { source: file[span.clone()].to_string(), span, expanded: text(tokens), content, places }
}

/// The name in braces at an index, and the index behind it.
fn name(tokens: &[Token<'_>], from: usize) -> Option<(String, usize)> {
    let blank = tokens.get(from..)?.iter().take_while(|token| token.is_blank()).count();
    let open = from + blank;
    if tokens.get(open)?.kind != Kind::Open {
        return None;
    }
    let inner = tokens[open + 1..].iter().take(40);
    let length = inner.take_while(|token| !matches!(token.kind, Kind::Open | Kind::Close)).count();
    let close = open + 1 + length;
    (tokens.get(close)?.kind == Kind::Close)
        .then(|| (text(&tokens[open + 1..close]).trim().to_string(), close + 1))
}

/// The tokens of a group in front, and those behind it.
fn braced<'t, 's>(tokens: &'t [Token<'s>]) -> Option<(&'t [Token<'s>], &'t [Token<'s>])> {
    let blank = tokens.iter().take_while(|token| token.is_blank()).count();
    let tokens = &tokens[blank..];
    if tokens.first()?.kind != Kind::Open {
        return None;
    }
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate().take(1000) {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&tokens[1..index], &tokens[index + 1..]));
        }
    }
    None
}

/// Without blanks and space commands at both ends.
fn trimmed<'t, 's>(mut tokens: &'t [Token<'s>]) -> &'t [Token<'s>] {
    while let Some((first, rest)) = tokens.split_first()
        && is_space(first)
    {
        tokens = rest;
    }
    while let Some((last, rest)) = tokens.split_last()
        && is_space(last)
    {
        tokens = rest;
    }
    tokens
}

fn is_space(token: &Token<'_>) -> bool {
    token.is_blank()
        || token.text == "~"
        || token.kind == Kind::Command
            && (token.text == "\\ "
                || listed(r" \, \; \: \! \> \quad \qquad \displaystyle \thinspace ", token.text))
}

/// The tokens of one formula, with what closes what.
struct Body<'s> {
    tokens: Vec<Token<'s>>,
    /// For each token that opens something, the index of the last token of what closes it.
    closers: Vec<Option<usize>>,
    /// `&` and `\\` of the formula's own lines; those of environments within are part of a side.
    structure: Vec<bool>,
}

/// What stands open; the later in the list, the less it may be left open by what closes around it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bracket {
    Round,
    Angle,
    Curly,
    Sized,
    Environment,
    Group,
}

impl<'s> Body<'s> {
    fn new(tokens: Vec<Token<'s>>) -> Body<'s> {
        let mut closers = vec![None; tokens.len()];
        let mut structure = vec![false; tokens.len()];
        let mut open: Vec<(Bracket, usize)> = Vec::new();
        let mut environments = 0_usize;
        let mut index = 0;
        while let Some(token) = tokens.get(index) {
            let next = index + 1;
            let (opens, closes, last) = match (token.kind, token.text) {
                (Kind::Open, _) => (Some(Bracket::Group), None, index),
                (Kind::Close, _) => (None, Some(Bracket::Group), index),
                (Kind::Command, "\\begin") => (Some(Bracket::Environment), None, index),
                (Kind::Command, "\\end") => (
                    None,
                    Some(Bracket::Environment),
                    name(&tokens, next).map_or(index, |(_, after)| after - 1),
                ),
                (Kind::Command, "\\left") => (Some(Bracket::Sized), None, delimiter(&tokens, next)),
                (Kind::Command, "\\right") => (None, Some(Bracket::Sized), delimiter(&tokens, next)),
                (Kind::Command, "\\middle") => (None, None, delimiter(&tokens, next)),
                (Kind::Command, "\\{" | "\\lbrace") => (Some(Bracket::Curly), None, index),
                (Kind::Command, "\\}" | "\\rbrace") => (None, Some(Bracket::Curly), index),
                (Kind::Command, "\\langle" | "\\lfloor" | "\\lceil") => (Some(Bracket::Angle), None, index),
                (Kind::Command, "\\rangle" | "\\rfloor" | "\\rceil") => (None, Some(Bracket::Angle), index),
                (Kind::Character, "(" | "[") => (Some(Bracket::Round), None, index),
                (Kind::Character, ")" | "]") => (None, Some(Bracket::Round), index),
                (Kind::Ampersand, _) | (Kind::Command, "\\\\" | "\\cr") => {
                    structure[index] = environments == 0;
                    (None, None, index)
                }
                _ => (None, None, index),
            };
            if opens == Some(Bracket::Environment) {
                environments += 1;
            }
            open.extend(opens.map(|bracket| (bracket, index)));
            if let Some(bracket) = closes {
                while open.last().is_some_and(|(top, _)| *top < bracket) {
                    open.pop();
                }
                if let Some((_, start)) = open.pop_if(|(top, _)| *top == bracket) {
                    closers[start] = Some(last);
                }
                if bracket == Bracket::Environment {
                    environments = environments.saturating_sub(1);
                }
            }
            index = last + 1;
        }
        Body { tokens, closers, structure }
    }

    /// The range without braces around everything, or inside the one environment that fills it.
    fn unwrapped(&self, environment: &str, layout: Layout) -> (Range<usize>, Layout) {
        let mut range = 0..self.tokens.len();
        if ["alignat", "xalignat", "IEEEeqnarray"].iter().any(|name| environment.starts_with(name)) {
            range.start = self.argument(0).unwrap_or(0);
        }
        for _ in 0..8 {
            let solid = self.trim(range.clone());
            let Some(close) =
                self.closers.get(solid.start).copied().flatten().filter(|close| *close < solid.end)
            else {
                break;
            };
            let behind = &self.tokens[close + 1..solid.end];
            if !behind.iter().all(|token| is_space(token) || [".", ",", ";", "{", "}"].contains(&token.text))
            {
                break;
            }
            let first = &self.tokens[solid.start];
            if first.kind == Kind::Open {
                range = solid.start + 1..close;
                continue;
            }
            if !first.is("\\begin") {
                break;
            }
            let Some((name, mut start)) = name(&self.tokens, solid.start + 1) else { break };
            let Some((_, inner)) = INNER.iter().find(|(known, _)| *known == name) else { break };
            if self.tokens.get(start).is_some_and(|token| token.text == "[") {
                start = self.closers[start].map_or(start, |close| close + 1);
            }
            let mut inner = *inner;
            if name == "alignedat" {
                start = self.argument(start).unwrap_or(start);
            }
            let Some(end) = (start..close).rev().find(|&index| self.tokens[index].is("\\end")) else { break };
            if name == "array" {
                let Some(after) = self.argument(start) else { break };
                let columns = self.tokens[start..after].iter();
                let columns = columns.filter(|token| ["l", "c", "r"].contains(&token.text)).count();
                if !self.relates(after..end, columns) {
                    break;
                }
                inner = Layout::Aligned(columns);
                start = after;
            }
            return (start..end, inner);
        }
        (range, layout)
    }

    /// The index behind the group that begins at or after blanks at `from`.
    fn argument(&self, from: usize) -> Option<usize> {
        let blank = self.tokens.get(from..)?.iter().take_while(|token| token.is_blank()).count();
        let open = from + blank;
        let group = self.tokens.get(open)?.kind == Kind::Open;
        group.then(|| self.closers[open].map(|close| close + 1)).flatten()
    }

    /// Whether an array is a chain set in columns: each second cell that is not empty begins with a relation.
    fn relates(&self, range: Range<usize>, columns: usize) -> bool {
        if !(2..=3).contains(&columns) {
            return false;
        }
        let (mut cell, mut fresh, mut related) = (0, true, false);
        let mut index = range.start;
        while index < range.end {
            let token = &self.tokens[index];
            if token.kind == Kind::Ampersand {
                (cell, fresh) = (cell + 1, true);
            } else if token.is("\\\\") {
                (cell, fresh) = (0, true);
            } else if !is_space(token) {
                if fresh && cell == 1 {
                    if self.relation(index).is_none() {
                        return false;
                    }
                    related = true;
                }
                fresh = false;
                index = self.closers[index].unwrap_or(index);
            }
            index += 1;
        }
        related
    }

    fn trim(&self, mut range: Range<usize>) -> Range<usize> {
        while range.start < range.end && is_space(&self.tokens[range.start]) {
            range.start += 1;
        }
        while range.start < range.end && is_space(&self.tokens[range.end - 1]) {
            range.end -= 1;
        }
        range
    }

    /// The tokens of a side, without line ends, and without punctuation behind it if it is the last.
    fn taken(&self, ranges: &[Range<usize>], last: bool) -> Vec<Token<'s>> {
        let mut tokens: Vec<Token<'s>> = Vec::new();
        let mut behind = None;
        for range in ranges {
            // A space between parts stays, as it may keep words apart.
            if let Some(behind) = behind
                && let Some(blank) =
                    (behind..range.start).next().filter(|&index| self.tokens[index].is_blank())
            {
                tokens.push(self.tokens[blank].clone());
            }
            let own = range.clone().filter(|&index| !self.structure[index]);
            tokens.extend(own.map(|index| self.tokens[index].clone()));
            behind = Some(range.end);
        }
        while let Some(end) = tokens.last() {
            let before = tokens.len().checked_sub(2).map(|index| &tokens[index]);
            let empty = end.kind == Kind::Close && before.is_some_and(|before| before.kind == Kind::Open);
            let delimiter =
                before.is_some_and(|before| ["\\left", "\\right", "\\middle"].contains(&before.text));
            let dots = end.text == "." && before.is_some_and(|before| before.text == ".");
            let punctuation = end.kind == Kind::Character && [".", ",", ";", ":"].contains(&end.text);
            if empty && tokens.len() > 2 && tokens[tokens.len() - 3].kind != Kind::Command {
                tokens.truncate(tokens.len() - 2);
            } else if is_space(end) || last && punctuation && !delimiter && !dots {
                tokens.pop();
            } else {
                break;
            }
        }
        let mut start = 0;
        while tokens.len() > start + 2
            && tokens[start].kind == Kind::Open
            && tokens[start + 1].kind == Kind::Close
        {
            start += 2;
        }
        tokens.split_off(start)
    }

    /// The index behind a length without braces: `\hskip.5em`.
    fn dimension(&self, from: usize) -> usize {
        let text = |index: usize| self.tokens.get(index).map_or("", |token| token.text);
        let mut next = from;
        while text(next).starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
            next += 1;
        }
        let unit = format!("{}{}", text(next), text(next + 1));
        if next > from && listed(UNITS, &unit) { next + 2 } else { next }
    }

    /// The index of the next token that is not space.
    fn solid(&self, from: usize) -> Option<usize> {
        (from..self.tokens.len()).find(|&index| !self.tokens[index].is_blank())
    }

    /// The relation that begins here, and the index behind it.
    fn relation(&self, index: usize) -> Option<(Relation, usize)> {
        self.relation_within(index, 3)
    }

    /// The same, if it is not nested deeper.
    fn relation_within(&self, index: usize, depth: usize) -> Option<(Relation, usize)> {
        let inner_relation = |index: usize| self.relation_within(index, depth.checked_sub(1)?);
        let token = self.tokens.get(index)?;
        let next = |index: usize| self.tokens.get(index + 1).map_or("", |token| token.text);
        let found = match (token.kind, token.text) {
            (Kind::Character, ":") => {
                let equal = self.solid(index + 1)?;
                match self.tokens[equal].text {
                    "=" => return Some((Relation::Defined, equal + 1)),
                    ":" if next(equal) == "=" => return Some((Relation::Defined, equal + 2)),
                    _ => return None,
                }
            }
            (Kind::Character, "=") if next(index) == ":" => return Some((Relation::Defined, index + 2)),
            (Kind::Character, "=") if next(index) == "=" => return Some((Relation::Equal, index + 2)),
            (Kind::Character, "|") if next(index) == "|" => return Some((Relation::Confused, index + 2)),
            (Kind::Character | Kind::Command, "|" | "\\vert" | "\\mid") => {
                let sign = self.closed_up(index)?;
                let right = ["\\rhd", "\\vartriangleright", "\\triangleright", ">"];
                return right
                    .contains(&self.tokens[sign].text)
                    .then_some((Relation::GreaterOrConfused, sign + 1));
            }
            (Kind::Character | Kind::Command, "<" | "\\lhd" | "\\vartriangleleft" | "\\triangleleft")
                if self
                    .closed_up(index)
                    .is_some_and(|bar| ["|", "\\vert", "\\mid"].contains(&self.tokens[bar].text)) =>
            {
                return Some((Relation::LessOrConfused, self.closed_up(index)? + 1));
            }
            (Kind::Command, "\\not") => {
                let sign = self.solid(index + 1)?;
                let (relation, after) = inner_relation(sign)?;
                let negated = match relation {
                    Relation::Equal => Relation::Unequal,
                    Relation::AtLeast => Relation::LessOrConfused,
                    Relation::AtMost => Relation::GreaterOrConfused,
                    _ => Relation::Other(text(&self.tokens[index..after])),
                };
                return Some((negated, after));
            }
            (Kind::Command, "\\stackrel" | "\\overset" | "\\underset") => {
                let above = self.solid(index + 1)?;
                let open = self.argument(above)?;
                let words = text(&self.tokens[above..open]);
                let inner = self.solid(open)?;
                let after = self.argument(inner).unwrap_or(inner + 1);
                let sign = if self.tokens[inner].kind == Kind::Open { self.solid(inner + 1)? } else { inner };
                let (relation, _) = inner_relation(sign)?;
                let relation = match relation {
                    Relation::Equal if words.to_lowercase().contains("def") => Relation::Defined,
                    _ if words.contains(['?', '!']) => Relation::Other(text(&self.tokens[index..after])),
                    other => other,
                };
                return Some((relation, after));
            }
            (Kind::Command, "\\mathrel") => {
                let open = self.solid(index + 1)?;
                let after = self.argument(open)?;
                let inner = self.trim(open + 1..after - 1);
                let relation = match inner_relation(inner.start) {
                    Some((relation, end)) if self.trim(end..inner.end.max(end)).is_empty() => relation,
                    _ => self.fused(inner),
                };
                // `\mathrel{|}` and its like are the bars between options.
                return (!matches!(&relation, Relation::Other(bars) if bars.trim_matches('|').is_empty() || bars == "\\mid"))
                    .then_some((relation, after));
            }
            (Kind::Command, "\\xrightarrow" | "\\xleftarrow" | "\\xlongequal") => {
                let after = self.argument(index + 1)?;
                return Some((Relation::Other(text(&self.tokens[index..after])), after));
            }
            (Kind::Open, _) => {
                let after = self.closers[index]? + 1;
                let inner = self.trim(index + 1..after - 1);
                let (relation, end) = (inner.len() <= 2).then(|| inner_relation(inner.start))??;
                return (end == inner.end).then_some((relation, after));
            }
            (Kind::Command | Kind::Character, sign) => sign,
            _ => return None,
        };
        Some((named(found)?, index + 1))
    }

    /// The index of the token that negative space draws to this one.
    fn closed_up(&self, index: usize) -> Option<usize> {
        let mut next = index + 1;
        while self.tokens.get(next)?.is("\\!") {
            next += 1;
        }
        (next > index + 1).then_some(next)
    }

    /// A relation that an author put together from signs.
    fn fused(&self, range: Range<usize>) -> Relation {
        let signs: Vec<&str> = self.tokens[range.clone()]
            .iter()
            .map(|token| token.text)
            .filter(|sign| {
                [
                    "|",
                    "\\|",
                    "\\vert",
                    "\\mid",
                    "<",
                    ">",
                    "\\lhd",
                    "\\rhd",
                    "\\vartriangleleft",
                    "\\vartriangleright",
                ]
                .contains(sign)
                    || ["\\triangleleft", "\\triangleright"].contains(sign)
            })
            .collect();
        let bar = |sign: &str| ["|", "\\vert", "\\mid"].contains(&sign);
        match signs[..] {
            [left, bars] if bar(bars) && (left == "<" || left.ends_with("lhd") || left.ends_with("left")) => {
                Relation::LessOrConfused
            }
            [bars, right]
                if bar(bars) && (right == ">" || right.ends_with("rhd") || right.ends_with("right")) =>
            {
                Relation::GreaterOrConfused
            }
            _ => Relation::Other(text(&self.tokens[range])),
        }
    }

    /// The words of a text command that begins here, and the index behind it.
    fn words(&self, index: usize) -> Option<(String, usize)> {
        let token = &self.tokens[index];
        let (open, start) = match token.text {
            "\\text" | "\\mbox" | "\\textrm" | "\\textit" | "\\textnormal" | "\\textup" | "\\hbox"
            | "\\mathrm" | "\\textsf" | "\\mathit" | "\\makebox" => {
                let open = self.solid(index + 1)?;
                (open, open + 1)
            }
            "{" if self
                .solid(index + 1)
                .is_some_and(|at| ["\\rm", "\\it", "\\mbox", "\\text"].contains(&self.tokens[at].text)) =>
            {
                (index, index + 1)
            }
            _ => return None,
        };
        let after = self.argument(open)?;
        let inner = self.tokens[start..after - 1].iter();
        let inner =
            inner.filter(|token| !["\\rm", "\\it", "\\mbox", "\\text", "{", "}", "~"].contains(&token.text));
        let words = text(inner).to_lowercase();
        // `\mathrm{deg}` is a name and no text.
        let name = ["\\mathrm", "\\mathit", "{"].contains(&token.text) && said(&words) == Said::Name;
        (!name).then_some((words, after))
    }
}

/// The delimiter behind `\left`: its index.
fn delimiter(tokens: &[Token<'_>], from: usize) -> usize {
    let blank = tokens.get(from..).unwrap_or(&[]).iter().take_while(|token| token.is_blank()).count();
    (from + blank).min(tokens.len().saturating_sub(1))
}

/// Whether a word stands in a list that has spaces around its words.
pub fn listed(list: &str, word: &str) -> bool {
    !word.is_empty() && list.contains(&format!(" {word} "))
}

/// A relation by its sign.
fn named(sign: &str) -> Option<Relation> {
    Some(match sign {
        "=" | "\\eq" => Relation::Equal,
        "\\ne" | "\\neq" | "≠" => Relation::Unequal,
        "<" | "\\lt" => Relation::Less,
        ">" | "\\gt" => Relation::Greater,
        "\\le" | "\\leq" | "\\leqslant" | "\\leqq" | "≤" | "⩽" | "≦" => Relation::AtMost,
        "\\ge" | "\\geq" | "\\geqslant" | "\\geqq" | "≥" | "⩾" | "≧" => Relation::AtLeast,
        "\\|" | "\\parallel" | "\\Vert" | "∥" | "‖" => Relation::Confused,
        "\\ngeq" | "\\ngeqslant" | "\\ngeqq" | "≱" | "⧏" => Relation::LessOrConfused,
        "\\nleq" | "\\nleqslant" | "\\nleqq" | "≰" | "⧐" => Relation::GreaterOrConfused,
        "\\cong" | "≅" => Relation::Isomorphic,
        "\\equiv" | "≡" => Relation::Equivalent,
        "\\coloneqq" | "\\coloneq" | "\\triangleq" | "\\eqqcolon" | "≔" | "≕" => Relation::Defined,
        "\\approx" | "≈" => Relation::Approximate,
        "\\sim" | "∼" => Relation::Similar,
        _ if listed(CONNECTIVES, sign) => Relation::Connective(sign.to_string()),
        _ if listed(RELATIONS, sign) => Relation::Other(sign.to_string()),
        _ => return None,
    })
}

const UNITS: &str = " pt ex em mm cm in bp pc sp mu ";
const CONNECTIVES: &str = r" \implies \impliedby \iff \Rightarrow \Leftarrow \Leftrightarrow \Longrightarrow \Longleftarrow \Longleftrightarrow \land \lor ⇒ ⇔ ⟹ ⟺ ";
const RELATIONS: &str = r" \lhd \rhd \unlhd \unrhd \vartriangleleft \vartriangleright \trianglelefteq \trianglerighteq \triangleleft \triangleright \simeq \asymp \doteq \propto \prec \succ \preceq \succeq \preccurlyeq \succcurlyeq \ll \gg \lll \ggg \lneq \gneq \lneqq \gneqq \nless \ngtr \lesssim \gtrsim \lessgtr \gtrless \lesseqgtr \gtreqless \nparallel \nsim \ncong \in \notin \ni \subset \supset \subseteq \supseteq \subsetneq \supsetneq \sqsubseteq \sqsupseteq \to \gets \mapsto \longmapsto \rightarrow \leftarrow \longrightarrow \longleftarrow \leftrightarrow \rightsquigarrow \leadsto \hookrightarrow \vdash \models \perp \bowtie ∈ ∉ ⊂ ⊆ → ↦ ⊲ ⊳ ≪ ≫ ≲ ≳ ≺ ≻ ≃ ";

/// What words between formulas do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Nothing,
    /// Two statements, each asserted.
    And,
    Comma,
    /// Two statements, neither asserted alone.
    Connective,
    /// When.
    Condition,
    /// Why.
    Remark,
    /// Part of a formula.
    Name,
}

fn said(words: &str) -> Said {
    let trimmed = words.trim_matches(|c: char| c.is_whitespace() || "\\,;:~".contains(c));
    let first = trimmed.split(|c: char| !c.is_alphabetic() && c != '.').next().unwrap_or("");
    match first.trim_end_matches('.') {
        "" if trimmed.is_empty() => {
            if words.contains(',') {
                Said::Comma
            } else {
                Said::Nothing
            }
        }
        "and" | "but" | "also" | "while" if trimmed.len() <= 12 => Said::And,
        "or" | "iff" | "then" | "implies" | "so" | "hence" | "thus" | "therefore" | "i.e" | "that"
        | "equivalently" | "not" | "whence" => Said::Connective,
        "if" if trimmed.starts_with("if and only if") || trimmed.starts_with("if, and only if") => {
            Said::Connective
        }
        "if" | "for" | "when" | "where" | "whenever" | "unless" | "provided" | "with" | "whereas"
        | "otherwise" | "such" | "in" | "on" | "all" | "as" | "at" | "only" | "assuming" | "given"
        | "let" | "suppose" | "is" | "are" | "has" | "some" | "every" | "any" | "each" | "mod" | "odd"
        | "even" | "subject" | "and" | "but" | "while" => Said::Condition,
        "by" | "since" | "because" | "from" | "using" | "via" | "due" | "see" => Said::Remark,
        _ => Said::Name,
    }
}

/// A part of a line, outside all brackets.
#[derive(Clone, Debug)]
enum Item {
    Part(Range<usize>),
    Relation(Relation, Range<usize>),
    Words(Said, String, Range<usize>),
}

/// What stands before a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    Comma,
    Quad,
    And,
}

/// The items between two separators of a column, and the tokens of the separator before it.
#[derive(Default)]
struct Segment {
    gap: Option<Gap>,
    separator: Vec<Range<usize>>,
    items: Vec<Item>,
}

impl Segment {
    fn relates(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Relation(..)))
    }
}

#[derive(Default)]
struct Chain {
    sides: Vec<Vec<Range<usize>>>,
    relations: Vec<(Relation, Range<usize>)>,
    condition: Vec<Range<usize>>,
    lines: Vec<usize>,
}

impl Chain {
    fn is_empty(&self) -> bool {
        self.relations.is_empty() && self.sides.iter().all(Vec::is_empty)
    }
}

/// Where a segment goes that says when or why.
fn said_mode(segment: &Segment) -> Mode {
    if matches!(segment.items[0], Item::Words(Said::Remark, ..)) { Mode::Nowhere } else { Mode::Condition }
}

/// Where items of a segment go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Sides,
    Condition,
    /// A condition in front of its chain, up to a comma.
    Leading,
    Nowhere,
}

struct Chains<'b, 's> {
    body: &'b Body<'s>,
    done: Vec<Chain>,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl<'b, 's> Chains<'b, 's> {
    fn read(body: &'b Body<'s>, layout: Layout) -> Chains<'b, 's> {
        let mut chains = Chains { body, done: Vec::new(), lines: vec![0] };
        // The last chain of each column.
        let mut last: Vec<Option<usize>> = Vec::new();
        let (mut cell, mut column) = (0, 0);
        let mut segments: Vec<Segment> = vec![Segment::default()];
        // Whether the first cell of the present column is empty.
        let mut indented = false;
        let mut on_line: Option<usize> = None;
        let mut index = 0;
        loop {
            let token = body.tokens.get(index);
            let line = token.is_none_or(|token| {
                token.is("\\\\")
                    || token.is("\\cr")
                    || token.is("\\intertext")
                    || token.is("\\shortintertext")
            });
            let ampersand = token.is_some_and(|token| token.kind == Kind::Ampersand);
            if ampersand {
                cell += 1;
                let blank = segments.iter().all(|segment| segment.items.is_empty());
                indented |= blank;
            }
            let next_column = match layout {
                Layout::Aligned(width) if ampersand => cell / width,
                _ => column,
            };
            if line || next_column != column {
                let read = std::mem::replace(&mut segments, vec![Segment::default()]);
                if last.len() <= column {
                    last.resize(column + 1, None);
                }
                let touched = chains.column(read, last[column], on_line, indented, layout);
                last[column] = touched.or(last[column]);
                on_line = touched.or(on_line);
                column = next_column;
                indented = false;
            }
            let Some(token) = token else { break };
            if line {
                (cell, column, on_line) = (0, 0, None);
                index = chains.line_end(index);
                chains.lines.push(index);
                continue;
            }
            index = chains.item(token, index, body.tokens.len(), &mut segments);
        }
        chains
    }

    /// The index behind a line end.
    fn line_end(&self, index: usize) -> usize {
        let tokens = &self.body.tokens;
        let mut next = index + 1;
        if !tokens[index].is("\\\\") {
            return if tokens[index].is("\\cr") { next } else { self.body.argument(next).unwrap_or(next) };
        }
        if tokens.get(next).is_some_and(|token| token.text == "*") {
            next += 1;
        }
        if tokens.get(next).is_some_and(|token| token.text == "[")
            && let Some(close) = self.body.closers[next]
        {
            let inner = text(&tokens[next + 1..close]);
            let unit = inner.trim().trim_start_matches(|c: char| c.is_ascii_digit() || "+-. ".contains(c));
            if listed(UNITS, unit) || unit.starts_with('\\') {
                next = close + 1;
            }
        }
        next
    }

    /// Takes one item; gives back the index behind it.
    fn item(&self, token: &Token<'s>, index: usize, end: usize, segments: &mut Vec<Segment>) -> usize {
        let body = self.body;
        let separate = |gap: Gap, after: usize, segments: &mut Vec<Segment>| {
            let last = segments.last_mut().filter(|last| last.items.is_empty());
            let separator = index..after;
            match last {
                Some(last) => {
                    last.gap = last.gap.max(Some(gap));
                    last.separator.push(separator);
                }
                None => {
                    segments.push(Segment { gap: Some(gap), separator: vec![separator], items: Vec::new() })
                }
            }
        };
        let push = |item: Item, segments: &mut Vec<Segment>| {
            if let Some(last) = segments.last_mut() {
                last.items.push(item);
            }
        };
        if token.is_blank() || token.kind == Kind::Ampersand {
            return index + 1;
        }
        if token.is("\\quad") || token.is("\\qquad") {
            separate(Gap::Quad, index + 1, segments);
            return index + 1;
        }
        if token.is("\\hspace") || token.is("\\hskip") || token.is("\\vspace") {
            let star = body.tokens.get(index + 1).is_some_and(|token| token.text == "*");
            let start = index + 1 + usize::from(star);
            let after = body.argument(start).unwrap_or_else(|| body.dimension(start)).min(end);
            separate(Gap::Quad, after, segments);
            return after;
        }
        if token.kind == Kind::Character && (token.text == "," || token.text == ";") {
            separate(Gap::Comma, index + 1, segments);
            return index + 1;
        }
        if token.text == "^" || token.text == "_" {
            let after = body
                .solid(index + 1)
                .map_or(index + 1, |next| body.closers[next].unwrap_or(next) + 1)
                .min(end);
            push(Item::Part(index..after), segments);
            return after;
        }
        if let Some((words, after)) = body.words(index) {
            match said(&words) {
                Said::And => separate(Gap::And, after, segments),
                Said::Comma => separate(Gap::Comma, after, segments),
                Said::Nothing => {}
                said => push(Item::Words(said, words.trim().to_string(), index..after), segments),
            }
            return after.min(end).max(index + 1);
        }
        // `\bar{=}` holds no relation.
        let argument = token.kind == Kind::Open
            && segments.last().and_then(|segment| segment.items.last()).is_some_and(|item| match item {
                Item::Part(range) => body.tokens[range.end - 1].kind == Kind::Command && range.end == index,
                _ => false,
            });
        if !argument
            && let Some((relation, after)) = body.relation(index)
            && after <= end
        {
            // `=_n` is a relation of its own; an index at a bar ends a norm.
            let index_at =
                body.solid(after).filter(|&at| at < end && ["_", "^"].contains(&body.tokens[at].text));
            if let Some(at) = index_at.filter(|_| relation != Relation::Confused || token.is("\\parallel")) {
                let after =
                    body.solid(at + 1).map_or(at + 1, |next| body.closers[next].unwrap_or(next) + 1).min(end);
                let relation = Relation::Other(text(&body.tokens[index..after]));
                push(Item::Relation(relation, index..after), segments);
                return after;
            }
            push(Item::Relation(relation, index..after), segments);
            return after;
        }
        let after = (body.closers[index].unwrap_or(index) + 1).clamp(index + 1, end.max(index + 1));
        push(Item::Part(index..after), segments);
        after
    }

    /// Reads a column of a line; gives back the chain that it ended in.
    fn column(
        &mut self,
        mut segments: Vec<Segment>,
        above: Option<usize>,
        left: Option<usize>,
        indented: bool,
        layout: Layout,
    ) -> Option<usize> {
        self.bars(&mut segments);
        let segments: Vec<Segment> =
            segments.into_iter().filter(|segment| !segment.items.is_empty()).collect();
        // A line of dots stands for lines that are left out.
        if let [segment] = &segments[..]
            && let [Item::Part(range)] = &segment.items[..]
            && listed(r" \vdots \dots \ldots \cdots \ddots ", self.body.tokens[range.start].text)
        {
            return None;
        }
        let mut current: Option<usize> = None;
        let mut mode = Mode::Sides;
        for mut segment in segments {
            let relates = segment.relates();
            let begins = matches!(segment.items[0], Item::Relation(..));
            let mut chain = current;
            let mut join = false;
            if mode == Mode::Leading && segment.gap >= Some(Gap::Comma) {
                mode = Mode::Sides;
                join = true;
            } else if mode != Mode::Sides {
                join = true;
            } else if current.is_none() {
                if left.is_some_and(|left| self.says_when(&segment, left, true)) {
                    (chain, mode, join) = (left, said_mode(&segment), true);
                } else if let Some(above) = above
                    && (begins
                        || indented && !self.done[above].is_empty()
                        || layout == Layout::Joined
                        || self.unfinished(above)
                        || !relates && self.signed(&segment))
                {
                    (chain, join) = (Some(above), true);
                    // An operator at the end of a line may be printed again at the beginning of the next.
                    if segment.items.len() > 1 && self.repeated(above, &segment) {
                        segment.items.remove(0);
                    }
                }
            } else if let Some(present) = current {
                let has = !self.done[present].relations.is_empty();
                let empty = self.done[present].is_empty();
                if begins || empty {
                    join = true;
                } else if self.says_when(&segment, present, has) {
                    (mode, join) = (said_mode(&segment), true);
                } else {
                    join =
                        segment.gap < Some(Gap::And) && (!relates || !has && segment.gap < Some(Gap::Quad));
                }
            }
            let line = self.lines.len() - 1;
            let chain = match chain.filter(|_| join) {
                Some(chain) => chain,
                None => {
                    self.done.push(Chain { sides: vec![Vec::new()], ..Chain::default() });
                    self.done.len() - 1
                }
            };
            if self.done[chain].lines.last() != Some(&line) {
                self.done[chain].lines.push(line);
            }
            if join && current == Some(chain) {
                let commas = segment
                    .separator
                    .iter()
                    .filter(|_| segment.gap == Some(Gap::Comma) || mode != Mode::Sides);
                let commas: Vec<Range<usize>> = commas.cloned().collect();
                let target = &mut self.done[chain];
                match mode {
                    Mode::Sides if begins || target.is_empty() => {}
                    Mode::Sides => {
                        target.sides.last_mut().into_iter().for_each(|side| side.extend(commas.clone()))
                    }
                    Mode::Condition | Mode::Leading if !target.condition.is_empty() => {
                        target.condition.extend(commas)
                    }
                    _ => {}
                }
            }
            mode = self.feed(chain, segment, mode);
            current = Some(chain);
        }
        current
    }

    /// Puts the items where they belong; gives back where further ones go.
    fn feed(&mut self, chain: usize, segment: Segment, mut mode: Mode) -> Mode {
        let quad = segment.gap == Some(Gap::Quad);
        let tokens = &self.body.tokens;
        let chain = &mut self.done[chain];
        for (index, item) in segment.items.into_iter().enumerate() {
            let front = chain.is_empty();
            if mode == Mode::Sides {
                match &item {
                    // `where s(m) = 0` is a statement of its own.
                    Item::Words(Said::Condition, words, _)
                        if front
                            && ["where", "with", "let", "suppose", "assuming"].contains(&words.as_str()) =>
                    {
                        continue;
                    }
                    Item::Words(Said::Condition, ..) if front => mode = Mode::Leading,
                    Item::Words(Said::Condition, ..) => mode = Mode::Condition,
                    Item::Words(Said::Remark, ..) if !front => mode = Mode::Nowhere,
                    Item::Words(Said::Connective | Said::Remark, ..) if front => continue,
                    Item::Words(Said::Connective, words, at) => {
                        chain.relations.push((Relation::Connective(words.clone()), at.clone()));
                        chain.sides.push(Vec::new());
                        continue;
                    }
                    Item::Words(Said::Name, ..) if quad && index == 0 && !front => mode = Mode::Condition,
                    Item::Part(range) if tokens[range.start].is("\\forall") => {
                        mode = if front { Mode::Leading } else { Mode::Condition };
                    }
                    _ => {}
                }
            } else if mode == Mode::Leading {
                let colon = matches!(&item, Item::Part(range) if tokens[range.start].text == ":");
                if colon || matches!(&item, Item::Words(Said::Connective, ..)) {
                    mode = Mode::Sides;
                    continue;
                }
            }
            let range = match &item {
                Item::Part(range) | Item::Relation(_, range) | Item::Words(_, _, range) => range.clone(),
            };
            match (mode, item) {
                (Mode::Nowhere, _) => {}
                (Mode::Condition | Mode::Leading, _) => chain.condition.push(range),
                // A relation at the end of a line is often printed again at the beginning of the next.
                (Mode::Sides, Item::Relation(relation, _))
                    if chain.sides.last().is_some_and(Vec::is_empty)
                        && chain.relations.last().is_some_and(|(last, _)| *last == relation) => {}
                (Mode::Sides, Item::Relation(relation, at)) => {
                    chain.relations.push((relation, at));
                    chain.sides.push(Vec::new());
                }
                (Mode::Sides, _) => {
                    chain.sides.last_mut().into_iter().for_each(|side| side.push(range.clone()))
                }
            }
        }
        mode
    }

    /// Whether a segment says when the chain before it holds.
    fn says_when(&self, segment: &Segment, chain: usize, has_relations: bool) -> bool {
        let tokens = &self.body.tokens;
        let chain = &self.done[chain];
        match &segment.items[0] {
            Item::Words(said, ..) => {
                return matches!(said, Said::Condition | Said::Remark)
                    || *said == Said::Name
                        && segment.gap != Some(Gap::Comma)
                        && segment.gap != Some(Gap::And);
            }
            Item::Part(range) if tokens[range.start].is("\\forall") => return true,
            Item::Part(range) if tokens[range.start].text == "(" && segment.items.len() == 1 => {
                let mut inside = range.start + 1..range.end;
                return segment.gap.is_none_or(|gap| gap == Gap::Quad)
                    && inside.any(|index| self.body.relation(index).is_some());
            }
            Item::Part(_) => {}
            Item::Relation(..) => return false,
        }
        let mut sides: Vec<Vec<Range<usize>>> = vec![Vec::new()];
        let (mut compares, mut member) = (true, false);
        for item in &segment.items {
            match item {
                Item::Part(range) | Item::Words(_, _, range) => {
                    sides.last_mut().into_iter().for_each(|side| side.push(range.clone()));
                }
                Item::Relation(relation, _) => {
                    match relation {
                        Relation::Connective(_) | Relation::Defined => return false,
                        Relation::Less | Relation::AtMost | Relation::Greater | Relation::AtLeast => {}
                        Relation::Unequal => {}
                        Relation::Other(sign) if sign == "\\in" || sign == "\\notin" => member = true,
                        _ => compares = false,
                    }
                    sides.push(Vec::new());
                }
            }
        }
        if sides.len() < 2 || segment.gap == Some(Gap::And) {
            return false;
        }
        let variable = sides.iter().any(|side| self.is_variable(side));
        let own = chain.sides.first().is_some_and(|side| self.is_variable(side));
        // A letter that the chain itself holds: `G_n = 0, n > 3`.
        let letter =
            sides[0].first().map(|range| self.body.tokens[range.start].text).filter(|_| sides[0].len() == 1);
        let held = letter.is_some_and(|letter| {
            let mut ranges = chain.sides.iter().flatten().flat_map(Clone::clone);
            letter.chars().all(char::is_lowercase)
                && ranges.any(|index| self.body.tokens[index].text == letter)
        });
        // Without a relation before it, `v_1, v_2 \in V` is a list.
        let ordered = compares && !member;
        if has_relations {
            variable && (!own || held) || compares && segment.gap == Some(Gap::Quad)
        } else {
            variable && !own && ordered
        }
    }

    /// Whether it is a variable or a list of variables: `n`, `m_1, m_2`.
    fn is_variable(&self, ranges: &[Range<usize>]) -> bool {
        let solid = ranges.iter().flat_map(Clone::clone).filter(|&index| !is_space(&self.body.tokens[index]));
        let mut solid = solid.peekable();
        let mut any = false;
        let mut wanted = true;
        while let Some(index) = solid.next() {
            let token = &self.body.tokens[index];
            match token.text {
                "," if !wanted => wanted = true,
                "'" if !wanted => {}
                "_" if !wanted => {
                    let Some(&next) = solid.peek() else { return false };
                    let end = self.body.closers[next].unwrap_or(next);
                    while solid.next_if(|&index| index <= end).is_some() {}
                }
                letter if wanted => {
                    let one = letter.chars().count() == 1 && letter.chars().all(char::is_alphabetic);
                    if !one && !listed(GREEK, letter) {
                        return false;
                    }
                    (any, wanted) = (true, false);
                }
                _ => return false,
            }
        }
        any && !wanted
    }

    /// Whether a chain waits for more: it ends in a relation or an operator.
    fn unfinished(&self, chain: usize) -> bool {
        let chain = &self.done[chain];
        let Some(side) = chain.sides.last() else { return false };
        match side.last() {
            None => !chain.relations.is_empty(),
            Some(range) => {
                let last = &self.body.tokens[range.end - 1];
                range.len() == 1 && ["+", "-", "\\cdot", "\\times", "\\pm"].contains(&last.text)
            }
        }
    }

    /// Whether a segment begins with the operator in which a chain ends.
    fn repeated(&self, chain: usize, segment: &Segment) -> bool {
        let last = self.done[chain].sides.last().and_then(|side| side.last());
        match (last, &segment.items[0]) {
            (Some(last), Item::Part(first)) if last.len() == 1 && first.len() == 1 => {
                let [last, first] = [last.start, first.start].map(|index| self.body.tokens[index].text);
                last == first && ["+", "-", "\\cdot", "\\times", "\\pm"].contains(&first)
            }
            _ => false,
        }
    }

    /// Whether a segment begins with an operator.
    fn signed(&self, segment: &Segment) -> bool {
        match &segment.items[0] {
            Item::Part(range) => {
                ["+", "-", "\\cdot", "\\times"].contains(&self.body.tokens[range.start].text)
            }
            _ => false,
        }
    }

    /// Bars are no relation where nothing stands before or behind them, where an index follows, or where there are
    /// several: those of a norm.
    fn bars(&self, segments: &mut [Segment]) {
        let bar = |item: &Item| match item {
            Item::Relation(Relation::Confused, at) => {
                listed(r" \| | \Vert ‖ ", self.body.tokens[at.start].text)
            }
            _ => false,
        };
        for segment in segments {
            let several = segment.items.iter().filter(|item| bar(item)).count() > 1;
            let part = |item: Option<&Item>| matches!(item, Some(Item::Part(_)));
            for index in 0..segment.items.len() {
                let alone = !part(index.checked_sub(1).and_then(|before| segment.items.get(before)))
                    || !part(segment.items.get(index + 1));
                let indexed = match segment.items.get(index + 1) {
                    Some(Item::Part(range)) => ["_", "^"].contains(&self.body.tokens[range.start].text),
                    _ => false,
                };
                if (several || alone || indexed)
                    && bar(&segment.items[index])
                    && let Item::Relation(_, at) = &segment.items[index]
                {
                    segment.items[index] = Item::Part(at.clone());
                }
            }
        }
    }
}

const GREEK: &str = r" \alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \kappa \lambda \mu \nu \xi \pi \rho \sigma \tau \phi \chi \psi \ell ";
