//! Types of two units: the same, different, compatible; and what units declare differently.

use crate::testing::{check_messages, check_program, elaborate, elaborate_with_models};
use cfa::MachineModel;
use expect_test::{Expect, expect};
use stdx::Idx;

/// Elaborates units and gives the layouts of the records that have a definition, one line each.
fn check_records(units: &[&str], expected: Expect) {
    let outcome = elaborate(MachineModel::Lp64, units);
    let types = &outcome.program.types;
    let mut text = String::new();
    for record in types.records().iter().filter(|record| record.layout.is_some()) {
        let name = record.name.map_or("nameless", |name| outcome.names.text(name));
        let fields = record.layout.iter().flat_map(|layout| &layout.fields);
        let field = |field: &cfa::Field| {
            let name = field.name.map_or("", |name| outcome.names.text(name));
            let width = field.bits.map_or(String::new(), |bits| format!(":{}", bits.width));
            let target = match types.get(types.pointee(field.ty).unwrap_or(field.ty)) {
                cfa::Type::Record(record) => format!(" record{}", record.index()),
                _ => String::new(),
            };
            format!(" {name}{width}@{}{target}", field.offset)
        };
        text += &format!("{name}:{}\n", fields.map(field).collect::<String>());
    }
    expected.assert_eq(&format!("{}{text}", outcome.messages()));
}

