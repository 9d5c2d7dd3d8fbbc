//! Bounds beside equations (dissertation, section 4.2.4): for a predicate `x = i`, with a variable and a number, `x <= i` is tracked as well, or `x <= i` and
//! `x >= i` instead of it.
//!
//! Facts from single paths are often equations where a bound would do: after one iteration `i = 1`, after two `i = 2`. The bounds are more general, and may
//! be what holds in all iterations. With both of them the equation can still be said, so that `split` loses nothing; with `beside` the predicate that excludes
//! the path is still there as it was found. Which order is meant follows from how the program uses the variable.

use crate::analysis::PredicateAnalysis;
use crate::options::Equalities;
use formula::Sign;
use outcome::Incomplete;
use smt::{ArithOp, BvOp, CoreOp, Op, Sort, TermId, Terms};

impl PredicateAnalysis<'_> {
    /// Predicates, and what is tracked beside them or instead of them.
    pub(crate) fn with_bounds(&self, predicates: Vec<TermId>) -> Result<Vec<TermId>, Incomplete> {
        if self.options.equalities == Equalities::Kept {
            return Ok(predicates);
        }
        let mut found = Vec::with_capacity(predicates.len());
        for predicate in predicates {
            let bounds = self.bounds_of(predicate)?;
            match (bounds, self.options.equalities) {
                (None, _) | (Some(_), Equalities::Kept) => found.push(predicate),
                (Some((most, _)), Equalities::Beside) => found.extend([predicate, most]),
                (Some((most, least)), Equalities::Split) => found.extend([most, least]),
            }
        }
        Ok(found)
    }

    /// `x <= i` and `x >= i` for `x = i`.
    fn bounds_of(&self, predicate: TermId) -> Result<Option<(TermId, TermId)>, Incomplete> {
        let mut terms = self.logic.terms.borrow_mut();
        let Some((variable, number)) = value_of_variable(&terms, predicate) else { return Ok(None) };
        let known = self.logic.encoder.variables_of(&terms, variable);
        let sign = known.first().map_or(Sign::Unsigned, |&known| self.logic.encoder.sign_of(known));
        let Some(op) = at_most(&terms, variable, sign) else { return Ok(None) };
        let most = terms.apply(op, &[variable, number]).map_err(Incomplete::from)?;
        let least = terms.apply(op, &[number, variable]).map_err(Incomplete::from)?;
        // At the end of a type's range a bound says nothing, or the same as the equation.
        let says_nothing = |bound: TermId| bound == predicate || terms.as_const(bound).is_some();
        Ok((!says_nothing(most) && !says_nothing(least)).then_some((most, least)))
    }
}

/// The sides of an equation between a variable and a constant.
fn value_of_variable(terms: &Terms, predicate: TermId) -> Option<(TermId, TermId)> {
    if terms.op(predicate) != Op::Core(CoreOp::Eq) {
        return None;
    }
    let &[one, two] = terms.args(predicate) else { return None };
    let is_pair = |variable: TermId, number: TermId| {
        terms.as_variable(variable).is_some() && terms.as_const(number).is_some()
    };
    if is_pair(one, two) { Some((one, two)) } else { is_pair(two, one).then_some((two, one)) }
}

/// The operator of `<=` for terms of the sort of one, if it has an order that is meant.
pub(super) fn at_most(terms: &Terms, term: TermId, sign: Sign) -> Option<Op> {
    match (terms.sort(term), sign) {
        (Sort::BitVec(_), Sign::Signed) => Some(Op::Bv(BvOp::Sle)),
        (Sort::BitVec(_), Sign::Unsigned) => Some(Op::Bv(BvOp::Ule)),
        (Sort::Int | Sort::Real, _) => Some(Op::Arith(ArithOp::Le)),
        (Sort::Bool | Sort::Float(_) | Sort::RoundingMode | Sort::Array(_), _) => None,
    }
}
