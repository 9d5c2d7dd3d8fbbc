//! Calls of functions that the program declares and nobody here knows: what [`Externals`] says of
//! them.
//!
//! Under `write-arguments`, what a parameter reaches that does not point to something constant has
//! any value behind the call: the whole variable whose address is passed, or any element around the
//! one that a pointer points to. A function that is passed may be called, any number of times and
//! with any arguments, and everything may be written again before each call.
//!
//! A call through a pointer may be one of such a function as well ([`BodyLowerer::call_either`]).
//! What its parameters point to constantly is not known then.
//!
//! What is reached through a pointer in memory has no name here: where the type of what is passed
//! has pointers inside, the answer is UNKNOWN at the call. Assumed is that the function keeps no
//! pointer beyond its call, and that what a `char *` points to holds no pointers of the program.

use super::BodyLowerer;
use super::call::ReadyCall;
use crate::program::Externals;
use cfa::{
    BinaryOp, Expr, ExprId, FunctionId, Op, Origin, Place, PlaceId, StaticInit, Type, TypeId, VarKind,
};
use source::Span;

/// What a call does by one of its arguments.
pub(super) enum Reached {
    /// Nothing.
    Nothing,
    /// It writes a variable.
    Variable(PlaceId),
    /// It writes around an element.
    Around(ExprId),
    /// It calls a function.
    Function(ExprId),
    /// Nobody can say.
    Unknown,
}

