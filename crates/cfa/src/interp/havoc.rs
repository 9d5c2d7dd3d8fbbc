//! Values that the program does not determine: scalars are chosen one by one, records and arrays by their parts.

use super::choices::ChoiceOrigin;
use super::code::{Shaped, VarHome};
use super::eval::Value;
use super::machine::{Machine, Run};
use super::memory::{Cell, Mode, Provenance};
use super::outcome::Outcome;
use crate::{ArrayLen, Origin, PlaceId, RecordKind, Type, TypeId, VarId};

/// Addresses that stand for the standard streams; no object lies there.
pub(super) const STDIN: u64 = 0x1_0000;
pub(super) const STDOUT: u64 = 0x1_0010;
pub(super) const STDERR: u64 = 0x1_0020;

impl Machine<'_, '_> {
    /// Any value for a place.
    pub(super) fn havoc(&mut self, place: PlaceId, origin: Origin) -> Run<()> {
        let ty = self.place_ty(place);
        if origin == Origin::Argument {
            return self.argument(place, ty);
        }
        // Assembler is not executed. What it leaves is any value for a proof, and for an execution
        // unknown.
        if origin == Origin::Asm {
            return self.stop(Outcome::Unsupported("an output of inline assembler".to_owned()));
        }
        self.choose_into(place, ChoiceOrigin::Havoc(origin))
    }

    /// A chosen value for a place.
    pub(super) fn choose_into(&mut self, place: PlaceId, origin: ChoiceOrigin) -> Run<()> {
        let ty = self.place_ty(place);
        match self.program.places[place].shaped {
            Shaped::Bytes(size) => {
                let code = self.program.places[place];
                let at = self.locate(&code)?;
                let access = self.memory.access(at, size, Mode::Write);
                self.allow(access)?;
                self.choose_object(at, ty, origin)
            }
            Shaped::Small { .. }
            | Shaped::Bool
            | Shaped::Pointer
            | Shaped::Wide { .. }
            | Shaped::Bits { .. }
            | Shaped::Unsized => {
                let bits = self.choose(ty, origin)?;
                let value = self.with_provenance(ty, bits);
                self.store(place, value)
            }
        }
    }

    /// A chosen pointer gets the object its address lies in, if any.
    fn with_provenance(&self, ty: TypeId, bits: u128) -> Value {
        let provenance = match self.program.cfa.types.pointee(ty) {
            Some(_) => self.provenance_of_address(bits as u64),
            None => Provenance::NONE,
        };
        Value { bits, provenance }
    }

    /// Chosen values for all parts of an object at an address. Types may be nested deeply.
    fn choose_object(&mut self, at: Cell, ty: TypeId, origin: ChoiceOrigin) -> Run<()> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.choose_parts(at, ty, origin))
    }

    fn choose_parts(&mut self, at: Cell, ty: TypeId, origin: ChoiceOrigin) -> Run<()> {
        let types = &self.program.cfa.types;
        let part = |offset: u64| Cell { bits: at.bits.wrapping_add(offset), ..at };
        match *types.get(ty) {
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) => {
                let bits = self.choose(ty, origin)?;
                let value = self.with_provenance(ty, bits);
                self.store_at(at, ty, value)
            }
            Type::Array(element, ArrayLen::Fixed(count)) => {
                let stride = types.size(element).unwrap_or(0);
                for index in 0..count {
                    self.choose_object(part(index.wrapping_mul(stride)), element, origin)?;
                }
                Ok(())
            }
            Type::Record(record) => {
                let is_union = types.record(record).kind == RecordKind::Union;
                let has_bits = types.fields(record).iter().any(|field| field.bits.is_some());
                if is_union || has_bits {
                    // No part is the right one, or parts share bytes: every byte is chosen.
                    let size = types.size(ty).unwrap_or(0);
                    for offset in 0..size {
                        self.choose_object(part(offset), TypeId::UCHAR, origin)?;
                    }
                    return Ok(());
                }
                for &field in types.fields(record) {
                    self.choose_object(part(field.offset), field.ty, origin)?;
                }
                Ok(())
            }
            Type::Array(_, ArrayLen::Unknown | ArrayLen::Variable(_)) | Type::Void | Type::Function(_) => {
                Ok(())
            }
        }
    }

    /// Stores a scalar at an address.
    pub(super) fn store_at(&mut self, at: Cell, ty: TypeId, value: Value) -> Run<()> {
        let types = &self.program.cfa.types;
        let size = if ty == TypeId::LONG_DOUBLE { 10 } else { types.size(ty).unwrap_or(0) };
        let access = self.memory.access(at, size, Mode::Write);
        let access = self.allow(access)?;
        if types.pointee(ty).is_some() {
            self.memory.store_pointer(access, Cell { bits: value.bits as u64, provenance: value.provenance });
        } else {
            self.memory.store_wide(access, value.bits);
        }
        Ok(())
    }

    /// Loads a scalar from an address.
    pub(super) fn load_at(&mut self, at: Cell, ty: TypeId) -> Run<Value> {
        let types = &self.program.cfa.types;
        let size = if ty == TypeId::LONG_DOUBLE { 10 } else { types.size(ty).unwrap_or(0).min(16) };
        let access = self.memory.access(at, size, Mode::Read);
        let access = self.allow(access)?;
        if !self.memory.is_initialised(access) {
            self.initialise(access, ty, None)?;
        }
        if types.pointee(ty).is_none() {
            self.memory.read_as_number(access);
        }
        let bits = self.memory.load_wide(access);
        let stored = self.memory.stored_provenance(access);
        Ok(match stored {
            Provenance::NONE => self.with_provenance(ty, bits),
            provenance => Value { bits, provenance },
        })
    }

    /// A variable that is declared but defined nowhere: any value; the standard streams are known.
    pub(super) fn undefined_static(&mut self, var: VarId, origin: ChoiceOrigin) -> Run<()> {
        let cfa = self.program.cfa;
        let ty = cfa.vars[var].ty;
        let stream = match cfa.names.text(cfa.vars[var].name) {
            "stdin" => Some(STDIN),
            "stdout" => Some(STDOUT),
            "stderr" => Some(STDERR),
            _ => None,
        };
        let stream = stream.filter(|_| cfa.types.pointee(ty).is_some());
        match self.program.homes[var] {
            VarHome::Register(register) => {
                let value = match stream {
                    Some(address) => Value::number(u128::from(address)),
                    None => {
                        let bits = self.choose(ty, origin)?;
                        self.with_provenance(ty, bits)
                    }
                };
                let position = register.position(self.frame.registers);
                self.registers[position] = Cell { bits: value.bits as u64, provenance: value.provenance };
                Ok(())
            }
            VarHome::Object { .. } => {
                let at = self.object_of(var)?;
                match stream {
                    Some(address) => self.store_at(at, ty, Value::number(u128::from(address))),
                    None => self.choose_object(at, ty, origin),
                }
            }
        }
    }
}
