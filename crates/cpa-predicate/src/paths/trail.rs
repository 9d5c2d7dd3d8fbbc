//! The definitions of copies along one path: that on which the search is.
//!
//! A copy has different definitions on different paths, so they cannot be kept in one table. When the search goes to another path, the trail goes back to where the two part. A search that goes deep
//! first moves it by a step or two at a time, any other as far as its paths are long.

use super::constraint::Definition;
use crate::analysis::State;
use cpa::StateId;
use rustc_hash::FxHashMap;
use smt::SymbolId;
use stdx::IndexVec;

/// The path on which the search is.
#[derive(Default)]
pub(super) struct Trail {
    /// The states from the root on, at the index of their depth.
    states: Vec<StateId>,
    known: FxHashMap<SymbolId, Definition>,
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
        for state in self.states.drain(common..) {
            let definitions = states[state].link.iter().flat_map(|link| &link.definitions);
            for definition in definitions {
                self.known.remove(&definition.symbol);
            }
        }
        for &state in missing.iter().rev() {
            let definitions = states[state].link.iter().flat_map(|link| &link.definitions);
            self.known.extend(definitions.map(|definition| (definition.symbol, *definition)));
            self.states.push(state);
        }
    }
}
