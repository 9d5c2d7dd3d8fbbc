//! Expressions: their values as pure expressions of the automaton, their effects as edges before.

use super::BodyLowerer;
use super::call::Wanted;
use super::order::Operation;
use c_sema::hir::{ExprId, ExprKind};
use cfa::{BinaryOp, Expr, Place, Type, TypeId, UnaryOp};
use source::Span;

/// Whether an operator asks a question about a floating-point number (7.12.3).
fn is_classification(op: UnaryOp) -> bool {
    matches!(op, UnaryOp::IsNan | UnaryOp::IsInf | UnaryOp::IsNormal | UnaryOp::SignBit)
}

impl BodyLowerer<'_> {
    /// Evaluates an expression. The result may read memory: see [`BodyLowerer::stable`].
    pub(super) fn value(&mut self, expr: ExprId) -> cfa::ExprId {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.value_inner(expr))
    }

    fn value_inner(&mut self, expr: ExprId) -> cfa::ExprId {
        if !self.given.is_empty()
            && let Some(&value) = self.given.get(&expr)
        {
            return value;
        }
        let node = self.body.exprs[expr];
        let (ty, span) = (node.ty, node.span);
        match node.kind {
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::CompoundLiteral(..) => {
                let place = self.place(expr);
                self.read(expr, place)
            }
            ExprKind::Load(place) => {
                let at = self.place(place);
                let value = self.read(place, at);
                self.fit(value, ty)
            }
            ExprKind::Const(bits) => self.lo.exprs.constant(bits.get(), ty),
            ExprKind::AddressOf(place) => self.address_of(place, ty),
            ExprKind::ArrayToPointer(array) => {
                let address = self.array_address(array);
                self.fit(address, ty)
            }
            ExprKind::Function(function) => self.function_address(function, ty),
            ExprKind::LabelAddress(label) => {
                let address = self.label_address(label, span);
                self.fit(address, ty)
            }
            ExprKind::Cast(operand) => self.cast_value(operand, ty),
            ExprKind::Unary(op, operand) => self.unary_value(expr, op, operand),
            ExprKind::Binary(op, left, right) => self.binary_value(op, left, right, span),
            ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => self.value_by_branches(expr, ty, span),
            ExprKind::Conditional(..) if ty == TypeId::VOID => {
                self.effect(expr);
                self.no_value()
            }
            ExprKind::Conditional(condition, yes, no) => match self.constant_bits(condition) {
                Some(bits) => self.value(if bits == 0 { no } else { yes }),
                None => self.value_by_branches(expr, ty, span),
            },
            ExprKind::ConditionalElse(condition, no) => self.conditional_else(condition, no, ty, span),
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.value(right)
            }
            ExprKind::Assign(place, value) => self.assign_value(place, value, span),
            ExprKind::CompoundAssign { op, place, value, compute } => {
                self.compound_value(op, place, value, compute, span)
            }
            ExprKind::Step { op, place, value, compute, fix } => {
                self.step_value((op, fix), place, value, compute, span)
            }
            ExprKind::Call(callee, args) => {
                let wanted = self.tested.remove(&expr).map_or(Wanted::Value, Wanted::Tested);
                let value = self.call(callee, args, ty, wanted, span);
                value.unwrap_or_else(|| self.no_value())
            }
            ExprKind::Builtin(builtin, args) => {
                let value = self.builtin(builtin, args, ty, span);
                value.unwrap_or_else(|| self.no_value())
            }
            ExprKind::StmtExpr(stmt, value) => {
                let value = self.stmt_expr(stmt, value);
                value.unwrap_or_else(|| self.no_value())
            }
            ExprKind::SizeofVla(sized) => self.size_of(sized),
        }
    }

    fn binary_value(&mut self, op: BinaryOp, left: ExprId, right: ExprId, span: Span) -> cfa::ExprId {
        let is_complex = |expr: ExprId| self.types().complex_part(self.body.exprs[expr].ty).is_some();
        if is_complex(left) || is_complex(right) {
            let (left, right) = self.both(left, right);
            return self.complex_operate(op, left, right, span);
        }
        if let Some(test) = self.test_of(op, right) {
            self.ask(left, test);
        }
        let (left, right) = self.both(left, right);
        self.operate(op, left, right)
    }

    fn unary_value(&mut self, expr: ExprId, op: UnaryOp, operand: ExprId) -> cfa::ExprId {
        let is_tested = self.tested.remove(&expr).is_some();
        let operand = self.value(operand);
        if self.is_complex(operand) {
            return self.complex_unary(op, operand, self.body.exprs[expr].span);
        }
        if is_tested || !is_classification(op) {
            return self.lo.exprs.unary(op, operand);
        }
        self.classified(op, operand, self.body.exprs[expr].span)
    }

    fn function_address(&mut self, function: c_sema::hir::FunctionId, ty: TypeId) -> cfa::ExprId {
        let id = self.lo.function(self.program, self.names, function);
        self.lo.infos[id].address_taken = true;
        self.want_for_pointer(id);
        let known = self.pointer_to(self.lo.functions[id].ty);
        let address = self.lo.exprs.intern(Expr::Function(id), known);
        self.fit(address, ty)
    }

    /// Stands for the value of a `void` expression, which nobody reads.
    pub(crate) fn no_value(&mut self) -> cfa::ExprId {
        self.int(0, TypeId::INT)
    }

    /// Evaluates an expression and drops its value.
    pub(super) fn effect(&mut self, expr: ExprId) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.effect_inner(expr));
    }

    fn effect_inner(&mut self, expr: ExprId) {
        let node = self.body.exprs[expr];
        let (ty, span) = (node.ty, node.span);
        match node.kind {
            ExprKind::Cast(operand) => self.effect(operand),
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.effect(right);
            }
            ExprKind::Conditional(condition, yes, no) => {
                self.conditional_effect(condition, Some(yes), Some(no))
            }
            ExprKind::ConditionalElse(condition, no) => self.conditional_effect(condition, None, Some(no)),
            ExprKind::LogicalAnd(left, right) => self.conditional_effect(left, Some(right), None),
            ExprKind::LogicalOr(left, right) => self.conditional_effect(left, None, Some(right)),
            ExprKind::Assign(place, value) => self.assign_effect(place, value, span),
            ExprKind::CompoundAssign { op, place, value, compute }
            | ExprKind::Step { op, place, value, compute, .. } => {
                self.modify(op, place, value, compute, span);
            }
            ExprKind::Call(callee, args) => {
                self.call(callee, args, ty, Wanted::Nothing, span);
            }
            ExprKind::Builtin(builtin, args) => {
                self.builtin(builtin, args, ty, span);
            }
            ExprKind::StmtExpr(stmt, value) => self.scoped_effect(stmt, value),
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Const(_)
            | ExprKind::Function(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::SizeofVla(_) => {}
            ExprKind::Deref(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::CompoundLiteral(..)
            | ExprKind::AddressOf(_)
            | ExprKind::ArrayToPointer(_) => {
                self.address_effect(expr);
            }
            ExprKind::Load(_) | ExprKind::Unary(..) | ExprKind::Binary(..) => {
                let value = self.value(expr);
                if self.may_fail(value) {
                    self.save(value, span);
                }
            }
        }
    }

    /// The place of a discarded lvalue is computed, nothing is read.
    fn address_effect(&mut self, expr: ExprId) {
        match self.body.exprs[expr].kind {
            ExprKind::AddressOf(_) | ExprKind::ArrayToPointer(_) => {
                self.value(expr);
            }
            _ => {
                self.place(expr);
            }
        }
    }

    /// Whether computing a pure expression may be undefined behaviour, so that it must not be dropped.
    fn may_fail(&self, value: cfa::ExprId) -> bool {
        let mut value = value;
        loop {
            match self.lo.exprs.expr(value) {
                Expr::Const(_) | Expr::Function(_) | Expr::AddressOf(_) => return false,
                Expr::Load(place) => return !matches!(self.lo.exprs.place(place), Place::Var(_)),
                Expr::Cast(operand) => value = operand,
                Expr::Unary(..) | Expr::Binary(..) => return true,
            }
        }
    }

    /// Both operands, the left one first.
    pub(super) fn both(&mut self, left: ExprId, right: ExprId) -> (cfa::ExprId, cfa::ExprId) {
        if let Some(values) = self.in_any_order(&[left, right], Operation::Unsequenced) {
            return (values[0], values[1]);
        }
        let span = self.body.exprs[left].span;
        let mut first = self.value(left);
        if self.effects.of(self.body, right) {
            first = self.stable(first, span);
        }
        let second = self.value(right);
        (first, second)
    }

    /// A binary operator on values; pointer arithmetic counts bytes where the pointee's size is known at run time only.
    pub(crate) fn operate(&mut self, op: BinaryOp, left: cfa::ExprId, right: cfa::ExprId) -> cfa::ExprId {
        match op {
            BinaryOp::PtrAdd => self.pointer_add(left, right),
            BinaryOp::PtrDiff => self.pointer_difference(left, right),
            _ => self.binary(op, left, right),
        }
    }

    fn cast_value(&mut self, operand: ExprId, ty: TypeId) -> cfa::ExprId {
        if ty == TypeId::VOID {
            self.effect(operand);
            return self.no_value();
        }
        let value = self.value(operand);
        self.fit_number(value, ty, self.body.exprs[operand].span)
    }

    fn address_of(&mut self, place: ExprId, ty: TypeId) -> cfa::ExprId {
        let array = self.body.exprs[place].ty;
        if let Type::Array(..) = self.types().get(array)
            && !self.has_fixed_size(array)
        {
            let address = self.array_address(place);
            return self.fit(address, ty);
        }
        let place = self.place(place);
        let address = self.address(place);
        self.fit(address, ty)
    }

    /// The address of a place; `&*p` is `p`.
    pub(super) fn address(&mut self, place: cfa::PlaceId) -> cfa::ExprId {
        if let Place::Deref(pointer) = self.lo.exprs.place(place) {
            return pointer;
        }
        self.expose(place);
        self.lo.exprs.address_of(&mut self.program.types, place)
    }

    /// The value in a form that costs nothing to repeat: a constant, or a variable.
    pub(super) fn simple(&mut self, value: cfa::ExprId, span: Span) -> cfa::ExprId {
        match self.lo.exprs.expr(value) {
            Expr::Const(_) | Expr::Function(_) => value,
            Expr::Load(place) if matches!(self.lo.exprs.place(place), Place::Var(_)) => value,
            Expr::Load(_) | Expr::AddressOf(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Cast(_) => {
                self.save(value, span)
            }
        }
    }
}
