//! Variables that are only compared: the step of Fourier and Motzkin for discrete and dense orders.
//!
//! ∃x. l ≤ x ∧ x ≤ u is l ≤ u, and with many bounds each lower one must be below each upper one. That is exact for
//! unsigned and signed bit-vectors if the variable stands alone on its side, for integers if its coefficient is one or minus one, and
//! for reals; for floats it is a weakening. A variable that is only said to differ from a few terms can be chosen.

use super::equations::{inverse, solve};
use crate::connect::{equal, make, negated, not};
use crate::ladder::Context;
use crate::normal::Sum;
use num_traits::Signed;
use smt::value::Bits;
use smt::{ArithOp, BvOp, FpOp, Op, Sort, SymbolId, TermId, Terms, Value};

/// In which order things are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Unsigned,
    Signed,
    Numbers,
    /// Floats: what is between two others need not exist, so the result is weaker there.
    Floats,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strictness {
    Strict,
    Weak,
}

/// What a conjunct says of the variable.
enum Bound {
    Lower(Order, Strictness, TermId),
    Upper(Order, Strictness, TermId),
    Different,
}

/// Eliminates one of the variables, if all that is said of it are bounds.
pub(super) fn eliminate(
    context: &mut Context<'_, '_>,
    formulas: &[TermId],
    variables: &[SymbolId],
) -> Option<Vec<TermId>> {
    variables.iter().find_map(|&variable| eliminate_one(context, formulas, variable))
}

fn eliminate_one(
    context: &mut Context<'_, '_>,
    formulas: &[TermId],
    variable: SymbolId,
) -> Option<Vec<TermId>> {
    let (mut rest, mut lower, mut upper) = (Vec::new(), Vec::new(), Vec::new());
    let mut different = 0u32;
    let mut order = None;
    for &formula in formulas {
        if !context.free.of(context.terms, formula).contains(&variable) {
            rest.push(formula);
            continue;
        }
        let own = match read(context, formula, variable)? {
            Bound::Lower(own, strictness, term) => {
                lower.push((strictness, term));
                own
            }
            Bound::Upper(own, strictness, term) => {
                upper.push((strictness, term));
                own
            }
            Bound::Different => {
                different += 1;
                continue;
            }
        };
        if *order.get_or_insert(own) != own {
            return None;
        }
    }
    let sort = context.terms.symbol(variable).result;
    let Some(order) = order else { return can_differ(sort, different).then_some(rest) };
    if different > 0 {
        return None;
    }
    rest.extend(combine(context.terms, sort, order, &lower, &upper));
    Some(rest)
}

/// Whether a sort has more values than so many.
fn can_differ(sort: Sort, from: u32) -> bool {
    match sort {
        Sort::BitVec(width) => width >= 32 || u64::from(from) < 1 << width,
        Sort::Int | Sort::Real => true,
        Sort::Float(_) | Sort::Bool | Sort::RoundingMode | Sort::Array(_) => false,
    }
}

/// Reads a conjunct as a bound of the variable.
fn read(context: &mut Context<'_, '_>, formula: TermId, variable: SymbolId) -> Option<Bound> {
    let inner = negated(context.terms, formula);
    let atom = inner.unwrap_or(formula);
    let op = context.terms.op(atom);
    let (order, mut strictness) = match op {
        Op::Bv(BvOp::Ult) => (Order::Unsigned, Strictness::Strict),
        Op::Bv(BvOp::Ule) => (Order::Unsigned, Strictness::Weak),
        Op::Bv(BvOp::Slt) => (Order::Signed, Strictness::Strict),
        Op::Bv(BvOp::Sle) => (Order::Signed, Strictness::Weak),
        Op::Arith(ArithOp::Lt) => (Order::Numbers, Strictness::Strict),
        Op::Arith(ArithOp::Le) => (Order::Numbers, Strictness::Weak),
        Op::Fp(FpOp::Lt) if inner.is_none() => (Order::Floats, Strictness::Strict),
        Op::Fp(FpOp::Leq) if inner.is_none() => (Order::Floats, Strictness::Weak),
        Op::Core(smt::CoreOp::Eq) if inner.is_some() => {
            let solution = solve(context, atom, variable)?;
            return solution.conditions.is_empty().then_some(Bound::Different);
        }
        Op::Core(_)
        | Op::Bv(_)
        | Op::Arith(_)
        | Op::Const(_)
        | Op::Apply(_)
        | Op::Quantified(_)
        | Op::Fp(_)
        | Op::Array(_) => return None,
    };
    let &[mut one, mut two] = context.terms.args(atom) else { return None };
    if inner.is_some() {
        (one, two) = (two, one);
        strictness = match strictness {
            Strictness::Strict => Strictness::Weak,
            Strictness::Weak => Strictness::Strict,
        };
    }
    if order == Order::Numbers {
        return read_numbers(context, (one, two), strictness, variable);
    }
    let is_it = |terms: &Terms, term| terms.as_variable(term) == Some(variable);
    let mut lacks = |term| !context.free.of(context.terms, term).contains(&variable);
    if is_it(context.terms, one) && lacks(two) {
        Some(Bound::Upper(order, strictness, two))
    } else if is_it(context.terms, two) && lacks(one) {
        Some(Bound::Lower(order, strictness, one))
    } else {
        None
    }
}

