//! Assertions that are functions, and functions that give memory any value: what harnesses call.
//!
//! An assertion becomes a branch, and a call of [`property::assertion::FAILURE`] on the side where
//! it fails. A property asks for that call; without such a property the call changes nothing, so
//! that one automaton serves all properties.

use super::BodyLowerer;
use super::call::ReadyCall;
use crate::library::{self, Failing};
use crate::program::Assertions;
use cfa::{Expr, ExprId, FunctionId, HaltKind, Op, Origin, Place, PlaceId, TypeId};
use source::Span;

impl BodyLowerer<'_> {
    /// Branches on the first argument. Where it is zero, the call of
    /// [`property::assertion::FAILURE`] says so to the property.
    pub(crate) fn apply_assert(&mut self, failing: Failing, call: &ReadyCall) {
        let given = call.args.first().copied();
        let scalar = given.filter(|&given| self.types().is_scalar(self.lo.exprs.ty(given)));
        let condition = scalar.unwrap_or_else(|| self.any_value(TypeId::INT, call.span));
        self.check_assertion(condition, failing, call.span);
    }

    /// The program goes on where the scalar is not zero.
    fn check_assertion(&mut self, scalar: ExprId, failing: Failing, span: Span) {
        let (holds, fails) = (self.graph.location(), self.graph.location());
        self.branch_on(scalar, holds, fails, span);
        self.go_on_at(fails);
        match failing {
            Failing::Aborts => {
                self.emit_failure(span);
                self.emit_last(Op::Halt(HaltKind::Abort), span);
            }
            Failing::GoesOn => self.emit_failure(span),
            Failing::Undefined => self.emit_last(Op::Halt(HaltKind::Unreachable), span),
        }
        self.jump(holds, span);
        self.go_on_at(holds);
    }

    fn emit_failure(&mut self, span: Span) {
        let function = self.lo.failure(self.program, self.names);
        self.emit(Op::External { function, args: Box::default(), place: None }, span);
    }

    /// Any value for an object whose bytes a call gives any value, if it is one that has a name
    /// here. The loop over bytes, which the model is, costs more. Whether that was possible.
    pub(crate) fn fill_directly(&mut self, function: FunctionId, call: &ReadyCall) -> bool {
        let &[target, size, ..] = call.args.as_slice() else { return false };
        let (Some(place), Some(size)) = (self.object_at(target), self.lo.exprs.as_const(size)) else {
            return false;
        };
        if self.types().size(self.lo.exprs.place_ty(place)).map(u128::from) != Some(size) {
            return false;
        }
        self.emit(Op::Havoc { place, origin: Origin::Nondet(function) }, call.span);
        true
    }

    /// The object that starts where a pointer points to: the whole array, if it is the first
    /// element of one.
    fn object_at(&self, pointer: ExprId) -> Option<PlaceId> {
        match self.lo.exprs.expr(pointer) {
            Expr::Cast(inner) => self.object_at(inner),
            Expr::AddressOf(place) => match self.lo.exprs.place(place) {
                Place::Index(array, index) if self.lo.exprs.as_const(index) == Some(0) => Some(array),
                Place::Var(_) | Place::Index(..) | Place::Field(..) | Place::Deref(_) => Some(place),
            },
            Expr::Const(_) | Expr::Load(_) | Expr::Function(_) | Expr::Unary(..) | Expr::Binary(..) => None,
        }
    }

    /// A function that is an assertion by its name is one whatever its body does, if the property
    /// asks for assertions.
    pub(super) fn check_own_assertion(&mut self, function: FunctionId) {
        let declared = &self.lo.functions[function];
        let span = declared.span;
        let is_one = self.lo.assertions == Assertions::Checked
            && library::is_assertion_by_name(self.names.text(declared.name));
        let Some(&condition) = declared.params.first().filter(|_| is_one) else { return };
        if self.types().is_scalar(self.lo.vars[condition].ty) {
            let condition = self.load_var(condition);
            self.check_assertion(condition, Failing::GoesOn, span);
        }
    }
}
