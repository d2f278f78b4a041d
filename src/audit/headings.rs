//! What a heading says that its column holds.

use crate::engine::Outcome;

/// Something that a value has: what it is called, how it is computed from a value `g`, and what papers head it with.
#[derive(Debug)]
pub struct Quantity {
    pub name: &'static str,
    /// An expression in `g`.
    pub expression: &'static str,
    /// Words that say so beyond doubt, in lower case.
    pub words: &'static [&'static str],
    /// Letters that often do.
    letters: &'static [&'static str],
    pub gives: Gives,
}

/// What a quantity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    Number,
    Outcome,
    Game,
}

/// All that is looked for.
pub const QUANTITIES: &[Quantity] = &[
    Quantity {
        name: "temperature",
        expression: "temperature(g)",
        words: &["temperature", "temperatures", "temp", "temp."],
        letters: &["t", "T", "\\tau", "t_G", "temp"],
        gives: Gives::Number,
    },
    Quantity {
        name: "mean",
        expression: "mean(g)",
        words: &["mean", "mean value", "mast", "mast value"],
        letters: &["m", "M", "\\mu", "m_G"],
        gives: Gives::Number,
    },
    Quantity {
        name: "outcome",
        expression: "outcome(g)",
        words: &["outcome", "outcome class", "outcomes"],
        letters: &["o", "\\mathcal{O}", "\\mathcal O", "out"],
        gives: Gives::Outcome,
    },
    Quantity {
        name: "Left stop",
        expression: "left_stop(g)",
        words: &["left stop", "left stops", "lstop", "l-stop", "left-stop", "stops l", "stops left"],
        letters: &["LS", "L(G)", "L_0", "Ls", "\\mathrm{LS}"],
        gives: Gives::Number,
    },
    Quantity {
        name: "Right stop",
        expression: "right_stop(g)",
        words: &["right stop", "right stops", "rstop", "r-stop", "right-stop", "stops r", "stops right"],
        letters: &["RS", "R(G)", "R_0", "Rs", "\\mathrm{RS}"],
        gives: Gives::Number,
    },
    Quantity {
        name: "atomic weight",
        expression: "atomic_weight(g)",
        words: &["atomic weight", "atomic weights", "at. wt.", "at. weight", "uppitiness"],
        letters: &["aw", "AW", "Aw"],
        gives: Gives::Game,
    },
    Quantity {
        name: "birthday",
        expression: "birthday(g)",
        words: &["birthday", "birthdays", "born on day", "day of birth"],
        letters: &["b", "\\mathrm{b}", "\\mathfrak{b}", "\\tilde{b}", "bd"],
        gives: Gives::Number,
    },
    Quantity {
        name: "reduced canonical form",
        expression: "reduced(g)",
        words: &["reduced canonical form", "reduced value", "reduced"],
        letters: &["rcf", "RCF"],
        gives: Gives::Game,
    },
    Quantity {
        name: "negative",
        expression: "-g",
        words: &["negative", "inverse", "negation", "conjugate"],
        letters: &["-G", "\\overline{G}", "-g", "\\overline G", "-X", "-H", "-v"],
        gives: Gives::Game,
    },
];

impl Quantity {
    /// The value itself, in another form.
    pub const fn same() -> Quantity {
        Quantity { name: "value", expression: "g", words: &[], letters: &[], gives: Gives::Game }
    }
}

/// Words of columns that hold games.
const VALUES: &[&str] =
    &["value", "values", "canonical form", "canonical forms", "canonical", "game value", "game"];
/// Words beside a quantity's that make it another one: "Left's temperature", "maximal mean".
const OTHERWISE: &[&str] = &[
    "left",
    "left's",
    "right",
    "right's",
    "max",
    "max.",
    "maximum",
    "maximal",
    "min",
    "min.",
    "minimum",
    "minimal",
    "average",
    "mean",
    "expected",
    "estimated",
    "approximate",
    "number",
    "bound",
    "change",
    "drop",
    "local",
    "ambient",
];
/// Letters that number rows.
const COUNTERS: &[&str] = &[
    "n", "k", "m", "i", "j", "l", "r", "c", "\\ell", "d", "\\#", "#", "no.", "number", "length", "size",
    "day",
];

/// How surely a heading names a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sureness {
    No,
    /// A letter that often stands for it.
    Letter,
    /// A word, among others.
    Word,
    /// The word alone.
    Exactly,
}

/// A heading as it is compared.
#[derive(Clone, Debug, Default)]
pub struct Heading {
    /// Without fonts, dollars, and space at its ends.
    plain: String,
    /// The same without an argument `(G)` at its end.
    base: String,
    lower: String,
}

