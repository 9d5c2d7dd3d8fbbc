//! Where objects lie: every variable has a fixed address, allocated objects follow each other upwards.
//!
//! One of the layouts that C allows. Nobody can tell, unless addresses of different objects are ordered, which is then listed as an assumption, or become numbers, which [`super::layout`] takes care of. The ranges are those of the interpreter. Between objects there is room, so that the end of one is not the start of the next.
//! Large locals that share memory with others have a new address at each declaration. Locals of recursive functions have one address for each activation. Addresses must not depend on values, so that
//! path formulas can start anywhere: the next free address of the heap is therefore a variable of formulas.

use super::layout::{ANY_NUMBER, Dependence};
use super::{Encoder, Unsupported};
use crate::encoding::{Arithmetic, Environment, Overflow};
use crate::regions::{Form, MANY_CELLS, Owner, Regions, uses};
use cfa::{
    AddressTaken, BinaryOp, Cfa, Expr, ExprId, FunctionId, MachineModel, StaticInit, Type, VarId, VarKind,
};
use rustc_hash::FxHashSet;
use source::Span;
use stdx::IndexVec;

const FUNCTIONS: u64 = 0x40_0000;
const FUNCTION_STEP: u64 = 16;
const ROOM: u64 = 16;

/// The layout of memory.
pub(crate) struct Addresses {
    vars: IndexVec<VarId, u64>,
    /// Distance of the locals of two activations.
    activation_step: u64,
    recursive_start: u64,
    end: u64,
    pub(crate) heap_start: u64,
    pub(crate) heap_end: u64,
    /// The room of an object that asks for more than the heap has left.
    pub(crate) largest: u64,
    /// The first byte of the first string literal, and the end of the last.
    pub(crate) literals: (u64, u64),
}

fn round_up(value: u64, align: u64) -> u64 {
    value.next_multiple_of(align.max(16))
}

impl Addresses {
    pub(crate) fn of(cfa: &Cfa) -> Result<Self, Unsupported> {
        // An array that is declared without length and never defined is as long as its index needs.
        let (stack_start, end, incomplete, largest) = match cfa.types.machine() {
            MachineModel::Ilp32 => (0x6000_0000u64, 0x7FFF_0000u64, 0x10_0000, 0x400_0000),
            MachineModel::Lp64 => (0x7F00_0000_0000, 0x7FFF_0000_0000, 0x4000_0000, 0x40_0000_0000),
        };
        let full = || Unsupported::Encoding("addresses for so large variables".to_owned());
        let mut statics = (FUNCTIONS + cfa.functions.len() as u64 * FUNCTION_STEP).next_multiple_of(0x1_0000);
        let mut locals = stack_start;
        let mut recursive = 0u64;
        let mut vars = IndexVec::from_elem(0, cfa.vars.len());
        let mut literals = (u64::MAX, 0);
        for (id, var) in cfa.vars.iter_enumerated() {
            let is_recursive =
                var.function.is_some_and(|function| cfa.structure().calls().is_recursive(function));
            let next = match var.kind {
                VarKind::Static(_) => &mut statics,
                VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result if is_recursive => {
                    &mut recursive
                }
                VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result => &mut locals,
            };
            if var.address_taken == AddressTaken::No && cfa.types.is_scalar(var.ty) {
                continue;
            }
            let align = var.align.map_or(16, |align| u64::from(align.get()));
            vars[id] = round_up(*next, align);
            let size = cfa.types.size(var.ty).unwrap_or(incomplete);
            *next = vars[id].checked_add(size).and_then(|end| end.checked_add(ROOM)).ok_or_else(full)?;
            if matches!(var.kind, VarKind::Static(StaticInit::Literal(_))) {
                literals = (literals.0.min(vars[id]), vars[id] + size);
            }
        }
        let heap_start = statics.next_multiple_of(0x1_0000);
        let heap_end = stack_start - 0x1_0000;
        let recursive_start = locals.next_multiple_of(0x1_0000);
        if heap_start >= heap_end || recursive_start >= end {
            return Err(full());
        }
        let activation_step = recursive.next_multiple_of(0x1000);
        Ok(Self { vars, activation_step, recursive_start, end, heap_start, heap_end, largest, literals })
    }

