//! What each function of the program may do, with what it calls, by the syntax trees of all units.

use super::{Deeds, Effects, Object};
use crate::library::{self, Errno};
use crate::program::Externals;
use c_syntax::ast::{
    Ast, Attribute, DeclarationId, Derived, ExprId, ExprKind, Init, InitId, Item, Parameters, RecordId,
    RecordKind, SpecifiersId, StmtId, StmtKind, Storage, TypeSpec, UnaryOp,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use stdx::{IdRange, Interner, Symbol};

/// What functions do.
#[derive(Default)]
pub(crate) struct Summaries {
    functions: FxHashMap<Symbol, Effects>,
    /// What a function does whose address is taken.
    through_pointer: Effects,
    /// Static objects that pointers may reach.
    exposed: FxHashSet<Symbol>,
    united: FxHashSet<Symbol>,
    missing: Missing,
}

/// What functions without a body do.
#[derive(Clone, Copy)]
pub(crate) struct Missing {
    /// Models of library functions.
    pub(crate) errno: Errno,
    /// All others.
    pub(crate) externals: Externals,
}

impl Default for Missing {
    fn default() -> Self {
        Self { errno: Errno::Unseen, externals: Externals::Pure }
    }
}

/// What one function does itself.
#[derive(Default)]
struct Own {
    effects: Effects,
    calls: BTreeSet<Symbol>,
    calls_pointer: bool,
}

/// What is known of names while trees are walked.
#[derive(Default)]
struct Names {
    functions: FxHashSet<Symbol>,
    /// Objects, members and typedefs that are arrays.
    arrays: FxHashSet<Symbol>,
    /// Objects, members and parameters that are something else.
    others: FxHashSet<Symbol>,
    /// Objects, members and typedefs that are vectors, or are made of them.
    vectors: FxHashSet<Symbol>,
    /// Members of unions, and of structures without a name in them.
    united: FxHashSet<Symbol>,
    /// Names that are used otherwise than to call them.
    taken: BTreeSet<Symbol>,
    exposed: FxHashSet<Symbol>,
    /// Names at file scope that mean others.
    aliases: FxHashMap<Symbol, Symbol>,
}

/// What happens to a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Read,
    Write,
    Update,
    Address,
}

/// Whose a name is that is not at file scope.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// A variable of the activation.
    Own,
    /// A variable of a function around this one, which pointers reach.
    Outer,
    /// No variable of any activation.
    Nobodys,
}

/// Walks one function.
struct Walk<'a> {
    ast: &'a Ast,
    known: &'a mut Names,
    /// Names in scope that are not at file scope.
    scope: Vec<(Symbol, Whose)>,
    own: Own,
    /// The functions nested in it.
    nested: Vec<(Symbol, Own)>,
}

impl Summaries {
    /// Those of a program. `watched` are the functions that properties ask about, and what that
    /// makes of their calls.
    pub(crate) fn new(
        units: &[Ast],
        names: &Interner,
        (watched, asked): (&[Symbol], Deeds),
        (missing, aliases): (Missing, FxHashMap<Symbol, Symbol>),
    ) -> Self {
        let mut known = Names { aliases, ..Names::default() };
        for ast in units {
            known.collect(ast, names);
        }
        let mut owns: FxHashMap<Symbol, Own> = FxHashMap::default();
        let mut nested: FxHashSet<Symbol> = FxHashSet::default();
        for ast in units {
            for item in &ast.items {
                match *item {
                    Item::Function(id) => {
                        let function = ast.functions[id];
                        let Some(name) = ast.declarators[function.declarator].name else { continue };
                        let (own, inner) = walk(ast, &mut known, id, Vec::new());
                        nested.extend(inner.iter().map(|(name, _)| *name));
                        for (name, own) in std::iter::once((name, own)).chain(inner) {
                            let all = owns.entry(name).or_default();
                            all.effects.include(&own.effects);
                            all.calls.extend(own.calls);
                            all.calls_pointer |= own.calls_pointer;
                        }
                    }
                    Item::Declaration(id) => {
                        let (scope, own, nested) = (Vec::new(), Own::default(), Vec::new());
                        let mut walk = Walk { ast, known: &mut known, scope, own, nested };
                        for one in ast.init_declarator_list(ast.declarations[id].declarators) {
                            one.init.into_iter().for_each(|init| walk.init(init));
                        }
                    }
                    Item::StaticAssert(..) | Item::Asm(_) => {}
                }
            }
        }
        let Names { functions, taken, exposed, united, .. } = known;
        let through_pointer = Effects { deeds: missing.outside(), ..Effects::default() };
        let mut summaries = Self { through_pointer, exposed, united, missing, ..Self::default() };
        let mut calling_back = Vec::new();
        for &name in functions.iter().chain(owns.values().flat_map(|own| &own.calls)) {
            let own = owns.get(&name);
            // The name of a nested function may mean another one elsewhere.
            if own.is_none() || nested.contains(&name) {
                if missing.calls_back(names.text(name)) {
                    calling_back.push(name);
                }
                let effects = missing.effects(names.text(name));
                summaries.functions.entry(name).or_default().include(&effects);
            }
            if let Some(own) = own {
                summaries.functions.entry(name).or_default().include(&own.effects);
            }
        }
        for name in watched {
            summaries.functions.entry(*name).or_default().deeds.add(asked);
        }
        summaries.close(&owns, &taken, &calling_back);
        summaries
    }

