//! gcc's functions on the bits of one integer, of constants: `__builtin_ctz(8)` is an integer
//! constant expression, so that it may be an enumerator or a `case`. Of other values they are calls
//! that lowering has models for.
//!
//! `ctz` and `clz` of zero are undefined, and stay calls.

use crate::elab::Unit;
use crate::hir::{ExprId, FunctionId};
use source::Span;

impl Unit<'_> {
    /// The value of such a function of a constant; `None` for other functions and values.
    pub(super) fn bits_of_constant(
        &mut self,
        short: &str,
        function: FunctionId,
        values: &[ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let &[value] = values else { return None };
        let signature = self.el.program.signature(function)?;
        let (result, &param) = (signature.result, signature.params.first()?);
        let shape = self.types().int_shape(param)?;
        let name = short.trim_end_matches(|last: char| last == 'l' || last.is_ascii_digit());
        let value = self.convert(value, param).ok()?;
        let bits = self.as_const(value)?;
        let unused = 128 - shape.bits;
        let number = match name {
            "ctz" if bits != 0 => u128::from(bits.trailing_zeros()),
            "clz" if bits != 0 => u128::from(bits.leading_zeros() - unused),
            "ffs" if bits == 0 => 0,
            "ffs" => u128::from(bits.trailing_zeros() + 1),
            "popcount" => u128::from(bits.count_ones()),
            "parity" => u128::from(bits.count_ones() % 2),
            "clrsb" => {
                let sign = bits >> (shape.bits - 1) & 1;
                let differs = if sign == 1 { !bits << unused >> unused } else { bits };
                u128::from(differs.leading_zeros() - unused - 1)
            }
            "bswap" => bits.swap_bytes() >> unused,
            _ => return None,
        };
        Some(self.constant(number, result, span))
    }
}
