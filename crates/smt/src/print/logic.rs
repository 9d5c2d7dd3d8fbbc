//! Which logic of SMT-LIB a set of terms is in. Solvers are several times faster when told the smallest one.

use crate::sort::Sort;
use crate::term::{ArithOp, Op, TermId, Terms};
use crate::transform::order;

/// The name of the smallest logic of SMT-LIB that has what the terms need; `ALL` where none is common.
pub fn logic(terms: &Terms, assertions: &[TermId]) -> String {
    let mut needs = Fragment::default();
    for part in order(terms, assertions) {
        needs.note(terms, part);
    }
    needs.name()
}

/// What terms need of a logic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "a set with named members")]
pub struct Fragment {
    quantifiers: bool,
    arrays: bool,
    functions: bool,
    bits: bool,
    floats: bool,
    ints: bool,
    reals: bool,
    nonlinear: bool,
}

impl Fragment {
    /// Adds what a term needs, its arguments left out.
    pub fn note(&mut self, terms: &Terms, term: TermId) {
        match terms.sort(term) {
            Sort::BitVec(_) => self.bits = true,
            Sort::Float(_) | Sort::RoundingMode => self.floats = true,
            Sort::Int => self.ints = true,
            Sort::Real => self.reals = true,
            Sort::Array(_) => self.arrays = true,
            Sort::Bool => {}
        }
        match terms.op(term) {
            Op::Quantified(_) => self.quantifiers = true,
            Op::Apply(_) => self.functions |= !terms.args(term).is_empty(),
            Op::Arith(ArithOp::Mul) => {
                let open = terms.args(term).iter().filter(|&&arg| terms.as_const(arg).is_none());
                self.nonlinear |= open.count() > 1;
            }
            Op::Arith(ArithOp::RealDiv | ArithOp::IntDiv | ArithOp::Mod) => {
                self.nonlinear |= terms.args(term).last().is_none_or(|&by| terms.as_const(by).is_none());
            }
            Op::Const(_) | Op::Core(_) | Op::Arith(_) | Op::Bv(_) | Op::Fp(_) | Op::Array(_) => {}
        }
    }

    /// Whether there are bit-vectors or floats.
    pub fn has_machine(&self) -> bool {
        self.bits || self.floats
    }

    /// Whether there are quantifiers.
    pub fn has_quantifiers(&self) -> bool {
        self.quantifiers
    }

    /// Adds what another fragment needs.
    pub fn join(&mut self, other: Self) {
        self.quantifiers |= other.quantifiers;
        self.arrays |= other.arrays;
        self.functions |= other.functions;
        self.bits |= other.bits;
        self.floats |= other.floats;
        self.ints |= other.ints;
        self.reals |= other.reals;
        self.nonlinear |= other.nonlinear;
    }

    /// The name of the smallest logic that has all of it; `ALL` where none is common.
    pub fn name(&self) -> String {
        let arithmetic = match (self.ints, self.reals) {
            (false, false) => "",
            (true, false) => "IA",
            (false, true) => "RA",
            (true, true) => "IRA",
        };
        if !arithmetic.is_empty() && self.has_machine() {
            return "ALL".to_owned();
        }
        let mut name = if self.quantifiers { String::new() } else { "QF_".to_owned() };
        name.push_str(if self.arrays { "A" } else { "" });
        name.push_str(if self.functions { "UF" } else { "" });
        name.push_str(if self.bits { "BV" } else { "" });
        name.push_str(if self.floats { "FP" } else { "" });
        if !arithmetic.is_empty() {
            name.push(if self.nonlinear { 'N' } else { 'L' });
            name.push_str(arithmetic);
        }
        match name.as_str() {
            "QF_" | "" => if self.quantifiers { "UF" } else { "QF_UF" }.to_owned(),
            "QF_A" | "A" => "ALL".to_owned(),
            _ => name,
        }
    }
}
