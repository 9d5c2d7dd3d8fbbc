//! Calls through pointers: a guarded choice over the functions that the pointer may hold.
//!
//! The candidates are the functions whose address is taken anywhere and whose signature fits: as many parameters, each of
//! the same class (pointers with pointers, integers of one size, the same float, the same record), and such a result. The call
//! becomes a chain of comparisons in the order of function numbers.
//!
//! What is left are functions of the program that do not fit, and functions of the environment. The former get to such a pointer only by a cast somewhere in the program, of the function
//! or of a pointer to functions of its class, or as an argument of a call that does not tell its type. A cast whose value goes nowhere does not count, such as one in the initialiser of a variable that is never read. Those for which there is one are compared, too, and lead to something that is not supported. Behind that is an [`Op::UnknownCall`] edge: a
//! function that is not the program's, of which is assumed what is assumed of every function without a body. What it changes follows.
//!
//! *Unsound only* in that a function may get to a pointer of another class by the same bytes, without a cast (6.5p7 leaves that undefined).

use super::class::class;
use super::{Externals, Lowerer, Target};
use crate::body;
use crate::graph::{Edges, Site};
use c_sema::hir;
use cfa::{
    BinaryOp, Edge, EdgeId, Expr, ExprId, FunctionId, FunctionOrigin, HaltKind, Location, LocationId, Op,
    Place, Side, Signature, StaticInit, Type, TypeId, Types, VarId, Variadic,
};
use rustc_hash::FxHashSet;
use source::Span;
use stdx::{Interner, Symbol};

/// Between which locations a function is called through a pointer.
#[derive(Clone, Copy)]
struct Ends {
    from: LocationId,
    /// Behind the call.
    to: LocationId,
    /// Behind one of a function that nobody knows, before what it changes.
    behind: LocationId,
}

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

/// The signature of the functions that a type points to.
fn pointed(types: &Types, ty: TypeId) -> Option<&Signature> {
    match types.get(types.pointee(ty)?) {
        Type::Function(signature) => Some(signature),
        Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Array(..) | Type::Record(_) => {
            None
        }
    }
}

/// The expressions of an operation whose values go somewhere, what is called included: not conditions.
fn keep_operands(op: &Op, kept: &mut Vec<ExprId>) {
    match *op {
        Op::Assign { value, .. } => kept.push(value),
        Op::External { ref args, .. } => kept.extend(args),
        Op::UnknownCall { pointer, ref args, .. } => {
            kept.push(pointer);
            kept.extend(args);
        }
        Op::Allocate { size, .. } => kept.push(size),
        Op::Free { pointer } | Op::ObjectSize { pointer, .. } => kept.push(pointer),
        Op::MemoryCopy { target, source, size, .. } => kept.extend([target, source, size]),
        Op::MemorySet { target, value, size } => kept.extend([target, value, size]),
        Op::Halt(HaltKind::Exit(Some(status))) => kept.push(status),
        Op::Nop
        | Op::Assume { .. }
        | Op::Zero { .. }
        | Op::Havoc { .. }
        | Op::InitStatic(_)
        | Op::Declare(_)
        | Op::EndLifetime(_)
        | Op::Call(_)
        | Op::Return(_)
        | Op::Halt(_)
        | Op::Unsupported { .. } => {}
    }
}

impl Lowerer {
    /// Functions that models call through pointers, and that a property asks about: what models call
    /// among themselves does not count, so each is called by a function of nobody's.
    pub(super) fn pass_on_watched(&mut self, program: &mut hir::Program, names: &mut Interner) {
        let is_model = |edge: &EdgeId| self.origin(self.graph.edges[*edge].from) == FunctionOrigin::Library;
        if !self.graph.indirect.iter().any(is_model) {
            return;
        }
        let is_meant = |&id: &FunctionId| self.infos[id].address_taken && self.is_watched(id);
        let watched: Vec<FunctionId> = self.infos.indices().filter(is_meant).collect();
        for callee in watched {
            let name = format!("{} called back", names.text(self.functions[callee].name));
            let (name, ty) = (names.intern(&name), self.functions[callee].ty);
            let function = self.new_synthetic(name, ty, FunctionOrigin::Synthetic);
            body::lower_passing_on(self, program, names, function, callee);
            self.called_back.insert(callee, function);
        }
    }

    fn origin(&self, at: LocationId) -> FunctionOrigin {
        self.functions[self.graph.locations[at].function].origin
    }

