//! An execution in terms of the source: lines of the user's program, with the values that were chosen on them.
//!
//! What lowering made (temporaries, the start of the program, bodies of library functions) is left out. Edges of one line of one activation are
//! one step, and a loop on one line has a step for each round. A value that a library function chose belongs to the line that called it.

use cfa::interp::{ChoiceOrigin, Drawn};
use cfa::{Cfa, EdgeId, FunctionOrigin, Op, Origin, Side, Type};
use outcome::{Seen, Step};
use source::SourceMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A line that is executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceStep {
    /// The file, after line markers.
    pub file: Arc<str>,
    /// The line in it.
    pub line: u32,
    /// The text of the line, without blanks around it.
    pub text: Arc<str>,
    /// The function.
    pub function: Arc<str>,
    /// The number of active calls of the program, 1 for the entry.
    pub depth: usize,
    /// The conditions that were decided.
    pub conditions: Vec<Arc<str>>,
    /// What the automaton does.
    pub operations: Vec<Arc<str>>,
    /// The values that were chosen.
    pub values: Vec<SourceValue>,
}

/// A value that the program does not determine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceValue {
    /// Who chose it: a call, or what else.
    pub by: String,
    /// Its type.
    pub ty: String,
    /// The value as C would write it.
    pub value: String,
}

/// Longer texts are cut, since a path may have them a hundred thousand times.
const LONGEST: usize = 200;

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// What every step along an edge has in common. A path may take an edge a million times, and all its steps share these texts.
struct Line {
    file: Arc<str>,
    line: u32,
    text: Arc<str>,
    function: Arc<str>,
    condition: Option<Arc<str>>,
    operation: Arc<str>,
}

impl Line {
    fn step(&self, depth: usize) -> SourceStep {
        SourceStep {
            file: Arc::clone(&self.file),
            line: self.line,
            text: Arc::clone(&self.text),
            function: Arc::clone(&self.function),
            // The start of the program is one that the user did not write.
            depth: depth.saturating_sub(1).max(1),
            conditions: Vec::new(),
            operations: Vec::new(),
            values: Vec::new(),
        }
    }

    fn is_of(&self, step: &SourceStep, depth: usize) -> bool {
        (step.line, step.depth) == (self.line, depth.saturating_sub(1).max(1))
            && (&step.file, &step.function, &step.text) == (&self.file, &self.function, &self.text)
    }
}

/// The lines of an execution. What is chosen before the first line, as the arguments of `main`,
/// belongs to it.
pub fn source_path(
    cfa: &Cfa,
    map: &SourceMap,
    path: &[Step],
    arguments: Option<&[Vec<u8>]>,
) -> Vec<SourceStep> {
    let mut early: Vec<SourceValue> = arguments.map(argument_values).unwrap_or_default();
    let mut found: Vec<SourceStep> = Vec::new();
    // The edges of the last step, to tell when a loop on one line begins anew.
    let mut edges: Vec<EdgeId> = Vec::new();
    let mut lines: BTreeMap<EdgeId, Option<Line>> = BTreeMap::new();
    for step in path {
        if let Some(line) = lines.entry(step.edge).or_insert_with(|| line_of(cfa, map, step.edge)) {
            let is_same = found.last().is_some_and(|last| line.is_of(last, step.depth));
            if !is_same || edges.contains(&step.edge) {
                found.push(line.step(step.depth));
                edges.clear();
            }
            edges.push(step.edge);
            if let Some(last) = found.last_mut() {
                last.conditions.extend(line.condition.clone());
                last.operations.push(Arc::clone(&line.operation));
            }
        }
        let values = step.chosen.iter().map(|drawn| value_of(cfa, step.edge, drawn));
        match found.last_mut() {
            Some(last) => {
                last.values.append(&mut early);
                last.values.extend(values);
            }
            None => early.extend(values),
        }
    }
    found
}

/// The arguments of `main`, as values.
fn argument_values(arguments: &[Vec<u8>]) -> Vec<SourceValue> {
    let count =
        SourceValue { by: "argc".to_owned(), ty: "int".to_owned(), value: arguments.len().to_string() };
    let texts = arguments.iter().enumerate().skip(1).map(|(position, text)| SourceValue {
        by: format!("argv[{position}]"),
        ty: "char *".to_owned(),
        value: format!("\"{}\"", text.escape_ascii()),
    });
    std::iter::once(count).chain(texts).collect()
}

/// Undefined behaviour that an execution ran into, with the values that led there, each with the
/// line that it belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceUndefined {
    /// Which rule was broken, and the particulars.
    pub what: String,
    /// File and line.
    pub place: Option<(String, u32)>,
    /// The values, in order.
    pub values: Vec<SourceValue>,
}