/// `one < two` or `one ≤ two`, solved for the variable.
fn read_numbers(
    context: &mut Context<'_, '_>,
    (one, two): (TermId, TermId),
    strictness: Strictness,
    variable: SymbolId,
) -> Option<Bound> {
    let sort = context.terms.sort(one);
    let mut sum = Sum::of(context.terms, one)?.minus(&Sum::of(context.terms, two)?)?;
    let term = crate::connect::variable(context.terms, variable);
    let factor = sum.take(context.terms, term)?;
    for part in sum.parts().map(|(part, _)| part).collect::<Vec<_>>() {
        if context.free.of(context.terms, part).contains(&variable) {
            return None;
        }
    }
    let inverse = inverse(sort, &factor)?;
    let bound = sum.times(&-inverse).term(context.terms);
    Some(if factor.is_positive() {
        Bound::Upper(Order::Numbers, strictness, bound)
    } else {
        Bound::Lower(Order::Numbers, strictness, bound)
    })
}

fn combine(
    terms: &mut Terms,
    sort: Sort,
    order: Order,
    lower: &[(Strictness, TermId)],
    upper: &[(Strictness, TermId)],
) -> Vec<TermId> {
    let (less, at_most) = match order {
        Order::Unsigned => (Op::Bv(BvOp::Ult), Op::Bv(BvOp::Ule)),
        Order::Signed => (Op::Bv(BvOp::Slt), Op::Bv(BvOp::Sle)),
        Order::Numbers => (Op::Arith(ArithOp::Lt), Op::Arith(ArithOp::Le)),
        Order::Floats => (Op::Fp(FpOp::Lt), Op::Fp(FpOp::Leq)),
    };
    let is_discrete = matches!(sort, Sort::BitVec(_) | Sort::Int);
    let mut found = Vec::new();
    for &(below, low) in lower {
        for &(above, high) in upper {
            let op = if (below, above) == (Strictness::Weak, Strictness::Weak) { at_most } else { less };
            found.push(make(terms, op, &[low, high]));
            // Between two strict bounds there must be room for a value, which dense orders have anyway.
            if (below, above) == (Strictness::Strict, Strictness::Strict) && is_discrete {
                let next = successor(terms, sort, low);
                found.push(make(terms, less, &[next, high]));
            }
        }
    }
    // Only bit-vectors end somewhere.
    if let (Sort::BitVec(width), Order::Unsigned | Order::Signed) = (sort, order) {
        let (least, greatest) = ends(order, width);
        let open = if upper.is_empty() { (lower, greatest) } else { (upper, least) };
        if upper.is_empty() || lower.is_empty() {
            for &(_, term) in open.0.iter().filter(|(strictness, _)| *strictness == Strictness::Strict) {
                let end = terms.value_term(Value::Bits(open.1.clone()), sort).expect("bits of the width");
                let is_end = equal(terms, term, end);
                found.push(not(terms, is_end));
            }
        }
    }
    found
}

/// The least and the greatest bit-vector of an order.
fn ends(order: Order, width: u32) -> (Bits, Bits) {
    let top = Bits::from_u64(width, 1).shl(&Bits::from_u64(width, u64::from(width) - 1));
    match order {
        Order::Signed => (top.clone(), top.not()),
        Order::Unsigned | Order::Numbers | Order::Floats => (Bits::zero(width), Bits::ones(width)),
    }
}

/// One more.
fn successor(terms: &mut Terms, sort: Sort, term: TermId) -> TermId {
    let (value, op) = match sort {
        Sort::BitVec(width) => (Value::Bits(Bits::from_u64(width, 1)), Op::Bv(BvOp::Add)),
        Sort::Int | Sort::Real | Sort::Bool | Sort::Float(_) | Sort::RoundingMode | Sort::Array(_) => {
            (Value::Int(1.into()), Op::Arith(ArithOp::Add))
        }
    };
    let one = terms.value_term(value, sort).expect("a one of the sort");
    make(terms, op, &[term, one])
}
