//! Assignment (6.5.16), increments (6.5.2.4, 6.5.3.1) and explicit casts (6.5.4).

use super::arith::{arithmetic_op, integers_only};
use crate::elab::{Res, Unit};
use crate::hir::{ExprId, ExprKind, Fix, InitItem, Initialiser, Local, Rest, Step, Volatility};
use crate::types::Ty;
use c_syntax::ast::{self, UnaryOp};
use cfa::{BinaryOp, RecordId, RecordKind, Type, TypeId};
use source::Span;
use stdx::IdRange;

impl Unit<'_> {
    /// An operand that can be assigned to.
    fn assignable(&mut self, operand: ast::ExprId, span: Span) -> Res<ExprId> {
        let place = self.expr(operand)?;
        match self.types().get(self.ty(place)) {
            Type::Array(..) | Type::Function(_) | Type::Void => {
                let message = format!("a `{}` cannot be assigned", self.type_text(self.ty(place)));
                Err(self.error("E0310", span, message))
            }
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Record(_) if self.is_place(place) => {
                Ok(place)
            }
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Record(_) => {
                Err(self.error("E0310", span, "the left side is not an object that can be assigned"))
            }
        }
    }

    /// `l = r`
    pub(super) fn assignment(&mut self, left: ast::ExprId, right: ast::ExprId, span: Span) -> Res<ExprId> {
        let place = self.assignable(left, span)?;
        let value = self.value(right)?;
        self.assign(place, value, span)
    }

    /// `place = value`
    pub(crate) fn assign(&mut self, place: ExprId, value: ExprId, span: Span) -> Res<ExprId> {
        let ty = self.ty(place);
        if self.types().size(ty).is_none() {
            return Err(self.incomplete(ty, span));
        }
        if self.ty(value) == TypeId::VOID {
            return Err(self.error("E0323", span, "the right side has no value"));
        }
        let value = self.convert(value, ty)?;
        let node = self.push(ExprKind::Assign(place, value), ty, span);
        Ok(self.field_value(node, place, span))
    }

    /// `l op= r`
    pub(super) fn compound_assignment(
        &mut self,
        op: ast::BinaryOp,
        left: ast::ExprId,
        right: ast::ExprId,
        span: Span,
    ) -> Res<ExprId> {
        let place = self.assignable(left, span)?;
        let value = self.value(right)?;
        let ty = self.ty(place);
        let Some(op) = arithmetic_op(op).filter(|op| !op.is_comparison()) else {
            return Err(self.error("E0309", span, "this operator does not assign"));
        };
        if self.is_vector(place) {
            return self.vector_update(op, place, value, span);
        }
        if self.is_pointer(ty) {
            return self.move_pointer(op, place, value, span);
        }
        if self.are_complex(ty, self.ty(value)) {
            return self.complex_compound(op, place, value, span);
        }
        let old = self.rvalue(place)?;
        // `i += p` with an integer `i` and a pointer `p` is a warning in gcc: the pointer counts as a number.
        let value = match (self.types().get(ty), self.types().get(self.ty(value))) {
            (Type::Int(_), Type::Pointer(_)) => {
                let number = self.types().size_type();
                self.convert(value, number)?
            }
            _ => value,
        };
        if !self.is_arithmetic(ty) || !self.is_arithmetic(self.ty(value)) {
            return Err(self.error("E0309", span, "this operator does not combine these operands"));
        }
        let (value, compute) = match op {
            BinaryOp::Shl | BinaryOp::Shr => {
                let promoted = self.promote(old);
                (self.promote(value), self.ty(promoted))
            }
            _ => {
                let compute = self.common_arithmetic(old, value);
                (self.convert(value, compute)?, compute)
            }
        };
        if integers_only(op) && matches!(self.types().get(compute), Type::Float(_)) {
            return Err(self.error("E0309", span, "this operator takes integers"));
        }
        self.note_field_type(compute, span);
        let node = self.push(ExprKind::CompoundAssign { op, place, value, compute }, ty, span);
        Ok(self.field_value(node, place, span))
    }

    fn move_pointer(&mut self, op: BinaryOp, place: ExprId, value: ExprId, span: Span) -> Res<ExprId> {
        let ty = self.ty(place);
        self.check_pointee(place, span)?;
        let value = match op {
            BinaryOp::Add => self.pointer_index(value, span)?,
            BinaryOp::Sub => {
                let index = self.pointer_index(value, span)?;
                let index_type = self.ty(index);
                self.unary(cfa::UnaryOp::Neg, index, index_type, span)
            }
            _ => return Err(self.error("E0309", span, "a pointer can only be added to or subtracted from")),
        };
        let op = BinaryOp::PtrAdd;
        Ok(self.push(ExprKind::CompoundAssign { op, place, value, compute: ty }, ty, span))
    }

    /// `++e`, `e--`, ...
    pub(super) fn step(&mut self, written: UnaryOp, operand: ast::ExprId, span: Span) -> Res<ExprId> {
        let (up, fix) = match written {
            UnaryOp::PreIncrement => (true, Fix::Pre),
            UnaryOp::PreDecrement => (false, Fix::Pre),
            UnaryOp::PostIncrement => (true, Fix::Post),
            _ => (false, Fix::Post),
        };
        let place = self.assignable(operand, span)?;
        let ty = self.ty(place);
        if self.is_pointer(ty) {
            self.check_pointee(place, span)?;
            let index = self.types().ptrdiff_type();
            let value = self.int(if up { 1 } else { -1 }, index, span);
            let op = BinaryOp::PtrAdd;
            return Ok(self.push(ExprKind::Step { op, place, value, compute: ty, fix }, ty, span));
        }
        if self.is_vector(place) {
            return self.vector_step(if up { BinaryOp::Add } else { BinaryOp::Sub }, place, fix, span);
        }
        if !self.is_arithmetic(ty) && !self.is_complex(ty) {
            let message = format!("a `{}` cannot be stepped", self.type_text(ty));
            return Err(self.error("E0309", span, message));
        }
        let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
        let old = self.rvalue(place)?;
        let promoted = self.promote(old);
        let compute = self.ty(promoted);
        let one = self.int(1, TypeId::INT, span);
        // Only the real part is stepped.
        let value = self.convert(one, self.complex_part(compute).unwrap_or(compute))?;
        let node = self.push(ExprKind::Step { op, place, value, compute, fix }, ty, span);
        Ok(self.field_value(node, place, span))
    }

    /// `(type) e`
    pub(super) fn explicit_cast(
        &mut self,
        ty: ast::TypeNameId,
        operand: ast::ExprId,
        span: Span,
    ) -> Res<ExprId> {
        let (ty, set_lengths) = self.type_name_with_lengths(ty)?;
        let to = ty.id;
        let value = self.value(operand)?;
        let from = self.ty(value);
        let result = if to == TypeId::VOID {
            self.discard(value)
        } else if to == from {
            value
        } else if self.is_view(from, to) {
            self.reinterpret(value, to, span)?
        } else if self.types().is_scalar(to) && self.types().is_scalar(from) {
            let mixes = matches!(
                (self.types().get(from), self.types().get(to)),
                (Type::Float(_), Type::Pointer(_)) | (Type::Pointer(_), Type::Float(_))
            );
            if mixes {
                return Err(self.cast_error(from, to, span));
            }
            self.cast(value, to, span)
        } else if self.are_complex(from, to) {
            self.cast(value, to, span)
        } else if let Type::Record(record) = *self.types().get(to)
            && self.types().record(record).kind == RecordKind::Union
        {
            self.cast_to_union(record, to, value, span)?
        } else {
            return Err(self.cast_error(from, to, span));
        };
        self.note_cast(result, value, ty);
        Ok(self.after(set_lengths, result, span))
    }

    /// Notes where a type that is written down says `volatile`, also where it says so no longer.
    fn note_cast(&mut self, result: ExprId, value: ExprId, ty: Ty) {
        let is_anywhere = !self.el.program.volatile.is_empty() || !self.body.volatile.is_empty();
        let before = is_anywhere && !Volatility::of(&self.el.program, &self.body, value).value().is_none();
        if self.is_pointer(ty.id) && (before || !ty.volatile.value().is_none()) {
            self.body.volatile.casts.insert(result, ty.volatile.value());
        }
    }

    fn cast_error(&mut self, from: TypeId, to: TypeId, span: Span) -> crate::elab::Stop {
        let (from, to) = (self.type_text(from), self.type_text(to));
        self.error("E0321", span, format!("a value of type `{from}` cannot be cast to `{to}`"))
    }

    /// GNU's cast to a union: a compound literal that sets the member of the value's type.
    fn cast_to_union(&mut self, record: RecordId, to: TypeId, value: ExprId, span: Span) -> Res<ExprId> {
        let from = self.ty(value);
        let Some(member) = self.types().fields(record).iter().position(|field| field.ty == from) else {
            return Err(self.cast_error(from, to, span));
        };
        let place = self.union_literal(to, member as u32, value, span);
        self.rvalue(place)
    }

    /// An anonymous union object with one member set.
    pub(super) fn union_literal(&mut self, ty: TypeId, member: u32, value: ExprId, span: Span) -> ExprId {
        let path = IdRange::store(&mut self.body.pools.steps, [Step::Field(member)]);
        let items = IdRange::store(&mut self.body.pools.init_items, [InitItem { path, value }]);
        let local = self.temporary("literal", ty, span);
        let init = Initialiser { rest: Rest::Zero, items };
        self.push(ExprKind::CompoundLiteral(local, init), ty, span)
    }

    /// An anonymous variable of the innermost block.
    pub(crate) fn temporary(&mut self, stem: &str, ty: TypeId, span: Span) -> crate::hir::LocalId {
        let name = self.fresh_name(stem);
        let local = self.body.locals.push(Local { name, ty, address_taken: false, align: None, span });
        self.declare_in_block(local);
        local
    }
}
