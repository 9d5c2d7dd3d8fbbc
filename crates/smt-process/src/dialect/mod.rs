//! Dialects: what differs between solvers, as values. Nothing else in this crate names a solver.
//!
//! A dialect says how the program is called, what is said to it first, and which of a few ways it has of doing
//! a thing. What it says follows the documentation of each solver; those that can be installed here are tested against
//! the real thing, the others against scripts that answer as documented.

mod bitwuzla;
mod cvc5;
mod mathsat;
mod opensmt;
mod princess;
mod smtinterpol;
mod yices;
mod z3;

use smt::solver::{Formats, Service};

/// A way of talking to a solver.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The name by which users choose it.
    pub name: &'static str,
    /// How it is started.
    pub launch: Launch,
    /// What to do if it is not there.
    pub install: &'static str,
    /// Commands of every session, before the logic is set.
    pub options: &'static [&'static str],
    /// What it has.
    pub services: &'static [Service],
    /// Which floats it is asked about, if it has floats.
    pub formats: Formats,
    /// What `pop` does to declarations.
    pub scope: Scope,
    /// How shared subterms are written.
    pub sharing: Sharing,
    /// How a query with assumptions is asked.
    pub assumptions: Assumptions,
    /// Which operators it knows.
    pub operators: Operators,
    /// Which names of logics it knows.
    pub logics: Logics,
    /// The option that bounds the time of each query in milliseconds, if it has one that can be set at any time.
    pub time_option: Option<&'static str>,
    /// Whether it says why it does not know.
    pub reasons: Reasons,
    /// How it is asked for interpolants.
    pub interpolation: Option<Interpolation>,
    /// Commands of a session for interpolants, before the logic is set.
    pub interpolation_options: &'static [&'static str],
}

/// How a solver is started.
#[derive(Clone, Copy, Debug)]
pub enum Launch {
    /// A program that speaks SMT-LIB on its standard input.
    Program {
        /// Names to look for.
        names: &'static [&'static str],
        /// Arguments.
        arguments: &'static [&'static str],
        /// Arguments that make it print its version.
        version: &'static [&'static str],
    },
    /// A Python package, and a script that speaks SMT-LIB for it.
    Python {
        /// The module to import.
        module: &'static str,
        /// The script.
        script: &'static str,
    },
}

/// What `pop` does to declarations and definitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// They stay, after `(set-option :global-declarations true)`.
    Global,
    /// They go with their level.
    Level,
}

/// How subterms that occur again are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// By definitions, which are sent once for many formulas.
    Definitions,
    /// By `let`, anew in each formula.
    Lets,
}

/// How a query with assumptions is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assumptions {
    /// By `check-sat-assuming`, with cores by `get-unsat-assumptions`.
    Native,
    /// By assertions in a level of their own.
    Asserted,
}

/// Which operators of SMT-LIB 2.7 are understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operators {
    /// All.
    Standard,
    /// Not the overflow predicates and conversions that came with 2.7, nor some rare ones; these are written with others.
    Older,
}

/// Which names of logics are understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Logics {
    /// All that can be composed.
    Composed,
    /// All that can be composed, but constant arrays only in `ALL`.
    WithoutConstantArrays,
    /// These; the first that contains what is needed is taken, and the last otherwise.
    Listed(&'static [&'static str]),
}

/// What a solver says after `unknown`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reasons {
    /// It answers `(get-info :reason-unknown)`.
    Told,
    /// It does not.
    Untold,
}

/// How a solver is asked for a sequence of interpolants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interpolation {
    /// Formulas have names; `(get-interpolants N1 .. Nk)` answers a list.
    Sequence,
    /// Formulas have names; `(get-interpolants (N1) .. (Nk-1))` answers a list, and the last is left out.
    Increments,
    /// Formulas are in groups; `(get-interpolant (G1 .. Gi))` answers one interpolant, all of the same proof.
    Groups,
    /// `(get-interpolant I B)` answers what the assertions imply and what implies B; asked step by step.
    Binary,
}

impl Dialect {
    /// All dialects, those first that are expected to be the fastest where several are installed.
    pub const ALL: &'static [&'static Self] = &[
        &bitwuzla::PROGRAM,
        &bitwuzla::PYTHON,
        &z3::DIALECT,
        &cvc5::DIALECT,
        &yices::DIALECT,
        &mathsat::DIALECT,
        &smtinterpol::DIALECT,
        &opensmt::DIALECT,
        &princess::DIALECT,
    ];

    /// The dialect with a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().copied().find(|dialect| dialect.name == name)
    }
}
