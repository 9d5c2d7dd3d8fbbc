//! How parsing goes on after an error: at the next statement of the block, or at the next declaration of
//! the file. What is skipped is part of a program that is refused anyway.

use super::*;

impl Parser<'_> {
    /// Skips the rest of a statement or declaration in a block; `start` is where the failed one began.
    pub(super) fn next_statement(&mut self, start: Span) {
        let mut braces = 0_u32;
        // Without progress the same token would fail again.
        if self.token.span == start && !self.at(Kind::RBrace) {
            braces += u32::from(self.at(Kind::LBrace));
            self.bump();
        }
        loop {
            match self.token.kind {
                Kind::Eof => return,
                Kind::Semicolon if braces == 0 => {
                    self.bump();
                    return;
                }
                Kind::RBrace if braces == 0 => return,
                Kind::RBrace => {
                    self.bump();
                    braces -= 1;
                    if braces == 0 {
                        return;
                    }
                    continue;
                }
                Kind::LBrace => braces += 1,
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips to the next declaration of the file; `start` is where the failed one began.
    pub(super) fn next_declaration(&mut self, start: Span) {
        self.scratch = Scratch::default();
        let mut braces = 0_u32;
        let mut first = self.token.span == start;
        while !self.at(Kind::Eof) {
            match self.token.kind {
                Kind::Semicolon if braces == 0 => {
                    self.bump();
                    return;
                }
                Kind::LBrace => braces += 1,
                Kind::RBrace => {
                    braces = braces.saturating_sub(1);
                    if braces == 0 {
                        self.bump();
                        self.eat(Kind::Semicolon);
                        return;
                    }
                }
                // A declaration at the very beginning of a line is most likely one of the file, even if
                // braces are out of balance.
                _ if !first && self.lexer.begins_line(self.token.span) && self.starts_declaration() => return,
                _ => {}
            }
            first = false;
            self.bump();
        }
    }
}
