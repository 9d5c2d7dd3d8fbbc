//! The programs: a function `compute` from a few small inputs to a byte, through every kind of memory and control.
//!
//! They are free of undefined behaviour by construction: wrapping arithmetic is unsigned, shift counts and indices are masked, divisors are not
//! zero, conversions from floating types are in range, everything is initialised, and every loop and recursion is counted.

use super::structures;
use crate::rng::Rng;
use crate::scalars::INTEGERS;
use cfa::MachineModel;
use std::fmt::Write as _;

/// How often `compute` is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Once, without argument.
    Once,
    /// In a loop without bound, with what it returned before. Nothing else outlives a call, so that bytes are the states of the program.
    Loop,
}

/// A generated program, up to the comparison of its result.
pub(super) struct Program {
    /// Declarations, functions, and `compute`.
    pub(super) text: String,
    /// How many values each input has that make a difference; an input is read as a byte and masked.
    pub(super) inputs: Vec<u32>,
    /// How `compute` is called.
    pub(super) form: Form,
    /// The bits that a result may have.
    pub(super) mask: u8,
}

/// Numbers at which something happens.
const CONSTANTS: [&str; 20] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "10",
    "16",
    "100",
    "127",
    "128",
    "255",
    "256",
    "1000",
    "32767",
    "65535",
    "(-1)",
    "(-2)",
    "(-128)",
    "2147483647",
];

/// What is declared for every program: objects of each kind, which statements then use or not.
const RECORDS: &str = "\
struct in { short h; unsigned char b[2]; };
struct rec { signed char a; int i; unsigned f : 3; int g : 5; struct in in; long l; int t[2]; };
union mix { unsigned w; unsigned char b[4]; unsigned short h[2]; float f; };
";

/// Places with an integer in them, other than the local variables. Indices are filled in.
const PLACES: [&str; 18] = [
    "g0",
    "g1",
    "ga[@3]",
    "s.a",
    "s.i",
    "s.f",
    "s.g",
    "s.in.h",
    "s.in.b[@1]",
    "s.l",
    "s.t[@1]",
    "t.i",
    "ps->i",
    "ps->t[@1]",
    "u.b[@3]",
    "u.h[@1]",
    "m[@3]",
    "*p",
];

/// Whether programs have something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Occur {
    Yes,
    No,
}

/// Writes one program.
pub(super) struct Generator {
    pub(super) rng: Rng,
    text: String,
    form: Form,
    mask: u8,
    depth: usize,
    /// How many statements may follow.
    fuel: usize,
    /// What the inputs are called, with the state of a loop.
    inputs: Vec<String>,
    /// Local variables, with their types.
    locals: Vec<&'static str>,
    /// Counters of loops around.
    loops: usize,
    labels: usize,
    /// Floating types, which solvers find hard.
    floats: Occur,
    /// Lists, text, tables and what else is made of pointers and records.
    structures: Occur,
}

