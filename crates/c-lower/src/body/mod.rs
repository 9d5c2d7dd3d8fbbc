//! Lowering of one body: the state, variables and temporaries, emission of edges.
//!
//! `current` is the location that the next edge leaves, or `None` where control cannot be: behind `return`, `goto` and
//! calls that do not return. Emission is then silent, and statements without labels are skipped altogether.

mod assertion;
mod assign;
mod atomic;
mod builtin;
pub(crate) mod call;
mod complex;
mod condition;
mod effects;
mod expr;
mod init;
mod jumps;
mod order;
mod outside;
mod place;
mod scope;
mod stmt;
mod synthetic;
mod varargs;
mod vla;
mod volatile;

pub(crate) use init::static_value;
pub(crate) use synthetic::{
    Start, lower_ending, lower_interrupts, lower_passing_on, lower_start, wrap_model,
};

use crate::graph::{Graph, Loc, Site};
use crate::library::Test;
use crate::program::Lowerer;
use c_sema::hir::{self, LocalId};
use cfa::{
    AddressTaken, ExprId, FunctionId, Op, PlaceId, Side, Type, TypeId, Types, Var, VarId, VarKind, Variadic,
};
use rustc_hash::FxHashMap;
use source::Span;
use stdx::{Idx, Interner, Symbol};

/// Lowers one body.
pub(crate) struct BodyLowerer<'a> {
    pub(crate) lo: &'a mut Lowerer,
    pub(crate) program: &'a mut hir::Program,
    pub(crate) names: &'a mut Interner,
    body: &'a hir::Body,
    /// The function; `None` in a static initialiser.
    pub(crate) function: Option<FunctionId>,
    /// The function whose labels may be named: itself, or the one around a static variable.
    owner: Option<FunctionId>,
    graph: Graph,
    current: Option<Loc>,
    exit: Loc,
    locals: Vec<Option<VarId>>,
    /// How many variables of this function have a name already.
    copies: FxHashMap<Symbol, u32>,
    n_temps: u32,
    effects: effects::Effects,
    operands: order::Operands,
    /// What operands are made of that is still to be looked at, while one is taken apart.
    deferred: Option<Vec<hir::ExprId>>,
    /// In how many orders the present expression is lowered.
    in_orders: usize,
    /// Expressions that are evaluated already.
    given: FxHashMap<hir::ExprId, ExprId>,
    /// Whether only values that are given are put together.
    is_putting_together: bool,
    scopes: scope::Scopes,
    jumps: jumps::Jumps,
    vlas: FxHashMap<cfa::VlaId, LocalId>,
    /// The hidden parameter with the variable arguments.
    arguments: Option<VarId>,
    /// Set where a static initialiser turns out to need an edge.
    emitted_statically: bool,
    /// Expressions of whose values nothing else is asked.
    tested: FxHashMap<hir::ExprId, Test>,
}

/// Number of expressions from which on memory matters more than the time to move a tree.
const LARGE_BODY: usize = 4096;

/// Lowers a function and appends it to the program.
pub(crate) fn lower_function(
    lo: &mut Lowerer,
    program: &mut hir::Program,
    names: &mut Interner,
    function: FunctionId,
    mut body: hir::Body,
) {
    // A tree that has just outgrown its memory has as much in reserve; a large one had better give it back.
    if body.exprs.len() > LARGE_BODY {
        body.exprs.shrink_to_fit();
        body.stmts.shrink_to_fit();
    }
    build(lo, program, names, (function, body), |lowerer| {
        lowerer.declare_parameters(function);
        lowerer.check_own_assertion(function);
        if let Some(root) = lowerer.body.root {
            lowerer.stmt(root);
        }
        lowerer.fall_off(function);
        lowerer.resolve_jumps();
    });
}

