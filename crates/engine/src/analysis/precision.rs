//! Files of precisions: what a run begins with, and what it leaves behind.
//!
//! The format is `cpa-predicate`'s, with the argument why a file can never make an answer wrong. Here files are read and written.
//!
//! *When.* A file is written when the analysis begins, at its end whatever the answer is, and in between after refinements, if the last time is a while ago: a run that is ended by force
//! leaves what was known a moment before. The clock decides only how often; the last text depends on what was found and on nothing else. Files are
//! replaced as a whole, so that nobody sees half of one.

use cfa::Cfa;
use cpa_predicate::Precision;
use formula::{Encoder, Encoding, Logic};
use smt::Terms;
use source::{Diagnostic, FileId, SourceMap, Span};
use std::cell::RefCell;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The least time between two writes.
const PAUSE: Duration = Duration::from_secs(1);
/// By how much longer than a write the pause behind it is, so that large precisions cost little.
const SHARE: u32 = 50;

/// What a run begins with, and where it leaves what it found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PrecisionFiles {
    /// The text of a file that [`FrontEnd::precision`](crate::FrontEnd::precision) read.
    pub given: Option<String>,
    /// The file to write.
    pub kept: Option<PathBuf>,
}

impl PrecisionFiles {
    /// The precision to begin with.
    pub(super) fn start(&self, logic: Logic<'_>) -> Result<Precision, String> {
        let Some(text) = &self.given else { return Ok(Precision::default()) };
        let read = Precision::read(text, &mut logic.terms.borrow_mut(), logic.encoder);
        read.map_err(|errors| {
            let first = errors.first().map(|error| format!(", line {}: {}", error.line, error.message));
            format!("the precision cannot be read{}", first.unwrap_or_default())
        })
    }
}

/// Whether a file can be written; what is in it stays.
pub fn check_writable(path: &Path) -> io::Result<()> {
    OpenOptions::new().append(true).create(true).open(path).map(drop)
}

/// What is wrong with the text of a file.
pub(crate) fn check(map: &SourceMap, file: FileId, cfa: &Cfa, encoding: &Encoding) -> Vec<Diagnostic> {
    let encoder = match Encoder::new(cfa, encoding) {
        Ok(encoder) => encoder,
        Err(error) => return vec![crate::input::error("E0514", error.to_string())],
    };
    let text = map.text(file);
    let errors = match Precision::read(text, &mut Terms::new(), &encoder) {
        Ok(_) => return Vec::new(),
        Err(errors) => errors,
    };
    let diagnostic = |error: cpa_predicate::LineError| {
        let before =
            text.split_inclusive('\n').take(error.line.saturating_sub(1)).map(str::len).sum::<usize>();
        let length = text[before..].lines().next().unwrap_or_default().trim_end().len();
        let lo = map.start(file) + before as u32;
        Diagnostic::error("E0514", Span::new(lo, lo + length as u32), error.message)
    };
    errors.into_iter().map(diagnostic).collect()
}

/// Writes what was found so far.
pub(super) struct Keeper<'k> {
    path: &'k Path,
    logic: Logic<'k>,
    found: &'k RefCell<Precision>,
    next: Instant,
    /// Why the last write failed.
    failure: Option<String>,
}

impl<'k> Keeper<'k> {
    pub(super) fn new(path: &'k Path, logic: Logic<'k>, found: &'k RefCell<Precision>) -> Self {
        let mut keeper = Self { path, logic, found, next: Instant::now(), failure: None };
        keeper.keep();
        keeper
    }

    /// Writes if the last time is a while ago.
    pub(super) fn keep_sometimes(&mut self) {
        if Instant::now() >= self.next {
            self.keep();
        }
    }

    /// Writes, and returns what was written.
    fn keep(&mut self) -> String {
        let start = Instant::now();
        let text = self.found.borrow().write(&self.logic.terms.borrow(), self.logic.encoder);
        let written = replace(self.path, &text);
        self.failure = written.err().map(|error| format!("cannot write `{}`: {error}", self.path.display()));
        self.next = Instant::now() + PAUSE.max(start.elapsed() * SHARE);
        text
    }

    /// Writes for the last time: what, and whether that failed.
    pub(super) fn finish(mut self) -> (String, Option<String>) {
        (self.keep(), self.failure)
    }
}

/// Writes a file as a whole. What is no ordinary file, such as a pipe, is not replaced but written to.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let is_other = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    let Some(name) = path.file_name().filter(|_| !is_other) else { return fs::write(path, text) };
    let mut beside = name.to_owned();
    beside.push(".new");
    let beside = path.with_file_name(beside);
    fs::write(&beside, text)?;
    fs::rename(&beside, path)
}
