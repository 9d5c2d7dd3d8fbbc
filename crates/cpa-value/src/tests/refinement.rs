//! Whole runs: search and refinement in turn.

use super::lower;
use crate::{DeadVariables, Options, Placement, PrefixChoice, Restart, Tracking, ValueAnalysis};
use algorithms::cegar::{self, Unconfirmed};
use algorithms::{Confirm, Silent};
use cfa::{Cfa, EdgeId};
use cpa::analysis::query::Target;
use cpa::callstack::{CallStackAnalysis, CallStackOptions};
use cpa::location::LocationAnalysis;
use cpa::specification::{Automaton, Matcher, SpecificationAnalysis, Transition};
use cpa::{Analysis, Composite, Context, Order, Traversal};
use expect_test::{Expect, expect};
use limits::Budget;
use outcome::{Execution, Finding, Incomplete, Proof, Step, Violation};
use std::time::Duration;

/// `error` is never called.
fn automaton() -> Automaton {
    Automaton {
        states: vec![
            ("running".to_owned(), None),
            (
                "violated".to_owned(),
                Some(Target::Violation(Violation { property: "error".to_owned(), message: None })),
            ),
        ],
        transitions: vec![Transition { from: 0, on: Matcher::CallOf("error".to_owned()), to: 1 }],
    }
}

/// Takes every path for one of the program.
fn believed(path: &[EdgeId]) -> Result<Execution, String> {
    let step = |&edge: &EdgeId| Step { edge, depth: 1, chosen: Vec::new() };
    let violation = Violation { property: "error".to_owned(), message: None };
    let steps = path.iter().map(step).collect();
    Ok(Execution { violation, steps, rests_on: None, sees_layout: false, arguments: None })
}

/// What a run said, and what the analyses counted.
struct Ran {
    outcome: Finding,
    refinements: u64,
    unconfirmed: u64,
    tracked: u64,
    states: usize,
}

fn run(cfa: &Cfa, options: Options, confirm: Option<Confirm<'_>>, time: Option<Duration>) -> Ran {
    let analyses: Vec<Box<dyn Analysis + '_>> = vec![
        Box::new(LocationAnalysis),
        Box::new(CallStackAnalysis::new(CallStackOptions::default())),
        Box::new(SpecificationAnalysis::new(automaton())),
        Box::new(ValueAnalysis::new(cfa, options)),
    ];
    let mut composite = Composite::new(analyses);
    let unlimited = Budget::unlimited();
    let budget = time.map_or_else(|| unlimited.clone(), |time| unlimited.part(time));
    let cx = Context { cfa, budget: &budget };
    let mut statistics = cegar::Statistics::default();
    let traversal = Traversal::new([Order::BreadthFirst]);
    let mut everything = believed;
    let judge: (Confirm<'_>, _) = match confirm {
        Some(confirm) => (confirm, Unconfirmed::GoesOn),
        None => (&mut everything, Unconfirmed::Ends),
    };
    let outcome = cegar::run(&cx, &mut composite, &traversal, judge, &mut statistics, &mut Silent);
    let counts = composite.analyses()[3].statistics();
    let tracked = counts.iter().find(|(name, _)| *name == "tracked variables").map_or(0, |&(_, count)| count);
    Ran {
        outcome,
        refinements: statistics.refinements,
        unconfirmed: statistics.unconfirmed,
        tracked,
        states: statistics.states,
    }
}

const EXTERNALS: &str = "extern int nd(void); extern void error(void);\n";

/// The program of the document's figure 1.
const FIGURE_1: &str = "extern int system_call(void); extern void error(void);\n\
    int main(int x) { int flag, ticks, result; flag = 0; ticks = 0;\n\
    while (1) { ticks = ticks + 1; result = system_call(); if (result == 0 || ticks > x) { break; } }\n\
    if (flag > 0) { error(); return 1; } return 0; }";

