//! Random terms for property tests: each is built twice, as it is and simplified, from a stream of bytes that the test
//! runner can shrink.

use crate::eval::{Assignment, FunctionValue};
use crate::sort::{Format, Sort};
use crate::term::{ArithOp, ArrayOp, BvOp, CoreOp, FpOp, Op, Quantifier, SymbolId, TermId, Terms};
use crate::value::array::domain_size;
use crate::value::{ArrayValue, BigInt, BigRational, Bits, FloatValue, Rounding, Value};
use std::collections::BTreeMap;

const SMALL: (u32, u32) = (3, 4);
const TINY: (u32, u32) = (2, 3);

/// A source of choices and the store that terms go to.
pub(crate) struct Random<'b> {
    pub(crate) terms: Terms,
    bytes: &'b [u8],
    at: usize,
    pub(crate) quantifiers: bool,
}

/// A term as it is, and simplified.
pub(crate) type Pair = (TermId, TermId);

impl<'b> Random<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Self { terms: Terms::new(), bytes, at: 0, quantifiers: true }
    }

    /// A number below a bound; zero when the bytes are used up.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % bound
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    pub(crate) fn sort(&mut self) -> Sort {
        match self.below(8) {
            0 => Sort::Bool,
            1 => Sort::Float(self.format()),
            2 => Sort::RoundingMode,
            3 => Sort::Int,
            4 => Sort::Real,
            5 => self.array(),
            _ => Sort::BitVec(self.below(6) as u32 + 1),
        }
    }

    fn format(&mut self) -> Format {
        let (e, s) = self.pick(&[SMALL, TINY]);
        Format::new(e, s).unwrap()
    }

    fn array(&mut self) -> Sort {
        let index = self.pick(&[Sort::BitVec(1), Sort::BitVec(2), Sort::Int, Sort::Bool]);
        let element = self.pick(&[Sort::BitVec(2), Sort::Bool, Sort::Int]);
        self.terms.array_sort(index, element).unwrap()
    }

    pub(crate) fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.below(2) == 1),
            Sort::BitVec(width) => Value::Bits(Bits::from_u64(width, self.below(256) as u64)),
            Sort::Float(format) => {
                let bits = self.below(256) as u64;
                Value::Float(FloatValue::from_bits(format, &bits.into()))
            }
            Sort::RoundingMode => Value::Rounding(self.pick(&Rounding::ALL)),
            Sort::Int => Value::Int(BigInt::from(self.below(9)) - 4),
            Sort::Real => Value::Real(BigRational::new(
                BigInt::from(self.below(15)) - 7,
                BigInt::from(self.below(4) + 1),
            )),
            Sort::Array(id) => {
                let (index, element) = self.terms.array_parts(id);
                let mut array = ArrayValue::constant(self.value(element), domain_size(index));
                for _ in 0..self.below(4) {
                    let at = self.value(index);
                    array = array.store(at, self.value(element));
                }
                Value::Array(Box::new(array))
            }
        }
    }

    fn leaf(&mut self, sort: Sort) -> Pair {
        let term = if self.below(3) == 0 {
            let value = self.value(sort);
            self.terms.value_term(value, sort).unwrap()
        } else {
            let text = crate::print::sort(&self.terms, sort);
            let name = format!("{}{text}", self.pick(&["x", "y", "z"]));
            self.terms.variable(&name, sort).unwrap()
        };
        (term, term)
    }

    fn build(&mut self, op: Op, sorts: &[Sort], depth: u32) -> Pair {
        let (mut raw, mut simple) = (Vec::new(), Vec::new());
        for &sort in sorts {
            let pair = self.term(sort, depth);
            raw.push(pair.0);
            simple.push(pair.1);
        }
        (self.terms.apply_as_is(op, &raw).unwrap(), self.terms.apply(op, &simple).unwrap())
    }

    pub(crate) fn term(&mut self, sort: Sort, depth: u32) -> Pair {
        if depth == 0 || self.below(6) == 0 {
            return self.leaf(sort);
        }
        let depth = depth - 1;
        if self.below(8) == 0 {
            return self.build(Op::Core(CoreOp::Ite), &[Sort::Bool, sort, sort], depth);
        }
        match sort {
            Sort::Bool => self.formula(depth),
            Sort::BitVec(width) => self.bits(width, depth),
            Sort::Float(format) => self.float(format, depth),
            Sort::RoundingMode => self.leaf(sort),
            Sort::Int => self.integer(depth),
            Sort::Real => self.real(depth),
            Sort::Array(id) => {
                let (index, element) = self.terms.array_parts(id);
                if self.below(3) == 0 {
                    return self.build(Op::Array(ArrayOp::Constant(id)), &[element], depth);
                }
                self.build(Op::Array(ArrayOp::Store), &[sort, index, element], depth)
            }
        }
    }

    fn formula(&mut self, depth: u32) -> Pair {
        use Sort::{Bool, Int, Real};
        match self.below(10) {
            0 => self.build(Op::Core(CoreOp::Not), &[Bool], depth),
            1 => {
                let op = self.pick(&[CoreOp::And, CoreOp::Or]);
                self.build(Op::Core(op), &[Bool, Bool, Bool], depth)
            }
            2 => {
                let op = self.pick(&[CoreOp::Xor, CoreOp::Implies, CoreOp::Eq]);
                self.build(Op::Core(op), &[Bool, Bool], depth)
            }
            3 => {
                let sort = self.sort();
                self.build(Op::Core(CoreOp::Eq), &[sort, sort], depth)
            }
            4 => {
                let sort = self.sort();
                self.build(Op::Core(CoreOp::Distinct), &[sort; 3], depth)
            }
            5 => {
                let sort = self.pick(&[Int, Real]);
                let op = self.pick(&[ArithOp::Le, ArithOp::Lt, ArithOp::Ge, ArithOp::Gt]);
                self.build(Op::Arith(op), &[sort, sort], depth)
            }
            6 => match self.below(4) {
                0 => self.build(Op::Arith(ArithOp::IsInt), &[Real], depth),
                1 => self.build(Op::Arith(ArithOp::Divisible(3)), &[Int], depth),
                2 => self.selection(Bool, depth),
                _ if self.quantifiers => self.quantified(depth),
                _ => self.leaf(Bool),
            },
            7 => {
                let float = Sort::Float(self.format());
                let plain = FpOp::PLAIN;
                let two: Vec<FpOp> =
                    plain.iter().map(|entry| entry.1).filter(|op| is_comparison(*op)).collect();
                let one: Vec<FpOp> =
                    plain.iter().filter(|entry| entry.0.starts_with("fp.is")).map(|entry| entry.1).collect();
                if self.below(2) == 0 {
                    let op = self.pick(&two);
                    return self.build(Op::Fp(op), &[float, float], depth);
                }
                let op = self.pick(&one);
                self.build(Op::Fp(op), &[float], depth)
            }
            _ => {
                let bits = Sort::BitVec(self.below(5) as u32 + 1);
                let op = self.pick(&[
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
                    BvOp::Nego,
                ]);
                let count = if op == BvOp::Nego { 1 } else { 2 };
                self.build(Op::Bv(op), &[bits, bits][..count], depth)
            }
        }
    }

    fn quantified(&mut self, depth: u32) -> Pair {
        let op = Op::Quantified(self.pick(&[Quantifier::Forall, Quantifier::Exists]));
        let name = format!("bound{depth}");
        let variable = self.terms.variable(&name, Sort::BitVec(2)).unwrap();
        let other = self.term(Sort::BitVec(2), depth);
        let body = self.term(Sort::Bool, depth);
        let equal = Op::Core(CoreOp::Eq);
        let raw = self.terms.apply_as_is(equal, &[variable, other.0]).unwrap();
        let simple = self.terms.apply(equal, &[variable, other.1]).unwrap();
        let raw = self.terms.apply_as_is(Op::Core(CoreOp::Or), &[raw, body.0]).unwrap();
        let simple = self.terms.apply(Op::Core(CoreOp::Or), &[simple, body.1]).unwrap();
        (
            self.terms.apply_as_is(op, &[variable, raw]).unwrap(),
            self.terms.apply(op, &[variable, simple]).unwrap(),
        )
    }

    fn selection(&mut self, element: Sort, depth: u32) -> Pair {
        let index = self.pick(&[Sort::BitVec(1), Sort::BitVec(2), Sort::Int]);
        let array = self.terms.array_sort(index, element).unwrap();
        self.build(Op::Array(ArrayOp::Select), &[array, index], depth)
    }

    fn bits(&mut self, width: u32, depth: u32) -> Pair {
        let same = Sort::BitVec(width);
        match self.below(10) {
            0 => {
                let op = self.pick(&[
                    BvOp::Not,
                    BvOp::Neg,
                    BvOp::RotateLeft(3),
                    BvOp::RotateRight(2),
                    BvOp::Repeat(1),
                ]);
                self.build(Op::Bv(op), &[same], depth)
            }
            1 => {
                let (above, low) = (self.below(3) as u32, self.below(3) as u32);
                let wide = Sort::BitVec(width + above + low);
                self.build(Op::Bv(BvOp::Extract(low + width - 1, low)), &[wide], depth)
            }
            2 if width > 1 => {
                let low = self.below(width as usize - 1) as u32 + 1;
                self.build(Op::Bv(BvOp::Concat), &[Sort::BitVec(width - low), Sort::BitVec(low)], depth)
            }
            3 if width > 1 => {
                let by = self.below(width as usize) as u32;
                let op = self.pick(&[BvOp::ZeroExtend(by), BvOp::SignExtend(by)]);
                self.build(Op::Bv(op), &[Sort::BitVec(width - by)], depth)
            }
            4 if width.is_multiple_of(2) => {
                self.build(Op::Bv(BvOp::Repeat(2)), &[Sort::BitVec(width / 2)], depth)
            }
            5 => match self.below(4) {
                0 => self.build(Op::Bv(BvOp::IntToBv(width)), &[Sort::Int], depth),
                1 => {
                    let float = Sort::Float(self.format());
                    let op = self.pick(&[FpOp::ToUbv(width), FpOp::ToSbv(width)]);
                    self.build(Op::Fp(op), &[Sort::RoundingMode, float], depth)
                }
                2 => {
                    let function =
                        self.terms.declare(&format!("f{width}"), &[same, Sort::Bool], same).unwrap();
                    self.build(Op::Apply(function), &[same, Sort::Bool], depth)
                }
                _ => self.selection(same, depth),
            },
            6 if width == 1 => self.build(Op::Bv(BvOp::Comp), &[Sort::BitVec(3); 2], depth),
            _ => {
                let op = self.pick(&[
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
                ]);
                self.build(Op::Bv(op), &[same, same], depth)
            }
        }
    }

    fn float(&mut self, format: Format, depth: u32) -> Pair {
        let (same, mode) = (Sort::Float(format), Sort::RoundingMode);
        match self.below(9) {
            0 => {
                let op = self.pick(&[FpOp::Abs, FpOp::Neg]);
                self.build(Op::Fp(op), &[same], depth)
            }
            1 => {
                let op = self.pick(&[FpOp::Rem, FpOp::Min, FpOp::Max]);
                self.build(Op::Fp(op), &[same, same], depth)
            }
            2 => self.build(Op::Fp(FpOp::Fma), &[mode, same, same, same], depth),
            3 => {
                let op = self.pick(&[FpOp::Sqrt, FpOp::RoundToIntegral]);
                self.build(Op::Fp(op), &[mode, same], depth)
            }
            4 => {
                let other = Sort::Float(self.format());
                self.build(Op::Fp(FpOp::FromFloat(format)), &[mode, other], depth)
            }
            5 => {
                let op = self.pick(&[FpOp::FromSigned(format), FpOp::FromUnsigned(format)]);
                self.build(Op::Fp(op), &[mode, Sort::BitVec(5)], depth)
            }
            6 => match self.below(3) {
                0 => self.build(Op::Fp(FpOp::FromReal(format)), &[mode, Sort::Real], depth),
                1 => self.build(Op::Fp(FpOp::FromBits(format)), &[Sort::BitVec(format.width())], depth),
                _ => {
                    let parts = [1, format.exponent(), format.significand() - 1].map(Sort::BitVec);
                    self.build(Op::Fp(FpOp::Fp), &parts, depth)
                }
            },
            _ => {
                let op = self.pick(&[FpOp::Add, FpOp::Sub, FpOp::Mul, FpOp::Div]);
                self.build(Op::Fp(op), &[mode, same, same], depth)
            }
        }
    }

    fn integer(&mut self, depth: u32) -> Pair {
        let int = Sort::Int;
        match self.below(7) {
            0 => {
                let op = self.pick(&[ArithOp::Neg, ArithOp::Abs]);
                self.build(Op::Arith(op), &[int], depth)
            }
            1 => self.build(Op::Arith(ArithOp::ToInt), &[Sort::Real], depth),
            2 => {
                let op = self.pick(&[BvOp::UbvToInt, BvOp::SbvToInt]);
                self.build(Op::Bv(op), &[Sort::BitVec(4)], depth)
            }
            3 => self.selection(int, depth),
            4 => {
                let op = self.pick(&[ArithOp::Add, ArithOp::Mul]);
                self.build(Op::Arith(op), &[int; 3], depth)
            }
            _ => {
                let op = self.pick(&[ArithOp::Sub, ArithOp::IntDiv, ArithOp::Mod]);
                self.build(Op::Arith(op), &[int, int], depth)
            }
        }
    }

    fn real(&mut self, depth: u32) -> Pair {
        let real = Sort::Real;
        match self.below(5) {
            0 => self.build(Op::Arith(ArithOp::Neg), &[real], depth),
            1 => self.build(Op::Arith(ArithOp::ToReal), &[Sort::Int], depth),
            2 => {
                let float = Sort::Float(self.format());
                self.build(Op::Fp(FpOp::ToReal), &[float], depth)
            }
            3 => {
                let op = self.pick(&[ArithOp::Add, ArithOp::Mul]);
                self.build(Op::Arith(op), &[real; 3], depth)
            }
            _ => {
                let op = self.pick(&[ArithOp::Sub, ArithOp::RealDiv]);
                self.build(Op::Arith(op), &[real, real], depth)
            }
        }
    }

    /// Values for all symbols.
    pub(crate) fn assignment(&mut self) -> Assignment {
        let mut assignment = Assignment::new();
        let symbols: Vec<SymbolId> = self.terms.symbols().collect();
        for symbol in symbols {
            let decl = self.terms.symbol(symbol).clone();
            if decl.arguments.is_empty() {
                assignment.set(symbol, self.value(decl.result));
                continue;
            }
            let mut entries = BTreeMap::new();
            for _ in 0..3 {
                let arguments = decl.arguments.iter().map(|&sort| self.value(sort)).collect();
                entries.insert(arguments, self.value(decl.result));
            }
            assignment.set_function(symbol, FunctionValue { default: self.value(decl.result), entries });
        }
        assignment
    }
}

fn is_comparison(op: FpOp) -> bool {
    matches!(op, FpOp::Leq | FpOp::Lt | FpOp::Geq | FpOp::Gt | FpOp::Eq)
}
