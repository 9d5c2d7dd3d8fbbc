//! Random testing: the program is executed, with values that are drawn at random wherever it does not determine them.
//!
//! The oldest analysis (Duran, Ntafos: An evaluation of random testing, IEEE TSE 1984), and for verification tasks still a good start (Lemberger: Plain random test generation with PRTest, STTT 2022): the interpreter takes millions of steps
//! in the time of a few queries, so that it gets behind loops of a hundred thousand iterations, which searches unroll one by one. It never proves anything.
//!
//! *Which executions.* The first one has zeros everywhere, the others a seeded generator that prefers small and extreme values. An execution that does not end is cut off; all are
//! short at first, and only where some were cut off fewer and longer ones follow. Both are counted in steps, not by a clock, so that the same
//! program has the same executions, unless the time of the run ends before.
//!
//! *What counts.* Only executions without undefined behaviour: signed overflow and uninitialised memory end them, so what is found here rests on
//! nothing. Any violation that is found is executed once more, and written down.

use crate::counterexample::{self, Execution, execute};
use cfa::interp::{
    Choices, Config, Discard, Flow, Library, Limit, Observer, Outcome, Program, Request, SeededChoices,
};
use cfa::{Cfa, EdgeId};
use cpa::analysis::query::Target;
use cpa::specification::Automaton;
use cpa::{Budget, Context, Stop};
use formula::Replay;

/// What can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Where the generator begins.
    pub seed: u32,
    /// No execution has more steps.
    pub steps: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, steps: 10_000_000 }
    }
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Executions.
    pub executions: u64,
    /// Their steps.
    pub steps: u64,
    /// Executions that were cut off.
    pub cut: u64,
}

/// What testing found.
#[derive(Clone, Debug)]
pub enum Tested {
    /// An execution that violates the property.
    Found(Execution),
    /// Nothing, for what it is worth.
    Nothing(String),
}

/// Rounds: the steps of an execution as a part of the most that one may have, and the number of executions.
const ROUNDS: &[(u32, u32)] = &[(1_000, 200), (125, 16), (16, 4), (1, 2)];

/// If so many executions of a round were all cut off, more of them are of no use.
const SAME: u32 = 4;

/// Bytes of live objects at most.
const MEMORY: u64 = 1 << 28;

/// Executes the program until a violation comes, or all rounds are over.
pub fn run(
    cx: &Context<'_>,
    automata: &[Automaton],
    options: Options,
    statistics: &mut Statistics,
) -> Result<Tested, Stop> {
    let program = Program::new(cx.cfa);
    let relevant: Vec<bool> = cx
        .cfa
        .edges
        .indices()
        .map(|edge| automata.iter().any(|automaton| automaton.reacts(cx.cfa, edge)))
        .collect();
    for &(part, number) in ROUNDS {
        let config = Config {
            library: Library::Model,
            max_steps: u64::from(options.steps / part).max(1),
            max_memory: MEMORY,
            ..Config::default()
        };
        let mut cut = 0;
        for execution in 0..number {
            if cut == execution && cut >= SAME {
                break;
            }
            cx.budget.check_now()?;
            let values = Values::of(options.seed, execution);
            let mut monitor = Monitor::new(cx, automata, &relevant);
            let report = program.run(&config, &mut values.clone(), &mut Discard, &mut monitor);
            statistics.executions += 1;
            statistics.steps += report.n_steps;
            if let Some(edge) = monitor.violation
                && let Ok(found) = execute(cx.cfa, edge, config.max_steps, values)
            {
                return Ok(Tested::Found(found));
            }
            if report.outcome == Outcome::LimitReached(Limit::Steps) {
                statistics.cut += 1;
                cut += 1;
            }
        }
        if cut == 0 {
            break;
        }
    }
    cx.budget.check_now()?;
    Ok(Tested::Nothing(format!("no violation in {} executions", statistics.executions)))
}

/// The values of one execution.
#[derive(Clone, Debug)]
enum Values {
    Zeros(Replay),
    Drawn(SeededChoices),
}

impl Values {
    fn of(seed: u32, execution: u32) -> Self {
        if execution == 0 {
            return Self::Zeros(Replay::default());
        }
        Self::Drawn(SeededChoices::new(u64::from(seed) << 32 | u64::from(execution)))
    }
}

impl Choices for Values {
    fn choose(&mut self, request: Request<'_>) -> Option<u128> {
        match self {
            Self::Zeros(zeros) => zeros.choose(request),
            Self::Drawn(drawn) => drawn.choose(request),
        }
    }
}

impl counterexample::Values for Values {}

/// Runs the automata of a property along an execution.
struct Monitor<'m> {
    cfa: &'m Cfa,
    budget: &'m Budget,
    automata: &'m [Automaton],
    states: Vec<usize>,
    /// The edges that an automaton may react to.
    relevant: &'m [bool],
    /// The edge at which the property was violated.
    violation: Option<EdgeId>,
}

impl<'m> Monitor<'m> {
    fn new(cx: &Context<'m>, automata: &'m [Automaton], relevant: &'m [bool]) -> Self {
        let states = vec![0; automata.len()];
        Self { cfa: cx.cfa, budget: cx.budget, automata, states, relevant, violation: None }
    }
}

impl Observer for Monitor<'_> {
    fn on_edge(&mut self, edge: EdgeId, _depth: usize) -> Flow {
        if self.budget.check().is_err() {
            return Flow::Stop;
        }
        if !self.relevant[stdx::Idx::index(edge)] {
            return Flow::Continue;
        }
        for (automaton, state) in self.automata.iter().zip(&mut self.states) {
            *state = automaton.successor(self.cfa, *state, edge);
            match &automaton.states[*state].1 {
                Some(Target::Violation(_)) => self.violation = Some(edge),
                Some(Target::Unsupported(_)) => return Flow::Stop,
                None => {}
            }
        }
        if self.violation.is_some() { Flow::Stop } else { Flow::Continue }
    }
}
