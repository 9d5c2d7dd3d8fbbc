//! A solver of ours over Z3's.
//!
//! The stack of assertions is kept here, and Z3's solvers follow it ([`mirror`]): which of them answers a query depends on what
//! occurs in it. An assumption that is no literal gets a literal that implies it. After a query that was stopped, or that Z3
//! failed at, the solver of Z3 is thrown away and the next query builds a new one, since nobody promises what state it is in.

mod eliminate;
mod horn;
mod mirror;
mod model;

#[cfg(test)]
mod services_tests;
#[cfg(test)]
mod tests;

use crate::backend;
use crate::error::{Z3Error, reason};
use crate::ffi::{self, Api, Ast, Context, SolverHandle, Truth};
use crate::translate::Translation;
use mirror::Mirror;
use rustc_hash::FxHashMap;
use smt::print::Fragment;
use smt::solver::{
    Answer, Attempt, Capabilities, Effort, HornAnswer, HornSystem, Interrupt, Limits, Model, Solver,
    SolverError, Statistics, Workload,
};
use smt::transform::FreeSymbols;
use smt::{CoreOp, Op, Sort, TermId, Terms};
use std::rc::Rc;

/// More assumptions than this on the levels of one of Z3's solvers, and it is built anew without them.
const MAX_ASSUMABLE: usize = 1000;

/// The solver.
pub(crate) struct Z3Solver {
    capabilities: Capabilities,
    workload: Workload,
    translation: Translation,
    assertions: Vec<Assertion>,
    levels: Vec<usize>,
    mirrors: Vec<Mirror>,
    literals: FxHashMap<TermId, Ast>,
    last: Option<Last>,
    free: FreeSymbols,
    interrupt: Interrupt,
    statistics: Statistics,
}

/// A formula on the stack.
struct Assertion {
    term: TermId,
    translated: Ast,
    /// What the assertions up to this one need of a logic.
    fragment: Fragment,
    /// Why the library cannot be given one of these.
    obstacle: Option<&'static str>,
}

/// The last query, as long as its results can be asked for.
struct Last {
    answer: Answer,
    /// Who answered.
    by: By,
    assumptions: Vec<TermId>,
    literals: Vec<Ast>,
}

/// Which of Z3's solvers answered.
enum By {
    /// One that follows the stack.
    Mirror(usize),
    /// One that was made for the query. It knows no core.
    Once(SolverHandle),
}

impl Z3Solver {
    pub(crate) fn new(api: &'static Api, workload: Workload) -> Result<Self, Z3Error> {
        Self::obeying(api, workload, &ffi::ringing_interrupt())
    }

    /// A solver that stops when another is asked to.
    fn obeying(api: &'static Api, workload: Workload, interrupt: &Interrupt) -> Result<Self, Z3Error> {
        let context = Context::new(api, interrupt)?;
        Ok(Self {
            capabilities: backend::capabilities(),
            workload,
            translation: Translation::new(context),
            assertions: Vec::new(),
            levels: Vec::new(),
            mirrors: Vec::new(),
            literals: FxHashMap::default(),
            last: None,
            free: FreeSymbols::new(),
            interrupt: interrupt.clone(),
            statistics: Statistics::default(),
        })
    }

    fn context(&self) -> &Rc<Context> {
        &self.translation.context
    }

    /// Takes a new context if the old one has been asked to stop, with the assertions translated again.
    fn renew(&mut self, terms: &Terms) -> Result<(), Z3Error> {
        if !self.context().watch.is_spoilt() {
            return Ok(());
        }
        self.last = None;
        self.mirrors.clear();
        self.literals.clear();
        self.translation = Translation::new(Context::new(self.context().api, &self.interrupt)?);
        for assertion in &mut self.assertions {
            if assertion.obstacle.is_none() {
                assertion.translated = self.translation.term(terms, assertion.term)?;
            }
        }
        self.statistics.restarts += 1;
        Ok(())
    }

    /// The solver of Z3 for a query, made if there is none that can be used.
    fn mirror_for(&mut self, fragment: Fragment) -> Result<usize, Z3Error> {
        let known = self.mirrors.iter().position(|mirror| mirror.fragment == fragment);
        if let Some(index) = known {
            if self.mirrors[index].assumable() <= MAX_ASSUMABLE {
                return Ok(index);
            }
            self.mirrors.swap_remove(index);
        }
        let mirror = Mirror::new(self.context(), fragment, self.workload)?;
        self.mirrors.push(mirror);
        self.statistics.restarts += u64::from(!self.assertions.is_empty());
        Ok(self.mirrors.len() - 1)
    }

