//! Follows executions of programs by formulas: every conjunct must hold, and printed numbers must be the same.
//! `cargo run --release -p formula --example follow -- FILES`; `SEEDS` and `EDGES` say how many of each.
#![expect(clippy::print_stdout, reason = "a tool that prints")]
#![expect(clippy::unwrap_used, reason = "shared with tests")]

#[path = "../tests/formulas/common.rs"]
mod common;
#[path = "../tests/formulas/follow.rs"]
mod follow;

use cfa::MachineModel;
use formula::Encoding;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn main() {
    let (seeds, edges) = (setting("SEEDS", 3), setting("EDGES", 5000));
    let machine = if std::env::var_os("ILP32").is_some() { MachineModel::Ilp32 } else { MachineModel::Lp64 };
    let (mut n_runs, mut n_wrong, mut n_edges) = (0, 0, 0);
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let cfa = common::automaton(&String::from_utf8_lossy(&bytes), machine);
        for seed in 0..seeds {
            let execution = common::run(&cfa, seed, edges as usize);
            n_runs += 1;
            n_edges += execution.edges.len();
            match follow::follow(&cfa, &Encoding::default(), &execution) {
                Err(error) => {
                    n_wrong += 1;
                    println!("{path} seed {seed}: {error}");
                }
                Ok(found) => {
                    let last = execution
                        .printed
                        .split_whitespace()
                        .last()
                        .and_then(|word| u128::from_str_radix(word, 16).ok());
                    if execution.printed.contains("checksum") && last != found.last().copied() {
                        n_wrong += 1;
                        println!("{path} seed {seed}: {found:x?}, not {last:x?}");
                    }
                }
            }
        }
    }
    println!("{n_runs} executions, {n_edges} edges, {n_wrong} wrong");
}
