//! The arithmetic of pictures: fractions for what is counted, and fixed point for where things lie.
//!
//! TeX itself places things by whole multiples of 1/65536 pt. Here a place is a whole multiple of 10⁻⁹ cm.

use std::ops::Range;

/// A fraction in lowest terms. Every operation gives none where it overflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    above: i128,
    /// Positive.
    below: i128,
}

/// Fixed point has this many parts in one.
pub const ONE: i128 = 1_000_000_000;
/// No coordinate lies further out, in cm.
const FAR: i128 = 1_000_000 * ONE;
/// Larger numbers are refused, so that a product cannot overflow.
const LARGEST: i128 = 1 << 60;
/// Brackets may nest so deep.
const DEEPEST: usize = 50;

impl Fraction {
    pub fn new(above: i128, below: i128) -> Option<Fraction> {
        if below == 0 {
            return None;
        }
        let (mut a, mut b) = (above.unsigned_abs(), below.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let common = i128::try_from(a).ok()? * below.signum();
        let (above, below) = (above / common, below / common);
        (above.abs() < LARGEST && below < LARGEST).then_some(Fraction { above, below })
    }

    pub fn whole(value: i128) -> Option<Fraction> {
        Fraction::new(value, 1)
    }

    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        Fraction::new(self.above * other.below + other.above * self.below, self.below * other.below)
    }

    pub fn minus(self, other: Fraction) -> Option<Fraction> {
        self.plus(Fraction { above: -other.above, ..other })
    }

    pub fn times(self, other: Fraction) -> Option<Fraction> {
        Fraction::new(self.above * other.above, self.below * other.below)
    }

    pub fn over(self, other: Fraction) -> Option<Fraction> {
        Fraction::new(self.above * other.below, self.below * other.above)
    }

    pub fn floor(self) -> i128 {
        self.above.div_euclid(self.below)
    }

    /// Towards zero.
    pub fn truncated(self) -> i128 {
        self.above / self.below
    }

    pub fn integer(self) -> Option<i128> {
        (self.below == 1).then_some(self.above)
    }

    pub fn is_negative(self) -> bool {
        self.above < 0
    }

    pub fn is_zero(self) -> bool {
        self.above == 0
    }

    /// The nearest fixed-point number; none beyond [`FAR`].
    pub fn fixed(self) -> Option<i128> {
        let doubled = 2 * self.above * ONE;
        let nearest = (doubled + self.below).div_euclid(2 * self.below);
        (nearest.abs() <= FAR).then_some(nearest)
    }

    /// As TikZ writes it: at most five decimals, none for whole numbers.
    pub fn decimal(self) -> String {
        let parts = self.above.abs() * 100_000 / self.below;
        let sign = if self.above < 0 && parts > 0 { "-" } else { "" };
        let (whole, rest) = (parts / 100_000, parts % 100_000);
        let text = format!("{sign}{whole}.{rest:05}");
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    }
}

/// The value of an expression of numbers, `+ - * / ^`, brackets and a few functions; none if it is anything else.
pub fn evaluate(text: &str) -> Option<Fraction> {
    let text: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && !"{}".contains(*c)).collect();
    let mut reader = Reader { text: &text, next: 0, depth: 0 };
    let value = reader.sum()?;
    (reader.next == text.len()).then_some(value)
}

struct Reader<'t> {
    text: &'t [char],
    next: usize,
    depth: usize,
}

