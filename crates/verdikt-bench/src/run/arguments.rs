//! The arguments of `run`, and what they wish for.

use crate::isolation::Isolation;
use bench_run::plan::{Missing, Selection};
use bench_run::prepare::{Again, Override, Site, Start, Wish};
use bench_run::remote::slurm::Cluster;
use bench_run::tool::Locator;
use bench_run::topology::{Sharing, parse_list};
use bench_run::units;

use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  verdikt-bench run benchmark.xml                              all tasks, one after the other
  verdikt-bench run benchmark.xml -N 4 -c 2 --timelimit 60s    four at a time, on two cores each
  verdikt-bench run benchmark.toml -r predicate -t 'Loops*'    one configuration, some task sets
  verdikt-bench run benchmark.xml --resume                     go on after an interruption
  verdikt-bench run benchmark.xml --rerun failed               execute again what failed
  verdikt-bench run benchmark.xml --repeat 10                  means with confidence intervals
  verdikt-bench run benchmark.xml --dry-run                    only show the command lines
  verdikt-bench run benchmark.xml --on slurm                   as an array of Slurm jobs

A definition is the reference tool's XML, or the same in TOML:
  tool = \"verdikt\"
  time-limit = \"900 s\"
  memory-limit = \"15 GB\"
  cores = 2
  property-file = \"properties/unreach-call.prp\"
  [[run]]
  name = \"predicate\"
  options = [\"--preset\", \"predicate-abstraction\"]
  [[tasks]]
  name = \"Loops\"
  includes-file = [\"Loops.set\"]

Results are in results/NAME.DATE.results.RUN.xml.bz2 and .jsonl, logs in results/NAME.DATE.logfiles.zip.";

/// What `run` can be told.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The benchmark definition: XML, or TOML if its name ends with .toml
    #[arg(required_unless_present_any = ["list_tools"])]
    benchmark: Option<PathBuf>,

    /// Only run definitions of that name; patterns are possible; can be repeated
    #[arg(short, long, value_name = "NAME", help_heading = "What runs")]
    rundefinition: Vec<String>,
    /// Only task sets of that name; patterns are possible; can be repeated
    #[arg(short, long, value_name = "NAME", help_heading = "What runs")]
    tasks: Vec<String>,
    /// Execute each run that often; results have means, deviations and confidence intervals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000), help_heading = "What runs")]
    repeat: u32,
    /// Leave out tasks whose files do not exist, instead of refusing to start
    #[arg(long, help_heading = "What runs")]
    skip_missing: bool,
    /// Only print the command lines
    #[arg(long, help_heading = "What runs")]
    pub(super) dry_run: bool,
    /// Print the names of all tools and end
    #[arg(long, help_heading = "What runs")]
    pub(super) list_tools: bool,
    /// The folder of the tool; otherwise it is looked for in PATH and here
    #[arg(long, value_name = "FOLDER", help_heading = "What runs")]
    tool_directory: Option<PathBuf>,

    /// Where runs are executed: on this machine, or by Slurm as an array of jobs
    #[arg(long, value_enum, default_value_t, value_name = "WHERE", help_heading = "Past one machine")]
    pub(super) on: On,
    /// An option for Slurm's sbatch, such as --partition=long; can be repeated
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true, help_heading = "Past one machine")]
    slurm_option: Vec<String>,

    /// Go on with an interrupted benchmark: the latest one, or the one with that journal
    #[arg(long, value_name = "JOURNAL", num_args = 0..=1, help_heading = "Going on", conflicts_with = "rerun")]
    resume: Option<Option<PathBuf>>,
    /// Execute again: `failed`, `changed` (task, tool, options or limits), or a pattern of tasks; the rest is taken over
    #[arg(long, value_name = "WHICH", help_heading = "Going on")]
    rerun: Vec<String>,
    /// The journal that --rerun begins with; otherwise the latest
    #[arg(long, value_name = "JOURNAL", requires = "rerun", help_heading = "Going on")]
    from: Option<PathBuf>,

    /// CPU time of each run, -1 for none
    #[arg(short = 'T', long, value_name = "TIME", allow_hyphen_values = true, help_heading = "Limits")]
    timelimit: Option<String>,
    /// Wall time of each run, -1 for none
    #[arg(short = 'W', long, value_name = "TIME", allow_hyphen_values = true, help_heading = "Limits")]
    walltimelimit: Option<String>,
    /// Memory of each run, -1 for none
    #[arg(
        short = 'M',
        long,
        alias = "memlimit",
        value_name = "SIZE",
        allow_hyphen_values = true,
        help_heading = "Limits"
    )]
    memorylimit: Option<String>,
    /// Cores of each run, -1 for all
    #[arg(
        short = 'c',
        long,
        alias = "limitCores",
        value_name = "N",
        allow_hyphen_values = true,
        help_heading = "Limits"
    )]
    limit_cores: Option<String>,
    /// Runs at the same time
    #[arg(short = 'N', long, alias = "numOfThreads", value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Limits")]
    num_of_threads: Option<u32>,
    /// Cores that may be used, such as 0-3,8
    #[arg(long, alias = "allowedCores", value_name = "LIST", help_heading = "Limits")]
    allowed_cores: Option<String>,
    /// Use one virtual core of each physical core only
    #[arg(long, help_heading = "Limits", conflicts_with = "share_physical_cores")]
    no_hyperthreading: bool,
    /// Let two runs share a physical core where there are not enough: figures are not reliable
    #[arg(long, help_heading = "Limits")]
    share_physical_cores: bool,
    /// What is kept of the output of a run; the rest is cut out of the middle; -1 for all
    #[arg(
        long,
        alias = "maxLogfileSize",
        value_name = "SIZE",
        default_value = "20MB",
        allow_hyphen_values = true,
        help_heading = "Limits"
    )]
    max_logfile_size: String,

    /// The folder of results
    #[arg(
        short,
        long,
        alias = "outputpath",
        value_name = "FOLDER",
        default_value = "results",
        help_heading = "Results"
    )]
    output: PathBuf,
    /// An addition to the name of the benchmark
    #[arg(short, long, help_heading = "Results")]
    name: Option<String>,
    /// A file with a description that is kept with the results
    #[arg(short, long, value_name = "FILE", help_heading = "Results")]
    description_file: Option<PathBuf>,
    /// Leave results and logs as plain files
    #[arg(long, help_heading = "Results")]
    pub(super) no_compress_results: bool,
    /// Commit the results to the Git repository of their folder
    #[arg(long, help_heading = "Results")]
    pub(super) commit: bool,

    #[command(flatten)]
    isolation: Isolation,
}

