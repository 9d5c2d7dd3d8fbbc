//! The default property: assertions of C libraries and of other tools, under every name, with and
//! without a body.

use super::*;
use c_lower::Assertions;

/// The verdict of the presets in turn under the default property.
fn verdict(entry: &str, text: &str) -> String {
    let mut front_end = FrontEnd::new(crate::preprocess::Preprocessor::default());
    let file = front_end.map.add("a.c", text.to_owned()).unwrap();
    let formula = Formula::Assertions;
    let target = Target {
        programs: Vec::new(),
        machine: cfa::MachineModel::Lp64,
        entry: entry.to_owned(),
        watched: formula.functions().into_iter().map(str::to_owned).collect(),
        sequence: Default::default(),
        assertions: Assertions::Checked,
        outside: Default::default(),
    };
    let cfa = match front_end.automaton_of(&[file], &target) {
        Ok(cfa) => cfa,
        Err(failure) => panic!("{text}: {failure:?} {:?}", front_end.diagnostics),
    };
    let check = Check { entry: entry.to_owned(), formula, span: source::Span::NONE };
    let budget = Budget::unlimited().part(Duration::from_secs(60));
    analyse_in_turn(&cfa, &[check], default_sequence(), None, &budget, &mut Silent).verdict().to_string()
}

/// `$x` is any number; each program is violated exactly if the number is 11.
const VIOLATED: &[&str] = &[
    // What `assert` of glibc and musl, of macOS and of newlib becomes.
    "void __assert_fail(const char *, const char *, unsigned, const char *); $main(x != 11 ? (void)0 : __assert_fail(\"\", \"\", 1, \"\"))",
    "void __assert_rtn(const char *, const char *, int, const char *); $main(if (x == 11) __assert_rtn(\"\", \"\", 1, \"\"))",
    "void __assert_func(const char *, int, const char *, const char *); $main(if (x == 11) __assert_func(\"\", 1, \"\", \"\"))",
    // Without the header.
    "$main(assert(x != 11))",
    "void assert(int); $main(assert(x - 11))",
    // Assertions that are functions, without a body.
    "void __VERIFIER_assert(int); $main(__VERIFIER_assert(x != 11))",
    "void __CPROVER_assert(_Bool, const char *); $main(__CPROVER_assert(x != 11, \"not 11\"))",
    "void __ESBMC_assert(_Bool, const char *); $main(__ESBMC_assert(x != 11, \"not 11\"))",
    "void sassert(int); $main(sassert(x != 11))",
    // With a body that does nothing, and with one that never ends.
    "void __VERIFIER_assert(int c) {} $main(__VERIFIER_assert(x != 11))",
    "void __VERIFIER_assert(int c) { if (!c) { for (;;); } } $main(__VERIFIER_assert(x != 11))",
    "void __CPROVER_assert(_Bool c, const char *s) { if (!c) exit(0); } $main(__CPROVER_assert(x != 11, \"\"))",
    // Through a pointer.
    "void __VERIFIER_assert(int); void (*check)(int) = __VERIFIER_assert; $main(check(x != 11))",
    // Words of other tools.
    "int nondet_int(void); void __CPROVER_assume(_Bool); void __CPROVER_assert(_Bool, const char *); \
     int main(void) { int x = nondet_int(); __CPROVER_assume(x > 10 && x < 13); __CPROVER_assert(x == 12, \"\"); return 0; }",
    "unsigned char nondet_uchar(); void __ESBMC_assume(_Bool); void __ESBMC_assert(_Bool, const char *); \
     int main(void) { int x = nondet_uchar(); __ESBMC_assume(x > 3); __ESBMC_assert(x != 11, \"\"); return 0; }",
    "void klee_make_symbolic(void *, unsigned long, const char *); void klee_assume(unsigned long); void assert(int); \
     int main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\"); klee_assume(x > 10); assert(x != 11); return 0; }",
    "void klee_make_symbolic(void *, unsigned long, const char *); void assert(int); struct s { short a; char b[3]; }; \
     int main(void) { struct s s[2]; klee_make_symbolic(s, sizeof s, \"s\"); assert(s[1].a != -2 || s[0].b[2] != 'x'); return 0; }",
    "int klee_range(int, int, const char *); void klee_report_error(const char *, int, const char *, const char *); \
     int main(void) { if (klee_range(5, 12, \"x\") == 11) klee_report_error(\"\", 1, \"\", \"\"); return 0; }",
    "int Frama_C_interval(int, int); void assert(int); int main(void) { assert(Frama_C_interval(9, 11) != 11); return 0; }",
    "int nd_int(void); void assert(int); int main(void) { int x = nd_int(); assert(x != 11); return 0; }",
];

