//! Control groups of either version, made up as ordinary folders where the kernel's own cannot be had, and the kernel's own where they can.

use super::name::Names;
use super::v1::V1;
use super::v2::V2;
use super::{Event, Group, Killer, Settings, find_own, open_folder};
use crate::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A folder that stands for a group, removed at the end.
struct Fake(PathBuf);

impl Fake {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("verdikt-bench-group-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn set(&self, file: &str, text: &str) {
        fs::create_dir_all(self.0.join(file).parent().unwrap()).unwrap();
        fs::write(self.0.join(file), text).unwrap();
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn settings_and_figures_of_version_2() {
    let fake = Fake::new("v2");
    fake.set("cgroup.controllers", "cpuset cpu io memory hugetlb pids rdma\n");
    // Switching controllers on is writing to this file; the kernel would show them all.
    fake.set("cgroup.subtree_control", "cpuset cpu io memory pids\n");
    fake.set("cpuset.cpus.effective", "0-7\n");
    fake.set("cpuset.mems.effective", "0\n");
    let names = Names::of_this_process().unwrap();
    let v2 = V2::open(&fake.0, &names, true).unwrap().unwrap();
    let settings = Settings {
        memory: Some(5_000_000),
        processes: Some(7),
        cores: "2,3".to_owned(),
        nodes: "0".to_owned(),
    };
    let group = v2.create("run", &settings).unwrap();
    let folder = fake.0.join("run");
    for (file, text) in [
        ("memory.max", "5000000"),
        ("memory.swap.max", "0"),
        ("memory.oom.group", "1"),
        ("pids.max", "7"),
        ("cpuset.cpus", "2,3"),
        ("cpuset.mems", "0"),
    ] {
        assert_eq!(read(&folder.join(file)), text, "{file}");
    }
    fake.set("run/cpu.stat", "usage_usec 1234567\nuser_usec 1\nsystem_usec 2\n");
    fake.set("run/memory.peak", "4096000\n");
    fake.set("run/memory.events", "low 0\nhigh 0\nmax 3\noom 1\noom_kill 1\noom_group_kill 1\n");
    fake.set(
        "run/io.stat",
        "8:0 rbytes=100 wbytes=20 rios=1 wios=1 dbytes=0 dios=0\n8:16 rbytes=3 wbytes=4\n",
    );
    for (file, total) in [("cpu", 11), ("io", 22), ("memory", 33)] {
        let line = format!("some avg10=0.00 avg60=0.00 avg300=0.00 total={total}\nfull avg10=0.00 total=1\n");
        fake.set(&format!("run/{file}.pressure"), &line);
    }
    assert_eq!(group.cpu(), Ok(Duration::from_micros(1_234_567)));
    assert_eq!(group.memory(), Ok(4_096_000));
    assert_eq!(group.is_out_of_memory(), Ok(true));
    assert_eq!(group.block_io(), Ok((103, 24)));
    let stalls = [("cpu-some", 11), ("io-some", 22), ("memory-some", 33)];
    assert_eq!(group.pressure(), Ok(stalls.map(|(name, time)| (name, Duration::from_micros(time))).to_vec()));
    assert!(group.cpu_by_core().is_err());
    fake.set("run/memory.events", "oom_kill 0\n");
    assert_eq!(group.is_out_of_memory(), Ok(false));
}

#[test]
fn what_version_2_does_not_hand_on_is_refused_or_missing() {
    let fake = Fake::new("v2-few");
    fake.set("cgroup.controllers", "");
    fake.set("cgroup.subtree_control", "");
    let names = Names::of_this_process().unwrap();
    let v2 = V2::open(&fake.0, &names, true).unwrap().unwrap();
    for settings in [
        Settings { memory: Some(1), ..Settings::default() },
        Settings { processes: Some(1), ..Settings::default() },
        Settings { cores: "0".to_owned(), ..Settings::default() },
    ] {
        let result = v2.create("refused", &settings);
        assert!(
            matches!(result.err(), Some(Error::Machine(message)) if message.contains("is not handed on"))
        );
        assert!(!fake.0.join("refused").exists());
    }
    let group = v2.create("run", &Settings::default()).unwrap();
    assert!(group.memory().is_err() && group.cpu().is_err() && group.block_io().is_err());
}

#[test]
fn settings_and_figures_of_version_1() {
    let fake = Fake::new("v1");
    let hierarchies = ["cpu,cpuacct", "memory", "cpuset", "pids", "blkio", "freezer"].map(|name| {
        let controllers = name.split(',').map(str::to_owned).collect();
        fs::create_dir_all(fake.0.join(name)).unwrap();
        super::find::Hierarchy { controllers, folder: fake.0.join(name) }
    });
    fake.set("cpuset/cpuset.cpus", "0-3\n");
    fake.set("cpuset/cpuset.mems", "0-1\n");
    let v1 = V1::open(&hierarchies).unwrap();
    // The kernel fills a new folder with files; here one that has to be there beforehand is missing, and nothing stays.
    assert!(v1.create("run", &Settings::default()).is_err());
    assert!(!fake.0.join("memory/run").exists());
    let too_many = Settings { cores: "4".to_owned(), ..Settings::default() };
    assert!(v1.create("other", &too_many).is_err());
}

#[test]
fn the_topmost_group_of_version_2_is_taken_if_the_own_one_has_too_little() {
    let fake = Fake::new("v2-top");
    fake.set("cgroup.controllers", "cpuset memory\n");
    fake.set("cgroup.subtree_control", "cpuset memory\n");
    fake.set("session/cgroup.controllers", "memory\n");
    fake.set("session/cgroup.subtree_control", "memory\n");
    fake.set("scope/cgroup.controllers", "memory cpuset\n");
    fake.set("scope/cgroup.subtree_control", "memory cpuset\n");
    let names = Names::of_this_process().unwrap();
    let place = |name: &str| V2::open(&fake.0.join(name), &names, true).unwrap().unwrap().place().to_owned();
    assert_eq!(place("session"), fake.0);
    assert_eq!(place("scope"), fake.0.join("scope"));
}

/// Made and used for real where this process may, whichever controllers there are.
#[test]
fn a_group_of_version_2_counts_and_kills() {
    let names = Names::of_this_process().unwrap();
    let found = find_own().unwrap();
    let Some(v2) = found.v2.and_then(|folder| V2::open(&folder, &names, false).ok()?) else {
        return test_needs::skip("there is no group of version 2 in which groups can be made");
    };
    let group = match v2.create(&names.of_run(1_000_000), &Settings::default()) {
        Ok(group) => group,
        Err(error) => return test_needs::skip(error),
    };
    let folder = v2.place().join(names.of_run(1_000_000));
    let script = "while :; do :; done & while :; do :; done & wait";
    let mut shell = Command::new("sh")
        .args(["-c", &format!("read line; {script}")])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    fs::write(folder.join("cgroup.procs"), shell.id().to_string()).unwrap();
    drop(shell.stdin.take());
    while group.cpu().unwrap() < Duration::from_millis(50) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(group.cpu().unwrap() < Duration::from_secs(5));
    group.killer().kill();
    assert!(!shell.wait().unwrap().success());
    while !read(&folder.join("cgroup.procs")).is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(group);
    assert!(!folder.exists());
}

/// The file that tells about memory is not there without its controller; the one about processes works in the same way.
#[test]
fn changes_of_files_of_version_2_are_told_once() {
    let names = Names::of_this_process().unwrap();
    let found = find_own().unwrap();
    let Some(v2) = found.v2.and_then(|folder| V2::open(&folder, &names, false).ok()?) else {
        return test_needs::skip("there is no group of version 2 in which groups can be made");
    };
    let Ok(group) = v2.create(&names.of_run(3_000_000), &Settings::default()) else {
        return test_needs::skip("no group can be made");
    };
    let folder = v2.place().join(names.of_run(3_000_000));
    let events = super::v2::open_events(&folder, "cgroup.events").unwrap();
    let event = Event::File(std::os::fd::AsFd::as_fd(&events));
    let is_told = |milliseconds: i64| {
        let timeout = rustix::event::Timespec { tv_sec: 0, tv_nsec: milliseconds * 1_000_000 };
        rustix::event::poll(&mut [event.poll()], Some(&timeout)) == Ok(1)
    };
    assert!(!is_told(20));
    let mut child = Command::new("sleep").arg("100").spawn().unwrap();
    fs::write(folder.join("cgroup.procs"), child.id().to_string()).unwrap();
    assert!(is_told(900));
    event.take();
    assert!(!is_told(20));
    group.killer().kill();
    child.wait().unwrap();
    assert!(is_told(900));
}

/// The way of the first version: freeze, kill, thaw.
#[test]
fn a_frozen_group_is_killed() {
    let Some(place) = find_own().unwrap().v1.into_iter().find(|place| place.controllers == ["freezer"])
    else {
        return test_needs::skip("there is no freezer of version 1");
    };
    let folder = place.folder.join(Names::of_this_process().unwrap().of_run(2_000_000));
    if let Err(error) = fs::create_dir(&folder) {
        return test_needs::skip(error);
    }
    // Each process makes two others and goes, up to a bound, so whoever enumerates them comes too late.
    let script = "f() { [ $1 -gt 150 ] && return; sleep 1000 & (f $(($1 + 1))) & }; read line; f 0; wait";
    let mut shell = Command::new("sh").args(["-c", script]).stdin(Stdio::piped()).spawn().unwrap();
    fs::write(folder.join("cgroup.procs"), shell.id().to_string()).unwrap();
    drop(shell.stdin.take());
    std::thread::sleep(Duration::from_millis(30));
    let fd = open_folder(&folder).unwrap();
    let start = std::time::Instant::now();
    while !read(&folder.join("cgroup.procs")).is_empty() {
        Killer::of_folder(&fd).kill();
        std::thread::sleep(Duration::from_millis(5));
        assert!(start.elapsed() < Duration::from_secs(10), "{}", read(&folder.join("cgroup.procs")));
    }
    shell.wait().unwrap();
    assert_eq!(read(&folder.join("freezer.state")), "THAWED\n");
    fs::remove_dir(&folder).unwrap();
}
