//! Solvers of one run: opened at the first request, timed, and bounded by what is left of the run.
//!
//! Many small programs are decided without a query, and loading a solver takes longer than all the rest of such a run; so a solver that
//! nobody asks is never opened. Whoever asks for more time than is left gets what is left. All solvers obey the run's
//! [`StopSign`](limits::StopSign), those of interpolation too. And a solver that says it was interrupted though nobody here asked has heard the
//! user's Ctrl-C, which some libraries listen to themselves: then the run stops.

use limits::{Budget, Exhausted, Meter, Moment, StopSign};
use smt::solver::{
    Answer, Attempt, Backend, Capabilities, Effort, HornAnswer, HornSystem, Interrupt, Limits, Model, Needs,
    Reason, Solver, SolverError, Statistics,
};
use smt::{TermId, Terms};
use std::sync::{Arc, Mutex, PoisonError};

/// The phase of all requests.
const PHASE: &str = "solver";

/// A back end whose solvers belong to a run.
#[derive(Clone, Debug)]
pub struct Supervised<B> {
    inner: B,
    budget: Budget,
}

impl<B: Backend + Clone + 'static> Supervised<B> {
    /// Puts the solvers of a back end under the bounds of a run.
    pub fn new(inner: B, budget: &Budget) -> Self {
        Self { inner, budget: budget.clone() }
    }
}

impl<B: Backend + Clone + 'static> Backend for Supervised<B> {
    fn capabilities(&self) -> Capabilities {
        self.inner.capabilities()
    }

    fn open_unchecked(&self, needs: &Needs) -> Result<Box<dyn Solver>, SolverError> {
        let opened: Arc<Mutex<Option<Interrupt>>> = Arc::default();
        let shared = Arc::clone(&opened);
        let interrupt = Interrupt::waking(move || {
            if let Some(inner) = &*shared.lock().unwrap_or_else(PoisonError::into_inner) {
                inner.stop();
            }
        });
        self.budget.sign().interrupts(interrupt.clone());
        Ok(Box::new(OnDemand {
            backend: self.inner.clone(),
            needs: needs.clone(),
            capabilities: self.inner.capabilities(),
            solver: None,
            opened,
            interrupt,
            was_asked: false,
            meter: self.budget.meter().clone(),
            sign: self.budget.sign().clone(),
            deadline: self.budget.deadline(),
        }))
    }
}

/// A solver that is opened when it is asked for something.
struct OnDemand<B> {
    backend: B,
    needs: Needs,
    capabilities: Capabilities,
    solver: Option<Box<dyn Solver>>,
    /// What stops the solver, when it is open.
    opened: Arc<Mutex<Option<Interrupt>>>,
    interrupt: Interrupt,
    /// Whether somebody here asked for a stop during the last request.
    was_asked: bool,
    meter: Meter,
    sign: StopSign,
    deadline: Option<Moment>,
}

impl<B: Backend> OnDemand<B> {
    fn request<R>(
        &mut self,
        ask: impl FnOnce(&mut dyn Solver) -> Result<R, SolverError>,
    ) -> Result<R, SolverError> {
        let _timer = self.meter.phase(PHASE);
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => {
                let solver = smt::solver::open(&self.backend, &self.needs)?;
                let inner = solver.interrupt();
                *self.opened.lock().unwrap_or_else(PoisonError::into_inner) = Some(inner.clone());
                // A stop that came before there was a solver is for its first query.
                if self.interrupt.is_asked() {
                    inner.stop();
                }
                none.insert(solver)
            }
        };
        let result = ask(&mut **solver);
        self.was_asked = self.interrupt.is_asked();
        // What the solver has taken is taken.
        if !solver.interrupt().is_asked() {
            self.interrupt.take();
        }
        result
    }

    /// Looks at why a request was not answered.
    fn heard(&self, reason: Option<&Reason>) {
        if reason == Some(&Reason::Interrupted) && !self.was_asked {
            self.sign.stop(Exhausted::Interrupted);
        }
    }

    /// The limits of a query, and those of the run.
    fn cut(&self, asked: &Limits) -> Limits {
        Limits { time: limits::shorter(asked.time, self.deadline.map(Moment::left)), ..*asked }
    }
}

