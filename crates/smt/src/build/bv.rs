//! Bit-vectors: sorts and rules.
//!
//! Normal forms: comparisons are `bvult`, `bvule`, `bvslt` and `bvsle`; commutative operators have the smaller index left;
//! the derived bitwise operators and `bvsub` of a constant are written with the basic ones; extracts look through
//! extracts, concatenations and extensions; neighbouring extracts of one term fuse.

use crate::sort::Sort;
use crate::term::{BvOp, CoreOp, Op, TermId, Terms};
use crate::value::{Bits, Value};

pub(super) fn sort_bv(op: BvOp, sorts: &[Sort]) -> Option<Sort> {
    if let (BvOp::IntToBv(width), [Sort::Int]) = (op, sorts) {
        return Sort::bit_vec(width).ok();
    }
    let width = sorts.first()?.width()?;
    let wide = |width: u64| u32::try_from(width).ok().and_then(|width| Sort::bit_vec(width).ok());
    let unary = |result: Option<Sort>| result.filter(|_| sorts.len() == 1);
    let binary = |result: Sort| (sorts.len() == 2 && sorts[0] == sorts[1]).then_some(result);
    match op {
        BvOp::Concat => match *sorts {
            [_, Sort::BitVec(low)] => wide(u64::from(width) + u64::from(low)),
            [..] => None,
        },
        BvOp::Not | BvOp::Neg | BvOp::RotateLeft(_) | BvOp::RotateRight(_) => unary(Some(sorts[0])),
        BvOp::And
        | BvOp::Or
        | BvOp::Xor
        | BvOp::Nand
        | BvOp::Nor
        | BvOp::Xnor
        | BvOp::Add
        | BvOp::Sub
        | BvOp::Mul
        | BvOp::Udiv
        | BvOp::Urem
        | BvOp::Sdiv
        | BvOp::Srem
        | BvOp::Smod
        | BvOp::Shl
        | BvOp::Lshr
        | BvOp::Ashr => binary(sorts[0]),
        BvOp::Ult | BvOp::Ule | BvOp::Ugt | BvOp::Uge | BvOp::Slt | BvOp::Sle | BvOp::Sgt | BvOp::Sge => {
            binary(Sort::Bool)
        }
        BvOp::Uaddo | BvOp::Saddo | BvOp::Usubo | BvOp::Ssubo | BvOp::Umulo | BvOp::Smulo | BvOp::Sdivo => {
            binary(Sort::Bool)
        }
        BvOp::Nego => unary(Some(Sort::Bool)),
        BvOp::Comp => binary(Sort::BitVec(1)),
        BvOp::UbvToInt | BvOp::SbvToInt => unary(Some(Sort::Int)),
        BvOp::Extract(high, low) => {
            unary((low <= high && high < width).then(|| Sort::BitVec(high - low + 1)))
        }
        BvOp::Repeat(count) => unary(wide(u64::from(width) * u64::from(count))),
        BvOp::ZeroExtend(by) | BvOp::SignExtend(by) => unary(wide(u64::from(width) + u64::from(by))),
        BvOp::IntToBv(_) => None,
    }
}

impl Terms {
    pub(super) fn simplify_bv(&mut self, op: BvOp, args: &[TermId]) -> Option<TermId> {
        match *args {
            [arg] => self.simplify_bv_unary(op, arg),
            [one, two] => self.simplify_bv_binary(op, one, two),
            [..] => None,
        }
    }

    fn width(&self, term: TermId) -> u32 {
        self.sort(term).width().unwrap_or(1)
    }

    fn constant_bits(&self, term: TermId) -> Option<&Bits> {
        self.as_const(term).and_then(Value::as_bits)
    }

    fn bits_of(&mut self, bits: Bits) -> TermId {
        self.constant(Value::Bits(bits))
    }

    fn simplify_bv_unary(&mut self, op: BvOp, arg: TermId) -> Option<TermId> {
        let inner = self.op(arg);
        match op {
            BvOp::Not | BvOp::Neg => (inner == Op::Bv(op)).then(|| self.args(arg)[0]),
            BvOp::Extract(high, low) => self.simplify_extract(high, low, arg),
            BvOp::Repeat(1) | BvOp::ZeroExtend(0) | BvOp::SignExtend(0) => Some(arg),
            BvOp::ZeroExtend(by) => {
                let zero = self.bits_of(Bits::zero(by));
                Some(self.make(Op::Bv(BvOp::Concat), &[zero, arg]))
            }
            BvOp::SignExtend(by) => {
                let Op::Bv(BvOp::SignExtend(more)) = inner else { return None };
                let inner = self.args(arg)[0];
                Some(self.make(Op::Bv(BvOp::SignExtend(by + more)), &[inner]))
            }
            BvOp::RotateRight(by) => {
                let width = self.width(arg);
                Some(self.make(Op::Bv(BvOp::RotateLeft((width - by % width) % width)), &[arg]))
            }
            BvOp::RotateLeft(by) => self.simplify_rotate(by, arg),
            BvOp::Nego => {
                let width = self.width(arg);
                let least = Bits::ones(width).sub(&Bits::ones(width).lshr(&Bits::from_u64(width, 1)));
                let least = self.bits_of(least);
                Some(self.make(Op::Core(CoreOp::Eq), &[arg, least]))
            }
            _ => None,
        }
    }

