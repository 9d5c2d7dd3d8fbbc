//! What was found, replayed: the path's own formula is solved for the values that the program does not determine, and the interpreter
//! executes the program with them. Only an execution that the automata of the property find at fault confirms it.

use cfa::interp::{
    Arguments, ChoiceOrigin, Choices, Config, Discard, Drawn, Flow, Observer, Outcome, Outside, Program,
    Report, Request, UndefinedBehaviour, Uninitialised,
};
use cfa::value::Overflow;
use cfa::{Cfa, EdgeId, FunctionOrigin, Origin, Type};
use cpa::Context;
use cpa::specification::{Judged, Monitor, Observed};
use formula::{Logic, Replay, Trace};
use outcome::{Execution, Seen, Step, Violation};
use smt::solver::{Answer, Limits};
use smt::{CoreOp, Op, TermId};
use source::Span;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::time::Duration;

/// What became of a replay.
#[derive(Clone, Debug)]
pub enum Confirmation {
    /// The interpreter violated the property, by this execution.
    Confirmed(Execution),
    /// It did not, or could not try.
    Refuted {
        /// Why.
        reason: String,
        /// The undefined behaviour that came first, if that is why.
        seen: Option<Seen>,
    },
}

impl Confirmation {
    /// There is no execution, for this reason.
    pub fn refuted(reason: String) -> Self {
        Self::Refuted { reason, seen: None }
    }
}

/// Writes down what is executed, until the property is violated.
struct Watch<'l> {
    monitor: Monitor<'l>,
    violation: Option<Violation>,
    log: &'l RefCell<Vec<Step>>,
}

impl Observer for Watch<'_> {
    fn on_edge(&mut self, edge: EdgeId, depth: usize) -> Flow {
        self.log.borrow_mut().push(Step { edge, depth, chosen: Vec::new() });
        match self.monitor.step(edge) {
            // The interpreter ends by itself at what is not supported.
            Judged::Content | Judged::Unsupported => Flow::Continue,
            Judged::Violated(violation) => {
                self.violation = Some(violation);
                Flow::Stop
            }
        }
    }
}

/// Values for an execution, which can be begun again.
pub(crate) trait Values: Choices + Clone {
    /// So many edges have been begun.
    fn at_step(&mut self, _steps: usize) {}
}

impl Values for Replay {
    fn at_step(&mut self, steps: usize) {
        Replay::at_step(self, steps);
    }
}

/// Writes down which values were chosen at the edge that is being executed.
pub(crate) struct Told<'l, C> {
    pub(crate) values: C,
    pub(crate) log: &'l RefCell<Vec<Step>>,
}

impl<C: Values> Choices for Told<'_, C> {
    fn choose(&mut self, request: Request<'_>) -> Option<u128> {
        self.values.at_step(self.log.borrow().len());
        let bits = self.values.choose(request)?;
        let bits = match request.types.get(request.ty) {
            Type::Float(_) => bits,
            Type::Int(_)
            | Type::Pointer(_)
            | Type::Void
            | Type::Array(..)
            | Type::Record(_)
            | Type::Function(_) => cfa::canonical(request.types, request.ty, bits),
        };
        if let Some(step) = self.log.borrow_mut().last_mut() {
            step.chosen.push(Drawn { ty: request.ty, bits, origin: request.origin });
        }
        Some(bits)
    }
}

/// A longer path goes mostly through loops that count to constants. Often it needs no values, or any will do, and executing it costs less than its formula: zeros are tried first.
const LONG: usize = 10_000;

/// Formulas of longer paths are more than solvers take.
const TOO_LONG: usize = 500_000;

/// Replays a path from the start of the program.
pub fn confirm(cx: &Context<'_>, logic: Logic<'_>, observed: &Observed<'_>, path: &[EdgeId]) -> Confirmation {
    let most = (path.len() as u64).saturating_mul(4).saturating_add(100_000);
    if path.len() > LONG
        && let Ok(execution) = execute(cx.cfa, observed, most, Replay::default())
        // Other values may do without undefined behaviour; the formula is asked for such first.
        && execution.rests_on.is_none()
    {
        return Confirmation::Confirmed(execution);
    }
    match choices(cx, logic, path) {
        Ok(replay) => match execute(cx.cfa, observed, most, replay) {
            Ok(execution) => Confirmation::Confirmed(execution),
            Err(other) => {
                let seen = other.seen();
                Confirmation::Refuted { reason: other.reason(cx.cfa, path), seen }
            }
        },
        Err(reason) => Confirmation::refuted(reason),
    }
}

/// How long to look for values with which nothing overflows.
const OVERFLOW_TIME: Duration = Duration::from_secs(1);

