//! The path program (Beyer, Henzinger, Majumdar, Rybalchenko: Path invariants, PLDI 2007): what a path has of the program, with its loops as loops again.
//!
//! The paper takes the locations and edges that occur on the paths of the counterexample. Here places are where blocks end, told apart by calls as well as by
//! locations, and a step is a block: all paths of it, as the counterexample has them. A block that occurs again is the same step; it is recognised by its formula, after
//! the copies of variables are counted from its beginning.

use crate::analysis::PredicateAnalysis;
use crate::refine::Counterexample;
use cfa::LocationId;
use cpa::NodeId;
use formula::SsaMap;
use outcome::Incomplete;
use smt::transform::{FreeSymbols, Substitution};
use smt::{TermId, Terms};

/// A block as a relation of states: the copies 0 are those at its beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) formula: TermId,
    /// The copies at its end.
    pub(super) end: SsaMap,
}

/// The program of a path. Place 0 is where it begins.
#[derive(Clone, Debug)]
pub(super) struct PathProgram {
    /// The place of each waypoint, and of the target behind them if that is none.
    pub(super) visits: Vec<usize>,
    /// How many places there are.
    pub(super) n_places: usize,
    /// The different steps, in the order of their first occurrence.
    pub(super) steps: Vec<Step>,
    /// Where the places are, for recognition.
    locations: Vec<Option<LocationId>>,
}

/// What a path program is recognised by.
pub(super) type Key = Vec<(Option<LocationId>, Option<LocationId>, TermId)>;

impl PathProgram {
    /// The program of a path; nothing if a block is no relation of the states at its ends.
    pub(super) fn of(
        analysis: &PredicateAnalysis<'_>,
        path: &Counterexample,
    ) -> Result<Option<Self>, Incomplete> {
        let mut known: Vec<NodeId> = Vec::new();
        let mut program = Self { visits: Vec::new(), n_places: 0, steps: Vec::new(), locations: Vec::new() };
        for (point, &place) in path.waypoints.iter().zip(&path.places) {
            let number = known.iter().position(|&one| one == place).unwrap_or_else(|| {
                known.push(place);
                program.locations.push(Some(analysis.abstractions[point.abstraction].location));
                known.len() - 1
            });
            program.visits.push(number);
        }
        program.n_places = known.len();
        if path.blocks.len() >= program.visits.len() {
            program.visits.push(program.n_places);
            program.locations.push(None);
            program.n_places += 1;
        }
        for (number, &block) in path.blocks.iter().enumerate() {
            let Some(step) = program.step(analysis, path, number, block)? else { return Ok(None) };
            if !program.steps.contains(&step) {
                program.steps.push(step);
            }
        }
        Ok(Some(program))
    }

    fn step(
        &self,
        analysis: &PredicateAnalysis<'_>,
        path: &Counterexample,
        number: usize,
        block: TermId,
    ) -> Result<Option<Step>, Incomplete> {
        let ssa = |place: usize| {
            path.waypoints.get(place).map(|point| &analysis.abstractions[point.abstraction].block.ssa)
        };
        let nothing = SsaMap::new();
        let start = ssa(number).unwrap_or(&nothing);
        let mut end = SsaMap::new();
        if let Some(absolute) = ssa(number + 1) {
            for difference in start.differences(absolute) {
                end.set(difference.variable, difference.right.saturating_sub(difference.left));
            }
        }
        let mut terms = analysis.logic.terms.borrow_mut();
        let formula = counted_from(analysis, &mut terms, block, start)?;
        let (from, to) = (self.visits[number], self.visits[number + 1]);
        Ok(formula.map(|formula| Step { from, to, formula, end }))
    }

    /// Where the place is that is visited most, and how often it is; the last of several.
    pub(super) fn most_visited(&self) -> (Option<LocationId>, usize) {
        let count = |place: usize| self.visits.iter().filter(|&&one| one == place).count();
        let most = (0..self.n_places).map(|place| (place, count(place))).max_by_key(|&(_, count)| count);
        let (place, count) = most.unwrap_or((0, 0));
        (self.locations.get(place).copied().flatten(), count)
    }

    /// The last place, of which nothing else than `false` is of interest.
    pub(super) fn target(&self) -> usize {
        self.visits.last().copied().unwrap_or(0)
    }

    pub(super) fn key(&self) -> Key {
        let location = |place: usize| self.locations.get(place).copied().flatten();
        self.steps.iter().map(|step| (location(step.from), location(step.to), step.formula)).collect()
    }
}

/// A formula whose copies are counted from those that are current at its beginning; nothing if it mentions earlier ones.
fn counted_from(
    analysis: &PredicateAnalysis<'_>,
    terms: &mut Terms,
    formula: TermId,
    start: &SsaMap,
) -> Result<Option<TermId>, Incomplete> {
    let mut substitution = Substitution::new();
    for symbol in FreeSymbols::new().of(terms, formula) {
        let Some((base, index)) = terms.symbol(symbol).copy_of else { continue };
        let Some(variable) = analysis.logic.encoder.variable_of(base) else { continue };
        let first = start.index(variable);
        if first == 0 {
            continue;
        }
        let Some(distance) = index.checked_sub(first) else { return Ok(None) };
        let copy = terms.copy_at(base, distance).map_err(Incomplete::from)?;
        substitution.rename(terms, symbol, copy).map_err(Incomplete::from)?;
    }
    Ok(Some(substitution.apply(terms, formula)))
}
