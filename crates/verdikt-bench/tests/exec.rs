//! `verdikt-bench exec` as users have it: the forms of its output, wrong input, and what is left when it is interrupted or killed.
//!
//! Where the machine cannot measure, tests that need it say so and are skipped.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use expect_test::{Expect, expect};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use test_needs::Need;

const BINARY: &str = env!("CARGO_BIN_EXE_verdikt-bench");

/// A folder for one test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("exec-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(BINARY);
        command.arg("exec").args(arguments).current_dir(&self.0);
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Whether runs can be measured here; says so if not.
fn can_measure() -> bool {
    let folder = Folder::new();
    let output = folder.run(&["--", "true"]);
    if output.status.code() == Some(69) {
        test_needs::skip(err(&output));
        return false;
    }
    assert!(output.status.success(), "{}", err(&output));
    true
}

/// Figures differ from run to run: digits become `#`, and runs of them one.
fn without_digits(text: &str) -> String {
    let mut result = String::new();
    for char in text.chars() {
        let char = if char.is_ascii_digit() { '#' } else { char };
        if !(char == '#' && result.ends_with('#')) {
            result.push(char);
        }
    }
    result
}

/// Lines that only some kernels have.
fn is_common(line: &&str) -> bool {
    !["cputime-cpu", "pressure-", "cpuenergy", "blkio", "network"].iter().any(|prefix| line.contains(prefix))
}

