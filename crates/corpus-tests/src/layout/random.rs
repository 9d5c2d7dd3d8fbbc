//! Random records: everything that moves a member.
//!
//! Bit-fields of all widths and types, named, nameless and of width zero; `packed` and `aligned` on record and
//! member, `#pragma pack`; nested, anonymous and nameless records; arrays; unions; enumerations; `_Bool`, `long double`, `__int128` on LP64; types
//! whose typedef raises the alignment. Records may hold earlier ones, so layouts compose.

use crate::rng::Rng;
use cfa::MachineModel;
use std::fmt::Write;

const SCALARS: &[&str] = &[
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "float",
    "double",
    "long double",
    "_Bool",
    "void *",
    "enum small",
    "enum large",
    "aligned_int",
    "aligned_char",
    "aligned_double",
    "lowered",
];

/// Types a bit-field may have, with their widths for ILP32 and LP64.
const BIT_FIELD_TYPES: &[(&str, usize, usize)] = &[
    ("_Bool", 1, 1),
    ("char", 8, 8),
    ("signed char", 8, 8),
    ("unsigned char", 8, 8),
    ("short", 16, 16),
    ("unsigned short", 16, 16),
    ("int", 32, 32),
    ("unsigned int", 32, 32),
    ("long", 32, 64),
    ("unsigned long", 32, 64),
    ("long long", 64, 64),
    ("unsigned long long", 64, 64),
    ("enum small", 32, 32),
];

const PRELUDE: &str = "\
enum small { A, B, C };
enum large { BIG = 0x7fffffff, NEGATIVE = -1 };
typedef int aligned_int __attribute__((aligned(16)));
typedef char aligned_char __attribute__((aligned(8)));
typedef double aligned_double __attribute__((aligned(8)));
typedef long long lowered __attribute__((aligned(2)));
";

/// A C text that declares `count` records named `T0`, `T1`, ...
pub fn random_records(seed: u64, count: usize, machine: MachineModel) -> String {
    let mut generator = Generator {
        rng: Rng::new(seed),
        machine,
        text: PRELUDE.to_owned(),
        kinds: Vec::new(),
        next_member: 0,
    };
    for number in 0..count {
        if generator.rng.chance(15) {
            let bound = *generator.rng.pick(&["1", "2", "4", "8", "16", ""]);
            let _ = writeln!(generator.text, "#pragma pack({bound})");
        }
        let kind = if generator.rng.chance(25) { "union" } else { "struct" };
        generator.record(kind, &format!("T{number}"), 0);
        generator.text.push_str(";\n");
        generator.kinds.push(kind);
    }
    generator.text
}

struct Generator {
    rng: Rng,
    machine: MachineModel,
    text: String,
    kinds: Vec<&'static str>,
    next_member: usize,
}

impl Generator {
    fn record(&mut self, kind: &str, tag: &str, depth: usize) {
        let before = self.attributes(15);
        let _ = writeln!(self.text, "{kind}{before} {tag} {{");
        let n_members = 1 + self.rng.below(7);
        for _ in 0..n_members {
            self.member(kind, depth);
        }
        // At least one named member: a record without any is a GNU extension of its own.
        let name = self.fresh();
        let _ = writeln!(self.text, "  char {name};");
        let after = self.attributes(20);
        let _ = write!(self.text, "}}{after}");
    }

    fn member(&mut self, kind: &str, depth: usize) {
        match self.rng.below(12) {
            0..=4 => self.bit_field(),
            5 if depth < 2 => {
                let inner = *self.rng.pick(&["struct", "union"]);
                self.record(inner, "", depth + 1);
                let name = self.fresh();
                let declarator = match self.rng.below(3) {
                    0 => String::new(),
                    1 => format!(" {name}"),
                    _ => format!(" {name}[{}]", 1 + self.rng.below(3)),
                };
                let _ = writeln!(self.text, "{declarator};");
            }
            6 if !self.kinds.is_empty() => {
                let number = self.rng.below(self.kinds.len());
                let (name, array, attributes) = (self.fresh(), self.array(), self.attributes(15));
                let _ = writeln!(self.text, "  {} T{number} {name}{array}{attributes};", self.kinds[number]);
            }
            7 if self.machine == MachineModel::Lp64 && kind == "struct" => {
                let (name, attributes) = (self.fresh(), self.attributes(15));
                let _ = writeln!(self.text, "  __int128 {name}{attributes};");
            }
            _ => {
                let ty = *self.rng.pick(SCALARS);
                let (name, array, attributes) = (self.fresh(), self.array_of(ty), self.attributes(15));
                let _ = writeln!(self.text, "  {ty} {name}{array}{attributes};");
            }
        }
    }

    fn bit_field(&mut self) {
        let &(ty, narrow, wide) = self.rng.pick(BIT_FIELD_TYPES);
        let limit = match self.machine {
            MachineModel::Ilp32 => narrow,
            MachineModel::Lp64 => wide,
        };
        let width = 1 + self.rng.below(limit);
        let attributes = self.attributes(8);
        let line = match self.rng.below(10) {
            0 => format!("  {ty} : 0;"),
            1 => format!("  {ty} : {width};"),
            _ => format!("  {ty} {} : {width}{attributes};", self.fresh()),
        };
        self.text.push_str(&line);
        self.text.push('\n');
    }

    fn fresh(&mut self) -> String {
        self.next_member += 1;
        format!("m{}", self.next_member)
    }

    fn array(&mut self) -> String {
        match self.rng.below(4) {
            0 => format!("[{}]", 1 + self.rng.below(5)),
            1 if self.rng.chance(30) => format!("[{}][{}]", 1 + self.rng.below(3), 1 + self.rng.below(3)),
            _ => String::new(),
        }
    }

    /// No arrays of types that are aligned beyond their size: C forbids them.
    fn array_of(&mut self, ty: &str) -> String {
        if matches!(ty, "aligned_int" | "aligned_char") { String::new() } else { self.array() }
    }

    fn attributes(&mut self, percent: usize) -> String {
        if !self.rng.chance(percent) {
            return String::new();
        }
        match self.rng.below(4) {
            0 | 1 => " __attribute__((packed))".to_owned(),
            2 => format!(" __attribute__((aligned({})))", 1 << self.rng.below(6)),
            _ => format!(" __attribute__((packed, aligned({})))", 1 << self.rng.below(4)),
        }
    }
}
