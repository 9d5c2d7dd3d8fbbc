//! The framework with its own small analyses: what is reached, in which order, and what remains after removals.

mod algorithm;

use crate::analysis::query::Target;
use crate::callstack::{CallStackAnalysis, CallStackOptions, Recursion};
use crate::location::LocationAnalysis;
use crate::loop_bound::{Counting, LoopBoundAnalysis};
use crate::path_length::PathLengthAnalysis;
use crate::reachability::{AtTarget, Counts};
use crate::specification::{Automaton, SpecificationAnalysis};
use crate::{Analysis, Composite, Context, Ended, Order, Reached, Traversal, explore};
use cfa::Cfa;
use expect_test::{Expect, expect};
use limits::Budget;
use outcome::Incomplete;
use outcome::Violation;
use property::Formula;
use std::collections::BTreeSet;

fn lower(text: &str) -> Cfa {
    let mut map = source::SourceMap::new();
    let mut names = stdx::Interner::new();
    let file = map.add("a.c", text.to_owned()).unwrap();
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    let options = c_lower::LowerOptions {
        machine: cfa::MachineModel::Lp64,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    let lowered = c_lower::lower(&mut map, names, vec![parsed.ast], &options);
    assert_eq!(lowered.diagnostics, []);
    lowered.cfa.unwrap()
}

fn specification() -> SpecificationAnalysis {
    SpecificationAnalysis::new(Automaton::of(&Formula::Unreachable("reach_error".to_owned())).unwrap())
}

fn analyses(bound: Option<u32>) -> Vec<Box<dyn Analysis>> {
    let mut all: Vec<Box<dyn Analysis>> = vec![
        Box::new(LocationAnalysis),
        Box::new(CallStackAnalysis::new(CallStackOptions { recursion: Recursion::GiveUp(3) })),
        Box::new(specification()),
    ];
    if let Some(bound) = bound {
        all.push(Box::new(LoopBoundAnalysis::new(bound, Counting::Iterations)));
    }
    all
}

struct Search {
    cfa: Cfa,
    composite: Composite<'static>,
    reached: Reached,
    counts: Counts,
}

impl Search {
    fn new(text: &str, analyses: Vec<Box<dyn Analysis>>, traversal: Traversal) -> Self {
        let cfa = lower(text);
        let mut composite = Composite::new(analyses);
        let mut reached = Reached::new(composite.len(), traversal);
        let budget = Budget::unlimited();
        let cx = Context { cfa: &cfa, budget: &budget };
        let start = cfa.functions[cfa.entry].body.unwrap().entry;
        let root = composite.initial(&cx, start).unwrap();
        reached.add_root(root);
        Self { cfa, composite, reached, counts: Counts::default() }
    }

    fn run(&mut self, at_target: AtTarget) -> Result<Ended, Incomplete> {
        let budget = Budget::unlimited();
        let cx = Context { cfa: &self.cfa, budget: &budget };
        let ended = explore(&cx, &mut self.composite, &mut self.reached, at_target, &mut self.counts);
        assert_eq!(self.reached.check(), Vec::<String>::new());
        ended
    }

    /// All states that are not covered, as text, each once.
    fn distinct(&self) -> BTreeSet<String> {
        let budget = Budget::unlimited();
        let cx = Context { cfa: &self.cfa, budget: &budget };
        let nodes = self.reached.nodes().filter(|&node| self.reached.coverer(node).is_none());
        nodes.map(|node| self.composite.show(&cx, self.reached.states(node))).collect()
    }

    fn show(&self) -> String {
        let budget = Budget::unlimited();
        let cx = Context { cfa: &self.cfa, budget: &budget };
        let mut text = String::new();
        for node in self.reached.nodes() {
            let states = self.composite.show(&cx, self.reached.states(node));
            let parents: Vec<String> =
                self.reached.parents(node).iter().map(|(parent, _)| parent.to_string()).collect();
            let covered = self.reached.coverer(node).map_or(String::new(), |by| format!(" covered by {by}"));
            text.push_str(&format!("{node} <- {}: {states}{covered}\n", parents.join(" ")));
        }
        text
    }
}

fn check(text: &str, analyses: Vec<Box<dyn Analysis>>, expected: Expect) {
    let mut search = Search::new(text, analyses, Traversal::default());
    let ended = search.run(AtTarget::Continue);
    expected.assert_eq(&format!("{}{ended:?}\n", search.show()));
}

#[test]
fn a_location_is_reached_once_for_each_way_of_calling() {
    check(
        "void f(void) {} int main(void) { f(); f(); return 0; }",
        analyses(None),
        expect![[r#"
            n0 <- : L6
            n1 <- n0: L2 | main
            n2 <- n1: L0 | main>f
            n3 <- n2: L1 | main>f
            n4 <- n3: L3 | main
            n5 <- n4: L0 | main>f
            n6 <- n5: L1 | main>f
            n7 <- n6: L4 | main
            n8 <- n7: L5 | main
            n9 <- n8: L7
            n10 <- n9: L8
            Ok(Fixpoint)
        "#]],
    );
}

#[test]
fn loops_end_where_a_location_is_met_again() {
    check(
        "int main(void) { int i = 0; while (i < 9) i++; return i; }",
        analyses(None),
        expect![[r#"
        n0 <- : L6
        n1 <- n0: L0 | main
        n2 <- n1: L1 | main
        n3 <- n2: L2 | main
        n4 <- n3: L3 | main
        n5 <- n3: L4 | main
        n6 <- n4: L2 | main covered by n3
        n7 <- n5: L5 | main
        n8 <- n7: L7
        n9 <- n8: L8
        Ok(Fixpoint)
    "#]],
    );
}

#[test]
fn a_bound_of_one_enters_a_loop_once() {
    check(
        "int main(void) { int i = 0; while (i < 9) i++; return i; }",
        analyses(Some(1)),
        expect![[r#"
            n0 <- : L6
            n1 <- n0: L0 | main
            n2 <- n1: L1 | main
            n3 <- n2: L2 | main | loop0:0
            n4 <- n3: L3 | main | loop0:0
            n5 <- n3: L4 | main
            n6 <- n4: L2 | main | loop0:1
            n7 <- n5: L5 | main
            n8 <- n7: L7
            n9 <- n8: L8
            Ok(Fixpoint)
        "#]],
    );
}

#[test]
fn an_inner_loop_counts_anew_for_each_entry() {
    let text = "int main(void) { for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) ; return 0; }";
    let mut sizes = Vec::new();
    for bound in 1..5 {
        let mut search = Search::new(text, analyses(Some(bound)), Traversal::default());
        assert_eq!(search.run(AtTarget::Continue), Ok(Ended::Fixpoint));
        let cut =
            search.reached.nodes().filter(|&node| search.composite.is_cut_off(search.reached.states(node)));
        sizes.push((search.reached.len(), cut.count()));
    }
    // The body is entered `bound` times for each of the `bound` iterations around it.
    assert_eq!(sizes, [(15, 2), (29, 3), (49, 4), (75, 5)]);
}

#[test]
fn recursion_beyond_the_bound_is_no_fixpoint() {
    let text = "int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(9); }";
    let mut search = Search::new(text, analyses(None), Traversal::default());
    let Ok(Ended::Target(node)) = search.run(AtTarget::Abort) else {
        panic!("recursion without end has one")
    };
    let reason = "recursion: `f` is active more than 3 times".to_owned();
    assert_eq!(
        search.composite.target(search.reached.states(node)),
        Some(&Target::Unsupported(outcome::Incomplete::open(outcome::Phase::Search, reason)))
    );
}

/// No path is longer than the bound, all of that length are cut off, and a larger bound has everything that a smaller one has.
#[test]
fn a_bound_on_the_length_of_paths() {
    let text = "extern int nd(void); int f(int n) { return n ? f(n - 1) : 0; } int main(void) { while (nd()) f(3); return 0; }";
    let explored = |bound: u32| {
        let recursion = CallStackOptions { recursion: Recursion::GiveUp(1_000) };
        let analyses: Vec<Box<dyn Analysis>> = vec![
            Box::new(LocationAnalysis),
            Box::new(CallStackAnalysis::new(recursion)),
            Box::new(PathLengthAnalysis::new(bound)),
        ];
        let mut search = Search::new(text, analyses, Traversal::default());
        assert_eq!(search.run(AtTarget::Continue), Ok(Ended::Fixpoint));
        for node in search.reached.nodes() {
            let length = search.reached.states(node)[2].0;
            let is_cut = search.composite.is_cut_off(search.reached.states(node));
            assert!(length <= bound && is_cut == (length == bound), "{length} of {bound}");
        }
        search.distinct()
    };
    let (few, many) = (explored(10), explored(25));
    assert!(few.is_subset(&many) && few.len() < many.len());
}

/// The branch with the target comes first; the other one must not be lost when the search goes on.
#[test]
fn the_rest_of_an_aborted_expansion_is_found_later() {
    let text = "void reach_error(void); int c; int main(void) { if (c) reach_error(); else c = 1; if (c) reach_error(); return 0; }";
    let mut search = Search::new(text, analyses(None), Traversal::new([Order::DepthFirst]));
    let mut found = 0;
    while let Ended::Target(node) = search.run(AtTarget::Abort).unwrap() {
        let target = search.composite.target(search.reached.states(node));
        assert_eq!(
            target,
            Some(&Target::Violation(Violation { property: "unreach-call".to_owned(), message: None }))
        );
        found += 1;
        assert!(found < 10, "the same target again");
    }
    let whole = {
        let mut search = Search::new(text, analyses(None), Traversal::default());
        search.run(AtTarget::Continue).unwrap();
        search.reached.nodes().filter(|&node| search.reached.is_target(node)).count()
    };
    assert_eq!((found, whole), (2, 2));
}

/// How many states there are, not counted twice where one covers another.
fn distinct(reached: &Reached) -> usize {
    let mut states: Vec<_> = reached.nodes().map(|node| reached.states(node).to_vec()).collect();
    states.sort_unstable();
    states.dedup();
    states.len()
}

#[test]
fn what_is_removed_is_found_again() {
    let text =
        "int c; void f(void) { c++; } int main(void) { if (c) f(); else c = 1; while (c) f(); return 0; }";
    for traversal in [
        Traversal::default(),
        Traversal::new([Order::DepthFirst]),
        Traversal::new([Order::BreadthFirst]),
        Traversal::new([Order::Random(7)]),
        Traversal::new([Order::LoopIterationFirst, Order::ReversePostorder]),
        Traversal::new([Order::TargetDistance, Order::DepthFirst]),
        Traversal::in_turn([vec![Order::DepthFirst], vec![Order::BreadthFirst]]),
    ] {
        let mut search = Search::new(text, analyses(Some(2)), traversal);
        search.run(AtTarget::Continue).unwrap();
        let all = distinct(&search.reached);
        let nodes: Vec<_> = search.reached.nodes().collect();
        for &node in nodes.iter().skip(1).step_by(3) {
            if search.reached.is_removed(node) {
                continue;
            }
            let parents = search.reached.remove_subgraph(node);
            assert!(!parents.is_empty() && distinct(&search.reached) < all);
            assert_eq!(search.reached.check(), Vec::<String>::new());
            search.run(AtTarget::Continue).unwrap();
            assert_eq!(distinct(&search.reached), all, "after the removal of {node}");
        }
    }
}

/// Soundness: a node that waits may cover a younger one. When it is itself covered, by force or by a refinement, nothing else would
/// expand the younger one.
#[test]
fn who_becomes_covered_covers_nobody() {
    use crate::reached::NewNode;
    let new = || NewNode {
        states: [crate::StateId(0)].into_iter().collect(),
        precisions: [crate::PrecisionId(0)].into_iter().collect(),
        partition: std::iter::once(0).collect(),
        rank: crate::reached::Rank::default(),
        is_target: false,
        kind: None,
    };
    let mut reached = Reached::new(1, Traversal::default());
    let (first, second, third) = (reached.add_root(new()), reached.add_root(new()), reached.add_root(new()));
    reached.cover(third, second);
    assert!(!reached.waits(third) && reached.waits(second));
    reached.cover(second, first);
    assert_eq!((reached.coverer(third), reached.waits(third)), (None, true));
    assert_eq!(reached.check(), Vec::<String>::new());
}

#[test]
fn orders() {
    let text = "int c; int main(void) { if (c) { c = 1; c = 2; } else c = 3; return 0; }";
    let order = |traversal: Traversal| {
        let mut search = Search::new(text, vec![Box::new(LocationAnalysis)], traversal);
        search.run(AtTarget::Continue).unwrap();
        let nodes: Vec<_> = search.reached.nodes().collect();
        nodes.iter().map(|&node| search.reached.states(node)[0].0).collect::<Vec<_>>()
    };
    let random = order(Traversal::new([Order::Random(3)]));
    assert_eq!(random, order(Traversal::new([Order::Random(3)])), "the same seed, the same order");
    assert_ne!(order(Traversal::new([Order::DepthFirst])), order(Traversal::new([Order::BreadthFirst])));
}

/// The loop has no end for the youngest first, and the other side of the branch is not expanded before it; in turn with the oldest first it is.
#[test]
fn orders_take_turns() {
    let text = "extern void reach_error(void); extern int nd(void); int main(void) { unsigned i = 0; \
         if (nd()) { i = 1; reach_error(); } else { while (1) i++; } return 0; }";
    let mut found = Vec::new();
    for lists in [
        vec![vec![Order::DepthFirst]],
        vec![vec![Order::DepthFirst], vec![Order::BreadthFirst]],
        vec![vec![Order::BreadthFirst], vec![Order::DepthFirst]],
    ] {
        let mut search = Search::new(text, analyses(Some(100_000)), Traversal::in_turn(lists));
        let ended = search.run(AtTarget::Abort).unwrap();
        found.push((matches!(ended, Ended::Target(_)), search.reached.len() > 50_000));
    }
    assert_eq!(found, [(true, true), (true, false), (true, false)]);
}

/// The way to the target leads through a call, behind a loop; what does not lead there comes last.
#[test]
fn what_is_nearer_to_a_target_comes_first() {
    let text = "extern void reach_error(void); extern int nd(void); int c; void check(void) { if (c) reach_error(); } \
         int main(void) { while (nd()) { c++; } check(); while (1) c--; }";
    let explored = |order: Order| {
        let traversal = Traversal::new([order, Order::DepthFirst]);
        let mut search = Search::new(text, analyses(Some(1_000)), traversal);
        assert!(matches!(search.run(AtTarget::Abort), Ok(Ended::Target(_))));
        search.reached.len()
    };
    assert!(explored(Order::TargetDistance) < 20, "{}", explored(Order::TargetDistance));
    assert!(explored(Order::DepthFirst) > 1_000);
}
