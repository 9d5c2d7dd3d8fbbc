//! Values of Z3's models.
//!
//! An array comes as writes into a constant array, as the graph of a function of the model, or as a `lambda`. Of
//! the latter, those over few indices and those that compare the index with values are read; others, which only quantifiers
//! make, are refused. What a function is outside of its points may be such a body, too. Algebraic numbers are refused, since our reals are rational.
//!
//! Version 4.8.12 does not decide whether two values of arrays are equal, so what depends on that comes as a term without symbols: a
//! condition, or a choice between values by conditions. It is decided here, by comparing the values that were read.

use crate::error::Z3Error;
use crate::ffi::{Ast, BinderKind, Decl, ModelHandle, Name, Shape, SortHandle, SortShape};
use smt::value::array::domain_size;
use smt::value::{ArrayValue, BigInt, BigRational, BigUint, Bits, FloatValue, Rounding};
use smt::{Format, FunctionValue, Sort, SortError, Terms, Value};
use std::cell::Cell;
use std::collections::BTreeMap;

/// The widest index whose values are all tried.
const MAX_TABULATED: u32 = 8;

/// How many conditions without variables are decided for one model. Terms share parts and the walk does not, so that it needs an end.
const MAX_CONDITIONS: u32 = 100_000;

/// Reads values of one model.
pub(crate) struct ValueReader<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) model: &'a ModelHandle,
    /// How many conditions without variables may still be decided.
    conditions: Cell<u32>,
}

/// The variable of a `lambda` whose body is read.
#[derive(Clone, Copy)]
struct Variable<'a> {
    sort: Sort,
    /// Its value; none if it is different from all values that the body compares it with.
    point: Option<&'a Value>,
}

/// Words for a value that cannot be read.
fn strange(value: &Ast) -> Z3Error {
    Z3Error::Untranslatable(value.text())
}

impl<'a> ValueReader<'a> {
    /// A reader of a model.
    pub(crate) fn new(terms: &'a Terms, model: &'a ModelHandle) -> Self {
        Self { terms, model, conditions: Cell::new(MAX_CONDITIONS) }
    }

    /// A value of a sort.
    pub(crate) fn value(&self, value: &Ast, sort: Sort) -> Result<Value, Z3Error> {
        if let Sort::Array(id) = sort {
            let (index, element) = self.terms.array_parts(id);
            return Ok(Value::Array(Box::new(self.array(value, index, element)?)));
        }
        match scalar(value, sort) {
            Ok(read) => read.ok_or_else(|| strange(value)),
            Err(_) => self.settled(value, sort, None),
        }
    }

    /// The meaning of a function.
    pub(crate) fn function(
        &self,
        decl: &Decl,
        arguments: &[Sort],
        result: Sort,
    ) -> Result<Option<FunctionValue>, Z3Error> {
        let Some(meaning) = self.model.function(decl)? else { return Ok(None) };
        let body = self.model.eval(&meaning.default()?)?;
        let (default, points) = match (self.value(&body, result), arguments) {
            (Ok(default), _) => (default, Vec::new()),
            // Preprocessing that removes a function defines it by a choice, which comes as what it is elsewhere.
            (Err(_), &[argument]) => self.graph(&body, argument, result)?,
            (Err(error), _) => return Err(error),
        };
        let mut entries: BTreeMap<_, _> = points.into_iter().map(|(at, value)| (vec![at], value)).collect();
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
                        None => {
                            let (default, points) = self.graph(&body, index, element)?;
                            let array = ArrayValue::constant(default, domain_size(index));
                            points.into_iter().fold(array, |array, (at, value)| array.store(at, value))
                        }
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

    /// What a body that compares its variable with values is: in most points, and in those values.
    fn graph(&self, body: &Ast, index: Sort, element: Sort) -> Result<(Value, Vec<(Value, Value)>), Z3Error> {
        let mut points = Vec::new();
        collect_points(body, &mut points)?;
        let default = self.settled(body, element, Some(Variable { sort: index, point: None }))?;
        let mut values = Vec::with_capacity(points.len());
        for point in &points {
            let point = self.value(point, index)?;
            let value = self.settled(body, element, Some(Variable { sort: index, point: Some(&point) }))?;
            values.push((point, value));
        }
        Ok((default, values))
    }

    /// The value of a condition, or of a choice between values by conditions.
    fn settled(&self, term: &Ast, sort: Sort, variable: Option<Variable<'_>>) -> Result<Value, Z3Error> {
        let mut current = term.clone();
        while let Shape::Application(decl, args) = current.shape()? {
            let (Name::Text(name), [condition, yes, no]) = (decl.name(), args.as_slice()) else { break };
            if name != "if" {
                break;
            }
            current = if self.holds(condition, variable)? { yes.clone() } else { no.clone() };
        }
        match sort {
            Sort::Bool => self.holds(&current, variable).map(Value::Bool),
            Sort::Array(_) => self.value(&current, sort),
            Sort::BitVec(_) | Sort::Float(_) | Sort::RoundingMode | Sort::Int | Sort::Real => {
                scalar(&current, sort)?.ok_or_else(|| strange(&current))
            }
        }
    }

    /// Whether a condition holds.
    fn holds(&self, condition: &Ast, variable: Option<Variable<'_>>) -> Result<bool, Z3Error> {
        if variable.is_none() {
            let left = self.conditions.get().checked_sub(1).ok_or_else(|| strange(condition))?;
            self.conditions.set(left);
        }
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.holds_here(condition, variable))
    }

