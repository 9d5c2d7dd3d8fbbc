//! Rules that tie documents to the code.

use super::Workspace;

const DECISIONS: &str = "docs/adr/";
/// The decision record that justifies every dependency.
const DEPENDENCIES: &str = "docs/adr/0005-dependencies.md";
/// What each decision record says.
const SECTIONS: &[&str] = &["Status:", "## Context", "## Decision", "## Consequences"];

/// Records are `NNNN-title.md`, numbered from 0001 without gaps, each with all sections.
pub(crate) fn check_decisions(workspace: &Workspace) -> Vec<String> {
    let mut findings = Vec::new();
    let records = workspace.files.iter().filter(|file| file.path.starts_with(DECISIONS));
    for (position, file) in records.enumerate() {
        let number = format!("{:04}-", position + 1);
        if !file.path[DECISIONS.len()..].starts_with(&number) {
            findings.push(format!("{} should have the number {number}", file.path));
        }
        for section in SECTIONS.iter().filter(|section| !file.text.contains(**section)) {
            findings.push(format!("{} has no `{section}`", file.path));
        }
    }
    findings
}

/// Every dependency from outside has its line in the decision record.
pub(crate) fn check_dependencies(workspace: &Workspace) -> Vec<String> {
    let record = workspace.text(DEPENDENCIES);
    let dependencies = workspace.packages.iter().flat_map(|package| &package.dependencies);
    let mut missing: Vec<&str> = dependencies
        .filter(|dependency| dependency.path.is_none())
        .map(|dependency| dependency.name.as_str())
        .filter(|name| !record.contains(&format!("`{name}`")))
        .collect();
    missing.sort_unstable();
    missing.dedup();
    missing.iter().map(|name| format!("{DEPENDENCIES} does not say why `{name}` is used")).collect()
}

/// `ARCHITECTURE.md` has a line for each crate.
pub(crate) fn check_code_map(workspace: &Workspace) -> Vec<String> {
    let map = workspace.text("ARCHITECTURE.md");
    let missing = workspace.packages.iter().filter(|package| !map.contains(&format!("`{}`", package.name)));
    missing.map(|package| format!("ARCHITECTURE.md does not name `{}`", package.name)).collect()
}

/// README, contributors and continuous integration run the same tests.
pub(crate) fn check_test_command(workspace: &Workspace) -> Vec<String> {
    let places = ["README.md", "CONTRIBUTING.md", ".ci/run"];
    let missing = places.iter().filter(|place| !workspace.text(place).contains("cargo xtask test"));
    let mut findings: Vec<String> =
        missing.map(|place| format!("{place} does not run `cargo xtask test`")).collect();
    if ["apt-get", "pip install", "venv"].iter().any(|word| workspace.text(".ci/run").contains(word)) {
        findings.push(".ci/run installs something itself".to_owned());
    }
    findings
}

/// `cargo run` runs the verifier and `cargo test` tests all crates: all are default members, and
/// one has the default binary.
pub(crate) fn check_run_command(workspace: &Workspace) -> Vec<String> {
    let mut findings = Vec::new();
    if workspace.text("Cargo.toml").contains("\ndefault-members") {
        findings
            .push("Cargo.toml has default members: a plain `cargo test` leaves out the others".to_owned());
    }
    let manifests = workspace.files.iter().filter(|file| file.path.ends_with("Cargo.toml"));
    let with_default = manifests.filter(|file| file.text.contains("\ndefault-run"));
    let names: Vec<&str> = with_default.map(|file| file.path.as_str()).collect();
    if names != ["crates/verdikt/Cargo.toml"] {
        findings.push(format!("not `verdikt` alone has `default-run`, but {names:?}"));
    }
    findings
}

/// The ledger of C features.
const LEDGER: &str = "crates/engine/src/features/table.rs";
/// How the stages name what they do not support.
const REFUSALS: &[&str] = &["refuse(\"", "Model::Unsupported(\""];

/// What a stage refuses by name has its row in the ledger.
pub(crate) fn check_ledger(workspace: &Workspace) -> Vec<String> {
    let ledger = workspace.text(LEDGER);
    let mut findings = Vec::new();
    for file in workspace.rust().filter(|file| file.path.starts_with("crates/c-")) {
        for start in REFUSALS {
            for (at, _) in file.text.match_indices(start) {
                let name = file.text[at + start.len()..].split('"').next().unwrap_or_default();
                if !ledger.contains(&format!("\"{name}\"")) {
                    findings.push(format!("{}: `{name}` has no row in {LEDGER}", file.path));
                }
            }
        }
    }
    findings
}
