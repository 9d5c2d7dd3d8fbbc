//! Exact dyadic numbers, and the one function that rounds them into a format (IEEE 754-2019, clause 4.3 and 7.4).

use super::{FloatValue, Rounding, Sign};
use crate::sort::Format;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};

/// `mantissa * 2^exponent`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Dyadic {
    pub(crate) mantissa: BigInt,
    pub(crate) exponent: i64,
}

impl Dyadic {
    pub(crate) fn add(&self, other: &Self) -> Self {
        let exponent = self.exponent.min(other.exponent);
        Self { mantissa: self.scaled_to(exponent) + other.scaled_to(exponent), exponent }
    }

    pub(crate) fn mul(&self, other: &Self) -> Self {
        Self { mantissa: &self.mantissa * &other.mantissa, exponent: self.exponent + other.exponent }
    }

    /// The mantissa that belongs to a smaller exponent.
    pub(crate) fn scaled_to(&self, exponent: i64) -> BigInt {
        &self.mantissa << (self.exponent - exponent).unsigned_abs()
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.mantissa.is_negative()
    }

    /// The nearest integer in the sense of the mode.
    pub(crate) fn to_integer(&self, mode: Rounding) -> BigInt {
        if self.exponent >= 0 {
            return &self.mantissa << self.exponent.unsigned_abs();
        }
        let drop = self.exponent.unsigned_abs();
        let magnitude = shift_rounded(self.mantissa.magnitude(), drop, mode, self.is_negative());
        if self.is_negative() { -BigInt::from(magnitude) } else { BigInt::from(magnitude) }
    }
}

/// `value / 2^drop`, rounded.
fn shift_rounded(value: &BigUint, drop: u64, mode: Rounding, is_negative: bool) -> BigUint {
    let kept = value >> drop;
    if drop == 0 {
        return kept;
    }
    let half = drop <= value.bits() && value.bit(drop - 1);
    let lowest = value.trailing_zeros().unwrap_or(u64::MAX);
    let is_exact = lowest >= drop;
    let is_tie = half && lowest == drop - 1;
    let up = match mode {
        Rounding::NearestEven => half && (!is_tie || kept.bit(0)),
        Rounding::NearestAway => half,
        Rounding::Positive => !is_exact && !is_negative,
        Rounding::Negative => !is_exact && is_negative,
        Rounding::Zero => false,
    };
    if up { kept + 1u32 } else { kept }
}

impl FloatValue {
    /// Rounds a number that is not zero.
    pub(crate) fn round(format: Format, mode: Rounding, number: &Dyadic) -> Self {
        let sign = Sign::minus_if(number.is_negative());
        let magnitude = number.mantissa.magnitude();
        if magnitude.is_zero() {
            return Self::zero(format, Sign::Plus);
        }
        let precision = i64::from(format.significand());
        let least = 1 - format.bias() - (precision - 1);
        let scale = (number.exponent + magnitude.bits() as i64 - precision).max(least);
        let significand = if number.exponent >= scale {
            magnitude << (number.exponent - scale).unsigned_abs()
        } else {
            shift_rounded(magnitude, (scale - number.exponent).unsigned_abs(), mode, number.is_negative())
        };
        // Rounding up to the next power of two carries into the exponent by itself, because the encoding of the
        // exponent lies directly above the fraction.
        let hidden = BigUint::one() << (format.significand() - 1);
        let bits = if significand < hidden {
            significand
        } else {
            let biased = BigUint::from((scale - least + 1).unsigned_abs());
            (biased << (format.significand() - 1)) + (significand - hidden)
        };
        let infinite = Self::infinity(format, Sign::Plus);
        if bits >= infinite.bits {
            return Self::overflow(format, mode, sign);
        }
        Self { format, bits }.with_sign(sign)
    }

    fn overflow(format: Format, mode: Rounding, sign: Sign) -> Self {
        let infinite = Self::infinity(format, sign);
        let away = match mode {
            Rounding::NearestEven | Rounding::NearestAway => true,
            Rounding::Positive => sign == Sign::Plus,
            Rounding::Negative => sign == Sign::Minus,
            Rounding::Zero => false,
        };
        if away { infinite } else { Self { format, bits: infinite.bits - 1u32 } }
    }
}
