//! Statements in the dump.

use super::*;

impl Dumper<'_> {
    pub(super) fn stmt(&mut self, id: StmtId) {
        let Stmt { kind, span } = self.ast.stmts[id];
        match kind {
            StmtKind::Empty => self.write("Empty"),
            StmtKind::Compound(items) => {
                self.write("Compound");
                for &item in self.ast.stmt_list(items) {
                    self.stmt_child("", item);
                }
            }
            StmtKind::Declaration(id) => return self.declaration(id),
            StmtKind::NestedFunction(id) => {
                self.write("Nested");
                return self.function(id);
            }
            StmtKind::StaticAssert(condition, text) => return self.static_assert(condition, text),
            StmtKind::LocalLabels(labels) => {
                let _ = write!(self.out, "LocalLabels {}", self.name_list(labels));
            }
            StmtKind::Expr(value) => {
                self.write("Expr");
                self.expr_child("", value);
            }
            StmtKind::If(condition, then, otherwise) => {
                self.write("If");
                self.expr_child("", condition);
                self.stmt_child("then", then);
                if let Some(otherwise) = otherwise {
                    self.stmt_child("else", otherwise);
                }
            }
            StmtKind::Switch(value, body) => self.controlled("Switch", value, body),
            StmtKind::While(condition, body) => self.controlled("While", condition, body),
            StmtKind::DoWhile(body, condition) => {
                self.write("DoWhile");
                self.stmt_child("", body);
                self.expr_child("while", condition);
            }
            StmtKind::For(init, condition, step, body) => {
                self.write("For");
                self.children.extend(init.map(|init| ("init", Node::Stmt(init))));
                self.children.extend(condition.map(|condition| ("while", Node::Expr(condition))));
                self.children.extend(step.map(|step| ("step", Node::Expr(step))));
                self.stmt_child("", body);
            }
            StmtKind::Goto(label) => self.named("Goto", label),
            StmtKind::GotoComputed(target) => {
                self.write("GotoComputed");
                self.expr_child("", target);
            }
            StmtKind::Continue => self.write("Continue"),
            StmtKind::Break => self.write("Break"),
            StmtKind::Return(value) => {
                self.write("Return");
                self.children.extend(value.map(|value| ("", Node::Expr(value))));
            }
            StmtKind::Label(label, body) => {
                self.named("Label", label);
                self.stmt_child("", body);
            }
            StmtKind::Case(low, high, body) => {
                self.write("Case");
                self.expr_child(if high.is_some() { "from" } else { "" }, low);
                self.children.extend(high.map(|high| ("to", Node::Expr(high))));
                self.stmt_child("", body);
            }
            StmtKind::Default(body) => {
                self.write("Default");
                self.stmt_child("", body);
            }
            StmtKind::Asm(id) => self.asm(id),
        }
        self.place(span);
    }

    fn controlled(&mut self, kind: &str, value: ExprId, body: StmtId) {
        self.write(kind);
        self.expr_child("", value);
        self.stmt_child("", body);
    }

    fn named(&mut self, kind: &str, name: Symbol) {
        let _ = write!(self.out, "{kind} {}", self.name(name));
    }

    fn asm(&mut self, id: AsmId) {
        let asm = self.ast.asms[id];
        let _ = write!(self.out, "Asm {}", self.string_text(asm.template));
        if asm.clobbers_memory {
            self.write(" clobbers memory");
        }
        if !asm.labels.is_empty() {
            let _ = write!(self.out, " goto {}", self.name_list(asm.labels));
        }
        for (role, operands) in [("out", asm.outputs), ("in", asm.inputs)] {
            for &operand in self.ast.asm_operand_list(operands) {
                self.child(role, Node::Operand(operand));
            }
        }
    }

    pub(super) fn operand(&mut self, operand: AsmOperand) {
        let _ = write!(self.out, "Operand {}", self.string_text(operand.constraint));
        self.expr_child("", operand.expr);
    }
}
