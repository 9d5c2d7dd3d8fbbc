//! Sequences: which stages a program gets, and what texts of users may say.

use super::*;
use crate::analysis::sequence::is_sequence;
use expect_test::{Expect, expect};
use std::path::Path;

fn stages(text: &str) -> String {
    default_sequence().stages(&automaton(&format!("{HEAD}{text}"))).join(" ")
}

#[test]
fn the_stages_of_the_default_depend_on_the_program() {
    let straight =
        "random-testing symbolic-execution k-induction predicate-abstraction value-predicate impact";
    let floats =
        "random-testing symbolic-execution k-induction predicate-abstraction value impact value-predicate";
    let loops =
        "random-testing symbolic-execution value k-induction value-predicate predicate-abstraction impact";
    for (text, expected) in [
        ("int main(void) { double d = 1; if (d > nd()) return 1; return 0; }", straight),
        ("int main(void) { while (nd()) { } return 0; }", loops),
        ("int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(3); }", loops),
        ("int main(void) { double d = 1; while (d < nd()) d = d + 1; return 0; }", floats),
    ] {
        assert_eq!(stages(text), expected, "{text}");
    }
}

#[test]
fn every_sequence_text_of_the_folder_is_listed_and_cites_a_paper() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/sequences");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort_unstable();
    let mut listed: Vec<&str> = sequences().iter().map(|(name, _)| *name).collect();
    listed.sort_unstable();
    assert_eq!(files, listed);
    for (name, sequence) in sequences() {
        assert!(!sequence.summary.is_empty() && sequence.paper.contains(':'), "{name}");
    }
}

fn read(text: &str) -> Result<Sequence, String> {
    let table: toml::Table = text.parse().unwrap();
    assert!(is_sequence(&table), "{text}");
    Sequence::of(&table, Path::new(""))
}

#[test]
fn a_sequence_of_ones_own_answers_by_its_stages() {
    let text = "[[case]]\nwhen = [\"loops\"]\nstages = [{ preset = \"bmc\", seconds = 0.5 }]\n\
        [[case]]\nstages = [{ preset = \"value\", seconds = 5 }, { preset = \"bmc\", seconds = 5 }]";
    let sequence = read(text).unwrap();
    let run = |program: &str| {
        let cfa = automaton(&format!("{HEAD}{program}"));
        let budget = Budget::unlimited().part(Duration::from_secs(20));
        analyse_in_turn(&cfa, &no_error(), &sequence, None, &budget, &mut Silent)
    };
    let outcome = run("int main(void) { int x = nd(); if (x * x == 49) reach_error(); return 0; }");
    assert_eq!(outcome.verdict(), Verdict::False("unreach-call".to_owned()));
    assert_eq!(outcome.answered_by.as_deref(), Some("value"));
    let outcome = run("int main(void) { for (int i = 0; i < 3; i++) { } return 0; }");
    assert_eq!((outcome.verdict(), outcome.answered_by.as_deref()), (Verdict::True, Some("bmc")));
}

fn refused(text: &str, expect: Expect) {
    expect.assert_eq(&read(text).unwrap_err());
}

#[test]
fn texts_that_are_wrong_are_told_what_would_fit() {
    let stage = "stages = [{ preset = \"bmc\", seconds = 1 }]";
    refused(&format!("[[case]]\n{stage}\nwhile = 1"), expect!["a case has no `while`, but when, stages"]);
    refused(
        &format!("[[case]]\nwhen = [\"loop\"]\n{stage}"),
        expect![[r#"`when` takes loops, no-loops, recursion, no-recursion, floats, no-floats; not `loop`"#]],
    );
    refused(
        &format!("[[case]]\nwhen = [\"loops\"]\n{stage}"),
        expect!["no case fits every program: the last one must have no `when`"],
    );
    refused("[[case]]\nstages = []", expect!["a case needs a list of `stages`"]);
    refused(
        "[[case]]\nstages = [{ preset = \"bmc\", seconds = 0 }]",
        expect!["the stage `bmc` needs `seconds`, more than 0"],
    );
    refused(
        "[[case]]\nstages = [{ preset = \"default\", seconds = 1 }]",
        expect![[r#"
            there is no preset `default`
              there are bmc, bmc-linear, k-induction, k-induction-linear, predicate-abstraction, predicate-abstraction-lf, predicate-abstraction-sbe, predicate-abstraction-linear, impact, impact-plain, impact-sbe, impact-linear, ufo, value, value-no-cegar, value-predicate, symbolic-execution, random-testing"#]],
    );
    refused(&format!("growth = 1\n[[case]]\n{stage}"), expect!["`growth` must be a number from 2 to 100"]);
}
