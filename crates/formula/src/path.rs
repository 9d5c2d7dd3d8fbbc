//! Path formulas, and how activations of functions are told apart.

use crate::ssa::{SsaMap, Values, VariableId};
use cfa::FunctionId;
use smt::TermId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A formula over indexed copies of variables, and which copies are current at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathFormula {
    /// What holds along the paths.
    pub formula: TermId,
    /// The current copies.
    pub ssa: SsaMap,
    /// The addresses at which memory was used, where that matters.
    pub used: Used,
    /// What is known of the current copies.
    pub values: Values,
}

/// Addresses that the paths have used, by region: what a write must leave alone under [`Memory::Functions`](crate::Memory).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Used {
    pub(crate) addresses: Arc<BTreeSet<(VariableId, TermId)>>,
}

impl Used {
    pub(crate) fn add(&mut self, variable: VariableId, address: TermId) {
        if !self.addresses.contains(&(variable, address)) {
            Arc::make_mut(&mut self.addresses).insert((variable, address));
        }
    }

    /// The addresses used of one region.
    pub(crate) fn of(&self, variable: VariableId) -> impl Iterator<Item = TermId> {
        let from = (variable, TermId(0));
        self.addresses.range(from..).take_while(move |entry| entry.0 == variable).map(|entry| entry.1)
    }

    /// The addresses of both.
    pub(crate) fn joined(&self, other: &Self) -> Self {
        if Arc::ptr_eq(&self.addresses, &other.addresses) || other.addresses.is_empty() {
            return self.clone();
        }
        Self { addresses: Arc::new(self.addresses.union(&other.addresses).copied().collect()) }
    }
}

/// How often functions are active, so that each activation has variables of its own: `f::x`, `f#1::x`.
pub trait Frames {
    /// How many activations of a function are on the call stack *before* the edge is taken, the running one included. Where nothing
    /// is recursive, 0 will do for all functions.
    fn active(&self, function: FunctionId) -> u32;
}

/// No function is active twice.
#[derive(Clone, Copy, Debug, Default)]
pub struct SingleActivation;

impl Frames for SingleActivation {
    fn active(&self, _function: FunctionId) -> u32 {
        0
    }
}

/// The functions of a call stack.
#[derive(Clone, Debug, Default)]
pub struct CallStack(pub Vec<FunctionId>);

impl Frames for CallStack {
    fn active(&self, function: FunctionId) -> u32 {
        self.0.iter().filter(|&&other| other == function).count() as u32
    }
}
