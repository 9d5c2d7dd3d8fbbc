//! Paths one by one: symbolic execution.
//!
//! With [`Merge::Separate`](crate::Merge) states are never merged, blocks never end, and the states form a tree: each stands for one path. That is what King describes (Symbolic execution
//! and program testing, CACM 19(7), 1976), with the parts that are here anyway. The store of symbolic expressions is the map of current copies and their values in the path
//! formula; the path condition is the formula's conjuncts that define nothing. Beside an analysis of values in the same composite, which decides what depends on
//! constants alone, it is close to Beyer, Lemberger: Symbolic execution with CEGAR (ISoLA 2016).
//!
//! *The solver is asked lazily* ([`Feasibility`]): when a target is reached; or at a branch whose condition the constructors of terms do not decide, and there as rarely as possible:
//!
//! 1. A condition that depends on no input is computed.
//! 2. A state knows values of its inputs with which its path is taken, a [`witness`]. Where they decide a branch, no query is needed for the side they take. So a branch costs one query, not two.
//! 3. If one side of a branch was refuted, nothing is asked about the other.
//! 4. The query has only what bears on the new condition: conditions that share inputs with it, directly or through others, and the definitions that these need ([`constraint`]). The rest of the path is
//!    satisfiable on its own, and the same small question comes on many paths, so that its answer is remembered. (Cadar, Dunbar, Engler: KLEE, OSDI 2008, has constraint independence and a cache of counterexamples.)
//!
//! *What is too hard.* A condition that a query could not decide stays on its path. Later queries that would need it are not asked, and what they are about is kept, too. The more often queries fail, the less
//! time they get.
//!
//! *Where we differ.* King's executions fork and know nothing of each other; here they are nodes of a reached graph, and the search may take them in any order. The tool of the 2016
//! paper has a domain of symbolic values with constraints of its own, and abstracts them by refinement; here they are formulas of the encoder, exact as these are, and nothing is abstracted. So
//! a loop that depends on inputs has no end, and the search goes on until it is stopped.
//!
//! *Soundness.* A successor is left out only if a solver, a constructor of terms or the evaluator refuted a part of its path's conjuncts. Each of the other shortcuts keeps a successor, and a
//! query that is not decided keeps it, too: it is counted. A wrong witness could cost time and nothing else.

mod constraint;
mod trail;
mod witness;

use crate::abstraction::and;
use crate::analysis::{PredicateAnalysis, State};
use crate::options::{Feasibility, Merge};
use cfa::{EdgeId, Op};
use constraint::{Constraint, Definition};
use cpa::analysis::Possible;
use cpa::{Context, NodeId, Reached, Refined, StateId};
use formula::{Frames, PathFormula};
use outcome::Incomplete;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::TermId;
use smt::solver::{Answer, Limits};
use smt::transform::FreeSymbols;
use std::rc::Rc;
use std::time::Duration;
use trail::Trail;
use witness::{WitnessId, Witnesses};

/// How a state follows from the one before it on its path.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// The state before; none at the root.
    parent: Option<StateId>,
    /// The number of steps from the root.
    depth: u32,
    /// Copies that the step defined.
    definitions: Box<[Definition]>,
    /// Conditions that the step added.
    constraints: Box<[Rc<Constraint>]>,
    /// Inputs with which the path is taken.
    inputs: Inputs,
}

/// What is known of the inputs with which a path is taken.
#[derive(Clone, Copy, Debug)]
enum Inputs {
    /// These are such.
    Known(WitnessId),
    /// There are such, as far as one knows, and the next query may find them.
    Lost,
    /// Nobody could say whether there are any. Queries about all of the path would fail again.
    Open,
}

/// What is known of the tree of paths.
#[derive(Default)]
pub(crate) struct Paths {
    /// Successors; nothing where a path was refuted. A state that is expanded again has the same ones.
    successors: FxHashMap<(StateId, EdgeId), Option<StateId>>,
    /// Whether targets are feasible.
    targets: FxHashMap<StateId, Possible>,
    /// Answers to queries about few formulas.
    answers: FxHashMap<Box<[TermId]>, Rc<Decided>>,
    /// Conditions that a query about them could not decide.
    hard: FxHashSet<TermId>,
    /// The number of queries about branches that were not decided.
    n_failed: u32,
    trail: Trail,
    witnesses: Witnesses,
    free: FreeSymbols,
}

