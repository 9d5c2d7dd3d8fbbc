//! Braced lists and brace elision.

use super::{Flat, Item, Path};
use crate::elab::{Res, Unit, with_stack};
use crate::hir::{ExprId, Step};
use c_syntax::ast::{self, Init};
use cfa::{ArrayLen, RecordKind, Type, TypeId};
use source::Span;
use stdx::IdRange;

/// Where in a braced list elaboration stands.
pub(super) struct Cursor<'a> {
    items: &'a [ast::InitItem],
    pub(super) at: usize,
    /// The item whose designators have been followed already.
    pub(super) followed: Option<usize>,
    /// The value of an item that was looked at before it was known what it initialises.
    value: Option<(usize, ExprId)>,
}

impl<'a> Cursor<'a> {
    pub(super) fn item(&self) -> Option<&'a ast::InitItem> {
        self.items.get(self.at)
    }

    /// The same place in a list that ends with the current item, whose designators have been followed.
    pub(super) fn current_alone(&self) -> Self {
        let items = self.items.get(..=self.at).unwrap_or(self.items);
        Self { items, at: self.at, followed: Some(self.at), value: self.value }
    }

    /// Keeps a value that another cursor at the same item has elaborated.
    pub(super) fn take_value(&mut self, other: &Self) {
        self.value = other.value;
    }

    fn advance(&mut self) {
        self.at += 1;
    }

    fn has_open_designators(&self, item: &ast::InitItem) -> bool {
        !item.designators.is_empty() && self.followed != Some(self.at)
    }
}

/// Whether an aggregate is initialised by braces of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Braces {
    Own,
    Elided,
}

