//! Constrained Horn clauses by Spacer, Z3's engine for them (Komuravelli, Gurfinkel, Chaki: SMT-based model checking for recursive
//! programs, 2014).
//!
//! Clauses become rules with all their variables bound; those without a head reach a predicate that is asked for. Transformations that merge
//! predicates are off, so that the solution names each. It comes as one formula, a conjunction of definitions
//! `forall v. P(v) = ...`, and is read as formulas over the parameters. A predicate that it does not define got lost before Spacer
//! saw it, since nothing depends on it; it is true everywhere, and the clauses are then checked one by one.
//!
//! Spacer has no uninterpreted functions.

use super::Z3Solver;
use crate::back::TermReader;
use crate::error::{Z3Error, reason};
use crate::ffi::{Ast, Decl, FixedpointHandle, Name, Shape, SortHandle, Truth};
use smt::solver::{
    Answer, HornAnswer, HornClause, HornPredicate, HornSystem, HornUse, Limits, Reason, SolverError,
};
use smt::transform::Substitution;
use smt::{CoreOp, Op, SortError, SymbolId, TermId, Terms};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What keeps predicates apart.
const SWITCHES: &[(&str, bool)] =
    &[("xform.slice", false), ("xform.inline_linear", false), ("xform.inline_eager", false)];

/// Shown when a clause has them.
const FUNCTIONS: &str = "Horn clauses with uninterpreted functions";

/// The unknown predicates in Z3.
struct Predicates {
    unknown: Vec<Decl>,
    /// What clauses without a head reach.
    reached: Decl,
}

impl Z3Solver {
    pub(super) fn run_horn(
        &mut self,
        terms: &mut Terms,
        system: &HornSystem,
        limits: &Limits,
    ) -> Result<HornAnswer, SolverError> {
        if let Some(reason) = self.stops_at_once(limits) {
            return Ok(HornAnswer::Unknown(reason));
        }
        self.renew(terms)?;
        let (engine, predicates) = match self.rules(terms, system) {
            Err(error @ Z3Error::Unsupported(_)) => return Ok(HornAnswer::Unknown(error.into_reason())),
            ready => ready?,
        };
        let running = self.context().watch.begin(limits)?;
        let (truth, error) = engine.query(&predicates.reached)?;
        if let Some(reason) = running.finish() {
            return Ok(HornAnswer::Unknown(reason));
        }
        match truth {
            Truth::True => return Ok(HornAnswer::Refuted),
            Truth::False => {}
            Truth::Unknown => {
                let said = || reason(engine.reason_unknown());
                return Ok(HornAnswer::Unknown(error.map_or_else(said, Z3Error::into_reason)));
            }
        }
        match self.solution(terms, system, &engine, &predicates) {
            Ok(found) => self.complete(terms, system, &found, limits),
            Err(error) => Ok(HornAnswer::Unknown(error.into_reason())),
        }
    }

    fn rules(
        &mut self,
        terms: &Terms,
        system: &HornSystem,
    ) -> Result<(FixedpointHandle, Predicates), Z3Error> {
        let context = Rc::clone(self.context());
        let engine = context.spacer(SWITCHES)?;
        let truth = context.bool_sort()?;
        let reached = context.declare_named("reached", &[], &truth)?;
        engine.register(&reached)?;
        let mut predicates = Predicates { unknown: Vec::new(), reached };
        for (index, predicate) in system.predicates.iter().enumerate() {
            let mut sorts = Vec::new();
            for &parameter in &predicate.parameters {
                sorts.push(self.translation.sort(terms, terms.symbol(parameter).result)?);
            }
            let sorts: Vec<&SortHandle> = sorts.iter().map(|sort| &**sort).collect();
            let decl = context.declare_named(&format!("predicate{index}"), &sorts, &truth)?;
            engine.register(&decl)?;
            predicates.unknown.push(decl);
        }
        for (index, clause) in system.clauses.iter().enumerate() {
            let rule = self.rule(terms, clause, &predicates)?;
            engine.rule(&rule, &format!("clause{index}"))?;
        }
        Ok((engine, predicates))
    }

    /// One clause with all its variables bound.
    fn rule(&mut self, terms: &Terms, clause: &HornClause, predicates: &Predicates) -> Result<Ast, Z3Error> {
        let context = Rc::clone(self.context());
        let table = &context.api.table;
        let mut left = vec![self.translation.term(terms, clause.body)?];
        for used in &clause.uses {
            left.push(self.use_of(terms, used, predicates)?);
        }
        let right = match &clause.head {
            Some(head) => self.use_of(terms, head, predicates)?,
            None => context.apply(&predicates.reached, &[])?,
        };
        let rule = context.binary(table.mk_implies, &context.nary(table.mk_and, &left)?, &right)?;
        let mut bound = Vec::new();
        for symbol in self.variables(terms, clause) {
            if !terms.symbol(symbol).arguments.is_empty() {
                return Err(Z3Error::Unsupported(FUNCTIONS));
            }
            bound.push(self.translation.constant_of(terms, symbol)?);
        }
        if bound.is_empty() { Ok(rule) } else { context.bind(table.mk_forall_const, &bound, &rule) }
    }

    fn use_of(&mut self, terms: &Terms, used: &HornUse, predicates: &Predicates) -> Result<Ast, Z3Error> {
        let unknown = Z3Error::Untranslatable("a predicate that the system has not".to_owned());
        let decl = predicates.unknown.get(used.predicate).ok_or(unknown)?;
        let mut arguments = Vec::new();
        for &argument in &used.arguments {
            arguments.push(self.translation.term(terms, argument)?);
        }
        self.context().apply(decl, &arguments)
    }

