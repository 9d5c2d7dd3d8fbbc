//! Properties as automata that run along the program and never block it (dissertation, section 3.1; the observer automata of BLAST's
//! specification language).
//!
//! An automaton has states; a transition fires on an edge that its [`Matcher`] fits, and without one that fits the
//! automaton stays where it is. A state may be a target. Every automaton of a property also has a target for what the
//! front end does not support: nothing is known behind such an edge, so it must be shown unreachable as well.
//!
//! [`Automaton::of`] makes them: that a function is never called is an automaton with one state, a protocol of calls is one that the user wrote. States of different states of the
//! automaton are never merged and never cover one another. A [`Monitor`] runs automata along an execution, to judge what is replayed.

mod monitor;

pub use monitor::{Judged, Monitor, Observed};

use crate::analysis::query::{Target, Targets};
use crate::analysis::{Analysis, Context, Passage, PrecisionId, StateId};
use cfa::{Cfa, EdgeId, FunctionOrigin, LocationId, Op};
use outcome::{Incomplete, Violation};
use property::observer::{ObserverAutomaton, Then};
use property::{Formula, assertion};
use stdx::Idx;

/// Which edges a transition fires on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Matcher {
    /// A call of the function with this name.
    CallOf(String),
    /// What the front end does not support.
    Unsupported,
}

impl Matcher {
    fn fits(&self, cfa: &Cfa, edge: EdgeId) -> bool {
        // What models call among themselves is not what the program calls. An assertion that is
        // called through a pointer fails inside of its model.
        let caller = cfa.functions[cfa.locations[cfa.edges[edge].from].function].origin;
        if matches!(self, Self::CallOf(name) if name != assertion::FAILURE)
            && caller == FunctionOrigin::Library
        {
            return false;
        }
        match (self, &cfa.edges[edge].op) {
            (Self::CallOf(name), Op::Call(call)) => cfa.function_name(cfa.calls[*call].callee) == name,
            (Self::CallOf(name), Op::External { function, .. }) => cfa.function_name(*function) == name,
            (Self::Unsupported, Op::Unsupported { .. }) => true,
            (Self::CallOf(_) | Self::Unsupported, _) => false,
        }
    }
}

/// One transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    /// From which state.
    pub from: usize,
    /// On which edges.
    pub on: Matcher,
    /// To which state.
    pub to: usize,
}

/// An automaton. It begins in state 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    /// Each state's name, and what is wrong in it.
    pub states: Vec<(String, Option<Target>)>,
    /// The transitions; of several that fit, the first fires.
    pub transitions: Vec<Transition>,
}

impl Automaton {
    /// The automaton of a property, if it is one that automata can express here.
    pub fn of(formula: &Formula) -> Option<Self> {
        match formula {
            Formula::Unreachable(function) => Some(Self::unreachable(formula.name(), function)),
            Formula::Assertions => Some(Self::assertions()),
            Formula::Observer(observer) => Some(Self::observing(observer)),
            Formula::ValidFree
            | Formula::ValidDeref
            | Formula::ValidMemtrack
            | Formula::ValidMemcleanup
            | Formula::NoOverflow
            | Formula::Termination
            | Formula::DefBehavior
            | Formula::NoDataRace => None,
        }
    }

    /// One state that is content, and a call that must not come.
    fn unreachable(name: &str, function: &str) -> Self {
        let violated = Target::Violation(Violation { property: name.to_owned(), message: None });
        let mut automaton = Self {
            states: vec![("running".to_owned(), None), ("violated".to_owned(), Some(violated))],
            transitions: vec![Transition { from: 0, on: Matcher::CallOf(function.to_owned()), to: 1 }],
        };
        automaton.stop_at_unsupported();
        automaton
    }

    /// One state that is content, and two for what must not come: failed assertions and error
    /// functions.
    fn assertions() -> Self {
        let names = [assertion::NAME, "unreach-call"];
        let messages = [Some("an assertion fails".to_owned()), None];
        let violated = names.into_iter().zip(messages).map(|(name, message)| {
            let violation = Violation { property: name.to_owned(), message };
            (name.to_owned(), Some(Target::Violation(violation)))
        });
        let states = std::iter::once(("running".to_owned(), None)).chain(violated).collect();
        let transitions = assertion::violations().map(|(function, kind)| Transition {
            from: 0,
            on: Matcher::CallOf(function.to_owned()),
            to: if kind == assertion::NAME { 1 } else { 2 },
        });
        let mut automaton = Self { states, transitions: transitions.collect() };
        automaton.stop_at_unsupported();
        automaton
    }

    /// The states of an observer, and one for each thing that may be wrong.
    fn observing(observer: &ObserverAutomaton) -> Self {
        let mut states: Vec<(String, Option<Target>)> =
            observer.states.iter().map(|name| (name.clone(), None)).collect();
        let mut transitions = Vec::with_capacity(observer.rules.len());
        for rule in &observer.rules {
            let to = match &rule.then {
                Then::Goto(state) => *state,
                Then::Error(message) => {
                    let (property, what) = (observer.name.clone(), Some(message.clone()));
                    let violated = Target::Violation(Violation { property, message: what });
                    states.push((message.clone(), Some(violated)));
                    states.len() - 1
                }
            };
            transitions.push(Transition { from: rule.from, on: Matcher::CallOf(rule.call.clone()), to });
        }
        let mut automaton = Self { states, transitions };
        automaton.stop_at_unsupported();
        automaton
    }

