//! The evaluator: the reference semantics of terms, which constant folding, simplification and solvers are tested against.
//!
//! Where SMT-LIB leaves a value to the model (integer and real division by zero, `fp.min` of zeros of two signs,
//! floats that do not fit an integer, `fp.to_real` of infinities), the value is what the assignment chooses; without
//! a choice it is [`EvalError::Unspecified`], not a guess. `ite` and the connectives look only at the arguments that decide them, so an open value that does not
//! matter does no harm. Quantifiers are evaluated by trying all values if these are few.

mod bv;
mod fp;
mod operate;

#[cfg(test)]
mod tests;

pub(crate) use operate::operate;

use crate::sort::Sort;
use crate::term::{ArithOp, ArrayOp, CoreOp, FpOp, Op, Quantifier, SymbolId, TermId, Terms};
use crate::transform::order_open;
use crate::value::array::domain_size;
use crate::value::{ArrayValue, BigInt, Bits, Rounding, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;

/// The most combinations of values that a quantifier is evaluated for.
const MAX_COMBINATIONS: u64 = 1 << 16;

/// The meaning of a function symbol: exceptions and a default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionValue {
    /// The value where no entry says otherwise.
    pub default: Value,
    /// Arguments with their values.
    pub entries: BTreeMap<Vec<Value>, Value>,
}

/// Values of symbols.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment {
    variables: BTreeMap<SymbolId, Value>,
    functions: BTreeMap<SymbolId, FunctionValue>,
    /// Values that the standard leaves to the model: operator, arguments, value. There are few.
    choices: Vec<(Op, Vec<Value>, Value)>,
}

impl Assignment {
    /// No symbol has a value.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a variable a value. Its sort must be the variable's; evaluation finds out.
    pub fn set(&mut self, variable: SymbolId, value: Value) {
        self.variables.insert(variable, value);
    }

    /// Gives a function a meaning.
    pub fn set_function(&mut self, function: SymbolId, value: FunctionValue) {
        self.functions.insert(function, value);
    }

    /// Chooses the value of an operator where the standard leaves it to the model. Where it does not, the choice is ignored.
    pub fn choose(&mut self, op: Op, arguments: Vec<Value>, value: Value) {
        self.choices.retain(|(known, at, _)| *known != op || *at != arguments);
        self.choices.push((op, arguments, value));
    }

    /// The value that was chosen for an operator.
    pub fn choice(&self, op: Op, arguments: &[&Value]) -> Option<&Value> {
        let is_here = |(known, at, _): &&(Op, Vec<Value>, Value)| {
            *known == op && at.iter().eq(arguments.iter().copied())
        };
        self.choices.iter().find(is_here).map(|(_, _, value)| value)
    }

    /// The value of a variable.
    pub fn get(&self, variable: SymbolId) -> Option<&Value> {
        self.variables.get(&variable)
    }

    /// The meaning of a function.
    pub fn function(&self, function: SymbolId) -> Option<&FunctionValue> {
        self.functions.get(&function)
    }

    /// All variables with their values, in order.
    pub fn variables(&self) -> impl Iterator<Item = (SymbolId, &Value)> {
        self.variables.iter().map(|(&symbol, value)| (symbol, value))
    }
}

/// Why a term has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvalError {
    /// The symbol has no value.
    Unassigned(SymbolId),
    /// The symbol has a value of another sort.
    WrongSort(SymbolId),
    /// The standard leaves the value of this term to the model.
    Unspecified(TermId),
    /// A quantifier over too many values.
    Quantifier(TermId),
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unassigned(symbol) => write!(f, "symbol {symbol} has no value"),
            Self::WrongSort(symbol) => write!(f, "symbol {symbol} has a value of another sort"),
            Self::Unspecified(term) => write!(f, "the standard leaves the value of {term} open"),
            Self::Quantifier(term) => write!(f, "{term} is quantified over too many values"),
        }
    }
}

impl std::error::Error for EvalError {}

type Outcome = Result<Value, EvalError>;

/// The values of terms and of all their parts outside of quantifiers.
pub struct Values {
    known: FxHashMap<TermId, Outcome>,
}

