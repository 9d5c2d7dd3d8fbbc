//! The lexer: C11 6.4 on bytes, one token at a time.
//!
//! Tokens are made on demand and never kept, so that lexing costs no memory; literals are only delimited
//! here and decoded by the parser when it builds their node ([`number`], [`text`]). Names are interned at
//! once, and a table indexed by symbol tells keywords from identifiers.
//!
//! Translation phases 1 to 3 are folded in: a byte-order mark and CRLF are skipped, and a backslash before
//! a line break joins lines anywhere, also inside a token (a slow path that preprocessed text never takes).
//! Trigraphs are not replaced; gcc in its default mode does not either. Bytes above 127 count as letters.
//!
//! Line markers are collected in [`Lexer::markers`]; see [`marker`].

mod marker;
pub(crate) mod number;
mod pack;
pub(crate) mod text;
pub(crate) mod token;

use crate::sink::Sink;
use marker::Marker;
use pack::Pack;
use source::{Diagnostic, Span};
use stdx::{Interner, Symbol};
use token::{KEYWORDS, Kind, Token};

/// Classes of bytes; one table lookup decides how a token begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Letter,
    Digit,
    Punctuator,
    Quote,
    Hash,
    Backslash,
    Other,
}

const CLASSES: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => Class::Space,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80..=0xFF => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'"' | b'\'' => Class::Quote,
            b'#' => Class::Hash,
            b'\\' => Class::Backslash,
            b'!' | b'%'..=b'&' | b'('..=b'/' | b':'..=b'?' | b'[' | b']' | b'^' | b'{'..=b'~' => {
                Class::Punctuator
            }
            _ => Class::Other,
        };
        byte += 1;
    }
    table
};

fn continues_name(byte: u8) -> bool {
    matches!(CLASSES[byte as usize], Class::Letter | Class::Digit)
}

