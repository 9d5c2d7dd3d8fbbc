//! Integers and pointers as mathematical integers, floats as reals (000, section 4.4.1).
//!
//! A variable holds the number that it means in C, so comparisons are linear. Where the result of an operator may leave its type,
//! [`Overflow::Sound`] says so with `ite`. Sums, differences and conversions wrap at most once or are remainders by constants, which linear arithmetic
//! can say exactly; the thesis has uninterpreted functions there. Products that overflow, products of variables and
//! the operators on bits are uninterpreted functions of their operands, so that equal operands still give equal results.
//! [`Overflow::Unsound`] takes the linear result as it is.
//!
//! Floats are not rounded, and have neither infinities nor NaN. That is **unsound**, and listed as an assumption.

use super::Unsupported;
use super::numbers::power;
use super::step::{Made, Step};
use crate::encoding::{Arithmetic, Overflow};
use crate::regions::Sign;
use cfa::value::{FloatClass, float_parts};
use cfa::{BinaryOp, FloatKind, IntShape, TypeId, UnaryOp};
use smt::value::{BigInt, BigRational};
use smt::{ArithOp, CoreOp, Op, Sort, TermId, Value};

/// The least and the largest number of a shape.
fn limits(shape: IntShape) -> (BigInt, BigInt) {
    if shape.signed {
        (-power(shape.bits - 1), power(shape.bits - 1) - 1)
    } else {
        (BigInt::from(0), power(shape.bits) - 1)
    }
}

fn sign(shape: IntShape) -> Sign {
    if shape.signed { Sign::Signed } else { Sign::Unsigned }
}

impl Step<'_, '_> {
    fn overflow(&self) -> Overflow {
        match self.encoder.encoding.arithmetic {
            Arithmetic::Linear { overflow } => overflow,
            Arithmetic::BitPrecise => Overflow::Sound,
        }
    }

    fn shape(&self, ty: TypeId) -> IntShape {
        let pointer = IntShape { bits: self.encoder.address_width(), signed: false };
        self.encoder.cfa.types.int_shape(ty).unwrap_or(pointer)
    }

    fn known(&self, term: TermId) -> Option<&BigInt> {
        match self.terms.as_const(term) {
            Some(Value::Int(number)) => Some(number),
            Some(
                Value::Bool(_)
                | Value::Bits(_)
                | Value::Float(_)
                | Value::Rounding(_)
                | Value::Real(_)
                | Value::Array(_),
            )
            | None => None,
        }
    }

    /// An uninterpreted function of integers, whose result fits a shape.
    fn uninterpreted(&mut self, name: &str, shape: IntShape, args: &[TermId]) -> Made {
        let name = format!("{name} {}{}", if shape.signed { "i" } else { "u" }, shape.bits);
        let sorts = vec![Sort::Int; args.len()];
        let symbol = self.terms.declare(&name, &sorts, Sort::Int)?;
        let result = self.terms.apply(Op::Apply(symbol), args)?;
        self.bound(result, sign(shape), shape.bits)?;
        Ok(result)
    }

    /// A number that leaves its shape by less than its size, brought back.
    fn wrapped(&mut self, shape: IntShape, value: TermId) -> Made {
        if self.overflow() == Overflow::Unsound {
            return Ok(value);
        }
        if let Some(number) = self.known(value) {
            let bits = smt::value::Bits::from_int(shape.bits, number);
            let number = if shape.signed { bits.signed() } else { BigInt::from(bits.unsigned().clone()) };
            return Ok(self.int(number));
        }
        let (low, high) = limits(shape);
        let (low, high, all) = (self.int(low), self.int(high), self.int(power(shape.bits)));
        let is_large = self.arith(ArithOp::Lt, &[high, value])?;
        let is_small = self.arith(ArithOp::Lt, &[value, low])?;
        let smaller = self.arith(ArithOp::Sub, &[value, all])?;
        let larger = self.arith(ArithOp::Add, &[value, all])?;
        let otherwise = self.ite(is_small, larger, value)?;
        self.ite(is_large, smaller, otherwise)
    }

