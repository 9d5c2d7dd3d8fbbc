//! All satisfying combinations of given formulas, by a search over prefixes.
//!
//! The truth values come from further queries and not from models, so a back end needs no models, and a formula that
//! a model leaves open cannot be read wrongly. Each query fixes one formula more by an assumption; a prefix that
//! is unsatisfiable is not extended, so there are at most two queries for each formula and combination.

use super::{Answer, Limits, Reason, Solver, SolverError};
use crate::term::{TermId, Terms};

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

/// Depth-first over the formulas.
pub(super) fn all_sat<S: Solver + ?Sized>(
    solver: &mut S,
    terms: &mut Terms,
    booleans: &[TermId],
    limits: &Limits,
) -> Result<AllSat, SolverError> {
    let mut found = AllSat { cubes: Vec::new(), incomplete: None };
    let mut literals = Vec::new();
    for &formula in booleans {
        let negated = terms.apply(crate::term::Op::Core(crate::term::CoreOp::Not), &[formula]);
        literals.push([negated.map_err(|_| SolverError::NotFormula(formula))?, formula]);
    }
    let mut pending: Vec<Cube> = vec![Vec::new()];
    while let Some(cube) = pending.pop() {
        let assumptions: Vec<TermId> =
            cube.iter().zip(&literals).map(|(&value, pair)| pair[usize::from(value)]).collect();
        match solver.check(terms, &assumptions, limits)? {
            Answer::Unsat => {}
            Answer::Unknown(reason) => found.incomplete = Some(reason),
            Answer::Sat if cube.len() == booleans.len() => found.cubes.push(cube),
            Answer::Sat => {
                for value in [true, false] {
                    let mut longer = cube.clone();
                    longer.push(value);
                    pending.push(longer);
                }
            }
        }
    }
    found.cubes.sort_unstable();
    Ok(found)
}
