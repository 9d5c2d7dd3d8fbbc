//! Values of Z3's models.
//!
//! An array comes as writes into a constant array, as the graph of a function of the model, or as a `lambda`. Of
//! the latter, those over few indices and those that compare the index with values are read; others, which only quantifiers
//! make, are refused. So are algebraic numbers, since our reals are rational.

use crate::error::Z3Error;
use crate::ffi::{Ast, BinderKind, Decl, ModelHandle, Name, Shape, SortHandle};
use smt::value::array::domain_size;
use smt::value::{ArrayValue, BigInt, BigRational, BigUint, Bits, FloatValue, Rounding};
use smt::{Format, FunctionValue, Sort, Terms, Value};
use std::collections::BTreeMap;

/// The widest index whose values are all tried.
const MAX_TABULATED: u32 = 8;

/// Reads values of one model.
pub(crate) struct ValueReader<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) model: &'a ModelHandle,
}

/// Words for a value that cannot be read.
fn strange(value: &Ast) -> Z3Error {
    Z3Error::Untranslatable(value.text())
}

impl ValueReader<'_> {
    /// A value of a sort.
    pub(crate) fn value(&self, value: &Ast, sort: Sort) -> Result<Value, Z3Error> {
        if let Sort::Array(id) = sort {
            let (index, element) = self.terms.array_parts(id);
            return Ok(Value::Array(Box::new(self.array(value, index, element)?)));
        }
        scalar(value, sort)?.ok_or_else(|| strange(value))
    }

    /// The meaning of a function.
    pub(crate) fn function(
        &self,
        decl: &Decl,
        arguments: &[Sort],
        result: Sort,
    ) -> Result<Option<FunctionValue>, Z3Error> {
        let Some(meaning) = self.model.function(decl)? else { return Ok(None) };
        let default = self.value(&self.model.eval(&meaning.default()?)?, result)?;
        let mut entries = BTreeMap::new();
        for (at, value) in meaning.entries()? {
            let at = at.iter().zip(arguments).map(|(value, &sort)| self.value(value, sort));
            entries
                .insert(at.collect::<Result<Vec<_>, _>>()?, self.value(&self.model.eval(&value)?, result)?);
        }
        Ok(Some(FunctionValue { default, entries }))
    }

    fn array(&self, value: &Ast, index: Sort, element: Sort) -> Result<ArrayValue, Z3Error> {
        let mut writes = Vec::new();
        let mut current = value.clone();
        let mut array = loop {
            if let Some(decl) = current.as_array()? {
                let graph = self.function(&decl, &[index], element)?.ok_or_else(|| strange(value))?;
                let mut array = ArrayValue::constant(graph.default, domain_size(index));
                for (mut at, value) in graph.entries {
                    array = array.store(at.pop().ok_or_else(|| strange(&current))?, value);
                }
                break array;
            }
            match current.shape()? {
                Shape::Application(decl, args) => match (decl.name(), args.as_slice()) {
                    (Name::Text(name), [below, at, element]) if name == "store" => {
                        writes.push((at.clone(), element.clone()));
                        current = below.clone();
                    }
                    (Name::Text(name), [default]) if name == "const" => {
                        break ArrayValue::constant(self.value(default, element)?, domain_size(index));
                    }
                    (_, _) => return Err(strange(value)),
                },
                Shape::Binder(BinderKind::Lambda, sorts, body) if sorts.len() == 1 => {
                    break match self.tabulate(&body, &sorts[0], index, element)? {
                        Some(array) => array,
                        None => self.graph(&body, index, element)?,
                    };
                }
                Shape::Binder(..) | Shape::Numeral | Shape::Variable(_) => return Err(strange(value)),
            }
        };
        for (at, value) in writes.iter().rev() {
            array = array.store(self.value(at, index)?, self.value(value, element)?);
        }
        Ok(array)
    }

    /// The array of a `lambda` with few indices, by its value at each.
    fn tabulate(
        &self,
        body: &Ast,
        sort: &SortHandle,
        index: Sort,
        element: Sort,
    ) -> Result<Option<ArrayValue>, Z3Error> {
        let context = &body.context;
        let indices = match index {
            Sort::Bool => {
                let table = &context.api.table;
                vec![context.nullary(table.mk_false)?, context.nullary(table.mk_true)?]
            }
            Sort::BitVec(width) if width <= MAX_TABULATED => {
                let all = (0..1u64 << width).map(|number| context.small_numeral(number, sort));
                all.collect::<Result<_, _>>()?
            }
            Sort::BitVec(_)
            | Sort::Float(_)
            | Sort::RoundingMode
            | Sort::Int
            | Sort::Real
            | Sort::Array(_) => return Ok(None),
        };
        let mut array: Option<ArrayValue> = None;
        for at in indices {
            let value = self.model.eval(&body.substitute(std::slice::from_ref(&at))?)?;
            let (at, value) = (self.value(&at, index)?, self.value(&value, element)?);
            let base = array.unwrap_or_else(|| ArrayValue::constant(value.clone(), domain_size(index)));
            array = Some(base.store(at, value));
        }
        Ok(array)
    }

    /// The array of a `lambda` that compares its variable with values.
    fn graph(&self, body: &Ast, index: Sort, element: Sort) -> Result<ArrayValue, Z3Error> {
        let mut points = Vec::new();
        collect_points(body, &mut points)?;
        let default = self.value(&at_point(body, None)?, element)?;
        let mut array = ArrayValue::constant(default, domain_size(index));
        for point in &points {
            let value = self.value(&at_point(body, Some(point))?, element)?;
            array = array.store(self.value(point, index)?, value);
        }
        Ok(array)
    }
}

