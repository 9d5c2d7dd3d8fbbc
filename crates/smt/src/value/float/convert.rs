//! Conversions between floats, rationals, integers and other formats.

use super::{Class, Dyadic, FloatValue, Rounding, Sign, arith};
use crate::sort::Format;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

impl FloatValue {
    /// The float nearest to an integer.
    pub fn from_int(format: Format, mode: Rounding, number: &BigInt) -> Self {
        if number.is_zero() {
            return Self::zero(format, Sign::Plus);
        }
        Self::round(format, mode, &Dyadic { mantissa: number.clone(), exponent: 0 })
    }

    /// The float nearest to a rational.
    pub fn from_rational(format: Format, mode: Rounding, number: &BigRational) -> Self {
        if number.is_zero() {
            return Self::zero(format, Sign::Plus);
        }
        Self::round(format, mode, &arith::quotient(number.numer(), number.denom(), format.significand()))
    }

    /// The float nearest to a float of another format.
    pub fn convert(&self, format: Format, mode: Rounding) -> Self {
        match self.class() {
            Class::Nan => Self::nan(format),
            Class::Infinite(_) => Self::infinity(format, self.sign()),
            Class::Zero(_) => Self::zero(format, self.sign()),
            Class::Finite(number) => Self::round(format, mode, &number),
        }
    }

    /// The nearest integer; nothing for infinities and NaN.
    pub fn to_int(&self, mode: Rounding) -> Option<BigInt> {
        match self.class() {
            Class::Nan | Class::Infinite(_) => None,
            Class::Zero(_) => Some(BigInt::zero()),
            Class::Finite(number) => Some(number.to_integer(mode)),
        }
    }

    /// The exact number; nothing for infinities and NaN.
    pub fn to_rational(&self) -> Option<BigRational> {
        match self.class() {
            Class::Nan | Class::Infinite(_) => None,
            Class::Zero(_) => Some(BigRational::zero()),
            Class::Finite(number) if number.exponent >= 0 => {
                Some(BigRational::from_integer(number.scaled_to(0)))
            }
            Class::Finite(number) => {
                let denominator = BigInt::one() << number.exponent.unsigned_abs();
                Some(BigRational::new(number.mantissa, denominator))
            }
        }
    }
}
