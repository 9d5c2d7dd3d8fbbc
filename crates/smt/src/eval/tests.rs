//! What the standard leaves open stays open, and only where it matters.

use super::*;
use crate::parse::parse_term;
use crate::print;
use crate::term::BvOp;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    let mut terms = Terms::new();
    let mut assignment = Assignment::new();
    terms.variable("zero", Sort::Int).unwrap();
    terms.variable("yes", Sort::Bool).unwrap();
    terms.variable("unknown", Sort::Bool).unwrap();
    let array = terms.array_sort(Sort::Int, Sort::Int).unwrap();
    terms.variable("wrong", array).unwrap();
    assignment.set(terms.lookup("zero").unwrap(), Value::Int(0.into()));
    assignment.set(terms.lookup("yes").unwrap(), Value::Bool(true));
    assignment.set(terms.lookup("wrong").unwrap(), Value::Bool(true));
    let term = parse_term(&mut terms, text).unwrap();
    let found = match eval(&terms, term, &assignment) {
        Ok(value) => print::value(&value),
        Err(EvalError::Unassigned(symbol)) => format!("{} is unassigned", terms.symbol_name(symbol)),
        Err(EvalError::WrongSort(symbol)) => format!("{} has a wrong sort", terms.symbol_name(symbol)),
        Err(EvalError::Unspecified(term)) => format!("{} is open", print::term(&terms, term)),
        Err(EvalError::Quantifier(_)) => "too many values".to_owned(),
    };
    expected.assert_eq(&found);
}

#[test]
fn open_values() {
    check("(div 1 zero)", expect!["(div 1 zero) is open"]);
    check("(ite yes 1 (div 1 zero))", expect!["1"]);
    check("(or yes (= 1 (div 1 zero)))", expect!["true"]);
    check("(and yes (= 1 (mod 1 zero)))", expect!["(mod 1 zero) is open"]);
    check("(=> (= 1 (mod 1 zero)) yes)", expect!["true"]);
    check("(fp.to_real (_ +oo 5 11))", expect!["(fp.to_real (fp #b0 #b11111 #b0000000000)) is open"]);
    check(
        "((_ fp.to_ubv 8) RNE (fp #b1 #b10000 #b0000000000))",
        expect![[r#"((_ fp.to_ubv 8) RNE (fp #b1 #b10000 #b0000000000)) is open"#]],
    );
    check("(and unknown yes)", expect!["unknown is unassigned"]);
    check("(select wrong 1)", expect!["wrong has a wrong sort"]);
}

#[test]
fn quantifiers() {
    check("(forall ((v (_ BitVec 4))) (bvule v #xf))", expect!["true"]);
    check("(exists ((v (_ BitVec 4)) (w Bool)) (and w (= (bvmul v v) #x9)))", expect!["true"]);
    check("(forall ((v (_ BitVec 4))) (exists ((w (_ BitVec 4))) (= #x0 (bvadd v w))))", expect!["true"]);
    check("(exists ((v (_ BitVec 4))) (= (bvmul v v) #x3))", expect!["false"]);
    check("(exists ((v Int)) (= v zero))", expect!["too many values"]);
}

#[test]
fn arrays_and_conversions() {
    check("(select (store ((as const (Array Int Int)) 7) zero 1) 0)", expect!["1"]);
    check("(select (store ((as const (Array Int Int)) 7) zero 1) (+ zero 1))", expect!["7"]);
    check("((_ int_to_bv 4) (- zero 1))", expect!["#xf"]);
    check("(sbv_to_int ((_ int_to_bv 4) (- zero 1)))", expect!["(- 1)"]);
    check("(ubv_to_int ((_ int_to_bv 4) (- zero 1)))", expect!["15"]);
}

#[test]
fn choices_of_the_model() {
    let mut terms = Terms::new();
    let mut assignment = Assignment::new();
    let term = parse_term(&mut terms, "(div 1 0)").unwrap();
    let other = parse_term(&mut terms, "(div 2 0)").unwrap();
    let value = |number: i32| Value::Int(number.into());
    assert_eq!(eval(&terms, term, &assignment), Err(EvalError::Unspecified(term)));
    let op = terms.op(term);
    assignment.choose(op, vec![value(1), value(0)], value(7));
    assignment.choose(op, vec![value(1), value(0)], value(8));
    // A choice of another sort, or where there is nothing to choose, does not count.
    assignment.choose(op, vec![value(2), value(0)], Value::Bool(true));
    assignment.choose(op, vec![value(6), value(3)], value(9));
    assert_eq!(eval(&terms, term, &assignment), Ok(value(8)));
    assert_eq!(eval(&terms, other, &assignment), Err(EvalError::Unspecified(other)));
    let decided = terms.apply_as_is(op, &[terms.args(term)[1], terms.args(term)[0]]).unwrap();
    assert_eq!(eval(&terms, decided, &assignment), Ok(value(0)));
}

/// The overflow predicates in eight bits, against wider machine arithmetic.
#[test]
fn overflow_in_eight_bits() {
    for x in 0..=255u8 {
        for y in 0..=255u8 {
            let values = [x, y].map(|number| Value::Bits(Bits::from_u64(8, number.into())));
            let (a, b) = (i32::from(x), i32::from(y));
            let (s, t) = (i32::from(x as i8), i32::from(y as i8));
            let unsigned = |number: i32| !(0..256).contains(&number);
            let signed = |number: i32| !(-128..128).contains(&number);
            for (op, expected) in [
                (BvOp::Uaddo, unsigned(a + b)),
                (BvOp::Usubo, unsigned(a - b)),
                (BvOp::Umulo, unsigned(a * b)),
                (BvOp::Saddo, signed(s + t)),
                (BvOp::Ssubo, signed(s - t)),
                (BvOp::Smulo, signed(s * t)),
                (BvOp::Sdivo, t != 0 && signed(s / t)),
                (BvOp::Slt, s < t),
                (BvOp::Ule, a <= b),
            ] {
                let found = operate(Op::Bv(op), &[&values[0], &values[1]], Sort::Bool);
                assert_eq!(found, Some(Value::Bool(expected)), "{op:?} {x} {y}");
            }
            let found = operate(Op::Bv(BvOp::Nego), &[&values[0]], Sort::Bool);
            assert_eq!(found, Some(Value::Bool(signed(-s))));
        }
    }
}
