//! Which numbers depend on where objects lie.
//!
//! Formulas have one layout of memory ([`super::address`]), and C allows many. A proof must hold for all of them, so nothing may be concluded from the numbers that addresses happen to have here. What can be
//! asked of an address without learning its number is the same in all layouts: whether it is null, whether it equals another address, and what lies at a distance from it. Everything else that is
//! computed from an address as a number (6.3.2.3p6 leaves the conversion to the implementation) has any value: the order of an address and a constant, equality with a constant, remainders, masks, products. So does what is asked
//! of a sum or a part of an address.
//!
//! Which expressions carry addresses is found by one pass over all operations, repeated until nothing changes: flow-insensitive, with one level for each region of memory.
//!
//! *Not covered:* the order of two pointers, which C defines inside of one object only (6.5.8p5), and what is asked of a pointer that was made of a number computed from addresses. An index that was
//! itself computed from addresses. That the end of an object may be the start of another (6.5.9p6): here it never is. Whether a pointer
//! is null that was put together from parts of addresses. All of these but the index are listed.
//!
//! In the other direction, a number that does not come from addresses is that of another object in
//! each layout. Where it is made a pointer that may point to an object of the program by
//! [`crate::regions::exposed`], the pointer is any, unless no object lies at such numbers at all.
//!
//! Replays are executed in the one layout that the interpreter has, so where a path is encoded for a replay the numbers are those of that layout.

use super::step::{Made, Step};
use crate::regions::exposed::{is_literal_address, makes_pointer};
use crate::regions::{Pointer, RegionId, Regions, shape};
use cfa::{
    BinaryOp, Cfa, Expr, ExprId, MachineModel, Op, PlaceId, StaticInit, Type, UnaryOp, VarId, VarKind,
};
use smt::{CoreOp, TermId};
use stdx::{Idx, IndexVec};

/// What is lost by that.
pub(super) const ANY_NUMBER: &str = "what is computed from an address as a number has any value";

/// What is lost where a number that is no address becomes a pointer.
const ANY_OBJECT: &str =
    "a number that is made a pointer may be the address of any object whose address is known";

/// How a number depends on the layout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Dependence {
    /// Not at all.
    Free,
    /// It is an address, or null.
    Address,
    /// It was computed from addresses.
    Derived,
}

/// What depends on the layout.
pub(crate) struct Layout {
    exprs: IndexVec<ExprId, Dependence>,
    regions: IndexVec<RegionId, Dependence>,
}

impl Layout {
    pub(crate) fn of(cfa: &Cfa, regions: &Regions) -> Self {
        let (n_exprs, n_places) = cfa.exprs.counts();
        let mut found = Self {
            exprs: IndexVec::from_elem(Dependence::Free, n_exprs),
            regions: IndexVec::from_elem(Dependence::Free, regions.regions.len()),
        };
        let mut flow = Flow { cfa, regions, found: &mut found, changes: false };
        // Whatever is accessed as a pointer may hold an address.
        for place in (0..n_places).map(PlaceId::new) {
            if cfa.types.pointee(cfa.exprs.place_ty(place)).is_some() {
                flow.write(place, Dependence::Address);
            }
        }
        flow.run();
        found
    }

    /// Whether a value is read as a pointer where parts of addresses may have been written.
    pub(super) fn is_of_parts(&self, cfa: &Cfa, regions: &Regions, value: ExprId) -> bool {
        let mut at = value;
        loop {
            match cfa.exprs.expr(at) {
                Expr::Cast(operand) => at = operand,
                Expr::Load(place) => {
                    let is_pointer = cfa.types.pointee(cfa.exprs.place_ty(place)).is_some();
                    let region = regions.of_place(place).filter(|_| is_pointer);
                    return region.is_some_and(|at| self.regions[at.region] == Dependence::Derived);
                }
                Expr::Const(_)
                | Expr::AddressOf(_)
                | Expr::Function(_)
                | Expr::Unary(..)
                | Expr::Binary(..) => return false,
            }
        }
    }

    /// How the value of an expression depends on the layout.
    pub(crate) fn of_expr(&self, expr: ExprId) -> Dependence {
        self.exprs.get(expr).copied().unwrap_or(Dependence::Derived)
    }
}

struct Flow<'f> {
    cfa: &'f Cfa,
    regions: &'f Regions,
    found: &'f mut Layout,
    changes: bool,
}

