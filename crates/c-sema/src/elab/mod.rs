//! The state of elaboration: what is known of the whole program, of the current unit and of the current body.

mod definitions;
mod scope;
mod symbols;
#[cfg(test)]
mod tests;

use definitions::Definitions;
pub(crate) use definitions::Fate;
pub(crate) use scope::{Entity, Scopes, Tag};
use symbols::Symbols;
pub(crate) use symbols::{ALIAS, Target};

use crate::decl::Nest;
use crate::hir::*;
use crate::stmt::FunctionState;
use crate::types::Vectors;
use crate::units::Joining;
use c_syntax::ast::{self, Ast};
use cfa::{ArrayLen, MachineModel, Type, TypeId, Types};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, SourceMap, Span};
use stdx::{IndexVec, Interner, Symbol};

/// Why an expression, type or declaration has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// An error was reported.
    Reported,
    /// It uses an unsupported feature, by name; whoever catches this reports it or leaves an
    /// [`StmtKind::Unsupported`].
    Refused(Symbol),
}

/// The result of elaborating a part of a program.
pub(crate) type Res<T> = Result<T, Stop>;

/// Elaborates the units of one program.
#[derive(Debug)]
pub struct Elaborator {
    pub(crate) program: Program,
    /// Functions and objects of external linkage.
    pub(crate) externals: FxHashMap<Symbol, Entity>,
    /// External functions that an announced unit defines.
    defined: FxHashSet<Symbol>,
    /// Names that mean something else than they seem to.
    symbols: Symbols,
    /// Which of several definitions the linker keeps.
    pub(crate) definitions: Definitions,
    /// Function definitions met so far.
    pub(crate) bodies: FxHashMap<FunctionId, Span>,
    /// Where objects were defined with an initialiser.
    pub(crate) initialised: FxHashMap<GlobalId, Span>,
    /// Tags of earlier units, for library models.
    pub(crate) earlier_tags: FxHashMap<Symbol, cfa::RecordId>,
    /// Typedef names of earlier units, for library models.
    pub(crate) earlier_typedefs: FxHashMap<Symbol, TypeId>,
    /// Objects that each thread has for itself.
    pub(crate) thread_locals: FxHashSet<GlobalId>,
    /// What is known of other units.
    pub(crate) joining: Joining,
    /// How many units were elaborated.
    units: usize,
    /// From the enlarged type of an object with an initialised flexible array to its declared type.
    pub(crate) flexible: FxHashMap<TypeId, TypeId>,
    /// Vector types.
    pub(crate) vectors: Vectors,
    /// Transparent unions.
    pub(crate) transparent: FxHashSet<cfa::RecordId>,
    /// `__builtin_va_list`, once made.
    pub(crate) va_list: Option<TypeId>,
    pub(crate) next_vla: u32,
    pub(crate) next_literal: u32,
}

impl Elaborator {
    /// An empty program for a data model.
    pub fn new(machine: MachineModel) -> Self {
        let program = Program {
            types: Types::new(machine),
            functions: IndexVec::new(),
            globals: IndexVec::new(),
            assumptions: Vec::new(),
            volatile: ProgramVolatiles::default(),
            beside: Vec::new(),
        };
        Self {
            program,
            externals: FxHashMap::default(),
            defined: FxHashSet::default(),
            symbols: Symbols::default(),
            definitions: Definitions::default(),
            bodies: FxHashMap::default(),
            initialised: FxHashMap::default(),
            earlier_tags: FxHashMap::default(),
            earlier_typedefs: FxHashMap::default(),
            thread_locals: FxHashSet::default(),
            joining: Joining::Alone,
            units: 0,
            flexible: FxHashMap::default(),
            vectors: Vectors::default(),
            transparent: FxHashSet::default(),
            va_list: None,
            next_vla: 0,
            next_literal: 0,
        }
    }

