//! The token dump: `line:column kind text`, one token a line.

use crate::lexer::Lexer;
use crate::lexer::token::Kind;
use source::{Diagnostic, FileId, SourceMap};
use std::fmt::Write as _;
use stdx::Interner;

/// All tokens of a text as `line:column kind text`, one a line, and what is wrong with the text. A token
/// that is spread over joined lines is shown in one piece. Lines and columns are those of the text itself,
/// line markers ignored.
pub fn dump_tokens(map: &SourceMap, file: FileId) -> (String, Vec<Diagnostic>) {
    let mut names = Interner::new();
    let base = map.start(file);
    let text = map.text(file);
    let mut lexer = Lexer::new(text, base, &mut names);
    let mut out = String::new();
    let (mut line, mut column, mut seen) = (1, 1, 0);
    loop {
        let token = lexer.token();
        if token.kind == Kind::Eof {
            break;
        }
        let at = (token.span.lo - base) as usize;
        let passed = &text[seen..at];
        line += memchr::memchr_iter(b'\n', passed.as_bytes()).count();
        column = match passed.rsplit_once('\n') {
            Some((_, after)) => after.chars().count() + 1,
            None => column + passed.chars().count(),
        };
        seen = at;
        let spelling = lexer.slice(token.span);
        let joined = spelling.contains('\n').then(|| spelling.replace("\\\r\n", "").replace("\\\n", ""));
        let shown = joined.as_deref().unwrap_or(spelling);
        let _ = writeln!(out, "{line}:{column} {} {shown}", class(token.kind));
    }
    (out, lexer.sink.diagnostics)
}

/// What sort of token it is.
fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Ident => "identifier",
        Kind::Number => "number",
        Kind::Char => "character",
        Kind::Str => "string",
        _ if kind.is_keyword() => "keyword",
        _ => "punctuator",
    }
}
