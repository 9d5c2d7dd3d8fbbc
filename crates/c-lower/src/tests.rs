//! Expected automata: each file of `resources/cfa` is a C program with a remark, followed by its automaton as comments.
//!
//! `UPDATE_EXPECT=1 cargo test -p c-lower` writes them anew. Every automaton must be sound.

use crate::{LowerOptions, lower};
use cfa::MachineModel;
use expect_test::{Expect, expect, expect_file};
use source::SourceMap;
use std::fmt::Write;
use std::path::Path;

const MARK: &str = "// ---- automaton ----";

fn dump(name: &str, text: &str) -> String {
    let machine = if text.starts_with("// --32") { MachineModel::Ilp32 } else { MachineModel::Lp64 };
    let mut map = SourceMap::new();
    let mut names = stdx::Interner::new();
    let file = map.add(name, text.to_owned()).unwrap();
    let parsed = c_syntax::parse(&mut map, file, &mut names);
    let options = LowerOptions {
        machine,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Default::default(),
    };
    let lowered = lower(&mut map, names, vec![parsed.ast], &options);
    let mut out = String::new();
    for diagnostic in parsed.diagnostics.iter().chain(&lowered.diagnostics) {
        writeln!(out, "{} {}", diagnostic.code, diagnostic.message).unwrap();
    }
    if let Some(cfa) = lowered.cfa {
        let violations = cfa::verify::verify(&cfa);
        assert!(violations.is_empty(), "{name}: {violations:#?}");
        out.push_str(&cfa::dump::text(&cfa, &map));
    }
    out
}

#[test]
fn expected_automata() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/cfa");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 20, "the folder of expected automata is there");
    for path in files {
        let content = std::fs::read_to_string(&path).unwrap();
        let text = content.split(MARK).next().unwrap().trim_end();
        let name = path.file_name().unwrap().to_string_lossy();
        let mut whole = format!("{text}\n\n{MARK}\n");
        for line in dump(&name, text).lines() {
            writeln!(whole, "{}", format!("// {line}").trim_end()).unwrap();
        }
        expect_file![path].assert_eq(&whole);
    }
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&dump("a.c", text));
}

