//! The call graph, its strongly connected components (Tarjan 1972, without recursion), and what follows from them.
//!
//! Edges are the calls with a known callee that has a body; where a pointer may lead to several functions, lowering
//! has made a choice of such calls. Calls of functions without a body, and through pointers that lead nowhere
//! known, are not in it: whether such code calls back is a matter of the assumptions.

use crate::packed::Packed;
use crate::{AddressTaken, CallId, Cfa, Expr, FunctionId, VarId};
use stdx::{Idx, IndexVec};

/// Who calls whom.
#[derive(Clone, Debug)]
pub struct CallGraph {
    sites: Packed<CallId>,
    callers: Packed<CallId>,
    /// The component of each function; callees have smaller or equal numbers.
    components: IndexVec<FunctionId, u32>,
    bottom_up: Vec<FunctionId>,
    recursive: IndexVec<FunctionId, bool>,
    reached: IndexVec<FunctionId, bool>,
    address_taken_functions: Vec<FunctionId>,
    address_taken_vars: Vec<VarId>,
}

impl CallGraph {
    /// Computes everything.
    pub fn compute(cfa: &Cfa) -> Self {
        let n_functions = cfa.functions.len();
        let caller = |call: CallId| cfa.locations[cfa.edges[cfa.calls[call].call_edge].from].function;
        let by_caller = |position| (caller(CallId::new(position)).index(), CallId::new(position));
        let by_callee = |position| (cfa.calls[CallId::new(position)].callee.index(), CallId::new(position));
        let sites = Packed::new(n_functions, cfa.calls.len(), by_caller);
        let callers = Packed::new(n_functions, cfa.calls.len(), by_callee);
        let (components, bottom_up) = components(cfa, &sites);
        let mut recursive = IndexVec::from_elem(false, n_functions);
        for (id, call) in cfa.calls.iter_enumerated() {
            let caller = caller(id);
            recursive[caller] |= components[caller] == components[call.callee];
        }
        let mut taken = IndexVec::from_elem(false, n_functions);
        for id in cfa.exprs.expr_ids() {
            if let Expr::Function(function) = cfa.exprs.expr(id) {
                taken[function] = true;
            }
        }
        let vars = cfa.vars.iter_enumerated();
        Self {
            reached: reached(cfa, &sites),
            sites,
            callers,
            components,
            bottom_up,
            recursive,
            address_taken_functions: cfa.functions.indices().filter(|&function| taken[function]).collect(),
            address_taken_vars: vars
                .filter(|(_, var)| var.address_taken == AddressTaken::Yes)
                .map(|(id, _)| id)
                .collect(),
        }
    }

    /// The call sites in a function.
    pub fn sites(&self, function: FunctionId) -> &[CallId] {
        self.sites.of(function.index())
    }

    /// The call sites that call a function.
    pub fn callers(&self, function: FunctionId) -> &[CallId] {
        self.callers.of(function.index())
    }

    /// The number of the strongly connected component of a function; callees outside the component have smaller numbers.
    pub fn component(&self, function: FunctionId) -> u32 {
        self.components[function]
    }

    /// All functions, callees before callers so far as recursion lets.
    pub fn bottom_up(&self) -> &[FunctionId] {
        &self.bottom_up
    }

    /// Whether a function can call itself, directly or through others.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.recursive[function]
    }

    /// Whether the program can call a function, or begins with it; conditions are ignored.
    pub fn is_reached(&self, function: FunctionId) -> bool {
        self.reached[function]
    }

    /// The functions whose address occurs in an expression, used or not.
    pub fn address_taken_functions(&self) -> &[FunctionId] {
        &self.address_taken_functions
    }

    /// The variables to which pointers can exist.
    pub fn address_taken_vars(&self) -> &[VarId] {
        &self.address_taken_vars
    }
}

fn reached(cfa: &Cfa, sites: &Packed<CallId>) -> IndexVec<FunctionId, bool> {
    let mut reached = IndexVec::from_elem(false, cfa.functions.len());
    let mut stack = vec![cfa.entry];
    reached[cfa.entry] = true;
    while let Some(function) = stack.pop() {
        for &site in sites.of(function.index()) {
            let callee = cfa.calls[site].callee;
            if !reached[callee] {
                reached[callee] = true;
                stack.push(callee);
            }
        }
    }
    reached
}

/// A function on the stack of the traversal, with the number of its call sites that are still to be followed.
struct Frame {
    function: FunctionId,
    left: usize,
}

/// The state of Tarjan's algorithm.
struct Traversal {
    /// Order of discovery, from 1; 0 is undiscovered.
    discovered: IndexVec<FunctionId, u32>,
    /// The earliest function still open that is known to be reached.
    low: IndexVec<FunctionId, u32>,
    components: IndexVec<FunctionId, u32>,
    /// Functions whose component is not complete.
    open: Vec<FunctionId>,
    frames: Vec<Frame>,
    bottom_up: Vec<FunctionId>,
    n_components: u32,
    n_discovered: u32,
}

const OPEN: u32 = u32::MAX;

fn components(cfa: &Cfa, sites: &Packed<CallId>) -> (IndexVec<FunctionId, u32>, Vec<FunctionId>) {
    let n_functions = cfa.functions.len();
    let mut traversal = Traversal {
        discovered: IndexVec::from_elem(0, n_functions),
        low: IndexVec::from_elem(0, n_functions),
        components: IndexVec::from_elem(OPEN, n_functions),
        open: Vec::new(),
        frames: Vec::new(),
        bottom_up: Vec::with_capacity(n_functions),
        n_components: 0,
        n_discovered: 0,
    };
    for root in cfa.functions.indices() {
        if traversal.discovered[root] == 0 {
            traversal.discover(root, sites);
        }
        while let Some(frame) = traversal.frames.last_mut() {
            let function = frame.function;
            if frame.left == 0 {
                traversal.frames.pop();
                traversal.finish(function);
                continue;
            }
            frame.left -= 1;
            let own = sites.of(function.index());
            let callee = cfa.calls[own[own.len() - 1 - frame.left]].callee;
            if traversal.discovered[callee] == 0 {
                traversal.discover(callee, sites);
            } else if traversal.components[callee] == OPEN {
                traversal.low[function] = traversal.low[function].min(traversal.discovered[callee]);
            }
        }
    }
    (traversal.components, traversal.bottom_up)
}

impl Traversal {
    fn discover(&mut self, function: FunctionId, sites: &Packed<CallId>) {
        self.n_discovered += 1;
        self.discovered[function] = self.n_discovered;
        self.low[function] = self.n_discovered;
        self.open.push(function);
        self.frames.push(Frame { function, left: sites.of(function.index()).len() });
    }

    fn finish(&mut self, function: FunctionId) {
        if let Some(caller) = self.frames.last() {
            self.low[caller.function] = self.low[caller.function].min(self.low[function]);
        }
        if self.low[function] != self.discovered[function] {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.components[member] = self.n_components;
            self.bottom_up.push(member);
            if member == function {
                break;
            }
        }
        self.n_components += 1;
    }
}
