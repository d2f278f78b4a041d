//! TeX to tokens: what a formula prints, without what only moves it on the page.
//!
//! Read: the commands of [`COMMANDS`], fractions, upright words, subscripts of names. Skipped: spaces, sizes, `\left` and
//! its kin, dollar signs, comments. Never read: macros of the author (their expansion comes here) and environments.

use super::tokens::{Bracket, Kind, Lexer, Token, bars};
use super::{Problem, Span};

/// What a command means.
#[derive(Clone)]
enum Meaning {
    Sign(Kind),
    /// Upright text in a group: words, as `\text{if}`.
    Words,
    Name(&'static str),
    /// Space, size, font: nothing is printed.
    Nothing,
    /// Space with a length in a group of its own.
    NothingWithGroup,
    /// Space with a length behind it, as `\mkern-3mu`.
    NothingWithLength,
}

use Meaning::{Name, Nothing, NothingWithGroup, NothingWithLength, Sign, Words};

const COMMANDS: &[(&str, Meaning)] = &[
    ("{", Sign(Kind::Open(Bracket::Brace))),
    ("}", Sign(Kind::Close(Bracket::Brace))),
    ("lbrace", Sign(Kind::Open(Bracket::Brace))),
    ("rbrace", Sign(Kind::Close(Bracket::Brace))),
    ("lparen", Sign(Kind::Open(Bracket::Round))),
    ("rparen", Sign(Kind::Close(Bracket::Round))),
    ("lbrack", Sign(Kind::Open(Bracket::Square))),
    ("rbrack", Sign(Kind::Close(Bracket::Square))),
    ("mid", Sign(Kind::Bars(1))),
    ("shortmid", Sign(Kind::Bars(1))),
    ("vert", Sign(Kind::Bars(1))),
    ("lvert", Sign(Kind::Bars(1))),
    ("rvert", Sign(Kind::Bars(1))),
    ("|", Sign(Kind::Bars(2))),
    ("Vert", Sign(Kind::Bars(2))),
    ("lVert", Sign(Kind::Bars(2))),
    ("rVert", Sign(Kind::Bars(2))),
    ("Vvert", Sign(Kind::Bars(3))),
    ("interleave", Sign(Kind::Bars(3))),
    ("parallel", Sign(Kind::Confused)),
    ("shortparallel", Sign(Kind::Confused)),
    ("pm", Sign(Kind::PlusMinus { typed: false })),
    ("cdot", Sign(Kind::Dot)),
    ("cdotp", Sign(Kind::Dot)),
    ("times", Sign(Kind::Dot)),
    ("textminus", Sign(Kind::Minus)),
    ("textpm", Sign(Kind::PlusMinus { typed: false })),
    ("textuparrow", Sign(Kind::Arrow { ups: 1, caret: false })),
    ("textdownarrow", Sign(Kind::Arrow { ups: -1, caret: false })),
    ("textasteriskcentered", Sign(Kind::Star)),
    ("div", Sign(Kind::Slash)),
    ("slash", Sign(Kind::Slash)),
    ("ast", Sign(Kind::Star)),
    ("star", Sign(Kind::Star)),
    ("bigstar", Sign(Kind::Star)),
    ("uparrow", Sign(Kind::Arrow { ups: 1, caret: false })),
    ("Uparrow", Sign(Kind::Arrow { ups: 2, caret: false })),
    ("upuparrows", Sign(Kind::Arrow { ups: 2, caret: false })),
    ("Uuparrow", Sign(Kind::Arrow { ups: 3, caret: false })),
    ("UUparrow", Sign(Kind::Arrow { ups: 4, caret: false })),
    ("downarrow", Sign(Kind::Arrow { ups: -1, caret: false })),
    ("Downarrow", Sign(Kind::Arrow { ups: -2, caret: false })),
    ("downdownarrows", Sign(Kind::Arrow { ups: -2, caret: false })),
    ("Ddownarrow", Sign(Kind::Arrow { ups: -3, caret: false })),
    ("DDownarrow", Sign(Kind::Arrow { ups: -4, caret: false })),
    ("tplus", Sign(Kind::Tiny)),
    ("tminus", Sign(Kind::Miny)),
    ("frac", Sign(Kind::Frac)),
    ("tfrac", Sign(Kind::Frac)),
    ("dfrac", Sign(Kind::Frac)),
    ("cfrac", Sign(Kind::Frac)),
    ("nicefrac", Sign(Kind::Frac)),
    ("sfrac", Sign(Kind::Frac)),
    ("over", Sign(Kind::Over)),
    ("overline", Sign(Kind::Overline)),
    ("le", Sign(Kind::LessOrEqual)),
    ("leq", Sign(Kind::LessOrEqual)),
    ("leqslant", Sign(Kind::LessOrEqual)),
    ("leqq", Sign(Kind::LessOrEqual)),
    ("ge", Sign(Kind::GreaterOrEqual)),
    ("geq", Sign(Kind::GreaterOrEqual)),
    ("geqslant", Sign(Kind::GreaterOrEqual)),
    ("geqq", Sign(Kind::GreaterOrEqual)),
    ("lt", Sign(Kind::Less)),
    ("gt", Sign(Kind::Greater)),
    ("ne", Sign(Kind::Unequal)),
    ("neq", Sign(Kind::Unequal)),
    ("colon", Sign(Kind::Colon)),
    ("in", Name("in")),
    ("land", Name("and")),
    ("wedge", Name("and")),
    ("lor", Name("or")),
    ("vee", Name("or")),
    ("lnot", Name("not")),
    ("neg", Name("not")),
    ("max", Name("max")),
    ("min", Name("min")),
    ("ell", Name("ell")),
    ("text", Words),
    ("textnormal", Words),
    ("textrm", Words),
    ("textit", Words),
    ("textbf", Words),
    ("textsf", Words),
    ("texttt", Words),
    ("textup", Words),
    ("textsc", Words),
    ("mbox", Words),
    ("hbox", Words),
    ("mathrm", Words),
    ("mathit", Words),
    ("mathbf", Words),
    ("mathsf", Words),
    ("mathtt", Words),
    ("mathcal", Words),
    ("mathscr", Words),
    ("boldsymbol", Words),
    ("operatorname", Words),
    (",", Nothing),
    (";", Nothing),
    (":", Nothing),
    (">", Nothing),
    ("!", Nothing),
    (" ", Nothing),
    ("\n", Nothing),
    ("/", Nothing),
    ("(", Nothing),
    (")", Nothing),
    ("[", Nothing),
    ("]", Nothing),
    ("quad", Nothing),
    ("qquad", Nothing),
    ("enspace", Nothing),
    ("thinspace", Nothing),
    ("medspace", Nothing),
    ("thickspace", Nothing),
    ("negthinspace", Nothing),
    ("left", Nothing),
    ("right", Nothing),
    ("middle", Nothing),
    ("big", Nothing),
    ("Big", Nothing),
    ("bigg", Nothing),
    ("Bigg", Nothing),
    ("bigl", Nothing),
    ("Bigl", Nothing),
    ("biggl", Nothing),
    ("Biggl", Nothing),
    ("bigr", Nothing),
    ("Bigr", Nothing),
    ("biggr", Nothing),
    ("Biggr", Nothing),
    ("bigm", Nothing),
    ("Bigm", Nothing),
    ("biggm", Nothing),
    ("Biggm", Nothing),
    ("displaystyle", Nothing),
    ("textstyle", Nothing),
    ("scriptstyle", Nothing),
    ("scriptscriptstyle", Nothing),
    ("limits", Nothing),
    ("nolimits", Nothing),
    ("strut", Nothing),
    ("mathstrut", Nothing),
    ("null", Nothing),
    ("relax", Nothing),
    ("mathop", Nothing),
    ("mathopen", Nothing),
    ("mathclose", Nothing),
    ("mathrel", Nothing),
    ("mathbin", Nothing),
    ("mathord", Nothing),
    ("mathinner", Nothing),
    ("mathpunct", Nothing),
    ("ensuremath", Nothing),
    ("bm", Nothing),
    ("hspace", NothingWithGroup),
    ("vspace", NothingWithGroup),
    ("label", NothingWithGroup),
    ("phantom", NothingWithGroup),
    ("vphantom", NothingWithGroup),
    ("hphantom", NothingWithGroup),
    ("kern", NothingWithLength),
    ("mkern", NothingWithLength),
    ("mskip", NothingWithLength),
    ("hskip", NothingWithLength),
];

/// The sign that a command stands for.
pub(super) fn sign(name: &str) -> Option<&'static Kind> {
    COMMANDS.iter().find_map(|(known, meaning)| match meaning {
        Sign(kind) if *known == name => Some(kind),
        _ => None,
    })
}

