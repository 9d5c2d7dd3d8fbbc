//! From an automaton and a property to a verdict: builds what a preset says, runs it, and confirms what it found.
//!
//! *Never wrong.* TRUE is what an algorithm proved without leaving anything out. FALSE is printed only after the interpreter took the path. Whatever else
//! happens is UNKNOWN with its reason. What the encoding takes for granted goes into the outcome.

mod preset;

#[cfg(test)]
mod tests;

pub use preset::{PRESETS, Preset, preset};

use algorithms::counterexample::{Confirmation, confirm};
use algorithms::{Outcome as Answer, Progress, bmc, cegar};
use cfa::{Assumption, Cfa, EdgeId};
use cpa::callstack::{CallStackAnalysis, CallStackOptions, Recursion};
use cpa::location::LocationAnalysis;
use cpa::loop_bound::{Counting, LoopBoundAnalysis};
use cpa::specification::{Automaton, SpecificationAnalysis};
use cpa::{Analysis, Budget, Composite, Context, Traversal};
use cpa_predicate::{Block, Options as Predicate, Precision, PredicateAnalysis, Strategy};
use formula::{Encoder, Encoding, Logic};
use preset::Algorithm;
use property::{Check, Verdict};
use smt::Terms;
use smt::solver::{Backend, Needs, Solver};
use smt_z3::Z3Backend;
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
    fn unknown(reason: impl Into<String>) -> Self {
        let verdict = Verdict::Unknown(reason.into());
        Self { verdict, path: Vec::new(), assumptions: Vec::new(), statistics: Vec::new() }
    }
}

/// Checks one property, of which all parts must hold.
pub fn analyse(
    cfa: &Cfa,
    checks: &[Check],
    preset: &Preset,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Outcome {
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
    let encoder = match Encoder::new(cfa, &Encoding::default()) {
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
    let answer = match (preset.algorithm)() {
        Algorithm::Cegar(options) => refining(&cx, logic, &automata, &options, &mut statistics, progress),
        Algorithm::Bounded(options) => bounded(&cx, logic, &automata, &options, &mut statistics, progress),
    };
    let (verdict, path) = conclude(&cx, logic, name, answer);
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
        Answer::False(path) => match confirm(cx, logic, &path) {
            Confirmation::Confirmed(_) => (Verdict::False(name.to_owned()), path),
            Confirmation::Refuted(reason) => {
                (Verdict::Unknown(format!("counterexample not confirmed: {reason}")), Vec::new())
            }
        },
    }
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
    options: &Predicate,
    statistics: &mut Vec<(&'static str, u64)>,
    progress: &mut dyn Progress,
) -> Answer {
    let mut analyses = basics(automata, CallStackOptions::default().recursion);
    analyses.push(Box::new(PredicateAnalysis::new(logic, options.clone(), Precision::default())));
    let mut composite = Composite::new(analyses);
    let mut counts = cegar::Statistics::default();
    let answer = cegar::run(cx, &mut composite, &Traversal::default(), &mut counts, progress);
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
    options: &bmc::Options,
    statistics: &mut Vec<(&'static str, u64)>,
    progress: &mut dyn Progress,
) -> Answer {
    let unrolling = |counting: Counting| {
        let predicate = Predicate { block: Block::Never, strategy: Strategy::None, ..Predicate::default() };
        let mut analyses = basics(automata, Recursion::CutOff);
        analyses.push(Box::new(LoopBoundAnalysis::new(options.first, counting)));
        analyses.push(Box::new(PredicateAnalysis::new(logic, predicate, Precision::default())));
        Composite::new(analyses)
    };
    let (mut base, mut step) = (unrolling(Counting::Iterations), unrolling(Counting::Total));
    let mut counts = bmc::Statistics::default();
    let parts = bmc::Parts { cx, logic, base: &mut base, step: &mut step, traversal: &Traversal::default() };
    let answer = bmc::run(parts, options, &mut counts, progress);
    statistics.extend([
        ("states", counts.states as u64),
        ("expanded", counts.search.expanded),
        ("bound", u64::from(counts.bound)),
    ]);
    answer
}
