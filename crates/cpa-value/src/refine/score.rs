//! How much a refutation costs the analysis, by the variables that it would track (Beyer, Löwe, Wendler: Refinement selection, SPIN 2015, after the domain types of
//! Apel, Beyer, Friedberger, Raimondi, von Rhein, HVC 2013).
//!
//! A variable that is only ever set to 0 or 1 has two values on any path, one that is set to constants has a few, one that is computed has many, and one that a loop counts
//! has as many as the loop has iterations. So refutations by the first kind are preferred: they can be covered soonest. What is tracked already costs nothing more: without that, a refutation
//! by one more flag is always cheaper than one by the variable that holds the state of a protocol, and the flags multiply.

use super::Refutation;
use crate::analysis::ValueAnalysis;
use crate::memory::{Origin, TrackId};
use crate::options::PrefixChoice;
use cfa::{Cfa, Expr, ExprId, LocationId, Op, Place, VarId};
use stdx::IndexVec;

/// What a variable is assigned in the whole program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// Only 0 and 1.
    Truth,
    /// Only constants.
    Constants,
    /// Anything.
    Computed,
    /// Something that depends on its own value, in a loop.
    Counter,
}

impl Kind {
    fn cost(self) -> u64 {
        match self {
            Self::Truth => 1,
            Self::Constants => 2,
            Self::Computed => 20,
            Self::Counter => 400,
        }
    }
}

impl ValueAnalysis<'_> {
    pub(crate) fn score(&mut self, refutation: &Refutation) -> u64 {
        let tracks = self.tracks_of_all(refutation);
        let known = self.found.all();
        let kinds: Vec<Kind> = tracks
            .into_iter()
            .filter(|track| !known.contains(track))
            .map(|track| self.kind_of(track))
            .collect();
        match self.options.prefix {
            PrefixChoice::FewestLoopVariables => {
                kinds.iter().filter(|&&kind| kind == Kind::Counter).count() as u64
            }
            PrefixChoice::Shortest | PrefixChoice::Longest | PrefixChoice::DomainType => {
                kinds.into_iter().map(Kind::cost).sum()
            }
        }
    }

    fn kind_of(&mut self, track: TrackId) -> Kind {
        let (origin, _, _) = self.domain.memory.tracked(track);
        let var = match origin {
            Origin::Variable(var) => var,
            Origin::Site(_) => return Kind::Computed,
        };
        let cfa = self.domain.cfa;
        let kinds = self.kinds.get_or_insert_with(|| kinds(cfa));
        kinds[var]
    }
}

/// Which variable is assigned what, in the whole program.
struct Assignments<'a> {
    cfa: &'a Cfa,
    kinds: IndexVec<VarId, Kind>,
    /// Whose value another variable gets as it is.
    copies: Vec<(VarId, VarId)>,
}

/// The kind of each variable.
pub(crate) fn kinds(cfa: &Cfa) -> IndexVec<VarId, Kind> {
    let kinds = IndexVec::from_elem(Kind::Truth, cfa.vars.len());
    let mut found = Assignments { cfa, kinds, copies: Vec::new() };
    for edge in &cfa.edges {
        found.take(edge.from, &edge.op);
    }
    found.closed()
}

