//! Developer tasks: `cargo xtask {test|tidy|bless|ci}`.
//!
//! | task | does |
//! |---|---|
//! | `test` | sets up what the tests need, runs all of them, and says which were skipped; with `CI=true` format and lints first, and nothing may be skipped |
//! | `tidy` | checks the rules of the house that the compiler cannot; also a test, so the tests are the whole truth |
//! | `bless` | the same as `test`, and takes the present output as the expected one: read the difference before you commit |
//! | `ci` | `test` with `CI=true`, as `.ci/run` does |

mod testing;
mod tidy;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use testing::Mode;

const FMT: &[&str] = &["fmt", "--all", "--check"];
const CLIPPY: &[&str] = &["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"];

fn main() -> ExitCode {
    let root = root();
    let task = std::env::args().nth(1).unwrap_or_default();
    let done = match task.as_str() {
        "tidy" => tidy(&root),
        "test" => testing::run(&root, Mode::Compare),
        "bless" => testing::run(&root, Mode::Bless),
        "ci" => again(&root),
        _ => {
            say("usage: cargo xtask {test|tidy|bless|ci}");
            return ExitCode::from(64);
        }
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn tidy(root: &Path) -> bool {
    let findings = tidy::run(root);
    for finding in &findings {
        say(finding);
    }
    say(&format!("tidy: {} findings", findings.len()));
    findings.is_empty()
}

/// Runs `.ci/run`.
fn again(root: &Path) -> bool {
    Command::new(root.join(".ci/run")).status().is_ok_and(|status| status.success())
}

/// Checks the format and runs the lints; says how to get the tools if they are missing.
fn format_and_lints(root: &Path) -> bool {
    for (command, component) in [(FMT, "rustfmt"), (CLIPPY, "clippy")] {
        let tool = command.first().copied().unwrap_or_default();
        let mut probe = Command::new("cargo");
        probe.args([tool, "--version"]).stdout(Stdio::null());
        if !probe.status().is_ok_and(|status| status.success()) {
            say(&format!("`cargo {tool}` is missing: rustup component add {component}"));
            return false;
        }
        say(&format!("cargo {}", command.join(" ")));
        let status = Command::new("cargo").args(command).current_dir(root).status();
        if !status.is_ok_and(|status| status.success()) {
            return false;
        }
    }
    true
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

fn say(text: &str) {
    // A developer who closed the pipe does not want to be told.
    let _ = writeln!(std::io::stderr(), "{text}");
}
