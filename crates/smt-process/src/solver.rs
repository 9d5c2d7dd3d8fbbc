//! The stack of assertions, and the session that is to know it.

use crate::backend::{Setup, capabilities};
use crate::child::Wake;
use crate::end::End;
use crate::formats::FormatGuard;
use crate::reply::Trouble;
use crate::session::{Clock, Opening, Session};
use crate::{interpolants, model};
use smt::solver::{
    Answer, Attempt, Capabilities, Interrupt, Limits, Model, Reason, Service, Solver, SolverError, Statistics,
};
use smt::transform::FreeSymbols;
use smt::{Sort, TermId, Terms};
use std::sync::Arc;
use std::time::Duration;

/// A child that keeps more declarations and definitions than this is replaced by one that keeps those in use.
const MOST_KNOWN: usize = 500_000;

/// A query is put so often at most to a child that gives up before its work is done.
const ATTEMPTS: u32 = 8;

/// A solver in a child process.
pub struct ProcessSolver {
    setup: Arc<Setup>,
    capabilities: Capabilities,
    logic: Option<String>,
    assertions: Vec<TermId>,
    levels: Vec<usize>,
    session: Option<Session>,
    /// How many sessions there have been.
    sessions: u64,
    /// The last query and its answer, as long as nothing has changed.
    last: Option<(Answer, Vec<TermId>)>,
    wake: Wake,
    statistics: Statistics,
    free: FreeSymbols,
    formats: FormatGuard,
}

impl ProcessSolver {
    pub(crate) fn new(setup: Arc<Setup>, logic: Option<String>) -> Result<Self, SolverError> {
        let wake = Wake::new().map_err(|error| SolverError::Broken(error.to_string()))?;
        Ok(Self {
            capabilities: capabilities(setup.dialect),
            setup,
            logic,
            assertions: Vec::new(),
            levels: Vec::new(),
            session: None,
            sessions: 0,
            last: None,
            wake,
            statistics: Statistics::default(),
            free: FreeSymbols::new(),
            formats: FormatGuard::default(),
        })
    }

    /// The number of the process that serves this solver now, if there is one.
    pub fn process_id(&self) -> Option<u32> {
        self.session.as_ref().map(Session::process_id)
    }

    /// Refuses what the child must not be sent: what is no formula, and floats that it answers wrongly for.
    fn admit(&mut self, terms: &Terms, formulas: &[TermId]) -> Result<(), SolverError> {
        for &formula in formulas {
            if terms.sort(formula) != Sort::Bool {
                return Err(SolverError::NotFormula(formula));
            }
            self.formats.admit(&self.capabilities, terms, formula)?;
        }
        Ok(())
    }

    /// A session that knows the stack and whose logic has the assumptions.
    fn ready(&mut self, terms: &Terms, assumptions: &[TermId]) -> Result<&mut Session, Trouble> {
        let is_usable = self.session.as_mut().is_some_and(|session| {
            !session.has_ended()
                && !session.is_bloated()
                && session.encoder.known_count() <= MOST_KNOWN
                && assumptions.iter().all(|&assumption| session.admits(terms, assumption))
        });
        if !is_usable {
            self.session = None;
        }
        let session = match self.session.take() {
            Some(session) => session,
            None => self.replayed(terms, assumptions)?,
        };
        Ok(self.session.insert(session))
    }

    /// A new session that has been told the stack.
    fn replayed(&mut self, terms: &Terms, assumptions: &[TermId]) -> Result<Session, Trouble> {
        let formulas = [&*self.assertions, assumptions].concat();
        let dialect = self.setup.dialect;
        let opening =
            Opening { options: dialect.options, logic: self.logic.as_deref(), sharing: dialect.sharing };
        let mut session = Session::start(&self.setup, terms, &formulas, &opening)?;
        let mut levels = self.levels.iter().copied().peekable();
        for position in 0..=self.assertions.len() {
            while levels.next_if_eq(&position).is_some() {
                session.push();
            }
            if let Some(&assertion) = self.assertions.get(position) {
                session.assert(terms, assertion);
            }
        }
        self.sessions += 1;
        Ok(session)
    }

    fn query(&mut self, terms: &Terms, assumptions: &[TermId], limits: &Limits) -> Result<Answer, Trouble> {
        if self.wake.take() {
            return Err(Trouble::Undecided(Reason::Interrupted));
        }
        let end = self.end_of_query(limits);
        let wake = self.wake.clone();
        let mut attempt = 1;
        loop {
            let time = end.work_left().or(limits.time);
            let clock = Clock { end, wake: Some(&wake) };
            let session = self.ready(terms, assumptions)?;
            let answer = session.check(terms, assumptions, &Limits { time, ..*limits }, &clock)?;
            let is_last = attempt == ATTEMPTS || !is_early(end, limits.time);
            if answer != Answer::Unknown(Reason::Time) || is_last {
                return Ok(answer);
            }
            attempt += 1;
        }
    }