/// The state of lexing one text.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// Map offset of the first byte.
    base: u32,
    keywords: Vec<Kind>,
    /// The names of the program.
    pub(crate) names: &'a mut Interner,
    /// Where messages go.
    pub(crate) sink: Sink,
    /// The line markers met so far.
    pub(crate) markers: Vec<Marker>,
    /// What `#pragma pack` says here.
    pub(crate) pack: Pack,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of `text`, whose first byte has map offset `base`.
    pub(crate) fn new(text: &'a str, base: u32, names: &'a mut Interner) -> Self {
        let mut keywords = Vec::new();
        for &(spelling, kind) in KEYWORDS {
            let index = names.intern(spelling).0 as usize;
            if keywords.len() <= index {
                keywords.resize(index + 1, Kind::Ident);
            }
            keywords[index] = kind;
        }
        let at = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
        Self {
            text,
            bytes: text.as_bytes(),
            at,
            base,
            keywords,
            names,
            sink: Sink::default(),
            markers: Vec::new(),
            pack: Pack::default(),
        }
    }

    /// The next token; [`Kind::Eof`] at the end and ever after, also once too many errors were met.
    pub(crate) fn token(&mut self) -> Token {
        loop {
            self.skip_space();
            if self.sink.stopped {
                self.at = self.bytes.len();
            }
            let start = self.at;
            let Some(&byte) = self.bytes.get(start) else { return self.make(Kind::Eof, start) };
            match CLASSES[byte as usize] {
                Class::Letter => return self.name(),
                Class::Digit => return self.number(),
                Class::Punctuator => {
                    if byte == b'.' && self.byte(1).is_ascii_digit() {
                        return self.number();
                    }
                    return self.punctuator();
                }
                Class::Quote => return self.quoted(start),
                Class::Backslash if matches!(self.byte(1), b'u' | b'U') => return self.name(),
                Class::Hash if self.at_line_start() => self.directive(),
                Class::Hash | Class::Backslash | Class::Other | Class::Space => self.stray(byte),
            }
        }
    }

    /// The text under a span of this file.
    pub(crate) fn slice(&self, span: Span) -> &'a str {
        let (lo, hi) =
            (span.lo.saturating_sub(self.base) as usize, span.hi.saturating_sub(self.base) as usize);
        self.text.get(lo..hi).unwrap_or("")
    }

    /// Whether `span` begins its line.
    pub(crate) fn begins_line(&self, span: Span) -> bool {
        let lo = span.lo.saturating_sub(self.base) as usize;
        lo == 0 || self.bytes.get(lo - 1) == Some(&b'\n')
    }

    /// Whether a line break lies between offset `end` and `span`.
    pub(crate) fn begins_later_line(&self, end: u32, span: Span) -> bool {
        self.slice(Span::new(end, span.lo)).contains('\n')
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.base + start as u32, self.base + end as u32)
    }

    fn make(&self, kind: Kind, start: usize) -> Token {
        Token { kind, symbol: Symbol(0), span: self.span(start, self.at) }
    }

    /// The byte at a distance; zero behind the end.
    fn byte(&self, distance: usize) -> u8 {
        self.bytes.get(self.at + distance).copied().unwrap_or(0)
    }

    /// The length of a joined line break (`\`, then LF or CRLF) at `at`; zero if there is none.
    fn splice(&self, at: usize) -> usize {
        match self.bytes.get(at..).unwrap_or_default() {
            [b'\\', b'\n', ..] => 2,
            [b'\\', b'\r', b'\n', ..] => 3,
            _ => 0,
        }
    }

    fn skip_space(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => self.at += 1,
                b'/' => {
                    let (second, length) = self.after_slash();
                    match second {
                        b'/' => self.line_comment(),
                        b'*' => self.block_comment(length),
                        _ => return,
                    }
                }
                b'\\' => match self.splice(self.at) {
                    0 => return,
                    length => self.at += length,
                },
                _ => return,
            }
        }
    }

    /// The byte that follows a slash and the length of both, joined lines included.
    fn after_slash(&self) -> (u8, usize) {
        let mut length = 1;
        while self.byte(length) == b'\\' {
            match self.splice(self.at + length) {
                0 => break,
                splice => length += splice,
            }
        }
        (self.byte(length), length + 1)
    }

    /// Moves to the line break that ends the line, or to the end of the text.
    fn line_comment(&mut self) {
        loop {
            let Some(found) = memchr::memchr(b'\n', &self.bytes[self.at..]) else {
                self.at = self.bytes.len();
                return;
            };
            let end = self.at + found;
            let before = self.bytes[..end].strip_suffix(b"\r").unwrap_or(&self.bytes[..end]);
            if !before.ends_with(b"\\") {
                self.at = end;
                return;
            }
            self.at = end + 1;
        }
    }

    fn block_comment(&mut self, opening: usize) {
        let start = self.at;
        let mut from = start + opening;
        while let Some(found) = memchr::memchr(b'*', self.bytes.get(from..).unwrap_or_default()) {
            from += found + 1;
            let mut next = from;
            while self.splice(next) > 0 {
                next += self.splice(next);
            }
            if self.bytes.get(next) == Some(&b'/') {
                self.at = next + 1;
                return;
            }
        }
        self.at = self.bytes.len();
        let span = self.span(start, start + opening);
        self.sink
            .push(Diagnostic::error("E0103", span, "unterminated comment").with_note("close it with `*/`"));
    }

    fn name(&mut self) -> Token {
        let start = self.at;
        let mut end = start;
        while end < self.bytes.len() && continues_name(self.bytes[end]) {
            end += 1;
        }
        self.at = end;
        if end < self.bytes.len() {
            match self.bytes[end] {
                b'\\' if self.splice(end) > 0 || matches!(self.byte(1), b'u' | b'U') => {
                    return self.spliced_name(start);
                }
                b'"' | b'\'' if matches!(&self.bytes[start..end], b"L" | b"u" | b"U" | b"u8") => {
                    return self.quoted(start);
                }
                _ => {}
            }
        }
        let symbol = self.names.intern(&self.text[start..end]);
        self.named(symbol, start)
    }

    fn named(&self, symbol: Symbol, start: usize) -> Token {
        let kind = self.keywords.get(symbol.0 as usize).copied().unwrap_or(Kind::Ident);
        Token { symbol, ..self.make(kind, start) }
    }

    /// A name with joined lines or universal character names in it.
    fn spliced_name(&mut self, start: usize) -> Token {
        let mut name = String::new();
        self.at = start;
        while self.at < self.bytes.len() {
            let splice = self.splice(self.at);
            if splice > 0 {
                self.at += splice;
            } else if continues_name(self.bytes[self.at]) {
                let from = self.at;
                while self.at < self.bytes.len() && continues_name(self.bytes[self.at]) {
                    self.at += 1;
                }
                name.push_str(&self.text[from..self.at]);
            } else if let Some((character, length)) = text::universal_name(&self.bytes[self.at..]) {
                name.push(character);
                self.at += length;
            } else {
                break;
            }
        }
        if self.at == start {
            // A backslash that begins no universal character name.
            self.stray(b'\\');
            return self.token();
        }
        let symbol = self.names.intern(&name);
        self.named(symbol, start)
    }

    /// A preprocessing number (C11 6.4.8); the parser decodes it.
    fn number(&mut self) -> Token {
        let start = self.at;
        while let Some(&byte) = self.bytes.get(self.at) {
            let exponent = matches!(byte, b'e' | b'E' | b'p' | b'P') && matches!(self.byte(1), b'+' | b'-');
            if exponent {
                self.at += 2;
            } else if continues_name(byte) || byte == b'.' {
                self.at += 1;
            } else if byte == b'\\' && self.splice(self.at) > 0 {
                self.at += self.splice(self.at);
            } else {
                break;
            }
        }
        self.make(Kind::Number, start)
    }

    /// A string literal or character constant that begins at `start`, its prefix already passed.
    fn quoted(&mut self, start: usize) -> Token {
        let quote = self.byte(0);
        let (kind, what) = match quote {
            b'"' => (Kind::Str, "string literal"),
            _ => (Kind::Char, "character constant"),
        };
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\\' => self.at += self.splice(self.at).max(2),
                b'\n' => break,
                _ if byte == quote => {
                    self.at += 1;
                    return self.make(kind, start);
                }
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(self.bytes.len());
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        let span = self.span(start, self.at);
        self.sink.push(
            Diagnostic::error("E0104", span, format!("unterminated {what}"))
                .with_note(format!("close it with `{}` on the same line", quote as char)),
        );
        self.make(kind, start)
    }

    fn punctuator(&mut self) -> Token {
        let start = self.at;
        let window = [self.byte(0), self.byte(1), self.byte(2)];
        if window[1] == b'\\' || window[2] == b'\\' {
            return self.spliced_punctuator();
        }
        let (kind, length) = punctuator(window);
        self.at += length;
        self.make(kind, start)
    }

    /// A punctuator near a joined line.
    fn spliced_punctuator(&mut self) -> Token {
        let start = self.at;
        let mut window = [0; 3];
        let mut ends = [start; 3];
        let mut at = start;
        for (byte, end) in window.iter_mut().zip(&mut ends) {
            while self.splice(at) > 0 {
                at += self.splice(at);
            }
            *byte = self.bytes.get(at).copied().unwrap_or(0);
            at += 1;
            *end = at;
        }
        let (kind, length) = punctuator(window);
        self.at = ends[length - 1];
        self.make(kind, start)
    }

    /// Reports a byte that begins no token and passes it.
    fn stray(&mut self, byte: u8) {
        let start = self.at;
        self.at += 1;
        let span = self.span(start, self.at);
        let (code, message) = match byte {
            0 => ("E0102", "NUL byte in the text".to_owned()),
            b'!'..=b'~' => ("E0101", format!("stray `{}`", byte as char)),
            _ => ("E0101", format!("stray byte 0x{byte:02x}")),
        };
        self.sink.push(Diagnostic::error(code, span, message));
    }
}

