//! OpenSMT 2. Its input is linear arithmetic, functions and arrays; it has interpolants, but no `check-sat-assuming`.

use super::{Assumptions, Dialect, Interpolation, Launch, Logics, Operators, Reasons, Scope, Sharing};
use smt::solver::{Formats, Service};

pub(super) const DIALECT: Dialect = Dialect {
    name: "opensmt",
    launch: Launch::Program { names: &["opensmt"], arguments: &["-p"], version: &["--version"] },
    install: "install OpenSMT from <https://github.com/usi-verification-and-security/opensmt>",
    options: &["(set-option :print-success false)", "(set-option :produce-models true)"],
    services: &[
        Service::Models,
        Service::Functions,
        Service::Arrays,
        Service::Arithmetic,
        Service::Interrupt,
        Service::TimeLimit,
        Service::MemoryLimit,
        Service::Interpolants,
    ],
    formats: Formats::All,
    scope: Scope::Level,
    sharing: Sharing::Lets,
    assumptions: Assumptions::Asserted,
    operators: Operators::Older,
    logics: Logics::Listed(&[
        "QF_UF",
        "QF_LIA",
        "QF_LRA",
        "QF_UFLIA",
        "QF_UFLRA",
        "QF_ALIA",
        "QF_ALRA",
        "QF_AUFLIA",
        "QF_AUFLRA",
        "QF_AUFLIRA",
    ]),
    time_option: None,
    reasons: Reasons::Told,
    interpolation: Some(Interpolation::Sequence),
    interpolation_options: &["(set-option :produce-interpolants true)"],
};
