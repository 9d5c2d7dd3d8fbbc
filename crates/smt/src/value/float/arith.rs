//! The operations of IEEE 754 on values: special cases first, then exact arithmetic and one rounding.

use super::{Class, Dyadic, FloatValue, Rounding, Sign};
use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

impl FloatValue {
    /// With the other sign; NaN stays.
    pub fn neg(&self) -> Self {
        if self.is_nan() {
            return self.clone();
        }
        self.clone().with_sign(Sign::minus_if(self.sign() == Sign::Plus))
    }

    /// Without sign; NaN stays.
    pub fn abs(&self) -> Self {
        if self.is_nan() { self.clone() } else { self.clone().with_sign(Sign::Plus) }
    }

    /// Sum.
    pub fn add(&self, other: &Self, mode: Rounding) -> Self {
        let format = self.format;
        match (self.class(), other.class()) {
            (Class::Nan, _) | (_, Class::Nan) => Self::nan(format),
            (Class::Infinite(one), Class::Infinite(two)) if one != two => Self::nan(format),
            (Class::Infinite(_), _) => self.clone(),
            (_, Class::Infinite(_)) => other.clone(),
            (Class::Zero(one), Class::Zero(two)) => {
                let sign = if one == two { Sign::minus_if(one) } else { sign_of_exact_zero(mode) };
                Self::zero(format, sign)
            }
            (Class::Zero(_), Class::Finite(_)) => other.clone(),
            (Class::Finite(_), Class::Zero(_)) => self.clone(),
            (Class::Finite(one), Class::Finite(two)) => self.round_sum(&one.add(&two), mode),
        }
    }

    fn round_sum(&self, sum: &Dyadic, mode: Rounding) -> Self {
        if sum.mantissa.is_zero() {
            return Self::zero(self.format, sign_of_exact_zero(mode));
        }
        Self::round(self.format, mode, sum)
    }

    /// Difference.
    pub fn sub(&self, other: &Self, mode: Rounding) -> Self {
        self.add(&other.neg(), mode)
    }

    fn sign_with(&self, other: &Self) -> Sign {
        Sign::minus_if(self.sign() != other.sign())
    }

    /// Product.
    pub fn mul(&self, other: &Self, mode: Rounding) -> Self {
        let sign = self.sign_with(other);
        match (self.class(), other.class()) {
            (Class::Nan, _) | (_, Class::Nan) => Self::nan(self.format),
            (Class::Infinite(_), Class::Zero(_)) | (Class::Zero(_), Class::Infinite(_)) => {
                Self::nan(self.format)
            }
            (Class::Infinite(_), _) | (_, Class::Infinite(_)) => Self::infinity(self.format, sign),
            (Class::Zero(_), _) | (_, Class::Zero(_)) => Self::zero(self.format, sign),
            (Class::Finite(one), Class::Finite(two)) => Self::round(self.format, mode, &one.mul(&two)),
        }
    }

    /// Quotient.
    pub fn div(&self, other: &Self, mode: Rounding) -> Self {
        let sign = self.sign_with(other);
        match (self.class(), other.class()) {
            (Class::Nan, _) | (_, Class::Nan) => Self::nan(self.format),
            (Class::Infinite(_), Class::Infinite(_)) | (Class::Zero(_), Class::Zero(_)) => {
                Self::nan(self.format)
            }
            (Class::Infinite(_), _) | (_, Class::Zero(_)) => Self::infinity(self.format, sign),
            (Class::Zero(_), _) | (_, Class::Infinite(_)) => Self::zero(self.format, sign),
            (Class::Finite(one), Class::Finite(two)) => {
                let quotient = quotient(&one.mantissa, &two.mantissa, self.format.significand());
                let exponent = quotient.exponent + one.exponent - two.exponent;
                Self::round(self.format, mode, &Dyadic { exponent, ..quotient })
            }
        }
    }

    /// Product and sum, rounded once.
    pub fn fma(&self, factor: &Self, summand: &Self, mode: Rounding) -> Self {
        let (Class::Finite(one), Class::Finite(two)) = (self.class(), factor.class()) else {
            // A product that is special is exact, so two steps round once.
            return self.mul(factor, mode).add(summand, mode);
        };
        let product = one.mul(&two);
        match summand.class() {
            Class::Nan | Class::Infinite(_) => summand.clone(),
            Class::Zero(_) => Self::round(self.format, mode, &product),
            Class::Finite(three) => self.round_sum(&product.add(&three), mode),
        }
    }

