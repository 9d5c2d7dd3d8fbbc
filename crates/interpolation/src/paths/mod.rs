//! Paths: preconditions of one path at a time, as models show them.
//!
//! A block of a program is one formula in which many paths meet. To project it is to take all its disjunctions apart, and there can be
//! as many paths as there are atoms in the universe. Here the paths come one by one and only as far as they matter, after
//! Chockler, Ivrii, Matsliah: *Computing interpolants without proofs* (HVC 2012). From the end of the trace to its beginning, at each cut:
//!
//! 1. A model of the next formula and the negated next fact is a way to get there. Its true literals along one path are a conjunction
//!    ([`implicant`]), and what they say about the symbols at the cut is their projection: a weakest precondition of that path.
//! 2. The beginning of the trace contradicts this precondition; if it was weakened too much, the model's values of the shared symbols are added. A
//!    core says which literals are needed. The negation of their conjunction follows from the beginning: it is a part of the fact.
//! 3. The part excludes the model. When there is no other one, the conjunction of the parts is the fact.
//!
//! *Where we differ* from the paper, which starts from values of bits: preconditions speak of the program's own terms, so that the facts of
//! loops repeat themselves. Literals whose atoms are in later facts already are tried alone first, for the same reason.
//!
//! *Invariants.* Every part follows from the formulas before the cut, and excludes a model; so facts are a sequence of interpolants as soon as no
//! model is left. The checker asks again all the same.

mod implicant;

use crate::connect::{and, make, not, variable};
use crate::error::Failure;
use crate::ladder::Context;
use crate::pool::{Lane, theories};
use crate::project::{Help, Projection};
use crate::trace::Trace;
use smt::eval::Values;
use smt::solver::{Answer, Limits, Model, Reason, Service};
use smt::transform::atoms;
use smt::{ArithOp, BvOp, Op, Sort, SymbolId, TermId, Terms};
use std::collections::BTreeSet;

/// Cores with more literals are not shrunk one by one.
const MAX_SHRUNK: usize = 24;

/// The sequence, from its end to its beginning.
pub(crate) fn candidates(context: &mut Context<'_, '_>, trace: &Trace) -> Result<Vec<Vec<TermId>>, Failure> {
    let mut services = theories(context.terms, &trace.formulas);
    services.extend([Service::Models, Service::Cores]);
    if !context.pool.has(&services) {
        return Err(Failure::Lacks(services));
    }
    let shared = trace.shared(context.terms, context.free);
    let mut search = Search { trace, services, shared, familiar: BTreeSet::new() };
    let found = search.facts(context);
    // The stacks are as before only after a success; otherwise the solvers are forgotten.
    if found.is_err() {
        context.pool.clear(Lane::Beginning);
        context.pool.clear(Lane::Ending);
    }
    Ok(vec![found?])
}

struct Search<'t> {
    trace: &'t Trace,
    services: Vec<Service>,
    /// For each cut, what its fact may mention.
    shared: Vec<BTreeSet<SymbolId>>,
    /// The atoms of the facts so far, without indices.
    familiar: BTreeSet<TermId>,
}

