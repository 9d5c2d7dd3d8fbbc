//! Messages about the analysed program.

use crate::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The program cannot be analysed.
    Error,
    /// The program is suspicious, the analysis goes on.
    Warning,
}

/// A remark that points at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// Where.
    pub span: Span,
    /// What, in a few words; may be empty.
    pub message: String,
}

/// One message: a stable code, one terse primary sentence, the place it is about, and further remarks.
///
/// The primary message must make sense alone; notes say what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable code, such as `E0104`; the first digits name the stage (01 lexer, 02 parser, 03 sema,
    /// 04 lowering, 05 input, 09 unsupported feature).
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence, lower case, without a full stop.
    pub message: String,
    /// The place it is about; [`Span::NONE`] where there is none.
    pub span: Span,
    /// Other places that matter, for example an earlier declaration.
    pub related: Vec<Annotation>,
    /// Advice.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, severity: Severity::Error, message, span, related: Vec::new(), notes: Vec::new() }
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// The same with one more place.
    #[must_use]
    pub fn with_related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Annotation { span, message: message.into() });
        self
    }

    /// The same with one more piece of advice.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}