    fn holds_here(&self, condition: &Ast, variable: Option<Variable<'_>>) -> Result<bool, Z3Error> {
        let Shape::Application(decl, args) = condition.shape()? else { return Err(strange(condition)) };
        let Name::Text(name) = decl.name() else { return Err(strange(condition)) };
        match (name.as_str(), args.as_slice()) {
            ("true", []) => Ok(true),
            ("false", []) => Ok(false),
            ("=" | "iff", _) => match (comparison(&args)?, variable) {
                (Some(other), Some(Variable { sort, point })) => {
                    Ok(point == Some(&self.value(&other, sort)?))
                }
                (Some(_), None) => Err(strange(condition)),
                (None, _) => self.values(&args).map(|values| values.windows(2).all(|two| two[0] == two[1])),
            },
            ("distinct", _) => {
                let mut values = self.values(&args)?;
                values.sort();
                Ok(values.windows(2).all(|two| two[0] != two[1]))
            }
            ("not", [inner]) => self.holds(inner, variable).map(|value| !value),
            ("if", [inner, yes, no]) => {
                let chosen = if self.holds(inner, variable)? { yes } else { no };
                self.holds(chosen, variable)
            }
            ("and", _) => args.iter().try_fold(true, |all, part| Ok(all && self.holds(part, variable)?)),
            ("or", _) => args.iter().try_fold(false, |any, part| Ok(any || self.holds(part, variable)?)),
            _ => Err(strange(condition)),
        }
    }

    /// The values of terms without variables.
    fn values(&self, args: &[Ast]) -> Result<Vec<Value>, Z3Error> {
        let plain = |arg: &Ast, shape: &SortShape| plain_sort(shape)?.ok_or_else(|| strange(arg));
        let value = |arg: &Ast| {
            let shape = arg.sort()?.shape()?;
            let SortShape::Array(index, element) = &shape else {
                return self.value(arg, plain(arg, &shape)?);
            };
            let (index, element) = (plain(arg, &index.shape()?)?, plain(arg, &element.shape()?)?);
            self.array(arg, index, element).map(|array| Value::Array(Box::new(array)))
        };
        args.iter().map(value).collect()
    }
}

/// The sort of that shape, unless it is one of arrays, which only a store of terms can name.
pub(super) fn plain_sort(shape: &SortShape) -> Result<Option<Sort>, Z3Error> {
    let sort = match *shape {
        SortShape::Bool => Ok(Sort::Bool),
        SortShape::Int => Ok(Sort::Int),
        SortShape::Real => Ok(Sort::Real),
        SortShape::Rounding => Ok(Sort::RoundingMode),
        SortShape::Bits(width) => Sort::bit_vec(width),
        SortShape::Float(exponent, significand) => Format::new(exponent, significand).map(Sort::Float),
        SortShape::Array(..) => return Ok(None),
        SortShape::Other => return Err(Z3Error::Untranslatable("a sort of Z3's own".to_owned())),
    };
    sort.map(Some).map_err(|error: SortError| Z3Error::Untranslatable(error.to_string()))
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
