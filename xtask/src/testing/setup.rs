//! Sets up what the tests need: Debian packages where this is root, and Python modules in an
//! environment of their own.
//!
//! Nothing here is silent and nothing is fatal. What cannot be had is printed as one list, with the
//! way to get it, and when an installer fails, its own words are. Another program may hold the lock
//! of the packages, for example the daily update of a fresh machine; then we wait, and say so.
//!
//! The environment sees the modules of the system, pip among them, because the build asks `python3`
//! for pip. It is made without a pip of its own and filled through `--target`: Debian's Python has
//! no `ensurepip`, and its pip refuses to touch the system (PEP 668), but does neither mind.

use crate::say;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use test_needs::{Need, PYTHON, Source};

/// What was set up.
pub(crate) struct Surroundings {
    /// Variables for programs that are started.
    pub(crate) variables: Vec<(&'static str, OsString)>,
    /// What is missing, and how to get it.
    pub(crate) missing: Vec<String>,
}

/// Sets up what is missing. The environment is made in a folder of `target`.
pub(crate) fn run(target: &Path) -> Surroundings {
    let environment = target.join("test-python");
    let mut missing = Vec::new();
    let packages = missing_packages();
    if !packages.is_empty() {
        missing.extend(Installer::apt().install(&packages));
    }
    let variables = variables_of(&environment);
    if let Err(words) = fill(&environment, &variables) {
        missing.push(words);
    }
    let absent = Need::ALL.iter().filter(|need| !need.is_there(&variables));
    missing.extend(absent.map(|need| need.advice()));
    let surroundings = Surroundings { variables, missing };
    surroundings.print_missing();
    surroundings
}

impl Surroundings {
    /// One list of all that could not be had.
    pub(crate) fn print_missing(&self) {
        if !self.missing.is_empty() {
            say("the tests miss something, and some will be skipped:");
        }
        for reason in &self.missing {
            say(&format!("  - {}", reason.replace('\n', "\n    ")));
        }
    }
}

/// The packages behind needs that are not met. pip is among them, though no test needs it: the
/// modules do, and the build.
fn missing_packages() -> Vec<&'static str> {
    let mut packages: Vec<&str> = Vec::new();
    for need in Need::ALL.iter().filter(|need| !need.is_there(&[])) {
        match need.source() {
            Source::Packages(names) => packages.extend(names),
            Source::Module(_) => {}
        }
    }
    if !has_pip() {
        packages.push("python3-pip");
    }
    packages
}

