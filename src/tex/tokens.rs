//! Characters to tokens. Never fails: whatever is there becomes a token with its place.

use std::ops::Range;

/// What a token is, by TeX's categories as far as tables need them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `\name` or `\%`, without the spaces after it.
    Command,
    Open,
    Close,
    Ampersand,
    /// `$` or `$$`
    Math,
    /// `#1`; `##1` in a definition within a definition.
    Parameter,
    Space,
    /// An empty line.
    Paragraph,
    /// From `%` to the end of the line, or what an environment `comment` hides.
    Comment,
    /// Text to be taken as it is.
    Verbatim,
    /// A character that may have a meaning like a command: `~`.
    Active,
    Character,
}

/// A token, what is written there, and the bytes of the file that it stands for: its own, or the call of the
/// macro from whose body it comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'s> {
    pub kind: Kind,
    pub text: &'s str,
    pub at: Range<usize>,
}

impl Token<'_> {
    pub fn is(&self, command: &str) -> bool {
        self.kind == Kind::Command && self.text == command
    }

    pub fn is_blank(&self) -> bool {
        matches!(self.kind, Kind::Space | Kind::Paragraph | Kind::Comment)
    }
}

/// What a character is: TeX's category codes, those apart that make no difference here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    Escape,
    Open,
    Close,
    Math,
    Ampersand,
    Parameter,
    Ignored,
    Space,
    Letter,
    Other,
    Active,
    Comment,
    /// Begins and ends a short verbatim.
    Verb,
}

impl Category {
    /// By its number in `\catcode`; none where it would change how everything after it is read.
    pub fn numbered(number: usize) -> Option<Category> {
        Some(match number {
            1 => Category::Open,
            2 => Category::Close,
            3 => Category::Math,
            4 => Category::Ampersand,
            6 => Category::Parameter,
            7 | 8 | 12 => Category::Other,
            9 => Category::Ignored,
            5 | 10 => Category::Space,
            11 => Category::Letter,
            13 => Category::Active,
            14 => Category::Comment,
            _ => return None,
        })
    }
}

/// The category of each character at some place, and which environments hold no TeX.
#[derive(Clone)]
pub struct Categories {
    ascii: [Category; 128],
    /// The author's environments whose text is not TeX, and whether it is hidden.
    pub verbatim: Vec<(String, bool)>,
}

impl Default for Categories {
    fn default() -> Categories {
        let mut ascii = [Category::Other; 128];
        for (code, category) in (0_u8..128).zip(&mut ascii) {
            *category = match code {
                b'\\' => Category::Escape,
                b'{' => Category::Open,
                b'}' => Category::Close,
                b'$' => Category::Math,
                b'&' => Category::Ampersand,
                b'#' => Category::Parameter,
                b'~' => Category::Active,
                b'%' => Category::Comment,
                code if code.is_ascii_alphabetic() => Category::Letter,
                code if char::from(code).is_whitespace() => Category::Space,
                _ => Category::Other,
            };
        }
        Categories { ascii, verbatim: Vec::new() }
    }
}

impl Categories {
    pub fn of(&self, c: char) -> Category {
        match self.ascii.get(c as usize) {
            Some(category) => *category,
            None if c.is_whitespace() => Category::Space,
            None => Category::Other,
        }
    }

    /// Gives a character a category and returns the one it had; none for one that is not ASCII, whose stays.
    pub fn set(&mut self, c: char, category: Category) -> Option<Category> {
        self.ascii.get_mut(c as usize).map(|old| std::mem::replace(old, category))
    }
}

/// An address or a piece of program in braces has no more characters.
const LONGEST_INLINE: usize = 4000;
/// Environments whose text is not TeX.
const VERBATIM: [&str; 8] =
    ["verbatim", "verbatim*", "lstlisting", "minted", "Verbatim", "BVerbatim", "LVerbatim", "alltt"];
/// Environments whose text is not printed.
const HIDDEN: [&str; 3] = ["comment", "filecontents", "filecontents*"];

/// The tokens of bytes `span` of `text` by the categories that a document begins with. Linear time.
pub fn tokens(text: &str, span: Range<usize>) -> Vec<Token<'_>> {
    let categories = Categories::default();
    let mut found: Vec<Token<'_>> = Vec::new();
    let mut start = span.start;
    while let Some(next) = token(text, start, span.end, &categories, true) {
        start = next.at.end;
        // The comment has eaten its line's end, so that no space comes of it.
        let eaten = next.kind == Kind::Space
            && found.last().is_some_and(|last| last.kind == Kind::Comment && last.text.starts_with('%'));
        if !eaten {
            found.push(next);
        }
    }
    found
}

