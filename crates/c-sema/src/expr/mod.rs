//! Expressions (6.5): every name resolved, every conversion a node.
//!
//! [`Unit::expr`] gives an expression as it stands: perhaps a place, an array or a function designator. [`Unit::value`]
//! gives its value: places are loaded, arrays and functions become pointers (6.3.2.1). A function designator that
//! has not become a pointer yet is an [`ExprKind::Function`] node with a function type.

mod arith;
mod assign;
mod atomic;
mod bits;
mod builtin;
mod call;
mod choose;
mod complex;
mod convert;
mod floating;
mod library;
mod literal;
mod place;
mod sizeof;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_complex;
mod vector;

use crate::elab::{Res, Unit, with_stack};
use crate::hir::{Bits, Expr, ExprId, ExprKind};
use c_syntax::ast::{self, UnaryOp};
use cfa::{IntKind, Type, TypeId};
use source::Span;

impl Unit<'_> {
    /// Adds a node.
    pub(crate) fn push(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        self.body.exprs.push(Expr { kind, ty, span })
    }

    /// The type of a node.
    pub(crate) fn ty(&self, expr: ExprId) -> TypeId {
        self.body.exprs[expr].ty
    }

    /// The place in the source of a node.
    pub(crate) fn span(&self, expr: ExprId) -> Span {
        self.body.exprs[expr].span
    }

    /// A scalar constant by its bits.
    pub(crate) fn constant(&mut self, bits: u128, ty: TypeId, span: Span) -> ExprId {
        self.push(ExprKind::Const(Bits::new(bits)), ty, span)
    }

    /// An integer constant by its value.
    pub(crate) fn int(&mut self, value: i128, ty: TypeId, span: Span) -> ExprId {
        let bits = cfa::canonical(self.types(), ty, value as u128);
        self.constant(bits, ty, span)
    }

    /// The integer type of a node.
    pub(crate) fn int_kind(&self, expr: ExprId) -> Option<IntKind> {
        match *self.types().get(self.ty(expr)) {
            Type::Int(kind) => Some(kind),
            _ => None,
        }
    }

    /// Elaborates an expression as it stands.
    pub(crate) fn expr(&mut self, id: ast::ExprId) -> Res<ExprId> {
        with_stack(|| self.expr_node(id))
    }

    /// Elaborates an expression for its value.
    pub(crate) fn value(&mut self, id: ast::ExprId) -> Res<ExprId> {
        let expr = self.expr(id)?;
        self.rvalue(expr)
    }

    /// Elaborates an expression whose value must be a scalar.
    pub(crate) fn scalar(&mut self, id: ast::ExprId) -> Res<ExprId> {
        let value = self.value(id)?;
        self.tested(value)
    }

    /// A value as a condition, which must be a scalar.
    fn tested(&mut self, value: ExprId) -> Res<ExprId> {
        if self.types().is_scalar(self.ty(value)) {
            return Ok(value);
        }
        if self.is_complex(self.ty(value)) {
            return Ok(self.complex_truth(value, self.span(value)));
        }
        let message =
            format!("a value of type `{}` is neither true nor false", self.type_text(self.ty(value)));
        Err(self.error("E0309", self.span(value), message))
    }

    fn expr_node(&mut self, id: ast::ExprId) -> Res<ExprId> {
        use ast::ExprKind as Written;
        let ast::Expr { kind, span } = self.ast.exprs[id];
        match kind {
            Written::Ident(name) => self.identifier(name, span),
            Written::Int(literal) => Ok(self.int_literal(literal, span)),
            Written::Float(suffix) => self.float_literal(suffix, span),
            Written::Imaginary(part) => self.imaginary_literal(part, span),
            Written::Char(literal) => Ok(self.char_literal(literal, span)),
            Written::Str(string) => self.string_literal(string, span),
            Written::Unary(op, operand) => self.unary_operator(op, operand, span),
            Written::Binary(op, left, right) => self.binary_operator(op, left, right, span),
            Written::Assign(None, left, right) => self.assignment(left, right, span),
            Written::Assign(Some(op), left, right) => self.compound_assignment(op, left, right, span),
            Written::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, span)
            }
            Written::Cast(ty, operand) => self.explicit_cast(ty, operand, span),
            Written::CompoundLiteral(ty, init) => self.compound_literal(ty, init, span),
            Written::SizeofExpr(operand) => self.sizeof_expr(operand, span),
            Written::SizeofType(ty) => self.sizeof_type(ty, span),
            Written::AlignofExpr(operand) => self.alignof_expr(operand, span),
            Written::AlignofType(ty) => self.alignof_type(ty, span),
            Written::Call(callee, args) => self.call(callee, args, span),
            Written::Index(base, index) => self.subscript(base, index, span),
            Written::Member(base, name) => self.member_of(base, name, span),
            Written::Arrow(base, name) => self.member_through(base, name, span),
            Written::StmtExpr(block) => self.statement_expression(block, span),
            Written::LabelAddress(label) => self.label_address(label, span),
            Written::VaArg(list, ty) => self.va_arg(list, ty, span),
            Written::Offsetof(ty, path) => self.offsetof(ty, path, span),
            Written::TypesCompatible(left, right) => self.types_compatible(left, right, span),
            Written::ConvertVector(vector, ty) => self.convert_vector(vector, ty, span),
            Written::Choose(parts) => self.choose_expr(parts, span),
            Written::Generic(control, associations) => self.generic(control, associations, span),
        }
    }

    fn unary_operator(&mut self, op: UnaryOp, operand: ast::ExprId, span: Span) -> Res<ExprId> {
        match op {
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot => self.sign(op, operand, span),
            UnaryOp::Not => self.negation(operand, span),
            UnaryOp::Deref => self.indirection(operand, span),
            UnaryOp::AddressOf => self.address(operand, span),
            UnaryOp::PreIncrement
            | UnaryOp::PreDecrement
            | UnaryOp::PostIncrement
            | UnaryOp::PostDecrement => self.step(op, operand, span),
            UnaryOp::Real => self.part_operator(0, operand, span),
            UnaryOp::Imag => self.part_operator(1, operand, span),
        }
    }
}
