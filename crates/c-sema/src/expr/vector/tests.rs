//! Vectors: what they become, element by element, and what is refused.

use crate::testing::{assert_facts, check_body, check_messages};
use cfa::MachineModel;
use expect_test::expect;

const VARS: &str =
    "typedef int v2si __attribute__((vector_size(8))); typedef unsigned v2su __attribute__((vector_size(8)));
typedef float v2sf __attribute__((vector_size(8))); typedef signed char v2qi __attribute__((vector_size(2)));
v2si a, b, *p; v2su u; v2sf w; v2qi q; int i; char c; long l; v2si g(void);";

#[test]
fn operators_go_through_the_elements() {
    check_body(
        VARS,
        "a = a + b * 2; w = -w; u = u >> a; a = ~a;",
        expect![[r#"
        var struct __vector(2) int vector$0
        var struct __vector(2) int vector$1
        var struct __vector(2) float vector$2
        var struct __vector(2) unsigned int vector$3
        var struct __vector(2) int vector$4
        a = [literal(vector$1 = .0[0] = ([a.0[0:long]] + ([b.0[0:long]] * 2)), .0[1] = ([a.0[1:long]] + ([b.0[1:long]] * 2)))]
        w = [literal(vector$2 = .0[0] = -([w.0[0:long]]), .0[1] = -([w.0[1:long]]))]
        u = [literal(vector$3 = .0[0] = ([u.0[0:long]] >> [a.0[0:long]]), .0[1] = ([u.0[1:long]] >> [a.0[1:long]]))]
        a = [literal(vector$4 = .0[0] = ~([a.0[0:long]]), .0[1] = ~([a.0[1:long]]))]
    "#]],
    );
}

#[test]
fn operands_with_effects_are_kept_first() {
    check_body(
        VARS,
        "a = g() + a; a = g() - g();",
        expect![[r#"
        var struct $4 operands$0
        var struct __vector(2) int vector$1
        var struct $4 operands$2
        var struct __vector(2) int vector$3
        a = ((void)literal(operands$0 = .0 = g(), .1 = [a]), [literal(vector$1 = .0[0] = ([operands$0.0.0[0:long]] + [operands$0.1.0[0:long]]), .0[1] = ([operands$0.0.0[1:long]] + [operands$0.1.0[1:long]]))])
        a = ((void)literal(operands$2 = .0 = g(), .1 = g()), [literal(vector$3 = .0[0] = ([operands$2.0.0[0:long]] - [operands$2.1.0[0:long]]), .0[1] = ([operands$2.0.0[1:long]] - [operands$2.1.0[1:long]]))])
    "#]],
    );
}

#[test]
fn narrow_elements_overflow_in_their_own_width() {
    check_body(
        VARS,
        "q = q + q; q = -q; q = q & 3; q = q << i;",
        expect![[r#"
        var struct __vector(2) signed char vector$0
        var struct __vector(2) signed char vector$1
        var struct __vector(2) signed char vector$2
        var struct __vector(2) signed char vector$3
        q = [literal(vector$0 = .0[0] = (signed char)((((int)[q.0[0:long]] + (int)[q.0[0:long]]) * 16777216) >> 24), .0[1] = (signed char)((((int)[q.0[1:long]] + (int)[q.0[1:long]]) * 16777216) >> 24))]
        q = [literal(vector$1 = .0[0] = (signed char)((-((int)[q.0[0:long]]) * 16777216) >> 24), .0[1] = (signed char)((-((int)[q.0[1:long]]) * 16777216) >> 24))]
        q = [literal(vector$2 = .0[0] = (signed char)((int)[q.0[0:long]] & 3), .0[1] = (signed char)((int)[q.0[1:long]] & 3))]
        q = [literal(vector$3 = .0[0] = (signed char)((((int)[q.0[0:long]] << ([i] | ((([i] < 0) | ([i] > 7)) * 32))) * 16777216) >> 24), .0[1] = (signed char)((((int)[q.0[1:long]] << ([i] | ((([i] < 0) | ([i] > 7)) * 32))) * 16777216) >> 24))]
    "#]],
    );
}

#[test]
fn comparisons_give_masks() {
    check_body(
        VARS,
        "a = w < 1; a = a < u; q = q == 0;",
        expect![[r#"
        var struct __vector(2) int vector$0
        var struct __vector(2) int vector$1
        var struct __vector(2) signed char vector$2
        a = [literal(vector$0 = .0[0] = -(([w.0[0:long]] < 1.0f)), .0[1] = -(([w.0[1:long]] < 1.0f)))]
        a = [literal(vector$1 = .0[0] = -(((unsigned int)[a.0[0:long]] < [u.0[0:long]])), .0[1] = -(((unsigned int)[a.0[1:long]] < [u.0[1:long]])))]
        q = [literal(vector$2 = .0[0] = (signed char)-(((int)[q.0[0:long]] == 0)), .0[1] = (signed char)-(((int)[q.0[1:long]] == 0)))]
    "#]],
    );
}

#[test]
fn assignments_find_their_place_once() {
    check_body(
        VARS,
        "a += 1; *p++ += b; p[i] *= a; b = a++; --a;",
        expect![[r#"
        var struct __vector(2) int vector$0
        var struct __vector(2) int *place$1
        var struct __vector(2) int vector$2
        var struct __vector(2) int vector$3
        var struct __vector(2) int old$4
        var struct __vector(2) int vector$5
        var struct __vector(2) int vector$6
        a = [literal(vector$0 = .0[0] = ([a.0[0:long]] + 1), .0[1] = ([a.0[1:long]] + 1))]
        ((void)literal(place$1 = &*post(p +p= 1:long as struct __vector(2) int *)), (*[place$1] = [literal(vector$2 = .0[0] = ([*[place$1].0[0:long]] + [b.0[0:long]]), .0[1] = ([*[place$1].0[1:long]] + [b.0[1:long]]))]))
        *([p] +p (long)[i]) = [literal(vector$3 = .0[0] = ([*([p] +p (long)[i]).0[0:long]] * [a.0[0:long]]), .0[1] = ([*([p] +p (long)[i]).0[1:long]] * [a.0[1:long]]))]
        b = ((void)literal(old$4 = [a]), ((void)(a = [literal(vector$5 = .0[0] = ([old$4.0[0:long]] + 1), .0[1] = ([old$4.0[1:long]] + 1))]), [old$4]))
        a = [literal(vector$6 = .0[0] = ([a.0[0:long]] - 1), .0[1] = ([a.0[1:long]] - 1))]
    "#]],
    );
}

#[test]
fn elements_are_places() {
    check_body(
        VARS,
        "a[1] = 3; i = a[i]; i = (a + b)[1]; p = &a; l = &a[0] == &i; (*p)[1]++;",
        expect![[r#"
        var struct __vector(2) int vector$0
        a.0[1:long] = 3
        i = [a.0[(long)[i]]]
        i = [[literal(vector$0 = .0[0] = ([a.0[0:long]] + [b.0[0:long]]), .0[1] = ([a.0[1:long]] + [b.0[1:long]]))].0[1:long]]
        p = &a
        l = (long)(&a.0[0:long] == &i)
        post(*[p].0[1:long] += 1 as int)
    "#]],
    );
}

#[test]
fn bits_are_kept_by_casts() {
    check_body(
        VARS,
        "u = (v2su)a; w = (v2sf)a; l = (long)a; a = (v2si)l; w = (v2sf)(v2si){1}; a = w < w;",
        expect![[r#"
            var struct __vector(2) unsigned int vector$0
            var union $4 literal$1
            var union $5 literal$2
            var union $6 literal$3
            var struct __vector(2) int literal$4
            var struct __vector(2) float vector$5
            var struct __vector(2) int vector$6
            u = [literal(vector$0 = .0[0] = (unsigned int)[a.0[0:long]], .0[1] = (unsigned int)[a.0[1:long]])]
            w = [literal(literal$1 = {.0 = [a]}).1]
            l = [literal(literal$2 = {.0 = [a]}).1]
            a = [literal(literal$3 = {.0 = [l]}).1]
            w = [literal(vector$5 = .0[0] = 1e-45f, .0[1] = 0.0f)]
            a = [literal(vector$6 = .0[0] = -(([w.0[0:long]] < [w.0[0:long]])), .0[1] = -(([w.0[1:long]] < [w.0[1:long]])))]
        "#]],
    );
}

#[test]
fn built_in_functions() {
    check_body(
        VARS,
        "a = __builtin_shuffle(a, b, (v2si){3, 4}); a = __builtin_shuffle(a, b); w = __builtin_convertvector(a, v2sf);
         a = __builtin_shufflevector(a, b, 2, 0); a = __builtin_shufflevector(a, b, -1, 0);",
        expect![[r#"
            var struct __vector(2) int literal$0
            var struct __vector(2) int vector$1
            var int elements$2[2]
            var struct __vector(2) int vector$3
            var struct __vector(2) float vector$4
            var struct __vector(2) int vector$5
            var struct __vector(2) int vector$6
            a = [literal(vector$1 = .0[0] = [b.0[1:long]], .0[1] = [a.0[0:long]])]
            a = ((void)literal(elements$2 = [0] = [a.0[0:long]], [1] = [a.0[1:long]]), [literal(vector$3 = .0[0] = [elements$2[(long)([b.0[0:long]] & 1)]], .0[1] = [elements$2[(long)([b.0[1:long]] & 1)]])])
            w = [literal(vector$4 = .0[0] = (float)[a.0[0:long]], .0[1] = (float)[a.0[1:long]])]
            a = [literal(vector$5 = .0[0] = [b.0[0:long]], .0[1] = [a.0[0:long]])]
            a = [literal(vector$6 = .0[1] = [a.0[0:long]])]
        "#]],
    );
}

#[test]
fn initialisers_fill_elements() {
    check_body(
        VARS,
        "v2si x = {1}; struct { char t; v2si v; int n; } s = { 1, 2, 3, 4 }, t = { 1, a, 4 }, r = { .v = {5, i} };
         v2si y[] = { {1, 2}, a, 3, 4 }; static v2si z = {7, 8};",
        expect![[r#"
            var struct __vector(2) int x
            var struct $4 s
            var struct $4 t
            var struct $4 r
            var struct __vector(2) int y[3]
            declare x
            init x = {.0[0] = 1}
            declare s
            init s = {.0 = 1:char, .1.0[0] = 2, .1.0[1] = 3, .2 = 4}
            declare t
            init t = {.0 = 1:char, .1 = [a], .2 = 4}
            declare r
            init r = {.1.0[0] = 5, .1.0[1] = [i]}
            declare y
            init y = {[0].0[0] = 1, [0].0[1] = 2, [1] = [a], [2].0[0] = 3, [2].0[1] = 4}
        "#]],
    );
}

#[test]
fn what_gcc_refuses() {
    let body = |line: &str| format!("{VARS} double d; void f1(void) {{ {line} }}");
    for line in [
        "a = !a;",
        "i = a && b;",
        "if (a) i = 1;",
        "a = a ? a : b;",
        "a = a + l;",
        "q = q + 300;",
        "a = a + 1.0;",
        "w = w + d;",
        "w = w + i;",
        "w = w % w;",
        "w = ~w;",
        "a = a + p;",
        "a = a + w;",
        "i = a;",
        "a = l;",
        "d = (double)a;",
        "a = (v2si)i;",
        "a = 1[a];",
        "(a + b)[0] = 1;",
        "v2si x = {[1] = 2};",
        "a = __builtin_shuffle(a, w);",
        "a = __builtin_shufflevector(a, b, 4, 0);",
        "a = __builtin_convertvector(i, v2si);",
    ] {
        let text = body(line);
        let outcome = crate::testing::elaborate(MachineModel::Lp64, &[&text]);
        assert!(outcome.messages().contains("error"), "{line}");
    }
    check_messages(
        &[&body("a = a + l; a = !a; i = a; (a + b)[0] = 1; v2si x = {[1] = 2};")],
        expect![[r#"
            a.c:3:107: error E0309: a value of type `long` may not fit into elements of type `int` `a + l`
            a.c:3:119: error E0309: a value of type `__vector(2) int` is neither true nor false `a`
            a.c:3:126: error E0321: a value of type `__vector(2) int` does not convert to `int` `a`
            a.c:3:130: error E0310: the left side is not an object that can be assigned `a + b)[0] = 1`
            a.c:3:161: error E0319: a designator in the initialiser of a vector `2`
        "#]],
    );
}

#[test]
fn sizes_must_fit() {
    check_messages(
        &["typedef int a __attribute__((vector_size(12))); typedef int b __attribute__((vector_size(0)));
           typedef int c __attribute__((vector_size(6))); typedef _Bool d __attribute__((vector_size(4)));
           struct s { int x; }; typedef struct s e __attribute__((vector_size(4))); typedef int g __attribute__((vector_size(16)));
           typedef g h __attribute__((vector_size(32))); typedef char k __attribute__((vector_size(4096))); k big;"],
        expect![[r#"
            a.c:1:13: error E0324: 12 bytes are not those of 1, 2, 4 or another power of two of `int` `a`
            a.c:1:78: error E0324: a vector needs a size above zero `vector_size(0)`
            a.c:2:24: error E0324: 6 bytes are not those of 1, 2, 4 or another power of two of `int` `c`
            a.c:2:73: error E0324: a vector cannot have elements of type `_Bool` `d`
            a.c:3:50: error E0324: a vector cannot have elements of type `struct s` `e`
            a.c:4:22: error E0324: a vector cannot have elements of type `__vector(4) int` `h`
        "#]],
    );
}

#[test]
fn the_attribute_goes_to_the_innermost_type() {
    let text = "typedef int v __attribute__((vector_size(16)));
        int *p __attribute__((vector_size(16))), a[3] __attribute__((vector_size(16))), f(int) __attribute__((vector_size(16)));
        struct s { char c; int m __attribute__((vector_size(16))); __attribute__((vector_size(16))) float n, *o; };
        void g(int x __attribute__((vector_size(16))), int __attribute__((vector_size(16))) *y) {
          _Static_assert(__builtin_types_compatible_p(__typeof__(x), v) && __builtin_types_compatible_p(__typeof__(*y), v), \"\"); }
        _Static_assert(sizeof *p == 16 && sizeof a == 48 && sizeof f(1) == 16 && sizeof(struct s) == 64, \"\");
        _Static_assert(__builtin_types_compatible_p(__typeof__(a[0]), v) && sizeof(int __attribute__((vector_size(64)))) == 64, \"\");
        typedef int di __attribute__((mode(DI), vector_size(16))); _Static_assert(sizeof(((di *)0)[0][0]) == 8, \"\");
        typedef int one __attribute__((vector_size(4))); _Static_assert(_Alignof(one) == 4, \"\");
        _Static_assert(__builtin_types_compatible_p(__typeof__((v){0} < (v){0}), v), \"\");";
    for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
        assert_facts(machine, text);
    }
}

#[test]
fn alignments_are_gccs() {
    let text = "typedef float f8 __attribute__((vector_size(8))); typedef int i8 __attribute__((vector_size(8)));
        typedef double d64 __attribute__((vector_size(64))); typedef int low __attribute__((vector_size(16), aligned(4)));
        struct f { char c; f8 v; }; struct i { char c; i8 v; }; struct d { char c; d64 v; }; struct l { char c; low v; };
        _Static_assert(sizeof(struct f) == 16 && sizeof(struct i) == 8 + ALIGN && _Alignof(i8) == ALIGN, \"\");
        _Static_assert(__alignof__(i8) == 8 && _Alignof(d64) == 16 && __alignof__(d64) == 64 && sizeof(struct d) == 128, \"\");
        _Static_assert(_Alignof(low) == 4 && sizeof(struct l) == 20, \"\");";
    assert_facts(MachineModel::Ilp32, &text.replace("ALIGN", "4"));
    assert_facts(MachineModel::Lp64, &text.replace("ALIGN", "8"));
}
