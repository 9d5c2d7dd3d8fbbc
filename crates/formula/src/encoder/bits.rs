//! Integers and pointers as bit-vectors: exact, with wrap-around. Where C leaves the result undefined, it is what SMT-LIB says.

use super::step::{Made, Step};
use cfa::BinaryOp;
use smt::{BvOp, CoreOp, TermId};

impl Step<'_, '_> {
    /// The value in another width.
    pub(super) fn resize(&mut self, value: TermId, width: u32, signed: bool) -> Made {
        let old = self.width(value);
        if width <= old {
            return self.extract(value, 0, width);
        }
        let op = if signed { BvOp::SignExtend(width - old) } else { BvOp::ZeroExtend(width - old) };
        self.bv(op, &[value])
    }

    pub(super) fn bits_comparison(
        &mut self,
        op: BinaryOp,
        signed: bool,
        left: TermId,
        right: TermId,
    ) -> Made {
        let op = match (op, signed) {
            (BinaryOp::Lt, true) => BvOp::Slt,
            (BinaryOp::Lt, false) => BvOp::Ult,
            (BinaryOp::Le, true) => BvOp::Sle,
            (BinaryOp::Le, false) => BvOp::Ule,
            (BinaryOp::Gt, true) => BvOp::Sgt,
            (BinaryOp::Gt, false) => BvOp::Ugt,
            (BinaryOp::Ge, true) => BvOp::Sge,
            (BinaryOp::Ge, false) => BvOp::Uge,
            (BinaryOp::Ne, _) => return self.core(CoreOp::Distinct, &[left, right]),
            (_, _) => return Ok(self.terms.eq(left, right)?),
        };
        self.bv(op, &[left, right])
    }

    pub(super) fn bits_binary(&mut self, op: BinaryOp, signed: bool, left: TermId, right: TermId) -> Made {
        let op = match op {
            BinaryOp::Add | BinaryOp::PtrAdd => BvOp::Add,
            BinaryOp::Sub | BinaryOp::PtrDiff => BvOp::Sub,
            BinaryOp::Mul => BvOp::Mul,
            BinaryOp::Div if signed => BvOp::Sdiv,
            BinaryOp::Div => BvOp::Udiv,
            BinaryOp::Rem if signed => BvOp::Srem,
            BinaryOp::Rem => BvOp::Urem,
            BinaryOp::BitAnd => BvOp::And,
            BinaryOp::BitOr => BvOp::Or,
            BinaryOp::BitXor => BvOp::Xor,
            BinaryOp::Shl | BinaryOp::Shr => return self.bits_shift(op, signed, left, (right, signed)),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                return self.bits_comparison(op, signed, left, right);
            }
        };
        self.bv(op, &[left, right])
    }

    /// The count has a type of its own. If it is negative or too large, the result is undefined.
    pub(super) fn bits_shift(
        &mut self,
        op: BinaryOp,
        signed: bool,
        left: TermId,
        count: (TermId, bool),
    ) -> Made {
        let count = self.resize(count.0, self.width(left), count.1)?;
        let op = match (op, signed) {
            (BinaryOp::Shr, true) => BvOp::Ashr,
            (BinaryOp::Shr, false) => BvOp::Lshr,
            (_, _) => BvOp::Shl,
        };
        self.bv(op, &[left, count])
    }

    /// The distance of two pointers in elements. They are in one array, so it is a whole number, and a shift will do for
    /// powers of two.
    pub(super) fn bits_difference(&mut self, left: TermId, right: TermId, stride: u64) -> Made {
        let bytes = self.bv(BvOp::Sub, &[left, right])?;
        let width = self.width(bytes);
        if stride.is_power_of_two() {
            let count = self.number(width, u128::from(stride.trailing_zeros()))?;
            return self.bv(BvOp::Ashr, &[bytes, count]);
        }
        let stride = self.number(width, u128::from(stride))?;
        self.bv(BvOp::Sdiv, &[bytes, stride])
    }
}
