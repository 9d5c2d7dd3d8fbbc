//! The reference tool's notation.
//!
//! Elements and attributes are those of its document type; where an element may stand is checked as well, since the reference looks for each only where it expects it.

use super::markup::{self, Attribute, Element};
use super::{
    Definition, Limits, Located, PropertyFile, Read, Required, RunDefinition, Settings, TaskSet,
    WantedColumn, name_of,
};
use crate::problem::{Place, Problem, list};
use crate::units;
use std::path::Path;

/// An element of the notation.
struct Rule {
    name: &'static str,
    attributes: &'static [&'static str],
    children: &'static [&'static str],
}

const RULES: &[Rule] = &[
    Rule {
        name: "benchmark",
        attributes: &[
            "tool",
            "displayName",
            "timelimit",
            "hardtimelimit",
            "softtimelimit",
            "walltimelimit",
            "memlimit",
            "cpuCores",
            "threads",
        ],
        children: &[
            "rundefinition",
            "tasks",
            "option",
            "propertyfile",
            "requiredfiles",
            "resultfiles",
            "require",
            "columns",
        ],
    },
    Rule {
        name: "rundefinition",
        attributes: &["name"],
        children: &["tasks", "option", "propertyfile", "requiredfiles"],
    },
    Rule {
        name: "tasks",
        attributes: &["name"],
        children: &[
            "include",
            "includesfile",
            "exclude",
            "excludesfile",
            "withoutfile",
            "append",
            "option",
            "propertyfile",
            "requiredfiles",
        ],
    },
    Rule { name: "option", attributes: &["name"], children: &[] },
    Rule { name: "propertyfile", attributes: &["expectedverdict"], children: &[] },
    Rule { name: "require", attributes: &["cpuModel", "cpuCores", "memory"], children: &[] },
    Rule { name: "columns", attributes: &[], children: &["column"] },
    Rule { name: "column", attributes: &["title", "numberOfDigits"], children: &[] },
];

/// Elements of which only the text counts.
const PLAIN: Rule = Rule { name: "", attributes: &[], children: &[] };

pub(super) fn parse(file: &Path, text: &str) -> Read {
    let root = markup::parse(file, text)?;
    if root.name != "benchmark" {
        let message = format!("the root element is `{}`, not `benchmark`", root.name);
        return Err(Problem::at(&root.place, message).into());
    }
    let mut reading = Reading { problems: Vec::new() };
    reading.check(&root);
    let definition = reading.definition(file, &root);
    match definition {
        Some(definition) if reading.problems.is_empty() => Ok((definition, Vec::new())),
        Some(_) | None => Err(reading.problems),
    }
}

struct Reading {
    problems: Vec<Problem>,
}

impl Reading {
    /// Refuses what the notation does not have.
    fn check(&mut self, element: &Element) {
        let rule = RULES.iter().find(|rule| rule.name == element.name).unwrap_or(&PLAIN);
        for attribute in &element.attributes {
            if !rule.attributes.contains(&attribute.name.as_str()) {
                let message = format!("`<{}>` has no attribute `{}`", element.name, attribute.name);
                let problem = Problem::at(&attribute.place, message);
                self.problems.push(problem.suggest(&attribute.name, rule.attributes));
            }
        }
        for child in &element.children {
            if rule.children.contains(&child.name.as_str()) {
                self.check(child);
                continue;
            }
            let message = format!("`<{}>` cannot stand in `<{}>`", child.name, element.name);
            let problem = Problem::at(&child.place, message);
            let homes: Vec<&str> = RULES
                .iter()
                .filter(|rule| rule.children.contains(&child.name.as_str()))
                .map(|rule| rule.name)
                .collect();
            self.problems.push(match (child.name.as_str(), homes.as_slice()) {
                ("sourcefiles", _) => {
                    problem.advise("it is called `<tasks>` since version 2 of the notation")
                }
                (_, []) => problem.suggest(&child.name, rule.children),
                (_, homes) => problem.advise(format!("it can stand in {}", list(homes))),
            });
        }
        let has_text = !element.text.trim().is_empty();
        if has_text
            && matches!(
                element.name.as_str(),
                "benchmark" | "rundefinition" | "tasks" | "columns" | "require"
            )
        {
            let message = format!("there is a text directly in `<{}>`", element.name);
            self.problems.push(Problem::at(&element.place, message));
        }
    }

