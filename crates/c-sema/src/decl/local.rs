//! Declarations in blocks: automatic variables, `static` ones, and names with linkage.

use super::Declared;
use crate::elab::{ALIAS, Entity, Res, Stop, Unit};
use crate::hir::{Definition, ExprId, ExprKind, Global, Linkage, Local, LocalId, StmtId, StmtKind};
use crate::types::TagUse;
use c_syntax::ast::{self, Storage};
use cfa::{Type, TypeId};
use source::Span;
use stdx::Symbol;

impl Unit<'_> {
    /// A declaration in a block; its statements go to `out`.
    pub(crate) fn block_declaration(&mut self, id: ast::DeclarationId, out: &mut Vec<StmtId>) -> Res<()> {
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
                return Err(stop);
            }
        };
        let mut first_refusal = Ok(());
        for init in list {
            let result = self.declared(&specified, init).and_then(|declared| {
                out.append(&mut self.pending);
                match declared {
                    Some(declared) => self.block_declarator(&declared, out),
                    None => Ok(()),
                }
            });
            out.append(&mut self.pending);
            if let Err(stop) = result {
                self.poison(init.declarator, stop);
                first_refusal = first_refusal.and(Err(stop));
            }
        }
        out.append(&mut self.pending);
        first_refusal
    }

    fn block_declarator(&mut self, declared: &Declared, out: &mut Vec<StmtId>) -> Res<()> {
        let is_function = matches!(self.types().get(declared.ty.id), Type::Function(_));
        if declared.attributes.alias {
            return Err(self.refuse(ALIAS));
        }
        match declared.specified.storage {
            Storage::Typedef => self.declare_typedef(declared),
            Storage::Auto if is_function => {
                let noreturn = declared.attributes.noreturn;
                self.promise_nested(declared.name, declared.ty.id, noreturn, declared.span);
                Ok(())
            }
            _ if is_function => {
                let function = self.declare_function(declared)?;
                self.scopes.declare(declared.name, Entity::Function(function), declared.span);
                Ok(())
            }
            Storage::Extern => {
                let global = self.declare_object(declared)?;
                self.scopes.declare(declared.name, Entity::Global(global), declared.span);
                match declared.init {
                    Some(_) => {
                        Err(self.error("E0319", declared.span, "`extern` in a block takes no initialiser"))
                    }
                    None => Ok(()),
                }
            }
            Storage::Static => self.static_local(declared),
            Storage::None | Storage::Auto | Storage::Register => self.automatic(declared, out),
        }
    }

    fn check_new(&mut self, declared: &Declared) -> Res<()> {
        match self.scopes.here(declared.name) {
            Some(binding) if !matches!(binding.meaning, Entity::Refused(_)) => {
                let message = format!("`{}` is declared twice", self.text(declared.name));
                Err(self.error_with("E0302", declared.span, message, binding.span))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn static_local(&mut self, declared: &Declared) -> Res<()> {
        self.check_new(declared)?;
        if self.is_variable(declared.ty.id) {
            return Err(self.error("E0314", declared.span, "a static array cannot have a variable length"));
        }
        let global = self.el.program.globals.push(Global {
            name: declared.name,
            ty: declared.ty.id,
            linkage: Linkage::None,
            definition: Definition::Tentative,
            owner: self.function.as_ref().map(|function| function.id),
            address_taken: false,
            weak: false,
            align: declared.align(),
            span: declared.span,
        });
        self.note_global(global, declared.ty.volatile);
        self.scopes.declare(declared.name, Entity::Global(global), declared.span);
        if let Some(init) = declared.init {
            self.define_object(global, declared.ty.id, init, declared.span)?;
        }
        self.check_complete(self.el.program.globals[global].ty, declared.span)
    }

    fn check_complete(&mut self, ty: TypeId, span: Span) -> Res<()> {
        if ty != TypeId::VOID && (self.types().size(ty).is_some() || self.is_variable(ty)) {
            return Ok(());
        }
        Err(self.incomplete(ty, span))
    }

    fn automatic(&mut self, declared: &Declared, out: &mut Vec<StmtId>) -> Res<()> {
        self.check_new(declared)?;
        if declared.attributes.cleanup.is_some() && self.is_variable(declared.ty.id) {
            return Err(self.refuse("cleanup of a variable-length array"));
        }
        let span = declared.span;
        let ty = declared.ty.id;
        if declared.init.is_none() {
            self.check_complete(ty, span)?;
        }
        let local = self.body.locals.push(Local {
            name: declared.name,
            ty,
            address_taken: false,
            align: declared.align(),
            span,
        });
        self.note_local(local, declared.ty.volatile);
        self.scopes.declare(declared.name, Entity::Local(local), span);
        let declare = self.push_stmt(StmtKind::Declare(local), span);
        if let Some(name) = declared.attributes.cleanup {
            let call = self.cleanup_call(name, local, span)?;
            self.body.cleanups.insert(local, call);
        }
        let Some(init) = declared.init else {
            self.declare_in_block(local);
            out.push(declare);
            return Ok(());
        };
        let result = self.local_initialiser(local, ty, init, span);
        self.declare_in_block(local);
        out.append(&mut self.pending);
        out.push(declare);
        let init = result?;
        out.push(init);
        Ok(())
    }

    /// GNU's `cleanup(f)`: the call `f(&x)`, wherever control leaves the scope of `x`.
    fn cleanup_call(&mut self, name: Symbol, local: LocalId, span: Span) -> Res<ExprId> {
        let found = self.scopes.ordinary.get(name).map(|binding| binding.meaning);
        let Some(Entity::Function(function)) = found else {
            let message = format!("`{}` is not a function that could clean up", self.text(name));
            return Err(self.error("E0307", span, message));
        };
        let ty = self.body.locals[local].ty;
        let place = self.push(ExprKind::Local(local), ty, span);
        self.mark_address_taken(place);
        let pointer = self.types_mut().pointer(ty);
        let address = self.push(ExprKind::AddressOf(place), pointer, span);
        let call = self.call_with(function, &[address], span)?;
        Ok(self.discard(call))
    }

    fn local_initialiser(
        &mut self,
        local: LocalId,
        ty: TypeId,
        init: ast::InitId,
        span: Span,
    ) -> Result<StmtId, Stop> {
        if self.is_variable(ty) {
            // C23's `= {}` zeroes it; nothing else can initialise one (6.7.9p3).
            return Err(self.refuse("initialiser of a variable-length array"));
        }
        let (init, ty) = self.initialiser(ty, init)?;
        self.body.locals[local].ty = ty;
        self.check_complete(ty, span)?;
        Ok(self.push_stmt(StmtKind::Init(local, init), span))
    }
}