impl Search<'_> {
    fn facts(&mut self, context: &mut Context<'_, '_>) -> Result<Vec<TermId>, Failure> {
        let n = self.trace.formulas.len();
        let (yes, no) = (context.terms.bool(true), context.terms.bool(false));
        let mut facts = vec![yes; n + 1];
        facts[n] = no;
        let mut depth = 0;
        for &formula in &self.trace.formulas[..n - 1] {
            self.assert(context, Lane::Beginning, formula)?;
            depth += 1;
        }
        for cut in (1..n).rev() {
            let violation = not(context.terms, facts[cut + 1]);
            facts[cut] = self.separate(context, cut, violation)?;
            self.pop(context, Lane::Beginning)?;
            depth -= 1;
            // What comes next is impossible by itself, so nothing has to be known before.
            if facts[cut] == yes {
                break;
            }
        }
        for _ in 0..depth {
            self.pop(context, Lane::Beginning)?;
        }
        if n == 1 && self.ending(context, &[self.trace.formulas[0]])?.is_some() {
            return Err(Failure::Feasible);
        }
        Ok(facts)
    }

    /// A fact at a cut that the formulas before it imply, and from which the next formula leads to no violation.
    fn separate(
        &mut self,
        context: &mut Context<'_, '_>,
        cut: usize,
        violation: TermId,
    ) -> Result<TermId, Failure> {
        let next = [self.trace.formulas[cut], violation];
        let mut parts: Vec<TermId> = Vec::new();
        self.push(context, Lane::Ending)?;
        for formula in next {
            self.add(context, Lane::Ending, formula)?;
        }
        for _ in 0..context.options.paths {
            context.proceed()?;
            let Some(model) = self.check_ending(context)? else {
                self.pop(context, Lane::Ending)?;
                return Ok(and(context.terms, &parts));
            };
            let core = self.refute(context, cut, &next, &model)?;
            let way = and(context.terms, &core);
            let part = not(context.terms, way);
            self.note(context.terms, part);
            self.add(context, Lane::Ending, part)?;
            parts.push(part);
        }
        Err(Failure::Nothing(format!("more than {} paths at cut {cut}", context.options.paths)))
    }

    /// Literals about a cut that hold in a model of what comes next and contradict what comes before.
    fn refute(
        &self,
        context: &mut Context<'_, '_>,
        cut: usize,
        next: &[TermId],
        model: &Model,
    ) -> Result<Vec<TermId>, Failure> {
        let values = Values::of(context.terms, next, model);
        let literals = implicant::of(context.terms, next, &values)
            .ok_or_else(|| Failure::Nothing("a model does not decide the formulas".to_owned()))?;
        let mut projection =
            Projection { keeps: &self.shared[cut], help: Help::Nothing, cases: context.options.cases };
        let precondition = projection.of(context, &literals)?;
        let familiar: Vec<TermId> = precondition
            .iter()
            .copied()
            .filter(|&literal| self.is_familiar(context.terms, literal))
            .collect();
        if !familiar.is_empty()
            && familiar.len() < precondition.len()
            && let Some(core) = self.contradiction(context, &familiar)?
        {
            return self.shrink(context, core);
        }
        if let Some(core) = self.contradiction(context, &precondition)? {
            return self.shrink(context, core);
        }
        let mut all = precondition;
        all.extend(self.values(context, cut, &literals, next, model));
        match self.contradiction(context, &all)? {
            Some(core) => self.shrink(context, core),
            None => Err(Failure::Nothing("values of symbols do not tell what must not happen".to_owned())),
        }
    }

    /// What the beginning contradicts of literals; nothing if it does not.
    fn contradiction(
        &self,
        context: &mut Context<'_, '_>,
        literals: &[TermId],
    ) -> Result<Option<Vec<TermId>>, Failure> {
        match self.ask(context, literals, context.options.core)? {
            Outcome::Core(core) => Ok(Some(core)),
            Outcome::Feasible => Ok(None),
            Outcome::Open(reason) => Err(Failure::Undecided(reason)),
        }
    }

    /// Tries to do without each literal, the last first: these are values, which say more than is needed.
    fn shrink(&self, context: &mut Context<'_, '_>, mut core: Vec<TermId>) -> Result<Vec<TermId>, Failure> {
        if core.len() > MAX_SHRUNK {
            return Ok(core);
        }
        let mut place = core.len();
        while place > 0 && core.len() > 1 {
            context.proceed()?;
            place = (place - 1).min(core.len() - 1);
            let mut fewer = core.clone();
            fewer.remove(place);
            match self.ask(context, &fewer, context.options.shrink)? {
                Outcome::Core(smaller) => core = smaller,
                Outcome::Feasible => {}
                Outcome::Open(Reason::Interrupted) => return Err(Failure::Undecided(Reason::Interrupted)),
                Outcome::Open(_) => break,
            }
        }
        Ok(core)
    }

    /// The values of a model at a cut, as literals of which a core may need one half: what is a number is at most and at least its value.
    fn values(
        &self,
        context: &mut Context<'_, '_>,
        cut: usize,
        literals: &[TermId],
        next: &[TermId],
        model: &Model,
    ) -> Vec<TermId> {
        let mut subjects: Vec<TermId> = Vec::new();
        for &formula in next {
            let symbols = context.free.of(context.terms, formula);
            for symbol in symbols.into_iter().filter(|symbol| self.shared[cut].contains(symbol)) {
                if context.terms.symbol(symbol).arguments.is_empty() {
                    subjects.push(variable(context.terms, symbol));
                }
            }
        }
        // Elements of arrays and results of functions that the path looks at, where they are in the vocabulary.
        for part in smt::transform::order(context.terms, literals) {
            let is_application = match context.terms.op(part) {
                Op::Array(smt::ArrayOp::Select) => true,
                Op::Apply(_) => !context.terms.args(part).is_empty(),
                Op::Array(_)
                | Op::Const(_)
                | Op::Core(_)
                | Op::Arith(_)
                | Op::Bv(_)
                | Op::Fp(_)
                | Op::Quantified(_) => false,
            };
            let symbols = if is_application { context.free.of(context.terms, part) } else { continue };
            if symbols.iter().all(|symbol| self.shared[cut].contains(symbol)) {
                subjects.push(part);
            }
        }
        subjects.sort_unstable();
        subjects.dedup();
        let values = Values::of(context.terms, &subjects, model);
        subjects.iter().flat_map(|&subject| pinned(context.terms, subject, &values)).collect()
    }

    fn note(&mut self, terms: &mut Terms, part: TermId) {
        let plain = terms.without_indices(part).unwrap_or(part);
        self.familiar.extend(atoms(terms, plain));
    }

    fn is_familiar(&self, terms: &mut Terms, literal: TermId) -> bool {
        let plain = terms.without_indices(literal).unwrap_or(literal);
        let found = atoms(terms, plain);
        !found.is_empty() && found.iter().all(|atom| self.familiar.contains(atom))
    }
}

