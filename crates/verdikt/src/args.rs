//! What can be typed. The help texts are the manual, so they teach by examples.

use crate::preprocessing::PreprocessorArgs;
use cfa::MachineModel;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use engine::Externals;
use engine::plan::Request;
use engine::preprocess::{Preprocessor, When};
use engine::{Outside, VolatileReads};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  verdikt verify --preset k-induction program.c  is an error function ever called?
  verdikt verify --preset impact task.yml        check what a task definition asks for
  verdikt verify --preset bmc --property p.prp --32 a.c b.c
  verdikt list presets                           which analyses there are
  verdikt run program.c --seed 7                 execute, choosing inputs by a seed
  verdikt dump cfa program.c                     show the control-flow automaton
  verdikt verify -std=gnu99 -Iinclude -DNDEBUG -include config.h a.c b.c
                                                 a program with its compiler's options

Exit status:
  0, 1, 2   verify: TRUE, FALSE, UNKNOWN
            run: normal end, an error was reached, not decided
  64        wrong usage
  65        wrong input (a message says what and where)
  70        a bug of Verdikt (a message says how to report it)
  74        the output could not be written
  130       interrupted twice

The last line of standard output of `verify` is the verdict. Messages go to standard error.";

const VERIFY_EXAMPLES: &str = "\
Examples:
  verdikt verify --preset bmc program.c                    look for a violation, loop by loop
  verdikt verify --preset k-induction program.c            the same, and try to prove that there is none
  verdikt verify --preset impact --time-limit 60 --memory-limit 4000 task.yml
  verdikt verify --preset bmc --set bmc.last=10 program.c  change an option of the preset
  verdikt list presets                                     which analyses there are
  verdikt list options --preset impact                     what --set can change, and the values now";

