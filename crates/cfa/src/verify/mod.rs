//! The verifier of the IR: whatever builds or changes an automaton must leave it content.
//!
//! Analyses, formulas and the interpreter rely on the invariants below and do not check them again. The verifier
//! checks each in time linear in the automaton; expressions are shared and looked at once each, however often they
//! are used. Nothing here is about the meaning of the C program: a program with undefined behaviour is a sound automaton.
//!
//! **Numbers and nodes**
//!
//! - `id-range`: every id that occurs is the id of something that exists. If this is violated nothing else is
//!   checked, because all else follows ids.
//! - `operand-order`: operands are older than what uses them (they have smaller ids), so expressions, places and types
//!   are well-founded.
//! - `constant`: constants have scalar type, and their bits are canonical for it (no bits beyond the width).
//! - `operand-type`: operators, conversions and addresses obey the typing rules at the head of [`crate::expr`].
//! - `place-type`: a variable as a place has the variable's type; what is dereferenced is a pointer and the place has the
//!   pointee's type; a member exists in a complete record and the place has the member's type; what is indexed is an array
//!   of elements of known size, by a `ptrdiff_t`.
//! - `bit-field-address`: the address of a bit-field is not taken.
//!
//! **Declarations**
//!
//! - `layout`: the members of a record lie inside it; a bit-field has integer type and is no wider than its type.
//!   The types that gcc gives to bit-fields are those of expressions, never of places.
//! - `variable-type`: a variable has a complete object type of fixed size, or is `extern`, never defined and may be incomplete.
//! - `variable-owner`: every variable that is not static is listed in `locals` of exactly the function that it
//!   names; `params` and `result` are among them and have their kinds.
//! - `variable-name`: the function, whether it is static, the name and the copy number tell every variable from all others, so
//!   that what is said about a variable is not about two.
//! - `signature`: a function has function type; its parameters have the types that the signature lists, with one more
//!   where it is variadic, and its result variable has the result type. An unprototyped signature promises nothing
//!   about parameters beyond those it lists.
//! - `body`: entry and exit of a body are locations of its function; a function that has locations has a body.
//! - `entry`: the entry function has a body and no parameters.
//! - `static-init`: the initial value of a static variable is made of items whose places are rooted in the variable and whose
//!   indices and values are constant (nothing is loaded), each of the place's type; or of exactly as many bytes as the variable has.
//! - `address-taken`: a variable whose address occurs in an operation or an initial value is marked so.
//! - `span`: spans do not end before they begin.
//!
//! **Operations**
//!
//! - `assign-type`: assigned places and values have one type, of known size; zeroed and chosen places have an
//!   object type of known size. (A record or an array may be chosen: every byte of it is then any byte.)
//! - `condition-type`: the condition of an assumption is an integer.
//! - `call-type`: a call with a known callee passes one argument for each parameter, of its type, and the result goes to
//!   a place of the result's type. A call of a function without body, or through an unknown pointer, agrees with the signature so
//!   far as it has a prototype.
//! - `memory-type`: the operations on memory take pointers, sizes of type `size_t` and integers as [`Op`] says.
//! - `foreign-variable`: an edge uses variables of its own function and static ones only.
//! - `lifetime`: only variables of automatic storage are declared (parameters are born with the call) and ended (results
//!   outlive it); those that end have their address taken.
//! - `static-once`: every static variable is initialised by one edge, which is in the entry function.
//!
//! **Shape**
//!
//! - `own-function`: an edge that is no call or return stays in its function.
//! - `call-pair`: each call has one call edge, from the caller to the callee's entry, and one return edge, from the callee's exit
//!   back into the same caller, and all three name each other.
//! - `branching`: a location has at most one successor, or a pair of assumptions of one condition, one for each side; only exits
//!   have more edges, which all are returns.
//! - `exit`: no edge but returns leaves the exit of a function.
//! - `stop`: no edge leaves the target of [`Op::Halt`] or [`Op::Unsupported`].
//! - `dead-end`: a location without successor is an exit, the target of such an edge, or has no predecessor.

mod declarations;
mod edges;
mod nodes;
mod ranges;
mod shape;
mod usage;

#[cfg(test)]
mod tests;

use crate::{
    ArrayLen, CallId, Cfa, EdgeId, ExprId, FunctionId, LocationId, Op, PlaceId, RecordId, Type, TypeId,
    VarId, dump,
};
use std::fmt;
use stdx::{Idx, IndexVec};

/// Violations that are listed; an automaton that is broken throughout is not worth a list of all.
const MAX_LISTED: usize = 100;

/// An invariant, as the head of this module lists them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "stated at the head of the module under the same names")]
pub enum Rule {
    IdRange,
    OperandOrder,
    Constant,
    OperandType,
    PlaceType,
    BitFieldAddress,
    Layout,
    VariableType,
    VariableOwner,
    VariableName,
    Signature,
    Body,
    Entry,
    StaticInit,
    AddressTaken,
    Span,
    AssignType,
    ConditionType,
    CallType,
    MemoryType,
    ForeignVariable,
    Lifetime,
    StaticOnce,
    OwnFunction,
    CallPair,
    Branching,
    Exit,
    Stop,
    DeadEnd,
}

