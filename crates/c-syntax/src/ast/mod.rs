//! The syntax tree of one translation unit.
//!
//! Nodes live in vectors and refer to each other by typed indices; lists are ranges of pools. That makes
//! the tree compact (a driver of 200 kB has some hundred thousand nodes), cheap to drop whatever its
//! depth, and deterministic to dump.
//!
//! The tree keeps what was written: parentheses are dropped, everything else stays, so that `c-sema`
//! decides alone what a construct means. Names are [`Symbol`]s of the interner that was given to the
//! parser.

mod decl;
mod expr;
mod stmt;

pub use decl::*;
pub use expr::*;
pub use stmt::*;

use source::FileId;
use stdx::{IdRange, IndexVec, Symbol};

stdx::define_index! {
    /// An expression.
    pub struct ExprId = "expr";
    /// A statement or a declaration in a block.
    pub struct StmtId = "stmt";
    /// Declaration specifiers (storage class, type, qualifiers, attributes).
    pub struct SpecifiersId = "spec";
    /// A declarator.
    pub struct DeclaratorId = "declarator";
    /// A type name, as in casts and `sizeof`.
    pub struct TypeNameId = "type";
    /// An initialiser.
    pub struct InitId = "init";
    /// A declaration with all its declarators.
    pub struct DeclarationId = "decl";
    /// A function definition.
    pub struct FunctionId = "function";
    /// A `struct` or `union` specifier.
    pub struct RecordId = "record";
    /// An `enum` specifier.
    pub struct EnumId = "enum";
    /// The bytes of a string literal (adjacent literals are joined).
    pub struct StringId = "string";
    /// An inline assembler statement.
    pub struct AsmId = "asm";
}

/// One translation unit.
#[derive(Debug)]
pub struct Ast {
    /// The file that was parsed.
    pub file: FileId,
    /// File-scope declarations and definitions in order.
    pub items: Vec<Item>,
    /// Expressions.
    pub exprs: IndexVec<ExprId, Expr>,
    /// Statements.
    pub stmts: IndexVec<StmtId, Stmt>,
    /// Declaration specifiers.
    pub specifiers: IndexVec<SpecifiersId, Specifiers>,
    /// Declarators.
    pub declarators: IndexVec<DeclaratorId, Declarator>,
    /// Type names.
    pub type_names: IndexVec<TypeNameId, TypeName>,
    /// Initialisers.
    pub inits: IndexVec<InitId, Init>,
    /// Declarations.
    pub declarations: IndexVec<DeclarationId, Declaration>,
    /// Function definitions.
    pub functions: IndexVec<FunctionId, FunctionDef>,
    /// `struct` and `union` specifiers.
    pub records: IndexVec<RecordId, RecordSpec>,
    /// `enum` specifiers.
    pub enums: IndexVec<EnumId, EnumSpec>,
    /// String literals.
    pub strings: IndexVec<StringId, StringLit>,
    /// Inline assembler.
    pub asms: IndexVec<AsmId, Asm>,
    /// The pools behind the lists.
    pub pools: Pools,
}

/// The pools that [`IdRange`]s of the tree point into.
#[derive(Debug, Default)]
#[expect(missing_docs, reason = "each pool is named after what it holds")]
pub struct Pools {
    pub exprs: Vec<ExprId>,
    pub stmts: Vec<StmtId>,
    pub symbols: Vec<Symbol>,
    pub derived: Vec<Derived>,
    pub params: Vec<Param>,
    pub init_declarators: Vec<InitDeclarator>,
    pub attributes: Vec<Attribute>,
    pub members: Vec<MemberDecl>,
    pub enumerators: Vec<Enumerator>,
    pub init_items: Vec<InitItem>,
    pub designators: Vec<Designator>,
    pub associations: Vec<GenericAssociation>,
    pub asm_operands: Vec<AsmOperand>,
    pub declarations: Vec<DeclarationId>,
}

