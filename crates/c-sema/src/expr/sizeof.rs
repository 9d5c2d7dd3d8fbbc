//! `sizeof`, `_Alignof`, `offsetof` and `__builtin_types_compatible_p`.

use crate::elab::{Res, Unit};
use crate::hir::{ExprId, ExprKind, StmtId, StmtKind};
use crate::types::Ty;
use c_syntax::ast::{self, Designator};
use cfa::{BinaryOp, MachineModel, Type, TypeId};
use source::Span;
use stdx::{IdRange, Idx};

impl Unit<'_> {
    /// A type name, and the statements that set the lengths of variable-length arrays in it.
    pub(super) fn type_name_with_lengths(&mut self, ty: ast::TypeNameId) -> Res<(Ty, Vec<StmtId>)> {
        let outer = std::mem::take(&mut self.pending);
        let result = self.type_name(ty);
        let own = std::mem::replace(&mut self.pending, outer);
        Ok((result?, own))
    }

    /// `value`, after statements that set array lengths.
    pub(super) fn after(&mut self, set_lengths: Vec<StmtId>, value: ExprId, span: Span) -> ExprId {
        if set_lengths.is_empty() {
            return value;
        }
        let stmts = IdRange::store(&mut self.body.pools.stmts, set_lengths);
        let block = self.push_stmt(StmtKind::Block(stmts, IdRange::EMPTY), span);
        let ty = self.ty(value);
        let value = (ty != TypeId::VOID).then_some(value);
        self.push(ExprKind::StmtExpr(block, value), ty, span)
    }

    /// `sizeof(type)`
    pub(super) fn sizeof_type(&mut self, ty: ast::TypeNameId, span: Span) -> Res<ExprId> {
        let (ty, set_lengths) = self.type_name_with_lengths(ty)?;
        let size = self.size_of(ty.id, span)?;
        Ok(self.after(set_lengths, size, span))
    }

    /// `sizeof e`
    pub(super) fn sizeof_expr(&mut self, operand: ast::ExprId, span: Span) -> Res<ExprId> {
        let first = self.body.exprs.next_index();
        let operand = self.unevaluated(|unit| unit.expr(operand))?;
        // Only an operand of variable length is evaluated (6.5.3.4p2), which matters if it has effects.
        if self.is_variable(self.ty(operand)) && self.has_effects_since(first) {
            return Err(self.refuse("effects in the operand of `sizeof`"));
        }
        if self.bit_field_width(operand).is_some() {
            return Err(self.error("E0309", span, "`sizeof` does not apply to a bit-field"));
        }
        let ty = self.ty(operand);
        self.note_field_type(ty, span);
        let ty = self.el.flexible.get(&ty).copied().unwrap_or(ty);
        self.size_of(ty, span)
    }

    /// Whether a node made since `first` does more than compute a value.
    pub(crate) fn has_effects_since(&self, first: ExprId) -> bool {
        self.body.exprs.iter().skip(first.index()).any(|node| {
            matches!(
                node.kind,
                ExprKind::Assign(..)
                    | ExprKind::CompoundAssign { .. }
                    | ExprKind::Step { .. }
                    | ExprKind::Call(..)
                    | ExprKind::Builtin(..)
                    | ExprKind::StmtExpr(..)
            )
        })
    }

    /// The size of a type, a `size_t`.
    pub(crate) fn size_of(&mut self, ty: TypeId, span: Span) -> Res<ExprId> {
        let size_type = self.types().size_type();
        if self.is_variable(ty) {
            return Ok(self.push(ExprKind::SizeofVla(ty), size_type, span));
        }
        let size = match self.types().get(ty) {
            // GNU C: functions, like `void`, have size one.
            Type::Function(_) => Some(1),
            _ => self.types().size(ty),
        };
        match size {
            Some(size) => Ok(self.int(i128::from(size), size_type, span)),
            None => Err(self.incomplete(ty, span)),
        }
    }

    /// `_Alignof(type)`
    pub(super) fn alignof_type(&mut self, ty: ast::TypeNameId, span: Span) -> Res<ExprId> {
        let mut ty = self.unevaluated(|unit| unit.type_name(ty))?;
        if let Type::Function(_) = self.types().get(ty.id) {
            // As in gcc, only the declaration of a function aligns it, and never its type.
            ty.align = None;
        }
        self.align_of(ty, span)
    }

    /// `__alignof__ e`
    pub(super) fn alignof_expr(&mut self, operand: ast::ExprId, span: Span) -> Res<ExprId> {
        let operand = self.unevaluated(|unit| unit.expr(operand))?;
        let ty = self.ty(operand);
        if let ExprKind::Member(..) = self.body.exprs[operand].kind {
            let align = self.types().align(ty).unwrap_or(1);
            let size_type = self.types().size_type();
            return Ok(self.int(i128::from(align), size_type, span));
        }
        let stated = match self.body.exprs[operand].kind {
            ExprKind::Local(local) => self.body.locals[local].align,
            ExprKind::Global(global) => self.el.program.globals[global].align,
            _ => None,
        };
        let align = stated.map(|align| u64::from(align.get())).or_else(|| self.function_align(operand));
        self.align_of(Ty { align, ..ty.into() }, span)
    }

    /// The alignment that an attribute gives to a function that is named, perhaps as `*&f`.
    fn function_align(&self, operand: ExprId) -> Option<u64> {
        let Type::Function(_) = self.types().get(self.ty(operand)) else { return None };
        let named = match self.body.exprs[operand].kind {
            ExprKind::Deref(pointer) => pointer,
            _ => operand,
        };
        match self.body.exprs[named].kind {
            ExprKind::Function(function) => self.function_aligns.get(&function).copied(),
            _ => None,
        }
    }

    /// On i386, `_Alignof(long long)` is the alignment inside records, `__alignof__` the preferred one.
    fn align_of(&mut self, ty: Ty, span: Span) -> Res<ExprId> {
        let Some(mut align) = ty.align.or_else(|| self.types().align(ty.id)) else {
            return Err(self.incomplete(ty.id, span));
        };
        let preferred = !self.map.snippet(span).starts_with("_Alignof");
        let mut element = ty.id;
        while let Type::Array(inner, _) = *self.types().get(element) {
            element = inner;
        }
        let element = self.complex_part(element).unwrap_or(element);
        let doubleword = self.types().is_scalar(element) && self.types().size(element) == Some(8);
        if !preferred && ty.align.is_none() && self.hides_wide_vector(element) {
            return Err(self.refuse("_Alignof a record with vectors of more than 16 bytes"));
        }
        if ty.align.is_none()
            && let Some(own) = self.vector_alignment(element, preferred)
        {
            align = own;
        }
        if preferred && doubleword && ty.align.is_none() && self.types().machine() == MachineModel::Ilp32 {
            align = 8;
        }
        let size_type = self.types().size_type();
        Ok(self.int(i128::from(align), size_type, span))
    }

    /// `__builtin_offsetof(type, path)`
    pub(super) fn offsetof(
        &mut self,
        ty: ast::TypeNameId,
        path: IdRange<Designator>,
        span: Span,
    ) -> Res<ExprId> {
        let ast = self.ast;
        let ty = self.type_name(ty)?.id;
        let size_type = self.types().size_type();
        let mut place = self.unevaluated(|unit| Ok(unit.phantom(ty, span)))?;
        let mut constant = 0_u64;
        let mut variable: Option<ExprId> = None;
        for step in ast.designator_list(path) {
            match *step {
                Designator::Field(name) => {
                    let record = self.ty(place);
                    let Some(fields) = self.find_member(record, name) else {
                        return Err(self.no_member(record, name, span));
                    };
                    let mut current = record;
                    for &field in &fields {
                        constant = constant.saturating_add(self.field_offset(current, field));
                        current = self.field_type(current, field);
                    }
                    place = self.follow(place, &fields, span);
                    if self.bit_field_width(place).is_some() {
                        return Err(self.error("E0310", span, "a bit-field has no offset"));
                    }
                }
                Designator::Index(index) => {
                    let index = self.value(index)?;
                    place = self.unevaluated(|unit| unit.element(place, index, span))?;
                    let size = self.size_of(self.ty(place), span)?;
                    let index = self.convert(index, size_type)?;
                    let bytes = self.binary(BinaryOp::Mul, index, size, size_type, span);
                    variable = Some(match variable {
                        Some(sum) => self.binary(BinaryOp::Add, sum, bytes, size_type, span),
                        None => bytes,
                    });
                }
                Designator::Range(..) => {
                    return Err(self.error("E0309", span, "an offset has no ranges"));
                }
            }
        }
        let constant = self.int(i128::from(constant), size_type, span);
        Ok(match variable {
            Some(sum) => self.binary(BinaryOp::Add, constant, sum, size_type, span),
            None => constant,
        })
    }

    fn field_offset(&self, record: TypeId, field: u32) -> u64 {
        match *self.types().get(record) {
            Type::Record(id) => self.types().fields(id).get(field as usize).map_or(0, |field| field.offset),
            _ => 0,
        }
    }

    /// `__builtin_types_compatible_p(left, right)`
    pub(super) fn types_compatible(
        &mut self,
        left: ast::TypeNameId,
        right: ast::TypeNameId,
        span: Span,
    ) -> Res<ExprId> {
        let left = self.unevaluated(|unit| unit.type_name(left))?.id;
        let right = self.unevaluated(|unit| unit.type_name(right))?.id;
        let compatible = self.compatible(left, right);
        if compatible && self.hides_qualifiers(left) {
            return Err(self.refuse(super::choose::QUALIFIED_TYPES));
        }
        Ok(self.int(i128::from(compatible), TypeId::INT, span))
    }

    /// Compatible types (6.2.7), qualifiers aside.
    pub(crate) fn compatible(&self, left: TypeId, right: TypeId) -> bool {
        use cfa::{ArrayLen, Variadic};
        if left == right {
            return true;
        }
        match (self.types().get(left), self.types().get(right)) {
            (Type::Pointer(l), Type::Pointer(r)) => self.compatible(*l, *r),
            (Type::Array(l, len_l), Type::Array(r, len_r)) => {
                let lengths = match (len_l, len_r) {
                    (ArrayLen::Fixed(l), ArrayLen::Fixed(r)) => l == r,
                    _ => true,
                };
                lengths && self.compatible(*l, *r)
            }
            (Type::Function(l), Type::Function(r)) => {
                let unknown = l.variadic == Variadic::Unprototyped || r.variadic == Variadic::Unprototyped;
                let params = unknown
                    || l.variadic == r.variadic
                        && l.params.len() == r.params.len()
                        && l.params.iter().zip(&r.params).all(|(l, r)| self.compatible(*l, *r));
                params && self.compatible(l.result, r.result)
            }
            _ => false,
        }
    }
}
