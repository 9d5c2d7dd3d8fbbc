//! The rows of the ledger, in the order of the standard, the extensions of GNU C last.

use super::Example::{Body, Unit, Units, Whole};
use super::Support::{Assumed, Full, Refused, Unsupported};
use super::{Example, Feature, Support};

const fn row(clause: &'static str, name: &'static str, support: Support, example: Example) -> Feature {
    Feature { clause, name, support, example }
}

/// A declarator with six hundred `*`.
const MANY_POINTERS: &str = "int \
    ****************************************************************************************************\
    ****************************************************************************************************\
    ****************************************************************************************************\
    ****************************************************************************************************\
    ****************************************************************************************************\
    ****************************************************************************************************\
    p = 0;";

/// The ledger.
pub const FEATURES: &[Feature] = &[
    row("5.1.1.2", "several translation units linked into one program", Full, Unit("extern int shared;")),
    row("5.1.2.2.1", "arguments of `main`", Full, Whole("int main(int argc, char **argv) { return argc; }")),
    row("6.2.1", "scopes and shadowing", Full, Body("int x = 1; { int x = 2; x++; }")),
    row(
        "6.2.2",
        "internal and external linkage, tentative definitions",
        Full,
        Unit("static int a; int b; extern int b; int b;"),
    ),
    row(
        "6.2.4",
        "variables of a block are fresh at every entry",
        Full,
        Body("for (int i = 0; i < 2; i++) { int x; x = i; }"),
    ),
    row(
        "6.2.5",
        "integer types of all widths, signed and unsigned",
        Full,
        Body("long long a = 1; unsigned char b = 2; signed char c = -1; short d = 3;"),
    ),
    row("6.2.5", "`_Bool`", Full, Body("_Bool b = 5; b = !b;")),
    row("6.2.5", "`float` and `double`", Full, Body("double d = 1.5; float f = 2.5f; d = d * f;")),
    row("6.2.5", "`long double` (x87)", Full, Body("long double d = 1.5L; d = d + 1;")),
    row(
        "6.2.5",
        "`_Complex`, also of integers, and imaginary constants",
        Full,
        Body(
            "double _Complex z = 1 + 2.0i; float _Complex w = ~z; z *= w; _Complex int n = 3i; if (z) __imag__ n = __real__ z;",
        ),
    ),
    row("6.2.5", "_Complex with parts narrower than `int`", Unsupported, Body("_Complex char z;")),
    row("6.2.5", "`_Atomic`, for one thread", Full, Unit("_Atomic int counter;")),
    row(
        "6.2.7",
        "records of two units with the same members are one type",
        Full,
        Units(
            "struct in; struct out { struct in *in; }; struct in { int a; }; struct out out;",
            "struct in { int a; }; extern struct out { struct in *in; } out; int f(void) { struct out o = out; return o.in->a; }",
        ),
    ),
    row(
        "6.2.7",
        "object whose type is compatible with that of another unit, but not one type",
        Refused,
        Units("typedef struct { int a; } T; extern T x, y;", "struct { int a; } x; struct { int a; } y;"),
    ),
    row(
        "6.2.7",
        "call of `f` as a function of another type",
        Unsupported,
        Units("void f(double d) {}", "void f(int i); void g(void) { f(1); }"),
    ),
    row(
        "6.3.1.8",
        "usual arithmetic conversions",
        Full,
        Body("unsigned u = 1; long l = -1; double d = u + l;"),
    ),
    row(
        "6.3.2.3",
        "conversion between pointers and integers",
        Full,
        Body("int x; unsigned long a = (unsigned long)&x; int *p = (int *)a;"),
    ),
    row("6.4.2.2", "`__func__`", Full, Body("const char *name = __func__;")),
    row(
        "6.4.4",
        "decimal, octal, hexadecimal and character constants",
        Full,
        Body("int a = 0x1f + 017 + 12 + 'a' + '\\n' + '\\x41';"),
    ),
    row("6.4.4.2", "floating constants, also hexadecimal", Full, Body("double d = 1e3 + 0x1.8p1;")),
    row(
        "6.4.5",
        "string literals, concatenated, wide and UTF-8",
        Full,
        Unit("char *s = \"a\" \"b\"; int *w = L\"x\"; char *u = u8\"y\";"),
    ),
    row(
        "6.5",
        "order of evaluation that makes a difference here",
        Unsupported,
        Unit(
            "static int n; static int next(void) { return ++n; } int of(int, int, int, int); \
             int use(void) { return of(next(), next(), next(), next()); }",
        ),
    ),
    row("6.5.1.1", "`_Generic`", Full, Body("int x = _Generic(1.0, int: 1, double: 2, default: 3);")),
    // Types of the automaton have no qualifiers; that `volatile` is kept beside them is not enough to tell
    // `const int *` from `int *`.
    row(
        "6.5.1.1",
        "choice by qualifiers of a type",
        Unsupported,
        Body("const int *p = 0; int x = _Generic(p, int *: 1, const int *: 2);"),
    ),
    row("6.5.2.1", "array subscripts", Full, Body("int a[3]; a[1] = 2; 2[a] = a[1];")),
    row(
        "6.5.2.2",
        "call of `f` with arguments of other types than it takes",
        Unsupported,
        Units("void f(double d) {}", "void f(); void g(void) { f(1); }"),
    ),
    row("6.5.2.2", "calls", Full, Unit("int id(int x) { return x; } int use(void) { return id(1); }")),
    row(
        "6.5.2.2",
        "calls through pointers",
        Assumed,
        Unit("int id(int x) { return x; } int (*f)(int) = id; int use(void) { return f(1) + (*f)(2); }"),
    ),
    row(
        "6.5.2.2",
        "calls of functions without a prototype",
        Full,
        Unit("int old(); int old(a) int a; { return a; } int use(void) { return old(1); }"),
    ),
    row(
        "6.5.2.3",
        "members of structures and unions",
        Full,
        Body("struct { int a; union { int b; char c[4]; }; } s; s.b = 1; s.c[0] = 2;"),
    ),
    row("6.5.2.4", "increment and decrement", Full, Body("int i = 0; int j = i++; j += --i;")),
    row(
        "6.5.2.5",
        "compound literals",
        Full,
        Body("struct { int a, b; } s; int *p = (int []){1, 2}; p[0] = 3;"),
    ),
    row(
        "6.5.2.5",
        "variable length in the type of a compound literal",
        Unsupported,
        Body("int n = 2; int (*p)[n] = (int (*)[n]){0};"),
    ),
    row("6.5.3.2", "address and indirection", Full, Body("int x; int *p = &x; *p = 1;")),
    row(
        "6.5.3.4",
        "`sizeof` and `_Alignof`",
        Full,
        Body("unsigned long n = sizeof(int[3]) + sizeof n + _Alignof(double);"),
    ),
    row(
        "6.5.3.4",
        "effects in the operand of `sizeof`",
        Unsupported,
        Body("int n = 2; int a[2][n]; unsigned long s = sizeof(a[n++]);"),
    ),
    row(
        "6.5.5",
        "product or quotient of complex constants that is rounded",
        Unsupported,
        Body("double _Complex z = (0.1 + 2.0i) * (0.3 + 1.0i);"),
    ),
    row(
        "6.5.5",
        "division by a complex constant that is 1",
        Unsupported,
        Body("double _Complex z = 2; z = z / (1 + 0.0i);"),
    ),
    row("6.5.5", "division by a complex integer", Unsupported, Body("_Complex int z = 2; z = z / z;")),
    row("6.5.6", "pointer arithmetic", Full, Body("int a[4]; int *p = a + 3; long d = p - a;")),
    row("6.5.7", "shifts", Full, Body("int a = 1 << 3; a >>= 1;")),
    row("6.5.13", "short-circuit operators", Full, Body("int a = 0; int b = a && a++ || !a;")),
    row("6.5.15", "conditional operator", Full, Body("int a = 1; int b = a ? 2 : 3;")),
    row("6.5.16.2", "compound assignment", Full, Body("int a = 1; a += 2; a <<= 1; char c = 1; c *= 3;")),
    row("6.5.17", "comma operator", Full, Body("int a; a = (1, 2);")),
    row("6.6", "integer constant expressions", Full, Unit("enum { N = 2 * 3 }; int a[N + sizeof(int)];")),
    row("6.7.1", "`_Thread_local`, for one thread", Full, Unit("_Thread_local int own;")),
    row(
        "6.7.2.1",
        "structures, unions, bit-fields, anonymous members",
        Full,
        Unit(
            "struct s { unsigned a : 3, : 2, b : 9; int : 0; struct { int x; }; union { int y; char z; }; } s;",
        ),
    ),
    row(
        "6.7.2.1",
        "a bit-field has a type of exactly its width, as in gcc",
        Assumed,
        Body("struct { unsigned long long w : 40; } s = { 1 }; s.w = s.w << 39 << 1;"),
    ),
    row(
        "6.7.2.1",
        "the type of a bit-field as that of an object",
        Unsupported,
        Body("struct { unsigned long long w : 40; } s = { 1 }; __typeof__(s.w + 1) x = 2;"),
    ),
    row("6.7.2.1", "flexible array members", Full, Unit("struct s { int n; char data[]; };")),
    row("6.7.2.2", "enumerations", Full, Unit("enum e { A, B = 5, C }; enum e x = C;")),
    row(
        "6.7.3",
        "`const`, `volatile`, `restrict`",
        Full,
        Unit("const int c = 1; int *restrict p; volatile int v;"),
    ),
    row(
        "6.7.4",
        "`inline` and `_Noreturn`",
        Full,
        Unit("static inline int one(void) { return 1; } _Noreturn void stop(void) { for (;;) ; }"),
    ),
    row("6.7.5", "`_Alignas`", Full, Unit("_Alignas(16) char buffer[32];")),
    row(
        "6.7.6.2",
        "variable-length arrays",
        Full,
        Body("int n = 3; int a[n]; a[n - 1] = 1; unsigned long size = sizeof a;"),
    ),
    row(
        "6.7.6.3",
        "functions with variable arguments",
        Full,
        Unit(
            "int sum(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int x = __builtin_va_arg(l, int); __builtin_va_end(l); return x; } int use(void) { return sum(1, 2); }",
        ),
    ),
    row(
        "6.7.7",
        "`typedef`, also hidden by a variable",
        Full,
        Unit("typedef int T; int f(T a) { T T = a; return T; }"),
    ),
    row(
        "6.7.9",
        "initialisers with designators, nested and partial",
        Full,
        Unit(
            "struct { int a[3]; struct { int x, y; } p; } s = { .p.y = 1, .a = { [1] = 2, 3 } }; int t[] = { [4] = 1 };",
        ),
    ),
    row("6.7.10", "`_Static_assert`", Full, Unit("_Static_assert(sizeof(char) == 1, \"bytes\");")),
    row("6.8.1", "labels and `goto`", Full, Body("int i = 0; again: if (i++ < 3) goto again;")),
    row("6.8.4.1", "`if` and `else`", Full, Body("int x = 1; if (x) x = 2; else x = 3;")),
    row(
        "6.8.4.2",
        "`switch` with fall-through",
        Full,
        Body("int x = 1; switch (x) { case 1: x = 2; case 2: break; default: x = 0; }"),
    ),
    row(
        "6.8.5",
        "`while`, `do`, `for`, `break`, `continue`",
        Full,
        Body("for (int i = 0; i < 3; i++) { if (i == 1) continue; while (0) ; do { break; } while (1); }"),
    ),
    row("6.9.1", "K&R definitions, implicit `int`", Full, Unit("old(a, b) char a; double b; { return a; }")),
    row(
        "6.10",
        "preprocessing directives (by the system's `cc -E`)",
        Full,
        Unit("# 1 \"a.c\"\n#pragma once"),
    ),
    row(
        "GNU",
        "`__attribute__`: packed, aligned, noreturn, mode",
        Full,
        Unit("struct __attribute__((packed)) s { char a; int b; }; int x __attribute__((aligned(64)));"),
    ),
    row(
        "GNU",
        "vector types, their operators, elements and conversions",
        Full,
        Unit(
            "typedef int v4 __attribute__((vector_size(16))); v4 v = {1, 2}; v4 use(v4 w) { v += w * 2; v[1]++; return v < w; }",
        ),
    ),
    row(
        "GNU",
        "`__builtin_shuffle`, `__builtin_shufflevector`, `__builtin_convertvector`",
        Full,
        Unit(
            "typedef int v2 __attribute__((vector_size(8))); typedef float f2 __attribute__((vector_size(8))); f2 use(v2 v, v2 m) { v = __builtin_shuffle(v, m) + __builtin_shufflevector(v, m, 3, 0); return __builtin_convertvector(v, f2); }",
        ),
    ),
    row(
        "GNU",
        "vector of more than 1024 elements",
        Unsupported,
        Body("char v __attribute__((vector_size(4096)));"),
    ),
    row(
        "GNU",
        "_Alignof a record with vectors of more than 16 bytes",
        Unsupported,
        Body("struct s { int v __attribute__((vector_size(32))); }; int x = _Alignof(struct s);"),
    ),
    row(
        "GNU",
        "`__builtin_ia32_sqrtpd`",
        Unsupported,
        Unit(
            "typedef double v2 __attribute__((vector_size(16))); v2 use(v2 v) { return __builtin_ia32_sqrtpd(v); }",
        ),
    ),
    row(
        "GNU",
        "`typeof`, `__auto_type`",
        Full,
        Body("int x = 1; typeof(x) y = x; __typeof__(int *) p = &y;"),
    ),
    row("GNU", "statement expressions", Full, Body("int x = ({ int t = 1; t + 1; });")),
    row("GNU", "`?:` without its middle operand", Full, Body("int x = 0; int y = x ?: 2;")),
    row("GNU", "case ranges", Full, Body("int x = 1; switch (x) { case 1 ... 5: x = 0; }")),
    row("GNU", "range designators", Full, Unit("int a[10] = { [2 ... 5] = 7 };")),
    row("GNU", "labels as values", Full, Body("void *l = &&end, *m = l; end: ;")),
    row(
        "GNU",
        "a computed goto to what is known as no label",
        Unsupported,
        Body("void *l = &&end; goto *l; end: ;"),
    ),
    row(
        "GNU",
        "`__builtin_ctz` and its kin in constant expressions",
        Full,
        Unit("enum { BIT = __builtin_ctz(8), COUNT = __builtin_popcount(7) }; int a[COUNT];"),
    ),
    row("GNU", "`__label__`", Full, Body("{ __label__ out; goto out; out: ; }")),
    row("GNU", "nested function", Full, Body("int n = 1; int inner(int x) { return x + n; } inner(1);")),
    row(
        "GNU",
        "pointers to one nested function in many activations at once",
        Unsupported,
        Body("int n = 1; int inner(void) { return n; } int (*p)(void) = inner; p();"),
    ),
    row(
        "GNU",
        "call of a nested function whose outer function has ended",
        Unsupported,
        Body("int n = 1; int inner(void) { return n; } int (*p)(void) = inner; p();"),
    ),
    row(
        "GNU",
        "pointer to a nested function with variable arguments",
        Unsupported,
        Body("int n = 1; int inner(int x, ...) { return n + x; } int (*p)(int, ...) = inner; p(1);"),
    ),
    row(
        "GNU",
        "address of a nested function in the initialiser of a static object",
        Refused,
        Body("int n = 1; int inner(void) { return n; } static int (*p)(void) = inner; p();"),
    ),
    row(
        "GNU",
        "alignment of a variable of an outer function",
        Unsupported,
        Body("_Alignas(16) int n = 1; int inner(void) { return __alignof__(n); } inner();"),
    ),
    row(
        "GNU",
        "goto out of a nested function",
        Unsupported,
        Body("__label__ out; void inner(void) { goto out; } inner(); out: ;"),
    ),
    row("GNU", "`__int128`", Full, Body("__int128 big = 1; big <<= 100;")),
    row("GNU", "`__float128`", Full, Body("__float128 q = 1;")),
    row("GNU", "`alloca`", Full, Body("char *p = __builtin_alloca(4); p[0] = 1;")),
    row(
        "GNU",
        "inline assembler",
        Assumed,
        Body("int x; __asm__ volatile(\"\" : \"=r\"(x) : : \"memory\");"),
    ),
    row(
        "GNU",
        "arrays of length zero, empty structures",
        Full,
        Unit("struct empty {}; struct s { int n; int data[0]; };"),
    ),
    row(
        "GNU",
        "arithmetic on `void *` and function pointers",
        Full,
        Body("char a[4]; void *p = a; p = p + 1; unsigned long n = sizeof(void);"),
    ),
    row("GNU", "casts to a union type", Full, Body("union u { int i; float f; }; union u x = (union u)1;")),
    row(
        "GNU",
        "`__builtin_expect`, `__builtin_constant_p`, `__builtin_types_compatible_p`, `__builtin_offsetof`",
        Full,
        Unit(
            "struct s { int a, b; }; int x = __builtin_offsetof(struct s, b) + __builtin_types_compatible_p(int, int);",
        ),
    ),
    row("GNU", "`__builtin_unreachable`, `__builtin_trap`", Full, Body("if (0) __builtin_unreachable();")),
    row(
        "GNU",
        "functions that are never defined",
        Assumed,
        Unit("int unknown(int); int use(void) { return unknown(1); }"),
    ),
    row(
        "GNU",
        "`alias` of a function or object of the same unit",
        Full,
        Unit(
            "int f(void) { return 1; } int g(void) __attribute__((alias(\"f\"))); int use(void) { return g(); }",
        ),
    ),
    row(
        "GNU",
        "alias attribute",
        Unsupported,
        Unit(
            "static int (*choose(void))(void) { return 0; } int g(void) __attribute__((ifunc(\"choose\"))); int use(void) { return g(); }",
        ),
    ),
    row(
        "GNU",
        "assembler name of a symbol that the program defines",
        Unsupported,
        Unit("int f(void) { return 1; } int g(void) __asm__(\"f\"); int use(void) { return g(); }"),
    ),
    row(
        "GNU",
        "weak and strong definitions, linked as `ld` does",
        Full,
        Unit("int x __attribute__((weak)) = 1; int f(void) __attribute__((weak)); int f(void) { return x; }"),
    ),
    row(
        "GNU",
        "weak symbols that are never defined",
        Assumed,
        Unit("extern int x __attribute__((weak)); int use(void) { return &x != 0; }"),
    ),
    row("GNU", "assembler at file scope", Assumed, Unit("__asm__(\".globl x\");")),
    row(
        "GNU",
        "registers as global variables",
        Assumed,
        Unit("register long x __asm__(\"rsp\"); long use(void) { return x; }"),
    ),
    row(
        "GNU",
        "`scalar_storage_order`, `ms_struct`, `#pragma weak`, `#pragma redefine_extname`",
        Refused,
        Unit("struct __attribute__((scalar_storage_order(\"big-endian\"))) s { int x; };"),
    ),
    row(
        "GNU",
        "end of a variable-length array's life with an inner block",
        Assumed,
        Body("int n = 2; { int a[n]; a[0] = 1; }"),
    ),
    row(
        "GNU",
        "`?:` whose condition is a complex number and its value",
        Unsupported,
        Body("double _Complex z = 2; z = z ?: 1;"),
    ),
    // A record has one layout; the members behind such an array would have offsets of run time.
    row("GNU", "variable-length array in a record", Unsupported, Body("int n = 2; struct { int a[n]; } s;")),
    row(
        "GNU",
        "enumeration that is used before its definition and is no `unsigned int`",
        Refused,
        Unit("enum e; enum e *p; enum e { A = -1 }; enum e x;"),
    ),
    row(
        "GNU",
        "range designator whose value is not constant",
        Unsupported,
        Body("int x = 1; int a[4] = { [0 ... 3] = x };"),
    ),
    row("GNU", "asm goto", Unsupported, Body("__asm__ goto(\"\" : : : : out); out: ;")),
    row(
        "GNU",
        "atomic built-ins of scalars, for one thread",
        Full,
        Body("int x = 0; __sync_fetch_and_add(&x, 1); __atomic_store_n(&x, 2, 5);"),
    ),
    row(
        "GNU",
        "overflow check of 128-bit integers",
        Unsupported,
        Body("__int128 a = 1, r; __builtin_add_overflow(a, a, &r);"),
    ),
    row(
        "GNU",
        "atomic operation on a record",
        Unsupported,
        Body("struct { int a[4]; } x, y; __atomic_load(&x, &y, 5);"),
    ),
    row(
        "GNU",
        "the attribute `cleanup`",
        Full,
        Whole(
            "static void f(int *x) { *x = 1; } int main(void) { int x __attribute__((cleanup(f))) = 0; return x; }",
        ),
    ),
    row(
        "GNU",
        "cleanup of a variable-length array",
        Unsupported,
        Body("extern void f(void *); int n = 3; int x[n] __attribute__((cleanup(f)));"),
    ),
    row(
        "GNU",
        "goto back over a variable with cleanup",
        Unsupported,
        Whole(
            "static void f(int *x) { *x = 1; } int main(void) { again: ; int x __attribute__((cleanup(f))) = 0; if (x) goto again; return 0; }",
        ),
    ),
    row(
        "GNU",
        "attributes `constructor` and `destructor`",
        Full,
        Unit("__attribute__((constructor)) void early(void) {}"),
    ),
    row(
        "GNU",
        "functions in `.preinit_array`, `.init_array`, `.fini_array`",
        Full,
        Unit(
            "static void f(void) {} __attribute__((section(\".init_array\"))) static void (*early)(void) = f;",
        ),
    ),
    row(
        "GNU",
        "section of functions that holds something else",
        Refused,
        Unit("static int x; __attribute__((section(\".init_array\"))) static int *early = &x;"),
    ),
    row(
        "GNU",
        "function without a body that runs beside `main`",
        Refused,
        Unit("void f(void); __attribute__((section(\".init_array\"))) static void (*early)(void) = f;"),
    ),
    row("GNU", "initialiser of a variable-length array", Unsupported, Body("int n = 2; int a[n] = {};")),
    row(
        "GNU",
        "range designator of more than 65536 elements",
        Unsupported,
        Body("int a[100000] = { [0 ... 99999] = 1 };"),
    ),
    row(
        "GNU",
        "braced initialiser that overrides a part of an initialised record",
        Unsupported,
        Body(
            "struct p { int x, y; }; struct q { struct p p; } o = { { 1, 2 } }; struct { struct q q; } s = { .q = o, .q.p = { 3 } };",
        ),
    ),
    row("GNU", "declarator of more than 500 derivations", Unsupported, Body(MANY_POINTERS)),
    row("GNU", "`__builtin_apply_args`", Unsupported, Body("__builtin_apply_args();")),
    // gcc computes `_Float16` in `float`, and rounds where a value is assigned or cast; floats of the
    // automaton have no format of 16 bits.
    row("GNU", "`_Float16`, decimal floating types, `_Imaginary`", Refused, Body("_Decimal64 d;")),
    row(
        "library",
        "threads",
        Unsupported,
        Unit(
            "int pthread_create(void *, void *, void *(*)(void *), void *); void use(void) { pthread_create(0, 0, 0, 0); }",
        ),
    ),
    row(
        "library",
        "rounding modes",
        Unsupported,
        Unit("int fesetround(int); int use(void) { return fesetround(0x400); }"),
    ),
    row(
        "library",
        "library function that writes and has no model",
        Unsupported,
        Unit("double remquo(double, double, int *); double use(int *q) { return remquo(8.0, 3.0, q); }"),
    ),
    row(
        "library",
        "text input by a function like `scanf`",
        Unsupported,
        Unit("int scanf(const char *, ...); int use(const char *f, char *s) { return scanf(f, s); }"),
    ),
    row(
        "library",
        "text by the conversions of `scanf`",
        Full,
        Unit("int scanf(const char *, ...); int use(char *s) { return scanf(\"%9s%[a]\", s, s); }"),
    ),
    row(
        "library",
        "handler of a signal",
        Unsupported,
        Unit("void *signal(int, void *); void *use(void *h) { return signal(2, h); }"),
    ),
    row(
        "library",
        "text of a date whose members are out of range",
        Unsupported,
        Unit("char *asctime(const void *); char *use(void *d) { return asctime(d); }"),
    ),
    row(
        "library",
        "`%n` in a format",
        Unsupported,
        Unit("int printf(const char *, ...); int use(int *n) { return printf(\"%n\", n); }"),
    ),
    row("library", "setjmp", Unsupported, Unit("int setjmp(long *); int use(long *b) { return setjmp(b); }")),
    row(
        "library",
        "call of a function like `scanf` through a pointer",
        Unsupported,
        Unit(
            "int scanf(const char *, ...); int use(int *n) { int (*f)(const char *, ...) = scanf; return f(\"%d\", n); }",
        ),
    ),
    row(
        "library",
        "more than 32 functions to run at the end",
        Unsupported,
        Unit("int atexit(void (*)(void)); void use(void) { atexit(use); }"),
    ),
    row(
        "library",
        "mutex that is not a normal one",
        Unsupported,
        Unit(
            "typedef struct { int w[10]; } pthread_mutex_t; int pthread_mutex_lock(pthread_mutex_t *); \
             int use(pthread_mutex_t *m) { return pthread_mutex_lock(m); }",
        ),
    ),
    row("library", "processes", Unsupported, Unit("int fork(void); void use(void) { fork(); }")),
];
