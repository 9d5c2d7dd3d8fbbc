//! The report for people. The last line is the verdict, for scripts as well.

use super::{Answer, Measured, Remark, Subject};
use engine::analysis::{SourceStep, SourceUndefined};
use std::fmt::Write as _;

/// Steps of a path that are printed at its beginning and at its end.
const STEPS_EACH: usize = 100;

/// Values that are printed with undefined behaviour.
const VALUES: usize = 10;

pub(super) fn render(subject: Option<&Subject>, answer: &Answer<'_>, measured: Option<&Measured>) -> String {
    let mut text = String::new();
    let outcome = answer.outcome;
    if let Some(subject) = subject {
        about(&mut text, subject);
        let own = answer.remarks(&outcome.assumptions);
        let assumptions: Vec<&Remark> = subject.assumptions.iter().chain(&own).collect();
        match assumptions.is_empty() {
            true => text.push_str("Assumptions: none\n"),
            false => remarks(&mut text, "Assumptions", &assumptions),
        }
        let losses = answer.remarks(&outcome.losses);
        if !losses.is_empty() {
            remarks(&mut text, "Losses", &losses.iter().collect::<Vec<_>>());
        }
    }
    path(&mut text, &answer.path());
    // Writing to a string does not fail.
    if let Some(what) = answer.violation() {
        let _ = writeln!(text, "Violation: {what}");
    }
    for found in answer.undefined() {
        undefined(&mut text, &found);
    }
    for (name, count) in &outcome.statistics {
        let _ = writeln!(text, "Statistics: {name} {count}");
    }
    for (preset, why) in &outcome.tried {
        let _ = writeln!(text, "Tried: {preset}: {why}");
    }
    if let Some(preset) = &outcome.answered_by {
        let _ = writeln!(text, "Answered by: {preset}");
    }
    if let Some(phases) = &answer.forced {
        let _ = writeln!(text, "Ended by force in: {}", phases.join(", "));
    }
    if let Some(measured) = measured {
        times(&mut text, measured);
    }
    for warning in &answer.warnings {
        let _ = writeln!(text, "Warning: {warning}");
    }
    let _ = writeln!(text, "Verdict: {}", outcome.verdict());
    text
}

fn about(text: &mut String, subject: &Subject) {
    let sizes = &subject.sizes;
    let _ = writeln!(text, "Program: {}", subject.programs.join(", "));
    let _ = writeln!(text, "Machine: {} ({})", subject.machine.0, subject.machine.1);
    let _ = writeln!(
        text,
        "Functions: {} with a body, {} of them recursive; {} without",
        sizes.functions, sizes.recursive_functions, sizes.external_functions
    );
    let _ = writeln!(
        text,
        "Automaton: {} locations, {} edges, {} loops",
        sizes.locations, sizes.edges, sizes.loops
    );
    for property in &subject.properties {
        let origin = property.file.as_deref().unwrap_or("default, as no property was given");
        let _ = writeln!(text, "Property: {origin}");
        for check in &property.checks {
            let _ = writeln!(text, "  {check}");
        }
        if let Some(expected) = property.expected {
            let _ = writeln!(text, "  expected by the task: {}", if expected { "TRUE" } else { "FALSE" });
        }
    }
}

fn remarks(text: &mut String, title: &str, remarks: &[&Remark]) {
    let _ = writeln!(text, "{title}:");
    for remark in remarks {
        let place = remark.place.as_ref().map(|(file, line)| format!(" ({file}:{line})"));
        let _ = writeln!(text, "  {}{}", remark.text, place.unwrap_or_default());
    }
}

/// The steps, each with its place, its line, what was decided there and which values were chosen.
fn path(text: &mut String, steps: &[SourceStep]) {
    if steps.is_empty() {
        return;
    }
    text.push_str("Path:\n");
    let left_out = steps.len().saturating_sub(2 * STEPS_EACH);
    for (at, step) in steps.iter().enumerate() {
        if left_out > 0 && at == STEPS_EACH {
            let _ = writeln!(text, "  ... {left_out} steps are left out here; --json has all");
        }
        if left_out > 0 && (STEPS_EACH..STEPS_EACH + left_out).contains(&at) {
            continue;
        }
        let conditions: String = step.conditions.iter().map(|condition| format!("  {condition}")).collect();
        let _ = writeln!(text, "  {}:{}: {}{conditions}", step.file, step.line, step.text);
        for value in &step.values {
            let _ = writeln!(text, "    {} = {}", value.by, value.value);
        }
    }
}

/// Undefined behaviour with its place, and the values that led there.
fn undefined(text: &mut String, found: &SourceUndefined) {
    let place = found.place.as_ref().map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
    let _ = writeln!(text, "Undefined behaviour: {place}{}", found.what);
    for value in found.values.iter().take(VALUES) {
        let _ = writeln!(text, "    {} = {}", value.by, value.value);
    }
    if found.values.len() > VALUES {
        let _ = writeln!(text, "    ... and {} more values; --json has all", found.values.len() - VALUES);
    }
}

fn times(text: &mut String, measured: &Measured) {
    for timer in &measured.timers {
        let seconds = timer.time.as_secs_f64();
        let _ = writeln!(text, "Time: {} {seconds:.3} s, {} times", timer.phase, timer.entered);
    }
    let _ = writeln!(text, "Time: wall {:.3} s", measured.wall.as_secs_f64());
    let _ = writeln!(text, "Time: CPU {:.3} s", measured.cpu.as_secs_f64());
    if let Some(bytes) = measured.memory {
        let _ = writeln!(text, "Memory: {} MB", bytes / 1_000_000);
    }
}
