//! Simplification keeps values; ill-sorted terms are refused; normal forms are what the theories' essays say.

use crate::eval::eval;
use crate::parse::parse_term;
use crate::random::{Arguments, Family, Random, Size};
use crate::sort::Sort;
use crate::term::{BvOp, CoreOp, Op, Terms};
use crate::{Format, print};
use expect_test::{Expect, expect};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 6000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn simplification_keeps_values(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut random = Random::new(&bytes);
        random.arguments = Arguments::Mixed;
        let sort = random.sort();
        let (raw, simple) = random.term(sort, 4);
        for _ in 0..3 {
            let assignment = random.assignment();
            if let Ok(value) = eval(&random.terms, raw, &assignment) {
                let found = eval(&random.terms, simple, &assignment);
                prop_assert_eq!(
                    found, Ok(value), "{} became {}", print::term(&random.terms, raw), print::term(&random.terms, simple)
                );
            }
        }
    }
}

/// The same for each logic, with the widths of machines.
#[test]
fn simplification_keeps_values_of_machine_words() {
    for (name, family) in Family::LOGICS {
        let mut random = Random::from_seed(11, family, Size::Machine);
        for _ in 0..1000 {
            let sort = random.sort();
            let (raw, simple) = random.term(sort, 4);
            let assignment = random.assignment();
            if let Ok(value) = eval(&random.terms, raw, &assignment) {
                let found = eval(&random.terms, simple, &assignment);
                assert_eq!(found, Ok(value), "{name}: {}", print::term(&random.terms, raw));
            }
        }
    }
}

fn store() -> Terms {
    let mut terms = Terms::new();
    for name in ["a", "b", "c"] {
        terms.variable(name, Sort::Bool).unwrap();
    }
    for name in ["x", "y", "z"] {
        terms.variable(name, Sort::BitVec(8)).unwrap();
    }
    for name in ["i", "j"] {
        terms.variable(name, Sort::Int).unwrap();
    }
    terms.variable("u", Sort::Float(Format::SINGLE)).unwrap();
    let array = terms.array_sort(Sort::BitVec(8), Sort::BitVec(8)).unwrap();
    terms.variable("m", array).unwrap();
    terms
}

fn check(text: &str, expected: Expect) {
    let mut terms = store();
    let term = parse_term(&mut terms, text).unwrap();
    expected.assert_eq(&print::term(&terms, term));
}

#[test]
fn core() {
    check("(not (not a))", expect!["a"]);
    check("(and a true (and b a))", expect!["(and a b)"]);
    check("(and a (not a))", expect!["false"]);
    check("(or a false)", expect!["a"]);
    check("(=> a b)", expect!["(or b (not a))"]);
    check("(= b a)", expect!["(= a b)"]);
    check("(= x x)", expect!["true"]);
    check("(ite (not a) x y)", expect!["(ite a y x)"]);
    check("(ite a true b)", expect!["(or a b)"]);
    check("(ite a (ite a x y) z)", expect!["(ite a x z)"]);
    check("(distinct x y)", expect!["(not (= x y))"]);
}

#[test]
fn bit_vectors() {
    check("(bvadd (bvadd x #x01) #xff)", expect!["x"]);
    check("(bvsub x #x01)", expect!["(bvadd x #xff)"]);
    check("(bvugt x y)", expect!["(bvult y x)"]);
    check("(bvand x #x00)", expect!["#x00"]);
    check("(bvudiv #x05 #x00)", expect!["#xff"]);
    check("((_ extract 3 0) (concat x y))", expect!["((_ extract 3 0) y)"]);
    check("(concat ((_ extract 7 4) x) ((_ extract 3 0) x))", expect!["x"]);
    check("((_ extract 7 0) ((_ zero_extend 8) x))", expect!["x"]);
    check("(bvult x #x01)", expect!["(= x #x00)"]);
    check("((_ rotate_left 8) x)", expect!["x"]);
    check("(= (bvadd x #x01) #x00)", expect!["(= x #xff)"]);
    check("(= (bvadd x #x01) (bvadd x #x02))", expect!["false"]);
    check("(= (bvnot x) #x0f)", expect!["(= x #xf0)"]);
    check("(= ((_ zero_extend 8) x) #x0005)", expect!["(= x #x05)"]);
    check("(= ((_ zero_extend 8) x) #x0105)", expect!["false"]);
    check("(= ((_ zero_extend 7) (ite a #b1 #b0)) #x00)", expect!["(not a)"]);
    check("(bvadd (ite a #x01 #x00) #x02)", expect!["(ite a #x03 #x02)"]);
}

