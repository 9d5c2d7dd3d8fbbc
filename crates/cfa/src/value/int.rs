//! Integers of any width up to 128 bits, given as zero-extended bits with an [`IntShape`].

use super::{Overflow, Undefined};
use crate::{BinaryOp, IntShape, UnaryOp};

/// The lowest `bits` bits.
#[inline]
pub(super) fn cut(bits: u32, value: u128) -> u128 {
    if bits < 128 { value & ((1 << bits) - 1) } else { value }
}

/// The mathematical value; for an unsigned type of 128 bits its bits.
#[inline]
pub(super) fn value(shape: IntShape, bits: u128) -> i128 {
    if shape.signed && shape.bits < 128 {
        let unused = 128 - shape.bits;
        ((bits << unused) as i128) >> unused
    } else {
        bits as i128
    }
}

/// Whether the highest bit is set.
pub(super) fn sign_bit(shape: IntShape, bits: u128) -> bool {
    bits >> (shape.bits - 1) & 1 == 1
}

fn smallest(shape: IntShape) -> u128 {
    1 << (shape.bits - 1)
}

pub(super) fn unary(shape: IntShape, op: UnaryOp, bits: u128, overflow: Overflow) -> Result<u128, Undefined> {
    match op {
        UnaryOp::Neg => binary(shape, BinaryOp::Sub, 0, bits, overflow),
        UnaryOp::BitNot => Ok(cut(shape.bits, !bits)),
        UnaryOp::SignBit => Ok(u128::from(shape.signed && sign_bit(shape, bits))),
        // The rest exists for floats only; integers are finite and integral.
        UnaryOp::IsNan | UnaryOp::IsInf | UnaryOp::IsNormal => Ok(0),
        UnaryOp::FloatAbs
        | UnaryOp::FloatSqrt
        | UnaryOp::FloatFloor
        | UnaryOp::FloatCeil
        | UnaryOp::FloatTrunc
        | UnaryOp::FloatRound
        | UnaryOp::FloatRint => Ok(bits),
    }
}

pub(super) fn binary(
    shape: IntShape,
    op: BinaryOp,
    left: u128,
    right: u128,
    overflow: Overflow,
) -> Result<u128, Undefined> {
    use BinaryOp::*;
    match op {
        Add => return additive(shape, Additive::Add, left, right, overflow),
        Sub => return additive(shape, Additive::Sub, left, right, overflow),
        Mul => return additive(shape, Additive::Mul, left, right, overflow),
        Div | Rem => return divide(shape, op, left, right, overflow),
        Shl | Shr => return shift(shape, op, left, u32::try_from(right).ok(), overflow),
        BitAnd => return Ok(left & right),
        BitOr => return Ok(left | right),
        BitXor => return Ok(left ^ right),
        Eq | Ne | Lt | Le | Gt | Ge | PtrAdd | PtrDiff => {}
    }
    let order = if shape.signed { value(shape, left).cmp(&value(shape, right)) } else { left.cmp(&right) };
    Ok(u128::from(super::float::holds(op, Some(order))))
}

enum Additive {
    Add,
    Sub,
    Mul,
}

fn additive(
    shape: IntShape,
    op: Additive,
    left: u128,
    right: u128,
    overflow: Overflow,
) -> Result<u128, Undefined> {
    let (wrapped, exact) = {
        let (left, right) = (value(shape, left), value(shape, right));
        match op {
            Additive::Add => (left.wrapping_add(right), left.checked_add(right)),
            Additive::Sub => (left.wrapping_sub(right), left.checked_sub(right)),
            Additive::Mul => (left.wrapping_mul(right), left.checked_mul(right)),
        }
    };
    let result = cut(shape.bits, wrapped as u128);
    let fits = exact == Some(value(shape, result));
    if shape.signed && !fits && overflow == Overflow::Undefined {
        return Err(Undefined::SignedOverflow);
    }
    Ok(result)
}

fn divide(
    shape: IntShape,
    op: BinaryOp,
    left: u128,
    right: u128,
    overflow: Overflow,
) -> Result<u128, Undefined> {
    if right == 0 {
        return Err(Undefined::DivisionByZero);
    }
    let quotient = op == BinaryOp::Div;
    if !shape.signed {
        return Ok(if quotient { left / right } else { left % right });
    }
    if left == smallest(shape) && value(shape, right) == -1 {
        return match overflow {
            Overflow::Undefined => Err(Undefined::SignedOverflow),
            Overflow::Wrap => Ok(if quotient { left } else { 0 }),
        };
    }
    let (left, right) = (value(shape, left), value(shape, right));
    let result = if quotient { left / right } else { left % right };
    Ok(cut(shape.bits, result as u128))
}

/// `left << count` or `left >> count`; `None` is a count that is negative or huge.
pub(super) fn shift(
    shape: IntShape,
    op: BinaryOp,
    left: u128,
    count: Option<u32>,
    overflow: Overflow,
) -> Result<u128, Undefined> {
    let count = count.filter(|&count| count < shape.bits).ok_or(Undefined::ShiftCount)?;
    if op == BinaryOp::Shr {
        return Ok(if shape.signed {
            cut(shape.bits, (value(shape, left) >> count) as u128)
        } else {
            left >> count
        });
    }
    let result = cut(shape.bits, left << count);
    // The shifted-out bits and the new sign bit must all be zero.
    let fits = !sign_bit(shape, left) && !sign_bit(shape, result) && result >> count == left;
    if shape.signed && !fits && overflow == Overflow::Undefined {
        return Err(Undefined::ShiftOverflow);
    }
    Ok(result)
}
