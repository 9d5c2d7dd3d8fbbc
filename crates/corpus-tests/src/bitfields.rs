//! Random expressions over bit-fields of every width and declared type: our arithmetic against
//! gcc's.
//!
//! A program has a few records of bit-fields, whose widths are drawn up to that of the declared
//! type, with a preference for those between `int` and the declared type, where gcc has a type for
//! each width. A function `compute` from two bits to a byte evaluates expressions over them in
//! every context that knows a type: operators, compound assignments, steps, `?:`, `sizeof`,
//! `_Generic`, variable arguments, `switch`, parameters, conditions, statement expressions. gcc's
//! binary tries the four inputs, as in [`crate::pairs`].
//!
//! Signed overflow wraps on both sides; divisors are positive and shift counts small, so that
//! nothing is undefined.

use crate::pairs::{Linked, judged_by_gcc};
use crate::rng::Rng;
use cfa::MachineModel;
use cfa::value::Overflow;
use std::fmt::Write;
use std::io;

/// Declared types with their bits for ILP32 and LP64.
const DECLARED: &[(&str, [usize; 2])] = &[
    ("_Bool", [1, 1]),
    ("signed char", [8, 8]),
    ("unsigned char", [8, 8]),
    ("short", [16, 16]),
    ("unsigned short", [16, 16]),
    ("int", [32, 32]),
    ("unsigned", [32, 32]),
    ("long", [32, 64]),
    ("unsigned long", [32, 64]),
    ("long long", [64, 64]),
    ("unsigned long long", [64, 64]),
    ("enum e", [32, 32]),
];

/// Where an operand comes from that is no bit-field.
const CONSTANTS: &[&str] = &[
    "0",
    "1",
    "(-1)",
    "7",
    "255",
    "(-129)",
    "65535",
    "2147483647",
    "(-2147483647 - 1)",
    "4294967295u",
    "4294967296LL",
    "0x100000001ULL",
    "(-5LL)",
    "0x8000000000000000ULL",
    "1u",
    "3L",
    "0xFFFFFFFFFFLL",
];

const PRELUDE: &str = "\
enum e { LEAST, MOST = 2000000000 };
static unsigned long long hash;
static void show(unsigned long long x) { hash = (hash << 7 | hash >> 57) ^ x; }
static void vary(int size, ...) {
  __builtin_va_list list; __builtin_va_start(list, size);
  if (size == 8) show(__builtin_va_arg(list, unsigned long long)); else show(__builtin_va_arg(list, unsigned));
  __builtin_va_end(list);
}
static inline long long same(long long x) { return x; }
";

/// Which type an expression has.
fn kind(expression: &str) -> String {
    let types = "_Bool: 1, char: 2, signed char: 3, unsigned char: 4, short: 5, unsigned short: 6, int: 7, unsigned: 8";
    let long = "long: 9, unsigned long: 10, long long: 11, unsigned long long: 12, default: 13";
    format!("_Generic({expression}, {types}, {long})")
}

/// The program of a seed, judged by gcc; the inner error says that the generator broke its
/// promises.
pub fn linked(seed: u64, machine: MachineModel) -> io::Result<Result<Linked, String>> {
    let mut generator = Generator { rng: Rng::new(seed), fields: Vec::new() };
    let text = generator.program(machine);
    judged_by_gcc(vec![text], Overflow::Wrap, machine, &mut generator.rng)
}

struct Generator {
    rng: Rng,
    fields: Vec<String>,
}

impl Generator {
    fn program(&mut self, machine: MachineModel) -> String {
        let mut text = PRELUDE.to_owned();
        for record in ["s", "t"] {
            let mut members = String::new();
            for position in 0..5 {
                let &(declared, bits) = self.rng.pick(DECLARED);
                let most = match machine {
                    MachineModel::Ilp32 => bits[0],
                    MachineModel::Lp64 => bits[1],
                };
                let is_wide = most == 64 && self.rng.chance(70);
                let width = if is_wide { 33 + self.rng.below(31) } else { 1 + self.rng.below(most) };
                let _ = write!(members, " {declared} f{position} : {width};");
                self.fields.push(format!("{record}.f{position}"));
            }
            let _ = writeln!(text, "static struct {{{members} }} {record};");
        }
        text.push_str("unsigned char compute(unsigned char in) {\n");
        for field in self.fields.clone() {
            let value = *self.rng.pick(CONSTANTS);
            let _ = writeln!(text, "  {field} = {value} + in * {}ULL;", self.rng.bits() >> 20);
        }
        for _ in 0..8 {
            let statement = self.statement();
            let _ = writeln!(text, "  {statement}");
        }
        text.push_str("  hash ^= hash >> 32; hash ^= hash >> 16; return hash ^ hash >> 8;\n}\n");
        text
    }

