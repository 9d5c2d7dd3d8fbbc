//! Expressions: values as terms, conditions as formulas.
//!
//! Comparisons are formulas, and stay formulas where they are only asked for their truth, also behind casts and in `!(a < b)`, which the automaton
//! writes as `(a < b) == 0`. Only a comparison that is used as a number becomes `ite(c, 1, 0)`.

use super::address::Addresses;
use super::layout::Dependence;
use super::step::{Made, Step};
use super::{Tracked, Unsupported};
use cfa::{ArrayLen, BinaryOp, Expr, ExprId, IntKind, Place, PlaceId, Type, TypeId, UnaryOp, VarId};
use smt::value::BigInt;
use smt::{BvOp, CoreOp, FpOp, Op, Sort, TermId};

impl Step<'_, '_> {
    pub(super) fn ty(&self, id: ExprId) -> TypeId {
        self.encoder.cfa.exprs.ty(id)
    }

    pub(super) fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.encoder.cfa.types.get(ty), Type::Float(_))
    }

    pub(super) fn is_bool(&self, ty: TypeId) -> bool {
        matches!(self.encoder.cfa.types.get(ty), Type::Int(IntKind::Bool))
    }

    fn is_signed(&self, ty: TypeId) -> bool {
        self.encoder.cfa.types.int_shape(ty).is_some_and(|shape| shape.signed)
    }

    /// The value of a scalar expression.
    pub(super) fn value(&mut self, id: ExprId) -> Made {
        if let Some(&known) = self.known.get(&id) {
            return Ok(known);
        }
        let value = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.compute(id))?;
        self.known.insert(id, value);
        Ok(value)
    }

    fn compute(&mut self, id: ExprId) -> Made {
        if let Some(truth) = self.truth(id)? {
            return self.number_of(truth, self.ty(id));
        }
        if self.is_of_layout(id) {
            return self.any_of(self.ty(id));
        }
        let cfa = self.encoder.cfa;
        match cfa.exprs.expr(id) {
            Expr::Const(bits) => {
                let value = self.constant(cfa.exprs.bits(bits), self.ty(id))?;
                self.as_pointer(id, value)
            }
            Expr::Load(place) => self.load(place),
            Expr::AddressOf(place) => self.address(place),
            Expr::Function(function) => self.address_constant(Addresses::function(function)),
            Expr::Unary(op, operand) => {
                let value = self.value(operand)?;
                self.unary(op, self.ty(operand), value)
            }
            Expr::Binary(op, left, right) => self.binary(op, left, right),
            Expr::Cast(operand) => {
                let value = self.value(operand)?;
                let value = self.cast(self.ty(operand), self.ty(id), value)?;
                self.as_pointer(id, value)
            }
        }
    }

    /// A truth value as a number of a type.
    fn number_of(&mut self, truth: TermId, ty: TypeId) -> Made {
        let one = self.constant_number(1, ty)?;
        let zero = self.constant_number(0, ty)?;
        self.ite(truth, one, zero)
    }

    /// An integer constant of an integer type, or a float by its encoding.
    pub(super) fn constant(&mut self, bits: u128, ty: TypeId) -> Made {
        match *self.encoder.cfa.types.get(ty) {
            Type::Float(kind) if self.encoder.is_linear() => self.real_constant(kind, bits),
            Type::Float(kind) => self.float_constant(kind, bits),
            Type::Int(_)
            | Type::Pointer(_)
            | Type::Void
            | Type::Array(..)
            | Type::Record(_)
            | Type::Function(_) => self.constant_number(bits, ty),
        }
    }

    pub(super) fn constant_number(&mut self, bits: u128, ty: TypeId) -> Made {
        if self.encoder.is_linear() {
            let value = match self.encoder.cfa.types.int_shape(ty) {
                Some(shape) if shape.signed => {
                    BigInt::from(cfa::int_value(&self.encoder.cfa.types, ty, bits))
                }
                Some(_) | None => BigInt::from(bits),
            };
            return Ok(self.int(value));
        }
        self.number(self.encoder.int_width(ty), bits)
    }

    /// The formula of an expression that is 0 or 1 by its form; `None` for others.
    pub(super) fn truth(&mut self, id: ExprId) -> Made<Option<TermId>> {
        if let Some(&known) = self.truths.get(&id) {
            return Ok(known);
        }
        let truth = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.find_truth(id))?;
        self.truths.insert(id, truth);
        Ok(truth)
    }

    fn find_truth(&mut self, id: ExprId) -> Made<Option<TermId>> {
        if self.is_float(self.ty(id)) {
            return Ok(None);
        }
        match self.encoder.cfa.exprs.expr(id) {
            Expr::Binary(op, ..) if op.is_comparison() && self.is_of_layout(id) => {
                self.any(Sort::Bool).map(Some)
            }
            Expr::Binary(op, left, right) if op.is_comparison() => {
                self.comparison(id, op, left, right).map(Some)
            }
            Expr::Binary(op @ (BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor), left, right) => {
                let (Some(left), Some(right)) = (self.truth(left)?, self.truth(right)?) else {
                    return Ok(None);
                };
                let op = match op {
                    BinaryOp::BitAnd => CoreOp::And,
                    BinaryOp::BitOr => CoreOp::Or,
                    _ => CoreOp::Xor,
                };
                self.core(op, &[left, right]).map(Some)
            }
            Expr::Unary(op, operand) => self.test(op, operand),
            Expr::Cast(operand) if self.is_bool(self.ty(id)) => self.condition(operand).map(Some),
            Expr::Cast(operand) => self.truth(operand),
            Expr::Const(_) | Expr::Load(_) | Expr::AddressOf(_) | Expr::Function(_) | Expr::Binary(..) => {
                Ok(None)
            }
        }
    }

    /// Whether a scalar is not zero.
    pub(super) fn condition(&mut self, id: ExprId) -> Made {
        if let Some(truth) = self.truth(id)? {
            return Ok(truth);
        }
        if self.is_derived(id) {
            self.lose(super::layout::ANY_NUMBER);
            return self.any(Sort::Bool);
        }
        let value = self.value(id)?;
        if self.is_float(self.ty(id)) {
            if self.encoder.is_linear() {
                let zero = self.real(0)?;
                return self.core(CoreOp::Distinct, &[value, zero]);
            }
            let zero = self.terms.apply(Op::Fp(FpOp::IsZero), &[value])?;
            return self.core(CoreOp::Not, &[zero]);
        }
        let zero = self.constant_number(0, self.ty(id))?;
        let equal = self.terms.eq(value, zero)?;
        self.core(CoreOp::Not, &[equal])
    }

    fn comparison(&mut self, id: ExprId, op: BinaryOp, left: ExprId, right: ExprId) -> Made {
        let is_zero = |step: &Self, id: ExprId| {
            step.encoder.cfa.exprs.as_const(id) == Some(0) && !step.is_float(step.ty(id))
        };
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            for (one, two) in [(left, right), (right, left)] {
                if is_zero(self, two) {
                    let condition = self.condition(one)?;
                    return if op == BinaryOp::Ne {
                        Ok(condition)
                    } else {
                        self.core(CoreOp::Not, &[condition])
                    };
                }
            }
        }
        let ty = self.ty(left);
        if let Some(truth) = self.literal_comparison(op, left, right)? {
            return Ok(truth);
        }
        if let Some(truth) = self.reuse_comparison(id, op, left, right)? {
            return Ok(truth);
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        if self.encoder.is_linear() {
            return self.linear_comparison(op, left, right);
        }
        if self.is_float(ty) {
            return self.float_comparison(op, left, right);
        }
        self.bits_comparison(op, self.is_signed(ty), left, right)
    }

    /// Whether two addresses are equal that may be of string literals: two literals may share their memory (6.4.5p7), so that of different ones it is not known. `None` for all other comparisons.
    fn literal_comparison(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Made<Option<TermId>> {
        let regions = &self.encoder.regions;
        let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let may_be = regions.may_be_literal(left) && regions.may_be_literal(right);
        if !is_equality || !may_be || self.recording.is_some() {
            return Ok(None);
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        if self.terms.sort(left) != self.encoder.address_sort() {
            return Ok(None);
        }
        self.lose("string literals may share their memory");
        let (first, last) = self.encoder.addresses.literals;
        let (first, last) = (self.address_constant(first)?, self.address_constant(last)?);
        let mut shared = vec![self.any(Sort::Bool)?];
        for at in [left, right] {
            shared.push(self.at_most(first, at)?);
            shared.push(self.at_most(at, last)?);
        }
        let (equal, shared) = (self.terms.eq(left, right)?, self.core(CoreOp::And, &shared)?);
        let equal = self.core(CoreOp::Or, &[equal, shared])?;
        Ok(Some(if op == BinaryOp::Eq { equal } else { self.core(CoreOp::Not, &[equal])? }))
    }

    /// Whether two addresses are equal of which one may be used again: that of an object that is
    /// gone may be that of a later one. `None` for all other comparisons.
    fn reuse_comparison(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> Made<Option<TermId>> {
        let is_address = |id| self.encoder.layout.of_expr(id) == Dependence::Address;
        let may_be = self.encoder.reuse.concerns(id) && is_address(left) && is_address(right);
        if !may_be || self.recording.is_some() {
            return Ok(None);
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        let address = self.encoder.address_sort();
        if left == right || self.terms.sort(left) != address || self.terms.sort(right) != address {
            return Ok(None);
        }
        self.lose("the address of an object that is gone may be that of a later one");
        // Variables of static storage and functions lie below.
        let first = self.address_constant(self.encoder.addresses.heap_start)?;
        let again = [self.any(Sort::Bool)?, self.at_most(first, left)?, self.at_most(first, right)?];
        let (equal, again) = (self.terms.eq(left, right)?, self.core(CoreOp::And, &again)?);
        let equal = self.core(CoreOp::Or, &[equal, again])?;
        Ok(Some(if op == BinaryOp::Eq { equal } else { self.core(CoreOp::Not, &[equal])? }))
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Made {
        let (left_ty, right_ty) = (self.ty(left), self.ty(right));
        let (one, two) = (self.value(left)?, self.value(right)?);
        self.prefer_defined(op, (left_ty, right_ty), two)?;
        match op {
            BinaryOp::PtrAdd => {
                let stride = self.stride(left_ty);
                self.offset_by(one, two, stride)
            }
            BinaryOp::PtrDiff => {
                let stride = self.stride(left_ty);
                if self.encoder.is_linear() {
                    return self.linear_pointer_difference(one, two, stride);
                }
                self.bits_difference(one, two, stride)
            }
            _ if self.encoder.is_linear() && self.is_float(left_ty) => self.real_binary(op, one, two),
            _ if self.encoder.is_linear() => self.linear_binary(op, left_ty, one, two),
            BinaryOp::Shl | BinaryOp::Shr => {
                let signed = self.is_signed(left_ty);
                self.bits_shift(op, signed, one, (two, self.is_signed(right_ty)))
            }
            _ if self.is_float(left_ty) => self.float_binary(op, left_ty, one, two),
            _ => {
                let signed = self.is_signed(left_ty);
                let result = self.bits_binary(op, signed, one, two)?;
                if signed && self.recording.is_some() {
                    self.prefer_no_overflow(op, one, two, result)?;
                }
                Ok(result)
            }
        }
    }

    /// The result is that of wider numbers.
    fn prefer_no_overflow(&mut self, op: BinaryOp, one: TermId, two: TermId, result: TermId) -> Made<()> {
        let width = self.width(result);
        let wide = match op {
            BinaryOp::Add | BinaryOp::Sub => width + 1,
            BinaryOp::Mul => 2 * width,
            BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::PtrAdd
            | BinaryOp::PtrDiff => return Ok(()),
        };
        let (one, two) = (self.resize(one, wide, true)?, self.resize(two, wide, true)?);
        let exact = self.bits_binary(op, true, one, two)?;
        let result = self.resize(result, wide, true)?;
        let condition = self.terms.eq(exact, result)?;
        let is_known = self.terms.as_const(condition).is_some();
        if let Some(recording) = self.recording.as_mut().filter(|_| !is_known) {
            recording.without_overflow.push(condition);
        }
        Ok(())
    }

    /// A divisor is not zero, and a shift count is below the width.
    fn prefer_defined(&mut self, op: BinaryOp, (left, right): (TypeId, TypeId), value: TermId) -> Made<()> {
        if self.recording.is_none() || self.is_float(left) {
            return Ok(());
        }
        match op {
            BinaryOp::Div | BinaryOp::Rem => {
                let zero = self.constant_number(0, right)?;
                let equal = self.terms.eq(value, zero)?;
                let condition = self.core(CoreOp::Not, &[equal])?;
                self.prefer(condition);
                Ok(())
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                let bits = u64::from(self.encoder.int_width(left));
                self.prefer_below(value, bits, right)
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::PtrAdd
            | BinaryOp::PtrDiff => Ok(()),
        }
    }

    /// A number of a type is not negative and below a bound.
    fn prefer_below(&mut self, value: TermId, bound: u64, ty: TypeId) -> Made<()> {
        let zero = self.constant_number(0, ty)?;
        let bound = self.constant_number(u128::from(bound), ty)?;
        let conditions = if self.encoder.is_linear() {
            let low = self.linear_comparison(BinaryOp::Le, zero, value)?;
            [low, self.linear_comparison(BinaryOp::Lt, value, bound)?]
        } else {
            let below = self.bits_comparison(BinaryOp::Lt, false, value, bound)?;
            [below, below]
        };
        conditions.into_iter().for_each(|condition| self.prefer(condition));
        Ok(())
    }

    fn unary(&mut self, op: UnaryOp, ty: TypeId, value: TermId) -> Made {
        match (self.encoder.is_linear(), self.is_float(ty)) {
            (true, true) => return self.real_unary(op, value),
            (true, false) => return self.linear_unary(op, ty, value),
            (false, true) => return self.float_unary(op, value),
            (false, false) => {}
        }
        match op {
            UnaryOp::Neg => self.bv(BvOp::Neg, &[value]),
            UnaryOp::BitNot if self.is_bool(ty) => {
                let one = self.number(8, 1)?;
                self.bv(BvOp::Xor, &[value, one])
            }
            UnaryOp::BitNot => self.bv(BvOp::Not, &[value]),
            UnaryOp::FloatAbs
            | UnaryOp::FloatSqrt
            | UnaryOp::FloatFloor
            | UnaryOp::FloatCeil
            | UnaryOp::FloatTrunc
            | UnaryOp::FloatRound
            | UnaryOp::FloatRint => Ok(value),
            UnaryOp::IsNan | UnaryOp::IsInf | UnaryOp::IsNormal | UnaryOp::SignBit => {
                Err(Unsupported::Encoding(format!("{op:?} of an integer")))
            }
        }
    }

    fn cast(&mut self, from: TypeId, to: TypeId, value: TermId) -> Made {
        let is_linear = self.encoder.is_linear();
        match (self.is_float(from), self.is_float(to)) {
            (true, true) if is_linear => Ok(value),
            (true, false) if is_linear => self.real_to_int(value),
            (false, true) if is_linear => self.int_to_real(value),
            (false, false) if is_linear => self.linear_cast(from, to, value),
            (true, true) => self.float_to_float(to, value),
            (true, false) => self.float_to_bits(to, value),
            (false, true) => {
                let signed = self.extends_sign(from);
                self.bits_to_float(to, signed, value)
            }
            (false, false) => {
                let signed = self.extends_sign(from);
                self.resize(value, self.encoder.int_width(to), signed)
            }
        }
    }

    /// Pointers are extended like signed integers, as GNU C does.
    fn extends_sign(&self, ty: TypeId) -> bool {
        self.is_signed(ty) || self.encoder.cfa.types.pointee(ty).is_some()
    }

    /// Bytes that pointer arithmetic steps over.
    pub(super) fn stride(&self, pointer: TypeId) -> u64 {
        let types = &self.encoder.cfa.types;
        types.pointee(pointer).and_then(|target| types.size(target)).unwrap_or(1)
    }

    /// The address of a variable.
    pub(super) fn var_address(&mut self, var: VarId) -> Made {
        let activation = self.activation_of(var);
        if self.encoder.renewed.contains(&var) {
            let base = self.encoder.tracked(self.terms, Tracked::Base(var, activation))?;
            return self.current(base);
        }
        let address = self.encoder.addresses.var(self.encoder.cfa, var, activation)?;
        self.address_constant(address)
    }

    /// The address of a place.
    pub(super) fn address(&mut self, place: PlaceId) -> Made {
        let cfa = self.encoder.cfa;
        match cfa.exprs.place(place) {
            Place::Var(var) => self.var_address(var),
            Place::Deref(pointer) => {
                let value = self.value(pointer)?;
                if self.recording.is_some() {
                    let condition = self.condition(pointer)?;
                    self.prefer(condition);
                }
                Ok(value)
            }
            Place::Field(base, field) => {
                let record = cfa.exprs.place_record(&cfa.types, base);
                let fields = record.map_or(&[][..], |record| cfa.types.fields(record));
                let offset = fields.get(field as usize).map_or(0, |field| field.offset);
                let base = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.address(base))?;
                self.plus(base, offset as i64)
            }
            Place::Index(array, index) => {
                let size = cfa.types.size(cfa.exprs.place_ty(place)).unwrap_or(1);
                let base = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.address(array))?;
                let position = self.value(index)?;
                // The last array of a record may be meant to be longer.
                if let Type::Array(_, ArrayLen::Fixed(count @ 2..)) =
                    *cfa.types.get(cfa.exprs.place_ty(array))
                    && self.recording.is_some()
                {
                    self.prefer_below(position, count, self.ty(index))?;
                }
                self.offset_by(base, position, size)
            }
        }
    }
}
