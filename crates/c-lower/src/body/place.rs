//! Places (lvalues): variables, what pointers point to, members and elements.

use super::BodyLowerer;
use c_sema::hir::{ExprId, ExprKind};
use cfa::{Expr, PlaceId, Type};

impl BodyLowerer<'_> {
    /// The place that an expression denotes. A record *value* is put into a temporary first.
    pub(super) fn place(&mut self, expr: ExprId) -> PlaceId {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.place_inner(expr))
    }

    fn place_inner(&mut self, expr: ExprId) -> PlaceId {
        let node = self.body.exprs[expr];
        match node.kind {
            ExprKind::Local(local) => self.local_place(local),
            ExprKind::Global(global) => {
                let var = self.lo.global(self.program, self.names, global);
                let ty = self.program.globals[global].ty;
                self.lo.exprs.var(var, ty)
            }
            ExprKind::Deref(pointer) => {
                let pointer = self.value(pointer);
                let wanted = self.pointer_to(node.ty);
                let pointer = self.fit(pointer, wanted);
                self.deref(pointer)
            }
            ExprKind::Member(base, field) => {
                let base = self.place(base);
                self.lo.exprs.field(&self.program.types, base, field)
            }
            ExprKind::Index(base, index) => self.element(base, index),
            ExprKind::CompoundLiteral(local, init) => {
                self.declare(local, node.span);
                self.init_local(local, init, node.span);
                self.local_place(local)
            }
            ExprKind::Const(_)
            | ExprKind::Load(_)
            | ExprKind::AddressOf(_)
            | ExprKind::ArrayToPointer(_)
            | ExprKind::Function(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::Cast(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::Conditional(..)
            | ExprKind::ConditionalElse(..)
            | ExprKind::Comma(..)
            | ExprKind::Assign(..)
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::Call(..)
            | ExprKind::Builtin(..)
            | ExprKind::StmtExpr(..)
            | ExprKind::SizeofVla(_) => self.materialise(expr),
        }
    }

    /// A value as a place: where it was read from, if it was just read, else a temporary.
    fn materialise(&mut self, expr: ExprId) -> PlaceId {
        let span = self.body.exprs[expr].span;
        let value = self.value(expr);
        let saved = match self.lo.exprs.expr(value) {
            Expr::Load(place) => return place,
            Expr::Const(_)
            | Expr::AddressOf(_)
            | Expr::Function(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Cast(_) => self.save(value, span),
        };
        match self.lo.exprs.expr(saved) {
            Expr::Load(place) => place,
            _ => self.temp(self.lo.exprs.ty(value), span),
        }
    }

    /// `base[index]`, where `base` is an array place.
    fn element(&mut self, base: ExprId, index: ExprId) -> PlaceId {
        let array = self.body.exprs[base].ty;
        let span = self.body.exprs[base].span;
        let effects = self.effects.of(self.body, index);
        if self.is_in_conflict(base, index) {
            self.refuse_order(span);
        }
        if let Some(element) = self.vla_element(array) {
            let mut address = self.array_address(base);
            if effects {
                address = self.stable(address, span);
            }
            let index = self.value(index);
            let pointer = self.pointer_add(address, index);
            let wanted = self.pointer_to(element);
            let pointer = self.fit(pointer, wanted);
            return self.deref(pointer);
        }
        let mut place = self.place(base);
        if effects {
            place = self.stable_place(place, span);
        }
        let index = self.value(index);
        let index = self.fit(index, self.types().ptrdiff_type());
        self.lo.exprs.index(&self.program.types, place, index)
    }

    /// The address of the first element of an array place.
    pub(super) fn array_address(&mut self, array: ExprId) -> cfa::ExprId {
        let node = self.body.exprs[array];
        if let Some(element) = self.vla_element(node.ty) {
            let wanted = self.pointer_to(element);
            let address = match node.kind {
                ExprKind::Local(local) if self.is_vla_local(local) => {
                    let var = self.local(local);
                    self.load_var(var)
                }
                ExprKind::Deref(pointer) => self.value(pointer),
                _ => {
                    let place = self.place(array);
                    self.address(place)
                }
            };
            return self.fit(address, wanted);
        }
        let place = self.place(array);
        if !matches!(self.types().get(self.lo.exprs.place_ty(place)), Type::Array(..)) {
            return self.address(place);
        }
        self.expose(place);
        let zero = self.int(0, self.types().ptrdiff_type());
        let first = self.lo.exprs.index(&self.program.types, place, zero);
        self.lo.exprs.address_of(&mut self.program.types, first)
    }
}
