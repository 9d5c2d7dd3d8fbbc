//! Reads of volatile objects (6.7.3p7).
//!
//! Something outside the program may change such an object, or give another value at each read: a
//! device, a signal handler, another thread. By default a read gives what was written last, which
//! every answer lists that rests on it. Under [`VolatileReads::Nondet`] each read gives any value
//! of its type, which is an input of the execution under the name of the object; writes are as
//! ever, and nobody reads what they wrote. A record with volatile members is read as a whole only
//! where that is an assumption; else its copy is not supported, since other members keep their
//! values.
//!
//! With interrupt handlers, whatever others may reach is read by an edge of its own: see
//! [`crate::program`].

use super::BodyLowerer;
use crate::program::VolatileReads;
use c_sema::hir::{self, ExprKind, Volatility};
use cfa::{AddressTaken, ExprId, Op, Origin, PlaceId, Type, TypeId, VarKind};
use source::Span;

/// What reads are, in the list of assumptions.
const ORDINARY: &str = "volatile objects are ordinary ones, which only the program changes (`--volatile nondet` assumes nothing)";

impl BodyLowerer<'_> {
    /// Whether anything that this body may read is volatile.
    fn knows_volatile(&self) -> bool {
        !self.program.volatile.is_empty() || !self.body.volatile.is_empty()
    }

    /// The value in a place that an expression of the tree denotes.
    pub(super) fn read(&mut self, expr: hir::ExprId, place: PlaceId) -> ExprId {
        let span = self.body.exprs[expr].span;
        let volatile = self.knows_volatile() && Volatility::of(self.program, self.body, expr).is_here();
        self.read_as(expr, place, volatile, span)
    }

    /// The value of what a pointer of the tree points to.
    pub(super) fn read_through(&mut self, pointer: hir::ExprId, place: PlaceId) -> ExprId {
        let span = self.body.exprs[pointer].span;
        let volatile =
            self.knows_volatile() && Volatility::of(self.program, self.body, pointer).behind().is_here();
        self.read_as(pointer, place, volatile, span)
    }

    fn read_as(&mut self, expr: hir::ExprId, place: PlaceId, volatile: bool, span: Span) -> ExprId {
        let ty = self.lo.exprs.place_ty(place);
        let partly = !volatile && self.has_volatile_member(ty);
        let is_reached = self.current.is_some() || self.function.is_none();
        if (volatile || partly) && is_reached {
            match self.lo.volatile {
                VolatileReads::Ordinary => self.lo.assume(ORDINARY.to_owned(), span),
                VolatileReads::Nondet if volatile => return self.any_read(expr, place, span),
                VolatileReads::Nondet => {
                    let feature = self.names.intern("copy of a record with volatile members");
                    self.emit_last(Op::Unsupported { feature }, span);
                }
            }
        }
        let value = self.lo.exprs.load(place);
        if self.lo.has_interrupts() && self.is_reachable_by_others(place) {
            self.save(value, span)
        } else {
            value
        }
    }

    /// Any value of the place's type, under the name of the object.
    fn any_read(&mut self, expr: hir::ExprId, place: PlaceId, span: Span) -> ExprId {
        let name = self.object_name(expr);
        let is_field = self.is_bit_field(place);
        if let (true, cfa::Place::Field(base, field)) = (is_field, self.lo.exprs.place(place)) {
            // A bit-field has the values of its width: a record of the same type holds the value.
            let record = self.lo.exprs.place_ty(base);
            let var = self.new_var(&name, record, VarKind::Temp, span);
            let whole = self.var_place(var);
            let part = self.lo.exprs.field(&self.program.types, whole, field);
            self.emit(Op::Havoc { place: part, origin: Origin::Input }, span);
            return self.lo.exprs.load(part);
        }
        let var = self.new_var(&name, self.lo.exprs.place_ty(place), VarKind::Temp, span);
        let chosen = self.var_place(var);
        self.emit(Op::Havoc { place: chosen, origin: Origin::Input }, span);
        self.lo.exprs.load(chosen)
    }

    /// The name that a reader knows an object by: its own, that of the member, that of the pointer
    /// to it.
    fn object_name(&self, expr: hir::ExprId) -> String {
        let mut expr = expr;
        loop {
            match self.body.exprs[expr].kind {
                ExprKind::Local(local) | ExprKind::CompoundLiteral(local, _) => {
                    return self.names.text(self.body.locals[local].name).to_owned();
                }
                ExprKind::Global(global) => {
                    return self.names.text(self.program.globals[global].name).to_owned();
                }
                ExprKind::Member(base, field) => {
                    let Type::Record(record) = *self.types().get(self.body.exprs[base].ty) else {
                        return "volatile".to_owned();
                    };
                    match self.types().fields(record).get(field as usize).and_then(|field| field.name) {
                        Some(name) => return self.names.text(name).to_owned(),
                        None => expr = base,
                    }
                }
                ExprKind::Const(bits) => return format!("{:#x}", bits.get()),
                ExprKind::Deref(inner)
                | ExprKind::Index(inner, _)
                | ExprKind::Load(inner)
                | ExprKind::AddressOf(inner)
                | ExprKind::ArrayToPointer(inner)
                | ExprKind::Cast(inner)
                | ExprKind::Binary(_, inner, _) => expr = inner,
                ExprKind::Function(_)
                | ExprKind::LabelAddress(_)
                | ExprKind::Unary(..)
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
                | ExprKind::SizeofVla(_) => return "volatile".to_owned(),
            }
        }
    }

    /// Whether a record has a volatile member, however deep.
    fn has_volatile_member(&self, ty: TypeId) -> bool {
        if self.program.volatile.fields.is_empty() {
            return false;
        }
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            match *self.types().get(ty) {
                Type::Array(element, _) => open.push(element),
                Type::Record(record) => {
                    for (position, field) in self.types().fields(record).iter().enumerate() {
                        let said = self.program.volatile.fields.get(&(record, position as u32));
                        if said.is_some_and(|said| said.is_here()) {
                            return true;
                        }
                        open.push(field.ty);
                    }
                }
                Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Function(_) => {}
            }
        }
        false
    }

    /// Whether somebody else than this activation may write a place.
    fn is_reachable_by_others(&self, place: PlaceId) -> bool {
        let Some(var) = self.lo.exprs.root_var(place) else { return true };
        let var = &self.lo.vars[var];
        matches!(var.kind, VarKind::Static(_)) || var.address_taken == AddressTaken::Yes
    }
}
