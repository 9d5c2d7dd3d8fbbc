//! Models: values for all symbols of the last query.

use super::{By, Last, Z3Solver};
use crate::back::ValueReader;
use crate::error::Z3Error;
use crate::ffi::ModelHandle;
use smt::eval::{EvalError, eval, is_partial};
use smt::solver::Model;
use smt::value::array::domain_size;
use smt::value::{ArrayValue, BigInt, BigRational, Bits, FloatValue, Rounding};
use smt::{FunctionValue, Sort, SymbolId, TermId, Terms, Value};
use std::collections::{BTreeMap, BTreeSet};

impl Z3Solver {
    fn model_of(&self, last: &Last) -> Result<ModelHandle, Z3Error> {
        match &last.by {
            By::Mirror(mirror) => self.mirrors[*mirror].solver.model(),
            By::Once(solver) => solver.model(),
        }
    }

    /// Values for the symbols of the assertions and assumptions. What Z3's model leaves open gets some value: it does not matter.
    pub(super) fn read_model(&mut self, terms: &Terms, last: &Last) -> Result<Model, Z3Error> {
        let handle = self.model_of(last)?;
        let reader = ValueReader::new(terms, &handle);
        let mut symbols: BTreeSet<SymbolId> = BTreeSet::new();
        let asserted = self.assertions.iter().map(|assertion| assertion.term);
        for formula in asserted.chain(last.assumptions.iter().copied()) {
            symbols.extend(self.free.of(terms, formula));
        }
        let mut model = Model::new();
        for symbol in symbols {
            let declared = terms.symbol(symbol);
            let (arguments, result) = (declared.arguments.clone(), declared.result);
            if arguments.is_empty() {
                let constant = self.translation.constant_of(terms, symbol)?;
                model.set(symbol, reader.value(&handle.eval(&constant)?, result)?);
                continue;
            }
            let decl = self.translation.symbol(terms, symbol)?;
            let meaning = reader.function(decl, &arguments, result)?;
            let open = || FunctionValue { default: some_value(terms, result), entries: BTreeMap::new() };
            model.set_function(symbol, meaning.unwrap_or_else(open));
        }
        let asserted = self.assertions.iter().map(|assertion| assertion.term);
        let formulas: Vec<TermId> = asserted.chain(last.assumptions.iter().copied()).collect();
        if formulas.iter().any(|&formula| self.translation.has_choices(formula)) {
            self.read_choices(&reader, &formulas, &mut model)?;
        }
        Ok(model)
    }

    /// The truth values of formulas in the model of the last query.
    pub(super) fn read_truths(
        &mut self,
        terms: &Terms,
        last: &Last,
        formulas: &[TermId],
    ) -> Result<Vec<Option<bool>>, Z3Error> {
        let handle = self.model_of(last)?;
        let reader = ValueReader::new(terms, &handle);
        let mut truths = Vec::with_capacity(formulas.len());
        for &formula in formulas {
            let translated = self.translation.term(terms, formula)?;
            // What Z3 cannot reduce to a value is open.
            let value = reader.value(&handle.eval(&translated)?, Sort::Bool).ok();
            truths.push(value.as_ref().and_then(Value::as_bool));
        }
        Ok(truths)
    }

    /// What the model chooses where the standard leaves a value open. Arguments come first, since their values can depend on choices too.
    fn read_choices(
        &mut self,
        reader: &ValueReader<'_>,
        formulas: &[TermId],
        model: &mut Model,
    ) -> Result<(), Z3Error> {
        let terms = reader.terms;
        for term in smt::transform::order(terms, formulas) {
            if !is_partial(terms, term) || eval(terms, term, model) != Err(EvalError::Unspecified(term)) {
                continue;
            }
            let args = terms.args(term).iter().map(|&arg| eval(terms, arg, model));
            let Ok(args) = args.collect::<Result<Vec<_>, _>>() else { continue };
            let translated = self.translation.term(terms, term)?;
            let value = reader.value(&reader.model.eval(&translated)?, terms.sort(term))?;
            model.choose(terms.op(term), args, value);
        }
        Ok(())
    }
}

/// A value of a sort.
fn some_value(terms: &Terms, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::BitVec(width) => Value::Bits(Bits::zero(width)),
        Sort::Float(format) => Value::Float(FloatValue::nan(format)),
        Sort::RoundingMode => Value::Rounding(Rounding::NearestEven),
        Sort::Int => Value::Int(BigInt::ZERO),
        Sort::Real => Value::Real(BigRational::from_integer(BigInt::ZERO)),
        Sort::Array(id) => {
            let (index, element) = terms.array_parts(id);
            Value::Array(Box::new(ArrayValue::constant(some_value(terms, element), domain_size(index))))
        }
    }
}
