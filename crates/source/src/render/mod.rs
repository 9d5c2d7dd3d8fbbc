//! Diagnostics as text: the full form with the source line and a caret, and a form of one line.
//!
//! The drawing is left to `annotate-snippets`, which draws as rustc does. What is decided here is *what* it may see:
//! one physical line for each place, and of a long line only a window around the place, since generated programs
//! have lines of a megabyte. Positions are taken from the [`SourceMap`], hence after the line markers;
//! the excerpt comes from the text that was really read, which is the preprocessed one.
//!
//! A span that reaches over several lines is underlined to the end of its first line only: the
//! beginning is what a reader looks for, and the window stays small.

use crate::{Diagnostic, Location, Severity, SourceMap, Span};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

#[cfg(test)]
mod tests;

/// Whether the text may contain terminal colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Plain text.
    Never,
    /// ANSI escape sequences.
    Always,
}

/// Longest line that is shown whole, in characters.
const WHOLE_LINE: usize = 150;
/// Characters shown before the place in a longer line.
const BEFORE: usize = 60;
/// Characters shown from the place on in a longer line.
const AFTER: usize = 80;
/// Characters shown of a message or a note.
const MAX_MESSAGE: usize = 1000;
/// Places shown for one diagnostic; a message with more of them helps nobody.
const MAX_PLACES: usize = 12;

/// The full form: code and message, each place with its source line and a caret, notes. Ends in a line break.
pub fn render(diagnostic: &Diagnostic, map: &SourceMap, colour: Colour) -> String {
    let renderer = match colour {
        Colour::Never => Renderer::plain(),
        Colour::Always => Renderer::styled(),
    };
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let excerpts = excerpts(diagnostic, map);
    let mut group = level
        .primary_title(printable(&diagnostic.message))
        .id(diagnostic.code)
        .elements(excerpts.iter().map(Excerpt::element));
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(printable(note)));
    }
    // The excerpts are cut already: the width only must not cut them a second time.
    let mut text = renderer.term_width(WHOLE_LINE * 4).render(&[group]);
    for excerpt in &excerpts {
        excerpt.restore_column(&mut text);
    }
    text.push('\n');
    text
}

/// The form of one line, `file:line:column: error[E0104]: message`, for logs and editors. Ends in a line break.
pub fn render_line(diagnostic: &Diagnostic, map: &SourceMap) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let place = match map.location(diagnostic.span.lo) {
        Some(Location { file, line, column }) => format!("{file}:{line}:{column}: "),
        None => String::new(),
    };
    let message = printable(&diagnostic.message).replace('\n', " ");
    format!("{place}{severity}[{}]: {message}\n", diagnostic.code)
}

/// The part of one physical line that is shown, and what is underlined in it.
struct Excerpt {
    location: Location,
    text: String,
    marks: Vec<Mark>,
    /// The column at which the place is in `text`, where the line's beginning is cut off.
    cut_column: Option<usize>,
    /// The line as a whole, by its offset in the map, if `text` is all of it.
    whole_line: Option<u32>,
}

struct Mark {
    kind: AnnotationKind,
    start: usize,
    end: usize,
    label: String,
}

fn excerpts(diagnostic: &Diagnostic, map: &SourceMap) -> Vec<Excerpt> {
    let related =
        diagnostic.related.iter().map(|place| (AnnotationKind::Context, place.span, &*place.message));
    let places = std::iter::once((AnnotationKind::Primary, diagnostic.span, "")).chain(related);
    let mut excerpts: Vec<Excerpt> = Vec::new();
    for (kind, span, label) in places.take(MAX_PLACES) {
        let Some(new) = excerpt(map, kind, span, label) else { continue };
        let same_line = |known: &&mut Excerpt| {
            new.whole_line.is_some()
                && known.whole_line == new.whole_line
                && (&known.location.file, known.location.line) == (&new.location.file, new.location.line)
        };
        match excerpts.iter_mut().find(same_line) {
            Some(known) => known.marks.extend(new.marks),
            None => excerpts.push(new),
        }
    }
    excerpts
}

fn excerpt(map: &SourceMap, kind: AnnotationKind, span: Span, label: &str) -> Option<Excerpt> {
    let location = map.location(span.lo)?;
    let (line, line_start, _) = map.physical_line(span.lo)?;
    // A span may point at the line break itself, which is not part of the line's text.
    let start = line.floor_char_boundary((span.lo - line_start) as usize);
    let end = line.floor_char_boundary((span.hi.max(span.lo) - line_start) as usize);
    let window = window(line, start);
    let (cut_before, cut_after) = (window.start > 0, window.end < line.len());
    let mut text = String::with_capacity(window.len() + 6);
    text.push_str(if cut_before { "…" } else { "" });
    let shift = text.len();
    text.push_str(&line[window.clone()]);
    text.push_str(if cut_after { "…" } else { "" });
    let mark = Mark {
        kind,
        start: start - window.start + shift,
        end: end.min(window.end) - window.start + shift,
        label: printable(label),
    };
    let cut_column = cut_before.then(|| text[..mark.start].chars().count() + 1);
    let whole_line = (!cut_before && !cut_after).then_some(line_start);
    Some(Excerpt { location, text, marks: vec![mark], cut_column, whole_line })
}

/// The bytes of `line` that are shown for a place at byte `start`.
fn window(line: &str, start: usize) -> std::ops::Range<usize> {
    if line.len() <= WHOLE_LINE || line.chars().nth(WHOLE_LINE).is_none() {
        return 0..line.len();
    }
    let from = line[..start].char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
    let to = line[start..].char_indices().nth(AFTER).map_or(line.len(), |(at, _)| start + at);
    from..to
}

/// The message without control characters, which may come from hostile source text; line breaks stay. A name in
/// it may be as long as the file.
fn printable(message: &str) -> String {
    let clean = |c: char| if c.is_control() && c != '\n' { '\u{fffd}' } else { c };
    let mut chars = message.chars();
    let mut text: String = chars.by_ref().take(MAX_MESSAGE).map(clean).collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}

impl Excerpt {
    fn element(&self) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
        let annotations = self.marks.iter().map(|Mark { kind, start, end, label }| {
            let label = (!label.is_empty()).then_some(label);
            kind.span(*start..*end).label(label)
        });
        Snippet::source(&self.text)
            .path(&self.location.file)
            .line_start(self.location.line as usize)
            .annotations(annotations)
    }

    /// The drawing computes the column from the text it is given; for a line without its beginning that is wrong.
    fn restore_column(&self, drawing: &mut String) {
        let Some(shown) = self.cut_column else { return };
        let Location { file, line, column } = &self.location;
        let header = format!("{file}:{line}:{shown}\n");
        // The first line is the message, which may speak of positions too.
        let body = drawing.find('\n').unwrap_or(0);
        if let Some(at) = drawing[body..].find(&header) {
            drawing.replace_range(body + at..body + at + header.len(), &format!("{file}:{line}:{column}\n"));
        }
    }
}
