//! Random programs whose verdict is known: presets against all executions of gcc's binary.
//!
//! A program computes a byte from a few inputs of a few bits each ([`generate`]). A binary made by gcc, with a harness around it, tries all of
//! them, so the set of results is known without anything of ours. The task is the program with `if (compute() == C) reach_error();`: for a `C` that
//! is a result it is violated, otherwise not. Values that hardly any input gives, and those beside results, make the hardest tasks.
//!
//! Two programs of five do so in a loop without bound, where each round has its own input and begins with the byte of the round before. The harness
//! then walks breadth-first over the bytes, which are all that outlives a round; a proof of such a task needs an invariant of the loop.
//!
//! *What this finds* and comparisons among presets do not: mistakes that they share, in the front end, the encoding of memory and arithmetic,
//! interpolation, covering, induction, and the replay of error paths. *What it cannot find:* mistakes with inputs of full width.
//!
//! Somebody who does not know is counted, not blamed.

mod generate;
mod structures;

use crate::gcc::{self, Ran, Scratch};
use crate::rng::Rng;
use crate::robust::{Made, make_units};
use cfa::MachineModel;
use engine::Silent;
use engine::analysis::{Configuration, analyse, analyse_in_turn, default_sequence, options, preset};
use generate::{Form, Generator, Program};
use limits::Budget;
use property::{Check, Formula, Verdict};
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// A task.
#[derive(Clone, Debug)]
pub struct Task {
    /// The program.
    pub text: String,
    /// The machine model.
    pub machine: MachineModel,
    /// Whether the property holds.
    pub holds: bool,
}

/// How a preset did on a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judged {
    /// It knows.
    Right,
    /// It does not know: why.
    Undecided(String),
    /// It is wrong, or broke: how.
    Wrong(String),
}

/// One execution in a child, which ends with the byte, by `abort` (6), or by what shows undefined behaviour.
const HARNESS: &str = r#"
extern int fork(void); extern int waitpid(int, int *, int); extern void _exit(int); extern int printf(const char *, ...);
static unsigned char input[3];
static int at;
unsigned char __VERIFIER_nondet_uchar(void) { return input[at++]; }
void reach_error(void) {}
static int run(int state, int a, int b, int c) {
  int status, result, child;
  input[0] = a; input[1] = b; input[2] = c;
  child = fork();
  if (child < 0) _exit(1);
  if (child == 0) _exit(CALL(state));
  waitpid(child, &status, 0);
  result = (status & 127) ? -(status & 127) : (status >> 8) & 255;
  printf("%d\n", result);
  return result;
}
"#;

/// Tries all inputs.
const ONCE: &str = r"
int main(void) {
  int a, b, c;
  for (a = 0; a < A; a++) for (b = 0; b < B; b++) for (c = 0; c < C; c++) run(0, a, b, c);
  return 0;
}
";

/// Tries all inputs in all states that are reached from 0.
const LOOP: &str = r"
int main(void) {
  static int seen[256] = {1}, queue[256];
  int first, last = 1, a, next;
  for (first = 0; first < last; first++) for (a = 0; a < A; a++) {
    next = run(queue[first], a, 0, 0);
    if (next >= 0 && !seen[next]) { seen[next] = 1; queue[last++] = next; }
  }
  return 0;
}
";

/// Loops that come by a byte `@` if it is the result of some round.
const LOOPS: [&str; 3] = [
    "unsigned char state = 0; while (1) { state = compute(state); if (state == @) reach_error(); }",
    "unsigned char state = 0; while (__VERIFIER_nondet_uchar()) { state = compute(state); if (state == @) reach_error(); }",
    "unsigned char state = 0; do state = compute(state); while (__VERIFIER_nondet_uchar()); if (state == @) reach_error();",
];

/// The task of a seed; the inner error says that the generator broke its promises.
pub fn task(seed: u64, machine: MachineModel) -> io::Result<Result<Task, String>> {
    let program = Generator::new(seed).program(machine);
    let results = match results(&program, machine)? {
        Ok(results) => results,
        Err(problem) => return Ok(Err(problem)),
    };
    let mut rng = Rng::new(seed);
    let constant = choose(&results, usize::from(program.mask), &mut rng);
    let main = match program.form {
        Form::Once => "if (compute() == @) reach_error();",
        Form::Loop => *rng.pick(&LOOPS),
    };
    let main = format!("int main(void) {{ {} return 0; }}", main.replace('@', &constant.to_string()));
    let text = format!("{}{main}\n", program.text);
    Ok(Ok(Task { text, machine, holds: results[constant] == 0 }))
}

