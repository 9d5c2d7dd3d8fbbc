//! A solver that tries all values: slow, simple, and right by the evaluator. It is the test double of everything that
//! uses solvers, and what small queries of other back ends are compared with.
//!
//! It decides queries over truth values and bit-vectors with few bits in all; a symbol that a formula equates with a constant
//! has that value and counts no bits. What it cannot enumerate, or the evaluator cannot decide, is unknown.

use super::{
    Answer, Backend, Capabilities, Formats, Interrupt, Limits, Model, Needs, Reason, Service, Solver,
    SolverError, Statistics,
};
use crate::eval::{Assignment, eval};
use crate::sort::Sort;
use crate::term::{CoreOp, Op, SymbolId, TermId, Terms};
use crate::transform::FreeSymbols;
use crate::value::{Bits, Value};
use limits::Moment;
use std::collections::BTreeSet;

/// The most bits of all symbols of a query together.
const MAX_BITS: u32 = 16;

/// Opens [`Enumeration`]s.
#[derive(Clone, Copy, Debug, Default)]
pub struct EnumerationBackend;

impl Backend for EnumerationBackend {
    fn capabilities(&self) -> Capabilities {
        let services = vec![
            Service::Models,
            Service::Cores,
            Service::Quantifiers,
            Service::BitVectors,
            Service::Interrupt,
            Service::TimeLimit,
        ];
        Capabilities { name: "enumeration".to_owned(), services, formats: Formats::All }
    }

    fn open_unchecked(&self, _needs: &Needs) -> Result<Box<dyn Solver>, SolverError> {
        Ok(Box::new(Enumeration::new()))
    }
}

/// The solver.
pub struct Enumeration {
    capabilities: Capabilities,
    assertions: Vec<TermId>,
    levels: Vec<usize>,
    interrupt: Interrupt,
    statistics: Statistics,
    free: FreeSymbols,
    model: Option<Model>,
    core: Option<Vec<TermId>>,
}

impl Enumeration {
    /// A solver without assertions.
    pub fn new() -> Self {
        Self {
            capabilities: EnumerationBackend.capabilities(),
            assertions: Vec::new(),
            levels: Vec::new(),
            interrupt: Interrupt::default(),
            statistics: Statistics::default(),
            free: FreeSymbols::new(),
            model: None,
            core: None,
        }
    }

    fn search(&mut self, terms: &Terms, formulas: &[TermId], limits: &Limits) -> Answer {
        let mut symbols = BTreeSet::new();
        for &formula in formulas {
            symbols.extend(self.free.of(terms, formula));
        }
        let fixed = fixed(terms, formulas);
        let mut widths = Vec::new();
        for symbol in symbols.into_iter().filter(|&symbol| fixed.get(symbol).is_none()) {
            match width(terms, symbol) {
                Some(width) => widths.push((symbol, width)),
                None => {
                    return Answer::Unknown(Reason::Incomplete(
                        "a symbol that cannot be enumerated".to_owned(),
                    ));
                }
            }
        }
        let bits = widths.iter().map(|&(_, width)| u64::from(width)).sum::<u64>();
        if bits > u64::from(MAX_BITS) {
            return Answer::Unknown(Reason::Incomplete("too many bits to enumerate".to_owned()));
        }
        let start = Moment::now();
        let mut open = None;
        for number in 0..1u64 << bits {
            if self.interrupt.take() {
                return Answer::Unknown(Reason::Interrupted);
            }
            if limits.time.is_some_and(|limit| start.elapsed() >= limit) {
                return Answer::Unknown(Reason::Time);
            }
            let model = assignment(terms, &fixed, &widths, number);
            match holds(terms, formulas, &model) {
                Ok(true) => {
                    self.model = Some(model);
                    return Answer::Sat;
                }
                Ok(false) => {}
                Err(error) => open = Some(error.to_string()),
            }
        }
        open.map_or(Answer::Unsat, |reason| Answer::Unknown(Reason::Incomplete(reason)))
    }
}

impl Default for Enumeration {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether all formulas are true; a false one decides even if another is open.
fn holds(terms: &Terms, formulas: &[TermId], model: &Assignment) -> Result<bool, crate::eval::EvalError> {
    let mut open = None;
    for &formula in formulas {
        match eval(terms, formula, model) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => return Ok(false),
            Err(error) => open = Some(error),
        }
    }
    open.map_or(Ok(true), Err)
}

fn width(terms: &Terms, symbol: SymbolId) -> Option<u32> {
    let decl = terms.symbol(symbol);
    match decl.result {
        Sort::Bool if decl.arguments.is_empty() => Some(1),
        Sort::BitVec(width) if decl.arguments.is_empty() => Some(width),
        Sort::Bool
        | Sort::BitVec(_)
        | Sort::Float(_)
        | Sort::RoundingMode
        | Sort::Int
        | Sort::Real
        | Sort::Array(_) => None,
    }
}

/// Values of the symbols that a formula equates with a constant. If two formulas do so with two constants, no model
/// satisfies both, whichever is taken.
fn fixed(terms: &Terms, formulas: &[TermId]) -> Assignment {
    let mut fixed = Assignment::new();
    for &formula in formulas {
        let (Op::Core(CoreOp::Eq), &[one, two]) = (terms.op(formula), terms.args(formula)) else { continue };
        for (variable, constant) in [(one, two), (two, one)] {
            let Some(symbol) = terms.as_variable(variable) else { continue };
            if let Ok(value) = eval(terms, constant, &Assignment::new()) {
                fixed.set(symbol, value);
            }
        }
    }
    fixed
}

fn assignment(terms: &Terms, fixed: &Assignment, widths: &[(SymbolId, u32)], mut number: u64) -> Assignment {
    let mut model = fixed.clone();
    for &(symbol, width) in widths {
        let bits = Bits::from_u64(width, number);
        number >>= width;
        let is_bool = terms.symbol(symbol).result == Sort::Bool;
        model.set(symbol, if is_bool { Value::Bool(bits.is_one()) } else { Value::Bits(bits) });
    }
    model
}

impl Solver for Enumeration {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.levels.push(self.assertions.len());
        Ok(())
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        let level = self.levels.pop().ok_or(SolverError::NothingToPop)?;
        self.assertions.truncate(level);
        Ok(())
    }

    fn assert(&mut self, terms: &Terms, formula: TermId) -> Result<(), SolverError> {
        if terms.sort(formula) != Sort::Bool {
            return Err(SolverError::NotFormula(formula));
        }
        self.assertions.push(formula);
        Ok(())
    }

    fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        if let Some(&wrong) = assumptions.iter().find(|&&formula| terms.sort(formula) != Sort::Bool) {
            return Err(SolverError::NotFormula(wrong));
        }
        (self.model, self.core) = (None, None);
        let formulas = [&*self.assertions, assumptions].concat();
        let answer = self.search(terms, &formulas, limits);
        self.statistics.count(&answer);
        if answer == Answer::Unsat {
            self.core = Some(assumptions.to_vec());
        }
        Ok(answer)
    }

    fn model(&mut self, _terms: &Terms) -> Result<Model, SolverError> {
        self.model.clone().ok_or(SolverError::NoSuchResult)
    }

    fn core(&mut self, _terms: &Terms) -> Result<Vec<TermId>, SolverError> {
        self.core.clone().ok_or(SolverError::NoSuchResult)
    }

    fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}
