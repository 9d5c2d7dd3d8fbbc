//! The original IMPACT algorithm: McMillan, *Lazy abstraction with interpolants*, CAV 2006; Wendler 2017, section 3.4, without covering by force.
//!
//! *Why.* The `impact` presets are configurations of the predicate analysis, far from the algorithm as it was published. This is that
//! algorithm, written down once more and as plainly as possible, to compare verdicts with. It shares the encoder, the solver and interpolation with the
//! product, and nothing of the search: no analyses, no reached set, no blocks, no merges, no waitlist.
//!
//! A *vertex* is one path from the start, as long as it likes. Its label is a formula about states, `true` at first. The names are the paper's:
//! [`Tree::expand`] adds a child for each edge; [`Tree::refine`] conjoins interpolants to the labels of a path to a violation;
//! [`Tree::cover`] lets an older vertex stand for another; [`Tree::close`] tries that with all older ones; [`Tree::search`] is DFS and
//! [`Tree::unwind`] the loop around it.
//!
//! *Traps, each of which has led to wrong proofs somewhere.* Only older vertices cover (else coverings come and go for ever). A vertex is covered
//! if one above it is. Who is covered covers nobody: when v becomes covered, whatever v *or a vertex below it* covered is uncovered. A coverer whose label
//! became stronger loses all it covered, wherever that is. Nothing below a vertex without executions is explored, so nothing below it covers. What was left
//! aside while it was covered is looked at again when it is not.
//!
//! *Where we differ from the paper.* The place of a vertex is its location with the calls that are active. A vertex with the label `false` has
//! no execution and is not expanded; the paper lets its location have no edges. Recursion is refused.

use cfa::{CallId, Cfa, EdgeId, LocationId, Op, Transfer};
use formula::{Branches, Encoder, Encoding, PathFormula, Propagation, SingleActivation};
use interpolation::Interpolator;
use limits::Moment;
use rustc_hash::FxHashMap;
use smt::solver::{Answer, Limits, Needs, Solver, Workload};
use smt::{CoreOp, TermId, Terms, Value};
use smt_z3::Z3Backend;
use std::time::Duration;

/// What is known of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The unwinding is complete, and no violation is in it.
    True,
    /// A path to a violation has a model.
    False,
    /// Neither, and why.
    Unknown(String),
}

/// Why a search ended early.
enum End {
    Violation,
    GaveUp(String),
}

fn gave_up(error: impl std::fmt::Display) -> End {
    End::GaveUp(error.to_string())
}

/// A vertex, by its number. Smaller numbers are older, and parents are older than their children.
type Vertex = usize;

struct Node {
    parent: Option<Vertex>,
    /// The location, and the calls that are active there.
    place: (LocationId, Vec<CallId>),
    /// What the last edge does, and the copies that are current behind it.
    step: PathFormula,
    label: TermId,
    children: Vec<Vertex>,
    is_expanded: bool,
    is_violation: bool,
    covered_by: Option<Vertex>,
}

/// The unwinding of a program.
struct Tree<'a> {
    cfa: &'a Cfa,
    function: &'a str,
    encoder: &'a Encoder<'a>,
    terms: Terms,
    solver: Box<dyn Solver>,
    interpolator: Interpolator<'a>,
    nodes: Vec<Node>,
    /// The vertices of each place, oldest first.
    places: FxHashMap<(LocationId, Vec<CallId>), Vec<Vertex>>,
    entailed: FxHashMap<(TermId, TermId), bool>,
    end: Moment,
}

/// Whether the function can be called.
pub(crate) fn verify(cfa: &Cfa, function: &str, time: Duration) -> Verdict {
    let end = match unwind(cfa, function, time) {
        Ok(()) => return Verdict::True,
        Err(end) => end,
    };
    match end {
        End::Violation => Verdict::False,
        End::GaveUp(reason) => Verdict::Unknown(reason),
    }
}

fn unwind(cfa: &Cfa, function: &str, time: Duration) -> Result<(), End> {
    // Unlike the product: every read is of a copy, and branches leave no marks.
    let encoding =
        Encoding { branches: Branches::Plain, propagation: Propagation::Off, ..Encoding::default() };
    let encoder = Encoder::new(cfa, &encoding).map_err(gave_up)?;
    let backend = Z3Backend::default();
    let needs = Needs { workload: Workload::Incremental, ..Needs::default() };
    let solver = smt::solver::open(&backend, &needs).map_err(gave_up)?;
    let entry = cfa.functions[cfa.entry].body.expect("execution begins in a body").entry;
    let mut terms = Terms::new();
    let root = Node {
        parent: None,
        place: (entry, Vec::new()),
        step: encoder.initial(&mut terms),
        label: terms.bool(true),
        children: Vec::new(),
        is_expanded: false,
        is_violation: false,
        covered_by: None,
    };
    let mut tree = Tree {
        cfa,
        function,
        encoder: &encoder,
        terms,
        solver,
        interpolator: Interpolator::new(&[&backend], interpolation::Options::default()),
        nodes: Vec::new(),
        places: FxHashMap::default(),
        entailed: FxHashMap::default(),
        end: Moment::now() + time,
    };
    tree.add(root);
    tree.unwind()
}

