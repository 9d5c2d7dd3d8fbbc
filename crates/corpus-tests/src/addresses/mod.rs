//! Random programs that move addresses through integers, bytes, unions, tables, bit operations and
//! comparisons: who follows them?
//!
//! A program takes the address of an object, sends its number through some ways that all lead back
//! to it ([`generate`]), and writes to where the number points. `compute` makes a byte of all
//! objects. As in [`crate::pairs`], a binary made by gcc tries all inputs, the interpreter is asked
//! for each, and the analyses are asked whether a byte can be the result, which is one or is beside
//! one.
//!
//! *What it cannot find:* mistakes about addresses that depend on the layout of memory.

mod generate;

use crate::execute::{Ending, Limits, execute};
use crate::gcc::{self, Ran, Scratch};
use crate::rng::Rng;
use crate::verdicts::{Judged, Task, judge};
use cfa::MachineModel;
use std::time::Duration;
use std::{fs, io};

/// A program with what gcc's binary says of it.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The program without `main`.
    text: String,
    machine: MachineModel,
    /// What `compute` returns for each input.
    results: Vec<u8>,
    /// What `main` compares with.
    constant: u8,
}

/// Each input in a child, so that all begin with the same memory.
const HARNESS: &str = r#"
extern int fork(void), waitpid(int, int *, int), printf(const char *, ...); extern void _exit(int);
int main(void) {
  int in, status, child;
  for (in = 0; in < 4; in++) {
    child = fork();
    if (child < 0) _exit(1);
    if (child == 0) _exit(compute(in));
    waitpid(child, &status, 0);
    printf("%d\n", (status & 127) ? -(status & 127) : status >> 8 & 255);
  }
  return 0;
}
"#;

/// The program of a seed; the inner error says that the generator broke its promises.
pub fn moved(seed: u64, machine: MachineModel) -> io::Result<Result<Moved, String>> {
    let word = match machine {
        MachineModel::Ilp32 => "unsigned",
        MachineModel::Lp64 => "unsigned long",
    };
    let text = generate::program(seed, word, machine.pointer_bits());
    let results = match results(&text, machine)? {
        Ok(results) => results,
        Err(problem) => return Ok(Err(problem)),
    };
    let mut rng = Rng::new(seed);
    let beside = results[rng.below(results.len())] ^ (1 << rng.below(8));
    let constant = if rng.chance(70) { *rng.pick(&results) } else { beside };
    Ok(Ok(Moved { text, machine, results, constant }))
}

fn results(text: &str, machine: MachineModel) -> io::Result<Result<Vec<u8>, String>> {
    let scratch = Scratch::new()?;
    let (source, binary) = (scratch.file("program.c"), scratch.file("program"));
    fs::write(&source, format!("{text}{HARNESS}"))?;
    let mut command = gcc::compiler(machine);
    command.args(["-O0", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]);
    let compiled = command.arg(&source).arg("-o").arg(&binary).output()?;
    if !compiled.status.success() {
        return Ok(Err(gcc::text_of(&compiled.stderr)));
    }
    let Ran::Finished { stdout, status: Some(0) } = gcc::run(&binary)? else {
        return Ok(Err("the binary does not end as it should".to_owned()));
    };
    let results: Result<Vec<u8>, _> = stdout.lines().map(str::parse).collect();
    Ok(match results {
        Ok(results) if results.len() == 4 => Ok(results),
        Ok(_) | Err(_) => Err(format!("executions end with {}", stdout.replace('\n', " "))),
    })
}

impl Moved {
    /// The task.
    pub fn task(&self) -> Task {
        let (text, constant) = (&self.text, self.constant);
        let main = format!(
            "extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);\n\
             int main(void) {{ if (compute(__VERIFIER_nondet_uchar() & 3) == {constant}) reach_error(); return 0; }}\n"
        );
        let holds = !self.results.contains(&constant);
        Task { text: format!("{text}{main}"), machine: self.machine, holds }
    }

    /// Asks a preset, or the tool's own choice if it is called `default`.
    pub fn judge(&self, name: &str, time: Duration) -> Judged {
        judge(&self.task(), name, time)
    }

    /// Runs the program in the interpreter for all inputs; says how it differs.
    pub fn difference(&self) -> Option<String> {
        let limits = Limits::default();
        (0..).zip(&self.results).find_map(|(input, &expected)| {
            let main = format!("extern void exit(int);\nint main(void) {{ exit(compute({input})); }}\n");
            match execute("moved.c", &format!("{}{main}", self.text), self.machine, &limits).ending {
                Ending::Exit(status) if status == i32::from(expected) => None,
                ending => Some(format!("compute({input}) is {expected}, in the interpreter: {ending}")),
            }
        })
    }
}
