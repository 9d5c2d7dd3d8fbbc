//! Any text is parsed or refused with messages, never with a panic.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|data: &[u8]| {
    corpus_tests::robust::parse_any(&String::from_utf8_lossy(data));
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    verdikt_fuzz::mutate::mutate(data, size, max_size, seed)
});
