//! From integers back to bit-vectors.
//!
//! A comparison of sums is written with positive coefficients on both sides. [`Fit::Plain`] computes both sides in the width of the
//! variables, which is what the fact says only if nothing overflows; [`Fit::Wide`] extends the variables so far that nothing can. Where a
//! variable is compared with a constant or another variable, both are the same.

use super::Reading;
use crate::connect::{make, not};
use crate::error::Failure;
use crate::ladder::Context;
use crate::normal::Sum;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;
use smt::value::Bits;
use smt::{ArithOp, BvOp, CoreOp, Op, Sort, SymbolId, TermId, Terms, Value};

/// Whether sides are computed in the width of the variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fit {
    Plain,
    Wide,
}

/// Wider bit-vectors than this are not made.
const MAX_WIDTH: u32 = 256;

/// A translation of facts.
pub(super) struct Lower<'o> {
    reading: Reading,
    fit: Fit,
    origins: &'o FxHashMap<SymbolId, TermId>,
    known: FxHashMap<TermId, TermId>,
}

/// Summands of one side, with positive coefficients, and a constant.
type Side = (Vec<(TermId, BigInt)>, BigInt);

impl<'o> Lower<'o> {
    pub(super) fn new(reading: Reading, fit: Fit, origins: &'o FxHashMap<SymbolId, TermId>) -> Self {
        Self { reading, fit, origins, known: FxHashMap::default() }
    }

    /// A formula over the bit-vectors.
    pub(super) fn formula(
        &mut self,
        context: &mut Context<'_, '_>,
        formula: TermId,
    ) -> Result<TermId, Failure> {
        if let Some(&known) = self.known.get(&formula) {
            return Ok(known);
        }
        let args = context.terms.args(formula).to_vec();
        let op = context.terms.op(formula);
        let is_number = |terms: &Terms| args.iter().any(|&arg| terms.sort(arg) == Sort::Int);
        let lowered = stacker::maybe_grow(64 * 1024, 1024 * 1024, || match (op, &*args) {
            (Op::Core(CoreOp::Eq) | Op::Arith(ArithOp::Le | ArithOp::Lt), &[one, two])
                if is_number(context.terms) =>
            {
                let sum = difference(context.terms, one, two)?;
                self.comparison(context.terms, op, sum)
            }
            (Op::Core(CoreOp::Not), &[inner]) => match negated_comparison(context.terms, inner)? {
                Some(sum) => self.comparison(context.terms, Op::Arith(ArithOp::Le), sum),
                None => {
                    let inner = self.formula(context, inner)?;
                    Ok(not(context.terms, inner))
                }
            },
            (Op::Core(_), _) if !is_number(context.terms) => {
                let args: Vec<TermId> =
                    args.iter().map(|&arg| self.formula(context, arg)).collect::<Result<_, _>>()?;
                Ok(make(context.terms, op, &args))
            }
            (Op::Arith(_) | Op::Quantified(_), _) => Err(outside()),
            (_, _) => Ok(formula),
        })?;
        self.known.insert(formula, lowered);
        Ok(lowered)
    }

    /// The sum compared with zero.
    fn comparison(&mut self, terms: &mut Terms, op: Op, sum: Sum) -> Result<TermId, Failure> {
        let (mut left, mut right): (Side, Side) = Default::default();
        for (part, factor) in sum.parts() {
            let side = if factor.is_positive() { &mut left } else { &mut right };
            side.0.push((part, whole(&factor.abs())?));
        }
        let constant = whole(sum.constant())?;
        let side = if constant.is_positive() { &mut left } else { &mut right };
        side.1 = constant.abs();
        let width = self.width(terms, &left, &right)?;
        let (one, two) = (self.side(terms, &left, width)?, self.side(terms, &right, width)?);
        let op = match (op, self.reading) {
            (Op::Arith(ArithOp::Le), Reading::Unsigned) => Op::Bv(BvOp::Ule),
            (Op::Arith(ArithOp::Le), Reading::Signed) => Op::Bv(BvOp::Sle),
            (Op::Arith(_), Reading::Unsigned) => Op::Bv(BvOp::Ult),
            (Op::Arith(_), Reading::Signed) => Op::Bv(BvOp::Slt),
            (_, _) => Op::Core(CoreOp::Eq),
        };
        Ok(make(terms, op, &[one, two]))
    }

