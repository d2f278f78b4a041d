//! Exact rationals: what temperatures, means and ratios are compared in. No floats, and overflow is an answer.

use std::cmp::Ordering;
use std::fmt;

/// A rational number in lowest terms with a positive denominator.
///
/// Every operation is exact or `None`: numerator and denominator are `i128`, and what does not fit is not rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: i128,
    denominator: i128,
}

impl Rational {
    pub const ZERO: Rational = Rational::integer(0);
    pub const ONE: Rational = Rational::integer(1);

    pub const fn integer(numerator: i128) -> Rational {
        Rational { numerator, denominator: 1 }
    }

    /// `numerator / denominator` in lowest terms; `None` for a denominator of 0 and where i128 does not hold it.
    pub fn new(numerator: i128, denominator: i128) -> Option<Rational> {
        if denominator == 0 {
            return None;
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let negative = (numerator < 0) != (denominator < 0);
        let numerator = numerator.unsigned_abs() / divisor;
        let denominator = i128::try_from(denominator.unsigned_abs() / divisor).ok()?;
        let numerator =
            if negative { 0i128.checked_sub_unsigned(numerator)? } else { i128::try_from(numerator).ok()? };
        Some(Rational { numerator, denominator })
    }

    pub fn numerator(self) -> i128 {
        self.numerator
    }

    pub fn denominator(self) -> i128 {
        self.denominator
    }

    pub fn as_integer(self) -> Option<i128> {
        (self.denominator == 1).then_some(self.numerator)
    }

    pub fn is_negative(self) -> bool {
        self.numerator < 0
    }

    pub fn negative(self) -> Option<Rational> {
        Some(Rational { numerator: self.numerator.checked_neg()?, denominator: self.denominator })
    }

    pub fn plus(self, other: Rational) -> Option<Rational> {
        if let (Some(x), Some(y)) = (self.as_integer(), other.as_integer()) {
            return x.checked_add(y).map(Rational::integer);
        }
        // The common factor is divided out first, so that sums overflow only if the answer nearly does.
        let common =
            i128::try_from(gcd(self.denominator.unsigned_abs(), other.denominator.unsigned_abs())).ok()?;
        let numerator = self
            .numerator
            .checked_mul(other.denominator / common)?
            .checked_add(other.numerator.checked_mul(self.denominator / common)?)?;
        Rational::new(numerator, self.denominator.checked_mul(other.denominator / common)?)
    }

    pub fn minus(self, other: Rational) -> Option<Rational> {
        self.plus(other.negative()?)
    }

    pub fn times(self, other: Rational) -> Option<Rational> {
        let crossed = Rational::new(self.numerator, other.denominator)?;
        let other = Rational::new(other.numerator, self.denominator)?;
        Rational::new(
            crossed.numerator.checked_mul(other.numerator)?,
            crossed.denominator.checked_mul(other.denominator)?,
        )
    }

    /// The quotient; `None` also for a divisor of 0.
    pub fn over(self, other: Rational) -> Option<Rational> {
        self.times(Rational::new(other.denominator, other.numerator)?)
    }

    /// The greatest integer that is not greater.
    pub fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }

    /// `self` to an integer power; `None` also for 0 to a negative power.
    pub fn power(self, exponent: i128) -> Option<Rational> {
        let base = if exponent < 0 { Rational::ONE.over(self)? } else { self };
        if base == Rational::ZERO || base == Rational::ONE {
            return Some(if exponent == 0 { Rational::ONE } else { base });
        }
        if base == Rational::integer(-1) {
            return Some(if exponent % 2 == 0 { Rational::ONE } else { base });
        }
        let exponent = u32::try_from(exponent.unsigned_abs()).ok()?;
        Some(Rational {
            numerator: base.numerator.checked_pow(exponent)?,
            denominator: base.denominator.checked_pow(exponent)?,
        })
    }
}

impl Ord for Rational {
    /// Exact for all values: digits of the two continued fractions are compared, so nothing can overflow.
    fn cmp(&self, other: &Rational) -> Ordering {
        let (mut a, mut b) = (*self, *other);
        loop {
            let (floor_a, floor_b) = (a.floor(), b.floor());
            if floor_a != floor_b {
                return floor_a.cmp(&floor_b);
            }
            let (rest_a, rest_b) =
                (a.numerator.rem_euclid(a.denominator), b.numerator.rem_euclid(b.denominator));
            match (rest_a, rest_b) {
                (0, 0) => return Ordering::Equal,
                (0, _) => return Ordering::Less,
                (_, 0) => return Ordering::Greater,
                _ => {}
            }
            // x < y exactly when 1/y < 1/x for positive fractions.
            (a, b) = (
                Rational { numerator: b.denominator, denominator: rest_b },
                Rational { numerator: a.denominator, denominator: rest_a },
            );
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i128> for Rational {
    fn from(integer: i128) -> Rational {
        Rational::integer(integer)
    }
}

impl fmt::Display for Rational {
    /// `13/4`, or `-2` for an integer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// The greatest common divisor; 1 for two zeros, so that it always divides.
fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(numerator: i128, denominator: i128) -> Rational {
        Rational::new(numerator, denominator).expect("a fraction that fits")
    }

    #[test]
    fn fractions_are_exact() {
        assert_eq!(q(1, 10).plus(q(2, 10)), Some(q(3, 10)));
        assert_eq!(q(6, -8).to_string(), "-3/4");
        assert_eq!(q(-7, 2).floor(), -4);
        assert_eq!(q(2, 3).power(-2), Some(q(9, 4)));
        assert_eq!(q(1, 2).over(Rational::ZERO), None);
    }

    #[test]
    fn what_does_not_fit_is_not_rounded() {
        let most = Rational::integer(i128::MAX);
        assert_eq!(most.plus(Rational::ONE), None);
        assert_eq!(most.times(q(1, i128::MAX)), Some(Rational::ONE));
        assert_eq!(q(i128::MIN, i128::MIN), Rational::ONE);
        assert_eq!(Rational::integer(i128::MIN).negative(), None);
        assert_eq!(Rational::integer(2).power(127), None);
    }

    #[test]
    fn the_order_is_exact_where_products_overflow() {
        let (a, b) = (q(i128::MAX, i128::MAX - 1), q(i128::MAX - 1, i128::MAX - 2));
        assert!(a < b && q(-1, i128::MAX) > q(-1, i128::MAX - 1));
    }
}
