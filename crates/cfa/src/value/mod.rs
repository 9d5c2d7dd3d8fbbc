//! Exact arithmetic on scalar values: the reference semantics of every operator.
//!
//! Values are bits, as [`crate::expr`] says. The interpreter, the constant evaluator of the front end and later
//! every domain that computes with concrete values call these functions, so there is one place to be right.
//!
//! **Integers** are two's complement. A left shift of a signed value is undefined where C11 6.5.7p4 says so
//! and wraps under [`Overflow::Wrap`], which is also what GNU C promises; a right shift of a negative value is
//! arithmetic (implementation-defined in C, so in GNU C). The remainder of the smallest value by -1 is undefined
//! together with the quotient (6.5.5p6). Under [`Overflow::Wrap`] they are the wrapped quotient and zero,
//! although real hardware traps.
//!
//! **Pointers** compare as unsigned addresses. A pointer that is cast to a wider integer is sign-extended, as GNU C
//! documents; an integer that is cast to a pointer is extended by its own signedness and cut.
//!
//! **Floats** round to nearest even in their own format, also on the 32-bit model: the excess precision of
//! i387 code (`FLT_EVAL_METHOD` 2) is not modelled. `Rem` on floats is `fmod`. A NaN result is the first operand that is a
//! NaN, made quiet, else the negative quiet NaN without payload: what SSE computes. Floating-point exceptions and other
//! rounding modes do not exist.

mod float;
mod int;
mod parse;
#[cfg(test)]
mod tests;

use crate::{BinaryOp, FloatKind, IntShape, Type, TypeId, Types, UnaryOp};

pub use float::{FloatClass, float_parts};
pub use parse::parse_float;

/// Why an operation has no defined value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Undefined {
    /// The mathematical result does not fit the signed type (6.5p5).
    SignedOverflow,
    /// Division or remainder by zero (6.5.5p5).
    DivisionByZero,
    /// The shift count is negative or at least the width (6.5.7p3).
    ShiftCount,
    /// A negative value is shifted left, or a one is shifted out of a signed type (6.5.7p4).
    ShiftOverflow,
    /// A float does not fit the integer type (6.3.1.4p1).
    FloatToInteger,
}

/// What signed overflow means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overflow {
    /// Undefined behaviour, reported.
    Undefined,
    /// Two's complement, as the verification tasks assume unless the property is about overflow.
    Wrap,
}

/// What arithmetic sees of a scalar type.
enum Scalar {
    Bool,
    Int(IntShape),
    Pointer(IntShape),
    Float(FloatKind),
}

fn scalar(types: &Types, ty: TypeId) -> Scalar {
    match *types.get(ty) {
        Type::Float(kind) => Scalar::Float(kind),
        Type::Int(crate::IntKind::Bool) => Scalar::Bool,
        Type::Int(kind) => Scalar::Int(types.int_kind_shape(kind)),
        // Only pointers remain in well-typed expressions; taking an address for the rest keeps this total.
        Type::Pointer(_) | Type::Void | Type::Array(..) | Type::Record(_) | Type::Function(_) => {
            Scalar::Pointer(IntShape { bits: types.machine().pointer_bits(), signed: false })
        }
    }
}

const BOOL_SHAPE: IntShape = IntShape { bits: 1, signed: false };

/// `op value`, for an operand of type `ty`.
pub fn unary(
    types: &Types,
    op: UnaryOp,
    ty: TypeId,
    value: u128,
    overflow: Overflow,
) -> Result<u128, Undefined> {
    match scalar(types, ty) {
        Scalar::Float(kind) => Ok(float::unary(kind, op, value)),
        Scalar::Int(shape) | Scalar::Pointer(shape) => int::unary(shape, op, value, overflow),
        Scalar::Bool => int::unary(BOOL_SHAPE, op, value, overflow),
    }
}

