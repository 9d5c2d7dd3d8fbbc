//! Limits and signals, with the real binary and a query that takes minutes.

use crate::session::Folder;
use std::process::{Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// The greatest prime of 63 bits has no factors of 32 bits: it takes a solver long to see that.
const HARD: &str = "extern void reach_error(void);\nextern unsigned long long nd(void);\nint main(void) {\n  \
    unsigned long long a = nd(), b = nd();\n  if (a > 1 && b > 1 && a < 4294967296ull && b < 4294967296ull && \
    a * b == 9223372036854775783ull) reach_error();\n  return 0;\n}\n";

/// Sends a signal by the shell's own `kill`: the program of that name is in a package that not
/// everybody has.
fn kill(signal: &str, process: u32) -> ExitStatus {
    let script = format!("kill {signal} {process} 2>&-");
    Command::new("sh").args(["-c", &script]).status().expect("there is a shell")
}

fn verdict(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn the_time_limit_holds_inside_of_a_query_and_of_interpolation() {
    let folder = Folder::new(&[("a.c", HARD.as_bytes())]);
    for preset in ["bmc", "impact"] {
        let start = Instant::now();
        let output = folder.run(&format!("verify --preset {preset} --time-limit 1 a.c"));
        assert_eq!(verdict(&output), "Verdict: UNKNOWN(time limit)", "{preset}");
        assert_eq!(output.status.code(), Some(2));
        // A busy machine gives the process less than the time of the clock.
        assert!(start.elapsed() < Duration::from_secs(20), "{preset}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_limit_holds() {
    let folder = Folder::new(&[("a.c", HARD.as_bytes())]);
    let output = folder.run("verify --preset bmc --memory-limit 20 --time-limit 60 a.c");
    assert_eq!(verdict(&output), "Verdict: UNKNOWN(memory limit)");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
#[cfg(unix)]
fn a_signal_gives_the_answer_with_statistics() {
    let folder = Folder::new(&[("a.c", HARD.as_bytes())]);
    for signal in ["-INT", "-TERM"] {
        let mut command = folder.command("verify --preset bmc --time-limit 100 --json a.c");
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(700));
        let sent = kill(signal, child.id());
        assert!(sent.success());
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(2), "{signal}: {text}");
        assert!(
            text.contains("\"verdict\": \"UNKNOWN\"") && text.contains("\"reason\": \"interrupted\""),
            "{text}"
        );
        assert!(text.contains("\"base case\": {") && text.contains("\"states\": "), "{text}");
    }
}

/// The second signal comes before the answer or after it, as the machine likes; there is never half of one.
#[test]
#[cfg(unix)]
fn a_second_signal_ends_at_once() {
    let folder = Folder::new(&[("a.c", HARD.as_bytes())]);
    let mut command = folder.command("verify --preset bmc --time-limit 100 a.c");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    for _ in 0..2 {
        kill("-INT", child.id());
    }
    let output = child.wait_with_output().unwrap();
    let is_answered = verdict(&output) == "Verdict: UNKNOWN(interrupted)";
    match output.status.code() {
        Some(130) => assert!(output.stdout.is_empty() || is_answered),
        Some(2) => assert!(is_answered),
        other => panic!("{other:?}"),
    }
}

#[test]
fn progress_is_shown_and_erased_before_the_answer() {
    let folder = Folder::new(&[("a.c", HARD.as_bytes())]);
    let output = folder.run("verify --preset bmc --time-limit 1 --progress always a.c");
    let shown = String::from_utf8(output.stderr).unwrap();
    assert!(shown.contains(" states, k 1: base case, solver"), "{shown}");
    assert!(shown.ends_with("\r\u{1b}[K"), "{shown}");
    let silent = folder.run("verify --preset bmc --time-limit 1 a.c");
    assert!(silent.stderr.is_empty());
}
