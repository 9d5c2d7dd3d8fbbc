//! Random programs over variables of every scalar type: what csmith leaves out.
//!
//! csmith's programs compute with integers behind safe wrappers. Here the operators meet directly: all integer types with their
//! promotions and conversions, `float`, `double` and `long double`, `_Bool`, bit-fields, compound assignment and increments. The
//! program prints the bits of every variable after every statement group. Signed overflow wraps on both sides (`-fwrapv`);
//! divisors are positive, shift counts masked, and floats clamped before they become integers, so nothing else is undefined.

use crate::execute::{Ending, Limits, execute};
use crate::gcc::{self, Ran};
use crate::rng::Rng;
use cfa::MachineModel;
use cfa::value::Overflow;
use std::fmt::Write;
use std::io;

/// All integer types but those of 128 bits.
pub(crate) const INTEGERS: &[&str] = &[
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
];
const FLOATS: &[&str] = &["float", "double", "long double"];
const FIELDS: &[&str] = &[
    "int b0 : 3",
    "unsigned b1 : 7",
    "unsigned b2 : 32",
    "long long b3 : 35",
    "unsigned long long b4 : 50",
    "_Bool b5 : 1",
    "short b6 : 9",
    "unsigned char b7 : 8",
];
const CONSTANTS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "7",
    "127",
    "128",
    "255",
    "256",
    "-129",
    "32767",
    "65535",
    "2147483647",
    "(-2147483647 - 1)",
    "4294967295u",
    "4294967296LL",
    "-5LL",
    "0x8000000000000000ULL",
    "'a'",
    "1u",
    "3UL",
    "10L",
];
/// No zeros: gcc folds `0.0 - n` for an integer `n` to `-n`, which has the wrong sign where `n` is 0.
const FLOAT_CONSTANTS: &[&str] = &[
    "1.0f",
    "0.1",
    "0.1f",
    "-2.5",
    "1e10",
    "1e-10f",
    "3.0L",
    "0.1L",
    "16777217.0",
    "1e38f",
    "1e300",
    "4.9e-324",
    "1e-45f",
    "0x1.8p3",
];
const PRELUDE: &str = "\
int printf(const char *, ...);
static double clamp(double x) { return x > -100.0 && x < 100.0 ? x : 1.75; }
static double uclamp(double x) { return x > -1.0 && x < 200.0 ? x : 2.25; }
static void show_int(unsigned long long x) { printf(\"%llx \", x); }
static void show_float(float x) { union { float f; unsigned u; } v = { x }; if (x == x) printf(\"%x \", v.u); else printf(\"nan \"); }
static void show_double(double x) { union { double f; unsigned long long u; } v = { x }; if (x == x) printf(\"%llx \", v.u); else printf(\"nan \"); }
static void show_wide(long double x) {
  union { long double f; unsigned char bytes[10]; } v = { x };
  if (x == x) for (int i = 9; i >= 0; i--) printf(\"%02x\", v.bytes[i]); else printf(\"nan\");
  printf(\" \");
}
";

/// Whether an expression's type is an integer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Float,
}

struct Variable {
    name: String,
    ty: &'static str,
    kind: Kind,
}

/// A program of the seed.
pub fn program(seed: u64) -> String {
    let mut generator = Generator { rng: Rng::new(seed), variables: Vec::new() };
    let mut text = PRELUDE.to_owned();
    let fields = FIELDS.join("; ");
    let _ = writeln!(text, "struct {{ {fields}; }} s;");
    for (number, &ty) in INTEGERS.iter().chain(FLOATS).enumerate() {
        let kind = if number < INTEGERS.len() { Kind::Integer } else { Kind::Float };
        let _ = writeln!(text, "{ty} v{number};");
        generator.variables.push(Variable { name: format!("v{number}"), ty, kind });
    }
    for (number, field) in FIELDS.iter().enumerate() {
        let ty = if field.starts_with("unsigned") { "unsigned" } else { "int" };
        generator.variables.push(Variable { name: format!("s.b{number}"), ty, kind: Kind::Integer });
    }
    text.push_str("static void show(void) {\n");
    for variable in &generator.variables {
        let function = match variable.ty {
            "float" => "show_float",
            "double" => "show_double",
            "long double" => "show_wide",
            _ => "show_int",
        };
        let _ = writeln!(text, "  {function}({});", variable.name);
    }
    text.push_str("  printf(\"\\n\");\n}\nint main(void) {\n");
    for number in 0..120 {
        let statement = generator.statement();
        let _ = writeln!(text, "  {statement}");
        if number % 6 == 5 {
            text.push_str("  show();\n");
        }
    }
    text.push_str("  return 0;\n}\n");
    text
}

/// Runs the program of a seed both ways; says how they differ.
pub fn compare(seed: u64, machine: MachineModel) -> io::Result<Option<String>> {
    let text = program(seed);
    let expected = match gcc::stdout_of(&text, machine)? {
        Ran::Finished { stdout, status: Some(0) } => stdout,
        other => return Ok(Some(format!("the program is no test: {other:?}"))),
    };
    let limits = Limits { overflow: Overflow::Wrap, ..Limits::default() };
    let found = execute("scalars.c", &text, machine, &limits);
    if found.ending != Ending::Exit(0) {
        return Ok(Some(found.ending.to_string()));
    }
    let mut lines = expected.lines().zip(found.stdout.lines()).enumerate();
    let different = lines.find(|(_, (left, right))| left != right);
    Ok(different.map(|(number, (left, right))| {
        let words =
            left.split(' ').zip(right.split(' ')).enumerate().filter(|(_, (left, right))| left != right);
        let words: Vec<String> =
            words.map(|(at, (left, right))| format!("v{at}: gcc {left}, we {right}")).collect();
        format!("line {}: {}", number + 1, words.join("; "))
    }))
}

struct Generator {
    rng: Rng,
    variables: Vec<Variable>,
}

impl Generator {
    fn statement(&mut self) -> String {
        let target = self.rng.below(self.variables.len());
        let (name, ty, kind) =
            (self.variables[target].name.clone(), self.variables[target].ty, self.variables[target].kind);
        match (self.rng.below(8), kind) {
            (0, Kind::Integer) => format!("{name}{};", self.rng.pick(&["++", "--"])),
            (0, Kind::Float) => format!("++{name};"),
            (1 | 2, Kind::Integer) => {
                let value = self.integer(2);
                let operator = *self.rng.pick(&["+=", "-=", "*=", "&=", "|=", "^="]);
                format!("{name} {operator} {value};")
            }
            (3, Kind::Integer) => {
                let value = self.integer(2);
                match self.rng.below(3) {
                    0 => format!("{name} /= ({value} & 63) + 1;"),
                    1 => format!("{name} %= ({value} & 63) + 1;"),
                    _ => format!("{name} >>= {value} & 7;"),
                }
            }
            (1..=3, Kind::Float) => {
                let (value, _) = self.any(2);
                let operator = *self.rng.pick(&["+=", "-=", "*=", "/="]);
                format!("{name} {operator} {value};")
            }
            (_, kind) => {
                let (value, from) = self.any(4);
                let value =
                    if from == Kind::Float && kind == Kind::Integer { clamped(&value, ty) } else { value };
                format!("{name} = {value};")
            }
        }
    }

    fn any(&mut self, depth: usize) -> (String, Kind) {
        if self.rng.chance(65) {
            (self.integer(depth), Kind::Integer)
        } else {
            (self.float(depth), Kind::Float)
        }
    }

    fn variable(&mut self, kind: Kind) -> String {
        let readable = |variable: &&Variable| variable.kind == kind;
        let candidates: Vec<&Variable> = self.variables.iter().filter(readable).collect();
        let number = self.rng.below(candidates.len());
        candidates[number].name.clone()
    }

    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.chance(15) {
            return if self.rng.chance(70) {
                self.variable(Kind::Integer)
            } else {
                (*self.rng.pick(CONSTANTS)).to_owned()
            };
        }
        let depth = depth - 1;
        match self.rng.below(12) {
            0..=3 => {
                let (left, right) = (self.integer(depth), self.integer(depth));
                let operator = *self.rng.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({left} {operator} {right})")
            }
            4 => format!("({} / (({} & 127) + 1))", self.integer(depth), self.integer(depth)),
            5 => format!("({} % (({} & 127) + 1))", self.integer(depth), self.integer(depth)),
            6 => format!("({} >> ({} & 7))", self.integer(depth), self.integer(depth)),
            7 => format!("({}({}))", self.rng.pick(&["-", "~", "!", "+"]).to_owned(), self.integer(depth)),
            8 => {
                let ty = *self.rng.pick(INTEGERS);
                format!("(({ty}){})", self.integer(depth))
            }
            9 => {
                let ty = *self.rng.pick(INTEGERS);
                let value = clamped(&self.float(depth), ty);
                format!("(({ty}){value})")
            }
            10 => {
                let ((left, _), (right, _)) = (self.any(depth), self.any(depth));
                let operator = *self.rng.pick(&["<", "<=", ">", ">=", "==", "!=", "&&", "||"]);
                format!("({left} {operator} {right})")
            }
            _ => {
                let ((condition, _), left, right) =
                    (self.any(depth), self.integer(depth), self.integer(depth));
                format!("({condition} ? {left} : {right})")
            }
        }
    }

    fn float(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.chance(15) {
            return if self.rng.chance(70) {
                self.variable(Kind::Float)
            } else {
                (*self.rng.pick(FLOAT_CONSTANTS)).to_owned()
            };
        }
        let depth = depth - 1;
        match self.rng.below(7) {
            0..=2 => {
                let ((left, kind), mut right) = (self.any(depth), self.float(depth));
                let operator = *self.rng.pick(&["+", "-", "*", "/"]);
                if kind == Kind::Float && self.rng.chance(40) {
                    right = self.integer(depth);
                    // An integer divisor is fine: the division is one of floats.
                }
                format!("({left} {operator} {right})")
            }
            3 => format!("(- {})", self.float(depth)),
            4 | 5 => {
                let ty = *self.rng.pick(FLOATS);
                let (value, _) = self.any(depth);
                format!("(({ty}){value})")
            }
            _ => {
                let ((condition, _), (left, _), right) =
                    (self.any(depth), self.any(depth), self.float(depth));
                format!("({condition} ? {left} : {right})")
            }
        }
    }
}

/// A float that fits the integer type after truncation.
fn clamped(value: &str, ty: &str) -> String {
    if ty.starts_with("unsigned") { format!("uclamp({value})") } else { format!("clamp({value})") }
}
