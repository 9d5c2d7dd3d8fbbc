//! The large versions of the checks that `cargo test` runs in small.

#![expect(clippy::print_stdout, reason = "a binary prints its figures")]

use cfa::MachineModel;
use clap::{Parser, Subcommand};
use corpus_tests::addresses;
use corpus_tests::bitfields;
use corpus_tests::csmith::{self, Plan};
use corpus_tests::feature_programs::{self, Area};
use corpus_tests::layout::{self, Outcome, Report};
use corpus_tests::library_calls;
use corpus_tests::pairs;
use corpus_tests::scalars;
use corpus_tests::verdicts::{self, Judged};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{fs, io};

/// Differential tests against gcc.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Random programs of csmith print the same under our interpreter and as gcc's binary.
    Csmith {
        /// How many programs.
        #[arg(long, default_value_t = 1000)]
        count: u64,
        /// The first seed; even seeds are ILP32, odd ones LP64.
        #[arg(long, default_value_t = 1)]
        first_seed: u64,
        /// How many at a time.
        #[arg(long, default_value_t = 2)]
        threads: usize,
        /// Steps of the interpreter for each program.
        #[arg(long, default_value_t = 50_000_000)]
        max_steps: u64,
    },
    /// Every record of every preprocessed C program in the folders has gcc's layout, for both machine models.
    Layout {
        /// Folders that are searched for `.c` and `.i` files; random records if there are none.
        folders: Vec<PathBuf>,
        /// How many texts of random records.
        #[arg(long, default_value_t = 1000)]
        count: u64,
    },
    /// Presets give the verdict that all executions of gcc's binary show.
    Verdicts {
        /// How many programs, by turns for both machine models.
        #[arg(long, default_value_t = 1000)]
        count: u64,
        /// The first seed; even seeds are ILP32, odd ones LP64.
        #[arg(long, default_value_t = 0)]
        first_seed: u64,
        /// Which presets, by commas; `default` is the tool's own choice.
        #[arg(
            long,
            default_value = "value,value-predicate,predicate-abstraction,impact,bmc,k-induction,symbolic-execution,random-testing"
        )]
        presets: String,
        /// Seconds of wall time for each.
        #[arg(long, default_value_t = 2.0)]
        seconds: f64,
    },
    /// Programs of two units do in the interpreter what they do in gcc's binary, and presets give
    /// the verdict that it shows.
    Pairs {
        /// How many programs, by turns for both machine models.
        #[arg(long, default_value_t = 1000)]
        count: u64,
        /// The first seed; even seeds are ILP32, odd ones LP64.
        #[arg(long, default_value_t = 0)]
        first_seed: u64,
        /// Which presets, by commas; `default` is the tool's own choice.
        #[arg(long, default_value = "default")]
        presets: String,
        /// Seconds of wall time for each.
        #[arg(long, default_value_t = 5.0)]
        seconds: f64,
    },
    /// Programs that move addresses do in the interpreter what they do in gcc's binary, and presets
    /// give the verdict that it shows.
    Addresses {
        /// How many programs, by turns for both machine models.
        #[arg(long, default_value_t = 1000)]
        count: u64,
        /// The first seed; even seeds are ILP32, odd ones LP64.
        #[arg(long, default_value_t = 0)]
        first_seed: u64,
        /// Which presets, by commas; `default` is the tool's own choice.
        #[arg(long, default_value = "default")]
        presets: String,
        /// Seconds of wall time for each.
        #[arg(long, default_value_t = 5.0)]
        seconds: f64,
    },
    /// Random expressions over bit-fields of every width and declared type do in the interpreter
    /// what they do in gcc's binary, and presets give the verdict that it shows.
    Bitfields {
        /// How many programs, by turns for both machine models.
        #[arg(long, default_value_t = 1000)]
        count: u64,
        /// The first seed; even seeds are ILP32, odd ones LP64.
        #[arg(long, default_value_t = 0)]
        first_seed: u64,
        /// Which presets, by commas; `default` is the tool's own choice.
        #[arg(long, default_value = "default")]
        presets: String,
        /// Seconds of wall time for each.
        #[arg(long, default_value_t = 5.0)]
        seconds: f64,
    },
    /// Random calls of library functions do in the interpreter what they do in gcc's binary, and
    /// presets give the verdict that it shows.
    LibraryCalls {
        /// How many programs, by turns for both machine models.
        #[arg(long, default_value_t = 1000)]
        count: u64,
        /// The first seed; even seeds are ILP32, odd ones LP64.
        #[arg(long, default_value_t = 0)]
        first_seed: u64,
        /// Which presets, by commas; `default` is the tool's own choice.
        #[arg(long, default_value = "default")]
        presets: String,
        /// Seconds of wall time for each.
        #[arg(long, default_value_t = 5.0)]
        seconds: f64,
    },
    /// Writes the units of a seed's task of `library-calls` to standard output.
    ShowLibraryCalls {
        /// The seed.
        seed: u64,
    },
    /// Writes the task of a seed of `addresses` to standard output.
    ShowAddresses {
        /// The seed.
        seed: u64,
    },
    /// Writes the units of a seed's task of `bitfields` to standard output.
    ShowBitfields {
        /// The seed.
        seed: u64,
    },
    /// Writes the units of a seed's task of `pairs` to standard output.
    ShowPairs {
        /// The seed.
        seed: u64,
    },
    /// Writes the task of a seed of `verdicts` to standard output.
    ShowVerdicts {
        /// The seed.
        seed: u64,
    },
    /// Writes the preprocessed program of a csmith seed to standard output.
    Show {
        /// The seed.
        seed: u64,
    },
    /// Writes the scalar program of a seed to standard output.
    ShowScalars {
        /// The seed.
        seed: u64,
    },
    /// Random programs for what csmith leaves out print the same under our interpreter and as gcc's binary.
    Features {
        /// How many programs, each for both machine models.
        #[arg(long, default_value_t = 1000)]
        count: u64,
        /// The first seed.
        #[arg(long, default_value_t = 0)]
        first_seed: u64,
        /// Only the areas whose name begins so.
        #[arg(long, default_value = "")]
        area: String,
    },
    /// Writes the units of a seed's program of `features` for LP64 to standard output.
    ShowFeatures {
        /// The seed.
        seed: u64,
        /// Only the areas whose name begins so.
        #[arg(long, default_value = "")]
        area: String,
        /// The program for ILP32.
        #[arg(long)]
        ilp32: bool,
    },
    /// Random programs over every scalar type print the same under our interpreter and as gcc's binary.
    Scalars {
        /// How many programs, each for both machine models.
        #[arg(long, default_value_t = 1000)]
        count: u64,
        /// The first seed.
        #[arg(long, default_value_t = 0)]
        first_seed: u64,
    },
}

