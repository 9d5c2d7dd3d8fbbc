//! GNU's vector types: `__attribute__((vector_size(n)))`.
//!
//! The automaton has no vectors. A vector type is a record of a kind of its own: it has one member
//! without a name, an array of the elements. Assignment, parameters, results, unions and arrays of
//! vectors are then those of records, an element is an element of that array, and what operators do
//! is written out element by element ([`crate::expr`], `vector`). Equal vector types are one
//! record, whatever unit writes them.
//!
//! *The attribute* goes to the innermost type: of `int *p` it makes a pointer to a vector, of an
//! array or a function one with vectors as elements or results, as gcc does. It takes integers and
//! floating-point numbers, but not `_Bool`. The number of elements is a power of two.
//!
//! *Layout* (gcc on x86): a vector is aligned to its size, or to the greatest power of two that
//! divides it. On i386 without MMX, vectors of integers with 8 bytes lie in records as `long long`
//! does, which is an assumption.
//! `_Alignof` says no more than 16, which is what that machine needs; `__alignof__` says all.
//!
//! *Not supported:* `_Alignof` a record with a vector that is aligned to more; vectors of more than [`MAX_ELEMENTS`] elements, since each operation has an
//! expression for each element; vector types made by `mode(V4SI)` and its kin.

use super::Ty;
use crate::elab::{Res, Unit};
use cfa::{ArrayLen, Field, IntKind, Layout, MachineModel, RecordKind, Signature, Type, TypeId, Types};
use rustc_hash::FxHashMap;
use source::Span;

/// The most elements that a vector may have.
const MAX_ELEMENTS: u64 = 1024;

/// The greatest alignment that `_Alignof` knows: that of an SSE register.
const NEEDED_ALIGNMENT: u64 = 16;

/// Elements of a vector type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Shape {
    /// Their type.
    pub(crate) element: TypeId,
    /// How many there are.
    pub(crate) count: u64,
}

/// The vector types of a program.
#[derive(Debug, Default)]
pub(crate) struct Vectors {
    types: FxHashMap<Shape, TypeId>,
    shapes: FxHashMap<TypeId, Shape>,
    /// Records that keep operands while elements of them are named.
    pub(crate) bundles: FxHashMap<Vec<TypeId>, TypeId>,
    /// Unions that show the bits of one type as those of another.
    pub(crate) views: FxHashMap<(TypeId, TypeId), TypeId>,
}

