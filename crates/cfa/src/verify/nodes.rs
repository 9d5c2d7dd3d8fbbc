//! Typing of expressions and places, each node once.

use super::{Checker, Rule, Subject, shown};
use crate::{
    BinaryOp, ConstId, Expr, ExprId, FloatKind, Place, PlaceId, Type, TypeId, UnaryOp, canonical, dump,
};

impl Checker<'_> {
    pub(super) fn nodes(&mut self) {
        let exprs = &self.cfa.exprs;
        for id in exprs.place_ids() {
            if !self.place_is_sound(id) {
                self.report(Rule::PlaceType, Subject::Place(id), |cfa| {
                    format!(
                        "ill-typed place `{}` of type `{}`",
                        dump::place(cfa, id),
                        shown(cfa, exprs.place_ty(id))
                    )
                });
            }
        }
        for id in exprs.expr_ids() {
            match exprs.expr(id) {
                Expr::Const(bits) => self.constant(id, bits),
                Expr::AddressOf(place) if self.is_bit_field(place) => {
                    self.report(Rule::BitFieldAddress, Subject::Expr(id), |cfa| {
                        format!("`{}` is the address of a bit-field", dump::expression(cfa, id))
                    });
                }
                Expr::Load(_)
                | Expr::AddressOf(_)
                | Expr::Function(_)
                | Expr::Unary(..)
                | Expr::Binary(..)
                | Expr::Cast(_) => {
                    if !self.expr_is_sound(id) {
                        self.ill_typed(id);
                    }
                }
            }
        }
    }

    #[cold]
    fn ill_typed(&mut self, id: ExprId) {
        let exprs = &self.cfa.exprs;
        self.report(Rule::OperandType, Subject::Expr(id), |cfa| {
            let operands: Vec<String> = match exprs.expr(id) {
                Expr::Const(_) | Expr::Function(_) => Vec::new(),
                Expr::Load(place) | Expr::AddressOf(place) => vec![shown(cfa, exprs.place_ty(place))],
                Expr::Unary(_, operand) | Expr::Cast(operand) => vec![shown(cfa, exprs.ty(operand))],
                Expr::Binary(_, left, right) => vec![shown(cfa, exprs.ty(left)), shown(cfa, exprs.ty(right))],
            };
            let (text, ty) = (dump::expression(cfa, id), shown(cfa, exprs.ty(id)));
            format!("ill-typed expression `{text}` of type `{ty}`, operands `{}`", operands.join("`, `"))
        });
    }

    fn constant(&mut self, id: ExprId, bits: ConstId) {
        let types = &self.cfa.types;
        let (ty, bits) = (self.cfa.exprs.ty(id), self.cfa.exprs.bits(bits));
        let is_canonical = match types.get(ty) {
            Type::Int(_) | Type::Pointer(_) => canonical(types, ty, bits) == bits,
            Type::Float(FloatKind::F32) => bits >> 32 == 0,
            Type::Float(FloatKind::F64) => bits >> 64 == 0,
            Type::Float(FloatKind::X87) => bits >> 80 == 0,
            Type::Float(FloatKind::F128) => true,
            Type::Void | Type::Array(..) | Type::Record(_) | Type::Function(_) => false,
        };
        self.require(is_canonical, Rule::Constant, Subject::Expr(id), |cfa| {
            format!("{bits:#x} is not the canonical value of a constant of type `{}`", shown(cfa, ty))
        });
    }

    fn place_is_sound(&self, id: PlaceId) -> bool {
        let (exprs, types) = (&self.cfa.exprs, &self.cfa.types);
        let ty = exprs.place_ty(id);
        if types.storage(ty) != ty {
            return false;
        }
        match exprs.place(id) {
            Place::Var(var) => self.cfa.vars[var].ty == ty,
            Place::Deref(pointer) => types.pointee(exprs.ty(pointer)) == Some(ty),
            Place::Field(base, field) => {
                let Type::Record(record) = *types.get(exprs.place_ty(base)) else { return false };
                types.fields(record).get(field as usize).is_some_and(|field| field.ty == ty)
            }
            Place::Index(base, index) => {
                let Type::Array(element, _) = *types.get(exprs.place_ty(base)) else { return false };
                element == ty && self.is_object(element) && exprs.ty(index) == types.ptrdiff_type()
            }
        }
    }

    fn is_bit_field(&self, place: PlaceId) -> bool {
        let Place::Field(base, field) = self.cfa.exprs.place(place) else { return false };
        let Type::Record(record) = *self.cfa.types.get(self.cfa.exprs.place_ty(base)) else { return false };
        self.cfa.types.fields(record).get(field as usize).is_some_and(|field| field.bits.is_some())
    }

    fn expr_is_sound(&self, id: ExprId) -> bool {
        let (exprs, types) = (&self.cfa.exprs, &self.cfa.types);
        let ty = exprs.ty(id);
        match exprs.expr(id) {
            Expr::Const(_) => true,
            Expr::Load(place) => exprs.place_ty(place) == ty && self.is_object(ty),
            Expr::AddressOf(place) => types.pointee(ty) == Some(exprs.place_ty(place)),
            Expr::Function(function) => types.pointee(ty) == Some(self.cfa.functions[function].ty),
            Expr::Unary(op, operand) => self.unary_is_sound(op, exprs.ty(operand), ty),
            Expr::Binary(op, left, right) => self.binary_is_sound(op, exprs.ty(left), exprs.ty(right), ty),
            Expr::Cast(operand) => self.cast_is_sound(exprs.ty(operand), ty),
        }
    }

    fn unary_is_sound(&self, op: UnaryOp, operand: TypeId, ty: TypeId) -> bool {
        use UnaryOp::*;
        match op {
            Neg => operand == ty && (self.is_promoted(ty) || self.is_float(ty)),
            BitNot => operand == ty && self.is_promoted(ty),
            FloatAbs | FloatSqrt | FloatFloor | FloatCeil | FloatTrunc | FloatRound | FloatRint => {
                operand == ty && self.is_float(ty)
            }
            IsNan | IsInf | IsNormal | SignBit => ty == TypeId::INT && self.is_float(operand),
        }
    }

    fn binary_is_sound(&self, op: BinaryOp, left: TypeId, right: TypeId, ty: TypeId) -> bool {
        use BinaryOp::*;
        match op {
            Add | Sub | Mul | Div => {
                left == right && ty == left && (self.is_promoted(ty) || self.is_float(ty))
            }
            Rem | BitAnd | BitOr | BitXor => left == right && ty == left && self.is_promoted(ty),
            Shl | Shr => ty == left && self.is_promoted(ty) && self.is_integer(right),
            Eq | Ne | Lt | Le | Gt | Ge => {
                left == right && ty == TypeId::INT && self.cfa.types.is_scalar(left)
            }
            PtrAdd => ty == left && right == self.cfa.types.ptrdiff_type() && self.is_countable(left),
            PtrDiff => left == right && ty == self.cfa.types.ptrdiff_type() && self.is_countable(left),
        }
    }

    fn cast_is_sound(&self, from: TypeId, to: TypeId) -> bool {
        let types = &self.cfa.types;
        let mixes_pointer_and_float =
            self.is_float(from) && self.is_pointer(to) || self.is_pointer(from) && self.is_float(to);
        types.is_scalar(from) && types.is_scalar(to) && !mixes_pointer_and_float
    }

    fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.cfa.types.get(ty), Type::Float(_))
    }

    /// An integer type at which C computes: `int` or wider.
    fn is_promoted(&self, ty: TypeId) -> bool {
        match *self.cfa.types.get(ty) {
            Type::Int(kind) => self.cfa.types.int_kind_shape(kind).bits >= 32,
            Type::Void
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Function(_) => false,
        }
    }

    /// A pointer to something of known size, so that there is arithmetic on it.
    fn is_countable(&self, ty: TypeId) -> bool {
        let types = &self.cfa.types;
        let Some(pointee) = types.pointee(ty) else { return false };
        self.sizes[pointee].is_some() || matches!(types.get(pointee), Type::Function(_))
    }
}
