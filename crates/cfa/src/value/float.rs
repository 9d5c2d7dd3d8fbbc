//! The four floating-point formats.
//!
//! `float` and `double` use the machine's own IEEE arithmetic, which Rust guarantees to be exact but for NaNs; those never
//! reach it. x87 extended and binary128 use the software floats of `rustc_apfloat`, with a square
//! root of our own, because it has none.

use crate::{BinaryOp, FloatKind, IntShape, UnaryOp};
use rustc_apfloat::ieee::{Quad, X87DoubleExtended};
use rustc_apfloat::{Float, Round, Status};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Rem, Sub};

/// Where the parts of an encoding lie: fraction lowest, then (x87 only) the integer bit, exponent, sign.
struct Format {
    /// Fraction bits, the integer bit not counted.
    fraction: u32,
    /// Exponent bits.
    exponent: u32,
    /// 1 where the integer bit is stored.
    integer_bit: u32,
}

impl Format {
    fn of(kind: FloatKind) -> Self {
        let (fraction, exponent, integer_bit) = match kind {
            FloatKind::F32 => (23, 8, 0),
            FloatKind::F64 => (52, 11, 0),
            FloatKind::X87 => (63, 15, 1),
            FloatKind::F128 => (112, 15, 0),
        };
        Self { fraction, exponent, integer_bit }
    }

    fn exponent_start(&self) -> u32 {
        self.fraction + self.integer_bit
    }

    fn sign_mask(&self) -> u128 {
        1 << (self.exponent_start() + self.exponent)
    }

    fn max_exponent(&self) -> u128 {
        (1 << self.exponent) - 1
    }

    fn exponent(&self, bits: u128) -> u128 {
        bits >> self.exponent_start() & self.max_exponent()
    }

    fn fraction(&self, bits: u128) -> u128 {
        bits & ((1 << self.fraction) - 1)
    }

    /// A quiet NaN with this sign and payload (the fraction without its highest, the quiet bit).
    fn nan(&self, negative: bool, payload: u128) -> u128 {
        let sign = if negative { self.sign_mask() } else { 0 };
        let integer_bit = u128::from(self.integer_bit) << self.fraction;
        sign | self.max_exponent() << self.exponent_start() | integer_bit | 1 << (self.fraction - 1) | payload
    }

    /// x87 encodings that the hardware refuses: pseudo-infinities, pseudo-NaNs and unnormals.
    fn is_invalid(&self, bits: u128) -> bool {
        self.integer_bit == 1 && self.exponent(bits) != 0 && bits >> self.fraction & 1 == 0
    }

    fn is_nan(&self, bits: u128) -> bool {
        self.is_invalid(bits) || self.exponent(bits) == self.max_exponent() && self.fraction(bits) != 0
    }

    fn is_inf(&self, bits: u128) -> bool {
        self.exponent(bits) == self.max_exponent() && !self.is_nan(bits)
    }

    fn is_normal(&self, bits: u128) -> bool {
        let exponent = self.exponent(bits);
        exponent != 0 && exponent != self.max_exponent() && !self.is_invalid(bits)
    }

    /// The NaN that an operation on a NaN gives.
    fn quiet(&self, bits: u128) -> u128 {
        if self.is_invalid(bits) {
            return self.default_nan();
        }
        let payload = self.fraction(bits) & !(1 << (self.fraction - 1));
        self.nan(bits & self.sign_mask() != 0, payload)
    }

    /// Significand and power of two of a finite number's magnitude.
    fn finite(&self, bits: u128) -> (u128, i32) {
        let exponent = self.exponent(bits);
        let stored = bits & ((1 << self.exponent_start()) - 1);
        let implicit = exponent != 0 && self.integer_bit == 0;
        let significand = if implicit { stored | 1 << self.fraction } else { stored };
        let bias = (self.max_exponent() >> 1) as i32;
        (significand, exponent.max(1) as i32 - bias - self.fraction as i32)
    }

    /// The NaN of an invalid operation: x86 calls it "real indefinite".
    fn default_nan(&self) -> u128 {
        self.nan(true, 0)
    }
}

/// A float taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatClass {
    /// No number.
    Nan,
    /// An infinity.
    Infinite,
    /// Exactly `significand * 2^exponent`; zeros have no significand.
    Finite {
        /// Whole number.
        significand: u128,
        /// Power of two.
        exponent: i32,
    },
}

