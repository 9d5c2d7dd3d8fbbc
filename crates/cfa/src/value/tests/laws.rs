//! Arithmetic on our bits agrees with Rust's own integers of every width, and laws of floats.

use super::*;
use proptest::prelude::*;

/// Runs every binary operator at one width against the native type, under both meanings of overflow.
macro_rules! native {
    ($check:ident, $ty:ident, $wide:ident, $id:expr, $signed:expr) => {
        fn $check(left: u128, right: u128) {
            let types = types();
            let (l, r) = (left as $ty, right as $ty);
            let zero_extended = |value: $ty| value as $wide as u128;
            let operands = (($id, zero_extended(l)), ($id, zero_extended(r)));
            let run = |op, overflow| binary(&types, op, operands.0, operands.1, overflow);
            let table: [(BinaryOp, $ty, bool); 3] = [
                (BinaryOp::Add, l.wrapping_add(r), l.checked_add(r).is_none()),
                (BinaryOp::Sub, l.wrapping_sub(r), l.checked_sub(r).is_none()),
                (BinaryOp::Mul, l.wrapping_mul(r), l.checked_mul(r).is_none()),
            ];
            for (op, wrapped, overflows) in table {
                assert_eq!(run(op, Overflow::Wrap), Ok(zero_extended(wrapped)), "{l} {op:?} {r}");
                let strict = if $signed && overflows {
                    Err(Undefined::SignedOverflow)
                } else {
                    Ok(zero_extended(wrapped))
                };
                assert_eq!(run(op, Overflow::Undefined), strict, "{l} {op:?} {r}");
            }
            if r == 0 {
                assert_eq!(run(BinaryOp::Div, Overflow::Wrap), Err(Undefined::DivisionByZero));
                assert_eq!(run(BinaryOp::Rem, Overflow::Wrap), Err(Undefined::DivisionByZero));
            } else {
                assert_eq!(run(BinaryOp::Div, Overflow::Wrap), Ok(zero_extended(l.wrapping_div(r))));
                assert_eq!(run(BinaryOp::Rem, Overflow::Wrap), Ok(zero_extended(l.wrapping_rem(r))));
                let strict = l.checked_div(r).map(zero_extended).ok_or(Undefined::SignedOverflow);
                assert_eq!(run(BinaryOp::Div, Overflow::Undefined), strict);
            }
            for (op, holds) in [
                (BinaryOp::Eq, l == r),
                (BinaryOp::Ne, l != r),
                (BinaryOp::Lt, l < r),
                (BinaryOp::Le, l <= r),
                (BinaryOp::Gt, l > r),
                (BinaryOp::Ge, l >= r),
            ] {
                assert_eq!(run(op, Overflow::Undefined), Ok(u128::from(holds)), "{l} {op:?} {r}");
            }
            assert_eq!(run(BinaryOp::BitAnd, Overflow::Wrap), Ok(zero_extended(l & r)));
            assert_eq!(run(BinaryOp::BitOr, Overflow::Wrap), Ok(zero_extended(l | r)));
            assert_eq!(run(BinaryOp::BitXor, Overflow::Wrap), Ok(zero_extended(l ^ r)));
            assert_eq!(
                unary(&types, UnaryOp::BitNot, $id, zero_extended(l), Overflow::Wrap),
                Ok(zero_extended(!l))
            );
            assert_eq!(
                unary(&types, UnaryOp::Neg, $id, zero_extended(l), Overflow::Wrap),
                Ok(zero_extended(l.wrapping_neg()))
            );
            let count = (right % u128::from($ty::BITS)) as u32;
            let shift = |op| binary(&types, op, operands.0, (TypeId::INT, u128::from(count)), Overflow::Wrap);
            assert_eq!(shift(BinaryOp::Shl), Ok(zero_extended(l << count)));
            assert_eq!(shift(BinaryOp::Shr), Ok(zero_extended(l >> count)));
            for other in INTEGERS {
                let value = cast(&types, $id, other, zero_extended(l)).unwrap();
                assert_eq!(value, crate::canonical(&types, other, l as u128), "cast to {other:?}");
            }
            assert_eq!(cast(&types, $id, TypeId::BOOL, zero_extended(l)), Ok(u128::from(l != 0)));
            let double = cast(&types, $id, TypeId::DOUBLE, zero_extended(l)).unwrap();
            assert_eq!(double as u64, (l as f64).to_bits());
            let float = cast(&types, $id, TypeId::FLOAT, zero_extended(l)).unwrap();
            assert_eq!(float as u32, (l as f32).to_bits());
        }
    };
}

