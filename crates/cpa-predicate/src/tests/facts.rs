//! The four kinds of facts (table 4.1) about known paths through loops.
//!
//! A path is given by the ways it takes at branches: `y` where the condition holds, `n` where it does not. It ends with the last of them, which stands for the target.
//! Blocks end at loop heads.

use super::with_analysis;
use crate::analysis::{Abstraction, PredicateAnalysis};
use crate::refine::{Counterexample, Waypoint};
use crate::{Equalities, Facts, Options, PathInvariants, Precision};
use cfa::{LocationId, Op, Side};
use cpa::{Context, NodeId};
use expect_test::{Expect, expect};
use formula::{PathFormula, SingleActivation};
use smt::print;
use smt_z3::Z3Backend;
use std::time::Duration;

/// Ends a block.
fn end_block(
    analysis: &mut PredicateAnalysis<'_>,
    found: &mut Counterexample,
    location: LocationId,
    block: PathFormula,
) -> PathFormula {
    if !found.waypoints.is_empty() {
        found.blocks.push(block.formula);
    }
    let formula = analysis.logic.terms.borrow_mut().bool(true);
    let state = analysis.abstraction_state(Abstraction { formula, region: None, block, location });
    let state = analysis.states[state].clone();
    let node = NodeId(found.waypoints.len() as u32);
    found.waypoints.push(Waypoint { node, abstraction: state.abstraction });
    found.places.push(NodeId(location.0));
    state.path
}

/// The path that takes certain ways.
fn path(analysis: &mut PredicateAnalysis<'_>, cx: &Context<'_>, ways: &str) -> Counterexample {
    let (cfa, encoder) = (cx.cfa, analysis.logic.encoder);
    let mut found = Counterexample { waypoints: Vec::new(), places: Vec::new(), blocks: Vec::new() };
    let mut at = cfa.functions[cfa.entry].body.unwrap().entry;
    let block = encoder.initial(&mut analysis.logic.terms.borrow_mut());
    let mut block = end_block(analysis, &mut found, at, block);
    let mut ways = ways.chars().peekable();
    while ways.peek().is_some() {
        let edges = cfa.outgoing(at);
        let edge = if edges.len() == 1 {
            edges[0]
        } else {
            let side = if ways.next() == Some('y') { Side::Then } else { Side::Else };
            let takes = |edge: &&cfa::EdgeId| matches!(cfa.edges[**edge].op, Op::Assume { side: one, .. } if one == side);
            *edges.iter().find(takes).unwrap()
        };
        block =
            encoder.post(&mut analysis.logic.terms.borrow_mut(), &block, edge, &SingleActivation).unwrap();
        at = cfa.edges[edge].to;
        if cfa.structure().is_loop_head(at) || ways.peek().is_none() {
            block = end_block(analysis, &mut found, at, block);
        }
    }
    found
}

/// The facts of a kind between the ends of the blocks.
fn check(kind: Facts, text: &str, ways: &str, expected: Expect) {
    // Time that only a busy machine needs.
    let path_invariants = PathInvariants { visits: 2, time: Duration::from_secs(300) };
    let options = Options { path_invariants, ..Options::default() };
    let shown = with_analysis(text, &Z3Backend::default(), options, |analysis, cx| {
        let path = path(analysis, cx, ways);
        match analysis.facts(cx, kind, &path).unwrap() {
            Ok(facts) => {
                assert_eq!(facts.len(), path.waypoints.len(), "a fact for each end of a block");
                let terms = analysis.logic.terms.borrow();
                facts.iter().map(|&fact| print::term(&terms, fact)).collect::<Vec<_>>().join("\n")
            }
            Err(reason) => reason,
        }
    });
    expected.assert_eq(&shown.replace("main::", "").replace('|', ""));
}

const HEAD: &str = "extern int nd(void); extern unsigned und(void); ";

fn main_of(body: &str) -> String {
    format!("{HEAD} int main(void) {{ {body} return 0; }}")
}

