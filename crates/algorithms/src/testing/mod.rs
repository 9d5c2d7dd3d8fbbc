//! Random testing: the program is executed, with values that are drawn at random wherever it does not determine them.
//!
//! The oldest analysis (Duran, Ntafos: An evaluation of random testing, IEEE TSE 1984), and for
//! verification tasks still a good start (Lemberger: Plain random test generation with PRTest, STTT
//! 2022): the interpreter takes millions of steps in the time of a few queries, so that it gets
//! behind loops of a hundred thousand iterations, which searches unroll one by one.
//!
//! *What it proves.* A program that asks for no value, and computes with nothing that C leaves
//! open, has one execution. If that one ends without a violation, it is a proof, and one that needs
//! no assumption about memory errors or overflow: the interpreter looked. Whether a step depended
//! on something open (the number of an address, the result of output, a NaN) is what the
//! interpreter's report says ([`cfa::interp::Report::is_open`]).
//!
//! *What it notices.* Undefined behaviour ends an execution. It is no violation of the property,
//! but whoever reads the answer wants to know: the first of each place is written down with the
//! values that lead there ([`Seen`]).
//!
//! *Which executions.* The first one has zeros everywhere, the others draw from a seeded generator that prefers small and extreme values, or what the program compares with, in turn (the dictionaries of fuzzers). An execution that does not end is cut off; all are
//! short at first, and only where some were cut off fewer and longer ones follow. Both are counted in steps, not by a clock, so that the same
//! program has the same executions, unless the time of the run ends before.
//!
//! *What counts.* Only executions without undefined behaviour: signed overflow and uninitialised memory end them, so what is found here rests on
//! neither. Pointers that the program does not determine are null: a number could hit an object that nobody outside knows. Where a program computes with the numbers of
//! its addresses, an execution has those of our layout, as every replay has. Any violation that is found is executed once more, and written down.

use crate::counterexample::{self, Told, described, execute, place_in_program};
use cfa::interp::{
    Arguments, ChoiceOrigin, Choices, Config, Discard, Flow, Limit, Observer, Outcome, Program, Request,
    SeededChoices,
};
use cfa::{Cfa, EdgeId, Expr, Op, Origin, Type};
use cpa::Context;
use cpa::specification::{Judged, Monitor, Observed};
use formula::Replay;
use limits::Budget;
use outcome::{Finding, Incomplete, Phase, Proof, Seen, Step};
use rustc_hash::FxBuildHasher;
use std::cell::RefCell;
use std::hash::BuildHasher;
use std::rc::Rc;

/// What can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Where the generator begins.
    pub seed: u32,
    /// No execution has more steps.
    pub steps: u32,
    /// The number of short executions.
    pub executions: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, steps: 10_000_000, executions: 20_000 }
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

/// So many places with undefined behaviour are written down.
const MOST_SEEN: usize = 5;

/// The steps of a short execution, as a part of the most that one may have.
const SHORT: u32 = 1_000;

/// Rounds of longer ones: the steps as such a part, and the number of executions.
const LONGER: [(u32, u32); 3] = [(125, 16), (16, 4), (1, 2)];

/// If so many executions of a round were all cut off, more of them are of no use.
const SAME: u32 = 4;

/// Arguments of the program at most.
const MOST_ARGUMENTS: u128 = 5;

/// Bytes of live objects at most.
const MEMORY: u64 = 1 << 28;

/// Executes the program until a violation comes, or all rounds are over.
pub fn run(
    cx: &Context<'_>,
    observed: &Observed<'_>,
    options: Options,
    statistics: &mut Statistics,
    seen: &mut Vec<Seen>,
) -> Result<Finding, Incomplete> {
    let program = Program::new(cx.cfa);
    let dictionary = Dictionary::of(cx.cfa);
    let mut barrier: Option<String> = None;
    for (part, number) in [(SHORT, options.executions)].into_iter().chain(LONGER) {
        let config = Config {
            max_steps: u64::from(options.steps / part).max(1),
            max_memory: MEMORY,
            arguments: Arguments::Chosen,
            ..Config::default()
        };
        let mut cut = 0;
        for execution in 0..number {
            if cut == execution && cut >= SAME {
                break;
            }
            cx.budget.check_now()?;
            let values = Values::of(options.seed, execution, &dictionary);
            let mut watch = Watch { monitor: observed.monitor(), budget: cx.budget, is_violated: false };
            let report = program.run(&config, &mut values.clone(), &mut Discard, &mut watch);
            statistics.executions += 1;
            statistics.steps += report.n_steps;
            if watch.is_violated
                && let Ok(found) = execute(cx.cfa, observed, config.max_steps, values.clone())
            {
                return Ok(Finding::Violated(Box::new(found)));
            }
            if report.outcome == Outcome::LimitReached(Limit::Steps) {
                statistics.cut += 1;
                cut += 1;
            }
            if let Outcome::Undefined(found) = &report.outcome
                && seen.len() < MOST_SEEN
                && let span = place_in_program(cx.cfa, &report)
                && seen.iter().all(|known| known.span != span)
            {
                let what = described(found);
                let steps = choosing(&program, &config, values);
                seen.push(Seen { what, span, steps });
            }
            if let Outcome::Unsupported(what) = &report.outcome {
                barrier.get_or_insert_with(|| what.clone());
            }
            if !report.is_open {
                // There is only one execution.
                match report.outcome {
                    Outcome::Exited(_) | Outcome::Aborted | Outcome::Blocked => {
                        return Ok(Finding::Proved(Proof::OnlyExecution));
                    }
                    Outcome::Undefined(_)
                    | Outcome::Unsupported(_)
                    | Outcome::LimitReached(_)
                    | Outcome::ChoicesExhausted
                    | Outcome::Stopped => break,
                }
            }
        }
        if cut == 0 {
            break;
        }
    }
    cx.budget.check_now()?;
    let ends = barrier.map_or_else(String::new, |what| format!("; some end at {what}"));
    let detail = match statistics.executions {
        1 => format!("no violation in the only execution{ends}"),
        number => format!("no violation in {number} executions{ends}"),
    };
    Ok(Incomplete::open(Phase::Testing, detail).into())
}

