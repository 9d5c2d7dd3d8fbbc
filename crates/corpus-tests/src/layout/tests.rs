//! The check itself is checked: it must notice a wrong layout; and random records must have gcc's.

use super::*;
use cfa::MachineModel::{Ilp32, Lp64};

#[test]
fn probes_are_read_from_assembler_output() {
    let assembly = "\t.globl\tverdikt_probe_3\n\t.section\t.rodata\nverdikt_probe_3:\n\t.byte\t248\n\t.zero\t2\n\t.value\t-1\n\t.text\nmain:\n\t.byte 1\n";
    assert_eq!(assembler::read_probes(assembly), [(3, vec![0xf8, 0, 0, 0xff, 0xff])]);
}

#[test]
fn a_false_assertion_is_a_mismatch_and_a_hidden_name_is_not() {
    let messages = "checks:2:1: error: static assertion failed: \"size\"\nchecks:3:9: error: invalid application of 'sizeof' to incomplete type\n";
    let failures = report::read_messages(messages, 3);
    assert_eq!(failures, Ok(vec![None, Some(report::Failure::Mismatch), Some(report::Failure::Unnameable)]));
    let refused = report::read_messages("a.c:7:1: error: expected ';'\n", 3);
    assert_eq!(refused, Err("a.c:7:1: error: expected ';'".to_owned()));
}

#[test]
fn random_records_have_the_layout_that_gcc_gives_them() {
    for machine in [Ilp32, Lp64] {
        if test_needs::lacks(gcc::need(machine)) {
            continue;
        }
        let mut total = Report::default();
        for seed in 0..20 {
            let text = random_records(seed, 25, machine);
            match check("random.c", &text, machine).expect("temporary files can be written") {
                Outcome::Checked(report) => total += report,
                Outcome::RefusedByGcc(message) => panic!("seed {seed}: gcc refuses the records: {message}"),
                Outcome::RefusedByUs(message) => panic!("seed {seed}: we refuse the records: {message}"),
            }
        }
        assert_eq!(total.mismatches, Vec::<String>::new(), "{machine:?}");
        assert_eq!((total.unnameable, total.unprobed), (0, 0));
        assert_eq!(total.records, 500);
        assert!(total.bit_fields > 500, "{total:?}");
    }
}
