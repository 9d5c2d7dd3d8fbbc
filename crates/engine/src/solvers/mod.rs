//! The list of solver back ends: the only place above `smt` that names any. And what a run puts around them ([`Supervised`]).

mod supervised;

pub use supervised::Supervised;

use smt::solver::{Backend, LogFolder, LoggedBackend, SolverError};
use smt_process::ProcessBackend;
use smt_z3::Z3Backend;
use std::path::Path;
use std::rc::Rc;

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

/// The back end that analyses use, with logs of its sessions if a folder for them is given.
pub(crate) fn backend(log: Option<&Path>) -> Result<Rc<dyn Backend>, SolverError> {
    Ok(match log {
        Some(folder) => Rc::new(LoggedBackend::new(Z3Backend::default(), LogFolder::new(folder)?)),
        None => Rc::new(Z3Backend::default()),
    })
}
