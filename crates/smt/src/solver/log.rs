//! Logs of sessions: each solver that is opened writes a script that any solver can run again, with the answers as comments.
//!
//! The scripts are portable: declarations are global, assumptions are assertions in a level of their own, and the logic is
//! that of the formulas up to the first query. Where a later formula needs a wider one, the script begins anew with `reset` and
//! repeats the stack. Elimination, Horn clauses and interpolants have no common commands; they are comments. Logs hold neither
//! times nor addresses, so the same run writes the same bytes. Where they go is for the caller to say ([`OpenLog`]).
//!
//! A log that cannot be written is an error and not a missing log.

use super::{
    Answer, Attempt, Backend, Capabilities, Effort, HornAnswer, HornSystem, Interrupt, Limits, Model, Needs,
    Solver, SolverError, Statistics,
};
use crate::print::{self, Fragment};
use crate::term::{SymbolId, TermId, Terms};
use crate::transform::FreeSymbols;
use rustc_hash::FxHashSet;
use std::io::{self, BufWriter, Write};

/// What makes the place for the log of one more session.
pub trait OpenLog {
    /// The place.
    fn open(&self) -> io::Result<Box<dyn Write>>;
}

fn unwritable(error: &io::Error) -> SolverError {
    SolverError::Broken(format!("the log cannot be written: {error}"))
}

/// A back end whose solvers write logs.
pub struct LoggedBackend<B, L> {
    inner: B,
    logs: L,
}

impl<B: Backend, L: OpenLog> LoggedBackend<B, L> {
    /// Logs the solvers of a back end, each to a place of its own.
    pub fn new(inner: B, logs: L) -> Self {
        Self { inner, logs }
    }
}

impl<B: Backend, L: OpenLog> Backend for LoggedBackend<B, L> {
    fn capabilities(&self) -> Capabilities {
        self.inner.capabilities()
    }

    fn open_unchecked(&self, needs: &Needs) -> Result<Box<dyn Solver>, SolverError> {
        let solver = self.inner.open_unchecked(needs)?;
        let log = self.logs.open().map_err(|error| unwritable(&error))?;
        Ok(Box::new(Logged::new(solver, needs, log)?))
    }
}

/// A solver that writes a log.
pub struct Logged<S, W: Write> {
    inner: S,
    out: BufWriter<W>,
    /// The logic that the caller has chosen, if any.
    logic: Option<String>,
    /// The logic of the script so far, once there was a query.
    written: Option<String>,
    fragment: Fragment,
    noted: FxHashSet<TermId>,
    declared: FxHashSet<SymbolId>,
    free: FreeSymbols,
    assertions: Vec<TermId>,
    levels: Vec<usize>,
}

impl<S: Solver, W: Write> Logged<S, W> {
    /// Logs a solver without assertions.
    pub fn new(inner: S, needs: &Needs, out: W) -> Result<Self, SolverError> {
        let mut logged = Self {
            inner,
            out: BufWriter::new(out),
            logic: needs.logic.clone(),
            written: None,
            fragment: Fragment::default(),
            noted: FxHashSet::default(),
            declared: FxHashSet::default(),
            free: FreeSymbols::new(),
            assertions: Vec::new(),
            levels: Vec::new(),
        };
        let name = logged.inner.capabilities().name.clone();
        logged.line(&format!("; a session with {name}"))?;
        Ok(logged)
    }

    /// Writes a line at once, so that the log is complete if the program ends badly.
    fn line(&mut self, text: &str) -> Result<(), SolverError> {
        writeln!(self.out, "{text}").and_then(|()| self.out.flush()).map_err(|error| unwritable(&error))
    }

    /// Writes a text whose line ends would end the comment.
    fn comment(&mut self, text: &str) -> Result<(), SolverError> {
        self.line(&format!("; {}", text.replace(['\n', '\r'], " ")))
    }

    fn comment_formulas(
        &mut self,
        terms: &Terms,
        title: &str,
        formulas: &[TermId],
    ) -> Result<(), SolverError> {
        self.comment(title)?;
        formulas.iter().try_for_each(|&formula| self.comment(&print::term(terms, formula)))
    }

    fn note(&mut self, terms: &Terms, formula: TermId) {
        let mut pending = vec![formula];
        while let Some(term) = pending.pop() {
            if self.noted.insert(term) {
                self.fragment.note(terms, term);
                pending.extend_from_slice(terms.args(term));
            }
        }
    }

    /// Makes the script ready for formulas: begins it, or begins it anew if the logic is too small.
    fn prepare(&mut self, terms: &Terms, formulas: &[TermId]) -> Result<(), SolverError> {
        for &formula in formulas {
            self.note(terms, formula);
        }
        let logic = self.logic.clone().unwrap_or_else(|| self.fragment.name());
        if self.written.as_ref() == Some(&logic) {
            return Ok(());
        }
        if self.written.is_some() {
            self.line("(reset)")?;
        }
        self.line("(set-option :global-declarations true)")?;
        self.line(&format!("(set-logic {logic})"))?;
        self.written = Some(logic);
        self.declared.clear();
        let (assertions, levels) = (self.assertions.clone(), self.levels.clone());
        let mut levels = levels.into_iter().peekable();
        for position in 0..=assertions.len() {
            while levels.next_if_eq(&position).is_some() {
                self.line("(push 1)")?;
            }
            if let Some(&assertion) = assertions.get(position) {
                self.write_assertion(terms, assertion)?;
            }
        }
        Ok(())
    }

