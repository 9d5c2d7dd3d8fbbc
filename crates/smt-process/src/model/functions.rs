//! Definitions of `get-model`, and what they are: tables of arguments and values.
//!
//! Solvers print a function as a chain of `ite` over equations of parameters and constants. That shape is read, and no other:
//! a function that is defined by others, or by arithmetic, is a typed error.

use super::{Reader, no_value};
use crate::encode::wire;
use crate::reply::{self, Trouble};
use rustc_hash::FxHashMap;
use smt::parse::sexpr::{self, ExprId, Exprs};
use smt::solver::Failure;
use smt::value::ArrayValue;
use smt::{FunctionValue, Sort, SymbolId, Value};
use std::collections::BTreeMap;

/// Arrays of arrays nest as deep as their sorts, which is not deep.
const MAX_DEPTH: u32 = 1000;

/// A defined function: its parameters and body.
struct Definition<'t> {
    parameters: Vec<&'t str>,
    body: ExprId,
}

/// All definitions of a model.
#[derive(Default)]
pub(crate) struct Definitions<'t> {
    exprs: Option<Exprs<'t>>,
    by_name: FxHashMap<&'t str, Definition<'t>>,
}

impl<'t> Definitions<'t> {
    /// Reads the answer to `get-model`; an empty text has no definitions.
    pub(crate) fn read(text: &'t str) -> Result<Self, Trouble> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let (exprs, root) = reply::read_one(text)?;
        let mut by_name = FxHashMap::default();
        for &item in exprs.list(root).ok_or_else(|| reply::unreadable(text))? {
            let Some(&[head, name, parameters, _, body]) = exprs.list(item) else { continue };
            if exprs.word(head) != Some("define-fun") {
                continue;
            }
            let names = parameter_names(&exprs, parameters);
            let (Some(name), Some(parameters)) = (exprs.word(name), names) else {
                return Err(reply::unreadable(text));
            };
            by_name.insert(name, Definition { parameters, body });
        }
        Ok(Self { exprs: Some(exprs), by_name })
    }
}

fn parameter_names<'t>(exprs: &Exprs<'t>, list: ExprId) -> Option<Vec<&'t str>> {
    let name = |&parameter: &ExprId| exprs.list(parameter)?.first().and_then(|&name| exprs.word(name));
    exprs.list(list)?.iter().map(name).collect()
}

/// Which sorts a table has.
struct Signature {
    arguments: Vec<Sort>,
    result: Sort,
}

