//! The program under construction: what outlives the lowering of one body.
//!
//! Functions and static variables of the typed tree get a number in the automaton when they are first
//! referred to, or when their body or initialiser arrives: a driver has thousands of prototypes that nobody uses.

mod beside;
mod calls;
pub(crate) mod class;
mod finish;
mod interrupts;
mod passing;
mod pointers;
mod retype;
mod run;
mod statics;

pub use run::{Assertions, Externals, LowerOptions, Lowered, Outside, Sequence, VolatileReads, lower};

use crate::body::{self, slot};
use crate::graph::Edges;
use crate::library::{self, Entry, Errno, Model, ModelText, Prototype};
use crate::order::Summaries;
use c_sema::hir;
use cfa::{
    AddressTaken, Expr, Exprs, Function, FunctionId, FunctionOrigin, Place, PlaceId, Signature, StaticInit,
    Type, TypeId, Types, Var, VarId, VarKind, Variadic,
};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use source::{Diagnostic, Span};
use stdx::{Idx, IndexVec, Interner, Symbol};

/// What a function of the automaton is.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// It has a body, which has come or will come.
    Body,
    /// A library function with a model other than C text.
    Model(&'static Model),
    /// Only a declaration is known.
    Unknown,
}

/// What lowering knows of a function beside [`cfa::Function`].
pub(crate) struct FunctionInfo {
    pub(crate) target: Target,
    /// Whether a pointer to it may exist.
    pub(crate) address_taken: bool,
    /// Whether it is declared not to return.
    pub(crate) noreturn: bool,
    /// Whether it is a model in C text.
    pub(crate) is_model: bool,
    /// Its entry in the tables, if it is a library function.
    pub(crate) entry: Option<&'static Entry>,
    /// Whether it is the library's, and nobody has a model of it.
    pub(crate) is_libc: bool,
    /// The parameters that point to something constant, as bits.
    pub(crate) const_params: u64,
}

/// Takes bodies and builds the automaton.
pub(crate) struct Lowerer {
    pub(crate) exprs: Exprs,
    pub(crate) vars: IndexVec<VarId, Var>,
    pub(crate) functions: IndexVec<FunctionId, Function>,
    pub(crate) infos: IndexVec<FunctionId, FunctionInfo>,
    pub(crate) graph: Edges,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Records of variable arguments by the types of the arguments.
    pub(crate) argument_blocks: FxHashMap<Box<[TypeId]>, TypeId>,
    /// The hidden objects that stand for labels whose address is taken.
    pub(crate) label_objects: FxHashMap<(Option<FunctionId>, hir::LabelId), VarId>,
    functions_of: Vec<Option<FunctionId>>,
    globals_of: Vec<Option<VarId>>,
    /// How many static variables of a function, or of none, have a name already.
    static_copies: FxHashMap<(Option<FunctionId>, Symbol), u32>,
    /// The static variables that stand for objects of the typed tree.
    globals: Vec<(VarId, hir::GlobalId)>,
    initialised: FxHashMap<VarId, StaticInit>,
    assumptions: IndexMap<String, Span, FxBuildHasher>,
    /// Functions that stand for models in C text, by the name that the text gives them.
    model_functions: FxHashMap<Symbol, FunctionId>,
    /// Models in C text that were asked for and not elaborated yet.
    wanted: Vec<ModelText>,
    /// For each expression, whether it reads memory that a side effect may change.
    reads: Vec<bool>,
    place_reads: Vec<bool>,
    watched: Vec<Symbol>,
    /// What calls a function in the name of nobody, where a model calls it through a pointer.
    called_back: FxHashMap<FunctionId, FunctionId>,
    /// Functions with a model that is not what some calls mean.
    without_body: FxHashMap<FunctionId, FunctionId>,
    pub(crate) assertions: Assertions,
    /// [`property::assertion::FAILURE`], once it is called.
    failure: Option<FunctionId>,
    /// What functions do, for the order of operands.
    pub(crate) summaries: Summaries,
    pub(crate) volatile: VolatileReads,
    /// Names of interrupt handlers.
    interrupts: Vec<String>,
    /// Whether models have to set `errno`.
    pub(crate) errno: Errno,
    /// What unknown functions do.
    pub(crate) externals: Externals,
    /// What system headers declare.
    system: Vec<Span>,
}

