//! Whether memory grows with the number of queries: `cargo run --release -p smt-z3 --example leak [QUERIES]`.
//!
//! The fast part of the benchmark's load is repeated until there were so many queries, with a model or a core after each, a new solver now and then,
//! assumptions, interrupted queries, eliminations and Horn clauses between. Resident memory is printed as it goes, always when a solver was dropped. It goes
//! up and down with what the allocator keeps; the program fails if its mean over the last quarter is more than a tenth above that over the
//! quarter after the first tenth.

#[path = "../benches/queries/load.rs"]
mod load;

use load::{Load, Request};
use smt::parse::parse_term;
use smt::solver::{
    Answer, Effort, HornClause, HornPredicate, HornSystem, HornUse, Limits, Needs, Solver, SolverError, open,
};
use smt::{Op, Sort, TermId, Terms};
use smt_z3::Z3Backend;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Queries after which a new solver is opened.
const LIFE: usize = 20_000;

fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

/// One pass over the load, and how many queries it was.
fn pass(solver: &mut dyn Solver, load: &Load) -> Result<usize, SolverError> {
    let limits = Limits { time: Some(Duration::from_secs(60)), memory: Some(1 << 32) };
    let mut asked = 0;
    let mut assumed: Vec<TermId> = Vec::new();
    for &request in &load.requests {
        match request {
            Request::Push => solver.push()?,
            Request::Pop => {
                assumed.clear();
                solver.pop()?;
            }
            // Every second formula on its own level is assumed.
            Request::Assert(formula) if asked % 2 == 1 && assumed.is_empty() => assumed.push(formula),
            Request::Assert(formula) => solver.assert(&load.terms, formula)?,
            Request::Check => {
                asked += 1;
                match solver.check(&load.terms, &assumed, &limits)? {
                    Answer::Sat => {
                        solver.model(&load.terms)?;
                    }
                    Answer::Unsat => {
                        solver.core(&load.terms)?;
                    }
                    Answer::Unknown(_) => {}
                }
            }
        }
    }
    Ok(asked)
}

/// What is not a query of the load.
fn others(solver: &mut dyn Solver, terms: &mut Terms, system: &HornSystem) -> Result<(), SolverError> {
    let limits = Limits { time: Some(Duration::from_secs(5)), memory: None };
    solver.interrupt().stop();
    solver.check(terms, &[system.clauses[0].body], &limits)?;
    solver.eliminate(terms, system.clauses[0].body, Effort::Light, &limits)?;
    solver.solve_horn(terms, system, &limits)?;
    let short = Limits { time: Some(Duration::from_micros(1)), memory: None };
    solver.check(terms, &[system.clauses[0].body], &short)?;
    Ok(())
}

/// A loop with an invariant.
fn horn(terms: &mut Terms) -> HornSystem {
    for name in ["x", "y", "n"] {
        terms.variable(name, Sort::BitVec(32)).expect("names are of no operator");
    }
    let mut read = |text: &str| parse_term(terms, text).expect("the clauses are well-formed");
    let bodies = ["(= x #x00000000)", "(and (bvult x n) (= y (bvadd x #x00000002)))", "(= x #x00000007)"]
        .map(&mut read);
    let symbols = ["x", "y"].map(|name| terms.lookup(name).expect("it was declared"));
    let [x, y] = symbols.map(|symbol| terms.apply(Op::Apply(symbol), &[]).expect("it is a variable"));
    let at = |argument: TermId| HornUse { predicate: 0, arguments: vec![argument] };
    HornSystem {
        predicates: vec![HornPredicate { name: "even".to_owned(), parameters: vec![symbols[0]] }],
        clauses: vec![
            HornClause { uses: vec![], body: bodies[0], head: Some(at(x)) },
            HornClause { uses: vec![at(x)], body: bodies[1], head: Some(at(y)) },
            HornClause { uses: vec![at(x)], body: bodies[2], head: None },
        ],
    }
}

fn run(wanted: usize) -> Result<bool, SolverError> {
    let mut load = Load::new(240, 1);
    let system = horn(&mut load.terms);
    let backend = Z3Backend::default();
    let start = Instant::now();
    let (mut asked, mut shown) = (0, 0);
    let mut samples: Vec<(usize, f64)> = Vec::new();
    let mut out = std::io::stdout();
    while asked < wanted {
        let mut solver = open(&backend, &Needs::default())?;
        let end = asked + LIFE.min(wanted / 20 + 1);
        while asked < end {
            for _ in 0..5 {
                asked += pass(&mut *solver, &load)?;
            }
            others(&mut *solver, &mut load.terms, &system)?;
        }
        drop(solver);
        let now = resident() as f64 / 1e6;
        samples.push((asked, now));
        if asked >= shown {
            let _ = writeln!(out, "{asked:>9} queries {now:>6.1} MB {:>7.0?}", start.elapsed());
            shown += wanted / 20;
        }
    }
    let early = mean(&samples, wanted / 10, wanted * 35 / 100);
    let late = mean(&samples, wanted * 3 / 4, asked + 1);
    let _ = writeln!(out, "{early:.1} MB in the quarter after a tenth, {late:.1} MB in the last quarter");
    Ok(late <= early * 1.1)
}

/// The mean of the samples between two numbers of queries.
fn mean(samples: &[(usize, f64)], from: usize, to: usize) -> f64 {
    let chosen: Vec<f64> =
        samples.iter().filter(|(asked, _)| (from..to).contains(asked)).map(|&(_, size)| size).collect();
    chosen.iter().sum::<f64>() / chosen.len().max(1) as f64
}

fn main() -> ExitCode {
    let wanted = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    match run(wanted) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}
