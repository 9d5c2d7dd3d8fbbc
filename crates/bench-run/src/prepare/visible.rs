//! Folders that runs must see although they are in one that is hidden from them.
//!
//! `/tmp` and `/run` look empty to runs, since left-overs of others are there; but tools and tasks may be there, too, as in a test or on a machine where `/tmp` is the only space. Their
//! folders can be read then; the folder in which a run starts is visible anyway. What the user says about a folder counts.

use super::{Common, Job};
use bench_system::{Access, Rule};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What is hidden unless something is said about it.
const HIDDEN: &[&str] = &["/tmp", "/run"];

/// Rules for the folders of the tool, of the tasks and of the properties.
pub(super) fn rules(common: &Common, jobs: &[Job], tool_folder: Option<&Path>) -> Vec<Rule> {
    let Some(container) = &common.container else { return Vec::new() };
    let absolute = |path: &Path| crate::pattern::normal(&common.current.join(path));
    let start = common.folder.as_ref().map_or_else(|| common.current.clone(), |folder| absolute(folder));
    let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
    folders.extend(tool_folder.map(absolute));
    folders.insert(home_of(&absolute(&common.executable)));
    for job in jobs {
        let files = job
            .run
            .files
            .iter()
            .chain(&job.run.required_files)
            .chain(job.run.property.as_ref().map(|property| &property.file));
        for file in files {
            let file = absolute(file);
            // A folder may be required as a whole.
            let folder = if file.is_dir() { Some(file.as_path()) } else { file.parent() };
            folders.extend(folder.map(Path::to_owned));
        }
    }
    let is_hidden =
        |folder: &Path| HIDDEN.iter().any(|hidden| folder.starts_with(hidden) && folder != Path::new(hidden));
    let is_said = |folder: &Path| {
        container.rules.iter().any(|rule| folder.starts_with(&rule.folder) && rule.folder != Path::new("/"))
    };
    let needed: Vec<PathBuf> = folders
        .into_iter()
        .filter(|folder| is_hidden(folder) && !folder.starts_with(&start) && !is_said(folder))
        .collect();
    let is_inner = |folder: &Path| needed.iter().any(|other| folder != other && folder.starts_with(other));
    let outer = needed.iter().filter(|folder| !is_inner(folder));
    outer.map(|folder| Rule { folder: folder.clone(), access: Access::ReadOnly }).collect()
}

/// The folder of a tool: programs in `bin` need what is beside it.
fn home_of(executable: &Path) -> PathBuf {
    let folder = crate::variables::folder_of(executable);
    let is_inner = folder.file_name().is_some_and(|name| name == "bin" || name == "scripts");
    match folder.parent() {
        Some(parent) if is_inner => parent.to_owned(),
        Some(_) | None => folder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bench_system::Container;

    fn found(executable: &str, folder: &str, current: &str, said: &[&str]) -> Vec<String> {
        let rules_said =
            said.iter().map(|folder| Rule { folder: PathBuf::from(folder), access: Access::Full }).collect();
        let common = Common {
            executable: PathBuf::from(executable),
            current: PathBuf::from(current),
            container: Some(Container { rules: rules_said, ..Container::default() }),
            ..Common::default()
        };
        rules(&common, &[], Some(Path::new(folder)))
            .iter()
            .map(|rule| rule.folder.display().to_string())
            .collect()
    }

    #[test]
    fn tools_in_hidden_folders() {
        assert_eq!(found("/tmp/t/bin/x", "/opt", "/x", &[]), ["/tmp/t"]);
        assert_eq!(found("/tmp/t/bin/x", "/tmp/t/bin/inner", "/x", &[]), ["/tmp/t"]);
        assert_eq!(found("../y/x", "/opt", "/tmp/b", &[]), ["/tmp/y"]);
        assert_eq!(found("t/x", "t", "/tmp/b", &[]), Vec::<String>::new());
        assert_eq!(found("/usr/bin/x", "/opt", "/x", &[]), Vec::<String>::new());
        assert_eq!(found("/tmp/t/x", "/opt", "/x", &["/tmp"]), Vec::<String>::new());
        assert_eq!(found("/tmp/t/x", "/opt", "/x", &["/"]), ["/tmp/t"]);
        assert_eq!(found("/tmp/x", "/opt", "/x", &[]), Vec::<String>::new());
    }
}
