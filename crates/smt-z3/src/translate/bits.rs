//! Bit-vectors. Overflow predicates are written with the basic operators, except for products, for which Z3 has better circuits.

use super::{Outcome, Translation, odd};
use crate::ffi::{Ast, Binary, Context, Signedness};
use smt::value::Bits;
use smt::{BvOp, Sort, Terms, Value};
use std::rc::Rc;

/// The function of Z3 with the same meaning, where there is one.
fn plain(context: &Context, op: BvOp) -> Option<Binary> {
    let table = &context.api.table;
    Some(match op {
        BvOp::Concat => table.mk_concat,
        BvOp::And => table.mk_bvand,
        BvOp::Or => table.mk_bvor,
        BvOp::Xor => table.mk_bvxor,
        BvOp::Nand => table.mk_bvnand,
        BvOp::Nor => table.mk_bvnor,
        BvOp::Xnor => table.mk_bvxnor,
        BvOp::Add => table.mk_bvadd,
        BvOp::Sub => table.mk_bvsub,
        BvOp::Mul => table.mk_bvmul,
        BvOp::Udiv => table.mk_bvudiv,
        BvOp::Urem => table.mk_bvurem,
        BvOp::Sdiv => table.mk_bvsdiv,
        BvOp::Srem => table.mk_bvsrem,
        BvOp::Smod => table.mk_bvsmod,
        BvOp::Shl => table.mk_bvshl,
        BvOp::Lshr => table.mk_bvlshr,
        BvOp::Ashr => table.mk_bvashr,
        BvOp::Ult => table.mk_bvult,
        BvOp::Ule => table.mk_bvule,
        BvOp::Ugt => table.mk_bvugt,
        BvOp::Uge => table.mk_bvuge,
        BvOp::Slt => table.mk_bvslt,
        BvOp::Sle => table.mk_bvsle,
        BvOp::Sgt => table.mk_bvsgt,
        BvOp::Sge => table.mk_bvsge,
        BvOp::Usubo => table.mk_bvult,
        BvOp::Comp
        | BvOp::Not
        | BvOp::Neg
        | BvOp::Nego
        | BvOp::Uaddo
        | BvOp::Saddo
        | BvOp::Ssubo
        | BvOp::Umulo
        | BvOp::Smulo
        | BvOp::Sdivo
        | BvOp::UbvToInt
        | BvOp::SbvToInt
        | BvOp::Extract(..)
        | BvOp::Repeat(_)
        | BvOp::ZeroExtend(_)
        | BvOp::SignExtend(_)
        | BvOp::RotateLeft(_)
        | BvOp::RotateRight(_)
        | BvOp::IntToBv(_) => return None,
    })
}

impl Translation {
    /// A bit-vector operator; the sort is that of the first argument.
    pub(super) fn bits(&mut self, terms: &Terms, op: BvOp, args: &[Ast], sort: Sort) -> Outcome {
        let context = Rc::clone(&self.context);
        if let (Some(function), [left, right]) = (plain(&context, op), args) {
            return context.binary(function, left, right);
        }
        let width = sort.width().unwrap_or(1);
        match args {
            [argument] => self.bits_unary(terms, op, argument, width),
            [left, right] => self.bits_predicate(terms, op, left, right, width),
            [..] => Err(odd()),
        }
    }

    fn bits_unary(&mut self, terms: &Terms, op: BvOp, argument: &Ast, width: u32) -> Outcome {
        let context = Rc::clone(&self.context);
        let table = &context.api.table;
        match op {
            BvOp::Not => context.unary(table.mk_bvnot, argument),
            BvOp::Neg => context.unary(table.mk_bvneg, argument),
            BvOp::Nego => {
                let least = self.least(terms, width)?;
                context.binary(table.mk_eq, argument, &least)
            }
            BvOp::UbvToInt => context.bits_to_int(argument, Signedness::Unsigned),
            BvOp::SbvToInt => context.bits_to_int(argument, Signedness::Signed),
            BvOp::Extract(high, low) => context.extract(high, low, argument),
            BvOp::Repeat(count) => context.indexed(table.mk_repeat, count, argument),
            BvOp::ZeroExtend(by) => context.indexed(table.mk_zero_ext, by, argument),
            BvOp::SignExtend(by) => context.indexed(table.mk_sign_ext, by, argument),
            BvOp::RotateLeft(by) => context.indexed(table.mk_rotate_left, by % width, argument),
            BvOp::RotateRight(by) => context.indexed(table.mk_rotate_right, by % width, argument),
            BvOp::IntToBv(width) => context.indexed(table.mk_int2bv, width, argument),
            _ => Err(odd()),
        }
    }

