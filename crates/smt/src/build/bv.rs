//! Bit-vectors: sorts and rules.
//!
//! Normal forms: comparisons are `bvult`, `bvule`, `bvslt` and `bvsle`; commutative operators have the smaller index left;
//! the derived bitwise operators and `bvsub` of a constant are written with the basic ones; extracts look through
//! extracts, concatenations and extensions; neighbouring extracts of one term fuse; an equation with a constant is about
//! as small a term as undoing sums, complements and extensions gives.

use super::Arguments;
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

/// The operators whose arguments can change places.
#[derive(Clone, Copy)]
enum Commutative {
    And,
    Or,
    Xor,
    Add,
    Mul,
}

impl Commutative {
    fn operator(self) -> BvOp {
        match self {
            Self::And => BvOp::And,
            Self::Or => BvOp::Or,
            Self::Xor => BvOp::Xor,
            Self::Add => BvOp::Add,
            Self::Mul => BvOp::Mul,
        }
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
            BvOp::Repeat(_)
            | BvOp::UbvToInt
            | BvOp::SbvToInt
            | BvOp::IntToBv(_)
            | BvOp::Concat
            | BvOp::And
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
            | BvOp::Ashr
            | BvOp::Ult
            | BvOp::Ule
            | BvOp::Ugt
            | BvOp::Uge
            | BvOp::Slt
            | BvOp::Sle
            | BvOp::Sgt
            | BvOp::Sge
            | BvOp::Comp
            | BvOp::Uaddo
            | BvOp::Saddo
            | BvOp::Usubo
            | BvOp::Ssubo
            | BvOp::Umulo
            | BvOp::Smulo
            | BvOp::Sdivo => None,
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
        let Op::Bv(inner) = self.op(arg) else { return None };
        match inner {
            BvOp::Extract(_, base) => {
                let inner = args[0];
                Some(extract(self, high + base, low + base, inner))
            }
            BvOp::Concat => {
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
            BvOp::SignExtend(_) => {
                let inner = args[0];
                (high < self.width(inner)).then(|| extract(self, high, low, inner))
            }
            BvOp::Not
            | BvOp::Neg
            | BvOp::Repeat(_)
            | BvOp::ZeroExtend(_)
            | BvOp::RotateLeft(_)
            | BvOp::RotateRight(_)
            | BvOp::Nego
            | BvOp::UbvToInt
            | BvOp::SbvToInt
            | BvOp::IntToBv(_)
            | BvOp::And
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
            | BvOp::Ashr
            | BvOp::Ult
            | BvOp::Ule
            | BvOp::Ugt
            | BvOp::Uge
            | BvOp::Slt
            | BvOp::Sle
            | BvOp::Sgt
            | BvOp::Sge
            | BvOp::Comp
            | BvOp::Uaddo
            | BvOp::Saddo
            | BvOp::Usubo
            | BvOp::Ssubo
            | BvOp::Umulo
            | BvOp::Smulo
            | BvOp::Sdivo => None,
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
            BvOp::And => self.simplify_commutative(Commutative::And, one, two),
            BvOp::Or => self.simplify_commutative(Commutative::Or, one, two),
            BvOp::Xor => self.simplify_commutative(Commutative::Xor, one, two),
            BvOp::Add => self.simplify_commutative(Commutative::Add, one, two),
            BvOp::Mul => self.simplify_commutative(Commutative::Mul, one, two),
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
            BvOp::Ult => self.simplify_below(one, two),
            BvOp::Ule => self.simplify_at_most(one, two),
            BvOp::Slt => (one == two).then(|| self.bool(false)),
            BvOp::Sle => (one == two).then(|| self.bool(true)),
            BvOp::Concat => self.simplify_concat(one, two),
            BvOp::Srem
            | BvOp::Smod
            | BvOp::Uaddo
            | BvOp::Saddo
            | BvOp::Usubo
            | BvOp::Ssubo
            | BvOp::Umulo
            | BvOp::Smulo
            | BvOp::Sdivo
            | BvOp::Not
            | BvOp::Neg
            | BvOp::Extract(_, _)
            | BvOp::Repeat(_)
            | BvOp::ZeroExtend(_)
            | BvOp::SignExtend(_)
            | BvOp::RotateLeft(_)
            | BvOp::RotateRight(_)
            | BvOp::Nego
            | BvOp::UbvToInt
            | BvOp::SbvToInt
            | BvOp::IntToBv(_) => None,
        }
    }

    fn simplify_commutative(&mut self, op: Commutative, one: TermId, two: TermId) -> Option<TermId> {
        for (constant, other) in [(one, two), (two, one)] {
            if let Some(term) = self.with_constant(op, constant, other) {
                return Some(term);
            }
        }
        let width = self.width(one);
        let is_complement =
            |terms: &Self, one, two| terms.op(two) == Op::Bv(BvOp::Not) && terms.args(two)[0] == one;
        if is_complement(self, one, two) || is_complement(self, two, one) {
            match op {
                Commutative::And => return Some(self.bits_of(Bits::zero(width))),
                Commutative::Or | Commutative::Xor | Commutative::Add => {
                    return Some(self.bits_of(Bits::ones(width)));
                }
                Commutative::Mul => {}
            }
        }
        if one == two {
            match op {
                Commutative::And | Commutative::Or => return Some(one),
                Commutative::Xor => return Some(self.bits_of(Bits::zero(width))),
                Commutative::Add | Commutative::Mul => {}
            }
        }
        (one > two).then(|| self.intern(Op::Bv(op.operator()), &[two, one], Sort::BitVec(width)))
    }

    /// What a commutative operator does with a constant.
    fn with_constant(&mut self, op: Commutative, constant: TermId, other: TermId) -> Option<TermId> {
        let bits = self.constant_bits(constant)?;
        let (is_zero, is_ones, is_one) = (bits.is_zero(), bits.is_ones(), bits.is_one());
        match op {
            Commutative::And if is_zero => Some(constant),
            Commutative::And => is_ones.then_some(other),
            Commutative::Or if is_ones => Some(constant),
            Commutative::Or => is_zero.then_some(other),
            Commutative::Xor if is_zero => Some(other),
            Commutative::Xor => is_ones.then(|| self.make(Op::Bv(BvOp::Not), &[other])),
            Commutative::Add if is_zero => Some(other),
            Commutative::Add => self.fuse_addition(constant, other),
            Commutative::Mul if is_zero => Some(constant),
            Commutative::Mul => is_one.then_some(other),
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

    fn is_bits(&self, term: TermId, test: fn(&Bits) -> bool) -> bool {
        self.constant_bits(term).is_some_and(test)
    }

    /// `bvult`.
    fn simplify_below(&mut self, one: TermId, two: TermId) -> Option<TermId> {
        if one == two || self.is_bits(two, Bits::is_zero) || self.is_bits(one, Bits::is_ones) {
            return Some(self.bool(false));
        }
        if self.is_bits(one, Bits::is_zero) {
            let equal = self.make(Op::Core(CoreOp::Eq), &[one, two]);
            return Some(self.not(equal));
        }
        if self.is_bits(two, Bits::is_one) {
            let zero = Bits::zero(self.width(one));
            let zero = self.bits_of(zero);
            return Some(self.make(Op::Core(CoreOp::Eq), &[one, zero]));
        }
        None
    }

    /// `bvule`.
    fn simplify_at_most(&mut self, one: TermId, two: TermId) -> Option<TermId> {
        if one == two || self.is_bits(one, Bits::is_zero) || self.is_bits(two, Bits::is_ones) {
            return Some(self.bool(true));
        }
        self.is_bits(two, Bits::is_zero).then(|| self.make(Op::Core(CoreOp::Eq), &[one, two]))
    }

    /// An equation of a bit-vector and a constant: what can be undone is, and known parts are compared.
    pub(super) fn simplify_bits_eq(&mut self, term: TermId, constant: TermId) -> Option<TermId> {
        let bits = self.constant_bits(constant)?.clone();
        let Op::Bv(op @ (BvOp::Add | BvOp::Not | BvOp::Neg | BvOp::Xor | BvOp::Concat)) = self.op(term)
        else {
            return None;
        };
        let args = Arguments::from_slice(self.args(term));
        if let [arg] = *args {
            let undone = self.bits_of(if op == BvOp::Not { bits.not() } else { bits.neg() });
            return Some(self.make(Op::Core(CoreOp::Eq), &[arg, undone]));
        }
        let &[one, two] = &*args else { return None };
        if op == BvOp::Concat {
            return self.simplify_concat_eq(one, two, &bits);
        }
        let (known, rest) = if self.constant_bits(one).is_some() { (one, two) } else { (two, one) };
        let known = self.constant_bits(known)?;
        let undone = if op == BvOp::Add { bits.sub(known) } else { bits.xor(known) };
        let undone = self.bits_of(undone);
        Some(self.make(Op::Core(CoreOp::Eq), &[rest, undone]))
    }

    /// A concatenation with a constant part equals a constant if both parts do, and one is known.
    fn simplify_concat_eq(&mut self, upper: TermId, lower: TermId, bits: &Bits) -> Option<TermId> {
        if self.constant_bits(upper).is_none() && self.constant_bits(lower).is_none() {
            return None;
        }
        let middle = self.width(lower);
        let above = self.bits_of(bits.extract(bits.width() - 1, middle));
        let below = self.bits_of(bits.extract(middle - 1, 0));
        let above = self.make(Op::Core(CoreOp::Eq), &[upper, above]);
        let below = self.make(Op::Core(CoreOp::Eq), &[lower, below]);
        Some(self.and(&[above, below]))
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