    /// The literal that stands for an assumption: itself, or one that implies it.
    fn literal(&mut self, terms: &Terms, assumption: TermId) -> Result<Ast, Z3Error> {
        let is_negation = terms.op(assumption) == Op::Core(CoreOp::Not);
        let atom = if is_negation { terms.args(assumption)[0] } else { assumption };
        if terms.as_variable(atom).is_some() {
            return self.translation.term(terms, assumption);
        }
        if let Some(known) = self.literals.get(&assumption) {
            return Ok(known.clone());
        }
        let literal = self.context().fresh_bool()?;
        self.literals.insert(assumption, literal.clone());
        Ok(literal)
    }

    /// Makes one of Z3's solvers ready for a query: which it is, and the literals to assume.
    fn prepare(&mut self, terms: &Terms, assumptions: &[TermId]) -> Result<(usize, Vec<Ast>), Z3Error> {
        self.renew(terms)?;
        let below = self.assertions.last();
        if let Some(obstacle) = below.and_then(|below| below.obstacle) {
            return Err(Z3Error::Unsupported(obstacle));
        }
        let mut fragment = below.map_or_else(Fragment::default, |below| below.fragment);
        let mut formulas = Vec::with_capacity(assumptions.len());
        for &assumption in assumptions {
            formulas.push(self.translation.term(terms, assumption)?);
            fragment.join(self.translation.fragment(assumption));
        }
        let index = self.mirror_for(fragment)?;
        let mut literals = Vec::with_capacity(assumptions.len());
        for &assumption in assumptions {
            literals.push(self.literal(terms, assumption)?);
        }
        let mirror = &mut self.mirrors[index];
        mirror.follow(&self.assertions, &self.levels)?;
        for ((&assumption, formula), literal) in assumptions.iter().zip(&formulas).zip(&literals) {
            if formula != literal {
                mirror.allow(assumption, literal, formula)?;
            }
        }
        Ok((index, literals))
    }

    /// Asks one of Z3's solvers. An exception within Z3 means that it gave up. What it answers after it was asked to stop does not
    /// count, because models and cores could not be read any more.
    fn ask(&mut self, index: usize, literals: &[Ast], limits: &Limits) -> Result<Answer, SolverError> {
        Self::decide_by(self.context(), &self.mirrors[index].solver, literals, limits)
    }

    fn decide_by(
        context: &Context,
        solver: &SolverHandle,
        literals: &[Ast],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        let running = context.watch.begin(limits)?;
        let (truth, error) = solver.check(literals)?;
        if let Some(reason) = running.finish() {
            return Ok(Answer::Unknown(reason));
        }
        Ok(match truth {
            Truth::True => Answer::Sat,
            Truth::False => Answer::Unsat,
            Truth::Unknown => {
                Answer::Unknown(error.map_or_else(|| reason(solver.reason_unknown()), Z3Error::into_reason))
            }
        })
    }

    /// A solver with the assertions and some formulas, all of them on its lowest level: Z3 chooses a strategy with preprocessing for such,
    /// which can be many times faster than its incremental solver.
    fn fresh(&mut self, terms: &Terms, formulas: &[TermId]) -> Result<SolverHandle, Z3Error> {
        self.renew(terms)?;
        let below = self.assertions.last();
        if let Some(obstacle) = below.and_then(|below| below.obstacle) {
            return Err(Z3Error::Unsupported(obstacle));
        }
        let mut fragment = below.map_or_else(Fragment::default, |below| below.fragment);
        let mut translated = Vec::with_capacity(formulas.len());
        for &formula in formulas {
            translated.push(self.translation.term(terms, formula)?);
            fragment.join(self.translation.fragment(formula));
        }
        let solver = self.context().solver(&mirror::logic(fragment))?;
        for assertion in &self.assertions {
            solver.assert(&assertion.translated)?;
        }
        for formula in &translated {
            solver.assert(formula)?;
        }
        Ok(solver)
    }

    fn decide_once(
        &mut self,
        terms: &Terms,
        formulas: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        if let Some(reason) = self.stops_at_once(limits) {
            return Ok(Answer::Unknown(reason));
        }
        let solver = match self.fresh(terms, formulas) {
            Ok(solver) => solver,
            Err(error @ Z3Error::Unsupported(_)) => return Ok(Answer::Unknown(error.into_reason())),
            Err(error) => return Err(error.into()),
        };
        let answer = Self::decide_by(self.context(), &solver, &[], limits)?;
        if !matches!(answer, Answer::Unknown(_)) {
            let assumptions = formulas.to_vec();
            let by = By::Once(solver);
            self.last = Some(Last { answer: answer.clone(), by, assumptions, literals: Vec::new() });
        }
        Ok(answer)
    }

    /// A solver of Z3 that may be in any state is forgotten.
    fn discard(&mut self, index: usize) {
        self.mirrors.swap_remove(index);
    }

