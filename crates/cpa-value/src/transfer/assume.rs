//! Conditions: they rule states out, and they teach values (the document, section II-C: a variable gets a value if that is the only one with which the
//! condition holds).
//!
//! Learning goes from the condition down: a comparison with a known value that one value alone satisfies gives the other side a value, and an operand gets one
//! wherever the operation above it can be undone without loss: casts that widen, negation, addition and subtraction of known values (they wrap), exclusive or. Of
//! conjunctions both sides are learnt. Zero is two floats, so a float learns only others; what equals itself alone is no NaN.

use crate::domain::{Domain, State};
use crate::value::Value;
use cfa::value::Overflow;
use cfa::{BinaryOp, Expr, ExprId, FloatKind, IntShape, Side, Type, TypeId, UnaryOp};

impl Domain<'_> {
    /// The states in which a condition holds, or does not.
    pub(super) fn assume(
        &mut self,
        state: State,
        frame: u32,
        condition: ExprId,
        side: Side,
    ) -> Option<State> {
        let holds = side == Side::Then;
        match self.truth(state, frame, condition) {
            Some(truth) => (truth == holds).then_some(state),
            None => {
                let learnt = self.learn_truth(state, frame, condition, holds)?;
                // Parts that were learnt one after the other may contradict each other.
                match self.truth(learnt, frame, condition) {
                    Some(truth) if learnt != state => (truth == holds).then_some(learnt),
                    Some(_) | None => Some(learnt),
                }
            }
        }
    }

    /// Whether a scalar is not zero.
    fn truth(&mut self, state: State, frame: u32, condition: ExprId) -> Option<bool> {
        let ty = self.cfa.exprs.ty(condition);
        let value = self.eval(state, frame, condition)?;
        match value {
            Value::Bits(bits) => Some(bits != 0),
            Value::Address(..) | Value::Function(_) => {
                let is_set = self.cast(ty, TypeId::BOOL, value)?;
                is_set.bits().map(|bits| bits != 0)
            }
        }
    }

    /// What follows from a condition that is zero or not.
    fn learn_truth(&mut self, state: State, frame: u32, condition: ExprId, holds: bool) -> Option<State> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.learn_node(state, frame, condition, holds))
    }

    fn learn_node(&mut self, state: State, frame: u32, condition: ExprId, holds: bool) -> Option<State> {
        let exprs = &self.cfa.exprs;
        let ty = exprs.ty(condition);
        match exprs.expr(condition) {
            Expr::Binary(op, left, right) if op.is_comparison() => {
                let (one, two) = (self.eval(state, frame, left), self.eval(state, frame, right));
                if self.may_be_used_again(condition, one, two) {
                    return Some(state);
                }
                let op = if holds { Some(op) } else { negated(op, self.is_float(exprs.ty(left))) };
                match op {
                    Some(op) => self.learn_comparison(state, frame, op, left, right),
                    None => Some(state),
                }
            }
            Expr::Binary(BinaryOp::BitAnd, left, right)
                if holds && self.is_truth(left) && self.is_truth(right) =>
            {
                let state = self.learn_truth(state, frame, left, true)?;
                self.learn_truth(state, frame, right, true)
            }
            Expr::Binary(BinaryOp::BitOr, left, right) if !holds => {
                let state = self.learn_truth(state, frame, left, false)?;
                self.learn_truth(state, frame, right, false)
            }
            // A cast of an integer that loses nothing is zero exactly if the integer is.
            Expr::Cast(operand) if self.keeps_truth(exprs.ty(operand), ty) => {
                self.learn_truth(state, frame, operand, holds)
            }
            Expr::Unary(UnaryOp::Neg, operand) if !self.is_float(ty) => {
                self.learn_truth(state, frame, operand, holds)
            }
            Expr::Const(_)
            | Expr::Load(_)
            | Expr::AddressOf(_)
            | Expr::Function(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Cast(_) => {
                let only = match (holds, ty == TypeId::BOOL || self.is_truth(condition)) {
                    (false, _) if !self.is_float(ty) => Value::ZERO,
                    (true, true) => Value::Bits(1),
                    (_, _) => return Some(state),
                };
                self.learn(state, frame, condition, only)
            }
        }
    }

    fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.cfa.types.get(ty), Type::Float(_))
    }

    /// Whether an expression is 0 or 1 by its operator or type.
    fn is_truth(&self, expr: ExprId) -> bool {
        let exprs = &self.cfa.exprs;
        let mut at = expr;
        loop {
            if exprs.ty(at) == TypeId::BOOL {
                return true;
            }
            match exprs.expr(at) {
                Expr::Binary(op, ..) => return op.is_comparison(),
                Expr::Cast(operand) if !self.is_float(exprs.ty(at)) && !self.is_float(exprs.ty(operand)) => {
                    at = operand
                }
                Expr::Cast(_)
                | Expr::Const(_)
                | Expr::Load(_)
                | Expr::AddressOf(_)
                | Expr::Function(_)
                | Expr::Unary(..) => return false,
            }
        }
    }

    /// Whether a cast keeps zero and everything else apart.
    fn keeps_truth(&self, from: TypeId, to: TypeId) -> bool {
        if self.is_float(from) || self.is_float(to) {
            return false;
        }
        to == TypeId::BOOL || self.widens(from, to)
    }

    /// Whether a cast between integers or pointers loses nothing.
    fn widens(&self, from: TypeId, to: TypeId) -> bool {
        let shapes = (self.cfa.types.int_shape(from), self.cfa.types.int_shape(to));
        let fits = |(from, to): (IntShape, IntShape)| from.bits <= to.bits;
        to != TypeId::BOOL && shapes.0.zip(shapes.1).is_some_and(fits)
    }

    fn learn_comparison(
        &mut self,
        state: State,
        frame: u32,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> Option<State> {
        let (one, two) = (self.eval(state, frame, left), self.eval(state, frame, right));
        let (unknown, op, known) = match (one, two) {
            (None, Some(known)) => (left, op, known),
            (Some(known), None) => (right, mirrored(op), known),
            (None, None) | (Some(_), Some(_)) => return Some(state),
        };
        let ty = self.cfa.exprs.ty(unknown);
        if op == BinaryOp::Ne && known == Value::ZERO && !self.is_float(ty) {
            return self.learn_truth(state, frame, unknown, true);
        }
        if op == BinaryOp::Eq && known == Value::ZERO && !self.is_float(ty) {
            return self.learn_truth(state, frame, unknown, false);
        }
        match self.only_value(ty, op, known) {
            Only::One(value) => self.learn(state, frame, unknown, value),
            Only::Nothing => None,
            Only::Many => Some(state),
        }
    }

    /// Which values of a type satisfy a comparison with a known value.
    fn only_value(&self, ty: TypeId, op: BinaryOp, known: Value) -> Only {
        if op == BinaryOp::Eq {
            let is_clear = match known {
                Value::Bits(bits) if self.is_float(ty) => self.is_plain_float(ty, bits),
                Value::Bits(_) | Value::Address(..) | Value::Function(_) => true,
            };
            return if is_clear { Only::One(known) } else { Only::Many };
        }
        let (Some(shape), Some(bits)) = (self.cfa.types.int_shape(ty), known.bits()) else {
            return Only::Many;
        };
        let is_truth = ty == TypeId::BOOL;
        let shape = if is_truth { IntShape { bits: 1, signed: false } } else { shape };
        let mask = if shape.bits >= 128 { u128::MAX } else { (1 << shape.bits) - 1 };
        let (least, most) = if shape.signed { (1 << (shape.bits - 1), mask >> 1) } else { (0, mask) };
        let one_less = bits.wrapping_sub(1) & mask;
        let one_more = bits.wrapping_add(1) & mask;
        let border = |is_out: bool, is_at: bool, value: u128| match (is_out, is_at) {
            (true, _) => Only::Nothing,
            (false, true) => Only::One(Value::Bits(value)),
            (false, false) => Only::Many,
        };
        match op {
            BinaryOp::Lt => border(bits == least, one_less == least, least),
            BinaryOp::Le => border(false, bits == least, least),
            BinaryOp::Gt => border(bits == most, one_more == most, most),
            BinaryOp::Ge => border(false, bits == most, most),
            BinaryOp::Ne if is_truth => Only::One(Value::Bits(bits ^ 1)),
            _ => Only::Many,
        }
    }

    /// Whether a float equals itself, and no other float. The x87 format has several encodings of some numbers.
    fn is_plain_float(&self, ty: TypeId, bits: u128) -> bool {
        let types = &self.cfa.types;
        if *types.get(ty) == Type::Float(FloatKind::X87) {
            return false;
        }
        let compare = |op, one, two| cfa::value::binary(types, op, (ty, one), (ty, two), Overflow::Wrap);
        compare(BinaryOp::Eq, bits, bits) == Ok(1) && compare(BinaryOp::Eq, bits, 0) == Ok(0)
    }

    /// An expression has a value: what follows for its parts. `None` if it cannot have it.
    fn learn(&mut self, state: State, frame: u32, expr: ExprId, value: Value) -> Option<State> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.learn_value(state, frame, expr, value))
    }

    fn learn_value(&mut self, state: State, frame: u32, expr: ExprId, value: Value) -> Option<State> {
        let exprs = &self.cfa.exprs;
        let ty = exprs.ty(expr);
        match exprs.expr(expr) {
            Expr::Load(place) => match self.cell_of(state, frame, place) {
                Ok(cell) if self.literal(self.memory.range(cell).object).is_none() => {
                    Some(self.learn_cell(state, place, cell, value))
                }
                Ok(_) | Err(_) => Some(state),
            },
            Expr::Cast(operand) => self.learn_cast(state, frame, (operand, ty), value),
            Expr::Unary(op @ (UnaryOp::Neg | UnaryOp::BitNot), operand) if !self.is_float(ty) => {
                let undone = value.bits().and_then(|bits| self.unary(op, ty, bits));
                match undone {
                    Some(undone) => self.learn(state, frame, operand, undone),
                    None => Some(state),
                }
            }
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::BitXor), left, right)
                if !self.is_float(ty) =>
            {
                self.learn_operand(state, frame, op, (left, right), value)
            }
            Expr::Binary(op, ..) if op.is_comparison() => match value {
                Value::Bits(bits @ (0 | 1)) => self.learn_truth(state, frame, expr, bits == 1),
                Value::Bits(_) => None,
                Value::Address(..) | Value::Function(_) => Some(state),
            },
            Expr::Const(_) | Expr::AddressOf(_) | Expr::Function(_) | Expr::Unary(..) | Expr::Binary(..) => {
                Some(state)
            }
        }
    }

    fn learn_cell(
        &mut self,
        state: State,
        place: cfa::PlaceId,
        cell: crate::memory::CellId,
        value: Value,
    ) -> State {
        // A bit-field's cell has only some bits of its value, and what they do not tell cannot be stored.
        if self.scalar(place).is_bit_field {
            let width = self.scalar(place).width;
            let Some(bits) = value.bits() else { return state };
            let cut = if width < 128 { bits & ((1 << width) - 1) } else { bits };
            return if self.maps.get(state, cell.0).is_some() {
                state
            } else {
                self.put(state, cell, Some(Value::Bits(cut)))
            };
        }
        if self.maps.get(state, cell.0).is_some() {
            return state;
        }
        match self.stored(place, cell, value) {
            Some(value) => self.put(state, cell, Some(value)),
            None => state,
        }
    }

    fn learn_cast(
        &mut self,
        state: State,
        frame: u32,
        (operand, to): (ExprId, TypeId),
        value: Value,
    ) -> Option<State> {
        let from = self.cfa.exprs.ty(operand);
        if to == TypeId::BOOL && !self.is_float(from) {
            return match value {
                Value::Bits(bits) => self.learn_truth(state, frame, operand, bits != 0),
                Value::Address(..) | Value::Function(_) => Some(state),
            };
        }
        if !self.widens(from, to) {
            return Some(state);
        }
        // The operand's value is the one that the cast takes to the value, if there is one.
        let Some(back) = self.cast(to, from, value) else { return Some(state) };
        match (self.cast(from, to, back) == Some(value), value) {
            (true, _) => self.learn(state, frame, operand, back),
            (false, Value::Bits(_)) if from != TypeId::BOOL => None,
            (false, _) => Some(state),
        }
    }

    fn learn_operand(
        &mut self,
        state: State,
        frame: u32,
        op: BinaryOp,
        (left, right): (ExprId, ExprId),
        value: Value,
    ) -> Option<State> {
        let ty = self.cfa.exprs.ty(left);
        let known = |value: Option<Value>| value.and_then(Value::bits);
        let (one, two) = (known(self.eval(state, frame, left)), known(self.eval(state, frame, right)));
        let Some(value) = value.bits() else { return Some(state) };
        let (unknown, undo, first, second) = match (op, one, two) {
            (BinaryOp::Add, None, Some(two)) => (left, BinaryOp::Sub, value, two),
            (BinaryOp::Add, Some(one), None) => (right, BinaryOp::Sub, value, one),
            (BinaryOp::Sub, None, Some(two)) => (left, BinaryOp::Add, value, two),
            (BinaryOp::Sub, Some(one), None) => (right, BinaryOp::Sub, one, value),
            (BinaryOp::BitXor, None, Some(known)) => (left, BinaryOp::BitXor, value, known),
            (BinaryOp::BitXor, Some(known), None) => (right, BinaryOp::BitXor, value, known),
            (_, _, _) => return Some(state),
        };
        let types = &self.cfa.types;
        match cfa::value::binary(types, undo, (ty, first), (ty, second), Overflow::Wrap) {
            Ok(bits) => self.learn(state, frame, unknown, Value::Bits(bits)),
            Err(_) => Some(state),
        }
    }
}

/// How many values satisfy a comparison.
enum Only {
    Nothing,
    One(Value),
    Many,
}

/// The comparison that holds if this one does not; a NaN satisfies neither of two orders.
fn negated(op: BinaryOp, is_float: bool) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt if !is_float => BinaryOp::Ge,
        BinaryOp::Le if !is_float => BinaryOp::Gt,
        BinaryOp::Gt if !is_float => BinaryOp::Le,
        BinaryOp::Ge if !is_float => BinaryOp::Lt,
        _ => return None,
    })
}

/// The comparison with its sides exchanged.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        _ => op,
    }
}
