//! Constructors: the only way to a term.
//!
//! [`Terms::apply`] checks the sorts, folds constants with the evaluator and simplifies by the rules of the theory;
//! [`Terms::apply_as_is`] only checks. Both refuse what is ill-sorted with a [`SortError`], so that no walk over terms
//! ever meets an argument of the wrong sort. Rules of one theory are in one file: sorts, then rewrites.
//!
//! Simplification is local: it looks a few levels deep at the arguments, which are simplified
//! already, and never duplicates a term. All rules are equivalences, tested against the evaluator on random terms.

mod arith;
mod array;
mod bv;
mod core;
mod fp;
mod quantifier;

#[cfg(test)]
mod tests;

use crate::eval;
use crate::print;
use crate::sort::{Sort, SortError};
use crate::term::{CoreOp, Op, TermId, Terms};
use crate::value::{ArrayValue, Bits, Value};
use num_bigint::{BigInt, BigUint};
use smallvec::SmallVec;

pub(crate) type Arguments = SmallVec<[TermId; 4]>;

impl Terms {
    /// The simplified term of an operator and arguments.
    pub fn apply(&mut self, op: Op, args: &[TermId]) -> Result<TermId, SortError> {
        let sort = self.result_sort(op, args)?;
        Ok(self.simplified(op, args, sort))
    }

    /// The term of an operator and arguments, exactly as given.
    pub fn apply_as_is(&mut self, op: Op, args: &[TermId]) -> Result<TermId, SortError> {
        let sort = self.result_sort(op, args)?;
        Ok(self.intern(op, args, sort))
    }

