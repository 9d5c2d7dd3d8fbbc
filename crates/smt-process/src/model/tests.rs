//! Values in the spellings of many solvers, and functions and arrays as their models define them.

use super::Reader;
use super::functions::Definitions;
use crate::reply::Trouble;
use expect_test::{Expect, expect};
use smt::{Format, Sort, Terms};
use std::fmt::Write as _;

fn store() -> Terms {
    let mut terms = Terms::new();
    terms.variable("b", Sort::Bool).unwrap();
    terms.variable("x", Sort::BitVec(8)).unwrap();
    terms.variable("n", Sort::Int).unwrap();
    terms.variable("r", Sort::Real).unwrap();
    terms.variable("d", Sort::Float(Format::HALF)).unwrap();
    terms.variable("mode", Sort::RoundingMode).unwrap();
    let flat = terms.array_sort(Sort::Int, Sort::Int).unwrap();
    terms.variable("a", flat).unwrap();
    let nested = terms.array_sort(Sort::Int, flat).unwrap();
    terms.variable("aa", nested).unwrap();
    terms.declare("f", &[Sort::Int, Sort::Bool], Sort::Int).unwrap();
    terms
}

/// The value that is read for a variable when the solver prints a text.
fn check(variable: &str, printed: &[&str], model: &str, expected: Expect) {
    let mut out = String::new();
    for text in printed {
        let mut terms = store();
        let sort = terms.symbol(terms.lookup(variable).unwrap()).result;
        let found = match read(&terms, model, |reader| reader.value(text, sort)) {
            Ok(value) => {
                let value = terms.value_term(value, sort).unwrap();
                smt::print::term(&terms, value)
            }
            Err(trouble) => trouble.into_error().to_string(),
        };
        let _ = writeln!(out, "{text} is {found}");
    }
    expected.assert_eq(&out);
}

