//! Quantifiers bind symbols by name: the first arguments are variables, the last is the body.
//!
//! Renaming of bound variables makes a different term, so two equivalent formulas may have different indices; that
//! loses sharing and nothing else. [`substitute`](crate::transform) renames where a replacement would be captured.

use super::Arguments;
use crate::sort::{Sort, SortError};
use crate::term::{Op, Quantifier, SymbolId, TermId, Terms};

impl Terms {
    /// Binds variables in a body. Without variables it is the body.
    pub fn quantify(
        &mut self,
        quantifier: Quantifier,
        variables: &[SymbolId],
        body: TermId,
    ) -> Result<TermId, SortError> {
        let mut args = Arguments::new();
        for &symbol in variables {
            args.push(self.apply(Op::Apply(symbol), &[])?);
        }
        args.push(body);
        if variables.is_empty() {
            return if self.sort(body) == Sort::Bool {
                Ok(body)
            } else {
                self.apply(Op::Quantified(quantifier), &args)
            };
        }
        self.apply(Op::Quantified(quantifier), &args)
    }

    /// The variable that a term is.
    pub fn as_variable(&self, term: TermId) -> Option<SymbolId> {
        match self.op(term) {
            Op::Apply(symbol) if self.args(term).is_empty() => Some(symbol),
            Op::Apply(_)
            | Op::Const(_)
            | Op::Quantified(_)
            | Op::Core(_)
            | Op::Arith(_)
            | Op::Bv(_)
            | Op::Fp(_)
            | Op::Array(_) => None,
        }
    }

    pub(super) fn sort_quantifier(&self, args: &[TermId]) -> Option<Sort> {
        let (&body, bound) = args.split_last()?;
        let mut sorted = Arguments::from_slice(bound);
        sorted.sort_unstable();
        let is_set = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        let is_fine = !bound.is_empty() && is_set && bound.iter().all(|&arg| self.as_variable(arg).is_some());
        (is_fine && self.sort(body) == Sort::Bool).then_some(Sort::Bool)
    }

    /// No sort is empty, so a constant body is the whole.
    pub(super) fn simplify_quantifier(&mut self, args: &[TermId]) -> Option<TermId> {
        args.last().copied().filter(|&body| self.as_const(body).is_some())
    }
}
