//! Princess: integers, with interpolants and quantifiers. It runs in a Java machine, so memory cannot be bounded from here.

use super::{Assumptions, Dialect, Interpolation, Launch, Logics, Operators, Reasons, Scope, Sharing};
use smt::solver::{Formats, Service};

pub(super) const DIALECT: Dialect = Dialect {
    name: "princess",
    launch: Launch::Program {
        names: &["princess"],
        arguments: &["+stdin", "+incremental", "+quiet", "-inputFormat=smtlib"],
        version: &["+version"],
    },
    install: "install Princess from <https://philipp.ruemmer.org/princess.shtml>",
    options: &["(set-option :print-success false)", "(set-option :produce-models true)"],
    services: &[
        Service::Models,
        Service::Quantifiers,
        Service::Functions,
        Service::Arrays,
        Service::BitVectors,
        Service::Arithmetic,
        Service::Interrupt,
        Service::TimeLimit,
        Service::Interpolants,
    ],
    formats: Formats::All,
    scope: Scope::Level,
    sharing: Sharing::Lets,
    assumptions: Assumptions::Asserted,
    operators: Operators::Older,
    logics: Logics::Composed,
    time_option: None,
    reasons: Reasons::Told,
    interpolation: Some(Interpolation::Sequence),
    interpolation_options: &["(set-option :print-success false)", "(set-option :produce-interpolants true)"],
};
