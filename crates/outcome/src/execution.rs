//! Executions, as the interpreter took them.

use cfa::EdgeId;
use cfa::interp::Drawn;
use source::Span;

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The name of the property.
    pub property: String,
    /// What the property says of it, beyond its name.
    pub message: Option<String>,
}

/// One edge that the interpreter took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The edge.
    pub edge: EdgeId,
    /// The number of active calls, 1 for the entry.
    pub depth: usize,
    /// The values that were chosen there.
    pub chosen: Vec<Drawn>,
}

/// An execution that violates the property.
#[derive(Clone, Debug)]
pub struct Execution {
    /// What is wrong at its end.
    pub violation: Violation,
    /// What the interpreter did.
    pub steps: Vec<Step>,
    /// The first undefined behaviour on the way that was taken as given: signed overflow wraps, and
    /// what is read before it is written has a value. What, and where.
    pub rests_on: Option<(String, Span)>,
    /// Whether it depends on where objects lie in memory, so that with another layout it may be no
    /// violation.
    pub sees_layout: bool,
    /// The arguments of `main`, if it takes any.
    pub arguments: Option<Vec<Vec<u8>>>,
}

/// Undefined behaviour that an execution ran into.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Which rule was broken, and the particulars.
    pub what: String,
    /// Where.
    pub span: Span,
    /// The steps that chose values, with these values.
    pub steps: Vec<Step>,
}
