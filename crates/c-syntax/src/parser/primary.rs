//! Primary expressions (C11 6.5.1): names, constants, strings, parentheses, `_Generic`, statement
//! expressions, and the built-in functions whose arguments are types.

use super::*;
use crate::lexer::number;
use crate::lexer::text::{self, Complaint};
use smallvec::SmallVec;

impl Parser<'_> {
    /// A primary expression.
    pub(super) fn primary(&mut self) -> Parse<ExprId> {
        let token = self.token;
        match token.kind {
            Kind::Ident => {
                self.bump();
                Ok(self.expr(ExprKind::Ident(token.symbol), token.span))
            }
            Kind::Number => self.number(),
            Kind::Str => {
                let (string, span) = self.string()?;
                Ok(self.expr(ExprKind::Str(string), span))
            }
            Kind::Char => self.character(),
            Kind::LParen => self.nested(Self::parenthesised),
            Kind::Generic => self.nested(Self::generic),
            Kind::VaArg => self.builtin(|parser| {
                let list = parser.assignment()?;
                parser.expect(Kind::Comma)?;
                Ok(ExprKind::VaArg(list, parser.type_name()?))
            }),
            Kind::Offsetof => self.builtin(Self::offsetof),
            Kind::TypesCompatible => self.builtin(|parser| {
                let first = parser.type_name()?;
                parser.expect(Kind::Comma)?;
                Ok(ExprKind::TypesCompatible(first, parser.type_name()?))
            }),
            Kind::ConvertVector => self.builtin(|parser| {
                let vector = parser.assignment()?;
                parser.expect(Kind::Comma)?;
                Ok(ExprKind::ConvertVector(vector, parser.type_name()?))
            }),
            Kind::ChooseExpr => self.builtin(|parser| {
                let condition = parser.assignment()?;
                parser.expect(Kind::Comma)?;
                let then = parser.assignment()?;
                parser.expect(Kind::Comma)?;
                let otherwise = parser.assignment()?;
                let three = [condition, then, otherwise];
                Ok(ExprKind::Choose(IdRange::store(&mut parser.ast.pools.exprs, three)))
            }),
            _ => Err(self.expected("an expression")),
        }
    }

    fn number(&mut self) -> Parse<ExprId> {
        let span = self.bump().span;
        match number::decode(self.lexer.slice(span)) {
            Ok(kind) => Ok(self.expr(kind, span)),
            Err((code, message)) => {
                // The text goes on well behind a bad number, so that only this is reported.
                self.error(code, span, message);
                let zero = IntLit { value: 0, unsigned: false, longs: 0, decimal: true };
                Ok(self.expr(ExprKind::Int(zero), span))
            }
        }
    }

    fn character(&mut self) -> Parse<ExprId> {
        let span = self.bump().span;
        let mut complaints = Vec::new();
        let literal = text::decode_char(self.lexer.slice(span), &mut complaints);
        self.complain(complaints, span);
        Ok(self.expr(ExprKind::Char(literal), span))
    }

    fn complain(&mut self, complaints: Vec<Complaint>, span: Span) {
        for complaint in complaints {
            self.lexer.sink.push(match complaint {
                Complaint::Error(code, message) => Diagnostic::error(code, span, message),
                Complaint::Warning(code, message) => Diagnostic::warning(code, span, message),
            });
        }
    }

    /// One or more adjacent string literals, joined (C11 6.4.5p5).
    pub(super) fn string(&mut self) -> Parse<(StringId, Span)> {
        if !self.at(Kind::Str) {
            return Err(self.expected("a string literal"));
        }
        let mut pieces: SmallVec<[Span; 4]> = SmallVec::new();
        while self.at(Kind::Str) {
            pieces.push(self.bump().span);
        }
        let start = pieces[0];
        let mut encoding = Encoding::Plain;
        for &piece in &pieces {
            let (prefix, _) = text::split(self.lexer.slice(piece));
            if prefix != Encoding::Plain && encoding != Encoding::Plain && prefix != encoding {
                let message = "adjacent string literals have different prefixes".to_owned();
                self.error("E0111", piece, message);
            }
            if prefix != Encoding::Plain {
                encoding = prefix;
            }
        }
        let mut bytes = Vec::new();
        for &piece in &pieces {
            let mut complaints = Vec::new();
            let (_, body) = text::split(self.lexer.slice(piece));
            text::decode_string(body, encoding, &mut bytes, &mut complaints);
            self.complain(complaints, piece);
        }
        let string = self.ast.strings.push(StringLit { bytes: bytes.into_boxed_slice(), encoding });
        Ok((string, self.since(start)))
    }

    /// `(expression)` or `({ ... })`
    fn parenthesised(&mut self) -> Parse<ExprId> {
        let open = self.bump().span;
        if self.at(Kind::LBrace) {
            let body = self.block()?;
            self.close(Kind::RParen, open)?;
            let span = self.since(open);
            return Ok(self.expr(ExprKind::StmtExpr(body), span));
        }
        let first = self.token;
        let inner = self.expression()?;
        self.close(Kind::RParen, open)?;
        // `(name) operand` is a cast to a type that nobody declared.
        let name_alone = self.ast.exprs[inner].span == first.span && first.kind == Kind::Ident;
        if name_alone && matches!(self.token.kind, Kind::Ident | Kind::Number | Kind::Char | Kind::Str) {
            self.unknown_type(first);
            return Err(Failed);
        }
        Ok(inner)
    }

    /// `keyword(arguments)`
    fn builtin(&mut self, arguments: impl FnOnce(&mut Self) -> Parse<ExprKind>) -> Parse<ExprId> {
        let keyword = self.bump();
        self.nested(|parser| {
            let open = parser.expect(Kind::LParen)?.span;
            let kind = arguments(parser)?;
            parser.close(Kind::RParen, open)?;
            let span = parser.since(keyword.span);
            Ok(parser.expr(kind, span))
        })
    }

    fn offsetof(&mut self) -> Parse<ExprKind> {
        let name = self.type_name()?;
        self.expect(Kind::Comma)?;
        let mark = self.scratch.designators.len();
        let (member, _) = self.expect_name()?;
        self.scratch.designators.push(Designator::Field(member));
        self.designators()?;
        Ok(ExprKind::Offsetof(name, finish_list!(self, designators, mark)))
    }

    /// `_Generic(e, type: e, default: e)`
    fn generic(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        let open = self.expect(Kind::LParen)?.span;
        let selector = self.assignment()?;
        let mark = self.scratch.associations.len();
        while self.eat(Kind::Comma) {
            let ty = if self.eat(Kind::Default) { None } else { Some(self.type_name()?) };
            self.expect(Kind::Colon)?;
            let expr = self.assignment()?;
            self.scratch.associations.push(GenericAssociation { ty, expr });
        }
        self.close(Kind::RParen, open)?;
        let associations = finish_list!(self, associations, mark);
        let span = self.since(keyword.span);
        Ok(self.expr(ExprKind::Generic(selector, associations), span))
    }
}
