//! Sharing, names, scripts and logics.

use super::*;
use crate::parse::parse_term;
use expect_test::{Expect, expect};

fn store() -> Terms {
    let mut terms = Terms::new();
    terms.variable("x", Sort::BitVec(8)).unwrap();
    terms.variable("n", Sort::Int).unwrap();
    terms.variable("a b", Sort::Bool).unwrap();
    terms.declare("f", &[Sort::Int], Sort::Int).unwrap();
    let array = terms.array_sort(Sort::BitVec(8), Sort::BitVec(8)).unwrap();
    terms.variable("m", array).unwrap();
    terms
}

fn check(text: &str, expected: Expect) {
    let mut terms = store();
    let root = parse_term(&mut terms, text).unwrap();
    expected.assert_eq(&term(&terms, root));
}

#[test]
fn sharing() {
    check("(bvadd (bvmul x x) (bvnot (bvmul x x)))", expect!["#xff"]);
    check(
        "(bvudiv (bvmul x x) (bvneg (bvmul x x)))",
        expect!["(let ((?0 (bvmul x x))) (bvudiv ?0 (bvneg ?0)))"],
    );
    check(
        "(forall ((v Int)) (< (f (f v)) (+ n (f (f v)))))",
        expect!["(forall ((v Int)) (let ((?0 (f (f v)))) (< ?0 (+ n ?0))))"],
    );
    check("(not |a b|)", expect!["(not |a b|)"]);
}

/// The text of a graph that doubles at every step stays small.
#[test]
fn text_is_as_large_as_the_graph() {
    let mut terms = store();
    let mut root = parse_term(&mut terms, "x").unwrap();
    for _ in 0..1000 {
        root = terms.apply_as_is(Op::Bv(BvOp::Mul), &[root, root]).unwrap();
    }
    let text = term(&terms, root);
    assert!(text.len() < 40_000, "{}", text.len());
    assert_eq!(parse_term(&mut terms, &text), Ok(root));
}

fn check_logic(text: &str, expected: Expect) {
    let mut terms = store();
    let root = parse_term(&mut terms, text).unwrap();
    expected.assert_eq(&logic(&terms, &[root]));
}

#[test]
fn logics() {
    check_logic("|a b|", expect!["QF_UF"]);
    check_logic("(= x #x01)", expect!["QF_BV"]);
    check_logic("(= (select m x) #x01)", expect!["QF_ABV"]);
    check_logic("(< n 1)", expect!["QF_LIA"]);
    check_logic("(< (f n) (* n n))", expect!["QF_UFNIA"]);
    check_logic("(= (ubv_to_int x) n)", expect!["ALL"]);
    check_logic("(forall ((v Int)) (< v n))", expect!["LIA"]);
}

#[test]
fn scripts_declare_what_they_use() {
    let mut terms = store();
    let root = parse_term(&mut terms, "(< (f n) 3)").unwrap();
    expect![[r#"
        (set-logic QF_UFLIA)
        (declare-fun n () Int)
        (declare-fun f (Int) Int)
        (assert (< (f n) 3))
        (check-sat)
    "#]]
    .assert_eq(&script(&terms, "QF_UFLIA", &[root]));
}
