//! Twenty random programs that call library functions do what gcc's binaries do, and the analyses say so.

use corpus_tests::library_calls::linked;
use corpus_tests::verdicts::Judged;
use corpus_tests::{csmith, gcc};
use std::time::Duration;

const SECONDS: Duration = Duration::from_secs(1);

#[test]
fn library_calls_do_what_glibc_does() {
    let (mut findings, mut decided) = (Vec::new(), 0);
    for seed in 0..20 {
        let machine = csmith::machine_of(seed);
        if test_needs::lacks(gcc::need(machine)) {
            return;
        }
        let linked = match linked(seed, machine).expect("temporary files can be written") {
            Ok(linked) => linked,
            Err(problem) => panic!("seed {seed}: the generator is wrong: {problem}"),
        };
        findings.extend(linked.difference().map(|difference| format!("seed {seed}: {difference}")));
        for name in ["symbolic-execution", "bmc"] {
            match linked.judge(name, SECONDS) {
                Judged::Right => decided += 1,
                Judged::Undecided(_) => {}
                Judged::Wrong(how) => findings.push(format!("seed {seed}: {name} {how}")),
            }
        }
    }
    assert_eq!(findings, Vec::<String>::new(), "library calls");
    assert!(decided >= 6, "precision: only {decided} answers");
}
