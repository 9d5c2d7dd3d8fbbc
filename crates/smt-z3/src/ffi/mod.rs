//! The border to Z3: the only unsafe code of the workspace, behind a safe interface.
//!
//! Begin with [`context`]; [`raw`] has the declarations, [`load`] finds the library, [`watch`] stops calls.
#![expect(unsafe_code, reason = "calls of a C library")]
#![expect(dead_code, unused_imports, reason = "elimination and Horn clauses, which use the rest, follow")]

mod build;
mod context;
mod inspect;
mod load;
mod raw;
mod solver;
mod watch;

pub(crate) use build::Signedness;
pub(crate) use context::{Ast, Context, Decl, SortHandle};
pub(crate) use inspect::{BinderKind, Name, Shape, SortShape};
pub(crate) use load::{Api, VARIABLE, load, load_default};
pub(crate) use raw::{Binary, Nary, Ternary, Unary};
pub(crate) use solver::{ModelHandle, SolverHandle, Truth};

impl Api {
    /// Bytes that Z3 has allocated in this process.
    pub(crate) fn allocated(&self) -> u64 {
        // SAFETY: the function takes nothing and locks what it reads.
        unsafe { (self.table.get_estimated_alloc_size)() }
    }
}

/// Whether these are Z3's words for a call that was interrupted.
pub(crate) fn is_interruption(message: &str) -> bool {
    ["canceled", "interrupted", "timeout"].iter().any(|word| message.contains(word))
}