    /// For rules, whose results are well-sorted by construction.
    pub(crate) fn make(&mut self, op: Op, args: &[TermId]) -> TermId {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.apply(op, args).expect("rules keep sorts"))
    }

    fn simplified(&mut self, op: Op, args: &[TermId], sort: Sort) -> TermId {
        if let Some(value) = self.fold(op, args, sort) {
            return self.constant(value);
        }
        if let Some(lifted) = self.lift(op, args, sort) {
            return lifted;
        }
        let rewritten = match op {
            Op::Const(_) | Op::Apply(_) => None,
            Op::Quantified(_) => self.simplify_quantifier(args),
            Op::Core(core) => self.simplify_core(core, args),
            Op::Arith(arith) => self.simplify_arith(arith, args, sort),
            Op::Bv(bv) => self.simplify_bv(bv, args),
            Op::Fp(fp) => self.simplify_fp(fp, args),
            Op::Array(array) => self.simplify_array(array, args),
        };
        rewritten.unwrap_or_else(|| self.intern(op, args, sort))
    }

    /// The value, if all arguments are constants and the standard says what it is.
    fn fold(&self, op: Op, args: &[TermId], sort: Sort) -> Option<Value> {
        if matches!(op, Op::Const(_) | Op::Apply(_) | Op::Quantified(_) | Op::Array(_)) {
            return None;
        }
        let mut values: SmallVec<[&Value; 4]> = SmallVec::new();
        for &arg in args {
            values.push(self.as_const(arg)?);
        }
        eval::operate(op, &values, sort)
    }

    /// An operator on constants and one choice between constants is a choice between values: `(= (ite c 1 0) 0)` is `(not c)`.
    fn lift(&mut self, op: Op, args: &[TermId], sort: Sort) -> Option<TermId> {
        let is_fit = match op {
            Op::Arith(_) | Op::Bv(_) | Op::Fp(_) | Op::Core(CoreOp::Eq) => true,
            Op::Const(_) | Op::Apply(_) | Op::Quantified(_) | Op::Core(_) | Op::Array(_) => false,
        };
        let mut open = args.iter().enumerate().filter(|&(_, &arg)| self.as_const(arg).is_none());
        let (Some((position, &choice)), None, true) = (open.next(), open.next(), is_fit) else { return None };
        if self.op(choice) != Op::Core(CoreOp::Ite) {
            return None;
        }
        let &[condition, one, two] = self.args(choice) else { return None };
        let mut branches = [one, two];
        for branch in &mut branches {
            let mut args = Arguments::from_slice(args);
            args[position] = *branch;
            *branch = {
                let value = self.fold(op, &args, sort)?;
                self.constant(value)
            };
        }
        Some(self.make(Op::Core(CoreOp::Ite), &[condition, branches[0], branches[1]]))
    }

    /// The sort of a term with this operator and these arguments, if there is such a term.
    pub fn result_sort(&self, op: Op, args: &[TermId]) -> Result<Sort, SortError> {
        let sorts: SmallVec<[Sort; 4]> = args.iter().map(|&arg| self.sort(arg)).collect();
        let found = match op {
            Op::Const(id) => sorts.is_empty().then(|| sort_of_constant(self.value(id))).flatten(),
            Op::Apply(symbol) => {
                let decl = self.symbol(symbol);
                (*decl.arguments == *sorts).then_some(decl.result)
            }
            Op::Quantified(_) => self.sort_quantifier(args),
            Op::Core(op) => core::sort_core(op, &sorts),
            Op::Arith(op) => arith::sort_arith(op, &sorts),
            Op::Bv(op) => bv::sort_bv(op, &sorts),
            Op::Fp(op) => fp::sort_fp(op, &sorts),
            Op::Array(op) => self.sort_array(op, &sorts),
        };
        found.ok_or_else(|| SortError::IllSorted {
            operator: print::operator(self, op),
            arguments: sorts.iter().map(|&sort| print::sort(self, sort)).collect(),
        })
    }

    /// A value as a term. Arrays become stores into a constant array.
    ///
    /// # Panics
    /// If an array value is not one of the sort that [`Terms::array_constant`] takes; use that for arrays.
    pub(crate) fn constant(&mut self, value: Value) -> TermId {
        let sort = sort_of_constant(&value).expect("arrays are built by array_constant");
        let id = self.value_id(value);
        self.intern(Op::Const(id), &[], sort)
    }

    /// A value of a sort as a term.
    pub fn value_term(&mut self, value: Value, sort: Sort) -> Result<TermId, SortError> {
        if let (Value::Array(array), Sort::Array(_)) = (&value, sort) {
            return self.array_constant(array, sort);
        }
        match sort_of_constant(&value) {
            Some(found) if found == sort => Ok(self.constant(value)),
            Some(_) | None => Err(SortError::IllSorted {
                operator: format!("{value:?}"),
                arguments: vec![print::sort(self, sort)],
            }),
        }
    }

    fn array_constant(&mut self, array: &ArrayValue, sort: Sort) -> Result<TermId, SortError> {
        let Sort::Array(id) = sort else { return Err(SortError::UnknownArraySort) };
        let (index, element) = self.array_parts(id);
        let default = self.value_term(array.default().clone(), element)?;
        let mut term = self.apply(Op::Array(crate::term::ArrayOp::Constant(id)), &[default])?;
        for (at, value) in array.entries() {
            let at = self.value_term(at.clone(), index)?;
            let value = self.value_term(value.clone(), element)?;
            term = self.apply(Op::Array(crate::term::ArrayOp::Store), &[term, at, value])?;
        }
        Ok(term)
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.constant(Value::Bool(value))
    }

    /// A bit-vector constant with the lowest bits of a number.
    pub fn bits(&mut self, width: u32, value: impl Into<BigUint>) -> Result<TermId, SortError> {
        Sort::bit_vec(width)?;
        Ok(self.constant(Value::Bits(Bits::new(width, value.into()))))
    }

    /// An integer constant.
    pub fn int(&mut self, value: impl Into<BigInt>) -> TermId {
        self.constant(Value::Int(value.into()))
    }
}

/// The sort of a value that is not an array. The value is well-formed by construction, except that the width
/// of bits is not bounded.
fn sort_of_constant(value: &Value) -> Option<Sort> {
    match value {
        Value::Bool(_) => Some(Sort::Bool),
        Value::Bits(bits) => Sort::bit_vec(bits.width()).ok(),
        Value::Float(float) => Some(Sort::Float(float.format())),
        Value::Rounding(_) => Some(Sort::RoundingMode),
        Value::Int(_) => Some(Sort::Int),
        Value::Real(_) => Some(Sort::Real),
        Value::Array(_) => None,
    }
}
