//! Declarations (6.7) at file scope and in blocks.

mod alias;
mod beside;
mod chain;
mod function;
mod linkage;
mod local;
mod nested;
mod slots;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_nested;
#[cfg(test)]
mod tests_weak;

pub(crate) use nested::Nest;

use crate::elab::{Entity, Res, Stop, Unit};
use crate::hir::{Definition, GlobalId};
use crate::types::{Attributes, Specified, TagUse, Ty};
use crate::units::same_layout;
use c_syntax::ast::{self, Storage};
use cfa::{Type, TypeId};
use source::Span;
use std::num::NonZeroU32;
use stdx::Symbol;

/// A declarator with everything that its declaration says of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    pub(crate) name: Symbol,
    pub(crate) ty: Ty,
    pub(crate) specified: Specified,
    pub(crate) attributes: Attributes,
    pub(crate) init: Option<ast::InitId>,
    /// See [`crate::hir::Function::const_params`].
    pub(crate) const_params: u64,
    pub(crate) span: Span,
}

impl Declared {
    /// The alignment that the declaration of an object asks for, by itself or by a typedef.
    fn align(&self) -> Option<NonZeroU32> {
        let align = self.attributes.align.max(self.ty.align)?;
        u32::try_from(align).ok().and_then(NonZeroU32::new)
    }
}

