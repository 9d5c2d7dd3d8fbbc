//! Readable forms of tokens and trees, for people and for tests.
//!
//! *Trees.* One node a line, children indented below it. A line is `role: Kind text line:column`; the role
//! says which child of its parent the node is, where the order does not. Specifiers stand in words on the
//! line of their owner; what they define (members, enumerators, `typeof` operands, attributes) follows as
//! children. Derivations of a declarator read from the name outwards.
//!
//! The printer keeps its own stack of nodes still to print, so that no tree is too deep for it. Indentation
//! stops at [`INDENT_LIMIT`] levels and continues as a number, or the dump of a sum of a million terms would
//! take a terabyte.

mod decl;
mod expr;
mod stmt;
mod tokens;

pub use tokens::dump_tokens;

use crate::ast::*;
use source::{SourceMap, Span};
use std::fmt::Write as _;
use stdx::{IdRange, Interner, Symbol};

/// Levels that are shown by indentation.
const INDENT_LIMIT: usize = 40;

/// The tree, one node a line.
pub fn dump_ast(ast: &Ast, names: &Interner, map: &SourceMap) -> String {
    let mut dumper = Dumper { ast, names, map, out: String::new(), stack: Vec::new(), children: Vec::new() };
    let mut file = String::new();
    for &item in &ast.items {
        dumper.file_change(item, &mut file);
        dumper.run(Node::Item(item));
    }
    dumper.out
}

/// Anything that gets a line.
#[derive(Clone, Copy)]
enum Node {
    Item(Item),
    Declaration(DeclarationId),
    InitDeclarator(InitDeclarator),
    Derived(Derived),
    Param(Param),
    Attribute(Attribute),
    Record(RecordId),
    Enum(EnumId),
    Member(MemberDecl),
    Enumerator(Enumerator),
    TypeName(TypeNameId),
    Init(InitId),
    InitItem(InitItem),
    Designator(Designator),
    Association(GenericAssociation),
    Operand(AsmOperand),
    Expr(ExprId),
    Stmt(StmtId),
}

struct Dumper<'a> {
    ast: &'a Ast,
    names: &'a Interner,
    map: &'a SourceMap,
    out: String,
    /// What is still to print: depth, role, node.
    stack: Vec<(usize, &'static str, Node)>,
    /// The children of the node being printed.
    children: Vec<(&'static str, Node)>,
}

impl<'a> Dumper<'a> {
    /// Says which file the items that follow come from, after the line markers.
    fn file_change(&mut self, item: Item, file: &mut String) {
        let span = match item {
            Item::Declaration(id) => self.ast.declarations[id].span,
            Item::Function(id) => self.ast.functions[id].span,
            Item::StaticAssert(condition, _) => self.ast.exprs[condition].span,
            Item::Asm(span) => span,
        };
        if let Some(location) = self.map.location(span.lo)
            && location.file != *file
        {
            let _ = writeln!(self.out, "File {}", location.file);
            *file = location.file;
        }
    }

    fn run(&mut self, root: Node) {
        self.stack.push((0, "", root));
        while let Some((depth, role, node)) = self.stack.pop() {
            let indent = depth.min(INDENT_LIMIT) * 2;
            let _ = write!(self.out, "{:indent$}", "");
            if depth > INDENT_LIMIT {
                let _ = write!(self.out, "[level {depth}] ");
            }
            if !role.is_empty() {
                let _ = write!(self.out, "{role}: ");
            }
            self.line(node);
            self.out.push('\n');
            while let Some((role, child)) = self.children.pop() {
                self.stack.push((depth + 1, role, child));
            }
        }
    }

    /// Writes the line of a node and gathers its children.
    fn line(&mut self, node: Node) {
        match node {
            Node::Item(item) => self.item(item),
            Node::Declaration(id) => self.declaration(id),
            Node::InitDeclarator(declarator) => self.init_declarator(declarator),
            Node::Derived(derived) => self.derived(derived),
            Node::Param(param) => self.param(param),
            Node::Attribute(attribute) => self.attribute(attribute),
            Node::Record(id) => self.record(id),
            Node::Enum(id) => self.enumeration(id),
            Node::Member(member) => self.member(member),
            Node::Enumerator(enumerator) => self.enumerator(enumerator),
            Node::TypeName(id) => self.type_name(id),
            Node::Init(id) => self.init(id),
            Node::InitItem(item) => self.init_item(item),
            Node::Designator(designator) => self.designator(designator),
            Node::Association(association) => self.association(association),
            Node::Operand(operand) => self.operand(operand),
            Node::Expr(id) => self.expr(id),
            Node::Stmt(id) => self.stmt(id),
        }
    }

    fn child(&mut self, role: &'static str, node: Node) {
        self.children.push((role, node));
    }

    fn expr_child(&mut self, role: &'static str, id: ExprId) {
        self.child(role, Node::Expr(id));
    }

    fn stmt_child(&mut self, role: &'static str, id: StmtId) {
        self.child(role, Node::Stmt(id));
    }

    fn name(&self, symbol: Symbol) -> &'a str {
        self.names.text(symbol)
    }

    /// Names, separated by commas.
    fn name_list(&self, symbols: IdRange<Symbol>) -> String {
        let names: Vec<&str> =
            self.ast.symbol_list(symbols).iter().map(|&symbol| self.name(symbol)).collect();
        names.join(", ")
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// ` line:column`
    fn place(&mut self, span: Span) {
        let Some(location) = self.map.location(span.lo) else { return };
        let _ = write!(self.out, " {}:{}", location.line, location.column);
    }

    /// A string literal with its prefix, as C would write it in ASCII.
    fn string_text(&self, id: StringId) -> String {
        let literal = &self.ast.strings[id];
        let mut text = format!("{}\"", prefix(literal.encoding));
        match literal.encoding.width() {
            1 => text.push_str(&literal.bytes.escape_ascii().to_string()),
            width => {
                for element in literal.bytes.chunks(width) {
                    let value = element.iter().rev().fold(0_u32, |value, &byte| value << 8 | u32::from(byte));
                    match u8::try_from(value) {
                        Ok(byte) if byte.is_ascii() => text.push_str(&byte.escape_ascii().to_string()),
                        _ => {
                            let _ = write!(text, "\\x{value:x}");
                        }
                    }
                }
            }
        }
        text.push('"');
        text
    }
}

/// The prefix of literals with this encoding.
fn prefix(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Plain => "",
        Encoding::Utf8 => "u8",
        Encoding::Char16 => "u",
        Encoding::Char32 => "U",
        Encoding::Wide => "L",
    }
}
