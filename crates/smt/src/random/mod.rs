//! Random well-sorted terms, and random values for their symbols: what solvers and simplification are tested with.
//!
//! A term is built twice: as it is, and by the simplifying constructors. What operators it may have is given by a
//! [`Family`], how wide it is by a [`Size`]. Choices come from a seed, or from bytes that a test runner shrinks: fewer
//! and smaller bytes are simpler terms. The same choices give the same terms on every machine.
//!
//! Not random enough for statistics: bytes are reduced by remainders, so small choices are a little more frequent.

mod choices;
mod signature;

#[cfg(test)]
mod tests;

pub use signature::{Argument, Signature};

use crate::eval::{Assignment, FunctionValue};
use crate::sort::{Format, Sort};
use crate::term::{CoreOp, Op, Quantifier, SymbolId, TermId, Terms};
use crate::value::array::domain_size;
use crate::value::{ArrayValue, BigInt, BigRational, BigUint, Bits, FloatValue, Rounding, Value};
use choices::Choices;
use num_traits::Zero;
use std::collections::BTreeMap;

/// Which theories the terms are of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Family {
    /// All together, arithmetic not linear.
    Everything,
    /// `QF_BV`.
    Bits,
    /// `QF_FP` with conversions from and to bit-vectors.
    Floats,
    /// `QF_ABV`.
    Arrays,
    /// `QF_UFBV`.
    Functions,
    /// `QF_LIA`.
    Integers,
    /// `QF_LRA`.
    Reals,
}

impl Family {
    /// The families that are a logic of SMT-LIB, with its name.
    pub const LOGICS: [(&'static str, Self); 6] = [
        ("QF_BV", Self::Bits),
        ("QF_FP", Self::Floats),
        ("QF_ABV", Self::Arrays),
        ("QF_UFBV", Self::Functions),
        ("QF_LIA", Self::Integers),
        ("QF_LRA", Self::Reals),
    ];
}

/// How wide bit-vectors and floats are, and how large values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Size {
    /// A few bits, so that corner cases are frequent and solvers fast.
    Small,
    /// The widths of machines and their neighbours; the formats of IEEE 754.
    Machine,
}

/// Whether terms are such as solvers take.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// Constant arrays, which the standard does not have, are of constants, and no float has an exponent of two bits: solvers
    /// refuse others, or err there.
    Portable,
    /// All that the store takes.
    Full,
}

/// What stands at the leaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Leaves {
    /// Constants and, more often, variables.
    Mixed,
    /// Constants only.
    Constants,
}

/// What the simplifying constructors get.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Arguments {
    /// Simplified terms, so that the result is in normal form.
    Simplified,
    /// Now and then terms as they are, since rules must hold for these as well.
    Mixed,
}

/// A source of choices and the store that terms go to.
#[derive(Clone)]
pub struct Random {
    /// Where the terms are.
    pub terms: Terms,
    /// The theories that they are of.
    pub family: Family,
    /// How wide they are.
    pub size: Size,
    /// Whether formulas of [`Family::Everything`] may have quantifiers.
    pub quantifiers: bool,
    /// Whether they are such as solvers take.
    pub reach: Reach,
    /// What stands at their leaves.
    pub leaves: Leaves,
    /// What the simplifying constructors get.
    pub arguments: Arguments,
    choices: Choices,
}

/// A term as it is, and simplified.
pub type Pair = (TermId, TermId);

/// Why an application of [`Random`] cannot fail.
const WELL_SORTED: &str = "signatures are well-sorted";

impl Random {
    /// Small terms of all theories that bytes choose.
    pub fn new(bytes: &[u8]) -> Self {
        let choices = Choices::Bytes { bytes: bytes.to_vec(), at: 0 };
        let reach = Reach::Full;
        Self { choices, reach, ..Self::from_seed(0, Family::Everything, Size::Small) }
    }

    /// Terms that a seed chooses, such as all solvers take.
    pub fn from_seed(seed: u64, family: Family, size: Size) -> Self {
        let quantifiers = family == Family::Everything;
        Self {
            terms: Terms::new(),
            family,
            size,
            quantifiers,
            reach: Reach::Portable,
            leaves: Leaves::Mixed,
            arguments: Arguments::Simplified,
            choices: Choices::Seed(seed),
        }
    }

