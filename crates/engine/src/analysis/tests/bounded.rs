//! Bounded model checking and k-induction, by the examples and claims of their papers: what is proved at which bound, and by what.

use super::{ask, count};
use crate::analysis::run::{Notes, bounded_with};
use crate::analysis::{Outcome, preset};
use crate::solvers::{Supervised, backend};
use algorithms::Silent;
use algorithms::bmc::InvariantSource;
use cpa::Context;
use cpa::specification::{Automaton, Observed};
use cpa_predicate::Precision;
use formula::{Encoder, Logic};
use invariants::ValueSets;
use limits::Budget;
use outcome::{Finding, Proof};
use property::Verdict;
use std::cell::RefCell;
use std::time::Duration;

const TIME: Duration = Duration::from_secs(20);

/// k-induction without help.
fn induction(text: &str, time: Duration) -> Outcome {
    ask("k-induction", &[("bmc.invariants", "none"), ("bmc.growth", "step")], text, time)
}

fn violated() -> Verdict {
    Verdict::False("unreach-call".to_owned())
}

/// Figure 2 of the comparison of four algorithms; the condition of its loop in place of `#`.
const FIGURE_2: &str =
    "int main(void) { int x = 0, y = 0; while (#) { x++; y++; if (x != y) reach_error(); } return 0; }";

/// Figure 4: proved with k = 1 and no auxiliary invariants, even if the condition is any value. BMC needs as many iterations as there are (figure 3: one is not enough).
#[test]
fn the_example_of_the_papers_is_inductive_at_one() {
    for condition in ["x < 2", "nd()"] {
        let outcome = induction(&FIGURE_2.replace('#', condition), TIME);
        assert_eq!(outcome.verdict(), Verdict::True, "precision: {condition}");
        assert_eq!((count(&outcome, "bound"), count(&outcome, "proofs by induction")), (1, 1), "{condition}");
    }
    let counted = FIGURE_2.replace('#', "x < 2");
    let outcome = ask("bmc", &[], &counted, TIME);
    assert_eq!((outcome.verdict(), count(&outcome, "bound")), (Verdict::True, 3), "by the forward condition");
    let outcome = ask("bmc", &[("bmc.last", "1")], &counted, TIME);
    assert_eq!(outcome.verdict(), Verdict::Unknown("nothing was decided up to the bound 1".to_owned()));
}

/// A zero goes through n variables: that the first is zero is n-inductive, and not less.
#[test]
fn what_needs_k_iterations_is_proved_at_k() {
    for n in 1..=5u64 {
        let names: Vec<String> = (1..=n).map(|number| format!("v{number}")).collect();
        let shifts: String = names.windows(2).map(|pair| format!("{} = {}; ", pair[0], pair[1])).collect();
        let text = format!(
            "int main(void) {{ int {} = 0; while (nd()) {{ if (v1) reach_error(); {shifts}v{n} = 0; }} return 0; }}",
            names.join(" = 0, ")
        );
        let outcome = induction(&text, TIME);
        assert_eq!(outcome.verdict(), Verdict::True, "precision: {text}");
        assert_eq!((count(&outcome, "bound"), count(&outcome, "proofs by induction")), (n, 1), "{text}");
        let late = text.replace(&format!("v{n} = 0; }}"), &format!("v{n} = nd() == 7; }}"));
        assert_eq!(induction(&late, TIME).verdict(), violated(), "soundness: {late}");
    }
}

/// That a number stays even is not k-inductive for any k while it may be any odd number between: no bound proves it, and none may.
#[test]
fn what_no_bound_proves_is_not_proved() {
    let text =
        "int main(void) { unsigned i = 0; while (nd()) { i += 2; if (i == 7) reach_error(); } return 0; }";
    assert!(matches!(induction(text, Duration::from_secs(1)).verdict(), Verdict::Unknown(_)));
}

/// Several loops: in each other, after each other, and one that is entered in its middle.
#[test]
fn induction_is_over_all_loops_at_once() {
    let texts = [
        "int main(void) { int x = 0, y = 0; while (nd()) { while (nd()) { x++; y++; if (x != y) reach_error(); } if (x != y) reach_error(); } return 0; }",
        "int main(void) { int x = 0, y = 0; while (nd()) { x++; y++; if (x != y) reach_error(); } while (nd()) { x--; y--; if (x != y) reach_error(); } return 0; }",
        "int main(void) { int x = 0, y = 0; if (nd()) goto in; while (nd()) { x++; y++; in: if (x != y) reach_error(); } return 0; }",
    ];
    for text in texts {
        let outcome = induction(text, TIME);
        assert_eq!(outcome.verdict(), Verdict::True, "precision: {text}");
        assert_eq!(count(&outcome, "proofs by induction"), 1);
        for (from, to) in [("x++; y++;", "x++; y++; if (x == 4) y = 0;"), ("y--;", "y -= x == 3 ? 2 : 1;")] {
            if text.contains(from) {
                let text = text.replace(from, to);
                assert_eq!(induction(&text, TIME).verdict(), violated(), "soundness: {text}");
            }
        }
    }
}

