//! Random programs have the verdicts that all of their executions show.

use corpus_tests::verdicts::{Judged, judge, task};
use corpus_tests::{csmith, gcc};
use std::time::Duration;

/// A bound for presets that search long, not for those that decide.
const SECONDS: Duration = Duration::from_secs(1);

#[test]
fn nobody_is_wrong() {
    let presets = [
        "bmc",
        "bmc+encoding.memory=functions",
        "symbolic-execution",
        "k-induction",
        "value-predicate",
        "predicate-abstraction",
        "random-testing",
    ];
    let (mut findings, mut decided) = (Vec::new(), 0);
    for seed in 0..12 {
        let machine = csmith::machine_of(seed);
        if test_needs::lacks(gcc::need(machine)) {
            return;
        }
        let task = match task(seed, machine).expect("temporary files can be written") {
            Ok(task) => task,
            Err(problem) => panic!("seed {seed}: the generator is wrong: {problem}"),
        };
        for name in presets {
            match judge(&task, name, SECONDS) {
                Judged::Right => decided += 1,
                Judged::Undecided(_) => {}
                Judged::Wrong(how) => findings.push(format!("seed {seed}: {name} {how}")),
            }
        }
    }
    assert_eq!(findings, Vec::<String>::new(), "soundness");
    assert!(decided >= 12 * presets.len() / 3, "precision: only {decided} answers");
}