/// Values with which the path is taken, by its own formula.
fn choices(cx: &Context<'_>, logic: Logic<'_>, path: &[EdgeId]) -> Result<Replay, String> {
    let trace = trace(cx, logic, path)?;
    let limits = Limits { time: cx.budget.remaining(), memory: None };
    let without_overflow = {
        let mut terms = logic.terms.borrow_mut();
        match trace.without_overflow() {
            [] => None,
            [only] => Some(*only),
            several => Some(terms.apply(Op::Core(CoreOp::And), several).map_err(|error| error.to_string())?),
        }
    };
    // Values without undefined behaviour on the way are preferred: the interpreter stops at such. Best is if nothing overflows, but that
    // is not worth much time.
    let mut well_defined = trace.defined().to_vec();
    well_defined.push(trace.path.formula);
    let best: Vec<TermId> = well_defined.iter().copied().chain(without_overflow).collect();
    let short = limits.time.map_or(OVERFLOW_TIME, |left| left.min(OVERFLOW_TIME));
    let short = Limits { time: Some(short), memory: None };
    // A pointer of any value points nowhere; one to an object of the environment is of use.
    let outside =
        trace.outside(&cx.cfa.types, &mut logic.terms.borrow_mut()).map_err(|error| error.to_string())?;
    let usable: Vec<TermId> = best.iter().chain(&outside).copied().collect();
    let few = trace.few_arguments(&cx.cfa.types, &mut logic.terms.borrow_mut());
    let few = few.map_err(|error| error.to_string())?;
    let natural: Vec<TermId> = usable.iter().chain(&few).copied().collect();
    let attempts = [
        (&natural[..], short),
        (&usable[..], short),
        (&best[..], short),
        (&well_defined[..], limits),
        (&[trace.path.formula], limits),
    ];
    let skipped = match (few.is_empty(), outside.is_empty()) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => 2,
    };
    for (assumptions, limits) in attempts.into_iter().skip(skipped) {
        match logic.ask(assumptions, &limits).map_err(|error| error.to_string())? {
            Answer::Sat => {
                let model = logic.model().map_err(|error| error.to_string())?;
                return Ok(trace.choices(&cx.cfa.types, &logic.terms.borrow(), &model));
            }
            Answer::Unsat | Answer::Unknown(_) => {}
        }
    }
    Err("the solver has no values for the path".to_owned())
}

/// The formula of a path.
fn trace(cx: &Context<'_>, logic: Logic<'_>, path: &[EdgeId]) -> Result<Trace, String> {
    if path.len() > TOO_LONG {
        return Err(format!("a path of {} steps is too long for a formula", path.len()));
    }
    let mut terms = logic.terms.borrow_mut();
    let mut trace = Trace::new(logic.encoder, &mut terms);
    for &edge in path {
        cx.budget.check().map_err(|_| "the time ended".to_owned())?;
        trace.push(logic.encoder, &mut terms, edge).map_err(|error| error.to_string())?;
    }
    Ok(trace)
}

/// An execution that does not get where it should.
pub(crate) struct Otherwise {
    outcome: Outcome,
    span: Span,
    steps: Vec<Step>,
    /// The function it ended in, in words.
    place: String,
}

impl Otherwise {
    /// The undefined behaviour that it ended with.
    fn seen(&self) -> Option<Seen> {
        let Outcome::Undefined(found) = &self.outcome else { return None };
        let steps = self.steps.iter().filter(|step| !step.chosen.is_empty()).cloned().collect();
        Some(Seen { what: described(found), span: self.span, steps })
    }

    /// Why a path is not confirmed by it.
    fn reason(self, cfa: &Cfa, path: &[EdgeId]) -> String {
        match self.outcome {
            Outcome::Undefined(problem) => format!("undefined behaviour comes first: {}", problem.message),
            Outcome::Unsupported(what) => format!("no execution goes past {what}{}", self.place),
            other => format!("the execution ends otherwise: {other:?}{}", divergence(cfa, path, &self.steps)),
        }
    }
}