    /// A number below a bound, which is not zero; zero when the bytes are used up.
    pub fn below(&mut self, bound: usize) -> usize {
        self.choices.below(bound)
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Whether the family has terms of a sort, whatever its width.
    fn has(&self, sort: Sort) -> bool {
        let is_everything = self.family == Family::Everything;
        match sort {
            Sort::Bool => true,
            Sort::BitVec(_) => !matches!(self.family, Family::Integers | Family::Reals),
            Sort::Float(_) | Sort::RoundingMode => is_everything || self.family == Family::Floats,
            Sort::Int => is_everything || self.family == Family::Integers,
            Sort::Real => is_everything || self.family == Family::Reals,
            Sort::Array(_) => self.has_arrays(),
        }
    }

    fn has_arrays(&self) -> bool {
        matches!(self.family, Family::Everything | Family::Arrays)
    }

    fn is_linear(&self) -> bool {
        matches!(self.family, Family::Integers | Family::Reals)
    }

    /// A sort of the family.
    pub fn sort(&mut self) -> Sort {
        match self.family {
            Family::Everything => match self.below(8) {
                0 => Sort::Bool,
                1 => Sort::Float(self.format()),
                2 => Sort::RoundingMode,
                3 => Sort::Int,
                4 => Sort::Real,
                5 => self.array(),
                _ => Sort::BitVec(self.width()),
            },
            Family::Bits | Family::Functions => match self.below(3) {
                0 => Sort::Bool,
                _ => Sort::BitVec(self.width()),
            },
            Family::Floats => match self.below(6) {
                0 => Sort::Bool,
                1 => Sort::BitVec(self.width()),
                2 => Sort::RoundingMode,
                _ => Sort::Float(self.format()),
            },
            Family::Arrays => match self.below(5) {
                0 => Sort::Bool,
                1 | 2 => Sort::BitVec(self.width()),
                _ => self.array(),
            },
            Family::Integers => self.pick(&[Sort::Bool, Sort::Int]),
            Family::Reals => self.pick(&[Sort::Bool, Sort::Real]),
        }
    }

    fn width(&mut self) -> u32 {
        match self.size {
            Size::Small => self.below(6) as u32 + 1,
            Size::Machine => self.pick(&[8, 1, 7, 16, 31, 32, 33, 64, 65, 100]),
        }
    }

    fn format(&mut self) -> Format {
        match self.size {
            Size::Small => {
                let other = if self.reach == Reach::Full { (2, 3) } else { (4, 5) };
                let (exponent, significand) = self.pick(&[(3, 4), other]);
                Format::new(exponent, significand).expect("these formats are in bounds")
            }
            Size::Machine => self.pick(&[Format::HALF, Format::SINGLE, Format::DOUBLE]),
        }
    }

    fn index_sort(&mut self) -> Sort {
        if self.family == Family::Everything {
            return self.pick(&[Sort::BitVec(1), Sort::BitVec(2), Sort::Int, Sort::Bool]);
        }
        match self.size {
            Size::Small => Sort::BitVec(self.below(3) as u32 + 1),
            Size::Machine => self.pick(&[Sort::BitVec(8), Sort::BitVec(32)]),
        }
    }

    fn array(&mut self) -> Sort {
        let index = self.index_sort();
        let element = if self.family == Family::Everything {
            self.pick(&[Sort::BitVec(2), Sort::Bool, Sort::Int])
        } else {
            Sort::BitVec(self.width())
        };
        self.terms.array_sort(index, element).expect("no index is an array")
    }

    /// A value of a sort.
    pub fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.below(2) == 1),
            Sort::BitVec(width) => Value::Bits(self.bits(width)),
            Sort::Float(format) => Value::Float(self.float(format)),
            Sort::RoundingMode => Value::Rounding(self.pick(&Rounding::ALL)),
            Sort::Int => Value::Int(self.integer()),
            Sort::Real => Value::Real(BigRational::new(self.integer(), BigInt::from(self.below(4) + 1))),
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

    fn integer(&mut self) -> BigInt {
        if self.size == Size::Small {
            return BigInt::from(self.below(9)) - 4;
        }
        if self.below(4) == 0 {
            return BigInt::from(self.number(70)) - (BigInt::from(1) << 69);
        }
        BigInt::from(self.below(200)) - 100
    }

    /// So many random bits.
    fn number(&mut self, width: u32) -> BigUint {
        let bytes: Vec<u8> = (0..width.div_ceil(8)).map(|_| self.choices.byte()).collect();
        BigUint::from_bytes_le(&bytes) & ((BigUint::from(1u32) << width) - 1u32)
    }

    /// Corners and their neighbours are as frequent as all others together.
    fn bits(&mut self, width: u32) -> Bits {
        if width <= 8 {
            return Bits::from_u64(width, self.below(256) as u64);
        }
        let one = Bits::from_u64(width, 1);
        let least = one.shl(&Bits::from_u64(width, u64::from(width) - 1));
        match self.below(8) {
            0 => Bits::from_u64(width, self.below(4) as u64),
            1 => Bits::ones(width).sub(&Bits::from_u64(width, self.below(3) as u64)),
            2 => least.sub(&Bits::from_u64(width, self.below(3) as u64)),
            3 => Bits::from_u64(width, self.below(2 * width as usize) as u64),
            _ => Bits::new(width, self.number(width)),
        }
    }

