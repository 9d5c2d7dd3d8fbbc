//! Which expressions may change memory when they are evaluated.
//!
//! Asked for the right operand of everything that evaluates two: a left operand needs a temporary only if the right
//! one has an effect. The answer is kept per expression, so that deep trees cost linear time.

use c_sema::hir::{Body, Builtin, Callee, ExprId, ExprKind};
use stdx::Idx;

/// The memory of answers: 0 unknown, 1 pure, 2 with effects.
pub(super) struct Effects {
    known: Vec<u8>,
}

const PURE: u8 = 1;
const EFFECT: u8 = 2;

impl Effects {
    pub(super) fn new(body: &Body) -> Self {
        Self { known: vec![0; body.exprs.len()] }
    }

    /// Whether evaluating the expression may change what another one reads.
    pub(super) fn of(&mut self, body: &Body, expr: ExprId) -> bool {
        let known = self.known[expr.index()];
        if known != 0 {
            return known == EFFECT;
        }
        let answer = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.compute(body, expr));
        self.known[expr.index()] = if answer { EFFECT } else { PURE };
        answer
    }

    fn compute(&mut self, body: &Body, expr: ExprId) -> bool {
        match body.exprs[expr].kind {
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Const(_)
            | ExprKind::Function(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::SizeofVla(_) => false,
            ExprKind::Deref(operand)
            | ExprKind::Member(operand, _)
            | ExprKind::Load(operand)
            | ExprKind::AddressOf(operand)
            | ExprKind::ArrayToPointer(operand)
            | ExprKind::Cast(operand)
            | ExprKind::Unary(_, operand) => self.of(body, operand),
            ExprKind::Index(left, right)
            | ExprKind::Binary(_, left, right)
            | ExprKind::LogicalAnd(left, right)
            | ExprKind::LogicalOr(left, right)
            | ExprKind::ConditionalElse(left, right)
            | ExprKind::Comma(left, right) => self.of(body, left) || self.of(body, right),
            ExprKind::Conditional(condition, then, other) => {
                self.of(body, condition) || self.of(body, then) || self.of(body, other)
            }
            ExprKind::Builtin(Builtin::Complex, args) => {
                args.of(&body.pools.exprs).iter().any(|&arg| self.of(body, arg))
            }
            ExprKind::Call(Callee::Direct(_) | Callee::Pointer(_), _)
            | ExprKind::CompoundLiteral(..)
            | ExprKind::Assign(..)
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::Builtin(..)
            | ExprKind::StmtExpr(..) => true,
        }
    }
}
