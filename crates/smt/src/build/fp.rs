//! Floating point: sorts and rules. Few algebraic laws hold, so the rules are few: comparisons turned round,
//! double negation, signs under tests that ignore them.

use crate::sort::{Format, Sort};
use crate::term::{FpOp, Op, TermId, Terms};

pub(super) fn sort_fp(op: FpOp, sorts: &[Sort]) -> Option<Sort> {
    let rounded = |count: usize| match sorts.split_first() {
        Some((Sort::RoundingMode, rest)) => floats(rest, count).map(Sort::Float),
        Some(_) | None => None,
    };
    match op {
        FpOp::Fp => match *sorts {
            [Sort::BitVec(1), Sort::BitVec(exponent), Sort::BitVec(fraction)] => {
                Format::new(exponent, fraction.checked_add(1)?).ok().map(Sort::Float)
            }
            [..] => None,
        },
        FpOp::Abs | FpOp::Neg => floats(sorts, 1).map(Sort::Float),
        FpOp::Rem | FpOp::Min | FpOp::Max => floats(sorts, 2).map(Sort::Float),
        FpOp::Add | FpOp::Sub | FpOp::Mul | FpOp::Div => rounded(2),
        FpOp::Fma => rounded(3),
        FpOp::Sqrt | FpOp::RoundToIntegral => rounded(1),
        FpOp::Leq | FpOp::Lt | FpOp::Geq | FpOp::Gt | FpOp::Eq => floats(sorts, 2).map(|_| Sort::Bool),
        FpOp::IsNormal
        | FpOp::IsSubnormal
        | FpOp::IsZero
        | FpOp::IsInfinite
        | FpOp::IsNan
        | FpOp::IsNegative
        | FpOp::IsPositive => floats(sorts, 1).map(|_| Sort::Bool),
        FpOp::ToReal => floats(sorts, 1).map(|_| Sort::Real),
        FpOp::FromBits(format) => (*sorts == [Sort::BitVec(format.width())]).then_some(Sort::Float(format)),
        FpOp::FromFloat(format) => {
            matches!(sorts, [Sort::RoundingMode, Sort::Float(_)]).then_some(Sort::Float(format))
        }
        FpOp::FromReal(format) => (*sorts == [Sort::RoundingMode, Sort::Real]).then_some(Sort::Float(format)),
        FpOp::FromSigned(format) | FpOp::FromUnsigned(format) => {
            matches!(sorts, [Sort::RoundingMode, Sort::BitVec(_)]).then_some(Sort::Float(format))
        }
        FpOp::ToUbv(width) | FpOp::ToSbv(width) => {
            let is_fine = matches!(sorts, [Sort::RoundingMode, Sort::Float(_)]);
            Sort::bit_vec(width).ok().filter(|_| is_fine)
        }
    }
}

/// The format of so many floats of one format.
fn floats(sorts: &[Sort], count: usize) -> Option<Format> {
    let &Sort::Float(format) = sorts.first()? else { return None };
    (sorts.len() == count && sorts.iter().all(|&sort| sort == sorts[0])).then_some(format)
}

impl Terms {
    pub(super) fn simplify_fp(&mut self, op: FpOp, args: &[TermId]) -> Option<TermId> {
        match (op, args) {
            (FpOp::Gt, &[one, two]) => Some(self.make(Op::Fp(FpOp::Lt), &[two, one])),
            (FpOp::Geq, &[one, two]) => Some(self.make(Op::Fp(FpOp::Leq), &[two, one])),
            (FpOp::Lt, &[one, two]) if one == two => Some(self.bool(false)),
            (FpOp::Leq | FpOp::Eq, &[one, two]) if one == two => {
                let nan = self.make(Op::Fp(FpOp::IsNan), &[one]);
                Some(self.not(nan))
            }
            (FpOp::Eq, &[one, two]) if one > two => Some(self.intern(Op::Fp(op), &[two, one], Sort::Bool)),
            (FpOp::Min | FpOp::Max, &[one, two]) if one == two => Some(one),
            (FpOp::Neg, &[arg]) => (self.op(arg) == Op::Fp(FpOp::Neg)).then(|| self.args(arg)[0]),
            (
                FpOp::Abs
                | FpOp::IsNan
                | FpOp::IsInfinite
                | FpOp::IsZero
                | FpOp::IsNormal
                | FpOp::IsSubnormal,
                &[arg],
            ) => {
                let is_sign = matches!(self.op(arg), Op::Fp(FpOp::Neg | FpOp::Abs));
                let inner = is_sign.then(|| self.args(arg)[0])?;
                Some(self.make(Op::Fp(op), &[inner]))
            }
            (FpOp::FromFloat(format), &[_, arg]) => (self.sort(arg) == Sort::Float(format)).then_some(arg),
            (
                FpOp::Fp
                | FpOp::Abs
                | FpOp::Neg
                | FpOp::Add
                | FpOp::Sub
                | FpOp::Mul
                | FpOp::Div
                | FpOp::Fma
                | FpOp::Sqrt
                | FpOp::Rem
                | FpOp::RoundToIntegral
                | FpOp::Min
                | FpOp::Max
                | FpOp::Leq
                | FpOp::Lt
                | FpOp::Geq
                | FpOp::Gt
                | FpOp::Eq
                | FpOp::IsNormal
                | FpOp::IsSubnormal
                | FpOp::IsZero
                | FpOp::IsInfinite
                | FpOp::IsNan
                | FpOp::IsNegative
                | FpOp::IsPositive
                | FpOp::ToReal
                | FpOp::FromBits(_)
                | FpOp::FromFloat(_)
                | FpOp::FromReal(_)
                | FpOp::FromSigned(_)
                | FpOp::FromUnsigned(_)
                | FpOp::ToUbv(_)
                | FpOp::ToSbv(_),
                _,
            ) => None,
        }
    }
}