    /// The linear result where it fits, else a function of the operands.
    fn fitting(&mut self, name: &str, shape: IntShape, value: TermId, args: &[TermId]) -> Made {
        if self.overflow() == Overflow::Unsound {
            return Ok(value);
        }
        if self.known(value).is_some() {
            return self.wrapped(shape, value);
        }
        let (low, high) = limits(shape);
        let (low, high) = (self.int(low), self.int(high));
        let fits = [self.arith(ArithOp::Le, &[low, value])?, self.arith(ArithOp::Le, &[value, high])?];
        let fits = self.core(CoreOp::And, &fits)?;
        let other = self.uninterpreted(&format!("overflow {name}"), shape, args)?;
        self.ite(fits, value, other)
    }

    pub(super) fn linear_comparison(&mut self, op: BinaryOp, left: TermId, right: TermId) -> Made {
        let op = match op {
            BinaryOp::Lt => ArithOp::Lt,
            BinaryOp::Le => ArithOp::Le,
            BinaryOp::Gt => ArithOp::Gt,
            BinaryOp::Ge => ArithOp::Ge,
            BinaryOp::Ne => return self.core(CoreOp::Distinct, &[left, right]),
            _ => return Ok(self.terms.eq(left, right)?),
        };
        self.arith(op, &[left, right])
    }

    pub(super) fn linear_binary(&mut self, op: BinaryOp, ty: TypeId, left: TermId, right: TermId) -> Made {
        let shape = self.shape(ty);
        match op {
            BinaryOp::Add => {
                let sum = self.arith(ArithOp::Add, &[left, right])?;
                self.wrapped(shape, sum)
            }
            BinaryOp::Sub => {
                let difference = self.arith(ArithOp::Sub, &[left, right])?;
                self.wrapped(shape, difference)
            }
            BinaryOp::Mul if self.known(left).is_some() || self.known(right).is_some() => {
                let product = self.arith(ArithOp::Mul, &[left, right])?;
                self.fitting("*", shape, product, &[left, right])
            }
            BinaryOp::Div | BinaryOp::Rem => self.linear_division(op, shape, left, right),
            BinaryOp::Shl | BinaryOp::Shr => self.linear_shift(op, shape, left, right),
            BinaryOp::BitAnd => self.linear_and(shape, left, right),
            BinaryOp::Mul => self.uninterpreted("*", shape, &[left, right]),
            BinaryOp::BitOr => self.uninterpreted("or", shape, &[left, right]),
            BinaryOp::BitXor => self.uninterpreted("xor", shape, &[left, right]),
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::PtrAdd
            | BinaryOp::PtrDiff => Err(Unsupported::Encoding(format!("{op:?} as a number"))),
        }
    }

    /// C truncates towards zero, SMT-LIB's `div` by a positive number rounds down.
    fn linear_division(&mut self, op: BinaryOp, shape: IntShape, left: TermId, right: TermId) -> Made {
        let name = if op == BinaryOp::Div { "/" } else { "%" };
        let Some(divisor) = self.known(right).cloned().filter(|divisor| *divisor != BigInt::from(0)) else {
            return self.uninterpreted(name, shape, &[left, right]);
        };
        let zero = self.int(0);
        let is_negative = self.arith(ArithOp::Lt, &[left, zero])?;
        let opposite = self.arith(ArithOp::Neg, &[left])?;
        let size = self.ite(is_negative, opposite, left)?;
        let by = self.int(BigInt::from(divisor.magnitude().clone()));
        let quotient = self.arith(ArithOp::IntDiv, &[size, by])?;
        let rest = self.arith(ArithOp::Mod, &[size, by])?;
        if op == BinaryOp::Rem {
            let negative = self.arith(ArithOp::Neg, &[rest])?;
            return self.ite(is_negative, negative, rest);
        }
        let negative = self.arith(ArithOp::Neg, &[quotient])?;
        let is_positive = divisor > BigInt::from(0);
        let result = if is_positive {
            self.ite(is_negative, negative, quotient)?
        } else {
            self.ite(is_negative, quotient, negative)?
        };
        self.wrapped(shape, result)
    }

