//! Expressions. Three functions for three kinds of values, so that the common one, integers of at most 64
//! bits, moves through machine registers.

use super::Uninitialised;
use super::arith;
use super::choices::ChoiceOrigin;
use super::code::{Class, Node};
use super::machine::{Machine, Run};
use super::memory::{AddressSpace, Cell, Provenance};
use super::outcome::{Outcome, UndefinedKind};
use crate::{BinaryOp, Expr, ExprId, Type, TypeId, value};

/// Any scalar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) bits: u128,
    pub(super) provenance: Provenance,
}

impl Value {
    pub(super) fn number(bits: u128) -> Self {
        Self { bits, provenance: Provenance::NONE }
    }
}

impl Value {
    fn cell(self) -> Cell {
        Cell { bits: self.bits as u64, provenance: self.provenance }
    }
}

impl From<Cell> for Value {
    fn from(cell: Cell) -> Self {
        Self { bits: u128::from(cell.bits), provenance: cell.provenance }
    }
}

impl Machine<'_, '_> {
    /// An integer or float of at most 64 bits.
    pub(super) fn small(&mut self, id: ExprId) -> Run<u64> {
        let overflow = self.config.overflow;
        match self.program.nodes[id] {
            Node::Const(bits) => Ok(bits),
            Node::Register(home) => {
                let cell = self.registers[home.position(self.frame.registers)];
                if cell.provenance == Provenance::UNINITIALISED {
                    return Ok(self.uninitialised_register(id)?.bits);
                }
                Ok(cell.bits)
            }
            Node::IntBinary { op, shape, left, right } => {
                let left = self.small(left)?;
                let right = self.small(right)?;
                let result = arith::binary(op, shape, left, right, overflow);
                self.defined(id, [u128::from(left), u128::from(right)], result)
            }
            Node::IntCast { from, to, operand } => {
                let bits = self.small(operand)?;
                Ok(to.cut(from.extend(bits)))
            }
            Node::Load(place) => self.load_small(place),
            Node::Shift { op, shape, count, left, right } => {
                let left = self.small(left)?;
                let right = self.small(right)?;
                let result = arith::shift(op, shape, left, count.extend(right), overflow);
                self.defined(id, [u128::from(left), u128::from(right)], result)
            }
            Node::IntUnary { op, shape, operand } => {
                let bits = self.small(operand)?;
                let result = arith::unary(op, shape, bits, overflow);
                self.defined(id, [u128::from(bits), 0], result)
            }
            Node::Truth(operand) => Ok(u64::from(self.truth(operand)?)),
            Node::PointerCompare { op, left, right } => {
                let left = self.pointer(left)?;
                let right = self.pointer(right)?;
                self.compare_pointers(op, left, right);
                let (left, right) = (left.bits, right.bits);
                let result = arith::binary(op, arith::Shape::WORD, left, right, overflow);
                self.defined(id, [u128::from(left), u128::from(right)], result)
            }
            Node::PointerToInt { to, operand } => {
                let cell = self.pointer(operand)?;
                self.sees_layout |= cell.bits != 0;
                Ok(to.cut(self.extend_address(cell.bits)))
            }
            Node::General => Ok(self.general(id)?.bits as u64),
            Node::Address(_)
            | Node::Function(_)
            | Node::PointerAdd { .. }
            | Node::IntToPointer { .. }
            | Node::PointerCast(_) => Ok(self.pointer(id)?.bits),
        }
    }

    /// A pointer.
    pub(super) fn pointer(&mut self, id: ExprId) -> Run<Cell> {
        match self.program.nodes[id] {
            Node::Const(bits) => Ok(Cell::number(bits)),
            Node::Register(home) => {
                let cell = self.registers[home.position(self.frame.registers)];
                if cell.provenance == Provenance::UNINITIALISED {
                    return self.uninitialised_register(id);
                }
                Ok(cell)
            }
            Node::Load(place) => self.load_pointer(place),
            Node::Address(place) => {
                let code = self.program.places[place];
                self.locate(&code)
            }
            Node::Function(function) => Ok(Cell::number(AddressSpace::function(function))),
            Node::PointerAdd { index, stride, left, right } => {
                let cell = self.pointer(left)?;
                let offset = index.extend(self.small(right)?).wrapping_mul(u64::from(stride));
                Ok(Cell { bits: self.wrap(cell.bits.wrapping_add(offset)), ..cell })
            }
            Node::PointerCast(operand) => self.pointer(operand),
            Node::IntToPointer { from, operand } => {
                let bits = from.extend(self.small(operand)?);
                let bits = self.wrap(bits);
                self.sees_layout |= bits != 0;
                Ok(Cell { bits, provenance: self.provenance_of_address(bits) })
            }
            Node::General => {
                let value = self.general(id)?;
                Ok(Cell { bits: value.bits as u64, provenance: value.provenance })
            }
            Node::IntBinary { .. }
            | Node::Shift { .. }
            | Node::IntUnary { .. }
            | Node::IntCast { .. }
            | Node::Truth(_)
            | Node::PointerCompare { .. }
            | Node::PointerToInt { .. } => Ok(Cell::number(self.small(id)?)),
        }
    }

    /// Any scalar.
    pub(super) fn scalar(&mut self, id: ExprId) -> Run<Value> {
        match self.program.classes[id] {
            Class::Small => Ok(Value::number(u128::from(self.small(id)?))),
            Class::Pointer => Ok(self.pointer(id)?.into()),
            Class::Wide => self.general(id),
            Class::Aggregate | Class::Nothing => {
                self.stop(Outcome::Unsupported("scalar use of an object".to_owned()))
            }
        }
    }

