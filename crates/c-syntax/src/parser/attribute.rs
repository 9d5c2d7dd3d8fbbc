//! `__attribute__((...))`, C23's `[[...]]`, `_Alignas(...)` and assembler names (`asm("name")`), which all
//! become [`Attribute`]s: the tree keeps every one, and `c-sema` knows which of them matter.

use super::*;

impl Parser<'_> {
    /// Takes any attributes here onto the scratch stack.
    pub(super) fn attributes(&mut self) -> Parse<()> {
        while self.at(Kind::Attribute) || self.at_bracket_attribute() {
            self.attribute_specifier()?;
        }
        Ok(())
    }

    /// Takes attributes where the tree has no place for them: labels, statements and enumerators carry
    /// only such as steer warnings and optimisation.
    pub(super) fn skip_attributes(&mut self) -> Parse<()> {
        let mark = self.scratch.attributes.len();
        self.attributes()?;
        self.scratch.attributes.truncate(mark);
        Ok(())
    }

    /// Takes `asm("name")` and attributes behind a declarator.
    pub(super) fn declarator_suffix(&mut self) -> Parse<()> {
        if self.at(Kind::Asm) {
            let start = self.bump().span;
            let open = self.expect(Kind::LParen)?.span;
            let (string, span) = self.string()?;
            self.close(Kind::RParen, open)?;
            let name = self.lexer.names.intern("asm");
            let literal = self.expr(ExprKind::Str(string), span);
            let args = IdRange::store(&mut self.ast.pools.exprs, [literal]);
            let span = self.since(start);
            self.scratch.attributes.push(Attribute { name, args, span });
        }
        self.attributes()
    }

    /// Whether `[[` is here.
    pub(super) fn at_bracket_attribute(&mut self) -> bool {
        self.at(Kind::LBracket) && self.peek().kind == Kind::LBracket
    }

    /// One `__attribute__((...))`, `[[...]]` or `_Alignas(...)`.
    pub(super) fn attribute_specifier(&mut self) -> Parse<()> {
        match self.token.kind {
            Kind::Alignas => self.alignas(),
            Kind::LBracket => {
                let outer = self.bump().span;
                let inner = self.bump().span;
                self.attribute_list(Kind::RBracket)?;
                self.close(Kind::RBracket, inner)?;
                self.close(Kind::RBracket, outer).map(drop)
            }
            _ => {
                self.bump();
                let outer = self.expect(Kind::LParen)?.span;
                let inner = self.expect(Kind::LParen)?.span;
                self.attribute_list(Kind::RParen)?;
                self.close(Kind::RParen, inner)?;
                self.close(Kind::RParen, outer).map(drop)
            }
        }
    }

    fn attribute_list(&mut self, end: Kind) -> Parse<()> {
        while !self.at(end) {
            if !self.eat(Kind::Comma) {
                self.attribute()?;
                if !self.at(end) && !self.at(Kind::Comma) {
                    return Err(self.expected("`,` between attributes"));
                }
            }
        }
        Ok(())
    }

    fn attribute(&mut self) -> Parse<()> {
        let mut token = self.attribute_name()?;
        // `gnu::packed`: the vendor says nothing that the name does not.
        if self.at(Kind::Colon) && self.peek().kind == Kind::Colon {
            self.bump();
            self.bump();
            token = self.attribute_name()?;
        }
        let text = self.lexer.slice(token.span);
        let bare = text.strip_prefix("__").and_then(|text| text.strip_suffix("__")).unwrap_or(text);
        let name = self.lexer.names.intern(bare);
        let args = if self.at(Kind::LParen) { self.nested(Self::attribute_args)? } else { IdRange::EMPTY };
        let span = self.since(token.span);
        self.scratch.attributes.push(Attribute { name, args, span });
        Ok(())
    }

    /// The name of an attribute, which may be a keyword such as `const`.
    fn attribute_name(&mut self) -> Parse<Token> {
        if self.at(Kind::Ident) || self.token.kind.is_keyword() {
            return Ok(self.bump());
        }
        Err(self.expected("the name of an attribute"))
    }

    fn attribute_args(&mut self) -> Parse<IdRange<ExprId>> {
        let open = self.expect(Kind::LParen)?.span;
        let mark = self.scratch.exprs.len();
        while !self.at(Kind::RParen) {
            let arg = self.attribute_arg()?;
            self.scratch.exprs.push(arg);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.close(Kind::RParen, open)?;
        Ok(finish_list!(self, exprs, mark))
    }

    /// An argument: a lone name whatever it means, a type (as `sizeof` of it), or an expression.
    fn attribute_arg(&mut self) -> Parse<ExprId> {
        let token = self.token;
        if token.kind == Kind::Ident && matches!(self.peek().kind, Kind::Comma | Kind::RParen) {
            self.bump();
            return Ok(self.expr(ExprKind::Ident(token.symbol), token.span));
        }
        if self.starts_type(token) { self.type_arg() } else { self.assignment() }
    }

    fn type_arg(&mut self) -> Parse<ExprId> {
        let start = self.token.span;
        let name = self.nested(Self::type_name)?;
        let span = self.since(start);
        Ok(self.expr(ExprKind::SizeofType(name), span))
    }

    fn alignas(&mut self) -> Parse<()> {
        let keyword = self.bump();
        let open = self.expect(Kind::LParen)?.span;
        let arg = if self.starts_type(self.token) { self.type_arg()? } else { self.assignment()? };
        self.close(Kind::RParen, open)?;
        let args = IdRange::store(&mut self.ast.pools.exprs, [arg]);
        let span = self.since(keyword.span);
        self.scratch.attributes.push(Attribute { name: keyword.symbol, args, span });
        Ok(())
    }
}
