//! The name of the logic of a session, in the words of a dialect.

use crate::dialect::{Dialect, Logics};
use rustc_hash::FxHashSet;
use smt::print::Fragment;
use smt::{ArrayOp, Op, TermId, Terms};

/// What the terms of a session need, computed once for each term.
#[derive(Default)]
pub(crate) struct Extent {
    fragment: Fragment,
    has_constant_arrays: bool,
    noted: FxHashSet<TermId>,
}

impl Extent {
    /// Adds the subterms of a formula.
    pub(crate) fn note(&mut self, terms: &Terms, formula: TermId) {
        let mut pending = vec![formula];
        while let Some(term) = pending.pop() {
            if self.noted.insert(term) {
                self.fragment.note(terms, term);
                self.has_constant_arrays |= matches!(terms.op(term), Op::Array(ArrayOp::Constant(_)));
                pending.extend_from_slice(terms.args(term));
            }
        }
    }

    /// The logic that has all of it, as the dialect calls it.
    pub(crate) fn logic(&self, dialect: &Dialect) -> String {
        let name = self.fragment.name();
        match dialect.logics {
            Logics::WithoutConstantArrays if self.has_constant_arrays => "ALL".to_owned(),
            Logics::Composed | Logics::WithoutConstantArrays => name,
            Logics::Listed(known) => {
                let needed = Parts::of(&name);
                let fits = |known: &&&str| Parts::of(known).contain(&needed);
                let last = || known.last().map(ToString::to_string).unwrap_or_else(|| name.clone());
                known.iter().find(fits).map_or_else(last, ToString::to_string)
            }
        }
    }
}

/// The parts of the name of a logic.
#[derive(PartialEq, Eq, Debug)]
struct Parts {
    /// Quantifiers, arrays, functions, bit-vectors, floats, non-linear, integers, reals.
    members: [bool; 8],
}

impl Parts {
    fn of(name: &str) -> Self {
        let (quantifiers, rest) = name.strip_prefix("QF_").map_or((true, name), |rest| (false, rest));
        if rest == "ALL" {
            return Self { members: [true; 8] };
        }
        let (arithmetic, rest) = match rest.rfind(['L', 'N']) {
            Some(at) => (&rest[at..], &rest[..at]),
            None => ("", rest),
        };
        let members = [
            quantifiers,
            rest.contains('A'),
            rest.contains("UF"),
            rest.contains("BV"),
            rest.contains("FP"),
            arithmetic.starts_with('N'),
            arithmetic.contains('I'),
            arithmetic.contains('R'),
        ];
        Self { members }
    }

    fn contain(&self, needed: &Self) -> bool {
        self.members.iter().zip(&needed.members).all(|(has, needs)| *has || !needs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_logic_has_what_is_needed() {
        let fits = |large: &str, small: &str| Parts::of(large).contain(&Parts::of(small));
        for (large, small) in [
            ("QF_AUFLIRA", "QF_UFLIA"),
            ("QF_NIA", "QF_LIA"),
            ("ALL", "AUFNIRA"),
            ("UFLIA", "QF_LIA"),
            ("QF_AUFBV", "QF_BV"),
        ] {
            assert!(fits(large, small) && !fits(small, large), "{large} {small}");
        }
        assert!(!fits("QF_BV", "QF_LIA"));
    }
}
