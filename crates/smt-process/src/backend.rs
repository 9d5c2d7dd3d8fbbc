//! Finding solvers, and opening sessions with them.

use crate::child::{Bounds, Child, CommandLine, Ending};
use crate::dialect::{Dialect, Launch};
use crate::end::End;
use crate::reply::shortened;
use crate::solver::ProcessSolver;
use smt::solver::{Backend, Capabilities, Needs, Service, Solver, SolverError};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What can be chosen about a solver process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The program, or the interpreter for a package; without one it is looked for on the path.
    pub program: Option<PathBuf>,
    /// The most time for a request that is no query: a model, a core, the version.
    pub request_time: Duration,
    /// The most time for a query without a limit of its own. Nothing is waited for forever.
    pub longest_query: Duration,
    /// A child that neither works nor answers for so long, by the clock on the wall, is given up.
    pub idle_time: Duration,
    /// The most bytes of one answer.
    pub most_output: usize,
    /// A child that has grown by so many bytes since its first query is replaced, at most once in some hundred queries.
    /// Solvers do not give back what popped assertions took; z3 4.8 grows by 10 KB with each query.
    pub most_growth: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            program: None,
            request_time: Duration::from_secs(30),
            longest_query: Duration::from_secs(24 * 3600),
            idle_time: Duration::from_secs(30),
            most_output: 1 << 28,
            most_growth: 1 << 29,
        }
    }
}

/// How sessions are started.
#[derive(Debug)]
pub(crate) struct Setup {
    pub(crate) dialect: &'static Dialect,
    pub(crate) line: CommandLine,
    pub(crate) options: Options,
}

/// A solver program that was found.
#[derive(Clone, Debug)]
pub struct ProcessBackend {
    setup: Arc<Setup>,
    version: String,
}

impl ProcessBackend {
    /// Looks for the program of a dialect and asks for its version.
    pub fn find(dialect: &'static Dialect, options: Options) -> Result<Self, SolverError> {
        let (line, version_line) = command_lines(dialect, &options)?;
        let version = version(dialect, &version_line, &options)?;
        Ok(Self { setup: Arc::new(Setup { dialect, line, options }), version })
    }

    /// All dialects whose programs are on the path.
    pub fn find_all() -> Vec<Self> {
        let found = |dialect: &&'static Dialect| Self::find(dialect, Options::default()).ok();
        Dialect::ALL.iter().filter_map(found).collect()
    }

    /// The dialect.
    pub fn dialect(&self) -> &'static Dialect {
        self.setup.dialect
    }

    /// What the program says about its version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Opens a solver as the type that it is.
    pub fn open(&self, needs: &Needs) -> Result<ProcessSolver, SolverError> {
        self.capabilities().admit(needs)?;
        ProcessSolver::new(Arc::clone(&self.setup), needs.logic.clone())
    }
}

impl Backend for ProcessBackend {
    fn capabilities(&self) -> Capabilities {
        capabilities(self.setup.dialect)
    }

    fn open_unchecked(&self, needs: &Needs) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(ProcessSolver::new(Arc::clone(&self.setup), needs.logic.clone())?))
    }
}

pub(crate) fn capabilities(dialect: &Dialect) -> Capabilities {
    let services: Vec<Service> = dialect.services.to_vec();
    Capabilities { name: dialect.name.to_owned(), services, formats: dialect.formats }
}

/// The command for sessions, and the one for the version.
fn command_lines(dialect: &Dialect, options: &Options) -> Result<(CommandLine, CommandLine), SolverError> {
    let line = |program: &Path, arguments: &[&str]| CommandLine {
        program: program.to_owned(),
        arguments: arguments.iter().map(Into::into).collect(),
    };
    match dialect.launch {
        Launch::Program { names, arguments, version } => {
            let program = program(dialect, names, options)?;
            Ok((line(&program, arguments), line(&program, version)))
        }
        Launch::Python { module, script } => {
            let program = program(dialect, &["python3", "python"], options)?;
            let version = format!("import {module}; print({module}.version())");
            Ok((line(&program, &["-u", "-c", script]), line(&program, &["-c", &version])))
        }
    }
}

fn program(dialect: &Dialect, names: &[&str], options: &Options) -> Result<PathBuf, SolverError> {
    if let Some(chosen) = &options.program {
        return Ok(chosen.clone());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let candidates = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates
        .into_iter()
        .find(|file| is_program(file))
        .ok_or_else(|| absent(dialect, &format!("no program `{}` on the path", names.join("` or `"))))
}

fn is_program(file: &Path) -> bool {
    file.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

fn absent(dialect: &Dialect, what: &str) -> SolverError {
    SolverError::Absent(format!("solver `{}` cannot be used: {what}; {}", dialect.name, dialect.install))
}

/// What a program prints when asked for its version.
fn version(dialect: &Dialect, line: &CommandLine, options: &Options) -> Result<String, SolverError> {
    let mut child = Child::start(line)
        .map_err(|error| absent(dialect, &format!("`{}`: {error}", line.program.display())))?;
    let bounds =
        Bounds { end: End::by_wall(options.request_time), wake: None, most_output: options.most_output };
    match child.listen(&bounds) {
        Ending::Closed(text) => {
            let text = String::from_utf8_lossy(&text);
            let line = text.lines().map(str::trim).find(|line| !line.is_empty());
            let obituary = child.obituary();
            line.filter(|_| obituary.is_success).map(shortened).ok_or_else(|| {
                let said = obituary.said.lines().last().unwrap_or("nothing");
                absent(dialect, &format!("{} when asked for its version, saying {said}", obituary.how))
            })
        }
        Ending::TimeUp | Ending::Interrupted => Err(absent(dialect, "it does not tell its version")),
        Ending::TooMuch => Err(absent(dialect, "it does not end telling its version")),
        Ending::System(error) => Err(absent(dialect, &error)),
    }
}
