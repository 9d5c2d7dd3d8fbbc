//! Initialisers (C11 6.7.9) with GNU's ranges, empty braces and the obsolete `name: value`.

use super::*;

impl Parser<'_> {
    /// What follows the `=`.
    pub(super) fn initialiser(&mut self) -> Parse<InitId> {
        if self.at(Kind::LBrace) {
            return self.nested(Self::braced_initialiser);
        }
        let value = self.assignment()?;
        Ok(self.ast.inits.push(Init::Expr(value)))
    }

    /// `{ ... }`
    pub(super) fn braced_initialiser(&mut self) -> Parse<InitId> {
        let open = self.bump().span;
        let mark = self.scratch.init_items.len();
        while !self.at(Kind::RBrace) {
            let designators = self.designation()?;
            let init = self.initialiser()?;
            self.scratch.init_items.push(InitItem { designators, init });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.close(Kind::RBrace, open)?;
        let items = finish_list!(self, init_items, mark);
        let span = self.since(open);
        Ok(self.ast.inits.push(Init::List(items, span)))
    }

    fn designation(&mut self) -> Parse<IdRange<Designator>> {
        let token_kind = self.token.kind;
        match token_kind {
            Kind::Ident if self.peek().kind == Kind::Colon => {
                let name = self.bump().symbol;
                self.bump();
                return Ok(IdRange::store(&mut self.ast.pools.designators, [Designator::Field(name)]));
            }
            Kind::Dot | Kind::LBracket => {}
            _ => return Ok(IdRange::EMPTY),
        }
        let mark = self.scratch.designators.len();
        self.designators()?;
        // GNU once wrote `[3] value`, without `=`.
        if !self.at(Kind::LBrace) && !self.eat(Kind::Assign) {
            let brackets_only =
                matches!(self.scratch.designators[mark..], [Designator::Index(_) | Designator::Range(..)]);
            if !brackets_only {
                return Err(self.expected("`=`"));
            }
        }
        Ok(finish_list!(self, designators, mark))
    }

    /// Takes `.name` and `[index]` onto the scratch stack.
    pub(super) fn designators(&mut self) -> Parse<()> {
        loop {
            let token_kind = self.token.kind;
            match token_kind {
                Kind::Dot => {
                    self.bump();
                    let (name, _) = self.expect_name()?;
                    self.scratch.designators.push(Designator::Field(name));
                }
                Kind::LBracket => {
                    let open = self.bump().span;
                    let low = self.expression()?;
                    let designator = if self.eat(Kind::Ellipsis) {
                        Designator::Range(low, self.expression()?)
                    } else {
                        Designator::Index(low)
                    };
                    self.close(Kind::RBracket, open)?;
                    self.scratch.designators.push(designator);
                }
                _ => return Ok(()),
            }
        }
    }
}