    /// Expands all calls through pointers.
    pub(super) fn expand_indirect_calls(&mut self, types: &mut Types, names: &mut Interner) {
        let taken: Vec<FunctionId> =
            self.infos.indices().filter(|&id| self.infos[id].address_taken).collect();
        let cast = self.cast_away(&taken, types);
        let mut edges = std::mem::take(&mut self.graph.indirect).into_iter().peekable();
        while let Some(edge) = edges.next() {
            let Edge { from, to, span, ref op } = self.graph.edges[edge];
            let Op::UnknownCall { pointer, ref args, place } = *op else { continue };
            let site = Site { args: args.clone(), place };
            // The second edge of two from one location is the call that changes more; the first one
            // leads behind that.
            let writing = edges.next_if(|&other| self.graph.edges[other].from == from);
            let behind = writing.map_or(to, |writing| self.graph.edges[writing].to);
            let mut at = from;
            let (candidates, others) = self.candidates(pointer, args.len(), &taken, types);
            for candidate in candidates {
                let yes = self.guard(&mut at, pointer, candidate, types, span);
                let ends = Ends { from: yes, to, behind };
                self.call_candidate((ends, span), candidate, &site, (types, names));
            }
            for other in others.into_iter().filter(|other| cast.contains(other)) {
                let yes = self.guard(&mut at, pointer, other, types, span);
                let name = names.text(self.functions[other].name);
                let feature = format!("call of `{name}` as a function of another type");
                self.refuse_at(yes, names.intern(&feature), span);
            }
            self.leave_to_environment((edge, writing), at);
            let text = format!(
                "a call through a pointer that is to none of the program's functions of that type is to one of the environment: {}",
                self.externals.assumed()
            );
            self.assume(text, span);
        }
    }

    /// The rest of a call through a pointer, from where it is to no function of the program.
    fn leave_to_environment(&mut self, (first, writing): (EdgeId, Option<EdgeId>), at: LocationId) {
        let Some(writing) = writing else {
            self.graph.edges[first].from = at;
            return;
        };
        let between = self.graph.locations.push(Location { function: self.graph.locations[at].function });
        let Edge { to, span, .. } = self.graph.edges[writing];
        self.graph.edges[first] = Edge { from: between, to, op: Op::Nop, span };
        let edge = &mut self.graph.edges[writing];
        (edge.from, edge.to) = (at, between);
    }

    fn refuse_at(&mut self, from: LocationId, feature: Symbol, span: Span) {
        let function = self.graph.locations[from].function;
        let end = self.graph.locations.push(Location { function });
        self.graph.edges.push(Edge { from, to: end, op: Op::Unsupported { feature }, span });
    }

    /// Expressions whose value goes anywhere: into a place or a call, by itself or as part of another one. What is only compared does not.
    fn kept_values(&self) -> FxHashSet<ExprId> {
        let mut pending: Vec<ExprId> = Vec::new();
        for id in self.exprs.place_ids() {
            match self.exprs.place(id) {
                Place::Deref(value) | Place::Index(_, value) => pending.push(value),
                Place::Var(_) | Place::Field(..) => {}
            }
        }
        pending.extend(self.graph.calls.iter().flat_map(|call| call.args.iter().copied()));
        self.graph.edges.iter().for_each(|edge| keep_operands(&edge.op, &mut pending));
        let used = self.used_variables();
        let items =
            self.initialised.iter().filter(|(var, _)| used.contains(var)).flat_map(|(_, init)| match init {
                StaticInit::Items(items) => &items[..],
                StaticInit::Zero | StaticInit::Bytes(_) | StaticInit::Literal(_) | StaticInit::Undefined => {
                    &[]
                }
            });
        pending.extend(items.map(|(_, value)| *value));
        let mut kept = FxHashSet::default();
        while let Some(id) = pending.pop() {
            if !kept.insert(id) {
                continue;
            }
            match self.exprs.expr(id) {
                Expr::Binary(op, left, right) if !op.is_comparison() => pending.extend([left, right]),
                Expr::Unary(_, operand) | Expr::Cast(operand) => pending.push(operand),
                Expr::Binary(..)
                | Expr::Const(_)
                | Expr::Load(_)
                | Expr::AddressOf(_)
                | Expr::Function(_) => {}
            }
        }
        kept
    }

