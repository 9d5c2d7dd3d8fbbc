//! Constants (6.6): folding while the tree is built, and evaluation where C demands a constant.
//!
//! While the tree is built, an operator with constant integer operands is folded only if its value is defined, so
//! that `INT_MAX + 1` stays visible as the overflow it is. Where a constant is demanded (array lengths, `case`,
//! enumerators, bit-field widths), the tree is evaluated as gcc does: wrapping, and through floats. Arithmetic is that of
//! [`cfa::value`], the one place that knows it.

use crate::elab::{Res, Unit, with_stack};
use crate::hir::{Definition, ExprId, ExprKind};
use c_syntax::ast;
use cfa::value::{self, Overflow};
use cfa::{BinaryOp, Type, TypeId, UnaryOp};
use source::Span;

impl Unit<'_> {
    /// The bits of a constant node.
    pub(crate) fn as_const(&self, expr: ExprId) -> Option<u128> {
        match self.body.exprs[expr].kind {
            ExprKind::Const(bits) => Some(bits.get()),
            _ => None,
        }
    }

    /// The value of a constant node of integer type.
    pub(crate) fn as_int_const(&self, expr: ExprId) -> Option<i128> {
        let node = self.body.exprs[expr];
        match (node.kind, self.types().get(node.ty)) {
            (ExprKind::Const(bits), Type::Int(_)) => Some(cfa::int_value(self.types(), node.ty, bits.get())),
            _ => None,
        }
    }

    /// Whether the constant's type lets it be folded while the tree is built.
    fn foldable(&self, expr: ExprId) -> Option<(TypeId, u128)> {
        let node = self.body.exprs[expr];
        match (node.kind, self.types().get(node.ty)) {
            (ExprKind::Const(bits), Type::Int(_)) => Some((node.ty, bits.get())),
            _ => None,
        }
    }

    /// A unary operator, folded if its value is a defined integer constant; the sign of a floating constant too.
    pub(crate) fn unary(&mut self, op: UnaryOp, operand: ExprId, ty: TypeId, span: Span) -> ExprId {
        let node = self.body.exprs[operand];
        if let ExprKind::Const(bits) = node.kind
            && (self.foldable(operand).is_some() || op == UnaryOp::Neg)
            && let Ok(folded) = value::unary(self.types(), op, node.ty, bits.get(), Overflow::Undefined)
        {
            return self.constant(folded, ty, span);
        }
        self.push(ExprKind::Unary(op, operand), ty, span)
    }

    /// A binary operator, folded if its value is a defined integer constant.
    pub(crate) fn binary(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        if let (Some(l), Some(r)) = (self.foldable(left), self.foldable(right))
            && let Ok(folded) = value::binary(self.types(), op, l, r, Overflow::Undefined)
        {
            return self.constant(folded, ty, span);
        }
        self.push(ExprKind::Binary(op, left, right), ty, span)
    }

    /// A conversion between scalars, folded if the operand is constant and the result defined.
    pub(crate) fn cast(&mut self, operand: ExprId, ty: TypeId, span: Span) -> ExprId {
        let operand = self.behind_field_value(operand).unwrap_or(operand);
        if self.ty(operand) == ty {
            return operand;
        }
        if self.are_complex(self.ty(operand), ty) {
            return self.complex_cast(operand, ty, span);
        }
        let node = self.body.exprs[operand];
        if let ExprKind::Const(bits) = node.kind
            && self.types().is_scalar(ty)
            && let Ok(folded) = value::cast(self.types(), node.ty, ty, bits.get())
        {
            return self.constant(folded, ty, span);
        }
        self.push(ExprKind::Cast(operand), ty, span)
    }

    /// The value of an integer expression, if it is constant in gcc's eyes.
    pub(crate) fn constant_value(&self, expr: ExprId) -> Option<i128> {
        let ty = self.body.exprs[expr].ty;
        let Type::Int(_) = self.types().get(ty) else { return None };
        self.evaluate(expr).map(|bits| cfa::int_value(self.types(), ty, bits))
    }

    /// The bits of a scalar constant expression without addresses.
    pub(crate) fn evaluate(&self, expr: ExprId) -> Option<u128> {
        with_stack(|| self.evaluate_node(expr))
    }

    fn evaluate_node(&self, expr: ExprId) -> Option<u128> {
        let node = self.body.exprs[expr];
        let types = self.types();
        let ty = |expr: ExprId| self.body.exprs[expr].ty;
        let truth = |expr: ExprId| self.truth(expr);
        match node.kind {
            ExprKind::Const(bits) => Some(bits.get()),
            ExprKind::Cast(operand) if types.is_scalar(node.ty) => {
                let bits = self.evaluate(operand)?;
                value::cast(types, ty(operand), node.ty, bits).ok()
            }
            ExprKind::Unary(op, operand) => {
                value::unary(types, op, ty(operand), self.evaluate(operand)?, Overflow::Wrap).ok()
            }
            ExprKind::Binary(op, left, right) if self.are_complex(ty(left), ty(right)) => {
                self.evaluate_complex_comparison(op, left, right)
            }
            ExprKind::Binary(op, left, right) => {
                let l = (ty(left), self.evaluate(left)?);
                let r = (ty(right), self.evaluate(right)?);
                value::binary(types, op, l, r, Overflow::Wrap).ok()
            }
            ExprKind::LogicalAnd(left, right) => Some(u128::from(truth(left)? && truth(right)?)),
            ExprKind::LogicalOr(left, right) => Some(u128::from(truth(left)? || truth(right)?)),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.evaluate(if truth(condition)? { then } else { otherwise })
            }
            ExprKind::ConditionalElse(condition, otherwise) => {
                let bits = self.evaluate(condition)?;
                if self.is_true(ty(condition), bits) {
                    value::cast(types, ty(condition), node.ty, bits).ok()
                } else {
                    self.evaluate(otherwise)
                }
            }
            // The classic `offsetof`: the address of a part of an object at a constant address.
            ExprKind::AddressOf(place) | ExprKind::ArrayToPointer(place) => self.constant_address(place),
            ExprKind::Load(place) => match self.body.exprs[place].kind {
                ExprKind::Member(whole, field) => {
                    let (re, im) = self.evaluate_complex(whole)?;
                    Some(if field == 0 { re } else { im })
                }
                _ => None,
            },
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::CompoundLiteral(..)
            | ExprKind::Function(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::Cast(_)
            | ExprKind::Comma(..)
            | ExprKind::Assign(..)
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::Call(..)
            | ExprKind::Builtin(..)
            | ExprKind::StmtExpr(..)
            | ExprKind::SizeofVla(_) => None,
        }
    }

    /// Whether a constant expression differs from zero, as the address of a static object or function does. A weak symbol
    /// that nobody defines has no address, so of a weak one without definition this is not known.
    pub(crate) fn truth(&self, expr: ExprId) -> Option<bool> {
        let node = self.body.exprs[expr];
        if let Some(bits) = self.evaluate(expr) {
            return Some(self.is_true(node.ty, bits));
        }
        match node.kind {
            ExprKind::Function(_) => (!self.may_be_missing(expr)).then_some(true),
            ExprKind::AddressOf(place) | ExprKind::ArrayToPointer(place) => {
                (self.is_static_place(place) && !self.may_be_missing(place)).then_some(true)
            }
            // The negation of an address.
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) => {
                let differs = self.truth(left)?;
                (differs && self.evaluate(right)? == 0).then_some(op == BinaryOp::Ne)
            }
            _ => None,
        }
    }

    /// Whether an address is made from a weak symbol without a definition so far.
    fn may_be_missing(&self, expr: ExprId) -> bool {
        with_stack(|| match self.body.exprs[expr].kind {
            ExprKind::Function(function) => {
                let function = &self.el.program.functions[function];
                function.weak && !function.defined
            }
            ExprKind::Global(global) => {
                let global = &self.el.program.globals[global];
                global.weak && global.definition == Definition::Extern
            }
            ExprKind::Cast(inner)
            | ExprKind::Unary(_, inner)
            | ExprKind::AddressOf(inner)
            | ExprKind::ArrayToPointer(inner)
            | ExprKind::Deref(inner)
            | ExprKind::Member(inner, _) => self.may_be_missing(inner),
            ExprKind::Binary(_, left, right) | ExprKind::Index(left, right) => {
                self.may_be_missing(left) || self.may_be_missing(right)
            }
            // No other expression is part of an address constant.
            _ => false,
        })
    }

    /// The address of a place that lies at a constant distance from a constant pointer.
    pub(crate) fn constant_address(&self, place: ExprId) -> Option<u128> {
        let node = self.body.exprs[place];
        let address = match node.kind {
            ExprKind::Deref(pointer) => return self.evaluate(pointer),
            ExprKind::Member(base, field) => {
                let Type::Record(record) = *self.types().get(self.body.exprs[base].ty) else { return None };
                let field = self.types().fields(record).get(field as usize)?;
                self.constant_address(base)?.checked_add(u128::from(field.offset))?
            }
            ExprKind::Index(base, index) => {
                let index = self.constant_value(index)?;
                let size = i128::from(self.types().size(node.ty)?);
                self.constant_address(base)?.wrapping_add(index.checked_mul(size)? as u128)
            }
            _ => return None,
        };
        Some(cfa::canonical(self.types(), TypeId::VOID_PTR, address))
    }

    /// Whether a scalar constant differs from zero.
    pub(crate) fn is_true(&self, ty: TypeId, bits: u128) -> bool {
        value::cast(self.types(), ty, TypeId::BOOL, bits).map_or(bits != 0, |truth| truth != 0)
    }

    /// Elaborates an expression that must be an integer constant.
    pub(crate) fn integer_constant(&mut self, expr: ast::ExprId) -> Res<i128> {
        let value = self.unevaluated(|unit| unit.value(expr))?;
        match self.constant_value(value) {
            Some(value) => Ok(value),
            None => {
                let span = self.ast.exprs[expr].span;
                Err(self.error("E0311", span, "this expression is not an integer constant"))
            }
        }
    }
}
