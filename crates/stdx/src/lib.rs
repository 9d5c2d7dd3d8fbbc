//! What could have been in `std`: typed indices, index-addressed vectors and string interning.
//!
//! *Not its purpose:* anything that knows about C, automata or solvers.
//!
//! Invariants: an index is meaningful only for the collection that handed it out; a [`Symbol`] only for
//! its [`Interner`]. Nothing here depends on addresses or hash order, so equal runs give equal indices.

mod index;
mod intern;
mod range;

pub use index::{Idx, IndexVec};
pub use intern::{Interner, Symbol};
pub use range::IdRange;
