//! Substitution means what it should: the value after it is the value with the variable changed.

use super::*;
use crate::eval::eval;
use crate::parse::parse_term;
use crate::print;
use crate::random::Random;
use expect_test::{Expect, expect};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn substitution_changes_the_assignment(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut random = Random::new(&bytes);
        let (term, _) = random.term(Sort::Bool, 4);
        let (by, _) = random.term(Sort::BitVec(2), 2);
        let names = ["x(_ BitVec 2)", "bound0", "bound1"];
        let name = names[random.below(3)];
        random.terms.variable(name, Sort::BitVec(2)).unwrap();
        let variable = random.terms.lookup(name).unwrap();
        let mut substitution = Substitution::new();
        substitution.replace(&random.terms, variable, by).unwrap();
        let replaced = substitution.apply(&mut random.terms, term);
        let assignment = random.assignment();
        let Ok(value) = eval(&random.terms, by, &assignment) else { return Ok(()) };
        let mut changed = assignment.clone();
        changed.set(variable, value);
        if let Ok(expected) = eval(&random.terms, term, &changed) {
            let found = eval(&random.terms, replaced, &assignment);
            prop_assert_eq!(found, Ok(expected), "{}", print::term(&random.terms, term));
        }
    }

    #[test]
    fn values_depend_on_free_symbols_only(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut random = Random::new(&bytes);
        let (term, _) = random.term(Sort::Bool, 4);
        let all = random.assignment();
        let free = FreeSymbols::new().of(&random.terms, term);
        let mut some = crate::eval::Assignment::new();
        for &symbol in &free {
            if let Some(value) = all.get(symbol) {
                some.set(symbol, value.clone());
            }
            if let Some(value) = all.function(symbol) {
                some.set_function(symbol, value.clone());
            }
        }
        prop_assert_eq!(eval(&random.terms, term, &some), eval(&random.terms, term, &all));
    }

    #[test]
    fn indices_come_and_go(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut random = Random::new(&bytes);
        random.quantifiers = false;
        let (_, term) = random.term(Sort::Bool, 4);
        let terms = &mut random.terms;
        let at = terms.at_indices(term, |symbol| Some(symbol.0 % 3)).unwrap();
        prop_assert!(FreeSymbols::new().of(terms, at).iter().all(|&symbol| terms.symbol(symbol).copy_of.is_some()));
        let back = terms.without_indices(at).unwrap();
        let assignment = random.assignment();
        if let Ok(value) = eval(&random.terms, term, &assignment) {
            prop_assert_eq!(eval(&random.terms, back, &assignment), Ok(value));
        }
    }
}

fn store() -> Terms {
    let mut terms = Terms::new();
    for name in ["a", "b"] {
        terms.variable(name, Sort::Bool).unwrap();
    }
    for name in ["x", "y"] {
        terms.variable(name, Sort::Int).unwrap();
    }
    terms
}

fn check_atoms(text: &str, expected: Expect) {
    let mut terms = store();
    let term = parse_term(&mut terms, text).unwrap();
    let all: Vec<String> = atoms(&terms, term).iter().map(|&atom| print::term(&terms, atom)).collect();
    expected.assert_eq(&all.join(" | "));
}

#[test]
fn atoms_are_below_the_connectives() {
    check_atoms("(and a (or (not (< x y)) (= x 1)))", expect!["a | (< x y) | (= x 1)"]);
    check_atoms("(ite a (= b a) (< x 0))", expect!["a | b | (< x 0)"]);
    check_atoms("true", expect![""]);
    check_atoms("(forall ((x Int)) (< x y))", expect!["(forall ((x Int)) (< x y))"]);
}

#[test]
fn bound_variables_are_not_captured() {
    let mut terms = store();
    let term = parse_term(&mut terms, "(exists ((x Int)) (< x y))").unwrap();
    let by = parse_term(&mut terms, "(+ x 1)").unwrap();
    let mut substitution = Substitution::new();
    substitution.replace(&terms, terms.lookup("y").unwrap(), by).unwrap();
    let found = substitution.apply(&mut terms, term);
    expect!["(exists ((x!0 Int)) (< x!0 (+ x 1)))"].assert_eq(&print::term(&terms, found));
    let mut other = Substitution::new();
    other.replace(&terms, terms.lookup("x").unwrap(), by).unwrap();
    assert_eq!(other.apply(&mut terms, term), term);
}

#[test]
fn copies_have_names() {
    let mut terms = store();
    let term = parse_term(&mut terms, "(< x y)").unwrap();
    let x = terms.lookup("x");
    let found = terms.at_indices(term, |symbol| (Some(symbol) == x).then_some(3)).unwrap();
    expect!["(< x@3 y)"].assert_eq(&print::term(&terms, found));
    let again = terms.at_indices(found, |_| Some(4)).unwrap();
    expect!["(< x@4 y@4)"].assert_eq(&print::term(&terms, again));
}
