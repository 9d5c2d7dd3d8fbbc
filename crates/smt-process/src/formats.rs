//! Refuses terms of floating-point formats that a solver is not asked about.
//!
//! A solver that answers wrongly about a format must not be given one, whoever calls, so each formula is looked at
//! before it is sent. Subterms that were found to be in order are remembered: a term is looked at once. Only whole formulas that were in
//! order are remembered, since a part of one that was refused may be asked about again.

use rustc_hash::FxHashSet;
use smt::solver::{Capabilities, Failure, Formats, SolverError};
use smt::{Format, Sort, TermId, Terms};

/// Subterms whose formats are all admitted.
#[derive(Default)]
pub(crate) struct FormatGuard {
    admitted: FxHashSet<TermId>,
}

impl FormatGuard {
    /// Fails if a formula has a part of a format that the back end does not answer for.
    pub(crate) fn admit(
        &mut self,
        capabilities: &Capabilities,
        terms: &Terms,
        formula: TermId,
    ) -> Result<(), SolverError> {
        if capabilities.formats == Formats::All {
            return Ok(());
        }
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut pending = vec![formula];
        while let Some(term) = pending.pop() {
            if self.admitted.contains(&term) || !seen.insert(term) {
                continue;
            }
            if let Some(format) = stranger(terms, terms.sort(term), capabilities.formats) {
                return Err(refusal(capabilities, format));
            }
            pending.extend_from_slice(terms.args(term));
        }
        self.admitted.extend(seen);
        Ok(())
    }
}

/// A format in a sort that is not among those given.
fn stranger(terms: &Terms, sort: Sort, formats: Formats) -> Option<Format> {
    let mut pending = vec![sort];
    while let Some(sort) = pending.pop() {
        match sort {
            Sort::Float(format) if !formats.contain(format) => return Some(format),
            Sort::Array(array) => {
                let (index, element) = terms.array_parts(array);
                pending.extend([index, element]);
            }
            Sort::Float(_) | Sort::Bool | Sort::BitVec(_) | Sort::RoundingMode | Sort::Int | Sort::Real => {}
        }
    }
    None
}

fn refusal(capabilities: &Capabilities, format: Format) -> SolverError {
    let (name, exponent, significand) = (&capabilities.name, format.exponent(), format.significand());
    let message = format!(
        "`{name}` is not asked about (_ FloatingPoint {exponent} {significand}), only about the four formats of IEEE 754"
    );
    SolverError::Failed { failure: Failure::Refused, message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt::parse::parse_term;

    fn judged(guard: &mut FormatGuard, terms: &mut Terms, text: &str) -> Option<String> {
        let capabilities =
            Capabilities { name: "some".to_owned(), services: vec![], formats: Formats::Interchange };
        let formula = parse_term(terms, text).unwrap();
        guard.admit(&capabilities, terms, formula).err().map(|error| error.to_string())
    }

    #[test]
    fn only_the_formats_of_ieee_are_admitted() {
        let mut terms = Terms::new();
        for (name, exponent, significand) in
            [("h", 5, 11), ("s", 8, 24), ("d", 11, 53), ("q", 15, 113), ("t", 3, 4), ("b", 8, 8)]
        {
            let format = Format::new(exponent, significand).unwrap();
            terms.variable(name, Sort::Float(format)).unwrap();
        }
        let tiny = Sort::Float(Format::new(3, 4).unwrap());
        let memory = terms.array_sort(Sort::BitVec(4), tiny).unwrap();
        let nested = terms.array_sort(Sort::BitVec(4), memory).unwrap();
        for name in ["m", "n"] {
            terms.variable(name, nested).unwrap();
        }
        terms.declare("f", &[tiny], Sort::Bool).unwrap();
        terms.variable("x", Sort::BitVec(8)).unwrap();
        let mut guard = FormatGuard::default();
        for text in ["(fp.lt h h)", "(fp.lt s s)", "(fp.lt d d)", "(fp.lt q q)", "(= x x)"] {
            assert_eq!(judged(&mut guard, &mut terms, text), None, "{text}");
        }
        let refused = [
            "(fp.isZero t)",
            "(fp.isZero b)",
            "(= m n)",
            "(f t)",
            "(fp.eq h ((_ to_fp 5 11) RNE b))",
            "(fp.isZero ((_ to_fp_unsigned 3 4) RTP x))",
            "(exists ((e (_ FloatingPoint 3 4))) (f e))",
        ];
        // The second time too: what was refused is not remembered as admitted.
        for text in refused.iter().chain(&refused) {
            let error = judged(&mut guard, &mut terms, text).unwrap_or_else(|| panic!("{text} is admitted"));
            assert!(
                error.starts_with("the solver refuses: `some` is not asked about (_ FloatingPoint "),
                "{error}"
            );
        }
    }
}