    /// Variables that are read, or whose address is taken. What others are initialised with goes nowhere: tables that only a linker reads have functions as numbers.
    fn used_variables(&self) -> FxHashSet<VarId> {
        let place = |id: ExprId| match self.exprs.expr(id) {
            Expr::Load(place) | Expr::AddressOf(place) => Some(place),
            Expr::Const(_) | Expr::Function(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Cast(_) => None,
        };
        let places = self.exprs.expr_ids().filter_map(place);
        places.filter_map(|place| self.exprs.root_var(place)).collect()
    }

    /// The signature of a function.
    pub(super) fn signature<'t>(&self, id: FunctionId, types: &'t Types) -> Option<&'t Signature> {
        match types.get(self.functions[id].ty) {
            Type::Function(signature) => Some(signature),
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_) => None,
        }
    }

    /// Functions that may get to a pointer to functions of another class.
    fn cast_away(&self, taken: &[FunctionId], types: &Types) -> FxHashSet<FunctionId> {
        let mut sources = self.cast_sources(types);
        sources.extend(self.passed_sources(taken, types));
        let mut found = self.seen_otherwise(types);
        for from in sources.iter().filter_map(|&source| pointed(types, source)) {
            let fitting = |&&id: &&FunctionId| {
                self.signature(id, types).is_some_and(|signature| fits(types, signature, from))
            };
            found.extend(taken.iter().filter(fitting));
        }
        found
    }

    /// Functions whose address is taken in a unit that declares them in another way than they are
    /// defined: as if by a cast.
    fn seen_otherwise(&self, types: &Types) -> FxHashSet<FunctionId> {
        let kept = self.kept_values();
        let mut found = FxHashSet::default();
        for id in self.exprs.expr_ids() {
            let Expr::Function(function) = self.exprs.expr(id) else { continue };
            let fits = match (pointed(types, self.exprs.ty(id)), self.signature(function, types)) {
                (Some(seen), Some(defined)) => fits(types, defined, seen),
                (_, _) => false,
            };
            if !fits && kept.contains(&id) {
                found.insert(function);
            }
        }
        found
    }

    /// Types of pointers to functions that some cast takes to another class, to what is no pointer to functions, or to one without a prototype, whose calls may pass anything.
    fn cast_sources(&self, types: &Types) -> Vec<TypeId> {
        let kept = self.kept_values();
        let mut sources = Vec::new();
        for id in self.exprs.expr_ids() {
            let Expr::Cast(operand) = self.exprs.expr(id) else { continue };
            if !kept.contains(&id) {
                continue;
            }
            let Some(from) = pointed(types, self.exprs.ty(operand)) else { continue };
            let to = pointed(types, self.exprs.ty(id));
            let stays = to.is_some_and(|to| {
                fits(types, from, to)
                    && from.variadic != Variadic::Unprototyped
                    && to.variadic != Variadic::Unprototyped
            });
            if !stays {
                sources.push(self.exprs.ty(operand));
            }
        }
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    /// Types of what calls pass without knowing the other side's type: arguments of a function without a prototype or beyond its parameters, and arguments and results of calls through pointers, where every
    /// pointer fits.
    fn passed_sources(&self, taken: &[FunctionId], types: &Types) -> Vec<TypeId> {
        let mut sources = Vec::new();
        for call in &self.graph.calls {
            let signature = self.signature(call.callee, types);
            let known = signature.filter(|signature| signature.variadic != Variadic::Unprototyped);
            let known = known.map_or(0, |signature| signature.params.len());
            sources.extend(call.args.iter().skip(known).map(|&arg| self.exprs.ty(arg)));
        }
        for &edge in &self.graph.indirect {
            if let Op::UnknownCall { ref args, .. } = self.graph.edges[edge].op {
                sources.extend(args.iter().map(|&arg| self.exprs.ty(arg)));
            }
        }
        sources.extend(taken.iter().filter_map(|&id| Some(self.signature(id, types)?.result)));
        sources.retain(|&ty| pointed(types, ty).is_some());
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    /// The functions that a call may mean, and the others.
    fn candidates(
        &self,
        pointer: ExprId,
        n_args: usize,
        taken: &[FunctionId],
        types: &Types,
    ) -> (Vec<FunctionId>, Vec<FunctionId>) {
        let Some(wanted) = pointed(types, self.exprs.ty(pointer)) else {
            return (Vec::new(), taken.to_vec());
        };
        taken.iter().partition(|&&id| {
            self.signature(id, types).is_some_and(|signature| {
                // Without a prototype, the number of arguments that are passed must do.
                let counts = wanted.variadic != Variadic::Unprototyped
                    || signature.variadic != Variadic::No
                    || signature.params.len() == n_args;
                counts && fits(types, signature, wanted)
            })
        })
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
        (ends, span): (Ends, Span),
        candidate: FunctionId,
        site: &Site,
        (types, names): (&Types, &mut Interner),
    ) {
        let Ends { from, to, behind } = ends;
        if let Some(&passing_on) = self.called_back.get(&candidate)
            && self.origin(from) == FunctionOrigin::Library
        {
            self.graph.call(from, to, passing_on, site.clone(), span);
            return;
        }
        let info = &self.infos[candidate];
        match info.target {
            Target::Body => self.graph.call(from, to, candidate, site.clone(), span),
            Target::Model(_) => self.external_candidate((from, to, span), candidate, site, (types, names)),
            Target::Unknown => {
                let is_libc = info.is_libc;
                let name = names.text(self.functions[candidate].name);
                match self.externals {
                    Externals::Pure => self.assume_unknown(candidate, types, names, span),
                    Externals::WriteArguments | Externals::Any if is_libc => {
                        let feature = names.intern(&format!("library function without a model: `{name}`"));
                        self.refuse_at(from, feature, span);
                        return;
                    }
                    Externals::WriteArguments => self.assume_writing(candidate, names, span),
                    Externals::Any => {}
                }
                self.external_candidate((from, behind, span), candidate, site, (types, names));
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
