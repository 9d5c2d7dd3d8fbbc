//! The conjuncts of a path: definitions of copies, and conditions with the inputs that they depend on.
//!
//! A conjunct `copy = term` of a step that made the copy restricts nothing: it only says what the copy is. Everything else is a condition. A condition depends on inputs, which are the copies that nothing
//! on the path defines, perhaps through definitions. Two conditions that share no input, not even through other conditions, do not bear on each other.
//!
//! A conjunct that is taken for the wrong kind makes queries larger or weaker, and never wrong: each query is a part of the path's conjuncts.

use formula::{Encoder, PathFormula};
use rustc_hash::FxHashSet;
use smt::eval::eval;
use smt::transform::FreeSymbols;
use smt::{Assignment, CoreOp, Op, SymbolId, TermId, Terms};
use std::rc::Rc;

/// What a copy is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Definition {
    /// The copy.
    pub(super) symbol: SymbolId,
    /// What it is.
    pub(super) value: TermId,
    /// The conjunct that says so.
    pub(super) fact: TermId,
}

/// What a step added.
#[derive(Default)]
pub(super) struct Step {
    pub(super) definitions: Vec<Definition>,
    pub(super) conditions: Vec<TermId>,
}

/// A condition.
#[derive(Debug)]
pub(super) struct Constraint {
    /// The condition.
    pub(super) formula: TermId,
    /// The inputs that it depends on, in order.
    pub(super) inputs: Box<[SymbolId]>,
    /// The definitions by which it depends on them, each after those that it needs.
    pub(super) definitions: Box<[Definition]>,
}

/// Sorts the conjuncts of a step.
pub(super) fn classify(
    terms: &mut Terms,
    encoder: &Encoder<'_>,
    before: &PathFormula,
    conjunct: TermId,
) -> Step {
    let truths = [terms.bool(false), terms.bool(true)];
    let terms = &*terms;
    let mut step = Step::default();
    let mut pending = vec![conjunct];
    while let Some(fact) = pending.pop() {
        if fact == truths[1] {
            continue;
        }
        if terms.op(fact) == Op::Core(CoreOp::And) {
            pending.extend_from_slice(terms.args(fact));
            continue;
        }
        let is_new = |symbol: &SymbolId| {
            is_made_by_step(terms, encoder, before, *symbol)
                && step.definitions.iter().all(|known| known.symbol != *symbol)
        };
        let candidates = equations(terms, truths, fact);
        let defined = candidates.into_iter().flatten().find(|(symbol, _)| is_new(symbol));
        match defined {
            Some((symbol, value)) => step.definitions.push(Definition { symbol, value, fact }),
            None => step.conditions.push(fact),
        }
    }
    // The order of conjuncts is that of their numbers; which kind came first is of no interest.
    step.conditions.sort_unstable();
    step
}

/// The variables that a fact gives a value, and the values. A truth value is given by itself, or by its negation.
fn equations(terms: &Terms, truths: [TermId; 2], fact: TermId) -> [Option<(SymbolId, TermId)>; 2] {
    if let Some(symbol) = terms.as_variable(fact) {
        return [Some((symbol, truths[1])), None];
    }
    let Op::Core(op) = terms.op(fact) else { return [None, None] };
    if let (CoreOp::Not, &[arg]) = (op, terms.args(fact)) {
        return [terms.as_variable(arg).map(|symbol| (symbol, truths[0])), None];
    }
    if let (CoreOp::Eq, &[one, two]) = (op, terms.args(fact)) {
        return [(one, two), (two, one)].map(|(copy, value)| Some((terms.as_variable(copy)?, value)));
    }
    [None, None]
}

/// Whether a copy is one that the path did not have before the step.
fn is_made_by_step(terms: &Terms, encoder: &Encoder<'_>, before: &PathFormula, symbol: SymbolId) -> bool {
    let copy = terms.symbol(symbol).copy_of;
    let variable = copy.and_then(|(base, index)| Some((encoder.variable_of(base)?, index)));
    variable.is_some_and(|(variable, index)| before.ssa.index(variable) < index)
}

impl Constraint {
    /// A condition, with what it depends on by the definitions of its path.
    pub(super) fn new(
        terms: &Terms,
        free: &mut FreeSymbols,
        formula: TermId,
        definition: &dyn Fn(SymbolId) -> Option<Definition>,
    ) -> Self {
        let mut inputs = Vec::new();
        let mut definitions = Vec::new();
        let mut seen: FxHashSet<SymbolId> = FxHashSet::default();
        let mut pending: Vec<Visit> = free.of(terms, formula).into_iter().map(Visit::Enter).collect();
        while let Some(visit) = pending.pop() {
            match visit {
                Visit::Leave(definition) => definitions.push(definition),
                Visit::Enter(symbol) if !seen.insert(symbol) => {}
                Visit::Enter(symbol) => match definition(symbol) {
                    None => inputs.push(symbol),
                    Some(definition) => {
                        pending.push(Visit::Leave(definition));
                        pending.extend(free.of(terms, definition.value).into_iter().map(Visit::Enter));
                    }
                },
            }
        }
        inputs.sort_unstable();
        Self { formula, inputs: inputs.into(), definitions: definitions.into() }
    }

    /// Its truth for values of its inputs, if that can be said.
    pub(super) fn value(&self, terms: &Terms, mut inputs: Assignment) -> Option<bool> {
        for definition in &self.definitions {
            let value = eval(terms, definition.value, &inputs).ok()?;
            inputs.set(definition.symbol, value);
        }
        eval(terms, self.formula, &inputs).ok()?.as_bool()
    }
}

/// Whether a condition depends on no input, and its definitions make it false.
pub(super) fn is_refuted(terms: &Terms, constraint: &Constraint) -> bool {
    let is_closed = constraint.inputs.is_empty();
    is_closed && constraint.value(terms, Assignment::new()) == Some(false)
}

/// A walk over definitions, without recursion.
enum Visit {
    Enter(SymbolId),
    Leave(Definition),
}

/// The formulas of conditions and their definitions, each once.
pub(super) fn formulas(constraints: &[Rc<Constraint>]) -> Vec<TermId> {
    let facts = constraints.iter().flat_map(|constraint| {
        let definitions = constraint.definitions.iter().map(|definition| definition.fact);
        definitions.chain(std::iter::once(constraint.formula))
    });
    let mut formulas: Vec<TermId> = facts.collect();
    formulas.sort_unstable();
    formulas.dedup();
    formulas
}