impl Generator {
    pub(super) fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed ^ 0x5EED_0F7A_5C5C_5C5C);
        let form = if rng.chance(40) { Form::Loop } else { Form::Once };
        // What is proved of a loop is proved of all of its body, so that shorter ones are as hard.
        let (least, more, mask) = match form {
            Form::Once => (3, 10, 255),
            Form::Loop => (1, 6, *rng.pick(&[3, 7, 15, 255])),
        };
        let fuel = least + rng.below(more);
        let mut occur = |percent| if rng.chance(percent) { Occur::Yes } else { Occur::No };
        let (floats, structures) = (occur(20), occur(40));
        Self {
            rng,
            text: String::new(),
            form,
            mask,
            depth: 1,
            fuel,
            inputs: Vec::new(),
            locals: Vec::new(),
            loops: 0,
            labels: 0,
            floats,
            structures,
        }
    }

    /// The whole program.
    pub(super) fn program(mut self, machine: MachineModel) -> Program {
        let size = match machine {
            MachineModel::Ilp32 => "unsigned",
            MachineModel::Lp64 => "unsigned long",
        };
        let _ = writeln!(
            self.text,
            "extern unsigned char __VERIFIER_nondet_uchar(void);\nextern void reach_error(void);\nextern void abort(void);\n\
             extern void *malloc({size});\nextern void free(void *);\nextern void *memcpy(void *, const void *, {size});\n\
             extern void *memset(void *, int, {size});"
        );
        self.text.push_str(RECORDS);
        self.text.push_str("static int g0 = 3;\nstatic unsigned short g1;\nstatic int ga[4] = {1, -2, 3};\n");
        self.functions();
        if self.structures == Occur::Yes {
            structures::declare(&mut self.text, size);
        }
        let argument = match self.form {
            Form::Once => "void",
            Form::Loop => "unsigned char state",
        };
        let _ = writeln!(self.text, "static unsigned char compute({argument}) {{");
        let inputs = self.inputs();
        self.objects();
        self.block_of(usize::MAX);
        self.result();
        self.text.push_str("}\n");
        Program { text: self.text, inputs, form: self.form, mask: self.mask }
    }

    pub(super) fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Functions of one number each: a plain one, one that writes through a pointer, one with a memory, and a recursive one.
    fn functions(&mut self) {
        // There are no locals yet, so these read `x` and `y` only.
        let depth = 1 + self.rng.below(2);
        let [one, two, three, four] = [(); 4].map(|()| self.expression(depth));
        let (outside, inside) = match self.form {
            Form::Once => ("", "static unsigned n; "),
            Form::Loop => ("static unsigned n;\n", ""),
        };
        let _ = write!(
            self.text,
            "{outside}static int f0(int x) {{ int y = 1; return (int)({one}); }}\n\
             static int f1(int x, int *q) {{ int y = *q; *q = (int)({two}); return y; }}\n\
             static int f2(int x) {{ {inside}int y = (int)(++n & 15); return (int)({three}); }}\n\
             static int f3(int x) {{ int y; if (x <= 0) return 1; y = f3(x - 1) & 255; return (int)({four}); }}\n",
        );
    }

    fn inputs(&mut self) -> Vec<u32> {
        let count = match self.form {
            Form::Once => 1 + self.rng.below(3),
            Form::Loop => 1,
        };
        let mut masks = Vec::new();
        for number in 0..count {
            let mask = match self.form {
                Form::Once if count == 1 => *self.rng.pick(&[255, 15, 3]),
                Form::Once | Form::Loop => *self.rng.pick(&[1, 3, 7]),
            };
            self.line(&format!("unsigned char i{number} = __VERIFIER_nondet_uchar() & {mask};"));
            self.inputs.push(format!("i{number}"));
            masks.push(mask + 1);
        }
        if self.form == Form::Loop {
            self.line("g0 = 3, g1 = 0, n = 0, ga[0] = 1, ga[1] = -2, ga[2] = 3, ga[3] = 0;");
            self.inputs.push("state".to_owned());
        }
        masks
    }

    fn input(&mut self) -> String {
        self.rng.pick(&self.inputs).clone()
    }

    /// All objects that there are, initialised.
    fn objects(&mut self) {
        for number in 0..2 + self.rng.below(4) {
            let kind = *self.rng.pick(INTEGERS);
            let value = self.leaf();
            self.line(&format!("{kind} v{number} = {value};"));
            self.locals.push(kind);
        }
        self.line("struct rec s = {1, -2, 3, -4, {5, {6, 7}}, 8, {9}}, t = s, *ps = &s;");
        self.line("union mix u = {0x01020304};");
        self.line("int c0 = 0, c1 = 0, x = 1, y = 2, *p = &x, *m = malloc(4 * sizeof *m);");
        self.line("int (*fp)(int) = f0;");
        self.line("double d = 0.5;");
        match self.form {
            Form::Once => self.line("for (c0 = 0; c0 < 4; c0++) m[c0] = c0;"),
            Form::Loop => self.line("m[0] = 0, m[1] = 1, m[2] = 2, m[3] = 3;"),
        }
        if self.structures == Occur::Yes {
            structures::OBJECTS.iter().for_each(|text| self.line(text));
        }
    }

    /// Statements, no more than `most`.
    fn block_of(&mut self, most: usize) {
        for _ in 0..most {
            if self.fuel == 0 {
                return;
            }
            self.fuel -= 1;
            self.statement();
        }
    }

    fn nested(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        let most = 1 + self.rng.below(3);
        self.block_of(most);
        self.depth -= 1;
        self.line("}");
    }

    fn statement(&mut self) {
        let value = self.expression(2);
        if self.structures == Occur::Yes && self.rng.chance(40) {
            return self.structure(&value);
        }
        match self.rng.below(if self.depth > 3 { 16 } else { 23 }) {
            0..=3 => {
                let place = self.place();
                let operator = *self.rng.pick(&["=", "=", "=", "^=", "|=", "&="]);
                self.line(&format!("{place} {operator} {value};"));
            }
            4 => self.change_in_place(),
            5 => {
                let (one, two) = (self.int_place(), self.int_place());
                self.line(&format!("p = ({value}) ? &{one} : &{two};"));
            }
            6 => self.line(&format!("p = &ga[({value}) & 1]; p[1] = *p ^ 1; p += ({value}) & 1;")),
            7 => {
                let text =
                    *self.rng.pick(&["t = s", "s = t", "*ps = t", "ps->in = t.in", "u.w = (unsigned)s.i"]);
                self.line(&format!("{text};"));
            }
            8 => self.line(&format!("ps = ({value}) ? &s : &t;")),
            9 => self.bytes(&value),
            10 => self.call(&value),
            11 => {
                self.line(&format!("fp = ({value}) ? f0 : f2;"));
                let place = self.place();
                self.line(&format!("{place} = fp((int)({value}));"));
            }
            12 if self.floats == Occur::Yes => self.floating(&value),
            13 => {
                let constant = self.rng.below(4);
                self.line(&format!("if (({value}) == {constant}) abort();"));
            }
            14 => {
                self.line("free(m); p = &x; m = malloc(4 * sizeof *m); m[0] = x; m[1] = y; m[2] = m[3] = g0;")
            }
            15 => self.line(&format!("u.w = (unsigned)({value});")),
            16 | 17 => {
                self.nested(&format!("if ({value})"));
                if self.rng.chance(50) {
                    self.nested("else");
                }
            }
            18 | 19 => self.counted_loop(&value),
            20 => self.switch(&value),
            21 => self.jump(&value),
            _ => {
                let place = self.place();
                self.line(&format!("{place} = {value};"));
            }
        }
    }

    fn change_in_place(&mut self) {
        let number = self.rng.below(self.locals.len());
        let kind = self.locals[number];
        let value = self.expression(1);
        // Narrower types would be computed with as `int`, and overflow.
        if ["unsigned", "unsigned long", "unsigned long long"].contains(&kind) {
            let operator = *self.rng.pick(&["+=", "-=", "*=", "<<=", ">>="]);
            let value =
                if operator.len() == 3 { format!("({value}) & 7") } else { format!("(unsigned)({value})") };
            self.line(&format!("v{number} {operator} {value};"));
        } else {
            let step = *self.rng.pick(&["++", "--"]);
            // The ends of the range are left alone, where a step would overflow.
            self.line(&format!("if ((v{number} & 0x3f) == v{number} && v{number} > 0) v{number}{step};"));
        }
    }

    fn bytes(&mut self, value: &str) {
        let place = self.int_place();
        match self.rng.below(5) {
            0 => self.line(&format!("((unsigned char *)&{place})[({value}) & 3] = 5;")),
            1 => self.line(&format!("memset(ga, ({value}) & 255, sizeof ga);")),
            2 => self.line(&format!("memcpy(&{place}, &u, sizeof(int));")),
            3 => self.line("memcpy(m, ga, sizeof ga);"),
            _ => self.line(&format!("memcpy(&s.t[1], &g0, 1 + (({value}) & 3));")),
        }
    }

    fn call(&mut self, value: &str) {
        let place = self.place();
        match self.rng.below(4) {
            0 => self.line(&format!("{place} = f0((int)({value}));")),
            1 => {
                let target = self.int_place();
                self.line(&format!("{place} = f1((int)({value}), &{target});"));
            }
            2 => self.line(&format!("{place} = f2((int)({value}));")),
            _ => self.line(&format!("{place} = f3(({value}) & 3);")),
        }
    }

    fn floating(&mut self, value: &str) {
        match self.rng.below(4) {
            0 => self.line(&format!("d = (double)(short)({value}) * 0.25 + 1.5;")),
            1 => self.line(&format!("d = d * 0.5 - (float)(signed char)({value}) / 3.0f;")),
            2 => self.line("if (d > -1000.0 && d < 1000.0) x = (int)d;"),
            _ => self.line(&format!("if (d >= (double)(short)({value})) y = 1;")),
        }
    }

    fn counted_loop(&mut self, value: &str) {
        if self.loops == 2 {
            return self.line(&format!("x = ({value}) & 7;"));
        }
        let counter = format!("c{}", self.loops);
        self.loops += 1;
        let bound = *self.rng.pick(&["1", "3", "3", "7"]);
        let head = match self.rng.below(3) {
            0 => format!("for ({counter} = 0; {counter} < (int)(({value}) & {bound}); {counter}++)"),
            1 => format!("for ({counter} = ({value}) & {bound}; {counter} > 0; {counter}--)"),
            _ => {
                self.line(&format!("{counter} = 0;"));
                format!("while ({counter}++ < (int)(({value}) & {bound}))")
            }
        };
        self.line(&format!("{head} {{"));
        self.depth += 1;
        self.block_of(2);
        if self.rng.chance(25) {
            let (condition, leave) = (self.expression(1), *self.rng.pick(&["break", "continue"]));
            self.line(&format!("if ({condition}) {leave};"));
        }
        let place = self.place();
        self.line(&format!("{place} = {counter};"));
        self.depth -= 1;
        self.line("}");
        self.loops -= 1;
    }

    fn switch(&mut self, value: &str) {
        self.line(&format!("switch (({value}) & 3) {{"));
        self.depth += 1;
        for label in ["case 0:", "case 2:", "default:"] {
            self.line(label);
            self.block_of(1);
            if self.rng.chance(60) {
                self.line("break;");
            }
        }
        self.line(";");
        self.depth -= 1;
        self.line("}");
    }

    /// Forward, so that it ends.
    fn jump(&mut self, value: &str) {
        let label = self.labels;
        self.labels += 1;
        self.line(&format!("if ({value}) goto l{label};"));
        self.block_of(2);
        self.line(&format!("l{label}: ;"));
    }

    fn result(&mut self) {
        let mut parts = Vec::new();
        for _ in 0..1 + self.rng.below(4) {
            let part = self.read();
            parts.push(format!("(unsigned)({part})"));
        }
        // A loop whose state does not depend on the one before is none.
        if self.form == Form::Loop && self.rng.chance(80) {
            parts.push("(unsigned)state".to_owned());
        }
        let operator = *self.rng.pick(&[" + ", " ^ ", " * 3 + "]);
        let mask = self.mask;
        self.line(&format!("x = (unsigned char)({}) & {mask};", parts.join(operator)));
        self.line("free(m);");
        if self.structures == Occur::Yes && self.rng.chance(50) {
            self.line("while (list) { node = list; list = list->next; free(node); }");
        }
        self.line("return (unsigned char)x;");
    }

    /// Something that can be assigned to.
    pub(super) fn place(&mut self) -> String {
        if self.rng.chance(50) {
            return format!("v{}", self.rng.below(self.locals.len()));
        }
        let pattern = *self.rng.pick(&PLACES);
        self.fill(pattern)
    }

    fn int_place(&mut self) -> String {
        let pattern = *self.rng.pick(&["x", "y", "g0", "ga[@3]", "s.i", "t.i", "s.t[@1]", "m[@3]"]);
        self.fill(pattern)
    }

    /// Replaces each `@` by a simple index: a constant or something masked.
    pub(super) fn fill(&mut self, pattern: &str) -> String {
        let mut text = String::new();
        let mut rest = pattern;
        while let Some((before, after)) = rest.split_once('@') {
            let (mask, after) = after.split_at(1);
            text.push_str(before);
            if self.rng.chance(40) {
                text.push(*self.rng.pick(&['0', '1']));
            } else {
                let input = self.input();
                let index = *self.rng.pick(&[input.as_str(), "x", "c0", "v0", "v1"]);
                let _ = write!(text, "{index} & {mask}");
            }
            rest = after;
        }
        text + rest
    }

    fn leaf(&mut self) -> String {
        if self.rng.chance(40) { (*self.rng.pick(&CONSTANTS)).to_owned() } else { self.input() }
    }

    fn read(&mut self) -> String {
        if self.locals.is_empty() {
            return (*self.rng.pick(&["x", "y"])).to_owned();
        }
        match self.rng.below(6) {
            0 => self.input(),
            1 => (*self.rng.pick(&["x", "y", "g0", "c0"])).to_owned(),
            _ => self.place(),
        }
    }

    /// An expression of some integer type, without side effects.
    pub(super) fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return if self.rng.chance(30) { (*self.rng.pick(&CONSTANTS)).to_owned() } else { self.read() };
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.rng.below(if self.floats == Occur::Yes { 19 } else { 17 }) {
            0 | 1 => format!("(int)((unsigned)({a}) {} (unsigned)({b}))", self.rng.pick(&["+", "-", "*"])),
            2 => format!("((short)({a}) {} (signed char)({b}))", self.rng.pick(&["+", "-", "*"])),
            3 => format!("((unsigned long)({a}) {} (unsigned long)({b}))", self.rng.pick(&["+", "-", "*"])),
            4 => format!("(({a}) {} ({b}))", self.rng.pick(&["&", "|", "^"])),
            5 => format!("(({a}) {} ((({b}) & 7) + 1))", self.rng.pick(&["/", "%"])),
            6 => format!("((short)({a}) {} ((int)(({b}) & 3) - 5))", self.rng.pick(&["/", "%"])),
            7 => format!("((unsigned)({a}) << (({b}) & 15))"),
            8 => format!("(({a}) >> (({b}) & 7))"),
            9 | 10 => format!("(({a}) {} ({b}))", self.rng.pick(&["<", "<=", ">", ">=", "==", "!="])),
            11 => format!("(({a}) {} !({b}))", self.rng.pick(&["&&", "||"])),
            12 => {
                let condition = self.expression(depth - 1);
                format!("(({condition}) ? ({a}) : ({b}))")
            }
            13 => format!("(({})({a}))", self.rng.pick(INTEGERS)),
            14 => format!("(~({a}) {} ({b}))", self.rng.pick(&["&", "^"])),
            15 => format!("(-(short)({a}))"),
            16 => a,
            17 => format!("((double)(int)({a}) * 0.5 < (double)(short)({b}))"),
            _ => format!("((int)((float)(short)({a}) * 0.25f))"),
        }
    }
}