impl Flow<'_> {
    fn run(&mut self) {
        loop {
            self.changes = false;
            // Operands have smaller numbers than what they are part of.
            for expr in (0..self.found.exprs.len()).map(ExprId::new) {
                let level = self.level(expr);
                self.changes |= level > self.found.exprs[expr];
                self.found.exprs[expr] = level.max(self.found.exprs[expr]);
            }
            for edge in &self.cfa.edges {
                self.operation(&edge.op);
            }
            for var in self.cfa.vars.indices() {
                self.initial(var);
            }
            if !self.changes {
                return;
            }
        }
    }

    fn level(&self, id: ExprId) -> Dependence {
        let (exprs, types) = (&self.cfa.exprs, &self.cfa.types);
        if shape::constant(self.cfa, id).is_some() {
            return Dependence::Free;
        }
        if types.pointee(exprs.ty(id)).is_some() {
            return Dependence::Address;
        }
        let known = |id: ExprId| self.found.exprs[id];
        match exprs.expr(id) {
            Expr::Const(_) => Dependence::Free,
            Expr::Function(_) | Expr::AddressOf(_) => Dependence::Address,
            Expr::Load(place) => self.read(place),
            // What comes of an address is any value, see below.
            Expr::Unary(..) => Dependence::Free,
            Expr::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
                if known(left).max(known(right)) == Dependence::Free {
                    Dependence::Free
                } else {
                    Dependence::Derived
                }
            }
            Expr::Binary(..) => Dependence::Free,
            Expr::Cast(operand) => {
                // Whether a wider number is the same for all addresses depends on the sign that it was extended by.
                let keeps = types
                    .int_shape(exprs.ty(id))
                    .is_some_and(|shape| shape.bits == types.machine().pointer_bits());
                match (known(operand), types.get(exprs.ty(id))) {
                    (_, Type::Int(cfa::IntKind::Bool) | Type::Float(_)) => Dependence::Free,
                    (Dependence::Address, _) if !keeps => Dependence::Derived,
                    (level, _) => level,
                }
            }
        }
    }

    fn read(&self, place: PlaceId) -> Dependence {
        let located = self.regions.of_place(place);
        let level = located.map_or(Dependence::Free, |located| self.found.regions[located.region]);
        if level == Dependence::Address && self.is_part(place) { Dependence::Derived } else { level }
    }

    /// Whether a place cannot hold a whole address, so that what is read of one there is a part.
    fn is_part(&self, place: PlaceId) -> bool {
        let types = &self.cfa.types;
        let shape = types.int_shape(self.cfa.exprs.place_ty(place));
        shape.is_none_or(|shape| shape.bits != types.machine().pointer_bits())
            || shape::bit_field(self.cfa, place).is_some()
    }

    fn raise(&mut self, region: RegionId, level: Dependence) {
        self.changes |= level > self.found.regions[region];
        self.found.regions[region] = level.max(self.found.regions[region]);
    }

    fn write(&mut self, place: PlaceId, level: Dependence) {
        if level == Dependence::Free {
            return;
        }
        let level = if self.is_part(place) { Dependence::Derived } else { level };
        if let Some(located) = self.regions.of_place(place) {
            self.raise(located.region, level);
        }
    }

    /// Everything behind one pointer may be copied to everything behind another.
    fn copy(&mut self, from: Option<Pointer>, to: Option<Pointer>) {
        let (Some(from), Some(to)) = (from, to) else { return };
        let regions = self.regions;
        let level = regions.of_node(from).iter().map(|&region| self.found.regions[region]).max();
        for &region in regions.of_node(to) {
            self.raise(region, level.unwrap_or(Dependence::Free));
        }
    }

    fn assign(&mut self, place: PlaceId, value: ExprId) {
        let exprs = &self.cfa.exprs;
        if self.cfa.types.is_scalar(exprs.place_ty(place)) {
            self.write(place, self.found.exprs[value]);
        } else if let Expr::Load(source) = exprs.expr(value) {
            self.copy(self.regions.pointer_of(source), self.regions.pointer_of(place));
        }
    }

    /// A value becomes that of a variable.
    fn pass(&mut self, value: ExprId, var: VarId) {
        let to = self.regions.of_var(var);
        if self.cfa.types.is_scalar(self.cfa.vars[var].ty) {
            let regions = self.regions;
            for &region in regions.of_node(to) {
                self.raise(region, self.found.exprs[value]);
            }
        } else if let Expr::Load(source) = self.cfa.exprs.expr(value) {
            self.copy(self.regions.pointer_of(source), Some(to));
        }
    }

    fn operation(&mut self, op: &Op) {
        let cfa = self.cfa;
        match *op {
            Op::Assign { place, value } => self.assign(place, value),
            Op::Call(call) => {
                let site = &cfa.calls[call];
                for (&param, &arg) in cfa.functions[site.callee].params.iter().zip(&site.args) {
                    self.pass(arg, param);
                }
            }
            Op::Return(call) => {
                let site = &cfa.calls[call];
                let result = cfa.functions[site.callee].result.map(|result| self.regions.of_var(result));
                let to = site.place.and_then(|place| self.regions.pointer_of(place));
                self.copy(result, to);
            }
            Op::MemoryCopy { target, source, .. } => {
                self.copy(self.regions.value_of(source), self.regions.value_of(target));
            }
            Op::MemorySet { target, value, .. } => {
                let regions = self.regions;
                if let (Some(to), true) =
                    (regions.value_of(target), self.found.exprs[value] != Dependence::Free)
                {
                    for &region in regions.of_node(to) {
                        self.raise(region, Dependence::Derived);
                    }
                }
            }
            // What is chosen is any value; what is written as a pointer was noted before.
            Op::Nop
            | Op::Assume { .. }
            | Op::Zero { .. }
            | Op::Havoc { .. }
            | Op::External { .. }
            | Op::UnknownCall { .. }
            | Op::Allocate { .. }
            | Op::ObjectSize { .. }
            | Op::InitStatic(_)
            | Op::Declare(_)
            | Op::EndLifetime(_)
            | Op::Free { .. }
            | Op::Halt(_)
            | Op::Unsupported { .. } => {}
        }
    }

    fn initial(&mut self, var: VarId) {
        let cfa = self.cfa;
        let VarKind::Static(StaticInit::Items(items)) = &cfa.vars[var].kind else { return };
        for &(place, value) in items {
            self.assign(place, value);
        }
    }
}

