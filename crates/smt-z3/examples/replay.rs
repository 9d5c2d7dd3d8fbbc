//! Runs a file that `--smt-log` wrote, as the product would: `cargo run --release -p smt-z3 --example replay -- FILE [incremental|large|once] [SECONDS]`.
//!
//! Prints every check that took more than 100 ms, and the sum. Z3's own program on the same file chooses other strategies and makes its
//! terms in another order, so a difference between the two tells where to look.

use smt::TermId;
use smt::Terms;
use smt::parse::{Command, parse_script};
use smt::solver::{Limits, Needs, Workload, open};
use smt_z3::Z3Backend;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A check that is worth a line.
const SLOW: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("a file is needed")?;
    let mode = arguments.next().unwrap_or_else(|| "incremental".to_owned());
    let seconds: u64 = arguments.next().map_or(Ok(30), |text| text.parse())?;
    let mut terms = Terms::new();
    let script = parse_script(&mut terms, &std::fs::read_to_string(file)?)?;
    let workload = if mode == "incremental" { Workload::Incremental } else { Workload::Large };
    let mut solver = open(&Z3Backend::default(), &Needs { workload, ..Needs::default() })?;
    let limits = Limits { time: Some(Duration::from_secs(seconds)), memory: None };
    let mut out = std::io::stdout();
    let (mut checks, mut sum) = (0, Duration::ZERO);
    for command in &script.commands {
        match command {
            Command::Assert(term) => solver.assert(&terms, *term)?,
            Command::Push(levels) => (0..*levels).try_for_each(|_| solver.push())?,
            Command::Pop(levels) => (0..*levels).try_for_each(|_| solver.pop())?,
            Command::Other(_) => {}
            Command::Check(assumptions) => {
                let start = Instant::now();
                let answer = ask(&mut *solver, &terms, assumptions, &limits, &mode)?;
                let took = start.elapsed();
                checks += 1;
                sum += took;
                if took > SLOW {
                    writeln!(out, "check {checks}: {answer:?} in {:.3} s", took.as_secs_f64())?;
                }
            }
        }
    }
    writeln!(out, "{checks} checks in {:.3} s", sum.as_secs_f64())?;
    Ok(())
}

fn ask(
    solver: &mut dyn smt::solver::Solver,
    terms: &Terms,
    assumptions: &[TermId],
    limits: &Limits,
    mode: &str,
) -> Result<smt::solver::Answer, smt::solver::SolverError> {
    if mode == "once" {
        solver.check_once(terms, assumptions, limits)
    } else {
        solver.check(terms, assumptions, limits)
    }
}
