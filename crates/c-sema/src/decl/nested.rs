//! GNU's nested functions: how they are elaborated, and what they use of the functions around them.
//!
//! A nested function becomes a function of its own. A variable of an outer function that it names
//! is *captured*: it gets a hidden parameter, a pointer to the variable, and the name means what
//! that points to. So each activation of the outer function passes its own variables, however deep
//! it recurs. What has to be passed along by whom is known when the outermost function ends:
//! [`super::chain`] completes parameters, calls and pointers then, so all bodies wait for that.
//!
//! A binding belongs to the innermost open function whose scope is around it. Labels that an outer
//! function declares by `__label__` are refused: a jump to one leaves activations.
//!
//! An operand that is not evaluated captures nothing: it has a type only.

use crate::elab::{Entity, Res, Stop, Unit};
use crate::hir::{Body, ExprId, ExprKind, Function, FunctionId, Linkage, Local, LocalId, StmtId};
use crate::stmt::FunctionState;
use crate::types::{ParamInfo, Ty};
use c_syntax::ast::{self, Flags};
use cfa::{Type, TypeId};
use source::Span;
use std::collections::BTreeMap;
use stdx::Symbol;

/// A variable of a function of the nest: the position of the function, and its number there.
pub(crate) type Variable = (usize, LocalId);

/// A function that others are nested in, while one of those is elaborated.
#[derive(Debug)]
struct Outer {
    member: usize,
    body: Body,
    function: Option<FunctionState>,
    pending: Vec<StmtId>,
    blocks: Vec<Vec<LocalId>>,
    unevaluated: u32,
    prototypes: u32,
    /// The depth of scopes where the inner function begins.
    depth: u32,
}

/// A function of a nest.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) function: FunctionId,
    /// The position of the function around it.
    pub(super) parent: Option<usize>,
    /// The hidden parameters, by the variables that they point to.
    pub(super) captured: BTreeMap<Variable, LocalId>,
    /// Its tree, once it is complete.
    pub(super) body: Option<Body>,
}

/// An outermost function with the functions in it, as far as there are any.
#[derive(Debug, Default)]
pub(crate) struct Nest {
    /// The functions, each behind the one that it is nested in.
    pub(super) members: Vec<Member>,
    /// The open ones but the innermost, from outside.
    outers: Vec<Outer>,
    /// The function under construction.
    current: usize,
    /// What `auto` declares and nobody defined yet.
    pub(super) promised: BTreeMap<FunctionId, Span>,
}

impl Nest {
    /// The member that is a function.
    pub(super) fn position(&self, function: FunctionId) -> Option<usize> {
        self.members.iter().position(|member| member.function == function)
    }

    /// Whether a function is nested in another one.
    fn is_nested(&self, function: FunctionId) -> bool {
        self.promised.contains_key(&function) || self.position(function).is_some_and(|at| at > 0)
    }
}

