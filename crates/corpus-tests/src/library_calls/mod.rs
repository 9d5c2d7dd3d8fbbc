//! Random calls of library functions: our models against glibc.
//!
//! Programs call functions that write through their arguments, call back, set `errno`, or whose result
//! the standard leaves open, and fold what they see into a byte ([`generate`]). What they do is
//! defined and the same in every run of glibc. gcc's binary tries the four inputs, as in
//! [`crate::pairs`]; the interpreter has to do the same, and no analysis may refute it. A result
//! that only C allows, and glibc never gives, is no violation: executions have glibc's results.
//!
//! Some programs declare the functions themselves, others include the system's headers, which
//! brings macros, other names behind `asm` and, as an optimising gcc sees them, inline definitions.
//!
//! Where a function has no model, or its result is left open, the interpreter stops by name.
//!
//! *What it cannot find:* mistakes about streams, files, threads and time.

mod generate;
mod more;

use crate::gcc::{self, Scratch};
use crate::pairs::{Gap, Linked, judged_by_gcc};
use crate::rng::Rng;
use cfa::MachineModel;
use cfa::value::Overflow;
use std::{fs, io};

/// Declares what the programs use, in the words of the standard and of POSIX.
const DECLARATIONS: &str = include_str!("declarations.h");

/// The system's own.
const HEADERS: &str = "\
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
";

/// The program of a seed, judged by gcc; the inner error says that the generator broke its promises.
pub fn linked(seed: u64, machine: MachineModel) -> io::Result<Result<Linked, String>> {
    let mut rng = Rng::new(seed ^ 0x11B_CA115);
    let (head, options): (&str, &[&str]) = match rng.below(8) {
        0..=3 => (DECLARATIONS, &[]),
        4 | 5 => (HEADERS, &[]),
        6 => (HEADERS, &["-O1"]),
        _ => (HEADERS, &["-O2", "-D_FORTIFY_SOURCE=2"]),
    };
    let text = format!("{head}{}", generate::program(&mut rng));
    match preprocessed(&text, options, machine)? {
        Ok(unit) => {
            let linked = judged_by_gcc(vec![unit], Overflow::Undefined, machine, &mut rng)?;
            Ok(linked.map(|linked| linked.with_gap(Gap::Unsupported)))
        }
        Err(problem) => Ok(Err(problem)),
    }
}

fn preprocessed(text: &str, options: &[&str], machine: MachineModel) -> io::Result<Result<String, String>> {
    let scratch = Scratch::new()?;
    let source = scratch.file("program.c");
    fs::write(&source, text)?;
    let output = gcc::compiler(machine).args(options).args(["-E", "-P"]).arg(&source).output()?;
    let is_done = output.status.success();
    Ok(if is_done { Ok(gcc::text_of(&output.stdout)) } else { Err(gcc::text_of(&output.stderr)) })
}
