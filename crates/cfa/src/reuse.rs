//! Comparisons that may find one address twice: that of an object that is gone, and of one that
//! came later.
//!
//! `free` gives an address back, and the next object may get it (7.22.3); `realloc` may leave an
//! object where it is. The interpreter gives each allocated object an address of its own, formulas
//! do so for all objects, so that a comparison of the two would always say that they differ. C
//! leaves it open: of a pointer because its value is indeterminate (6.2.4p2), of a number that the
//! pointer was converted to because nothing is said of it.
//!
//! Only comparisons behind an allocation that follows a deallocation can tell. They are found by
//! walking the graph, calls and returns as any other edges, which over-approximates. The addresses
//! of locals are used again too. There only comparisons of numbers count: a pointer to a dead local
//! is not compared in a program that means anything, and every activation would make every
//! comparison uncertain. Where a program keeps such a pointer and compares pointers, that is an
//! assumption ([`crate::dangling`]). Arrays of variable length and objects of `alloca` end where
//! their function returns.

use crate::BinaryOp;
use crate::{
    AllocStorage, Cfa, Edge, EdgeId, Expr, ExprId, FunctionId, FunctionOrigin, HaltKind, LocationId, Op,
    Place, PlaceId, Type,
};
use rustc_hash::FxHashSet;
use stdx::Idx;

/// The comparisons of a program that may find an address that is used again.
#[derive(Clone, Debug, Default)]
pub struct Reuse {
    comparisons: FxHashSet<ExprId>,
}

impl Reuse {
    /// Those of a program.
    pub fn of(cfa: &Cfa) -> Self {
        let mut found = Self::default();
        let heap = behind(cfa, &allocations_again(cfa));
        found.collect(cfa, &heap, Operands::Any);
        let mut dead = starts(cfa, |_, op| matches!(op, Op::EndLifetime(_)));
        dead.extend(ends_of_allocations(cfa));
        let stack = behind(cfa, &dead);
        found.collect(cfa, &stack, Operands::Numbers);
        found
    }

    /// Whether a comparison is one of them.
    pub fn concerns(&self, comparison: ExprId) -> bool {
        self.comparisons.contains(&comparison)
    }

    fn collect(&mut self, cfa: &Cfa, places: &[bool], operands: Operands) {
        let mut walk = Walk { cfa, operands, seen: FxHashSet::default(), found: &mut self.comparisons };
        for edge in &cfa.edges {
            if places[edge.from.index()] {
                walk.operation(&edge.op);
            }
        }
    }
}

/// Which comparisons count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operands {
    /// Of pointers and of numbers.
    Any,
    /// Of numbers.
    Numbers,
}

/// Where edges lead that do something.
pub(crate) fn starts(cfa: &Cfa, wanted: impl Fn(EdgeId, &Op) -> bool) -> Vec<LocationId> {
    let edges = cfa.edges.iter_enumerated().filter(|(id, edge)| wanted(*id, &edge.op));
    edges.map(|(_, edge)| edge.to).collect()
}

/// Where objects begin that may have the address of an older one.
fn allocations_again(cfa: &Cfa) -> Vec<LocationId> {
    let freed = behind(cfa, &starts(cfa, |_, op| matches!(op, Op::Free { .. })));
    starts(cfa, |id, op| {
        let Op::Allocate { storage: AllocStorage::Heap, .. } = op else { return false };
        let at = cfa.edges[id].from;
        let function = &cfa.functions[cfa.locations[at].function];
        let moves = function.origin == FunctionOrigin::Library && cfa.names.text(function.name) == "realloc";
        freed[at.index()] || moves
    })
}

/// Where functions return to that allocate on the stack.
pub(crate) fn ends_of_allocations(cfa: &Cfa) -> Vec<LocationId> {
    let allocates = |edge: &&Edge| matches!(edge.op, Op::Allocate { storage: AllocStorage::Stack, .. });
    let functions: FxHashSet<FunctionId> =
        cfa.edges.iter().filter(allocates).map(|edge| cfa.locations[edge.from].function).collect();
    starts(cfa, |_, op| matches!(op, Op::Return(call) if functions.contains(&cfa.calls[*call].callee)))
}

