//! The far ends of calls, and calls that do not fit their callee.
//!
//! Without a prototype, or with a prototype of another unit, a call may pass other arguments than the definition takes. C
//! calls that undefined; real programs do it. Where the arguments arrive all the same
//! ([`super::passing`]), the call is repaired; a wrong number of them is an assumption. Elsewhere
//! the call is not supported.

use super::Lowerer;
use super::passing::{Given, arrives};
use cfa::{
    AddressTaken, CallId, Edge, Expr, ExprId, FunctionId, Location, LocationId, Op, Origin, PlaceId, TypeId,
    Types, Var, VarId, VarKind, Variadic,
};
use source::Span;
use stdx::{Idx, Interner};

impl Lowerer {
    /// Connects every call with its callee.
    pub(super) fn connect_calls(&mut self, types: &mut Types, names: &mut Interner) {
        for position in 0..self.graph.calls.len() {
            let id = CallId::new(position);
            let callee = self.graph.calls[id].callee;
            let Some(body) = self.functions[callee].body else { continue };
            let (call_edge, return_edge) = (self.graph.calls[id].call_edge, self.graph.calls[id].return_edge);
            self.graph.edges[call_edge].to = body.entry;
            self.graph.edges[return_edge].from = body.exit;
            if !self.arguments_arrive(id, types) {
                self.refuse_call(id, names);
            }
            if !self.arguments_fit(id) {
                self.repair_arguments(id, types, names);
            }
            if !self.result_fits(id) {
                self.repair_result(id, types, names);
            }
        }
    }

    /// Whether the callee finds its parameters where the call puts the arguments. What models of
    /// the library take was looked at before.
    fn arguments_arrive(&self, call: CallId, types: &Types) -> bool {
        let call = &self.graph.calls[call];
        if self.infos[call.callee].is_model {
            return true;
        }
        let definition = self.signature(call.callee, types);
        let definition = definition.map_or(Variadic::Unprototyped, |signature| signature.variadic);
        let params = &self.functions[call.callee].params;
        call.args.iter().zip(params).all(|(&arg, &param)| {
            let given = Given { ty: self.exprs.ty(arg), constant: self.exprs.as_const(arg) };
            given.ty == self.vars[param].ty || arrives(types, given, self.vars[param].ty, definition)
        })
    }

    /// Puts something that is not supported before a call.
    fn refuse_call(&mut self, call: CallId, names: &mut Interner) {
        let (edge, function) = (self.graph.calls[call].call_edge, self.caller(call));
        let name = names.text(self.functions[self.graph.calls[call].callee].name);
        let feature = names.intern(&format!("call of `{name}` with arguments of other types than it takes"));
        let end = self.graph.locations.push(Location { function });
        let behind = self.graph.locations.push(Location { function });
        let Edge { from, span, .. } = self.graph.edges[edge];
        self.graph.edges[edge].from = behind;
        self.graph.edges.push(Edge { from, to: end, op: Op::Unsupported { feature }, span });
    }

    fn arguments_fit(&self, call: CallId) -> bool {
        let call = &self.graph.calls[call];
        let params = &self.functions[call.callee].params;
        call.args.len() == params.len()
            && call.args.iter().zip(params).all(|(&arg, &param)| self.exprs.ty(arg) == self.vars[param].ty)
    }

    fn result_fits(&self, call: CallId) -> bool {
        let call = &self.graph.calls[call];
        match (call.place, self.functions[call.callee].result) {
            (None, _) => true,
            (Some(place), Some(result)) => self.exprs.place_ty(place) == self.vars[result].ty,
            (Some(_), None) => false,
        }
    }

    fn repair_arguments(&mut self, call: CallId, types: &mut Types, names: &mut Interner) {
        let (callee, span) =
            (self.graph.calls[call].callee, self.graph.edges[self.graph.calls[call].call_edge].span);
        let params = self.functions[callee].params.clone();
        let given = self.graph.calls[call].args.clone();
        if given.len() != params.len() {
            let name = names.text(self.functions[callee].name);
            let text = format!(
                "`{name}` is called with another number of arguments than it takes: missing ones have any value, surplus ones are dropped"
            );
            self.assume(text, span);
        }
        let mut args = Vec::with_capacity(params.len());
        for (position, &param) in params.iter().enumerate() {
            let wanted = self.vars[param].ty;
            let arg = match given.get(position) {
                Some(&arg) => self.converted(call, arg, wanted, types, names),
                None => self.any_value(call, wanted, names),
            };
            args.push(arg);
        }
        self.graph.calls[call].args = args.into_boxed_slice();
    }

