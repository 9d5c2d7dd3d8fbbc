//! Forty random programs with fixed seeds print what gcc's binaries print.

use corpus_tests::csmith::{self, Plan};

#[test]
fn random_programs_print_the_same_checksum_as_gcc() {
    if csmith::NEEDS.iter().any(|&need| test_needs::lacks(need)) {
        return;
    }
    let plan = Plan { first_seed: 20_000, count: 40, threads: 2, max_steps: 20_000_000 };
    let summary = csmith::run(&plan, &mut std::io::stderr()).expect("temporary files can be written");
    println!("{summary}");
    assert_eq!(summary.failures, []);
    assert!(summary.over_limit * 10 <= plan.count, "too many over the step limit: {summary}");
    assert!(summary.same >= 30, "too few programs ended: {summary}");
}
