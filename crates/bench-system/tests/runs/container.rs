//! What a run sees: the modes of folders, processes, the network, users; and the files that it made.

use super::{Folder, Run};
use bench_system::{Access, End, Network, Request, Rule};
use std::path::Path;
use test_needs::Need;

fn rule(folder: &Path, access: Access) -> impl Fn(&mut Request) {
    let rule = Rule { folder: folder.to_owned(), access };
    move |request| request.container.as_mut().unwrap().rules.push(rule.clone())
}

/// Whether the machine could run it, so that there are traces to look at.
fn check(run: &Run, folder: &Folder, expected: &str) -> bool {
    let Some(measured) = run.go() else { return false };
    assert_eq!(folder.read("log"), expected, "{measured:?}");
    assert_eq!(measured.end, End::Value(0));
    true
}

#[test]
fn modes_of_folders() {
    let folder = Folder::new();
    let other = Folder::new();
    std::fs::write(other.0.join("file"), "content\n").unwrap();
    let script = format!(
        "cd {}; ls; (echo changed > file) 2>/dev/null && cat file; (echo new > new) 2>/dev/null; ls; true",
        other.0.display()
    );
    for (access, seen, after) in [
        (Access::Hidden, "changed\nfile\nnew\n", vec!["file"]),
        (Access::ReadOnly, "file\nfile\n", vec!["file"]),
        (Access::Overlay, "file\nchanged\nfile\nnew\n", vec!["file"]),
        (Access::Full, "file\nchanged\nfile\nnew\n", vec!["file", "new"]),
    ] {
        std::fs::write(folder.0.join("log"), "").unwrap();
        if !check(&Run::shell(&folder, &script).with(rule(&other.0, access)), &folder, seen) {
            return;
        }
        let mut names: Vec<_> = std::fs::read_dir(&other.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, after, "{access}");
    }
}

#[test]
fn modes_below_modes() {
    let folder = Folder::new();
    let inner = folder.0.join("outer/inner");
    std::fs::create_dir_all(&inner).unwrap();
    std::fs::write(inner.join("file"), "content\n").unwrap();
    let outer = folder.0.join("outer");
    let script = "ls outer; ls outer/inner; (echo x > outer/new) 2>/dev/null || echo no; \
        (echo x > outer/inner/new) 2>/dev/null || echo no; true";
    let run =
        Run::shell(&folder, script).with(rule(&outer, Access::Hidden)).with(rule(&inner, Access::ReadOnly));
    if !check(&run, &folder, "inner\nfile\nno\n") {
        return;
    }
    assert!(!outer.join("new").exists());
    std::fs::remove_file(folder.0.join("log")).unwrap();
    let run =
        Run::shell(&folder, script).with(rule(&folder.0, Access::ReadOnly)).with(rule(&inner, Access::Full));
    check(&run, &folder, "inner\nfile\nno\n");
    assert!(inner.join("new").exists());
}

#[test]
fn everything_read_only() {
    let folder = Folder::new();
    let run = Run::shell(&folder, "(echo x > x) 2>/dev/null || echo no; echo y > /tmp/y && cat /tmp/y")
        .with(rule(Path::new("/"), Access::ReadOnly));
    // The starting folder keeps the mode of the nearest rule, which is that for `/tmp` if it is below it.
    let is_in_tmp = folder.0.starts_with("/tmp");
    check(&run, &folder, if is_in_tmp { "y\n" } else { "no\ny\n" });
}

#[test]
fn processes_and_network_are_its_own() {
    let folder = Folder::new();
    let script = "ls /proc | grep -c '^[0-9]'; cat /proc/net/dev | grep -c :; grep -c . /proc/net/route; ls /tmp /run | grep -v '^/' | grep -vx '[^.]*' | wc -l";
    let Some(_) = Run::shell(&folder, script).go() else { return };
    let log = folder.read("log");
    let numbers: Vec<u32> = log.lines().map(|line| line.parse().unwrap()).collect();
    // The guardian, the shell, and the two of the pipe; one device; no route but the heading.
    assert!(numbers[0] <= 5, "{log}");
    assert_eq!(numbers[1..3], [1, 1], "{log}");
    let program = "import socket,threading\ns=socket.socket();s.bind(('127.0.0.1',0));s.listen()\n\
        c=socket.create_connection(s.getsockname());print('loopback')\n\
        try:\n socket.create_connection(('192.0.2.1',80),1)\n print('outside')\nexcept OSError as e: print('unreachable')\n";
    let folder = Folder::new();
    if test_needs::lacks(Need::Python) {
        return;
    }
    std::fs::write(folder.0.join("net.py"), program).unwrap();
    let run = Run::new(&folder, &["python3", "net.py"]);
    check(&run, &folder, "loopback\nunreachable\n");
    if let Some(measured) = run.go() {
        // The packets of a connection that is made and closed.
        assert!((100..10_000).contains(&measured.sent.unwrap()), "{measured:?}");
    }
}

