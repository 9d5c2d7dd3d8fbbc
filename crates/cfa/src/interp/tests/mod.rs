//! Hand-built automata for what C text cannot show; programs in C are run by the tests of later layers.

mod objects;

use super::*;
use crate::sketch::{Sketch, sample};
use crate::*;

fn run(cfa: &Cfa, config: &Config) -> Report {
    Program::new(cfa).run(config, &mut SeededChoices::new(1), &mut Discard, &mut NoObserver)
}

fn finish(sketch: Sketch) -> Cfa {
    let cfa = sketch.finish();
    assert_eq!(crate::verify::verify(&cfa).iter().map(ToString::to_string).collect::<Vec<_>>(), [""; 0]);
    cfa
}

#[test]
fn the_sample_runs() {
    let cfa = finish(sample().sketch);
    let report = run(&cfa, &Config::default());
    assert_eq!(report.outcome, Outcome::Exited(20));
    // One initialisation, two calls and returns, declaration and start, 10 rounds of two edges, the last test, a sum, the halt.
    assert_eq!(report.n_steps, 1 + 4 + 2 + 20 + 1 + 1 + 1);
}

#[test]
fn limits_are_honest() {
    let cfa = finish(sample().sketch);
    let steps = Config { max_steps: 10, ..Config::default() };
    let report = run(&cfa, &steps);
    assert_eq!((report.outcome, report.n_steps), (Outcome::LimitReached(Limit::Steps), 10));
    let depth = Config { max_depth: 1, ..Config::default() };
    assert_eq!(run(&cfa, &depth).outcome, Outcome::LimitReached(Limit::Depth));
}

struct Trace(Vec<EdgeId>, usize);

impl Observer for Trace {
    fn on_edge(&mut self, edge: EdgeId, _depth: usize) -> Flow {
        self.0.push(edge);
        if self.0.len() == self.1 { Flow::Stop } else { Flow::Continue }
    }
}

#[test]
fn the_observer_sees_a_path() {
    let cfa = finish(sample().sketch);
    let mut trace = Trace(Vec::new(), usize::MAX);
    let report =
        Program::new(&cfa).run(&Config::default(), &mut SeededChoices::new(1), &mut Discard, &mut trace);
    assert_eq!(report.n_steps, trace.0.len() as u64);
    for pair in trace.0.windows(2) {
        assert_eq!(cfa.edges[pair[0]].to, cfa.edges[pair[1]].from, "the edges are connected");
    }
    let mut short = Trace(Vec::new(), 5);
    let report =
        Program::new(&cfa).run(&Config::default(), &mut SeededChoices::new(1), &mut Discard, &mut short);
    assert_eq!(report.outcome, Outcome::Stopped);
    assert_eq!(report.edge, short.0.last().copied());
}

#[test]
fn deep_expressions_need_no_deep_stack() {
    let mut sketch = Sketch::new();
    let start = sketch.parts.entry;
    let x = sketch.var(start, "x", TypeId::UINT, VarKind::Local);
    let one = sketch.int(1, TypeId::UINT);
    let first = sketch.assign(x, one);
    let mut value = sketch.load(x);
    for _ in 0..100_000 {
        value = sketch.binary(BinaryOp::Add, one, value);
    }
    let second = sketch.assign(x, value);
    let loaded = sketch.load(x);
    let status = sketch.parts.exprs.cast(loaded, TypeId::INT);
    let Body { entry, exit } = sketch.body(start);
    sketch.chain(entry, exit, [first, second, Op::Halt(HaltKind::Exit(Some(status)))]);
    assert_eq!(run(&finish(sketch), &Config::default()).outcome, Outcome::Exited(100_001));
}

#[test]
fn values_are_listed_recorded_and_replayed() {
    let types = Types::new(MachineModel::Lp64);
    let asked = [
        TypeId::INT,
        TypeId::UCHAR,
        TypeId::BOOL,
        TypeId::LLONG,
        TypeId::UINT128,
        TypeId::FLOAT,
        TypeId::DOUBLE,
        TypeId::LONG_DOUBLE,
        TypeId::VOID_PTR,
    ];
    let origin = ChoiceOrigin::Uninitialised;
    for seed in 0..50 {
        let mut recorder = Recorder::new(SeededChoices::new(seed));
        for ty in asked {
            recorder.choose(Request { types: &types, ty, origin, place: None }).unwrap();
        }
        let mut listed = ListedValues::parse(&recorder.to_text(&types)).unwrap();
        for drawn in &recorder.drawn {
            let again = listed.choose(Request { types: &types, ty: drawn.ty, origin, place: None }).unwrap();
            let is_nan = value::unary(&types, UnaryOp::IsNan, drawn.ty, drawn.bits, value::Overflow::Wrap);
            assert!(
                is_nan == Ok(1) || canonical(&types, drawn.ty, again) == drawn.bits,
                "{drawn:?} {again:x}"
            );
        }
        assert_eq!(listed.remaining(), 0);
        assert_eq!(listed.choose(Request { types: &types, ty: TypeId::INT, origin, place: None }), None);
    }
    let text = "# a comment\n 12 \n-1\n0xff\n\n2.5 # half\n-inf\n";
    let mut listed = ListedValues::parse(text).unwrap();
    let mut next = |ty| listed.choose(Request { types: &types, ty, origin, place: None }).unwrap();
    assert_eq!(next(TypeId::INT), 12);
    assert_eq!(canonical(&types, TypeId::INT, next(TypeId::INT)), 0xFFFF_FFFF);
    assert_eq!(next(TypeId::UCHAR), 0xFF);
    assert_eq!(next(TypeId::INT), 2, "a float is truncated where an integer is asked for");
    assert_eq!(next(TypeId::DOUBLE) as u64, f64::NEG_INFINITY.to_bits());
    let error = ListedValues::parse("1\nx\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2: `x` is no integer, no floating-point number, no text in quotes and no `order N`"
    );
}
