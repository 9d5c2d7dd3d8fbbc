//! The automaton: functions, variables, locations, edges.
//!
//! A function with a body has one entry and one exit location. An ordinary edge stays in its function. A call is a
//! pair of edges: [`Op::Call`] from the call site to the callee's entry, and [`Op::Return`] from the callee's exit to
//! the location behind the call; both name the same [`Call`], which holds callee, arguments and destination.
//! Graph algorithms over one function use [`Cfa::successors_within`], which steps over calls.
//!
//! Control never falls through silently: a location has no successor only if it is the exit of
//! the entry function or the target of [`Op::Halt`], [`Op::Unsupported`]; it has two or more only if all its outgoing edges are [`Op::Assume`]s, a
//! complementary pair. A single outgoing `Assume` blocks the execution where it does not hold (`__VERIFIER_assume`).
//!
//! **Entry.** `Cfa::entry` is a synthetic function that initialises every static variable by one [`Op::InitStatic`] each,
//! chooses the arguments of `main` where it takes some, calls `main` and halts.
//!
//! **Variables.** Each activation of a function has its own instances of its parameters, locals and temporaries. [`Op::Declare`]
//! makes a local's content indeterminate (a variable of a block is fresh at every entry); [`Op::EndLifetime`] ends the lifetime of
//! the object, and is emitted only for variables whose address is taken, as nobody else could notice.

use crate::packed::Packed;
use crate::structure::Structure;
use crate::{ExprId, Exprs, PlaceId, TypeId, Types};
use source::Span;
use std::num::NonZeroU32;
use std::sync::OnceLock;
use stdx::{Idx, IndexVec, Interner, Symbol};

stdx::define_index! {
    /// A function.
    pub struct FunctionId = "f";
    /// A variable.
    pub struct VarId = "v";
    /// A location (a node of the automaton).
    pub struct LocationId = "L";
    /// An edge.
    pub struct EdgeId = "e";
    /// A call site.
    pub struct CallId = "call";
}

/// A whole program.
#[derive(Clone)]
pub struct Cfa {
    /// The texts of names.
    pub names: Interner,
    /// Types and layouts.
    pub types: Types,
    /// Expressions and places.
    pub exprs: Exprs,
    /// Variables of all functions and of the program.
    pub vars: IndexVec<VarId, Var>,
    /// Functions, with and without body.
    pub functions: IndexVec<FunctionId, Function>,
    /// Locations of all functions.
    pub locations: IndexVec<LocationId, Location>,
    /// Edges, in order of lowering.
    pub edges: IndexVec<EdgeId, Edge>,
    /// Call sites.
    pub calls: IndexVec<CallId, Call>,
    /// The synthetic function where execution begins.
    pub entry: FunctionId,
    /// Every shortcut that was taken between the C text and this automaton.
    pub assumptions: Vec<Assumption>,
    outgoing: Packed<EdgeId>,
    incoming: Packed<EdgeId>,
    by_function: Packed<LocationId>,
    structure: OnceLock<Structure>,
}

/// What a program is built of, before the edge lists are packed.
#[derive(Clone)]
pub struct Parts {
    /// See [`Cfa::names`].
    pub names: Interner,
    /// See [`Cfa::types`].
    pub types: Types,
    /// See [`Cfa::exprs`].
    pub exprs: Exprs,
    /// See [`Cfa::vars`].
    pub vars: IndexVec<VarId, Var>,
    /// See [`Cfa::functions`].
    pub functions: IndexVec<FunctionId, Function>,
    /// See [`Cfa::locations`].
    pub locations: IndexVec<LocationId, Location>,
    /// See [`Cfa::edges`].
    pub edges: IndexVec<EdgeId, Edge>,
    /// See [`Cfa::calls`].
    pub calls: IndexVec<CallId, Call>,
    /// See [`Cfa::entry`].
    pub entry: FunctionId,
    /// See [`Cfa::assumptions`].
    pub assumptions: Vec<Assumption>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Symbol,
    /// Its type, a [`crate::Type::Function`].
    pub ty: TypeId,
    /// Its parameters in order, one hidden pointer to the variable arguments last where it is variadic.
    pub params: Vec<VarId>,
    /// Where the result is left; `None` for `void`.
    pub result: Option<VarId>,
    /// All its variables: parameters, result, locals, temporaries.
    pub locals: Vec<VarId>,
    /// Its automaton; `None` where only a declaration is known.
    pub body: Option<Body>,
    /// Whose it is.
    pub origin: FunctionOrigin,
    /// Where it is declared or defined.
    pub span: Span,
}

