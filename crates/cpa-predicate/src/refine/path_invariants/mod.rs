//! Path invariants: facts that hold in every iteration of the loops of an infeasible path, not only in those that the path has (Beyer, Henzinger, Majumdar,
//! Rybalchenko: Path invariants, PLDI 2007; dissertation, section 4.2.3).
//!
//! Interpolants of a path through a loop are about its iterations: `i = 1`, then `i = 2`, and the next path has one more. An invariant of the
//! [path program](program), in which the loop is a loop again, excludes all of these paths at once. The paper solves for the parameters of a template; we
//! guess and check:
//!
//! 1. [`affine`] finds all linear equations between some variables that are invariants, by models of steps that they do not describe yet, until there are none;
//! 2. [`candidates`] are bounds and comparisons made of the variables, constants and conditions of the steps;
//! 3. [`search`] throws away what is not inductive, as Houdini does (Flanagan, Leino: Houdini, an annotation assistant for ESC/Java, FME 2001), and of the rest what is not needed.
//!
//! If what is left excludes the target from the last visit of some place on, it is the fact at all visits up to there, and behind it there are interpolants. Otherwise
//! there are no facts of this kind, and the same path program, which all longer unrollings have, is not examined again. The first search at a loop head is
//! made when a path visits it as often as an option says, and each further one needs a visit more: where loops have many ways through them, each set
//! of ways is another path program with invariants of its own, and to examine them all takes longer than the interpolants that would do.
//!
//! *Soundness.* Facts hold along the path and exclude it, which is asked again for each block of the path at the end; that they were found by guessing does not matter, and
//! neither does whether the path program has more paths than the program. An undecided query is a failure to find facts. *What is lost:* variables beyond a number, relations between
//! variables of different widths, and invariants that need a disjunction.

mod affine;
mod candidates;
mod program;
mod search;

#[cfg(test)]
mod tests;

use crate::abstraction::and;
use crate::analysis::PredicateAnalysis;
use crate::refine::Counterexample;
use cfa::LocationId;
use cpa::Context;
use outcome::Incomplete;
use program::{Key, PathProgram};
use rustc_hash::{FxHashMap, FxHashSet};
use search::{Inductive, Search};
use smt::TermId;
use smt::solver::Answer;

/// What was examined so far.
#[derive(Default)]
pub(crate) struct Examined {
    /// Path programs for which nothing was found.
    in_vain: FxHashSet<Key>,
    /// How many path programs were examined with the place here that they visit most.
    counts: FxHashMap<Option<LocationId>, usize>,
}

/// What came of a search for path invariants.
pub(crate) enum Found {
    /// A fact about states for each waypoint.
    Facts(Vec<TermId>),
    /// Nothing, for this reason.
    Nothing(String),
}

impl Found {
    fn nothing(reason: &str) -> Self {
        Self::Nothing(reason.to_owned())
    }
}

/// At so many places it is asked whether invariants exclude the rest of a path.
const MAX_CUTS: usize = 4;