#[test]
fn the_network_can_be_left_in_reach() {
    let folder = Folder::new();
    let run = Run::shell(&folder, "readlink /proc/self/ns/net")
        .with(|request| request.container.as_mut().unwrap().network = Network::Host);
    let own = std::fs::read_link("/proc/self/ns/net").unwrap();
    check(&run, &folder, &format!("{}\n", own.display()));
}

#[test]
fn there_is_no_way_out() {
    let folder = Folder::new();
    // Neither another control group nor the machine's mounts or settings can be reached, not even by root or in namespaces of its own.
    let script = "for f in $(find /sys/fs/cgroup -maxdepth 2 -name cgroup.procs); do (echo $$ > $f) 2>/dev/null && echo left by $f; done; \
        (umount /tmp || umount -l /proc || mount -o remount,rw /sys) 2>/dev/null && echo mounted; \
        unshare -Urm sh -c 'mount -o remount,rw /sys; umount /tmp' 2>/dev/null && echo unshared; \
        for f in kernel/hostname vm/swappiness; do (cat /proc/sys/$f > /proc/sys/$f) 2>/dev/null && echo set $f; done; \
        nsenter -t 1 -m true 2>/dev/null && (cd /proc/1/root && ls tmp | head -1); echo done";
    check(&Run::shell(&folder, script), &folder, "done\n");
}

#[test]
fn result_files_are_copied() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("old"), "old").unwrap();
    std::fs::write(folder.0.join("input"), "input").unwrap();
    let target = Folder::new();
    let script = "mkdir -p a/b; echo 1 > a/b/x.txt; echo 2 > y.txt; echo 3 > z.dat; echo 4 > old; ln -s /etc/passwd l.txt; \
        echo 5 > /tmp/t.txt; mkfifo f.txt; chmod 0 z.dat; rm input";
    let run = |patterns: &[&str]| {
        let patterns = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        let run = Run::shell(&folder, script).with(|request| {
            let container = request.container.as_mut().unwrap();
            container.results = patterns;
            container.results_folder = Some(target.0.clone());
        });
        run.go()
    };
    let Some(measured) = run(&["**/*.txt", "/tmp/*.txt", "old"]) else { return };
    assert_eq!(measured.warnings, Vec::<String>::new());
    assert_eq!(target.read("a/b/x.txt"), "1\n");
    assert_eq!(target.read("y.txt"), "2\n");
    assert_eq!(target.read("old"), "4\n");
    assert_eq!(target.read("tmp/t.txt"), "5\n");
    for name in ["z.dat", "l.txt", "f.txt", "input"] {
        assert!(target.0.join(name).symlink_metadata().is_err(), "{name}");
    }
    assert_eq!(folder.read("old"), "old");
    run(&["."]);
    assert!(target.0.join("z.dat").exists() && !target.0.join("input").exists());
}

#[test]
fn results_that_cannot_be_written_are_a_warning_and_the_figures_stay() {
    let folder = Folder::new();
    let run = Run::shell(&folder, "echo 1 > x").with(|request| {
        let container = request.container.as_mut().unwrap();
        container.results = vec![".".to_owned()];
        container.results_folder = Some("/proc/no/such/folder".into());
    });
    if let Some(measured) = run.go() {
        assert_eq!(measured.warnings.len(), 1, "{measured:?}");
        assert!(measured.warnings[0].contains("cannot copy the result file"), "{measured:?}");
        assert!(measured.cpu.is_some());
    }
}
