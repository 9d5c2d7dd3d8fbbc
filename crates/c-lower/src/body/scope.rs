//! Scopes: which variables are alive, and the edges that end their lives.
//!
//! Only variables whose address is taken get [`Op::EndLifetime`], as nobody else could notice. Ending the life of a
//! variable whose declaration was jumped over does nothing.

use super::BodyLowerer;
use crate::graph::Loc;
use c_sema::hir::{Body, LocalId};
use cfa::Op;
use source::Span;

/// A scope, by its number in [`Scopes`].
pub(super) type ScopeId = usize;

struct Scope {
    parent: Option<ScopeId>,
    /// What was declared in it so far.
    declared: Vec<LocalId>,
}

/// The scopes of a body; all are kept, since labels and jumps refer to them to the end.
pub(super) struct Scopes {
    all: Vec<Scope>,
    current: ScopeId,
    /// The living variables whose address is taken, outermost first, each with its scope.
    live: Vec<(ScopeId, LocalId)>,
}

impl Scopes {
    pub(super) fn new() -> Self {
        Self { all: vec![Scope { parent: None, declared: Vec::new() }], current: 0, live: Vec::new() }
    }

    pub(super) fn current(&self) -> ScopeId {
        self.current
    }

    /// Number of living variables, to be given to [`BodyLowerer::end_lifetimes`].
    pub(super) fn depth(&self) -> usize {
        self.live.len()
    }

    pub(super) fn enter(&mut self) {
        self.all.push(Scope { parent: Some(self.current), declared: Vec::new() });
        self.current = self.all.len() - 1;
    }

    /// The declaration of a variable is reached.
    pub(super) fn note(&mut self, body: &Body, local: LocalId) {
        self.all[self.current].declared.push(local);
        if body.locals[local].address_taken && !self.live.iter().any(|&(_, live)| live == local) {
            self.live.push((self.current, local));
        }
    }

    /// Living variables of inner scopes, for a jump whose target is not known yet.
    pub(super) fn snapshot(&self) -> Vec<(ScopeId, LocalId)> {
        self.live.iter().copied().filter(|&(scope, _)| scope > 1).collect()
    }

    /// Whether `outer` is `inner` or around it.
    pub(super) fn encloses(&self, outer: ScopeId, inner: ScopeId) -> bool {
        let mut at = Some(inner);
        while let Some(scope) = at {
            if scope == outer {
                return true;
            }
            at = self.all[scope].parent;
        }
        false
    }

    /// What is declared in the scopes that a jump from `from` to `to` enters.
    pub(super) fn entered(&self, from: ScopeId, to: ScopeId) -> Vec<LocalId> {
        let mut entered = Vec::new();
        let mut at = Some(to);
        while let Some(scope) = at {
            if self.encloses(scope, from) {
                break;
            }
            entered.extend(&self.all[scope].declared);
            at = self.all[scope].parent;
        }
        entered
    }
}

impl BodyLowerer<'_> {
    /// Ends the lives of the variables beyond the first `depth` living ones; they stay known, since this may be the way
    /// of a `break` only.
    pub(super) fn end_lifetimes(&mut self, depth: usize, span: Span) {
        for position in (depth..self.scopes.live.len()).rev() {
            let (_, local) = self.scopes.live[position];
            self.end_lifetime(local, span);
        }
    }

    pub(super) fn end_all_lifetimes(&mut self, span: Span) {
        self.end_lifetimes(0, span);
    }

    pub(super) fn end_lifetime(&mut self, local: LocalId, span: Span) {
        if !self.is_vla_local(local) {
            let var = self.local(local);
            self.emit(Op::EndLifetime(var), span);
        }
    }

    /// Control leaves the scope at its end.
    pub(super) fn leave_scope(&mut self, depth: usize, span: Span) {
        self.end_lifetimes(depth, span);
        self.scopes.live.truncate(depth);
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
