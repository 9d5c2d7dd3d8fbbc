//! The operators on small programs, and the domain against the interpreter.

mod agreement;
mod learning;
mod random;
mod refinement;

use cfa::interp::{Config, Discard, Flow, Library, Observer, Program, SeededChoices, Uninitialised};
use cfa::value::Overflow;
use cfa::{Cfa, EdgeId};

/// The automaton of a C text.
pub(super) fn lower(text: &str) -> Cfa {
    let mut map = source::SourceMap::new();
    let mut names = stdx::Interner::new();
    let file = map.add("a.c", text.to_owned()).unwrap();
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let options = c_lower::LowerOptions {
        machine: cfa::MachineModel::Lp64,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    let lowered = c_lower::lower(&mut map, names, vec![parsed.ast], &options);
    assert_eq!(lowered.diagnostics, [], "{text}");
    lowered.cfa.unwrap()
}

struct Taken(Vec<EdgeId>);

impl Observer for Taken {
    fn on_edge(&mut self, edge: EdgeId, _depth: usize) -> Flow {
        self.0.push(edge);
        Flow::Continue
    }
}

/// The edges that the interpreter takes, with values chosen by a seed.
pub(super) fn executed(cfa: &Cfa, seed: u64) -> Vec<EdgeId> {
    let config = Config {
        overflow: Overflow::Wrap,
        uninitialised: Uninitialised::Chosen,
        library: Library::Model,
        max_steps: 200_000,
        ..Config::default()
    };
    let mut taken = Taken(Vec::new());
    Program::new(cfa).run(&config, &mut SeededChoices::new(seed), &mut Discard, &mut taken);
    taken.0
}
