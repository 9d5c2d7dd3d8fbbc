//! Products of sums, multiplied out: `(i + 1)·(i + 2)` is `i·i + 3·i + 2`.
//!
//! A product of terms is written with its factors in the order of sums, so that equal products are equal terms. Only small sums are
//! multiplied out, and only up to a degree, because the result is as large as the product of the lengths.

use super::sum::{Sum, key};
use crate::connect::make;
use smt::{ArithOp, BvOp, Op, Sort, TermId, Terms};

/// The most summands of a product.
const MAX_PRODUCT: usize = 24;
/// The most factors of a summand.
const MAX_DEGREE: usize = 5;

/// The product of two terms as a sum, if that is small.
pub(super) fn expanded(terms: &mut Terms, one: TermId, two: TermId) -> Option<Sum> {
    let sort = terms.sort(one);
    let (one, two) =
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || Some((Sum::of(terms, one)?, Sum::of(terms, two)?)))?;
    if (one.parts.len() + 1) * (two.parts.len() + 1) > MAX_PRODUCT {
        return None;
    }
    let mut product = Sum::zero(sort)?;
    for (left, left_factor) in &one.parts {
        for (right, right_factor) in &two.parts {
            let term = monomial(terms, sort, left.term, right.term)?;
            product.add(terms, term, left_factor * right_factor);
        }
        product.add(terms, left.term, left_factor * &two.constant);
    }
    for (right, right_factor) in &two.parts {
        product.add(terms, right.term, right_factor * &one.constant);
    }
    product.constant = &one.constant * &two.constant;
    product.reduce();
    Some(product)
}

/// The product of two terms that are no sums.
fn monomial(terms: &mut Terms, sort: Sort, one: TermId, two: TermId) -> Option<TermId> {
    let op = if sort.width().is_some() { Op::Bv(BvOp::Mul) } else { Op::Arith(ArithOp::Mul) };
    let mut factors = Vec::new();
    let mut pending = vec![one, two];
    while let Some(next) = pending.pop() {
        if terms.op(next) == op {
            pending.extend_from_slice(terms.args(next));
        } else {
            factors.push(next);
        }
        if factors.len() + pending.len() > MAX_DEGREE {
            return None;
        }
    }
    factors.sort_by_key(|&factor| key(terms, factor));
    let (&first, rest) = factors.split_first()?;
    Some(rest.iter().fold(first, |product, &factor| make(terms, op, &[product, factor])))
}