    /// Whether a scalar compares unequal to zero.
    #[inline]
    pub(super) fn truth(&mut self, id: ExprId) -> Run<bool> {
        match self.program.classes[id] {
            Class::Small => Ok(self.small(id)? != 0),
            Class::Pointer => Ok(self.pointer(id)?.bits != 0),
            Class::Wide | Class::Aggregate | Class::Nothing => Ok(self.scalar(id)?.bits != 0),
        }
    }

    /// What has no fast path, by the reference semantics.
    fn general(&mut self, id: ExprId) -> Run<Value> {
        let cfa = self.program.cfa;
        let (exprs, types, overflow) = (&cfa.exprs, &cfa.types, self.config.overflow);
        let (operand, result) = match exprs.expr(id) {
            Expr::Const(bits) => return Ok(Value::number(exprs.bits(bits))),
            Expr::Load(place) => return Ok(Value::number(self.load_wide(place)?)),
            Expr::AddressOf(_) | Expr::Function(_) => return Ok(self.pointer(id)?.into()),
            Expr::Unary(op, operand) => {
                let bits = self.scalar(operand)?.bits;
                (bits, value::unary(types, op, exprs.ty(operand), bits, overflow))
            }
            Expr::Binary(op, left, right) => {
                let base = self.scalar(left)?;
                let other = self.scalar(right)?;
                if self.program.classes[right] == Class::Pointer {
                    self.compare_pointers(op, base.cell(), other.cell());
                }
                let right = (exprs.ty(right), other.bits);
                let result = value::binary(types, op, (exprs.ty(left), base.bits), right, overflow);
                let bits = self.defined(id, [base.bits, right.1], result)?;
                self.look_at_float(id, bits);
                let provenance = match op {
                    crate::BinaryOp::PtrAdd => base.provenance,
                    _ => Provenance::NONE,
                };
                return Ok(Value { bits, provenance });
            }
            Expr::Cast(operand) => {
                let bits = self.scalar(operand)?.bits;
                self.sees_layout |= bits != 0 && self.casts_address(operand, id);
                (bits, value::cast(types, exprs.ty(operand), exprs.ty(id), bits))
            }
        };
        let bits = self.defined(id, [operand, 0], result)?;
        self.look_at_float(id, bits);
        let provenance = match self.program.classes[id] {
            Class::Pointer => self.provenance_of_address(bits as u64),
            Class::Small | Class::Wide | Class::Aggregate | Class::Nothing => Provenance::NONE,
        };
        Ok(Value { bits, provenance })
    }

    /// Notes a comparison or difference that another layout of memory could decide in another way.
    #[inline]
    fn compare_pointers(&mut self, op: BinaryOp, left: Cell, right: Cell) {
        let is_one_object = left.provenance == right.provenance && left.provenance != Provenance::NONE;
        if !is_one_object && left.bits != 0 && right.bits != 0 {
            let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
            self.sees_layout |= !is_equality || !self.are_told_apart(left, right);
        }
    }

    /// Whether every layout of memory gives the same answer whether two pointers are equal.
    fn are_told_apart(&self, left: Cell, right: Cell) -> bool {
        let is_function = |pointer: Cell| self.memory.space.function_at(pointer.bits).is_some();
        is_function(left) && is_function(right) || self.memory.are_told_apart(left, right)
    }

    /// Whether a cast is between an address and a number.
    fn casts_address(&self, operand: ExprId, cast: ExprId) -> bool {
        let is_pointer = |id: ExprId| self.program.classes[id] == Class::Pointer;
        is_pointer(operand) != is_pointer(cast) && self.program.cfa.exprs.ty(cast) != TypeId::BOOL
    }

    /// Notes a NaN: its sign and payload are not determined (IEEE 754, 6.3).
    fn look_at_float(&mut self, id: ExprId, bits: u128) {
        if let Type::Float(kind) = *self.program.cfa.types.get(self.program.cfa.exprs.ty(id)) {
            self.is_open |= value::float_parts(kind, bits).1 == value::FloatClass::Nan;
        }
    }

    /// GNU C sign-extends pointers to wider integers.
    #[inline]
    fn extend_address(&self, address: u64) -> u64 {
        match self.program.cfa.types.machine() {
            crate::MachineModel::Ilp32 => address as u32 as i32 as i64 as u64,
            crate::MachineModel::Lp64 => address,
        }
    }

    #[cold]
    fn uninitialised_register(&mut self, id: ExprId) -> Run<Cell> {
        let Node::Register(home) = self.program.nodes[id] else { return Ok(Cell::number(0)) };
        match self.config.uninitialised {
            Uninitialised::Undefined => {
                let name = match self.program.cfa.exprs.expr(id) {
                    Expr::Load(place) => self.program.cfa.exprs.root_var(place),
                    _ => None,
                };
                let name = name
                    .map_or("the value", |var| self.program.cfa.names.text(self.program.cfa.vars[var].name));
                let message = format!("`{name}` is indeterminate");
                self.undefined(UndefinedKind::UninitialisedRead, message)
            }
            Uninitialised::Chosen => {
                let bits = self.choose(self.program.cfa.exprs.ty(id), ChoiceOrigin::Uninitialised)? as u64;
                let provenance = match self.program.classes[id] {
                    Class::Pointer => self.provenance_of_address(bits),
                    Class::Small | Class::Wide | Class::Aggregate | Class::Nothing => Provenance::NONE,
                };
                let cell = Cell { bits, provenance };
                let position = home.position(self.frame.registers);
                self.registers[position] = cell;
                Ok(cell)
            }
        }
    }
}