    pub(super) fn linear_shift(
        &mut self,
        op: BinaryOp,
        shape: IntShape,
        left: TermId,
        right: TermId,
    ) -> Made {
        let name = if op == BinaryOp::Shl { "<<" } else { ">>" };
        let count =
            self.known(right).and_then(|count| u32::try_from(count).ok()).filter(|&count| count < shape.bits);
        let Some(count) = count else { return self.uninterpreted(name, shape, &[left, right]) };
        let factor = self.int(power(count));
        if op == BinaryOp::Shr {
            return self.arith(ArithOp::IntDiv, &[left, factor]);
        }
        let product = self.arith(ArithOp::Mul, &[left, factor])?;
        self.fitting(name, shape, product, &[left, right])
    }

    /// The lowest bits of a number are a remainder.
    fn linear_and(&mut self, shape: IntShape, left: TermId, right: TermId) -> Made {
        for (mask, value) in [(left, right), (right, left)] {
            let Some(number) = self.known(mask) else { continue };
            let next: BigInt = number + 1;
            if *number >= BigInt::from(0) && next.magnitude().count_ones() == 1 {
                let next = self.int(next);
                return self.arith(ArithOp::Mod, &[value, next]);
            }
        }
        self.uninterpreted("and", shape, &[left, right])
    }

    pub(super) fn linear_unary(&mut self, op: UnaryOp, ty: TypeId, value: TermId) -> Made {
        let shape = self.shape(ty);
        match op {
            UnaryOp::Neg => {
                let opposite = self.arith(ArithOp::Neg, &[value])?;
                self.wrapped(shape, opposite)
            }
            UnaryOp::BitNot => {
                let (low, high) = limits(shape);
                let ends = if self.is_bool(ty) { self.int(1) } else { self.int(low + high) };
                self.arith(ArithOp::Sub, &[ends, value])
            }
            UnaryOp::FloatAbs
            | UnaryOp::FloatSqrt
            | UnaryOp::FloatFloor
            | UnaryOp::FloatCeil
            | UnaryOp::FloatTrunc
            | UnaryOp::FloatRound
            | UnaryOp::FloatRint
            | UnaryOp::IsNan
            | UnaryOp::IsInf
            | UnaryOp::IsNormal
            | UnaryOp::SignBit => Err(Unsupported::Encoding(format!("{op:?} of an integer"))),
        }
    }

    pub(super) fn linear_pointer_difference(&mut self, left: TermId, right: TermId, stride: u64) -> Made {
        let bytes = self.arith(ArithOp::Sub, &[left, right])?;
        let stride = self.int(stride.max(1));
        self.arith(ArithOp::IntDiv, &[bytes, stride])
    }

    /// Between integers and pointers.
    pub(super) fn linear_cast(&mut self, from: TypeId, to: TypeId, value: TermId) -> Made {
        let (source, target) = (self.shape(from), self.shape(to));
        let is_pointer = self.encoder.cfa.types.pointee(from).is_some();
        // A pointer is extended by its sign.
        let (source, value) = if is_pointer && target.bits > source.bits {
            let signed = IntShape { signed: true, ..source };
            (signed, self.wrapped(signed, value)?)
        } else {
            (source, value)
        };
        let (source_low, source_high) =
            if self.is_bool(from) { (BigInt::from(0), BigInt::from(1)) } else { limits(source) };
        let (low, high) = limits(target);
        let all = power(target.bits);
        if source_low >= low && source_high <= high || self.overflow() == Overflow::Unsound {
            return Ok(value);
        }
        if source_low >= &low - &all && source_high <= &high + &all {
            return self.wrapped(target, value);
        }
        let all = self.int(all);
        let rest = self.arith(ArithOp::Mod, &[value, all])?;
        if target.signed { self.signed_of(rest, target.bits) } else { Ok(rest) }
    }

    pub(super) fn real(&mut self, value: i32) -> Made {
        let value = Value::Real(BigRational::from_integer(value.into()));
        Ok(self.terms.value_term(value, Sort::Real)?)
    }

    pub(super) fn real_constant(&mut self, kind: FloatKind, bits: u128) -> Made {
        let (is_negative, class) = float_parts(kind, bits);
        let FloatClass::Finite { significand, exponent } = class else {
            self.lose("infinities and NaN are any number");
            return self.any(Sort::Real);
        };
        let number = BigInt::from(significand) * if is_negative { -1 } else { 1 };
        let value = if exponent >= 0 {
            BigRational::from_integer(number << exponent as usize)
        } else {
            BigRational::new(number, BigInt::from(1) << exponent.unsigned_abs() as usize)
        };
        Ok(self.terms.value_term(Value::Real(value), Sort::Real)?)
    }

