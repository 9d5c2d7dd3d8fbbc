//! Declarations and function definitions (C11 6.7 and 6.9), at file scope and in blocks.

use super::*;
use declarator::Naming;
use scope::Meaning;
use specifiers::Place;

/// A declaration or, where the brace that follows shows it, a function definition.
pub(super) enum Declared {
    Declaration(DeclarationId),
    Function(FunctionId),
}

impl Parser<'_> {
    /// One declaration, definition, assertion or assembler block of the file.
    pub(super) fn external_declaration(&mut self) -> Parse<()> {
        let token_kind = self.token.kind;
        let item = match token_kind {
            Kind::Semicolon => {
                self.bump();
                return Ok(());
            }
            Kind::Extension
                if matches!(self.peek().kind, Kind::Semicolon | Kind::Asm | Kind::StaticAssert) =>
            {
                self.bump();
                return Ok(());
            }
            Kind::StaticAssert => {
                let (condition, text) = self.static_assert()?;
                Item::StaticAssert(condition, text)
            }
            Kind::Asm => Item::Asm(self.file_asm()?),
            _ => {
                let start = self.token.span;
                match self.declaration(self.scratch.attributes.len())? {
                    Some(Declared::Declaration(id)) => Item::Declaration(id),
                    Some(Declared::Function(id)) => Item::Function(id),
                    None if self.token.span == start => return Err(self.expected("a declaration")),
                    None => return Err(self.expected("a name to declare")),
                }
            }
        };
        self.ast.items.push(item);
        Ok(())
    }

    /// `_Static_assert(condition, "text");`
    pub(super) fn static_assert(&mut self) -> Parse<(ExprId, Option<StringId>)> {
        self.bump();
        let open = self.expect(Kind::LParen)?.span;
        let condition = self.conditional()?;
        let text = if self.eat(Kind::Comma) { Some(self.string()?.0) } else { None };
        self.close(Kind::RParen, open)?;
        self.expect(Kind::Semicolon)?;
        Ok((condition, text))
    }

    /// A declaration or function definition; `None` if neither begins here. Attributes above `mark` precede
    /// it.
    pub(super) fn declaration(&mut self, mark: usize) -> Parse<Option<Declared>> {
        let start = self.token.span;
        let specifiers = self.specifiers(Place::Declaration, mark)?;
        if self.eat(Kind::Semicolon) {
            return Ok(Some(self.finish_declaration(specifiers, IdRange::EMPTY, start)));
        }
        if !matches!(self.token.kind, Kind::Ident | Kind::Star | Kind::LParen | Kind::Attribute) {
            return if self.token.span == start { Ok(None) } else { Err(self.expected("a name to declare")) };
        }
        let list = self.scratch.init_declarators.len();
        loop {
            let attribute_mark = self.scratch.attributes.len();
            self.attributes()?;
            let declarator = self.declarator(Naming::Required)?;
            self.declarator_suffix()?;
            self.declare(specifiers, declarator);
            let first = self.scratch.init_declarators.len() == list;
            if first && self.is_definition(declarator) {
                self.trailing_attributes(specifiers, attribute_mark)?;
                return self.function(specifiers, declarator, start).map(|id| Some(Declared::Function(id)));
            }
            self.forget_name_list(declarator);
            let attributes = finish_list!(self, attributes, attribute_mark);
            let init = if self.eat(Kind::Assign) { Some(self.initialiser()?) } else { None };
            self.scratch.init_declarators.push(InitDeclarator { declarator, init, attributes });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::Semicolon)?;
        let declarators = finish_list!(self, init_declarators, list);
        Ok(Some(self.finish_declaration(specifiers, declarators, start)))
    }

    fn finish_declaration(
        &mut self,
        specifiers: SpecifiersId,
        declarators: IdRange<InitDeclarator>,
        start: Span,
    ) -> Declared {
        let span = self.since(start);
        Declared::Declaration(self.ast.declarations.push(Declaration { specifiers, declarators, span }))
    }

    /// Makes the declared name known to the scopes.
    fn declare(&mut self, specifiers: SpecifiersId, declarator: DeclaratorId) {
        let Some(name) = self.ast.declarators[declarator].name else { return };
        let meaning = match self.ast.specifiers[specifiers].storage {
            Storage::Typedef => Meaning::Typedef,
            Storage::None | Storage::Extern | Storage::Static | Storage::Auto | Storage::Register => {
                Meaning::Ordinary
            }
        };
        self.scopes.declare(name, meaning);
    }

    fn function_parameters(&self, declarator: DeclaratorId) -> Option<Parameters> {
        match self.ast.derived_list(self.ast.declarators[declarator].derived).first() {
            Some(Derived::Function(parameters)) => Some(*parameters),
            Some(Derived::Pointer(_) | Derived::Array(_)) | None => None,
        }
    }

    /// Whether a body follows the declarator, perhaps after K&R parameter declarations.
    fn is_definition(&self, declarator: DeclaratorId) -> bool {
        match self.function_parameters(declarator) {
            Some(Parameters::Names(_)) => self.at(Kind::LBrace) || self.starts_declaration(),
            Some(Parameters::Unspecified | Parameters::Prototype { .. }) => self.at(Kind::LBrace),
            None => false,
        }
    }

    /// `int f(size_t);` without `size_t` looks like the name list of a K&R definition. Like older gcc, takes
    /// it as a declaration that says nothing of the parameters.
    fn forget_name_list(&mut self, declarator: DeclaratorId) {
        let Some(Parameters::Names(names)) = self.function_parameters(declarator) else { return };
        let first = self.ast.symbol_list(names).first().map_or("", |&name| self.lexer.names.text(name));
        let message = format!("parameter `{first}` of a declaration has no type");
        let note =
            format!("if `{first}` is a type, declare it with `typedef`, or include the header that does");
        let Declarator { derived, span, .. } = self.ast.declarators[declarator];
        self.lexer.sink.push(Diagnostic::warning("W0201", span, message).with_note(note));
        self.ast.pools.derived[derived.positions().start] = Derived::Function(Parameters::Unspecified);
    }

    fn function(
        &mut self,
        specifiers: SpecifiersId,
        declarator: DeclaratorId,
        start: Span,
    ) -> Parse<FunctionId> {
        let parameters = self.function_parameters(declarator);
        self.scoped(|parser| {
            if let Some(Parameters::Prototype { params, .. }) = parameters {
                for position in params.positions() {
                    let param = parser.ast.pools.params[position].declarator;
                    if let Some(name) = parser.ast.declarators[param].name {
                        parser.scopes.declare(name, Meaning::Ordinary);
                    }
                }
            }
            let kr_declarations = parser.kr_declarations()?;
            let body = parser.nested(Self::function_body)?;
            let span = parser.since(start);
            let definition = FunctionDef { specifiers, declarator, kr_declarations, body, span };
            Ok(parser.ast.functions.push(definition))
        })
    }

    fn kr_declarations(&mut self) -> Parse<IdRange<DeclarationId>> {
        let mark = self.scratch.declarations.len();
        while !self.at(Kind::LBrace) {
            match self.declaration(self.scratch.attributes.len())? {
                Some(Declared::Declaration(id)) => self.scratch.declarations.push(id),
                Some(Declared::Function(_)) | None => {
                    return Err(self.expected("a parameter declaration or `{`"));
                }
            }
        }
        Ok(finish_list!(self, declarations, mark))
    }

    fn function_body(&mut self) -> Parse<StmtId> {
        if !self.at(Kind::LBrace) {
            return Err(self.expected("`{`"));
        }
        self.block()
    }
}
