//! Conversions (6.3): lvalue conversion, decay, promotion, the usual arithmetic conversions, assignment.

use crate::elab::{Res, Unit};
use crate::hir::{Bits, ExprId, ExprKind};
use cfa::{FloatKind, IntKind, Type, TypeId};
use source::Span;
use std::cmp::Ordering;

impl Unit<'_> {
    /// Whether the node denotes an object; a member of a mere value does not.
    pub(crate) fn is_place(&self, expr: ExprId) -> bool {
        let mut expr = expr;
        loop {
            match self.body.exprs[expr].kind {
                ExprKind::Local(_)
                | ExprKind::Global(_)
                | ExprKind::Deref(_)
                | ExprKind::CompoundLiteral(..) => return true,
                ExprKind::Member(base, _) | ExprKind::Index(base, _) => expr = base,
                _ => return false,
            }
        }
    }

    /// Whether the node must be loaded to get its value.
    fn is_stored(&self, expr: ExprId) -> bool {
        self.is_place(expr)
            || matches!(self.body.exprs[expr].kind, ExprKind::Member(..) | ExprKind::Index(..))
    }

    /// The width of a bit-field, if the node is one.
    pub(crate) fn bit_field_width(&self, expr: ExprId) -> Option<u32> {
        let ExprKind::Member(base, field) = self.body.exprs[expr].kind else { return None };
        let Type::Record(record) = *self.types().get(self.ty(base)) else { return None };
        self.types().fields(record).get(field as usize)?.bits.map(|bits| bits.width)
    }

    /// The value of an expression: loads places, turns arrays and functions into pointers (6.3.2.1).
    pub(crate) fn rvalue(&mut self, expr: ExprId) -> Res<ExprId> {
        let node = self.body.exprs[expr];
        match *self.types().get(node.ty) {
            Type::Array(element, _) => {
                self.mark_address_taken(expr);
                let ty = self.types_mut().pointer(element);
                Ok(self.push(ExprKind::ArrayToPointer(expr), ty, node.span))
            }
            Type::Function(_) => {
                let ty = self.types_mut().pointer(node.ty);
                match node.kind {
                    // The value of `*f` is `f` again.
                    ExprKind::Deref(pointer) => Ok(pointer),
                    _ => {
                        self.body.exprs[expr].ty = ty;
                        Ok(expr)
                    }
                }
            }
            Type::Void => match node.kind {
                // `*p` for a `void *p` has no value; only `p` is evaluated.
                ExprKind::Deref(pointer) => Ok(self.push(ExprKind::Cast(pointer), TypeId::VOID, node.span)),
                _ => Ok(expr),
            },
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Record(_) => {
                if !self.is_stored(expr) {
                    return Ok(expr);
                }
                if self.types().size(node.ty).is_none() {
                    return Err(self.incomplete(node.ty, node.span));
                }
                let value = self.push(ExprKind::Load(expr), node.ty, node.span);
                Ok(self.field_value(value, expr, node.span))
            }
        }
    }

    /// Reports the use of an incomplete type.
    pub(crate) fn incomplete(&mut self, ty: TypeId, span: Span) -> crate::elab::Stop {
        let message = format!("the type `{}` is incomplete here", self.type_text(ty));
        self.error("E0306", span, message)
    }

    /// The integer promotions (6.3.1.1p2); other values stay as they are.
    pub(crate) fn promote(&mut self, value: ExprId) -> ExprId {
        let ty = self.promoted(value);
        if ty == self.ty(value) {
            return value;
        }
        let span = self.span(value);
        self.cast(value, ty, span)
    }

    /// What is computed with the value of a bit-field: it has gcc's type of that width. What an
    /// assignment or increment of a bit-field yields is the value of a bit-field as well.
    pub(crate) fn field_value(&mut self, node: ExprId, place: ExprId, span: Span) -> ExprId {
        let Some(width) = self.bit_field_width(place) else { return node };
        let declared = self.ty(node);
        let ty = self.types_mut().bit_field_type(declared, width);
        if ty == declared { node } else { self.push(ExprKind::Cast(node), ty, span) }
    }

    /// The node that reads or writes a bit-field, if this is its value. Both have one value, so
    /// that a conversion may begin at either.
    pub(crate) fn behind_field_value(&self, value: ExprId) -> Option<ExprId> {
        let node = self.body.exprs[value];
        let ExprKind::Cast(inner) = node.kind else { return None };
        let place = match self.body.exprs[inner].kind {
            ExprKind::Load(place)
            | ExprKind::Assign(place, _)
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Step { place, .. } => place,
            _ => return None,
        };
        let width = self.bit_field_width(place)?;
        let shapes = (self.types().int_shape(node.ty)?, self.types().int_shape(self.ty(inner))?);
        (shapes.0.bits == width && shapes.0.signed == shapes.1.signed).then_some(inner)
    }

    /// The type that the integer promotions give to a value.
    fn promoted(&self, value: ExprId) -> TypeId {
        self.promoted_type(self.ty(value))
    }

    /// Records that something depends on the type of a bit-field that is as wide as no other type.
    /// C leaves open which type such a field has (6.7.2.1p5): gcc computes in the width of the
    /// field, as we do, clang in the declared type.
    pub(crate) fn note_field_type(&mut self, ty: TypeId, span: Span) {
        if self.types().storage(ty) != ty {
            let text =
                "a bit-field has a type of exactly its width, as in gcc; clang takes the declared type";
            self.el.program.assumptions.push((text.to_owned(), span));
        }
    }

    /// The promoted type of a value of type `ty`.
    pub(crate) fn promoted_type(&self, ty: TypeId) -> TypeId {
        match *self.types().get(ty) {
            Type::Int(kind) if kind < IntKind::Int => TypeId::INT,
            // gcc promotes a bit-field by its width: to `int` if that holds all its values
            // (6.3.1.1p2).
            Type::Int(IntKind::Bits(0..=31) | IntKind::UBits(0..=31)) => TypeId::INT,
            _ => ty,
        }
    }

    /// The type in which two arithmetic values are combined (6.3.1.8).
    pub(crate) fn common_arithmetic(&self, left: ExprId, right: ExprId) -> TypeId {
        let (l, r) = (self.promoted(left), self.promoted(right));
        self.common_type(l, r)
    }

    /// The usual arithmetic conversions on two promoted types.
    pub(crate) fn common_type(&self, left: TypeId, right: TypeId) -> TypeId {
        if left == right {
            return left;
        }
        match (self.types().get(left), self.types().get(right)) {
            (Type::Float(l), Type::Float(r)) => {
                if float_rank(*l) >= float_rank(*r) {
                    left
                } else {
                    right
                }
            }
            (Type::Float(_), _) => left,
            (_, Type::Float(_)) => right,
            (Type::Int(l), Type::Int(r)) => self.common_int(*l, *r, left, right),
            _ => left,
        }
    }

    fn common_int(&self, l: IntKind, r: IntKind, left: TypeId, right: TypeId) -> TypeId {
        let (shape_l, shape_r) = (self.types().int_kind_shape(l), self.types().int_kind_shape(r));
        if is_of_field(l) || is_of_field(r) {
            // gcc: the wider one, of two that are as wide the unsigned one.
            return match shape_l.bits.cmp(&shape_r.bits) {
                Ordering::Less => right,
                Ordering::Equal if shape_l.signed => right,
                Ordering::Equal | Ordering::Greater => left,
            };
        }
        if shape_l.signed == shape_r.signed {
            return if int_rank(l) >= int_rank(r) { left } else { right };
        }
        let (unsigned, signed) =
            if shape_l.signed { ((r, right), (l, left)) } else { ((l, left), (r, right)) };
        if int_rank(unsigned.0) >= int_rank(signed.0) {
            return unsigned.1;
        }
        let (bits_u, bits_s) =
            (self.types().int_kind_shape(unsigned.0).bits, self.types().int_kind_shape(signed.0).bits);
        if bits_s > bits_u {
            return signed.1;
        }
        // The signed type cannot hold all values of the unsigned one: its unsigned counterpart.
        match signed.0 {
            IntKind::Long => TypeId::ULONG,
            IntKind::LongLong => TypeId::ULLONG,
            IntKind::Int128 => TypeId::UINT128,
            _ => TypeId::UINT,
        }
    }

    /// Converts both operands to their common type.
    pub(crate) fn usual_conversions(&mut self, left: ExprId, right: ExprId) -> (ExprId, ExprId, TypeId) {
        let ty = self.common_arithmetic(left, right);
        let (span_l, span_r) = (self.span(left), self.span(right));
        let left = if self.ty(left) == ty { left } else { self.cast(left, ty, span_l) };
        let right = if self.ty(right) == ty { right } else { self.cast(right, ty, span_r) };
        (left, right, ty)
    }

    /// Whether values of the type are numbers.
    pub(crate) fn is_arithmetic(&self, ty: TypeId) -> bool {
        matches!(self.types().get(ty), Type::Int(_) | Type::Float(_))
    }

    /// Whether the type is a pointer.
    pub(crate) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.types().get(ty), Type::Pointer(_))
    }

    /// Whether the value is a null pointer constant (6.3.2.3p3).
    pub(crate) fn is_null(&self, value: ExprId) -> bool {
        let node = self.body.exprs[value];
        node.kind == ExprKind::Const(Bits::new(0))
            && (node.ty == TypeId::VOID_PTR || matches!(self.types().get(node.ty), Type::Int(_)))
    }

    /// Converts a value as if by assignment (6.5.16.1), as leniently as gcc: numbers and pointers mix.
    pub(crate) fn convert(&mut self, value: ExprId, to: TypeId) -> Res<ExprId> {
        let node = self.body.exprs[value];
        if node.ty == to {
            return Ok(value);
        }
        if self.is_complex(to) && !self.are_complex(node.ty, to) {
            return Err(self.mismatch(node.ty, to, node.span));
        }
        if self.are_complex(node.ty, to) {
            return Ok(self.cast(value, to, node.span));
        }
        let fits = match (self.types().get(node.ty), self.types().get(to)) {
            (_, Type::Void) => true,
            (Type::Float(_), Type::Pointer(_)) | (Type::Pointer(_), Type::Float(_)) => false,
            (
                Type::Int(_) | Type::Float(_) | Type::Pointer(_),
                Type::Int(_) | Type::Float(_) | Type::Pointer(_),
            ) => true,
            (Type::Record(_), Type::Record(_)) if self.is_view(node.ty, to) => {
                return self.reinterpret(value, to, node.span);
            }
            (Type::Record(_), Type::Record(_)) => return self.convert_record(value, to),
            _ => false,
        };
        if fits {
            return Ok(self.cast(value, to, node.span));
        }
        Err(self.mismatch(node.ty, to, node.span))
    }

    fn mismatch(&mut self, from: TypeId, to: TypeId, span: Span) -> crate::elab::Stop {
        let (from, to) = (self.type_text(from), self.type_text(to));
        self.error("E0321", span, format!("a value of type `{from}` does not convert to `{to}`"))
    }

    /// An object with an initialised flexible array has a larger type of its own; its declared type is a prefix of it.
    fn convert_record(&mut self, value: ExprId, to: TypeId) -> Res<ExprId> {
        let node = self.body.exprs[value];
        if self.el.flexible.get(&node.ty) == Some(&to)
            && let ExprKind::Load(place) = node.kind
        {
            let (from_ptr, to_ptr) = (self.types_mut().pointer(node.ty), self.types_mut().pointer(to));
            self.mark_address_taken(place);
            let address = self.push(ExprKind::AddressOf(place), from_ptr, node.span);
            let address = self.cast(address, to_ptr, node.span);
            let place = self.push(ExprKind::Deref(address), to, node.span);
            return Ok(self.push(ExprKind::Load(place), to, node.span));
        }
        Err(self.mismatch(node.ty, to, node.span))
    }

    /// The default argument promotions (6.5.2.2p6).
    pub(crate) fn default_promotion(&mut self, value: ExprId) -> Res<ExprId> {
        if self.ty(value) == TypeId::FLOAT {
            return self.convert(value, TypeId::DOUBLE);
        }
        if self.ty(value) == TypeId::VOID {
            return Err(self.error("E0323", self.span(value), "an argument has no value"));
        }
        self.promoted_object(value)
    }

    /// The promoted value, in a type that an object can have.
    pub(super) fn promoted_object(&mut self, value: ExprId) -> Res<ExprId> {
        let value = self.promote(value);
        let ty = self.types().storage(self.ty(value));
        self.convert(value, ty)
    }

    /// Discards a value.
    pub(crate) fn discard(&mut self, value: ExprId) -> ExprId {
        if self.ty(value) == TypeId::VOID {
            return value;
        }
        let span = self.span(value);
        self.push(ExprKind::Cast(value), TypeId::VOID, span)
    }
}

fn float_rank(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::F32 => 0,
        FloatKind::F64 => 1,
        FloatKind::X87 => 2,
        FloatKind::F128 => 3,
    }
}

/// Whether only bit-fields have this type.
fn is_of_field(kind: IntKind) -> bool {
    matches!(kind, IntKind::Bits(_) | IntKind::UBits(_))
}

/// Conversion rank (6.3.1.1p1).
fn int_rank(kind: IntKind) -> u32 {
    use IntKind::*;
    match kind {
        Bool => 0,
        Char | SChar | UChar => 1,
        Short | UShort => 2,
        Int | UInt => 3,
        Long | ULong => 4,
        LongLong | ULongLong => 5,
        Int128 | UInt128 => 6,
        // Compared by width alone.
        Bits(_) | UBits(_) => 7,
    }
}
