//! Lines that begin with `#`: line markers (`# 12 "a.c" 3 4`, `#line 12 "a.c"`), and what else a
//! preprocessor leaves.
//!
//! Markers are collected for the source map. `#pragma`, `#ident` and `#sccs` lines are passed over, but for
//! `#pragma pack`, which changes layouts ([`super::pack`]), and some that are refused. Any other directive means that the text was not
//! preprocessed, which is an error.

use super::{Lexer, text};
use source::{Diagnostic, Span};

/// The line that starts at map offset `start` is `line` of `name`.
#[derive(Debug)]
pub(crate) struct Marker {
    pub(crate) start: u32,
    pub(crate) line: u32,
    pub(crate) name: Option<String>,
    /// Whether the text is a system header's (flag 3).
    pub(crate) is_system: bool,
}

impl Lexer<'_> {
    /// Whether only blanks precede the current byte on its line.
    pub(super) fn at_line_start(&self) -> bool {
        let before =
            self.bytes[..self.at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t' | 0x0B | 0x0C));
        matches!(before, None | Some(b'\n')) || self.text[..self.at].trim_ascii() == "\u{FEFF}"
    }

    /// Passes one directive line, whose `#` is the current byte.
    pub(super) fn directive(&mut self) {
        let start = self.at;
        self.line_comment();
        let end = self.at;
        let line = self.text[start + 1..end].trim_ascii();
        let word_end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(line.len());
        let (word, rest) = line.split_at(word_end);
        match word {
            "" if rest.is_empty() => {}
            "ident" | "sccs" => {}
            "pragma" => self.pragma(rest.trim_ascii_start(), start, end),
            "line" => self.marker(rest.trim_ascii(), start, end),
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => self.marker(line, start, end),
            _ => {
                let span = self.span(start, end);
                self.sink.push(
                    Diagnostic::error(
                        "E0105",
                        span,
                        format!("preprocessor directive `#{word}` is left in the text"),
                    )
                    .with_note("run the text through a C preprocessor first, for example `cc -E`"),
                );
            }
        }
    }

    /// Obeys `_Pragma("...")`, whose string is at this place.
    pub(crate) fn pragma_operator(&mut self, string: Span) {
        let (start, end) = ((string.lo - self.base) as usize, (string.hi - self.base) as usize);
        let text: &str = self.text;
        let inner = text.get(start..end).map(|text| text.trim_matches('"').trim_ascii());
        if let Some(inner) = inner {
            self.pragma(inner, start, end);
        }
    }

    fn pragma(&mut self, rest: &str, start: usize, end: usize) {
        let word_end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, arguments) = rest.split_at(word_end);
        // They give symbols another meaning, or records another layout, without a word in the declarations.
        if let "weak" | "redefine_extname" | "scalar_storage_order" | "ms_struct" = word {
            let message = format!("unsupported feature: `#pragma {word}`");
            self.sink.push(Diagnostic::error("E0901", self.span(start, end), message));
        }
        if word == "pack" && !self.pack.obey(arguments) {
            let span = self.span(start, end);
            self.sink.push(
                Diagnostic::error("E0901", span, "this form of `#pragma pack` is not supported")
                    .with_note("write `#pragma pack(push, 1)`, `#pragma pack(1)` or `#pragma pack(pop)`"),
            );
        }
    }

    /// Records a marker: `rest` is the line number and what follows it.
    fn marker(&mut self, rest: &str, start: usize, end: usize) {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (digits, rest) = rest.split_at(digits);
        let rest = rest.trim_ascii_start();
        let name = if rest.is_empty() { Some(None) } else { text::file_name(rest).map(Some) };
        let span = self.span(start, end);
        let (Ok(line), Some(name)) = (digits.parse::<u32>(), name) else {
            self.sink.push(
                Diagnostic::error("E0106", span, "malformed line marker")
                    .with_note("a line marker is `# 12 \"file.c\"` or `#line 12 \"file.c\"`"),
            );
            return;
        };
        let flags = rest.rsplit('"').next().unwrap_or_default();
        let is_system = flags.split_ascii_whitespace().any(|flag| flag == "3");
        let next_line = (end + 1).min(self.bytes.len());
        self.markers.push(Marker { start: self.base + next_line as u32, line, name, is_system });
    }
}
