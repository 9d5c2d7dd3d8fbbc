//! Laws: indices come and go, a join is the union of its paths, marks of branches give the path, and a model replays.

use crate::common::{automaton, config, run_with};
use cfa::interp::{Captured, Flow, Observer, Outcome, Program};
use cfa::{Cfa, EdgeId, MachineModel, Op, Transfer};
use formula::{
    Arithmetic, Branches, Encoder, Encoding, Memory, Overflow, PathFormula, SingleActivation, SsaMap, Trace,
};
use rustc_hash::FxHashMap;
use smt::solver::{Answer, Backend, Limits, Needs, Solver};
use smt::{TermId, Terms};
use smt_z3::Z3Backend;

/// A small generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn solve(terms: &Terms, formulas: &[TermId]) -> (Box<dyn Solver>, bool) {
    let mut solver = Z3Backend::default().open_unchecked(&Needs::default()).unwrap();
    for &formula in formulas {
        solver.assert(terms, formula).unwrap();
    }
    match solver.check(terms, &[], &Limits::default()).unwrap() {
        Answer::Sat => (solver, true),
        Answer::Unsat => (solver, false),
        Answer::Unknown(reason) => panic!("unknown: {reason:?}"),
    }
}

fn is_sat(terms: &Terms, formulas: &[TermId]) -> bool {
    solve(terms, formulas).1
}

fn model(terms: &Terms, formulas: &[TermId]) -> Option<smt::Assignment> {
    let (mut solver, is_sat) = solve(terms, formulas);
    is_sat.then(|| solver.model(terms).unwrap())
}

const DIAMONDS: &str = "
    int __VERIFIER_nondet_int(void);
    struct s { int a; short b; unsigned c : 4; };
    static int g[3] = { 1, 2, 3 };
    int main(void) {
        int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = 0;
        struct s s = { 1, 2, 3 };
        int *p = &x;
        if (x > 3) { z = 1; g[x & 1] = y; } else if (y == 2) { p = &y; s.c = 9; }
        if (z) s.a = *p; else { *p = 5; s.b += x; }
        if (s.c > 4 && s.a == 1) z += 2;
        if (g[1] == 7) z += 4;
        return z + (x < y ? 8 : 0);
    }";

/// Formulas of all locations of `main` with the paths to them joined.
fn joined(cfa: &Cfa, encoder: &Encoder<'_>, terms: &mut Terms) -> FxHashMap<u32, PathFormula> {
    let main = cfa.functions.iter_enumerated().find(|(id, _)| cfa.function_name(*id) == "main").unwrap().0;
    let body = cfa.functions[main].body.unwrap();
    let mut formulas: FxHashMap<u32, PathFormula> = FxHashMap::default();
    formulas.insert(body.entry.0, encoder.initial(terms));
    for &location in cfa.structure().locations(main) {
        let Some(path) = formulas.get(&location.0).cloned() else { continue };
        for &edge in cfa.outgoing(location) {
            if cfa.edges[edge].op.transfer() != Transfer::Within {
                continue;
            }
            let next = encoder.post(terms, &path, edge, &SingleActivation).unwrap();
            let next = match formulas.get(&cfa.edges[edge].to.0) {
                Some(other) => encoder.join(terms, other, &next).unwrap(),
                None => next,
            };
            formulas.insert(cfa.edges[edge].to.0, next);
        }
    }
    formulas
}

/// All paths through `main`.
fn paths(cfa: &Cfa) -> Vec<Vec<EdgeId>> {
    let main = cfa.functions.iter_enumerated().find(|(id, _)| cfa.function_name(*id) == "main").unwrap().0;
    let body = cfa.functions[main].body.unwrap();
    let mut found = Vec::new();
    let mut pending = vec![(body.entry, Vec::new())];
    while let Some((location, path)) = pending.pop() {
        if location == body.exit {
            found.push(path);
            continue;
        }
        for &edge in cfa.outgoing(location) {
            let longer: Vec<EdgeId> = path.iter().copied().chain([edge]).collect();
            pending.push((cfa.edges[edge].to, longer));
        }
    }
    found
}

