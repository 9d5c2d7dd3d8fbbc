//! Runs through Slurm, in a cluster of this machine alone on loopback: munge, slurmctld and slurmd are started by the test and ended with it.

use crate::support::{Folder, can_measure, definition, kill, tasks_of, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use test_needs::Need;

const RUNS: usize = 100;

/// A cluster with its processes, which end with the value.
struct Cluster {
    folder: PathBuf,
    children: Vec<Child>,
}

/// The program, also where ordinary users do not look.
fn program(name: &str) -> Option<PathBuf> {
    let folders = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin"];
    folders.iter().map(|folder| Path::new(folder).join(name)).find(|file| file.exists())
}

impl Cluster {
    /// Starts one; says why there is none if that is not possible.
    fn start(folder: &Path) -> Result<Self, String> {
        if !text(&Command::new("id").arg("-u").output().unwrap().stdout).starts_with("0\n") {
            return Err("slurmd needs root to start jobs".to_owned());
        }
        let host = text(&Command::new("hostname").arg("-s").output().unwrap().stdout).trim().to_owned();
        for inner in ["munge", "state", "spool"] {
            fs::create_dir_all(folder.join(inner)).unwrap();
        }
        // Its socket may not be in a folder that others can write.
        let key = folder.join("munge/key");
        let random: Vec<u8> = (0..64u32).map(|at| (at * 97 + std::process::id()) as u8).collect();
        fs::write(&key, random).unwrap();
        Command::new("chmod").arg("400").arg(&key).status().unwrap();
        fs::write(folder.join("slurm.conf"), configuration(folder, &host)).unwrap();
        let mut cluster = Self { folder: folder.to_owned(), children: Vec::new() };
        let at = |name: &str| folder.join(name).display().to_string();
        let option = |name: &str, file: &str| format!("--{name}={}", at(file));
        cluster.spawn(
            "munged",
            &[
                "--foreground".to_owned(),
                option("key-file", "munge/key"),
                option("socket", "munge/socket"),
                option("pid-file", "munge/pid"),
                option("log-file", "munge/log"),
                option("seed-file", "munge/seed"),
            ],
        );
        cluster.wait_for("munge", || folder.join("munge/socket").exists())?;
        cluster.spawn("slurmctld", &["-D".to_owned()]);
        cluster.spawn("slurmd", &["-D".to_owned(), "-N".to_owned(), host]);
        cluster.wait_for("a node that is idle", || {
            let states =
                Command::new("sinfo").args(["-h", "-o", "%T"]).env("SLURM_CONF", at("slurm.conf")).output();
            states.is_ok_and(|states| text(&states.stdout).trim() == "idle")
        })?;
        Ok(cluster)
    }

    fn spawn(&mut self, name: &str, arguments: &[String]) {
        let log = fs::File::create(self.folder.join(format!("{name}.out"))).unwrap();
        let child = Command::new(program(name).unwrap())
            .args(arguments)
            .env("SLURM_CONF", self.folder.join("slurm.conf"))
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        self.children.push(child);
    }

    fn wait_for(&self, what: &str, is_there: impl Fn() -> bool) -> Result<(), String> {
        let start = Instant::now();
        while !is_there() {
            if start.elapsed() > Duration::from_secs(20) {
                let logs = ["munged.out", "slurmctld.log", "slurmd.log"];
                let logs: Vec<String> = logs
                    .iter()
                    .map(|log| fs::read_to_string(self.folder.join(log)).unwrap_or_default())
                    .collect();
                return Err(format!("the cluster does not start: no {what}\n{}", logs.join("\n")));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for child in self.children.iter_mut().rev() {
            let _ = kill("TERM", child);
            let start = Instant::now();
            while child.try_wait().is_ok_and(|status| status.is_none())
                && start.elapsed() < Duration::from_secs(5)
            {
                std::thread::sleep(Duration::from_millis(50));
            }
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Slurm starts jobs once a second, so several share a core here: this is about verdicts, not about times.
fn configuration(folder: &Path, host: &str) -> String {
    let folder = folder.display();
    let port = 20_000 + std::process::id() % 20_000 * 2;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\nAuthType=auth/munge\n\
         AuthInfo=socket={folder}/munge/socket\nCredType=cred/munge\nSlurmctldPort={port}\nSlurmdPort={}\n\
         SlurmctldPidFile={folder}/slurmctld.pid\nSlurmdPidFile={folder}/slurmd.pid\nSlurmctldLogFile={folder}/slurmctld.log\n\
         SlurmdLogFile={folder}/slurmd.log\nStateSaveLocation={folder}/state\nSlurmdSpoolDir={folder}/spool\n\
         ProctrackType=proctrack/linuxproc\nTaskPlugin=task/affinity\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU_Memory\n\
         SchedulerType=sched/builtin\nSchedulerParameters=batch_sched_delay=0,sched_min_interval=0\nJobAcctGatherType=jobacct_gather/none\n\
         AccountingStorageType=accounting_storage/none\nReturnToService=2\nMpiDefault=none\nMaxArraySize=61\n\
         NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} RealMemory=3000 State=UNKNOWN\n\
         PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE OverSubscribe=FORCE:8 State=UP\n",
        port + 1
    )
}

/// The same verdicts as on this machine, although the array is larger than Slurm allows, so that there are two.
#[test]
fn the_same_verdicts_through_slurm() {
    if test_needs::lacks(Need::Slurm) || !can_measure() {
        return;
    }
    let folder =
        Folder::new("slurm", RUNS, &definition(&["sh", "-c", "exit $(($(expr substr {task} 6 1) % 3))"]));
    let cluster = match Cluster::start(&folder.0.join("cluster")) {
        Ok(cluster) => cluster,
        Err(reason) => return test_needs::skip(reason),
    };
    let local = folder.run(&["b.xml", "-n", "local", "-c", "1"]);
    assert!(local.status.success(), "{}", text(&local.stderr));
    let remote = folder
        .command(&["b.xml", "-n", "slurm", "-c", "1", "--on", "slurm", "--slurm-option=--partition=main"])
        .env("SLURM_CONF", cluster.folder.join("slurm.conf"))
        .output()
        .unwrap();
    assert!(remote.status.success(), "{}", text(&remote.stderr));
    let journals = folder.results(".jsonl");
    assert_eq!(journals.len(), 2);
    let (here, there) = (tasks_of(&journals[0]), tasks_of(&journals[1]));
    assert_eq!(there.len(), RUNS);
    assert!(there.values().all(|statuses| statuses.len() == 1));
    assert_eq!(here, there);
    assert!(folder.results(".remote").is_empty());
    assert_eq!(folder.results(".zip").len(), 2);
}

/// Without Slurm there is a message and nothing is lost.
#[test]
fn no_slurm() {
    let folder = Folder::new("noslurm", 2, &definition(&["true"]));
    let output = folder
        .command(&["b.xml", "--on", "slurm", "--tool-directory", "/bin"])
        .env("PATH", "/nowhere")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(70), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("needs Slurm's programs"), "{}", text(&output.stderr));
}