/// Whose a function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionOrigin {
    /// The program's; also where nobody defines it.
    Program,
    /// The library's, under its own name. Its body is a model; there is none where the edges of its calls say it all.
    Library,
    /// The library's, and nobody here computes what it returns: any value, which is more than it gives. A proof may rest on that, an execution may not.
    Estimate,
    /// Lowering's: where execution begins.
    Synthetic,
}

/// The automaton of one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Where calls enter.
    pub entry: LocationId,
    /// Where returns leave.
    pub exit: LocationId,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name in the source, or a made-up one with `$` for temporaries.
    pub name: Symbol,
    /// Tells apart variables of one function with one name: 0 for the first.
    pub copy: u32,
    /// Its type.
    pub ty: TypeId,
    /// What it is.
    pub kind: VarKind,
    /// The function it belongs to; `None` for static storage at file scope.
    pub function: Option<FunctionId>,
    /// Whether a pointer to it can exist: its address is taken somewhere, or it is an array that decays.
    pub address_taken: AddressTaken,
    /// The alignment in bytes that its declaration asks for, where that is not its type's.
    pub align: Option<NonZeroU32>,
    /// Where it is declared.
    pub span: Span,
}

/// Whether a pointer to a variable can exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressTaken {
    /// Never: all accesses name the variable.
    No,
    /// Somewhere.
    Yes,
}

/// Kinds of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VarKind {
    /// Static storage, with its initial value.
    Static(StaticInit),
    /// A parameter.
    Param,
    /// A local of automatic storage.
    Local,
    /// Made up by lowering; never address-taken unless an aggregate.
    Temp,
    /// Holds the result of its function.
    Result,
}

/// What a static variable holds when the program starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaticInit {
    /// Zero bytes.
    Zero,
    /// Exactly these bytes.
    Bytes(Box<[u8]>),
    /// A string literal: exactly these bytes, and writing to them is undefined (6.4.5p7).
    Literal(Box<[u8]>),
    /// Zero bytes, then these assignments in order; places are rooted in the variable, values are constant.
    Items(Box<[(PlaceId, ExprId)]>),
    /// Declared `extern` and never defined: any value.
    Undefined,
}

/// A location.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    /// The function it belongs to.
    pub function: FunctionId,
}

/// An edge.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Source.
    pub from: LocationId,
    /// Target.
    pub to: LocationId,
    /// What happens.
    pub op: Op,
    /// The C text it comes from.
    pub span: Span,
}

