//! From the syntax tree to a typed tree: scopes, linkage, types, conversions, constants, initialisers.
//!
//! *Purpose:* decide what every construct means and say it in [`hir`], where nothing is implicit any more.
//! *Not its purpose:* control flow and evaluation order (`c-lower`).
//!
//! *Entry point:* [`Elaborator`]. Every unit is announced first, so that a call knows whether its
//! callee is defined anywhere in the program; several units are joined ([`Elaborator::join`]), so
//! that it is known which of their types are one type; then every unit is elaborated, its bodies
//! going to a [`hir::BodySink`] one by one.
//!
//! *Code map:* `elab` holds the state, scopes and linkage; `decl` declarations and function definitions; `types` what a
//! specifier and a declarator mean; `layout` where members lie; `expr`, `init` and `stmt` the
//! bodies; `fold` constants; `units` what several units have in common.
//! What of C is supported is listed, with a program for each feature, in the ledger of the engine
//! (`crates/engine/src/features`), which spans all stages.
//!
//! *Leniency:* what gcc accepts with a warning (implicit `int` and functions, mixing of integers and pointers, missing return values)
//! is accepted, because programs under analysis do all of it; what gcc rejects is rejected with a diagnostic,
//! with few exceptions that the ledger of features names.
//!
//! *Invariants:* an error never goes unreported: whenever the result is incomplete, there is an error among the
//! diagnostics, or a [`hir::StmtKind::Unsupported`] stands where the construct would be reached.

mod decl;
mod elab;
mod expr;
mod fold;
pub mod hir;
mod init;
mod layout;
mod stmt;
#[cfg(test)]
mod testing;
mod types;
mod units;

pub use elab::Elaborator;
