//! What happens beside the text of `main`: constructors and handlers, devices and interrupts, other
//! orders of operands, addresses that are used again. The unsound answers were TRUE, by every
//! preset.

use super::*;
use c_lower::{Externals, Outside, VolatileReads};

/// What a preset says of a program, with something outside.
fn outside(outside: &Outside, text: &str, name: &str) -> (Verdict, Vec<String>) {
    let mut front_end = FrontEnd::new(crate::preprocess::Preprocessor::default());
    let file = front_end.map.add("a.c", format!("{HEAD}{text}")).unwrap();
    let target = Target {
        programs: Vec::new(),
        machine: cfa::MachineModel::Lp64,
        entry: "main".to_owned(),
        watched: vec!["reach_error".to_owned()],
        sequence: Default::default(),
        assertions: Default::default(),
        outside: outside.clone(),
    };
    let cfa = match front_end.automaton_of(&[file], &target) {
        Ok(cfa) => cfa,
        Err(failure) => panic!("{text}: {failure:?} {:?}", front_end.diagnostics),
    };
    let budget = Budget::unlimited().part(Duration::from_secs(10));
    let outcome = analyse(&cfa, &no_error(), &preset(name).unwrap().configuration, &budget, &mut Silent);
    (outcome.verdict(), cfa.assumptions.iter().map(|assumption| assumption.text.clone()).collect())
}

fn violated() -> Verdict {
    Verdict::False("unreach-call".to_owned())
}

/// Each reaches the error in a program that gcc makes of it.
const VIOLATED: &[&str] = &[
    "static int n = 1; static void set(void) { n = 7; } __attribute__((section(\".init_array\"), used)) static void (*early)(void) = set;
     int main(void) { if (n == 7) reach_error(); return 0; }",
    "static int n; __attribute__((constructor(200))) static void second(void) { n = n * 2; }
     __attribute__((constructor(101))) static void first(void) { n = n + 3; }
     int main(void) { if (n == 6) reach_error(); return 0; }",
    "static void late(void) { reach_error(); } int atexit(void (*)(void)); int main(void) { atexit(late); return 0; }",
    "static int n; static void one(void) { n = n * 2; if (n == 8) reach_error(); } static void two(void) { n = n + 1; }
     int atexit(void (*)(void)); void exit(int); int main(void) { n = 3; atexit(one); atexit(two); exit(1); }",
    "static int n; __attribute__((destructor)) static void last(void) { if (n == 5) reach_error(); }
     static void handler(int status, void *p) { *(int *)p = status; }
     int on_exit(void (*)(int, void *), void *); int main(void) { on_exit(handler, &n); return 5; }",
    "int atexit(void (*)(void)); int main(void) { atexit((void (*)(void))reach_error); return 0; }",
    // The order that lowering does not take by itself.
    "static int last; static int note(int x) { last = x; return x; } static int sum(int a, int b) { return a + b; }
     int main(void) { sum(note(1), note(2)); if (last == 1) reach_error(); return 0; }",
    "static int g = 1; static int set(void) { g = 5; return 1; } int main(void) { int x = g + set(); if (x == 6) reach_error(); return 0; }",
    "static int g = 1; static int set(void) { g = 5; return 1; } int main(void) { g += set(); if (g == 2) reach_error(); return 0; }",
    "static int i; static int a[3]; static int next(void) { i = 2; return 9; } int main(void) { a[i] = next(); if (a[2] == 9) reach_error(); return 0; }",
    "static void put(int *p, int v) { *p = v; } static int get(int *p, int v) { put(p, v); return v; }
     int main(void) { int x = 0; int a[2] = { get(&x, 1), get(&x, 2) }; if (x == 1) reach_error(); return a[0] - 1; }",
    "static int n; static int step(int k) { n = n * 10 + k; return 0; } static int of(int a, int b, int c) { return a + b + c; }
     int main(void) { of(step(1), step(2), step(3)); if (n == 312) reach_error(); return 0; }",
    // Parts of operands that alternate.
    "static int x = 1; static int g(void) { x = x * 2; return 0; } static int h(void) { x = x + 1; return 0; }
     int main(void) { int r = (g() + x) + h(); if (r == 3) reach_error(); return 0; }",
    "static int x; static int h(void) { x = 1; return 0; } int main(void) { if (x + h() + x == 1) reach_error(); return 0; }",
    "static int x = 3; static int h(void) { x = 4; return 0; } static int of(int a, int b) { return a; }
     int main(void) { if (of(-x + 2 * x, h()) == 5) reach_error(); return 0; }",
];

/// Parts that alternate and cannot be taken apart: no preset may say TRUE.
const ALTERNATE: &[&str] = &[
    "static int x = 1; static int g(int a) { x = x * 2; return a; } int main(void) { if (g(x) + g(x) == 2) reach_error(); return 0; }",
    "static int x = 1, a[9]; static int g(void) { a[x] = 5; x = 2; return 1; } int main(void) { a[x] += g(); if (a[1] == 6) reach_error(); return 0; }",
];