fn main() -> io::Result<ExitCode> {
    let passed = match Args::parse().command {
        Command::Csmith { count, first_seed, threads, max_steps } => {
            run_csmith(&Plan { first_seed, count, threads, max_steps })?
        }
        Command::Layout { folders, count } if folders.is_empty() => run_random_layout(count)?,
        Command::Layout { folders, .. } => run_layout(&folders)?,
        Command::Scalars { count, first_seed } => run_scalars(first_seed..first_seed + count)?,
        Command::Features { count, first_seed, area } => {
            run_features(first_seed..first_seed + count, &areas(&area))?
        }
        Command::Verdicts { count, first_seed, presets, seconds } => {
            let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            run_verdicts(first_seed..first_seed + count, &presets, time)?
        }
        Command::Pairs { count, first_seed, presets, seconds } => {
            let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            let make = |seed| pairs::linked(seed, csmith::machine_of(seed));
            run_compared(first_seed..first_seed + count, &presets, time, make)?
        }
        Command::Addresses { count, first_seed, presets, seconds } => {
            let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            let make = |seed| addresses::moved(seed, csmith::machine_of(seed));
            run_compared(first_seed..first_seed + count, &presets, time, make)?
        }
        Command::ShowAddresses { seed } => match addresses::moved(seed, csmith::machine_of(seed))? {
            Ok(moved) => {
                let task = moved.task();
                print!("/* {} */\n{}", if task.holds { "true" } else { "false" }, task.text);
                true
            }
            Err(problem) => {
                println!("{problem}");
                false
            }
        },
        Command::Bitfields { count, first_seed, presets, seconds } => {
            let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            let make = |seed| bitfields::linked(seed, csmith::machine_of(seed));
            run_compared(first_seed..first_seed + count, &presets, time, make)?
        }
        Command::LibraryCalls { count, first_seed, presets, seconds } => {
            let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            let make = |seed| library_calls::linked(seed, csmith::machine_of(seed));
            run_compared(first_seed..first_seed + count, &presets, time, make)?
        }
        Command::ShowLibraryCalls { seed } => show_linked(seed, library_calls::linked)?,
        Command::ShowPairs { seed } => show_linked(seed, pairs::linked)?,
        Command::ShowBitfields { seed } => show_linked(seed, bitfields::linked)?,
        Command::ShowVerdicts { seed } => match verdicts::task(seed, csmith::machine_of(seed))? {
            Ok(task) => {
                print!("/* {} */\n{}", if task.holds { "true" } else { "false" }, task.text);
                true
            }
            Err(problem) => {
                println!("{problem}");
                false
            }
        },
        Command::ShowFeatures { seed, area, ilp32 } => {
            let machine = if ilp32 { MachineModel::Ilp32 } else { MachineModel::Lp64 };
            print!("{}", feature_programs::program(seed, machine, &areas(&area)).join("/* next unit */\n"));
            true
        }
        Command::ShowScalars { seed } => {
            print!("{}", scalars::program(seed));
            true
        }
        Command::Show { seed } => match csmith::program(seed, csmith::machine_of(seed))? {
            Ok(text) => {
                print!("{text}");
                true
            }
            Err(message) => {
                println!("{message}");
                false
            }
        },
    };
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_csmith(plan: &Plan) -> io::Result<bool> {
    if let Some(need) = csmith::NEEDS.into_iter().find(|&need| !test_needs::is_met(need)) {
        println!("{}", need.advice());
        return Ok(false);
    }
    let summary = csmith::run(plan, &mut io::stderr())?;
    println!("{} programs: {summary}", plan.count);
    for (seed, reason) in &summary.failures {
        println!("seed {seed}: {reason}");
    }
    Ok(summary.failures.is_empty())
}

fn run_scalars(seeds: Range<u64>) -> io::Result<bool> {
    let (mut same, mut different) = (0, 0);
    for seed in seeds {
        for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
            match scalars::compare(seed, machine)? {
                None => same += 1,
                Some(difference) => {
                    different += 1;
                    println!("seed {seed} ({machine:?}): {difference}");
                }
            }
        }
    }
    println!("{same} same, {different} different");
    Ok(different == 0)
}

