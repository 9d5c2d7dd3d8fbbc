//! The whole program, and single functions, as text.

use super::expr::{Printer, Scope, push_var};
use super::op::push_op;
use super::types::{declaration, function_declaration};
use crate::structure::LoopEntries;
use crate::{
    AddressTaken, Cfa, Edge, EdgeId, ExprId, FunctionId, LocationId, Place, PlaceId, StaticInit, Transfer,
    Type, Var, VarId, VarKind,
};
use source::{SourceMap, Span};
use std::fmt::Write as _;

/// Column at which comments begin, if the line is not longer.
const COMMENT_COLUMN: usize = 60;

/// Whether a dump shows the numbers of locations and edges in the whole automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalIds {
    /// Only the numbers within the function.
    Hidden,
    /// Both, as in `L3: x = 1 -> L4    // line 5, location 107, e201`.
    Shown,
}

/// The whole program: static variables, functions in order, assumptions.
pub fn text(cfa: &Cfa, map: &SourceMap) -> String {
    text_with(cfa, map, GlobalIds::Hidden)
}

/// The whole program, with or without global numbers.
pub fn text_with(cfa: &Cfa, map: &SourceMap, ids: GlobalIds) -> String {
    let mut dump = Dump { cfa, map, ids, out: String::new() };
    dump.statics();
    for function in cfa.functions.indices() {
        dump.separate();
        dump.function(function);
    }
    dump.assumptions();
    dump.out
}

/// One function.
pub fn function_text(cfa: &Cfa, map: &SourceMap, function: FunctionId) -> String {
    let mut dump = Dump { cfa, map, ids: GlobalIds::Hidden, out: String::new() };
    dump.function(function);
    dump.out
}

struct Dump<'a> {
    cfa: &'a Cfa,
    map: &'a SourceMap,
    ids: GlobalIds,
    out: String,
}

