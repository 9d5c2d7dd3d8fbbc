//! Interpolants of random traces, judged by a solver that tries all values: another judge than the checker's.

#[path = "set/mod.rs"]
mod set;
#[path = "set/random.rs"]
mod text;

use interpolation::{InterpolationError, Interpolator, Options};
use smt::solver::{Answer, Enumeration, Limits, Solver};
use smt::transform::FreeSymbols;
use smt::{CoreOp, Op, TermId, Terms, print};
use smt_z3::Z3Backend;
use std::collections::BTreeSet;

/// Returns how many steps were judged; a step with many variables is too much for trying.
fn judge(terms: &mut Terms, trace: &[TermId], facts: &[TermId]) -> usize {
    let (yes, no) = (terms.bool(true), terms.bool(false));
    assert_eq!((facts[0], facts[trace.len()], facts.len()), (yes, no, trace.len() + 1));
    let mut free = FreeSymbols::new();
    let mut symbols = |formulas: &[TermId]| -> BTreeSet<_> {
        formulas.iter().flat_map(|&formula| free.of(terms, formula)).collect()
    };
    for cut in 0..=trace.len() {
        let shared = &symbols(&trace[..cut]) & &symbols(&trace[cut..]);
        assert!(symbols(&facts[cut..=cut]).is_subset(&shared), "fact {cut}");
    }
    let mut judged = 0;
    for (place, &formula) in trace.iter().enumerate() {
        let denied = terms.apply(Op::Core(CoreOp::Not), &[facts[place + 1]]).expect("a formula");
        let shown = [facts[place], formula, facts[place + 1]].map(|part| print::term(terms, part));
        let query = [facts[place], formula, denied];
        let answer = Enumeration::new().check(terms, &query, &Limits::default()).expect("a solver");
        assert!(answer != Answer::Sat, "step {place}: {shown:?}");
        judged += usize::from(answer == Answer::Unsat);
    }
    judged
}

#[test]
fn all_infeasible_traces_have_interpolants() {
    let (mut solved, mut feasible, mut steps, mut judged) = (0, 0, 0, 0);
    for seed in 0..50 {
        let mut terms = Terms::new();
        let text = format!("trace t\n{}", text::text(seed, 2));
        let trace = set::read(&mut terms, &text).expect("a well-formed trace").remove(0);
        let backend = Z3Backend::default();
        let mut interpolator = Interpolator::new(&[&backend], Options::default());
        match interpolator.sequence(&mut terms, &trace.formulas) {
            Ok(facts) => {
                judged += judge(&mut terms, &trace.formulas, &facts);
                steps += trace.formulas.len();
                solved += 1;
            }
            Err(InterpolationError::Feasible) => feasible += 1,
            Err(error) => panic!("{} {seed}: {error}\n{text}", trace.name),
        }
    }
    assert!(solved >= 12 && feasible >= 5, "{solved} solved, {feasible} feasible");
    assert!(judged * 10 >= steps * 8, "{judged} of {steps} steps");
}
