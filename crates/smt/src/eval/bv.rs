//! Bit-vector operators on values.

use crate::term::BvOp;
use crate::value::{BigInt, Bits, Value};

pub(super) fn operate(op: BvOp, args: &[&Value]) -> Option<Value> {
    let first = args.first()?;
    if let BvOp::IntToBv(width) = op {
        let Value::Int(number) = first else { return None };
        return Some(Value::Bits(Bits::from_int(width, number)));
    }
    let one = first.as_bits()?;
    // Unary operators do not look at the second argument.
    let two = args.get(1).map_or(Some(one), |value| value.as_bits())?;
    let truth = |value: bool| Some(Value::Bool(value));
    Some(Value::Bits(match op {
        BvOp::Not => one.not(),
        BvOp::Neg => one.neg(),
        BvOp::Extract(high, low) => one.extract(high, low),
        BvOp::Repeat(count) => one.repeat(count),
        BvOp::ZeroExtend(by) => one.zero_extend(by),
        BvOp::SignExtend(by) => one.sign_extend(by),
        BvOp::RotateLeft(by) => one.rotate_left(by),
        BvOp::RotateRight(by) => one.rotate_left(one.width() - by % one.width()),
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
        BvOp::Ult => return truth(one < two),
        BvOp::Ule => return truth(one <= two),
        BvOp::Ugt => return truth(one > two),
        BvOp::Uge => return truth(one >= two),
        BvOp::Slt => return truth(one.signed_order(two).is_lt()),
        BvOp::Sle => return truth(one.signed_order(two).is_le()),
        BvOp::Sgt => return truth(one.signed_order(two).is_gt()),
        BvOp::Sge => return truth(one.signed_order(two).is_ge()),
        BvOp::Nego => return truth(one.is_least()),
        BvOp::Uaddo => return truth(one.add(two) < *one),
        BvOp::Usubo => return truth(one < two),
        BvOp::Umulo => return truth(unsigned_product_overflows(one, two)),
        BvOp::Saddo => return truth(one.sign() == two.sign() && one.add(two).sign() != one.sign()),
        BvOp::Ssubo => return truth(one.sign() != two.sign() && one.sub(two).sign() != one.sign()),
        BvOp::Smulo => return truth(signed_product_overflows(one, two)),
        // The only quotient that does not fit is that of the least number by minus one.
        BvOp::Sdivo => return truth(two.is_ones() && one.is_least()),
        BvOp::UbvToInt => return Some(Value::Int(one.unsigned().into())),
        BvOp::SbvToInt => return Some(Value::Int(one.signed())),
        BvOp::IntToBv(_) => return None,
    }))
}

fn unsigned_product_overflows(one: &Bits, two: &Bits) -> bool {
    if let (Some(one_word), Some(two_word), 0..=64) = (one.to_u64(), two.to_u64(), one.width()) {
        return (u128::from(one_word) * u128::from(two_word)) >> one.width() != 0;
    }
    Bits::is_unsigned_overflow(one.width(), &BigInt::from(one.unsigned() * two.unsigned()))
}

fn signed_product_overflows(one: &Bits, two: &Bits) -> bool {
    if let (Some(one_word), Some(two_word)) = (one.signed_word(), two.signed_word()) {
        let product = i128::from(one_word) * i128::from(two_word);
        let limit = 1i128 << (one.width() - 1);
        return product >= limit || product < -limit;
    }
    Bits::is_signed_overflow(one.width(), &(one.signed() * two.signed()))
}
