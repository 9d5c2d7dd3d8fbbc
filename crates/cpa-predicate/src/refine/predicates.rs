//! Facts as predicates: lazy abstraction (Henzinger, Jhala, Majumdar, Sutre: Lazy abstraction, POPL 2002).
//!
//! The precision of the target is extended. The first state on the path that would become more precise is the pivot: it and all
//! that was reached from it are removed, and what reached it goes on with the new precision. Other parts of the graph keep theirs. A restart from the root, which is an option, makes the
//! whole graph anew: more work for each refinement, and no part of it is less precise than what is known.
//!
//! *Where predicates are tracked* is a heuristic (dissertation, section 4.2.4). The mixed one looks at the variables: what is said of globals and memory alone is tracked everywhere, what
//! is said of locals of the function (and globals) in the function, and what is said of locals of callers only at the location.
//!
//! With labels beside them (Albarghouthi, Gurfinkel, Chechik: From under-approximations to over-approximations and back, TACAS 2012; section 4.2.4 of the
//! dissertation), nothing is removed for the sake of a predicate. There is one precision, it grows, and whatever is found from now on
//! is abstracted by it, so that a loop's next iteration may be covered without a refinement of its own. Covering by force does not go well with it: it makes labels
//! of what no predicate says, so that new states, which have predicates only, are covered by none of the older ones, and a loop is unrolled without a target.

use super::Waypoint;
use crate::analysis::PredicateAnalysis;
use crate::options::{Extraction, Placement, Restart};
use crate::precision::Precision;
use cfa::FunctionId;
use cpa::{Context, Reached, Refined};
use outcome::Incomplete;
use smt::{TermId, Terms};

/// Where one predicate is tracked.
pub(crate) enum Scope {
    Location,
    Function,
    Global,
}

impl PredicateAnalysis<'_> {
    pub(crate) fn refine_precision(
        &mut self,
        cx: &Context<'_>,
        reached: &mut Reached,
        slot: usize,
        waypoints: &[Waypoint],
        facts: &[TermId],
    ) -> Result<Refined, Incomplete> {
        let target = waypoints.last().map(|point| point.node);
        let Some(target) = target else {
            return Ok(Refined::Unknown(Incomplete::internal("a path without states")));
        };
        let mut precision = self.precisions[reached.precisions(target)[slot]].clone();
        let added = self.extend_by_all(cx, &mut precision, waypoints, facts)?;
        // A state that was found with an older precision is less precise than the target's, whatever was added now.
        let is_less_precise = |point: &&Waypoint| {
            let location = self.abstractions[point.abstraction].location;
            let function = cx.cfa.locations[location].function;
            let used = self.precisions[reached.precisions(point.node)[slot]].at(function, location);
            !precision.at(function, location).is_subset(&used)
        };
        let pivot = waypoints.iter().skip(1).find(is_less_precise).map(|point| point.node);
        self.statistics.predicates += added as u64;
        let Some(pivot) = pivot else {
            return Ok(Refined::unknown("the same infeasible path was found again"));
        };
        if let Some(record) = self.record {
            record.borrow_mut().add_all(&precision);
        }
        let precision = self.precisions.push(precision);
        let removed = match self.options.restart {
            Restart::Pivot => vec![pivot],
            Restart::Root => {
                reached.roots().iter().flat_map(|&root| reached.children(root).to_vec()).collect()
            }
        };
        for node in removed {
            for parent in reached.remove_subgraph(node) {
                reached.set_precision(parent, slot, precision);
            }
        }
        Ok(Refined::Excluded)
    }

    /// Adds what facts say to the precision of everything that is found from now on.
    pub(crate) fn extend_latest(
        &mut self,
        cx: &Context<'_>,
        waypoints: &[Waypoint],
        facts: &[TermId],
    ) -> Result<(), Incomplete> {
        let mut precision = self.precisions[self.latest].clone();
        let added = self.extend_by_all(cx, &mut precision, waypoints, facts)?;
        if added > 0 {
            self.statistics.predicates += added as u64;
            if let Some(record) = self.record {
                record.borrow_mut().add_all(&precision);
            }
            self.latest = self.precisions.push(precision);
        }
        Ok(())
    }

    /// Adds the predicates of all facts. Returns how many of them are new where their state is.
    fn extend_by_all(
        &self,
        cx: &Context<'_>,
        precision: &mut Precision,
        waypoints: &[Waypoint],
        facts: &[TermId],
    ) -> Result<usize, Incomplete> {
        // Fact i is about the state between block i and block i + 1; the first says nothing.
        let mut added = 0;
        for (point, &fact) in waypoints.iter().zip(facts).skip(1) {
            added += self.extend(cx, precision, *point, fact)?;
        }
        Ok(added)
    }

    /// Adds the predicates of a fact. Returns how many of them are new where the state is.
    fn extend(
        &self,
        cx: &Context<'_>,
        precision: &mut Precision,
        point: Waypoint,
        fact: TermId,
    ) -> Result<usize, Incomplete> {
        let predicates = {
            let mut terms = self.logic.terms.borrow_mut();
            let (yes, no) = (terms.bool(true), terms.bool(false));
            match self.options.extraction {
                _ if fact == yes => return Ok(0),
                _ if fact == no => vec![no],
                Extraction::Whole => vec![fact],
                Extraction::Atoms => smt::transform::atoms(&terms, fact),
            }
        };
        let predicates = self.with_bounds(predicates)?;
        let terms = self.logic.terms.borrow();
        let location = self.abstractions[point.abstraction].location;
        let function = cx.cfa.locations[location].function;
        let known = precision.at(function, location);
        let added = predicates.iter().filter(|predicate| !known.contains(predicate)).count();
        for predicate in predicates {
            let scope = match self.options.placement {
                Placement::Location => Scope::Location,
                Placement::Function => Scope::Function,
                Placement::Global => Scope::Global,
                Placement::Mixed => self.scope(&terms, function, predicate),
            };
            match scope {
                Scope::Location => precision.add_at_location(location, [predicate]),
                Scope::Function => precision.add_in_function(function, [predicate]),
                Scope::Global => precision.add_global([predicate]),
            }
        }
        Ok(added)
    }

    /// How far a predicate that was found in a function is of use, by whose variables it speaks of.
    pub(crate) fn scope(&self, terms: &Terms, function: FunctionId, predicate: TermId) -> Scope {
        let variables = self.logic.encoder.variables_of(terms, predicate);
        if variables.is_empty() {
            // That a place is not reached says nothing of others.
            return Scope::Location;
        }
        let owners: Vec<_> = variables.iter().map(|&one| self.logic.encoder.function_of(one)).collect();
        if owners.iter().all(Option::is_none) {
            Scope::Global
        } else if owners.iter().flatten().all(|&owner| owner == function) {
            Scope::Function
        } else {
            Scope::Location
        }
    }
}
