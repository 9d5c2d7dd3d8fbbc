//! Numbers that memory is made of: addresses, sizes, and cells as bits or as numbers.
//!
//! Under bit-vectors a cell is its bits. Under linear arithmetic it is the number that they mean, unsigned, or signed where all accesses are. A
//! number of several cells is their sum with weights; cells of a number are unknowns with that sum.

use super::memory::Raw;
use super::step::{Made, Step, float_format};
use super::{Encoder, Unsupported};
use crate::encoding::Arithmetic;
use crate::regions::{Content, Region, Sign};
use cfa::{FloatKind, Type, TypeId};
use smt::value::BigInt;
use smt::{ArithOp, BvOp, CoreOp, Op, Sort, TermId};

impl Encoder<'_> {
    pub(crate) fn is_linear(&self) -> bool {
        match self.encoding.arithmetic {
            Arithmetic::BitPrecise => false,
            Arithmetic::Linear { .. } => true,
        }
    }

    pub(crate) fn address_width(&self) -> u32 {
        self.cfa.types.machine().pointer_bits()
    }

    pub(crate) fn address_sort(&self) -> Sort {
        if self.is_linear() { Sort::Int } else { Sort::BitVec(self.address_width()) }
    }

    fn float_sort(&self, kind: FloatKind) -> Made<Sort> {
        Ok(if self.is_linear() { Sort::Real } else { Sort::Float(float_format(kind)?) })
    }

    /// The sort of a cell.
    pub(super) fn cell_sort(&self, region: &Region) -> Made<Sort> {
        match region.content {
            Content::Float(kind) => self.float_sort(kind),
            Content::Bits(_) if self.is_linear() => Ok(Sort::Int),
            Content::Bits(_) => Ok(Sort::bit_vec(u32::try_from(region.unit.saturating_mul(8)).unwrap_or(0))?),
        }
    }

    /// The sort of values of a scalar type.
    pub(super) fn sort_of(&self, ty: TypeId) -> Made<Sort> {
        match *self.cfa.types.get(ty) {
            Type::Float(kind) => self.float_sort(kind),
            Type::Int(_)
            | Type::Pointer(_)
            | Type::Void
            | Type::Array(..)
            | Type::Record(_)
            | Type::Function(_) => {
                Ok(if self.is_linear() { Sort::Int } else { Sort::BitVec(self.int_width(ty)) })
            }
        }
    }

    /// Bits of an integer or pointer.
    pub(super) fn int_width(&self, ty: TypeId) -> u32 {
        self.cfa.types.int_shape(ty).map_or(self.address_width(), |shape| shape.bits)
    }
}

/// `2^bits`
pub(super) fn power(bits: u32) -> BigInt {
    BigInt::from(1) << bits
}

impl Step<'_, '_> {
    pub(super) fn arith(&mut self, op: ArithOp, args: &[TermId]) -> Made {
        Ok(self.terms.apply(Op::Arith(op), args)?)
    }

    pub(super) fn int(&mut self, value: impl Into<BigInt>) -> TermId {
        self.terms.int(value)
    }

    pub(super) fn address_constant(&mut self, value: u64) -> Made {
        if self.encoder.is_linear() {
            return Ok(self.int(value));
        }
        self.number(self.encoder.address_width(), u128::from(value))
    }

    /// `address + offset`; bit-vectors wrap.
    pub(super) fn plus(&mut self, address: TermId, offset: i64) -> Made {
        if offset == 0 {
            return Ok(address);
        }
        if self.encoder.is_linear() {
            let offset = self.int(offset);
            return self.arith(ArithOp::Add, &[address, offset]);
        }
        let offset = self.number(self.encoder.address_width(), offset as i128 as u128)?;
        self.bv(BvOp::Add, &[address, offset])
    }

    /// The sum of two addresses or sizes.
    pub(super) fn sum(&mut self, one: TermId, two: TermId) -> Made {
        if self.encoder.is_linear() {
            self.arith(ArithOp::Add, &[one, two])
        } else {
            self.bv(BvOp::Add, &[one, two])
        }
    }

    pub(super) fn difference(&mut self, one: TermId, two: TermId) -> Made {
        if self.encoder.is_linear() {
            self.arith(ArithOp::Sub, &[one, two])
        } else {
            self.bv(BvOp::Sub, &[one, two])
        }
    }

    /// Whether an address or size is at most another.
    pub(super) fn at_most(&mut self, one: TermId, two: TermId) -> Made {
        if self.encoder.is_linear() {
            self.arith(ArithOp::Le, &[one, two])
        } else {
            self.bv(BvOp::Ule, &[one, two])
        }
    }

    /// `base + index * stride`, where the index is of type `ptrdiff_t`.
    pub(super) fn offset_by(&mut self, base: TermId, index: TermId, stride: u64) -> Made {
        if self.encoder.is_linear() {
            let stride = self.int(stride);
            let offset = self.arith(ArithOp::Mul, &[index, stride])?;
            return self.arith(ArithOp::Add, &[base, offset]);
        }
        let width = self.encoder.address_width();
        let index = self.resize(index, width, true)?;
        let stride = self.number(width, u128::from(stride))?;
        let offset = self.bv(BvOp::Mul, &[index, stride])?;
        self.bv(BvOp::Add, &[base, offset])
    }