    /// Records which functions a unit defines. Call it for every unit before the first is elaborated.
    pub fn announce(&mut self, ast: &Ast, names: &mut Interner) {
        self.symbols.announce(ast, names);
        self.definitions.announce(ast, names);
        let internal = internal_names(ast);
        for (name, _) in function_definitions(ast).filter(|(name, _)| !internal.contains(name)) {
            self.defined.insert(name);
            if let Some(&Entity::Function(function)) = self.externals.get(&name) {
                self.program.functions[function].defined = true;
            }
        }
    }

    /// Elaborates a unit. Function bodies and static initialisers go to `sink`.
    pub fn unit(
        &mut self,
        ast: &Ast,
        map: &SourceMap,
        names: &mut Interner,
        sink: &mut dyn BodySink,
    ) -> Vec<Diagnostic> {
        let internal = internal_names(ast);
        let internal_definitions =
            function_definitions(ast).map(|(name, _)| name).filter(|name| internal.contains(name)).collect();
        let number = self.units;
        self.units += 1;
        let first_function = self.program.functions.next_index();
        let mut unit = Unit {
            el: self,
            number,
            first_function,
            ast,
            map,
            names,
            sink,
            scopes: Scopes::new(),
            diagnostics: Vec::new(),
            internal_definitions,
            body: Body::default(),
            function: None,
            nest: Nest::default(),
            pending: Vec::new(),
            blocks: Vec::new(),
            unevaluated: 0,
            prototypes: 0,
            saw_variable_length: false,
            records: vec![None; ast.records.len()],
            enums: vec![None; ast.enums.len()],
            born: vec![0; ast.records.len()],
            beside: Vec::new(),
            own_definitions: FxHashSet::default(),
            open_records: Vec::new(),
            defined_records: FxHashMap::default(),
            views: Vec::new(),
            function_aligns: FxHashMap::default(),
            implicit_warned: FxHashSet::default(),
        };
        unit.items();
        unit.end_views();
        unit.diagnostics
    }

    /// Forgets what the unit just elaborated declares for others.
    pub(crate) fn forget_externals(&mut self) {
        self.externals.clear();
        self.bodies.clear();
        self.initialised.clear();
    }

    /// What is known so far.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Completes what only the end of the program completes: tentative arrays get one element (6.9.2p5).
    pub fn finish(mut self) -> (Program, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let Program { types, globals, .. } = &mut self.program;
        for global in globals.iter_mut().filter(|global| global.definition == Definition::Tentative) {
            if let Type::Array(element, ArrayLen::Unknown) = *types.get(global.ty) {
                global.ty = types.array(element, ArrayLen::Fixed(1));
            }
            if types.size(global.ty).is_none() {
                let message = "the type of this object is never completed";
                diagnostics.push(Diagnostic::error("E0306", global.span, message));
            }
        }
        (self.program, diagnostics)
    }

    /// The unsupported feature behind a name, if it is not what it seems to be.
    pub(crate) fn refusal(&self, name: Symbol) -> Option<&'static str> {
        self.symbols.refusal(name, &self.defined)
    }

    /// What a name means that is an alias.
    pub(crate) fn alias(&self, name: Symbol) -> Option<Target> {
        self.symbols.target(name)
    }

    /// A property asks about calls of these functions: their names are refused as aliases. Call it
    /// before the first unit is elaborated.
    pub fn ask(&mut self, watched: &[Symbol]) {
        self.symbols.ask(watched);
    }

    /// The aliases of announced units, and what they mean.
    pub fn aliases(&self) -> FxHashMap<Symbol, Symbol> {
        self.symbols.targets().collect()
    }

    /// Whether an announced unit defines the external function.
    pub(crate) fn is_defined(&self, name: Symbol) -> bool {
        self.defined.contains(&name)
    }
}