    fn bits_predicate(&mut self, terms: &Terms, op: BvOp, left: &Ast, right: &Ast, width: u32) -> Outcome {
        let context = Rc::clone(&self.context);
        let table = &context.api.table;
        let both = |function: Binary| context.binary(function, left, right);
        match op {
            BvOp::Comp => {
                let equal = both(table.mk_eq)?;
                let (yes, no) = (self.constant(terms, Bits::ones(1))?, self.constant(terms, Bits::zero(1))?);
                context.ternary(table.mk_ite, [&equal, &yes, &no])
            }
            BvOp::Uaddo => context.binary(table.mk_bvult, &both(table.mk_bvadd)?, left),
            // The sum has a sign that neither summand has.
            BvOp::Saddo => {
                let sum = both(table.mk_bvadd)?;
                self.both_signs_differ(terms, [(left, &sum), (right, &sum)], width)
            }
            // The signs differ, and that of the difference is not the first's.
            BvOp::Ssubo => {
                let difference = both(table.mk_bvsub)?;
                self.both_signs_differ(terms, [(left, right), (left, &difference)], width)
            }
            BvOp::Umulo => {
                let fits = context.no_overflow(left, right, Signedness::Unsigned)?;
                context.unary(table.mk_not, &fits)
            }
            BvOp::Smulo if context.api.numbers < crate::MODERN => {
                self.wide_product_differs(left, right, width)
            }
            BvOp::Smulo => {
                let below = context.no_overflow(left, right, Signedness::Signed)?;
                let above = both(table.mk_bvmul_no_underflow)?;
                context.unary(table.mk_not, &context.nary(table.mk_and, &[below, above])?)
            }
            BvOp::Sdivo => {
                let (least, ones) = (self.least(terms, width)?, self.constant(terms, Bits::ones(width))?);
                let dividend = context.binary(table.mk_eq, left, &least)?;
                let divisor = context.binary(table.mk_eq, right, &ones)?;
                context.nary(table.mk_and, &[dividend, divisor])
            }
            _ => Err(odd()),
        }
    }

    /// Whether the signed product of twice the width is not what the product of this width stands for.
    fn wide_product_differs(&mut self, left: &Ast, right: &Ast, width: u32) -> Outcome {
        let context = Rc::clone(&self.context);
        let table = &context.api.table;
        let widen = |term: &Ast| context.indexed(table.mk_sign_ext, width, term);
        let wide = context.binary(table.mk_bvmul, &widen(left)?, &widen(right)?)?;
        let narrow = widen(&context.binary(table.mk_bvmul, left, right)?)?;
        context.unary(table.mk_not, &context.binary(table.mk_eq, &wide, &narrow)?)
    }

    /// Whether the terms of both pairs have different signs.
    fn both_signs_differ(&mut self, terms: &Terms, pairs: [(&Ast, &Ast); 2], width: u32) -> Outcome {
        let context = Rc::clone(&self.context);
        let table = &context.api.table;
        let [one, two] = pairs.map(|(left, right)| context.binary(table.mk_bvxor, left, right));
        let signs = context.binary(table.mk_bvand, &one?, &two?)?;
        let zero = self.constant(terms, Bits::zero(width))?;
        context.binary(table.mk_bvslt, &signs, &zero)
    }

    fn constant(&mut self, terms: &Terms, bits: Bits) -> Outcome {
        self.value(terms, &Value::Bits(bits))
    }

    /// The least signed number: only the sign is set.
    fn least(&mut self, terms: &Terms, width: u32) -> Outcome {
        let most = Bits::ones(width).lshr(&Bits::from_u64(width, 1));
        let least = if width == 1 { Bits::ones(1) } else { most.not() };
        self.constant(terms, least)
    }
}
