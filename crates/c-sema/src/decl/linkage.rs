//! Linkage (6.2.2) and the merging of declarations of one function or object, also across units.
//!
//! External names are shared by all units. Whether units agree on a type is decided before
//! ([`crate::units`]); within a unit, types are compared leniently. The kinds must agree, and there
//! is one definition, which [`crate::elab::Fate`] chooses among weak and strong ones. A function
//! has the type that the current unit gives it while that unit is elaborated.

use super::Declared;
use crate::elab::{Entity, Fate, Res, Stop, Unit};
use crate::hir::{Definition, Function, FunctionId, Global, GlobalId, Linkage};
use c_syntax::ast::{Flags, Storage};
use cfa::{ArrayLen, Type, TypeId, Variadic};
use source::Span;
use stdx::Symbol;

impl Unit<'_> {
    /// The entity that a declaration with linkage means, if it exists, and the linkage of the declaration.
    fn linked(&self, name: Symbol, storage: Storage) -> (Option<Entity>, Linkage) {
        let at_file_scope = self.scopes.ordinary.at_file_scope(name).map(|binding| binding.meaning);
        match at_file_scope {
            Some(Entity::Refused(_)) | None => {}
            Some(entity) => {
                let linkage = match entity {
                    Entity::Function(function) => self.el.program.functions[function].linkage,
                    Entity::Global(global) => self.el.program.globals[global].linkage,
                    _ => Linkage::External,
                };
                return (Some(entity), linkage);
            }
        }
        if storage == Storage::Static {
            return (None, Linkage::Internal);
        }
        (self.el.externals.get(&name).copied(), Linkage::External)
    }

    fn conflict(&mut self, name: Symbol, span: Span) -> Stop {
        let message = format!("`{}` is declared as something else", self.text(name));
        let binding = self.scopes.ordinary.at_file_scope(name).map(|binding| binding.span);
        let external = self.el.externals.get(&name).map(|entity| match *entity {
            Entity::Function(function) => self.el.program.functions[function].span,
            Entity::Global(global) => self.el.program.globals[global].span,
            _ => Span::NONE,
        });
        self.error_with("E0302", span, message, binding.or(external).unwrap_or(Span::NONE))
    }

    /// Whether an external name was declared in this unit already.
    fn is_seen(&self, name: Symbol) -> bool {
        self.scopes.ordinary.at_file_scope(name).is_some()
    }

    /// Declares a function, or finds it again.
    pub(crate) fn declare_function(&mut self, declared: &Declared) -> Res<FunctionId> {
        if let Some(feature) = self.el.refusal(declared.name) {
            return Err(self.refuse(feature));
        }
        let declared = &self.through_alias(declared)?;
        let Declared { specified, attributes, .. } = *declared;
        self.check_weak(declared)?;
        let noreturn = attributes.noreturn || specified.flags.contains(Flags::NORETURN);
        let function = self.linked_function(declared, noreturn)?;
        if let Some(align) = attributes.align {
            let known = self.function_aligns.entry(function).or_insert(align);
            *known = align.max(*known);
        }
        Ok(function)
    }

    fn linked_function(&mut self, declared: &Declared, noreturn: bool) -> Res<FunctionId> {
        let Declared { name, ty, specified, attributes, const_params, span, .. } = *declared;
        let volatile = ty.volatile.behind();
        match self.linked(name, specified.storage) {
            (Some(Entity::Function(function)), _) => {
                self.merge_function(function, ty.id, span)?;
                self.note_function(function, volatile, &attributes, span);
                let function_entry = &mut self.el.program.functions[function];
                function_entry.noreturn |= noreturn;
                function_entry.weak |= attributes.weak;
                Ok(function)
            }
            (Some(_), _) => Err(self.conflict(name, span)),
            (None, linkage) => {
                let defined = match linkage {
                    Linkage::Internal | Linkage::None => self.internal_definitions.contains(&name),
                    Linkage::External => self.el.is_defined(name),
                };
                let implicit = false;
                let ty = ty.id;
                let weak = attributes.weak;
                let function =
                    Function { name, ty, linkage, defined, implicit, noreturn, weak, const_params, span };
                let function = self.el.program.functions.push(function);
                if linkage == Linkage::External {
                    self.el.externals.insert(name, Entity::Function(function));
                }
                self.note_function(function, volatile, &attributes, span);
                Ok(function)
            }
        }
    }

    /// A later declaration completes an earlier one without prototype; otherwise the earlier stays in force.
    fn merge_function(&mut self, function: FunctionId, ty: TypeId, span: Span) -> Res<()> {
        let known = &self.el.program.functions[function];
        let (name, known_ty, implicit) = (known.name, known.ty, known.implicit);
        if known_ty == ty {
            self.el.program.functions[function].implicit = false;
            return Ok(());
        }
        let Some(old) = self.el.program.signature(function) else { return Ok(()) };
        let unprototyped = old.variadic == Variadic::Unprototyped && !self.el.bodies.contains_key(&function);
        let new_has_prototype = match self.types().get(ty) {
            Type::Function(signature) => signature.variadic != Variadic::Unprototyped,
            _ => false,
        };
        if !implicit && !self.compatible(known_ty, ty) {
            let earlier = known.span;
            let (old, new) = (self.type_text(known_ty), self.type_text(ty));
            let message = format!("`{}` is declared as `{new}`, before as `{old}`", self.text(name));
            let diagnostic = source::Diagnostic::warning("W0303", span, message);
            self.diagnostics.push(diagnostic.with_related(earlier, "declared here before"));
        }
        if implicit || unprototyped && new_has_prototype {
            let entry = &mut self.el.program.functions[function];
            entry.ty = ty;
            entry.implicit = false;
        } else if !self.is_seen(name) {
            self.view(function, ty);
        }
        Ok(())
    }

    /// Gives a function the type that it has for the rest of this unit.
    pub(crate) fn view(&mut self, function: FunctionId, ty: TypeId) {
        let elsewhere = std::mem::replace(&mut self.el.program.functions[function].ty, ty);
        self.views.push((function, elsewhere));
    }

    /// Gives the functions that this unit only saw otherwise the types back that they had before.
    pub(crate) fn end_views(&mut self) {
        for (function, ty) in std::mem::take(&mut self.views).into_iter().rev() {
            self.el.program.functions[function].ty = ty;
        }
    }

    /// Declares an object of static storage that has linkage, or finds it again.
    pub(crate) fn declare_object(&mut self, declared: &Declared) -> Res<GlobalId> {
        if let Some(feature) = self.el.refusal(declared.name) {
            return Err(self.refuse(feature));
        }
        let declared = &self.through_alias(declared)?;
        let Declared { name, ty, specified, attributes, init, span, .. } = *declared;
        let is_thread_local = specified.flags.contains(Flags::THREAD_LOCAL);
        if is_thread_local {
            self.warning("W0307", span, "all threads share this object here");
        }
        if ty.id == TypeId::VOID {
            return Err(self.error("E0306", span, "a variable cannot be `void`"));
        }
        if self.is_variable(ty.id) {
            return Err(self.error("E0314", span, "an object with linkage cannot have a variable length"));
        }
        self.check_weak(declared)?;
        let definition = match (specified.storage, init) {
            // A register of the machine is nobody's to define either.
            (Storage::Extern | Storage::Register, None) => Definition::Extern,
            _ if self.gives_way(declared)? => Definition::Extern,
            _ => Definition::Tentative,
        };
        match self.linked(name, specified.storage) {
            (Some(Entity::Global(global)), _) => {
                if self.el.is_clash(name) && !self.is_seen(name) {
                    return Err(Stop::Reported);
                }
                self.merge_object(global, ty.id, span)?;
                self.note_global(global, ty.volatile);
                let entry = &mut self.el.program.globals[global];
                if entry.definition == Definition::Extern {
                    entry.definition = definition;
                }
                entry.weak |= attributes.weak;
                entry.align = entry.align.max(declared.align());
                Ok(global)
            }
            (Some(_), _) => Err(self.conflict(name, span)),
            (None, linkage) => {
                let global = self.el.program.globals.push(Global {
                    name,
                    ty: ty.id,
                    linkage,
                    definition,
                    owner: None,
                    address_taken: false,
                    weak: attributes.weak,
                    align: declared.align(),
                    span,
                });
                if is_thread_local {
                    self.el.thread_locals.insert(global);
                }
                if linkage == Linkage::External {
                    self.el.externals.insert(name, Entity::Global(global));
                }
                self.note_global(global, ty.volatile);
                Ok(global)
            }
        }
    }

    /// Refuses `weak` in a block where it would decide which of several definitions is linked.
    fn check_weak(&mut self, declared: &Declared) -> Res<()> {
        let in_block = self.scopes.depth() > 0 && declared.attributes.weak;
        if in_block && self.el.conflicting_weak(declared.name) {
            let message =
                "unsupported feature: weak declaration in a block of a symbol with several definitions";
            return Err(self.error("E0901", declared.span, message));
        }
        Ok(())
    }

    /// Whether the linker takes another definition of this object. The type must not need the
    /// initialiser that is dropped.
    pub(crate) fn gives_way(&mut self, declared: &Declared) -> Res<bool> {
        if self.el.definitions.object(declared.name, declared.span) != Fate::GivesWay {
            return Ok(false);
        }
        if let Type::Array(_, ArrayLen::Unknown) = self.types().get(declared.ty.id) {
            let message = "unsupported feature: weak array without length beside another definition";
            return Err(self.error("E0901", declared.span, message));
        }
        Ok(true)
    }

    /// The composite type of two declarations of an object: a known length completes an unknown one.
    fn merge_object(&mut self, global: GlobalId, ty: TypeId, span: Span) -> Res<()> {
        let (known, name) = (self.el.program.globals[global].ty, self.el.program.globals[global].name);
        if known == ty {
            return Ok(());
        }
        if let (&Type::Array(left, ArrayLen::Unknown), &Type::Array(right, _)) =
            (self.types().get(known), self.types().get(ty))
            && (self.is_seen(name) || self.same_records(left, right))
        {
            self.el.program.globals[global].ty = ty;
            return Ok(());
        }
        let completed = self.el.flexible.get(&known).copied().unwrap_or(known);
        let same_size = match (self.types().size(completed), self.types().size(ty)) {
            (Some(known), Some(new)) => known == new,
            (None, Some(_)) => {
                self.el.program.globals[global].ty = ty;
                true
            }
            (_, None) => true,
        };
        if same_size && (self.is_seen(name) || self.same_records(completed, ty)) {
            return Ok(());
        }
        let earlier = self.el.program.globals[global].span;
        if same_size {
            // Other units see the object, so it cannot be refused only where this one uses it.
            let message = "unsupported feature: object whose type is compatible with that of another unit, but not one type";
            return Err(self.error_with("E0901", span, message.to_owned(), earlier));
        }
        let (old, new) = (self.type_text(known), self.type_text(ty));
        let message = format!("`{}` is declared as `{new}`, before as `{old}`", self.text(name));
        Err(self.error_with("E0302", span, message, earlier))
    }

    /// Whether two compatible types are made of the same records.
    fn same_records(&self, left: TypeId, right: TypeId) -> bool {
        let mut open = vec![(left, right)];
        while let Some((left, right)) = open.pop() {
            match (self.types().get(left), self.types().get(right)) {
                (Type::Record(left), Type::Record(right)) if left != right => return false,
                (&Type::Pointer(left), &Type::Pointer(right))
                | (&Type::Array(left, _), &Type::Array(right, _)) => open.push((left, right)),
                (Type::Function(left), Type::Function(right)) => {
                    open.push((left.result, right.result));
                    open.extend(left.params.iter().copied().zip(right.params.iter().copied()));
                }
                _ => {}
            }
        }
        true
    }
}
