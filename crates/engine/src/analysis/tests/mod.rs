//! Verdicts of every preset on small programs. A program's verdict does not depend on the preset, except that a preset may not know.

mod addresses;
mod assertions;
mod beside;
mod bounded;
mod cells;
mod combinations;
mod complex;
mod executed;
mod joint;
mod layout;
mod library;
mod long;
mod outside;
mod precision;
mod protocols;
mod results;
mod sequences;
mod solvers;
mod symbolic;
mod testing;
mod unspecified;

use super::*;
use crate::{FrontEnd, Target};
use algorithms::Silent;
use property::Verdict;
use std::time::Duration;

fn automaton(text: &str) -> Cfa {
    automaton_for(cfa::MachineModel::Lp64, text)
}

fn automaton_for(machine: cfa::MachineModel, text: &str) -> Cfa {
    automaton_with(machine, Vec::new(), text)
}

/// With an edge for every call of these functions.
fn automaton_watching(watched: Vec<String>, text: &str) -> Cfa {
    automaton_with(cfa::MachineModel::Lp64, watched, text)
}

fn automaton_with(machine: cfa::MachineModel, watched: Vec<String>, text: &str) -> Cfa {
    let mut front_end = FrontEnd::new(crate::preprocess::Preprocessor::default());
    let file = front_end.map.add("a.c", text.to_owned()).unwrap();
    let target = Target {
        programs: Vec::new(),
        machine,
        entry: "main".to_owned(),
        watched,
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    match front_end.automaton_of(&[file], &target) {
        Ok(cfa) => cfa,
        Err(failure) => panic!("{text}: {failure:?} {:?}", front_end.diagnostics),
    }
}

/// `reach_error` is never called.
fn no_error() -> [Check; 1] {
    let formula = Formula::Unreachable("reach_error".to_owned());
    [Check { entry: "main".to_owned(), formula, span: source::Span::NONE }]
}

/// What a preset with some options changed says of a program, within a time.
fn ask(name: &str, changes: &[(&str, &str)], text: &str, time: Duration) -> Outcome {
    let mut configuration = preset(name).unwrap().configuration.clone();
    for (key, value) in changes {
        options::set(&mut configuration, key, value).unwrap();
    }
    let budget = Budget::unlimited().part(time);
    analyse(&automaton(&format!("{HEAD}{text}")), &no_error(), &configuration, &budget, &mut Silent)
}

/// Presets that differ in how they see memory.
const MEMORIES: &[&str] = &[
    "bmc",
    "k-induction",
    "predicate-abstraction",
    "impact",
    "value",
    "value-predicate",
    "symbolic-execution",
];

/// What a preset says of a program for a machine.
fn verdict(machine: cfa::MachineModel, text: &str, name: &str) -> Verdict {
    let cfa = automaton_for(machine, &format!("{HEAD}{text}"));
    let budget = Budget::unlimited().part(Duration::from_secs(20));
    analyse(&cfa, &no_error(), &preset(name).unwrap().configuration, &budget, &mut Silent).verdict()
}

/// What was counted under a name; what never happened is not listed.
fn count(outcome: &Outcome, name: &str) -> u64 {
    outcome.statistics.iter().find(|(counted, _)| *counted == name).map_or(0, |&(_, count)| count)
}

const HEAD: &str = "extern void reach_error(void); extern int nd(void); ";

/// A program, what is true of it, and which presets do not decide it: they need a bound or facts that they do not find.
struct Case {
    text: &'static str,
    expected: bool,
    undecided: &'static [&'static str],
}

const fn case(text: &'static str, expected: bool) -> Case {
    Case { text, expected, undecided: &[] }
}

const BOUNDED: &[&str] = &["bmc", "k-induction", "symbolic-execution"];

