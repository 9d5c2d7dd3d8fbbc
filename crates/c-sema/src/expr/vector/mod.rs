//! Operators on vectors ("Using Vector Instructions through Built-in Functions" of gcc's manual).
//!
//! An operation on vectors is written out: its value is a literal whose elements are expressions
//! between elements of the operands ([`lanes`]), and these are scalar expressions as any other
//! ([`lane`]). So nothing behind the typed tree knows of vectors.
//!
//! - Both operands of an operator have as many elements, of one size; the result has the type of
//!   the left one, whatever the signs. A comparison gives a vector of signed integers as wide as
//!   the elements, -1 where it holds; of operands with and without sign it compares without.
//! - A scalar beside a vector stands for a vector of it, if its type or its value fits into the
//!   elements ([`scalar`]).
//! - There is no promotion: elements are computed in their own type. Signed overflow is undefined
//!   in it, also where the type is narrower than `int`; gcc's sanitizer sees it so.
//! - `!`, `&&`, `||` and conditions take no vectors, as in gcc's C.
//!
//! *Where we differ:* a vector converts implicitly to each other one of its size, as under gcc's
//! `-flax-vector-conversions`; gcc asks for a cast unless a comparison made the vector.

mod builtin;
mod lane;
mod lanes;
mod scalar;
#[cfg(test)]
mod tests;
mod view;

use crate::elab::{Res, Unit};
use crate::hir::{ExprId, ExprKind, Fix};
use crate::types::Shape;
use c_syntax::ast::UnaryOp as WrittenUnary;
use cfa::{BinaryOp, FloatKind, MachineModel, Type, TypeId, UnaryOp};
use source::Span;