native!(check_i8, i8, u8, TypeId::SCHAR, true);
native!(check_u8, u8, u8, TypeId::UCHAR, false);
native!(check_i16, i16, u16, TypeId::SHORT, true);
native!(check_u16, u16, u16, TypeId::USHORT, false);
native!(check_i32, i32, u32, TypeId::INT, true);
native!(check_u32, u32, u32, TypeId::UINT, false);
native!(check_i64, i64, u64, TypeId::LONG, true);
native!(check_u64, u64, u64, TypeId::ULLONG, false);
native!(check_i128, i128, u128, TypeId::INT128, true);
native!(check_u128, u128, u128, TypeId::UINT128, false);

/// Bits with the shapes that break arithmetic: few bits, all ones, around powers of two.
fn edgy() -> impl Strategy<Value = u128> {
    prop_oneof![
        any::<u128>(),
        (0u32..128, -3i128..4).prop_map(|(at, off)| (1u128 << at).wrapping_add(off as u128)),
        (-70i128..70).prop_map(|small| small as u128),
        (any::<u128>(), 0u32..128).prop_map(|(bits, by)| bits >> by),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn integers_are_native(left in edgy(), right in edgy()) {
        for check in [check_i8, check_u8, check_i16, check_u16, check_i32, check_u32, check_i64, check_u64, check_i128, check_u128] {
            check(left, right);
        }
    }

    /// The soft formats hold every `double`, so that exact operations agree after rounding back.
    #[test]
    fn soft_formats_agree_with_double(bits in any::<u64>()) {
        let types = types();
        for wide in [TypeId::LONG_DOUBLE, TypeId::FLOAT128] {
            let there = cast(&types, TypeId::DOUBLE, wide, u128::from(bits)).unwrap();
            let back = cast(&types, wide, TypeId::DOUBLE, there).unwrap() as u64;
            if f64::from_bits(bits).is_nan() {
                prop_assert!(f64::from_bits(back).is_nan());
                continue;
            }
            prop_assert_eq!(back, bits);
            for op in [UnaryOp::FloatFloor, UnaryOp::FloatCeil, UnaryOp::FloatTrunc, UnaryOp::FloatRound, UnaryOp::FloatRint,
                       UnaryOp::Neg, UnaryOp::FloatAbs] {
                let narrow = unary(&types, op, TypeId::DOUBLE, u128::from(bits), Overflow::Wrap).unwrap();
                let soft = unary(&types, op, wide, there, Overflow::Wrap).unwrap();
                prop_assert_eq!(cast(&types, wide, TypeId::DOUBLE, soft).unwrap(), narrow, "{:?}", op);
            }
        }
    }

    /// A root is correctly rounded: the radicand lies between the squares of the two neighbouring midpoints.
    #[test]
    fn roots_are_correctly_rounded(bits in any::<u128>()) {
        let types = types();
        let bits = bits & (u128::MAX >> 1);
        let root = unary(&types, UnaryOp::FloatSqrt, TypeId::FLOAT128, bits, Overflow::Wrap).unwrap();
        let (FloatClass::Finite { significand, exponent }, FloatClass::Finite { significand: digits, exponent: scale }) =
            (float_parts(FloatKind::F128, bits).1, float_parts(FloatKind::F128, root).1)
        else {
            return Ok(());
        };
        // Everything in units of `2^(2 * (scale - 1))`: the root is `2 * digits`, the midpoints are one off.
        let shift = exponent - 2 * (scale - 1);
        prop_assume!(significand > 0);
        prop_assert!((0..=127).contains(&shift), "the root has all its digits");
        let radicand = wide_product(significand, 1u128 << shift);
        prop_assert!(wide_product(2 * digits - 1, 2 * digits - 1) < radicand);
        prop_assert!(radicand < wide_product(2 * digits + 1, 2 * digits + 1));
    }

    /// The square of an integer has that integer as its root, and a root is monotonic in between.
    #[test]
    fn roots_of_squares(root in 1u64..1 << 56) {
        let types = types();
        for ty in [TypeId::FLOAT128, TypeId::LONG_DOUBLE, TypeId::DOUBLE, TypeId::FLOAT] {
            let root = u128::from(root >> match ty { TypeId::FLOAT128 => 0, TypeId::LONG_DOUBLE => 24, TypeId::DOUBLE => 30, _ => 44 });
            let square = cast(&types, TypeId::UINT128, ty, root * root).unwrap();
            let expected = cast(&types, TypeId::UINT128, ty, root).unwrap();
            prop_assert_eq!(unary(&types, UnaryOp::FloatSqrt, ty, square, Overflow::Wrap), Ok(expected));
        }
    }
}

/// The product in two halves, the upper one first.
fn wide_product(left: u128, right: u128) -> (u128, u128) {
    let half = |value: u128| (value >> 64, value & u128::from(u64::MAX));
    let ((a, b), (c, d)) = (half(left), half(right));
    let (low, middle, other) = (b * d, a * d, b * c);
    let sum = (low >> 64) + half(middle).1 + half(other).1;
    (a * c + half(middle).0 + half(other).0 + (sum >> 64), sum << 64 | half(low).1)
}
