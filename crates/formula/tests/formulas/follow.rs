//! Follows executions of the interpreter by formulas.
//!
//! A formula is evaluated, not solved: nearly every conjunct defines a new copy of a variable by older ones, so that values follow from
//! the chosen inputs alone.

use crate::common::Run;
use cfa::interp::ChoiceOrigin;
use cfa::{Cfa, Op, Transfer};
use formula::{CallStack, ChosenValue, Encoder, Encoding, Trace};
use smt::value::{ArrayValue, Bits, FloatValue};
use smt::{Assignment, CoreOp, Sort, SymbolId, TermId, Terms, Value, eval};

/// An integer as 64 bits.
fn number(value: &Value) -> Option<u128> {
    match value {
        Value::Bits(bits) => bits.unsigned().try_into().ok(),
        Value::Int(number) => number.try_into().ok(),
        Value::Bool(_) | Value::Float(_) | Value::Rounding(_) | Value::Real(_) | Value::Array(_) => None,
    }
}

/// Any value of a sort.
fn default_value(terms: &Terms, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::BitVec(width) => Value::Bits(Bits::zero(width)),
        Sort::Float(format) => Value::Float(FloatValue::from_bits(format, &0u32.into())),
        Sort::Int => Value::Int(0.into()),
        Sort::Array(id) => {
            let (index, element) = terms.array_parts(id);
            let domain = smt::value::array::domain_size(index);
            Value::Array(Box::new(ArrayValue::constant(default_value(terms, element), domain)))
        }
        Sort::Real | Sort::RoundingMode => panic!("no variable of this sort"),
    }
}

fn conjuncts(terms: &Terms, formula: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut pending = vec![formula];
    while let Some(term) = pending.pop() {
        match terms.op(term) {
            smt::Op::Core(CoreOp::And) => pending.extend_from_slice(terms.args(term)),
            _ => found.push(term),
        }
    }
    found.sort_unstable();
    found
}

/// Gives values to the symbols that conjuncts define, and checks the others. The error is a conjunct that does not hold.
fn satisfy(terms: &Terms, formula: TermId, model: &mut Assignment) -> Result<(), TermId> {
    let mut open = conjuncts(terms, formula);
    loop {
        let before = open.len();
        let mut rest = Vec::new();
        for &fact in &open {
            match holds(terms, fact, model) {
                Some(true) => {}
                Some(false) => return Err(fact),
                None => rest.push(fact),
            }
        }
        if rest.is_empty() {
            return Ok(());
        }
        if rest.len() == before {
            // Something is any value: choose one and go on.
            let free = smt::transform::FreeSymbols::new().of(terms, rest[0]);
            let Some(symbol) = free.into_iter().find(|&symbol| model.get(symbol).is_none()) else {
                return Err(rest[0]);
            };
            model.set(symbol, default_value(terms, terms.symbol(symbol).result));
        }
        open = rest;
    }
}

/// Whether a conjunct holds; defines a symbol if it is an equation for one. `None` if too little is known.
fn holds(terms: &Terms, fact: TermId, model: &mut Assignment) -> Option<bool> {
    let variable = |term: TermId| terms.as_variable(term).filter(|&symbol| model.get(symbol).is_none());
    if let (smt::Op::Core(CoreOp::Eq), &[one, two]) = (terms.op(fact), terms.args(fact)) {
        let later = |symbol: SymbolId| terms.symbol(symbol).copy_of.map_or(0, |(_, index)| index);
        let sides = match (variable(one), variable(two)) {
            (Some(left), Some(right)) if later(left) != later(right) => return None,
            (Some(symbol), _) => Some((symbol, two)),
            (None, Some(symbol)) => Some((symbol, one)),
            (None, None) => None,
        };
        // Bits of a float.
        for (bits, value) in [(one, two), (two, one)] {
            if matches!(terms.op(bits), smt::Op::Fp(smt::FpOp::FromBits(_)))
                && let Some(symbol) = variable(terms.args(bits)[0])
            {
                let Value::Float(float) = eval::eval(terms, value, model).ok()? else { return None };
                model.set(symbol, Value::Bits(Bits::new(float.format().width(), float.bits().clone())));
                return Some(true);
            }
        }
        if let Some((symbol, value)) = sides {
            let value = eval::eval(terms, value, model).ok()?;
            model.set(symbol, value);
            return Some(true);
        }
    }
    // A mark of a branch.
    if let Some(symbol) = variable(fact) {
        model.set(symbol, Value::Bool(true));
        return Some(true);
    }
    if terms.op(fact) == smt::Op::Core(CoreOp::Not)
        && let Some(symbol) = variable(terms.args(fact)[0])
    {
        model.set(symbol, Value::Bool(false));
        return Some(true);
    }
    match eval::eval(terms, fact, model) {
        Ok(Value::Bool(value)) => Some(value),
        Ok(_) | Err(_) => None,
    }
}