impl Layout {
    /// Whether the value of an expression is any, because it would be of one layout only.
    pub(crate) fn is_any(&self, cfa: &Cfa, id: ExprId) -> bool {
        match cfa.exprs.expr(id) {
            Expr::Unary(op, operand) => self.inverts(op, operand),
            Expr::Binary(op, left, right) if op.is_comparison() => self.compares(cfa, op, left, right),
            Expr::Binary(op, left, right) => self.mixes(op, left, right),
            Expr::Cast(operand) => {
                let is_float = matches!(cfa.types.get(cfa.exprs.ty(id)), Type::Float(_));
                (is_float || is_lengthened(cfa, operand, id)) && self.of_expr(operand) != Dependence::Free
            }
            Expr::Const(_) | Expr::Load(_) | Expr::AddressOf(_) | Expr::Function(_) => false,
        }
    }

    /// Whether the result of a comparison may be another in other layouts.
    fn compares(&self, cfa: &Cfa, op: BinaryOp, left: ExprId, right: ExprId) -> bool {
        let is_pointer = cfa.types.pointee(cfa.exprs.ty(left)).is_some();
        let constant = [left, right].into_iter().find_map(|id| shape::constant(cfa, id));
        let is_signed = cfa.types.int_shape(cfa.exprs.ty(left)).is_some_and(|shape| shape.signed);
        let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        match (self.of_expr(left), self.of_expr(right)) {
            (Dependence::Free, Dependence::Free) => false,
            (Dependence::Address, Dependence::Address) => !is_equality && !is_pointer,
            // Nothing lies at null, and nothing at the last address, behind which there would have to be another.
            (Dependence::Address, Dependence::Free) | (Dependence::Free, Dependence::Address) => {
                match constant {
                    Some(0) => !is_equality && is_signed,
                    Some(bits) if is_equality => !is_last_address(cfa, bits),
                    Some(_) => true,
                    None => !is_pointer,
                }
            }
            (Dependence::Derived, _) | (_, Dependence::Derived) => true,
        }
    }

