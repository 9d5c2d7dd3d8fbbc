//! What of `__attribute__((...))` and `_Alignas` changes types and declarations. Names that are defined as others (`alias`) are found
//! by [`crate::elab`]; everything else has no effect on the meaning of a program and is passed over.

use crate::elab::{Res, Unit};
use c_syntax::ast;
use cfa::{IntKind, MachineModel, Type, TypeId};
use stdx::{IdRange, Symbol};

/// The alignment of `aligned` without argument, and the largest useful one on x86.
const BIGGEST_ALIGNMENT: u64 = 16;

/// The largest alignment that is accepted, as in gcc.
const MAX_ALIGNMENT: u64 = 1 << 28;

/// The attributes of a declaration that matter.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Attributes {
    /// The strictest `aligned` or `_Alignas`.
    pub(crate) align: Option<u64>,
    /// The last `aligned`, which is the one that counts on records and typedefs, where objects and members get the strictest.
    pub(crate) last_align: Option<u64>,
    pub(crate) packed: bool,
    pub(crate) mode: Option<Symbol>,
    pub(crate) noreturn: bool,
    pub(crate) gnu_inline: bool,
    pub(crate) transparent_union: bool,
    /// `vector_size`: the bytes of a vector.
    pub(crate) vector: Option<u64>,
    /// `weak`: without a definition the symbol has no address.
    pub(crate) weak: bool,
    /// The symbol is defined as another one: only declarations at file scope may say so.
    pub(crate) alias: bool,
    /// `cleanup`: a call at the end of a variable's scope.
    pub(crate) cleanup: Option<Symbol>,
    /// `constructor`: it runs before `main`, perhaps with a priority.
    pub(crate) constructor: Option<Option<u16>>,
    /// `destructor`: it runs when the program ends.
    pub(crate) destructor: Option<Option<u16>>,
    /// `section`: where an object lies.
    pub(crate) section: Option<ast::StringId>,
    /// The bound of `#pragma pack`, which the parser writes down as an attribute of the record.
    pub(crate) bound: Option<u64>,
}

impl Attributes {
    /// Both sets together.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            align: self.align.max(other.align),
            last_align: other.last_align.or(self.last_align),
            packed: self.packed || other.packed,
            mode: other.mode.or(self.mode),
            noreturn: self.noreturn || other.noreturn,
            gnu_inline: self.gnu_inline || other.gnu_inline,
            transparent_union: self.transparent_union || other.transparent_union,
            vector: other.vector.or(self.vector),
            weak: self.weak || other.weak,
            alias: self.alias || other.alias,
            cleanup: other.cleanup.or(self.cleanup),
            constructor: other.constructor.or(self.constructor),
            destructor: other.destructor.or(self.destructor),
            section: other.section.or(self.section),
            bound: other.bound.or(self.bound),
        }
    }
}

