//! The laws of the operators (section 3.2): covering is a preorder that never promises too much, and a merged state stands for both.
//!
//! That abstractions follow from their formulas, and that the boolean one is at least as strong as the cartesian one, is in [`super::abstraction`].

use super::abstraction::{formula, holds, region, term, with_kind};
use super::with_analysis;
use crate::analysis::{Abstraction, AbstractionId, State};
use crate::region::RegionId;
use crate::{AbstractionKind, Options, PredicateAnalysis};
use cfa::{LocationId, Transfer};
use cpa::{Analysis, Context, Merged, StateId};
use formula::{PathFormula, SingleActivation};
use proptest::prelude::*;
use smt::TermId;
use smt::solver::Answer;

/// A formula that holds for certain of the 16 values of `x` and `y`.
fn set(points: u16) -> String {
    let members = (0..16).filter(|number| points >> number & 1 == 1);
    let cases: Vec<String> = members
        .map(|number| format!("(and (= x #b{:02b}) (= y #b{:02b}))", number % 4, number / 4))
        .collect();
    format!("(or false {})", cases.join(" "))
}

/// A state between two blocks.
fn state(analysis: &mut PredicateAnalysis<'_>, formula: TermId, region: Option<RegionId>) -> StateId {
    let block = analysis.logic.encoder.initial(&mut analysis.logic.terms.borrow_mut());
    analysis.abstraction_state(Abstraction { formula, region, block, location: LocationId(0) })
}

/// Who covers whom: row `i` and column `j` say whether state `i` covers state `j`.
fn coverings(analysis: &mut PredicateAnalysis<'_>, cx: &Context<'_>, states: &[StateId]) -> Vec<Vec<bool>> {
    let mut row = |&old: &StateId| -> Vec<bool> {
        states.iter().map(|&new| analysis.covers(cx, old, new).unwrap()).collect()
    };
    states.iter().map(&mut row).collect()
}

fn is_preorder(covers: &[Vec<bool>]) -> bool {
    let all = 0..covers.len();
    let is_reflexive = all.clone().all(|one| covers[one][one]);
    let is_transitive = all.clone().all(|one| {
        all.clone().all(|two| {
            all.clone().all(|three| !covers[one][two] || !covers[two][three] || covers[one][three])
        })
    });
    is_reflexive && is_transitive
}

/// A program without loops. Every path from the beginning of `main` gets to its end.
const PATHS: &str = "extern int nd(void); int x, y; int main(void) { x = nd(); if (nd()) x = 1; else y = x; \
     if (x > y) { y = 2; } else { x = y + 3; if (nd()) y = 1; } return 0; }";

/// The locations of a path through `main` with the formulas up to them. The choices decide the branches, one bit each.
fn walk(
    analysis: &PredicateAnalysis<'_>,
    cx: &Context<'_>,
    mut choices: u32,
) -> Vec<(LocationId, PathFormula)> {
    let cfa = cx.cfa;
    let mut terms = analysis.logic.terms.borrow_mut();
    let mut at = cfa.functions[cfa.entry].body.unwrap().entry;
    let mut path = analysis.logic.encoder.initial(&mut terms);
    let mut seen = vec![(at, path.clone())];
    while let [first, rest @ ..] = cfa.outgoing(at) {
        let edge = match rest.first() {
            Some(other) => {
                choices >>= 1;
                if choices & 1 == 1 { *other } else { *first }
            }
            None => *first,
        };
        if matches!(cfa.edges[edge].op.transfer(), Transfer::Return(_)) {
            break;
        }
        path = analysis.logic.encoder.post(&mut terms, &path, edge, &SingleActivation).unwrap();
        at = cfa.edges[edge].to;
        seen.push((at, path.clone()));
    }
    seen
}

/// Whether a variable can have a value at the end of a path.
fn can_be(analysis: &PredicateAnalysis<'_>, path: &PathFormula, about_state: TermId) -> bool {
    let instance = {
        let mut terms = analysis.logic.terms.borrow_mut();
        analysis.logic.encoder.instantiate(&mut terms, about_state, &path.ssa).unwrap()
    };
    match analysis.logic.ask(&[path.formula, instance], &smt::solver::Limits::default()).unwrap() {
        Answer::Sat => true,
        Answer::Unsat => false,
        Answer::Unknown(reason) => panic!("{reason:?}"),
    }
}

