//! `ArraysEx`: sorts and rules: a read over a write whose address is decided skips or takes the write; a write of what is
//! there, or over a write to the same address, is absorbed. Writes at different constants are not sorted: that would walk the whole chain at every write.

use crate::sort::Sort;
use crate::term::{ArrayOp, Op, TermId, Terms};

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

    /// Whether two addresses are the same in every model, or in none.
    fn decide(&self, one: TermId, two: TermId) -> Option<bool> {
        if one == two {
            return Some(true);
        }
        // Equal constants are equal terms, so different terms are different constants.
        (self.as_const(one).is_some() && self.as_const(two).is_some()).then_some(false)
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
