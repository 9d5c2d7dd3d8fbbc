//! Expressions and places in C's notation, with every conversion visible and as few parentheses as C needs.
//!
//! A constant shows its type by C's suffix (`1U`, `1L`) or by a cast (`(char)65`), except where the context fixes the
//! type: an array index, the offset of a pointer and the right side of an assignment.
//!
//! Expressions are shared (a DAG) but printed as trees, and a tree can be exponentially larger. A printed
//! expression is therefore cut after [`EXPRESSION_LIMIT`] characters, visibly. The walk recurses on a stack that grows.

use super::float::float_text;
use super::types::type_name;
use crate::{
    BinaryOp, Cfa, Expr, ExprId, FunctionId, IntKind, Place, PlaceId, Type, TypeId, UnaryOp, VarId, VarKind,
};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;
use stdx::Symbol;

/// Characters after which the text of one expression or place is cut.
pub const EXPRESSION_LIMIT: usize = 20_000;

/// What is printed where an expression is cut.
const CUT: &str = "... /* cut */";

/// Which names need a qualifier: those of static variables that the current function hides.
#[derive(Default)]
pub(super) struct Scope {
    hidden: FxHashSet<Symbol>,
}

impl Scope {
    /// The names as seen inside `function`.
    pub(super) fn of(cfa: &Cfa, function: FunctionId) -> Self {
        let locals = &cfa.functions[function].locals;
        Self { hidden: locals.iter().map(|&local| cfa.vars[local].name).collect() }
    }
}

/// Whether the surroundings of a constant say its type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ConstantType {
    Shown,
    Implied,
}

/// Binding strengths, as in C's grammar (6.5); a larger number binds tighter.
mod level {
    pub(super) const LOWEST: u8 = 0;
    pub(super) const BIT_OR: u8 = 3;
    pub(super) const BIT_XOR: u8 = 4;
    pub(super) const BIT_AND: u8 = 5;
    pub(super) const EQUALITY: u8 = 6;
    pub(super) const RELATION: u8 = 7;
    pub(super) const SHIFT: u8 = 8;
    pub(super) const SUM: u8 = 9;
    pub(super) const PRODUCT: u8 = 10;
    pub(super) const UNARY: u8 = 11;
    pub(super) const POSTFIX: u8 = 12;
    pub(super) const PRIMARY: u8 = 13;
}

/// Prints expressions of one program into a text.
pub(super) struct Printer<'a> {
    cfa: &'a Cfa,
    scope: &'a Scope,
    out: &'a mut String,
    /// Length of `out` at which the current expression is cut.
    end: usize,
    cut: bool,
}

impl<'a> Printer<'a> {
    pub(super) fn new(cfa: &'a Cfa, scope: &'a Scope, out: &'a mut String) -> Self {
        Self { cfa, scope, out, end: usize::MAX, cut: false }
    }

    /// Appends plain text.
    pub(super) fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Appends an expression.
    pub(super) fn expr(&mut self, id: ExprId) {
        self.limited(|printer| printer.expr_at(id, level::LOWEST, ConstantType::Shown));
    }

    /// Appends an expression whose type is clear, as on the right side of an assignment.
    pub(super) fn value(&mut self, id: ExprId) {
        self.limited(|printer| printer.expr_at(id, level::LOWEST, ConstantType::Implied));
    }

    /// Appends an expression as the operand of a prefix operator.
    pub(super) fn operand(&mut self, id: ExprId) {
        self.limited(|printer| printer.expr_at(id, level::UNARY, ConstantType::Shown));
    }

    /// Appends a place.
    pub(super) fn place(&mut self, id: PlaceId) {
        self.limited(|printer| printer.place_at(id, level::LOWEST));
    }

    /// Appends the name of a variable.
    pub(super) fn var(&mut self, id: VarId) {
        push_var(self.cfa, self.scope, id, self.out);
    }

    /// Appends the name of a function.
    pub(super) fn function(&mut self, id: FunctionId) {
        self.put(self.cfa.function_name(id));
    }

    /// Appends expressions with commas.
    pub(super) fn list(&mut self, ids: &[ExprId]) {
        for (position, &id) in ids.iter().enumerate() {
            if position > 0 {
                self.put(", ");
            }
            self.expr(id);
        }
    }

    fn limited(&mut self, print: impl FnOnce(&mut Self)) {
        (self.end, self.cut) = (self.out.len() + EXPRESSION_LIMIT, false);
        print(self);
    }

    /// Whether the limit is reached; says so in the text the first time.
    fn is_cut(&mut self) -> bool {
        if !self.cut && self.out.len() > self.end {
            self.cut = true;
            self.put(CUT);
        }
        self.cut
    }

