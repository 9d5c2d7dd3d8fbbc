//! Paths of hundreds of thousands of steps: through loops that count to constants, and through arrays.

use super::{ask, count};
use property::Verdict;
use std::time::{Duration, Instant};

/// Values that all depend on each other: the sum on every element, every element on its index.
#[test]
fn a_violation_behind_two_loops_is_executed_without_a_formula() {
    let text = "int a[20000]; int main(void) { int s = 0; for (int i = 0; i < 20000; i++) a[i] = i % 7; \
                for (int i = 0; i < 20000; i++) s += a[i]; if (s == 59997) reach_error(); return 0; }";
    let outcome = ask("value", &[], text, Duration::from_secs(120));
    assert_eq!(outcome.verdict().to_string(), "FALSE(unreach-call)");
    assert_eq!(count(&outcome, "queries"), 0);
    assert!(outcome.path().len() > 100_000);
}

/// Elements are not known, so that interpolants keep only what the loops count with; and the limit is looked at all the way.
#[test]
fn refinement_of_a_long_path_keeps_to_its_time() {
    let arrays = "int a[100000], b[100000], c[100000];";
    let copy = |from: &str, to: &str| format!("for (i = 0; i < 100000; i++) {to}[i] = {from}[i];");
    let text = format!(
        "{arrays} int main(void) {{ int i; for (i = 0; i < 100000; i++) a[i] = nd(); {} {} \
         for (i = 0; i < 100000; i++) if (a[i] != c[i]) reach_error(); return 0; }}",
        copy("a", "b"),
        copy("b", "c")
    );
    let begin = Instant::now();
    let outcome = ask("value", &[], &text, Duration::from_secs(2));
    assert!(matches!(outcome.verdict(), Verdict::Unknown(_)));
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}
