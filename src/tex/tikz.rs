//! A TikZ picture to a graph.
//!
//! Read: `\node`, `\coordinate`, `\draw`, `\path`, `\fill`, `\filldraw` with `--`, `edge`, `to`, `..`, `|-`, `circle`,
//! nodes on paths, children, `\foreach`, scopes with their shifts and turns, simple `\graph`s, styles, numbers computed
//! by `\pgfmath…`. Everything else that might be a vertex or an edge is a reason why the picture is
//! not complete, with its place.
//!
//! Places are computed in fixed point, from exact fractions, and count as one where they lie closer than TeX itself
//! can tell.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::equations::{Piece, listed, piece};
use super::exact::{Fraction, ONE, evaluate, length, turned};
use super::pictures::{Edge, Reason, Vertex};
use super::tables::{hull, trim};
use super::tokens::{Kind, Token, text};

/// Tokens that the loops of one picture may become.
const MOST_TOKENS: usize = 300_000;
/// Tokens between two brackets.
const LONGEST_ARGUMENT: usize = 10_000;
/// Vertices and lines of one picture.
const MOST_VERTICES: usize = 1_500;
const MOST_LINES: usize = 3_000;
/// Scopes, styles in styles, and children in children.
const DEEPEST: usize = 40;
/// Closer places are one place: a thousandth of a millimetre.
const SAME: i128 = ONE / 10_000;
/// Places that are closer and not one may be meant as one.
const NEAR: i128 = ONE / 40;

type Tokens<'s> = Vec<Token<'s>>;

/// The styles that are known by name.
#[derive(Clone, Default)]
pub struct Styles<'s> {
    known: Rc<HashMap<String, Vec<Setting<'s>>>>,
}

impl<'s> Styles<'s> {
    /// Learns from `\tikzset{…}` or the options of a picture: `name/.style={…}`.
    pub fn learn(&mut self, tokens: &[Token<'s>]) {
        for setting in settings(tokens) {
            for handler in ["/.style", "/.append style", "/.prefix style", "/.style args"] {
                let Some(name) = setting.key.strip_suffix(handler) else { continue };
                let name = name.rsplit('/').next().unwrap_or(name).trim().to_string();
                let options = settings(&setting.value);
                if handler == "/.append style" || handler == "/.prefix style" {
                    Rc::make_mut(&mut self.known).entry(name).or_default().extend(options);
                } else {
                    Rc::make_mut(&mut self.known).insert(name, options);
                }
                break;
            }
        }
    }

    /// Learns `\tikzstyle{name}=[…]`.
    pub fn set(&mut self, name: &str, tokens: &[Token<'s>]) {
        Rc::make_mut(&mut self.known).insert(name.trim().to_string(), settings(tokens));
    }

    /// The options with styles put in their place.
    fn resolved(&self, options: &[Setting<'s>]) -> Vec<Setting<'s>> {
        let mut found = Vec::new();
        let mut waiting: Vec<(Setting<'s>, usize)> =
            options.iter().rev().map(|option| (option.clone(), 0)).collect();
        while let Some((option, depth)) = waiting.pop() {
            let name = if option.key == "style" {
                text(&option.value).trim().to_string()
            } else {
                option.key.clone()
            };
            match self.known.get(&name) {
                Some(inner) if depth < DEEPEST && found.len() < 1_000 => {
                    waiting.extend(inner.iter().rev().map(|option| (option.clone(), depth + 1)));
                }
                _ if option.key == "style" => found.push(Setting { key: name, ..option }),
                _ => found.push(option),
            }
        }
        found
    }
}

/// One option: `key`, or `key=value`.
#[derive(Clone, Debug)]
struct Setting<'s> {
    key: String,
    value: Tokens<'s>,
}

impl Setting<'_> {
    fn words(&self) -> String {
        text(&self.value).trim().to_string()
    }
}

/// Options at their commas.
fn settings<'s>(tokens: &[Token<'s>]) -> Vec<Setting<'s>> {
    let mut found = Vec::new();
    for part in parts(tokens, ",") {
        let equal = top(part).find(|&index| part[index].text == "=");
        let (key, value) = part.split_at(equal.unwrap_or(part.len()));
        let key = text(key).split_whitespace().collect::<Vec<_>>().join(" ");
        let value = unbraced(trim(value.get(1..).unwrap_or(&[])));
        if !key.is_empty() {
            found.push(Setting { key, value: value.to_vec() });
        }
    }
    found
}

/// The indices of tokens outside braces and brackets.
fn top<'t, 's>(tokens: &'t [Token<'s>]) -> impl Iterator<Item = usize> + use<'t, 's> {
    let mut depth = 0_i32;
    tokens.iter().enumerate().filter_map(move |(index, token)| {
        let outside = depth == 0;
        match (token.kind, token.text) {
            (Kind::Open, _) | (Kind::Character, "(" | "[") => depth += 1,
            (Kind::Close, _) | (Kind::Character, ")" | "]") => depth = (depth - 1).max(0),
            _ => {}
        }
        outside.then_some(index)
    })
}

/// The tokens at separators outside brackets.
fn parts<'t, 's>(tokens: &'t [Token<'s>], separator: &str) -> Vec<&'t [Token<'s>]> {
    let mut found = Vec::new();
    let mut start = 0;
    for index in top(tokens) {
        if tokens[index].text == separator {
            found.push(trim(&tokens[start..index]));
            start = index + 1;
        }
    }
    found.push(trim(&tokens[start..]));
    found
}

/// Without braces around everything.
fn unbraced<'t, 's>(tokens: &'t [Token<'s>]) -> &'t [Token<'s>] {
    match closing(tokens, 0) {
        Some(close) if close + 1 == tokens.len() && tokens[0].kind == Kind::Open => trim(&tokens[1..close]),
        _ => tokens,
    }
}

/// The index of what closes the brace or bracket at `open`.
fn closing(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let closes = match tokens.get(open)?.text {
        "{" => "}",
        "(" => ")",
        "[" => "]",
        _ => return None,
    };
    let opens = tokens[open].text;
    let (mut braces, mut depth) = (0_usize, 0_usize);
    for (index, token) in tokens.iter().enumerate().skip(open).take(LONGEST_ARGUMENT) {
        if token.kind == Kind::Open && opens != "{" {
            braces += 1;
        } else if token.kind == Kind::Close && opens != "{" {
            braces = braces.checked_sub(1)?;
        } else if braces == 0 && token.text == opens {
            depth += 1;
        } else if braces == 0 && token.text == closes {
            depth -= 1;
            if depth == 0 {
                return Some(index);
            }
        }
    }
    None
}

/// A number as tokens, one a character.
fn digits<'s>(number: &str, at: &Range<usize>) -> Tokens<'s> {
    const KNOWN: &str = "0123456789.-";
    let one = |c: char| KNOWN.find(c).map(|index| &KNOWN[index..=index]);
    let texts = number.chars().filter_map(one);
    texts.map(|text| Token { kind: Kind::Character, text, at: at.clone() }).collect()
}

/// A letter as a token.
fn letter<'s>(letter: char, at: &Range<usize>) -> Option<Token<'s>> {
    const KNOWN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let index = KNOWN.find(letter)?;
    Some(Token { kind: Kind::Character, text: &KNOWN[index..=index], at: at.clone() })
}

/// What a picture was found to be.
#[derive(Default)]
pub struct Drawing {
    pub vertices: Vec<Vertex>,
    pub edges: Vec<Edge>,
    pub reasons: Vec<Reason>,
}

/// The graph that a picture draws, whose options and inner tokens these are.
pub fn read<'s>(file: &'s str, options: &[Token<'s>], tokens: &[Token<'s>], styles: &Styles<'s>) -> Drawing {
    let mut reasons = Vec::new();
    let flat = unroll(tokens, &mut reasons);
    let mut painter = Painter {
        file,
        styles: styles.clone(),
        frame: Frame::default(),
        marks: Vec::new(),
        names: HashMap::new(),
        lines: Vec::new(),
        reasons,
    };
    painter.styles.learn(options);
    let options = painter.styles.resolved(&settings(options));
    // What scales the whole picture moves no place onto another.
    painter.enter(&options, true);
    painter.statements(&flat);
    painter.graph()
}

fn reason(reasons: &mut Vec<Reason>, message: impl Into<String>, span: Range<usize>) {
    if reasons.len() < 100 {
        reasons.push(Reason { message: message.into(), span });
    }
}

