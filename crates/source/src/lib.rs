//! Source texts, positions in them, and diagnostics about them.
//!
//! *Purpose:* every later stage says *where* by a [`Span`] and *what is wrong* by a [`Diagnostic`]; this
//! crate alone knows how to turn a span into file, line and column, also through the `# 12 "file.c"`
//! markers that a preprocessor leaves.
//!
//! *Not its purpose:* reading files (the engine does) and knowing C.
//!
//! *Invariants:* spans are byte offsets into the concatenation of all texts of a [`SourceMap`], so that a
//! span needs no file number; the markers of a text are recorded in ascending order.

mod diagnostic;
mod map;
mod render;

pub use diagnostic::{Annotation, Diagnostic, Severity};
pub use map::{FileId, Location, SourceMap, Span};
pub use render::{Colour, render, render_line};