const GREEK: &[&str] = &[
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "varepsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "pi",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "varphi",
    "chi",
    "psi",
    "omega",
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Xi",
    "Pi",
    "Sigma",
    "Upsilon",
    "Phi",
    "Psi",
    "Omega",
];

impl Lexer<'_> {
    pub fn tex(&mut self) -> Result<(), Problem> {
        while self.at < self.text.len() {
            self.tex_token()?;
        }
        Ok(())
    }

    fn tex_token(&mut self) -> Result<(), Problem> {
        let Some(c) = self.peek() else { return Ok(()) };
        let one = self.at + c.len_utf8();
        match c {
            _ if c.is_whitespace() || c == '~' || c == '$' => {
                self.spaced = true;
                self.at = one;
            }
            '%' => self.at = self.run(|c| c != '\n'),
            '\\' => return self.command(),
            '{' if self.empty_group().is_some() => {
                self.at = self.empty_group().unwrap_or(one);
                self.spaced = true;
            }
            '{' if self.comma_in_number() => {
                return Err(Problem::new(self.at..self.at + 3, "a comma within a number")
                    .help("a decimal has a point, 1.5, and digits are not parted into groups: 1000"));
            }
            '{' => self.push(Kind::Open(Bracket::Group), one),
            '}' => self.push(Kind::Close(Bracket::Group), one),
            '^' => self.push(Kind::Superscript, one),
            '_' => self.push(Kind::Subscript, one),
            '-' if self.rest().starts_with("--") => {
                return Err(Problem::new(self.at..self.at + 2, "two dashes are a dash of text, as in 3--7")
                    .help("a minus is one dash; minus minus three is `-(-3)`"));
            }
            't' | 'T' | 'm' | 'M' if self.tiny().is_some() => {
                // `Tiny(2)`, `miny_2`: no product of four letters.
                if let Some(kind) = self.tiny() {
                    self.push(kind, self.at + 4);
                }
            }
            _ if c.is_ascii_digit() && self.decimal()? => {}
            _ if c.is_ascii_alphabetic() => return self.name(c.to_string(), one),
            _ => match bars(c) {
                Some(count) => self.add_bars(count, one),
                None => return self.shared_token(c),
            },
        }
        Ok(())
    }

    /// Bars are one run, whatever space stands between them: two bars with nothing between them say nothing else.
    fn add_bars(&mut self, count: usize, end: usize) {
        match self.tokens.last_mut() {
            Some(last) if matches!(last.kind, Kind::Bars(_)) => {
                if let Kind::Bars(before) = &mut last.kind {
                    *before += count;
                }
                last.span.end = end;
                self.at = end;
            }
            _ => self.push(Kind::Bars(count), end),
        }
    }

    /// Arrows of one direction are one run, as `\\uparrow\\uparrow`.
    fn add_arrow(&mut self, ups: i64, end: usize) {
        match self.tokens.last_mut() {
            Some(Token { kind: Kind::Arrow { ups: before, .. }, span, .. }) if (*before > 0) == (ups > 0) => {
                *before += ups;
                span.end = end;
                self.at = end;
            }
            _ => self.push(Kind::Arrow { ups, caret: false }, end),
        }
    }

    /// The end of `{}`, which prints nothing, if it stands here and is no argument.
    fn empty_group(&self) -> Option<usize> {
        let inside = self.rest().strip_prefix('{')?.trim_start();
        let rest = inside.strip_prefix('}')?;
        let mut before = self.tokens.iter().rev().map(|token| &token.kind);
        let wants = matches!(
            before.next(),
            Some(Kind::Superscript | Kind::Subscript | Kind::Frac | Kind::Close(Bracket::Group))
        );
        let wants = wants || before.next() == Some(&Kind::Frac);
        (!wants).then_some(self.text.len() - rest.len())
    }

    /// Whether `{,}` stands here between digits: TeX's comma without space, which never parts options.
    fn comma_in_number(&self) -> bool {
        let after = self.rest().strip_prefix("{,}");
        let digits = after.is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()));
        let touches = |token: &Token| token.span.end == self.at && matches!(token.kind, Kind::Integer(_));
        digits && self.tokens.last().is_some_and(touches)
    }

    /// The word tiny or miny in front of an index or a bracket.
    fn tiny(&self) -> Option<Kind> {
        let word = self.rest().get(..4)?;
        let kind = word_of_tiny(word)?;
        self.rest()[4..].trim_start().starts_with(['(', '_']).then_some(kind)
    }

    /// Reads `1.25` if it stands here, as five quarters.
    fn decimal(&mut self) -> Result<bool, Problem> {
        let whole = self.run(|c| c.is_ascii_digit());
        let fraction = self.text[whole..].strip_prefix('.').unwrap_or("");
        let digits = fraction.find(|c: char| !c.is_ascii_digit()).unwrap_or(fraction.len());
        let end = whole + 1 + digits;
        let before = self.tokens.last().map(|token| &token.kind);
        if digits == 0 || digits > 18 || matches!(before, Some(Kind::Superscript | Kind::Subscript)) {
            return Ok(false);
        }
        if matches!(before, Some(Kind::Integer(_) | Kind::Fraction(..))) {
            return Err(Problem::new(self.at..end, "two numbers stand side by side"));
        }
        let joined = format!("{}{}", &self.text[self.at..whole], &self.text[whole + 1..end]);
        let too_large = || Problem::new(self.at..end, "the number is too large");
        let numerator = joined.parse().map_err(|_| too_large())?;
        self.push(Kind::Fraction(numerator, 10_i128.pow(digits as u32)), end);
        Ok(true)
    }

    /// A name with the subscript that belongs to it: `n`, `n_1`, `a_{max}`.
    fn name(&mut self, mut name: String, end: usize) -> Result<(), Problem> {
        let start = self.at;
        self.at = end;
        self.at = self.run(char::is_whitespace);
        if self.peek() != Some('_') {
            self.at = start;
            self.push(Kind::Word(name), end);
            return Ok(());
        }
        self.at += 1;
        self.at = self.run(char::is_whitespace);
        let (inside, end) = match self.peek() {
            Some('{') => self.group().map(|inside| (inside.clone(), inside.end + 1))?,
            Some(c) => (self.at..self.at + c.len_utf8(), self.at + c.len_utf8()),
            None => (self.at..self.at, self.at),
        };
        let index = self.text[inside.clone()].trim();
        if index.is_empty() || !index.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(Problem::new(inside, "the subscript of a name must be letters or digits")
                .help("a value that depends on an index is written as a call, `s(n)`"));
        }
        name.push('_');
        name.push_str(index);
        self.at = start;
        self.push(Kind::Word(name), end);
        Ok(())
    }

    fn command(&mut self) -> Result<(), Problem> {
        let start = self.at;
        let letters = self.text[start + 1..].find(|c: char| !c.is_ascii_alphabetic());
        let mut end = letters.map_or(self.text.len(), |length| start + 1 + length);
        if end == start + 1 {
            let Some(c) = self.text[end..].chars().next() else {
                return Err(Problem::new(start..end, "a lone backslash at the end"));
            };
            end += c.len_utf8();
        }
        let name = &self.text[start + 1..end];
        let meaning = COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, meaning)| meaning.clone());
        match meaning {
            Some(Sign(Kind::Bars(count))) => self.add_bars(count, end),
            Some(Sign(Kind::Arrow { ups, .. })) => self.add_arrow(ups, end),
            Some(Sign(kind)) => self.push(kind, end),
            Some(Name(word)) => self.push(Kind::Word(word.to_string()), end),
            Some(Nothing) => {
                self.at = end;
                self.spaced = true;
                // `\left.` draws nothing.
                if matches!(name, "left" | "right") && self.rest().trim_start().starts_with('.') {
                    self.at = self.text.len() - self.rest().trim_start().len() + 1;
                }
            }
            Some(NothingWithGroup) => {
                self.at = end;
                self.skip_star_and_space();
                let inside = self.group()?;
                self.at = inside.end + 1;
                self.spaced = true;
            }
            Some(NothingWithLength) => {
                self.at = end;
                self.at = self.run(|c| c.is_ascii_digit() || matches!(c, '-' | '.' | ' '));
                let unit =
                    self.rest().get(..2).is_some_and(|unit| unit.chars().all(|c| c.is_ascii_alphabetic()));
                self.at += if unit { 2 } else { 0 };
                self.spaced = true;
            }
            Some(Words) => {
                self.at = end;
                self.skip_star_and_space();
                // `\\mathcal P` is `\\mathcal{P}`.
                if let Some(letter) = self.peek().filter(char::is_ascii_alphabetic) {
                    let word = letter.to_string();
                    self.push(Kind::Word(word), self.at + 1);
                    return Ok(());
                }
                let inside = self.group()?;
                // `\mathrm{tiny}_2`, `\text{Miny}(2)`
                if let Some(kind) = word_of_tiny(self.text[inside.clone()].trim()) {
                    self.at = start;
                    self.push(kind, inside.end + 1);
                    return Ok(());
                }
                self.at = inside.start;
                self.words(inside.clone())?;
                self.at = inside.end + 1;
                self.spaced = false;
            }
            None if GREEK.contains(&name) => return self.name(name.to_string(), end),
            None => return Err(unknown(name, start..end)),
        }
        Ok(())
    }

    /// `\operatorname*` and `\hspace*` differ from the plain ones only in how they look.
    fn skip_star_and_space(&mut self) {
        if self.rest().starts_with('*') {
            self.at += 1;
        }
        self.at = self.run(char::is_whitespace);
    }

    /// The inside of the group that begins here.
    fn group(&self) -> Result<Span, Problem> {
        if self.peek() != Some('{') {
            return Err(Problem::new(self.at..self.at, "expected `{` after this command"));
        }
        let (mut depth, mut escaped) = (0, false);
        for (offset, c) in self.rest().char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '{' => depth += 1,
                '}' => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(self.at + 1..self.at + offset);
                    }
                }
                _ => {}
            }
        }
        Err(Problem::new(self.at..self.at + 1, "the group is not closed").help("write `}` at its end"))
    }

    /// Upright text: runs of letters are words, all else is as usual.
    fn words(&mut self, inside: Span) -> Result<(), Problem> {
        while self.at < inside.end {
            match self.peek() {
                Some(c) if c.is_ascii_alphabetic() => {
                    let end = self.run(|c| c.is_ascii_alphanumeric() || c == '_').min(inside.end);
                    let word = self.text[self.at..end].to_string();
                    self.push(Kind::Word(word), end);
                }
                _ => self.tex_token()?,
            }
        }
        Ok(())
    }
}

