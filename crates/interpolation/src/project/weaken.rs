//! The last resort: what a conjunct with dead symbols says about the others is its range, or nothing.
//!
//! From `y = n & 7` with dead `n` follows `y ≤ 7`, and from `y < n` with `n ≤ 9` follows `y < 9`. Ranges are intervals of unsigned
//! numbers; what is not known is the whole range of the width.

use crate::connect::{make, negated};
use crate::ladder::Context;
use crate::normal::Sum;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;
use smt::transform::order;
use smt::{BvOp, CoreOp, Op, SymbolId, TermId, Terms, Value};

/// The least and the greatest unsigned number that a term can be.
type Range = (BigUint, BigUint);

/// Formulas over kept symbols that follow from the group.
pub(super) fn weaken(
    context: &mut Context<'_, '_>,
    group: &[TermId],
    keeps: &dyn Fn(SymbolId) -> bool,
) -> Vec<TermId> {
    let mut known: FxHashMap<TermId, Range> = FxHashMap::default();
    for &formula in group {
        assume(context.terms, formula, &mut known);
    }
    let mut found = Vec::new();
    for &formula in group {
        let is_kept = context.free.of(context.terms, formula).into_iter().all(keeps);
        if is_kept {
            found.push(formula);
            continue;
        }
        let Some((op, one, two)) = relation(context.terms, formula) else { continue };
        let mut kept = |term| context.free.of(context.terms, term).into_iter().all(keeps);
        match (kept(one), kept(two)) {
            (true, false) => found.extend(bounded(context.terms, op, one, two, &mut known)),
            (false, true) => found.extend(bounded(context.terms, mirrored(op), two, one, &mut known)),
            (true, true) | (false, false) => {}
        }
        for side in [one, two] {
            found.extend(separated(context, side, keeps, &mut known));
        }
    }
    found
}

/// What the range of a sum of a kept and dead terms says of the kept one: from `y - x ≤ 9` and `x ≤ 9` follows `y ≤ 18`.
fn separated(
    context: &mut Context<'_, '_>,
    term: TermId,
    keeps: &dyn Fn(SymbolId) -> bool,
    known: &mut FxHashMap<TermId, Range>,
) -> Vec<TermId> {
    let Some(sum) = Sum::of(context.terms, term).filter(|sum| !sum.is_single()) else { return Vec::new() };
    let parts: Vec<(TermId, BigRational)> =
        sum.parts().map(|(part, factor)| (part, factor.clone())).collect();
    let (kept, dead): (Vec<_>, Vec<_>) =
        parts.into_iter().partition(|(part, _)| context.free.of(context.terms, *part).into_iter().all(keeps));
    let [(kept, factor)] = &*kept else { return Vec::new() };
    if !factor.is_one() || dead.is_empty() {
        return Vec::new();
    }
    let (low, high) = range(context.terms, term, known);
    // The kept term is the sum minus the rest, if no bound of that leaves the range of the width.
    let (mut low, mut high) =
        (BigInt::from(low) - sum.constant().numer(), BigInt::from(high) - sum.constant().numer());
    for (part, factor) in dead {
        let (least, greatest) = range(context.terms, part, known);
        let (one, two) = (BigInt::from(least) * factor.numer(), BigInt::from(greatest) * factor.numer());
        low -= (&one).max(&two);
        high -= (&one).min(&two);
    }
    let limit = BigInt::from(whole(context.terms, term).1);
    match (low.to_biguint(), high.to_biguint()) {
        (Some(low), Some(high)) if BigInt::from(high.clone()) <= limit => {
            between(context.terms, *kept, low, high)
        }
        (_, _) => Vec::new(),
    }
}

/// Both bounds of a term.
fn between(terms: &mut Terms, term: TermId, low: BigUint, high: BigUint) -> Vec<TermId> {
    let Some(width) = terms.sort(term).width() else { return Vec::new() };
    let (Ok(low), Ok(high)) = (terms.bits(width, low), terms.bits(width, high)) else { return Vec::new() };
    let at_most = Op::Bv(BvOp::Ule);
    vec![make(terms, at_most, &[low, term]), make(terms, at_most, &[term, high])]
}

/// How two terms are related.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::Equal => Relation::Equal,
        Relation::Less => Relation::Greater,
        Relation::AtMost => Relation::AtLeast,
        Relation::Greater => Relation::Less,
        Relation::AtLeast => Relation::AtMost,
    }
}

fn relation(terms: &Terms, formula: TermId) -> Option<(Relation, TermId, TermId)> {
    let inner = negated(terms, formula);
    let atom = inner.unwrap_or(formula);
    let &[one, two] = terms.args(atom) else { return None };
    terms.sort(one).width()?;
    let relation = match (terms.op(atom), inner.is_some()) {
        (Op::Core(CoreOp::Eq), false) => Relation::Equal,
        (Op::Bv(BvOp::Ult), false) => Relation::Less,
        (Op::Bv(BvOp::Ule), false) => Relation::AtMost,
        (Op::Bv(BvOp::Ult), true) => Relation::AtLeast,
        (Op::Bv(BvOp::Ule), true) => Relation::Greater,
        (_, _) => return None,
    };
    Some((relation, one, two))
}