impl Ast {
    /// An empty unit.
    pub fn new(file: FileId) -> Self {
        Self {
            file,
            items: Vec::new(),
            exprs: IndexVec::new(),
            stmts: IndexVec::new(),
            specifiers: IndexVec::new(),
            declarators: IndexVec::new(),
            type_names: IndexVec::new(),
            inits: IndexVec::new(),
            declarations: IndexVec::new(),
            functions: IndexVec::new(),
            records: IndexVec::new(),
            enums: IndexVec::new(),
            strings: IndexVec::new(),
            asms: IndexVec::new(),
            pools: Pools::default(),
        }
    }
}

impl Ast {
    /// Gives back memory that growing vectors have taken in reserve; the tree is complete.
    pub(crate) fn shrink(&mut self) {
        self.items.shrink_to_fit();
        self.exprs.shrink_to_fit();
        self.stmts.shrink_to_fit();
        self.specifiers.shrink_to_fit();
        self.declarators.shrink_to_fit();
        self.type_names.shrink_to_fit();
        self.inits.shrink_to_fit();
        self.declarations.shrink_to_fit();
        self.functions.shrink_to_fit();
        self.records.shrink_to_fit();
        self.enums.shrink_to_fit();
        self.strings.shrink_to_fit();
        self.asms.shrink_to_fit();
        let pools = &mut self.pools;
        pools.exprs.shrink_to_fit();
        pools.stmts.shrink_to_fit();
        pools.symbols.shrink_to_fit();
        pools.derived.shrink_to_fit();
        pools.params.shrink_to_fit();
        pools.init_declarators.shrink_to_fit();
        pools.attributes.shrink_to_fit();
        pools.members.shrink_to_fit();
        pools.enumerators.shrink_to_fit();
        pools.init_items.shrink_to_fit();
        pools.designators.shrink_to_fit();
    }

    /// Bytes that the tree holds on the heap.
    pub fn heap_bytes(&self) -> usize {
        fn bytes<T>(items: &[T]) -> usize {
            size_of_val(items)
        }
        let pools = &self.pools;
        bytes(&self.items)
            + bytes(self.exprs.as_slice())
            + bytes(self.stmts.as_slice())
            + bytes(self.specifiers.as_slice())
            + bytes(self.declarators.as_slice())
            + bytes(self.type_names.as_slice())
            + bytes(self.inits.as_slice())
            + bytes(self.declarations.as_slice())
            + bytes(self.functions.as_slice())
            + bytes(self.records.as_slice())
            + bytes(self.enums.as_slice())
            + bytes(self.strings.as_slice())
            + self.strings.iter().map(|string| string.bytes.len()).sum::<usize>()
            + bytes(self.asms.as_slice())
            + bytes(&pools.exprs)
            + bytes(&pools.stmts)
            + bytes(&pools.symbols)
            + bytes(&pools.derived)
            + bytes(&pools.params)
            + bytes(&pools.init_declarators)
            + bytes(&pools.attributes)
            + bytes(&pools.members)
            + bytes(&pools.enumerators)
            + bytes(&pools.init_items)
            + bytes(&pools.designators)
            + bytes(&pools.associations)
            + bytes(&pools.asm_operands)
            + bytes(&pools.declarations)
    }
}

macro_rules! list_access {
    ($($name:ident: $item:ty = $pool:ident;)*) => {
        impl Ast {$(
            #[doc = concat!("The `", stringify!($pool), "` of a list.")]
            #[inline]
            pub fn $name(&self, list: IdRange<$item>) -> &[$item] {
                list.of(&self.pools.$pool)
            }
        )*}
    };
}

list_access! {
    expr_list: ExprId = exprs;
    stmt_list: StmtId = stmts;
    symbol_list: Symbol = symbols;
    derived_list: Derived = derived;
    param_list: Param = params;
    init_declarator_list: InitDeclarator = init_declarators;
    attribute_list: Attribute = attributes;
    member_list: MemberDecl = members;
    enumerator_list: Enumerator = enumerators;
    init_item_list: InitItem = init_items;
    designator_list: Designator = designators;
    association_list: GenericAssociation = associations;
    asm_operand_list: AsmOperand = asm_operands;
    declaration_list: DeclarationId = declarations;
}
