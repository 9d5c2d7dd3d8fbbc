//! The parser: recursive descent with precedence climbing, C11 annex A.2 and the GNU extensions.
//!
//! One token is current, one more may be looked at. Only [`scope`] knows about declarations; everything
//! else is decided by tokens. The parser accepts somewhat more than the standard allows (`f() = 1` is
//! parsed, `c-sema` refuses it), but never reads a valid text in another way.
//!
//! *Errors.* A function that fails has reported why and returns [`Failed`]; [`recover`] goes on at the next
//! statement or declaration.
//!
//! *Depth.* Each way to nest passes through [`Parser::nested`], which grows the stack on the heap and
//! refuses more than [`NESTING_LIMIT`] levels. Left-associative chains are loops.
//!
//! *Lists.* The items of a list are gathered on a stack per kind ([`Scratch`]) and moved to the tree's pool
//! when the list ends; nested lists lie above and are gone by then.

mod asm;
mod attribute;
mod decl;
mod declarator;
mod expr;
mod init;
mod primary;
mod record;
mod recover;
mod scope;
mod specifiers;
mod stmt;

use crate::ast::*;
use crate::lexer::Lexer;
use crate::lexer::token::{Kind, Token};
use scope::Scopes;
use source::{Diagnostic, FileId, Span};
use stdx::{IdRange, Interner, Symbol};

/// How deep constructs may nest in each other.
///
/// Real code stays below a hundred, generated code below some thousands. The limit bounds the memory that
/// hostile input can make the stack take.
pub(crate) const NESTING_LIMIT: u32 = 131_072;

/// Something failed and was reported.
#[derive(Debug)]
pub(crate) struct Failed;

/// What parsing functions return.
type Parse<T> = Result<T, Failed>;

/// Unfinished lists, one stack for each kind.
#[derive(Default)]
struct Scratch {
    exprs: Vec<ExprId>,
    stmts: Vec<StmtId>,
    symbols: Vec<Symbol>,
    derived: Vec<Derived>,
    params: Vec<Param>,
    init_declarators: Vec<InitDeclarator>,
    attributes: Vec<Attribute>,
    members: Vec<MemberDecl>,
    enumerators: Vec<Enumerator>,
    init_items: Vec<InitItem>,
    designators: Vec<Designator>,
    associations: Vec<GenericAssociation>,
    asm_operands: Vec<AsmOperand>,
    declarations: Vec<DeclarationId>,
}

/// Moves the items above `mark` from a scratch stack to the pool of the same name.
macro_rules! finish_list {
    ($parser:expr, $name:ident, $mark:expr) => {
        stdx::IdRange::store(&mut $parser.ast.pools.$name, $parser.scratch.$name.drain($mark..))
    };
}
use finish_list;

/// The state of parsing one text.
pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The current token.
    token: Token,
    /// The token after the current one, if it was looked at.
    ahead: Option<Token>,
    /// The end of the token before the current one.
    last_hi: u32,
    scopes: Scopes,
    scratch: Scratch,
    depth: u32,
    ast: Ast,
}

impl<'a> Parser<'a> {
    /// A parser at the start of `text`.
    pub(crate) fn new(file: FileId, text: &'a str, base: u32, names: &'a mut Interner) -> Self {
        let mut lexer = Lexer::new(text, base, names);
        let token = lexer.token();
        let mut parser = Self {
            lexer,
            token,
            ahead: None,
            last_hi: base,
            scopes: Scopes::default(),
            scratch: Scratch::default(),
            depth: 0,
            ast: Ast::new(file),
        };
        if parser.token.kind == Kind::PragmaOperator {
            parser.token = parser.after_pragma();
        }
        parser
    }

    /// Parses the whole text.
    pub(crate) fn run(mut self) -> (Ast, Lexer<'a>) {
        while self.token.kind != Kind::Eof {
            let before = self.token.span;
            if self.external_declaration().is_err() {
                self.next_declaration(before);
            }
        }
        self.ast.shrink();
        (self.ast, self.lexer)
    }

    // The token stream.

