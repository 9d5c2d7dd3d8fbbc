//! `__sync_*` and `__atomic_*`: operations on one object that no other thread can interleave with. Memory orders are not
//! modelled: every operation is sequentially consistent.

use crate::elab::{Res, Unit};
use crate::hir::{Builtin, ExprId, ExprKind, FetchOp};
use c_syntax::ast;
use cfa::{BinaryOp, TypeId};
use source::Span;

fn fetch_op(name: &str) -> Option<FetchOp> {
    Some(match name {
        "add" => FetchOp::Add,
        "sub" => FetchOp::Sub,
        "or" => FetchOp::Or,
        "and" => FetchOp::And,
        "xor" => FetchOp::Xor,
        "nand" => FetchOp::Nand,
        _ => return None,
    })
}

/// `fetch_add` gives the old value, `add_fetch` the new one; `__sync` says `fetch_and_add` and `add_and_fetch`.
fn read_modify_write(name: &str) -> Option<Builtin> {
    let before = name.strip_prefix("fetch_and_").or_else(|| name.strip_prefix("fetch_"));
    if let Some(op) = before.and_then(fetch_op) {
        return Some(Builtin::FetchAnd(op));
    }
    let after = name.strip_suffix("_and_fetch").or_else(|| name.strip_suffix("_fetch"));
    after.and_then(fetch_op).map(Builtin::AndFetch)
}