/// Shows that C programs obey a property, or how they do not.
#[derive(Parser, Debug)]
#[command(name = "verdikt", version, about, after_help = EXAMPLES, arg_required_else_help = true)]
#[command(propagate_version = false, disable_help_subcommand = false)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// How messages look.
#[derive(ClapArgs, Debug)]
pub(crate) struct OutputArgs {
    /// Colour messages: `auto` does on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: ColourChoice,
    /// Show messages with their source line, or on one line each
    #[arg(long, global = true, value_enum, default_value_t, value_name = "FORM")]
    pub(crate) message_format: MessageFormat,
    /// Say more: with --version, what is supported and which solvers there are
    #[arg(long, global = true)]
    pub(crate) verbose: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ColourChoice {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MessageFormat {
    /// With the source line and a caret
    #[default]
    Full,
    /// `file:line:column: error[code]: message`
    Short,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Check a program against a property
    ///
    /// Reads C programs, or one task definition (.yml, format versions 1.0 to 2.1) that names programs,
    /// properties and data model. Several programs are linked into one.
    ///
    /// Without --property, and if no task names one, the property is that no assertion fails
    /// (`assert`, `__VERIFIER_assert`, `__CPROVER_assert` and their kin) and no error function is
    /// called (`reach_error`, `__VERIFIER_error`).
    ///
    /// Several analyses are tried in turn; --preset chooses one. TRUE is a proof, FALSE comes with a path that was executed, and UNKNOWN says why. An answer
    /// lists what it rests on. Ctrl-C gives the answer UNKNOWN(interrupted) with the statistics; a second one ends at once.
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),
    /// Execute a program step by step
    ///
    /// Interprets the control-flow automaton with C's semantics. Undefined behaviour, `abort` and a call
    /// of an error function end the run with status 1 and a message that says where. What the program prints goes to
    /// standard output, everything else to standard error.
    ///
    /// Nondeterministic values (`__VERIFIER_nondet_int()`, undefined functions) come from the file of --values, one
    /// number after the other, and then from --seed; with --values alone, the run ends where the list does.
    Run(RunArgs),
    /// Show an intermediate representation
    ///
    /// From C text to automaton: tokens, ast (syntax tree), cfa (automaton as text), dot (automaton for
    /// Graphviz: `verdikt dump dot a.c | dot -Tsvg > a.svg`).
    Dump {
        /// What to show
        #[arg(value_enum)]
        stage: Stage,
        #[command(flatten)]
        program: ProgramArgs,
    },
    /// List what is known
    List {
        /// What to list
        #[arg(value_enum)]
        what: Listing,
        /// With `options`: those that this preset's analysis reads, and their values
        #[arg(long, value_name = "NAME")]
        preset: Option<String>,
    },
    /// Print the version and what it supports
    Version,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Tokens, one a line
    Tokens,
    /// The syntax tree
    Ast,
    /// The control-flow automaton as text
    Cfa,
    /// The control-flow automaton for Graphviz
    Dot,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listing {
    /// C features and how far they are supported
    Features,
    /// Analyses that `verify --preset` runs
    Presets,
    /// What `verify --set` changes, with defaults
    Options,
}

/// A program and how to read it.
#[derive(ClapArgs, Debug)]
pub(crate) struct ProgramArgs {
    /// C programs (.c, .i), or one task definition (.yml)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// 32-bit machine: int, long and pointers have 4 bytes
    #[arg(long = "32", conflicts_with = "lp64")]
    ilp32: bool,
    /// 64-bit machine: long and pointers have 8 bytes (default, unless a task says otherwise)
    #[arg(long = "64")]
    lp64: bool,
    /// Begin at this function [default: the one that the property names, else main]
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// What a read of a volatile object gives: what the program wrote last, which the answer lists
    /// as an assumption, or any value
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    volatile: VolatileChoice,
    /// An interrupt handler: a function without parameters that may run between any two steps of
    /// the program; may be repeated
    #[arg(long, value_name = "FUNCTION")]
    interrupt: Vec<String>,
    /// What functions do that are declared only [default: pure for a task definition, else
    /// write-arguments]
    #[arg(long, value_enum, value_name = "WHAT")]
    externals: Option<ExternalsChoice>,
    /// C compiler whose `-E` preprocesses programs with directives, perhaps with options: `--cc
    /// "gcc -pthread"` [default: $CC, else cc]
    #[arg(long, value_name = "COMMAND", help_heading = "Preprocessor")]
    cc: Option<String>,
    #[command(flatten)]
    preprocessor: PreprocessorArgs,
    /// When to run the preprocessor: `needed` if the text has directives, or the options change it
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Preprocessor")]
    cpp: CppChoice,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExternalsChoice {
    /// They return any value and change nothing
    Pure,
    /// They change what their arguments reach, and call the functions that they are passed
    WriteArguments,
    /// They do anything: where one is called, the answer is UNKNOWN
    Any,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum VolatileChoice {
    #[default]
    Ordinary,
    Nondet,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum CppChoice {
    #[default]
    Needed,
    Always,
    Never,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    /// The property to check: a file with lines such as
    /// `CHECK( init(main()), LTL(G ! call(reach_error())) )`,
    /// or (`.spc`) with automata that watch calls
    #[arg(long, short, value_name = "FILE", help_heading = "Analysis")]
    pub(crate) property: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) analysis: AnalysisArgs,
    /// Answer UNKNOWN after so many seconds of CPU time
    #[arg(long, value_name = "SECONDS", help_heading = "Limits", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time_limit: Option<u64>,
    /// Answer UNKNOWN when so many megabytes (millions of bytes) are used
    #[arg(long, value_name = "MB", help_heading = "Limits", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) memory_limit: Option<u64>,
    /// Show times of phases beside the counts
    #[arg(long, help_heading = "Answer")]
    pub(crate) statistics: bool,
    /// Print one JSON document instead of text, with times
    #[arg(long, help_heading = "Answer")]
    pub(crate) json: bool,
    /// Show a line of progress on standard error: `auto` does on a terminal
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", help_heading = "Answer")]
    pub(crate) progress: ProgressChoice,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ProgressChoice {
    #[default]
    Auto,
    Always,
    Never,
}

/// Which analysis.
#[derive(ClapArgs, Debug)]
pub(crate) struct AnalysisArgs {
    /// The analysis to run; `verdikt list presets` shows them. Without one, several are tried in turn
    #[arg(long, value_name = "NAME", help_heading = "Analysis")]
    pub(crate) preset: Option<String>,
    /// Change an option of the preset; may be repeated; `verdikt list options` shows them
    #[arg(long, value_name = "KEY=VALUE", help_heading = "Analysis")]
    pub(crate) set: Vec<String>,
    /// Write what solvers are asked into this folder, as SMT-LIB scripts that any solver can run again
    #[arg(long, value_name = "DIR", help_heading = "Analysis")]
    pub(crate) smt_log: Option<PathBuf>,
    /// Begin with the predicates of this file, which an earlier run on the same program wrote
    #[arg(long, value_name = "FILE", help_heading = "Analysis")]
    pub(crate) read_precision: Option<PathBuf>,
    /// Write the predicates that were found to this file, whatever the answer is
    #[arg(long, value_name = "FILE", help_heading = "Analysis")]
    pub(crate) write_precision: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    /// Choose nondeterministic values by this seed [default: 0, unless --values is given]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Take inputs from this file first: a number a line, and the arguments of `main` in quotes;
    /// `#` begins a remark
    #[arg(long, value_name = "FILE")]
    pub(crate) values: Option<PathBuf>,
    /// Stop after so many steps
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    pub(crate) max_steps: u64,
    /// Signed overflow: wrap around, or report it as the undefined behaviour that it is
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub(crate) overflow: OverflowChoice,
    /// Reading an uninitialised variable: take any value, or report it as the undefined behaviour that it is
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub(crate) uninitialised: UninitialisedChoice,
    /// An argument of the program (`argv[1]` and so on); may be repeated
    #[arg(long = "arg", value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) args: Vec<String>,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OverflowChoice {
    Wrap,
    #[default]
    Report,
}

#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum UninitialisedChoice {
    Any,
    #[default]
    Report,
}

impl ProgramArgs {
    /// What was asked for, in the engine's words.
    pub(crate) fn request(&self, property: Option<&PathBuf>) -> Request {
        let machine = match (self.ilp32, self.lp64) {
            (true, _) => Some(MachineModel::Ilp32),
            (_, true) => Some(MachineModel::Lp64),
            (false, false) => None,
        };
        let externals = self.externals.map(|externals| match externals {
            ExternalsChoice::Pure => Externals::Pure,
            ExternalsChoice::WriteArguments => Externals::WriteArguments,
            ExternalsChoice::Any => Externals::Any,
        });
        let volatile = match self.volatile {
            VolatileChoice::Ordinary => VolatileReads::Ordinary,
            VolatileChoice::Nondet => VolatileReads::Nondet,
        };
        let interrupts = self.interrupt.clone();
        let outside = Outside { volatile, interrupts, ..Outside::default() };
        let (files, entry) = (self.files.clone(), self.entry.clone());
        Request { files, property: property.cloned(), machine, entry, outside, externals }
    }

    /// How to preprocess; else what is wrong with the command.
    pub(crate) fn preprocessor(&self) -> Result<Preprocessor, String> {
        let mut preprocessor = match &self.cc {
            Some(command) => {
                Preprocessor::with_command(command).map_err(|reason| format!("`--cc`: {reason}"))?
            }
            None => Preprocessor::from_environment()?,
        };
        preprocessor.when = match self.cpp {
            CppChoice::Needed => When::Needed,
            CppChoice::Always => When::Always,
            CppChoice::Never => When::Never,
        };
        let words = &self.preprocessor.words;
        if preprocessor.when == When::Never && !words.is_empty() {
            return Err(format!(
                "`{}` is for the preprocessor, which `--cpp never` forbids",
                words.join(" ")
            ));
        }
        preprocessor.arguments.extend(words.iter().cloned());
        Ok(preprocessor)
    }
}