/// What an edge does. Arguments are evaluated before anything changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Nothing.
    Nop,
    /// Goes on only if the integer `condition` is nonzero (`Then`) or zero (`Else`).
    Assume {
        /// An integer expression.
        condition: ExprId,
        /// Which side.
        side: Side,
    },
    /// `place = value`, of scalar, record or array type; a bit-field takes the low bits.
    Assign {
        /// Where.
        place: PlaceId,
        /// What.
        value: ExprId,
    },
    /// Zero bytes for the whole place.
    Zero {
        /// Where.
        place: PlaceId,
    },
    /// Any value of the place's type.
    Havoc {
        /// Where.
        place: PlaceId,
        /// Who chose.
        origin: Origin,
    },
    /// The static variable gets its initial value.
    InitStatic(VarId),
    /// The local begins its life with indeterminate content.
    Declare(VarId),
    /// The local's object dies; pointers to it dangle.
    EndLifetime(VarId),
    /// To the callee's entry: parameters become the arguments.
    Call(CallId),
    /// From the callee's exit to behind the call: the destination becomes the result.
    Return(CallId),
    /// A call of a function without body: the arguments are evaluated, the destination becomes any value.
    External {
        /// The declared function.
        function: FunctionId,
        /// The arguments.
        args: Box<[ExprId]>,
        /// Where the result goes.
        place: Option<PlaceId>,
    },
    /// A call through a pointer that is no function of the program: one of the environment, with the effect of [`Op::External`], or undefined.
    UnknownCall {
        /// The function pointer.
        pointer: ExprId,
        /// The arguments.
        args: Box<[ExprId]>,
        /// Where the result goes.
        place: Option<PlaceId>,
    },
    /// A new object of `size` bytes; the place becomes its address.
    Allocate {
        /// Where the address goes.
        place: PlaceId,
        /// Bytes, of type `size_t`.
        size: ExprId,
        /// Lifetime.
        storage: AllocStorage,
        /// Content.
        content: AllocContent,
    },
    /// The heap object dies; a null pointer is ignored.
    Free {
        /// Its address.
        pointer: ExprId,
    },
    /// Copies bytes with their provenance.
    MemoryCopy {
        /// To.
        target: ExprId,
        /// From.
        source: ExprId,
        /// Bytes, of type `size_t`.
        size: ExprId,
        /// Whether the regions may overlap.
        overlap: Overlap,
    },
    /// Sets bytes.
    MemorySet {
        /// To.
        target: ExprId,
        /// The value, an integer of which the low byte counts.
        value: ExprId,
        /// Bytes, of type `size_t`.
        size: ExprId,
    },
    /// The size in bytes of the object that the pointer points into goes to the place (for models of
    /// `realloc`); the pointer must point to the start of a live object.
    ObjectSize {
        /// Where.
        place: PlaceId,
        /// The pointer.
        pointer: ExprId,
    },
    /// The program ends here.
    Halt(HaltKind),
    /// A construct that the front end does not support is reached; no verdict may rest on what follows.
    Unsupported {
        /// Its name in the feature ledger.
        feature: Symbol,
    },
}

/// Whether an operation changes the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transfer {
    /// No: control stays in the function.
    Within,
    /// It enters the callee.
    Call(CallId),
    /// It leaves the callee.
    Return(CallId),
}

impl Op {
    /// Whether the operation changes the function.
    #[inline]
    pub fn transfer(&self) -> Transfer {
        match *self {
            Self::Call(call) => Transfer::Call(call),
            Self::Return(call) => Transfer::Return(call),
            Self::Nop
            | Self::Assume { .. }
            | Self::Assign { .. }
            | Self::Zero { .. }
            | Self::Havoc { .. }
            | Self::InitStatic(_)
            | Self::Declare(_)
            | Self::EndLifetime(_)
            | Self::External { .. }
            | Self::UnknownCall { .. }
            | Self::Allocate { .. }
            | Self::Free { .. }
            | Self::MemoryCopy { .. }
            | Self::MemorySet { .. }
            | Self::ObjectSize { .. }
            | Self::Halt(_)
            | Self::Unsupported { .. } => Transfer::Within,
        }
    }
}

/// Which side of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    /// The condition holds.
    Then,
    /// It does not.
    Else,
}

/// Who chooses a nondeterministic value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Origin {
    /// A `__VERIFIER_nondet_*` function.
    Nondet(FunctionId),
    /// An argument of `main`: the count or a vector (5.1.2.2.1).
    Argument,
    /// A parameter of another function where execution begins.
    Input,
    /// The environment: what a call leaves out.
    Environment,
    /// Which of the orders an expression is evaluated in that C allows: 0 is the usual one.
    Order,
    /// Inline assembler.
    Asm,
    /// A library function that writes through its argument.
    Library(FunctionId),
}

/// How long an allocated object lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum AllocStorage {
    /// Until `free`.
    Heap,
    /// Until the function returns (`alloca`, variable-length arrays).
    Stack,
}

/// What an allocated object holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum AllocContent {
    /// Indeterminate bytes.
    Indeterminate,
    /// Zero bytes.
    Zero,
}

/// Whether source and target of a copy may overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Overlap {
    /// `memmove`
    Allowed,
    /// `memcpy`: overlapping is undefined.
    Undefined,
}