    fn field(&mut self) -> String {
        let position = self.rng.below(self.fields.len());
        self.fields[position].clone()
    }

    fn statement(&mut self) -> String {
        let value = self.value(3);
        match self.rng.below(14) {
            0..=2 => format!("show({value});"),
            3 => format!("show({value} != 0 ? 5 : 6);"),
            4 => format!("vary(sizeof +{value}, {value});"),
            5 => format!("show(sizeof +{value} * 16 + {});", kind(&value)),
            6 => {
                let yields = self.yields();
                format!("show(sizeof {yields} * 16 + {});", kind(&yields))
            }
            7 => {
                let field = self.field();
                format!("show({} * 16 + {});", kind(&field), kind(&format!("({{ {field}; }})")))
            }
            8 => {
                let low = self.rng.below(200);
                format!(
                    "switch ({value} & 1023) {{ case {low} ... {}: show(1); break; case -1LL: show(2); break; default: show(3); }}",
                    low + 300
                )
            }
            9 => {
                let &(case, other) =
                    self.rng.pick(&[("(-1)", "0"), ("0x100000000LL", "1"), ("0xFFFFFFFFFFLL", "2")]);
                // Where both become one number, a case is said twice; so each has a switch of its
                // own.
                format!(
                    "switch ({value}) {{ case {case}: show(1); }} switch ({value}) {{ case {other}: show(2); }}"
                )
            }
            10 => format!("if ({value}) show(1); else show(2);"),
            11 => format!("show(same({value}));"),
            12 => format!("show((double){value} < 1e9);"),
            _ => {
                let yields = self.yields();
                format!("show({yields});")
            }
        }
    }

    /// An assignment or a step.
    fn yields(&mut self) -> String {
        let (field, value) = (self.field(), self.value(2));
        match self.rng.below(8) {
            0 => format!("({field} = {value})"),
            1 => format!("({field}{})", self.rng.pick(&["++", "--"])),
            2 => format!("({}{field})", self.rng.pick(&["++", "--"])),
            3 => format!("({field} {} ({value} & 7))", self.rng.pick(&["<<=", ">>="])),
            4 => format!("({field} {} (({value} & 63) + 1))", self.rng.pick(&["/=", "%="])),
            _ => format!("({field} {} {value})", self.rng.pick(&["+=", "-=", "*=", "&=", "|=", "^="])),
        }
    }

    /// An expression without effects, in parentheses or a name.
    fn value(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.chance(10) {
            return if self.rng.chance(80) { self.field() } else { (*self.rng.pick(CONSTANTS)).to_owned() };
        }
        let (left, right) = (self.value(depth - 1), self.value(depth - 1));
        match self.rng.below(13) {
            0..=4 => format!("({left} {} {right})", self.rng.pick(&["+", "-", "*", "&", "|", "^"])),
            5 => format!("({left} {} ({right} & 7))", self.rng.pick(&["<<", ">>"])),
            6 => format!("({left} {} (({right} & 63) + 1))", self.rng.pick(&["/", "%"])),
            7 => format!("({}{left})", self.rng.pick(&["-", "~", "+", "!"])),
            8 => {
                format!("({left} {} {right})", self.rng.pick(&["<", "<=", ">", ">=", "==", "!=", "&&", "||"]))
            }
            9 => format!("({} ? {left} : {right})", self.field()),
            10 => format!("({left} ?: {right})"),
            11 => format!("({left}, {right})"),
            _ => {
                let &(declared, _) = self.rng.pick(DECLARED);
                format!("(({declared}){left})")
            }
        }
    }
}
