//! The algorithms against their definitions, on random graphs, and the structure of small programs.

use super::dominators::Dominators;
use super::graph::Graph;
use super::loops::{LoopForest, NONE};
use super::*;
use crate::sketch::{Sketch, sample};
use crate::{Body, Op, TypeId};
use expect_test::expect;
use proptest::prelude::*;

/// Edges between up to twelve nodes; branching programs have about two for each node.
fn edges() -> impl Strategy<Value = Vec<(u32, u32)>> {
    prop::collection::vec((0u32..12, 0u32..12), 0..30)
}

fn forest(graph: &Graph) -> LoopForest {
    let tree = graph.tree();
    LoopForest::compute(graph, &tree, &Dominators::from_tree(graph, &tree))
}

/// The nodes that `from` reaches without stepping on a node that is `closed`; `from` itself counts.
fn reach(graph: &Graph, from: u32, closed: impl Fn(u32) -> bool) -> Vec<bool> {
    let mut seen = vec![false; graph.len()];
    let mut stack = if closed(from) { Vec::new() } else { vec![from] };
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut seen[node as usize], true) {
            stack.extend(graph.successors(node).iter().copied().filter(|&next| !closed(next)));
        }
    }
    seen
}

/// Whether there is a cycle among the nodes that are not closed.
fn has_cycle(graph: &Graph, closed: impl Fn(u32) -> bool + Copy) -> bool {
    (0..graph.len() as u32)
        .filter(|&node| !closed(node))
        .any(|node| graph.successors(node).iter().any(|&next| reach(graph, next, closed)[node as usize]))
}

/// Whether all retreating edges go to a dominator of their source, which is what reducible means.
fn is_reducible(graph: &Graph, dominators: &Dominators) -> bool {
    let nodes = 0..graph.len() as u32;
    nodes
        .flat_map(|from| graph.successors(from).iter().map(move |&to| (from, to)))
        .all(|(from, to)| from < to || dominators.dominates(to, from))
}

