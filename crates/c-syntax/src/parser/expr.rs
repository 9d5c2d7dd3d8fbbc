//! Expressions (C11 6.5): operators. What they apply to is in `primary`.

use super::*;

/// Precedence of the weakest binary operator, `||`.
const WEAKEST: u8 = 1;

/// A binary operator and how strongly it binds; comma and assignments are not among them.
fn binary_operator(kind: Kind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        Kind::PipePipe => (BinaryOp::Or, WEAKEST),
        Kind::AmpAmp => (BinaryOp::And, 2),
        Kind::Pipe => (BinaryOp::BitOr, 3),
        Kind::Caret => (BinaryOp::BitXor, 4),
        Kind::Amp => (BinaryOp::BitAnd, 5),
        Kind::EqEq => (BinaryOp::Eq, 6),
        Kind::Ne => (BinaryOp::Ne, 6),
        Kind::Lt => (BinaryOp::Lt, 7),
        Kind::Gt => (BinaryOp::Gt, 7),
        Kind::Le => (BinaryOp::Le, 7),
        Kind::Ge => (BinaryOp::Ge, 7),
        Kind::Shl => (BinaryOp::Shl, 8),
        Kind::Shr => (BinaryOp::Shr, 8),
        Kind::Plus => (BinaryOp::Add, 9),
        Kind::Minus => (BinaryOp::Sub, 9),
        Kind::Star => (BinaryOp::Mul, 10),
        Kind::Slash => (BinaryOp::Div, 10),
        Kind::Percent => (BinaryOp::Rem, 10),
        _ => return None,
    })
}

/// The operator of an assignment: `None` inside for plain `=`.
fn assignment_operator(kind: Kind) -> Option<Option<BinaryOp>> {
    Some(match kind {
        Kind::Assign => None,
        Kind::PlusAssign => Some(BinaryOp::Add),
        Kind::MinusAssign => Some(BinaryOp::Sub),
        Kind::StarAssign => Some(BinaryOp::Mul),
        Kind::SlashAssign => Some(BinaryOp::Div),
        Kind::PercentAssign => Some(BinaryOp::Rem),
        Kind::AmpAssign => Some(BinaryOp::BitAnd),
        Kind::PipeAssign => Some(BinaryOp::BitOr),
        Kind::CaretAssign => Some(BinaryOp::BitXor),
        Kind::ShlAssign => Some(BinaryOp::Shl),
        Kind::ShrAssign => Some(BinaryOp::Shr),
        _ => return None,
    })
}

fn prefix_operator(kind: Kind) -> Option<UnaryOp> {
    Some(match kind {
        Kind::Plus => UnaryOp::Plus,
        Kind::Minus => UnaryOp::Minus,
        Kind::Tilde => UnaryOp::BitNot,
        Kind::Bang => UnaryOp::Not,
        Kind::Star => UnaryOp::Deref,
        Kind::Amp => UnaryOp::AddressOf,
        Kind::PlusPlus => UnaryOp::PreIncrement,
        Kind::MinusMinus => UnaryOp::PreDecrement,
        Kind::Real => UnaryOp::Real,
        Kind::Imag => UnaryOp::Imag,
        _ => return None,
    })
}

