//! What runs beside `main`: constructors before it, what was registered and destructors at the end.
//!
//! The order is that of the linker and of glibc: see `c_sema`'s essay on these declarations. Where
//! several units or sections have functions of one priority, that they run in the order of the
//! texts is an assumption: gcc with optimisation puts objects of a unit behind its functions.
//!
//! `exit` leaves an edge with an external call behind which nothing follows. It becomes the end of
//! the program, or a call of `$exit`, if anything runs at the end. That function runs what `atexit`
//! registered, then destructors, then what these registered. `main` returns through it too
//! (5.1.2.2.3). Where nothing runs at the end, no automaton has such a function.

use super::Lowerer;
use crate::body::{self, Start};
use crate::graph::Site;
use crate::library::{Intrinsic, Leaving, Model};
use c_sema::hir::{self, Beside, BesideWhat, BesideWhen};
use cfa::{
    Edge, EdgeId, Expr, ExprId, FunctionId, FunctionOrigin, HaltKind, Location, Op, Place, Signature,
    StaticInit, Type, TypeId, VarKind, Variadic,
};
use source::{Diagnostic, Span};
use std::collections::BTreeMap;
use stdx::{Idx, Interner};

/// The functions that run at the end of the program, by how it ends.
#[derive(Clone, Copy, Default)]
pub(super) struct Endings {
    normally: Option<FunctionId>,
    quickly: Option<FunctionId>,
}

impl Lowerer {
    /// The functions that run before `main`, in order.
    pub(super) fn constructors(&mut self, program: &hir::Program, names: &mut Interner) -> Vec<FunctionId> {
        let is_early = |beside: &Beside| match beside.when {
            BesideWhen::First | BesideWhen::Before => true,
            BesideWhen::After => false,
        };
        self.in_order(program, names, is_early)
    }

    fn in_order(
        &mut self,
        program: &hir::Program,
        names: &mut Interner,
        wanted: impl Fn(&Beside) -> bool,
    ) -> Vec<FunctionId> {
        let mut listed: Vec<Beside> = program.beside.iter().copied().filter(wanted).collect();
        // Those without priority come last; the sort is stable.
        let rank = |beside: &Beside| (beside.when, beside.priority.unwrap_or(u16::MAX));
        listed.sort_by_key(rank);
        let is_tie = |pair: &[Beside]| rank(&pair[0]) == rank(&pair[1]);
        if let Some(pair) = listed.windows(2).find(|pair| is_tie(pair)) {
            let text =
                "constructors and destructors of one priority run in the order of the texts, or its reverse";
            self.assume(text.to_owned(), pair[1].span);
        }
        let mut found = Vec::new();
        for beside in listed {
            match beside.what {
                BesideWhat::Function(function) => found.push(self.function(program, names, function)),
                BesideWhat::Table(global) => match self.table(program, names, global) {
                    Some(functions) => found.extend(functions),
                    None => self.refuse("section of functions that holds something else", beside.span),
                },
            }
        }
        let is_bodiless = |&&id: &&FunctionId| self.functions[id].body.is_none();
        if let Some(&bodiless) = found.iter().find(is_bodiless) {
            self.refuse("function without a body that runs beside `main`", self.functions[bodiless].span);
        }
        found
    }

    /// The functions whose addresses an object holds, once static variables are complete.
    fn table(
        &mut self,
        program: &hir::Program,
        names: &mut Interner,
        global: hir::GlobalId,
    ) -> Option<Vec<FunctionId>> {
        let var = self.global(program, names, global);
        let VarKind::Static(StaticInit::Items(items)) = &self.vars[var].kind else { return None };
        let word = program.types.machine().pointer_size();
        let size = program.types.size(self.vars[var].ty)?;
        let mut found: BTreeMap<u128, FunctionId> = BTreeMap::new();
        for &(place, value) in items {
            let at = match self.exprs.place(place) {
                Place::Var(_) => 0,
                Place::Index(array, index) => match self.exprs.place(array) {
                    Place::Var(_) => self.exprs.as_const(index)?,
                    Place::Deref(_) | Place::Field(..) | Place::Index(..) => return None,
                },
                Place::Deref(_) | Place::Field(..) => return None,
            };
            found.insert(at, self.function_at(value)?);
        }
        let is_full = found.len() as u64 * word == size;
        is_full.then(|| found.into_values().collect())
    }

    fn function_at(&self, value: ExprId) -> Option<FunctionId> {
        match self.exprs.expr(value) {
            Expr::Function(function) => Some(function),
            Expr::Cast(inner) => self.function_at(inner),
            Expr::Const(_) | Expr::Load(_) | Expr::AddressOf(_) | Expr::Unary(..) | Expr::Binary(..) => None,
        }
    }

    fn refuse(&mut self, feature: &str, span: Span) {
        let message = format!("unsupported feature: {feature}");
        self.diagnostics.push(Diagnostic::error("E0901", span, message));
    }

