//! Speed and size of states: a full search over a machine with a large table of events, as the tasks of the RERS challenge are.
//!
//! ```text
//! cargo bench -p cpa-value --bench states -- [FILE.c [STATES]]
//! ```
//!
//! Without a file, on a generated program: variables of a few values each, and an event loop with many conditions on them. The search stops when so many states were reached, by default
//! 1,000,000. Printed are states a second and resident bytes a state, the program itself included; the aim is 1,000,000 states in 10 s of CPU time, and 1 kB a state.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use cfa::Cfa;
use cpa::callstack::{CallStackAnalysis, CallStackOptions};
use cpa::location::LocationAnalysis;
use cpa::reachability::{AtTarget, Counts};
use cpa::{Analysis, Composite, Context, Order, Reached, Traversal, explore};
use cpa_value::{Options, Tracking, ValueAnalysis};
use limits::Budget;
use std::fmt::Write as _;
use std::time::{Duration, Instant};
use std::{env, fs};

fn main() {
    let mut args = env::args().skip(1).filter(|arg| !arg.starts_with("--"));
    let text =
        args.next().map_or_else(machine, |file| fs::read_to_string(file).expect("the file is readable"));
    let wanted: usize = args.next().map_or(1_000_000, |number| number.parse().expect("a number of states"));
    let cfa = lower(&text);
    let before = resident_bytes();
    let begin = Instant::now();
    let reached = search(&cfa, wanted);
    let (states, seconds) = (reached.len(), begin.elapsed().as_secs_f64());
    let resident = resident_bytes() - before;
    println!(
        "{states} states: {:.0} states/s, {:.1} s, {} MB resident, {:.0} bytes a state",
        states as f64 / seconds,
        seconds,
        resident >> 20,
        resident as f64 / states as f64
    );
}

/// Explores until so many states were reached.
fn search(cfa: &Cfa, wanted: usize) -> Reached {
    let options = Options { tracking: Tracking::Full, ..Options::default() };
    let analyses: Vec<Box<dyn Analysis + '_>> = vec![
        Box::new(LocationAnalysis),
        Box::new(CallStackAnalysis::new(CallStackOptions::default())),
        Box::new(ValueAnalysis::new(cfa, options)),
    ];
    let mut composite = Composite::new(analyses);
    let mut reached = Reached::new(composite.len(), Traversal::new([Order::BreadthFirst]));
    let unlimited = Budget::unlimited();
    let start = cfa.functions[cfa.entry].body.expect("the entry has a body").entry;
    let root = {
        let cx = Context { cfa, budget: &unlimited };
        composite.initial(&cx, start).expect("the analysis begins everywhere")
    };
    reached.add_root(root);
    // The search has no bound of states; it is stopped every now and then, to count.
    while reached.len() < wanted {
        let part = unlimited.part(Duration::from_millis(100));
        let cx = Context { cfa, budget: &part };
        if explore(&cx, &mut composite, &mut reached, AtTarget::Continue, &mut Counts::default()).is_ok() {
            break;
        }
    }
    reached
}

/// A machine of eight variables with up to five values each, and 120 transitions.
fn machine() -> String {
    let mut text = "extern int nd(void);\n".to_owned();
    for var in 0..8 {
        let _ = writeln!(text, "int a{var} = {};", var % 5);
    }
    text.push_str("int step(int input) {\n");
    let mut dice = 12345u64;
    let mut roll = |bound: u64| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) % bound
    };
    for output in 0..120 {
        let (one, two, three) = (roll(8), roll(8), roll(8));
        let _ = writeln!(
            text,
            "if (a{one} == {} && a{two} != {} && input == {}) {{ a{three} = {}; a{one} = {}; return {output}; }}",
            roll(5),
            roll(5),
            1 + roll(6),
            roll(5),
            roll(5)
        );
    }
    text.push_str(
        "return -1; }\nint main(void) { while (1) { int input = nd(); if (input < 1 || input > 6) return 0; \
         if (input == 1) step(1); else if (input == 2) step(2); else if (input == 3) step(3); else if (input == 4) step(4); else if (input == 5) step(5); else step(6); } }\n",
    );
    text
}

fn lower(text: &str) -> Cfa {
    let mut map = source::SourceMap::new();
    let mut names = stdx::Interner::new();
    let file = map.add("a.c", text.to_owned()).expect("the text is not too long");
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    let options = c_lower::LowerOptions {
        machine: cfa::MachineModel::Lp64,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    let lowered = c_lower::lower(&mut map, names, vec![parsed.ast], &options);
    lowered.cfa.expect("the program is accepted")
}

fn resident_bytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok()).unwrap_or(0) * 1024
}