/// The sign bit and the rest of a float.
pub fn float_parts(kind: FloatKind, bits: u128) -> (bool, FloatClass) {
    let format = Format::of(kind);
    let negative = bits & format.sign_mask() != 0;
    let class = if format.is_nan(bits) {
        FloatClass::Nan
    } else if format.is_inf(bits) {
        FloatClass::Infinite
    } else {
        let (significand, exponent) = format.finite(bits);
        FloatClass::Finite { significand, exponent }
    };
    (negative, class)
}

/// Whether a comparison holds for an order; `None` is unordered.
pub(super) fn holds(op: BinaryOp, order: Option<Ordering>) -> bool {
    match op {
        BinaryOp::Eq => order == Some(Ordering::Equal),
        BinaryOp::Ne => order != Some(Ordering::Equal),
        BinaryOp::Lt => order == Some(Ordering::Less),
        BinaryOp::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        BinaryOp::Gt => order == Some(Ordering::Greater),
        BinaryOp::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::PtrAdd
        | BinaryOp::PtrDiff => false,
    }
}

pub(super) fn is_zero(kind: FloatKind, bits: u128) -> bool {
    bits & !Format::of(kind).sign_mask() == 0
}

pub(super) fn unary(kind: FloatKind, op: UnaryOp, bits: u128) -> u128 {
    let format = Format::of(kind);
    match op {
        UnaryOp::Neg => return bits ^ format.sign_mask(),
        UnaryOp::FloatAbs => return bits & !format.sign_mask(),
        UnaryOp::IsNan => return u128::from(format.is_nan(bits)),
        UnaryOp::IsInf => return u128::from(format.is_inf(bits)),
        UnaryOp::IsNormal => return u128::from(format.is_normal(bits)),
        UnaryOp::SignBit => return u128::from(bits & format.sign_mask() != 0),
        // Floats have no `~`; the verifier refuses it.
        UnaryOp::BitNot => return bits,
        UnaryOp::FloatSqrt
        | UnaryOp::FloatFloor
        | UnaryOp::FloatCeil
        | UnaryOp::FloatTrunc
        | UnaryOp::FloatRound
        | UnaryOp::FloatRint => {}
    }
    if format.is_nan(bits) {
        return format.quiet(bits);
    }
    let result = match kind {
        FloatKind::F32 => {
            u128::from((f64_unary(op, f64::from(f32::from_bits(bits as u32))) as f32).to_bits())
        }
        FloatKind::F64 => u128::from(f64_unary(op, f64::from_bits(bits as u64)).to_bits()),
        FloatKind::X87 => soft_unary::<X87DoubleExtended>(&format, op, bits),
        FloatKind::F128 => soft_unary::<Quad>(&format, op, bits),
    };
    if format.is_nan(result) { format.default_nan() } else { result }
}

/// Also right for `float`: its square root rounded by way of `double` is correctly rounded, because `double`
/// has more than twice the digits plus two (Figueroa 1995); the other operations are exact.
fn f64_unary(op: UnaryOp, value: f64) -> f64 {
    match op {
        UnaryOp::FloatSqrt => value.sqrt(),
        UnaryOp::FloatFloor => value.floor(),
        UnaryOp::FloatCeil => value.ceil(),
        UnaryOp::FloatTrunc => value.trunc(),
        UnaryOp::FloatRound => value.round(),
        UnaryOp::FloatRint => value.round_ties_even(),
        UnaryOp::Neg
        | UnaryOp::BitNot
        | UnaryOp::FloatAbs
        | UnaryOp::IsNan
        | UnaryOp::IsInf
        | UnaryOp::IsNormal
        | UnaryOp::SignBit => value,
    }
}

fn soft_unary<F: Float>(format: &Format, op: UnaryOp, bits: u128) -> u128 {
    let round = match op {
        UnaryOp::FloatSqrt => return soft_sqrt::<F>(format, bits),
        UnaryOp::FloatFloor => Round::TowardNegative,
        UnaryOp::FloatCeil => Round::TowardPositive,
        UnaryOp::FloatRound => Round::NearestTiesToAway,
        UnaryOp::FloatRint => Round::NearestTiesToEven,
        UnaryOp::FloatTrunc
        | UnaryOp::Neg
        | UnaryOp::BitNot
        | UnaryOp::FloatAbs
        | UnaryOp::IsNan
        | UnaryOp::IsInf
        | UnaryOp::IsNormal
        | UnaryOp::SignBit => Round::TowardZero,
    };
    F::from_bits(bits).round_to_integral(round).value.to_bits()
}

