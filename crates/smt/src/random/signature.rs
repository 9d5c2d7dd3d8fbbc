//! Which operators make a term of a sort, and from arguments of which sorts: the grammar of random terms.
//!
//! Every operator of every theory is here, so whoever draws from these lists long enough has tried them all.
//! Indices (of extracts, extensions, formats) are drawn when a list is made.

use super::{Family, Random, Reach};
use crate::sort::{Format, Sort};
use crate::term::{ArithOp, ArrayOp, BvOp, CoreOp, FpOp, Op};

/// What an argument may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// Any term of the sort.
    Any(Sort),
    /// A constant of the sort: what keeps arithmetic linear.
    Constant(Sort),
    /// A constant that is not zero: a divisor in linear arithmetic.
    NonZero(Sort),
}

/// An operator with the arguments that it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The operator.
    pub op: Op,
    /// Its arguments.
    pub arguments: Vec<Argument>,
}

/// A list that grows by operators of one shape at a time.
struct Signatures(Vec<Signature>);

impl Signatures {
    fn add(&mut self, op: Op, sorts: &[Sort]) {
        let arguments = sorts.iter().map(|&sort| Argument::Any(sort)).collect();
        self.0.push(Signature { op, arguments });
    }

    fn all<T: Copy>(&mut self, ops: &[T], wrap: fn(T) -> Op, sorts: &[Sort]) {
        for &op in ops {
            self.add(wrap(op), sorts);
        }
    }
}

const BITWISE: [BvOp; 17] = [
    BvOp::And,
    BvOp::Or,
    BvOp::Xor,
    BvOp::Nand,
    BvOp::Nor,
    BvOp::Xnor,
    BvOp::Add,
    BvOp::Sub,
    BvOp::Mul,
    BvOp::Udiv,
    BvOp::Urem,
    BvOp::Sdiv,
    BvOp::Srem,
    BvOp::Smod,
    BvOp::Shl,
    BvOp::Lshr,
    BvOp::Ashr,
];

const BIT_PREDICATES: [BvOp; 15] = [
    BvOp::Ult,
    BvOp::Ule,
    BvOp::Ugt,
    BvOp::Uge,
    BvOp::Slt,
    BvOp::Sle,
    BvOp::Sgt,
    BvOp::Sge,
    BvOp::Uaddo,
    BvOp::Saddo,
    BvOp::Usubo,
    BvOp::Ssubo,
    BvOp::Umulo,
    BvOp::Smulo,
    BvOp::Sdivo,
];

impl Random {
    /// The ways to make a term of a sort with an operator. There is none for rounding modes but `ite`.
    pub fn signatures(&mut self, result: Sort) -> Vec<Signature> {
        let mut list = Signatures(Vec::new());
        list.add(Op::Core(CoreOp::Ite), &[Sort::Bool, result, result]);
        match result {
            Sort::Bool => self.of_bool(&mut list),
            Sort::BitVec(width) => self.of_bits(width, &mut list),
            Sort::Float(format) => self.of_floats(format, &mut list),
            Sort::RoundingMode => {}
            Sort::Int => self.of_int(&mut list),
            Sort::Real => self.of_real(&mut list),
            Sort::Array(id) => {
                let (index, element) = self.terms.array_parts(id);
                let constant = match self.reach {
                    Reach::Portable => Argument::Constant(element),
                    Reach::Full => Argument::Any(element),
                };
                list.0.push(Signature { op: Op::Array(ArrayOp::Constant(id)), arguments: vec![constant] });
                list.add(Op::Array(ArrayOp::Store), &[result, index, element]);
                list.add(Op::Array(ArrayOp::Store), &[result, index, element]);
            }
        }
        if self.has_arrays() && !matches!(result, Sort::Array(_) | Sort::Real | Sort::RoundingMode) {
            let index = self.index_sort();
            if let Ok(array) = self.terms.array_sort(index, result) {
                list.add(Op::Array(ArrayOp::Select), &[array, index]);
            }
        }
        list.0
    }

