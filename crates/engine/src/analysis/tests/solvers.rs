//! Encodings and solvers are chosen independently of the algorithm (dissertation, section 5.4.3): whoever answers the queries, what is true stays true.

use super::ask;
use crate::solvers::SolverChoice;
use property::Verdict;
use std::time::Duration;
use test_needs::Need;

const TIME: Duration = Duration::from_secs(60);

/// Bits, memory, a loop that needs a fact, and one that has a bound.
const PROGRAMS: &[(&str, bool)] = &[
    ("int main(void) { unsigned x = nd(); if ((x & 3) == 2 && (x & 1)) reach_error(); return 0; }", true),
    ("int main(void) { unsigned x = nd(); if (x * 3 == 9 && x != 3) reach_error(); return 0; }", true),
    ("int main(void) { int x = nd(); if (x * x == 49 && x < 0) reach_error(); return 0; }", false),
    (
        "int a[3]; int main(void) { int i = nd(); if (i < 0 || i > 2) return 0; a[i] = 5; if (a[i] != 5) reach_error(); return 0; }",
        true,
    ),
    ("int main(void) { int x = 0; while (x < 4) x++; if (x == 4) reach_error(); return 0; }", false),
    (
        "int main(void) { int lock = 0; while (nd()) { if (lock) reach_error(); lock = 1; lock = 0; } return 0; }",
        true,
    ),
];

#[test]
fn every_algorithm_works_with_every_solver() {
    for &(solver, choice) in SolverChoice::ALL {
        if let Err(reason) = choice.check() {
            match Need::of_solver(solver) {
                Some(need) if !test_needs::lacks(need) => panic!("{solver} is here: {reason}"),
                Some(_) => {}
                None => eprintln!("{solver} NOT RUN: {reason}"),
            }
            continue;
        }
        for &(text, is_true) in PROGRAMS {
            for name in ["bmc", "k-induction", "predicate-abstraction", "impact"] {
                // No bound is enough for the loop without one.
                if name == "bmc" && text.contains("while (nd())") {
                    continue;
                }
                let expected =
                    if is_true { Verdict::True } else { Verdict::False("unreach-call".to_owned()) };
                let outcome = ask(name, &[("solver", solver)], text, TIME);
                assert_eq!(
                    outcome.verdict(),
                    expected,
                    "soundness or precision of {name} with {solver}: {text}"
                );
            }
        }
    }
}

#[test]
fn a_solver_that_is_not_there_is_said_to_be_missing() {
    let absent = SolverChoice::ALL.iter().find(|(_, choice)| choice.check().is_err());
    let Some(&(name, choice)) = absent else {
        return test_needs::skip("all solvers are installed, so none can be missing");
    };
    let reason = choice.check().unwrap_err();
    assert!(reason.contains("cannot be used"), "{reason}");
    let outcome = ask("bmc", &[("solver", name)], "int main(void) { return 0; }", TIME);
    assert_eq!(outcome.verdict(), Verdict::Unknown(format!("no solver: {reason}")));
}