impl Tree<'_> {
    fn add(&mut self, node: Node) -> Vertex {
        let vertex = self.nodes.len();
        self.places.entry(node.place.clone()).or_default().push(vertex);
        self.nodes.push(node);
        vertex
    }

    /// UNWIND: while there is a leaf that is not covered, close what is above it and search from there.
    fn unwind(&mut self) -> Result<(), End> {
        while let Some(leaf) = self.open_leaf() {
            for above in self.path(leaf) {
                self.close(above)?;
            }
            self.search(leaf)?;
        }
        Ok(())
    }

    /// The oldest vertex that must still be expanded. Parents are older, so one pass knows what is hidden by a covering above.
    fn open_leaf(&self) -> Option<Vertex> {
        let mut hidden: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for (vertex, node) in self.nodes.iter().enumerate() {
            let is_hidden = node.covered_by.is_some()
                || self.has_no_execution(vertex)
                || node.parent.is_some_and(|parent| hidden[parent]);
            if !is_hidden && !node.is_expanded {
                return Some(vertex);
            }
            hidden.push(is_hidden);
        }
        None
    }

    /// DFS, with a stack of its own.
    fn search(&mut self, from: Vertex) -> Result<(), End> {
        let mut pending = vec![from];
        while let Some(vertex) = pending.pop() {
            if Moment::now() > self.end {
                return Err(End::GaveUp("time limit".to_owned()));
            }
            self.close(vertex)?;
            if self.nodes[vertex].is_violation && !self.is_hidden(vertex) {
                self.refine(vertex)?;
                for above in self.path(vertex) {
                    self.close(above)?;
                }
            }
            // A refinement that leaves a violation with another label than `false` has excluded nothing.
            if self.nodes[vertex].is_violation && !self.is_hidden(vertex) {
                return Err(End::GaveUp("the interpolants do not exclude the path".to_owned()));
            }
            if !self.is_hidden(vertex) {
                self.expand(vertex)?;
                pending.extend(self.nodes[vertex].children.iter().rev());
            }
        }
        Ok(())
    }

    /// EXPAND: a child with the label `true` for each edge.
    fn expand(&mut self, vertex: Vertex) -> Result<(), End> {
        if self.nodes[vertex].is_expanded {
            return Ok(());
        }
        self.nodes[vertex].is_expanded = true;
        let (location, _) = self.nodes[vertex].place;
        for &edge in self.cfa.outgoing(location) {
            let Some(place) = self.place_behind(vertex, edge)? else { continue };
            let before = self.encoder.restart(&mut self.terms, &self.nodes[vertex].step);
            let step =
                self.encoder.post(&mut self.terms, &before, edge, &SingleActivation).map_err(gave_up)?;
            let label = self.terms.bool(true);
            let child = self.add(Node {
                parent: Some(vertex),
                place,
                step,
                label,
                children: Vec::new(),
                is_expanded: false,
                is_violation: self.is_violation(edge),
                covered_by: None,
            });
            self.nodes[vertex].children.push(child);
        }
        Ok(())
    }

    /// Where an edge leads to; nothing for a return to another call than the one that is active.
    fn place_behind(&self, vertex: Vertex, edge: EdgeId) -> Result<Option<(LocationId, Vec<CallId>)>, End> {
        let (_, mut calls) = self.nodes[vertex].place.clone();
        if let Op::Unsupported { .. } = self.cfa.edges[edge].op {
            return Err(End::GaveUp("something that is not supported".to_owned()));
        }
        match self.cfa.edges[edge].op.transfer() {
            Transfer::Within => {}
            Transfer::Call(call) => {
                let callee = |call: CallId| self.cfa.calls[call].callee;
                if calls.iter().any(|&active| callee(active) == callee(call)) {
                    return Err(End::GaveUp("recursion".to_owned()));
                }
                calls.push(call);
            }
            Transfer::Return(call) => {
                if calls.pop() != Some(call) {
                    return Ok(None);
                }
            }
        }
        Ok(Some((self.cfa.edges[edge].to, calls)))
    }

    fn is_violation(&self, edge: EdgeId) -> bool {
        let callee = if let Op::Call(call) = self.cfa.edges[edge].op {
            self.cfa.calls[call].callee
        } else if let Op::External { function, .. } = self.cfa.edges[edge].op {
            function
        } else {
            return false;
        };
        self.cfa.function_name(callee) == self.function
    }

    /// REFINE: either the path has a model, or interpolants between its edges become part of the labels.
    fn refine(&mut self, vertex: Vertex) -> Result<(), End> {
        let path = self.path(vertex);
        let steps: Vec<TermId> = path[1..].iter().map(|&at| self.nodes[at].step.formula).collect();
        if self.is_satisfiable(&steps)? {
            return Err(End::Violation);
        }
        self.interpolator.end_before(Some(self.end));
        let facts = self.interpolator.sequence(&mut self.terms, &steps).map_err(gave_up)?;
        for (&at, fact) in path.iter().zip(facts) {
            let fact = self.encoder.uninstantiate(&mut self.terms, fact).map_err(gave_up)?;
            let label = self.nodes[at].label;
            if !self.follows(label, fact)? {
                self.uncover_all_by(|_, by| by == at);
                self.nodes[at].label = self.connect(CoreOp::And, &[label, fact])?;
            }
            if self.has_no_execution(at) {
                self.uncover_all_by(|tree, by| tree.path(by).contains(&at));
            }
        }
        Ok(())
    }

    /// COVER, where it is possible.
    fn cover(&mut self, vertex: Vertex, by: Vertex) -> Result<(), End> {
        let is_possible = by < vertex
            && self.nodes[vertex].place == self.nodes[by].place
            && self.nodes[vertex].is_violation == self.nodes[by].is_violation
            && !self.is_hidden(vertex)
            && !self.is_hidden(by);
        if is_possible && self.follows(self.nodes[vertex].label, self.nodes[by].label)? {
            self.uncover_all_by(|tree, by| tree.path(by).contains(&vertex));
            self.nodes[vertex].covered_by = Some(by);
        }
        Ok(())
    }

    /// CLOSE: tries to cover a vertex by all older ones, oldest first.
    fn close(&mut self, vertex: Vertex) -> Result<(), End> {
        let others = self.places.get(&self.nodes[vertex].place).cloned().unwrap_or_default();
        for by in others.into_iter().take_while(|&by| by < vertex) {
            self.cover(vertex, by)?;
        }
        Ok(())
    }

    /// Ends all coverings by certain vertices.
    fn uncover_all_by(&mut self, is_meant: impl Fn(&Self, Vertex) -> bool) {
        for covered in 0..self.nodes.len() {
            if self.nodes[covered].covered_by.is_some_and(|by| is_meant(self, by)) {
                self.nodes[covered].covered_by = None;
            }
        }
    }

    /// The vertices from the root to a vertex.
    fn path(&self, vertex: Vertex) -> Vec<Vertex> {
        let mut path: Vec<Vertex> =
            std::iter::successors(Some(vertex), |&at| self.nodes[at].parent).collect();
        path.reverse();
        path
    }

    /// Whether a vertex needs no attention: it or one above it is covered, or has no execution.
    fn is_hidden(&self, vertex: Vertex) -> bool {
        let mut above = std::iter::successors(Some(vertex), |&at| self.nodes[at].parent);
        above.any(|at| self.nodes[at].covered_by.is_some() || self.has_no_execution(at))
    }

    fn has_no_execution(&self, vertex: Vertex) -> bool {
        self.terms.as_const(self.nodes[vertex].label) == Some(&Value::Bool(false))
    }

    fn connect(&mut self, op: CoreOp, formulas: &[TermId]) -> Result<TermId, End> {
        self.terms.apply(smt::Op::Core(op), formulas).map_err(gave_up)
    }

    /// Whether one label implies another.
    fn follows(&mut self, strong: TermId, weak: TermId) -> Result<bool, End> {
        if let Some(&known) = self.entailed.get(&(strong, weak)) {
            return Ok(known);
        }
        let opposite = self.connect(CoreOp::Not, &[weak])?;
        let follows = !self.is_satisfiable(&[strong, opposite])?;
        self.entailed.insert((strong, weak), follows);
        Ok(follows)
    }

    fn is_satisfiable(&mut self, formulas: &[TermId]) -> Result<bool, End> {
        let time = self.end.left();
        let limits = Limits { time: Some(time), memory: None };
        match self.solver.check(&self.terms, formulas, &limits).map_err(gave_up)? {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(reason) => Err(End::GaveUp(format!("undecided query: {reason:?}"))),
        }
    }
}