    /// Square root.
    pub fn sqrt(&self, mode: Rounding) -> Self {
        match self.class() {
            Class::Nan | Class::Infinite(true) => Self::nan(self.format),
            Class::Infinite(false) | Class::Zero(_) => self.clone(),
            Class::Finite(number) if number.is_negative() => Self::nan(self.format),
            Class::Finite(number) => {
                let extra = 2 * (i64::from(self.format.significand()) + 2);
                let shift = extra + (number.exponent - extra).rem_euclid(2);
                let radicand = number.mantissa.magnitude() << shift.unsigned_abs();
                let root = radicand.sqrt();
                let is_exact = &root * &root == radicand;
                let root = with_sticky(root, is_exact);
                let exponent = (number.exponent - shift) / 2 - 1;
                Self::round(self.format, mode, &Dyadic { mantissa: root.into(), exponent })
            }
        }
    }

    /// IEEE remainder: `x - y * n` where `n` is the integer nearest to `x / y`, ties to even.
    pub fn rem(&self, other: &Self) -> Self {
        match (self.class(), other.class()) {
            (Class::Nan | Class::Infinite(_), _) | (_, Class::Nan | Class::Zero(_)) => Self::nan(self.format),
            (Class::Zero(_), _) | (_, Class::Infinite(_)) => self.clone(),
            (Class::Finite(one), Class::Finite(two)) => {
                let exponent = one.exponent.min(two.exponent);
                let (x, y) = (one.scaled_to(exponent), two.scaled_to(exponent).abs());
                let floor = num_traits::Euclid::rem_euclid(&x, &y);
                let quotient = num_traits::Euclid::div_euclid(&x, &y);
                let twice = &floor * 2;
                let is_odd = quotient.bit(0);
                let up = twice > y || (twice == y && is_odd);
                let mantissa = if up { floor - y } else { floor };
                if mantissa.is_zero() {
                    return Self::zero(self.format, self.sign());
                }
                Self::round(self.format, Rounding::NearestEven, &Dyadic { mantissa, exponent })
            }
        }
    }

    /// The nearest integral float; a zero keeps the sign.
    pub fn round_to_integral(&self, mode: Rounding) -> Self {
        let Class::Finite(number) = self.class() else { return self.clone() };
        if number.exponent >= 0 {
            return self.clone();
        }
        let mantissa = number.to_integer(mode);
        if mantissa.is_zero() {
            return Self::zero(self.format, self.sign());
        }
        Self::round(self.format, mode, &Dyadic { mantissa, exponent: 0 })
    }

    /// The order of IEEE: none with NaN, and zeros are equal.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        if self.is_nan() || other.is_nan() {
            return None;
        }
        Some(self.rank().cmp(&other.rank()))
    }

    /// Encodings of one sign are ordered as integers.
    fn rank(&self) -> BigInt {
        let magnitude = BigInt::from(self.abs().bits);
        if self.sign() == Sign::Minus { -magnitude } else { magnitude }
    }

    /// The smaller; nothing if SMT-LIB leaves it open, which is for zeros of two signs.
    pub fn minimum(&self, other: &Self) -> Option<Self> {
        self.pick(other, Ordering::Less)
    }

    /// The larger; nothing if SMT-LIB leaves it open.
    pub fn maximum(&self, other: &Self) -> Option<Self> {
        self.pick(other, Ordering::Greater)
    }

    fn pick(&self, other: &Self, wanted: Ordering) -> Option<Self> {
        match self.compare(other) {
            None if self.is_nan() => Some(other.clone()),
            None => Some(self.clone()),
            Some(Ordering::Equal) => (self == other).then(|| self.clone()),
            Some(order) => Some(if order == wanted { self.clone() } else { other.clone() }),
        }
    }
}

/// What an exact sum of numbers with different signs gives.
fn sign_of_exact_zero(mode: Rounding) -> Sign {
    Sign::minus_if(mode == Rounding::Negative)
}

/// `one / two` with at least `precision + 2` bits, the last of them sticky.
pub(super) fn quotient(one: &BigInt, two: &BigInt, precision: u32) -> Dyadic {
    let missing = u64::from(precision) + 2 + two.bits();
    let shift = missing.saturating_sub(one.bits()) + 1;
    let dividend = one.magnitude() << shift;
    let whole = &dividend / two.magnitude();
    let is_exact = &whole * two.magnitude() == dividend;
    let mantissa = BigInt::from(with_sticky(whole, is_exact));
    let is_negative = one.is_negative() != two.is_negative();
    Dyadic { mantissa: if is_negative { -mantissa } else { mantissa }, exponent: -(shift as i64) - 1 }
}

/// One more bit, which is set if something was cut off.
fn with_sticky(value: BigUint, is_exact: bool) -> BigUint {
    let value: BigUint = value << 1;
    if is_exact { value } else { value + 1u32 }
}