    /// An argument as a value of the parameter's type.
    fn converted(
        &mut self,
        call: CallId,
        arg: ExprId,
        wanted: TypeId,
        types: &mut Types,
        names: &mut Interner,
    ) -> ExprId {
        let given = self.exprs.ty(arg);
        if given == wanted {
            return arg;
        }
        if types.is_convertible(given, wanted) {
            return self.exprs.cast(arg, wanted);
        }
        // Two declarations of one record in two units: the bytes are what is passed.
        match self.exprs.expr(arg) {
            Expr::Load(place) if types.size(given).is_some() && types.size(given) == types.size(wanted) => {
                self.reinterpret(place, wanted, types)
            }
            _ => {
                let name = names.text(self.functions[self.graph.calls[call].callee].name);
                let text =
                    format!("an argument of `{name}` is of another type than it takes: it has any value");
                let span = self.graph.edges[self.graph.calls[call].call_edge].span;
                self.assume(text, span);
                self.any_value(call, wanted, names)
            }
        }
    }

    fn reinterpret(&mut self, place: PlaceId, wanted: TypeId, types: &mut Types) -> ExprId {
        if let Some(var) = self.exprs.root_var(place) {
            self.vars[var].address_taken = AddressTaken::Yes;
        }
        let address = self.exprs.address_of(types, place);
        let pointer = types.pointer(wanted);
        let address = self.exprs.cast(address, pointer);
        let place = self.exprs.deref(types, address);
        self.exprs.load(place)
    }

    fn any_value(&mut self, call: CallId, ty: TypeId, names: &mut Interner) -> ExprId {
        let (place, span) = self.caller_temp(call, ty, names);
        let edge = self.graph.calls[call].call_edge;
        let (from, function) = (self.graph.edges[edge].from, self.caller(call));
        let to = self.graph.locations.push(Location { function });
        self.graph.edges.push(Edge { from, to, op: Op::Havoc { place, origin: Origin::Environment }, span });
        self.graph.edges[edge].from = to;
        self.exprs.load(place)
    }

    fn caller(&self, call: CallId) -> FunctionId {
        let from: LocationId = self.graph.edges[self.graph.calls[call].call_edge].from;
        self.graph.locations[from].function
    }

    fn caller_temp(&mut self, call: CallId, ty: TypeId, names: &mut Interner) -> (PlaceId, Span) {
        let (function, span) = (self.caller(call), self.graph.edges[self.graph.calls[call].call_edge].span);
        (self.fitting_temp(function, ty, span, names), span)
    }

    /// A new temporary of a function, for a value on its way to another type.
    pub(super) fn fitting_temp(
        &mut self,
        function: FunctionId,
        ty: TypeId,
        span: Span,
        names: &mut Interner,
    ) -> PlaceId {
        let name = names.intern("$fit");
        let copy =
            self.functions[function].locals.iter().filter(|&&var| self.vars[var].name == name).count() as u32;
        let (kind, address_taken) = (VarKind::Temp, AddressTaken::No);
        let var: VarId = self.vars.push(Var {
            name,
            copy,
            ty,
            kind,
            function: Some(function),
            address_taken,
            align: None,
            span,
        });
        self.functions[function].locals.push(var);
        self.exprs.var(var, ty)
    }

    /// The result passes through a temporary of the callee's result type; a `void` function gives any value.
    fn repair_result(&mut self, call: CallId, types: &mut Types, names: &mut Interner) {
        let Some(target) = self.graph.calls[call].place else { return };
        let callee = self.graph.calls[call].callee;
        let wanted = self.exprs.place_ty(target);
        let return_edge = self.graph.calls[call].return_edge;
        let span = self.graph.edges[return_edge].span;
        let function = self.caller(call);
        let between = self.graph.locations.push(Location { function });
        let to = std::mem::replace(&mut self.graph.edges[return_edge].to, between);
        let result = self.functions[callee].result.map(|result| self.vars[result].ty);
        let is_known = |&result: &TypeId| match types.is_scalar(wanted) {
            true => types.is_convertible(result, wanted),
            false => !types.is_scalar(result),
        };
        let known = result.filter(is_known);
        let op = match known {
            Some(result) => {
                let (place, _) = self.caller_temp(call, result, names);
                self.graph.calls[call].place = Some(place);
                let value = self.exprs.load(place);
                let value = self.converted(call, value, wanted, types, names);
                Op::Assign { place: target, value }
            }
            None => {
                self.graph.calls[call].place = None;
                let name = names.text(self.functions[callee].name);
                self.assume(format!("`{name}` is used for a result that it does not have: any value"), span);
                Op::Havoc { place: target, origin: Origin::Environment }
            }
        };
        self.graph.edges.push(Edge { from: between, to, op, span });
    }
}
