//! Ints and Reals: sorts and rules.
//!
//! Normal forms: `>` and `>=` are turned round; differences and negations of constants are folded; sums and products are flat with
//! at most one constant, which is last; multiples of one term in a sum are one multiple; if both sides of a comparison have a
//! constant, the left has none afterwards. Division by the constant zero is left as it is: SMT-LIB lets a model choose its value.

use super::Arguments;
use super::core::FLAT;
use crate::sort::Sort;
use crate::term::{ArithOp, Op, TermId, Terms};
use crate::value::{BigInt, BigRational, Value};
use num_traits::{One, Zero};
use smallvec::SmallVec;

pub(super) fn sort_arith(op: ArithOp, sorts: &[Sort]) -> Option<Sort> {
    let &first = sorts.first()?;
    let is_uniform = matches!(first, Sort::Int | Sort::Real) && sorts.iter().all(|&sort| sort == first);
    if !is_uniform {
        return None;
    }
    let count = sorts.len();
    match op {
        ArithOp::Add | ArithOp::Mul => (count >= 2).then_some(first),
        ArithOp::Sub => (count == 2).then_some(first),
        ArithOp::Neg => (count == 1).then_some(first),
        ArithOp::RealDiv => (count == 2 && first == Sort::Real).then_some(first),
        ArithOp::IntDiv | ArithOp::Mod => (count == 2 && first == Sort::Int).then_some(first),
        ArithOp::Abs => (count == 1 && first == Sort::Int).then_some(first),
        ArithOp::Le | ArithOp::Lt | ArithOp::Ge | ArithOp::Gt => (count == 2).then_some(Sort::Bool),
        ArithOp::ToReal => (count == 1 && first == Sort::Int).then_some(Sort::Real),
        ArithOp::ToInt => (count == 1 && first == Sort::Real).then_some(Sort::Int),
        ArithOp::IsInt => (count == 1 && first == Sort::Real).then_some(Sort::Bool),
        ArithOp::Divisible(by) => (count == 1 && first == Sort::Int && by > 0).then_some(Sort::Bool),
    }
}

impl Terms {
    pub(super) fn simplify_arith(&mut self, op: ArithOp, args: &[TermId], sort: Sort) -> Option<TermId> {
        match (op, args) {
            (ArithOp::Add | ArithOp::Mul, _) => Some(self.sum_or_product(op, args, sort)),
            (ArithOp::Sub, &[one, two]) if one == two => Some(self.number(sort, 0)),
            (ArithOp::Sub, &[one, two]) => {
                let opposite = self.opposite(two)?;
                Some(self.make(Op::Arith(ArithOp::Add), &[one, opposite]))
            }
            (ArithOp::Neg, &[arg]) => (self.op(arg) == Op::Arith(ArithOp::Neg)).then(|| self.args(arg)[0]),
            (ArithOp::Ge, &[one, two]) => Some(self.make(Op::Arith(ArithOp::Le), &[two, one])),
            (ArithOp::Gt, &[one, two]) => Some(self.make(Op::Arith(ArithOp::Lt), &[two, one])),
            (ArithOp::Le, &[one, two]) if one == two => Some(self.bool(true)),
            (ArithOp::Lt, &[one, two]) if one == two => Some(self.bool(false)),
            (ArithOp::Le | ArithOp::Lt, &[one, two]) => {
                let (one, two) = self.constants_to_one_side(one, two)?;
                Some(self.make(Op::Arith(op), &[one, two]))
            }
            (ArithOp::RealDiv | ArithOp::IntDiv, &[one, two]) => self.is_number(two, 1).then_some(one),
            (ArithOp::Mod, &[_, two]) => self.is_number(two, 1).then(|| self.number(sort, 0)),
            (ArithOp::ToInt, &[arg]) => {
                (self.op(arg) == Op::Arith(ArithOp::ToReal)).then(|| self.args(arg)[0])
            }
            (ArithOp::IsInt, &[arg]) => (self.op(arg) == Op::Arith(ArithOp::ToReal)).then(|| self.bool(true)),
            (ArithOp::Divisible(1), _) => Some(self.bool(true)),
            (
                ArithOp::Sub
                | ArithOp::Neg
                | ArithOp::RealDiv
                | ArithOp::IntDiv
                | ArithOp::Mod
                | ArithOp::Abs
                | ArithOp::Le
                | ArithOp::Lt
                | ArithOp::Ge
                | ArithOp::Gt
                | ArithOp::ToReal
                | ArithOp::ToInt
                | ArithOp::IsInt
                | ArithOp::Divisible(_),
                _,
            ) => None,
        }
    }

