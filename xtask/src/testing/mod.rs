//! `cargo xtask test`: sets up what the tests need, runs them all, and says at the end what did not
//! run.
//!
//! *Promises.* One command on a fresh machine. Every test that was skipped is named with its
//! reason, and is not counted as passed. The last line is `N passed, M failed, K skipped`. With
//! `CI=true` nothing may be skipped, and format and lints are checked first.
//!
//! *How.* [`setup`] installs what `test_needs::Need` lists, as far as it may. Tests note in a file
//! that they cannot run; [`tally`] reads the output of the harness and these notes. The library of
//! Z3 is no such need: the build fetches it, and a test cannot do without it. Where it is missing,
//! all tests of the crates that depend on it are listed as skipped.

mod setup;
mod tally;

#[cfg(test)]
mod tests;

use crate::say;
use crate::tidy::layers::{self, Package};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tally::Tally;

/// The command behind: doc tests are left out, since there are none.
const TEST: &[&str] = &["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"];
/// The crate that binds Z3.
const BINDING: &str = "smt-z3";
/// What its absence means, and what to do.
const NO_Z3: &str = "the library of Z3 is missing: install python3 with pip (on Debian: apt-get install python3-pip), or \
    libz3-dev, or set VERDIKT_Z3 to libz3.so; the warnings of the build above say what failed";

/// What the tests do with expected output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// They compare with it.
    Compare,
    /// They replace it.
    Bless,
}

/// Sets up, tests, reports. Whether all is well.
pub(crate) fn run(root: &Path, mode: Mode) -> bool {
    let target = target_folder(root);
    let mut surroundings = setup::run(&target);
    if mode == Mode::Bless {
        surroundings.variables.push(("UPDATE_EXPECT", "1".into()));
    }
    if test_needs::is_required() && !crate::format_and_lints(root) {
        return false;
    }
    let notes = target.join("skipped-tests");
    if let Err(error) = std::fs::create_dir_all(&target).and_then(|()| std::fs::write(&notes, "")) {
        say(&format!("cannot write {}: {error}", notes.display()));
        return false;
    }
    surroundings.variables.push((test_needs::FILE, notes.clone().into()));
    let variables = &surroundings.variables;

    // The same selection as below: with another one cargo would build most crates twice.
    if !cargo(root, &[TEST, &["--no-run"]].concat(), variables) {
        return false;
    }
    let mut tally = Tally::new(notes);
    let mut arguments: Vec<String> = TEST.iter().map(|&word| word.to_owned()).collect();
    if !has_z3(&target, variables) {
        say(NO_Z3);
        surroundings.missing.push(NO_Z3.to_owned());
        let bound = match layers::packages(root) {
            Ok(packages) => above(&packages, BINDING),
            Err(reason) => {
                say(&reason);
                return false;
            }
        };
        if !list_skipped(root, &bound, variables, &mut tally) {
            return false;
        }
        arguments.extend(bound.iter().flat_map(|name| ["--exclude".to_owned(), name.clone()]));
    }
    let is_done = test(root, &arguments, variables, &mut tally);
    surroundings.print_missing();
    print(&tally.report());
    if !is_done && tally.failed == 0 {
        say("cargo test failed, though no test did: its own messages are above");
    }
    print(&tally.summary());
    is_done && tally.failed == 0
}

/// Runs the tests, shows what they print, and counts.
fn test(root: &Path, arguments: &[String], variables: &[(&str, OsString)], tally: &mut Tally) -> bool {
    say(&format!("cargo {}", arguments.join(" ")));
    let child = Command::new("cargo")
        .args(arguments)
        .envs(variables.iter().map(|(name, value)| (name, value)))
        .current_dir(root)
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            say(&format!("cannot start cargo: {error}"));
            return false;
        }
    };
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            print(&line);
            tally.read(&line);
        }
    }
    child.wait().is_ok_and(|status| status.success())
}

/// Whether the verifier, which its own tests have made cargo build, finds the library of Z3. If it
/// is somewhere else, nobody knows, and the tests are to tell.
fn has_z3(target: &Path, variables: &[(&str, OsString)]) -> bool {
    let output = Command::new(target.join("debug/verdikt"))
        .args(["--version", "--verbose"])
        .envs(variables.iter().map(|(name, value)| (name, value)))
        .output();
    !output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("z3 is absent"))
}

/// The packages that depend on one, for their tests at least, and it.
fn above(packages: &[Package], lowest: &str) -> Vec<String> {
    let mut found = vec![lowest.to_owned()];
    loop {
        let next = packages.iter().find(|package| {
            let depends = |name: &String| package.dependencies.iter().any(|other| other.name == *name);
            !found.contains(&package.name) && found.iter().any(depends)
        });
        match next {
            Some(package) => found.push(package.name.clone()),
            None => return found,
        }
    }
}

/// Notes all tests of packages as skipped for want of Z3. Whether they could be listed.
fn list_skipped(root: &Path, packages: &[String], variables: &[(&str, OsString)], tally: &mut Tally) -> bool {
    let mut command = Command::new("cargo");
    command.args(["test", "--lib", "--bins", "--tests"]);
    command.args(packages.iter().flat_map(|name| ["--package", name])).args(["--", "--list"]);
    command.envs(variables.iter().map(|(name, value)| (name, value))).current_dir(root);
    // Who cannot be asked for a list is not to note anything either.
    command.env_remove(test_needs::FILE).env("CI", "false").stderr(Stdio::inherit());
    let Ok(output) = command.output() else { return false };
    let text = String::from_utf8_lossy(&output.stdout);
    tally.skip_all(text.lines().filter_map(|line| line.strip_suffix(": test")), NO_Z3);
    output.status.success()
}

/// Where cargo builds.
fn target_folder(root: &Path) -> std::path::PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

fn cargo(root: &Path, arguments: &[&str], variables: &[(&str, OsString)]) -> bool {
    say(&format!("cargo {}", arguments.join(" ")));
    let variables = variables.iter().map(|(name, value)| (name, value));
    let status = Command::new("cargo").args(arguments).envs(variables).current_dir(root).status();
    status.is_ok_and(|status| status.success())
}

/// The report goes to standard output, as that of the harness does.
fn print(text: &str) {
    // A developer who closed the pipe does not want to be told.
    let _ = writeln!(std::io::stdout(), "{text}");
}
