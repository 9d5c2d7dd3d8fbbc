//! From C text to a syntax tree: lexer, line markers, parser, AST and its dump.
//!
//! *Purpose:* accept C11 with the GNU extensions of real code, fast and without knowing types.
//! *Not its purpose:* name resolution beyond telling typedef names from variables, types, constants.
//!
//! *Entry points:* [`parse`], [`lex`], [`dump_ast`], [`dump_tokens`].
//!
//! *Invariants:* node lists live in pools of the [`ast::Ast`], so that a tree of any depth is freed without recursion;
//! every node has a span inside the file it came from.

pub mod ast;
