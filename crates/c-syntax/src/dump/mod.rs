//! Readable forms of tokens and trees.

use crate::ast::Ast;
use source::{Diagnostic, FileId, SourceMap};
use stdx::Interner;

/// The tree.
pub fn dump_ast(_ast: &Ast, _names: &Interner, _map: &SourceMap) -> String {
    String::new()
}

/// The tokens.
pub fn dump_tokens(_map: &SourceMap, _file: FileId) -> (String, Vec<Diagnostic>) {
    Default::default()
}