impl Unit<'_> {
    /// The elements of a vector type; `None` for other types.
    pub(crate) fn vector_shape(&self, ty: TypeId) -> Option<Shape> {
        self.el.vectors.shapes.get(&ty).copied()
    }

    /// The array in which a vector has its elements.
    pub(crate) fn vector_array(&self, ty: TypeId) -> Option<TypeId> {
        self.vector_shape(ty).map(|_| self.field_type(ty, 0))
    }

    /// The vector type with these elements.
    pub(crate) fn vector_type(&mut self, shape: Shape) -> TypeId {
        if let Some(&known) = self.el.vectors.types.get(&shape) {
            return known;
        }
        let Shape { element, count } = shape;
        let name = format!("__vector({count}) {}", self.type_text(element));
        let name = self.names.intern(&name);
        let types = self.types_mut();
        let array = types.array(element, ArrayLen::Fixed(count));
        let size = types.size(array).unwrap_or(0);
        let align = alignment(types, shape, size);
        let fields = vec![Field { name: None, ty: array, offset: 0, bits: None }];
        let record = types.declare_record(RecordKind::Struct, Some(name));
        types.define_record(record, Layout { fields, size, align });
        let ty = types.intern(Type::Record(record));
        self.el.vectors.types.insert(shape, ty);
        self.el.vectors.shapes.insert(ty, shape);
        ty
    }

    /// What `vector_size(bytes)` makes of a type.
    pub(crate) fn apply_vector(&mut self, ty: TypeId, bytes: Option<u64>, span: Span) -> Res<TypeId> {
        let Some(bytes) = bytes else { return Ok(ty) };
        crate::elab::with_stack(|| match self.types().get(ty).clone() {
            Type::Pointer(target) => {
                let target = self.apply_vector(target, Some(bytes), span)?;
                Ok(self.types_mut().pointer(target))
            }
            Type::Array(element, length) => {
                let element = self.apply_vector(element, Some(bytes), span)?;
                Ok(self.types_mut().array(element, length))
            }
            Type::Function(Signature { result, params, variadic }) => {
                let result = self.apply_vector(result, Some(bytes), span)?;
                let signature = Signature { result, params, variadic };
                Ok(self.types_mut().intern(Type::Function(signature)))
            }
            Type::Int(IntKind::Bool) | Type::Void | Type::Record(_) => {
                let message = format!("a vector cannot have elements of type `{}`", self.type_text(ty));
                Err(self.error("E0324", span, message))
            }
            Type::Int(_) | Type::Float(_) => self.vector_of(ty, bytes, span),
        })
    }

    /// The same of a type under elaboration. What a vector itself is aligned to follows from its
    /// size, whatever the type of its elements states.
    pub(crate) fn as_vector(&mut self, ty: Ty, bytes: Option<u64>, span: Span) -> Res<Ty> {
        let id = self.apply_vector(ty.id, bytes, span)?;
        let is_new = bytes.is_some() && !self.is_pointer(id);
        Ok(Ty { id, align: if is_new { None } else { ty.align }, ..ty })
    }

    fn vector_of(&mut self, element: TypeId, bytes: u64, span: Span) -> Res<TypeId> {
        let size = self.types().size(element).unwrap_or(1).max(1);
        let count = bytes / size;
        if !bytes.is_multiple_of(size) || !count.is_power_of_two() {
            let element = self.type_text(element);
            let message =
                format!("{bytes} bytes are not those of 1, 2, 4 or another power of two of `{element}`");
            return Err(self.error("E0324", span, message));
        }
        if count > MAX_ELEMENTS {
            return Err(self.refuse("vector of more than 1024 elements"));
        }
        Ok(self.vector_type(Shape { element, count }))
    }

    /// Records where a vector lies in a record depends on an option of gcc.
    pub(crate) fn note_vector_member(&mut self, ty: TypeId, span: Span) {
        let mut part = ty;
        while let Type::Array(element, _) = *self.types().get(part) {
            part = element;
        }
        let own = self.vector_shape(part).and_then(|_| self.types().size(part));
        if own.map(largest_power) != self.types().align(part) && self.vector_shape(part).is_some() {
            let text = "a vector of 8 bytes lies in a record as without MMX, at a multiple of 4; with `-mmmx` gcc takes 8";
            self.el.program.assumptions.push((text.to_owned(), span));
        }
    }

    /// Whether a record has a vector in it of which `_Alignof` does not say the whole alignment. What
    /// it says of the record depends on whether an attribute asks for one, which is not known here.
    pub(crate) fn hides_wide_vector(&self, ty: TypeId) -> bool {
        let Type::Record(record) = *self.types().get(ty) else { return false };
        if self.vector_shape(ty).is_some() || self.types().align(ty).unwrap_or(1) <= NEEDED_ALIGNMENT {
            return false;
        }
        self.types().fields(record).iter().any(|field| {
            let mut part = field.ty;
            while let Type::Array(element, _) = *self.types().get(part) {
                part = element;
            }
            let is_wide = self.types().align(part).is_some_and(|align| align > NEEDED_ALIGNMENT);
            self.vector_shape(part).is_some() && is_wide || self.hides_wide_vector(part)
        })
    }

    /// What `_Alignof` and `__alignof__` say of a vector type that states no alignment.
    pub(crate) fn vector_alignment(&self, ty: TypeId, preferred: bool) -> Option<u64> {
        self.vector_shape(ty)?;
        let least = self.types().align(ty)?;
        let size = self.types().size(ty)?;
        Some(if preferred { largest_power(size) } else { least.min(NEEDED_ALIGNMENT) })
    }
}

/// The alignment of a vector in a record.
fn alignment(types: &Types, shape: Shape, size: u64) -> u64 {
    let is_integer = matches!(types.get(shape.element), Type::Int(_));
    match types.machine() {
        MachineModel::Ilp32 if size == 8 && is_integer => 4,
        MachineModel::Ilp32 | MachineModel::Lp64 => largest_power(size),
    }
}

/// The greatest power of two that divides a size.
fn largest_power(size: u64) -> u64 {
    1 << size.trailing_zeros().min(63)
}
