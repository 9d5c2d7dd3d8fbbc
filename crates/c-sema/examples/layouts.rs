//! Prints the layout of every tagged record of a C file, one member a line, to compare with a compiler's:
//! `cargo run -p c-sema --example layouts -- (ilp32|lp64) FILE`.

#![expect(clippy::print_stdout, reason = "a tool for people")]

use c_sema::Elaborator;
use c_sema::hir::{Body, BodySink, FunctionId, GlobalId, Initialiser, Program};
use cfa::MachineModel;
use source::{Severity, SourceMap};
use stdx::Interner;

/// Wants no bodies.
struct Nothing;

impl BodySink for Nothing {
    fn function(&mut self, _: &mut Program, _: &mut Interner, _: FunctionId, _: Body) {}
    fn static_init(&mut self, _: &mut Program, _: &mut Interner, _: GlobalId, _: Body, _: Initialiser) {}
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [model, file] = args.as_slice() else { return println!("usage: layouts (ilp32|lp64) FILE") };
    let machine = if model == "ilp32" { MachineModel::Ilp32 } else { MachineModel::Lp64 };
    let Ok(text) = std::fs::read_to_string(file) else { return println!("cannot read {file}") };
    let mut map = SourceMap::new();
    let mut names = Interner::new();
    let Some(id) = map.add(file.clone(), text) else { return };
    let parsed = c_syntax::parse(&mut map, id, &mut names);
    let mut elaborator = Elaborator::new(machine);
    elaborator.announce(&parsed.ast, &mut names);
    let diagnostics = elaborator.unit(&parsed.ast, &map, &mut names, &mut Nothing);
    for error in
        parsed.diagnostics.iter().chain(&diagnostics).filter(|error| error.severity == Severity::Error)
    {
        let line = map.location(error.span.lo).map_or(0, |location| location.line);
        println!("error {line}: {}", error.message);
    }
    for record in elaborator.program().types.records() {
        let (Some(name), Some(layout)) = (record.name, &record.layout) else { continue };
        println!("{} size {} align {}", names.text(name), layout.size, layout.align);
        for field in &layout.fields {
            let member = field.name.map_or("-", |name| names.text(name));
            match field.bits {
                Some(bits) => println!("{} {member} bits {} {}", names.text(name), bits.start, bits.width),
                None => println!("{} {member} at {}", names.text(name), field.offset),
            }
        }
    }
}
