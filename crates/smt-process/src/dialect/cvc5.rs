//! cvc5, from 1.0.3 on. Interpolants are syntax-guided; it has no bound on time that can be changed while it runs.

use super::{Assumptions, Dialect, Interpolation, Launch, Logics, Operators, Reasons, Scope, Sharing};
use smt::solver::{Formats, Service};

pub(super) const DIALECT: Dialect = Dialect {
    name: "cvc5",
    launch: Launch::Program {
        names: &["cvc5"],
        // Without this it has 32 and 64 bits only. It makes other formats possible too, among them some where version
        // 1.0.3 is wrong: see `formats` below.
        arguments: &["--lang=smt2", "--incremental", "--fp-exp"],
        version: &["--version"],
    },
    install: "install it, for instance by `apt-get install cvc5`",
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
        Service::Interpolants,
    ],
    // It says `unsat` for `(= (fp.sqrt RTZ (fp #b0 #b000 #b001)) (fp #b0 #b000 #b101))`, which is true, and errs at
    // other operators of such small formats.
    formats: Formats::Interchange,
    scope: Scope::Global,
    sharing: Sharing::Definitions,
    assumptions: Assumptions::Native,
    operators: Operators::Older,
    logics: Logics::Composed,
    time_option: None,
    reasons: Reasons::Told,
    interpolation: Some(Interpolation::Binary),
    interpolation_options: &[
        "(set-option :print-success false)",
        "(set-option :global-declarations true)",
        "(set-option :produce-interpolants true)",
    ],
};
