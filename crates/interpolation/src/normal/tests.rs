//! Normal forms keep the value of every term, and equal facts get equal forms.

use super::*;
use expect_test::{Expect, expect};
use proptest::prelude::*;
use smt::parse::parse_term;
use smt::random::Random;
use smt::value::{BigInt, BigRational, Bits};
use smt::{Assignment, Value, eval, print};

const VARIABLES: [&str; 3] = ["x", "y", "z"];

/// A random term over the variables of a sort, in Polish order: each byte is an operator or a leaf.
fn random(terms: &mut Terms, sort: Sort, bytes: &mut std::slice::Iter<'_, u8>, depth: u32) -> TermId {
    let byte = bytes.next().copied().unwrap_or(0);
    if depth == 0 || byte % 8 < 3 {
        if byte < 100 {
            return terms.variable(VARIABLES[usize::from(byte) % 3], sort).unwrap();
        }
        let number = i64::from(byte) - 180;
        let value = match sort {
            Sort::BitVec(width) => Value::Bits(Bits::from_int(width, &BigInt::from(number))),
            Sort::Real => Value::Real(BigRational::new(number.into(), 3.into())),
            _ => Value::Int(number.into()),
        };
        return terms.value_term(value, sort).unwrap();
    }
    let one = random(terms, sort, bytes, depth - 1);
    let two = random(terms, sort, bytes, depth - 1);
    let bits = [BvOp::Add, BvOp::Add, BvOp::Sub, BvOp::Mul, BvOp::Shl, BvOp::And, BvOp::Xor, BvOp::Or];
    let numbers = [ArithOp::Add, ArithOp::Add, ArithOp::Sub, ArithOp::Mul];
    match sort {
        Sort::BitVec(_) if byte > 240 => terms.apply(Op::Bv(BvOp::Neg), &[one]),
        // The lowest bits, and back to the width.
        Sort::BitVec(width) if byte > 220 && width > 1 => {
            let low = terms.apply(Op::Bv(BvOp::Extract(width - 2, 0)), &[one]).unwrap();
            terms.apply(Op::Bv(BvOp::ZeroExtend(1)), &[low])
        }
        Sort::BitVec(_) => terms.apply(Op::Bv(bits[usize::from(byte) / 8 % 8]), &[one, two]),
        Sort::Int if byte > 230 => {
            let by = terms.int(i64::from(byte) - 228);
            terms.apply(Op::Arith(ArithOp::Mod), &[one, by])
        }
        _ if byte > 220 => terms.apply(Op::Arith(ArithOp::Neg), &[one]),
        _ => terms.apply(Op::Arith(numbers[usize::from(byte) / 8 % 4]), &[one, two]),
    }
    .unwrap()
}

