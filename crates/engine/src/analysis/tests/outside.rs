//! Pointers that the program does not make: what they point to is the environment's, and an execution that goes through it is one.

use super::{HEAD, automaton_for, no_error};
use crate::analysis::{analyse, preset};
use algorithms::Silent;
use cfa::MachineModel;
use cpa::Budget;
use property::Verdict;
use std::time::Duration;

const PRESETS: &[&str] = &[
    "bmc",
    "k-induction",
    "predicate-abstraction",
    "impact",
    "value",
    "value-predicate",
    "symbolic-execution",
];

const OUTSIDE: &str = "struct s { char c; int x; struct s *next; int t[4]; }; extern int *ints(void); extern struct s *records(void); \
     extern int *somewhere; extern void free(void *); extern void *__VERIFIER_nondet_pointer(void); ";

/// Violated by executions that write to and read from objects of the environment.
const VIOLATED: &[&str] = &[
    "int main(void) { int *p = ints(); *p = 0; reach_error(); return 0; }",
    "int main(void) { int *p = __VERIFIER_nondet_pointer(); *p = nd(); if (*p == 5) reach_error(); return 0; }",
    "int main(void) { struct s *s = records(); if (s->x == 5 && s->t[2] == -1) reach_error(); return 0; }",
    "int main(void) { struct s *s = records(); if (s->x == 5 && s->next->x == 7) reach_error(); return 0; }",
    "int main(void) { *somewhere = 3; if (*somewhere == 3) reach_error(); return 0; }",
    "int main(void) { int *p = ints(), *q = ints(); *p = 1; *q = 2; if (*p == 1) reach_error(); return 0; }",
];

/// Never violated, or only behind undefined behaviour.
const OTHERS: &[&str] = &[
    "int main(void) { int x = 1; int *p = ints(); *p = 2; if (x != 1) reach_error(); return 0; }",
    "int main(void) { int *p = 0; *p = 1; reach_error(); return 0; }",
    "int main(void) { int *p = ints(); if (!p) { *p = 1; reach_error(); } return 0; }",
    "int main(void) { int *p = ints(); if (p) { free(p); reach_error(); } return 0; }",
    "int main(void) { struct s *s = records(); s->x = 1; if (s->x != 1) reach_error(); return 0; }",
];

fn verdict(machine: MachineModel, text: &str, name: &str) -> Verdict {
    let cfa = automaton_for(machine, &format!("{HEAD}{OUTSIDE}{text}"));
    let budget = Budget::unlimited().part(Duration::from_secs(20));
    analyse(&cfa, &no_error(), &preset(name).unwrap().configuration, &budget, &mut Silent).verdict
}

#[test]
fn executions_through_the_environment_are_found() {
    let mut others = Vec::new();
    for (text, name) in VIOLATED.iter().flat_map(|text| PRESETS.iter().map(move |name| (text, name))) {
        for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
            match verdict(machine, text, name) {
                Verdict::False(_) => {}
                other @ (Verdict::True | Verdict::Unknown(_)) => {
                    others.push(format!("{name} on {machine:?} says {other} of {text}"));
                }
            }
        }
    }
    assert!(others.is_empty(), "precision: {others:#?}");
}

#[test]
fn the_environment_has_none_of_our_objects() {
    for (text, name) in OTHERS.iter().flat_map(|text| PRESETS.iter().map(move |name| (text, name))) {
        for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
            let verdict = verdict(machine, text, name);
            assert!(!matches!(verdict, Verdict::False(_)), "soundness: {name} says {verdict} of {text}");
        }
    }
}
