//! Assignments: plain, compound, and steps (`++`, `--`).
//!
//! The place is found first, then the value is computed. What the place holds is read last, right before it is
//! written, so that `x += f()` sees what `f` did to `x`.

use super::BodyLowerer;
use super::call::Wanted;
use crate::program::Target;
use c_sema::hir::{Callee, ExprId, ExprKind, Fix};
use cfa::{BinaryOp, PlaceId, Side, TypeId};
use source::Span;

impl BodyLowerer<'_> {
    /// `place = value`, where the place is known and no side effect changes which one it is. A call leaves its result there
    /// directly, and each side of a `?:` stores its own value.
    pub(super) fn assign_expr(&mut self, place: PlaceId, value: ExprId, span: Span) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.assign_expr_inner(place, value, span));
    }

    fn assign_expr_inner(&mut self, place: PlaceId, value: ExprId, span: Span) {
        let node = self.body.exprs[value];
        let ty = self.lo.exprs.place_ty(place);
        // A value of a bit-field's type goes to the object that keeps it.
        let is_kept = self.types().storage(node.ty) == ty;
        match node.kind {
            ExprKind::Call(callee, args) if node.ty == ty && !self.is_bit_field(place) => {
                self.call(callee, args, ty, Wanted::At(place), span);
            }
            ExprKind::Cast(inner) if self.is_allocation(inner) && self.types().pointee(ty).is_some() => {
                if let ExprKind::Call(callee, args) = self.body.exprs[inner].kind {
                    self.call(callee, args, ty, Wanted::At(place), span);
                }
            }
            ExprKind::Conditional(condition, yes, no) if is_kept => {
                self.choose_sides(condition, |lowerer, side| {
                    lowerer.assign_expr(place, if side == Side::Then { yes } else { no }, span);
                });
            }
            ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) if node.ty == ty => {
                self.choose_sides(value, |lowerer, side| {
                    let truth = lowerer.int(i128::from(side == Side::Then), ty);
                    lowerer.assign(place, truth, span);
                });
            }
            ExprKind::Comma(left, right) if is_kept => {
                self.effect(left);
                self.assign_expr(place, right, span);
            }
            _ => {
                let value = self.value(value);
                let value = self.fit(value, ty);
                self.assign(place, value, span);
            }
        }
    }

    /// Whether a call allocates memory, so that a conversion of its result changes nothing.
    fn is_allocation(&mut self, expr: ExprId) -> bool {
        let node = self.body.exprs[expr];
        let ExprKind::Call(Callee::Direct(function), _) = node.kind else { return false };
        let function = self.lo.function(self.program, self.names, function);
        self.types().pointee(node.ty).is_some()
            && match self.lo.infos[function].target {
                Target::Model(model) => model.allocates(),
                Target::Body | Target::Unknown => false,
            }
    }

    pub(super) fn assign_effect(&mut self, place: ExprId, value: ExprId, span: Span) {
        if self.is_order_open(place, value, false) {
            self.choose_order(2, span, |lowerer, order| match order {
                0 => {
                    let value = lowerer.value(value);
                    let value = lowerer.save(value, span);
                    let place = lowerer.place(place);
                    let value = lowerer.fit(value, lowerer.lo.exprs.place_ty(place));
                    lowerer.assign(place, value, span);
                }
                _ => {
                    let place = lowerer.place_before(place, value);
                    lowerer.assign_expr(place, value, span);
                }
            });
            return;
        }
        let place = self.place_before(place, value);
        self.assign_expr(place, value, span);
    }

    /// The place, found before `value` is evaluated.
    fn place_before(&mut self, place: ExprId, value: ExprId) -> PlaceId {
        let span = self.body.exprs[place].span;
        let found = self.place(place);
        if self.effects.of(self.body, value) { self.stable_place(found, span) } else { found }
    }

    /// `place = value` as a value: the new content of the place.
    pub(super) fn assign_value(&mut self, place: ExprId, value: ExprId, span: Span) -> cfa::ExprId {
        if self.is_order_open(place, value, false) {
            self.refuse_order(span);
        }
        let place = self.place_before(place, value);
        let value = self.value(value);
        let value = self.fit(value, self.lo.exprs.place_ty(place));
        self.store_and_read(place, value, span)
    }

    /// Stores a value and gives the new content of the place, without evaluating anything that the store may have changed.
    fn store_and_read(&mut self, place: PlaceId, value: cfa::ExprId, span: Span) -> cfa::ExprId {
        if self.is_bit_field(place) {
            let place = self.stable_place(place, span);
            self.assign(place, value, span);
            return self.lo.exprs.load(place);
        }
        if !self.lo.reads_memory(value) {
            self.assign(place, value, span);
            return value;
        }
        if !self.lo.place_reads_memory(place) {
            self.assign(place, value, span);
            return self.lo.exprs.load(place);
        }
        let value = self.save(value, span);
        self.assign(place, value, span);
        value
    }

    /// The new value of `place op= value`, and the place.
    fn updated(
        &mut self,
        op: BinaryOp,
        place: ExprId,
        value: ExprId,
        compute: TypeId,
    ) -> (PlaceId, cfa::ExprId) {
        let at = self.place_before(place, value);
        let value = self.value(value);
        let old = self.read(place, at);
        let span = self.body.exprs[place].span;
        (at, self.combine(op, at, (old, value), compute, span))
    }

    fn combine(
        &mut self,
        op: BinaryOp,
        place: PlaceId,
        (old, value): (cfa::ExprId, cfa::ExprId),
        compute: TypeId,
        span: Span,
    ) -> cfa::ExprId {
        if self.is_complex(old) || self.is_complex(value) {
            let old = self.fit_number(old, compute, span);
            let new = self.complex_operate(op, old, value, span);
            return self.fit_number(new, self.lo.exprs.place_ty(place), span);
        }
        let old = if op == BinaryOp::PtrAdd { old } else { self.fit(old, compute) };
        let new = self.operate(op, old, value);
        self.fit(new, self.lo.exprs.place_ty(place))
    }

    /// `place op= value` for its effect.
    pub(super) fn modify(&mut self, op: BinaryOp, place: ExprId, value: ExprId, compute: TypeId, span: Span) {
        if self.is_order_open(place, value, true) {
            self.choose_order(2, span, |lowerer, order| match order {
                0 => {
                    let at = lowerer.place(place);
                    let at = lowerer.stable_place(at, span);
                    let old = lowerer.read(place, at);
                    let old = lowerer.save(old, span);
                    let value = lowerer.value(value);
                    let new = lowerer.combine(op, at, (old, value), compute, span);
                    lowerer.assign(at, new, span);
                }
                _ => {
                    let (place, new) = lowerer.updated(op, place, value, compute);
                    lowerer.assign(place, new, span);
                }
            });
            return;
        }
        let (place, new) = self.updated(op, place, value, compute);
        self.assign(place, new, span);
    }

    /// `place op= value` as a value.
    pub(super) fn compound_value(
        &mut self,
        op: BinaryOp,
        place: ExprId,
        value: ExprId,
        compute: TypeId,
        span: Span,
    ) -> cfa::ExprId {
        if self.is_order_open(place, value, true) {
            self.refuse_order(span);
        }
        let (place, new) = self.updated(op, place, value, compute);
        self.store_and_read(place, new, span)
    }

    /// `++place`, `place--` and so on as a value.
    pub(super) fn step_value(
        &mut self,
        (op, fix): (BinaryOp, Fix),
        place: ExprId,
        value: ExprId,
        compute: TypeId,
        span: Span,
    ) -> cfa::ExprId {
        match fix {
            Fix::Pre => self.compound_value(op, place, value, compute, span),
            Fix::Post => {
                let at = self.place_before(place, value);
                let value = self.value(value);
                let old = self.read(place, at);
                let saved = self.save(old, span);
                // As lowering has it: the place is read again, unless a read means something.
                let again = if self.lo.exprs.load(at) == old { old } else { saved };
                let new = self.combine(op, at, (again, value), compute, span);
                self.assign(at, new, span);
                saved
            }
        }
    }

    /// Whether reading back what was stored may give something else.
    pub(super) fn is_bit_field(&self, place: PlaceId) -> bool {
        let cfa::Place::Field(base, field) = self.lo.exprs.place(place) else { return false };
        let record = self.lo.exprs.place_record(self.types(), base);
        record.is_some_and(|record| {
            self.types().fields(record).get(field as usize).is_some_and(|field| field.bits.is_some())
        })
    }
}
