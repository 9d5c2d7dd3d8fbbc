//! One execution in our interpreter, from text to what it printed.
//!
//! The whole pipeline runs in this process; a panic anywhere in it is caught and is an [`Ending`] like any other, so that a
//! campaign goes on and names the input.

use crate::robust::{Made, make_units};
use cfa::interp::{
    Captured, ChoiceOrigin, Choices, Config, Limit, NoObserver, Outcome, Program, Request, SeededChoices,
};
use cfa::value::Overflow;
use cfa::{Cfa, MachineModel, Origin};
use source::{Severity, SourceMap};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How far an execution may go.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Steps of the interpreter.
    pub max_steps: u64,
    /// Where nondeterministic values come from.
    pub seed: u64,
    /// What signed overflow means.
    pub overflow: Overflow,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_steps: 10_000_000, seed: 0, overflow: Overflow::Undefined }
    }
}

/// What an execution did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    /// What it printed.
    pub stdout: String,
    /// How it ended.
    pub ending: Ending,
    /// How many steps it took.
    pub steps: u64,
}

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With this status.
    Exit(i32),
    /// By `abort`.
    Abort,
    /// By undefined behaviour: the report.
    Undefined(String),
    /// At the limit of steps.
    StepLimit,
    /// Elsewhere: a blocked assumption, another limit, an unsupported construct.
    Stopped(String),
    /// Before it began: the front end's first error.
    Refused(String),
    /// By a bug of ours.
    Panic(String),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(status) => write!(f, "exit status {status}"),
            Self::Abort => f.write_str("aborted"),
            Self::Undefined(report) => f.write_str(report),
            Self::StepLimit => f.write_str("step limit"),
            Self::Stopped(reason) => write!(f, "stopped: {reason}"),
            Self::Refused(reason) => write!(f, "refused: {reason}"),
            Self::Panic(message) => write!(f, "panic: {message}"),
        }
    }
}

/// Runs a preprocessed program.
pub fn execute(name: &str, text: &str, machine: MachineModel, limits: &Limits) -> Execution {
    execute_named(&[(name.to_owned(), text.to_owned())], machine, limits)
}

/// Runs a program of several preprocessed units.
pub fn execute_units(units: &[String], machine: MachineModel, limits: &Limits) -> Execution {
    let named = units.iter().enumerate().map(|(number, text)| (format!("unit{number}.c"), text.clone()));
    execute_named(&named.collect::<Vec<_>>(), machine, limits)
}

fn execute_named(units: &[(String, String)], machine: MachineModel, limits: &Limits) -> Execution {
    let run = || match make_units(units, machine) {
        Made::Messages(messages) => {
            let first = messages.iter().find(|message| message.severity == Severity::Error);
            let reason =
                first.map_or_else(String::new, |message| format!("{}: {}", message.code, message.message));
            Execution { stdout: String::new(), ending: Ending::Refused(reason), steps: 0 }
        }
        Made::Automaton(automaton, map) => match cfa::verify::verify(&automaton).first() {
            Some(violation) => {
                let reason = format!("not well formed: {violation:?}");
                Execution { stdout: String::new(), ending: Ending::Refused(reason), steps: 0 }
            }
            None => execute_automaton(&automaton, &map, limits),
        },
    };
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().cloned();
        let text = text.or_else(|| payload.downcast_ref::<&str>().map(|&text| text.to_owned()));
        Execution { stdout: String::new(), ending: Ending::Panic(text.unwrap_or_default()), steps: 0 }
    })
}

/// Values by chance, and the usual order of evaluation, which gcc takes, too.
struct UsualOrder(SeededChoices);

impl Choices for UsualOrder {
    fn choose(&mut self, request: Request<'_>) -> Option<u128> {
        match request.origin {
            ChoiceOrigin::Havoc(Origin::Order) => Some(0),
            _ => self.0.choose(request),
        }
    }
}

/// Runs an automaton.
pub fn execute_automaton(automaton: &Cfa, map: &SourceMap, limits: &Limits) -> Execution {
    let config = Config { overflow: limits.overflow, max_steps: limits.max_steps, ..Config::default() };
    let mut choices = UsualOrder(SeededChoices::new(limits.seed));
    let mut output = Captured::default();
    let report = Program::new(automaton).run(&config, &mut choices, &mut output, &mut NoObserver);
    let ending = match report.outcome {
        Outcome::Exited(status) => Ending::Exit(status & 0xff),
        Outcome::Aborted => Ending::Abort,
        Outcome::Undefined(undefined) => {
            let place = map
                .location(report.span.lo)
                .map_or_else(String::new, |at| format!("{}:{}: ", at.line, at.column));
            Ending::Undefined(format!("{place}{}: {}", undefined.kind.describe(), undefined.message))
        }
        Outcome::LimitReached(Limit::Steps) => Ending::StepLimit,
        other @ (Outcome::Blocked
        | Outcome::Unsupported(_)
        | Outcome::LimitReached(_)
        | Outcome::ChoicesExhausted
        | Outcome::Stopped) => Ending::Stopped(format!("{other:?}")),
    };
    Execution { stdout: crate::gcc::text_of(&output.out), ending, steps: report.n_steps }
}