/// The bounds of algorithm 5.2 are one more each time; ours by default are a quarter more.
#[test]
fn bounds_grow_as_asked() {
    let text = "int main(void) { int i = 0; while (i < 20) i++; if (i != 20) reach_error(); return 0; }";
    for (growth, bound) in [("step", 21), ("quarter", 22)] {
        let outcome = ask("bmc", &[("bmc.growth", growth)], text, TIME);
        assert_eq!((outcome.verdict(), count(&outcome, "bound")), (Verdict::True, bound), "{growth}");
    }
}

/// Section 5.4.2: another analysis in place of the bound on loops. It excludes infinite paths by itself, also those of recursion, and the forward condition asks in the same way.
#[test]
fn paths_can_be_bounded_by_their_length() {
    let bounded = |text: &str, last: &str| {
        let changes = [("bmc.bound", "path-length"), ("bmc.first", "4"), ("bmc.last", last)];
        ask("bmc", &changes, text, TIME)
    };
    let text = FIGURE_2.replace('#', "x < 2");
    let outcome = bounded(&text, "none");
    assert_eq!(outcome.verdict(), Verdict::True, "precision: all paths have less than so many edges");
    let enough = count(&outcome, "bound");
    assert!(matches!(bounded(&text, "10").verdict(), Verdict::Unknown(_)), "soundness: paths are longer");
    assert!(enough > 10, "{enough}");
    let late = "int main(void) { int x = 0; while (nd()) { x++; if (x == 4) reach_error(); } return 0; }";
    assert_eq!(bounded(late, "none").verdict(), violated());
    let recursive = "int f(int n) { return n > 2 ? n : f(n + 1); } int main(void) { if (f(0) != 3) reach_error(); return 0; }";
    assert_eq!(bounded(recursive, "none").verdict(), Verdict::True, "precision");
    assert_eq!(bounded(&recursive.replace("!= 3", "== 3"), "none").verdict(), violated(), "soundness");
}

/// Knows nothing until a step case has asked often enough, and then what value sets know.
struct Late<'a> {
    known: ValueSets<'a>,
    asked: u64,
    after: u64,
}

impl InvariantSource for Late<'_> {
    fn at(
        &mut self,
        cx: &Context<'_>,
        location: cfa::LocationId,
    ) -> Result<Option<smt::TermId>, outcome::Incomplete> {
        self.asked += 1;
        if self.asked > self.after { self.known.at(cx, location) } else { Ok(None) }
    }

    fn version(&mut self) -> u64 {
        self.asked.min(self.after)
    }
}

/// Algorithm 5.2, lines 19 to 23: a generator that finds the needed invariant while the step case runs lets it succeed without a larger bound. Without the invariant no bound is enough: the state may stay
/// at 8, which it never is.
#[test]
fn a_step_case_is_repeated_when_more_is_known() {
    let text = "extern void reach_error(void); extern int nd(void); int main(void) { int s = 3; while (nd()) { if (s == 9) reach_error(); \
         if (s == 3) s = 5; else if (s == 5) s = 3; else if (s == 8 && nd()) s = 9; } return 0; }";
    let cfa = super::automaton(text);
    let configuration = &preset("k-induction").unwrap().configuration;
    let budget = Budget::unlimited().part(TIME);
    let encoder = Encoder::new(&cfa, &configuration.encoding).unwrap();
    let backend = Supervised::new(backend(configuration.solver, None).unwrap(), &budget);
    let (terms, solver) = (
        RefCell::new(smt::Terms::new()),
        RefCell::new(smt::solver::open(&backend, &smt::solver::Needs::default()).unwrap()),
    );
    let logic = Logic { terms: &terms, encoder: &encoder, solver: &solver, backend: &backend };
    let automata: Vec<Automaton> =
        super::no_error().iter().filter_map(|check| Automaton::of(&check.formula)).collect();
    let observed = Observed::new(&cfa, &automata);
    for after in [0, 1, 3] {
        let mut source = Late { known: ValueSets::of(&cfa, logic), asked: 0, after };
        let mut statistics = Vec::new();
        let precision = RefCell::new(Precision::default());
        let mut notes = Notes { statistics: &mut statistics, precision: &precision, seen: &mut Vec::new() };
        let cx = Context { cfa: &cfa, budget: &budget };
        let given = (configuration, &mut source as &mut dyn InvariantSource);
        let answer = bounded_with(&cx, logic, &observed, given, &mut notes, &mut Silent);
        assert!(matches!(answer, Finding::Proved(Proof::Induction { bound: 1 })), "after {after}");
        let counted =
            |name| statistics.iter().find(|(known, _)| *known == name).map_or(0, |(_, count)| *count);
        assert_eq!((counted("bound"), counted("repeated step cases")), (1, after));
    }
}