    /// The address of a variable in an activation.
    pub(crate) fn var(&self, cfa: &Cfa, var: VarId, activation: u32) -> Result<u64, Unsupported> {
        let variable = &cfa.vars[var];
        let is_static = matches!(variable.kind, VarKind::Static(_));
        let is_recursive = !is_static
            && variable.function.is_some_and(|function| cfa.structure().calls().is_recursive(function));
        if !is_recursive {
            return Ok(self.vars[var]);
        }
        let start = self.recursive_start + self.vars[var];
        start
            .checked_add(u64::from(activation).saturating_mul(self.activation_step))
            .filter(|&address| address + self.activation_step <= self.end)
            .ok_or_else(|| Unsupported::Encoding("addresses for so deep a recursion".to_owned()))
    }

    /// The address of a function.
    pub(crate) fn function(function: FunctionId) -> u64 {
        FUNCTIONS + u64::from(function.0) * FUNCTION_STEP
    }

    /// The address that stands for a standard stream.
    pub(crate) fn stream(name: &str) -> Option<u64> {
        match name {
            "stdin" => Some(0x1_0000),
            "stdout" => Some(0x1_0010),
            "stderr" => Some(0x1_0020),
            _ => None,
        }
    }
}

/// Locals that share a region with others and have many cells. To make their content any at each declaration, cell by cell, would
/// be long; so they get a new address instead, where nothing was written before.
pub(super) fn renewed(cfa: &Cfa, regions: &Regions) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    for edge in &cfa.edges {
        let cfa::Op::Declare(var) = edge.op else { continue };
        let Some(size) = cfa.types.size(cfa.vars[var].ty) else { continue };
        let all = regions.window(regions.of_var(var), size);
        let is_large = |region: &crate::regions::Region| {
            region.form == Form::Cells && region.owner == Owner::Shared && region.n_cells(size) > MANY_CELLS
        };
        let starts_zero = all.iter().any(|&id| regions.regions[id].starts_zero);
        if !starts_zero && all.iter().any(|&id| is_large(&regions.regions[id])) {
            found.insert(var);
        }
    }
    found
}

/// What linear arithmetic assumes of a program with floats.
pub(super) const FLOATS_ARE_REALS: &str =
    "floats are real numbers: nothing is rounded, and there are no infinities";

/// What is assumed of pointers that the program did not make itself.
const OUTSIDE: &str = "pointers from outside lead to what was handed out, to objects whose addresses are known as numbers, or to none of the program's";

