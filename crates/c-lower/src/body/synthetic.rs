//! Functions that no C text has: where the program starts, and bodies for models that are called through pointers.

use super::call::{ReadyCall, Wanted};
use super::{BodyLowerer, build};
use crate::graph::Site;
use crate::library::Model;
use crate::program::{Lowerer, Target};
use c_sema::hir;
use cfa::{BinaryOp, ExprId, FunctionId, HaltKind, Op, Origin, Side, Type, TypeId, VarId, VarKind, Variadic};
use source::Span;
use stdx::Interner;

/// Everything that the start of the program does.
pub(crate) struct Start {
    /// What gets its initial value.
    pub(crate) statics: Vec<VarId>,
    /// What runs before `main`.
    pub(crate) constructors: Vec<FunctionId>,
    /// Runs interrupt handlers, if there are any.
    pub(crate) interrupts: Option<FunctionId>,
    /// Where the program begins.
    pub(crate) main: FunctionId,
    /// What `main` returns through, if anything runs at the end.
    pub(crate) ending: Option<FunctionId>,
}

/// The function where execution begins: static variables, the arguments of `main`, the calls, the
/// end.
pub(crate) fn lower_start(
    lo: &mut Lowerer,
    program: &mut hir::Program,
    names: &mut Interner,
    function: FunctionId,
    start: &Start,
) {
    build(lo, program, names, (function, hir::Body::default()), |lowerer| {
        for &var in &start.statics {
            let span = lowerer.lo.vars[var].span;
            lowerer.emit(Op::InitStatic(var), span);
        }
        lowerer.call_main(start);
    });
}

/// The function that runs what was registered, then destructors, and ends the program.
pub(crate) fn lower_ending(
    lo: &mut Lowerer,
    program: &mut hir::Program,
    names: &mut Interner,
    function: FunctionId,
    registered: Option<FunctionId>,
    destructors: &[FunctionId],
) {
    build(lo, program, names, (function, hir::Body::default()), |lowerer| {
        let span = Span::NONE;
        let var = lowerer.new_var("status", TypeId::INT, VarKind::Param, span);
        lowerer.lo.functions[function].params.push(var);
        let status = lowerer.load_var(var);
        let run = |lowerer: &mut BodyLowerer<'_>| {
            if let Some(registered) = registered {
                let site = Site { args: Box::new([status]), place: None };
                lowerer.emit_call(registered, site, span);
            }
        };
        run(lowerer);
        for &destructor in destructors {
            lowerer.call_beside(destructor, &[]);
        }
        if !destructors.is_empty() {
            run(lowerer);
        }
        lowerer.emit_last(Op::Halt(HaltKind::Exit(Some(status))), span);
    });
}

/// The function that runs interrupt handlers any number of times. `busy` is set while one runs, if
/// what it calls is used elsewhere too.
pub(crate) fn lower_interrupts(
    lo: &mut Lowerer,
    program: &mut hir::Program,
    names: &mut Interner,
    function: FunctionId,
    handlers: &[FunctionId],
    busy: VarId,
) {
    build(lo, program, names, (function, hir::Body::default()), |lowerer| {
        let span = Span::NONE;
        let is_busy = lowerer.load_var(busy);
        let (idle, head) = (lowerer.graph.location(), lowerer.graph.location());
        lowerer.split(is_busy, lowerer.exit, idle, span);
        lowerer.go_on_at(idle);
        let (no, yes) = (lowerer.int(0, TypeId::INT), lowerer.int(1, TypeId::INT));
        lowerer.jump(head, span);
        lowerer.go_on_at(head);
        for &handler in handlers {
            let at = lowerer.lo.functions[handler].span;
            let name = format!("interrupt {}", lowerer.names.text(lowerer.lo.functions[handler].name));
            let var = lowerer.new_var(&name, TypeId::INT, VarKind::Temp, span);
            let place = lowerer.var_place(var);
            lowerer.emit(Op::Havoc { place, origin: Origin::Input }, at);
            let comes = lowerer.lo.exprs.load(place);
            let (runs, next) = (lowerer.graph.location(), lowerer.graph.location());
            lowerer.split(comes, runs, next, at);
            lowerer.go_on_at(runs);
            lowerer.assign_var(busy, yes, at);
            lowerer.call_beside(handler, &[]);
            lowerer.assign_var(busy, no, at);
            lowerer.jump(head, span);
            lowerer.go_on_at(next);
        }
        lowerer.jump(lowerer.exit, span);
    });
}

