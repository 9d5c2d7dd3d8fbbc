//! Expressions in the dump.

use super::*;

impl Dumper<'_> {
    pub(super) fn expr(&mut self, id: ExprId) {
        let Expr { kind, span } = self.ast.exprs[id];
        let number = |suffix: &str| format!("{} ({suffix})", self.map.snippet(span));
        match kind {
            ExprKind::Ident(name) => self.leaf("Ident", self.name(name).to_owned()),
            ExprKind::Int(literal) => self.leaf("Int", integer(literal)),
            ExprKind::Float(suffix) => self.leaf("Float", number(float_suffix(suffix))),
            ExprKind::Imaginary(part) => self.leaf("Imaginary", number(&imaginary(part))),
            ExprKind::Char(literal) => self.leaf(
                "Char",
                format!("{} {}", prefix(literal.prefix), literal.value).trim_start().to_owned(),
            ),
            ExprKind::Str(string) => self.leaf("String", self.string_text(string)),
            ExprKind::LabelAddress(label) => self.leaf("LabelAddress", self.name(label).to_owned()),
            ExprKind::Unary(op, operand) => self.node("Unary", unary(op), &[operand]),
            ExprKind::Binary(op, left, right) => self.node("Binary", binary(op), &[left, right]),
            ExprKind::Assign(op, left, right) => {
                let text = format!("{}=", op.map_or("", binary));
                self.node("Assign", &text, &[left, right]);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.node("Conditional", "", &[condition]);
                if let Some(then) = then {
                    self.expr_child("then", then);
                }
                self.expr_child("else", otherwise);
            }
            ExprKind::Cast(name, operand) => {
                self.typed("Cast", name);
                self.expr_child("", operand);
            }
            ExprKind::CompoundLiteral(name, init) => {
                self.typed("CompoundLiteral", name);
                self.child("", Node::Init(init));
            }
            ExprKind::SizeofExpr(operand) => self.node("SizeofExpr", "", &[operand]),
            ExprKind::SizeofType(name) => self.typed("SizeofType", name),
            ExprKind::AlignofExpr(operand) => self.node("AlignofExpr", "", &[operand]),
            ExprKind::AlignofType(name) => self.typed("AlignofType", name),
            ExprKind::Call(callee, args) => {
                self.node("Call", "", &[]);
                self.expr_child("callee", callee);
                self.expr_children(args);
            }
            ExprKind::Index(base, index) => self.node("Index", "", &[base, index]),
            ExprKind::Member(base, name) => self.node("Member", &format!(".{}", self.name(name)), &[base]),
            ExprKind::Arrow(base, name) => self.node("Arrow", &format!("->{}", self.name(name)), &[base]),
            ExprKind::StmtExpr(body) => {
                self.write("StmtExpr");
                self.stmt_child("", body);
            }
            ExprKind::VaArg(list, name) => {
                self.typed("VaArg", name);
                self.expr_child("", list);
            }
            ExprKind::ConvertVector(vector, name) => {
                self.typed("ConvertVector", name);
                self.expr_child("", vector);
            }
            ExprKind::Offsetof(name, designators) => {
                self.typed("Offsetof", name);
                self.designators(designators);
            }
            ExprKind::TypesCompatible(first, second) => {
                self.typed("TypesCompatible", first);
                self.child("", Node::TypeName(second));
            }
            ExprKind::Choose(three) => {
                self.write("Choose");
                self.expr_children(three);
            }
            ExprKind::Generic(selector, associations) => {
                self.node("Generic", "", &[selector]);
                for &association in self.ast.association_list(associations) {
                    self.child("", Node::Association(association));
                }
            }
        }
        self.place(span);
    }

    pub(super) fn association(&mut self, association: GenericAssociation) {
        self.write("Association");
        match association.ty {
            Some(name) => self.child("", Node::TypeName(name)),
            None => self.write(" default"),
        }
        self.expr_child("", association.expr);
    }

    fn expr_children(&mut self, list: IdRange<ExprId>) {
        for &id in self.ast.expr_list(list) {
            self.expr_child("", id);
        }
    }

    fn leaf(&mut self, kind: &str, text: String) {
        let _ = write!(self.out, "{kind} {text}");
    }

    fn node(&mut self, kind: &str, text: &str, children: &[ExprId]) {
        self.write(kind);
        if !text.is_empty() {
            let _ = write!(self.out, " {text}");
        }
        for &child in children {
            self.expr_child("", child);
        }
    }

    fn typed(&mut self, kind: &str, name: TypeNameId) {
        self.write(kind);
        self.child("", Node::TypeName(name));
    }
}

fn integer(literal: IntLit) -> String {
    let unsigned = if literal.unsigned { "u" } else { "" };
    let longs = "l".repeat(usize::from(literal.longs));
    let base = if literal.decimal || literal.value == 0 { "" } else { " (not decimal)" };
    format!("{}{unsigned}{longs}{base}", literal.value)
}

fn imaginary(part: ImaginaryPart) -> String {
    match part {
        ImaginaryPart::Int(literal) => integer(literal),
        ImaginaryPart::Float(suffix) => float_suffix(suffix).to_owned(),
    }
}

fn float_suffix(suffix: FloatSuffix) -> &'static str {
    match suffix {
        FloatSuffix::Double => "double",
        FloatSuffix::Float => "float",
        FloatSuffix::LongDouble => "long double",
        FloatSuffix::Float128 => "__float128",
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
        UnaryOp::Deref => "*",
        UnaryOp::AddressOf => "&",
        UnaryOp::PreIncrement => "++_",
        UnaryOp::PreDecrement => "--_",
        UnaryOp::PostIncrement => "_++",
        UnaryOp::PostDecrement => "_--",
        UnaryOp::Real => "__real__",
        UnaryOp::Imag => "__imag__",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Comma => ",",
    }
}
