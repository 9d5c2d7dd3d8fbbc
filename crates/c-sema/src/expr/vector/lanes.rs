//! Elements of operands, and vectors made of elements.
//!
//! Each element of an operand is named as often as the result needs it, so an operand has to be
//! *plain*: reading it has no side effect, and nothing else of the expression can change it. The
//! elements of a plain operand are used as they are, so that `a + b * c` needs no temporaries.
//! If one operand is not plain, all that are not constant are evaluated into a temporary first, the
//! members of one record, whose initialisers C leaves in any order (6.7.9p23) as it does operands.
//! Large expressions count as not plain, or each use of a vector would double them.

use crate::elab::Unit;
use crate::hir::{ExprId, ExprKind, InitItem, Initialiser, Rest, Step, Volatility};
use crate::layout::{self, Demands, Member};
use cfa::{RecordKind, Type, TypeId};
use source::Span;
use stdx::IdRange;

/// The most nodes of an expression that is plain.
const MOST_NODES: u32 = 24;

/// Operands that can be named any number of times.
pub(super) struct Operands {
    /// What has to be evaluated before.
    pub(super) before: Option<ExprId>,
    /// The elements of each operand; of a scalar, itself.
    pub(super) parts: Vec<Vec<ExprId>>,
}

impl Operands {
    /// An element of an operand; of a scalar, itself.
    pub(super) fn part(&self, operand: usize, at: usize) -> ExprId {
        let parts = &self.parts[operand];
        parts[at.min(parts.len() - 1)]
    }
}

