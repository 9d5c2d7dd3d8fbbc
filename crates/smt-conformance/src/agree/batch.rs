//! Random terms that share one assignment, and the formulas that pin their symbols to it.

use crate::Failure;
use smt::eval::eval;
use smt::random::{Family, Leaves, Random, Size};
use smt::transform::{FreeSymbols, order};
use smt::{Assignment, CoreOp, EvalError, Op, SortError, TermId, Terms, Value};
use std::collections::BTreeSet;

/// A term whose value is known.
#[derive(Clone, Debug)]
pub struct Case {
    /// The term as it was drawn, not simplified.
    pub term: TermId,
    /// What the evaluator says.
    pub value: Value,
    /// The formula that says so.
    pub equation: TermId,
    /// Its negation.
    pub negation: TermId,
}

/// What a batch is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// Decides everything that is random.
    pub seed: u64,
    /// The theories.
    pub family: Family,
    /// How wide.
    pub size: Size,
    /// How deep terms are at most.
    pub depth: u32,
    /// How many terms are drawn.
    pub count: usize,
    /// What stands at the leaves.
    pub leaves: Leaves,
    /// Whether formulas are quantified.
    pub quantified: Quantified,
}

impl Recipe {
    /// Terms without quantifiers. Floats of machines have no variables: solvers turn each operation on them
    /// into a circuit of many thousand gates, even if an equation fixes its arguments.
    pub fn new(seed: u64, family: Family, size: Size, depth: u32, count: usize) -> Self {
        let is_large = matches!(family, Family::Floats | Family::Everything) && size == Size::Machine;
        let leaves = if is_large { Leaves::Constants } else { Leaves::Mixed };
        Self { seed, family, size, depth, count, leaves, quantified: Quantified::No }
    }
}

/// Whether there are quantifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantified {
    /// There are none.
    No,
    /// There are, over two bits.
    Yes,
}

/// Terms with their values.
pub struct Batch {
    /// The store.
    pub terms: Terms,
    /// The values of the symbols.
    pub assignment: Assignment,
    /// The terms whose values the standard defines.
    pub cases: Vec<Case>,
    /// How many were drawn that it leaves open.
    pub open: usize,
}

impl Batch {
    /// Draws terms and evaluates them.
    pub fn new(recipe: &Recipe) -> Result<Self, Failure> {
        let mut random = Random::from_seed(recipe.seed, recipe.family, recipe.size);
        random.leaves = recipe.leaves;
        random.quantifiers = recipe.quantified == Quantified::Yes;
        let mut drawn = Vec::new();
        while drawn.len() < recipe.count {
            if random.quantifiers {
                drawn.push(random.quantified(recipe.depth - 1).0);
                continue;
            }
            let sort = random.sort();
            let mut signatures = random.signatures(sort);
            let chosen = random.below(signatures.len());
            drawn.push(random.application(&signatures.swap_remove(chosen), recipe.depth - 1).0);
        }
        let assignment = random.assignment();
        let mut batch = Self { terms: random.terms, assignment, cases: Vec::new(), open: 0 };
        for term in drawn {
            match eval(&batch.terms, term, &batch.assignment) {
                Ok(value) => {
                    let case = case(&mut batch.terms, term, value)?;
                    batch.cases.push(case);
                }
                Err(EvalError::Unspecified(_)) => batch.open += 1,
                Err(error) => return Err(Failure(format!("the evaluator failed: {error}"))),
            }
        }
        Ok(batch)
    }

    /// Formulas that leave the symbols of some terms no other value than the assignment's.
    pub fn pins(&mut self, roots: &[TermId]) -> Result<Vec<TermId>, Failure> {
        let mut free = FreeSymbols::new();
        let symbols: BTreeSet<_> = roots.iter().flat_map(|&root| free.of(&self.terms, root)).collect();
        let mut pins = Vec::new();
        for symbol in symbols {
            let Some(value) = self.assignment.get(symbol).cloned() else { continue };
            let variable = self.terms.apply(Op::Apply(symbol), &[])?;
            let sort = self.terms.sort(variable);
            let value = self.terms.value_term(value, sort)?;
            pins.push(self.terms.apply_as_is(Op::Core(CoreOp::Eq), &[variable, value])?);
        }
        let mut points = BTreeSet::new();
        for part in order(&self.terms, roots) {
            if let Some(pin) = self.pin_application(part)? {
                points.insert(pin);
            }
        }
        pins.extend(points);
        Ok(pins)
    }

    /// A function has no name for all its values, so it is pinned where it is applied. Where an argument's value is open, or
    /// bound by a quantifier, it is not.
    fn pin_application(&mut self, term: TermId) -> Result<Option<TermId>, SortError> {
        let args = self.terms.args(term).to_vec();
        let Op::Apply(symbol) = self.terms.op(term) else { return Ok(None) };
        if args.is_empty() {
            return Ok(None);
        }
        let mut constants = Vec::new();
        for arg in args {
            let Ok(value) = eval(&self.terms, arg, &self.assignment) else { return Ok(None) };
            let sort = self.terms.sort(arg);
            constants.push(self.terms.value_term(value, sort)?);
        }
        let point = self.terms.apply_as_is(Op::Apply(symbol), &constants)?;
        let Ok(value) = eval(&self.terms, point, &self.assignment) else { return Ok(None) };
        let sort = self.terms.sort(point);
        let value = self.terms.value_term(value, sort)?;
        self.terms.apply_as_is(Op::Core(CoreOp::Eq), &[point, value]).map(Some)
    }
}

/// A term with its value and the two formulas about them.
pub(super) fn case(terms: &mut Terms, term: TermId, value: Value) -> Result<Case, SortError> {
    let sort = terms.sort(term);
    let constant = terms.value_term(value.clone(), sort)?;
    let equation = terms.apply_as_is(Op::Core(CoreOp::Eq), &[term, constant])?;
    let negation = terms.apply_as_is(Op::Core(CoreOp::Not), &[equation])?;
    Ok(Case { term, value, equation, negation })
}
