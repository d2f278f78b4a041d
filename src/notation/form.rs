//! Game forms without variables, with their abbreviations as printed.

use std::cmp::Ordering;

/// The dyadic rational `numerator` / 2^`exponent`, in lowest terms when made by [`Number::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number {
    pub numerator: i128,
    pub exponent: u32,
}

impl Number {
    pub const ZERO: Number = Number { numerator: 0, exponent: 0 };

    /// `numerator` / 2^`exponent` in lowest terms.
    pub fn new(numerator: i128, exponent: u32) -> Number {
        if numerator == 0 {
            return Number::ZERO;
        }
        let common = numerator.trailing_zeros().min(exponent);
        Number { numerator: numerator >> common, exponent: exponent - common }
    }

    /// The integer `n`.
    pub fn integer(n: i128) -> Number {
        Number { numerator: n, exponent: 0 }
    }

    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// −x; none if that does not fit.
    pub fn negative(self) -> Option<Number> {
        Some(Number { numerator: self.numerator.checked_neg()?, ..self })
    }

    /// x + y; none if that does not fit.
    pub fn plus(self, other: Number) -> Option<Number> {
        let exponent = self.exponent.max(other.exponent);
        let scaled = |x: Number| scale(x.numerator, exponent - x.exponent);
        Some(Number::new(scaled(self)?.checked_add(scaled(other)?)?, exponent))
    }

    /// n · x; none if that does not fit.
    pub fn times(self, n: i128) -> Option<Number> {
        let whole = Number::new(n, self.exponent);
        Some(Number { numerator: self.numerator.checked_mul(whole.numerator)?, exponent: whole.exponent })
    }
}