/// The correctly rounded square root, digit by digit as on paper: each step brings down two bits of
/// the radicand and gives one bit of the root. With `p` digits in the format we make `p + 1`; the last one decides the
/// rounding, and a tie cannot happen, since the square of a number of exactly `p + 1` digits has more than `p`.
fn soft_sqrt<F: Float>(format: &Format, bits: u128) -> u128 {
    if bits & !format.sign_mask() == 0 {
        return bits;
    }
    if bits & format.sign_mask() != 0 {
        return format.default_nan();
    }
    if format.is_inf(bits) {
        return bits;
    }
    let digits = format.fraction + 1;
    // The value is `significand * 2^scale`; left-align it in an even number of bits with an even scale.
    let (significand, mut scale) = format.finite(bits);
    let width = digits + digits % 2 + 2;
    let mut radicand = significand;
    let shift = width - (128 - significand.leading_zeros());
    radicand <<= shift;
    scale -= shift as i32;
    if scale % 2 != 0 {
        radicand >>= 1;
        scale += 1;
    }
    let (mut root, mut rest, mut n_fed) = (0u128, 0u128, 0u32);
    let n_digits = digits + 1;
    let mut n_made = 0;
    while n_made < n_digits {
        let pair = if n_fed < width { radicand >> (width - 2 - n_fed) & 3 } else { 0 };
        n_fed += 2;
        rest = rest << 2 | pair;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
        // Leading zeros of the root are no digits.
        n_made += u32::from(root != 0);
    }
    // `n_fed` bits of the radicand were used: the root belongs to `radicand * 2^(n_fed - width)`.
    scale = (scale - (n_fed as i32 - width as i32)) / 2;
    let rounded = (root >> 1) + (root & 1);
    F::from_u128(rounded).value.scalbn(scale + 1).to_bits()
}

pub(super) fn binary(kind: FloatKind, op: BinaryOp, left: u128, right: u128) -> u128 {
    let format = Format::of(kind);
    if op.is_comparison() {
        return u128::from(holds(op, compare(kind, &format, left, right)));
    }
    if format.is_nan(left) {
        return format.quiet(left);
    }
    if format.is_nan(right) {
        return format.quiet(right);
    }
    let result = match kind {
        FloatKind::F32 => {
            let (left, right) = (f32::from_bits(left as u32), f32::from_bits(right as u32));
            u128::from(arithmetic(op, left, right).to_bits())
        }
        FloatKind::F64 => {
            let (left, right) = (f64::from_bits(left as u64), f64::from_bits(right as u64));
            u128::from(arithmetic(op, left, right).to_bits())
        }
        FloatKind::X87 => soft_binary::<X87DoubleExtended>(op, left, right),
        FloatKind::F128 => soft_binary::<Quad>(op, left, right),
    };
    if format.is_nan(result) { format.default_nan() } else { result }
}

fn soft_binary<F: Float>(op: BinaryOp, left: u128, right: u128) -> u128 {
    arithmetic(op, F::from_bits(left), F::from_bits(right)).value.to_bits()
}

fn arithmetic<F, R>(op: BinaryOp, left: F, right: F) -> R
where
    F: Add<Output = R> + Sub<Output = R> + Mul<Output = R> + Div<Output = R> + Rem<Output = R>,
{
    match op {
        BinaryOp::Sub => left - right,
        BinaryOp::Mul => left * right,
        BinaryOp::Div => left / right,
        BinaryOp::Rem => left % right,
        // The rest are no operators of floats (comparisons are elsewhere); the verifier refuses them.
        BinaryOp::Add
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::PtrAdd
        | BinaryOp::PtrDiff => left + right,
    }
}

fn compare(kind: FloatKind, format: &Format, left: u128, right: u128) -> Option<Ordering> {
    if format.is_nan(left) || format.is_nan(right) {
        return None;
    }
    match kind {
        FloatKind::F32 => f32::from_bits(left as u32).partial_cmp(&f32::from_bits(right as u32)),
        FloatKind::F64 => f64::from_bits(left as u64).partial_cmp(&f64::from_bits(right as u64)),
        FloatKind::X87 => {
            X87DoubleExtended::from_bits(left).partial_cmp(&X87DoubleExtended::from_bits(right))
        }
        FloatKind::F128 => Quad::from_bits(left).partial_cmp(&Quad::from_bits(right)),
    }
}

/// The nearest float to an integer.
pub(super) fn from_int(kind: FloatKind, shape: IntShape, bits: u128) -> u128 {
    let value = super::int::value(shape, bits);
    match (kind, shape.signed) {
        (FloatKind::F32, true) => u128::from((value as f32).to_bits()),
        (FloatKind::F32, false) => u128::from((bits as f32).to_bits()),
        (FloatKind::F64, true) => u128::from((value as f64).to_bits()),
        (FloatKind::F64, false) => u128::from((bits as f64).to_bits()),
        (FloatKind::X87, true) => X87DoubleExtended::from_i128(value).value.to_bits(),
        (FloatKind::X87, false) => X87DoubleExtended::from_u128(bits).value.to_bits(),
        (FloatKind::F128, true) => Quad::from_i128(value).value.to_bits(),
        (FloatKind::F128, false) => Quad::from_u128(bits).value.to_bits(),
    }
}