/// The same with the assertion made true, or with the number 11 excluded.
const HOLDING: &[&str] = &[
    "void __VERIFIER_assert(int); $main(__VERIFIER_assert(x != 11 || x == 11))",
    "void __CPROVER_assume(_Bool); void __CPROVER_assert(_Bool, const char *); $main(__CPROVER_assume(x != 11); __CPROVER_assert(x != 11, \"\"))",
    "void __ESBMC_assume(_Bool); void __ESBMC_assert(_Bool, const char *); $main(__ESBMC_assume(x > 11); __ESBMC_assert(x != 11, \"\"))",
    "void klee_assume(unsigned long); $main(klee_assume(x < 11); assert(x != 11))",
    "$main(__builtin_assume(x < 11); assert(x != 11))",
    "$main(if (x == 11) __builtin_unreachable(); assert(x != 11))",
    "int klee_range(int, int, const char *); void assert(int); int main(void) { assert(klee_range(0, 11, \"x\") < 11); return 0; }",
    // A harness of its own; what it means by the name is what the body says, as in C.
    "void __VERIFIER_assume(int c) { if (!c) exit(0); } $main(__VERIFIER_assume(x < 11); assert(x != 11))",
];

fn expand(text: &str) -> String {
    let Some((before, statement)) = text.split_once("$main(") else { return text.to_owned() };
    let statement = statement.strip_suffix(')').unwrap();
    format!(
        "extern int __VERIFIER_nondet_int(void); void exit(int); {before} \
         int main(void) {{ int x = __VERIFIER_nondet_int(); {statement}; return 0; }}"
    )
}

#[test]
fn a_failing_assertion_is_found_under_every_name() {
    for text in VIOLATED {
        let verdict = verdict("main", &expand(text));
        assert!(verdict.starts_with("FALSE("), "soundness: {verdict}: {text}");
    }
}

#[test]
fn an_assertion_that_holds_is_proved_and_assumptions_count() {
    for text in HOLDING {
        assert_eq!(verdict("main", &expand(text)), "TRUE", "{text}");
    }
}

/// After a failed assertion of CBMC the program goes on, so a property about another function is
/// decided behind it.
#[test]
fn property_files_keep_their_exact_meaning() {
    let text = "void __CPROVER_assert(_Bool, const char *); void __VERIFIER_assert(int c) { if (!c) exit(0); } void exit(int); \
                int main(void) { __VERIFIER_assert(nd() != 3); __CPROVER_assert(0, \"\"); return 0; }";
    assert_eq!(ask("k-induction", &[], text, Duration::from_secs(20)).verdict().to_string(), "TRUE");
    let text = "void __CPROVER_assert(_Bool, const char *); int main(void) { __CPROVER_assert(0, \"\"); reach_error(); return 0; }";
    assert_eq!(
        ask("k-induction", &[], text, Duration::from_secs(20)).verdict().to_string(),
        "FALSE(unreach-call)"
    );
}