impl Reader<'_> {
    fn eat(&mut self, sign: char) -> bool {
        let found = self.text.get(self.next) == Some(&sign);
        self.next += usize::from(found);
        found
    }

    fn sum(&mut self) -> Option<Fraction> {
        let mut value = self.product()?;
        loop {
            if self.eat('+') {
                value = value.plus(self.product()?)?;
            } else if self.eat('-') {
                value = value.minus(self.product()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<Fraction> {
        let mut value = self.signed()?;
        loop {
            if self.eat('*') {
                value = value.times(self.signed()?)?;
            } else if self.eat('/') {
                value = value.over(self.signed()?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn signed(&mut self) -> Option<Fraction> {
        let mut negative = false;
        loop {
            if self.eat('-') {
                negative = !negative;
            } else if !self.eat('+') {
                break;
            }
        }
        let value = self.power()?;
        if negative { Fraction::whole(0)?.minus(value) } else { Some(value) }
    }

    fn power(&mut self) -> Option<Fraction> {
        let base = self.atom()?;
        if !self.eat('^') {
            return Some(base);
        }
        let exponent = self.atom()?.integer().filter(|exponent| (0..=64).contains(exponent))?;
        let mut value = Fraction::whole(1)?;
        for _ in 0..exponent {
            value = value.times(base)?;
        }
        Some(value)
    }

    fn atom(&mut self) -> Option<Fraction> {
        let first = *self.text.get(self.next)?;
        if first == '(' {
            return self.brackets()?.first().copied();
        }
        if first.is_ascii_alphabetic() {
            let name = self.run(|c| c.is_ascii_alphabetic());
            let name: String = self.text[name].iter().collect();
            let arguments = self.brackets()?;
            return match (name.as_str(), &arguments[..]) {
                ("mod", &[a, b]) => a.minus(b.times(Fraction::whole(a.over(b)?.truncated())?)?),
                ("Mod", &[a, b]) => a.minus(b.times(Fraction::whole(a.over(b)?.floor())?)?),
                ("div", &[a, b]) => Fraction::whole(a.over(b)?.truncated()),
                ("int", &[a]) => Fraction::whole(a.truncated()),
                ("floor", &[a]) => Fraction::whole(a.floor()),
                ("ceil", &[a]) => Fraction::whole(-Fraction::whole(0)?.minus(a)?.floor()),
                ("round", &[a]) => Fraction::whole(a.plus(Fraction::new(1, 2)?)?.floor()),
                ("abs", &[a]) => Some(Fraction { above: a.above.abs(), ..a }),
                ("min", &[a, b]) => Some(if a.minus(b)?.is_negative() { a } else { b }),
                ("max", &[a, b]) => Some(if a.minus(b)?.is_negative() { b } else { a }),
                ("cos", &[a]) => Fraction::new(turned(a)?.0, ONE),
                ("sin", &[a]) => Fraction::new(turned(a)?.1, ONE),
                ("sqrt", &[a]) => {
                    let square = u128::try_from(a.fixed()?.checked_mul(ONE)?).ok()?;
                    Fraction::new(i128::try_from(square.isqrt()).ok()?, ONE)
                }
                _ => None,
            };
        }
        let digits = self.run(|c| c.is_ascii_digit());
        let mut value: i128 = 0;
        let mut any = !digits.is_empty();
        for digit in &self.text[digits] {
            value = value.checked_mul(10)?.checked_add(i128::from(digit.to_digit(10)?))?;
        }
        let mut below: i128 = 1;
        if self.eat('.') {
            let decimals = self.run(|c| c.is_ascii_digit());
            any |= !decimals.is_empty();
            for digit in &self.text[decimals] {
                value = value.checked_mul(10)?.checked_add(i128::from(digit.to_digit(10)?))?;
                below = below.checked_mul(10)?;
            }
        }
        any.then(|| Fraction::new(value, below)).flatten()
    }

    /// What stands between round brackets, at commas.
    fn brackets(&mut self) -> Option<Vec<Fraction>> {
        if self.depth > DEEPEST || !self.eat('(') {
            return None;
        }
        self.depth += 1;
        let mut found = vec![self.sum()?];
        while self.eat(',') {
            found.push(self.sum()?);
        }
        self.depth -= 1;
        self.eat(')').then_some(found)
    }

    fn run(&mut self, wanted: impl Fn(char) -> bool) -> Range<usize> {
        let start = self.next;
        while self.text.get(self.next).is_some_and(|c| wanted(*c)) {
            self.next += 1;
        }
        start..self.next
    }
}

/// Cosine and sine of an angle in degrees, in fixed point, right to one part; exact at multiples of 90.
pub fn turned(angle: Fraction) -> Option<(i128, i128)> {
    let quarter = angle.over(Fraction::whole(90)?)?;
    let quadrant = quarter.floor();
    let within = angle.minus(Fraction::whole(quadrant.checked_mul(90)?)?)?;
    // π/180 in parts of 10¹⁵.
    const SCALE: i128 = 1_000_000_000_000_000;
    const DEGREE: i128 = 17_453_292_519_943;
    let x = within.fixed()? * DEGREE / ONE;
    let series = |mut term: i128, mut step: i128| {
        let mut sum = term;
        while term != 0 {
            term = -(term * x / SCALE * x / SCALE) / ((step + 1) * (step + 2));
            sum += term;
            step += 2;
        }
        (sum + SCALE / ONE / 2).div_euclid(SCALE / ONE)
    };
    let (cosine, sine) = if within.is_zero() { (ONE, 0) } else { (series(SCALE, 0), series(x, 1)) };
    Some(match quadrant.rem_euclid(4) {
        0 => (cosine, sine),
        1 => (-sine, cosine),
        2 => (-cosine, -sine),
        _ => (sine, -cosine),
    })
}

/// A length in cm, with how it was written: with a unit, or in the picture's own.
pub fn length(text: &str) -> Option<(Fraction, bool)> {
    let text = text.trim();
    let units = [("cm", 1, 1), ("mm", 1, 10), ("in", 254, 100), ("pt", 254, 7227), ("bp", 254, 7200)];
    for (unit, above, below) in units {
        if let Some(number) = text.strip_suffix(unit) {
            return Some((evaluate(number)?.times(Fraction::new(above, below)?)?, true));
        }
    }
    Some((evaluate(text)?, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_exact() {
        let value = |text| evaluate(text).map(Fraction::decimal);
        assert_eq!(value("1/3+1/6").as_deref(), Some("0.5"));
        assert_eq!(value("-2^2*{(1 - .5)}").as_deref(), Some("-2"));
        assert_eq!(value("mod(7,3)+div(7,2)+int(2.9)").as_deref(), Some("6"));
        assert_eq!(value("max(1,-2)-floor(-1/2)").as_deref(), Some("2"));
        assert_eq!(value("1/0"), None);
        assert_eq!(value("x+1"), None);
        assert_eq!(value("1+"), None);
        assert_eq!(value("9^64"), None);
        assert_eq!(length("3mm"), Some((Fraction { above: 3, below: 10 }, true)));
    }

    #[test]
    fn angles_are_right_to_a_part_in_a_thousand_million() {
        let at = |degrees| turned(Fraction::whole(degrees).expect("small")).expect("near");
        assert_eq!([at(0), at(90), at(180), at(-90)], [(ONE, 0), (0, ONE), (-ONE, 0), (0, -ONE)]);
        assert_eq!(at(60), (500_000_000, 866_025_404), "1/2 and half the root of 3");
        assert_eq!(at(225), (-707_106_781, -707_106_781), "half the root of 2");
        assert_eq!(at(72), (309_016_994, 951_056_516), "a quarter of the root of 5 less one");
    }
}
