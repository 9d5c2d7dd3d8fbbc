//! What was asked for, made definite: which texts, which machine, which properties.
//!
//! A task definition brings its program, its data model and its properties; the options of the
//! command line override the last two. A request that names no property gets the one that people
//! mean: no assertion fails, and no error function is called ([`property::assertion`]).

use crate::input;
use c_lower::{Externals, Outside};
use cfa::MachineModel;
use property::task::{DataModel, TaskDefinition, TaskProperty};
use property::{Check, Formula};
use source::{Diagnostic, SourceMap, Span};
use std::path::{Path, PathBuf};

#[cfg(test)]
mod tests;

/// What the user asked for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Program texts, or one task definition.
    pub files: Vec<PathBuf>,
    /// A property file.
    pub property: Option<PathBuf>,
    /// The machine, if the user chose one.
    pub machine: Option<MachineModel>,
    /// The function where execution begins, if the user chose one.
    pub entry: Option<String>,
    /// What happens outside of the program.
    pub outside: Outside,
    /// What unknown functions do, if the user chose.
    pub externals: Option<Externals>,
}

/// What that means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The translation units in order.
    pub programs: Vec<PathBuf>,
    /// The machine model.
    pub machine: MachineModel,
    /// Who chose it.
    pub machine_from: Chosen,
    /// The function where execution begins: the one that the properties name.
    pub entry: String,
    /// The properties in order.
    pub properties: Vec<PlannedProperty>,
    /// What happens outside of the program.
    pub outside: Outside,
}

/// Who made a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// Nobody: it is the default.
    Default,
    /// The task definition.
    Task,
    /// The command line.
    User,
}

/// A property to check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedProperty {
    /// The file it was read from; `None` for the default.
    pub file: Option<PathBuf>,
    /// Its parts: it holds if all hold.
    pub checks: Vec<Check>,
    /// What the task says the answer is.
    pub expected: Option<bool>,
}

/// The kind of a file, by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileKind {
    Program,
    Task,
}

/// Reads task definitions and property files; the programs are not read yet.
pub fn plan(map: &mut SourceMap, request: &Request) -> Result<Plan, Diagnostic> {
    let mut kinds = Vec::new();
    for file in &request.files {
        kinds.push(kind_of(file)?);
    }
    let mut plan = match (request.files.as_slice(), kinds.as_slice()) {
        ([file], [FileKind::Task]) => plan_task(map, file, request.property.is_some())?,
        (_, kinds) if kinds.contains(&FileKind::Task) => {
            return Err(input::error(
                "E0510",
                "a task definition stands alone: it names its programs itself",
            ));
        }
        (files, _) => Plan {
            programs: files.to_owned(),
            machine: MachineModel::Lp64,
            machine_from: Chosen::Default,
            entry: String::new(),
            properties: Vec::new(),
            outside: Outside { externals: Externals::WriteArguments, ..Outside::default() },
        },
    };
    if let Some(machine) = request.machine {
        (plan.machine, plan.machine_from) = (machine, Chosen::User);
    }
    if let Some(file) = &request.property {
        let checks = read_property(map, file)?;
        plan.properties = vec![PlannedProperty { file: Some(file.clone()), checks, expected: None }];
    }
    if plan.properties.is_empty() {
        plan.properties.push(default_property());
    }
    let externals = request.externals.unwrap_or(plan.outside.externals);
    plan.outside = Outside { externals, ..request.outside.clone() };
    plan.entry = match &request.entry {
        Some(entry) => entry.clone(),
        None => common_entry(&plan.properties)?,
    };
    for check in plan.properties.iter_mut().flat_map(|property| &mut property.checks) {
        if check.span == Span::NONE {
            check.entry.clone_from(&plan.entry);
        }
    }
    Ok(plan)
}

/// One automaton has one entry, so all properties must agree on it.
fn common_entry(properties: &[PlannedProperty]) -> Result<String, Diagnostic> {
    let mut checks = properties.iter().flat_map(|property| &property.checks);
    let Some(first) = checks.next() else { return Ok("main".to_owned()) };
    match checks.find(|check| check.entry != first.entry) {
        None => Ok(first.entry.clone()),
        Some(other) => {
            let message =
                format!("the properties begin at different functions: {}, {}", first.entry, other.entry);
            Err(Diagnostic::error("E0511", other.span, message).with_related(first.span, "the first one"))
        }
    }
}

fn kind_of(path: &Path) -> Result<FileKind, Diagnostic> {
    let shown = path.display();
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i" | "h" | "C" | "I") => Ok(FileKind::Program),
        Some("yml" | "yaml") => Ok(FileKind::Task),
        Some("prp" | "spc") => {
            Err(input::error("E0508", format!("`{shown}` is a property file, not a program"))
                .with_note(format!("say `--property {shown}`")))
        }
        // What does not exist or is a folder gets that message, whatever its name.
        _ if !path.exists() || path.is_dir() => Ok(FileKind::Program),
        _ => Err(input::error("E0508", format!("`{shown}` has a name that says nothing about its type"))
            .with_note("C programs end in `.c` or `.i`, task definitions in `.yml`")),
    }
}

fn plan_task(map: &mut SourceMap, path: &Path, own_property: bool) -> Result<Plan, Diagnostic> {
    let file = input::load(map, path, "task definition")?;
    let TaskDefinition { input_files, properties, data_model } = property::task::parse(map, file)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let (machine, machine_from) = match data_model {
        Some(DataModel::Ilp32) => (MachineModel::Ilp32, Chosen::Task),
        Some(DataModel::Lp64) => (MachineModel::Lp64, Chosen::Task),
        None => (MachineModel::Lp64, Chosen::Default),
    };
    let mut planned = Vec::new();
    for TaskProperty { property_file, expected_verdict, subproperty: _ } in properties {
        if own_property {
            break;
        }
        let file = folder.join(property_file);
        let checks = read_property(map, &file)?;
        planned.push(PlannedProperty { file: Some(file), checks, expected: expected_verdict });
    }
    let programs = input_files.iter().map(|name| folder.join(name)).collect();
    // Tasks were made so that functions without a body do nothing.
    let outside = Outside { externals: Externals::Pure, ..Outside::default() };
    Ok(Plan { programs, machine, machine_from, entry: String::new(), properties: planned, outside })
}

fn read_property(map: &mut SourceMap, path: &Path) -> Result<Vec<Check>, Diagnostic> {
    let file = input::load(map, path, "property file")?;
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("spc") => property::observer::parse(map, file),
        Some(_) | None => property::prp::parse(map, file),
    }
}

fn default_property() -> PlannedProperty {
    let check = Check { entry: "main".to_owned(), formula: Formula::Assertions, span: Span::NONE };
    PlannedProperty { file: None, checks: vec![check], expected: None }
}