/// The token that begins at byte `start` of `text` and ends before `end`; none at the end. Looks for what is
/// verbatim only if told so: not in an argument, where TeX has none either.
pub fn token<'s>(
    text: &'s str,
    start: usize,
    end: usize,
    categories: &Categories,
    verbatim: bool,
) -> Option<Token<'s>> {
    let rest = &text[start..end];
    let first = rest.chars().next()?;
    let one = first.len_utf8();
    let (kind, length) = match categories.of(first) {
        Category::Escape => command(rest, categories, verbatim),
        Category::Open => (Kind::Open, one),
        Category::Close => (Kind::Close, one),
        Category::Ampersand => (Kind::Ampersand, one),
        Category::Math => {
            (Kind::Math, one + rest[one..].chars().next().filter(|c| *c == first).map_or(0, char::len_utf8))
        }
        Category::Parameter => {
            let hashes = rest.bytes().take_while(|byte| *byte == rest.as_bytes()[0]).count();
            match rest.as_bytes().get(hashes) {
                Some(digit) if digit.is_ascii_digit() => (Kind::Parameter, hashes + 1),
                _ => (Kind::Character, one),
            }
        }
        Category::Comment => (Kind::Comment, rest.find('\n').unwrap_or(rest.len())),
        Category::Space | Category::Ignored => {
            let blank = rest.len() - rest.trim_start().len();
            let lines = rest[..blank].bytes().filter(|byte| *byte == b'\n').take(2).count();
            (if lines > 1 { Kind::Paragraph } else { Kind::Space }, blank.max(one))
        }
        Category::Active => (Kind::Active, one),
        Category::Verb if verbatim => match marked(rest) {
            Some(length) => (Kind::Verbatim, length),
            None => (Kind::Character, one),
        },
        Category::Letter | Category::Other | Category::Verb => (Kind::Character, one),
    };
    Some(Token { kind, text: &rest[..length], at: start..start + length })
}

/// What begins with a backslash, and how long it is.
fn command(rest: &str, categories: &Categories, verbatim: bool) -> (Kind, usize) {
    let name = rest[1..].find(|c: char| categories.of(c) != Category::Letter).unwrap_or(rest.len() - 1);
    let length = match (name, rest[1..].chars().next()) {
        (0, Some(c)) => 1 + c.len_utf8(),
        (0, None) => return (Kind::Character, 1),
        (name, _) => 1 + name,
    };
    let after = &rest[length..];
    if verbatim {
        let found = match &rest[..length] {
            "\\begin" => environment(rest, after, categories),
            "\\verb" => {
                let star = usize::from(after.starts_with('*'));
                marked(&after[star..]).map(|end| (Kind::Verbatim, length + star + end))
            }
            "\\lstinline" => inline(after).map(|end| (Kind::Verbatim, length + end)),
            "\\mintinline" => {
                let options = optional(after);
                enclosed(&after[options..])
                    .and_then(|language| Some(options + language + inline(&after[options + language..])?))
                    .map(|end| (Kind::Verbatim, length + end))
            }
            // An address may hold any sign.
            "\\url" | "\\nolinkurl" | "\\href" => enclosed(after).map(|end| (Kind::Verbatim, length + end)),
            _ => None,
        };
        if let Some(found) = found {
            return found;
        }
    }
    (Kind::Command, length)
}

/// The whole of an environment whose text is not TeX.
fn environment(rest: &str, after: &str, categories: &Categories) -> Option<(Kind, usize)> {
    let (name, _) = after.strip_prefix('{')?.split_once('}')?;
    let own = categories.verbatim.iter().find(|(own, _)| own == name).map(|(_, hidden)| *hidden);
    let hidden = match own {
        Some(hidden) => hidden,
        None if HIDDEN.contains(&name) => true,
        None if VERBATIM.contains(&name) => false,
        None => return None,
    };
    let end = rest.find(&format!("\\end{{{name}}}"))?;
    Some((if hidden { Kind::Comment } else { Kind::Verbatim }, end + "\\end{}".len() + name.len()))
}

/// How long a text between two equal marks on one line is.
fn marked(text: &str) -> Option<usize> {
    let line = text.lines().next()?;
    let mark = line.chars().next().filter(|mark| !mark.is_ascii_alphabetic() && *mark != ' ')?;
    let length = line[mark.len_utf8()..].find(mark)?;
    Some(length + 2 * mark.len_utf8())
}

/// How long a group in braces in front of a text is, on one line.
fn enclosed(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices().take(LONGEST_INLINE) {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(at + 1),
            '}' => depth -= 1,
            '\n' => return None,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn optional(text: &str) -> usize {
    let line = text.lines().next().unwrap_or("");
    if line.starts_with('[') { line.find(']').map_or(0, |end| end + 1) } else { 0 }
}

/// How long options and a text in braces or between marks are.
fn inline(text: &str) -> Option<usize> {
    let options = optional(text);
    let rest = &text[options..];
    let length = if rest.starts_with('{') { enclosed(rest) } else { marked(rest) }?;
    Some(options + length)
}

/// The text of tokens, comments left out. A space keeps a command apart from a letter that did not follow it in
/// the file.
pub fn text<'t, 's: 't>(tokens: impl IntoIterator<Item = &'t Token<'s>>) -> String {
    written(tokens).0
}

/// The text of tokens, and for each of them where its text begins and what it stands for.
pub fn written<'t, 's: 't>(
    tokens: impl IntoIterator<Item = &'t Token<'s>>,
) -> (String, Vec<(usize, Range<usize>)>) {
    let tokens = tokens.into_iter();
    let (few, _) = tokens.size_hint();
    let mut text = String::with_capacity(few);
    let mut places = Vec::with_capacity(few);
    let mut after_word = false;
    for token in tokens {
        match token.kind {
            Kind::Comment => continue,
            Kind::Space | Kind::Paragraph => {
                places.push((text.len(), token.at.clone()));
                text.push(' ');
                after_word = false;
                continue;
            }
            _ => {}
        }
        if after_word && token.text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            text.push(' ');
        }
        places.push((text.len(), token.at.clone()));
        text.push_str(token.text);
        after_word = token.kind == Kind::Command && token.text.ends_with(|c: char| c.is_ascii_alphabetic());
    }
    (text, places)
}
