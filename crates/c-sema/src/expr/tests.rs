//! Conversions, operators, built-ins: what every implicit step becomes.

use crate::testing::{check, check_body};
use expect_test::expect;

const VARS: &str = "char c; signed char sc; short s; unsigned short us; int i; unsigned u; long l; unsigned long ul; long long ll;
_Bool b; float fl; double d; long double ld; int *p; char *q; void *v; int a[10]; int m[2][3];
struct bits { unsigned w3 : 3; unsigned w32 : 32; int s7 : 7; unsigned long w40 : 40; _Bool flag : 1; } bits;
struct pair { int x, y; } pair, *pp; union u { int i; float f; struct { char lo, hi; }; } un;
struct pair make(void); int g(); int h(int, double, ...); void nothing(void); int (*fp)(char);";

#[test]
fn integer_constants_take_the_first_type_that_holds_them() {
    check_body(
        VARS,
        "(void)(1 , 1u, 1l, 2147483648, 0x80000000, 0xffffffffffffffff, 1ull, 'a', L'a', 10000000000);",
        expect![[r#"
            (void)((void)((void)((void)((void)((void)((void)((void)((void)((void)1, 1:unsigned int), 1:long), 2147483648:long), 2147483648:unsigned int), 18446744073709551615:unsigned long), 1:unsigned long long), 97), 97), 10000000000:long)
        "#]],
    );
}

#[test]
fn arithmetic_is_promoted_and_balanced() {
    check_body(
        VARS,
        "i = c + s; l = i + u; ul = l + u; l = ll + ul; d = i * fl; fl = fl + 1; ld = d - ld; u = us << c; i = -b; i = ~uchar();",
        expect![[r#"
            a.c:7:112: warning W0302: `uchar` is called without a declaration `uchar`
            i = ((int)[c] + (int)[s])
            l = (long)((unsigned int)[i] + [u])
            ul = (unsigned long)([l] + (long)[u])
            l = (long)((unsigned long long)[ll] + (unsigned long long)[ul])
            d = (double)((float)[i] * [fl])
            fl = ([fl] + 1.0f)
            ld = ((long double)[d] - [ld])
            u = (unsigned int)((int)[us] << (int)[c])
            i = -((int)[b])
            i = ~(uchar())
        "#]],
    );
    check_body(
        VARS,
        "i = c < us; i = u > -1; i = l == u; i = !fl; i = !p; i = d != i;",
        expect![[r#"
        i = ((int)[c] < (int)[us])
        i = ([u] > 4294967295:unsigned int)
        i = ([l] == (long)[u])
        i = ([fl] == 0.0f)
        i = ([p] == 0:int *)
        i = ([d] != (double)[i])
    "#]],
    );
}

#[test]
fn bit_fields_promote_by_their_width() {
    check_body(
        VARS,
        "i = bits.w3 - 5; u = bits.w32 - 5; i = bits.s7 + 1; ul = bits.w40 + 1; i = bits.flag + 1; bits.w3 += 1; bits.w3++; i = (0, bits.w3) < -1; i = (unsigned)bits.w3 < -1; i = (1 ? bits.w3 : 1u) < -1;",
        expect![[r#"
            i = ((int)[bits.w3] - 5)
            u = ([bits.w32] - 5:unsigned int)
            i = ([bits.s7] + 1)
            ul = (unsigned long)((unsigned int:40)[bits.w40] + 1:unsigned int:40)
            i = ((int)[bits.flag] + 1)
            (unsigned int:3)(bits.w3 += 1 as int)
            (unsigned int:3)post(bits.w3 += 1 as int)
            i = ((int)((void)0, (unsigned int:3)[bits.w3]) < -1)
            i = ([bits.w3] < 4294967295:unsigned int)
            i = ([bits.w3] < 4294967295:unsigned int)
        "#]],
    );
}

#[test]
fn pointers_move_by_ptrdiff() {
    check_body(
        VARS,
        "p = p + u; p = 1 + p; p = p - s; l = p - a; p += 2; p -= i; p++; --q; v = v + 1; i = p[u]; i = 2[p];",
        expect![[r#"
            p = ([p] +p (long)[u])
            p = ([p] +p 1:long)
            p = ([p] +p -((long)[s]))
            l = ([p] -p decay(a))
            p +p= 2:long as int *
            p +p= -((long)[i]) as int *
            post(p +p= 1:long as int *)
            pre(q +p= -1:long as char *)
            v = ([v] +p 1:long)
            i = [*([p] +p (long)[u])]
            i = [*([p] +p 2:long)]
        "#]],
    );
    check_body(
        VARS,
        "i = p == 0; i = p == v; i = p < a; i = i == p; b = p; b = d; p = 5; i = p;",
        expect![[r#"
        i = ([p] == 0:int *)
        i = ([p] == (int *)[v])
        i = ([p] < decay(a))
        i = ((int *)[i] == [p])
        b = (_Bool)[p]
        b = (_Bool)[d]
        p = 5:int *
        i = (int)[p]
    "#]],
    );
}

#[test]
fn arrays_decay_unless_indexed_at_once() {
    check(
        "int f(int n) { int a[4], b[4], m[2][3], *p; p = b; return a[n] + *a + m[1][n] + *m[0] + sizeof a + *&n; }",
        expect![[r#"
            int f(int) [n]
              {
                var int a[4]
                var int b[4] (address taken)
                var int m[2][3]
                var int *p
                declare a
                declare b
                declare m
                declare p
                p = decay(b)
                return (int)(((unsigned long)((([a[(long)[n]]] + [a[0:long]]) + [m[1:long][(long)[n]]]) + [m[0:long][0:long]]) + 16:unsigned long) + (unsigned long)[n])
              }
        "#]],
    );
}

#[test]
fn the_address_of_a_variable_is_recorded_exactly() {
    check(
        "int f(void) { int x, y, z[2], w[2]; struct { int m; } r, t; (&r)->m = *&x; int *p = &y, *q = &w[1]; return t.m + z[0] + *(&t.m); }",
        expect![[r#"
            int f(void) []
              {
                var int x
                var int y (address taken)
                var int z[2]
                var int w[2] (address taken)
                var struct $0 r
                var struct $0 t
                var int *p
                var int *q
                declare x
                declare y
                declare z
                declare w
                declare r
                declare t
                r.m = [x]
                declare p
                init p = &y
                declare q
                init q = &w[1:long]
                return (([t.m] + [z[0:long]]) + [t.m])
              }
        "#]],
    );
}

#[test]
fn functions_are_called_through_every_spelling() {
    check_body(
        VARS,
        "g(c, fl); h(c, 1, fl, s); fp('x'); (*fp)(1); (**fp)(1); (&g)(); fp = g; fp = &g; undeclared(c); malloc(i);",
        expect![[r#"
            a.c:7:82: warning W0302: `undeclared` is called without a declaration `undeclared`
            a.c:7:97: warning W0302: `malloc` is called without a declaration `malloc`
            g((int)[c], (double)[fl])
            h((int)[c], 1.0, (double)[fl], (int)[s])
            (*[fp])(120:char)
            (*[fp])(1:char)
            (*[fp])(1:char)
            g()
            fp = (int (*)(char))g
            fp = (int (*)(char))g
            undeclared((int)[c])
            malloc((unsigned long)[i])
        "#]],
    );
}

#[test]
fn members_are_found_through_anonymous_records() {
    check_body(
        VARS,
        "un.hi = pp->x; i = make().y; pair = *pp; pair = make(); i = (&pair)->x;",
        expect![[r#"
        un.2.hi = (char)[*[pp].x]
        i = [make().y]
        pair = [*[pp]]
        pair = make()
        i = [pair.x]
    "#]],
    );
}

#[test]
fn conditional_expressions_have_one_type() {
    check_body(
        VARS,
        "l = i ? c : u; v = i ? p : v; p = i ? p : 0; q = i ? 0 : q; i ? nothing() : (void)1; pair = i ? pair : *pp; l = l ?: c; v = i ? p : q; i = 1 ? c : 2.0; i = sizeof(0 ? c : s);",
        expect![[r#"
            l = (long)([i] ? (unsigned int)[c] : [u])
            v = ([i] ? (void *)[p] : [v])
            p = ([i] ? [p] : 0:int *)
            q = ([i] ? 0:char * : [q])
            ([i] ? nothing() : (void)1)
            pair = ([i] ? [pair] : [*[pp]])
            l = ([l] ?: (long)[c])
            v = ([i] ? (void *)[p] : (void *)[q])
            i = (int)(double)[c]
            i = 4
        "#]],
    );
}

#[test]
fn assignments_and_steps_compute_in_the_promoted_type() {
    check_body(
        VARS,
        "c += 1; c <<= l; i *= d; fl -= 1; b++; fl--; u /= s; us %= 3; l = c = 300; (c = i) + 1; i |= b;",
        expect![[r#"
            c += 1 as int
            c <<= [l] as int
            i *= [d] as double
            fl -= 1.0f as float
            post(b += 1 as int)
            post(fl -= 1.0f as float)
            u /= (unsigned int)[s] as unsigned int
            us %= 3 as int
            l = (long)(c = 44:char)
            ((int)(c = (char)[i]) + 1)
            i |= (int)[b] as int
        "#]],
    );
}

#[test]
fn logic_short_circuits_over_constants() {
    check_body(
        VARS,
        "i = p && i; i = 0 && g(); i = 1 || g(); i = 1 && i; i = fl || 0;",
        expect![[r#"
        i = ([p] && [i])
        i = 0
        i = 1
        i = (1 && [i])
        i = ([fl] || 0)
    "#]],
    );
}

#[test]
fn constants_fold_unless_their_value_is_undefined() {
    check_body(
        VARS,
        "i = 2 + 3 * 4; i = 2147483647 + 1; i = 1 / 0; i = 1 << 31; u = 1u << 31; i = (char)300; d = (float)1; i = -5 % 3; fl = 0.1; d = 1.0 / 3;",
        expect![[r#"
            i = 14
            i = (2147483647 + 1)
            i = (1 / 0)
            i = (1 << 31)
            u = 2147483648:unsigned int
            i = 44
            d = 1.0
            i = -2
            fl = 0.1f
            d = (1.0 / 3.0)
        "#]],
    );
}

#[test]
fn sizes_are_constants_but_for_variable_arrays() {
    check_body(
        VARS,
        "ul = sizeof(int[5]); ul = sizeof a; ul = sizeof(\"abc\"); ul = sizeof bits; int n = 3; int vla[n][n + 1]; ul = sizeof vla; ul = sizeof vla[0]; ul = sizeof(char[n]); ul = _Alignof(double); ul = __builtin_offsetof(struct pair, y); ul = sizeof(g); ul = sizeof(void); ul = (unsigned long)&((struct pair *)0)->y;",
        expect![[r#"
            var int n
            var unsigned long vla$0
            var unsigned long vla$1
            var int vla[vla1][vla0]
            var unsigned long vla$2
            ul = 20:unsigned long
            ul = 40:unsigned long
            ul = 4:unsigned long
            ul = 16:unsigned long
            declare n
            init n = 3
            length vla0 = (unsigned long)([n] + 1)
            length vla1 = (unsigned long)[n]
            declare vla
            ul = sizeof(int[vla1][vla0])
            ul = sizeof(int[vla0])
            ul = ({ length vla2 = (unsigned long)[n] } sizeof(char[vla2]))
            ul = 8:unsigned long
            ul = 4:unsigned long
            ul = 1:unsigned long
            ul = 1:unsigned long
            ul = 4:unsigned long
        "#]],
    );
}

#[test]
fn generic_and_choose_select_without_evaluation() {
    check_body(
        VARS,
        "i = _Generic(c, char: 1, int: 2, default: 3); i = _Generic(p, void *: 1, int *: 2); i = _Generic(ul + 1, default: 0, unsigned long: 4); i = _Generic(i, const int: 1, default: 5); i = __builtin_choose_expr(sizeof(int) == 4, i, g()); i = __builtin_types_compatible_p(int, typeof(i)); typeof(c + 1) t = c; __auto_type z = fl;",
        expect![[r#"
            var int t
            var float z
            i = 1
            i = 2
            i = 4
            i = 5
            i = [i]
            i = 1
            declare t
            init t = (int)[c]
            declare z
            init z = [fl]
        "#]],
    );
}

#[test]
fn statement_expressions_keep_their_value_beside_the_block() {
    check_body(
        VARS,
        "i = ({ int t = i; t + 1; }); ({ i; nothing(); }); i = ({ l1: i; });",
        expect![[r#"
        i = ({ var int t declare t init t = [i] } ([t] + 1))
        ({ [i] nothing() } )
        i = ({ l1: } [i])
    "#]],
    );
}

#[test]
fn literals_are_objects() {
    check(
        "struct pair { int x, y; } *gp = &(struct pair){1, 2}; char *s = \"a\" \"b\";
        void f(void) { struct pair *p = &(struct pair){.y = 3}; int *q = (int[]){1, 2, 3}; char *n = (char *)__func__; union { int i; float f; } u; u = (typeof(u))1.5f; }",
        expect![[r#"
            struct pair literal$0 = {.0 = 1, .1 = 2}
            struct pair *gp = &literal$0
            char *s = decay(str$1)
            void f(void) []
              {
                var struct pair literal$2 (address taken)
                var struct pair *p
                var int literal$3[3] (address taken)
                var int *q
                var char *n
                var union $1 u
                var union $1 literal$4
                declare p
                init p = &literal(literal$2 = {.1 = 3})
                declare q
                init q = decay(literal(literal$3 = {[0] = 1, [1] = 2, [2] = 3}))
                declare n
                init n = decay(__func__)
                declare u
                u = [literal(literal$4 = {.1 = 1.5f})]
              }
        "#]],
    );
}

#[test]
fn builtins_have_their_meaning() {
    check_body(
        VARS,
        "l = __builtin_expect(i, 0); i = __builtin_constant_p(3) + __builtin_constant_p(i); ul = __builtin_object_size(p, 0); v = __builtin_alloca(i); __builtin_unreachable(); i = __builtin_isnan(d); d = __builtin_inf(); d = __builtin_fabs(fl); i = __builtin_clz(i); __builtin_memcpy(p, q, 3); i = __builtin_add_overflow(c, l, &i); i = __builtin_umul_overflow(i, i, &u); i = __builtin_isgreater(fl, d); i = __builtin_isfinite(d); i = __builtin_bswap32(i); __builtin_prefetch(p);",
        expect![[r#"
            l = (long)[i]
            i = 1
            ul = 18446744073709551615:unsigned long
            v = Alloca((unsigned long)[i]):void *
            Unreachable():void
            i = isnan([d])
            d = INFINITY
            d = fabs((double)[fl])
            i = __builtin_clz((unsigned int)[i])
            memcpy((void *)[p], (void *)[q], 3:unsigned long)
            i = (int)AddOverflow((int)[c], [l], &i):_Bool
            i = (int)MulOverflow((unsigned int)[i], (unsigned int)[i], &u):_Bool
            i = ((double)[fl] > [d])
            i = ({ var double temp$0 declare temp$0 init temp$0 = [d] } ((isnan([temp$0]) | isinf([temp$0])) == 0))
            i = (int)__builtin_bswap32((unsigned int)[i])
            ((void)0, (void)[p])
        "#]],
    );
    check_body(
        VARS,
        "i = __sync_fetch_and_add(&i, c); i = __sync_sub_and_fetch(&i, 1); i = __sync_bool_compare_and_swap(&i, 0, 1); l = __atomic_load_n(&l, 5); __atomic_store_n(&l, 1, 5); i = __atomic_exchange_n(&i, 3, 5); i = __atomic_compare_exchange_n(&i, p, 4, 0, 5, 5); __sync_synchronize(); __sync_lock_release(&i);",
        expect![[r#"
            i = FetchAnd(Add)(&i, (int)[c]):int
            i = AndFetch(Sub)(&i, 1):int
            i = (int)BoolCompareAndSwap(&i, 0, 1):_Bool
            l = [*&l]
            (void)(*&l = 1:long)
            i = FetchAnd(Exchange)(&i, 3):int
            i = (int)({ var int *temp$0 declare temp$0 init temp$0 = [p] } ({ var int temp$1 declare temp$1 init temp$1 = [*[temp$0]] } ({ var int temp$2 declare temp$2 init temp$2 = ValCompareAndSwap(&i, [temp$1], 4):int } (([temp$2] == [temp$1]) ? 1:_Bool : ((void)(*[temp$0] = [temp$2]), 0:_Bool)))))
            Fence():void
            (void)(*&i = 0)
        "#]],
    );
}

#[test]
fn variable_arguments_are_built_in() {
    check(
        "int f(int n, ...) { __builtin_va_list ap, other; __builtin_va_start(ap, n); int x = __builtin_va_arg(ap, int); __builtin_va_copy(other, ap); __builtin_va_end(ap); return x; }
        double g(__builtin_va_list ap) { return __builtin_va_arg(ap, double); }",
        expect![[r#"
            int f(int, ...) [n]
              {
                var struct __va_list_tag ap[1]
                var struct __va_list_tag other[1]
                var int x
                declare ap
                declare other
                VaStart(ap[0:long]):void
                declare x
                init x = VaArg(ap[0:long]):int
                VaCopy(other[0:long], ap[0:long]):void
                VaEnd(ap[0:long]):void
                return [x]
              }
            double g(struct __va_list_tag *) [ap]
              {
                return VaArg(*[ap]):double
              }
        "#]],
    );
}

#[test]
fn unsupported_features_are_refused_where_they_are_reached() {
    check(
        "_Complex char z; typedef int v4 __attribute__((vector_size(8192))); v4 vec(void);
        int f(int x) { if (x) { z = 1; } else { vec(); } __builtin_setjmp(0); int nested(void) { return 1; } return nested(); }",
        expect![[r#"
            int f(int) [x]
              {
                if [x]
                  {
                    unsupported _Complex with parts narrower than `int`
                  }
                else
                  {
                    unsupported vector of more than 1024 elements
                  }
                unsupported `__builtin_setjmp`
                return nested()
              }
            int nested(void) []
              {
                return 1
              }
        "#]],
    );
}

#[test]
fn operands_whose_type_depends_on_a_length_must_not_have_effects() {
    check(
        "void f(int n, void *p) { typeof(n++) x; typeof((int (*)[n])p) y; typeof(n++, (int (*)[n])p) z; sizeof(int[n]); }",
        expect![[r#"
            void f(int, void *) [n, p]
              {
                var int x
                var unsigned long vla$0
                var unsigned long vla$1
                var unsigned long vla$2
                declare x
                unsupported effects in the operand of `sizeof`
                unsupported effects in the operand of `sizeof`
                ({ length vla2 = (unsigned long)[n] } sizeof(int[vla2]))
              }
        "#]],
    );
}

#[test]
fn choices_by_qualifiers_are_refused() {
    check(
        "const int *p; int *q; int f(int x) {
          x = _Generic(p, int *: 1, const int *: 2); x = _Generic(p, int *: 1, default: 2); x = __builtin_types_compatible_p(int *, const int *);
          x = _Generic(q, int *: 3); x = _Generic(q, char *: 4, default: 5); x = __builtin_types_compatible_p(int *, char *); return x; }",
        expect![[r#"
            int f(int) [x]
              {
                unsupported choice by qualifiers of a type
                unsupported choice by qualifiers of a type
                unsupported choice by qualifiers of a type
                x = 3
                x = 5
                x = 0
                return [x]
              }
        "#]],
    );
}

#[test]
fn errors_say_what_is_wrong() {
    check_body(
        VARS,
        "j = 1; pair.z = 1; i.x = 1; i(); h(1); nothing(1); 1 = i; a = p; &1; *i; pair + 1; i = pair; p * 2; fl % 2; ~d; i = nothing(); &bits.w3; struct unknown *up; up->x; up + 1; pairs.x; pair = bits; (struct pair)i; d = p; countr = 1;",
        expect![[r#"
            a.c:7:1: error E0301: `j` is not declared `j`
            a.c:7:8: error E0305: `struct pair` has no member `z` `pair.z`
            a.c:7:20: error E0305: `x` is asked of a value of type `int` `i.x`
            a.c:7:29: error E0307: a value of type `int` cannot be called `i()`
            a.c:7:34: error E0308: too few arguments: 1 given, 2 declared `h(1)`
              a.c:5:38: declared here
            a.c:7:40: error E0308: too many arguments: 1 given, 0 declared `nothing(1)`
              a.c:5:64: declared here
            a.c:7:52: error E0310: the left side is not an object that can be assigned `1 = i`
            a.c:7:59: error E0310: a `int[10]` cannot be assigned `a = p`
            a.c:7:66: error E0310: this expression has no address `&1`
            a.c:7:70: error E0309: a value of type `int` is not a pointer `*i`
            a.c:7:74: error E0309: this operator does not combine `struct pair` and `int` `pair + 1`
            a.c:7:88: error E0321: a value of type `struct pair` does not convert to `int` `pair`
            a.c:7:94: error E0309: this operator does not combine `int *` and `int` `p * 2`
            a.c:7:101: error E0309: this operator does not combine `float` and `int` `fl % 2`
            a.c:7:109: error E0309: this operator does not apply to `double` `~d`
            a.c:7:113: error E0323: the right side has no value `i = nothing()`
            a.c:7:128: error E0310: a bit-field has no address `&bits.w3`
            a.c:7:158: error E0306: the type `struct unknown` is incomplete here `up->x`
            a.c:7:165: error E0306: the type `struct unknown` is incomplete here `up + 1`
            a.c:7:173: error E0301: `pairs` is not declared `pairs`
              did you mean `pair`?
            a.c:7:189: error E0321: a value of type `struct bits` does not convert to `struct pair` `bits`
            a.c:7:195: error E0321: a value of type `int` cannot be cast to `struct pair` `(struct pair)i`
            a.c:7:215: error E0321: a value of type `int *` does not convert to `double` `p`
            a.c:7:218: error E0301: `countr` is not declared `countr`
            var struct unknown *up
            declare up
        "#]],
    );
}
