//! Formulas as data: what each edge of a path adds.

use crate::common::automaton;
use cfa::{MachineModel, Op, Transfer};
use expect_test::{Expect, expect};
use formula::{CallStack, Encoder, Encoding, Form};
use smt::Terms;
use std::fmt::Write;

/// Enough for straight lines, and for a little recursion.
const MAX_EDGES: usize = 16;

/// The formulas of the edges along the first path, each on its own, and the regions that are arrays.
fn dump(text: &str, encoding: &Encoding) -> String {
    let cfa = automaton(text, MachineModel::Lp64);
    let encoder = Encoder::new(&cfa, encoding).unwrap();
    let mut terms = Terms::new();
    let mut out = String::new();
    let mut path = encoder.initial(&mut terms);
    let mut stack = CallStack(vec![cfa.entry]);
    let mut calls = Vec::new();
    let mut location = cfa.functions[cfa.entry].body.unwrap().entry;
    for _ in 0..MAX_EDGES {
        let edges = cfa.outgoing(location);
        let edge = match edges {
            [] => break,
            [edge, ..] if !matches!(cfa.edges[*edge].op, Op::Return(_)) => *edge,
            [..] => calls.pop().unwrap(),
        };
        path = encoder.restart(&mut terms, &path);
        path = encoder.post(&mut terms, &path, edge, &stack).unwrap();
        let text = smt::print::term(&terms, path.formula);
        if text != "true" {
            writeln!(out, "{}\n    {text}", cfa::dump::operation(&cfa, &cfa.edges[edge].op)).unwrap();
        }
        match cfa.edges[edge].op.transfer() {
            Transfer::Within => {}
            Transfer::Call(call) => {
                stack.0.push(cfa.calls[call].callee);
                calls.push(cfa.calls[call].return_edge);
            }
            Transfer::Return(_) => {
                stack.0.pop();
            }
        }
        location = cfa.edges[edge].to;
    }
    for region in encoder.regions().iter().filter(|region| region.form == Form::Cells) {
        writeln!(out, "region {}: cells of {} bytes", region.name, region.unit).unwrap();
    }
    for loss in encoder.losses() {
        writeln!(out, "loss: {}", loss.text).unwrap();
    }
    for assumption in encoder.assumptions() {
        writeln!(out, "assumption: {}", assumption.text).unwrap();
    }
    out
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&dump(text, &Encoding::default()));
}