/// What looks similar and does not alternate.
const WHOLE: &[&str] = &[
    "static int x = 1; static int g(int a) { x = x * 2; return a; } int main(void) { int y = 1; if (g(y) + g(y) != 2) reach_error(); return 0; }",
    "static int x = 1; static int g(void) { return x++; } int main(void) { int a[2] = { g() + x, g() + x }; if (a[0] + a[1] < 3) reach_error(); return 0; }",
    "static int x = 1; static int g(int a) { x = x * 2; return a; } int main(void) { x += g(x); if (x != 2 && x != 3) reach_error(); return 0; }",
];

/// None reaches the error.
const HOLDS: &[&str] = &[
    "static int n; static void one(void) { n = 1; } int atexit(void (*)(void)); void abort(void); int main(void) { atexit(one); if (n) reach_error(); abort(); }",
    "static void late(void) { reach_error(); } int atexit(void (*)(void)); void _exit(int); int main(void) { atexit(late); _exit(0); }",
    "static int n; static int one(void) { n = 1; return 1; } static int two(void) { return 2; } int main(void) { if (one() + two() != 3) reach_error(); return 0; }",
    "static int note(int *p) { *p = 1; return 1; } int main(void) { int x = 0, y = 0; if (note(&x) + y != 1) reach_error(); return 0; }",
];

/// Addresses that are used again, or not: no preset may say TRUE.
const AGAIN: &[&str] = &[
    "void *malloc(unsigned long); void free(void *); int main(void) { char *p = malloc(4); unsigned long a = (unsigned long)p; free(p);
     char *q = malloc(4); if ((unsigned long)q == a) reach_error(); return 0; }",
    "void *malloc(unsigned long); void *realloc(void *, unsigned long); int main(void) { char *p = malloc(4); unsigned long a = (unsigned long)p;
     p = realloc(p, 8); if ((unsigned long)p == a) reach_error(); return 0; }",
    "static unsigned long one(void) { int x; return (unsigned long)&x; } static unsigned long two(void) { int y; return (unsigned long)&y; }
     int main(void) { unsigned long a = one(); if (a == two()) reach_error(); return 0; }",
    "static unsigned long one(int n) { int x[n]; return (unsigned long)x; } static unsigned long two(int n) { int y[n]; return (unsigned long)y; }
     int main(void) { unsigned long a = one(3); if (a == two(3)) reach_error(); return 0; }",
    "static unsigned long one(void) { return (unsigned long)__builtin_alloca(8); } int main(void) { unsigned long a = one(); if (a == one()) reach_error(); return 0; }",
    "void *malloc(unsigned long); void free(void *); struct s { struct s *next; int key; }; int main(void) { struct s *top = malloc(sizeof *top), *old = top;
     top->key = 1; free(top); top = malloc(sizeof *top); top->key = 2; if (top == old) reach_error(); return 0; }",
];

#[test]
fn what_runs_beside_main_is_seen() {
    for text in VIOLATED {
        for name in MEMORIES {
            let (verdict, _) = outside(&Outside::default(), text, name);
            assert_ne!(verdict, Verdict::True, "soundness of {name}: {text}");
        }
        assert_eq!(outside(&Outside::default(), text, "bmc").0, violated(), "precision: {text}");
    }
}

#[test]
fn parts_of_operands_alternate() {
    for text in ALTERNATE {
        for name in MEMORIES {
            let (verdict, _) = outside(&Outside::default(), text, name);
            assert_ne!(verdict, Verdict::True, "soundness of {name}: {text}");
        }
    }
    for text in WHOLE {
        assert_eq!(outside(&Outside::default(), text, "bmc").0, Verdict::True, "precision: {text}");
    }
}

/// Calls that may be of functions that nobody knows, and that change what they are passed.
const PASSED: &[&str] = &[
    "extern void (*give(void))(int *); int main(void) { int a = 1; give()(&a); if (a != 1) reach_error(); return 0; }",
    "extern void named(int *); static void own(int *p) { } void (*f)(int *) = named;
     int main(void) { int a = 1; if (nd()) f = own; f(&a); if (a != 1) reach_error(); return 0; }",
    "extern void (*give(void))(void (*)(void)); static void own(void) { reach_error(); } int main(void) { give()(own); return 0; }",
    "int strlen(); int main(void) { int a = 1; strlen(1.5, &a); if (a != 1) reach_error(); return 0; }",
];

/// The same where the pointer leads to functions of the program.
const KNOWN: &str = "static void own(int *p) { } static void other(int *p) { *p = 1; }
    int main(int c, char **v) { void (*f)(int *) = c > 1 ? own : other; int a = 1; f(&a); if (a != 1) reach_error(); return 0; }";

#[test]
fn calls_of_the_environment_are_what_externals_says() {
    let of = |externals| Outside { externals, ..Outside::default() };
    for text in PASSED {
        for name in MEMORIES {
            let (verdict, _) = outside(&of(Externals::WriteArguments), text, name);
            assert_ne!(verdict, Verdict::True, "soundness of {name}: {text}");
            let (verdict, _) = outside(&of(Externals::Any), text, name);
            assert!(matches!(verdict, Verdict::Unknown(_)), "{name} says {verdict}: {text}");
        }
        assert_eq!(outside(&of(Externals::WriteArguments), text, "bmc").0, violated(), "precision: {text}");
        let (verdict, _) = outside(&of(Externals::Pure), text, "bmc");
        assert!(!matches!(verdict, Verdict::False(_)), "assumed: {text}");
    }
    for externals in [Externals::Pure, Externals::WriteArguments, Externals::Any] {
        assert_eq!(outside(&of(externals), KNOWN, "k-induction").0, Verdict::True, "precision");
    }
}