impl BodyLowerer<'_> {
    /// A call of an unknown function, and what it may change.
    pub(super) fn call_outside(&mut self, function: FunctionId, call: ReadyCall) -> Option<ExprId> {
        let name = self.names.text(self.lo.functions[function].name).to_owned();
        let refusal = match (self.lo.externals, self.lo.infos[function].is_libc) {
            (Externals::Pure, _) => {
                self.lo.assume_unknown(function, &self.program.types, self.names, call.span);
                return self.external(function, call);
            }
            (Externals::WriteArguments | Externals::Any, true) => {
                format!("library function without a model: `{name}`")
            }
            (Externals::Any, false) => format!("call of `{name}`, which is not defined"),
            (Externals::WriteArguments, false) => {
                let reached = self.all_reached(function, &call);
                if !reached.iter().any(|reached| matches!(reached, Reached::Unknown)) {
                    return self.write_reached(function, call, reached);
                }
                format!("what `{name}` changes through its arguments")
            }
        };
        self.show_watched(function, &call);
        let (_, value) = self.destination(&call);
        let feature = self.names.intern(&refusal);
        self.emit_last(Op::Unsupported { feature }, call.span);
        value
    }

    fn all_reached(&mut self, function: FunctionId, call: &ReadyCall) -> Vec<Reached> {
        let constant = self.lo.infos[function].const_params;
        let args = call.args.clone();
        let is_constant = |position: usize| position < 64 && constant >> position & 1 == 1;
        let reached = args.into_iter().enumerate().filter(|&(position, _)| !is_constant(position));
        reached.map(|(_, arg)| self.reached(arg, call.span)).collect()
    }

    fn reached(&mut self, arg: ExprId, span: Span) -> Reached {
        let mut value = arg;
        while let Expr::Cast(inner) = self.lo.exprs.expr(value) {
            if self.types().pointee(self.lo.exprs.ty(inner)).is_none() {
                break;
            }
            value = inner;
        }
        let ty = self.lo.exprs.ty(value);
        if let Expr::Const(_) = self.lo.exprs.expr(value) {
            return Reached::Nothing;
        }
        let Some(pointee) = self.types().pointee(ty) else {
            return if self.has_pointers(ty) { Reached::Unknown } else { Reached::Nothing };
        };
        if let Type::Function(_) = self.types().get(pointee) {
            let is_known = matches!(self.lo.exprs.expr(value), Expr::Function(_));
            return Reached::Function(if is_known { value } else { self.simple(value, span) });
        }
        match self.lo.exprs.expr(value) {
            Expr::AddressOf(place) => self.reached_place(place, span),
            Expr::Const(_)
            | Expr::Load(_)
            | Expr::Function(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Cast(_) => self.around(value, span),
        }
    }

    /// The whole object around a place.
    fn reached_place(&mut self, place: PlaceId, span: Span) -> Reached {
        let mut place = place;
        loop {
            place = match self.lo.exprs.place(place) {
                Place::Field(base, _) | Place::Index(base, _) => base,
                Place::Deref(pointer) => return self.around(pointer, span),
                Place::Var(var) => {
                    let is_literal = match &self.lo.vars[var].kind {
                        VarKind::Static(StaticInit::Literal(_)) => true,
                        _ => self.lo.literal(self.program, var).is_some(),
                    };
                    return match self.has_pointers(self.lo.vars[var].ty) {
                        _ if is_literal => Reached::Nothing,
                        true => Reached::Unknown,
                        false => Reached::Variable(place),
                    };
                }
            }
        }
    }

    fn around(&mut self, pointer: ExprId, span: Span) -> Reached {
        let Some(pointee) = self.types().pointee(self.lo.exprs.ty(pointer)) else { return Reached::Unknown };
        if self.has_pointers(pointee) {
            return Reached::Unknown;
        }
        let pointer = match self.types().size(pointee) {
            Some(size) if size > 0 && pointee != TypeId::VOID => pointer,
            _ => {
                let bytes = self.pointer_to(TypeId::CHAR);
                self.fit(pointer, bytes)
            }
        };
        Reached::Around(self.simple(pointer, span))
    }

    /// Whether an object of a type holds pointers.
    pub(crate) fn has_pointers(&self, ty: TypeId) -> bool {
        let mut pending = vec![ty];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(ty) = pending.pop() {
            match *self.types().get(ty) {
                Type::Pointer(_) => return true,
                Type::Array(element, _) => pending.push(element),
                Type::Record(record) if seen.insert(ty) => {
                    pending.extend(self.types().fields(record).iter().map(|field| field.ty));
                }
                Type::Record(_) | Type::Void | Type::Int(_) | Type::Float(_) | Type::Function(_) => {}
            }
        }
        false
    }

    fn write_reached(
        &mut self,
        function: FunctionId,
        call: ReadyCall,
        reached: Vec<Reached>,
    ) -> Option<ExprId> {
        self.lo.assume_writing(function, self.names, call.span);
        let span = call.span;
        let value = self.external(function, call);
        self.write_and_call(&reached, span);
        value
    }

    /// What a function that nobody knows may change by its arguments; `None` if such functions
    /// change nothing.
    pub(super) fn changed_by(&mut self, args: &[ExprId], span: Span) -> Option<Vec<Reached>> {
        match self.lo.externals {
            Externals::Pure => None,
            Externals::WriteArguments => Some(args.iter().map(|&arg| self.reached(arg, span)).collect()),
            Externals::Any => Some(vec![Reached::Unknown]),
        }
    }

    /// Changes that, or ends where it cannot be said what changes.
    pub(super) fn change(&mut self, reached: Option<Vec<Reached>>, what: &str, span: Span) {
        let reached = reached.unwrap_or_default();
        if reached.iter().any(|reached| matches!(reached, Reached::Unknown)) {
            let feature = self.names.intern(what);
            self.emit_last(Op::Unsupported { feature }, span);
        } else {
            self.write_and_call(&reached, span);
        }
    }

    /// A call through a pointer, of a function of the program or of one that changes what it
    /// reaches. The first edge stands for the former, the second for the latter: both leave one
    /// location until the functions are known that the pointer may lead to.
    pub(super) fn call_either(&mut self, op: Op, reached: Vec<Reached>, span: Span) {
        let Some(from) = self.current else { return };
        let (behind, end) = (self.graph.location(), self.graph.location());
        self.graph.edge(&mut self.lo.graph, from, end, op.clone(), span);
        self.graph.edge(&mut self.lo.graph, from, behind, op, span);
        self.go_on_at(behind);
        self.change(Some(reached), "what a function changes that a pointer leads to", span);
        self.jump(end, span);
        self.go_on_at(end);
    }

    fn write_and_call(&mut self, reached: &[Reached], span: Span) {
        self.write_all(reached, span);
        if reached.iter().any(|reached| matches!(reached, Reached::Function(_))) {
            let (head, end) = (self.graph_location(), self.graph_location());
            self.join_at(head, span);
            let more = self.any_value(TypeId::INT, span);
            self.go_on_if(more, end, span);
            for reached in reached {
                if let Reached::Function(pointer) = *reached {
                    self.call_back(pointer, span);
                }
            }
            self.write_all(reached, span);
            self.jump(head, span);
            self.go_on_at(end);
        }
    }

    fn write_all(&mut self, reached: &[Reached], span: Span) {
        for reached in reached {
            match *reached {
                Reached::Variable(place) => {
                    self.emit(Op::Havoc { place, origin: Origin::Environment }, span);
                }
                Reached::Around(pointer) => self.write_around(pointer, span),
                Reached::Nothing | Reached::Function(_) | Reached::Unknown => {}
            }
        }
    }

    /// Any elements get any value: one after the other, as often as the environment likes.
    fn write_around(&mut self, pointer: ExprId, span: Span) {
        let (head, end) = (self.graph_location(), self.graph_location());
        self.join_at(head, span);
        let more = self.any_value(TypeId::INT, span);
        self.go_on_if(more, end, span);
        let distance = self.types().ptrdiff_type();
        let distance = self.any_value(distance, span);
        let element = self.operate(BinaryOp::PtrAdd, pointer, distance);
        let place = self.deref(element);
        self.emit(Op::Havoc { place, origin: Origin::Environment }, span);
        self.jump(head, span);
        self.go_on_at(end);
    }

    /// A call that the environment makes, perhaps of another function that was passed before.
    fn call_back(&mut self, pointer: ExprId, span: Span) {
        let (skip, end) = (self.graph_location(), self.graph_location());
        let called = self.any_value(TypeId::INT, span);
        self.go_on_if(called, skip, span);
        let pointee = self.types().pointee(self.lo.exprs.ty(pointer));
        let params = match pointee.map(|pointee| self.types().get(pointee)) {
            Some(Type::Function(signature)) => signature.params.clone(),
            _ => Box::default(),
        };
        let args: Vec<ExprId> = params.iter().map(|&param| self.any_value(param, span)).collect();
        self.emit(Op::UnknownCall { pointer, args: args.into_boxed_slice(), place: None }, span);
        self.jump(end, span);
        self.go_on_at(skip);
        self.join_at(end, span);
    }
}
