//! The `impact` presets against the algorithm that they are named after.
//!
//! [`oracle`] is the original IMPACT algorithm, written separately. `programs.txt` has small C programs with what is true of them; half are violated.
//! All must decide all of them, and say the same. A difference is a mistake in one of them, whatever the two say: it gets a program here before
//! it is corrected. A program that somebody does not decide within [`LONGEST`] is not suited and is replaced by another.
//!
//! *What this does not find:* mistakes of the front end, of the encoder and of interpolation, which both use.

mod oracle;

use cfa::Cfa;
use engine::analysis::{analyse, preset};
use engine::preprocess::Preprocessor;
use engine::{Budget, FrontEnd, Silent, Target};
use oracle::Verdict;
use property::{Check, Formula};
use std::time::Duration;

/// What every program begins with.
const HEAD: &str = "extern void reach_error(void); extern int nd(void); extern unsigned und(void); \
     extern void *malloc(unsigned long); extern void free(void *);\n";

/// The presets that are compared.
const PRESETS: [&str; 3] = ["impact", "impact-plain", "impact-sbe"];

/// A bound that only mistakes reach.
const LONGEST: Duration = Duration::from_secs(20);

/// A program of the list.
struct Program {
    name: &'static str,
    text: &'static str,
    expected: Verdict,
}

/// The list: `=== name: true` or `=== name: false`, then the program.
fn programs() -> Vec<Program> {
    let parts = include_str!("programs.txt").split("\n=== ").skip(1);
    parts
        .map(|part| {
            let (head, text) = part.split_once('\n').expect("a program follows its name");
            let (name, expected) = head.split_once(": ").expect("a name has a verdict");
            let expected = match expected {
                "true" => Verdict::True,
                "false" => Verdict::False,
                other => panic!("{name}: no verdict is called {other}"),
            };
            Program { name, text, expected }
        })
        .collect()
}

fn automaton(text: &str) -> Cfa {
    let mut front_end = FrontEnd::new(Preprocessor::default());
    let file = front_end.map.add("a.c", format!("{HEAD}{text}")).expect("small texts fit");
    let target = Target { programs: Vec::new(), machine: cfa::MachineModel::Lp64, entry: "main".to_owned() };
    front_end.automaton_of(&[file], &target).expect("the programs have no errors")
}

fn verdict_of(cfa: &Cfa, name: &str) -> Verdict {
    let checks = [Check {
        entry: "main".to_owned(),
        formula: Formula::Unreachable("reach_error".to_owned()),
        span: source::Span::NONE,
    }];
    let configuration = &preset(name).expect("the preset exists").configuration;
    let budget = Budget::unlimited().part(LONGEST);
    match analyse(cfa, &checks, configuration, &budget, &mut Silent).verdict {
        property::Verdict::True => Verdict::True,
        property::Verdict::False(_) => Verdict::False,
        property::Verdict::Unknown(reason) => Verdict::Unknown(reason),
    }
}

/// Compares every `count`th program, beginning with the given one. Returns what is not as expected, one line each.
fn compare(first: usize, count: usize) -> Vec<String> {
    let mut findings = Vec::new();
    for program in programs().iter().skip(first).step_by(count) {
        let cfa = automaton(program.text);
        let mut judge = |who: &str, found: Verdict| {
            if found != program.expected {
                let expected = &program.expected;
                findings.push(format!("{}: {who} says {found:?}, not {expected:?}", program.name));
            }
        };
        judge("the oracle", oracle::verify(&cfa, "reach_error", LONGEST));
        for name in PRESETS {
            judge(name, verdict_of(&cfa, name));
        }
    }
    findings
}

#[test]
fn the_list_has_fifty_programs_and_half_of_them_are_violated() {
    let programs = programs();
    let n_violated = programs.iter().filter(|program| program.expected == Verdict::False).count();
    assert!(programs.len() >= 50, "{} programs", programs.len());
    assert!(
        (programs.len() / 2 - 2..=programs.len() / 2 + 2).contains(&n_violated),
        "{n_violated} are violated"
    );
    let mut names: Vec<&str> = programs.iter().map(|program| program.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), programs.len(), "a name is used twice");
}

// Two halves, because tests run side by side.

#[test]
fn even_programs_have_one_verdict() {
    assert_eq!(compare(0, 2), Vec::<String>::new());
}

#[test]
fn odd_programs_have_one_verdict() {
    assert_eq!(compare(1, 2), Vec::<String>::new());
}
