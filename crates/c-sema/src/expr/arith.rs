//! Operators on values (6.5.3.3, 6.5.5 to 6.5.14, 6.5.17).

use crate::elab::{Res, Unit};
use crate::hir::{ExprId, ExprKind};
use c_syntax::ast::{self, BinaryOp as Written, UnaryOp as WrittenUnary};
use cfa::{ArrayLen, BinaryOp, Type, TypeId, UnaryOp};
use source::Span;

/// The operator of the IR for an operator between numbers.
pub(super) fn arithmetic_op(op: Written) -> Option<BinaryOp> {
    Some(match op {
        Written::Mul => BinaryOp::Mul,
        Written::Div => BinaryOp::Div,
        Written::Rem => BinaryOp::Rem,
        Written::Add => BinaryOp::Add,
        Written::Sub => BinaryOp::Sub,
        Written::Shl => BinaryOp::Shl,
        Written::Shr => BinaryOp::Shr,
        Written::Lt => BinaryOp::Lt,
        Written::Gt => BinaryOp::Gt,
        Written::Le => BinaryOp::Le,
        Written::Ge => BinaryOp::Ge,
        Written::Eq => BinaryOp::Eq,
        Written::Ne => BinaryOp::Ne,
        Written::BitAnd => BinaryOp::BitAnd,
        Written::BitXor => BinaryOp::BitXor,
        Written::BitOr => BinaryOp::BitOr,
        Written::And | Written::Or | Written::Comma => return None,
    })
}

/// Whether the operator takes integers only.
pub(super) fn integers_only(op: BinaryOp) -> bool {
    use BinaryOp::*;
    match op {
        Rem | Shl | Shr | BitAnd | BitOr | BitXor => true,
        Add | Sub | Mul | Div | Eq | Ne | Lt | Le | Gt | Ge | PtrAdd | PtrDiff => false,
    }
}

