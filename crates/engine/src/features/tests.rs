//! What the ledger claims is what happens.

use super::*;
use crate::preprocess::Preprocessor;
use crate::{FrontEnd, Target};
use cfa::{MachineModel, Op};
use expect_test::expect_file;
use std::fmt::Write as _;

/// What happens to a program: the support that it has, with everything that was said.
fn observe(units: &[String]) -> (Support, String) {
    let mut front_end = FrontEnd::new(Preprocessor::default());
    let files: Vec<source::FileId> =
        units.iter().map(|text| front_end.map.add("row.c", text.clone()).unwrap()).collect();
    let target = Target {
        programs: Vec::new(),
        machine: MachineModel::Lp64,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    let built = front_end.automaton_of(&files, &target);
    let mut said = String::new();
    for diagnostic in &front_end.diagnostics {
        said += &source::render_line(diagnostic, &front_end.map);
    }
    let Ok(cfa) = built else {
        let named = front_end.diagnostics.iter().any(|diagnostic| diagnostic.code.starts_with("E09"));
        assert!(named, "refused, but not by the name of a feature:\n{units:?}{said}");
        return (Support::Refused, said);
    };
    for assumption in &cfa.assumptions {
        let _ = writeln!(said, "assumed: {}", assumption.text);
    }
    let mut is_unsupported = false;
    for edge in &cfa.edges {
        if let Op::Unsupported { feature } = edge.op {
            is_unsupported = true;
            let _ = writeln!(said, "unsupported: {}", cfa.names.text(feature));
        }
    }
    match (is_unsupported, cfa.assumptions.is_empty()) {
        (true, _) => (Support::Unsupported, said),
        (false, false) => (Support::Assumed, said),
        (false, true) => (Support::Full, said),
    }
}

#[test]
fn every_row_tells_the_truth() {
    let mut wrong = String::new();
    for feature in FEATURES {
        let (observed, said) = observe(&feature.example.program());
        let claimed = feature.support.word();
        // What is not supported is reported under its name in the ledger.
        let is_named = match observed {
            Support::Unsupported => said.contains(&format!("unsupported: {}\n", feature.name)),
            Support::Full | Support::Assumed | Support::Refused => true,
        };
        if observed != feature.support || !is_named {
            let _ = writeln!(wrong, "{}: claimed {claimed}, is {}\n{said}", feature.name, observed.word());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_page_is_up_to_date() {
    expect_file!["../../../../docs/c-features.md"].assert_eq(&page());
}

#[test]
fn clauses_are_in_the_order_of_the_standard() {
    let key = |feature: &Feature| -> Vec<u32> {
        feature.clause.split('.').map(|part| part.parse().unwrap_or(u32::MAX)).collect()
    };
    for pair in FEATURES.windows(2) {
        assert!(key(&pair[0]) <= key(&pair[1]), "`{}` comes after `{}`", pair[0].name, pair[1].name);
    }
}

#[test]
fn reasons_are_of_rows_that_are_not_supported() {
    for (name, reason) in REASONS {
        let row = FEATURES.iter().find(|feature| feature.name == *name);
        let support = row.map(|row| row.support);
        let is_open = matches!(support, Some(Support::Unsupported | Support::Refused));
        assert!(is_open, "{name}: {reason}, but the ledger says {support:?}");
    }
    for Feature { name, support, .. } in FEATURES {
        let is_open = matches!(support, Support::Unsupported | Support::Refused);
        let has_reason = REASONS.iter().any(|(known, _)| known == name);
        assert!(has_reason || !is_open, "no reason says why `{name}` is {}", support.word());
    }
}