/// The function definitions of a unit.
fn function_definitions(ast: &Ast) -> impl Iterator<Item = (Symbol, ast::FunctionId)> + '_ {
    ast.items.iter().filter_map(|item| match *item {
        ast::Item::Function(function) => {
            ast.declarators[ast.functions[function].declarator].name.map(|name| (name, function))
        }
        ast::Item::Declaration(_) | ast::Item::StaticAssert(..) | ast::Item::Asm(_) => None,
    })
}

/// The names that a unit declares `static` at file scope.
fn internal_names(ast: &Ast) -> FxHashSet<Symbol> {
    let mut names = FxHashSet::default();
    for item in &ast.items {
        match *item {
            ast::Item::Declaration(id) => {
                let declaration = ast.declarations[id];
                if ast.specifiers[declaration.specifiers].storage == ast::Storage::Static {
                    let list = ast.init_declarator_list(declaration.declarators);
                    names.extend(list.iter().filter_map(|init| ast.declarators[init.declarator].name));
                }
            }
            ast::Item::Function(id) => {
                let function = ast.functions[id];
                if ast.specifiers[function.specifiers].storage == ast::Storage::Static {
                    names.extend(ast.declarators[function.declarator].name);
                }
            }
            ast::Item::StaticAssert(..) | ast::Item::Asm(_) => {}
        }
    }
    names
}

/// A unit while it is elaborated.
pub(crate) struct Unit<'a> {
    pub(crate) el: &'a mut Elaborator,
    /// The position of the unit among all.
    pub(crate) number: usize,
    /// The first function that no unit before this one declares.
    pub(crate) first_function: FunctionId,
    pub(crate) ast: &'a Ast,
    pub(crate) map: &'a SourceMap,
    pub(crate) names: &'a mut Interner,
    pub(crate) sink: &'a mut dyn BodySink,
    pub(crate) scopes: Scopes,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Functions of internal linkage that this unit defines.
    pub(crate) internal_definitions: FxHashSet<Symbol>,
    /// The body under construction; at file scope, scratch for constant expressions.
    pub(crate) body: Body,
    /// The function under construction.
    pub(crate) function: Option<FunctionState>,
    /// The functions nested in it.
    pub(crate) nest: Nest,
    /// Statements that set the lengths of variable-length array types just elaborated.
    pub(crate) pending: Vec<StmtId>,
    /// The variables of the blocks under construction.
    pub(crate) blocks: Vec<Vec<LocalId>>,
    /// How many operands that are not evaluated are open (`sizeof`, `typeof`, ...).
    pub(crate) unevaluated: u32,
    /// How many parameter lists are open.
    pub(crate) prototypes: u32,
    /// Whether an array length in a parameter list was not constant.
    pub(crate) saw_variable_length: bool,
    /// Record specifiers elaborated already (specifiers are shared by declarators).
    pub(crate) records: Vec<Option<Tag>>,
    /// Enumeration specifiers elaborated already.
    pub(crate) enums: Vec<Option<TypeId>>,
    /// How many records each specifier made, see [`crate::units::Origin`].
    pub(crate) born: Vec<usize>,
    /// What this unit declares to run beside `main`.
    pub(crate) beside: Vec<Beside>,
    /// Where it defines functions that are kept.
    pub(crate) own_definitions: FxHashSet<Span>,
    /// The records whose members are being elaborated, and how many records were made in each.
    pub(crate) open_records: Vec<(cfa::RecordId, usize)>,
    /// The records that this unit defined, and where. Another unit may have completed them before.
    pub(crate) defined_records: FxHashMap<cfa::RecordId, Span>,
    /// External functions that this unit declares otherwise than earlier ones, with the type that
    /// holds elsewhere.
    pub(crate) views: Vec<(FunctionId, TypeId)>,
    /// The alignments that attributes of this unit's declarations give to functions.
    pub(crate) function_aligns: FxHashMap<FunctionId, u64>,
    /// Undeclared functions warned about.
    pub(crate) implicit_warned: FxHashSet<Symbol>,
}

/// Runs `f` with enough stack for one more level of recursion.
pub(crate) fn with_stack<T>(f: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, f)
}