    /// A rotation is two extracts.
    fn simplify_rotate(&mut self, by: u32, arg: TermId) -> Option<TermId> {
        let width = self.width(arg);
        let by = by % width;
        if by == 0 {
            return Some(arg);
        }
        let low = self.make(Op::Bv(BvOp::Extract(width - 1, width - by)), &[arg]);
        let high = self.make(Op::Bv(BvOp::Extract(width - by - 1, 0)), &[arg]);
        Some(self.make(Op::Bv(BvOp::Concat), &[high, low]))
    }

    fn simplify_extract(&mut self, high: u32, low: u32, arg: TermId) -> Option<TermId> {
        if low == 0 && high + 1 == self.width(arg) {
            return Some(arg);
        }
        let extract = |terms: &mut Self, high, low, arg| terms.make(Op::Bv(BvOp::Extract(high, low)), &[arg]);
        let args = self.args(arg);
        match self.op(arg) {
            Op::Bv(BvOp::Extract(_, base)) => {
                let inner = args[0];
                Some(extract(self, high + base, low + base, inner))
            }
            Op::Bv(BvOp::Concat) => {
                let (upper, lower) = (args[0], args[1]);
                let middle = self.width(lower);
                if high < middle {
                    return Some(extract(self, high, low, lower));
                }
                if low >= middle {
                    return Some(extract(self, high - middle, low - middle, upper));
                }
                let upper = extract(self, high - middle, 0, upper);
                let lower = extract(self, middle - 1, low, lower);
                Some(self.make(Op::Bv(BvOp::Concat), &[upper, lower]))
            }
            Op::Bv(BvOp::SignExtend(_)) => {
                let inner = args[0];
                (high < self.width(inner)).then(|| extract(self, high, low, inner))
            }
            _ => None,
        }
    }

    fn simplify_bv_binary(&mut self, op: BvOp, one: TermId, two: TermId) -> Option<TermId> {
        let derived = |terms: &mut Self, op, one, two| {
            let inner = terms.make(Op::Bv(op), &[one, two]);
            Some(terms.make(Op::Bv(BvOp::Not), &[inner]))
        };
        match op {
            BvOp::Nand => derived(self, BvOp::And, one, two),
            BvOp::Nor => derived(self, BvOp::Or, one, two),
            BvOp::Xnor => derived(self, BvOp::Xor, one, two),
            BvOp::Ugt => Some(self.make(Op::Bv(BvOp::Ult), &[two, one])),
            BvOp::Uge => Some(self.make(Op::Bv(BvOp::Ule), &[two, one])),
            BvOp::Sgt => Some(self.make(Op::Bv(BvOp::Slt), &[two, one])),
            BvOp::Sge => Some(self.make(Op::Bv(BvOp::Sle), &[two, one])),
            BvOp::And | BvOp::Or | BvOp::Xor | BvOp::Add | BvOp::Mul => {
                self.simplify_commutative(op, one, two)
            }
            BvOp::Comp => {
                let equal = self.make(Op::Core(CoreOp::Eq), &[one, two]);
                let (yes, no) = (self.bits_of(Bits::ones(1)), self.bits_of(Bits::zero(1)));
                Some(self.make(Op::Core(CoreOp::Ite), &[equal, yes, no]))
            }
            BvOp::Sub => self.simplify_bvsub(one, two),
            // In one bit, one is also minus one; the signed quotient is the dividend all the same.
            BvOp::Udiv | BvOp::Sdiv => self.constant_bits(two).is_some_and(Bits::is_one).then_some(one),
            BvOp::Urem => self.constant_bits(two).is_some_and(Bits::is_one).then(|| {
                let width = self.width(one);
                self.bits_of(Bits::zero(width))
            }),
            BvOp::Shl | BvOp::Lshr | BvOp::Ashr => self.simplify_shift(op, one, two),
            BvOp::Ult | BvOp::Ule | BvOp::Slt | BvOp::Sle => self.simplify_compare(op, one, two),
            BvOp::Concat => self.simplify_concat(one, two),
            _ => None,
        }
    }

