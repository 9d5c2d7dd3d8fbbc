//! Scalars beside vectors: which of them stand for a vector of copies.
//!
//! gcc takes a scalar if its conversion to the type of the elements is safe: a constant by its
//! value, another one by its type. A change of sign alone is safe. What was converted to a wider
//! type just before counts as what it was, so that a `char` goes with `short` elements although it
//! was promoted. Of operations that may keep values small (`&` and its kin, comparisons, `?:`)
//! gcc looks at the operands; here they are taken to be safe, which accepts some that gcc does not.

use crate::elab::{Res, Unit};
use crate::hir::{ExprId, ExprKind};
use cfa::{BinaryOp, FloatKind, IntKind, Type, TypeId, value};
use source::Span;

impl Unit<'_> {
    /// A scalar in the type of the elements.
    pub(super) fn broadcast(&mut self, scalar: ExprId, element: TypeId, span: Span) -> Res<ExprId> {
        let ty = self.ty(scalar);
        if self.is_arithmetic(ty) && self.is_safe(scalar, element) {
            return Ok(self.cast(scalar, element, span));
        }
        let (ty, element) = (self.type_text(ty), self.type_text(element));
        let message = format!("a value of type `{ty}` may not fit into elements of type `{element}`");
        Err(self.error("E0309", span, message))
    }

    fn is_safe(&self, scalar: ExprId, element: TypeId) -> bool {
        let to = self.types().get(element);
        if let Some(bits) = self.evaluate(scalar) {
            return self.is_safe_constant(self.ty(scalar), bits, element);
        }
        let source = self.widened_from(scalar);
        match (self.types().get(self.ty(source)), to) {
            (Type::Int(from), Type::Int(to)) => {
                self.int_bits(*from) <= self.int_bits(*to) || self.may_be_small(source)
            }
            (Type::Int(from), Type::Float(to)) => {
                let shape = self.types().int_kind_shape(*from);
                let bits = if *from == IntKind::Bool { 1 } else { shape.bits - u32::from(shape.signed) };
                bits <= precision(*to)
            }
            (Type::Float(from), Type::Float(to)) => precision(*from) <= precision(*to),
            _ => false,
        }
    }

    /// A constant of the type of the elements, perhaps with another sign, or exact as a
    /// floating-point number.
    fn is_safe_constant(&self, ty: TypeId, bits: u128, element: TypeId) -> bool {
        let types = self.types();
        let there = |from, to, bits| value::cast(types, from, to, bits).ok();
        match (types.get(ty), types.get(element)) {
            (Type::Int(from), Type::Int(to)) => {
                let (from, to) = (types.int_kind_shape(*from), types.int_kind_shape(*to));
                let value = cfa::int_value(types, ty, bits);
                let fits =
                    there(ty, element, bits).is_some_and(|cut| cfa::int_value(types, element, cut) == value);
                fits || !from.signed && to.signed || from.signed && !to.signed && value < 0
            }
            (_, Type::Float(_)) => {
                let back = there(ty, element, bits).and_then(|near| there(element, ty, near));
                back == Some(bits)
            }
            _ => false,
        }
    }

    fn int_bits(&self, kind: IntKind) -> u32 {
        if kind == IntKind::Bool { 1 } else { self.types().int_kind_shape(kind).bits }
    }

    /// The value before conversions to wider integers.
    fn widened_from(&self, value: ExprId) -> ExprId {
        let mut value = value;
        while let ExprKind::Cast(inner) = self.body.exprs[value].kind {
            match (self.types().get(self.ty(inner)), self.types().get(self.ty(value))) {
                (Type::Int(from), Type::Int(to)) if self.int_bits(*from) <= self.int_bits(*to) => {
                    value = inner
                }
                _ => return value,
            }
        }
        value
    }

    fn may_be_small(&self, value: ExprId) -> bool {
        use BinaryOp::*;
        match self.body.exprs[value].kind {
            ExprKind::Binary(op, ..) => matches!(op, BitAnd | BitOr | BitXor) || op.is_comparison(),
            ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::Conditional(..)
            | ExprKind::ConditionalElse(..) => true,
            _ => false,
        }
    }
}

/// The bits of a significand.
fn precision(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::F32 => 24,
        FloatKind::F64 => 53,
        FloatKind::X87 => 64,
        FloatKind::F128 => 113,
    }
}
