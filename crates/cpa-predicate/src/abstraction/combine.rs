//! Which combinations of predicates are possible with what is asserted.
//!
//! Each predicate has a truth variable that is asserted to be equivalent to it. Every model is one combination that is possible, and is
//! read once for all predicates: those that differ in two models are not decided, and whether any of the others can differ from the first model is
//! one query for all of them. Without a model they are decided, all at once. The solver enumerates the other combinations
//! ([`smt::solver::Solver::all_sat`]).
//!
//! *Soundness.* That a predicate follows, and that no combination is missing, are answers "unsatisfiable". A model that is read wrongly makes
//! the result weaker, never stronger.

use crate::analysis::PredicateAnalysis;
use crate::options::AbstractionKind;
use crate::region::{Literals, Rank, RegionId};
use cpa::Context;
use outcome::Incomplete;
use smt::TermId;
use std::collections::BTreeSet;

use super::{not, or};

/// A predicate while it is combined.
#[derive(Clone, Copy)]
struct Tracked {
    rank: Rank,
    variable: TermId,
    negated: TermId,
}

impl Tracked {
    /// What is true if the predicate has a truth value.
    fn literal(self, value: bool) -> TermId {
        if value { self.variable } else { self.negated }
    }
}

/// One model: a truth value for each predicate.
type Combination = Vec<bool>;

impl PredicateAnalysis<'_> {
    /// The abstraction of what is asserted, by predicates with their instances; `None` if there is no model at all.
    pub(crate) fn combine(
        &mut self,
        cx: &Context<'_>,
        predicates: &[(Rank, TermId)],
    ) -> Result<Option<RegionId>, Incomplete> {
        let tracked = self.define(predicates)?;
        let Some(first) = self.combination(cx, &tracked, &[])? else { return Ok(None) };
        let mut found = BTreeSet::from([first]);
        let decided = match self.options.abstraction {
            AbstractionKind::Boolean => vec![false; tracked.len()],
            AbstractionKind::Cartesian | AbstractionKind::Combined => {
                self.decided(cx, &tracked, &mut found)?
            }
        };
        if self.options.abstraction != AbstractionKind::Cartesian && decided.contains(&false) {
            self.enumerate(cx, &tracked, &decided, &mut found)?;
        }
        self.statistics.combinations += found.len() as u64;
        let keeps = |place: usize| self.options.abstraction != AbstractionKind::Cartesian || decided[place];
        let cube = |values: &Combination| -> Literals {
            let literals = tracked.iter().zip(values).enumerate();
            literals.filter(|(place, _)| keeps(*place)).map(|(_, (one, &value))| (one.rank, value)).collect()
        };
        let cubes: BTreeSet<Literals> = found.iter().map(cube).collect();
        let cubes: Vec<Literals> = cubes.into_iter().collect();
        Ok(Some(self.regions.of_cubes(&cubes)))
    }

    /// Asserts what the truth variables mean.
    fn define(&self, predicates: &[(Rank, TermId)]) -> Result<Vec<Tracked>, Incomplete> {
        let mut tracked = Vec::with_capacity(predicates.len());
        for &(rank, instance) in predicates {
            let variable = self.regions.predicate(rank).variable;
            let (negated, meaning) = {
                let mut terms = self.logic.terms.borrow_mut();
                (not(&mut terms, variable)?, terms.eq(variable, instance).map_err(Incomplete::from)?)
            };
            self.assert(meaning)?;
            tracked.push(Tracked { rank, variable, negated });
        }
        Ok(tracked)
    }

    /// A combination that is possible under assumptions.
    fn combination(
        &self,
        cx: &Context<'_>,
        tracked: &[Tracked],
        assumptions: &[TermId],
    ) -> Result<Option<Combination>, Incomplete> {
        if !self.is_satisfiable(cx, assumptions)? {
            return Ok(None);
        }
        if tracked.is_empty() {
            return Ok(Some(Combination::new()));
        }
        let variables: Vec<TermId> = tracked.iter().map(|one| one.variable).collect();
        let terms = self.logic.terms.borrow();
        let truths = self.ask(|solver| solver.truths(&terms, &variables))?;
        let open = || Incomplete::SolverFailed("a model leaves a predicate open".to_owned());
        truths.into_iter().map(|truth| truth.ok_or_else(open)).collect::<Result<_, _>>().map(Some)
    }

    /// Which predicates have one truth value in all models. Models that show the contrary are added.
    fn decided(
        &self,
        cx: &Context<'_>,
        tracked: &[Tracked],
        found: &mut BTreeSet<Combination>,
    ) -> Result<Vec<bool>, Incomplete> {
        let Some(first) = found.first().cloned() else { return Ok(Vec::new()) };
        let mut decided = vec![true; tracked.len()];
        while decided.contains(&true) {
            let same = tracked.iter().zip(&first).zip(&decided).filter(|&(_, &is_decided)| is_decided);
            let others: Vec<TermId> = same.map(|((one, &value), _)| one.literal(!value)).collect();
            let differs = or(&mut self.logic.terms.borrow_mut(), &others)?;
            let Some(other) = self.combination(cx, tracked, &[differs])? else { break };
            let mut is_new = false;
            for (place, (&one, &two)) in first.iter().zip(&other).enumerate() {
                is_new |= decided[place] && one != two;
                decided[place] &= one == two;
            }
            if !is_new {
                return Err(Incomplete::SolverFailed("a model that contradicts its query".to_owned()));
            }
            found.insert(other);
        }
        Ok(decided)
    }

    /// Adds all combinations of the predicates that are not decided; the others are as in any that was found.
    fn enumerate(
        &self,
        cx: &Context<'_>,
        tracked: &[Tracked],
        decided: &[bool],
        found: &mut BTreeSet<Combination>,
    ) -> Result<(), Incomplete> {
        let Some(first) = found.first().cloned() else { return Ok(()) };
        for combination in found.iter() {
            self.forbid(tracked, decided, combination)?;
        }
        cx.budget.check_now()?;
        let open = tracked.iter().zip(decided).filter(|&(_, &is_decided)| !is_decided);
        let variables: Vec<TermId> = open.map(|(one, _)| one.variable).collect();
        let limits = self.limits(cx);
        let all = {
            let mut terms = self.logic.terms.borrow_mut();
            self.ask(|solver| solver.all_sat(&mut terms, &variables, &limits))?
        };
        if let Some(reason) = all.incomplete {
            cx.budget.check_now()?;
            return Err(reason.into());
        }
        for cube in all.cubes {
            let mut values = cube.into_iter();
            let places = first.iter().zip(decided);
            let value =
                |(&value, &is_decided): (&bool, &bool)| if is_decided { Some(value) } else { values.next() };
            found.insert(places.filter_map(value).collect());
        }
        Ok(())
    }

    fn forbid(
        &self,
        tracked: &[Tracked],
        decided: &[bool],
        combination: &Combination,
    ) -> Result<(), Incomplete> {
        let open = tracked.iter().zip(combination).zip(decided).filter(|&(_, &is_decided)| !is_decided);
        let others: Vec<TermId> = open.map(|((one, &value), _)| one.literal(!value)).collect();
        let clause = or(&mut self.logic.terms.borrow_mut(), &others)?;
        self.assert(clause)
    }
}