impl Unit<'_> {
    /// `+e`, `-e`, `~e`
    pub(super) fn sign(&mut self, op: WrittenUnary, operand: ast::ExprId, span: Span) -> Res<ExprId> {
        let value = self.value(operand)?;
        if self.is_vector(value) {
            return self.vector_sign(op, value, span);
        }
        let ty = self.ty(value);
        if self.is_complex(ty) {
            return Ok(self.complex_sign(op, value, span));
        }
        let integer = matches!(self.types().get(ty), Type::Int(_));
        if !integer && (!self.is_arithmetic(ty) || op == WrittenUnary::BitNot) {
            let message = format!("this operator does not apply to `{}`", self.type_text(ty));
            return Err(self.error("E0309", span, message));
        }
        let value = self.promote(value);
        let ty = self.ty(value);
        self.note_field_type(ty, span);
        let op = match op {
            WrittenUnary::Minus => UnaryOp::Neg,
            WrittenUnary::BitNot => UnaryOp::BitNot,
            _ => return Ok(value),
        };
        Ok(self.unary(op, value, ty, span))
    }

    /// `!e` is `e == 0`.
    pub(super) fn negation(&mut self, operand: ast::ExprId, span: Span) -> Res<ExprId> {
        let value = self.scalar(operand)?;
        Ok(self.is_zero(value, span))
    }

    /// `value == 0`
    pub(super) fn is_zero(&mut self, value: ExprId, span: Span) -> ExprId {
        let value = self.promote(value);
        let ty = self.ty(value);
        let zero = self.constant(0, ty, span);
        self.binary(BinaryOp::Eq, value, zero, TypeId::INT, span)
    }

    /// `l op r`
    pub(super) fn binary_operator(
        &mut self,
        op: Written,
        left: ast::ExprId,
        right: ast::ExprId,
        span: Span,
    ) -> Res<ExprId> {
        match op {
            Written::And | Written::Or => self.logical(op, left, right, span),
            Written::Comma => {
                let left = self.value(left)?;
                let left = self.discard(left);
                let right = self.value(right)?;
                let ty = self.ty(right);
                Ok(self.push(ExprKind::Comma(left, right), ty, span))
            }
            _ => {
                let left = self.value(left)?;
                let right = self.value(right)?;
                self.combine(op, left, right, span)
            }
        }
    }

    fn logical(&mut self, op: Written, left: ast::ExprId, right: ast::ExprId, span: Span) -> Res<ExprId> {
        let l = self.scalar(left)?;
        let decided = self.as_int_const(l).map(|value| value != 0);
        // The right side is not evaluated where the left one decides, as in `0 && x`.
        let (kind, absorbing) = match op {
            Written::And => (ExprKind::LogicalAnd as fn(ExprId, ExprId) -> ExprKind, false),
            _ => (ExprKind::LogicalOr as fn(ExprId, ExprId) -> ExprKind, true),
        };
        if decided == Some(absorbing) {
            self.unevaluated(|unit| unit.scalar(right))?;
            return Ok(self.int(i128::from(absorbing), TypeId::INT, span));
        }
        let r = self.scalar(right)?;
        if let (Some(_), Some(value)) = (decided, self.as_int_const(r)) {
            return Ok(self.int(i128::from(value != 0), TypeId::INT, span));
        }
        Ok(self.push(kind(l, r), TypeId::INT, span))
    }

    /// `left op right` on values.
    pub(super) fn combine(&mut self, op: Written, left: ExprId, right: ExprId, span: Span) -> Res<ExprId> {
        let Some(ir) = arithmetic_op(op) else {
            return Err(self.error("E0309", span, "this operator does not combine two values"));
        };
        if self.is_vector(left) || self.is_vector(right) {
            return self.vector_operator(ir, left, right, span);
        }
        let (l, r) = (self.ty(left), self.ty(right));
        if self.is_arithmetic(l) && self.is_arithmetic(r) {
            return self.arithmetic(ir, left, right, span);
        }
        if self.are_complex(l, r) {
            return self.complex_binary(ir, left, right, span);
        }
        if ir.is_comparison() && (self.is_pointer(l) || self.is_pointer(r)) {
            return self.compare_pointers(ir, left, right, span);
        }
        match (op, self.is_pointer(l), self.is_pointer(r)) {
            (Written::Add, true, false) => self.pointer_add(left, right, span),
            (Written::Add, false, true) => self.pointer_add(right, left, span),
            (Written::Sub, true, false) => self.pointer_subtract(left, right, span),
            (Written::Sub, true, true) => {
                self.check_pointee(left, span)?;
                let right = self.convert(right, l)?;
                let ty = self.types().ptrdiff_type();
                Ok(self.push(ExprKind::Binary(BinaryOp::PtrDiff, left, right), ty, span))
            }
            _ => Err(self.operand_error(l, r, span)),
        }
    }

    pub(super) fn operand_error(&mut self, left: TypeId, right: TypeId, span: Span) -> crate::elab::Stop {
        let (left, right) = (self.type_text(left), self.type_text(right));
        self.error("E0309", span, format!("this operator does not combine `{left}` and `{right}`"))
    }

    fn arithmetic(&mut self, op: BinaryOp, left: ExprId, right: ExprId, span: Span) -> Res<ExprId> {
        let (l, r) = (self.ty(left), self.ty(right));
        let floats = |ty| matches!(self.types().get(ty), Type::Float(_));
        if integers_only(op) && (floats(l) || floats(r)) {
            return Err(self.operand_error(l, r, span));
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let left = self.promote(left);
            let right = self.promote(right);
            let ty = self.ty(left);
            self.note_field_type(ty, span);
            return Ok(self.binary(op, left, right, ty, span));
        }
        let (left, right, ty) = self.usual_conversions(left, right);
        self.note_field_type(ty, span);
        let ty = if op.is_comparison() { TypeId::INT } else { ty };
        Ok(self.binary(op, left, right, ty, span))
    }

    fn compare_pointers(&mut self, op: BinaryOp, left: ExprId, right: ExprId, span: Span) -> Res<ExprId> {
        let (l, r) = (self.ty(left), self.ty(right));
        if !self.types().is_scalar(l) || !self.types().is_scalar(r) {
            return Err(self.operand_error(l, r, span));
        }
        let (left, right) = match (self.is_pointer(l), self.is_pointer(r)) {
            (true, _) => (left, self.convert(right, l)?),
            (false, _) => (self.convert(left, r)?, right),
        };
        Ok(self.push(ExprKind::Binary(op, left, right), TypeId::INT, span))
    }

    /// The pointee must have a size that arithmetic can use.
    pub(super) fn check_pointee(&mut self, pointer: ExprId, span: Span) -> Res<()> {
        let Some(target) = self.types().pointee(self.ty(pointer)) else { return Ok(()) };
        let mut element = target;
        while let Type::Array(inner, ArrayLen::Variable(_) | ArrayLen::Fixed(_)) = *self.types().get(element)
        {
            element = inner;
        }
        match self.types().get(element) {
            Type::Record(_) | Type::Array(..) if self.types().size(element).is_none() => {
                Err(self.incomplete(target, span))
            }
            _ => Ok(()),
        }
    }

    /// The index of pointer arithmetic: an integer, as `ptrdiff_t`.
    pub(super) fn pointer_index(&mut self, index: ExprId, span: Span) -> Res<ExprId> {
        if self.int_kind(index).is_none() {
            let message = format!("a pointer is moved by `{}`", self.type_text(self.ty(index)));
            return Err(self.error("E0309", span, message));
        }
        let ty = self.types().ptrdiff_type();
        self.convert(index, ty)
    }

    /// `pointer + index`
    pub(super) fn pointer_add(&mut self, pointer: ExprId, index: ExprId, span: Span) -> Res<ExprId> {
        self.check_pointee(pointer, span)?;
        let index = self.pointer_index(index, span)?;
        let ty = self.ty(pointer);
        Ok(self.push(ExprKind::Binary(BinaryOp::PtrAdd, pointer, index), ty, span))
    }

    fn pointer_subtract(&mut self, pointer: ExprId, index: ExprId, span: Span) -> Res<ExprId> {
        self.check_pointee(pointer, span)?;
        let index = self.pointer_index(index, span)?;
        let ty = self.types().ptrdiff_type();
        let index = self.unary(UnaryOp::Neg, index, ty, span);
        let ty = self.ty(pointer);
        Ok(self.push(ExprKind::Binary(BinaryOp::PtrAdd, pointer, index), ty, span))
    }
}