/// What is known of all units before the first is lowered.
pub(crate) struct Known {
    pub(crate) summaries: Summaries,
    pub(crate) errno: Errno,
    /// What system headers declare.
    pub(crate) system: Vec<Span>,
}

impl Lowerer {
    /// Lowers nothing yet. Calls of the functions with these names will all be seen.
    pub(crate) fn new(options: &LowerOptions, watched: Vec<Symbol>, known: Known) -> Self {
        Self {
            exprs: Exprs::new(),
            vars: IndexVec::new(),
            functions: IndexVec::new(),
            infos: IndexVec::new(),
            graph: Edges::default(),
            diagnostics: Vec::new(),
            argument_blocks: FxHashMap::default(),
            label_objects: FxHashMap::default(),
            functions_of: Vec::new(),
            globals_of: Vec::new(),
            static_copies: FxHashMap::default(),
            globals: Vec::new(),
            initialised: FxHashMap::default(),
            assumptions: IndexMap::default(),
            model_functions: FxHashMap::default(),
            wanted: Vec::new(),
            reads: Vec::new(),
            place_reads: Vec::new(),
            watched,
            called_back: FxHashMap::default(),
            without_body: FxHashMap::default(),
            assertions: options.assertions,
            failure: None,
            summaries: known.summaries,
            volatile: options.outside.volatile,
            interrupts: options.outside.interrupts.clone(),
            errno: known.errno,
            externals: options.outside.externals,
            system: known.system,
        }
    }

    /// Whether interrupts may come.
    pub(crate) fn has_interrupts(&self) -> bool {
        !self.interrupts.is_empty()
    }

    /// The function, or one of its name and of the type that it is declared with that does nothing,
    /// where it has a model with a body: the type of that is the model's.
    pub(crate) fn without_body(&mut self, function: FunctionId) -> FunctionId {
        if !self.infos[function].is_model {
            return function;
        }
        if let Some(&known) = self.without_body.get(&function) {
            return known;
        }
        let Function { name, ty, .. } = self.functions[function];
        let id = self.new_synthetic(name, ty, FunctionOrigin::Library);
        self.infos[id].target = Target::Model(&Model::NoEffect);
        self.without_body.insert(function, id);
        id
    }

    /// Whether a property asks about calls of a function.
    pub(crate) fn is_watched(&self, function: FunctionId) -> bool {
        self.watched.contains(&self.functions[function].name)
    }

    /// The function that is called where an assertion fails.
    pub(crate) fn failure(&mut self, program: &mut hir::Program, names: &mut Interner) -> FunctionId {
        if let Some(known) = self.failure {
            return known;
        }
        let signature = Signature { result: TypeId::VOID, params: Box::default(), variadic: Variadic::No };
        let ty = program.types.intern(Type::Function(signature));
        let name = names.intern(property::assertion::FAILURE);
        let (params, result, locals, body) = (Vec::new(), None, Vec::new(), None);
        let (origin, span) = (FunctionOrigin::Library, Span::NONE);
        let id = self.functions.push(Function { name, ty, params, result, locals, body, origin, span });
        self.infos.push(FunctionInfo {
            target: Target::Model(&Model::NoEffect),
            address_taken: false,
            noreturn: false,
            is_model: false,
            entry: None,
            is_libc: false,
            const_params: 0,
        });
        self.failure = Some(id);
        id
    }

    /// Notes a shortcut; only the first place of each is kept.
    pub(crate) fn assume(&mut self, text: String, span: Span) {
        self.assumptions.entry(text).or_insert(span);
    }

