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
    /// `#1`
    Parameter,
    Space,
    /// An empty line.
    Paragraph,
    /// From `%` to the end of the line, or what `comment` and `\iffalse` hide.
    Comment,
    /// Text to be taken as it is.
    Verbatim,
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

/// Environments whose text is not TeX.
const VERBATIM: [&str; 5] = ["verbatim", "verbatim*", "lstlisting", "minted", "Verbatim"];

/// The tokens of bytes `span` of `text`; stops at `\end{document}`. Linear time.
pub fn tokens(text: &str, span: Range<usize>) -> Vec<Token<'_>> {
    let end = span.end;
    let mut found = Vec::with_capacity(span.len());
    let mut start = span.start;
    while let Some(first) = text[start..end].chars().next() {
        let rest = &text[start..end];
        let (kind, length) = match first {
            '\\' => command(rest),
            '{' => (Kind::Open, 1),
            '}' => (Kind::Close, 1),
            '&' => (Kind::Ampersand, 1),
            '$' => (Kind::Math, if rest.starts_with("$$") { 2 } else { 1 }),
            '#' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => (Kind::Parameter, 2),
            '%' => (Kind::Comment, rest.find('\n').unwrap_or(rest.len())),
            c if c.is_whitespace() => {
                let blank = &rest[..rest.len() - rest.trim_start().len()];
                let lines = blank.matches('\n').count();
                let after_comment = found.last().is_some_and(|last: &Token<'_>| {
                    last.kind == Kind::Comment && last.text.starts_with('%') && last.at.end == start
                });
                (if lines > 1 { Kind::Paragraph } else { Kind::Space }, {
                    // The comment has eaten its line's end, so that no space comes of it.
                    if after_comment && lines == 1 {
                        start += blank.len();
                        continue;
                    }
                    blank.len()
                })
            }
            c => (Kind::Character, c.len_utf8()),
        };
        let written = &rest[..length];
        if written.starts_with("\\end") && rest.starts_with("\\end{document}") {
            break;
        }
        found.push(Token { kind, text: written, at: start..start + length });
        start += length;
    }
    found
}

/// What begins with a backslash, and how long it is.
fn command(rest: &str) -> (Kind, usize) {
    let letters = rest[1..].find(|c: char| !c.is_ascii_alphabetic() && c != '@').unwrap_or(rest.len() - 1);
    let length = match (letters, rest[1..].chars().next()) {
        (0, Some(c)) => 1 + c.len_utf8(),
        (0, None) => return (Kind::Character, 1),
        (letters, _) => 1 + letters,
    };
    let after = &rest[length..];
    match &rest[..length] {
        "\\begin" => {
            let name = after.strip_prefix('{').and_then(|name| name.split_once('}')).map(|(name, _)| name);
            let hidden = name.filter(|name| *name == "comment" || VERBATIM.contains(name));
            if let Some(name) = hidden
                && let Some(end) = rest.find(&format!("\\end{{{name}}}"))
            {
                let kind = if name == "comment" { Kind::Comment } else { Kind::Verbatim };
                return (kind, end + "\\end{}".len() + name.len());
            }
        }
        "\\verb" => {
            let from = length + usize::from(after.starts_with('*'));
            let line = rest[from..].lines().next().unwrap_or("");
            if let Some(mark) = line.chars().next()
                && let Some(end) = line[mark.len_utf8()..].find(mark)
            {
                return (Kind::Verbatim, from + mark.len_utf8() + end + mark.len_utf8());
            }
        }
        "\\iffalse" => {
            if let Some(end) = matching_fi(after) {
                return (Kind::Comment, length + end);
            }
        }
        _ => {}
    }
    (Kind::Command, length)
}

/// The end of the `\fi` that ends what stands open.
fn matching_fi(text: &str) -> Option<usize> {
    let mut open = 1;
    for (at, _) in text.match_indices('\\') {
        let name = &text[at + 1..];
        let name = &name[..name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len())];
        if name == "fi" {
            open -= 1;
            if open == 0 {
                return Some(at + "\\fi".len());
            }
        } else if name.starts_with("if") {
            open += 1;
        }
    }
    None
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
    let mut text = String::new();
    let mut places = Vec::new();
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
