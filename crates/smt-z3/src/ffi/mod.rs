//! The border to Z3: the only unsafe code of the workspace, behind a safe interface.
//!
//! Begin with [`context`]; [`raw`] has the declarations, [`load`] finds the library, [`watch`] stops calls.
#![expect(unsafe_code, reason = "calls of a C library")]

mod build;
mod context;
mod fixedpoint;
mod inspect;
mod load;
mod params;
mod raw;
mod solver;
mod tactic;
mod watch;

pub(crate) use build::Signedness;
pub(crate) use context::{Ast, Context, Decl, SortHandle};
pub(crate) use fixedpoint::FixedpointHandle;
pub(crate) use inspect::{BinderKind, Name, Shape, SortShape};
pub(crate) use load::{Api, VARIABLE, load, load_default, loaded};
pub(crate) use raw::{Binary, Nary, Ternary, Unary};
pub(crate) use solver::{ModelHandle, SolverHandle, Truth};
pub(crate) use tactic::TacticHandle;
pub(crate) use watch::ringing_interrupt;

impl Api {
    /// Bytes that Z3 has allocated in this process.
    pub(crate) fn allocated(&self) -> u64 {
        // SAFETY: the function takes nothing and locks what it reads.
        unsafe { (self.table.get_estimated_alloc_size)() }
    }
}