impl Rule {
    /// All rules with their names, in the order of the essay.
    pub const ALL: &[(Self, &str)] = &[
        (Self::IdRange, "id-range"),
        (Self::OperandOrder, "operand-order"),
        (Self::Constant, "constant"),
        (Self::OperandType, "operand-type"),
        (Self::PlaceType, "place-type"),
        (Self::BitFieldAddress, "bit-field-address"),
        (Self::Layout, "layout"),
        (Self::VariableType, "variable-type"),
        (Self::VariableOwner, "variable-owner"),
        (Self::VariableName, "variable-name"),
        (Self::Signature, "signature"),
        (Self::Body, "body"),
        (Self::Entry, "entry"),
        (Self::StaticInit, "static-init"),
        (Self::AddressTaken, "address-taken"),
        (Self::Span, "span"),
        (Self::AssignType, "assign-type"),
        (Self::ConditionType, "condition-type"),
        (Self::CallType, "call-type"),
        (Self::MemoryType, "memory-type"),
        (Self::ForeignVariable, "foreign-variable"),
        (Self::Lifetime, "lifetime"),
        (Self::StaticOnce, "static-once"),
        (Self::OwnFunction, "own-function"),
        (Self::CallPair, "call-pair"),
        (Self::Branching, "branching"),
        (Self::Exit, "exit"),
        (Self::Stop, "stop"),
        (Self::DeadEnd, "dead-end"),
    ];

    /// The name of the rule in the essay.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// What a violation is about. The numbers are global.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the kinds of things in an automaton")]
pub enum Subject {
    Program,
    Type(TypeId),
    Record(RecordId),
    Expr(ExprId),
    Place(PlaceId),
    Var(VarId),
    Function(FunctionId),
    Location(LocationId),
    Edge(EdgeId),
    Call(CallId),
}

/// A broken invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Which one.
    pub rule: Rule,
    /// Where.
    pub subject: Subject,
    /// One sentence with the particulars.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.subject {
            Subject::Program => f.write_str("program"),
            Subject::Type(id) => id.fmt(f),
            Subject::Record(id) => id.fmt(f),
            Subject::Expr(id) => id.fmt(f),
            Subject::Place(id) => id.fmt(f),
            Subject::Var(id) => id.fmt(f),
            Subject::Function(id) => id.fmt(f),
            Subject::Location(id) => id.fmt(f),
            Subject::Edge(id) => id.fmt(f),
            Subject::Call(id) => id.fmt(f),
        }?;
        write!(f, ": [{}] {}", self.rule.name(), self.message)
    }
}

/// Checks all invariants. An automaton is sound if and only if the result is empty; of a broken one at
/// most the first hundred violations are listed, and the last entry then says how many are not.
pub fn verify(cfa: &Cfa) -> Vec<Violation> {
    let mut checker = Checker { cfa, sizes: IndexVec::new(), violations: Vec::new(), n_unlisted: 0 };
    checker.ranges();
    if checker.violations.is_empty() {
        checker.operand_order();
    }
    // All that follows walks along ids and operands.
    if checker.violations.is_empty() {
        checker.sizes = sizes(cfa);
        checker.nodes();
        checker.declarations();
        checker.edges();
        checker.shape();
        checker.usage();
    }
    checker.finish()
}

/// The state of a run.
struct Checker<'a> {
    cfa: &'a Cfa,
    /// [`crate::Types::size`] of every type, because arrays of arrays make it a walk.
    sizes: IndexVec<TypeId, Option<u64>>,
    violations: Vec<Violation>,
    n_unlisted: usize,
}

impl<'a> Checker<'a> {
    /// Records a violation.
    #[cold]
    fn report(&mut self, rule: Rule, subject: Subject, message: impl FnOnce(&'a Cfa) -> String) {
        if self.violations.len() < MAX_LISTED {
            let message = message(self.cfa);
            self.violations.push(Violation { rule, subject, message });
        } else {
            self.n_unlisted += 1;
        }
    }

    /// Records a violation unless `holds`.
    #[inline]
    fn require(
        &mut self,
        holds: bool,
        rule: Rule,
        subject: Subject,
        message: impl FnOnce(&'a Cfa) -> String,
    ) {
        if !holds {
            self.report(rule, subject, message);
        }
    }

    fn finish(mut self) -> Vec<Violation> {
        if self.n_unlisted > 0
            && let Some(last) = self.violations.last()
        {
            let message = format!("{} more violations are not listed", self.n_unlisted);
            self.violations.push(Violation { rule: last.rule, subject: Subject::Program, message });
        }
        self.violations
    }

    /// Whether objects of this type exist and have a known size.
    #[inline]
    fn is_object(&self, ty: TypeId) -> bool {
        ty != TypeId::VOID && self.sizes[ty].is_some() && self.cfa.types.storage(ty) == ty
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        self.cfa.types.pointee(ty).is_some()
    }

    fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.cfa.types.get(ty), Type::Int(_))
    }
}

fn sizes(cfa: &Cfa) -> IndexVec<TypeId, Option<u64>> {
    let mut sizes: IndexVec<TypeId, Option<u64>> = IndexVec::new();
    for id in (0..cfa.types.len()).map(TypeId::new) {
        let size = match *cfa.types.get(id) {
            Type::Array(element, ArrayLen::Fixed(count)) => {
                sizes[element].and_then(|size| size.checked_mul(count))
            }
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(_, ArrayLen::Unknown | ArrayLen::Variable(_))
            | Type::Record(_)
            | Type::Function(_) => cfa.types.size(id),
        };
        sizes.push(size);
    }
    sizes
}

/// The text of a type, for messages.
fn shown(cfa: &Cfa, ty: TypeId) -> String {
    dump::type_name(&cfa.types, &cfa.names, ty)
}

/// The text of an operation, for messages.
fn shown_op(cfa: &Cfa, op: &Op) -> String {
    dump::operation(cfa, op)
}