/// The locations that can be reached from some.
pub(crate) fn behind(cfa: &Cfa, from: &[LocationId]) -> Vec<bool> {
    let mut reached = vec![false; cfa.locations.len()];
    let mut open = from.to_vec();
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut reached[at.index()], true) {
            open.extend(cfa.outgoing(at).iter().map(|&edge| cfa.edges[edge].to));
        }
    }
    reached
}

struct Walk<'a> {
    cfa: &'a Cfa,
    operands: Operands,
    seen: FxHashSet<ExprId>,
    found: &'a mut FxHashSet<ExprId>,
}

impl Walk<'_> {
    fn operation(&mut self, op: &Op) {
        match *op {
            Op::Assume { condition, .. } => self.expr(condition),
            Op::Assign { place, value } => {
                self.place(place);
                self.expr(value);
            }
            Op::Zero { place } | Op::Havoc { place, .. } => self.place(place),
            Op::Call(call) | Op::Return(call) => {
                let call = &self.cfa.calls[call];
                call.args.iter().for_each(|&arg| self.expr(arg));
                call.place.iter().for_each(|&place| self.place(place));
            }
            Op::External { ref args, place, .. } | Op::UnknownCall { ref args, place, .. } => {
                args.iter().for_each(|&arg| self.expr(arg));
                place.iter().for_each(|&place| self.place(place));
            }
            Op::Allocate { place, size, .. } => {
                self.place(place);
                self.expr(size);
            }
            Op::Free { pointer } => self.expr(pointer),
            Op::MemoryCopy { target, source, size, .. } => {
                [target, source, size].into_iter().for_each(|expr| self.expr(expr));
            }
            Op::MemorySet { target, value, size } => {
                [target, value, size].into_iter().for_each(|expr| self.expr(expr));
            }
            Op::ObjectSize { place, pointer } => {
                self.place(place);
                self.expr(pointer);
            }
            Op::Halt(HaltKind::Exit(Some(status))) => self.expr(status),
            Op::Halt(HaltKind::Exit(None) | HaltKind::Abort | HaltKind::Unreachable)
            | Op::Nop
            | Op::InitStatic(_)
            | Op::Declare(_)
            | Op::EndLifetime(_)
            | Op::Unsupported { .. } => {}
        }
    }

    fn place(&mut self, place: PlaceId) {
        let mut at = place;
        loop {
            match self.cfa.exprs.place(at) {
                Place::Var(_) => return,
                Place::Deref(pointer) => return self.expr(pointer),
                Place::Field(base, _) => at = base,
                Place::Index(base, index) => {
                    self.expr(index);
                    at = base;
                }
            }
        }
    }

    fn expr(&mut self, id: ExprId) {
        if self.seen.insert(id) {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.parts(id));
        }
    }

    fn parts(&mut self, id: ExprId) {
        match self.cfa.exprs.expr(id) {
            Expr::Const(_) | Expr::Function(_) => {}
            Expr::Load(place) | Expr::AddressOf(place) => self.place(place),
            Expr::Unary(_, operand) | Expr::Cast(operand) => self.expr(operand),
            Expr::Binary(op, left, right) => {
                let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
                if is_equality && self.may_be_gone(left) && self.may_be_gone(right) {
                    self.found.insert(id);
                }
                self.expr(left);
                self.expr(right);
            }
        }
    }

    /// Whether a value may be the address of an object that has an end, or of one that begins late.
    fn may_be_gone(&self, id: ExprId) -> bool {
        let (exprs, types) = (&self.cfa.exprs, &self.cfa.types);
        let ty = exprs.ty(id);
        let is_address = types.pointee(ty).is_some()
            || matches!(types.get(ty), Type::Int(_))
                && self.operands_have(types.int_shape(ty).map_or(0, |shape| shape.bits));
        let is_fitting = match self.operands {
            Operands::Any => is_address,
            Operands::Numbers => is_address && types.pointee(ty).is_none(),
        };
        is_fitting && !matches!(exprs.expr(id), Expr::Const(_) | Expr::Function(_))
    }

    fn operands_have(&self, bits: u32) -> bool {
        bits == self.cfa.types.machine().pointer_bits()
    }
}
