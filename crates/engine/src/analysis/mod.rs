//! From an automaton and a property to a verdict: builds what a preset says, runs it, and confirms what it found.
//!
//! *Never wrong.* TRUE is what an algorithm proved without leaving anything out. FALSE is printed only after the interpreter took the path. Whatever else
//! happens is UNKNOWN with its reason. What the encoding takes for granted goes into the outcome.

mod configuration;
pub mod options;
mod preset;
mod similar;

#[cfg(test)]
mod tests;

pub use configuration::{Algorithm, Configuration};
pub use preset::{Preset, preset, presets, similar_presets};
use similar::similar;

use algorithms::counterexample::{Confirmation, confirm};
use algorithms::{Outcome as Answer, Progress, bmc, cegar};
use cfa::{Assumption, Cfa, EdgeId};
use cpa::callstack::{CallStackAnalysis, CallStackOptions, Recursion};
use cpa::location::LocationAnalysis;
use cpa::loop_bound::{Counting, LoopBoundAnalysis};
use cpa::specification::{Automaton, SpecificationAnalysis};
use cpa::{Analysis, Budget, Composite, Context};
use cpa_predicate::{Block, Options as Predicate, Precision, PredicateAnalysis, Strategy};
use formula::{Arithmetic, Encoder, Encoding, Logic, Overflow};
use property::{Check, Verdict};
use smt::Terms;
use smt::solver::{Backend, Needs, Solver};
use smt_z3::Z3Backend;
use source::Diagnostic;
use std::cell::RefCell;

/// What is known of a program, and how it came about.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// The path to the violation, which the interpreter took.
    pub path: Vec<EdgeId>,
    /// What the encoding takes for granted, beside the automaton's own assumptions.
    pub assumptions: Vec<Assumption>,
    /// Counts, by name.
    pub statistics: Vec<(&'static str, u64)>,
}

impl Outcome {
    /// Nothing is known, for this reason.
    pub fn unknown(reason: impl Into<String>) -> Self {
        let verdict = Verdict::Unknown(reason.into());
        Self { verdict, path: Vec::new(), assumptions: Vec::new(), statistics: Vec::new() }
    }
}

/// Whether these properties can be checked; the error says which one cannot.
pub fn admit(checks: &[Check]) -> Result<(), Diagnostic> {
    let refused = checks.iter().find(|check| Automaton::of(&check.formula).is_none());
    refused.map_or(Ok(()), |check| {
        let message = format!("the property {} is not supported yet", check.formula.name());
        Err(Diagnostic::error("E0513", check.span, message)
            .with_note("supported is that a function is never called: `G ! call(NAME())`"))
    })
}

