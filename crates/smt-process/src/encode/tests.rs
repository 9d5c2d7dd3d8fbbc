//! What is sent: declared once, defined once, forgotten with the level.

use super::*;
use expect_test::{Expect, expect};
use smt::parse::parse_term;

fn store() -> Terms {
    let mut terms = Terms::new();
    for name in ["x", "y", "odd name", "naïve"] {
        terms.variable(name, Sort::BitVec(8)).unwrap();
    }
    for name in ["p", "q"] {
        terms.variable(name, Sort::Bool).unwrap();
    }
    terms.variable("n", Sort::Int).unwrap();
    terms.variable("mode", Sort::RoundingMode).unwrap();
    terms.declare("f", &[Sort::Int], Sort::Int).unwrap();
    terms
}

/// Each line is a command for the encoder: `push`, `pop`, `assume F` or `assert F`.
fn check(dialect: &str, script: &str, expected: Expect) {
    let mut terms = store();
    let dialect = Dialect::named(dialect).unwrap();
    let mut encoder = Encoder::new(dialect, dialect.sharing);
    let mut out = String::new();
    for line in script.lines() {
        match line.trim().split_once(' ').unwrap_or((line.trim(), "")) {
            ("push", _) => encoder.push(&mut out),
            ("pop", _) => encoder.pop(&mut out),
            ("assume", text) => {
                let formula = parse_term(&mut terms, text).unwrap();
                let literal = encoder.literal(&terms, formula, &mut out);
                out.push_str(&format!("; {literal}\n"));
            }
            (_, text) => {
                let formula = parse_term(&mut terms, text).unwrap();
                encoder.assert(&terms, formula, &mut out);
            }
        }
    }
    expected.assert_eq(&out);
}

