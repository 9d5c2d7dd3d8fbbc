//! Names, members, elements, indirection and addresses (6.5.1, 6.5.2.1, 6.5.2.3, 6.5.3.2).
//!
//! Which variables have their address taken matters to every later stage, so it is recorded exactly: `*&x` and `(&x)->m` do
//! not take it, nor does an array that is indexed at once.

use crate::elab::{Entity, Res, Stop, Unit};
use crate::hir::{ExprId, ExprKind};
use c_syntax::ast::{self, UnaryOp};
use cfa::{Type, TypeId};
use smallvec::SmallVec;
use source::{Diagnostic, Span};
use stdx::Symbol;

/// The way to a member: positions of fields, through anonymous records.
pub(crate) type MemberPath = SmallVec<[u32; 4]>;

impl Unit<'_> {
    /// A name (6.5.1).
    pub(super) fn identifier(&mut self, name: Symbol, span: Span) -> Res<ExprId> {
        let Some(&binding) = self.scopes.ordinary.get(name) else {
            return self.undeclared(name, span);
        };
        match binding.meaning {
            Entity::Local(local) => self.variable(local, binding.depth, span),
            Entity::Global(global) => {
                let ty = self.el.program.globals[global].ty;
                Ok(self.push(ExprKind::Global(global), ty, span))
            }
            Entity::Function(function) => {
                self.check_nested_address(function)?;
                let ty = self.el.program.functions[function].ty;
                Ok(self.push(ExprKind::Function(function), ty, span))
            }
            Entity::Enumerator(value, ty) => Ok(self.int(value, ty, span)),
            Entity::Parameter(ty) => Ok(self.phantom(ty, span)),
            Entity::Refused(feature) => Err(Stop::Refused(feature)),
            Entity::Typedef(_) => {
                let message = format!("`{}` is a type, not a value", self.text(name));
                Err(self.error("E0301", span, message))
            }
        }
    }

    /// A place of a type, for operands that are never evaluated.
    pub(crate) fn phantom(&mut self, ty: TypeId, span: Span) -> ExprId {
        let pointer = self.types_mut().pointer(ty);
        let null = self.constant(0, pointer, span);
        self.push(ExprKind::Deref(null), ty, span)
    }

    fn undeclared(&mut self, name: Symbol, span: Span) -> Res<ExprId> {
        match self.text(name) {
            "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => return self.function_name(name, span),
            text if text.starts_with("__builtin_") => {
                // A built-in whose address is taken: the library function of that name.
                if let Some(function) = self.builtin_function(name, span) {
                    let ty = self.el.program.functions[function].ty;
                    return Ok(self.push(ExprKind::Function(function), ty, span));
                }
            }
            _ => {}
        }
        let text = self.text(name).to_owned();
        let candidates = self.scopes.ordinary.names().map(|symbol| self.names.text(symbol));
        let mut diagnostic = Diagnostic::error("E0301", span, format!("`{text}` is not declared"));
        if let Some(near) = nearest(&text, candidates) {
            diagnostic = diagnostic.with_note(format!("did you mean `{near}`?"));
        }
        self.diagnostics.push(diagnostic);
        Err(Stop::Reported)
    }

    /// Records that a pointer to the object which the place is part of can exist.
    pub(crate) fn mark_address_taken(&mut self, place: ExprId) {
        if self.unevaluated > 0 {
            return;
        }
        let mut place = place;
        loop {
            match self.body.exprs[place].kind {
                ExprKind::Local(local) | ExprKind::CompoundLiteral(local, _) => {
                    self.body.locals[local].address_taken = true;
                    return;
                }
                ExprKind::Global(global) => {
                    self.el.program.globals[global].address_taken = true;
                    return;
                }
                ExprKind::Member(base, _) | ExprKind::Index(base, _) => place = base,
                _ => return,
            }
        }
    }

    /// `&e`
    pub(super) fn address(&mut self, operand: ast::ExprId, span: Span) -> Res<ExprId> {
        // `&*p` is `p` (6.5.3.2p3).
        if let ast::ExprKind::Unary(UnaryOp::Deref, pointer) = self.ast.exprs[operand].kind {
            let pointer = self.value(pointer)?;
            if self.is_pointer(self.ty(pointer)) {
                return Ok(pointer);
            }
        }
        let place = self.expr(operand)?;
        self.address_of(place, span)
    }

    /// The address of an elaborated operand.
    pub(crate) fn address_of(&mut self, place: ExprId, span: Span) -> Res<ExprId> {
        let node = self.body.exprs[place];
        if let Type::Function(_) = self.types().get(node.ty) {
            return self.rvalue(place);
        }
        if self.bit_field_width(place).is_some() {
            return Err(self.error("E0310", span, "a bit-field has no address"));
        }
        if !self.is_place(place) {
            return Err(self.error("E0310", span, "this expression has no address"));
        }
        let ty = self.types_mut().pointer(node.ty);
        // The offset idiom `&((T *)0)->m` is a number, not an access.
        if let Some(address) = self.constant_address(place) {
            return Ok(self.constant(address, ty, span));
        }
        self.mark_address_taken(place);
        Ok(self.push(ExprKind::AddressOf(place), ty, span))
    }

    /// `*e`
    pub(super) fn indirection(&mut self, operand: ast::ExprId, span: Span) -> Res<ExprId> {
        if let ast::ExprKind::Unary(UnaryOp::AddressOf, place) = self.ast.exprs[operand].kind {
            let place = self.expr(place)?;
            if self.is_place(place) && self.bit_field_width(place).is_none() {
                return Ok(place);
            }
            let address = self.address_of(place, span)?;
            return self.deref(address, span);
        }
        let operand = self.expr(operand)?;
        if let Type::Array(element, _) = *self.types().get(self.ty(operand)) {
            let index_type = self.types().ptrdiff_type();
            let zero = self.constant(0, index_type, span);
            return Ok(self.push(ExprKind::Index(operand, zero), element, span));
        }
        let pointer = self.rvalue(operand)?;
        self.deref(pointer, span)
    }

    /// What a pointer value points to.
    pub(crate) fn deref(&mut self, pointer: ExprId, span: Span) -> Res<ExprId> {
        match self.types().pointee(self.ty(pointer)) {
            Some(target) => Ok(self.push(ExprKind::Deref(pointer), target, span)),
            None => {
                let message =
                    format!("a value of type `{}` is not a pointer", self.type_text(self.ty(pointer)));
                Err(self.error("E0309", span, message))
            }
        }
    }

    /// `a[i]`; also `i[a]`.
    pub(super) fn subscript(&mut self, base: ast::ExprId, index: ast::ExprId, span: Span) -> Res<ExprId> {
        let base = self.expr(base)?;
        let index = self.expr(index)?;
        self.element(base, index, span)
    }

    /// `base[index]` of elaborated operands.
    pub(crate) fn element(&mut self, base: ExprId, index: ExprId, span: Span) -> Res<ExprId> {
        let indexes = |unit: &Self, expr: ExprId| {
            matches!(unit.types().get(unit.ty(expr)), Type::Array(..) | Type::Pointer(_))
        };
        let (base, index) =
            if !indexes(self, base) && indexes(self, index) { (index, base) } else { (base, index) };
        let index = self.rvalue(index)?;
        if self.is_vector(base) {
            return self.vector_element(base, index, span);
        }
        if let Type::Array(element, _) = *self.types().get(self.ty(base)) {
            if self.types().size(element).is_none() && !self.is_variable(element) {
                return Err(self.incomplete(element, span));
            }
            let index = self.pointer_index(index, span)?;
            return Ok(self.push(ExprKind::Index(base, index), element, span));
        }
        let pointer = self.rvalue(base)?;
        if !self.is_pointer(self.ty(pointer)) {
            let message = format!("a value of type `{}` has no elements", self.type_text(self.ty(pointer)));
            return Err(self.error("E0309", span, message));
        }
        let address = self.pointer_add(pointer, index, span)?;
        self.deref(address, span)
    }

    /// `e.name`
    pub(super) fn member_of(&mut self, base: ast::ExprId, name: Symbol, span: Span) -> Res<ExprId> {
        let base = self.expr(base)?;
        self.select(base, name, span)
    }

    /// `e->name`
    pub(super) fn member_through(&mut self, base: ast::ExprId, name: Symbol, span: Span) -> Res<ExprId> {
        let place = self.indirection(base, self.ast.exprs[base].span)?;
        self.select(place, name, span)
    }

    /// A member of a record, by a chain of nodes through anonymous records.
    pub(crate) fn select(&mut self, base: ExprId, name: Symbol, span: Span) -> Res<ExprId> {
        let ty = self.ty(base);
        let Type::Record(record) = *self.types().get(ty) else {
            let message =
                format!("`{}` is asked of a value of type `{}`", self.text(name), self.type_text(ty));
            return Err(self.error("E0305", span, message));
        };
        if self.types().record(record).layout.is_none() {
            return Err(self.incomplete(ty, span));
        }
        let Some(path) = self.find_member(ty, name) else { return Err(self.no_member(ty, name, span)) };
        Ok(self.follow(base, &path, span))
    }

    /// The nodes for a path of members.
    pub(crate) fn follow(&mut self, base: ExprId, path: &[u32], span: Span) -> ExprId {
        path.iter().fold(base, |place, &field| {
            let ty = self.field_type(self.ty(place), field);
            self.push(ExprKind::Member(place, field), ty, span)
        })
    }

    /// The type of a field by position.
    pub(crate) fn field_type(&self, record: TypeId, field: u32) -> TypeId {
        match *self.types().get(record) {
            Type::Record(id) => {
                self.types().fields(id).get(field as usize).map_or(TypeId::VOID, |field| field.ty)
            }
            _ => TypeId::VOID,
        }
    }

    /// The path to a member of a record, or of an anonymous record in it.
    pub(crate) fn find_member(&self, ty: TypeId, name: Symbol) -> Option<MemberPath> {
        let Type::Record(record) = *self.types().get(ty) else { return None };
        let fields = self.types().fields(record);
        if let Some(position) = fields.iter().position(|field| field.name == Some(name)) {
            return Some(SmallVec::from_slice(&[position as u32]));
        }
        for (position, field) in fields.iter().enumerate().filter(|(_, field)| field.name.is_none()) {
            if let Some(inner) = self.find_member(field.ty, name) {
                let mut path = SmallVec::from_slice(&[position as u32]);
                path.extend(inner);
                return Some(path);
            }
        }
        None
    }

    /// Reports a member that does not exist, with a near name if there is one.
    pub(crate) fn no_member(&mut self, ty: TypeId, name: Symbol, span: Span) -> Stop {
        let text = self.text(name).to_owned();
        let message = format!("`{}` has no member `{text}`", self.type_text(ty));
        let mut diagnostic = Diagnostic::error("E0305", span, message);
        if let Type::Record(record) = *self.types().get(ty) {
            let members = self.types().fields(record).iter().filter_map(|field| field.name);
            if let Some(near) = nearest(&text, members.map(|member| self.names.text(member))) {
                diagnostic = diagnostic.with_note(format!("did you mean `{near}`?"));
            }
        }
        self.diagnostics.push(diagnostic);
        Stop::Reported
    }
}

/// The candidate nearest to a misspelt name, if any is near.
fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let limit = (name.len() / 3).min(3);
    let mut best: Option<(usize, &str)> = None;
    // A program may declare very many names; the search is bounded.
    for candidate in candidates.take(20_000) {
        if candidate.len().abs_diff(name.len()) > limit {
            continue;
        }
        let distance = edit_distance(name.as_bytes(), candidate.as_bytes());
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate.to_owned())
}

/// Levenshtein distance.
fn edit_distance(left: &[u8], right: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, &l) in left.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &r) in right.iter().enumerate() {
            let substituted = diagonal + usize::from(l != r);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}