#[test]
fn scalars_are_variables() {
    check(
        "int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); unsigned char c = x; if (!(x < 3) && c) x = c + 1; return x; }",
        expect![[r#"
            c = (unsigned char)x
                (= ((_ extract 7 0) |main::x@2|) |main::c@2|)
            [x < 3]
                (and (bvslt |main::x@2| #x00000003) |branch L4@1|)
            $result = x
                (= |main::x@2| |main::$result@2|)
            return
                (= |main::$result@2| |$start::$t0@1|)
        "#]],
    );
}

#[test]
fn a_pointer_to_one_variable_needs_no_memory() {
    check(
        "static void set(int *p, int v) { *p = v; } int main(void) { int x; set(&x, 3); return x; }",
        expect![[r#"
            call set(&x, 3)
                (and (= #x00007f0000000000 |set::p@1|) (= #x00000003 |set::v@1|))
            *p = v
                (= |set::v@1| |main::x@2|)
            $result = x
                (= |main::x@2| |main::$result@2|)
            return
                (= |main::$result@2| |$start::$t0@1|)
        "#]],
    );
}

#[test]
fn members_are_variables_and_bit_fields_share_one() {
    check(
        "struct s { int a; unsigned b : 3, c : 7; char *p; }; int main(void) { struct s s = { 1 }; s.b = 5; struct s t = s; return t.c + t.a + t.b; }",
        expect![[r#"
            s = zero
                (and (= #x00000000 |main::s.a@2|) (= #x0000 |main::s.c@2|))
            s.a = 1
                (= #x00000001 |main::s.a@3|)
            s.b = 5
                (= (concat ((_ extract 15 8) |main::s.c@2|) (concat ((_ extract 7 3) |main::s.c@2|) #b101)) |main::s.c@3|)
            t = s
                (and (= |main::s.a@3| |main::t.a@2|) (= |main::s.c@3| |main::t.c@2|))
            $result = (int)t.c + t.a + (int)t.b
                (= (bvadd (bvadd |main::t.a@2| (concat #b0000000000000000000000000 ((_ extract 9 3) |main::t.c@2|))) (concat #b00000000000000000000000000000 ((_ extract 2 0) |main::t.c@2|))) |main::$result@2|)
            return
                (= |main::$result@2| |$start::$t0@1|)
        "#]],
    );
}

#[test]
fn an_array_has_cells_of_its_elements() {
    check(
        "int g[4] = { 1, 2 }; int main(void) { int i = g[0]; g[i] = 7; char *s = \"ab\"; return g[1] + s[i]; }",
        expect![[r#"
            init g
                (let ((?0 ((as const (Array (_ BitVec 64) (_ BitVec 32))) #x00000000))) (and (= ?0 *g@1) (= (store (store ?0 #x0000000000410000 #x00000001) #x0000000000410004 #x00000002) *g@2)))
            init main::str$0
                (let ((?0 ((as const (Array (_ BitVec 64) (_ BitVec 8))) #x00))) (and (= ?0 *main/str$0@1) (= (store (store ?0 #x0000000000410020 #x61) #x0000000000410021 #x62) *main/str$0@2)))
            i = g[0]
                (= (select *g@2 #x0000000000410000) |main::i@2|)
            g[(long)i] = 7
                (= (store *g@2 (bvadd #x0000000000410000 (bvmul #x0000000000000004 ((_ sign_extend 32) |main::i@2|))) #x00000007) *g@3)
            s = &main::str$0[0]
                (= #x0000000000410020 |main::s@2|)
            $result = g[1] + (int)*(s + (long)i)
                (= (bvadd (select *g@3 #x0000000000410004) ((_ sign_extend 24) (select *main/str$0@2 (bvadd ((_ sign_extend 32) |main::i@2|) |main::s@2|)))) |main::$result@2|)
            return
                (= |main::$result@2| |$start::$t0@1|)
            region *g: cells of 4 bytes
            region *main/str$0: cells of 1 bytes
        "#]],
    );
}

#[test]
fn lists_have_one_array_for_each_member() {
    check(
        "void *malloc(unsigned long); struct l { int v; struct l *n; }; int main(void) { struct l *p = malloc(sizeof *p); struct l *q = malloc(sizeof *q); p->v = 1; p->n = q; q->v = 2; q->n = 0; p = p->n; return p->v; }",
        expect![[r#"
            call $t0 = main()
                (= #x0000000000410000 heap@1)
            p = allocate(heap, indeterminate, 16UL)
                (and (bvule #x0000000000410000 heap@1) (bvule heap@1 #x00007effffff0000) (bvule heap@1 #x00007efffffefff0) (= ((_ extract 3 0) heap@1) #x0) (= (bvadd heap@1 #x0000000000000020) heap@2) (= heap@1 |main::p@2|))
            q = allocate(heap, indeterminate, 16UL)
                (and (bvule #x0000000000410000 heap@2) (bvule heap@2 #x00007effffff0000) (bvule heap@2 #x00007efffffefff0) (= #x0 ((_ extract 3 0) heap@2)) (= (bvadd #x0000000000000020 heap@2) heap@3) (= heap@2 |main::q@2|))
            p->v = 1
                (= (store |*allocated e1+0@0| |main::p@2| #x00000001) |*allocated e1+0@1|)
            p->n = q
                (= (store |*allocated e1+8@0| (bvadd |main::p@2| #x0000000000000008) |main::q@2|) |*allocated e1+8@1|)
            q->v = 2
                (= (store |*allocated e1+0@1| |main::q@2| #x00000002) |*allocated e1+0@2|)
            q->n = NULL
                (= (store |*allocated e1+8@1| (bvadd |main::q@2| #x0000000000000008) #x0000000000000000) |*allocated e1+8@2|)
            p = p->n
                (= (select |*allocated e1+8@2| (bvadd |main::p@2| #x0000000000000008)) |main::p@3|)
            $result = p->v
                (= (select |*allocated e1+0@2| |main::p@3|) |main::$result@2|)
            return
                (= |main::$result@2| |$start::$t0@1|)
            region *allocated e1+0: cells of 4 bytes
            region *allocated e1+8: cells of 8 bytes
        "#]],
    );
}

#[test]
fn mixed_sizes_have_cells_of_bytes() {
    check(
        "int main(void) { int a[2]; int i = 0; a[i] = 5; char *c = (char *)a; return c[i]; }",
        expect![[r#"
            i = 0
                (= #x00000000 |main::i@2|)
            a[(long)i] = 5
                (let ((?0 (bvmul ((_ sign_extend 32) |main::i@2|) #x0000000000000004))) (= (store (store (store (store |*main::a@1| (bvadd #x00007f0000000000 ?0) #x05) (bvadd ?0 #x00007f0000000001) #x00) (bvadd ?0 #x00007f0000000002) #x00) (bvadd ?0 #x00007f0000000003) #x00) |*main::a@2|))
            c = (char *)&a[0]
                (= #x00007f0000000000 |main::c@2|)
            $result = (int)*(c + (long)i)
                (= ((_ sign_extend 24) (select |*main::a@2| (bvadd ((_ sign_extend 32) |main::i@2|) |main::c@2|))) |main::$result@2|)
            return
                (= |main::$result@2| |$start::$t0@1|)
            region *main::a: cells of 1 bytes
        "#]],
    );
}

#[test]
fn activations_have_variables_of_their_own() {
    check(
        "static int f(int n) { if (n > 0) return f(n - 1); return n; } int main(void) { return f(2); }",
        expect![[r#"
            call $result = f(2)
                (= #x00000002 |f::n@1|)
            [n > 0]
                (and (bvslt #x00000000 |f::n@1|) |branch L0@1|)
            call $result = f(n - 1)
                (= (bvadd |f::n@1| #xffffffff) |f#1::n@1|)
            [n > 0]
                (and (bvslt #x00000000 |f#1::n@1|) |branch L0@2|)
            call $result = f(n - 1)
                (= (bvadd #xffffffff |f#1::n@1|) |f#2::n@1|)
            [n > 0]
                (and (bvslt #x00000000 |f#2::n@1|) |branch L0@3|)
            call $result = f(n - 1)
                (= (bvadd #xffffffff |f#2::n@1|) |f#3::n@1|)
            [n > 0]
                (and (bvslt #x00000000 |f#3::n@1|) |branch L0@4|)
            call $result = f(n - 1)
                (= (bvadd #xffffffff |f#3::n@1|) |f#4::n@1|)
            [n > 0]
                (and (bvslt #x00000000 |f#4::n@1|) |branch L0@5|)
            call $result = f(n - 1)
                (= (bvadd #xffffffff |f#4::n@1|) |f#5::n@1|)
            [n > 0]
                (and (bvslt #x00000000 |f#5::n@1|) |branch L0@6|)
            call $result = f(n - 1)
                (= (bvadd #xffffffff |f#5::n@1|) |f#6::n@1|)
            [n > 0]
                (and (bvslt #x00000000 |f#6::n@1|) |branch L0@7|)
            call $result = f(n - 1)
                (= (bvadd #xffffffff |f#6::n@1|) |f#7::n@1|)
        "#]],
    );
}

#[test]
fn floats_are_floats() {
    check(
        "int main(void) { double d = 1.5; float f = d; d = d + f; long double l = d; return l < 3 && f == f; }",
        expect![[r#"
            d = 1.5
                (= (fp #b0 #b01111111111 #b1000000000000000000000000000000000000000000000000000) |main::d@2|)
            f = (float)d
                (= ((_ to_fp 8 24) RNE |main::d@2|) |main::f@2|)
            d = d + (double)f
                (= (fp.add RNE |main::d@2| ((_ to_fp 11 53) RNE |main::f@2|)) |main::d@3|)
            l = (long double)d
                (= ((_ to_fp 15 64) RNE |main::d@3|) |main::l@2|)
            [l < 3.0L]
                (and (fp.lt |main::l@2| (fp #b0 #b100000000000000 #b100000000000000000000000000000000000000000000000000000000000000)) |branch L7@1|)
            [f == f]
                (and (not (fp.isNaN |main::f@2|)) |branch L10@1|)
            $result = 1
                (= #x00000001 |main::$result@2|)
            return
                (= |main::$result@2| |$start::$t0@1|)
        "#]],
    );
}