impl Values {
    /// Evaluates terms with their parts, each once.
    pub fn of(terms: &Terms, roots: &[TermId], assignment: &Assignment) -> Self {
        let mut known: FxHashMap<TermId, Outcome> = FxHashMap::default();
        for next in order_open(terms, roots) {
            let value = stacker::maybe_grow(64 * 1024, 1024 * 1024, || step(terms, next, assignment, &known));
            known.insert(next, value);
        }
        Self { known }
    }

    /// The value of a part, if it has one.
    pub fn get(&self, part: TermId) -> Option<&Value> {
        self.known.get(&part).and_then(|outcome| outcome.as_ref().ok())
    }

    /// Whether a formula among the parts is true or false.
    pub fn truth(&self, part: TermId) -> Option<bool> {
        self.get(part).and_then(Value::as_bool)
    }
}

/// The value of a term.
pub fn eval(terms: &Terms, term: TermId, assignment: &Assignment) -> Outcome {
    let mut known: FxHashMap<TermId, Outcome> = FxHashMap::default();
    for next in order_open(terms, &[term]) {
        let value = stacker::maybe_grow(64 * 1024, 1024 * 1024, || step(terms, next, assignment, &known));
        known.insert(next, value);
    }
    known.remove(&term).expect("the order ends with the term")
}

/// The value of a term whose arguments have theirs.
fn step(terms: &Terms, term: TermId, assignment: &Assignment, known: &FxHashMap<TermId, Outcome>) -> Outcome {
    let args = terms.args(term);
    match terms.op(term) {
        Op::Const(id) => Ok(terms.value(id).clone()),
        Op::Apply(symbol) if args.is_empty() => {
            let value = assignment.get(symbol).ok_or(EvalError::Unassigned(symbol))?;
            let is_fine = has_sort(terms, value, terms.sort(term));
            if is_fine { Ok(value.clone()) } else { Err(EvalError::WrongSort(symbol)) }
        }
        Op::Apply(symbol) => {
            let function = assignment.function(symbol).ok_or(EvalError::Unassigned(symbol))?;
            let values: Vec<Value> = args.iter().map(|arg| known[arg].clone()).collect::<Result<_, _>>()?;
            let value = function.entries.get(&values).unwrap_or(&function.default);
            let is_fine = has_sort(terms, value, terms.sort(term));
            if is_fine { Ok(value.clone()) } else { Err(EvalError::WrongSort(symbol)) }
        }
        Op::Quantified(quantifier) => eval_quantifier(terms, term, quantifier, assignment),
        Op::Core(op @ (CoreOp::Ite | CoreOp::And | CoreOp::Or | CoreOp::Implies)) => lazy(op, args, known),
        Op::Array(op) => eval_array(terms, term, op, known),
        op @ (Op::Core(_) | Op::Arith(_) | Op::Bv(_) | Op::Fp(_)) => {
            let values: Vec<&Value> = args
                .iter()
                .map(|arg| known[arg].as_ref().map_err(|&error| error))
                .collect::<Result<_, _>>()?;
            let sort = terms.sort(term);
            let choice =
                || assignment.choice(op, &values).filter(|value| has_sort(terms, value, sort)).cloned();
            operate(op, &values, sort).or_else(choice).ok_or(EvalError::Unspecified(term))
        }
    }
}

/// Connectives that need not know all their arguments.
fn lazy(op: CoreOp, args: &[TermId], known: &FxHashMap<TermId, Outcome>) -> Outcome {
    let truth = |arg: &TermId| known[arg].clone().map(|value| value == Value::Bool(true));
    if op == CoreOp::Ite {
        return if truth(&args[0])? { known[&args[1]].clone() } else { known[&args[2]].clone() };
    }
    let mut open = None;
    for (position, arg) in args.iter().enumerate() {
        // What decides: false in a conjunction, true in a disjunction; the premise of an implication counts negated.
        let is_premise = op == CoreOp::Implies && position + 1 < args.len();
        match truth(arg) {
            Ok(value) if (value != is_premise) == (op != CoreOp::And) => {
                return Ok(Value::Bool(op != CoreOp::And));
            }
            Ok(_) => {}
            Err(error) => open = open.or(Some(error)),
        }
    }
    open.map_or(Ok(Value::Bool(op == CoreOp::And)), Err)
}

