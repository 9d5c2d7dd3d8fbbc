//! What manuals say of results and of `errno`, and what unknown functions may change.

use super::*;
use c_lower::{Externals, Outside};

/// The verdict of the presets in turn, if unknown functions do this.
fn verdict(externals: Externals, text: &str) -> String {
    let mut front_end = FrontEnd::new(crate::preprocess::Preprocessor::default());
    let file = front_end.map.add("a.c", text.to_owned()).unwrap();
    let target = Target {
        programs: Vec::new(),
        machine: cfa::MachineModel::Lp64,
        entry: "main".to_owned(),
        watched: Vec::new(),
        sequence: Default::default(),
        assertions: Default::default(),
        outside: Outside { externals, ..Outside::default() },
    };
    let cfa = match front_end.automaton_of(&[file], &target) {
        Ok(cfa) => cfa,
        Err(failure) => panic!("{text}: {failure:?} {:?}", front_end.diagnostics),
    };
    let budget = Budget::unlimited().part(Duration::from_secs(20));
    let verdict = analyse_in_turn(&cfa, &no_error(), default_sequence(), None, &budget, &mut Silent)
        .verdict()
        .to_string();
    verdict.split('(').next().unwrap_or_default().to_owned()
}

const DECLARED: &str = "extern void reach_error(void); int nd(void); extern int *__errno_location(void);
int scanf(const char *, ...); unsigned sleep(unsigned); int isupper(int); int close(int); int usleep(unsigned);
int memcmp(const void *, const void *, unsigned long); int strcmp(const char *, const char *);
double sqrt(double); void *calloc(unsigned long, unsigned long); int rename(const char *, const char *);
void *realloc(void *, unsigned long); const int **__ctype_toupper_loc(void), **__ctype_tolower_loc(void);
";

fn program(body: &str) -> String {
    let mut text = format!("{DECLARED}int main(void) {{ ");
    let mut rest = body;
    while let Some((before, behind)) = rest.split_once("CHECK(") {
        let (condition, more) = behind.split_once(");").unwrap();
        text += &format!("{before}if (!({condition})) reach_error();");
        rest = more;
    }
    text + rest + " return 0; }"
}

#[test]
fn results_are_those_of_the_manual() {
    for (body, expected) in [
        ("int a = 3, n = scanf(\"%d\", &a); CHECK(n == 1 || a == 3);", "TRUE"),
        ("int a = 3, n = scanf(\"%d\", &a); CHECK(n == 1);", "FALSE"),
        ("int a = 3, b = 4; scanf(\"%*d%%%d\", &a, &b); CHECK(b == 4);", "TRUE"),
        ("int a = 3, b = 4, n = scanf(\"%d %d\", &a, &b); CHECK(n <= 2 && (n == 2 || b == 4));", "TRUE"),
        ("char a = 3; int n = scanf(\"%c\", &a); CHECK(a == 3);", "FALSE"),
        ("CHECK(sleep(7) <= 7);", "TRUE"),
        ("int r = usleep(1); CHECK(r == 0 || r == -1);", "TRUE"),
        ("CHECK(isupper('Q') == 1);", "FALSE"),
        ("CHECK(isupper('Q'));", "TRUE"),
        ("int r = isupper('Q'); CHECK(r != 0);", "TRUE"),
        ("int r = memcmp(\"ab\", \"ad\", 2); CHECK(r < 0);", "TRUE"),
        ("int r = memcmp(\"ab\", \"ad\", 2); CHECK(r == -1);", "FALSE"),
        ("int r = strcmp(\"ab\", \"ab\"); CHECK(r == 0);", "TRUE"),
        ("CHECK(calloc(-1ul, 8) == 0);", "TRUE"),
        ("unsigned long n = -9; void *p = calloc(n, 8); CHECK(p || *__errno_location() == 12);", "TRUE"),
        ("unsigned long n = -9; void *p = realloc(0, n); CHECK(p || *__errno_location() == 12);", "TRUE"),
        ("CHECK((*__ctype_toupper_loc())['q'] == 'Q');", "TRUE"),
        ("CHECK((*__ctype_tolower_loc())[-1] == -1);", "TRUE"),
        ("CHECK((*__ctype_tolower_loc())['Z'] == 'Z');", "FALSE"),
        ("*__errno_location() = 0; int r = close(-1); CHECK(r == 0 || *__errno_location() > 0);", "TRUE"),
        ("*__errno_location() = 0; int r = close(-1); CHECK(*__errno_location() == 0);", "FALSE"),
        ("*__errno_location() = 0; double m = -2; sqrt(m); CHECK(*__errno_location() == 33);", "TRUE"),
        ("*__errno_location() = 0; rename(\"a\", \"b\"); CHECK(*__errno_location() == 0);", "FALSE"),
    ] {
        assert_eq!(verdict(Externals::Pure, &program(body)), expected, "{body}");
    }
}

