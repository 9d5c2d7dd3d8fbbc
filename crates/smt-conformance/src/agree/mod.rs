//! Does a solver agree with the evaluator about random terms?
//!
//! Two questions for each term. *Pinned:* with all symbols fixed, the term must be able to have the evaluator's value, and
//! unable to have another. Many terms are asked about in one query, as a conjunction and as a disjunction of the negations; only if
//! an answer is unexpected are they asked about one by one. *Free:* the equation of term and value has a
//! model, because the assignment is one; the solver must not deny it, and its own model must satisfy the evaluator.
//!
//! A disagreement is made small: down to one operator on constants if that shows it, else to the smallest
//! subterm that does.

mod batch;
mod shrink;

pub use batch::{Batch, Case, Quantified, Recipe};

use crate::Failure;
use smt::eval::eval;
use smt::solver::{Answer, Failure as Failing, Limits, Solver, SolverError};
use smt::transform::FreeSymbols;
use smt::{CoreOp, EvalError, Op, TermId, Value};
use std::fmt;

/// In which way solver and evaluator differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The solver says that the term cannot have the evaluator's value.
    ValueDenied,
    /// The solver says that it can have another.
    OtherValue,
    /// The evaluator says that the solver's model is none.
    WrongModel,
    /// The model has no value for a symbol, or one of another sort.
    PartialModel,
    /// The solver failed in another way than by refusing the request or by dying.
    Failed,
    /// The solver refused the request. That is not wrong, and is counted as undecided as well.
    Refused,
    /// The solver died of the request, and was found dead. That is its bug, and is counted as undecided as well.
    Died,
}

impl Kind {
    /// What an error is.
    fn of(error: &SolverError) -> Self {
        match error {
            SolverError::Unsupported { .. } | SolverError::Failed { failure: Failing::Refused, .. } => {
                Self::Refused
            }
            SolverError::Failed { failure: Failing::Died, .. } => Self::Died,
            SolverError::NothingToPop
            | SolverError::NoSuchResult
            | SolverError::NotFormula(_)
            | SolverError::Broken(_)
            | SolverError::Absent(_)
            | SolverError::Failed { failure: Failing::Unreadable | Failing::Silent, .. } => Self::Failed,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ValueDenied => "this has a model, and is said to have none",
            Self::OtherValue => "this has no model, and is said to have one",
            Self::WrongModel => "the model given for this is none",
            Self::PartialModel => "the model given for this leaves a symbol open",
            Self::Failed => "the solver failed at this",
            Self::Refused => "the solver refuses this",
            Self::Died => "the solver dies of this",
        })
    }
}

/// One disagreement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// In which way.
    pub kind: Kind,
    /// More about it: the model, the error.
    pub detail: String,
    /// A script of SMT-LIB that shows it, as small as it could be made.
    pub script: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "; {}", self.kind)?;
        for line in self.detail.lines() {
            writeln!(f, "; {line}")?;
        }
        f.write_str(&self.script)
    }
}

/// What came out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Terms that were asked about.
    pub terms: usize,
    /// Terms whose value the standard leaves open; nothing was asked.
    pub open: usize,
    /// Of the pinned questions, two for each term: those that the solver did not decide.
    pub undecided: usize,
    /// Models that the evaluator confirmed.
    pub models: usize,
    /// Models under which the standard leaves the value of the equation open.
    pub open_models: usize,
    /// Free questions that the solver did not decide.
    pub without_model: usize,
    /// Requests that the solver refused or died of.
    pub incidents: Vec<Disagreement>,
    /// Where they differ.
    pub disagreements: Vec<Disagreement>,
}

impl Tally {
    /// Adds another count to this.
    pub fn add(&mut self, other: Self) {
        self.terms += other.terms;
        self.open += other.open;
        self.undecided += other.undecided;
        self.models += other.models;
        self.open_models += other.open_models;
        self.without_model += other.without_model;
        self.incidents.extend(other.incidents);
        self.disagreements.extend(other.disagreements);
    }

    /// An error, which is an incident or a disagreement.
    fn error(&mut self, error: &SolverError, script: String) {
        let kind = Kind::of(error);
        let list = match kind {
            Kind::Refused | Kind::Died => &mut self.incidents,
            Kind::ValueDenied | Kind::OtherValue | Kind::WrongModel | Kind::PartialModel | Kind::Failed => {
                &mut self.disagreements
            }
        };
        list.push(Disagreement { kind, detail: error.to_string(), script });
    }
}

/// The pinned question.
pub fn pinned(batch: &mut Batch, solver: &mut dyn Solver, limits: &Limits) -> Result<Tally, Failure> {
    let mut tally = Tally { terms: batch.cases.len(), open: batch.open, ..Tally::default() };
    let cases = batch.cases.clone();
    let together = together(batch, solver, &cases, limits)?;
    if together == Together::Agree {
        return Ok(tally);
    }
    for case in &cases {
        let pins = batch.pins(&[case.term])?;
        one_by_one(batch, solver, case, &pins, limits, &mut tally)?;
    }
    if let (Together::Differ(kind), []) = (together, &*tally.disagreements) {
        tally.disagreements.push(shrink::halve(batch, solver, kind, limits)?);
    }
    Ok(tally)
}

/// What a solver says to many terms at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Together {
    Agree,
    Undecided,
    Differ(Kind),
}

