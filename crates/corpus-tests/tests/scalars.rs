//! Random programs over every scalar type compute what gcc's binaries compute.

use cfa::MachineModel;
use corpus_tests::{gcc, scalars};

#[test]
fn operators_and_conversions_agree_with_gcc() {
    for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
        if test_needs::lacks(gcc::need(machine)) {
            continue;
        }
        for seed in 0..30 {
            let difference = scalars::compare(seed, machine).expect("temporary files can be written");
            assert_eq!(difference, None, "seed {seed}, {machine:?}");
        }
    }
}
