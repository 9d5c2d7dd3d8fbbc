//! Folders that runs must see although they are in one that is hidden from them.
//!
//! `/tmp` and `/run` look empty to runs, since left-overs of others are there; but tools and tasks may be there, too, as in a test or on a machine where `/tmp` is the only space. Their
//! folders can be read then; the folder in which a run starts is visible anyway. A tool may be a
//! link to a file there, or a script whose interpreter is there. What the user says about a folder
//! counts.
//!
//! What stays hidden all the same, since the user says so or since it lies in `/tmp` itself, is an
//! error before the first run: `/tmp` as a whole would show the left-overs, and programs could not
//! write there.

use super::{Common, Job};
use crate::problem::Problem;
use bench_system::{Access, Container, Rule};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What is hidden unless something is said about it.
const HIDDEN: &[&str] = &["/tmp", "/run"];

/// Makes a program visible that is executed in a container and starts in the folder `start`, both
/// absolute; else says why that is not possible.
pub fn show_program(container: &mut Container, program: &Path, start: &Path) -> Result<(), Problem> {
    let files = files_of_program(program);
    let folders = files.iter().filter_map(|file| home_of(file)).collect();
    container.rules.extend(rules_for(container, start, folders));
    check(container, start, &files)
}

/// Makes the tool, the tasks and the properties visible; else says what is not.
pub(super) fn show(common: &mut Common, jobs: &[Job], tool_folder: Option<&Path>) -> Result<(), Problem> {
    let more = rules(common, jobs, tool_folder);
    let (files, start) = (files(common, jobs), start(common));
    match &mut common.container {
        Some(container) => {
            container.rules.extend(more);
            check(container, &start, &files)
        }
        None => Ok(()),
    }
}

/// The folder in which runs start.
fn start(common: &Common) -> PathBuf {
    let folder = common.folder.as_deref();
    folder.map_or_else(|| common.current.clone(), |folder| absolute(common, folder))
}

fn absolute(common: &Common, path: &Path) -> PathBuf {
    crate::pattern::normal(&common.current.join(path))
}

/// The files that runs need.
fn files(common: &Common, jobs: &[Job]) -> BTreeSet<PathBuf> {
    let mut files = files_of_program(&absolute(common, &common.executable));
    for job in jobs {
        let property = job.run.property.as_ref().map(|property| &property.file);
        let needed = job.run.files.iter().chain(&job.run.required_files).chain(property);
        files.extend(needed.map(|file| absolute(common, file)));
    }
    files
}

/// A program, the file that it is a link to, and the interpreter that a script names, as a file and
/// as what it is a link to.
fn files_of_program(program: &Path) -> BTreeSet<PathBuf> {
    let with_target = |file: PathBuf| [file.canonicalize().ok(), Some(file)].into_iter().flatten();
    let interpreter = interpreter_of(program).into_iter().flat_map(with_target);
    with_target(program.to_owned()).chain(interpreter).collect()
}

/// What the first line of a script names.
fn interpreter_of(program: &Path) -> Option<PathBuf> {
    let mut head = Vec::new();
    std::fs::File::open(program).ok()?.take(512).read_to_end(&mut head).ok()?;
    let text = String::from_utf8_lossy(&head).into_owned();
    let name = text.strip_prefix("#!")?.lines().next()?.split_whitespace().next()?;
    Some(PathBuf::from(name)).filter(|file| file.is_absolute() && file.exists())
}

/// Rules for the folders of the tool, of the tasks and of the properties.
fn rules(common: &Common, jobs: &[Job], tool_folder: Option<&Path>) -> Vec<Rule> {
    let Some(container) = &common.container else { return Vec::new() };
    let program = files_of_program(&absolute(common, &common.executable));
    let mut folders: BTreeSet<PathBuf> = program.iter().filter_map(|file| home_of(file)).collect();
    folders.extend(tool_folder.map(|folder| absolute(common, folder)));
    for file in files(common, jobs).difference(&program) {
        // A folder may be required as a whole.
        let folder = if file.is_dir() { Some(file.as_path()) } else { file.parent() };
        folders.extend(folder.map(Path::to_owned));
    }
    rules_for(container, &start(common), folders)
}

/// Rules for those of the folders that are hidden by default.
fn rules_for(container: &Container, start: &Path, folders: BTreeSet<PathBuf>) -> Vec<Rule> {
    let is_said = |folder: &Path| {
        container.rules.iter().any(|rule| folder.starts_with(&rule.folder) && rule.folder != Path::new("/"))
    };
    let needed: Vec<PathBuf> = folders
        .into_iter()
        .filter(|folder| is_hidden(container, start, folder))
        .filter(|folder| !is_for_everybody(folder) && !is_said(folder))
        .collect();
    let is_inner = |folder: &Path| needed.iter().any(|other| folder != other && folder.starts_with(other));
    let outer = needed.iter().filter(|folder| !is_inner(folder));
    outer.map(|folder| Rule { folder: folder.clone(), access: Access::ReadOnly }).collect()
}

/// Whether a folder is hidden by default as a whole.
fn is_for_everybody(folder: &Path) -> bool {
    HIDDEN.iter().any(|hidden| folder == Path::new(hidden))
}