#[test]
fn a_join_is_the_union_of_its_paths_and_marks_tell_them_apart() {
    let cfa = automaton(DIAMONDS, MachineModel::Lp64);
    let encoder = Encoder::new(&cfa, &Encoding::default()).unwrap();
    let mut terms = Terms::new();
    let formulas = joined(&cfa, &encoder, &mut terms);
    let paths = paths(&cfa);
    assert!(paths.len() > 20);
    let mut n_feasible = 0;
    for path in &paths {
        // The marks of the joined formulas on the way, and the formula of the path alone.
        let mut single = encoder.initial(&mut terms);
        let mut marks = Vec::new();
        for &edge in path {
            let before = &formulas[&cfa.edges[edge].from.0];
            marks.extend(encoder.branch(&mut terms, before, edge).unwrap());
            single = encoder.post(&mut terms, &single, edge, &SingleActivation).unwrap();
        }
        let end = &formulas[&cfa.edges[*path.last().unwrap()].to.0];
        marks.push(end.formula);
        let is_feasible = is_sat(&terms, &[single.formula]);
        assert_eq!(is_feasible, is_sat(&terms, &marks));
        n_feasible += u32::from(is_feasible);
        // The results agree: the joined formula with these marks allows exactly the path's results.
        let result = *encoder
            .variables_of(&terms, end.formula)
            .iter()
            .find(|&&variable| terms.symbol_name(encoder.symbol(variable)) == "main::$result")
            .unwrap();
        for number in [0u32, 2, 9, 12] {
            let wanted = terms.bits(32, number).unwrap();
            let symbol = encoder.symbol(result);
            let mut is = |ssa: &SsaMap, formula: &[TermId]| {
                let copy = terms.copy_at(symbol, ssa.index(result)).unwrap();
                let copy = terms.apply(smt::Op::Apply(copy), &[]).unwrap();
                let equal = terms.eq(copy, wanted).unwrap();
                let all: Vec<TermId> = formula.iter().copied().chain([equal]).collect();
                is_sat(&terms, &all)
            };
            assert_eq!(is(&single.ssa, &[single.formula]), is(&end.ssa, &marks), "{number}");
        }
    }
    assert!(n_feasible >= 8 && n_feasible < paths.len() as u32, "{n_feasible} of {}", paths.len());
}

#[test]
fn indices_come_and_go() {
    let cfa = automaton(DIAMONDS, MachineModel::Lp64);
    let encoder = Encoder::new(&cfa, &Encoding { branches: Branches::Plain, ..Encoding::default() }).unwrap();
    let mut terms = Terms::new();
    let initial = encoder.initial(&mut terms);
    let mut random = Random(7);
    let mut n_predicates = 0;
    for edge in cfa.edges.indices() {
        if !matches!(cfa.edges[edge].op, Op::Assume { .. } | Op::Assign { .. }) {
            continue;
        }
        let indexed = encoder.post(&mut terms, &initial, edge, &SingleActivation).unwrap().formula;
        let predicate = encoder.uninstantiate(&mut terms, indexed).unwrap();
        let mut ssa = SsaMap::new();
        for variable in encoder.variables_of(&terms, predicate) {
            ssa.set(variable, random.below(5) as u32);
        }
        let instance = encoder.instantiate(&mut terms, predicate, &ssa).unwrap();
        assert_eq!(encoder.uninstantiate(&mut terms, instance).unwrap(), predicate);
        for symbol in smt::transform::FreeSymbols::new().of(&terms, instance) {
            assert!(terms.symbol(symbol).copy_of.is_some());
        }
        n_predicates += 1;
    }
    assert!(n_predicates > 10);
}

/// Follows a path and stops the execution where it leaves it.
struct Follower<'p> {
    path: &'p [EdgeId],
    n_taken: usize,
    is_left: bool,
}

impl Observer for Follower<'_> {
    fn on_edge(&mut self, edge: EdgeId, _depth: usize) -> Flow {
        match self.path.get(self.n_taken) {
            Some(&expected) if expected == edge => {
                self.n_taken += 1;
                Flow::Continue
            }
            Some(_) => {
                self.is_left = true;
                Flow::Stop
            }
            None => Flow::Stop,
        }
    }
}

