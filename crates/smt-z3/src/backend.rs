//! The back end: a library of Z3 that is loaded when the first solver is opened.

use crate::error::Z3Error;
use crate::ffi::{self, Api};
use crate::solver::Z3Solver;
use smt::solver::{Backend, Capabilities, Formats, Needs, Service, Solver, SolverError};
use std::path::Path;

/// Opens solvers of Z3.
#[derive(Clone, Copy, Default)]
pub struct Z3Backend {
    /// The library, if it was chosen; otherwise it is found at the first use.
    api: Option<&'static Api>,
}

impl Z3Backend {
    /// Z3 from one file.
    pub fn load(path: &Path) -> Result<Self, Z3Error> {
        Ok(Self { api: Some(ffi::load(path)?) })
    }

    fn api(&self) -> Result<&'static Api, Z3Error> {
        self.api.map_or_else(ffi::load_default, Ok)
    }

    /// The version of the library, in Z3's words. Loads it.
    pub fn version(&self) -> Result<String, Z3Error> {
        self.api().map(|api| api.version.clone())
    }

    /// The file that the library was loaded from. Loads it.
    pub fn library(&self) -> Result<&'static Path, Z3Error> {
        self.api().map(|api| api.path.as_path())
    }
}

/// The version that the crate is tested with: the one of the package that `z3-solver.txt` pins.
/// Empty if the file could not be read.
const PINNED: &str = env!("SMT_Z3_PINNED");

/// What users should know of the libraries that were loaded until now: those that the crate is not
/// tested with.
pub fn untested_libraries() -> Vec<String> {
    ffi::loaded().into_iter().filter_map(untested).collect()
}

fn untested(api: &Api) -> Option<String> {
    departure(&api.release, api.numbers >= crate::MODERN, &api.path)
}

/// What users should know of a library of another version.
fn departure(release: &str, is_modern: bool, path: &Path) -> Option<String> {
    let known = if is_modern { "" } else { " and has faults that are known" };
    (release != PINNED).then(|| {
        format!(
            "Z3 is version {release}, from {}; this program is not tested with it{known}, but with {PINNED} \
             (the variable {} names another library)",
            path.display(),
            ffi::VARIABLE
        )
    })
}

/// What every version of Z3 has that can be loaded here.
pub(crate) fn capabilities() -> Capabilities {
    let services = vec![
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
        Service::Elimination,
        Service::Horn,
    ];
    Capabilities { name: "z3".to_owned(), services, formats: Formats::All }
}

impl Backend for Z3Backend {
    fn capabilities(&self) -> Capabilities {
        capabilities()
    }

    fn open_unchecked(&self, needs: &Needs) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(Z3Solver::new(self.api()?, needs.workload)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_versions_than_the_pinned_one_are_told() {
        let of = |release: &str, is_modern| departure(release, is_modern, Path::new("/lib/libz3.so"));
        assert!(PINNED.split('.').count() == 4 && PINNED.split('.').all(|part| part.parse::<u32>().is_ok()));
        assert_eq!(of(PINNED, true), None);
        assert_eq!(
            of("5.0.0.0", true).unwrap(),
            format!(
                "Z3 is version 5.0.0.0, from /lib/libz3.so; this program is not tested with it, but with {PINNED} \
                 (the variable VERDIKT_Z3 names another library)"
            )
        );
        assert!(of("4.8.12.0", false).unwrap().contains("not tested with it and has faults that are known"));
    }
}
