//! What the machine offers for measuring, what is missing and how to get it (document, section 13.1).
//!
//! Nothing is concluded from versions or files alone: groups are made, and commands are run in them, as they would be.

use crate::energy::Meter;
use crate::group::{self, Group, Settings};
use crate::{Container, Error, Request, Stop, execute};
use std::time::Instant;

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What, such as "memory".
    pub what: &'static str,
    /// How good it is.
    pub state: Offered,
    /// What was found: in one line, or with the way to get more in further ones.
    pub detail: String,
}

/// How good something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// As it should be.
    Fully,
    /// It works, but something is missing that not everybody needs.
    Partly,
    /// Measuring is not reliable without it, and it is not there.
    Not,
}

/// Looks at everything.
pub fn check() -> Vec<Finding> {
    let mut findings = vec![places()];
    match group::groups().and_then(|groups| groups.create(&Settings::default())) {
        Ok(group) => findings.extend(figures(&group)),
        Err(error) => {
            findings.push(Finding { what: "groups", state: Offered::Not, detail: error.to_string() })
        }
    }
    if findings.iter().all(|finding| finding.what != "groups") {
        findings.extend(limits());
        findings.push(swap());
        findings.push(energy());
        findings.extend(runs());
    }
    findings
}

/// Where the groups of this process are.
fn places() -> Finding {
    let found = match group::find_own() {
        Ok(found) => found,
        Err(error) => {
            return Finding { what: "control groups", state: Offered::Not, detail: error.to_string() };
        }
    };
    let mut lines: Vec<String> = found
        .v1
        .iter()
        .map(|place| format!("version 1, {}: {}", place.controllers.join(","), place.folder.display()))
        .collect();
    lines.extend(found.v2.map(|folder| format!("version 2: {}", folder.display())));
    let state = if lines.is_empty() { Offered::Not } else { Offered::Fully };
    if lines.is_empty() {
        lines.push(format!("none is mounted\n{}", group::REMEDY));
    }
    Finding { what: "control groups", state, detail: lines.join("\n") }
}

/// What can be measured.
fn figures(group: &dyn Group) -> Vec<Finding> {
    let finding = |what, problem: Option<String>, otherwise| match problem {
        None => Finding { what, state: Offered::Fully, detail: "is measured".to_owned() },
        Some(why) => Finding { what, state: otherwise, detail: format!("is not measured: {why}") },
    };
    vec![
        finding("CPU time", group.cpu().err(), Offered::Not),
        finding("memory", group.memory().err(), Offered::Not),
        finding("CPU time by core", group.cpu_by_core().err(), Offered::Partly),
        finding("block devices", group.block_io().err(), Offered::Partly),
        finding("stall times", group.pressure().err(), Offered::Partly),
    ]
}

/// What can be limited.
fn limits() -> Vec<Finding> {
    let own_core = first_number("/proc/self/status", "Cpus_allowed_list:").unwrap_or_default();
    let own_node = first_number("/proc/self/status", "Mems_allowed_list:").unwrap_or_default();
    let nothing = Settings::default();
    [
        ("limit of memory", Settings { memory: Some(1 << 30), ..nothing.clone() }, Offered::Not),
        ("limit of processes", Settings { processes: Some(1000), ..nothing.clone() }, Offered::Partly),
        ("choice of cores", Settings { cores: own_core, ..nothing.clone() }, Offered::Not),
        ("choice of memory nodes", Settings { nodes: own_node, ..nothing }, Offered::Not),
    ]
    .into_iter()
    .map(|(what, settings, otherwise)| match group::groups().and_then(|groups| groups.create(&settings)) {
        Ok(_) => Finding { what, state: Offered::Fully, detail: "works".to_owned() },
        Err(error) => Finding { what, state: otherwise, detail: error.to_string() },
    })
    .collect()
}

fn first_number(file: &str, key: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let list = text.lines().find_map(|line| line.strip_prefix(key))?;
    crate::parse_list(list.trim()).ok()?.first().map(u32::to_string)
}

fn swap() -> Finding {
    let devices = std::fs::read_to_string("/proc/swaps").unwrap_or_default().lines().skip(1).count();
    let (state, detail) = match devices {
        0 => (Offered::Fully, "there is none, so nothing can be swapped out".to_owned()),
        _ => (
            Offered::Partly,
            "there is swap space; runs may become slower at random when the machine uses it (`swapoff -a` prevents that)".to_owned(),
        ),
    };
    Finding { what: "swap", state, detail }
}

fn energy() -> Finding {
    let is_there = Meter::start(&[]).is_there();
    let (state, detail) = if is_there {
        (Offered::Fully, "is measured for runs that have all cores".to_owned())
    } else {
        (
            Offered::Partly,
            "is not measured: no meter in /sys/class/powercap can be read (root can; others after `chmod -R a+r /sys/class/powercap/*/energy_uj`)".to_owned(),
        )
    };
    Finding { what: "energy", state, detail }
}

/// Runs a command that does nothing, in a container and without one.
fn runs() -> Vec<Finding> {
    let run = |what, container: Option<Container>, otherwise| {
        let request = Request {
            command: vec!["true".into()],
            folder: Some("/".into()),
            output: "/dev/null".into(),
            container,
            ..Request::default()
        };
        let mut warnings = Vec::new();
        let mut best = None;
        for _ in 0..5 {
            let start = Instant::now();
            match Stop::new().and_then(|stop| execute(&request, &stop)) {
                Ok(measured) => {
                    let rest = start.elapsed().saturating_sub(measured.wall);
                    best = Some(best.map_or(rest, |best: std::time::Duration| best.min(rest)));
                    warnings = measured.warnings;
                }
                Err(Error::Start(_)) => return None,
                Err(error) => return Some(Finding { what, state: otherwise, detail: error.to_string() }),
            }
        }
        let overhead = best.unwrap_or_default();
        let mut detail = format!("works, and costs {:.1} ms for each run", overhead.as_secs_f64() * 1e3);
        for warning in &warnings {
            detail += &format!("\n{warning}");
        }
        let state = if warnings.is_empty() { Offered::Fully } else { Offered::Partly };
        Some(Finding { what, state, detail })
    };
    let container = run("container", Some(Container::default()), Offered::Not);
    container.into_iter().chain(run("no container", None, Offered::Not)).collect()
}
