//! The operators, one enumeration for each theory of SMT-LIB 2.7, and the one table of their names.
//!
//! Printer and parser read the same table, so that a name that is printed can be read. Operators with indices
//! (`(_ extract 7 0)`) and those whose name depends on arguments are written out in `print` and `parse`.

use crate::sort::{ArraySortId, Format};
use crate::term::{SymbolId, ValueId};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// What a term does with its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A constant; never of an array sort.
    Const(ValueId),
    /// A declared symbol: a variable, or a function with its arguments.
    Apply(SymbolId),
    /// Binds its first arguments, which are variables, in the last.
    Quantified(Quantifier),
    /// Theory Core.
    Core(CoreOp),
    /// Theories Ints, Reals and `Reals_Ints`.
    Arith(ArithOp),
    /// Theory `FixedSizeBitVectors` with the conversions to integers.
    Bv(BvOp),
    /// Theory `FloatingPoint`.
    Fp(FpOp),
    /// Theory `ArraysEx` with constant arrays.
    Array(ArrayOp),
}

/// A binder.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// For all values.
    Forall,
    /// For some values.
    Exists,
}

/// Declares a theory's plain operators with their names.
macro_rules! operators {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* } $({ $($rest:tt)* })?) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $(#[doc = concat!("`", $text, "`.")] $(#[$doc])* $variant,)* $($($rest)*)? }
        impl $name {
            /// The operators without indices, with their names.
            pub const PLAIN: &'static [(&'static str, Self)] = &[$(($text, Self::$variant)),*];
            /// The name, if the operator has no index.
            pub fn name(self) -> Option<&'static str> {
                Self::PLAIN.iter().find(|(_, op)| *op == self).map(|(name, _)| *name)
            }
        }
    };
}

operators! {
    /// Operators of every logic.
    CoreOp {
        Not = "not", And = "and", Or = "or", Xor = "xor", Implies = "=>",
        Eq = "=", Distinct = "distinct", Ite = "ite",
    }
}

operators! {
    /// Integer and real arithmetic. Negation has the name of subtraction, and one argument.
    ArithOp {
        Add = "+", Sub = "-", Mul = "*", RealDiv = "/", IntDiv = "div", Mod = "mod", Abs = "abs",
        Le = "<=", Lt = "<", Ge = ">=", Gt = ">", ToReal = "to_real", ToInt = "to_int", IsInt = "is_int",
    } {
        /// Unary `-`.
        Neg,
        /// `(_ divisible n)`, where `n` is positive.
        Divisible(u32),
    }
}

operators! {
    /// Bit-vectors.
    BvOp {
        Concat = "concat", Not = "bvnot", Neg = "bvneg", And = "bvand", Or = "bvor", Xor = "bvxor",
        Nand = "bvnand", Nor = "bvnor", Xnor = "bvxnor", Add = "bvadd", Sub = "bvsub", Mul = "bvmul",
        Udiv = "bvudiv", Urem = "bvurem", Sdiv = "bvsdiv", Srem = "bvsrem", Smod = "bvsmod",
        Shl = "bvshl", Lshr = "bvlshr", Ashr = "bvashr",
        Ult = "bvult", Ule = "bvule", Ugt = "bvugt", Uge = "bvuge",
        Slt = "bvslt", Sle = "bvsle", Sgt = "bvsgt", Sge = "bvsge", Comp = "bvcomp",
        Nego = "bvnego", Uaddo = "bvuaddo", Saddo = "bvsaddo", Usubo = "bvusubo", Ssubo = "bvssubo",
        Umulo = "bvumulo", Smulo = "bvsmulo", Sdivo = "bvsdivo",
        UbvToInt = "ubv_to_int", SbvToInt = "sbv_to_int",
    } {
        /// `(_ extract high low)`.
        Extract(u32, u32),
        /// `(_ repeat n)`.
        Repeat(u32),
        /// `(_ zero_extend n)`.
        ZeroExtend(u32),
        /// `(_ sign_extend n)`.
        SignExtend(u32),
        /// `(_ rotate_left n)`.
        RotateLeft(u32),
        /// `(_ rotate_right n)`.
        RotateRight(u32),
        /// `(_ int_to_bv n)`.
        IntToBv(u32),
    }
}

operators! {
    /// Floating-point numbers.
    FpOp {
        Fp = "fp", Abs = "fp.abs", Neg = "fp.neg", Add = "fp.add", Sub = "fp.sub", Mul = "fp.mul",
        Div = "fp.div", Fma = "fp.fma", Sqrt = "fp.sqrt", Rem = "fp.rem",
        RoundToIntegral = "fp.roundToIntegral", Min = "fp.min", Max = "fp.max",
        Leq = "fp.leq", Lt = "fp.lt", Geq = "fp.geq", Gt = "fp.gt", Eq = "fp.eq",
        IsNormal = "fp.isNormal", IsSubnormal = "fp.isSubnormal", IsZero = "fp.isZero",
        IsInfinite = "fp.isInfinite", IsNan = "fp.isNaN", IsNegative = "fp.isNegative",
        IsPositive = "fp.isPositive", ToReal = "fp.to_real",
    } {
        /// `(_ to_fp e s)` of a bit-vector: the same bits.
        FromBits(Format),
        /// `(_ to_fp e s)` of a rounding mode and a float.
        FromFloat(Format),
        /// `(_ to_fp e s)` of a rounding mode and a real.
        FromReal(Format),
        /// `(_ to_fp e s)` of a rounding mode and a signed bit-vector.
        FromSigned(Format),
        /// `(_ to_fp_unsigned e s)`.
        FromUnsigned(Format),
        /// `(_ fp.to_ubv n)`.
        ToUbv(u32),
        /// `(_ fp.to_sbv n)`.
        ToSbv(u32),
    }
}

operators! {
    /// Arrays.
    ArrayOp { Select = "select", Store = "store", } {
        /// `(as const S)`: every element is the argument.
        Constant(ArraySortId),
    }
}

/// The operators without indices by their names. `-` is subtraction.
static PLAIN: LazyLock<FxHashMap<&'static str, Op>> = LazyLock::new(|| {
    let mut all = FxHashMap::default();
    all.extend(CoreOp::PLAIN.iter().map(|&(name, op)| (name, Op::Core(op))));
    all.extend(ArithOp::PLAIN.iter().map(|&(name, op)| (name, Op::Arith(op))));
    all.extend(BvOp::PLAIN.iter().map(|&(name, op)| (name, Op::Bv(op))));
    all.extend(FpOp::PLAIN.iter().map(|&(name, op)| (name, Op::Fp(op))));
    all.extend(ArrayOp::PLAIN.iter().map(|&(name, op)| (name, Op::Array(op))));
    all
});

/// The operator without indices that has this name.
pub(crate) fn plain_operator(name: &str) -> Option<Op> {
    PLAIN.get(name).copied()
}
