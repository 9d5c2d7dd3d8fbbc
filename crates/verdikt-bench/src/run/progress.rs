//! What is printed while a benchmark runs, and at its end.

use crate::exit::report_warning;
use bench_result::Run;
use bench_result::score::{Category, best_score, score};
use bench_run::prepare::Prepared;
use bench_run::schedule::{Event, Observer, Outcomes, Progress};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::path::PathBuf;
use std::time::Duration;

/// Prints a line for each run that ends, and a bar below on a terminal.
pub(super) struct Printer {
    /// Whether there is a bar.
    bar: bool,
    /// Whether statuses have colours.
    colours: bool,
    width: usize,
    several_sets: bool,
    /// Warnings about runs that were printed.
    warned: BTreeSet<String>,
}

impl Printer {
    pub(super) fn new(prepared: &Prepared) -> Self {
        let longest = prepared.jobs.iter().map(|job| job.run.task.len()).max().unwrap_or(0);
        let terminal = std::io::stdout().is_terminal();
        Self {
            bar: terminal && std::io::stderr().is_terminal(),
            colours: terminal && std::env::var_os("NO_COLOR").is_none(),
            width: longest.clamp(20, 60),
            several_sets: prepared.plan.sets.len() > 1,
            warned: BTreeSet::new(),
        }
    }

    /// Removes the bar.
    pub(super) fn end(&self) {
        if self.bar {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }

    fn line(&self, set: &str, run: &Run, progress: Progress) -> String {
        let column = |title: &str| {
            run.columns.iter().find(|column| column.title == title).map_or("-", |column| &column.value)
        };
        let seconds =
            |title: &str| match column(title).strip_suffix('s').and_then(|text| text.parse::<f64>().ok()) {
                Some(seconds) => format!("{seconds:.2} s"),
                None => "-".to_owned(),
            };
        let width = progress.total.to_string().len();
        let set = if self.several_sets { format!("{set}: ") } else { String::new() };
        let status = format!("{:<26}", column("status"));
        let status = if self.colours { coloured(&status, column("category")) } else { status };
        let name = format!("{set}{}", run.name);
        format!(
            "{:>width$}/{} {name:<names$} {status} {:>10} {:>10}",
            progress.done,
            progress.total,
            seconds("cputime"),
            seconds("walltime"),
            names = self.width,
        )
    }
}

impl Observer for Printer {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Started(_) => {}
            Event::Ended { set, run, progress } => {
                self.end();
                // A reader that went away does not stop the benchmark: the results are in files.
                let _ = writeln!(std::io::stdout(), "{}", self.line(set, run, *progress));
                // The same fallback is taken for every run, so it is told once; results have it with each.
                for warning in run.columns.iter().filter(|column| column.title.ends_with("warnings")) {
                    if self.warned.insert(warning.value.clone()) {
                        report_warning(&warning.value);
                    }
                }
                if self.bar {
                    let _ = write!(std::io::stderr(), "{}", bar(*progress));
                }
            }
        }
    }
}

/// `[=====>    ] 45 %, 3 min left`
fn bar(progress: Progress) -> String {
    const WIDTH: usize = 40;
    let share = progress.done * WIDTH / progress.total.max(1);
    let percent = progress.done * 100 / progress.total.max(1);
    let left = progress.remaining.map_or_else(String::new, |time| format!(", about {} left", duration(time)));
    format!("[{}{}] {percent} %{left}", "=".repeat(share), " ".repeat(WIDTH - share))
}

fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..=119 => format!("{seconds} s"),
        120..=7_199 => format!("{} min", seconds / 60),
        7_200..=172_799 => format!("{} h {} min", seconds / 3_600, seconds / 60 % 60),
        _ => format!("{} days", seconds / 86_400),
    }
}

fn coloured(text: &str, category: &str) -> String {
    let colour = match Category::from_name(category) {
        Some(Category::Correct | Category::CorrectUnconfirmed) => "32",
        Some(Category::Wrong) => "31;1",
        Some(Category::Unknown) => "33",
        Some(Category::Error) => "35",
        Some(Category::Missing) | None => return text.to_owned(),
    };
    format!("\x1b[{colour}m{text}\x1b[0m")
}

/// Counts by category and the score, then the files.
pub(super) fn summary(prepared: &Prepared, outcomes: &Outcomes, files: &[PathBuf]) -> String {
    let mut out = String::new();
    for (index, set) in prepared.plan.sets.iter().enumerate() {
        let jobs = prepared.jobs.iter().zip(&outcomes.runs).filter(|(job, _)| job.run.set == index);
        let mut counts: Vec<usize> = vec![0; Category::NAMES.len()];
        let (mut points, mut best, mut with_scores) = (0, 0, false);
        for (job, run) in jobs {
            let Some(run) = run else { continue };
            let text = |title: &str| {
                run.columns.iter().find(|column| column.title == title).map_or("", |column| &column.value)
            };
            let Some(category) = Category::from_name(text("category")) else { continue };
            let at = Category::NAMES.iter().position(|(other, _)| *other == category).unwrap_or(0);
            counts[at] += 1;
            if let (Some(property), Some(expected)) = (&job.run.property, &job.run.expected)
                && property.has_scores
            {
                with_scores = true;
                points += score(category, text("status"));
                best += best_score(expected);
            }
        }
        let counted: Vec<String> = (Category::NAMES.iter().zip(&counts).filter(|(_, count)| **count > 0))
            .map(|((_, name), count)| format!("{count} {name}"))
            .collect();
        let name = if set.name.is_empty() { String::new() } else { format!("{}: ", set.name) };
        let _ = write!(out, "{name}{}", counted.join(", "));
        if with_scores {
            let _ = write!(out, "; score {points} of {best}");
        }
        out.push('\n');
    }
    for file in files {
        let _ = writeln!(out, "{}", file.display());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars() {
        let progress = |done, remaining: Option<u64>| Progress {
            done,
            total: 8,
            remaining: remaining.map(Duration::from_secs),
        };
        assert_eq!(
            bar(progress(2, Some(119))),
            "[==========                              ] 25 %, about 119 s left"
        );
        assert_eq!(bar(progress(8, None)), format!("[{}] 100 %", "=".repeat(40)));
        assert_eq!(duration(Duration::from_secs(3_700)), "61 min");
        assert_eq!(duration(Duration::from_secs(90_000)), "25 h 0 min");
        assert_eq!(duration(Duration::from_secs(900_000)), "10 days");
        assert_eq!(bar(Progress::default()), format!("[{}] 0 %", " ".repeat(40)));
    }
}