impl Assignments<'_> {
    fn raise(&mut self, var: VarId, kind: Kind) {
        self.kinds[var] = kind.max(self.kinds[var]);
    }

    fn take(&mut self, from: LocationId, op: &Op) {
        let cfa = self.cfa;
        match *op {
            Op::Assign { place, value } => {
                if let Some(var) = cfa.exprs.root_var(place) {
                    self.assign(from, var, value);
                }
            }
            Op::Call(call) => {
                let site = &cfa.calls[call];
                for (&param, &arg) in cfa.functions[site.callee].params.iter().zip(&site.args) {
                    self.assign(from, param, arg);
                }
            }
            Op::Return(call) => {
                let site = &cfa.calls[call];
                let var = site.place.and_then(|place| cfa.exprs.root_var(place));
                if let (Some(var), Some(result)) = (var, cfa.functions[site.callee].result) {
                    self.copies.push((result, var));
                }
            }
            Op::Havoc { place, .. } | Op::Allocate { place, .. } | Op::ObjectSize { place, .. } => {
                if let Some(var) = cfa.exprs.root_var(place) {
                    self.raise(var, Kind::Computed);
                }
            }
            Op::External { place, .. } | Op::UnknownCall { place, .. } => {
                if let Some(var) = place.and_then(|place| cfa.exprs.root_var(place)) {
                    self.raise(var, Kind::Computed);
                }
            }
            Op::Nop
            | Op::Assume { .. }
            | Op::Zero { .. }
            | Op::InitStatic(_)
            | Op::Declare(_)
            | Op::EndLifetime(_)
            | Op::Free { .. }
            | Op::MemoryCopy { .. }
            | Op::MemorySet { .. }
            | Op::Halt(_)
            | Op::Unsupported { .. } => {}
        }
    }

    fn assign(&mut self, from: LocationId, var: VarId, value: ExprId) {
        match copied(self.cfa, value) {
            Some(source) => self.copies.push((source, var)),
            None => self.raise(var, assigned(self.cfa, from, var, value)),
        }
    }

    /// A copy has at least the values of the original.
    fn closed(mut self) -> IndexVec<VarId, Kind> {
        let copies = std::mem::take(&mut self.copies);
        let mut changes = true;
        while changes {
            changes = false;
            for &(source, var) in &copies {
                if self.kinds[var] < self.kinds[source] {
                    self.kinds[var] = self.kinds[source];
                    changes = true;
                }
            }
        }
        self.kinds
    }
}

/// The variable whose value an expression is, below casts.
fn copied(cfa: &Cfa, value: ExprId) -> Option<VarId> {
    let mut at = value;
    loop {
        match cfa.exprs.expr(at) {
            Expr::Load(place) => {
                return match cfa.exprs.place(place) {
                    Place::Var(var) => Some(var),
                    Place::Deref(_) | Place::Field(..) | Place::Index(..) => None,
                };
            }
            Expr::Cast(operand) => at = operand,
            Expr::Const(_) | Expr::AddressOf(_) | Expr::Function(_) | Expr::Unary(..) | Expr::Binary(..) => {
                return None;
            }
        }
    }
}

fn assigned(cfa: &Cfa, from: LocationId, var: VarId, value: ExprId) -> Kind {
    let mut pending = vec![value];
    let mut kind = Kind::Constants;
    if let Some(bits) = constant(cfa, value) {
        return if bits <= 1 { Kind::Truth } else { Kind::Constants };
    }
    let mut effort = 1000;
    while let Some(at) = pending.pop() {
        // Expressions share parts, so that a walk may be much longer than the expression.
        effort -= 1;
        if effort == 0 {
            return Kind::Computed;
        }
        match cfa.exprs.expr(at) {
            Expr::Const(_) | Expr::Function(_) | Expr::AddressOf(_) => {}
            Expr::Load(place) => {
                kind = kind.max(Kind::Computed);
                let is_own = matches!(cfa.exprs.place(place), Place::Var(read) if read == var);
                if is_own && cfa.structure().innermost_loop(from).is_some() {
                    return Kind::Counter;
                }
            }
            Expr::Unary(_, operand) | Expr::Cast(operand) => pending.push(operand),
            Expr::Binary(op, ..) if op.is_comparison() => {}
            Expr::Binary(_, left, right) => pending.extend([left, right]),
        }
    }
    kind
}

/// The bits of a constant below casts.
fn constant(cfa: &Cfa, expr: ExprId) -> Option<u128> {
    let mut at = expr;
    loop {
        match cfa.exprs.expr(at) {
            Expr::Const(bits) => return Some(cfa.exprs.bits(bits)),
            Expr::Cast(operand) => at = operand,
            Expr::Binary(op, ..) if op.is_comparison() => return Some(1),
            Expr::Load(_) | Expr::AddressOf(_) | Expr::Function(_) | Expr::Unary(..) | Expr::Binary(..) => {
                return None;
            }
        }
    }
}
