//! From guesses to invariants: what no step of the path program leaves, and of that, what is needed.
//!
//! At each place there is a set of candidates. A step whose beginning satisfies its candidates may lead to an end that does not satisfy some: a model shows which, and
//! they are thrown away. What is thrown away at a place may be missed by the steps from there, so these are asked again, until no step loses anything. The result is the largest
//! subset of the candidates that is inductive.
//!
//! Most of it has nothing to do with the path. Backwards from what excludes the target, each fact needs some of those at the beginnings of the steps that
//! lead to it, and the others are left out.

use super::affine::{Equations, Ring};
use super::candidates::{Chosen, MAX_VARIABLES};
use super::program::{PathProgram, Step};
use crate::abstraction::{not, or};
use crate::analysis::PredicateAnalysis;
use cpa::Context;
use formula::SsaMap;
use limits::Moment;
use outcome::Incomplete;
use smt::solver::{Answer, Limits, Service};
use smt::{TermId, Value};
use std::collections::BTreeSet;

/// For each place the facts about states that hold there.
pub(super) type Inductive = Vec<Vec<TermId>>;

/// What part of the time for all queries about a path program one may take.
const SHARE: u32 = 8;
/// So many facts are left out one after the other without asking for a core first.
const FEW: usize = 16;
/// How often equations may become fewer at one place.
const MAX_JOINS: usize = 8 * MAX_VARIABLES;

impl PredicateAnalysis<'_> {
    /// Whether formulas are satisfiable together, within bounds for many small queries. Each is given as a whole, so that the solver may solve equations first: on
    /// what is asserted step by step it needs a hundred times as long to see that `i = j + k` is kept.
    pub(super) fn decide(&self, cx: &Context<'_>, formulas: &[TermId]) -> Result<Answer, Incomplete> {
        cx.budget.check_now()?;
        let limits = self.small_limits(cx, SHARE);
        let answer = self.logic.ask(formulas, &limits).map_err(Incomplete::from)?;
        cx.budget.check_now()?;
        Ok(answer)
    }

    fn small_limits(&self, cx: &Context<'_>, share: u32) -> Limits {
        let limits = self.limits(cx);
        let most = self.options.path_invariants.time / share;
        Limits { time: Some(limits.time.map_or(most, |time| time.min(most))), ..limits }
    }

    /// Which of many facts a core has that are unsatisfiable with the rest; all of them if they are few, or the solver has no core soon.
    fn core(&self, cx: &Context<'_>, facts: &[TermId], rest: &[TermId]) -> Result<Vec<usize>, Incomplete> {
        let all = (0..facts.len()).collect();
        let has_cores = self.logic.backend.capabilities().services.contains(&Service::Cores);
        if facts.len() <= FEW || !has_cores {
            return Ok(all);
        }
        cx.budget.check_now()?;
        let limits = self.small_limits(cx, SHARE * SHARE);
        let assumptions: Vec<TermId> = facts.iter().chain(rest).copied().collect();
        let terms = self.logic.terms.borrow();
        let core = self.ask(|solver| match solver.check(&terms, &assumptions, &limits)? {
            Answer::Unsat => solver.core(&terms).map(Some),
            Answer::Sat | Answer::Unknown(_) => Ok(None),
        })?;
        cx.budget.check_now()?;
        Ok(core.map_or(all, |core| {
            let core: BTreeSet<TermId> = core.into_iter().collect();
            (0..facts.len()).filter(|&place| core.contains(&facts[place])).collect()
        }))
    }

    /// Which of some facts are needed for the rest to be unsatisfiable: those of a core, by leaving out one after the other; the last first, which are the weaker
    /// guesses. Nothing if they are not enough, as far as the solver says.
    pub(super) fn needed(
        &self,
        cx: &Context<'_>,
        facts: &[TermId],
        rest: &[TermId],
    ) -> Result<Option<Vec<usize>>, Incomplete> {
        let with = |kept: &[usize]| -> Vec<TermId> {
            kept.iter().map(|&place| facts[place]).chain(rest.iter().copied()).collect()
        };
        let mut kept = self.core(cx, facts, rest)?;
        if self.decide(cx, &with(&kept))? != Answer::Unsat {
            return Ok(None);
        }
        let mut chunk = kept.len().div_ceil(2);
        while chunk > 0 {
            let mut end = kept.len();
            while end > 0 {
                let start = end.saturating_sub(chunk);
                let fewer: Vec<usize> = kept[..start].iter().chain(&kept[end..]).copied().collect();
                if self.decide(cx, &with(&fewer))? == Answer::Unsat {
                    kept = fewer;
                }
                end = start;
            }
            chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
        }
        Ok(Some(kept))
    }
}

/// A search for invariants of one path program.
pub(super) struct Search<'s, 'a> {
    analysis: &'s mut PredicateAnalysis<'a>,
    cx: &'s Context<'s>,
    program: &'s PathProgram,
    end: Moment,
}