    fn variables(&mut self, terms: &Terms, clause: &HornClause) -> BTreeSet<SymbolId> {
        let uses = clause.uses.iter().chain(&clause.head).flat_map(|used| used.arguments.iter().copied());
        let mut found = BTreeSet::new();
        for term in uses.chain([clause.body]) {
            found.extend(self.free.of(terms, term));
        }
        found
    }

    /// The formulas that Z3 found; none for a predicate that it does not mention.
    fn solution(
        &mut self,
        terms: &mut Terms,
        system: &HornSystem,
        engine: &FixedpointHandle,
        predicates: &Predicates,
    ) -> Result<Vec<Option<TermId>>, Z3Error> {
        let mut found = vec![None; system.predicates.len()];
        let mut pending = vec![engine.answer()?];
        let mut reader = TermReader::new(terms, &mut self.translation);
        while let Some(part) = pending.pop() {
            let inner = match part.shape()? {
                Shape::Binder(_, _, body) => body,
                Shape::Application(..) | Shape::Numeral | Shape::Variable(_) => part,
            };
            let Shape::Application(decl, args) = inner.shape()? else { return Err(strange(&inner)) };
            match (decl.name(), args.as_slice()) {
                (Name::Text(name), _) if name == "and" => pending.extend(args),
                (Name::Text(name), []) if name == "true" => {}
                (_, _) => {
                    let Some((use_of, meaning)) = definition(&inner, &decl, &args)? else {
                        return Err(strange(&inner));
                    };
                    let index = predicates.unknown.iter().position(|known| *known == use_of.0);
                    if let Some(index) = index {
                        let parameters = &system.predicates[index].parameters;
                        found[index] = Some(reader.define(&use_of.1, parameters, &meaning)?);
                    }
                }
            }
        }
        Ok(found)
    }

    /// Fills in what is missing, and then checks the clauses.
    fn complete(
        &mut self,
        terms: &mut Terms,
        system: &HornSystem,
        found: &[Option<TermId>],
        limits: &Limits,
    ) -> Result<HornAnswer, SolverError> {
        let truth = terms.bool(true);
        let solution: Vec<TermId> = found.iter().map(|formula| formula.unwrap_or(truth)).collect();
        if found.iter().all(Option::is_some) {
            return Ok(HornAnswer::Solved(solution));
        }
        for clause in &system.clauses {
            let counterexample = counterexample(terms, system, &solution, clause);
            let counterexample = counterexample.map_err(|error| SolverError::Broken(error.to_string()))?;
            match self.sibling(terms, &counterexample, limits)? {
                Answer::Unsat => {}
                Answer::Sat => {
                    let reason = "Z3's solution does not define all predicates".to_owned();
                    return Ok(HornAnswer::Unknown(Reason::Incomplete(reason)));
                }
                Answer::Unknown(reason) => return Ok(HornAnswer::Unknown(reason)),
            }
        }
        Ok(HornAnswer::Solved(solution))
    }
}

/// A predicate with its arguments.
type Use = (Decl, Vec<Ast>);

/// What a conjunct of the answer defines, and as what.
fn definition(whole: &Ast, decl: &Decl, args: &[Ast]) -> Result<Option<(Use, Ast)>, Z3Error> {
    let context = &whole.context;
    let table = &context.api.table;
    match (decl.name(), args) {
        (Name::Text(name), [one, two]) if name == "=" => {
            let [first, second] = [application(one)?, application(two)?];
            let [is_first, is_second] =
                [&first, &second].map(|side| side.as_ref().is_some_and(|side| side.0.is_uninterpreted()));
            Ok(match (first, second) {
                (Some(first), _) if is_first => Some((first, two.clone())),
                (_, Some(second)) if is_second => Some((second, one.clone())),
                (_, _) => None,
            })
        }
        (Name::Text(name), [one]) if name == "not" => {
            let value = context.nullary(table.mk_false)?;
            Ok(application(one)?.filter(|side| side.0.is_uninterpreted()).map(|side| (side, value)))
        }
        (_, _) if decl.is_uninterpreted() => {
            let value = context.nullary(table.mk_true)?;
            Ok(application(whole)?.map(|side| (side, value)))
        }
        (_, _) => Ok(None),
    }
}

fn application(ast: &Ast) -> Result<Option<Use>, Z3Error> {
    Ok(match ast.shape()? {
        Shape::Application(decl, args) => Some((decl, args)),
        Shape::Numeral | Shape::Variable(_) | Shape::Binder(..) => None,
    })
}

fn strange(ast: &Ast) -> Z3Error {
    Z3Error::Untranslatable(ast.text())
}

/// Formulas that hold together where a clause does not.
fn counterexample(
    terms: &mut Terms,
    system: &HornSystem,
    solution: &[TermId],
    clause: &HornClause,
) -> Result<Vec<TermId>, SortError> {
    let mut formulas = vec![clause.body];
    for used in &clause.uses {
        formulas.push(instance(terms, &system.predicates, solution, used)?);
    }
    if let Some(head) = &clause.head {
        let head = instance(terms, &system.predicates, solution, head)?;
        formulas.push(terms.apply(Op::Core(CoreOp::Not), &[head])?);
    }
    Ok(formulas)
}

fn instance(
    terms: &mut Terms,
    predicates: &[HornPredicate],
    solution: &[TermId],
    used: &HornUse,
) -> Result<TermId, SortError> {
    let mut substitution = Substitution::new();
    for (&parameter, &argument) in predicates[used.predicate].parameters.iter().zip(&used.arguments) {
        substitution.replace(terms, parameter, argument)?;
    }
    Ok(substitution.apply(terms, solution[used.predicate]))
}
