//! From an automaton and a property to a verdict: builds what a preset says, runs it, and confirms what it found.
//!
//! *Never wrong.* TRUE is what an algorithm proved without leaving anything out. FALSE is printed only after the interpreter took the path. Whatever else
//! happens is UNKNOWN with its reason. What the encoding takes for granted goes into the outcome.

mod conclude;
mod configuration;
pub mod options;
mod path;
mod precision;
mod preset;
mod run;
mod sequence;
mod similar;

#[cfg(test)]
mod tests;

pub use configuration::{Algorithm, Configuration, Domain};
use limits::Budget;
pub(crate) use precision::check as check_precision;
pub use precision::{PrecisionFiles, check_writable};
pub use preset::{Chosen, Preset, chosen, default_sequence, preset, presets, sequences};
pub use sequence::{Sequence, analyse_in_turn};
use similar::similar;

use crate::solvers::{Supervised, backend};
use algorithms::Progress;
use cfa::Cfa;
use conclude::conclude;
use cpa::Context;
use cpa::specification::{Automaton, Observed};
use formula::{Encoder, Logic};
use outcome::{Finding, Incomplete, Outcome, Phase};
pub use path::{SourceStep, SourceUndefined, SourceValue, source_path, source_undefined};
use precision::Keeper;
use property::{Check, Formula};
use smt::Terms;
use smt::solver::{Backend, Needs, Solver};
use source::Diagnostic;
use std::cell::RefCell;

/// Whether these properties can be checked; the error says which one cannot.
pub fn admit(checks: &[Check]) -> Result<(), Diagnostic> {
    let refused = checks.iter().find(|check| Automaton::of(&check.formula).is_none());
    refused.map_or(Ok(()), |check| {
        let message = format!("the property {} is not supported yet", check.formula.name());
        Err(Diagnostic::error("E0513", check.span, message)
            .with_note("supported is that a function is never called: `G ! call(NAME())`, and automata that watch calls (`.spc`)")
            .with_note("if a task has several properties, `--property FILE.prp` chooses one"))
    })
}

/// What is strange about properties that can be checked: automata of the user's that watch functions which the program does not call.
pub fn doubts(checks: &[Check], cfa: &Cfa) -> Vec<Diagnostic> {
    let mut doubts = Vec::new();
    for check in checks {
        let Some(automaton) = Automaton::of(&check.formula) else { continue };
        if let Formula::Observer(observer) = &check.formula {
            for function in automaton.never_called(cfa) {
                let message = format!(
                    "the program never calls `{function}`, which the automaton `{}` watches",
                    observer.name
                );
                doubts.push(Diagnostic::warning("W0514", check.span, message));
            }
        }
    }
    doubts
}

/// Whether properties hold whatever the program computes, since it calls nothing that they are
/// about.
pub fn is_vacuous(checks: &[Check], cfa: &Cfa) -> bool {
    checks
        .iter()
        .all(|check| Automaton::of(&check.formula).is_some_and(|automaton| automaton.is_vacuous(cfa)))
}

/// Checks several properties: the first that does not hold, or is not decided, is the answer. A
/// proof of all rests on what each rests on.
pub fn analyse_all(properties: &[&[Check]], mut analyse: impl FnMut(&[Check]) -> Outcome) -> Outcome {
    let mut all: Option<Outcome> = None;
    for checks in properties {
        let outcome = analyse(checks);
        match outcome.finding {
            Finding::Proved(_) => {}
            Finding::Violated(_) | Finding::Unknown(_) => return outcome,
        }
        all = Some(match all {
            Some(before) => outcome.after(before),
            None => outcome,
        });
    }
    all.unwrap_or_else(|| Outcome::unknown(Incomplete::open(Phase::Setup, "no property")))
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
        return Outcome::unknown(Incomplete::open(Phase::Setup, "no property"));
    }
    let mut automata = Vec::new();
    for check in checks {
        match Automaton::of(&check.formula) {
            Some(automaton) => automata.push(automaton),
            None => {
                let what = format!("the property {} is not supported yet", check.formula.name());
                return Outcome::unknown(Incomplete::open(Phase::Setup, what));
            }
        }
    }
    let observed = Observed::new(cfa, &automata);
    let encoder = match Encoder::new(cfa, &configuration.encoding) {
        Ok(encoder) => encoder,
        Err(error) => return Outcome::unknown(error),
    };
    let backend = match backend(configuration.solver, configuration.smt_log.as_deref()) {
        Ok(backend) => Supervised::new(backend, budget),
        Err(error) => return Outcome::unknown(Incomplete::NoSolver(error.to_string())),
    };
    let solver: Box<dyn Solver> = match smt::solver::open(&backend, &Needs::default()) {
        Ok(solver) => solver,
        Err(error) => return Outcome::unknown(Incomplete::NoSolver(error.to_string())),
    };
    let (terms, solver) = (RefCell::new(Terms::new()), RefCell::new(solver));
    let logic =
        Logic { terms: &terms, encoder: &encoder, solver: &solver, backend: &backend as &dyn Backend };
    let found = match configuration.precision.start(logic) {
        Ok(start) => RefCell::new(start),
        Err(reason) => return Outcome::unknown(Incomplete::open(Phase::Setup, reason)),
    };
    let keeper = configuration.precision.kept.as_deref().map(|path| Keeper::new(path, logic, &found));
    let cx = Context { cfa, budget };
    let mut statistics = Vec::new();
    let run = match (configuration.algorithm, configuration.domain) {
        (Algorithm::Refinement, Domain::Predicate) => run::refining,
        (Algorithm::Refinement, Domain::Value | Domain::ValueAndPredicate) => run::valued,
        (Algorithm::Bounded, _) => run::bounded,
        (Algorithm::Testing, _) => run::tested,
    };
    let mut seen = Vec::new();
    let mut notes = run::Notes { statistics: &mut statistics, precision: &found, seen: &mut seen };
    let mut live = Live { budget, progress, keeper };
    let finding = run(&cx, logic, &observed, configuration, &mut notes, &mut live);
    let kept = live.keeper.map(Keeper::finish);
    let mut outcome = conclude(&cx, logic, finding);
    outcome.undefined = seen;
    let solved = solver.borrow().statistics();
    statistics.extend([("queries", solved.checks), ("terms", terms.borrow().len() as u64)]);
    outcome.statistics = statistics;
    if let Some((text, failure)) = kept {
        (outcome.precision, outcome.unwritten) = (Some(text), failure);
    }
    outcome
}

/// Writes down which round it is and what was found, and passes the report on.
struct Live<'p> {
    budget: &'p Budget,
    progress: &'p mut dyn Progress,
    keeper: Option<Keeper<'p>>,
}

impl Progress for Live<'_> {
    fn report(&mut self, phase: &str, states: usize, round: u32) {
        self.budget.meter().set_round(round);
        if let Some(keeper) = &mut self.keeper {
            keeper.keep_sometimes();
        }
        self.progress.report(phase, states, round);
    }
}
