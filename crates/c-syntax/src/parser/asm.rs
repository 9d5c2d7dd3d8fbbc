//! Inline assembler (GNU): `asm volatile goto ("text" : outputs : inputs : clobbers : labels)`.

use super::*;

impl Parser<'_> {
    /// `asm("text");` at file scope.
    pub(super) fn file_asm(&mut self) -> Parse<Span> {
        let start = self.bump().span;
        self.asm_qualifiers();
        let open = self.expect(Kind::LParen)?.span;
        self.string()?;
        self.close(Kind::RParen, open)?;
        self.expect(Kind::Semicolon)?;
        Ok(self.since(start))
    }

    /// An assembler statement.
    pub(super) fn asm_statement(&mut self) -> Parse<StmtId> {
        let start = self.bump().span;
        self.asm_qualifiers();
        let open = self.expect(Kind::LParen)?.span;
        let (template, _) = self.string()?;
        let outputs = self.asm_operands()?;
        let inputs = self.asm_operands()?;
        let clobbers_memory = self.clobbers()?;
        let labels = self.asm_labels()?;
        self.close(Kind::RParen, open)?;
        self.expect(Kind::Semicolon)?;
        let span = self.since(start);
        let asm = self.ast.asms.push(Asm { template, outputs, inputs, clobbers_memory, labels, span });
        Ok(self.stmt(StmtKind::Asm(asm), span))
    }

    fn asm_qualifiers(&mut self) {
        while matches!(self.token.kind, Kind::Volatile | Kind::Inline | Kind::Goto | Kind::Const) {
            self.bump();
        }
    }

    /// `: [name] "constraint" (expression), ...`
    fn asm_operands(&mut self) -> Parse<IdRange<AsmOperand>> {
        let mark = self.scratch.asm_operands.len();
        if self.eat(Kind::Colon) && !self.at(Kind::Colon) && !self.at(Kind::RParen) {
            loop {
                if self.at(Kind::LBracket) {
                    let bracket = self.bump().span;
                    self.expect_name()?;
                    self.close(Kind::RBracket, bracket)?;
                }
                let (constraint, _) = self.string()?;
                let open = self.expect(Kind::LParen)?.span;
                let expr = self.expression()?;
                self.close(Kind::RParen, open)?;
                self.scratch.asm_operands.push(AsmOperand { constraint, expr });
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        Ok(finish_list!(self, asm_operands, mark))
    }

    fn clobbers(&mut self) -> Parse<bool> {
        let mut memory = false;
        if self.eat(Kind::Colon) && !self.at(Kind::Colon) && !self.at(Kind::RParen) {
            loop {
                let (clobber, _) = self.string()?;
                memory |= *self.ast.strings[clobber].bytes == *b"memory";
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        Ok(memory)
    }

    fn asm_labels(&mut self) -> Parse<IdRange<Symbol>> {
        let mark = self.scratch.symbols.len();
        if self.eat(Kind::Colon) && !self.at(Kind::RParen) {
            loop {
                let (label, _) = self.expect_name()?;
                self.scratch.symbols.push(label);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        Ok(finish_list!(self, symbols, mark))
    }
}
