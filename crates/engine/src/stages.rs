//! The stages of the front end that are not there yet: each refuses its input by name.

use crate::input::error;
use crate::pipeline::Target;
use c_syntax::ast::Ast;
use cfa::Cfa;
use source::{Diagnostic, SourceMap};
use stdx::Interner;

pub(crate) fn lower(
    _: &mut SourceMap,
    _: Interner,
    _: Vec<Ast>,
    _: &Target,
) -> (Option<Cfa>, Vec<Diagnostic>) {
    (None, vec![error("E0900", "lowering is not there yet")])
}