    fn simplify_commutative(&mut self, op: BvOp, one: TermId, two: TermId) -> Option<TermId> {
        let width = self.width(one);
        for (constant, other) in [(one, two), (two, one)] {
            let Some(bits) = self.constant_bits(constant) else { continue };
            let (is_zero, is_ones, is_one) = (bits.is_zero(), bits.is_ones(), bits.is_one());
            match op {
                BvOp::And | BvOp::Mul if is_zero => return Some(constant),
                BvOp::Or if is_ones => return Some(constant),
                BvOp::Or | BvOp::Xor | BvOp::Add if is_zero => return Some(other),
                BvOp::And if is_ones => return Some(other),
                BvOp::Mul if is_one => return Some(other),
                BvOp::Xor if is_ones => return Some(self.make(Op::Bv(BvOp::Not), &[other])),
                BvOp::Add => {
                    if let Some(term) = self.fuse_addition(constant, other) {
                        return Some(term);
                    }
                }
                _ => {}
            }
        }
        let is_complement =
            |terms: &Self, one, two| terms.op(two) == Op::Bv(BvOp::Not) && terms.args(two)[0] == one;
        let complement = is_complement(self, one, two) || is_complement(self, two, one);
        match op {
            BvOp::And | BvOp::Or if one == two => Some(one),
            BvOp::Xor if one == two => Some(self.bits_of(Bits::zero(width))),
            BvOp::And if complement => Some(self.bits_of(Bits::zero(width))),
            BvOp::Or | BvOp::Xor | BvOp::Add if complement => Some(self.bits_of(Bits::ones(width))),
            _ if one > two => Some(self.intern(Op::Bv(op), &[two, one], Sort::BitVec(width))),
            _ => None,
        }
    }

    /// `c + (d + x)` is `(c + d) + x`.
    fn fuse_addition(&mut self, constant: TermId, other: TermId) -> Option<TermId> {
        if self.op(other) != Op::Bv(BvOp::Add) {
            return None;
        }
        let &[left, right] = self.args(other) else { return None };
        let (inner, rest) = if self.constant_bits(left).is_some() { (left, right) } else { (right, left) };
        let sum = self.constant_bits(constant)?.add(self.constant_bits(inner)?);
        let sum = self.bits_of(sum);
        Some(self.make(Op::Bv(BvOp::Add), &[sum, rest]))
    }

    fn simplify_bvsub(&mut self, one: TermId, two: TermId) -> Option<TermId> {
        if one == two {
            let width = self.width(one);
            return Some(self.bits_of(Bits::zero(width)));
        }
        let opposite = self.constant_bits(two)?.neg();
        let opposite = self.bits_of(opposite);
        Some(self.make(Op::Bv(BvOp::Add), &[one, opposite]))
    }

    fn simplify_shift(&mut self, op: BvOp, one: TermId, by: TermId) -> Option<TermId> {
        let width = self.width(one);
        if self.constant_bits(one).is_some_and(Bits::is_zero) {
            return Some(one);
        }
        let distance = self.constant_bits(by)?;
        if distance.is_zero() {
            return Some(one);
        }
        let is_out = distance.to_u64().is_none_or(|distance| distance >= u64::from(width));
        (is_out && op != BvOp::Ashr).then(|| self.bits_of(Bits::zero(width)))
    }

    fn simplify_compare(&mut self, op: BvOp, one: TermId, two: TermId) -> Option<TermId> {
        if one == two {
            return Some(self.bool(matches!(op, BvOp::Ule | BvOp::Sle)));
        }
        let is = |terms: &Self, term, test: fn(&Bits) -> bool| terms.constant_bits(term).is_some_and(test);
        match op {
            BvOp::Ult if is(self, two, Bits::is_zero) || is(self, one, Bits::is_ones) => {
                Some(self.bool(false))
            }
            BvOp::Ule if is(self, one, Bits::is_zero) || is(self, two, Bits::is_ones) => {
                Some(self.bool(true))
            }
            BvOp::Ule if is(self, two, Bits::is_zero) => Some(self.make(Op::Core(CoreOp::Eq), &[one, two])),
            BvOp::Ult if is(self, one, Bits::is_zero) => {
                let equal = self.make(Op::Core(CoreOp::Eq), &[one, two]);
                Some(self.not(equal))
            }
            BvOp::Ult if is(self, two, Bits::is_one) => {
                let zero = Bits::zero(self.width(one));
                let zero = self.bits_of(zero);
                Some(self.make(Op::Core(CoreOp::Eq), &[one, zero]))
            }
            _ => None,
        }
    }

    /// Neighbours that are extracts of one term, or constants, fuse.
    fn simplify_concat(&mut self, one: TermId, two: TermId) -> Option<TermId> {
        if let (Op::Bv(BvOp::Extract(high, middle)), Op::Bv(BvOp::Extract(below, low))) =
            (self.op(one), self.op(two))
        {
            let (source, other) = (self.args(one)[0], self.args(two)[0]);
            if source == other && below + 1 == middle {
                return Some(self.make(Op::Bv(BvOp::Extract(high, low)), &[source]));
            }
        }
        if self.op(two) == Op::Bv(BvOp::Concat) {
            let &[upper, lower] = self.args(two) else { return None };
            let fused = self.constant_bits(one)?.concat(self.constant_bits(upper)?);
            let fused = self.bits_of(fused);
            return Some(self.make(Op::Bv(BvOp::Concat), &[fused, lower]));
        }
        None
    }
}
