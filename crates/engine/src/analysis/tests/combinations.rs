//! What the dissertation says of its parts: they combine freely, and no combination changes what is true.

use super::{ask, count};
use crate::analysis::preset;
use property::Verdict;
use std::time::Duration;

const TIME: Duration = Duration::from_secs(60);

fn violated() -> Verdict {
    Verdict::False("unreach-call".to_owned())
}

/// A memory cell that nobody else writes: in straight code, at the head of a loop without bound, and one that somebody may have written.
const CELLS: [(&str, bool); 3] = [
    ("*p = 7; if (a[i] != 7) reach_error();", true),
    ("*p = 0; while (nd()) { if (*p != 0) reach_error(); }", true),
    ("*p = 7; if (a[2] == 7) reach_error();", false),
];

/// Table 4.2: eight theories, each with each of the four algorithms.
#[test]
fn all_eight_encodings_go_with_all_four_algorithms() {
    for (body, is_true) in CELLS {
        let text = format!(
            "int a[4]; int main(void) {{ int i = nd(); if (i < 0 || i > 3) return 0; int *p = &a[i]; {body} return 0; }}"
        );
        for arithmetic in ["bit-precise", "linear"] {
            for memory in ["arrays", "functions"] {
                for quantifiers in ["free", "used"] {
                    let encoding = [
                        ("encoding.arithmetic", arithmetic),
                        ("encoding.memory", memory),
                        ("encoding.quantifiers", quantifiers),
                    ];
                    for name in ["bmc", "k-induction", "predicate-abstraction", "impact"] {
                        // No bound is enough for the loop.
                        if name == "bmc" && body.contains("while") {
                            continue;
                        }
                        let verdict = ask(name, &encoding, &text, TIME).verdict();
                        let expected = if is_true { Verdict::True } else { violated() };
                        assert_eq!(
                            verdict, expected,
                            "soundness or precision of {name} with {encoding:?}: {body}"
                        );
                    }
                }
            }
        }
    }
}

/// The driver of SLAM and BLAST: a lock that is taken and given in a loop, whose condition is about a counter.
const LOCK: &str = "int lock; void take(void) { if (lock) reach_error(); lock = 1; } void give(void) { if (!lock) reach_error(); lock = 0; } \
     int main(void) { int old, new = 0; do { take(); old = new; if (nd()) { give(); new++; # } } while (new != old); give(); return 0; }";

/// Whether the second round leaves the lock taken.
fn locks() -> [(String, Verdict); 2] {
    [(LOCK.replace('#', ""), Verdict::True), (LOCK.replace('#', "if (new == 2) lock = 1;"), violated())]
}

/// Blocks, abstractions, regions and the places of predicates (section 4.1) are chosen independently.
#[test]
fn parts_of_predicate_abstraction_combine() {
    let mut places = ["location", "function", "global", "mixed"].into_iter().cycle();
    for (text, expected) in locks() {
        for abstraction in ["cartesian", "boolean", "combined"] {
            for regions in ["diagrams", "formulas"] {
                for block in ["edge", "loops", "loops-and-functions"] {
                    let place = places.next().unwrap_or("location");
                    let parts = [
                        ("predicate.abstraction", abstraction),
                        ("predicate.regions", regions),
                        ("predicate.block", block),
                        ("predicate.precision", place),
                    ];
                    let verdict = ask("predicate-abstraction", &parts, &text, TIME).verdict();
                    assert_eq!(verdict, expected, "soundness or precision with {parts:?}");
                }
            }
        }
    }
}

/// Section 3.3.3: the larger the blocks, the fewer abstractions and refinements.
#[test]
fn larger_blocks_need_fewer_abstractions_and_refinements() {
    let (text, _) = &locks()[0];
    let mut counts = Vec::new();
    for name in ["predicate-abstraction-sbe", "predicate-abstraction-lf", "predicate-abstraction"] {
        let outcome = ask(name, &[], text, TIME);
        assert_eq!(outcome.verdict(), Verdict::True, "precision of {name}");
        counts.push((count(&outcome, "abstractions"), count(&outcome, "refinements")));
    }
    let [edges, functions, loops] = counts[..] else { panic!("three runs") };
    assert!(edges.0 > functions.0 && functions.0 > loops.0, "abstractions: {counts:?}");
    assert!(edges.1 >= functions.1 && functions.1 >= loops.1 && edges.1 > loops.1, "refinements: {counts:?}");
}

/// Every preset that refines predicates or labels is one of these combinations.
#[test]
fn presets_agree_on_the_lock() {
    for (text, expected) in locks() {
        for name in [
            "predicate-abstraction-sbe",
            "predicate-abstraction-lf",
            "impact",
            "impact-plain",
            "impact-sbe",
            "ufo",
        ] {
            assert!(preset(name).is_some());
            assert_eq!(ask(name, &[], &text, TIME).verdict(), expected, "soundness or precision of {name}");
        }
    }
}

/// Joined values forget what differs: that ends loops, loses proofs, and never gives a wrong one.
#[test]
fn joined_values_forget_what_differs() {
    let join = [("value.merge", "join")];
    let ends = "int main(void) { int n = 0, mode = 3; while (nd()) { n++; if (mode != 3) reach_error(); } return 0; }";
    assert_eq!(ask("value-no-cegar", &join, ends, TIME).verdict(), Verdict::True, "precision");
    let lost = "int main(void) { int y; if (nd()) y = 1; else y = 2; if (y > 2) reach_error(); return 0; }";
    assert_eq!(
        ask("value-no-cegar", &join, lost, TIME).verdict(),
        Verdict::Unknown("states were joined, and there is no refinement".to_owned())
    );
    let found = lost.replace("y > 2", "y == 1");
    assert_ne!(ask("value-no-cegar", &join, &found, TIME).verdict(), Verdict::True, "soundness");
}

/// Section 4.1.2: a first precision from the conditions of the program spares refinements, and hides nothing.
#[test]
fn conditions_of_the_program_spare_refinements() {
    for (text, expected) in locks() {
        for name in ["predicate-abstraction", "predicate-abstraction-sbe", "ufo"] {
            let [empty, conditions] = ["empty", "conditions"].map(|start| {
                let outcome = ask(name, &[("predicate.start", start)], &text, TIME);
                assert_eq!(outcome.verdict(), expected, "soundness or precision of {name} with {start}");
                count(&outcome, "refinements")
            });
            assert!(conditions < empty, "{name}: {conditions} instead of {empty}");
        }
    }
}

/// Section 4.2.4: after a restart the graph is made anew from the root, lazy abstraction keeps what is before the pivot.
#[test]
fn a_restart_makes_everything_anew() {
    let safe = "int main(void) { int x = 0, y = 0, a = 0, b = 0; while (nd()) { x++; y++; } if (x != y) reach_error(); \
         while (nd()) { a++; b++; } if (a != b) reach_error(); return 0; }";
    for (text, expected) in
        [(safe.to_owned(), Verdict::True), (safe.replace("b++;", "b += a < 3;"), violated())]
    {
        let [lazy, anew] = ["pivot", "root"].map(|restart| {
            let outcome = ask("predicate-abstraction", &[("predicate.restart", restart)], &text, TIME);
            assert_eq!(outcome.verdict(), expected, "soundness or precision with {restart}");
            count(&outcome, "expanded")
        });
        assert!(anew > lazy, "{anew} states were expanded, and {lazy} lazily");
    }
}