/// The longest punctuator at the start of the window, and its length. Digraphs are the punctuators they
/// stand for.
fn punctuator(window: [u8; 3]) -> (Kind, usize) {
    match window {
        [b'<', b'<', b'='] => (Kind::ShlAssign, 3),
        [b'>', b'>', b'='] => (Kind::ShrAssign, 3),
        [b'.', b'.', b'.'] => (Kind::Ellipsis, 3),
        [first, second, _] => match pair(first, second) {
            Some(kind) => (kind, 2),
            None => (single(first), 1),
        },
    }
}

fn pair(first: u8, second: u8) -> Option<Kind> {
    Some(match [first, second] {
        [b'-', b'>'] => Kind::Arrow,
        [b'+', b'+'] => Kind::PlusPlus,
        [b'-', b'-'] => Kind::MinusMinus,
        [b'&', b'&'] => Kind::AmpAmp,
        [b'|', b'|'] => Kind::PipePipe,
        [b'<', b'<'] => Kind::Shl,
        [b'>', b'>'] => Kind::Shr,
        [b'<', b'='] => Kind::Le,
        [b'>', b'='] => Kind::Ge,
        [b'=', b'='] => Kind::EqEq,
        [b'!', b'='] => Kind::Ne,
        [b'+', b'='] => Kind::PlusAssign,
        [b'-', b'='] => Kind::MinusAssign,
        [b'*', b'='] => Kind::StarAssign,
        [b'/', b'='] => Kind::SlashAssign,
        [b'%', b'='] => Kind::PercentAssign,
        [b'&', b'='] => Kind::AmpAssign,
        [b'|', b'='] => Kind::PipeAssign,
        [b'^', b'='] => Kind::CaretAssign,
        [b'<', b':'] => Kind::LBracket,
        [b':', b'>'] => Kind::RBracket,
        [b'<', b'%'] => Kind::LBrace,
        [b'%', b'>'] => Kind::RBrace,
        _ => return None,
    })
}

fn single(byte: u8) -> Kind {
    match byte {
        b'(' => Kind::LParen,
        b')' => Kind::RParen,
        b'[' => Kind::LBracket,
        b']' => Kind::RBracket,
        b'{' => Kind::LBrace,
        b'}' => Kind::RBrace,
        b';' => Kind::Semicolon,
        b',' => Kind::Comma,
        b':' => Kind::Colon,
        b'?' => Kind::Question,
        b'.' => Kind::Dot,
        b'+' => Kind::Plus,
        b'-' => Kind::Minus,
        b'*' => Kind::Star,
        b'/' => Kind::Slash,
        b'%' => Kind::Percent,
        b'&' => Kind::Amp,
        b'|' => Kind::Pipe,
        b'^' => Kind::Caret,
        b'~' => Kind::Tilde,
        b'!' => Kind::Bang,
        b'<' => Kind::Lt,
        b'>' => Kind::Gt,
        _ => Kind::Assign,
    }
}
