//! Pointers to locals that outlive them, where pointers are compared.
//!
//! The value of a pointer is indeterminate when the object that it points to reaches the end of its
//! lifetime (6.2.4p2). Formulas give each local an address that no other object has, and executions
//! reuse the stack, so what a comparison with such a pointer gives is an assumption. It is listed
//! only where a program may keep such a pointer: where the address of a local gets to an object that
//! is not the activation's own, or is returned.
//!
//! A variable is *tainted* if it may hold the address of a local, of its own activation or of one
//! that it was passed by. That is found by the names of variables, for all activations of a function
//! at once. A tainted value that is stored elsewhere is kept, and so is one in a variable that
//! pointers lead to, and one that is returned to the function whose local it may be. Functions
//! without a body keep nothing, which is assumed of them anyway.

use crate::reuse::{behind, starts};
use crate::{AddressTaken, BinaryOp, Cfa, Expr, ExprId, Op, Place, PlaceId, VarId, VarKind};
use rustc_hash::FxHashSet;
use source::Span;
use stdx::Idx;

/// The first comparison of pointers of which one may point to a local that is gone.
pub fn compared(cfa: &Cfa) -> Option<Span> {
    let mut ends = starts(cfa, |_, op| matches!(op, Op::EndLifetime(_)));
    ends.extend(crate::reuse::ends_of_allocations(cfa));
    if ends.is_empty() || !Taint::keeps(cfa) {
        return None;
    }
    let behind = behind(cfa, &ends);
    let compares = |op: &Op| {
        let args: &[ExprId] = match op {
            Op::Assume { condition: value, .. } | Op::Assign { value, .. } => std::slice::from_ref(value),
            Op::Call(call) => &cfa.calls[*call].args,
            Op::External { args, .. } | Op::UnknownCall { args, .. } => args,
            Op::Nop
            | Op::Zero { .. }
            | Op::Havoc { .. }
            | Op::InitStatic(_)
            | Op::Declare(_)
            | Op::EndLifetime(_)
            | Op::Return(_)
            | Op::Allocate { .. }
            | Op::Free { .. }
            | Op::MemoryCopy { .. }
            | Op::MemorySet { .. }
            | Op::ObjectSize { .. }
            | Op::Halt(_)
            | Op::Unsupported { .. } => &[],
        };
        args.iter().any(|&arg| is_comparison(cfa, arg))
    };
    let edge = cfa.edges.iter().find(|edge| behind[edge.from.index()] && compares(&edge.op));
    edge.map(|edge| edge.span)
}

/// Whether pointers are compared in an expression that are both no constants.
fn is_comparison(cfa: &Cfa, expr: ExprId) -> bool {
    let exprs = &cfa.exprs;
    let mut pending = vec![expr];
    while let Some(id) = pending.pop() {
        match exprs.expr(id) {
            Expr::Unary(_, operand) | Expr::Cast(operand) => pending.push(operand),
            Expr::Binary(op, left, right) => {
                let is_pointer = cfa.types.pointee(exprs.ty(left)).is_some();
                let is_fixed = |id| matches!(exprs.expr(id), Expr::Const(_) | Expr::Function(_));
                let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
                if is_equality && is_pointer && !is_fixed(left) && !is_fixed(right) {
                    return true;
                }
                pending.extend([left, right]);
            }
            Expr::Const(_) | Expr::Load(_) | Expr::AddressOf(_) | Expr::Function(_) => {}
        }
    }
    false
}

/// Variables that may hold the address of a local.
struct Taint<'a> {
    cfa: &'a Cfa,
    tainted: FxHashSet<VarId>,
    changes: bool,
    keeps: bool,
}

impl<'a> Taint<'a> {
    /// Whether such an address may outlive its local.
    fn keeps(cfa: &'a Cfa) -> bool {
        let mut taint = Self { cfa, tainted: FxHashSet::default(), changes: true, keeps: false };
        while taint.changes && !taint.keeps {
            taint.changes = false;
            for edge in &cfa.edges {
                taint.operation(&edge.op);
            }
        }
        taint.keeps
    }

