//! Built-ins with a meaning that no function can have.

use super::{BodyLowerer, List};
use c_sema::hir::{self, Builtin};
use cfa::{AllocContent, AllocStorage, BinaryOp, ExprId, HaltKind, Op, TypeId};
use source::Span;
use stdx::IdRange;

impl BodyLowerer<'_> {
    /// Lowers a built-in; `None` where it has no value.
    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        args: IdRange<hir::ExprId>,
        ty: TypeId,
        span: Span,
    ) -> Option<ExprId> {
        let body = self.body;
        let args = args.of(&body.pools.exprs);
        match (builtin, args) {
            (Builtin::VaStart, &[list, ..]) => self.va_start(list, span),
            (Builtin::VaArg, &[list, ..]) => return self.va_arg(list, ty, span),
            // The list is left as it is, but which one it is may be the result of side effects.
            (Builtin::VaEnd, &[..]) => args.iter().for_each(|&list| self.effect(list)),
            (Builtin::VaCopy, &[target, source, ..]) => self.va_copy(target, source, span),
            (Builtin::Alloca, &[size, ..]) => return Some(self.alloca(size, ty, span)),
            (Builtin::Unreachable, _) => self.unreachable(span),
            (Builtin::Trap, _) => self.emit_last(Op::Halt(HaltKind::Abort), span),
            (Builtin::AddOverflow, &[..]) => return self.overflow(BinaryOp::Add, args, ty, span),
            (Builtin::SubOverflow, &[..]) => return self.overflow(BinaryOp::Sub, args, ty, span),
            (Builtin::MulOverflow, &[..]) => return self.overflow(BinaryOp::Mul, args, ty, span),
            (Builtin::FetchAnd(op), &[..]) => {
                let values = self.arguments(args);
                return self.fetch(op, args, &values, span).map(|(old, _)| self.fit(old, ty));
            }
            (Builtin::AndFetch(op), &[..]) => {
                let values = self.arguments(args);
                return self.fetch(op, args, &values, span).map(|(_, new)| self.fit(new, ty));
            }
            (Builtin::BoolCompareAndSwap, &[..]) => {
                let values = self.arguments(args);
                return self.compare_and_swap(args, &values, span).map(|(_, swapped)| self.fit(swapped, ty));
            }
            (Builtin::ValCompareAndSwap, &[..]) => {
                let values = self.arguments(args);
                return self.compare_and_swap(args, &values, span).map(|(old, _)| self.fit(old, ty));
            }
            (Builtin::Complex, &[_, _]) => {
                let values = self.arguments(args);
                let parts = [values[0], values[1]];
                return Some(self.complex(parts, ty, span));
            }
            (Builtin::Fence, _) => {
                self.arguments(args);
            }
            (Builtin::VaStart | Builtin::VaArg | Builtin::VaCopy | Builtin::Alloca | Builtin::Complex, _) => {
                let feature = self.names.intern("built-in with missing arguments");
                self.emit_last(Op::Unsupported { feature }, span);
            }
        }
        None
    }

    /// Evaluates arguments from left to right.
    pub(super) fn arguments(&mut self, args: &[hir::ExprId]) -> List<ExprId> {
        if let Some(values) = self.in_any_order(args, super::order::Operation::Unsequenced) {
            return values;
        }
        let mut pending = args.iter().rposition(|&arg| self.effects.of(self.body, arg)).unwrap_or(0);
        let mut values = List::with_capacity(args.len());
        for &arg in args {
            let span = self.body.exprs[arg].span;
            let value = self.value(arg);
            // Only an argument before one with side effects can be changed by it.
            values.push(if pending > 0 { self.stable(value, span) } else { value });
            pending = pending.saturating_sub(1);
        }
        values
    }

    fn alloca(&mut self, size: hir::ExprId, ty: TypeId, span: Span) -> ExprId {
        let size = self.value(size);
        let size = self.fit(size, self.types().size_type());
        let place = self.temp(ty, span);
        let (storage, content) = (AllocStorage::Stack, AllocContent::Indeterminate);
        self.emit(Op::Allocate { place, size, storage, content }, span);
        self.lo.exprs.load(place)
    }

    /// The exact result in 128 bits, the stored one cut to its type, and whether they differ. Products of two unsigned 64-bit numbers
    /// need all 128 bits.
    fn overflow(&mut self, op: BinaryOp, args: &[hir::ExprId], ty: TypeId, span: Span) -> Option<ExprId> {
        let values = self.arguments(args);
        let &[left, right, pointer] = values.as_slice() else { return None };
        let mut unsigned = true;
        for operand in [left, right] {
            let shape = self.types().int_shape(self.lo.exprs.ty(operand))?;
            if shape.bits > 64 {
                let feature = self.names.intern("overflow check of 128-bit integers");
                self.emit_last(Op::Unsupported { feature }, span);
                return None;
            }
            unsigned &= !shape.signed;
        }
        let wide = if unsigned && op == BinaryOp::Mul { TypeId::UINT128 } else { TypeId::INT128 };
        let (left, right) = (self.cast(left, wide), self.cast(right, wide));
        let exact = self.binary(op, left, right);
        let exact = self.save(exact, span);
        let target = self.deref(pointer);
        let result = self.cast(exact, self.lo.exprs.place_ty(target));
        self.assign(target, result, span);
        let back = self.cast(result, wide);
        let differs = self.binary(BinaryOp::Ne, exact, back);
        Some(self.fit(differs, ty))
    }
}
