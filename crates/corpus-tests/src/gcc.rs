//! The oracle: compiles C with gcc for a machine model and runs what comes out under a time limit.
//!
//! Programs are compiled with `-O0 -w`: the reference is what the abstract machine does, not what an optimiser
//! makes of it. Every file lives in a [`Scratch`] folder that vanishes with its value.

use cfa::MachineModel;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, io};
use test_needs::Need;

/// A folder of its own for temporary files, removed on drop.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A fresh folder.
    pub fn new() -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("verdikt-corpus-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left to the system's own cleaning of its temporary folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// gcc's option for a machine model.
pub fn machine_flag(machine: MachineModel) -> &'static str {
    match machine {
        MachineModel::Ilp32 => "-m32",
        MachineModel::Lp64 => "-m64",
    }
}

/// What a test needs that compiles and runs programs for this machine model.
pub fn need(machine: MachineModel) -> Need {
    match machine {
        MachineModel::Ilp32 => Need::Gcc32,
        MachineModel::Lp64 => Need::Gcc,
    }
}

/// How a native run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ran {
    /// By itself.
    Finished {
        /// What it printed.
        stdout: String,
        /// Its exit status; `None` after a signal.
        status: Option<i32>,
    },
    /// At the time limit.
    TimedOut,
    /// gcc refused the program.
    Refused(String),
}

/// Compiles a program text and runs it for at most [`NATIVE_SECONDS`].
pub fn stdout_of(text: &str, machine: MachineModel) -> io::Result<Ran> {
    stdout_of_units(&[text.to_owned()], machine)
}

/// The same for a program of several units.
pub fn stdout_of_units(units: &[String], machine: MachineModel) -> io::Result<Ran> {
    let scratch = Scratch::new()?;
    let mut command = compiler(machine);
    command.args(["-O0", "-fwrapv"]);
    for (number, text) in units.iter().enumerate() {
        let source = scratch.file(&format!("unit{number}.c"));
        fs::write(&source, text)?;
        command.arg(&source);
    }
    let binary = scratch.file("program");
    let compiled = command.arg("-o").arg(&binary).arg("-lm").output()?;
    if !compiled.status.success() {
        return Ok(Ran::Refused(text_of(&compiled.stderr)));
    }
    run(&binary)
}

/// How much CPU time a native program may take, so that a busy machine changes no answer. Random
/// programs that end at all do so in milliseconds, so this only waits for the others; they are a
/// tenth of what csmith makes.
pub const NATIVE_SECONDS: u32 = 4;

/// Who takes no time at all, as a program that sleeps, is ended by the clock.
const WAITING_SECONDS: u32 = 60;

/// Runs a binary for at most [`NATIVE_SECONDS`].
pub fn run(binary: &Path) -> io::Result<Ran> {
    let limited = format!("ulimit -t {NATIVE_SECONDS}; exec timeout -s KILL {WAITING_SECONDS} \"$0\"");
    let Output { status, stdout, .. } = Command::new("sh").args(["-c", &limited]).arg(binary).output()?;
    // The kernel sends signal 24 or 9 at the limit of CPU time, `timeout` 9 at its own. `timeout`
    // ends itself by the signal that ended the program.
    Ok(match (status.signal(), status.code()) {
        (Some(9 | 24), _) | (_, Some(124 | 137 | 152)) => Ran::TimedOut,
        (_, code) => Ran::Finished { stdout: text_of(&stdout), status: code },
    })
}

/// The text after preprocessing, with line markers.
pub fn preprocess(
    source: &Path,
    include: &[&str],
    machine: MachineModel,
) -> io::Result<Result<String, String>> {
    let mut command = compiler(machine);
    command.arg("-E").arg(source);
    for folder in include {
        command.arg("-I").arg(folder);
    }
    let output = command.output()?;
    Ok(if output.status.success() { Ok(text_of(&output.stdout)) } else { Err(text_of(&output.stderr)) })
}

/// `gcc -mNN -w` with messages in English. Floats are computed in their own types (`FLT_EVAL_METHOD` 0) on
/// both machines; gcc's default for i386 would keep the excess precision of the x87 registers.
/// There is no MMX, whose registers are the same: gcc mixes both without clearing them in between.
pub fn compiler(machine: MachineModel) -> Command {
    let mut command = Command::new("gcc");
    command.env("LC_ALL", "C").args([machine_flag(machine), "-w", "-msse2", "-mno-mmx", "-mfpmath=sse"]);
    command
}

/// Bytes as text, for messages and comparison.
pub fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
