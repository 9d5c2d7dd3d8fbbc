//! One operator on values. Nothing if the standard leaves the result open.

use super::{bv, fp};
use crate::sort::Sort;
use crate::term::{ArithOp, CoreOp, Op};
use crate::value::{BigInt, BigRational, Value};
use num_traits::{Euclid, Signed, Zero};

/// The value of an operator that is neither a symbol, a binder nor an array's, on values of the right sorts.
pub(crate) fn operate(op: Op, args: &[&Value], sort: Sort) -> Option<Value> {
    match op {
        Op::Core(op) => core(op, args),
        Op::Arith(op) => arith(op, args),
        Op::Bv(op) => bv::operate(op, args),
        Op::Fp(op) => fp::operate(op, args, sort),
        Op::Const(_) | Op::Apply(_) | Op::Quantified(_) | Op::Array(_) => None,
    }
}

fn core(op: CoreOp, args: &[&Value]) -> Option<Value> {
    let truth = |position: usize| args.get(position).and_then(|value| value.as_bool());
    let value = match op {
        CoreOp::Not => !truth(0)?,
        CoreOp::And => args.iter().all(|value| **value == Value::Bool(true)),
        CoreOp::Or => args.iter().any(|value| **value == Value::Bool(true)),
        CoreOp::Xor => truth(0)? != truth(1)?,
        CoreOp::Implies => !truth(0)? || truth(1)?,
        CoreOp::Eq => args[0] == args[1],
        CoreOp::Distinct => {
            let mut sorted = args.to_vec();
            sorted.sort_unstable();
            sorted.windows(2).all(|pair| pair[0] != pair[1])
        }
        CoreOp::Ite => return Some(if truth(0)? { args[1].clone() } else { args[2].clone() }),
    };
    Some(Value::Bool(value))
}

fn arith(op: ArithOp, args: &[&Value]) -> Option<Value> {
    match args.first()? {
        Value::Int(_) => {
            let of =
                |value: &&Value| if let Value::Int(number) = value { Some(number.clone()) } else { None };
            integer(op, &args.iter().map(of).collect::<Option<Vec<_>>>()?)
        }
        Value::Real(_) => {
            let of =
                |value: &&Value| if let Value::Real(number) = value { Some(number.clone()) } else { None };
            real(op, &args.iter().map(of).collect::<Option<Vec<_>>>()?)
        }
        Value::Bool(_) | Value::Bits(_) | Value::Float(_) | Value::Rounding(_) | Value::Array(_) => None,
    }
}

/// Integers; `div` and `mod` are Boute's, as SMT-LIB has it: the remainder is never negative.
fn integer(op: ArithOp, args: &[BigInt]) -> Option<Value> {
    let [first, rest @ ..] = args else { return None };
    let second = rest.first();
    Some(match op {
        ArithOp::Add => Value::Int(args.iter().sum()),
        ArithOp::Mul => Value::Int(args.iter().product()),
        ArithOp::Sub => Value::Int(first - second?),
        ArithOp::Neg => Value::Int(-first),
        ArithOp::IntDiv => Value::Int(first.div_euclid(second.filter(|by| !by.is_zero())?)),
        ArithOp::Mod => Value::Int(first.rem_euclid(second.filter(|by| !by.is_zero())?)),
        ArithOp::Abs => Value::Int(first.abs()),
        ArithOp::Le => Value::Bool(first <= second?),
        ArithOp::Lt => Value::Bool(first < second?),
        ArithOp::Ge => Value::Bool(first >= second?),
        ArithOp::Gt => Value::Bool(first > second?),
        ArithOp::ToReal => Value::Real(BigRational::from_integer(first.clone())),
        ArithOp::Divisible(by) => Value::Bool((first % by).is_zero()),
        ArithOp::RealDiv | ArithOp::ToInt | ArithOp::IsInt => return None,
    })
}

fn real(op: ArithOp, args: &[BigRational]) -> Option<Value> {
    let [first, rest @ ..] = args else { return None };
    let second = rest.first();
    Some(match op {
        ArithOp::Add => Value::Real(args.iter().sum()),
        ArithOp::Mul => Value::Real(args.iter().product()),
        ArithOp::Sub => Value::Real(first - second?),
        ArithOp::Neg => Value::Real(-first),
        ArithOp::RealDiv => Value::Real(first / second.filter(|by| !by.is_zero())?),
        ArithOp::Le => Value::Bool(first <= second?),
        ArithOp::Lt => Value::Bool(first < second?),
        ArithOp::Ge => Value::Bool(first >= second?),
        ArithOp::Gt => Value::Bool(first > second?),
        ArithOp::ToInt => Value::Int(first.floor().to_integer()),
        ArithOp::IsInt => Value::Bool(first.is_integer()),
        ArithOp::IntDiv | ArithOp::Mod | ArithOp::Abs | ArithOp::ToReal | ArithOp::Divisible(_) => {
            return None;
        }
    })
}
