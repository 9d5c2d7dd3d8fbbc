//! The typed tree as text, for tests and for people.
//!
//! Statements are lines, nested ones indented. Expressions look like C with everything implicit written out: the value in a
//! place is `[place]`, a conversion `(type)e`, the decay of an array `decay(place)`, a constant that is not an `int` carries its
//! type as in `1:unsigned long`. Places look as in C; variables have their names, with their number where two share one.

use super::*;
use crate::elab::with_stack;
use cfa::dump::{declaration, type_name};
use std::fmt::Write as _;

/// A body with the program it belongs to.
struct Printer<'a> {
    program: &'a Program,
    names: &'a Interner,
    body: &'a Body,
    out: String,
}

/// The text of a function with its body.
pub fn function(program: &Program, names: &Interner, function: FunctionId, body: &Body) -> String {
    let mut printer = Printer { program, names, body, out: String::new() };
    let entry = &program.functions[function];
    let head = declaration(&program.types, names, entry.ty, names.text(entry.name));
    let params: Vec<String> = body.params.iter().map(|&param| printer.local(param)).collect();
    let _ = writeln!(printer.out, "{head} [{}]", params.join(", "));
    if let Some(root) = body.root {
        printer.stmt(root, 1);
    }
    printer.out
}

/// The text of the initialiser of a static object.
pub fn static_init(
    program: &Program,
    names: &Interner,
    global: GlobalId,
    body: &Body,
    init: Initialiser,
) -> String {
    let mut printer = Printer { program, names, body, out: String::new() };
    let entry = &program.globals[global];
    let head = declaration(&program.types, names, entry.ty, names.text(entry.name));
    let init = printer.initialiser(init);
    let _ = writeln!(printer.out, "{head} = {init}");
    printer.out
}

/// The functions and static objects of a program, one a line.
pub fn program(program: &Program, names: &Interner) -> String {
    let mut out = String::new();
    for function in &program.functions {
        let linkage = linkage_word(function.linkage);
        let head = declaration(&program.types, names, function.ty, names.text(function.name));
        let mut words = vec![if function.defined { "defined" } else { "undefined" }];
        words.extend(function.implicit.then_some("implicit"));
        words.extend(function.noreturn.then_some("noreturn"));
        let _ = writeln!(out, "{linkage} {head}: {}", words.join(", "));
    }
    for global in &program.globals {
        let linkage = linkage_word(global.linkage);
        let head = declaration(&program.types, names, global.ty, names.text(global.name));
        let definition = match &global.definition {
            Definition::Extern => "extern".to_owned(),
            Definition::Tentative => "zero".to_owned(),
            Definition::Initialised => "initialised".to_owned(),
            Definition::Bytes(bytes) => format!("\"{}\"", bytes.escape_ascii()),
        };
        let owner = global.owner.map(|owner| format!(" in {}", names.text(program.functions[owner].name)));
        let taken = if global.address_taken { ", address taken" } else { "" };
        let _ = writeln!(out, "{linkage} {head}: {definition}{}{taken}", owner.unwrap_or_default());
    }
    out
}

fn linkage_word(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "external",
        Linkage::Internal => "internal",
        Linkage::None => "nameless",
    }
}

