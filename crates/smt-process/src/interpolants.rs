//! Interpolants as the solvers that have them give them: each time in a session of its own, because the options and
//! the names of assertions differ from those of queries, and proofs cost what queries need not pay.
//!
//! The answers are read back as terms and checked for nothing but their syntax; whoever uses them checks them.

use crate::backend::Setup;
use crate::dialect::{Interpolation, Sharing};
use crate::encode::unwired;
use crate::reply::{self, Trouble};
use crate::session::{Clock, Opening, Session};
use smt::parse::parse_term;
use smt::solver::{Answer, Limits, SolverError};
use smt::{CoreOp, Op, Sort, TermId, Terms};
use std::sync::Arc;

/// What interpolants are wanted for.
pub(crate) struct Request<'a> {
    pub(crate) setup: &'a Arc<Setup>,
    pub(crate) formulas: &'a [TermId],
    pub(crate) limits: &'a Limits,
    pub(crate) clock: &'a Clock<'a>,
}

impl Request<'_> {
    /// Asks for a sequence.
    pub(crate) fn ask(
        &self,
        terms: &mut Terms,
        interpolation: Interpolation,
    ) -> Result<Vec<TermId>, Trouble> {
        if self.formulas.len() < 2 {
            return Ok(Vec::new());
        }
        let opening = Opening {
            options: self.setup.dialect.interpolation_options,
            logic: None,
            sharing: Sharing::Lets,
        };
        let mut session = Session::start(self.setup, terms, self.formulas, &opening)?;
        session.limit_memory(self.limits);
        match interpolation {
            Interpolation::Binary => self.stepwise(terms, &mut session),
            Interpolation::Sequence => {
                self.refute(terms, &mut session, ":named")?;
                let names: Vec<String> = (0..self.formulas.len()).map(name).collect();
                let question = format!("(get-interpolants {})", names.join(" "));
                self.sequence(terms, &session.ask(&question, self.clock)?)
            }
            Interpolation::Increments => {
                self.refute(terms, &mut session, ":named")?;
                let names: Vec<String> =
                    (0..self.formulas.len() - 1).map(|position| format!("({})", name(position))).collect();
                let question = format!("(get-interpolants {})", names.join(" "));
                self.sequence(terms, &session.ask(&question, self.clock)?)
            }
            Interpolation::Groups => {
                self.refute(terms, &mut session, ":interpolation-group")?;
                let mut found = Vec::new();
                for end in 1..self.formulas.len() {
                    let names: Vec<String> = (0..end).map(name).collect();
                    let question = format!("(get-interpolant ({}))", names.join(" "));
                    let answer = session.ask(&question, self.clock)?;
                    let (exprs, root) = reply::read_one(&answer)?;
                    found.push(formula(terms, exprs.text(root))?);
                }
                Ok(found)
            }
        }
    }

    /// Asserts the formulas with names and checks that they have no model.
    fn refute(&self, terms: &Terms, session: &mut Session, keyword: &str) -> Result<(), Trouble> {
        for (position, &formula) in self.formulas.iter().enumerate() {
            session.assert_annotated(terms, formula, &format!("{keyword} {}", name(position)));
        }
        match session.check(terms, &[], self.limits, self.clock)? {
            Answer::Unsat => Ok(()),
            Answer::Sat => Err(Trouble::Failed(SolverError::NoSuchResult)),
            Answer::Unknown(reason) => Err(Trouble::Undecided(reason)),
        }
    }

    /// A list with one interpolant between each two formulas. Some solvers do not put it in parentheses; a list of
    /// one is no formula, so there is no doubt.
    fn sequence(&self, terms: &mut Terms, answer: &str) -> Result<Vec<TermId>, Trouble> {
        let wanted = self.formulas.len() - 1;
        let (exprs, results) = reply::read(answer)?;
        let items = match *results {
            [list] => exprs.list(list).filter(|items| items.len() == wanted).unwrap_or(&results),
            [..] => &results,
        };
        if items.len() != wanted {
            return Err(reply::unreadable(answer));
        }
        items.iter().map(|&item| formula(terms, exprs.text(item))).collect()
    }

    /// Each interpolant is one between its predecessor with the next formula, and all that follow.
    fn stepwise(&self, terms: &mut Terms, session: &mut Session) -> Result<Vec<TermId>, Trouble> {
        let mut found = Vec::new();
        let mut before = terms.bool(true);
        for position in 1..self.formulas.len() {
            let (one, rest) = (self.formulas[position - 1], &self.formulas[position..]);
            let left = apply(terms, CoreOp::And, &[before, one])?;
            let after = if let &[single] = rest { single } else { apply(terms, CoreOp::And, rest)? };
            let right = apply(terms, CoreOp::Not, &[after])?;
            session.push();
            session.assert(terms, left);
            let goal = session.expression(terms, right);
            let question = format!("(get-interpolant {} {goal})", name(position));
            let answer = session.ask(&question, self.clock)?;
            session.pop();
            before = definition(terms, &answer)?;
            found.push(before);
        }
        Ok(found)
    }
}

/// The name of an assertion.
fn name(position: usize) -> String {
    format!("?i{position}")
}

fn apply(terms: &mut Terms, op: CoreOp, args: &[TermId]) -> Result<TermId, Trouble> {
    let wrong = |_| Trouble::Failed(SolverError::NotFormula(args[0]));
    terms.apply(Op::Core(op), args).map_err(wrong)
}

/// The formula that a solver has printed.
fn formula(terms: &mut Terms, text: &str) -> Result<TermId, Trouble> {
    let plain = unwired(terms, text).ok_or_else(|| reply::unreadable(text))?;
    let term = parse_term(terms, &plain).map_err(|_| reply::unreadable(text))?;
    if terms.sort(term) == Sort::Bool { Ok(term) } else { Err(reply::unreadable(text)) }
}

/// The body of `(define-fun I () Bool body)`.
fn definition(terms: &mut Terms, answer: &str) -> Result<TermId, Trouble> {
    let (exprs, root) = reply::read_one(answer)?;
    match exprs.list(root) {
        Some(&[_, _, _, _, body]) => formula(terms, exprs.text(body)),
        Some(_) | None => Err(reply::unreadable(answer)),
    }
}
