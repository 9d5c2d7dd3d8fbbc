//! The suite on all solvers. What is not installed, and what a solver is known not to pass, is listed as ignored, with the reason.

use smt::solver::Backend;
use smt_conformance::libtest_mimic::{self, Arguments, Failed, Trial};
use smt_conformance::{CHECKS, Check};
use smt_process::{Dialect, Options, ProcessBackend};

/// Checks that a version of a solver does not pass, and why that is the solver's doing.
const EXCUSED: &[(&str, &str, &str, &str)] = &[
    ("z3", "4.8", "bits", "takes seconds for each query of QF_BV in a level"),
    ("z3", "4.8", "models", "wrong models of constant arrays with four indices"),
    ("bitwuzla", "", "floats", "refuses formats that are not those of IEEE 754"),
    ("bitwuzla", "", "arrays", "leaves equations of constant arrays undecided"),
];

fn trial(backend: &ProcessBackend, check: &'static Check) -> Trial {
    let name = backend.dialect().name;
    let backend = backend.clone();
    let services = backend.capabilities().services;
    let is_excused = |(dialect, version, check_name, _): &&(&str, &str, &str, &str)| {
        name.starts_with(dialect) && backend.version().contains(version) && *check_name == check.name
    };
    let lacking = check.needs.iter().find(|service| !services.contains(service));
    let reason = EXCUSED.iter().find(is_excused).map(|(.., reason)| (*reason).to_owned());
    let reason = reason.or_else(|| lacking.map(|service| format!("lacks {service:?}")));
    let trial = Trial::test(format!("{name}::{}", check.name), move || {
        (check.run)(&backend).map_err(|failure| Failed::from(failure.0))
    });
    match reason {
        Some(reason) => trial.with_ignored_flag(true).with_kind(reason),
        None => trial,
    }
}

fn main() -> std::process::ExitCode {
    let trials =
        Dialect::ALL.iter().flat_map(|dialect| match ProcessBackend::find(dialect, Options::default()) {
            Ok(backend) => CHECKS.iter().map(|check| trial(&backend, check)).collect(),
            Err(error) => {
                let absent = Trial::test(dialect.name, || Ok(())).with_ignored_flag(true);
                vec![absent.with_kind(format!("absent: {}", error.to_string().replace('\n', " ")))]
            }
        });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
