//! Floating-point numbers of any format, computed exactly and rounded once, as IEEE 754 and SMT-LIB define them.
//!
//! A finite number is an integer times a power of two. Sums, products and fused operations are exact in that form;
//! quotients and roots are computed to two bits more than needed with a sticky bit, which is enough for every
//! rounding mode. So there is one code path for all formats. It is slower than hardware and is
//! meant to be the reference; `tests` compare it with the hardware and with `rustc_apfloat`.

mod arith;
mod convert;
mod round;

#[cfg(test)]
mod tests;

use crate::sort::Format;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

pub(crate) use round::Dyadic;

/// How to round what cannot be represented.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rounding {
    /// To nearest, ties to even.
    NearestEven,
    /// To nearest, ties away from zero.
    NearestAway,
    /// Towards positive infinity.
    Positive,
    /// Towards negative infinity.
    Negative,
    /// Towards zero.
    Zero,
}

impl Rounding {
    /// All modes.
    pub const ALL: [Self; 5] =
        [Self::NearestEven, Self::NearestAway, Self::Positive, Self::Negative, Self::Zero];

    /// The short name in SMT-LIB.
    pub fn name(self) -> &'static str {
        match self {
            Self::NearestEven => "RNE",
            Self::NearestAway => "RNA",
            Self::Positive => "RTP",
            Self::Negative => "RTN",
            Self::Zero => "RTZ",
        }
    }

    /// The long name in SMT-LIB.
    pub fn long_name(self) -> &'static str {
        match self {
            Self::NearestEven => "roundNearestTiesToEven",
            Self::NearestAway => "roundNearestTiesToAway",
            Self::Positive => "roundTowardPositive",
            Self::Negative => "roundTowardNegative",
            Self::Zero => "roundTowardZero",
        }
    }
}

/// A float: its format and its encoding. There is one NaN, with only the highest fraction bit set.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FloatValue {
    format: Format,
    bits: BigUint,
}

/// What a float is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Nan,
    /// With its sign.
    Infinite(bool),
    /// With its sign.
    Zero(bool),
    /// Never zero.
    Finite(Dyadic),
}

impl FloatValue {
    /// The float with an encoding; bits beyond the format are dropped.
    pub fn from_bits(format: Format, bits: &BigUint) -> Self {
        let mask = (BigUint::one() << format.width()) - 1u32;
        let value = Self { format, bits: bits & mask };
        if value.exponent_field() == exponent_mask(format) && !value.fraction_field().is_zero() {
            return Self::nan(format);
        }
        value
    }

    /// The NaN.
    pub fn nan(format: Format) -> Self {
        let fraction = BigUint::one() << (format.significand() - 2);
        Self { format, bits: (exponent_mask(format) << (format.significand() - 1)) | fraction }
    }

    /// An infinity.
    pub fn infinity(format: Format, sign: Sign) -> Self {
        let bits = exponent_mask(format) << (format.significand() - 1);
        Self { format, bits }.with_sign(sign)
    }

    /// A zero.
    pub fn zero(format: Format, sign: Sign) -> Self {
        Self { format, bits: BigUint::zero() }.with_sign(sign)
    }

    fn with_sign(mut self, sign: Sign) -> Self {
        self.bits.set_bit(u64::from(self.format.width()) - 1, sign == Sign::Minus);
        self
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The encoding.
    pub fn bits(&self) -> &BigUint {
        &self.bits
    }

    /// The exponent bits.
    pub fn exponent_field(&self) -> BigUint {
        (&self.bits >> (self.format.significand() - 1)) & exponent_mask(self.format)
    }

    /// The significand bits without the hidden one.
    pub fn fraction_field(&self) -> BigUint {
        &self.bits & ((BigUint::one() << (self.format.significand() - 1)) - 1u32)
    }

    /// The sign bit.
    pub fn sign(&self) -> Sign {
        if self.bits.bit(u64::from(self.format.width()) - 1) { Sign::Minus } else { Sign::Plus }
    }

    pub(crate) fn class(&self) -> Class {
        let exponent = self.exponent_field();
        let fraction = self.fraction_field();
        let is_minus = self.sign() == Sign::Minus;
        if exponent == exponent_mask(self.format) {
            return if fraction.is_zero() { Class::Infinite(is_minus) } else { Class::Nan };
        }
        if exponent.is_zero() && fraction.is_zero() {
            return Class::Zero(is_minus);
        }
        let precision = i64::from(self.format.significand());
        let hidden = BigUint::one() << (self.format.significand() - 1);
        let magnitude = if exponent.is_zero() { fraction } else { fraction | hidden };
        let scale =
            i64::try_from(&exponent).unwrap_or_default().max(1) - self.format.bias() - (precision - 1);
        let mantissa = BigInt::from(magnitude);
        Class::Finite(Dyadic { mantissa: if is_minus { -mantissa } else { mantissa }, exponent: scale })
    }

    /// Whether it is the NaN.
    pub fn is_nan(&self) -> bool {
        self.class() == Class::Nan
    }

    /// Whether it is one of the infinities.
    pub fn is_infinite(&self) -> bool {
        matches!(self.class(), Class::Infinite(_))
    }

    /// Whether it is one of the zeros.
    pub fn is_zero(&self) -> bool {
        matches!(self.class(), Class::Zero(_))
    }

    /// Whether it is finite, not zero, and has less than full precision.
    pub fn is_subnormal(&self) -> bool {
        self.exponent_field().is_zero() && !self.is_zero()
    }

    /// Whether it is finite and has full precision.
    pub fn is_normal(&self) -> bool {
        matches!(self.class(), Class::Finite(_)) && !self.is_subnormal()
    }
}

/// The sign of a float.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// Bit zero.
    Plus,
    /// Bit one.
    Minus,
}

impl Sign {
    pub(crate) fn minus_if(is_minus: bool) -> Self {
        if is_minus { Self::Minus } else { Self::Plus }
    }
}

fn exponent_mask(format: Format) -> BigUint {
    (BigUint::one() << format.exponent()) - 1u32
}
