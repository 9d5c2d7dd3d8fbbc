//! Ints and Reals: sorts and rules.
//!
//! Normal forms: `>` and `>=` are turned round; differences and negations of constants are folded; sums and products are flat with
//! at most one constant, which is last. Division by the constant zero is left as it is: SMT-LIB lets a model choose its value.

use super::Arguments;
use super::core::FLAT;
use crate::sort::Sort;
use crate::term::{ArithOp, Op, TermId, Terms};
use crate::value::{BigInt, BigRational, Value};
use num_traits::{One, Zero};

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
            (ArithOp::Sub, &[one, two]) => self.is_number(two, 0).then_some(one),
            (ArithOp::Neg, &[arg]) => (self.op(arg) == Op::Arith(ArithOp::Neg)).then(|| self.args(arg)[0]),
            (ArithOp::Ge, &[one, two]) => Some(self.make(Op::Arith(ArithOp::Le), &[two, one])),
            (ArithOp::Gt, &[one, two]) => Some(self.make(Op::Arith(ArithOp::Lt), &[two, one])),
            (ArithOp::Le, &[one, two]) if one == two => Some(self.bool(true)),
            (ArithOp::Lt, &[one, two]) if one == two => Some(self.bool(false)),
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
        flat.sort_unstable();
        let is_absorbed = op == ArithOp::Mul && constant.is_zero();
        if flat.is_empty() || is_absorbed || constant != rational(neutral) {
            let value =
                if sort == Sort::Int { Value::Int(constant.to_integer()) } else { Value::Real(constant) };
            let constant = self.constant(value);
            if flat.is_empty() || is_absorbed {
                return constant;
            }
            flat.push(constant);
        }
        if let [single] = *flat { single } else { self.intern(Op::Arith(op), &flat, sort) }
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
