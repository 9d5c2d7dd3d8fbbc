//! Variable arguments.
//!
//! The caller stores the arguments beyond the named ones into an anonymous record, one every 16 bytes (more for a larger
//! record), and passes its address as a hidden last parameter `$va`. A `va_list` is a cursor into it: on ILP32
//! the list itself, a `char *`; on LP64 the member `overflow_arg_area` of the list's record. Reading beyond the last argument is an
//! access out of bounds, and reading with a wrong type reads the bytes that are there.

use super::BodyLowerer;
use c_sema::hir;
use cfa::{AddressTaken, BinaryOp, ExprId, Field, Layout, Op, PlaceId, RecordKind, Type, TypeId, VarKind};
use source::Span;

/// Distance between two arguments: as the largest scalar needs.
const SLOT: u64 = 16;

fn slot_size(size: u64) -> u64 {
    size.max(1).div_ceil(SLOT).saturating_mul(SLOT)
}

impl BodyLowerer<'_> {
    /// Replaces the arguments beyond the first `named` by the address of the record that holds them.
    pub(super) fn pack_arguments(&mut self, args: &mut Vec<ExprId>, named: usize, span: Span) {
        if args.len() <= named {
            let null = self.lo.exprs.constant(0, TypeId::VOID_PTR);
            args.resize(named.min(args.len()), null);
            args.push(null);
            return;
        }
        let extra = args.split_off(named);
        let types: Box<[TypeId]> = extra.iter().map(|&arg| self.lo.exprs.ty(arg)).collect();
        let record = self.argument_block(types);
        let var = self.new_var("$args", record, VarKind::Temp, span);
        self.lo.vars[var].address_taken = AddressTaken::Yes;
        self.emit(Op::Declare(var), span);
        let block = self.var_place(var);
        for (position, value) in extra.into_iter().enumerate() {
            let place = self.lo.exprs.field(&self.program.types, block, position as u32);
            self.assign(place, value, span);
        }
        let address = self.lo.exprs.address_of(&mut self.program.types, block);
        let address = self.cast(address, TypeId::VOID_PTR);
        args.push(address);
    }

    fn argument_block(&mut self, types: Box<[TypeId]>) -> TypeId {
        if let Some(&known) = self.lo.argument_blocks.get(&types) {
            return known;
        }
        let mut offset = 0u64;
        let mut fields = Vec::with_capacity(types.len());
        for (position, &ty) in types.iter().enumerate() {
            let name = self.names.intern(&format!("${position}"));
            fields.push(Field { name: Some(name), ty, offset, bits: None });
            offset = offset.saturating_add(slot_size(self.types().size(ty).unwrap_or(1)));
        }
        let name = self.names.intern("$arguments");
        let record = self.program.types.declare_record(RecordKind::Struct, Some(name));
        self.program.types.define_record(record, Layout { fields, size: offset, align: SLOT });
        let ty = self.program.types.intern(Type::Record(record));
        self.lo.argument_blocks.insert(types, ty);
        ty
    }

    /// The part of a `va_list` that moves.
    fn cursor(&mut self, list: hir::ExprId) -> Option<PlaceId> {
        let span = self.body.exprs[list].span;
        let mut place = self.place(list);
        place = self.stable_place(place, span);
        loop {
            match *self.types().get(self.lo.exprs.place_ty(place)) {
                Type::Pointer(target) if matches!(self.types().get(target), Type::Record(_)) => {
                    let pointer = self.lo.exprs.load(place);
                    let pointer = self.stable(pointer, span);
                    place = self.deref(pointer);
                }
                Type::Pointer(_) => return Some(place),
                Type::Array(..) => {
                    let zero = self.int(0, self.types().ptrdiff_type());
                    place = self.lo.exprs.index(&self.program.types, place, zero);
                }
                Type::Record(record) => {
                    let name = self.names.intern("overflow_arg_area");
                    let fields = self.types().fields(record);
                    let field = fields.iter().position(|field| field.name == Some(name))?;
                    place = self.lo.exprs.field(&self.program.types, place, field as u32);
                }
                Type::Void | Type::Int(_) | Type::Float(_) | Type::Function(_) => return None,
            }
        }
    }

    fn unsupported_list(&mut self, span: Span) {
        let feature = self.names.intern("va_list of an unknown kind");
        self.emit_last(Op::Unsupported { feature }, span);
    }

    pub(super) fn va_start(&mut self, list: hir::ExprId, span: Span) {
        match (self.cursor(list), self.arguments) {
            (Some(cursor), Some(arguments)) => {
                let start = self.load_var(arguments);
                let start = self.fit(start, self.lo.exprs.place_ty(cursor));
                self.assign(cursor, start, span);
            }
            (None, _) | (_, None) => self.unsupported_list(span),
        }
    }

    pub(super) fn va_copy(&mut self, target: hir::ExprId, source: hir::ExprId, span: Span) {
        match (self.cursor(target), self.cursor(source)) {
            (Some(target), Some(source)) => {
                let value = self.lo.exprs.load(source);
                let value = self.fit(value, self.lo.exprs.place_ty(target));
                self.assign(target, value, span);
            }
            (None, _) | (_, None) => self.unsupported_list(span),
        }
    }

    pub(super) fn va_arg(&mut self, list: hir::ExprId, ty: TypeId, span: Span) -> Option<ExprId> {
        let Some(cursor) = self.cursor(list) else {
            self.unsupported_list(span);
            return None;
        };
        let at = self.lo.exprs.load(cursor);
        let wanted = self.pointer_to(ty);
        let pointer = self.cast(at, wanted);
        let place = self.deref(pointer);
        let value = self.lo.exprs.load(place);
        let value = self.save(value, span);
        let step = slot_size(self.types().size(ty).unwrap_or(1));
        let step = self.int(i128::from(step), self.types().ptrdiff_type());
        let cursor_ty = self.lo.exprs.place_ty(cursor);
        let bytes = self.cast(at, TypeId::CHAR_PTR);
        let moved = self.binary(BinaryOp::PtrAdd, bytes, step);
        let moved = self.fit(moved, cursor_ty);
        self.assign(cursor, moved, span);
        Some(value)
    }
}