/// The parameters of the function where execution begins are any values, also those that `main`
/// cannot have.
#[test]
fn parameters_of_an_entry_are_inputs() {
    let violated = [
        "int f(int n) { assert(n != -7); return 0; }",
        "int f(int n, char c) { if (n < -5 && c == 'q') assert(0); return 0; }",
        "struct p { int x; short y; }; int f(struct p p) { assert(p.x != 77 || p.y != -5); return 0; }",
        "union u { int i; char c[4]; }; int f(union u u) { assert(u.i != 0x12345678); return 0; }",
        "struct l { int v; struct l *n; }; int f(struct l *l) { if (l && l->n) assert(l->n->v != 42); return 0; }",
        "int f(double d, float g) { if (d > 1e10 && g < 0) assert(d < 1e12); return 0; }",
        "int f(const char *s) { if (s) assert(s[0] != 'a' || s[1] != 'b' || s[2]); return 0; }",
    ];
    for text in violated {
        assert_eq!(verdict("f", &format!("void assert(int); {text}")), "FALSE(assertion)", "{text}");
    }
    assert_eq!(
        verdict("f", "void assert(int); int f(unsigned char n) { assert(n < 256); return 0; }"),
        "TRUE"
    );
}

/// Programs with one execution are decided by it, unless it depends on what another layout of
/// memory, or another implementation, does in another way.
#[test]
fn the_only_execution_decides() {
    let decided = [
        "int main(void) { int s = 0; for (int i = 0; i < 1000; i++) s += i; assert(s == 499500); return 0; }",
        "int a[9]; int main(void) { int *p = a + 3; assert(p - a == 3 && p > a && p != 0); return 0; }",
        "int main(void) { int a = 1, b = 2; int *p = &a, *q = &b; assert(p != q && *p + *q == 3); return 0; }",
        "int f(void) { return 1; } int g(void) { return 2; } int main(void) { int (*h)(void) = f; assert(h != g && h() == 1); return 0; }",
        "int main(void) { double d = 0.1; assert(d + 0.2 != 0.3); return 0; }",
        "struct s { int *p; int n; }; int main(void) { int x = 4; struct s s = {&x, 5}, t = s; assert(*t.p == 4 && t.n == 5); return 0; }",
    ];
    let open = [
        "int main(void) { int x; assert((unsigned long)&x % 4 == 0); return 0; }",
        "int main(void) { int x, y; assert(&x != &y + 1); return 0; }",
        "int main(void) { int x, y; assert((&x < &y) == (&x < &y)); return 0; }",
        "int main(void) { const char *a = \"x\", *b = \"x\"; assert(a == b || a != b); return 0; }",
        "int main(void) { int x = 1; int *p = &x; unsigned char *b = (unsigned char *)&p; assert(b[0] < 256); return 0; }",
        "int main(void) { union { int *p; long n; } u; int x; u.p = &x; assert(u.n != 12345); return 0; }",
        "int f(void) { return 0; } int (*t[2])(void) = {f, f}; int main(void) { assert(*(char *)t != 300); return 0; }",
        "int printf(const char *, ...); int main(void) { assert(printf(\"x\") == 1); return 0; }",
        "int main(void) { double z = 0.0, n = z / z; assert(*(char *)&n != 300); return 0; }",
        "int main(void) { int x; int *p = (int *)4096; assert(p != &x); return 0; }",
    ];
    let asked = |text: &str| {
        let configuration = &preset("random-testing").unwrap().configuration;
        let check =
            Check { entry: "main".to_owned(), formula: Formula::Assertions, span: source::Span::NONE };
        let cfa = automaton(&format!("void assert(int); {text}"));
        analyse(&cfa, &[check], configuration, &Budget::unlimited(), &mut Silent).verdict()
    };
    for text in decided {
        assert_eq!(asked(text), Verdict::True, "precision: {text}");
    }
    for text in open {
        assert!(matches!(asked(text), Verdict::Unknown(_)), "soundness: {text}");
    }
}