    fn float(&mut self, format: Format) -> FloatValue {
        if self.size == Size::Small {
            let bits = self.below(512) as u64;
            return FloatValue::from_bits(format, &bits.into());
        }
        let below = format.significand() - 1;
        let bias = BigUint::from(format.bias() as u64);
        let highest = (BigUint::from(1u32) << format.exponent()) - 1u32;
        let exponent = match self.below(8) {
            0 => BigUint::zero(),
            1 => highest,
            2 => highest - 1u32,
            3 | 4 => bias + BigUint::from(self.below(below as usize)),
            _ => self.number(format.exponent()),
        };
        let fraction = match self.below(6) {
            0 => BigUint::zero(),
            1 => (BigUint::from(1u32) << below) - 1u32,
            2 => BigUint::from(1u32),
            _ => self.number(below),
        };
        let sign = BigUint::from(self.below(2)) << (format.width() - 1);
        FloatValue::from_bits(format, &(sign | exponent << below | fraction))
    }

    /// A constant or one of three variables of the sort.
    fn leaf(&mut self, sort: Sort) -> Pair {
        let term = if self.leaves == Leaves::Constants || self.below(3) == 0 {
            self.constant(sort)
        } else {
            let text = crate::print::sort(&self.terms, sort);
            let name = format!("{}{text}", self.pick(&["x", "y", "z"]));
            self.terms.variable(&name, sort).expect("each sort has its own names")
        };
        (term, term)
    }

    fn constant(&mut self, sort: Sort) -> TermId {
        let value = self.value(sort);
        self.terms.value_term(value, sort).expect("the value is one of the sort")
    }

    fn non_zero(&mut self, sort: Sort) -> TermId {
        let zero = [Value::Int(BigInt::zero()), Value::Real(BigRational::zero())];
        let term = self.constant(sort);
        if self.terms.as_const(term).is_none_or(|value| !zero.contains(value)) {
            return term;
        }
        let one = if sort == Sort::Int { Value::Int(1.into()) } else { Value::Real(BigInt::from(1).into()) };
        self.terms.value_term(one, sort).expect("divisors are integers or reals")
    }

    /// A term of a sort that is so deep at most.
    pub fn term(&mut self, sort: Sort, depth: u32) -> Pair {
        if depth == 0 || self.below(6) == 0 {
            return self.leaf(sort);
        }
        if sort == Sort::Bool && self.quantifiers && self.below(24) == 1 {
            return self.quantified(depth - 1);
        }
        let mut signatures = self.signatures(sort);
        let chosen = self.below(signatures.len());
        let signature = signatures.swap_remove(chosen);
        self.application(&signature, depth - 1)
    }

    /// An operator on random arguments of its signature, each so deep at most.
    pub fn application(&mut self, signature: &Signature, depth: u32) -> Pair {
        let (mut raw, mut simple) = (Vec::new(), Vec::new());
        for &argument in &signature.arguments {
            let pair = match argument {
                Argument::Any(sort) => self.term(sort, depth),
                Argument::Constant(sort) => {
                    let term = self.constant(sort);
                    (term, term)
                }
                Argument::NonZero(sort) => {
                    let term = self.non_zero(sort);
                    (term, term)
                }
            };
            raw.push(pair.0);
            simple.push(pair.1);
        }
        let is_raw = self.arguments == Arguments::Mixed && self.below(8) == 1;
        let args = if is_raw { &raw } else { &simple };
        let simple = self.terms.apply(signature.op, args).expect(WELL_SORTED);
        (self.terms.apply_as_is(signature.op, &raw).expect(WELL_SORTED), simple)
    }

    /// A formula that binds a variable of two bits, whose parts are so deep at most.
    pub fn quantified(&mut self, depth: u32) -> Pair {
        let op = Op::Quantified(self.pick(&[Quantifier::Forall, Quantifier::Exists]));
        let name = format!("bound{depth}");
        let variable = self.terms.variable(&name, Sort::BitVec(2)).expect("bound variables have one sort");
        let other = self.term(Sort::BitVec(2), depth);
        let body = self.term(Sort::Bool, depth);
        let [equal, or] = [CoreOp::Eq, CoreOp::Or].map(Op::Core);
        let terms = &mut self.terms;
        let mut as_is = |op, args: &[TermId]| terms.apply_as_is(op, args).expect(WELL_SORTED);
        let raw = as_is(equal, &[variable, other.0]);
        let raw = as_is(or, &[raw, body.0]);
        let raw = as_is(op, &[variable, raw]);
        let mut apply = |op, args: &[TermId]| terms.apply(op, args).expect(WELL_SORTED);
        let simple = apply(equal, &[variable, other.1]);
        let simple = apply(or, &[simple, body.1]);
        (raw, apply(op, &[variable, simple]))
    }

    /// Values for all symbols of the store.
    pub fn assignment(&mut self) -> Assignment {
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
