//! Bit-vector operators on values.

use crate::term::BvOp;
use crate::value::{BigInt, Bits, Value};

pub(super) fn operate(op: BvOp, args: &[&Value]) -> Option<Value> {
    match args {
        [Value::Int(number)] => {
            let BvOp::IntToBv(width) = op else { return None };
            Some(Value::Bits(Bits::from_int(width, number)))
        }
        [Value::Bits(arg)] => unary(op, arg),
        [Value::Bits(one), Value::Bits(two)] => {
            predicate(op, one, two).map(Value::Bool).or_else(|| binary(op, one, two).map(Value::Bits))
        }
        [..] => None,
    }
}

fn unary(op: BvOp, arg: &Bits) -> Option<Value> {
    let width = arg.width();
    Some(Value::Bits(match op {
        BvOp::Not => arg.not(),
        BvOp::Neg => arg.neg(),
        BvOp::Extract(high, low) => arg.extract(high, low),
        BvOp::Repeat(count) => arg.repeat(count),
        BvOp::ZeroExtend(by) => arg.zero_extend(by),
        BvOp::SignExtend(by) => arg.sign_extend(by),
        BvOp::RotateLeft(by) => arg.rotate_left(by),
        BvOp::RotateRight(by) => arg.rotate_left(width - by % width),
        BvOp::Nego => return Some(Value::Bool(Bits::is_signed_overflow(width, &-arg.signed()))),
        BvOp::UbvToInt => return Some(Value::Int(arg.unsigned().clone().into())),
        BvOp::SbvToInt => return Some(Value::Int(arg.signed())),
        _ => return None,
    }))
}

fn binary(op: BvOp, one: &Bits, two: &Bits) -> Option<Bits> {
    Some(match op {
        BvOp::Concat => one.concat(two),
        BvOp::And => one.and(two),
        BvOp::Or => one.or(two),
        BvOp::Xor => one.xor(two),
        BvOp::Nand => one.and(two).not(),
        BvOp::Nor => one.or(two).not(),
        BvOp::Xnor => one.xor(two).not(),
        BvOp::Add => one.add(two),
        BvOp::Sub => one.sub(two),
        BvOp::Mul => one.mul(two),
        BvOp::Udiv => one.udiv(two),
        BvOp::Urem => one.urem(two),
        BvOp::Sdiv => one.sdiv(two),
        BvOp::Srem => one.srem(two),
        BvOp::Smod => one.smod(two),
        BvOp::Shl => one.shl(two),
        BvOp::Lshr => one.lshr(two),
        BvOp::Ashr => one.ashr(two),
        BvOp::Comp => Bits::from_u64(1, u64::from(one == two)),
        _ => return None,
    })
}

fn predicate(op: BvOp, one: &Bits, two: &Bits) -> Option<bool> {
    let width = one.width();
    let unsigned = || (BigInt::from(one.unsigned().clone()), BigInt::from(two.unsigned().clone()));
    let signed = || (one.signed(), two.signed());
    let out_unsigned = |number: BigInt| Bits::is_unsigned_overflow(width, &number);
    let out_signed = |number: BigInt| Bits::is_signed_overflow(width, &number);
    Some(match op {
        BvOp::Ult => one.unsigned() < two.unsigned(),
        BvOp::Ule => one.unsigned() <= two.unsigned(),
        BvOp::Ugt => one.unsigned() > two.unsigned(),
        BvOp::Uge => one.unsigned() >= two.unsigned(),
        BvOp::Slt => one.signed() < two.signed(),
        BvOp::Sle => one.signed() <= two.signed(),
        BvOp::Sgt => one.signed() > two.signed(),
        BvOp::Sge => one.signed() >= two.signed(),
        BvOp::Uaddo => out_unsigned(unsigned().0 + unsigned().1),
        BvOp::Saddo => out_signed(signed().0 + signed().1),
        BvOp::Usubo => out_unsigned(unsigned().0 - unsigned().1),
        BvOp::Ssubo => out_signed(signed().0 - signed().1),
        BvOp::Umulo => out_unsigned(unsigned().0 * unsigned().1),
        BvOp::Smulo => out_signed(signed().0 * signed().1),
        // The only quotient that does not fit is that of the least number by minus one.
        BvOp::Sdivo => two.is_ones() && out_signed(-one.signed()),
        _ => return None,
    })
}
