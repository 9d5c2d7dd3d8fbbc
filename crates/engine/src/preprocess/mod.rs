//! The C preprocessor, run only where the text needs it.
//!
//! Verification tasks are mostly preprocessed already, and starting a compiler costs more than reading most of
//! them. So the text is searched for a directive other than line markers, `#line`, `#pragma` and `#ident`, which the
//! parser understands; only if there is one outside comments and literals, `cc -E` is run on the file. Its output keeps
//! the positions by markers. Its errors become diagnostics of ours, at their place in the file.
//!
//! A text without directives that uses macros which every gcc predefines, such as `__SIZE_TYPE__` or `__LINE__`, is
//! preprocessed too: to the parser they would be undeclared names. The less telling ones (`linux`, `unix`) are not
//! looked for; `--cpp always` asks for them. So is a text that options change: `-include`, `-D` of
//! a name that occurs, and what [`dialect`] says of standards.

use crate::input;
use cfa::MachineModel;
use dialect::{Dialect, Edition};
use source::{Diagnostic, FileId, SourceMap, Span};
use std::borrow::Cow;
use std::path::Path;
use std::process::{Command, Stdio};

pub mod dialect;
#[cfg(test)]
mod tests;

/// When to preprocess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// If there is a directive that the parser does not understand.
    Needed,
    /// Always.
    Always,
    /// Never: directives are errors of the parser.
    Never,
}

/// How to preprocess.
#[derive(Clone, Debug)]
pub struct Preprocessor {
    /// When.
    pub when: When,
    /// The compiler, called with `-E`.
    pub command: String,
    /// Further arguments in the order of the command line: what follows the compiler's name, then
    /// options such as `-I` and `-D`.
    pub arguments: Vec<String>,
}

impl Default for Preprocessor {
    fn default() -> Self {
        Self { when: When::Needed, command: "cc".to_owned(), arguments: Vec::new() }
    }
}

/// Packages with the headers of the C library for 32 bits.
const PACKAGES_32: &str = "headers for 32 bits are in the package gcc-multilib (Debian, with libc6-dev-i386), glibc-devel.i686 (Fedora)";

/// Where the C library keeps the headers that it has for each machine; those for 32 bits are a
/// package of their own.
const HEADERS_OF_MACHINE: &[&str] = &["bits/", "gnu/", "sys/", "asm/"];

impl Preprocessor {
    /// The default, with the compiler that the environment variable `CC` names; it may carry options.
    pub fn from_environment() -> Result<Self, String> {
        let setting = std::env::var("CC").unwrap_or_default();
        if setting.trim().is_empty() {
            return Ok(Self::default());
        }
        Self::with_command(&setting).map_err(|reason| format!("the environment variable CC: {reason}"))
    }

    /// The default, with a compiler and perhaps options of it, in words as a shell reads them.
    pub fn with_command(text: &str) -> Result<Self, String> {
        let words =
            shlex::split(text).ok_or_else(|| format!("a quotation mark of `{text}` is not closed"))?;
        let mut words = words.into_iter();
        match words.next().filter(|command| !command.is_empty()) {
            Some(command) => Ok(Self { command, arguments: words.collect(), ..Self::default() }),
            None => Err("there is no command".to_owned()),
        }
    }

    /// The edition of the standard that the arguments choose.
    pub(crate) fn edition(&self) -> Result<Edition, Diagnostic> {
        self.dialect().map(|dialect| dialect.standard.edition)
    }

    fn dialect(&self) -> Result<Dialect, Diagnostic> {
        Dialect::of(&self.arguments).map_err(|reason| input::error("E0515", reason))
    }
}

/// Lines of the compiler's output that are repeated in a message.
const MAX_NOTES: usize = 8;

impl Preprocessor {
    /// Reads a program text into the map, preprocessed where needed.
    pub fn load(
        &self,
        map: &mut SourceMap,
        path: &Path,
        machine: MachineModel,
    ) -> Result<FileId, Diagnostic> {
        let dialect = self.dialect()?;
        dialect.check_machine(machine).map_err(|reason| input::error("E0515", reason))?;
        let file = input::load(map, path, "program")?;
        let text = map.text(file);
        let needed = match self.when {
            When::Needed => {
                has_directive(text) || has_predefined_macro(text) || dialect.asks_for_preprocessing(text)
            }
            When::Always => true,
            When::Never => false,
        };
        if needed { self.run(map, file, path, machine) } else { Ok(file) }
    }

