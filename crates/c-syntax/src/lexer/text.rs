//! Character constants and string literals (C11 6.4.4.4 and 6.4.5): prefixes, escapes, encodings.
//!
//! The source is UTF-8 and so is the execution character set; `wchar_t` holds a code point. A plain
//! character is signed, as on every machine model we have. Escapes that gcc accepts with a warning are
//! accepted with a warning.

use crate::ast::{CharLit, Encoding};

/// Something to say about a literal: how grave, which code, what.
pub(crate) enum Complaint {
    Error(&'static str, String),
    Warning(&'static str, String),
}

/// The prefix of a literal and the text between its quotes.
pub(crate) fn split(literal: &str) -> (Encoding, &str) {
    let (encoding, prefix) = match literal.as_bytes() {
        [b'u', b'8', ..] => (Encoding::Utf8, 2),
        [b'u', ..] => (Encoding::Char16, 1),
        [b'U', ..] => (Encoding::Char32, 1),
        [b'L', ..] => (Encoding::Wide, 1),
        _ => (Encoding::Plain, 0),
    };
    let quoted = literal.get(prefix..).unwrap_or("");
    // An unterminated literal has been reported; its text is what there is.
    let body = quoted.get(1..).unwrap_or("");
    let closed = quoted.len() >= 2 && quoted.as_bytes().first() == quoted.as_bytes().last();
    (encoding, if closed { &body[..body.len() - 1] } else { body })
}

/// Appends the elements of a string's body, decoded for `encoding`.
pub(crate) fn decode_string(
    body: &str,
    encoding: Encoding,
    bytes: &mut Vec<u8>,
    complaints: &mut Vec<Complaint>,
) {
    let mut rest = body;
    while !rest.is_empty() {
        let plain = memchr::memchr(b'\\', rest.as_bytes()).unwrap_or(rest.len());
        encode_text(&rest[..plain], encoding, bytes);
        rest = &rest[plain..];
        if rest.is_empty() {
            break;
        }
        let (unit, length) = escape(rest.as_bytes(), encoding, complaints);
        match unit {
            Unit::Joined => {}
            Unit::Element(value) => push_element(value, encoding, bytes),
            Unit::Character(character) => encode_text(character.encode_utf8(&mut [0; 4]), encoding, bytes),
        }
        rest = rest.get(length..).unwrap_or("");
    }
}

fn encode_text(text: &str, encoding: Encoding, bytes: &mut Vec<u8>) {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => bytes.extend_from_slice(text.as_bytes()),
        Encoding::Char16 => bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
        Encoding::Char32 | Encoding::Wide => {
            bytes.extend(text.chars().flat_map(|c| u32::from(c).to_le_bytes()))
        }
    }
}

fn push_element(value: u32, encoding: Encoding, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(&value.to_le_bytes()[..encoding.width()]);
}

/// The value of a character constant, quotes and prefix included in `literal`.
pub(crate) fn decode_char(literal: &str, complaints: &mut Vec<Complaint>) -> CharLit {
    let (prefix, body) = split(literal);
    let mut bytes = Vec::new();
    decode_string(body, prefix, &mut bytes, complaints);
    let width = prefix.width();
    let elements = bytes.len() / width;
    let value = match prefix {
        _ if elements == 0 => {
            complaints.push(Complaint::Error("E0110", "empty character constant".to_owned()));
            0
        }
        Encoding::Plain | Encoding::Utf8 => {
            if elements > 4 {
                let message = "character constant is too long for its type".to_owned();
                complaints.push(Complaint::Warning("W0102", message));
            }
            match bytes.as_slice() {
                // A plain character is signed; a `u8` one is an `unsigned char`.
                [byte] if prefix == Encoding::Plain => i32::from(*byte as i8),
                _ => bytes.iter().fold(0_u32, |value, &byte| value << 8 | u32::from(byte)) as i32,
            }
        }
        Encoding::Char16 | Encoding::Char32 | Encoding::Wide => {
            if elements > 1 {
                let message = "character constant is too long for its type".to_owned();
                complaints.push(Complaint::Warning("W0102", message));
            }
            let last = &bytes[bytes.len() - width..];
            last.iter().rev().fold(0_u32, |value, &byte| value << 8 | u32::from(byte)) as i32
        }
    };
    CharLit { value, prefix }
}

enum Unit {
    /// One element with this value.
    Element(u32),
    /// A character to be encoded.
    Character(char),
    /// Nothing: two lines are joined.
    Joined,
}

/// Decodes the escape at the start of `bytes` (a backslash) and gives its length.
fn escape(bytes: &[u8], encoding: Encoding, complaints: &mut Vec<Complaint>) -> (Unit, usize) {
    let Some(&selector) = bytes.get(1) else { return (Unit::Joined, 1) };
    let simple = |value: u8| (Unit::Element(u32::from(value)), 2);
    match selector {
        b'n' => simple(b'\n'),
        b't' => simple(b'\t'),
        b'r' => simple(b'\r'),
        b'a' => simple(7),
        b'b' => simple(8),
        b'f' => simple(12),
        b'v' => simple(11),
        b'e' | b'E' => simple(27),
        b'\\' | b'\'' | b'"' | b'?' => simple(selector),
        b'0'..=b'7' => {
            let digits = bytes[1..].iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7'));
            let (value, length) = digits.fold((0_u32, 1), |(v, n), &b| (v * 8 + u32::from(b - b'0'), n + 1));
            (Unit::Element(in_range(u64::from(value), encoding, complaints)), length)
        }
        b'x' => hex_escape(bytes, encoding, complaints),
        b'u' | b'U' => match universal_name(bytes) {
            Some((character, length)) => (Unit::Character(character), length),
            None => {
                let message = "malformed universal character name".to_owned();
                complaints.push(Complaint::Error("E0109", message));
                (Unit::Joined, 2)
            }
        },
        b'\n' => (Unit::Joined, 2),
        b'\r' => (Unit::Joined, if bytes.get(2) == Some(&b'\n') { 3 } else { 2 }),
        // gcc takes these four silently, any other escape with a warning.
        b'(' | b'{' | b'[' | b'%' => simple(selector),
        0x80.. => {
            complaints.push(Complaint::Warning("W0101", "unknown escape sequence".to_owned()));
            (Unit::Joined, 1)
        }
        _ => {
            let message = format!("unknown escape sequence `\\{}`", selector as char);
            complaints.push(Complaint::Warning("W0101", message));
            simple(selector)
        }
    }
}

fn hex_escape(bytes: &[u8], encoding: Encoding, complaints: &mut Vec<Complaint>) -> (Unit, usize) {
    let mut value = 0_u64;
    let mut length = 2;
    while let Some(digit) = bytes.get(length).and_then(|&byte| (byte as char).to_digit(16)) {
        // Saturating keeps a value that is out of range out of range.
        value = (value.saturating_mul(16).saturating_add(u64::from(digit))).min(u64::from(u32::MAX) * 16);
        length += 1;
    }
    if length == 2 {
        complaints.push(Complaint::Error("E0109", "`\\x` without hexadecimal digits".to_owned()));
    }
    (Unit::Element(in_range(value, encoding, complaints)), length)
}

/// Cuts an escape's value to the element's width and says so.
fn in_range(value: u64, encoding: Encoding, complaints: &mut Vec<Complaint>) -> u32 {
    let mask = match encoding.width() {
        1 => 0xFF,
        2 => 0xFFFF,
        _ => u64::from(u32::MAX),
    };
    if value > mask {
        let message = "escape sequence is out of range; its low bits are taken".to_owned();
        complaints.push(Complaint::Warning("W0103", message));
    }
    (value & mask) as u32
}

/// `\uXXXX` or `\UXXXXXXXX` at the start of `bytes`: the character and the length.
pub(crate) fn universal_name(bytes: &[u8]) -> Option<(char, usize)> {
    let length = match bytes {
        [b'\\', b'u', ..] => 6,
        [b'\\', b'U', ..] => 10,
        _ => return None,
    };
    let digits = bytes.get(2..length)?;
    let value = digits.iter().try_fold(0_u32, |value, &b| Some(value << 4 | (b as char).to_digit(16)?))?;
    Some((char::from_u32(value)?, length))
}

/// The file name at the start of `text`, a quoted string with `\\`, `\"` and octal escapes.
pub(crate) fn file_name(text: &str) -> Option<String> {
    let body = text.strip_prefix('"')?;
    let mut end = 0;
    while *body.as_bytes().get(end)? != b'"' {
        end += if body.as_bytes()[end] == b'\\' { 2 } else { 1 };
    }
    let mut bytes = Vec::new();
    decode_string(body.get(..end)?, Encoding::Plain, &mut bytes, &mut Vec::new());
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