    /// Notes what is assumed of a function without body or model: one sentence, however it is called.
    pub(crate) fn assume_unknown(
        &mut self,
        function: FunctionId,
        types: &Types,
        names: &Interner,
        span: Span,
    ) {
        let name = names.text(self.functions[function].name);
        let is_void = matches!(
            types.get(self.functions[function].ty),
            Type::Function(signature) if signature.result == TypeId::VOID
        );
        let text = match (self.infos[function].noreturn, is_void) {
            (true, _) => format!("`{name}` is not defined: it ends the program"),
            (false, true) => format!("`{name}` is not defined: it changes nothing"),
            (false, false) => format!("`{name}` is not defined: it returns any value and changes nothing"),
        };
        self.assume(text, span);
    }

    /// Notes what is assumed of a function that nobody here knows.
    pub(crate) fn assume_writing(&mut self, function: FunctionId, names: &Interner, span: Span) {
        let name = names.text(self.functions[function].name);
        let text = format!(
            "`{name}` is not defined: it changes only what its arguments point to, and calls only what they are"
        );
        self.assume(text, span);
    }

    /// Whether a declaration stands in a system header.
    fn is_system(&self, span: Span) -> bool {
        let behind = self.system.partition_point(|range| range.lo <= span.lo);
        !span.is_none() && behind.checked_sub(1).is_some_and(|position| span.lo < self.system[position].hi)
    }

    /// The function of the automaton that a declared function is.
    pub(crate) fn function(
        &mut self,
        program: &hir::Program,
        names: &mut Interner,
        function: hir::FunctionId,
    ) -> FunctionId {
        let declared = &program.functions[function];
        if let Some(&Some(known)) = self.functions_of.get(function.index()) {
            // Each unit calls it as it declares it.
            if declared.defined && self.functions[known].body.is_none() {
                self.functions[known].ty = declared.ty;
            }
            return known;
        }
        let entry = if declared.defined { None } else { self.library_entry(program, names, declared) };
        let model = match entry {
            Some(Entry { model: Model::CText(_), name, .. }) => {
                Some(names.intern(&library::model_name(name)))
            }
            Some(_) | None => None,
        };
        let id = match self.model_functions.get(&model.unwrap_or(declared.name)) {
            Some(&id) => id,
            None => self.new_function(names, declared, entry),
        };
        if let Some(model) = model {
            self.model_functions.insert(model, id);
        }
        *slot(&mut self.functions_of, function.index()) = Some(id);
        id
    }

