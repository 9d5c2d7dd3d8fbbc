//! Which parts of an expression must not change places (6.5p2, p3, 6.5.2.2p10).
//!
//! C leaves open in which order operands and arguments are evaluated, and where the body of a
//! called function runs among them. Lowering goes from left to right. That is one order of several,
//! and the others give something else only where one operand writes what another one reads or
//! writes. This module finds out where that may be, so that lowering makes a choice of orders there
//! and nowhere else.
//!
//! What a called function does is needed before its body is lowered, so it is taken from the syntax
//! tree of the whole program at the beginning ([`summary`]): static objects by their name, what
//! pointers reach by the name of the member, and everything else as one. What an operand does
//! itself comes from the typed tree ([`crate::body`]).
//!
//! *Effects that count* are reads and writes of objects, and, of functions that a property asks
//! about, calls beside something that may not come back: `f() + g()` calls an error function in `g`
//! only if `f` returns. Under a protocol two calls that it watches count by themselves. Output,
//! input and chosen values are in no order that a property could see, nor are the addresses of new
//! objects.
//!
//! *Where we differ:* two members of different names never share memory unless a union has one of
//! them: a pointer that was cast to another structure would be undefined (6.5p7). Two names of one
//! object, for instance a static local and a variable at file scope that are called alike, are one
//! here, which only finds more conflicts.
//!
//! Operands that alternate are treated where they are lowered.

mod summary;

pub(crate) use summary::{Missing, Summaries};

use c_sema::hir::LocalId;
use rustc_hash::FxHashSet;
use stdx::Symbol;

/// What the evaluation of something may do, as far as others can tell.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub(crate) struct Effects {
    /// What is read by a name.
    pub(crate) reads: FxHashSet<Object>,
    /// What is written by a name.
    pub(crate) writes: FxHashSet<Object>,
    /// What happens beside that.
    pub(crate) deeds: Deeds,
}

/// What is accessed by a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Object {
    /// A variable of the activation that asks.
    Local(LocalId),
    /// An object of static storage.
    Static(Symbol),
    /// Any member of this name that no union has, of any object.
    Member(Symbol),
}

/// Effects that have no object.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Deeds(u8);

impl Deeds {
    /// Something is read through a pointer, and not as a member that has a name.
    pub(crate) const READS_MEMORY: Self = Self(1);
    /// The same of writes.
    pub(crate) const WRITES_MEMORY: Self = Self(2);
    /// A function is called that a property asks about, or an assertion may fail.
    pub(crate) const ASKED: Self = Self(4);
    /// It may not come back.
    pub(crate) const STOPS: Self = Self(8);
    /// A function is called that a protocol is about.
    pub(crate) const STEPS: Self = Self(16);

    /// Whether it has all of these.
    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Adds these; whether any is new.
    pub(crate) fn add(&mut self, other: Self) -> bool {
        let before = self.0;
        self.0 |= other.0;
        self.0 != before
    }

    /// Both.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Effects {
    /// Adds those of another one; whether any is new.
    pub(crate) fn include(&mut self, other: &Self) -> bool {
        let before = (self.reads.len(), self.writes.len());
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        let more = self.deeds.add(other.deeds);
        more || before != (self.reads.len(), self.writes.len())
    }

    /// Only what is written.
    pub(crate) fn without_reads(self) -> Self {
        let deeds =
            if self.deeds.has(Deeds::WRITES_MEMORY) { Deeds::WRITES_MEMORY } else { Deeds::default() };
        Self { reads: FxHashSet::default(), writes: self.writes, deeds }
    }

    /// Whether the order of the two makes a difference. `exposed` are objects that pointers may
    /// reach.
    pub(crate) fn conflicts(&self, other: &Self, exposed: impl Fn(&Object) -> bool) -> bool {
        let disturbs = |one: &Self, two: &Self| {
            let names = one.writes.iter().any(|name| two.reads.contains(name) || two.writes.contains(name));
            let by_memory = one.deeds.has(Deeds::WRITES_MEMORY)
                && (two.deeds.has(Deeds::READS_MEMORY)
                    || two.deeds.has(Deeds::WRITES_MEMORY)
                    || two.reads.iter().chain(&two.writes).any(&exposed));
            let in_memory = one.writes.iter().any(&exposed) && two.deeds.has(Deeds::READS_MEMORY);
            names || by_memory || in_memory
        };
        let ends = |one: &Self, two: &Self| one.deeds.has(Deeds::ASKED) && two.deeds.has(Deeds::STOPS);
        let steps = self.deeds.has(Deeds::STEPS) && other.deeds.has(Deeds::STEPS);
        steps || disturbs(self, other) || disturbs(other, self) || ends(self, other) || ends(other, self)
    }
}
