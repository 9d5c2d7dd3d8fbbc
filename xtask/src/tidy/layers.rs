//! The layer rule: a crate depends only on crates of a strictly smaller layer. Development dependencies are exempt.
//!
//! The layer is a number in each `Cargo.toml` (`[package.metadata.architecture]`), read through `cargo metadata`.
//! Its JSON is read by the YAML reader that the workspace has anyway: JSON is a subset of YAML.

use super::Workspace;
use serde::Deserialize;
use std::path::Path;
use std::process::Command;

/// A package of the workspace.
#[derive(Deserialize, Clone)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) dependencies: Vec<Dependency>,
    metadata: Option<Metadata>,
}

#[derive(Deserialize, Clone)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `dev`, `build`, or nothing.
    kind: Option<String>,
    /// Where it is, if it is one of ours.
    pub(crate) path: Option<String>,
}

#[derive(Deserialize, Clone)]
struct Metadata {
    architecture: Option<Architecture>,
}

#[derive(Deserialize, Clone)]
struct Architecture {
    layer: u32,
}

#[derive(Deserialize)]
struct CargoMetadata {
    packages: Vec<Package>,
}

/// Crates that may see the syntax of C, directly or through others. Everything else, that is every analysis
/// to come, must not.
const MAY_SEE_SYNTAX: &[&str] =
    &["c-lower", "c-sema", "c-syntax", "corpus-tests", "engine", "verdikt", "xtask"];

/// The packages as cargo sees them.
pub(crate) fn packages(root: &Path) -> Result<Vec<Package>, String> {
    let output = Command::new("cargo")
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root)
        .output()
        .map_err(|reason| format!("cannot run cargo metadata: {reason}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let metadata: CargoMetadata =
        serde_saphyr::from_str(&text).map_err(|reason| format!("cannot read cargo metadata: {reason}"))?;
    Ok(metadata.packages)
}

impl Package {
    fn layer(&self) -> Option<u32> {
        self.metadata.as_ref()?.architecture.as_ref().map(|architecture| architecture.layer)
    }

    /// What it is built with.
    fn normal_dependencies(&self) -> impl Iterator<Item = &Dependency> {
        self.dependencies.iter().filter(|dependency| dependency.kind.as_deref() != Some("dev"))
    }
}

pub(crate) fn check_layers(workspace: &Workspace) -> Vec<String> {
    let mut findings = Vec::new();
    let find = |name: &str| workspace.packages.iter().find(|package| package.name == name);
    for package in workspace.packages.iter().filter(|package| package.name != "xtask") {
        let Some(layer) = package.layer() else {
            findings.push(format!("{} has no layer", package.name));
            continue;
        };
        for dependency in package.normal_dependencies().filter(|dependency| dependency.path.is_some()) {
            let below = find(&dependency.name).and_then(Package::layer);
            if below.is_none_or(|below| below >= layer) {
                let below = below.map_or("none".to_owned(), |below| below.to_string());
                findings.push(format!("{} ({layer}) depends on {} ({below})", package.name, dependency.name));
            }
        }
    }
    findings
}

pub(crate) fn check_reach(workspace: &Workspace) -> Vec<String> {
    let sees_syntax = |package: &Package| {
        let mut reached = vec![package.name.clone()];
        let mut next = 0;
        while let Some(name) = reached.get(next).cloned() {
            next += 1;
            let known = workspace.packages.iter().find(|package| package.name == name);
            for dependency in known.into_iter().flat_map(Package::normal_dependencies) {
                if dependency.path.is_some() && !reached.contains(&dependency.name) {
                    reached.push(dependency.name.clone());
                }
            }
        }
        reached.iter().any(|name| name == "c-syntax")
    };
    let is_blind = |package: &&Package| !MAY_SEE_SYNTAX.contains(&package.name.as_str());
    let offenders = workspace.packages.iter().filter(is_blind).filter(|package| sees_syntax(package));
    offenders.map(|package| format!("{} reaches c-syntax", package.name)).collect()
}
