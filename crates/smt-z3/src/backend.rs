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
