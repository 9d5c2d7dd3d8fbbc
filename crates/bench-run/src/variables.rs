//! Variables in definitions: `${inputfile_path}`, `${benchmark_name}` and so on, and those of the environment.
//!
//! The names are the reference tool's. We differ in one point: for a task definition, `inputfile_*` is the first input file (the reference leaves the variable as it stands).
//! `$NAME` and `${NAME}` that are none of ours are taken from the environment; what is in neither stays as it is, with a warning.

use crate::problem::{Problem, closest};
use std::path::{Path, PathBuf};

/// What the names of a benchmark run are made of.
#[derive(Clone, Debug)]
pub struct Names {
    /// The benchmark.
    pub benchmark: String,
    /// The time of its start, as in file names.
    pub date: String,
    /// The definition file.
    pub file: PathBuf,
    /// The folder of logs.
    pub logs: PathBuf,
    /// The current folder, absolute.
    pub current: PathBuf,
}

/// All variables with a value.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    values: Vec<(&'static str, String)>,
}

/// Every name there is, for suggestions.
const NAMES: &[&str] = &[
    "benchmark_name",
    "benchmark_date",
    "benchmark_path",
    "benchmark_path_abs",
    "benchmark_file",
    "benchmark_file_abs",
    "logfile_path",
    "logfile_path_abs",
    "rundefinition_name",
    "inputfile_name",
    "inputfile_path",
    "inputfile_path_abs",
    "taskdef_name",
    "taskdef_path",
    "taskdef_path_abs",
];

impl Variables {
    /// Those of a run definition.
    pub fn new(names: &Names, run_definition: &str) -> Self {
        let folder = folder_of(&names.file);
        let shown = |path: &Path| path.display().to_string();
        let absolute = |path: &Path| shown(&crate::pattern::normal(&names.current.join(path)));
        let file_name =
            names.file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Self {
            values: vec![
                ("benchmark_name", names.benchmark.clone()),
                ("benchmark_date", names.date.clone()),
                ("benchmark_path", shown(&folder)),
                ("benchmark_path_abs", absolute(&folder)),
                ("benchmark_file", file_name),
                ("benchmark_file_abs", absolute(&names.file)),
                ("logfile_path", shown(&names.logs)),
                ("logfile_path_abs", absolute(&names.logs)),
                ("rundefinition_name", run_definition.to_owned()),
                ("test_name", run_definition.to_owned()),
            ],
        }
    }

    /// The same with those of a task.
    pub fn with_task(&self, task: &Path, input: &Path, current: &Path) -> Self {
        let mut values = self.values.clone();
        let is_definition = task.extension().is_some_and(|extension| extension == "yml");
        let mut add = |keys: [&'static str; 3], file: &Path| {
            let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let folder = folder_of(file);
            let absolute = crate::pattern::normal(&current.join(&folder));
            values.push((keys[0], name));
            values.push((keys[1], folder.display().to_string()));
            values.push((keys[2], absolute.display().to_string()));
        };
        add(["inputfile_name", "inputfile_path", "inputfile_path_abs"], input);
        if is_definition {
            add(["taskdef_name", "taskdef_path", "taskdef_path_abs"], task);
        }
        Self { values }
    }

    /// Replaces variables. What is not known stays and gives a warning.
    pub fn replace(&self, text: &str, warnings: &mut Vec<Problem>) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            out.push_str(&rest[..at]);
            let (name, length) = name_at(&rest[at..]);
            let known = self.values.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone());
            let value = known.or_else(|| if name.is_empty() { None } else { std::env::var(name).ok() });
            match value {
                Some(value) => out.push_str(&value),
                None => {
                    out.push_str(&rest[at..at + length]);
                    if rest[at..].starts_with("${") {
                        warnings.push(unknown(name, text));
                    }
                }
            }
            rest = &rest[at + length..];
        }
        out.push_str(rest);
        out
    }
}

fn unknown(name: &str, text: &str) -> Problem {
    let problem =
        Problem::new(format!("the variable `${{{name}}}` in `{text}` has no value here and stays as it is"));
    match closest(name, NAMES) {
        Some(close) if close != name => problem.advise(format!("did you mean `${{{close}}}`?")),
        Some(_) | None => problem,
    }
}

/// The name of the variable at the beginning of `text`, which begins with `$`, and how long its mention is.
fn name_at(text: &str) -> (&str, usize) {
    if let Some(inner) = text.strip_prefix("${") {
        return match inner.find('}') {
            Some(end) => (&inner[..end], end + 3),
            None => ("", 1),
        };
    }
    let name = &text[1..];
    let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
    (&name[..end], end + 1)
}

/// The folder of a file; `.` if it has none.
pub(crate) fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        Some(_) | None => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_variables() {
        let names = Names {
            benchmark: "b".to_owned(),
            date: "2026-01-02_03-04-05".to_owned(),
            file: PathBuf::from("d/b.xml"),
            logs: PathBuf::from("results/b.logfiles"),
            current: PathBuf::from("/x"),
        };
        let variables = Variables::new(&names, "r").with_task(
            Path::new("t/a.yml"),
            Path::new("t/in/a.c"),
            Path::new("/x"),
        );
        let mut warnings = Vec::new();
        let text = NAMES.iter().map(|name| format!("${{{name}}}")).collect::<Vec<_>>().join(" ");
        let found = variables.replace(&text, &mut warnings);
        let wanted = "b 2026-01-02_03-04-05 d /x/d b.xml /x/d/b.xml results/b.logfiles /x/results/b.logfiles r \
                      a.c t/in /x/t/in a.yml t /x/t";
        assert_eq!((found.as_str(), warnings.len()), (wanted, 0));
        let plain = Variables::new(&names, "").with_task(Path::new("a.c"), Path::new("a.c"), Path::new("/x"));
        assert_eq!(plain.replace("${inputfile_name}|${inputfile_path}", &mut warnings), "a.c|.");
    }

    #[test]
    fn what_is_not_known_stays() {
        let mut warnings = Vec::new();
        for text in ["${inputfil_name}", "$", "${", "a$b_not_there$", "${}"] {
            assert_eq!(Variables::default().replace(text, &mut warnings), text);
        }
        let advice = warnings.first().and_then(|warning| warning.advice.clone());
        assert_eq!(advice.as_deref(), Some("did you mean `${inputfile_name}`?"));
    }
}