    /// The next multiple of 16 that leaves some room.
    pub(super) fn rounded_up(&mut self, size: TermId, room: u64) -> Made {
        let end = self.plus(size, room as i64 + 15)?;
        if self.encoder.is_linear() {
            let sixteen = self.int(16);
            let rest = self.arith(ArithOp::Mod, &[end, sixteen])?;
            return self.arith(ArithOp::Sub, &[end, rest]);
        }
        let mask = self.number(self.encoder.address_width(), u128::MAX << 4)?;
        self.bv(BvOp::And, &[end, mask])
    }

    /// Whether an address is a multiple of 16.
    pub(super) fn is_aligned(&mut self, address: TermId) -> Made {
        if self.encoder.is_linear() {
            return self.arith(ArithOp::Divisible(16), &[address]);
        }
        let lowest = self.extract(address, 0, 4)?;
        let zero = self.number(4, 0)?;
        Ok(self.terms.eq(lowest, zero)?)
    }

    /// The cells of a number, lowest first.
    pub(super) fn split(&mut self, value: TermId, count: u64, unit: u64) -> Made<Vec<TermId>> {
        if count == 1 {
            return Ok(vec![value]);
        }
        if !self.encoder.is_linear() {
            let width = unit as u32 * 8;
            return (0..count as u32).map(|at| self.extract(value, at * width, width)).collect();
        }
        if let Some(cells) = self.constant_cells(value, count, unit) {
            return Ok(cells);
        }
        let mut cells = Vec::new();
        for _ in 0..count {
            let cell = self.any(Sort::Int)?;
            self.bound(cell, Sign::Unsigned, unit as u32 * 8)?;
            cells.push(cell);
        }
        let sum = self.joined_cells(&cells, unit)?;
        let fact = self.terms.eq(sum, value)?;
        self.facts.push(fact);
        Ok(cells)
    }

    fn constant_cells(&mut self, value: TermId, count: u64, unit: u64) -> Option<Vec<TermId>> {
        let Some(smt::Value::Int(number)) = self.terms.as_const(value) else { return None };
        let bits = smt::value::Bits::from_int((count * unit) as u32 * 8, number);
        let width = unit as u32 * 8;
        let parts: Vec<smt::value::Bits> =
            (0..count as u32).map(|at| bits.extract((at + 1) * width - 1, at * width)).collect();
        Some(parts.into_iter().map(|part| self.int(BigInt::from(part.unsigned().clone()))).collect())
    }

    /// The number that cells mean, lowest first.
    pub(super) fn joined_cells(&mut self, cells: &[TermId], unit: u64) -> Made {
        let Some((&first, rest)) = cells.split_first() else {
            return Err(Unsupported::Encoding("number without cells".to_owned()));
        };
        let mut all = first;
        for (position, &cell) in rest.iter().enumerate() {
            all = if self.encoder.is_linear() {
                let weight = self.int(power((position as u32 + 1) * unit as u32 * 8));
                let weighted = self.arith(ArithOp::Mul, &[cell, weight])?;
                self.arith(ArithOp::Add, &[all, weighted])?
            } else {
                self.bv(BvOp::Concat, &[cell, all])?
            };
        }
        Ok(all)
    }

    /// A byte, repeated.
    pub(super) fn repeated(&mut self, byte: TermId, count: u64) -> Made {
        if !self.encoder.is_linear() {
            return self.bv(BvOp::Repeat(count as u32), &[byte]);
        }
        let pattern = (0..count as u32).fold(BigInt::from(0), |all, at| all + power(at * 8));
        let pattern = self.int(pattern);
        self.arith(ArithOp::Mul, &[byte, pattern])
    }

    /// The lowest byte of an integer.
    pub(super) fn low_byte(&mut self, value: TermId) -> Made {
        if !self.encoder.is_linear() {
            return self.extract(value, 0, 8);
        }
        let modulus = self.int(256);
        self.arith(ArithOp::Mod, &[value, modulus])
    }

    /// Some bits of a number, as a number of a type.
    pub(super) fn take_bits(&mut self, value: TermId, first: u32, width: u32, ty: TypeId) -> Made {
        let is_signed = self.encoder.cfa.types.int_shape(ty).is_some_and(|shape| shape.signed);
        if !self.encoder.is_linear() {
            let bits = self.extract(value, first, width)?;
            return self.resize(bits, self.encoder.int_width(ty), is_signed);
        }
        let (below, modulus) = (self.int(power(first)), self.int(power(width)));
        let shifted = self.arith(ArithOp::IntDiv, &[value, below])?;
        let bits = self.arith(ArithOp::Mod, &[shifted, modulus])?;
        if is_signed { self.signed_of(bits, width) } else { Ok(bits) }
    }

