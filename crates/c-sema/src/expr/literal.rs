//! Constants and string literals (6.4.4, 6.4.5), `__func__` (6.4.2.2) and compound literals (6.5.2.5).

use crate::elab::{Entity, Res, Unit};
use crate::hir::{Definition, ExprId, ExprKind, Global, GlobalId, Linkage, Local};
use c_syntax::ast::{self, CharLit, Encoding, FloatSuffix, IntLit};
use cfa::{ArrayLen, FloatKind, MachineModel, Type, TypeId};
use source::Span;
use stdx::Symbol;

impl Unit<'_> {
    /// The type of an integer constant is the first of its list that holds it (6.4.4.1p5).
    pub(super) fn int_literal(&mut self, literal: IntLit, span: Span) -> ExprId {
        let signed = [TypeId::INT, TypeId::LONG, TypeId::LLONG];
        let unsigned = [TypeId::UINT, TypeId::ULONG, TypeId::ULLONG];
        let first = usize::from(literal.longs.min(2));
        let mut chosen = None;
        for rank in first..3 {
            let fits = |ty: TypeId| {
                self.types().int_shape(ty).is_some_and(|shape| {
                    let bits = shape.bits - u32::from(shape.signed);
                    bits >= 64 || literal.value >> bits == 0
                })
            };
            if !literal.unsigned && fits(signed[rank]) {
                chosen = Some(signed[rank]);
            } else if (literal.unsigned || !literal.decimal) && fits(unsigned[rank]) {
                chosen = Some(unsigned[rank]);
            }
            if chosen.is_some() {
                break;
            }
        }
        // A decimal constant beyond `long long`: gcc takes `__int128` where there is one, and a negative number where there is none.
        let ty = chosen.unwrap_or(match self.types().machine() {
            MachineModel::Ilp32 => TypeId::LLONG,
            MachineModel::Lp64 => TypeId::INT128,
        });
        self.constant(u128::from(literal.value), ty, span)
    }

    /// A floating constant, rounded to its type.
    pub(super) fn float_literal(&mut self, suffix: FloatSuffix, span: Span) -> Res<ExprId> {
        let (kind, ty) = match suffix {
            FloatSuffix::Double => (FloatKind::F64, TypeId::DOUBLE),
            FloatSuffix::Float => (FloatKind::F32, TypeId::FLOAT),
            FloatSuffix::LongDouble => (FloatKind::X87, TypeId::LONG_DOUBLE),
            FloatSuffix::Float128 => (FloatKind::F128, TypeId::FLOAT128),
        };
        let text = self.map.snippet(span);
        match cfa::value::parse_float(kind, c_syntax::float_digits(text)) {
            Some(bits) => Ok(self.constant(bits, ty, span)),
            None => Err(self.error("E0311", span, "this floating constant cannot be read")),
        }
    }

    /// A character constant; an `int` unless it has a prefix.
    pub(super) fn char_literal(&mut self, literal: CharLit, span: Span) -> ExprId {
        let ty = match literal.prefix {
            Encoding::Plain => TypeId::INT,
            Encoding::Utf8 => TypeId::UCHAR,
            Encoding::Char16 => TypeId::USHORT,
            Encoding::Char32 => TypeId::UINT,
            Encoding::Wide => self.wide_char(),
        };
        self.int(i128::from(literal.value), ty, span)
    }

    /// `wchar_t`: `int`, but `long` on i386.
    fn wide_char(&self) -> TypeId {
        match self.types().machine() {
            MachineModel::Ilp32 => TypeId::LONG,
            MachineModel::Lp64 => TypeId::INT,
        }
    }

    /// The element type of a string literal.
    pub(crate) fn string_element(&self, encoding: Encoding) -> TypeId {
        match encoding {
            Encoding::Plain | Encoding::Utf8 => TypeId::CHAR,
            Encoding::Char16 => TypeId::USHORT,
            Encoding::Char32 => TypeId::UINT,
            Encoding::Wide => self.wide_char(),
        }
    }

    /// A string literal as an object.
    pub(super) fn string_literal(&mut self, id: ast::StringId, span: Span) -> Res<ExprId> {
        let ast = self.ast;
        let literal = &ast.strings[id];
        let width = literal.encoding.width();
        let element = self.string_element(literal.encoding);
        let length = (literal.bytes.len() / width) as u64 + 1;
        let ty = self.types_mut().array(element, ArrayLen::Fixed(length));
        if self.unevaluated > 0 {
            return Ok(self.phantom(ty, span));
        }
        let mut bytes = Vec::with_capacity(literal.bytes.len() + width);
        bytes.extend_from_slice(&literal.bytes);
        bytes.resize(literal.bytes.len() + width, 0);
        let global = self.bytes_object(bytes.into_boxed_slice(), ty, span);
        Ok(self.push(ExprKind::Global(global), ty, span))
    }

    /// A nameless constant object of given bytes.
    pub(crate) fn bytes_object(&mut self, bytes: Box<[u8]>, ty: TypeId, span: Span) -> GlobalId {
        let name = self.fresh_name("str");
        self.literal_object(name, ty, Definition::Bytes(bytes), span)
    }

    fn literal_object(&mut self, name: Symbol, ty: TypeId, definition: Definition, span: Span) -> GlobalId {
        self.el.program.globals.push(Global {
            name,
            ty,
            linkage: Linkage::None,
            definition,
            owner: self.function.as_ref().map(|function| function.id),
            address_taken: false,
            weak: false,
            align: None,
            span,
        })
    }

    /// `__func__` and its GNU spellings: one array for each function.
    pub(super) fn function_name(&mut self, name: Symbol, span: Span) -> Res<ExprId> {
        let known = self.function.as_ref().and_then(|function| function.name_object);
        let global = match known {
            Some(global) => global,
            None => {
                let text = match &self.function {
                    Some(function) => self.text(self.el.program.functions[function.id].name),
                    // Outside of functions, gcc gives the empty string.
                    None => "",
                };
                let bytes: Box<[u8]> = text.bytes().chain([0]).collect();
                let length = ArrayLen::Fixed(bytes.len() as u64);
                let ty = self.types_mut().array(TypeId::CHAR, length);
                let global = self.literal_object(name, ty, Definition::Bytes(bytes), span);
                if let Some(function) = &mut self.function {
                    function.name_object = Some(global);
                }
                global
            }
        };
        let ty = self.el.program.globals[global].ty;
        Ok(self.push(ExprKind::Global(global), ty, span))
    }

    /// `(type) { ... }`
    pub(super) fn compound_literal(
        &mut self,
        ty: ast::TypeNameId,
        init: ast::InitId,
        span: Span,
    ) -> Res<ExprId> {
        let (ty, set_lengths) = self.type_name_with_lengths(ty)?;
        let (ty, volatile) = (ty.id, ty.volatile);
        if self.is_variable(ty) {
            return Err(self.error("E0319", span, "a compound literal cannot have a variable length"));
        }
        // The literal is a place, before which no statement can stand.
        if !set_lengths.is_empty() {
            return Err(self.refuse("variable length in the type of a compound literal"));
        }
        if self.function.is_none() || self.in_static_init() {
            return self.static_compound_literal(ty, init, span);
        }
        let name = self.fresh_name("literal");
        let local = self.body.locals.push(Local { name, ty, address_taken: false, align: None, span });
        let (init, ty) = self.initialiser(ty, init)?;
        self.body.locals[local].ty = ty;
        self.note_local(local, volatile);
        self.declare_in_block(local);
        Ok(self.push(ExprKind::CompoundLiteral(local, init), ty, span))
    }

    fn static_compound_literal(&mut self, ty: TypeId, init: ast::InitId, span: Span) -> Res<ExprId> {
        if self.unevaluated > 0 {
            let (_, ty) = self.initialiser(ty, init)?;
            return Ok(self.phantom(ty, span));
        }
        let name = self.fresh_name("literal");
        let global = self.literal_object(name, ty, Definition::Initialised, span);
        let ty = self.static_initialiser(global, ty, init)?;
        Ok(self.push(ExprKind::Global(global), ty, span))
    }

    /// The entity bound to a name, if it is an object or function.
    pub(crate) fn entity(&self, name: Symbol) -> Option<Entity> {
        self.scopes.ordinary.get(name).map(|binding| binding.meaning)
    }

    /// Whether a length that is known only at run time is part of the type, also behind pointers (6.7.6p3).
    pub(crate) fn is_variably_modified(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        loop {
            ty = match *self.types().get(ty) {
                Type::Array(_, ArrayLen::Variable(_)) => return true,
                Type::Array(inner, ArrayLen::Fixed(_) | ArrayLen::Unknown) | Type::Pointer(inner) => inner,
                Type::Void | Type::Int(_) | Type::Float(_) | Type::Record(_) | Type::Function(_) => {
                    return false;
                }
            };
        }
    }

    /// Whether the type is an array whose length, or whose elements' length, is known only at run time.
    pub(crate) fn is_variable(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        while let Type::Array(element, length) = *self.types().get(ty) {
            if let ArrayLen::Variable(_) = length {
                return true;
            }
            ty = element;
        }
        false
    }
}
