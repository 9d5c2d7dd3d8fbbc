//! Limits and interruption: a query that is too hard ends in time, and the next one works.

use crate::{Failure, LIMITS, Verdict, open};
use limits::Moment;
use smt::parse::parse_term;
use smt::solver::{Answer, Backend, Limits, Reason, Solver};
use smt::{BvOp, CoreOp, Op, Sort, TermId, Terms};
use std::thread;
use std::time::{Duration, Instant};

/// The time that a hard query gets.
const TIME: Duration = Duration::from_secs(1);
/// How long after an interrupt a query may go on.
const REACTION: Duration = Duration::from_millis(200);
/// A busy machine may be late; one attempt in time is enough.
const ATTEMPTS: usize = 3;

/// Formulas that take long, each for another kind of solver: two large factors; and a square root that does not exist, of a
/// number that takes long to compute, for those that try all values.
fn hard(terms: &mut Terms) -> Result<Vec<TermId>, Failure> {
    for name in ["p", "q"] {
        terms.variable(name, Sort::BitVec(128))?;
    }
    let factors = "(and (= (bvmul p q) (_ bv170141183460469231722463931679029328209 128)) \
                   (bvult (_ bv1 128) p) (bvule p q) (bvult q (_ bv18446744073709551616 128)))";
    let factors = parse_term(terms, factors).map_err(|error| Failure(error.to_string()))?;
    let [multiply, add] = [BvOp::Mul, BvOp::Add].map(Op::Bv);
    let start = terms.variable("r", Sort::BitVec(16))?;
    let mut number = start;
    for _ in 0..200 {
        let square = terms.apply_as_is(multiply, &[number, number])?;
        number = terms.apply_as_is(add, &[square, start])?;
    }
    let square = terms.apply_as_is(multiply, &[number, number])?;
    let three = terms.bits(16, 3u32)?;
    Ok(vec![factors, terms.eq(square, three)?])
}

/// A query that works, to see whether the solver still does.
fn easy(terms: &mut Terms, solver: &mut dyn Solver) -> Verdict {
    let bit = terms.variable("easy", Sort::Bool)?;
    let not = terms.apply(Op::Core(CoreOp::Not), &[bit])?;
    let answers = [solver.check(terms, &[bit], &LIMITS)?, solver.check(terms, &[bit, not], &LIMITS)?];
    if answers == [Answer::Sat, Answer::Unsat] {
        return Ok(());
    }
    Err(Failure(format!("the next queries are answered by {answers:?}")))
}

/// Runs a hard query until one is found that does not end by itself.
fn on_hard_queries(
    backend: &dyn Backend,
    mut run: impl FnMut(&mut Terms, &mut dyn Solver, TermId) -> Result<Hard, Failure>,
) -> Verdict {
    let mut terms = Terms::new();
    let formulas = hard(&mut terms)?;
    for formula in formulas {
        let mut solver = open(backend)?;
        match run(&mut terms, &mut *solver, formula)? {
            Hard::Stopped => return easy(&mut terms, &mut *solver),
            Hard::Ended => easy(&mut terms, &mut *solver)?,
        }
    }
    Err(Failure("no query was hard enough".to_owned()))
}

/// What became of a hard query.
enum Hard {
    Stopped,
    /// It was not hard, or the back end does not try.
    Ended,
}

pub(crate) fn time(backend: &dyn Backend) -> Verdict {
    on_hard_queries(backend, |terms, solver, formula| {
        let limits = Limits { time: Some(TIME), memory: None };
        let mut late = Duration::ZERO;
        for _ in 0..ATTEMPTS {
            let start = Moment::now();
            match solver.check(terms, &[formula], &limits)? {
                Answer::Unknown(Reason::Time) => {}
                Answer::Sat | Answer::Unsat | Answer::Unknown(_) => return Ok(Hard::Ended),
            }
            late = start.elapsed();
            if late < TIME * 2 {
                return Ok(Hard::Stopped);
            }
        }
        Err(Failure(format!("a query with a limit of {TIME:?} ended after {late:?}")))
    })
}

pub(crate) fn interrupt(backend: &dyn Backend) -> Verdict {
    on_hard_queries(backend, |terms, solver, formula| {
        let mut late = Duration::ZERO;
        for _ in 0..ATTEMPTS {
            let handle = solver.interrupt();
            let asker = thread::spawn(move || {
                thread::sleep(Duration::from_millis(300));
                let asked = Instant::now();
                handle.stop();
                asked
            });
            let answer = solver.check(terms, &[formula], &LIMITS)?;
            let ended = Instant::now();
            let asked =
                asker.join().map_err(|_| Failure("the thread that interrupts panicked".to_owned()))?;
            if answer != Answer::Unknown(Reason::Interrupted) {
                // The stop came after the end, and would be taken by the next query.
                solver.interrupt().take();
                return Ok(Hard::Ended);
            }
            late = ended.saturating_duration_since(asked);
            if late < REACTION {
                return Ok(Hard::Stopped);
            }
        }
        Err(Failure(format!("an interrupted query ended {late:?} later")))
    })
}
