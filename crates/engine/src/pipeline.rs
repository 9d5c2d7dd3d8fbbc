//! The way of the data: paths, texts, syntax trees, automaton.
//!
//! Every stage runs only if the one before it found no error, and the automaton is handed out only after
//! `cfa::verify` accepts it: a violation is a bug of ours, not of the program, and is reported as one.
//! The errors of all units are collected, so that one run shows what is wrong in each.

use crate::input;
use crate::plan::Plan;
use crate::preprocess::Preprocessor;
use crate::preprocess::dialect::{Edition, constants_of_c90};
use c_lower::{Assertions, LowerOptions, Outside, Sequence};
use c_syntax::ast::Ast;
use cfa::interp::ListedValues;
use cfa::structure::Structure;
use cfa::{Cfa, FunctionId, MachineModel};
use formula::Encoding;
use source::{Diagnostic, FileId, Severity, SourceMap, Span};
use std::path::{Path, PathBuf};
use stdx::Interner;

/// Why there is no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The input is wrong; [`FrontEnd::diagnostics`] says where.
    Input,
    /// Verdikt is wrong; what happened.
    Bug(String),
}

/// The front end of one run: its texts and everything it has to say about them.
pub struct FrontEnd {
    /// All texts that were read.
    pub map: SourceMap,
    /// Errors and warnings in the order they were found.
    pub diagnostics: Vec<Diagnostic>,
    /// How programs are preprocessed.
    pub preprocessor: Preprocessor,
}

/// What to build the automaton for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The translation units in order.
    pub programs: Vec<PathBuf>,
    /// The machine model.
    pub machine: MachineModel,
    /// The function where execution begins.
    pub entry: String,
    /// The functions whose calls a property asks about.
    pub watched: Vec<String>,
    /// Whether the order of these calls matters.
    pub sequence: Sequence,
    /// What is made of functions that are assertions by their name.
    pub assertions: Assertions,
    /// What happens outside of the program.
    pub outside: Outside,
}

/// Whether some property of the plan is a protocol.
fn sequence(plan: &Plan) -> Sequence {
    let mut checks = plan.properties.iter().flat_map(|property| &property.checks);
    match checks.any(|check| matches!(check.formula, property::Formula::Observer(_))) {
        true => Sequence::Judged,
        false => Sequence::Ignored,
    }
}

impl From<&Plan> for Target {
    fn from(plan: &Plan) -> Self {
        let checks = plan.properties.iter().flat_map(|property| &property.checks);
        let asks = checks.clone().any(|check| check.formula == property::Formula::Assertions);
        Self {
            programs: plan.programs.clone(),
            machine: plan.machine,
            entry: plan.entry.clone(),
            sequence: sequence(plan),
            watched: checks.flat_map(|check| check.formula.functions()).map(str::to_owned).collect(),
            assertions: if asks { Assertions::Checked } else { Assertions::AsWritten },
            outside: plan.outside.clone(),
        }
    }
}

/// Sizes, for reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Functions with a body.
    pub functions: usize,
    /// Functions without one.
    pub external_functions: usize,
    /// Locations of the automaton.
    pub locations: usize,
    /// Its edges.
    pub edges: usize,
    /// Its loops.
    pub loops: usize,
    /// Functions that may call themselves, directly or through others.
    pub recursive_functions: usize,
}

impl Statistics {
    /// The sizes of an automaton.
    pub fn of(cfa: &Cfa) -> Self {
        let functions = cfa.functions.iter().filter(|function| function.body.is_some()).count();
        let structure = Structure::compute(cfa);
        let is_recursive = |&function: &FunctionId| structure.calls().is_recursive(function);
        Self {
            functions,
            external_functions: cfa.functions.len() - functions,
            locations: cfa.locations.len(),
            edges: cfa.edges.len(),
            loops: structure.loops().len(),
            recursive_functions: cfa.functions.indices().filter(is_recursive).count(),
        }
    }
}

impl FrontEnd {
    /// A front end that has read nothing.
    pub fn new(preprocessor: Preprocessor) -> Self {
        Self { map: SourceMap::new(), diagnostics: Vec::new(), preprocessor }
    }

    /// Makes a request definite.
    pub fn plan(&mut self, request: &crate::plan::Request) -> Result<Plan, Failure> {
        let plan = crate::plan::plan(&mut self.map, request);
        self.accept(plan)
    }

    /// Whether the properties of a plan can be checked by an analysis. Warns of automata that watch functions which the program does not call: their names may be misspelt.
    pub fn admit(&mut self, plan: &Plan, cfa: &Cfa) -> Result<(), Failure> {
        for property in &plan.properties {
            let admitted = crate::analysis::admit(&property.checks);
            self.accept(admitted)?;
            self.diagnostics.extend(crate::analysis::doubts(&property.checks, cfa));
        }
        Ok(())
    }

