//! The algorithm step by step, with an analysis whose runs can be computed by hand.
//!
//! A state is the set of branches that may have been taken on the way. A transfer adds the edge if its source has several; sets are ordered by inclusion and joined by union.
//! Under merge-sep two paths stay apart where they meet, under merge-join one state stands for both. All operators write down that they were asked.

use super::Search;
use crate::analysis::{Passage, Possible};
use crate::location::LocationAnalysis;
use crate::reachability::AtTarget;
use crate::{Adjusted, Analysis, Context, Ended, Merged, Order, PrecisionId, Siblings, StateId, Traversal};
use cfa::{EdgeId, LocationId};
use expect_test::{Expect, expect};
use outcome::{Incomplete, Phase};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Merge {
    Sep,
    Join,
}

struct Branches {
    sets: Vec<BTreeSet<EdgeId>>,
    merge: Merge,
    watch: Rc<Watch>,
}

/// What the operators wrote down, and how many transfers are left before they fail.
#[derive(Default)]
struct Watch {
    trace: RefCell<String>,
    left: Cell<Option<u32>>,
}

impl Branches {
    fn state(&mut self, set: BTreeSet<EdgeId>) -> StateId {
        let known = self.sets.iter().position(|other| *other == set);
        let index = known.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        StateId(index as u32)
    }

    fn text(&self, state: StateId) -> String {
        let edges: Vec<String> = self.sets[state.0 as usize].iter().map(EdgeId::to_string).collect();
        format!("{{{}}}", edges.join(","))
    }

    fn note(&self, line: &str) {
        writeln!(self.watch.trace.borrow_mut(), "{line}").unwrap();
    }
}

impl Analysis for Branches {
    fn name(&self) -> &'static str {
        "branches"
    }

    fn initial(&mut self, _: &Context<'_>, _: LocationId) -> Result<(StateId, PrecisionId), Incomplete> {
        Ok((self.state(BTreeSet::new()), PrecisionId(0)))
    }

    fn transfer(
        &mut self,
        cx: &Context<'_>,
        state: StateId,
        _: PrecisionId,
        passage: Passage<'_>,
        successors: &mut Vec<StateId>,
    ) -> Result<(), Incomplete> {
        if self.watch.left.get() == Some(0) {
            return Err(Incomplete::open(Phase::Search, "enough"));
        }
        self.watch.left.update(|left| left.map(|left| left - 1));
        let (from, to) = (cx.cfa.edges[passage.edge].from, cx.cfa.edges[passage.edge].to);
        let mut set = self.sets[state.0 as usize].clone();
        if cx.cfa.outgoing(from).len() > 1 {
            set.insert(passage.edge);
        }
        let successor = self.state(set);
        self.note(&format!("transfer {from} {} -> {to} {}", self.text(state), self.text(successor)));
        successors.push(successor);
        Ok(())
    }

    fn adjust(
        &mut self,
        _: &Context<'_>,
        state: StateId,
        precision: PrecisionId,
        _: Siblings<'_>,
    ) -> Result<Adjusted, Incomplete> {
        self.note("  prec");
        Ok(Adjusted { state, precision, possible: Possible::Yes })
    }

    fn merge(&mut self, _: &Context<'_>, new: StateId, old: StateId) -> Result<Merged, Incomplete> {
        if self.merge == Merge::Sep {
            self.note(&format!("  merge {} {}: apart", self.text(new), self.text(old)));
            return Ok(Merged::Separate);
        }
        let union = &self.sets[new.0 as usize] | &self.sets[old.0 as usize];
        let union = self.state(union);
        self.note(&format!("  merge {} {} = {}", self.text(new), self.text(old), self.text(union)));
        Ok(Merged::Into(union))
    }

    fn covers(&mut self, _: &Context<'_>, old: StateId, new: StateId) -> Result<bool, Incomplete> {
        let is_covered = self.sets[new.0 as usize].is_subset(&self.sets[old.0 as usize]);
        self.note(&format!("  stop {} {}: {is_covered}", self.text(new), self.text(old)));
        Ok(is_covered)
    }

    fn show(&self, _: &Context<'_>, state: StateId) -> String {
        self.text(state)
    }
}

