//! From edges of the automaton to formulas.
//!
//! *Purpose.* [`Encoder::post`] conjoins the strongest postcondition of an edge to a [`PathFormula`]: purely syntactic, by indexed copies of
//! variables instead of quantifiers (static single assignment). [`Encoder::join`] is the disjunction that block encodings need,
//! [`Encoder::instantiate`] and [`Encoder::uninstantiate`] go between formulas about states and formulas about paths. After
//! Wendler, *Towards Practical Predicate Analysis*, chapters 3 and 4, section 4.4.
//!
//! *Not its purpose:* C's syntax, solvers, analyses.
//!
//! **Soundness.** Every execution of the interpreter that does not run into undefined behaviour satisfies the formulas along its path, up to
//! the choice of addresses. What an encoding cannot say is over-approximated and listed in [`Encoder::losses`]. Under
//! [`Arithmetic::BitPrecise`] and without losses the converse holds, too: a model is an execution ([`Trace`] gives its choices).
//! Signed overflow wraps. Operations that C leaves undefined have some value.
//!
//! *Where we depart from the thesis.* Its tool has one memory for each C type and assumes that different types do not alias. Here regions of memory are
//! separated only where an analysis of the whole program proves it (see `regions`), with cells of bytes where types are mixed.
//!
//! **Unsound** are: [`Overflow::Unsound`]; floats under [`Arithmetic::Linear`]; and what [`Encoder::assumptions`] lists, which is about addresses: objects
//! lie in a fixed order, and pointers from outside point to what was handed out.
//!
//! *Values.* With [`Propagation::On`] a variable that was just given a value is read as that value, not as its copy, up to the point where paths with
//! different values meet. The equation of the copy is in the formula all the same, so this changes no meaning: it does early what a
//! solver's preprocessing does late, and decides the conditions of loops whose bounds are constants.
//!
//! *Invariants.* A formula of a path depends on the path's edges, activations and indices only, never on values: so a path formula can start
//! anywhere. Indices only grow along a path. One [`Encoder`] goes with one store of terms.

mod encoder;
mod encoding;
mod logic;
mod path;
mod regions;
mod ssa;
mod trace;

pub use encoder::{Encoder, Key, NoKey, Unsupported};
pub use encoding::{Arithmetic, Branches, Encoding, Environment, Memory, Overflow, Propagation, Quantifiers};
pub use logic::Logic;
pub use path::{CallStack, Frames, PathFormula, SingleActivation, Used};
pub use regions::shape::union_rest;
pub use regions::{AliasClass, Aliasing, Content, Form, Owner, Region, RegionId, Sign};
pub use ssa::{Difference, SsaMap, Values, VariableId};
pub use trace::{Chosen, ChosenValue, Replay, Trace};