fn areas(prefix: &str) -> Vec<Area> {
    let fits = |area: &Area| format!("{area:?}").to_lowercase().starts_with(&prefix.to_lowercase());
    Area::ALL.into_iter().filter(fits).collect()
}

fn run_features(seeds: Range<u64>, areas: &[Area]) -> io::Result<bool> {
    let (mut same, mut different) = (0, 0);
    for seed in seeds {
        for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
            match feature_programs::compare(seed, machine, areas)? {
                None => same += 1,
                Some(difference) => {
                    different += 1;
                    println!("seed {seed} ({machine:?}): {difference}");
                }
            }
        }
    }
    println!("{areas:?}: {same} same, {different} different");
    Ok(different == 0)
}

fn run_verdicts(seeds: Range<u64>, presets: &str, time: Duration) -> io::Result<bool> {
    let mut passed = true;
    let mut counts: BTreeMap<&str, [u32; 4]> = BTreeMap::new();
    for seed in seeds {
        let task = match verdicts::task(seed, csmith::machine_of(seed))? {
            Ok(task) => task,
            Err(problem) => {
                passed = false;
                println!("seed {seed}: the generator is wrong: {problem}");
                continue;
            }
        };
        for name in presets.split(',') {
            let place = match verdicts::judge(&task, name, time) {
                Judged::Right if task.holds => 0,
                Judged::Right => 1,
                Judged::Undecided(_) => 2,
                Judged::Wrong(how) => {
                    passed = false;
                    println!("seed {seed}: {name} {how}");
                    3
                }
            };
            counts.entry(name).or_default()[place] += 1;
        }
    }
    for (name, [safe, violated, undecided, wrong]) in counts {
        println!("{name}: {safe} proved, {violated} violated, {undecided} undecided, {wrong} wrong");
    }
    Ok(passed)
}

/// The program of a seed, judged by gcc.
type Generate = fn(u64, MachineModel) -> io::Result<Result<pairs::Linked, String>>;

fn show_linked(seed: u64, generate: Generate) -> io::Result<bool> {
    Ok(match generate(seed, csmith::machine_of(seed))? {
        Ok(linked) => {
            let verdict = if linked.holds() { "true" } else { "false" };
            print!("/* {verdict} */\n{}", linked.task().join("/* next unit */\n"));
            true
        }
        Err(problem) => {
            println!("{problem}");
            false
        }
    })
}

/// A random program with what gcc's binary says of it.
trait Compared {
    fn holds(&self) -> bool;
    fn difference(&self) -> Option<String>;
    fn judge(&self, name: &str, time: Duration) -> Judged;
}

