//! What our interface costs on small queries: the load of predicate abstraction through our solver, through bare calls of the library,
//! and through a pipe to the program of the same version.
//!
//! `cargo bench -p smt-z3 --bench queries [-- QUERIES ROUNDS KIND]`, where a kind (`bare`, `ours`, `pipe`) chooses one of them, for `perf stat`; the variable `VERDIKT_Z3` chooses the library, and the program must be in its
//! folder. Times are of the processor, so that other work on the machine does not count; of the rounds, the median.

mod load;
mod raw;

use load::{Load, Request};
use smt::solver::{Answer, Limits, Needs, open};
use smt_z3::Z3Backend;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Time that the processor spent on a process: on this thread, or on a child. Of the wall where the system does not say.
fn processor(process: &str) -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let text = std::fs::read_to_string(format!("/proc/{process}/schedstat")).unwrap_or_default();
    let number = text.split_whitespace().next().and_then(|number| number.parse().ok());
    number.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// This thread, for [`processor`].
const HERE: &str = "thread-self";

/// Runs the load through our solver, with a limit as real queries have one.
fn ours(backend: &Z3Backend, load: &Load) -> (Vec<i32>, Duration) {
    let limits = Limits { time: Some(Duration::from_secs(60)), memory: None };
    let mut answers = Vec::new();
    let start = processor(HERE);
    let mut solver = open(backend, &Needs::default()).expect("the library is there");
    for &request in &load.requests {
        match request {
            Request::Push => solver.push().expect("levels can be opened"),
            Request::Pop => solver.pop().expect("as many as were opened"),
            Request::Assert(formula) => solver.assert(&load.terms, formula).expect("a formula"),
            Request::Check => {
                answers.push(match solver.check(&load.terms, &[], &limits).expect("an answer") {
                    Answer::Sat => 1,
                    Answer::Unsat => -1,
                    Answer::Unknown(_) => 0,
                })
            }
        }
    }
    (answers, processor(HERE).saturating_sub(start))
}

/// Runs the load through a pipe. Texts are made before the clock starts.
fn piped(program: &Path, load: &Load) -> Option<(Vec<i32>, Duration)> {
    let formulas: Vec<_> = raw::distinct(load).into_iter().collect();
    let script = smt::print::script(&load.terms, "QF_BV", &formulas);
    let head: String = script
        .lines()
        .filter(|line| line.starts_with("(set-") || line.starts_with("(decl"))
        .fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "{line}");
            text
        });
    let mut batches = Vec::new();
    let mut batch = String::new();
    for &request in &load.requests {
        match request {
            Request::Push => batch.push_str("(push 1)\n"),
            Request::Pop => batch.push_str("(pop 1)\n"),
            Request::Assert(formula) => {
                let _ = writeln!(batch, "(assert {})", smt::print::term(&load.terms, formula));
            }
            Request::Check => {
                batch.push_str("(check-sat)\n");
                batches.push(std::mem::take(&mut batch));
            }
        }
    }
    let mut child =
        Command::new(program).arg("-in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let (mut input, mut output) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
    let mut answers = Vec::new();
    let id = child.id().to_string();
    let time = || processor(HERE) + processor(&id);
    let start = time();
    input.write_all(head.as_bytes()).ok()?;
    for batch in &batches {
        input.write_all(batch.as_bytes()).ok()?;
        input.flush().ok()?;
        let mut line = String::new();
        output.read_line(&mut line).ok()?;
        answers.push(match line.trim() {
            "sat" => 1,
            "unsat" => -1,
            _ => 0,
        });
    }
    let time = time().saturating_sub(start);
    drop(input);
    child.wait().ok()?;
    Some((answers, time))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// What can be measured: bare calls of the library, our solver, a pipe.
const KINDS: [&str; 3] = ["bare", "ours", "pipe"];

fn main() {
    let chosen = std::env::args().skip(1).find(|text| KINDS.contains(&text.as_str()));
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let queries = numbers.first().copied().unwrap_or(1500);
    let rounds = numbers.get(1).copied().unwrap_or(5).max(1);
    let load = Load::new(queries, load::PROGRAMS.len());
    let backend = Z3Backend::default();
    let library = backend.library().expect("the library is there");
    let program = library.parent().unwrap_or(library).join("z3");
    let mut out = std::io::stdout();
    let mut times: [Vec<Duration>; 3] = Default::default();
    let mut expected: Option<Vec<i32>> = None;
    for _ in 0..rounds {
        for (kind, name) in
            KINDS.iter().enumerate().filter(|(_, name)| chosen.as_ref().is_none_or(|text| text == *name))
        {
            let result = match *name {
                "bare" => Some(raw::run(library, &load)),
                "ours" => Some(ours(&backend, &load)),
                _ => piped(&program, &load),
            };
            let Some((answers, time)) = result else { continue };
            assert_eq!(*expected.get_or_insert(answers.clone()), answers, "the answers differ");
            times[kind].push(time);
        }
    }
    let answers = expected.unwrap_or_default();
    let sat = answers.iter().filter(|&&answer| answer == 1).count();
    let version = backend.version().expect("the library is there");
    let _ = writeln!(out, "Z3 {version}: {} queries, {sat} satisfiable, {rounds} rounds", answers.len());
    let bare = median(times.iter().find(|times| !times.is_empty()).cloned().unwrap_or_default());
    for (name, times) in KINDS.iter().zip(times) {
        if times.is_empty() {
            let _ = writeln!(out, "{name:<5} not run");
            continue;
        }
        let (least, middle) = (times.iter().min().copied().unwrap_or_default(), median(times));
        let each = middle.as_secs_f64() * 1e6 / answers.len() as f64;
        let more = (middle.as_secs_f64() / bare.as_secs_f64() - 1.0) * 100.0;
        let _ = writeln!(
            out,
            "{name:<5} {:>9.1} ms (least {:>9.1}), {each:>7.1} us a query, {more:>+6.1} %",
            middle.as_secs_f64() * 1e3,
            least.as_secs_f64() * 1e3
        );
    }
}