impl Heading {
    pub fn of(title: &str) -> Heading {
        let plain = without_fonts(title);
        let base = match plain.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
            Some((base, inside)) if !base.trim().is_empty() && inside.chars().count() <= 12 => {
                base.trim().to_string()
            }
            _ => plain.clone(),
        };
        Heading { lower: base.to_lowercase(), plain, base }
    }

    pub fn is_empty(&self) -> bool {
        self.plain.is_empty()
    }

    pub fn plain(&self) -> &str {
        &self.plain
    }

    /// How surely the column holds this quantity.
    pub fn names(&self, quantity: &Quantity) -> Sureness {
        if self.is_empty() {
            return Sureness::No;
        }
        if quantity.words.contains(&self.lower.as_str()) {
            return Sureness::Exactly;
        }
        let longest = |quantity: &Quantity| {
            let found = quantity.words.iter().filter(|word| has_words(&self.lower, word));
            found.map(|word| word.len()).max().unwrap_or(0)
        };
        let own = longest(quantity);
        let other =
            |word: &&str| has_words(&self.lower, word) && quantity.words.iter().all(|it| !it.contains(*word));
        if own > 0 && OTHERWISE.iter().any(other) {
            return Sureness::No;
        }
        // "reduced canonical form" is not also "negative"; of two that fit the longer words count.
        if own > 0 && QUANTITIES.iter().all(|other| longest(other) <= own) {
            return Sureness::Word;
        }
        let letter = |letter: &&str| **letter == self.plain || **letter == self.base;
        if quantity.letters.iter().any(letter) { Sureness::Letter } else { Sureness::No }
    }

    /// How surely it names a quantity that is a number.
    pub fn is_of_numbers(&self) -> Sureness {
        let numbers = QUANTITIES.iter().filter(|quantity| quantity.gives == Gives::Number);
        numbers.map(|quantity| self.names(quantity)).max().unwrap_or(Sureness::No)
    }

    /// Whether it heads atomic weights.
    pub fn is_atomic_weight(&self) -> bool {
        let weight = QUANTITIES.iter().find(|quantity| quantity.name == "atomic weight");
        weight.is_some_and(|quantity| self.names(quantity) >= Sureness::Word)
    }

    /// Whether it is said of what: `t(G)`.
    pub fn has_argument(&self) -> bool {
        self.plain != self.base
    }

    /// Whether it heads numbers that stand for nimbers: Grundy values.
    pub fn is_grundy(&self) -> bool {
        let words = ["grundy", "nim", "sprague", "mex", "\\mathcal{g}", "\\mathcal g", "g-value", "sg"];
        words.iter().any(|word| self.lower.contains(word))
    }

    /// Whether it heads games.
    pub fn is_value(&self) -> bool {
        !self.is_grundy()
            && VALUES.iter().any(|word| has_words(&self.lower, word))
            && QUANTITIES.iter().all(|quantity| self.names(quantity) < Sureness::Word)
    }

    /// Whether it heads sets or lists, as of moves.
    pub fn is_of_lists(&self) -> bool {
        let words = ["set", "sets", "list", "lists", "moves", "options", "heaps", "piles", "sizes", "s"];
        words.iter().any(|word| has_words(&self.lower, word))
    }

    /// Whether it says "canonical".
    pub fn is_canonical(&self) -> bool {
        has_words(&self.lower, "canonical") && self.is_value()
    }

    /// Whether it numbers rows.
    pub fn counts(&self) -> bool {
        COUNTERS.contains(&self.lower.as_str())
    }

    /// Whether it says what its column holds, in words or as `t(G)`.
    pub fn is_known(&self) -> bool {
        let least = if self.has_argument() { Sureness::Letter } else { Sureness::Word };
        self.is_value() || QUANTITIES.iter().any(|quantity| self.names(quantity) >= least)
    }
}

/// Whether `words` stand in `text` as whole words.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '\\' || c == '-');
        !letter(before) && !letter(after)
    })
}

/// `\mathrm{temp}(G)` as `temp(G)`.
fn without_fonts(title: &str) -> String {
    let mut text = title.replace(['$', '~'], " ");
    for font in
        ["\\mathrm", "\\text", "\\textrm", "\\operatorname", "\\mathit", "\\textit", "\\textbf", "\\mathbf"]
    {
        let mut from = 0;
        while let Some(found) = text[from..].find(font) {
            let at = from + found;
            let rest = &text[at + font.len()..];
            let Some(inside) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) else {
                from = at + font.len();
                continue;
            };
            text = format!("{}{}{}", &text[..at], inside.0, inside.1);
            from = at;
        }
    }
    for space in ["\\,", "\\;", "\\!", "\\ ", "\\quad"] {
        text = text.replace(space, " ");
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// `N`, `\mathcal{N}`, `\mathscr P`, `N-position`, or a word for it: an outcome.
pub fn outcome(content: &str) -> Option<Outcome> {
    let text = content.trim();
    let text = text.strip_suffix("-position").unwrap_or(text);
    let letter = match text.strip_prefix("\\math") {
        Some(rest) => {
            let rest = rest.trim_start_matches(|c: char| c.is_ascii_lowercase());
            rest.trim().trim_start_matches('{').trim_end_matches('}').trim()
        }
        None => text,
    };
    Some(match letter {
        "N" => Outcome::N,
        "P" => Outcome::P,
        "L" => Outcome::L,
        "R" => Outcome::R,
        words => match without_wins(&words.to_lowercase()) {
            "next" | "fuzzy" | "first player" | "1st player" | "next player" => Outcome::N,
            "previous" | "zero" | "second player" | "2nd player" | "previous player" => Outcome::P,
            "left" | "positive" => Outcome::L,
            "right" | "negative" => Outcome::R,
            _ => return None,
        },
    })
}

/// "first player wins" as "first player".
fn without_wins(words: &str) -> &str {
    [" wins", " win"].iter().find_map(|end| words.strip_suffix(end)).unwrap_or(words)
}
