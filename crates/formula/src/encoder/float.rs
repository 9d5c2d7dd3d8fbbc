//! Floats in the theory of floating-point numbers: exact, rounded to nearest even.
//!
//! The theory has one NaN. So the sign of a NaN is any ([`UnaryOp::SignBit`]), and a float that is written to bytes becomes any bits that mean it. An x87
//! number in bytes has its integer bit stored; encodings that the hardware refuses mean any number here. `fmod` is not in the theory: its result
//! is constrained, not computed.

use super::Unsupported;
use super::step::{Made, Step, float_format};
use cfa::{BinaryOp, ExprId, FloatKind, Type, TypeId, UnaryOp};
use smt::value::{FloatValue, Rounding};
use smt::{CoreOp, Format, FpOp, Op, Sort, TermId, Value};

impl Step<'_, '_> {
    fn fp(&mut self, op: FpOp, args: &[TermId]) -> Made {
        Ok(self.terms.apply(Op::Fp(op), args)?)
    }

    fn rounding(&mut self, mode: Rounding) -> Made {
        Ok(self.terms.value_term(Value::Rounding(mode), Sort::RoundingMode)?)
    }

    fn format(&self, ty: TypeId) -> Made<Format> {
        match *self.encoder.cfa.types.get(ty) {
            Type::Float(kind) => float_format(kind),
            Type::Int(_)
            | Type::Pointer(_)
            | Type::Void
            | Type::Array(..)
            | Type::Record(_)
            | Type::Function(_) => Err(Unsupported::Encoding("format of what is no float".to_owned())),
        }
    }

    /// A constant by its encoding; x87 encodings have 80 bits.
    pub(super) fn float_constant(&mut self, kind: FloatKind, bits: u128) -> Made {
        let format = float_format(kind)?;
        let bits = match kind {
            FloatKind::X87 => bits >> 64 << 63 | bits & ((1 << 63) - 1),
            FloatKind::F32 | FloatKind::F64 | FloatKind::F128 => bits,
        };
        let value = FloatValue::from_bits(format, &bits.into());
        Ok(self.terms.value_term(Value::Float(value), Sort::Float(format))?)
    }

    pub(super) fn float_comparison(&mut self, op: BinaryOp, left: TermId, right: TermId) -> Made {
        let op = match op {
            BinaryOp::Lt => FpOp::Lt,
            BinaryOp::Le => FpOp::Leq,
            BinaryOp::Gt => FpOp::Gt,
            BinaryOp::Ge => FpOp::Geq,
            BinaryOp::Ne => {
                let equal = self.fp(FpOp::Eq, &[left, right])?;
                return self.core(CoreOp::Not, &[equal]);
            }
            _ => FpOp::Eq,
        };
        self.fp(op, &[left, right])
    }

    pub(super) fn float_binary(&mut self, op: BinaryOp, ty: TypeId, left: TermId, right: TermId) -> Made {
        let op = match op {
            BinaryOp::Add => FpOp::Add,
            BinaryOp::Sub => FpOp::Sub,
            BinaryOp::Mul => FpOp::Mul,
            BinaryOp::Div => FpOp::Div,
            BinaryOp::Rem => return self.float_remainder(ty, left, right),
            _ => return Err(Unsupported::Encoding(format!("{op:?} of floats"))),
        };
        let mode = self.rounding(Rounding::NearestEven)?;
        self.fp(op, &[mode, left, right])
    }

    /// `fmod`: NaN of an infinite dividend or a zero divisor; the dividend if it is smaller; else something smaller than the
    /// divisor with the sign of the dividend.
    fn float_remainder(&mut self, ty: TypeId, left: TermId, right: TermId) -> Made {
        self.lose("the remainder of floats is only bounded");
        let format = self.format(ty)?;
        let nan = self.terms.value_term(Value::Float(FloatValue::nan(format)), Sort::Float(format))?;
        let result = self.any(Sort::Float(format))?;
        let (size, bound) = (self.fp(FpOp::Abs, &[left])?, self.fp(FpOp::Abs, &[right])?);
        let rest = self.fp(FpOp::Abs, &[result])?;
        let is_smaller = self.fp(FpOp::Lt, &[rest, bound])?;
        let signs = [self.fp(FpOp::IsNegative, &[left])?, self.fp(FpOp::IsNegative, &[result])?];
        let is_signed = self.core(CoreOp::Eq, &signs)?;
        let is_fine = self.core(CoreOp::And, &[is_smaller, is_signed])?;
        let undefined = [
            self.fp(FpOp::IsNan, &[left])?,
            self.fp(FpOp::IsNan, &[right])?,
            self.fp(FpOp::IsInfinite, &[left])?,
            self.fp(FpOp::IsZero, &[right])?,
        ];
        let is_nan = self.core(CoreOp::Or, &undefined)?;
        let is_small = self.fp(FpOp::Lt, &[size, bound])?;
        let fact = self.core(CoreOp::Or, &[is_nan, is_small, is_fine])?;
        self.facts.push(fact);
        let result = self.ite(is_small, left, result)?;
        self.ite(is_nan, nan, result)
    }

