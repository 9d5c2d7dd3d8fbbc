//! Complex numbers: records of two parts, of which operators make two expressions.
//!
//! A complex value is always what a place holds, so that its parts are members of that place; what an
//! operator computes goes to a temporary, part by part. Nothing between reads memory that is not
//! settled: the operands were evaluated before, as those of any operator.
//!
//! Products and quotients of two complex floating numbers are calls of functions like those of
//! libgcc (`library/complex.rs`), which is what gcc makes of them. All else is as in gcc's
//! expansion (`-fno-cx-limited-range`): one real operand stays real (G.5.1).

use super::BodyLowerer;
use crate::graph::Site;
use crate::library;
use cfa::{BinaryOp, Expr, ExprId, FloatKind, PlaceId, Type, TypeId, UnaryOp, Variadic};
use source::Span;

impl BodyLowerer<'_> {
    /// Whether a value is a complex number.
    pub(super) fn is_complex(&self, value: ExprId) -> bool {
        self.types().complex_part(self.lo.exprs.ty(value)).is_some()
    }

    /// A complex number of two parts.
    pub(super) fn complex(&mut self, parts: [ExprId; 2], whole: TypeId, span: Span) -> ExprId {
        let place = self.temp(whole, span);
        for (field, value) in (0..).zip(parts) {
            let part = self.lo.exprs.field(&self.program.types, place, field);
            self.assign(part, value, span);
        }
        self.lo.exprs.load(place)
    }

    /// The parts of a complex number; a real one has only the first.
    fn complex_parts(&mut self, value: ExprId, span: Span) -> (ExprId, Option<ExprId>) {
        if !self.is_complex(value) {
            return (value, None);
        }
        let place = self.complex_place(value, span);
        let [re, im] = [0, 1].map(|field| {
            let part = self.lo.exprs.field(&self.program.types, place, field);
            self.lo.exprs.load(part)
        });
        (re, Some(im))
    }

    fn complex_place(&mut self, value: ExprId, span: Span) -> PlaceId {
        match self.lo.exprs.expr(value) {
            Expr::Load(place) => place,
            Expr::Const(_)
            | Expr::AddressOf(_)
            | Expr::Function(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Cast(_) => {
                let place = self.temp(self.lo.exprs.ty(value), span);
                self.assign(place, value, span);
                place
            }
        }
    }

    /// The value converted to a type, where one of the two types may be complex.
    pub(super) fn fit_number(&mut self, value: ExprId, to: TypeId, span: Span) -> ExprId {
        let from = self.lo.exprs.ty(value);
        let (old, new) = (self.types().complex_part(from), self.types().complex_part(to));
        if from == to || old.is_none() && new.is_none() {
            return self.fit(value, to);
        }
        if to == TypeId::BOOL
            && let Some(part) = old
        {
            let zero = self.lo.exprs.constant(0, part);
            let truth = self.complex_operate(BinaryOp::Ne, value, zero, span);
            return self.fit(truth, to);
        }
        let (re, im) = self.complex_parts(value, span);
        let Some(part) = new else { return self.fit(re, to) };
        let re = self.fit(re, part);
        let im = match im {
            Some(im) => self.fit(im, part),
            None => self.lo.exprs.constant(0, part),
        };
        self.complex([re, im], to, span)
    }

    /// `-z`, or `~z`, the conjugate.
    pub(super) fn complex_unary(&mut self, op: UnaryOp, value: ExprId, span: Span) -> ExprId {
        let whole = self.lo.exprs.ty(value);
        let (re, im) = self.complex_parts(value, span);
        let Some(im) = im else { return value };
        let im = self.lo.exprs.unary(UnaryOp::Neg, im);
        let re = if op == UnaryOp::Neg { self.lo.exprs.unary(op, re) } else { re };
        self.complex([re, im], whole, span)
    }

    /// A binary operator, of which one operand at least is complex and the other perhaps of the
    /// type of its parts.
    pub(super) fn complex_operate(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> ExprId {
        let whole = self.lo.exprs.ty(if self.is_complex(left) { left } else { right });
        let (l, r) = (self.complex_parts(left, span), self.complex_parts(right, span));
        match op {
            BinaryOp::Eq | BinaryOp::Ne => self.complex_comparison(op, l, r),
            BinaryOp::Mul | BinaryOp::Div => {
                let parts = self.complex_product(op, l, r);
                match parts {
                    Some(parts) => self.complex(parts, whole, span),
                    None => self.complex_call(op, [l, r], whole, span),
                }
            }
            _ => {
                let re = self.binary(op, l.0, r.0);
                let im = match (l.1, r.1) {
                    (Some(l), Some(r)) => self.binary(op, l, r),
                    (None, Some(r)) if op == BinaryOp::Sub => self.lo.exprs.unary(UnaryOp::Neg, r),
                    (Some(im), None) | (None, Some(im)) => im,
                    (None, None) => re,
                };
                self.complex([re, im], whole, span)
            }
        }
    }

    fn complex_comparison(
        &mut self,
        op: BinaryOp,
        (a, b): (ExprId, Option<ExprId>),
        (c, d): (ExprId, Option<ExprId>),
    ) -> ExprId {
        let zero = self.lo.exprs.constant(0, self.lo.exprs.ty(a));
        let re = self.binary(op, a, c);
        let im = self.binary(op, b.unwrap_or(zero), d.unwrap_or(zero));
        self.binary(if op == BinaryOp::Eq { BinaryOp::BitAnd } else { BinaryOp::BitOr }, re, im)
    }

    /// The parts of a product, or of a quotient by a real number; `None` where a function computes
    /// them.
    fn complex_product(
        &mut self,
        op: BinaryOp,
        (a, b): (ExprId, Option<ExprId>),
        (c, d): (ExprId, Option<ExprId>),
    ) -> Option<[ExprId; 2]> {
        let is_float = matches!(self.types().get(self.lo.exprs.ty(a)), Type::Float(_));
        match (b, d) {
            (Some(b), None) => Some([self.binary(op, a, c), self.binary(op, b, c)]),
            (None, Some(d)) if op == BinaryOp::Mul => Some([self.binary(op, a, c), self.binary(op, a, d)]),
            (Some(b), Some(d)) if !is_float && op == BinaryOp::Mul => {
                let (ac, bd) = (self.binary(op, a, c), self.binary(op, b, d));
                let (ad, bc) = (self.binary(op, a, d), self.binary(op, b, c));
                Some([self.binary(BinaryOp::Sub, ac, bd), self.binary(BinaryOp::Add, ad, bc)])
            }
            _ => None,
        }
    }

    /// A product or quotient of two complex floating numbers.
    fn complex_call(
        &mut self,
        op: BinaryOp,
        operands: [(ExprId, Option<ExprId>); 2],
        whole: TypeId,
        span: Span,
    ) -> ExprId {
        let part = self.types().complex_part(whole).unwrap_or(whole);
        let kind = match *self.types().get(part) {
            Type::Float(kind) => Some(kind),
            _ => None,
        };
        let entry = kind.and_then(|kind| library::own(arithmetic(op, kind)));
        let place = self.temp(whole, span);
        let value = self.lo.exprs.load(place);
        let Some(entry) = entry else {
            // What `c-sema` refuses: a quotient by a complex integer.
            let feature = self.names.intern("division by a complex integer");
            self.emit_last(cfa::Op::Unsupported { feature }, span);
            return value;
        };
        let zero = self.lo.exprs.constant(0, part);
        let args: Box<[ExprId]> =
            operands.into_iter().flat_map(|(re, im)| [re, im.unwrap_or(zero)]).collect();
        let signature = cfa::Signature { result: whole, params: Box::new([part; 4]), variadic: Variadic::No };
        let signature = self.program.types.intern(Type::Function(signature));
        let function = self.lo.model(self.names, entry, signature);
        self.emit_call(function, Site { args, place: Some(place) }, span);
        value
    }
}

/// libgcc's name of the function.
fn arithmetic(op: BinaryOp, kind: FloatKind) -> &'static str {
    match (op == BinaryOp::Mul, kind) {
        (true, FloatKind::F32) => "__mulsc3",
        (true, FloatKind::F64) => "__muldc3",
        (true, FloatKind::X87) => "__mulxc3",
        (true, FloatKind::F128) => "__multc3",
        (false, FloatKind::F32) => "__divsc3",
        (false, FloatKind::F64) => "__divdc3",
        (false, FloatKind::X87) => "__divxc3",
        (false, FloatKind::F128) => "__divtc3",
    }
}
