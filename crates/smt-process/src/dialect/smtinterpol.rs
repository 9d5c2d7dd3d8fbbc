//! SMTInterpol, through a script `smtinterpol` that starts its jar. It has sequence interpolants. A bound on
//! address space is not one on the memory of the Java machine, so there is none.

use super::{Assumptions, Dialect, Interpolation, Launch, Logics, Operators, Reasons, Scope, Sharing};
use smt::solver::{Formats, Service};

pub(super) const DIALECT: Dialect = Dialect {
    name: "smtinterpol",
    launch: Launch::Program { names: &["smtinterpol"], arguments: &["-q"], version: &["-version"] },
    install: "install SMTInterpol from <https://ultimate.informatik.uni-freiburg.de/smtinterpol> with a script `smtinterpol` on the path that runs `java -jar smtinterpol.jar \"$@\"`",
    options: &[
        "(set-option :print-success false)",
        "(set-option :global-declarations true)",
        "(set-option :produce-models true)",
        "(set-option :produce-unsat-assumptions true)",
    ],
    services: &[
        Service::Models,
        Service::Cores,
        Service::Functions,
        Service::Arrays,
        Service::BitVectors,
        Service::Arithmetic,
        Service::Interrupt,
        Service::TimeLimit,
        Service::Interpolants,
    ],
    formats: Formats::All,
    scope: Scope::Global,
    sharing: Sharing::Definitions,
    assumptions: Assumptions::Native,
    operators: Operators::Older,
    logics: Logics::Composed,
    time_option: Some(":timeout"),
    reasons: Reasons::Told,
    interpolation: Some(Interpolation::Sequence),
    interpolation_options: &[
        "(set-option :print-success false)",
        "(set-option :produce-proofs true)",
        "(set-option :produce-interpolants true)",
    ],
};