/// Equations of each variable of the state with small values.
fn equations(analysis: &PredicateAnalysis<'_>, path: &PathFormula) -> Vec<TermId> {
    let encoder = analysis.logic.encoder;
    let mut terms = analysis.logic.terms.borrow_mut();
    let variables = encoder.variables_of(&terms, path.formula);
    let mut found = Vec::new();
    for variable in variables.into_iter().filter(|&variable| encoder.is_state(variable)) {
        let copy = terms.apply(smt::Op::Apply(encoder.symbol(variable)), &[]).unwrap();
        let Some(width) = terms.sort(copy).width() else { continue };
        for number in 0u32..5 {
            let value = terms.bits(width, number).unwrap();
            found.push(terms.eq(copy, value).unwrap());
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Where regions are formulas, a state covers another just if it stands for all that the other stands for.
    #[test]
    fn formulas_cover_their_subsets(sets in proptest::collection::vec(any::<u16>(), 3)) {
        // Intersections and unions, so that some sets are within others.
        let sets = [sets[0], sets[1], sets[2], sets[0] & sets[1], sets[0] | sets[2], 0];
        with_kind(AbstractionKind::Combined, |analysis, cx| {
            let states: Vec<StateId> = sets.iter().map(|&points| {
                let formula = term(analysis, &set(points));
                state(analysis, formula, None)
            }).collect();
            let covers = coverings(analysis, cx, &states);
            prop_assert!(is_preorder(&covers));
            for (one, &old) in sets.iter().enumerate() {
                for (two, &new) in sets.iter().enumerate() {
                    prop_assert_eq!(covers[one][two], new & !old == 0);
                }
            }
            Ok(())
        })?;
    }

    /// Where regions are diagrams, a state may fail to cover, but never covers what it does not stand for.
    #[test]
    fn diagrams_cover_subsets_only(sets in proptest::collection::vec(1u16..=u16::MAX, 4)) {
        let predicates = ["(= x #b00)", "(= x y)", "(bvult x y)", "(= y #b10)"];
        with_kind(AbstractionKind::Combined, |analysis, cx| {
            let mut formulas = Vec::new();
            let mut states = Vec::new();
            for (number, &points) in sets.iter().enumerate() {
                let found = region(analysis, cx, &set(points), &predicates[number % 2..]).unwrap();
                let meaning = formula(analysis, found);
                formulas.push(meaning);
                states.push(state(analysis, meaning, Some(found)));
            }
            let covers = coverings(analysis, cx, &states);
            prop_assert!(is_preorder(&covers));
            for (one, &old) in formulas.iter().enumerate() {
                for (two, &new) in formulas.iter().enumerate() {
                    let is_within = (0..16).all(|number| !holds(analysis, new, number) || holds(analysis, old, number));
                    prop_assert!(is_within || !covers[one][two]);
                }
            }
            Ok(())
        })?;
    }

    /// A merged state stands for what either stood for, and for nothing else. States of different blocks stay apart.
    #[test]
    fn merged_states_stand_for_both(one in any::<u32>(), two in any::<u32>(), place in any::<proptest::sample::Index>()) {
        let backend = smt_z3::Z3Backend::default();
        with_analysis(PATHS, &backend, Options::default(), |analysis, cx| {
            let (first, second) = (walk(analysis, cx, one), walk(analysis, cx, two));
            let meets = |(at, path): &(LocationId, PathFormula)| {
                let other = second.iter().find(|(other, _)| other == at)?;
                Some((path.clone(), other.1.clone()))
            };
            let meetings: Vec<(PathFormula, PathFormula)> = first.iter().filter_map(meets).collect();
            let (left, right) = place.get(&meetings).clone();
            let yes = analysis.logic.terms.borrow_mut().bool(true);
            let start = state(analysis, yes, None);
            let abstraction = analysis.states[start].abstraction;
            let mut inside = |abstraction: AbstractionId, path: &PathFormula| {
                analysis.states.push(State { abstraction, path: path.clone(), is_abstraction: false, link: None })
            };
            let (old, new) = (inside(abstraction, &left), inside(abstraction, &right));
            let apart = inside(AbstractionId(abstraction.0 + 1), &right);
            prop_assert_eq!(analysis.merge(cx, apart, old).unwrap(), Merged::Separate);
            prop_assert_eq!(analysis.merge(cx, start, old).unwrap(), Merged::Separate);
            let Merged::Into(merged) = analysis.merge(cx, new, old).unwrap() else {
                return Err(TestCaseError::fail("states of one block are merged"));
            };
            let merged = analysis.states[merged].path.clone();
            for equation in equations(analysis, &merged) {
                let either = can_be(analysis, &left, equation) || can_be(analysis, &right, equation);
                prop_assert_eq!(can_be(analysis, &merged, equation), either);
            }
            Ok(())
        })?;
    }
}