impl Unit<'_> {
    /// A function inside another one.
    pub(crate) fn nested_function(&mut self, id: ast::FunctionId) -> Res<()> {
        let definition = self.ast.functions[id];
        let (depth, span) = (self.scopes.depth(), self.ast.declarators[definition.declarator].span);
        let head = self.nested_head(&definition);
        self.scopes.leave_to(depth);
        let (function, name, base) = head.inspect_err(|&stop| self.poison(definition.declarator, stop))?;
        let was_promised = self.nest.promised.remove(&function).is_some();
        self.enter_nested(function);
        let result = self.nested_body(function, base, &definition);
        self.leave_nested(result.is_ok());
        self.scopes.leave_to(depth);
        let Err(stop) = result else { return Ok(()) };
        if was_promised {
            // Who called it before its definition has no body to call.
            self.report_stop::<()>(Err(stop), span);
        }
        let feature = match stop {
            Stop::Refused(feature) => feature,
            Stop::Reported => self.names.intern("name whose declaration is in error"),
        };
        self.scopes.declare(name, Entity::Refused(feature), span);
        Err(stop)
    }

    /// Binds the name of a nested function, before its body, which may call it.
    fn nested_head(&mut self, definition: &ast::FunctionDef) -> Res<(FunctionId, Symbol, Ty)> {
        let declarator = self.ast.declarators[definition.declarator];
        let span = declarator.span;
        let Some(name) = declarator.name else {
            return Err(self.error("E0302", span, "a function definition needs a name"));
        };
        let specified = self.specifiers(definition.specifiers)?;
        let ty = self.provisional_type(&specified, definition)?;
        let noreturn = specified.attributes.noreturn || specified.flags.contains(Flags::NORETURN);
        let promised = match self.scopes.here(name).map(|binding| binding.meaning) {
            Some(Entity::Function(function)) if self.nest.promised.contains_key(&function) => Some(function),
            Some(Entity::Refused(_)) | None => None,
            Some(_) => {
                let message = format!("`{}` is declared as something else", self.text(name));
                return Err(self.error("E0302", span, message));
            }
        };
        let function = match promised {
            Some(function) => function,
            None => self.new_nested(name, ty.id, noreturn, span),
        };
        self.el.program.functions[function].ty = ty.id;
        self.el.program.functions[function].noreturn |= noreturn;
        self.note_function(function, ty.volatile.behind(), &specified.attributes, span);
        Ok((function, name, specified.ty))
    }

    fn new_nested(&mut self, name: Symbol, ty: TypeId, noreturn: bool, span: Span) -> FunctionId {
        let function = self.el.program.functions.push(Function {
            name,
            ty,
            linkage: Linkage::None,
            defined: true,
            implicit: false,
            noreturn,
            weak: false,
            const_params: 0,
            span,
        });
        self.scopes.declare(name, Entity::Function(function), span);
        function
    }

    /// `auto int f(int);` in a block: a nested function that is defined later.
    pub(super) fn promise_nested(&mut self, name: Symbol, ty: TypeId, noreturn: bool, span: Span) {
        let known = self.scopes.here(name).map(|binding| binding.meaning);
        if let Some(Entity::Function(function)) = known
            && self.nest.is_nested(function)
        {
            return;
        }
        let function = self.new_nested(name, ty, noreturn, span);
        self.nest.promised.insert(function, span);
    }

    /// The type of the definition with its parameters bound, and the body.
    fn nested_body(&mut self, function: FunctionId, base: Ty, definition: &ast::FunctionDef) -> Res<()> {
        self.scopes.enter();
        let mut params: Vec<ParamInfo> = Vec::new();
        let ty = self.definition_type(base, definition.declarator, &mut params)?.id;
        let ty = match self.kr_names(definition.declarator) {
            Some(names) => self.kr_parameters(ty, names, definition, &mut params)?,
            None => ty,
        };
        self.el.program.functions[function].ty = ty;
        self.elaborate_body(function, ty, &params, definition)
    }

    fn enter_nested(&mut self, function: FunctionId) {
        if self.nest.members.is_empty() {
            let outermost = self.function.as_ref().map_or(function, |function| function.id);
            let captured = BTreeMap::new();
            self.nest.members.push(Member { function: outermost, parent: None, captured, body: None });
        }
        self.nest.outers.push(Outer {
            member: self.nest.current,
            body: std::mem::take(&mut self.body),
            function: self.function.take(),
            pending: std::mem::take(&mut self.pending),
            blocks: std::mem::take(&mut self.blocks),
            unevaluated: std::mem::take(&mut self.unevaluated),
            prototypes: std::mem::take(&mut self.prototypes),
            depth: self.scopes.depth(),
        });
        let (parent, captured) = (Some(self.nest.current), BTreeMap::new());
        self.nest.current = self.nest.members.len();
        self.nest.members.push(Member { function, parent, captured, body: None });
    }

    fn leave_nested(&mut self, is_complete: bool) {
        let Some(outer) = self.nest.outers.pop() else { return };
        let body = std::mem::replace(&mut self.body, outer.body);
        if is_complete {
            self.nest.members[self.nest.current].body = Some(body);
        }
        self.nest.current = outer.member;
        self.function = outer.function;
        self.pending = outer.pending;
        self.blocks = outer.blocks;
        self.unevaluated = outer.unevaluated;
        self.prototypes = outer.prototypes;
    }

    /// A variable by its number in the function whose scope is around its binding.
    pub(crate) fn variable(&mut self, local: LocalId, depth: u32, span: Span) -> Res<ExprId> {
        let Some(owner) = self.nest.outers.iter().position(|outer| depth <= outer.depth) else {
            let ty = self.body.locals[local].ty;
            return Ok(self.push(ExprKind::Local(local), ty, span));
        };
        let Local { ty, align, .. } = self.nest.outers[owner].body.locals[local];
        if self.unevaluated > 0 && !self.is_variable(ty) {
            if align.is_some() {
                return Err(self.refuse("alignment of a variable of an outer function"));
            }
            return Ok(self.phantom(ty, span));
        }
        let hidden = self.captured(owner, local);
        let pointer = self.body.locals[hidden].ty;
        let place = self.push(ExprKind::Local(hidden), pointer, span);
        let pointer = self.push(ExprKind::Load(place), pointer, span);
        Ok(self.push(ExprKind::Deref(pointer), ty, span))
    }

    /// The hidden parameter that points to a variable of an open function.
    fn captured(&mut self, owner: usize, local: LocalId) -> LocalId {
        let (position, current) = (self.nest.outers[owner].member, self.nest.current);
        if let Some(&hidden) = self.nest.members[current].captured.get(&(position, local)) {
            return hidden;
        }
        let outer = &mut self.nest.outers[owner].body;
        outer.locals[local].address_taken = true;
        let Local { name, ty, span, .. } = outer.locals[local];
        let volatile = outer.volatile.locals.get(&local).copied().unwrap_or_default();
        let ty = self.types_mut().pointer(ty);
        let hidden = self.body.locals.push(Local { name, ty, address_taken: false, align: None, span });
        self.note_local(hidden, volatile.derived());
        self.nest.members[current].captured.insert((position, local), hidden);
        hidden
    }

    /// A nested function has no address before its outer function runs.
    pub(crate) fn check_nested_address(&mut self, function: FunctionId) -> Res<()> {
        if self.in_static_init() && self.nest.is_nested(function) {
            return Err(self.refuse("address of a nested function in the initialiser of a static object"));
        }
        Ok(())
    }

    /// Whether an outer function declares this name by `__label__` and the innermost one does not.
    pub(crate) fn is_outer_label(&self, name: Symbol) -> bool {
        let own = self.function.as_ref().is_some_and(|function| function.declares_label(name));
        let outer = |outer: &Outer| outer.function.as_ref().is_some_and(|outer| outer.declares_label(name));
        !own && self.nest.outers.iter().any(outer)
    }

    /// Whether a type is that of a function, and not of a pointer to one.
    pub(super) fn is_function(&self, ty: TypeId) -> bool {
        matches!(self.types().get(ty), Type::Function(_))
    }
}