    /// Appends what `print` prints, in parentheses if its level is looser than the context's.
    fn grouped(&mut self, own: u8, context: u8, print: impl FnOnce(&mut Self)) {
        let parentheses = own < context;
        if parentheses {
            self.put("(");
        }
        print(self);
        if parentheses && !self.cut {
            self.put(")");
        }
    }

    fn expr_at(&mut self, id: ExprId, context: u8, constant: ConstantType) {
        if self.is_cut() {
            return;
        }
        let exprs = &self.cfa.exprs;
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match exprs.expr(id) {
            Expr::Const(bits) => {
                let text = constant_text(self.cfa, exprs.ty(id), exprs.bits(bits), constant);
                let own = if text.starts_with(['-', '(']) { level::UNARY } else { level::PRIMARY };
                self.grouped(own, context, |printer| printer.put(&text));
            }
            Expr::Load(place) => self.place_at(place, context),
            Expr::AddressOf(place) => self.grouped(level::UNARY, context, |printer| {
                printer.put("&");
                printer.place_at(place, level::UNARY);
            }),
            Expr::Function(function) => self.grouped(level::UNARY, context, |printer| {
                printer.put("&");
                printer.function(function);
            }),
            Expr::Unary(op, operand) => self.unary(op, operand, context),
            Expr::Binary(op, left, right) => self.binary(op, left, right, context),
            Expr::Cast(operand) => self.grouped(level::UNARY, context, |printer| {
                let ty = type_name(&printer.cfa.types, &printer.cfa.names, exprs.ty(id));
                let _ = write!(printer.out, "({ty})");
                printer.expr_at(operand, level::UNARY, ConstantType::Shown);
            }),
        });
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId, context: u8) {
        let name = match op {
            UnaryOp::Neg => "-",
            UnaryOp::BitNot => "~",
            UnaryOp::FloatAbs => "fabs",
            UnaryOp::FloatSqrt => "sqrt",
            UnaryOp::FloatFloor => "floor",
            UnaryOp::FloatCeil => "ceil",
            UnaryOp::FloatTrunc => "trunc",
            UnaryOp::FloatRound => "round",
            UnaryOp::FloatRint => "rint",
            UnaryOp::IsNan => "isnan",
            UnaryOp::IsInf => "isinf",
            UnaryOp::IsNormal => "isnormal",
            UnaryOp::SignBit => "signbit",
        };
        match op {
            UnaryOp::Neg | UnaryOp::BitNot => self.grouped(level::UNARY, context, |printer| {
                printer.put(name);
                // `- -x` must not become a decrement.
                let signed = matches!(printer.cfa.exprs.expr(operand), Expr::Const(_) | Expr::Unary(..));
                let inner = if signed { level::POSTFIX } else { level::UNARY };
                printer.expr_at(operand, inner, ConstantType::Shown);
            }),
            UnaryOp::FloatAbs
            | UnaryOp::FloatSqrt
            | UnaryOp::FloatFloor
            | UnaryOp::FloatCeil
            | UnaryOp::FloatTrunc
            | UnaryOp::FloatRound
            | UnaryOp::FloatRint
            | UnaryOp::IsNan
            | UnaryOp::IsInf
            | UnaryOp::IsNormal
            | UnaryOp::SignBit => {
                self.put(name);
                self.grouped(level::LOWEST, level::PRIMARY, |printer| {
                    printer.expr_at(operand, level::LOWEST, ConstantType::Shown);
                });
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId, context: u8) {
        let (text, own) = operator(op);
        let constant = if op == BinaryOp::PtrAdd { ConstantType::Implied } else { ConstantType::Shown };
        self.grouped(own, context, |printer| {
            printer.expr_at(left, own, ConstantType::Shown);
            if !printer.is_cut() {
                let _ = write!(printer.out, " {text} ");
                printer.expr_at(right, own + 1, constant);
            }
        });
    }

    fn place_at(&mut self, id: PlaceId, context: u8) {
        if self.is_cut() {
            return;
        }
        let exprs = &self.cfa.exprs;
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match exprs.place(id) {
            Place::Var(var) => push_var(self.cfa, self.scope, var, self.out),
            Place::Deref(pointer) => self.grouped(level::UNARY, context, |printer| {
                printer.put("*");
                printer.expr_at(pointer, level::UNARY, ConstantType::Shown);
            }),
            Place::Field(base, field) => {
                match exprs.place(base) {
                    Place::Deref(pointer) => {
                        self.expr_at(pointer, level::POSTFIX, ConstantType::Shown);
                        self.put("->");
                    }
                    Place::Var(_) | Place::Field(..) | Place::Index(..) => {
                        self.place_at(base, level::POSTFIX);
                        self.put(".");
                    }
                }
                self.member(exprs.place_ty(base), field);
            }
            Place::Index(base, index) => {
                self.place_at(base, level::POSTFIX);
                self.put("[");
                self.expr_at(index, level::LOWEST, ConstantType::Implied);
                self.put("]");
            }
        });
    }

    /// The name of a member; the position, as in `$2`, where it has none.
    fn member(&mut self, record: TypeId, field: u32) {
        let name = match *self.cfa.types.get(record) {
            Type::Record(id) => self.cfa.types.fields(id).get(field as usize).and_then(|field| field.name),
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Function(_) => None,
        };
        match name {
            Some(name) => self.put(self.cfa.names.text(name)),
            None => {
                let _ = write!(self.out, "${field}");
            }
        }
    }
}