#[test]
fn figure_1_needs_one_refinement_and_tracks_only_the_flag() {
    let cfa = lower(FIGURE_1);
    for placement in [Placement::Location, Placement::Scope, Placement::Global] {
        for dead in [DeadVariables::Kept, DeadVariables::Forgotten] {
            let restart = if placement == Placement::Global { Restart::Root } else { Restart::Pivot };
            let options = Options { placement, restart, dead, ..Options::default() };
            let mut analysis = ValueAnalysis::new(&cfa, options);
            let ran = run_with(&cfa, &mut analysis);
            assert!(matches!(ran.outcome, Finding::Proved(Proof::AllPaths)), "{:?}", ran.outcome);
            // By location the two ways out of the loop are refuted one after the other.
            let expected = if placement == Placement::Location { 2 } else { 1 };
            assert_eq!(ran.refinements, expected, "{placement:?}");
            assert_eq!(analysis.tracked(), ["main::flag"], "{placement:?}");
        }
    }
}

/// As [`run`], with an analysis that can be asked afterwards.
fn run_with(cfa: &Cfa, analysis: &mut ValueAnalysis<'_>) -> Ran {
    let analyses: Vec<Box<dyn Analysis + '_>> = vec![
        Box::new(LocationAnalysis),
        Box::new(CallStackAnalysis::new(CallStackOptions::default())),
        Box::new(SpecificationAnalysis::new(automaton())),
        Box::new(Borrowed(analysis)),
    ];
    let mut composite = Composite::new(analyses);
    let budget = Budget::unlimited();
    let cx = Context { cfa, budget: &budget };
    let mut statistics = cegar::Statistics::default();
    let traversal = Traversal::new([Order::BreadthFirst]);
    let judge: (Confirm<'_>, _) = (&mut believed, Unconfirmed::Ends);
    let outcome = cegar::run(&cx, &mut composite, &traversal, judge, &mut statistics, &mut Silent);
    Ran {
        outcome,
        refinements: statistics.refinements,
        unconfirmed: 0,
        tracked: 0,
        states: statistics.states,
    }
}

/// An analysis that somebody else owns.
struct Borrowed<'b, 'a>(&'b mut ValueAnalysis<'a>);

impl Analysis for Borrowed<'_, '_> {
    fn name(&self) -> &'static str {
        self.0.name()
    }
    fn initial(
        &mut self,
        cx: &Context<'_>,
        location: cfa::LocationId,
    ) -> Result<(cpa::StateId, cpa::PrecisionId), Incomplete> {
        self.0.initial(cx, location)
    }
    fn transfer(
        &mut self,
        cx: &Context<'_>,
        state: cpa::StateId,
        precision: cpa::PrecisionId,
        passage: cpa::Passage<'_>,
        successors: &mut Vec<cpa::StateId>,
    ) -> Result<(), Incomplete> {
        self.0.transfer(cx, state, precision, passage, successors)
    }
    fn covers(&mut self, cx: &Context<'_>, old: cpa::StateId, new: cpa::StateId) -> Result<bool, Incomplete> {
        self.0.covers(cx, old, new)
    }
    fn adjust(
        &mut self,
        cx: &Context<'_>,
        state: cpa::StateId,
        precision: cpa::PrecisionId,
        siblings: cpa::Siblings<'_>,
    ) -> Result<cpa::Adjusted, Incomplete> {
        self.0.adjust(cx, state, precision, siblings)
    }
    fn refine(
        &mut self,
        cx: &Context<'_>,
        reached: &mut cpa::Reached,
        slot: usize,
        target: cpa::NodeId,
    ) -> Result<cpa::Refined, Incomplete> {
        self.0.refine(cx, reached, slot, target)
    }
    fn show(&self, cx: &Context<'_>, state: cpa::StateId) -> String {
        self.0.show(cx, state)
    }
}

#[test]
fn figure_1_never_ends_if_everything_is_tracked() {
    let cfa = lower(FIGURE_1);
    let options = Options { tracking: Tracking::Full, ..Options::default() };
    let ran = run(&cfa, options, None, Some(Duration::from_millis(300)));
    assert!(matches!(ran.outcome, Finding::Unknown(_)), "{:?}", ran.outcome);
    assert!(ran.states > 1000, "{}", ran.states);
}