impl Unit<'_> {
    /// The elements of some operands.
    pub(super) fn operands(&mut self, values: &[ExprId], span: Span) -> Operands {
        let known: Vec<Option<Vec<ExprId>>> = values.iter().map(|&value| self.parts_of(value)).collect();
        if known.iter().all(Option::is_some) {
            return Operands { before: None, parts: known.into_iter().flatten().collect() };
        }
        let is_open = |parts: &Option<Vec<ExprId>>| {
            parts.as_ref().is_none_or(|parts| parts.iter().any(|&part| self.as_const(part).is_none()))
        };
        let open: Vec<ExprId> =
            values.iter().zip(&known).filter(|(_, parts)| is_open(parts)).map(|(&value, _)| value).collect();
        let (before, mut places) = self.kept_together(&open, span);
        let mut parts = Vec::with_capacity(values.len());
        for (known, &value) in known.into_iter().zip(values) {
            parts.push(match known {
                Some(known) if !open.contains(&value) => known,
                Some(_) | None => {
                    let place = places.remove(0);
                    self.elements_of(place, span)
                }
            });
        }
        Operands { before: Some(before), parts }
    }

    /// The elements of a plain operand; `None` if it is not plain.
    pub(super) fn parts_of(&mut self, value: ExprId) -> Option<Vec<ExprId>> {
        let node = self.body.exprs[value];
        let Some(shape) = self.vector_shape(node.ty) else {
            return self.is_plain(value).then(|| vec![value]);
        };
        let ExprKind::Load(place) = node.kind else { return None };
        if let ExprKind::CompoundLiteral(_, init) = self.body.exprs[place].kind {
            return self.literal_parts(init, shape.element, shape.count, node.span);
        }
        (self.is_plain(value)).then(|| self.elements_of(place, node.span))
    }

    /// The elements of a literal that is not kept anywhere.
    fn literal_parts(
        &mut self,
        init: Initialiser,
        element: TypeId,
        count: u64,
        span: Span,
    ) -> Option<Vec<ExprId>> {
        let items = init.items.of(&self.body.pools.init_items).to_vec();
        let mut parts: Vec<Option<ExprId>> = vec![None; count as usize];
        for item in items {
            let &[Step::Field(0), Step::Index(at)] = item.path.of(&self.body.pools.steps) else {
                return None;
            };
            if !self.is_plain(item.value) {
                return None;
            }
            *parts.get_mut(at as usize)? = Some(item.value);
        }
        let missing = parts.iter().any(Option::is_none);
        if missing && init.rest == Rest::None {
            return None;
        }
        let zero = self.constant(0, element, span);
        Some(parts.into_iter().map(|part| part.unwrap_or(zero)).collect())
    }

    /// The values in a place: of a vector its elements.
    fn elements_of(&mut self, place: ExprId, span: Span) -> Vec<ExprId> {
        let ty = self.ty(place);
        let (Some(shape), Some(array)) = (self.vector_shape(ty), self.vector_array(ty)) else {
            return vec![self.push(ExprKind::Load(place), ty, span)];
        };
        let elements = self.push(ExprKind::Member(place, 0), array, span);
        let index_type = self.types().ptrdiff_type();
        let mut parts = Vec::with_capacity(shape.count as usize);
        for at in 0..shape.count {
            let index = self.int(i128::from(at), index_type, span);
            let part = self.push(ExprKind::Index(elements, index), shape.element, span);
            parts.push(self.push(ExprKind::Load(part), shape.element, span));
        }
        parts
    }

    /// Evaluates a value into a temporary: what does so, and the place.
    pub(super) fn kept(&mut self, value: ExprId, stem: &str, span: Span) -> (ExprId, ExprId) {
        let ty = self.ty(value);
        let local = self.temporary(stem, ty, span);
        let items =
            IdRange::store(&mut self.body.pools.init_items, [InitItem { path: IdRange::EMPTY, value }]);
        let init = Initialiser { rest: Rest::None, items };
        let literal = self.push(ExprKind::CompoundLiteral(local, init), ty, span);
        let keep = self.push(ExprKind::Cast(literal), TypeId::VOID, span);
        (keep, self.push(ExprKind::Local(local), ty, span))
    }

    /// Evaluates values into one temporary, in any order.
    fn kept_together(&mut self, values: &[ExprId], span: Span) -> (ExprId, Vec<ExprId>) {
        if let &[value] = values {
            let (keep, place) = self.kept(value, "operand", span);
            return (keep, vec![place]);
        }
        let types: Vec<TypeId> = values.iter().map(|&value| self.types().storage(self.ty(value))).collect();
        let record = self.bundle(&types);
        let local = self.temporary("operands", record, span);
        let mut items = Vec::with_capacity(values.len());
        for (at, (&value, &ty)) in values.iter().zip(&types).enumerate() {
            let path = IdRange::store(&mut self.body.pools.steps, [Step::Field(at as u32)]);
            let value = if self.ty(value) == ty { value } else { self.cast(value, ty, span) };
            items.push(InitItem { path, value });
        }
        let items = IdRange::store(&mut self.body.pools.init_items, items);
        let init = Initialiser { rest: Rest::None, items };
        let literal = self.push(ExprKind::CompoundLiteral(local, init), record, span);
        let keep = self.push(ExprKind::Cast(literal), TypeId::VOID, span);
        let mut places = Vec::with_capacity(values.len());
        for (at, &ty) in types.iter().enumerate() {
            let all = self.push(ExprKind::Local(local), record, span);
            places.push(self.push(ExprKind::Member(all, at as u32), ty, span));
        }
        (keep, places)
    }

    /// A record with members of these types.
    fn bundle(&mut self, types: &[TypeId]) -> TypeId {
        if let Some(&known) = self.el.vectors.bundles.get(types) {
            return known;
        }
        let member = |&ty: &TypeId| Member {
            name: None,
            ty,
            type_align: None,
            demanded: None,
            packed: false,
            width: None,
        };
        let members: Vec<Member> = types.iter().map(member).collect();
        let demands = Demands { kind: RecordKind::Struct, align: None, bound: None };
        let layout = layout::lay_out(self.types(), &members, demands);
        let record = self.types_mut().declare_record(RecordKind::Struct, None);
        if let Some(layout) = layout {
            self.types_mut().define_record(record, layout);
        }
        let ty = self.types_mut().intern(Type::Record(record));
        self.el.vectors.bundles.insert(types.to_vec(), ty);
        ty
    }

    /// A vector with these elements; one that is `None` may have any value.
    pub(super) fn vector_value(
        &mut self,
        ty: TypeId,
        lanes: Vec<Option<ExprId>>,
        before: Option<ExprId>,
        span: Span,
    ) -> ExprId {
        if self.unevaluated > 0 || self.function.is_none() || self.in_static_init() {
            let place = self.phantom(ty, span);
            return self.push(ExprKind::Load(place), ty, span);
        }
        let mut items = Vec::with_capacity(lanes.len());
        for (at, value) in lanes.into_iter().enumerate() {
            let Some(value) = value else { continue };
            let path = [Step::Field(0), Step::Index(at as u64)];
            let path = IdRange::store(&mut self.body.pools.steps, path);
            items.push(InitItem { path, value });
        }
        let items = IdRange::store(&mut self.body.pools.init_items, items);
        let local = self.temporary("vector", ty, span);
        let init = Initialiser { rest: Rest::None, items };
        let literal = self.push(ExprKind::CompoundLiteral(local, init), ty, span);
        let value = self.push(ExprKind::Load(literal), ty, span);
        match before {
            Some(before) => self.push(ExprKind::Comma(before, value), ty, span),
            None => value,
        }
    }

    /// Whether a value can be computed any number of times.
    pub(super) fn is_plain(&self, value: ExprId) -> bool {
        let mut budget = MOST_NODES;
        self.is_plain_within(value, &mut budget)
    }

    /// Whether a place can be found any number of times.
    pub(super) fn is_plain_place(&self, place: ExprId) -> bool {
        let mut budget = MOST_NODES;
        self.place_is_plain(place, &mut budget)
    }

    fn is_plain_within(&self, value: ExprId, budget: &mut u32) -> bool {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let node = self.body.exprs[value];
        match node.kind {
            ExprKind::Const(_) => true,
            ExprKind::Load(place) => {
                self.place_is_plain(place, budget)
                    && !Volatility::of(&self.el.program, &self.body, place).is_here()
            }
            ExprKind::AddressOf(place) | ExprKind::ArrayToPointer(place) => {
                self.place_is_plain(place, budget)
            }
            ExprKind::Cast(operand) => node.ty != TypeId::VOID && self.is_plain_within(operand, budget),
            ExprKind::Unary(_, operand) => self.is_plain_within(operand, budget),
            ExprKind::Binary(_, left, right) => {
                self.is_plain_within(left, budget) && self.is_plain_within(right, budget)
            }
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::CompoundLiteral(..)
            | ExprKind::Function(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::Conditional(..)
            | ExprKind::ConditionalElse(..)
            | ExprKind::Comma(..)
            | ExprKind::Assign(..)
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::Call(..)
            | ExprKind::Builtin(..)
            | ExprKind::StmtExpr(..)
            | ExprKind::SizeofVla(_) => false,
        }
    }

    fn place_is_plain(&self, place: ExprId, budget: &mut u32) -> bool {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        match self.body.exprs[place].kind {
            ExprKind::Local(_) | ExprKind::Global(_) => true,
            ExprKind::Member(base, _) => self.place_is_plain(base, budget),
            ExprKind::Index(base, index) => {
                self.place_is_plain(base, budget) && self.is_plain_within(index, budget)
            }
            ExprKind::Deref(pointer) => self.is_plain_within(pointer, budget),
            _ => false,
        }
    }

    /// Whether a place is the same one whatever happens: a variable, or a constant part of one.
    pub(super) fn is_fixed_place(&self, place: ExprId) -> bool {
        let mut place = place;
        loop {
            match self.body.exprs[place].kind {
                ExprKind::Local(_) | ExprKind::Global(_) => return true,
                ExprKind::Member(base, _) => place = base,
                ExprKind::Index(base, index) if self.as_const(index).is_some() => place = base,
                _ => return false,
            }
        }
    }
}