    /// Adds the target for what is not supported, to which every state leads.
    fn stop_at_unsupported(&mut self) {
        let content: Vec<usize> = self.content().collect();
        let to = self.states.len();
        self.states
            .push(("unsupported".to_owned(), Some(Target::Unsupported(Incomplete::Unsupported(Vec::new())))));
        self.transitions.extend(content.into_iter().map(|from| Transition {
            from,
            on: Matcher::Unsupported,
            to,
        }));
    }

    /// The states in which nothing is wrong.
    fn content(&self) -> impl Iterator<Item = usize> {
        (0..self.states.len()).filter(|&state| self.states[state].1.is_none())
    }

    /// The functions whose calls it waits for, of which the program has none; each once.
    pub fn never_called(&self, cfa: &Cfa) -> Vec<&str> {
        let mut names = Vec::new();
        for Transition { on, .. } in &self.transitions {
            if let Matcher::CallOf(name) = on
                && !names.contains(&name.as_str())
                && !cfa.edges.indices().any(|edge| on.fits(cfa, edge))
            {
                names.push(name.as_str());
            }
        }
        names
    }

    /// Whether no edge that execution may get to fires a transition to a violation: the property
    /// holds whatever the program computes.
    pub fn is_vacuous(&self, cfa: &Cfa) -> bool {
        let violates =
            |transition: &&Transition| matches!(self.states[transition.to].1, Some(Target::Violation(_)));
        let reachable = reachable(cfa);
        !cfa.edges.iter_enumerated().any(|(id, edge)| {
            reachable[edge.from.index()]
                && self.transitions.iter().filter(violates).any(|transition| transition.on.fits(cfa, id))
        })
    }

    /// Whether some state has a transition that fires on an edge.
    pub fn reacts(&self, cfa: &Cfa, edge: EdgeId) -> bool {
        self.transitions.iter().any(|transition| transition.on.fits(cfa, edge))
    }

    /// The state behind an edge.
    pub fn successor(&self, cfa: &Cfa, state: usize, edge: EdgeId) -> usize {
        let fires = |transition: &&Transition| transition.from == state && transition.on.fits(cfa, edge);
        self.transitions.iter().find(fires).map_or(state, |transition| transition.to)
    }
}

/// For each location whether edges lead there from the start of the program.
fn reachable(cfa: &Cfa) -> Vec<bool> {
    let mut reached = vec![false; cfa.locations.len()];
    let mut pending: Vec<LocationId> = cfa.functions[cfa.entry].body.iter().map(|body| body.entry).collect();
    while let Some(location) = pending.pop() {
        if !std::mem::replace(&mut reached[location.index()], true) {
            pending.extend(cfa.outgoing(location).iter().map(|&edge| cfa.edges[edge].to));
        }
    }
    reached
}

/// The analysis. A state is the number of the automaton's state.
#[derive(Clone, Debug)]
pub struct SpecificationAnalysis {
    automaton: Automaton,
}

impl SpecificationAnalysis {
    /// Runs an automaton.
    pub fn new(automaton: Automaton) -> Self {
        Self { automaton }
    }
}

impl Analysis for SpecificationAnalysis {
    fn name(&self) -> &'static str {
        "specification"
    }

    fn initial(
        &mut self,
        _cx: &Context<'_>,
        _location: LocationId,
    ) -> Result<(StateId, PrecisionId), Incomplete> {
        Ok((StateId(0), PrecisionId(0)))
    }

    fn anywhere(
        &mut self,
        _cx: &Context<'_>,
        _location: LocationId,
    ) -> Result<Vec<(StateId, PrecisionId)>, Incomplete> {
        // An execution ends with what is wrong, so one that goes on is in a state that is content.
        Ok(self.automaton.content().map(|state| (StateId(state as u32), PrecisionId(0))).collect())
    }

    fn transfer(
        &mut self,
        cx: &Context<'_>,
        state: StateId,
        _precision: PrecisionId,
        passage: Passage<'_>,
        successors: &mut Vec<StateId>,
    ) -> Result<(), Incomplete> {
        let next = self.automaton.successor(cx.cfa, state.0 as usize, passage.edge);
        successors.push(StateId(next as u32));
        Ok(())
    }

    fn partition(&self, state: StateId) -> u32 {
        state.0
    }

    fn show(&self, _cx: &Context<'_>, state: StateId) -> String {
        if state.0 == 0 {
            return String::new();
        }
        self.automaton.states.get(state.0 as usize).map_or_else(String::new, |(name, _)| name.clone())
    }

    fn targets(&self) -> Option<&dyn Targets> {
        Some(self)
    }
}

impl Targets for SpecificationAnalysis {
    fn target(&self, state: StateId) -> Option<&Target> {
        self.automaton.states.get(state.0 as usize)?.1.as_ref()
    }

    fn target_edges(&self, cfa: &Cfa) -> Vec<EdgeId> {
        let leads = |transition: &Transition, edge| {
            self.automaton.states[transition.to].1.is_some() && transition.on.fits(cfa, edge)
        };
        let edges = (0..cfa.edges.len()).map(EdgeId::new);
        edges.filter(|&edge| self.automaton.transitions.iter().any(|known| leads(known, edge))).collect()
    }
}
