//! `verdikt-bench exec`: runs and measures one command.
//!
//! Options have the names that users of the reference tool's `runexec` know; what it prints is available in that tool's form, too.

use crate::exit::{Exit, report_error, report_warning};
use crate::isolation::Isolation;
use crate::report;
use crate::signals::stop_on_signals;
use bench_run::pattern::normal;
use bench_run::{Problem, prepare};
use bench_system::{Container, Error, Inherited, Limits, Reason, Request};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  verdikt-bench exec -- ./tool input.c
  verdikt-bench exec --timelimit 100s --memlimit 16GB --cores 0-7,16-23 --memory-nodes 0 -- ./tool
  verdikt-bench exec --read-only-dir / --overlay-dir . -- ./tool      writes are possible here only
  verdikt-bench exec --result-files '*.graphml' --output-directory files -- ./tool
  verdikt-bench exec --format runexec -- ./tool                       lines as the reference tool prints

What the command writes to its standard output and errors is in the file of --output. In the container it sees the
files of this machine and can write everywhere, but what it writes is lost with the run unless --result-files names it; /tmp and /run
are empty but for the folder of the command, other processes and the network are out of reach. Files
that it writes count as memory.

Times have the units ms, s (the default), min, h and d; sizes B, kB, MB, GB, TB, KiB, MiB, GiB and TiB.";

/// What `exec` can be told.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// CPU time of all processes together, after which all are killed
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    timelimit: Option<Duration>,
    /// CPU time after which the command is asked to end (SIGTERM)
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    softtimelimit: Option<Duration>,
    /// Wall time, after which all processes are killed
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    walltimelimit: Option<Duration>,
    /// Memory of all processes together, swapped pages included
    #[arg(long, value_name = "SIZE", value_parser = memory, help_heading = "Limits")]
    memlimit: Option<u64>,
    /// Processes and threads at the same time
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits")]
    pids_limit: Option<u64>,
    /// What is kept of the output; the rest is cut out of the middle
    #[arg(
        long = "max-output-size", alias = "maxOutputSize", value_name = "SIZE", value_parser = size,
        help_heading = "Limits"
    )]
    max_output_size: Option<u64>,
    /// What the files that the command writes may have together
    #[arg(long = "files-size-limit", alias = "filesSizeLimit", value_name = "SIZE", value_parser = size, help_heading = "Limits", conflicts_with = "no_container")]
    files_size_limit: Option<u64>,
    /// Cores that may be used, such as 0-3,8
    #[arg(long, value_name = "LIST", value_parser = list, help_heading = "Limits")]
    cores: Option<List>,
    /// Memory nodes that may be used, such as 0
    #[arg(long, alias = "memoryNodes", value_name = "LIST", value_parser = list, help_heading = "Limits")]
    memory_nodes: Option<List>,

    /// File that the command reads as standard input; there is nothing to read without it
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    input: Option<PathBuf>,
    /// File that gets what the command writes; it is overwritten
    #[arg(long, value_name = "FILE", default_value = "output.log", help_heading = "Files")]
    output: PathBuf,
    /// Folder in which the command starts
    #[arg(long, value_name = "FOLDER", help_heading = "Files")]
    dir: Option<PathBuf>,
    /// Copy out files that the command wrote and that match, relative to where it started; can be repeated
    #[arg(long, value_name = "PATTERN", help_heading = "Files", conflicts_with = "no_container")]
    result_files: Vec<String>,
    /// Where they are copied to
    #[arg(long, value_name = "FOLDER", help_heading = "Files", conflicts_with = "no_container")]
    output_directory: Option<PathBuf>,
    /// Set an environment variable; can be repeated
    #[arg(long = "env", value_name = "NAME=VALUE", help_heading = "Files")]
    variables: Vec<String>,

    #[command(flatten)]
    isolation: Isolation,

    /// How the figures are printed
    #[arg(long, value_enum, default_value_t, value_name = "FORM", help_heading = "Figures")]
    format: report::Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format", help_heading = "Figures")]
    json: bool,

    /// The command with its arguments
    #[arg(required = true, trailing_var_arg = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Numbers of cores or nodes: clap takes a plain vector for an option that is repeated.
#[derive(Clone, Debug)]
struct List(Vec<u32>);

fn list(text: &str) -> Result<List, String> {
    bench_system::parse_list(text).map(List)
}

fn time(text: &str) -> Result<Duration, String> {
    let time = bench_system::parse_time(text)?;
    if time.is_zero() {
        return Err("a limit of zero would end every run; leave it out for no limit".to_owned());
    }
    Ok(time)
}