#[test]
fn path_invariants_hold_in_all_iterations() {
    let check = |body: &str, ways: &str, expected: Expect| {
        check(Facts::PathInvariants, &main_of(body), ways, expected);
    };
    // A bound.
    check(
        "unsigned n = und(), i = 0; while (i < n) i++; if (i != n) nd();",
        "yyny",
        expect![[r#"
        true
        (bvule i n)
        (bvule i n)
        (bvule i n)
        false"#]],
    );
    // Two counters in step, and a bound.
    check(
        "unsigned n = und(), i = 0, s = 7; while (i < n) { i++; s += 3; } if (s != 3 * n + 7) nd();",
        "yyny",
        expect![[r#"
            true
            (and (= s (bvadd #x00000007 (bvmul #x00000003 i))) (bvule i n))
            (and (= s (bvadd #x00000007 (bvmul #x00000003 i))) (bvule i n))
            (and (= s (bvadd #x00000007 (bvmul #x00000003 i))) (bvule i n))
            false"#]],
    );
    // Divisible by four.
    check(
        "unsigned x = 12; while (nd()) x += 8; if (x & 3) nd();",
        "yyny",
        expect![[r#"
            true
            (= ((_ extract 2 0) x) #b100)
            (= ((_ extract 2 0) x) #b100)
            (= ((_ extract 2 0) x) #b100)
            false"#]],
    );
    // Two ways through the body.
    check(
        "unsigned n = und(), i = 0, j = 0, k = 0; while (i < n) { i++; if (nd()) j++; else k++; } if (j + k != n) nd();",
        "yyynny",
        expect![[r#"
            true
            (and (= i (bvadd j k)) (bvule i n))
            (and (= i (bvadd j k)) (bvule i n))
            (and (= i (bvadd j k)) (bvule i n))
            false"#]],
    );
    // The second loop is left as it is: what the first one says is enough.
    check(
        "unsigned i = 0, j = 0, x = 5; while (nd()) { i++; j++; } while (nd()) x++; if (i != j) nd();",
        "yynyny",
        expect![[r#"
            true
            (= i j)
            (= i j)
            (= i j)
            (= i j)
            (= i j)
            false"#]],
    );
}

#[test]
fn path_invariants_may_not_be_found() {
    let check = |body: &str, ways: &str, expected: Expect| {
        check(Facts::PathInvariants, &main_of(body), ways, expected);
    };
    check(
        "int x = 3; if (x == 4) nd();",
        "y",
        expect!["no path invariants: no place is visited often enough"],
    );
    // Either the bound or the beginning: that needs a disjunction.
    check(
        "int n = nd(), i = 1, s = 0; while (i <= n) { s += 2; i++; } if (s != 2 * n && s != 0) nd();",
        "yynyy",
        expect!["no path invariants: the invariants that were found do not exclude the path"],
    );
}

/// What paths with more and more iterations say in turn.
fn check_in_turn(body: &str, paths: &[&str], expected: Expect) {
    let path_invariants = PathInvariants { visits: 2, time: Duration::from_secs(300) };
    let options = Options { path_invariants, ..Options::default() };
    let shown = with_analysis(&main_of(body), &Z3Backend::default(), options, |analysis, cx| {
        let mut ask = |ways: &&str| {
            let path = path(analysis, cx, ways);
            let found = analysis.facts(cx, Facts::PathInvariants, &path).unwrap();
            format!("{ways}: {}", found.map_or_else(|reason| reason, |_| "facts".to_owned()))
        };
        paths.iter().map(&mut ask).collect::<Vec<_>>().join("\n")
    });
    expected.assert_eq(&shown);
}

#[test]
fn a_path_program_is_not_examined_twice_in_vain_and_others_need_longer_paths() {
    check_in_turn(
        "int n = nd(), i = 1, s = 0; while (i <= n) { s += 2; i++; } if (s != 2 * n && s != 0) nd();",
        &["ynyy", "yynyy", "yyynyy", "yyyynyy"],
        expect![[r#"
            ynyy: no path invariants: the invariants that were found do not exclude the path
            yynyy: no path invariants: none were found for this path program before
            yyynyy: no path invariants: none were found for this path program before
            yyyynyy: no path invariants: none were found for this path program before"#]],
    );
    check_in_turn(
        "int x = 0, y = 0; while (nd()) { x++; y++; } if (x != y) nd();",
        &["yny", "yny", "yyny", "yyyny"],
        expect![[r#"
            yny: facts
            yny: no path invariants: no place is visited often enough
            yyny: facts
            yyyny: facts"#]],
    );
}

#[test]
fn interpolants_are_about_the_iterations_of_the_path() {
    check(
        Facts::Interpolants,
        &main_of("unsigned x = 0; while (nd()) x += 2; if (x == 5) nd();"),
        "yyny",
        expect![[r#"
            true
            (not (= #x00000001 x))
            (not (= #x00000003 x))
            (not (= #x00000005 x))
            false"#]],
    );
}

/// What happens to `z` is not needed, and neither is the condition on `w`: the core leaves them out.
#[test]
fn weakest_preconditions_are_of_the_core_only() {
    check(
        Facts::WeakestPreconditions,
        &main_of(
            "int x = 1, z = nd(), w = nd(); while (w < 9) { x = x + 2; z = z + x; w = w + 1; } if (x < 3 && z > 4) nd();",
        ),
        "yynyy",
        expect![[r#"
            true
            (not (bvslt (bvadd #x00000004 x) #x00000003))
            (not (bvslt (bvadd #x00000002 x) #x00000003))
            (not (bvslt x #x00000003))
            false"#]],
    );
}

/// The guard of the last iteration and what is asked behind the loop.
#[test]
fn weakest_preconditions_have_all_atoms_of_the_core() {
    check(
        Facts::WeakestPreconditions,
        &main_of("unsigned n = und(), i = 0; while (i < n) i++; if (i != n) nd();"),
        "ny",
        expect![[r#"
            true
            (not (and (not (bvult i n)) (not (= n i))))
            false"#]],
    );
    check(
        Facts::WeakestPreconditions,
        &main_of("unsigned n = und(), i = 0; while (i < n) i++; if (i != n) nd();"),
        "yny",
        expect![[r#"
            true
            true
            (not (and (not (bvult i n)) (not (= n i))))
            false"#]],
    );
}

#[test]
fn heuristic_predicates_are_what_blocks_ask_at_their_beginning() {
    check(
        Facts::HeuristicPredicates,
        &main_of("int x = nd(), y = 0; while (x < 7) { x++; if (y == 3) x = x + 2; } if (x == 9) nd();"),
        "yyynny",
        expect![[r#"
            true
            (and (bvslt x #x00000007) (= #x00000003 y))
            (and (= #x00000003 y) (bvslt x #x00000007))
            (and (bvslt x #x00000007) (= #x00000009 x))
            false"#]],
    );
}

/// The predicates that a precision gets from facts, by what is to become of equations.
fn predicates(equalities: Equalities, expected: Expect) {
    let text =
        main_of("unsigned x = 0; int y = 0; while (nd()) { x += 2; y--; } if (x == 5 && y != -2) nd();");
    let options = Options { equalities, ..Options::default() };
    let shown = with_analysis(&text, &Z3Backend::default(), options, |analysis, cx| {
        let path = path(analysis, cx, "ynyy");
        let facts: Vec<_> = {
            let mut terms = analysis.logic.terms.borrow_mut();
            let mut read = |text: &str| smt::parse::parse_term(&mut terms, text).unwrap();
            let fact =
                read("(and (= |main::x| #x00000002) (= #xffffffff |main::y|) (bvult |main::x| #x00000009))");
            vec![read("true"), fact, read("(= |main::x| #x00000000)"), read("false")]
        };
        analysis.extend_latest(cx, &path.waypoints, &facts).unwrap();
        let precision: &Precision = &analysis.precisions[analysis.latest];
        let location = analysis.abstractions[path.waypoints[1].abstraction].location;
        let terms = analysis.logic.terms.borrow();
        let tracked = precision.at(cx.cfa.entry, location);
        let mut lines: Vec<String> = tracked.iter().map(|&one| print::term(&terms, one)).collect();
        lines.sort();
        lines.join("\n")
    });
    expected.assert_eq(&shown.replace("main::", "").replace('|', ""));
}

#[test]
fn equations_are_kept_or_get_bounds_in_the_order_of_their_type() {
    predicates(
        Equalities::Kept,
        expect![[r#"
        (= #x00000000 x)
        (= #x00000002 x)
        (= #xffffffff y)
        (bvult x #x00000009)"#]],
    );
    predicates(
        Equalities::Beside,
        expect![[r#"
        (= #x00000000 x)
        (= #x00000002 x)
        (= #xffffffff y)
        (bvsle y #xffffffff)
        (bvule x #x00000002)
        (bvult x #x00000009)"#]],
    );
    predicates(
        Equalities::Split,
        expect![[r#"
        (= #x00000000 x)
        (bvsle #xffffffff y)
        (bvsle y #xffffffff)
        (bvule #x00000002 x)
        (bvule x #x00000002)
        (bvult x #x00000009)"#]],
    );
}