/// Asks about many terms at once, as assumptions.
fn together(
    batch: &mut Batch,
    solver: &mut dyn Solver,
    cases: &[Case],
    limits: &Limits,
) -> Result<Together, Failure> {
    if cases.is_empty() {
        return Ok(Together::Agree);
    }
    let roots: Vec<TermId> = cases.iter().map(|case| case.term).collect();
    let pins = batch.pins(&roots)?;
    let equations: Vec<TermId> = cases.iter().map(|case| case.equation).collect();
    let negations: Vec<TermId> = cases.iter().map(|case| case.negation).collect();
    let all = batch.terms.apply_as_is(Op::Core(CoreOp::And), &equations)?;
    let none = batch.terms.apply_as_is(Op::Core(CoreOp::Or), &negations)?;
    let answers = under(solver, batch, &pins, |solver, batch| {
        Ok([solver.check(&batch.terms, &[all], limits)?, solver.check(&batch.terms, &[none], limits)?])
    });
    Ok(match answers {
        Ok([Answer::Sat, Answer::Unsat]) => Together::Agree,
        Ok([Answer::Unsat, _]) => Together::Differ(Kind::ValueDenied),
        Ok([_, Answer::Sat]) => Together::Differ(Kind::OtherValue),
        Ok([Answer::Unknown(_), _] | [_, Answer::Unknown(_)]) => Together::Undecided,
        Err(error) => match Kind::of(&error) {
            Kind::Refused | Kind::Died => Together::Undecided,
            kind => Together::Differ(kind),
        },
    })
}

/// Does something with assertions that are gone afterwards.
fn under<T>(
    solver: &mut dyn Solver,
    batch: &mut Batch,
    assertions: &[TermId],
    run: impl FnOnce(&mut dyn Solver, &mut Batch) -> Result<T, SolverError>,
) -> Result<T, SolverError> {
    solver.push()?;
    let mut result = Ok(());
    for &assertion in assertions {
        result = result.and_then(|()| solver.assert(&batch.terms, assertion));
    }
    let result = result.and_then(|()| run(solver, batch));
    solver.pop()?;
    result
}

fn one_by_one(
    batch: &mut Batch,
    solver: &mut dyn Solver,
    case: &Case,
    pins: &[TermId],
    limits: &Limits,
    tally: &mut Tally,
) -> Result<(), Failure> {
    let questions =
        [(case.equation, Answer::Sat, Kind::ValueDenied), (case.negation, Answer::Unsat, Kind::OtherValue)];
    for (formula, expected, kind) in questions {
        let formulas = [pins, &[formula]].concat();
        match under(solver, batch, &formulas, |solver, batch| solver.check(&batch.terms, &[], limits)) {
            Ok(answer) if answer == expected => {}
            Ok(Answer::Unknown(_)) => tally.undecided += 1,
            Ok(Answer::Sat | Answer::Unsat) => {
                let script = shrink::shrink(batch, solver, case, kind, limits)?;
                tally.disagreements.push(Disagreement { kind, detail: String::new(), script });
            }
            Err(error) => {
                tally.undecided += 1;
                tally.error(&error, crate::script(&batch.terms, &formulas));
            }
        }
    }
    Ok(())
}

/// The free question.
pub fn free(batch: &mut Batch, solver: &mut dyn Solver, limits: &Limits) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let mut symbols = FreeSymbols::new();
    for case in batch.cases.clone() {
        // Without symbols it is the pinned question again.
        if symbols.of(&batch.terms, case.term).is_empty() {
            continue;
        }
        let found = under(solver, batch, &[case.equation], |solver, batch| {
            Ok(match solver.check(&batch.terms, &[], limits)? {
                Answer::Sat => Found::Model(Box::new(solver.model(&batch.terms)?)),
                Answer::Unsat => Found::Denied,
                Answer::Unknown(_) => Found::Nothing,
            })
        });
        let model = match found {
            Ok(Found::Model(model)) => model,
            Ok(Found::Nothing) => {
                tally.without_model += 1;
                continue;
            }
            Ok(Found::Denied) => {
                let pins = batch.pins(&[case.term])?;
                let formulas = [&*pins, &[case.equation]].concat();
                let script = crate::script(&batch.terms, &formulas);
                let detail = "The equations but the last are a model.".to_owned();
                tally.disagreements.push(Disagreement { kind: Kind::ValueDenied, detail, script });
                continue;
            }
            Err(error) => {
                tally.without_model += 1;
                tally.error(&error, crate::script(&batch.terms, &[case.equation]));
                continue;
            }
        };
        let (kind, error) = match eval(&batch.terms, case.equation, &model) {
            Ok(Value::Bool(true)) => {
                tally.models += 1;
                continue;
            }
            Err(EvalError::Unspecified(_) | EvalError::Quantifier(_)) => {
                tally.open_models += 1;
                continue;
            }
            Ok(_) => (Kind::WrongModel, String::new()),
            Err(error @ (EvalError::Unassigned(_) | EvalError::WrongSort(_))) => {
                (Kind::PartialModel, format!("{error}\n"))
            }
        };
        let detail = error + &describe(batch, &model);
        let script = crate::script(&batch.terms, &[case.equation]);
        tally.disagreements.push(Disagreement { kind, detail, script });
    }
    Ok(tally)
}

enum Found {
    Model(Box<smt::Assignment>),
    Denied,
    Nothing,
}

/// The values of a model's variables, and that there are functions.
fn describe(batch: &Batch, model: &smt::Assignment) -> String {
    let line = |(symbol, value): (smt::SymbolId, &Value)| {
        format!("{} is {}", smt::print::symbol(&batch.terms, symbol), smt::print::value(value))
    };
    model.variables().map(line).collect::<Vec<_>>().join("\n")
}