#[test]
fn a_program_needs_an_entry() {
    check(
        "int f(void) { return 0; }",
        expect![[r#"
        E0401 the program has no function `main`
    "#]],
    );
}

/// Every model in C text must be accepted for both machine models, alone and with all that it uses.
#[test]
fn every_model_is_sound() {
    for machine in [MachineModel::Ilp32, MachineModel::Lp64] {
        for model in crate::models().filter(|model| model.kind == "C text") {
            let mut map = SourceMap::new();
            let mut names = stdx::Interner::new();
            let text = format!("void {0}(); int main(void) {{ {0}(); }}", model.name);
            let file = map.add("a.c", text).unwrap();
            let parsed = c_syntax::parse(&mut map, file, &mut names);
            let options = LowerOptions {
                machine,
                entry: "main".to_owned(),
                watched: Vec::new(),
                sequence: Default::default(),
                assertions: Default::default(),
                outside: Default::default(),
            };
            let lowered = lower(&mut map, names, vec![parsed.ast], &options);
            assert_eq!(lowered.diagnostics, [], "{}", model.name);
            let violations = cfa::verify::verify(&lowered.cfa.unwrap());
            assert!(violations.is_empty(), "{}: {violations:#?}", model.name);
        }
    }
}

/// The type of every entry, given back as a declaration, declares the library's function: it is C, and nothing in it is misread.
#[test]
fn every_library_function_is_known_by_its_own_declaration() {
    let names = "FILE DIR regex_t any any_float wchar_t pthread_t pthread_attr_t pthread_mutex_t pthread_mutexattr_t pthread_cond_t pthread_barrier_t thrd_t";
    let mut types = "typedef __typeof__(sizeof 0) size_t; typedef __builtin_va_list va_list; typedef double any_float; typedef struct { int quot, rem; } div_t, ldiv_t;".to_owned();
    for name in names.split(' ').filter(|name| *name != "any_float") {
        write!(types, " typedef int {name};").unwrap();
    }
    for machine in ["// --32", "// --64"] {
        for entry in crate::library::tables().filter(|entry| !entry.name.contains('*')) {
            let declaration = crate::library::declaration(entry);
            let name = entry.name;
            let text = format!(
                "{machine}\n{types}\n{declaration};\nint main(void) {{ return (long)&{name} == 0; }}"
            );
            let dump = dump("a.c", &text);
            assert!(!dump.contains("E0") && !dump.contains("is not the library's"), "{text}\n{dump}");
        }
    }
}

/// What an automaton says that it does not know: refused edges and assumptions.
fn check_limits(text: &str, expected: Expect) {
    let dump = dump("a.c", text);
    let is_limit = |line: &&str| {
        ["unsupported", "assum", "E0"].iter().any(|word| line.contains(word)) && !line.contains("assume(")
    };
    let lines: Vec<&str> = dump.lines().filter(is_limit).map(str::trim).collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn a_symbol_that_is_another_one_is_refused_wherever_it_is_used() {
    // Nobody defines `h`.
    check_limits(
        "int f(void); int main(void) { return f(); } extern int f(void) __attribute__((alias(\"h\")));",
        expect!["L0: unsupported alias attribute -> L1                       // line 1"],
    );
    check_limits(
        "double y = 3; extern int x __attribute__((alias(\"y\"))); int main(void) { return x; }",
        expect!["L0: unsupported alias attribute -> L1                       // line 1"],
    );
    check_limits(
        "int g(void) { return 7; } int f(void) { return 8; } int main(void) { extern int h(void) __attribute__((alias(\"g\"))); return h(); }",
        expect!["L0: unsupported alias attribute -> L1                       // line 1"],
    );
    check_limits(
        "int g(void) { return 7; } static int f(void) __attribute__((weakref(\"g\"))); int main(void) { return f(); }",
        expect!["L0: unsupported alias attribute -> L1                       // line 1"],
    );
    check_limits(
        "int g(void) { return 7; } int f(void) __asm__(\"g\"); int main(void) { return f(); }",
        expect!["L0: unsupported assembler name of a symbol that the program defines -> L1 // line 1"],
    );
    check_limits(
        "int y = 3; extern int x __asm__(\"y\"); int main(void) { y = 5; return x; }",
        expect!["L1: unsupported assembler name of a symbol that the program defines -> L2 // line 1"],
    );
    check_limits(
        "int f(void) __asm__(\"g\"); int f(void) { return 1; } int g(void); int main(void) { return g() + f(); }",
        expect!["L0: unsupported assembler name of a symbol that the program defines -> L1 // line 1"],
    );
    // The C library's headers rename functions that stay undefined.
    check_limits(
        "int scanf(const char *, ...) __asm__(\"__isoc99_scanf\"); int main(void) { int x; scanf(\"%d\", &x); return x; }",
        expect![[""]],
    );
}

#[test]
fn wide_bit_fields_compute_in_their_own_width() {
    let with = |expression: &str| {
        format!(
            "struct s {{ unsigned long long w : 40, n : 30, all : 64; }} s; unsigned long long x; \
             int main(void) {{ {expression}; return 0; }}"
        )
    };
    for differs in
        ["x = s.w + 1", "x = s.w << 8", "x = ~s.w", "x = s.w * s.w", "x = sizeof(s.w = 1)", "s.w /= -1"]
    {
        check_limits(
            &with(differs),
            expect![[
                r#"assumption: a bit-field has a type of exactly its width, as in gcc; clang takes the declared type // a.c:1"#
            ]],
        );
    }
    // A wider operand decides the type; narrow fields and fields of the full width are like any other value.
    for same in ["x = s.w + x", "x = s.n << 8", "x = s.all + 1", "x = s.w", "s.w = 5", "double d = s.w + 1.0"]
    {
        check_limits(&with(same), expect![[""]]);
    }
}

#[test]
fn symbols_without_definition_are_named() {
    check_limits(
        "extern int f(void) __attribute__((weak)); extern int x __attribute__((weak)); int main(void) { return f && &x; }",
        expect![[r#"
            assumption: `f` is weak and not defined: it exists all the same // a.c:1
            assumption: `x` is weak and never defined: it exists and holds any value // a.c:1"#]],
    );
    check_limits(
        "extern int f(void) __attribute__((weak)); int known = f != 0; int main(void) { return known; }",
        expect!["assumption: `f` is weak and not defined: it exists all the same // a.c:1"],
    );
    check_limits(
        "__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }",
        expect![[""]],
    );
    check_limits(
        "register unsigned long stack asm(\"rsp\"); asm(\".globl f\"); int main(void) { return stack == 0; }",
        expect![[r#"
            assumption: assembler at file scope defines and changes nothing that the program uses // a.c:1
            assumption: `stack` is declared but never defined: it holds any value // a.c:1"#]],
    );
    check_limits(
        "void f(void), (*p)(void) = f; int main(void) { p(); f(); return 0; }",
        expect![[r#"
            assumption: `f` is not defined: it changes nothing          // a.c:1
            assumption: a call through a pointer that is to none of the program's functions of that type is to one of the environment: it returns any value and changes nothing // a.c:1"#]],
    );
}

#[test]
fn layouts_that_are_not_the_machine_s_are_refused() {
    check_limits(
        "struct __attribute__((scalar_storage_order(\"big-endian\"))) s { int x; }; int main(void) { struct s v; v.x = 1; return v.x; }",
        expect![[r#"
            E0901 unsupported feature: attribute scalar_storage_order
            E0306 the type `struct s` is incomplete here"#]],
    );
}

#[test]
fn a_declaration_tells_whether_a_function_is_the_library_s() {
    check_limits(
        "int index(int, int); int main(void) { return index(1, 2); }",
        expect![[r#"
            assumption: `int index(int, int)` is not the library's `char *index(const char *text, int wanted)` and is treated as unknown // a.c:1
            assumption: `index` is not defined: it returns any value and changes nothing // a.c:1"#]],
    );
    check_limits(
        "struct l { int x; }; int remove(struct l *, int); int main(void) { struct l v; return remove(&v, 1); }",
        expect![[r#"
            assumption: `int remove(struct l *, int)` is not the library's `int remove(const char *name)` and is treated as unknown // a.c:1
            assumption: `remove` is not defined: it returns any value and changes nothing // a.c:1"#]],
    );
    check_limits(
        "int free(int); int abs(int, int); double floor(int); int main(void) { return free(1) + abs(2, 3) + (floor(4) > 0); }",
        expect![[r#"
            assumption: `int free(int)` is not the library's `void free(void *)` and is treated as unknown // a.c:1
            assumption: `free` is not defined: it returns any value and changes nothing // a.c:1
            assumption: `int abs(int, int)` is not the library's `int abs(int x)` and is treated as unknown // a.c:1
            assumption: `abs` is not defined: it returns any value and changes nothing // a.c:1
            assumption: `double floor(int)` is not the library's `double floor(double)` and is treated as unknown // a.c:1
            assumption: `floor` is not defined: it returns any value and changes nothing // a.c:1"#]],
    );
    check_limits(
        "struct s { int x; }; void exit(struct s); int printf(const char *); int main(void) { struct s v = { 1 }; printf(\"%d\"); exit(v); }",
        expect![[r#"
            assumption: `int printf(char *)` is not the library's `int printf(const char *, ...)` and is treated as unknown // a.c:1
            assumption: `printf` is not defined: it returns any value and changes nothing // a.c:1
            assumption: `void exit(struct s)` is not the library's `void exit(int)` and is treated as unknown // a.c:1
            assumption: `exit` is not defined: it changes nothing       // a.c:1"#]],
    );
    check_limits(
        "void *malloc(int); void *memset(void *, int, long double); _Bool isdigit(int); int main(void) { return malloc(4) && memset(0, 0, 0) && isdigit(1); }",
        expect![[r#"
            assumption: `void *malloc(int)` is not the library's `void *malloc(size_t)` and is treated as unknown // a.c:1
            assumption: `malloc` is not defined: it returns any value and changes nothing // a.c:1
            assumption: `void *memset(void *, int, long double)` is not the library's `void *memset(void *, int, size_t)` and is treated as unknown // a.c:1
            assumption: `memset` is not defined: it returns any value and changes nothing // a.c:1
            assumption: `_Bool isdigit(int)` is not the library's `int isdigit(int c)` and is treated as unknown // a.c:1
            assumption: `isdigit` is not defined: it returns any value and changes nothing // a.c:1"#]],
    );
    check_limits(
        "int stat(int); int select(void); int getline(char *, int); int main(void) { char a[9]; return stat(1) + select() + getline(a, 9); }",
        expect![[r#"
            assumption: `int stat(int)` is not the library's `int stat(const char *, void *)` and is treated as unknown // a.c:1
            assumption: `stat` is not defined: it returns any value and changes nothing // a.c:1
            assumption: `int select(void)` is not the library's `int select(int, void *, void *, void *, struct timeval *)` and is treated as unknown // a.c:1
            assumption: `select` is not defined: it returns any value and changes nothing // a.c:1
            assumption: `int getline(char *, int)` is not the library's `long getline(char **, size_t *, FILE *)` and is treated as unknown // a.c:1
            assumption: `getline` is not defined: it returns any value and changes nothing // a.c:1"#]],
    );
    // Through a pointer, too.
    check_limits(
        "int index(int, int); int main(void) { int (*p)(int, int) = index; return p(1, 2); }",
        expect![[r#"
            assumption: `int index(int, int)` is not the library's `char *index(const char *text, int wanted)` and is treated as unknown // a.c:1
            assumption: `index` is not defined: it returns any value and changes nothing // a.c:1
            assumption: a call through a pointer that is to none of the program's functions of that type is to one of the environment: it returns any value and changes nothing // a.c:1"#]],
    );
}

#[test]
fn a_declaration_may_differ_from_the_library_s_where_that_does_no_harm() {
    check_limits(
        "void *memset(void *, char, unsigned); unsigned strlen(unsigned char *); int main(void) { unsigned char a[2]; memset(a, 0, 2); return strlen(a); }",
        expect![[""]],
    );
    check_limits(
        "enum e { A }; enum e abs(enum e); void strcpy(void *, signed char *); int main(void) { char a[2]; strcpy(a, 0); return abs(A); }",
        expect![[""]],
    );
    check_limits(
        "char *index(); int atoi(); int main(void) { return atoi(index(\"a1\", '1')); }",
        expect![[""]],
    );
    check_limits(
        "int abort(void); int exit(int); int main(void) { return exit(1) + abort(); }",
        expect![[""]],
    );
    check_limits("int main(void) { return strspn(\"aab\", \"a\") + tolower('A'); }", expect![[""]]);
    check_limits(
        "_Bool __VERIFIER_assume(_Bool); int __VERIFIER_nondet_int(); char __VERIFIER_nondet_char(int); int main(void) { __VERIFIER_assume(__VERIFIER_nondet_int() > __VERIFIER_nondet_char(1)); return 0; }",
        expect![[""]],
    );
    check_limits(
        "void reach_error(char *, int); int __assert_fail(const char *); int main(void) { if (__assert_fail(\"a\")) reach_error(0, 1); return 0; }",
        expect![[""]],
    );
    check_limits(
        "// --32\nvoid *malloc(unsigned long); int read(int, char *, unsigned); long atol(char *); int main(void) { char *p = malloc(4); return read(0, p, 4) + atol(p); }",
        expect!["assumption: `malloc` never fails                            // a.c:2"],
    );
}

#[test]
fn a_call_without_prototype_tells_by_its_arguments() {
    check_limits(
        "int index(); int main(void) { return index(1, 2); }",
        expect![
            "assumption: a call of `index` passes other arguments than the library's `char *index(const char *text, int wanted)` takes: it returns any value and changes nothing // a.c:1"
        ],
    );
    check_limits(
        "int strlen(); int main(void) { return strlen(\"a\", 2) + strlen(); }",
        expect![
            "assumption: a call of `strlen` passes other arguments than the library's `size_t strlen(const char *text)` takes: it returns any value and changes nothing // a.c:1"
        ],
    );
    check_limits(
        "struct s { int x; }; void free(), exit(); int main(void) { struct s v = { 1 }; free(v); exit(v); }",
        expect![[r#"
            assumption: a call of `free` passes other arguments than the library's `void free(void *)` takes: it returns any value and changes nothing // a.c:1
            assumption: a call of `exit` passes other arguments than the library's `void exit(int)` takes: it returns any value and changes nothing // a.c:1"#]],
    );
    check_limits(
        "int free(); int main(void) { return free(0); }",
        expect!["assumption: `free` is used for a result that it does not have: any value // a.c:1"],
    );
    check_limits(
        "char *strtok(); int read(); int main(void) { char a[4]; strtok(0, a); return read(0, a, 4); }",
        expect![[""]],
    );
    check_limits(
        "void free(); void (*volatile p)() = free; int main(void) { p(); return 0; }",
        expect![[r#"
            assumption: volatile objects are ordinary ones, which only the program changes (`--volatile nondet` assumes nothing) // a.c:1
            assumption: an argument that a call in `free` misses has any value // a.c:1
            assumption: a call through a pointer that is to none of the program's functions of that type is to one of the environment: it returns any value and changes nothing // a.c:1"#]],
    );
}
