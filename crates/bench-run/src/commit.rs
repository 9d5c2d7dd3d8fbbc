//! Results in a Git repository (section 13.6 of the document): one commit per benchmark.
//!
//! As in the reference, nothing is committed where there are other changes, since a commit should say what was measured with which state.

use crate::problem::Problem;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Whether the folder can take a commit: to be asked before the benchmark starts.
pub fn check(folder: &Path) -> Result<(), Problem> {
    let inside = git(folder, &["rev-parse", "--is-inside-work-tree"])?;
    if inside.trim() != "true" {
        return Err(Problem::new(format!("{} is not in a Git repository", folder.display()))
            .advise("`git init` makes one"));
    }
    let changes = git(folder, &["status", "--porcelain", "--untracked-files=no"])?;
    if changes.trim().is_empty() {
        return Ok(());
    }
    Err(Problem::new(format!(
        "the Git repository of {} has changes that are not committed",
        folder.display()
    ))
    .advise("commit them first, so that the results belong to a state that can be found again"))
}

/// Commits the files.
pub fn commit(folder: &Path, files: &[PathBuf], message: &str) -> Result<(), Problem> {
    let names: Vec<String> = (files.iter().filter(|file| file.exists()))
        .filter_map(|file| file.strip_prefix(folder).ok())
        .map(|file| file.display().to_string())
        .collect();
    let mut add = vec!["add", "--"];
    add.extend(names.iter().map(String::as_str));
    git(folder, &add)?;
    let mut commit = vec!["commit", "--quiet", "--message", message, "--"];
    commit.extend(names.iter().map(String::as_str));
    git(folder, &commit).map(|_| ())
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String, Problem> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .output()
        .map_err(|error| Problem::new(format!("cannot run `git`: {error}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(Problem::new(format!("`git {}` in {} fails: {reason}", arguments[0], folder.display())))
}