/// The tokens with loops and computed numbers worked out. Bounded by [`MOST_TOKENS`].
fn unroll<'s>(tokens: &[Token<'s>], reasons: &mut Vec<Reason>) -> Tokens<'s> {
    let mut pending: Tokens<'s> =
        tokens.iter().rev().filter(|token| token.kind != Kind::Comment).cloned().collect();
    let mut done: Tokens<'s> = Vec::with_capacity(pending.len());
    let mut numbers: HashMap<&'s str, Tokens<'s>> = HashMap::new();
    let mut moved = 0;
    while let Some(token) = pending.pop() {
        if moved > MOST_TOKENS {
            reason(reasons, "the picture's loops are too long to follow", token.at);
            break;
        }
        if token.kind != Kind::Command {
            let begins = token.text == "f" && word_ahead(&pending, "oreach");
            if !begins {
                done.push(token);
                continue;
            }
            pending.truncate(pending.len() - "oreach".len());
            if let Some(of) = looped(&token, &mut pending, reasons) {
                moved += of;
            }
            continue;
        }
        match token.text {
            "\\foreach" => {
                if let Some(of) = looped(&token, &mut pending, reasons) {
                    moved += of;
                }
            }
            "\\pgfmathsetmacro"
            | "\\pgfmathtruncatemacro"
            | "\\pgfmathsetlengthmacro"
            | "\\pgfmathparse"
            | "\\pgfmathint"
            | "\\pgfmathparseint" => {
                let name = if token.text.ends_with("macro") {
                    argument(&mut pending).and_then(|name| name.first().map(|name| name.text))
                } else {
                    Some("\\pgfmathresult")
                };
                let expression = argument(&mut pending).map(|inner| text(&substituted(&inner, &numbers)));
                let value = expression.as_deref().and_then(evaluate);
                let (Some(name), Some(value)) = (name, value) else {
                    reason(reasons, "a number is computed in a way that is not followed", token.at);
                    continue;
                };
                let written = match token.text {
                    "\\pgfmathtruncatemacro" | "\\pgfmathint" | "\\pgfmathparseint" => {
                        value.truncated().to_string()
                    }
                    // TikZ always writes decimals.
                    _ if value.integer().is_some() => format!("{}.0", value.decimal()),
                    _ => value.decimal(),
                };
                numbers.insert(name, digits(&written, &token.at));
            }
            "\\the" | "\\number" if next_is(&pending, "\\numexpr") => {}
            "\\numexpr" => {
                let mut inner = Vec::new();
                while let Some(next) = pending.pop() {
                    if next.is("\\relax") || next.kind == Kind::Close || next.text == ")" {
                        if !next.is("\\relax") {
                            pending.push(next);
                        }
                        break;
                    }
                    inner.push(next);
                }
                // TeX rounds a quotient, and so do we: `\numexpr` with `/` is left alone.
                let expression = text(&substituted(&inner, &numbers));
                match evaluate(&expression).and_then(Fraction::integer).filter(|_| !expression.contains('/'))
                {
                    Some(value) => done.extend(digits(&value.to_string(), &token.at)),
                    None => reason(reasons, "a number is computed in a way that is not followed", token.at),
                }
            }
            name if name.starts_with("\\if") => reason(reasons, "a condition is not followed", token.at),
            name => match numbers.get(name) {
                Some(number) => {
                    moved += number.len();
                    pending.extend(
                        number.iter().rev().map(|part| Token { at: token.at.clone(), ..part.clone() }),
                    );
                }
                None => done.push(token),
            },
        }
    }
    done
}

/// Whether the letters of a word come next; what comes next is last.
fn word_ahead(pending: &[Token<'_>], word: &str) -> bool {
    let ahead = pending.iter().rev().take(word.len()).map(|token| token.text);
    let behind = pending.iter().rev().nth(word.len());
    ahead.eq(word.split("").filter(|letter| !letter.is_empty()))
        && behind.is_some_and(|token| token.is_blank() || token.kind == Kind::Command)
}

fn next_is(pending: &[Token<'_>], name: &str) -> bool {
    pending.iter().rev().find(|token| !token.is_blank()).is_some_and(|token| token.text == name)
}

fn skip_blank(pending: &mut Tokens<'_>) {
    while pending.pop_if(|token| token.is_blank()).is_some() {}
}

/// A group without braces, or one token.
fn argument<'s>(pending: &mut Tokens<'s>) -> Option<Tokens<'s>> {
    skip_blank(pending);
    let first = pending.pop()?;
    if first.kind != Kind::Open {
        return Some(vec![first]);
    }
    let mut depth = 0_usize;
    let mut found = Vec::new();
    while let Some(token) = pending.pop() {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close if depth == 0 => return Some(found),
            Kind::Close => depth -= 1,
            _ => {}
        }
        found.push(token);
    }
    None
}

fn substituted<'s>(tokens: &[Token<'s>], numbers: &HashMap<&'s str, Tokens<'s>>) -> Tokens<'s> {
    let mut found = Vec::with_capacity(tokens.len());
    for token in tokens {
        match numbers.get(token.text).filter(|_| token.kind == Kind::Command) {
            Some(value) => {
                found.extend(value.iter().map(|part| Token { at: token.at.clone(), ..part.clone() }))
            }
            None => found.push(token.clone()),
        }
    }
    found
}

/// Takes a loop whose `\foreach` has been read and puts its passes in its place; how many tokens they are.
fn looped<'s>(token: &Token<'s>, pending: &mut Tokens<'s>, reasons: &mut Vec<Reason>) -> Option<usize> {
    let read = loop_parts(pending);
    let passes = read.and_then(|read| {
        let passes = read.passes()?;
        let size: usize = passes.iter().map(Vec::len).sum();
        (size < MOST_TOKENS).then_some((passes, size))
    });
    match passes {
        Some((passes, size)) => {
            pending.extend(passes.into_iter().flatten().collect::<Vec<_>>().into_iter().rev());
            Some(size)
        }
        None => {
            reason(reasons, "a loop is not followed", token.at.clone());
            None
        }
    }
}

/// A loop as it is written.
struct Loop<'s> {
    variables: Vec<&'s str>,
    /// A variable that counts the passes, and where it begins.
    count: Option<(&'s str, i128)>,
    /// A variable, the one that it is computed from, and how.
    computed: Vec<(&'s str, Tokens<'s>)>,
    items: Tokens<'s>,
    body: Tokens<'s>,
}

fn loop_parts<'s>(pending: &mut Tokens<'s>) -> Option<Loop<'s>> {
    let mut read = Loop {
        variables: Vec::new(),
        count: None,
        computed: Vec::new(),
        items: Vec::new(),
        body: Vec::new(),
    };
    loop {
        skip_blank(pending);
        let next = pending.pop()?;
        match next.text {
            "[" => {
                let mut inner = Vec::new();
                let mut depth = 0_usize;
                loop {
                    let token = pending.pop()?;
                    match token.text {
                        "]" if depth == 0 => break,
                        "{" | "[" => depth += 1,
                        "}" | "]" => depth = depth.checked_sub(1)?,
                        _ => {}
                    }
                    inner.push(token);
                }
                read.options(&inner)?;
            }
            "i" => {
                pending.pop_if(|token| token.text == "n")?;
                break;
            }
            "/" => {}
            _ if next.kind == Kind::Command => read.variables.push(next.text),
            _ => return None,
        }
    }
    skip_blank(pending);
    read.items = argument(pending)?;
    skip_blank(pending);
    match pending.last()?.text {
        "{" => read.body = argument(pending)?,
        _ => {
            // A single statement, or a loop in a loop: the list of an inner loop ends no body, its body does.
            let (mut depth, mut groups, mut inner) = (0_usize, 0, false);
            loop {
                let token = pending.pop()?;
                let (open, close) = (token.kind == Kind::Open, token.kind == Kind::Close);
                let end = depth == 0 && token.text == ";";
                inner |= token.is("\\foreach");
                groups += usize::from(close);
                read.body.push(token);
                depth = if open { depth + 1 } else { depth - usize::from(close).min(depth) };
                if end || inner && close && depth == 0 && groups > 1 && !next_is(pending, "\\foreach") {
                    break;
                }
            }
        }
    }
    Some(read)
}

