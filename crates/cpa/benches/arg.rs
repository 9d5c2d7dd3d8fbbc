//! Size and speed of the graph of reached states, under the cheapest analysis that tells iterations of loops apart: locations, calls, loop bounds.
//!
//! ```text
//! cargo bench -p cpa --bench arg -- [FILE.c [STATES]]
//! ```
//!
//! The bound of loops grows until so many states were reached, by default 1,000,000; without a file, on a loop around a large switch. Printed are states a second and resident
//! bytes a state, the program itself included.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use cfa::Cfa;
use cpa::callstack::{CallStackAnalysis, CallStackOptions, Recursion};
use cpa::location::LocationAnalysis;
use cpa::loop_bound::{Counting, LoopBoundAnalysis};
use cpa::reachability::{AtTarget, Counts};
use cpa::{Analysis, Composite, Context, Order, Reached, Traversal, explore};
use limits::Budget;
use std::fmt::Write as _;
use std::time::Instant;
use std::{env, fs};

fn main() {
    let mut args = env::args().skip(1).filter(|arg| !arg.starts_with("--"));
    let text =
        args.next().map_or_else(machine, |file| fs::read_to_string(file).expect("the file is readable"));
    let wanted: usize = args.next().map_or(1_000_000, |number| number.parse().expect("a number of states"));
    let cfa = lower(&text);
    let mut bound = 1;
    loop {
        let begin = Instant::now();
        let reached = search(&cfa, bound);
        let (states, seconds) = (reached.len(), begin.elapsed().as_secs_f64());
        if states >= wanted || bound > 1 << 20 {
            let resident = resident_bytes();
            println!(
                "{states} states, bound {bound}: {:.0} states/s, {} MB resident, {:.0} bytes a state",
                states as f64 / seconds,
                resident >> 20,
                resident as f64 / states as f64
            );
            return;
        }
        bound = (bound * 2).max((bound as f64 * 1.05 * wanted as f64 / states as f64) as u32).min(bound * 64);
    }
}

/// Explores everything up to a bound.
fn search(cfa: &Cfa, bound: u32) -> Reached {
    let analyses: Vec<Box<dyn Analysis>> = vec![
        Box::new(LocationAnalysis),
        Box::new(CallStackAnalysis::new(CallStackOptions { recursion: Recursion::CutOff })),
        Box::new(LoopBoundAnalysis::new(bound, Counting::Iterations)),
    ];
    let mut composite = Composite::new(analyses);
    let mut reached = Reached::new(composite.len(), Traversal::new([Order::BreadthFirst]));
    let budget = Budget::unlimited();
    let cx = Context { cfa, budget: &budget };
    let start = cfa.functions[cfa.entry].body.expect("the entry has a body").entry;
    let root = composite.initial(&cx, start).expect("the analyses begin everywhere");
    reached.add_root(root);
    explore(&cx, &mut composite, &mut reached, AtTarget::Continue, &mut Counts::default())
        .expect("nothing bounds the search");
    reached
}

fn lower(text: &str) -> Cfa {
    let mut map = source::SourceMap::new();
    let mut names = stdx::Interner::new();
    let file = map.add("a.c", text.to_owned()).expect("one file fits");
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    let options = c_lower::LowerOptions {
        machine: cfa::MachineModel::Ilp32,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    c_lower::lower(&mut map, names, vec![parsed.ast], &options).cfa.expect("the program is fine")
}

/// A state machine of 500 cases.
fn machine() -> String {
    let mut text =
        "extern int input(void); int main(void) { int s = 0; while (1) { switch (input()) {".to_owned();
    for case in 0..500 {
        write!(text, "case {case}: if (s == {case}) s = {}; break;", case + 1).expect("strings grow");
    }
    text.push_str("} } }");
    text
}

fn resident_bytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<u64>().ok()).unwrap_or(0) * 1024
}