const CASES: &[Case] = &[
    case("int main(void) { return 0; }", true),
    case("int main(void) { reach_error(); return 0; }", false),
    case(
        "int main(void) { int x = nd(); if (x > 5 && x < 7) { if (x != 6) reach_error(); } return 0; }",
        true,
    ),
    case("int main(void) { int x = nd(); if (x * x == 49) reach_error(); return 0; }", false),
    Case {
        text: "int main(void) { int x = 0, y = 0; while (nd()) { x++; y++; } if (x != y) reach_error(); return 0; }",
        expected: true,
        undecided: BOUNDED,
    },
    case("int main(void) { int x = 0; while (x < 5) x++; if (x != 5) reach_error(); return 0; }", true),
    case("int main(void) { int x = 0; while (x < 5) x++; if (x == 5) reach_error(); return 0; }", false),
    case(
        "int f(int a) { return a + 1; } int main(void) { int x = nd(); if (x < 100) { if (f(x) <= x) reach_error(); } return 0; }",
        true,
    ),
    case(
        "int main(void) { int a[4]; for (int i = 0; i < 4; i++) a[i] = i; if (a[2] != 2) reach_error(); return 0; }",
        true,
    ),
    case(
        "int main(void) { int a[4]; for (int i = 0; i < 4; i++) a[i] = i; if (a[3] == 3) reach_error(); return 0; }",
        false,
    ),
    case("int main(void) { int x = 1; int *p = &x; *p = 2; if (x != 2) reach_error(); return 0; }", true),
    case("int main(void) { float f = 0.5f; if (f + f != 1.0f) reach_error(); return 0; }", true),
    // Without predicates the recursion has no end: that it is too deep is a target like others, and refined away.
    case(
        "int f(int n) { return n ? f(n - 1) + 1 : 0; } int main(void) { if (f(3) == 3) reach_error(); return 0; }",
        false,
    ),
    case(
        "int f(int n) { return n ? f(n - 1) + 1 : 0; } int main(void) { if (f(3) != 3) reach_error(); return 0; }",
        true,
    ),
    case(
        "extern void *malloc(unsigned long); struct s { int a; int *p; int b; }; int main(void) { struct s *s = malloc(sizeof *s); \
         s->a = 1; if (s->p && s->a + s->b == 78) reach_error(); return 0; }",
        false,
    ),
    Case {
        text: "int lock; int main(void) { while (nd()) { if (lock) reach_error(); lock = 1; if (nd()) lock = 0; else { lock = 0; } } return 0; }",
        expected: true,
        undecided: &["bmc", "symbolic-execution"],
    },
];

/// Calls in a loop without bound, with state that only one order of calls breaks: coverings come and go here. A node that was covered
/// after it had covered others, and one below a covered node, hid the violation once.
const CALLS: &str = "int open = 0, last = 0; void a(void) { if (last == 2 && open == 3) reach_error(); open++; last = 1; } \
     void b(void) { if (open > 0) { open--; last = 2; } } void c(void) { open = open + 2; last = 2; } \
     int main(void) { while (nd()) { int k = nd(); if (k == 1) a(); else if (k == 2) b(); else c(); } return 0; }";

#[test]
fn coverings_hide_no_violation() {
    let checks = no_error();
    let cfa = automaton(&format!("{HEAD}{CALLS}"));
    for name in ["impact", "impact-plain", "predicate-abstraction", "value-predicate"] {
        let budget = Budget::unlimited().part(Duration::from_secs(10));
        let outcome = analyse(&cfa, &checks, &preset(name).unwrap().configuration, &budget, &mut Silent);
        assert_ne!(outcome.verdict(), Verdict::True, "soundness of {name}");
    }
}

/// In most orders a loop head is reached before all paths to it are there. The node that is then expanded again has the head as its child already, and one path more: what is learnt of the head must hold for that path, too.
#[test]
fn paths_that_come_late_are_not_lost() {
    let text = "int main(void) { int x, y, a; if (nd()) x = 0; else { a = 1; a = 2; a = 3; x = 1; } \
         y = 0; while (nd()) y = 1; if (x == 1) reach_error(); return 0; }";
    let orders = ["breadth-first", "depth-first", "random:1", "random:2", "random:3", "topological"];
    for name in ["impact", "impact-plain", "ufo", "predicate-abstraction", "value-predicate"] {
        for order in orders {
            let verdict = ask(name, &[("search.order", order)], text, Duration::from_secs(20)).verdict();
            assert_eq!(verdict, Verdict::False("unreach-call".to_owned()), "soundness of {name}, {order}");
        }
    }
}

/// Names that SMT-LIB has taken are names of C all the same.
#[test]
fn variables_may_be_called_like_operators() {
    let text = "int fp, mod, store, select[2], not; int main(void) { fp = 1; mod = nd(); store = mod; select[nd() & 1] = store; \
         while (nd()) not = mod; if (fp != 1 || mod != store || (not && not != mod)) reach_error(); return 0; }";
    for name in ["predicate-abstraction", "impact", "value-predicate"] {
        let verdict = ask(name, &[], text, Duration::from_secs(20)).verdict();
        assert_eq!(verdict, Verdict::True, "precision of {name}");
    }
}

