//! Initialisers: of locals as edges, of static objects as lists of constants.

use super::BodyLowerer;
use crate::program::Lowerer;
use c_sema::hir::{self, Definition, ExprKind, InitItem, Initialiser, LocalId, Rest, Step};
use cfa::{Op, PlaceId, StaticInit, Type, VarId};
use source::{Diagnostic, Span};
use stdx::Interner;

impl BodyLowerer<'_> {
    /// The local gets its initial value.
    pub(super) fn init_local(&mut self, local: LocalId, init: Initialiser, span: Span) {
        let place = self.local_place(local);
        match init.rest {
            Rest::Zero => self.emit(Op::Zero { place }, span),
            Rest::None => {}
        }
        let body = self.body;
        let items = init.items.of(&body.pools.init_items);
        let values: Vec<hir::ExprId> = items.iter().map(|item| item.value).collect();
        if let Some(values) = self.in_any_order(&values, super::order::Operation::Whole) {
            for (item, value) in items.iter().zip(values) {
                let part = self.part(place, item);
                let span = body.exprs[item.value].span;
                let value = self.fit(value, self.lo.exprs.place_ty(part));
                self.assign(part, value, span);
            }
            return;
        }
        for item in items {
            let part = self.part(place, item);
            let span = body.exprs[item.value].span;
            self.assign_expr(part, item.value, span);
        }
    }

    /// The part of an object that an item initialises.
    fn part(&mut self, object: PlaceId, item: &InitItem) -> PlaceId {
        let body = self.body;
        let mut place = object;
        for &step in item.path.of(&body.pools.steps) {
            place = match step {
                Step::Field(field) => self.lo.exprs.field(&self.program.types, place, field),
                Step::Index(index) => {
                    let index = self.int(i128::from(index), self.types().ptrdiff_type());
                    self.lo.exprs.index(&self.program.types, place, index)
                }
            };
        }
        place
    }

    fn static_items(&mut self, object: PlaceId, init: Initialiser) -> StaticInit {
        let body = self.body;
        let items = init.items.of(&body.pools.init_items);
        if let [only] = items
            && only.path.is_empty()
            && let Some(bytes) = self.literal_bytes(only.value)
            && let Some(bytes) = self.resized(bytes, object)
        {
            return StaticInit::Bytes(bytes);
        }
        let in_order = items.windows(2).all(|pair| self.precedes(&pair[0], &pair[1]));
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            let part = self.part(object, item);
            match self.literal_bytes(item.value) {
                Some(bytes) => self.static_bytes(part, &bytes, in_order, &mut values),
                None => {
                    let value = self.value(item.value);
                    let value = self.fit(value, self.lo.exprs.place_ty(part));
                    values.push((part, value));
                }
            }
        }
        StaticInit::Items(values.into_boxed_slice())
    }

    /// Whether one item lies before another in the object, so that it cannot be overridden by it.
    fn precedes(&self, first: &InitItem, second: &InitItem) -> bool {
        let key = |item: &InitItem| -> Vec<u64> {
            let steps = item.path.of(&self.body.pools.steps).iter();
            steps
                .map(|step| match *step {
                    Step::Field(field) => u64::from(field),
                    Step::Index(index) => index,
                })
                .collect()
        };
        let (first, second) = (key(first), key(second));
        first < second && !second.starts_with(&first)
    }

    /// The bytes of a string literal that initialises an array.
    fn literal_bytes(&self, value: hir::ExprId) -> Option<Box<[u8]>> {
        let ExprKind::Load(place) = self.body.exprs[value].kind else { return None };
        let ExprKind::Global(global) = self.body.exprs[place].kind else { return None };
        match &self.program.globals[global].definition {
            Definition::Bytes(bytes) => Some(bytes.clone()),
            Definition::Extern | Definition::Tentative | Definition::Initialised => None,
        }
    }

    /// Exactly as many bytes as the object has; `None` for a huge one, where a list of items costs less.
    fn resized(&self, bytes: Box<[u8]>, object: PlaceId) -> Option<Box<[u8]>> {
        let size = usize::try_from(self.types().size(self.lo.exprs.place_ty(object))?).ok()?;
        let mut bytes = bytes.into_vec();
        (size < 1 << 20 || size == bytes.len()).then(|| {
            bytes.resize(size, 0);
            bytes.into_boxed_slice()
        })
    }

    /// One item per element of a literal; zeros are left out where nothing else can be there.
    fn static_bytes(
        &mut self,
        array: PlaceId,
        bytes: &[u8],
        in_order: bool,
        values: &mut Vec<(PlaceId, cfa::ExprId)>,
    ) {
        let Type::Array(element, _) = *self.types().get(self.lo.exprs.place_ty(array)) else { return };
        let width =
            self.types().size(element).and_then(|size| usize::try_from(size).ok()).unwrap_or(1).max(1);
        for (position, unit) in bytes.chunks_exact(width).enumerate() {
            let bits = unit.iter().rev().fold(0u128, |bits, &byte| bits << 8 | u128::from(byte));
            if bits == 0 && in_order {
                continue;
            }
            let index = self.int(position as i128, self.types().ptrdiff_type());
            let place = self.lo.exprs.index(&self.program.types, array, index);
            let value = self.lo.exprs.constant(bits, element);
            values.push((place, value));
        }
    }
}

/// The initial value of a static object.
pub(crate) fn static_value(
    lo: &mut Lowerer,
    program: &mut hir::Program,
    names: &mut Interner,
    (var, global): (VarId, hir::GlobalId),
    body: &hir::Body,
    init: Initialiser,
) -> StaticInit {
    let hir::Global { ty, owner, span, .. } = program.globals[global];
    let owner = owner.map(|owner| lo.function(program, names, owner));
    let mut lowerer = BodyLowerer::new(lo, program, names, None, body);
    lowerer.owner = owner;
    let object = lowerer.lo.exprs.var(var, ty);
    let value = lowerer.static_items(object, init);
    if lowerer.emitted_statically {
        let error = Diagnostic::error("E0402", span, "the initialiser of a static object is not constant");
        lo.diagnostics.push(error);
    }
    value
}
