//! `ArraysEx`: sorts and rules: a read over a write whose address is decided skips or takes the write; a write of what is
//! there, or over a write to the same address, is absorbed. Addresses that differ by a constant are decided. Writes at different constants are not sorted: that would walk the whole chain at every write.

use crate::sort::Sort;
use crate::term::{ArithOp, ArrayOp, BvOp, Op, TermId, Terms};
use crate::value::Value;
use num_traits::Zero;

impl Terms {
    pub(super) fn sort_array(&self, op: ArrayOp, sorts: &[Sort]) -> Option<Sort> {
        if let ArrayOp::Constant(id) = op {
            self.check_sort(Sort::Array(id)).ok()?;
            return (*sorts == [self.array_parts(id).1]).then_some(Sort::Array(id));
        }
        let &Sort::Array(id) = sorts.first()? else { return None };
        let (index, element) = self.array_parts(id);
        match op {
            ArrayOp::Select => (sorts[1..] == [index]).then_some(element),
            ArrayOp::Store => (sorts[1..] == [index, element]).then_some(Sort::Array(id)),
            ArrayOp::Constant(_) => None,
        }
    }

    pub(super) fn simplify_array(&mut self, op: ArrayOp, args: &[TermId]) -> Option<TermId> {
        match (op, args) {
            (ArrayOp::Select, &[array, index]) => self.simplify_select(array, index),
            (ArrayOp::Store, &[array, index, element]) => self.simplify_store(array, index, element),
            (ArrayOp::Select | ArrayOp::Store | ArrayOp::Constant(_), _) => None,
        }
    }

    /// Whether two terms are the same in every model, or in none: constants, and terms that differ by a constant.
    pub(super) fn decide(&self, one: TermId, two: TermId) -> Option<bool> {
        if one == two {
            return Some(true);
        }
        // Equal constants are equal terms, so different terms are different constants.
        if self.as_const(one).is_some() && self.as_const(two).is_some() {
            return Some(false);
        }
        let ((base, offset), (other_base, other_offset)) = (self.offset(&one), self.offset(&two));
        (base == other_base && offset != other_offset).then_some(false)
    }

    /// A sum as its terms and its constant, if that is not zero. In bit-vectors as in integers, sums of the same terms with
    /// different constants are different.
    fn offset<'a>(&'a self, term: &'a TermId) -> (&'a [TermId], Option<TermId>) {
        let args = self.args(*term);
        let is_constant = |&arg: &TermId| self.as_const(arg).is_some();
        // Terms that were not simplified may have a zero.
        let not_zero = |&arg: &TermId| self.as_const(arg).is_some_and(|value| !is_zero(value)).then_some(arg);
        match (self.op(*term), args) {
            (Op::Bv(BvOp::Add), [one, rest]) if is_constant(one) => {
                (std::slice::from_ref(rest), not_zero(one))
            }
            (Op::Bv(BvOp::Add) | Op::Arith(ArithOp::Add), [rest @ .., last]) if is_constant(last) => {
                (rest, not_zero(last))
            }
            (Op::Arith(ArithOp::Add), _) => (args, None),
            (
                Op::Const(_)
                | Op::Apply(_)
                | Op::Quantified(_)
                | Op::Core(_)
                | Op::Arith(_)
                | Op::Bv(_)
                | Op::Fp(_)
                | Op::Array(_),
                _,
            ) => (std::slice::from_ref(term), None),
        }
    }

    fn simplify_select(&mut self, array: TermId, index: TermId) -> Option<TermId> {
        let mut current = array;
        loop {
            let args = self.args(current);
            match self.op(current) {
                Op::Array(ArrayOp::Constant(_)) => return Some(args[0]),
                Op::Array(ArrayOp::Store) => match self.decide(args[1], index) {
                    Some(true) => return Some(args[2]),
                    Some(false) => current = args[0],
                    None => break,
                },
                Op::Array(ArrayOp::Select)
                | Op::Const(_)
                | Op::Apply(_)
                | Op::Quantified(_)
                | Op::Core(_)
                | Op::Arith(_)
                | Op::Bv(_)
                | Op::Fp(_) => break,
            }
        }
        (current != array).then(|| self.make(Op::Array(ArrayOp::Select), &[current, index]))
    }

    fn simplify_store(&mut self, array: TermId, index: TermId, element: TermId) -> Option<TermId> {
        let is_read_back =
            self.op(element) == Op::Array(ArrayOp::Select) && *self.args(element) == [array, index];
        let is_default =
            matches!(self.op(array), Op::Array(ArrayOp::Constant(_))) && self.args(array)[0] == element;
        if is_read_back || is_default {
            return Some(array);
        }
        if self.op(array) != Op::Array(ArrayOp::Store) {
            return None;
        }
        let &[below, other, _] = self.args(array) else { return None };
        match self.decide(other, index) {
            Some(true) => Some(self.make(Op::Array(ArrayOp::Store), &[below, index, element])),
            Some(false) | None => None,
        }
    }
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Bits(bits) => bits.is_zero(),
        Value::Int(number) => number.is_zero(),
        Value::Real(number) => number.is_zero(),
        Value::Bool(_) | Value::Float(_) | Value::Rounding(_) | Value::Array(_) => false,
    }
}
