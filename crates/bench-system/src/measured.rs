//! What came of a run. What could not be measured is absent.

use std::time::Duration;

/// The figures of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// How the first process ended.
    pub end: End,
    /// Why the run was ended, if it was.
    pub reason: Option<Reason>,
    /// Time on a clock that nobody sets.
    pub wall: Duration,
    /// CPU time of all processes.
    pub cpu: Option<Duration>,
    /// The same by core, for cores that were used.
    pub cpu_by_core: Vec<(u32, Duration)>,
    /// The peak of memory of all processes together, in bytes.
    pub memory: Option<u64>,
    /// Bytes read from block devices.
    pub read: Option<u64>,
    /// Bytes written to block devices.
    pub written: Option<u64>,
    /// Bytes that its processes sent to each other over the network; only for a run that has a network of its own, since nobody counts them by group otherwise.
    pub sent: Option<u64>,
    /// Stall times by resource (`cpu-some`, `io-some`, `memory-some`), where the kernel tells them.
    pub pressure: Vec<(&'static str, Duration)>,
    /// Energy in microjoules by domain (empty for all packages together, `pkg0`, `pkg0-core`), where it can be read.
    pub energy: Vec<(String, u64)>,
    /// What a user of the figures should know: fallbacks that were taken, figures that are missing and why.
    pub warnings: Vec<String>,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With a value.
    Value(u8),
    /// By a signal.
    Signal(u8),
}

/// Why a run was ended, by the names of the reference tool. Its `failed` is [`Error::Start`](crate::Error::Start), since there are no figures then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// `cputime`: the limit of CPU time.
    CpuTime,
    /// `cputime-soft`: the soft limit of CPU time.
    SoftCpuTime,
    /// `walltime`: the limit of wall time.
    WallTime,
    /// `memory`: the limit of memory.
    Memory,
    /// `files-size`: the limit of what files hold.
    FileSize,
    /// `killed`: we were asked to stop.
    Killed,
}
