//! Integers of at most 64 bits, fast: the same results as [`crate::value`], which the tests compare.

use crate::value::{Overflow, Undefined};
use crate::{BinaryOp, IntShape, UnaryOp};

/// Width and signedness in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape(u8);

impl Shape {
    /// The shape of a type of at most 64 bits.
    pub(super) fn new(shape: IntShape) -> Option<Self> {
        (shape.bits <= 64).then_some(Self(shape.bits as u8 | if shape.signed { 0x80 } else { 0 }))
    }

    /// One bit without sign: `_Bool`.
    pub(super) const BOOL: Self = Self(1);

    /// An unsigned word: addresses.
    pub(super) const WORD: Self = Self(64);

    #[inline]
    fn bits(self) -> u32 {
        u32::from(self.0 & 0x7F)
    }

    #[inline]
    fn signed(self) -> bool {
        self.0 & 0x80 != 0
    }

    /// The lowest bits.
    #[inline]
    pub(super) fn cut(self, value: u64) -> u64 {
        value & (u64::MAX >> (64 - self.bits()))
    }

    /// The value, extended to 64 bits by its sign or by zeros.
    #[inline]
    pub(super) fn extend(self, value: u64) -> u64 {
        if self.signed() { self.sign_extend(value) as u64 } else { value }
    }

    #[inline]
    fn sign_extend(self, value: u64) -> i64 {
        let unused = 64 - self.bits();
        ((value << unused) as i64) >> unused
    }
}

/// `left op right` for two integers of one shape; shifts go to [`shift`].
#[inline]
pub(super) fn binary(
    op: BinaryOp,
    shape: Shape,
    left: u64,
    right: u64,
    overflow: Overflow,
) -> Result<u64, Undefined> {
    use BinaryOp::*;
    let (l, r) = (shape.sign_extend(left), shape.sign_extend(right));
    let signed = shape.signed();
    Ok(match op {
        Add if signed => return checked(shape, l.overflowing_add(r), overflow),
        Sub if signed => return checked(shape, l.overflowing_sub(r), overflow),
        Mul if signed => return checked(shape, l.overflowing_mul(r), overflow),
        Add => shape.cut(left.wrapping_add(right)),
        Sub => shape.cut(left.wrapping_sub(right)),
        Mul => shape.cut(left.wrapping_mul(right)),
        Div | Rem => return divide(op, shape, left, right, overflow),
        Shl | Shr => return shift(op, shape, left, right, overflow),
        BitAnd => left & right,
        BitOr => left | right,
        BitXor => left ^ right,
        Eq => u64::from(left == right),
        Ne => u64::from(left != right),
        Lt => u64::from(if signed { l < r } else { left < right }),
        Le => u64::from(if signed { l <= r } else { left <= right }),
        Gt => u64::from(if signed { l > r } else { left > right }),
        Ge => u64::from(if signed { l >= r } else { left >= right }),
        // Pointer operators have nodes of their own.
        PtrAdd | PtrDiff => left,
    })
}

#[inline]
fn checked(shape: Shape, (wrapped, overflowed): (i64, bool), overflow: Overflow) -> Result<u64, Undefined> {
    let result = shape.cut(wrapped as u64);
    if (overflowed || shape.sign_extend(result) != wrapped) && overflow == Overflow::Undefined {
        return Err(Undefined::SignedOverflow);
    }
    Ok(result)
}

fn divide(op: BinaryOp, shape: Shape, left: u64, right: u64, overflow: Overflow) -> Result<u64, Undefined> {
    if right == 0 {
        return Err(Undefined::DivisionByZero);
    }
    if !shape.signed() {
        return Ok(if op == BinaryOp::Div { left / right } else { left % right });
    }
    let (l, r) = (shape.sign_extend(left), shape.sign_extend(right));
    if r == -1 {
        // The quotient is the negated dividend, the remainder zero.
        let negated = checked(shape, 0i64.overflowing_sub(l), overflow)?;
        return Ok(if op == BinaryOp::Div { negated } else { 0 });
    }
    Ok(shape.cut(if op == BinaryOp::Div { l / r } else { l % r } as u64))
}

/// `left << count` or `left >> count`; a count that was negative is huge.
#[inline]
pub(super) fn shift(
    op: BinaryOp,
    shape: Shape,
    left: u64,
    count: u64,
    overflow: Overflow,
) -> Result<u64, Undefined> {
    if count >= u64::from(shape.bits()) {
        return Err(Undefined::ShiftCount);
    }
    if op == BinaryOp::Shr {
        return Ok(if shape.signed() {
            shape.cut((shape.sign_extend(left) >> count) as u64)
        } else {
            left >> count
        });
    }
    let result = shape.cut(left << count);
    if shape.signed() && overflow == Overflow::Undefined {
        let (before, after) = (shape.sign_extend(left), shape.sign_extend(result));
        if before < 0 || after < 0 || after >> count != before {
            return Err(Undefined::ShiftOverflow);
        }
    }
    Ok(result)
}

/// `-value` and `~value`.
#[inline]
pub(super) fn unary(op: UnaryOp, shape: Shape, value: u64, overflow: Overflow) -> Result<u64, Undefined> {
    if op == UnaryOp::BitNot {
        return Ok(shape.cut(!value));
    }
    binary(BinaryOp::Sub, shape, 0, value, overflow)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MachineModel, TypeId, Types, value};
    use proptest::prelude::*;

    const OPS: [BinaryOp; 16] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::Shl,
        BinaryOp::Shr,
        BinaryOp::BitAnd,
        BinaryOp::BitOr,
        BinaryOp::BitXor,
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Lt,
        BinaryOp::Le,
        BinaryOp::Gt,
        BinaryOp::Ge,
    ];

    fn edgy() -> impl Strategy<Value = u64> {
        prop_oneof![
            any::<u64>(),
            (0u32..64, -2i64..3).prop_map(|(at, off)| (1u64 << at).wrapping_add(off as u64)),
            (-70i64..70).prop_map(|small| small as u64),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn agrees_with_the_reference(left in edgy(), right in edgy(), wrap in any::<bool>()) {
            let types = Types::new(MachineModel::Lp64);
            let overflow = if wrap { Overflow::Wrap } else { Overflow::Undefined };
            for ty in [TypeId::SCHAR, TypeId::UCHAR, TypeId::SHORT, TypeId::USHORT, TypeId::INT, TypeId::UINT, TypeId::LONG, TypeId::ULONG] {
                let shape = Shape::new(types.int_shape(ty).unwrap()).unwrap();
                let (l, r) = (shape.cut(left), shape.cut(right));
                let wide = |bits: u64| (ty, u128::from(bits));
                for op in OPS {
                    let fast = match op {
                        BinaryOp::Shl | BinaryOp::Shr => shift(op, shape, l, shape.extend(r), overflow),
                        _ => binary(op, shape, l, r, overflow),
                    };
                    let slow = value::binary(&types, op, wide(l), wide(r), overflow);
                    prop_assert_eq!(fast.map(u128::from), slow, "{:?} {} {:?} {}", ty, l, op, r);
                }
                for op in [UnaryOp::Neg, UnaryOp::BitNot] {
                    let slow = value::unary(&types, op, ty, u128::from(l), overflow);
                    prop_assert_eq!(unary(op, shape, l, overflow).map(u128::from), slow);
                }
            }
        }
    }
}
