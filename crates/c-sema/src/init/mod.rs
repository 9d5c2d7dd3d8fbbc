//! Initialisers (6.7.9), flattened: a list of paths into the object with a value each.
//!
//! The members of an aggregate are visited in order while the items of a braced list are consumed; an item without braces of its
//! own fills as many scalars as its aggregate has (brace elision); a designator moves to another member. A later
//! item overrides an earlier one: when a designated part is set again as a whole, what was said of its parts before is
//! dropped.

mod constant;
mod designator;
mod list;
mod string;
#[cfg(test)]
mod tests;

use crate::elab::{Res, Unit};
use crate::hir::{Body, ExprId, GlobalId, InitItem, Initialiser, Rest, Step};
use c_syntax::ast::{self, Init};
use cfa::{ArrayLen, Layout, Type, TypeId};
use smallvec::SmallVec;
use source::Span;
use stdx::IdRange;

/// The way from an object to a part.
pub(crate) type Path = SmallVec<[Step; 4]>;

/// A part and its value.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    path: Path,
    value: ExprId,
}

/// An initialiser under construction.
#[derive(Debug)]
pub(crate) struct Flat {
    items: Vec<Item>,
    path: Path,
    /// Whether a designator was met: only then can an item override another.
    designated: bool,
    /// Whether a designator went back, so that items are not in the order of their paths.
    unordered: bool,
    /// Elements of the outermost array named so far, to complete its type.
    length: u64,
}

