//! No preset says anything about a fact of C that is not so.

use corpus_tests::facts::{Fact, parse};
use corpus_tests::gcc;
use corpus_tests::verdicts::{Judged, judge};
use std::time::Duration;

/// A bound for presets that search long, not for those that decide.
const SECONDS: Duration = Duration::from_secs(1);

fn facts() -> Vec<Fact> {
    let facts = parse(include_str!("../../../corpus/facts/c.txt")).expect("the table can be read");
    assert!(facts.len() > 100, "the table is there");
    facts
}

#[test]
fn facts_are_so_for_gcc() {
    if test_needs::lacks(gcc::need(cfa::MachineModel::Lp64)) {
        return;
    }
    let mut findings = Vec::new();
    for fact in facts() {
        let refutation = fact.refutation().expect("temporary files can be written");
        findings.extend(refutation.map(|how| format!("line {}: {how}", fact.line)));
    }
    assert_eq!(findings, Vec::<String>::new(), "these facts are none");
}

#[test]
fn nobody_is_wrong_about_facts() {
    let presets = ["symbolic-execution", "k-induction", "value-predicate"];
    let (mut findings, mut decided, mut asked) = (Vec::new(), 0, 0);
    for fact in facts() {
        for task in fact.tasks() {
            for name in presets {
                asked += 1;
                match judge(&task, name, SECONDS) {
                    Judged::Right => decided += 1,
                    Judged::Undecided(_) => {}
                    Judged::Wrong(how) => findings.push(format!("line {}: {name} {how}", fact.line)),
                }
            }
        }
    }
    assert_eq!(findings, Vec::<String>::new(), "soundness");
    assert!(decided * 10 >= asked * 9, "precision: only {decided} of {asked} answers");
}
