//! A number that tells automata apart, for files that belong to one program.
//!
//! What analyses write about an automaton names its locations, functions and variables by number. Whether these still mean the same is told by
//! a fingerprint of everything the numbers stand for: types with their layout, expressions, variables, functions, edges, calls, and the machine. Where the
//! text was, and where in it something stands, is no part: a program that moved, or whose comments changed, keeps its fingerprint.
//!
//! The hash is FNV-1a of 64 bits (Fowler, Noll, Vo). It finds mistakes, such as a file of yesterday's program, and is no protection against
//! somebody who looks for a collision; nothing that must be right may rest on it.

use crate::Cfa;
use std::fmt::{self, Write as _};

/// The hash of what was written so far.
struct Fnv(u64);

impl Fnv {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
}

impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(Self::PRIME);
        }
        Ok(())
    }
}

/// The fingerprint of an automaton.
pub fn fingerprint(cfa: &Cfa) -> u64 {
    let mut hash = Fnv(Fnv::START);
    write(cfa, &mut hash).expect("a hash takes any text");
    hash.0
}

/// Everything that numbers stand for. Each line ends, so that no two lists of lines look the same.
fn write(cfa: &Cfa, to: &mut Fnv) -> fmt::Result {
    writeln!(to, "{:?} {}", cfa.types.machine(), cfa.entry)?;
    for number in 0..cfa.types.len() {
        writeln!(to, "{:?}", cfa.types.get(stdx::Idx::new(number)))?;
    }
    for record in cfa.types.records() {
        writeln!(to, "{:?} {:?}", record.kind, record.layout)?;
    }
    for id in cfa.exprs.expr_ids() {
        let bits = cfa.exprs.as_const(id);
        writeln!(to, "{:?} {:?} {:?}", cfa.exprs.expr(id), cfa.exprs.ty(id), bits)?;
    }
    for id in cfa.exprs.place_ids() {
        writeln!(to, "{:?} {:?}", cfa.exprs.place(id), cfa.exprs.place_ty(id))?;
    }
    for var in &cfa.vars {
        let name = cfa.names.text(var.name);
        let (ty, kind, function) = (var.ty, &var.kind, var.function);
        writeln!(to, "{name} {} {ty:?} {kind:?} {function:?} {:?}", var.copy, var.address_taken)?;
    }
    for function in &cfa.functions {
        let name = cfa.names.text(function.name);
        let (params, result, body) = (&function.params, function.result, function.body);
        writeln!(to, "{name} {:?} {params:?} {result:?} {body:?} {:?}", function.ty, function.origin)?;
    }
    for location in &cfa.locations {
        writeln!(to, "{:?}", location.function)?;
    }
    for edge in &cfa.edges {
        writeln!(to, "{} {} {:?}", edge.from, edge.to, edge.op)?;
    }
    for call in &cfa.calls {
        writeln!(to, "{} {:?} {:?}", call.callee, call.args, call.place)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::fingerprint;
    use crate::sketch::Sketch;
    use crate::{FunctionId, MachineModel, Op, TypeId, Types, VarKind};
    use source::Span;

    /// The fingerprint of a program with one edge, after a change of something.
    fn changed(change: impl FnOnce(&mut Sketch)) -> u64 {
        let mut sketch = Sketch::new();
        let start = FunctionId(0);
        let body = sketch.parts.functions[start].body.unwrap();
        let var = sketch.var(start, "x", TypeId::INT, VarKind::Local);
        sketch.edge(body.entry, body.exit, Op::Declare(var));
        change(&mut sketch);
        fingerprint(&sketch.finish())
    }

    #[test]
    fn what_numbers_stand_for_counts_and_where_it_stands_does_not() {
        let plain = changed(|_| {});
        assert_eq!(plain, changed(|_| {}));
        assert_eq!(plain, changed(|sketch| sketch.parts.edges[crate::EdgeId(0)].span = Span::new(7, 9)));
        assert_eq!(plain, changed(|sketch| sketch.parts.vars[crate::VarId(0)].span = Span::new(7, 9)));
        let others = [
            changed(|sketch| sketch.parts.edges[crate::EdgeId(0)].op = Op::Nop),
            changed(|sketch| sketch.parts.vars[crate::VarId(0)].ty = TypeId::UINT),
            changed(|sketch| sketch.parts.vars[crate::VarId(0)].name = sketch.parts.names.intern("y")),
            changed(|sketch| {
                sketch.location(FunctionId(0));
            }),
            changed(|sketch| {
                sketch.parts.exprs.constant(1, TypeId::INT);
            }),
            changed(|sketch| {
                sketch.parts.exprs.constant(2, TypeId::INT);
            }),
            changed(|sketch| sketch.parts.types = Types::new(MachineModel::Ilp32)),
        ];
        for (place, &one) in others.iter().enumerate() {
            assert!(one != plain && !others[..place].contains(&one), "change {place}");
        }
    }
}
