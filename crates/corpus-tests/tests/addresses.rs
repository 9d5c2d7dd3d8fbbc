//! Twenty random programs that move addresses around do what gcc's binaries do, and nobody proves
//! anything else.

use corpus_tests::addresses::moved;
use corpus_tests::verdicts::Judged;
use corpus_tests::{csmith, gcc};
use std::time::Duration;

/// Wrong proofs come at once, so a short time is enough.
const TIME: Duration = Duration::from_millis(700);

#[test]
fn addresses_are_followed_or_nothing_is_proved() {
    let (mut findings, mut decided) = (Vec::new(), 0);
    // Before objects were exposed, seed 38 was proved wrongly.
    for seed in 24..44 {
        let machine = csmith::machine_of(seed);
        if test_needs::lacks(gcc::need(machine)) {
            return;
        }
        let moved = match moved(seed, machine).expect("temporary files can be written") {
            Ok(moved) => moved,
            Err(problem) => panic!("seed {seed}: the generator is wrong: {problem}"),
        };
        findings.extend(moved.difference().map(|difference| format!("seed {seed}: {difference}")));
        for name in ["random-testing", "symbolic-execution", "bmc", "value"] {
            match moved.judge(name, TIME) {
                Judged::Right => decided += 1,
                Judged::Undecided(_) => {}
                Judged::Wrong(how) => findings.push(format!("seed {seed}: {name} {how}")),
            }
        }
    }
    assert_eq!(findings, Vec::<String>::new(), "soundness");
    assert!(decided >= 15, "precision: only {decided} answers");
}
