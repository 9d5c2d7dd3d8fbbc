//! Which facts fit which strategy (figure 4.3), and what is said if they do not.

use crate::{Facts, Options, Strategy};
use expect_test::{Expect, expect};

fn check(strategy: Strategy, facts: &[Facts], expected: Expect) {
    let result = Options { strategy, facts: facts.to_vec(), ..Options::default() }.validate();
    expected.assert_eq(&result.map_or_else(|reason| reason, |()| "fits".to_owned()));
}

#[test]
fn every_kind_fits_predicates_and_only_what_holds_fits_labels() {
    let mut shown = String::new();
    for kind in Facts::ALL {
        for strategy in [Strategy::Predicates, Strategy::Labels, Strategy::LabelsAndPredicates] {
            // Alone, and before something that excludes the path.
            for facts in [vec![kind], vec![kind, Facts::Interpolants]] {
                let fits =
                    Options { strategy, facts: facts.clone(), ..Options::default() }.validate().is_ok();
                shown.push_str(&format!("{strategy:?} {facts:?}: {fits}\n"));
            }
        }
    }
    expect![[r#"
        Predicates [Interpolants]: true
        Predicates [Interpolants, Interpolants]: true
        Labels [Interpolants]: true
        Labels [Interpolants, Interpolants]: true
        LabelsAndPredicates [Interpolants]: true
        LabelsAndPredicates [Interpolants, Interpolants]: true
        Predicates [PathInvariants]: true
        Predicates [PathInvariants, Interpolants]: true
        Labels [PathInvariants]: true
        Labels [PathInvariants, Interpolants]: true
        LabelsAndPredicates [PathInvariants]: true
        LabelsAndPredicates [PathInvariants, Interpolants]: true
        Predicates [WeakestPreconditions]: true
        Predicates [WeakestPreconditions, Interpolants]: true
        Labels [WeakestPreconditions]: false
        Labels [WeakestPreconditions, Interpolants]: false
        LabelsAndPredicates [WeakestPreconditions]: false
        LabelsAndPredicates [WeakestPreconditions, Interpolants]: false
        Predicates [HeuristicPredicates]: false
        Predicates [HeuristicPredicates, Interpolants]: true
        Labels [HeuristicPredicates]: false
        Labels [HeuristicPredicates, Interpolants]: false
        LabelsAndPredicates [HeuristicPredicates]: false
        LabelsAndPredicates [HeuristicPredicates, Interpolants]: false
    "#]]
    .assert_eq(&shown);
}

#[test]
fn what_does_not_fit_is_told_what_would() {
    check(
        Strategy::Labels,
        &[Facts::Interpolants, Facts::HeuristicPredicates],
        expect![
            "heuristic-predicates need not hold, and labels must: with this `predicate.strategy`, `predicate.facts` may be interpolants or path-invariants"
        ],
    );
    check(
        Strategy::LabelsAndPredicates,
        &[Facts::WeakestPreconditions],
        expect![
            "weakest-preconditions need not hold, and labels must: with this `predicate.strategy`, `predicate.facts` may be interpolants or path-invariants"
        ],
    );
    check(
        Strategy::Predicates,
        &[Facts::HeuristicPredicates],
        expect![
            "heuristic-predicates alone need not exclude a path: `predicate.facts` must also have interpolants or path-invariants or weakest-preconditions"
        ],
    );
}
