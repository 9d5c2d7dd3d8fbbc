//! The ladder: strategies in order, each result checked, until one passes.

mod preconditions;

#[cfg(test)]
mod tests;

use crate::checker::Checker;
use crate::connect::is_formula;
use crate::error::{Failure, InterpolationError};
use crate::normal::Normal;
use crate::options::{Options, Strategy};
use crate::pool::Pool;
use crate::project::Help;
use crate::quality::quality;
use crate::statistics::Statistics;
use crate::trace::Trace;
use crate::{linear, native, newton, paths, spacer, weakest};
use limits::Moment;
use smt::solver::{Backend, Interrupt, Limits, Reason};
use smt::transform::FreeSymbols;
use smt::{CoreOp, Op, TermId, Terms};
use std::collections::BTreeSet;

/// What all strategies work with.
pub(crate) struct Context<'c, 'b> {
    pub(crate) terms: &'c mut Terms,
    pub(crate) free: &'c mut FreeSymbols,
    pub(crate) normal: &'c mut Normal,
    pub(crate) pool: &'c mut Pool<'b>,
    pub(crate) options: &'c Options,
    /// When the strategy has to end.
    pub(crate) deadline: Option<Moment>,
}

impl Context<'_, '_> {
    /// Fails if the time of the strategy is up, or somebody asked for a stop. To be asked before each step of a long computation.
    pub(crate) fn proceed(&self) -> Result<(), Failure> {
        if self.pool.interrupt().is_asked() {
            return Err(Failure::Undecided(Reason::Interrupted));
        }
        if self.deadline.is_some_and(Moment::has_come) {
            return Err(Failure::Undecided(Reason::Time));
        }
        Ok(())
    }

    /// Bounds of a query that also end when the strategy has to.
    pub(crate) fn bounded(&self, bounds: Limits) -> Limits {
        Limits { time: limits::shorter(self.deadline.map(Moment::left), bounds.time), ..bounds }
    }
}

/// Computes interpolants of traces over one store of terms.
pub struct Interpolator<'b> {
    options: Options,
    pool: Pool<'b>,
    free: FreeSymbols,
    normal: Normal,
    checker: Checker,
    statistics: Statistics,
    /// When everything has to end.
    end: Option<Moment>,
}

impl<'b> Interpolator<'b> {
    /// An interpolator that uses these back ends. For each query the first that has what is needed is taken; solvers are opened
    /// when they are needed first.
    pub fn new(backends: &[&'b dyn Backend], options: Options) -> Self {
        Self {
            options,
            pool: Pool::new(backends),
            free: FreeSymbols::new(),
            normal: Normal::new(),
            checker: Checker::default(),
            statistics: Statistics::default(),
            end: None,
        }
    }

    /// Interpolations end before this moment, up to the query that runs: what is not found by then is [interrupted](InterpolationError::Interrupted).
    pub fn end_before(&mut self, end: Option<Moment>) {
        self.end = end;
    }

    /// Interpolants of a trace of n formulas: n + 1 facts, of which the first is `true`, the last is `false`, and fact `i`
    /// with formula `i` implies fact `i + 1`. Each mentions only symbols that occur both before and behind it. They have passed the checker.
    pub fn sequence(
        &mut self,
        terms: &mut Terms,
        trace: &[TermId],
    ) -> Result<Vec<TermId>, InterpolationError> {
        if let Some(&term) = trace.iter().find(|&&term| !is_formula(terms, term)) {
            return Err(InterpolationError::NotFormula(term));
        }
        // No formula is the formula `true`, which has a model.
        if trace.is_empty() {
            return Err(InterpolationError::Feasible);
        }
        self.statistics.sequences += 1;
        self.statistics.last = None;
        let trace = Trace::new(terms, &mut self.free, trace);
        let result = self.climb(terms, &trace);
        self.statistics.failures += u64::from(result.is_err());
        self.statistics.steps = self.checker.steps;
        self.statistics.trivial_steps = self.checker.trivial;
        self.statistics.repeated_steps = self.checker.repeated;
        self.statistics.rewritten_steps = self.checker.rewritten;
        result
    }

    /// A formula that follows from `first`, contradicts `second`, and mentions only symbols of both.
    pub fn single(
        &mut self,
        terms: &mut Terms,
        first: TermId,
        second: TermId,
    ) -> Result<TermId, InterpolationError> {
        Ok(self.sequence(terms, &[first, second])?[1])
    }

    /// Stops the running interpolation, or the next.
    pub fn interrupt(&self) -> Interrupt {
        self.pool.interrupt()
    }

    /// What was done so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    fn climb(&mut self, terms: &mut Terms, trace: &Trace) -> Result<Vec<TermId>, InterpolationError> {
        let mut failures = Vec::new();
        for strategy in self.order(terms, trace) {
            if self.pool.take_interrupt() || self.end.is_some_and(Moment::has_come) {
                return Err(InterpolationError::Interrupted);
            }
            match self.counted(terms, trace, strategy) {
                Ok(facts) => {
                    self.statistics.last = Some(strategy);
                    return Ok(self.improved(terms, trace, strategy, facts));
                }
                Err(Failure::Feasible) => return Err(InterpolationError::Feasible),
                Err(Failure::Undecided(Reason::Interrupted)) => {
                    self.pool.take_interrupt();
                    return Err(InterpolationError::Interrupted);
                }
                Err(failure) => failures.push((strategy, failure)),
            }
        }
        Err(InterpolationError::Exhausted(failures))
    }