fn size(text: &str) -> Result<u64, String> {
    let size = bench_system::parse_size(text)?;
    if size == 0 {
        return Err("a limit of zero would end every run; leave it out for no limit".to_owned());
    }
    Ok(size)
}

fn memory(text: &str) -> Result<u64, String> {
    let size = size(text)?;
    if size < 100_000 {
        return Err(format!("no program runs in {size} bytes; is the unit right? Write 4GB or 500MB"));
    }
    Ok(size)
}

/// Does it.
pub(crate) fn run(args: &Args) -> Exit {
    let format = if args.json { report::Format::Json } else { args.format };
    let mut request = match request(args) {
        Ok(request) => request,
        Err(message) => {
            report_error(message);
            return Exit::Usage;
        }
    };
    if let Err(problem) = show_program(&mut request) {
        report_error(problem);
        return if report::print_failed(format).is_err() { Exit::Output } else { Exit::Input };
    }
    let stop = match stop_on_signals() {
        Ok(stop) => stop,
        Err(message) => {
            report_error(message);
            return Exit::Failure;
        }
    };
    if let Err(error) = std::fs::write(&request.output, "") {
        report_error(format!("cannot write the output to {}: {error}", request.output.display()));
        return Exit::Output;
    }
    let result = bench_system::execute(&request, &stop);
    match result {
        Ok(measured) => {
            for warning in &measured.warnings {
                report_warning(warning);
            }
            if report::print(&measured, &request, format).is_err() {
                return Exit::Output;
            }
            if measured.reason == Some(Reason::Killed) { Exit::Interrupted } else { Exit::Success }
        }
        Err(error) => fail(&error, format),
    }
}

/// Makes the command visible that is in a folder which runs do not see by default. One that does
/// not exist is found out when it is started.
fn show_program(request: &mut Request) -> Result<(), Problem> {
    let (Some(name), Ok(current)) = (request.command.first(), std::env::current_dir()) else { return Ok(()) };
    let start = request.folder.as_ref().map_or_else(|| current.clone(), |folder| current.join(folder));
    let start = start.canonicalize().unwrap_or(start);
    let program = Path::new(name);
    let found = if program.components().nth(1).is_some() {
        Some(start.join(program))
    } else {
        let set = request.set.iter().rev().find(|(name, _)| name == "PATH").map(|(_, value)| value.clone());
        let path = set.or_else(|| std::env::var_os("PATH")).unwrap_or_default();
        std::env::split_paths(&path)
            .map(|folder| start.join(folder).join(program))
            .find(|file| file.is_file())
    };
    match (&mut request.container, found.filter(|file| file.is_file())) {
        (Some(container), Some(program)) => prepare::show_program(container, &normal(&program), &start),
        (Some(_) | None, Some(_) | None) => Ok(()),
    }
}

fn fail(error: &Error, format: report::Format) -> Exit {
    report_error(error);
    match error {
        Error::Start(_) => {
            if report::print_failed(format).is_err() {
                return Exit::Output;
            }
            Exit::Input
        }
        Error::Request(_) => Exit::Input,
        Error::Machine(_) => Exit::Machine,
        Error::Stopped => Exit::Interrupted,
        Error::System { .. } => Exit::Failure,
    }
}

fn request(args: &Args) -> Result<Request, String> {
    let mut set = Vec::new();
    for variable in &args.variables {
        let Some((name, value)) = variable.split_once('=') else {
            return Err(format!("--env {variable:?} has no value; write NAME=VALUE"));
        };
        set.push((OsString::from(name), OsString::from(value)));
    }
    Ok(Request {
        command: args.command.clone(),
        folder: args.dir.clone(),
        inherited: Inherited::default(),
        set,
        input: args.input.clone(),
        output: args.output.clone(),
        limits: Limits {
            cpu: args.timelimit,
            soft_cpu: args.softtimelimit,
            wall: args.walltimelimit,
            memory: args.memlimit,
            processes: args.pids_limit,
            output: args.max_output_size,
            files: args.files_size_limit,
        },
        cores: args.cores.as_ref().map(|list| list.0.clone()).unwrap_or_default(),
        nodes: args.memory_nodes.as_ref().map(|list| list.0.clone()).unwrap_or_default(),
        container: container(args),
    })
}

fn container(args: &Args) -> Option<Container> {
    let has_results = !args.result_files.is_empty() || args.output_directory.is_some();
    let results = if args.result_files.is_empty() { vec![".".to_owned()] } else { args.result_files.clone() };
    let default_folder = || PathBuf::from("output.files");
    Some(Container {
        results: if has_results { results } else { Vec::new() },
        results_folder: has_results.then(|| args.output_directory.clone().unwrap_or_else(default_folder)),
        ..args.isolation.container()?
    })
}
