//! Protocols of calls, which automata of the user's watch: what is wrong depends on what was called before.

use super::{HEAD, automaton_for};
use crate::analysis::{Outcome, analyse, analyse_in_turn, default_sequence, preset, presets};
use algorithms::Silent;
use limits::Budget;
use outcome::Violation;
use property::{Check, Verdict};
use std::time::Duration;

/// Taken and given in turn.
const LOCK: &str = "OBSERVER AUTOMATON lock INITIAL STATE Free;
    STATE Free: MATCH {take($?)} -> GOTO Held; MATCH {give($?)} -> ERROR(\"given while free\");
    STATE Held: MATCH {give($?)} -> GOTO Free; MATCH {take($?)} -> ERROR(\"taken twice\");
    END AUTOMATON";

/// Used between opening and closing, and opened once.
const FILE: &str = "OBSERVER AUTOMATON file INITIAL STATE New;
    STATE New: MATCH {start($?)} -> GOTO Open; MATCH {put($?)} -> ERROR(\"put before start\");
    STATE Open: MATCH {stop($?)} -> GOTO Done;
    STATE Done: MATCH {put($?)} -> ERROR(\"put after stop\"); MATCH {start($?)} -> ERROR(\"started again\");
    END AUTOMATON";

fn checks(automata: &str) -> Vec<Check> {
    let mut map = source::SourceMap::new();
    let file = map.add("a.spc", automata.to_owned()).unwrap();
    property::observer::parse(&map, file).unwrap()
}

const CALLS: &str = "extern void take(void); extern void give(void); void start(void) { } void put(int x) { } void stop(void) { } ";

fn ask(name: &str, automata: &str, body: &str) -> Outcome {
    let text = format!("{HEAD}{CALLS}int main(void) {{ {body} return 0; }}");
    let cfa = automaton_for(cfa::MachineModel::Lp64, &text);
    let budget = Budget::unlimited().part(Duration::from_secs(20));
    match name {
        "default" => analyse_in_turn(&cfa, &checks(automata), default_sequence(), None, &budget, &mut Silent),
        _ => analyse(&cfa, &checks(automata), &preset(name).unwrap().configuration, &budget, &mut Silent),
    }
}

/// What is wrong with a program, if anything.
fn told(outcome: &Outcome) -> String {
    match outcome.finding.execution().map(|execution| &execution.violation) {
        Some(Violation { property, message: Some(message) }) => format!("{property}: {message}"),
        Some(_) | None => outcome.verdict().to_string(),
    }
}

/// Programs, and what is wrong with each. The same call is right at one time and wrong at another.
const CASES: &[(&str, &str, &str)] = &[
    (LOCK, "take(); give(); take(); give();", "TRUE"),
    (LOCK, "take(); give(); give();", "lock: given while free"),
    (LOCK, "int x = nd(); if (x) take(); if (x) give();", "TRUE"),
    (LOCK, "int x = nd(); if (x) take(); if (x > 1) give(); if (x < 2) give();", "lock: given while free"),
    (LOCK, "for (int i = 0; i < 3; i++) take();", "lock: taken twice"),
    (LOCK, "for (int i = 0; i < 3; i++) { if (i != 1) take(); if (i != 1) give(); }", "TRUE"),
    (FILE, "start(); for (int i = 0; i < 2; i++) put(i); stop();", "TRUE"),
    (FILE, "start(); for (int i = 0; i < 3; i++) { put(i); if (i == 1) stop(); }", "file: put after stop"),
    (FILE, "void (*f)(void) = nd() ? start : stop; f(); put(1);", "file: put before start"),
];

/// Presets that search exhaustively; random testing proves nothing.
fn searching() -> impl Iterator<Item = &'static str> {
    presets().iter().map(|preset| preset.name.as_str()).filter(|&name| name != "random-testing")
}

#[test]
fn every_preset_checks_protocols() {
    for &(automata, body, expected) in CASES {
        for name in searching().chain(["default"]) {
            let outcome = ask(name, automata, body);
            assert_eq!(told(&outcome), expected, "soundness or precision of {name}: {body}");
        }
        let tested = ask("random-testing", automata, body);
        let expected = if expected == "TRUE" { None } else { Some(expected) };
        assert_eq!(
            Some(told(&tested)).filter(|_| tested.finding.execution().is_some()).as_deref(),
            expected,
            "soundness or precision of random testing: {body}"
        );
    }
}

/// The path ends with the call that is wrong, and not with an earlier one by the same edge that was right.
#[test]
fn a_path_ends_where_the_protocol_is_broken() {
    for name in searching().chain(["random-testing", "default"]) {
        let outcome = ask(name, LOCK, "for (int i = 0; i < 3; i++) { take(); if (i != 1) give(); }");
        assert_eq!(told(&outcome), "lock: taken twice", "{name}");
        let cfa = automaton_for(
            cfa::MachineModel::Lp64,
            &format!(
                "{HEAD}{CALLS}int main(void) {{ for (int i = 0; i < 3; i++) {{ take(); if (i != 1) give(); }} return 0; }}"
            ),
        );
        let calls = outcome.path().iter().filter(|step| match cfa.edges[step.edge].op {
            cfa::Op::External { function, .. } => cfa.function_name(function) == "take",
            _ => false,
        });
        assert_eq!(calls.count(), 3, "{name}: the third call is the first that is wrong");
    }
}

/// Induction begins in the middle of an execution, where the automaton may be in any of its states: if it began in the first one, all of these would be proved at once.
#[test]
fn induction_begins_in_any_state_of_the_automaton() {
    let broken = "int n = 0; while (nd()) { if (n == 3) take(); if (n == 5) take(); n++; if (n > 9) n = 6; }";
    for name in ["k-induction", "k-induction-linear", "default"] {
        assert_eq!(told(&ask(name, LOCK, broken)), "lock: taken twice", "soundness of {name}");
    }
    // The state of the program tells that of the automaton, which induction sees from one round on.
    let kept = "int held = 0; while (nd()) { if (held) { give(); held = 0; } else { take(); held = 1; } }";
    for name in ["predicate-abstraction", "impact", "value", "value-predicate"] {
        assert_eq!(told(&ask(name, LOCK, kept)), "TRUE", "precision of {name}");
    }
    assert_ne!(
        ask(
            "k-induction",
            LOCK,
            &kept.replace("held = 1", "held = n0").replace("int held = 0;", "int held = 0, n0 = 0;")
        )
        .verdict(),
        Verdict::True,
        "soundness"
    );
    let rounds = "while (nd()) { take(); give(); }";
    assert_eq!(told(&ask("k-induction", LOCK, rounds)), "TRUE", "precision");
}

/// Several automata: all must be content, and the answer names the one that is not.
#[test]
fn the_answer_names_the_automaton_that_is_violated() {
    let both = format!("{FILE}\n{LOCK}");
    for name in ["bmc", "k-induction", "predicate-abstraction", "impact", "value", "random-testing"] {
        let body = "start(); take(); put(1); give(); give();";
        assert_eq!(told(&ask(name, &both, body)), "lock: given while free", "{name}");
        let body = "take(); put(1); give(); give();";
        assert_eq!(told(&ask(name, &both, body)), "file: put before start", "{name}");
    }
    for name in ["bmc", "k-induction", "predicate-abstraction", "impact", "value"] {
        assert_eq!(told(&ask(name, &both, "start(); take(); put(1); give();")), "TRUE", "{name}");
    }
}

/// Calls of library functions that nothing else shows: of a mutex that is none of the library's,
/// with other arguments than the library takes, and those that a model makes.
#[test]
fn calls_without_an_edge_of_their_own_are_seen() {
    const MUTEX: &str = "OBSERVER AUTOMATON mutex INITIAL STATE Free;
        STATE Free: MATCH {pthread_mutex_lock($?)} -> GOTO Held;
        STATE Held: MATCH {pthread_mutex_unlock($?)} -> GOTO Free; MATCH {pthread_mutex_lock($?)} -> ERROR(\"twice\");
        END AUTOMATON";
    const COMPARE: &str = "OBSERVER AUTOMATON compare INITIAL STATE A;
        STATE A: MATCH {compare($?)} -> ERROR(\"compared\"); MATCH {memcmp($?)} -> ERROR(\"memcmp\"); END AUTOMATON";
    const SMALL: &str = "typedef struct { int x; } pthread_mutex_t; pthread_mutex_t m;
        int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *); ";
    const SORT: &str = "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
        void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));
        int memcmp(const void *, const void *, unsigned long); int a[2]; extern int compare(const void *, const void *); ";
    const CASES: &[(&str, &str, &str, &str)] = &[
        (MUTEX, SMALL, "pthread_mutex_lock(&m); pthread_mutex_lock(&m);", "mutex: twice"),
        (MUTEX, SMALL, "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_lock(&m);", "TRUE"),
        (
            MUTEX,
            "int pthread_mutex_lock(); ",
            "pthread_mutex_lock(1.5); pthread_mutex_lock(1.5);",
            "mutex: twice",
        ),
        (COMPARE, SORT, "qsort(a, 2, 4, compare);", "compare: compared"),
        (COMPARE, SORT, "qsort(a, 1, 4, compare);", "TRUE"),
        (COMPARE, SORT, "if (bsearch(a, a, 2, 4, compare)) ;", "compare: compared"),
    ];
    for &(automata, declarations, body, expected) in CASES {
        let checked = checks(automata);
        let watched = checked.iter().flat_map(|check| check.formula.functions()).map(str::to_owned);
        let watched: Vec<String> = watched.collect();
        let text = format!("{HEAD}{declarations}int main(void) {{ {body} return 0; }}");
        for name in searching() {
            let cfa = super::automaton_watching(watched.clone(), &text);
            let budget = Budget::unlimited().part(Duration::from_secs(20));
            let preset = &preset(name).unwrap().configuration;
            let outcome = analyse(&cfa, &checks(automata), preset, &budget, &mut Silent);
            assert_eq!(told(&outcome), expected, "{name}: {body}");
        }
    }
}
