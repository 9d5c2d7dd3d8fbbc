//! What the options of a compiler say of the C that it reads: `-std=` and its kin, and what they
//! mean for a text that is perhaps not preprocessed.
//!
//! The preprocessor is given all of them and does what they ask for. Beyond it, a standard changes
//! little that Verdikt sees, since it reads all of C11 with the GNU extensions whatever the
//! standard is:
//!
//! - Trigraphs are replaced under the strict standards, and `//` begins no comment under strict
//!   C90. A text with either is preprocessed.
//! - In C90 a decimal constant beyond `long` is `unsigned long`, later it is `long long`
//!   (6.4.4.1p5). Such a constant is refused under C90 ([`constants_of_c90`]).
//! - Names that are keywords only here (`asm`, `typeof`, in C90 `inline` and `restrict`) are errors
//!   of the parser where a program uses them as names.
//! - The scope of a tag that the condition of an `if` or a loop declares is the C99 one (6.8.4p3,
//!   6.8.5p5).
//!
//! Options that give types another size or sign, which a command of the preprocessor may carry, are
//! refused: what is preprocessed for one machine would be read for another.
//!
//! C23 is refused: `auto x = 1.5;`, `int f();` and `bool` would get another meaning than they have
//! here.

use c_syntax::ast::{Ast, ExprKind};
use cfa::MachineModel;
use source::Diagnostic;

/// A standard of C with or without the extensions of GNU.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standard {
    /// The edition.
    pub edition: Edition,
    /// Whether the extensions of GNU that contradict it are left out.
    pub mode: Mode,
}

/// An edition of the standard, as far as editions differ here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Edition {
    /// C89, C90 and its amendment.
    C90,
    /// C99, C11 and C17.
    #[default]
    C99OrLater,
}

/// Standard or GNU.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// `gnu99` and the like, the default of compilers.
    #[default]
    Gnu,
    /// `c99` and the like.
    Strict,
}

/// The names of the editions, as gcc spells them behind `-std=`.
const NAMES: &[(Edition, Mode, &[&str])] = &[
    (Edition::C90, Mode::Strict, &["c89", "c90", "iso9899:1990", "iso9899:199409"]),
    (Edition::C90, Mode::Gnu, &["gnu89", "gnu90"]),
    (
        Edition::C99OrLater,
        Mode::Strict,
        &[
            "c99",
            "c9x",
            "iso9899:1999",
            "iso9899:199x",
            "c11",
            "c1x",
            "iso9899:2011",
            "c17",
            "c18",
            "iso9899:2017",
            "iso9899:2018",
        ],
    ),
    (Edition::C99OrLater, Mode::Gnu, &["gnu99", "gnu9x", "gnu11", "gnu1x", "gnu17", "gnu18"]),
];

impl Standard {
    /// The standard with a name; else a message that says which are supported.
    pub fn named(name: &str) -> Result<Self, String> {
        let found = NAMES.iter().find(|(_, _, names)| names.contains(&name));
        found.map(|&(edition, mode, _)| Self { edition, mode }).ok_or_else(|| {
            format!(
                "the standard `{name}` is not supported; supported are c90, c99, c11, c17, gnu90, gnu99, gnu11 and gnu17"
            )
        })
    }
}

/// Options of gcc, or how they begin, that change types or layouts.
const OTHER_TYPES: &[&str] = &[
    "-funsigned-char",
    "-fno-signed-char",
    "-funsigned-bitfields",
    "-fno-signed-bitfields",
    "-fshort-enums",
    "-fshort-wchar",
    "-fpack-struct",
    "-fsingle-precision-constant",
    "-mlong-double-64",
    "-mlong-double-128",
    "-mms-bitfields",
    "-malign-double",
    "-mx32",
    "-m16",
];

/// What a list of options says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Dialect {
    pub(super) standard: Standard,
    /// Whether `-trigraphs` was given.
    trigraphs: bool,
    /// Whether a file is read before the program.
    includes: bool,
    /// The macros that are defined.
    macros: Vec<String>,
    /// The machine that was chosen.
    machine: Option<MachineModel>,
}