    /// Builds what runs at the end.
    pub(super) fn endings(&mut self, program: &mut hir::Program, names: &mut Interner) -> Endings {
        let mut destructors = self.in_order(program, names, |beside| beside.when == BesideWhen::After);
        destructors.reverse();
        let registered = self.runner(program, names, Leaving::Normally);
        let quickly = self.runner(program, names, Leaving::Quickly);
        Endings {
            normally: (registered.is_some() || !destructors.is_empty())
                .then(|| self.ending("$exit", registered, &destructors, program, names)),
            quickly: quickly.map(|quickly| self.ending("$quick_exit", Some(quickly), &[], program, names)),
        }
    }

    /// The part of a model that runs what was registered, if anything ever is.
    fn runner(
        &mut self,
        program: &hir::Program,
        names: &mut Interner,
        leaving: Leaving,
    ) -> Option<FunctionId> {
        let name = names.lookup(leaving.runner())?;
        let defined = |(_, function): &(_, &hir::Function)| function.name == name && function.defined;
        let (found, function) = program.functions.iter_enumerated().find(defined)?;
        let text = "registering a function to run at the end never fails";
        self.assume(text.to_owned(), function.span);
        Some(self.function(program, names, found))
    }

    fn ending(
        &mut self,
        name: &str,
        registered: Option<FunctionId>,
        destructors: &[FunctionId],
        program: &mut hir::Program,
        names: &mut Interner,
    ) -> FunctionId {
        let params = Box::new([TypeId::INT]);
        let id = self.synthetic(name, params, program, names);
        body::lower_ending(self, program, names, id, registered, destructors);
        id
    }

    /// A function of lowering's own.
    pub(super) fn synthetic(
        &mut self,
        name: &str,
        params: Box<[TypeId]>,
        program: &mut hir::Program,
        names: &mut Interner,
    ) -> FunctionId {
        let signature = Signature { result: TypeId::VOID, params, variadic: Variadic::No };
        let ty = program.types.intern(Type::Function(signature));
        self.new_synthetic(names.intern(name), ty, FunctionOrigin::Synthetic)
    }

    /// The synthetic function that initialises static variables, runs constructors and calls the
    /// entry.
    pub(super) fn start_function(
        &mut self,
        program: &mut hir::Program,
        names: &mut Interner,
        start: Start,
    ) -> FunctionId {
        let id = self.synthetic("$start", Box::default(), program, names);
        self.infos[id].noreturn = true;
        body::lower_start(self, program, names, id, &start);
        id
    }

    /// Makes calls of `exit` what they are, now that it is known what runs at the end.
    pub(super) fn settle_exits(&mut self, endings: Endings) {
        let leaving = |lowerer: &Self, function: FunctionId| {
            let model = &lowerer.infos[function].entry?.model;
            if let Model::Intrinsic(Intrinsic::Leave(leaving)) = model { Some(*leaving) } else { None }
        };
        if !self.infos.indices().any(|id| leaving(self, id).is_some()) {
            return;
        }
        let mut goes_on = vec![false; self.graph.locations.len()];
        for edge in &self.graph.edges {
            if let Some(goes_on) = goes_on.get_mut(edge.from.index()) {
                *goes_on = true;
            }
        }
        for position in 0..self.graph.edges.len() {
            let id = EdgeId::new(position);
            let Op::External { function, ref args, .. } = self.graph.edges[id].op else { continue };
            let to = self.graph.edges[id].to.index();
            // A call that a property asks about leaves a further edge, behind which something
            // follows.
            if goes_on.get(to).copied().unwrap_or(false) {
                continue;
            }
            let (Some(leaving), Some(&status)) = (leaving(self, function), args.first()) else { continue };
            let ending = match leaving {
                Leaving::Normally => endings.normally,
                Leaving::Quickly => endings.quickly,
            };
            self.leave(id, status, ending);
        }
    }

    /// Makes an edge the end of the program, behind a call of what runs then.
    fn leave(&mut self, edge: EdgeId, status: ExprId, ending: Option<FunctionId>) {
        let halt = Op::Halt(HaltKind::Exit(Some(status)));
        let Some(ending) = ending else {
            self.graph.edges[edge].op = halt;
            return;
        };
        let Edge { from, span, .. } = self.graph.edges[edge];
        let function = self.graph.locations[from].function;
        let (before, behind) = (
            self.graph.locations.push(Location { function }),
            self.graph.locations.push(Location { function }),
        );
        // It never returns, but no location may be without an edge.
        self.graph.call(before, behind, ending, Site { args: Box::new([status]), place: None }, span);
        self.graph.edges[edge].op = Op::Nop;
        let end = std::mem::replace(&mut self.graph.edges[edge].to, before);
        self.graph.edges.push(Edge { from: behind, to: end, op: halt, span });
    }
}

impl Endings {
    /// What `main` returns through.
    pub(super) fn normally(self) -> Option<FunctionId> {
        self.normally
    }
}
