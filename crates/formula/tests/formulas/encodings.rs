//! Every encoding allows what the interpreter does: the formula of an execution's path, with the inputs that were chosen and
//! the values that were printed, has a model.

use crate::common::{Run, automaton, run};
use crate::differential::expand;
use cfa::interp::ChoiceOrigin;
use cfa::{Cfa, MachineModel, Op, Transfer, TypeId};
use formula::{
    Arithmetic, Branches, CallStack, ChosenValue, Encoder, Encoding, Memory, Overflow, Quantifiers, Trace,
};
use smt::solver::{Answer, Backend, Limits, Needs, Solver};
use smt::value::BigInt;
use smt::{Sort, TermId, Terms};
use smt_z3::Z3Backend;
use std::time::Duration;

fn constant(terms: &mut Terms, cfa: &Cfa, ty: TypeId, sort: Sort, bits: u128) -> Option<TermId> {
    match sort {
        Sort::BitVec(width) => terms.bits(width, bits).ok(),
        Sort::Int => {
            let signed = cfa.types.int_shape(ty)?.signed;
            let value =
                if signed { BigInt::from(cfa::int_value(&cfa.types, ty, bits)) } else { BigInt::from(bits) };
            Some(terms.int(value))
        }
        sort @ Sort::Float(_) => {
            let value = crate::follow::input_value(sort, bits);
            terms.value_term(value, sort).ok()
        }
        Sort::Bool | Sort::RoundingMode | Sort::Real | Sort::Array(_) => None,
    }
}

/// The formulas of an execution, and what it chose and printed.
fn formulas(cfa: &Cfa, encoder: &Encoder<'_>, terms: &mut Terms, execution: &Run) -> Vec<TermId> {
    let mut trace = Trace::new(encoder, terms);
    let mut stack = CallStack(vec![cfa.entry]);
    let mut facts = Vec::new();
    let mut printed = execution.printed.lines();
    for &edge in &execution.edges {
        if let Op::External { function, args, .. } = &cfa.edges[edge].op
            && cfa.function_name(*function) == "printf"
            && let [_, value] = **args
            && let Some(line) = printed.next()
        {
            let (term, path) = encoder.value_before(terms, &trace.path, edge, value, &stack).unwrap();
            trace.path = path;
            let number: u64 = line.parse().unwrap();
            let expected = constant(terms, cfa, TypeId::ULLONG, terms.sort(term), number.into()).unwrap();
            facts.push(terms.eq(term, expected).unwrap());
        }
        trace.push(encoder, terms, edge).unwrap();
        match cfa.edges[edge].op.transfer() {
            Transfer::Within => {}
            Transfer::Call(call) => stack.0.push(cfa.calls[call].callee),
            Transfer::Return(_) => {
                stack.0.pop();
            }
        }
    }
    let asked = trace.chosen().iter().filter(|chosen| match chosen.origin {
        ChoiceOrigin::External(function) => cfa.function_name(function) != "printf",
        ChoiceOrigin::Havoc(_)
        | ChoiceOrigin::UnknownCall
        | ChoiceOrigin::UndefinedVariable
        | ChoiceOrigin::ArgumentText
        | ChoiceOrigin::Uninitialised => true,
    });
    for (chosen, drawn) in asked.zip(&execution.drawn) {
        let ChosenValue::Term(term) = chosen.value else { continue };
        if let Some(value) = constant(terms, cfa, drawn.ty, terms.sort(term), drawn.bits) {
            facts.push(terms.eq(term, value).unwrap());
        }
    }
    facts.push(trace.path.formula);
    facts
}

/// How many executions of a program were confirmed, and how many Z3 did not decide.
fn confirm(name: &str, text: &str, encoding: &Encoding, time: Duration) -> (usize, usize) {
    let cfa = automaton(&expand(text, MachineModel::Lp64), MachineModel::Lp64);
    let (mut n_confirmed, mut n_unknown) = (0, 0);
    for seed in 0..2 {
        let execution = run(&cfa, seed, 800);
        if matches!(execution.outcome, cfa::interp::Outcome::Undefined(_)) {
            continue;
        }
        let mut terms = Terms::new();
        let encoder = Encoder::new(&cfa, encoding).unwrap();
        let facts = formulas(&cfa, &encoder, &mut terms, &execution);
        let mut solver = Z3Backend::default().open_unchecked(&Needs::default()).unwrap();
        for &fact in &facts {
            solver.assert(&terms, fact).unwrap();
        }
        let limits = Limits { time: Some(time), memory: None };
        match solver.check(&terms, &[], &limits).unwrap() {
            Answer::Sat => n_confirmed += 1,
            Answer::Unsat => panic!("{name} seed {seed}: the execution is excluded by {encoding}"),
            Answer::Unknown(_) => n_unknown += 1,
        }
    }
    (n_confirmed, n_unknown)
}

fn encodings() -> Vec<Encoding> {
    let mut all = Vec::new();
    for arithmetic in [Arithmetic::BitPrecise, Arithmetic::Linear { overflow: Overflow::Sound }] {
        for memory in [Memory::Arrays, Memory::Functions] {
            for quantifiers in [Quantifiers::Free, Quantifiers::Used] {
                all.push(Encoding {
                    arithmetic,
                    memory,
                    quantifiers,
                    branches: Branches::Plain,
                    ..Encoding::default()
                });
            }
        }
    }
    all
}

#[test]
fn all_eight_encodings_allow_what_happens() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("resources");
    for encoding in encodings() {
        for name in [
            "programs/scalars.c",
            "programs/records.c",
            "programs/pointers.c",
            "programs/partial.c",
            "lossy/lengths.c",
        ] {
            let text = std::fs::read_to_string(folder.join(name)).unwrap();
            // Quantifiers over addresses may be too hard for the solver; then nothing is refuted, either.
            let is_hard = encoding.quantifiers == Quantifiers::Used && name.starts_with("lossy");
            let time = Duration::from_secs(if is_hard { 1 } else { 100 });
            let (n_confirmed, n_unknown) = confirm(name, &text, &encoding, time);
            assert!(n_confirmed > 0 || is_hard && n_unknown > 0, "{name} {encoding}: {n_unknown} unknown");
        }
    }
}

#[test]
fn other_encodings_allow_what_random_programs_do() {
    for encoding in encodings() {
        if encoding.quantifiers == Quantifiers::Used {
            continue;
        }
        for seed in 0..6 {
            let text = crate::random::program(seed);
            let (n_confirmed, n_unknown) = confirm("random", &text, &encoding, Duration::from_secs(100));
            assert!(n_confirmed > 0, "{encoding} seed {seed}: {n_unknown} unknown");
        }
    }
}
