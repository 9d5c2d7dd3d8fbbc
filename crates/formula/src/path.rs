//! Path formulas, and how activations of functions are told apart.

use crate::ssa::SsaMap;
use cfa::FunctionId;
use smt::TermId;

/// A formula over indexed copies of variables, and which copies are current at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathFormula {
    /// What holds along the paths.
    pub formula: TermId,
    /// The current copies.
    pub ssa: SsaMap,
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
