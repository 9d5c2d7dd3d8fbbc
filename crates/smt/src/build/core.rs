//! Theory Core: sorts and rules of the connectives, equality and `ite`.
//!
//! Normal forms: conjunctions and disjunctions are flat (up to a length), sorted and without duplicates; implications are disjunctions;
//! an equality has the smaller index left, and one with a truth value is the other side or its negation; the
//! condition of an `ite` is never negated.

use super::Arguments;
use crate::sort::Sort;
use crate::term::{ArrayOp, CoreOp, Op, TermId, Terms};
use crate::value::Value;

/// Longer conjunctions, disjunctions, sums and products stay nested. Otherwise a conjunction that grows by one
/// conjunct at a time, as path formulas do, would take quadratic space.
pub(super) const FLAT: usize = 16;

pub(super) fn sort_core(op: CoreOp, sorts: &[Sort]) -> Option<Sort> {
    let all_bool = sorts.iter().all(|&sort| sort == Sort::Bool);
    let all_equal = sorts.windows(2).all(|pair| pair[0] == pair[1]);
    let is_fine = match op {
        CoreOp::Not => all_bool && sorts.len() == 1,
        CoreOp::And | CoreOp::Or => all_bool && !sorts.is_empty(),
        CoreOp::Xor | CoreOp::Implies => all_bool && sorts.len() == 2,
        CoreOp::Eq => all_equal && sorts.len() == 2,
        CoreOp::Distinct => all_equal && sorts.len() >= 2,
        CoreOp::Ite => {
            let [Sort::Bool, one, two] = *sorts else { return None };
            return (one == two).then_some(one);
        }
    };
    is_fine.then_some(Sort::Bool)
}

impl Terms {
    pub(super) fn simplify_core(&mut self, op: CoreOp, args: &[TermId]) -> Option<TermId> {
        match (op, args) {
            (CoreOp::Not, &[arg]) => (self.op(arg) == Op::Core(CoreOp::Not)).then(|| self.args(arg)[0]),
            (CoreOp::And | CoreOp::Or, _) => Some(self.junction(op, args)),
            (CoreOp::Xor, &[one, two]) => {
                let equal = self.make(Op::Core(CoreOp::Eq), &[one, two]);
                Some(self.not(equal))
            }
            (CoreOp::Implies, &[one, two]) => {
                let not = self.not(one);
                Some(self.or(&[not, two]))
            }
            (CoreOp::Eq, &[one, two]) => self.simplify_eq(one, two),
            (CoreOp::Distinct, _) => self.simplify_distinct(args),
            (CoreOp::Ite, &[condition, one, two]) => self.simplify_ite(condition, one, two),
            (CoreOp::Not | CoreOp::Xor | CoreOp::Implies | CoreOp::Eq | CoreOp::Ite, _) => None,
        }
    }

    fn truth(&self, term: TermId) -> Option<bool> {
        self.as_const(term).and_then(Value::as_bool)
    }

