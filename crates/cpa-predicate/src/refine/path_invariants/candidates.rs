//! Which variables are looked at, and what is guessed about them.
//!
//! Variables that the end of the path asks about come first, then those that a loop changes. The guesses are: the comparisons of the steps' conditions in
//! all strengths, also one off, since a condition that held before an assignment is off by what was added; each variable against the constants of the steps and its values in the first states that were
//! seen; and pairs of variables. A wrong guess costs little: one model throws many of them away.

use super::affine::Ring;
use super::program::PathProgram;
use super::search::Point;
use crate::analysis::PredicateAnalysis;
use crate::refine::equalities::at_most;
use formula::{Sign, VariableId};
use outcome::Incomplete;
use smt::{ArithOp, BvOp, CoreOp, Op, Sort, TermId, Terms};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// More variables than this of one sort are not looked at.
pub(super) const MAX_VARIABLES: usize = 12;
/// More comparisons than this are not guessed from.
const MAX_COMPARISONS: usize = 24;
/// More constants than this of one sort are not compared with.
const MAX_CONSTANTS: usize = 12;
/// Of so many states that were seen, the values are guessed to be bounds.
const MAX_POINTS: usize = 3;
/// Larger terms are not compared.
const MAX_SIZE: usize = 12;

/// Variables of one sort.
pub(super) struct Group {
    pub(super) ring: Ring,
    /// As terms about states.
    pub(super) variables: Vec<TermId>,
    signs: Vec<Sign>,
}

/// What guesses are made of.
pub(super) struct Chosen {
    pub(super) groups: Vec<Group>,
    comparisons: BTreeSet<(TermId, TermId, bool)>,
    constants: BTreeMap<Ring, BTreeSet<TermId>>,
}

/// What is computed with a sort's values, if they are numbers.
fn ring_of(sort: Sort) -> Option<Ring> {
    match sort {
        Sort::BitVec(width) => (2..=64).contains(&width).then_some(Ring::Bits(width)),
        Sort::Int => Some(Ring::Integers),
        Sort::Bool | Sort::Float(_) | Sort::RoundingMode | Sort::Real | Sort::Array(_) => None,
    }
}

impl Chosen {
    pub(super) fn of(analysis: &PredicateAnalysis<'_>, program: &PathProgram) -> Result<Self, Incomplete> {
        let mut chosen =
            Self { groups: Vec::new(), comparisons: BTreeSet::new(), constants: BTreeMap::new() };
        chosen.choose_variables(analysis, program)?;
        chosen.collect(analysis, program)?;
        Ok(chosen)
    }

    fn choose_variables(
        &mut self,
        analysis: &PredicateAnalysis<'_>,
        program: &PathProgram,
    ) -> Result<(), Incomplete> {
        let encoder = analysis.logic.encoder;
        let mut terms = analysis.logic.terms.borrow_mut();
        // How much each variable matters. What no step reads does not.
        let mut weights: BTreeMap<VariableId, (bool, bool)> = BTreeMap::new();
        for step in program.steps.iter().filter(|step| step.from != 0) {
            for symbol in smt::transform::FreeSymbols::new().of(&terms, step.formula) {
                let Some((base, 0)) = terms.symbol(symbol).copy_of else { continue };
                let Some(variable) = encoder.variable_of(base) else { continue };
                let weight = weights.entry(variable).or_default();
                weight.0 |= step.to == program.target();
                weight.1 |= step.end.index(variable) > 0;
            }
        }
        let mut order: Vec<VariableId> =
            weights.keys().copied().filter(|&one| encoder.is_state(one)).collect();
        order.sort_by_key(|variable| Reverse(weights.get(variable).copied()));
        let mut groups: BTreeMap<Ring, Group> = BTreeMap::new();
        for variable in order {
            let symbol = encoder.symbol(variable);
            let declared = terms.symbol(symbol);
            let Some(ring) = ring_of(declared.result).filter(|_| declared.arguments.is_empty()) else {
                continue;
            };
            let term = terms.apply(Op::Apply(symbol), &[]).map_err(Incomplete::from)?;
            let group = groups.entry(ring).or_insert_with(|| Group {
                ring,
                variables: Vec::new(),
                signs: Vec::new(),
            });
            if group.variables.len() < MAX_VARIABLES {
                group.variables.push(term);
                group.signs.push(encoder.sign_of(variable));
            }
        }
        self.groups = groups.into_values().collect();
        Ok(())
    }

    /// The comparisons and constants of the steps.
    fn collect(&mut self, analysis: &PredicateAnalysis<'_>, program: &PathProgram) -> Result<(), Incomplete> {
        let encoder = analysis.logic.encoder;
        let mut terms = analysis.logic.terms.borrow_mut();
        // The last step first: what it asks matters most.
        for step in program.steps.iter().rev() {
            for atom in smt::transform::atoms(&terms, step.formula) {
                let atom = encoder.uninstantiate(&mut terms, atom).map_err(Incomplete::from)?;
                let Some((one, two, sign)) = comparison(&terms, atom) else { continue };
                let Some(ring) = ring_of(terms.sort(one)) else { continue };
                for side in [one, two] {
                    let constants = self.constants.entry(ring).or_default();
                    if terms.as_const(side).is_some() && constants.len() < MAX_CONSTANTS {
                        constants.insert(side);
                    }
                }
                let variables = encoder.variables_of(&terms, atom);
                let is_small = smt::transform::order(&terms, &[one, two]).len() <= MAX_SIZE;
                let is_state = variables.iter().all(|&variable| encoder.is_state(variable));
                if one == two || !is_small || !is_state || self.comparisons.len() >= MAX_COMPARISONS {
                    continue;
                }
                let own = variables.first().map(|&variable| encoder.sign_of(variable));
                let sign = sign.or(own).unwrap_or(Sign::Unsigned);
                self.comparisons.insert((one, two, sign == Sign::Signed));
            }
        }
        Ok(())
    }