/// Builds the automaton of a function, which `fill` makes, and appends it to the program.
fn build(
    lo: &mut Lowerer,
    program: &mut hir::Program,
    names: &mut Interner,
    (function, tree): (FunctionId, hir::Body),
    fill: impl FnOnce(&mut BodyLowerer<'_>),
) {
    let mut lowerer = BodyLowerer::new(lo, program, names, Some(function), &tree);
    let entry = lowerer.graph.location();
    lowerer.exit = lowerer.graph.location();
    lowerer.current = Some(entry);
    fill(&mut lowerer);
    let BodyLowerer { graph, exit, .. } = lowerer;
    // The tree is not needed any more, and what follows needs memory.
    drop(tree);
    let body = graph.flush(function, entry, exit, &mut lo.graph);
    lo.functions[function].body = Some(body);
}

impl<'a> BodyLowerer<'a> {
    fn new(
        lo: &'a mut Lowerer,
        program: &'a mut hir::Program,
        names: &'a mut Interner,
        function: Option<FunctionId>,
        body: &'a hir::Body,
    ) -> Self {
        let graph = Graph::new(&lo.graph);
        Self {
            lo,
            program,
            names,
            body,
            function,
            owner: function,
            graph,
            current: None,
            exit: Loc(0),
            locals: vec![None; body.locals.len()],
            copies: FxHashMap::default(),
            n_temps: 0,
            effects: effects::Effects::new(body),
            operands: order::Operands::default(),
            deferred: None,
            in_orders: 1,
            given: FxHashMap::default(),
            is_putting_together: false,
            scopes: scope::Scopes::new(body),
            jumps: jumps::Jumps::new(body),
            vlas: body.vlas.iter().copied().collect(),
            arguments: None,
            emitted_statically: false,
            tested: FxHashMap::default(),
        }
    }

    fn declare_parameters(&mut self, function: FunctionId) {
        let body = self.body;
        let listed = match self.program.types.get(self.lo.functions[function].ty) {
            Type::Function(signature) => signature.params.clone(),
            _ => Box::default(),
        };
        let mut params = Vec::with_capacity(body.params.len() + 1);
        for (position, &param) in body.params.iter().enumerate() {
            let var = self.new_local(param, VarKind::Param);
            // The signature does not know the lengths of variable-length arrays, the body does.
            if let Some(&ty) = listed.get(position)
                && self.program.types.pointee(ty).is_some()
            {
                self.lo.vars[var].ty = ty;
            }
            params.push(var);
        }
        for &param in &body.params {
            self.scopes.note(body, param);
        }
        let (result, variadic) = match self.program.types.get(self.lo.functions[function].ty) {
            Type::Function(signature) => (signature.result, signature.variadic),
            _ => (TypeId::VOID, Variadic::No),
        };
        if variadic == Variadic::Yes {
            let list = self.new_var("$va", TypeId::VOID_PTR, VarKind::Param, Span::NONE);
            self.arguments = Some(list);
            params.push(list);
        }
        let result = (result != TypeId::VOID).then(|| {
            let span = self.lo.functions[function].span;
            self.new_var("$result", result, VarKind::Result, span)
        });
        let target = &mut self.lo.functions[function];
        target.params = params;
        target.result = result;
    }

    /// Control reaches the closing brace. The result is indeterminate then, except that `main` returns 0 (5.1.2.2.3).
    fn fall_off(&mut self, function: FunctionId) {
        let span = self.lo.functions[function].span;
        if let Some(result) = self.lo.functions[function].result {
            let is_main = self.names.text(self.lo.functions[function].name) == "main";
            let ty = self.lo.vars[result].ty;
            if is_main && self.program.types.int_shape(ty).is_some() {
                let zero = self.lo.exprs.constant(0, ty);
                self.assign_var(result, zero, span);
            } else {
                self.emit(Op::Declare(result), span);
            }
        }
        self.jump_out(self.scopes.living(), scope::Living::NONE, self.exit, span);
    }

    // ---- variables ----------------------------------------------------------------------------------

    /// The variable of a local, made at its first use.
    fn local(&mut self, local: LocalId) -> VarId {
        match self.locals[local.index()] {
            Some(var) => var,
            None => self.new_local(local, VarKind::Local),
        }
    }

    fn new_local(&mut self, local: LocalId, kind: VarKind) -> VarId {
        let &hir::Local { name, ty, address_taken, align, span } = &self.body.locals[local];
        // A variable-length array lives behind a pointer to its elements.
        let (ty, address_taken) = match self.vla_element(ty) {
            Some(element) => (self.program.types.pointer(element), false),
            None => (ty, address_taken),
        };
        let var = self.push_var(name, ty, kind, span);
        self.lo.vars[var].align = align;
        if address_taken {
            self.lo.vars[var].address_taken = AddressTaken::Yes;
        }
        self.locals[local.index()] = Some(var);
        var
    }

    fn new_var(&mut self, name: &str, ty: TypeId, kind: VarKind, span: Span) -> VarId {
        let name = self.names.intern(name);
        self.push_var(name, ty, kind, span)
    }

    fn push_var(&mut self, name: Symbol, ty: TypeId, kind: VarKind, span: Span) -> VarId {
        let count = self.copies.entry(name).or_insert(0);
        let copy = *count;
        *count += 1;
        let function = self.function;
        let address_taken = AddressTaken::No;
        let align = None;
        let var = self.lo.vars.push(Var { name, copy, ty, kind, function, address_taken, align, span });
        if let Some(function) = function {
            self.lo.functions[function].locals.push(var);
        }
        var
    }

    /// A fresh temporary.
    pub(crate) fn temp(&mut self, ty: TypeId, span: Span) -> PlaceId {
        let name = format!("$t{}", self.n_temps);
        self.n_temps += 1;
        let var = self.new_var(&name, ty, VarKind::Temp, span);
        self.lo.exprs.var(var, ty)
    }

    /// Notes that a pointer to (part of) the place comes into being.
    fn expose(&mut self, place: PlaceId) {
        if let Some(var) = self.lo.exprs.root_var(place) {
            self.lo.vars[var].address_taken = AddressTaken::Yes;
        }
    }

    // ---- emission -----------------------------------------------------------------------------------

    /// One edge from the current location to a new one.
    pub(crate) fn emit(&mut self, op: Op, span: Span) {
        if let Some((from, to)) = self.step() {
            self.graph.edge(&mut self.lo.graph, from, to, op, span);
        }
    }

    /// A call of a function with a body, from the current location to a new one.
    fn emit_call(&mut self, callee: FunctionId, site: Site, span: Span) {
        if let Some(ends) = self.step() {
            self.graph.call(&mut self.lo.graph, ends, callee, site, span);
        }
    }

    /// Moves on to a new location; `None` where control cannot be.
    fn step(&mut self) -> Option<(Loc, Loc)> {
        if self.function.is_none() {
            self.emitted_statically = true;
        }
        let from = self.current?;
        let to = self.graph.fresh_location();
        self.current = Some(to);
        Some((from, to))
    }

    /// An edge behind which the program does not go on.
    pub(crate) fn emit_last(&mut self, op: Op, span: Span) {
        self.emit(op, span);
        self.current = None;
    }

    /// Control goes on at `to`.
    pub(crate) fn jump(&mut self, to: Loc, span: Span) {
        if let Some(from) = self.current.take() {
            self.graph.jump(&mut self.lo.graph, from, to, span);
        }
    }

    /// The next edge leaves `at`, where control may also arrive from the current location.
    fn join(&mut self, at: Loc, span: Span) {
        self.jump(at, span);
        self.current = Some(at);
    }

    /// The two sides of an integer condition.
    fn split(&mut self, condition: ExprId, then: Loc, other: Loc, span: Span) {
        if let Some(from) = self.current.take() {
            let op = Op::Assume { condition, side: Side::Then };
            self.graph.edge(&mut self.lo.graph, from, then, op, span);
            let op = Op::Assume { condition, side: Side::Else };
            self.graph.edge(&mut self.lo.graph, from, other, op, span);
        }
    }

    /// `place = value`
    pub(crate) fn assign(&mut self, place: PlaceId, value: ExprId, span: Span) {
        self.emit(Op::Assign { place, value }, span);
    }

    fn assign_var(&mut self, var: VarId, value: ExprId, span: Span) {
        let place = self.var_place(var);
        self.assign(place, value, span);
    }

    fn var_place(&mut self, var: VarId) -> PlaceId {
        let ty = self.lo.vars[var].ty;
        self.lo.exprs.var(var, ty)
    }

    fn load_var(&mut self, var: VarId) -> ExprId {
        let place = self.var_place(var);
        self.lo.exprs.load(place)
    }

    /// A location that nothing leads to yet.
    pub(crate) fn graph_location(&mut self) -> Loc {
        self.graph.location()
    }

    /// Goes on if an integer is not zero, and to `other` if it is.
    pub(crate) fn go_on_if(&mut self, condition: ExprId, other: Loc, span: Span) {
        let then = self.graph.location();
        self.split(condition, then, other, span);
        self.current = self.graph.is_entered(then).then_some(then);
    }

    /// Goes on at a location, to which control may come from elsewhere, too.
    pub(crate) fn join_at(&mut self, at: Loc, span: Span) {
        self.jump(at, span);
        self.current = self.graph.is_entered(at).then_some(at);
    }

    /// A number that no execution knows: for a proof it is any.
    pub(crate) fn guess(&mut self, span: Span) -> ExprId {
        let place = self.temp(TypeId::INT, span);
        self.call_bodiless("guess_int", &[], place, span);
        self.lo.exprs.load(place)
    }

    /// A number that is any for a proof, and this one in an execution.
    pub(crate) fn typical(&mut self, value: ExprId, span: Span) -> Option<ExprId> {
        let place = self.temp(TypeId::INT, span);
        self.call_bodiless("typical_int", &[value], place, span).then(|| self.lo.exprs.load(place))
    }

    /// Calls a function of the models' own that gives an `int`. Whether there is one.
    fn call_bodiless(&mut self, name: &'static str, args: &[ExprId], place: PlaceId, span: Span) -> bool {
        let Some(entry) = crate::library::own(name) else { return false };
        let (result, variadic) = (TypeId::INT, Variadic::No);
        let params = args.iter().map(|_| TypeId::INT).collect();
        let ty = self.program.types.intern(Type::Function(cfa::Signature { result, params, variadic }));
        let function = self.lo.bodiless(self.names, name, entry, ty);
        self.emit(Op::External { function, args: args.into(), place: Some(place) }, span);
        true
    }

    /// The value in a fresh temporary, so that later side effects do not change it.
    pub(crate) fn save(&mut self, value: ExprId, span: Span) -> ExprId {
        let ty = self.lo.exprs.ty(value);
        let place = self.temp(self.types().storage(ty), span);
        let value = self.fit(value, self.lo.exprs.place_ty(place));
        self.assign(place, value, span);
        let kept = self.lo.exprs.load(place);
        self.fit(kept, ty)
    }

    /// The value such that no side effect can change it any more.
    pub(crate) fn stable(&mut self, value: ExprId, span: Span) -> ExprId {
        if self.lo.reads_memory(value) { self.save(value, span) } else { value }
    }

    /// The place such that no side effect can change which one it is.
    pub(crate) fn stable_place(&mut self, place: PlaceId, span: Span) -> PlaceId {
        if !self.lo.place_reads_memory(place) {
            return place;
        }
        match self.lo.exprs.place(place) {
            cfa::Place::Var(_) => place,
            cfa::Place::Deref(pointer) => {
                let pointer = self.stable(pointer, span);
                self.lo.exprs.deref(&self.program.types, pointer)
            }
            cfa::Place::Field(base, field) => {
                let base = self.stable_place(base, span);
                self.lo.exprs.field(&self.program.types, base, field)
            }
            cfa::Place::Index(base, index) => {
                let base = self.stable_place(base, span);
                let index = self.stable(index, span);
                self.lo.exprs.index(&self.program.types, base, index)
            }
        }
    }

    // ---- small shorthands ---------------------------------------------------------------------------

    pub(crate) fn types(&self) -> &Types {
        &self.program.types
    }

    pub(crate) fn int(&mut self, value: i128, ty: TypeId) -> ExprId {
        self.lo.exprs.int(&self.program.types, value, ty)
    }

    pub(crate) fn binary(&mut self, op: cfa::BinaryOp, left: ExprId, right: ExprId) -> ExprId {
        self.lo.exprs.binary(&self.program.types, op, left, right)
    }

    /// A conversion between scalars; a constant integer is converted at once.
    pub(crate) fn cast(&mut self, value: ExprId, ty: TypeId) -> ExprId {
        let from = self.lo.exprs.ty(value);
        let types = &self.program.types;
        match (self.lo.exprs.as_const(value), types.int_shape(from), types.int_shape(ty)) {
            (Some(bits), Some(_), Some(_)) if ty != TypeId::BOOL => {
                let value = cfa::int_value(types, from, bits);
                self.lo.exprs.int(types, value, ty)
            }
            _ => match self.lo.exprs.expr(value) {
                // Conversions between pointers keep the address: the last one counts.
                cfa::Expr::Cast(inner)
                    if types.pointee(from).is_some()
                        && types.pointee(ty).is_some()
                        && types.pointee(self.lo.exprs.ty(inner)).is_some() =>
                {
                    self.lo.exprs.cast(inner, ty)
                }
                _ => self.lo.exprs.cast(value, ty),
            },
        }
    }

    /// A conversion where C's tree promised equal types: what does not convert, as record and array values, is left alone.
    pub(crate) fn fit(&mut self, value: ExprId, ty: TypeId) -> ExprId {
        let from = self.lo.exprs.ty(value);
        if from != ty && self.types().is_convertible(from, ty) { self.cast(value, ty) } else { value }
    }

    /// The value as one of this type; any value where nothing converts, as between a record and a number. Only a call
    /// asks for such a thing that does not fit its function.
    pub(crate) fn fit_or_any(&mut self, value: ExprId, ty: TypeId, span: Span) -> ExprId {
        let value = self.fit(value, ty);
        let from = self.lo.exprs.ty(value);
        if from == ty {
            return value;
        }
        let name = |ty| cfa::dump::type_name(self.types(), self.names, ty);
        let text =
            format!("a value of type `{}` that a call takes for a `{}` is any value", name(from), name(ty));
        self.lo.assume(text, span);
        self.any_value(ty, span)
    }

    /// A value of which nothing is known.
    pub(crate) fn any_value(&mut self, ty: TypeId, span: Span) -> ExprId {
        let place = self.temp(ty, span);
        self.emit(Op::Havoc { place, origin: cfa::Origin::Environment }, span);
        self.lo.exprs.load(place)
    }

    pub(crate) fn deref(&mut self, pointer: ExprId) -> PlaceId {
        self.lo.exprs.deref(&self.program.types, pointer)
    }

    pub(crate) fn pointer_to(&mut self, ty: TypeId) -> TypeId {
        self.program.types.pointer(ty)
    }

    fn vla_element(&self, ty: TypeId) -> Option<TypeId> {
        match *self.types().get(ty) {
            Type::Array(element, _) if !self.has_fixed_size(ty) => match *self.types().get(ty) {
                Type::Array(_, cfa::ArrayLen::Unknown) => None,
                _ => Some(element),
            },
            _ => None,
        }
    }
}

/// The locations of labels and cases, grown on demand.
pub(crate) fn slot<T: Clone + Default>(slots: &mut Vec<T>, position: usize) -> &mut T {
    if slots.len() <= position {
        slots.resize(position + 1, T::default());
    }
    &mut slots[position]
}

/// Collects a list of a pool, so that the body may be lowered meanwhile.
pub(crate) type List<T> = smallvec::SmallVec<[T; 8]>;