    /// Adds what callees do until nothing is new. A function that calls itself may not come back.
    /// One that nobody knows may call whatever has its address taken.
    fn close(&mut self, owns: &FxHashMap<Symbol, Own>, taken: &BTreeSet<Symbol>, calling_back: &[Symbol]) {
        let mut order: Vec<(&Symbol, &Own)> = owns.iter().collect();
        order.sort_by_key(|(name, _)| **name);
        loop {
            let mut changed = false;
            for name in taken {
                if let Some(effects) = self.functions.get(name) {
                    changed |= self.through_pointer.include(effects);
                }
            }
            for &name in calling_back {
                changed |= self.functions.entry(name).or_default().include(&self.through_pointer);
            }
            for &(name, own) in &order {
                let mut all = self.functions.remove(name).unwrap_or_default();
                for callee in &own.calls {
                    changed |= match self.functions.get(callee) {
                        Some(effects) => all.include(effects),
                        None => all.deeds.add(Deeds::STOPS),
                    };
                }
                if own.calls_pointer {
                    changed |= all.include(&self.through_pointer);
                }
                self.functions.insert(*name, all);
            }
            if !changed {
                return;
            }
        }
    }

    /// What a call of a function by its name does; nothing is known to happen in one that nobody
    /// mentions.
    pub(crate) fn of(&self, name: Symbol, names: &Interner) -> Effects {
        match self.functions.get(&name) {
            Some(effects) => effects.clone(),
            None => self.missing.effects(names.text(name)),
        }
    }

    /// What a call through a pointer does.
    pub(crate) fn through_pointer(&self) -> &Effects {
        &self.through_pointer
    }

    /// Whether a member of this name shares memory with others.
    pub(crate) fn is_united(&self, name: Symbol) -> bool {
        self.united.contains(&name)
    }

    /// Whether pointers may reach a static object.
    pub(crate) fn is_exposed(&self, name: Symbol) -> bool {
        self.exposed.contains(&name)
    }
}

impl Missing {
    /// What a function without a body does. One that nobody knows writes what it is passed; see
    /// [`Summaries::close`] for what it calls back.
    fn effects(self, name: &str) -> Effects {
        let deeds = match library::lookup(name) {
            Some(entry) => library::deeds(entry, self.errno),
            None => self.outside(),
        };
        Effects { deeds, ..Effects::default() }
    }

    /// What a function does that nobody knows.
    fn outside(self) -> Deeds {
        match self.externals {
            Externals::Pure => Deeds::default(),
            Externals::WriteArguments | Externals::Any => Deeds::READS_MEMORY.and(Deeds::WRITES_MEMORY),
        }
    }

    /// Whether a function without a body may call functions that it is passed: one that nobody
    /// knows, or a model that does so.
    fn calls_back(self, name: &str) -> bool {
        match (library::lookup(name), self.externals) {
            (Some(entry), _) => library::calls_back(entry),
            (None, Externals::Pure) => false,
            (None, Externals::WriteArguments | Externals::Any) => true,
        }
    }
}