/// `n` · 2^`by`, if that fits.
fn scale(n: i128, by: u32) -> Option<i128> {
    if n == 0 {
        return Some(0);
    }
    let room = if n < 0 { n.leading_ones() } else { n.leading_zeros() };
    (by < room).then(|| n << by)
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        let scaled = |x: &Number| scale(x.numerator, exponent - x.exponent);
        match (scaled(self), scaled(other)) {
            (Some(a), Some(b)) => a.cmp(&b),
            // What does not fit is further from 0 than what does; at most one of the two had to be scaled up.
            (None, _) => self.numerator.cmp(&0),
            (_, None) => 0.cmp(&other.numerator),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The part of a leaf that is made of ups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ups {
    /// n·↑; downs are negative.
    Multiple(i64),
    /// ↑^n = {0 | ↓_[n−1]*} for n ≥ 2, or its negative if `down`.
    Power { down: bool, order: u32 },
    /// ↑^[n] = ↑ + ↑² + … + ↑^n = {↑^[n−1] | *} for n ≥ 2, or its negative if `down`.
    PowerTo { down: bool, order: u32 },
}

/// A game as it is written down.
///
/// Make forms with the constructors below: they keep the few invariants under which printing and reading are inverse
/// (a leaf without ups and star is a `Number`, sums are flat, a negated number is a number).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `5`, `-3/4`. Never expanded into a chain of options.
    Number(Number),
    /// A number, ups and a star written as one word: `*3`, `↑`, `1↑3*2`, `^<2>*`, `-1v[2]`. Not all three are nothing.
    UpStar { number: Number, ups: Ups, nimber: u32 },
    /// `{a, b | c}`. A list of one braced game is printed without its braces and with a bar more: `{3|2||1}`.
    Braces { left: Vec<Form>, right: Vec<Form> },
    /// `±G` for one entry, `±{a, b}` for the Left options of a game whose Right options are their negatives.
    PlusMinus(Vec<Form>),
    /// `⧾(G)` = {0 || 0 | −G}
    Tiny(Box<Form>),
    /// `⧿(G)` = {G | 0 || 0}
    Miny(Box<Form>),
    /// `-G`, for a form that is not a number.
    Negative(Box<Form>),
    /// `G + H`; a number and a tiny, miny or ± are printed touching: `9Tiny(2)`. At least two terms, none of them a sum.
    Sum(Vec<Form>),
    /// `3·G`, of any form.
    Multiple(i128, Box<Form>),
}

impl Form {
    /// The number `numerator` / 2^`exponent`.
    pub fn number(numerator: i128, exponent: u32) -> Form {
        Form::Number(Number::new(numerator, exponent))
    }

    /// The integer `n`.
    pub fn integer(n: i128) -> Form {
        Form::Number(Number::integer(n))
    }

    /// `*n`; `*0` is the number 0.
    pub fn nimber(n: u32) -> Form {
        Form::up_star(Number::ZERO, 0, n)
    }

    /// number + n·↑ + *m as one word; a plain number if there is nothing else.
    pub fn up_star(number: Number, ups: i64, nimber: u32) -> Form {
        Form::uptimal(number, Ups::Multiple(ups), nimber)
    }

    /// number + ups + *m as one word, with the powers of order 1 as the arrows that they are.
    pub fn uptimal(number: Number, ups: Ups, nimber: u32) -> Form {
        let ups = match ups {
            Ups::Power { down, order: 1 } | Ups::PowerTo { down, order: 1 } => {
                Ups::Multiple(if down { -1 } else { 1 })
            }
            Ups::PowerTo { order: 0, .. } => Ups::Multiple(0),
            other => other,
        };
        if ups == Ups::Multiple(0) && nimber == 0 {
            Form::Number(number)
        } else {
            Form::UpStar { number, ups, nimber }
        }
    }

    /// `{left | right}`, the options in the order given.
    pub fn braces(left: Vec<Form>, right: Vec<Form>) -> Form {
        Form::Braces { left, right }
    }

    /// `±G`, or `±{a, b}` for several Left options; 0 for none.
    pub fn plus_minus(left: Vec<Form>) -> Form {
        if left.is_empty() { Form::integer(0) } else { Form::PlusMinus(left) }
    }

    /// `⧾(G)`
    pub fn tiny(of: Form) -> Form {
        Form::Tiny(Box::new(of))
    }

    /// `⧿(G)`
    pub fn miny(of: Form) -> Form {
        Form::Miny(Box::new(of))
    }

    /// The sum of the terms: flat, leading numbers added, without a node for a single one, 0 for none.
    pub fn sum(terms: Vec<Form>) -> Form {
        let mut flat = Vec::with_capacity(terms.len());
        for term in terms {
            match term {
                Form::Sum(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        while let [Form::Number(x), Form::Number(y), ..] = flat[..]
            && let Some(total) = x.plus(y)
        {
            flat.splice(..2, [Form::Number(total)]);
        }
        match flat.len() {
            0 => Form::integer(0),
            1 => flat.remove(0),
            _ => Form::Sum(flat),
        }
    }

    /// `n·G`; of a number, the number; of ups alone, the ups, as `3·↑` and `↑3` are two ways to write one word.
    pub fn multiple(n: i128, of: Form) -> Form {
        match &of {
            Form::Number(x) => {
                if let Some(product) = x.times(n) {
                    return Form::Number(product);
                }
            }
            Form::UpStar { number: Number::ZERO, ups: Ups::Multiple(ups), nimber: 0 } if n != 0 => {
                if let Some(ups) = i64::try_from(n).ok().and_then(|n| n.checked_mul(*ups)) {
                    return Form::up_star(Number::ZERO, ups, 0);
                }
            }
            _ => {}
        }
        Form::Multiple(n, Box::new(of))
    }

    /// `-G` as written; of a number, the number.
    pub fn negative(of: Form) -> Form {
        match of {
            Form::Number(x) if x.numerator != i128::MIN => {
                Form::Number(Number { numerator: -x.numerator, ..x })
            }
            other => Form::Negative(Box::new(other)),
        }
    }
}