    fn run(
        &self,
        map: &mut SourceMap,
        file: FileId,
        path: &Path,
        machine: MachineModel,
    ) -> Result<FileId, Diagnostic> {
        // Headers are to see that floats are not computed wider than their types.
        let target: &[&str] = match machine {
            MachineModel::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
            MachineModel::Lp64 => &["-m64"],
        };
        let output = Command::new(&self.command)
            .args(["-E", "-x", "c"])
            .args(target)
            .args(&self.arguments)
            .arg(operand(path))
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .map_err(|reason| {
                let message = format!("cannot start the C preprocessor `{} -E`: {reason}", self.command);
                input::error("E0507", message).with_note(
                    "the program has preprocessor directives; install a C compiler or name one with `--cc`",
                )
            })?;
        if !output.status.success() {
            return Err(self.failure(map, file, machine, &String::from_utf8_lossy(&output.stderr)));
        }
        input::add(map, &path.display().to_string(), output.stdout, "preprocessed program")
    }

    /// The first error that the compiler reports, at its place if it is in the file; the others are notes.
    fn failure(&self, map: &SourceMap, file: FileId, machine: MachineModel, report: &str) -> Diagnostic {
        let command = &self.command;
        let name = map.name(file);
        let errors: Vec<CompilerError<'_>> = report.lines().filter_map(CompilerError::parse).collect();
        let mut diagnostic = match errors.first() {
            Some(error) if error.file == name => {
                let span = span_of(map, file, error.line, error.column);
                Diagnostic::error("E0506", span, format!("preprocessing failed: {}", error.message))
            }
            Some(error) => {
                let CompilerError { file, line, column, message } = error;
                let text = format!("preprocessing `{name}` failed: {message} ({file}:{line}:{column})");
                input::error("E0506", text)
            }
            None => {
                let diagnostic = input::error("E0506", format!("`{command} -E` failed on `{name}`"));
                report.lines().take(MAX_NOTES).fold(diagnostic, Diagnostic::with_note)
            }
        };
        for error in errors.iter().skip(1).take(MAX_NOTES) {
            let CompilerError { file, line, column, message } = error;
            diagnostic = diagnostic.with_note(format!("also {file}:{line}:{column}: {message}"));
        }
        if machine == MachineModel::Ilp32 && errors.iter().any(CompilerError::misses_header_of_machine) {
            diagnostic = diagnostic.with_note(PACKAGES_32);
        }
        diagnostic
    }
}

/// The path in a form that the compiler does not take for an option.
fn operand(path: &Path) -> std::path::PathBuf {
    if path.to_string_lossy().starts_with('-') { Path::new(".").join(path) } else { path.to_owned() }
}

/// `file:line:column: error: message`
struct CompilerError<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    message: &'a str,
}

impl<'a> CompilerError<'a> {
    fn parse(report_line: &'a str) -> Option<Self> {
        let (place, message) =
            report_line.split_once(": fatal error: ").or_else(|| report_line.split_once(": error: "))?;
        let (place, column) = place.rsplit_once(':')?;
        let (file, line) = place.rsplit_once(':')?;
        Some(Self { file, line: line.parse().ok()?, column: column.parse().ok()?, message })
    }
}

impl CompilerError<'_> {
    /// Whether a header is missing that the C library has for each machine.
    fn misses_header_of_machine(&self) -> bool {
        let by_gcc = self.message.strip_suffix(": No such file or directory");
        let by_clang = || self.message.strip_prefix('\'')?.strip_suffix("' file not found");
        let header = by_gcc.or_else(by_clang);
        header.is_some_and(|header| HEADERS_OF_MACHINE.iter().any(|folder| header.starts_with(folder)))
    }
}

/// The place in the text as it was before preprocessing; the compiler counts columns in bytes.
fn span_of(map: &SourceMap, file: FileId, line: usize, column: usize) -> Span {
    let text = map.text(file);
    let mut lines = text.split_inclusive('\n');
    let start: usize = lines.by_ref().take(line.saturating_sub(1)).map(str::len).sum();
    let length = lines.next().map_or(0, |line| line.trim_end().len());
    let at = text.floor_char_boundary(start + column.saturating_sub(1).min(length));
    let word = text[at..].find(|c: char| c.is_whitespace()).unwrap_or(0);
    let lo = map.start(file) + at as u32;
    Span::new(lo, lo + word as u32)
}

/// Whether the text has a directive that only a preprocessor understands. `#` may be spelled `%:`
/// (6.4.6p3), stand behind comments, and lie on lines that backslashes join.
pub fn has_directive(text: &str) -> bool {
    let bytes = text.as_bytes();
    let seems = |at: usize, length: usize| begins_line(bytes, at) && seems_foreign(bytes, at, length);
    let is_needed = memchr::memchr_iter(b'#', bytes).any(|at| seems(at, 1))
        || memchr::memmem::find_iter(bytes, "%:").any(|at| seems(at, 2));
    is_needed && has_directive_in_code(&joined(text))
}