    /// A flat, sorted conjunction or disjunction.
    fn junction(&mut self, op: CoreOp, args: &[TermId]) -> TermId {
        let neutral = op == CoreOp::And;
        let mut flat = Arguments::new();
        for &arg in args {
            match self.truth(arg) {
                Some(value) if value == neutral => {}
                Some(_) => return arg,
                None if self.op(arg) == Op::Core(op) && self.args(arg).len() <= FLAT => {
                    flat.extend_from_slice(self.args(arg))
                }
                None => flat.push(arg),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        let is_clash = |&arg: &TermId| {
            self.op(arg) == Op::Core(CoreOp::Not) && flat.binary_search(&self.args(arg)[0]).is_ok()
        };
        if flat.iter().any(is_clash) {
            return self.bool(!neutral);
        }
        match *flat {
            [] => self.bool(neutral),
            [single] => single,
            [..] => self.intern(Op::Core(op), &flat, Sort::Bool),
        }
    }

    fn simplify_eq(&mut self, one: TermId, two: TermId) -> Option<TermId> {
        if one == two {
            return Some(self.bool(true));
        }
        if self.sort(one) == Sort::Bool {
            for (constant, other) in [(one, two), (two, one)] {
                match self.truth(constant) {
                    Some(true) => return Some(other),
                    Some(false) => return Some(self.not(other)),
                    None => {}
                }
                if self.op(constant) == Op::Core(CoreOp::Not) && self.args(constant)[0] == other {
                    return Some(self.bool(false));
                }
            }
        }
        match self.sort(one) {
            Sort::BitVec(_) | Sort::Int | Sort::Real if self.decide(one, two) == Some(false) => {
                return Some(self.bool(false));
            }
            Sort::BitVec(_) => {
                for (term, constant) in [(one, two), (two, one)] {
                    if let Some(simpler) = self.simplify_bits_eq(term, constant) {
                        return Some(simpler);
                    }
                }
            }
            Sort::Int | Sort::Real => {
                if let Some((one, two)) = self.constants_to_one_side(one, two) {
                    return Some(self.make(Op::Core(CoreOp::Eq), &[one, two]));
                }
            }
            Sort::Array(_) => {
                let element = |array: TermId| {
                    matches!(self.op(array), Op::Array(ArrayOp::Constant(_))).then(|| self.args(array)[0])
                };
                if let (Some(one), Some(two)) = (element(one), element(two)) {
                    return Some(self.make(Op::Core(CoreOp::Eq), &[one, two]));
                }
            }
            Sort::Bool | Sort::Float(_) | Sort::RoundingMode => {}
        }
        (one > two).then(|| self.intern(Op::Core(CoreOp::Eq), &[two, one], Sort::Bool))
    }

    /// Two are a negated equality. More stay, except if two are the same.
    fn simplify_distinct(&mut self, args: &[TermId]) -> Option<TermId> {
        if let &[one, two] = args {
            let equal = self.eq(one, two).expect("the sorts were checked");
            return Some(self.not(equal));
        }
        let mut sorted = Arguments::from_slice(args);
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Some(self.bool(false));
        }
        (*sorted != *args).then(|| self.intern(Op::Core(CoreOp::Distinct), &sorted, Sort::Bool))
    }

    fn simplify_ite(&mut self, condition: TermId, one: TermId, two: TermId) -> Option<TermId> {
        if let Some(value) = self.truth(condition) {
            return Some(if value { one } else { two });
        }
        if one == two {
            return Some(one);
        }
        if self.op(condition) == Op::Core(CoreOp::Not) {
            let positive = self.args(condition)[0];
            return Some(self.make(Op::Core(CoreOp::Ite), &[positive, two, one]));
        }
        match (self.truth(one), self.truth(two)) {
            (Some(true), _) => return Some(self.or(&[condition, two])),
            (Some(false), _) => {
                let not = self.not(condition);
                return Some(self.and(&[not, two]));
            }
            (None, Some(true)) => {
                let not = self.not(condition);
                return Some(self.or(&[not, one]));
            }
            (None, Some(false)) => return Some(self.and(&[condition, one])),
            (None, None) => {}
        }
        // A branch that asks the same question again knows the answer.
        let ask = |terms: &Self, branch: TermId, side: usize| {
            let args = terms.args(branch);
            (terms.op(branch) == Op::Core(CoreOp::Ite) && args[0] == condition).then(|| args[side])
        };
        let (inner_one, inner_two) = (ask(self, one, 1), ask(self, two, 2));
        if inner_one.is_none() && inner_two.is_none() {
            return None;
        }
        let args = [condition, inner_one.unwrap_or(one), inner_two.unwrap_or(two)];
        Some(self.make(Op::Core(CoreOp::Ite), &args))
    }

    /// Negation.
    ///
    /// # Panics
    /// This and the next two if an argument is not a truth value; `apply` returns an error instead.
    pub(crate) fn not(&mut self, arg: TermId) -> TermId {
        self.make(Op::Core(CoreOp::Not), &[arg])
    }

    pub(crate) fn and(&mut self, args: &[TermId]) -> TermId {
        if args.is_empty() { self.bool(true) } else { self.make(Op::Core(CoreOp::And), args) }
    }

    pub(crate) fn or(&mut self, args: &[TermId]) -> TermId {
        if args.is_empty() { self.bool(false) } else { self.make(Op::Core(CoreOp::Or), args) }
    }

    /// Equality of two terms of one sort.
    pub fn eq(&mut self, one: TermId, two: TermId) -> Result<TermId, crate::SortError> {
        self.apply(Op::Core(CoreOp::Eq), &[one, two])
    }
}