/// The integer part, if it fits.
pub(super) fn to_int(kind: FloatKind, shape: IntShape, bits: u128) -> Option<u128> {
    if Format::of(kind).is_nan(bits) {
        return None;
    }
    let value = match kind {
        FloatKind::F32 => f64::from(f32::from_bits(bits as u32)),
        FloatKind::F64 => f64::from_bits(bits as u64),
        FloatKind::X87 => return soft_to_int::<X87DoubleExtended>(shape, bits),
        FloatKind::F128 => return soft_to_int::<Quad>(shape, bits),
    };
    let whole = value.trunc();
    // The bounds are powers of two (or zero) and therefore exact.
    let (low, high) = if shape.signed {
        let bound = power_of_two(shape.bits - 1);
        (-bound, bound)
    } else {
        (0.0, power_of_two(shape.bits))
    };
    if !(low <= whole && whole < high) {
        return None;
    }
    let integer = if shape.signed { whole as i128 as u128 } else { whole as u128 };
    Some(super::int::cut(shape.bits, integer))
}

/// Exactly `2^exponent`, for exponents of integer widths.
fn power_of_two(exponent: u32) -> f64 {
    f64::from_bits(u64::from(1023 + exponent) << 52)
}

fn soft_to_int<F: Float>(shape: IntShape, bits: u128) -> Option<u128> {
    let (value, width) = (F::from_bits(bits), shape.bits as usize);
    let mut exact = false;
    let (status, integer) = if shape.signed {
        let result = value.to_i128_r(width, Round::TowardZero, &mut exact);
        (result.status, result.value as u128)
    } else {
        let result = value.to_u128_r(width, Round::TowardZero, &mut exact);
        (result.status, result.value)
    };
    (!status.contains(Status::INVALID_OP)).then(|| super::int::cut(shape.bits, integer))
}

/// From one format to another, to nearest even; a NaN keeps its sign and the upper part of its payload.
pub(super) fn convert(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    let (source, target) = (Format::of(from), Format::of(to));
    if from == to && !source.is_nan(bits) {
        return bits;
    }
    if source.is_nan(bits) {
        let quiet = source.quiet(bits);
        let payload = source.fraction(quiet) & !(1 << (source.fraction - 1));
        let payload = if target.fraction >= source.fraction {
            payload << (target.fraction - source.fraction)
        } else {
            payload >> (source.fraction - target.fraction)
        };
        return target.nan(quiet & source.sign_mask() != 0, payload);
    }
    // Each source format converts to each wider one exactly, so that going through binary128 rounds once.
    match (from, to) {
        (FloatKind::F32, FloatKind::F64) => u128::from(f64::from(f32::from_bits(bits as u32)).to_bits()),
        (FloatKind::F64, FloatKind::F32) => u128::from((f64::from_bits(bits as u64) as f32).to_bits()),
        (FloatKind::F32 | FloatKind::F64 | FloatKind::X87 | FloatKind::F128, _) => {
            from_quad(to, to_quad(from, bits))
        }
    }
}

fn to_quad(from: FloatKind, bits: u128) -> Quad {
    use rustc_apfloat::FloatConvert;
    use rustc_apfloat::ieee::{Double, Single};
    let mut lossy = false;
    match from {
        FloatKind::F32 => Single::from_bits(bits).convert(&mut lossy).value,
        FloatKind::F64 => Double::from_bits(bits).convert(&mut lossy).value,
        FloatKind::X87 => X87DoubleExtended::from_bits(bits).convert(&mut lossy).value,
        FloatKind::F128 => Quad::from_bits(bits),
    }
}

fn from_quad(to: FloatKind, value: Quad) -> u128 {
    use rustc_apfloat::FloatConvert;
    use rustc_apfloat::ieee::{Double, Single};
    let mut lossy = false;
    match to {
        FloatKind::F32 => FloatConvert::<Single>::convert(value, &mut lossy).value.to_bits(),
        FloatKind::F64 => FloatConvert::<Double>::convert(value, &mut lossy).value.to_bits(),
        FloatKind::X87 => FloatConvert::<X87DoubleExtended>::convert(value, &mut lossy).value.to_bits(),
        FloatKind::F128 => value.to_bits(),
    }
}
