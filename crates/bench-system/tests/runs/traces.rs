//! Nothing is left: no process, mount, control group or temporary file.

use super::{Folder, Run, marker, processes_with};

/// What could be left: mounts, and folders of control groups that runs of this process made.
fn traces() -> (usize, usize) {
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap().lines().count();
    let name = format!(".{}.", std::process::id());
    let find = std::process::Command::new("find")
        .args(["/sys/fs/cgroup", "-maxdepth", "8", "-type", "d", "-name", "verdikt-bench.*"])
        .output()
        .unwrap();
    let groups = String::from_utf8_lossy(&find.stdout).lines().filter(|line| line.contains(&name)).count();
    (mounts, groups)
}

#[test]
fn runs_leave_nothing_and_take_little() {
    let folder = Folder::new();
    let name = marker("nothing");
    let run = Run::shell(&folder, &format!(": {name}; echo x > /tmp/file; sleep 1000 & exit 0"));
    let Some(_) = run.go() else { return };
    let (mounts_before, _) = traces();
    let files = std::fs::read_dir("/tmp").unwrap().count();
    let start = std::time::Instant::now();
    for _ in 0..50 {
        run.go().unwrap();
    }
    println!("{:?} for each of 50 runs, while other tests run", start.elapsed() / 50);
    assert_eq!(processes_with(&name), 0);
    // Other tests of this process run at the same time and have groups while they do; those of 50 runs would be more.
    let (mounts, groups) = traces();
    assert!(groups < 50 * 2, "{groups} control groups");
    assert_eq!(mounts, mounts_before);
    assert!(std::fs::read_dir("/tmp").unwrap().count() < files + 25);
}
