//! Statements and blocks (C11 6.8), with GNU's case ranges, local labels, computed jumps and nested
//! functions. Labels may stand before declarations and at the end of a block, as C23 allows.

use super::*;
use decl::Declared;

impl Parser<'_> {
    /// `{ ... }`; an item that fails is skipped and the next one tried.
    pub(super) fn block(&mut self) -> Parse<StmtId> {
        let open = self.bump().span;
        let mark = self.scratch.stmts.len();
        self.scoped(|parser| {
            while !parser.at(Kind::RBrace) && !parser.at(Kind::Eof) {
                let start = parser.token.span;
                match parser.block_item() {
                    Ok(item) => parser.scratch.stmts.push(item),
                    Err(Failed) => parser.next_statement(start),
                }
            }
            Ok(())
        })?;
        self.close(Kind::RBrace, open)?;
        let items = finish_list!(self, stmts, mark);
        let span = self.since(open);
        Ok(self.stmt(StmtKind::Compound(items), span))
    }

    /// A declaration or statement in a block, also behind a label.
    fn block_item(&mut self) -> Parse<StmtId> {
        let token_kind = self.token.kind;
        match token_kind {
            Kind::Ident => {
                let next = self.peek().kind;
                if next == Kind::Colon {
                    return self.nested(Self::statement);
                }
                if self.is_typedef(self.token) {
                    return self.declaration_statement(self.scratch.attributes.len());
                }
                // Two names in a row are no expression: the first was meant as a type.
                if next == Kind::Ident {
                    return self.declaration_statement(self.scratch.attributes.len());
                }
                self.expression_statement()
            }
            Kind::Label => self.local_labels(),
            Kind::Extension => {
                self.bump();
                self.nested(Self::block_item)
            }
            Kind::Attribute => self.nested(Self::attributed_item),
            Kind::LBracket if self.at_bracket_attribute() => self.nested(Self::attributed_item),
            Kind::StaticAssert => {
                let start = self.token.span;
                let (condition, text) = self.static_assert()?;
                let span = self.since(start);
                Ok(self.stmt(StmtKind::StaticAssert(condition, text), span))
            }
            _ if self.starts_declaration() => self.declaration_statement(self.scratch.attributes.len()),
            _ => self.nested(Self::statement),
        }
    }

    /// An item that attributes precede: they belong to a declaration, or to a statement and say nothing.
    fn attributed_item(&mut self) -> Parse<StmtId> {
        let mark = self.scratch.attributes.len();
        self.attributes()?;
        self.skip_extension();
        if self.starts_declaration() && self.peek().kind != Kind::Colon {
            return self.declaration_statement(mark);
        }
        self.scratch.attributes.truncate(mark);
        self.block_item()
    }

    fn declaration_statement(&mut self, mark: usize) -> Parse<StmtId> {
        let start = self.token.span;
        let kind = match self.declaration(mark)? {
            Some(Declared::Declaration(id)) => StmtKind::Declaration(id),
            Some(Declared::Function(id)) => StmtKind::NestedFunction(id),
            None => return Err(self.expected("a declaration")),
        };
        let span = self.since(start);
        Ok(self.stmt(kind, span))
    }

    /// `__label__ a, b;`
    fn local_labels(&mut self) -> Parse<StmtId> {
        let start = self.bump().span;
        let mark = self.scratch.symbols.len();
        loop {
            let (label, _) = self.expect_name()?;
            self.scratch.symbols.push(label);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::Semicolon)?;
        let labels = finish_list!(self, symbols, mark);
        let span = self.since(start);
        Ok(self.stmt(StmtKind::LocalLabels(labels), span))
    }

    fn expression_statement(&mut self) -> Parse<StmtId> {
        let start = self.token.span;
        let value = self.expression()?;
        self.expect(Kind::Semicolon)?;
        let span = self.since(start);
        Ok(self.stmt(StmtKind::Expr(value), span))
    }

    /// A statement; the caller counts the level.
    fn statement(&mut self) -> Parse<StmtId> {
        let start = self.token.span;
        let token_kind = self.token.kind;
        let kind = match token_kind {
            Kind::LBrace => return self.block(),
            Kind::Semicolon => {
                self.bump();
                StmtKind::Empty
            }
            Kind::If => self.if_statement()?,
            Kind::Switch => {
                let (value, body) = self.controlled()?;
                StmtKind::Switch(value, body)
            }
            Kind::While => {
                let (condition, body) = self.controlled()?;
                StmtKind::While(condition, body)
            }
            Kind::Do => self.do_statement()?,
            Kind::For => self.scoped(Self::for_statement)?,
            Kind::Goto => self.goto_statement()?,
            Kind::Continue => self.simple(StmtKind::Continue)?,
            Kind::Break => self.simple(StmtKind::Break)?,
            Kind::Return => {
                self.bump();
                let value = if self.at(Kind::Semicolon) { None } else { Some(self.expression()?) };
                self.expect(Kind::Semicolon)?;
                StmtKind::Return(value)
            }
            Kind::Case => self.case_label()?,
            Kind::Default => {
                self.bump();
                self.expect(Kind::Colon)?;
                StmtKind::Default(self.labelled()?)
            }
            Kind::Asm => return self.asm_statement(),
            Kind::Attribute => {
                self.skip_attributes()?;
                return self.nested(Self::statement);
            }
            Kind::Ident if self.peek().kind == Kind::Colon => {
                let label = self.bump().symbol;
                self.bump();
                StmtKind::Label(label, self.labelled()?)
            }
            Kind::Else => return Err(self.expected("a statement")),
            _ => return self.expression_statement(),
        };
        let span = self.since(start);
        Ok(self.stmt(kind, span))
    }

    /// `keyword;`
    fn simple(&mut self, kind: StmtKind) -> Parse<StmtKind> {
        self.bump();
        self.expect(Kind::Semicolon)?;
        Ok(kind)
    }

    /// `keyword (expression) statement`
    fn controlled(&mut self) -> Parse<(ExprId, StmtId)> {
        self.bump();
        let value = self.condition()?;
        Ok((value, self.nested(Self::statement)?))
    }

    fn condition(&mut self) -> Parse<ExprId> {
        let open = self.expect(Kind::LParen)?.span;
        let value = self.expression()?;
        self.close(Kind::RParen, open)?;
        Ok(value)
    }

    fn if_statement(&mut self) -> Parse<StmtKind> {
        let (condition, then) = self.controlled()?;
        let otherwise = if self.eat(Kind::Else) { Some(self.nested(Self::statement)?) } else { None };
        Ok(StmtKind::If(condition, then, otherwise))
    }

    fn do_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let body = self.nested(Self::statement)?;
        self.expect(Kind::While)?;
        let condition = self.condition()?;
        self.expect(Kind::Semicolon)?;
        Ok(StmtKind::DoWhile(body, condition))
    }

    fn for_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let open = self.expect(Kind::LParen)?.span;
        let token_kind = self.token.kind;
        let init = match token_kind {
            Kind::Semicolon => {
                self.bump();
                None
            }
            // `__extension__` may precede a declaration as well as an expression.
            Kind::Extension => {
                self.skip_extension();
                Some(self.for_init()?)
            }
            _ => Some(self.for_init()?),
        };
        let condition = if self.at(Kind::Semicolon) { None } else { Some(self.expression()?) };
        self.expect(Kind::Semicolon)?;
        let step = if self.at(Kind::RParen) { None } else { Some(self.expression()?) };
        self.close(Kind::RParen, open)?;
        let body = self.nested(Self::statement)?;
        Ok(StmtKind::For(init, condition, step, body))
    }

    fn for_init(&mut self) -> Parse<StmtId> {
        let two_names = self.at(Kind::Ident) && self.peek().kind == Kind::Ident;
        if self.starts_declaration() || two_names {
            self.declaration_statement(self.scratch.attributes.len())
        } else {
            self.expression_statement()
        }
    }

    fn goto_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        let kind = if self.eat(Kind::Star) {
            StmtKind::GotoComputed(self.expression()?)
        } else {
            StmtKind::Goto(self.expect_name()?.0)
        };
        self.expect(Kind::Semicolon)?;
        Ok(kind)
    }

    fn case_label(&mut self) -> Parse<StmtKind> {
        self.bump();
        let low = self.conditional()?;
        let high = if self.eat(Kind::Ellipsis) { Some(self.conditional()?) } else { None };
        self.expect(Kind::Colon)?;
        Ok(StmtKind::Case(low, high, self.labelled()?))
    }

    /// What a label stands before; nothing at the end of a block.
    fn labelled(&mut self) -> Parse<StmtId> {
        if self.at(Kind::RBrace) {
            let span = Span::new(self.last_hi, self.last_hi);
            return Ok(self.stmt(StmtKind::Empty, span));
        }
        self.block_item()
    }
}
