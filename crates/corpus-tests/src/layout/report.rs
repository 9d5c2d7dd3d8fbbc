//! Counts, and the reading of gcc's messages.

use super::statements::expected_bytes;
use super::{Check, Subject};
use std::ops::AddAssign;

/// How many of what was checked.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Report {
    /// Records asked about.
    pub records: usize,
    /// Assertions on size, alignment and offset that gcc confirmed.
    pub confirmed: usize,
    /// Bit-fields whose position gcc's bytes confirmed.
    pub bit_fields: usize,
    /// Checks that gcc could not answer: the name is hidden at the end of the file.
    pub unnameable: usize,
    /// Bit-fields that were not asked, as gcc made no code of the program.
    pub unprobed: usize,
    /// Where we differ.
    pub mismatches: Vec<String>,
}

impl AddAssign for Report {
    fn add_assign(&mut self, other: Self) {
        let Self { records, confirmed, bit_fields, unnameable, unprobed, mismatches } = other;
        self.records += records;
        self.confirmed += confirmed;
        self.bit_fields += bit_fields;
        self.unnameable += unnameable;
        self.unprobed += unprobed;
        self.mismatches.extend(mismatches);
    }
}

/// What gcc said about one check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// The assertion is false.
    Mismatch,
    /// The statement makes no sense to gcc.
    Unnameable,
}

/// The failed checks by number; `Err` with the first message if the program itself is refused.
pub(super) fn read_messages(messages: &str, n_checks: usize) -> Result<Vec<Option<Failure>>, String> {
    let mut failures = vec![None; n_checks];
    for line in messages.lines() {
        let Some((place, message)) = line.split_once(": error: ") else { continue };
        let number =
            place.strip_prefix("checks:").and_then(|place| place.split(':').next()?.parse::<usize>().ok());
        let Some(failure) = number.and_then(|number| failures.get_mut(number.checked_sub(1)?)) else {
            return Err(line.to_owned());
        };
        *failure = Some(match message.starts_with("static assertion failed") {
            true => Failure::Mismatch,
            false => Failure::Unnameable,
        });
    }
    Ok(failures)
}

impl Report {
    /// Counts the assertions; returns the numbers of the checks that gcc could not answer.
    pub(super) fn count_assertions(&mut self, checks: &[Check], failures: &[Option<Failure>]) -> Vec<usize> {
        let mut unnameable = Vec::new();
        for (number, (check, failure)) in checks.iter().zip(failures).enumerate() {
            match failure {
                Some(Failure::Unnameable) => unnameable.push(number),
                Some(Failure::Mismatch) => {
                    self.mismatches.push(format!("{}: {}", check.record, check.statement))
                }
                None if check.is_probe() => {}
                None => self.confirmed += 1,
            }
        }
        self.unnameable += unnameable.len();
        unnameable
    }

    /// Compares the bytes of the probes with what we expect.
    pub(super) fn count_probes(&mut self, checks: &[Check], probes: &[(usize, Vec<u8>)], left_out: &[usize]) {
        let asked = checks
            .iter()
            .enumerate()
            .filter(|(number, check)| check.is_probe() && !left_out.contains(number));
        let mut missing = asked.count();
        for (number, found) in probes {
            let Some(Check { record, subject: Subject::Bits { path, bits }, .. }) = checks.get(*number)
            else {
                continue;
            };
            missing = missing.saturating_sub(1);
            let expected = expected_bytes(*bits, found.len());
            if *found == expected {
                self.bit_fields += 1;
            } else {
                self.mismatches
                    .push(format!("{record}.{path}: expected {expected:02x?}, gcc has {found:02x?}"));
            }
        }
        self.unprobed += missing;
        if probes.is_empty() {
            self.unprobed = self.unprobed.max(checks.iter().filter(|check| check.is_probe()).count());
        }
    }
}
