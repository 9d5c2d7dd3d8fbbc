//! Calls: of functions with a body, of library functions with a model, of unknown functions, through pointers.

use super::BodyLowerer;
use crate::graph::Site;
use crate::library::{self, Entry, Intrinsic, Model, Passed, Prototype, Test};
use crate::program::{FunctionInfo, Target};
use c_sema::hir::{self, Callee};
use cfa::{Expr, ExprId, FunctionId, HaltKind, Op, PlaceId, Type, TypeId, Variadic};
use source::Span;
use stdx::IdRange;

/// What happens to the result of a call.
#[derive(Clone, Copy)]
pub(crate) enum Wanted {
    /// It is dropped.
    Nothing,
    /// It is used.
    Value,
    /// It is used, but only for this.
    Tested(Test),
    /// It is stored, in a place of its type.
    At(PlaceId),
}

/// A call with everything evaluated.
pub(crate) struct ReadyCall {
    pub(crate) args: Vec<ExprId>,
    /// The type of the result, perhaps `void`.
    pub(crate) ty: TypeId,
    pub(crate) wanted: Wanted,
    pub(crate) span: Span,
}

impl BodyLowerer<'_> {
    /// Evaluates what is called and the arguments from left to right, then calls. The result, if it is used as a value.
    pub(super) fn call(
        &mut self,
        callee: Callee,
        args: IdRange<hir::ExprId>,
        ty: TypeId,
        wanted: Wanted,
        span: Span,
    ) -> Option<ExprId> {
        let body = self.body;
        let args = args.of(&body.pools.exprs);
        let pointer = match callee {
            Callee::Direct(_) => None,
            Callee::Pointer(pointer) => {
                let effects = args.iter().any(|&arg| self.effects.of(body, arg));
                if args.iter().any(|&arg| self.is_in_conflict(pointer, arg)) {
                    self.refuse_order(span);
                }
                let value = self.value(pointer);
                Some(if effects { self.stable(value, span) } else { value })
            }
        };
        let args = self.arguments(args).into_vec();
        let call = ReadyCall { args, ty, wanted, span };
        match (callee, pointer) {
            (Callee::Direct(function), _) => {
                let function = self.lo.function(self.program, self.names, function);
                self.call_function(function, call)
            }
            (Callee::Pointer(_), Some(pointer)) => match self.lo.exprs.expr(pointer) {
                Expr::Function(function) => self.call_function(function, call),
                _ => self.call_pointer(pointer, call),
            },
            (Callee::Pointer(_), None) => None,
        }
    }

    /// Calls a function of one number that only models have; its result.
    pub(crate) fn call_own(&mut self, name: &str, argument: ExprId, span: Span) -> ExprId {
        let Some(entry) = library::own(name) else { return argument };
        let ty = self.lo.exprs.ty(argument);
        let signature = cfa::Signature { result: ty, params: Box::new([ty]), variadic: Variadic::No };
        let signature = self.program.types.intern(Type::Function(signature));
        let function = self.lo.model(self.names, entry, signature);
        let place = self.temp(ty, span);
        self.emit_call(function, Site { args: Box::new([argument]), place: Some(place) }, span);
        self.lo.exprs.load(place)
    }

    /// Asks for the texts that a body of a model needs, which is made when no more texts are read.
    pub(super) fn want_for_pointer(&mut self, function: FunctionId) {
        let Target::Model(model) = self.lo.infos[function].target else { return };
        let (int, void) = (TypeId::INT, TypeId::VOID);
        if matches!(model, Model::Intrinsic(Intrinsic::Classify(_))) {
            self.want_own("__any_of_truth", int, Box::new([int]));
        }
        if self.lo.errno == library::Errno::Seen {
            self.want_own("__errno_may_change", void, Box::default());
            self.want_own("__failed", void, Box::default());
        }
    }

    fn want_own(&mut self, name: &str, result: TypeId, params: Box<[TypeId]>) {
        let Some(entry) = library::own(name) else { return };
        let signature = cfa::Signature { result, params, variadic: Variadic::No };
        let ty = self.program.types.intern(Type::Function(signature));
        self.lo.model(self.names, entry, ty);
    }

    /// Calls a function without parameters and result that only models have.
    pub(crate) fn call_nothing(&mut self, entry: &'static Entry, span: Span) {
        let (result, params, variadic) = (TypeId::VOID, Box::default(), Variadic::No);
        let ty = self.program.types.intern(Type::Function(cfa::Signature { result, params, variadic }));
        let function = self.lo.model(self.names, entry, ty);
        self.emit_call(function, Site { args: Box::default(), place: None }, span);
    }

    /// Calls a function of a pointer and a size, without result, that only models have.
    pub(crate) fn call_writing(&mut self, name: &str, [pointer, size]: [ExprId; 2], span: Span) {
        let Some(entry) = library::own(name) else { return };
        let params = Box::new([self.lo.exprs.ty(pointer), self.lo.exprs.ty(size)]);
        let signature = cfa::Signature { result: TypeId::VOID, params, variadic: Variadic::No };
        let ty = self.program.types.intern(Type::Function(signature));
        let function = self.lo.model(self.names, entry, ty);
        self.emit_call(function, Site { args: Box::new([pointer, size]), place: None }, span);
    }

    /// Where the result of a call goes, and how to read it there.
    pub(crate) fn destination(&mut self, call: &ReadyCall) -> (Option<PlaceId>, Option<ExprId>) {
        if call.ty == TypeId::VOID {
            return (None, None);
        }
        match call.wanted {
            Wanted::Nothing => (None, None),
            Wanted::At(place) => (Some(place), None),
            Wanted::Value | Wanted::Tested(_) => {
                let place = self.temp(call.ty, call.span);
                (Some(place), Some(self.lo.exprs.load(place)))
            }
        }
    }

    /// Delivers a result that is a pure expression.
    pub(crate) fn deliver(&mut self, call: &ReadyCall, value: ExprId) -> Option<ExprId> {
        match call.wanted {
            Wanted::Nothing => None,
            Wanted::Value | Wanted::Tested(_) => Some(self.fit_or_any(value, call.ty, call.span)),
            Wanted::At(place) => {
                let value = self.fit_or_any(value, self.lo.exprs.place_ty(place), call.span);
                self.assign(place, value, call.span);
                None
            }
        }
    }

    /// The model of a library function that is as good for what is asked of its result, and
    /// cheaper.
    fn tested(&mut self, function: FunctionId, call: &ReadyCall) -> FunctionId {
        let FunctionInfo { is_model: true, entry: Some(entry), .. } = self.lo.infos[function] else {
            return function;
        };
        let Wanted::Tested(test) = call.wanted else { return function };
        match library::for_test(entry.name, test) {
            Some(tested) if !self.lo.is_watched(function) => {
                let ty = self.lo.functions[function].ty;
                self.lo.model(self.names, tested, ty)
            }
            Some(_) | None => function,
        }
    }

    fn call_function(&mut self, function: FunctionId, mut call: ReadyCall) -> Option<ExprId> {
        let &FunctionInfo { target, is_model, entry, .. } = &self.lo.infos[function];
        if let Some(entry) = entry
            && !self.passes_what_is_taken(entry, &call)
        {
            self.show_watched(function, &call);
            return self.call_misfit(function, entry, call);
        }
        if let Some(entry) = entry {
            self.note_printed_bytes(entry, &call);
            self.note_comparisons(entry, &call);
        }
        if is_model && !self.formats_without_count(function, &call) {
            return Some(self.no_value());
        }
        if entry.is_some_and(|entry| library::is_of_mutex(entry.name)) && self.is_other_mutex(&call) {
            self.show_watched(function, &call);
            let zero = self.int(0, call.ty);
            return self.deliver(&call, zero);
        }
        match target {
            Target::Body if is_model && self.is_fill(entry) && self.fill_directly(function, &call) => None,
            Target::Body => {
                let (place, value) = self.destination(&call);
                let mut args = std::mem::take(&mut call.args);
                if let Some(named) = self.variadic_after(Some(self.lo.functions[function].ty)) {
                    self.pack_arguments(&mut args, named, call.span);
                }
                let site = Site { args: args.into_boxed_slice(), place };
                let function = self.tested(function, &call);
                self.emit_call(function, site, call.span);
                value
            }
            Target::Model(model) => self.apply_model(function, model, call),
            Target::Unknown => self.call_unknown(function, call),
        }
    }

    /// Whether the first argument points to something of another size than a mutex of glibc's.
    /// What a `void *` points to may be one.
    fn is_other_mutex(&self, call: &ReadyCall) -> bool {
        let Some(&first) = call.args.first() else { return false };
        let pointee = self.types().pointee(self.lo.exprs.ty(first)).filter(|&ty| ty != TypeId::VOID);
        let size = match self.types().machine() {
            cfa::MachineModel::Ilp32 => 24,
            cfa::MachineModel::Lp64 => 40,
        };
        pointee.and_then(|pointee| self.types().size(pointee)).is_some_and(|found| found != size)
    }

    fn is_fill(&self, entry: Option<&Entry>) -> bool {
        entry.is_some_and(|entry| library::fills_with_any(entry.name))
    }

    /// Whether the arguments are those of a library function; without a prototype they may be others.
    fn passes_what_is_taken(&self, entry: &Entry, call: &ReadyCall) -> bool {
        let exprs = &self.lo.exprs;
        let args = call.args.iter().map(|&arg| Passed { ty: exprs.ty(arg), constant: exprs.as_const(arg) });
        Prototype::of(entry).takes(self.types(), args)
    }

    /// A call that cannot mean the library's function: it is one of a function that nobody knows.
    fn call_misfit(&mut self, function: FunctionId, entry: &Entry, call: ReadyCall) -> Option<ExprId> {
        let text = format!(
            "a call of `{}` passes other arguments than the library's `{}` takes: {}",
            entry.name,
            library::declaration(entry),
            self.lo.externals.assumed()
        );
        let span = call.span;
        let reached = self.changed_by(&call.args, span);
        let value = self.any_result(&call);
        self.lo.assume(text, span);
        self.change(reached, &format!("what a call of `{}` changes", entry.name), span);
        if self.lo.infos[function].noreturn {
            self.emit_last(Op::Halt(HaltKind::Exit(None)), span);
        }
        value
    }

    /// Any value for the result of a call.
    pub(crate) fn any_result(&mut self, call: &ReadyCall) -> Option<ExprId> {
        let (place, value) = self.destination(call);
        if let Some(place) = place {
            self.emit(Op::Havoc { place, origin: cfa::Origin::Environment }, call.span);
        }
        value
    }

    /// Only a declaration is known: any result, no other effect, and that is an assumption.
    pub(crate) fn call_unknown(&mut self, function: FunctionId, call: ReadyCall) -> Option<ExprId> {
        if self.current.is_none() {
            return self.any_result(&call);
        }
        let noreturn = self.lo.infos[function].noreturn;
        let span = call.span;
        let value = self.call_outside(function, call);
        if noreturn {
            self.emit_last(Op::Halt(HaltKind::Exit(None)), span);
        }
        value
    }

    /// A call that is recorded as such: arguments evaluated, any result.
    pub(crate) fn external(&mut self, function: FunctionId, mut call: ReadyCall) -> Option<ExprId> {
        let (params, result) = match self.types().get(self.lo.functions[function].ty) {
            Type::Function(signature) => (signature.params.clone(), signature.result),
            _ => (Box::default(), call.ty),
        };
        if call.ty != TypeId::VOID && call.ty != result {
            // Another unit declares another result.
            let wanted = if result == TypeId::VOID { Wanted::Nothing } else { Wanted::Value };
            let args = std::mem::take(&mut call.args);
            let own = ReadyCall { args, ty: result, wanted, span: call.span };
            return match self.external(function, own) {
                Some(value) => self.deliver(&call, value),
                None => self.any_result(&call),
            };
        }
        let (place, value) = self.destination(&call);
        let mut args = std::mem::take(&mut call.args);
        for (arg, &param) in args.iter_mut().zip(&params) {
            *arg = self.fit_or_any(*arg, param, call.span);
        }
        self.emit(Op::External { function, args: args.into_boxed_slice(), place }, call.span);
        value
    }

    fn call_pointer(&mut self, pointer: ExprId, mut call: ReadyCall) -> Option<ExprId> {
        let (place, value) = self.destination(&call);
        let pointer = self.simple(pointer, call.span);
        let mut args = std::mem::take(&mut call.args);
        let reached = self.changed_by(&args, call.span);
        if let Some(named) = self.variadic_after(self.types().pointee(self.lo.exprs.ty(pointer))) {
            self.pack_arguments(&mut args, named, call.span);
        }
        // The rest of the expansion follows when all functions are known whose address is taken.
        let op = Op::UnknownCall { pointer, args: args.into_boxed_slice(), place };
        if let Some(reached) = reached {
            self.call_either(op, reached, call.span);
        } else {
            self.emit(op, call.span);
        }
        value
    }

    /// How many parameters a variadic function names; `None` for other types.
    fn variadic_after(&self, ty: Option<TypeId>) -> Option<usize> {
        match self.types().get(ty?) {
            Type::Function(signature) if signature.variadic == Variadic::Yes => Some(signature.params.len()),
            _ => None,
        }
    }
}