impl Encoder<'_> {
    /// Looks for expressions whose value depends on the layout.
    pub(super) fn note_assumptions(&self) {
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        if self.encoding.arithmetic == (Arithmetic::Linear { overflow: Overflow::Unsound }) {
            self.assume("no operation of integers overflows, and no conversion changes a value", Span::NONE);
        }
        if self.encoding.environment == Environment::Separate {
            self.assume("functions without body return pointers to objects of their own", Span::NONE);
        }
        if self.regions.regions.iter().any(|region| region.is_ranged) {
            self.assume(
                "an index stays inside of its array, also where more of the object follows",
                Span::NONE,
            );
        }
        self.note_end_of_heap();
        self.note_incomplete();
        let computes_ends = self.computes_ends();
        for edge in &self.cfa.edges {
            let mut roots = Vec::new();
            let mut places = Vec::new();
            uses::of_operation(self.cfa, &edge.op, &mut |expr| roots.push(expr), &mut places);
            for place in places {
                self.inside_place(place, Some(edge.span), &mut roots);
            }
            while let Some(id) = roots.pop() {
                if !seen.insert(id) {
                    continue;
                }
                self.note(id, edge.span);
                if let Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) = self.cfa.exprs.expr(id) {
                    self.note_equality(left, right, computes_ends, edge.span);
                }
                match self.cfa.exprs.expr(id) {
                    Expr::Const(_) | Expr::Function(_) => {}
                    Expr::Load(place) => self.inside_place(place, Some(edge.span), &mut roots),
                    Expr::AddressOf(place) => self.inside_place(place, None, &mut roots),
                    Expr::Unary(_, operand) | Expr::Cast(operand) => roots.push(operand),
                    Expr::Binary(_, left, right) => roots.extend([left, right]),
                }
            }
        }
    }

    /// Whether some pointer may point to the end of an object, and not to a part of it.
    fn computes_ends(&self) -> bool {
        let exprs = &self.cfa.exprs;
        let is_first = |index| exprs.as_const(index) == Some(0);
        exprs.expr_ids().any(|id| match exprs.expr(id) {
            Expr::Binary(op, ..) => op == BinaryOp::PtrAdd,
            Expr::AddressOf(place) => {
                matches!(exprs.place(place), cfa::Place::Index(_, index) if !is_first(index))
            }
            Expr::Const(_) | Expr::Load(_) | Expr::Function(_) | Expr::Unary(..) | Expr::Cast(_) => false,
        })
    }

    /// What is assumed where two addresses are compared, or one with null.
    fn note_equality(&self, left: ExprId, right: ExprId, computes_ends: bool, span: Span) {
        let is_known = |id: ExprId| crate::regions::shape::constant(self.cfa, id).is_some();
        let is_address = |id: ExprId| self.layout.of_expr(id) == Dependence::Address;
        let are_addresses = is_address(left) && is_address(right);
        if computes_ends && are_addresses && !self.regions.are_of_one_object(left, right) {
            self.assume("the end of an object is never the start of another one", span);
        }
        let asked = if is_known(right) { left } else { right };
        if is_known(left) != is_known(right) && self.layout.is_of_parts(self.cfa, &self.regions, asked) {
            self.assume(
                "whether a pointer is null that was put together from parts of addresses is as in our layout",
                span,
            );
        }
    }

    /// An array that is declared without length and never defined has an end here, too.
    fn note_incomplete(&self) {
        let is_incomplete = |var: &&cfa::Var| {
            matches!(var.kind, VarKind::Static(StaticInit::Undefined))
                && self.cfa.types.size(var.ty).is_none()
        };
        if let Some(first) = self.cfa.vars.iter().find(is_incomplete) {
            self.assume("arrays without length have less than 1 MB, with 64 bits less than 1 GB", first.span);
        }
    }

    /// Freed memory is not used again here. With 64 bits no execution takes long enough to see that, with 32 some do.
    fn note_end_of_heap(&self) {
        let mut edges = self.cfa.edges.iter();
        let first = edges.find(|edge| matches!(edge.op, cfa::Op::Allocate { .. }));
        if let (Some(first), MachineModel::Ilp32) = (first, self.cfa.types.machine()) {
            self.assume(
                "the objects of an execution have less than 1.5 GB in all, freed ones included",
                first.span,
            );
        }
    }

    /// What a place is computed from, and where it is accessed, if it is.
    fn inside_place(&self, place: cfa::PlaceId, accessed: Option<Span>, roots: &mut Vec<ExprId>) {
        let mut place = place;
        loop {
            match self.cfa.exprs.place(place) {
                cfa::Place::Var(_) => return,
                cfa::Place::Deref(pointer) => {
                    if let Some(span) = accessed.filter(|_| self.regions.may_be_outside(pointer)) {
                        self.assume(OUTSIDE, span);
                    }
                    return roots.push(pointer);
                }
                cfa::Place::Field(base, _) => place = base,
                cfa::Place::Index(base, index) => {
                    roots.push(index);
                    place = base;
                }
            }
        }
    }

    fn note(&self, id: ExprId, span: Span) {
        let (exprs, types) = (&self.cfa.exprs, &self.cfa.types);
        if self.layout.is_any(self.cfa, id) {
            self.lose(ANY_NUMBER, span);
        }
        if self.is_linear() && matches!(types.get(exprs.ty(id)), Type::Float(_)) {
            self.assume(FLOATS_ARE_REALS, span);
        }
        let is_pointer = |id: ExprId| types.pointee(exprs.ty(id)).is_some();
        let is_known = |id: ExprId| crate::regions::shape::constant(self.cfa, id).is_some();
        match exprs.expr(id) {
            Expr::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, left, right)
                if is_pointer(left) && !is_known(left) && !is_known(right) =>
            {
                self.assume("objects lie in memory in the order of their declaration and allocation", span);
            }
            Expr::Cast(operand) if is_pointer(id) && self.layout.of_expr(operand) == Dependence::Derived => {
                self.assume(
                    "a pointer that is made of a number computed from addresses is where our layout has it",
                    span,
                );
            }
            Expr::Const(_)
            | Expr::Load(_)
            | Expr::AddressOf(_)
            | Expr::Function(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Cast(_) => {}
        }
    }
}