/// The folder of a tool: programs in `bin` need what is beside it. There is none where that is a
/// folder for everybody.
fn home_of(executable: &Path) -> Option<PathBuf> {
    let folder = crate::variables::folder_of(executable);
    let is_inner = folder.file_name().is_some_and(|name| name == "bin" || name == "scripts");
    match folder.parent() {
        Some(parent) if is_inner && !is_for_everybody(parent) => Some(parent.to_owned()),
        Some(_) | None => Some(folder).filter(|folder| !is_for_everybody(folder)),
    }
}

/// That runs see these files.
fn check(container: &Container, start: &Path, files: &BTreeSet<PathBuf>) -> Result<(), Problem> {
    let place = |file: &Path| match file.is_dir() {
        true => file.to_owned(),
        false => crate::variables::folder_of(file),
    };
    let is_hidden = |file: &&PathBuf| is_hidden(container, start, &place(file));
    let Some(file) = files.iter().find(is_hidden) else { return Ok(()) };
    let folder = crate::variables::folder_of(file);
    let advice = if is_for_everybody(&folder) {
        format!(
            "move it into a folder of its own, or show all of {0} (`--read-only-dir {0}`)",
            folder.display()
        )
    } else {
        format!("leave out what hides it, or show it (`--read-only-dir {}`)", folder.display())
    };
    Err(Problem::new(format!("{} is hidden from runs", file.display())).advise(advice))
}

/// Whether the nearest rule hides a folder.
fn is_hidden(container: &Container, start: &Path, folder: &Path) -> bool {
    let real = |folder: &Path| folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let said = |folder: &Path| {
        let mut rules = container.rules.iter().filter(|rule| real(&rule.folder) == folder);
        rules.next().map(|rule| rule.access == Access::Hidden)
    };
    let nearest = folder.ancestors().find_map(|folder| {
        let visible = (folder == start).then_some(false);
        let hidden = is_for_everybody(folder).then_some(true);
        said(folder).or(visible).or(hidden)
    });
    nearest.unwrap_or(false)
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
    fn what_stays_hidden() {
        let found = |program: &str, start: &str, said: &[(&str, Access)]| {
            let rules = said.iter().map(|&(folder, access)| Rule { folder: folder.into(), access });
            let mut container = Container { rules: rules.collect(), ..Container::default() };
            show_program(&mut container, Path::new(program), Path::new(start))
                .map_err(|problem| problem.to_string().replace('\n', ""))
                .err()
        };
        assert_eq!(found("/tmp/t/x", "/x", &[]), None);
        assert_eq!(found("/tmp/t/x", "/", &[]), None);
        assert_eq!(found("/tmp/bin/x", "/x", &[]), None);
        assert_eq!(found("/tmp/x", "/tmp", &[]), None);
        assert_eq!(found("/tmp/x", "/x", &[("/tmp", Access::ReadOnly)]), None);
        assert_eq!(found("/opt/x", "/x", &[]), None);
        assert_eq!(found("/opt/x", "/x", &[("/", Access::Hidden), ("/opt", Access::Full)]), None);
        let said = found("/tmp/x", "/x", &[]).unwrap();
        assert!(said.contains("/tmp/x is hidden") && said.contains("move it into a folder"), "{said}");
        let said = found("/tmp/t/x", "/x", &[("/tmp", Access::Hidden)]).unwrap();
        assert!(said.contains("leave out what hides it"), "{said}");
        assert!(found("/opt/x", "/x", &[("/opt", Access::Hidden)]).is_some());
        // A folder that is required as a whole is not looked for in the one above.
        let inner = Rule { folder: env!("CARGO_MANIFEST_DIR").into(), access: Access::ReadOnly };
        let above = Rule {
            folder: Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().into(),
            access: Access::Hidden,
        };
        let container = Container { rules: vec![inner.clone(), above], ..Container::default() };
        assert_eq!(check(&container, Path::new("/x"), &BTreeSet::from([inner.folder])), Ok(()));
    }

    #[test]
    fn links_and_scripts() {
        let folder = PathBuf::from(format!("/tmp/bench-visible-{}", std::process::id()));
        let (script, python) = (folder.join("inner/script"), folder.join("python/bin/python3"));
        for file in [&script, &python] {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        }
        std::fs::write(&python, "").unwrap();
        std::fs::write(&script, format!("#! {} -u\nprint(1)\n", python.display())).unwrap();
        let link = folder.join("links/tool");
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(&script, &link).unwrap();
        let mut container = Container::default();
        let shown = show_program(&mut container, &link, Path::new("/"));
        let folders: Vec<PathBuf> = container.rules.iter().map(|rule| rule.folder.clone()).collect();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(shown, Ok(()));
        assert_eq!(folders, [folder.join("inner"), folder.join("links"), folder.join("python")]);
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
        assert_eq!(found("/tmp/bin/x", "/opt", "/x", &[]), ["/tmp/bin"]);
        assert_eq!(found("/tmp/t/x", "/opt", "/", &[]), ["/tmp/t"]);
        assert_eq!(found("/tmp/x", "/opt", "/x", &[]), Vec::<String>::new());
    }
}
