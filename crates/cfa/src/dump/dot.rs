//! The automaton as a drawing, in the language of Graphviz.
//!
//! Each function is a cluster; its entry and exit have double and bold circles, loop heads are boxes. Edges carry their
//! operation and line; the two sides of a branch are green and red, calls and returns are dashed and lead to the
//! other cluster, and a dotted edge steps over a call so that each cluster can be read alone. The numbers of
//! locations are those of the text dump; the tooltip of a node is its global number.

use super::expr::Scope;
use super::op::push_op;
use crate::{Cfa, Edge, FunctionId, LocationId, Op, Side, Transfer};
use source::SourceMap;
use std::fmt::Write as _;

/// Characters after which the label of an edge is cut, visibly: drawings have no room.
const LABEL_LIMIT: usize = 120;

/// The whole program.
pub fn dot(cfa: &Cfa, map: &SourceMap) -> String {
    let mut out = String::from(
        "digraph cfa {\n  node [shape=circle, fontname=\"Helvetica\"];\n  edge [fontname=\"Courier\", fontsize=10];\n",
    );
    for (id, function) in cfa.functions.iter_enumerated() {
        if function.body.is_some() {
            cluster(cfa, map, id, &mut out);
        }
    }
    for edge in &cfa.edges {
        match edge.op.transfer() {
            Transfer::Within => {}
            Transfer::Call(_) => link(edge, "style=dashed, color=blue, constraint=false", &mut out),
            Transfer::Return(_) => link(edge, "style=dashed, color=gray, constraint=false", &mut out),
        }
    }
    out.push_str("}\n");
    out
}

fn cluster(cfa: &Cfa, map: &SourceMap, function: FunctionId, out: &mut String) {
    let name = quoted(cfa.function_name(function));
    let _ = writeln!(out, "  subgraph cluster_{} {{\n    label={name};", function.0);
    let structure = cfa.structure();
    for &location in structure.locations(function) {
        node(cfa, function, location, out);
    }
    let scope = Scope::of(cfa, function);
    for &location in structure.locations(function) {
        for (id, to) in cfa.successors_within(location) {
            let edge = &cfa.edges[id];
            let style = match edge.op {
                Op::Assume { side: Side::Then, .. } => ", color=darkgreen",
                Op::Assume { side: Side::Else, .. } => ", color=red",
                Op::Call(_) => ", style=dotted",
                _ => "",
            };
            let label = quoted(&label(cfa, map, &scope, edge));
            let _ = writeln!(out, "    L{} -> L{} [label={label}{style}];", location.0, to.0);
        }
    }
    out.push_str("  }\n");
}

fn node(cfa: &Cfa, function: FunctionId, location: LocationId, out: &mut String) {
    let body = cfa.functions[function].body;
    let structure = cfa.structure();
    let mut style = String::new();
    if structure.is_loop_head(location) {
        style.push_str(", shape=box, style=filled, fillcolor=lightyellow");
    }
    if body.is_some_and(|body| body.entry == location) {
        style.push_str(", peripheries=2");
    }
    if body.is_some_and(|body| body.exit == location) {
        style.push_str(", penwidth=3");
    }
    let (number, id) = (structure.position(location), location.0);
    let _ = writeln!(out, "    L{id} [label=\"L{number}\", tooltip=\"location {id}\"{style}];");
}

/// The operation, and the line below it.
fn label(cfa: &Cfa, map: &SourceMap, scope: &Scope, edge: &Edge) -> String {
    let mut text = String::new();
    push_op(cfa, scope, &edge.op, &mut text);
    if let Some((end, _)) = text.char_indices().nth(LABEL_LIMIT) {
        text.truncate(end);
        text.push_str("...");
    }
    if !edge.span.is_none()
        && let Some(at) = map.location(edge.span.lo)
    {
        let _ = write!(text, "\n{}:{}", at.file, at.line);
    }
    text
}

fn link(edge: &Edge, style: &str, out: &mut String) {
    let _ = writeln!(out, "  L{} -> L{} [{style}];", edge.from.0, edge.to.0);
}

/// A quoted string of the dot language. A backslash would begin one of its escape sequences.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            other if other.is_control() => {
                let _ = write!(out, "<{:02x}>", u32::from(other));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}
