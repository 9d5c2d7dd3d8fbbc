//! Rules of the house that the compiler cannot check. Each is a function from the workspace to findings.
//!
//! A rule that is not checked is a wish, so every convention of `CONTRIBUTING.md` and `STYLE.md` that a
//! program can see has its function here, and all of them run as one test.

mod documents;
pub(crate) mod layers;
mod outside;
mod text;

#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

/// A text of the workspace.
pub(crate) struct SourceFile {
    /// Relative to the workspace, with `/`.
    pub(crate) path: String,
    /// Its content.
    pub(crate) text: String,
}

/// What the rules look at.
pub(crate) struct Workspace {
    /// Rust, Markdown, TOML, shell and C texts, sorted by path.
    pub(crate) files: Vec<SourceFile>,
    /// The packages of the workspace.
    pub(crate) packages: Vec<layers::Package>,
}

type Rule = fn(&Workspace) -> Vec<String>;

/// All rules with their names.
const RULES: &[(&str, Rule)] = &[
    ("a crate depends on smaller layers only", layers::check_layers),
    ("analyses never see C syntax", layers::check_reach),
    ("clocks, files and processes have few readers", outside::check_outside),
    ("every file begins with an essay", text::check_essays),
    ("files are short", text::check_length),
    ("no forbidden words", text::check_words),
    ("types have telling names", text::check_names),
    ("lists that claim to be sorted are", text::check_sorted),
    ("decisions are numbered and complete", documents::check_decisions),
    ("every dependency is justified", documents::check_dependencies),
    ("the code map names every crate", documents::check_code_map),
    ("what is refused has a row in the ledger", documents::check_ledger),
    ("one test command", documents::check_test_command),
    ("`cargo run` runs something", documents::check_run_command),
];

/// All findings, each one line.
pub(crate) fn run(root: &Path) -> Vec<String> {
    let workspace = match Workspace::read(root) {
        Ok(workspace) => workspace,
        Err(reason) => return vec![reason],
    };
    let findings_of = |(name, rule): &(&str, Rule)| -> Vec<String> {
        rule(&workspace).into_iter().map(|finding| format!("{name}: {finding}")).collect()
    };
    RULES.iter().flat_map(findings_of).collect()
}

impl Workspace {
    fn read(root: &Path) -> Result<Self, String> {
        let mut files = Vec::new();
        collect(root, root, &mut files).map_err(|reason| format!("cannot read the workspace: {reason}"))?;
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Self { files, packages: layers::packages(root)? })
    }

    /// The text of one file; empty if there is none.
    pub(crate) fn text(&self, path: &str) -> &str {
        self.files.iter().find(|file| file.path == path).map_or("", |file| &file.text)
    }

    /// The Rust texts.
    pub(crate) fn rust(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().filter(|file| file.path.ends_with(".rs"))
    }
}

/// Folders that hold no text of ours.
const SKIPPED: &[&str] = &["target", ".git", "artifacts"];
/// Ends of the names of texts.
const TEXTS: &[&str] = &[".rs", ".md", ".toml", ".c", ".h", ".sh", ".yml", ".prp", ".ci/run"];

fn collect(root: &Path, folder: &Path, files: &mut Vec<SourceFile>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !SKIPPED.contains(&name.as_str()) {
                collect(root, &path, files)?;
            }
            continue;
        }
        let relative = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if TEXTS.iter().any(|end| relative.ends_with(end)) {
            let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
            files.push(SourceFile { path: relative, text });
        }
    }
    Ok(())
}
