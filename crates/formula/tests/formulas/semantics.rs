//! What encodings can prove and what they cannot: small programs with a claim, each encoded as one path from the start to a call of `claim(0)`.

use crate::common::automaton;
use cfa::{Cfa, EdgeId, MachineModel, Op, Transfer};
use formula::{Arithmetic, Branches, Encoder, Encoding, Memory, Overflow, Quantifiers, Trace};
use smt::Terms;
use smt::solver::{Answer, Backend, Limits, Needs, Solver};
use smt_z3::Z3Backend;

const LINEAR: Arithmetic = Arithmetic::Linear { overflow: Overflow::Sound };
const UNSOUND: Arithmetic = Arithmetic::Linear { overflow: Overflow::Unsound };

/// The path that goes straight to the call of `wrong`: the first side of every branch.
fn path(cfa: &Cfa) -> Vec<EdgeId> {
    let mut path = Vec::new();
    let mut calls = Vec::new();
    let mut location = cfa.functions[cfa.entry].body.unwrap().entry;
    loop {
        let edges = cfa.outgoing(location);
        let edge = match edges {
            [edge, ..] if matches!(cfa.edges[*edge].op, Op::Return(_)) => calls.pop().unwrap(),
            [edge, ..] => *edge,
            [] => panic!("the path ends without a call of `wrong`"),
        };
        path.push(edge);
        if let Op::External { function, .. } = cfa.edges[edge].op
            && cfa.function_name(function) == "wrong"
        {
            return path;
        }
        if let Transfer::Call(call) = cfa.edges[edge].op.transfer() {
            calls.push(cfa.calls[call].return_edge);
        }
        location = cfa.edges[edge].to;
    }
}

/// Whether the call of `wrong` can be reached.
fn is_reachable(body: &str, arithmetic: Arithmetic, memory: Memory, quantifiers: Quantifiers) -> bool {
    let text = format!(
        "extern int nondet(void); extern unsigned unondet(void); extern void wrong(void); extern void *malloc(unsigned long);
         struct s {{ int a; struct s *next; }};
         int main(void) {{ {body} }}"
    );
    let cfa = automaton(&text, MachineModel::Lp64);
    let encoding =
        Encoding { arithmetic, memory, quantifiers, branches: Branches::Plain, ..Encoding::default() };
    let encoder = Encoder::new(&cfa, &encoding).unwrap();
    let mut terms = Terms::new();
    let trace = Trace::of(&encoder, &mut terms, &path(&cfa)).unwrap();
    let mut solver = Z3Backend::default().open_unchecked(&Needs::default()).unwrap();
    solver.assert(&terms, trace.path.formula).unwrap();
    match solver.check(&terms, &[], &Limits::default()).unwrap() {
        Answer::Sat => true,
        Answer::Unsat => false,
        Answer::Unknown(reason) => panic!("{body}: {reason:?}"),
    }
}

fn check(body: &str, arithmetic: Arithmetic, expected: bool) {
    for memory in [Memory::Arrays, Memory::Functions] {
        let found = is_reachable(body, arithmetic, memory, Quantifiers::Free);
        assert_eq!(found, expected, "{arithmetic:?} {memory:?}: {body}");
    }
}

#[test]
fn wrapping_is_seen_by_sound_encodings_only() {
    let body = "unsigned x = unondet(); if (x + 1 < x) wrong();";
    check(body, Arithmetic::BitPrecise, true);
    check(body, LINEAR, true);
    check(body, UNSOUND, false);
    let body = "unsigned char c = nondet(); if (c > 255) wrong();";
    check(body, Arithmetic::BitPrecise, false);
    check(body, LINEAR, false);
}

#[test]
fn what_is_not_linear_is_a_function_of_its_operands() {
    let same = "int x = nondet(), y = nondet(); if (x * y != x * y) wrong();";
    let other =
        "int x = nondet(), y = nondet(); if (x > 1 && x < 3) if (y > 2 && y < 4) if (x * y != 6) wrong();";
    let right =
        "int x = nondet(), y = nondet(); if (x > 1 && x < 3) if (y > 2 && y < 4) if (x * y == 6) wrong();";
    let told = "int x = nondet(), y = nondet(); if (x == 2) if (y == 3) if (x * y != 6) wrong();";
    check(same, Arithmetic::BitPrecise, false);
    check(same, LINEAR, false);
    check(other, Arithmetic::BitPrecise, false);
    check(other, LINEAR, true);
    check(right, LINEAR, true);
    // What a comparison says to be a constant is multiplied as one.
    check(told, LINEAR, false);
    check("int x = nondet(); if ((x & 7) > 7) wrong();", LINEAR, false);
    check("int x = nondet(); if (x / 4 * 4 + x % 4 != x) wrong();", LINEAR, false);
}

#[test]
fn memory_keeps_what_is_written_and_objects_are_apart() {
    for arithmetic in [Arithmetic::BitPrecise, LINEAR] {
        // Read after write, write through an alias, and the frame.
        check("int a[4] = { 0 }; int i = nondet() & 3; a[i] = 5; if (a[i] != 5) wrong();", arithmetic, false);
        check(
            "int a[4] = { 0 }; int i = nondet() & 3, j = nondet() & 3; a[i] = 5; if (i != j) if (a[j] != 0) wrong();",
            arithmetic,
            false,
        );
        check(
            "int x = 1, y = 2; int *p = nondet() ? &x : &y; *p = 7; if (x == 7) if (y == 7) wrong();",
            arithmetic,
            false,
        );
        check(
            "int x = 1, y = 2; int *p = nondet() ? &x : &y; *p = 7; if (x == 7) wrong();",
            arithmetic,
            true,
        );
        check("int *p = malloc(4), *q = malloc(4); if (p == q) wrong();", arithmetic, false);
        check("int *p = malloc(8), *q = malloc(4); if (p + 1 == q) wrong();", arithmetic, false);
        check(
            "struct s *p = malloc(sizeof *p), *q = malloc(sizeof *q); p->a = 1; q->a = 2; if (p->a != 1) wrong();",
            arithmetic,
            false,
        );
        check("int x; int *p = malloc(4); if (p == &x || p == 0) wrong();", arithmetic, false);
    }
}

#[test]
fn quantifiers_frame_everything() {
    let body = "int a[500]; int i = nondet() & 255, j = nondet() & 255; a[j] = 1; a[i] = 5; if (i != j) if (a[j] != 1) wrong();";
    for memory in [Memory::Arrays, Memory::Functions] {
        assert!(!is_reachable(body, Arithmetic::BitPrecise, memory, Quantifiers::Used), "{memory:?}");
    }
}