/// What is not supported is reached in the first iteration only; from any later state the step case would not see it. And where no
/// execution gets to it, it does not matter.
#[test]
fn what_is_not_supported_forbids_a_proof_only_where_it_is_reached() {
    let checks = no_error();
    let reached = "int main(void) { long b[40]; int first = 1; while (1) { if (first) setjmp(b); first = 0; } return 0; }";
    let not_reached = "int main(void) { long b[40]; int x = nd(); if (x > 3 && x < 3) setjmp(b); return 0; }";
    for name in TRIED {
        let verdict = |text: &str| {
            let cfa = automaton(&format!("{HEAD} extern int setjmp(long *); {text}"));
            let budget = Budget::unlimited().part(Duration::from_secs(2));
            analyse(&cfa, &checks, &preset(name).unwrap().configuration, &budget, &mut Silent).verdict()
        };
        // A violation could still be found beside it, so bounded search goes on while it has time.
        assert!(matches!(verdict(reached), Verdict::Unknown(_)), "soundness of {name}");
        assert_eq!(verdict(not_reached), Verdict::True, "precision of {name}");
    }
}

/// The presets with a block for each edge do the same in smaller steps, and take longer.
const TRIED: &[&str] = &[
    "bmc",
    "k-induction",
    "predicate-abstraction",
    "impact",
    "ufo",
    "value-predicate",
    "symbolic-execution",
];

#[test]
fn no_preset_is_wrong() {
    let checks = no_error();
    for case in CASES {
        let cfa = automaton(&format!("{HEAD}{}", case.text));
        for name in TRIED.iter().filter(|name| !case.undecided.contains(name)) {
            let budget = Budget::unlimited().part(Duration::from_secs(60));
            let outcome = analyse(&cfa, &checks, &preset(name).unwrap().configuration, &budget, &mut Silent);
            let expected =
                if case.expected { Verdict::True } else { Verdict::False("unreach-call".to_owned()) };
            assert_eq!(outcome.verdict(), expected, "soundness or precision of {name}: {}", case.text);
            assert_eq!(outcome.path().is_empty(), case.expected);
        }
    }
}

/// A program whose paths are excluded one by one by interpolants, for every number of iterations; and one that is violated in the fifth. What
/// holds in all iterations ends the first, and hides nothing of the second.
#[test]
fn path_invariants_end_what_interpolants_unroll() {
    let checks = no_error();
    let safe = "int main(void) { unsigned n = nd(), x = n, y = 0; while (x > 0) { x--; y++; } if (y != n) reach_error(); return 0; }";
    let violated = "int main(void) { unsigned x = 0, y = 0; while (nd()) { x++; y++; if (x == 4) y++; } if (x != y) reach_error(); return 0; }";
    for (name, rest) in [("predicate-abstraction", ",heuristic-predicates"), ("impact", ""), ("ufo", "")] {
        let run = |text: &str, facts: &str| {
            let mut configuration = preset(name).unwrap().configuration.clone();
            options::set(&mut configuration, "predicate.facts", facts).unwrap();
            options::set(&mut configuration, "predicate.path-invariants-seconds", "30").unwrap();
            let cfa = automaton(&format!("{HEAD}{text}"));
            let budget = Budget::unlimited().part(Duration::from_secs(60));
            analyse(&cfa, &checks, &configuration, &budget, &mut Silent)
        };
        let facts = format!("path-invariants,interpolants{rest}");
        let outcome = run(safe, &facts);
        assert_eq!(outcome.verdict(), Verdict::True, "precision of {name}");
        let by_invariants =
            outcome.statistics.iter().find(|(what, _)| *what == "refinements by path invariants");
        assert!(by_invariants.is_some_and(|&(_, count)| count > 0), "{name}: {:?}", outcome.statistics);
        assert_eq!(
            run(violated, &facts).verdict(),
            Verdict::False("unreach-call".to_owned()),
            "soundness of {name}"
        );
    }
}

/// Heuristic predicates first: when they have nothing new to say about a path that was found again, interpolants follow.
#[test]
fn a_path_that_is_found_again_is_met_by_the_next_kind_of_facts() {
    let checks = no_error();
    let text = "int main(void) { int x = 0, y = 0; while (nd()) { x++; y++; } while (nd()) {} if (x != y) reach_error(); return 0; }";
    let cfa = automaton(&format!("{HEAD}{text}"));
    let mut configuration = preset("predicate-abstraction").unwrap().configuration.clone();
    for facts in ["heuristic-predicates,interpolants", "heuristic-predicates,weakest-preconditions"] {
        options::set(&mut configuration, "predicate.facts", facts).unwrap();
        let budget = Budget::unlimited().part(Duration::from_secs(60));
        let outcome = analyse(&cfa, &checks, &configuration, &budget, &mut Silent);
        assert_eq!(outcome.verdict(), Verdict::True, "{facts}");
        let kinds = outcome.statistics.iter().filter(|(what, _)| what.starts_with("refinements by"));
        let kinds: Vec<&str> = kinds.map(|&(what, _)| what).collect();
        assert_eq!(kinds.len(), 2, "{facts}: {kinds:?}");
    }
}

