//! What a verification has to say, as values that outlive what they speak of, so that a supervisor can say it, too.

mod json;
mod text;

use crate::args::VerifyArgs;
use engine::analysis::{SourceStep, SourceUndefined};
use limits::meter::Timer;
use property::Verdict;
use std::time::Duration;

/// What the answer is about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subject {
    /// The programs.
    pub(crate) programs: Vec<String>,
    /// The machine model, and who chose it.
    pub(crate) machine: (&'static str, &'static str),
    /// Where execution begins.
    pub(crate) entry: String,
    /// The preset and the options that are read, if an analysis runs.
    pub(crate) analysis: Option<Analysis>,
    /// Sizes of the automaton.
    pub(crate) sizes: engine::Statistics,
    /// The properties.
    pub(crate) properties: Vec<Property>,
    /// What lowering assumes.
    pub(crate) assumptions: Vec<Remark>,
}

/// What runs.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    /// The preset.
    pub(crate) preset: String,
    /// All options that it reads.
    pub(crate) options: Vec<(&'static str, String)>,
}

/// A property.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    /// The file; none for the default.
    pub(crate) file: Option<String>,
    /// Its parts.
    pub(crate) checks: Vec<String>,
    /// What the task expects.
    pub(crate) expected: Option<bool>,
}

/// A remark about a place.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    /// The remark.
    pub(crate) text: String,
    /// File and line.
    pub(crate) place: Option<(String, u32)>,
}

/// The answer.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The verdict.
    pub(crate) verdict: Verdict,
    /// What is wrong, if the property says more of it than its name.
    pub(crate) violation: Option<String>,
    /// The path to the violation.
    pub(crate) path: Vec<SourceStep>,
    /// Undefined behaviour that executions ran into.
    pub(crate) undefined: Vec<SourceUndefined>,
    /// What to know beside the verdict.
    pub(crate) warnings: Vec<String>,
    /// What the analysis assumes.
    pub(crate) assumptions: Vec<Remark>,
    /// What it over-approximated.
    pub(crate) losses: Vec<Remark>,
    /// Counts by name.
    pub(crate) counts: Vec<(&'static str, u64)>,
    /// Where presets were tried in turn: each that did not know, and why.
    pub(crate) tried: Vec<(&'static str, String)>,
    /// The one of them that knew.
    pub(crate) answered_by: Option<&'static str>,
    /// If the run was ended by force: the phases that it was in.
    pub(crate) forced: Option<Vec<&'static str>>,
}

impl Answer {
    /// A verdict and nothing else.
    pub(crate) fn of(verdict: Verdict) -> Self {
        Self {
            verdict,
            violation: None,
            path: Vec::new(),
            undefined: Vec::new(),
            warnings: Vec::new(),
            assumptions: Vec::new(),
            losses: Vec::new(),
            counts: Vec::new(),
            tried: Vec::new(),
            answered_by: None,
            forced: None,
        }
    }
}

/// What differs from run to run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    /// The phases.
    pub(crate) timers: Vec<Timer>,
    /// Time by the clock on the wall.
    pub(crate) wall: Duration,
    /// CPU time.
    pub(crate) cpu: Duration,
    /// The most memory, in bytes.
    pub(crate) memory: Option<u64>,
}

/// How a report looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Form {
    /// Lines for people, the verdict last; the same bytes for the same input.
    #[default]
    Text,
    /// The same with what was measured.
    TextWithTimes,
    /// One JSON document.
    Json,
}

impl Form {
    /// What the arguments ask for.
    pub(crate) fn new(args: &VerifyArgs) -> Self {
        match (args.json, args.statistics) {
            (true, _) => Self::Json,
            (false, true) => Self::TextWithTimes,
            (false, false) => Self::Text,
        }
    }

    /// The report. Without a subject, the run ended before anything was known.
    pub(crate) fn render(self, subject: Option<&Subject>, answer: &Answer, measured: &Measured) -> String {
        match self {
            Self::Text => text::render(subject, answer, None),
            Self::TextWithTimes => text::render(subject, answer, Some(measured)),
            Self::Json => json::render(subject, answer, measured),
        }
    }
}