/// What a query, or what spares it, says of a path.
enum Judged {
    Infeasible,
    /// Not refuted.
    Kept(Inputs),
}

/// What the solver said of some conditions.
enum Decided {
    Unsat,
    /// With the values of their inputs, if the model can be read.
    Sat(Option<Box<witness::Inputs>>),
    Open,
}

/// Answers about more formulas than this are not remembered: they come once, and are large.
const REMEMBERED: usize = 64;

/// No query about a branch is given less time, unless the run has less left.
const SHORTEST: Duration = Duration::from_millis(20);

/// A path that became longer.
struct Extended {
    path: PathFormula,
    /// What the last step added.
    conjunct: TermId,
}

impl PredicateAnalysis<'_> {
    /// Whether paths stay apart.
    pub(crate) fn keeps_paths_apart(&self) -> bool {
        match self.options.merge {
            Merge::Separate => true,
            Merge::Join => false,
        }
    }

    /// The beginning of all paths.
    pub(crate) fn root_link(&self) -> Link {
        Link {
            parent: None,
            depth: 0,
            definitions: Box::default(),
            constraints: Box::default(),
            inputs: Inputs::Known(self.paths.witnesses.nothing()),
        }
    }

    /// The successor of a path along an edge, if there is one.
    pub(crate) fn follow(
        &mut self,
        cx: &Context<'_>,
        state: StateId,
        edge: EdgeId,
        frames: &dyn Frames,
    ) -> Result<Option<StateId>, Incomplete> {
        if let Some(&known) = self.paths.successors.get(&(state, edge)) {
            return Ok(known);
        }
        let successor = match self.lengthen(cx, state, edge, frames)? {
            Some(extended) => self.link(cx, state, edge, extended)?,
            None => None,
        };
        self.paths.successors.insert((state, edge), successor);
        Ok(successor)
    }

    /// The longer path; nothing if the constructors of terms see a contradiction.
    fn lengthen(
        &self,
        cx: &Context<'_>,
        state: StateId,
        edge: EdgeId,
        frames: &dyn Frames,
    ) -> Result<Option<Extended>, Incomplete> {
        let before = &self.states[state].path;
        let mut terms = self.logic.terms.borrow_mut();
        let (yes, no) = (terms.bool(true), terms.bool(false));
        // Nothing is known behind what the front end does not support, and the specification searches for it: the
        // question is only whether it is reached.
        if matches!(cx.cfa.edges[edge].op, Op::Unsupported { .. }) {
            return Ok(Some(Extended { path: before.clone(), conjunct: yes }));
        }
        let alone = PathFormula { formula: yes, ..before.clone() };
        let step = self.logic.encoder.post(&mut terms, &alone, edge, frames).map_err(Incomplete::from)?;
        let conjunct = step.formula;
        let formula = and(&mut terms, &[conjunct, before.formula])?;
        let path = PathFormula { formula, ..step };
        Ok((formula != no).then_some(Extended { path, conjunct }))
    }

    /// Makes a state of a path, unless it is refuted.
    fn link(
        &mut self,
        cx: &Context<'_>,
        parent: StateId,
        edge: EdgeId,
        extended: Extended,
    ) -> Result<Option<StateId>, Incomplete> {
        let State { abstraction, path: before, link, .. } = &self.states[parent];
        let Some(link) = link else { return Err(Incomplete::internal("a path without a beginning")) };
        let (abstraction, depth, inputs) = (*abstraction, link.depth + 1, link.inputs);
        let mut next = Link {
            parent: Some(parent),
            depth,
            definitions: Box::default(),
            constraints: Box::default(),
            inputs,
        };
        if self.options.feasibility == Feasibility::Branches {
            let facts = {
                let terms = &mut self.logic.terms.borrow_mut();
                constraint::classify(terms, self.logic.encoder, before, extended.conjunct)
            };
            next.definitions = facts.definitions.into();
            if !facts.conditions.is_empty() {
                next.constraints = self.constraints(parent, &next.definitions, &facts.conditions);
                match self.judge(cx, parent, edge, &next)? {
                    Judged::Infeasible => return Ok(None),
                    Judged::Kept(inputs) => next.inputs = inputs,
                }
            }
        }
        let link = Some(Box::new(next));
        let state = State { abstraction, path: extended.path, is_abstraction: false, link };
        Ok(Some(self.states.push(state)))
    }

    /// The conditions of a step with what they depend on.
    fn constraints(
        &mut self,
        parent: StateId,
        definitions: &[Definition],
        conditions: &[TermId],
    ) -> Box<[Rc<Constraint>]> {
        let Paths { trail, free, .. } = &mut self.paths;
        trail.move_to(&self.states, parent);
        let terms = self.logic.terms.borrow();
        let definition = |symbol| {
            definitions.iter().copied().find(|known| known.symbol == symbol).or_else(|| trail.get(symbol))
        };
        let made = conditions.iter().map(|&condition| Constraint::new(&terms, free, condition, &definition));
        made.map(Rc::new).collect()
    }

    /// Whether a step that adds conditions can be taken. Only branches are worth a query.
    fn judge(
        &mut self,
        cx: &Context<'_>,
        parent: StateId,
        edge: EdgeId,
        next: &Link,
    ) -> Result<Judged, Incomplete> {
        let is_branch = matches!(cx.cfa.edges[edge].op, Op::Assume { .. });
        self.statistics.branches += u64::from(is_branch);
        let terms = self.logic.terms.borrow();
        if next.constraints.iter().any(|constraint| constraint::is_refuted(&terms, constraint)) {
            self.statistics.computed += 1;
            return Ok(Judged::Infeasible);
        }
        if let Inputs::Known(id) = next.inputs
            && let Some(witness) = self.paths.witnesses.get(id)
            && next.constraints.iter().all(|constraint| witness.satisfies(&terms, constraint))
        {
            self.statistics.witnessed += u64::from(is_branch);
            return Ok(Judged::Kept(next.inputs));
        }
        drop(terms);
        let unknown = match next.inputs {
            Inputs::Known(_) | Inputs::Lost => Inputs::Lost,
            Inputs::Open => Inputs::Open,
        };
        if !is_branch {
            return Ok(Judged::Kept(unknown));
        }
        let siblings = cx.cfa.outgoing(cx.cfa.edges[edge].from);
        let is_refuted = |&other: &EdgeId| {
            other != edge && matches!(self.paths.successors.get(&(parent, other)), Some(None))
        };
        if siblings.iter().any(is_refuted) {
            self.statistics.left_over += 1;
            return Ok(Judged::Kept(unknown));
        }
        self.ask_branch(cx, next)
    }

    /// Asks whether the new conditions are possible together with those that bear on them.
    fn ask_branch(&mut self, cx: &Context<'_>, next: &Link) -> Result<Judged, Incomplete> {
        let _timer = cx.phase("feasibility");
        let (base, chosen) = match next.inputs {
            Inputs::Known(id) if self.paths.witnesses.get(id).is_some() => {
                (Some(id), self.paths.trail.with_bearing(&next.constraints))
            }
            Inputs::Open => (None, self.paths.trail.with_bearing(&next.constraints)),
            // Without inputs for the rest of the path all of it is asked for, so that there are some afterwards.
            Inputs::Known(_) | Inputs::Lost => (None, self.paths.trail.with_all(&next.constraints)),
        };
        let answer = self.answer(cx, &next.constraints, &chosen)?;
        Ok(match (&*answer, next.inputs) {
            (Decided::Unsat, _) => {
                self.statistics.refuted += 1;
                Judged::Infeasible
            }
            (Decided::Open, _) => {
                self.statistics.undecided += 1;
                Judged::Kept(Inputs::Open)
            }
            // The part of the path that is hard is not in the model.
            (Decided::Sat(_), Inputs::Open) => Judged::Kept(Inputs::Open),
            (Decided::Sat(None), _) => Judged::Kept(Inputs::Lost),
            (Decided::Sat(Some(inputs)), Inputs::Known(_) | Inputs::Lost) => {
                Judged::Kept(Inputs::Known(self.paths.witnesses.add(base, inputs)))
            }
        })
    }

    /// Whether conditions are possible together, some of which are new.
    fn answer(
        &mut self,
        cx: &Context<'_>,
        new: &[Rc<Constraint>],
        chosen: &[Rc<Constraint>],
    ) -> Result<Rc<Decided>, Incomplete> {
        // What was too hard once will be so together with more. If it is among the new ones it is asked for, as it may bear on less here.
        let earlier = chosen.iter().skip(new.len());
        if earlier.into_iter().any(|constraint| self.paths.hard.contains(&constraint.formula)) {
            return Ok(Rc::new(Decided::Open));
        }
        let formulas = constraint::formulas(chosen);
        if let Some(known) = self.paths.answers.get(&*formulas) {
            self.statistics.remembered += 1;
            return Ok(Rc::clone(known));
        }
        let answer = Rc::new(self.ask_anew(cx, &formulas, chosen)?);
        if matches!(*answer, Decided::Open) {
            self.paths.hard.extend(new.iter().map(|constraint| constraint.formula));
        }
        if formulas.len() <= REMEMBERED {
            self.paths.answers.insert(formulas.into(), Rc::clone(&answer));
        }
        Ok(answer)
    }

    fn ask_anew(
        &mut self,
        cx: &Context<'_>,
        formulas: &[TermId],
        chosen: &[Rc<Constraint>],
    ) -> Result<Decided, Incomplete> {
        cx.budget.check_now()?;
        let limits = self.patience(cx);
        self.statistics.asked += 1;
        Ok(match self.logic.ask(formulas, &limits).map_err(Incomplete::from)? {
            Answer::Unsat => Decided::Unsat,
            // A model that cannot be read is one query more at the next branch.
            Answer::Sat => Decided::Sat(self.logic.model().ok().map(|model| witness::inputs(&model, chosen))),
            Answer::Unknown(_) => {
                cx.budget.check_now()?;
                self.paths.n_failed += 1;
                Decided::Open
            }
        })
    }

    /// The bounds of a query about a branch. If it fails the branch is kept, which is no great loss; so the n-th failure takes the n-th part of the time, and all together
    /// hardly more than the first few.
    fn patience(&self, cx: &Context<'_>) -> Limits {
        let limits = self.limits(cx);
        let time = limits.time.map(|time| (time / (self.paths.n_failed + 1)).max(SHORTEST.min(time)));
        Limits { time, ..limits }
    }

    /// Whether the path to a target is feasible, by one query about all of it.
    pub(crate) fn judge_target(&mut self, cx: &Context<'_>, state: StateId) -> Result<Possible, Incomplete> {
        if let Some(&known) = self.paths.targets.get(&state) {
            return Ok(known);
        }
        let _timer = cx.phase("feasibility");
        cx.budget.check_now()?;
        let limits = self.limits(cx);
        let formula = self.states[state].path.formula;
        self.statistics.refinements += 1;
        let possible = match self.logic.ask(&[formula], &limits).map_err(Incomplete::from)? {
            Answer::Sat => Possible::Yes,
            Answer::Unsat => {
                self.statistics.refuted_targets += 1;
                Possible::No
            }
            Answer::Unknown(_) => {
                cx.budget.check_now()?;
                self.statistics.undecided += 1;
                Possible::Yes
            }
        };
        self.paths.targets.insert(state, possible);
        Ok(possible)
    }

    /// A target that is a state was not refuted when it was found: its path is the one to it.
    pub(crate) fn path_apart(&self, reached: &Reached, target: NodeId) -> Refined {
        Refined::Feasible(reached.path_to(target).into_iter().filter_map(|(edge, _)| edge).collect())
    }
}