    /// The texts of the programs, preprocessed where needed.
    pub fn load(&mut self, programs: &[PathBuf], machine: MachineModel) -> Result<Vec<FileId>, Failure> {
        let loaded: Vec<Option<FileId>> = programs.iter().map(|path| self.load_one(path, machine)).collect();
        loaded.into_iter().collect::<Option<Vec<FileId>>>().ok_or(Failure::Input)
    }

    fn load_one(&mut self, path: &Path, machine: MachineModel) -> Option<FileId> {
        let loaded = self.preprocessor.load(&mut self.map, path, machine);
        self.accept(loaded).ok()
    }

    /// A list of values for nondeterministic choices.
    pub fn values(&mut self, path: &Path) -> Result<ListedValues, Failure> {
        let loaded = input::load(&mut self.map, path, "list of values");
        let file = self.accept(loaded)?;
        let parsed = ListedValues::parse(self.map.text(file)).map_err(|error| {
            let start: usize = self
                .map
                .text(file)
                .split_inclusive('\n')
                .take(error.line.saturating_sub(1))
                .map(str::len)
                .sum();
            let lo = self.map.start(file) + start as u32;
            let message = format!(
                "`{}` is no integer, no floating-point number, no text in quotes and no `order N`",
                error.text
            );
            Diagnostic::error("E0512", Span::new(lo, lo + error.text.len() as u32), message)
        });
        self.accept(parsed)
    }

    /// The text of a precision file that fits an automaton and the encoding of its formulas.
    pub fn precision(&mut self, path: &Path, cfa: &Cfa, encoding: &Encoding) -> Result<String, Failure> {
        let loaded = input::load(&mut self.map, path, "precision file");
        let file = self.accept(loaded)?;
        let wrong = crate::analysis::check_precision(&self.map, file, cfa, encoding);
        let is_wrong = !wrong.is_empty();
        self.diagnostics.extend(wrong);
        if is_wrong { Err(Failure::Input) } else { Ok(self.map.text(file).to_owned()) }
    }

    /// The tokens of each text as lines.
    pub fn tokens(&mut self, files: &[FileId]) -> Result<String, Failure> {
        let mut text = String::new();
        for &file in files {
            let (lines, diagnostics) = c_syntax::dump_tokens(&self.map, file);
            text += &lines;
            self.diagnostics.extend(diagnostics);
        }
        self.check(text)
    }

    /// The syntax tree of each text.
    pub fn parse(&mut self, files: &[FileId], names: &mut Interner) -> Result<Vec<Ast>, Failure> {
        let mut units = Vec::with_capacity(files.len());
        for &file in files {
            let parsed = c_syntax::parse(&mut self.map, file, names);
            self.diagnostics.extend(parsed.diagnostics);
            units.push(parsed.ast);
        }
        self.check(units)
    }

    /// The syntax tree of each text as an indented listing.
    pub fn syntax_listing(&mut self, files: &[FileId]) -> Result<String, Failure> {
        let mut names = Interner::new();
        let units = self.parse(files, &mut names)?;
        Ok(units.iter().map(|unit| c_syntax::dump_ast(unit, &names, &self.map)).collect())
    }

    /// The automaton of the whole program, verified.
    pub fn automaton(&mut self, target: &Target) -> Result<Cfa, Failure> {
        let files = self.load(&target.programs, target.machine)?;
        self.automaton_of(&files, target)
    }

    /// The same for texts that are in the map already.
    pub fn automaton_of(&mut self, files: &[FileId], target: &Target) -> Result<Cfa, Failure> {
        let mut names = Interner::new();
        let units = self.parse(files, &mut names)?;
        let edition = self.preprocessor.edition();
        if self.accept(edition)? == Edition::C90 {
            self.diagnostics.extend(units.iter().flat_map(|unit| constants_of_c90(unit, target.machine)));
            self.check(())?;
        }
        let options = LowerOptions {
            machine: target.machine,
            entry: target.entry.clone(),
            watched: target.watched.clone(),
            sequence: target.sequence,
            assertions: target.assertions,
            outside: target.outside.clone(),
        };
        let lowered = c_lower::lower(&mut self.map, names, units, &options);
        self.diagnostics.extend(lowered.diagnostics);
        let Some(cfa) = self.check(lowered.cfa)? else {
            return Err(Failure::Bug("lowering gave neither an automaton nor an error".to_owned()));
        };
        let violations = cfa::verify::verify(&cfa);
        match violations.first() {
            None => Ok(cfa),
            Some(first) => {
                let (first, count) = (first.to_string(), violations.len());
                Err(Failure::Bug(format!("the automaton has {count} violations, the first is: {first}")))
            }
        }
    }

    fn accept<T>(&mut self, result: Result<T, Diagnostic>) -> Result<T, Failure> {
        result.map_err(|diagnostic| {
            self.diagnostics.push(diagnostic);
            Failure::Input
        })
    }

    /// Hands on what a stage computed unless there is an error.
    fn check<T>(&self, value: T) -> Result<T, Failure> {
        let failed = self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        if failed { Err(Failure::Input) } else { Ok(value) }
    }
}
