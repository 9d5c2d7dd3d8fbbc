//! Random programs whose truth is known: three variables with four values each have 64 states, and a set of states is the bits of one number. So
//! the meaning of a statement, from sets to sets, is computed by trying all states, without any formula.
//!
//! Every choice is open (`nd()`), loops have no bound, and functions are called from several places: what makes coverings come and go.

use std::fmt::Write as _;

const VARIABLES: [&str; 3] = ["a", "b", "c"];

/// Three values of two bits.
type State = u32;
/// A bit for each state.
type States = u64;

fn value(state: State, variable: usize) -> u32 {
    state >> (2 * variable) & 3
}

fn with(state: State, variable: usize, value: u32) -> State {
    state & !(3 << (2 * variable)) | value << (2 * variable)
}

enum Condition {
    Is(usize, u32),
    Differ(usize, usize),
    Below(usize, u32),
}

impl Condition {
    fn holds(&self, state: State) -> bool {
        match *self {
            Self::Is(variable, number) => value(state, variable) == number,
            Self::Differ(one, two) => value(state, one) != value(state, two),
            Self::Below(variable, number) => value(state, variable) < number,
        }
    }

    fn text(&self) -> String {
        match *self {
            Self::Is(variable, number) => format!("{} == {number}", VARIABLES[variable]),
            Self::Differ(one, two) => format!("{} != {}", VARIABLES[one], VARIABLES[two]),
            Self::Below(variable, number) => format!("{} < {number}", VARIABLES[variable]),
        }
    }
}

enum Statement {
    Set(usize, u32),
    Copy(usize, usize),
    /// One more, up to three.
    Raise(usize),
    If(Condition, Vec<Self>, Vec<Self>),
    Choose(Vec<Self>, Vec<Self>),
    Loop(Vec<Self>),
    Call(usize),
    Check(Condition),
}

/// A random program.
pub(crate) struct Program {
    functions: Vec<Vec<Statement>>,
    main: Vec<Statement>,
}

/// Random numbers (Marsaglia's xorshift).
pub(crate) struct Dice(u64);

impl Dice {
    /// Seeds that are near each other begin far apart.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn variable(&mut self) -> usize {
        self.below(3) as usize
    }

    fn number(&mut self) -> u32 {
        self.below(4) as u32
    }

    fn condition(&mut self) -> Condition {
        match self.below(4) {
            0 | 1 => Condition::Is(self.variable(), self.number()),
            2 => Condition::Differ(self.variable(), self.variable()),
            _ => Condition::Below(self.variable(), self.number()),
        }
    }

    fn block(&mut self, depth: u32, n_functions: usize) -> Vec<Statement> {
        let length = 1 + self.below(3);
        (0..length).map(|_| self.statement(depth, n_functions)).collect()
    }

    fn statement(&mut self, depth: u32, n_functions: usize) -> Statement {
        match self.below(if depth == 0 { 4 } else { 10 }) {
            0 => Statement::Set(self.variable(), self.number()),
            1 => Statement::Copy(self.variable(), self.variable()),
            2 => Statement::Raise(self.variable()),
            3 | 4 if n_functions > 0 => Statement::Call(self.below(n_functions as u64) as usize),
            3 | 4 => Statement::Set(self.variable(), self.number()),
            5 | 6 => {
                Statement::Choose(self.block(depth - 1, n_functions), self.block(depth - 1, n_functions))
            }
            7 => Statement::Loop(self.block(depth - 1, n_functions)),
            _ => Statement::If(
                self.condition(),
                self.block(depth - 1, n_functions),
                self.block(depth - 1, n_functions),
            ),
        }
    }

    /// A program with two functions and a loop around everything.
    pub(crate) fn program(&mut self) -> Program {
        let functions = vec![self.block(1, 0), self.block(1, 0)];
        let mut body = self.block(2, functions.len());
        // Two variables must have certain values: some violations are hidden well, and some do not exist.
        let (one, two) = (self.variable(), self.below(2) as usize + 1);
        let inner = Statement::Check(Condition::Is((one + two) % 3, self.number()));
        let at = self.below(body.len() as u64 + 1) as usize;
        body.insert(at, Statement::If(Condition::Is(one, self.number()), vec![inner], Vec::new()));
        Program { functions, main: vec![Statement::Loop(body)] }
    }
}

impl Program {
    /// Whether no check fails, by all states.
    pub(crate) fn is_safe(&self) -> bool {
        let mut failed = false;
        self.block(&self.main, 1, &mut failed);
        !failed
    }

    fn block(&self, block: &[Statement], states: States, failed: &mut bool) -> States {
        block.iter().fold(states, |states, statement| self.statement(statement, states, failed))
    }

    fn statement(&self, statement: &Statement, states: States, failed: &mut bool) -> States {
        let each = |change: &dyn Fn(State) -> State| {
            (0..64).filter(|state| states >> state & 1 == 1).fold(0, |all, state| all | 1 << change(state))
        };
        let where_holds = |condition: &Condition| {
            (0..64).filter(|&state| condition.holds(state)).fold(0, |all, state| all | 1 << state) & states
        };
        match statement {
            Statement::Set(variable, number) => each(&|state| with(state, *variable, *number)),
            Statement::Copy(to, from) => each(&|state| with(state, *to, value(state, *from))),
            Statement::Raise(variable) => {
                each(&|state| with(state, *variable, (value(state, *variable) + 1).min(3)))
            }
            Statement::If(condition, then, otherwise) => {
                let chosen = where_holds(condition);
                self.block(then, chosen, failed) | self.block(otherwise, states & !chosen, failed)
            }
            Statement::Choose(one, two) => self.block(one, states, failed) | self.block(two, states, failed),
            Statement::Loop(body) => {
                let mut all = states;
                loop {
                    let more = all | self.block(body, all, failed);
                    if more == all {
                        return all;
                    }
                    all = more;
                }
            }
            Statement::Call(function) => self.block(&self.functions[*function], states, failed),
            Statement::Check(condition) => {
                *failed |= where_holds(condition) != 0;
                states
            }
        }
    }

    /// The program in C.
    pub(crate) fn text(&self) -> String {
        let mut text = "int a = 0, b = 0, c = 0;\n".to_owned();
        for (number, function) in self.functions.iter().enumerate() {
            let _ = writeln!(text, "void f{number}(void) {{{} }}", block_text(function));
        }
        let _ = writeln!(text, "int main(void) {{{} return 0; }}", block_text(&self.main));
        text
    }
}

fn block_text(block: &[Statement]) -> String {
    block.iter().fold(String::new(), |text, statement| text + " " + &statement_text(statement))
}

fn statement_text(statement: &Statement) -> String {
    match statement {
        Statement::Set(variable, number) => format!("{} = {number};", VARIABLES[*variable]),
        Statement::Copy(to, from) => format!("{} = {};", VARIABLES[*to], VARIABLES[*from]),
        Statement::Raise(variable) => format!("if ({0} < 3) {0}++;", VARIABLES[*variable]),
        Statement::If(condition, then, otherwise) => {
            let (then, otherwise) = (block_text(then), block_text(otherwise));
            format!("if ({}) {{{then} }} else {{{otherwise} }}", condition.text())
        }
        Statement::Choose(one, two) => {
            format!("if (nd()) {{{} }} else {{{} }}", block_text(one), block_text(two))
        }
        Statement::Loop(body) => format!("while (nd()) {{{} }}", block_text(body)),
        Statement::Call(function) => format!("f{function}();"),
        Statement::Check(condition) => format!("if ({}) reach_error();", condition.text()),
    }
}