/// The same in terms of the source.
pub fn source_undefined(cfa: &Cfa, map: &SourceMap, seen: &Seen) -> SourceUndefined {
    let place = map.location(seen.span.lo).map(|place| (place.file.to_string(), place.line));
    let values =
        seen.steps.iter().flat_map(|step| step.chosen.iter().map(|drawn| value_of(cfa, step.edge, drawn)));
    SourceUndefined { what: seen.what.clone(), place, values: values.collect() }
}

/// What was decided, as far as it can be said without variables of lowering, whose names have a mark that C has not.
fn condition(op: &Op, text: &str) -> Option<String> {
    let Op::Assume { side, .. } = op else { return None };
    Some(match (text.contains('$'), side) {
        (false, _) => text.to_owned(),
        (true, Side::Then) => "[it holds]".to_owned(),
        (true, Side::Else) => "[it does not hold]".to_owned(),
    })
}

/// The line of an edge, if it is one of the program that does something.
fn line_of(cfa: &Cfa, map: &SourceMap, edge: EdgeId) -> Option<Line> {
    let edge = &cfa.edges[edge];
    let function = &cfa.functions[cfa.locations[edge.from].function];
    match (function.origin, &edge.op) {
        (FunctionOrigin::Library | FunctionOrigin::Estimate | FunctionOrigin::Synthetic, _)
        | (_, Op::Nop | Op::Declare(_) | Op::EndLifetime(_) | Op::Return(_)) => return None,
        (FunctionOrigin::Program, _) => {}
    }
    let place = map.location(edge.span.lo)?;
    let (physical, _, _) = map.physical_line(edge.span.lo)?;
    // What macros expand to is not what the author wrote.
    let line = map.written_line(edge.span.lo).unwrap_or(physical);
    // Of a program on one line the statement says more than the line.
    let text =
        if line.len() > LONGEST { map.snippet(edge.span).lines().next().unwrap_or_default() } else { line };
    let operation = shortened(&cfa::dump::operation(cfa, &edge.op));
    Some(Line {
        file: place.file.to_string().into(),
        line: place.line,
        text: shortened(text.trim()).into(),
        function: cfa.function_name(cfa.locations[edge.from].function).into(),
        condition: condition(&edge.op, &operation).map(Arc::from),
        operation: operation.into(),
    })
}

/// The variable that an edge gives a value, without its function.
fn place_of(cfa: &Cfa, edge: EdgeId) -> String {
    match cfa.edges[edge].op {
        Op::Havoc { place, .. } => match cfa.exprs.root_var(place) {
            Some(var) => cfa.names.text(cfa.vars[var].name).to_owned(),
            None => "a parameter".to_owned(),
        },
        _ => "a parameter".to_owned(),
    }
}

/// A value that was chosen on an edge.
fn value_of(cfa: &Cfa, edge: EdgeId, drawn: &Drawn) -> SourceValue {
    // What a model chooses is the result of the function that it stands for.
    let around = cfa.locations[cfa.edges[edge].from].function;
    let is_model = cfa.functions[around].origin == FunctionOrigin::Library;
    let call = |function| format!("{}()", cfa.function_name(if is_model { around } else { function }));
    let by = match drawn.origin {
        ChoiceOrigin::Havoc(Origin::Nondet(function) | Origin::Library(function))
        | ChoiceOrigin::External(function) => call(function),
        ChoiceOrigin::Havoc(Origin::Argument | Origin::Input | Origin::Order) => place_of(cfa, edge),
        ChoiceOrigin::ArgumentText => "a character of an argument".to_owned(),
        ChoiceOrigin::Havoc(Origin::Environment) => "the environment".to_owned(),
        ChoiceOrigin::Havoc(Origin::Asm) => "inline assembler".to_owned(),
        ChoiceOrigin::UndefinedVariable => "a variable without definition".to_owned(),
        ChoiceOrigin::UnknownCall => "a function of the environment".to_owned(),
        ChoiceOrigin::Uninitialised => "memory that the program has not written".to_owned(),
    };
    let value = match *cfa.types.get(drawn.ty) {
        Type::Float(kind) => cfa::dump::float_text(kind, drawn.bits),
        Type::Int(cfa::IntKind::UInt128) => drawn.bits.to_string(),
        Type::Pointer(_) => format!("{:#x}", drawn.bits),
        Type::Int(_) | Type::Void | Type::Array(..) | Type::Record(_) | Type::Function(_) => {
            cfa::int_value(&cfa.types, drawn.ty, drawn.bits).to_string()
        }
    };
    let ty = cfa::dump::type_name(&cfa.types, &cfa.names, drawn.ty);
    SourceValue { by, ty, value }
}
