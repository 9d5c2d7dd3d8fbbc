//! Families keep to their logics, the same seed gives the same terms, and no operator is left out.

use super::*;
use crate::print;
use crate::term::{ArithOp, ArrayOp, BvOp, FpOp};
use crate::transform::order;
use rustc_hash::FxHashSet;

fn formulas(seed: u64, family: Family, size: Size) -> (Terms, Vec<TermId>) {
    let mut random = Random::from_seed(seed, family, size);
    random.quantifiers = false;
    let formulas = (0..200).map(|_| random.term(Sort::Bool, 4).0).collect();
    (random.terms, formulas)
}

#[test]
fn families_keep_to_their_logics() {
    for (name, family) in Family::LOGICS {
        for size in [Size::Small, Size::Machine] {
            let (terms, formulas) = formulas(7, family, size);
            let expected = if family == Family::Floats { "QF_BVFP" } else { name };
            assert_eq!(print::logic(&terms, &formulas), expected, "{size:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_terms() {
    let text = |seed| {
        let (terms, formulas) = formulas(seed, Family::Everything, Size::Small);
        print::script(&terms, "ALL", &formulas)
    };
    assert_eq!(text(1), text(1));
    assert_ne!(text(1), text(2));
}

#[test]
fn no_operator_is_left_out() {
    let mut random = Random::from_seed(3, Family::Everything, Size::Small);
    let mut names = FxHashSet::default();
    for _ in 0..4000 {
        let sort = random.sort();
        random.term(sort, 3);
    }
    let all: Vec<TermId> = random.terms.ids().collect();
    for part in order(&random.terms, &all) {
        names.insert(match random.terms.op(part) {
            Op::Core(op) => op.name().unwrap_or_default().to_owned(),
            Op::Arith(op) => op.name().unwrap_or_default().to_owned(),
            Op::Bv(op) => op.name().unwrap_or_default().to_owned(),
            Op::Fp(op) => op.name().unwrap_or_default().to_owned(),
            Op::Array(op) => op.name().unwrap_or_default().to_owned(),
            Op::Const(_) | Op::Apply(_) | Op::Quantified(_) => String::new(),
        });
    }
    let plain = [
        CoreOp::PLAIN.iter().map(|entry| entry.0).collect::<Vec<_>>(),
        ArithOp::PLAIN.iter().map(|entry| entry.0).collect(),
        BvOp::PLAIN.iter().map(|entry| entry.0).collect(),
        FpOp::PLAIN.iter().map(|entry| entry.0).collect(),
        ArrayOp::PLAIN.iter().map(|entry| entry.0).collect(),
    ];
    let missing: Vec<&str> = plain.concat().into_iter().filter(|name| !names.contains(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
