//! Built-ins on floating numbers: constants, classification (7.12.3), ordered comparison (7.12.14), rounding.

use crate::elab::{Res, Unit};
use crate::hir::{ExprId, ExprKind, InitItem, Initialiser, Rest, StmtKind};
use c_syntax::ast;
use cfa::{BinaryOp, FloatKind, Type, TypeId, UnaryOp};
use source::Span;
use stdx::IdRange;

/// Splits the suffix of a floating function off: `floorf` is `floor` on `float`.
fn suffixed(name: &str) -> [(&str, FloatKind, TypeId); 4] {
    let strip = |suffix: &str| name.strip_suffix(suffix).unwrap_or("");
    [
        (name, FloatKind::F64, TypeId::DOUBLE),
        (strip("f"), FloatKind::F32, TypeId::FLOAT),
        (strip("l"), FloatKind::X87, TypeId::LONG_DOUBLE),
        (strip("f128"), FloatKind::F128, TypeId::FLOAT128),
    ]
}

/// The bits of infinity, of the quiet and of the signalling NaN.
fn special(kind: FloatKind) -> (u128, u128, u128) {
    match kind {
        FloatKind::F32 => (0x7f80_0000, 0x7fc0_0000, 0x7fa0_0000),
        FloatKind::F64 => (0x7ff0 << 48, 0x7ff8 << 48, 0x7ff4 << 48),
        FloatKind::X87 => (0x0007_fff8 << 60, 0x0007_fffc << 60, 0x0007_fffa << 60),
        FloatKind::F128 => (0x7fff << 112, 0x0007_fff8 << 108, 0x0007_fff4 << 108),
    }
}

fn rounding(name: &str) -> Option<UnaryOp> {
    Some(match name {
        "fabs" => UnaryOp::FloatAbs,
        "sqrt" => UnaryOp::FloatSqrt,
        "floor" => UnaryOp::FloatFloor,
        "ceil" => UnaryOp::FloatCeil,
        "trunc" => UnaryOp::FloatTrunc,
        "round" => UnaryOp::FloatRound,
        "rint" | "nearbyint" => UnaryOp::FloatRint,
        _ => return None,
    })
}

fn comparison(name: &str) -> Option<BinaryOp> {
    Some(match name {
        "isgreater" => BinaryOp::Gt,
        "isgreaterequal" => BinaryOp::Ge,
        "isless" => BinaryOp::Lt,
        "islessequal" => BinaryOp::Le,
        _ => return None,
    })
}

