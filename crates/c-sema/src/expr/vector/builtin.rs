//! Built-in functions of vectors: `__builtin_shuffle`, `__builtin_shufflevector`,
//! `__builtin_convertvector`.

use super::lanes::Operands;
use crate::elab::{Res, Unit};
use crate::hir::{ExprId, ExprKind, InitItem, Initialiser, Rest, Step};
use crate::types::Shape;
use c_syntax::ast;
use cfa::{ArrayLen, BinaryOp, TypeId};
use source::Span;
use stdx::IdRange;

impl Unit<'_> {
    /// A built-in function of vectors; `None` for other names.
    pub(in crate::expr) fn vector_builtin(
        &mut self,
        short: &str,
        args: &[ast::ExprId],
        span: Span,
    ) -> Option<Res<ExprId>> {
        match short {
            "shuffle" => Some(self.shuffle(args, span)),
            "shufflevector" => Some(self.shuffle_vector(args, span)),
            _ => None,
        }
    }

    fn operand_shapes(&self, values: &[ExprId]) -> Vec<Shape> {
        values.iter().filter_map(|&value| self.vector_shape(self.ty(value))).collect()
    }

    /// `__builtin_shuffle(v, mask)` and `__builtin_shuffle(v, w, mask)`: the elements that the mask
    /// says, modulo how many there are.
    fn shuffle(&mut self, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            values.push(self.value(arg)?);
        }
        let shapes = self.operand_shapes(&values);
        let fits = match *shapes.as_slice() {
            [data, mask] if values.len() == 2 => self.is_mask(mask, data),
            [data, other, mask] if values.len() == 3 => data == other && self.is_mask(mask, data),
            _ => false,
        };
        if !fits {
            let message = "`__builtin_shuffle` takes one or two vectors of one type and a mask as wide";
            return Err(self.error("E0309", span, message));
        }
        let ty = self.ty(values[0]);
        let operands = self.operands(&values, span);
        let Operands { before, mut parts } = operands;
        let mask = parts.pop().unwrap_or_default();
        let data: Vec<ExprId> = parts.into_iter().flatten().collect();
        let last = data.len() as i128 - 1;
        let mut table = None;
        let mut lanes = Vec::with_capacity(mask.len());
        for chosen in mask {
            if let Some(at) = self.as_int_const(chosen) {
                lanes.push(Some(data[(at & last) as usize]));
                continue;
            }
            let place = match table {
                Some((_, place)) => place,
                None => table.insert(self.table(&data, shapes[0].element, span)).1,
            };
            let chosen = self.promote(chosen);
            let chosen_type = self.ty(chosen);
            let most = self.int(last, chosen_type, span);
            let index = self.binary(BinaryOp::BitAnd, chosen, most, chosen_type, span);
            let index_type = self.types().ptrdiff_type();
            let index = self.cast(index, index_type, span);
            let element = self.push(ExprKind::Index(place, index), shapes[0].element, span);
            lanes.push(Some(self.push(ExprKind::Load(element), shapes[0].element, span)));
        }
        let value = self.vector_value(ty, lanes, None, span);
        let value = self.sequence(table.map(|(keep, _)| keep), value, span);
        Ok(self.sequence(before, value, span))
    }

    /// Whether a vector can say which elements of another one are meant.
    fn is_mask(&self, mask: Shape, data: Shape) -> bool {
        let sizes = [mask, data].map(|shape| self.types().size(shape.element));
        self.is_integer_type(mask.element) && mask.count == data.count && sizes[0] == sizes[1]
    }

    /// An array of elements, to choose one at run time: what fills it, and its place.
    fn table(&mut self, data: &[ExprId], element: TypeId, span: Span) -> (ExprId, ExprId) {
        let ty = self.types_mut().array(element, ArrayLen::Fixed(data.len() as u64));
        let local = self.temporary("elements", ty, span);
        let mut items = Vec::with_capacity(data.len());
        for (at, &value) in data.iter().enumerate() {
            let path = IdRange::store(&mut self.body.pools.steps, [Step::Index(at as u64)]);
            items.push(InitItem { path, value });
        }
        let items = IdRange::store(&mut self.body.pools.init_items, items);
        let init = Initialiser { rest: Rest::None, items };
        let literal = self.push(ExprKind::CompoundLiteral(local, init), ty, span);
        let fill = self.push(ExprKind::Cast(literal), TypeId::VOID, span);
        (fill, self.push(ExprKind::Local(local), ty, span))
    }

    /// `__builtin_shufflevector(v, w, index, ...)`: constant indices into both; -1 leaves an
    /// element open.
    fn shuffle_vector(&mut self, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let [first, second, indices @ ..] = args else {
            return Err(self.error("E0308", span, "too few arguments for this built-in function"));
        };
        let values = [self.value(*first)?, self.value(*second)?];
        let shapes = self.operand_shapes(&values);
        let fits = matches!(*shapes.as_slice(), [one, two] if one.element == two.element);
        if !fits || !indices.len().is_power_of_two() {
            let message = "`__builtin_shufflevector` takes two vectors of one kind of element, and 1, 2, 4, ... indices";
            return Err(self.error("E0309", span, message));
        }
        let mut chosen = Vec::with_capacity(indices.len());
        let most = i128::from(shapes[0].count + shapes[1].count);
        for &index in indices {
            let value = self.integer_constant(index)?;
            if !(-1..most).contains(&value) {
                let message = format!("the index {value} is not within -1 to {}", most - 1);
                return Err(self.error("E0309", self.ast.exprs[index].span, message));
            }
            chosen.push(usize::try_from(value).ok());
        }
        let operands = self.operands(&values, span);
        let data: Vec<ExprId> = operands.parts.iter().flatten().copied().collect();
        let lanes: Vec<Option<ExprId>> = chosen.iter().map(|at| at.map(|at| data[at])).collect();
        let ty = self.vector_type(Shape { element: shapes[0].element, count: lanes.len() as u64 });
        Ok(self.vector_value(ty, lanes, operands.before, span))
    }

    /// `__builtin_convertvector(vector, type)`: each element is converted.
    pub(in crate::expr) fn convert_vector(
        &mut self,
        vector: ast::ExprId,
        ty: ast::TypeNameId,
        span: Span,
    ) -> Res<ExprId> {
        let value = self.value(vector)?;
        let to = self.type_name(ty)?.id;
        match (self.vector_shape(self.ty(value)), self.vector_shape(to)) {
            (Some(from), Some(shape)) if from.count == shape.count => {
                let operands = self.operands(&[value], span);
                let parts = operands.parts[0].clone();
                let lanes =
                    parts.into_iter().map(|part| Some(self.cast(part, shape.element, span))).collect();
                Ok(self.vector_value(to, lanes, operands.before, span))
            }
            _ => {
                let message = "`__builtin_convertvector` takes a vector and a type with as many elements";
                Err(self.error("E0309", span, message))
            }
        }
    }
}
