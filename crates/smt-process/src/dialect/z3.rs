//! Z3, from 4.8.12 on. It accepts every name of a logic and takes unknown ones for `ALL`; in those that it knows it has
//! no constant arrays.

use super::{Assumptions, Dialect, Launch, Logics, Operators, Reasons, Scope, Sharing};
use smt::solver::{Formats, Service};

pub(super) const DIALECT: Dialect = Dialect {
    name: "z3",
    launch: Launch::Program { names: &["z3"], arguments: &["-in", "-smt2"], version: &["--version"] },
    install: "install it, for instance by `apt-get install z3`",
    options: &[
        "(set-option :print-success false)",
        "(set-option :global-declarations true)",
        "(set-option :produce-models true)",
        "(set-option :produce-unsat-assumptions true)",
    ],
    services: &[
        Service::Models,
        Service::Cores,
        Service::Quantifiers,
        Service::Functions,
        Service::Arrays,
        Service::BitVectors,
        Service::Floats,
        Service::Arithmetic,
        Service::Interrupt,
        Service::TimeLimit,
        Service::MemoryLimit,
    ],
    formats: Formats::All,
    scope: Scope::Global,
    sharing: Sharing::Definitions,
    assumptions: Assumptions::Native,
    operators: Operators::Older,
    logics: Logics::WithoutConstantArrays,
    time_option: Some(":timeout"),
    reasons: Reasons::Told,
    interpolation: None,
    interpolation_options: &[],
};
