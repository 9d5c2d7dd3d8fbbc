//! Bit-vectors of any width with the operations of `FixedSizeBitVectors`, total as the standard defines them:
//! `bvudiv` by zero is all ones, `bvurem` by zero is the dividend, and the signed forms follow from these.
//!
//! Up to 64 bits the value is a machine word, which needs no allocation; nearly all values of programs are. Wider ones are big
//! integers. A width has only one of the two forms, so equality and order can be derived. Both forms are tested against each
//! other and against machine arithmetic.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};
use std::cmp::Ordering;

/// A bit-vector; the value is below 2^width.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bits {
    width: u32,
    value: Number,
}

/// The value: a word if and only if the width is at most that of a word.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Number {
    Word(u64),
    Big(BigUint),
}

const WORD: u32 = u64::BITS;

fn power(exponent: u32) -> BigUint {
    BigUint::one() << exponent
}

/// The word with the lowest bits set; the width is that of a word at most.
fn mask(width: u32) -> u64 {
    u64::MAX >> WORD.saturating_sub(width)
}

impl Bits {
    /// The lowest bits of a number.
    pub fn new(width: u32, value: BigUint) -> Self {
        if width <= WORD {
            return Self::word(width, value.iter_u64_digits().next().unwrap_or(0));
        }
        let value = if value.bits() > u64::from(width) { value & (power(width) - 1u32) } else { value };
        Self { width, value: Number::Big(value) }
    }

    /// The lowest bits of a word; the width is that of a word at most.
    fn word(width: u32, value: u64) -> Self {
        Self { width, value: Number::Word(value & mask(width)) }
    }

    /// The lowest bits of a machine number.
    pub fn from_u64(width: u32, value: u64) -> Self {
        if width <= WORD { Self::word(width, value) } else { Self::new(width, BigUint::from(value)) }
    }

    /// The lowest bits of an integer in two's complement.
    pub fn from_int(width: u32, value: &BigInt) -> Self {
        if let (true, Some(small)) = (width <= WORD, value.to_i64()) {
            return Self::word(width, small as u64);
        }
        let modulus = BigInt::from(power(width));
        let rest = ((value % &modulus) + &modulus) % modulus;
        Self::new(width, rest.magnitude().clone())
    }

    /// All bits zero.
    pub fn zero(width: u32) -> Self {
        Self::from_u64(width, 0)
    }

    /// All bits one.
    pub fn ones(width: u32) -> Self {
        if width <= WORD { Self::word(width, u64::MAX) } else { Self::new(width, power(width) - 1u32) }
    }

    /// Number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number without sign.
    pub fn unsigned(&self) -> BigUint {
        match &self.value {
            Number::Word(word) => BigUint::from(*word),
            Number::Big(value) => value.clone(),
        }
    }