fn eval_array(terms: &Terms, term: TermId, op: ArrayOp, known: &FxHashMap<TermId, Outcome>) -> Outcome {
    let args = terms.args(term);
    let value = |position: usize| known[&args[position]].clone();
    if let ArrayOp::Constant(id) = op {
        let domain = domain_size(terms.array_parts(id).0);
        return Ok(Value::Array(Box::new(ArrayValue::constant(value(0)?, domain))));
    }
    let Value::Array(array) = value(0)? else { return Err(EvalError::Unspecified(term)) };
    match op {
        ArrayOp::Select => Ok(array.select(&value(1)?).clone()),
        ArrayOp::Store | ArrayOp::Constant(_) => {
            Ok(Value::Array(Box::new(array.store(value(1)?, value(2)?))))
        }
    }
}

fn eval_quantifier(terms: &Terms, term: TermId, quantifier: Quantifier, assignment: &Assignment) -> Outcome {
    let Some((&body, bound)) = terms.args(term).split_last() else { return Err(EvalError::Quantifier(term)) };
    let sizes: Option<Vec<u64>> = bound.iter().map(|&variable| domain_size(terms.sort(variable))).collect();
    let sizes = sizes.ok_or(EvalError::Quantifier(term))?;
    let all = sizes.iter().try_fold(1u64, |all, &size| all.checked_mul(size));
    let all = all.filter(|&all| all <= MAX_COMBINATIONS).ok_or(EvalError::Quantifier(term))?;
    let decisive = Value::Bool(quantifier == Quantifier::Exists);
    let mut inner = assignment.clone();
    let mut open = None;
    for combination in 0..all {
        let mut rest = combination;
        for (&variable, &size) in bound.iter().zip(&sizes) {
            let symbol = terms.as_variable(variable).ok_or(EvalError::Quantifier(term))?;
            let value = nth_value(terms.sort(variable), rest % size).ok_or(EvalError::Quantifier(term))?;
            inner.set(symbol, value);
            rest /= size;
        }
        match eval(terms, body, &inner) {
            Ok(value) if value == decisive => return Ok(decisive),
            Ok(_) => {}
            Err(error) => open = Some(error),
        }
    }
    open.map_or(Ok(Value::Bool(quantifier == Quantifier::Forall)), Err)
}

/// The values of a finite sort in some order, without floats.
fn nth_value(sort: Sort, number: u64) -> Option<Value> {
    match sort {
        Sort::Bool => Some(Value::Bool(number == 1)),
        Sort::BitVec(width) => Some(Value::Bits(Bits::from_u64(width, number))),
        Sort::RoundingMode => Rounding::ALL.get(number as usize).map(|&mode| Value::Rounding(mode)),
        Sort::Float(_) | Sort::Int | Sort::Real | Sort::Array(_) => None,
    }
}

/// Whether the standard may leave the value of a term to the model, given values of its arguments.
pub fn is_partial(terms: &Terms, term: TermId) -> bool {
    match terms.op(term) {
        Op::Arith(ArithOp::IntDiv | ArithOp::Mod | ArithOp::RealDiv) => {
            let by = terms.args(term).last().and_then(|&by| terms.as_const(by));
            by.is_none_or(|by| *by == Value::Int(BigInt::ZERO) || *by == Value::Real(BigInt::ZERO.into()))
        }
        Op::Fp(FpOp::Min | FpOp::Max | FpOp::ToUbv(_) | FpOp::ToSbv(_) | FpOp::ToReal) => true,
        Op::Const(_)
        | Op::Apply(_)
        | Op::Quantified(_)
        | Op::Core(_)
        | Op::Arith(_)
        | Op::Bv(_)
        | Op::Fp(_)
        | Op::Array(_) => false,
    }
}

/// Whether a value is one of a sort.
pub fn has_sort(terms: &Terms, value: &Value, sort: Sort) -> bool {
    match (value, sort) {
        (Value::Bool(_), Sort::Bool)
        | (Value::Rounding(_), Sort::RoundingMode)
        | (Value::Int(_), Sort::Int)
        | (Value::Real(_), Sort::Real) => true,
        (Value::Bits(bits), Sort::BitVec(width)) => bits.width() == width,
        (Value::Float(float), Sort::Float(format)) => float.format() == format,
        (Value::Array(array), Sort::Array(id)) => {
            let (index, element) = terms.array_parts(id);
            has_sort(terms, array.default(), element)
                && array
                    .entries()
                    .all(|(at, value)| has_sort(terms, at, index) && has_sort(terms, value, element))
        }
        (_, _) => false,
    }
}