/// Remembers bounds by constants.
fn assume(terms: &Terms, formula: TermId, known: &mut FxHashMap<TermId, Range>) {
    let Some((op, one, two)) = relation(terms, formula) else { return };
    for (term, op, other) in [(one, op, two), (two, mirrored(op), one)] {
        let Some(bits) = terms.as_const(other).and_then(Value::as_bits) else { continue };
        let number = bits.unsigned();
        let (low, high) = known.entry(term).or_insert_with(|| whole(terms, term));
        match op {
            Relation::Equal => (*low, *high) = (number.clone(), number),
            Relation::Less if !number.is_zero() => *high = (number - 1u32).min(high.clone()),
            Relation::AtMost => *high = number.min(high.clone()),
            Relation::Greater => *low = (number + 1u32).max(low.clone()),
            Relation::AtLeast => *low = number.max(low.clone()),
            Relation::Less => {}
        }
    }
}

/// What `kept op dead` says of the kept side.
fn bounded(
    terms: &mut Terms,
    op: Relation,
    kept: TermId,
    dead: TermId,
    known: &mut FxHashMap<TermId, Range>,
) -> Vec<TermId> {
    let (low, high) = range(terms, dead, known);
    if op == Relation::Equal {
        return between(terms, kept, low, high);
    }
    let Some(width) = terms.sort(kept).width() else { return Vec::new() };
    let Ok(low) = terms.bits(width, low) else { return Vec::new() };
    let Ok(high) = terms.bits(width, high) else { return Vec::new() };
    let (less, at_most) = (Op::Bv(BvOp::Ult), Op::Bv(BvOp::Ule));
    match op {
        Relation::Equal => Vec::new(),
        Relation::Less => vec![make(terms, less, &[kept, high])],
        Relation::AtMost => vec![make(terms, at_most, &[kept, high])],
        Relation::Greater => vec![make(terms, less, &[low, kept])],
        Relation::AtLeast => vec![make(terms, at_most, &[low, kept])],
    }
}

fn whole(terms: &Terms, term: TermId) -> Range {
    let width = terms.sort(term).width().unwrap_or(1);
    (BigUint::zero(), (BigUint::one() << width) - 1u32)
}

/// The range of a term.
fn range(terms: &Terms, term: TermId, known: &mut FxHashMap<TermId, Range>) -> Range {
    for part in order(terms, &[term]) {
        if terms.sort(part).width().is_none() {
            continue;
        }
        let (low, high) = step(terms, part, known);
        let entry = known.entry(part).or_insert_with(|| (low.clone(), high.clone()));
        *entry = (low.max(entry.0.clone()), high.min(entry.1.clone()));
        // A group without a model can have an empty range, of which nothing can be said.
        if entry.0 > entry.1 {
            *entry = whole(terms, part);
        }
    }
    known.get(&term).cloned().unwrap_or_else(|| whole(terms, term))
}

/// The range of a term whose arguments have theirs.
fn step(terms: &Terms, part: TermId, known: &FxHashMap<TermId, Range>) -> Range {
    let all = whole(terms, part);
    if let Some(bits) = terms.as_const(part).and_then(Value::as_bits) {
        return (bits.unsigned(), bits.unsigned());
    }
    let args = terms.args(part);
    let of = |term: TermId| known.get(&term).cloned().unwrap_or_else(|| whole(terms, term));
    let fitting = |low: BigUint, high: BigUint| if high <= all.1 { (low, high) } else { all.clone() };
    match (terms.op(part), args) {
        (Op::Bv(BvOp::And), &[one, two]) => (BigUint::zero(), of(one).1.min(of(two).1)),
        (Op::Bv(BvOp::Or), &[one, two]) => (of(one).0.max(of(two).0), all.1.clone()),
        (Op::Bv(BvOp::Add), &[one, two]) => fitting(of(one).0 + of(two).0, of(one).1 + of(two).1),
        (Op::Bv(BvOp::Mul), &[one, two]) => fitting(of(one).0 * of(two).0, of(one).1 * of(two).1),
        (Op::Bv(BvOp::Udiv), &[one, two]) if !of(two).0.is_zero() => {
            (of(one).0 / of(two).1, of(one).1 / of(two).0)
        }
        (Op::Bv(BvOp::Urem), &[one, two]) if !of(two).0.is_zero() => {
            (BigUint::zero(), of(one).1.min(of(two).1 - 1u32))
        }
        (Op::Bv(BvOp::Lshr), &[one, two]) => match u64::try_from(of(two).0) {
            Ok(by) => (BigUint::zero(), of(one).1 >> by),
            Err(_) => (BigUint::zero(), of(one).1),
        },
        (Op::Bv(BvOp::Concat), &[high, low]) => {
            let width = terms.sort(low).width().unwrap_or(1);
            ((of(high).0 << width) + of(low).0, (of(high).1 << width) + of(low).1)
        }
        (Op::Core(CoreOp::Ite), &[_, yes, no]) => (of(yes).0.min(of(no).0), of(yes).1.max(of(no).1)),
        (_, _) => all,
    }
}