/// The text with lines joined where a backslash ends one (5.1.1.2p1, phase 2).
fn joined(text: &str) -> Cow<'_, str> {
    if memchr::memmem::find(text.as_bytes(), b"\\\n").is_none()
        && memchr::memmem::find(text.as_bytes(), b"\\\r\n").is_none()
    {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\\\r\n", "").replace("\\\n", ""))
}

/// What the names of predefined macros begin or end with, so that almost all of them are found.
const MACRO_MARKS: &[&str] = &[
    "__LINE__",
    "__FILE__",
    "__DATE__",
    "__TIME__",
    "__COUNTER__",
    "__STDC_",
    "__CHAR_BIT__",
    "__SIZEOF_",
    "__ORDER_",
    "__BYTE_ORDER__",
    "__GNUC__",
    "__VERSION__",
    "__x86_64__",
    "__i386__",
    "__LP64__",
    "_TYPE__",
    "_MAX__",
    "_MIN__",
    "_WIDTH__",
    "_DIG__",
    "_EPSILON__",
];

/// Whether this is a part of a name.
fn is_word(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Whether a name occurs, perhaps in a comment.
fn has_word(bytes: &[u8], name: &str) -> bool {
    memchr::memmem::find_iter(bytes, name)
        .any(|at| !is_word(bytes[..at].last()) && !is_word(bytes.get(at + name.len())))
}

/// Whether a predefined macro of gcc seems to occur; once too often costs only time.
pub fn has_predefined_macro(text: &str) -> bool {
    let bytes = text.as_bytes();
    MACRO_MARKS.iter().any(|mark| {
        memchr::memmem::find_iter(bytes, mark).any(|at| {
            let starts = !mark.starts_with("__") || !is_word(bytes[..at].last());
            let ends = !mark.ends_with("__") || !is_word(bytes.get(at + mark.len()));
            let word =
                bytes[..at].iter().rposition(|&byte| !is_word(Some(&byte))).map_or(0, |before| before + 1);
            starts && ends && bytes[word..].starts_with(b"__")
        })
    })
}

/// Whether only blanks are between the line's start, or the end of a comment, and `at`.
fn begins_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].iter().rev().find(|&&byte| !matches!(byte, b' ' | b'\t' | b'\x0b' | b'\x0c'));
    matches!(before, None | Some(b'\n' | b'/'))
}

/// A first look at a directive, so that the text is seldom walked through: whether the parser
/// cannot read what stands at `at` and whose `#` has this length.
fn seems_foreign(bytes: &[u8], at: usize, length: usize) -> bool {
    let rest = &bytes[at + length..];
    let is_joined = || {
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        rest[..end].trim_ascii_end().ends_with(b"\\")
    };
    let before = bytes[..at].iter().rev().find(|byte| !byte.is_ascii_whitespace());
    let behind_comment = before == Some(&b'/');
    length > 1 || behind_comment || is_foreign(rest) || is_joined()
}

/// Whether the text after a `#` is a directive other than those that the parser reads itself. Those
/// are not expected to have a comment, which could go on in the next line.
fn is_foreign(rest: &[u8]) -> bool {
    let rest = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\x0b' | b'\x0c');
    let rest = &rest[rest.iter().position(|byte| !blank(byte)).unwrap_or(rest.len())..];
    let end = rest.iter().position(|byte| !is_word(Some(byte))).unwrap_or(rest.len());
    let word = &rest[..end];
    let is_read =
        word.first().is_none_or(u8::is_ascii_digit) || matches!(word, b"line" | b"pragma" | b"ident");
    !is_read || memchr::memmem::find(rest, b"/*").is_some()
}

/// What precedes a byte on its line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Blanks.
    Nothing,
    /// Blanks and comments.
    Comment,
    /// Tokens.
    Code,
}

/// The exact answer: walks over comments and literals, where a `#` means nothing.
fn has_directive_in_code(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut before = Before::Nothing;
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        match byte {
            b'\n' => before = Before::Nothing,
            b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' => {}
            b'/' if rest.starts_with(b"/*") => {
                // A comment counts as a blank.
                at += 2 + memchr::memmem::find(&rest[2..], b"*/").map_or(rest.len(), |end| end + 2);
                before = if before == Before::Code { Before::Code } else { Before::Comment };
                continue;
            }
            b'/' if rest.starts_with(b"//") => {
                at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                continue;
            }
            b'"' | b'\'' => {
                before = Before::Code;
                at += literal_length(rest);
                continue;
            }
            b'%' if before != Before::Code && rest.starts_with(b"%:") => return true,
            // The parser knows directives at the start of a line only.
            b'#' if before == Before::Comment => return true,
            b'#' if before == Before::Nothing && is_foreign(&rest[1..]) => return true,
            _ => before = Before::Code,
        }
        at += 1;
    }
    false
}

/// Bytes of the literal at the start of `rest`; one that is not closed ends with its line.
fn literal_length(rest: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = rest.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            _ if byte == rest[0] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    rest.len()
}
