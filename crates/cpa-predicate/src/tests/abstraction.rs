//! Abstractions of known formulas by known predicates (section 4.1.6), in every way; and against trying all values.

use super::with_analysis;
use crate::region::{RegionId, Regions};
use crate::{AbstractionKind, Options, PredicateAnalysis};
use cpa::Context;
use expect_test::{Expect, expect};
use proptest::prelude::*;
use smt::eval::{Assignment, eval};
use smt::solver::EnumerationBackend;
use smt::value::Bits;
use smt::{Sort, TermId, Value, parse, print};

const EMPTY: &str = "int main(void) { return 0; }";
const KINDS: [AbstractionKind; 3] =
    [AbstractionKind::Cartesian, AbstractionKind::Boolean, AbstractionKind::Combined];

pub(super) fn term(analysis: &PredicateAnalysis<'_>, text: &str) -> TermId {
    let mut terms = analysis.logic.terms.borrow_mut();
    for name in ["x", "y"] {
        terms.variable(name, Sort::BitVec(2)).unwrap();
    }
    parse::parse_term(&mut terms, text).unwrap()
}

/// The abstraction of a formula; the predicates are about the same copies.
pub(super) fn region(
    analysis: &mut PredicateAnalysis<'_>,
    cx: &Context<'_>,
    formula: &str,
    predicates: &[&str],
) -> Option<RegionId> {
    let formula = term(analysis, formula);
    let mut tracked = Vec::new();
    for text in predicates {
        let predicate = term(analysis, text);
        let rank = analysis.regions.rank(&mut analysis.logic.terms.borrow_mut(), predicate).unwrap();
        tracked.push((rank, predicate));
    }
    tracked.sort_unstable();
    tracked.dedup();
    analysis.with_asserted(formula, |analysis| analysis.combine(cx, &tracked)).unwrap()
}

pub(super) fn formula(analysis: &mut PredicateAnalysis<'_>, region: RegionId) -> TermId {
    analysis.regions.formula(&mut analysis.logic.terms.borrow_mut(), region).unwrap()
}

pub(super) fn with_kind<T>(
    kind: AbstractionKind,
    test: impl FnOnce(&mut PredicateAnalysis<'_>, &Context<'_>) -> T,
) -> T {
    let options = Options { abstraction: kind, ..Options::default() };
    with_analysis(EMPTY, &EnumerationBackend, options, test)
}

fn check(text: &str, predicates: &[&str], expected: Expect) {
    let mut shown = String::new();
    for kind in KINDS {
        let line = with_kind(kind, |analysis, cx| match region(analysis, cx, text, predicates) {
            Some(region) => {
                let formula = formula(analysis, region);
                print::term(&analysis.logic.terms.borrow(), formula)
            }
            None => "nothing".to_owned(),
        });
        shown += &format!("{kind:?}: {line}\n");
    }
    expected.assert_eq(&shown);
}