impl Unit<'_> {
    /// Whether a value is a vector.
    pub(super) fn is_vector(&self, value: ExprId) -> bool {
        self.vector_shape(self.ty(value)).is_some()
    }

    fn is_integer_type(&self, ty: TypeId) -> bool {
        matches!(self.types().get(ty), Type::Int(_))
    }

    /// `+v`, `-v`, `~v`
    pub(super) fn vector_sign(&mut self, op: WrittenUnary, value: ExprId, span: Span) -> Res<ExprId> {
        let ty = self.ty(value);
        let Some(Shape { element, .. }) = self.vector_shape(ty) else { return Ok(value) };
        let op = match op {
            WrittenUnary::Minus => UnaryOp::Neg,
            WrittenUnary::BitNot if self.is_integer_type(element) => UnaryOp::BitNot,
            WrittenUnary::BitNot => {
                let message = format!("this operator does not apply to `{}`", self.type_text(ty));
                return Err(self.error("E0309", span, message));
            }
            _ => return Ok(value),
        };
        let operands = self.operands(&[value], span);
        let parts = operands.parts[0].clone();
        let lanes = parts.into_iter().map(|part| Some(self.lane_unary(op, part, element, span))).collect();
        Ok(self.vector_value(ty, lanes, operands.before, span))
    }

    /// `left op right`, where one of them is a vector.
    pub(super) fn vector_operator(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> Res<ExprId> {
        let (l, r) = (self.ty(left), self.ty(right));
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let (left, right, ty) = match (self.vector_shape(l), self.vector_shape(r)) {
            (Some(one), Some(two)) if self.are_alike(one, two) => (left, right, l),
            (Some(_), None) if is_shift && self.is_integer_type(r) => (left, right, l),
            (Some(shape), None) => (left, self.broadcast(right, shape.element, span)?, l),
            (None, Some(shape)) => (self.broadcast(left, shape.element, span)?, right, r),
            (Some(_), Some(_)) | (None, None) => return Err(self.operand_error(l, r, span)),
        };
        let Some(shape) = self.vector_shape(ty) else { return Err(self.operand_error(l, r, span)) };
        if super::arith::integers_only(op) && !self.is_integer_type(shape.element) {
            return Err(self.operand_error(l, r, span));
        }
        let element = if op.is_comparison() { self.compared_type(left, right, shape) } else { shape.element };
        let result = if op.is_comparison() { self.truth_vector(shape, span)? } else { ty };
        let truth = self.vector_shape(result).unwrap_or(shape).element;
        let operands = self.operands(&[left, right], span);
        let mut lanes = Vec::with_capacity(shape.count as usize);
        for at in 0..shape.count as usize {
            let [one, two] = [0, 1].map(|operand| operands.part(operand, at));
            let one = self.cast(one, element, span);
            let two = if is_shift { two } else { self.cast(two, element, span) };
            lanes.push(Some(if op.is_comparison() {
                self.lane_comparison(op, (one, two), truth, span)
            } else {
                self.lane_binary(op, (one, two), element, span)
            }));
        }
        Ok(self.vector_value(result, lanes, operands.before, span))
    }

    /// Whether an operator combines vectors of two types.
    fn are_alike(&self, one: Shape, two: Shape) -> bool {
        let both = |ty| self.is_integer_type(one.element) == ty && self.is_integer_type(two.element) == ty;
        one.count == two.count
            && (both(false) && one.element == two.element
                || both(true) && self.types().size(one.element) == self.types().size(two.element))
    }

    /// The type in which elements are compared: without sign, if one of them has none.
    fn compared_type(&self, left: ExprId, right: ExprId, shape: Shape) -> TypeId {
        let elements = [left, right].map(|operand| self.vector_shape(self.ty(operand)));
        let is_unsigned =
            |shape: &Shape| self.types().int_shape(shape.element).is_some_and(|shape| !shape.signed);
        elements.into_iter().flatten().find(is_unsigned).unwrap_or(shape).element
    }

    /// The type of a comparison of vectors.
    fn truth_vector(&mut self, shape: Shape, span: Span) -> Res<TypeId> {
        let is_extended = *self.types().get(shape.element) == Type::Float(FloatKind::X87);
        let bytes = self.types().size(shape.element).unwrap_or(0);
        let element = match (bytes, self.types().machine()) {
            (1, _) => TypeId::SCHAR,
            (2, _) => TypeId::SHORT,
            (4, _) => TypeId::INT,
            (8, MachineModel::Lp64) => TypeId::LONG,
            (8, MachineModel::Ilp32) => TypeId::LLONG,
            (16, MachineModel::Lp64) if !is_extended => TypeId::INT128,
            _ => {
                let message =
                    format!("no integer is as wide as `{}`, to compare it", self.type_text(shape.element));
                return Err(self.error("E0309", span, message));
            }
        };
        Ok(self.vector_type(Shape { element, ..shape }))
    }

    /// `place op= value` for a vector.
    pub(super) fn vector_update(
        &mut self,
        op: BinaryOp,
        place: ExprId,
        value: ExprId,
        span: Span,
    ) -> Res<ExprId> {
        let (before, place) = self.settled_place(place, value, span);
        let old = self.rvalue(place)?;
        let new = self.vector_operator(op, old, value, span)?;
        let node = self.assign(place, new, span)?;
        Ok(self.sequence(before, node, span))
    }

    /// `++v`, `v--` and so on.
    pub(super) fn vector_step(&mut self, op: BinaryOp, place: ExprId, fix: Fix, span: Span) -> Res<ExprId> {
        let one = self.int(1, TypeId::INT, span);
        if fix == Fix::Pre {
            return self.vector_update(op, place, one, span);
        }
        let (before, place) = self.settled_place(place, one, span);
        let old = self.rvalue(place)?;
        let ty = self.ty(old);
        let (keep, kept) = self.kept(old, "old", span);
        let kept = self.push(ExprKind::Load(kept), ty, span);
        let new = self.vector_operator(op, kept, one, span)?;
        let step = self.assign(place, new, span)?;
        let step = self.discard(step);
        let result = self.sequence(Some(step), kept, span);
        let result = self.sequence(Some(keep), result, span);
        Ok(self.sequence(before, result, span))
    }

    /// A place that can be named twice: by its address, if finding it again may find another one.
    fn settled_place(&mut self, place: ExprId, value: ExprId, span: Span) -> (Option<ExprId>, ExprId) {
        let changes_nothing = self.is_plain(value) || self.parts_of(value).is_some();
        if self.is_fixed_place(place) || changes_nothing && self.is_plain_place(place) {
            return (None, place);
        }
        let ty = self.ty(place);
        let pointer = self.types_mut().pointer(ty);
        self.mark_address_taken(place);
        let address = self.push(ExprKind::AddressOf(place), pointer, span);
        let (keep, kept) = self.kept(address, "place", span);
        let address = self.push(ExprKind::Load(kept), pointer, span);
        (Some(keep), self.push(ExprKind::Deref(address), ty, span))
    }

    /// `value`, after something else.
    fn sequence(&mut self, before: Option<ExprId>, value: ExprId, span: Span) -> ExprId {
        let Some(before) = before else { return value };
        let ty = self.ty(value);
        self.push(ExprKind::Comma(before, value), ty, span)
    }

    /// `vector[index]`: an element of a place or of a value.
    pub(super) fn vector_element(&mut self, base: ExprId, index: ExprId, span: Span) -> Res<ExprId> {
        let index = self.pointer_index(index, span)?;
        let (Some(shape), Some(array)) = (self.vector_shape(self.ty(base)), self.vector_array(self.ty(base)))
        else {
            return Err(self.error("E0309", span, "a value without elements"));
        };
        let elements = self.push(ExprKind::Member(base, 0), array, span);
        Ok(self.push(ExprKind::Index(elements, index), shape.element, span))
    }
}