#[test]
fn definitions_survive_where_they_are_global() {
    let script = "assert (bvult (bvmul x y) x)
        push
        assert (bvult (bvudiv x y) (bvurem (bvudiv x y) x))
        pop
        assert (bvult (bvudiv x y) (bvneg y))";
    check(
        "z3",
        script,
        expect![[r#"
            (declare-fun $x () (_ BitVec 8))
            (declare-fun $y () (_ BitVec 8))
            (assert (bvult (bvmul $x $y) $x))
            (push 1)
            (define-fun ?d10 () (_ BitVec 8) (bvudiv $x $y))
            (assert (bvult ?d10 (bvurem ?d10 $x)))
            (pop 1)
            (assert (bvult ?d10 (bvneg $y)))
        "#]],
    );
    check(
        "mathsat",
        script,
        expect![[r#"
            (declare-fun $x () (_ BitVec 8))
            (declare-fun $y () (_ BitVec 8))
            (assert (bvult (bvmul $x $y) $x))
            (push 1)
            (define-fun ?d10 () (_ BitVec 8) (bvudiv $x $y))
            (assert (bvult ?d10 (bvurem ?d10 $x)))
            (pop 1)
            (assert (bvult (bvudiv $x $y) (bvneg $y)))
        "#]],
    );
    check(
        "opensmt",
        script,
        expect![[r#"
            (declare-fun $x () (_ BitVec 8))
            (declare-fun $y () (_ BitVec 8))
            (assert (bvult (bvmul $x $y) $x))
            (push 1)
            (assert (let ((?e10 (bvudiv $x $y))) (bvult ?e10 (bvurem ?e10 $x))))
            (pop 1)
            (assert (bvult (bvudiv $x $y) (bvneg $y)))
        "#]],
    );
}

#[test]
fn labels() {
    let script = "assume p
        assume (not q)
        push
        assume (bvult x y)
        pop
        assume (bvult x y)
        assume (bvult x y)";
    check(
        "z3",
        script,
        expect![[r#"
            (declare-fun $p () Bool)
            ; $p
            (declare-fun $q () Bool)
            ; (not $q)
            (push 1)
            (declare-fun ?l9 () Bool)
            (declare-fun $x () (_ BitVec 8))
            (declare-fun $y () (_ BitVec 8))
            (assert (=> ?l9 (bvult $x $y)))
            ; ?l9
            (pop 1)
            (assert (=> ?l9 (bvult $x $y)))
            ; ?l9
            ; ?l9
        "#]],
    );
    check(
        "mathsat",
        script,
        expect![[r#"
            (declare-fun $p () Bool)
            ; $p
            (declare-fun $q () Bool)
            ; (not $q)
            (push 1)
            (declare-fun ?l9 () Bool)
            (declare-fun $x () (_ BitVec 8))
            (declare-fun $y () (_ BitVec 8))
            (assert (=> ?l9 (bvult $x $y)))
            ; ?l9
            (pop 1)
            (declare-fun ?l9 () Bool)
            (declare-fun $x () (_ BitVec 8))
            (declare-fun $y () (_ BitVec 8))
            (assert (=> ?l9 (bvult $x $y)))
            ; ?l9
            ; ?l9
        "#]],
    );
}

#[test]
fn names_quantifiers_and_old_operators() {
    check(
        "z3",
        "assert (= |odd name| |naïve|)
        assert (forall ((n Int)) (< (f (f n)) (+ n (f (f n)))))
        assert (< n (f n))
        assert (bvsaddo x (bvmul x y))
        assert (< (sbv_to_int x) n)
        assert ((_ divisible 4) (f n))
        assert (distinct RNE mode (ite p RTZ RTP))",
        expect![[r#"
            (declare-fun |$odd name| () (_ BitVec 8))
            (declare-fun |$#3| () (_ BitVec 8))
            (assert (= |$odd name| |$#3|))
            (declare-fun $f (Int) Int)
            (assert (forall (($n Int)) (let ((?e10 ($f ($f $n)))) (< ?e10 (+ $n ?e10)))))
            (declare-fun $n () Int)
            (assert (< $n ($f $n)))
            (declare-fun $x () (_ BitVec 8))
            (declare-fun $y () (_ BitVec 8))
            (assert (let ((?a $x) (?b (bvmul $x $y))) (let ((?c (bvadd ?a ?b))) (= ((_ extract 7 7) (bvand (bvxor ?c ?a) (bvxor ?c ?b))) #b1))))
            (assert (< (let ((?a $x)) (ite (= ((_ extract 7 7) ?a) #b1) (- (bv2nat ?a) 256) (bv2nat ?a))) $n))
            (assert (let ((?a ($f $n))) (= 0 (mod ?a 4))))
            (declare-fun $p () Bool)
            (declare-fun $mode () RoundingMode)
            (assert (let ((?a $mode) (?b RNE) (?b2 (ite $p RTZ RTP))) (and true (not (= ?a ?b)) (not (= ?a ?b2)) (not (= ?b ?b2)))))
        "#]],
    );
    check(
        "bitwuzla",
        "assert (bvsaddo x (bvmul x y))",
        expect![[r#"
        (declare-fun $x () (_ BitVec 8))
        (declare-fun $y () (_ BitVec 8))
        (assert (bvsaddo $x (bvmul $x $y)))
    "#]],
    );
}

/// A graph that doubles at every step is sent once, and a second formula over it costs nearly nothing.
#[test]
fn text_is_as_large_as_what_is_new() {
    let mut terms = store();
    let mut root = parse_term(&mut terms, "x").unwrap();
    for _ in 0..1000 {
        root = terms.apply_as_is(Op::Bv(smt::BvOp::Mul), &[root, root]).unwrap();
    }
    let y = parse_term(&mut terms, "y").unwrap();
    let one = terms.apply_as_is(Op::Bv(smt::BvOp::Ult), &[root, y]).unwrap();
    let two = terms.apply_as_is(Op::Bv(smt::BvOp::Ult), &[y, root]).unwrap();
    let mut encoder = Encoder::new(Dialect::named("z3").unwrap(), Sharing::Definitions);
    let (mut first, mut second) = (String::new(), String::new());
    encoder.assert(&terms, one, &mut first);
    encoder.assert(&terms, two, &mut second);
    assert!(first.len() < 70_000, "{}", first.len());
    assert!(second.len() < 200, "{second}");
}

/// What was sent comes back as the names of the store, and what was not is no name.
#[test]
fn names_come_back() {
    let terms = store();
    let sent: Vec<String> = terms
        .symbols()
        .map(|symbol| {
            let mut name = String::new();
            wire(&terms, symbol, &mut name);
            name
        })
        .collect();
    let text = format!("(f {} |$x| \"$x\" a$x (g $y))", sent.join(" "));
    expect![[r#"(f x y |odd name| |naïve| p q n mode f x "$x" a$x (g y))"#]]
        .assert_eq(&unwired(&terms, &text).unwrap());
    for text in ["$z", "|$#99|", "(f |$x)", "(f $)"] {
        assert_eq!(unwired(&terms, text), None, "{text}");
    }
}
