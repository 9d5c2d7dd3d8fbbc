//! Precisions from and to files, and where predicates are tracked.

use super::*;

/// Programs that need predicates, in which the second run has nothing left to find.
const REFINED: &[&str] = &[
    "int main(void) { int x = 0, y = 0; while (nd()) { x++; y++; } if (x != y) reach_error(); return 0; }",
    "int lock; int f(int a) { int b = a; while (nd()) b++; return b; } int main(void) { int x = 0, y = 0; while (nd()) { x++; y++; \
     if (lock) reach_error(); lock = 1; f(x); lock = 0; } if (x != y) reach_error(); return 0; }",
    "int main(void) { int a[4]; for (int i = 0; i < 4; i++) a[i] = i; if (a[2] != 2) reach_error(); return 0; }",
];

fn count(outcome: &Outcome, name: &str) -> u64 {
    outcome.statistics.iter().find(|(known, _)| *known == name).map_or(0, |(_, count)| *count)
}

fn unreachable() -> [Check; 1] {
    let formula = Formula::Unreachable("reach_error".to_owned());
    [Check { entry: "main".to_owned(), formula, span: source::Span::NONE }]
}

/// A file of its own for a test, which nobody else has.
fn scratch(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("verdikt-engine-{}-{name}", std::process::id()))
}

#[test]
fn a_run_with_the_precision_of_another_needs_no_refinement() {
    let path = scratch("reuse");
    let presets = ["predicate-abstraction", "predicate-abstraction-lf", "predicate-abstraction-linear"];
    for (text, name) in REFINED.iter().flat_map(|text| presets.map(|name| (text, name))) {
        let cfa = automaton(&format!("{HEAD}{text}"));
        let mut configuration = preset(name).unwrap().configuration.clone();
        configuration.precision.kept = Some(path.clone());
        let mut run = |given: Option<String>| {
            configuration.precision.given = given;
            let budget = Budget::unlimited().part(Duration::from_secs(60));
            let outcome = analyse(&cfa, &unreachable(), &configuration, &budget, &mut Silent);
            assert_eq!(outcome.verdict(), Verdict::True, "{name}: {text}");
            let written = std::fs::read_to_string(&path).unwrap();
            assert_eq!((outcome.precision.as_ref(), &outcome.unwritten), (Some(&written), &None));
            (count(&outcome, "refinements"), written)
        };
        let (first, found) = run(None);
        assert!(first > 0, "{name}: {text}");
        let (second, again) = run(Some(found.clone()));
        // The same predicates, though terms of another run may have their operands in another order.
        assert_eq!((second, found.lines().last()), (0, again.lines().last()), "{name}: {text}");
        if name == "predicate-abstraction" {
            assert_eq!(run(None), (first, found), "{text}");
        }
    }
    std::fs::remove_file(&path).unwrap();
}

/// Predicates about everything, everywhere, none of which is of any use: made of the names and widths of the first variables.
fn bad_precision(cfa: &Cfa, configuration: &Configuration, shapes: &[fn(&str, u32) -> String]) -> String {
    let encoder = Encoder::new(cfa, &configuration.encoding).unwrap();
    let mut terms = Terms::new();
    let text = cpa_predicate::Precision::default().write(&terms, &encoder);
    let (mut symbols, mut predicates) = (String::new(), vec!["true".to_owned(), "false".to_owned()]);
    for (id, _) in encoder.regions().iter_enumerated().take(4) {
        let key = formula::Key::Region(id, 0);
        let Some((symbol, _)) = encoder.symbol_at(&mut terms, key).unwrap() else { continue };
        let smt::Sort::BitVec(width) = terms.symbol(symbol).result else { continue };
        symbols += &format!("symbol {key} {}\n", smt::print::declaration(&terms, symbol));
        let name = smt::print::symbol(&terms, symbol);
        predicates.extend(shapes.iter().map(|shape| shape(&name, width)));
    }
    let places = format!("{symbols}\nglobal\n{}\nend {}\n", predicates.join("\n"), predicates.len());
    text.replace("\nend 0\n", &places)
}

