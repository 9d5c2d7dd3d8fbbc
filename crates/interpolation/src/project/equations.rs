//! The one-point rule: a variable that an equation decides is replaced everywhere.
//!
//! An equation is solved for a variable through sums with an invertible coefficient, exclusive or, complement,
//! concatenation, extension, and writes to arrays. Some of these need a condition on the other side: `0 ++ x = t` has a
//! solution only if the upper bits of `t` are zero. All steps are equivalences: ∃x. e ∧ C(x) is C(t) with the conditions.

use crate::connect::{equal, equation, make, negated, not};
use crate::ladder::Context;
use crate::normal::Sum;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};
use smt::transform::Substitution;
use smt::{ArithOp, ArrayOp, BvOp, CoreOp, FpOp, Op, Sort, SymbolId, TermId, Terms};

/// What an equation says of a variable.
pub(crate) struct Solution {
    /// The variable is this.
    pub(crate) term: TermId,
    /// And these hold.
    pub(crate) conditions: Vec<TermId>,
}

/// Replaces one of the variables, if an equation decides it.
pub(super) fn eliminate(
    context: &mut Context<'_, '_>,
    formulas: &[TermId],
    variables: &[SymbolId],
) -> Option<Vec<TermId>> {
    // An equation with the variable alone on one side is better than one that has to be solved.
    for is_direct in [true, false] {
        for &variable in variables {
            for (place, &formula) in formulas.iter().enumerate() {
                if !context.free.of(context.terms, formula).contains(&variable)
                    || is_direct && !is_definition(context.terms, formula, variable)
                {
                    continue;
                }
                let Some(solution) = solve(context, formula, variable) else { continue };
                return replace(context.terms, formulas, place, variable, solution);
            }
        }
    }
    None
}

fn is_definition(terms: &Terms, formula: TermId, variable: SymbolId) -> bool {
    let is_it = |term| terms.as_variable(term) == Some(variable);
    is_it(formula)
        || negated(terms, formula).is_some_and(is_it)
        || equation(terms, formula).is_some_and(|(one, two)| is_it(one) || is_it(two))
}

fn replace(
    terms: &mut Terms,
    formulas: &[TermId],
    place: usize,
    variable: SymbolId,
    solution: Solution,
) -> Option<Vec<TermId>> {
    let mut substitution = Substitution::new();
    substitution.replace(terms, variable, solution.term).ok()?;
    let others = formulas.iter().enumerate().filter(|&(other, _)| other != place);
    let mut new: Vec<TermId> = others.map(|(_, &formula)| substitution.apply(terms, formula)).collect();
    new.extend(solution.conditions);
    Some(new)
}

/// Solves a conjunct for a variable.
pub(crate) fn solve(context: &mut Context<'_, '_>, formula: TermId, variable: SymbolId) -> Option<Solution> {
    let constant =
        |terms: &mut Terms, value| Some(Solution { term: terms.bool(value), conditions: Vec::new() });
    if context.terms.as_variable(formula) == Some(variable) {
        return constant(context.terms, true);
    }
    if let Some(inner) = negated(context.terms, formula) {
        if context.terms.as_variable(inner) == Some(variable) {
            return constant(context.terms, false);
        }
        // A truth value that differs from another is its negation.
        let (one, two) = equation(context.terms, inner)?;
        if context.terms.sort(one) != Sort::Bool {
            return None;
        }
        let two = not(context.terms, two);
        return Solver { context, variable, conditions: Vec::new() }.sides(one, two);
    }
    let (one, two) = equation(context.terms, formula)?;
    Solver { context, variable, conditions: Vec::new() }.sides(one, two)
}

struct Solver<'s, 'c, 'b> {
    context: &'s mut Context<'c, 'b>,
    variable: SymbolId,
    conditions: Vec<TermId>,
}

