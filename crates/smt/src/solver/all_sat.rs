//! All satisfying combinations of given formulas: each model is one, is read for all formulas at once, and is forbidden before the next.
//!
//! As Lahiri, Nieuwenhuis, Oliveras (SMT techniques for fast predicate abstraction, CAV 2006) enumerate, without their changes inside of a solver: one query
//! for each combination, and a last one that finds no other. A formula that a model leaves open, and every formula if the back end has no models, is decided by a further query
//! under what is known of the combination, which is then still possible.
//!
//! *Soundness.* That no combination is missing is an answer "unsatisfiable". A model that is read wrongly can only add a combination, and one that was forbidden
//! ends the enumeration as incomplete.

use super::{Answer, Limits, Reason, Service, Solver, SolverError};
use crate::term::{CoreOp, Op, TermId, Terms};
use std::collections::BTreeSet;

/// Truth values in the order of the formulas.
pub type Cube = Vec<bool>;

/// The combinations, and whether these are all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllSat {
    /// Each combination once, sorted.
    pub cubes: Vec<Cube>,
    /// Why there may be more.
    pub incomplete: Option<Reason>,
}

/// A formula and its negation.
struct Literals {
    formula: TermId,
    negated: TermId,
}

impl Literals {
    fn with(&self, value: bool) -> TermId {
        if value { self.formula } else { self.negated }
    }
}

/// Model after model, on a level of its own.
pub(super) fn all_sat<S: Solver + ?Sized>(
    solver: &mut S,
    terms: &mut Terms,
    booleans: &[TermId],
    limits: &Limits,
) -> Result<AllSat, SolverError> {
    let mut literals = Vec::with_capacity(booleans.len());
    for &formula in booleans {
        let negated = terms.apply(Op::Core(CoreOp::Not), &[formula]);
        let negated = negated.map_err(|_| SolverError::NotFormula(formula))?;
        literals.push(Literals { formula, negated });
    }
    solver.push()?;
    let mut cubes = BTreeSet::new();
    let ended = enumerate(solver, terms, &literals, limits, &mut cubes);
    solver.pop()?;
    Ok(AllSat { incomplete: ended?, cubes: cubes.into_iter().collect() })
}

/// Adds combinations until there is no other, or until this reason.
fn enumerate<S: Solver + ?Sized>(
    solver: &mut S,
    terms: &mut Terms,
    literals: &[Literals],
    limits: &Limits,
    cubes: &mut BTreeSet<Cube>,
) -> Result<Option<Reason>, SolverError> {
    loop {
        match solver.check(terms, &[], limits)? {
            Answer::Unsat => return Ok(None),
            Answer::Unknown(reason) => return Ok(Some(reason)),
            Answer::Sat => {}
        }
        let cube = match combination(solver, terms, literals, limits)? {
            Ok(cube) => cube,
            Err(reason) => return Ok(Some(reason)),
        };
        let others: Vec<TermId> =
            literals.iter().zip(&cube).map(|(literals, &value)| literals.with(!value)).collect();
        if !cubes.insert(cube) {
            return Ok(Some(Reason::Incomplete("a model that was forbidden".to_owned())));
        }
        let clause = match *others {
            [] => terms.bool(false),
            [only] => only,
            [first, ..] => {
                let clause = terms.apply(Op::Core(CoreOp::Or), &others);
                clause.map_err(|_| SolverError::NotFormula(first))?
            }
        };
        solver.assert(terms, clause)?;
    }
}

/// The combination in the model of the last query, or why it is not known.
fn combination<S: Solver + ?Sized>(
    solver: &mut S,
    terms: &Terms,
    literals: &[Literals],
    limits: &Limits,
) -> Result<Result<Cube, Reason>, SolverError> {
    let formulas: Vec<TermId> = literals.iter().map(|literals| literals.formula).collect();
    let mut truths = if solver.capabilities().services.contains(&Service::Models) {
        solver.truths(terms, &formulas)?
    } else {
        vec![None; formulas.len()]
    };
    while let Some(open) = truths.iter().position(Option::is_none) {
        let known =
            literals.iter().zip(&truths).filter_map(|(literals, value)| Some(literals.with((*value)?)));
        let assumptions: Vec<TermId> = known.chain([formulas[open]]).collect();
        truths[open] = match solver.check(terms, &assumptions, limits)? {
            Answer::Sat => Some(true),
            // What is known was possible, so the other value is.
            Answer::Unsat => Some(false),
            Answer::Unknown(reason) => return Ok(Err(reason)),
        };
    }
    Ok(Ok(truths.into_iter().flatten().collect()))
}