    pub(super) fn float_unary(&mut self, op: UnaryOp, value: TermId) -> Made {
        let mode = match op {
            UnaryOp::Neg => return self.fp(FpOp::Neg, &[value]),
            UnaryOp::FloatAbs => return self.fp(FpOp::Abs, &[value]),
            UnaryOp::FloatSqrt => {
                let mode = self.rounding(Rounding::NearestEven)?;
                return self.fp(FpOp::Sqrt, &[mode, value]);
            }
            UnaryOp::FloatFloor => Rounding::Negative,
            UnaryOp::FloatCeil => Rounding::Positive,
            UnaryOp::FloatTrunc => Rounding::Zero,
            UnaryOp::FloatRound => Rounding::NearestAway,
            UnaryOp::FloatRint => Rounding::NearestEven,
            UnaryOp::BitNot | UnaryOp::IsNan | UnaryOp::IsInf | UnaryOp::IsNormal | UnaryOp::SignBit => {
                return Err(Unsupported::Encoding(format!("{op:?} as a float")));
            }
        };
        let mode = self.rounding(mode)?;
        self.fp(FpOp::RoundToIntegral, &[mode, value])
    }

    /// The operators that ask something of a float; `None` for the others.
    pub(super) fn test(&mut self, op: UnaryOp, operand: ExprId) -> Made<Option<TermId>> {
        let is_float = self.is_float(self.ty(operand));
        let test = match op {
            UnaryOp::IsNan => FpOp::IsNan,
            UnaryOp::IsInf => FpOp::IsInfinite,
            UnaryOp::IsNormal => FpOp::IsNormal,
            UnaryOp::SignBit => FpOp::IsNegative,
            UnaryOp::Neg
            | UnaryOp::BitNot
            | UnaryOp::FloatAbs
            | UnaryOp::FloatSqrt
            | UnaryOp::FloatFloor
            | UnaryOp::FloatCeil
            | UnaryOp::FloatTrunc
            | UnaryOp::FloatRound
            | UnaryOp::FloatRint => return Ok(None),
        };
        if !is_float {
            return Ok(Some(self.terms.bool(false)));
        }
        let value = self.value(operand)?;
        if self.encoder.is_linear() {
            return self.real_test(op, value).map(Some);
        }
        let answer = self.fp(test, &[value])?;
        if op != UnaryOp::SignBit {
            return Ok(Some(answer));
        }
        let (is_nan, sign) = (self.fp(FpOp::IsNan, &[value])?, self.any(Sort::Bool)?);
        self.ite(is_nan, sign, answer).map(Some)
    }

    pub(super) fn float_to_float(&mut self, to: TypeId, value: TermId) -> Made {
        let format = self.format(to)?;
        let mode = self.rounding(Rounding::NearestEven)?;
        self.fp(FpOp::FromFloat(format), &[mode, value])
    }

    pub(super) fn float_to_bits(&mut self, to: TypeId, value: TermId) -> Made {
        let shape = self.encoder.cfa.types.int_shape(to);
        let width = self.encoder.int_width(to);
        let op =
            if shape.is_some_and(|shape| shape.signed) { FpOp::ToSbv(width) } else { FpOp::ToUbv(width) };
        let mode = self.rounding(Rounding::Zero)?;
        self.fp(op, &[mode, value])
    }

    pub(super) fn bits_to_float(&mut self, to: TypeId, signed: bool, value: TermId) -> Made {
        let format = self.format(to)?;
        let op = if signed { FpOp::FromSigned(format) } else { FpOp::FromUnsigned(format) };
        let mode = self.rounding(Rounding::NearestEven)?;
        self.fp(op, &[mode, value])
    }

    /// The float that bytes mean.
    pub(super) fn float_from_bytes(&mut self, kind: FloatKind, bytes: TermId) -> Made {
        let format = float_format(kind)?;
        if kind != FloatKind::X87 {
            return self.fp(FpOp::FromBits(format), &[bytes]);
        }
        let (top, fraction) = (self.extract(bytes, 64, 16)?, self.extract(bytes, 0, 63)?);
        let packed = self.bv(smt::BvOp::Concat, &[top, fraction])?;
        let value = self.fp(FpOp::FromBits(format), &[packed])?;
        let integer_bit = self.extract(bytes, 63, 1)?;
        let expected = self.integer_bit(top)?;
        let is_valid = self.terms.eq(integer_bit, expected)?;
        let other = self.any(Sort::Float(format))?;
        self.ite(is_valid, value, other)
    }

    /// The integer bit that a number with this sign and exponent has.
    fn integer_bit(&mut self, top: TermId) -> Made {
        let exponent = self.extract(top, 0, 15)?;
        let zero = self.number(15, 0)?;
        let is_small = self.terms.eq(exponent, zero)?;
        let (clear, set) = (self.number(1, 0)?, self.number(1, 1)?);
        self.ite(is_small, clear, set)
    }

    /// Bytes that mean a float.
    pub(super) fn float_to_bytes(&mut self, kind: FloatKind, value: TermId) -> Made {
        let format = float_format(kind)?;
        let bits = match self.terms.op(value) {
            Op::Fp(FpOp::FromBits(_)) => self.terms.args(value)[0],
            _ => {
                let bits = self.any(Sort::BitVec(format.width()))?;
                let meant = self.fp(FpOp::FromBits(format), &[bits])?;
                let fact = self.terms.eq(meant, value)?;
                self.facts.push(fact);
                bits
            }
        };
        if kind != FloatKind::X87 {
            return Ok(bits);
        }
        let (top, fraction) = (self.extract(bits, 63, 16)?, self.extract(bits, 0, 63)?);
        let integer_bit = self.integer_bit(top)?;
        let upper = self.bv(smt::BvOp::Concat, &[top, integer_bit])?;
        self.bv(smt::BvOp::Concat, &[upper, fraction])
    }
}
