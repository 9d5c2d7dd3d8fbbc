//! What tests need from outside, and what happens where it is missing.
//!
//! *Why.* Many tests compare us with somebody else: gcc, csmith, solvers, a browser, the reference
//! tool. On a machine without them such a test can neither pass nor fail. It must not panic, since
//! nothing of ours is broken. It must not pass silently either, since nothing was checked.
//!
//! *How.* A test asks [`lacks`] and returns if the answer is yes, or it tries and calls [`skip`]
//! with the reason. Both note the test in the file that [`FILE`] names; `cargo xtask test` makes
//! that file, takes such tests off the number of those that passed, and prints them at its end.
//! Without the variable the note goes to standard error. Where [`is_required`], which `CI=true`
//! says, a skip fails the test instead. A test that could do a part of its work is skipped all the
//! same: a pass means that everything was checked.
//!
//! *Which.* [`Need`] lists what can be installed. `cargo xtask test` sets up what this list names,
//! so a need of a test is added here and nowhere else. What no package brings, such as the right to
//! make control groups, has no entry: the test tries, and passes the machine's words to [`skip`].

mod need;

#[cfg(test)]
mod tests;

pub use need::{Need, PYTHON, Source};

use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;
use std::panic::Location;
use std::sync::{Mutex, PoisonError};

/// The variable that names the file for skipped tests: a line `TEST<tab>REASON` for each.
pub const FILE: &str = "VERDIKT_SKIPPED";

/// Whether a missing program is a failure rather than a reason to skip: `CI` is set, and neither to
/// 0 nor to false.
pub fn is_required() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "0" && value != "false")
}

/// Whether something is missing here that the calling test needs. If so, the test is noted as
/// skipped and is to return.
///
/// # Panics
///
/// If it is missing although [`is_required`].
#[track_caller]
#[must_use]
pub fn lacks(need: Need) -> bool {
    let is_missing = !is_met(need);
    if is_missing {
        skip(need.advice());
    }
    is_missing
}

/// Whether something is there, asked once in each process.
pub fn is_met(need: Need) -> bool {
    static KNOWN: Mutex<Vec<(Need, bool)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&(_, answer)) = known.iter().find(|(asked, _)| *asked == need) {
        return answer;
    }
    let answer = need.is_there(&[]);
    known.push((need, answer));
    answer
}

/// Notes that the calling test cannot run, or not all of it, and why.
///
/// # Panics
///
/// If everything is to run because [`is_required`].
#[track_caller]
pub fn skip(reason: impl Display) {
    let reason = reason.to_string();
    assert!(!is_required(), "this test is required, since CI is set, and cannot run: {reason}");
    note(&current_test(), &reason);
}

/// The same for tests that are no functions: notes the name, or returns the failure.
pub fn skip_named(test: &str, reason: &str) -> Result<(), String> {
    if is_required() {
        return Err(format!("this test is required, since CI is set, and cannot run: {reason}"));
    }
    note(test, reason);
    Ok(())
}

/// Rust's harness gives the thread of a test its name. A thread that a test starts has none; its
/// place in the code stands for it.
#[track_caller]
fn current_test() -> String {
    let place = Location::caller();
    match std::thread::current().name() {
        Some(name) if name != "main" => name.to_owned(),
        Some(_) | None => format!("{}:{}", place.file(), place.line()),
    }
}

fn note(test: &str, reason: &str) {
    let line = line_of(test, reason);
    let noted = std::env::var_os(FILE).and_then(|file| {
        let mut file = OpenOptions::new().append(true).create(true).open(file).ok()?;
        // One call, so that lines of several threads and processes do not mix.
        file.write_all(line.as_bytes()).ok()
    });
    if noted.is_none() {
        // Not by a macro: the harness would capture it, and nobody would see it.
        let _ = std::io::stderr().write_all(format!("skipped: {}", line.replace('\t', ": ")).as_bytes());
    }
}

/// One line, whatever the reason has in it.
fn line_of(test: &str, reason: &str) -> String {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{}\t{}\n", one_line(test), one_line(reason))
}
