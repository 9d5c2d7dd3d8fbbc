//! Functions that no C text has: where the program starts, and bodies for models that are called through pointers.

use super::call::{ReadyCall, Wanted};
use super::{BodyLowerer, build};
use crate::graph::Site;
use crate::library::Model;
use crate::program::Lowerer;
use c_sema::hir;
use cfa::{BinaryOp, ExprId, FunctionId, HaltKind, Op, Origin, Side, Type, TypeId, VarId, VarKind, Variadic};
use source::Span;
use stdx::Interner;

/// The function where execution begins: static variables, the arguments of `main`, the call, the end.
pub(crate) fn lower_start(
    lo: &mut Lowerer,
    program: &mut hir::Program,
    names: &mut Interner,
    start: FunctionId,
    main: FunctionId,
    statics: &[VarId],
) {
    build(lo, program, names, (start, hir::Body::default()), |lowerer| {
        for &var in statics {
            let span = lowerer.lo.vars[var].span;
            lowerer.emit(Op::InitStatic(var), span);
        }
        lowerer.call_main(main);
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

impl BodyLowerer<'_> {
    /// Calls `main` with arguments that the environment chooses, and ends with what it returns.
    fn call_main(&mut self, main: FunctionId) {
        let span = self.lo.functions[main].span;
        let args = self.main_arguments(main, span);
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
        self.emit_last(Op::Halt(HaltKind::Exit(status)), span);
    }

    /// Any arguments. Those of `main` are a number that is not negative, and vectors (5.1.2.2.1), of which
    /// formulas know nothing and executions have well-formed ones. Other functions take any values.
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
