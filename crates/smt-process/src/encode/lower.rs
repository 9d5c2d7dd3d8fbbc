//! Operators that came with SMT-LIB 2.7, written with those of 2.6: overflow predicates and conversions to integers. With them
//! go those that older solvers have, but break at: `divisible`, which Z3 4.8 does not find, and `distinct` of floats, at
//! which it dies.
//!
//! A lowered operator is a text in which `?a`, `?b` and so on are its arguments, which a `let` binds, so that they are
//! written once. The arguments of a `let` do not see its names, so nesting is harmless.

use smt::{ArithOp, BvOp, CoreOp, Op, Sort, TermId, Terms};

/// The text for an operator with these arguments, if it has to be lowered.
pub(super) fn lowered(terms: &Terms, op: Op, args: &[TermId]) -> Option<String> {
    match op {
        Op::Bv(op) => lowered_bits(terms, op, args),
        Op::Arith(ArithOp::Divisible(by)) => Some(format!("(= 0 (mod ?a {by}))")),
        Op::Core(CoreOp::Distinct) => {
            let is_float = |sort: Sort| matches!(sort, Sort::Float(_) | Sort::RoundingMode);
            args.first().filter(|&&arg| is_float(terms.sort(arg))).map(|_| pairwise(args.len()))
        }
        Op::Core(_)
        | Op::Arith(_)
        | Op::Const(_)
        | Op::Apply(_)
        | Op::Quantified(_)
        | Op::Fp(_)
        | Op::Array(_) => None,
    }
}

/// The name of an argument.
pub(super) fn argument(position: usize) -> String {
    match position {
        0 => "?a".to_owned(),
        1 => "?b".to_owned(),
        _ => format!("?b{position}"),
    }
}

/// No two arguments are equal.
fn pairwise(count: usize) -> String {
    let pairs = (0..count).flat_map(|two| (0..two).map(move |one| (one, two)));
    let text = |(one, two)| format!(" (not (= {} {}))", argument(one), argument(two));
    format!("(and true{})", pairs.map(text).collect::<String>())
}

fn lowered_bits(terms: &Terms, op: BvOp, args: &[TermId]) -> Option<String> {
    let width = match args.first().map(|&arg| terms.sort(arg)) {
        Some(Sort::BitVec(width)) => width,
        Some(_) | None => 0,
    };
    let top = width.saturating_sub(1);
    let sign = |text: &str| format!("(= ((_ extract {top} {top}) {text}) #b1)");
    let least = || format!("#b1{}", "0".repeat(top as usize));
    Some(match op {
        BvOp::Nego => format!("(= ?a {})", least()),
        BvOp::Uaddo => "(bvult (bvadd ?a ?b) ?a)".to_owned(),
        BvOp::Saddo => {
            format!("(let ((?c (bvadd ?a ?b))) {})", sign("(bvand (bvxor ?c ?a) (bvxor ?c ?b))"))
        }
        BvOp::Usubo => "(bvult ?a ?b)".to_owned(),
        BvOp::Ssubo => {
            format!("(let ((?c (bvsub ?a ?b))) {})", sign("(bvand (bvxor ?a ?b) (bvxor ?a ?c))"))
        }
        BvOp::Umulo => {
            let wide = |name: &str| format!("((_ zero_extend {width}) {name})");
            let double = 2 * u64::from(width) - 1;
            format!(
                "(distinct ((_ extract {double} {width}) (bvmul {} {})) (_ bv0 {width}))",
                wide("?a"),
                wide("?b")
            )
        }
        BvOp::Smulo => {
            let wide = |name: &str| format!("((_ sign_extend {width}) {name})");
            format!(
                "(let ((?c (bvmul {} {}))) (distinct ?c {}))",
                wide("?a"),
                wide("?b"),
                wide(&format!("((_ extract {top} 0) ?c)"))
            )
        }
        BvOp::Sdivo => format!("(and (= ?a {}) (= ?b (bvnot (_ bv0 {width}))))", least()),
        BvOp::UbvToInt => "(bv2nat ?a)".to_owned(),
        BvOp::SbvToInt => {
            let modulus = smt::value::BigInt::from(1) << width;
            format!("(ite {} (- (bv2nat ?a) {modulus}) (bv2nat ?a))", sign("?a"))
        }
        BvOp::IntToBv(width) => format!("((_ int2bv {width}) ?a)"),
        BvOp::Concat
        | BvOp::Not
        | BvOp::Neg
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
        | BvOp::Extract(..)
        | BvOp::Repeat(_)
        | BvOp::ZeroExtend(_)
        | BvOp::SignExtend(_)
        | BvOp::RotateLeft(_)
        | BvOp::RotateRight(_) => return None,
    })
}
