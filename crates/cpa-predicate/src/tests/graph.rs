//! A search with the predicate analysis over a small program, and what was reached as text: what the tests of the operators look at.

use super::{lower, region_names};
use crate::{Options, Precision, PredicateAnalysis};
use cfa::{Cfa, FunctionId, LocationId};
use cpa::callstack::{CallStackAnalysis, CallStackOptions, Recursion};
use cpa::location::LocationAnalysis;
use cpa::reachability::{AtTarget, Counts};
use cpa::specification::{Automaton, SpecificationAnalysis};
use cpa::{Composite, Context, Ended, Reached, Refined, Traversal, explore};
use formula::{Encoder, Encoding, Logic, Propagation};
use limits::Budget;
use property::Formula;
use smt::parse::parse_term_over;
use smt::solver::Needs;
use smt::{TermId, Terms};
use std::cell::RefCell;
use std::fmt::Write as _;

/// The place of the predicate analysis among the others.
const SLOT: usize = 3;

const HEAD: &str = "extern void reach_error(void); extern int nd(void); ";

/// What to search.
pub(super) struct Search<'s> {
    pub(super) text: &'s str,
    pub(super) options: Options,
    /// Predicates that are tracked everywhere.
    pub(super) predicates: &'s [&'s str],
}

/// What was found.
pub(super) struct Found {
    /// The states, one a line.
    pub(super) states: String,
    /// How the search ended.
    pub(super) end: String,
    /// Queries that were made while states were found, all in all.
    pub(super) counts: Vec<(&'static str, u64)>,
}

impl Found {
    pub(super) fn count(&self, name: &str) -> u64 {
        self.counts.iter().find(|(known, _)| *known == name).map_or(0, |(_, count)| *count)
    }

    /// The states without those inside of blocks.
    pub(super) fn abstractions(&self) -> String {
        let lines = self.states.lines().filter(|line| !line.contains(" inside "));
        lines.map(|line| format!("{line}\n")).collect()
    }
}

/// `main.L4`, as dumps of the automaton have it.
fn place(cfa: &Cfa, location: LocationId) -> String {
    let function = cfa.locations[location].function;
    let number = cfa.structure().locations(function).iter().position(|&known| known == location);
    format!("{}.L{}", cfa.function_name(function), number.unwrap())
}

fn is_of_program(cfa: &Cfa, function: FunctionId) -> bool {
    !cfa.function_name(function).starts_with('$')
}

impl Search<'_> {
    /// Searches and refines until nothing is left to do. Formulas look like their program.
    pub(super) fn run(&self) -> Found {
        self.run_with(Propagation::Off)
    }

    /// As [`Search::run`], perhaps with values in place of copies.
    pub(super) fn run_with(&self, propagation: Propagation) -> Found {
        let cfa = lower(&format!("{HEAD}{}", self.text));
        let encoding = Encoding { propagation, ..Encoding::default() };
        let encoder = Encoder::new(&cfa, &encoding).unwrap();
        let backend = smt_z3::Z3Backend::default();
        let solver = RefCell::new(smt::solver::open(&backend, &Needs::default()).unwrap());
        let terms = RefCell::new(Terms::new());
        let logic = Logic { terms: &terms, encoder: &encoder, solver: &solver, backend: &backend };
        let precision = self.precision(&mut terms.borrow_mut(), &encoder);
        let budget = Budget::unlimited();
        let cx = Context { cfa: &cfa, budget: &budget };
        let automaton = Automaton::of(&Formula::Unreachable("reach_error".to_owned())).unwrap();
        let mut composite = Composite::new(vec![
            Box::new(LocationAnalysis),
            Box::new(CallStackAnalysis::new(CallStackOptions { recursion: Recursion::GiveUp(3) })),
            Box::new(SpecificationAnalysis::new(automaton)),
            Box::new(PredicateAnalysis::new(logic, self.options.clone(), precision)),
        ]);
        let mut reached = Reached::new(composite.len(), Traversal::default());
        let root = composite.initial(&cx, cfa.functions[cfa.entry].body.unwrap().entry).unwrap();
        reached.add_root(root);
        let end = search(&cx, &mut composite, &mut reached);
        let counts = composite.analyses()[SLOT].statistics();
        Found { states: states(&cx, &composite, &reached), end, counts }
    }

    fn precision(&self, terms: &mut Terms, encoder: &Encoder<'_>) -> Precision {
        let names = region_names(terms, encoder);
        let term = |text: &&str| -> TermId { parse_term_over(terms, text, &names).unwrap() };
        let mut precision = Precision::default();
        precision.add_global(self.predicates.iter().map(term).collect::<Vec<_>>());
        precision
    }
}

fn search(cx: &Context<'_>, composite: &mut Composite<'_>, reached: &mut Reached) -> String {
    let mut counts = Counts::default();
    for refinements in 0..50 {
        match explore(cx, composite, reached, AtTarget::Abort, &mut counts).unwrap() {
            Ended::Fixpoint => {
                assert_eq!(reached.check(), Vec::<String>::new());
                return format!("true after {refinements} refinements");
            }
            Ended::Target(target) => {
                match composite.analyses_mut()[SLOT].refine(cx, reached, SLOT, target).unwrap() {
                    Refined::Excluded => {}
                    Refined::Feasible(_) => return format!("false after {refinements} refinements"),
                    Refined::Unknown(reason) => return reason.to_string(),
                    Refined::Inapplicable => return "inapplicable".to_owned(),
                }
            }
        }
    }
    "refinement without end".to_owned()
}

/// A line for each state of the program's own functions: number, location, an abstraction formula or the formula since one, and what covers it.
fn states(cx: &Context<'_>, composite: &Composite<'_>, reached: &Reached) -> String {
    let mut text = String::new();
    for node in reached.nodes() {
        let states = reached.states(node);
        let location = composite.location(states).unwrap();
        if !is_of_program(cx.cfa, cx.cfa.locations[location].function) {
            continue;
        }
        let shown = composite.analyses()[SLOT].show(cx, states[SLOT]);
        // Inside of a block, the abstraction is named before the formula.
        let is_inside = shown.starts_with('a') && shown.contains(": ");
        let kind = if is_inside { "inside " } else { "" };
        let covered = reached.coverer(node).map_or(String::new(), |by| format!("  covered by {by}"));
        let target = if reached.is_target(node) { "  target" } else { "" };
        let _ = writeln!(text, "{node} {} {kind}{shown}{covered}{target}", place(cx.cfa, location));
    }
    text
}
