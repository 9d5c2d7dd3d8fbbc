//! Operations: one line of text each.

use super::expr::{Printer, Scope};
use crate::{AllocContent, AllocStorage, Cfa, ExprId, HaltKind, Op, Origin, Overlap, PlaceId, Side, VarId};

/// The text of an expression, without regard to names that a function hides.
pub fn expression(cfa: &Cfa, id: ExprId) -> String {
    let mut out = String::new();
    Printer::new(cfa, &Scope::default(), &mut out).expr(id);
    out
}

/// The text of a place, without regard to names that a function hides.
pub fn place(cfa: &Cfa, id: PlaceId) -> String {
    let mut out = String::new();
    Printer::new(cfa, &Scope::default(), &mut out).place(id);
    out
}

/// The text of an operation, without regard to names that a function hides.
pub fn operation(cfa: &Cfa, op: &Op) -> String {
    let mut out = String::new();
    push_op(cfa, &Scope::default(), op, &mut out);
    out
}

/// Appends the text of an operation.
pub(super) fn push_op(cfa: &Cfa, scope: &Scope, op: &Op, out: &mut String) {
    let mut printer = Printer::new(cfa, scope, out);
    match op {
        Op::Nop => printer.put("nop"),
        Op::Assume { condition, side } => printer.assume(*condition, *side),
        Op::Assign { place, value } => {
            printer.target(Some(*place));
            printer.value(*value);
        }
        Op::Zero { place } => {
            printer.target(Some(*place));
            printer.put("zero");
        }
        Op::Havoc { place, origin } => {
            printer.target(Some(*place));
            printer.nondet(*origin);
        }
        Op::InitStatic(var) => printer.verb("init", *var),
        Op::Declare(var) => printer.verb("declare", *var),
        Op::EndLifetime(var) => printer.verb("end", *var),
        Op::Call(call) => {
            let call = &cfa.calls[*call];
            printer.put("call ");
            printer.target(call.place);
            printer.application(cfa.function_name(call.callee), &call.args);
        }
        Op::Return(_) => printer.put("return"),
        Op::External { function, args, place } => {
            printer.put("external ");
            printer.target(*place);
            printer.application(cfa.function_name(*function), args);
        }
        Op::UnknownCall { pointer, args, place } => {
            printer.put("unknown ");
            printer.target(*place);
            printer.put("(*");
            printer.operand(*pointer);
            printer.application(")", args);
        }
        Op::Allocate { .. }
        | Op::Free { .. }
        | Op::MemoryCopy { .. }
        | Op::MemorySet { .. }
        | Op::ObjectSize { .. } => {
            printer.memory(op);
        }
        Op::Halt(kind) => printer.halt(*kind),
        Op::Unsupported { feature } => {
            printer.put("unsupported ");
            printer.put(cfa.names.text(*feature));
        }
    }
}

impl Printer<'_> {
    fn assume(&mut self, condition: ExprId, side: Side) {
        match side {
            Side::Then => {
                self.put("[");
                self.expr(condition);
            }
            Side::Else => {
                self.put("[!");
                self.operand(condition);
            }
        }
        self.put("]");
    }

    /// `place = `, where there is a place.
    fn target(&mut self, place: Option<PlaceId>) {
        if let Some(place) = place {
            self.place(place);
            self.put(" = ");
        }
    }

    /// `name(arguments)`
    fn application(&mut self, name: &str, args: &[ExprId]) {
        self.put(name);
        self.put("(");
        self.list(args);
        self.put(")");
    }

    fn verb(&mut self, verb: &str, var: VarId) {
        self.put(verb);
        self.put(" ");
        self.var(var);
    }

    fn nondet(&mut self, origin: Origin) {
        let (kind, function) = match origin {
            Origin::Nondet(function) => ("", Some(function)),
            Origin::Argument => ("argument", None),
            Origin::Input => ("input", None),
            Origin::Order => ("order", None),
            Origin::Environment => ("environment", None),
            Origin::Asm => ("asm", None),
            Origin::Library(function) => ("library ", Some(function)),
        };
        self.put("nondet(");
        self.put(kind);
        if let Some(function) = function {
            self.function(function);
        }
        self.put(")");
    }

    fn memory(&mut self, op: &Op) {
        match *op {
            Op::Allocate { place, size, storage, content } => {
                self.target(Some(place));
                self.put(match storage {
                    AllocStorage::Heap => "allocate(heap, ",
                    AllocStorage::Stack => "allocate(stack, ",
                });
                self.put(match content {
                    AllocContent::Indeterminate => "indeterminate, ",
                    AllocContent::Zero => "zero, ",
                });
                self.expr(size);
                self.put(")");
            }
            Op::Free { pointer } => self.application("free", &[pointer]),
            Op::MemoryCopy { target, source, size, overlap } => {
                let name = match overlap {
                    Overlap::Allowed => "memory_move",
                    Overlap::Undefined => "memory_copy",
                };
                self.application(name, &[target, source, size]);
            }
            Op::MemorySet { target, value, size } => self.application("memory_set", &[target, value, size]),
            Op::ObjectSize { place, pointer } => {
                self.target(Some(place));
                self.application("object_size", &[pointer]);
            }
            Op::Nop
            | Op::Assume { .. }
            | Op::Assign { .. }
            | Op::Zero { .. }
            | Op::Havoc { .. }
            | Op::InitStatic(_)
            | Op::Declare(_)
            | Op::EndLifetime(_)
            | Op::Call(_)
            | Op::Return(_)
            | Op::External { .. }
            | Op::UnknownCall { .. }
            | Op::Halt(_)
            | Op::Unsupported { .. } => {}
        }
    }

    fn halt(&mut self, kind: HaltKind) {
        match kind {
            HaltKind::Exit(Some(status)) => self.application("halt exit", &[status]),
            HaltKind::Exit(None) => self.put("halt exit"),
            HaltKind::Abort => self.put("halt abort"),
            HaltKind::Unreachable => self.put("halt unreachable"),
        }
    }
}
