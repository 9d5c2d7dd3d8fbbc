//! Bitwuzla, as a program or through its Python package. It has no integers and no reals.

use super::{Assumptions, Dialect, Interpolation, Launch, Logics, Operators, Reasons, Scope, Sharing};
use smt::solver::{Formats, Service};

/// The program.
pub(super) const PROGRAM: Dialect = Dialect {
    name: "bitwuzla",
    launch: Launch::Program { names: &["bitwuzla"], arguments: &["--lang", "smt2"], version: &["--version"] },
    install: "install Bitwuzla, or its Python package by `pip install bitwuzla`",
    ..PYTHON
};

/// The Python package.
pub(super) const PYTHON: Dialect = Dialect {
    name: "bitwuzla-python",
    launch: Launch::Python { module: "bitwuzla", script: include_str!("bitwuzla.py") },
    install: "install its Python package by `pip install bitwuzla`",
    options: &[
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
        Service::Interrupt,
        Service::TimeLimit,
        Service::MemoryLimit,
        Service::Interpolants,
    ],
    formats: Formats::Interchange,
    scope: Scope::Global,
    sharing: Sharing::Definitions,
    assumptions: Assumptions::Native,
    operators: Operators::Standard,
    logics: Logics::Composed,
    time_option: None,
    reasons: Reasons::Untold,
    interpolation: Some(Interpolation::Increments),
    interpolation_options: &["(set-option :produce-interpolants true)"],
};
