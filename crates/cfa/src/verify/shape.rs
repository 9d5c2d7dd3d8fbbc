//! How edges connect locations.

use super::{Checker, Rule, Subject, shown_op};
use crate::{Call, CallId, Cfa, Edge, EdgeId, LocationId, Op, Side, Transfer};

impl Checker<'_> {
    pub(super) fn shape(&mut self) {
        let cfa = self.cfa;
        for (id, edge) in cfa.edges.iter_enumerated() {
            self.connection(id, edge);
        }
        for (id, call) in cfa.calls.iter_enumerated() {
            self.call_pair(id, call);
        }
        for id in cfa.locations.indices() {
            self.location(id);
        }
    }

    fn connection(&mut self, id: EdgeId, edge: &Edge) {
        let cfa = self.cfa;
        let subject = Subject::Edge(id);
        match edge.op.transfer() {
            Transfer::Within => {
                let is_inside = cfa.locations[edge.from].function == cfa.locations[edge.to].function;
                self.require(is_inside, Rule::OwnFunction, subject, |cfa| {
                    format!("`{}` leads to {} of another function", shown_op(cfa, &edge.op), edge.to)
                });
            }
            Transfer::Call(call) => {
                let named = cfa.calls[call].call_edge;
                self.require(named == id, Rule::CallPair, subject, |_| {
                    format!("{call} names another call edge, {named}")
                });
            }
            Transfer::Return(call) => {
                let named = cfa.calls[call].return_edge;
                self.require(named == id, Rule::CallPair, subject, |_| {
                    format!("{call} names another return edge, {named}")
                });
            }
        }
        if stops(&edge.op) {
            self.require(cfa.outgoing(edge.to).is_empty(), Rule::Stop, Subject::Edge(id), |_| {
                format!("execution goes on at {} after `{}`", edge.to, shown_op(cfa, &edge.op))
            });
        }
    }

    fn call_pair(&mut self, id: CallId, call: &Call) {
        let cfa = self.cfa;
        let (there, back) = (&cfa.edges[call.call_edge], &cfa.edges[call.return_edge]);
        let body = cfa.functions[call.callee].body;
        let subject = Subject::Call(id);
        self.require(there.op == Op::Call(id) && back.op == Op::Return(id), Rule::CallPair, subject, |_| {
            format!("{} and {} are not the edges of this call", call.call_edge, call.return_edge)
        });
        self.require(body.is_some_and(|body| there.to == body.entry), Rule::CallPair, subject, |_| {
            format!("{} does not lead to the entry of {}", call.call_edge, call.callee)
        });
        self.require(body.is_some_and(|body| back.from == body.exit), Rule::CallPair, subject, |_| {
            format!("{} does not start at the exit of {}", call.return_edge, call.callee)
        });
        let returns_home = cfa.locations[there.from].function == cfa.locations[back.to].function;
        self.require(returns_home, Rule::CallPair, subject, |_| {
            format!("{} does not lead back to the function that called", call.return_edge)
        });
    }

    fn location(&mut self, id: LocationId) {
        let cfa = self.cfa;
        let edges = cfa.outgoing(id);
        let is_exit = cfa.functions[cfa.locations[id].function].body.is_some_and(|body| body.exit == id);
        let n_returns = edges.iter().filter(|&&edge| matches!(cfa.edges[edge].op, Op::Return(_))).count();
        if is_exit {
            self.require(n_returns == edges.len(), Rule::Exit, Subject::Location(id), |_| {
                "an edge other than a return leaves the exit of the function".to_owned()
            });
            return;
        }
        let is_sound = match *edges {
            [] | [_] => true,
            [one, other] => is_branch(cfa, one, other),
            _ => false,
        };
        self.require(is_sound, Rule::Branching, Subject::Location(id), |cfa| {
            let ops: Vec<String> =
                edges.iter().take(4).map(|&edge| shown_op(cfa, &cfa.edges[edge].op)).collect();
            format!("{} edges that are no branch: `{}`", edges.len(), ops.join("`, `"))
        });
        let may_end = || cfa.incoming(id).iter().all(|&edge| stops(&cfa.edges[edge].op));
        self.require(!edges.is_empty() || may_end(), Rule::DeadEnd, Subject::Location(id), |_| {
            "no edge leaves a location that execution can reach".to_owned()
        });
    }
}

/// Whether two edges are the two sides of one condition.
fn is_branch(cfa: &Cfa, one: EdgeId, other: EdgeId) -> bool {
    match (&cfa.edges[one].op, &cfa.edges[other].op) {
        (Op::Assume { condition: first, side: a }, Op::Assume { condition: second, side: b }) => {
            first == second && matches!((a, b), (Side::Then, Side::Else) | (Side::Else, Side::Then))
        }
        _ => false,
    }
}

/// Whether execution ends with this operation.
fn stops(op: &Op) -> bool {
    matches!(op, Op::Halt(_) | Op::Unsupported { .. })
}
