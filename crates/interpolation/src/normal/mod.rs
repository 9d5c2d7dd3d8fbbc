//! Normal forms of sums, equations and comparisons, so that facts that mean the same look the same.
//!
//! A weakest precondition is made by substitution: from `y ≠ 3·x` over `x = x + 1; y = y + 3` comes
//! `y + 3 ≠ 3·(x + 1)`. That it is the same fact again is seen only if both are brought into the form `y ≠ 3·x`. Sums of
//! bit-vectors are linear combinations modulo a power of two, so an equation can be brought to one side, divided by
//! an odd number and written with positive coefficients on both sides. A comparison of bit-vectors must not be touched that
//! way, because of overflow: only its sides are sums in normal form. Comparisons of integers and reals are treated as equations
//! are; integers also get their coefficients divided and the bound rounded, and `<` becomes `≤`.
//!
//! Products of sums are multiplied out if they are small ([`product`]), and masks and lowest bits of sums forget what they do not see
//! ([`bitwise`]). Every rule is an equivalence, tested against the evaluator on random terms. What is no arithmetic is an
//! atom of the sum. Sums that become longer than a bound stay as they are.

mod bitwise;
mod product;
mod sum;

#[cfg(test)]
mod tests;

pub(crate) use sum::Sum;

use crate::connect::make;
use num_traits::Signed;
use rustc_hash::FxHashMap;
use smt::transform::order;
use smt::{ArithOp, BvOp, CoreOp, Op, Sort, TermId, Terms, Value};

/// Terms with their normal forms, for one store.
#[derive(Default)]
pub struct Normal {
    known: FxHashMap<TermId, TermId>,
}

impl Normal {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The normal form of a term. What is under quantifiers stays as it is.
    pub fn of(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        if let Some(&known) = self.known.get(&term) {
            return known;
        }
        for part in order(terms, &[term]) {
            if !self.known.contains_key(&part) {
                let new = self.step(terms, part);
                self.known.insert(part, new);
                self.known.insert(new, new);
            }
        }
        self.known[&term]
    }

    fn step(&self, terms: &mut Terms, part: TermId) -> TermId {
        let op = terms.op(part);
        if matches!(op, Op::Const(_) | Op::Quantified(_)) {
            return part;
        }
        let args: Vec<TermId> = terms.args(part).iter().map(|arg| self.known[arg]).collect();
        let plain = if *args == *terms.args(part) { part } else { make(terms, op, &args) };
        match terms.op(plain) {
            Op::Core(CoreOp::Eq) if has_sums(terms.sort(args[0])) => normal_equation(terms, plain),
            Op::Arith(ArithOp::Le | ArithOp::Lt) => normal_comparison(terms, plain),
            Op::Arith(ArithOp::Add | ArithOp::Sub | ArithOp::Neg | ArithOp::Mul)
            | Op::Bv(BvOp::Add | BvOp::Sub | BvOp::Neg | BvOp::Mul | BvOp::Shl) => {
                Sum::of(terms, plain).map_or(plain, |sum| sum.term(terms))
            }
            Op::Arith(ArithOp::Mod) => normal_rest(terms, plain),
            Op::Bv(BvOp::And | BvOp::Or | BvOp::Xor) => bitwise::operation(terms, plain),
            Op::Bv(BvOp::Extract(high, 0)) => bitwise::lowest(terms, plain, high),
            Op::Core(_)
            | Op::Arith(_)
            | Op::Bv(_)
            | Op::Const(_)
            | Op::Apply(_)
            | Op::Quantified(_)
            | Op::Fp(_)
            | Op::Array(_) => plain,
        }
    }
}

/// Whether terms of a sort can be added.
fn has_sums(sort: Sort) -> bool {
    match sort {
        Sort::BitVec(_) | Sort::Int | Sort::Real => true,
        Sort::Bool | Sort::Float(_) | Sort::RoundingMode | Sort::Array(_) => false,
    }
}

fn normal_equation(terms: &mut Terms, equation: TermId) -> TermId {
    // Both sides have gone into the equation, which may have become something else by that.
    let Some((one, two)) = crate::connect::equation(terms, equation) else { return equation };
    if !has_sums(terms.sort(one)) {
        return equation;
    }
    let (Some(one), Some(two)) = (Sum::of(terms, one), Sum::of(terms, two)) else { return equation };
    let Some(mut sum) = one.minus(&two) else { return equation };
    if let Some(moved) = bitwise::moved(terms, &sum) {
        sum = moved;
    }
    if !sum.divide_equation() {
        return terms.bool(false);
    }
    let (left, right) = sum.sides(terms);
    make(terms, Op::Core(CoreOp::Eq), &[left, right])
}

/// The rest of a division by a positive constant sees the coefficients modulo the constant.
fn normal_rest(terms: &mut Terms, rest: TermId) -> TermId {
    let &[inner, by] = terms.args(rest) else { return rest };
    let modulus = match terms.as_const(by) {
        Some(Value::Int(by)) if by.is_positive() => by.clone(),
        Some(_) | None => return rest,
    };
    let Some(sum) = Sum::of(terms, inner) else { return rest };
    let inner = sum.modulo(&modulus).term(terms);
    make(terms, Op::Arith(ArithOp::Mod), &[inner, by])
}

fn normal_comparison(terms: &mut Terms, comparison: TermId) -> TermId {
    let Op::Arith(mut op @ (ArithOp::Le | ArithOp::Lt)) = terms.op(comparison) else { return comparison };
    let &[one, two] = terms.args(comparison) else { return comparison };
    let (Some(one), Some(two)) = (Sum::of(terms, one), Sum::of(terms, two)) else { return comparison };
    let Some(mut sum) = one.minus(&two) else { return comparison };
    if op == ArithOp::Lt && sum.tighten() {
        op = ArithOp::Le;
    }
    sum.divide_comparison();
    let (left, right) = sum.sides(terms);
    make(terms, Op::Arith(op), &[left, right])
}
