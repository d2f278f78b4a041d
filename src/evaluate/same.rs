//! Whether two printed texts say the same, however their files write it.

use crate::notation::{Conventions, Dialect, Form, parse_with, same_form};

/// Commands that leave no mark on paper, or only space or a font.
const UNSEEN: [&str; 42] = [
    "\\left",
    "\\right",
    "\\middle",
    "\\big",
    "\\Big",
    "\\bigg",
    "\\Bigg",
    "\\bigl",
    "\\bigr",
    "\\bigm",
    "\\Bigl",
    "\\Bigr",
    "\\Bigm",
    "\\biggl",
    "\\biggr",
    "\\biggm",
    "\\Biggl",
    "\\Biggr",
    "\\Biggm",
    "\\,",
    "\\;",
    "\\:",
    "\\!",
    "\\>",
    "\\ ",
    "\\quad",
    "\\qquad",
    "\\thinspace",
    "\\displaystyle",
    "\\textstyle",
    "\\mathrm",
    "\\mathbf",
    "\\mathit",
    "\\mathsf",
    "\\boldsymbol",
    "\\bm",
    "\\text",
    "\\mbox",
    "\\ensuremath",
    "\\nonumber",
    "\\notag",
    "\\mathopen",
];

/// Ways to write one sign.
const SAME: [(&str, &str); 16] = [
    ("\\lbrace", "\\{"),
    ("\\rbrace", "\\}"),
    ("\\mid", "|"),
    ("\\vert", "|"),
    ("\\lvert", "|"),
    ("\\rvert", "|"),
    ("\\Vert", "\\|"),
    ("\\parallel", "\\|"),
    ("\\ast", "*"),
    ("\\star", "*"),
    ("\\tfrac", "\\frac"),
    ("\\dfrac", "\\frac"),
    ("\\leq", "\\le"),
    ("\\geq", "\\ge"),
    ("\\neq", "\\ne"),
    ("\\cdotp", "\\cdot"),
];

/// A printed text, ready to be compared.
#[derive(Clone, Debug)]
pub struct Normal {
    dialect: Dialect,
    signs: Vec<String>,
    meaning: Option<Meaning>,
}

#[derive(Clone, Debug)]
enum Meaning {
    Form(Form),
    /// With variables: the expression as it was understood.
    Expression(String),
}

impl Normal {
    /// Linear time.
    pub fn of(text: &str, dialect: Dialect, conventions: &Conventions) -> Normal {
        let meaning = parse_with(text, dialect, conventions).ok().map(|tree| match Form::read_expr(&tree) {
            Ok(form) => Meaning::Form(form),
            Err(_) => Meaning::Expression(tree.explicit()),
        });
        Normal { dialect, signs: signs(text).into_iter().map(str::to_string).collect(), meaning }
    }

    /// Whether both are the same signs, or read as the same form (with variables: the same expression).
    pub fn same(&self, other: &Normal) -> bool {
        if self.dialect == other.dialect && self.signs == other.signs {
            return true;
        }
        match (&self.meaning, &other.meaning) {
            (Some(Meaning::Form(a)), Some(Meaning::Form(b))) => same_form(a, b),
            (Some(Meaning::Expression(a)), Some(Meaning::Expression(b))) => a == b,
            _ => false,
        }
    }

    /// Whether it is a number and nothing else.
    pub fn is_number(&self) -> bool {
        matches!(self.meaning, Some(Meaning::Form(Form::Number(_))))
    }

    /// How many signs it has.
    pub fn length(&self) -> usize {
        self.signs.len()
    }

    /// In how many signs two texts of one dialect differ; none if one is more than twice as long as the other.
    pub fn distance(&self, other: &Normal) -> Option<usize> {
        let (a, b) = (&self.signs, &other.signs);
        if self.dialect != other.dialect || a.len() > 2 * b.len() || b.len() > 2 * a.len() {
            return None;
        }
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, sign) in a.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for (j, against) in b.iter().enumerate() {
                let replaced = diagonal + usize::from(sign != against);
                diagonal = row[j + 1];
                row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
            }
        }
        row.last().copied()
    }
}

/// The signs of a text one by one, without spaces, fonts, sizes, and braces around one sign.
pub fn signs(text: &str) -> Vec<&str> {
    let mut signs: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\\' => {
                let letters = rest[1..].find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len() - 1);
                1 + letters.max(rest[1..].chars().next().filter(|_| letters == 0).map_or(0, char::len_utf8))
            }
            c => c.len_utf8(),
        };
        let (sign, after) = rest.split_at(length);
        rest = after;
        if first.is_whitespace() || "$~".contains(first) || UNSEEN.contains(&sign) {
            continue;
        }
        signs.push(SAME.iter().find(|(other, _)| *other == sign).map_or(sign, |(_, same)| same));
        // Braces around one sign or none say nothing; what they leave may stand alone in braces itself.
        match signs[..] {
            [.., "{", "}"] => signs.truncate(signs.len() - 2),
            [.., "{", inner, "}"] if inner != "}" => {
                signs.truncate(signs.len() - 3);
                signs.push(inner);
            }
            _ => {}
        }
    }
    signs
}
