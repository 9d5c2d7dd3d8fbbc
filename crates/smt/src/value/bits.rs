//! Bit-vectors of any width with the operations of `FixedSizeBitVectors`, total as the standard defines them:
//! `bvudiv` by zero is all ones, `bvurem` by zero is the dividend, and the signed forms follow from these.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};

/// A bit-vector; the value is below 2^width.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bits {
    width: u32,
    value: BigUint,
}

fn power(exponent: u32) -> BigUint {
    BigUint::one() << exponent
}

impl Bits {
    /// The lowest bits of a number.
    pub fn new(width: u32, value: BigUint) -> Self {
        let value = if value.bits() > u64::from(width) { value & (power(width) - 1u32) } else { value };
        Self { width, value }
    }

    /// The lowest bits of a machine number.
    pub fn from_u64(width: u32, value: u64) -> Self {
        Self::new(width, BigUint::from(value))
    }

    /// The lowest bits of an integer in two's complement.
    pub fn from_int(width: u32, value: &BigInt) -> Self {
        let modulus = BigInt::from(power(width));
        let rest = ((value % &modulus) + &modulus) % modulus;
        Self::new(width, rest.magnitude().clone())
    }

    /// All bits zero.
    pub fn zero(width: u32) -> Self {
        Self { width, value: BigUint::zero() }
    }

    /// All bits one.
    pub fn ones(width: u32) -> Self {
        Self { width, value: power(width) - 1u32 }
    }

    /// Number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number without sign.
    pub fn unsigned(&self) -> &BigUint {
        &self.value
    }

    /// The number in two's complement.
    pub fn signed(&self) -> BigInt {
        let value = BigInt::from(self.value.clone());
        if self.sign() { value - BigInt::from(power(self.width)) } else { value }
    }

    /// The highest bit.
    pub fn sign(&self) -> bool {
        self.value.bit(u64::from(self.width) - 1)
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        self.value.is_zero()
    }

    /// Whether all bits are one.
    pub fn is_ones(&self) -> bool {
        self.value.count_ones() == u64::from(self.width)
    }

    /// Whether it is the number one.
    pub fn is_one(&self) -> bool {
        self.value.is_one()
    }

    /// All bits turned.
    pub fn not(&self) -> Self {
        Self { width: self.width, value: (power(self.width) - 1u32) ^ &self.value }
    }

    /// Two's complement.
    pub fn neg(&self) -> Self {
        Self::new(self.width, power(self.width) - &self.value)
    }

    /// Bitwise and.
    pub fn and(&self, other: &Self) -> Self {
        Self::new(self.width, &self.value & &other.value)
    }

    /// Bitwise or.
    pub fn or(&self, other: &Self) -> Self {
        Self::new(self.width, &self.value | &other.value)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Self) -> Self {
        Self::new(self.width, &self.value ^ &other.value)
    }

    /// Sum.
    pub fn add(&self, other: &Self) -> Self {
        Self::new(self.width, &self.value + &other.value)
    }

    /// Difference.
    pub fn sub(&self, other: &Self) -> Self {
        Self::new(self.width, power(self.width) + &self.value - &other.value)
    }

    /// Product.
    pub fn mul(&self, other: &Self) -> Self {
        Self::new(self.width, &self.value * &other.value)
    }

    /// Quotient without sign.
    pub fn udiv(&self, other: &Self) -> Self {
        if other.is_zero() {
            Self::ones(self.width)
        } else {
            Self::new(self.width, &self.value / &other.value)
        }
    }

    /// Remainder without sign.
    pub fn urem(&self, other: &Self) -> Self {
        if other.is_zero() { self.clone() } else { Self::new(self.width, &self.value % &other.value) }
    }

    fn magnitude(&self) -> Self {
        if self.sign() { self.neg() } else { self.clone() }
    }

    /// Quotient that truncates.
    pub fn sdiv(&self, other: &Self) -> Self {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.sign() == other.sign() { quotient } else { quotient.neg() }
    }

    /// Remainder with the sign of the dividend.
    pub fn srem(&self, other: &Self) -> Self {
        let rest = self.magnitude().urem(&other.magnitude());
        if self.sign() { rest.neg() } else { rest }
    }

    /// Remainder with the sign of the divisor.
    pub fn smod(&self, other: &Self) -> Self {
        let rest = self.magnitude().urem(&other.magnitude());
        if rest.is_zero() {
            return rest;
        }
        match (self.sign(), other.sign()) {
            (false, false) => rest,
            (true, false) => rest.neg().add(other),
            (false, true) => rest.add(other),
            (true, true) => rest.neg(),
        }
    }

    /// The distance of a shift, if it is less than the width.
    fn distance(&self, by: &Self) -> Option<u32> {
        by.value.to_u32().filter(|&distance| distance < self.width)
    }

    /// Shift to the left.
    pub fn shl(&self, by: &Self) -> Self {
        self.distance(by).map_or(Self::zero(self.width), |by| Self::new(self.width, &self.value << by))
    }

    /// Shift to the right with zeros.
    pub fn lshr(&self, by: &Self) -> Self {
        self.distance(by).map_or(Self::zero(self.width), |by| Self::new(self.width, &self.value >> by))
    }

    /// Shift to the right with the sign.
    pub fn ashr(&self, by: &Self) -> Self {
        if self.sign() { self.not().lshr(by).not() } else { self.lshr(by) }
    }

    /// This above `low`.
    pub fn concat(&self, low: &Self) -> Self {
        Self { width: self.width + low.width, value: (&self.value << low.width) | &low.value }
    }

    /// Bits `high` to `low`, both included.
    pub fn extract(&self, high: u32, low: u32) -> Self {
        Self::new(high - low + 1, &self.value >> low)
    }

    /// Copies of itself side by side.
    pub fn repeat(&self, count: u32) -> Self {
        (1..count).fold(self.clone(), |whole, _| whole.concat(self))
    }

    /// Wider by zeros.
    pub fn zero_extend(&self, by: u32) -> Self {
        Self { width: self.width + by, value: self.value.clone() }
    }

    /// Wider by copies of the sign.
    pub fn sign_extend(&self, by: u32) -> Self {
        Self::from_int(self.width + by, &self.signed())
    }

    /// Rotation to the left.
    pub fn rotate_left(&self, by: u32) -> Self {
        let by = by % self.width;
        Self::new(self.width, (&self.value << by) | (&self.value >> (self.width - by)))
    }

    /// Whether a number is outside of the signed range of this width.
    pub fn is_signed_overflow(width: u32, number: &BigInt) -> bool {
        let limit = BigInt::from(power(width - 1));
        *number >= limit || *number < -limit
    }

    /// Whether a number is outside of the unsigned range of this width.
    pub fn is_unsigned_overflow(width: u32, number: &BigInt) -> bool {
        number.sign() == Sign::Minus || number.bits() > u64::from(width)
    }

    /// Binary digits, as many as the width.
    pub fn digits(&self) -> String {
        let text = self.value.to_str_radix(2);
        let missing = (self.width as usize).saturating_sub(text.len());
        let text = if self.is_zero() { "" } else { text.as_str() };
        let missing = if self.is_zero() { self.width as usize } else { missing };
        format!("{}{text}", "0".repeat(missing))
    }
}