/// Integers without bound instead of bit-vectors: an overflow may have any result, and floats are not proved anything about.
#[test]
fn linear_presets_are_not_wrong_about_overflow_and_floats() {
    let checks = no_error();
    let texts = [
        ("unsigned x = nd(); if (x + 1u == 0u) reach_error();", Some(false)),
        ("int x = nd(); if (x > 5 && x < 7) { if (x != 6) reach_error(); }", Some(true)),
        ("float f = 1.0f, g = f / 3.0f; if (g * 3.0f != f) reach_error();", None),
    ];
    for (text, expected) in texts {
        let cfa = automaton(&format!("{HEAD}int main(void) {{ {text} return 0; }}"));
        for name in ["bmc-linear", "k-induction-linear", "predicate-abstraction-linear", "impact-linear"] {
            let budget = Budget::unlimited().part(Duration::from_secs(60));
            let outcome = analyse(&cfa, &checks, &preset(name).unwrap().configuration, &budget, &mut Silent);
            let fits = match expected {
                Some(true) => outcome.verdict() == Verdict::True,
                Some(false) => outcome.verdict() == Verdict::False("unreach-call".to_owned()),
                None => matches!(outcome.verdict(), Verdict::Unknown(_)),
            };
            assert!(fits, "soundness or precision of {name}: {text}: {}", outcome.verdict());
        }
    }
}

#[test]
fn unsound_encodings_say_so_in_the_outcome() {
    let cfa = automaton("int main(void) { return 0; }");
    let checks = no_error();
    for (key, value) in [("encoding.arithmetic", "linear-unsound"), ("encoding.environment", "separate")] {
        let mut configuration = Configuration::default();
        options::set(&mut configuration, key, value).unwrap();
        let outcome = analyse(&cfa, &checks, &configuration, &Budget::unlimited(), &mut Silent);
        assert_eq!(outcome.assumptions.len(), 1, "{key}={value}");
    }
}

#[test]
fn what_is_not_decided_says_why() {
    let checks = |formula: Formula| [Check { entry: "main".to_owned(), formula, span: source::Span::NONE }];
    let unreachable = || Formula::Unreachable("reach_error".to_owned());
    let cfa = automaton("int f(int n) { return f(n + 1); } int main(void) { return f(0); }");
    let reason = |formula: Formula, name: &str, time: Duration| {
        let budget = Budget::unlimited().part(time);
        match analyse(&cfa, &checks(formula), &preset(name).unwrap().configuration, &budget, &mut Silent)
            .verdict()
        {
            Verdict::Unknown(reason) => reason,
            other => panic!("{other}"),
        }
    };
    let long = Duration::from_secs(60);
    assert_eq!(reason(Formula::NoOverflow, "bmc", long), "the property no-overflow is not supported yet");
    assert_eq!(reason(unreachable(), "impact", long), "recursion: `f` is active more than 100 times");
    assert_eq!(reason(unreachable(), "bmc", Duration::from_millis(200)), "time limit");
    assert!(preset("magic").is_none());
    let outcome = analyse(&cfa, &[], &Configuration::default(), &Budget::unlimited(), &mut Silent);
    assert_eq!(outcome.verdict(), Verdict::Unknown("no property".to_owned()));
}

/// Each stage says why it does not know, and none is asked twice.
#[test]
fn presets_in_turn_tell_all_their_reasons() {
    let checks = no_error();
    let verdict = |text: &str| {
        let cfa = automaton(&format!("{HEAD} extern int setjmp(long *); {text}"));
        analyse_in_turn(&cfa, &checks, default_sequence(), None, &Budget::unlimited(), &mut Silent).verdict()
    };
    let what = "the program does something that is not supported: setjmp";
    let others = ["symbolic-execution", "k-induction", "predicate-abstraction", "value-predicate", "impact"];
    let mut reasons = vec!["random-testing: no violation in the only execution".to_owned()];
    reasons.extend(others.map(|stage| format!("{stage}: {what}")));
    let unsupported = "int main(void) { long b[40]; return setjmp(b); }";
    assert_eq!(verdict(unsupported), Verdict::Unknown(reasons.join("; ")));
    assert_eq!(
        verdict("int main(void) { if (nd() == 3) reach_error(); return 0; }"),
        Verdict::False("unreach-call".to_owned())
    );
}
