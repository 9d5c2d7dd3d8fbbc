//! The automaton of one function while its body is lowered, and how it becomes part of the program.
//!
//! Lowering works with cheap local locations and is generous with them: every join, label and loop head gets one, joined
//! by empty edges. The edges go to the end of the program's list at once, with local numbers at their ends, because a second
//! copy of a large function would cost as much memory as the function itself. [`Graph::flush`] then contracts the
//! empty edges, drops what cannot be reached from the entry (`while_break: ;` behind an endless loop, code after
//! `return`), and gives the rest consecutive numbers: entry first, exit last. An empty edge stays only where control would
//! otherwise turn in a circle of nothing (`for (;;);`).
//!
//! A call edge leads to the location behind the call until it is flushed; then its far end and that of its return edge stay open
//! until all functions are known. A call through a pointer is an [`Op::UnknownCall`] edge, which is remembered to be
//! expanded.

use cfa::{Call, CallId, Edge, EdgeId, ExprId, FunctionId, Location, LocationId, Op, PlaceId};
use source::Span;
use stdx::{Idx, IndexVec};

stdx::define_index! {
    /// A location of a function under construction.
    pub(crate) struct Loc = "l";
}

/// Arguments and destination of a call.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) args: Box<[ExprId]>,
    pub(crate) place: Option<PlaceId>,
}

/// The edges of the program, those of the function under construction last.
#[derive(Default)]
pub(crate) struct Edges {
    pub(crate) locations: IndexVec<LocationId, Location>,
    pub(crate) edges: IndexVec<EdgeId, Edge>,
    pub(crate) calls: IndexVec<CallId, Call>,
    /// Calls through pointers, to be expanded when all address-taken functions are known.
    pub(crate) indirect: Vec<EdgeId>,
}

/// The far end of a call edge before the callee's locations are known.
pub(crate) const UNKNOWN_LOCATION: LocationId = LocationId(u32::MAX - 1);

impl Edges {
    /// The pair of edges of a call; the callee's ends are filled in later.
    pub(crate) fn call(
        &mut self,
        from: LocationId,
        to: LocationId,
        callee: FunctionId,
        site: Site,
        span: Span,
    ) {
        let call_edge = self.open_call(from, UNKNOWN_LOCATION, callee, site, span);
        self.close_call(call_edge, to, span);
    }

    fn open_call(
        &mut self,
        from: LocationId,
        to: LocationId,
        callee: FunctionId,
        site: Site,
        span: Span,
    ) -> EdgeId {
        let id = self.calls.next_index();
        let call_edge = self.edges.push(Edge { from, to, op: Op::Call(id), span });
        let Site { args, place } = site;
        self.calls.push(Call { callee, args, place, call_edge, return_edge: call_edge });
        call_edge
    }

    fn close_call(&mut self, call_edge: EdgeId, to: LocationId, span: Span) {
        if let Op::Call(id) = self.edges[call_edge].op {
            let return_edge = self.edges.push(Edge { from: UNKNOWN_LOCATION, to, op: Op::Return(id), span });
            self.calls[id].return_edge = return_edge;
        }
    }
}

/// The function under construction.
pub(crate) struct Graph {
    /// Whether some edge leads to each location.
    entered: Vec<bool>,
    /// The target of the last edge, while nobody else can know it.
    fresh: Option<Loc>,
    first_edge: usize,
    first_call: usize,
}

/// A local location in the place of a final one.
fn local(at: Loc) -> LocationId {
    LocationId(at.0)
}

impl Graph {
    /// A function without locations, behind what is there.
    pub(crate) fn new(edges: &Edges) -> Self {
        Self {
            entered: Vec::new(),
            fresh: None,
            first_edge: edges.edges.len(),
            first_call: edges.calls.len(),
        }
    }

    /// A new location.
    pub(crate) fn location(&mut self) -> Loc {
        let id = Loc(self.entered.len() as u32);
        self.entered.push(false);
        id
    }

    /// Whether some edge leads to the location.
    pub(crate) fn is_entered(&self, at: Loc) -> bool {
        self.entered[at.0 as usize]
    }

    /// A new edge.
    pub(crate) fn edge(&mut self, edges: &mut Edges, from: Loc, to: Loc, op: Op, span: Span) {
        self.entered[to.0 as usize] = true;
        edges.edges.push(Edge { from: local(from), to: local(to), op, span });
    }

    /// Control goes on from `from` to `to`. If `from` is where the last edge ends and nobody else knows it, that edge leads on
    /// directly; else an empty edge does.
    pub(crate) fn jump(&mut self, edges: &mut Edges, from: Loc, to: Loc, span: Span) {
        match edges.edges.last_mut() {
            Some(last) if self.fresh == Some(from) && last.to == local(from) => {
                last.to = local(to);
                self.fresh = None;
                self.entered[to.0 as usize] = true;
            }
            Some(_) | None => self.edge(edges, from, to, Op::Nop, span),
        }
    }

    /// A new location that only the edge to it knows.
    pub(crate) fn fresh_location(&mut self) -> Loc {
        let at = self.location();
        self.fresh = Some(at);
        at
    }

    /// A new call of a function with a body.
    pub(crate) fn call(
        &mut self,
        edges: &mut Edges,
        (from, to): (Loc, Loc),
        callee: FunctionId,
        site: Site,
        span: Span,
    ) {
        self.entered[to.0 as usize] = true;
        edges.open_call(local(from), local(to), callee, site, span);
    }

