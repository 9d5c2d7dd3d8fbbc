//! The core IR: a small closed control-flow automaton over pure, typed, hash-consed expressions.
//!
//! *Purpose:* the one program representation that analyses, formulas and algorithms see. With it come its
//! verifier, dumps, graph structure and a concrete interpreter, which is the reference semantics.
//! *Not its purpose:* C syntax. A C feature is desugared by `c-lower` into what exists here; a new
//! operation or expression kind needs an ADR.
//!
//! *Invariants:* listed at the head of the verifier, which checks them.

pub mod automaton;
pub mod dangling;
pub mod dump;
pub mod expr;
mod fingerprint;
pub mod interp;
mod packed;
pub mod reuse;
#[cfg(test)]
mod sketch;
pub mod structure;
pub mod types;
pub mod value;
pub mod verify;

pub use automaton::*;
pub use expr::*;
pub use fingerprint::fingerprint;
pub use types::*;
