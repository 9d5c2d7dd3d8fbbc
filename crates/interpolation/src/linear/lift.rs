//! From bit-vectors to integers.
//!
//! A variable becomes an integer variable with its range, sums become sums with coefficients around zero, shifts and masks become
//! products, quotients and remainders, and casts become nothing. Every other term becomes a variable that stands for the
//! term, so that it can be mapped back. Truth values that are no comparisons stay as they are.

use super::Reading;
use crate::connect::{make, variable};
use crate::error::Failure;
use crate::ladder::Context;
use crate::normal::Sum;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;
use smt::value::Bits;
use smt::{ArithOp, BvOp, CoreOp, Op, Sort, SymbolId, TermId, Terms, Value};
use std::collections::BTreeMap;

/// A translation, with what has been translated.
pub(super) struct Lift {
    reading: Reading,
    known: FxHashMap<TermId, TermId>,
    /// The integer variable of each symbol that is no copy.
    bases: BTreeMap<SymbolId, SymbolId>,
    /// The bit-vector that each integer variable stands for.
    origins: FxHashMap<SymbolId, TermId>,
    /// Ranges of variables that have been introduced since they were asked for last.
    ranges: Vec<TermId>,
}

impl Lift {
    pub(super) fn new(reading: Reading) -> Self {
        Self {
            reading,
            known: FxHashMap::default(),
            bases: BTreeMap::new(),
            origins: FxHashMap::default(),
            ranges: Vec::new(),
        }
    }

    /// The bit-vector that each integer variable stands for.
    pub(super) fn origins(&self) -> &FxHashMap<SymbolId, TermId> {
        &self.origins
    }

    /// Conjuncts over integers, with the ranges of variables that are new.
    pub(super) fn conjuncts(
        &mut self,
        context: &mut Context<'_, '_>,
        conjuncts: &[TermId],
    ) -> Result<Vec<TermId>, Failure> {
        let mut found = Vec::new();
        for &conjunct in conjuncts {
            if crate::project::is_quantified(context.terms, conjunct) {
                return Err(Failure::Outside("quantifiers".to_owned()));
            }
            found.push(self.formula(context.terms, conjunct));
            found.append(&mut self.ranges);
        }
        Ok(found)
    }

    fn formula(&mut self, terms: &mut Terms, formula: TermId) -> TermId {
        if let Some(&known) = self.known.get(&formula) {
            return known;
        }
        let args = terms.args(formula).to_vec();
        let op = terms.op(formula);
        let lifted = stacker::maybe_grow(64 * 1024, 1024 * 1024, || match (op, &*args) {
            (Op::Core(CoreOp::Eq), &[one, two]) if terms.sort(one).width().is_some() => {
                self.comparison(terms, Op::Core(CoreOp::Eq), one, two)
            }
            (Op::Bv(BvOp::Ult | BvOp::Slt), &[one, two]) => {
                self.comparison(terms, Op::Arith(ArithOp::Lt), one, two)
            }
            (Op::Bv(BvOp::Ule | BvOp::Sle), &[one, two]) => {
                self.comparison(terms, Op::Arith(ArithOp::Le), one, two)
            }
            (Op::Core(_), _) if args.iter().all(|&arg| terms.sort(arg) == Sort::Bool) => {
                let args: Vec<TermId> = args.iter().map(|&arg| self.formula(terms, arg)).collect();
                make(terms, op, &args)
            }
            (_, _) => formula,
        });
        self.known.insert(formula, lifted);
        lifted
    }

    fn comparison(&mut self, terms: &mut Terms, op: Op, one: TermId, two: TermId) -> TermId {
        let (one, two) = (self.number(terms, one), self.number(terms, two));
        make(terms, op, &[one, two])
    }

