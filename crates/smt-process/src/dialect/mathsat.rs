//! MathSAT 5. It has its own interpolants, by groups of assertions.

use super::{Assumptions, Dialect, Interpolation, Launch, Logics, Operators, Reasons, Scope, Sharing};
use smt::solver::{Formats, Service};

pub(super) const DIALECT: Dialect = Dialect {
    name: "mathsat",
    launch: Launch::Program { names: &["mathsat"], arguments: &["-input=smt2"], version: &["-version"] },
    install: "install MathSAT 5 from <https://mathsat.fbk.eu>, whose licence is for research",
    options: &[
        "(set-option :print-success false)",
        "(set-option :produce-models true)",
        "(set-option :produce-unsat-cores true)",
    ],
    services: &[
        Service::Models,
        Service::Cores,
        Service::Functions,
        Service::Arrays,
        Service::BitVectors,
        Service::Floats,
        Service::Arithmetic,
        Service::Interrupt,
        Service::TimeLimit,
        Service::MemoryLimit,
        Service::Interpolants,
    ],
    formats: Formats::All,
    scope: Scope::Level,
    sharing: Sharing::Definitions,
    assumptions: Assumptions::Native,
    operators: Operators::Older,
    logics: Logics::Composed,
    time_option: None,
    reasons: Reasons::Told,
    interpolation: Some(Interpolation::Groups),
    interpolation_options: &["(set-option :print-success false)", "(set-option :produce-interpolants true)"],
};
