//! What is known of a program at the end of a run, as plain data.
//!
//! *Purpose.* An [`Outcome`] is what algorithms return, what the engine adds to, and what binaries
//! print; there is no other type for it. Its [`Finding`] is the verdict together with its evidence,
//! so that neither exists without the other: a [`Proof`], an [`Execution`] that violates the
//! property, or why nothing is known ([`Incomplete`]).
//!
//! *Not its purpose:* how it came about, and how it looks.
//!
//! *Invariants.* A violation is an execution that the interpreter took. A proof comes only of a
//! search that left nothing out. Whatever was skipped, capped or not decided is an [`Incomplete`].
//!
//! *Begin reading* with [`finding`].

pub mod execution;
pub mod finding;
pub mod incomplete;

pub use execution::{Execution, Seen, Step, Violation};
pub use finding::{Finding, Proof};
pub use incomplete::{Incomplete, Phase};

use cfa::Assumption;
use property::Verdict;

/// What is known of a program, and what that rests on.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The verdict with its evidence.
    pub finding: Finding,
    /// Undefined behaviour that executions ran into, whatever the verdict is.
    pub undefined: Vec<Seen>,
    /// What the analysis takes for granted, beside the automaton's own assumptions.
    pub assumptions: Vec<Assumption>,
    /// What the analysis could not say, and over-approximated.
    pub losses: Vec<Assumption>,
    /// Counts, by name.
    pub statistics: Vec<(&'static str, u64)>,
    /// The precision at the end as text, if it was to be written.
    pub precision: Option<String>,
    /// Why it could not be written.
    pub unwritten: Option<String>,
    /// The stages of a sequential portfolio that did not know, in order, and why.
    pub tried: Vec<(String, Incomplete)>,
    /// The stage that knew.
    pub answered_by: Option<String>,
}

impl Outcome {
    /// A finding that rests on nothing.
    pub fn of(finding: Finding) -> Self {
        Self {
            finding,
            undefined: Vec::new(),
            assumptions: Vec::new(),
            losses: Vec::new(),
            statistics: Vec::new(),
            precision: None,
            unwritten: None,
            tried: Vec::new(),
            answered_by: None,
        }
    }

    /// Nothing is known, for this reason.
    pub fn unknown(reason: impl Into<Incomplete>) -> Self {
        Self::of(Finding::Unknown(reason.into()))
    }

    /// The verdict alone.
    pub fn verdict(&self) -> Verdict {
        self.finding.verdict()
    }

    /// The path of the execution that violates the property; empty if there is none.
    pub fn path(&self) -> &[Step] {
        self.finding.execution().map_or(&[], |execution| &execution.steps)
    }

    /// This proof of one property, after the proof of another: both hold, and rest on what each
    /// rests on.
    #[must_use]
    pub fn after(mut self, before: Self) -> Self {
        add(&mut self.assumptions, before.assumptions);
        add(&mut self.losses, before.losses);
        self
    }
}

/// Adds what is not there yet.
fn add(remarks: &mut Vec<Assumption>, more: Vec<Assumption>) {
    for remark in more {
        if remarks.iter().all(|known| known.text != remark.text) {
            remarks.push(remark);
        }
    }
}
