//! Names of Z3's operators, and terms for those that have no operator of ours.

use smt::value::{Bits, Value};
use smt::{ArithOp, ArrayOp, BvOp, CoreOp, FpOp, Op, Quantifier, Sort, SortError, SymbolId, TermId, Terms};

type Built = Result<TermId, SortError>;

/// What is at the head of a term.
#[derive(Clone, Debug)]
pub(super) enum Head {
    /// A constant.
    Value(TermId),
    /// An operator with the same arguments.
    Operator(Op),
    /// An operator of two arguments that Z3 applies to any number, from the left.
    Folded(Op),
    /// Something that takes more than one operator, or whose operator depends on the sorts.
    Special(Special),
    /// A binder of symbols.
    Quantified(Quantifier, Vec<SymbolId>),
}

/// Operators of Z3 that SMT-LIB has not, or writes in several ways.
#[derive(Clone, Copy, Debug)]
pub(super) enum Special {
    /// Conjunction or disjunction of any number of formulas, also of none.
    Junction(CoreOp),
    /// `-`, of one or more.
    Minus,
    /// The remainder with the sign of the divisor.
    Remainder,
    /// A constant array.
    ConstantArray,
    /// A conversion to a float.
    ToFloat,
    /// The same of an unsigned number.
    ToFloatUnsigned,
    /// One bit as a truth value.
    Bit(u32),
    /// Truth values as bits, the lowest first.
    FromBits,
    /// Any bit, or all bits, as a vector of one.
    Reduction(Reduction),
    /// A signed product does not exceed the range above or below.
    ProductFits(Side),
    /// An unsigned product does not exceed the range.
    UnsignedProductFits,
    /// What a division by zero is.
    ByZero(BvOp),
}

/// Over which bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reduction {
    Any,
    All,
}

/// Which end of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Above,
    Below,
}

/// The head with a name and parameters, unless it is unknown.
pub(super) fn of_name(name: &str, parameters: &[u32]) -> Option<Head> {
    // Division whose divisor Z3 knows not to be zero, and conversion whose argument it knows to fit, mean the same.
    let name = name.strip_suffix("_i").unwrap_or(name);
    let special = match name {
        "and" => Special::Junction(CoreOp::And),
        "or" => Special::Junction(CoreOp::Or),
        "-" => Special::Minus,
        "rem" => Special::Remainder,
        "const" => Special::ConstantArray,
        "to_fp" => Special::ToFloat,
        "to_fp_unsigned" => Special::ToFloatUnsigned,
        "bit2bool" => Special::Bit(*parameters.first()?),
        "mkbv" => Special::FromBits,
        "bvredor" => Special::Reduction(Reduction::Any),
        "bvredand" => Special::Reduction(Reduction::All),
        "bvsmul_noovfl" => Special::ProductFits(Side::Above),
        "bvsmul_noudfl" => Special::ProductFits(Side::Below),
        "bvumul_noovfl" => Special::UnsignedProductFits,
        "bvudiv0" => Special::ByZero(BvOp::Udiv),
        "bvurem0" => Special::ByZero(BvOp::Urem),
        "bvsdiv0" => Special::ByZero(BvOp::Sdiv),
        "bvsrem0" => Special::ByZero(BvOp::Srem),
        "bvsmod0" => Special::ByZero(BvOp::Smod),
        _ => return operator(name, parameters),
    };
    Some(Head::Special(special))
}

