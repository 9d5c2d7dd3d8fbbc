//! How fast the store takes ten million different terms, and how many bytes each has.
//!
//! `cargo bench -p smt --bench terms` prints two lines: the simplifying constructors, and those that only check sorts.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints, and may fail loudly")]

use smt::{BvOp, Op, Sort, TermId, Terms};
use std::time::Instant;

const COUNT: usize = 10_000_000;
const OPERATORS: [BvOp; 5] = [BvOp::Add, BvOp::Mul, BvOp::And, BvOp::Udiv, BvOp::Xor];

fn main() {
    run("simplified", Terms::apply);
    run("as is", Terms::apply_as_is);
}

/// A graph whose arguments are some new and some old, as formulas of paths have them. Every term is asked for
/// twice, so that finding is measured as well as adding.
fn run(name: &str, apply: fn(&mut Terms, Op, &[TermId]) -> Result<TermId, smt::SortError>) {
    let mut terms = Terms::new();
    let leaves: Vec<TermId> =
        (0..64).map(|leaf| terms.variable(&format!("v{leaf}"), Sort::BitVec(32)).unwrap()).collect();
    let before = resident();
    let start = Instant::now();
    let mut state = 1u64;
    let (mut last, mut old) = (leaves[0], leaves[1]);
    let mut calls = 0usize;
    while terms.len() < COUNT {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = (state >> 33) as usize;
        let op = Op::Bv(OPERATORS[choice % OPERATORS.len()]);
        let other = if choice % 3 == 0 { old } else { leaves[choice / 16 % leaves.len()] };
        let made = apply(&mut terms, op, &[last, other]).unwrap();
        calls += 2;
        assert_eq!(apply(&mut terms, op, &[last, other]).unwrap(), made);
        if choice % 7 == 0 {
            old = last;
        }
        last = made;
    }
    let seconds = start.elapsed().as_secs_f64();
    let bytes = resident().saturating_sub(before) as f64 / terms.len() as f64;
    println!(
        "{name}: {} terms, {calls} calls, {:.2} million terms/s, {:.2} million calls/s, {} bytes a term counted, {bytes:.0} resident",
        terms.len(),
        terms.len() as f64 / seconds / 1e6,
        calls as f64 / seconds / 1e6,
        terms.bytes() / terms.len(),
    );
}

/// Bytes of memory of this process; zero where the system does not say.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap_or(0) * 4096
}