#[test]
fn what_is_written_is_what_the_manual_says() {
    let head = "extern void reach_error(void); int scanf(const char *, ...); int sigemptyset(void *);
int sigismember(const void *, int); int sigaddset(void *, int); void *signal(int, void *); long nrand48(unsigned short *);
int mkstemp(char *); double frexp(double, int *); static void on(int n) {}";
    for (body, expected) in [
        ("char w[4]; if (scanf(\"%3s\", w) == 1 && w[3] && w[2] && w[1] && w[0]) reach_error();", "TRUE"),
        ("char w[4] = {1, 1, 1, 1}; if (scanf(\"%3s\", w) == 1 && w[2] == 'x') reach_error();", "FALSE"),
        ("char w[4] = {1}; if (scanf(\"%3s\", w) != 1 && w[0] != 1) reach_error();", "TRUE"),
        (
            "unsigned long s[16]; sigemptyset(s); sigaddset(s, 9); if (!sigismember(s, 9)) reach_error();",
            "TRUE",
        ),
        ("unsigned long s[16]; sigemptyset(s); if (sigaddset(s, 65) == 0) reach_error();", "TRUE"),
        ("if (signal(2, (void *)1) == 0) reach_error();", "FALSE"),
        ("signal(2, on); reach_error();", "UNKNOWN"),
        ("unsigned short x[3] = {1, 2, 3}; if (nrand48(x) < 0) reach_error();", "TRUE"),
        ("char t[] = \"aXXXXX\"; if (mkstemp(t) != -1) reach_error();", "TRUE"),
        ("char t[] = \"XXXXXX\"; if (mkstemp(t) != -1) reach_error();", "FALSE"),
        ("int e; if (frexp(8, &e) != 0.5 || e != 4) reach_error();", "TRUE"),
    ] {
        let text = format!("{head} int main(void) {{ {body} return 0; }}");
        assert_eq!(verdict(Externals::WriteArguments, &text), expected, "{body}");
    }
}

#[test]
fn inline_definitions_that_call_their_own_builtin_are_not_recursive() {
    let text = "void reach_error(void); char *strcat(char *, const char *);
extern inline __attribute__((always_inline, gnu_inline)) char *strcat(char *d, const char *s) {
  return __builtin___strcat_chk(d, s, __builtin_object_size(d, 1)); }
int main(void) { char d[8] = \"ab\"; strcat(d, \"c\"); if (d[2] == 'c') reach_error(); return 0; }";
    assert_eq!(verdict(Externals::Pure, text), "UNKNOWN");
}

#[test]
fn unknown_functions_do_what_the_user_chooses() {
    use Externals::{Any, Pure, WriteArguments};
    let head = "extern void reach_error(void); void f(int *); void g(const int *); void h(void (*)(int)); void k(int **);
int getopt(int, char *const *, const char *); static int x; static void called(int n) { x = 1; }";
    for (externals, body, expected) in [
        (Pure, "int a = 0; f(&a); if (a) reach_error();", "TRUE"),
        (WriteArguments, "int a = 0; f(&a); if (a) reach_error();", "FALSE"),
        (WriteArguments, "int a[3] = {0}; f(a + 1); if (a[2] == 5) reach_error();", "FALSE"),
        (WriteArguments, "int a = 0; g(&a); if (a) reach_error();", "TRUE"),
        (WriteArguments, "int a = 0; f(0); if (a) reach_error();", "TRUE"),
        (WriteArguments, "h(called); if (x) reach_error();", "FALSE"),
        (WriteArguments, "int a = 0, *p = &a; k(&p); if (a) reach_error();", "UNKNOWN"),
        (WriteArguments, "char *v[2] = {0}; if (getopt(0, v, \"\") == 9) reach_error();", "UNKNOWN"),
        (Any, "int a = 0; g(&a); if (a) reach_error();", "UNKNOWN"),
    ] {
        let text = format!("{head} int main(void) {{ {body} return 0; }}");
        assert_eq!(verdict(externals, &text), expected, "{externals:?}: {body}");
    }
}
