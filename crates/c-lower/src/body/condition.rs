//! Conditions: `&&`, `||`, `!`, `?:` and comparisons in a test become branches, without a 0 or 1 in between.

use super::BodyLowerer;
use crate::graph::Loc;
use crate::library::Test;
use c_sema::hir::{ExprId, ExprKind};
use cfa::{BinaryOp, Side, Type, TypeId};
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
                self.ask(expr, Test::Truth);
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
    pub(crate) fn go_on_at(&mut self, at: Loc) {
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

    /// Notes that nothing else is asked of a value. It is lowered next.
    pub(super) fn ask(&mut self, expr: ExprId, test: Test) {
        match self.body.exprs[expr].kind {
            ExprKind::Binary(BinaryOp::BitOr, left, right) if test == Test::Truth => {
                self.ask(left, test);
                self.ask(right, test);
            }
            ExprKind::Call(..) | ExprKind::Unary(..) => {
                self.tested.insert(expr, test);
            }
            _ => {}
        }
    }

    /// What a comparison with zero asks of its other side.
    pub(super) fn test_of(&self, op: BinaryOp, zero: ExprId) -> Option<Test> {
        match op {
            BinaryOp::Eq | BinaryOp::Ne if self.is_zero(zero) => Some(Test::Truth),
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge if self.is_zero(zero) => {
                Some(Test::Sign)
            }
            _ => None,
        }
    }

    fn is_zero(&self, expr: ExprId) -> bool {
        self.constant_bits(expr) == Some(0)
    }

    /// Branches, does something on each side that can be taken, and joins.
    pub(super) fn choose_sides(&mut self, condition: ExprId, mut each: impl FnMut(&mut Self, Side)) {
        let span = self.body.exprs[condition].span;
        let (yes, no, end) = (self.graph.location(), self.graph.location(), self.graph.location());
        self.branch(condition, yes, no);
        for (at, side) in [(yes, Side::Then), (no, Side::Else)] {
            self.go_on_at(at);
            if self.current.is_some() {
                each(self, side);
            }
            self.jump(end, span);
        }
        self.go_on_at(end);
    }

    /// `l && r`, `l || r`, `c ? t : e` as a value, in a temporary.
    pub(super) fn value_by_branches(&mut self, expr: ExprId, ty: TypeId, span: Span) -> cfa::ExprId {
        let result = self.temp(self.types().storage(ty), span);
        self.assign_expr(result, expr, span);
        let value = self.lo.exprs.load(result);
        self.fit(value, ty)
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
        let result = self.temp(self.types().storage(ty), span);
        self.go_on_at(yes_at);
        let converted = self.fit(tested, self.lo.exprs.place_ty(result));
        self.assign(result, converted, span);
        self.jump(end, span);
        self.go_on_at(no_at);
        self.assign_expr(result, no, span);
        self.jump(end, span);
        self.go_on_at(end);
        let value = self.lo.exprs.load(result);
        self.fit(value, ty)
    }

    /// `c ? t : e` for its effects.
    pub(super) fn conditional_effect(&mut self, condition: ExprId, yes: Option<ExprId>, no: Option<ExprId>) {
        self.choose_sides(condition, |lowerer, side| {
            if let Some(chosen) = if side == Side::Then { yes } else { no } {
                lowerer.effect(chosen);
            }
        });
    }
}