fn has_pip() -> bool {
    let mut command = Command::new("python3");
    command.args(["-m", "pip", "--version"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A program that installs packages.
pub(crate) struct Installer {
    pub(crate) program: PathBuf,
    /// How long it is waited for others who install.
    pub(crate) patience: Duration,
    /// How long between two attempts.
    pub(crate) pause: Duration,
    pub(crate) may: May,
}

/// Whether packages may be installed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum May {
    Install,
    OnlySay,
}

/// What apt and dpkg say when somebody else installs.
const LOCKED: &[&str] =
    &["Could not get lock", "Unable to lock", "is another process using it", "lock-frontend"];

impl Installer {
    fn apt() -> Self {
        let id = Command::new("id").arg("-u").output();
        let is_root = id.is_ok_and(|output| output.stdout == b"0\n");
        let has_apt = Command::new("apt-get").arg("--version").output().is_ok_and(|out| out.status.success());
        Self {
            program: "apt-get".into(),
            patience: Duration::from_secs(900),
            pause: Duration::from_secs(5),
            may: if is_root && has_apt { May::Install } else { May::OnlySay },
        }
    }

    /// Installs packages, all at once and, if that fails, one by one. Returns what went wrong, in
    /// the installer's own words.
    pub(crate) fn install(&self, packages: &[&str]) -> Vec<String> {
        let list = packages.join(" ");
        if self.may == May::OnlySay {
            return vec![format!(
                "packages are installed only where this is root on a system with apt-get; as root: apt-get install {list}"
            )];
        }
        say(&format!("setting up: apt-get install {list}"));
        let mut failures = Vec::new();
        failures.extend(self.run(&["update"]).err());
        if let Err(words) = self.run_install(packages) {
            failures.push(words);
            if packages.len() > 1 {
                let alone = |package: &&str| self.run_install(&[package]).err();
                failures.extend(packages.iter().filter_map(alone));
            }
        }
        for failure in &failures {
            say(failure);
        }
        failures
    }

    fn run_install(&self, packages: &[&str]) -> Result<(), String> {
        self.run(&[&["install", "--yes", "--no-install-recommends"], packages].concat())
    }

    /// Runs the installer, again while somebody else holds the lock.
    fn run(&self, arguments: &[&str]) -> Result<(), String> {
        let start = Instant::now();
        let mut is_told = false;
        loop {
            let output = Command::new(&self.program)
                .args(["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=30"])
                .args(arguments)
                // The messages that are looked at; no questions; and no daemons are started on this
                // machine.
                .envs([("LC_ALL", "C"), ("DEBIAN_FRONTEND", "noninteractive"), ("RUNLEVEL", "1")])
                .stdin(Stdio::null())
                .output();
            let failed = format!("`{} {}` failed:", self.program.display(), arguments.join(" "));
            let output = output.map_err(|error| format!("{failed} {error}"))?;
            if output.status.success() {
                return Ok(());
            }
            let words = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            if !LOCKED.iter().any(|lock| words.contains(lock)) || start.elapsed() >= self.patience {
                return Err(format!("{failed}\n{}", words.trim_end()));
            }
            if !is_told {
                is_told = true;
                let who = words.lines().find(|line| LOCKED.iter().any(|lock| line.contains(lock)));
                say(&format!(
                    "waiting for another program that installs packages: {}",
                    who.unwrap_or_default()
                ));
            }
            std::thread::sleep(self.pause);
        }
    }
}

/// Variables by which programs find the environment.
fn variables_of(environment: &Path) -> Vec<(&'static str, OsString)> {
    let programs = environment.join("bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(programs.clone()).chain(std::env::split_paths(&path));
    let mut variables = Vec::new();
    if let Ok(path) = std::env::join_paths(folders) {
        variables.push(("PATH", path));
    }
    if std::env::var_os(PYTHON).is_none() {
        variables.push((PYTHON, programs.join("python3").into()));
    }
    variables
}

/// Makes the environment and puts the modules into it that are missing.
fn fill(environment: &Path, variables: &[(&str, OsString)]) -> Result<(), String> {
    let python = environment.join("bin/python3");
    if !succeeds(&python, "import sys") {
        let folder = environment.display().to_string();
        output_of("python3", &["-m", "venv", "--clear", "--without-pip", "--system-site-packages", &folder])?;
    }
    let is_missing = |need: &&Need| !need.is_there(variables);
    let modules: Vec<&str> = Need::ALL
        .iter()
        .filter(is_missing)
        .filter_map(|need| match need.source() {
            Source::Module(module) => Some(module),
            Source::Packages(_) => None,
        })
        .collect();
    if modules.is_empty() {
        return Ok(());
    }
    say(&format!("setting up: pip install {}", modules.join(" ")));
    let python = python.display().to_string();
    let ask = "import sysconfig; print(sysconfig.get_path('purelib'))";
    let folder = output_of(&python, &["-c", ask])?;
    let options =
        ["-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--quiet", "--upgrade"];
    let limits = ["--timeout", "30", "--retries", "1", "--target", folder.trim()];
    // One at a time: where there is no wheel of one, the other is to be had all the same.
    let failures: Vec<String> = modules
        .iter()
        .filter_map(|module| output_of(&python, &[&options[..], &limits[..], &[*module]].concat()).err())
        .collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn succeeds(python: &Path, program: &str) -> bool {
    let mut command = Command::new(python);
    command.args(["-c", program]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs a program and returns what it prints, or all that it says when it fails.
fn output_of(program: &str, arguments: &[&str]) -> Result<String, String> {
    let failed = format!("`{program} {}` failed:", arguments.join(" "));
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{failed} {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        return Ok(text(&output.stdout));
    }
    Err(format!("{failed}\n{}", text(&[output.stdout, output.stderr].concat()).trim_end()))
}
