//! What was found, replayed: the path's own formula is solved for the values that the program does not determine, and the interpreter
//! executes the program with them. Only an execution that calls what the path calls at its end confirms it.

use cfa::interp::{Config, Discard, Flow, Library, Observer, Outcome, Program, Uninitialised};
use cfa::value::Overflow;
use cfa::{Cfa, EdgeId};
use cpa::Context;
use formula::{Logic, Replay, Trace};
use smt::solver::{Answer, Limits};

/// What became of a replay.
#[derive(Clone, Debug)]
pub enum Confirmation {
    /// The interpreter took the path's last edge, with these choices.
    Confirmed(Replay),
    /// It did not, or could not try.
    Refuted(String),
}

struct Watch {
    wanted: EdgeId,
    reached: bool,
}

impl Observer for Watch {
    fn on_edge(&mut self, edge: EdgeId, _depth: usize) -> Flow {
        self.reached |= edge == self.wanted;
        if self.reached { Flow::Stop } else { Flow::Continue }
    }
}

/// Replays a path from the start of the program.
pub fn confirm(cx: &Context<'_>, logic: Logic<'_>, path: &[EdgeId]) -> Confirmation {
    let Some(&wanted) = path.last() else { return Confirmation::Refuted("an empty path".to_owned()) };
    match choices(cx, logic, path) {
        Ok(replay) => execute(cx.cfa, wanted, path.len() as u64, replay),
        Err(reason) => Confirmation::Refuted(reason),
    }
}

/// Values with which the path is taken, by its own formula.
fn choices(cx: &Context<'_>, logic: Logic<'_>, path: &[EdgeId]) -> Result<Replay, String> {
    let trace =
        Trace::of(logic.encoder, &mut logic.terms.borrow_mut(), path).map_err(|error| error.to_string())?;
    let limits = Limits { time: cx.budget.remaining(), memory: None };
    let terms = logic.terms.borrow();
    let mut solver = logic.solver.borrow_mut();
    // Values without undefined behaviour on the way are preferred: the interpreter stops at such.
    let mut well_defined = trace.defined().to_vec();
    well_defined.push(trace.path.formula);
    for assumptions in [&well_defined[..], &[trace.path.formula]] {
        match solver.check(&terms, assumptions, &limits).map_err(|error| error.to_string())? {
            Answer::Sat => {
                let model = solver.model(&terms).map_err(|error| error.to_string())?;
                return Ok(trace.choices(&cx.cfa.types, &terms, &model));
            }
            Answer::Unsat | Answer::Unknown(_) => {}
        }
    }
    Err("the solver has no values for the path".to_owned())
}

fn execute(cfa: &Cfa, wanted: EdgeId, length: u64, replay: Replay) -> Confirmation {
    // Signed overflow wraps, as in the formulas: what a program does behind an overflow is its compiler's choice, and this is
    // the one that programs with overflows mean.
    let config = Config {
        overflow: Overflow::Wrap,
        uninitialised: Uninitialised::Chosen,
        library: Library::Model,
        max_steps: length.saturating_mul(4).saturating_add(100_000),
        ..Config::default()
    };
    let mut watch = Watch { wanted, reached: false };
    let mut given = replay.clone();
    let report = Program::new(cfa).run(&config, &mut given, &mut Discard, &mut watch);
    if watch.reached {
        return Confirmation::Confirmed(replay);
    }
    Confirmation::Refuted(match report.outcome {
        Outcome::Undefined(problem) => format!("undefined behaviour comes first: {}", problem.message),
        other => format!("the execution ends otherwise: {other:?}"),
    })
}