    /// A number with some bits replaced by the lowest of another.
    pub(super) fn put_bits(&mut self, old: TermId, first: u32, width: u32, new: TermId) -> Made {
        if !self.encoder.is_linear() {
            let new = self.extract(new, 0, width)?;
            return self.replace(old, first, new);
        }
        let (below, modulus) = (self.int(power(first)), self.int(power(width)));
        let shifted = self.arith(ArithOp::IntDiv, &[old, below])?;
        let gone = self.arith(ArithOp::Mod, &[shifted, modulus])?;
        let come = self.arith(ArithOp::Mod, &[new, modulus])?;
        let change = self.arith(ArithOp::Sub, &[come, gone])?;
        let change = self.arith(ArithOp::Mul, &[change, below])?;
        self.arith(ArithOp::Add, &[old, change])
    }

    /// The number as a signed one of so many bits.
    pub(super) fn signed_of(&mut self, value: TermId, bits: u32) -> Made {
        let half = self.int(power(bits - 1));
        let all = self.int(power(bits));
        let is_small = self.arith(ArithOp::Lt, &[value, half])?;
        let negative = self.arith(ArithOp::Sub, &[value, all])?;
        self.ite(is_small, value, negative)
    }

    fn unsigned_of(&mut self, value: TermId, bits: u32) -> Made {
        let zero = self.int(0);
        let all = self.int(power(bits));
        let is_negative = self.arith(ArithOp::Lt, &[value, zero])?;
        let large = self.arith(ArithOp::Add, &[value, all])?;
        self.ite(is_negative, large, value)
    }

    /// Says that a number has so many bits.
    pub(super) fn bound(&mut self, value: TermId, sign: Sign, bits: u32) -> Made<()> {
        let (low, high) = match sign {
            Sign::Signed => (-power(bits - 1), power(bits - 1) - 1),
            Sign::Unsigned => (BigInt::from(0), power(bits) - 1),
        };
        self.between(value, low, high)
    }

    pub(super) fn between(&mut self, value: TermId, low: BigInt, high: BigInt) -> Made<()> {
        let (low, high) = (self.int(low), self.int(high));
        let facts = [self.arith(ArithOp::Le, &[low, value])?, self.arith(ArithOp::Le, &[value, high])?];
        let fact = self.core(CoreOp::And, &facts)?;
        self.facts.push(fact);
        Ok(())
    }

    /// What is in memory in the form that a cell of so many bytes holds.
    pub(super) fn adapt(&mut self, raw: Raw, content: Content, size: u64) -> Made {
        let bits = size as u32 * 8;
        match (raw, content) {
            (Raw::Float(_, value), Content::Float(_)) => Ok(value),
            (Raw::Bits(_) | Raw::Signed(_), Content::Float(_)) if self.encoder.is_linear() => {
                if let (Raw::Bits(value) | Raw::Signed(value), true) = (raw, true)
                    && self.terms.as_const(value) == Some(&smt::Value::Int(0.into()))
                {
                    return self.real(0);
                }
                self.lose("bits that are read as a float are any float");
                self.any(Sort::Real)
            }
            (Raw::Bits(value) | Raw::Signed(value), Content::Float(kind)) => {
                self.float_from_bytes(kind, value)
            }
            (Raw::Float(..), Content::Bits(sign)) if self.encoder.is_linear() => {
                self.lose("a float that is read as bits is any number");
                let value = self.any(Sort::Int)?;
                self.bound(value, sign, bits)?;
                Ok(value)
            }
            (Raw::Float(kind, value), Content::Bits(_)) => self.float_to_bytes(kind, value),
            (Raw::Bits(value), Content::Bits(Sign::Signed)) if self.encoder.is_linear() => {
                self.signed_of(value, bits)
            }
            (Raw::Signed(value), Content::Bits(Sign::Unsigned)) if self.encoder.is_linear() => {
                self.unsigned_of(value, bits)
            }
            (Raw::Bits(value) | Raw::Signed(value), Content::Bits(_)) => Ok(value),
        }
    }

    /// What a cell holds, as something in memory.
    pub(super) fn as_raw(&self, value: TermId, content: Content) -> Raw {
        match content {
            Content::Float(kind) => Raw::Float(kind, value),
            Content::Bits(Sign::Signed) => Raw::Signed(value),
            Content::Bits(Sign::Unsigned) => Raw::Bits(value),
        }
    }

    /// How values of a type stand in memory.
    pub(super) fn content_of(&self, ty: TypeId) -> Content {
        match *self.encoder.cfa.types.get(ty) {
            Type::Float(kind) => Content::Float(kind),
            Type::Int(_)
            | Type::Pointer(_)
            | Type::Void
            | Type::Array(..)
            | Type::Record(_)
            | Type::Function(_) => Content::Bits(crate::regions::shape::sign_of(&self.encoder.cfa.types, ty)),
        }
    }
}
