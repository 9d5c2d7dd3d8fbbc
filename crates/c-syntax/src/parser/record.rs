//! `struct`, `union` (C11 6.7.2.1) and `enum` (6.7.2.2) specifiers.

use super::*;
use declarator::Naming;
use scope::Meaning;
use specifiers::Place;

impl Parser<'_> {
    /// A `struct` or `union` specifier.
    pub(super) fn record(&mut self) -> Parse<RecordId> {
        let keyword = self.bump();
        let kind = if keyword.kind == Kind::Struct { RecordKind::Struct } else { RecordKind::Union };
        let mark = self.scratch.attributes.len();
        self.attributes()?;
        let tag = self.tag();
        let members = if self.at(Kind::LBrace) {
            self.pragma_pack();
            Some(self.members()?)
        } else {
            None
        };
        if tag.is_none() && members.is_none() {
            return Err(self.expected("a tag or `{`"));
        }
        if members.is_some() {
            self.attributes()?;
        }
        let attributes = finish_list!(self, attributes, mark);
        let span = self.since(keyword.span);
        Ok(self.ast.records.push(RecordSpec { kind, tag, members, attributes, span }))
    }

    /// Writes the bound of `#pragma pack` down as an attribute of the record.
    fn pragma_pack(&mut self) {
        let Some(bound) = self.lexer.pack.bound() else { return };
        let span = self.token.span;
        let literal = IntLit { value: u64::from(bound), unsigned: false, longs: 0, decimal: true };
        let bound = self.expr(ExprKind::Int(literal), span);
        let args = IdRange::store(&mut self.ast.pools.exprs, [bound]);
        let name = self.lexer.names.intern("pragma_pack");
        self.scratch.attributes.push(Attribute { name, args, span });
    }

    /// The tag. Attributes behind it, when no members follow, belong to the declaration.
    fn tag(&mut self) -> Option<Symbol> {
        self.at(Kind::Ident).then(|| self.bump().symbol)
    }

    fn members(&mut self) -> Parse<IdRange<MemberDecl>> {
        let open = self.bump().span;
        let mark = self.scratch.members.len();
        while !self.at(Kind::RBrace) {
            match self.token.kind {
                Kind::Eof => break,
                Kind::Semicolon => {
                    self.bump();
                }
                // An assertion that does not hold makes the program invalid, and one that holds says nothing.
                Kind::StaticAssert => {
                    self.static_assert()?;
                }
                _ => self.member_declaration()?,
            }
        }
        self.close(Kind::RBrace, open)?;
        Ok(finish_list!(self, members, mark))
    }

    fn member_declaration(&mut self) -> Parse<()> {
        let start = self.token.span;
        let mark = self.scratch.attributes.len();
        let specifiers = self.specifiers(Place::NeedsType, mark)?;
        if self.token.span == start {
            return Err(self.expected("a member declaration"));
        }
        if self.at(Kind::Semicolon) {
            let span = self.since(start);
            let attributes = IdRange::EMPTY;
            self.scratch.members.push(MemberDecl {
                specifiers,
                declarator: None,
                bit_width: None,
                attributes,
                span,
            });
            self.bump();
            return Ok(());
        }
        loop {
            let member = self.member(specifiers)?;
            self.scratch.members.push(member);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        // gcc forgives a missing `;` behind the last member.
        if !self.at(Kind::RBrace) {
            self.expect(Kind::Semicolon)?;
        }
        Ok(())
    }

    fn member(&mut self, specifiers: SpecifiersId) -> Parse<MemberDecl> {
        let start = self.token.span;
        let mark = self.scratch.attributes.len();
        self.attributes()?;
        let declarator = if self.at(Kind::Colon) { None } else { Some(self.declarator(Naming::Required)?) };
        let bit_width = if self.eat(Kind::Colon) { Some(self.conditional()?) } else { None };
        self.attributes()?;
        let attributes = finish_list!(self, attributes, mark);
        let span = self.since(start);
        Ok(MemberDecl { specifiers, declarator, bit_width, attributes, span })
    }

    /// An `enum` specifier.
    pub(super) fn enumeration(&mut self) -> Parse<EnumId> {
        let keyword = self.bump();
        let mark = self.scratch.attributes.len();
        self.attributes()?;
        let tag = self.tag();
        let enumerators = if self.at(Kind::LBrace) { Some(self.enumerators()?) } else { None };
        if tag.is_none() && enumerators.is_none() {
            return Err(self.expected("a tag or `{`"));
        }
        if enumerators.is_some() {
            self.attributes()?;
        }
        let attributes = finish_list!(self, attributes, mark);
        let span = self.since(keyword.span);
        Ok(self.ast.enums.push(EnumSpec { tag, enumerators, attributes, span }))
    }

    fn enumerators(&mut self) -> Parse<IdRange<Enumerator>> {
        let open = self.bump().span;
        let mark = self.scratch.enumerators.len();
        while self.at(Kind::Ident) {
            let (name, start) = self.expect_name()?;
            self.skip_attributes()?;
            let value = if self.eat(Kind::Assign) { Some(self.conditional()?) } else { None };
            self.scopes.declare(name, Meaning::Ordinary);
            let span = self.since(start);
            self.scratch.enumerators.push(Enumerator { name, value, span });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.close(Kind::RBrace, open)?;
        Ok(finish_list!(self, enumerators, mark))
    }
}
