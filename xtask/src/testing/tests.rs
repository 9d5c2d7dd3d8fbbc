//! Skipped tests are not counted as passed, and installers are waited for and heard.

use super::setup::{Installer, May};
use super::*;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;

/// A folder of the test's own.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn skipped_tests_are_not_counted_as_passed() {
    let folder = Folder::new("tally");
    let notes = folder.0.join("notes");
    let mut tally = Tally::new(notes.clone());
    let note = |text: &str| {
        let old = std::fs::read_to_string(&notes).unwrap_or_default();
        std::fs::write(&notes, old + text).unwrap();
    };
    note("a::one\tno gcc\na::one\tno gcc\na::one\tno csmith\na::two\tno gcc\n");
    let first = "running 4 tests\ntest a::three ... ok\ntest a::one ... ok\ntest a::two ... FAILED\ntest a::four ... ok\n\
                 test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.11s";
    first.lines().for_each(|line| tally.read(line));
    assert_eq!(tally.summary(), "2 passed, 1 failed, 1 skipped");
    note("cvc5\tno cvc5\n");
    let second = "test [absent: x] cvc5     ... ignored\ntest [lacks Horn] z3::horn ... ignored\ntest a::two ... ok\n\
                  test result: ok. 7 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.11s";
    second.lines().for_each(|line| tally.read(line));
    assert_eq!((tally.ignored, tally.summary()), (1, "9 passed, 1 failed, 2 skipped".to_owned()));
    tally.skip_all(["x", "y"].into_iter(), "no Z3");
    let expected = "1 checks of solvers do not apply: a service or a solver that is not asked for, or a known fault of it\n\
                    skipped, since no Z3:\n    x\n    y\nskipped, since no cvc5:\n    cvc5\n\
                    skipped, since no gcc; no csmith:\n    a::one\nfailed:\n    a::two";
    assert_eq!(tally.report(), expected);
    assert_eq!(tally.summary(), "9 passed, 1 failed, 4 skipped");
}

#[test]
fn packages_above_another_are_found_also_through_tests() {
    let json = r#"[
        {"name": "smt", "dependencies": []},
        {"name": "smt-z3", "dependencies": [{"name": "smt", "kind": null, "path": "x"}]},
        {"name": "engine", "dependencies": [{"name": "smt-z3", "kind": null, "path": "x"}]},
        {"name": "formula", "dependencies": [{"name": "engine", "kind": "dev", "path": "x"}]}
    ]"#;
    let packages: Vec<Package> = serde_saphyr::from_str(json).unwrap();
    assert_eq!(above(&packages, "smt-z3"), ["smt-z3", "engine", "formula"]);
}

/// An installer that is a script.
fn installer(folder: &Folder, script: &str, patience: u64) -> Installer {
    let (source, program) = (folder.0.join("text"), folder.0.join("apt"));
    std::fs::write(&source, format!("#!/bin/sh\ncd {}\necho \"$*\" >>log\n{script}\n", folder.0.display()))
        .unwrap();
    std::fs::set_permissions(&source, std::fs::Permissions::from_mode(0o755)).unwrap();
    // By another process, as no descriptor for writing may be inherited by what other tests start
    // at this moment.
    assert!(Command::new("cp").arg(&source).arg(&program).status().unwrap().success());
    let patience = Duration::from_millis(patience);
    Installer { program, patience, pause: Duration::from_millis(5), may: May::Install }
}

#[test]
fn an_installer_is_waited_for_while_somebody_else_has_the_lock() {
    let folder = Folder::new("lock");
    let lock = "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (apt-get)";
    // Both steps find it locked twice.
    let script = format!(
        "case \"$*\" in *update) step=update;; *) step=install;; esac\n\
         [ \"$(grep -c $step log)\" -gt 2 ] || {{ echo '{lock}' >&2; exit 100; }}"
    );
    let busy = installer(&folder, &script, 10_000);
    assert_eq!(busy.install(&["csmith"]), Vec::<String>::new());
    let log = std::fs::read_to_string(folder.0.join("log")).unwrap();
    assert_eq!(log.lines().count(), 6, "{log}");
    assert!(log.lines().last().unwrap().ends_with("install --yes --no-install-recommends csmith"), "{log}");
}

#[test]
fn an_installer_that_fails_is_heard() {
    let folder = Folder::new("words");
    let script = "case \"$*\" in *nothing*) echo Reading; echo 'E: Unable to locate package nothing' >&2; exit 100;; esac";
    let failures = installer(&folder, script, 0).install(&["csmith", "nothing"]);
    assert_eq!(failures.len(), 2, "{failures:?}");
    let alone = "install --yes --no-install-recommends nothing` failed:\nReading\nE: Unable to locate package nothing";
    assert!(failures[1].ends_with(alone), "{failures:?}");
    let log = std::fs::read_to_string(folder.0.join("log")).unwrap();
    assert_eq!(log.matches("--no-install-recommends csmith").count(), 2, "{log}");
    let forbidden = Installer { may: May::OnlySay, ..installer(&folder, "exit 0", 0) };
    let words = forbidden.install(&["a", "b"]).concat();
    assert!(words.ends_with("as root: apt-get install a b"), "{words}");
    // A lock that is never given back ends with the words about it.
    let folder = Folder::new("forever");
    let failures = installer(&folder, "echo 'E: Unable to lock directory'; exit 100", 20).install(&["x"]);
    assert!(failures.iter().all(|words| words.ends_with("E: Unable to lock directory")), "{failures:?}");
}
