//! The table is complete and consistent, and bad input is told what would fit.

use super::super::preset::{preset, presets};
use super::*;
use expect_test::{Expect, expect};

#[test]
fn every_option_reads_back_its_default_and_refuses_nonsense() {
    for option in OPTIONS {
        let default = option.default();
        assert!(!default.contains('?'), "{} has a value without a name", option.key);
        let mut configuration = Configuration::default();
        set(&mut configuration, option.key, &default).unwrap();
        assert_eq!(configuration, Configuration::default(), "{}", option.key);
        assert!(set(&mut configuration, option.key, "nonsense!").is_err(), "{}", option.key);
    }
}

#[test]
fn every_name_of_every_option_is_shown_as_it_was_set() {
    for option in OPTIONS {
        let tried: Vec<String> = match option.values {
            Values::Names(names) => names().iter().map(|name| (*name).to_owned()).collect(),
            Values::Number(least) => vec![least.to_string(), "7".to_owned()],
            Values::NumberOrNone(least) => vec![least.to_string(), "none".to_owned()],
            Values::List(names) => vec![names()[0].to_owned(), names()[..2].join(",")],
        };
        for text in tried {
            let mut configuration = Configuration::default();
            set(&mut configuration, option.key, &text).unwrap();
            assert_eq!(option.value(&configuration), text, "{}", option.key);
        }
    }
    let mut configuration = Configuration::default();
    set(&mut configuration, "search.order", "callstack-first,random:7").unwrap();
    assert_eq!(option("search.order").unwrap().value(&configuration), "callstack-first,random:7");
}

#[test]
fn presets_differ_in_options_only_and_none_is_unsound() {
    for preset in presets() {
        assert!(!preset.summary.is_empty() && preset.paper.contains(':'), "{}", preset.name);
        let mut configuration = Configuration::default();
        for (key, value) in &preset.options {
            set(&mut configuration, key, value).unwrap();
        }
        assert_eq!(configuration, preset.configuration);
        for key in ["encoding.arithmetic", "encoding.environment"] {
            let value = option(key).unwrap().value(&configuration);
            assert!(!value.contains("unsound") && value != "separate", "{}", preset.name);
        }
    }
}

#[test]
fn every_preset_text_of_the_folder_is_listed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/presets");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let mut listed: Vec<&str> = presets().iter().map(|preset| preset.name.as_str()).collect();
    files.sort_unstable();
    listed.sort_unstable();
    assert_eq!(files, listed);
}

fn refused(name: &str, changes: &[(&str, &str)], expect: Expect) {
    let mut configuration = preset(name).unwrap().configuration.clone();
    let result = changes.iter().try_for_each(|(key, value)| set(&mut configuration, key, value));
    let result = result.and_then(|()| check(&configuration, changes.iter().map(|(key, _)| *key)));
    expect.assert_eq(&result.unwrap_err().to_string());
}