    /// The number without sign, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.value {
            Number::Word(word) => Some(*word),
            Number::Big(value) => value.to_u64(),
        }
    }

    /// The number in two's complement, if the width is that of a word at most.
    pub(crate) fn signed_word(&self) -> Option<i64> {
        match self.value {
            Number::Word(word) => Some(((word << (WORD - self.width)) as i64) >> (WORD - self.width)),
            Number::Big(_) => None,
        }
    }

    /// The number in two's complement.
    pub fn signed(&self) -> BigInt {
        match &self.value {
            Number::Word(_) => BigInt::from(self.signed_word().unwrap_or_default()),
            Number::Big(value) if self.sign() => {
                BigInt::from(value.clone()) - BigInt::from(power(self.width))
            }
            Number::Big(value) => BigInt::from(value.clone()),
        }
    }

    /// The order of the numbers in two's complement; both have the same width.
    pub fn signed_order(&self, other: &Self) -> Ordering {
        // Among numbers of one sign the order is that of the numbers without sign.
        other.sign().cmp(&self.sign()).then_with(|| self.value.cmp(&other.value))
    }

    /// The highest bit.
    pub fn sign(&self) -> bool {
        match &self.value {
            Number::Word(word) => word >> (self.width - 1) & 1 == 1,
            Number::Big(value) => value.bit(u64::from(self.width) - 1),
        }
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        match &self.value {
            Number::Word(word) => *word == 0,
            Number::Big(value) => value.is_zero(),
        }
    }

    /// Whether all bits are one.
    pub fn is_ones(&self) -> bool {
        match &self.value {
            Number::Word(word) => *word == mask(self.width),
            Number::Big(value) => value.count_ones() == u64::from(self.width),
        }
    }

    /// Whether it is the least number in two's complement, whose opposite does not fit.
    pub fn is_least(&self) -> bool {
        self.sign() && self.neg() == *self
    }

    /// Whether it is the number one.
    pub fn is_one(&self) -> bool {
        match &self.value {
            Number::Word(word) => *word == 1,
            Number::Big(value) => value.is_one(),
        }
    }

    /// An operation on two numbers of one width, in both forms; the lowest bits are taken.
    fn zip(
        &self,
        other: &Self,
        word: impl FnOnce(u64, u64) -> u64,
        big: impl FnOnce(&BigUint, &BigUint) -> BigUint,
    ) -> Self {
        match (&self.value, &other.value) {
            (Number::Word(one), Number::Word(two)) => Self::word(self.width, word(*one, *two)),
            (Number::Big(one), Number::Big(two)) => Self::new(self.width, big(one, two)),
            (Number::Word(_), Number::Big(_)) | (Number::Big(_), Number::Word(_)) => {
                Self::new(self.width, big(&self.unsigned(), &other.unsigned()))
            }
        }
    }

    /// All bits turned.
    pub fn not(&self) -> Self {
        self.xor(&Self::ones(self.width))
    }

    /// Two's complement.
    pub fn neg(&self) -> Self {
        Self::zero(self.width).sub(self)
    }

    /// Bitwise and.
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |one, two| one & two, |one, two| one & two)
    }

    /// Bitwise or.
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |one, two| one | two, |one, two| one | two)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Self) -> Self {
        self.zip(other, |one, two| one ^ two, |one, two| one ^ two)
    }

    /// Sum.
    pub fn add(&self, other: &Self) -> Self {
        self.zip(other, u64::wrapping_add, |one, two| one + two)
    }

    /// Difference.
    pub fn sub(&self, other: &Self) -> Self {
        let modulus = || power(self.width);
        self.zip(other, u64::wrapping_sub, |one, two| modulus() + one - two)
    }

    /// Product.
    pub fn mul(&self, other: &Self) -> Self {
        self.zip(other, u64::wrapping_mul, |one, two| one * two)
    }

    /// Quotient without sign.
    pub fn udiv(&self, other: &Self) -> Self {
        if other.is_zero() {
            return Self::ones(self.width);
        }
        self.zip(other, |one, two| one / two, |one, two| one / two)
    }

    /// Remainder without sign.
    pub fn urem(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        self.zip(other, |one, two| one % two, |one, two| one % two)
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
        let distance = by.to_u64().and_then(|distance| u32::try_from(distance).ok());
        distance.filter(|&distance| distance < self.width)
    }

    /// Shift to the left.
    pub fn shl(&self, by: &Self) -> Self {
        match (self.distance(by), &self.value) {
            (None, _) => Self::zero(self.width),
            (Some(by), Number::Word(word)) => Self::word(self.width, word << by),
            (Some(by), Number::Big(value)) => Self::new(self.width, value << by),
        }
    }

    /// Shift to the right with zeros.
    pub fn lshr(&self, by: &Self) -> Self {
        match (self.distance(by), &self.value) {
            (None, _) => Self::zero(self.width),
            (Some(by), Number::Word(word)) => Self::word(self.width, word >> by),
            (Some(by), Number::Big(value)) => Self::new(self.width, value >> by),
        }
    }

    /// Shift to the right with the sign.
    pub fn ashr(&self, by: &Self) -> Self {
        if self.sign() { self.not().lshr(by).not() } else { self.lshr(by) }
    }

    /// This above `low`.
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        if let (Number::Word(one), Number::Word(two), true) = (&self.value, &low.value, width <= WORD) {
            return Self::word(width, one << low.width | two);
        }
        Self::new(width, (self.unsigned() << low.width) | low.unsigned())
    }

    /// Bits `high` to `low`, both included.
    pub fn extract(&self, high: u32, low: u32) -> Self {
        match &self.value {
            Number::Word(word) => Self::word(high - low + 1, word >> low),
            Number::Big(value) => Self::new(high - low + 1, value >> low),
        }
    }

    /// Copies of itself side by side.
    pub fn repeat(&self, count: u32) -> Self {
        (1..count).fold(self.clone(), |whole, _| whole.concat(self))
    }

    /// Wider by zeros.
    pub fn zero_extend(&self, by: u32) -> Self {
        match &self.value {
            Number::Word(word) => Self::from_u64(self.width + by, *word),
            Number::Big(value) => Self { width: self.width + by, value: Number::Big(value.clone()) },
        }
    }

    /// Wider by copies of the sign.
    pub fn sign_extend(&self, by: u32) -> Self {
        Self::from_int(self.width + by, &self.signed())
    }

    /// Rotation to the left.
    pub fn rotate_left(&self, by: u32) -> Self {
        let by = by % self.width;
        if by == 0 {
            return self.clone();
        }
        self.extract(self.width - by - 1, 0).concat(&self.extract(self.width - 1, self.width - by))
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
        match &self.value {
            Number::Word(word) => format!("{word:0>0$b}", self.width as usize),
            Number::Big(value) => format!("{:0>1$}", value.to_str_radix(2), self.width as usize),
        }
    }
}