impl<'s> Loop<'s> {
    fn options(&mut self, tokens: &[Token<'s>]) -> Option<()> {
        for part in parts(tokens, ",") {
            let words = text(part);
            let (key, _) = words.split_once('=')?;
            let commands: Vec<&Token<'s>> = part.iter().filter(|token| token.kind == Kind::Command).collect();
            match key.trim() {
                "count" => {
                    let from = words.split_once("from").map_or("1", |(_, from)| from);
                    self.count = Some((commands.first()?.text, evaluate(from)?.integer()?));
                }
                "evaluate" => {
                    let using = (0..part.len().saturating_sub(5)).find(|&at| {
                        part[at..at + 5].iter().map(|token| token.text).eq(["u", "s", "i", "n", "g"])
                    });
                    let source = commands.first()?;
                    let named = using.map_or(part.len(), |using| using);
                    let target = part[..named].iter().rfind(|token| token.kind == Kind::Command)?;
                    let how = match using {
                        Some(using) => unbraced(trim(&part[using + 5..])).to_vec(),
                        None => vec![(*source).clone()],
                    };
                    self.computed.push((target.text, how));
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// The body once for each item.
    fn passes(&self) -> Option<Vec<Tokens<'s>>> {
        let mut found = Vec::new();
        let mut size = 0;
        for (index, item) in self.listed()?.into_iter().enumerate() {
            let mut values: HashMap<&'s str, Tokens<'s>> = HashMap::new();
            let single = self.variables.len() == 1;
            let slices = if single { vec![&item[..]] } else { parts(&item, "/") };
            for (place, variable) in self.variables.iter().enumerate() {
                // A short item fills the other variables with its last part.
                let value = slices.get(place).or(slices.last())?;
                values.insert(variable, unbraced(value).to_vec());
            }
            let at = item.first().map_or(0..0, |token| token.at.clone());
            if let Some((variable, from)) = self.count {
                values.insert(variable, digits(&(from + i128::try_from(index).ok()?).to_string(), &at));
            }
            for (variable, how) in &self.computed {
                let value = evaluate(&text(&substituted(how, &values)))?;
                let written = value.decimal();
                values.insert(
                    variable,
                    digits(&if value.integer().is_some() { written + ".0" } else { written }, &at),
                );
            }
            let pass = substituted(&self.body, &values);
            size += pass.len() + 1;
            if size > MOST_TOKENS {
                return None;
            }
            found.push(pass);
        }
        Some(found)
    }

    /// The items of the list, with `1,...,5` written out.
    fn listed(&self) -> Option<Vec<Tokens<'s>>> {
        let written = parts(&self.items, ",");
        let dots = |part: &[Token<'s>]| text(part).trim() == "..." || part.len() == 1 && part[0].is("\\dots");
        let mut found: Vec<Tokens<'s>> = Vec::new();
        for (index, part) in written.iter().enumerate() {
            if !dots(part) {
                found.push(part.to_vec());
                continue;
            }
            let at = part.first()?.at.clone();
            let end = written.get(index + 1)?;
            let (first, before) = (found.last()?, found.len().checked_sub(2).map(|before| &found[before]));
            let single = |tokens: &[Token<'s>]| {
                let word = text(tokens);
                let mut letters = word.trim().chars();
                letters.next().filter(|c| letters.next().is_none() && c.is_ascii_alphabetic())
            };
            if let (Some(from), Some(to)) = (single(first), single(end)) {
                found.extend((from..to).skip(1).filter_map(|c| letter(c, &at)).map(|token| vec![token]));
                continue;
            }
            let value = |tokens: &[Token<'s>]| evaluate(&text(tokens));
            let (from, to) = (value(first)?, value(end)?);
            let down = to.minus(from)?.is_negative();
            let step = match before
                .filter(|_| index > 1 && !dots(written[index - 2]))
                .and_then(|before| value(before))
            {
                Some(before) => from.minus(before)?,
                None => Fraction::whole(if down { -1 } else { 1 })?,
            };
            if step.is_zero() {
                return None;
            }
            let mut next = from.plus(step)?;
            // The last number is written in the list itself.
            while next != to && to.minus(next)?.is_negative() == step.is_negative() {
                found.push(digits(&next.decimal(), &at));
                next = next.plus(step)?;
                if found.len() > MOST_TOKENS {
                    return None;
                }
            }
            // `1,3,...,6` does not reach its end.
            if next != to {
                return self.short(found, index + 2, &written);
            }
        }
        Some(found)
    }

    /// The list whose dots do not reach the end that is written: without that end.
    fn short(
        &self,
        mut found: Vec<Tokens<'s>>,
        rest: usize,
        written: &[&[Token<'s>]],
    ) -> Option<Vec<Tokens<'s>>> {
        found.extend(written.get(rest..)?.iter().map(|part| part.to_vec()));
        let plain = written.get(rest..)?.iter().all(|part| text(*part).trim() != "...");
        plain.then_some(found)
    }
}

/// A place in the picture, in parts of a cm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    x: i128,
    y: i128,
}

fn product(a: i128, b: i128) -> i128 {
    (a * b + ONE / 2).div_euclid(ONE)
}

impl Point {
    fn plus(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }

    fn minus(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }

    fn within(self, other: Point, distance: i128) -> bool {
        (self.x - other.x).abs() <= distance && (self.y - other.y).abs() <= distance
    }
}

/// Where coordinates are counted from, and what holds for all that is drawn.
#[derive(Clone)]
struct Frame<'s> {
    origin: Point,
    /// Where the picture's own unit along each axis, and a cm along each axis, lead.
    right: Point,
    up: Point,
    unit: (i128, i128),
    options: Vec<Setting<'s>>,
}

impl Default for Frame<'_> {
    fn default() -> Self {
        Frame {
            origin: Point { x: 0, y: 0 },
            right: Point { x: ONE, y: 0 },
            up: Point { x: 0, y: ONE },
            unit: (ONE, ONE),
            options: Vec::new(),
        }
    }
}

impl Frame<'_> {
    /// Where a step in cm leads.
    fn step(&self, x: i128, y: i128) -> Point {
        Point {
            x: product(self.right.x, x) + product(self.up.x, y),
            y: product(self.right.y, x) + product(self.up.y, y),
        }
    }
}

/// What was drawn as a vertex or beside one.
#[derive(Clone, Debug)]
struct Mark {
    name: Option<String>,
    at: Option<Point>,
    sort: Sort,
    label: Option<Piece>,
    fill: Option<String>,
    shape: Option<String>,
    span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// A dot, or a node with a shape.
    Drawn,
    /// A node with a name and nothing drawn around it.
    Named,
    /// A place with a name.
    Place,
    /// Words at a place.
    Words,
}

/// What a line ends in.
#[derive(Clone, Debug)]
enum End {
    Mark(usize),
    At(Point, Range<usize>),
    Unknown,
}

#[derive(Clone, Debug)]
struct Line {
    ends: (End, End),
    straight: bool,
    span: Range<usize>,
    label: Option<Piece>,
}

/// How the lines of one path are drawn.
#[derive(Clone, Debug, Default)]
struct Stroke {
    drawn: bool,
    forth: bool,
    back: bool,
    tint: Option<String>,
    /// Why a line of this kind may be none.
    doubt: Option<&'static str>,
    bent: bool,
    decoration: bool,
}

struct Painter<'s> {
    file: &'s str,
    styles: Styles<'s>,
    frame: Frame<'s>,
    marks: Vec<Mark>,
    names: HashMap<String, usize>,
    lines: Vec<(Line, Stroke)>,
    reasons: Vec<Reason>,
}

/// Paths by their command: whether lines are drawn, and whether areas are filled.
const PATHS: [(&str, bool, bool); 8] = [
    ("\\draw", true, false),
    ("\\path", false, false),
    ("\\fill", false, true),
    ("\\filldraw", true, true),
    ("\\shade", false, true),
    ("\\shadedraw", true, true),
    ("\\node", false, false),
    ("\\coordinate", false, false),
];
/// Commands that draw nothing.
const QUIET: &str = " \\tiny \\scriptsize \\footnotesize \\small \\normalsize \\large \\Large \\LARGE \\huge \\Huge \\centering \\relax \\color \\definecolor \\usetikzlibrary \\setlength \\pgfmathsetseed \\label \\bfseries \\boldmath \\hspace \\vspace \\pgfdeclarelayer \\pgfsetlayers \\noindent \\protect \\, \\; \\! \\ \\par \\bf \\rm \\it \\sf \\sffamily \\normalfont ";
/// Places of words on a line.
const ON_LINE: &str = " midway pos near start near end very near start very near end sloped ";
/// Colours by their plain names.
const COLOURS: &str = " red green blue cyan magenta yellow black gray grey white darkgray lightgray brown lime olive orange pink purple teal violet ";
const SHAPES: &str =
    " circle rectangle ellipse diamond star regular polygon trapezium semicircle triangle cloud ";

impl<'s> Painter<'s> {
    fn doubt(&mut self, message: impl Into<String>, span: Range<usize>) {
        reason(&mut self.reasons, message, span);
    }