#[test]
fn a_predicate_or_its_negation_follows() {
    check(
        "(= x #b01)",
        &["(= x #b01)", "(= x #b10)"],
        expect![[r#"
        Cartesian: (and (= x #b01) (not (= x #b10)))
        Boolean: (and (= x #b01) (not (= x #b10)))
        Combined: (and (= x #b01) (not (= x #b10)))
    "#]],
    );
}

#[test]
fn a_disjunction_needs_the_boolean_abstraction() {
    check(
        "(or (= x #b01) (= x #b10))",
        &["(= x #b01)", "(= x #b10)", "(= x #b11)"],
        expect![[r#"
            Cartesian: (not (= x #b11))
            Boolean: (let ((?0 (= x #b01))) (let ((?1 (= x #b10))) (let ((?2 (not (= x #b11)))) (or (and ?0 ?2 (not ?1)) (and ?1 ?2 (not ?0))))))
            Combined: (let ((?0 (= x #b01))) (let ((?1 (= x #b10))) (let ((?2 (not (= x #b11)))) (or (and ?0 ?2 (not ?1)) (and ?1 ?2 (not ?0))))))
        "#]],
    );
}

#[test]
fn without_predicates_only_feasibility_is_left() {
    check(
        "(= x y)",
        &[],
        expect![[r#"
        Cartesian: true
        Boolean: true
        Combined: true
    "#]],
    );
    check(
        "(and (= x #b01) (= x #b10))",
        &["(= x #b01)"],
        expect![[r#"
        Cartesian: nothing
        Boolean: nothing
        Combined: nothing
    "#]],
    );
}

/// A diagram does not know what predicates mean; a solver does (section 5.3).
#[test]
fn diagrams_do_not_know_that_one_is_not_negative() {
    with_kind(AbstractionKind::Combined, |analysis, cx| {
        let one = region(analysis, cx, "(= x #b01)", &["(= x #b01)"]).unwrap();
        let positive = region(analysis, cx, "(bvsge x #b00)", &["(bvsge x #b00)"]).unwrap();
        assert!(!analysis.regions.is_within(one, positive));
        let (strong, weak) = (formula(analysis, one), formula(analysis, positive));
        assert!(analysis.entails(cx, strong, weak).unwrap());
        assert!(analysis.regions.is_within(one, Regions::ALL));
    });
}

const PREDICATES: [&str; 6] =
    ["(= x #b00)", "(= x y)", "(bvult x y)", "(bvsle y x)", "(= y #b10)", "(bvult x #b10)"];

/// The values of `x` and `y` of a number below 16.
fn assignment(analysis: &PredicateAnalysis<'_>, number: u64) -> Assignment {
    let terms = analysis.logic.terms.borrow();
    let mut assignment = Assignment::new();
    for (name, value) in [("x", number % 4), ("y", number / 4)] {
        assignment.set(terms.lookup(name).unwrap(), Value::Bits(Bits::from_u64(2, value)));
    }
    assignment
}

pub(super) fn holds(analysis: &PredicateAnalysis<'_>, formula: TermId, number: u64) -> bool {
    let assignment = assignment(analysis, number);
    eval(&analysis.logic.terms.borrow(), formula, &assignment) == Ok(Value::Bool(true))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// A formula is a set of values. Its boolean abstraction holds where the predicates are as somewhere in the set, the cartesian one where those
    /// that are the same in the whole set are so; and the combined one is the boolean one.
    #[test]
    fn abstractions_are_the_strongest(points in 1u32..0xffff, chosen in proptest::sample::subsequence(PREDICATES.to_vec(), 0..=6)) {
        let members: Vec<u64> = (0..16).filter(|number| points >> number & 1 == 1).collect();
        let cases: Vec<String> = members
            .iter()
            .map(|number| format!("(and (= x #b{:02b}) (= y #b{:02b}))", number % 4, number / 4))
            .collect();
        let text = format!("(or false {})", cases.join(" "));
        for kind in KINDS {
            with_kind(kind, |analysis, cx| {
                let found = region(analysis, cx, &text, &chosen).expect("the set is not empty");
                let formula = formula(analysis, found);
                let predicates: Vec<TermId> = chosen.iter().map(|text| term(analysis, text)).collect();
                let signature = |number: u64| -> Vec<bool> {
                    predicates.iter().map(|&predicate| holds(analysis, predicate, number)).collect()
                };
                let inside: Vec<Vec<bool>> = members.iter().map(|&number| signature(number)).collect();
                for number in 0..16 {
                    let here = signature(number);
                    let expected = match kind {
                        AbstractionKind::Boolean | AbstractionKind::Combined => inside.contains(&here),
                        AbstractionKind::Cartesian => (0..here.len())
                            .all(|place| inside.iter().any(|other| other[place] == here[place])),
                    };
                    prop_assert_eq!(holds(analysis, formula, number), expected, "{:?} at {}", kind, number);
                }
                Ok(())
            })?;
        }
    }

    /// Diagrams are sets: unions, intersections and inclusions are those of truth tables.
    #[test]
    fn regions_are_sets_of_combinations(one in 0u32..=0xff, two in 0u32..=0xff) {
        with_kind(AbstractionKind::Combined, |analysis, _| {
            let ranks: Vec<_> = PREDICATES[..3]
                .iter()
                .map(|text| {
                    let predicate = term(analysis, text);
                    analysis.regions.rank(&mut analysis.logic.terms.borrow_mut(), predicate).unwrap()
                })
                .collect();
            let mut table = |rows: u32| {
                let cube = |row: u32| ranks.iter().enumerate().map(|(bit, &rank)| (rank, row >> bit & 1 == 1)).collect();
                let cubes: Vec<_> = (0..8).filter(|row| rows >> row & 1 == 1).map(cube).collect();
                analysis.regions.of_cubes(&cubes)
            };
            let (left, right, both) = (table(one), table(two), table(one & two));
            prop_assert_eq!(analysis.regions.and(left, right), both);
            prop_assert_eq!(analysis.regions.is_within(left, right), one & !two == 0);
            prop_assert_eq!(left == right, one == two);
            Ok(())
        })?;
    }
}