    /// The guesses at a place where some states were seen.
    pub(super) fn candidates(
        &self,
        analysis: &PredicateAnalysis<'_>,
        points: &[Point],
    ) -> Result<Vec<TermId>, Incomplete> {
        let terms = &mut *analysis.logic.terms.borrow_mut();
        let mut guesses = Vec::new();
        for &(one, two, is_signed) in &self.comparisons {
            let sign = if is_signed { Sign::Signed } else { Sign::Unsigned };
            compare(terms, one, two, sign, &mut guesses)?;
        }
        for group in &self.groups {
            let constants = self.constants.get(&group.ring);
            for (&variable, &sign) in group.variables.iter().zip(&group.signs) {
                let mut numbers: BTreeSet<TermId> = constants.into_iter().flatten().copied().collect();
                numbers.extend(seen(terms, variable, group.ring, points)?);
                for number in numbers {
                    between(terms, variable, number, sign, &mut guesses)?;
                }
            }
            for (place, (&one, &sign)) in group.variables.iter().zip(&group.signs).enumerate() {
                for &two in &group.variables[place + 1..] {
                    between(terms, one, two, sign, &mut guesses)?;
                }
            }
        }
        Ok(guesses)
    }
}

/// The values of a variable in the first states that were seen.
fn seen(
    terms: &mut Terms,
    variable: TermId,
    ring: Ring,
    points: &[Point],
) -> Result<Vec<TermId>, Incomplete> {
    let values = points
        .iter()
        .take(MAX_POINTS)
        .filter_map(|point| point.iter().find(|&&(one, _)| one == variable).map(|&(_, value)| value));
    let number = |value: i128| match ring {
        Ring::Bits(width) => terms.bits(width, value.unsigned_abs()).map_err(Incomplete::from),
        Ring::Integers => Ok(terms.int(value)),
    };
    values.map(number).collect()
}

/// The sides of a comparison of numbers, and which order is meant if it says so.
fn comparison(terms: &Terms, atom: TermId) -> Option<(TermId, TermId, Option<Sign>)> {
    let sign = match terms.op(atom) {
        Op::Core(CoreOp::Eq) => None,
        Op::Bv(BvOp::Slt | BvOp::Sle | BvOp::Sgt | BvOp::Sge) => Some(Sign::Signed),
        Op::Bv(BvOp::Ult | BvOp::Ule | BvOp::Ugt | BvOp::Uge) => Some(Sign::Unsigned),
        Op::Arith(ArithOp::Le | ArithOp::Lt | ArithOp::Ge | ArithOp::Gt) => Some(Sign::Signed),
        Op::Core(_)
        | Op::Bv(_)
        | Op::Arith(_)
        | Op::Const(_)
        | Op::Apply(_)
        | Op::Quantified(_)
        | Op::Fp(_)
        | Op::Array(_) => return None,
    };
    let &[one, two] = terms.args(atom) else { return None };
    Some((one, two, sign))
}

/// A comparison in all strengths, also one off.
fn compare(
    terms: &mut Terms,
    one: TermId,
    two: TermId,
    sign: Sign,
    guesses: &mut Vec<TermId>,
) -> Result<(), Incomplete> {
    between(terms, one, two, sign, guesses)?;
    let equal = terms.eq(one, two).map_err(Incomplete::from)?;
    guesses.push(equal);
    guesses.push(crate::abstraction::not(terms, equal)?);
    for (low, high) in [(one, two), (two, one)] {
        let previous = less_one(terms, low)?;
        let Some(op) = at_most(terms, low, sign) else { continue };
        if let Some(previous) = previous {
            guesses.push(terms.apply(op, &[previous, high]).map_err(Incomplete::from)?);
        }
        // Strictly less is "not at least".
        let at_least = terms.apply(op, &[high, low]).map_err(Incomplete::from)?;
        guesses.push(crate::abstraction::not(terms, at_least)?);
    }
    Ok(())
}

/// At most, and at least.
fn between(
    terms: &mut Terms,
    one: TermId,
    two: TermId,
    sign: Sign,
    guesses: &mut Vec<TermId>,
) -> Result<(), Incomplete> {
    if let Some(op) = at_most(terms, one, sign) {
        guesses.push(terms.apply(op, &[one, two]).map_err(Incomplete::from)?);
        guesses.push(terms.apply(op, &[two, one]).map_err(Incomplete::from)?);
    }
    Ok(())
}

fn less_one(terms: &mut Terms, term: TermId) -> Result<Option<TermId>, Incomplete> {
    let less = match terms.sort(term) {
        Sort::BitVec(width) => {
            let one = terms.bits(width, 1u32).map_err(Incomplete::from)?;
            terms.apply(Op::Bv(BvOp::Sub), &[term, one])
        }
        Sort::Int => {
            let one = terms.int(1);
            terms.apply(Op::Arith(ArithOp::Sub), &[term, one])
        }
        Sort::Bool | Sort::Float(_) | Sort::RoundingMode | Sort::Real | Sort::Array(_) => return Ok(None),
    };
    less.map(Some).map_err(Incomplete::from)
}
