//! Laws against native arithmetic, and a comparison with gcc on random operands.

mod gcc;
mod laws;

use super::*;
use crate::MachineModel;

fn types() -> Types {
    Types::new(MachineModel::Lp64)
}

/// The integer types with the machine model's names.
const INTEGERS: [TypeId; 13] = [
    TypeId::CHAR,
    TypeId::SCHAR,
    TypeId::UCHAR,
    TypeId::SHORT,
    TypeId::USHORT,
    TypeId::INT,
    TypeId::UINT,
    TypeId::LONG,
    TypeId::ULONG,
    TypeId::LLONG,
    TypeId::ULLONG,
    TypeId::INT128,
    TypeId::UINT128,
];

#[test]
fn overflow_at_the_edges() {
    let types = types();
    let int = |value: i32| (TypeId::INT, u128::from(value as u32));
    let run =
        |op, left, right, overflow| binary(&types, op, left, right, overflow).map(|bits| bits as u32 as i32);
    let undefined = Overflow::Undefined;
    assert_eq!(run(BinaryOp::Add, int(i32::MAX), int(1), undefined), Err(Undefined::SignedOverflow));
    assert_eq!(run(BinaryOp::Add, int(i32::MAX), int(1), Overflow::Wrap), Ok(i32::MIN));
    assert_eq!(run(BinaryOp::Div, int(i32::MIN), int(-1), undefined), Err(Undefined::SignedOverflow));
    assert_eq!(run(BinaryOp::Div, int(i32::MIN), int(-1), Overflow::Wrap), Ok(i32::MIN));
    assert_eq!(run(BinaryOp::Rem, int(i32::MIN), int(-1), undefined), Err(Undefined::SignedOverflow));
    assert_eq!(run(BinaryOp::Rem, int(i32::MIN), int(-1), Overflow::Wrap), Ok(0));
    assert_eq!(run(BinaryOp::Rem, int(7), int(0), Overflow::Wrap), Err(Undefined::DivisionByZero));
    assert_eq!(run(BinaryOp::Shl, int(1), int(31), undefined), Err(Undefined::ShiftOverflow));
    assert_eq!(run(BinaryOp::Shl, int(1), int(30), undefined), Ok(1 << 30));
    assert_eq!(run(BinaryOp::Shl, int(-1), int(1), undefined), Err(Undefined::ShiftOverflow));
    assert_eq!(run(BinaryOp::Shl, int(-1), int(1), Overflow::Wrap), Ok(-2));
    assert_eq!(run(BinaryOp::Shl, int(1), int(32), Overflow::Wrap), Err(Undefined::ShiftCount));
    assert_eq!(run(BinaryOp::Shr, int(1), int(-1), Overflow::Wrap), Err(Undefined::ShiftCount));
    assert_eq!(run(BinaryOp::Shr, int(-8), int(1), undefined), Ok(-4));
    assert_eq!(
        unary(&types, UnaryOp::Neg, TypeId::INT, int(i32::MIN).1, undefined),
        Err(Undefined::SignedOverflow)
    );
    assert_eq!(unary(&types, UnaryOp::Neg, TypeId::UINT, 1, undefined), Ok(0xFFFF_FFFF));
}

#[test]
fn pointers_step_by_their_target() {
    for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
        let mut types = Types::new(machine);
        let pointer = types.pointer(TypeId::INT);
        let index = types.ptrdiff_type();
        let minus_one = crate::canonical(&types, index, u128::MAX);
        let add = |address, by| {
            binary(&types, BinaryOp::PtrAdd, (pointer, address), (index, by), Overflow::Undefined)
        };
        assert_eq!(add(0x1000, 3), Ok(0x100C));
        assert_eq!(add(0x1000, minus_one), Ok(0xFFC));
        assert_eq!(add(0, minus_one), Ok(crate::canonical(&types, pointer, -4i128 as u128)));
        let difference = |left, right| {
            binary(&types, BinaryOp::PtrDiff, (pointer, left), (pointer, right), Overflow::Undefined)
        };
        assert_eq!(difference(0x100C, 0x1000), Ok(3));
        assert_eq!(difference(0x1000, 0x1004), Ok(minus_one));
        let above = crate::canonical(&types, pointer, u128::MAX);
        let less = binary(&types, BinaryOp::Lt, (pointer, 5), (pointer, above), Overflow::Undefined);
        assert_eq!(less, Ok(1), "addresses are unsigned");
    }
    let types = Types::new(MachineModel::Ilp32);
    let wide = cast(&types, TypeId::VOID_PTR, TypeId::ULLONG, 0xFFFF_FFFF);
    assert_eq!(wide, Ok(u128::from(u64::MAX)), "GNU C sign-extends pointers");
}

