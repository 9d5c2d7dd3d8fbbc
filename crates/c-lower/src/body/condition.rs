//! Conditions: `&&`, `||`, `!`, `?:` and comparisons in a test become branches, without a 0 or 1 in between.

use super::BodyLowerer;
use crate::graph::Loc;
use c_sema::hir::{ExprId, ExprKind};
use cfa::{BinaryOp, Type, TypeId};
use source::Span;

/// Which sides of a branch can be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sides {
    pub(super) then: bool,
    pub(super) other: bool,
}

impl BodyLowerer<'_> {
    /// Evaluates a scalar and goes to `then` if it is not zero, to `other` if it is. A constant condition takes one side only.
    pub(super) fn branch(&mut self, expr: ExprId, then: Loc, other: Loc) -> Sides {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.branch_inner(expr, then, other));
        Sides { then: self.graph.is_entered(then), other: self.graph.is_entered(other) }
    }

    fn branch_inner(&mut self, expr: ExprId, then: Loc, other: Loc) {
        let node = self.body.exprs[expr];
        match node.kind {
            ExprKind::LogicalAnd(left, right) => {
                let middle = self.graph.location();
                self.branch(left, middle, other);
                self.go_on_at(middle);
                self.branch(right, then, other);
            }
            ExprKind::LogicalOr(left, right) => {
                let middle = self.graph.location();
                self.branch(left, then, middle);
                self.go_on_at(middle);
                self.branch(right, then, other);
            }
            ExprKind::Conditional(condition, yes, no) => {
                let (yes_at, no_at) = (self.graph.location(), self.graph.location());
                self.branch(condition, yes_at, no_at);
                self.go_on_at(yes_at);
                self.branch(yes, then, other);
                self.go_on_at(no_at);
                self.branch(no, then, other);
            }
            ExprKind::Comma(left, right) => {
                self.effect(left);
                self.branch(right, then, other);
            }
            ExprKind::Cast(inner) if self.is_truth(inner) => {
                self.branch(inner, then, other);
            }
            ExprKind::Binary(BinaryOp::Eq, inner, zero) if self.is_truth(inner) && self.is_zero(zero) => {
                self.branch(inner, other, then);
            }
            ExprKind::Binary(BinaryOp::Ne, inner, zero) if self.is_truth(inner) && self.is_zero(zero) => {
                self.branch(inner, then, other);
            }
            _ => {
                let value = self.value(expr);
                self.branch_on(value, then, other, node.span);
            }
        }
    }

    /// The same for a value.
    pub(super) fn branch_on(&mut self, value: cfa::ExprId, then: Loc, other: Loc, span: Span) {
        let is_integer = matches!(self.types().get(self.lo.exprs.ty(value)), Type::Int(_));
        match self.lo.exprs.as_const(value) {
            Some(bits) if is_integer || bits == 0 => self.jump(if bits == 0 { other } else { then }, span),
            _ => {
                let condition = self.truth(value);
                self.split(condition, then, other, span);
            }
        }
    }

    /// An integer that is zero exactly if the scalar is.
    pub(crate) fn truth(&mut self, value: cfa::ExprId) -> cfa::ExprId {
        let ty = self.lo.exprs.ty(value);
        match self.types().get(ty) {
            Type::Pointer(_) | Type::Float(_) => {
                let zero = self.lo.exprs.constant(0, ty);
                self.binary(BinaryOp::Ne, value, zero)
            }
            Type::Int(_) | Type::Void | Type::Array(..) | Type::Record(_) | Type::Function(_) => value,
        }
    }

    /// Control goes on at a location, if it can get there.
    pub(super) fn go_on_at(&mut self, at: Loc) {
        self.current = self.graph.is_entered(at).then_some(at);
    }

    /// Whether the expression is 0 or 1 and better branched on than computed.
    fn is_truth(&self, expr: ExprId) -> bool {
        let mut expr = expr;
        loop {
            match self.body.exprs[expr].kind {
                ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => return true,
                ExprKind::Binary(op, ..) => return op.is_comparison(),
                ExprKind::Cast(inner) if self.types().is_scalar(self.body.exprs[expr].ty) => expr = inner,
                _ => return false,
            }
        }
    }

    fn is_zero(&self, expr: ExprId) -> bool {
        self.constant_bits(expr) == Some(0)
    }

    /// `l && r`, `l || r` as a value: 0 or 1 in a temporary.
    pub(super) fn logical_value(&mut self, expr: ExprId, span: Span) -> cfa::ExprId {
        let (yes, no, end) = (self.graph.location(), self.graph.location(), self.graph.location());
        let sides = self.branch(expr, yes, no);
        match sides {
            Sides { then: true, other: false } => {
                self.current = Some(yes);
                return self.int(1, TypeId::INT);
            }
            Sides { then: false, other: true } => {
                self.current = Some(no);
                return self.int(0, TypeId::INT);
            }
            Sides { then: true, other: true } | Sides { then: false, other: false } => {}
        }
        let result = self.temp(TypeId::INT, span);
        for (at, value) in [(yes, 1), (no, 0)] {
            self.go_on_at(at);
            let value = self.int(value, TypeId::INT);
            self.assign(result, value, span);
            self.jump(end, span);
        }
        self.go_on_at(end);
        self.lo.exprs.load(result)
    }

    /// `c ? t : e` as a value.
    pub(super) fn conditional_value(&mut self, parts: [ExprId; 3], ty: TypeId, span: Span) -> cfa::ExprId {
        let [condition, yes, no] = parts;
        let (yes_at, no_at, end) = (self.graph.location(), self.graph.location(), self.graph.location());
        let sides = self.branch(condition, yes_at, no_at);
        if sides.then != sides.other {
            let (at, chosen) = if sides.then { (yes_at, yes) } else { (no_at, no) };
            self.current = Some(at);
            return self.value(chosen);
        }
        let result = self.temp(ty, span);
        for (at, side) in [(yes_at, yes), (no_at, no)] {
            self.go_on_at(at);
            self.assign_expr(result, side, span);
            self.jump(end, span);
        }
        self.go_on_at(end);
        self.lo.exprs.load(result)
    }

    /// `c ?: e` as a value.
    pub(super) fn conditional_else(
        &mut self,
        condition: ExprId,
        no: ExprId,
        ty: TypeId,
        span: Span,
    ) -> cfa::ExprId {
        let tested = self.value(condition);
        let tested = self.stable(tested, span);
        let (yes_at, no_at, end) = (self.graph.location(), self.graph.location(), self.graph.location());
        self.branch_on(tested, yes_at, no_at, span);
        let result = self.temp(ty, span);
        self.go_on_at(yes_at);
        let converted = self.fit(tested, ty);
        self.assign(result, converted, span);
        self.jump(end, span);
        self.go_on_at(no_at);
        self.assign_expr(result, no, span);
        self.jump(end, span);
        self.go_on_at(end);
        self.lo.exprs.load(result)
    }

    /// `c ? t : e` for its effects.
    pub(super) fn conditional_effect(
        &mut self,
        condition: ExprId,
        yes: Option<ExprId>,
        no: Option<ExprId>,
        span: Span,
    ) {
        let (yes_at, no_at, end) = (self.graph.location(), self.graph.location(), self.graph.location());
        self.branch(condition, yes_at, no_at);
        for (at, side) in [(yes_at, yes), (no_at, no)] {
            self.go_on_at(at);
            if let Some(side) = side {
                self.effect(side);
            }
            self.jump(end, span);
        }
        self.go_on_at(end);
    }
}
