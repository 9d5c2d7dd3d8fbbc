//! Jumps: `goto`, labels as values, the targets of `break`, `continue` and `case`.
//!
//! A `goto` may come before its label, so all are resolved at the end of the function, when the scopes of both are
//! known: the variables of the scopes that are left die, those of the scopes that are entered begin.
//!
//! The address of a label is the address of a hidden static object of one byte. A computed `goto`
//! compares with the labels whose address is taken, one after the other. None of them leads nowhere
//! that is known: what distance two labels have in compiled code nobody knows here, so that a
//! pointer computed from a distance may be a label's there.

use super::scope::{Living, ScopeId};
use super::{BodyLowerer, slot};
use crate::graph::Loc;
use c_sema::hir::{Body, CaseId, LabelId};
use cfa::{AddressTaken, BinaryOp, ExprId, HaltKind, Op, StaticInit, TypeId, Var, VarId, VarKind};
use source::Span;
use stdx::{Idx, Symbol};

/// Where `break` or `continue` leads, and who lives there.
#[derive(Clone, Copy)]
pub(super) struct JumpTarget {
    pub(super) to: Loc,
    pub(super) living: Living,
}

#[derive(Clone, Copy, Default)]
struct Label {
    to: Option<Loc>,
    scope: ScopeId,
    /// Who lives there.
    living: Option<Living>,
}

struct PendingGoto {
    from: Loc,
    target: GotoTarget,
    scope: ScopeId,
    living: Living,
    span: Span,
}

#[derive(Clone, Copy)]
enum GotoTarget {
    Label(LabelId),
    Computed(ExprId),
}

/// The jump targets of a body.
pub(super) struct Jumps {
    pub(super) breaks: Vec<JumpTarget>,
    pub(super) continues: Vec<JumpTarget>,
    /// The innermost `switch`: the scope around it.
    pub(super) switches: Vec<ScopeId>,
    /// Which statements contain a label or case, as far as it was asked: 0 unknown, 1 no, 2 yes.
    pub(super) targets: Vec<u8>,
    cases: Vec<Option<Loc>>,
    labels: Vec<Label>,
    pending: Vec<PendingGoto>,
}

impl Jumps {
    pub(super) fn new(body: &Body) -> Self {
        Self {
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            targets: vec![0; body.stmts.len()],
            cases: vec![None; body.n_cases as usize],
            labels: vec![Label::default(); body.labels.len()],
            pending: Vec::new(),
        }
    }
}