/// Executes the program with given values until the property is violated, which must come within so many steps.
///
/// The arguments of `main` are chosen while they are read; then the program is executed once more
/// with what was chosen as its arguments, so that what is found is an execution that anybody can
/// repeat.
pub(crate) fn execute(
    cfa: &Cfa,
    observed: &Observed<'_>,
    most: u64,
    values: impl Values,
) -> Result<Execution, Otherwise> {
    // Signed overflow wraps, as in the formulas: what a program does behind an overflow is its compiler's choice, and this is
    // the one that programs with overflows mean.
    let mut config = Config {
        overflow: Overflow::Wrap,
        uninitialised: Uninitialised::Chosen,
        outside: Outside::Objects,
        max_steps: most,
        arguments: Arguments::Chosen,
        ..Config::default()
    };
    let mut attempt = Attempt::of(cfa, observed, &config, values)?;
    let arguments = attempt.report.arguments.take();
    if let Some(texts) = &arguments {
        config.arguments = Arguments::Given(texts.clone());
        let others = Recorded::of(&attempt.steps, |origin| !is_argument(origin));
        attempt = Attempt::of(cfa, observed, &config, others)?;
    }
    let strict = Config { overflow: Overflow::Undefined, uninitialised: Uninitialised::Undefined, ..config };
    let same = Recorded::of(&attempt.steps, |_| true);
    let rests_on = match Attempt::of(cfa, observed, &strict, same) {
        Err(Otherwise { outcome: Outcome::Undefined(found), span, .. }) => {
            Some((found.kind.describe().to_owned(), span))
        }
        Ok(_) | Err(_) => None,
    };
    let sees_layout = attempt.report.sees_layout;
    Ok(Execution { violation: attempt.violation, steps: attempt.steps, rests_on, sees_layout, arguments })
}

/// An execution that violates the property, as it was logged.
struct Attempt {
    violation: Violation,
    steps: Vec<Step>,
    report: Report,
}

impl Attempt {
    fn of(
        cfa: &Cfa,
        observed: &Observed<'_>,
        config: &Config,
        values: impl Values,
    ) -> Result<Self, Otherwise> {
        let log = RefCell::new(Vec::new());
        let mut watch = Watch { monitor: observed.monitor(), violation: None, log: &log };
        let mut given = Told { values, log: &log };
        let report = Program::new(cfa).run(config, &mut given, &mut Discard, &mut watch);
        let violation = watch.violation;
        let steps = log.into_inner();
        match violation {
            Some(violation) => Ok(Self { violation, steps, report }),
            None => {
                let span = place_in_program(cfa, &report);
                let place = report.edge.map_or_else(String::new, |edge| {
                    let function = cfa.locations[cfa.edges[edge].from].function;
                    format!(" in `{}`", cfa.function_name(function))
                });
                Err(Otherwise { outcome: report.outcome, span, steps, place })
            }
        }
    }
}

/// Where an execution ended in terms of the program: inside a library function it is the call of
/// that.
pub(crate) fn place_in_program(cfa: &Cfa, report: &Report) -> Span {
    let edges = report.edge.into_iter().chain(report.stack.iter().copied());
    let is_own = |edge: &EdgeId| {
        let function = cfa.locations[cfa.edges[*edge].from].function;
        cfa.functions[function].origin == FunctionOrigin::Program
    };
    edges.into_iter().find(is_own).map_or(report.span, |edge| cfa.edges[edge].span)
}

/// What is wrong, in one line.
pub(crate) fn described(found: &UndefinedBehaviour) -> String {
    let kind = found.kind.describe();
    if found.message == kind { kind.to_owned() } else { format!("{kind}: {}", found.message) }
}

/// Whether a choice is one of the arguments of `main`.
fn is_argument(origin: ChoiceOrigin) -> bool {
    matches!(origin, ChoiceOrigin::Havoc(Origin::Argument) | ChoiceOrigin::ArgumentText)
}

/// The values of an execution, once more.
#[derive(Clone)]
struct Recorded(VecDeque<Drawn>);

impl Recorded {
    fn of(steps: &[Step], keep: impl Fn(ChoiceOrigin) -> bool) -> Self {
        let drawn = steps.iter().flat_map(|step| &step.chosen);
        Self(drawn.filter(|drawn| keep(drawn.origin)).copied().collect())
    }
}

impl Choices for Recorded {
    /// A request that was not made before means that the execution is another one, so it ends.
    fn choose(&mut self, request: Request<'_>) -> Option<u128> {
        let drawn = self.0.pop_front()?;
        ((drawn.ty, drawn.origin) == (request.ty, request.origin)).then_some(drawn.bits)
    }
}

impl Values for Recorded {}

/// Where an execution left a path.
fn divergence(cfa: &Cfa, path: &[EdgeId], steps: &[Step]) -> String {
    let left = path.iter().zip(steps).enumerate().find(|(_, (edge, step))| **edge != step.edge);
    left.map_or_else(String::new, |(position, (_, step))| {
        let operation = cfa::dump::operation(cfa, &cfa.edges[step.edge].op);
        format!(", after it left the path of {} edges behind edge {position} by `{operation}`", path.len())
    })
}
