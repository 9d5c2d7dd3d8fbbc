//! Types: sizes that gcc gives, for both data models, and what enumerations and modes become.

use crate::testing::{assert_facts, check_messages};
use cfa::MachineModel::{Ilp32, Lp64};
use expect_test::expect;

#[test]
fn basic_sizes() {
    assert_facts(
        Ilp32,
        "_Static_assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long long) == 8 && sizeof(long double) == 12, \"\");
        _Static_assert(_Alignof(long long) == 4 && __alignof__(long long) == 8 && _Alignof(double) == 4 && sizeof(L'a') == 4, \"\");
        _Static_assert(sizeof(__builtin_va_list) == 4 && sizeof(sizeof 1) == 4 && sizeof(2147483648) == 8, \"\");",
    );
    assert_facts(
        Lp64,
        "_Static_assert(sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(__int128) == 16 && sizeof(long double) == 16, \"\");
        _Static_assert(_Alignof(long long) == 8 && _Alignof(__int128) == 16 && sizeof(__float128) == 16 && sizeof(_Bool) == 1, \"\");
        _Static_assert(sizeof(__builtin_va_list) == 24 && sizeof(struct {}) == 0 && sizeof(int[0]) == 0, \"\");",
    );
}

#[test]
fn enumerations_take_the_type_gcc_takes() {
    for machine in [Ilp32, Lp64] {
        assert_facts(
            machine,
            "enum plain { A, B }; enum negative { C = -1 }; enum wide { D = 0x100000000 }; enum neg_wide { E = -1, F = 0x80000000 };
            enum __attribute__((packed)) tiny { G = 200 }; enum __attribute__((packed)) small { H = -1, I = 200 };
            _Static_assert((enum plain)-1 > 0 && (enum negative)-1 < 0 && sizeof(enum wide) == 8 && sizeof(enum neg_wide) == 8, \"\");
            _Static_assert(sizeof(enum tiny) == 1 && (enum tiny)-1 > 0 && sizeof(enum small) == 2 && sizeof(G) == 4, \"\");
            _Static_assert(sizeof(A) == 4 && -A - 1 < 0 && sizeof(D) == 8 && B == 1 && E + 1 == 0, \"\");",
        );
    }
}

#[test]
fn modes_and_typedef_alignment() {
    for machine in [Ilp32, Lp64] {
        assert_facts(
            machine,
            "typedef int qi __attribute__((mode(QI))); typedef unsigned di __attribute__((__mode__(__DI__))); typedef int ptr __attribute__((mode(__pointer__)));
            typedef int t16 __attribute__((aligned(16))); typedef int t1 __attribute__((aligned(1)));
            struct s { char c; t16 x; }; struct p { char c; t1 x; }; struct q { char c; _Alignas(8) char d; }; struct r { char c; int x __attribute__((aligned)); };
            _Static_assert(sizeof(qi) == 1 && sizeof(di) == 8 && (di)-1 > 0 && sizeof(ptr) == sizeof(void *), \"\");
            _Static_assert(sizeof(struct s) == 32 && sizeof(struct p) == 5 && sizeof(struct q) == 16 && sizeof(struct r) == 32, \"\");
            typedef void fn(void) __attribute__((aligned(256))); fn f; fn g __attribute__((aligned(64)));
            _Static_assert(__alignof__(fn) == 1 && __alignof__(f) == 1 && __alignof__(g) == 64 && __alignof__(*(fn *)0) == 1, \"\");
            _Static_assert(_Alignof(t16) == 16 && _Alignof(t1) == 1, \"\");",
        );
    }
}

#[test]
fn a_record_is_defined_once() {
    check_messages(
        &["struct s { struct s { int a; } x; }; union u { int a; }; union u { int a; };"],
        expect![[r#"
            a.c:1:1: error E0313: a record is defined in its own definition `struct s { struct s { int a; } x; }`
              a.c:1:12: the earlier one
            a.c:1:58: error E0313: `u` is defined twice `union u { int a; }`
              a.c:1:38: the earlier one
        "#]],
    );
}

#[test]
fn types_in_error_are_reported() {
    check_messages(
        &[
            "int a[-1]; int f(void)[3]; int (*g)(void)(void); void v; void arr[2]; struct s { void m; int f(void); struct t in; }; int n; int b[n]; int c[2.5]; _Alignas(3) int d; int e[0x7fffffffffffffff]; int h(int, void), i(void v);",
        ],
        expect![[r#"
            a.c:1:7: error E0314: the length of this array is negative or too large `-1`
            a.c:1:16: error E0325: a function cannot return an array or a function `f`
            a.c:1:34: error E0325: a function cannot return an array or a function `g`
            a.c:1:55: error E0306: a variable cannot be `void` `v`
            a.c:1:63: error E0314: an array of `void` `arr`
            a.c:1:87: error E0306: a member cannot be `void` `m`
            a.c:1:132: error E0314: the length of an array at file scope is not constant `n`
            a.c:1:142: error E0314: the length of an array is not an integer `2.5`
            a.c:1:148: error E0324: the alignment 3 is not a power of two up to 268435456 `_Alignas(3)`
            a.c:1:173: error E0314: the length of this array is negative or too large `0x7fffffffffffffff`
            a.c:1:209: error E0306: a parameter cannot be `void` ``
            a.c:1:219: error E0306: a parameter cannot be `void` `v`
        "#]],
    );
}
