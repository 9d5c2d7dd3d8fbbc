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
    for (name, bytes) in [
        ("memory", measured.memory),
        ("blkio-read", measured.read),
        ("blkio-write", measured.written),
        ("network-loopback", measured.sent),
    ] {
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

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn all_figures() {
        let measured = Measured {
            end: End::Signal(9),
            reason: Some(Reason::CpuTime),
            wall: Duration::new(1, 5),
            cpu: Some(Duration::from_millis(2500)),
            cpu_by_core: vec![(0, Duration::from_nanos(2_000_000_001)), (17, Duration::from_millis(500))],
            memory: Some(130_310_144),
            read: Some(0),
            written: None,
            sent: Some(40),
            pressure: vec![("cpu-some", Duration::from_micros(7))],
            energy: vec![(String::new(), 1_500_000), ("pkg0-core".to_owned(), 7)],
            warnings: vec!["not shown".to_owned()],
        };
        let lines: String =
            values(&measured).iter().map(|value| format!("{}={}\n", value.name, value.text)).collect();
        expect![[r#"
            terminationreason=cputime
            exitsignal=9
            walltime=1.000000005s
            cputime=2.500000s
            cputime-cpu0=2.000000001s
            cputime-cpu17=0.500000s
            memory=130310144B
            blkio-read=0B
            network-loopback=40B
            pressure-cpu-some=0.000007s
            cpuenergy=1.500000J
            cpuenergy-pkg0-core=0.000007J
        "#]]
        .assert_eq(&lines);
    }
}