impl BodyLowerer<'_> {
    /// The location that a `case` marks.
    pub(super) fn case_location(&mut self, case: CaseId) -> Loc {
        let graph = &mut self.graph;
        *slot(&mut self.jumps.cases, case.index()).get_or_insert_with(|| graph.location())
    }

    pub(super) fn place_label(&mut self, label: LabelId, span: Span) {
        let at = self.graph.location();
        let (scope, living) = (self.scopes.current(), self.scopes.living());
        let entry = slot(&mut self.jumps.labels, label.index());
        entry.to = Some(at);
        entry.scope = scope;
        entry.living = Some(living);
        if let Some(&object) = self.lo.label_objects.get(&(self.owner, label)) {
            // A table of labels is initialised before the names of the labels are known.
            self.lo.vars[object].name = self.label_name(label);
        }
        self.join(at, span);
    }

    pub(super) fn goto_label(&mut self, label: LabelId, span: Span) {
        self.defer_goto(GotoTarget::Label(label), span);
    }

    pub(super) fn goto_value(&mut self, pointer: ExprId, span: Span) {
        let pointer = self.stable(pointer, span);
        self.defer_goto(GotoTarget::Computed(pointer), span);
    }

    fn defer_goto(&mut self, target: GotoTarget, span: Span) {
        if let Some(from) = self.current.take() {
            let (scope, living) = (self.scopes.current(), self.scopes.living());
            self.jumps.pending.push(PendingGoto { from, target, scope, living, span });
        }
    }

    pub(super) fn resolve_jumps(&mut self) {
        for goto in std::mem::take(&mut self.jumps.pending) {
            self.current = Some(goto.from);
            match goto.target {
                GotoTarget::Label(label) => self.finish_goto(label, &goto),
                GotoTarget::Computed(pointer) => self.finish_computed(pointer, &goto),
            }
        }
    }

    fn finish_goto(&mut self, label: LabelId, goto: &PendingGoto) {
        let &mut Label { to, scope, living } = slot(&mut self.jumps.labels, label.index());
        let Some(to) = to else {
            // The elaborator has reported a missing label; one in code that cannot be reached is none.
            self.emit_last(Op::Halt(HaltKind::Unreachable), goto.span);
            return;
        };
        let keep = self.scopes.surviving(goto.living, scope);
        let declared = living.unwrap_or(Living::NONE);
        if self.scopes.outlives(keep, declared, |local| self.body.cleanups.contains_key(&local)) {
            let feature = self.names.intern("goto back over a variable with cleanup");
            self.emit_last(Op::Unsupported { feature }, goto.span);
            return;
        }
        let entered = self.scopes.entered(goto.scope, scope);
        if entered.is_empty() {
            self.jump_out(goto.living, keep, to, goto.span);
            return;
        }
        let outside = self.graph.location();
        self.jump_out(goto.living, keep, outside, goto.span);
        self.current = Some(outside);
        self.declare_skipped(&entered, goto.span);
        self.jump(to, goto.span);
    }

    fn finish_computed(&mut self, pointer: ExprId, goto: &PendingGoto) {
        for position in 0..self.body.labels.len() {
            let label = LabelId::new(position);
            let Some(&address) = self.lo.label_objects.get(&(self.owner, label)) else { continue };
            let address = self.label_pointer(address);
            let pointer = self.fit(pointer, TypeId::VOID_PTR);
            let condition = self.binary(BinaryOp::Eq, pointer, address);
            let (then, other) = (self.graph.location(), self.graph.location());
            self.split(condition, then, other, goto.span);
            self.current = Some(then);
            self.finish_goto(label, goto);
            self.current = Some(other);
        }
        // The numbers of labels are the compiler's: a pointer that was computed from them may be a
        // label's there.
        let feature = self.names.intern("a computed goto to what is known as no label");
        self.emit_last(Op::Unsupported { feature }, goto.span);
    }

    /// `&&label`
    pub(super) fn label_address(&mut self, label: LabelId, span: Span) -> ExprId {
        let var = match self.lo.label_objects.get(&(self.owner, label)) {
            Some(&var) => var,
            None => self.label_object(label, span),
        };
        self.label_pointer(var)
    }

    fn label_pointer(&mut self, var: VarId) -> ExprId {
        let place = self.lo.exprs.var(var, TypeId::CHAR);
        let address = self.lo.exprs.address_of(&mut self.program.types, place);
        self.lo.exprs.cast(address, TypeId::VOID_PTR)
    }

    fn label_name(&mut self, label: LabelId) -> Symbol {
        let name = match self.body.labels.get(label) {
            Some(known) => format!("$label.{}", self.names.text(known.name)),
            None => format!("$label.{label}"),
        };
        self.names.intern(&name)
    }

    fn label_object(&mut self, label: LabelId, span: Span) -> VarId {
        let name = self.label_name(label);
        // Labels declared by `__label__` in several blocks may have one name.
        let copy = self.lo.static_copy(self.owner, name);
        let var = self.lo.vars.push(Var {
            name,
            copy,
            ty: TypeId::CHAR,
            kind: VarKind::Static(StaticInit::Zero),
            function: self.owner,
            address_taken: AddressTaken::Yes,
            align: None,
            span,
        });
        self.lo.label_objects.insert((self.owner, label), var);
        var
    }
}
