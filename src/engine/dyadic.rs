//! Dyadic rationals, exact: the numbers among the short games.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Bound, Mul, Neg, Sub};

use super::Limit;

/// A dyadic rational m/2^k in lowest terms, with |m| < 2^127 and k < 2^32.
///
/// Arithmetic that would leave this range is [`Limit::Overflow`]; it never wraps or rounds.
///
/// ```
/// use referee::engine::Dyadic;
/// let three_quarters = Dyadic::new(6, 3)?;
/// assert_eq!(three_quarters.to_string(), "3/4");
/// assert!(three_quarters < Dyadic::ONE);
/// assert_eq!((three_quarters + Dyadic::from(2))?.to_string(), "11/4");
/// # Ok::<(), referee::engine::Limit>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dyadic {
    mantissa: i128,
    exponent: u32,
}

impl Dyadic {
    pub const ZERO: Dyadic = Dyadic { mantissa: 0, exponent: 0 };
    pub const ONE: Dyadic = Dyadic { mantissa: 1, exponent: 0 };

    /// mantissa / 2^exponent, brought to lowest terms.
    pub fn new(mantissa: i128, exponent: u32) -> Result<Dyadic, Limit> {
        if mantissa == 0 {
            return Ok(Dyadic::ZERO);
        }
        let common = exponent.min(mantissa.trailing_zeros());
        let (mantissa, exponent) = (mantissa >> common, exponent - common);
        // Without i128::MIN every number has a negative.
        if mantissa == i128::MIN { Err(Limit::Overflow) } else { Ok(Dyadic { mantissa, exponent }) }
    }

    /// The integer n.
    pub fn integer(n: i128) -> Result<Dyadic, Limit> {
        Dyadic::new(n, 0)
    }

    /// The numerator, in lowest terms.
    pub fn mantissa(self) -> i128 {
        self.mantissa
    }

    /// k, where the denominator in lowest terms is 2^k.
    pub fn exponent(self) -> u32 {
        self.exponent
    }

    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    pub fn is_zero(self) -> bool {
        self.mantissa == 0
    }

    /// −1, 0 or 1.
    pub fn signum(self) -> i32 {
        self.mantissa.signum() as i32
    }

    pub fn abs(self) -> Dyadic {
        if self.mantissa < 0 { -self } else { self }
    }

    /// Half of it.
    pub fn half(self) -> Result<Dyadic, Limit> {
        if self.mantissa == 0 {
            return Ok(self);
        }
        if self.mantissa % 2 == 0 {
            return Dyadic::new(self.mantissa / 2, self.exponent);
        }
        Dyadic::new(self.mantissa, self.exponent.checked_add(1).ok_or(Limit::Overflow)?)
    }

    /// 1/2^k, where 2^k is the denominator of self in lowest terms: the distance to the nearest
    /// numbers that are as simple as its options.
    pub fn step(self) -> Dyadic {
        Dyadic { mantissa: 1, exponent: self.exponent }
    }

    /// The greatest integer ≤ self.
    pub fn floor(self) -> i128 {
        self.mantissa >> self.exponent.min(127)
    }

    /// The least integer ≥ self.
    pub fn ceil(self) -> i128 {
        -(-self).floor()
    }

    /// The simplest number within two bounds (the one with the earliest birthday), or `None` if there is none.
    ///
    /// This is the number x of the simplicity theorem: Conway, *On Numbers and Games*, theorem 11.
    ///
    /// ```
    /// use std::ops::Bound::*;
    /// use referee::engine::Dyadic;
    /// let half = Dyadic::new(1, 1)?;
    /// assert_eq!(Dyadic::simplest(Excluded(half), Unbounded)?, Some(Dyadic::ONE));
    /// assert_eq!(Dyadic::simplest(Excluded(Dyadic::ZERO), Excluded(half))?, Some(Dyadic::new(1, 2)?));
    /// assert_eq!(Dyadic::simplest(Excluded(half), Included(half))?, None);
    /// # Ok::<(), referee::engine::Limit>(())
    /// ```
    pub fn simplest(low: Bound<Dyadic>, high: Bound<Dyadic>) -> Result<Option<Dyadic>, Limit> {
        let zero_is_low_enough = match high {
            Bound::Unbounded => true,
            Bound::Included(high) => high.signum() >= 0,
            Bound::Excluded(high) => high.signum() > 0,
        };
        if !zero_is_low_enough {
            // Everything within is negative.
            let positive = Dyadic::simplest_positive(negated(high), negated(low))?;
            return Ok(positive.map(|x| -x));
        }
        let zero_is_high_enough = match low {
            Bound::Unbounded => true,
            Bound::Included(low) => low.signum() <= 0,
            Bound::Excluded(low) => low.signum() < 0,
        };
        if zero_is_high_enough { Ok(Some(Dyadic::ZERO)) } else { Dyadic::simplest_positive(low, high) }
    }

