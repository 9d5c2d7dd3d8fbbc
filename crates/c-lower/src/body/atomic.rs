//! Atomic read-modify-write operations. One thread only: they are sequences of plain reads and writes.

use super::BodyLowerer;
use c_sema::hir::{self, FetchOp};
use cfa::{BinaryOp, ExprId, Type, TypeId, UnaryOp};
use source::Span;

impl BodyLowerer<'_> {
    /// `(pointer, value)`: stores the combination and gives the old and the new value.
    pub(super) fn fetch(
        &mut self,
        op: FetchOp,
        written: &[hir::ExprId],
        args: &[ExprId],
        span: Span,
    ) -> Option<(ExprId, ExprId)> {
        let &[pointer, value, ..] = args else { return None };
        let pointer = self.stable(pointer, span);
        let value = self.stable(value, span);
        let place = self.deref(pointer);
        let ty = self.lo.exprs.place_ty(place);
        let old = self.read_through(written[0], place);
        let old = self.save(old, span);
        let new = self.combined(op, old, value, ty);
        self.assign(place, new, span);
        Some((old, new))
    }

    /// Atomic arithmetic wraps, so it happens in an unsigned type of at least the width of `int`.
    fn combined(&mut self, op: FetchOp, old: ExprId, value: ExprId, ty: TypeId) -> ExprId {
        let operator = match op {
            FetchOp::Exchange => return self.fit(value, ty),
            FetchOp::Add => BinaryOp::Add,
            FetchOp::Sub => BinaryOp::Sub,
            FetchOp::Or => BinaryOp::BitOr,
            FetchOp::And | FetchOp::Nand => BinaryOp::BitAnd,
            FetchOp::Xor => BinaryOp::BitXor,
        };
        let compute = match self.types().int_shape(ty).map_or(32, |shape| shape.bits) {
            128 => TypeId::UINT128,
            64 => TypeId::ULLONG,
            _ => TypeId::UINT,
        };
        let (left, right) = (self.cast(old, compute), self.cast(value, compute));
        let mut new = self.binary(operator, left, right);
        if op == FetchOp::Nand {
            new = self.lo.exprs.unary(UnaryOp::BitNot, new);
        }
        self.cast(new, ty)
    }

    /// `(pointer, expected, desired)`: the old value and whether it was replaced.
    pub(super) fn compare_and_swap(
        &mut self,
        written: &[hir::ExprId],
        args: &[ExprId],
        span: Span,
    ) -> Option<(ExprId, ExprId)> {
        let &[pointer, expected, desired, ..] = args else { return None };
        let pointer = self.stable(pointer, span);
        let expected = self.stable(expected, span);
        let desired = self.stable(desired, span);
        let place = self.deref(pointer);
        let ty = self.lo.exprs.place_ty(place);
        let old = self.read_through(written[0], place);
        let old = self.save(old, span);
        let expected = self.fit(expected, ty);
        let (left, right) = (self.promoted(old), self.promoted(expected));
        let equal = self.binary(BinaryOp::Eq, left, right);
        let (then, end) = (self.graph.location(), self.graph.location());
        self.split(equal, then, end, span);
        self.go_on_at(then);
        let desired = self.fit(desired, ty);
        self.assign(place, desired, span);
        self.jump(end, span);
        self.go_on_at(end);
        Some((old, equal))
    }

    fn promoted(&mut self, value: ExprId) -> ExprId {
        let ty = self.lo.exprs.ty(value);
        let small = matches!(self.types().get(ty), Type::Int(_))
            && self.types().size(ty).is_some_and(|size| size < 4);
        if small { self.cast(value, TypeId::INT) } else { value }
    }
}