impl<'s, 'a> Search<'s, 'a> {
    pub(super) fn new(
        analysis: &'s mut PredicateAnalysis<'a>,
        cx: &'s Context<'s>,
        program: &'s PathProgram,
    ) -> Self {
        let end = Moment::now() + analysis.options.path_invariants.time;
        Self { analysis, cx, program, end }
    }

    fn is_over(&self) -> bool {
        self.end.has_come()
    }

    /// Formulas about states at one end of a step.
    fn copies(&self, formulas: &[TermId], ssa: &SsaMap) -> Result<Vec<TermId>, Incomplete> {
        let mut terms = self.analysis.logic.terms.borrow_mut();
        let encoder = self.analysis.logic.encoder;
        let copy = |&one: &TermId| encoder.instantiate(&mut terms, one, ssa).map_err(Incomplete::from);
        formulas.iter().map(copy).collect()
    }

    /// The largest inductive subset of the candidates; nothing if that was not found in time.
    pub(super) fn inductive(&mut self) -> Result<Option<Inductive>, Incomplete> {
        let chosen = Chosen::of(self.analysis, self.program)?;
        let mut points = vec![Vec::new(); self.program.n_places];
        let mut known: Inductive = vec![Vec::new(); self.program.n_places];
        for group in &chosen.groups {
            let equations = self.equations(group.ring, &group.variables, &mut points)?;
            for (place, found) in equations.into_iter().enumerate() {
                known[place].extend(found);
            }
        }
        for (place, known) in known.iter_mut().enumerate() {
            if place == 0 || place == self.program.target() {
                known.clear();
                continue;
            }
            known.extend(chosen.candidates(self.analysis, &points[place])?);
            let mut seen = BTreeSet::new();
            let terms = self.analysis.logic.terms.borrow();
            known.retain(|&one| terms.as_const(one) != Some(&Value::Bool(true)) && seen.insert(one));
        }
        self.thin_out(known)
    }

    /// Throws away what is not inductive.
    fn thin_out(&mut self, mut known: Inductive) -> Result<Option<Inductive>, Incomplete> {
        let mut waits = vec![true; self.program.steps.len()];
        while let Some(number) = waits.iter().position(|&waits| waits) {
            waits[number] = false;
            let step = &self.program.steps[number];
            let Some(kept) = self.kept_by(step, &known[step.from], &known[step.to])? else { return Ok(None) };
            if kept.len() == known[step.to].len() {
                continue;
            }
            known[step.to] = kept;
            for (other, waits) in self.program.steps.iter().zip(&mut waits) {
                *waits |= other.from == step.to;
            }
        }
        Ok(Some(known))
    }

    /// The candidates that hold at the end of a step, given those at its beginning.
    fn kept_by(
        &mut self,
        step: &Step,
        before: &[TermId],
        behind: &[TermId],
    ) -> Result<Option<Vec<TermId>>, Incomplete> {
        let mut assumed = self.copies(before, &SsaMap::new())?;
        assumed.push(step.formula);
        let start = crate::abstraction::and(&mut self.analysis.logic.terms.borrow_mut(), &assumed)?;
        let copies = self.copies(behind, &step.end)?;
        let mut open: Vec<(TermId, TermId)> = behind.iter().copied().zip(copies).collect();
        while !open.is_empty() {
            if self.is_over() {
                return Ok(None);
            }
            let broken = {
                let mut terms = self.analysis.logic.terms.borrow_mut();
                let negated: Result<Vec<_>, _> =
                    open.iter().map(|&(_, copy)| not(&mut terms, copy)).collect();
                or(&mut terms, &negated?)?
            };
            match self.analysis.decide(self.cx, &[start, broken])? {
                Answer::Unsat => break,
                Answer::Unknown(_) => return self.kept_one_by_one(start, open).map(Some),
                Answer::Sat => {}
            }
            let copies: Vec<TermId> = open.iter().map(|&(_, copy)| copy).collect();
            let logic = self.analysis.logic;
            let truths = logic.solver.borrow_mut().truths(&logic.terms.borrow(), &copies);
            let truths = truths.map_err(Incomplete::from)?;
            // Some are false. If the model does not say which, those that it leaves open may be.
            let is_false_known = truths.contains(&Some(false));
            let stays = |truth: Option<bool>| truth.unwrap_or(is_false_known);
            let before = open.len();
            let mut truths = truths.into_iter();
            open.retain(|_| truths.next().is_some_and(stays));
            if open.len() == before {
                return Ok(None);
            }
        }
        Ok(Some(open.into_iter().map(|(state, _)| state).collect()))
    }

    /// The candidates of which the solver says alone that they hold, where it does not decide about all together.
    fn kept_one_by_one(
        &mut self,
        start: TermId,
        open: Vec<(TermId, TermId)>,
    ) -> Result<Vec<TermId>, Incomplete> {
        let mut kept = Vec::new();
        for (state, copy) in open {
            let broken = not(&mut self.analysis.logic.terms.borrow_mut(), copy)?;
            if !self.is_over() && self.analysis.decide(self.cx, &[start, broken])? == Answer::Unsat {
                kept.push(state);
            }
        }
        Ok(kept)
    }

