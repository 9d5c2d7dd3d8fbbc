//! Random programs of csmith: our interpreter against gcc's binary.
//!
//! csmith (Yang, Chen, Eide, Regehr: *Finding and understanding bugs in C compilers*, PLDI 2011) writes programs that are free of
//! undefined behaviour and print a checksum of all their global variables. So the two outputs must be equal, and a
//! report of undefined behaviour is a bug of ours as well. Both sides get the same preprocessed text.
//!
//! Even seeds are for ILP32, odd ones for LP64. Programs that run longer than [`gcc::NATIVE_SECONDS`] natively are left out; programs
//! over our step limit are counted apart.

use crate::execute::{Ending, Execution, Limits, execute};
use crate::gcc::{self, Ran, Scratch};
use cfa::MachineModel;
use std::io::Write;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fmt, fs, io};
use test_needs::Need;

/// Where Debian's package has its headers.
const INCLUDE: &str = "/usr/include/csmith";

/// What to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The first seed.
    pub first_seed: u64,
    /// How many programs.
    pub count: u64,
    /// How many at a time.
    pub threads: usize,
    /// Steps of the interpreter for each program.
    pub max_steps: u64,
}

/// How one program compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Equal output.
    Same {
        /// Steps that the interpreter took.
        steps: u64,
    },
    /// Different output.
    Different {
        /// What gcc's binary printed.
        expected: String,
        /// What we printed.
        found: String,
    },
    /// Our step limit was hit.
    OverLimit,
    /// gcc's binary ran too long or gcc failed: not a test.
    Skipped(String),
    /// We reported undefined behaviour, stopped elsewhere, refused the program, or panicked.
    Failed(String),
}

/// The counts of a campaign.
#[derive(Clone, Default, Debug)]
pub struct Summary {
    /// Equal output.
    pub same: u64,
    /// Our step limit was hit.
    pub over_limit: u64,
    /// Not a test.
    pub skipped: u64,
    /// Seeds with different output or another failure, with the reason.
    pub failures: Vec<(u64, String)>,
    /// Steps of all programs that ended.
    pub steps: u64,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { same, over_limit, skipped, failures, steps } = self;
        let failed = failures.len();
        write!(
            f,
            "{same} same, {failed} failed, {over_limit} over the step limit, {skipped} skipped, {steps} steps"
        )
    }
}

/// csmith, and gcc for both machine models.
pub const NEEDS: [Need; 3] = [Need::Csmith, Need::Gcc32, Need::Gcc];

/// The machine model that a seed is run with.
pub fn machine_of(seed: u64) -> MachineModel {
    if seed.is_multiple_of(2) { MachineModel::Ilp32 } else { MachineModel::Lp64 }
}

/// The preprocessed program of a seed.
pub fn program(seed: u64, machine: MachineModel) -> io::Result<Result<String, String>> {
    let scratch = Scratch::new()?;
    // csmith reads the sizes of the target from this file in its current folder, and else writes those of its host.
    let pointer = machine.pointer_size();
    fs::write(scratch.file("platform.info"), format!("integer size = 4\npointer size = {pointer}\n"))?;
    let source = scratch.file("program.c");
    let made = Command::new("timeout")
        .args(["60", "csmith", "--seed", &seed.to_string(), "--output"])
        .arg(&source)
        .current_dir(scratch.folder())
        .output()?;
    if !made.status.success() {
        return Ok(Err(format!("csmith: {}", gcc::text_of(&made.stderr))));
    }
    gcc::preprocess(&source, &[INCLUDE], machine)
}

/// Runs one program both ways.
pub fn compare(seed: u64, max_steps: u64) -> io::Result<Comparison> {
    let machine = machine_of(seed);
    let text = match program(seed, machine)? {
        Ok(text) => text,
        Err(message) => return Ok(Comparison::Skipped(message)),
    };
    let expected = match gcc::stdout_of(&text, machine)? {
        Ran::Finished { stdout, status: Some(0) } => stdout,
        other => return Ok(Comparison::Skipped(format!("{other:?}"))),
    };
    let Execution { stdout, ending, steps } =
        execute("program.c", &text, machine, &Limits { max_steps, ..Limits::default() });
    Ok(match ending {
        Ending::Exit(0) if stdout == expected => Comparison::Same { steps },
        Ending::Exit(0) => Comparison::Different { expected, found: stdout },
        Ending::StepLimit => Comparison::OverLimit,
        other => Comparison::Failed(other.to_string()),
    })
}

/// Runs all programs of a plan, with a line of progress to `progress` for each that fails and every hundredth.
pub fn run(plan: &Plan, progress: &mut (dyn Write + Send)) -> io::Result<Summary> {
    let next = AtomicU64::new(0);
    let state = Mutex::new((Summary::default(), progress, 0u64));
    std::thread::scope(|scope| {
        let worker = || -> io::Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= plan.count {
                    return Ok(());
                }
                let seed = plan.first_seed + number;
                let comparison = compare(seed, plan.max_steps)?;
                let mut guard = state.lock().map_err(|_| io::Error::other("a worker panicked"))?;
                let (summary, progress, done) = &mut *guard;
                summary.add(seed, comparison, *progress)?;
                *done += 1;
                if *done % 100 == 0 {
                    writeln!(progress, "{done}/{}: {summary}", plan.count)?;
                }
            }
        };
        let workers: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .try_for_each(|handle| handle.join().map_err(|_| io::Error::other("a worker panicked"))?)
    })?;
    let (mut summary, ..) = state.into_inner().map_err(|_| io::Error::other("a worker panicked"))?;
    summary.failures.sort();
    Ok(summary)
}

impl Summary {
    fn add(&mut self, seed: u64, comparison: Comparison, progress: &mut dyn Write) -> io::Result<()> {
        let reason = match comparison {
            Comparison::Same { steps } => {
                self.same += 1;
                self.steps += steps;
                return Ok(());
            }
            Comparison::OverLimit => {
                self.over_limit += 1;
                return Ok(());
            }
            Comparison::Skipped(_) => {
                self.skipped += 1;
                return Ok(());
            }
            Comparison::Different { expected, found } => format!("gcc printed {expected:?}, we {found:?}"),
            Comparison::Failed(reason) => reason,
        };
        writeln!(progress, "seed {seed} ({:?}): {reason}", machine_of(seed))?;
        self.failures.push((seed, reason));
        Ok(())
    }
}