impl Dump<'_> {
    /// A blank line between what was printed and what follows.
    fn separate(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    fn statics(&mut self) {
        for (id, var) in self.cfa.vars.iter_enumerated() {
            if let VarKind::Static(init) = &var.kind {
                let start = self.out.len();
                self.out.push_str("static ");
                self.declare(&Scope::default(), id);
                self.static_value(init);
                self.out.push(';');
                self.comment(start, &[self.position(var.span), address_taken(var)]);
            }
        }
    }

    fn static_value(&mut self, init: &StaticInit) {
        match init {
            StaticInit::Zero => self.out.push_str(" = zero"),
            StaticInit::Bytes(bytes) | StaticInit::Literal(bytes) => {
                let _ = write!(self.out, " = \"{}\"", bytes.escape_ascii());
            }
            StaticInit::Items(items) => self.static_items(items),
            StaticInit::Undefined => self.out.push_str(" = nondet(extern)"),
        }
    }

    fn static_items(&mut self, items: &[(PlaceId, ExprId)]) {
        let scope = Scope::default();
        let mut printer = Printer::new(self.cfa, &scope, &mut self.out);
        if let [(place, value)] = *items
            && let Place::Var(_) = self.cfa.exprs.place(place)
        {
            printer.put(" = ");
            return printer.value(value);
        }
        printer.put(" = {");
        for (position, &(place, value)) in items.iter().enumerate() {
            printer.put(if position > 0 { ", " } else { " " });
            printer.place(place);
            printer.put(" = ");
            printer.value(value);
        }
        printer.put(" }");
    }

    /// The declaration of a variable, without semicolon.
    fn declare(&mut self, scope: &Scope, id: VarId) {
        let mut name = String::new();
        push_var(self.cfa, scope, id, &mut name);
        self.out.push_str(&declaration(&self.cfa.types, &self.cfa.names, self.cfa.vars[id].ty, &name));
    }

    fn function(&mut self, id: FunctionId) {
        let function = &self.cfa.functions[id];
        let scope = Scope::of(self.cfa, id);
        let start = self.out.len();
        self.signature(id);
        let Some(body) = function.body else {
            self.out.push(';');
            self.comment(start, &[self.position(function.span), "no body".to_owned()]);
            return;
        };
        self.comment(start, &[self.position(function.span)]);
        for &local in &function.locals {
            self.local(&scope, local, function.span);
        }
        for &location in self.cfa.structure().locations(id) {
            self.location(&scope, location, location == body.exit, function.span);
        }
    }

    fn signature(&mut self, id: FunctionId) {
        let function = &self.cfa.functions[id];
        let name = self.cfa.names.text(function.name);
        let params: Vec<&str> =
            function.params.iter().map(|&param| self.cfa.names.text(self.cfa.vars[param].name)).collect();
        let text = match self.cfa.types.get(function.ty) {
            Type::Function(signature) => {
                function_declaration(&self.cfa.types, &self.cfa.names, signature, name, &params)
            }
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_) => declaration(&self.cfa.types, &self.cfa.names, function.ty, name),
        };
        self.out.push_str(&text);
    }

    fn local(&mut self, scope: &Scope, id: VarId, context: Span) {
        let var = &self.cfa.vars[id];
        let kind = match var.kind {
            VarKind::Static(_) => "static",
            VarKind::Param => "param",
            VarKind::Local => "local",
            VarKind::Temp => "temp",
            VarKind::Result => "result",
        };
        let start = self.out.len();
        let _ = write!(self.out, "    {kind} ");
        self.declare(scope, id);
        self.out.push(';');
        self.comment(start, &[self.line(var.span, context), address_taken(var)]);
    }

    fn location(&mut self, scope: &Scope, location: LocationId, exit: bool, context: Span) {
        let label = format!("L{}:", self.cfa.structure().position(location));
        let edges = self.cfa.outgoing(location);
        if edges.is_empty() {
            let start = self.out.len();
            let _ = write!(self.out, "{label} {}", if exit { "exit" } else { "end" });
            self.comment(start, &[self.global_location(location)]);
        }
        for (position, &edge) in edges.iter().enumerate() {
            let start = self.out.len();
            if position == 0 {
                let _ = write!(self.out, "{label} ");
            } else {
                let _ = write!(self.out, "{:1$} ", "", label.len());
            }
            if exit && position == 0 {
                self.out.push_str("exit, ");
            }
            self.edge(scope, &self.cfa.edges[edge]);
            let line = self.line(self.cfa.edges[edge].span, context);
            let head = if position == 0 { self.loop_head(location) } else { String::new() };
            self.comment(start, &[line, head, self.global_location(location), self.global_edge(edge)]);
        }
    }

    fn edge(&mut self, scope: &Scope, edge: &Edge) {
        push_op(self.cfa, scope, &edge.op, &mut self.out);
        let target = self.cfa.structure().position(edge.to);
        let function = |location: LocationId| self.cfa.function_name(self.cfa.locations[location].function);
        let _ = match edge.op.transfer() {
            Transfer::Within => write!(self.out, " -> L{target}"),
            Transfer::Call(call) => {
                let back = self.cfa.edges[self.cfa.calls[call].return_edge].to;
                let back = self.cfa.structure().position(back);
                write!(self.out, " -> {}.L{target}, back at L{back}", function(edge.to))
            }
            Transfer::Return(_) => write!(self.out, " to {}.L{target}", function(edge.to)),
        };
    }

    fn assumptions(&mut self) {
        if self.cfa.assumptions.is_empty() {
            return;
        }
        self.separate();
        for assumption in &self.cfa.assumptions {
            let start = self.out.len();
            let _ = write!(self.out, "assumption: {}", assumption.text);
            self.comment(start, &[self.position(assumption.span)]);
        }
    }

    /// Ends the line that began at `start` with a comment of the remarks that are not empty.
    fn comment(&mut self, start: usize, remarks: &[String]) {
        let remarks: Vec<&str> =
            remarks.iter().map(String::as_str).filter(|remark| !remark.is_empty()).collect();
        if !remarks.is_empty() {
            let width = self.out[start..].chars().count();
            let padding = COMMENT_COLUMN.saturating_sub(width).max(1);
            let _ = write!(self.out, "{:padding$}// {}", "", remarks.join(", "));
        }
        self.out.push('\n');
    }

    /// `file.c:12`
    fn position(&self, span: Span) -> String {
        match self.map.location(span.lo) {
            Some(at) if !span.is_none() => format!("{}:{}", at.file, at.line),
            Some(_) | None => String::new(),
        }
    }

    /// `line 12`, or `file.c:12` where it is not the file of `context`.
    fn line(&self, span: Span, context: Span) -> String {
        if span.is_none() {
            return String::new();
        }
        match (self.map.location(span.lo), self.map.location(context.lo)) {
            (Some(at), Some(around)) if at.file == around.file => format!("line {}", at.line),
            (Some(_) | None, _) => self.position(span),
        }
    }

    fn loop_head(&self, location: LocationId) -> String {
        let structure = self.cfa.structure();
        match structure.innermost_loop(location).map(|id| structure.loops()[id]) {
            Some(found) if found.head == location => match found.entries {
                LoopEntries::Head => "loop head".to_owned(),
                LoopEntries::Several => "loop head, irreducible".to_owned(),
            },
            Some(_) | None => String::new(),
        }
    }

    fn global_location(&self, location: LocationId) -> String {
        match self.ids {
            GlobalIds::Hidden => String::new(),
            GlobalIds::Shown => format!("location {}", location.0),
        }
    }

    fn global_edge(&self, edge: EdgeId) -> String {
        match self.ids {
            GlobalIds::Hidden => String::new(),
            GlobalIds::Shown => edge.to_string(),
        }
    }
}

fn address_taken(var: &Var) -> String {
    match var.address_taken {
        AddressTaken::No => String::new(),
        AddressTaken::Yes => "address taken".to_owned(),
    }
}