#[test]
fn arithmetic() {
    check("(+ i 1 (+ j 2))", expect!["(+ i j 3)"]);
    check("(* i 0)", expect!["0"]);
    check("(+ i i)", expect!["(* i 2)"]);
    check("(+ (* 3 i) j (- i) 4)", expect!["(+ j (* i 2) 4)"]);
    check("(+ i (- i) 4)", expect!["4"]);
    check("(- i 3)", expect!["(+ i (- 3))"]);
    check("(< (+ i 1) (+ j 3))", expect!["(< i (+ j 2))"]);
    check("(<= (+ i 1) 5)", expect!["(<= i 4)"]);
    check("(<= 5 (+ i 1))", expect!["(<= 4 i)"]);
    check("(= (+ i 1) (+ i 2))", expect!["false"]);
    check("(= (+ i 1) 5)", expect!["(= i 4)"]);
    check("(> i j)", expect!["(< j i)"]);
    check("(div 7 (- 2))", expect!["(- 3)"]);
    check("(mod (- 7) 2)", expect!["1"]);
    check("(div 1 0)", expect!["(div 1 0)"]);
    check("(/ 1.0 3.0)", expect!["(/ 1.0 3.0)"]);
}

#[test]
fn floats_and_arrays() {
    check("(fp.gt u u)", expect!["false"]);
    check("(fp.eq u u)", expect!["(not (fp.isNaN u))"]);
    check("(select (store m #x01 x) #x01)", expect!["x"]);
    check("(select (store m #x01 x) #x02)", expect!["(select m #x02)"]);
    check("(select (store m y x) #x02)", expect!["(select (store m y x) #x02)"]);
    check("(store (store m x y) x z)", expect!["(store m x z)"]);
    check("(store m x (select m x))", expect!["m"]);
    check("(select (store m (bvadd x #x01) y) x)", expect!["(select m x)"]);
    check("(select (store (store m x y) (bvadd x #x04) z) (bvadd #x01 (bvsub x #x01)))", expect!["y"]);
    let constant = "(as const (Array (_ BitVec 8) (_ BitVec 8)))";
    check(&format!("(= ({constant} x) ({constant} y))"), expect!["(= x y)"]);
}

#[test]
fn ill_sorted_terms_are_refused() {
    let mut terms = store();
    let (a, x) = (parse_term(&mut terms, "a").unwrap(), parse_term(&mut terms, "x").unwrap());
    for (op, args) in [
        (Op::Core(CoreOp::And), vec![a, x]),
        (Op::Core(CoreOp::And), vec![]),
        (Op::Core(CoreOp::Eq), vec![a, x]),
        (Op::Bv(BvOp::Add), vec![x]),
        (Op::Bv(BvOp::Extract(8, 0)), vec![x]),
        (Op::Bv(BvOp::Extract(0, 1)), vec![x]),
        (Op::Bv(BvOp::Repeat(0)), vec![x]),
        (Op::Bv(BvOp::Repeat(u32::MAX)), vec![x]),
    ] {
        assert!(terms.apply(op, &args).is_err(), "{op:?}");
    }
    assert!(terms.declare("x", &[], Sort::Int).is_err());
    assert!(terms.declare("select", &[], Sort::Int).is_err());
    assert!(terms.declare("w", &[], Sort::BitVec(0)).is_err());
}

#[test]
fn long_chains_need_no_stack() {
    let mut terms = Terms::new();
    let bit = terms.variable("bit", Sort::BitVec(1)).unwrap();
    let mut chain = bit;
    for _ in 0..20_000 {
        chain = terms.apply_as_is(Op::Bv(BvOp::Concat), &[bit, chain]).unwrap();
    }
    assert_eq!(terms.apply(Op::Bv(BvOp::Extract(0, 0)), &[chain]), Ok(bit));
}