/// A body for a library function: its model, applied to its parameters.
pub(crate) fn wrap_model(
    lo: &mut Lowerer,
    program: &mut hir::Program,
    names: &mut Interner,
    function: FunctionId,
    model: &Model,
) {
    build(lo, program, names, (function, hir::Body::default()), |lowerer| {
        let span = lowerer.lo.functions[function].span;
        let (params, ty, variadic) = match lowerer.types().get(lowerer.lo.functions[function].ty) {
            Type::Function(signature) => (signature.params.clone(), signature.result, signature.variadic),
            _ => (Box::default(), TypeId::VOID, Variadic::No),
        };
        let mut args = Vec::with_capacity(params.len());
        for (position, &param) in params.iter().enumerate() {
            let var = lowerer.new_var(&format!("$p{position}"), param, VarKind::Param, span);
            lowerer.lo.functions[function].params.push(var);
            args.push(lowerer.load_var(var));
        }
        if variadic == Variadic::Yes {
            let list = lowerer.new_var("$va", TypeId::VOID_PTR, VarKind::Param, Span::NONE);
            lowerer.lo.functions[function].params.push(list);
        }
        let wanted = if ty == TypeId::VOID {
            Wanted::Nothing
        } else {
            let result = lowerer.new_var("$result", ty, VarKind::Result, span);
            lowerer.lo.functions[function].result = Some(result);
            Wanted::At(lowerer.var_place(result))
        };
        if model.writes_beyond(args.len()) {
            // The model would have to take the arguments out of the list again, whose types are not known here.
            let feature = lowerer.names.intern("call of a function like `scanf` through a pointer");
            lowerer.emit_last(Op::Unsupported { feature }, span);
        } else {
            lowerer.apply_model(function, model, ReadyCall { args, ty, wanted, span });
        }
        lowerer.jump(lowerer.exit, span);
    });
}

/// A body for a function that calls another one, and does nothing else. It stands between a model
/// and what the model calls back.
pub(crate) fn lower_passing_on(
    lo: &mut Lowerer,
    program: &mut hir::Program,
    names: &mut Interner,
    function: FunctionId,
    callee: FunctionId,
) {
    build(lo, program, names, (function, hir::Body::default()), |lowerer| {
        let span = lowerer.lo.functions[callee].span;
        let (params, ty, variadic) = match lowerer.types().get(lowerer.lo.functions[callee].ty) {
            Type::Function(signature) => (signature.params.clone(), signature.result, signature.variadic),
            _ => (Box::default(), TypeId::VOID, Variadic::No),
        };
        let list = (variadic == Variadic::Yes).then_some(TypeId::VOID_PTR);
        let mut args = Vec::with_capacity(params.len());
        for (position, param) in params.iter().copied().chain(list).enumerate() {
            let var = lowerer.new_var(&format!("$p{position}"), param, VarKind::Param, span);
            lowerer.lo.functions[function].params.push(var);
            args.push(lowerer.load_var(var));
        }
        let place = (ty != TypeId::VOID).then(|| {
            let result = lowerer.new_var("$result", ty, VarKind::Result, span);
            lowerer.lo.functions[function].result = Some(result);
            lowerer.var_place(result)
        });
        let wanted = place.map_or(Wanted::Nothing, Wanted::At);
        match lowerer.lo.infos[callee].target {
            Target::Body => {
                lowerer.emit_call(callee, Site { args: args.into_boxed_slice(), place }, span);
            }
            Target::Model(_) => {
                lowerer.external(callee, ReadyCall { args, ty, wanted, span });
            }
            Target::Unknown => {
                lowerer.call_unknown(callee, ReadyCall { args, ty, wanted, span });
            }
        }
        lowerer.jump(lowerer.exit, span);
    });
}