    /// Takes in the options of a scope or of the picture.
    fn enter(&mut self, options: &[Setting<'s>], whole: bool) {
        for option in options {
            let words = option.words();
            let number = || evaluate(&words).and_then(Fraction::fixed);
            let centimetres = || length(&words).and_then(|(length, _)| length.fixed());
            let mut frame = self.frame.clone();
            let done = match option.key.as_str() {
                // TikZ takes a bare number of `xshift` for points.
                "xshift" | "yshift" => length(&words)
                    .and_then(
                        |(length, unit)| {
                            if unit { Some(length) } else { length.times(Fraction::new(254, 7227)?) }
                        },
                    )
                    .and_then(Fraction::fixed)
                    .map(|length| {
                        let (x, y) = if option.key == "xshift" { (length, 0) } else { (0, length) };
                        frame.origin = frame.origin.plus(frame.step(x, y));
                    }),
                "shift" => self.point(&option.value, None).map(|at| frame.origin = at),
                "scale" | "xscale" | "yscale" => number().map(|factor| {
                    if option.key != "yscale" {
                        frame.right =
                            Point { x: product(frame.right.x, factor), y: product(frame.right.y, factor) };
                    }
                    if option.key != "xscale" {
                        frame.up = Point { x: product(frame.up.x, factor), y: product(frame.up.y, factor) };
                    }
                }),
                "rotate" => evaluate(&words).and_then(turned).map(|(cosine, sine)| {
                    let (right, up) = (frame.step(cosine, sine), frame.step(-sine, cosine));
                    (frame.right, frame.up) = (right, up);
                }),
                "x" => centimetres().map(|unit| frame.unit.0 = unit),
                "y" => centimetres().map(|unit| frame.unit.1 = unit),
                "cm" | "rotate around" | "xslant" | "yslant" | "turtle" | "z" => None,
                _ => Some(()),
            };
            match done {
                Some(()) => self.frame = frame,
                None if whole && option.key != "x" && option.key != "y" => {}
                None => {
                    let at = hull(option.value.iter().map(|token| &token.at));
                    self.doubt(format!("`{}` is not followed", option.key), at);
                }
            }
        }
        self.frame.options.extend(options.iter().cloned());
    }

    /// Reads statement by statement. Groups and scopes keep what they set to themselves.
    fn statements(&mut self, tokens: &[Token<'s>]) {
        let mut frames: Vec<(bool, Frame<'s>, Styles<'s>)> = Vec::new();
        let ends = statement_ends(tokens);
        let mut unended = 0;
        let mut next = 0;
        while let Some(token) = tokens.get(next) {
            next += 1;
            match (token.kind, token.text) {
                (Kind::Space | Kind::Paragraph | Kind::Comment, _) | (Kind::Character, ";") => {}
                (Kind::Open, _) => frames.push((false, self.frame.clone(), self.styles.clone())),
                (Kind::Close, _) => {
                    if let Some((_, frame, styles)) = frames.pop_if(|(scope, ..)| !*scope) {
                        (self.frame, self.styles) = (frame, styles);
                    }
                }
                (Kind::Command, "\\begin" | "\\end") => {
                    let name = braced(tokens, &mut next).map(|name| text(name).trim().to_string());
                    match name.as_deref() {
                        Some("scope") if token.is("\\begin") => {
                            frames.push((true, self.frame.clone(), self.styles.clone()));
                            let options = squared(tokens, &mut next).unwrap_or(&[]);
                            self.styles.learn(options);
                            let options = self.styles.resolved(&settings(options));
                            self.enter(&options, false);
                        }
                        Some("scope") => {
                            while let Some((scope, frame, styles)) = frames.pop() {
                                (self.frame, self.styles) = (frame, styles);
                                if scope {
                                    break;
                                }
                            }
                        }
                        Some("pgfonlayer") => drop(braced(tokens, &mut next)),
                        Some("center" | "small" | "footnotesize") => {}
                        name => {
                            let name = name.unwrap_or("something");
                            self.doubt(format!("`{name}` in a picture is not read"), token.at.clone());
                            // All of it is left out, unless nothing seems to end any more.
                            let closes = |index: &usize| {
                                tokens[*index].is("\\end")
                                    && braced(tokens, &mut (*index + 1))
                                        .is_some_and(|end| text(end).trim() == name)
                            };
                            let end = (next..tokens.len()).find(|index| unended < 20 && closes(index));
                            unended += usize::from(end.is_none());
                            next = end.unwrap_or(next);
                        }
                    }
                }
                (Kind::Command, "\\tikzset" | "\\tikzstyle") => {
                    if let Some(inner) = braced(tokens, &mut next) {
                        if token.is("\\tikzset") {
                            self.styles.learn(inner);
                        } else {
                            skip(tokens, &mut next);
                            next += usize::from(tokens.get(next).is_some_and(|token| token.text == "="));
                            if let Some(options) = squared(tokens, &mut next) {
                                self.styles.set(&text(inner), options);
                            }
                        }
                    }
                }
                (Kind::Command, "\\useasboundingbox" | "\\pgfresetboundingbox" | "\\clip") => {
                    if token.is("\\clip") {
                        self.doubt("what is clipped may be hidden", token.at.clone());
                    }
                    next = ends[next].map_or(tokens.len(), |end| end + 1);
                }
                (Kind::Command, name) => {
                    let path = PATHS.iter().find(|(path, ..)| *path == name);
                    if path.is_some() || name == "\\graph" {
                        let Some(end) = ends[next] else {
                            self.doubt(format!("`{name}` has no end"), token.at.clone());
                            continue;
                        };
                        let inner = &tokens[next..end];
                        match path {
                            Some((_, drawn, filled)) => self.path(token, inner, *drawn, *filled),
                            None => self.chains(token, inner),
                        }
                        next = end + 1;
                    } else if QUIET.contains(&format!(" {name} ")) {
                        while braced(tokens, &mut next).is_some() || squared(tokens, &mut next).is_some() {}
                    } else {
                        self.doubt(format!("`{name}` in a picture is not read"), token.at.clone());
                        if let Some(end) = ends[next]
                            && !tokens[next..end]
                                .iter()
                                .any(|token| PATHS.iter().any(|(path, ..)| token.is(path)))
                        {
                            next = end + 1;
                        }
                    }
                }
                (Kind::Character, "[") => {
                    // Options at the head of a group.
                    next -= 1;
                    match squared(tokens, &mut next) {
                        Some(options) => {
                            let options = self.styles.resolved(&settings(options));
                            self.enter(&options, false);
                        }
                        None => next += 1,
                    }
                }
                _ => {
                    self.doubt("words between the statements of a picture are not read", token.at.clone());
                    next = ends[next].map_or(tokens.len(), |end| end + 1);
                }
            }
        }
    }

    /// The place that a coordinate means; `last` is what `+` counts from. None where it cannot be told.
    fn point(&self, tokens: &[Token<'s>], last: Option<Point>) -> Option<Point> {
        let mut tokens = unbraced(trim(tokens));
        if let Some(close) = closing(tokens, 0)
            && tokens[0].text == "("
            && close + 1 == tokens.len()
        {
            tokens = trim(&tokens[1..close]);
        }
        if tokens.first().is_some_and(|token| token.kind == Kind::Math) {
            return self.computed(&tokens[1..tokens.len().saturating_sub(1)]);
        }
        let offset = self.offset(tokens);
        match offset {
            Some(offset) => Some(last.unwrap_or(self.frame.origin).plus(offset)),
            None => {
                let name = text(tokens);
                for (sign, swapped) in [("|-", false), ("-|", true)] {
                    if let Some((left, right)) = name.split_once(sign) {
                        let (a, b) = (self.named(left)?, self.named(right)?);
                        let (a, b) = if swapped { (b, a) } else { (a, b) };
                        return Some(Point { x: a.x, y: b.y });
                    }
                }
                self.named(&name)
            }
        }
    }

    /// Where the mark of that name lies.
    fn named(&self, name: &str) -> Option<Point> {
        self.marks[self.mark(name)?].at
    }

    /// The mark of that name, or of that name and an anchor.
    fn mark(&self, name: &str) -> Option<usize> {
        let name = name.trim();
        let whole = self.names.get(name);
        whole.or_else(|| self.names.get(name.rsplit_once('.')?.0.trim())).copied()
    }

    /// How far `x,y` or `angle:radius` leads.
    fn offset(&self, tokens: &[Token<'s>]) -> Option<Point> {
        let numbers = |separator: &str| -> Option<(String, String)> {
            match &parts(tokens, separator)[..] {
                [left, right] => Some((text(*left), text(*right))),
                _ => None,
            }
        };
        if let Some((x, y)) = numbers(",") {
            let along = |words: &str, unit: i128| -> Option<i128> {
                let (length, with_unit) = length(words)?;
                let length = length.fixed()?;
                Some(if with_unit { length } else { product(length, unit) })
            };
            return Some(self.frame.step(along(&x, self.frame.unit.0)?, along(&y, self.frame.unit.1)?));
        }
        let (angle, radius) = numbers(":")?;
        let angle = match angle.trim() {
            "right" | "east" => Fraction::whole(0)?,
            "up" | "north" => Fraction::whole(90)?,
            "left" | "west" => Fraction::whole(180)?,
            "down" | "south" => Fraction::whole(270)?,
            angle => evaluate(angle)?,
        };
        let (cosine, sine) = turned(angle)?;
        let (radius, with_unit) = length(&radius)?;
        let radius = radius.fixed()?;
        let unit = if with_unit { (ONE, ONE) } else { self.frame.unit };
        Some(
            self.frame.step(product(product(cosine, radius), unit.0), product(product(sine, radius), unit.1)),
        )
    }

    /// `(a)!0.5!(b)`, `(a)+(1,0)`
    fn computed(&self, tokens: &[Token<'s>]) -> Option<Point> {
        let tokens = trim(tokens);
        let mut next = 0;
        let mut sum: Option<Point> = None;
        while next < tokens.len() {
            let minus = tokens[next].text == "-";
            if minus || tokens[next].text == "+" {
                next += 1;
            } else if sum.is_some() {
                return None;
            }
            skip(tokens, &mut next);
            let mut at = self.point(rounded(tokens, &mut next)?, None)?;
            skip(tokens, &mut next);
            while tokens.get(next).is_some_and(|token| token.text == "!") {
                let factor = (next + 1..tokens.len()).find(|&index| tokens[index].text == "!")?;
                let part = evaluate(&text(&tokens[next + 1..factor]))?.fixed()?;
                next = factor + 1;
                skip(tokens, &mut next);
                let to = self.point(rounded(tokens, &mut next)?, None)?.minus(at);
                at = at.plus(Point { x: product(to.x, part), y: product(to.y, part) });
                skip(tokens, &mut next);
            }
            sum = Some(match sum {
                None if minus => return None,
                None => at,
                // The second summand is a step, counted from the origin.
                Some(sum) if minus => sum.minus(at.minus(self.frame.origin)),
                Some(sum) => sum.plus(at.minus(self.frame.origin)),
            });
        }
        sum
    }

    /// How lines with these options are drawn.
    fn stroke(&self, options: &[Setting<'s>], drawn: bool) -> Stroke {
        let mut stroke = Stroke { drawn, ..Stroke::default() };
        for option in options {
            let words = option.words();
            match option.key.as_str() {
                "draw" => {
                    stroke.drawn = words != "none";
                    if !words.is_empty() && words != "none" {
                        stroke.tint = Some(words);
                    }
                }
                "color" => stroke.tint = Some(words),
                "dotted" | "densely dotted" | "loosely dotted" | "dashed" | "densely dashed"
                | "loosely dashed" | "dash pattern" | "dash dot" => {
                    stroke.doubt = Some("a dashed line may be an edge, or stand for something left out");
                }
                "solid" => stroke.doubt = None,
                "opacity" | "draw opacity" if words == "0" => stroke.drawn = false,
                "decorate" | "decoration" => {
                    stroke.decoration |= words.contains("brace");
                    stroke.bent = true;
                }
                "bend left" | "bend right" | "out" | "in" | "looseness" | "bend angle" | "controls"
                | "relative" | "loop" | "loop above" | "loop below" | "loop left" | "loop right" | "bend" => {
                    stroke.bent = true
                }
                "arrows" => (stroke.back, stroke.forth) = arrows(&words),
                key if option.value.is_empty() && key.contains('-') && arrows(key) != (false, false) => {
                    (stroke.back, stroke.forth) = arrows(key);
                }
                "-" => (stroke.back, stroke.forth) = (false, false),
                key if option.value.is_empty() && is_colour(key) => stroke.tint = Some(key.to_string()),
                _ => {}
            }
        }
        if stroke.drawn && stroke.tint.as_deref() == Some("white") {
            stroke.doubt = Some("a white line may be none");
        }
        stroke
    }

    /// The options of the frame that hold for all, and those of the path, styles put in their place.
    fn all_options(&self, every: &[&str], own: &[Setting<'s>]) -> Vec<Setting<'s>> {
        let mut found = self.frame.options.clone();
        for name in every {
            found.extend(self.styles.known.get(*name).into_iter().flatten().cloned());
        }
        found.extend(own.iter().cloned());
        self.styles.resolved(&found)
    }
}

fn is_colour(name: &str) -> bool {
    let plain = name.split('!').next().unwrap_or(name);
    !plain.is_empty() && COLOURS.contains(&format!(" {plain} "))
}

/// Whether an arrow's name has a head at its beginning, and at its end.
fn arrows(key: &str) -> (bool, bool) {
    let key = key.trim();
    let known = |tip: &str| {
        let tip = tip.trim_matches(|c: char| "{}[] ".contains(c)).to_lowercase();
        tip.starts_with(['<', '>'])
            || ["stealth", "latex", "to", "triangle", "angle", "computer", "implies"]
                .iter()
                .any(|name| tip.starts_with(name))
    };
    match key.split_once('-') {
        Some((back, forth)) if !key.chars().any(|c| c.is_ascii_digit() || c == '=') => {
            (known(back), known(forth))
        }
        _ => (false, false),
    }
}

fn skip(tokens: &[Token<'_>], next: &mut usize) {
    while tokens.get(*next).is_some_and(Token::is_blank) {
        *next += 1;
    }
}

/// What stands in the brackets that come next.
fn bracketed<'t, 's>(tokens: &'t [Token<'s>], next: &mut usize, open: &str) -> Option<&'t [Token<'s>]> {
    let mut start = *next;
    skip(tokens, &mut start);
    if tokens.get(start)?.text != open {
        return None;
    }
    let close = closing(tokens, start)?;
    *next = close + 1;
    Some(&tokens[start + 1..close])
}

fn braced<'t, 's>(tokens: &'t [Token<'s>], next: &mut usize) -> Option<&'t [Token<'s>]> {
    bracketed(tokens, next, "{")
}

fn squared<'t, 's>(tokens: &'t [Token<'s>], next: &mut usize) -> Option<&'t [Token<'s>]> {
    bracketed(tokens, next, "[")
}

fn rounded<'t, 's>(tokens: &'t [Token<'s>], next: &mut usize) -> Option<&'t [Token<'s>]> {
    bracketed(tokens, next, "(")
}

/// For each index, that of the semicolon that ends a statement begun there.
fn statement_ends(tokens: &[Token<'_>]) -> Vec<Option<usize>> {
    let mut ends = vec![None; tokens.len() + 1];
    // The nearest semicolon behind, for each brace that stands open, read from the end.
    let mut nearest = vec![None];
    for (index, token) in tokens.iter().enumerate().rev() {
        match token.kind {
            Kind::Close => nearest.push(None),
            Kind::Open => {
                nearest.pop();
                if nearest.is_empty() {
                    nearest.push(None);
                }
            }
            Kind::Character if token.text == ";" => {
                if let Some(nearest) = nearest.last_mut() {
                    *nearest = Some(index);
                }
            }
            _ => {}
        }
        ends[index] = nearest.last().copied().flatten();
    }
    ends
}

/// Where a path stands.
#[derive(Clone)]
struct Pen {
    end: End,
    /// The place, if it is known.
    at: Option<Point>,
}

/// A line being drawn: what it began with.
struct Open<'s> {
    straight: bool,
    options: Vec<Setting<'s>>,
    label: Option<Piece>,
    span: Range<usize>,
    /// `edge`: the path itself stays where it is.
    stays: bool,
}

impl<'s> Painter<'s> {
    /// Reads the path behind its command; what it sets ends with it.
    fn path(&mut self, command: &Token<'s>, tokens: &[Token<'s>], drawn: bool, filled: bool) {
        let frame = self.frame.clone();
        self.path_within(command, tokens, drawn, filled);
        self.frame = frame;
    }

