//! Scopes: which variables are alive, and the edges that end their lives.
//!
//! Only variables whose address is taken get [`Op::EndLifetime`], as nobody else could notice. Ending the life of a
//! variable whose declaration was jumped over does nothing.
//!
//! The living variables form a stack, kept as a tree of all the stacks there ever were, so that a jump remembers its
//! own by one number. Jumps to one target share the edges that end the variables they have in common:
//! a thousand `break`s past a thousand variables cost two thousand edges, not a million.

use super::BodyLowerer;
use crate::graph::Loc;
use c_sema::hir::{Body, LocalId};
use cfa::Op;
use rustc_hash::FxHashMap;
use source::Span;

/// A scope, by its number in [`Scopes`].
pub(super) type ScopeId = usize;

struct Scope {
    parent: Option<ScopeId>,
    depth: u32,
    /// What was declared in it so far.
    declared: Vec<LocalId>,
}

/// The living variables at some point: the innermost one and, through it, the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Living(u32);

impl Living {
    /// Nobody lives.
    pub(super) const NONE: Self = Self(u32::MAX);
}

#[derive(Clone, Copy)]
struct LivingVar {
    outer: Living,
    scope: ScopeId,
    local: LocalId,
}

/// The scopes of a body; all are kept, since labels and jumps refer to them to the end.
pub(super) struct Scopes {
    all: Vec<Scope>,
    current: ScopeId,
    vars: Vec<LivingVar>,
    living: Living,
    is_alive: Vec<bool>,
    /// Where a jump to a target ends the lives from a variable on.
    endings: FxHashMap<(Loc, Living), Loc>,
}

impl Scopes {
    /// Whether the current scope is inside the outermost block of its function.
    pub(super) fn is_inner(&self) -> bool {
        self.all[self.current].depth > 1
    }

    pub(super) fn new(body: &Body) -> Self {
        Self {
            all: vec![Scope { parent: None, depth: 0, declared: Vec::new() }],
            current: 0,
            vars: Vec::new(),
            living: Living::NONE,
            is_alive: vec![false; body.locals.len()],
            endings: FxHashMap::default(),
        }
    }

    pub(super) fn current(&self) -> ScopeId {
        self.current
    }

    pub(super) fn living(&self) -> Living {
        self.living
    }

    pub(super) fn enter(&mut self) {
        let depth = self.all[self.current].depth + 1;
        self.all.push(Scope { parent: Some(self.current), depth, declared: Vec::new() });
        self.current = self.all.len() - 1;
    }

    /// The declaration of a variable is reached.
    pub(super) fn note(&mut self, body: &Body, local: LocalId) {
        self.all[self.current].declared.push(local);
        let is_alive = &mut self.is_alive[stdx::Idx::index(local)];
        if body.locals[local].address_taken && !*is_alive {
            *is_alive = true;
            self.vars.push(LivingVar { outer: self.living, scope: self.current, local });
            self.living = Living(self.vars.len() as u32 - 1);
        }
    }

    fn var(&self, living: Living) -> Option<LivingVar> {
        self.vars.get(living.0 as usize).copied()
    }

    /// Whether `outer` is `inner` or around it.
    fn encloses(&self, outer: ScopeId, inner: ScopeId) -> bool {
        let mut inner = inner;
        while self.all[inner].depth > self.all[outer].depth {
            match self.all[inner].parent {
                Some(parent) => inner = parent,
                None => return false,
            }
        }
        inner == outer
    }

    /// Which of the living variables still live in a scope that a jump leads to.
    pub(super) fn surviving(&self, living: Living, scope: ScopeId) -> Living {
        let mut living = living;
        while let Some(var) = self.var(living) {
            if self.encloses(var.scope, scope) {
                break;
            }
            living = var.outer;
        }
        living
    }

    /// Whether one of the living variables that are asked for is not among the others: a jump back
    /// to before its declaration.
    pub(super) fn outlives(
        &self,
        living: Living,
        others: Living,
        is_asked: impl Fn(LocalId) -> bool,
    ) -> bool {
        let chain =
            |from| std::iter::successors(self.var(from), |var| self.var(var.outer)).map(|var| var.local);
        chain(living).any(|local| is_asked(local) && chain(others).all(|other| other != local))
    }

    /// What is declared in the scopes that a jump from `from` to `to` enters.
    pub(super) fn entered(&self, from: ScopeId, to: ScopeId) -> Vec<LocalId> {
        let (mut outer, mut at) = (from, to);
        let mut entered = Vec::new();
        while outer != at {
            let (left, right) = (&self.all[outer], &self.all[at]);
            if right.depth >= left.depth {
                entered.extend(&right.declared);
            }
            let (up_left, up_right) = (left.depth >= right.depth, right.depth >= left.depth);
            if up_left {
                outer = left.parent.unwrap_or(outer);
            }
            if up_right {
                at = right.parent.unwrap_or(at);
            }
        }
        entered
    }
}

impl BodyLowerer<'_> {
    /// Leaves by a jump: the lives of the variables beyond `keep` end on the way to `to`.
    pub(super) fn jump_out(&mut self, living: Living, keep: Living, to: Loc, span: Span) {
        let mut at = living;
        while at != keep && self.current.is_some() {
            let Some(var) = self.scopes.var(at) else { break };
            if let Some(&ending) = self.scopes.endings.get(&(to, at)) {
                self.jump(ending, span);
                return;
            }
            let ending = self.graph.location();
            self.scopes.endings.insert((to, at), ending);
            self.join(ending, span);
            self.end_lifetime(var.local, span);
            at = var.outer;
        }
        self.jump(to, span);
    }

    fn end_lifetime(&mut self, local: LocalId, span: Span) {
        // The variables declared after this one are gone, those before it live, as `cleanup` wants
        // it.
        if let Some(&call) = self.body.cleanups.get(&local) {
            self.effect(call);
        }
        if !self.is_vla_local(local) {
            let var = self.local(local);
            self.emit(Op::EndLifetime(var), span);
        }
    }

    /// Control leaves the scope at its end; `keep` lived before it.
    pub(super) fn leave_scope(&mut self, keep: Living, span: Span) {
        while self.scopes.living != keep {
            let Some(var) = self.scopes.var(self.scopes.living) else { break };
            self.end_lifetime(var.local, span);
            self.scopes.is_alive[stdx::Idx::index(var.local)] = false;
            self.scopes.living = var.outer;
        }
        if let Some(parent) = self.scopes.all[self.scopes.current].parent {
            self.scopes.current = parent;
        }
    }

    /// A declaration: the variable begins with indeterminate content.
    pub(super) fn declare(&mut self, local: LocalId, span: Span) {
        self.scopes.note(self.body, local);
        if self.is_vla_local(local) {
            self.allocate_vla(local, span);
        } else {
            let var = self.local(local);
            self.emit(Op::Declare(var), span);
        }
    }

    /// Control jumps from scope `from` to `at` inside the current scope: what was declared on the way and jumped over exists.
    pub(super) fn enter_by_jump(&mut self, from: ScopeId, at: Loc, span: Span) {
        let skipped = self.scopes.entered(from, self.scopes.current);
        if skipped.is_empty() {
            self.join(at, span);
            return;
        }
        let behind = self.graph.location();
        self.jump(behind, span);
        self.current = Some(at);
        self.declare_skipped(&skipped, span);
        self.join(behind, span);
    }

    pub(super) fn declare_skipped(&mut self, skipped: &[LocalId], span: Span) {
        for &local in skipped {
            if !self.is_vla_local(local) {
                let var = self.local(local);
                self.emit(Op::Declare(var), span);
            }
        }
    }
}