impl Dialect {
    /// Reads options as a compiler does: the last standard counts.
    pub(super) fn of(arguments: &[String]) -> Result<Self, String> {
        let mut dialect = Self::default();
        let mut rest = arguments.iter().map(String::as_str);
        while let Some(argument) = rest.next() {
            let name = argument.strip_prefix("-std=").or_else(|| argument.strip_prefix("--std="));
            if let Some(name) = name {
                dialect.standard = Standard::named(name)?;
            } else if argument == "-ansi" {
                dialect.standard = Standard { edition: Edition::C90, mode: Mode::Strict };
            } else if let Some(option) = OTHER_TYPES.iter().find(|option| argument.starts_with(**option)) {
                return Err(format!(
                    "the compiler's option `{option}` gives types another meaning than they have here"
                ));
            } else if argument == "-m32" {
                dialect.machine = Some(MachineModel::Ilp32);
            } else if argument == "-m64" {
                dialect.machine = Some(MachineModel::Lp64);
            } else if argument == "-trigraphs" {
                dialect.trigraphs = true;
            } else if argument.starts_with("-include") || argument.starts_with("-imacros") {
                dialect.includes = true;
            } else if let Some(definition) = argument.strip_prefix("-D") {
                let definition = if definition.is_empty() { rest.next().unwrap_or("") } else { definition };
                let end = definition.find(['=', '(']).unwrap_or(definition.len());
                dialect.macros.extend(Some(definition[..end].to_owned()).filter(|name| !name.is_empty()));
            }
        }
        Ok(dialect)
    }

    /// That the options do not choose another machine than the analysis has.
    pub(super) fn check_machine(&self, machine: MachineModel) -> Result<(), String> {
        match (self.machine, machine) {
            (Some(MachineModel::Ilp32), MachineModel::Lp64) => {
                Err("the compiler's option `-m32` needs `--32`, since the machine has 64 bits".to_owned())
            }
            (Some(MachineModel::Lp64), MachineModel::Ilp32) => {
                Err("the compiler's option `-m64` needs `--64`, since the machine has 32 bits".to_owned())
            }
            (Some(_) | None, MachineModel::Ilp32 | MachineModel::Lp64) => Ok(()),
        }
    }

    /// Whether only the preprocessor can read this text as the options ask for, although it has no
    /// directive.
    pub(super) fn asks_for_preprocessing(&self, text: &str) -> bool {
        let is_strict = self.standard.mode == Mode::Strict;
        let has_word = |name: &String| super::has_word(text.as_bytes(), name);
        self.includes
            || self.macros.iter().any(has_word)
            || (is_strict || self.trigraphs) && has_trigraph(text)
            || is_strict && self.standard.edition == Edition::C90 && text.contains("//")
    }
}

/// Whether one of the nine trigraphs (5.2.1.1) occurs.
fn has_trigraph(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memmem::find_iter(bytes, "??")
        .any(|at| bytes.get(at + 2).is_some_and(|byte| b"=/'()!<>-?".contains(byte)))
}

/// An error for each decimal constant that has another type in C90 than later.
pub(crate) fn constants_of_c90(ast: &Ast, machine: MachineModel) -> Vec<Diagnostic> {
    let most = match machine {
        MachineModel::Ilp32 => u64::from(i32::MAX.unsigned_abs()),
        MachineModel::Lp64 => i64::MAX.unsigned_abs(),
    };
    let refused = ast.exprs.iter().filter(|expr| {
        let ExprKind::Int(literal) = expr.kind else { return false };
        literal.decimal && !literal.unsigned && literal.longs < 2 && literal.value > most
    });
    refused
        .map(|expr| {
            let message = "unsupported feature: decimal constant that is unsigned only in C90";
            Diagnostic::error("E0901", expr.span, message)
                .with_note("write the suffix `U` or `LL`, or choose a later standard with `-std=`")
        })
        .collect()
}