impl Printer<'_> {
    fn line(&mut self, indent: usize, text: &str) {
        // Deeper nesting is not shown: the text would grow with the square of the depth.
        let _ = writeln!(self.out, "{:1$}{text}", "", indent.min(40) * 2);
    }

    fn ty(&self, ty: TypeId) -> String {
        type_name(&self.program.types, self.names, ty)
    }

    /// A variable's name, with its number where another one has the same.
    fn local(&self, local: LocalId) -> String {
        let name = self.body.locals[local].name;
        let shared = self.body.locals.iter().filter(|other| other.name == name).count() > 1;
        let text = self.names.text(name);
        if shared { format!("{text}'{}", local.0) } else { text.to_owned() }
    }

    fn label(&self, label: LabelId) -> String {
        self.names.text(self.body.labels[label].name).to_owned()
    }

    fn stmt(&mut self, id: StmtId, indent: usize) {
        with_stack(|| self.stmt_node(id, indent));
    }

    fn stmt_node(&mut self, id: StmtId, indent: usize) {
        match self.body.stmts[id].kind {
            StmtKind::Block(stmts, locals) => {
                let body = self.body;
                self.line(indent, "{");
                for &local in locals.of(&body.pools.locals) {
                    let name = self.local(local);
                    let text = declaration(&self.program.types, self.names, body.locals[local].ty, &name);
                    let taken = if body.locals[local].address_taken { " (address taken)" } else { "" };
                    self.line(indent + 1, &format!("var {text}{taken}"));
                }
                for &stmt in stmts.of(&body.pools.stmts) {
                    self.stmt(stmt, indent + 1);
                }
                self.line(indent, "}");
            }
            StmtKind::If(condition, then, otherwise) => {
                let text = format!("if {}", self.expr(condition));
                self.line(indent, &text);
                self.stmt(then, indent + 1);
                if let Some(otherwise) = otherwise {
                    self.line(indent, "else");
                    self.stmt(otherwise, indent + 1);
                }
            }
            StmtKind::Switch { value, cases, default, body } => {
                let cases = cases.of(&self.body.pools.cases).iter().map(|case| match case.low == case.high {
                    true => format!("{} -> {}", case.low, case.id),
                    false => format!("{} ... {} -> {}", case.low, case.high, case.id),
                });
                let mut cases: Vec<String> = cases.collect();
                cases.extend(default.map(|id| format!("default -> {id}")));
                let text = format!("switch {} [{}]", self.expr(value), cases.join(", "));
                self.line(indent, &text);
                self.stmt(body, indent + 1);
            }
            StmtKind::While(condition, body) => {
                let text = format!("while {}", self.expr(condition));
                self.line(indent, &text);
                self.stmt(body, indent + 1);
            }
            StmtKind::DoWhile(body, condition) => {
                self.line(indent, "do");
                self.stmt(body, indent + 1);
                let text = format!("while {}", self.expr(condition));
                self.line(indent, &text);
            }
            StmtKind::For(init, condition, step, body) => {
                self.line(indent, "for");
                if let Some(init) = init {
                    self.stmt(init, indent + 2);
                }
                let condition = condition.map_or_else(String::new, |condition| self.expr(condition));
                let step = step.map_or_else(String::new, |step| self.expr(step));
                self.line(indent + 1, &format!("; {condition}; {step}"));
                self.stmt(body, indent + 1);
            }
            other => {
                let text = self.simple(other);
                self.line(indent, &text);
            }
        }
    }

    /// A statement of one line.
    fn simple(&self, kind: StmtKind) -> String {
        match kind {
            StmtKind::Declare(local) => format!("declare {}", self.local(local)),
            StmtKind::Init(local, init) => format!("init {} = {}", self.local(local), self.initialiser(init)),
            StmtKind::SetVlaLength(vla, length) => format!("length {vla} = {}", self.expr(length)),
            StmtKind::Expr(expr) => self.outermost(expr),
            StmtKind::Case(case) => format!("{case}:"),
            StmtKind::Label(label) => format!("{}:", self.label(label)),
            StmtKind::Goto(label) => format!("goto {}", self.label(label)),
            StmtKind::GotoComputed(target) => format!("goto *{}", self.expr(target)),
            StmtKind::Break => "break".to_owned(),
            StmtKind::Continue => "continue".to_owned(),
            StmtKind::Return(None) => "return".to_owned(),
            StmtKind::Return(Some(value)) => format!("return {}", self.expr(value)),
            StmtKind::Asm { outputs, inputs, effect } => {
                format!("asm {:?} out ({}) in ({})", effect, self.list(outputs), self.list(inputs))
            }
            StmtKind::Unsupported(feature) => format!("unsupported {}", self.names.text(feature)),
            StmtKind::Empty
            | StmtKind::Block(..)
            | StmtKind::If(..)
            | StmtKind::Switch { .. }
            | StmtKind::While(..)
            | StmtKind::DoWhile(..)
            | StmtKind::For(..) => ";".to_owned(),
        }
    }

    fn list(&self, list: IdRange<ExprId>) -> String {
        let texts: Vec<String> =
            list.of(&self.body.pools.exprs).iter().map(|&expr| self.expr(expr)).collect();
        texts.join(", ")
    }

    fn initialiser(&self, init: Initialiser) -> String {
        let items = init.items.of(&self.body.pools.init_items);
        let texts: Vec<String> = items
            .iter()
            .map(|item| {
                let mut path = String::new();
                for step in item.path.of(&self.body.pools.steps) {
                    let _ = match step {
                        Step::Field(field) => write!(path, ".{field}"),
                        Step::Index(index) => write!(path, "[{index}]"),
                    };
                }
                let value = self.expr(item.value);
                if path.is_empty() { value } else { format!("{path} = {value}") }
            })
            .collect();
        match init.rest {
            Rest::None => texts.join(", "),
            Rest::Zero => format!("{{{}}}", texts.join(", ")),
        }
    }

    /// An expression that needs no parentheses around it.
    fn outermost(&self, id: ExprId) -> String {
        match self.body.exprs[id].kind {
            ExprKind::Assign(place, value) => format!("{} = {}", self.expr(place), self.expr(value)),
            ExprKind::CompoundAssign { op, place, value, compute } => {
                let (place, value) = (self.expr(place), self.expr(value));
                format!("{place} {}= {value} as {}", binary_word(op), self.ty(compute))
            }
            _ => self.expr(id),
        }
    }

    fn expr(&self, id: ExprId) -> String {
        with_stack(|| self.expr_node(id))
    }

    fn expr_node(&self, id: ExprId) -> String {
        let Expr { kind, ty, .. } = self.body.exprs[id];
        match kind {
            ExprKind::Local(local) => self.local(local),
            ExprKind::Global(global) => self.names.text(self.program.globals[global].name).to_owned(),
            ExprKind::Deref(pointer) => format!("*{}", self.expr(pointer)),
            ExprKind::Member(base, field) => format!("{}.{}", self.expr(base), self.field(base, field)),
            ExprKind::Index(base, index) => format!("{}[{}]", self.expr(base), self.expr(index)),
            ExprKind::CompoundLiteral(local, init) => {
                format!("literal({} = {})", self.local(local), self.initialiser(init))
            }
            ExprKind::Const(bits) => self.constant(bits.get(), ty),
            ExprKind::Load(place) => format!("[{}]", self.expr(place)),
            ExprKind::AddressOf(place) => format!("&{}", self.expr(place)),
            ExprKind::ArrayToPointer(place) => format!("decay({})", self.expr(place)),
            ExprKind::Function(function) => self.names.text(self.program.functions[function].name).to_owned(),
            ExprKind::LabelAddress(label) => format!("&&label{}", label.0),
            ExprKind::Cast(operand) => format!("({}){}", self.ty(ty), self.expr(operand)),
            ExprKind::Unary(op, operand) => format!("{}({})", unary_word(op), self.expr(operand)),
            ExprKind::Binary(op, left, right) => {
                format!("({} {} {})", self.expr(left), binary_word(op), self.expr(right))
            }
            ExprKind::LogicalAnd(left, right) => format!("({} && {})", self.expr(left), self.expr(right)),
            ExprKind::LogicalOr(left, right) => format!("({} || {})", self.expr(left), self.expr(right)),
            ExprKind::Conditional(condition, then, otherwise) => {
                format!("({} ? {} : {})", self.expr(condition), self.expr(then), self.expr(otherwise))
            }
            ExprKind::ConditionalElse(condition, otherwise) => {
                format!("({} ?: {})", self.expr(condition), self.expr(otherwise))
            }
            ExprKind::Comma(left, right) => format!("({}, {})", self.expr(left), self.expr(right)),
            ExprKind::Assign(..) | ExprKind::CompoundAssign { .. } => format!("({})", self.outermost(id)),
            ExprKind::Step { op, place, value, compute, fix } => {
                let (place, value) = (self.expr(place), self.expr(value));
                let fix = match fix {
                    Fix::Pre => "pre",
                    Fix::Post => "post",
                };
                format!("{fix}({place} {}= {value} as {})", binary_word(op), self.ty(compute))
            }
            ExprKind::Call(callee, args) => {
                let callee = match callee {
                    Callee::Direct(function) => {
                        self.names.text(self.program.functions[function].name).to_owned()
                    }
                    Callee::Pointer(pointer) => format!("(*{})", self.expr(pointer)),
                };
                format!("{callee}({})", self.list(args))
            }
            ExprKind::Builtin(builtin, args) => format!("{builtin:?}({}):{}", self.list(args), self.ty(ty)),
            ExprKind::StmtExpr(block, value) => {
                let mut inner = Printer { out: String::new(), ..*self };
                inner.stmt(block, 0);
                let block: Vec<&str> = inner.out.lines().map(str::trim).collect();
                let value = value.map_or_else(String::new, |value| self.expr(value));
                format!("({} {value})", block.join(" "))
            }
            ExprKind::SizeofVla(ty) => format!("sizeof({})", self.ty(ty)),
        }
    }

    fn field(&self, base: ExprId, field: u32) -> String {
        let name = match *self.program.types.get(self.body.exprs[base].ty) {
            cfa::Type::Record(record) => {
                self.program.types.fields(record).get(field as usize).and_then(|field| field.name)
            }
            _ => None,
        };
        name.map_or_else(|| field.to_string(), |name| self.names.text(name).to_owned())
    }

    fn constant(&self, bits: u128, ty: TypeId) -> String {
        let types = &self.program.types;
        match *types.get(ty) {
            cfa::Type::Float(kind) => cfa::dump::float_text(kind, bits),
            _ if ty == TypeId::INT => cfa::int_value(types, ty, bits).to_string(),
            _ => format!("{}:{}", cfa::int_value(types, ty, bits), self.ty(ty)),
        }
    }
}

fn unary_word(op: UnaryOp) -> &'static str {
    match op {
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
    }
}

fn binary_word(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::PtrAdd => "+p",
        BinaryOp::PtrDiff => "-p",
    }
}
