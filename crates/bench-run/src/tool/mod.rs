//! Tools: how each is found, called and understood.
//!
//! A module is one short file that implements [`Tool`] and one line in [`MODULES`] (items B-44 and B-45). Besides, a tool can be described in a TOML file, without compiling anything
//! ([`described`]), and the reference tool's Python modules can be used where it is installed ([`bridge`]).
//!
//! Statuses are the texts that tools of the field agree on: `true`, `false`, `false(property)`, `unknown`, `done`, and any other text for a failure.

mod bridge;
mod cbmc;
mod command;
mod cpachecker;
mod described;
mod dummy;
mod environment;
mod esbmc;
mod smt;
#[cfg(test)]
mod tests;
mod ultimate;
mod verdikt;

use crate::definition::{Limits, Located};
use crate::problem::{Problem, closest, list};
use bench_system::{End, Reason};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub use environment::Environment;

/// A tool.
pub trait Tool: Send + Sync {
    /// Its name for people.
    fn name(&self) -> String;

    /// The Python module that the reference's table generator asks for values in logs; it complains about one that it cannot load.
    fn module(&self) -> String {
        "benchexec.tools.dummy".to_owned()
    }

    /// Where its program is. `options` are those that all runs have.
    fn executable(&self, locator: &Locator, options: &[String]) -> Result<PathBuf, String>;

    /// Its version; an error says why it is not known.
    fn version(&self, executable: &Path) -> Result<String, String>;

    /// The folder in which it has to start, if that matters.
    fn folder(&self, _executable: &Path) -> Option<PathBuf> {
        None
    }

    /// Variables that it needs.
    fn environment(&self, _executable: &Path) -> Result<Environment, String> {
        Ok(Environment::default())
    }

    /// The command line for a task.
    fn command(&self, call: &Call<'_>) -> Result<Vec<String>, String>;

    /// What the tool says, from its end and its output. Limits and signals are not its business: [`interpret`] adds them.
    fn status(&self, outcome: &Outcome<'_>) -> String;

    /// A value of the output: what follows `identifier` and a colon.
    fn value(&self, output: &str, identifier: &str) -> Option<String> {
        let line = output.lines().map(str::trim_start).find(|line| line.starts_with(identifier))?;
        let value = line[identifier.len()..].trim_start_matches([':', '=', ' ', '\t']);
        Some(value.trim_end().to_owned())
    }
}

/// What a command line is made of. Paths are as the tool sees them from its folder.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// The program.
    pub executable: &'a str,
    /// The arguments of the definition.
    pub options: &'a [String],
    /// The input files; for a run without files its name.
    pub inputs: &'a [String],
    /// Whether `inputs` are files.
    pub has_files: bool,
    /// The property file.
    pub property: Option<&'a str>,
    /// Parameters of the task.
    pub task_options: Option<&'a serde_json::Value>,
    /// The limits.
    pub limits: &'a Limits,
}

impl Call<'_> {
    /// The text that belongs to the task's data model, unless the task names none.
    fn by_data_model<'b>(&self, ilp32: &'b str, lp64: &'b str) -> Option<&'b str> {
        match self.task_options?.get("data_model")?.as_str()? {
            "ILP32" => Some(ilp32),
            "LP64" => Some(lp64),
            _ => None,
        }
    }

    /// The program, `options` and the inputs.
    fn line(&self, options: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut line = vec![self.executable.to_owned()];
        line.extend(options);
        line.extend(self.inputs.iter().cloned());
        line
    }

    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option == name)
    }

    /// `--32` or `--64` by the task's data model, unless the definition says one of them.
    fn width(&self) -> Option<String> {
        let is_said = self.has_option("--32") || self.has_option("--64");
        self.by_data_model("--32", "--64").filter(|_| !is_said).map(str::to_owned)
    }
}

/// What is left of a run.
#[derive(Clone, Debug)]
pub struct Outcome<'a> {
    /// The command line.
    pub command: &'a [String],
    /// How the first process ended.
    pub end: End,
    /// Why it was ended.
    pub reason: Option<Reason>,
    /// Its output.
    pub output: &'a str,
}

impl Outcome<'_> {
    /// The value that it returned, if it did.
    pub fn value(&self) -> Option<u8> {
        match self.end {
            End::Value(value) => Some(value),
            End::Signal(_) => None,
        }
    }

    fn has(&self, text: &str) -> bool {
        self.output.contains(text)
    }

    fn last_line(&self) -> &str {
        self.output.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("")
    }
}

/// The status that counts: a signal says more than `done` or `ERROR`, and an answer after a limit is none.
pub fn interpret(tool: &dyn Tool, outcome: &Outcome<'_>, over_time: OverTime) -> String {
    let mut said = tool.status(outcome);
    let is_general = |status: &str| matches!(status, "done" | "ERROR" | "unknown");
    if is_general(&said) {
        match outcome.end {
            End::Signal(6) => said = "ABORTED".to_owned(),
            End::Signal(11) => said = "SEGMENTATION FAULT".to_owned(),
            End::Signal(15) => said = "KILLED".to_owned(),
            End::Signal(number) => said = format!("KILLED BY SIGNAL {number}"),
            End::Value(value) if value != 0 && said != "unknown" => said = format!("ERROR ({value})"),
            End::Value(_) => {}
        }
    }
    let limit = match (over_time, outcome.reason) {
        (OverTime::Yes, _) => "TIMEOUT",
        (OverTime::No, None) => return said,
        (OverTime::No, Some(reason)) => match reason {
            Reason::CpuTime | Reason::SoftCpuTime | Reason::WallTime => "TIMEOUT",
            Reason::Memory => "OUT OF MEMORY",
            Reason::FileSize => "FILES-SIZE LIMIT",
            Reason::Killed => "KILLED",
        },
    };
    if is_general(&said) || said == limit || said == "KILLED" || said == "KILLED BY SIGNAL 9" {
        limit.to_owned()
    } else {
        format!("{limit} ({said})")
    }
}

