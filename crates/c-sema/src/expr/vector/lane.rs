//! One element of the result of an operator.
//!
//! The automaton computes integers in `int` or wider, elements are computed in their own type. So an
//! operation on narrower ones is one on `int` or `unsigned`, whose result is cut to the width of the
//! element. Where the element has a sign, a result that does not fit is undefined. That is said by
//! an operation which overflows exactly then: the result is multiplied by 2^k, where k is what the
//! element lacks to 32 bits, and shifted back.
//!
//! A shift by as much as the element has bits or more is undefined as well. Such a count is made one
//! that is too large for `int`.

use crate::elab::Unit;
use crate::hir::ExprId;
use cfa::{BinaryOp, Type, TypeId, UnaryOp};
use source::Span;

/// The width of `int`.
const INT_BITS: u32 = 32;

/// How an element is computed.
#[derive(Clone, Copy)]
enum Width {
    /// In its own type.
    Own,
    /// In `int` or `unsigned`: so many bits of it count.
    Narrow { bits: u32, signed: bool },
}

impl Unit<'_> {
    fn width(&self, element: TypeId) -> Width {
        match (self.types().get(element), self.types().int_shape(element)) {
            (Type::Int(_), Some(shape)) if shape.bits < INT_BITS => {
                Width::Narrow { bits: shape.bits, signed: shape.signed }
            }
            _ => Width::Own,
        }
    }

    /// `op operand` in the type of the element.
    pub(super) fn lane_unary(&mut self, op: UnaryOp, operand: ExprId, element: TypeId, span: Span) -> ExprId {
        match self.width(element) {
            Width::Own => self.unary(op, operand, element, span),
            Width::Narrow { bits, signed } => {
                let compute = if signed { TypeId::INT } else { TypeId::UINT };
                let operand = self.cast(operand, compute, span);
                let result = self.unary(op, operand, compute, span);
                let checked = signed && op == UnaryOp::Neg;
                let result = if checked { self.within(bits, result, span) } else { result };
                self.cast(result, element, span)
            }
        }
    }

    /// `left op right` in the type of the element; the right operand of a shift has a type of its
    /// own.
    pub(super) fn lane_binary(
        &mut self,
        op: BinaryOp,
        (left, right): (ExprId, ExprId),
        element: TypeId,
        span: Span,
    ) -> ExprId {
        let Width::Narrow { bits, signed } = self.width(element) else {
            let right = if is_shift(op) { self.promote(right) } else { right };
            return self.binary(op, left, right, element, span);
        };
        let compute = if signed { TypeId::INT } else { TypeId::UINT };
        let left = self.cast(left, compute, span);
        let right =
            if is_shift(op) { self.shift_count(right, bits, span) } else { self.cast(right, compute, span) };
        let result = self.binary(op, left, right, compute, span);
        let result = if signed && may_overflow(op) { self.within(bits, result, span) } else { result };
        self.cast(result, element, span)
    }

    /// -1 if the comparison holds, else 0.
    pub(super) fn lane_comparison(
        &mut self,
        op: BinaryOp,
        (left, right): (ExprId, ExprId),
        truth: TypeId,
        span: Span,
    ) -> ExprId {
        let (left, right) = (self.promote(left), self.promote(right));
        let holds = self.binary(op, left, right, TypeId::INT, span);
        let all_bits = self.unary(UnaryOp::Neg, holds, TypeId::INT, span);
        self.cast(all_bits, truth, span)
    }

    /// The lowest bits of an `int`, with its sign; undefined if they are not all of it.
    fn within(&mut self, bits: u32, value: ExprId, span: Span) -> ExprId {
        let lacking = INT_BITS - bits;
        let factor = self.int(1 << lacking, TypeId::INT, span);
        let shifted = self.binary(BinaryOp::Mul, value, factor, TypeId::INT, span);
        let count = self.int(i128::from(lacking), TypeId::INT, span);
        self.binary(BinaryOp::Shr, shifted, count, TypeId::INT, span)
    }

    /// A count that is too large for `int` if it is too large for so many bits.
    fn shift_count(&mut self, count: ExprId, bits: u32, span: Span) -> ExprId {
        let count = self.promote(count);
        let ty = self.ty(count);
        let Some(value) = self.as_int_const(count) else {
            let low = self.int(0, ty, span);
            let most = self.int(i128::from(bits) - 1, ty, span);
            let below = self.binary(BinaryOp::Lt, count, low, TypeId::INT, span);
            let above = self.binary(BinaryOp::Gt, count, most, TypeId::INT, span);
            let outside = self.binary(BinaryOp::BitOr, below, above, TypeId::INT, span);
            let outside = self.cast(outside, ty, span);
            let many = self.int(i128::from(INT_BITS), ty, span);
            let many = self.binary(BinaryOp::Mul, outside, many, ty, span);
            return self.binary(BinaryOp::BitOr, count, many, ty, span);
        };
        let is_inside = (0..i128::from(bits)).contains(&value);
        if is_inside { count } else { self.int(i128::from(INT_BITS), ty, span) }
    }
}

fn is_shift(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Shl | BinaryOp::Shr)
}

/// Whether an operation on numbers of some width can have a result that is wider. (The remainder of
/// the least number by -1 is zero.)
fn may_overflow(op: BinaryOp) -> bool {
    use BinaryOp::*;
    match op {
        Add | Sub | Mul | Div | Shl => true,
        Rem | Shr | BitAnd | BitOr | BitXor | Eq | Ne | Lt | Le | Gt | Ge | PtrAdd | PtrDiff => false,
    }
}