    /// Whether the result of an operation may be another in other layouts, in a way that nobody can undo.
    fn mixes(&self, op: BinaryOp, left: ExprId, right: ExprId) -> bool {
        match op {
            BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor => self.of_expr(left).max(self.of_expr(right)) != Dependence::Free,
            // Sums can be taken apart again, and comparisons are looked at by themselves.
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::PtrAdd
            | BinaryOp::PtrDiff
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => false,
        }
    }

    /// The same of one operand.
    fn inverts(&self, op: UnaryOp, operand: ExprId) -> bool {
        match op {
            UnaryOp::Neg | UnaryOp::BitNot => self.of_expr(operand) != Dependence::Free,
            // What a float came from is gone.
            UnaryOp::FloatAbs
            | UnaryOp::FloatSqrt
            | UnaryOp::FloatFloor
            | UnaryOp::FloatCeil
            | UnaryOp::FloatTrunc
            | UnaryOp::FloatRound
            | UnaryOp::FloatRint
            | UnaryOp::IsNan
            | UnaryOp::IsInf
            | UnaryOp::IsNormal
            | UnaryOp::SignBit => false,
        }
    }
}

/// Whether a cast makes a pointer of a number that had fewer bits than an address. What was cut off
/// of an address differs between layouts.
fn is_lengthened(cfa: &Cfa, from: ExprId, to: ExprId) -> bool {
    if cfa.types.pointee(cfa.exprs.ty(to)).is_none() {
        return false;
    }
    let width = cfa.types.machine().pointer_bits();
    let mut at = from;
    loop {
        if cfa.types.int_shape(cfa.exprs.ty(at)).is_some_and(|shape| shape.bits < width) {
            return true;
        }
        let Expr::Cast(operand) = cfa.exprs.expr(at) else { return false };
        at = operand;
    }
}

fn is_last_address(cfa: &Cfa, bits: u128) -> bool {
    bits == (1u128 << cfa.types.machine().pointer_bits()) - 1 || bits == u128::MAX
}

impl Layout {
    /// Whether an expression makes a pointer of a number that does not come from addresses.
    fn is_made_of_number(&self, cfa: &Cfa, id: ExprId) -> bool {
        if shape::constant(cfa, id).is_some() {
            return is_literal_address(cfa, id);
        }
        match cfa.exprs.expr(id) {
            Expr::Cast(operand) => makes_pointer(cfa, id) && self.of_expr(operand) == Dependence::Free,
            Expr::Const(_)
            | Expr::Load(_)
            | Expr::AddressOf(_)
            | Expr::Function(_)
            | Expr::Unary(..)
            | Expr::Binary(..) => false,
        }
    }
}

impl Step<'_, '_> {
    /// The pointer that a number becomes. Which object lies at a number is another in each layout,
    /// so it may be any that is exposed. Where no object is exposed, nobody can tell, and the
    /// number is kept.
    pub(super) fn as_pointer(&mut self, id: ExprId, value: TermId) -> Made {
        let cfa = self.encoder.cfa;
        let is_open = self.recording.is_none()
            && self.encoder.layout.is_made_of_number(cfa, id)
            && self.encoder.regions.may_be_object(id);
        if !is_open {
            return Ok(value);
        }
        self.lose(ANY_OBJECT);
        let (low, high) = match cfa.types.machine() {
            MachineModel::Ilp32 => (0x40_0000, 0xFFFF_EFFF),
            MachineModel::Lp64 => (0x40_0000, 0x7FFF_FFFF_FFFF),
        };
        let (low, high) = (self.address_constant(low)?, self.address_constant(high)?);
        let inside = [self.at_most(low, value)?, self.at_most(value, high)?];
        let inside = self.core(CoreOp::And, &inside)?;
        let other = self.any_of(self.ty(id))?;
        self.ite(inside, other, value)
    }

    /// Whether an expression has any value, because its own would be of one layout only. A replay has the layout of the interpreter.
    pub(super) fn is_of_layout(&self, id: ExprId) -> bool {
        self.recording.is_none() && self.encoder.layout.is_any(self.encoder.cfa, id)
    }

    /// Whether a number that is asked for its truth was computed from addresses.
    pub(super) fn is_derived(&self, id: ExprId) -> bool {
        self.recording.is_none() && self.encoder.layout.of_expr(id) == Dependence::Derived
    }
}
