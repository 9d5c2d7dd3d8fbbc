//! An execution in terms of the source: lines of the user's program, with the values that were chosen on them.
//!
//! What lowering made (temporaries, the start of the program, bodies of library functions) is left out. Edges of one line of one activation are
//! one step, and a loop on one line has a step for each round. A value that a library function chose belongs to the line that called it.

use super::Step;
use cfa::interp::{ChoiceOrigin, Drawn};
use cfa::{Cfa, EdgeId, FunctionOrigin, Op, Origin, Side, Type};
use source::SourceMap;

/// A line that is executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceStep {
    /// The file, after line markers.
    pub file: String,
    /// The line in it.
    pub line: u32,
    /// The text of the line, without blanks around it.
    pub text: String,
    /// The function.
    pub function: String,
    /// The number of active calls of the program, 1 for the entry.
    pub depth: usize,
    /// The conditions that were decided.
    pub conditions: Vec<String>,
    /// What the automaton does.
    pub operations: Vec<String>,
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

/// The lines of an execution.
pub fn source_path(cfa: &Cfa, map: &SourceMap, path: &[Step]) -> Vec<SourceStep> {
    let mut found: Vec<SourceStep> = Vec::new();
    // The edges of the last step, to tell when a loop on one line begins anew.
    let mut edges: Vec<EdgeId> = Vec::new();
    for step in path {
        if let Some(line) = line_of(cfa, map, step) {
            let is_same = found.last().is_some_and(|last| {
                (&last.file, last.line, last.depth) == (&line.file, line.line, line.depth)
                    && (&last.function, &last.text) == (&line.function, &line.text)
            });
            if !is_same || edges.contains(&step.edge) {
                found.push(line);
                edges.clear();
            }
            edges.push(step.edge);
            if let Some(last) = found.last_mut() {
                let operation = shortened(&cfa::dump::operation(cfa, &cfa.edges[step.edge].op));
                last.conditions.extend(condition(&cfa.edges[step.edge].op, &operation));
                last.operations.push(operation);
            }
        }
        if let Some(last) = found.last_mut() {
            last.values.extend(step.chosen.iter().map(|drawn| value_of(cfa, drawn)));
        }
    }
    found
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

/// The line of a step, if it is one of the program that does something.
fn line_of(cfa: &Cfa, map: &SourceMap, step: &Step) -> Option<SourceStep> {
    let edge = &cfa.edges[step.edge];
    let function = &cfa.functions[cfa.locations[edge.from].function];
    match (function.origin, &edge.op) {
        (FunctionOrigin::Library | FunctionOrigin::Synthetic, _)
        | (_, Op::Nop | Op::Declare(_) | Op::EndLifetime(_) | Op::Return(_)) => return None,
        (FunctionOrigin::Program, _) => {}
    }
    let place = map.location(edge.span.lo)?;
    let (line, _, _) = map.physical_line(edge.span.lo)?;
    // Of a program on one line the statement says more than the line.
    let text =
        if line.len() > LONGEST { map.snippet(edge.span).lines().next().unwrap_or_default() } else { line };
    Some(SourceStep {
        file: place.file.to_string(),
        line: place.line,
        text: shortened(text.trim()),
        function: cfa.function_name(cfa.locations[edge.from].function).to_owned(),
        // The start of the program is one that the user did not write.
        depth: step.depth.saturating_sub(1).max(1),
        conditions: Vec::new(),
        operations: Vec::new(),
        values: Vec::new(),
    })
}

fn value_of(cfa: &Cfa, drawn: &Drawn) -> SourceValue {
    let call = |function| format!("{}()", cfa.function_name(function));
    let by = match drawn.origin {
        ChoiceOrigin::Havoc(Origin::Nondet(function) | Origin::Library(function))
        | ChoiceOrigin::External(function) => call(function),
        ChoiceOrigin::Havoc(Origin::Environment) => "the environment".to_owned(),
        ChoiceOrigin::Havoc(Origin::Asm) => "inline assembler".to_owned(),
        ChoiceOrigin::UndefinedVariable => "a variable without definition".to_owned(),
        ChoiceOrigin::Uninitialised => "a variable without value".to_owned(),
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
