//! Calls (6.5.2.2), also of functions that were never declared.

use crate::elab::{Entity, Res, Stop, Unit};
use crate::hir::{Callee, ExprId, ExprKind, Function, FunctionId, Linkage};
use c_syntax::ast;
use cfa::{Signature, Type, TypeId, Variadic};
use source::{Diagnostic, Span};
use stdx::{IdRange, Symbol};

impl Unit<'_> {
    /// `callee(args)`
    pub(super) fn call(
        &mut self,
        callee: ast::ExprId,
        args: IdRange<ast::ExprId>,
        span: Span,
    ) -> Res<ExprId> {
        if let ast::ExprKind::Ident(name) = self.ast.exprs[callee].kind {
            let known = self.entity(name);
            if self.may_be_builtin(name, known)
                && let Some(result) = self.builtin_call(name, args, span)
            {
                return result;
            }
            if known.is_none() {
                let function = self.implicit_function(name, self.ast.exprs[callee].span)?;
                return self.call_function(function, args, span);
            }
        }
        let callee = self.expr(callee)?;
        if let (ExprKind::Function(function), Type::Function(_)) =
            (self.body.exprs[callee].kind, self.types().get(self.ty(callee)))
        {
            return self.call_function(function, args, span);
        }
        let pointer = self.rvalue(callee)?;
        if let ExprKind::Function(function) = self.body.exprs[pointer].kind {
            return self.call_function(function, args, span);
        }
        let target = self.types().pointee(self.ty(pointer));
        let Some(Type::Function(signature)) = target.map(|target| self.types().get(target).clone()) else {
            let message = format!("a value of type `{}` cannot be called", self.type_text(self.ty(pointer)));
            return Err(self.error("E0307", span, message));
        };
        let args = self.arguments(&signature, args, span, None)?;
        self.finish_call(Callee::Pointer(pointer), args, signature.result, span)
    }

    /// Names of built-ins begin with two underscores; a program that defines such a function means its own.
    fn may_be_builtin(&self, name: Symbol, known: Option<Entity>) -> bool {
        if !self.text(name).starts_with("__") {
            return false;
        }
        match known {
            None => true,
            Some(Entity::Function(function)) => !self.el.program.functions[function].defined,
            Some(_) => false,
        }
    }

    /// A call of a known function.
    pub(super) fn call_function(
        &mut self,
        function: FunctionId,
        args: IdRange<ast::ExprId>,
        span: Span,
    ) -> Res<ExprId> {
        let Some(signature) = self.el.program.signature(function).cloned() else {
            return Err(self.error("E0307", span, "this is not a function"));
        };
        self.check_callable(function)?;
        let args = self.arguments(&signature, args, span, Some(function))?;
        self.finish_call(Callee::Direct(function), args, signature.result, span)
    }

    /// A call of a known function with elaborated arguments.
    pub(crate) fn call_with(&mut self, function: FunctionId, args: &[ExprId], span: Span) -> Res<ExprId> {
        let Some(signature) = self.el.program.signature(function).cloned() else {
            return Err(self.error("E0307", span, "this is not a function"));
        };
        self.check_callable(function)?;
        let mut converted = Vec::with_capacity(args.len());
        for (position, &arg) in args.iter().enumerate() {
            converted.push(self.argument(&signature, position, arg)?);
        }
        self.finish_call(Callee::Direct(function), converted, signature.result, span)
    }

    /// Refuses a call of a function that this unit declares in another way than it is defined.
    fn check_callable(&mut self, function: FunctionId) -> Res<()> {
        let Function { name, linkage, .. } = self.el.program.functions[function];
        if linkage == Linkage::External && self.is_misfit(function) {
            let feature = format!("call of `{}` as a function of another type", self.text(name));
            return Err(self.refuse(&feature));
        }
        Ok(())
    }

    fn finish_call(&mut self, callee: Callee, args: Vec<ExprId>, result: TypeId, span: Span) -> Res<ExprId> {
        if result != TypeId::VOID && self.types().size(result).is_none() {
            return Err(self.incomplete(result, span));
        }
        let args = IdRange::store(&mut self.body.pools.exprs, args);
        Ok(self.push(ExprKind::Call(callee, args), result, span))
    }

    fn arguments(
        &mut self,
        signature: &Signature,
        args: IdRange<ast::ExprId>,
        span: Span,
        function: Option<FunctionId>,
    ) -> Res<Vec<ExprId>> {
        let ast = self.ast;
        let list = ast.expr_list(args);
        let named = signature.params.len();
        let wrong = match signature.variadic {
            Variadic::No => list.len() != named,
            Variadic::Yes => list.len() < named,
            Variadic::Unprototyped => false,
        };
        if wrong {
            return Err(self.argument_count(list.len(), named, span, function));
        }
        let mut values = Vec::with_capacity(list.len());
        for (position, &arg) in list.iter().enumerate() {
            let value = self.value(arg)?;
            values.push(self.argument(signature, position, value)?);
        }
        Ok(values)
    }

    fn argument_count(
        &mut self,
        given: usize,
        wanted: usize,
        span: Span,
        function: Option<FunctionId>,
    ) -> Stop {
        let relation = if given < wanted { "few" } else { "many" };
        let message = format!("too {relation} arguments: {given} given, {wanted} declared");
        let mut diagnostic = Diagnostic::error("E0308", span, message);
        if let Some(function) = function {
            diagnostic = diagnostic.with_related(self.el.program.functions[function].span, "declared here");
        }
        self.diagnostics.push(diagnostic);
        Stop::Reported
    }

    /// An argument converted to its parameter's type, or promoted beyond the named ones. An old
    /// definition names parameters, but is no prototype (6.5.2.2p6).
    fn argument(&mut self, signature: &Signature, position: usize, value: ExprId) -> Res<ExprId> {
        let named = match signature.variadic {
            Variadic::No | Variadic::Yes => signature.params.get(position),
            Variadic::Unprototyped => None,
        };
        match named {
            Some(&param) => {
                if self.ty(value) == TypeId::VOID {
                    return Err(self.error("E0323", self.span(value), "an argument has no value"));
                }
                if let Type::Record(record) = *self.types().get(param)
                    && self.el.transparent.contains(&record)
                    && self.ty(value) != param
                {
                    return self.transparent_argument(record, param, value);
                }
                self.convert(value, param)
            }
            None => self.default_promotion(value),
        }
    }

    /// A transparent union is passed as any of its members.
    fn transparent_argument(&mut self, record: cfa::RecordId, param: TypeId, value: ExprId) -> Res<ExprId> {
        let fields = self.types().fields(record);
        let given = self.ty(value);
        let exact = fields.iter().position(|field| field.ty == given);
        let pointer =
            fields.iter().position(|field| self.is_pointer(field.ty) && self.types().is_scalar(given));
        let Some(member) = exact.or(pointer) else { return self.convert(value, param) };
        let target = fields[member].ty;
        let span = self.span(value);
        let value = self.convert(value, target)?;
        let place = self.union_literal(param, member as u32, value, span);
        self.rvalue(place)
    }

    /// A function that was never declared: gcc's own prototype where it knows one, else C90's `int f()`.
    fn implicit_function(&mut self, name: Symbol, span: Span) -> Res<FunctionId> {
        // The call declares an external function, the unit defines an internal one (6.2.2p7).
        if self.internal_definitions.contains(&name) {
            let message = format!("`{}` is called before it is declared `static`", self.text(name));
            return Err(self.error("E0301", span, message));
        }
        if let Some(feature) = self.el.refusal(name) {
            return Err(self.refuse(feature));
        }
        if self.el.alias(name).is_some() {
            return Err(self.refuse(crate::elab::ALIAS));
        }
        let is_first = self.implicit_warned.insert(name);
        if is_first {
            let message = format!("`{}` is called without a declaration", self.text(name));
            self.warning("W0302", span, message);
        }
        let external = self.el.externals.get(&name);
        let earlier = if let Some(&Entity::Function(function)) = external { Some(function) } else { None };
        // What other units declare is not known here.
        if let Some(function) = earlier.filter(|&function| !is_first || function >= self.first_function) {
            return Ok(function);
        }
        let known = self.library_type(name);
        let implicit = known.is_none();
        let ty = known.unwrap_or_else(|| {
            let signature =
                Signature { result: TypeId::INT, params: Box::new([]), variadic: Variadic::Unprototyped };
            self.types_mut().intern(Type::Function(signature))
        });
        if let Some(function) = earlier {
            self.view(function, ty);
            return Ok(function);
        }
        Ok(self.new_external(name, ty, implicit, span))
    }

    /// Adds an external function that no source declares.
    pub(super) fn new_external(
        &mut self,
        name: Symbol,
        ty: TypeId,
        implicit: bool,
        span: Span,
    ) -> FunctionId {
        let defined = self.el.is_defined(name);
        let noreturn = matches!(self.text(name), "abort" | "exit" | "_exit" | "_Exit");
        let (linkage, weak, const_params) = (Linkage::External, false, 0);
        let function = Function { name, ty, linkage, defined, implicit, noreturn, weak, const_params, span };
        let function = self.el.program.functions.push(function);
        self.el.externals.insert(name, Entity::Function(function));
        function
    }

    /// The library function of a name, declared as gcc knows it if nobody did.
    pub(super) fn library_function(&mut self, name: &str, span: Span) -> Option<FunctionId> {
        let symbol = self.names.intern(name);
        if let Some(Entity::Function(function)) = self.entity(symbol) {
            return Some(function);
        }
        if let Some(&Entity::Function(function)) = self.el.externals.get(&symbol) {
            return Some(function);
        }
        let ty = self.library_type(symbol)?;
        Some(self.new_external(symbol, ty, false, span))
    }
}
