//! Random programs for the parts of C that csmith leaves out: our interpreter against gcc's binary.
//!
//! csmith's programs have no `switch`, no jumps into loops, no statement expressions, no variadic functions, hardly any
//! designators, and one unit. Each [`Area`] here is a generator of its own for some of that; a program is one to three functions
//! of every area, and prints a checksum after each, so that the first differing line names the area.
//!
//! Programs are free of undefined and unspecified behaviour by construction, except that signed overflow wraps on both sides
//! (`-fwrapv`): shift counts are masked, divisors positive, every loop counted, every backward jump paid from `fuel`, and two
//! operands that are not sequenced touch disjoint variables. So a report of undefined behaviour is a bug of ours as well.
//!
//! Left aside, since compilers may differ: bit-fields wider than `int`, the bytes of padding, NaNs' payloads, and on i386 the
//! excess precision of the x87 registers.

mod calls;
mod complex;
mod control;
mod expressions;
mod initialisers;
mod memory;
mod output;
mod records;
mod scalars;
mod types;
mod units;
mod vectors;

use crate::execute::{Ending, Limits, execute_units};
use crate::gcc::{self, Ran};
use crate::rng::Rng;
use cfa::MachineModel;
use cfa::value::Overflow;
use std::io;

/// A part of the language with a generator of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Area {
    /// Switches, loops, jumps, side effects in expressions.
    Control,
    /// Initialisers of records and arrays.
    Initialisers,
    /// Records by value, variadic functions, function pointers, recursion.
    Calls,
    /// Arrays of variable length, pointers, library functions on memory, strings.
    Memory,
    /// Narrow, wide and floating types, bit-fields.
    Scalars,
    /// The types of expressions, builtins, old-style functions, members of records that are values.
    Types,
    /// Formatted output.
    Output,
    /// Several units.
    Units,
    /// Vector types.
    Vectors,
    /// Complex numbers.
    Complex,
}

impl Area {
    /// All areas.
    pub const ALL: [Self; 10] = [
        Self::Control,
        Self::Initialisers,
        Self::Calls,
        Self::Memory,
        Self::Scalars,
        Self::Types,
        Self::Output,
        Self::Units,
        Self::Vectors,
        Self::Complex,
    ];
}

const PRELUDE: &str = "\
typedef __typeof__(sizeof 0) size_t;
int printf(const char *, ...);
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t); int memcmp(const void *, const void *, size_t); void *memchr(const void *, int, size_t);
size_t strlen(const char *); int strcmp(const char *, const char *); int strncmp(const char *, const char *, size_t);
char *strcpy(char *, const char *); char *strncpy(char *, const char *, size_t); char *strcat(char *, const char *);
char *strchr(const char *, int); char *strrchr(const char *, int); char *strstr(const char *, const char *);
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
extern unsigned long long sum;
extern int fuel;
void mix(unsigned long long x);
void mixd(double x);
";

const SUPPORT: &str = "\
unsigned long long sum = 14695981039346656037ULL;
int fuel;
void mix(unsigned long long x) { sum = (sum ^ x) * 1099511628211ULL; sum ^= sum >> 29; }
void mixd(double x) { union { double d; unsigned long long u; } v; v.d = x; mix(x == x ? v.u : 1); }
";

/// A program under construction.
#[derive(Debug)]
struct Writer {
    rng: Rng,
    machine: MachineModel,
    next: u32,
    /// The text of the main unit so far.
    text: String,
    /// The other units.
    others: Vec<String>,
    /// The functions that `main` calls.
    functions: Vec<String>,
}

impl Writer {
    /// A name that is not in use.
    fn fresh(&mut self, prefix: &str) -> String {
        self.next += 1;
        format!("{prefix}{}", self.next)
    }

    /// Appends a line to the main unit.
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Appends a function that `main` calls.
    fn function(&mut self, area: Area, body: &str) {
        let name = self.fresh(&format!("{area:?}").to_lowercase());
        self.line(&format!("static void {name}(void) {{\n{body}}}"));
        self.functions.push(name);
    }

    /// One of the words.
    fn pick(&mut self, words: &[&'static str]) -> &'static str {
        words[self.rng.below(words.len())]
    }
}

/// The units of a seed's program, with these areas.
pub fn program(seed: u64, machine: MachineModel, areas: &[Area]) -> Vec<String> {
    let mut out = Writer {
        rng: Rng::new(seed),
        machine,
        next: 0,
        text: format!("{PRELUDE}{SUPPORT}"),
        others: Vec::new(),
        functions: Vec::new(),
    };
    for &area in areas {
        for _ in 0..=out.rng.below(3) {
            match area {
                Area::Control => control::write(&mut out),
                Area::Initialisers => initialisers::write(&mut out),
                Area::Calls => calls::write(&mut out),
                Area::Memory => memory::write(&mut out),
                Area::Scalars => scalars::write(&mut out),
                Area::Types => types::write(&mut out),
                Area::Output => output::write(&mut out),
                Area::Units => units::write(&mut out),
                Area::Vectors => vectors::write(&mut out),
                Area::Complex => complex::write(&mut out),
            }
        }
    }
    out.line("int main(void) {");
    for name in std::mem::take(&mut out.functions) {
        out.line(&format!("  fuel = 40; {name}(); printf(\"{name} %llx\\n\", sum);"));
    }
    out.line("  return 0;\n}");
    let mut units = vec![out.text];
    units.extend(out.others);
    units
}

/// Runs the program of a seed both ways; says how they differ.
pub fn compare(seed: u64, machine: MachineModel, areas: &[Area]) -> io::Result<Option<String>> {
    let units = program(seed, machine, areas);
    let expected = match gcc::stdout_of_units(&units, machine)? {
        Ran::Finished { stdout, status: Some(0) } => stdout,
        other => return Ok(Some(format!("the program is no test: {other:?}"))),
    };
    let limits = Limits { overflow: Overflow::Wrap, max_steps: 50_000_000, ..Limits::default() };
    let found = execute_units(&units, machine, &limits);
    if found.ending != Ending::Exit(0) {
        return Ok(Some(found.ending.to_string()));
    }
    let mut lines = expected.lines().zip(found.stdout.lines());
    let different = lines.find(|(left, right)| left != right);
    Ok(match different {
        Some((left, right)) => Some(format!("gcc prints {left}, we {right}")),
        None if expected != found.stdout => Some("outputs of different length".to_owned()),
        None => None,
    })
}