#[test]
fn a_record_is_compared_when_all_that_it_leads_to_is_complete() {
    // `struct f` is alike in both, but leads to two different `struct i`.
    check_records(
        &[
            "struct i; struct f { struct i *i; }; struct i { int x, y; };",
            "struct i; struct f { struct i *i; }; struct i { int y, x; };",
        ],
        expect![[r#"
            i: x@0 y@4
            f: i@0 record0
            i: y@0 x@4
            f: i@0 record2
        "#]],
    );
    // The same through the type of a function, and with widths of bit-fields.
    check_records(
        &[
            "struct i; typedef int (*fn)(struct i *); struct i { int x, y; fn f; };",
            "struct i; typedef int (*fn)(struct i *); struct i { int y, x; fn f; };",
        ],
        expect![[r#"
            i: x@0 y@4 f@8
            i: y@0 x@4 f@8
        "#]],
    );
    check_records(
        &[
            "union e; struct d { union e *e; }; union e { unsigned f : 3; int g; };",
            "union e; struct d { union e *e; }; union e { unsigned f : 5; int g; };",
        ],
        expect![[r#"
            e: f:3@0 g@0
            d: e@0 record0
            e: f:5@0 g@0
            d: e@0 record2
        "#]],
    );
}

#[test]
fn equal_records_are_one_type() {
    // Mutually recursive, through typedefs, with nameless members, also where the order differs.
    check_records(
        &[
            "struct b; typedef struct b *link; struct a { link next; union { int i; float f; } u; }; struct b { struct a a[2]; struct { char c; } x, *y; };",
            "struct a; struct b; struct a { struct b *next; union { int i; float f; } u; }; struct b { struct a a[2]; struct { char c; } x, *y; }; struct other { struct b b; };",
        ],
        expect![[r#"
            b: a@0 x@32 record3 y@40 record3
            a: next@0 record0 u@8 record2
            nameless: i@0 f@0
            nameless: c@0
            other: b@0 record0
        "#]],
    );
    // A record that one unit never completes is the other's.
    check_records(
        &[
            "struct s *p; struct holder { struct s *s; } h;",
            "struct s { int a; } *p; struct holder { struct s *s; } h;",
        ],
        expect![[r#"
            s: a@0
            holder: s@0 record0
        "#]],
    );
    // Nameless records of one unit stay different types, however alike they look.
    check_records(
        &[
            "typedef struct { int a; } A; typedef struct { int a; } B; int x[__builtin_types_compatible_p(A, B) ? -1 : 1];",
            "typedef struct { int a; } B; typedef struct { int a; } A; int y[__builtin_types_compatible_p(A, B) ? -1 : 1];",
        ],
        expect![[r#"
            A: a@0
            B: a@0
        "#]],
    );
    // Records of blocks and of parameter lists.
    check_records(
        &[
            "int g(struct s *p); int f(void) { struct s { int a; } x = {1}; extern struct s shared; shared = x; return 0; } int h(void) { struct s { int a; } x = {1}; return x.a; }",
            "struct s { int a; } shared;",
        ],
        expect![[r#"
            s: a@0
            s: a@0
        "#]],
    );
}

#[test]
fn opaque_records_of_three_units() {
    // The first unit's `struct i` is compatible with both others. It is the third's, because of
    // `keep`.
    check_program(
        &[
            "struct i; struct f { struct i *i; }; extern struct f keep; int main(void) { return keep.i != 0; }",
            "struct i { int x, y; }; struct f { struct i *i; }; struct f other;",
            "struct i { int y, x; }; struct f { struct i *i; }; struct f keep;",
        ],
        expect![[r#"
            external int main(void): defined
            external struct f keep: zero
            external struct f other: zero
        "#]],
    );
    // It cannot be both: what C allows is refused by name.
    check_program(
        &[
            "struct i; struct f { struct i *i; }; extern struct f keep, other; int main(void) { return keep.i != other.i; }",
            "struct i { int x, y; }; struct f { struct i *i; }; struct f other;",
            "struct i { int y, x; }; struct f { struct i *i; }; struct f keep;",
        ],
        expect![[r#"
            c.c:1:61: error E0901: unsupported feature: object whose type is compatible with that of another unit, but not one type `keep`
              a.c:1:54: the earlier one
            external int main(void): defined
            external struct f keep: extern
            external struct f other: zero
        "#]],
    );
}

#[test]
fn models_use_the_records_of_the_program() {
    let model = "struct time { long s, n; }; void get(struct time *t) { t->s = 1; }";
    for (unit, records) in [
        ("struct time { long s, n; }; void get(struct time *);", 1),
        ("struct time { int s, n; }; void get(struct time *);", 2),
    ] {
        let outcome = elaborate_with_models(MachineModel::Lp64, &[unit, model], 1);
        let is_complete = |record: &&cfa::Record| record.layout.is_some();
        assert_eq!(outcome.program.types.records().iter().filter(is_complete).count(), records, "{unit}");
    }
}

#[test]
fn objects_have_one_type() {
    check_messages(
        &[
            "extern int a[]; extern struct s { int x; } s; extern struct f { int n; int d[]; } f; extern int *p, (*q)[], (*r)(); enum e { A } extern e; extern unsigned u; typedef struct { int v; } T; extern T t; int main(void) { return a[1] + s.x + f.n + t.v; }",
            "int a[3]; struct s { int x; } s; struct f { int n; int d[]; } f = {2, {1, 2}}; int *p, (*q)[3], (*r)(int); enum e { A } e; enum e u; struct { int v; } t;",
        ],
        expect![[""]],
    );
    check_messages(
        &[
            "extern int a[]; extern struct s { int x; } s; extern int b[2], *c, i, (*f)(); extern unsigned u; typedef struct { int v; } T; extern T t;",
            "struct a { int x; } a; struct s { int y; } s; int b[3], c[1], (*f)(float); float i; int u; struct named { int v; } t;",
            "extern long i;",
        ],
        expect![[r#"
            b.c:1:21: error E0302: `a` is declared as `struct a`, before as `int[]` `a`
              a.c:1:12: the earlier one
            b.c:1:44: error E0302: `s` is declared as `struct s`, before as `struct s` `s`
              a.c:1:44: the earlier one
              types of two units are one type only if their members are the same
            b.c:1:51: error E0302: `b` is declared as `int[3]`, before as `int[2]` `b`
              a.c:1:58: the earlier one
            b.c:1:57: error E0302: `c` is declared as `int[1]`, before as `int *` `c`
              a.c:1:65: the earlier one
            b.c:1:82: error E0302: `i` is declared as `float`, before as `int` `i`
              a.c:1:68: the earlier one
            b.c:1:65: error E0302: `f` is declared as `int (*)(float)`, before as `int (*)()` `f`
              a.c:1:73: the earlier one
            b.c:1:89: error E0302: `u` is declared as `int`, before as `unsigned int` `u`
              a.c:1:95: the earlier one
            b.c:1:116: error E0302: `t` is declared as `struct named`, before as `struct T` `t`
              a.c:1:136: the earlier one
            c.c:1:13: error E0302: `i` is declared as `long`, before as `float` `i`
              b.c:1:82: the earlier one
        "#]],
    );
}

#[test]
fn objects_are_of_all_threads_or_of_each() {
    check_messages(
        &[
            "extern int a; int b; extern _Thread_local int c;",
            "_Thread_local int a; extern _Thread_local int b; _Thread_local int c;",
        ],
        expect![[r#"
            b.c:1:19: error E0302: `a` is declared as `int`, before as `int` `a`
              a.c:1:12: the earlier one
              an object is thread-local in all units or in none
            b.c:1:47: error E0302: `b` is declared as `int`, before as `int` `b`
              a.c:1:19: the earlier one
              an object is thread-local in all units or in none
            a.c:1:47: warning W0307: all threads share this object here `c`
            b.c:1:19: warning W0307: all threads share this object here `a`
            b.c:1:47: warning W0307: all threads share this object here `b`
            b.c:1:68: warning W0307: all threads share this object here `c`
        "#]],
    );
}

#[test]
fn arrays_and_unions_in_the_small_print() {
    // A tentative array without length has one element, and the members of a union have no order,
    // but then the unions are not one type here.
    check_messages(
        &[
            "int a[]; int b[]; union u { int i; char c; }; extern union u u; int f(union u);",
            "extern int a[5]; extern int b[]; union u { char c; int i; }; union u u; int f(union u x) { return x.i; }",
        ],
        expect![[r#"
            b.c:1:12: error E0302: `a` is declared as `int[5]`, before as `int[1]` `a`
              a.c:1:5: the earlier one
            b.c:1:70: error E0901: unsupported feature: object whose type is compatible with that of another unit, but not one type `u`
              a.c:1:62: the earlier one
            b.c:1:77: warning W0303: `f` is declared as `int(union u)`, before as `int(union u)` `f`
              a.c:1:69: declared here before
        "#]],
    );
}

#[test]
fn units_do_not_complete_the_types_of_others() {
    // Alone, the first unit does not know how long `a` is.
    check_messages(
        &["int a[3]; struct s { char c[2]; };", "extern int a[]; struct s { char c[sizeof a]; };"],
        expect![[r#"
            b.c:1:17: error E0313: the members of this record depend on what another unit declares `struct s { char c[sizeof a]; }`
        "#]],
    );
}

#[test]
fn functions_have_the_types_of_their_definitions() {
    check_program(
        &[
            "struct s { int v; }; void by_value(struct s); unsigned sign(void *); double wide(float); int fewer(int); int old(); int dots(int); int main(void) { struct s s = {1}; sign(0); old(1); wide(1); return 0; }",
            "struct r { int v; }; void by_value(struct r r) {} int sign(int *p) { return *p; } double wide(double d) { return d; } int fewer(int a, int b) { return a; } int old(int x) { return x; } int dots(int n, ...) { return n; }",
        ],
        expect![[r#"
            b.c:1:27: warning W0303: `by_value` is declared as `void(struct r)`, before as `void(struct s)` `by_value`
              a.c:1:27: declared here before
            b.c:1:55: warning W0303: `sign` is declared as `int(int *)`, before as `unsigned int(void *)` `sign`
              a.c:1:56: declared here before
            b.c:1:90: warning W0303: `wide` is declared as `double(double)`, before as `double(float)` `wide`
              a.c:1:77: declared here before
            b.c:1:123: warning W0303: `fewer` is declared as `int(int, int)`, before as `int(int)` `fewer`
              a.c:1:94: declared here before
            b.c:1:190: warning W0303: `dots` is declared as `int(int, ...)`, before as `int(int)` `dots`
              a.c:1:121: declared here before
            external void by_value(struct r): defined
            external int sign(int *): defined
            external double wide(double): defined
            external int fewer(int, int): defined
            external int old(int): defined
            external int dots(int, ...): defined
            external int main(void): defined
        "#]],
    );
}

#[test]
fn functions_are_called_as_they_are_defined() {
    // Harmless differences are converted, as within a unit; the others are refused where the call
    // is reached.
    crate::testing::check_units(
        &[
            "struct s { int v; }; void by_value(struct s); unsigned sign(void *); double wide(float); int fewer(int); int old(); int dots(int); void dropped(int); struct s large(void); void f(void) { struct s s = {1}; dropped(none()); large(); by_value(s); sign(0); wide(1); fewer(1); old(1); dots(1); }",
            "struct r { int v; }; void by_value(struct r r) {} int sign(int *p) { return *p; } double wide(double d) { return d; } int fewer(int a, int b) { return a; } int old(int x) { return x; } int dots(int n, ...) { return n; } int dropped(int x) { return x; } void none(void) {} void large(void) {}",
        ],
        expect![[r#"
            a.c:1:214: warning W0302: `none` is called without a declaration `none`
            b.c:1:27: warning W0303: `by_value` is declared as `void(struct r)`, before as `void(struct s)` `by_value`
              a.c:1:27: declared here before
            b.c:1:55: warning W0303: `sign` is declared as `int(int *)`, before as `unsigned int(void *)` `sign`
              a.c:1:56: declared here before
            b.c:1:90: warning W0303: `wide` is declared as `double(double)`, before as `double(float)` `wide`
              a.c:1:77: declared here before
            b.c:1:123: warning W0303: `fewer` is declared as `int(int, int)`, before as `int(int)` `fewer`
              a.c:1:94: declared here before
            b.c:1:190: warning W0303: `dots` is declared as `int(int, ...)`, before as `int(int)` `dots`
              a.c:1:121: declared here before
            b.c:1:225: warning W0303: `dropped` is declared as `int(int)`, before as `void(int)` `dropped`
              a.c:1:137: declared here before
            b.c:1:278: warning W0303: `large` is declared as `void(void)`, before as `struct s(void)` `large`
              a.c:1:160: declared here before
            void f(void) []
              {
                var struct s s
                declare s
                init s = {.0 = 1}
                dropped(none())
                unsupported call of `large` as a function of another type
                unsupported call of `by_value` as a function of another type
                sign(0:void *)
                unsupported call of `wide` as a function of another type
                unsupported call of `fewer` as a function of another type
                old(1)
                unsupported call of `dots` as a function of another type
              }
            void by_value(struct r) [r]
              {
              }
            int sign(int *) [p]
              {
                return [*[p]]
              }
            double wide(double) [d]
              {
                return [d]
              }
            int fewer(int, int) [a, b]
              {
                return [a]
              }
            int old(int) [x]
              {
                return [x]
              }
            int dots(int, ...) [n]
              {
                return [n]
              }
            int dropped(int) [x]
              {
                return [x]
              }
            void none(void) []
              {
              }
            void large(void) []
              {
              }
        "#]],
    );
}

#[test]
fn a_unit_sees_functions_as_it_declares_them() {
    // The second unit defines `get` last, and uses it before: with its own `struct i`.
    crate::testing::check_units(
        &[
            "struct i { int x, y; }; struct i *get(void); int f(void) { return get()->x; }",
            "struct i { int y, x; }; struct i *get(void); int g(void) { return get()->x; } static struct i it; struct i *get(void) { return &it; }",
            "struct i { int z, x; }; struct i *get(void); int h(void) { return get()->x; }",
        ],
        expect![[r#"
            b.c:1:35: warning W0303: `get` is declared as `struct i *(void)`, before as `struct i *(void)` `get`
              a.c:1:35: declared here before
            c.c:1:35: warning W0303: `get` is declared as `struct i *(void)`, before as `struct i *(void)` `get`
              a.c:1:35: declared here before
            int f(void) []
              {
                return [*get().x]
              }
            int g(void) []
              {
                return [*get().x]
              }
            struct i *get(void) []
              {
                return &it
              }
            int h(void) []
              {
                return [*get().x]
              }
        "#]],
    );
}
