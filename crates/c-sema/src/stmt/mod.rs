//! Statements (6.8): blocks with their variables, numbered labels and cases.
//!
//! An error in a statement drops that statement and is reported; an unsupported feature leaves an
//! [`StmtKind::Unsupported`] in its place, so that only programs that reach it are affected.

mod assembler;
mod function;
mod switch;
#[cfg(test)]
mod tests;

pub(crate) use function::FunctionState;

use crate::elab::{Res, Stop, Unit, with_stack};
use crate::hir::{ExprId, ExprKind, LocalId, Stmt, StmtId, StmtKind};
use c_syntax::ast::{self, StmtKind as Written};
use cfa::TypeId;
use source::Span;
use stdx::IdRange;

impl Unit<'_> {
    /// Adds a statement.
    pub(crate) fn push_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.body.stmts.push(Stmt { kind, span })
    }

    /// Makes a variable one of the innermost block.
    pub(crate) fn declare_in_block(&mut self, local: LocalId) {
        if let Some(block) = self.blocks.last_mut() {
            block.push(local);
        }
    }

    /// Closes the innermost block over its statements.
    pub(crate) fn close_block(&mut self, stmts: Vec<StmtId>, span: Span) -> StmtId {
        let locals = self.blocks.pop().unwrap_or_default();
        let stmts = IdRange::store(&mut self.body.pools.stmts, stmts);
        let locals = IdRange::store(&mut self.body.pools.locals, locals);
        self.push_stmt(StmtKind::Block(stmts, locals), span)
    }

    /// Elaborates a statement; what it becomes goes to `out`.
    pub(crate) fn stmt(&mut self, id: ast::StmtId, out: &mut Vec<StmtId>) {
        let (depth, blocks) = (self.scopes.depth(), self.blocks.len());
        let unevaluated = self.unevaluated;
        let result = with_stack(|| self.stmt_node(id, out));
        if let Err(stop) = result {
            self.scopes.leave_to(depth);
            self.blocks.truncate(blocks);
            self.unevaluated = unevaluated;
            self.prototypes = 0;
            self.pending.clear();
            if let Stop::Refused(feature) = stop {
                let span = self.ast.stmts[id].span;
                out.push(self.push_stmt(StmtKind::Unsupported(feature), span));
            }
        }
    }

    /// Elaborates a statement that is a scope of its own (6.8.4p3, 6.8.5p5).
    fn sub_stmt(&mut self, id: ast::StmtId) -> StmtId {
        let span = self.ast.stmts[id].span;
        self.scopes.enter();
        self.blocks.push(Vec::new());
        let mut stmts = Vec::new();
        self.stmt(id, &mut stmts);
        let result = match (stmts.as_slice(), self.blocks.last().is_none_or(Vec::is_empty)) {
            (&[single], true) => {
                self.blocks.pop();
                single
            }
            _ => self.close_block(stmts, span),
        };
        self.scopes.leave();
        result
    }

    fn stmt_node(&mut self, id: ast::StmtId, out: &mut Vec<StmtId>) -> Res<()> {
        let ast::Stmt { kind, span } = self.ast.stmts[id];
        let kind = match kind {
            Written::Empty => return Ok(()),
            Written::Compound(list) => {
                out.push(self.compound(list, span));
                return Ok(());
            }
            Written::Declaration(declaration) => return self.block_declaration(declaration, out),
            Written::NestedFunction(function) => return self.nested_function(function),
            Written::StaticAssert(condition, message) => return self.static_assert(condition, message),
            Written::LocalLabels(labels) => {
                self.local_labels(labels);
                return Ok(());
            }
            Written::Expr(expr) => {
                let value = self.value(expr)?;
                StmtKind::Expr(value)
            }
            Written::If(condition, then, otherwise) => {
                self.scopes.enter();
                let condition = self.scalar(condition)?;
                let then = self.sub_stmt(then);
                let otherwise = otherwise.map(|stmt| self.sub_stmt(stmt));
                self.scopes.leave();
                StmtKind::If(condition, then, otherwise)
            }
            Written::Switch(value, body) => {
                self.scopes.enter();
                let switch = self.switch(value, body, span)?;
                self.scopes.leave();
                switch
            }
            Written::Case(low, high, inner) => {
                let case = self.case(low, high, span)?;
                out.push(self.push_stmt(StmtKind::Case(case), span));
                self.stmt(inner, out);
                return Ok(());
            }
            Written::Default(inner) => {
                let case = self.default(span)?;
                out.push(self.push_stmt(StmtKind::Case(case), span));
                self.stmt(inner, out);
                return Ok(());
            }
            Written::Label(name, inner) => {
                let label = self.define_label(name, span)?;
                out.push(self.push_stmt(StmtKind::Label(label), span));
                self.stmt(inner, out);
                return Ok(());
            }
            Written::While(..) | Written::DoWhile(..) | Written::For(..) => self.iteration(kind, span)?,
            Written::Goto(..)
            | Written::GotoComputed(..)
            | Written::Continue
            | Written::Break
            | Written::Return(..) => self.jump(kind, span, out)?,
            Written::Asm(asm) => self.assembler(asm, out)?,
        };
        out.append(&mut self.pending);
        out.push(self.push_stmt(kind, span));
        Ok(())
    }

    fn compound(&mut self, list: IdRange<ast::StmtId>, span: Span) -> StmtId {
        let ast = self.ast;
        self.scopes.enter();
        self.blocks.push(Vec::new());
        let labels = self.label_mark();
        let mut stmts = Vec::with_capacity(list.len());
        for &stmt in ast.stmt_list(list) {
            self.stmt(stmt, &mut stmts);
        }
        self.close_labels(labels);
        self.scopes.leave();
        self.close_block(stmts, span)
    }

    fn iteration(&mut self, kind: Written, span: Span) -> Res<StmtKind> {
        match kind {
            Written::While(condition, body) => {
                self.scopes.enter();
                let condition = self.scalar(condition)?;
                let body = self.loop_body(body);
                self.scopes.leave();
                Ok(StmtKind::While(condition, body))
            }
            Written::DoWhile(body, condition) => {
                self.scopes.enter();
                let body = self.loop_body(body);
                let condition = self.scalar(condition)?;
                self.scopes.leave();
                Ok(StmtKind::DoWhile(body, condition))
            }
            Written::For(init, condition, step, body) => self.for_loop(init, condition, step, body, span),
            _ => Ok(StmtKind::Empty),
        }
    }

    fn loop_body(&mut self, body: ast::StmtId) -> StmtId {
        if let Some(function) = &mut self.function {
            function.enter_loop();
        }
        let body = self.sub_stmt(body);
        if let Some(function) = &mut self.function {
            function.leave();
        }
        body
    }

    /// `for`: its declarations live in a block around it.
    fn for_loop(
        &mut self,
        init: Option<ast::StmtId>,
        condition: Option<ast::ExprId>,
        step: Option<ast::ExprId>,
        body: ast::StmtId,
        span: Span,
    ) -> Res<StmtKind> {
        self.scopes.enter();
        self.blocks.push(Vec::new());
        let mut stmts = Vec::new();
        let mut head = None;
        if let Some(init) = init {
            self.stmt(init, &mut stmts);
            if let (&[single], ast::StmtKind::Expr(_)) = (stmts.as_slice(), self.ast.stmts[init].kind) {
                head = Some(single);
                stmts.clear();
            }
        }
        let condition = condition.map(|condition| self.scalar(condition)).transpose()?;
        let step = step.map(|step| self.value(step)).transpose()?;
        let body = self.loop_body(body);
        self.scopes.leave();
        let plain = stmts.is_empty() && self.blocks.last().is_none_or(Vec::is_empty);
        let kind = StmtKind::For(head, condition, step, body);
        if plain {
            self.blocks.pop();
            return Ok(kind);
        }
        stmts.push(self.push_stmt(kind, span));
        let locals = self.blocks.pop().unwrap_or_default();
        let stmts = IdRange::store(&mut self.body.pools.stmts, stmts);
        let locals = IdRange::store(&mut self.body.pools.locals, locals);
        Ok(StmtKind::Block(stmts, locals))
    }

    fn jump(&mut self, kind: Written, span: Span, out: &mut Vec<StmtId>) -> Res<StmtKind> {
        match kind {
            Written::Goto(name) if self.is_outer_label(name) => {
                Err(self.refuse("goto out of a nested function"))
            }
            Written::Goto(name) => Ok(StmtKind::Goto(self.use_label(name, span))),
            Written::GotoComputed(target) => {
                let target = self.value(target)?;
                Ok(StmtKind::GotoComputed(self.convert(target, TypeId::VOID_PTR)?))
            }
            Written::Continue if self.function.as_ref().is_some_and(FunctionState::in_loop) => {
                Ok(StmtKind::Continue)
            }
            Written::Break if self.function.as_ref().is_some_and(FunctionState::in_breakable) => {
                Ok(StmtKind::Break)
            }
            Written::Continue => Err(self.error("E0317", span, "`continue` outside of a loop")),
            Written::Break => Err(self.error("E0317", span, "`break` outside of a loop or `switch`")),
            Written::Return(value) => self.return_statement(value, span, out),
            _ => Ok(StmtKind::Empty),
        }
    }

    fn return_statement(
        &mut self,
        value: Option<ast::ExprId>,
        span: Span,
        out: &mut Vec<StmtId>,
    ) -> Res<StmtKind> {
        let result = self.function.as_ref().map_or(TypeId::VOID, |function| function.result);
        let Some(value) = value else { return Ok(StmtKind::Return(None)) };
        let value = self.value(value)?;
        if result == TypeId::VOID {
            // `return e;` in a `void` function: gcc evaluates and drops the value.
            let value = self.discard(value);
            out.append(&mut self.pending);
            out.push(self.push_stmt(StmtKind::Expr(value), span));
            return Ok(StmtKind::Return(None));
        }
        if self.ty(value) == TypeId::VOID {
            out.push(self.push_stmt(StmtKind::Expr(value), span));
            return Ok(StmtKind::Return(None));
        }
        Ok(StmtKind::Return(Some(self.convert(value, result)?)))
    }

    /// `({ ... })`: the block, and the value of its last expression statement beside it.
    pub(crate) fn statement_expression(&mut self, block: ast::StmtId, span: Span) -> Res<ExprId> {
        let ast = self.ast;
        if self.function.is_none() {
            return Err(self.error("E0309", span, "a statement expression outside of a function"));
        }
        let Written::Compound(list) = ast.stmts[block].kind else {
            return Err(self.error("E0309", span, "a statement expression without a block"));
        };
        let list = ast.stmt_list(list);
        self.scopes.enter();
        self.blocks.push(Vec::new());
        let labels = self.label_mark();
        let mut stmts = Vec::with_capacity(list.len());
        let last = list.last().copied();
        for &stmt in list.iter().take(list.len().saturating_sub(1)) {
            self.stmt(stmt, &mut stmts);
        }
        let value = match last {
            Some(last) => self.last_of_expression(last, &mut stmts)?,
            None => None,
        };
        self.close_labels(labels);
        self.scopes.leave();
        let block = self.close_block(stmts, span);
        let ty = value.map_or(TypeId::VOID, |value| self.ty(value));
        Ok(self.push(ExprKind::StmtExpr(block, value), ty, span))
    }

    /// The last statement of a statement expression; labels before its expression are kept.
    fn last_of_expression(&mut self, last: ast::StmtId, stmts: &mut Vec<StmtId>) -> Res<Option<ExprId>> {
        let mut last = last;
        loop {
            let ast::Stmt { kind, span } = self.ast.stmts[last];
            match kind {
                Written::Label(name, inner) => {
                    let label = self.define_label(name, span)?;
                    stmts.push(self.push_stmt(StmtKind::Label(label), span));
                    last = inner;
                }
                Written::Expr(expr) => {
                    let value = self.value(expr)?;
                    stmts.append(&mut self.pending);
                    if self.ty(value) == TypeId::VOID {
                        stmts.push(self.push_stmt(StmtKind::Expr(value), span));
                        return Ok(None);
                    }
                    return Ok(Some(value));
                }
                _ => {
                    self.stmt(last, stmts);
                    return Ok(None);
                }
            }
        }
    }
}
