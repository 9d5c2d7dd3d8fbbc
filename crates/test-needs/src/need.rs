//! The list of what can be installed: how to see that it is there, and where it comes from.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// Something from outside that tests need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// gcc that makes running programs.
    Gcc,
    /// The same for the machine with 32 bits.
    Gcc32,
    /// The generator of random C programs, and its headers.
    Csmith,
    /// Z3 as a program.
    Z3,
    /// Z3 as the system's library, beside the one that is pinned.
    Z3Library,
    /// cvc5 as a program.
    Cvc5,
    /// Bitwuzla as a Python module.
    Bitwuzla,
    /// `BenchExec`, the reference of the benchmarking tool.
    BenchExec,
    /// A browser.
    Chromium,
    /// Slurm with its daemons.
    Slurm,
    /// git.
    Git,
    /// `unshare` and `setpriv`, which take rights away.
    UtilLinux,
    /// A Python interpreter.
    Python,
}

/// Where something comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Debian packages.
    Packages(&'static [&'static str]),
    /// A Python module, with its version.
    Module(&'static str),
}

/// The variable that names the Python interpreter with `BenchExec`.
pub const PYTHON: &str = "VERDIKT_BENCH_PYTHON";

impl Need {
    /// All needs.
    pub const ALL: &'static [Self] = &[
        Self::Gcc,
        Self::Gcc32,
        Self::Csmith,
        Self::Z3,
        Self::Z3Library,
        Self::Cvc5,
        Self::Bitwuzla,
        Self::BenchExec,
        Self::Chromium,
        Self::Slurm,
        Self::Git,
        Self::UtilLinux,
        Self::Python,
    ];

    /// The need behind a solver, by the name that it has for users; nothing for solvers that the
    /// tests do not insist on.
    pub fn of_solver(name: &str) -> Option<Self> {
        match name {
            "z3" | "z3-process" => Some(Self::Z3),
            "z3-system" => Some(Self::Z3Library),
            "cvc5" => Some(Self::Cvc5),
            "bitwuzla-python" => Some(Self::Bitwuzla),
            _ => None,
        }
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gcc => "gcc",
            Self::Gcc32 => "gcc for 32 bits (gcc -m32)",
            Self::Csmith => "csmith with its headers",
            Self::Z3 => "the program z3",
            Self::Z3Library => "the system's library of Z3",
            Self::Cvc5 => "the program cvc5",
            Self::Bitwuzla => "Bitwuzla for python3",
            Self::BenchExec => "BenchExec for Python",
            Self::Chromium => "the browser Chromium",
            Self::Slurm => "Slurm with munge",
            Self::Git => "git",
            Self::UtilLinux => "unshare with setpriv",
            Self::Python => "python3",
        }
    }

    /// Where it comes from.
    pub fn source(self) -> Source {
        match self {
            Self::Gcc => Source::Packages(&["gcc", "libc6-dev"]),
            Self::Gcc32 => Source::Packages(&["gcc-multilib"]),
            Self::Csmith => Source::Packages(&["csmith", "libcsmith-dev"]),
            Self::Z3 => Source::Packages(&["z3"]),
            Self::Z3Library => Source::Packages(&["libz3-4"]),
            Self::Cvc5 => Source::Packages(&["cvc5"]),
            Self::Bitwuzla => Source::Module("bitwuzla==0.9.1"),
            Self::BenchExec => Source::Module("BenchExec==3.35"),
            Self::Chromium => Source::Packages(&["chromium"]),
            Self::Slurm => Source::Packages(&["slurm-wlm", "munge"]),
            Self::Git => Source::Packages(&["git"]),
            Self::UtilLinux => Source::Packages(&["util-linux"]),
            Self::Python => Source::Packages(&["python3"]),
        }
    }

    /// What is missing, and how to get it.
    pub fn advice(self) -> String {
        let name = self.name();
        match self.source() {
            Source::Packages(packages) => {
                format!("{name} is missing: apt-get install {}", packages.join(" "))
            }
            Source::Module(module) => {
                format!("{name} is missing: `cargo xtask test` puts {module} into an environment of its own")
            }
        }
    }

    /// Whether it is there for programs that are started with these variables besides those of this
    /// process. Starts some.
    pub fn is_there(self, variables: &[(&str, OsString)]) -> bool {
        let succeeds = |program: &str, arguments: &[&str]| succeeds(program, arguments, variables);
        match self {
            Self::Gcc => makes_programs("-m64"),
            Self::Gcc32 => makes_programs("-m32"),
            Self::Csmith => succeeds("csmith", &["--version"]) && Path::new("/usr/include/csmith").is_dir(),
            Self::Z3 => succeeds("z3", &["--version"]),
            Self::Z3Library => succeeds("python3", &["-c", "import ctypes; ctypes.CDLL('libz3.so.4')"]),
            Self::Cvc5 => succeeds("cvc5", &["--version"]),
            Self::Bitwuzla => succeeds("python3", &["-c", "import bitwuzla"]),
            Self::BenchExec => {
                let given =
                    variables.iter().find(|(name, _)| *name == PYTHON).map(|(_, value)| value.clone());
                let python = given.or_else(|| std::env::var_os(PYTHON)).unwrap_or_else(|| "python3".into());
                succeeds(&python.to_string_lossy(), &["-c", "import benchexec.tablegenerator"])
            }
            Self::Chromium => ["chromium", "chromium-browser", "google-chrome"]
                .iter()
                .any(|name| succeeds(name, &["--version"])),
            Self::Slurm => ["munged", "slurmctld", "slurmd", "sbatch"].iter().all(|name| {
                let folders = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin"];
                folders.iter().any(|folder| Path::new(folder).join(name).exists())
            }),
            Self::Git => succeeds("git", &["--version"]),
            Self::UtilLinux => succeeds("unshare", &["--version"]) && succeeds("setpriv", &["--version"]),
            Self::Python => succeeds("python3", &["--version"]),
        }
    }
}

fn succeeds(program: &str, arguments: &[&str], variables: &[(&str, OsString)]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).envs(variables.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Whether gcc compiles a program with a header and a library for the machine, and the program
/// runs.
fn makes_programs(machine: &str) -> bool {
    let folder = std::env::temp_dir().join(format!("verdikt-needs{machine}-{}", std::process::id()));
    if std::fs::create_dir_all(&folder).is_err() {
        return false;
    }
    let (source, program) = (folder.join("a.c"), folder.join("a"));
    let text =
        "#include <stdio.h>\n#include <math.h>\nint main(void) { return printf(\"%f\", sqrt(2)) < 0; }\n";
    let is_written = std::fs::write(&source, text).is_ok();
    let [source, program] = [source, program].map(|file| file.to_string_lossy().into_owned());
    let works = is_written
        && succeeds("gcc", &[machine, "-o", &program, &source, "-lm"], &[])
        && succeeds(&program, &[], &[]);
    // What cannot be removed is left to the system's own cleaning of its temporary folder.
    let _ = std::fs::remove_dir_all(&folder);
    works
}