    /// For each place the equations between variables that are inductive. If time is up, or a query is not decided, they are guesses like others.
    fn equations(
        &mut self,
        ring: Ring,
        variables: &[TermId],
        points: &mut [Vec<Point>],
    ) -> Result<Inductive, Incomplete> {
        let n_places = self.program.n_places;
        let mut systems = vec![Equations::of_nothing(ring, variables.len()); n_places];
        // Nothing is known where the program begins.
        let mut known: Inductive = vec![vec![self.analysis.logic.terms.borrow_mut().bool(false)]; n_places];
        known[0].clear();
        let mut waits = vec![true; self.program.steps.len()];
        let mut joins = 0;
        while let Some(number) = waits.iter().position(|&waits| waits) {
            waits[number] = false;
            let step = &self.program.steps[number];
            // Place 0 has no equations, and whether the target is reached is asked later.
            if step.to == 0 || step.to == self.program.target() {
                continue;
            }
            while let Some(point) = match self.outside(step, variables, &known)? {
                Outside::Point(point) => Some(point),
                Outside::None => None,
                Outside::Undecided => return Ok(known),
            } {
                joins += 1;
                if self.is_over() || joins > MAX_JOINS * n_places || !systems[step.to].join(&point) {
                    return Ok(known);
                }
                points[step.to].push(variables.iter().copied().zip(point).collect());
                known[step.to] =
                    systems[step.to].formulas(&mut self.analysis.logic.terms.borrow_mut(), variables)?;
                for (other, waits) in self.program.steps.iter().zip(&mut waits) {
                    *waits |= other.from == step.to;
                }
            }
        }
        Ok(known)
    }

    /// A state that a step leads to and that the equations there do not describe.
    fn outside(
        &mut self,
        step: &Step,
        variables: &[TermId],
        known: &Inductive,
    ) -> Result<Outside, Incomplete> {
        let mut query = self.copies(&known[step.from], &SsaMap::new())?;
        query.push(step.formula);
        let ends = self.copies(&known[step.to], &step.end)?;
        let values = self.copies(variables, &step.end)?;
        {
            let mut terms = self.analysis.logic.terms.borrow_mut();
            let negated: Result<Vec<_>, _> = ends.iter().map(|&end| not(&mut terms, end)).collect();
            query.push(or(&mut terms, &negated?)?);
        }
        match self.analysis.decide(self.cx, &query)? {
            Answer::Unsat => return Ok(Outside::None),
            Answer::Unknown(_) => return Ok(Outside::Undecided),
            Answer::Sat => {}
        }
        let model = self.analysis.logic.model().map_err(Incomplete::from)?;
        let terms = self.analysis.logic.terms.borrow();
        let evaluated = smt::eval::Values::of(&terms, &values, &model);
        // What the model does not mention may be anything.
        let point: Option<Vec<i128>> =
            values.iter().map(|&value| evaluated.get(value).map_or(Some(0), number)).collect();
        Ok(point.map_or(Outside::Undecided, Outside::Point))
    }

    /// What of the inductive facts is needed for some at one place to be inductive; nothing if that was not found out in time.
    pub(super) fn supported(
        &mut self,
        inductive: &Inductive,
        place: usize,
        facts: Vec<TermId>,
    ) -> Result<Option<Inductive>, Incomplete> {
        let mut needed: Inductive = vec![Vec::new(); self.program.n_places];
        let mut pending: Vec<(usize, TermId)> = facts.iter().map(|&fact| (place, fact)).collect();
        needed[place] = facts;
        while let Some((place, fact)) = pending.pop() {
            for step in self.program.steps.iter().filter(|step| step.to == place) {
                if self.is_over() {
                    return Ok(None);
                }
                let before = &inductive[step.from];
                let copies = self.copies(before, &SsaMap::new())?;
                let end = self.copies(&[fact], &step.end)?;
                let broken = not(&mut self.analysis.logic.terms.borrow_mut(), end[0])?;
                let core = self.analysis.needed(self.cx, &copies, &[step.formula, broken])?;
                let Some(core) = core else { return Ok(None) };
                for one in core.into_iter().map(|place| before[place]) {
                    if !needed[step.from].contains(&one) {
                        needed[step.from].push(one);
                        pending.push((step.from, one));
                    }
                }
            }
        }
        Ok(Some(needed))
    }
}

/// Values of variables in a state.
pub(super) type Point = Vec<(TermId, i128)>;

/// What a step leads to.
enum Outside {
    /// This, which was not described.
    Point(Vec<i128>),
    /// Nothing that was not described.
    None,
    /// It was not found out.
    Undecided,
}

fn number(value: &Value) -> Option<i128> {
    match value {
        Value::Bits(bits) => bits.to_u64().map(i128::from),
        Value::Int(number) => i128::try_from(number).ok(),
        Value::Bool(_) | Value::Float(_) | Value::Rounding(_) | Value::Real(_) | Value::Array(_) => None,
    }
}