    fn decide(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        if let Some(reason) = self.stops_at_once(limits) {
            return Ok(Answer::Unknown(reason));
        }
        let (mirror, literals) = match self.prepare(terms, assumptions) {
            Ok(ready) => ready,
            Err(error @ Z3Error::Unsupported(_)) => return Ok(Answer::Unknown(error.into_reason())),
            Err(error) => {
                self.mirrors.clear();
                return Err(error.into());
            }
        };
        let answer = self.ask(mirror, &literals, limits);
        match &answer {
            Ok(Answer::Sat | Answer::Unsat) => {
                let assumptions = assumptions.to_vec();
                let answer = answer.clone()?;
                self.last = Some(Last { answer, by: By::Mirror(mirror), assumptions, literals });
            }
            Ok(Answer::Unknown(_)) | Err(_) => self.discard(mirror),
        }
        answer
    }
}

/// Refuses what is no formula.
fn formula(terms: &Terms, term: TermId) -> Result<(), SolverError> {
    if terms.sort(term) == Sort::Bool { Ok(()) } else { Err(SolverError::NotFormula(term)) }
}

impl Solver for Z3Solver {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.last = None;
        self.levels.push(self.assertions.len());
        Ok(())
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        let level = self.levels.pop().ok_or(SolverError::NothingToPop)?;
        self.last = None;
        self.assertions.truncate(level);
        let depth = self.levels.len();
        // One that cannot follow is forgotten, and the next query builds another.
        self.mirrors.retain_mut(|mirror| mirror.drop_to(depth).is_ok());
        Ok(())
    }

    fn assert(&mut self, terms: &Terms, term: TermId) -> Result<(), SolverError> {
        formula(terms, term)?;
        self.renew(terms)?;
        let below = self.assertions.last();
        let mut fragment = below.map_or_else(Fragment::default, |below| below.fragment);
        let mut obstacle = below.and_then(|below| below.obstacle);
        let translated = match self.translation.term(terms, term) {
            // Queries above it are unknown, so what stands in its place does not matter.
            Err(Z3Error::Unsupported(reason)) => {
                obstacle = Some(reason);
                self.context().nullary(self.context().api.table.mk_true)?
            }
            translated => translated?,
        };
        self.last = None;
        fragment.join(self.translation.fragment(term));
        self.assertions.push(Assertion { term, translated, fragment, obstacle });
        Ok(())
    }

    fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        self.last = None;
        for &assumption in assumptions {
            formula(terms, assumption)?;
        }
        let answer = self.decide(terms, assumptions, limits)?;
        self.statistics.count(&answer);
        Ok(answer)
    }

    fn check_once(
        &mut self,
        terms: &Terms,
        formulas: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        self.last = None;
        for &wanted in formulas {
            formula(terms, wanted)?;
        }
        let answer = self.decide_once(terms, formulas, limits)?;
        self.statistics.count(&answer);
        Ok(answer)
    }

    fn model(&mut self, terms: &Terms) -> Result<Model, SolverError> {
        let last = self.last.take_if(|last| last.answer == Answer::Sat).ok_or(SolverError::NoSuchResult)?;
        let model = self.read_model(terms, &last);
        self.last = Some(last);
        Ok(model?)
    }

    fn truths(&mut self, terms: &Terms, formulas: &[TermId]) -> Result<Vec<Option<bool>>, SolverError> {
        let last = self.last.take_if(|last| last.answer == Answer::Sat).ok_or(SolverError::NoSuchResult)?;
        let truths = self.read_truths(terms, &last, formulas);
        self.last = Some(last);
        Ok(truths?)
    }

    fn core(&mut self, _terms: &Terms) -> Result<Vec<TermId>, SolverError> {
        let last = self.last.as_ref().filter(|last| last.answer == Answer::Unsat);
        let last = last.ok_or(SolverError::NoSuchResult)?;
        let By::Mirror(mirror) = last.by else { return Err(SolverError::NoSuchResult) };
        let core = self.mirrors[mirror].solver.core()?;
        let assumed = last.assumptions.iter().zip(&last.literals);
        let mut found: Vec<TermId> =
            assumed.filter(|(_, literal)| core.contains(literal)).map(|(&term, _)| term).collect();
        let mut seen = rustc_hash::FxHashSet::default();
        found.retain(|&term| seen.insert(term));
        Ok(found)
    }

    fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    fn eliminate(
        &mut self,
        terms: &mut Terms,
        formula: TermId,
        effort: Effort,
        limits: &Limits,
    ) -> Result<Attempt<TermId>, SolverError> {
        self.run_elimination(terms, formula, effort, limits)
    }

    fn solve_horn(
        &mut self,
        terms: &mut Terms,
        system: &HornSystem,
        limits: &Limits,
    ) -> Result<HornAnswer, SolverError> {
        self.run_horn(terms, system, limits)
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}
