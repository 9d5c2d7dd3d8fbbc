//! Terms of SMT-LIB, what they mean, how they are written, and what a solver of them is.
//!
//! *Purpose.* Everything that reasons with formulas builds them here: one store of shared terms ([`Terms`]), whose
//! constructors check sorts and simplify; an evaluator ([`eval`]) that is the reference semantics; a printer and a
//! parser for SMT-LIB 2.7 ([`print`], [`parse`]); walks over terms ([`transform`]); the interface of solvers ([`solver`]);
//! and random terms to test all of these with ([`random`]).
//!
//! *Not its purpose:* C, automata, and any particular solver. Back ends are crates of their own.
//!
//! *Invariants.* A term is well-sorted: [`Terms::apply`] is the only way to one and refuses the rest. Equal terms have equal
//! indices. Arguments have smaller indices than the terms that have them. A [`TermId`], [`SymbolId`] or array sort means
//! something only for the store that made it. Simplification keeps the value under every assignment for which
//! the standard defines one; where it leaves the value to the model, nothing is folded.
//!
//! *Begin reading* with [`term`], then `build/core.rs` for what a theory looks like.

pub mod build;
pub mod eval;
pub mod parse;
pub mod print;
pub mod random;
pub mod solver;
pub mod sort;
pub mod term;
pub mod transform;
pub mod value;

pub use eval::{Assignment, EvalError, FunctionValue};
pub use sort::{Format, Sort, SortError};
pub use term::{ArithOp, ArrayOp, BvOp, CoreOp, FpOp, Op, Quantifier, SymbolId, TermId, Terms};
pub use value::Value;
