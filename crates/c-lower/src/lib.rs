//! From the typed tree to the control-flow automaton, with the models of library functions.
//!
//! *Purpose:* take away everything that is C's own: evaluation order, short-circuit operators, statement
//! expressions, scopes and jumps, variable arguments, variable-length arrays, calls of the library. What remains is what
//! [`cfa`] has: pure expressions and edges with one effect each.
//! *Not its purpose:* types and conversions (`c-sema` has made them explicit) and any analysis.
//!
//! **Order of evaluation.** From left to right, one of the orders that C allows; where another
//! order may give something else ([`order`]), an execution chooses one. A left operand that reads
//! memory is saved to a temporary where what follows may change memory.
//!
//! **What is assumed** is said in [`cfa::Cfa::assumptions`]: undefined functions, models that simplify, assembler.
//!
//! *Invariants:* every expression of the typed tree is lowered at most once; the automaton passes
//! `cfa::verify`; equal input gives equal numbers.

mod body;
mod graph;
mod library;
mod order;
mod program;

#[cfg(test)]
mod tests;

pub use library::{ModelSummary, models};
pub use program::{Assertions, Externals, LowerOptions, Lowered, Outside, Sequence, VolatileReads, lower};