/// The values of one execution.
#[derive(Clone, Debug)]
enum Values {
    Zeros(Replay),
    Drawn(SeededChoices),
}

impl Values {
    fn of(seed: u32, execution: u32, dictionary: &Dictionary) -> Self {
        if execution == 0 {
            return Self::Zeros(Replay::default());
        }
        let drawn = SeededChoices::new(u64::from(seed) << 32 | u64::from(execution));
        Self::Drawn(match execution % 3 {
            0 => drawn.preferring(dictionary.some(execution / 3)),
            1 => drawn,
            _ => drawn.preferring(Rc::clone(&dictionary.all)),
        })
    }
}

impl Choices for Values {
    fn choose(&mut self, request: Request<'_>) -> Option<u128> {
        if let Type::Pointer(_) = request.types.get(request.ty) {
            return Some(0);
        }
        // Programs have few arguments, and most often one.
        if request.origin == ChoiceOrigin::Havoc(Origin::Argument) {
            return Some(match self {
                Self::Zeros(_) => 1,
                Self::Drawn(drawn) => drawn.choose(request)? % (MOST_ARGUMENTS + 1),
            });
        }
        match self {
            Self::Zeros(zeros) => zeros.choose(request),
            Self::Drawn(drawn) => drawn.choose(request),
        }
    }
}

impl counterexample::Values for Values {}

/// The steps of an execution that choose values.
fn choosing(program: &Program<'_>, config: &Config, values: Values) -> Vec<Step> {
    let log = RefCell::new(Vec::new());
    let mut given = Told { values, log: &log };
    let mut watch = Noting { log: &log };
    program.run(config, &mut given, &mut Discard, &mut watch);
    let mut steps = log.into_inner();
    steps.retain(|step| !step.chosen.is_empty());
    steps
}

/// Keeps the step under way, and those before it that chose values.
struct Noting<'l> {
    log: &'l RefCell<Vec<Step>>,
}

impl Observer for Noting<'_> {
    fn on_edge(&mut self, edge: EdgeId, depth: usize) -> Flow {
        let mut log = self.log.borrow_mut();
        if log.last().is_some_and(|last| last.chosen.is_empty()) {
            log.pop();
        }
        log.push(Step { edge, depth, chosen: Vec::new() });
        Flow::Continue
    }
}

/// The integers that a program's conditions mention, each as often as it is mentioned.
struct Dictionary {
    all: Rc<[u128]>,
}

impl Dictionary {
    /// Of conditions that share parts, a walk may be much longer than the program.
    const EFFORT: usize = 100;

    /// So many favourites an execution has that has few.
    const FEW: u32 = 6;

    fn of(cfa: &Cfa) -> Self {
        let mut all = Vec::new();
        for edge in &cfa.edges {
            let Op::Assume { condition, .. } = edge.op else { continue };
            let mut pending = vec![condition];
            for _ in 0..Self::EFFORT {
                let Some(at) = pending.pop() else { break };
                match cfa.exprs.expr(at) {
                    Expr::Const(bits) => all.push(cfa.exprs.bits(bits)),
                    Expr::Unary(_, operand) | Expr::Cast(operand) => pending.push(operand),
                    Expr::Binary(_, left, right) => pending.extend([left, right]),
                    Expr::Load(_) | Expr::AddressOf(_) | Expr::Function(_) => {}
                }
            }
        }
        Self { all: all.into() }
    }

    /// A few of them, which depend on a number.
    fn some(&self, number: u32) -> Rc<[u128]> {
        if self.all.is_empty() {
            return Rc::default();
        }
        let position = |at: u32| (FxBuildHasher.hash_one((number, at)) >> 16) as usize % self.all.len();
        (0..Self::FEW).map(|at| self.all[position(at)]).collect()
    }
}

/// Runs the automata of a property along an execution, as long as there is time.
struct Watch<'m> {
    monitor: Monitor<'m>,
    budget: &'m Budget,
    is_violated: bool,
}

impl Observer for Watch<'_> {
    fn on_edge(&mut self, edge: EdgeId, _depth: usize) -> Flow {
        if self.budget.check().is_err() {
            return Flow::Stop;
        }
        match self.monitor.step(edge) {
            Judged::Content => Flow::Continue,
            Judged::Unsupported => Flow::Stop,
            Judged::Violated(_) => {
                self.is_violated = true;
                Flow::Stop
            }
        }
    }
}
