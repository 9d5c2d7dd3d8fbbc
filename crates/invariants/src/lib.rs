//! Facts that hold whenever a location is reached, found by cheap analyses of the whole program: what strengthens the step case of
//! k-induction (Beyer, Dangl, Wendler: Boosting k-induction with continuously-refined invariants, CAV 2015).
//!
//! [`ValueSets`]: variables that only ever get a few constants have no other value. Programs that are state machines, as generated code
//! mostly is, keep their state in such variables, and from an arbitrary state the step case fails in states that no execution has.
//!
//! *Invariants.* A fact is about variables whose address is never taken, so that every write names them. A static variable has its initial value or
//! one that some edge assigns; a local one of the latter, where every way to the location has assigned it since its declaration.

mod assigned;
mod value_sets;

#[cfg(test)]
mod tests;

pub use value_sets::ValueSets;
