//! Words in commuting letters: exponent vectors, their order, and their texts.

use std::cmp::Ordering;
use std::fmt;

/// A product of commuting letters: the exponent of each.
///
/// Words of one length can be multiplied and compared. The order is by degree; words of the same degree are compared at
/// the last letter in which they differ, so that `ac2 < c3` and `ad < cd`: a term order, which makes
/// completion come to an end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word(pub Vec<u32>);

impl Word {
    /// The empty product of `letters` letters.
    pub fn one(letters: usize) -> Word {
        Word(vec![0; letters])
    }

    /// The letter itself.
    pub fn letter(letters: usize, letter: usize) -> Word {
        let mut word = Word::one(letters);
        word.0[letter] = 1;
        word
    }

    pub fn degree(&self) -> u64 {
        self.0.iter().map(|&e| u64::from(e)).sum()
    }

    /// The product; `None` if an exponent overflows.
    pub fn times(&self, other: &Word) -> Option<Word> {
        self.0.iter().zip(&other.0).map(|(a, b)| a.checked_add(*b)).collect::<Option<_>>().map(Word)
    }

    /// The word that gives this one when multiplied with `divisor`, if there is one.
    pub fn over(&self, divisor: &Word) -> Option<Word> {
        self.0.iter().zip(&divisor.0).map(|(a, b)| a.checked_sub(*b)).collect::<Option<_>>().map(Word)
    }

    pub fn divides(&self, other: &Word) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a <= b)
    }

    /// The least common multiple.
    pub fn lcm(&self, other: &Word) -> Word {
        Word(self.0.iter().zip(&other.0).map(|(a, b)| *a.max(b)).collect())
    }

    /// The word with the names of its letters: `ab2`, and `1` for the empty product.
    pub fn text(&self, names: &[String]) -> String {
        self.written(names, |exponent| exponent.to_string())
    }

    /// The word in TeX: `ab^{2}`.
    pub fn tex(&self, names: &[String]) -> String {
        self.written(
            names,
            |exponent| {
                if exponent < 10 { format!("^{exponent}") } else { format!("^{{{exponent}}}") }
            },
        )
    }

    fn written(&self, names: &[String], power: impl Fn(u32) -> String) -> String {
        let mut out = String::new();
        for (name, &exponent) in names.iter().zip(&self.0) {
            if exponent > 0 {
                out += name;
            }
            if exponent > 1 {
                out += &power(exponent);
            }
        }
        if out.is_empty() { "1".to_string() } else { out }
    }

    /// Reads `ab2`, `a b^2`, `ab^{2}`, `ab²` or `1` with the given letters.
    ///
    /// # Errors
    /// What cannot be read, with its place.
    pub fn read(text: &str, names: &[String]) -> Result<Word, Unreadable> {
        let mut reader = Reader { text, at: 0 };
        let word = reader.word(names)?;
        reader.skip_blanks();
        if reader.at < text.len() {
            Err(reader.problem("the end of the word is expected here"))
        } else {
            Ok(word)
        }
    }
}

impl Ord for Word {
    fn cmp(&self, other: &Word) -> Ordering {
        self.degree().cmp(&other.degree()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Word) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The names of the first letters: `a` to `z`, then `x_{27}` and so on.
pub(super) fn letter_names(count: usize) -> Vec<String> {
    let name = |i: usize| match u8::try_from(i) {
        Ok(i) if i < 26 => char::from(b'a' + i).to_string(),
        _ => format!("x_{{{}}}", i + 1),
    };
    (0..count).map(name).collect()
}

/// Why a text is no word or presentation, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    pub offset: usize,
    pub message: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for Unreadable {}

/// A place in a text of words and relations.
pub(super) struct Reader<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl Reader<'_> {
    pub fn problem(&self, message: &str) -> Unreadable {
        Unreadable { offset: self.at, message: message.to_string() }
    }

    /// Steps over any of `options`, blanks before it included.
    pub fn take(&mut self, options: &[&str]) -> bool {
        self.skip_blanks();
        let found = options.iter().find(|option| self.text[self.at..].starts_with(**option));
        self.at += found.map_or(0, |option| option.len());
        found.is_some()
    }

    /// Blanks, thin spaces of TeX and dots between factors say nothing.
    pub fn skip_blanks(&mut self) {
        let blanks = [" ", "\t", "\n", "\r", "\\,", "\\;", "\\!", "\\ ", "~", "·", "\\cdot"];
        while let Some(blank) = blanks.iter().find(|blank| self.text[self.at..].starts_with(**blank)) {
            self.at += blank.len();
        }
    }

    /// A letter with its subscript, if one stands here.
    pub fn name(&mut self) -> Option<String> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let letter = rest.chars().next().filter(char::is_ascii_alphabetic)?;
        let mut name = letter.to_string();
        if let Some(subscript) = rest[1..].strip_prefix("_{")
            && let Some(end) = subscript.find('}')
        {
            name = rest[..end + 4].to_string();
        }
        self.at += name.len();
        Some(name)
    }

    pub fn word(&mut self, names: &[String]) -> Result<Word, Unreadable> {
        let mut word = Word::one(names.len());
        let mut factors = 0;
        loop {
            self.skip_blanks();
            let start = self.at;
            if self.text[self.at..].starts_with('1') {
                self.at += 1;
            } else if let Some(name) = self.name() {
                let Some(letter) = names.iter().position(|known| *known == name) else {
                    return Err(Unreadable {
                        offset: start,
                        message: format!("`{name}` is not one of the letters"),
                    });
                };
                let exponent = self.exponent()?;
                word.0[letter] = word.0[letter].checked_add(exponent).ok_or_else(|| Unreadable {
                    offset: start,
                    message: "the exponent is too large".to_string(),
                })?;
            } else if factors > 0 {
                return Ok(word);
            } else {
                return Err(self.problem("a word is expected here, such as `ab2` or `1`"));
            }
            factors += 1;
        }
    }

    fn exponent(&mut self) -> Result<u32, Unreadable> {
        const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        let caret = self.text[self.at..].starts_with('^');
        self.at += usize::from(caret);
        let braced = caret && self.text[self.at..].starts_with('{');
        self.at += usize::from(braced);
        let start = self.at;
        let mut value: Option<u32> = None;
        while let Some(c) = self.text[self.at..].chars().next() {
            let digit = c.to_digit(10).or_else(|| RAISED.iter().position(|r| *r == c).map(|d| d as u32));
            let Some(digit) = digit else { break };
            // In TeX a caret without braces raises one character.
            if caret && !braced && value.is_some() {
                break;
            }
            let next = value.unwrap_or(0).checked_mul(10).and_then(|v| v.checked_add(digit));
            value = Some(next.ok_or_else(|| Unreadable {
                offset: start,
                message: "the exponent is too large".to_string(),
            })?);
            self.at += c.len_utf8();
        }
        if braced && !self.take(&["}"]) {
            return Err(self.problem("`}` is expected here"));
        }
        match value {
            Some(value) => Ok(value),
            None if caret => Err(self.problem("an exponent is expected here")),
            None => Ok(1),
        }
    }
}
