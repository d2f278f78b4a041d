//! What a paper's notation means where it can be read in more than one way.

use super::{Dialect, ExprKind, Operator, Problem, parse};

/// Whether two things that touch are added or multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Joined {
    Sum,
    Product,
}

/// The choices that a paper can make; the default is what CGSuite prints.
///
/// ```
/// use referee::notation::{Conventions, Dialect, Form, parse_with};
/// let mut paper = Conventions::default();
/// paper.set("5↓", "5·↓").unwrap();
/// let printed = parse_with("5↓*", Dialect::Plain, &paper).unwrap();
/// assert_eq!(Form::read_expr(&printed).unwrap().ascii(), "v5*");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Conventions {
    /// `n*`: n + * (the default), or n·*.
    pub number_before_star: Joined,
    /// `5↓`, `n↑`: 5 + ↓ (the default), or 5·↓. An arrow with a count of its own, `1↑3`, is added in any case.
    pub number_before_arrow: Joined,
    /// `↑^n`: the Conway power (`Sum`, the default: it is no multiple), or n·↑ (`Product`).
    pub arrow_exponent: Joined,
    /// `\overline{G}`: not read (the default), or −G.
    pub overline_is_negative: bool,
}

impl Default for Conventions {
    fn default() -> Conventions {
        Conventions {
            number_before_star: Joined::Sum,
            number_before_arrow: Joined::Sum,
            arrow_exponent: Joined::Sum,
            overline_is_negative: false,
        }
    }
}

impl Conventions {
    /// Sets one choice from a pair as a paper's front matter has it: `'n*' = 'n + *'`, `'5↓' = '5·↓'`, `'↑^n' = 'n·↑'`,
    /// `'\overline{G}' = '-G'`. Any number, name or arrow will do in place of these; TeX is read where there is a backslash.
    ///
    /// # Errors
    /// A problem about the first text (its span covers all of it) if it is none of the choices, or if the second is no
    /// reading of it.
    pub fn set(&mut self, printed: &str, meaning: &str) -> Result<(), Problem> {
        let read = |text: &str| {
            let dialect = if text.contains('\\') { Dialect::Tex } else { Dialect::Plain };
            parse(text, dialect)
        };
        let whole = 0..printed.len();
        let unknown = || {
            Problem::new(whole.clone(), format!("`{printed}` is no notation with a choice"))
                .help("the choices are 'n*', 'n↑', '↑^n' and '\\overline{G}'")
        };
        let no_reading = || {
            Problem::new(whole.clone(), format!("`{meaning}` is no reading of `{printed}`"))
                .help("as 'n + *' or 'n·*'; 'n + ↑' or 'n·↑'; '↑^n' or 'n·↑'; '-G'")
        };
        if printed.trim_start().starts_with("\\overline") {
            let negative = matches!(read(meaning).map(|expr| expr.kind), Ok(ExprKind::Negative(_)));
            self.overline_is_negative = negative;
            return if negative { Ok(()) } else { Err(no_reading()) };
        }
        let pattern = read(printed).map_err(|_| unknown())?.kind;
        let joined = match read(meaning).map_err(|_| no_reading())?.kind {
            ExprKind::Binary { operator: Operator::Add, .. } | ExprKind::Touching(_) => Joined::Sum,
            ExprKind::Binary { operator: Operator::Multiply, .. } => Joined::Product,
            ExprKind::UpPower { .. } if matches!(pattern, ExprKind::UpPower { .. }) => Joined::Sum,
            _ => return Err(no_reading()),
        };
        match pattern {
            ExprKind::UpPower { .. } => self.arrow_exponent = joined,
            ExprKind::Touching(terms) if terms.len() == 2 => match &terms[1].kind {
                ExprKind::Nimber(_) => self.number_before_star = joined,
                ExprKind::Ups { .. } => self.number_before_arrow = joined,
                _ => return Err(unknown()),
            },
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// The choices in words, each notation with its meaning.
    pub fn pairs(&self) -> [(&'static str, &'static str); 3] {
        let choose = |joined, sum, product| if joined == Joined::Sum { sum } else { product };
        [
            ("n*", choose(self.number_before_star, "n + *", "n·*")),
            ("n↑", choose(self.number_before_arrow, "n + ↑", "n·↑")),
            ("↑^n", choose(self.arrow_exponent, "↑^n", "n·↑")),
        ]
    }
}

impl std::fmt::Display for Conventions {
    /// `n* is n + *; n↑ is n·↑; ↑^n is ↑^n`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pairs = self.pairs().map(|(printed, meaning)| format!("{printed} is {meaning}"));
        f.write_str(&pairs.join("; "))?;
        if self.overline_is_negative { f.write_str("; \\overline{G} is −G") } else { Ok(()) }
    }
}
