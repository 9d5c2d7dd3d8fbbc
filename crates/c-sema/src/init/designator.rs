//! Designators (6.7.9p6 to p8), with GNU's ranges.

use super::Flat;
use super::list::{Braces, Cursor};
use crate::elab::{Res, Unit};
use crate::hir::Step;
use c_syntax::ast::{self, Designator, Init};
use cfa::{ArrayLen, RecordKind, Type, TypeId};

/// The most elements that one range may stand for; each becomes an item of its own.
const RANGE_CAP: u64 = 1 << 16;

/// A designator with its meaning.
#[derive(Clone, Copy, Debug)]
enum Part {
    Field(u32),
    Index(u64),
    Range(u64, u64),
}

impl Unit<'_> {
    /// Follows the designators of the item at the cursor; gives the position after the part it named.
    pub(super) fn designated(
        &mut self,
        ty: TypeId,
        item: &ast::InitItem,
        cursor: &mut Cursor<'_>,
        flat: &mut Flat,
    ) -> Res<u64> {
        let parts = self.resolve(ty, item)?;
        cursor.followed = Some(cursor.at);
        flat.designated = true;
        self.go_to(ty, &parts, cursor, flat)
    }

    fn resolve(&mut self, ty: TypeId, item: &ast::InitItem) -> Res<Vec<Part>> {
        let ast = self.ast;
        let span = self.init_span(item.init);
        let mut ty = ty;
        let mut parts = Vec::new();
        for designator in ast.designator_list(item.designators) {
            match *designator {
                Designator::Field(name) => {
                    let Type::Record(_) = self.types().get(ty) else {
                        let message = format!("`.{}` designates no part of an array", self.text(name));
                        return Err(self.error("E0319", span, message));
                    };
                    let Some(path) = self.find_member(ty, name) else {
                        return Err(self.no_member(ty, name, span));
                    };
                    for field in path {
                        parts.push(Part::Field(field));
                        ty = self.field_type(ty, field);
                    }
                }
                Designator::Index(index) => {
                    let (element, index) = self.element_index(ty, index)?;
                    parts.push(Part::Index(index));
                    ty = element;
                }
                Designator::Range(low, high) => {
                    let (element, low) = self.element_index(ty, low)?;
                    let (_, high) = self.element_index(ty, high)?;
                    if low > high {
                        return Err(self.error("E0319", span, "an empty range"));
                    }
                    if high - low >= RANGE_CAP {
                        return Err(self.refuse("range designator of more than 65536 elements"));
                    }
                    parts.push(Part::Range(low, high));
                    ty = element;
                }
            }
        }
        Ok(parts)
    }

    fn element_index(&mut self, ty: TypeId, index: ast::ExprId) -> Res<(TypeId, u64)> {
        let span = self.ast.exprs[index].span;
        let Type::Array(element, length) = *self.types().get(ty) else {
            return Err(self.error("E0319", span, "an index designates no part of this"));
        };
        let value = self.integer_constant(index)?;
        let limit = match length {
            ArrayLen::Fixed(length) => length,
            // No array has more elements than this; a larger index would only exhaust memory.
            ArrayLen::Unknown | ArrayLen::Variable(_) => 1 << 40,
        };
        match u64::try_from(value).ok().filter(|&value| value < limit) {
            Some(value) => Ok((element, value)),
            None => Err(self.error("E0319", span, format!("the index {value} is outside of the array"))),
        }
    }

    fn go_to(&mut self, ty: TypeId, parts: &[Part], cursor: &mut Cursor<'_>, flat: &mut Flat) -> Res<u64> {
        let Some((&first, rest)) = parts.split_first() else { return Ok(0) };
        match first {
            Part::Field(field) => {
                self.leave_union_member(ty, field, flat);
                self.enter(ty, u64::from(field), rest, cursor, flat)?;
                let Type::Record(record) = *self.types().get(ty) else { return Ok(0) };
                Ok(match self.types().record(record).kind {
                    RecordKind::Struct => u64::from(field) + 1,
                    // Nothing follows the one member of a union.
                    RecordKind::Union => u64::MAX,
                })
            }
            Part::Index(index) => {
                self.enter(ty, index, rest, cursor, flat)?;
                Ok(index + 1)
            }
            Part::Range(low, high) => {
                self.check_range_value(low, high, cursor)?;
                // Items that follow go on behind the last element only.
                for index in low..high {
                    let mut alone = cursor.current_alone();
                    self.enter(ty, index, rest, &mut alone, flat)?;
                    cursor.take_value(&alone);
                }
                self.enter(ty, high, rest, cursor, flat)?;
                Ok(high + 1)
            }
        }
    }

    /// The value of a range is evaluated once in GNU C, here once for each element: it must be constant.
    fn check_range_value(&mut self, low: u64, high: u64, cursor: &Cursor<'_>) -> Res<()> {
        let Some(item) = cursor.item() else { return Ok(()) };
        if low == high || self.function.is_none() || self.in_static_init() {
            return Ok(());
        }
        let ast = self.ast;
        let mut pending = vec![item.init];
        while let Some(init) = pending.pop() {
            let expr = match ast.inits[init] {
                Init::List(items, _) => {
                    pending.extend(ast.init_item_list(items).iter().map(|item| item.init));
                    continue;
                }
                Init::Expr(expr) => expr,
            };
            let value = self.unevaluated(|unit| unit.value(expr))?;
            if self.evaluate(value).is_none() && !self.is_address_constant(value) {
                return Err(self.refuse("range designator whose value is not constant"));
            }
        }
        Ok(())
    }

    fn enter(
        &mut self,
        ty: TypeId,
        position: u64,
        rest: &[Part],
        cursor: &mut Cursor<'_>,
        flat: &mut Flat,
    ) -> Res<()> {
        if flat.path.is_empty() {
            flat.length = flat.length.max(position + 1);
        }
        let (step, part) = self.part(ty, position);
        flat.path.push(step);
        if rest.is_empty() {
            self.part_item(part, cursor, flat)?;
        } else {
            let next = self.go_to(part, rest, cursor, flat)?;
            // Items that follow go on inside the designated part (6.7.9p17).
            self.fill(part, next, cursor, flat, Braces::Elided)?;
        }
        flat.path.pop();
        Ok(())
    }

    /// Setting another member of a union forgets the one set before.
    fn leave_union_member(&mut self, ty: TypeId, field: u32, flat: &mut Flat) {
        let Type::Record(record) = *self.types().get(ty) else { return };
        if self.types().record(record).kind == RecordKind::Struct {
            return;
        }
        let depth = flat.path.len();
        let path = flat.path.clone();
        flat.items.retain(|item| {
            !item.path.starts_with(&path)
                || item.path.get(depth).is_none_or(|step| *step == Step::Field(field))
        });
    }
}
