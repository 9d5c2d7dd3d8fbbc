//! The suite that every back end runs: what a [`Solver`] must do, as checks.
//!
//! *Purpose.* A back end's test file is one line, [`suite!`] with its constructor; each check becomes a test. The reference is the
//! evaluator of `smt`: solvers are asked for what it has computed, models and cores are taken back to it. Where the
//! standard leaves a value to the model, the evaluator says so, and nothing is compared.
//!
//! *How.* Terms are random ([`smt::random`]) and the same at each run. Pinning the symbols of a term to values makes
//! every operator computable by the solver as well ([`operators`]); without pins, the known assignment is a witness and the solver's
//! model is judged by the evaluator ([`models`]). Traces of commands are compared with a solver that is opened afresh for
//! each query, and shrunk if they differ ([`traces`]). The example `agree` does the same on many more terms with several solvers.
//!
//! *Absent back ends and services* are visible: a test that cannot run is listed as ignored, with the reason.
//!
//! *Not its purpose:* speed, and what only one back end has.
//!
//! [`Solver`]: smt::solver::Solver

pub mod agree;
mod cores;
mod horn;
mod interpolants;
mod limits;
mod models;
mod operators;
mod protocol;
mod services;
mod traces;

#[cfg(test)]
mod tests;

pub use libtest_mimic;

use libtest_mimic::{Arguments, Failed, Trial};
use smt::solver::{Backend, Limits, Needs, Service, Solver, SolverError};
use smt::{SortError, Terms};
use std::fmt;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use test_needs::Need;

/// Why a back end failed a check: a text for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(pub String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

impl From<SolverError> for Failure {
    fn from(error: SolverError) -> Self {
        Self(format!("the solver failed: {error}"))
    }
}

impl From<SortError> for Failure {
    fn from(error: SortError) -> Self {
        Self(format!("the check is wrong: {error}"))
    }
}

/// What a check says of a back end.
pub type Verdict = Result<(), Failure>;

/// One property of back ends.
#[derive(Clone, Copy)]
pub struct Check {
    /// Its name, which is the name of the test.
    pub name: &'static str,
    /// What a back end must have for the check to make sense.
    pub needs: &'static [Service],
    /// The check itself.
    pub run: fn(&dyn Backend) -> Verdict,
}

/// All checks.
pub const CHECKS: &[Check] = &[
    Check { name: "capabilities", needs: &[], run: services::capabilities },
    Check { name: "protocol", needs: &[Service::BitVectors], run: protocol::protocol },
    Check { name: "bits", needs: &[Service::BitVectors], run: operators::bits },
    Check { name: "floats", needs: &[Service::Floats, Service::BitVectors], run: operators::floats },
    Check { name: "arrays", needs: &[Service::Arrays, Service::BitVectors], run: operators::arrays },
    Check { name: "functions", needs: &[Service::Functions, Service::BitVectors], run: operators::functions },
    Check { name: "integers", needs: &[Service::Arithmetic], run: operators::integers },
    Check { name: "reals", needs: &[Service::Arithmetic], run: operators::reals },
    Check { name: "mixed", needs: operators::EVERYTHING, run: operators::mixed },
    Check { name: "models", needs: &[Service::Models], run: models::models },
    Check { name: "enumerated", needs: &[Service::BitVectors], run: models::enumerated },
    Check {
        name: "quantifiers",
        needs: &[Service::Quantifiers, Service::BitVectors],
        run: models::quantifiers,
    },
    Check { name: "cores", needs: &[Service::Cores], run: cores::cores },
    Check { name: "traces", needs: &[Service::BitVectors], run: traces::traces },
    Check { name: "all_sat", needs: &[Service::BitVectors], run: services::all_sat },
    Check { name: "time", needs: &[Service::TimeLimit, Service::BitVectors], run: limits::time },
    Check { name: "interrupt", needs: &[Service::Interrupt, Service::BitVectors], run: limits::interrupt },
    Check { name: "elimination", needs: &[Service::Elimination], run: services::elimination },
    Check { name: "horn", needs: &[Service::Horn], run: horn::horn },
    Check { name: "interpolants", needs: &[Service::Interpolants], run: interpolants::interpolants },
];

/// Opens a back end, or says why it is not there.
type Open = dyn Fn() -> Result<Box<dyn Backend>, String> + Send + Sync;