/// The chain of heads around a node, from the inside out.
fn heads_around(forest: &LoopForest, node: u32) -> Vec<u32> {
    let mut heads = Vec::new();
    let mut at = forest.innermost[node as usize];
    while at != NONE {
        heads.push(forest.loops[at as usize].head);
        at = forest.loops[at as usize].parent;
    }
    heads
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn numbers_are_a_reverse_postorder(edges in edges()) {
        let (graph, order) = Graph::reached(12, &edges);
        prop_assert_eq!(order[0], 0);
        prop_assert!(reach(&graph, 0, |_| false).iter().all(|&seen| seen), "all nodes are reached");
        // Without its retreating edges the graph has no cycle, and each retreating edge closes one.
        for from in 0..graph.len() as u32 {
            for &to in graph.successors(from) {
                if to <= from {
                    prop_assert!(reach(&graph, to, |_| false)[from as usize], "{from} -> {to} closes no cycle");
                }
            }
        }
    }

    #[test]
    fn dominators_are_the_nodes_that_cannot_be_avoided(edges in edges()) {
        let (graph, _) = Graph::reached(12, &edges);
        let dominators = Dominators::compute(&graph);
        for gate in 0..graph.len() as u32 {
            let avoiding = reach(&graph, 0, |node| node == gate);
            for node in 0..graph.len() as u32 {
                prop_assert_eq!(dominators.dominates(gate, node), !avoiding[node as usize], "{} over {}", gate, node);
            }
        }
        for node in 1..graph.len() as u32 {
            let immediate = dominators.immediate(node).unwrap();
            prop_assert!(immediate != node && dominators.dominates(immediate, node));
            let strict = (0..graph.len() as u32).filter(|&other| other != node && dominators.dominates(other, node));
            for other in strict {
                prop_assert!(dominators.dominates(other, immediate), "{} is closer than {}", other, immediate);
            }
        }
    }

    #[test]
    fn loop_heads_cut_every_cycle(edges in edges()) {
        let (graph, _) = Graph::reached(12, &edges);
        let forest = forest(&graph);
        let is_head = |node: u32| forest.loops.iter().any(|found| found.head == node);
        prop_assert!(!has_cycle(&graph, is_head));
        // None is there in vain: each head is on a cycle.
        for found in &forest.loops {
            let next = graph.successors(found.head).iter();
            prop_assert!(next.copied().any(|next| reach(&graph, next, |_| false)[found.head as usize]));
        }
    }

    #[test]
    fn outermost_loops_are_the_components_of_the_graph(edges in edges()) {
        let (graph, _) = Graph::reached(12, &edges);
        let forest = forest(&graph);
        for a in 0..graph.len() as u32 {
            for b in 0..graph.len() as u32 {
                let on_cycle = |from: u32, to: u32| {
                    graph.successors(from).iter().any(|&next| reach(&graph, next, |_| false)[to as usize])
                };
                let connected = on_cycle(a, b) && on_cycle(b, a);
                let outermost = |node| heads_around(&forest, node).last().copied();
                let together = outermost(a).is_some() && outermost(a) == outermost(b);
                prop_assert_eq!(together, connected, "{} and {}", a, b);
            }
        }
    }

    #[test]
    fn loops_nest_as_components_without_the_outer_heads(edges in edges()) {
        let (graph, _) = Graph::reached(12, &edges);
        let forest = forest(&graph);
        for found in &forest.loops {
            // Inside a loop without its head, the members that are on a cycle are those of its inner loops.
            let inside = |node: u32| node != found.head && heads_around(&forest, node).contains(&found.head);
            for node in (0..graph.len() as u32).filter(|&node| inside(node)) {
                let on_cycle =
                    graph.successors(node).iter().any(|&next| reach(&graph, next, |other| !inside(other))[node as usize]);
                let in_inner = heads_around(&forest, node).first() != Some(&found.head);
                prop_assert_eq!(on_cycle, in_inner, "{} in the loop of {}", node, found.head);
            }
        }
    }

    #[test]
    fn reducible_loops_are_natural(edges in edges()) {
        let (graph, _) = Graph::reached(12, &edges);
        let forest = forest(&graph);
        let dominators = Dominators::compute(&graph);
        prop_assert_eq!(forest.loops.iter().all(|found| found.is_reducible), is_reducible(&graph, &dominators));
        for found in forest.loops.iter().filter(|found| found.is_reducible) {
            for node in 0..graph.len() as u32 {
                // In the natural loop if it reaches the head by a retreating edge without passing the head before.
                let way = reach(&graph, node, |other| other == found.head);
                let mut sources = graph.predecessors(found.head).iter().filter(|&&source| source >= found.head);
                let natural = node == found.head
                    || (dominators.dominates(found.head, node) && sources.any(|&source| way[source as usize]));
                prop_assert_eq!(heads_around(&forest, node).contains(&found.head), natural, "{}", node);
            }
        }
    }

    #[test]
    fn the_weak_order_is_one(edges in edges()) {
        let (graph, _) = Graph::reached(12, &edges);
        let forest = forest(&graph);
        let order = forest.weak_order();
        let mut rank = vec![usize::MAX; graph.len()];
        for (position, &node) in order.iter().enumerate() {
            rank[node as usize] = position;
        }
        prop_assert_eq!(order.len(), graph.len());
        prop_assert!(rank.iter().all(|&rank| rank != usize::MAX), "every node occurs");
        for from in 0..graph.len() as u32 {
            for &to in graph.successors(from) {
                let forward = rank[from as usize] < rank[to as usize];
                prop_assert!(forward || heads_around(&forest, from).contains(&to), "{from} -> {to}");
            }
        }
        for found in &forest.loops {
            let members: Vec<usize> = (0..graph.len() as u32)
                .filter(|&node| heads_around(&forest, node).contains(&found.head))
                .map(|node| rank[node as usize])
                .collect();
            let (first, last) = (members.iter().min().unwrap(), members.iter().max().unwrap());
            prop_assert_eq!(*first, rank[found.head as usize], "the head comes first");
            prop_assert_eq!(last - first + 1, members.len(), "the loop is contiguous");
        }
    }
}

