//! Expressions that choose among others: `?:` (6.5.15), `_Generic` (6.5.1.1), `__builtin_choose_expr`.

use crate::elab::{Res, Unit};
use crate::hir::{ExprId, ExprKind};
use c_syntax::ast;
use cfa::{Type, TypeId};
use source::Span;
use stdx::IdRange;

/// What is refused where the answer depends on the qualifiers of what a pointer points to.
pub(crate) const QUALIFIED_TYPES: &str = "choice by qualifiers of a type";

impl Unit<'_> {
    /// `c ? t : e` and GNU's `c ?: e`
    pub(super) fn conditional(
        &mut self,
        condition: ast::ExprId,
        then: Option<ast::ExprId>,
        otherwise: ast::ExprId,
        span: Span,
    ) -> Res<ExprId> {
        let value = self.value(condition)?;
        if then.is_none() && self.is_complex(self.ty(value)) {
            return Err(self.refuse("`?:` whose condition is a complex number and its value"));
        }
        let test = self.tested(value)?;
        let decided = self.as_int_const(test).map(|value| value != 0);
        let Some(then) = then else {
            let otherwise = self.value(otherwise)?;
            let ty = self.branch_type(test, otherwise, span)?;
            let otherwise = self.convert(otherwise, ty)?;
            return Ok(match decided {
                Some(true) => self.convert(test, ty)?,
                Some(false) => otherwise,
                None => self.push(ExprKind::ConditionalElse(test, otherwise), ty, span),
            });
        };
        // The branch that a constant condition rules out is only looked at for its type.
        let then = self.branch(then, decided == Some(false))?;
        let otherwise = self.branch(otherwise, decided == Some(true))?;
        let ty = self.branch_type(then, otherwise, span)?;
        let then = if ty == TypeId::VOID { self.discard(then) } else { self.convert(then, ty)? };
        let otherwise =
            if ty == TypeId::VOID { self.discard(otherwise) } else { self.convert(otherwise, ty)? };
        Ok(match decided {
            Some(true) => then,
            Some(false) => otherwise,
            None => self.push(ExprKind::Conditional(test, then, otherwise), ty, span),
        })
    }

    fn branch(&mut self, branch: ast::ExprId, ruled_out: bool) -> Res<ExprId> {
        if ruled_out { self.unevaluated(|unit| unit.value(branch)) } else { self.value(branch) }
    }

    /// The type of a conditional expression.
    fn branch_type(&mut self, then: ExprId, otherwise: ExprId, span: Span) -> Res<TypeId> {
        let (t, e) = (self.ty(then), self.ty(otherwise));
        if self.is_arithmetic(t) && self.is_arithmetic(e) {
            return Ok(self.common_arithmetic(then, otherwise));
        }
        if self.are_complex(t, e) {
            return self.common_complex(t, e);
        }
        if t == TypeId::VOID || e == TypeId::VOID {
            return Ok(TypeId::VOID);
        }
        if t == e {
            return Ok(t);
        }
        match (self.types().get(t), self.types().get(e)) {
            (Type::Pointer(_), Type::Pointer(_)) => {
                if self.is_null(otherwise) {
                    Ok(t)
                } else if self.is_null(then) {
                    Ok(e)
                } else if self.compatible(t, e) {
                    Ok(t)
                } else {
                    Ok(TypeId::VOID_PTR)
                }
            }
            (Type::Pointer(_), Type::Int(_)) => Ok(t),
            (Type::Int(_), Type::Pointer(_)) => Ok(e),
            _ => {
                let (t, e) = (self.type_text(t), self.type_text(e));
                Err(self.error("E0309", span, format!("the branches have types `{t}` and `{e}`")))
            }
        }
    }

    /// `__builtin_choose_expr(c, a, b)`: the chosen one as it stands.
    pub(super) fn choose_expr(&mut self, parts: IdRange<ast::ExprId>, span: Span) -> Res<ExprId> {
        let ast = self.ast;
        let &[condition, then, otherwise] = ast.expr_list(parts) else {
            return Err(self.error("E0308", span, "`__builtin_choose_expr` takes three operands"));
        };
        let chosen = if self.integer_constant(condition)? != 0 { then } else { otherwise };
        self.expr(chosen)
    }

    /// `_Generic(control, associations)`.
    ///
    /// Types carry no qualifiers here, so of two associations like `int *` and `const int *`, or of one of them and
    /// `default`, no choice is certain: that is refused.
    pub(super) fn generic(
        &mut self,
        control: ast::ExprId,
        associations: IdRange<ast::GenericAssociation>,
        span: Span,
    ) -> Res<ExprId> {
        let ast = self.ast;
        let control = self.unevaluated(|unit| unit.value(control))?;
        let wanted = self.ty(control);
        self.note_field_type(wanted, span);
        let mut fallback = None;
        let mut fitting = None;
        for association in ast.association_list(associations) {
            match association.ty {
                None => fallback = Some(association.expr),
                Some(written) => {
                    let ty = self.unevaluated(|unit| unit.type_name(written))?;
                    if !self.compatible(ty.id, wanted) || self.is_qualified_value(written, ty.id) {
                        continue;
                    }
                    if fitting.replace(association.expr).is_some() {
                        return Err(self.refuse(QUALIFIED_TYPES));
                    }
                }
            }
        }
        match (fitting, fallback) {
            (Some(_), Some(_)) if self.hides_qualifiers(wanted) => Err(self.refuse(QUALIFIED_TYPES)),
            (Some(expr), _) | (None, Some(expr)) => self.expr(expr),
            (None, None) => {
                let message = format!("no association of `_Generic` fits `{}`", self.type_text(wanted));
                Err(self.error("E0309", span, message))
            }
        }
    }

    /// Whether a type name is that of a qualified number or record, which no value has: values lose their qualifiers.
    fn is_qualified_value(&self, written: ast::TypeNameId, ty: TypeId) -> bool {
        let flags = self.ast.specifiers[self.ast.type_names[written].specifiers].flags;
        let is_qualified = flags.contains(ast::Flags::CONST) || flags.contains(ast::Flags::VOLATILE);
        is_qualified && !self.hides_qualifiers(ty)
    }

    /// Whether two types that look like this one may differ in qualifiers further in.
    pub(crate) fn hides_qualifiers(&self, ty: TypeId) -> bool {
        matches!(self.types().get(ty), Type::Pointer(_) | Type::Array(..) | Type::Function(_))
    }
}
