//! What a verification has to say, as values that outlive what they speak of, so that a supervisor can say it, too.

mod json;
mod text;

use crate::args::VerifyArgs;
use cfa::{Assumption, Cfa};
use engine::analysis::{SourceStep, SourceUndefined, source_path, source_undefined};
use limits::meter::Timer;
use outcome::Outcome;
use source::SourceMap;
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

/// What positions are about: the program that an answer speaks of.
#[derive(Clone, Copy)]
pub(crate) struct Program<'p> {
    pub(crate) cfa: &'p Cfa,
    pub(crate) map: &'p SourceMap,
}

impl Program<'_> {
    /// Assumptions with their places.
    pub(crate) fn remarks(&self, assumptions: &[Assumption]) -> Vec<Remark> {
        let remark = |assumption: &Assumption| Remark {
            text: assumption.text.clone(),
            place: self.map.location(assumption.span.lo).map(|place| (place.file.to_string(), place.line)),
        };
        assumptions.iter().map(remark).collect()
    }
}

/// The answer: an outcome, with what else is said of it.
pub(crate) struct Answer<'a> {
    /// What is known.
    pub(crate) outcome: &'a Outcome,
    /// The program; none if the supervisor answers, whose outcome has no places.
    pub(crate) program: Option<Program<'a>>,
    /// What to know beside the verdict.
    pub(crate) warnings: Vec<String>,
    /// If the run was ended by force: the phases that it was in.
    pub(crate) forced: Option<Vec<&'static str>>,
}

impl Answer<'_> {
    /// The path to the violation, line by line.
    fn path(&self) -> Vec<SourceStep> {
        let found = self.program.zip(self.outcome.finding.execution());
        found.map_or_else(Vec::new, |(Program { cfa, map }, execution)| {
            source_path(cfa, map, &execution.steps, execution.arguments.as_deref())
        })
    }

    /// What is wrong, if the property says more of it than its name.
    fn violation(&self) -> Option<&str> {
        self.outcome.finding.execution()?.violation.message.as_deref()
    }

    /// Undefined behaviour that executions ran into.
    fn undefined(&self) -> Vec<SourceUndefined> {
        let program = self.program.into_iter();
        let found =
            program.flat_map(|program| self.outcome.undefined.iter().map(move |seen| (program, seen)));
        found.map(|(Program { cfa, map }, seen)| source_undefined(cfa, map, seen)).collect()
    }

    /// Assumptions or losses of the outcome, with their places.
    fn remarks(&self, assumptions: &[Assumption]) -> Vec<Remark> {
        self.program.map_or_else(Vec::new, |program| program.remarks(assumptions))
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
    pub(crate) fn render(
        self,
        subject: Option<&Subject>,
        answer: &Answer<'_>,
        measured: &Measured,
    ) -> String {
        match self {
            Self::Text => text::render(subject, answer, None),
            Self::TextWithTimes => text::render(subject, answer, Some(measured)),
            Self::Json => json::render(subject, answer, measured),
        }
    }
}
