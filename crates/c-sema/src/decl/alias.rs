//! Declarations of aliases: each declares the target again ([`crate::elab::Target`]).
//!
//! The declaration must say of the target what is true of it: another type or other attributes than
//! the target's would make two functions of one. An alias of a `static` symbol is known only in its
//! unit; elsewhere it is refused.

use super::Declared;
use crate::elab::{ALIAS, Entity, Res, Target, Unit};
use crate::types::Attributes;
use c_syntax::ast::Storage;
use cfa::Type;

impl Unit<'_> {
    /// The declaration of what an alias means; others stay as they are.
    pub(super) fn through_alias(&mut self, declared: &Declared) -> Res<Declared> {
        let Some(Target { name, is_internal }) = self.el.alias(declared.name) else { return Ok(*declared) };
        let known = self.scopes.ordinary.at_file_scope(name).map(|binding| binding.meaning);
        let known = match is_internal {
            true => known,
            false => known.or_else(|| self.el.externals.get(&name).copied()),
        };
        let is_function = matches!(self.types().get(declared.ty.id), Type::Function(_));
        let fits = match known {
            Some(Entity::Function(function)) => {
                let linkage_fits = !is_internal || self.internal_definitions.contains(&name);
                let ty = self.el.program.functions[function].ty;
                linkage_fits && is_function && self.compatible(ty, declared.ty.id)
            }
            Some(Entity::Global(global)) => {
                let ty = self.el.program.globals[global].ty;
                !is_function && self.compatible(ty, declared.ty.id)
            }
            Some(_) => false,
            None => !is_internal,
        };
        let Attributes { constructor, destructor, align, section, noreturn, .. } = declared.attributes;
        let says_more =
            constructor.is_some() || destructor.is_some() || align.is_some() || section.is_some() || noreturn;
        if !fits || says_more || declared.init.is_some() {
            return Err(self.refuse(ALIAS));
        }
        let mut target = *declared;
        target.name = name;
        target.specified.storage = if is_internal { Storage::Static } else { Storage::Extern };
        target.attributes.weak = false;
        Ok(target)
    }
}