    fn number(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        if let Some(&known) = self.known.get(&term) {
            return known;
        }
        let lifted = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.lifted(terms, term));
        self.known.insert(term, lifted);
        lifted
    }

    fn lifted(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        if let Some(bits) = terms.as_const(term).and_then(Value::as_bits) {
            let value = self.value(bits);
            return terms.int(value);
        }
        let args = terms.args(term).to_vec();
        match (terms.op(term), &*args) {
            (Op::Bv(BvOp::Add | BvOp::Sub | BvOp::Neg | BvOp::Mul | BvOp::Shl), _) => self.sum(terms, term),
            (Op::Bv(BvOp::SignExtend(_) | BvOp::Extract(_, 0)), &[inner]) => self.number(terms, inner),
            (Op::Bv(BvOp::Concat), &[high, low]) if is_zero(terms, high) => self.number(terms, low),
            (Op::Bv(BvOp::Lshr | BvOp::Ashr), &[inner, by]) => match power(terms, by) {
                Some(power) => self.divided(terms, ArithOp::IntDiv, inner, power),
                None => self.opaque(terms, term),
            },
            (Op::Bv(BvOp::Udiv), &[inner, by]) => match positive(terms, by) {
                Some(by) => self.divided(terms, ArithOp::IntDiv, inner, by),
                None => self.opaque(terms, term),
            },
            (Op::Bv(BvOp::Urem), &[inner, by]) => match positive(terms, by) {
                Some(by) => self.divided(terms, ArithOp::Mod, inner, by),
                None => self.opaque(terms, term),
            },
            (Op::Bv(BvOp::And), &[one, two]) => match (mask(terms, one), mask(terms, two)) {
                (Some(power), _) => self.divided(terms, ArithOp::Mod, two, power),
                (None, Some(power)) => self.divided(terms, ArithOp::Mod, one, power),
                (None, None) => self.opaque(terms, term),
            },
            (op @ Op::Core(CoreOp::Ite), &[condition, yes, no]) => {
                let condition = self.formula(terms, condition);
                let (yes, no) = (self.number(terms, yes), self.number(terms, no));
                make(terms, op, &[condition, yes, no])
            }
            (_, _) => self.opaque(terms, term),
        }
    }

    fn value(&self, bits: &Bits) -> BigInt {
        match self.reading {
            Reading::Unsigned => bits.unsigned().into(),
            Reading::Signed => bits.signed(),
        }
    }

    /// A sum with coefficients around zero: adding all ones is subtracting one.
    fn sum(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        let Some(sum) = Sum::of(terms, term) else { return self.opaque(terms, term) };
        let parts: Vec<(TermId, BigRational)> =
            sum.parts().map(|(part, factor)| (part, factor.clone())).collect();
        let mut lifted = vec![terms.int(sum.constant().numer().clone())];
        for (part, factor) in parts {
            let part = if part == term { self.opaque(terms, part) } else { self.number(terms, part) };
            let factor = terms.int(factor.numer().clone());
            lifted.push(make(terms, Op::Arith(ArithOp::Mul), &[factor, part]));
        }
        make(terms, Op::Arith(ArithOp::Add), &lifted)
    }

    fn divided(&mut self, terms: &mut Terms, op: ArithOp, inner: TermId, by: BigInt) -> TermId {
        let inner = self.number(terms, inner);
        let by = terms.int(by);
        make(terms, Op::Arith(op), &[inner, by])
    }

    /// A variable for a term, with its range.
    fn opaque(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        let width = terms.sort(term).width().unwrap_or(1);
        let symbol = match terms.as_variable(term) {
            Some(symbol) => self.variable(terms, symbol),
            None => fresh(terms, "term"),
        };
        self.origins.insert(symbol, term);
        let number = variable(terms, symbol);
        let (least, greatest) = match self.reading {
            Reading::Unsigned => (BigInt::zero(), (BigInt::one() << width) - 1),
            Reading::Signed => (-(BigInt::one() << (width - 1)), (BigInt::one() << (width - 1)) - 1),
        };
        let (least, greatest) = (terms.int(least), terms.int(greatest));
        for (low, high) in [(least, number), (number, greatest)] {
            let range = make(terms, Op::Arith(ArithOp::Le), &[low, high]);
            self.ranges.push(range);
        }
        number
    }

    /// The integer variable of a variable; copies go to copies.
    fn variable(&mut self, terms: &mut Terms, symbol: SymbolId) -> SymbolId {
        let copy = terms.symbol(symbol).copy_of;
        let base = copy.map_or(symbol, |(base, _)| base);
        let stem = terms.symbol_name(base).to_owned();
        let lifted = *self.bases.entry(base).or_insert_with(|| fresh(terms, &stem));
        match copy {
            Some((_, index)) => terms.copy_at(lifted, index).unwrap_or_else(|_| fresh(terms, &stem)),
            None => lifted,
        }
    }
}

fn fresh(terms: &mut Terms, stem: &str) -> SymbolId {
    terms.fresh(stem, Sort::Int).expect("integers, and the name of a symbol")
}

fn is_zero(terms: &Terms, term: TermId) -> bool {
    terms.as_const(term).and_then(Value::as_bits).is_some_and(Bits::is_zero)
}

/// Two to the power of a constant that is less than the width.
fn power(terms: &Terms, by: TermId) -> Option<BigInt> {
    let bits = terms.as_const(by)?.as_bits()?;
    let distance = u32::try_from(bits.unsigned()).ok().filter(|&distance| distance < bits.width())?;
    Some(BigInt::one() << distance)
}

/// A constant that is not zero.
fn positive(terms: &Terms, by: TermId) -> Option<BigInt> {
    let bits = terms.as_const(by)?.as_bits()?;
    (!bits.is_zero()).then(|| bits.unsigned().into())
}

/// One more than a constant that is a mask of lowest bits.
fn mask(terms: &Terms, term: TermId) -> Option<BigInt> {
    let bits = terms.as_const(term)?.as_bits()?;
    let next: BigInt = BigInt::from(bits.unsigned()) + 1;
    (next.magnitude().count_ones() == 1).then_some(next)
}
