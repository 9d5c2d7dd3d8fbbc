//! Random traces of commands: whatever came before, a query has the answer of a solver that knows only its formulas.

use crate::{Failure, LIMITS, Verdict, has, open};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use smt::eval::eval;
use smt::random::{Family, Random, Size};
use smt::solver::{Answer, Backend, Service, Solver};
use smt::{EvalError, Sort, TermId, Terms, Value};
use std::fmt::Write as _;

/// How many formulas a trace chooses from.
const FORMULAS: usize = 8;

/// A command; numbers are formulas.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    Push,
    Pop,
    Assert(usize),
    Check(Vec<usize>),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        Just(Step::Push),
        Just(Step::Pop),
        (0..FORMULAS).prop_map(Step::Assert),
        vec(0..FORMULAS, 0..3).prop_map(Step::Check),
    ];
    vec(step, 0..16)
}

pub(crate) fn traces(backend: &dyn Backend) -> Verdict {
    let config = Config { cases: 40, failure_persistence: None, max_shrink_iters: 400, ..Config::default() };
    let rng = proptest::test_runner::TestRng::deterministic_rng(config.rng_algorithm);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let result = runner.run(&(steps(), 0..40u64), |(steps, seed)| {
        let mut random = Random::from_seed(seed, Family::Bits, Size::Small);
        let formulas: Vec<TermId> = (0..FORMULAS).map(|_| random.term(Sort::Bool, 2).0).collect();
        run(backend, &random.terms, &formulas, &steps).map_err(|failure| {
            TestCaseError::fail(format!("{failure}\n{}", text(&random.terms, &formulas, &steps)))
        })
    });
    match result {
        Ok(()) => Ok(()),
        Err(TestError::Fail(reason, _)) => Err(Failure(format!("the smallest trace found: {reason}"))),
        Err(TestError::Abort(reason)) => Err(Failure(format!("the traces could not be run: {reason}"))),
    }
}

fn run(backend: &dyn Backend, terms: &Terms, formulas: &[TermId], steps: &[Step]) -> Verdict {
    let mut solver = open(backend)?;
    let mut levels: Vec<Vec<TermId>> = vec![Vec::new()];
    for step in steps {
        match step {
            Step::Push => {
                solver.push()?;
                levels.push(Vec::new());
            }
            Step::Pop if levels.len() > 1 => {
                solver.pop()?;
                levels.pop();
            }
            Step::Pop => {}
            Step::Assert(number) => {
                solver.assert(terms, formulas[*number])?;
                if let Some(level) = levels.last_mut() {
                    level.push(formulas[*number]);
                }
            }
            Step::Check(numbers) => {
                let assumptions: Vec<TermId> = numbers.iter().map(|&number| formulas[number]).collect();
                query(backend, &mut *solver, terms, &levels.concat(), &assumptions)?;
            }
        }
    }
    Ok(())
}

/// One query, compared with that of a fresh solver; models and cores are judged as well.
fn query(
    backend: &dyn Backend,
    solver: &mut dyn Solver,
    terms: &Terms,
    assertions: &[TermId],
    assumptions: &[TermId],
) -> Verdict {
    let found = solver.check(terms, assumptions, &LIMITS)?;
    let all = [assertions, assumptions].concat();
    let mut fresh = open(backend)?;
    for &formula in &all {
        fresh.assert(terms, formula)?;
    }
    let expected = fresh.check(terms, &[], &LIMITS)?;
    let is_open = |answer: &Answer| matches!(answer, Answer::Unknown(_));
    if found != expected && !is_open(&found) && !is_open(&expected) {
        return Err(Failure(format!("{found:?} instead of {expected:?}")));
    }
    if found == Answer::Sat && has(backend, Service::Models) {
        let model = solver.model(terms)?;
        for &formula in &all {
            match eval(terms, formula, &model) {
                Ok(Value::Bool(true)) | Err(EvalError::Unspecified(_)) => {}
                other => return Err(Failure(format!("a model under which {formula} is {other:?}"))),
            }
        }
    }
    if found == Answer::Unsat && has(backend, Service::Cores) {
        let core = solver.core(terms)?;
        if let Some(stranger) = core.iter().find(|part| !assumptions.contains(part)) {
            return Err(Failure(format!("{stranger} is in the core and was not assumed")));
        }
    }
    Ok(())
}

/// A trace as a script.
fn text(terms: &Terms, formulas: &[TermId], steps: &[Step]) -> String {
    let mut text = String::new();
    let print = |number: &usize| smt::print::term(terms, formulas[*number]);
    for step in steps {
        let _ = match step {
            Step::Push => writeln!(text, "(push 1)"),
            Step::Pop => writeln!(text, "(pop 1)"),
            Step::Assert(number) => writeln!(text, "(assert {})", print(number)),
            Step::Check(numbers) => {
                let all: Vec<String> = numbers.iter().map(print).collect();
                writeln!(text, "(check-sat-assuming ({}))", all.join(" "))
            }
        };
    }
    text
}