    fn write_assertion(&mut self, terms: &Terms, formula: TermId) -> Result<(), SolverError> {
        for symbol in self.free.of(terms, formula) {
            if self.declared.insert(symbol) {
                let declaration = print::declaration(terms, symbol);
                self.line(&declaration)?;
            }
        }
        self.line(&format!("(assert {})", print::term(terms, formula)))
    }

    fn log_check(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        ask: impl FnOnce(&mut S) -> Result<Answer, SolverError>,
    ) -> Result<Answer, SolverError> {
        if let Some(&wrong) = assumptions.iter().find(|&&formula| terms.sort(formula) != crate::Sort::Bool) {
            return Err(SolverError::NotFormula(wrong));
        }
        self.prepare(terms, assumptions)?;
        if !assumptions.is_empty() {
            self.line("(push 1)")?;
            for &assumption in assumptions {
                self.write_assertion(terms, assumption)?;
            }
        }
        self.line("(check-sat)")?;
        let result = ask(&mut self.inner);
        self.comment(&match &result {
            Ok(Answer::Sat) => "sat".to_owned(),
            Ok(Answer::Unsat) => "unsat".to_owned(),
            Ok(Answer::Unknown(reason)) => format!("unknown: {reason:?}"),
            Err(error) => format!("error: {error}"),
        })?;
        if !assumptions.is_empty() {
            self.line("(pop 1)")?;
        }
        result
    }

    fn comment_error<T>(&mut self, result: &Result<T, SolverError>) -> Result<(), SolverError> {
        match result {
            Ok(_) => Ok(()),
            Err(error) => self.comment(&format!("error: {error}")),
        }
    }
}

impl<S: Solver, W: Write> Solver for Logged<S, W> {
    fn capabilities(&self) -> &Capabilities {
        self.inner.capabilities()
    }

    fn push(&mut self) -> Result<(), SolverError> {
        self.inner.push()?;
        self.levels.push(self.assertions.len());
        if self.written.is_some() { self.line("(push 1)") } else { Ok(()) }
    }

    fn pop(&mut self) -> Result<(), SolverError> {
        self.inner.pop()?;
        let level = self.levels.pop().ok_or(SolverError::NothingToPop)?;
        self.assertions.truncate(level);
        if self.written.is_some() { self.line("(pop 1)") } else { Ok(()) }
    }

