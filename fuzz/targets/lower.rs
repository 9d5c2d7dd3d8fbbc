//! Any text becomes a well-formed automaton that can be run, or is refused with messages.
#![no_main]

use cfa::MachineModel;
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    // The length decides the machine model, so that one input file always means the same run.
    let machine = if data.len() % 2 == 0 { MachineModel::Ilp32 } else { MachineModel::Lp64 };
    corpus_tests::robust::lower_any(&text, machine, 2_000);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    verdikt_fuzz::mutate::mutate(data, size, max_size, seed)
});