    fn definition(&mut self, file: &Path, root: &Element) -> Option<Definition> {
        let tool = match root.attribute("tool") {
            Some(tool) if !tool.value.trim().is_empty() => {
                Located { text: tool.value.trim().to_owned(), place: tool.place.clone() }
            }
            Some(_) | None => {
                self.problems.push(
                    Problem::at(&root.place, "`<benchmark>` does not say which tool to run")
                        .advise("add the attribute `tool`, such as `tool=\"verdikt\"`"),
                );
                return None;
            }
        };
        let common = self.settings(root);
        let tasks = root.children("tasks").map(|element| self.tasks(element)).collect();
        let runs = root.children("rundefinition").map(|element| self.run_definition(element)).collect();
        let required = self.requirements(root);
        let limits = self.limits(root);
        Some(Definition {
            file: file.to_owned(),
            name: name_of(file),
            tool,
            display_name: root.attribute("displayName").map(|attribute| attribute.value.clone()),
            limits,
            threads: self.value(root, "threads", units::count),
            required,
            required_files: common.required_files.clone(),
            result_files: self.result_files(root),
            columns: root
                .children("columns")
                .flat_map(|columns| columns.children("column"))
                .map(|c| self.column(c))
                .collect(),
            common: Settings { required_files: Vec::new(), ..common },
            tasks,
            runs,
        })
    }

    fn limits(&mut self, root: &Element) -> Limits {
        let soft = self.value(root, "softtimelimit", units::time);
        let (time, hard) =
            (self.value(root, "timelimit", units::time), self.value(root, "hardtimelimit", units::time));
        // Before version 3 `timelimit` was the hard one and there was a soft one besides.
        let (soft_cpu, cpu) = match (soft, time) {
            (Some(soft), Some(time)) => (Some(soft), Some(hard.unwrap_or(time))),
            (Some(soft), None) => (Some(soft), hard),
            (None, time) => (time, hard),
        };
        Limits {
            soft_cpu,
            cpu,
            wall: self.value(root, "walltimelimit", units::time),
            memory: self.value(root, "memlimit", units::size),
            cores: self.value(root, "cpuCores", units::count),
        }
    }

    fn value<T>(&mut self, element: &Element, name: &str, read: fn(&str) -> Result<T, String>) -> Option<T> {
        let attribute: &Attribute = element.attribute(name)?;
        match read(&attribute.value) {
            Ok(value) => Some(value),
            Err(reason) => {
                self.problems
                    .push(Problem::at(&attribute.place, format!("the value of `{name}` is wrong: {reason}")));
                None
            }
        }
    }

    /// Of several elements, the first one that names something counts for it.
    fn requirements(&mut self, root: &Element) -> Required {
        let mut all = Required::default();
        for require in root.children("require") {
            let model = require.attribute("cpuModel").map(|attribute| attribute.value.clone());
            all.cpu_model = all.cpu_model.or(model);
            all.cores = all.cores.or(self.value(require, "cpuCores", units::count));
            all.memory = all.memory.or(self.value(require, "memory", units::size));
        }
        all
    }

    fn result_files(&mut self, root: &Element) -> Vec<String> {
        let mut patterns = Vec::new();
        for element in root.children("resultfiles") {
            let pattern = element.text.trim();
            if Path::new(pattern).components().any(|part| part == std::path::Component::ParentDir) {
                let message = format!("the pattern `{pattern}` of result files leaves the folder of the run");
                self.problems.push(Problem::at(&element.place, message));
            }
            if !pattern.is_empty() {
                patterns.push(pattern.to_owned());
            }
        }
        // An empty element means that nothing is kept, no element that everything is.
        if patterns.is_empty() && root.children("resultfiles").next().is_some() {
            patterns.push(String::new());
        }
        patterns
    }