impl Unit<'_> {
    /// A built-in on floating numbers, by its name without prefix; `None` if it is none of these.
    pub(super) fn floating_builtin(
        &mut self,
        name: &str,
        args: &[ast::ExprId],
        span: Span,
    ) -> Option<Res<ExprId>> {
        for (base, kind, ty) in suffixed(name) {
            let (infinity, quiet, signalling) = special(kind);
            let bits = match base {
                "inf" | "huge_val" => infinity,
                "nan" => quiet,
                "nans" => signalling,
                _ => {
                    if let Some(op) = rounding(base) {
                        return Some(self.float_unary(op, ty, args, span));
                    }
                    continue;
                }
            };
            return Some(Ok(self.constant(bits, ty, span)));
        }
        if let Some(op) = comparison(name) {
            return Some(self.ordered(op, args, span));
        }
        self.classification(name, args, span)
    }

    fn float_unary(&mut self, op: UnaryOp, ty: TypeId, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let value = self.first(args, span)?;
        let value = self.convert(value, ty)?;
        Ok(self.push(ExprKind::Unary(op, value), ty, span))
    }

    fn float_pair(&mut self, args: &[ast::ExprId], span: Span) -> Res<(ExprId, ExprId)> {
        let left = self.nth(args, 0, span)?;
        let right = self.nth(args, 1, span)?;
        if !self.is_arithmetic(self.ty(left)) || !self.is_arithmetic(self.ty(right)) {
            return Err(self.error("E0309", span, "this built-in compares numbers"));
        }
        let (left, right, _) = self.usual_conversions(left, right);
        Ok((left, right))
    }

    fn ordered(&mut self, op: BinaryOp, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let (left, right) = self.float_pair(args, span)?;
        Ok(self.binary(op, left, right, TypeId::INT, span))
    }

    fn classification(&mut self, name: &str, args: &[ast::ExprId], span: Span) -> Option<Res<ExprId>> {
        // Classification works on the argument's own type; old suffixed forms convert first.
        let (base, ty) = match name {
            "isnanf" | "isinff" | "finitef" | "signbitf" => (&name[..name.len() - 1], Some(TypeId::FLOAT)),
            "isnanl" | "isinfl" | "finitel" | "signbitl" => {
                (&name[..name.len() - 1], Some(TypeId::LONG_DOUBLE))
            }
            _ => (name, None),
        };
        Some(match base {
            "isnan" => self.classify(args, ty, span, |unit, x| unit.test(UnaryOp::IsNan, x, span)),
            "isinf" => self.classify(args, ty, span, |unit, x| unit.test(UnaryOp::IsInf, x, span)),
            "isnormal" => self.classify(args, ty, span, |unit, x| unit.test(UnaryOp::IsNormal, x, span)),
            "signbit" => self.classify(args, ty, span, |unit, x| unit.test(UnaryOp::SignBit, x, span)),
            "isfinite" | "finite" => self.shared(args, ty, span, |unit, x| {
                let either = unit.not_finite(x, span);
                unit.is_zero(either, span)
            }),
            "isinf_sign" => self.shared(args, ty, span, |unit, x| {
                let infinite = unit.test(UnaryOp::IsInf, x, span);
                let negative = unit.test(UnaryOp::SignBit, x, span);
                let (minus, plus) = (unit.int(-1, TypeId::INT, span), unit.int(1, TypeId::INT, span));
                let signed = unit.choose(negative, minus, plus, span);
                let zero = unit.int(0, TypeId::INT, span);
                unit.choose(infinite, signed, zero, span)
            }),
            "isunordered" => self.unordered(args, span),
            "islessgreater" => self.less_or_greater(args, span),
            "fpclassify" => self.fpclassify(args, span),
            _ => return None,
        })
    }

    fn test(&mut self, op: UnaryOp, value: ExprId, span: Span) -> ExprId {
        self.push(ExprKind::Unary(op, value), TypeId::INT, span)
    }

    fn choose(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId, span: Span) -> ExprId {
        self.push(ExprKind::Conditional(condition, then, otherwise), TypeId::INT, span)
    }

    fn not_finite(&mut self, x: ExprId, span: Span) -> ExprId {
        let nan = self.test(UnaryOp::IsNan, x, span);
        let infinite = self.test(UnaryOp::IsInf, x, span);
        self.push(ExprKind::Binary(BinaryOp::BitOr, nan, infinite), TypeId::INT, span)
    }

    /// The argument as a floating number.
    fn float_argument(
        &mut self,
        args: &[ast::ExprId],
        position: usize,
        ty: Option<TypeId>,
        span: Span,
    ) -> Res<ExprId> {
        let value = self.nth(args, position, span)?;
        let own = match self.types().get(self.ty(value)) {
            Type::Float(_) => self.ty(value),
            _ => TypeId::DOUBLE,
        };
        self.convert(value, ty.unwrap_or(own))
    }

    fn classify(
        &mut self,
        args: &[ast::ExprId],
        ty: Option<TypeId>,
        span: Span,
        f: impl FnOnce(&mut Self, ExprId) -> ExprId,
    ) -> Res<ExprId> {
        let value = self.float_argument(args, 0, ty, span)?;
        Ok(f(self, value))
    }

    fn shared(
        &mut self,
        args: &[ast::ExprId],
        ty: Option<TypeId>,
        span: Span,
        f: impl FnOnce(&mut Self, ExprId) -> ExprId,
    ) -> Res<ExprId> {
        let value = self.float_argument(args, 0, ty, span)?;
        Ok(self.with_temporary(value, span, f))
    }

    /// Evaluates `value` once and gives `f` an expression that may be used several times.
    pub(super) fn with_temporary(
        &mut self,
        value: ExprId,
        span: Span,
        f: impl FnOnce(&mut Self, ExprId) -> ExprId,
    ) -> ExprId {
        if self.as_const(value).is_some() || self.function.is_none() {
            return f(self, value);
        }
        let ty = self.ty(value);
        self.blocks.push(Vec::new());
        let local = self.temporary("temp", ty, span);
        let items =
            IdRange::store(&mut self.body.pools.init_items, [InitItem { path: IdRange::EMPTY, value }]);
        let declare = self.push_stmt(StmtKind::Declare(local), span);
        let init = self.push_stmt(StmtKind::Init(local, Initialiser { rest: Rest::None, items }), span);
        let place = self.push(ExprKind::Local(local), ty, span);
        let load = self.push(ExprKind::Load(place), ty, span);
        let result = f(self, load);
        let block = self.close_block(vec![declare, init], span);
        let ty = self.ty(result);
        let value = (ty != TypeId::VOID).then_some(result);
        self.push(ExprKind::StmtExpr(block, value), ty, span)
    }

    fn unordered(&mut self, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let (left, right) = self.float_pair(args, span)?;
        let left = self.test(UnaryOp::IsNan, left, span);
        let right = self.test(UnaryOp::IsNan, right, span);
        Ok(self.push(ExprKind::Binary(BinaryOp::BitOr, left, right), TypeId::INT, span))
    }

    fn less_or_greater(&mut self, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let (left, right) = self.float_pair(args, span)?;
        Ok(self.with_temporary(left, span, |unit, left| {
            unit.with_temporary(right, span, |unit, right| {
                let less = unit.push(ExprKind::Binary(BinaryOp::Lt, left, right), TypeId::INT, span);
                let more = unit.push(ExprKind::Binary(BinaryOp::Gt, left, right), TypeId::INT, span);
                unit.push(ExprKind::Binary(BinaryOp::BitOr, less, more), TypeId::INT, span)
            })
        }))
    }

    /// `__builtin_fpclassify(nan, infinite, normal, subnormal, zero, x)`
    fn fpclassify(&mut self, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let mut classes = Vec::with_capacity(5);
        for position in 0..5 {
            let class = self.nth(args, position, span)?;
            classes.push(self.convert(class, TypeId::INT)?);
        }
        let value = self.float_argument(args, 5, None, span)?;
        let &[nan, infinite, normal, subnormal, zero] = classes.as_slice() else {
            return Err(self.error("E0308", span, "too few arguments for this built-in function"));
        };
        Ok(self.with_temporary(value, span, |unit, x| {
            let is_zero = unit.is_zero(x, span);
            let rest = unit.choose(is_zero, zero, subnormal, span);
            let is_normal = unit.test(UnaryOp::IsNormal, x, span);
            let rest = unit.choose(is_normal, normal, rest, span);
            let is_infinite = unit.test(UnaryOp::IsInf, x, span);
            let rest = unit.choose(is_infinite, infinite, rest, span);
            let is_nan = unit.test(UnaryOp::IsNan, x, span);
            unit.choose(is_nan, nan, rest, span)
        }))
    }
}