/// What a function does itself, and what the functions do that are nested in it. `scope` are the names
/// around it.
fn walk(
    ast: &Ast,
    known: &mut Names,
    id: c_syntax::ast::FunctionId,
    scope: Vec<(Symbol, Whose)>,
) -> (Own, Vec<(Symbol, Own)>) {
    let function = ast.functions[id];
    let mut walk = Walk { ast, known, scope, own: Own::default(), nested: Vec::new() };
    if let Some(Derived::Function(parameters)) =
        ast.derived_list(ast.declarators[function.declarator].derived).first()
    {
        match *parameters {
            Parameters::Prototype { params, .. } => {
                for param in ast.param_list(params) {
                    walk.scope.extend(ast.declarators[param.declarator].name.map(|name| (name, Whose::Own)));
                }
            }
            Parameters::Names(list) => {
                walk.scope.extend(ast.symbol_list(list).iter().map(|&name| (name, Whose::Own)));
            }
            Parameters::Unspecified => {}
        }
    }
    walk.stmt(function.body);
    (walk.own, walk.nested)
}

impl Names {
    /// Which names at file scope are functions, and which names anywhere are arrays.
    fn collect(&mut self, ast: &Ast, names: &Interner) {
        for item in &ast.items {
            match *item {
                Item::Function(id) => {
                    self.functions.extend(ast.declarators[ast.functions[id].declarator].name)
                }
                Item::Declaration(id) => self.declared(ast, id),
                Item::StaticAssert(..) | Item::Asm(_) => {}
            }
        }
        for function in &ast.functions {
            self.functions.extend(ast.declarators[function.declarator].name);
        }
        for declaration in ast.declarations.indices() {
            self.arrays_of(ast, declaration);
            self.vectors_of(ast, declaration, names);
        }
        for record in ast.records.indices() {
            if ast.records[record].kind == RecordKind::Union {
                self.unite(ast, record);
            }
        }
        for param in &ast.pools.params {
            self.others.extend(ast.declarators[param.declarator].name);
        }
        for member in &ast.pools.members {
            if let Some(declarator) = member.declarator {
                self.array(ast, member.specifiers, declarator);
                let is_vector = self.is_vector(ast, member.specifiers, member.attributes, names);
                self.vectors.extend(ast.declarators[declarator].name.filter(|_| is_vector));
            }
        }
    }

    fn unite(&mut self, ast: &Ast, record: RecordId) {
        let mut open = vec![record];
        while let Some(record) = open.pop() {
            let Some(members) = ast.records[record].members else { continue };
            for member in ast.member_list(members) {
                let name = member.declarator.and_then(|declarator| ast.declarators[declarator].name);
                match (name, ast.specifiers[member.specifiers].ty) {
                    (Some(name), _) => _ = self.united.insert(name),
                    (None, TypeSpec::Record(inner)) => open.push(inner),
                    (None, _) => {}
                }
            }
        }
    }

    fn declared(&mut self, ast: &Ast, id: DeclarationId) {
        for init in ast.init_declarator_list(ast.declarations[id].declarators) {
            let declarator = ast.declarators[init.declarator];
            if let Some(Derived::Function(_)) = ast.derived_list(declarator.derived).first() {
                self.functions.extend(declarator.name);
            }
        }
    }

    fn arrays_of(&mut self, ast: &Ast, id: DeclarationId) {
        let declaration = ast.declarations[id];
        for init in ast.init_declarator_list(declaration.declarators) {
            self.array(ast, declaration.specifiers, init.declarator);
        }
    }

    fn vectors_of(&mut self, ast: &Ast, id: DeclarationId, names: &Interner) {
        let declaration = ast.declarations[id];
        for init in ast.init_declarator_list(declaration.declarators) {
            if self.is_vector(ast, declaration.specifiers, init.attributes, names) {
                self.vectors.extend(ast.declarators[init.declarator].name);
            }
        }
    }

    /// Whether what is declared may be a vector, or something made of vectors.
    fn is_vector(
        &self,
        ast: &Ast,
        specifiers: SpecifiersId,
        attributes: IdRange<Attribute>,
        names: &Interner,
    ) -> bool {
        let specifiers = ast.specifiers[specifiers];
        let says_so = |list| {
            ast.attribute_list(list).iter().any(|attribute| names.text(attribute.name) == "vector_size")
        };
        let is_named = match specifiers.ty {
            TypeSpec::Named(name) => self.vectors.contains(&name),
            // What such an operand is, only its type says.
            TypeSpec::TypeofExpr(_) | TypeSpec::TypeofType(_) | TypeSpec::Auto => !self.vectors.is_empty(),
            TypeSpec::Missing
            | TypeSpec::Void
            | TypeSpec::Basic(_)
            | TypeSpec::Complex(_)
            | TypeSpec::Record(_)
            | TypeSpec::Enum(_)
            | TypeSpec::Atomic(_)
            | TypeSpec::VaList => false,
        };
        is_named || says_so(specifiers.attributes) || says_so(attributes)
    }

