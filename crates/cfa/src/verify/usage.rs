//! Which variables expressions use, and where: rules that need more than one node at a time.
//!
//! Summaries are computed bottom-up over the shared nodes (operands are older), the set of used nodes
//! top-down. Both are one pass; nodes that nothing uses are allowed and ignored.

use super::{Checker, Rule, Subject, shown, shown_op};
use crate::{
    AddressTaken, Cfa, Expr, ExprId, FunctionId, HaltKind, Op, Place, PlaceId, StaticInit, VarId, VarKind,
    dump,
};
use stdx::IndexVec;

/// What an expression or place depends on.
#[derive(Clone, Copy)]
struct Summary {
    owner: Owner,
    /// Whether something is loaded.
    loads: bool,
}

/// Whose automatic variables occur.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Nobody,
    Function(FunctionId),
    Several,
}

impl Summary {
    const CONSTANT: Self = Self { owner: Owner::Nobody, loads: false };

    fn join(self, other: Self) -> Self {
        let owner = match (self.owner, other.owner) {
            (Owner::Nobody, owner) | (owner, Owner::Nobody) => owner,
            (one, another) if one == another => one,
            (Owner::Function(_) | Owner::Several, Owner::Function(_) | Owner::Several) => Owner::Several,
        };
        Self { owner, loads: self.loads || other.loads }
    }

    /// Whether an edge of `function` may use it.
    fn belongs_to(self, function: FunctionId) -> bool {
        match self.owner {
            Owner::Nobody => true,
            Owner::Function(owner) => owner == function,
            Owner::Several => false,
        }
    }
}

/// Summaries of all nodes.
struct Summaries {
    exprs: IndexVec<ExprId, Summary>,
    /// `None` until an expression needs the place or the end is reached.
    places: IndexVec<PlaceId, Option<Summary>>,
}

impl Summaries {
    fn compute(cfa: &Cfa) -> Self {
        let (n_exprs, n_places) = cfa.exprs.counts();
        let mut summaries = Self {
            exprs: IndexVec::from_elem(Summary::CONSTANT, n_exprs),
            places: IndexVec::from_elem(None, n_places),
        };
        let mut chain = Vec::new();
        for id in cfa.exprs.expr_ids() {
            let summary = match cfa.exprs.expr(id) {
                Expr::Const(_) | Expr::Function(_) => Summary::CONSTANT,
                Expr::Load(place) => Summary { loads: true, ..summaries.place(cfa, place, &mut chain) },
                Expr::AddressOf(place) => summaries.place(cfa, place, &mut chain),
                Expr::Unary(_, operand) | Expr::Cast(operand) => summaries.exprs[operand],
                Expr::Binary(_, left, right) => summaries.exprs[left].join(summaries.exprs[right]),
            };
            summaries.exprs[id] = summary;
        }
        for id in cfa.exprs.place_ids() {
            summaries.place(cfa, id, &mut chain);
        }
        summaries
    }

    /// The summary of a place whose expressions are summarised already.
    fn place(&mut self, cfa: &Cfa, id: PlaceId, chain: &mut Vec<PlaceId>) -> Summary {
        // Down to a base that is known, then up again.
        let mut at = id;
        let mut summary = loop {
            if let Some(known) = self.places[at] {
                break known;
            }
            chain.push(at);
            match cfa.exprs.place(at) {
                Place::Var(_) | Place::Deref(_) => break Summary::CONSTANT,
                Place::Field(base, _) | Place::Index(base, _) => at = base,
            }
        };
        while let Some(place) = chain.pop() {
            let own = match cfa.exprs.place(place) {
                Place::Var(var) => Summary { owner: owner(cfa, var), loads: false },
                Place::Deref(expr) | Place::Index(_, expr) => self.exprs[expr],
                Place::Field(..) => Summary::CONSTANT,
            };
            summary = summary.join(own);
            self.places[place] = Some(summary);
        }
        summary
    }

    fn of_place(&self, id: PlaceId) -> Summary {
        self.places[id].unwrap_or(Summary::CONSTANT)
    }
}

fn owner(cfa: &Cfa, var: VarId) -> Owner {
    let var = &cfa.vars[var];
    match (&var.kind, var.function) {
        (VarKind::Static(_), _) | (_, None) => Owner::Nobody,
        (VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result, Some(function)) => {
            Owner::Function(function)
        }
    }
}

/// The nodes that operations and initial values use.
struct Used {
    exprs: IndexVec<ExprId, bool>,
    places: IndexVec<PlaceId, bool>,
}

impl Used {
    /// Marks a place, its bases and the expressions inside them.
    fn place(&mut self, cfa: &Cfa, id: PlaceId) {
        let mut at = id;
        while !self.places[at] {
            self.places[at] = true;
            match cfa.exprs.place(at) {
                Place::Var(_) => return,
                Place::Deref(pointer) => {
                    self.exprs[pointer] = true;
                    return;
                }
                Place::Field(base, _) => at = base,
                Place::Index(base, index) => {
                    self.exprs[index] = true;
                    at = base;
                }
            }
        }
    }

    /// Marks all operands, from the newest expression to the oldest.
    fn close(&mut self, cfa: &Cfa) {
        for id in cfa.exprs.expr_ids().rev() {
            if !self.exprs[id] {
                continue;
            }
            match cfa.exprs.expr(id) {
                Expr::Const(_) | Expr::Function(_) => {}
                Expr::Load(place) | Expr::AddressOf(place) => self.place(cfa, place),
                Expr::Unary(_, operand) | Expr::Cast(operand) => self.exprs[operand] = true,
                Expr::Binary(_, left, right) => {
                    self.exprs[left] = true;
                    self.exprs[right] = true;
                }
            }
        }
    }
}

