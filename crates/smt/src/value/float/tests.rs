//! The exact path against `rustc_apfloat` in all rounding modes and against the hardware.

use super::*;
use proptest::prelude::*;
use rustc_apfloat::ieee::{Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

fn round(mode: Rounding) -> Round {
    match mode {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::Positive => Round::TowardPositive,
        Rounding::Negative => Round::TowardNegative,
        Rounding::Zero => Round::TowardZero,
    }
}

fn own(format: Format, bits: u128) -> FloatValue {
    FloatValue::from_bits(format, &bits.into())
}

/// Equal as values: there is one NaN here.
fn of<F: Float>(format: Format, value: F) -> FloatValue {
    own(format, value.to_bits())
}

/// Every operation on three encodings.
fn compare<F: Float>(format: Format, bits: [u128; 3]) {
    let mask = if format.width() == 128 { u128::MAX } else { (1 << format.width()) - 1 };
    let bits = bits.map(|bits| bits & mask);
    let [x, y, z] = bits.map(|bits| own(format, bits));
    let [a, b, c] = bits.map(F::from_bits);
    for mode in Rounding::ALL {
        let r = round(mode);
        assert_eq!(x.add(&y, mode), of(format, a.add_r(b, r).value), "{a} + {b} {mode:?}");
        assert_eq!(x.sub(&y, mode), of(format, a.sub_r(b, r).value), "{a} - {b} {mode:?}");
        assert_eq!(x.mul(&y, mode), of(format, a.mul_r(b, r).value), "{a} * {b} {mode:?}");
        assert_eq!(x.div(&y, mode), of(format, a.div_r(b, r).value), "{a} / {b} {mode:?}");
        assert_eq!(x.fma(&y, &z, mode), of(format, a.mul_add_r(b, c, r).value), "{a} * {b} + {c} {mode:?}");
        assert_eq!(x.round_to_integral(mode), of(format, a.round_to_integral(r).value), "{a} {mode:?}");
        let mut exact = false;
        let (fits, int) = (x.to_int(mode), a.to_i128_r(64, r, &mut exact));
        if !int.status.contains(rustc_apfloat::Status::INVALID_OP) {
            assert_eq!(fits, Some(int.value.into()), "{a} {mode:?}");
        }
    }
    assert_eq!(x.compare(&y), a.partial_cmp(&b), "{a} and {b}");
    assert_eq!(x.neg(), of(format, -a));
    assert_eq!((x.is_nan(), x.is_normal(), x.is_subnormal()), (a.is_nan(), a.is_normal(), a.is_denormal()));
}

/// Encodings with special, near and random exponents.
fn encoding() -> impl Strategy<Value = u128> {
    prop_oneof![
        any::<u128>(),
        (0u128..4),
        (0u128..4).prop_map(|low| u128::MAX << 7 | low),
        any::<u64>().prop_map(u128::from)
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_apfloat(bits in [encoding(), encoding(), encoding()]) {
        compare::<Half>(Format::HALF, bits);
        compare::<Single>(Format::SINGLE, bits);
        compare::<Double>(Format::DOUBLE, bits);
        compare::<Quad>(Format::QUAD, bits);
    }

    #[test]
    fn conversions_agree_with_apfloat(bits in any::<u64>()) {
        for mode in Rounding::ALL {
            let mut lossy = false;
            let narrow: Single = Double::from_bits(bits.into()).convert_r(round(mode), &mut lossy).value;
            prop_assert_eq!(own(Format::DOUBLE, bits.into()).convert(Format::SINGLE, mode), of(Format::SINGLE, narrow));
            let from = Single::from_i128_r((bits as i64).into(), round(mode)).value;
            prop_assert_eq!(FloatValue::from_int(Format::SINGLE, mode, &(bits as i64).into()), of(Format::SINGLE, from));
        }
    }

    #[test]
    fn roots_and_remainders_agree_with_the_hardware(x in any::<u64>(), y in any::<u64>()) {
        let (a, b) = (f64::from_bits(x), f64::from_bits(y));
        let own = |value: f64| own(Format::DOUBLE, value.to_bits().into());
        prop_assert_eq!(own(a).sqrt(Rounding::NearestEven), own(a.sqrt()));
        prop_assert_eq!(own(a.abs()).sqrt(Rounding::NearestEven), own(a.abs().sqrt()));
        let near = a * 0.37;
        let rest = Double::from_bits(x.into()).ieee_rem(Double::from_bits(near.to_bits().into())).value;
        prop_assert_eq!(own(a).rem(&own(near)), of(Format::DOUBLE, rest));
        prop_assert_eq!(own(a).add(&own(b), Rounding::NearestEven), own(a + b));
        prop_assert_eq!(own(a).mul(&own(b), Rounding::NearestEven), own(a * b));
        prop_assert_eq!(own(a).div(&own(b), Rounding::NearestEven), own(a / b));
    }

    /// A directed root is the neighbour of the exact one: its square is on the right side.
    #[test]
    fn directed_roots_enclose(bits in 0u64..(1 << 31)) {
        let x = own(Format::SINGLE, bits.into());
        let (Some(exact), false) = (x.to_rational(), x.is_zero()) else { return Ok(()) };
        let square = |mode| x.sqrt(mode).to_rational().map(|root| &root * &root);
        prop_assert!(square(Rounding::Negative) <= Some(exact.clone()));
        prop_assert!(square(Rounding::Positive) >= Some(exact.clone()));
        prop_assert_eq!(x.sqrt(Rounding::Zero), x.sqrt(Rounding::Negative));
        let up = x.sqrt(Rounding::Positive).bits().clone() - x.sqrt(Rounding::Negative).bits();
        prop_assert!(up <= 1u32.into());
    }

    #[test]
    fn rationals_round_trip(bits in any::<u32>()) {
        let x = own(Format::SINGLE, bits.into());
        if let (Some(exact), false) = (x.to_rational(), x.is_zero()) {
            for mode in Rounding::ALL {
                prop_assert_eq!(FloatValue::from_rational(Format::SINGLE, mode, &exact), x.clone());
            }
        }
    }
}

#[test]
fn zeros_of_two_signs_have_no_minimum() {
    let (plus, minus) =
        (FloatValue::zero(Format::HALF, Sign::Plus), FloatValue::zero(Format::HALF, Sign::Minus));
    assert_eq!(
        (plus.minimum(&minus), minus.maximum(&plus), plus.minimum(&plus)),
        (None, None, Some(plus.clone()))
    );
    assert_eq!(FloatValue::nan(Format::HALF).minimum(&plus), Some(plus.clone()));
    assert_eq!(plus.sub(&plus, Rounding::Negative), minus);
}
