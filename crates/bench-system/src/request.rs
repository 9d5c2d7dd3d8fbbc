//! What is to be run, within which limits, and what it may see.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

/// A command with everything that its run depends on.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The program, then its arguments.
    pub command: Vec<OsString>,
    /// The folder in which it starts; ours if there is none.
    pub folder: Option<PathBuf>,
    /// Which of our environment variables it has, too.
    pub inherited: Inherited,
    /// Variables that are set, beyond those that it inherits.
    pub set: Vec<(OsString, OsString)>,
    /// The file that it reads as standard input; otherwise there is nothing to read.
    pub input: Option<PathBuf>,
    /// The file that gets its output and its errors, in the order of writing. They are appended to what is there.
    pub output: PathBuf,
    /// What ends it.
    pub limits: Limits,
    /// The cores that it may use, all if empty.
    pub cores: Vec<u32>,
    /// The memory nodes that it may use, all if empty.
    pub nodes: Vec<u32>,
    /// What it sees of the machine; everything as it is if there is no container.
    pub container: Option<Container>,
}

/// Which environment variables a run has from us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inherited {
    /// All but these.
    AllBut(Vec<OsString>),
    /// Only these.
    Only(Vec<OsString>),
}

impl Inherited {
    /// Whether it has the variable.
    pub fn has(&self, name: &OsStr) -> bool {
        match self {
            Self::AllBut(names) => !names.iter().any(|other| other == name),
            Self::Only(names) => names.iter().any(|other| other == name),
        }
    }
}

impl Default for Inherited {
    fn default() -> Self {
        Self::AllBut(Vec::new())
    }
}

/// What ends a run. Sizes are bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// CPU time of all its processes together, after which they are killed.
    pub cpu: Option<Duration>,
    /// CPU time after which it is asked to end (SIGTERM).
    pub soft_cpu: Option<Duration>,
    /// Wall time, after which all is killed.
    pub wall: Option<Duration>,
    /// Memory of all its processes together, swapped pages included.
    pub memory: Option<u64>,
    /// Processes and threads at the same time.
    pub processes: Option<u64>,
    /// What is kept of its output: the rest is cut out of the middle.
    pub output: Option<u64>,
    /// What all files that it makes may have together.
    pub files: Option<u64>,
}

/// What a run sees of the machine.
#[derive(Clone, Debug, Default)]
pub struct Container {
    /// Folders and how they can be used, the most specific one counting. Without a rule for `/` it is an overlay if the machine can do it.
    pub rules: Vec<Rule>,
    /// Patterns of files, relative to the starting folder, that are copied out after the run.
    pub results: Vec<String>,
    /// Where they are copied to.
    pub results_folder: Option<PathBuf>,
    /// Whether it reaches the network of the machine.
    pub network: Network,
}

/// Which network a run has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Network {
    /// Its own loopback device.
    #[default]
    Loopback,
    /// The machine's.
    Host,
}

/// How one folder can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The folder, absolute.
    pub folder: PathBuf,
    /// How.
    pub access: Access,
}

/// How a folder can be used: the four modes of the reference tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It looks empty.
    Hidden,
    /// It can be read.
    ReadOnly,
    /// It can be written, but the writes are lost with the run, unless they are copied out.
    Overlay,
    /// It can be written.
    Full,
}

impl std::fmt::Display for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Hidden => "hidden",
            Self::ReadOnly => "read-only",
            Self::Overlay => "overlay",
            Self::Full => "full access",
        })
    }
}
