//! Floating-point operators on values.

use crate::sort::Sort;
use crate::term::FpOp;
use crate::value::float::Sign;
use crate::value::{BigInt, Bits, FloatValue, Rounding, Value};
use std::cmp::Ordering;

/// The arguments, by what they are expected to be.
struct Arguments<'a>(&'a [&'a Value]);

impl Arguments<'_> {
    fn float(&self, position: usize) -> Option<&FloatValue> {
        if let Value::Float(value) = self.0.get(position)? { Some(value) } else { None }
    }

    fn mode(&self) -> Option<Rounding> {
        if let Value::Rounding(mode) = self.0.first()? { Some(*mode) } else { None }
    }

    fn bits(&self, position: usize) -> Option<&Bits> {
        self.0.get(position)?.as_bits()
    }

    fn order(&self) -> Option<Option<Ordering>> {
        Some(self.float(0)?.compare(self.float(1)?))
    }
}

pub(super) fn operate(op: FpOp, args: &[&Value], sort: Sort) -> Option<Value> {
    let args = Arguments(args);
    let truth = |value: bool| Some(Value::Bool(value));
    let compared = |test: fn(Ordering) -> bool| Some(Value::Bool(args.order()?.is_some_and(test)));
    let float = match op {
        FpOp::Fp => {
            let Sort::Float(format) = sort else { return None };
            let bits = args.bits(0)?.concat(args.bits(1)?).concat(args.bits(2)?);
            FloatValue::from_bits(format, &bits.unsigned())
        }
        FpOp::FromBits(format) => FloatValue::from_bits(format, &args.bits(0)?.unsigned()),
        FpOp::FromFloat(format) => args.float(1)?.convert(format, args.mode()?),
        FpOp::FromSigned(format) => FloatValue::from_int(format, args.mode()?, &args.bits(1)?.signed()),
        FpOp::FromUnsigned(format) => {
            FloatValue::from_int(format, args.mode()?, &BigInt::from(args.bits(1)?.unsigned()))
        }
        FpOp::FromReal(format) => {
            let Value::Real(number) = args.0.get(1)? else { return None };
            FloatValue::from_rational(format, args.mode()?, number)
        }
        FpOp::Abs => args.float(0)?.abs(),
        FpOp::Neg => args.float(0)?.neg(),
        FpOp::Add => args.float(1)?.add(args.float(2)?, args.mode()?),
        FpOp::Sub => args.float(1)?.sub(args.float(2)?, args.mode()?),
        FpOp::Mul => args.float(1)?.mul(args.float(2)?, args.mode()?),
        FpOp::Div => args.float(1)?.div(args.float(2)?, args.mode()?),
        FpOp::Fma => args.float(1)?.fma(args.float(2)?, args.float(3)?, args.mode()?),
        FpOp::Sqrt => args.float(1)?.sqrt(args.mode()?),
        FpOp::RoundToIntegral => args.float(1)?.round_to_integral(args.mode()?),
        FpOp::Rem => args.float(0)?.rem(args.float(1)?),
        FpOp::Min => args.float(0)?.minimum(args.float(1)?)?,
        FpOp::Max => args.float(0)?.maximum(args.float(1)?)?,
        FpOp::Leq => return compared(Ordering::is_le),
        FpOp::Lt => return compared(Ordering::is_lt),
        FpOp::Geq => return compared(Ordering::is_ge),
        FpOp::Gt => return compared(Ordering::is_gt),
        FpOp::Eq => return compared(Ordering::is_eq),
        FpOp::IsNormal => return truth(args.float(0)?.is_normal()),
        FpOp::IsSubnormal => return truth(args.float(0)?.is_subnormal()),
        FpOp::IsZero => return truth(args.float(0)?.is_zero()),
        FpOp::IsInfinite => return truth(args.float(0)?.is_infinite()),
        FpOp::IsNan => return truth(args.float(0)?.is_nan()),
        FpOp::IsNegative => return truth(has_sign(args.float(0)?, Sign::Minus)),
        FpOp::IsPositive => return truth(has_sign(args.float(0)?, Sign::Plus)),
        FpOp::ToReal => return args.float(0)?.to_rational().map(Value::Real),
        FpOp::ToUbv(width) => return to_bits(&args, width, Bits::is_unsigned_overflow),
        FpOp::ToSbv(width) => return to_bits(&args, width, Bits::is_signed_overflow),
    };
    Some(Value::Float(float))
}

fn has_sign(float: &FloatValue, sign: Sign) -> bool {
    !float.is_nan() && float.sign() == sign
}

/// A float rounded to an integer that fits.
fn to_bits(args: &Arguments<'_>, width: u32, overflows: fn(u32, &BigInt) -> bool) -> Option<Value> {
    let number = args.float(1)?.to_int(args.mode()?).filter(|number| !overflows(width, number))?;
    Some(Value::Bits(Bits::from_int(width, &number)))
}