#[test]
fn large_graphs_take_nearly_linear_time() {
    // A chain in which every node also leads to the end and to the start, as a switch in a loop.
    const N: u32 = 200_000;
    let chain: Vec<(u32, u32)> = (0..N - 1).flat_map(|at| [(at, at + 1), (at, N - 1), (at, 0)]).collect();
    // Loops inside each other, each entered from the very top beside its head.
    let nested: Vec<(u32, u32)> =
        (0..N - 1).flat_map(|at| [(at, at + 1), (N - 1 - at / 2, at / 2), (0, N - 1 - at)]).collect();
    for edges in [chain, nested] {
        let (graph, _) = Graph::reached(N as usize, &edges);
        assert_eq!(graph.len(), N as usize);
        let forest = forest(&graph);
        assert!(!forest.loops.is_empty());
        assert_eq!(forest.weak_order().len(), N as usize);
    }
}

#[test]
fn the_sample_has_one_loop() {
    let sample = sample();
    let (main, twice) = (sample.main, sample.twice);
    let cfa = sample.sketch.finish();
    let structure = cfa.structure();
    let Body { entry, exit } = cfa.functions[main].body.unwrap();
    assert!(structure.dominates(entry, exit) && !structure.dominates(exit, entry));
    let (id, found) = structure.loops_of(main).next().unwrap();
    assert_eq!((structure.loops().len(), found.parent, found.depth), (1, None, 1));
    assert_eq!(found.entries, LoopEntries::Head);
    assert!(structure.is_loop_head(found.head) && structure.contains(id, found.head));
    assert!(!structure.contains(id, entry) && !structure.contains(id, exit));
    let members =
        structure.locations(main).iter().filter(|&&location| structure.contains(id, location)).count();
    assert_eq!(members, 2);
    // The call is stepped over in both directions.
    let before: Vec<_> = cfa.predecessors_within(exit).collect();
    let [(edge, from)] = before[..] else { panic!("one predecessor") };
    assert!(cfa.successors_within(from).eq([(edge, exit)]));
    assert_eq!(structure.immediate_dominator(exit), Some(from));

    let calls = structure.calls();
    assert_eq!(calls.bottom_up(), [twice, main, cfa.entry]);
    assert!(calls.is_reached(twice) && !calls.is_recursive(main));
    assert_eq!((calls.sites(main).len(), calls.callers(main).len()), (1, 1));
    expect![[r#"
        functions: 3 (0 recursive), declared only: 0
        variables: 6, expressions: 16
        locations: 12, edges: 12, branches: 1
        calls: 2, external: 0, unsupported: 0
        loops: 1 (0 irreducible), nested 1 deep
        assumptions: 0
    "#]]
    .assert_eq(&Stats::of(&cfa).to_string());
}

#[test]
fn recursion_and_unused_code_are_seen() {
    let mut sketch = Sketch::new();
    let names = ["even", "odd", "unused", "own"];
    let [even, odd, unused, own] = names.map(|name| sketch.function(name, TypeId::VOID, &[]));
    let start = sketch.parts.entry;
    for (caller, callee) in [(start, even), (even, odd), (odd, even), (unused, own), (own, own)] {
        let Body { entry, exit } = sketch.body(caller);
        sketch.call((entry, exit), callee, &[], None);
    }
    let dead = sketch.location(start);
    let after = sketch.location(start);
    sketch.edge(dead, after, Op::Nop);
    sketch.edge(after, dead, Op::Nop);
    let cfa = sketch.finish();
    let calls = cfa.structure().calls();
    assert_eq!(
        [start, even, odd, unused, own].map(|f| calls.is_recursive(f)),
        [false, true, true, false, true]
    );
    assert_eq!(
        [start, even, odd, unused, own].map(|f| calls.is_reached(f)),
        [true, true, true, false, false]
    );
    assert_eq!(calls.component(even), calls.component(odd));
    assert!(calls.component(even) < calls.component(start) && calls.component(own) < calls.component(unused));
    // A cycle that nothing leads to is no loop, but its locations have their places.
    let structure = cfa.structure();
    assert!(structure.loops().is_empty() && !structure.is_reached(dead) && !structure.dominates(dead, dead));
    assert_eq!(structure.locations(start).len(), 4);
    assert_eq!((structure.reached(start).len(), structure.weak_order(start).len()), (2, 2));
    assert_eq!((structure.position(dead), structure.position(after)), (2, 3));
}
