//! Enumerations (6.7.2.2) with gcc's choice of the type: `unsigned int` if no value is negative, else `int`; wider if a
//! value needs it; the narrowest that fits if packed.

use crate::elab::{Entity, Res, Tag, Unit};
use c_syntax::ast;
use cfa::{IntKind, MachineModel, Type, TypeId};
use stdx::{IdRange, Idx};

impl Unit<'_> {
    /// The type of an `enum` specifier; its constants are declared.
    pub(crate) fn enumeration(&mut self, id: ast::EnumId) -> Res<TypeId> {
        if let Some(ty) = self.enums[id.index()] {
            return Ok(ty);
        }
        let written = self.ast.enums[id];
        let Some(enumerators) = written.enumerators else { return self.mention_enum(&written) };
        let packed = self.attributes(written.attributes)?.packed;
        if let Some(tag) = written.tag
            && let Some(binding) = self.scopes.tag_here(tag)
            && binding.meaning != Tag::Enum(None)
        {
            let message = format!("`{}` is defined twice", self.text(tag));
            return Err(self.error_with("E0313", written.span, message, binding.span));
        }
        let ty = self.enumerators(enumerators, packed)?;
        if let Some(tag) = written.tag
            && ty != TypeId::UINT
            && let Some(binding) = self.scopes.tag_here(tag)
            && binding.meaning == Tag::Enum(None)
        {
            let message = "unsupported feature: enumeration that is used before its definition and is no `unsigned int`";
            return Err(self.error_with("E0901", written.span, message.to_owned(), binding.span));
        }
        if let Some(tag) = written.tag {
            self.scopes.declare_tag(tag, Tag::Enum(Some(ty)), written.span);
        }
        self.enums[id.index()] = Some(ty);
        Ok(ty)
    }

    /// An enumeration that is only mentioned counts as `unsigned int`, gcc's type for nearly all of them.
    fn mention_enum(&mut self, written: &ast::EnumSpec) -> Res<TypeId> {
        let Some(tag) = written.tag else {
            return Err(self.error("E0313", written.span, "an enumeration needs a tag or constants"));
        };
        match self.scopes.tags.get(tag).copied() {
            Some(binding) => match binding.meaning {
                Tag::Enum(ty) => Ok(ty.unwrap_or(TypeId::UINT)),
                Tag::Record(_) | Tag::Refused(_) => {
                    let message = format!("`{}` is the tag of another kind of type", self.text(tag));
                    Err(self.error_with("E0313", written.span, message, binding.span))
                }
            },
            None => {
                self.scopes.declare_tag(tag, Tag::Enum(None), written.span);
                Ok(TypeId::UINT)
            }
        }
    }

    fn enumerators(&mut self, list: IdRange<ast::Enumerator>, packed: bool) -> Res<TypeId> {
        let ast = self.ast;
        let list = ast.enumerator_list(list);
        let (mut least, mut most, mut next) = (0_i128, 0_i128, 0_i128);
        let mut values = Vec::with_capacity(list.len());
        for enumerator in list {
            if let Some(value) = enumerator.value {
                next = self.integer_constant(value)?;
            }
            least = least.min(next);
            most = most.max(next);
            if let Some(binding) = self.scopes.here(enumerator.name)
                && !matches!(binding.meaning, Entity::Parameter(_))
            {
                let message = format!("`{}` is declared twice", self.text(enumerator.name));
                return Err(self.error_with("E0302", enumerator.span, message, binding.span));
            }
            // While the list is open, a constant has the type that holds it.
            let ty = self.fitting(next.min(0), next.max(0), IntKind::Int);
            self.scopes.declare(enumerator.name, Entity::Enumerator(next, ty), enumerator.span);
            values.push(next);
            next += 1;
        }
        let narrowest = if packed { IntKind::SChar } else { IntKind::Int };
        let whole = self.fitting_enum(least, most, narrowest);
        for (enumerator, value) in list.iter().zip(values) {
            let fits_int = i32::try_from(value).is_ok();
            if let (false, Some(binding)) = (fits_int, self.scopes.ordinary.get_mut(enumerator.name)) {
                binding.meaning = Entity::Enumerator(value, whole);
            }
        }
        Ok(whole)
    }

    /// The signed type, from `narrowest` on, that holds the range; the unsigned one of its width where only that does.
    fn fitting(&mut self, least: i128, most: i128, narrowest: IntKind) -> TypeId {
        let signed = self.widths(narrowest).find(|&kind| self.holds(kind, least, most));
        let kind = signed.unwrap_or(match self.types().machine() {
            MachineModel::Ilp32 => IntKind::ULongLong,
            MachineModel::Lp64 => IntKind::ULong,
        });
        self.types_mut().intern(Type::Int(kind))
    }

    /// The type of an enumeration: unsigned if no value is negative.
    fn fitting_enum(&mut self, least: i128, most: i128, narrowest: IntKind) -> TypeId {
        if least < 0 {
            return self.fitting(least, most, narrowest);
        }
        let kind = self
            .widths(narrowest)
            .map(super::attributes::unsigned)
            .find(|&kind| self.holds(kind, least, most))
            .unwrap_or(IntKind::ULongLong);
        self.types_mut().intern(Type::Int(kind))
    }

    fn widths(&self, narrowest: IntKind) -> impl Iterator<Item = IntKind> + use<> {
        let wide = match self.types().machine() {
            MachineModel::Ilp32 => IntKind::LongLong,
            MachineModel::Lp64 => IntKind::Long,
        };
        [IntKind::SChar, IntKind::Short, IntKind::Int, wide]
            .into_iter()
            .filter(move |&kind| kind >= narrowest)
    }

    fn holds(&self, kind: IntKind, least: i128, most: i128) -> bool {
        let shape = self.types().int_kind_shape(kind);
        let value_bits = shape.bits - u32::from(shape.signed);
        let top = 1_i128 << value_bits;
        let bottom = if shape.signed { -top } else { 0 };
        least >= bottom && most < top
    }
}