    /// Makes the function part of the program and says where its entry and exit went.
    pub(crate) fn flush(self, function: FunctionId, entry: Loc, exit: Loc, edges: &mut Edges) -> cfa::Body {
        let target = self.contract(edges, entry, exit);
        let reached = self.reach(edges, entry, &target);
        let mut numbers = vec![UNKNOWN_LOCATION; self.entered.len()];
        let first = edges.locations.push(Location { function });
        numbers[entry.0 as usize] = first;
        for (position, number) in numbers.iter_mut().enumerate() {
            if reached[position] && position != entry.0 as usize && position != exit.0 as usize {
                *number = edges.locations.push(Location { function });
            }
        }
        let last = edges.locations.push(Location { function });
        numbers[exit.0 as usize] = last;
        self.settle(edges, |from, to| {
            let at = from.0 as usize;
            reached[at].then(|| (numbers[at], numbers[target[to.0 as usize].0 as usize]))
        });
        cfa::Body { entry: first, exit: last }
    }

    /// Renumbers the edges and calls that stay, and appends the return edges.
    fn settle(
        &self,
        edges: &mut Edges,
        number: impl Fn(LocationId, LocationId) -> Option<(LocationId, LocationId)>,
    ) {
        let (mut kept_edges, mut kept_calls) = (self.first_edge, self.first_call);
        let mut returns = Vec::new();
        for position in self.first_edge..edges.edges.len() {
            let edge = &mut edges.edges[EdgeId::new(position)];
            let Some((from, to)) = number(edge.from, edge.to) else { continue };
            let id = EdgeId::new(kept_edges);
            kept_edges += 1;
            let op = std::mem::replace(&mut edge.op, Op::Nop);
            let span = edge.span;
            let (op, to) = match op {
                Op::Call(call) => {
                    let new = CallId::new(kept_calls);
                    kept_calls += 1;
                    edges.calls.swap(call, new);
                    edges.calls[new].call_edge = id;
                    returns.push((id, to, span));
                    (Op::Call(new), UNKNOWN_LOCATION)
                }
                Op::UnknownCall { .. } => {
                    edges.indirect.push(id);
                    (op, to)
                }
                op => (op, to),
            };
            edges.edges[id] = Edge { from, to, op, span };
        }
        edges.edges.truncate(kept_edges);
        edges.calls.truncate(kept_calls);
        for (call_edge, to, span) in returns {
            edges.close_call(call_edge, to, span);
        }
    }

    fn own<'a>(&self, edges: &'a Edges) -> &'a [Edge] {
        &edges.edges.as_slice()[self.first_edge..]
    }

    /// Where each location leads when its only edge is empty.
    fn contract(&self, edges: &Edges, entry: Loc, exit: Loc) -> Vec<Loc> {
        let mut next: Vec<Option<Loc>> = vec![None; self.entered.len()];
        let mut has_edge = vec![false; self.entered.len()];
        for edge in self.own(edges) {
            let from = edge.from.0 as usize;
            let is_first = !std::mem::replace(&mut has_edge[from], true);
            next[from] = (is_first && edge.op == Op::Nop).then_some(Loc(edge.to.0));
        }
        next[entry.0 as usize] = None;
        next[exit.0 as usize] = None;
        let mut target: Vec<Option<Loc>> = vec![None; self.entered.len()];
        let mut trail = Vec::new();
        for start in 0..self.entered.len() as u32 {
            let mut at = Loc(start);
            let end = loop {
                if let Some(known) = target[at.0 as usize] {
                    break known;
                }
                match next[at.0 as usize] {
                    None => break at,
                    Some(following) => {
                        trail.push(at);
                        // Provisional: meeting it again on this walk means a circle of empty edges, which ends here.
                        target[at.0 as usize] = Some(at);
                        at = following;
                    }
                }
            };
            target[at.0 as usize] = Some(end);
            for passed in trail.drain(..) {
                target[passed.0 as usize] = Some(end);
            }
        }
        target.into_iter().enumerate().map(|(position, end)| end.unwrap_or(Loc(position as u32))).collect()
    }

    /// Which locations can be reached from the entry, contracted ones stepped over.
    fn reach(&self, edges: &Edges, entry: Loc, target: &[Loc]) -> Vec<bool> {
        let n = self.entered.len();
        let own = self.own(edges);
        let mut starts = vec![0u32; n + 1];
        for edge in own {
            starts[edge.from.0 as usize + 1] += 1;
        }
        for position in 0..n {
            starts[position + 1] += starts[position];
        }
        let mut next = starts.clone();
        let mut successors = vec![entry; own.len()];
        for edge in own {
            let slot = &mut next[edge.from.0 as usize];
            successors[*slot as usize] = target[edge.to.0 as usize];
            *slot += 1;
        }
        let mut reached = vec![false; n];
        reached[entry.0 as usize] = true;
        let mut work = vec![entry];
        while let Some(at) = work.pop() {
            let (from, to) = (starts[at.0 as usize] as usize, starts[at.0 as usize + 1] as usize);
            for &successor in &successors[from..to] {
                if !std::mem::replace(&mut reached[successor.0 as usize], true) {
                    work.push(successor);
                }
            }
        }
        reached
    }
}