    fn path_within(&mut self, command: &Token<'s>, tokens: &[Token<'s>], drawn: bool, filled: bool) {
        let mut next = 0;
        let mut own: Vec<Setting<'s>> = Vec::new();
        let surroundings = self.frame.options.len();
        let mut pen: Option<Pen> = None;
        let mut start: Option<Pen> = None;
        let mut open: Option<Open<'s>> = None;
        let mut drawn_lines: Vec<(Line, Vec<Setting<'s>>, bool)> = Vec::new();
        // Marks whose fill and shape depend on options that may still come.
        if command.is("\\node") || command.is("\\coordinate") {
            let marks = self.marks.len();
            self.node(command, tokens, &mut next, None, command.is("\\coordinate"), filled);
            pen = self.marks.get(marks).map(|mark| Pen { end: End::Mark(marks), at: mark.at });
            start.clone_from(&pen);
        }
        loop {
            skip(tokens, &mut next);
            let Some(token) = tokens.get(next) else { break };
            let ahead = |count: usize| tokens.get(next + count).map_or("", |token| token.text);
            match (token.kind, token.text) {
                (Kind::Character, "[") => match squared(tokens, &mut next) {
                    Some(options) => {
                        let options = settings(options);
                        if let Some(open) = &mut open {
                            open.options.extend(options);
                            continue;
                        }
                        let resolved = self.styles.resolved(&options);
                        let moves: Vec<Setting<'s>> =
                            resolved.into_iter().filter(|option| moves(&option.key)).collect();
                        if !moves.is_empty() {
                            self.enter(&moves, false);
                            self.frame.options.truncate(surroundings);
                        }
                        own.extend(options);
                    }
                    None => return self.lost(command, token),
                },
                (Kind::Character, "(" | "+") => {
                    let relative = token.text == "+";
                    let double = relative && ahead(1) == "+";
                    next += usize::from(relative) + usize::from(double);
                    let Some(inner) = rounded(tokens, &mut next) else { return self.lost(command, token) };
                    let span = hull([&token.at, &tokens[next - 1].at]);
                    let Some(arrived) = self.arrive(inner, pen.as_ref(), relative, &span) else {
                        let message = format!("the place `({})` is not known", text(inner).trim());
                        self.doubt(message, span.clone());
                        let unknown = Pen { end: End::Unknown, at: None };
                        open = None;
                        pen = Some(unknown);
                        continue;
                    };
                    if let Some(line) = open.take() {
                        if let Some(from) = &pen {
                            let line_span = hull([&line.span, &span]);
                            drawn_lines.push((
                                Line {
                                    ends: (from.end.clone(), arrived.end.clone()),
                                    straight: line.straight,
                                    span: line_span,
                                    label: line.label,
                                },
                                line.options,
                                line.stays,
                            ));
                        }
                        if line.stays {
                            continue;
                        }
                    } else {
                        start = Some(arrived.clone());
                    }
                    // A place with one plus leaves the path's own place alone.
                    let at =
                        if relative && !double { pen.as_ref().and_then(|pen| pen.at) } else { arrived.at };
                    pen = Some(Pen { end: arrived.end, at });
                }
                (Kind::Character, "-" | "|") if ["-", "|"].contains(&ahead(1)) => {
                    let straight = token.text == ahead(1);
                    open = Some(begun(straight, &token.at));
                    next += 2;
                }
                (Kind::Character, ".") if ahead(1) == "." => {
                    next += 2;
                    skip(tokens, &mut next);
                    let between = open.is_some();
                    if word(tokens, next) == "controls" {
                        next += "controls".len();
                        skip(tokens, &mut next);
                        if !self.controls(tokens, &mut next) {
                            return self.lost(command, token);
                        }
                        skip(tokens, &mut next);
                        if tokens.get(next).is_some_and(|token| token.text == ".") {
                            next += 2;
                        }
                    } else if !between {
                        return self.lost(command, token);
                    }
                    open = Some(begun(false, &token.at));
                }
                (Kind::Open, _) => {
                    // What a loop on a path leaves; braces on a path group and say nothing else.
                    next += 1;
                }
                (Kind::Close, _) => next += 1,
                (Kind::Character, letter) if letter.chars().all(|c| c.is_ascii_alphabetic()) => {
                    let found = word(tokens, next);
                    next += found.len();
                    match found.as_str() {
                        "node" | "coordinate" => {
                            let place = found == "coordinate";
                            if let Some(line) = &mut open
                                && !place
                            {
                                let label = self.words_on_line(tokens, &mut next);
                                line.label = line.label.take().or(label);
                                continue;
                            }
                            // Behind a line, `midway` says that the words stand on it.
                            let midway = squared(tokens, &mut next.clone()).map(settings).unwrap_or_default();
                            if !place
                                && midway.iter().any(|option| listed(ON_LINE, &option.key))
                                && let Some((line, ..)) = drawn_lines.last_mut()
                            {
                                let label = self.words_on_line(tokens, &mut next);
                                line.label = line.label.take().or(label);
                                continue;
                            }
                            // A node stands where the path stands.
                            let marks = self.marks.len();
                            let at = pen.clone().unwrap_or(Pen {
                                end: End::At(self.frame.origin, token.at.clone()),
                                at: Some(self.frame.origin),
                            });
                            self.node(token, tokens, &mut next, Some(&at), place, false);
                            if word_at(tokens, next) == "child"
                                && let Some(mark) = self.marks.get(marks)
                            {
                                pen = Some(Pen { end: End::Mark(marks), at: mark.at });
                            }
                        }
                        "edge" | "to" => {
                            let mut line = begun(true, &token.at);
                            line.stays = found == "edge";
                            open = Some(line);
                        }
                        "cycle" => {
                            if let (Some(line), Some(from), Some(to)) = (open.take(), &pen, &start) {
                                let span = hull([&line.span, &token.at]);
                                let ends = (from.end.clone(), to.end.clone());
                                let line_drawn =
                                    Line { ends, straight: line.straight, span, label: line.label };
                                drawn_lines.push((line_drawn, line.options, false));
                            }
                            pen.clone_from(&start);
                        }
                        "circle" => {
                            let options = squared(tokens, &mut next).map(settings).unwrap_or_default();
                            let radius = match rounded(tokens, &mut next) {
                                Some(radius) => length(&text(radius)),
                                None => options
                                    .iter()
                                    .find(|option| option.key == "radius")
                                    .and_then(|option| length(&option.words())),
                            };
                            let behind = self.path_options(tokens, next, &own);
                            self.dot(token, pen.as_ref(), radius, &behind, drawn, filled);
                        }
                        "child" => {
                            let Some(parent) = pen.clone() else { return self.lost(command, token) };
                            next -= "child".len();
                            self.children(&parent.end, tokens, &mut next, 0);
                        }
                        "grid" | "rectangle" | "arc" | "ellipse" | "parabola" | "sin" | "cos" | "plot"
                        | "svg" | "pic" | "let" | "coordinates" => {
                            if found == "plot" && word_at(tokens, next) == "coordinates" {
                                skip(tokens, &mut next);
                                next += "coordinates".len();
                                if let Some(inner) = braced(tokens, &mut next) {
                                    pen = self.plotted(inner, pen, &mut drawn_lines);
                                    continue;
                                }
                            }
                            self.doubt(format!("`{found}` on a path is not read"), token.at.clone());
                            return;
                        }
                        _ => return self.lost(command, token),
                    }
                }
                _ => {
                    return self.lost(command, token);
                }
            }
        }
        let options = self.all_options(&["every path"], &own);
        for (line, more, edge) in drawn_lines {
            let mut all = options.clone();
            if edge {
                all.extend(self.styles.known.get("every edge").into_iter().flatten().cloned());
            }
            all.extend(more);
            let all = self.styles.resolved(&all);
            let mut stroke = self.stroke(&all, drawn || edge);
            if all.iter().any(|option| option.key.starts_with("loop")) && edge {
                stroke.doubt = Some("a loop is no edge of a simple graph");
            }
            if !stroke.drawn || stroke.decoration {
                continue;
            }
            if self.lines.len() >= MOST_LINES {
                self.doubt("the picture has too many lines", line.span);
                break;
            }
            self.lines.push((line, stroke));
        }
    }

    fn lost(&mut self, command: &Token<'s>, token: &Token<'s>) {
        self.doubt(format!("this part of a `{}` is not read", command.text), token.at.clone());
    }

    /// The options of a path with those that still come on it.
    fn path_options(&self, tokens: &[Token<'s>], from: usize, own: &[Setting<'s>]) -> Vec<Setting<'s>> {
        let mut options = own.to_vec();
        let mut next = from;
        if let Some(more) = squared(tokens, &mut next) {
            options.extend(settings(more));
        }
        self.all_options(&["every path"], &options)
    }

