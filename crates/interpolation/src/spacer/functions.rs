//! Functions as arrays: `f(s, t)` is `select(select(F, s), t)`, and back.
//!
//! An array is a function that can be stored to. As long as nothing is stored to `F`, both are the same; a result in which
//! `F` occurs in any other way than under its reads cannot be mapped back and is refused.

use crate::connect::{make, variable};
use crate::error::Failure;
use rustc_hash::FxHashMap;
use smt::transform::order;
use smt::{ArrayOp, Op, SymbolId, TermId, Terms};
use std::collections::BTreeMap;

/// Which array stands for which function.
#[derive(Default)]
pub(super) struct Encoding {
    arrays: BTreeMap<SymbolId, TermId>,
}

impl Encoding {
    /// An array for each function in the formulas.
    pub(super) fn new(terms: &mut Terms, formulas: &[TermId]) -> Result<Self, Failure> {
        let mut encoding = Self::default();
        for part in order(terms, formulas) {
            let Op::Apply(function) = terms.op(part) else { continue };
            if terms.args(part).is_empty() || encoding.arrays.contains_key(&function) {
                continue;
            }
            let decl = terms.symbol(function).clone();
            let outside = |_| Failure::Outside("a function of arrays".to_owned());
            let mut sort = decl.result;
            for &argument in decl.arguments.iter().rev() {
                sort = terms.array_sort(argument, sort).map_err(outside)?;
            }
            let stem = terms.symbol_name(function).to_owned();
            let array = terms.fresh(&stem, sort).map_err(outside)?;
            let array = variable(terms, array);
            encoding.arrays.insert(function, array);
        }
        Ok(encoding)
    }

    /// The formula with reads instead of applications.
    pub(super) fn encode(&self, terms: &mut Terms, formula: TermId) -> TermId {
        if self.arrays.is_empty() {
            return formula;
        }
        rebuild(terms, formula, |terms, op, args| {
            let array = match op {
                Op::Apply(function) if !args.is_empty() => self.arrays.get(&function).copied(),
                _ => None,
            };
            match array {
                Some(array) => args
                    .iter()
                    .fold(array, |array, &index| make(terms, Op::Array(ArrayOp::Select), &[array, index])),
                None => make(terms, op, args),
            }
        })
    }

    /// The formula with applications instead of reads.
    pub(super) fn decode(&self, terms: &mut Terms, formula: TermId) -> Result<TermId, Failure> {
        if self.arrays.is_empty() {
            return Ok(formula);
        }
        // Reads of the arrays that have not all their arguments yet, by the term that stands for them.
        let mut partial: FxHashMap<TermId, (SymbolId, Vec<TermId>)> =
            self.arrays.iter().map(|(&function, &array)| (array, (function, Vec::new()))).collect();
        let decoded = rebuild(terms, formula, |terms, op, args| {
            if let (Op::Array(ArrayOp::Select), &[array, index]) = (op, args)
                && let Some((function, before)) = partial.get(&array)
            {
                let arguments = [&**before, &[index]].concat();
                if arguments.len() == terms.symbol(*function).arguments.len() {
                    return make(terms, Op::Apply(*function), &arguments);
                }
                let function = *function;
                let read = make(terms, op, args);
                partial.insert(read, (function, arguments));
                return read;
            }
            make(terms, op, args)
        });
        let is_left = order(terms, &[decoded]).into_iter().any(|part| partial.contains_key(&part));
        if is_left {
            Err(Failure::Nothing("a function as a whole in the result".to_owned()))
        } else {
            Ok(decoded)
        }
    }
}

/// The formula built anew from its leaves.
fn rebuild(
    terms: &mut Terms,
    formula: TermId,
    mut build: impl FnMut(&mut Terms, Op, &[TermId]) -> TermId,
) -> TermId {
    let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
    for part in order(terms, &[formula]) {
        let args: Vec<TermId> = terms.args(part).iter().map(|arg| known[arg]).collect();
        let op = terms.op(part);
        let new = build(terms, op, &args);
        known.insert(part, new);
    }
    known[&formula]
}

#[cfg(test)]
mod tests {
    //! What is encoded has no functions, and is the same after it is decoded.

    use super::*;
    use expect_test::expect;
    use smt::parse::parse_term;
    use smt::{Sort, print};

    #[test]
    fn there_and_back() {
        let mut terms = Terms::new();
        let bits = Sort::BitVec(8);
        terms.declare("x", &[], bits).unwrap();
        terms.declare("f", &[bits], bits).unwrap();
        terms.declare("g", &[bits, bits], bits).unwrap();
        let formula = parse_term(&mut terms, "(= (f (g x (f x))) (g x x))").unwrap();
        let encoding = Encoding::new(&mut terms, &[formula]).unwrap();
        let encoded = encoding.encode(&mut terms, formula);
        let shown = print::term(&terms, encoded);
        expect!["(let ((?0 (select g!1 x))) (= (select f!0 (select ?0 (select f!0 x))) (select ?0 x)))"]
            .assert_eq(&shown);
        assert_eq!(encoding.decode(&mut terms, encoded), Ok(formula));
    }

    #[test]
    fn a_function_as_a_whole_is_refused() {
        let mut terms = Terms::new();
        let bits = Sort::BitVec(8);
        terms.declare("x", &[], bits).unwrap();
        terms.declare("g", &[bits, bits], bits).unwrap();
        let formula = parse_term(&mut terms, "(= (g x x) x)").unwrap();
        let encoding = Encoding::new(&mut terms, &[formula]).unwrap();
        encoding.encode(&mut terms, formula);
        let partial =
            parse_term(&mut terms, "(= (select (select g!0 x) x) (select (select g!0 #x01) x))").unwrap();
        assert!(encoding.decode(&mut terms, partial).is_ok());
        let whole = parse_term(&mut terms, "(= (select g!0 x) (select g!0 #x01))").unwrap();
        assert!(encoding.decode(&mut terms, whole).is_err());
    }
}