/// `left op right` with the operand types; pointers are addresses, [`BinaryOp::PtrAdd`] scales.
pub fn binary(
    types: &Types,
    op: BinaryOp,
    left: (TypeId, u128),
    right: (TypeId, u128),
    overflow: Overflow,
) -> Result<u128, Undefined> {
    match op {
        BinaryOp::PtrAdd => return Ok(pointer_add(types, left, right)),
        BinaryOp::PtrDiff => return pointer_difference(types, left, right.1),
        BinaryOp::Shl | BinaryOp::Shr => {
            let shape = match scalar(types, left.0) {
                Scalar::Int(shape) | Scalar::Pointer(shape) => shape,
                Scalar::Bool | Scalar::Float(_) => BOOL_SHAPE,
            };
            return int::shift(shape, op, left.1, shift_count(types, right), overflow);
        }
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge => {}
    }
    match scalar(types, left.0) {
        Scalar::Float(kind) => Ok(float::binary(kind, op, left.1, right.1)),
        Scalar::Int(shape) | Scalar::Pointer(shape) => int::binary(shape, op, left.1, right.1, overflow),
        Scalar::Bool => int::binary(BOOL_SHAPE, op, left.1, right.1, overflow),
    }
}

/// The count as a small number; `None` if it is negative or larger than any width.
fn shift_count(types: &Types, (ty, bits): (TypeId, u128)) -> Option<u32> {
    let negative = types.int_shape(ty).is_some_and(|shape| shape.signed && int::sign_bit(shape, bits));
    if negative { None } else { u32::try_from(bits).ok() }
}

/// Bytes that pointer arithmetic steps over.
fn stride(types: &Types, pointer: TypeId) -> u128 {
    let target = types.pointee(pointer).unwrap_or(TypeId::VOID);
    u128::from(types.size(target).unwrap_or(1))
}

fn pointer_add(types: &Types, (ty, address): (TypeId, u128), (index_ty, index): (TypeId, u128)) -> u128 {
    let offset = (crate::int_value(types, index_ty, index) as u128).wrapping_mul(stride(types, ty));
    int::cut(types.machine().pointer_bits(), address.wrapping_add(offset))
}

fn pointer_difference(types: &Types, (ty, left): (TypeId, u128), right: u128) -> Result<u128, Undefined> {
    let shape = IntShape { bits: types.machine().pointer_bits(), signed: true };
    let bytes = int::value(shape, int::cut(shape.bits, left.wrapping_sub(right)));
    let elements = bytes.checked_div(stride(types, ty) as i128).ok_or(Undefined::DivisionByZero)?;
    Ok(int::cut(shape.bits, elements as u128))
}

/// `(to) value`
pub fn cast(types: &Types, from: TypeId, to: TypeId, value: u128) -> Result<u128, Undefined> {
    // A pointer is sign-extended to a wider integer, like a signed integer of its width.
    let source = match scalar(types, from) {
        Scalar::Float(kind) => return cast_float(types, kind, to, value),
        Scalar::Bool => BOOL_SHAPE,
        Scalar::Int(shape) => shape,
        Scalar::Pointer(shape) => IntShape { signed: true, ..shape },
    };
    Ok(match scalar(types, to) {
        Scalar::Bool => u128::from(value != 0),
        Scalar::Int(shape) | Scalar::Pointer(shape) => {
            int::cut(shape.bits, int::value(source, value) as u128)
        }
        Scalar::Float(kind) => float::from_int(kind, source, value),
    })
}

fn cast_float(types: &Types, kind: FloatKind, to: TypeId, value: u128) -> Result<u128, Undefined> {
    match scalar(types, to) {
        Scalar::Float(target) => Ok(float::convert(kind, target, value)),
        Scalar::Bool => Ok(u128::from(!float::is_zero(kind, value))),
        Scalar::Int(shape) | Scalar::Pointer(shape) => {
            float::to_int(kind, shape, value).ok_or(Undefined::FloatToInteger)
        }
    }
}
