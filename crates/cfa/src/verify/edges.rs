//! What edges do: operand types of every operation.

use super::{Checker, Rule, Subject, shown, shown_op};
use crate::{
    AddressTaken, Call, CallId, Edge, EdgeId, ExprId, HaltKind, Op, PlaceId, Signature, Type, TypeId, VarId,
    VarKind, Variadic,
};
use stdx::IndexVec;

impl Checker<'_> {
    pub(super) fn edges(&mut self) {
        let cfa = self.cfa;
        let mut n_initialised: IndexVec<VarId, u32> = IndexVec::from_elem(0, cfa.vars.len());
        for (id, edge) in cfa.edges.iter_enumerated() {
            self.span(edge.span, Subject::Edge(id));
            self.operation(id, edge);
            if let Op::InitStatic(var) = edge.op {
                n_initialised[var] += 1;
                self.require(
                    cfa.locations[edge.from].function == cfa.entry,
                    Rule::StaticOnce,
                    Subject::Edge(id),
                    |_| format!("{var} is initialised outside the entry function"),
                );
            }
        }
        for (id, var) in cfa.vars.iter_enumerated() {
            let times = match var.kind {
                VarKind::Static(_) => 1,
                VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result => 0,
            };
            self.require(n_initialised[id] == times, Rule::StaticOnce, Subject::Var(id), |cfa| {
                let name = cfa.names.text(var.name);
                format!(
                    "`{name}` is initialised as a static variable {} times, not {times}",
                    n_initialised[id]
                )
            });
        }
        for (id, call) in cfa.calls.iter_enumerated() {
            self.call(id, call);
        }
    }

    fn operation(&mut self, id: EdgeId, edge: &Edge) {
        let exprs = &self.cfa.exprs;
        let size_type = self.cfa.types.size_type();
        let (rule, is_sound) = match &edge.op {
            // Calls are checked with their call sites, initialisation by the caller.
            Op::Nop | Op::Call(_) | Op::Return(_) | Op::InitStatic(_) | Op::Unsupported { .. } => return,
            Op::Assume { condition, .. } => (Rule::ConditionType, self.is_integer(exprs.ty(*condition))),
            Op::Assign { place, value } => {
                let ty = exprs.place_ty(*place);
                (Rule::AssignType, ty == exprs.ty(*value) && self.is_object(ty))
            }
            Op::Zero { place } | Op::Havoc { place, .. } => {
                (Rule::AssignType, self.is_object(exprs.place_ty(*place)))
            }
            Op::Declare(var) => (Rule::Lifetime, self.may_begin(*var)),
            Op::EndLifetime(var) => (Rule::Lifetime, self.may_end(*var)),
            Op::External { function, args, place } => {
                let ty = self.cfa.functions[*function].ty;
                (Rule::CallType, self.agrees(ty, args, *place))
            }
            Op::UnknownCall { pointer, args, place } => {
                let callee = self.cfa.types.pointee(exprs.ty(*pointer));
                (Rule::CallType, callee.is_some_and(|ty| self.agrees(ty, args, *place)))
            }
            Op::Allocate { place, size, .. } => {
                (Rule::MemoryType, self.is_pointer(exprs.place_ty(*place)) && exprs.ty(*size) == size_type)
            }
            Op::Free { pointer } => (Rule::MemoryType, self.is_pointer(exprs.ty(*pointer))),
            Op::MemoryCopy { target, source, size, .. } => {
                let are_pointers = self.is_pointer(exprs.ty(*target)) && self.is_pointer(exprs.ty(*source));
                (Rule::MemoryType, are_pointers && exprs.ty(*size) == size_type)
            }
            Op::MemorySet { target, value, size } => {
                let is_byte = self.is_integer(exprs.ty(*value));
                (
                    Rule::MemoryType,
                    self.is_pointer(exprs.ty(*target)) && is_byte && exprs.ty(*size) == size_type,
                )
            }
            Op::ObjectSize { place, pointer } => {
                (Rule::MemoryType, exprs.place_ty(*place) == size_type && self.is_pointer(exprs.ty(*pointer)))
            }
            Op::Halt(HaltKind::Exit(Some(status))) => (Rule::MemoryType, self.is_integer(exprs.ty(*status))),
            Op::Halt(HaltKind::Exit(None) | HaltKind::Abort | HaltKind::Unreachable) => return,
        };
        self.require(is_sound, rule, Subject::Edge(id), |cfa| {
            format!("wrong operands in `{}`{}", shown_op(cfa, &edge.op), shown_types(cfa, &edge.op))
        });
    }

    fn may_begin(&self, var: VarId) -> bool {
        matches!(self.cfa.vars[var].kind, VarKind::Local | VarKind::Temp | VarKind::Result)
    }

    fn may_end(&self, var: VarId) -> bool {
        let var = &self.cfa.vars[var];
        matches!(var.kind, VarKind::Local | VarKind::Temp | VarKind::Param)
            && var.address_taken == AddressTaken::Yes
    }

    /// Whether arguments and destination fit a function type, so far as it has a prototype.
    fn agrees(&self, ty: TypeId, args: &[ExprId], place: Option<PlaceId>) -> bool {
        let exprs = &self.cfa.exprs;
        let Type::Function(Signature { result, params, variadic }) = self.cfa.types.get(ty) else {
            return false;
        };
        let count_fits = match variadic {
            Variadic::No => args.len() == params.len(),
            Variadic::Yes => args.len() >= params.len(),
            Variadic::Unprototyped => true,
        };
        let types_fit = match variadic {
            Variadic::No | Variadic::Yes => {
                args.iter().zip(params).all(|(&arg, &param)| exprs.ty(arg) == param)
            }
            Variadic::Unprototyped => true,
        };
        let place_fits =
            place.is_none_or(|place| exprs.place_ty(place) == *result && self.is_object(*result));
        count_fits && types_fit && place_fits
    }

    fn call(&mut self, id: CallId, call: &Call) {
        let cfa = self.cfa;
        let callee = &cfa.functions[call.callee];
        let subject = Subject::Call(id);
        self.require(call.args.len() == callee.params.len(), Rule::CallType, subject, |cfa| {
            let (name, n_params) = (cfa.function_name(call.callee), callee.params.len());
            format!("{} arguments for the {n_params} parameters of `{name}`", call.args.len())
        });
        for (&arg, &param) in call.args.iter().zip(&callee.params) {
            let (given, wanted) = (cfa.exprs.ty(arg), cfa.vars[param].ty);
            self.require(given == wanted, Rule::CallType, subject, |cfa| {
                let (given, wanted) = (shown(cfa, given), shown(cfa, wanted));
                format!(
                    "an argument of `{}` has type `{given}`, not `{wanted}`",
                    cfa.function_name(call.callee)
                )
            });
        }
        if let Some(place) = call.place {
            let result = callee.result.map(|result| cfa.vars[result].ty);
            self.require(result == Some(cfa.exprs.place_ty(place)), Rule::CallType, subject, |cfa| {
                let (name, ty) = (cfa.function_name(call.callee), shown(cfa, cfa.exprs.place_ty(place)));
                format!("the result of `{name}` goes to a place of type `{ty}`")
            });
        }
    }
}

/// The types on both sides of an assignment, where a message would be a riddle without them.
fn shown_types(cfa: &crate::Cfa, op: &Op) -> String {
    match op {
        Op::Assign { place, value } => {
            format!(": `{}` = `{}`", shown(cfa, cfa.exprs.place_ty(*place)), shown(cfa, cfa.exprs.ty(*value)))
        }
        Op::Zero { place } | Op::Havoc { place, .. } => {
            format!(": `{}`", shown(cfa, cfa.exprs.place_ty(*place)))
        }
        Op::External { function, .. } => format!(": `{}`", shown(cfa, cfa.functions[*function].ty)),
        Op::UnknownCall { pointer, .. } => format!(": `{}`", shown(cfa, cfa.exprs.ty(*pointer))),
        Op::Nop
        | Op::Assume { .. }
        | Op::InitStatic(_)
        | Op::Declare(_)
        | Op::EndLifetime(_)
        | Op::Call(_)
        | Op::Return(_)
        | Op::Allocate { .. }
        | Op::Free { .. }
        | Op::MemoryCopy { .. }
        | Op::MemorySet { .. }
        | Op::ObjectSize { .. }
        | Op::Halt(_)
        | Op::Unsupported { .. } => String::new(),
    }
}
