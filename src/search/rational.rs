//! Exact fractions for the walls of thermographs.

use std::cmp::Ordering;
use std::fmt;

use super::Limit;

/// An exact fraction of 128-bit integers in lowest terms, its denominator positive.
///
/// Every operation is checked: what leaves the range is [`Limit::Overflow`].
///
/// ```
/// use referee::search::Rational;
/// let third = Rational::new(2, -6).unwrap();
/// assert_eq!(third.to_string(), "-1/3");
/// assert_eq!(third.add(&Rational::integer(1)).unwrap(), Rational::new(2, 3).unwrap());
/// assert!(Rational::integer(i128::MAX).add(&third).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: i128,
    denominator: i128,
}

impl Rational {
    pub const ZERO: Rational = Rational { numerator: 0, denominator: 1 };

    /// `numerator / denominator`; a denominator of 0 is outside the range, too.
    pub fn new(numerator: i128, denominator: i128) -> Result<Rational, Limit> {
        if denominator == 0 || numerator == i128::MIN || denominator == i128::MIN {
            return Err(Limit::Overflow);
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) as i128;
        let sign = denominator.signum();
        Ok(Rational { numerator: sign * numerator / divisor, denominator: sign * denominator / divisor })
    }

    pub fn integer(n: i128) -> Rational {
        Rational { numerator: n, denominator: 1 }
    }

    /// `numerator / 2^exponent`.
    pub fn dyadic(numerator: i128, exponent: u32) -> Result<Rational, Limit> {
        let denominator = 1i128.checked_shl(exponent).filter(|d| *d > 0).ok_or(Limit::Overflow)?;
        Rational::new(numerator, denominator)
    }

    pub fn numerator(&self) -> i128 {
        self.numerator
    }

    pub fn denominator(&self) -> i128 {
        self.denominator
    }

    pub fn add(&self, other: &Rational) -> Result<Rational, Limit> {
        let common = gcd(self.denominator.unsigned_abs(), other.denominator.unsigned_abs()) as i128;
        let (left, right) = (other.denominator / common, self.denominator / common);
        let sum = checked(self.numerator.checked_mul(left))?
            .checked_add(checked(other.numerator.checked_mul(right))?);
        Rational::new(checked(sum)?, checked(self.denominator.checked_mul(left))?)
    }

    pub fn negate(&self) -> Result<Rational, Limit> {
        Rational::new(checked(self.numerator.checked_neg())?, self.denominator)
    }

    pub fn sub(&self, other: &Rational) -> Result<Rational, Limit> {
        self.add(&other.negate()?)
    }

    pub fn mul(&self, other: &Rational) -> Result<Rational, Limit> {
        let across = Rational::new(self.numerator, other.denominator)?;
        let back = Rational::new(other.numerator, self.denominator)?;
        Rational::new(
            checked(across.numerator.checked_mul(back.numerator))?,
            checked(across.denominator.checked_mul(back.denominator))?,
        )
    }

    /// Errs if `other` is 0.
    pub fn div(&self, other: &Rational) -> Result<Rational, Limit> {
        self.mul(&Rational::new(other.denominator, other.numerator)?)
    }

    pub fn compare(&self, other: &Rational) -> Result<Ordering, Limit> {
        Ok(self.sub(other)?.numerator.cmp(&0))
    }

    /// The largest integer that is at most this.
    pub fn floor(&self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

fn checked(n: Option<i128>) -> Result<i128, Limit> {
    n.ok_or(Limit::Overflow)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}