impl Unit<'_> {
    /// A declaration at file scope. Errors and refusals concern the declared names only.
    pub(crate) fn file_declaration(&mut self, id: ast::DeclarationId) {
        let ast = self.ast;
        let declaration = ast.declarations[id];
        let list = ast.init_declarator_list(declaration.declarators);
        let tag_use = if list.is_empty() { TagUse::Alone } else { TagUse::WithDeclarators };
        let specified = match self.specifiers_of(declaration.specifiers, tag_use) {
            Ok(specified) => specified,
            Err(stop) => {
                for init in list {
                    self.poison(init.declarator, stop);
                }
                return;
            }
        };
        for init in list {
            let result = self.declared(&specified, init).and_then(|declared| match declared {
                Some(declared) => self.file_declarator(&declared),
                None => Ok(()),
            });
            if let Err(stop) = result {
                self.poison(init.declarator, stop);
            }
            self.body = crate::hir::Body::default();
            self.pending.clear();
            self.scopes.leave_to(0);
        }
    }

    /// Binds a name whose declaration failed, so that its uses do not give further errors.
    pub(crate) fn poison(&mut self, declarator: ast::DeclaratorId, stop: Stop) {
        let declarator = self.ast.declarators[declarator];
        let Some(name) = declarator.name else { return };
        let feature = match stop {
            Stop::Refused(feature) => feature,
            Stop::Reported => self.names.intern("name whose declaration is in error"),
        };
        // An earlier good declaration stays in force.
        if self.scopes.here(name).is_none() {
            self.scopes.declare(name, Entity::Refused(feature), declarator.span);
        }
    }

    /// Elaborates a declarator's type and attributes; `None` if it has no name.
    pub(crate) fn declared(
        &mut self,
        specified: &Specified,
        init: &ast::InitDeclarator,
    ) -> Res<Option<Declared>> {
        let declarator = self.ast.declarators[init.declarator];
        let Some(name) = declarator.name else { return Ok(None) };
        let own = self.attributes(init.attributes)?;
        let attributes = specified.attributes.and(own);
        let mut ty = if specified.auto {
            self.deduced(init, declarator.span)?
        } else {
            self.declarator_type(specified.ty, init.declarator)?
        };
        ty.id = self.apply_mode(ty.id, attributes.mode)?;
        ty = self.as_vector(ty, own.vector, declarator.span)?;
        let specified = *specified;
        let const_params = self.const_params(init.declarator);
        let (init, span) = (init.init, declarator.span);
        Ok(Some(Declared { name, ty, specified, attributes, init, const_params, span }))
    }

    /// `__auto_type name = e;`
    fn deduced(&mut self, init: &ast::InitDeclarator, span: Span) -> Res<Ty> {
        let Some(ast::Init::Expr(expr)) = init.init.map(|init| self.ast.inits[init]) else {
            return Err(self.error(
                "E0319",
                span,
                "`__auto_type` needs an initialiser that is an expression",
            ));
        };
        let value = self.unevaluated(|unit| unit.value(expr))?;
        Ok(self.nameable(self.ty(value))?.into())
    }

    fn file_declarator(&mut self, declared: &Declared) -> Res<()> {
        if declared.specified.storage == Storage::Typedef {
            return self.declare_typedef(declared);
        }
        if let Type::Function(_) = self.types().get(declared.ty.id) {
            if declared.init.is_some() {
                return Err(self.error("E0319", declared.span, "a function has no initialiser"));
            }
            let function = self.declare_function(declared)?;
            self.bind_at_file_scope(declared.name, Entity::Function(function), declared.span);
            return Ok(());
        }
        let global = self.declare_object(declared)?;
        self.note_section(global, declared)?;
        self.bind_at_file_scope(declared.name, Entity::Global(global), declared.span);
        match declared.init {
            Some(init) if !self.gives_way(declared)? => {
                self.define_object(global, declared.ty.id, init, declared.span)
            }
            Some(_) | None => Ok(()),
        }
    }

    fn bind_at_file_scope(&mut self, name: Symbol, entity: Entity, span: Span) {
        match self.scopes.here(name) {
            Some(binding) if binding.meaning == entity => {}
            Some(_) | None => self.scopes.declare(name, entity, span),
        }
    }

    /// An object gets its initialiser.
    pub(crate) fn define_object(
        &mut self,
        global: GlobalId,
        ty: TypeId,
        init: ast::InitId,
        span: Span,
    ) -> Res<()> {
        if let Some(&earlier) = self.el.initialised.get(&global) {
            let name = self.el.program.globals[global].name;
            let message = format!("`{}` has two initialisers", self.text(name));
            return Err(self.error_with("E0304", span, message, earlier));
        }
        self.el.initialised.insert(global, span);
        self.el.program.globals[global].definition = Definition::Initialised;
        // A refused initialiser is an error at once: other code may read the object already.
        let result = self.static_initialiser(global, ty, init);
        let Some(ty) = self.report_stop(result, span) else { return Err(Stop::Reported) };
        self.el.program.globals[global].ty = ty;
        Ok(())
    }

    /// `typedef`
    pub(crate) fn declare_typedef(&mut self, declared: &Declared) -> Res<()> {
        let mut ty = declared.ty;
        if let Type::Record(record) = *self.types().get(ty.id) {
            if declared.attributes.transparent_union {
                self.el.transparent.insert(record);
            }
            if let Some(earlier) = self.same_typedef_of_earlier_unit(declared.name, record) {
                ty.id = earlier;
            }
            self.types_mut().name_record(record, declared.name);
        }
        if let Some(align) = declared.attributes.last_align {
            ty.align = Some(align);
        }
        if let Some(binding) = self.scopes.here(declared.name) {
            match binding.meaning {
                Entity::Typedef(known) if self.compatible(known.id, ty.id) || self.is_variable(ty.id) => {}
                Entity::Refused(_) => {}
                _ => {
                    let message = format!("`{}` is declared as something else", self.text(declared.name));
                    return Err(self.error_with("E0302", declared.span, message, binding.span));
                }
            }
        }
        self.scopes.declare(declared.name, Entity::Typedef(ty), declared.span);
        Ok(())
    }

    /// In a library model, a record without tag that the program named by the same typedef, with
    /// equal members, is the same type. No other type of the model was made of it before.
    pub(crate) fn same_typedef_of_earlier_unit(&self, name: Symbol, record: cfa::RecordId) -> Option<TypeId> {
        if self.is_joined() || self.scopes.depth() > 0 || self.types().record(record).name.is_some() {
            return None;
        }
        let earlier = *self.el.earlier_typedefs.get(&name)?;
        let Type::Record(known) = *self.types().get(earlier) else { return None };
        let (new, old) = (self.types().record(record), self.types().record(known));
        let (layout, known) = (new.layout.as_ref()?, old.layout.as_ref()?);
        (new.kind == old.kind && same_layout(layout, known)).then_some(earlier)
    }

    /// `_Static_assert(condition, "message");`
    pub(crate) fn static_assert(
        &mut self,
        condition: ast::ExprId,
        message: Option<ast::StringId>,
    ) -> Res<()> {
        if self.integer_constant(condition)? != 0 {
            return Ok(());
        }
        let ast = self.ast;
        let text = message.map(|id| String::from_utf8_lossy(&ast.strings[id].bytes).into_owned());
        let text = text.map_or_else(String::new, |text| format!(": {text}"));
        Err(self.error("E0320", ast.exprs[condition].span, format!("static assertion failed{text}")))
    }
}
