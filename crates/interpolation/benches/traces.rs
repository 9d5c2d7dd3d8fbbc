//! The ladder on the whole set of traces: which rung, how long, and how good the facts are.
//!
//! `cargo bench -p interpolation --bench traces` prints a line for each trace and a summary for each file; a word behind `--`
//! selects traces by name, `order=spacer,newton` changes the ladder, `show` prints the facts, and `processes` adds all solvers
//! that are installed, for their own interpolants. `random=1000` runs so many random traces instead. `VERDIKT_Z3` chooses the library of Z3.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "../tests/set/mod.rs"]
mod set;
#[path = "../tests/set/random.rs"]
mod text;

use interpolation::normal::Normal;
use interpolation::{InterpolationError, Interpolator, Options, Strategy, quality};
use smt::solver::Backend;
use smt::transform::order;
use smt::{BvOp, Op, TermId, Terms, print};
use smt_process::ProcessBackend;
use smt_z3::Z3Backend;
use std::collections::BTreeMap;
use std::time::Instant;

const FILES: [(&str, &str); 3] = [
    ("bits", include_str!("../tests/traces/bits.traces")),
    ("integers", include_str!("../tests/traces/integers.traces")),
    ("long", include_str!("../tests/traces/long.traces")),
];

/// What was asked for on the command line.
struct Choice {
    filter: Option<String>,
    show: bool,
    options: Options,
    processes: Vec<ProcessBackend>,
    random: u64,
}

fn main() {
    let mut choice =
        Choice { filter: None, show: false, options: Options::default(), processes: Vec::new(), random: 0 };
    for argument in std::env::args().skip(1).filter(|argument| !argument.starts_with("--")) {
        if let Some(names) = argument.strip_prefix("order=") {
            let find = |name: &str| Strategy::ALL.into_iter().find(|strategy| strategy.name() == name);
            choice.options.order = names.split(',').filter_map(find).collect();
            choice.options.improve.clear();
        } else if let Some(count) = argument.strip_prefix("random=") {
            choice.random = count.parse().unwrap_or(0);
        } else if argument == "show" {
            choice.show = true;
        } else if argument == "processes" {
            choice.processes = ProcessBackend::find_all();
        } else {
            choice.filter = Some(argument);
        }
    }
    if choice.random > 0 {
        return run_random(&choice);
    }
    for (file, text) in FILES {
        run(file, text, &choice);
    }
}

/// So many random traces for each of some widths.
fn run_random(choice: &Choice) {
    for width in [4, 8, 32] {
        let mut rungs: BTreeMap<&str, u32> = BTreeMap::new();
        let start = Instant::now();
        for seed in 0..choice.random {
            let mut terms = Terms::new();
            let text = format!("trace t\n{}", text::text(seed, width));
            let trace = set::read(&mut terms, &text).expect("random traces are well-formed").remove(0);
            let backend = Z3Backend::default();
            let mut interpolator = Interpolator::new(&[&backend], choice.options.clone());
            let outcome = match interpolator.sequence(&mut terms, &trace.formulas) {
                Ok(_) => interpolator.statistics().last.map_or("none", Strategy::name),
                Err(InterpolationError::Feasible) => "feasible",
                Err(error) => {
                    println!("seed {seed}, width {width}: {error}");
                    if choice.show {
                        println!("{text}");
                    }
                    "without"
                }
            };
            *rungs.entry(outcome).or_default() += 1;
        }
        println!("random, {width} bits: {rungs:?}, {:.1} s", start.elapsed().as_secs_f64());
    }
}

fn run(file: &str, text: &str, choice: &Choice) {
    let mut rungs: BTreeMap<Strategy, u32> = BTreeMap::new();
    let (mut count, mut solved, mut words, mut total) = (0, 0, 0, 0.0);
    println!("{file}: trace, formulas, rung, ms, different atoms, their size, single bits");
    // Each trace has a store and solvers of its own, so that times do not depend on the order.
    let traces = set::read(&mut Terms::new(), text).expect("the set is well-formed");
    for (place, set::Trace { name, .. }) in traces.into_iter().enumerate() {
        if choice.filter.as_ref().is_some_and(|filter| !name.contains(filter.as_str())) {
            continue;
        }
        let mut terms = Terms::new();
        let trace = set::read(&mut terms, text).expect("the set is well-formed").remove(place);
        let backend = Z3Backend::default();
        let mut backends: Vec<&dyn Backend> = vec![&backend];
        backends.extend(choice.processes.iter().map(|process| process as &dyn Backend));
        let mut interpolator = Interpolator::new(&backends, choice.options.clone());
        // A first query loads the library, which is not what is measured.
        let no = terms.bool(false);
        let _ = interpolator.sequence(&mut terms, &[no]);
        let start = Instant::now();
        let result = interpolator.sequence(&mut terms, &trace.formulas);
        let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
        total += milliseconds;
        count += 1;
        let formulas = trace.formulas.len();
        match result {
            Ok(facts) => {
                let rung = interpolator.statistics().last.expect("a rung of the result");
                *rungs.entry(rung).or_default() += 1;
                let quality = quality(&mut terms, &mut Normal::new(), &facts);
                let is_word = quality.single_bits == 0 || single_bits(&terms, &trace.formulas) > 0;
                solved += 1;
                words += u32::from(is_word);
                println!(
                    "{name:30} {formulas:4} {:8} {milliseconds:8.1} {:4} {:5} {:3}{}",
                    rung.name(),
                    quality.atoms,
                    quality.size,
                    quality.single_bits,
                    if is_word { "" } else { " not word-level" }
                );
                if choice.show {
                    facts.iter().for_each(|&fact| println!("    {}", print::term(&terms, fact)));
                }
            }
            Err(error) => println!("{name:30} {formulas:4} {milliseconds:8.1} {error}"),
        }
    }
    println!("{file}: {solved} of {count}, word-level {words}, {total:.0} ms in all, by rung {rungs:?}\n");
}

fn single_bits(terms: &Terms, formulas: &[TermId]) -> usize {
    let is_bit = |part: &TermId| matches!(terms.op(*part), Op::Bv(BvOp::Extract(high, low)) if high == low);
    order(terms, formulas).into_iter().filter(is_bit).count()
}