/// As figure 2: the variable is needed on two branches.
const FIGURE_2: &str = "extern int nd(void); extern void error(void);\n\
    int main(void) { int a = 1; int b = nd(); if (b) { if (a != 1) error(); } else { if (a != 1) error(); } return 0; }";

#[test]
fn a_variable_that_is_tracked_in_its_scope_need_not_be_found_twice() {
    let cfa = lower(FIGURE_2);
    let refinements = |placement| {
        let ran = run(&cfa, Options { placement, ..Options::default() }, None, None);
        assert!(matches!(ran.outcome, Finding::Proved(Proof::AllPaths)), "{:?}", ran.outcome);
        ran.refinements
    };
    assert_eq!((refinements(Placement::Location), refinements(Placement::Scope)), (2, 1));
}

/// A table of programs: the answer, refinements and tracked variables for each choice of a prefix.
fn check(text: &str, expected: &Expect) {
    let cfa = lower(&format!("{EXTERNALS}{text}"));
    let mut lines = Vec::new();
    let choices = [
        ("full", Options { tracking: Tracking::Full, ..Options::default() }),
        ("location", Options { placement: Placement::Location, ..Options::default() }),
        ("restart", Options { restart: Restart::Root, ..Options::default() }),
        ("shortest", Options { prefix: PrefixChoice::Shortest, ..Options::default() }),
        ("longest", Options { prefix: PrefixChoice::Longest, ..Options::default() }),
        ("domain-type", Options { prefix: PrefixChoice::DomainType, ..Options::default() }),
        (
            "fewest-loop-variables",
            Options { prefix: PrefixChoice::FewestLoopVariables, ..Options::default() },
        ),
    ];
    for (name, options) in choices {
        let ran = run(&cfa, options, None, None);
        let answer = match ran.outcome {
            Finding::Proved(_) => "true".to_owned(),
            Finding::Violated(_) => "false".to_owned(),
            Finding::Unknown(reason) => format!("unknown: {reason}"),
        };
        lines.push(format!("{name}: {answer}, {} refinements, {} tracked", ran.refinements, ran.tracked));
    }
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn an_error_that_is_the_only_successor_is_found() {
    check(
        "int main(void) { error(); return 0; }",
        &expect![[r#"
        full: false, 0 refinements, 0 tracked
        location: false, 0 refinements, 0 tracked
        restart: false, 0 refinements, 0 tracked
        shortest: false, 0 refinements, 0 tracked
        longest: false, 0 refinements, 0 tracked
        domain-type: false, 0 refinements, 0 tracked
        fewest-loop-variables: false, 0 refinements, 0 tracked"#]],
    );
}

#[test]
fn a_choice_of_prefixes_prefers_flags_to_counters() {
    check(
        "int main(void) { int flag = 0, i = 0; while (i < 20) i++; if (i != 20) nd(); if (i == 20) { if (flag) error(); } return 0; }",
        &expect![[r#"
            full: true, 0 refinements, 0 tracked
            location: true, 3 refinements, 1 tracked
            restart: true, 1 refinements, 1 tracked
            shortest: true, 2 refinements, 2 tracked
            longest: true, 1 refinements, 1 tracked
            domain-type: true, 1 refinements, 1 tracked
            fewest-loop-variables: true, 1 refinements, 1 tracked"#]],
    );
    check(
        "int main(void) { int flag = 0, i = 0; for (i = 0; i < 10; i++) nd(); if (i < 10) { if (flag) error(); } return 0; }",
        &expect![[r#"
            full: true, 0 refinements, 0 tracked
            location: true, 2 refinements, 1 tracked
            restart: true, 1 refinements, 1 tracked
            shortest: true, 1 refinements, 1 tracked
            longest: true, 1 refinements, 1 tracked
            domain-type: true, 1 refinements, 1 tracked
            fewest-loop-variables: true, 1 refinements, 1 tracked"#]],
    );
}

/// What a condition teaches in a walk that knows less was once taken for known in the interpolants, which then refuted nothing.
#[test]
fn a_value_that_a_condition_would_teach_is_tracked_one_way_or_the_other() {
    check(
        "int main(void) { int x = 4; int y = 4; if (nd()) { if (x == y) { y = nd(); if (x != 4) error(); } } return 0; }",
        &expect![[r#"
            full: true, 0 refinements, 0 tracked
            location: true, 1 refinements, 1 tracked
            restart: true, 1 refinements, 1 tracked
            shortest: true, 1 refinements, 1 tracked
            longest: true, 1 refinements, 1 tracked
            domain-type: true, 1 refinements, 1 tracked
            fewest-loop-variables: true, 1 refinements, 1 tracked"#]],
    );
}

#[test]
fn loops_with_locks_are_proved() {
    check(
        "int main(void) { int lock = 0, old = 0, new = nd(); do { if (lock) error(); lock = 1; old = new; if (nd()) { lock = 0; new++; } } while (lock == 0); if (!lock) error(); return 0; }",
        &expect![[r#"
            full: true, 0 refinements, 0 tracked
            location: true, 3 refinements, 1 tracked
            restart: true, 1 refinements, 1 tracked
            shortest: true, 1 refinements, 1 tracked
            longest: true, 1 refinements, 1 tracked
            domain-type: true, 1 refinements, 1 tracked
            fewest-loop-variables: true, 1 refinements, 1 tracked"#]],
    );
}

#[test]
fn recursion_heap_and_arrays_are_refined() {
    check(
        "int f(int n) { int mark = 7; if (n > 0) f(n - 1); if (mark != 7) error(); return 0; } int main(void) { f(3); return 0; }",
        &expect![[r#"
            full: true, 0 refinements, 0 tracked
            location: true, 3 refinements, 2 tracked
            restart: true, 2 refinements, 2 tracked
            shortest: true, 5 refinements, 2 tracked
            longest: true, 2 refinements, 2 tracked
            domain-type: true, 2 refinements, 2 tracked
            fewest-loop-variables: true, 5 refinements, 2 tracked"#]],
    );
    check(
        "extern void *malloc(unsigned long); int main(void) { int *p = malloc(4); *p = 4; int *q = malloc(4); *q = 5; if (*p + *q != 9) error(); return 0; }",
        &expect![[r#"
            full: true, 0 refinements, 0 tracked
            location: true, 1 refinements, 4 tracked
            restart: true, 1 refinements, 4 tracked
            shortest: true, 1 refinements, 4 tracked
            longest: true, 1 refinements, 4 tracked
            domain-type: true, 1 refinements, 4 tracked
            fewest-loop-variables: true, 1 refinements, 4 tracked"#]],
    );
    check(
        "int a[4]; int main(void) { for (int i = 0; i < 4; i++) a[i] = i; if (a[2] != 2) error(); return 0; }",
        &expect![[r#"
            full: true, 0 refinements, 0 tracked
            location: true, 3 refinements, 2 tracked
            restart: true, 2 refinements, 2 tracked
            shortest: true, 2 refinements, 2 tracked
            longest: true, 2 refinements, 2 tracked
            domain-type: true, 2 refinements, 2 tracked
            fewest-loop-variables: true, 2 refinements, 2 tracked"#]],
    );
    check(
        "int x, y; void set(int *p) { *p = 3; } int main(void) { set(&x); if (x != 3) error(); if (y) error(); if (x == 3) error(); return 0; }",
        &expect![[r#"
            full: false, 0 refinements, 0 tracked
            location: false, 2 refinements, 3 tracked
            restart: false, 2 refinements, 3 tracked
            shortest: false, 2 refinements, 3 tracked
            longest: false, 2 refinements, 3 tracked
            domain-type: false, 2 refinements, 3 tracked
            fewest-loop-variables: false, 2 refinements, 3 tracked"#]],
    );
}

/// Names of objects are used again, so that a loop that allocates has an end; but never while the older object can be reached.
#[test]
fn heap_objects_are_named_again_once_they_are_out_of_reach() {
    let head = "extern void *malloc(unsigned long); struct l { int v; struct l *n; };";
    let loops = |body: &str| format!("{head} int main(void) {{ {body} return 0; }}");
    check(
        &loops("while (nd()) { int *p = malloc(4); *p = 3; if (*p != 3) error(); }"),
        &expect![[r#"
            full: true, 0 refinements, 0 tracked
            location: true, 1 refinements, 2 tracked
            restart: true, 1 refinements, 2 tracked
            shortest: true, 1 refinements, 2 tracked
            longest: true, 1 refinements, 2 tracked
            domain-type: true, 1 refinements, 2 tracked
            fewest-loop-variables: true, 1 refinements, 2 tracked"#]],
    );
    check(
        &loops(
            "int *a = 0, *b = 0; for (int i = 0; i < 2; i++) { int *p = malloc(4); *p = i; b = a; a = p; } if (*a == 1 && *b == 0) error();",
        ),
        &expect![[r#"
            full: false, 0 refinements, 0 tracked
            location: false, 2 refinements, 1 tracked
            restart: false, 1 refinements, 1 tracked
            shortest: false, 1 refinements, 1 tracked
            longest: false, 1 refinements, 1 tracked
            domain-type: false, 1 refinements, 1 tracked
            fewest-loop-variables: false, 1 refinements, 1 tracked"#]],
    );
    check(
        &loops(
            "int *q = 0; for (int i = 0; i < 3; i++) { int *p = malloc(4); *p = i; if (nd()) q = p; } if (q && *q == 0) error();",
        ),
        &expect![[r#"
            full: false, 0 refinements, 0 tracked
            location: false, 3 refinements, 2 tracked
            restart: false, 2 refinements, 2 tracked
            shortest: false, 2 refinements, 2 tracked
            longest: false, 2 refinements, 2 tracked
            domain-type: false, 2 refinements, 2 tracked
            fewest-loop-variables: false, 2 refinements, 2 tracked"#]],
    );
    check(
        &loops(
            "struct l *h = 0; for (int i = 0; i < 3; i++) { struct l *e = malloc(sizeof *e); e->v = i; e->n = h; h = e; } if (h->n->n->v) error(); if (h->v + h->n->v != 3) error();",
        ),
        &expect![[r#"
            full: true, 0 refinements, 0 tracked
            location: true, 4 refinements, 5 tracked
            restart: true, 2 refinements, 5 tracked
            shortest: true, 2 refinements, 5 tracked
            longest: true, 2 refinements, 5 tracked
            domain-type: true, 2 refinements, 5 tracked
            fewest-loop-variables: true, 2 refinements, 5 tracked"#]],
    );
}

#[test]
fn a_path_that_is_not_confirmed_does_not_end_the_search_and_forbids_a_proof() {
    let two = format!(
        "{EXTERNALS} int main(void) {{ int x = nd(); if (x > 3) {{ if (x < 2) error(); }} if (x == 77) error(); return 0; }}"
    );
    let cfa = lower(&two);
    for tracking in [Tracking::Full, Tracking::Refined] {
        let options = Options { tracking, ..Options::default() };
        // The first target is infeasible, which values cannot tell; the second is real.
        let mut asked = 0;
        let mut second = |path: &[EdgeId]| {
            asked += 1;
            if asked == 1 { Err("no".to_owned()) } else { believed(path) }
        };
        let ran = run(&cfa, options, Some(&mut second), None);
        assert!(matches!(ran.outcome, Finding::Violated(_)), "{:?}", ran.outcome);
        assert_eq!(ran.unconfirmed, 1);
        let mut never = |_: &[cfa::EdgeId]| Err("no".to_owned());
        let ran = run(&cfa, options, Some(&mut never), None);
        let expected = "UNKNOWN(a path to a violation was found but not confirmed: no)";
        assert_eq!(ran.outcome.verdict().to_string(), expected);
    }
}