/// A precision is a hint, and a bad one costs time only. A bound variable with the name of a variable of the program is another one; solvers need not decide that.
#[test]
fn no_precision_makes_a_verdict_wrong() {
    let plain: [fn(&str, u32) -> String; 2] = [
        |name, width| format!("(= {name} (_ bv7 {width}))"),
        |name, width| format!("(bvult {name} (_ bv3 {width}))"),
    ];
    let bound: [fn(&str, u32) -> String; 2] = [
        |name, width| format!("(forall (({name} (_ BitVec {width}))) (bvult {name} (_ bv3 {width})))"),
        |name, width| {
            format!(
                "(exists ((y (_ BitVec {width}))) (and (bvult y (_ bv5 {width})) (= {name} (bvmul y y))))"
            )
        },
    ];
    for case in CASES.iter().filter(|case| !case.undecided.contains(&"predicate-abstraction")) {
        let cfa = automaton(&format!("{HEAD}{}", case.text));
        for (shapes, regions, seconds) in
            [(plain, "diagrams", 60), (plain, "formulas", 60), (bound, "formulas", 1)]
        {
            // A wrong proof is what to fear.
            if seconds == 1 && case.expected {
                continue;
            }
            let mut configuration = preset("predicate-abstraction").unwrap().configuration.clone();
            options::set(&mut configuration, "predicate.regions", regions).unwrap();
            configuration.precision.given = Some(bad_precision(&cfa, &configuration, &shapes));
            let budget = Budget::unlimited().part(Duration::from_secs(seconds));
            let outcome = analyse(&cfa, &unreachable(), &configuration, &budget, &mut Silent);
            let expected =
                if case.expected { Verdict::True } else { Verdict::False("unreach-call".to_owned()) };
            let is_open = seconds == 1 && matches!(outcome.verdict(), Verdict::Unknown(_));
            assert!(outcome.verdict() == expected || is_open, "{}: {}", outcome.verdict(), case.text);
        }
    }
}

/// What was found is written though nothing is decided, and the next run goes on from there.
#[test]
fn an_unfinished_run_leaves_its_precision() {
    let path = scratch("unfinished");
    let cfa = automaton(&format!(
        "{HEAD} int main(void) {{ int i = 0, s = 0; while (nd()) {{ i++; s = s + i * i; }} if (s == 3) reach_error(); return 0; }}"
    ));
    let mut configuration = preset("predicate-abstraction").unwrap().configuration.clone();
    configuration.precision.kept = Some(path.clone());
    let budget = Budget::unlimited().part(Duration::from_secs(3));
    let outcome = analyse(&cfa, &unreachable(), &configuration, &budget, &mut Silent);
    assert_eq!(outcome.verdict(), Verdict::Unknown("time limit".to_owned()));
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(!written.contains("\nend 0\n"), "{written}");
    std::fs::remove_file(&path).unwrap();
    configuration.precision = PrecisionFiles { given: Some(written), kept: Some("/".into()) };
    let outcome = analyse(
        &cfa,
        &unreachable(),
        &configuration,
        &Budget::unlimited().part(Duration::from_secs(1)),
        &mut Silent,
    );
    assert!(outcome.unwritten.is_some_and(|failure| failure.starts_with("cannot write `/`")));
}

/// Two loops that need the same fact: it is found once if it is tracked where both can see it, and else once for each of them.
#[test]
fn where_predicates_are_tracked_decides_how_often_they_are_found() {
    let globals = "int g; void f(void) { while (nd()) { if (g != 1) reach_error(); } } int main(void) { g = 1; while (nd()) { if (g != 1) reach_error(); } \
         f(); return 0; }";
    let locals = "int main(void) { int x = 1; while (nd()) { if (x != 1) reach_error(); } while (nd()) { if (x != 1) reach_error(); } return 0; }";
    let callers = "void f(void) { while (nd()) ; } int main(void) { int x = 1; while (nd()) { if (x != 1) reach_error(); } f(); \
         if (x != 1) reach_error(); return 0; }";
    let refinements = |text: &str, placement: &str| {
        let cfa = automaton(&format!("{HEAD}{text}"));
        let mut configuration = preset("predicate-abstraction").unwrap().configuration.clone();
        options::set(&mut configuration, "predicate.precision", placement).unwrap();
        let budget = Budget::unlimited().part(Duration::from_secs(60));
        let outcome = analyse(&cfa, &unreachable(), &configuration, &budget, &mut Silent);
        assert_eq!(outcome.verdict(), Verdict::True);
        count(&outcome, "refinements")
    };
    let counts = |text: &str| {
        ["location", "function", "mixed", "global"].map(|placement| refinements(text, placement))
    };
    assert_eq!(counts(globals), [2, 2, 1, 1]);
    assert_eq!(counts(locals), [2, 1, 1, 1]);
    assert_eq!(counts(callers), [2, 2, 2, 1]);
}