    fn real_function(&mut self, name: &str, args: &[TermId]) -> Made {
        let sorts = vec![Sort::Real; args.len()];
        let symbol = self.terms.declare(&format!("{name} real"), &sorts, Sort::Real)?;
        Ok(self.terms.apply(Op::Apply(symbol), args)?)
    }

    pub(super) fn real_binary(&mut self, op: BinaryOp, left: TermId, right: TermId) -> Made {
        let is_known = |step: &Self, term: TermId| step.terms.as_const(term).is_some();
        match op {
            BinaryOp::Add => self.arith(ArithOp::Add, &[left, right]),
            BinaryOp::Sub => self.arith(ArithOp::Sub, &[left, right]),
            BinaryOp::Mul if is_known(self, left) || is_known(self, right) => {
                self.arith(ArithOp::Mul, &[left, right])
            }
            BinaryOp::Div if is_known(self, right) => self.arith(ArithOp::RealDiv, &[left, right]),
            BinaryOp::Mul => self.real_function("*", &[left, right]),
            BinaryOp::Div => self.real_function("/", &[left, right]),
            BinaryOp::Rem => self.real_function("%", &[left, right]),
            _ => Err(Unsupported::Encoding(format!("{op:?} of floats"))),
        }
    }

    pub(super) fn real_unary(&mut self, op: UnaryOp, value: TermId) -> Made {
        match op {
            UnaryOp::Neg => self.arith(ArithOp::Neg, &[value]),
            UnaryOp::FloatAbs => {
                let zero = self.real(0)?;
                let is_negative = self.arith(ArithOp::Lt, &[value, zero])?;
                let opposite = self.arith(ArithOp::Neg, &[value])?;
                self.ite(is_negative, opposite, value)
            }
            UnaryOp::FloatFloor => {
                let whole = self.arith(ArithOp::ToInt, &[value])?;
                self.arith(ArithOp::ToReal, &[whole])
            }
            UnaryOp::FloatCeil => {
                let opposite = self.arith(ArithOp::Neg, &[value])?;
                let whole = self.real_unary(UnaryOp::FloatFloor, opposite)?;
                self.arith(ArithOp::Neg, &[whole])
            }
            UnaryOp::FloatTrunc => {
                let whole = self.truncated(value)?;
                self.arith(ArithOp::ToReal, &[whole])
            }
            UnaryOp::FloatSqrt | UnaryOp::FloatRound | UnaryOp::FloatRint => {
                self.real_function(&format!("{op:?}"), &[value])
            }
            UnaryOp::BitNot | UnaryOp::IsNan | UnaryOp::IsInf | UnaryOp::IsNormal | UnaryOp::SignBit => {
                Err(Unsupported::Encoding(format!("{op:?} as a float")))
            }
        }
    }

    pub(super) fn real_test(&mut self, op: UnaryOp, value: TermId) -> Made {
        let zero = self.real(0)?;
        match op {
            UnaryOp::IsNormal => self.core(CoreOp::Distinct, &[value, zero]),
            UnaryOp::SignBit => self.arith(ArithOp::Lt, &[value, zero]),
            _ => Ok(self.terms.bool(false)),
        }
    }

    fn truncated(&mut self, value: TermId) -> Made {
        let zero = self.real(0)?;
        let is_negative = self.arith(ArithOp::Lt, &[value, zero])?;
        let opposite = self.arith(ArithOp::Neg, &[value])?;
        let (below, above) =
            (self.arith(ArithOp::ToInt, &[value])?, self.arith(ArithOp::ToInt, &[opposite])?);
        let above = self.arith(ArithOp::Neg, &[above])?;
        self.ite(is_negative, above, below)
    }

    /// The integer part; what does not fit is undefined.
    pub(super) fn real_to_int(&mut self, value: TermId) -> Made {
        self.truncated(value)
    }

    pub(super) fn int_to_real(&mut self, value: TermId) -> Made {
        self.arith(ArithOp::ToReal, &[value])
    }
}