impl Unit<'_> {
    /// Flattens an initialiser for an object of type `ty`; also gives the completed type.
    pub(crate) fn initialiser(&mut self, ty: TypeId, init: ast::InitId) -> Res<(Initialiser, TypeId)> {
        let (init, ty) = self.unwrap_literal(ty, init);
        let span = self.init_span(init);
        match *self.types().get(ty) {
            Type::Void | Type::Function(_) => {
                return Err(self.error("E0319", span, "this cannot be initialised"));
            }
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Array(..) | Type::Record(_) => {}
        }
        let mut flat =
            Flat { items: Vec::new(), path: Path::new(), designated: false, unordered: false, length: 0 };
        let whole = match self.ast.inits[init] {
            Init::Expr(expr) => {
                self.whole(ty, expr, &mut flat)?;
                true
            }
            Init::List(items, span) => {
                if self.is_aggregate(ty) && self.types().size(ty).is_none() && !self.is_unknown_array(ty) {
                    return Err(self.incomplete(ty, span));
                }
                self.braced(ty, items, span, &mut flat)?;
                !self.is_aggregate(ty) || matches!(flat.items.as_slice(), [item] if item.path.is_empty())
            }
        };
        let ty = self.completed(ty, &flat, span)?;
        let is_whole = self.is_complex(ty) || flat.items.iter().all(|item| item.path.is_empty());
        let rest = if whole && is_whole && !flat.items.is_empty() { Rest::None } else { Rest::Zero };
        Ok((self.store_items(rest, flat), ty))
    }

    fn store_items(&mut self, rest: Rest, flat: Flat) -> Initialiser {
        let mut items = Vec::with_capacity(flat.items.len());
        for item in flat.items {
            let path = IdRange::store(&mut self.body.pools.steps, item.path);
            items.push(InitItem { path, value: item.value });
        }
        let items = IdRange::store(&mut self.body.pools.init_items, items);
        Initialiser { rest, items }
    }

    /// `T x = (T) { ... };`: gcc takes the literal's list as the initialiser, also for static storage. An array of unknown
    /// length gets the literal's.
    fn unwrap_literal(&mut self, ty: TypeId, init: ast::InitId) -> (ast::InitId, TypeId) {
        if let Init::Expr(expr) = self.ast.inits[init]
            && let ast::ExprKind::CompoundLiteral(name, inner) = self.ast.exprs[expr].kind
            && self.is_aggregate(ty)
            && let Ok(literal) = self.unevaluated(|unit| unit.type_name(name))
            && self.compatible(literal.id, ty)
        {
            return (inner, if self.is_unknown_array(ty) { literal.id } else { ty });
        }
        (init, ty)
    }

    fn init_span(&self, init: ast::InitId) -> Span {
        match self.ast.inits[init] {
            Init::Expr(expr) => self.ast.exprs[expr].span,
            Init::List(_, span) => span,
        }
    }

    /// An object initialised by one expression: a scalar, a record, or a string for an array.
    fn whole(&mut self, ty: TypeId, expr: ast::ExprId, flat: &mut Flat) -> Res<()> {
        if let Type::Array(element, length) = *self.types().get(ty) {
            if self.string_for(element, expr)?.is_some() {
                return self.string_item(element, length, expr, flat);
            }
            let span = self.ast.exprs[expr].span;
            return Err(self.error("E0319", span, "an array is initialised by a braced list or a string"));
        }
        let value = self.value(expr)?;
        let value = self.converted_item(value, ty)?;
        self.add(flat, value);
        Ok(())
    }

    /// The value of an item in its part's type; constant where storage is static.
    fn converted_item(&mut self, value: ExprId, ty: TypeId) -> Res<ExprId> {
        if self.ty(value) == TypeId::VOID {
            return Err(self.error("E0323", self.span(value), "an initialiser has no value"));
        }
        let value = self.convert(value, ty)?;
        if self.function.is_some() && !self.in_static_init() {
            return Ok(value);
        }
        self.static_value(value)
    }

    fn add(&mut self, flat: &mut Flat, value: ExprId) {
        // The parts of a complex constant are two items.
        if let Some((re, im)) = self.constant_parts(value) {
            let (part, span) = (self.field_type(self.ty(value), 0), self.span(value));
            for (field, bits) in [(0, re), (1, im)] {
                let mut path = flat.path.clone();
                path.push(Step::Field(field));
                flat.items.push(Item { path, value: self.constant(bits, part, span) });
            }
            return;
        }
        flat.items.push(Item { path: flat.path.clone(), value });
    }

    fn is_aggregate(&self, ty: TypeId) -> bool {
        matches!(self.types().get(ty), Type::Array(..) | Type::Record(_)) && !self.is_complex(ty)
    }

    fn is_unknown_array(&self, ty: TypeId) -> bool {
        matches!(self.types().get(ty), Type::Array(_, ArrayLen::Unknown))
    }

    /// The type of the object after its initialiser: arrays of unknown length get one, and a record whose flexible
    /// array is initialised becomes a larger record of its own.
    fn completed(&mut self, ty: TypeId, flat: &Flat, span: Span) -> Res<TypeId> {
        match *self.types().get(ty) {
            Type::Array(element, ArrayLen::Unknown) => {
                Ok(self.types_mut().array(element, ArrayLen::Fixed(flat.length)))
            }
            Type::Record(record) => {
                let fields = self.types().fields(record);
                let Some(last) = fields.len().checked_sub(1) else { return Ok(ty) };
                let Type::Array(element, ArrayLen::Unknown | ArrayLen::Fixed(0)) =
                    *self.types().get(fields[last].ty)
                else {
                    return Ok(ty);
                };
                let longest = flat.items.iter().filter_map(|item| flexible_length(item, last as u32)).max();
                let whole = flat.items.iter().find(|item| item.path.as_slice() == [Step::Field(last as u32)]);
                let whole = whole.and_then(|item| match *self.types().get(self.ty(item.value)) {
                    Type::Array(_, ArrayLen::Fixed(length)) => Some(length),
                    _ => None,
                });
                match longest.max(whole) {
                    Some(length) if length > 0 => self.enlarged(ty, record, element, length, span),
                    Some(_) | None => Ok(ty),
                }
            }
            _ => Ok(ty),
        }
    }

    fn enlarged(
        &mut self,
        ty: TypeId,
        record: cfa::RecordId,
        element: TypeId,
        length: u64,
        span: Span,
    ) -> Res<TypeId> {
        let array = self.types_mut().array(element, ArrayLen::Fixed(length));
        let (kind, name) = (self.types().record(record).kind, self.types().record(record).name);
        let bytes = self.types().size(array);
        let (Some(layout), Some(bytes)) = (self.types().record(record).layout.clone(), bytes) else {
            return Err(self.incomplete(ty, span));
        };
        let Layout { mut fields, size, align } = layout;
        let Some(last) = fields.last_mut() else { return Ok(ty) };
        last.ty = array;
        let end = last.offset.saturating_add(bytes).max(size);
        let size = end.div_ceil(align.max(1)).saturating_mul(align.max(1));
        let n_fields = fields.len() as u32;
        let types = self.types_mut();
        let own = types.declare_record(kind, name);
        types.define_record(own, Layout { fields, size, align });
        let own_record = own;
        let own = types.intern(Type::Record(own));
        for field in 0..n_fields {
            let said = self.el.program.volatile.fields.get(&(record, field)).copied();
            if let Some(volatile) = said {
                self.el.program.volatile.fields.insert((own_record, field), volatile);
            }
        }
        self.el.flexible.insert(own, ty);
        Ok(own)
    }

    /// The initialiser of an object of static storage goes to the sink; gives the completed type.
    pub(crate) fn static_initialiser(
        &mut self,
        global: GlobalId,
        ty: TypeId,
        init: ast::InitId,
    ) -> Res<TypeId> {
        // Variables and labels of the function around it stay visible, for `sizeof` and `&&label`.
        let mut outer = std::mem::take(&mut self.body);
        self.body.locals = std::mem::take(&mut outer.locals);
        self.body.labels = std::mem::take(&mut outer.labels);
        let pending = std::mem::take(&mut self.pending);
        if let Some(function) = &mut self.function {
            function.static_depth += 1;
        }
        let result = self.initialiser(ty, init);
        if let Some(function) = &mut self.function {
            function.static_depth = function.static_depth.saturating_sub(1);
        }
        self.pending = pending;
        outer.locals = std::mem::take(&mut self.body.locals);
        outer.labels = std::mem::take(&mut self.body.labels);
        outer.vlas.append(&mut self.body.vlas);
        let body: Body = std::mem::replace(&mut self.body, outer);
        let (init, ty) = result?;
        self.el.program.globals[global].ty = ty;
        self.sink.static_init(&mut self.el.program, self.names, global, body, init);
        Ok(ty)
    }
}

/// How many elements of the flexible array at the end of a record an item needs.
fn flexible_length(item: &Item, last: u32) -> Option<u64> {
    match *item.path.as_slice() {
        [Step::Field(field), Step::Index(index), ..] if field == last => Some(index.saturating_add(1)),
        _ => None,
    }
}
