//! Complex numbers (6.2.5p11, 6.3.1.6 to 6.3.1.8, annex G), and GNU's complex integers.
//!
//! A complex type is a record of two members ([`cfa::Types::complex`]), so that objects, members,
//! arguments and results need nothing of their own. What C makes of the values becomes nodes that
//! `c-lower` takes apart: [`Builtin::Complex`] joins two parts, and the operators `+ - * / == !=`,
//! negation, `~` (conjugation) and casts between complex types have operands of such a type. A part
//! is a member.
//!
//! *One real operand* stays real (G.5.1), as in gcc: `x * z` multiplies each part by `x`, and in
//! `x - z` the imaginary part is negated. Only `x / z` makes a complex number of `x` first. So of
//! the operands of a node at least one is complex, and the other has the type of its parts.
//!
//! *Constants.* gcc folds an operator with two constant operands. Sums, and products with a real
//! number, round as they do at run time. A product of two complex constants is rounded once there
//! and twice or more at run time: it is folded where nothing is rounded, and is not supported
//! otherwise. Nor is a quotient of two, or a division by a complex 1, which gcc leaves out. What may
//! be constant to gcc although it is none to us counts as constant ([`Unit::is_read`]).
//!
//! *Not supported:* parts narrower than `int`, whose arithmetic C says nothing of, and division by
//! a complex integer: what gcc makes of it depends on what it knows of the operands.

use crate::elab::{Res, Unit};
use crate::hir::{Builtin, Callee, Definition, ExprId, ExprKind};
use c_syntax::ast::{self, ImaginaryPart};
use cfa::value::{self, Overflow};
use cfa::{BinaryOp, IntKind, Type, TypeId, UnaryOp};
use source::Span;

/// The bits of the two parts of a constant.
type Parts = (u128, u128);

/// What is refused of two complex constants.
const ROUNDED: &str = "product or quotient of complex constants that is rounded";