/// Appends the name of a variable: `x`, `x#1` for the second `x` of a function, `f::x` for a static local of `f`,
/// `::x` for a static variable hidden by a local.
pub(super) fn push_var(cfa: &Cfa, scope: &Scope, id: VarId, out: &mut String) {
    let var = &cfa.vars[id];
    match (&var.kind, var.function) {
        (VarKind::Static(_), Some(owner)) => {
            out.push_str(cfa.function_name(owner));
            out.push_str("::");
        }
        (VarKind::Static(_), None) if scope.hidden.contains(&var.name) => out.push_str("::"),
        (VarKind::Static(_) | VarKind::Param | VarKind::Local | VarKind::Temp | VarKind::Result, _) => {}
    }
    out.push_str(cfa.names.text(var.name));
    if var.copy > 0 {
        let _ = write!(out, "#{}", var.copy);
    }
}

fn operator(op: BinaryOp) -> (&'static str, u8) {
    match op {
        BinaryOp::Add | BinaryOp::PtrAdd => ("+", level::SUM),
        BinaryOp::Sub | BinaryOp::PtrDiff => ("-", level::SUM),
        BinaryOp::Mul => ("*", level::PRODUCT),
        BinaryOp::Div => ("/", level::PRODUCT),
        BinaryOp::Rem => ("%", level::PRODUCT),
        BinaryOp::Shl => ("<<", level::SHIFT),
        BinaryOp::Shr => (">>", level::SHIFT),
        BinaryOp::BitAnd => ("&", level::BIT_AND),
        BinaryOp::BitOr => ("|", level::BIT_OR),
        BinaryOp::BitXor => ("^", level::BIT_XOR),
        BinaryOp::Eq => ("==", level::EQUALITY),
        BinaryOp::Ne => ("!=", level::EQUALITY),
        BinaryOp::Lt => ("<", level::RELATION),
        BinaryOp::Le => ("<=", level::RELATION),
        BinaryOp::Gt => (">", level::RELATION),
        BinaryOp::Ge => (">=", level::RELATION),
    }
}

fn constant_text(cfa: &Cfa, ty: TypeId, bits: u128, constant: ConstantType) -> String {
    match *cfa.types.get(ty) {
        Type::Int(kind) => {
            let shape = cfa.types.int_kind_shape(kind);
            let number = match (shape.signed, crate::int_value(&cfa.types, ty, bits)) {
                (true, value) => value.to_string(),
                (false, _) => bits.to_string(),
            };
            match (constant, int_notation(kind)) {
                (ConstantType::Implied, _) => number,
                (ConstantType::Shown, Notation::Suffix(suffix)) => format!("{number}{suffix}"),
                (ConstantType::Shown, Notation::Cast) => {
                    format!("({}){number}", super::types::int_name(kind))
                }
            }
        }
        Type::Float(kind) => float_text(kind, bits),
        Type::Pointer(_) if bits == 0 => "NULL".to_owned(),
        Type::Void | Type::Pointer(_) | Type::Array(..) | Type::Record(_) | Type::Function(_) => {
            format!("({}){bits:#x}", type_name(&cfa.types, &cfa.names, ty))
        }
    }
}

enum Notation {
    Suffix(&'static str),
    Cast,
}

fn int_notation(kind: IntKind) -> Notation {
    match kind {
        IntKind::Int => Notation::Suffix(""),
        IntKind::UInt => Notation::Suffix("U"),
        IntKind::Long => Notation::Suffix("L"),
        IntKind::ULong => Notation::Suffix("UL"),
        IntKind::LongLong => Notation::Suffix("LL"),
        IntKind::ULongLong => Notation::Suffix("ULL"),
        IntKind::Bool
        | IntKind::Char
        | IntKind::SChar
        | IntKind::UChar
        | IntKind::Short
        | IntKind::UShort
        | IntKind::Int128
        | IntKind::UInt128
        | IntKind::Bits(_)
        | IntKind::UBits(_) => Notation::Cast,
    }
}
