//! The concrete interpreter: executes an automaton with C's semantics, one execution at a time.
//!
//! It is the oracle of the project: counterexamples are replayed by it, and transfer relations are tested
//! against it. So it reports undefined behaviour instead of guessing, and says honestly where it stops.
//!
//! **Memory.** Every object has its own bytes, a base address, and for each byte whether it was initialised. Addresses are
//! deterministic, aligned, and far enough apart (red zones) that one past an object is never inside another. A
//! pointer carries its *provenance*, the object it was made from; an access is checked against that object, even
//! if the address happens to lie in another. Stored pointers keep their provenance in memory at aligned positions, and copies
//! of bytes copy it. A pointer made from an integer, or loaded from bytes without recorded provenance (copied byte by
//! byte, stored unaligned, punned through an integer), gets the live object that its address lies in or just behind: the model known
//! as PNVI-ae-udi (N2676), with every object counted as exposed.
//!
//! **What is checked.** Accesses against bounds and lifetime of the *object* (an index that leaves an inner array but stays in the object
//! passes); arithmetic as in [`crate::value`]; reads of uninitialised scalars, also of characters; `free`; writes to string
//! literals; overlapping `memcpy`. **Not checked:** pointer arithmetic that leaves its object without an
//! access (6.5.6p8), comparison and difference of pointers into different objects, alignment,
//! effective types (6.5p7), data races. Initialisation is tracked per byte, so that writing one bit-field initialises its neighbours in the byte.
//!
//! **Uninitialised values** move freely with records and through `memcpy`; a function that returns no value
//! gives an uninitialised result, which is reported when it is used.
//!
//! **Pointers that are chosen** may point to objects of the program and, if [`Outside`] says so, to objects of the environment, which the program cannot tell from its own but by looking.
//! Those are initialised, with chosen values, and large; to free them is undefined. One that is called is a function of the environment: it returns a chosen value and has no other effect.
//!
//! **Nondeterminism** is resolved by [`Choices`]. Functions without a body return a chosen value, are counted in the [`Report`], and
//! have no other effect; functions that print to a standard stream are executed. Those that format into memory are modelled by
//! whoever builds the automaton, since an analysis must see what they write; [`Library`] says whether the model is followed.
//!
//! **Speed.** The automaton is compiled once into one instruction per location and one node per expression ([`Program`]).
//! Scalars of at most 64 bits whose address is never taken live in registers.

mod arguments;
mod arith;
mod call;
mod choices;
mod code;
mod eval;
mod exec;
mod external;
mod format;
mod formatter;
mod havoc;
mod libm;
mod machine;
mod memory;
mod models;
mod outcome;
mod place;
#[cfg(test)]
mod tests;

pub use arguments::Arguments;
pub use choices::{
    ChoiceOrigin, Choices, Drawn, ListedValues, Recorder, Request, SeededChoices, ValueListError,
};
pub use code::Program;
pub use external::{Captured, Discard, Output, Stream};
pub use outcome::{Limit, Outcome, Report, UndefinedBehaviour, UndefinedKind};

use crate::value::Overflow;
use crate::{EdgeId, MachineModel};
use std::ops::Range;

/// What the execution assumes and when it gives up.
#[derive(Clone, Debug)]
pub struct Config {
    /// What signed overflow means.
    pub overflow: Overflow,
    /// What reading an uninitialised scalar means.
    pub uninitialised: Uninitialised,
    /// What chosen pointers may point to beside objects of the program.
    pub outside: Outside,
    /// Edges to execute and values to choose at most.
    pub max_steps: u64,
    /// Bytes of live objects at most.
    pub max_memory: u64,
    /// Function activations at most.
    pub max_depth: usize,
    /// How library functions that have a model and a native execution are executed.
    pub library: Library,
    /// The program's arguments, its name first.
    pub arguments: Arguments,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            overflow: Overflow::Undefined,
            uninitialised: Uninitialised::Undefined,
            outside: Outside::Nothing,
            max_steps: u64::MAX,
            max_memory: 1 << 30,
            max_depth: 1 << 20,
            library: Library::Native,
            arguments: Arguments::Given(vec![b"program".to_vec()]),
        }
    }
}

/// What reading an uninitialised scalar means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uninitialised {
    /// Undefined behaviour, reported.
    Undefined,
    /// Any value: [`Choices`] picks one, which then stays.
    Chosen,
}

/// What a chosen pointer may point to that is not the program's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outside {
    /// Nothing: only pointers to objects of the program are of use.
    Nothing,
    /// Objects of the environment, one at each multiple of [`OUTSIDE_STEP`] in [`outside_addresses`] that is chosen. What the environment keeps there is chosen when it is read.
    Objects,
}

/// How far apart objects of the environment begin. Each ends a little before the next.
pub const OUTSIDE_STEP: u64 = 1 << 16;

/// Where objects of the environment lie: nothing of the program is there.
pub fn outside_addresses(machine: MachineModel) -> Range<u64> {
    match machine {
        MachineModel::Ilp32 => 0x8000_0000..0xF000_0000,
        MachineModel::Lp64 => 0x8000_0000_0000..0x8000_F000_0000,
    }
}

/// How `sprintf`, `snprintf` and their forms with a `va_list` are executed, which have a model in the automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {
    /// As the C library does: one of the behaviours that the model allows. The edges of the model are not taken.
    Native,
    /// By the model, for those who look at its edges. Its text is an estimate, so that the execution ends there.
    Model,
}

/// Sees every edge that is taken.
pub trait Observer {
    /// The edge is about to be executed (a branch: was chosen) in the activation number `depth`, 1 for the entry.
    fn on_edge(&mut self, edge: EdgeId, depth: usize) -> Flow;
}

/// Whether an observer lets the execution go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It goes on.
    Continue,
    /// It ends with [`Outcome::Stopped`].
    Stop,
}

/// Observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    #[inline]
    fn on_edge(&mut self, _edge: EdgeId, _depth: usize) -> Flow {
        Flow::Continue
    }
}