    /// The current token; the next one becomes current.
    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.token;
        self.last_hi = token.span.hi;
        self.token = match self.ahead.take() {
            Some(ahead) => ahead,
            None => self.fetch(),
        };
        token
    }

    /// The token after the current one.
    fn peek(&mut self) -> Token {
        if let Some(ahead) = self.ahead {
            return ahead;
        }
        let token = self.fetch();
        self.ahead = Some(token);
        token
    }

    #[inline]
    fn fetch(&mut self) -> Token {
        let token = self.lexer.token();
        if token.kind == Kind::PragmaOperator { self.after_pragma() } else { token }
    }

    /// The first token after `_Pragma("...")`, which says the same as a `#pragma` line.
    #[cold]
    fn after_pragma(&mut self) -> Token {
        loop {
            for kind in [Kind::LParen, Kind::Str, Kind::RParen] {
                let token = self.lexer.token();
                if token.kind != kind {
                    let message = format!("expected {} after `_Pragma`", describe(kind));
                    self.lexer.sink.push(Diagnostic::error("E0201", token.span, message));
                    return token;
                }
                if kind == Kind::Str {
                    self.lexer.pragma_operator(token.span);
                }
            }
            let token = self.lexer.token();
            if token.kind != Kind::PragmaOperator {
                return token;
            }
        }
    }

    #[inline]
    fn at(&self, kind: Kind) -> bool {
        self.token.kind == kind
    }

    /// Passes the current token if it is of this kind.
    #[inline]
    fn eat(&mut self, kind: Kind) -> bool {
        let there = self.token.kind == kind;
        if there {
            self.bump();
        }
        there
    }

    /// Passes a token of this kind or fails.
    #[inline]
    fn expect(&mut self, kind: Kind) -> Parse<Token> {
        if self.token.kind == kind { Ok(self.bump()) } else { Err(self.expected(&describe(kind))) }
    }

    /// Passes a closing bracket, or fails with a hint at the opening one.
    fn close(&mut self, kind: Kind, open: Span) -> Parse<Token> {
        if self.token.kind == kind {
            return Ok(self.bump());
        }
        let message = format!("expected {}, found {}", describe(kind), self.found());
        let diagnostic = Diagnostic::error("E0201", self.token.span, message);
        self.lexer.sink.push(diagnostic.with_related(open, "to match this"));
        Err(Failed)
    }

    /// Passes a name, which may also be a typedef name.
    fn expect_name(&mut self) -> Parse<(Symbol, Span)> {
        if self.token.kind != Kind::Ident {
            return Err(self.expected("a name"));
        }
        let token = self.bump();
        Ok((token.symbol, token.span))
    }

    // Messages.

    fn error(&mut self, code: &'static str, span: Span, message: String) -> Failed {
        self.lexer.sink.push(Diagnostic::error(code, span, message));
        Failed
    }

    /// Reports that something else was expected than the current token.
    #[cold]
    fn expected(&mut self, what: &str) -> Failed {
        let message = format!("expected {what}, found {}", self.found());
        let span = self.token.span;
        // A missing `;` is best seen where it should be; the place after the last token is on its line.
        if matches!(what, "`;`") && self.lexer.begins_later_line(self.last_hi, span) {
            let diagnostic = Diagnostic::error("E0201", Span::new(self.last_hi, self.last_hi), message);
            self.lexer.sink.push(diagnostic.with_related(span, "found here"));
            return Failed;
        }
        self.error("E0201", span, message)
    }

    /// The current token, for a message.
    fn found(&self) -> String {
        match self.token.kind {
            Kind::Eof => "end of file".to_owned(),
            kind => {
                let text = self.lexer.slice(self.token.span);
                let shown = text
                    .char_indices()
                    .nth(30)
                    .map_or(text.to_owned(), |(end, _)| format!("{}...", &text[..end]));
                if kind.is_class() { format!("{} `{shown}`", kind.text()) } else { format!("`{shown}`") }
            }
        }
    }

    // Nesting and nodes.

    /// Runs `parse` one level deeper.
    #[inline]
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= NESTING_LIMIT {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || parse(self));
        self.depth -= 1;
        result
    }

    /// Runs `parse` in a scope of its own.
    fn scoped<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let mark = self.scopes.enter();
        let result = parse(self);
        self.scopes.leave(mark);
        result
    }

    #[cold]
    fn too_deep(&mut self) -> Failed {
        let message = format!("nesting is deeper than {NESTING_LIMIT} levels");
        self.lexer.sink.stop(Diagnostic::error("E0204", self.token.span, message));
        self.ahead = None;
        self.token = self.lexer.token();
        Failed
    }

    /// From the start of `from` to the end of the last token passed.
    fn since(&self, from: Span) -> Span {
        Span::new(from.lo, self.last_hi.max(from.lo))
    }

    fn expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.ast.exprs.push(Expr { kind, span })
    }

    fn stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.ast.stmts.push(Stmt { kind, span })
    }

    fn is_typedef(&self, token: Token) -> bool {
        token.kind == Kind::Ident && self.scopes.is_typedef(token.symbol)
    }

    /// An attribute list of `first` followed by `second`.
    fn joined(&mut self, first: IdRange<Attribute>, second: IdRange<Attribute>) -> IdRange<Attribute> {
        if second.is_empty() {
            return first;
        }
        let both: Vec<Attribute> =
            [first, second].iter().flat_map(|&list| self.ast.attribute_list(list).iter().copied()).collect();
        IdRange::store(&mut self.ast.pools.attributes, both)
    }
}

/// A kind of token, for a message.
fn describe(kind: Kind) -> String {
    if kind.is_class() { format!("a {}", kind.text()) } else { format!("`{}`", kind.text()) }
}
