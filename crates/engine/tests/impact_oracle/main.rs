//! The `impact` presets against the algorithm that they are named after.
//!
//! [`oracle`] is the original IMPACT algorithm, written separately. `programs.txt` has small C programs with what is true of them; half are violated.
//! All must decide all of them, and say the same. A difference is a mistake in one of them, whatever the two say: it gets a program here before
//! it is corrected. A program that somebody does not decide within [`LONGEST`] is not suited and is replaced by another.
//!
//! [`random`] makes more programs, small enough that their truth is found by trying all states.
//!
//! *What this does not find:* mistakes of the front end, of the encoder and of interpolation, which both use.

mod oracle;
mod random;

use cfa::Cfa;
use engine::analysis::{analyse, options, preset};
use engine::preprocess::Preprocessor;
use engine::{FrontEnd, Silent, Target};
use limits::Budget;
use oracle::Verdict;
use property::{Check, Formula};
use std::time::Duration;

/// What every program begins with.
const HEAD: &str = "extern void reach_error(void); extern int nd(void); extern unsigned und(void); \
     extern void *malloc(unsigned long); extern void free(void *);\n";

/// A preset that is compared, and what is changed of it.
type Compared = (&'static str, &'static [(&'static str, &'static str)]);

/// What is compared on the list.
const PRESETS: [Compared; 3] = [("impact", &[]), ("impact-plain", &[]), ("impact-sbe", &[])];

/// What is compared on random programs beside these: other strategies, and other facts.
const OTHERS: [Compared; 7] = [
    ("value", &[]),
    ("value-predicate", &[]),
    ("value-predicate", &[("value.handover", "1")]),
    ("ufo", &[]),
    (
        "ufo",
        &[("predicate.facts", "path-invariants,interpolants"), ("predicate.path-invariants-visits", "1")],
    ),
    (
        "impact",
        &[("predicate.facts", "path-invariants,interpolants"), ("predicate.path-invariants-visits", "1")],
    ),
    (
        "predicate-abstraction",
        &[
            ("predicate.facts", "heuristic-predicates,path-invariants,weakest-preconditions,interpolants"),
            ("predicate.equalities", "split"),
        ],
    ),
];

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
    let target = Target {
        programs: Vec::new(),
        machine: cfa::MachineModel::Lp64,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    front_end.automaton_of(&[file], &target).expect("the programs have no errors")
}

fn verdict_of(cfa: &Cfa, (name, changes): Compared, time: Duration) -> Verdict {
    let checks = [Check {
        entry: "main".to_owned(),
        formula: Formula::Unreachable("reach_error".to_owned()),
        span: source::Span::NONE,
    }];
    let mut configuration = preset(name).expect("the preset exists").configuration.clone();
    for (key, value) in changes {
        options::set(&mut configuration, key, value).expect("the option has this value");
    }
    let budget = Budget::unlimited().part(time);
    match analyse(cfa, &checks, &configuration, &budget, &mut Silent).verdict() {
        property::Verdict::True => Verdict::True,
        property::Verdict::False(_) => Verdict::False,
        property::Verdict::Unknown(reason) => Verdict::Unknown(reason),
    }
}

/// Asks everybody. Returns who does not say what is expected, one line each.
fn judge(name: &str, text: &str, compared: &[Compared], expected: &Verdict) -> Vec<String> {
    let cfa = automaton(text);
    let mut answers = vec![("the oracle".to_owned(), oracle::verify(&cfa, "reach_error", LONGEST))];
    answers.extend(compared.iter().map(|&one| (format!("{one:?}"), verdict_of(&cfa, one, LONGEST))));
    let others = answers.into_iter().filter(|(_, found)| found != expected);
    others.map(|(who, found)| format!("{name}: {who} says {found:?}, not {expected:?}")).collect()
}

/// Judges every second program, beginning with the given one.
fn compare(first: usize) -> Vec<String> {
    let programs = programs();
    let chosen = programs.iter().skip(first).step_by(2);
    chosen.flat_map(|program| judge(program.name, program.text, &PRESETS, &program.expected)).collect()
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
    assert_eq!(compare(0), Vec::<String>::new());
}

#[test]
fn odd_programs_have_one_verdict() {
    assert_eq!(compare(1), Vec::<String>::new());
}

/// Seeds of random programs that need refinement and that everybody decides soon, violated and not.
const SEEDS: [u64; 16] =
    [1017, 1018, 1026, 1035, 1053, 1054, 1061, 1134, 1024, 1029, 1031, 1040, 1043, 1082, 1094, 1128];

#[test]
fn random_programs_have_the_verdict_of_their_states() {
    let mut findings = Vec::new();
    let mut n_safe = 0;
    for seed in SEEDS {
        let program = random::Dice::new(seed).program();
        let text = program.text();
        n_safe += u32::from(program.is_safe());
        let expected = if program.is_safe() { Verdict::True } else { Verdict::False };
        let compared: Vec<Compared> = PRESETS.into_iter().chain(OTHERS).collect();
        findings.extend(judge(&format!("random program {seed}"), &text, &compared, &expected));
    }
    assert_eq!(findings, Vec::<String>::new());
    assert_eq!(n_safe, 8, "the seeds are for other programs than these");
}

/// Values with predicates on many more of them: which variables change hands depends on the order in which values are met. Not everybody decides
/// all of them soon, but nobody may be wrong, and few may not know.
#[test]
fn many_random_programs_have_the_verdict_of_their_states() {
    let compared: [Compared; 4] = [
        ("value-predicate", &[]),
        ("value-predicate", &[("value.handover", "1")]),
        ("value-predicate", &[("value.restart", "pivot"), ("predicate.block", "loops-and-functions")]),
        ("value-predicate", &[("value.prefix", "shortest"), ("predicate.target-checks", "0")]),
    ];
    let (mut findings, mut n_undecided) = (Vec::new(), 0);
    for seed in 2000..2040 {
        let program = random::Dice::new(seed).program();
        let expected = if program.is_safe() { Verdict::True } else { Verdict::False };
        let cfa = automaton(&program.text());
        for one in compared {
            match verdict_of(&cfa, one, Duration::from_secs(1)) {
                Verdict::Unknown(_) => n_undecided += 1,
                found if found == expected => {}
                found => findings.push(format!("{seed}: {one:?} says {found:?}, not {expected:?}")),
            }
        }
    }
    assert_eq!(findings, Vec::<String>::new());
    assert!(n_undecided < 16, "{n_undecided} of 160 are not decided");
}