enum Outcome {
    Core(Vec<TermId>),
    Feasible,
    Open(Reason),
}

/// The solvers.
impl Search<'_> {
    fn push(&self, context: &mut Context<'_, '_>, lane: Lane) -> Result<(), Failure> {
        context.pool.within(lane, &self.services, |solver| solver.push())
    }

    fn pop(&self, context: &mut Context<'_, '_>, lane: Lane) -> Result<(), Failure> {
        context.pool.within(lane, &self.services, |solver| solver.pop())
    }

    fn add(&self, context: &mut Context<'_, '_>, lane: Lane, formula: TermId) -> Result<(), Failure> {
        let terms = &*context.terms;
        context.pool.within(lane, &self.services, |solver| solver.assert(terms, formula))
    }

    fn assert(&self, context: &mut Context<'_, '_>, lane: Lane, formula: TermId) -> Result<(), Failure> {
        self.push(context, lane)?;
        self.add(context, lane, formula)
    }

    /// A model of formulas alone.
    fn ending(&self, context: &mut Context<'_, '_>, formulas: &[TermId]) -> Result<Option<Model>, Failure> {
        self.push(context, Lane::Ending)?;
        for &formula in formulas {
            self.add(context, Lane::Ending, formula)?;
        }
        let model = self.check_ending(context)?;
        self.pop(context, Lane::Ending)?;
        Ok(model)
    }

    /// A model of what is asserted as the ending.
    fn check_ending(&self, context: &mut Context<'_, '_>) -> Result<Option<Model>, Failure> {
        let limits = context.bounded(context.options.core);
        let terms = &*context.terms;
        let (answer, model) = context.pool.within(Lane::Ending, &self.services, |solver| {
            let answer = solver.check(terms, &[], &limits)?;
            let model = if answer == Answer::Sat { Some(solver.model(terms)?) } else { None };
            Ok((answer, model))
        })?;
        match answer {
            Answer::Sat | Answer::Unsat => Ok(model),
            Answer::Unknown(reason) => Err(Failure::Undecided(reason)),
        }
    }

    /// Whether the beginning contradicts literals, and which.
    fn ask(
        &self,
        context: &mut Context<'_, '_>,
        literals: &[TermId],
        limits: Limits,
    ) -> Result<Outcome, Failure> {
        let limits = context.bounded(limits);
        let terms = &*context.terms;
        context.pool.within(Lane::Beginning, &self.services, |solver| {
            Ok(match solver.check(terms, literals, &limits)? {
                Answer::Unsat => {
                    let used: BTreeSet<TermId> = solver.core(terms)?.into_iter().collect();
                    Outcome::Core(literals.iter().copied().filter(|one| used.contains(one)).collect())
                }
                Answer::Sat => Outcome::Feasible,
                Answer::Unknown(reason) => Outcome::Open(reason),
            })
        })
    }
}

/// That a term has its value, in as many literals as can be dropped one by one.
fn pinned(terms: &mut Terms, subject: TermId, values: &Values) -> Vec<TermId> {
    let (sort, Some(value)) = (terms.sort(subject), values.get(subject).cloned()) else { return Vec::new() };
    let Ok(value) = terms.value_term(value, sort) else { return Vec::new() };
    let order = match sort {
        Sort::BitVec(_) => Op::Bv(BvOp::Sle),
        Sort::Int | Sort::Real => Op::Arith(ArithOp::Le),
        Sort::Bool | Sort::Float(_) | Sort::RoundingMode | Sort::Array(_) => {
            return vec![crate::connect::equal(terms, subject, value)];
        }
    };
    vec![make(terms, order, &[subject, value]), make(terms, order, &[value, subject])]
}
