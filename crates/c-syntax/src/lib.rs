//! From C text to a syntax tree: lexer, line markers, parser, AST and its dump.
//!
//! *Purpose:* accept C11 with the GNU extensions of real code, fast and without knowing types.
//! *Not its purpose:* name resolution beyond telling typedef names from variables, types, constants.
//!
//! *Entry points:* [`parse`], [`dump_ast`], [`dump_tokens`].
//!
//! *Invariants:* node lists live in pools of the [`ast::Ast`], so that a tree of any depth is freed without recursion;
//! every node has a span inside the file it came from.

pub mod ast;
mod dump;
mod lexer;
mod parser;
mod sink;
#[cfg(test)]
mod tests;

pub use dump::{dump_ast, dump_tokens};
pub use lexer::number::float_digits;

use source::{Diagnostic, FileId, SourceMap};
use stdx::Interner;

/// What parsing gives.
#[derive(Debug)]
pub struct Parsed {
    /// The tree; incomplete if an error is among the diagnostics.
    pub ast: ast::Ast,
    /// Errors and warnings in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a text of the map and records its line markers there.
pub fn parse(map: &mut SourceMap, file: FileId, names: &mut Interner) -> Parsed {
    let text = map.text(file);
    let parser = parser::Parser::new(file, text, map.start(file), names);
    let (ast, lexer) = parser.run();
    let (markers, diagnostics) = (lexer.markers, lexer.sink.diagnostics);
    for marker in &markers {
        map.add_marker(file, marker.start, marker.line, marker.name.as_deref());
        if marker.is_system {
            map.mark_system(file);
        }
    }
    Parsed { ast, diagnostics }
}
