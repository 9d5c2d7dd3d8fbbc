//! What may initialise static storage (6.6p7 to p9): numbers, addresses, and addresses plus numbers.

use crate::elab::{Res, Unit, with_stack};
use crate::hir::{Definition, ExprId, ExprKind};

impl Unit<'_> {
    /// The value of an item of static storage: a number is folded, anything else must be an address.
    pub(super) fn static_value(&mut self, value: ExprId) -> Res<ExprId> {
        let value = self.settled_choice(value);
        let node = self.body.exprs[value];
        if let Some(bits) = self.evaluate(value) {
            return Ok(self.constant(bits, node.ty, node.span));
        }
        if let Some((re, im)) = self.evaluate_complex(value) {
            let part = self.field_type(node.ty, 0);
            let (re, im) = (self.constant(re, part, node.span), self.constant(im, part, node.span));
            return Ok(self.complex(re, im, node.ty, node.span));
        }
        if self.is_address_constant(value) {
            return Ok(value);
        }
        Err(self.error("E0311", node.span, "an initialiser of static storage is not constant"))
    }

    /// The branch that a choice by constants and addresses takes, which may itself be an address.
    fn settled_choice(&self, value: ExprId) -> ExprId {
        let mut value = value;
        loop {
            let node = self.body.exprs[value];
            value = match node.kind {
                ExprKind::Conditional(condition, then, otherwise) => match self.truth(condition) {
                    Some(true) => then,
                    Some(false) => otherwise,
                    None => return value,
                },
                ExprKind::ConditionalElse(condition, otherwise) => match self.truth(condition) {
                    Some(true) if self.body.exprs[condition].ty == node.ty => condition,
                    Some(false) => otherwise,
                    Some(true) | None => return value,
                },
                _ => return value,
            };
        }
    }

    /// Whether the value is made of numbers and addresses of static objects, functions and labels only.
    pub(super) fn is_address_constant(&self, value: ExprId) -> bool {
        with_stack(|| match self.body.exprs[value].kind {
            ExprKind::Const(_) | ExprKind::Function(_) | ExprKind::LabelAddress(_) => true,
            ExprKind::AddressOf(place) | ExprKind::ArrayToPointer(place) => self.is_static_place(place),
            ExprKind::Cast(operand) | ExprKind::Unary(_, operand) => self.is_address_constant(operand),
            ExprKind::Binary(_, left, right) => {
                self.is_address_constant(left) && self.is_address_constant(right)
            }
            ExprKind::Load(place) => match self.body.exprs[place].kind {
                // A string literal as the value of an array, a literal as that of a record.
                ExprKind::Global(global) => {
                    matches!(self.el.program.globals[global].definition, Definition::Bytes(_))
                }
                _ => false,
            },
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::CompoundLiteral(..)
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
        })
    }

    /// Whether the address of a place is constant.
    pub(crate) fn is_static_place(&self, place: ExprId) -> bool {
        let mut place = place;
        loop {
            match self.body.exprs[place].kind {
                ExprKind::Global(_) => return true,
                ExprKind::Member(base, _) => place = base,
                ExprKind::Index(base, index) => {
                    if !self.is_address_constant(index) {
                        return false;
                    }
                    place = base;
                }
                ExprKind::Deref(pointer) => return self.is_address_constant(pointer),
                _ => return false,
            }
        }
    }
}
