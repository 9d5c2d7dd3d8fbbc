//! Initial values of static variables: where they point.

use super::flow::{Flow, stride};
use super::nodes::Pointer;
use super::shape::{PlaceShape, scalar_access};
use crate::encoding::Environment;
use cfa::{AddressTaken, BinaryOp, Expr, ExprId, Place, PlaceId, StaticInit, VarId, VarKind};

impl Flow<'_> {
    /// Initial values are written only where somebody reads.
    pub(super) fn initial(&mut self, var: VarId) {
        let cfa = self.cfa;
        let VarKind::Static(init) = &cfa.vars[var].kind else { return };
        let base = self.vars[var];
        match init {
            StaticInit::Zero | StaticInit::Bytes(_) | StaticInit::Literal(_) => {}
            StaticInit::Undefined => {
                self.choose_at(base, cfa.vars[var].ty);
                let is_known = cfa.vars[var].address_taken == AddressTaken::No;
                if !is_known && self.environment == Environment::Escaped {
                    self.nodes.unify(base, self.unknown);
                }
            }
            StaticInit::Items(items) => {
                for &(place, value) in items {
                    self.initial_item(place, value);
                }
            }
        }
    }

    fn initial_item(&mut self, place: PlaceId, value: ExprId) {
        let Some(shape) = self.static_place(place) else { return };
        let Some(relative) = scalar_access(self.cfa, place, &shape) else { return };
        let size = (relative.hi - relative.lo) as u64;
        let is_read = self.nodes.window(shape.pointer, size).is_none_or(|groups| !groups.is_empty());
        if !is_read {
            return;
        }
        self.nodes.access(shape.pointer, relative);
        if let Some(value) = self.static_value(value) {
            self.nodes.store(shape.pointer, value);
        }
    }

    /// A place of an initialiser, whose indices are constant.
    pub(crate) fn static_place(&mut self, place: PlaceId) -> Option<PlaceShape> {
        let cfa = self.cfa;
        let (mut place, mut offset) = (place, 0i64);
        loop {
            match cfa.exprs.place(place) {
                Place::Var(var) => return Some(PlaceShape::at(self.vars[var].shifted(offset))),
                Place::Deref(_) => return None,
                Place::Field(base, field) => {
                    let record = cfa.exprs.place_record(&cfa.types, base)?;
                    offset += i64::try_from(cfa.types.fields(record).get(field as usize)?.offset).ok()?;
                    place = base;
                }
                Place::Index(base, index) => {
                    let size = cfa.types.size(cfa.exprs.place_ty(place)).unwrap_or(1);
                    offset += self.static_index(index)?.checked_mul(i64::try_from(size).ok()?)?;
                    place = base;
                }
            }
        }
    }

    fn static_index(&self, id: ExprId) -> Option<i64> {
        super::shape::constant(self.cfa, id)
            .map(|bits| cfa::int_value(&self.cfa.types, self.cfa.exprs.ty(id), bits))
            .and_then(|value| i64::try_from(value).ok())
    }

    /// Where a constant points: an address, cast or moved by constants.
    fn static_value(&mut self, id: ExprId) -> Option<Pointer> {
        let cfa = self.cfa;
        match cfa.exprs.expr(id) {
            Expr::Const(_) | Expr::Function(_) | Expr::Load(_) => None,
            Expr::AddressOf(place) => self.static_place(place).map(|shape| shape.pointer),
            Expr::Cast(operand) => self.static_value(operand),
            Expr::Unary(_, operand) => {
                let value = self.static_value(operand)?;
                self.nodes.fold(value, 1);
                self.expose(Some(value));
                Some(value)
            }
            Expr::Binary(BinaryOp::PtrAdd, left, right) => {
                let base = self.static_value(left)?;
                let stride = stride(cfa, cfa.exprs.ty(left));
                match self.static_index(right) {
                    Some(index) => Some(base.shifted(index.saturating_mul(stride as i64))),
                    None => {
                        self.nodes.fold(base, stride);
                        Some(base)
                    }
                }
            }
            Expr::Binary(_, left, right) => {
                let value = self.static_value(left).or(self.static_value(right))?;
                self.nodes.fold(value, 1);
                self.expose(Some(value));
                Some(value)
            }
        }
    }
}