impl Checker<'_> {
    pub(super) fn usage(&mut self) {
        let cfa = self.cfa;
        let (n_exprs, n_places) = cfa.exprs.counts();
        let summaries = Summaries::compute(cfa);
        let mut used =
            Used { exprs: IndexVec::from_elem(false, n_exprs), places: IndexVec::from_elem(false, n_places) };
        for (id, edge) in cfa.edges.iter_enumerated() {
            let function = cfa.locations[edge.from].function;
            let mut is_own = true;
            visit_operands(cfa, &edge.op, |operand| match operand {
                Operand::Expr(expr) => {
                    used.exprs[expr] = true;
                    is_own &= summaries.exprs[expr].belongs_to(function);
                }
                Operand::Place(place) => {
                    used.place(cfa, place);
                    is_own &= summaries.of_place(place).belongs_to(function);
                }
                Operand::Var(var) => {
                    is_own &=
                        matches!(owner(cfa, var), Owner::Nobody) || cfa.vars[var].function == Some(function)
                }
            });
            self.require(is_own, Rule::ForeignVariable, Subject::Edge(id), |cfa| {
                format!(
                    "`{}` in `{}` uses a variable of another function",
                    shown_op(cfa, &edge.op),
                    cfa.function_name(function)
                )
            });
        }
        for (id, var) in cfa.vars.iter_enumerated() {
            if let VarKind::Static(init) = &var.kind {
                self.static_init(id, init, &summaries, &mut used);
            }
        }
        used.close(cfa);
        for id in cfa.exprs.expr_ids() {
            if used.exprs[id]
                && let Expr::AddressOf(place) = cfa.exprs.expr(id)
                && let Some(var) = cfa.exprs.root_var(place)
            {
                self.require(
                    cfa.vars[var].address_taken == AddressTaken::Yes,
                    Rule::AddressTaken,
                    Subject::Var(var),
                    |cfa| {
                        format!(
                            "`{}` occurs, but the variable is not marked as address-taken",
                            dump::expression(cfa, id)
                        )
                    },
                );
            }
        }
    }

    fn static_init(&mut self, id: VarId, init: &StaticInit, summaries: &Summaries, used: &mut Used) {
        let cfa = self.cfa;
        let var = &cfa.vars[id];
        let subject = Subject::Var(id);
        match init {
            StaticInit::Zero | StaticInit::Undefined => {}
            StaticInit::Bytes(bytes) | StaticInit::Literal(bytes) => {
                let size = self.sizes[var.ty];
                self.require(size == Some(bytes.len() as u64), Rule::StaticInit, subject, |cfa| {
                    format!("{} bytes for a variable of type `{}`", bytes.len(), shown(cfa, var.ty))
                });
            }
            StaticInit::Items(items) => {
                for &(place, value) in items {
                    used.exprs[value] = true;
                    used.place(cfa, place);
                    let summary = summaries.of_place(place).join(summaries.exprs[value]);
                    let is_constant = !summary.loads && summary.owner == Owner::Nobody;
                    let is_sound = is_constant
                        && cfa.exprs.root_var(place) == Some(id)
                        && cfa.exprs.place_ty(place) == cfa.exprs.ty(value);
                    self.require(is_sound, Rule::StaticInit, subject, |cfa| {
                        let (place, value) = (dump::place(cfa, place), dump::expression(cfa, value));
                        format!("`{place} = {value}` is no part of its initial value")
                    });
                }
            }
        }
    }
}

/// An operand of an operation.
enum Operand {
    Expr(ExprId),
    Place(PlaceId),
    Var(VarId),
}

/// Calls `visit` for every operand. The operands of a call belong to its call edge.
fn visit_operands(cfa: &Cfa, op: &Op, mut visit: impl FnMut(Operand)) {
    match op {
        Op::Nop
        | Op::Return(_)
        | Op::Halt(HaltKind::Exit(None) | HaltKind::Abort | HaltKind::Unreachable)
        | Op::Unsupported { .. } => {}
        Op::Assume { condition: expr, .. }
        | Op::Free { pointer: expr }
        | Op::Halt(HaltKind::Exit(Some(expr))) => {
            visit(Operand::Expr(*expr));
        }
        Op::Assign { place, value: expr }
        | Op::Allocate { place, size: expr, .. }
        | Op::ObjectSize { place, pointer: expr } => {
            visit(Operand::Place(*place));
            visit(Operand::Expr(*expr));
        }
        Op::Zero { place } | Op::Havoc { place, .. } => visit(Operand::Place(*place)),
        Op::InitStatic(var) | Op::Declare(var) | Op::EndLifetime(var) => visit(Operand::Var(*var)),
        Op::Call(call) => {
            let call = &cfa.calls[*call];
            call.args.iter().for_each(|&arg| visit(Operand::Expr(arg)));
            call.place.into_iter().for_each(|place| visit(Operand::Place(place)));
        }
        Op::External { args, place, .. } => {
            args.iter().for_each(|&arg| visit(Operand::Expr(arg)));
            place.iter().for_each(|&place| visit(Operand::Place(place)));
        }
        Op::UnknownCall { pointer, args, place } => {
            visit(Operand::Expr(*pointer));
            args.iter().for_each(|&arg| visit(Operand::Expr(arg)));
            place.iter().for_each(|&place| visit(Operand::Place(place)));
        }
        Op::MemoryCopy { target, source: operand, size, .. }
        | Op::MemorySet { target, value: operand, size } => {
            [*target, *operand, *size].into_iter().for_each(|expr| visit(Operand::Expr(expr)));
        }
    }
}
