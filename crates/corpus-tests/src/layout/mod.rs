//! Sizes, alignments, member offsets and bit-field positions against gcc's (System V ABI, both machine models).
//!
//! From the elaborated types of a program we write its own text followed by assertions: one `_Static_assert` for the
//! size and alignment of each record, one with `__builtin_offsetof` for each member, nested nameless records
//! included, and for each bit-field a constant object with that field alone set to all ones, whose bytes we read from
//! gcc's assembler output. gcc is the only judge: what it cannot name at the end of the file (a record of
//! a block scope, a tag that another hides) is counted apart and not as checked.

mod assembler;
mod random;
mod report;
mod statements;

#[cfg(test)]
mod tests;

use crate::gcc::{self, Scratch};
use c_sema::hir::{Body, BodySink, FunctionId, GlobalId, Initialiser, Program};
use cfa::{MachineModel, Types};
use source::{Severity, SourceMap};
use std::{fs, io};
use stdx::Interner;

pub use random::random_records;
pub use report::Report;
pub use statements::{Check, Subject, checks};

/// The bytes of probes, by the number of their check.
type Probes = Vec<(usize, Vec<u8>)>;

/// What became of one program.
#[derive(Debug)]
pub enum Outcome {
    /// Both accepted it; the counts.
    Checked(Report),
    /// gcc does not accept the program itself.
    RefusedByGcc(String),
    /// We do not accept it.
    RefusedByUs(String),
}

/// Checks every record of a preprocessed program.
pub fn check(name: &str, text: &str, machine: MachineModel) -> io::Result<Outcome> {
    let (types, names) = match records_of(name, text, machine) {
        Ok(found) => found,
        Err(message) => return Ok(Outcome::RefusedByUs(message)),
    };
    let checks = checks(text, &types, &names);
    let mut report = Report {
        records: checks.iter().filter(|check| check.subject == Subject::Size).count(),
        ..Report::default()
    };
    let scratch = Scratch::new()?;
    let source = scratch.file("layout.c");
    // `# 1 "checks"` restarts the line count, so that line n of "checks" is check number n.
    let mut program = format!("{text}\n# 1 \"checks\"\n");
    for check in &checks {
        program.push_str(&check.statement);
        program.push('\n');
    }
    fs::write(&source, program)?;
    let assembly = scratch.file("layout.s");
    let run = gcc::compiler(machine).arg("-S").arg("-o").arg(&assembly).arg(&source).output()?;
    let messages = gcc::text_of(&run.stderr);
    let failures = match report::read_messages(&messages, checks.len()) {
        Ok(failures) => failures,
        Err(message) => return Ok(Outcome::RefusedByGcc(message)),
    };
    let unnameable = report.count_assertions(&checks, &failures);
    if run.status.success() {
        report.count_probes(&checks, &assembler::read_probes(&fs::read_to_string(&assembly)?), &[]);
    } else if checks.iter().any(Check::is_probe) {
        // One unnameable record makes gcc emit no code at all: the probes are asked again without those.
        let (retried, left_out) = retry_probes(text, &checks, &unnameable, &scratch, machine)?;
        report.count_probes(&checks, &retried, &left_out);
    }
    Ok(Outcome::Checked(report))
}

/// Compiles the probes whose subject gcc could name; returns what they hold and which were left out.
fn retry_probes(
    text: &str,
    checks: &[Check],
    unnameable: &[usize],
    scratch: &Scratch,
    machine: MachineModel,
) -> io::Result<(Probes, Vec<usize>)> {
    let mut program = format!("{text}\n");
    for (number, check) in checks.iter().enumerate() {
        if check.is_probe() && !unnameable.contains(&number) {
            program.push_str(&check.statement);
            program.push('\n');
        }
    }
    let (source, assembly) = (scratch.file("probes.c"), scratch.file("probes.s"));
    fs::write(&source, program)?;
    let run = gcc::compiler(machine).arg("-S").arg("-o").arg(&assembly).arg(&source).output()?;
    if run.status.success() {
        return Ok((assembler::read_probes(&fs::read_to_string(&assembly)?), unnameable.to_vec()));
    }
    Ok((Vec::new(), (0..checks.len()).collect()))
}

/// The types of a program, elaborated.
pub fn records_of(name: &str, text: &str, machine: MachineModel) -> Result<(Types, Interner), String> {
    let mut map = SourceMap::new();
    let file = map.add(name, text.to_owned()).ok_or("too large")?;
    let mut names = Interner::new();
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    let mut diagnostics = parsed.diagnostics;
    if !diagnostics.iter().any(|message| message.severity == Severity::Error) {
        let mut elaborator = c_sema::Elaborator::new(machine);
        elaborator.announce(&parsed.ast, &mut names);
        diagnostics = elaborator.unit(&parsed.ast, &map, &mut names, &mut NoBodies);
        if !diagnostics.iter().any(|message| message.severity == Severity::Error) {
            return Ok((elaborator.finish().0.types, names));
        }
    }
    let first = diagnostics.iter().find(|message| message.severity == Severity::Error);
    Err(first.map_or_else(String::new, |message| format!("{}: {}", message.code, message.message)))
}

/// Takes no body: only the types matter here.
struct NoBodies;

impl BodySink for NoBodies {
    fn function(&mut self, _: &mut Program, _: &mut Interner, _: FunctionId, _: Body) {}
    fn static_init(&mut self, _: &mut Program, _: &mut Interner, _: GlobalId, _: Body, _: Initialiser) {}
}
