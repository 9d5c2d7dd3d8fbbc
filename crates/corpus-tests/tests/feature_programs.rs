//! Random programs for what csmith leaves out compute what gcc's binaries compute.

use cfa::MachineModel;
use corpus_tests::feature_programs::{Area, compare};
use corpus_tests::gcc;

#[test]
fn feature_programs_agree_with_gcc() {
    for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
        if test_needs::lacks(gcc::need(machine)) {
            continue;
        }
        for seed in 0..15 {
            let difference = compare(seed, machine, &Area::ALL).expect("temporary files can be written");
            assert_eq!(difference, None, "seed {seed}, {machine:?}");
        }
    }
}
