//! What talking to a child costs: a round trip, a small incremental query, a restart with a thousand assertions, and
//! formulas that share much with definitions and with `let`.
//!
//! `cargo bench -p smt-process --bench pipe` prints a line for each installed solver and load. Times are of the wall, in
//! milliseconds, and include what the solver itself does; medians, so that other work on the machine counts little.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints, and may fail loudly")]

use smt::solver::{Answer, Limits, Needs, Solver};
use smt::{BvOp, CoreOp, Op, Sort, TermId, Terms};
use smt_process::{Dialect, Options, ProcessBackend, ProcessSolver, Sharing};
use std::time::{Duration, Instant};

/// How large the growing term becomes.
const STEPS: u32 = 300;
const NONE: Limits = Limits { time: None, memory: None };

fn main() {
    for backend in ProcessBackend::find_all() {
        println!("{} ({})", backend.dialect().name, backend.version());
        report("round trip, check without assertions", &round_trips(&backend));
        report("push, assert, check, pop", &small_queries(&backend));
        report("start and first query", &starts(&backend, 0));
        report("start and first query with 1,000 assertions", &starts(&backend, 1000));
        report("the same query without a restart", &repeated(&backend, 1000));
        report("query with another assumption each time", &assumptions(&backend));
        for sharing in [Sharing::Definitions, Sharing::Lets] {
            let dialect: &'static Dialect = Box::leak(Box::new(Dialect { sharing, ..*backend.dialect() }));
            let backend = ProcessBackend::find(dialect, Options::default()).unwrap();
            report(&format!("query about a growing term, {sharing:?}"), &growing(&backend));
        }
    }
}

fn report(name: &str, times: &[Duration]) {
    let mut times = times.to_vec();
    times.sort_unstable();
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    let sum: Duration = times.iter().sum();
    println!(
        "  {name}: median {:.3} ms, mean {:.3} ms of {}",
        millis(times[times.len() / 2]),
        millis(sum) / times.len() as f64,
        times.len()
    );
}

fn open(backend: &ProcessBackend) -> ProcessSolver {
    backend.open(&Needs::default()).unwrap()
}

fn timed(mut run: impl FnMut()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn round_trips(backend: &ProcessBackend) -> Vec<Duration> {
    let terms = Terms::new();
    let mut solver = open(backend);
    let mut check = || assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
    check();
    (0..2000).map(|_| timed(&mut check)).collect()
}

fn small_queries(backend: &ProcessBackend) -> Vec<Duration> {
    let mut terms = Terms::new();
    let x = terms.variable("x", Sort::BitVec(32)).unwrap();
    let bounds: Vec<TermId> = (0..500u32)
        .map(|bound| {
            let bound = terms.bits(32, bound + 1).unwrap();
            terms.apply(Op::Bv(BvOp::Ult), &[x, bound]).unwrap()
        })
        .collect();
    let mut solver = open(backend);
    let mut query = |&bound: &TermId| {
        solver.push().unwrap();
        solver.assert(&terms, bound).unwrap();
        assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
        solver.pop().unwrap();
    };
    query(&bounds[0]);
    bounds.iter().map(|bound| timed(|| query(bound))).collect()
}

/// Steps of a path: each variable is the sum of the two before it.
fn path(terms: &mut Terms, count: u32) -> Vec<TermId> {
    let variables: Vec<TermId> =
        (0..count + 2).map(|step| terms.variable(&format!("x@{step}"), Sort::BitVec(32)).unwrap()).collect();
    let mut step = |three: &[TermId]| {
        let sum = terms.apply(Op::Bv(BvOp::Add), &three[..2]).unwrap();
        terms.apply(Op::Core(CoreOp::Eq), &[three[2], sum]).unwrap()
    };
    variables.windows(3).map(&mut step).collect()
}

fn loaded(backend: &ProcessBackend, terms: &mut Terms, count: u32) -> ProcessSolver {
    let mut solver = open(backend);
    for formula in path(terms, count) {
        solver.assert(terms, formula).unwrap();
    }
    solver
}

/// Queries each of which finds its child dead and has to start another.
fn starts(backend: &ProcessBackend, count: u32) -> Vec<Duration> {
    let mut terms = Terms::new();
    let mut solver = loaded(backend, &mut terms, count);
    let mut times = Vec::new();
    for _ in 0..20 {
        times.push(timed(|| assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat))));
        let child = solver.process_id().unwrap();
        let status = std::process::Command::new("kill").args(["-9", &child.to_string()]).status();
        assert!(status.unwrap().success());
        while !std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap().contains(" Z ") {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    assert_eq!(solver.statistics().restarts, 19);
    times
}

fn repeated(backend: &ProcessBackend, count: u32) -> Vec<Duration> {
    let mut terms = Terms::new();
    let mut solver = loaded(backend, &mut terms, count);
    let mut check = || assert_eq!(solver.check(&terms, &[], &NONE), Ok(Answer::Sat));
    check();
    (0..50).map(|_| timed(&mut check)).collect()
}

/// Queries that assume a product each, and no product twice.
fn assumptions(backend: &ProcessBackend) -> Vec<Duration> {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.variable(name, Sort::BitVec(16)).unwrap());
    let mut solver = open(backend);
    let mut times = Vec::new();
    for step in 0..200u32 {
        let number = terms.bits(16, 2 * step + 1).unwrap();
        let sum = terms.apply(Op::Bv(BvOp::Add), &[x, number]).unwrap();
        let product = terms.apply(Op::Bv(BvOp::Mul), &[sum, y]).unwrap();
        let formula = terms.apply(Op::Core(CoreOp::Eq), &[product, number]).unwrap();
        times.push(timed(|| assert_eq!(solver.check(&terms, &[formula], &NONE), Ok(Answer::Sat))));
    }
    times
}

/// Queries about a state that is one term, without variables for the steps.
fn growing(backend: &ProcessBackend) -> Vec<Duration> {
    let mut terms = Terms::new();
    let x = terms.variable("x", Sort::BitVec(16)).unwrap();
    let y = terms.variable("y", Sort::BitVec(16)).unwrap();
    let three = terms.bits(16, 3u32).unwrap();
    let mut state = x;
    let mut solver = open(backend);
    let mut times = Vec::new();
    for step in 0..STEPS {
        let number = terms.bits(16, step).unwrap();
        let low = terms.apply(Op::Bv(BvOp::Or), &[state, number]).unwrap();
        let high = terms.apply(Op::Bv(BvOp::Lshr), &[state, three]).unwrap();
        state = terms.apply(Op::Bv(BvOp::Xor), &[low, high]).unwrap();
        let goal = terms.apply(Op::Core(CoreOp::Eq), &[state, y]).unwrap();
        times.push(timed(|| {
            solver.push().unwrap();
            solver.assert(&terms, goal).unwrap();
            let limits = Limits { time: Some(Duration::from_secs(5)), memory: None };
            assert_eq!(solver.check(&terms, &[], &limits), Ok(Answer::Sat));
            solver.pop().unwrap();
        }));
    }
    times
}
