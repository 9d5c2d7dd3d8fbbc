//! What is printed can be read again; what cannot be read has a place.

use super::*;
use crate::print;
use crate::random::Random;
use crate::sort::Sort;
use expect_test::{Expect, expect};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn round_trip(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut random = Random::new(&bytes);
        random.quantifiers = false;
        let sort = random.sort();
        let (_, term) = random.term(sort, 5);
        let text = print::term(&random.terms, term);
        let read = parse_term(&mut random.terms, &text);
        prop_assert_eq!(read, Ok(term), "{}", text);
    }

    /// With quantifiers a bound variable may be renamed, so values are compared.
    #[test]
    fn round_trip_of_quantifiers(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut random = Random::new(&bytes);
        let (_, term) = random.term(Sort::Bool, 4);
        let text = print::term(&random.terms, term);
        let read = parse_term(&mut random.terms, &text).unwrap();
        let assignment = random.assignment();
        let value = crate::eval::eval(&random.terms, term, &assignment);
        if value.is_ok() {
            prop_assert_eq!(crate::eval::eval(&random.terms, read, &assignment), value, "{}", text);
        }
    }

    #[test]
    fn no_text_panics(text in "[()_ab|\"#x01 .;-]{0,60}") {
        let _ = parse_script(&mut Terms::new(), &text);
        let _ = parse_term(&mut Terms::new(), &text);
    }
}

fn check(text: &str, expected: Expect) {
    let mut terms = Terms::new();
    let found = match parse_script(&mut terms, text) {
        Err(error) => {
            let (line, column) = error.position(text);
            format!("{line}:{column}: {}", error.message)
        }
        Ok(script) => {
            let show = |command: &Command| match command {
                Command::Assert(term) => print::term(&terms, *term),
                Command::Check(_) | Command::Push(_) | Command::Pop(_) | Command::Other(_) => {
                    format!("{command:?}")
                }
            };
            script.commands.iter().map(show).collect::<Vec<_>>().join("\n")
        }
    };
    expected.assert_eq(&found);
}

#[test]
fn scripts() {
    check(
        "(set-logic QF_BV) ; comment\n(declare-const x (_ BitVec 8))\n(push 2)(assert (= x (_ bv5 8)))(check-sat)",
        expect![[r#"
            Push(2)
            (= x #x05)
            Check([])"#]],
    );
    check(
        "(declare-fun f (Int) Int)(define-fun g ((a Int)) Int (f (f a)))(assert (= (g 1) 2))",
        expect!["(= (f (f 1)) 2)"],
    );
    check("(declare-const r Real)(assert (< r (/ 1 3) 2))", expect!["(< r (/ 1.0 3.0))"]);
    check(
        "(declare-const x Int)(assert (let ((y x)) (exists ((x Int)) (= x y))))",
        expect!["(exists ((x!0 Int)) (= x x!0))"],
    );
    check("(declare-const |a b| Bool)(assert (! |a b| :named n))", expect!["|a b|"]);
}

#[test]
fn errors() {
    check("(assert (= 1\n  b))", expect!["2:3: `b` is not declared"]);
    check("(assert true", expect!["1:1: a parenthesis that is not closed"]);
    check(")", expect!["1:1: a parenthesis that closes nothing"]);
    check("(assert (and true 1))", expect!["1:9: `and` does not take (Bool Int)"]);
    check("(assert 1)", expect!["1:9: a formula is expected"]);
    check("(declare-const x (_ BitVec 0))", expect!["1:18: no bit-vector has 0 bits"]);
    check("(declare-sort S 0)", expect!["1:1: the command `declare-sort` is not supported in this form"]);
    check("(assert (= 1_0 10))", expect!["1:12: `1_0` is no literal"]);
    check("(assert \"x", expect!["1:9: a string that is not closed"]);
}

#[test]
fn deep_terms_need_no_stack() {
    let depth = 100_000;
    let text = format!("{}a{}", "(not ".repeat(depth), ")".repeat(depth));
    let mut terms = Terms::new();
    let a = terms.variable("a", Sort::Bool).unwrap();
    assert_eq!(parse_term(&mut terms, &text), Ok(a));
    let mut deep = a;
    for _ in 0..depth {
        deep = terms.apply_as_is(crate::Op::Core(crate::CoreOp::Not), &[deep]).unwrap();
    }
    assert_eq!(print::term(&terms, deep), text);
}

#[test]
fn characters_beyond_ascii_are_refused_outside_of_bars() {
    check("(assert \u{e9})", expect!["1:9: a character that begins no token"]);
    check("(declare-const |\u{e9}| Bool)(assert |\u{e9}|)", expect!["|\u{e9}|"]);
}
