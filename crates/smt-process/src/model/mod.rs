//! Models: from what a solver prints to values.
//!
//! Variables are asked for by `get-value`, which the standard fixes, and not by `get-model`, which every solver prints
//! in its own way. A function is asked for at the arguments at which the query applies it; its other values do not
//! matter for a query without quantifiers, so any default makes it a model. Operators that the standard leaves open for some
//! arguments, such as division by zero, are asked for in the same way. Where a function or an array
//! stands under a quantifier, or is printed by reference to a definition (`(_ as-array k!0)`), the definitions of `get-model` are read.
//!
//! Values are read by the parser of `smt` into a store of their own and evaluated there, so every spelling of a constant is
//! understood. What has no value, such as an algebraic number, is a typed error.

mod functions;

#[cfg(test)]
mod tests;

use crate::encode::wire;
use crate::reply::{self, Trouble};
use crate::session::{Clock, Session};
use functions::Definitions;
use rustc_hash::FxHashSet;
use smt::eval::is_partial;
use smt::parse::parse_term;
use smt::solver::{Failure, Model};
use smt::transform::FreeSymbols;
use smt::value::BigRational;
use smt::{Assignment, FunctionValue, Op, Sort, SymbolId, TermId, Terms, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// What has to be asked for.
pub(crate) struct Request {
    variables: Vec<SymbolId>,
    /// Applications of functions, and of operators whose value the standard may leave to the model.
    applications: Vec<TermId>,
    /// Functions that are applied under a quantifier.
    whole: BTreeSet<SymbolId>,
}

impl Request {
    /// The symbols and applications of a query.
    pub(crate) fn new(terms: &Terms, formulas: &[TermId], free: &mut FreeSymbols) -> Self {
        let mut symbols = BTreeSet::new();
        for &formula in formulas {
            symbols.extend(free.of(terms, formula));
        }
        let mut request = Self { variables: Vec::new(), applications: Vec::new(), whole: BTreeSet::new() };
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut pending = formulas.to_vec();
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            match terms.op(term) {
                Op::Quantified(_) => {
                    let inner = free.of(terms, term).into_iter();
                    request.whole.extend(inner.filter(|&symbol| is_function(terms, symbol)));
                    continue;
                }
                Op::Apply(_) if !terms.args(term).is_empty() => request.applications.push(term),
                Op::Arith(_) | Op::Fp(_) if is_partial(terms, term) => request.applications.push(term),
                Op::Apply(_)
                | Op::Const(_)
                | Op::Core(_)
                | Op::Arith(_)
                | Op::Bv(_)
                | Op::Fp(_)
                | Op::Array(_) => {}
            }
            pending.extend_from_slice(terms.args(term));
        }
        request.applications.sort_unstable();
        request.variables = symbols.into_iter().filter(|&symbol| !is_function(terms, symbol)).collect();
        request
    }

    /// Asks for the values and reads them.
    pub(crate) fn ask(
        &self,
        terms: &Terms,
        session: &mut Session,
        clock: &Clock<'_>,
    ) -> Result<Model, Trouble> {
        let answer = self.values(terms, session, clock)?;
        let needs_definitions =
            !self.whole.is_empty() || answer.contains("as-array") || answer.contains("lambda");
        let definitions = if self.whole.is_empty() && !answer.contains("as-array") {
            String::new()
        } else {
            session.ask("(get-model)", clock)?
        };
        let definitions =
            if needs_definitions { Definitions::read(&definitions)? } else { Definitions::default() };
        let mut reader = Reader { terms, scratch: Terms::new(), definitions: &definitions, depth: 0 };
        let mut model = Assignment::new();
        let mut values = self.read_values(&answer, &mut reader)?.into_iter();
        for &variable in &self.variables {
            model.set(variable, values.next().ok_or_else(|| reply::unreadable(&answer))?);
        }
        self.set_functions(terms, values, &mut reader, &mut model)?;
        Ok(model)
    }

    /// The sorts of the terms whose values are asked for, in order: variables, then each application with its arguments.
    fn sorts(&self, terms: &Terms) -> Vec<Sort> {
        let mut sorts: Vec<Sort> =
            self.variables.iter().map(|&variable| terms.symbol(variable).result).collect();
        for &application in &self.applications {
            sorts.push(terms.sort(application));
            sorts.extend(terms.args(application).iter().map(|&arg| terms.sort(arg)));
        }
        sorts
    }

    fn values(&self, terms: &Terms, session: &mut Session, clock: &Clock<'_>) -> Result<String, Trouble> {
        if self.variables.is_empty() && self.applications.is_empty() {
            return Ok("()".to_owned());
        }
        let mut question = "(get-value (".to_owned();
        for &variable in &self.variables {
            wire(terms, variable, &mut question);
            question.push(' ');
        }
        for &application in &self.applications {
            for term in [&[application], terms.args(application)].concat() {
                let _ = write!(question, "{} ", session.encoder.with_lets(terms, term));
            }
        }
        question.push_str("))");
        session.ask(&question, clock)
    }

    fn read_values(&self, answer: &str, reader: &mut Reader<'_>) -> Result<Vec<Value>, Trouble> {
        let sorts = self.sorts(reader.terms);
        let (exprs, list) = reply::read_one(answer)?;
        let pairs = exprs.list(list).ok_or_else(|| reply::unreadable(answer))?;
        if pairs.len() != sorts.len() {
            return Err(reply::unreadable(answer));
        }
        let mut values = Vec::new();
        for (&pair, &sort) in pairs.iter().zip(&sorts) {
            let Some(&[_, value]) = exprs.list(pair) else { return Err(reply::unreadable(answer)) };
            values.push(reader.value(exprs.text(value), sort)?);
        }
        Ok(values)
    }

    fn set_functions(
        &self,
        terms: &Terms,
        mut values: impl Iterator<Item = Value>,
        reader: &mut Reader<'_>,
        model: &mut Model,
    ) -> Result<(), Trouble> {
        let missing = || Trouble::failed(Failure::Unreadable, "a function without a value");
        let mut tables: BTreeMap<SymbolId, BTreeMap<Vec<Value>, Value>> = BTreeMap::new();
        for &application in &self.applications {
            let value = values.next().ok_or_else(missing)?;
            let args: Vec<Value> = values.by_ref().take(terms.args(application).len()).collect();
            match terms.op(application) {
                Op::Apply(symbol) => {
                    tables.entry(symbol).or_default().insert(args, value);
                }
                op @ (Op::Const(_)
                | Op::Quantified(_)
                | Op::Core(_)
                | Op::Arith(_)
                | Op::Bv(_)
                | Op::Fp(_)
                | Op::Array(_)) => model.choose(op, args, value),
            }
        }
        for &symbol in &self.whole {
            model.set_function(symbol, reader.function(symbol)?);
            tables.remove(&symbol);
        }
        for (symbol, entries) in tables {
            let default = entries.values().next().cloned().ok_or_else(missing)?;
            model.set_function(symbol, FunctionValue { default, entries });
        }
        Ok(())
    }
}