    fn end_of_query(&self, limits: &Limits) -> End {
        let options = &self.setup.options;
        End::of_query(limits.time, options.longest_query, options.idle_time)
    }

    /// Asks the session of the last query for more. If that fails, the session is given up.
    fn follow_up<T>(
        &mut self,
        request: impl FnOnce(&mut Session, &Clock<'_>) -> Result<T, Trouble>,
    ) -> Result<T, SolverError> {
        let end = End::by_wall(self.setup.options.request_time);
        let session = self.session.as_mut().ok_or(SolverError::NoSuchResult)?;
        request(session, &Clock { end, wake: Some(&self.wake) }).map_err(|trouble| {
            self.session = None;
            self.last = None;
            trouble.into_error()
        })
    }
}

/// Whether a child that gave up for want of time has much of its work left. Children count by the
/// clock on the wall, which runs on while they wait for a core.
fn is_early(end: End, whole: Option<Duration>) -> bool {
    !end.left().is_zero() && end.work_left().zip(whole).is_some_and(|(left, whole)| left > whole / 4)
}

impl Solver for ProcessSolver {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.last = None;
        self.levels.push(self.assertions.len());
        if let Some(session) = &mut self.session {
            session.push();
        }
        Ok(())
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        let level = self.levels.pop().ok_or(SolverError::NothingToPop)?;
        self.last = None;
        self.assertions.truncate(level);
        if let Some(session) = &mut self.session {
            session.pop();
        }
        Ok(())
    }

    fn assert(&mut self, terms: &Terms, formula: TermId) -> Result<(), SolverError> {
        self.admit(terms, &[formula])?;
        self.last = None;
        self.assertions.push(formula);
        if let Some(session) = &mut self.session {
            if session.admits(terms, formula) {
                session.assert(terms, formula);
            } else {
                self.session = None;
            }
        }
        Ok(())
    }

    fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        self.last = None;
        self.admit(terms, assumptions)?;
        let answer = match self.query(terms, assumptions, limits) {
            Ok(answer) => answer,
            Err(trouble) => {
                self.session = None;
                match trouble {
                    Trouble::Undecided(reason) => Answer::Unknown(reason),
                    Trouble::Failed(error) => return Err(error),
                }
            }
        };
        self.statistics.count(&answer);
        self.last = Some((answer.clone(), assumptions.to_vec()));
        Ok(answer)
    }

    fn model(&mut self, terms: &Terms) -> Result<Model, SolverError> {
        let Some((Answer::Sat, assumptions)) = &self.last else { return Err(SolverError::NoSuchResult) };
        let formulas = [&*self.assertions, assumptions].concat();
        let request = model::Request::new(terms, &formulas, &mut self.free);
        self.follow_up(|session, clock| request.ask(terms, session, clock))
    }

    fn core(&mut self, _terms: &Terms) -> Result<Vec<TermId>, SolverError> {
        let Some((Answer::Unsat, assumptions)) = &self.last else { return Err(SolverError::NoSuchResult) };
        if !self.capabilities.services.contains(&Service::Cores) {
            return Err(self.capabilities.lacks(Service::Cores));
        }
        let assumptions = assumptions.clone();
        if assumptions.is_empty() {
            return Ok(assumptions);
        }
        let positions = self.follow_up(Session::core)?;
        Ok(positions.into_iter().map(|position| assumptions[position]).collect())
    }

    fn interpolants(
        &mut self,
        terms: &mut Terms,
        formulas: &[TermId],
        limits: &Limits,
    ) -> Result<Attempt<Vec<TermId>>, SolverError> {
        let Some(interpolation) = self.setup.dialect.interpolation else {
            return Err(self.capabilities.lacks(Service::Interpolants));
        };
        self.admit(terms, formulas)?;
        if self.wake.take() {
            return Ok(Attempt::Unknown(Reason::Interrupted));
        }
        let end = self.end_of_query(limits);
        let clock = Clock { end, wake: Some(&self.wake) };
        let request = interpolants::Request { setup: &self.setup, formulas, limits, clock: &clock };
        match request.ask(terms, interpolation) {
            Ok(found) => Ok(Attempt::Done(found)),
            Err(Trouble::Undecided(reason)) => Ok(Attempt::Unknown(reason)),
            Err(Trouble::Failed(error)) => Err(error),
        }
    }

    fn interrupt(&self) -> Interrupt {
        self.wake.interrupt()
    }

    fn statistics(&self) -> Statistics {
        Statistics { restarts: self.sessions.saturating_sub(1), ..self.statistics }
    }
}