/// Why the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum HaltKind {
    /// `main` returned, or `exit`; the status.
    Exit(Option<ExprId>),
    /// `abort`, a failed `assert`.
    Abort,
    /// Undefined behaviour by the program's own word: `__builtin_unreachable`, a computed `goto` to no label.
    Unreachable,
}

/// A call site with a known callee that has a body.
#[derive(Clone, Debug)]
pub struct Call {
    /// Who is called.
    pub callee: FunctionId,
    /// The arguments, one for each of the callee's parameters.
    pub args: Box<[ExprId]>,
    /// Where the result goes.
    pub place: Option<PlaceId>,
    /// The [`Op::Call`] edge.
    pub call_edge: EdgeId,
    /// The [`Op::Return`] edge.
    pub return_edge: EdgeId,
}

/// A shortcut that the C standard does not cover, or a guess about missing code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Assumption {
    /// What is assumed, one sentence.
    pub text: String,
    /// The first place it concerns.
    pub span: Span,
}

impl Cfa {
    /// Packs the edge lists. An id out of range is left out of them; the verifier reports it.
    pub fn new(parts: Parts) -> Self {
        let Parts { names, types, exprs, vars, functions, locations, edges, calls, entry, assumptions } =
            parts;
        let (n_locations, n_edges) = (locations.len(), edges.len());
        let outgoing = Packed::new(n_locations, n_edges, |position| {
            let id = EdgeId::new(position);
            (edges[id].from.index(), id)
        });
        let incoming = Packed::new(n_locations, n_edges, |position| {
            let id = EdgeId::new(position);
            (edges[id].to.index(), id)
        });
        let by_function = Packed::new(functions.len(), n_locations, |position| {
            let id = LocationId::new(position);
            (locations[id].function.index(), id)
        });
        let structure = OnceLock::new();
        Self {
            names,
            types,
            exprs,
            vars,
            functions,
            locations,
            edges,
            calls,
            entry,
            assumptions,
            outgoing,
            incoming,
            by_function,
            structure,
        }
    }

    /// The shape of the automaton, computed when first asked for and then kept. Not before the verifier has accepted
    /// the automaton: shape is only defined for one that is sound. An automaton does not change once it is built.
    pub fn structure(&self) -> &Structure {
        self.structure.get_or_init(|| Structure::compute(self))
    }

    /// The locations of a function in order of creation; [`Structure::locations`] has them in order of execution.
    #[inline]
    pub fn locations_of(&self, function: FunctionId) -> &[LocationId] {
        self.by_function.of(function.index())
    }

    /// The edges that leave a location.
    #[inline]
    pub fn outgoing(&self, location: LocationId) -> &[EdgeId] {
        self.outgoing.of(location.index())
    }

    /// The edges that enter a location.
    #[inline]
    pub fn incoming(&self, location: LocationId) -> &[EdgeId] {
        self.incoming.of(location.index())
    }

    /// Where an edge leads within the function that it leaves: behind the call for a call; `None` for a return.
    #[inline]
    pub fn target_within(&self, edge: EdgeId) -> Option<LocationId> {
        match self.edges[edge].op.transfer() {
            Transfer::Within => Some(self.edges[edge].to),
            Transfer::Call(call) => Some(self.edges[self.calls[call].return_edge].to),
            Transfer::Return(_) => None,
        }
    }

    /// The locations that follow within the same function, calls stepped over, with the edge that leads there.
    pub fn successors_within(&self, location: LocationId) -> impl Iterator<Item = (EdgeId, LocationId)> {
        self.outgoing(location).iter().filter_map(|&id| Some((id, self.target_within(id)?)))
    }

    /// The locations that precede within the same function, calls stepped over, with the edge that leaves them.
    pub fn predecessors_within(&self, location: LocationId) -> impl Iterator<Item = (EdgeId, LocationId)> {
        self.incoming(location).iter().filter_map(|&id| match self.edges[id].op.transfer() {
            Transfer::Within => Some((id, self.edges[id].from)),
            Transfer::Call(_) => None,
            Transfer::Return(call) => {
                let call = self.calls[call].call_edge;
                Some((call, self.edges[call].from))
            }
        })
    }

    /// The text of a function's name.
    pub fn function_name(&self, function: FunctionId) -> &str {
        self.names.text(self.functions[function].name)
    }
}
