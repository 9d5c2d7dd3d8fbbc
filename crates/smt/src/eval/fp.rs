//! Floating-point operators on values.

use crate::sort::{Format, Sort};
use crate::term::FpOp;
use crate::value::float::Sign;
use crate::value::{BigInt, Bits, FloatValue, Rounding, Value};
use std::cmp::Ordering;

pub(super) fn operate(op: FpOp, args: &[&Value], sort: Sort) -> Option<Value> {
    match args {
        [Value::Bits(sign), Value::Bits(exponent), Value::Bits(fraction)] => {
            let Sort::Float(format) = sort else { return None };
            let bits = sign.concat(exponent).concat(fraction);
            Some(Value::Float(FloatValue::from_bits(format, bits.unsigned())))
        }
        [Value::Bits(bits)] => {
            let FpOp::FromBits(format) = op else { return None };
            Some(Value::Float(FloatValue::from_bits(format, bits.unsigned())))
        }
        [Value::Float(arg)] => unary(op, arg),
        [Value::Float(one), Value::Float(two)] => binary(op, one, two),
        [Value::Rounding(mode), Value::Bits(bits)] => {
            let (format, number) = match op {
                FpOp::FromSigned(format) => (format, bits.signed()),
                FpOp::FromUnsigned(format) => (format, BigInt::from(bits.unsigned().clone())),
                _ => return None,
            };
            Some(Value::Float(FloatValue::from_int(format, *mode, &number)))
        }
        [Value::Rounding(mode), Value::Real(number)] => {
            let FpOp::FromReal(format) = op else { return None };
            Some(Value::Float(FloatValue::from_rational(format, *mode, number)))
        }
        [Value::Rounding(mode), Value::Float(arg)] => rounded_unary(op, *mode, arg),
        [Value::Rounding(mode), Value::Float(one), Value::Float(two)] => {
            let value = match op {
                FpOp::Add => one.add(two, *mode),
                FpOp::Sub => one.sub(two, *mode),
                FpOp::Mul => one.mul(two, *mode),
                FpOp::Div => one.div(two, *mode),
                _ => return None,
            };
            Some(Value::Float(value))
        }
        [Value::Rounding(mode), Value::Float(one), Value::Float(two), Value::Float(three)] => {
            (op == FpOp::Fma).then(|| Value::Float(one.fma(two, three, *mode)))
        }
        [..] => None,
    }
}

fn unary(op: FpOp, arg: &FloatValue) -> Option<Value> {
    Some(Value::Bool(match op {
        FpOp::Abs => return Some(Value::Float(arg.abs())),
        FpOp::Neg => return Some(Value::Float(arg.neg())),
        FpOp::ToReal => return arg.to_rational().map(Value::Real),
        FpOp::IsNormal => arg.is_normal(),
        FpOp::IsSubnormal => arg.is_subnormal(),
        FpOp::IsZero => arg.is_zero(),
        FpOp::IsInfinite => arg.is_infinite(),
        FpOp::IsNan => arg.is_nan(),
        FpOp::IsNegative => !arg.is_nan() && arg.sign() == Sign::Minus,
        FpOp::IsPositive => !arg.is_nan() && arg.sign() == Sign::Plus,
        _ => return None,
    }))
}

fn binary(op: FpOp, one: &FloatValue, two: &FloatValue) -> Option<Value> {
    let order = one.compare(two);
    Some(Value::Bool(match op {
        FpOp::Rem => return Some(Value::Float(one.rem(two))),
        FpOp::Min => return one.minimum(two).map(Value::Float),
        FpOp::Max => return one.maximum(two).map(Value::Float),
        FpOp::Leq => order.is_some_and(Ordering::is_le),
        FpOp::Lt => order.is_some_and(Ordering::is_lt),
        FpOp::Geq => order.is_some_and(Ordering::is_ge),
        FpOp::Gt => order.is_some_and(Ordering::is_gt),
        FpOp::Eq => order.is_some_and(Ordering::is_eq),
        _ => return None,
    }))
}

fn rounded_unary(op: FpOp, mode: Rounding, arg: &FloatValue) -> Option<Value> {
    let convert = |format: Format| Some(Value::Float(arg.convert(format, mode)));
    match op {
        FpOp::Sqrt => Some(Value::Float(arg.sqrt(mode))),
        FpOp::RoundToIntegral => Some(Value::Float(arg.round_to_integral(mode))),
        FpOp::FromFloat(format) => convert(format),
        FpOp::ToUbv(width) => {
            let number = arg.to_int(mode).filter(|number| !Bits::is_unsigned_overflow(width, number))?;
            Some(Value::Bits(Bits::from_int(width, &number)))
        }
        FpOp::ToSbv(width) => {
            let number = arg.to_int(mode).filter(|number| !Bits::is_signed_overflow(width, number))?;
            Some(Value::Bits(Bits::from_int(width, &number)))
        }
        _ => None,
    }
}