impl Reader<'_> {
    /// The meaning of a function symbol.
    pub(super) fn function(&mut self, symbol: SymbolId) -> Result<FunctionValue, Trouble> {
        let terms = self.terms;
        let decl = terms.symbol(symbol);
        let signature = Signature { arguments: decl.arguments.to_vec(), result: decl.result };
        let mut name = String::new();
        wire(terms, symbol, &mut name);
        self.defined(name.trim_matches('|'), &signature)
    }

    fn defined(&mut self, name: &str, signature: &Signature) -> Result<FunctionValue, Trouble> {
        let definitions = self.definitions;
        let found = definitions.by_name.get(name).zip(definitions.exprs.as_ref());
        let (definition, exprs) = found.ok_or_else(|| no_definition(name))?;
        self.table(exprs, &definition.parameters, definition.body, signature)
    }

    /// An array that is printed as a function: `(_ as-array f)`, or `(lambda ((i S)) body)`, or stores into these.
    pub(super) fn indirect_array(&mut self, text: &str, sort: Sort) -> Result<Value, Trouble> {
        let exprs = sexpr::read(text).map_err(|_| no_value(text))?;
        let &[root] = &*exprs.roots else { return Err(no_value(text)) };
        let Sort::Array(id) = sort else { return Err(no_value(text)) };
        let (index, element) = self.terms.array_parts(id);
        // Stores from the outermost in; they are applied in the other order.
        let mut stores = Vec::new();
        let mut at = root;
        let base = loop {
            match (exprs.list(at), exprs.list(at).and_then(|items| exprs.word(*items.first()?))) {
                (Some(&[_, inner, place, value]), Some("store")) => {
                    let place = self.value(exprs.text(place), index)?;
                    stores.push((place, self.nested(exprs.text(value), element)?));
                    at = inner;
                }
                (Some(&[_, kind, name]), Some("_")) if exprs.word(kind) == Some("as-array") => {
                    let name = exprs.word(name).ok_or_else(|| no_value(text))?;
                    break self.defined(name, &Signature { arguments: vec![index], result: element })?;
                }
                (Some(&[_, parameters, body]), Some("lambda")) => {
                    let names = parameter_names(&exprs, parameters).ok_or_else(|| no_value(text))?;
                    let signature = Signature { arguments: vec![index], result: element };
                    break self.table(&exprs, &names, body, &signature)?;
                }
                (Some(&[kind, value]), None) if exprs.text(kind).starts_with("(as const") => {
                    let default = self.nested(exprs.text(value), element)?;
                    break FunctionValue { default, entries: BTreeMap::new() };
                }
                (Some(_) | None, _) => return Err(no_value(text)),
            }
        };
        let mut array = ArrayValue::constant(base.default, smt::value::array::domain_size(index));
        for (arguments, value) in base.entries {
            let [place] = <[Value; 1]>::try_from(arguments).map_err(|_| no_value(text))?;
            array = array.store(place, value);
        }
        Ok(with_stores(array, stores))
    }

    /// A value inside of another. It is shorter or in another definition; definitions that refer to each
    /// other in a circle are refused by the depth.
    fn nested(&mut self, text: &str, sort: Sort) -> Result<Value, Trouble> {
        if self.depth == MAX_DEPTH {
            return Err(no_value(text));
        }
        self.depth += 1;
        let value = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.value(text, sort));
        self.depth -= 1;
        value
    }

    /// Reads a chain of `ite`.
    fn table(
        &mut self,
        exprs: &Exprs<'_>,
        parameters: &[&str],
        body: ExprId,
        signature: &Signature,
    ) -> Result<FunctionValue, Trouble> {
        if parameters.len() != signature.arguments.len() {
            return Err(no_value(exprs.text(body)));
        }
        let mut entries = BTreeMap::new();
        let mut at = body;
        loop {
            match exprs.list(at) {
                Some(&[head, condition, yes, no]) if exprs.word(head) == Some("ite") => {
                    let arguments = self.condition(exprs, parameters, condition, signature)?;
                    let value = self.nested(exprs.text(yes), signature.result)?;
                    entries.entry(arguments).or_insert(value);
                    at = no;
                }
                Some(_) | None => {
                    let default = self.nested(exprs.text(at), signature.result)?;
                    return Ok(FunctionValue { default, entries });
                }
            }
        }
    }

    /// The arguments that a condition names: an equation for each parameter.
    fn condition(
        &mut self,
        exprs: &Exprs<'_>,
        parameters: &[&str],
        condition: ExprId,
        signature: &Signature,
    ) -> Result<Vec<Value>, Trouble> {
        let strange = || no_value(exprs.text(condition));
        let items = exprs.list(condition).ok_or_else(strange)?;
        let equations = match items.split_first() {
            Some((&head, rest)) if exprs.word(head) == Some("and") => rest,
            Some(_) | None => &[condition][..],
        };
        let mut arguments: Vec<Option<Value>> = vec![None; parameters.len()];
        for &equation in equations {
            let Some(&[head, one, two]) = exprs.list(equation) else { return Err(strange()) };
            let position = |side: ExprId| parameters.iter().position(|name| exprs.word(side) == Some(name));
            let (position, value) = match (position(one), position(two)) {
                (Some(position), None) => (position, two),
                (None, Some(position)) => (position, one),
                (Some(_), Some(_)) | (None, None) => return Err(strange()),
            };
            if exprs.word(head) != Some("=") || arguments[position].is_some() {
                return Err(strange());
            }
            arguments[position] = Some(self.nested(exprs.text(value), signature.arguments[position])?);
        }
        arguments.into_iter().collect::<Option<Vec<_>>>().ok_or_else(strange)
    }
}

fn with_stores(array: ArrayValue, stores: Vec<(Value, Value)>) -> Value {
    let array = stores.into_iter().rev().fold(array, |array, (place, value)| array.store(place, value));
    Value::Array(Box::new(array))
}

fn no_definition(name: &str) -> Trouble {
    Trouble::failed(Failure::Unreadable, format!("the model has no definition of `{name}`"))
}