/// How many inputs give each byte.
fn results(program: &Program, machine: MachineModel) -> io::Result<Result<[u32; 256], String>> {
    let scratch = Scratch::new()?;
    let (source, binary) = (scratch.file("program.c"), scratch.file("program"));
    let (call, main) = match program.form {
        Form::Once => ("compute()", ONCE),
        Form::Loop => ("compute(state)", LOOP),
    };
    fs::write(&source, format!("{}{HARNESS}{main}", program.text))?;
    let mut command = gcc::compiler(machine);
    command.args(["-O0", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]);
    command.arg(format!("-DCALL(state)={call}"));
    for (name, number) in ["A", "B", "C"].iter().zip(0..) {
        command.arg(format!("-D{name}={}", program.inputs.get(number).copied().unwrap_or(1)));
    }
    let compiled = command.arg(&source).arg("-o").arg(&binary).output()?;
    if !compiled.status.success() {
        return Ok(Err(gcc::text_of(&compiled.stderr)));
    }
    let Ran::Finished { stdout, status: Some(0) } = gcc::run(&binary)? else {
        return Ok(Err("the binary does not end as it should".to_owned()));
    };
    let mut results = [0; 256];
    for line in stdout.lines() {
        match line.parse::<i32>() {
            Ok(-6) => {}
            Ok(byte @ 0..=255) => results[byte as usize] += 1,
            Ok(_) | Err(_) => return Ok(Err(format!("an execution ends with {line}"))),
        }
    }
    Ok(Ok(results))
}

/// A result that is rare, or a byte beside a result that is none.
fn choose(results: &[u32; 256], mask: usize, rng: &mut Rng) -> usize {
    let reached: Vec<usize> = (0..256).filter(|byte| results[*byte] > 0).collect();
    let beside =
        |byte: usize| [byte ^ 1, byte ^ (mask / 2 + 1), (byte + 1) & mask, byte.wrapping_sub(1) & mask];
    let mut missing: Vec<usize> = reached.iter().flat_map(|byte| beside(*byte)).collect();
    missing.retain(|byte| results[*byte] == 0);
    if !missing.is_empty() && (reached.is_empty() || rng.chance(50)) {
        return *rng.pick(&missing);
    }
    let least = reached.iter().map(|byte| results[*byte]).min().unwrap_or(0);
    let rare: Vec<usize> = reached.into_iter().filter(|byte| results[*byte] == least).collect();
    if rare.is_empty() { 0 } else { *rng.pick(&rare) }
}

/// Asks a preset, or the tool's own choice if it is called `default`. Options can follow the name of a preset: `bmc+encoding.memory=functions`.
pub fn judge(task: &Task, name: &str, time: Duration) -> Judged {
    judge_units(std::slice::from_ref(&task.text), task.machine, task.holds, name, time)
}

/// The same for a program of several units.
pub fn judge_units(
    units: &[String],
    machine: MachineModel,
    holds: bool,
    name: &str,
    time: Duration,
) -> Judged {
    let asked = catch_unwind(AssertUnwindSafe(|| ask(units, machine, name, time)));
    match asked {
        Ok(Ok(Verdict::True)) if holds => Judged::Right,
        Ok(Ok(Verdict::False(_))) if !holds => Judged::Right,
        Ok(Ok(Verdict::Unknown(reason))) => Judged::Undecided(reason),
        Ok(Ok(verdict @ (Verdict::True | Verdict::False(_)))) => Judged::Wrong(format!(
            "says {verdict}, but the property {}",
            if holds { "holds" } else { "is violated" }
        )),
        Ok(Err(problem)) => Judged::Wrong(problem),
        Err(_) => Judged::Wrong("panics".to_owned()),
    }
}

fn ask(units: &[String], machine: MachineModel, name: &str, time: Duration) -> Result<Verdict, String> {
    let named: Vec<(String, String)> =
        (0..).zip(units).map(|(number, text)| (format!("unit{number}.c"), text.clone())).collect();
    let cfa = match make_units(&named, machine) {
        Made::Automaton(cfa, _) => cfa,
        Made::Messages(messages) => {
            let first = messages.into_iter().find(|message| message.severity == source::Severity::Error);
            return Err(format!(
                "refuses the program: {}",
                first.map_or_else(String::new, |message| message.message)
            ));
        }
    };
    let checks = [Check {
        entry: "main".to_owned(),
        formula: Formula::Unreachable("reach_error".to_owned()),
        span: source::Span::NONE,
    }];
    let budget = Budget::unlimited().part(time);
    let outcome = if name == "default" {
        analyse_in_turn(&cfa, &checks, default_sequence(), None, &budget, &mut Silent)
    } else {
        analyse(&cfa, &checks, &configuration(name)?, &budget, &mut Silent)
    };
    Ok(outcome.verdict())
}

fn configuration(name: &str) -> Result<Configuration, String> {
    let mut parts = name.split('+');
    let name = parts.next().unwrap_or_default();
    let preset = preset(name).ok_or_else(|| format!("is not the name of a preset ({name})"))?;
    let mut configuration = preset.configuration.clone();
    for part in parts {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        options::set(&mut configuration, key, value)
            .map_err(|error| format!("cannot have `{part}`: {error:?}"))?;
    }
    configuration.validate().map_err(|reason| format!("is no configuration: {reason}"))?;
    Ok(configuration)
}
