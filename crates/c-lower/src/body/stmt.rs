//! Statements.

use super::jumps::JumpTarget;
use super::scope::Living;
use super::{BodyLowerer, List};
use crate::graph::Loc;
use c_sema::hir::{AsmEffect, Case, CaseId, ExprId, ExprKind, StmtId, StmtKind};
use cfa::{BinaryOp, HaltKind, Op, Origin};
use source::Span;
use stdx::{IdRange, Idx};

impl BodyLowerer<'_> {
    /// Lowers a statement.
    pub(super) fn stmt(&mut self, stmt: StmtId) {
        if self.current.is_some() || self.has_target(stmt) {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.reached_stmt(stmt));
        } else if let StmtKind::Declare(local) = self.body.stmts[stmt].kind {
            // A `case` that follows finds the variable declared.
            self.scopes.note(self.body, local);
        }
    }

    /// Whether control can enter the statement other than at its beginning.
    fn has_target(&mut self, stmt: StmtId) -> bool {
        let known = self.jumps.targets[stmt.index()];
        if known != 0 {
            return known == 2;
        }
        let answer = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.find_target(stmt));
        self.jumps.targets[stmt.index()] = if answer { 2 } else { 1 };
        answer
    }

    fn find_target(&mut self, stmt: StmtId) -> bool {
        let body = self.body;
        match body.stmts[stmt].kind {
            StmtKind::Label(_) | StmtKind::Case(_) => true,
            StmtKind::Block(stmts, _) => {
                stmts.of(&body.pools.stmts).iter().any(|&inner| self.has_target(inner))
            }
            StmtKind::If(_, then, other) => {
                self.has_target(then) || other.is_some_and(|other| self.has_target(other))
            }
            StmtKind::Switch { body, .. }
            | StmtKind::While(_, body)
            | StmtKind::DoWhile(body, _)
            | StmtKind::For(_, _, _, body) => self.has_target(body),
            StmtKind::Empty
            | StmtKind::Declare(_)
            | StmtKind::Init(..)
            | StmtKind::SetVlaLength(..)
            | StmtKind::Expr(_)
            | StmtKind::Goto(_)
            | StmtKind::GotoComputed(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Asm { .. }
            | StmtKind::Unsupported(_) => false,
        }
    }

    fn reached_stmt(&mut self, stmt: StmtId) {
        let hir_stmt = self.body.stmts[stmt];
        let span = hir_stmt.span;
        match hir_stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Block(..) => self.scoped_effect(stmt, None),
            StmtKind::Declare(local) => self.declare(local, span),
            StmtKind::Init(local, init) => self.init_local(local, init, span),
            StmtKind::SetVlaLength(vla, length) => self.set_vla_length(vla, length, span),
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::If(condition, then, other) => self.if_stmt(condition, then, other, span),
            StmtKind::Switch { value, cases, default, body } => {
                self.switch(value, cases, default, body, span)
            }
            StmtKind::Case(case) => {
                let at = self.case_location(case);
                let from = self.jumps.switches.last().copied().unwrap_or(0);
                self.enter_by_jump(from, at, span);
            }
            StmtKind::While(condition, body) => self.for_stmt(Some(condition), None, body, span),
            StmtKind::DoWhile(body, condition) => self.do_while(body, condition, span),
            StmtKind::For(init, condition, step, body) => {
                if let Some(init) = init {
                    self.stmt(init);
                }
                self.for_stmt(condition, step, body, span);
            }
            StmtKind::Label(label) => self.place_label(label, span),
            StmtKind::Goto(label) => self.goto_label(label, span),
            StmtKind::GotoComputed(pointer) => {
                let pointer = self.value(pointer);
                self.goto_value(pointer, span);
            }
            StmtKind::Break => self.leave_to(self.jumps.breaks.last().copied(), span),
            StmtKind::Continue => self.leave_to(self.jumps.continues.last().copied(), span),
            StmtKind::Return(value) => self.return_stmt(value, span),
            StmtKind::Asm { outputs, inputs, effect } => self.asm(outputs, inputs, effect, span),
            StmtKind::Unsupported(feature) => self.emit_last(Op::Unsupported { feature }, span),
        }
    }

    fn if_stmt(&mut self, condition: ExprId, then: StmtId, other: Option<StmtId>, span: Span) {
        let then_at = self.graph.location();
        let else_at = self.graph.location();
        let end = self.graph.location();
        let sides = self.branch(condition, then_at, else_at);
        self.current = sides.then.then_some(then_at);
        self.stmt(then);
        self.jump(end, span);
        self.current = sides.other.then_some(else_at);
        if let Some(other) = other {
            self.stmt(other);
        }
        self.jump(end, span);
        self.current = Some(end);
        self.forget_if_unreached(end);
    }

    /// Nothing leads to a location so far, and nobody knows it: what follows is dead.
    fn forget_if_unreached(&mut self, at: Loc) {
        if !self.graph.is_entered(at) {
            self.current = None;
        }
    }

    fn for_stmt(&mut self, condition: Option<ExprId>, step: Option<ExprId>, body: StmtId, span: Span) {
        let head = self.graph.location();
        let inside = self.graph.location();
        let next = self.graph.location();
        let end = self.graph.location();
        self.join(head, span);
        match condition {
            Some(condition) => {
                self.branch(condition, inside, end);
            }
            None => self.jump(inside, span),
        }
        self.current = self.graph.is_entered(inside).then_some(inside);
        self.loop_body(body, next, end);
        self.join(next, span);
        self.forget_if_unreached(next);
        if let Some(step) = step {
            self.effect(step);
        }
        self.jump(head, span);
        self.current = Some(end);
        self.forget_if_unreached(end);
    }

    fn do_while(&mut self, body: StmtId, condition: ExprId, span: Span) {
        let head = self.graph.location();
        let test = self.graph.location();
        let end = self.graph.location();
        self.join(head, span);
        self.loop_body(body, test, end);
        self.join(test, span);
        self.forget_if_unreached(test);
        if self.current.is_some() {
            self.branch(condition, head, end);
        }
        self.current = Some(end);
        self.forget_if_unreached(end);
    }

    fn loop_body(&mut self, body: StmtId, next: Loc, end: Loc) {
        let living = self.scopes.living();
        self.jumps.breaks.push(JumpTarget { to: end, living });
        self.jumps.continues.push(JumpTarget { to: next, living });
        self.stmt(body);
        self.jumps.breaks.pop();
        self.jumps.continues.pop();
    }

    fn leave_to(&mut self, target: Option<JumpTarget>, span: Span) {
        if let Some(JumpTarget { to, living }) = target {
            self.jump_out(self.scopes.living(), living, to, span);
        }
    }

    /// Cases are compared in source order; they are disjoint, so the order does not matter.
    fn switch(
        &mut self,
        value: ExprId,
        cases: IdRange<Case>,
        default: Option<CaseId>,
        body: StmtId,
        span: Span,
    ) {
        let value = self.value(value);
        let value = self.simple(value, span);
        let ty = self.lo.exprs.ty(value);
        let end = self.graph.location();
        let pools = self.body;
        for case in cases.of(&pools.pools.cases) {
            let at = self.case_location(case.id);
            let low = self.int(case.low, ty);
            let missed = self.graph.location();
            if case.low == case.high {
                let condition = self.binary(BinaryOp::Eq, value, low);
                self.split(condition, at, missed, span);
            } else {
                let above = self.graph.location();
                let condition = self.binary(BinaryOp::Ge, value, low);
                self.split(condition, above, missed, span);
                self.current = Some(above).filter(|_| self.graph.is_entered(above));
                let high = self.int(case.high, ty);
                let condition = self.binary(BinaryOp::Le, value, high);
                self.split(condition, at, missed, span);
            }
            self.current = Some(missed).filter(|_| self.graph.is_entered(missed));
        }
        let otherwise = match default {
            Some(case) => self.case_location(case),
            None => end,
        };
        self.jump(otherwise, span);
        let living = self.scopes.living();
        self.jumps.switches.push(self.scopes.current());
        self.jumps.breaks.push(JumpTarget { to: end, living });
        self.stmt(body);
        self.jumps.breaks.pop();
        self.jumps.switches.pop();
        self.join(end, span);
        self.forget_if_unreached(end);
    }

    fn return_stmt(&mut self, value: Option<ExprId>, span: Span) {
        let result = self.function.and_then(|function| self.lo.functions[function].result);
        match (value, result) {
            (Some(value), Some(result)) => {
                let place = self.var_place(result);
                self.assign_expr(place, value, span);
            }
            (Some(value), None) => self.effect(value),
            (None, Some(result)) => self.emit(Op::Declare(result), span),
            (None, None) => {}
        }
        self.jump_out(self.scopes.living(), Living::NONE, self.exit, span);
    }

    /// Assembler may write anything to its outputs. What it reads matters only for its side effects.
    fn asm(&mut self, outputs: IdRange<ExprId>, inputs: IdRange<ExprId>, effect: AsmEffect, span: Span) {
        let body = self.body;
        let outputs: List<ExprId> = outputs.of(&body.pools.exprs).iter().copied().collect();
        let mut places = Vec::with_capacity(outputs.len());
        for output in outputs {
            let place = self.place(output);
            places.push(self.stable_place(place, span));
        }
        for &input in inputs.of(&body.pools.exprs) {
            self.effect(input);
        }
        match effect {
            AsmEffect::OutputsOnly => {
                self.lo.assume("inline assembler only changes its outputs, to any value that is no address of the program's objects".to_owned(), span)
            }
            AsmEffect::ClobbersMemory => self.lo.assume(
                "inline assembler that declares to clobber memory only changes its outputs, to any value that is no address of the program's objects"
                    .to_owned(),
                span,
            ),
            AsmEffect::MayJump => {
                let feature = self.names.intern("asm goto");
                self.emit_last(Op::Unsupported { feature }, span);
            }
        }
        for place in places {
            self.emit(Op::Havoc { place, origin: Origin::Asm }, span);
        }
    }

    /// The program's own word that control does not come here.
    pub(super) fn unreachable(&mut self, span: Span) {
        self.emit_last(Op::Halt(HaltKind::Unreachable), span);
    }

    /// Lowers `({ ... })`: the value is computed inside the scope and saved if leaving the scope ends a life.
    pub(super) fn stmt_expr(&mut self, stmt: StmtId, value: Option<ExprId>) -> Option<cfa::ExprId> {
        let span = self.body.stmts[stmt].span;
        let outside = self.scopes.living();
        self.scopes.enter();
        self.statements_of(stmt);
        let value = value.map(|value| {
            let computed = self.value(value);
            if self.scopes.living() != outside { self.stable(computed, span) } else { computed }
        });
        self.leave_scope(outside, span);
        value
    }

    /// A block, or `({ ... })` for its effects only.
    pub(super) fn scoped_effect(&mut self, stmt: StmtId, value: Option<ExprId>) {
        let span = self.body.stmts[stmt].span;
        let outside = self.scopes.living();
        self.scopes.enter();
        self.statements_of(stmt);
        if let Some(value) = value {
            self.effect(value);
        }
        self.leave_scope(outside, span);
    }

    /// The statements of a block, in the scope that is open.
    fn statements_of(&mut self, stmt: StmtId) {
        let body = self.body;
        match body.stmts[stmt].kind {
            StmtKind::Block(stmts, _) => {
                for &inner in stmts.of(&body.pools.stmts) {
                    self.stmt(inner);
                }
            }
            _ => self.stmt(stmt),
        }
    }

    /// The bits of an expression that is an integer or pointer constant.
    pub(super) fn constant_bits(&self, expr: ExprId) -> Option<u128> {
        let node = self.body.exprs[expr];
        match node.kind {
            ExprKind::Const(bits) if self.types().int_shape(node.ty).is_some() => Some(bits.get()),
            _ => None,
        }
    }
}