/// A random path from the start.
fn random_path(cfa: &Cfa, random: &mut Random, len: usize) -> Vec<EdgeId> {
    let mut path = Vec::new();
    let mut calls = Vec::new();
    let mut location = cfa.functions[cfa.entry].body.unwrap().entry;
    while path.len() < len {
        let edges = cfa.outgoing(location);
        let edge = match edges {
            [] => break,
            [edge, ..] if matches!(cfa.edges[*edge].op, Op::Return(_)) => match calls.pop() {
                Some(edge) => edge,
                None => break,
            },
            [..] => edges[random.below(edges.len())],
        };
        if let Transfer::Call(call) = cfa.edges[edge].op.transfer() {
            calls.push(cfa.calls[call].return_edge);
        }
        path.push(edge);
        location = cfa.edges[edge].to;
    }
    path
}

/// Random paths of a program: those that have a model are executions, with the model's choices.
fn replay(text: &str, seeds: u64) -> (usize, usize) {
    let cfa = automaton(text, MachineModel::Lp64);
    let encoding = Encoding { branches: Branches::Plain, ..Encoding::default() };
    let encoder = Encoder::new(&cfa, &encoding).unwrap();
    let mut terms = Terms::new();
    let (mut n_feasible, mut n_undefined) = (0, 0);
    for seed in 0..seeds {
        let path = random_path(&cfa, &mut Random(seed), 8 + seed as usize % 60);
        let trace = Trace::of(&encoder, &mut terms, &path).unwrap();
        let Some(model) = model(&terms, &[trace.path.formula]) else { continue };
        n_feasible += 1;
        let mut choices = trace.choices(&cfa.types, &terms, &model);
        let program = Program::new(&cfa);
        let mut follower = Follower { path: &path, n_taken: 0, is_left: false };
        let report = program.run(&config(), &mut choices, &mut Captured::default(), &mut follower);
        if matches!(report.outcome, Outcome::Undefined(_)) {
            n_undefined += 1;
            continue;
        }
        assert!(
            !follower.is_left,
            "seed {seed}: the execution leaves the path at edge {} {:?}",
            follower.n_taken, report.outcome
        );
    }
    assert!(encoder.losses().is_empty());
    (n_feasible, n_undefined)
}

#[test]
fn a_model_of_a_path_is_an_execution() {
    let (n_feasible, n_undefined) = replay(DIAMONDS, 60);
    assert!(n_feasible >= 10 && n_undefined == 0, "{n_feasible} {n_undefined}");
    let memory = "
        void *malloc(unsigned long); int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); float __VERIFIER_nondet_float(void);
        struct n { int v; struct n *next; };
        static int sum(struct n *l) { int s = 0; while (l) { s += l->v; l = l->next; } return s; }
        int main(void) {
            struct n *l = 0; int i = 0; unsigned char b[4] = { 0 };
            while (i < 2 && __VERIFIER_nondet_int() != 3) { struct n *m = malloc(sizeof *m); m->v = __VERIFIER_nondet_int(); m->next = l; l = m; i++; }
            b[i] = __VERIFIER_nondet_uchar();
            unsigned *w = (unsigned *)b;
            if (*w == 0x4200) i += 10;
            if (l && sum(l) == 77) i += 20;
            float f = __VERIFIER_nondet_float();
            if (f * f == 2.25f && f < 0) i += 40;
            return i;
        }";
    let (n_feasible, n_undefined) = replay(memory, 150);
    assert!(n_feasible >= 20 && n_undefined == 0, "{n_feasible} {n_undefined}");
    let execution =
        run_with(&automaton(memory, MachineModel::Lp64), cfa::interp::SeededChoices::new(1), 1000);
    assert!(matches!(execution.outcome, Outcome::Exited(_)));
}