impl BodyLowerer<'_> {
    /// Calls what runs before `main`, then `main` with arguments that the environment chooses, and
    /// ends with what it returns.
    fn call_main(&mut self, start: &Start) {
        let main = start.main;
        let span = self.lo.functions[main].span;
        let args = self.main_arguments(main, span);
        if !start.constructors.is_empty() {
            let given = self.startup_arguments(main, &args, &start.constructors);
            for &constructor in &start.constructors {
                self.call_beside(constructor, &given);
            }
        }
        if let Some(interrupts) = start.interrupts {
            self.call_beside(interrupts, &[]);
        }
        let place = self.lo.functions[main].result.map(|result| {
            let ty = self.lo.vars[result].ty;
            self.temp(ty, span)
        });
        let site = Site { args: args.into_boxed_slice(), place };
        self.emit_call(main, site, span);
        let status = place.map(|place| {
            let value = self.lo.exprs.load(place);
            self.fit(value, TypeId::INT)
        });
        if let Some(ending) = start.ending {
            let status = match status {
                Some(status) => status,
                None => self.any_value(TypeId::INT, span),
            };
            self.emit_call(ending, Site { args: Box::new([status]), place: None }, span);
        }
        self.emit_last(Op::Halt(HaltKind::Exit(status)), span);
    }

    /// Number, vector and environment, as glibc passes them to constructors: those that `main` gets
    /// as far as it takes them, and chosen like them where a constructor takes more.
    fn startup_arguments(
        &mut self,
        main: FunctionId,
        args: &[ExprId],
        constructors: &[FunctionId],
    ) -> Vec<ExprId> {
        let is_main = self.names.text(self.lo.functions[main].name) == "main";
        let mut given = if is_main { args.to_vec() } else { Vec::new() };
        given.truncate(3);
        let most = constructors.iter().map(|&id| self.lo.functions[id].params.len()).max().unwrap_or(0);
        for position in given.len()..most.min(3) {
            let span = Span::NONE;
            let vector = self.pointer_to(TypeId::CHAR_PTR);
            let (name, ty) = match position {
                0 => ("argc", TypeId::INT),
                1 => ("argv", vector),
                _ => ("envp", vector),
            };
            let var = self.new_var(name, ty, VarKind::Local, span);
            let place = self.var_place(var);
            self.emit(Op::Havoc { place, origin: Origin::Argument }, span);
            let value = self.lo.exprs.load(place);
            if position == 0 {
                let zero = self.int(0, ty);
                let condition = self.binary(BinaryOp::Ge, value, zero);
                self.emit(Op::Assume { condition, side: Side::Then }, span);
            }
            given.push(value);
        }
        given
    }

    /// Calls a function that nobody in the program calls. What it takes beyond the arguments has
    /// any value.
    fn call_beside(&mut self, function: FunctionId, given: &[ExprId]) {
        let span = self.lo.functions[function].span;
        let params = self.lo.functions[function].params.clone();
        let mut args = Vec::with_capacity(params.len());
        for (position, &param) in params.iter().enumerate() {
            let ty = self.lo.vars[param].ty;
            args.push(match given.get(position) {
                Some(&value) => self.fit_or_any(value, ty, span),
                None => self.any_value(ty, span),
            });
        }
        self.emit_call(function, Site { args: args.into_boxed_slice(), place: None }, span);
    }

    /// Any arguments. Those of `main` are a number that is not negative, and vectors (5.1.2.2.1),
    /// of which formulas know nothing and executions have well-formed ones. Other functions take
    /// any values.
    fn main_arguments(&mut self, main: FunctionId, span: Span) -> Vec<ExprId> {
        let params = self.lo.functions[main].params.clone();
        let is_main = self.names.text(self.lo.functions[main].name) == "main";
        let mut args = Vec::with_capacity(params.len());
        for (position, &param) in params.iter().enumerate() {
            let cfa::Var { name, ty, .. } = self.lo.vars[param];
            let var = self.push_var(name, ty, VarKind::Local, span);
            let place = self.var_place(var);
            let pointee = self.types().pointee(ty);
            let is_vector = pointee.is_some_and(|pointee| self.types().pointee(pointee).is_some());
            let is_count = is_main && position == 0 && matches!(self.types().get(ty), Type::Int(_));
            let is_argument = is_count || is_main && matches!(position, 1 | 2) && is_vector;
            let origin = if is_argument { Origin::Argument } else { Origin::Input };
            self.emit(Op::Havoc { place, origin }, span);
            let value = self.lo.exprs.load(place);
            if is_count {
                let zero = self.int(0, ty);
                let condition = self.binary(BinaryOp::Ge, value, zero);
                self.emit(Op::Assume { condition, side: Side::Then }, span);
            }
            args.push(value);
        }
        args
    }
}
