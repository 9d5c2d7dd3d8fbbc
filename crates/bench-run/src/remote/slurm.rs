//! Runs through Slurm: a job array, each element of which is one run, measured by this program on whichever machine Slurm chooses.
//!
//! There is no scheduler of our own. Slurm decides where and when; it gives each element its cores and memory; the element limits and measures as it would here. What Slurm needs to
//! know is in three commands: `sbatch`, `squeue`, `scancel`. The folder of results must be on a file system that all machines share.

use super::{publish, result};
use crate::journal::Journal;
use crate::prepare::Prepared;
use crate::problem::Problem;
use crate::schedule::{Estimate, Event, Failure, Observer, Outcomes, write_down};
use crate::tool::Locator;
use bench_result::Run;
use bench_system::Stop;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long results may take from the machine that wrote them to ours.
const DELAY: Duration = Duration::from_secs(5);
/// How often we look for results, and how often we ask Slurm.
const LOOK: Duration = Duration::from_millis(200);
const ASK: Duration = Duration::from_secs(2);

/// What Slurm is told.
#[derive(Clone, Debug, Default)]
pub struct Cluster {
    /// This program, as all machines find it.
    pub program: String,
    /// How many elements may run at the same time, if there is a bound.
    pub at_once: Option<u32>,
    /// Further options for `sbatch`, such as `--partition=x`.
    pub options: Vec<String>,
    /// Where the tool is.
    pub locator: Locator,
}

/// Submits all runs that are not done and collects what comes of them. Elements of an earlier start that are still there are waited for first.
pub fn execute(
    prepared: &Prepared,
    journals: &mut [Journal],
    cluster: &Cluster,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Outcomes {
    let mut collection = Collection {
        prepared,
        journals,
        observer,
        outcomes: Outcomes { runs: prepared.done.clone(), failure: None },
        estimate: Estimate::new(prepared),
        pending: (0..prepared.jobs.len()).filter(|index| prepared.done[*index].is_none()).collect(),
    };
    if let Err(problem) = collection.perform(cluster, stop) {
        collection.outcomes.failure = Some(Failure::Other(problem));
    }
    let outcomes = collection.outcomes;
    if outcomes.is_complete() {
        // Everything is in the journals now.
        let _ = std::fs::remove_dir_all(prepared.output.remote());
    }
    outcomes
}

struct Collection<'a> {
    prepared: &'a Prepared,
    journals: &'a mut [Journal],
    observer: &'a mut dyn Observer,
    outcomes: Outcomes,
    estimate: Estimate,
    /// Jobs without a result.
    pending: Vec<usize>,
}

