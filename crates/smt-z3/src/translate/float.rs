//! Floating-point numbers.

use super::{Outcome, Translation, odd};
use crate::ffi::{Ast, Binary, Context, Ternary, Unary};
use smt::{Format, FpOp, Sort, Terms};
use std::rc::Rc;

/// A function of Z3 with the same meaning and arguments.
enum Plain {
    Unary(Unary),
    Binary(Binary),
    Ternary(Ternary),
}

fn plain(context: &Context, op: FpOp) -> Option<Plain> {
    let table = &context.api.table;
    Some(match op {
        FpOp::Fp => Plain::Ternary(table.mk_fpa_fp),
        FpOp::Abs => Plain::Unary(table.mk_fpa_abs),
        FpOp::Neg => Plain::Unary(table.mk_fpa_neg),
        FpOp::Add => Plain::Ternary(table.mk_fpa_add),
        FpOp::Sub => Plain::Ternary(table.mk_fpa_sub),
        FpOp::Mul => Plain::Ternary(table.mk_fpa_mul),
        FpOp::Div => Plain::Ternary(table.mk_fpa_div),
        FpOp::Sqrt => Plain::Binary(table.mk_fpa_sqrt),
        FpOp::Rem => Plain::Binary(table.mk_fpa_rem),
        FpOp::RoundToIntegral => Plain::Binary(table.mk_fpa_round_to_integral),
        FpOp::Min => Plain::Binary(table.mk_fpa_min),
        FpOp::Max => Plain::Binary(table.mk_fpa_max),
        FpOp::Leq => Plain::Binary(table.mk_fpa_leq),
        FpOp::Lt => Plain::Binary(table.mk_fpa_lt),
        FpOp::Geq => Plain::Binary(table.mk_fpa_geq),
        FpOp::Gt => Plain::Binary(table.mk_fpa_gt),
        FpOp::Eq => Plain::Binary(table.mk_fpa_eq),
        FpOp::IsNormal => Plain::Unary(table.mk_fpa_is_normal),
        FpOp::IsSubnormal => Plain::Unary(table.mk_fpa_is_subnormal),
        FpOp::IsZero => Plain::Unary(table.mk_fpa_is_zero),
        FpOp::IsInfinite => Plain::Unary(table.mk_fpa_is_infinite),
        FpOp::IsNan => Plain::Unary(table.mk_fpa_is_nan),
        FpOp::IsNegative => Plain::Unary(table.mk_fpa_is_negative),
        FpOp::IsPositive => Plain::Unary(table.mk_fpa_is_positive),
        FpOp::ToReal => Plain::Unary(table.mk_fpa_to_real),
        FpOp::Fma
        | FpOp::FromBits(_)
        | FpOp::FromFloat(_)
        | FpOp::FromReal(_)
        | FpOp::FromSigned(_)
        | FpOp::FromUnsigned(_)
        | FpOp::ToUbv(_)
        | FpOp::ToSbv(_) => return None,
    })
}

impl Translation {
    pub(super) fn float(&mut self, terms: &Terms, op: FpOp, args: &[Ast]) -> Outcome {
        let context = Rc::clone(&self.context);
        match (plain(&context, op), args) {
            (Some(Plain::Unary(function)), [one]) => context.unary(function, one),
            (Some(Plain::Binary(function)), [one, two]) => context.binary(function, one, two),
            (Some(Plain::Ternary(function)), [one, two, three]) => {
                context.ternary(function, [one, two, three])
            }
            (Some(_), _) => Err(odd()),
            (None, _) => self.float_conversion(terms, op, args),
        }
    }

    fn float_conversion(&mut self, terms: &Terms, op: FpOp, args: &[Ast]) -> Outcome {
        let context = Rc::clone(&self.context);
        let table = &context.api.table;
        let mut sort = |format: Format| self.sort(terms, Sort::Float(format));
        match (op, args) {
            (FpOp::Fma, [mode, one, two, three]) => {
                context.fma(&[mode.clone(), one.clone(), two.clone(), three.clone()])
            }
            (FpOp::FromBits(format), [bits]) => context.float_of_bits(bits, &*sort(format)?),
            (FpOp::FromFloat(format), [mode, float]) => {
                context.rounded(table.mk_fpa_to_fp_float, mode, float, &*sort(format)?)
            }
            (FpOp::FromReal(format), [mode, real]) => {
                context.rounded(table.mk_fpa_to_fp_real, mode, real, &*sort(format)?)
            }
            (FpOp::FromSigned(format), [mode, bits]) => {
                context.rounded(table.mk_fpa_to_fp_signed, mode, bits, &*sort(format)?)
            }
            (FpOp::FromUnsigned(format), [mode, bits]) => {
                context.rounded(table.mk_fpa_to_fp_unsigned, mode, bits, &*sort(format)?)
            }
            (FpOp::ToUbv(width), [mode, float]) => context.to_bits(table.mk_fpa_to_ubv, mode, float, width),
            (FpOp::ToSbv(width), [mode, float]) => context.to_bits(table.mk_fpa_to_sbv, mode, float, width),
            (_, _) => Err(odd()),
        }
    }
}
