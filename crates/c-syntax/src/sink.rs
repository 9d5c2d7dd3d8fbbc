//! Where messages are collected: bounded, so that no input makes us write a book.

use source::{Diagnostic, Severity, Span};

/// After this many errors parsing stops.
const ERROR_LIMIT: u32 = 20;
/// After this many warnings the rest is summed up in one.
const WARNING_LIMIT: u32 = 20;

/// The messages of one file.
#[derive(Default)]
pub(crate) struct Sink {
    /// What was reported, in the order of the text.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Set when the rest of the text is to be ignored.
    pub(crate) stopped: bool,
    errors: u32,
    warnings: u32,
    last_error: Option<Span>,
}

impl Sink {
    /// Records a message, unless parsing has stopped or the same place was just complained about.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        match diagnostic.severity {
            _ if self.stopped => {}
            Severity::Error => self.error(diagnostic),
            Severity::Warning => self.warning(diagnostic),
        }
    }

    /// Records an error after which nothing more is to be read or reported.
    pub(crate) fn stop(&mut self, diagnostic: Diagnostic) {
        if !self.stopped {
            self.diagnostics.push(diagnostic);
            self.stopped = true;
        }
    }

    fn error(&mut self, diagnostic: Diagnostic) {
        let span = diagnostic.span;
        // Behind a byte or literal that was refused, the parser misses something: that is no news.
        let follows = |last: Span| last.hi == span.lo && diagnostic.code.starts_with("E02");
        if self.last_error.is_some_and(|last| last == span || follows(last)) {
            return;
        }
        self.last_error = Some(span);
        self.diagnostics.push(diagnostic);
        self.errors += 1;
        if self.errors >= ERROR_LIMIT {
            let message = format!("too many errors, stopped after {ERROR_LIMIT}");
            self.stop(Diagnostic::error("E0205", span, message));
        }
    }

    fn warning(&mut self, diagnostic: Diagnostic) {
        self.warnings += 1;
        if self.warnings <= WARNING_LIMIT {
            self.diagnostics.push(diagnostic);
        } else if self.warnings == WARNING_LIMIT + 1 {
            let span = diagnostic.span;
            self.diagnostics.push(Diagnostic::warning("W0100", span, "further warnings are not shown"));
        }
    }
}