#[test]
fn values_that_are_read_uninitialised_replay_too() {
    let text = "
        extern int __VERIFIER_nondet_int(void); extern void note(int);
        struct s { int a; short b; };
        static int forget(int x) { if (x > 3) return 7; }
        int main(void) {
            int x, y, unused; struct s s; int *p = &y;
            if (x == 77) { if (s.b == 5) x = 1; }
            unused = s.a; note(s.a);
            if (*p + x == 9) x = 2;
            int z = forget(x);
            if (z == 1234) return 1;
            for (int i = 0; i < 2; i++) { int w; if (w == i + 40) x++; }
            return x == 3;
        }";
    let cfa = automaton(text, MachineModel::Lp64);
    let encoder = Encoder::new(&cfa, &Encoding { branches: Branches::Plain, ..Encoding::default() }).unwrap();
    let mut terms = Terms::new();
    let mut n_feasible = 0;
    for seed in 0..60 {
        let path = random_path(&cfa, &mut Random(seed), 8 + seed as usize % 50);
        let trace = Trace::of(&encoder, &mut terms, &path).unwrap();
        let Some(model) = model(&terms, &[trace.path.formula]) else { continue };
        n_feasible += 1;
        let mut choices = trace.choices(&cfa.types, &terms, &model);
        let program = Program::new(&cfa);
        let mut follower = Follower { path: &path, n_taken: 0, is_left: false };
        let config = cfa::interp::Config { uninitialised: cfa::interp::Uninitialised::Chosen, ..config() };
        let report = program.run(&config, &mut choices, &mut Captured::default(), &mut follower);
        assert!(
            !follower.is_left && !matches!(report.outcome, Outcome::Undefined(_)),
            "seed {seed}: {} {:?}",
            follower.n_taken,
            report.outcome
        );
    }
    assert!(n_feasible >= 20, "{n_feasible}");
}

#[test]
fn models_that_define_everything_are_told_apart() {
    let text = "
        extern int __VERIFIER_nondet_int(void); extern int *__VERIFIER_nondet_pointer(void);
        int main(void) {
            int x = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int(), a[5] = { 1 }, y = 4;
            int *p = __VERIFIER_nondet_int() ? &y : 0;
            if (100 / x < 90 && (y << i) != 3 && a[i] == 0 && *p + i == 8) return 1;
            return 0;
        }";
    let cfa = automaton(text, MachineModel::Lp64);
    let encoder = Encoder::new(&cfa, &Encoding { branches: Branches::Plain, ..Encoding::default() }).unwrap();
    let mut terms = Terms::new();
    let mut n_defined = 0;
    for seed in 0..60 {
        let path = random_path(&cfa, &mut Random(seed), 20 + seed as usize % 20);
        let trace = Trace::of(&encoder, &mut terms, &path).unwrap();
        let mut all = trace.defined().to_vec();
        all.push(trace.path.formula);
        let Some(model) = model(&terms, &all) else { continue };
        let mut choices = trace.choices(&cfa.types, &terms, &model);
        let mut follower = Follower { path: &path, n_taken: 0, is_left: false };
        let report = Program::new(&cfa).run(&config(), &mut choices, &mut Captured::default(), &mut follower);
        assert!(
            !follower.is_left && !matches!(report.outcome, Outcome::Undefined(_)),
            "seed {seed}: {:?}",
            report.outcome
        );
        n_defined += 1;
    }
    assert!(n_defined >= 10, "{n_defined}");
}

#[test]
fn joins_are_unions_in_other_encodings_too() {
    let cfa = automaton(DIAMONDS, MachineModel::Lp64);
    let linear = Arithmetic::Linear { overflow: Overflow::Sound };
    for (arithmetic, memory) in
        [(Arithmetic::BitPrecise, Memory::Functions), (linear, Memory::Functions), (linear, Memory::Arrays)]
    {
        let encoder = Encoder::new(&cfa, &Encoding { arithmetic, memory, ..Encoding::default() }).unwrap();
        let mut terms = Terms::new();
        let formulas = joined(&cfa, &encoder, &mut terms);
        for path in paths(&cfa) {
            let mut single = encoder.initial(&mut terms);
            let mut marks = Vec::new();
            for &edge in &path {
                marks.extend(encoder.branch(&mut terms, &formulas[&cfa.edges[edge].from.0], edge).unwrap());
                single = encoder.post(&mut terms, &single, edge, &SingleActivation).unwrap();
            }
            marks.push(formulas[&cfa.edges[*path.last().unwrap()].to.0].formula);
            let is_feasible = is_sat(&terms, &[single.formula]);
            assert_eq!(is_feasible, is_sat(&terms, &marks), "{arithmetic:?} {memory:?}");
        }
    }
}