    fn of_bool(&mut self, list: &mut Signatures) {
        use Sort::{Bool, Int, Real};
        list.add(Op::Core(CoreOp::Not), &[Bool]);
        list.all(&[CoreOp::And, CoreOp::Or], Op::Core, &[Bool; 3]);
        list.all(&[CoreOp::Xor, CoreOp::Implies, CoreOp::Eq], Op::Core, &[Bool; 2]);
        let sort = self.sort();
        list.add(Op::Core(CoreOp::Eq), &[sort; 2]);
        list.add(Op::Core(CoreOp::Distinct), &[sort; 3]);
        if self.has(Sort::BitVec(1)) {
            let bits = Sort::BitVec(self.width());
            list.all(&BIT_PREDICATES, Op::Bv, &[bits; 2]);
            list.add(Op::Bv(BvOp::Nego), &[bits]);
        }
        if self.has(Sort::RoundingMode) {
            let float = Sort::Float(self.format());
            let compare = [FpOp::Leq, FpOp::Lt, FpOp::Geq, FpOp::Gt, FpOp::Eq];
            list.all(&compare, Op::Fp, &[float; 2]);
            let classes = FpOp::PLAIN.iter().filter(|entry| entry.0.starts_with("fp.is"));
            for &(_, op) in classes {
                list.add(Op::Fp(op), &[float]);
            }
        }
        let compare = [ArithOp::Le, ArithOp::Lt, ArithOp::Ge, ArithOp::Gt];
        for sort in [Int, Real] {
            if self.has(sort) {
                list.all(&compare, Op::Arith, &[sort; 2]);
            }
        }
        if self.has(Int) {
            let by = self.below(4) as u32 + 1;
            list.add(Op::Arith(ArithOp::Divisible(by)), &[Int]);
        }
        if self.has(Int) && self.has(Real) {
            list.add(Op::Arith(ArithOp::IsInt), &[Real]);
        }
    }

    fn of_bits(&mut self, width: u32, list: &mut Signatures) {
        let same = Sort::BitVec(width);
        list.all(&BITWISE, Op::Bv, &[same; 2]);
        let turn = self.below(2 * width as usize + 1) as u32;
        let unary = [BvOp::Not, BvOp::Neg, BvOp::RotateLeft(turn), BvOp::RotateRight(turn), BvOp::Repeat(1)];
        list.all(&unary, Op::Bv, &[same]);
        let (above, low) = (self.below(3) as u32, self.below(3) as u32);
        list.add(Op::Bv(BvOp::Extract(low + width - 1, low)), &[Sort::BitVec(width + above + low)]);
        let by = self.below(width as usize) as u32;
        list.all(&[BvOp::ZeroExtend(by), BvOp::SignExtend(by)], Op::Bv, &[Sort::BitVec(width - by)]);
        if width > 1 {
            let low = self.below(width as usize - 1) as u32 + 1;
            list.add(Op::Bv(BvOp::Concat), &[Sort::BitVec(width - low), Sort::BitVec(low)]);
        }
        if width.is_multiple_of(2) {
            list.add(Op::Bv(BvOp::Repeat(2)), &[Sort::BitVec(width / 2)]);
        }
        if width == 1 {
            let bits = Sort::BitVec(self.width());
            list.add(Op::Bv(BvOp::Comp), &[bits; 2]);
        }
        if self.has(Sort::Int) {
            list.add(Op::Bv(BvOp::IntToBv(width)), &[Sort::Int]);
        }
        if self.has(Sort::RoundingMode) {
            let float = Sort::Float(self.format());
            let convert = [FpOp::ToUbv(width), FpOp::ToSbv(width)];
            list.all(&convert, Op::Fp, &[Sort::RoundingMode, float]);
        }
        if matches!(self.family, Family::Everything | Family::Functions) {
            for (name, arguments) in [("f", vec![same, Sort::Bool]), ("g", vec![same])] {
                if let Ok(function) = self.terms.declare(&format!("{name}{width}"), &arguments, same) {
                    list.add(Op::Apply(function), &arguments);
                }
            }
        }
    }