impl Parser<'_> {
    /// An expression, commas included.
    pub(super) fn expression(&mut self) -> Parse<ExprId> {
        let mut left = self.assignment()?;
        while self.eat(Kind::Comma) {
            let right = self.assignment()?;
            left = self.binary_node(BinaryOp::Comma, left, right);
        }
        Ok(left)
    }

    /// An expression without a comma operator.
    pub(super) fn assignment(&mut self) -> Parse<ExprId> {
        let left = self.conditional()?;
        match assignment_operator(self.token.kind) {
            Some(op) => {
                self.bump();
                let right = self.nested(Self::assignment)?;
                let span = self.ast.exprs[left].span.to(self.ast.exprs[right].span);
                Ok(self.expr(ExprKind::Assign(op, left, right), span))
            }
            None => Ok(left),
        }
    }

    /// `c ? t : e`, or anything that binds stronger.
    pub(super) fn conditional(&mut self) -> Parse<ExprId> {
        let condition = self.binary(WEAKEST)?;
        if !self.eat(Kind::Question) {
            return Ok(condition);
        }
        let then = if self.at(Kind::Colon) { None } else { Some(self.nested(Self::expression)?) };
        self.expect(Kind::Colon)?;
        let otherwise = self.nested(Self::conditional)?;
        let span = self.ast.exprs[condition].span.to(self.ast.exprs[otherwise].span);
        Ok(self.expr(ExprKind::Conditional(condition, then, otherwise), span))
    }

    /// Operators that bind at least as strongly as `weakest`. The recursion is bounded by the number of
    /// precedences; chains of one precedence are a loop.
    fn binary(&mut self, weakest: u8) -> Parse<ExprId> {
        let mut left = self.unary()?;
        while let Some((op, strength)) = binary_operator(self.token.kind) {
            if strength < weakest {
                break;
            }
            self.bump();
            let right = self.binary(strength + 1)?;
            left = self.binary_node(op, left, right);
        }
        Ok(left)
    }

    fn binary_node(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> ExprId {
        let span = self.ast.exprs[left].span.to(self.ast.exprs[right].span);
        self.expr(ExprKind::Binary(op, left, right), span)
    }

    /// Prefix operators, casts, and operands with their postfix operators.
    fn unary(&mut self) -> Parse<ExprId> {
        let start = self.token.span;
        if let Some(op) = prefix_operator(self.token.kind) {
            self.bump();
            let operand = self.nested(Self::unary)?;
            let span = start.to(self.ast.exprs[operand].span);
            return Ok(self.expr(ExprKind::Unary(op, operand), span));
        }
        match self.token.kind {
            Kind::LParen => {
                let next = self.peek();
                if self.starts_type(next) {
                    return self.nested(Self::cast);
                }
                self.operand()
            }
            Kind::Sizeof | Kind::Alignof => self.nested(Self::size_or_alignment),
            Kind::AmpAmp => {
                self.bump();
                let (label, span) = self.expect_name()?;
                Ok(self.expr(ExprKind::LabelAddress(label), start.to(span)))
            }
            Kind::Extension => {
                self.bump();
                self.nested(Self::unary)
            }
            _ => self.operand(),
        }
    }

    /// `(type) operand`, or a compound literal.
    fn cast(&mut self) -> Parse<ExprId> {
        let open = self.bump().span;
        let name = self.type_name()?;
        self.close(Kind::RParen, open)?;
        if self.at(Kind::LBrace) {
            let literal = self.compound_literal(name, open)?;
            return self.postfix(literal);
        }
        let operand = self.unary()?;
        let span = open.to(self.ast.exprs[operand].span);
        Ok(self.expr(ExprKind::Cast(name, operand), span))
    }

    fn compound_literal(&mut self, name: TypeNameId, open: Span) -> Parse<ExprId> {
        let init = self.nested(Self::braced_initialiser)?;
        let span = self.since(open);
        Ok(self.expr(ExprKind::CompoundLiteral(name, init), span))
    }

    /// `sizeof` or `_Alignof`, of a parenthesised type or of an operand.
    fn size_or_alignment(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        let is_sizeof = keyword.kind == Kind::Sizeof;
        let next = if self.at(Kind::LParen) { Some(self.peek()) } else { None };
        let operand = match next {
            Some(next) if self.starts_type(next) => {
                let open = self.bump().span;
                let name = self.type_name()?;
                self.close(Kind::RParen, open)?;
                if !self.at(Kind::LBrace) {
                    let span = self.since(keyword.span);
                    let kind =
                        if is_sizeof { ExprKind::SizeofType(name) } else { ExprKind::AlignofType(name) };
                    return Ok(self.expr(kind, span));
                }
                let literal = self.compound_literal(name, open)?;
                self.postfix(literal)?
            }
            _ => self.unary()?,
        };
        let span = keyword.span.to(self.ast.exprs[operand].span);
        let kind = if is_sizeof { ExprKind::SizeofExpr(operand) } else { ExprKind::AlignofExpr(operand) };
        Ok(self.expr(kind, span))
    }

    fn operand(&mut self) -> Parse<ExprId> {
        let primary = self.primary()?;
        self.postfix(primary)
    }

    /// Calls, subscripts, member accesses and increments behind an operand.
    fn postfix(&mut self, operand: ExprId) -> Parse<ExprId> {
        let mut left = operand;
        let start = self.ast.exprs[operand].span;
        loop {
            let kind = match self.token.kind {
                Kind::LBracket => {
                    let open = self.bump().span;
                    let index = self.nested(Self::expression)?;
                    self.close(Kind::RBracket, open)?;
                    ExprKind::Index(left, index)
                }
                Kind::LParen => ExprKind::Call(left, self.nested(Self::arguments)?),
                Kind::Dot | Kind::Arrow => {
                    let arrow = self.bump().kind == Kind::Arrow;
                    let (name, _) = self.expect_name()?;
                    if arrow { ExprKind::Arrow(left, name) } else { ExprKind::Member(left, name) }
                }
                Kind::PlusPlus => {
                    self.bump();
                    ExprKind::Unary(UnaryOp::PostIncrement, left)
                }
                Kind::MinusMinus => {
                    self.bump();
                    ExprKind::Unary(UnaryOp::PostDecrement, left)
                }
                _ => return Ok(left),
            };
            let span = self.since(start);
            left = self.expr(kind, span);
        }
    }

    fn arguments(&mut self) -> Parse<IdRange<ExprId>> {
        let open = self.bump().span;
        let mark = self.scratch.exprs.len();
        if !self.at(Kind::RParen) {
            loop {
                let argument = self.assignment()?;
                self.scratch.exprs.push(argument);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        self.close(Kind::RParen, open)?;
        Ok(finish_list!(self, exprs, mark))
    }
}
