//! The list of solver back ends: the only place above `smt` that names any. And what a run puts around them ([`Supervised`]).

mod log_folder;
mod supervised;

pub use supervised::Supervised;

use log_folder::LogFolder;
use smt::solver::{Backend, LoggedBackend, SolverError};
use smt_process::{Dialect, Options, ProcessBackend};
use smt_z3::Z3Backend;
use std::path::Path;
use std::rc::Rc;

/// Who answers the queries of an analysis. No algorithm knows which it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverChoice {
    /// Z3 in this process.
    Linked,
    /// A solver as a process of its own, by the name of its dialect.
    Process(&'static str),
}

impl SolverChoice {
    /// The choices by the names that they have for users.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("z3", Self::Linked),
        ("z3-process", Self::Process("z3")),
        ("bitwuzla", Self::Process("bitwuzla")),
        ("bitwuzla-python", Self::Process("bitwuzla-python")),
        ("cvc5", Self::Process("cvc5")),
        ("yices", Self::Process("yices")),
        ("mathsat", Self::Process("mathsat")),
        ("smtinterpol", Self::Process("smtinterpol")),
        ("opensmt", Self::Process("opensmt")),
        ("princess", Self::Process("princess")),
    ];

    /// Whether it is there; else what to do. The library that is linked is looked for only when it is needed.
    pub fn check(self) -> Result<(), String> {
        match self {
            Self::Linked => Ok(()),
            Self::Process(name) => find(name).map(|_| ()).map_err(|error| error.to_string()),
        }
    }
}

/// The program of a dialect.
fn find(name: &str) -> Result<ProcessBackend, SolverError> {
    let absent = || SolverError::Absent(format!("nobody knows how to talk to a solver `{name}`"));
    ProcessBackend::find(Dialect::named(name).ok_or_else(absent)?, Options::default())
}

/// What can be used here, one solver a line. Loads libraries and starts programs to ask for their versions.
pub fn listing() -> String {
    let z3 = Z3Backend::default();
    let mut lines = match (z3.version(), z3.library()) {
        (Ok(version), Ok(library)) => {
            vec![format!("z3 {version}, in the process, from {}", library.display())]
        }
        (Err(error), _) | (_, Err(error)) => vec![format!("z3 is absent: {error}")],
    };
    lines.extend(ProcessBackend::find_all().iter().map(|found| {
        let version = found.version().lines().next().unwrap_or_default();
        format!("{} as a process: {version}", found.dialect().name)
    }));
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

/// What users should know of a library of Z3 that this program is not tested with, if one was
/// loaded until now.
pub fn untested() -> Vec<String> {
    smt_z3::untested_libraries()
}

/// The same of the library that an analysis would use. Loads it; that there is none is nothing to
/// warn of until it is needed.
pub fn untested_default() -> Vec<String> {
    let _ = Z3Backend::default().version();
    untested()
}

/// The back end that analyses use, with logs of its sessions if a folder for them is given.
pub(crate) fn backend(choice: SolverChoice, log: Option<&Path>) -> Result<Rc<dyn Backend>, SolverError> {
    match choice {
        SolverChoice::Linked => logged(Z3Backend::default(), log),
        SolverChoice::Process(name) => logged(find(name)?, log),
    }
}

fn logged(backend: impl Backend + 'static, log: Option<&Path>) -> Result<Rc<dyn Backend>, SolverError> {
    Ok(match log {
        Some(folder) => Rc::new(LoggedBackend::new(backend, LogFolder::new(folder)?)),
        None => Rc::new(backend),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_can_be_chosen() {
        for dialect in Dialect::ALL {
            let choice = SolverChoice::Process(dialect.name);
            assert!(SolverChoice::ALL.iter().any(|&(_, known)| known == choice), "{}", dialect.name);
        }
        for (name, choice) in SolverChoice::ALL {
            if let SolverChoice::Process(dialect) = choice {
                assert!(Dialect::named(dialect).is_some(), "{name}");
            }
        }
    }
}
