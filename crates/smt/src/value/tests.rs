//! Bit-vectors against machine integers, exhaustively in eight bits; arrays are canonical.

use super::*;
use crate::sort::Sort;
use array::domain_size;
use proptest::prelude::*;

fn bits(value: i64) -> Bits {
    Bits::from_int(8, &value.into())
}

#[test]
fn eight_bits_are_machine_arithmetic() {
    for x in 0..=255u8 {
        for y in 0..=255u8 {
            let (a, b) = (bits(x.into()), bits(y.into()));
            let (s, t) = (x as i8, y as i8);
            let by = u32::from(y);
            let expected: [(&str, Bits, i64); 15] = [
                ("add", a.add(&b), x.wrapping_add(y).into()),
                ("sub", a.sub(&b), x.wrapping_sub(y).into()),
                ("mul", a.mul(&b), x.wrapping_mul(y).into()),
                ("and", a.and(&b), (x & y).into()),
                ("or", a.or(&b), (x | y).into()),
                ("xor", a.xor(&b), (x ^ y).into()),
                ("udiv", a.udiv(&b), x.checked_div(y).unwrap_or(255).into()),
                ("urem", a.urem(&b), x.checked_rem(y).unwrap_or(x).into()),
                (
                    "sdiv",
                    a.sdiv(&b),
                    if t == 0 { if s < 0 { 1 } else { -1 } } else { s.wrapping_div(t).into() },
                ),
                ("srem", a.srem(&b), if t == 0 { s.into() } else { s.wrapping_rem(t).into() }),
                ("smod", a.smod(&b), smod(s.into(), t.into())),
                ("shl", a.shl(&b), x.checked_shl(by).unwrap_or(0).into()),
                ("lshr", a.lshr(&b), x.checked_shr(by).unwrap_or(0).into()),
                ("ashr", a.ashr(&b), (s >> by.min(7)).into()),
                ("rotate", a.rotate_left(by), x.rotate_left(by).into()),
            ];
            for (name, found, value) in expected {
                assert_eq!(found, bits(value), "{name} {x} {y}");
            }
        }
    }
}

/// The remainder has the sign of the divisor.
fn smod(s: i64, t: i64) -> i64 {
    if t == 0 { s } else { ((s % t) + t) % t }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Widths on both sides of a machine word, against machine arithmetic of 128 bits.
    #[test]
    fn words_and_big_numbers_agree(x in any::<u128>(), y in any::<u128>(), width in 1u32..=128, small in any::<u8>()) {
        let mask = u128::MAX >> (128 - width);
        let (x, y) = (x & mask, if small < 128 { u128::from(small) & mask } else { y & mask });
        let bits = |value: u128| Bits::new(width, value.into());
        let signed = |value: u128| ((value << (128 - width)) as i128) >> (128 - width);
        let (a, b, s, t) = (bits(x), bits(y), signed(x), signed(y));
        prop_assert_eq!(a.add(&b), bits(x.wrapping_add(y)));
        prop_assert_eq!(a.sub(&b), bits(x.wrapping_sub(y)));
        prop_assert_eq!(a.mul(&b), bits(x.wrapping_mul(y)));
        prop_assert_eq!(a.udiv(&b), bits(x.checked_div(y).unwrap_or(u128::MAX)));
        prop_assert_eq!(a.urem(&b), bits(x.checked_rem(y).unwrap_or(x)));
        prop_assert_eq!(a.and(&b).or(&a.not()), bits((x & y) | !x));
        prop_assert_eq!(a.xor(&b).neg(), bits((x ^ y).wrapping_neg()));
        if t != 0 {
            prop_assert_eq!(a.sdiv(&b), bits(s.wrapping_div(t) as u128));
            prop_assert_eq!(a.srem(&b), bits(s.wrapping_rem(t) as u128));
        }
        let by = u32::try_from(y).ok().filter(|&by| by < width);
        prop_assert_eq!(a.shl(&b), bits(by.map_or(0, |by| x << by)));
        prop_assert_eq!(a.lshr(&b), bits(by.map_or(0, |by| x >> by)));
        prop_assert_eq!(a.ashr(&b), bits((s >> by.unwrap_or(127)) as u128));
        prop_assert_eq!(a.cmp(&b), x.cmp(&y));
        prop_assert_eq!(a.signed_order(&b), s.cmp(&t));
        prop_assert_eq!((a.unsigned(), a.signed()), (x.into(), s.into()));
        prop_assert_eq!((a.is_zero(), a.is_one(), a.is_ones()), (x == 0, x == 1, x == mask));
        prop_assert_eq!(a.is_least(), x == 1 << (width - 1));
        prop_assert_eq!(a.digits(), format!("{x:0>0$b}", width as usize));
        prop_assert_eq!(a.concat(&b).extract(2 * width - 1, width), a.clone());
        prop_assert_eq!(b.concat(&a).extract(width - 1, 0), a.clone());
        prop_assert_eq!(a.sign_extend(70).signed(), s.into());
        prop_assert_eq!(a.zero_extend(70).unsigned(), x.into());
        prop_assert_eq!(a.rotate_left(by.unwrap_or(0)).rotate_left(width - by.unwrap_or(0)), a);
    }
}

#[test]
fn widths() {
    let a = Bits::from_u64(4, 0b1010);
    assert_eq!(a.concat(&Bits::from_u64(2, 0b01)), Bits::from_u64(6, 0b10_1001));
    assert_eq!(a.extract(2, 1), Bits::from_u64(2, 0b01));
    assert_eq!(a.repeat(2), Bits::from_u64(8, 0b1010_1010));
    assert_eq!(a.sign_extend(2), Bits::from_u64(6, 0b11_1010));
    assert_eq!(a.zero_extend(2), Bits::from_u64(6, 0b00_1010));
    assert_eq!((a.digits(), Bits::zero(3).digits()), ("1010".to_owned(), "000".to_owned()));
}

#[test]
fn arrays_that_agree_everywhere_are_equal() {
    let value = |number| Value::Bits(Bits::from_u64(1, number));
    let constant = |number| ArrayValue::constant(value(number), domain_size(Sort::BitVec(1)));
    let one = constant(0).store(value(1), value(1));
    let two = constant(1).store(value(0), value(0));
    assert_eq!(one, two);
    assert_eq!(constant(0), one.store(value(1), value(0)));
    assert_eq!(constant(1), constant(0).store(value(0), value(1)).store(value(1), value(1)));
    assert_eq!((one.select(&value(0)), one.select(&value(1))), (&value(0), &value(1)));
}
