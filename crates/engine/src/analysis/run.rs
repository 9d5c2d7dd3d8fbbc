//! The algorithms with their analyses, as a configuration says.

use super::conclude::replay;
use super::configuration::{Bound, Configuration, Invariants};
use super::sequence::note;
use algorithms::Confirm;
use algorithms::cegar::Unconfirmed;
use algorithms::counterexample::Confirmation;
use algorithms::{Progress, bmc, cegar, testing};
use cfa::EdgeId;
use cpa::callstack::{CallStackAnalysis, CallStackOptions, Recursion};
use cpa::location::LocationAnalysis;
use cpa::loop_bound::{Counting, LoopBoundAnalysis};
use cpa::path_length::PathLengthAnalysis;
use cpa::specification::{Observed, SpecificationAnalysis};
use cpa::{Analysis, Composite, Context};
use cpa_predicate::{Block, Merge, Options as Predicate, Precision, PredicateAnalysis, Strategy};
use cpa_value::ValueAnalysis;
use formula::Logic;
use invariants::ValueSets;
use limits::Budget;
use outcome::{Execution, Finding, Seen};
use std::cell::RefCell;
use std::time::Duration;

/// Counts by name.
type Counts = Vec<(&'static str, u64)>;

/// What a run leaves beside its answer.
pub(super) struct Notes<'n, 'a> {
    /// Counts by name.
    pub(super) statistics: &'n mut Counts,
    /// The predicates to begin with, and all that are found.
    pub(super) precision: &'a RefCell<Precision>,
    /// Undefined behaviour that executions ran into.
    pub(super) seen: &'n mut Vec<Seen>,
}

/// The analyses that every configuration has.
fn basics<'a>(observed: &Observed<'_>, recursion: Recursion) -> Vec<Box<dyn Analysis + 'a>> {
    let mut analyses: Vec<Box<dyn Analysis + 'a>> =
        vec![Box::new(LocationAnalysis), Box::new(CallStackAnalysis::new(CallStackOptions { recursion }))];
    for automaton in observed.automata() {
        analyses.push(Box::new(SpecificationAnalysis::new(automaton.clone())));
    }
    analyses
}

/// The predicate analysis, which stops with the run.
fn predicate<'a>(
    cx: &Context<'_>,
    logic: Logic<'a>,
    options: Predicate,
    start: Precision,
) -> PredicateAnalysis<'a> {
    let analysis = PredicateAnalysis::new(logic, options, start);
    cx.budget.sign().interrupts(analysis.interrupt());
    analysis
}

/// What the analyses counted; what never happened is left out.
fn counted(composite: &Composite<'_>) -> Counts {
    let counts = composite.analyses().iter().flat_map(|analysis| analysis.statistics());
    counts.filter(|&(name, count)| count > 0 || name == "failed interpolations").collect()
}

/// Search and refinement in turn.
pub(super) fn refining<'a>(
    cx: &Context<'_>,
    logic: Logic<'a>,
    observed: &Observed<'_>,
    configuration: &Configuration,
    notes: &mut Notes<'_, 'a>,
    progress: &mut dyn Progress,
) -> Finding {
    let mut analyses = basics(observed, Recursion::GiveUp(configuration.recursion));
    cx.budget.meter().name_rounds("refinements");
    let start = notes.precision.borrow().clone();
    let predicate = predicate(cx, logic, configuration.predicate.clone(), start);
    analyses.push(Box::new(predicate.recording(notes.precision)));
    let mut composite = Composite::new(analyses);
    let mut counts = cegar::Statistics::default();
    let mut confirm = |path: &[EdgeId]| replayed(cx, logic, observed, path, notes.seen);
    // What predicates believe in is a path of the program, or the solver was wrong.
    let judge: (Confirm<'_>, _) = (&mut confirm, Unconfirmed::Ends);
    let finding = cegar::run(cx, &mut composite, &configuration.traversal, judge, &mut counts, progress);
    notes.statistics.extend([
        ("states", counts.states as u64),
        ("expanded", counts.search.expanded),
        ("covered", counts.search.covered),
        ("covered by force", counts.search.forced),
        ("merged", counts.search.merged),
        ("refinements", counts.refinements),
    ]);
    notes.statistics.extend(counted(&composite));
    finding
}

/// Replays a path. Undefined behaviour that comes first is written down.
fn replayed(
    cx: &Context<'_>,
    logic: Logic<'_>,
    observed: &Observed<'_>,
    path: &[EdgeId],
    undefined: &mut Vec<Seen>,
) -> Result<Execution, String> {
    match replay(cx, logic, observed, path) {
        Confirmation::Confirmed(execution) => Ok(execution),
        Confirmation::Refuted { reason, seen } => {
            note(undefined, seen);
            Err(reason)
        }
    }
}

/// Where paths are followed one by one, each query of a replay gets at most so many times as long as one about a branch.
const QUERIES_OF_REPLAY: u32 = 2;

/// The time for the replay of one path. Where there are many paths, one that is too hard must not be the last.
fn budget_of_replay(cx: &Context<'_>, configuration: &Configuration) -> Budget {
    let is_apart = configuration.domain.has_predicates() && configuration.predicate.merge == Merge::Separate;
    let bounded = configuration.predicate.query.time.filter(|_| is_apart);
    cx.budget.part(bounded.map_or(Duration::MAX, |time| time.saturating_mul(QUERIES_OF_REPLAY)))
}

/// Search over values of variables, refined or not, alone or with formulas beside them. What it finds is judged by a replay, and if that fails the search goes on.
pub(super) fn valued<'a>(
    cx: &Context<'_>,
    logic: Logic<'a>,
    observed: &Observed<'_>,
    configuration: &Configuration,
    notes: &mut Notes<'_, 'a>,
    progress: &mut dyn Progress,
) -> Finding {
    let mut analyses = basics(observed, Recursion::GiveUp(configuration.recursion));
    cx.budget.meter().name_rounds("refinements");
    // Who is first is asked first whether it can exclude a path.
    analyses.push(Box::new(ValueAnalysis::new(cx.cfa, configuration.value)));
    if configuration.domain.has_predicates() {
        let start = notes.precision.borrow().clone();
        let predicate = predicate(cx, logic, configuration.predicate.clone(), start);
        analyses.push(Box::new(predicate.recording(notes.precision)));
    }
    let mut composite = Composite::new(analyses);
    let mut counts = cegar::Statistics::default();
    let mut confirm = |path: &[EdgeId]| {
        let budget = budget_of_replay(cx, configuration);
        replayed(&Context { cfa: cx.cfa, budget: &budget }, logic, observed, path, notes.seen)
    };
    let judge: (Confirm<'_>, _) = (&mut confirm, Unconfirmed::GoesOn);
    let finding = cegar::run(cx, &mut composite, &configuration.traversal, judge, &mut counts, progress);
    notes.statistics.extend([
        ("states", counts.states as u64),
        ("expanded", counts.search.expanded),
        ("covered", counts.search.covered),
        ("refinements", counts.refinements),
    ]);
    let rare = [("merged", counts.search.merged), ("unconfirmed paths", counts.unconfirmed)];
    notes.statistics.extend(rare.into_iter().filter(|(_, count)| *count > 0));
    notes.statistics.extend(counted(&composite));
    finding
}

/// Executions with values by chance.
pub(super) fn tested<'a>(
    cx: &Context<'_>,
    _logic: Logic<'a>,
    observed: &Observed<'_>,
    configuration: &Configuration,
    notes: &mut Notes<'_, 'a>,
    progress: &mut dyn Progress,
) -> Finding {
    cx.budget.meter().name_rounds("executions");
    let _timer = cx.phase("testing");
    progress.report("testing", 0, 0);
    let mut counts = testing::Statistics::default();
    let tested = testing::run(cx, observed, configuration.testing, &mut counts, notes.seen);
    notes.statistics.extend([
        ("executions", counts.executions),
        ("executed steps", counts.steps),
        ("executions that were cut off", counts.cut),
    ]);
    tested.unwrap_or_else(Finding::from)
}

