//! C programs executed by the interpreter: a specification by examples.
//!
//! `check` runs a snippet for the 64-bit model and compares what it prints and how it ends with the expected text.
//! `check_both` does so for programs without undefined behaviour: it also compiles them with gcc, for both models, and insists on
//! the same output and exit status, so that the expectations are not ours alone.

mod floats;
mod integers;
mod library;
mod lowering;
mod memory;
mod nondeterminism;
mod output;
mod records;
mod statements;
mod undefined;

use cfa::interp::{Captured, Config, ListedValues, NoObserver, Outcome, Program, Report};
use cfa::{Cfa, MachineModel};
use engine::preprocess::Preprocessor;
use engine::{FrontEnd, Target};
use expect_test::Expect;
use source::Span;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Declarations that every snippet may use.
const PRELUDE: &str = "\
typedef __typeof__(sizeof 0) size_t;
int printf(const char *, ...);
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t); void *memset(void *, int, size_t);
size_t strlen(const char *); int strcmp(const char *, const char *); char *strcpy(char *, const char *);
void exit(int); void abort(void);
";

struct Ready {
    front: FrontEnd,
    cfa: Cfa,
    /// Where the snippet begins and ends.
    range: std::ops::Range<u32>,
}

fn build(snippet: &str, machine: MachineModel) -> Ready {
    let mut front = FrontEnd::new(Preprocessor::default());
    let text = format!("{PRELUDE}{snippet}");
    let file = front.map.add("snippet.c", text).expect("a snippet is small");
    let target = Target {
        programs: vec![PathBuf::from("snippet.c")],
        machine,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    let base = front.map.start(file) + PRELUDE.len() as u32;
    match front.automaton_of(&[file], &target) {
        Ok(cfa) => Ready { front, cfa, range: base..base + snippet.len() as u32 },
        Err(failure) => panic!("{failure:?} {:#?}", front.diagnostics),
    }
}

fn execute(ready: &Ready, config: &Config, values: &str) -> (Report, String) {
    let mut output = Captured::default();
    let mut choices = ListedValues::parse(values).expect("values of a test are numbers");
    let report = Program::new(&ready.cfa).run(config, &mut choices, &mut output, &mut NoObserver);
    (report, String::from_utf8_lossy(&output.out).into_owned())
}

/// What a reader wants to see of an execution.
fn describe(ready: &Ready, report: &Report, out: &str) -> String {
    let mut text = out.to_owned();
    if !out.is_empty() && !out.ends_with('\n') {
        text.push('\n');
    }
    match &report.outcome {
        Outcome::Undefined(undefined) => {
            let at = position(ready, report.span);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{at}: {}: {}", undefined.kind.describe(), undefined.message);
            if at == "elsewhere" {
                let mut calls = report.stack.iter().map(|&edge| position(ready, ready.cfa.edges[edge].span));
                let call = calls.find(|at| at != "elsewhere").unwrap_or_default();
                let _ = writeln!(text, "  {call}: called here");
            }
            if let Some((span, remark)) = undefined.related {
                let _ = writeln!(text, "  {}: {remark}", position(ready, span));
            }
        }
        outcome => {
            let _ = writeln!(text, "{outcome:?}");
        }
    }
    text
}

fn position(ready: &Ready, span: Span) -> String {
    if !ready.range.contains(&span.lo) {
        return "elsewhere".to_owned();
    }
    let before = &ready.front.map.snippet(Span::new(ready.range.start, span.lo));
    let line = before.matches('\n').count() + 1;
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
    format!("{line}:{column} `{}`", ready.front.map.snippet(span))
}

/// Runs a snippet and compares output and outcome.
#[track_caller]
fn check(snippet: &str, expected: Expect) {
    check_with(snippet, &Config::default(), "", expected);
}

/// The same with a configuration and values for the nondeterministic choices.
#[track_caller]
fn check_with(snippet: &str, config: &Config, values: &str, expected: Expect) {
    let ready = build(snippet, MachineModel::Lp64);
    let (report, out) = execute(&ready, config, values);
    expected.assert_eq(&describe(&ready, &report, &out));
}

/// Runs a snippet for both models, compares with gcc's programs, and shows the 64-bit output.
#[track_caller]
fn check_both(snippet: &str, expected: Expect) {
    for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
        let ready = build(snippet, machine);
        let (report, out) = execute(&ready, &Config::default(), "");
        let shown = describe(&ready, &report, &out);
        if machine == MachineModel::Lp64 {
            expected.assert_eq(&shown);
        }
        let Outcome::Exited(status) = report.outcome else { panic!("{machine:?}: {shown}") };
        if test_needs::lacks(corpus_tests::gcc::need(machine)) {
            continue;
        }
        let (gcc_out, gcc_status) = gcc(snippet, machine);
        assert_eq!(out, gcc_out, "{machine:?}: gcc's program prints something else (right)");
        assert_eq!(status & 0xFF, gcc_status, "{machine:?}: gcc's program ends otherwise (right)");
    }
}

static N_PROGRAMS: AtomicU32 = AtomicU32::new(0);

/// Output and exit status of the snippet compiled by gcc.
fn gcc(snippet: &str, machine: MachineModel) -> (String, i32) {
    let number = N_PROGRAMS.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("verdikt-run-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    let (source, program) = (folder.join("snippet.c"), folder.join("snippet"));
    std::fs::write(&source, format!("{PRELUDE}{snippet}")).expect("the temporary folder is writable");
    // SSE arithmetic, since the excess precision of the old one is not modelled.
    let model: &[&str] = match machine {
        MachineModel::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
        MachineModel::Lp64 => &["-m64"],
    };
    let compiled = Command::new("gcc")
        .args(["-std=gnu11", "-O0", "-w", "-fwrapv"])
        .args(model)
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .arg("-lm")
        .status()
        .expect("gcc is here");
    assert!(compiled.success(), "gcc compiles the snippet");
    let output = Command::new(&program).output().expect("the program starts");
    std::fs::remove_dir_all(&folder).expect("the temporary folder is writable");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1))
}
