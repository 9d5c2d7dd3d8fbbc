//! The verification tasks of `corpus/`: expected verdicts against concrete executions.
//!
//! An execution that violates the property refutes an expected `true`. An expected `false` must be shown by some execution among
//! those tried: the tasks are small, and the seeds are many. So every expected verdict of the corpus is backed by something
//! other than its author's word.

use cfa::interp::{Config, Discard, Flow, Observer, Outcome, Program, SeededChoices, UndefinedKind};
use cfa::value::Overflow;
use cfa::{Cfa, EdgeId, Op};
use engine::plan::Request;
use engine::preprocess::Preprocessor;
use engine::{Failure, FrontEnd, Target};
use property::Formula;
use std::path::Path;

/// Seeds tried for each task.
const SEEDS: u64 = 2_000;

/// Runs one task; the error says what is wrong.
pub fn check(definition: &Path) -> Result<(), String> {
    let mut front_end = FrontEnd::new(Preprocessor::default());
    let request = Request { files: vec![definition.to_owned()], ..Request::default() };
    let plan = front_end.plan(&request).map_err(|failure| explain(&front_end, failure))?;
    let target = Target::from(&plan);
    let automaton = front_end.automaton(&target).map_err(|failure| explain(&front_end, failure))?;
    let program = Program::new(&automaton);
    for property in &plan.properties {
        let expected = property.expected.ok_or("a task of the corpus has an expected verdict")?;
        let violating = (0..SEEDS).find_map(|seed| {
            let violated =
                property.checks.iter().find(|check| violates(&automaton, &program, &check.formula, seed))?;
            Some((seed, violated.formula.name()))
        });
        match (expected, violating) {
            (true, Some((seed, name))) => {
                return Err(format!("expected true, but seed {seed} violates {name}"));
            }
            (false, None) => return Err(format!("expected false, but none of {SEEDS} seeds violates it")),
            (true, None) | (false, Some(_)) => {}
        }
    }
    Ok(())
}

fn explain(front_end: &FrontEnd, failure: Failure) -> String {
    match failure {
        Failure::Input => format!("refused: {:?}", front_end.diagnostics),
        Failure::Bug(what) => what,
    }
}

/// Whether the execution of a seed violates a property.
fn violates(automaton: &Cfa, program: &Program<'_>, formula: &Formula, seed: u64) -> bool {
    let overflow = if *formula == Formula::NoOverflow { Overflow::Undefined } else { Overflow::Wrap };
    let config = Config { overflow, max_steps: 20_000, ..Config::default() };
    let mut watch = Watch { automaton, formula, called: false };
    let report = program.run(&config, &mut SeededChoices::new(seed), &mut Discard, &mut watch);
    let undefined = match report.outcome {
        Outcome::Undefined(undefined) => Some(undefined.kind),
        _ => None,
    };
    match formula {
        Formula::Unreachable(_) => watch.called,
        Formula::NoOverflow => undefined == Some(UndefinedKind::SignedOverflow),
        Formula::ValidFree => {
            matches!(undefined, Some(UndefinedKind::DoubleFree | UndefinedKind::InvalidFree))
        }
        Formula::ValidDeref => matches!(
            undefined,
            Some(
                UndefinedKind::OutOfBounds
                    | UndefinedKind::NullDereference
                    | UndefinedKind::InvalidPointer
                    | UndefinedKind::UseAfterFree
                    | UndefinedKind::UseAfterScope
            )
        ),
        // One execution of bounded length shows none of these violated; the interpreter does not watch for leaks, races and protocols.
        Formula::Assertions
        | Formula::ValidMemtrack
        | Formula::ValidMemcleanup
        | Formula::Termination
        | Formula::NoDataRace
        | Formula::Observer(_) => false,
        Formula::DefBehavior => undefined.is_some(),
    }
}

/// Notices calls of the function that must not be called.
struct Watch<'a> {
    automaton: &'a Cfa,
    formula: &'a Formula,
    called: bool,
}

impl Observer for Watch<'_> {
    fn on_edge(&mut self, edge: EdgeId, _depth: usize) -> Flow {
        let Formula::Unreachable(name) = self.formula else { return Flow::Continue };
        let callee = match self.automaton.edges[edge].op {
            Op::Call(call) => self.automaton.calls[call].callee,
            Op::External { function, .. } => function,
            _ => return Flow::Continue,
        };
        if self.automaton.function_name(callee) == name {
            self.called = true;
            return Flow::Stop;
        }
        Flow::Continue
    }
}