impl<B: Backend> Solver for OnDemand<B> {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.request(|solver| solver.push())
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        match self.solver {
            Some(_) => self.request(|solver| solver.pop()),
            None => Err(SolverError::NothingToPop),
        }
    }

    fn assert(&mut self, terms: &Terms, formula: TermId) -> Result<(), SolverError> {
        self.request(|solver| solver.assert(terms, formula))
    }

    fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        let limits = self.cut(limits);
        let answer = self.request(|solver| solver.check(terms, assumptions, &limits))?;
        if let Answer::Unknown(reason) = &answer {
            self.heard(Some(reason));
        }
        Ok(answer)
    }

    fn check_once(
        &mut self,
        terms: &Terms,
        formulas: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        let limits = self.cut(limits);
        let answer = self.request(|solver| solver.check_once(terms, formulas, &limits))?;
        if let Answer::Unknown(reason) = &answer {
            self.heard(Some(reason));
        }
        Ok(answer)
    }

    fn model(&mut self, terms: &Terms) -> Result<Model, SolverError> {
        match self.solver {
            Some(_) => self.request(|solver| solver.model(terms)),
            None => Err(SolverError::NoSuchResult),
        }
    }

    fn truths(&mut self, terms: &Terms, formulas: &[TermId]) -> Result<Vec<Option<bool>>, SolverError> {
        match self.solver {
            Some(_) => self.request(|solver| solver.truths(terms, formulas)),
            None => Err(SolverError::NoSuchResult),
        }
    }

    fn core(&mut self, terms: &Terms) -> Result<Vec<TermId>, SolverError> {
        match self.solver {
            Some(_) => self.request(|solver| solver.core(terms)),
            None => Err(SolverError::NoSuchResult),
        }
    }

    fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    fn statistics(&self) -> Statistics {
        self.solver.as_ref().map(|solver| solver.statistics()).unwrap_or_default()
    }

    fn eliminate(
        &mut self,
        terms: &mut Terms,
        formula: TermId,
        effort: Effort,
        limits: &Limits,
    ) -> Result<Attempt<TermId>, SolverError> {
        let limits = self.cut(limits);
        let attempt = self.request(|solver| solver.eliminate(terms, formula, effort, &limits))?;
        if let Attempt::Unknown(reason) = &attempt {
            self.heard(Some(reason));
        }
        Ok(attempt)
    }

    fn solve_horn(
        &mut self,
        terms: &mut Terms,
        system: &HornSystem,
        limits: &Limits,
    ) -> Result<HornAnswer, SolverError> {
        let limits = self.cut(limits);
        let answer = self.request(|solver| solver.solve_horn(terms, system, &limits))?;
        if let HornAnswer::Unknown(reason) = &answer {
            self.heard(Some(reason));
        }
        Ok(answer)
    }

    fn interpolants(
        &mut self,
        terms: &mut Terms,
        formulas: &[TermId],
        limits: &Limits,
    ) -> Result<Attempt<Vec<TermId>>, SolverError> {
        let limits = self.cut(limits);
        let attempt = self.request(|solver| solver.interpolants(terms, formulas, &limits))?;
        if let Attempt::Unknown(reason) = &attempt {
            self.heard(Some(reason));
        }
        Ok(attempt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt::Sort;
    use smt::solver::EnumerationBackend;
    use std::cell::Cell;
    use std::rc::Rc;
    use std::time::Duration;

    /// Counts how often a solver is opened.
    #[derive(Clone)]
    struct Counting(Rc<Cell<u32>>);

    impl Backend for Counting {
        fn capabilities(&self) -> Capabilities {
            EnumerationBackend.capabilities()
        }

        fn open_unchecked(&self, needs: &Needs) -> Result<Box<dyn Solver>, SolverError> {
            self.0.set(self.0.get() + 1);
            EnumerationBackend.open_unchecked(needs)
        }
    }

    #[test]
    fn a_solver_is_opened_by_its_first_request_and_timed() {
        let (opened, budget) = (Rc::new(Cell::new(0)), Budget::unlimited());
        let backend = Supervised::new(Counting(Rc::clone(&opened)), &budget);
        let mut solver = smt::solver::open(&backend, &Needs::default()).unwrap();
        let mut terms = Terms::new();
        assert_eq!(solver.pop(), Err(SolverError::NothingToPop));
        assert_eq!(solver.model(&terms), Err(SolverError::NoSuchResult));
        assert_eq!((opened.get(), solver.statistics().checks), (0, 0));
        let yes = terms.bool(true);
        assert_eq!(solver.check(&terms, &[yes], &Limits::default()), Ok(Answer::Sat));
        assert_eq!(solver.check_once(&terms, &[yes], &Limits::default()), Ok(Answer::Sat));
        solver.push().unwrap();
        solver.pop().unwrap();
        assert_eq!((opened.get(), solver.statistics().checks), (1, 2));
        assert_eq!(budget.meter().snapshot().timers[0].entered, 4);
    }

    #[test]
    fn the_run_bounds_queries_and_stops_them() {
        let mut terms = Terms::new();
        let symbol = terms.declare("x", &[], Sort::Bool).unwrap();
        let x = terms.apply(smt::Op::Apply(symbol), &[]).unwrap();
        let late = Budget::unlimited().part(Duration::ZERO);
        let backend = Supervised::new(EnumerationBackend, &late);
        let mut solver = smt::solver::open(&backend, &Needs::default()).unwrap();
        assert_eq!(solver.check(&terms, &[x], &Limits::default()), Ok(Answer::Unknown(Reason::Time)));
        // The stop comes before the solver is open, and is for its first query only.
        let budget = Budget::unlimited();
        let backend = Supervised::new(EnumerationBackend, &budget);
        let mut solver = smt::solver::open(&backend, &Needs::default()).unwrap();
        budget.sign().stop(Exhausted::Interrupted);
        let stopped = Answer::Unknown(Reason::Interrupted);
        assert_eq!(solver.check(&terms, &[x], &Limits::default()), Ok(stopped));
        assert_eq!(solver.check(&terms, &[x], &Limits::default()), Ok(Answer::Sat));
    }
}