fn same_value(sort: Sort, bytes: &[u8], values: [i32; 3]) -> Result<(), TestCaseError> {
    let mut terms = Terms::new();
    let mut bytes = bytes.iter();
    let relation = bytes.next().copied().unwrap_or(0);
    let (one, two) = (random(&mut terms, sort, &mut bytes, 4), random(&mut terms, sort, &mut bytes, 4));
    let op = match (relation % 3, sort.width().is_some()) {
        (0, _) => Op::Core(CoreOp::Eq),
        (1, true) => Op::Bv(BvOp::Slt),
        (1, false) => Op::Arith(ArithOp::Lt),
        (_, true) => Op::Bv(BvOp::Ule),
        (_, false) => Op::Arith(ArithOp::Le),
    };
    let formula = terms.apply(op, &[one, two]).unwrap();
    let normal = Normal::new().of(&mut terms, formula);
    let mut assignment = Assignment::new();
    for (name, value) in VARIABLES.into_iter().zip(values) {
        let symbol = terms.declare(name, &[], sort).unwrap();
        let value = match sort {
            Sort::BitVec(width) => Value::Bits(Bits::from_int(width, &value.into())),
            Sort::Real => Value::Real(BigRational::new(value.into(), 2.into())),
            _ => Value::Int(value.into()),
        };
        assignment.set(symbol, value);
    }
    let (old, new) = (eval::eval(&terms, formula, &assignment), eval::eval(&terms, normal, &assignment));
    prop_assert_eq!(old, new, "{} and {}", print::term(&terms, formula), print::term(&terms, normal));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bit_vectors_keep_their_value(
        width in 1u32..9, bytes in proptest::collection::vec(any::<u8>(), 0..60), values: [i32; 3]
    ) {
        same_value(Sort::BitVec(width), &bytes, values)?;
    }

    #[test]
    fn terms_of_all_theories_keep_their_value(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut random = Random::new(&bytes);
        let (_, term) = random.term(Sort::Bool, 4);
        let assignment = random.assignment();
        let normal = Normal::new().of(&mut random.terms, term);
        let (old, new) =
            (eval::eval(&random.terms, term, &assignment), eval::eval(&random.terms, normal, &assignment));
        // Where the standard leaves a value open, multiplication by zero may make it matter no more.
        prop_assert!(old.is_err() || old == new, "{} {}", print::term(&random.terms, term), print::term(&random.terms, normal));
    }

    #[test]
    fn numbers_keep_their_value(bytes in proptest::collection::vec(any::<u8>(), 0..60), values: [i8; 3]) {
        let values = values.map(|value| i32::from(value) / 16);
        same_value(Sort::Int, &bytes, values)?;
        same_value(Sort::Real, &bytes, values)?;
    }
}

fn check(sort: Sort, text: &str, expected: Expect) {
    let mut terms = Terms::new();
    for name in VARIABLES {
        terms.declare(name, &[], sort).unwrap();
    }
    let term = parse_term(&mut terms, text).unwrap();
    let normal = Normal::new().of(&mut terms, term);
    expected.assert_eq(&print::term(&terms, normal));
}

#[test]
fn bit_vectors() {
    let check = |text, expected| check(Sort::BitVec(8), text, expected);
    check("(= (bvadd y #x03) (bvmul #x03 (bvadd x #x01)))", expect!["(= y (bvmul #x03 x))"]);
    check("(= (bvmul x #x03) #x09)", expect!["(= x #x03)"]);
    check("(= (bvmul x #x02) #x06)", expect!["(= (bvmul x #x02) #x06)"]);
    check("(= (bvadd x y) (bvadd y x))", expect!["true"]);
    check(
        "(bvult (bvadd x #x01) (bvadd #x01 (bvshl y #x02)))",
        expect!["(bvult (bvadd x #x01) (bvadd #x01 (bvmul y #x04)))"],
    );
    check(
        "(= (bvand (bvadd x #x06 (bvmul y #x05)) #x03) #x00)",
        expect!["(= #x00 (bvand #x03 (bvadd (bvadd x y) #x02)))"],
    );
    check("(= ((_ extract 3 0) (bvadd x #x13)) #x0)", expect!["(= ((_ extract 3 0) x) #xd)"]);
    check("(= (bvxor (bvxor x #x05) #x03) #x01)", expect!["(= x #x07)"]);
    check("(= (bvxor x #x05) (bvxor y #x04))", expect!["(= x (bvxor y #x01))"]);
    check(
        "(= (bvmul (bvadd x #x01) (bvadd x #x02)) (bvmul (bvadd y #x01) x))",
        expect!["(= (bvadd (bvmul x x) (bvmul x #x02)) (bvadd (bvmul x y) #xfe))"],
    );
    check("(= (bvsub #x00 x) (bvneg y))", expect!["(= x y)"]);
}

#[test]
fn integers() {
    let check = |text, expected| check(Sort::Int, text, expected);
    check("(< (* 2 x) (+ y y 3))", expect!["(<= x (+ y 1))"]);
    check("(<= (+ x 1) (+ y 1))", expect!["(<= x y)"]);
    check("(= (* 2 x) 3)", expect!["false"]);
    check("(= (mod (+ x 7 (* 5 y)) 3) 1)", expect!["(= 1 (mod (+ x (* y 2) 1) 3))"]);
    check("(not (< x y))", expect!["(not (<= x (+ y (- 1))))"]);
}
