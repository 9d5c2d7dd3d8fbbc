//! Values to Z3's constants.

use super::{Outcome, Translation};
use crate::error::Z3Error;
use smt::value::{BigUint, FloatValue, Rounding};
use smt::{Sort, Terms, Value};
use std::rc::Rc;

impl Translation {
    /// A constant. Arrays are never constants of our store.
    pub(super) fn value(&mut self, terms: &Terms, value: &Value) -> Outcome {
        let context = Rc::clone(&self.context);
        let table = &context.api.table;
        match value {
            Value::Bool(true) => context.nullary(table.mk_true),
            Value::Bool(false) => context.nullary(table.mk_false),
            Value::Bits(bits) => self.natural(terms, &bits.unsigned(), Sort::BitVec(bits.width())),
            Value::Float(float) => self.float_value(terms, float),
            Value::Rounding(mode) => context.nullary(match mode {
                Rounding::NearestEven => table.mk_fpa_rne,
                Rounding::NearestAway => table.mk_fpa_rna,
                Rounding::Positive => table.mk_fpa_rtp,
                Rounding::Negative => table.mk_fpa_rtn,
                Rounding::Zero => table.mk_fpa_rtz,
            }),
            Value::Int(number) => context.numeral(&number.to_string(), &*self.sort(terms, Sort::Int)?),
            Value::Real(number) => context.numeral(&number.to_string(), &*self.sort(terms, Sort::Real)?),
            Value::Array(_) => Err(Z3Error::Untranslatable("an array as a constant".to_owned())),
        }
    }

    fn natural(&mut self, terms: &Terms, number: &BigUint, sort: Sort) -> Outcome {
        let sort = self.sort(terms, sort)?;
        match u64::try_from(number) {
            Ok(small) => self.context.small_numeral(small, &sort),
            Err(_) => self.context.numeral(&number.to_string(), &sort),
        }
    }

    fn float_value(&mut self, terms: &Terms, float: &FloatValue) -> Outcome {
        let format = float.format();
        let context = Rc::clone(&self.context);
        if float.is_nan() {
            return context.nan(&*self.sort(terms, Sort::Float(format))?);
        }
        let sign = float.bits() >> (format.width() - 1);
        let sign = self.natural(terms, &sign, Sort::BitVec(1))?;
        let exponent = self.natural(terms, &float.exponent_field(), Sort::BitVec(format.exponent()))?;
        let fraction =
            self.natural(terms, &float.fraction_field(), Sort::BitVec(format.significand() - 1))?;
        context.ternary(context.api.table.mk_fpa_fp, [&sign, &exponent, &fraction])
    }
}
