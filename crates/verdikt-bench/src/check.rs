//! `verdikt-bench check`: what the machine offers for measuring, what is missing and how to get it.

use crate::exit::Exit;
use bench_system::{Finding, Offered, check};
use serde_json::json;
use std::io::{self, Write};

const NOTES: &str = "\
Exit status: 0 if runs can be measured and isolated here, 69 if something that is needed for that is missing.
What is said is tried, not concluded: control groups are made and removed, and commands that do nothing are run.";

/// What `check` can be told.
#[derive(clap::Args, Debug)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Does it.
pub(crate) fn run(args: &Args) -> Exit {
    let findings = check();
    let printed = if args.json { print_json(&findings) } else { print(&findings) };
    if printed.is_err() {
        return Exit::Output;
    }
    let is_enough = findings.iter().all(|finding| finding.state != Offered::Not);
    if is_enough { Exit::Success } else { Exit::Machine }
}

fn name(state: Offered) -> &'static str {
    match state {
        Offered::Fully => "ok",
        Offered::Partly => "limited",
        Offered::Not => "missing",
    }
}

fn print(findings: &[Finding]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for Finding { what, state, detail } in findings {
        for (number, line) in detail.lines().enumerate() {
            if number == 0 {
                writeln!(out, "{:<8} {what:<22} {line}", name(*state))?;
            } else {
                writeln!(out, "{:<31} {line}", "")?;
            }
        }
    }
    Ok(())
}

fn print_json(findings: &[Finding]) -> io::Result<()> {
    let list: Vec<_> = findings
        .iter()
        .map(|finding| json!({"what": finding.what, "state": name(finding.state), "detail": finding.detail}))
        .collect();
    writeln!(io::stdout().lock(), "{:#}", serde_json::Value::Array(list))
}
