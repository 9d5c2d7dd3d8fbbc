//! Encodes every edge of the programs that are named: time, regions, losses. `cargo run --release -p formula --example encode -- FILES`.
#![expect(clippy::print_stdout, reason = "a tool that prints")]

use c_lower::{LowerOptions, lower};
use cfa::MachineModel;
use formula::{Encoder, Encoding, Form, SingleActivation};
use smt::Terms;
use source::SourceMap;
use std::time::Instant;

fn main() {
    println!(
        "file edges analysis_us post_ns_per_edge again_ns_per_edge terms whole cells bytes losses refused"
    );
    for path in std::env::args().skip(1) {
        match encode(&path) {
            Some(line) => println!("{path} {line}"),
            None => println!("{path} not a program"),
        }
    }
}

fn encode(path: &str) -> Option<String> {
    let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
    let mut map = SourceMap::new();
    let mut names = stdx::Interner::new();
    let file = map.add(path, text)?;
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    let machine = if std::env::var_os("ILP32").is_some() { MachineModel::Ilp32 } else { MachineModel::Lp64 };
    let options = LowerOptions {
        machine,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    let cfa = lower(&mut map, names, vec![parsed.ast], &options).cfa?;
    let start = Instant::now();
    let encoder = Encoder::new(&cfa, &Encoding::default()).ok()?;
    let analysis = start.elapsed();
    let mut terms = Terms::new();
    let start = Instant::now();
    let mut path = encoder.initial(&mut terms);
    let mut n_refused = 0;
    for edge in cfa.edges.indices() {
        path = encoder.restart(&mut terms, &path);
        match encoder.post(&mut terms, &path, edge, &SingleActivation) {
            Ok(next) => path = next,
            Err(error) => {
                n_refused += 1;
                if !matches!(error, formula::Unsupported::Feature(_)) {
                    println!("  {error}");
                }
            }
        }
    }
    let posted = start.elapsed();
    // Once more, now that all variables are declared: what an analysis pays on each further visit.
    let start = Instant::now();
    for edge in cfa.edges.indices() {
        path = encoder.restart(&mut terms, &path);
        if let Ok(next) = encoder.post(&mut terms, &path, edge, &SingleActivation) {
            path = next;
        }
    }
    let again = start.elapsed();
    let n_edges = cfa.edges.len();
    let count =
        |is: &dyn Fn(&formula::Region) -> bool| encoder.regions().iter().filter(|region| is(region)).count();
    let losses = encoder.losses();
    for loss in losses.iter().take(3) {
        println!("  {}", loss.text);
    }
    Some(format!(
        "{n_edges} {} {} {} {} {} {} {} {} {n_refused}",
        analysis.as_micros(),
        posted.as_nanos() as usize / n_edges.max(1),
        again.as_nanos() as usize / n_edges.max(1),
        terms.len(),
        count(&|region| region.form == Form::Whole),
        count(&|region| region.form == Form::Cells),
        count(&|region| region.form == Form::Cells && region.unit == 1),
        losses.len(),
    ))
}
