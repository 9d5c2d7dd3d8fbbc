//! Bitwise operators with constants, and the lowest bits of sums.
//!
//! Neighbouring constants fuse: `(x ^ 5) ^ 5` is `x`. A mask of the lowest `k` bits sees a sum modulo 2^k: `(x + 2) & 1` is `x & 1`. The
//! lowest bits of a sum are the sum of the lowest bits.

use super::sum::Sum;
use crate::connect::make;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use smt::value::Bits;
use smt::{BvOp, Op, Sort, TermId, Terms, Value};

/// A constant argument and the other one.
fn with_constant(terms: &Terms, term: TermId) -> Option<(Bits, TermId)> {
    let &[one, two] = terms.args(term) else { return None };
    let bits = |term| terms.as_const(term).and_then(Value::as_bits).cloned();
    bits(one).map(|bits| (bits, two)).or_else(|| bits(two).map(|bits| (bits, one)))
}

fn constant(terms: &mut Terms, bits: Bits) -> TermId {
    let sort = Sort::BitVec(bits.width());
    terms.value_term(Value::Bits(bits), sort).expect("bits of their width")
}

/// `and`, `or` and `xor`.
pub(super) fn operation(terms: &mut Terms, term: TermId) -> TermId {
    let op = terms.op(term);
    let Some((mut bits, mut other)) = with_constant(terms, term) else { return term };
    if terms.op(other) == op
        && let Some((inner, rest)) = with_constant(terms, other)
    {
        bits = match op {
            Op::Bv(BvOp::And) => bits.and(&inner),
            Op::Bv(BvOp::Or) => bits.or(&inner),
            _ => bits.xor(&inner),
        };
        other = rest;
    }
    if op == Op::Bv(BvOp::And)
        && let Some(low) = low_mask(&bits)
        && let Some(sum) = Sum::of(terms, other).filter(|sum| !sum.is_single())
    {
        other = sum.modulo(&(BigInt::one() << low)).term(terms);
    }
    let bits = constant(terms, bits);
    make(terms, op, &[other, bits])
}

/// The number of ones, if these are the lowest bits.
fn low_mask(bits: &Bits) -> Option<u32> {
    let count = u32::try_from(bits.unsigned().count_ones()).ok()?;
    (count > 0 && u64::from(count) == bits.unsigned().bits()).then_some(count)
}

/// An extract of the lowest bits.
pub(super) fn lowest(terms: &mut Terms, term: TermId, high: u32) -> TermId {
    let &[arg] = terms.args(term) else { return term };
    let Some(sum) = Sum::of(terms, arg).filter(|sum| !sum.is_single()) else { return term };
    let extract = Op::Bv(BvOp::Extract(high, 0));
    let mapped = sum.mapped(terms, Sort::BitVec(high + 1), |terms, part| make(terms, extract, &[part]));
    mapped.map_or(term, |sum| sum.term(terms))
}

/// For `t ^ c = u` with a constant `c`: the same with `c` on the side of `u`, where it fuses, if `u` is a constant or
/// has one, too.
pub(super) fn moved(terms: &mut Terms, sum: &Sum) -> Option<Sum> {
    let exclusive: Vec<(TermId, BigRational)> = sum
        .parts()
        .filter(|&(part, factor)| {
            (factor.is_one() || (-factor).is_one())
                && terms.op(part) == Op::Bv(BvOp::Xor)
                && with_constant(terms, part).is_some()
        })
        .map(|(part, factor)| (part, factor.clone()))
        .collect();
    let count = sum.parts().count();
    let is_pair = count == 2 && sum.constant.is_zero() && exclusive.len() == 2;
    if !(count == 1 && exclusive.len() == 1 || is_pair && exclusive[0].1 == -&exclusive[1].1) {
        return None;
    }
    let (bits, inner) = with_constant(terms, exclusive[0].0)?;
    let other = if is_pair {
        let (more, rest) = with_constant(terms, exclusive[1].0)?;
        let fused = constant(terms, bits.xor(&more));
        make(terms, Op::Bv(BvOp::Xor), &[rest, fused])
    } else {
        // The only part is one side, and minus the constant the other, with the sign of the part.
        let value = if exclusive[0].1.is_one() { -&sum.constant } else { sum.constant.clone() };
        let value = Bits::from_int(bits.width(), value.numer());
        constant(terms, bits.xor(&value))
    };
    Sum::of(terms, inner)?.minus(&Sum::of(terms, other)?)
}