impl Unit<'_> {
    fn items(&mut self) {
        let ast = self.ast;
        for &item in &ast.items {
            match item {
                ast::Item::Declaration(declaration) => self.file_declaration(declaration),
                ast::Item::Function(function) => self.function_definition(function),
                ast::Item::StaticAssert(condition, message) => {
                    let result = self.static_assert(condition, message);
                    self.report_stop(result, ast.exprs[condition].span);
                }
                ast::Item::Asm(span) => {
                    let text = "assembler at file scope defines and changes nothing that the program uses";
                    self.el.program.assumptions.push((text.to_owned(), span));
                }
            }
            self.body = Body::default();
            self.pending.clear();
            self.scopes.leave_to(0);
        }
        self.remember_types();
        self.settle_beside();
    }

    /// Keeps the file-scope types for the units that follow.
    fn remember_types(&mut self) {
        let Self { scopes, el, .. } = self;
        for (symbol, tag) in scopes.tags.file_scope() {
            if let Tag::Record(record) = tag {
                el.earlier_tags.insert(symbol, record);
            }
        }
        for (symbol, entity) in scopes.ordinary.file_scope() {
            if let Entity::Typedef(ty) = entity {
                el.earlier_typedefs.insert(symbol, ty.id);
            }
        }
    }

    // ---- messages -------------------------------------------------------------------------------

    /// Reports an error.
    pub(crate) fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Stop {
        self.diagnostics.push(Diagnostic::error(code, span, message));
        Stop::Reported
    }

    /// Reports an error with the earlier place it is about.
    pub(crate) fn error_with(
        &mut self,
        code: &'static str,
        span: Span,
        message: String,
        earlier: Span,
    ) -> Stop {
        let diagnostic = Diagnostic::error(code, span, message);
        self.diagnostics.push(diagnostic.with_related(earlier, "the earlier one"));
        Stop::Reported
    }

    /// Reports something suspicious.
    pub(crate) fn warning(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::warning(code, span, message));
    }

    /// Refuses an unsupported feature by name.
    pub(crate) fn refuse(&mut self, feature: &str) -> Stop {
        Stop::Refused(self.names.intern(feature))
    }

    /// Turns a stop at file scope into a diagnostic.
    pub(crate) fn report_stop<T>(&mut self, result: Res<T>, span: Span) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(Stop::Reported) => None,
            Err(Stop::Refused(feature)) => {
                let message = format!("unsupported feature: {}", self.names.text(feature));
                self.error("E0901", span, message);
                None
            }
        }
    }

    /// The text of a name.
    pub(crate) fn text(&self, name: Symbol) -> &str {
        self.names.text(name)
    }

    /// A type as C writes it, for messages.
    pub(crate) fn type_text(&self, ty: TypeId) -> String {
        if let (Some(_), Type::Record(record)) = (self.vector_shape(ty), self.types().get(ty))
            && let Some(name) = self.types().record(*record).name
        {
            return self.text(name).to_owned();
        }
        cfa::dump::type_name(self.types(), self.names, ty)
    }

    // ---- shorthands -----------------------------------------------------------------------------

    /// The types of the program.
    pub(crate) fn types(&self) -> &Types {
        &self.el.program.types
    }

    /// The types of the program, to add some.
    pub(crate) fn types_mut(&mut self) -> &mut Types {
        &mut self.el.program.types
    }

    /// A fresh name with `$`, which no source name has by accident of the parser.
    pub(crate) fn fresh_name(&mut self, stem: &str) -> Symbol {
        let number = self.el.next_literal;
        self.el.next_literal += 1;
        self.names.intern(&format!("{stem}${number}"))
    }

    /// Elaborates an operand that is not evaluated.
    pub(crate) fn unevaluated<T>(&mut self, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        self.unevaluated += 1;
        let result = f(self);
        self.unevaluated -= 1;
        result
    }
}