    /// The model of an undefined function, if its declaration is that of the library's.
    fn library_entry(
        &mut self,
        program: &hir::Program,
        names: &Interner,
        declared: &hir::Function,
    ) -> Option<&'static Entry> {
        let name = names.text(declared.name);
        let entry = library::lookup(name)?;
        let Type::Function(signature) = program.types.get(declared.ty) else { return None };
        if Prototype::of(entry).is_declared_by(&program.types, signature) {
            return Some(entry);
        }
        let own = cfa::dump::declaration(&program.types, names, declared.ty, name);
        let library = library::declaration(entry);
        let text = format!("`{own}` is not the library's `{library}` and is treated as unknown");
        self.assume(text, declared.span);
        None
    }

    fn new_function(
        &mut self,
        names: &mut Interner,
        declared: &hir::Function,
        entry: Option<&'static Entry>,
    ) -> FunctionId {
        let target = match entry {
            None if declared.defined => Target::Body,
            None => Target::Unknown,
            Some(Entry { model: Model::CText(_), .. }) => Target::Body,
            Some(Entry { model, .. }) => Target::Model(model),
        };
        let is_model = matches!(target, Target::Body) && !declared.defined;
        if let (true, Some(entry)) = (is_model, entry) {
            self.wanted.push(ModelText { entry });
        }
        let &hir::Function { ty, span, noreturn, weak, .. } = declared;
        if let (true, Target::Unknown) = (weak, target) {
            let text =
                format!("`{}` is weak and not defined: it exists all the same", names.text(declared.name));
            self.assume(text, span);
        }
        let name = match names.text(declared.name).strip_prefix(library::PREFIX).map(str::to_owned) {
            Some(plain) => names.intern(&plain),
            None => declared.name,
        };
        let (params, result, locals, body) = (Vec::new(), None, Vec::new(), None);
        let is_libc = matches!(target, Target::Unknown)
            && (self.is_system(span) || library::is_without_model(names.text(declared.name)));
        let const_params = declared.const_params;
        self.infos.push(FunctionInfo {
            target,
            address_taken: false,
            noreturn,
            is_model,
            entry,
            is_libc,
            const_params,
        });
        let origin = match entry.map(|entry| &entry.model) {
            Some(Model::Estimate | Model::Computes(_)) => FunctionOrigin::Estimate,
            Some(_) => FunctionOrigin::Library,
            // A part of a model that calls functions of the program in the name of nobody.
            None if names.text(declared.name).starts_with(library::PREFIX) => FunctionOrigin::Synthetic,
            None => FunctionOrigin::Program,
        };
        self.functions.push(Function { name, ty, params, result, locals, body, origin, span })
    }

    /// The function that a model in C text defines, for calls that no text of the program has. Of
    /// its type nothing is known but how it is called; its definition brings the type.
    pub(crate) fn model(&mut self, names: &mut Interner, entry: &'static Entry, ty: TypeId) -> FunctionId {
        let full = names.intern(&library::model_name(entry.name));
        if let Some(&known) = self.model_functions.get(&full) {
            return known;
        }
        let (target, is_model) = (Target::Body, true);
        let info = FunctionInfo {
            target,
            address_taken: false,
            noreturn: false,
            is_model,
            entry: Some(entry),
            is_libc: false,
            const_params: 0,
        };
        self.infos.push(info);
        self.wanted.push(ModelText { entry });
        let name = names.intern(entry.name);
        let (params, result, locals, body) = (Vec::new(), None, Vec::new(), None);
        let (origin, span) = (FunctionOrigin::Library, Span::NONE);
        let id = self.functions.push(Function { name, ty, params, result, locals, body, origin, span });
        self.model_functions.insert(full, id);
        id
    }

    /// A function without body that models call by this name behind the prefix.
    pub(crate) fn bodiless(
        &mut self,
        names: &mut Interner,
        name: &str,
        entry: &'static Entry,
        ty: TypeId,
    ) -> FunctionId {
        let full = names.intern(&library::model_name(name));
        if let Some(&known) = self.model_functions.get(&full) {
            return known;
        }
        let target = Target::Model(&entry.model);
        let info = FunctionInfo {
            target,
            address_taken: false,
            noreturn: false,
            is_model: false,
            entry: Some(entry),
            is_libc: false,
            const_params: 0,
        };
        self.infos.push(info);
        let origin = match entry.model {
            Model::Estimate | Model::Computes(_) => FunctionOrigin::Estimate,
            _ => FunctionOrigin::Library,
        };
        let name = names.intern(name);
        let (params, result, locals, body, span) = (Vec::new(), None, Vec::new(), None, Span::NONE);
        let id = self.functions.push(Function { name, ty, params, result, locals, body, origin, span });
        self.model_functions.insert(full, id);
        id
    }

    /// A model in C text that somebody refers to and that was not elaborated yet.
    pub(crate) fn next_model(&mut self) -> Option<ModelText> {
        self.wanted.pop()
    }

    /// The static variable that an object is.
    pub(crate) fn global(
        &mut self,
        program: &hir::Program,
        names: &mut Interner,
        global: hir::GlobalId,
    ) -> VarId {
        if let Some(&Some(known)) = self.globals_of.get(global.index()) {
            return known;
        }
        let declared = &program.globals[global];
        let function = declared.owner.map(|owner| self.function(program, names, owner));
        let copy = self.static_copy(function, declared.name);
        let id = self.vars.push(Var {
            name: declared.name,
            copy,
            ty: declared.ty,
            kind: VarKind::Static(StaticInit::Zero),
            function,
            address_taken: AddressTaken::No,
            align: declared.align,
            span: declared.span,
        });
        *slot(&mut self.globals_of, global.index()) = Some(id);
        self.globals.push((id, global));
        id
    }

    /// The bytes of a static variable that is a string literal.
    pub(crate) fn literal<'a>(&self, program: &'a hir::Program, var: VarId) -> Option<&'a [u8]> {
        let position = self.globals.binary_search_by_key(&var, |&(var, _)| var).ok()?;
        match &program.globals[self.globals[position].1].definition {
            hir::Definition::Bytes(bytes) => Some(bytes),
            hir::Definition::Extern | hir::Definition::Tentative | hir::Definition::Initialised => None,
        }
    }

    /// The number that tells a new static variable from others of the same name and function.
    pub(crate) fn static_copy(&mut self, function: Option<FunctionId>, name: Symbol) -> u32 {
        let count = self.static_copies.entry((function, name)).or_insert(0);
        *count += 1;
        *count - 1
    }

    /// Whether the value of an expression may change by a side effect: it reads something other than a temporary.
    pub(crate) fn reads_memory(&mut self, expr: cfa::ExprId) -> bool {
        self.extend_reads();
        self.reads[expr.index()]
    }

    /// Whether what a place denotes may change by a side effect.
    pub(crate) fn place_reads_memory(&mut self, place: PlaceId) -> bool {
        self.extend_reads();
        self.place_reads[place.index()]
    }

    /// Operands are created before what uses them, but expressions and places are numbered apart: an operand of
    /// the other arena is computed on demand, which is never deep.
    fn extend_reads(&mut self) {
        let (n_exprs, n_places) = self.exprs.counts();
        while self.reads.len() < n_exprs || self.place_reads.len() < n_places {
            let before = (self.reads.len(), self.place_reads.len());
            while self.reads.len() < n_exprs {
                match self.expr_reads(cfa::ExprId::new(self.reads.len())) {
                    Some(reads) => self.reads.push(reads),
                    None => break,
                }
            }
            while self.place_reads.len() < n_places {
                match self.one_place_reads(PlaceId::new(self.place_reads.len())) {
                    Some(reads) => self.place_reads.push(reads),
                    None => break,
                }
            }
            debug_assert_ne!(
                before,
                (self.reads.len(), self.place_reads.len()),
                "operands precede their users"
            );
        }
    }

    fn expr_reads(&self, expr: cfa::ExprId) -> Option<bool> {
        let known = |operand: cfa::ExprId| self.reads.get(operand.index()).copied();
        match self.exprs.expr(expr) {
            Expr::Const(_) | Expr::Function(_) => Some(false),
            Expr::Load(place) => {
                let inner = *self.place_reads.get(place.index())?;
                Some(inner || !self.exprs.root_var(place).is_some_and(|var| self.is_private(var)))
            }
            Expr::AddressOf(place) => self.place_reads.get(place.index()).copied(),
            Expr::Unary(_, operand) | Expr::Cast(operand) => known(operand),
            Expr::Binary(_, left, right) => Some(known(left)? || known(right)?),
        }
    }

    /// A temporary that nobody can point to is written only where it is made.
    fn is_private(&self, var: VarId) -> bool {
        let var = &self.vars[var];
        var.kind == VarKind::Temp && var.address_taken == AddressTaken::No
    }

    fn one_place_reads(&self, place: PlaceId) -> Option<bool> {
        let base_reads = |base: PlaceId| self.place_reads.get(base.index()).copied();
        match self.exprs.place(place) {
            Place::Var(_) => Some(false),
            Place::Deref(pointer) => self.reads.get(pointer.index()).copied(),
            Place::Field(base, _) => base_reads(base),
            Place::Index(base, index) => Some(base_reads(base)? || *self.reads.get(index.index())?),
        }
    }
}

impl hir::BodySink for Lowerer {
    fn function(
        &mut self,
        program: &mut hir::Program,
        names: &mut Interner,
        function: hir::FunctionId,
        body: hir::Body,
    ) {
        let id = self.function(program, names, function);
        let declared = &program.functions[function];
        self.functions[id].ty = declared.ty;
        self.functions[id].span = declared.span;
        self.infos[id].target = Target::Body;
        body::lower_function(self, program, names, id, body);
    }

    fn static_init(
        &mut self,
        program: &mut hir::Program,
        names: &mut Interner,
        global: hir::GlobalId,
        body: hir::Body,
        init: hir::Initialiser,
    ) {
        let var = self.global(program, names, global);
        let value = body::static_value(self, program, names, (var, global), &body, init);
        self.initialised.insert(var, value);
    }
}