fn is_function(terms: &Terms, symbol: SymbolId) -> bool {
    !terms.symbol(symbol).arguments.is_empty()
}

/// Reads values into a store of its own.
pub(crate) struct Reader<'a> {
    terms: &'a Terms,
    scratch: Terms,
    definitions: &'a Definitions<'a>,
    /// How many values this one is inside of.
    depth: u32,
}

impl Reader<'_> {
    /// The value of a sort that a text is.
    pub(crate) fn value(&mut self, text: &str, sort: Sort) -> Result<Value, Trouble> {
        let is_indirect = text.contains("as-array") || text.contains("lambda");
        let value = match sort {
            Sort::Array(_) if is_indirect => self.indirect_array(text, sort)?,
            Sort::Bool
            | Sort::BitVec(_)
            | Sort::Float(_)
            | Sort::RoundingMode
            | Sort::Int
            | Sort::Real
            | Sort::Array(_) => {
                let term = parse_term(&mut self.scratch, text).map_err(|_| no_value(text))?;
                smt::eval::eval(&self.scratch, term, &Assignment::new()).map_err(|_| no_value(text))?
            }
        };
        // In logics of reals alone, some solvers print a whole number as an integer.
        let value = match (value, sort) {
            (Value::Int(number), Sort::Real) => Value::Real(BigRational::from_integer(number)),
            (value, _) => value,
        };
        if smt::eval::has_sort(self.terms, &value, sort) { Ok(value) } else { Err(no_value(text)) }
    }
}

fn no_value(text: &str) -> Trouble {
    Trouble::failed(Failure::Unreadable, format!("no value: `{}`", reply::shortened(text)))
}