/// Checks one property, of which all parts must hold.
pub fn analyse(
    cfa: &Cfa,
    checks: &[Check],
    configuration: &Configuration,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Outcome {
    if checks.is_empty() {
        return Outcome::unknown("no property");
    }
    let mut automata = Vec::new();
    for check in checks {
        match Automaton::of(&check.formula) {
            Some(automaton) => automata.push(automaton),
            None => {
                return Outcome::unknown(format!(
                    "the property {} is not supported yet",
                    check.formula.name()
                ));
            }
        }
    }
    let name = checks.first().map_or("", |check| check.formula.name());
    let encoder = match Encoder::new(cfa, &configuration.encoding) {
        Ok(encoder) => encoder,
        Err(error) => return Outcome::unknown(error.to_string()),
    };
    let backend = Z3Backend::default();
    let solver: Box<dyn Solver> = match smt::solver::open(&backend, &Needs::default()) {
        Ok(solver) => solver,
        Err(error) => return Outcome::unknown(format!("no solver: {error}")),
    };
    let (terms, solver) = (RefCell::new(Terms::new()), RefCell::new(solver));
    let logic =
        Logic { terms: &terms, encoder: &encoder, solver: &solver, backend: &backend as &dyn Backend };
    let cx = Context { cfa, budget };
    let mut statistics = Vec::new();
    let run = match configuration.algorithm {
        Algorithm::Refinement => refining,
        Algorithm::Bounded => bounded,
    };
    let answer = run(&cx, logic, &automata, configuration, &mut statistics, progress);
    let (mut verdict, path) = conclude(&cx, logic, name, answer);
    let overflows = configuration.encoding.arithmetic == (Arithmetic::Linear { overflow: Overflow::Sound });
    if verdict == Verdict::True && overflows && encoder.takes_floats_for_reals() {
        // The variant that is meant to be sound is not for floats. Who wants to assume this has the other one.
        verdict = Verdict::Unknown("linear arithmetic does not round floats".to_owned());
    }
    let assumptions = encoder.assumptions().into_iter();
    let assumptions = assumptions.map(|known| Assumption { text: known.text, span: known.span }).collect();
    let solved = solver.borrow().statistics();
    statistics.extend([("queries", solved.checks), ("terms", terms.borrow().len() as u64)]);
    Outcome { verdict, path, assumptions, statistics }
}

/// The verdict, after a replay of what was found.
fn conclude(cx: &Context<'_>, logic: Logic<'_>, name: &str, answer: Answer) -> (Verdict, Vec<EdgeId>) {
    match answer {
        Answer::True => (Verdict::True, Vec::new()),
        Answer::Unknown(reason) => (Verdict::Unknown(reason), Vec::new()),
        Answer::False(path) => match replay(cx, logic, &path) {
            Confirmation::Confirmed(_) => (Verdict::False(name.to_owned()), path),
            Confirmation::Refuted(reason) => {
                (Verdict::Unknown(format!("counterexample not confirmed: {reason}")), Vec::new())
            }
        },
    }
}

/// Replays a path. Values for it come from exact formulas, whatever the analysis believes.
fn replay(cx: &Context<'_>, logic: Logic<'_>, path: &[EdgeId]) -> Confirmation {
    let exact = Encoding::default();
    if logic.encoder.encoding().arithmetic == exact.arithmetic {
        return confirm(cx, logic, path);
    }
    let encoder = match Encoder::new(cx.cfa, &exact) {
        Ok(encoder) => encoder,
        Err(error) => return Confirmation::Refuted(error.to_string()),
    };
    let solver = match smt::solver::open(logic.backend, &Needs::default()) {
        Ok(solver) => RefCell::new(solver),
        Err(error) => return Confirmation::Refuted(error.to_string()),
    };
    let terms = RefCell::new(Terms::new());
    confirm(cx, Logic { terms: &terms, encoder: &encoder, solver: &solver, backend: logic.backend }, path)
}

/// The analyses that every configuration has.
fn basics<'a>(automata: &[Automaton], recursion: Recursion) -> Vec<Box<dyn Analysis + 'a>> {
    let mut analyses: Vec<Box<dyn Analysis + 'a>> =
        vec![Box::new(LocationAnalysis), Box::new(CallStackAnalysis::new(CallStackOptions { recursion }))];
    for automaton in automata {
        analyses.push(Box::new(SpecificationAnalysis::new(automaton.clone())));
    }
    analyses
}

fn refining<'a>(
    cx: &Context<'_>,
    logic: Logic<'a>,
    automata: &[Automaton],
    configuration: &Configuration,
    statistics: &mut Vec<(&'static str, u64)>,
    progress: &mut dyn Progress,
) -> Answer {
    let mut analyses = basics(automata, Recursion::GiveUp(configuration.recursion));
    analyses.push(Box::new(PredicateAnalysis::new(
        logic,
        configuration.predicate.clone(),
        Precision::default(),
    )));
    let mut composite = Composite::new(analyses);
    let mut counts = cegar::Statistics::default();
    let answer = cegar::run(cx, &mut composite, &configuration.traversal, &mut counts, progress);
    statistics.extend([
        ("states", counts.states as u64),
        ("expanded", counts.search.expanded),
        ("covered", counts.search.covered),
        ("refinements", counts.refinements),
    ]);
    answer
}

fn bounded<'a>(
    cx: &Context<'_>,
    logic: Logic<'a>,
    automata: &[Automaton],
    configuration: &Configuration,
    statistics: &mut Vec<(&'static str, u64)>,
    progress: &mut dyn Progress,
) -> Answer {
    let options = &configuration.bounded;
    let unrolling = |counting: Counting| {
        let predicate = Predicate { block: Block::Never, strategy: Strategy::None, ..Predicate::default() };
        let mut analyses = basics(automata, Recursion::CutOff);
        analyses.push(Box::new(LoopBoundAnalysis::new(options.first, counting)));
        analyses.push(Box::new(PredicateAnalysis::new(logic, predicate, Precision::default())));
        Composite::new(analyses)
    };
    let (mut base, mut step) = (unrolling(Counting::Iterations), unrolling(Counting::Total));
    let mut counts = bmc::Statistics::default();
    let parts =
        bmc::Parts { cx, logic, base: &mut base, step: &mut step, traversal: &configuration.traversal };
    let answer = bmc::run(parts, options, &mut counts, progress);
    statistics.extend([
        ("states", counts.states as u64),
        ("expanded", counts.search.expanded),
        ("bound", u64::from(counts.bound)),
    ]);
    answer
}
