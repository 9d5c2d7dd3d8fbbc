//! Random programs whose verdict is known: presets against all executions of gcc's binary.
//!
//! A program computes a byte from a few inputs of a few bits each ([`generate`]). A binary made by gcc, with a harness around it, tries all of
//! them, so the set of results is known without anything of ours. The task is the program with `if (compute() == C) reach_error();`: for a `C` that
//! is a result it is violated, otherwise not. Values that hardly any input gives, and those beside results, make the hardest tasks.
//!
//! *What this finds* and comparisons among presets do not: mistakes that they share, in the front end, the encoding of memory and arithmetic,
//! interpolation, and the replay of error paths. *What it cannot find:* mistakes with inputs of full width or loops without bound.
//!
//! Somebody who does not know is counted, not blamed.

mod generate;

use crate::gcc::{self, Ran, Scratch};
use crate::rng::Rng;
use crate::robust::{Made, make};
use cfa::MachineModel;
use engine::analysis::{Configuration, analyse, analyse_in_turn, options, preset};
use engine::{Budget, Silent};
use generate::Generator;
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

/// Tries all inputs. The children end with the byte, by `abort` (6), or by what shows undefined behaviour.
const HARNESS: &str = r#"
extern int fork(void); extern int waitpid(int, int *, int); extern void _exit(int); extern int printf(const char *, ...);
static unsigned char input[3];
static int at;
unsigned char __VERIFIER_nondet_uchar(void) { return input[at++]; }
void reach_error(void) {}
int main(void) {
  int status, a, b, c;
  for (a = 0; a < A; a++) for (b = 0; b < B; b++) for (c = 0; c < C; c++) {
    input[0] = a; input[1] = b; input[2] = c;
    int child = fork();
    if (child < 0) return 1;
    if (child == 0) _exit(compute());
    waitpid(child, &status, 0);
    printf("%d\n", (status & 127) ? -(status & 127) : (status >> 8) & 255);
  }
  return 0;
}
"#;

/// The task of a seed; the inner error says that the generator broke its promises.
pub fn task(seed: u64, machine: MachineModel) -> io::Result<Result<Task, String>> {
    let program = Generator::new(seed).program(machine);
    let results = match results(&program.text, &program.inputs, machine)? {
        Ok(results) => results,
        Err(problem) => return Ok(Err(problem)),
    };
    let constant = choose(&results, &mut Rng::new(seed));
    let text = format!(
        "{}int main(void) {{ if (compute() == {constant}) reach_error(); return 0; }}\n",
        program.text
    );
    Ok(Ok(Task { text, machine, holds: results[constant] == 0 }))
}

/// How many inputs give each byte.
fn results(text: &str, inputs: &[u32], machine: MachineModel) -> io::Result<Result<[u32; 256], String>> {
    let scratch = Scratch::new()?;
    let (source, binary) = (scratch.file("program.c"), scratch.file("program"));
    fs::write(&source, format!("{text}{HARNESS}"))?;
    let mut command = gcc::compiler(machine);
    command.args(["-O0", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]);
    for (name, number) in ["A", "B", "C"].iter().zip(0..) {
        command.arg(format!("-D{name}={}", inputs.get(number).copied().unwrap_or(1)));
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
fn choose(results: &[u32; 256], rng: &mut Rng) -> usize {
    let reached: Vec<usize> = (0..256).filter(|byte| results[*byte] > 0).collect();
    let beside = |byte: usize| [byte ^ 1, byte ^ 128, (byte + 1) % 256, (byte + 255) % 256];
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
    let asked = catch_unwind(AssertUnwindSafe(|| ask(task, name, time)));
    match asked {
        Ok(Ok(Verdict::True)) if task.holds => Judged::Right,
        Ok(Ok(Verdict::False(_))) if !task.holds => Judged::Right,
        Ok(Ok(Verdict::Unknown(reason))) => Judged::Undecided(reason),
        Ok(Ok(verdict @ (Verdict::True | Verdict::False(_)))) => Judged::Wrong(format!(
            "says {verdict}, but the property {}",
            if task.holds { "holds" } else { "is violated" }
        )),
        Ok(Err(problem)) => Judged::Wrong(problem),
        Err(_) => Judged::Wrong("panics".to_owned()),
    }
}

fn ask(task: &Task, name: &str, time: Duration) -> Result<Verdict, String> {
    let Made::Automaton(cfa, _) = make("task.c", &task.text, task.machine) else {
        return Err("refuses the program".to_owned());
    };
    let checks = [Check {
        entry: "main".to_owned(),
        formula: Formula::Unreachable("reach_error".to_owned()),
        span: source::Span::NONE,
    }];
    let budget = Budget::unlimited().part(time);
    let outcome = if name == "default" {
        analyse_in_turn(&cfa, &checks, None, &budget, &mut Silent)
    } else {
        analyse(&cfa, &checks, &configuration(name)?, &budget, &mut Silent)
    };
    Ok(outcome.verdict)
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
