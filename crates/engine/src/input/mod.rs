//! From a path to a text in the source map, or to one message that says why not.
//!
//! **Encoding.** C does not fix one. Text that is valid UTF-8 is taken as it is, a byte-order mark removed. In any other text each byte
//! that is not part of a valid UTF-8 sequence is replaced by its octal escape `\ooo`. Inside string and character
//! literals that denotes the very same byte, in comments nobody cares, and elsewhere the lexer reports a stray
//! backslash, as gcc does. The price: columns to the right of such a byte count its escape, four characters.
//!
//! **What is refused**: anything that cannot be read, folders, empty files, files with a NUL byte, binary files, and
//! more than 4 GB of text. A line break may be LF or CR LF.

use source::{Diagnostic, FileId, SourceMap, Span};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

#[cfg(test)]
mod tests;

/// Reads a text file into the map. `what` names the kind of file in messages, such as `program`.
pub fn load(map: &mut SourceMap, path: &Path, what: &str) -> Result<FileId, Diagnostic> {
    let bytes = read(path, what)?;
    add(map, &path.display().to_string(), bytes, what)
}

/// Adds bytes that were read from somewhere to the map.
pub fn add(map: &mut SourceMap, name: &str, bytes: Vec<u8>, what: &str) -> Result<FileId, Diagnostic> {
    if bytes.is_empty() {
        return Err(error("E0503", format!("the {what} `{name}` is empty")));
    }
    if is_binary(&bytes) {
        return Err(error("E0505", format!("`{name}` is a binary file, not a text")));
    }
    let nul = memchr::memchr(0, &bytes);
    let text = decode(bytes);
    let too_large = || error("E0509", format!("`{name}` is too large: texts may have 4 GB together"));
    let Some(nul) = nul else { return map.add(name, text).ok_or_else(too_large) };
    // The text before the NUL keeps its length only if it is valid UTF-8; otherwise the NUL is looked for again.
    let at = if text.as_bytes().get(nul) == Some(&0) { nul } else { text.find('\0').unwrap_or(0) };
    let file = map.add(name, text).ok_or_else(too_large)?;
    let lo = map.start(file) + at as u32;
    Err(Diagnostic::error("E0504", Span::new(lo, lo + 1), format!("the {what} contains a NUL byte"))
        .with_note("C text cannot contain one; is the file damaged, or stored as UTF-16?"))
}

fn read(path: &Path, what: &str) -> Result<Vec<u8>, Diagnostic> {
    let shown = path.display();
    let failed = |reason: io::Error| {
        let reason = match reason.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => reason.to_string(),
        };
        error("E0501", format!("cannot read the {what} `{shown}`: {reason}"))
    };
    let mut file = File::open(path).map_err(failed)?;
    let length = match file.metadata() {
        Ok(metadata) if metadata.is_dir() => {
            return Err(error("E0502", format!("`{shown}` is a directory, not a {what}")));
        }
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    };
    // A device may have no end.
    let limit = u64::from(u32::MAX);
    let mut bytes = Vec::with_capacity(usize::try_from(length.min(limit)).unwrap_or(0));
    file.by_ref().take(limit).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// Whether the beginning of the file looks like anything but text: many control characters or a known signature.
fn is_binary(bytes: &[u8]) -> bool {
    const SIGNATURES: &[&[u8]] =
        &[b"\x7fELF", b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xff\xfe", b"\xfe\xff", b"!<arch>"];
    let head = &bytes[..bytes.len().min(4096)];
    let is_control = |byte: &&u8| matches!(**byte, 0..=8 | 14..=26 | 28..=31 | 127);
    let n_control = head.iter().filter(is_control).count();
    SIGNATURES.iter().any(|signature| bytes.starts_with(signature)) || n_control * 10 > head.len()
}

/// The text of the bytes; see the head of this file.
pub fn decode(bytes: Vec<u8>) -> String {
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(invalid) => escape_invalid(invalid.as_bytes()),
    };
    match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

fn escape_invalid(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // After an unfinished escape the backslash is there already.
            let n_backslashes = text.len() - text.trim_end_matches('\\').len();
            text.push_str(if n_backslashes.is_multiple_of(2) { "\\" } else { "" });
            text.extend([6u8, 3, 0].map(|shift| char::from(b'0' + (byte >> shift & 7))));
        }
    }
    text
}

/// A message about a file as a whole.
pub(crate) fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, Span::NONE, message)
}
