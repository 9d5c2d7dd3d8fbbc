//! Runs of real commands, measured: what chapters 9, 10 and 12 of the document demand.
//!
//! Where a machine lacks what a test needs (control groups, namespaces, a C compiler), the test says so and is skipped.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

mod container;
mod failing_methods;
mod figures;
mod limits;
mod traces;

use bench_system::{Container, Error, Measured, Request, Stop, execute};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A run that a test describes.
struct Run {
    request: Request,
}

/// A folder for one run, which is removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("run-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The program that makes loads, compiled once; `None` without a compiler.
fn probe() -> Option<&'static Path> {
    static PROBE: OnceLock<Option<PathBuf>> = OnceLock::new();
    let compile = || {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("probe");
        std::fs::create_dir_all(&folder).unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runs/probe.c");
        let binary = folder.join(format!("probe-{}", std::process::id()));
        let status =
            Command::new("cc").args(["-O1", "-pthread", "-o"]).arg(&binary).arg(source).status().ok()?;
        assert!(status.success(), "the probe does not compile");
        let target = folder.join("probe");
        std::fs::rename(binary, &target).unwrap();
        Some(target)
    };
    PROBE.get_or_init(compile).as_deref()
}

impl Run {
    /// A command in a container, in a folder of its own.
    fn new(folder: &Folder, command: &[&str]) -> Self {
        let request = Request {
            command: command.iter().map(OsString::from).collect(),
            folder: Some(folder.0.clone()),
            output: folder.0.join("log"),
            container: Some(Container::default()),
            ..Request::default()
        };
        Self { request }
    }

    /// A script of the shell.
    fn shell(folder: &Folder, script: &str) -> Self {
        Self::new(folder, &["sh", "-c", script])
    }

    /// The program that makes loads; it is visible in the container, though it may be in `/tmp`.
    fn probe(folder: &Folder, arguments: &[&str]) -> Option<Self> {
        let Some(probe) = probe() else {
            test_needs::skip("there is no C compiler");
            return None;
        };
        let mut run = Self::new(folder, arguments);
        run.request.command.insert(0, probe.into());
        let visible = bench_system::Rule {
            folder: probe.parent().unwrap().to_owned(),
            access: bench_system::Access::ReadOnly,
        };
        run.request.container.as_mut().unwrap().rules.push(visible);
        Some(run)
    }

    /// Without a container.
    fn bare(mut self) -> Self {
        self.request.container = None;
        self
    }

    fn with(mut self, change: impl FnOnce(&mut Request)) -> Self {
        change(&mut self.request);
        self
    }

    /// Runs it; `None` if the machine cannot.
    fn go(&self) -> Option<Measured> {
        match self.result() {
            Ok(measured) => Some(measured),
            Err(Error::Machine(message)) => {
                test_needs::skip(message);
                None
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn result(&self) -> Result<Measured, Error> {
        execute(&self.request, &Stop::new()?)
    }
}

/// Processes whose command line contains a text.
fn processes_with(text: &str) -> usize {
    let Ok(entries) = std::fs::read_dir("/proc") else { return 0 };
    let lines = entries.flatten().filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(text)).count()
}

/// A text that no other command line has.
fn marker(name: &str) -> String {
    format!("marker-{name}-{}", std::process::id())
}