/// Reads something from a model.
fn read<T>(
    terms: &Terms,
    model: &str,
    what: impl FnOnce(&mut Reader<'_>) -> Result<T, Trouble>,
) -> Result<T, Trouble> {
    let definitions = Definitions::read(model)?;
    what(&mut Reader { terms, scratch: Terms::new(), definitions: &definitions, depth: 0 })
}

#[test]
fn spellings() {
    check(
        "b",
        &["true", "(not true)", "maybe"],
        "",
        expect![[r#"
        true is true
        (not true) is false
        maybe is the solver's answer cannot be read: no value: `maybe`
    "#]],
    );
    check(
        "x",
        &["#b00000101", "#xff", "(_ bv5 8)", "(bvneg #x01)", "#x005", "5"],
        "",
        expect![[r#"
        #b00000101 is #x05
        #xff is #xff
        (_ bv5 8) is #x05
        (bvneg #x01) is #xff
        #x005 is the solver's answer cannot be read: no value: `#x005`
        5 is the solver's answer cannot be read: no value: `5`
    "#]],
    );
    check(
        "n",
        &["5", "(- 5)", "-5", "(* 2 3)", "5.0", "12345678901234567890123"],
        "",
        expect![[r#"
        5 is 5
        (- 5) is (- 5)
        -5 is the solver's answer cannot be read: no value: `-5`
        (* 2 3) is 6
        5.0 is the solver's answer cannot be read: no value: `5.0`
        12345678901234567890123 is 12345678901234567890123
    "#]],
    );
}

#[test]
fn spellings_of_reals_and_floats() {
    check(
        "r",
        &[
            "5",
            "5.0",
            "(- 5)",
            "(/ 1 3)",
            "(/ 1.0 3.0)",
            "(- (/ 1 3))",
            "(/ (- 1) 3)",
            "0.25",
            "(root-obj (+ (^ x 2) (- 2)) 1)",
            "(/ 1 0)",
        ],
        "",
        expect![[r#"
            5 is 5.0
            5.0 is 5.0
            (- 5) is (- 5.0)
            (/ 1 3) is (/ 1.0 3.0)
            (/ 1.0 3.0) is (/ 1.0 3.0)
            (- (/ 1 3)) is (/ (- 1.0) 3.0)
            (/ (- 1) 3) is (/ (- 1.0) 3.0)
            0.25 is (/ 1.0 4.0)
            (root-obj (+ (^ x 2) (- 2)) 1) is the solver's answer cannot be read: no value: `(root-obj (+ (^ x 2) (- 2)) 1)`
            (/ 1 0) is the solver's answer cannot be read: no value: `(/ 1 0)`
        "#]],
    );
    check(
        "d",
        &[
            "(fp #b0 #b01111 #b0000000000)",
            "(fp #b0 #x1 #b0)",
            "(_ +oo 5 11)",
            "(_ -zero 5 11)",
            "(_ NaN 5 11)",
            "((_ to_fp 5 11) #x3c00)",
            "(_ NaN 8 24)",
        ],
        "",
        expect![[r#"
            (fp #b0 #b01111 #b0000000000) is (fp #b0 #b01111 #b0000000000)
            (fp #b0 #x1 #b0) is the solver's answer cannot be read: no value: `(fp #b0 #x1 #b0)`
            (_ +oo 5 11) is (fp #b0 #b11111 #b0000000000)
            (_ -zero 5 11) is (fp #b1 #b00000 #b0000000000)
            (_ NaN 5 11) is (_ NaN 5 11)
            ((_ to_fp 5 11) #x3c00) is (fp #b0 #b01111 #b0000000000)
            (_ NaN 8 24) is the solver's answer cannot be read: no value: `(_ NaN 8 24)`
        "#]],
    );
    check(
        "mode",
        &["RNE", "roundTowardZero", "up"],
        "",
        expect![[r#"
        RNE is RNE
        roundTowardZero is RTZ
        up is the solver's answer cannot be read: no value: `up`
    "#]],
    );
}

#[test]
fn arrays() {
    let constant = "((as const (Array Int Int)) 0)";
    check(
        "a",
        &[
            constant,
            &format!("(store {constant} 1 2)"),
            &format!("(store (store {constant} 1 2) 1 (- 3))"),
            "(_ as-array k!0)",
            "(store (_ as-array k!0) 7 8)",
            "(_ as-array k!1)",
            "(_ as-array k!2)",
            "(lambda ((i Int)) (ite (= i 3) 4 5))",
            "(lambda ((i Int)) (ite (< i 3) 4 5))",
            "@array_1",
        ],
        "((define-fun k!0 ((x!0 Int)) Int (ite (= x!0 1) 10 (ite (= 2 x!0) 20 (- 1)))) (define-fun k!1 ((x!0 Int)) Int (+ x!0 1)))",
        expect![[r#"
            ((as const (Array Int Int)) 0) is ((as const (Array Int Int)) 0)
            (store ((as const (Array Int Int)) 0) 1 2) is (store ((as const (Array Int Int)) 0) 1 2)
            (store (store ((as const (Array Int Int)) 0) 1 2) 1 (- 3)) is (store ((as const (Array Int Int)) 0) 1 (- 3))
            (_ as-array k!0) is (store (store ((as const (Array Int Int)) (- 1)) 1 10) 2 20)
            (store (_ as-array k!0) 7 8) is (store (store (store ((as const (Array Int Int)) (- 1)) 1 10) 2 20) 7 8)
            (_ as-array k!1) is the solver's answer cannot be read: no value: `(+ x!0 1)`
            (_ as-array k!2) is the solver's answer cannot be read: the model has no definition of `k!2`
            (lambda ((i Int)) (ite (= i 3) 4 5)) is (store ((as const (Array Int Int)) 5) 3 4)
            (lambda ((i Int)) (ite (< i 3) 4 5)) is the solver's answer cannot be read: no value: `(< i 3)`
            @array_1 is the solver's answer cannot be read: no value: `@array_1`
        "#]],
    );
    check(
        "aa",
        &[
            "(store ((as const (Array Int (Array Int Int))) (_ as-array k!0)) 5 ((as const (Array Int Int)) 6))",
            "(_ as-array k!1)",
            "(_ as-array k!2)",
        ],
        "(model (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 1) 10 0)) (define-fun k!1 ((x!0 Int)) (Array Int Int) (ite (= x!0 1) (_ as-array k!0) ((as const (Array Int Int)) 9))) (define-fun k!2 ((x!0 Int)) (Array Int Int) (_ as-array k!2)))",
        expect![[r#"
            (store ((as const (Array Int (Array Int Int))) (_ as-array k!0)) 5 ((as const (Array Int Int)) 6)) is (store ((as const (Array Int (Array Int Int))) (store ((as const (Array Int Int)) 0) 1 10)) 5 ((as const (Array Int Int)) 6))
            (_ as-array k!1) is (store ((as const (Array Int (Array Int Int))) ((as const (Array Int Int)) 9)) 1 (store ((as const (Array Int Int)) 0) 1 10))
            (_ as-array k!2) is the solver's answer cannot be read: no value: `(_ as-array k!2)`
        "#]],
    );
}

/// Functions under quantifiers are read from their definitions.
#[test]
fn functions() {
    for (body, expected) in [
        (
            "(ite (and (= x!0 1) (= x!1 true)) 5 (ite (and (= x!1 false) (= x!0 1)) 6 7))",
            expect!["[Int(1), Bool(false)]: Int(6); [Int(1), Bool(true)]: Int(5) else Int(7)"],
        ),
        ("3", expect![" else Int(3)"]),
        ("(ite (= x!0 1) 5 6)", expect!["the solver's answer cannot be read: no value: `(= x!0 1)`"]),
        (
            "(ite (and (= x!0 1) x!1) 5 6)",
            expect!["the solver's answer cannot be read: no value: `(and (= x!0 1) x!1)`"],
        ),
        ("(g x!0)", expect!["the solver's answer cannot be read: no value: `(g x!0)`"]),
    ] {
        let terms = store();
        let model = format!("((define-fun $f ((x!0 Int) (x!1 Bool)) Int {body}))");
        let function = terms.lookup("f").unwrap();
        let found = read(&terms, &model, |reader| reader.function(function)).map_err(Trouble::into_error);
        expected.assert_eq(&match found {
            Ok(found) => {
                let entries: Vec<String> =
                    found.entries.iter().map(|(at, value)| format!("{at:?}: {value:?}")).collect();
                format!("{} else {:?}", entries.join("; "), found.default)
            }
            Err(error) => error.to_string(),
        });
    }
}