    fn array(&mut self, ast: &Ast, specifiers: SpecifiersId, declarator: c_syntax::ast::DeclaratorId) {
        let declarator = ast.declarators[declarator];
        let is_array = match ast.derived_list(declarator.derived).first() {
            Some(Derived::Array(_)) => true,
            Some(Derived::Pointer(_) | Derived::Function(_)) => false,
            None => match ast.specifiers[specifiers].ty {
                TypeSpec::Named(name) => self.arrays.contains(&name),
                // What such an operand is, only its type says.
                TypeSpec::TypeofExpr(_) | TypeSpec::TypeofType(_) | TypeSpec::VaList => true,
                TypeSpec::Missing
                | TypeSpec::Void
                | TypeSpec::Basic(_)
                | TypeSpec::Complex(_)
                | TypeSpec::Record(_)
                | TypeSpec::Enum(_)
                | TypeSpec::Atomic(_)
                | TypeSpec::Auto => false,
            },
        };
        let names = if is_array { &mut self.arrays } else { &mut self.others };
        names.extend(declarator.name);
    }
}

impl Names {
    /// Whether a name always means an array.
    fn is_array(&self, name: Symbol) -> bool {
        self.arrays.contains(&name) && !self.others.contains(&name)
    }
}

impl Walk<'_> {
    fn whose(&self, name: Symbol) -> Whose {
        let found = self.scope.iter().rev().find(|(known, _)| *known == name);
        found.map_or(Whose::Nobodys, |&(_, whose)| whose)
    }

    /// A function inside this one reaches the variables of this one through pointers.
    fn nested(&mut self, id: c_syntax::ast::FunctionId) {
        let Some(name) = self.ast.declarators[self.ast.functions[id].declarator].name else { return };
        self.scope.push((name, Whose::Nobodys));
        let around = self.scope.iter().map(|&(name, whose)| match whose {
            Whose::Own | Whose::Outer => (name, Whose::Outer),
            Whose::Nobodys => (name, Whose::Nobodys),
        });
        let around = around.collect();
        let (own, inner) = walk(self.ast, self.known, id, around);
        self.nested.push((name, own));
        self.nested.extend(inner);
    }

    fn memory(&mut self, how: Use) {
        match how {
            Use::Read => _ = self.own.effects.deeds.add(Deeds::READS_MEMORY),
            Use::Write => _ = self.own.effects.deeds.add(Deeds::WRITES_MEMORY),
            Use::Update => {
                self.own.effects.deeds.add(Deeds::READS_MEMORY.and(Deeds::WRITES_MEMORY));
            }
            Use::Address => {}
        }
    }

    fn name(&mut self, name: Symbol, how: Use) {
        match self.whose(name) {
            Whose::Own => return,
            Whose::Outer => return self.memory(how),
            Whose::Nobodys => {}
        }
        let name = self.known.aliases.get(&name).copied().unwrap_or(name);
        match how {
            Use::Read | Use::Write | Use::Update => self.object(Object::Static(name), how),
            Use::Address => {
                self.known.exposed.insert(name);
            }
        }
        if self.known.functions.contains(&name) {
            self.known.taken.insert(name);
        }
    }

    fn object(&mut self, object: Object, how: Use) {
        if matches!(how, Use::Read | Use::Update) {
            self.own.effects.reads.insert(object);
        }
        if matches!(how, Use::Write | Use::Update) {
            self.own.effects.writes.insert(object);
        }
    }

    /// A member; one of a union is memory as any other.
    fn member(&mut self, member: Symbol, how: Use) {
        if self.known.united.contains(&member) {
            self.memory(how);
        } else {
            self.object(Object::Member(member), how);
        }
    }

    fn expr(&mut self, id: ExprId, how: Use) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.expr_inner(id, how));
    }

    fn exprs(&mut self, list: &[ExprId]) {
        list.iter().for_each(|&id| self.expr(id, Use::Read));
    }

    fn expr_inner(&mut self, id: ExprId, how: Use) {
        let ast = self.ast;
        match ast.exprs[id].kind {
            ExprKind::Ident(name) => {
                let decays = how == Use::Read && self.known.arrays.contains(&name);
                self.name(name, if decays { Use::Address } else { how });
            }
            ExprKind::Index(base, index) => {
                self.expr(index, Use::Read);
                self.element(base, how);
            }
            ExprKind::Member(base, member) => {
                let decays = how == Use::Read && self.known.arrays.contains(&member);
                if decays {
                    self.expr(base, Use::Address);
                }
                self.expr(base, how);
                self.member(member, how);
            }
            ExprKind::Arrow(base, member) => {
                let decays = how == Use::Read && self.known.is_array(member);
                self.expr(base, Use::Read);
                self.member(member, if decays { Use::Address } else { how });
            }
            ExprKind::Unary(op, operand) => self.unary(op, operand, how),
            ExprKind::Binary(_, left, right) => self.exprs(&[left, right]),
            ExprKind::Assign(op, place, value) => {
                self.expr(value, Use::Read);
                self.expr(place, if op.is_some() { Use::Update } else { Use::Write });
            }
            ExprKind::Conditional(condition, yes, no) => {
                self.expr(condition, Use::Read);
                yes.into_iter().for_each(|yes| self.expr(yes, how));
                self.expr(no, how);
            }
            ExprKind::Cast(_, operand) => self.expr(operand, Use::Read),
            ExprKind::CompoundLiteral(_, init) => self.init(init),
            ExprKind::Call(callee, args) => {
                self.call(callee);
                self.exprs(ast.expr_list(args));
            }
            ExprKind::StmtExpr(stmt) => self.stmt(stmt),
            ExprKind::VaArg(list, _) => {
                self.expr(list, Use::Update);
                self.memory(Use::Update);
            }
            ExprKind::ConvertVector(vector, _) => self.expr(vector, Use::Read),
            ExprKind::Choose(list) => self.exprs(ast.expr_list(list)),
            ExprKind::Generic(_, associations) => {
                ast.association_list(associations).iter().for_each(|one| self.expr(one.expr, how));
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Imaginary(_)
            | ExprKind::Char(_)
            | ExprKind::Str(_)
            | ExprKind::SizeofExpr(_)
            | ExprKind::SizeofType(_)
            | ExprKind::AlignofExpr(_)
            | ExprKind::AlignofType(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::Offsetof(..)
            | ExprKind::TypesCompatible(..) => {}
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId, how: Use) {
        match op {
            UnaryOp::Deref => {
                self.expr(operand, Use::Read);
                self.memory(how);
            }
            UnaryOp::AddressOf => self.expr(operand, Use::Address),
            UnaryOp::PreIncrement
            | UnaryOp::PreDecrement
            | UnaryOp::PostIncrement
            | UnaryOp::PostDecrement => self.expr(operand, Use::Update),
            UnaryOp::Plus
            | UnaryOp::Minus
            | UnaryOp::BitNot
            | UnaryOp::Not
            | UnaryOp::Real
            | UnaryOp::Imag => self.expr(operand, Use::Read),
        }
    }

    /// An element: of an array object that is named, or through a pointer.
    fn element(&mut self, base: ExprId, how: Use) {
        match self.ast.exprs[base].kind {
            ExprKind::Ident(name) if self.known.is_array(name) => self.name(name, how),
            ExprKind::Member(record, member) if self.known.is_array(member) => {
                self.expr(record, how);
                self.member(member, how);
            }
            ExprKind::Arrow(record, member) if self.known.is_array(member) => {
                self.expr(record, Use::Read);
                self.member(member, how);
            }
            ExprKind::Index(array, index) => {
                self.expr(index, Use::Read);
                self.element(array, how);
            }
            // An element of a vector is part of it; the name may also be that of a pointer.
            ExprKind::Ident(name) if self.known.vectors.contains(&name) => {
                self.name(name, how);
                self.expr(base, Use::Read);
                self.memory(how);
            }
            ExprKind::Member(record, member) if self.known.vectors.contains(&member) => {
                self.expr(record, how);
                self.member(member, how);
                self.memory(how);
            }
            ExprKind::Arrow(record, member) if self.known.vectors.contains(&member) => {
                self.expr(record, Use::Read);
                self.member(member, how);
                self.memory(how);
            }
            _ => {
                self.expr(base, Use::Read);
                self.memory(how);
            }
        }
    }

    fn call(&mut self, callee: ExprId) {
        match self.ast.exprs[callee].kind {
            ExprKind::Ident(name) if self.whose(name) == Whose::Nobodys => {
                let name = self.known.aliases.get(&name).copied().unwrap_or(name);
                let text_known = self.known.functions.contains(&name);
                self.own.calls.insert(name);
                if !text_known {
                    // Never declared, or a variable that holds a function.
                    self.own.effects.reads.insert(Object::Static(name));
                    self.own.calls_pointer = true;
                }
            }
            _ => {
                self.expr(callee, Use::Read);
                self.own.calls_pointer = true;
            }
        }
    }

    fn init(&mut self, id: InitId) {
        match self.ast.inits[id] {
            Init::Expr(expr) => self.expr(expr, Use::Read),
            Init::List(items, _) => {
                let ast = self.ast;
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                    ast.init_item_list(items).iter().for_each(|item| self.init(item.init));
                });
            }
        }
    }

    fn declaration(&mut self, id: DeclarationId) {
        let ast = self.ast;
        let declaration = ast.declarations[id];
        let is_local = match ast.specifiers[declaration.specifiers].storage {
            Storage::None | Storage::Auto | Storage::Register | Storage::Typedef => true,
            Storage::Static | Storage::Extern => false,
        };
        for init in ast.init_declarator_list(declaration.declarators) {
            let declarator = ast.declarators[init.declarator];
            let is_function =
                matches!(ast.derived_list(declarator.derived).first(), Some(Derived::Function(_)));
            let whose = if is_local && !is_function { Whose::Own } else { Whose::Nobodys };
            self.scope.extend(declarator.name.map(|name| (name, whose)));
            init.init.into_iter().for_each(|init| self.init(init));
        }
    }

    fn stmts(&mut self, list: &[StmtId]) {
        let depth = self.scope.len();
        list.iter().for_each(|&stmt| self.stmt(stmt));
        self.scope.truncate(depth);
    }

    fn stmt(&mut self, id: StmtId) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.stmt_inner(id));
    }

    fn stmt_inner(&mut self, id: StmtId) {
        let ast = self.ast;
        let read = |walk: &mut Self, expr: Option<ExprId>| {
            expr.into_iter().for_each(|expr| walk.expr(expr, Use::Read));
        };
        match ast.stmts[id].kind {
            StmtKind::Compound(list) => self.stmts(ast.stmt_list(list)),
            StmtKind::Declaration(declaration) => self.declaration(declaration),
            StmtKind::Expr(expr) | StmtKind::GotoComputed(expr) => read(self, Some(expr)),
            StmtKind::Return(expr) => read(self, expr),
            StmtKind::If(condition, yes, no) => {
                read(self, Some(condition));
                self.stmt(yes);
                no.into_iter().for_each(|no| self.stmt(no));
            }
            StmtKind::Switch(value, body) => {
                read(self, Some(value));
                self.stmt(body);
            }
            StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
                self.own.effects.deeds.add(Deeds::STOPS);
                read(self, Some(condition));
                self.stmt(body);
            }
            StmtKind::For(first, condition, step, body) => {
                self.own.effects.deeds.add(Deeds::STOPS);
                let depth = self.scope.len();
                first.into_iter().for_each(|first| self.stmt(first));
                read(self, condition);
                read(self, step);
                self.stmt(body);
                self.scope.truncate(depth);
            }
            StmtKind::Goto(_) => _ = self.own.effects.deeds.add(Deeds::STOPS),
            StmtKind::Label(_, stmt) | StmtKind::Case(_, _, stmt) | StmtKind::Default(stmt) => {
                self.stmt(stmt)
            }
            StmtKind::Asm(asm) => {
                let asm = ast.asms[asm];
                for operand in ast.asm_operand_list(asm.outputs) {
                    self.expr(operand.expr, Use::Update);
                }
                for operand in ast.asm_operand_list(asm.inputs) {
                    self.expr(operand.expr, Use::Read);
                }
            }
            StmtKind::NestedFunction(function) => self.nested(function),
            StmtKind::Empty
            | StmtKind::StaticAssert(..)
            | StmtKind::LocalLabels(_)
            | StmtKind::Continue
            | StmtKind::Break => {}
        }
    }
}
