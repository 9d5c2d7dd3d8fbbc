//! What is known along one path, that on which the search is: the definitions of copies, and the conditions by the inputs they depend on.
//!
//! A copy has different definitions on different paths, so they cannot be kept in one table for all. When the search goes to another path, the trail goes back to where the two part. A search that goes deep
//! first moves it by a step or two at a time, any other as far as its paths are long.

use super::Link;
use super::constraint::{Constraint, Definition};
use crate::analysis::State;
use cpa::StateId;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::SymbolId;
use std::rc::Rc;
use stdx::IndexVec;

/// The path on which the search is.
#[derive(Default)]
pub(super) struct Trail {
    /// The states from the root on, at the index of their depth.
    states: Vec<StateId>,
    known: FxHashMap<SymbolId, Definition>,
    constraints: Vec<Rc<Constraint>>,
    /// The conditions that depend on an input, by their place in the list.
    by_input: FxHashMap<SymbolId, Vec<usize>>,
}

impl Trail {
    /// What a copy is defined as on the path.
    pub(super) fn get(&self, symbol: SymbolId) -> Option<Definition> {
        self.known.get(&symbol).copied()
    }

    /// Moves to the path of a state.
    pub(super) fn move_to(&mut self, states: &IndexVec<StateId, State>, to: StateId) {
        let mut missing = Vec::new();
        let mut at = Some(to);
        let mut common = 0;
        while let Some((state, link)) = at.and_then(|state| Some((state, states[state].link.as_ref()?))) {
            if self.states.get(link.depth as usize) == Some(&state) {
                common = link.depth as usize + 1;
                break;
            }
            missing.push(state);
            at = link.parent;
        }
        for state in self.states.split_off(common).into_iter().rev() {
            if let Some(link) = &states[state].link {
                self.take_back(link);
            }
        }
        for &state in missing.iter().rev() {
            if let Some(link) = &states[state].link {
                self.add(link);
            }
            self.states.push(state);
        }
    }

    fn add(&mut self, link: &Link) {
        self.known.extend(link.definitions.iter().map(|definition| (definition.symbol, *definition)));
        for constraint in &link.constraints {
            for &input in &constraint.inputs {
                self.by_input.entry(input).or_default().push(self.constraints.len());
            }
            self.constraints.push(Rc::clone(constraint));
        }
    }

    fn take_back(&mut self, link: &Link) {
        for definition in &link.definitions {
            self.known.remove(&definition.symbol);
        }
        for constraint in &link.constraints {
            self.constraints.pop();
            for input in &constraint.inputs {
                if let Some(places) = self.by_input.get_mut(input) {
                    places.pop();
                }
            }
        }
    }

    /// Conditions, and all of the path.
    pub(super) fn with_all(&self, new: &[Rc<Constraint>]) -> Vec<Rc<Constraint>> {
        new.iter().chain(&self.constraints).cloned().collect()
    }

    /// Conditions, and those of the path that share inputs with them, directly or through others.
    pub(super) fn with_bearing(&self, new: &[Rc<Constraint>]) -> Vec<Rc<Constraint>> {
        let mut chosen = new.to_vec();
        let mut places: FxHashSet<usize> = FxHashSet::default();
        let mut inputs: FxHashSet<SymbolId> = FxHashSet::default();
        let mut next = 0;
        while let Some(constraint) = chosen.get(next).map(Rc::clone) {
            next += 1;
            for input in constraint.inputs.iter().filter(|&&input| inputs.insert(input)) {
                let others = self.by_input.get(input).into_iter().flatten();
                let fresh = others.filter(|&&place| places.insert(place));
                chosen.extend(fresh.map(|&place| Rc::clone(&self.constraints[place])));
            }
        }
        chosen
    }
}
