//! Any two units become a well-formed automaton that can be run, or are refused with messages.
//!
//! The text is cut in two where it says so. Without a cut it is both units, in one of them with
//! other types: units that share all names disagree about them soon.
#![no_main]

use cfa::MachineModel;
use corpus_tests::robust::{NEXT_UNIT, lower_any};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let machine = if data.len() % 2 == 0 { MachineModel::Ilp32 } else { MachineModel::Lp64 };
    let units = match text.split_once("#next unit") {
        Some((first, second)) => format!("{first}{NEXT_UNIT}{second}"),
        // The same unit twice, once with other names of functions and other types of numbers.
        None => format!("{}{NEXT_UNIT}{text}", text.replace("main", "entry").replace("int", "long")),
    };
    lower_any(&units, machine, 2_000);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    verdikt_fuzz::mutate::mutate(data, size, max_size, seed)
});
