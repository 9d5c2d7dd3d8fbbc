//! What several tests need: automata of C texts, and executions with what they print.

use c_lower::{LowerOptions, lower};
use cfa::interp::{
    Captured, Choices, Config, Drawn, Flow, Library, Observer, Outcome, Program, Recorder, SeededChoices,
};
use cfa::value::Overflow;
use cfa::{Cfa, EdgeId, MachineModel};
use source::SourceMap;

/// The automaton of a program.
pub(crate) fn automaton(text: &str, machine: MachineModel) -> Cfa {
    let mut map = SourceMap::new();
    let mut names = stdx::Interner::new();
    let file = map.add("a.c", text.to_owned()).unwrap();
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    let options = LowerOptions {
        machine,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    let lowered = lower(&mut map, names, vec![parsed.ast], &options);
    let errors: Vec<String> = parsed
        .diagnostics
        .iter()
        .chain(&lowered.diagnostics)
        .map(|found| format!("{} {}", found.code, found.message))
        .collect();
    let cfa = lowered.cfa.unwrap_or_else(|| panic!("{errors:?} in\n{text}"));
    assert_eq!(cfa::verify::verify(&cfa).len(), 0);
    cfa
}

/// An execution of the interpreter.
pub(crate) struct Run {
    pub(crate) edges: Vec<EdgeId>,
    pub(crate) drawn: Vec<Drawn>,
    pub(crate) printed: String,
    pub(crate) outcome: Outcome,
}

struct Edges(Vec<EdgeId>, usize);

impl Observer for Edges {
    fn on_edge(&mut self, edge: EdgeId, _depth: usize) -> Flow {
        if self.0.len() >= self.1 {
            return Flow::Stop;
        }
        self.0.push(edge);
        Flow::Continue
    }
}

pub(crate) fn config() -> Config {
    Config { overflow: Overflow::Wrap, max_steps: 100_000, library: Library::Model, ..Config::default() }
}

/// Executes with choices.
pub(crate) fn run_with(cfa: &Cfa, choices: impl Choices, max_edges: usize) -> Run {
    let program = Program::new(cfa);
    let mut recorder = Recorder::new(choices);
    let mut output = Captured::default();
    let mut edges = Edges(Vec::new(), max_edges);
    let report = program.run(&config(), &mut recorder, &mut output, &mut edges);
    Run {
        edges: edges.0,
        drawn: recorder.drawn,
        printed: String::from_utf8_lossy(&output.out).into_owned(),
        outcome: report.outcome,
    }
}

/// Executes with choices of a seed.
pub(crate) fn run(cfa: &Cfa, seed: u64, max_edges: usize) -> Run {
    run_with(cfa, SeededChoices::new(seed), max_edges)
}