    /// Whether many paths meet in the formulas of a trace.
    fn is_branching(&self, terms: &Terms, trace: &Trace) -> bool {
        let parts = smt::transform::order(terms, &trace.formulas);
        let choices = parts.iter().filter(|&&part| terms.op(part) == Op::Core(CoreOp::Or)).count();
        choices > self.options.choices
    }

    /// The strategies in the order for a trace. Where many paths meet, the strategy that takes them one by one comes first.
    fn order(&self, terms: &Terms, trace: &Trace) -> Vec<Strategy> {
        let mut order = self.options.order.clone();
        if self.is_branching(terms, trace) {
            order.sort_by_key(|&strategy| strategy != Strategy::Paths);
        }
        order
    }

    /// An attempt that goes into the statistics.
    fn counted(
        &mut self,
        terms: &mut Terms,
        trace: &Trace,
        strategy: Strategy,
    ) -> Result<Vec<TermId>, Failure> {
        let start = Moment::now();
        let outcome = self.attempt(terms, trace, strategy);
        let rung = self.statistics.rungs.entry(strategy).or_default();
        rung.time += start.elapsed();
        rung.count(outcome.as_ref().map(|_| ()));
        outcome
    }

    /// Better facts than these, if these have many atoms and another strategy finds some.
    fn improved(
        &mut self,
        terms: &mut Terms,
        trace: &Trace,
        found_by: Strategy,
        facts: Vec<TermId>,
    ) -> Vec<TermId> {
        // What would be better takes too long where it has to look at all paths at once.
        if found_by == Strategy::Paths && self.is_branching(terms, trace) {
            return facts;
        }
        let mut best = (quality(terms, &mut self.normal, &facts), facts);
        let shapes: BTreeSet<TermId> =
            trace.formulas.iter().map(|&formula| terms.without_indices(formula).unwrap_or(formula)).collect();
        let bound = self.options.atoms_per_formula.saturating_mul(shapes.len());
        for strategy in self.options.improve.clone() {
            if best.0.atoms <= bound || strategy == found_by {
                continue;
            }
            self.statistics.improvements_tried += 1;
            let Ok(facts) = self.counted(terms, trace, strategy) else { continue };
            let quality = quality(terms, &mut self.normal, &facts);
            if quality < best.0 {
                self.statistics.improvements += 1;
                self.statistics.last = Some(strategy);
                best = (quality, facts);
            }
        }
        best.1
    }

    /// When a strategy that begins now has to end.
    fn deadline(&self) -> Option<Moment> {
        limits::earlier(self.options.strategy.and_then(|work| Moment::now().after(work)), self.end)
    }

    /// Sequences of one strategy, until one passes the checker; else what was wrong with the last.
    fn attempt(
        &mut self,
        terms: &mut Terms,
        trace: &Trace,
        strategy: Strategy,
    ) -> Result<Vec<TermId>, Failure> {
        let deadline = self.deadline();
        let mut context = Context {
            terms,
            free: &mut self.free,
            normal: &mut self.normal,
            pool: &mut self.pool,
            options: &self.options,
            deadline,
        };
        let mut failure = Failure::Nothing("nothing was tried".to_owned());
        for &variant in variants(strategy) {
            let sequences = match candidates(&mut context, trace, variant) {
                Ok(sequences) => sequences,
                Err(other @ (Failure::Feasible | Failure::Undecided(Reason::Interrupted))) => {
                    return Err(other);
                }
                Err(other) => {
                    failure = other;
                    continue;
                }
            };
            for facts in sequences {
                match self.checker.check(&mut context, trace, &facts) {
                    Ok(()) => return Ok(facts),
                    Err(other @ Failure::Rejected(_)) => failure = other,
                    Err(other) => return Err(other),
                }
            }
        }
        Err(failure)
    }
}

/// One way of a strategy.
#[derive(Clone, Copy)]
enum Variant {
    Newton(Help),
    Paths,
    Spacer,
    Linear(linear::Choice, linear::Source),
    Native,
    Weakest,
}

/// The ways of a strategy, one after the other.
fn variants(strategy: Strategy) -> &'static [Variant] {
    use linear::{Choice, Source};
    match strategy {
        Strategy::Newton => &[Variant::Newton(Help::Light), Variant::Newton(Help::Full)],
        Strategy::Paths => &[Variant::Paths],
        Strategy::Spacer => &[Variant::Spacer],
        Strategy::Linear => &[
            Variant::Linear(Choice::Likely, Source::Newton),
            Variant::Linear(Choice::Likely, Source::Spacer),
            Variant::Linear(Choice::Other, Source::Newton),
            Variant::Linear(Choice::Other, Source::Spacer),
        ],
        Strategy::Native => &[Variant::Native],
        Strategy::Weakest => &[Variant::Weakest],
    }
}

fn candidates(
    context: &mut Context<'_, '_>,
    trace: &Trace,
    variant: Variant,
) -> Result<Vec<Vec<TermId>>, Failure> {
    match variant {
        Variant::Newton(help) => newton::candidates(context, trace, help),
        Variant::Paths => paths::candidates(context, trace),
        Variant::Spacer => spacer::candidates(context, trace),
        Variant::Linear(choice, source) => linear::candidates(context, trace, choice, source),
        Variant::Native => native::candidates(context, trace),
        Variant::Weakest => weakest::candidates(context, trace),
    }
}