impl Collection<'_> {
    fn perform(&mut self, cluster: &Cluster, stop: &Stop) -> Result<(), Problem> {
        let folder = self.prepared.output.remote();
        let submitted = folder.join("submitted");
        let earlier = std::fs::read_to_string(&submitted).unwrap_or_default();
        let earlier: Vec<String> = earlier.lines().map(str::to_owned).collect();
        self.look(&folder)?;
        self.wait(&earlier, &folder, stop)?;
        if self.pending.is_empty() || stop.is_given() {
            return Ok(());
        }
        publish(self.prepared, &cluster.locator, &self.pending)?;
        let jobs = self.submit(cluster, &folder, &submitted)?;
        self.wait(&jobs, &folder, stop)?;
        if self.pending.is_empty() || stop.is_given() {
            return Ok(());
        }
        let first = self.pending[0];
        let said = std::fs::read_to_string(folder.join(format!("{first}.out"))).unwrap_or_default();
        let count = self.pending.len();
        let task = &self.prepared.jobs[first].run.task;
        Err(Problem::new(format!(
            "{count} runs came back without a result, the first of them {task}: {}",
            said.trim()
        ))
        .advise(format!("what they printed is in {}; `--resume` submits them again", folder.display())))
    }

    /// Submits the pending jobs in arrays that are not larger than Slurm allows.
    fn submit(&self, cluster: &Cluster, folder: &Path, submitted: &Path) -> Result<Vec<String>, Problem> {
        let limit = largest_array()?;
        let mut jobs = Vec::new();
        for chunk in self.pending.chunks(limit) {
            let numbers: String = chunk.iter().fold(String::new(), |mut out, index| {
                let _ = writeln!(out, "{index}");
                out
            });
            let list = folder.join(format!("{}.list", chunk[0]));
            std::fs::write(&list, numbers)
                .map_err(|error| Problem::new(format!("cannot write {}: {error}", list.display())))?;
            let id = self.sbatch(cluster, folder, &list, chunk.len())?;
            jobs.push(id);
            let text: String = jobs.iter().map(|id| format!("{id}\n")).collect();
            std::fs::write(submitted, text)
                .map_err(|error| Problem::new(format!("cannot write {}: {error}", submitted.display())))?;
        }
        Ok(jobs)
    }

    fn sbatch(&self, cluster: &Cluster, folder: &Path, list: &Path, count: usize) -> Result<String, Problem> {
        let limits = &self.prepared.common.limits;
        let at_once = cluster.at_once.map_or_else(String::new, |count| format!("%{count}"));
        let mut arguments = vec![
            "--parsable".to_owned(),
            format!("--job-name={}", self.prepared.output.name),
            format!("--array=1-{count}{at_once}"),
            format!("--chdir={}", self.prepared.common.current.display()),
            "--output=/dev/null".to_owned(),
            format!("--cpus-per-task={}", limits.cores.unwrap_or(1)),
            "--no-requeue".to_owned(),
        ];
        if let Some(memory) = limits.memory {
            // Some is for this program itself.
            arguments.push(format!("--mem={}M", memory.div_ceil(1 << 20) + 100));
        }
        if let Some(wall) = limits.wall {
            arguments.push(format!("--time={}", wall.as_secs() / 60 + 2));
        }
        arguments.extend(cluster.options.iter().cloned());
        let quote = |path: &Path| format!("'{}'", path.display().to_string().replace('\'', "'\\''"));
        let script = format!(
            "#!/bin/sh\nindex=$(sed -n \"${{SLURM_ARRAY_TASK_ID}}p\" {})\nexec {} element {} \"$index\" >{}/\"$index.out\" 2>&1\n",
            quote(list),
            quote(Path::new(&cluster.program)),
            quote(folder),
            quote(folder),
        );
        let output = command("sbatch", &arguments, &script)?;
        // `id;cluster` where there are several clusters.
        let id = output.trim().split(';').next().unwrap_or_default().to_owned();
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Problem::new(format!(
                "`sbatch` answers `{}`, which is not the number of a job",
                output.trim()
            )));
        }
        Ok(id)
    }

    /// Waits until all results are there, or until Slurm has no more elements of these jobs.
    fn wait(&mut self, jobs: &[String], folder: &Path, stop: &Stop) -> Result<(), Problem> {
        if jobs.is_empty() {
            return Ok(());
        }
        let mut asked = Instant::now();
        let mut gone: Option<Instant> = None;
        while !self.pending.is_empty() {
            if stop.wait(LOOK) {
                let _ = command("scancel", &[vec!["--quiet".to_owned()], jobs.to_vec()].concat(), "");
                // What ended meanwhile counts.
                std::thread::sleep(Duration::from_secs(1));
                return self.look(folder);
            }
            let before = self.pending.len();
            self.look(folder)?;
            if gone.is_some_and(|since| since.elapsed() > DELAY) {
                return Ok(());
            }
            if self.pending.len() < before {
                gone = None;
            }
            if asked.elapsed() > ASK {
                asked = Instant::now();
                gone = if active(jobs)? { None } else { gone.or(Some(asked)) };
            }
        }
        Ok(())
    }

    /// Takes over the results that are there.
    fn look(&mut self, folder: &Path) -> Result<(), Problem> {
        let mut found: Vec<(usize, Box<Run>)> = Vec::new();
        for index in &self.pending {
            if let Some(run) = result(folder, *index)? {
                found.push((*index, Box::new(run)));
            }
        }
        write_down(self.prepared, self.journals, &found)?;
        for (index, run) in found {
            self.pending.retain(|other| *other != index);
            self.estimate.ended();
            let set = &self.prepared.plan.sets[self.prepared.jobs[index].run.set].name;
            self.observer.event(&Event::Ended { set, run: &run, progress: self.estimate.progress() });
            self.outcomes.runs[index] = Some(*run);
        }
        Ok(())
    }
}

/// Whether Slurm still has elements of the jobs.
fn active(jobs: &[String]) -> Result<bool, Problem> {
    let arguments = ["--noheader".to_owned(), "--format=%i".to_owned(), format!("--jobs={}", jobs.join(","))];
    match command("squeue", &arguments, "") {
        Ok(output) => Ok(!output.trim().is_empty()),
        // It forgets jobs some minutes after their end.
        Err(problem) if problem.message.contains("Invalid job id") => Ok(false),
        Err(problem) => Err(problem),
    }
}

/// How many elements an array may have.
fn largest_array() -> Result<usize, Problem> {
    let config = command("scontrol", &["show".to_owned(), "config".to_owned()], "")?;
    let line = config.lines().find_map(|line| line.trim().strip_prefix("MaxArraySize"));
    let size = line.and_then(|line| line.trim_start_matches([' ', '=']).trim().parse::<usize>().ok());
    // The numbers of elements are below this size, and ours begin with 1.
    Ok(size.unwrap_or(1001).saturating_sub(1).max(1))
}

fn command(name: &str, arguments: &[String], input: &str) -> Result<String, Problem> {
    let started = Command::new(name)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = started.map_err(|error| {
        Problem::new(format!("cannot run `{name}`: {error}"))
            .advise("`--on slurm` needs Slurm's programs (on Debian: slurm-client) on this machine")
    })?;
    if let Some(mut to) = child.stdin.take() {
        // A program that does not read its input is no problem.
        let _ = to.write_all(input.as_bytes());
    }
    let output =
        child.wait_with_output().map_err(|error| Problem::new(format!("cannot run `{name}`: {error}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(Problem::new(format!("`{name}` fails: {}", String::from_utf8_lossy(&output.stderr).trim())))
}