/// Where runs are executed.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum On {
    /// On this machine.
    #[default]
    Here,
    /// By Slurm.
    Slurm,
}

impl Args {
    /// What Slurm is told.
    pub(super) fn cluster(&self) -> Result<Cluster, String> {
        let program = std::env::current_exe()
            .map_err(|error| format!("cannot find out where this program is: {error}"))?;
        Ok(Cluster {
            program: program.display().to_string(),
            at_once: self.num_of_threads,
            options: self.slurm_option.clone(),
            locator: Locator { folder: self.tool_directory.clone() },
        })
    }

    pub(super) fn benchmark(&self) -> &Path {
        self.benchmark.as_deref().unwrap_or(Path::new(""))
    }

    pub(super) fn wish(&self) -> Result<Wish, String> {
        let allowed = self.allowed_cores.as_deref().map(parse_list).transpose();
        let description = match &self.description_file {
            None => String::new(),
            Some(file) => std::fs::read_to_string(file)
                .map_err(|error| format!("cannot read the description {}: {error}", file.display()))?,
        };
        let log_size = match limit("--max-logfile-size", Some(&self.max_logfile_size), units::size)? {
            Override::Set(size) => Some(size),
            Override::Keep | Override::Remove => None,
        };
        Ok(Wish {
            definition: self.benchmark().to_owned(),
            output: self.output.clone(),
            name: self.name.clone(),
            description,
            cpu: limit::<Duration>("--timelimit", self.timelimit.as_ref(), units::time)?,
            wall: limit("--walltimelimit", self.walltimelimit.as_ref(), units::time)?,
            memory: limit("--memorylimit", self.memorylimit.as_ref(), units::size)?,
            cores: limit("--limit-cores", self.limit_cores.as_ref(), units::count)?,
            threads: self.num_of_threads,
            selection: Selection {
                run_definitions: self.rundefinition.clone(),
                task_sets: self.tasks.clone(),
                repetitions: self.repeat,
                missing: if self.skip_missing { Missing::Skip } else { Missing::Refuse },
            },
            locator: Locator { folder: self.tool_directory.clone() },
            allowed_cores: allowed
                .map_err(|reason| format!("--allowed-cores: {reason}"))?
                .unwrap_or_default(),
            sharing: match (self.no_hyperthreading, self.share_physical_cores) {
                (true, _) => Sharing::OneThread,
                (false, true) => Sharing::Shared,
                (false, false) => Sharing::Apart,
            },
            container: self.isolation.container(),
            log_size,
            start: self.start(),
            site: match self.on {
                On::Here => Site::Here,
                On::Slurm => Site::Elsewhere,
            },
        })
    }

    fn start(&self) -> Start {
        if let Some(journal) = &self.resume {
            return Start::Resume(journal.clone());
        }
        let which = |text: &String| match text.as_str() {
            "failed" => Again::Failed,
            "changed" => Again::Changed,
            pattern => Again::Matching(pattern.to_owned()),
        };
        if self.rerun.is_empty() {
            Start::Fresh
        } else {
            Start::Rerun(self.rerun.iter().map(which).collect(), self.from.clone())
        }
    }
}

/// A limit on the command line: -1 takes it away.
fn limit<T>(
    name: &str,
    text: Option<&String>,
    read: fn(&str) -> Result<T, String>,
) -> Result<Override<T>, String> {
    match text.map(|text| text.trim()) {
        None => Ok(Override::Keep),
        Some("-1") => Ok(Override::Remove),
        Some(text) => read(text).map(Override::Set).map_err(|reason| format!("{name}: {reason}")),
    }
}