impl Compared for pairs::Linked {
    fn holds(&self) -> bool {
        self.holds()
    }

    fn difference(&self) -> Option<String> {
        self.difference()
    }

    fn judge(&self, name: &str, time: Duration) -> Judged {
        self.judge(name, time)
    }
}

impl Compared for addresses::Moved {
    fn holds(&self) -> bool {
        self.task().holds
    }

    fn difference(&self) -> Option<String> {
        self.difference()
    }

    fn judge(&self, name: &str, time: Duration) -> Judged {
        self.judge(name, time)
    }
}

fn run_compared<T: Compared>(
    seeds: Range<u64>,
    presets: &str,
    time: Duration,
    make: impl Fn(u64) -> io::Result<Result<T, String>>,
) -> io::Result<bool> {
    let (mut passed, mut same, mut different) = (true, 0, 0);
    let mut counts: BTreeMap<&str, [u32; 4]> = BTreeMap::new();
    for seed in seeds {
        let made = match make(seed)? {
            Ok(made) => made,
            Err(problem) => {
                passed = false;
                println!("seed {seed}: the generator is wrong: {problem}");
                continue;
            }
        };
        match made.difference() {
            None => same += 1,
            Some(difference) => {
                passed = false;
                different += 1;
                println!("seed {seed}: {difference}");
            }
        }
        for name in presets.split(',').filter(|name| !name.is_empty()) {
            let place = match made.judge(name, time) {
                Judged::Right if made.holds() => 0,
                Judged::Right => 1,
                Judged::Undecided(_) => 2,
                Judged::Wrong(how) => {
                    passed = false;
                    println!("seed {seed}: {name} {how}");
                    3
                }
            };
            counts.entry(name).or_default()[place] += 1;
        }
    }
    println!("executions: {same} same, {different} different");
    for (name, [safe, violated, undecided, wrong]) in counts {
        println!("{name}: {safe} proved, {violated} violated, {undecided} undecided, {wrong} wrong");
    }
    Ok(passed)
}

fn run_random_layout(count: u64) -> io::Result<bool> {
    let mut total = Report::default();
    for seed in 0..count {
        for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
            match layout::check("random.c", &layout::random_records(seed, 25, machine), machine)? {
                Outcome::Checked(report) => {
                    for mismatch in &report.mismatches {
                        println!("seed {seed} ({machine:?}): {mismatch}");
                    }
                    total += report;
                }
                Outcome::RefusedByGcc(message) | Outcome::RefusedByUs(message) => {
                    println!("seed {seed} ({machine:?}): {message}")
                }
            }
        }
    }
    let Report { records, confirmed, bit_fields, mismatches, .. } = total;
    println!(
        "{records} records, {confirmed} sizes, alignments and offsets and {bit_fields} bit-fields as gcc has them, {} mismatches",
        mismatches.len()
    );
    Ok(mismatches.is_empty())
}

fn run_layout(folders: &[PathBuf]) -> io::Result<bool> {
    let mut files = Vec::new();
    for folder in folders {
        programs(folder, &mut files)?;
    }
    files.sort();
    let mut passed = true;
    for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
        let (mut total, mut checked, mut by_gcc, mut by_us) = (Report::default(), 0, 0, Vec::new());
        for file in &files {
            let text = String::from_utf8_lossy(&fs::read(file)?).into_owned();
            match layout::check(&file.display().to_string(), &text, machine)? {
                Outcome::Checked(report) => {
                    for mismatch in &report.mismatches {
                        println!("{}: {mismatch}", file.display());
                    }
                    checked += 1;
                    total += report;
                }
                Outcome::RefusedByGcc(_) => by_gcc += 1,
                Outcome::RefusedByUs(message) => by_us.push(format!("{}: {message}", file.display())),
            }
        }
        let Report { records, confirmed, bit_fields, unnameable, unprobed, mismatches } = total;
        println!(
            "{machine:?}: {checked} programs, {records} records, {confirmed} sizes, alignments and offsets and {bit_fields} bit-fields as gcc has them, {} mismatches",
            mismatches.len()
        );
        println!(
            "  not checked: {by_gcc} programs that gcc refuses, {} that we refuse, {unnameable} hidden names, {unprobed} bit-fields without code",
            by_us.len()
        );
        for refused in &by_us {
            println!("  refused: {refused}");
        }
        passed &= mismatches.is_empty();
    }
    Ok(passed)
}

fn programs(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            programs(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "c" || extension == "i") {
            files.push(path);
        }
    }
    Ok(())
}