    fn assert(&mut self, terms: &Terms, formula: TermId) -> Result<(), SolverError> {
        self.inner.assert(terms, formula)?;
        if self.written.is_some() {
            self.prepare(terms, &[formula])?;
            self.write_assertion(terms, formula)?;
        } else {
            self.note(terms, formula);
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
        self.log_check(terms, assumptions, |inner| inner.check(terms, assumptions, limits))
    }

    fn check_once(
        &mut self,
        terms: &Terms,
        formulas: &[TermId],
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        self.log_check(terms, formulas, |inner| inner.check_once(terms, formulas, limits))
    }

    fn model(&mut self, terms: &Terms) -> Result<Model, SolverError> {
        let result = self.inner.model(terms);
        self.comment_error(&result)?;
        let model = result?;
        for (symbol, value) in model.variables() {
            let name = print::symbol(terms, symbol);
            self.comment(&format!("{name} = {}", print::value(value)))?;
        }
        Ok(model)
    }

    fn core(&mut self, terms: &Terms) -> Result<Vec<TermId>, SolverError> {
        let result = self.inner.core(terms);
        self.comment_error(&result)?;
        let core = result?;
        self.comment_formulas(terms, "core", &core)?;
        Ok(core)
    }

    fn interrupt(&self) -> Interrupt {
        self.inner.interrupt()
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }

    fn eliminate(
        &mut self,
        terms: &mut Terms,
        formula: TermId,
        effort: Effort,
        limits: &Limits,
    ) -> Result<Attempt<TermId>, SolverError> {
        self.comment_formulas(terms, &format!("eliminate, effort {effort:?}"), &[formula])?;
        let result = self.inner.eliminate(terms, formula, effort, limits);
        self.comment_error(&result)?;
        match &result {
            Ok(Attempt::Done(found)) => self.comment_formulas(terms, "eliminated", &[*found])?,
            Ok(Attempt::Unknown(reason)) => self.comment(&format!("unknown: {reason:?}"))?,
            Err(_) => {}
        }
        result
    }

    fn solve_horn(
        &mut self,
        terms: &mut Terms,
        system: &HornSystem,
        limits: &Limits,
    ) -> Result<HornAnswer, SolverError> {
        self.comment(&format!("horn, {} clauses", system.clauses.len()))?;
        let bodies: Vec<TermId> = system.clauses.iter().map(|clause| clause.body).collect();
        self.comment_formulas(terms, "bodies", &bodies)?;
        let result = self.inner.solve_horn(terms, system, limits);
        self.comment_error(&result)?;
        match &result {
            Ok(HornAnswer::Solved(found)) => self.comment_formulas(terms, "solved", &found.clone())?,
            Ok(HornAnswer::Refuted) => self.comment("refuted")?,
            Ok(HornAnswer::Unknown(reason)) => self.comment(&format!("unknown: {reason:?}"))?,
            Err(_) => {}
        }
        result
    }

    fn interpolants(
        &mut self,
        terms: &mut Terms,
        formulas: &[TermId],
        limits: &Limits,
    ) -> Result<Attempt<Vec<TermId>>, SolverError> {
        self.comment_formulas(terms, "interpolants between", formulas)?;
        let result = self.inner.interpolants(terms, formulas, limits);
        self.comment_error(&result)?;
        match &result {
            Ok(Attempt::Done(found)) => self.comment_formulas(terms, "interpolants", &found.clone())?,
            Ok(Attempt::Unknown(reason)) => self.comment(&format!("unknown: {reason:?}"))?,
            Err(_) => {}
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{Command, parse_script, parse_term};
    use crate::solver::{Enumeration, Reason};
    use crate::sort::Sort;
    use expect_test::expect;

    const NONE: Limits = Limits { time: None, memory: None };

    fn store() -> Terms {
        let mut terms = Terms::new();
        terms.variable("x", Sort::BitVec(4)).unwrap();
        terms.variable("a b", Sort::BitVec(4)).unwrap();
        terms.variable("n", Sort::Int).unwrap();
        terms
    }

    fn session() -> String {
        let mut terms = store();
        let mut log = Vec::new();
        let mut solver = Logged::new(Enumeration::new(), &Needs::default(), &mut log).unwrap();
        let texts = ["(bvult x #x3)", "(bvugt x |a b|)", "(bvugt x #x5)", "(< n 5)"];
        let [one, two, three, four] = texts.map(|text| parse_term(&mut terms, text).unwrap());
        solver.push().unwrap();
        solver.assert(&terms, one).unwrap();
        solver.push().unwrap();
        solver.check(&terms, &[two], &NONE).unwrap();
        solver.model(&terms).unwrap();
        solver.check(&terms, &[three], &NONE).unwrap();
        solver.core(&terms).unwrap();
        solver.pop().unwrap();
        solver.assert(&terms, three).unwrap();
        let undecided = solver.check(&terms, &[four], &NONE);
        assert!(matches!(undecided, Ok(Answer::Unknown(Reason::Incomplete(_)))));
        solver.interpolants(&mut terms, &[one, three], &NONE).unwrap_err();
        drop(solver);
        String::from_utf8(log).unwrap()
    }

    #[test]
    fn a_session() {
        expect![[r#"
            ; a session with enumeration
            (set-option :global-declarations true)
            (set-logic QF_BV)
            (push 1)
            (declare-fun x () (_ BitVec 4))
            (assert (bvult x #x3))
            (push 1)
            (push 1)
            (declare-fun |a b| () (_ BitVec 4))
            (assert (bvult |a b| x))
            (check-sat)
            ; sat
            (pop 1)
            ; x = #x1
            ; |a b| = #x0
            (push 1)
            (assert (bvult #x5 x))
            (check-sat)
            ; unsat
            (pop 1)
            ; core
            ; (bvult #x5 x)
            (pop 1)
            (assert (bvult #x5 x))
            (reset)
            (set-option :global-declarations true)
            (set-logic ALL)
            (push 1)
            (declare-fun x () (_ BitVec 4))
            (assert (bvult x #x3))
            (assert (bvult #x5 x))
            (push 1)
            (declare-fun n () Int)
            (assert (< n 5))
            (check-sat)
            ; unknown: Incomplete("a symbol that cannot be enumerated")
            (pop 1)
            ; interpolants between
            ; (bvult x #x3)
            ; (bvult #x5 x)
            ; error: `enumeration` has no Interpolants
        "#]]
        .assert_eq(&session());
        assert_eq!(session(), session());
    }

    /// The script has the queries and answers of the session.
    #[test]
    fn scripts_run_again() {
        let text = session();
        let (last, mut answers) = (text.rfind("(reset)\n").unwrap(), Vec::new());
        for part in [&text[..last], &text[last + "(reset)\n".len()..]] {
            let mut terms = Terms::new();
            let script = parse_script(&mut terms, part).unwrap();
            let mut solver = Enumeration::new();
            for command in script.commands {
                match command {
                    Command::Assert(formula) => solver.assert(&terms, formula).unwrap(),
                    Command::Check(_) => answers.push(solver.check(&terms, &[], &NONE).unwrap()),
                    Command::Push(_) => solver.push().unwrap(),
                    Command::Pop(_) => solver.pop().unwrap(),
                    Command::Other(_) => {}
                }
            }
        }
        let is = |answer: &Answer| matches!(answer, Answer::Unknown(_));
        assert_eq!(answers[..2], [Answer::Sat, Answer::Unsat]);
        assert!(answers.len() == 3 && is(&answers[2]));
    }
}