    /// The same where the lower bound is finite and excludes 0 and everything below.
    fn simplest_positive(low: Bound<Dyadic>, high: Bound<Dyadic>) -> Result<Option<Dyadic>, Limit> {
        let (below, open_below) = match low {
            Bound::Included(low) => (low, false),
            Bound::Excluded(low) => (low, true),
            Bound::Unbounded => unreachable!("0 would be within"),
        };
        let (above, open_above) = match high {
            Bound::Included(high) => (Some(high), false),
            Bound::Excluded(high) => (Some(high), true),
            Bound::Unbounded => (None, true),
        };
        let fits = |x: Dyadic| above.is_none_or(|above| if open_above { x < above } else { x <= above });
        // The least integer, if there is one.
        let mut least = below.ceil();
        if open_below && below.is_integer() {
            least = least.checked_add(1).ok_or(Limit::Overflow)?;
        }
        let least = Dyadic::integer(least)?;
        if fits(least) {
            return Ok(Some(least));
        }
        let above = above.expect("some integer lies above every number");
        if below > above || (below == above && (open_below || open_above)) {
            return Ok(None);
        }
        // All of it lies between two integers: the multiple of the largest power of two is simplest.
        let exponent = below.exponent.max(above.exponent);
        let (Ok(first), Ok(last)) = (below.scaled_to(exponent), above.scaled_to(exponent)) else {
            // Then the upper bound is too large beside the other one. If a power of two lies between them,
            // the largest is the simplest.
            let bits = 127 - above.mantissa.leading_zeros();
            let exponent = above.exponent.checked_sub(bits).ok_or(Limit::Overflow)?;
            let power = Dyadic { mantissa: 1, exponent };
            let power = if fits(power) { power } else { power.half()? };
            return if below < power { Ok(Some(power)) } else { Err(Limit::Overflow) };
        };
        let (from, to) = (first + i128::from(open_below), last - i128::from(open_above));
        if from > to {
            // Two neighbours, both excluded.
            return first
                .checked_add(last)
                .ok_or(Limit::Overflow)
                .and_then(|sum| Dyadic::new(sum, exponent.checked_add(1).ok_or(Limit::Overflow)?).map(Some));
        }
        let differ = 127 - ((from - 1) ^ to).leading_zeros();
        Dyadic::new(to >> differ << differ, exponent).map(Some)
    }

    /// The numerator over the denominator 2^exponent, for an exponent that is large enough.
    fn scaled_to(self, exponent: u32) -> Result<i128, Limit> {
        let shift = exponent - self.exponent;
        if self.mantissa == 0 {
            Ok(0)
        } else if shift < self.mantissa.unsigned_abs().leading_zeros() {
            Ok(self.mantissa << shift)
        } else {
            Err(Limit::Overflow)
        }
    }
}

fn negated(bound: Bound<Dyadic>) -> Bound<Dyadic> {
    match bound {
        Bound::Included(x) => Bound::Included(-x),
        Bound::Excluded(x) => Bound::Excluded(-x),
        Bound::Unbounded => Bound::Unbounded,
    }
}

/// `(a + b)?`: exact, or [`Limit::Overflow`].
impl Add for Dyadic {
    type Output = Result<Dyadic, Limit>;

    fn add(self, other: Dyadic) -> Result<Dyadic, Limit> {
        let exponent = self.exponent.max(other.exponent);
        let sum = self.scaled_to(exponent)?.checked_add(other.scaled_to(exponent)?);
        Dyadic::new(sum.ok_or(Limit::Overflow)?, exponent)
    }
}

/// `(a - b)?`: exact, or [`Limit::Overflow`].
impl Sub for Dyadic {
    type Output = Result<Dyadic, Limit>;

    fn sub(self, other: Dyadic) -> Result<Dyadic, Limit> {
        self + -other
    }
}

/// `(a * b)?`: exact, or [`Limit::Overflow`].
impl Mul for Dyadic {
    type Output = Result<Dyadic, Limit>;

    fn mul(self, other: Dyadic) -> Result<Dyadic, Limit> {
        let mantissa = self.mantissa.checked_mul(other.mantissa).ok_or(Limit::Overflow)?;
        if mantissa == 0 {
            return Ok(Dyadic::ZERO);
        }
        // The sum of the exponents may be too large although the product is not.
        let exponent = u64::from(self.exponent) + u64::from(other.exponent);
        let common = exponent.min(u64::from(mantissa.trailing_zeros()));
        let exponent = u32::try_from(exponent - common).map_err(|_| Limit::Overflow)?;
        Dyadic::new(mantissa >> common, exponent)
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        Dyadic { mantissa: -self.mantissa, exponent: self.exponent }
    }
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Dyadic {
        Dyadic { mantissa: n.into(), exponent: 0 }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.exponent == other.exponent || self.signum() != other.signum() {
            return self.mantissa.cmp(&other.mantissa);
        }
        if self.exponent > other.exponent {
            return other.cmp(self).reverse();
        }
        match self.scaled_to(other.exponent) {
            Ok(mantissa) => mantissa.cmp(&other.mantissa),
            // Scaled to the other's denominator it is larger than every numerator.
            Err(_) => self.mantissa.cmp(&0),
        }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    /// `3`, `-3/4`, and `1/2^200` where the denominator has more than 127 bits.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.mantissa),
            k @ 1..127 => write!(f, "{}/{}", self.mantissa, 1u128 << k),
            k => write!(f, "{}/2^{k}", self.mantissa),
        }
    }
}