impl PredicateAnalysis<'_> {
    /// Facts from invariants of the path's program.
    pub(super) fn path_invariants(
        &mut self,
        cx: &Context<'_>,
        path: &Counterexample,
    ) -> Result<Found, Incomplete> {
        let _timer = cx.phase("path invariants");
        let Some(program) = PathProgram::of(self, path)? else {
            return Ok(Found::nothing("a block mentions what was before it"));
        };
        // Each time that invariants at a place were not the end of it, paths have to be longer by one visit.
        let (location, visits) = program.most_visited();
        let examined = self.examined.counts.get(&location).copied().unwrap_or(0);
        if visits < self.options.path_invariants.visits as usize + examined {
            return Ok(Found::nothing("no place is visited often enough"));
        }
        let key = program.key();
        if self.examined.in_vain.contains(&key) {
            return Ok(Found::nothing("none were found for this path program before"));
        }
        *self.examined.counts.entry(location).or_default() += 1;
        self.statistics.path_programs += 1;
        let mut search = Search::new(self, cx, &program);
        let found = match search.inductive()? {
            Some(inductive) => self.facts_from(cx, path, &program, inductive)?,
            None => Found::nothing("the solver did not decide in time"),
        };
        let found = self.judged(cx, path, found)?;
        if matches!(found, Found::Nothing(_)) {
            self.examined.in_vain.insert(key);
        }
        Ok(found)
    }

    /// The facts along the path that follow from what is inductive at the places of its program.
    fn facts_from(
        &mut self,
        cx: &Context<'_>,
        path: &Counterexample,
        program: &PathProgram,
        inductive: Inductive,
    ) -> Result<Found, Incomplete> {
        let Some((cut, core)) = self.cut(cx, path, program, &inductive)? else {
            return Ok(Found::nothing("the invariants that were found do not exclude the path"));
        };
        if core.is_empty() {
            return Ok(Found::nothing("no invariant is needed to exclude the end of the path"));
        }
        let needed = Search::new(self, cx, program).supported(&inductive, program.visits[cut], core)?;
        let Some(needed) = needed else { return Ok(Found::nothing("the solver did not decide in time")) };
        let mut facts = Vec::with_capacity(path.blocks.len() + 1);
        {
            let mut terms = self.logic.terms.borrow_mut();
            for &place in &program.visits[..=cut] {
                facts.push(and(&mut terms, &needed[place])?);
            }
        }
        if cut + 1 == path.blocks.len() {
            facts.push(self.logic.terms.borrow_mut().bool(false));
            return Ok(Found::Facts(facts));
        }
        // Behind the last visit that has invariants the rest of the path is excluded step by step.
        let mut formulas = self.at_waypoint(path, cut, &needed[program.visits[cut]])?;
        formulas = vec![and(&mut self.logic.terms.borrow_mut(), &formulas)?];
        formulas.extend_from_slice(&path.blocks[cut..]);
        match self.interpolate(cx, &formulas)? {
            Ok(rest) => {
                facts.extend(self.about_states(&rest[2..])?);
                Ok(Found::Facts(facts))
            }
            Err(error) => Ok(Found::Nothing(format!("no interpolants behind them: {error}"))),
        }
    }

    /// The last waypoint whose invariants exclude the rest of the path, and those that do.
    fn cut(
        &self,
        cx: &Context<'_>,
        path: &Counterexample,
        program: &PathProgram,
        inductive: &Inductive,
    ) -> Result<Option<(usize, Vec<TermId>)>, Incomplete> {
        let is_last = |&at: &usize| !program.visits[at + 1..].contains(&program.visits[at]);
        for at in (1..path.blocks.len()).rev().filter(is_last).take(MAX_CUTS) {
            let known = &inductive[program.visits[at]];
            let copies = self.at_waypoint(path, at, known)?;
            if let Some(needed) = self.needed(cx, &copies, &path.blocks[at..])? {
                return Ok(Some((at, needed.into_iter().map(|place| known[place]).collect())));
            }
        }
        Ok(None)
    }

    /// Formulas about states at a waypoint.
    fn at_waypoint(
        &self,
        path: &Counterexample,
        at: usize,
        formulas: &[TermId],
    ) -> Result<Vec<TermId>, Incomplete> {
        let ssa = &self.abstractions[path.waypoints[at].abstraction].block.ssa;
        let mut terms = self.logic.terms.borrow_mut();
        let instance =
            |&one: &TermId| self.logic.encoder.instantiate(&mut terms, one, ssa).map_err(Incomplete::from);
        formulas.iter().map(instance).collect()
    }

    /// Facts that pass the check that each with the block behind it implies the next, on the path as it is. They do, unless a query that was decided before is not now.
    fn judged(&self, cx: &Context<'_>, path: &Counterexample, found: Found) -> Result<Found, Incomplete> {
        let Found::Facts(facts) = found else { return Ok(found) };
        for (number, &block) in path.blocks.iter().enumerate() {
            let mut query = self.at_waypoint(path, number, &facts[number..=number])?;
            query.push(block);
            if number + 1 < path.waypoints.len() {
                let next = self.at_waypoint(path, number + 1, &facts[number + 1..=number + 1])?;
                query.push(crate::abstraction::not(&mut self.logic.terms.borrow_mut(), next[0])?);
            }
            let answer = self.decide(cx, &query)?;
            debug_assert_ne!(answer, Answer::Sat, "path invariants are no facts");
            if answer != Answer::Unsat {
                return Ok(Found::nothing("they did not pass the check"));
            }
        }
        Ok(Found::Facts(facts))
    }
}
