//! Function definitions (6.9.1), with prototypes or in the style of K&R.

use super::{Declared, Nest};
use crate::elab::{Entity, Fate, Res, Unit};
use crate::hir::{
    ExprKind, FunctionId, InitItem, Initialiser, Linkage, Local, LocalId, Rest, StmtId, StmtKind,
};
use crate::stmt::FunctionState;
use crate::types::{ParamInfo, Ty};
use c_syntax::ast::{self, Derived, Parameters};
use cfa::{Signature, Type, TypeId, Variadic};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};
use stdx::{IdRange, Symbol};

impl Unit<'_> {
    /// A function definition; errors in it do not stop the others.
    pub(crate) fn function_definition(&mut self, id: ast::FunctionId) {
        let definition = self.ast.functions[id];
        let span = self.ast.declarators[definition.declarator].span;
        let result = self.define_function(&definition);
        if let Err(stop) = result {
            self.function = None;
            self.nest = Nest::default();
            self.blocks.clear();
            self.prototypes = 0;
            self.unevaluated = 0;
            self.scopes.leave_to(0);
            self.poison(definition.declarator, stop);
            // A function whose type is refused is refused where it is used: headers define many that nobody calls.
            if !self.is_refused(definition.declarator) {
                self.report_stop::<()>(Err(stop), span);
            }
        }
    }

    /// Whether every use of the declared name is refused. (After an earlier good declaration it is not.)
    fn is_refused(&self, declarator: ast::DeclaratorId) -> bool {
        let name = self.ast.declarators[declarator].name;
        let binding = name.and_then(|name| self.scopes.here(name));
        binding.is_some_and(|binding| matches!(binding.meaning, Entity::Refused(_)))
    }

    fn define_function(&mut self, definition: &ast::FunctionDef) -> Res<()> {
        let declarator = self.ast.declarators[definition.declarator];
        let span = declarator.span;
        let Some(name) = declarator.name else {
            return Err(self.error("E0302", span, "a function definition needs a name"));
        };
        let specified = self.specifiers(definition.specifiers)?;
        // The type is elaborated in the scope of the parameters, the name is bound outside of it: so the
        // parameters' scope is opened twice, the first time only to learn the type.
        let provisional = self.provisional_type(&specified, definition)?;
        let attributes = specified.attributes;
        let declared =
            Declared { name, ty: provisional, specified, attributes, init: None, const_params: 0, span };
        let before = match self.scopes.ordinary.at_file_scope(name).map(|known| known.meaning) {
            Some(Entity::Function(function)) => Some(self.el.program.functions[function].ty),
            Some(_) | None => None,
        };
        let function = self.declare_function(&declared)?;
        if self.scopes.here(name).is_none_or(|binding| binding.meaning != Entity::Function(function)) {
            self.scopes.declare(name, Entity::Function(function), span);
        }
        if !self.first_definition(function, &declared)? {
            return Ok(());
        }
        self.scopes.enter();
        let mut params = Vec::new();
        let ty = self.definition_type(specified.ty, definition.declarator, &mut params)?.id;
        let names = self.kr_names(definition.declarator);
        let ty = match names {
            Some(names) => {
                let declared = self.kr_parameters(ty, names, definition, &mut params)?;
                self.prototype_before(before, declared)
            }
            None => ty,
        };
        self.el.program.functions[function].ty = ty;
        self.el.program.functions[function].implicit = false;
        self.views.retain(|&(viewed, _)| viewed != function);
        self.elaborate_body(function, ty, &params, definition)?;
        self.scopes.leave_to(0);
        self.finish_nest(function);
        Ok(())
    }

    /// The type of the definition's declarator, which must be a function's.
    pub(super) fn provisional_type(
        &mut self,
        specified: &crate::types::Specified,
        definition: &ast::FunctionDef,
    ) -> Res<Ty> {
        let span = self.ast.declarators[definition.declarator].span;
        self.scopes.enter();
        let ty = self.definition_type(specified.ty, definition.declarator, &mut Vec::new());
        self.scopes.leave();
        let ty = ty?;
        match self.types().get(ty.id) {
            Type::Function(_) => Ok(ty),
            _ => Err(self.error("E0302", span, "this definition is not of a function")),
        }
    }

    /// Whether this is the definition to keep. Two strong ones are an error.
    fn first_definition(&mut self, function: FunctionId, declared: &Declared) -> Res<bool> {
        let Declared { name, span, .. } = *declared;
        let fate = match (self.el.program.functions[function].linkage, self.el.bodies.get(&function)) {
            (Linkage::External, _) => self.el.definitions.function(name, span),
            (Linkage::Internal | Linkage::None, Some(&earlier)) => Fate::Twice(earlier),
            (Linkage::Internal | Linkage::None, None) => Fate::Kept,
        };
        let text = self.text(name).to_owned();
        let diagnostic = match fate {
            Fate::Kept => {
                self.el.bodies.insert(function, span);
                self.own_definitions.insert(span);
                self.el.program.functions[function].defined = true;
                return Ok(true);
            }
            Fate::GivesWay => return Ok(false),
            Fate::InlineCopy { own, kept, at } if self.map.snippet(own) != self.map.snippet(kept) => {
                let message = "unsupported feature: inline definitions that differ, none of them external";
                Diagnostic::error("E0901", span, message).with_related(at, "the other definition")
            }
            // A header that two units include. Nobody can tell which copy is called.
            Fate::InlineCopy { at, .. } if self.map.location(span.lo) == self.map.location(at.lo) => {
                let text = format!(
                    "`{text}` is inline in one header of several units, whose definitions mean the same"
                );
                self.el.program.assumptions.push((text, span));
                return Ok(false);
            }
            Fate::InlineBeside(at) | Fate::InlineCopy { at, .. } => {
                if let Fate::InlineBeside(_) = fate {
                    let text =
                        format!("the inline definition of `{text}` is not called, the external one is");
                    self.el.program.assumptions.push((text, span));
                }
                let message = format!("the inline definition of `{text}` is ignored");
                Diagnostic::warning("W0304", span, message).with_related(at, "this definition is used")
            }
            Fate::Twice(other) => {
                let message = format!("`{text}` is defined twice");
                Diagnostic::error("E0303", span, message).with_related(other, "the other definition")
            }
            Fate::Unclear(other) => {
                let message =
                    "unsupported feature: inline definition beside one that is weak or of another standard";
                Diagnostic::error("E0901", span, message).with_related(other, "the other definition")
            }
        };
        self.diagnostics.push(diagnostic);
        Ok(false)
    }

    pub(super) fn kr_names(&self, declarator: ast::DeclaratorId) -> Option<IdRange<Symbol>> {
        match self.ast.derived_list(self.ast.declarators[declarator].derived).first() {
            Some(Derived::Function(Parameters::Names(names))) => Some(*names),
            Some(Derived::Function(_) | Derived::Pointer(_) | Derived::Array(_)) | None => None,
        }
    }

    /// The parameters of a K&R definition: callers pass promoted values (6.5.2.2p6).
    pub(super) fn kr_parameters(
        &mut self,
        ty: TypeId,
        names: IdRange<Symbol>,
        definition: &ast::FunctionDef,
        params: &mut Vec<ParamInfo>,
    ) -> Res<TypeId> {
        let ast = self.ast;
        let mut declared: FxHashMap<Symbol, (Ty, Span)> = FxHashMap::default();
        for &id in ast.declaration_list(definition.kr_declarations) {
            let declaration = ast.declarations[id];
            let specified = self.specifiers(declaration.specifiers)?;
            for init in ast.init_declarator_list(declaration.declarators) {
                let declarator = ast.declarators[init.declarator];
                let ty = self.declarator_type(specified.ty, init.declarator)?;
                let volatile = self.adjusted_volatility(ty);
                let ty = Ty { volatile, ..self.adjust_parameter(ty.id).into() };
                if let Some(name) = declarator.name {
                    declared.insert(name, (ty, declarator.span));
                }
            }
        }
        let default_span = ast.declarators[definition.declarator].span;
        for &name in ast.symbol_list(names) {
            let (ty, span) = declared.get(&name).copied().unwrap_or((TypeId::INT.into(), default_span));
            let Ty { id: ty, volatile, .. } = ty;
            params.push(ParamInfo { name: Some(name), ty, volatile, span, variable: None });
        }
        let passed = params.iter().map(|param| self.passed_type(param.ty)).collect();
        let result = match self.types().get(ty) {
            Type::Function(signature) => signature.result,
            _ => TypeId::INT,
        };
        let signature = Signature { result, params: passed, variadic: Variadic::Unprototyped };
        Ok(self.types_mut().intern(Type::Function(signature)))
    }

    /// A prototype before a K&R definition says what callers pass.
    fn prototype_before(&self, before: Option<TypeId>, declared: TypeId) -> TypeId {
        let Some(before) = before else { return declared };
        match (self.types().get(before), self.types().get(declared)) {
            (Type::Function(known), Type::Function(new))
                if known.variadic != Variadic::Unprototyped && known.params.len() == new.params.len() =>
            {
                before
            }
            _ => declared,
        }
    }

    fn passed_type(&self, ty: TypeId) -> TypeId {
        if ty == TypeId::FLOAT { TypeId::DOUBLE } else { self.promoted_type(ty) }
    }

    /// Elaborates a body; it stays in `self.body`.
    pub(super) fn elaborate_body(
        &mut self,
        function: FunctionId,
        ty: TypeId,
        params: &[ParamInfo],
        definition: &ast::FunctionDef,
    ) -> Res<()> {
        let (result, passed) = match self.types().get(ty) {
            Type::Function(signature) => (signature.result, signature.params.clone()),
            _ => (TypeId::INT, Box::default()),
        };
        let span = self.ast.declarators[definition.declarator].span;
        if result != TypeId::VOID && self.types().size(result).is_none() {
            return Err(self.incomplete(result, span));
        }
        self.body = crate::hir::Body::default();
        self.function = Some(FunctionState::new(function, result));
        self.blocks.push(Vec::new());
        let mut stmts = Vec::new();
        for (param, &passed) in params.iter().zip(passed.iter()) {
            self.parameter(param, passed, &mut stmts)?;
        }
        let ast = self.ast;
        if let ast::StmtKind::Compound(list) = ast.stmts[definition.body].kind {
            for &stmt in ast.stmt_list(list) {
                self.stmt(stmt, &mut stmts);
            }
        }
        let root = self.close_block(stmts, ast.stmts[definition.body].span);
        self.body.root = Some(root);
        self.check_labels();
        self.function = None;
        Ok(())
    }

    /// Declares a parameter's variable. One that is narrower than what is passed (K&R) is converted from it.
    fn parameter(&mut self, param: &ParamInfo, passed: TypeId, stmts: &mut Vec<StmtId>) -> Res<()> {
        let span = param.span;
        if self.types().size(passed).is_none() {
            return Err(self.incomplete(passed, span));
        }
        let name = match param.name {
            Some(name) => name,
            None => self.fresh_name("param"),
        };
        let mut ty = param.ty;
        if let Some((base, declarator)) = param.variable {
            let variable = self.declarator_type(base, declarator)?.id;
            ty = self.adjust_parameter(variable);
            stmts.append(&mut self.pending);
        }
        let local = if passed == param.ty {
            let local = self.body.locals.push(Local { name, ty, address_taken: false, align: None, span });
            self.body.params.push(local);
            local
        } else {
            self.narrowed_parameter(name, ty, passed, span, stmts)?
        };
        self.note_local(local, param.volatile);
        if param.name.is_some() {
            if matches!(self.scopes.here(name).map(|binding| binding.meaning), Some(Entity::Local(_))) {
                let message = format!("two parameters are named `{}`", self.text(name));
                return Err(self.error("E0302", span, message));
            }
            self.scopes.declare(name, Entity::Local(local), span);
        }
        Ok(())
    }

    fn narrowed_parameter(
        &mut self,
        name: Symbol,
        ty: TypeId,
        passed: TypeId,
        span: Span,
        stmts: &mut Vec<StmtId>,
    ) -> Res<LocalId> {
        let stem = self.text(name).to_owned();
        let passed_name = self.fresh_name(&stem);
        let param = self.body.locals.push(Local {
            name: passed_name,
            ty: passed,
            address_taken: false,
            align: None,
            span,
        });
        self.body.params.push(param);
        let local = self.body.locals.push(Local { name, ty, address_taken: false, align: None, span });
        self.declare_in_block(local);
        let place = self.push(ExprKind::Local(param), passed, span);
        let value = self.push(ExprKind::Load(place), passed, span);
        let value = self.convert(value, ty)?;
        let items =
            IdRange::store(&mut self.body.pools.init_items, [InitItem { path: IdRange::EMPTY, value }]);
        stmts.push(self.push_stmt(StmtKind::Declare(local), span));
        stmts.push(self.push_stmt(StmtKind::Init(local, Initialiser { rest: Rest::None, items }), span));
        Ok(local)
    }
}
