//! Expressions under an assignment: their value if it is the same for all concrete states, else unknown.
//!
//! Numbers are computed by `cfa::value`, as the interpreter does; signed overflow wraps, as in formulas. What has no defined value is unknown, so that nothing is concluded
//! from undefined behaviour. Addresses can be compared, moved and subtracted inside one object; of different objects only that they differ is known, and only where both
//! point inside (one behind an object may be another's start) and neither is a string literal (which may be shared, 6.4.5p7).

use crate::domain::{Domain, Fixed, State};
use crate::layout::scalar_bits;
use crate::memory::{CellId, ObjectId};
use crate::value::Value;
use cfa::value::Overflow;
use cfa::{BinaryOp, Expr, ExprId, IntShape, Place, PlaceId, Type, TypeId, UnaryOp};

/// Where a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    /// So many bits behind the start of an object.
    At(ObjectId, i64),
    /// In this object.
    In(ObjectId),
    /// Nobody knows.
    Anywhere,
}

/// A scalar place as a range of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scalar {
    /// Bits in memory.
    pub(crate) width: u32,
    /// Whether they are fewer than the type has.
    pub(crate) is_bit_field: bool,
}

impl Domain<'_> {
    /// The value of a scalar expression.
    pub(crate) fn eval(&mut self, state: State, frame: u32, expr: ExprId) -> Option<Value> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.eval_node(state, frame, expr))
    }

    fn eval_node(&mut self, state: State, frame: u32, id: ExprId) -> Option<Value> {
        let exprs = &self.cfa.exprs;
        match exprs.expr(id) {
            Expr::Const(bits) => self.number(exprs.ty(id), exprs.bits(bits)),
            Expr::Load(place) => self.load(state, frame, place),
            Expr::AddressOf(place) => match self.locate(state, frame, place) {
                Where::At(object, bits) if bits % 8 == 0 => Some(Value::Address(object, bits / 8)),
                Where::At(..) | Where::In(_) | Where::Anywhere => None,
            },
            Expr::Function(function) => Some(Value::Function(function)),
            Expr::Unary(op, operand) => {
                let bits = self.eval(state, frame, operand)?.bits()?;
                self.unary(op, exprs.ty(operand), bits)
            }
            Expr::Binary(op, left, right) => {
                let one = self.eval(state, frame, left);
                let two = self.eval(state, frame, right);
                if self.may_be_used_again(id, one, two) {
                    return None;
                }
                self.binary(op, (exprs.ty(left), one), (exprs.ty(right), two))
            }
            Expr::Cast(operand) => {
                let value = self.eval(state, frame, operand)?;
                self.cast(exprs.ty(operand), exprs.ty(id), value)
            }
        }
    }

    pub(crate) fn unary(&self, op: UnaryOp, ty: TypeId, bits: u128) -> Option<Value> {
        // The sign of a NaN that an operation made is open: compilers fold it otherwise than machines compute it.
        if op == UnaryOp::SignBit && self.unary(UnaryOp::IsNan, ty, bits) != Some(Value::ZERO) {
            return None;
        }
        cfa::value::unary(&self.cfa.types, op, ty, bits, Overflow::Wrap).ok().map(Value::Bits)
    }

    fn binary(
        &self,
        op: BinaryOp,
        left: (TypeId, Option<Value>),
        right: (TypeId, Option<Value>),
    ) -> Option<Value> {
        let types = &self.cfa.types;
        let (one, two) = match (left.1, right.1) {
            (Some(one), Some(two)) => (one, two),
            (one, two) => {
                let absorbs = matches!(op, BinaryOp::Mul | BinaryOp::BitAnd)
                    && matches!(types.get(left.0), Type::Int(_))
                    && (one == Some(Value::ZERO) || two == Some(Value::ZERO));
                return absorbs.then_some(Value::ZERO);
            }
        };
        if let (Value::Bits(one), Value::Bits(two)) = (one, two) {
            let result = cfa::value::binary(types, op, (left.0, one), (right.0, two), Overflow::Wrap);
            return result.ok().map(Value::Bits);
        }
        match op {
            BinaryOp::Eq => self.same_address(one, two).map(Value::truth),
            BinaryOp::Ne => self.same_address(one, two).map(|same| Value::truth(!same)),
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => self.ordered(op, one, two),
            BinaryOp::PtrAdd => self.moved(left.0, one, right.0, two),
            BinaryOp::PtrDiff => self.distance(left.0, one, two),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor => None,
        }
    }

    /// Whether a comparison is of different objects of which one may have the address that the
    /// other had.
    pub(crate) fn may_be_used_again(&self, id: ExprId, one: Option<Value>, two: Option<Value>) -> bool {
        let (Some(Value::Address(one, _)), Some(Value::Address(two, _))) = (one, two) else { return false };
        one != two && self.reuse.concerns(id)
    }

    /// Whether an address is inside its object.
    fn is_inside(&self, object: ObjectId, offset: i64) -> bool {
        u64::try_from(offset).is_ok_and(|offset| offset < self.memory.least(object))
    }

    /// Whether an address is inside its object, or just behind it.
    fn is_near(&self, object: ObjectId, offset: i64) -> bool {
        u64::try_from(offset).is_ok_and(|offset| offset <= self.memory.least(object))
    }

    fn same_address(&self, one: Value, two: Value) -> Option<bool> {
        match (one, two) {
            (Value::Bits(one), Value::Bits(two)) => Some(one == two),
            (Value::Function(one), Value::Function(two)) => Some(one == two),
            (Value::Address(one, first), Value::Address(two, second)) if one == two => (first == second
                || self.is_near(one, first) && self.is_near(two, second))
            .then_some(first == second),
            (Value::Address(one, first), Value::Address(two, second)) => {
                let is_clear = self.is_inside(one, first) && self.is_inside(two, second);
                let is_literal = self.literal(one).is_some() || self.literal(two).is_some();
                (is_clear && !is_literal).then_some(false)
            }
            (Value::Function(_), Value::Bits(0)) | (Value::Bits(0), Value::Function(_)) => Some(false),
            (Value::Address(object, offset), Value::Bits(0) | Value::Function(_))
            | (Value::Bits(0) | Value::Function(_), Value::Address(object, offset)) => {
                self.is_near(object, offset).then_some(false)
            }
            (Value::Bits(_), Value::Function(_) | Value::Address(..))
            | (Value::Function(_) | Value::Address(..), Value::Bits(_)) => None,
        }
    }

    fn ordered(&self, op: BinaryOp, one: Value, two: Value) -> Option<Value> {
        let (Value::Address(object, first), Value::Address(other, second)) = (one, two) else { return None };
        let is_clear = object == other && self.is_near(object, first) && self.is_near(other, second);
        let holds = match op {
            BinaryOp::Lt => first < second,
            BinaryOp::Le => first <= second,
            BinaryOp::Gt => first > second,
            _ => first >= second,
        };
        is_clear.then_some(Value::truth(holds))
    }

    fn stride(&self, pointer: TypeId) -> i128 {
        let target = self.cfa.types.pointee(pointer);
        i128::from(target.and_then(|target| self.cfa.types.size(target)).unwrap_or(1))
    }

    fn moved(&self, ty: TypeId, pointer: Value, index_ty: TypeId, index: Value) -> Option<Value> {
        let index = cfa::int_value(&self.cfa.types, index_ty, index.bits()?);
        match pointer {
            Value::Address(object, offset) => {
                let offset = i128::from(offset).checked_add(index.checked_mul(self.stride(ty))?)?;
                Some(Value::Address(object, i64::try_from(offset).ok()?))
            }
            Value::Function(_) if index == 0 => Some(pointer),
            Value::Function(_) | Value::Bits(_) => None,
        }
    }

    fn distance(&self, ty: TypeId, one: Value, two: Value) -> Option<Value> {
        let (Value::Address(object, first), Value::Address(other, second)) = (one, two) else { return None };
        if object != other {
            return None;
        }
        let elements = (i128::from(first) - i128::from(second)).checked_div(self.stride(ty))?;
        let ty = self.cfa.types.ptrdiff_type();
        Some(Value::Bits(cfa::canonical(&self.cfa.types, ty, elements as u128)))
    }

    /// A number as a value of a type. Which object is at an address is another in each layout.
    fn number(&self, ty: TypeId, bits: u128) -> Option<Value> {
        let types = &self.cfa.types;
        let is_open = types.pointee(ty).is_some() && types.machine().may_have_object_at(bits);
        (!is_open).then_some(Value::Bits(bits))
    }

    pub(crate) fn cast(&self, from: TypeId, to: TypeId, value: Value) -> Option<Value> {
        let types = &self.cfa.types;
        match value {
            Value::Bits(bits) => {
                let bits = cfa::value::cast(types, from, to, bits).ok()?;
                self.number(to, bits)
            }
            Value::Address(object, offset) if to == TypeId::BOOL => {
                self.is_near(object, offset).then_some(Value::truth(true))
            }
            Value::Function(_) if to == TypeId::BOOL => Some(Value::truth(true)),
            // An address stays one as long as no bit is lost or added.
            Value::Address(..) | Value::Function(_) => {
                let keeps = |shape: IntShape| shape.bits == types.machine().pointer_bits();
                types.int_shape(to).is_some_and(keeps).then_some(value)
            }
        }
    }

    /// Whether a place is a range of bits that its type does not tell.
    pub(crate) fn scalar(&self, place: PlaceId) -> Scalar {
        let exprs = &self.cfa.exprs;
        if let Place::Field(base, field) = exprs.place(place)
            && let Some(record) = exprs.place_record(&self.cfa.types, base)
            && let Some(bits) = self.cfa.types.fields(record).get(field as usize).and_then(|field| field.bits)
        {
            return Scalar { width: bits.width, is_bit_field: true };
        }
        Scalar { width: scalar_bits(self.cfa, exprs.place_ty(place)), is_bit_field: false }
    }

    /// Where a place is.
    pub(crate) fn locate(&mut self, state: State, frame: u32, place: PlaceId) -> Where {
        let cfa = self.cfa;
        let (mut at, mut bits, mut is_known) = (place, Some(0i64), true);
        let (object, start) = loop {
            match cfa.exprs.place(at) {
                Place::Var(var) => break (self.object_of(var, frame), Some(0)),
                Place::Deref(pointer) => match self.eval(state, frame, pointer) {
                    Some(Value::Address(object, offset)) => break (object, offset.checked_mul(8)),
                    Some(Value::Bits(_) | Value::Function(_)) | None => return Where::Anywhere,
                },
                Place::Field(base, field) => {
                    let record = cfa.exprs.place_record(&cfa.types, base);
                    let field = record.and_then(|record| cfa.types.fields(record).get(field as usize));
                    let start = field.and_then(|field| match field.bits {
                        Some(range) => Some(range.start),
                        None => field.offset.checked_mul(8),
                    });
                    bits = bits
                        .zip(start)
                        .and_then(|(bits, start)| bits.checked_add(i64::try_from(start).ok()?));
                    at = base;
                }
                Place::Index(base, index) => {
                    let size = cfa.types.size(cfa.exprs.place_ty(at));
                    let step = size.and_then(|size| i128::from(size).checked_mul(8));
                    let ty = cfa.exprs.ty(index);
                    let index = self.eval(state, frame, index).and_then(Value::bits);
                    let index = index.map(|index| cfa::int_value(&cfa.types, ty, index));
                    match index
                        .zip(step)
                        .and_then(|(index, step)| i64::try_from(index.checked_mul(step)?).ok())
                    {
                        Some(more) => bits = bits.and_then(|bits| bits.checked_add(more)),
                        None => is_known = false,
                    }
                    at = base;
                }
            }
        };
        let at = start.zip(bits).and_then(|(start, bits)| start.checked_add(bits)).filter(|_| is_known);
        at.map_or(Where::In(object), |bits| Where::At(object, bits))
    }

    /// The cell of a scalar place, if it is known which one that is.
    pub(crate) fn cell_of(&mut self, state: State, frame: u32, place: PlaceId) -> Result<CellId, Where> {
        if let Fixed::Cell(cell) = self.fixed[place] {
            return Ok(cell);
        }
        let at = self.locate(state, frame, place);
        let Where::At(object, start) = at else { return Err(at) };
        let width = self.scalar(place).width;
        let cell = self.memory.cell(self.cfa, object, start, width).ok_or(Where::In(object))?;
        if self.fixed[place] == Fixed::NotAsked {
            self.fixed[place] = if self.is_fixed(place) { Fixed::Cell(cell) } else { Fixed::Depends };
        }
        Ok(cell)
    }

    /// Whether a place is the same in all states.
    fn is_fixed(&self, place: PlaceId) -> bool {
        let mut at = place;
        loop {
            match self.cfa.exprs.place(at) {
                Place::Var(var) => return self.is_single(var),
                Place::Deref(_) => return false,
                Place::Field(base, _) => at = base,
                Place::Index(base, index) if self.cfa.exprs.as_const(index).is_some() => at = base,
                Place::Index(..) => return false,
            }
        }
    }

    /// The value in a scalar place.
    fn load(&mut self, state: State, frame: u32, place: PlaceId) -> Option<Value> {
        let cell = self.cell_of(state, frame, place).ok()?;
        let value = match self.get(state, cell) {
            Some(value) => value,
            None => self.compose(state, cell)?,
        };
        let ty = self.cfa.exprs.place_ty(place);
        let scalar = self.scalar(place);
        match value {
            Value::Bits(bits) if scalar.is_bit_field => {
                let signed = self.cfa.types.int_shape(ty).is_some_and(|shape| shape.signed);
                let unused = 128 - scalar.width.min(128);
                let extended = if signed && ty != TypeId::BOOL {
                    (((bits << unused) as i128) >> unused) as u128
                } else {
                    bits
                };
                Some(Value::Bits(cfa::canonical(&self.cfa.types, ty, extended)))
            }
            // A byte that is neither 0 nor 1 is no truth value.
            Value::Bits(bits) if ty == TypeId::BOOL && bits > 1 => None,
            Value::Bits(_) => Some(value),
            Value::Address(..) | Value::Function(_) => {
                let shape = self.cfa.types.int_shape(ty)?;
                (shape.bits == self.cfa.types.machine().pointer_bits() && !scalar.is_bit_field)
                    .then_some(value)
            }
        }
    }

    /// The value of a cell from others that have its bits, and of literals from their bytes.
    fn compose(&mut self, state: State, cell: CellId) -> Option<Value> {
        let range = self.memory.range(cell);
        if let Some(bytes) = self.literal(range.object) {
            let from = usize::try_from(range.start / 8).ok()?;
            let bytes = bytes.get(from..from.checked_add(range.width as usize / 8)?)?;
            let is_whole =
                range.start.is_multiple_of(8) && range.width.is_multiple_of(8) && bytes.len() <= 16;
            let number =
                |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte));
            return is_whole.then(|| Value::Bits(number(bytes)));
        }
        if self.memory.overlaps(cell).is_empty() {
            return None;
        }
        let (mut bits, mut known) = (0u128, 0u128);
        for position in 0..self.memory.overlaps(cell).len() {
            let other = self.memory.overlaps(cell)[position];
            let Some(Value::Bits(part)) = self.get(state, other) else { continue };
            let there = self.memory.range(other);
            let mask = if there.width >= 128 { u128::MAX } else { (1 << there.width) - 1 };
            let (part, mask) = if there.start >= range.start {
                let by = (there.start - range.start) as u32;
                (part.checked_shl(by).unwrap_or(0), mask.checked_shl(by).unwrap_or(0))
            } else {
                let by = (range.start - there.start) as u32;
                (part.checked_shr(by).unwrap_or(0), mask.checked_shr(by).unwrap_or(0))
            };
            bits |= part & mask;
            known |= mask;
        }
        let wanted = if range.width >= 128 { u128::MAX } else { (1 << range.width) - 1 };
        (known & wanted == wanted).then_some(Value::Bits(bits & wanted))
    }
}
