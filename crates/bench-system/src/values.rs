//! Figures as texts, by the names and units of the reference tool: what `exec` prints and what result files have as columns.

use crate::{End, Measured, Reason};
use std::time::Duration;

/// A figure with its name, such as `cputime` and `1.250000s`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The name.
    pub name: String,
    /// The value with its unit.
    pub text: String,
}

/// All figures of a run, in a fixed order; those that could not be measured are left out.
pub fn values(measured: &Measured) -> Vec<Value> {
    let mut values = Vec::new();
    let mut push = |name: &str, text: String| values.push(Value { name: name.to_owned(), text });
    if let Some(reason) = measured.reason {
        push("terminationreason", reason.name().to_owned());
    }
    match measured.end {
        End::Value(value) => push("returnvalue", value.to_string()),
        End::Signal(signal) => push("exitsignal", signal.to_string()),
    }
    push("walltime", seconds(measured.wall));
    if let Some(cpu) = measured.cpu {
        push("cputime", seconds(cpu));
    }
    for (core, cpu) in &measured.cpu_by_core {
        push(&format!("cputime-cpu{core}"), seconds(*cpu));
    }
    for (name, bytes) in
        [("memory", measured.memory), ("blkio-read", measured.read), ("blkio-write", measured.written)]
    {
        if let Some(bytes) = bytes {
            push(name, format!("{bytes}B"));
        }
    }
    for (name, stalled) in &measured.pressure {
        push(&format!("pressure-{name}"), seconds(*stalled));
    }
    for (domain, microjoules) in &measured.energy {
        push(&energy_name(domain), format!("{}.{:06}J", microjoules / 1_000_000, microjoules % 1_000_000));
    }
    values
}

/// Seconds with as many digits as the kernel tells.
fn seconds(duration: Duration) -> String {
    let text = format!("{}.{:09}", duration.as_secs(), duration.subsec_nanos());
    let end = text.len() - 3;
    // Nanoseconds are shown only where they are known.
    let text = if text.ends_with("000") { &text[..end] } else { &text };
    format!("{text}s")
}

/// `cpuenergy` is the sum over packages; parts have the name of their domain.
fn energy_name(domain: &str) -> String {
    if domain.is_empty() { "cpuenergy".to_owned() } else { format!("cpuenergy-{domain}") }
}

impl Reason {
    /// The name that the reference tool gives it.
    pub fn name(self) -> &'static str {
        match self {
            Self::CpuTime => "cputime",
            Self::SoftCpuTime => "cputime-soft",
            Self::WallTime => "walltime",
            Self::Memory => "memory",
            Self::FileSize => "files-size",
            Self::Killed => "killed",
        }
    }
}
