//! Value sets of small programs, by variable. What is missing is unknown.

use super::ValueSets;
use algorithms::bmc::InvariantSource;
use cfa::Cfa;
use cpa::Context;
use expect_test::{Expect, expect};
use formula::{Encoder, Encoding, Logic};
use limits::Budget;
use smt::Terms;
use smt::solver::{Needs, Solver, open};
use std::cell::RefCell;

fn lower(text: &str) -> Cfa {
    let mut map = source::SourceMap::new();
    let mut names = stdx::Interner::new();
    let file = map.add("a.c", text.to_owned()).unwrap();
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    let options = c_lower::LowerOptions {
        machine: cfa::MachineModel::Lp64,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    let lowered = c_lower::lower(&mut map, names, vec![parsed.ast], &options);
    assert_eq!(lowered.diagnostics, []);
    lowered.cfa.unwrap()
}

/// The sets of named variables, and the facts at the head of each loop.
fn check(text: &str, expected: Expect) {
    let cfa = lower(&format!("extern int nd(void); {text}"));
    let encoder = Encoder::new(&cfa, &Encoding::default()).unwrap();
    let backend = smt::solver::EnumerationBackend;
    let solver: Box<dyn Solver> = open(&backend, &Needs::default()).unwrap();
    let (terms, solver) = (RefCell::new(Terms::new()), RefCell::new(solver));
    let logic = Logic { terms: &terms, encoder: &encoder, solver: &solver, backend: &backend };
    let mut sets = ValueSets::of(&cfa, logic);
    let mut shown = String::new();
    for (&var, values) in sets.values() {
        let name = cfa.names.text(cfa.vars[var].name);
        if !name.contains('$') {
            shown.push_str(&format!("{name} {values:?}\n"));
        }
    }
    let budget = Budget::unlimited();
    let cx = Context { cfa: &cfa, budget: &budget };
    for found in cfa.structure().loops() {
        let fact = sets.at(&cx, found.head).unwrap();
        let fact = fact.map_or("nothing".to_owned(), |fact| smt::print::term(&terms.borrow(), fact));
        shown.push_str(&format!("loop: {fact}\n"));
    }
    expected.assert_eq(&shown);
}

#[test]
fn a_state_machine_has_its_states() {
    check(
        "int state = 3; int n; int main(void) { while (nd()) { if (state == 3) state = 5; else state = 3; n = n + state; } return n; }",
        expect![[r#"
            state {3, 5}
            loop: (or (= state #x00000003) (= state #x00000005))
        "#]],
    );
}

#[test]
fn values_flow_through_copies_parameters_and_results() {
    check(
        "int g; int f(int a) { int b = a; return b; } int main(void) { g = f(4); g = f(7); while (nd()) g = 1; return g; }",
        expect![[r#"
            a {4, 7}
            b {4, 7}
            g {0, 1, 4, 7}
            loop: (or (= g #x00000000) (= g #x00000001) (= g #x00000004) (= g #x00000007))
        "#]],
    );
}

#[test]
fn what_is_read_before_it_is_assigned_is_unknown() {
    check(
        "int g; int main(void) { int x; if (nd()) x = 1; g = x; while (nd()) { if (g == x) x = 2; } return g; }",
        expect![[r#"
            x {1, 2}
            loop: nothing
        "#]],
    );
}

#[test]
fn a_local_counts_where_it_is_assigned() {
    check(
        "int main(void) { int x; while (nd()) { if (x) x = 0; } x = 1; while (nd()) { if (x) x = 0; } return x; }",
        expect![[r#"
            x {0, 1}
            loop: nothing
            loop: (or (= |main::x| #x00000000) (= |main::x| #x00000001))
        "#]],
    );
}

#[test]
fn what_a_pointer_may_change_or_the_environment_chooses_is_unknown() {
    check(
        "int g, h, k; int main(void) { int *p = &g; h = nd(); *p = 9; k = h + 1; while (nd()) { if (g + h + k) g = 0; } return 0; }",
        expect![[r#"
            loop: nothing
        "#]],
    );
}

#[test]
fn a_function_that_ends_without_a_value_gives_any() {
    check(
        "int g; int f(int a) { if (a) return 1; } int main(void) { g = f(nd()); while (nd()) { if (g) g = 0; } return g; }",
        expect![[r#"
            loop: nothing
        "#]],
    );
}
