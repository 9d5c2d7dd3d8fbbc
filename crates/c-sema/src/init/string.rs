//! Strings as initialisers of character arrays (6.7.9p14, p15).

use super::Flat;
use crate::elab::{Res, Unit};
use crate::hir::{ExprKind, Step};
use c_syntax::ast;
use cfa::{ArrayLen, IntKind, Type, TypeId};

/// Arrays that exceed their string by more than this are initialised character by character, the rest being zero.
const PADDING: u64 = 4096;

impl Unit<'_> {
    /// The string literal that initialises an array of `element`s, if the expression is one that fits.
    pub(super) fn string_for(&mut self, element: TypeId, expr: ast::ExprId) -> Res<Option<ast::StringId>> {
        let ast::ExprKind::Str(id) = self.ast.exprs[expr].kind else { return Ok(None) };
        let Type::Int(kind) = *self.types().get(element) else { return Ok(None) };
        let width = self.ast.strings[id].encoding.width() as u64;
        let fits = kind != IntKind::Bool && self.types().size(element) == Some(width);
        Ok(fits.then_some(id))
    }

    /// Initialises the array at the current path with a string.
    pub(super) fn string_item(
        &mut self,
        element: TypeId,
        length: ArrayLen,
        expr: ast::ExprId,
        flat: &mut Flat,
    ) -> Res<()> {
        let ast = self.ast;
        let span = ast.exprs[expr].span;
        let Some(id) = self.string_for(element, expr)? else { return Ok(()) };
        let literal = &ast.strings[id];
        let width = literal.encoding.width();
        let characters = (literal.bytes.len() / width) as u64;
        let length = match length {
            ArrayLen::Fixed(length) => length,
            ArrayLen::Unknown | ArrayLen::Variable(_) => characters + 1,
        };
        if flat.path.is_empty() {
            flat.length = length;
        }
        if characters > length {
            self.warning("W0306", span, "a string is longer than the array it initialises");
        }
        if length > characters + PADDING {
            return self.characters(element, &literal.bytes, width, span, flat);
        }
        let mut bytes = literal.bytes.to_vec();
        bytes.resize(length as usize * width, 0);
        let ty = self.types_mut().array(element, ArrayLen::Fixed(length));
        let place = if self.unevaluated > 0 {
            self.constant(0, ty, span)
        } else {
            let global = self.bytes_object(bytes.into_boxed_slice(), ty, span);
            self.push(ExprKind::Global(global), ty, span)
        };
        let value = self.push(ExprKind::Load(place), ty, span);
        self.add(flat, value);
        Ok(())
    }

    fn characters(
        &mut self,
        element: TypeId,
        bytes: &[u8],
        width: usize,
        span: source::Span,
        flat: &mut Flat,
    ) -> Res<()> {
        for (index, character) in bytes.chunks(width).enumerate() {
            let value = character.iter().rev().fold(0_u128, |value, &byte| value << 8 | u128::from(byte));
            let value = self.constant(value, element, span);
            flat.path.push(Step::Index(index as u64));
            self.add(flat, value);
            flat.path.pop();
        }
        Ok(())
    }
}