    fn of_floats(&mut self, format: Format, list: &mut Signatures) {
        let (same, mode) = (Sort::Float(format), Sort::RoundingMode);
        list.all(&[FpOp::Abs, FpOp::Neg], Op::Fp, &[same]);
        list.all(&[FpOp::Rem, FpOp::Min, FpOp::Max], Op::Fp, &[same; 2]);
        list.add(Op::Fp(FpOp::Fma), &[mode, same, same, same]);
        list.all(&[FpOp::Sqrt, FpOp::RoundToIntegral], Op::Fp, &[mode, same]);
        let four = [FpOp::Add, FpOp::Sub, FpOp::Mul, FpOp::Div];
        list.all(&four, Op::Fp, &[mode, same, same]);
        let other = Sort::Float(self.format());
        list.add(Op::Fp(FpOp::FromFloat(format)), &[mode, other]);
        let bits = Sort::BitVec(self.width());
        list.all(&[FpOp::FromSigned(format), FpOp::FromUnsigned(format)], Op::Fp, &[mode, bits]);
        list.add(Op::Fp(FpOp::FromBits(format)), &[Sort::BitVec(format.width())]);
        let parts = [1, format.exponent(), format.significand() - 1].map(Sort::BitVec);
        list.add(Op::Fp(FpOp::Fp), &parts);
        if self.has(Sort::Real) {
            list.add(Op::Fp(FpOp::FromReal(format)), &[mode, Sort::Real]);
        }
    }

    fn of_int(&mut self, list: &mut Signatures) {
        use Argument::{Any, Constant, NonZero};
        let int = Sort::Int;
        list.all(&[ArithOp::Neg, ArithOp::Abs], Op::Arith, &[int]);
        list.add(Op::Arith(ArithOp::Add), &[int; 3]);
        list.add(Op::Arith(ArithOp::Sub), &[int; 2]);
        if self.is_linear() {
            let with = |op, arguments| Signature { op: Op::Arith(op), arguments };
            list.0.push(with(ArithOp::Mul, vec![Constant(int), Any(int)]));
            list.0.push(with(ArithOp::IntDiv, vec![Any(int), NonZero(int)]));
            list.0.push(with(ArithOp::Mod, vec![Any(int), NonZero(int)]));
        } else {
            list.add(Op::Arith(ArithOp::Mul), &[int; 3]);
            list.all(&[ArithOp::IntDiv, ArithOp::Mod], Op::Arith, &[int; 2]);
        }
        if self.has(Sort::Real) {
            list.add(Op::Arith(ArithOp::ToInt), &[Sort::Real]);
        }
        if self.has(Sort::BitVec(1)) {
            let bits = Sort::BitVec(self.width());
            list.all(&[BvOp::UbvToInt, BvOp::SbvToInt], Op::Bv, &[bits]);
        }
    }

    fn of_real(&mut self, list: &mut Signatures) {
        use Argument::{Any, Constant, NonZero};
        let real = Sort::Real;
        list.add(Op::Arith(ArithOp::Neg), &[real]);
        list.add(Op::Arith(ArithOp::Add), &[real; 3]);
        list.add(Op::Arith(ArithOp::Sub), &[real; 2]);
        if self.is_linear() {
            let with = |op, arguments| Signature { op: Op::Arith(op), arguments };
            list.0.push(with(ArithOp::Mul, vec![Constant(real), Any(real)]));
            list.0.push(with(ArithOp::RealDiv, vec![Any(real), NonZero(real)]));
        } else {
            list.add(Op::Arith(ArithOp::Mul), &[real; 3]);
            list.add(Op::Arith(ArithOp::RealDiv), &[real; 2]);
        }
        if self.has(Sort::Int) {
            list.add(Op::Arith(ArithOp::ToReal), &[Sort::Int]);
        }
        if self.has(Sort::RoundingMode) {
            let float = Sort::Float(self.format());
            list.add(Op::Fp(FpOp::ToReal), &[float]);
        }
    }
}