    /// The width in which both sides are computed.
    fn width(&self, terms: &Terms, left: &Side, right: &Side) -> Result<u32, Failure> {
        let mut width = 1;
        let (mut weight, mut is_plain) = (BigInt::one(), true);
        for (part, factor) in left.0.iter().chain(&right.0) {
            width = width.max(self.natural(terms, *part)?);
            weight += factor;
            is_plain &= factor.is_one();
        }
        let constant = &left.1 + &right.1;
        let needed = (constant.bits() as u32).saturating_add(1);
        // One variable against a constant that it can be, and one variable against another, need no more.
        is_plain &= left.0.len() <= 1 && right.0.len() <= 1;
        is_plain &=
            constant.is_zero() || left.0.len() + right.0.len() == 1 && left.1.is_zero() != left.0.is_empty();
        let fits = match self.reading {
            Reading::Unsigned => needed <= width + 1,
            Reading::Signed => needed <= width,
        };
        let wide = (width + weight.bits() as u32).max(needed) + 1;
        let chosen = match (is_plain && fits, self.fit) {
            (true, _) => width,
            (false, Fit::Plain) if fits => width,
            (false, Fit::Plain | Fit::Wide) => wide,
        };
        if chosen <= MAX_WIDTH { Ok(chosen) } else { Err(outside()) }
    }

    /// The width of a summand before anything is extended.
    fn natural(&self, terms: &Terms, part: TermId) -> Result<u32, Failure> {
        let mut width = 1;
        for leaf in smt::transform::order(terms, &[part]) {
            if let Some(symbol) = terms.as_variable(leaf)
                && let Some(&origin) = self.origins.get(&symbol)
            {
                width = width.max(terms.sort(origin).width().ok_or_else(outside)?);
            }
        }
        Ok(width)
    }

    fn side(&self, terms: &mut Terms, side: &Side, width: u32) -> Result<TermId, Failure> {
        let mut sum = number(terms, width, &side.1)?;
        for (part, factor) in &side.0 {
            let part = self.part(terms, *part, width)?;
            let factor = number(terms, width, factor)?;
            let product = make(terms, Op::Bv(BvOp::Mul), &[part, factor]);
            sum = make(terms, Op::Bv(BvOp::Add), &[sum, product]);
        }
        Ok(sum)
    }

    /// A summand in a width that is at least its own.
    fn part(&self, terms: &mut Terms, part: TermId, width: u32) -> Result<TermId, Failure> {
        if let Some(&origin) = terms.as_variable(part).and_then(|symbol| self.origins.get(&symbol)) {
            let by = width - terms.sort(origin).width().ok_or_else(outside)?;
            let op = match self.reading {
                Reading::Unsigned => BvOp::ZeroExtend(by),
                Reading::Signed => BvOp::SignExtend(by),
            };
            return Ok(make(terms, Op::Bv(op), &[origin]));
        }
        let args = terms.args(part).to_vec();
        match (terms.op(part), &*args, self.reading) {
            (Op::Arith(op @ (ArithOp::IntDiv | ArithOp::Mod)), &[inner, by], Reading::Unsigned) => {
                let divisor = match terms.as_const(by) {
                    Some(Value::Int(by)) if by.is_positive() => by.clone(),
                    Some(_) | None => return Err(outside()),
                };
                let plain = Sum::of(terms, inner).ok_or_else(outside)?;
                let summands: Vec<(TermId, BigRational)> =
                    plain.parts().map(|(part, factor)| (part, factor.clone())).collect();
                let mut side: Side = (Vec::new(), whole(plain.constant())?);
                for (part, factor) in summands {
                    side.0.push((part, whole(&factor)?));
                }
                let inner = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.side(terms, &side, width))?;
                let by = number(terms, width, &divisor)?;
                let op = if op == ArithOp::Mod { BvOp::Urem } else { BvOp::Udiv };
                Ok(make(terms, Op::Bv(op), &[inner, by]))
            }
            (_, _, _) => Err(outside()),
        }
    }
}

fn difference(terms: &mut Terms, one: TermId, two: TermId) -> Result<Sum, Failure> {
    let (one, two) = (Sum::of(terms, one), Sum::of(terms, two));
    one.zip(two).and_then(|(one, two)| one.minus(&two)).ok_or_else(outside)
}

/// For a comparison of integers the sum that is at most zero if and only if the comparison is false.
fn negated_comparison(terms: &mut Terms, formula: TermId) -> Result<Option<Sum>, Failure> {
    let (op, args) = (terms.op(formula), terms.args(formula).to_vec());
    let (Op::Arith(op @ (ArithOp::Le | ArithOp::Lt)), &[one, two]) = (op, &*args) else { return Ok(None) };
    let mut sum = difference(terms, two, one)?;
    if op == ArithOp::Le && !sum.tighten() {
        return Err(outside());
    }
    Ok(Some(sum))
}

fn outside() -> Failure {
    Failure::Nothing("a fact over the integers that has no form over bit-vectors".to_owned())
}

fn whole(number: &BigRational) -> Result<BigInt, Failure> {
    if number.is_integer() { Ok(number.to_integer()) } else { Err(outside()) }
}

fn number(terms: &mut Terms, width: u32, value: &BigInt) -> Result<TermId, Failure> {
    let bits = Value::Bits(Bits::from_int(width, value));
    terms.value_term(bits, Sort::BitVec(width)).map_err(|_| outside())
}