pub(crate) fn input_value(sort: Sort, bits: u128) -> Value {
    match sort {
        Sort::BitVec(width) => Value::Bits(Bits::new(width, bits.into())),
        Sort::Float(format) => {
            let bits = if format.width() == 79 { bits >> 64 << 63 | bits & ((1 << 63) - 1) } else { bits };
            Value::Float(FloatValue::from_bits(format, &bits.into()))
        }
        Sort::Int => Value::Int((bits as i128).into()),
        sort => panic!("a choice of sort {sort:?}"),
    }
}

/// The values that later edges can ask for: those of current copies, and of first ones.
fn current(encoder: &Encoder<'_>, terms: &mut Terms, trace: &Trace, model: &Assignment) -> Assignment {
    let mut kept = Assignment::new();
    for (variable, index) in trace.path.ssa.entries() {
        let copy = terms.copy_at(encoder.symbol(variable), index).unwrap();
        if let Some(value) = model.get(copy) {
            kept.set(copy, value.clone());
        }
    }
    for (symbol, value) in model.variables() {
        if terms.symbol(symbol).copy_of.is_some_and(|(_, index)| index == 0) {
            kept.set(symbol, value.clone());
        }
    }
    kept
}

/// Follows an execution edge by edge. Returns what is printed according to the formulas.
pub(crate) fn follow(cfa: &Cfa, encoding: &Encoding, execution: &Run) -> Result<Vec<u128>, String> {
    let mut terms = Terms::new();
    let encoder = Encoder::new(cfa, encoding).map_err(|error| error.to_string())?;
    let mut trace = Trace::new(&encoder, &mut terms);
    let mut model = Assignment::new();
    let mut drawn = execution.drawn.iter();
    let mut stack = CallStack(vec![cfa.entry]);
    let mut printed = Vec::new();
    let last = execution.edges.len();
    for (position, &edge) in execution.edges.iter().enumerate() {
        if let Op::External { function, args, .. } = &cfa.edges[edge].op
            && cfa.function_name(*function) == "printf"
            && let [_, value] = **args
        {
            let (term, _) = encoder.value_before(&mut terms, &trace.path, edge, value, &stack).unwrap();
            let value = eval::eval(&terms, term, &model)
                .map_err(|error| format!("print {}: {error}", printed.len()))?;
            printed.extend(number(&value));
        }
        trace.path = encoder.restart(&mut terms, &trace.path);
        let n_known = trace.chosen().len();
        trace.push(&encoder, &mut terms, edge).map_err(|error| error.to_string())?;
        // The last edge may not have been executed to its end.
        if position + 1 == last && execution.outcome != cfa::interp::Outcome::Exited(0) {
            break;
        }
        for chosen in &trace.chosen()[n_known..] {
            let is_native = matches!(&cfa.edges[edge].op, Op::External { function, .. } if cfa.function_name(*function) == "printf");
            if is_native {
                continue;
            }
            let is_argument = chosen.origin == ChoiceOrigin::Havoc(cfa::Origin::Argument);
            // The interpreter passes one argument, the name of the program.
            let bits = if is_argument { 1 } else { drawn.next().ok_or("a choice too many")?.bits };
            if let ChosenValue::Term(term) = chosen.value
                && let Some(symbol) = terms.as_variable(term)
            {
                model.set(symbol, input_value(terms.sort(term), bits));
            }
        }
        satisfy(&terms, trace.path.formula, &mut model).map_err(|fact| {
            let op = cfa::dump::operation(cfa, &cfa.edges[edge].op);
            format!("`{op}`: {} does not hold; losses {:?}", smt::print::term(&terms, fact), encoder.losses())
        })?;
        if position % 256 == 255 {
            model = current(&encoder, &mut terms, &trace, &model);
        }
        match cfa.edges[edge].op.transfer() {
            Transfer::Within => {}
            Transfer::Call(call) => stack.0.push(cfa.calls[call].callee),
            Transfer::Return(_) => {
                stack.0.pop();
            }
        }
    }
    Ok(printed)
}