impl Unit<'_> {
    /// Reads a list of attributes.
    pub(crate) fn attributes(&mut self, list: IdRange<ast::Attribute>) -> Res<Attributes> {
        let mut known = Attributes::default();
        if list.is_empty() {
            return Ok(known);
        }
        let ast = self.ast;
        for attribute in ast.attribute_list(list) {
            match self.names.text(attribute.name) {
                "aligned" | "_Alignas" => {
                    let align = self.alignment(attribute)?;
                    known.align = known.align.max(align);
                    known.last_align = align.or(known.last_align);
                }
                "packed" => known.packed = true,
                "pragma_pack" => known.bound = self.alignment(attribute)?,
                "mode" => known.mode = self.named(attribute),
                "noreturn" => known.noreturn = true,
                "gnu_inline" => known.gnu_inline = true,
                "transparent_union" => known.transparent_union = true,
                // Bytes or members in another order than the layout here has.
                name @ ("scalar_storage_order" | "ms_struct") => {
                    let message = format!("unsupported feature: attribute {name}");
                    return Err(self.error("E0901", attribute.span, message));
                }
                "cleanup" => known.cleanup = self.named(attribute),
                "constructor" => known.constructor = Some(self.priority(attribute)?),
                "destructor" => known.destructor = Some(self.priority(attribute)?),
                "section" => known.section = self.section_name(attribute),
                "vector_size" => known.vector = Some(self.vector_size(attribute)?),
                "weak" => known.weak = true,
                "alias" | "ifunc" | "weakref" => known.alias = true,
                _ => {}
            }
        }
        Ok(known)
    }

    /// The priority of a constructor or destructor, if it has one.
    fn priority(&mut self, attribute: &ast::Attribute) -> Res<Option<u16>> {
        let Some(&argument) = self.ast.expr_list(attribute.args).first() else { return Ok(None) };
        let value = self.integer_constant(argument)?;
        match u16::try_from(value) {
            // The greatest stands for none, as in gcc.
            Ok(u16::MAX) => Ok(None),
            Ok(priority) => Ok(Some(priority)),
            Err(_) => Err(self.error(
                "E0324",
                attribute.span,
                format!("the priority {value} is not one of 0 to 65535"),
            )),
        }
    }

    /// The bytes that `vector_size(n)` asks for.
    fn vector_size(&mut self, attribute: &ast::Attribute) -> Res<u64> {
        let bytes = match self.ast.expr_list(attribute.args).first() {
            Some(&argument) => self.integer_constant(argument)?,
            None => 0,
        };
        match u64::try_from(bytes) {
            Ok(bytes) if bytes > 0 => Ok(bytes),
            Ok(_) | Err(_) => Err(self.error("E0324", attribute.span, "a vector needs a size above zero")),
        }
    }

    fn section_name(&self, attribute: &ast::Attribute) -> Option<ast::StringId> {
        let argument = self.ast.expr_list(attribute.args).first()?;
        match self.ast.exprs[*argument].kind {
            ast::ExprKind::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The name that is an attribute's argument.
    fn named(&self, attribute: &ast::Attribute) -> Option<Symbol> {
        let argument = self.ast.expr_list(attribute.args).first()?;
        match self.ast.exprs[*argument].kind {
            ast::ExprKind::Ident(name) => Some(name),
            _ => None,
        }
    }

    /// The argument of `aligned(n)`, or of `_Alignas(type)`.
    fn alignment(&mut self, attribute: &ast::Attribute) -> Res<Option<u64>> {
        let Some(&argument) = self.ast.expr_list(attribute.args).first() else {
            return Ok(Some(BIGGEST_ALIGNMENT));
        };
        let written = self.names.text(attribute.name) == "_Alignas";
        if let (true, ast::ExprKind::SizeofType(ty)) = (written, self.ast.exprs[argument].kind) {
            let ty = self.type_name(ty)?;
            return Ok(ty.align.or_else(|| self.types().align(ty.id)));
        }
        let value = self.integer_constant(argument)?;
        match u64::try_from(value) {
            // `_Alignas(0)` has no effect (6.7.5p6).
            Ok(0) => Ok(None),
            Ok(align) if align.is_power_of_two() && align <= MAX_ALIGNMENT => Ok(Some(align)),
            Ok(_) | Err(_) => {
                let message = format!("the alignment {value} is not a power of two up to {MAX_ALIGNMENT}");
                Err(self.error("E0324", attribute.span, message))
            }
        }
    }

    /// The type that `mode(name)` makes of `ty`.
    pub(crate) fn apply_mode(&mut self, ty: TypeId, mode: Option<Symbol>) -> Res<TypeId> {
        let Some(mode) = mode else { return Ok(ty) };
        let signed = self.types().int_shape(ty).is_none_or(|shape| shape.signed);
        let word = match self.types().machine() {
            MachineModel::Ilp32 => IntKind::Int,
            MachineModel::Lp64 => IntKind::Long,
        };
        let double = match self.types().machine() {
            MachineModel::Ilp32 => IntKind::LongLong,
            MachineModel::Lp64 => IntKind::Long,
        };
        let kind = match self.names.text(mode).trim_matches('_') {
            "QI" | "byte" => IntKind::SChar,
            "HI" => IntKind::Short,
            "SI" => IntKind::Int,
            "DI" => double,
            "TI" => IntKind::Int128,
            "word" | "pointer" | "unwind_word" | "libgcc_cmp_return" | "libgcc_shift_count" => word,
            "SF" => return Ok(TypeId::FLOAT),
            "DF" => return Ok(TypeId::DOUBLE),
            "XF" => return Ok(TypeId::LONG_DOUBLE),
            "TF" => return Ok(TypeId::FLOAT128),
            other => {
                let feature = format!("machine mode {other}");
                return Err(self.refuse(&feature));
            }
        };
        let kind = if signed { kind } else { unsigned(kind) };
        Ok(self.types_mut().intern(Type::Int(kind)))
    }
}

/// The unsigned type of the same width.
pub(crate) fn unsigned(kind: IntKind) -> IntKind {
    use IntKind::*;
    match kind {
        Char | SChar | UChar => UChar,
        Short | UShort => UShort,
        Int | UInt => UInt,
        Long | ULong => ULong,
        LongLong | ULongLong => ULongLong,
        Int128 | UInt128 => UInt128,
        Bits(width) | UBits(width) => UBits(width),
        Bool => Bool,
    }
}
