//! Calls through pointers: a guarded choice over the functions that the pointer may hold.
//!
//! The candidates are the functions whose address is taken anywhere and whose signature fits: as many parameters, each of
//! the same class (pointers with pointers, integers of one size, the same float, the same record), and such a result. The call
//! becomes a chain of comparisons in the order of function numbers. What is left at its end is an
//! [`Op::UnknownCall`] edge: an analysis must report it when it is reached, and may not assume that it returns harmlessly.
//!
//! *Unsound only* in that a pointer to a function of another class is an unknown call even where the machine would accept it.

use super::class::class;
use super::{Lowerer, Target};
use crate::graph::{Edges, Site};
use cfa::{
    BinaryOp, Edge, Expr, ExprId, FunctionId, Location, LocationId, Op, Side, Signature, Type, Types,
    Variadic,
};
use source::Span;
use stdx::Interner;

/// Whether a function with this signature may be meant by a call with that one.
fn fits(types: &Types, function: &Signature, call: &Signature) -> bool {
    if class(types, function.result) != class(types, call.result) {
        return false;
    }
    if function.variadic == Variadic::Unprototyped || call.variadic == Variadic::Unprototyped {
        return function.variadic != Variadic::Yes && call.variadic != Variadic::Yes;
    }
    function.variadic == call.variadic
        && function.params.len() == call.params.len()
        && function
            .params
            .iter()
            .zip(&call.params)
            .all(|(&left, &right)| class(types, left) == class(types, right))
}

impl Lowerer {
    /// Expands all calls through pointers.
    pub(super) fn expand_indirect_calls(&mut self, types: &mut Types, names: &mut Interner) {
        let taken: Vec<FunctionId> =
            self.infos.indices().filter(|&id| self.infos[id].address_taken).collect();
        for edge in std::mem::take(&mut self.graph.indirect) {
            let Edge { from, to, span, ref op } = self.graph.edges[edge];
            let Op::UnknownCall { pointer, ref args, place } = *op else { continue };
            let site = Site { args: args.clone(), place };
            let mut at = from;
            for candidate in self.candidates(pointer, args.len(), &taken, types) {
                let yes = self.guard(&mut at, pointer, candidate, types, span);
                self.call_candidate((yes, to, span), candidate, &site, (types, names));
            }
            self.graph.edges[edge].from = at;
        }
    }

    fn candidates(
        &self,
        pointer: ExprId,
        n_args: usize,
        taken: &[FunctionId],
        types: &Types,
    ) -> Vec<FunctionId> {
        let pointee = types.pointee(self.exprs.ty(pointer));
        let Some(Type::Function(wanted)) = pointee.map(|pointee| types.get(pointee)) else {
            return Vec::new();
        };
        let fitting = taken.iter().copied().filter(|&id| match types.get(self.functions[id].ty) {
            Type::Function(signature) => {
                // Without a prototype, the number of arguments that are passed must do.
                let counts = wanted.variadic != Variadic::Unprototyped
                    || signature.variadic != Variadic::No
                    || signature.params.len() == n_args;
                counts && fits(types, signature, wanted)
            }
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_) => false,
        });
        fitting.collect()
    }

    /// Compares the pointer with a function. Gives the location where it is equal; `at` becomes the other one.
    fn guard(
        &mut self,
        at: &mut LocationId,
        pointer: ExprId,
        candidate: FunctionId,
        types: &mut Types,
        span: Span,
    ) -> LocationId {
        let address_ty = types.pointer(self.functions[candidate].ty);
        let address = self.exprs.intern(Expr::Function(candidate), address_ty);
        let address = self.exprs.cast(address, self.exprs.ty(pointer));
        let condition = self.exprs.binary(types, BinaryOp::Eq, pointer, address);
        let Edges { locations, edges, .. } = &mut self.graph;
        let function = locations[*at].function;
        let (yes, no) = (locations.push(Location { function }), locations.push(Location { function }));
        for (to, side) in [(yes, Side::Then), (no, Side::Else)] {
            edges.push(Edge { from: *at, to, op: Op::Assume { condition, side }, span });
        }
        *at = no;
        yes
    }

    fn call_candidate(
        &mut self,
        (from, to, span): (LocationId, LocationId, Span),
        candidate: FunctionId,
        site: &Site,
        (types, names): (&Types, &mut Interner),
    ) {
        match self.infos[candidate].target {
            Target::Body => self.graph.call(from, to, candidate, site.clone(), span),
            Target::Model(_) | Target::Unknown => {
                if let Target::Unknown = self.infos[candidate].target {
                    self.assume_unknown(candidate, types, names, span);
                }
                self.external_candidate((from, to, span), candidate, site, (types, names));
            }
        }
    }

    /// A call of a function without body: arguments and result are of the same class as it declares, perhaps of other types.
    fn external_candidate(
        &mut self,
        (from, to, span): (LocationId, LocationId, Span),
        function: FunctionId,
        site: &Site,
        (types, names): (&Types, &mut Interner),
    ) {
        let mut args = site.args.clone();
        let mut place = site.place;
        let mut end = to;
        if let Type::Function(signature) = types.get(self.functions[function].ty) {
            for (arg, &param) in args.iter_mut().zip(&signature.params) {
                *arg = self.exprs.cast(*arg, param);
            }
            if let Some(target) = place
                && self.exprs.place_ty(target) != signature.result
            {
                let caller = self.graph.locations[from].function;
                let temp = self.fitting_temp(caller, signature.result, span, names);
                let value = self.exprs.load(temp);
                let value = self.exprs.cast(value, self.exprs.place_ty(target));
                end = self.graph.locations.push(Location { function: caller });
                let op = Op::Assign { place: target, value };
                self.graph.edges.push(Edge { from: end, to, op, span });
                place = Some(temp);
            }
        }
        self.graph.edges.push(Edge { from, to: end, op: Op::External { function, args, place }, span });
    }
}