    fn sum_or_product(&mut self, op: ArithOp, args: &[TermId], sort: Sort) -> TermId {
        let neutral = i32::from(op == ArithOp::Mul);
        let mut flat = Arguments::new();
        let mut constant = rational(neutral);
        for &arg in args {
            let inner = if self.op(arg) == Op::Arith(op) && self.args(arg).len() <= FLAT {
                self.args(arg)
            } else {
                &[arg][..]
            };
            for &part in inner {
                match self.as_const(part) {
                    Some(Value::Int(value)) if op == ArithOp::Add => constant += value,
                    Some(Value::Int(value)) => constant *= value,
                    Some(Value::Real(value)) if op == ArithOp::Add => constant += value,
                    Some(Value::Real(value)) => constant *= value,
                    Some(
                        Value::Bool(_)
                        | Value::Bits(_)
                        | Value::Float(_)
                        | Value::Rounding(_)
                        | Value::Array(_),
                    )
                    | None => flat.push(part),
                }
            }
        }
        if op == ArithOp::Add {
            self.collect(&mut flat, sort);
        }
        flat.sort_unstable();
        let is_absorbed = op == ArithOp::Mul && constant.is_zero();
        if flat.is_empty() || is_absorbed || constant != rational(neutral) {
            let constant = self.rational_constant(constant, sort);
            if flat.is_empty() || is_absorbed {
                return constant;
            }
            flat.push(constant);
        }
        if let [single] = *flat { single } else { self.intern(Op::Arith(op), &flat, sort) }
    }

    /// Adds up the multiples of one term, if there are several.
    fn collect(&mut self, parts: &mut Arguments, sort: Sort) {
        let mut multiples: SmallVec<[(TermId, TermId); 8]> =
            parts.iter().map(|&part| (self.multiplicand(part), part)).collect();
        multiples.sort_unstable();
        if multiples.windows(2).all(|pair| pair[0].0 != pair[1].0) {
            return;
        }
        parts.clear();
        for group in multiples.chunk_by(|one, two| one.0 == two.0) {
            if let &[(_, single)] = group {
                parts.push(single);
                continue;
            }
            let factor: BigRational = group.iter().map(|&(_, part)| self.factor(part)).sum();
            if !factor.is_zero() {
                let factor =
                    if sort == Sort::Int { Value::Int(factor.to_integer()) } else { Value::Real(factor) };
                let factor = self.constant(factor);
                parts.push(self.make(Op::Arith(ArithOp::Mul), &[group[0].0, factor]));
            }
        }
    }

    /// What a term is a multiple of.
    fn multiplicand(&self, term: TermId) -> TermId {
        let args = self.args(term);
        if self.op(term) == Op::Arith(ArithOp::Neg) {
            return args[0];
        }
        if self.op(term) == Op::Arith(ArithOp::Mul)
            && let &[arg, factor] = args
            && self.as_rational(factor).is_some()
        {
            return arg;
        }
        term
    }

    /// How many times what it is a multiple of.
    fn factor(&self, term: TermId) -> BigRational {
        if self.op(term) == Op::Arith(ArithOp::Neg) {
            return rational(-1);
        }
        if self.multiplicand(term) == term {
            return rational(1);
        }
        self.args(term).last().and_then(|&factor| self.as_rational(factor)).unwrap_or_else(|| rational(1))
    }

    /// The number that a constant is.
    fn as_rational(&self, term: TermId) -> Option<BigRational> {
        match self.as_const(term)? {
            Value::Int(number) => Some(BigRational::from_integer(number.clone())),
            Value::Real(number) => Some(number.clone()),
            Value::Bool(_) | Value::Bits(_) | Value::Float(_) | Value::Rounding(_) | Value::Array(_) => None,
        }
    }

    fn rational_constant(&mut self, number: BigRational, sort: Sort) -> TermId {
        let value = if sort == Sort::Int { Value::Int(number.to_integer()) } else { Value::Real(number) };
        self.constant(value)
    }

    /// The constant with the other sign.
    fn opposite(&mut self, constant: TermId) -> Option<TermId> {
        let number = self.as_rational(constant)?;
        Some(self.rational_constant(-number, self.sort(constant)))
    }

    /// The sides of a comparison that both have a constant, without one of the two: that of the left sum is brought to the right, or that
    /// of the right sum to the left if there is nothing else there.
    pub(super) fn constants_to_one_side(&mut self, one: TermId, two: TermId) -> Option<(TermId, TermId)> {
        let constant = |term: TermId| {
            let is_sum = self.op(term) == Op::Arith(ArithOp::Add);
            let last = if is_sum { *self.args(term).last()? } else { term };
            self.as_const(last).map(|_| last)
        };
        let (left, right) = (constant(one)?, constant(two)?);
        let opposite = self.opposite(if left == one { right } else { left })?;
        let mut shifted = |term| self.make(Op::Arith(ArithOp::Add), &[term, opposite]);
        Some((shifted(one), shifted(two)))
    }

    fn number(&mut self, sort: Sort, value: i32) -> TermId {
        let value = if sort == Sort::Int { Value::Int(value.into()) } else { Value::Real(rational(value)) };
        self.constant(value)
    }

    fn is_number(&self, term: TermId, number: i32) -> bool {
        match self.as_const(term) {
            Some(Value::Int(value)) => *value == BigInt::from(number),
            Some(Value::Real(value)) => *value == rational(number),
            Some(
                Value::Bool(_) | Value::Bits(_) | Value::Float(_) | Value::Rounding(_) | Value::Array(_),
            )
            | None => false,
        }
    }
}

fn rational(number: i32) -> BigRational {
    if number == 1 { BigRational::one() } else { BigRational::from_integer(number.into()) }
}