    fn operation(&mut self, op: &Op) {
        match *op {
            Op::Assign { place, value } if self.is_tainted(value) => self.store(place),
            Op::Call(call) => {
                let site = &self.cfa.calls[call];
                for (&param, &arg) in self.cfa.functions[site.callee].params.iter().zip(&site.args) {
                    if self.is_tainted(arg) {
                        self.add(param);
                    }
                }
            }
            Op::Return(call) => {
                let site = &self.cfa.calls[call];
                let result = self.cfa.functions[site.callee].result;
                if let Some(place) = site.place
                    && result.is_some_and(|result| self.tainted.contains(&result))
                {
                    self.store(place);
                }
            }
            Op::Allocate { place, storage: crate::AllocStorage::Stack, .. } => self.store(place),
            // Bytes of a variable that holds such an address; that has its address taken.
            Op::MemoryCopy { .. } => {}
            Op::Assign { .. }
            | Op::Allocate { .. }
            | Op::Nop
            | Op::Assume { .. }
            | Op::Zero { .. }
            | Op::Havoc { .. }
            | Op::External { .. }
            | Op::UnknownCall { .. }
            | Op::InitStatic(_)
            | Op::Declare(_)
            | Op::EndLifetime(_)
            | Op::Free { .. }
            | Op::MemorySet { .. }
            | Op::ObjectSize { .. }
            | Op::Halt(_)
            | Op::Unsupported { .. } => {}
        }
    }

    /// Something tainted is stored.
    fn store(&mut self, place: PlaceId) {
        match self.own(place) {
            Some(var) => self.add(var),
            None => self.keeps = true,
        }
    }

    fn add(&mut self, var: VarId) {
        // What others reach may be read elsewhere, and of a result it is not known whose local it
        // is the address of.
        let known = &self.cfa.vars[var];
        self.keeps |= known.address_taken == AddressTaken::Yes || known.kind == VarKind::Result;
        self.changes |= self.tainted.insert(var);
    }

    /// The variable of an activation that a place is a part of.
    fn own(&self, place: PlaceId) -> Option<VarId> {
        let mut at = place;
        loop {
            match self.cfa.exprs.place(at) {
                Place::Var(var) => return self.is_local(var).then_some(var),
                Place::Deref(_) => return None,
                Place::Field(base, _) | Place::Index(base, _) => at = base,
            }
        }
    }

    fn is_local(&self, var: VarId) -> bool {
        !matches!(self.cfa.vars[var].kind, VarKind::Static(_))
    }

    /// Whether a value may be the address of a local, or be computed from one.
    fn is_tainted(&self, value: ExprId) -> bool {
        let mut pending = vec![value];
        while let Some(id) = pending.pop() {
            match self.cfa.exprs.expr(id) {
                Expr::Const(_) | Expr::Function(_) => {}
                Expr::AddressOf(place) => match self.root(place) {
                    Ok(var) if self.is_local(var) => return true,
                    Ok(_) => {}
                    Err(pointer) => pending.push(pointer),
                },
                Expr::Load(place) => {
                    if self.own(place).is_some_and(|var| self.tainted.contains(&var)) {
                        return true;
                    }
                }
                Expr::Unary(_, operand) | Expr::Cast(operand) => pending.push(operand),
                Expr::Binary(op, left, right) if !op.is_comparison() => pending.extend([left, right]),
                Expr::Binary(..) => {}
            }
        }
        false
    }

    /// The variable that a place is a part of, or the pointer that leads there.
    fn root(&self, place: PlaceId) -> Result<VarId, ExprId> {
        let mut at = place;
        loop {
            match self.cfa.exprs.place(at) {
                Place::Var(var) => return Ok(var),
                Place::Deref(pointer) => return Err(pointer),
                Place::Field(base, _) | Place::Index(base, _) => at = base,
            }
        }
    }
}