/// A search, and what its analysis is watched by.
fn search(text: &str, merge: Merge, order: Order) -> (Search, Rc<Watch>) {
    let watch = Rc::new(Watch::default());
    let branches = Branches { sets: Vec::new(), merge, watch: Rc::clone(&watch) };
    let analyses: Vec<Box<dyn Analysis>> = vec![Box::new(LocationAnalysis), Box::new(branches)];
    (Search::new(text, analyses, Traversal::new([order])), watch)
}

/// The side that is shorter is at the join first; the longer side comes when what is below the join was explored already.
const DIAMOND: &str =
    "int c; int main(void) { if (c) { c = 1; c = 2; c = 3; c = 4; } else c = 5; return 0; }";

fn check_trace(merge: Merge, order: Order, expected: Expect) {
    let (mut search, watch) = search(DIAMOND, merge, order);
    assert_eq!(search.run(AtTarget::Continue), Ok(Ended::Fixpoint));
    expected.assert_eq(&format!("{}{}", watch.trace.borrow(), search.show()));
}

/// Algorithm 5.1 with merge-join: what the longer side adds is merged into the state at the join, which waits again, so that all that follows from it is computed anew.
#[test]
fn a_merged_state_is_expanded_again() {
    check_trace(
        Merge::Join,
        Order::BreadthFirst,
        expect![[r#"
        transfer L8 {} -> L9 {}
          prec
        transfer L9 {} -> L0 {}
          prec
        transfer L0 {} -> L1 {e0}
          prec
        transfer L0 {} -> L2 {e1}
          prec
        transfer L1 {e0} -> L4 {e0}
          prec
        transfer L2 {e1} -> L3 {e1}
          prec
        transfer L4 {e0} -> L5 {e0}
          prec
        transfer L3 {e1} -> L7 {e1}
          prec
        transfer L5 {e0} -> L6 {e0}
          prec
        transfer L7 {e1} -> L10 {e1}
          prec
        transfer L6 {e0} -> L3 {e0}
          prec
          merge {e0} {e1} = {e0,e1}
        transfer L3 {e0,e1} -> L7 {e0,e1}
          prec
          merge {e0,e1} {e1} = {e0,e1}
        transfer L7 {e0,e1} -> L10 {e0,e1}
          prec
          merge {e0,e1} {e1} = {e0,e1}
        transfer L10 {e0,e1} -> L11 {e0,e1}
          prec
        n0 <- : L8 | {}
        n1 <- n0: L9 | {}
        n2 <- n1: L0 | {}
        n3 <- n2: L1 | {e0}
        n4 <- n2: L2 | {e1}
        n5 <- n3: L4 | {e0}
        n6 <- n4 n9: L3 | {e0,e1}
        n7 <- n5: L5 | {e0}
        n8 <- n6: L7 | {e0,e1}
        n9 <- n7: L6 | {e0}
        n10 <- n8: L10 | {e0,e1}
        n11 <- n10: L11 | {e0,e1}
    "#]],
    );
}

/// With merge-sep the two sides stay apart to the end.
#[test]
fn separate_states_are_expanded_once_each() {
    check_trace(
        Merge::Sep,
        Order::BreadthFirst,
        expect![[r#"
        transfer L8 {} -> L9 {}
          prec
        transfer L9 {} -> L0 {}
          prec
        transfer L0 {} -> L1 {e0}
          prec
        transfer L0 {} -> L2 {e1}
          prec
        transfer L1 {e0} -> L4 {e0}
          prec
        transfer L2 {e1} -> L3 {e1}
          prec
        transfer L4 {e0} -> L5 {e0}
          prec
        transfer L3 {e1} -> L7 {e1}
          prec
        transfer L5 {e0} -> L6 {e0}
          prec
        transfer L7 {e1} -> L10 {e1}
          prec
        transfer L6 {e0} -> L3 {e0}
          prec
          merge {e0} {e1}: apart
          stop {e0} {e1}: false
        transfer L10 {e1} -> L11 {e1}
          prec
        transfer L3 {e0} -> L7 {e0}
          prec
          merge {e0} {e1}: apart
          stop {e0} {e1}: false
        transfer L7 {e0} -> L10 {e0}
          prec
          merge {e0} {e1}: apart
          stop {e0} {e1}: false
        transfer L10 {e0} -> L11 {e0}
          prec
          merge {e0} {e1}: apart
          stop {e0} {e1}: false
        n0 <- : L8 | {}
        n1 <- n0: L9 | {}
        n2 <- n1: L0 | {}
        n3 <- n2: L1 | {e0}
        n4 <- n2: L2 | {e1}
        n5 <- n3: L4 | {e0}
        n6 <- n4: L3 | {e1}
        n7 <- n5: L5 | {e0}
        n8 <- n6: L7 | {e1}
        n9 <- n7: L6 | {e0}
        n10 <- n8: L10 | {e1}
        n11 <- n9: L3 | {e0}
        n12 <- n10: L11 | {e1}
        n13 <- n11: L7 | {e0}
        n14 <- n13: L10 | {e0}
        n15 <- n14: L11 | {e0}
    "#]],
    );
}

/// In reverse postorder both sides are there before the join is expanded: the same states, and each is expanded once.
#[test]
fn reverse_postorder_expands_joins_once() {
    let run = |order: Order| {
        let (mut search, _) = search(DIAMOND, Merge::Join, order);
        search.run(AtTarget::Continue).unwrap();
        (search.counts.expanded, search.distinct())
    };
    let (once, states) = run(Order::ReversePostorder);
    assert_eq!(once, states.len() as u64);
    let (again, same) = run(Order::BreadthFirst);
    assert!(again > once);
    assert_eq!(states, same);
}

/// A path to a state that came of merges leads along edges that follow each other, whichever of its parents it takes.
#[test]
fn a_merged_state_has_the_paths_of_both() {
    let (mut search, _) = search(DIAMOND, Merge::Join, Order::BreadthFirst);
    search.run(AtTarget::Continue).unwrap();
    let joined: Vec<_> =
        search.reached.nodes().filter(|&node| search.reached.parents(node).len() == 2).collect();
    assert_eq!(joined.len(), 1);
    let path = search.reached.path_to(search.reached.nodes().last().unwrap());
    let edges: Vec<_> = path.iter().filter_map(|&(edge, _)| edge).collect();
    for pair in edges.windows(2) {
        assert_eq!(search.cfa.edges[pair[0]].to, search.cfa.edges[pair[1]].from);
    }
    assert!(path.iter().any(|&(_, node)| node == joined[0]));
}

/// The states that no other state of their location stands for. These do not depend on the order, while the others are found or not.
fn largest(search: &Search) -> BTreeSet<(String, BTreeSet<String>)> {
    let states = search.distinct().into_iter().map(|text| {
        let (location, set) = text.split_once(" | ").unwrap();
        let edges = set.trim_matches(['{', '}']).split(',').map(str::to_owned);
        (location.to_owned(), edges.filter(|edge| !edge.is_empty()).collect::<BTreeSet<_>>())
    });
    let states: Vec<_> = states.collect();
    let is_largest = |(location, set): &&(String, BTreeSet<String>)| {
        !states.iter().any(|(other, more)| other == location && set != more && set.is_subset(more))
    };
    states.iter().filter(is_largest).cloned().collect()
}

/// Algorithm 5.1 takes and returns both sets: a search that fails again and again in the middle of an expansion, and goes on with what it left, reaches what a whole one does.
#[test]
fn a_search_in_pieces_reaches_the_same() {
    let text = "int c; int f(int n) { return n ? 1 : 2; } int main(void) { while (c) { if (c == 3) c = f(c); else c = f(1); } return 0; }";
    for merge in [Merge::Sep, Merge::Join] {
        for order in [Order::BreadthFirst, Order::DepthFirst, Order::ReversePostorder] {
            let (mut whole, _) = search(text, merge, order);
            assert_eq!(whole.run(AtTarget::Continue), Ok(Ended::Fixpoint));
            let (mut pieces, watch) = search(text, merge, order);
            let mut failures = 0;
            loop {
                // Enough for one expansion, so that there is progress.
                watch.left.set(Some(2));
                match pieces.run(AtTarget::Continue) {
                    Ok(ended) => break assert_eq!(ended, Ended::Fixpoint),
                    Err(stop) => assert_eq!(stop, Incomplete::open(Phase::Search, "enough")),
                }
                failures += 1;
                assert!(failures < 1_000, "no progress");
            }
            assert!(failures > 10);
            assert_eq!(largest(&pieces), largest(&whole), "soundness");
        }
    }
}
