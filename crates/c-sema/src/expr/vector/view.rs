//! Conversions of vectors: the bits of one type as those of another of its size.
//!
//! Between vectors of integers as wide, each element is converted, which changes no bit. What is
//! constant is cut anew here. Everything else goes through a union.

use crate::elab::{Res, Unit};
use crate::hir::{ExprId, ExprKind};
use cfa::{Field, Layout, RecordKind, Type, TypeId};
use source::Span;

impl Unit<'_> {
    /// Whether a conversion keeps the bits: between vectors, and between a vector and an integer.
    pub(in crate::expr) fn is_view(&self, from: TypeId, to: TypeId) -> bool {
        let is_vector = |ty| self.vector_shape(ty).is_some();
        let fits = |ty| is_vector(ty) || matches!(self.types().get(ty), Type::Int(_));
        (is_vector(from) || is_vector(to))
            && fits(from)
            && fits(to)
            && self.types().size(from) == self.types().size(to)
    }

    /// The bits of a value as those of another type of that size; see [`Unit::is_view`].
    pub(in crate::expr) fn reinterpret(&mut self, value: ExprId, to: TypeId, span: Span) -> Res<ExprId> {
        let from = self.ty(value);
        if self.unevaluated > 0 || self.function.is_none() || self.in_static_init() {
            let place = self.phantom(to, span);
            return Ok(self.push(ExprKind::Load(place), to, span));
        }
        if let (Some(one), Some(two)) = (self.vector_shape(from), self.vector_shape(to))
            && one.count == two.count
            && (one.element == two.element
                || self.is_integer_type(one.element) && self.is_integer_type(two.element))
        {
            let operands = self.operands(&[value], span);
            let parts = operands.parts[0].clone();
            let lanes = parts.into_iter().map(|part| Some(self.cast(part, two.element, span))).collect();
            return Ok(self.vector_value(to, lanes, operands.before, span));
        }
        if let Some(known) = self.constant_view(value, to, span) {
            return Ok(known);
        }
        let view = self.view_type(from, to);
        let place = self.union_literal(view, 0, value, span);
        let place = self.push(ExprKind::Member(place, 1), to, span);
        Ok(self.push(ExprKind::Load(place), to, span))
    }

    /// The same of a constant.
    fn constant_view(&mut self, value: ExprId, to: TypeId, span: Span) -> Option<ExprId> {
        let parts = self.parts_of(value)?;
        let mut bytes = Vec::new();
        for part in parts {
            let size = self.types().size(self.ty(part))?;
            let bits = self.as_const(part)?;
            // The padding of an extended number has no value.
            bytes.extend_from_slice(bits.to_le_bytes().get(..size as usize)?);
            if self.types().get(self.ty(part)) == &Type::Float(cfa::FloatKind::X87) {
                return None;
            }
        }
        let number =
            |bytes: &[u8]| bytes.iter().rev().fold(0_u128, |bits, &byte| bits << 8 | u128::from(byte));
        let Some(shape) = self.vector_shape(to) else { return Some(self.constant(number(&bytes), to, span)) };
        if self.types().get(shape.element) == &Type::Float(cfa::FloatKind::X87) {
            return None;
        }
        let size = self.types().size(shape.element)? as usize;
        let mut lanes = Vec::with_capacity(shape.count as usize);
        for bytes in bytes.chunks_exact(size) {
            lanes.push(Some(self.constant(number(bytes), shape.element, span)));
        }
        Some(self.vector_value(to, lanes, None, span))
    }

    /// A union of two types.
    fn view_type(&mut self, from: TypeId, to: TypeId) -> TypeId {
        if let Some(&known) = self.el.vectors.views.get(&(from, to)) {
            return known;
        }
        let types = self.types_mut();
        let size = types.size(from).unwrap_or(0);
        let align = [from, to].into_iter().filter_map(|ty| types.align(ty)).max().unwrap_or(1);
        let fields = [from, to].map(|ty| Field { name: None, ty, offset: 0, bits: None }).to_vec();
        let size = size.div_ceil(align) * align;
        let record = types.declare_record(RecordKind::Union, None);
        types.define_record(record, Layout { fields, size, align });
        let ty = types.intern(Type::Record(record));
        self.el.vectors.views.insert((from, to), ty);
        ty
    }
}