impl Unit<'_> {
    /// `{ items }` for the part of type `ty` at the current path.
    pub(super) fn braced(
        &mut self,
        ty: TypeId,
        items: IdRange<ast::InitItem>,
        span: Span,
        flat: &mut Flat,
    ) -> Res<()> {
        let ast = self.ast;
        let items = ast.init_item_list(items);
        self.drop_overridden(flat, Braces::Own)?;
        let mut cursor = Cursor { items, at: 0, followed: None, value: None };
        with_stack(|| match *self.types().get(ty) {
            Type::Array(element, length) => {
                if let [only] = items
                    && only.designators.is_empty()
                    && let Init::Expr(expr) = ast.inits[only.init]
                    && self.string_for(element, expr)?.is_some()
                {
                    cursor.advance();
                    return self.string_item(element, length, expr, flat);
                }
                self.fill(ty, 0, &mut cursor, flat, Braces::Own)
            }
            Type::Record(_) if !self.is_complex(ty) => self.fill(ty, 0, &mut cursor, flat, Braces::Own),
            Type::Record(_) => self.braced_scalar(ty, &mut cursor, span, flat),
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Void | Type::Function(_) => {
                self.braced_scalar(ty, &mut cursor, span, flat)
            }
        })?;
        if let Some(excess) = cursor.item() {
            let span = self.init_span(excess.init);
            self.warning("W0306", span, "excess elements in an initialiser are ignored");
        }
        Ok(())
    }

    /// `{ e }` for a scalar; `{}` is zero.
    fn braced_scalar(&mut self, ty: TypeId, cursor: &mut Cursor<'_>, span: Span, flat: &mut Flat) -> Res<()> {
        match cursor.item() {
            Some(item) if !item.designators.is_empty() => {
                Err(self.error("E0319", span, "a designator in the initialiser of a scalar"))
            }
            Some(_) => self.part_item(ty, cursor, flat),
            None => {
                let zero = self.zero(ty, span);
                self.add(flat, zero);
                Ok(())
            }
        }
    }

    /// How many parts an aggregate has that a list without designators visits.
    fn part_count(&self, ty: TypeId) -> u64 {
        match *self.types().get(ty) {
            Type::Array(_, ArrayLen::Fixed(length)) => length,
            Type::Array(_, ArrayLen::Unknown | ArrayLen::Variable(_)) => u64::MAX,
            Type::Record(_) if self.is_complex(ty) => 0,
            Type::Record(record) => {
                let fields = self.types().fields(record).len() as u64;
                match self.types().record(record).kind {
                    RecordKind::Struct => fields,
                    RecordKind::Union => fields.min(1),
                }
            }
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Function(_) => 0,
        }
    }

    /// A part by position: the step to it and its type.
    pub(super) fn part(&self, ty: TypeId, position: u64) -> (Step, TypeId) {
        match *self.types().get(ty) {
            Type::Array(element, _) => (Step::Index(position), element),
            _ => (Step::Field(position as u32), self.field_type(ty, position as u32)),
        }
    }

    /// Initialises the parts of an aggregate from `start` on with the items at the cursor.
    pub(super) fn fill(
        &mut self,
        ty: TypeId,
        start: u64,
        cursor: &mut Cursor<'_>,
        flat: &mut Flat,
        braces: Braces,
    ) -> Res<()> {
        // The list is that of a vector's elements, which lie in its one member.
        if let Some(elements) = self.vector_array(ty) {
            if let (Braces::Own, Some(item)) = (braces, cursor.item())
                && cursor.has_open_designators(item)
            {
                let span = self.init_span(item.init);
                return Err(self.error("E0319", span, "a designator in the initialiser of a vector"));
            }
            flat.path.push(Step::Field(0));
            self.fill(elements, start, cursor, flat, Braces::Elided)?;
            flat.path.pop();
            return Ok(());
        }
        let mut position = start;
        let count = self.part_count(ty);
        while let Some(item) = cursor.item() {
            if cursor.has_open_designators(item) {
                if braces == Braces::Elided {
                    return Ok(());
                }
                position = self.designated(ty, item, cursor, flat)?;
                continue;
            }
            if position >= count {
                return Ok(());
            }
            let before = cursor.at;
            let (step, part) = self.part(ty, position);
            flat.path.push(step);
            with_stack(|| self.part_item(part, cursor, flat))?;
            flat.path.pop();
            position += 1;
            if flat.path.is_empty() {
                flat.length = flat.length.max(position);
            }
            // An element without members takes no item: the list would never end.
            if cursor.at == before && count == u64::MAX {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Initialises one part with the item at the cursor, or with several if its braces are left out.
    pub(super) fn part_item(&mut self, ty: TypeId, cursor: &mut Cursor<'_>, flat: &mut Flat) -> Res<()> {
        let Some(item) = cursor.item() else { return Ok(()) };
        let (init, _) = self.unwrap_literal(ty, item.init);
        let expr = match self.ast.inits[init] {
            Init::List(items, span) => {
                cursor.advance();
                return self.braced(ty, items, span, flat);
            }
            Init::Expr(expr) => expr,
        };
        match *self.types().get(ty) {
            Type::Array(element, length) => {
                if self.string_for(element, expr)?.is_some() {
                    cursor.advance();
                    self.drop_overridden(flat, Braces::Elided)?;
                    return self.string_item(element, length, expr, flat);
                }
                self.fill(ty, 0, cursor, flat, Braces::Elided)
            }
            // A string is for an array inside the record; as a value it would be an object of its own.
            Type::Record(_)
                if !self.is_complex(ty) && matches!(self.ast.exprs[expr].kind, ast::ExprKind::Str(_)) =>
            {
                self.fill(ty, 0, cursor, flat, Braces::Elided)
            }
            Type::Record(_) if !self.is_complex(ty) => {
                let value = self.cursor_value(cursor, expr)?;
                if self.ty(value) != ty && !(self.is_view_of_vector(value, ty)) {
                    return self.fill(ty, 0, cursor, flat, Braces::Elided);
                }
                cursor.advance();
                self.drop_overridden(flat, Braces::Elided)?;
                let value = self.converted_item(value, ty)?;
                self.add(flat, value);
                Ok(())
            }
            Type::Record(_)
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Void
            | Type::Function(_) => {
                let value = self.cursor_value(cursor, expr)?;
                cursor.advance();
                let value = self.converted_item(value, ty)?;
                self.add(flat, value);
                Ok(())
            }
        }
    }

    /// Whether a vector is initialised by another one as a whole.
    fn is_view_of_vector(&self, value: ExprId, ty: TypeId) -> bool {
        let both = [self.ty(value), ty].map(|ty| self.vector_shape(ty).is_some());
        both == [true, true] && self.types().size(self.ty(value)) == self.types().size(ty)
    }

    /// The value of the current item, elaborated once.
    fn cursor_value(&mut self, cursor: &mut Cursor<'_>, expr: ast::ExprId) -> Res<ExprId> {
        if let Some((at, value)) = cursor.value
            && at == cursor.at
        {
            return Ok(value);
        }
        let value = self.value(expr)?;
        cursor.value = Some((cursor.at, value));
        Ok(value)
    }

    /// Drops what was said of the part at the current path before, which a new initialiser of the whole overrides.
    pub(super) fn drop_overridden(&mut self, flat: &mut Flat, braces: Braces) -> Res<()> {
        if !flat.designated || flat.path.is_empty() {
            return Ok(());
        }
        let Flat { items, path, .. } = flat;
        // In a list whose designators ascend, as most do, nothing can be overridden, unless one lies inside the last.
        let is_behind =
            |last: &Item| positions(&last.path).lt(positions(path)) && !path.starts_with(&last.path);
        if !flat.unordered && items.last().is_none_or(is_behind) {
            return Ok(());
        }
        flat.unordered = true;
        items.retain(|item| !item.path.starts_with(path));
        let covered = |item: &Item| path.starts_with(&item.path);
        if braces == Braces::Own && items.iter().any(covered) {
            return Err(self.refuse("braced initialiser that overrides a part of an initialised record"));
        }
        Ok(())
    }
}

/// The positions along a path; lexicographic order is the order of the object's parts.
fn positions(path: &Path) -> impl Iterator<Item = u64> + '_ {
    path.iter().map(|step| match *step {
        Step::Field(field) => u64::from(field),
        Step::Index(index) => index,
    })
}
