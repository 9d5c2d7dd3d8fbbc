//! How an execution ends.

use crate::value::Undefined;
use crate::{EdgeId, FunctionId};
use source::Span;
use stdx::Symbol;

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `main` returned or `exit` was called, with this status.
    Exited(i32),
    /// `abort` was called or an assertion failed.
    Aborted,
    /// A `__VERIFIER_assume` does not hold: this execution does not count.
    Blocked,
    /// Undefined behaviour.
    Undefined(UndefinedBehaviour),
    /// A construct that is not supported was reached: its name in the feature ledger, or the function.
    Unsupported(String),
    /// A configured limit was reached.
    LimitReached(Limit),
    /// The list of values is exhausted.
    ChoicesExhausted,
    /// The observer stopped it.
    Stopped,
}

/// Which limit ended the execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Number of edges.
    Steps,
    /// Bytes of live objects, or the address space of the machine model.
    Memory,
    /// Nested calls.
    Depth,
}

/// Undefined behaviour that was reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndefinedBehaviour {
    /// Which rule was broken.
    pub kind: UndefinedKind,
    /// One sentence with the particulars.
    pub message: String,
    /// A related place, such as where the object was allocated, with a remark.
    pub related: Option<(Span, &'static str)>,
}

/// Kinds of undefined behaviour that are detected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum UndefinedKind {
    /// A signed operation does not fit its type (6.5p5).
    SignedOverflow,
    /// Division or remainder by zero (6.5.5p5).
    DivisionByZero,
    /// A shift count out of range (6.5.7p3).
    ShiftCount,
    /// A left shift of a negative value or out of the type (6.5.7p4).
    ShiftOverflow,
    /// A float that does not fit the integer type (6.3.1.4p1).
    FloatToInteger,
    /// An access outside of its object (6.5.6p8).
    OutOfBounds,
    /// An access through a null pointer (6.5.3.2p4).
    NullDereference,
    /// An access through a pointer to no object, such as a made-up address or a function (6.5.3.2p4).
    InvalidPointer,
    /// An access to a freed object (7.22.3p1).
    UseAfterFree,
    /// An access to a local after its lifetime (6.2.4p2).
    UseAfterScope,
    /// `free` of what was freed (7.22.3.3p2).
    DoubleFree,
    /// `free` of what was not allocated, or not of its start (7.22.3.3p2).
    InvalidFree,
    /// A read of an indeterminate scalar (6.3.2.1p2, J.2).
    UninitialisedRead,
    /// A `_Bool` that is neither 0 nor 1 (6.2.6.1p5).
    TrapRepresentation,
    /// `memcpy` between overlapping regions (7.24.2.1p2).
    OverlappingCopy,
    /// A write to a string literal (6.4.5p7).
    ReadOnlyWrite,
    /// A call through a pointer that is no function of a fitting type (6.3.2.3p8).
    InvalidCall,
    /// An argument that does not fit its conversion in a format (7.21.6.1p9).
    FormatArgument,
    /// The program says that this cannot be reached.
    Unreachable,
}

impl UndefinedKind {
    /// A few words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::SignedOverflow => "signed overflow",
            Self::DivisionByZero => "division by zero",
            Self::ShiftCount => "shift count out of range",
            Self::ShiftOverflow => "left shift overflows",
            Self::FloatToInteger => "float does not fit the integer type",
            Self::OutOfBounds => "access out of bounds",
            Self::NullDereference => "null pointer dereference",
            Self::InvalidPointer => "access through an invalid pointer",
            Self::UseAfterFree => "use after free",
            Self::UseAfterScope => "use after the end of a lifetime",
            Self::DoubleFree => "double free",
            Self::InvalidFree => "invalid free",
            Self::UninitialisedRead => "read of an uninitialised value",
            Self::TrapRepresentation => "trap representation",
            Self::OverlappingCopy => "copy between overlapping regions",
            Self::ReadOnlyWrite => "write to a string literal",
            Self::InvalidCall => "call through an invalid pointer",
            Self::FormatArgument => "argument does not fit the format",
            Self::Unreachable => "unreachable code reached",
        }
    }
}

impl From<Undefined> for UndefinedKind {
    fn from(undefined: Undefined) -> Self {
        match undefined {
            Undefined::SignedOverflow => Self::SignedOverflow,
            Undefined::DivisionByZero => Self::DivisionByZero,
            Undefined::ShiftCount => Self::ShiftCount,
            Undefined::ShiftOverflow => Self::ShiftOverflow,
            Undefined::FloatToInteger => Self::FloatToInteger,
        }
    }
}

/// What an execution was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// The edge it ended at; `None` if it ended behind the last one.
    pub edge: Option<EdgeId>,
    /// Where that is in the source.
    pub span: Span,
    /// The call edges that led there, innermost first, at most [`Report::MAX_STACK`] of them.
    pub stack: Vec<EdgeId>,
    /// Edges executed and values chosen.
    pub n_steps: u64,
    /// Heap objects that were not freed.
    pub n_live_heap: u64,
    /// Functions without body that were called, by name, with how often; those executed natively are not among them.
    pub externals: Vec<(Symbol, FunctionId, u64)>,
    /// The arguments of `main` that were chosen, as texts; `None` if they were given or `main` has
    /// none.
    pub arguments: Option<Vec<Vec<u8>>>,
    /// Whether a step depended on something that the program does not determine: a chosen value,
    /// the number of an address, the result of output, a NaN. Without one, this is the program's
    /// only execution.
    pub is_open: bool,
    /// Whether a step depended on the number of an address, or on where objects lie: with another
    /// layout of memory the program may do something else.
    pub sees_layout: bool,
}

impl Report {
    /// Deeper stacks are cut.
    pub const MAX_STACK: usize = 64;
}
