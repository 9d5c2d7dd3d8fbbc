//! From the syntax tree to a typed tree: scopes, linkage, types, conversions, constants, initialisers.
//!
//! *Purpose:* decide what every construct means and say it in [`hir`], where nothing is implicit any more.
//! *Not its purpose:* control flow and evaluation order (`c-lower`).

pub mod hir;