impl Solver<'_, '_, '_> {
    fn mentions(&mut self, term: TermId) -> bool {
        self.context.free.of(self.context.terms, term).contains(&self.variable)
    }

    fn sides(mut self, one: TermId, two: TermId) -> Option<Solution> {
        match (self.mentions(one), self.mentions(two)) {
            (true, false) => self.solve(one, two),
            (false, true) => self.solve(two, one),
            (true, true) => {
                let (inner, rest) = self.through_sum(one, two)?;
                self.solve(inner, rest)
            }
            (false, false) => None,
        }
    }

    /// Solves `side = value`, where only the side has the variable.
    fn solve(mut self, side: TermId, value: TermId) -> Option<Solution> {
        let (mut side, mut value) = (side, value);
        while self.context.terms.as_variable(side) != Some(self.variable) {
            (side, value) = self.step(side, value)?;
        }
        Some(Solution { term: value, conditions: self.conditions })
    }

    fn step(&mut self, side: TermId, value: TermId) -> Option<(TermId, TermId)> {
        let args = self.context.terms.args(side).to_vec();
        match (self.context.terms.op(side), &*args) {
            (
                Op::Bv(BvOp::Add | BvOp::Sub | BvOp::Neg | BvOp::Mul)
                | Op::Arith(ArithOp::Add | ArithOp::Sub | ArithOp::Neg | ArithOp::Mul),
                _,
            ) => {
                // A product of variables is a summand of its own and cannot be solved further.
                self.through_sum(side, value).filter(|&(inner, _)| inner != side)
            }
            (op @ (Op::Bv(BvOp::Not) | Op::Core(CoreOp::Not) | Op::Fp(FpOp::Neg)), &[inner]) => {
                Some((inner, make(self.context.terms, op, &[value])))
            }
            (op @ Op::Bv(BvOp::Xor), &[one, two]) => {
                let (inner, other) = self.only(one, two)?;
                Some((inner, make(self.context.terms, op, &[value, other])))
            }
            (Op::Bv(BvOp::Concat), &[high, low]) => self.through_concat(high, low, value),
            (op @ Op::Bv(BvOp::SignExtend(_)), &[inner]) => {
                let width = self.context.terms.sort(inner).width()?;
                let lower = make(self.context.terms, Op::Bv(BvOp::Extract(width - 1, 0)), &[value]);
                let back = make(self.context.terms, op, &[lower]);
                self.require(back, value);
                Some((inner, lower))
            }
            (op @ Op::Array(ArrayOp::Store), &[array, index, element]) => {
                if self.mentions(index) || self.mentions(element) {
                    return None;
                }
                // What was there before the write is unknown afterwards.
                let terms = &mut *self.context.terms;
                let read = make(terms, Op::Array(ArrayOp::Select), &[value, index]);
                let before = terms.fresh("before", terms.sort(element)).ok()?;
                let before = crate::connect::variable(terms, before);
                let old = make(terms, op, &[value, index, before]);
                self.require(read, element);
                Some((array, old))
            }
            (_, _) => None,
        }
    }

    fn require(&mut self, one: TermId, two: TermId) {
        let condition = equal(self.context.terms, one, two);
        self.conditions.push(condition);
    }

    /// The one of two terms that has the variable, and the other, if that has it not.
    fn only(&mut self, one: TermId, two: TermId) -> Option<(TermId, TermId)> {
        match (self.mentions(one), self.mentions(two)) {
            (true, false) => Some((one, two)),
            (false, true) => Some((two, one)),
            (true, true) | (false, false) => None,
        }
    }

    fn through_concat(&mut self, high: TermId, low: TermId, value: TermId) -> Option<(TermId, TermId)> {
        let (inner, _) = self.only(high, low)?;
        let width = self.context.terms.sort(value).width()?;
        let middle = self.context.terms.sort(low).width()?;
        let terms = &mut *self.context.terms;
        let upper = make(terms, Op::Bv(BvOp::Extract(width - 1, middle)), &[value]);
        let lower = make(terms, Op::Bv(BvOp::Extract(middle - 1, 0)), &[value]);
        if inner == high {
            self.require(lower, low);
            Some((high, upper))
        } else {
            self.require(upper, high);
            Some((low, lower))
        }
    }

    /// From `one = two` the summand with the variable, and what it is.
    fn through_sum(&mut self, one: TermId, two: TermId) -> Option<(TermId, TermId)> {
        let sort = self.context.terms.sort(one);
        let (one, two) = (Sum::of(self.context.terms, one)?, Sum::of(self.context.terms, two)?);
        let mut sum = one.minus(&two)?;
        let parts: Vec<TermId> = sum.parts().map(|(term, _)| term).collect();
        let mut with: Vec<TermId> = parts.into_iter().filter(|&term| self.mentions(term)).collect();
        let inner = with.pop().filter(|_| with.is_empty())?;
        let factor = sum.take(self.context.terms, inner)?;
        let inverse = inverse(sort, &factor)?;
        Some((inner, sum.times(&-inverse).term(self.context.terms)))
    }
}

/// What a coefficient has to be multiplied with to give one.
pub(super) fn inverse(sort: Sort, factor: &BigRational) -> Option<BigRational> {
    match sort {
        Sort::BitVec(width) => {
            let odd = factor.numer().bit(0);
            odd.then(|| BigRational::from_integer(inverse_modulo(factor.numer(), width)))
        }
        Sort::Int => factor.abs().is_one().then(|| factor.clone()),
        Sort::Real => Some(factor.recip()),
        Sort::Bool | Sort::Float(_) | Sort::RoundingMode | Sort::Array(_) => None,
    }
}

/// Newton's iteration: each step doubles the number of bits that are right.
fn inverse_modulo(odd: &BigInt, width: u32) -> BigInt {
    let modulus = BigInt::one() << width;
    let mut inverse = BigInt::one();
    let mut bits = 1;
    while bits < width {
        inverse = &inverse * (BigInt::from(2) - odd * &inverse) % &modulus;
        bits *= 2;
    }
    inverse
}
