//! Needs are told apart, and notes are lines.

use super::*;
use std::process::Command;

#[test]
fn notes_are_lines() {
    assert_eq!(line_of("a::b", "no\tx:\n  y "), "a::b\tno x: y\n");
}

#[test]
fn every_need_says_how_to_get_it() {
    for need in Need::ALL {
        let advice = need.advice();
        assert!(advice.contains("is missing: ") && advice.len() > need.name().len() + 20, "{advice}");
    }
    let solvers = ["z3", "cvc5", "bitwuzla-python", "yices"].map(Need::of_solver);
    assert_eq!(solvers, [Some(Need::Z3), Some(Need::Cvc5), Some(Need::Bitwuzla), None]);
}

/// What [`a_skip_is_noted_and_fails_where_it_is_required`] runs in processes with other variables;
/// by itself it does nothing.
#[test]
fn child() {
    if std::env::var_os("VERDIKT_TEST_NEEDS_CHILD").is_some() {
        skip("the child was told to");
    }
}

#[test]
fn a_skip_is_noted_and_fails_where_it_is_required() {
    let file = std::env::temp_dir().join(format!("verdikt-skipped-{}", std::process::id()));
    let run = |required: &str, file: Option<&std::path::Path>| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "tests::child"]).env("VERDIKT_TEST_NEEDS_CHILD", "1").env("CI", required);
        match file {
            Some(file) => command.env(FILE, file),
            None => command.env_remove(FILE),
        };
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        (output.status.success(), text)
    };
    let (is_passed, text) = run("false", None);
    assert!(is_passed && text.contains("skipped: tests::child: the child was told to\n"), "{text}");
    assert!(run("", Some(&file)).0);
    assert!(run("0", Some(&file)).0);
    let (is_passed, text) = run("true", Some(&file));
    assert!(!is_passed && text.contains("since CI is set, and cannot run: the child was told to"), "{text}");
    let line = "tests::child\tthe child was told to\n";
    assert_eq!(std::fs::read_to_string(&file).unwrap(), line.repeat(2));
    std::fs::remove_file(&file).unwrap();
}
