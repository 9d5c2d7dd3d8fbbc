//! How fast the store takes ten million different terms, and how many bytes each has.
//!
//! `cargo bench -p smt --bench terms` prints four lines: the simplifying constructors, and those that only check sorts, each on a graph that
//! grows as formulas of paths do, and on one whose arguments are anywhere, which no cache helps with.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints, and may fail loudly")]

use smt::{BvOp, Op, Sort, TermId, Terms};
use std::time::Instant;

const COUNT: usize = 10_000_000;
const OPERATORS: [BvOp; 5] = [BvOp::Add, BvOp::Mul, BvOp::And, BvOp::Udiv, BvOp::Xor];

fn main() {
    for shape in [Shape::Path, Shape::Scattered] {
        run("simplified", shape, Terms::apply);
        run("as is", shape, Terms::apply_as_is);
    }
}

/// Where arguments are.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// Some are new and some old, as in formulas of paths.
    Path,
    /// Anywhere among the terms so far.
    Scattered,
}

/// A graph that is built, and then built again, which only finds. Seconds are of the processor, so that other work on the machine does not count.
fn run(name: &str, shape: Shape, apply: Constructor) {
    let mut terms = Terms::new();
    let leaves: Vec<TermId> =
        (0..64).map(|leaf| terms.variable(&format!("v{leaf}"), Sort::BitVec(32)).unwrap()).collect();
    let memory = resident();
    let start = processor_seconds();
    let calls = walk(&mut terms, &leaves, shape, apply);
    let middle = processor_seconds();
    let (count, bytes) = (terms.len(), resident().saturating_sub(memory));
    walk(&mut terms, &leaves, shape, apply);
    let end = processor_seconds();
    assert_eq!(terms.len(), count);
    println!(
        "{shape:?}, {name}: {count} terms, {:.2} million terms/s built, {:.2} million/s found, {} bytes a term, {} with capacity",
        calls as f64 / (middle - start) / 1e6,
        calls as f64 / (end - middle) / 1e6,
        terms.bytes() / count,
        bytes / count,
    );
}

type Constructor = fn(&mut Terms, Op, &[TermId]) -> Result<TermId, smt::SortError>;

/// Makes so many calls, the same at each time.
fn walk(terms: &mut Terms, leaves: &[TermId], shape: Shape, apply: Constructor) -> usize {
    let mut state = 1u64;
    let mut made = leaves.to_vec();
    let mut old = leaves[1];
    for _ in 0..COUNT {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = (state >> 33) as usize;
        let op = Op::Bv(OPERATORS[choice % OPERATORS.len()]);
        let last = made[made.len() - 1];
        let args = match shape {
            Shape::Path if choice.is_multiple_of(3) => [last, old],
            Shape::Path => [last, leaves[choice / 16 % leaves.len()]],
            Shape::Scattered => [made[choice % made.len()], made[choice / 7 % made.len()]],
        };
        made.push(apply(terms, op, &args).unwrap());
        if choice.is_multiple_of(7) {
            old = last;
        }
    }
    COUNT
}

/// Seconds of the processor in hundredths, where the system says; else those of the wall.
fn processor_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<f64> = text.split(' ').skip(13).take(2).filter_map(|field| field.parse().ok()).collect();
    if fields.len() == 2 { fields.iter().sum::<f64>() / 100.0 } else { START.elapsed().as_secs_f64() }
}

/// Bytes of memory of this process; zero where the system does not say.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap_or(0) * 4096
}