#[test]
fn what_does_not_run_is_not_seen() {
    for text in HOLDS {
        for name in MEMORIES {
            let (verdict, _) = outside(&Outside::default(), text, name);
            assert!(!matches!(verdict, Verdict::False(_)), "soundness of {name}: {text}");
        }
        assert_eq!(outside(&Outside::default(), text, "bmc").0, Verdict::True, "precision: {text}");
    }
}

#[test]
fn addresses_may_be_used_again() {
    for (text, name) in AGAIN.iter().flat_map(|text| MEMORIES.iter().map(move |name| (text, name))) {
        let (verdict, _) = outside(&Outside::default(), text, name);
        assert_ne!(verdict, Verdict::True, "soundness of {name}: {text}");
    }
    let early = "void *malloc(unsigned long); void free(void *); int main(void) { char *p = malloc(4), *q = malloc(4);
                 if (p == q) reach_error(); free(p); free(q); return 0; }";
    assert_eq!(outside(&Outside::default(), early, "k-induction").0, Verdict::True, "precision");
}

#[test]
fn volatile_objects() {
    let texts = [
        "static volatile unsigned port; int main(void) { unsigned a = port, b = port; if (a != b) reach_error(); return 0; }",
        "struct d { volatile int status; int own; }; static struct d d; int main(void) { d.status = 1; if (d.status != 1) reach_error(); return 0; }",
        "static int cell; int main(void) { volatile int *p = &cell; *p = 4; if (*p != 4) reach_error(); return 0; }",
        "typedef struct { volatile unsigned low : 3, high : 5; } bits; static bits b; int main(void) { if (b.low == 7) reach_error(); return 0; }",
        "static volatile char a[3]; int main(void) { a[1]++; if (a[1] != 1) reach_error(); return 0; }",
        "int main(void) { volatile int x = 2; x += 3; if (x != 5) reach_error(); return 0; }",
    ];
    let nondet = Outside { volatile: VolatileReads::Nondet, ..Outside::default() };
    for text in texts {
        let (verdict, assumptions) = outside(&Outside::default(), text, "k-induction");
        assert_eq!(verdict, Verdict::True, "precision: {text}");
        assert!(assumptions.iter().any(|text| text.contains("volatile")), "it is listed: {text}");
        assert_eq!(outside(&nondet, text, "bmc").0, violated(), "soundness: {text}");
    }
    let kept = [
        "typedef struct { volatile unsigned low : 3; } bits; static bits b; int main(void) { if (b.low > 7) reach_error(); return 0; }",
        "struct d { volatile int status; int own; }; static struct d d; int main(void) { d.own = 1; if (d.own != 1) reach_error(); return 0; }",
        "static int x; int main(void) { int *volatile p = &x; x = 1; if (x != 1) reach_error(); return 0; }",
    ];
    for text in kept {
        assert_eq!(outside(&nondet, text, "bmc").0, Verdict::True, "precision: {text}");
    }
    let copied = "struct d { volatile int status; int own; }; static struct d d; int main(void) { struct d e = d; if (e.own) reach_error(); return 0; }";
    assert!(matches!(outside(&nondet, copied, "bmc").0, Verdict::Unknown(_)), "it is refused");
}

#[test]
fn interrupts() {
    let texts = [
        "static volatile int ready, ticks; void tick(void) { ticks++; ready = 1; }
         int main(void) { int t = ticks; while (!ready) { } if (ticks != t) reach_error(); return 0; }",
        // Between the read and the write of one increment.
        "static int n; void tick(void) { n = 10; } int main(void) { n = 0; n++; if (n == 1) { n = n + 1; if (n == 12) reach_error(); if (n == 11) reach_error(); } return 0; }",
        "static int n; static int add(int k) { int old = n; n = old + k; return old == n - k; }
         static int came; void tick(void) { came = 1; add(100); } int main(void) { add(1); add(1); if (came && n == 2) reach_error(); return 0; }",
        "static int seen; void tick(void) { if (seen == 2) reach_error(); } int main(void) { seen = 1; seen = 2; seen = 3; return 0; }",
    ];
    let comes = Outside { interrupts: vec!["tick".to_owned()], ..Outside::default() };
    for text in texts {
        assert_ne!(outside(&Outside::default(), text, "bmc").0, violated(), "nothing comes: {text}");
        assert_eq!(outside(&comes, text, "bmc").0, violated(), "soundness: {text}");
    }
    let alone = "static int mine, its; void tick(void) { its++; } int main(void) { mine = 1; mine++; if (mine != 2) reach_error(); return 0; }";
    assert_eq!(outside(&comes, alone, "predicate-abstraction").0, Verdict::True, "precision");
}
