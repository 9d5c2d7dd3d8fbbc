//! Developer tasks: `cargo xtask {tidy|test|bless|ci}`.
//!
//! | task | does |
//! |---|---|
//! | `tidy` | checks the rules of the house that the compiler cannot; also a test, so `cargo test` is the whole truth |
//! | `test` | the README's test command |
//! | `bless` | the same, and takes the present output as the expected one: read the difference before you commit |
//! | `ci` | format, lints, tests |

mod tidy;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The README's test command: doc tests are left out, since there are none and their summary would come last.
const TEST: &[&str] = &["test", "--workspace", "--lib", "--bins", "--tests"];
const FMT: &[&str] = &["fmt", "--all", "--check"];
const CLIPPY: &[&str] = &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"];
/// Variables that make tests write what they expect.
const BLESS: &[(&str, &str)] = &[("UPDATE_EXPECT", "1")];

fn main() -> ExitCode {
    let root = root();
    let task = std::env::args().nth(1).unwrap_or_default();
    let done = match task.as_str() {
        "tidy" => tidy(&root),
        "test" => cargo(&root, TEST, &[]),
        "bless" => cargo(&root, TEST, BLESS),
        "ci" => [FMT, CLIPPY, TEST].into_iter().all(|command| cargo(&root, command, &[])),
        _ => {
            say("usage: cargo xtask {tidy|test|bless|ci}");
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

fn cargo(root: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> bool {
    say(&format!("cargo {}", arguments.join(" ")));
    let status =
        Command::new("cargo").args(arguments).envs(variables.iter().copied()).current_dir(root).status();
    status.is_ok_and(|status| status.success())
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