#[test]
fn bad_input_is_told_what_would_fit() {
    refused(
        "bmc",
        &[("predicate.blok", "loops")],
        expect![[r#"
            there is no option `predicate.blok`; did you mean predicate.block or predicate.merge or predicate.facts?
              `verdikt list options` shows all"#]],
    );
    refused(
        "bmc",
        &[("magic", "on")],
        expect![[r#"
        there is no option `magic`
          `verdikt list options` shows all"#]],
    );
    refused(
        "impact",
        &[("predicate.block", "lops")],
        expect!["`predicate.block` takes edge, loops, loops-and-functions, never; not `lops`"],
    );
    refused("bmc", &[("bmc.first", "0")], expect!["`bmc.first` takes a number, at least 1; not `0`"]);
    refused(
        "impact",
        &[("interpolation.order", "newton,newton")],
        expect![
            "`interpolation.order` takes some of newton, paths, spacer, linear, native, weakest, separated by commas; not `newton,newton`"
        ],
    );
    refused(
        "bmc",
        &[("predicate.block", "loops")],
        expect![[r#"
            `predicate.block` would have no effect: it is for analyses with `algorithm=refinement` and predicates in `domain`
              what runs reads algorithm, bmc.first, bmc.step, bmc.growth, bmc.last, bmc.bound, bmc.induction, encoding.arithmetic, encoding.memory, encoding.quantifiers, encoding.environment, solver, search.order"#]],
    );
    refused(
        "impact",
        &[("predicate.abstraction", "boolean")],
        expect![[r#"
            `predicate.abstraction` would have no effect: it is for analyses with `predicate.strategy=predicates` or `labels-and-predicates`
              what runs reads algorithm, domain, predicate.strategy, predicate.block, predicate.merge, predicate.facts, predicate.path-invariants-visits, predicate.path-invariants-seconds, predicate.forced-covering, predicate.query-seconds, interpolation.order, callstack.recursion, encoding.arithmetic, encoding.memory, encoding.quantifiers, encoding.environment, solver, search.order"#]],
    );
    refused(
        "impact",
        &[("predicate.block", "never")],
        expect![
            "refinement needs blocks that end: `predicate.block` must be edge, loops or loops-and-functions"
        ],
    );
    refused(
        "symbolic-execution",
        &[("predicate.merge", "join")],
        expect![
            "one formula for all paths needs a bound of loops: choose `predicate.merge=separate`, or `algorithm=bounded`"
        ],
    );
    refused(
        "k-induction",
        &[("bmc.first", "5"), ("bmc.last", "4")],
        expect!["the last bound is below the first: `bmc.last` must be at least 5"],
    );
    refused(
        "k-induction",
        &[("bmc.bound", "path-length")],
        expect![
            "induction counts visits of loops, not edges: choose `bmc.bound=loops`, or `bmc.induction=off`"
        ],
    );
}

/// A setting that nothing reads is refused, not taken silently.
#[test]
fn settings_that_would_have_no_effect_are_refused() {
    for (name, change) in [
        ("bmc", ("bmc.invariants", "none")),
        ("symbolic-execution", ("predicate.facts", "interpolants")),
        ("symbolic-execution", ("interpolation.order", "newton")),
    ] {
        let mut configuration = preset(name).unwrap().configuration.clone();
        set(&mut configuration, change.0, change.1).unwrap();
        let refused = check(&configuration, [change.0]);
        assert!(matches!(refused, Err(OptionError::Unread { .. })), "{name}: {change:?}");
    }
    refused(
        "impact",
        &[("search.order", "loop-iteration-first")],
        expect![
            "iterations of loops are not counted: `search.order` may have `loop-iteration-first` with `algorithm=bounded` only"
        ],
    );
}

/// Figure 4.3 of the dissertation.
#[test]
fn facts_that_do_not_fit_the_strategy_are_told_which_do() {
    refused(
        "impact",
        &[("predicate.facts", "interpolants,weakest-preconditions")],
        expect![
            "weakest-preconditions need not hold, and labels must: with this `predicate.strategy`, `predicate.facts` may be interpolants or path-invariants"
        ],
    );
    refused(
        "ufo",
        &[("predicate.facts", "heuristic-predicates")],
        expect![
            "heuristic-predicates need not hold, and labels must: with this `predicate.strategy`, `predicate.facts` may be interpolants or path-invariants"
        ],
    );
    refused(
        "ufo",
        &[("predicate.regions", "formulas")],
        expect![[r#"
            `predicate.regions` would have no effect: it is for analyses with `predicate.strategy=predicates`
              what runs reads algorithm, domain, predicate.strategy, predicate.block, predicate.merge, predicate.abstraction, predicate.extraction, predicate.equalities, predicate.facts, predicate.precision, predicate.start, predicate.forced-covering, predicate.query-seconds, interpolation.order, callstack.recursion, encoding.arithmetic, encoding.memory, encoding.quantifiers, encoding.environment, solver, search.order"#]],
    );
    refused(
        "predicate-abstraction",
        &[("predicate.facts", "heuristic-predicates")],
        expect![
            "heuristic-predicates alone need not exclude a path: `predicate.facts` must also have interpolants or path-invariants or weakest-preconditions"
        ],
    );
    refused(
        "predicate-abstraction-sbe",
        &[("predicate.path-invariants-visits", "3")],
        expect![[r#"
            `predicate.path-invariants-visits` would have no effect: it is for analyses with path-invariants among `predicate.facts`
              what runs reads algorithm, domain, predicate.strategy, predicate.block, predicate.merge, predicate.abstraction, predicate.regions, predicate.extraction, predicate.equalities, predicate.facts, predicate.precision, predicate.start, predicate.restart, predicate.target-checks, predicate.examination-milliseconds, predicate.query-seconds, interpolation.order, callstack.recursion, encoding.arithmetic, encoding.memory, encoding.quantifiers, encoding.environment, solver, search.order"#]],
    );
    refused(
        "predicate-abstraction",
        &[("predicate.facts", "conditions")],
        expect![
            "`predicate.facts` takes some of interpolants, path-invariants, weakest-preconditions, heuristic-predicates, separated by commas; not `conditions`"
        ],
    );
}
