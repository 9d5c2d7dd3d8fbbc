//! Files of a plan: set files, patterns with variables, task definitions.

use super::{Missing, Planner};
use crate::definition::{Located, TaskSet};
use crate::pattern;
use crate::problem::{Place, Problem};
use crate::variables::{Variables, folder_of};
use property::task::general::{self, GeneralTask};
use std::path::{Path, PathBuf};

impl Planner<'_> {
    /// The task definitions and input files of a task set, in the order of their first mention.
    pub(super) fn tasks_of(&mut self, set: &TaskSet, variables: &Variables) -> Vec<PathBuf> {
        let base = folder_of(&self.definition.file);
        let mut tasks: Vec<PathBuf> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        let mut add = |tasks: &mut Vec<PathBuf>, found: Vec<PathBuf>| {
            tasks.extend(found.into_iter().filter(|path| seen.insert(path.clone())));
        };
        for include in &set.include {
            add(&mut tasks, self.expand(include, &base, variables));
        }
        for list in &set.includes_file {
            for file in self.expand(list, &base, variables) {
                let found = self.listed(&file, variables);
                if found.is_empty() && self.problems.is_empty() {
                    let message = format!("nothing in the set file {} exists", file.display());
                    self.problems.push(Problem::at(&list.place, message));
                }
                add(&mut tasks, found);
            }
        }
        let mut excluded: Vec<(&Located, Vec<PathBuf>)> = Vec::new();
        for exclude in &set.exclude {
            excluded.push((exclude, self.expand(exclude, &base, variables)));
        }
        for list in &set.excludes_file {
            for file in self.expand(list, &base, variables) {
                excluded.push((list, self.listed(&file, variables)));
            }
        }
        for (pattern, paths) in excluded {
            let before = tasks.len();
            tasks.retain(|task| !paths.contains(task));
            if tasks.len() == before {
                let message = format!("`{}` excludes none of the tasks", pattern.text);
                self.warnings.push(Problem::at(&pattern.place, message));
            }
        }
        tasks
    }

    /// The files that the lines of a set file name, relative to its folder.
    fn listed(&mut self, file: &Path, variables: &Variables) -> Vec<PathBuf> {
        let content = match std::fs::read(file) {
            Ok(content) => String::from_utf8_lossy(&content).into_owned(),
            Err(error) => {
                self.problems
                    .push(Problem::new(format!("cannot read the set file {}: {error}", file.display())));
                return Vec::new();
            }
        };
        let base = folder_of(file);
        let mut found = Vec::new();
        for (number, line) in content.lines().enumerate() {
            let text = line.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let place = Place { file: file.to_owned(), line: number + 1, column: 1 };
            found.extend(self.expand(&Located { text: text.to_owned(), place }, &base, variables));
        }
        found
    }

    /// The files that a pattern with variables stands for. A plain name must exist; a pattern without a match gives a warning, since categories often have some.
    pub(super) fn expand(&mut self, located: &Located, base: &Path, variables: &Variables) -> Vec<PathBuf> {
        let path = self.path_of(located, base, variables);
        let found = pattern::expand(&path);
        if found.is_empty() {
            let shown = path.display();
            if pattern::is_pattern(&located.text) {
                self.warnings.push(Problem::at(&located.place, format!("no file matches `{shown}`")));
            } else {
                self.missing(&located.place, format!("there is no file `{shown}`"));
            }
        }
        found
    }

    /// The one file that a pattern stands for.
    pub(super) fn one_file(
        &mut self,
        located: &Located,
        base: &Path,
        variables: &Variables,
    ) -> Option<PathBuf> {
        let path = self.path_of(located, base, variables);
        let found = pattern::expand(&path);
        match found.as_slice() {
            [] => self.missing(&located.place, format!("there is no property file `{}`", path.display())),
            [_] => {}
            [first, ..] => {
                let message =
                    format!("several property files match `{}`, {} is used", path.display(), first.display());
                self.warnings.push(Problem::at(&located.place, message));
            }
        }
        found.into_iter().next()
    }

    /// A pattern that begins with a variable has its folder in it already; others are relative to `base`.
    fn path_of(&mut self, located: &Located, base: &Path, variables: &Variables) -> PathBuf {
        let text = variables.replace(&located.text, &mut self.warnings);
        let text = match (text.strip_prefix("~/"), std::env::var_os("HOME")) {
            (Some(rest), Some(home)) => Path::new(&home).join(rest),
            (Some(_), None) | (None, _) => PathBuf::from(text),
        };
        let joined = if located.text.starts_with('$') { text } else { base.join(text) };
        pattern::normal(&joined)
    }

    /// A file that is not there: an error, or a warning if such tasks are to be skipped.
    pub(super) fn missing(&mut self, place: &Place, message: String) {
        match self.selection.missing {
            Missing::Refuse => {
                let problem = Problem::at(place, message);
                self.problems.push(problem.advise("`--skip-missing` runs the rest without it"));
            }
            Missing::Skip => {
                self.warnings.push(Problem::at(place, format!("{message}; the task is left out")));
            }
        }
    }

    pub(super) fn read_task(&mut self, file: &Path) -> Option<GeneralTask> {
        let content = match std::fs::read_to_string(file) {
            Ok(content) => content,
            Err(error) => {
                self.missing(&Place::file(file), format!("cannot read the task definition: {error}"));
                return None;
            }
        };
        match general::read(&content) {
            Ok(task) => Some(task),
            Err(fault) => {
                let place = Place { file: file.to_owned(), line: fault.line, column: fault.column };
                self.problems.push(Problem::at(&place, fault.message));
                None
            }
        }
    }

    /// The files that a task definition names, relative to its folder.
    pub(super) fn files_of(&mut self, definition: &Path, patterns: &[String]) -> Option<Vec<PathBuf>> {
        let base = folder_of(definition);
        let mut files = Vec::new();
        for text in patterns {
            let found = pattern::expand(&pattern::normal(&base.join(text)));
            if found.is_empty() {
                let message = format!("`{text}`, which the task needs, does not exist");
                self.missing(&Place::file(definition), message);
                return None;
            }
            files.extend(found);
        }
        Some(files)
    }
}
