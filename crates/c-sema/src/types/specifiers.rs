//! Declaration specifiers and type names (6.7.2, 6.7.7).

use super::{Attributes, Ty};
use crate::elab::{Entity, Res, Unit, with_stack};
use crate::hir::Volatility;
use c_syntax::ast::{self, BasicType, Flags, Storage, TypeSpec};
use cfa::{ArrayLen, Field, Layout, MachineModel, RecordKind, Type, TypeId};
use source::Span;
use stdx::Symbol;

/// What the specifiers of a declaration say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Specified {
    pub(crate) ty: Ty,
    pub(crate) storage: Storage,
    pub(crate) flags: Flags,
    pub(crate) attributes: Attributes,
    /// `__auto_type`: the initialiser gives the type.
    pub(crate) auto: bool,
}

/// Whether a tag alone, as in `struct s;`, declares it in the innermost scope (6.7.2.3p7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TagUse {
    /// `struct s;`
    Alone,
    /// Anything else mentions the visible one.
    WithDeclarators,
}

/// What is refused where a declaration takes its type from a bit-field.
pub(crate) const FIELD_TYPE: &str = "the type of a bit-field as that of an object";

impl Unit<'_> {
    /// Elaborates specifiers that declarators follow.
    pub(crate) fn specifiers(&mut self, id: ast::SpecifiersId) -> Res<Specified> {
        self.specifiers_of(id, TagUse::WithDeclarators)
    }

    /// Elaborates specifiers.
    pub(crate) fn specifiers_of(&mut self, id: ast::SpecifiersId, tag_use: TagUse) -> Res<Specified> {
        let written = self.ast.specifiers[id];
        let mut attributes = self.attributes(written.attributes)?;
        let mut ty = self.type_spec(written.ty, tag_use, written.span)?;
        if attributes.vector.is_some() {
            // A mode beside it is that of the elements.
            ty.id = self.apply_mode(ty.id, attributes.mode.take())?;
            ty = self.as_vector(ty, attributes.vector.take(), written.span)?;
        }
        if written.flags.contains(Flags::ATOMIC) {
            ty = self.atomic(ty);
        }
        if written.flags.contains(Flags::VOLATILE) {
            ty.volatile = ty.volatile.and(Volatility::HERE);
        }
        let auto = written.ty == TypeSpec::Auto;
        Ok(Specified { ty, storage: written.storage, flags: written.flags, attributes, auto })
    }

    fn type_spec(&mut self, spec: TypeSpec, tag_use: TagUse, span: Span) -> Res<Ty> {
        Ok(match spec {
            TypeSpec::Missing => TypeId::INT.into(),
            TypeSpec::Void => TypeId::VOID.into(),
            TypeSpec::Basic(basic) => basic_type(basic).into(),
            TypeSpec::Complex(basic) => self.complex_type(basic_type(basic))?.into(),
            TypeSpec::Record(record) => self.record(record, tag_use)?.into(),
            TypeSpec::Enum(id) => self.enumeration(id)?.into(),
            TypeSpec::Named(name) => self.typedef_name(name, span)?,
            TypeSpec::TypeofExpr(expr) => {
                let first = self.body.exprs.next_index();
                let expr = self.unevaluated(|unit| unit.expr(expr))?;
                // Like that of `sizeof`, the operand is evaluated if its type depends on a length; setting one is an effect too.
                if self.is_variably_modified(self.ty(expr)) && self.has_effects_since(first) {
                    return Err(self.refuse("effects in the operand of `sizeof`"));
                }
                let volatile = Volatility::of(&self.el.program, &self.body, expr);
                Ty { volatile, ..self.nameable(self.ty(expr))?.into() }
            }
            TypeSpec::TypeofType(name) => self.type_name(name)?,
            TypeSpec::Atomic(name) => {
                let ty = self.type_name(name)?;
                self.atomic(ty)
            }
            TypeSpec::VaList => self.va_list().into(),
            TypeSpec::Auto => TypeId::INT.into(),
        })
    }

    /// The type of an expression as that of objects; no object here has a type that gcc makes for
    /// bit-fields.
    pub(crate) fn nameable(&mut self, ty: TypeId) -> Res<TypeId> {
        if self.types().storage(ty) == ty { Ok(ty) } else { Err(self.refuse(FIELD_TYPE)) }
    }

    fn typedef_name(&mut self, name: Symbol, span: Span) -> Res<Ty> {
        match self.scopes.ordinary.get(name).map(|binding| binding.meaning) {
            Some(Entity::Typedef(ty)) => Ok(ty),
            Some(Entity::Refused(feature)) => Err(crate::elab::Stop::Refused(feature)),
            Some(
                Entity::Local(_)
                | Entity::Global(_)
                | Entity::Function(_)
                | Entity::Enumerator(..)
                | Entity::Parameter(_),
            ) => {
                let message = format!("`{}` is not a type here", self.text(name));
                Err(self.error("E0312", span, message))
            }
            None => {
                let message = format!("unknown type name `{}`", self.text(name));
                Err(self.error("E0312", span, message))
            }
        }
    }

    /// `_Atomic` aligns a scalar of up to 8 bytes to its size, also on i386, and a complex number of up to 16.
    fn atomic(&mut self, ty: Ty) -> Ty {
        let size = self.types().size(ty.id).unwrap_or(0);
        let is_widened =
            self.types().is_scalar(ty.id) && size == 8 || self.is_complex(ty.id) && matches!(size, 8 | 16);
        let wanted = is_widened.then_some(size);
        Ty { align: ty.align.max(wanted), ..ty }
    }

    /// Elaborates a type name.
    pub(crate) fn type_name(&mut self, id: ast::TypeNameId) -> Res<Ty> {
        let written = self.ast.type_names[id];
        // `typeof` nests type names to any depth.
        with_stack(|| {
            let mut specified = self.specifiers(written.specifiers)?;
            specified.ty.id = self.apply_mode(specified.ty.id, specified.attributes.mode)?;
            self.declarator_type(specified.ty, written.declarator)
        })
    }

    /// `__builtin_va_list`: an array of one record on LP64, a `char *` on ILP32 (psABI).
    pub(crate) fn va_list(&mut self) -> TypeId {
        if let Some(ty) = self.el.va_list {
            return ty;
        }
        let ty = match self.types().machine() {
            MachineModel::Ilp32 => TypeId::CHAR_PTR,
            MachineModel::Lp64 => {
                let tag = self.names.intern("__va_list_tag");
                let members = [
                    ("gp_offset", TypeId::UINT, 0),
                    ("fp_offset", TypeId::UINT, 4),
                    ("overflow_arg_area", TypeId::VOID_PTR, 8),
                    ("reg_save_area", TypeId::VOID_PTR, 16),
                ];
                let fields = members
                    .map(|(name, ty, offset)| Field {
                        name: Some(self.names.intern(name)),
                        ty,
                        offset,
                        bits: None,
                    })
                    .to_vec();
                let types = self.types_mut();
                let record = types.declare_record(RecordKind::Struct, Some(tag));
                types.define_record(record, Layout { fields, size: 24, align: 8 });
                let record = types.intern(Type::Record(record));
                types.array(record, ArrayLen::Fixed(1))
            }
        };
        self.el.va_list = Some(ty);
        ty
    }
}

fn basic_type(basic: BasicType) -> TypeId {
    match basic {
        BasicType::Bool => TypeId::BOOL,
        BasicType::Char => TypeId::CHAR,
        BasicType::SignedChar => TypeId::SCHAR,
        BasicType::UnsignedChar => TypeId::UCHAR,
        BasicType::Short => TypeId::SHORT,
        BasicType::UnsignedShort => TypeId::USHORT,
        BasicType::Int => TypeId::INT,
        BasicType::UnsignedInt => TypeId::UINT,
        BasicType::Long => TypeId::LONG,
        BasicType::UnsignedLong => TypeId::ULONG,
        BasicType::LongLong => TypeId::LLONG,
        BasicType::UnsignedLongLong => TypeId::ULLONG,
        BasicType::Int128 => TypeId::INT128,
        BasicType::UnsignedInt128 => TypeId::UINT128,
        BasicType::Float => TypeId::FLOAT,
        BasicType::Double => TypeId::DOUBLE,
        BasicType::LongDouble => TypeId::LONG_DOUBLE,
        BasicType::Float128 => TypeId::FLOAT128,
    }
}