/// The sign that the word stands for.
fn word_of_tiny(word: &str) -> Option<Kind> {
    match word {
        "tiny" | "Tiny" => Some(Kind::Tiny),
        "miny" | "Miny" => Some(Kind::Miny),
        _ => None,
    }
}

fn unknown(name: &str, span: Span) -> Problem {
    let problem = Problem::new(span, format!("the TeX command `\\{name}` is not known"));
    match name {
        "ldots" | "dots" | "cdots" | "dotsc" => {
            problem.help("dots leave terms to the reader: write them out")
        }
        "textsuperscript" => problem.help("raised text behind a value may be the mark of a note"),
        "printedbetweencolumns" => Problem::new(
            problem.span,
            "the table prints something beside this column that is not in its cells",
        )
        .help("what of it belongs to the value is for the reader of the page to say"),
        "\\" => problem.help("one formula has one line"),
        "begin" | "end" => {
            problem.help("environments are read by the reader of papers, not within a formula")
        }
        _ => {
            let known = COMMANDS.iter().map(|(known, _)| *known).chain(GREEK.iter().copied());
            match super::nearest(name, known) {
                Some(near) => problem.help(format!("did you mean `\\{near}`?")),
                None => problem.help("a macro of the author has to be expanded first"),
            }
        }
    }
}
