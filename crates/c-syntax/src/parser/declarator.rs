//! Declarators (C11 6.7.6), named and abstract.
//!
//! The derivations are gathered from the name outwards: those of an inner parenthesised declarator first,
//! then the brackets behind it, then the stars before it.

use super::*;
use scope::Meaning;
use smallvec::SmallVec;
use specifiers::{Place, flag};

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// Declarations.
    Required,
    /// Parameters.
    Optional,
    /// Type names.
    Forbidden,
}

impl Parser<'_> {
    /// Parses a declarator. Attributes inside it are left on the scratch stack for the caller.
    pub(super) fn declarator(&mut self, naming: Naming) -> Parse<DeclaratorId> {
        let mark = self.scratch.derived.len();
        let (name, span) = self.declarator_parts(naming)?;
        let derived = finish_list!(self, derived, mark);
        Ok(self.ast.declarators.push(Declarator { name, derived, span }))
    }

    fn declarator_parts(&mut self, naming: Naming) -> Parse<(Option<Symbol>, Span)> {
        let mut pointers: SmallVec<[Flags; 4]> = SmallVec::new();
        while self.eat(Kind::Star) {
            pointers.push(self.qualifiers()?);
        }
        let here = Span::new(self.token.span.lo, self.token.span.lo);
        let (name, span) = if self.at(Kind::LParen) && self.is_nested_declarator(naming) {
            self.nested(|parser| parser.parenthesised_declarator(naming))?
        } else if self.at(Kind::Ident) && naming != Naming::Forbidden {
            let token = self.bump();
            (Some(token.symbol), token.span)
        } else if naming == Naming::Required {
            return Err(self.expected("a name to declare"));
        } else {
            (None, here)
        };
        self.declarator_brackets()?;
        self.scratch.derived.extend(pointers.iter().rev().map(|&flags| Derived::Pointer(flags)));
        Ok((name, span))
    }

    fn parenthesised_declarator(&mut self, naming: Naming) -> Parse<(Option<Symbol>, Span)> {
        let open = self.bump().span;
        self.attributes()?;
        let name = self.declarator_parts(naming)?;
        self.attributes()?;
        self.close(Kind::RParen, open)?;
        Ok(name)
    }

    /// Whether the current `(` begins an inner declarator rather than the parameters of an unnamed function.
    fn is_nested_declarator(&mut self, naming: Naming) -> bool {
        if naming == Naming::Required {
            return true;
        }
        let next = self.peek();
        match next.kind {
            Kind::Star | Kind::LParen | Kind::LBracket | Kind::Attribute => true,
            Kind::Ident => naming == Naming::Optional && !self.is_typedef(next),
            _ => false,
        }
    }

    /// Qualifiers and attributes behind a `*`.
    fn qualifiers(&mut self) -> Parse<Flags> {
        let mut flags = Flags::default();
        loop {
            if let Some(flag) = flag(self.token.kind) {
                flags.insert(flag);
                self.bump();
            } else if self.at(Kind::Attribute) {
                self.attribute_specifier()?;
            } else {
                return Ok(flags);
            }
        }
    }

    fn declarator_brackets(&mut self) -> Parse<()> {
        loop {
            let token_kind = self.token.kind;
            match token_kind {
                Kind::LBracket if !self.at_bracket_attribute() => {
                    let length = self.nested(Self::array_length)?;
                    self.scratch.derived.push(Derived::Array(length));
                }
                Kind::LParen => {
                    let parameters = self.nested(|parser| parser.scoped(Self::parameters))?;
                    self.scratch.derived.push(Derived::Function(parameters));
                }
                _ => return Ok(()),
            }
        }
    }

    fn array_length(&mut self) -> Parse<ArrayLength> {
        let open = self.bump().span;
        // Qualifiers and `static` speak of the pointer that a parameter becomes, and promise more elements.
        while self.at(Kind::Static) || flag(self.token.kind).is_some() {
            self.bump();
        }
        let length = if self.at(Kind::RBracket) {
            ArrayLength::Unspecified
        } else if self.at(Kind::Star) && self.peek().kind == Kind::RBracket {
            self.bump();
            ArrayLength::Star
        } else {
            ArrayLength::Expr(self.assignment()?)
        };
        self.close(Kind::RBracket, open)?;
        Ok(length)
    }

    fn parameters(&mut self) -> Parse<Parameters> {
        let open = self.bump().span;
        let token_kind = self.token.kind;
        let parameters = match token_kind {
            Kind::RParen => Parameters::Unspecified,
            Kind::Void if self.peek().kind == Kind::RParen => {
                self.bump();
                Parameters::Prototype { params: IdRange::EMPTY, variadic: false }
            }
            Kind::Ident if !self.is_typedef(self.token) && self.is_name_list() => self.name_list()?,
            _ => self.prototype()?,
        };
        self.close(Kind::RParen, open)?;
        Ok(parameters)
    }

    fn is_name_list(&mut self) -> bool {
        matches!(self.peek().kind, Kind::Comma | Kind::RParen)
    }

    fn name_list(&mut self) -> Parse<Parameters> {
        let mark = self.scratch.symbols.len();
        loop {
            let (name, _) = self.expect_name()?;
            self.scratch.symbols.push(name);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        Ok(Parameters::Names(finish_list!(self, symbols, mark)))
    }

    fn prototype(&mut self) -> Parse<Parameters> {
        let mark = self.scratch.params.len();
        let mut variadic = false;
        loop {
            if self.eat(Kind::Ellipsis) {
                variadic = true;
                break;
            }
            let param = self.parameter()?;
            self.scratch.params.push(param);
            if self.eat(Kind::Semicolon) {
                // GNU's forward declarations, `(int n; int a[n])`: the parameters themselves follow.
                self.scratch.params.truncate(mark);
                if self.at(Kind::RParen) {
                    return Ok(Parameters::Unspecified);
                }
            } else if !self.eat(Kind::Comma) {
                break;
            }
        }
        Ok(Parameters::Prototype { params: finish_list!(self, params, mark), variadic })
    }

    fn parameter(&mut self) -> Parse<Param> {
        let mark = self.scratch.attributes.len();
        let start = self.token.span;
        let specifiers = self.specifiers(Place::NeedsType, mark)?;
        if self.token.span == start {
            return Err(self.expected("a parameter"));
        }
        let declarator = self.declarator(Naming::Optional)?;
        self.trailing_attributes(specifiers, mark)?;
        if let Some(name) = self.ast.declarators[declarator].name {
            self.scopes.declare(name, Meaning::Ordinary);
        }
        Ok(Param { specifiers, declarator })
    }
}