    fn column(&mut self, element: &Element) -> WantedColumn {
        let pattern = element.text.trim().to_owned();
        let title = element.attribute("title").map_or_else(|| pattern.clone(), |title| title.value.clone());
        if title.is_empty() {
            self.problems.push(Problem::at(&element.place, "a column needs a text to look for"));
        }
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| format!("`{text}` is not a number"));
        WantedColumn { title, pattern, digits: self.value(element, "numberOfDigits", number) }
    }

    fn run_definition(&mut self, element: &Element) -> RunDefinition {
        RunDefinition {
            name: element.attribute("name").map_or_else(String::new, |name| name.value.clone()),
            place: element.place.clone(),
            settings: self.settings(element),
            tasks: element.children("tasks").map(|element| self.tasks(element)).collect(),
        }
    }

    fn tasks(&mut self, element: &Element) -> TaskSet {
        let name = element.attribute("name").map(|name| name.value.clone()).filter(|name| !name.is_empty());
        let mut set = TaskSet::new(name, element.place.clone());
        set.include = self.texts(element, "include");
        set.includes_file = self.texts(element, "includesfile");
        set.exclude = self.texts(element, "exclude");
        set.excludes_file = self.texts(element, "excludesfile");
        set.without_file = self.texts(element, "withoutfile");
        set.append = self.texts(element, "append");
        set.settings = self.settings(element);
        set
    }

    fn settings(&mut self, element: &Element) -> Settings {
        let mut options = Vec::new();
        for option in element.children("option") {
            options.extend(option.attribute("name").map(|name| name.value.clone()));
            // As in the reference, blanks around a value count only if there is something else.
            if !option.text.trim().is_empty() || option.attribute("name").is_none() && !option.text.is_empty()
            {
                options.push(option.text.clone());
            }
        }
        Settings {
            options,
            property: self.property(element),
            required_files: self.texts(element, "requiredfiles"),
        }
    }

    fn property(&mut self, element: &Element) -> Option<PropertyFile> {
        let mut found = element.children("propertyfile");
        let first = found.next()?;
        if let Some(second) = found.next() {
            let message = format!("there is more than one `<propertyfile>` in `<{}>`", element.name);
            self.problems
                .push(Problem::at(&second.place, message).advise("use a run definition for each property"));
        }
        let expected = first.attribute("expectedverdict").map(|attribute| attribute.value.clone());
        if let Some(attribute) = first.attribute("expectedverdict")
            && !is_verdict(&attribute.value)
        {
            let message = format!("`{}` is not an expected verdict", attribute.value);
            let advice = "there are `true`, `false`, `false(part)` and `unknown`";
            self.problems.push(Problem::at(&attribute.place, message).advise(advice));
        }
        let text = first.text.trim();
        if text.is_empty() {
            self.problems.push(Problem::at(&first.place, "`<propertyfile>` names no file"));
            return None;
        }
        Some(PropertyFile { pattern: located(text, &first.place), expected })
    }

    fn texts(&mut self, element: &Element, name: &str) -> Vec<Located> {
        let mut texts = Vec::new();
        for child in element.children(name) {
            match child.text.trim() {
                "" => self.problems.push(Problem::at(&child.place, format!("`<{name}>` is empty"))),
                text => texts.push(located(text, &child.place)),
            }
        }
        texts
    }
}

fn located(text: &str, place: &Place) -> Located {
    Located { text: text.to_owned(), place: place.clone() }
}

/// Whether tasks can be selected by it.
pub(super) fn is_verdict(text: &str) -> bool {
    text == "unknown" || bench_result::score::Expected::parse(text).is_some()
}