#[test]
fn floats_to_integers_and_back() {
    let types = types();
    let double = |value: f64| u128::from(value.to_bits());
    let to = |ty, value| cast(&types, TypeId::DOUBLE, ty, double(value));
    assert_eq!(to(TypeId::INT, 2147483647.9), Ok(0x7FFF_FFFF));
    assert_eq!(to(TypeId::INT, 2147483648.0), Err(Undefined::FloatToInteger));
    assert_eq!(to(TypeId::INT, -2147483648.9), Ok(0x8000_0000));
    assert_eq!(to(TypeId::INT, -2147483649.0), Err(Undefined::FloatToInteger));
    assert_eq!(to(TypeId::UINT, -0.9), Ok(0));
    assert_eq!(to(TypeId::UINT, -1.0), Err(Undefined::FloatToInteger));
    assert_eq!(to(TypeId::ULLONG, 18446744073709549568.0), Ok(18446744073709549568));
    assert_eq!(to(TypeId::ULLONG, 18446744073709551616.0), Err(Undefined::FloatToInteger));
    assert_eq!(to(TypeId::INT, f64::NAN), Err(Undefined::FloatToInteger));
    assert_eq!(to(TypeId::BOOL, f64::NAN), Ok(1));
    assert_eq!(to(TypeId::BOOL, -0.0), Ok(0));
    assert_eq!(to(TypeId::BOOL, 0.25), Ok(1));
    let max = cast(&types, TypeId::UINT128, TypeId::FLOAT, u128::MAX);
    assert_eq!(max, Ok(u128::from(f32::INFINITY.to_bits())), "2^128 overflows a float");
    let back = cast(&types, TypeId::UINT128, TypeId::FLOAT128, u128::MAX);
    assert_eq!(back, Ok(Quad::from_u128(u128::MAX).value.to_bits()));
}

use rustc_apfloat::Float as _;
use rustc_apfloat::ieee::Quad;

#[test]
fn nan_results_are_deterministic() {
    let types = types();
    let double = |value: f64| (TypeId::DOUBLE, u128::from(value.to_bits()));
    let run = |op, left, right| binary(&types, op, left, right, Overflow::Undefined).unwrap() as u64;
    assert_eq!(run(BinaryOp::Div, double(0.0), double(0.0)), 0xFFF8_0000_0000_0000);
    let signalling = (TypeId::DOUBLE, 0x7FF0_0000_0000_0001);
    assert_eq!(run(BinaryOp::Add, double(1.0), signalling), 0x7FF8_0000_0000_0001);
    assert_eq!(run(BinaryOp::Eq, signalling, signalling), 0);
    assert_eq!(run(BinaryOp::Ne, signalling, signalling), 1);
    let root =
        unary(&types, UnaryOp::FloatSqrt, TypeId::LONG_DOUBLE, 0xBFFF_8000_0000_0000_0000, Overflow::Wrap);
    assert_eq!(root, Ok(0xFFFF_C000_0000_0000_0000));
}

#[test]
fn constants_are_read() {
    use FloatKind::*;
    let double = |text| parse_float(F64, text).map(|bits| f64::from_bits(bits as u64));
    assert_eq!(double("1.5"), Some(1.5));
    assert_eq!(double(".5e1"), Some(5.0));
    assert_eq!(double("5."), Some(5.0));
    assert_eq!(double("1e400"), Some(f64::INFINITY));
    assert_eq!(double("1e-400"), Some(0.0));
    assert_eq!(double("4.9e-324"), Some(f64::from_bits(1)));
    assert_eq!(double("0x1.8p1"), Some(3.0));
    assert_eq!(double("0x.8p-1074"), Some(0.0), "a tie goes to the even zero");
    assert_eq!(double("0x.9p-1074"), Some(f64::from_bits(1)));
    assert_eq!(double("0X1P+2"), Some(4.0));
    assert_eq!(double("1e999999999999999999999"), Some(f64::INFINITY));
    assert_eq!(double("0x1p999999999999999999999"), Some(f64::INFINITY));
    assert_eq!(double("0x1p-999999999999999999999"), Some(0.0));
    assert_eq!(double("0e999999999999999999999"), Some(0.0));
    for wrong in ["", ".", "e5", "1e", "1e+", "0x", "0x1", "0xp1", "1.2.3", "inf", "nan", "-1", "1_0", "1f"] {
        assert_eq!(double(wrong), None, "{wrong}");
    }
    assert_eq!(parse_float(F32, "16777217"), Some(u128::from(16777216f32.to_bits())));
    assert_eq!(parse_float(X87, "1"), Some(0x3FFF_8000_0000_0000_0000));
    assert_eq!(parse_float(X87, "1e5000"), Some(0x7FFF_8000_0000_0000_0000));
    assert_eq!(parse_float(F128, "0x1p0"), Some(0x3FFF << 112));
}
