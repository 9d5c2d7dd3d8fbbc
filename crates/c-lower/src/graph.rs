//! The automaton of one function while its body is lowered, and its way into the program.
//!
//! Lowering works with cheap local locations and is generous with them: every join, label and loop head gets one, joined
//! by empty edges. [`Graph::flush`] then contracts the empty edges, drops what cannot be reached from the entry
//! (`while_break: ;` behind an endless loop, code after `return`), and appends the rest to the program with
//! consecutive numbers: entry first, exit last. An empty edge stays only where control would otherwise turn in a
//! circle of nothing (`for (;;);`).
//!
//! Calls are single edges here. They become pairs of edges in [`Graph::flush`]; their far ends are filled in when all functions
//! are known.

use cfa::{Call, Edge, EdgeId, ExprId, FunctionId, Location, LocationId, Op, PlaceId};
use source::Span;
use stdx::IndexVec;

stdx::define_index! {
    /// A location of a function under construction.
    pub(crate) struct Loc = "l";
}

/// An edge under construction.
pub(crate) struct LocalEdge {
    from: Loc,
    to: Loc,
    op: LocalOp,
    span: Span,
}

/// What such an edge does.
pub(crate) enum LocalOp {
    /// One edge of the automaton.
    Plain(Op),
    /// A call of a function with a body.
    Call(FunctionId, Site),
    /// A call through a pointer.
    Indirect(ExprId, Site),
}

/// Arguments and destination of a call.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) args: Box<[ExprId]>,
    pub(crate) place: Option<PlaceId>,
}

/// A call through a pointer, to be expanded when all address-taken functions are known.
pub(crate) struct IndirectCall {
    pub(crate) function: FunctionId,
    pub(crate) from: LocationId,
    pub(crate) to: LocationId,
    pub(crate) pointer: ExprId,
    pub(crate) site: Site,
    pub(crate) span: Span,
}

/// The function under construction.
#[derive(Default)]
pub(crate) struct Graph {
    /// Whether some edge leads to each location.
    entered: Vec<bool>,
    edges: Vec<LocalEdge>,
}

/// Where a finished function goes.
pub(crate) struct Program<'a> {
    pub(crate) locations: &'a mut IndexVec<LocationId, Location>,
    pub(crate) edges: &'a mut IndexVec<EdgeId, Edge>,
    pub(crate) calls: &'a mut IndexVec<cfa::CallId, Call>,
    pub(crate) indirect: &'a mut Vec<IndirectCall>,
}

/// The far end of a call edge before the callee's locations are known.
pub(crate) const UNKNOWN_LOCATION: LocationId = LocationId(u32::MAX - 1);

impl Graph {
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
    pub(crate) fn edge(&mut self, from: Loc, to: Loc, op: LocalOp, span: Span) {
        self.entered[to.0 as usize] = true;
        self.edges.push(LocalEdge { from, to, op, span });
    }

    /// Appends the function to the program and says where its entry and exit went.
    pub(crate) fn flush(self, function: FunctionId, entry: Loc, exit: Loc, into: Program<'_>) -> cfa::Body {
        let target = self.contract(entry, exit);
        let reached = self.reach(entry, &target);
        let mut numbers = vec![UNKNOWN_LOCATION; self.entered.len()];
        let first = into.locations.push(Location { function });
        numbers[entry.0 as usize] = first;
        for (position, number) in numbers.iter_mut().enumerate() {
            if reached[position] && position != entry.0 as usize && position != exit.0 as usize {
                *number = into.locations.push(Location { function });
            }
        }
        let last = into.locations.push(Location { function });
        numbers[exit.0 as usize] = last;
        for LocalEdge { from, to, op, span } in self.edges {
            if !reached[from.0 as usize] {
                continue;
            }
            let to = target[to.0 as usize];
            let (from, to) = (numbers[from.0 as usize], numbers[to.0 as usize]);
            match op {
                LocalOp::Plain(op) => {
                    into.edges.push(Edge { from, to, op, span });
                }
                LocalOp::Call(callee, site) => {
                    push_call(into.edges, into.calls, CallEnds { from, to, span }, callee, site);
                }
                LocalOp::Indirect(pointer, site) => {
                    into.indirect.push(IndirectCall { function, from, to, pointer, site, span });
                }
            }
        }
        cfa::Body { entry: first, exit: last }
    }

    /// Where each location leads when its only edge is empty.
    fn contract(&self, entry: Loc, exit: Loc) -> Vec<Loc> {
        let mut next: Vec<Option<Loc>> = vec![None; self.entered.len()];
        let mut degree = vec![0u32; self.entered.len()];
        for edge in &self.edges {
            let from = edge.from.0 as usize;
            degree[from] += 1;
            next[from] = match edge.op {
                LocalOp::Plain(Op::Nop) if degree[from] == 1 => Some(edge.to),
                LocalOp::Plain(_) | LocalOp::Call(..) | LocalOp::Indirect(..) => None,
            };
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
    fn reach(&self, entry: Loc, target: &[Loc]) -> Vec<bool> {
        let n = self.entered.len();
        let mut starts = vec![0u32; n + 1];
        for edge in &self.edges {
            starts[edge.from.0 as usize + 1] += 1;
        }
        for position in 0..n {
            starts[position + 1] += starts[position];
        }
        let mut next = starts.clone();
        let mut successors = vec![entry; self.edges.len()];
        for edge in &self.edges {
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

/// Where a call edge starts and its return edge ends.
#[derive(Clone, Copy)]
pub(crate) struct CallEnds {
    pub(crate) from: LocationId,
    pub(crate) to: LocationId,
    pub(crate) span: Span,
}

/// The pair of edges of a call; the callee's ends are filled in later.
pub(crate) fn push_call(
    edges: &mut IndexVec<EdgeId, Edge>,
    calls: &mut IndexVec<cfa::CallId, Call>,
    ends: CallEnds,
    callee: FunctionId,
    site: Site,
) {
    let id = calls.next_index();
    let CallEnds { from, to, span } = ends;
    let call_edge = edges.push(Edge { from, to: UNKNOWN_LOCATION, op: Op::Call(id), span });
    let return_edge = edges.push(Edge { from: UNKNOWN_LOCATION, to, op: Op::Return(id), span });
    calls.push(Call { callee, args: site.args, place: site.place, call_edge, return_edge });
}