/// Whether a run took longer than it may, also if it was over before it could be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverTime {
    /// It did.
    Yes,
    /// It did not.
    No,
}

/// Where programs are looked for.
#[derive(Clone, Debug, Default)]
pub struct Locator {
    /// The folder of the tool; without one, `PATH` and the current folder are searched.
    pub folder: Option<PathBuf>,
}

impl Locator {
    /// The program `name`, also in the folder `inner` of the tool.
    pub fn find(&self, name: &str, inner: &str) -> Result<PathBuf, String> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = match &self.folder {
            Some(folder) => vec![folder.join(inner), folder.clone()],
            None => std::env::split_paths(&path)
                .chain([PathBuf::from("."), PathBuf::from("./").join(inner)])
                .collect(),
        };
        let mut unusable = None;
        for folder in &folders {
            let candidate = folder.join(name);
            if candidate.is_file() {
                if is_executable(&candidate) {
                    return Ok(candidate);
                }
                unusable = unusable.or(Some(candidate));
            }
        }
        match (unusable, &self.folder) {
            (Some(file), _) => {
                Err(format!("{} is there, but it may not be executed: `chmod +x` it", file.display()))
            }
            (None, Some(folder)) => Err(format!("the program `{name}` is not in {}", folder.display())),
            (None, None) => Err(format!(
                "the program `{name}` is neither in PATH nor in the current folder: install it, or say where it is with `--tool-directory`"
            )),
        }
    }
}

fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
}

/// What a program prints when it is asked for its version.
fn version_of(executable: &Path, argument: &str) -> Result<String, String> {
    let run = Command::new(executable).arg(argument).stdin(Stdio::null()).output();
    let output = run.map_err(|error| format!("cannot run {}: {error}", executable.display()))?;
    let shown = executable.display();
    if !output.status.success() {
        return Err(format!("`{shown} {argument}` fails: {}", output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if text.is_empty() { Err(format!("`{shown} {argument}` prints nothing")) } else { Ok(text) }
}

/// Makes the module of a tool.
type Make = fn() -> Box<dyn Tool>;

/// All modules by name. A new one is a file and a line here.
const MODULES: &[(&str, Make)] = &[
    // tidy: sorted
    ("bitwuzla", || Box::new(smt::Smt::new("Bitwuzla", "bitwuzla", "--version"))),
    ("cbmc", || Box::new(cbmc::Cbmc)),
    ("command", || Box::new(command::AnyCommand)),
    ("cpachecker", || Box::new(cpachecker::Cpachecker)),
    ("cvc5", || Box::new(smt::Smt::new("cvc5", "cvc5", "--version"))),
    ("dummy", || Box::new(dummy::Dummy)),
    ("esbmc", || Box::new(esbmc::Esbmc)),
    ("mathsat5", || Box::new(smt::Smt::new("MathSAT5", "mathsat", "-version"))),
    ("ultimateautomizer", || Box::new(ultimate::Automizer)),
    ("verdikt", || Box::new(verdikt::Verdikt)),
    ("yices2", || Box::new(smt::Smt::new("Yices", "yices-smt2", "--version"))),
    ("z3", || Box::new(smt::Smt::new("Z3", "z3", "--version"))),
    // tidy: end
];

/// The names of all modules.
pub fn names() -> Vec<&'static str> {
    MODULES.iter().map(|(name, _)| *name).collect()
}

/// The module of that name: one of ours, a TOML file beside the definition, or a Python module of the reference.
pub fn load(name: &Located, definition: &Path, locator: &Locator) -> Result<Box<dyn Tool>, Problem> {
    let text = name.text.as_str();
    let text = if text == "uautomizer" { "ultimateautomizer" } else { text };
    if let Some((_, make)) = MODULES.iter().find(|(known, _)| *known == text) {
        return Ok(make());
    }
    if text.ends_with(".toml") {
        let file = crate::variables::folder_of(definition).join(text);
        return described::Described::read(&file).map(|tool| Box::new(tool) as Box<dyn Tool>);
    }
    let module = if text.contains('.') { text.to_owned() } else { format!("benchexec.tools.{text}") };
    bridge::Bridge::start(&module, locator).map(|tool| Box::new(tool) as Box<dyn Tool>).map_err(|reason| {
        let problem = Problem::at(&name.place, format!("the tool `{text}` is not known: {reason}"));
        match closest(text, &names()) {
            Some(close) => problem.advise(format!("did you mean `{close}`?")),
            None => problem.advise(format!(
                "known are {}, TOML files that describe a tool (`x.toml`), and modules of an installed BenchExec (`benchexec.tools.x`)",
                list(&names())
            )),
        }
    })
}

/// The answers that competition tools print: `TRUE`, `FALSE(property)`, `UNKNOWN`.
fn competition_answer(line: &str) -> Option<String> {
    let line = line.trim();
    match line {
        "TRUE" => Some("true".to_owned()),
        "FALSE" => Some("false".to_owned()),
        _ if line.starts_with("UNKNOWN") => Some("unknown".to_owned()),
        _ => {
            let property = line.strip_prefix("FALSE(")?.strip_suffix(')')?;
            Some(format!("false({property})"))
        }
    }
}