#[test]
fn lines_of_the_reference_tool() {
    if !can_measure() {
        return;
    }
    let check = |arguments: &[&str], expected: Expect| {
        let text = out(&Folder::new().run(arguments));
        let common: Vec<&str> = text.lines().filter(is_common).collect();
        expected.assert_eq(&without_digits(&common.join("\n")));
    };
    check(
        &["--format", "runexec", "--", "sh", "-c", "exit 3"],
        expect![[r#"
            returnvalue=#
            walltime=#.#s
            cputime=#.#s
            memory=#B"#]],
    );
    check(
        &["--format", "runexec", "--walltimelimit", "0.1", "--", "sleep", "100"],
        expect![[r#"
            terminationreason=walltime
            exitsignal=#
            walltime=#.#s
            cputime=#.#s
            memory=#B"#]],
    );
    check(&["--format", "runexec", "--", "./no-such-program"], expect!["terminationreason=failed"]);
    check(
        &["--json", "--", "true"],
        expect![[r#"
            {
              "returnvalue": #,
              "walltime": #.#,
              "cputime": #.#,
              "memory": #,
              "warnings": []
            }"#]],
    );
}

#[test]
fn the_command_begins_where_options_end() {
    if !can_measure() {
        return;
    }
    for arguments in [&["--json", "--", "echo", "--json", "-x"][..], &["--json", "echo", "--json", "-x"]] {
        let folder = Folder::new();
        assert!(folder.run(arguments).status.success());
        assert_eq!(std::fs::read_to_string(folder.0.join("output.log")).unwrap(), "--json -x\n");
    }
    assert_eq!(Folder::new().run(&["--timelimt", "5s", "--", "true"]).status.code(), Some(64));
}

#[test]
fn for_people() {
    if !can_measure() {
        return;
    }
    let folder = Folder::new();
    let output = folder.run(&["--memlimit", "20MB", "--", "sh", "-c", "echo begun; exec tail /dev/zero"]);
    let text = out(&output);
    assert!(
        text.starts_with("ended      by signal 9 (SIGKILL), since the limit of memory was reached\n"),
        "{text}"
    );
    assert!(text.contains("\nmemory     20.0 MB\n"), "{text}");
    assert!(text.ends_with("\noutput     output.log\n"), "{text}");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(folder.0.join("output.log")).unwrap(), "begun\n");
}

#[test]
fn wrong_usage_is_refused_with_a_hint() {
    let check = |arguments: &[&str], expected: Expect| {
        let output = Folder::new().run(arguments);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(64), ""), "{arguments:?}");
        let text = err(&output);
        // What follows is the same for all: the usage, and where the help is.
        expected.assert_eq(text.split("\n\n").next().unwrap_or_default().trim_end());
    };
    check(
        &["--timelimit", "0", "--", "true"],
        expect![
            "error: invalid value '0' for '--timelimit <TIME>': a limit of zero would end every run; leave it out for no limit"
        ],
    );
    check(
        &["--timelimit", "10sec", "--", "true"],
        expect![[
            r#"error: invalid value '10sec' for '--timelimit <TIME>': "sec" is no unit of time; write ms, s, min, h or d, as in 90s or 15min"#
        ]],
    );
    check(
        &["--memlimit", "4Gb", "--", "true"],
        expect![[
            r#"error: invalid value '4Gb' for '--memlimit <SIZE>': "Gb" is no unit of size; write B, kB, MB, GB, TB (powers of 1000) or KiB, MiB, GiB, TiB (powers of 1024), as in 4GB"#
        ]],
    );
    check(
        &["--memlimit", "4000", "--", "true"],
        expect![
            "error: invalid value '4000' for '--memlimit <SIZE>': no program runs in 4000 bytes; is the unit right? Write 4GB or 500MB"
        ],
    );
    check(
        &["--memlimit", "0 MB", "--", "true"],
        expect![
            "error: invalid value '0 MB' for '--memlimit <SIZE>': a limit of zero would end every run; leave it out for no limit"
        ],
    );
    check(&["--walltimelimit", "-1s", "--", "true"], expect!["error: unexpected argument '-1' found"]);
    check(
        &["--cores", "0-", "--", "true"],
        expect![[
            r#"error: invalid value '0-' for '--cores <LIST>': "" in "0-" is no number; a list looks like 0-3,8"#
        ]],
    );
    check(
        &["--no-container", "--hidden-dir", "/usr", "--", "true"],
        expect!["error: the argument '--no-container' cannot be used with '--hidden-dir <FOLDER>'"],
    );
    check(
        &["--env", "NAME", "--", "true"],
        expect![[r#"error: --env "NAME" has no value; write NAME=VALUE"#]],
    );
    check(
        &[],
        expect![[r#"
        error: the following required arguments were not provided:
          <COMMAND>..."#]],
    );
}

#[test]
fn wrong_input_is_refused() {
    if !can_measure() {
        return;
    }
    let check = |arguments: &[&str], status: i32, expected: Expect| {
        let output = Folder::new().run(arguments);
        expected.assert_eq(&without_digits(&err(&output)).replace("#-#", "#"));
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    };
    check(
        &["--", "no-such-program"],
        65,
        expect![[r#"
        error: cannot start "no-such-program": no folder of PATH has a program of that name
    "#]],
    );
    check(
        &["--input", "no-such-file", "--", "true"],
        65,
        expect![[r#"
        error: cannot read the input no-such-file: No such file or directory (os error #)
    "#]],
    );
    check(
        &["--dir", "no-such-folder", "--", "true"],
        65,
        expect![[r#"
        error: cannot start in no-such-folder: No such file or directory (os error #)
    "#]],
    );
    check(
        &["--hidden-dir", "no-such-folder", "--", "true"],
        65,
        expect![[r#"
        error: cannot use the folder no-such-folder: No such file or directory (os error #)
    "#]],
    );
    check(
        &["--output", "no-such-folder/log", "--", "true"],
        74,
        expect![[r#"
        error: cannot write the output to no-such-folder/log: No such file or directory (os error #)
    "#]],
    );
    check(
        &["--cores", "3000", "--", "true"],
        65,
        expect![[r#"
        error: there is no core # that this process may use; there are #
    "#]],
    );
}

/// A script in a folder of `/tmp`, which runs do not see by default, by its path, by a link and by
/// PATH.
#[test]
fn a_command_below_tmp_is_found() {
    if !can_measure() {
        return;
    }
    let tools = PathBuf::from(format!("/tmp/bench-exec-tools-{}", std::process::id()));
    let (tool, alone) = (tools.join("bin/tool-below-tmp"), PathBuf::from(format!("{}.sh", tools.display())));
    std::fs::create_dir_all(tools.join("bin")).unwrap();
    for file in [&tool, &alone] {
        std::fs::write(file, "#!/bin/sh\nexit 7\n").unwrap();
        std::fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    let folder = Folder::new();
    std::os::unix::fs::symlink(&tool, folder.0.join("link")).unwrap();
    let path = format!("/usr/bin:{}", tools.join("bin").display());
    let run = |arguments: &[&str]| {
        let output = folder.command(arguments).env("PATH", &path).output().unwrap();
        (output.status.code(), out(&output).contains("\"returnvalue\": 7"), err(&output))
    };
    let by_path = run(&["--json", "--", tool.to_str().unwrap()]);
    let by_link = run(&["--json", "--", "./link"]);
    let by_name = run(&["--json", "--", "tool-below-tmp"]);
    let hidden = run(&["--hidden-dir", "/tmp", "--dir", "/", "--", tool.to_str().unwrap()]);
    let in_tmp = run(&["--dir", "/", "--", alone.to_str().unwrap()]);
    let shown = run(&["--json", "--read-only-dir", "/tmp", "--", alone.to_str().unwrap()]);
    std::fs::remove_dir_all(&tools).unwrap();
    std::fs::remove_file(&alone).unwrap();
    for run in [by_path, by_link, by_name, shown] {
        assert!(run.0 == Some(0) && run.1, "{run:?}");
    }
    for run in [&hidden, &in_tmp] {
        assert!(run.0 == Some(65) && run.2.contains("is hidden from runs"), "{run:?}");
    }
    assert!(in_tmp.2.contains("move it into a folder of its own"), "{}", in_tmp.2);
}

/// A full disk costs what was to be written there and nothing else.
#[test]
fn full_disks() {
    if !can_measure() || !Path::new("/dev/full").exists() {
        return;
    }
    let folder = Folder::new();
    let output = folder.run(&[
        "--output",
        "/dev/full",
        "--max-output-size",
        "1kB",
        "--format",
        "runexec",
        "--",
        "echo",
        "x",
    ]);
    assert_eq!(err(&output), "warning: cannot write the output: No space left on device (os error 28)\n");
    assert!(out(&output).starts_with("returnvalue=0\n") && output.status.success());
    let full = std::fs::File::create("/dev/full").unwrap();
    let status = folder.command(&["--", "true"]).stdout(full).status().unwrap();
    assert_eq!(status.code(), Some(74));
}

/// What a run of the process with that number left: processes with the mark, and control groups.
fn left_over(mark: &str, owner: u32) -> (usize, usize) {
    let processes = std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .filter(|line| String::from_utf8_lossy(line).contains(mark))
        .count();
    let find = Command::new("find")
        .args(["/sys/fs/cgroup", "-type", "d", "-name", &format!("verdikt-bench.*.{owner}.*")])
        .output()
        .unwrap();
    (processes, String::from_utf8_lossy(&find.stdout).lines().count())
}

/// The shell's own `kill`: the program of that name is in a package that not everybody has.
fn kill(arguments: &str) {
    Command::new("sh").args(["-c", &format!("kill {arguments}")]).status().unwrap();
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn interrupted_or_killed_nothing_is_left() {
    if !can_measure() {
        return;
    }
    for options in [&[][..], &["--no-container"]] {
        for signal in ["INT", "TERM", "KILL"] {
            let folder = Folder::new();
            let mark = format!("mark-{signal}-{}-{}", options.len(), std::process::id());
            let script = format!(": {mark}; setsid sleep 1000 & echo begun; while :; do sleep 0.01; done");
            let mut arguments = options.to_vec();
            arguments.extend(["--format", "runexec", "--", "sh", "-c", &script]);
            let mut child = folder.command(&arguments).stdout(Stdio::piped()).spawn().unwrap();
            let log = folder.0.join("output.log");
            wait_until("the run begins", || {
                std::fs::read_to_string(&log).is_ok_and(|text| text == "begun\n")
            });
            let owner = child.id();
            assert!(left_over(&mark, owner).0 >= 2);
            kill(&format!("-{signal} {owner}"));
            let output = if signal == "KILL" {
                child.wait().unwrap();
                wait_until("the guardian cleans up", || left_over(&mark, owner) == (0, 0));
                continue;
            } else {
                child.wait_with_output().unwrap()
            };
            assert_eq!(output.status.code(), Some(130));
            assert!(
                out(&output).starts_with("terminationreason=killed\nexitsignal=9\nwalltime="),
                "{}",
                out(&output)
            );
            assert_eq!(left_over(&mark, owner), (0, 0), "{signal} {options:?}");
        }
    }
}

/// Groups that an owner left who died together with his guardian are removed by the next one.
#[test]
fn groups_of_the_dead_are_removed() {
    if !can_measure() {
        return;
    }
    let folder = Folder::new();
    let mark = format!("mark-dead-{}", std::process::id());
    let script = format!(": {mark}; echo begun; sleep 1000");
    let mut child =
        folder.command(&["--no-container", "--", "sh", "-c", &script]).stdout(Stdio::null()).spawn().unwrap();
    let log = folder.0.join("output.log");
    wait_until("the run begins", || std::fs::read_to_string(&log).is_ok_and(|text| text == "begun\n"));
    let owner = child.id();
    let children =
        std::fs::read_to_string(format!("/proc/{owner}/task/{owner}/children")).unwrap_or_default();
    let Some(guardian) = children.split_ascii_whitespace().next() else {
        test_needs::skip("the kernel does not list children");
        child.kill().unwrap();
        child.wait().unwrap();
        return;
    };
    kill(&format!("-KILL {owner} {guardian}"));
    child.wait().unwrap();
    // Whoever starts next removes them; that may be another test already.
    wait_until("the next run removes what is left", || {
        assert!(folder.run(&["--", "true"]).status.success());
        left_over(&mark, owner) == (0, 0)
    });
}

/// Root makes control groups for somebody else, who then measures and is isolated without further rights.
#[test]
fn without_root() {
    let own = std::fs::read_to_string("/proc/self/status").unwrap();
    if !own.lines().any(|line| line.starts_with("Uid:\t0\t")) {
        return test_needs::skip("this test needs root, to give away control groups");
    }
    if test_needs::lacks(Need::UtilLinux) || !can_measure() {
        return;
    }
    let folder = Folder::new();
    std::os::unix::fs::chown(&folder.0, Some(65534), Some(65534)).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/without_root.sh");
    let output = Command::new("sh").arg(script).arg(BINARY).current_dir(&folder.0).output().unwrap();
    let text = out(&output);
    if output.status.code() == Some(77) {
        return test_needs::skip(text + &err(&output));
    }
    assert!(output.status.success(), "{text}{}", err(&output));
    expect![[r#"
        warning: / cannot be put under an overlay as one here, so each folder in it was
        terminationreason=memory
        65534
        written
        made
        old
        out/made
        3793 bytes were cut out
    "#]]
    .assert_eq(&text);
}

/// Somebody without a control group goes on in a scope of systemd, here one that only looks like it.
#[test]
fn a_scope_of_systemd_is_asked_for() {
    let own = std::fs::read_to_string("/proc/self/status").unwrap();
    if !own.lines().any(|line| line.starts_with("Uid:\t0\t")) {
        return test_needs::skip("this test needs root, to become somebody without a control group");
    }
    if test_needs::lacks(Need::UtilLinux) {
        return;
    }
    let folder = Folder::new();
    let fake = folder.0.join("systemd-run");
    std::fs::write(&fake, "#!/bin/sh\necho \"$1 $2 $3 $4 $5 $6\" >&2\nshift 6\nexec \"$@\"\n").unwrap();
    std::fs::set_permissions(&fake, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let run = |path: &str| {
        let output = Command::new("setpriv")
            .args([
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                "--inh-caps=-all",
                "--bounding-set=-all",
            ])
            .args([BINARY, "exec", "--output", "/dev/null", "--", "true"])
            .env("PATH", path)
            .output()
            .unwrap();
        (output.status.code(), err(&output))
    };
    let (status, text) = run(&format!("{}:/usr/bin:/bin", folder.0.display()));
    if status != Some(69) {
        return test_needs::skip(text);
    }
    let mut lines = text.lines();
    expect![[r#"
        note: there is no usable control group here; going on in a scope of systemd (systemd-run --user --scope)
        --user --scope --quiet --slice=benchmark --property=Delegate=yes --
        error: no control group in which runs could be measured:"#]]
    .assert_eq(&[lines.next(), lines.next(), lines.next()].map(Option::unwrap_or_default).join("\n"));
    // Without systemd the message is the same, but for the note.
    assert!(run("/usr/bin:/bin").1.contains("error: no control group"));
}
