//! Random programs of two units: our linking against gcc's.
//!
//! Two units declare types under the same tags, some alike, some not, some that only look alike,
//! and share objects and functions ([`generate`]). The first has a function `compute` from two bits
//! to a byte. A binary made by gcc tries all four inputs; it traps at undefined behaviour, so that
//! results are defined. They are asked of the interpreter one by one, and, as in
//! [`crate::verdicts`], of the analyses by a comparison with a byte that is a result or beside one.
//!
//! A few programs call a function as another type than it has. C leaves that undefined, gcc
//! compiles it: such programs may be undecided, but the answer that gcc's binary refutes is wrong.
//!
//! Weak and strong definitions are not among them.

mod generate;

use crate::execute::{Ending, Limits, execute_units};
use crate::gcc::{self, Ran, Scratch};
use crate::rng::Rng;
use crate::verdicts::{Judged, judge_units};
use cfa::MachineModel;
use cfa::value::Overflow;
use std::time::Duration;
use std::{fs, io};

/// Where the interpreter may stop, so that an execution is not compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gap {
    /// Nowhere.
    None,
    /// At a call of a function as another type than it has.
    Misfit,
    /// At what it names as unsupported.
    Unsupported,
}

/// A program with what gcc's binary says of it.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The units without `main`, in the order in which they are linked.
    units: Vec<String>,
    /// What the interpreter need not know.
    gap: Gap,
    /// What signed overflow means to gcc and to the interpreter.
    overflow: Overflow,
    machine: MachineModel,
    /// What `compute` returns for each input.
    results: Vec<u8>,
    /// What `main` compares with.
    constant: u8,
}

/// Each input in a child, so that all begin with the same memory.
const HARNESS: &str = r#"
extern int fork(void), waitpid(int, int *, int), printf(const char *, ...); extern void _exit(int);
extern unsigned char compute(unsigned char);
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
pub fn linked(seed: u64, machine: MachineModel) -> io::Result<Result<Linked, String>> {
    let pair = generate::pair(seed);
    let mut rng = Rng::new(seed);
    let mut units = pair.units.to_vec();
    if rng.chance(50) {
        units.reverse();
    }
    let linked = judged_by_gcc(units, Overflow::Undefined, machine, &mut rng)?;
    Ok(linked.map(|linked| Linked { gap: if pair.has_misfit { Gap::Misfit } else { Gap::None }, ..linked }))
}

/// A program of these units, one of which has a function `compute`, with what gcc's binary says of
/// it.
pub(crate) fn judged_by_gcc(
    units: Vec<String>,
    overflow: Overflow,
    machine: MachineModel,
    rng: &mut Rng,
) -> io::Result<Result<Linked, String>> {
    let results = match results(&units, overflow, machine)? {
        Ok(results) => results,
        Err(problem) => return Ok(Err(problem)),
    };
    let beside = results[rng.below(results.len())] ^ (1 << rng.below(6));
    let constant = if rng.chance(50) { *rng.pick(&results) } else { beside };
    Ok(Ok(Linked { units, gap: Gap::None, overflow, machine, results, constant }))
}

fn results(
    units: &[String],
    overflow: Overflow,
    machine: MachineModel,
) -> io::Result<Result<Vec<u8>, String>> {
    let scratch = Scratch::new()?;
    let binary = scratch.file("program");
    let mut command = gcc::compiler(machine);
    command.args(["-O0", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]);
    if overflow == Overflow::Wrap {
        command.arg("-fwrapv");
    }
    for (number, text) in units.iter().map(String::as_str).chain([HARNESS]).enumerate() {
        let source = scratch.file(&format!("unit{number}.c"));
        fs::write(&source, text)?;
        command.arg(source);
    }
    let compiled = command.arg("-o").arg(&binary).arg("-lm").output()?;
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

impl Linked {
    /// The units of the task, with a third one for `main`.
    pub fn task(&self) -> Vec<String> {
        let constant = self.constant;
        let main = format!(
            "extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void); extern unsigned char compute(unsigned char);\n\
             int main(void) {{ if (compute(__VERIFIER_nondet_uchar() & 3) == {constant}) reach_error(); return 0; }}\n"
        );
        self.with(main)
    }

    fn with(&self, main: String) -> Vec<String> {
        let mut units = self.units.clone();
        units.push(main);
        units
    }

    /// Whether `main` of the task never calls `reach_error`.
    pub fn holds(&self) -> bool {
        !self.results.contains(&self.constant)
    }

    /// The same, but the interpreter may stop there.
    pub(crate) fn with_gap(self, gap: Gap) -> Self {
        Self { gap, ..self }
    }

    /// Asks a preset, or the tool's own choice if it is called `default`.
    pub fn judge(&self, name: &str, time: Duration) -> Judged {
        judge_units(&self.task(), self.machine, self.holds(), name, time)
    }

    /// Runs the program in the interpreter for all inputs; says how it differs.
    pub fn difference(&self) -> Option<String> {
        let limits = Limits { overflow: self.overflow, ..Limits::default() };
        (0..).zip(&self.results).find_map(|(input, &expected)| {
            let main = format!(
                "extern unsigned char compute(unsigned char); extern void exit(int);\nint main(void) {{ exit(compute({input})); }}\n"
            );
            match execute_units(&self.with(main), self.machine, &limits).ending {
                Ending::Exit(status) if status == i32::from(expected) => None,
                Ending::Stopped(_) if self.gap == Gap::Misfit => None,
                Ending::Stopped(why)
                    if self.gap == Gap::Unsupported && why.starts_with("Unsupported") =>
                {
                    None
                }
                ending => Some(format!("compute({input}) is {expected}, in the interpreter: {ending}")),
            }
        })
    }
}
