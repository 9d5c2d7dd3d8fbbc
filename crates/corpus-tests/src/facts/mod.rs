//! Facts of C as tasks: what always holds is never violated, what sometimes holds is reached.
//!
//! `corpus/facts` has small programs, each with a condition at its end. One that always holds makes two tasks, whose verdicts are known: its negation is never reached, and it is. One that
//! holds for some inputs makes the second. So each entry is a test of soundness in both directions, for constructs that random programs seldom have: casts between pointers and integers, bytes of records, functions in tables, text.
//!
//! The author of a fact may be wrong, so gcc's binary is asked first, for a few dozen choices of inputs. It traps at undefined behaviour, since nothing is true of what comes after it.

use crate::gcc::{self, Ran, Scratch};
use crate::verdicts::Task;
use cfa::MachineModel;
use std::{fs, io};

/// How often a condition holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// For all inputs.
    Always,
    /// For some.
    Sometimes,
}

/// A program and a condition at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Where it is written.
    pub line: usize,
    globals: String,
    body: String,
    holds: Holds,
    condition: String,
}

/// What every program may use. Prototypes instead of headers: nothing is preprocessed.
const HEAD: &str = "typedef unsigned long size_t; typedef unsigned long uintptr_t;
extern void reach_error(void); extern int nd(void); extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t); extern void free(void *);
extern void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t), *memset(void *, int, size_t); extern int memcmp(const void *, const void *, size_t);
extern size_t strlen(const char *); extern char *strcpy(char *, const char *), *strncpy(char *, const char *, size_t), *strcat(char *, const char *), *strchr(const char *, int), *strrchr(const char *, int), *strdup(const char *);
extern int strcmp(const char *, const char *), strncmp(const char *, const char *, size_t), sprintf(char *, const char *, ...), atoi(const char *), abs(int);
extern long strtol(const char *, char **, int); extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern int isdigit(int), toupper(int), tolower(int); extern double fabs(double), floor(double), ceil(double), sqrt(double), fmod(double, double), trunc(double), round(double), rint(double);
";

/// Tries a few dozen choices of inputs, each in a child, and prints how each ends: 9 is the error function.
const HARNESS: &str = "
extern int fork(void), waitpid(int, int *, int), printf(const char *, ...); extern void _exit(int);
static int seed, drawn;
int nd(void) {
  static const int choices[11] = {0, 1, -1, 2, 7, 255, 256, 2147483647, -2147483647 - 1, 12345, -77};
  return choices[(unsigned)(seed + seed / 11 * 5 + 3 * drawn++) % 11];
}
void reach_error(void) { _exit(9); }
int main(void) {
  int status, child;
  for (seed = 0; seed < 44; seed++) {
    child = fork();
    if (child < 0) _exit(1);
    if (child == 0) _exit(program());
    waitpid(child, &status, 0);
    printf(\"%d\\n\", (status & 127) ? -(status & 127) : status >> 8 & 255);
  }
  return 0;
}
";

/// Reads the entries of a text.
pub fn parse(text: &str) -> Result<Vec<Fact>, String> {
    let mut facts = Vec::new();
    let (mut globals, mut body) = (None, None);
    for (line, text) in (1..).zip(text.lines()) {
        let Some((key, rest)) = text.split_once(':') else { continue };
        let holds = match key {
            "globals" => {
                globals = Some(rest.trim().to_owned());
                continue;
            }
            "program" => {
                body = Some(rest.trim().to_owned());
                continue;
            }
            "always" => Holds::Always,
            "sometimes" => Holds::Sometimes,
            _ => continue,
        };
        let body = body.take().ok_or_else(|| format!("line {line}: a condition without a program"))?;
        let globals = globals.take().unwrap_or_default();
        facts.push(Fact { line, globals, body, holds, condition: rest.trim().to_owned() });
    }
    Ok(facts)
}

impl Fact {
    /// The tasks that it makes, for LP64.
    pub fn tasks(&self) -> Vec<Task> {
        let task = |condition: &str, holds: bool| Task {
            text: self.text("main", condition),
            machine: MachineModel::Lp64,
            holds,
        };
        let reached = task(&self.condition, false);
        match self.holds {
            Holds::Always => vec![task(&format!("!({})", self.condition), true), reached],
            Holds::Sometimes => vec![reached],
        }
    }

    /// What gcc's binary says against it, if anything.
    pub fn refutation(&self) -> io::Result<Option<String>> {
        let scratch = Scratch::new()?;
        let (source, binary) = (scratch.file("fact.c"), scratch.file("fact"));
        fs::write(&source, format!("{}{HARNESS}", self.text("program", &self.condition)))?;
        let mut command = gcc::compiler(MachineModel::Lp64);
        command.args(["-O0", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]);
        let compiled = command.arg(&source).arg("-o").arg(&binary).arg("-lm").output()?;
        if !compiled.status.success() {
            return Ok(Some(gcc::text_of(&compiled.stderr)));
        }
        let Ran::Finished { stdout, status: Some(0) } = gcc::run(&binary)? else {
            return Ok(Some("the binary does not end as it should".to_owned()));
        };
        let ends: Vec<&str> = stdout.lines().collect();
        let is_defined = ends.iter().all(|&end| end == "9" || end == "0");
        let is_so = match self.holds {
            Holds::Always => !ends.contains(&"0"),
            Holds::Sometimes => ends.contains(&"9"),
        };
        Ok((!is_defined || !is_so).then(|| format!("executions end with {}", ends.join(" "))))
    }

    fn text(&self, entry: &str, condition: &str) -> String {
        let Self { globals, body, .. } = self;
        format!("{HEAD}{globals}\nint {entry}(void) {{ {body} if ({condition}) reach_error(); return 0; }}\n")
    }
}