    /// Where a coordinate or a name in round brackets leads.
    fn arrive(
        &self,
        inner: &[Token<'s>],
        pen: Option<&Pen>,
        relative: bool,
        span: &Range<usize>,
    ) -> Option<Pen> {
        let mut inner = trim(inner);
        if inner.first().is_some_and(|token| token.text == "[") {
            let mut next = 0;
            squared(inner, &mut next)?;
            inner = trim(&inner[next..]);
        }
        if !relative && let Some(mark) = self.mark(&text(inner)) {
            return Some(Pen { end: End::Mark(mark), at: self.marks[mark].at });
        }
        let at = if relative { self.point(inner, Some(pen?.at?))? } else { self.point(inner, None)? };
        Some(Pen { end: End::At(at, span.clone()), at: Some(at) })
    }

    /// Steps over `(a) and (b)`; whether it was there.
    fn controls(&self, tokens: &[Token<'s>], next: &mut usize) -> bool {
        for _ in 0..2 {
            while tokens.get(*next).is_some_and(|token| token.text == "+" || token.is_blank()) {
                *next += 1;
            }
            if rounded(tokens, next).is_none() {
                return false;
            }
            if word_at(tokens, *next) != "and" {
                break;
            }
            skip(tokens, next);
            *next += "and".len();
        }
        true
    }

    /// The words of a node that stands on a line.
    fn words_on_line(&self, tokens: &[Token<'s>], next: &mut usize) -> Option<Piece> {
        while squared(tokens, next).is_some() || rounded(tokens, next).is_some() {}
        let inner = braced(tokens, next)?;
        Some(piece(self.file, inner, 0)).filter(|label| !label.content.is_empty())
    }

    /// `plot coordinates {(0,0) (1,1)}`: lines from each place to the next.
    fn plotted(
        &mut self,
        tokens: &[Token<'s>],
        pen: Option<Pen>,
        lines: &mut Vec<(Line, Vec<Setting<'s>>, bool)>,
    ) -> Option<Pen> {
        let mut last: Option<Pen> = None;
        let mut next = 0;
        while let Some(inner) = rounded(tokens, &mut next) {
            let span = hull(inner.iter().map(|token| &token.at));
            let arrived = self.arrive(inner, None, false, &span);
            if arrived.is_none() {
                self.doubt("a plotted place is not known", span.clone());
            }
            if let (Some(from), Some(to)) = (&last, &arrived) {
                let ends = (from.end.clone(), to.end.clone());
                lines.push((Line { ends, straight: true, span, label: None }, Vec::new(), false));
            }
            last = arrived;
        }
        last.or(pen)
    }

    /// A circle at the pen: a vertex if it is small or filled.
    fn dot(
        &mut self,
        token: &Token<'s>,
        pen: Option<&Pen>,
        radius: Option<(Fraction, bool)>,
        options: &[Setting<'s>],
        drawn: bool,
        filled: bool,
    ) {
        let radius = radius.and_then(|(radius, _)| radius.fixed());
        let paint = paint(options, filled);
        if !drawn && !filled && paint.fill.is_none() && !options.iter().any(|option| option.key == "draw") {
            return;
        }
        // A larger circle goes around things.
        let small = radius.is_some_and(|radius| radius <= ONE * 2 / 5);
        let Some(pen) = pen.filter(|_| small) else {
            self.doubt("a large circle may be a vertex, or go around some", token.at.clone());
            return;
        };
        let (span, at, end) = match &pen.end {
            End::At(at, span) => (hull([span, &token.at]), Some(*at), None),
            End::Mark(mark) => (token.at.clone(), self.marks[*mark].at, Some(*mark)),
            End::Unknown => return,
        };
        if let Some(mark) = end {
            let mark = &mut self.marks[mark];
            mark.sort = Sort::Drawn;
            mark.fill = paint.fill.or(mark.fill.take());
            mark.shape.get_or_insert_with(|| "circle".into());
            return;
        }
        let shape = Some("circle".to_string());
        self.mark_down(Mark {
            name: None,
            at,
            sort: Sort::Drawn,
            label: None,
            fill: paint.fill,
            shape,
            span,
        });
    }

    fn mark_down(&mut self, mark: Mark) {
        if self.marks.len() >= 4 * MOST_VERTICES {
            self.doubt("the picture has too many nodes", mark.span);
            return;
        }
        if let Some(name) = &mark.name {
            self.names.insert(name.clone(), self.marks.len());
        }
        self.marks.push(mark);
    }

    /// A node or a named place, whose word has been read; at the pen if it stands on a path.
    fn node(
        &mut self,
        token: &Token<'s>,
        tokens: &[Token<'s>],
        next: &mut usize,
        pen: Option<&Pen>,
        place: bool,
        filled: bool,
    ) {
        let mut own: Vec<Setting<'s>> = Vec::new();
        let mut name = None;
        let mut at: Option<Option<Point>> = None;
        let mut span = token.at.clone();
        let mut inner: Option<&[Token<'s>]> = None;
        loop {
            skip(tokens, next);
            let start = *next;
            match tokens.get(*next).map(|token| token.text) {
                Some("[") => match squared(tokens, next) {
                    Some(options) => own.extend(settings(options)),
                    None => break,
                },
                Some("(") if name.is_none() => match rounded(tokens, next) {
                    Some(inner) => name = Some(text(inner).trim().to_string()),
                    None => break,
                },
                Some("a") if word(tokens, *next) == "at" && at.is_none() => {
                    *next += 2;
                    let Some(inner) = rounded(tokens, next) else { break };
                    let where_to = trim(inner);
                    let shifted = where_to.first().is_some_and(|token| token.text == "[");
                    at = Some(if shifted { None } else { self.point(where_to, None) });
                }
                Some("{") if !place => {
                    inner = braced(tokens, next);
                    span = hull([&span, &tokens[next.saturating_sub(1)].at]);
                    break;
                }
                _ => break,
            }
            if *next == start {
                break;
            }
            span = hull([&span, &tokens[*next - 1].at]);
        }
        if let Some(option) = own.iter().find(|option| option.key == "name") {
            name = Some(option.words());
        }
        let every: &[&str] = if place { &["every coordinate"] } else { &["every node"] };
        // What the path and its surroundings say of lines is not said of nodes.
        let mut options: Vec<Setting<'s>> = Vec::new();
        for name in every {
            options.extend(self.frame.options.iter().filter(|option| option.key == *name).cloned());
            options.extend(self.styles.known.get(*name).into_iter().flatten().cloned());
        }
        options.extend(own.iter().cloned());
        let options = self.styles.resolved(&options);
        let mut paint = paint(&options, filled);
        let words = inner.map(|inner| piece(self.file, inner, span.start));
        let mut label = words.filter(|label| !label.content.is_empty());
        let mut moved = false;
        for option in &options {
            match option.key.as_str() {
                "at" => at = Some(self.point(&option.value, None)),
                "label" | "pin" => {
                    let value = match top(&option.value).find(|&index| option.value[index].text == ":") {
                        Some(colon) => &option.value[colon + 1..],
                        None => &option.value[..],
                    };
                    let value = piece(self.file, unbraced(trim(value)), span.start);
                    label = label.or(Some(value).filter(|label| !label.content.is_empty()));
                }
                "above" | "below" | "left" | "right" | "above left" | "above right" | "below left"
                | "below right" | "above of" | "below of" | "left of" | "right of" | "above left of"
                | "above right of" | "below left of" | "below right of" | "base left" | "base right" => {
                    let words = option.words();
                    moved |= option.key.ends_with("of") || words.contains("of");
                }
                "xshift" | "yshift" | "shift" => moved = true,
                _ => {}
            }
        }
        // A dot that is written as a letter.
        let dot = label.as_ref().and_then(|label| match label.content.as_str() {
            "\\bullet" | "●" | "•" | "\\textbullet" => Some(Some("black".to_string())),
            "\\circ" | "○" | "\\bigcirc" => Some(None),
            _ => None,
        });
        if let Some(fill) = dot {
            (paint.marked, paint.fill, label) = (true, fill, None);
            paint.shape.get_or_insert_with(|| "circle".into());
        }
        let dots = ["\\ldots", "\\cdots", "\\dots", "\\vdots", "\\ddots", "...", "…", "\\hdots", "\\iddots"];
        if label.as_ref().is_some_and(|label| dots.contains(&label.content.as_str())) {
            self.doubt("dots stand for something that is left out", span.clone());
            if !paint.marked && name.is_none() {
                return;
            }
        }
        if options.iter().any(|option| option.key.starts_with("matrix")) {
            self.doubt("a matrix of nodes is not read", span.clone());
        }
        let at = match (at, pen) {
            _ if moved => None,
            (Some(at), _) => at,
            (None, Some(pen)) => pen.at,
            (None, None) => Some(self.frame.origin),
        };
        let sort = match (&name, place, paint.marked) {
            (_, true, _) => Sort::Place,
            (_, _, true) => Sort::Drawn,
            (Some(_), ..) => Sort::Named,
            (None, ..) => Sort::Words,
        };
        // Words beside a node with a name are words of that node.
        if let (Sort::Words, Some(Pen { end: End::Mark(mark), .. })) = (sort, pen) {
            let mark = &mut self.marks[*mark];
            mark.label = mark.label.take().or(label);
            return;
        }
        if place && name.is_none() {
            return;
        }
        if let (Sort::Place, Some(Pen { end: End::Mark(mark), .. }), Some(name)) = (sort, pen, &name) {
            self.names.insert(name.clone(), *mark);
            return;
        }
        self.mark_down(Mark { name, at, sort, label, fill: paint.fill, shape: paint.shape, span });
    }

    /// The children that come next, each with a line from its parent.
    fn children(&mut self, parent: &End, tokens: &[Token<'s>], next: &mut usize, depth: usize) {
        while word_at(tokens, *next) == "child" {
            skip(tokens, next);
            let token = tokens[*next].clone();
            *next += "child".len();
            let mut options = Vec::new();
            while let Some(more) = squared(tokens, next) {
                options.extend(settings(more));
            }
            let Some(inner) = braced(tokens, next).filter(|_| depth < DEEPEST) else {
                self.doubt("this child of a tree is not read", token.at.clone());
                return;
            };
            if options.iter().any(|option| option.key == "missing") {
                continue;
            }
            let (mut at, marks) = (0, self.marks.len());
            while let Some(more) = squared(inner, &mut at) {
                options.extend(settings(more));
            }
            let found = word_at(inner, at);
            if found != "node" && found != "coordinate" {
                self.doubt("a child without a node may be a vertex", token.at.clone());
                continue;
            }
            skip(inner, &mut at);
            at += found.len();
            let nowhere = Pen { end: End::Unknown, at: None };
            self.node(&token, inner, &mut at, Some(&nowhere), found == "coordinate", false);
            let Some(mark) = self.marks.get_mut(marks) else { continue };
            if mark.sort == Sort::Words {
                mark.sort = Sort::Named;
            }
            let child = End::Mark(marks);
            let mut label = None;
            let mut stroke = self.stroke(&self.all_options(&["every path"], &options), true);
            loop {
                skip(inner, &mut at);
                match word_at(inner, at).as_str() {
                    "child" => self.children(&child, inner, &mut at, depth + 1),
                    "edge" => {
                        at += "edge".len();
                        for more in ["from", "parent"] {
                            if word_at(inner, at) == more {
                                skip(inner, &mut at);
                                at += more.len();
                            }
                        }
                        if let Some(more) = squared(inner, &mut at) {
                            options.extend(settings(more));
                            stroke = self.stroke(&self.all_options(&["every path"], &options), true);
                        }
                    }
                    "node" => {
                        at += "node".len();
                        let words = self.words_on_line(inner, &mut at);
                        label = label.or(words);
                    }
                    _ => break,
                }
            }
            if !trim(inner.get(at..).unwrap_or(&[])).is_empty() {
                self.doubt("this child of a tree is not read", inner[at].at.clone());
            }
            if stroke.drawn && self.lines.len() < MOST_LINES {
                let line = Line { ends: (parent.clone(), child), straight: false, span: token.at, label };
                self.lines.push((line, stroke));
            }
        }
    }

    /// `\graph { a -- b -- {c, d}; }`
    fn chains(&mut self, command: &Token<'s>, tokens: &[Token<'s>]) {
        let mut next = 0;
        let mut options = Vec::new();
        while let Some(more) = squared(tokens, &mut next) {
            options.extend(settings(more));
        }
        let Some(inner) = braced(tokens, &mut next) else { return self.lost(command, command) };
        let inner = inner.to_vec();
        for chain in parts(&inner, ";").into_iter().flat_map(|chain| parts(chain, ",")) {
            let mut at = 0;
            let mut before: Vec<usize> = Vec::new();
            let mut sign: Option<(bool, bool)> = None;
            while at < chain.len() {
                skip(chain, &mut at);
                let Some(token) = chain.get(at) else { break };
                let start = at;
                let mut set = Vec::new();
                if token.kind == Kind::Open {
                    let Some(group) = braced(chain, &mut at) else { return self.lost(command, token) };
                    for name in parts(group, ",") {
                        match self.vertex_of_graph(name) {
                            Some(mark) => set.push(mark),
                            None => return self.lost(command, token),
                        }
                    }
                } else {
                    let end = (at..chain.len())
                        .find(|&index| {
                            ["-", "<"].contains(&chain[index].text)
                                && chain.get(index + 1).is_some_and(|token| ["-", ">"].contains(&token.text))
                        })
                        .unwrap_or(chain.len());
                    match self.vertex_of_graph(trim(&chain[at..end])) {
                        Some(mark) => set.push(mark),
                        None => return self.lost(command, token),
                    }
                    at = end;
                }
                if let Some((back, forth)) = sign {
                    for from in &before {
                        for to in &set {
                            let ends = (End::Mark(*from), End::Mark(*to));
                            let span = token.at.clone();
                            let mut stroke = self.stroke(&self.styles.resolved(&options), true);
                            (stroke.back, stroke.forth) = (back, forth);
                            if self.lines.len() < MOST_LINES {
                                self.lines.push((Line { ends, straight: false, span, label: None }, stroke));
                            }
                        }
                    }
                }
                skip(chain, &mut at);
                let written: String = chain[at..].iter().take(3).map(|token| token.text).collect();
                sign = match written.as_str() {
                    "" => break,
                    sign if sign.starts_with("<->") => Some((true, true)),
                    sign if sign.starts_with("--") => Some((false, false)),
                    sign if sign.starts_with("->") => Some((false, true)),
                    sign if sign.starts_with("<-") => Some((true, false)),
                    _ => return self.lost(command, &chain[at]),
                };
                at += if written.starts_with("<->") { 3 } else { 2 };
                if let Some(options) = squared(chain, &mut at)
                    && !trim(options).is_empty()
                {
                    return self.lost(command, token);
                }
                before = set;
                if at == start {
                    break;
                }
            }
        }
    }

    /// The vertex of a `\graph` by its name, made where it is first named.
    fn vertex_of_graph(&mut self, tokens: &[Token<'s>]) -> Option<usize> {
        let tokens = trim(tokens);
        let plain = tokens.iter().all(|token| {
            token.kind == Kind::Space
                || token.kind == Kind::Character
                    && (token.text.chars().all(char::is_alphanumeric) || ["_", "'"].contains(&token.text))
        });
        if tokens.is_empty() || !plain {
            return None;
        }
        let name = text(tokens);
        if let Some(mark) = self.names.get(&name) {
            return Some(*mark);
        }
        let label = Some(piece(self.file, tokens, 0));
        let span = hull(tokens.iter().map(|token| &token.at));
        let marks = self.marks.len();
        self.mark_down(Mark {
            name: Some(name),
            at: None,
            sort: Sort::Named,
            label,
            fill: None,
            shape: None,
            span,
        });
        (self.marks.len() > marks).then_some(marks)
    }
}

fn begun<'s>(straight: bool, at: &Range<usize>) -> Open<'s> {
    Open { straight, options: Vec::new(), label: None, span: at.clone(), stays: false }
}

/// Whether an option moves what is drawn.
fn moves(key: &str) -> bool {
    ["xshift", "yshift", "shift", "scale", "xscale", "yscale", "rotate", "rotate around", "cm"].contains(&key)
}

/// The letters at an index.
fn word(tokens: &[Token<'_>], from: usize) -> String {
    let letters = tokens.get(from..).unwrap_or(&[]).iter();
    letters
        .take_while(|token| {
            token.kind == Kind::Character && token.text.chars().all(|c| c.is_ascii_alphabetic())
        })
        .map(|token| token.text)
        .collect()
}

/// The letters behind blanks.
fn word_at(tokens: &[Token<'_>], mut from: usize) -> String {
    skip(tokens, &mut from);
    word(tokens, from)
}

/// How a node looks.
#[derive(Default)]
struct Paint {
    marked: bool,
    fill: Option<String>,
    shape: Option<String>,
}

/// Options that say nothing of whether something is drawn around a node's words.
const PLAIN: &str = " above below left right above left above right below left below right above of below of left of right of above left of above right of below left of below right of anchor font scale xscale yscale text text width text height text depth align midway near start near end at start at end very near start very near end pos sloped auto swap rotate xshift yshift shift inner sep outer sep inner xsep inner ysep at name label pin node distance on grid opacity text opacity yellow color transform shape every node every label label distance label position distance base left base right overlay remember picture execute at begin node execute at end node alias behind path minimum width minimum height ";

fn paint(options: &[Setting<'_>], filled: bool) -> Paint {
    let mut paint = Paint { marked: filled, ..Paint::default() };
    let mut tint: Option<String> = None;
    let mut fills = filled;
    for option in options {
        let words = option.words();
        let given = (!words.is_empty()).then(|| words.clone());
        match option.key.as_str() {
            "fill" if words == "none" => (fills, paint.fill) = (false, None),
            "fill" => {
                (fills, paint.marked) = (true, true);
                paint.fill = given;
            }
            "ball color" | "inner color" | "top color" | "left color" | "shading" => {
                (fills, paint.marked) = (true, true);
                paint.fill = given.or(paint.fill);
            }
            "draw" => paint.marked |= words != "none",
            "shape" => {
                paint.marked |= words != "rectangle" && words != "coordinate";
                paint.shape = given;
            }
            "color" => tint = given,
            "minimum size" | "draw opacity" | "line width" | "thick" | "very thick" | "double" | "thin" => {
                paint.marked |= option.key == "minimum size";
            }
            key if option.value.is_empty() && is_colour(key) => tint = Some(key.to_string()),
            key if SHAPES.contains(&format!(" {key} ")) && option.value.is_empty() => {
                paint.marked |= key != "rectangle";
                paint.shape = Some(key.to_string());
            }
            key if PLAIN.contains(&format!(" {key} ")) => {}
            key if key.contains('/') || key.contains('-') || key.starts_with("every") || key.is_empty() => {}
            // A style whose definition is elsewhere: nobody names a style for words alone.
            key if option.value.is_empty()
                && key.chars().all(|c| c.is_alphanumeric() || " _".contains(c)) =>
            {
                paint.marked = true;
            }
            _ => {}
        }
    }
    if fills && paint.fill.is_none() {
        paint.fill = Some(tint.unwrap_or_else(|| "black".into()));
    }
    paint
}

impl<'s> Painter<'s> {
    /// Puts marks and lines together.
    fn graph(mut self) -> Drawing {
        let used: Vec<bool> = {
            let mut used = vec![false; self.marks.len()];
            let ends = self.lines.iter().flat_map(|(line, _)| [&line.ends.0, &line.ends.1]);
            for end in ends {
                if let End::Mark(mark) = end {
                    used[*mark] = true;
                }
            }
            used
        };
        let mut graph = Graph::default();
        // The vertex of each mark.
        let mut vertex_of: Vec<Option<usize>> = vec![None; self.marks.len()];
        for (index, mark) in self.marks.iter().enumerate() {
            if mark.sort == Sort::Drawn || mark.sort != Sort::Place && used[index] {
                vertex_of[index] = Some(graph.add(mark, true));
            }
        }
        let drawn = !graph.vertices.is_empty();
        let mut doubts: Vec<(String, Range<usize>)> = Vec::new();
        let mut edges: Vec<(usize, usize, usize)> = Vec::new();
        for (number, (line, _)) in self.lines.iter().enumerate() {
            let mut ends = [None, None];
            for (end, written) in ends.iter_mut().zip([&line.ends.0, &line.ends.1]) {
                let (at, span) = match written {
                    End::Unknown => {
                        doubts.push(("a line leads to a place that is not known".into(), line.span.clone()));
                        continue;
                    }
                    End::Mark(mark) => {
                        if let Some(vertex) = vertex_of[*mark] {
                            *end = Some(vertex);
                            continue;
                        }
                        (self.marks[*mark].at, &self.marks[*mark].span)
                    }
                    End::At(at, span) => (Some(*at), span),
                };
                let found = at.and_then(|at| graph.find(at));
                *end = found.or_else(|| {
                    if drawn {
                        doubts.push(("a line ends where no vertex is drawn".into(), line.span.clone()));
                        return None;
                    }
                    let place = match written {
                        End::Mark(mark) => self.marks[*mark].clone(),
                        _ => Mark {
                            name: None,
                            at,
                            sort: Sort::Place,
                            label: None,
                            fill: None,
                            shape: None,
                            span: span.clone(),
                        },
                    };
                    Some(graph.add(&place, false))
                });
                if let (End::Mark(mark), Some(vertex)) = (written, *end) {
                    vertex_of[*mark] = Some(vertex);
                }
            }
            if let [Some(from), Some(to)] = ends {
                edges.push((from, to, number));
            }
        }
        // Words at a vertex are its label; names without lines may be anything.
        for (index, mark) in self.marks.iter().enumerate() {
            if vertex_of[index].is_some() || mark.sort == Sort::Place {
                continue;
            }
            match mark.at.and_then(|at| graph.find(at)) {
                Some(vertex) => {
                    let vertex = &mut graph.vertices[vertex];
                    vertex.label = vertex.label.take().or_else(|| mark.label.clone());
                }
                None if mark.sort == Sort::Named && (drawn || !edges.is_empty()) => {
                    doubts
                        .push(("this may be a vertex, or words beside the graph".into(), mark.span.clone()));
                }
                None => {}
            }
        }
        if graph.vertices.len() > MOST_VERTICES {
            let span = graph.vertices[MOST_VERTICES].span.clone();
            doubts.push(("the picture has too many vertices".into(), span));
            graph.vertices.clear();
            edges.clear();
        }
        graph.near(&mut doubts);
        let strokes: Vec<&(Line, Stroke)> = self.lines.iter().collect();
        let edges = graph.edges(&edges, &strokes, drawn, &mut doubts);
        for (message, span) in doubts {
            self.doubt(message, span);
        }
        Drawing { vertices: graph.vertices, edges, reasons: self.reasons }
    }
}

/// The vertices found so far, and where they lie.
#[derive(Default)]
struct Graph {
    vertices: Vec<Vertex>,
    places: Vec<Option<Point>>,
    cells: HashMap<(i128, i128), Vec<usize>>,
}

impl Graph {
    /// The vertex at a place.
    fn find(&self, at: Point) -> Option<usize> {
        let (x, y) = (at.x.div_euclid(2 * SAME), at.y.div_euclid(2 * SAME));
        let cells = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        let mut near = cells.filter_map(|cell| self.cells.get(&cell)).flatten();
        near.find(|&&index| self.places[index].is_some_and(|place| place.within(at, SAME))).copied()
    }

    /// The vertex of a mark, one with what is drawn at the same place already.
    fn add(&mut self, mark: &Mark, drawn: bool) -> usize {
        if let Some(index) = mark.at.and_then(|at| self.find(at)) {
            let vertex = &mut self.vertices[index];
            vertex.label = vertex.label.take().or_else(|| mark.label.clone());
            vertex.fill = vertex.fill.take().or_else(|| mark.fill.clone());
            vertex.shape = vertex.shape.take().or_else(|| mark.shape.clone());
            vertex.name = vertex.name.take().or_else(|| mark.name.clone());
            return index;
        }
        let index = self.vertices.len();
        self.vertices.push(Vertex {
            name: mark.name.clone(),
            label: mark.label.clone(),
            fill: mark.fill.clone(),
            shape: mark.shape.clone(),
            drawn,
            span: mark.span.clone(),
        });
        self.places.push(mark.at);
        if let Some(at) = mark.at {
            let cell = (at.x.div_euclid(2 * SAME), at.y.div_euclid(2 * SAME));
            self.cells.entry(cell).or_default().push(index);
        }
        index
    }

    /// Two vertices so close that they may be one.
    fn near(&self, doubts: &mut Vec<(String, Range<usize>)>) {
        for (index, place) in self.places.iter().enumerate() {
            let Some(place) = place else { continue };
            let others = self.places[..index.min(self.vertices.len())].iter().flatten();
            if others.into_iter().any(|other| other.within(*place, NEAR)) && index < self.vertices.len() {
                doubts.push((
                    "two vertices lie so close that they may be one".into(),
                    self.vertices[index].span.clone(),
                ));
            }
        }
    }

    /// The edges that lines are, from vertex to vertex with line number.
    fn edges(
        &self,
        found: &[(usize, usize, usize)],
        lines: &[&(Line, Stroke)],
        drawn: bool,
        doubts: &mut Vec<(String, Range<usize>)>,
    ) -> Vec<Edge> {
        let mut edges: Vec<Edge> = Vec::new();
        let mut known: HashMap<(usize, usize), (usize, bool)> = HashMap::new();
        for &(from, to, number) in found {
            let (line, stroke) = lines[number];
            if let Some(doubt) = stroke.doubt {
                doubts.push((doubt.into(), line.span.clone()));
                continue;
            }
            if from == to {
                doubts.push(("a line leads back to its own vertex".into(), line.span.clone()));
                continue;
            }
            let straight = line.straight && !stroke.bent;
            let mut stops = vec![from];
            if straight {
                let between = self.between(from, to);
                let by_name = matches!(line.ends, (End::Mark(_), End::Mark(_)));
                if !between.is_empty() && (by_name || stroke.back || stroke.forth) {
                    doubts.push(("a line passes through a vertex".into(), line.span.clone()));
                    continue;
                }
                stops.extend(between);
            }
            stops.push(to);
            for pair in stops.windows(2) {
                let (from, to) =
                    if stroke.back && !stroke.forth { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
                let arrow = stroke.back != stroke.forth;
                let key = (from.min(to), from.max(to));
                let edge = Edge {
                    ends: (from, to),
                    arrow,
                    tint: stroke.tint.clone(),
                    label: line.label.clone(),
                    span: line.span.clone(),
                };
                match known.get(&key) {
                    None => {
                        known.insert(key, (edges.len(), straight));
                        edges.push(edge);
                    }
                    Some((index, was_straight)) => {
                        let other = &edges[*index];
                        if !straight
                            || !was_straight
                            || other.arrow != arrow
                            || arrow && other.ends != edge.ends
                        {
                            doubts.push(("two vertices are joined twice".into(), line.span.clone()));
                        }
                    }
                }
            }
        }
        if !drawn {
            self.crossings(&edges, doubts);
        }
        edges
    }

    /// The vertices that lie on the straight line between two, in their order on it.
    fn between(&self, from: usize, to: usize) -> Vec<usize> {
        let (Some(Some(start)), Some(Some(end))) = (self.places.get(from), self.places.get(to)) else {
            return Vec::new();
        };
        let along = end.minus(*start);
        let length = along.x.unsigned_abs().max(along.y.unsigned_abs()).max(1) as i128;
        let mut found: Vec<(i128, usize)> = Vec::new();
        for (index, place) in self.places.iter().enumerate() {
            let Some(place) = place.filter(|_| index != from && index != to) else { continue };
            let off = place.minus(*start);
            let (side, forward) = (along.x * off.y - along.y * off.x, along.x * off.x + along.y * off.y);
            let whole = along.x * along.x + along.y * along.y;
            if side.abs() <= SAME * length && forward > 0 && forward < whole {
                found.push((forward, index));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(_, index)| index).collect()
    }

    /// Bare lines that cross: whether there is a vertex cannot be told.
    fn crossings(&self, edges: &[Edge], doubts: &mut Vec<(String, Range<usize>)>) {
        let place = |index: usize| self.places.get(index).copied().flatten();
        let segments: Vec<(Point, Point, &Edge)> =
            edges.iter().filter_map(|edge| Some((place(edge.ends.0)?, place(edge.ends.1)?, edge))).collect();
        let turn = |a: Point, b: Point, c: Point| {
            let (along, off) = (b.minus(a), c.minus(a));
            (along.x * off.y - along.y * off.x).signum()
        };
        for (index, (a, b, edge)) in segments.iter().enumerate() {
            let crossed = segments[..index].iter().any(|(c, d, other)| {
                let apart = edge.ends.0 != other.ends.0
                    && edge.ends.0 != other.ends.1
                    && edge.ends.1 != other.ends.0
                    && edge.ends.1 != other.ends.1;
                apart && turn(*a, *b, *c) * turn(*a, *b, *d) < 0 && turn(*c, *d, *a) * turn(*c, *d, *b) < 0
            });
            if crossed {
                doubts.push(("lines cross where no vertex is drawn".into(), edge.span.clone()));
            }
        }
    }
}
