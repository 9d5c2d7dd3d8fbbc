//! How the figures of one run are printed: for people, as JSON, or as the lines of the reference tool.

use bench_system::{End, Measured, Reason, Request, values};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::time::Duration;

/// The forms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object: seconds, bytes and joules as numbers
    Json,
    /// Lines of the reference tool, such as cputime=1.250000s
    Runexec,
}

/// Prints the figures.
pub(crate) fn print(measured: &Measured, request: &Request, format: Format) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match format {
        Format::Text => out.write_all(text(measured, request).as_bytes()),
        Format::Json => writeln!(out, "{:#}", json(measured)),
        Format::Runexec => {
            for value in values(measured) {
                writeln!(out, "{}={}", value.name, value.text)?;
            }
            Ok(())
        }
    }
}

/// Prints that the command could not be started; why is said elsewhere.
pub(crate) fn print_failed(format: Format) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match format {
        Format::Text => Ok(()),
        Format::Json => writeln!(out, "{:#}", json!({"terminationreason": "failed"})),
        Format::Runexec => writeln!(out, "terminationreason=failed"),
    }
}

fn text(measured: &Measured, request: &Request) -> String {
    let mut lines = Vec::new();
    let end = match measured.end {
        End::Value(value) => format!("with value {value}"),
        End::Signal(signal) => format!("by signal {signal}{}", signal_name(signal)),
    };
    let reason = measured.reason.map(|reason| format!(", {}", explain(reason))).unwrap_or_default();
    lines.push(("ended", end + &reason));
    lines.push(("wall time", seconds(measured.wall)));
    if let Some(cpu) = measured.cpu {
        let cores: Vec<String> = measured
            .cpu_by_core
            .iter()
            .map(|(core, time)| format!("core {core}: {}", seconds(*time)))
            .collect();
        let cores = if cores.is_empty() { String::new() } else { format!("  ({})", cores.join(", ")) };
        lines.push(("CPU time", seconds(cpu) + &cores));
    }
    for (name, bytes) in [("memory", measured.memory), ("read", measured.read), ("written", measured.written)]
    {
        if let Some(bytes) = bytes {
            lines.push((name, size(bytes)));
        }
    }
    if let Some(bytes @ 1..) = measured.sent {
        lines.push(("loopback", size(bytes)));
    }
    let stalls: Vec<String> =
        measured.pressure.iter().map(|(name, time)| format!("{name}: {}", seconds(*time))).collect();
    if !stalls.is_empty() {
        lines.push(("stalled", stalls.join(", ")));
    }
    for (domain, microjoules) in &measured.energy {
        let name = if domain.is_empty() { "energy" } else { domain.as_str() };
        lines.push((name, format!("{:.3} J", *microjoules as f64 / 1e6)));
    }
    lines.push(("output", request.output.display().to_string()));
    lines.into_iter().map(|(name, value)| format!("{name:<10} {value}\n")).collect()
}

fn explain(reason: Reason) -> &'static str {
    match reason {
        Reason::CpuTime => "since the limit of CPU time was reached",
        Reason::SoftCpuTime => "after it was asked to, since the soft limit of CPU time was reached",
        Reason::WallTime => "since the limit of wall time was reached",
        Reason::Memory => "since the limit of memory was reached",
        Reason::FileSize => "since the limit of the files' size was reached",
        Reason::Killed => "since we were asked to stop",
    }
}

fn signal_name(signal: u8) -> String {
    signal_hook::low_level::signal_name(i32::from(signal))
        .map(|name| format!(" ({name})"))
        .unwrap_or_default()
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

fn size(bytes: u64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1000.0 && unit + 1 < units.len() {
        value /= 1000.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} B") } else { format!("{value:.1} {}", units[unit]) }
}

fn json(measured: &Measured) -> Value {
    let mut object = Map::new();
    if let Some(reason) = measured.reason {
        object.insert("terminationreason".to_owned(), json!(reason.name()));
    }
    match measured.end {
        End::Value(value) => object.insert("returnvalue".to_owned(), json!(value)),
        End::Signal(signal) => object.insert("exitsignal".to_owned(), json!(signal)),
    };
    let mut put = |name: &str, value: Value| object.insert(name.to_owned(), value);
    put("walltime", json!(measured.wall.as_secs_f64()));
    if let Some(cpu) = measured.cpu {
        put("cputime", json!(cpu.as_secs_f64()));
    }
    for (core, time) in &measured.cpu_by_core {
        put(&format!("cputime-cpu{core}"), json!(time.as_secs_f64()));
    }
    for (name, bytes) in [
        ("memory", measured.memory),
        ("blkio-read", measured.read),
        ("blkio-write", measured.written),
        ("network-loopback", measured.sent),
    ] {
        if let Some(bytes) = bytes {
            put(name, json!(bytes));
        }
    }
    for (name, stalled) in &measured.pressure {
        put(&format!("pressure-{name}"), json!(stalled.as_secs_f64()));
    }
    for (domain, microjoules) in &measured.energy {
        let name = if domain.is_empty() { "cpuenergy".to_owned() } else { format!("cpuenergy-{domain}") };
        put(&name, json!(*microjoules as f64 / 1e6));
    }
    put("warnings", json!(measured.warnings));
    Value::Object(object)
}
