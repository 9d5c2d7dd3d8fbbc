//! What is to be shown, and what the answer is: property files, task definitions, verdicts.
//!
//! *Purpose:* [`prp`] reads the `.prp` files of the software-verification community, [`observer`] automata that watch calls, [`task`] the `.yml` files that tie
//! programs, properties and expected verdicts together, and [`Verdict`] is the answer in the form that the
//! last line of standard output has.
//!
//! *Not its purpose:* reading files (the engine does), and checking anything.
//!
//! *Invariants:* a text with an error gives diagnostics and no result, so half a property is never checked.

pub mod assertion;
pub mod observer;
pub mod prp;
pub mod task;
mod verdict;
mod words;

pub use prp::{Check, Formula};
pub use verdict::Verdict;