impl Unit<'_> {
    /// The complex type with parts of this type.
    pub(crate) fn complex_type(&mut self, part: TypeId) -> Res<TypeId> {
        match *self.types().get(part) {
            Type::Float(_) => {}
            Type::Int(kind) if kind >= IntKind::Int => {}
            _ => return Err(self.refuse("_Complex with parts narrower than `int`")),
        }
        let name = format!("{} _Complex", self.type_text(part));
        let name = self.names.intern(&name);
        let parts = ["__real__", "__imag__"].map(|word| self.names.intern(word));
        Ok(self.types_mut().complex(part, name, parts))
    }

    /// The type of the parts of a complex type.
    pub(crate) fn complex_part(&self, ty: TypeId) -> Option<TypeId> {
        self.types().complex_part(ty)
    }

    /// Whether the type is complex.
    pub(crate) fn is_complex(&self, ty: TypeId) -> bool {
        self.complex_part(ty).is_some()
    }

    /// Whether values of the two types are numbers, and one of them is complex.
    pub(crate) fn are_complex(&self, left: TypeId, right: TypeId) -> bool {
        let is_number = |ty| self.is_arithmetic(ty) || self.is_complex(ty);
        is_number(left) && is_number(right) && (self.is_complex(left) || self.is_complex(right))
    }

    /// The type of the parts that the usual conversions give (6.3.1.8p1).
    fn common_part(&self, left: TypeId, right: TypeId) -> TypeId {
        let part = |ty| self.complex_part(ty).unwrap_or_else(|| self.promoted_type(ty));
        let common = self.common_type(part(left), part(right));
        self.types().storage(common)
    }

    /// The common type of two numbers of which one is complex.
    pub(super) fn common_complex(&mut self, left: TypeId, right: TypeId) -> Res<TypeId> {
        let part = self.common_part(left, right);
        self.complex_type(part)
    }

    /// `re + im * i`
    pub(crate) fn complex(&mut self, re: ExprId, im: ExprId, whole: TypeId, span: Span) -> ExprId {
        self.builtin(Builtin::Complex, &[re, im], whole, span)
    }

    fn complex_constant(&mut self, (re, im): Parts, whole: TypeId, span: Span) -> ExprId {
        let part = self.complex_part(whole).unwrap_or(TypeId::DOUBLE);
        let (re, im) = (self.constant(re, part, span), self.constant(im, part, span));
        self.complex(re, im, whole, span)
    }

    /// A zero of a number's type.
    pub(crate) fn zero(&mut self, ty: TypeId, span: Span) -> ExprId {
        if self.is_complex(ty) { self.complex_constant((0, 0), ty, span) } else { self.constant(0, ty, span) }
    }

    /// `1.5i`, `2i`
    pub(super) fn imaginary_literal(&mut self, part: ImaginaryPart, span: Span) -> Res<ExprId> {
        let im = match part {
            ImaginaryPart::Int(literal) => self.int_literal(literal, span),
            ImaginaryPart::Float(suffix) => self.float_literal(suffix, span)?,
        };
        let part = self.ty(im);
        let whole = self.complex_type(part)?;
        let re = self.constant(0, part, span);
        Ok(self.complex(re, im, whole, span))
    }

    /// `__builtin_complex(re, im)`: two numbers of one floating type.
    pub(super) fn complex_builtin(&mut self, args: &[ast::ExprId], span: Span) -> Res<ExprId> {
        let (re, im) = (self.first(args, span)?, self.nth(args, 1, span)?);
        let part = self.ty(re);
        if part != self.ty(im) || !matches!(self.types().get(part), Type::Float(_)) {
            let message = "`__builtin_complex` takes two numbers of one floating type";
            return Err(self.error("E0309", span, message));
        }
        let whole = self.complex_type(part)?;
        Ok(self.complex(re, im, whole, span))
    }

    /// `__real__ e`, `__imag__ e`, which are places if `e` is one. Of a real `e` the imaginary part
    /// is zero.
    pub(super) fn part_operator(&mut self, which: u32, operand: ast::ExprId, span: Span) -> Res<ExprId> {
        let operand = self.expr(operand)?;
        let ty = self.ty(operand);
        if let Some(part) = self.complex_part(ty) {
            return Ok(self.push(ExprKind::Member(operand, which), part, span));
        }
        let value = self.rvalue(operand)?;
        let ty = self.ty(value);
        if which == 0 || !self.is_arithmetic(ty) {
            return Ok(value);
        }
        let discarded = self.discard(value);
        let zero = self.constant(0, ty, span);
        Ok(self.push(ExprKind::Comma(discarded, zero), ty, span))
    }

    /// A part of a complex value.
    fn part_of(&mut self, value: ExprId, which: u32) -> ExprId {
        let node = self.body.exprs[value];
        let part = self.complex_part(node.ty).unwrap_or(node.ty);
        let base = if let ExprKind::Load(place) = node.kind { place } else { value };
        let member = self.push(ExprKind::Member(base, which), part, node.span);
        self.push(ExprKind::Load(member), part, node.span)
    }

    /// `(to) value`, where one of the types is complex and the other a number's (6.3.1.6, 6.3.1.7).
    pub(crate) fn complex_cast(&mut self, value: ExprId, to: TypeId, span: Span) -> ExprId {
        let known = self.constant_parts(value);
        match (self.complex_part(self.ty(value)), self.complex_part(to)) {
            (Some(_), None) if to == TypeId::BOOL => {
                let truth = self.complex_truth(value, span);
                self.cast(truth, to, span)
            }
            (Some(part), None) => {
                let re = match known {
                    Some((re, _)) => self.constant(re, part, span),
                    None => self.part_of(value, 0),
                };
                self.cast(re, to, span)
            }
            (None, Some(part)) => {
                let re = self.cast(value, part, span);
                let im = self.constant(0, part, span);
                self.complex(re, im, to, span)
            }
            (Some(from), Some(part)) => match known {
                Some((re, im)) => {
                    let (re, im) = (self.constant(re, from, span), self.constant(im, from, span));
                    let (re, im) = (self.cast(re, part, span), self.cast(im, part, span));
                    self.complex(re, im, to, span)
                }
                None => self.push(ExprKind::Cast(value), to, span),
            },
            (None, None) => value,
        }
    }

    /// Whether a complex value differs from zero.
    pub(super) fn complex_truth(&mut self, value: ExprId, span: Span) -> ExprId {
        let part = self.complex_part(self.ty(value)).unwrap_or(TypeId::DOUBLE);
        let zero = self.constant(0, part, span);
        self.push(ExprKind::Binary(BinaryOp::Ne, value, zero), TypeId::INT, span)
    }

    /// `+z`, `-z`, `~z`
    pub(super) fn complex_sign(&mut self, op: ast::UnaryOp, value: ExprId, span: Span) -> ExprId {
        let ty = self.ty(value);
        let op = match op {
            ast::UnaryOp::Minus => UnaryOp::Neg,
            ast::UnaryOp::BitNot => UnaryOp::BitNot,
            _ => return value,
        };
        let node = self.push(ExprKind::Unary(op, value), ty, span);
        match self.constant_parts(value).and_then(|_| self.evaluate_complex(node)) {
            Some(parts) => self.complex_constant(parts, ty, span),
            None => node,
        }
    }

    /// `left op right`, where one of the two is complex.
    pub(super) fn complex_binary(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> Res<ExprId> {
        let whole = self.complex_operation(op, left, right, span)?;
        let part = self.complex_part(whole).unwrap_or(whole);
        let wanted = |unit: &Self, operand| if unit.is_complex(unit.ty(operand)) { whole } else { part };
        let to = if op == BinaryOp::Div { whole } else { wanted(self, left) };
        let left = self.convert(left, to)?;
        let to = wanted(self, right);
        let right = self.convert(right, to)?;
        let ty = if op.is_comparison() { TypeId::INT } else { whole };
        let node = self.push(ExprKind::Binary(op, left, right), ty, span);
        if op.is_comparison() {
            return Ok(node);
        }
        let is_known =
            |unit: &Self, operand| unit.as_const(operand).is_some() || unit.constant_parts(operand).is_some();
        if is_known(self, left)
            && is_known(self, right)
            && let Some(parts) = self.evaluate_complex(node)
        {
            return Ok(self.complex_constant(parts, whole, span));
        }
        Ok(node)
    }

    /// Checks an operator and its operands; the complex type that it computes in.
    fn complex_operation(&mut self, op: BinaryOp, left: ExprId, right: ExprId, span: Span) -> Res<TypeId> {
        let (l, r) = (self.ty(left), self.ty(right));
        let is_known = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Eq | BinaryOp::Ne => false,
            BinaryOp::Mul | BinaryOp::Div => self.unevaluated == 0,
            _ => return Err(self.operand_error(l, r, span)),
        };
        let whole = self.common_complex(l, r)?;
        if !is_known || !self.is_complex(r) {
            return Ok(whole);
        }
        let part = self.complex_part(whole).unwrap_or(whole);
        let is_integer = matches!(self.types().get(part), Type::Int(_));
        if op == BinaryOp::Div && is_integer {
            return Err(self.refuse("division by a complex integer"));
        }
        if is_integer || op == BinaryOp::Mul && !self.is_complex(l) || self.is_read(right) {
            return Ok(whole);
        }
        let value = self.evaluate_complex(right);
        if op == BinaryOp::Div {
            let is_unit =
                value.is_none_or(|(re, im)| self.is_unit(self.complex_part(r).unwrap_or(r), re, im));
            if self.is_read(left) && is_unit {
                return Err(self.refuse("division by a complex constant that is 1"));
            }
        }
        if self.is_read(left) {
            return Ok(whole);
        }
        let product = if op == BinaryOp::Mul { self.evaluate_complex(left).zip(value) } else { None };
        match product {
            Some((x, y)) if self.is_exact((l, x), (r, y)) => Ok(whole),
            Some(_) | None => Err(self.refuse(ROUNDED)),
        }
    }

    /// Whether a value depends on what an object holds or a function returns, in a way that gcc
    /// does not fold: it makes a constant of `n * 0` for an integer `n`, and of `sqrt(2.0)`.
    fn is_read(&self, value: ExprId) -> bool {
        let node = self.body.exprs[value];
        let is_read = |inner| crate::elab::with_stack(|| self.is_read(inner));
        match node.kind {
            ExprKind::Load(place) => match self.body.exprs[place].kind {
                ExprKind::Member(whole, _) if !self.is_place(place) => is_read(whole),
                _ => self.is_variable_place(place),
            },
            ExprKind::Call(Callee::Direct(function), _) => {
                let (name, defined) = {
                    let function = &self.el.program.functions[function];
                    (self.text(function.name), function.defined)
                };
                defined && super::library::letters(name).is_none()
            }
            ExprKind::Call(Callee::Pointer(_), _)
            | ExprKind::Assign(..)
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::StmtExpr(..) => true,
            ExprKind::Cast(inner) | ExprKind::Unary(_, inner) | ExprKind::Comma(_, inner) => is_read(inner),
            ExprKind::Binary(_, left, right) => {
                !matches!(self.types().get(node.ty), Type::Int(_)) && (is_read(left) || is_read(right))
            }
            ExprKind::Builtin(Builtin::Complex, parts) => {
                parts.of(&self.body.pools.exprs).iter().any(|&part| is_read(part))
            }
            ExprKind::Conditional(_, then, otherwise) => is_read(then) && is_read(otherwise),
            _ => false,
        }
    }

    /// Whether a place is (part of) an object that is no literal.
    fn is_variable_place(&self, place: ExprId) -> bool {
        let mut place = place;
        loop {
            place = match self.body.exprs[place].kind {
                ExprKind::Local(_) => return true,
                ExprKind::Global(global) => {
                    let definition = &self.el.program.globals[global].definition;
                    return !matches!(definition, Definition::Bytes(_));
                }
                ExprKind::Deref(pointer) => return self.evaluate(pointer).is_none(),
                ExprKind::Member(base, _) | ExprKind::Index(base, _) => base,
                _ => return false,
            };
        }
    }

    /// Whether a complex constant is 1 or -1.
    fn is_unit(&self, part: TypeId, re: u128, im: u128) -> bool {
        let abs = value::unary(self.types(), UnaryOp::FloatAbs, part, re, Overflow::Wrap).ok();
        let one = value::cast(self.types(), TypeId::INT, part, 1).ok();
        abs == one && !self.is_true(part, im)
    }

    /// Whether a product is computed without rounding: in the format of 113 bits, which holds the
    /// product of two `double`, and then in the format of the parts.
    fn is_exact(&self, (l, x): (TypeId, Parts), (r, y): (TypeId, Parts)) -> bool {
        let narrow = self.common_part(l, r);
        let wide = TypeId::FLOAT128;
        let part = |ty| self.complex_part(ty).unwrap_or(ty);
        let cast = |from, to, bits| value::cast(self.types(), from, to, bits).ok();
        let back = |through, bits| cast(wide, through, bits).and_then(|bits| cast(through, wide, bits));
        let operand = |ty, bits| {
            let bits = cast(part(ty), wide, bits)?;
            (back(TypeId::DOUBLE, bits) == Some(bits) && back(narrow, bits) == Some(bits)).then_some(bits)
        };
        let compute = |op, l, r| value::binary(self.types(), op, (wide, l), (wide, r), Overflow::Wrap).ok();
        let product = |l, r| compute(BinaryOp::Mul, l, r).filter(|&bits| back(narrow, bits) == Some(bits));
        let sum = |op, l, r| {
            let inverse = if op == BinaryOp::Add { BinaryOp::Sub } else { BinaryOp::Add };
            let sum = compute(op, l, r)?;
            let other = compute(BinaryOp::Sub, sum, l)?;
            let zero = compute(BinaryOp::Sub, sum, sum)?;
            let other = if op == BinaryOp::Add { other } else { compute(BinaryOp::Sub, zero, other)? };
            let equal = |l, r| compute(BinaryOp::Eq, l, r) == Some(1);
            let is_exact = equal(compute(inverse, sum, r)?, l) && equal(other, r);
            (is_exact && back(narrow, sum) == Some(sum)).then_some(sum)
        };
        let check = || {
            let (a, b) = (operand(l, x.0)?, operand(l, x.1)?);
            let (c, d) = (operand(r, y.0)?, operand(r, y.1)?);
            sum(BinaryOp::Sub, product(a, c)?, product(b, d)?)?;
            sum(BinaryOp::Add, product(a, d)?, product(b, c)?)
        };
        check().is_some()
    }

    /// `place op= value`, where one of the two is complex.
    pub(super) fn complex_compound(
        &mut self,
        op: BinaryOp,
        place: ExprId,
        value: ExprId,
        span: Span,
    ) -> Res<ExprId> {
        if op.is_comparison() {
            return Err(self.error("E0309", span, "this operator does not assign"));
        }
        let ty = self.ty(place);
        let old = self.rvalue(place)?;
        let whole = self.complex_operation(op, old, value, span)?;
        let part = self.complex_part(whole).unwrap_or(whole);
        let to = if self.is_complex(self.ty(value)) { whole } else { part };
        let value = self.convert(value, to)?;
        let compute = if self.is_complex(ty) || op == BinaryOp::Div { whole } else { part };
        let node = self.push(ExprKind::CompoundAssign { op, place, value, compute }, ty, span);
        Ok(self.field_value(node, place, span))
    }

    /// The parts of a node that is a complex constant.
    pub(crate) fn constant_parts(&self, value: ExprId) -> Option<Parts> {
        let ExprKind::Builtin(Builtin::Complex, args) = self.body.exprs[value].kind else { return None };
        let &[re, im] = args.of(&self.body.pools.exprs) else { return None };
        Some((self.as_const(re)?, self.as_const(im)?))
    }

    /// The value of a complex constant expression.
    pub(crate) fn evaluate_complex(&self, expr: ExprId) -> Option<Parts> {
        crate::elab::with_stack(|| self.evaluate_complex_node(expr))
    }

    fn evaluate_complex_node(&self, expr: ExprId) -> Option<Parts> {
        let node = self.body.exprs[expr];
        let part = self.complex_part(node.ty)?;
        let types = self.types();
        match node.kind {
            ExprKind::Builtin(Builtin::Complex, args) => match args.of(&self.body.pools.exprs) {
                &[re, im] => Some((self.evaluate(re)?, self.evaluate(im)?)),
                _ => None,
            },
            ExprKind::Cast(inner) => {
                let from = self.complex_part(self.ty(inner))?;
                let (re, im) = self.evaluate_complex(inner)?;
                let cast = |bits| value::cast(types, from, part, bits).ok();
                Some((cast(re)?, cast(im)?))
            }
            ExprKind::Unary(op, inner) => {
                let (re, im) = self.evaluate_complex(inner)?;
                let negated = |bits| value::unary(types, UnaryOp::Neg, part, bits, Overflow::Wrap).ok();
                Some((if op == UnaryOp::Neg { negated(re)? } else { re }, negated(im)?))
            }
            ExprKind::Binary(op, left, right) => self.evaluate_complex_binary(op, left, right, part),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.evaluate_complex(if self.truth(condition)? { then } else { otherwise })
            }
            _ => None,
        }
    }

    fn evaluate_complex_binary(
        &self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        part: TypeId,
    ) -> Option<Parts> {
        let compute =
            |op, l, r| value::binary(self.types(), op, (part, l), (part, r), Overflow::Undefined).ok();
        let negated = |bits| value::unary(self.types(), UnaryOp::Neg, part, bits, Overflow::Undefined).ok();
        match (self.is_complex(self.ty(left)), self.is_complex(self.ty(right))) {
            (true, true) => {
                let ((a, b), (c, d)) = (self.evaluate_complex(left)?, self.evaluate_complex(right)?);
                match op {
                    BinaryOp::Add | BinaryOp::Sub => Some((compute(op, a, c)?, compute(op, b, d)?)),
                    BinaryOp::Mul => {
                        let product = |l, r| compute(BinaryOp::Mul, l, r);
                        let re = compute(BinaryOp::Sub, product(a, c)?, product(b, d)?)?;
                        Some((re, compute(BinaryOp::Add, product(a, d)?, product(b, c)?)?))
                    }
                    _ => None,
                }
            }
            (true, false) => {
                let ((a, b), x) = (self.evaluate_complex(left)?, self.evaluate(right)?);
                let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Sub);
                Some((compute(op, a, x)?, if is_sum { b } else { compute(op, b, x)? }))
            }
            (false, true) => {
                let (x, (c, d)) = (self.evaluate(left)?, self.evaluate_complex(right)?);
                match op {
                    BinaryOp::Add => Some((compute(op, x, c)?, d)),
                    BinaryOp::Sub => Some((compute(op, x, c)?, negated(d)?)),
                    BinaryOp::Mul => Some((compute(op, x, c)?, compute(op, x, d)?)),
                    _ => None,
                }
            }
            (false, false) => None,
        }
    }

    /// The value of a comparison of complex constants.
    pub(crate) fn evaluate_complex_comparison(
        &self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    ) -> Option<u128> {
        let parts = |expr| match self.is_complex(self.ty(expr)) {
            true => self.evaluate_complex(expr),
            false => Some((self.evaluate(expr)?, 0)),
        };
        let complex = if self.is_complex(self.ty(left)) { left } else { right };
        let part = self.complex_part(self.ty(complex))?;
        let ((a, b), (c, d)) = (parts(left)?, parts(right)?);
        let equal = |l, r| {
            let bits = value::binary(self.types(), BinaryOp::Eq, (part, l), (part, r), Overflow::Wrap);
            bits.ok().map(|bits| bits == 1)
        };
        let same = equal(a, c)? && equal(b, d)?;
        Some(u128::from(same == (op == BinaryOp::Eq)))
    }
}
