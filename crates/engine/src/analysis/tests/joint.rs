//! Values and predicates in one search: each tracks only what the other cannot (the document 002, section III-F, auxiliary predicate analysis and dynamic precision adjustment).

use super::{ask, count};
use crate::analysis::{Outcome, options, preset};
use property::Verdict;
use std::time::Duration;

fn run(text: &str, changes: &[(&str, &str)]) -> Outcome {
    ask("value-predicate", changes, text, Duration::from_secs(60))
}

#[test]
fn what_values_refute_needs_no_predicate() {
    let outcome = run(
        "int main(void) { int flag = 0; while (nd()) { if (nd()) flag = 0; } if (flag) reach_error(); return 0; }",
        &[],
    );
    assert_eq!(outcome.verdict(), Verdict::True);
    assert_eq!((count(&outcome, "tracked variables"), count(&outcome, "predicates")), (1, 0));
}

#[test]
fn what_values_cannot_tell_becomes_a_predicate() {
    let text = "int main(void) { int flag = 0, x = nd(), y = x; if (x > 9) flag = 1; while (nd()) { x = x + 2; y = y + 2; } \
                if (flag > 1 || x != y) reach_error(); return 0; }";
    let outcome = run(text, &[]);
    assert_eq!(outcome.verdict(), Verdict::True);
    assert_eq!(count(&outcome, "tracked variables"), 1, "the flag, and nothing that is unknown");
    assert!(count(&outcome, "predicates") > 0);
}

#[test]
fn a_counter_is_handed_over_and_a_flag_is_not() {
    let text = "int main(void) { int i = 0, flag = 0; while (i < 1000) { flag = !flag; i++; } if (i != 1000 || flag > 1) reach_error(); return 0; }";
    let handed = run(text, &[("value.handover", "10")]);
    assert_eq!((handed.verdict(), count(&handed, "variables left to predicates")), (Verdict::True, 1));
    let kept = run(text, &[("value.handover", "none")]);
    assert_eq!((kept.verdict(), count(&kept, "variables left to predicates")), (Verdict::True, 0));
    assert!(count(&handed, "states") < count(&kept, "states"), "precision: what was handed over is unrolled");
}

/// The violation is behind more values than are tracked: it must be found all the same, and confirmed.
#[test]
fn a_violation_behind_the_last_value_is_found() {
    let text = "int main(void) { int i = 0; while (i < 9) { i++; if (i == 7 && nd() == 5) reach_error(); } return 0; }";
    for most in ["1", "6", "none"] {
        let outcome = run(text, &[("value.handover", most)]);
        assert_eq!(outcome.verdict(), Verdict::False("unreach-call".to_owned()), "with {most} values");
        assert!(!outcome.path().is_empty());
    }
}

/// Two ways meet before the branch. Values look at one of them, the solver at both.
#[test]
fn a_feasible_path_is_looked_for_before_values_learn_from_one_that_is_not() {
    let text = "int main(void) { int a; if (nd()) a = 1; else a = 2; if (a == 2) reach_error(); return 0; }";
    for (time, refinements) in [("none", 1), ("1000", 0)] {
        let outcome = run(text, &[("predicate.examination-milliseconds", time)]);
        assert_eq!(outcome.verdict(), Verdict::False("unreach-call".to_owned()));
        assert_eq!(count(&outcome, "refinements"), refinements, "examined for {time}");
    }
}

#[test]
fn labels_do_not_go_together_with_values() {
    let mut configuration = preset("value-predicate").unwrap().configuration.clone();
    options::set(&mut configuration, "predicate.strategy", "labels").unwrap();
    options::set(&mut configuration, "predicate.facts", "interpolants").unwrap();
    let refused = configuration.validate().unwrap_err();
    assert!(refused.contains("`predicate.strategy=predicates`"), "{refused}");
}