fn operator(name: &str, parameters: &[u32]) -> Option<Head> {
    let bits = match (name, parameters) {
        ("extract", &[high, low]) => BvOp::Extract(high, low),
        ("sign_extend", &[by]) => BvOp::SignExtend(by),
        ("zero_extend", &[by]) => BvOp::ZeroExtend(by),
        ("repeat", &[count]) => BvOp::Repeat(count),
        ("rotate_left", &[by]) => BvOp::RotateLeft(by),
        ("rotate_right", &[by]) => BvOp::RotateRight(by),
        ("int2bv" | "int_to_bv", &[width]) => BvOp::IntToBv(width),
        ("bv2int" | "bv2nat" | "ubv_to_int", _) => BvOp::UbvToInt,
        ("sbv2int" | "sbv_to_int", _) => BvOp::SbvToInt,
        ("fp.to_ubv", &[width]) => return Some(Head::Operator(Op::Fp(FpOp::ToUbv(width)))),
        ("fp.to_sbv", &[width]) => return Some(Head::Operator(Op::Fp(FpOp::ToSbv(width)))),
        ("divisible", &[by]) => return Some(Head::Operator(Op::Arith(ArithOp::Divisible(by)))),
        _ => return plain(name),
    };
    Some(Head::Operator(Op::Bv(bits)))
}

