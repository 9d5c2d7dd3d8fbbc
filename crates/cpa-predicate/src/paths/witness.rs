//! Witnesses: inputs with which a path is taken.
//!
//! A witness comes from the model of a query and gives values to the inputs that conditions depend on; what it does not mention is zero. So a longer path has the same one as
//! long as its conditions hold for it, and inputs that a query was not about keep the values they had, since the query was about all that bears on its own.
//!
//! Only the latest are kept. Whoever had an older one asks the solver again.

use super::constraint::Constraint;
use smt::value::array::domain_size;
use smt::value::{ArrayValue, BigInt, Bits, FloatValue, Rounding};
use smt::{Assignment, Sort, SymbolId, Terms, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many are kept: enough for the branches of a long path that a search comes back to, and few enough for memory.
const KEPT: usize = 1024;

/// The number of a witness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WitnessId(usize);

/// Values of inputs; all others are zero.
#[derive(Clone, Debug, Default)]
pub(super) struct Witness {
    inputs: BTreeMap<SymbolId, Value>,
}

/// What a model says of inputs; nothing where it leaves them open.
pub(super) type Inputs = [(SymbolId, Option<Value>)];

/// The inputs of conditions in a model.
pub(super) fn inputs(model: &Assignment, about: &[Rc<Constraint>]) -> Box<Inputs> {
    let mut inputs: Vec<SymbolId> =
        about.iter().flat_map(|constraint| constraint.inputs.iter().copied()).collect();
    inputs.sort_unstable();
    inputs.dedup();
    inputs.into_iter().map(|input| (input, model.get(input).cloned())).collect()
}

/// The latest witnesses.
pub(super) struct Witnesses {
    nothing: Witness,
    latest: Vec<(WitnessId, Witness)>,
    n_made: usize,
}

impl Default for Witnesses {
    fn default() -> Self {
        Self { nothing: Witness::default(), latest: Vec::new(), n_made: 1 }
    }
}

impl Witnesses {
    /// The witness of a path without conditions.
    pub(super) fn nothing(&self) -> WitnessId {
        WitnessId(0)
    }

    /// A witness, if it is still kept.
    pub(super) fn get(&self, id: WitnessId) -> Option<&Witness> {
        if id == self.nothing() {
            return Some(&self.nothing);
        }
        self.latest.get(id.0 % KEPT).filter(|(known, _)| *known == id).map(|(_, witness)| witness)
    }

    /// Another one with values of some inputs.
    pub(super) fn add(&mut self, base: Option<WitnessId>, inputs: &Inputs) -> WitnessId {
        let mut witness = base.and_then(|base| self.get(base)).cloned().unwrap_or_default();
        for (input, value) in inputs {
            match value {
                Some(value) => witness.inputs.insert(*input, value.clone()),
                None => witness.inputs.remove(input),
            };
        }
        let id = WitnessId(self.n_made);
        self.n_made += 1;
        let place = id.0 % KEPT;
        // The first place is empty in the first round, as number 0 is the witness of everything.
        while self.latest.len() <= place {
            self.latest.push((self.nothing(), Witness::default()));
        }
        self.latest[place] = (id, witness);
        id
    }
}

impl Witness {
    /// Whether a condition is seen to hold.
    pub(super) fn satisfies(&self, terms: &Terms, constraint: &Constraint) -> bool {
        let mut assignment = Assignment::new();
        for &input in &constraint.inputs {
            let declared = terms.symbol(input);
            if !declared.arguments.is_empty() {
                return false;
            }
            let value = self.inputs.get(&input).cloned();
            assignment.set(input, value.unwrap_or_else(|| zero(terms, declared.result)));
        }
        constraint.value(terms, assignment) == Some(true)
    }
}

/// A value of each sort.
fn zero(terms: &Terms, sort: Sort) -> Value {
    // The sizes of the arrays around the element, outermost first.
    let mut domains = Vec::new();
    let mut element = sort;
    while let Sort::Array(id) = element {
        let (index, inner) = terms.array_parts(id);
        domains.push(domain_size(index));
        element = inner;
    }
    let mut value = match element {
        Sort::Bool => Value::Bool(false),
        Sort::BitVec(width) => Value::Bits(Bits::zero(width)),
        Sort::Float(format) => Value::Float(FloatValue::zero(format, smt::value::float::Sign::Plus)),
        Sort::RoundingMode => Value::Rounding(Rounding::ALL[0]),
        Sort::Int | Sort::Array(_) => Value::Int(BigInt::ZERO),
        Sort::Real => Value::Real(BigInt::ZERO.into()),
    };
    for domain in domains.into_iter().rev() {
        value = Value::Array(Box::new(ArrayValue::constant(value, domain)));
    }
    value
}
