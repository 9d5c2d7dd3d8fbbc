//! Variable-length arrays and arithmetic on pointers to them.
//!
//! The automaton knows only sizes that are constant. A local `T a[n]` becomes a pointer variable `a` to memory that its
//! declaration allocates on the stack; the place of the array is what the pointer points to. Pointer arithmetic over elements whose
//! size is known at run time only counts bytes on `char *`.
//!
//! *Too lenient:* the memory lives until the function returns, not until the block ends, so that a pointer
//! that outlives an inner block is not noticed; that is an assumption.

use super::BodyLowerer;
use c_sema::hir::{self, LocalId};
use cfa::{AllocContent, AllocStorage, ArrayLen, BinaryOp, ExprId, Op, PlaceId, Type, TypeId, VlaId};
use source::Span;

impl BodyLowerer<'_> {
    /// Whether the size of objects of this type is a constant or irrelevant.
    pub(super) fn has_fixed_size(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        loop {
            match *self.types().get(ty) {
                Type::Array(_, ArrayLen::Variable(_)) => return false,
                Type::Array(element, ArrayLen::Fixed(_) | ArrayLen::Unknown) => ty = element,
                Type::Void
                | Type::Int(_)
                | Type::Float(_)
                | Type::Pointer(_)
                | Type::Record(_)
                | Type::Function(_) => return true,
            }
        }
    }

    pub(super) fn is_vla_local(&self, local: LocalId) -> bool {
        self.vla_element(self.body.locals[local].ty).is_some()
    }

    /// The place of a local, also of one that lives behind a pointer.
    pub(super) fn local_place(&mut self, local: LocalId) -> PlaceId {
        let var = self.local(local);
        if !self.is_vla_local(local) {
            return self.var_place(var);
        }
        let pointer = self.load_var(var);
        let wanted = self.pointer_to(self.body.locals[local].ty);
        let pointer = self.fit(pointer, wanted);
        self.deref(pointer)
    }

    pub(super) fn set_vla_length(&mut self, vla: VlaId, length: hir::ExprId, span: Span) {
        let value = self.value(length);
        if let Some(&local) = self.vlas.get(&vla) {
            let var = self.local(local);
            let value = self.fit(value, self.lo.vars[var].ty);
            self.assign_var(var, value, span);
        }
    }

    pub(super) fn allocate_vla(&mut self, local: LocalId, span: Span) {
        let &hir::Local { name, ty, .. } = &self.body.locals[local];
        if self.scopes.is_inner() {
            let name = self.names.text(name);
            let text = format!(
                "`{name}` of variable length lives until its function returns, also behind its block"
            );
            self.lo.assume(text, span);
        }
        let size = self.size_of(ty);
        let var = self.local(local);
        let place = self.var_place(var);
        let (storage, content) = (AllocStorage::Stack, AllocContent::Indeterminate);
        self.emit(Op::Allocate { place, size, storage, content }, span);
    }

    /// The size of a type as a `size_t`, computed from the length variables where needed.
    pub(super) fn size_of(&mut self, ty: TypeId) -> ExprId {
        let size_type = self.types().size_type();
        match *self.types().get(ty) {
            Type::Array(element, ArrayLen::Variable(vla)) => {
                let length = match self.vlas.get(&vla).copied() {
                    Some(local) => {
                        let var = self.local(local);
                        let length = self.load_var(var);
                        self.fit(length, size_type)
                    }
                    None => self.int(1, size_type),
                };
                let element = self.size_of(element);
                self.binary(BinaryOp::Mul, length, element)
            }
            Type::Array(element, ArrayLen::Fixed(count)) if !self.has_fixed_size(element) => {
                let count = self.int(i128::from(count), size_type);
                let element = self.size_of(element);
                self.binary(BinaryOp::Mul, count, element)
            }
            _ => {
                let size = self.types().size(ty).unwrap_or(1);
                self.int(i128::from(size), size_type)
            }
        }
    }

    /// `pointer + index`
    pub(super) fn pointer_add(&mut self, pointer: ExprId, index: ExprId) -> ExprId {
        let ptrdiff = self.types().ptrdiff_type();
        let index = self.fit(index, ptrdiff);
        match self.variable_pointee(pointer) {
            None => self.binary(BinaryOp::PtrAdd, pointer, index),
            Some(pointee) => {
                let size = self.size_of(pointee);
                let size = self.fit(size, ptrdiff);
                let bytes = self.binary(BinaryOp::Mul, index, size);
                let ty = self.lo.exprs.ty(pointer);
                let start = self.cast(pointer, TypeId::CHAR_PTR);
                let moved = self.binary(BinaryOp::PtrAdd, start, bytes);
                self.cast(moved, ty)
            }
        }
    }

    /// `left - right` in elements.
    pub(super) fn pointer_difference(&mut self, left: ExprId, right: ExprId) -> ExprId {
        let right = self.fit(right, self.lo.exprs.ty(left));
        match self.variable_pointee(left) {
            None => self.binary(BinaryOp::PtrDiff, left, right),
            Some(pointee) => {
                let size = self.size_of(pointee);
                let size = self.fit(size, self.types().ptrdiff_type());
                let left = self.cast(left, TypeId::CHAR_PTR);
                let right = self.cast(right, TypeId::CHAR_PTR);
                let bytes = self.binary(BinaryOp::PtrDiff, left, right);
                self.binary(BinaryOp::Div, bytes, size)
            }
        }
    }

    fn variable_pointee(&self, pointer: ExprId) -> Option<TypeId> {
        let pointee = self.types().pointee(self.lo.exprs.ty(pointer))?;
        (!self.has_fixed_size(pointee)).then_some(pointee)
    }
}
