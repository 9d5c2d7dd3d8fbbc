//! Random programs: integers of all widths, arrays, members, bit-fields, unions, pointers; without undefined behaviour by construction.

use crate::common::{automaton, run};
use crate::follow::follow;
use cfa::MachineModel;
use cfa::interp::Outcome;
use formula::Encoding;

const TYPES: [&str; 9] = [
    "_Bool",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long long",
    "unsigned long long",
];

struct Writer {
    state: u64,
    text: String,
}

impl Writer {
    fn below(&mut self, bound: usize) -> usize {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % bound
    }

    /// Something that can be read and written; variables, elements, members, and what pointers point to.
    fn place(&mut self) -> String {
        let ty = self.below(TYPES.len());
        match self.below(9) {
            0 | 1 => format!("v{ty}"),
            2 => format!("g{ty}"),
            3 => format!("a{ty}[{}]", self.below(4)),
            4 => format!("a{ty}[v6 & 3]"),
            5 => format!("s.m{}", self.below(6)),
            6 => format!("t[v5 & 1].m{}", self.below(6)),
            7 => ["u.w", "u.b[2]", "u.b[v6 & 7]", "u.h[1]"][self.below(4)].to_owned(),
            _ => format!("*p{ty}"),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(3) {
                0 => ["0", "1", "-1", "7", "255", "65535u", "2147483647", "0x80000000u", "5000000000ll"]
                    [self.below(9)]
                .to_owned(),
                _ => self.place(),
            };
        }
        let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.below(12) {
            0 => format!("({left} + {right})"),
            1 => format!("({left} - {right})"),
            2 => format!("({left} * {right})"),
            3 => format!("({left} / ({right} | 1))"),
            4 => format!("({left} % ({right} | 1))"),
            5 => format!("({left} << ({right} & 7))"),
            6 => format!("({left} >> ({right} & 7))"),
            7 => format!("({left} {} {right})", ["&", "|", "^"][self.below(3)]),
            8 => format!("({left} {} {right})", ["<", "<=", "==", "!=", ">", ">="][self.below(6)]),
            9 => format!("(({}){left})", TYPES[self.below(TYPES.len())]),
            10 => format!("({} {left})", ["-", "~", "!"][self.below(3)]),
            _ => format!("({left} ? {right} : {})", self.place()),
        }
    }

    fn statement(&mut self, depth: usize) {
        let (place, value) = (self.place(), self.expression(2));
        let ty = self.below(TYPES.len());
        let line = match self.below(10) {
            0 => format!("p{ty} = &v{ty};"),
            1 => format!("p{ty} = &a{ty}[v6 & 3];"),
            2 => format!("p{ty} = &g{ty};"),
            3 => ["s = t[v6 & 1];", "t[v5 & 1] = s;", "t[0] = t[1];"][self.below(3)].to_owned(),
            4 if depth > 0 => {
                self.text.push_str(&format!("if ({value}) {{\n"));
                self.statement(depth - 1);
                self.text.push_str("} else {\n");
                self.statement(depth - 1);
                "}".to_owned()
            }
            _ => format!("{place} = {value};"),
        };
        self.text.push_str(&line);
        self.text.push('\n');
    }

    /// A whole program, which prints everything at its end.
    fn program(seed: u64) -> String {
        let mut writer = Self { state: seed, text: String::new() };
        let out = &mut writer.text;
        out.push_str("extern int printf(const char *, ...); extern unsigned long long __VERIFIER_nondet_ulonglong(void);\n");
        out.push_str("struct s { int m0; unsigned char m1; unsigned m2 : 3; int m3 : 9; unsigned long long m4; short m5; };\n");
        out.push_str("union u { unsigned long long w; unsigned char b[8]; unsigned short h[4]; };\nstatic struct s t[2];\n");
        for (at, ty) in TYPES.iter().enumerate() {
            out.push_str(&format!("static {ty} g{at} = 1;\n"));
        }
        out.push_str("int main(void) {\nstruct s s = { 1, 2, 3, 4, 5, 6 }; union u u; u.w = __VERIFIER_nondet_ulonglong();\n");
        for (at, ty) in TYPES.iter().enumerate() {
            out.push_str(&format!(
                "{ty} v{at} = __VERIFIER_nondet_ulonglong(), a{at}[4] = {{ 1, 0, 1, 1 }}, *p{at} = &v{at};\n"
            ));
        }
        for _ in 0..25 {
            writer.statement(2);
        }
        let mut printed: Vec<String> = (0..TYPES.len())
            .flat_map(|at| {
                [
                    format!("v{at}"),
                    format!("g{at}"),
                    format!("a{at}[1]"),
                    format!("a{at}[v6 & 3]"),
                    format!("*p{at}"),
                ]
            })
            .collect();
        printed
            .extend((0..6).flat_map(|at| [format!("s.m{at}"), format!("t[0].m{at}"), format!("t[1].m{at}")]));
        printed.push("u.w".to_owned());
        for expression in printed {
            writer.text.push_str(&format!("printf(\"%llu\\n\", (unsigned long long)({expression}));\n"));
        }
        writer.text.push_str("return 0; }\n");
        writer.text
    }
}

#[test]
fn random_programs_compute_what_the_interpreter_does() {
    for seed in 0..300 {
        let text = Writer::program(seed);
        let machine = if seed % 2 == 0 { MachineModel::Lp64 } else { MachineModel::Ilp32 };
        let cfa = automaton(&text, machine);
        for choice in 0..2 {
            let execution = run(&cfa, choice, 10_000);
            assert_eq!(execution.outcome, Outcome::Exited(0), "seed {seed}\n{text}");
            let found = follow(&cfa, &Encoding::default(), &execution)
                .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
            let expected: Vec<u128> = execution.printed.lines().map(|line| line.parse().unwrap()).collect();
            assert_eq!(found, expected, "seed {seed}\n{text}");
        }
    }
}

/// A random program, for other tests.
pub(crate) fn program(seed: u64) -> String {
    Writer::program(seed)
}