/// A back end under test.
#[derive(Clone)]
pub struct Subject {
    name: String,
    open: Arc<Open>,
    /// Checks that are not run, and why.
    excuses: Vec<(String, String)>,
}

impl Subject {
    /// A back end with a name, and what opens it. It is opened on the thread of each test anew.
    pub fn new<B, E>(name: impl Into<String>, open: impl Fn() -> Result<B, E> + Send + Sync + 'static) -> Self
    where
        B: Backend + 'static,
        E: fmt::Display,
    {
        let open = move || match open() {
            Ok(backend) => Ok(Box::new(backend) as Box<dyn Backend>),
            Err(error) => Err(error.to_string()),
        };
        Self { name: name.into(), open: Arc::new(open), excuses: Vec::new() }
    }

    /// The same without a check that the solver behind the back end is known not to pass. It is listed as ignored, with the reason.
    #[must_use]
    pub fn excused(mut self, check: &str, reason: &str) -> Self {
        self.excuses.push((check.to_owned(), reason.to_owned()));
        self
    }

    /// A test that stands for all checks of a back end that is not there: ignored, and noted as
    /// skipped or failed if it is one that the tests insist on.
    fn absent(&self, reason: &str) -> Trial {
        let required = Need::of_solver(&self.name).map_or(Ok(()), |need| {
            test_needs::skip_named(&self.name, &format!("{} ({reason})", need.advice()))
        });
        match required {
            Ok(()) => Trial::test(self.name.clone(), || Ok(())).with_ignored_flag(true),
            Err(failure) => Trial::test(self.name.clone(), move || Err(Failed::from(failure.clone()))),
        }
        .with_kind(reason.to_owned())
    }

    /// One test for each check. Those that cannot run are ignored, and their kind is the reason.
    fn trials(&self) -> Vec<Trial> {
        let capabilities = match (self.open)() {
            Ok(backend) => backend.capabilities(),
            Err(reason) => {
                return vec![self.absent(&format!("absent: {}", reason.replace('\n', " ")))];
            }
        };
        let trial = |check: &Check| {
            let (run, open) = (check.run, Arc::clone(&self.open));
            let name = format!("{}::{}", self.name, check.name);
            let trial = Trial::test(name, move || {
                let backend = open().map_err(Failed::from)?;
                run(&*backend).map_err(|failure| Failed::from(failure.0))
            });
            let excuse = self.excuses.iter().find(|(name, _)| name == check.name);
            let lacking = check.needs.iter().find(|service| !capabilities.services.contains(service));
            let reason = excuse.map(|(_, reason)| reason.clone());
            match reason.or_else(|| lacking.map(|service| format!("lacks {service:?}"))) {
                Some(reason) => trial.with_ignored_flag(true).with_kind(reason),
                None => trial,
            }
        };
        CHECKS.iter().map(trial).collect()
    }
}

/// Runs the suite on back ends, with the arguments of a test binary.
pub fn main(subjects: &[Subject]) -> ExitCode {
    let trials = subjects.iter().flat_map(Subject::trials).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Makes a file the conformance test of back ends: names, and closures that open them or return why they are absent.
/// The test needs `harness = false`. For back ends that are only known at run time, `each` with an iterator of [`Subject`]s.
#[macro_export]
macro_rules! suite {
    (each $subjects:expr) => {
        fn main() -> ::std::process::ExitCode {
            $crate::main(&::std::iter::Iterator::collect::<::std::vec::Vec<$crate::Subject>>($subjects))
        }
    };
    ($($name:expr => $open:expr),+ $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::main(&[$($crate::Subject::new($name, $open)),+])
        }
    };
}

/// A generous bound, so that no check hangs.
pub(crate) const LIMITS: Limits = Limits { time: Some(Duration::from_secs(20)), memory: None };

/// A solver that need not have more than it has.
pub(crate) fn open(backend: &dyn Backend) -> Result<Box<dyn Solver>, Failure> {
    Ok(smt::solver::open(backend, &Needs::default())?)
}

/// Whether a back end has a service.
pub(crate) fn has(backend: &dyn Backend, service: Service) -> bool {
    backend.capabilities().services.contains(&service)
}

/// Formulas as a script that shows a failure to others.
pub(crate) fn script(terms: &Terms, formulas: &[smt::TermId]) -> String {
    smt::print::script(terms, &smt::print::logic(terms, formulas), formulas)
}