impl Unit<'_> {
    /// `__sync_...`
    pub(super) fn sync_builtin(&mut self, name: &str, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        if let Some(builtin) = read_modify_write(name) {
            return self.modify(builtin, args, span);
        }
        match name {
            "bool_compare_and_swap" | "val_compare_and_swap" => {
                let (pointer, target) = self.atomic_pointer(args, span)?;
                let expected = self.nth(args, 1, span)?;
                let expected = self.convert(expected, target)?;
                let desired = self.nth(args, 2, span)?;
                let desired = self.convert(desired, target)?;
                let (builtin, ty) = match name {
                    "bool_compare_and_swap" => (Builtin::BoolCompareAndSwap, TypeId::BOOL),
                    _ => (Builtin::ValCompareAndSwap, target),
                };
                Ok(self.builtin(builtin, &[pointer, expected, desired], ty, span))
            }
            "lock_test_and_set" => self.modify(Builtin::FetchAnd(FetchOp::Exchange), args, span),
            "lock_release" => self.clear(args, span),
            "synchronize" => Ok(self.builtin(Builtin::Fence, &[], TypeId::VOID, span)),
            _ => Err(self.refuse(&format!("`__sync_{name}`"))),
        }
    }

    /// `__atomic_...`
    pub(super) fn atomic_builtin(&mut self, name: &str, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        if let Some(builtin) = read_modify_write(name) {
            return self.modify(builtin, args, span);
        }
        match name {
            "load_n" => {
                let (pointer, _) = self.atomic_pointer(args, span)?;
                let place = self.deref(pointer, span)?;
                self.rvalue(place)
            }
            "load" => {
                let (pointer, _) = self.atomic_pointer(args, span)?;
                let place = self.deref(pointer, span)?;
                let value = self.rvalue(place)?;
                self.store_through(args, 1, value, span)
            }
            "store_n" => {
                let (pointer, _) = self.atomic_pointer(args, span)?;
                let value = self.nth(args, 1, span)?;
                let place = self.deref(pointer, span)?;
                let stored = self.assign(place, value, span)?;
                Ok(self.discard(stored))
            }
            "store" => {
                let (pointer, _) = self.atomic_pointer(args, span)?;
                let value = self.load_through(args, 1, span)?;
                let place = self.deref(pointer, span)?;
                let stored = self.assign(place, value, span)?;
                Ok(self.discard(stored))
            }
            "exchange_n" => self.modify(Builtin::FetchAnd(FetchOp::Exchange), args, span),
            "exchange" => {
                let (pointer, target) = self.atomic_pointer(args, span)?;
                let value = self.load_through(args, 1, span)?;
                let value = self.convert(value, target)?;
                let exchange = Builtin::FetchAnd(FetchOp::Exchange);
                let old = self.builtin(exchange, &[pointer, value], target, span);
                self.store_through(args, 2, old, span)
            }
            "compare_exchange_n" | "compare_exchange" => {
                let desired = if name == "compare_exchange_n" {
                    self.nth(args, 2, span)?
                } else {
                    self.load_through(args, 2, span)?
                };
                self.compare_exchange(args, desired, span)
            }
            "test_and_set" => {
                let pointer = self.first(args, span)?;
                let bytes = self.types_mut().pointer(TypeId::UCHAR);
                let pointer = self.convert(pointer, bytes)?;
                let one = self.int(1, TypeId::UCHAR, span);
                let exchange = Builtin::FetchAnd(FetchOp::Exchange);
                let old = self.builtin(exchange, &[pointer, one], TypeId::UCHAR, span);
                self.convert(old, TypeId::BOOL)
            }
            "clear" => self.clear(args, span),
            "thread_fence" | "signal_fence" => Ok(self.builtin(Builtin::Fence, &[], TypeId::VOID, span)),
            "always_lock_free" | "is_lock_free" => Ok(self.int(1, TypeId::BOOL, span)),
            _ => Err(self.refuse(&format!("`__atomic_{name}`"))),
        }
    }

    /// The pointer to the object, and the object's type.
    fn atomic_pointer(&mut self, args: &[ast::ExprId], span: Span) -> Res<(ExprId, TypeId)> {
        let pointer = self.first(args, span)?;
        match self.types().pointee(self.ty(pointer)) {
            Some(target) if self.types().is_scalar(target) => Ok((pointer, target)),
            Some(_) => Err(self.refuse("atomic operation on a record")),
            None => Err(self.error("E0309", span, "an atomic operation needs a pointer")),
        }
    }

    fn modify(&mut self, builtin: Builtin, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let (pointer, target) = self.atomic_pointer(args, span)?;
        let value = self.nth(args, 1, span)?;
        let value = self.convert(value, target)?;
        Ok(self.builtin(builtin, &[pointer, value], target, span))
    }

    fn clear(&mut self, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let (pointer, target) = self.atomic_pointer(args, span)?;
        let place = self.deref(pointer, span)?;
        let zero = self.constant(0, target, span);
        let stored = self.assign(place, zero, span)?;
        Ok(self.discard(stored))
    }

    /// The value that an argument points to.
    fn load_through(&mut self, args: &[ast::ExprId], position: usize, span: Span) -> Res<ExprId> {
        let pointer = self.nth(args, position, span)?;
        let place = self.deref(pointer, span)?;
        self.rvalue(place)
    }

    /// Stores a value where an argument points to.
    fn store_through(
        &mut self,
        args: &[ast::ExprId],
        position: usize,
        value: ExprId,
        span: Span,
    ) -> Res<ExprId> {
        let pointer = self.nth(args, position, span)?;
        let place = self.deref(pointer, span)?;
        let stored = self.assign(place, value, span)?;
        Ok(self.discard(stored))
    }

    /// `*p == *expected ? (*p = desired, true) : (*expected = *p, false)`
    fn compare_exchange(&mut self, args: &[ast::ExprId], desired: ExprId, span: Span) -> Res<ExprId> {
        let (pointer, target) = self.atomic_pointer(args, span)?;
        let expected = self.nth(args, 1, span)?;
        let wanted = self.types_mut().pointer(target);
        let expected = self.convert(expected, wanted)?;
        let desired = self.convert(desired, target)?;
        Ok(self.with_temporary(expected, span, |unit, expected| {
            let place = unit.push(ExprKind::Deref(expected), target, span);
            let hoped = unit.push(ExprKind::Load(place), target, span);
            unit.with_temporary(hoped, span, |unit, hoped| {
                let args = [pointer, hoped, desired];
                let old = unit.builtin(Builtin::ValCompareAndSwap, &args, target, span);
                unit.with_temporary(old, span, |unit, old| {
                    let (wide_old, wide_hoped) = (unit.promote(old), unit.promote(hoped));
                    let equal = unit.binary(BinaryOp::Eq, wide_old, wide_hoped, TypeId::INT, span);
                    let place = unit.push(ExprKind::Deref(expected), target, span);
                    let update = unit.push(ExprKind::Assign(place, old), target, span);
                    let update = unit.discard(update);
                    let no = unit.int(0, TypeId::BOOL, span);
                    let failed = unit.push(ExprKind::Comma(update, no), TypeId::BOOL, span);
                    let yes = unit.int(1, TypeId::BOOL, span);
                    unit.push(ExprKind::Conditional(equal, yes, failed), TypeId::BOOL, span)
                })
            })
        }))
    }
}