/// The values that a body compares its variable with.
fn collect_points(body: &Ast, points: &mut Vec<Ast>) -> Result<(), Z3Error> {
    let mut pending = vec![body.clone()];
    while let Some(next) = pending.pop() {
        let Shape::Application(_, args) = next.shape()? else { continue };
        if let Some(point) = comparison(&args)? {
            if !points.contains(&point) {
                points.push(point);
            }
        } else {
            pending.extend(args);
        }
    }
    Ok(())
}

/// The other side, if one of two arguments is the variable.
fn comparison(args: &[Ast]) -> Result<Option<Ast>, Z3Error> {
    let [one, two] = args else { return Ok(None) };
    let is_variable = |term: &Ast| term.shape().map(|shape| matches!(shape, Shape::Variable(0)));
    if is_variable(one)? {
        return Ok(Some(two.clone()));
    }
    Ok(is_variable(two)?.then(|| one.clone()))
}

/// The value of a body where the variable is a point, or none of the points.
fn at_point(body: &Ast, point: Option<&Ast>) -> Result<Ast, Z3Error> {
    let mut current = body.clone();
    loop {
        let Shape::Application(decl, args) = current.shape()? else { return Ok(current) };
        match (decl.name(), args.as_slice()) {
            (Name::Text(name), [condition, yes, no]) if name == "if" => {
                let next = if holds(condition, point)? { yes } else { no };
                current = next.clone();
            }
            (_, _) => return Ok(current),
        }
    }
}

/// Whether a condition on the variable holds at a point.
fn holds(condition: &Ast, point: Option<&Ast>) -> Result<bool, Z3Error> {
    let Shape::Application(decl, args) = condition.shape()? else { return Err(strange(condition)) };
    let Name::Text(name) = decl.name() else { return Err(strange(condition)) };
    match (name.as_str(), args.as_slice()) {
        ("true", []) => Ok(true),
        ("false", []) => Ok(false),
        ("=", _) => {
            let other = comparison(&args)?.ok_or_else(|| strange(condition))?;
            Ok(point == Some(&other))
        }
        ("not", [inner]) => holds(inner, point).map(|value| !value),
        ("and", _) => args.iter().try_fold(true, |all, part| Ok(all && holds(part, point)?)),
        ("or", _) => args.iter().try_fold(false, |any, part| Ok(any || holds(part, point)?)),
        _ => Err(strange(condition)),
    }
}

/// A value that is no array.
pub(super) fn scalar(value: &Ast, sort: Sort) -> Result<Option<Value>, Z3Error> {
    Ok(Some(match sort {
        Sort::Bool => Value::Bool(truth(value)?),
        Sort::BitVec(width) => Value::Bits(Bits::new(width, natural(value)?)),
        Sort::Float(format) => Value::Float(float(value, format)?),
        Sort::RoundingMode => Value::Rounding(rounding(value)?),
        Sort::Int => Value::Int(number::<BigInt>(value)?),
        Sort::Real => Value::Real(number::<BigRational>(value)?),
        Sort::Array(_) => return Ok(None),
    }))
}

fn truth(value: &Ast) -> Result<bool, Z3Error> {
    match value.head()? {
        Name::Text(name) if name == "true" => Ok(true),
        Name::Text(name) if name == "false" => Ok(false),
        Name::Text(_) | Name::Number(_) => Err(strange(value)),
    }
}

fn number<N: std::str::FromStr>(value: &Ast) -> Result<N, Z3Error> {
    if !matches!(value.shape()?, Shape::Numeral) {
        return Err(strange(value));
    }
    value.digits()?.parse().map_err(|_| strange(value))
}

fn natural(value: &Ast) -> Result<BigUint, Z3Error> {
    if !matches!(value.shape()?, Shape::Numeral) {
        return Err(strange(value));
    }
    match value.small_number() {
        Some(small) => Ok(small.into()),
        None => number(value),
    }
}

fn float(value: &Ast, format: Format) -> Result<FloatValue, Z3Error> {
    if value.is_nan() {
        return Ok(FloatValue::nan(format));
    }
    let context = &value.context;
    let bits = context.unary(context.api.table.mk_fpa_to_ieee_bv, value)?;
    natural(&context.simplify(&bits)?)
        .map(|bits| FloatValue::from_bits(format, &bits))
        .map_err(|_| strange(value))
}

fn rounding(value: &Ast) -> Result<Rounding, Z3Error> {
    let Name::Text(name) = value.head()? else { return Err(strange(value)) };
    let found = Rounding::ALL.iter().find(|mode| mode.long_name() == name || mode.name() == name);
    found.copied().ok_or_else(|| strange(value))
}