/// Growing bounds.
pub(super) fn bounded<'a>(
    cx: &Context<'_>,
    logic: Logic<'a>,
    observed: &Observed<'_>,
    configuration: &Configuration,
    notes: &mut Notes<'_, 'a>,
    progress: &mut dyn Progress,
) -> Finding {
    let mut value_sets;
    let mut nothing = bmc::NoInvariants;
    let invariants: &mut dyn bmc::InvariantSource =
        match (configuration.bounded.induction, configuration.invariants) {
            (bmc::Induction::Off, _) | (bmc::Induction::On, Invariants::None) => &mut nothing,
            (bmc::Induction::On, Invariants::ValueSets) => {
                value_sets = ValueSets::of(cx.cfa, logic);
                &mut value_sets
            }
        };
    bounded_with(cx, logic, observed, (configuration, invariants), notes, progress)
}

/// Growing bounds, and facts from this source.
pub(super) fn bounded_with<'a>(
    cx: &Context<'_>,
    logic: Logic<'a>,
    observed: &Observed<'_>,
    (configuration, invariants): (&Configuration, &mut dyn bmc::InvariantSource),
    notes: &mut Notes<'_, 'a>,
    progress: &mut dyn Progress,
) -> Finding {
    cx.budget.meter().name_rounds("k");
    let unrolling = |bound: Box<dyn Analysis + 'a>| {
        let options = Predicate {
            block: Block::Never,
            merge: Merge::Join,
            strategy: Strategy::None,
            ..configuration.predicate.clone()
        };
        let mut analyses = basics(observed, Recursion::CutOff);
        analyses.push(bound);
        analyses.push(Box::new(predicate(cx, logic, options, Precision::default())));
        Composite::new(analyses)
    };
    let first = configuration.bounded.first;
    let mut base = unrolling(match configuration.bound {
        Bound::Loops => Box::new(LoopBoundAnalysis::new(first, Counting::Iterations)),
        Bound::PathLength => Box::new(PathLengthAnalysis::new(first)),
    });
    let mut step = unrolling(Box::new(LoopBoundAnalysis::new(first, Counting::Total)));
    let mut counts = bmc::Statistics::default();
    let parts = bmc::Parts {
        cx,
        logic,
        base: &mut base,
        step: &mut step,
        traversal: &configuration.traversal,
        invariants,
        confirm: &mut |path| replayed(cx, logic, observed, path, notes.seen),
        doubt: None,
    };
    let finding = bmc::run(parts, &configuration.bounded, &mut counts, progress);
    notes.statistics.extend([
        ("states", counts.states as u64),
        ("expanded", counts.search.expanded),
        ("merged", counts.search.merged),
        ("bound", u64::from(counts.bound)),
    ]);
    let rare = [
        ("proofs by induction", u64::from(counts.concluded_by_step)),
        ("bounds with unconfirmed paths", counts.refuted),
        ("undecided step cases", counts.undecided_steps),
        ("repeated step cases", counts.repeated_steps),
        ("undecided forward conditions", counts.undecided_forward),
    ];
    notes.statistics.extend(rare.into_iter().filter(|(_, count)| *count > 0));
    finding
}