/// Operators that have SMT-LIB's names and no parameters.
fn plain(name: &str) -> Option<Head> {
    fn find<T: Copy>(table: &[(&'static str, T)], name: &str) -> Option<T> {
        table.iter().find(|(known, _)| *known == name).map(|&(_, op)| op)
    }
    let name = match name {
        "if" => "ite",
        "iff" => "=",
        "implies" => "=>",
        other => other,
    };
    let found = find(CoreOp::PLAIN, name)
        .map(Op::Core)
        .or_else(|| find(BvOp::PLAIN, name).map(Op::Bv))
        .or_else(|| find(ArithOp::PLAIN, name).map(Op::Arith))
        .or_else(|| find(ArrayOp::PLAIN, name).map(Op::Array))
        .or_else(|| find(FpOp::PLAIN, name).map(Op::Fp))?;
    let is_folded = matches!(
        found,
        Op::Core(CoreOp::Xor)
            | Op::Bv(BvOp::Add | BvOp::Sub | BvOp::Mul | BvOp::And | BvOp::Or | BvOp::Xor | BvOp::Concat)
            | Op::Arith(ArithOp::Add | ArithOp::Mul | ArithOp::RealDiv)
    );
    Some(if is_folded { Head::Folded(found) } else { Head::Operator(found) })
}

/// The operator from the left; of one argument it is that.
pub(super) fn fold(terms: &mut Terms, op: Op, args: &[TermId]) -> Built {
    let Some((&first, rest)) = args.split_first() else { return terms.apply(op, args) };
    rest.iter().try_fold(first, |left, &right| terms.apply(op, &[left, right]))
}

/// The term of an operator that takes more than one of ours. What does not fit is ill-sorted, and the error says so.
pub(super) fn special(terms: &mut Terms, special: Special, args: &[TermId], sort: Sort) -> Built {
    match (special, args) {
        (Special::Junction(op), []) => Ok(terms.bool(op == CoreOp::And)),
        (Special::Junction(_), &[single]) => Ok(single),
        (Special::Junction(op), _) => terms.apply(Op::Core(op), args),
        (Special::Minus, [_]) => terms.apply(Op::Arith(ArithOp::Neg), args),
        (Special::Minus, _) => fold(terms, Op::Arith(ArithOp::Sub), args),
        (Special::Remainder, &[dividend, divisor]) => remainder(terms, dividend, divisor),
        (Special::ConstantArray, _) => match sort {
            Sort::Array(id) => terms.apply(Op::Array(ArrayOp::Constant(id)), args),
            _ => terms.apply(Op::Array(ArrayOp::Select), args),
        },
        (Special::ToFloat | Special::ToFloatUnsigned, _) => to_float(terms, special, args, sort),
        (Special::Bit(index), &[bits]) => {
            let bit = terms.apply(Op::Bv(BvOp::Extract(index, index)), &[bits])?;
            let one = terms.bits(1, 1u32)?;
            terms.apply(Op::Core(CoreOp::Eq), &[bit, one])
        }
        (Special::FromBits, _) => from_bits(terms, args),
        (Special::Reduction(reduction), &[bits]) => reduce(terms, reduction, bits),
        (Special::ProductFits(side), &[left, right]) => product_fits(terms, side, left, right),
        (Special::UnsignedProductFits, _) => {
            let exceeds = terms.apply(Op::Bv(BvOp::Umulo), args)?;
            terms.apply(Op::Core(CoreOp::Not), &[exceeds])
        }
        (Special::ByZero(op), &[dividend]) => {
            let width = terms.sort(dividend).width().unwrap_or(1);
            let zero = terms.bits(width, 0u32)?;
            terms.apply(Op::Bv(op), &[dividend, zero])
        }
        (
            Special::Remainder
            | Special::Bit(_)
            | Special::Reduction(_)
            | Special::ProductFits(_)
            | Special::ByZero(_),
            _,
        ) => terms.apply(Op::Core(CoreOp::Not), args),
    }
}

fn remainder(terms: &mut Terms, dividend: TermId, divisor: TermId) -> Built {
    let modulus = terms.apply(Op::Arith(ArithOp::Mod), &[dividend, divisor])?;
    let negated = terms.apply(Op::Arith(ArithOp::Neg), &[modulus])?;
    let zero = terms.int(0);
    let is_natural = terms.apply(Op::Arith(ArithOp::Ge), &[divisor, zero])?;
    terms.apply(Op::Core(CoreOp::Ite), &[is_natural, modulus, negated])
}

fn to_float(terms: &mut Terms, special: Special, args: &[TermId], sort: Sort) -> Built {
    let Sort::Float(format) = sort else { return terms.apply(Op::Fp(FpOp::Fp), args) };
    let last = args.last().map(|&arg| terms.sort(arg));
    let op = match (special, args.len(), last) {
        (Special::ToFloatUnsigned, _, _) => FpOp::FromUnsigned(format),
        (_, 3, _) => FpOp::Fp,
        (_, 1, _) => FpOp::FromBits(format),
        (_, _, Some(Sort::Float(_))) => FpOp::FromFloat(format),
        (_, _, Some(Sort::Real)) => FpOp::FromReal(format),
        (_, _, _) => FpOp::FromSigned(format),
    };
    terms.apply(Op::Fp(op), args)
}

fn from_bits(terms: &mut Terms, args: &[TermId]) -> Built {
    let (one, zero) = (terms.bits(1, 1u32)?, terms.bits(1, 0u32)?);
    let mut bits = Vec::new();
    for &arg in args.iter().rev() {
        bits.push(terms.apply(Op::Core(CoreOp::Ite), &[arg, one, zero])?);
    }
    fold(terms, Op::Bv(BvOp::Concat), &bits)
}

fn reduce(terms: &mut Terms, reduction: Reduction, bits: TermId) -> Built {
    let width = terms.sort(bits).width().unwrap_or(1);
    let other = match reduction {
        Reduction::Any => Bits::zero(width),
        Reduction::All => Bits::ones(width),
    };
    let other = terms.value_term(Value::Bits(other), Sort::BitVec(width))?;
    let equal = terms.apply(Op::Bv(BvOp::Comp), &[bits, other])?;
    if reduction == Reduction::All { Ok(equal) } else { terms.apply(Op::Bv(BvOp::Not), &[equal]) }
}

/// The range is exceeded above if the factors have one sign, and below otherwise.
fn product_fits(terms: &mut Terms, side: Side, left: TermId, right: TermId) -> Built {
    let width = terms.sort(left).width().unwrap_or(1);
    let zero = terms.bits(width, 0u32)?;
    let [one, two] = [left, right].map(|factor| terms.apply(Op::Bv(BvOp::Slt), &[factor, zero]));
    let signs = [one?, two?];
    let op = if side == Side::Above { CoreOp::Eq } else { CoreOp::Xor };
    let is_side = terms.apply(Op::Core(op), &signs)?;
    let exceeds = terms.apply(Op::Bv(BvOp::Smulo), &[left, right])?;
    let both = terms.apply(Op::Core(CoreOp::And), &[is_side, exceeds])?;
    terms.apply(Op::Core(CoreOp::Not), &[both])
}
