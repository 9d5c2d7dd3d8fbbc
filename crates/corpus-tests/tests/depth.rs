//! Nesting of any depth and length is accepted or refused with a message: no stack overflow, no quadratic time.
//!
//! A stack overflow ends the whole process, so this test has a binary of its own: what it kills is only itself.

use cfa::MachineModel;
use corpus_tests::robust::{Made, has_error, lower_any, make, parse_any};
use std::time::{Duration, Instant};

const DEPTH: usize = 100_000;

/// The text with `before` and `after` repeated around `inner`.
fn nest(prefix: &str, before: &str, inner: &str, after: &str, suffix: &str) -> String {
    [prefix, &before.repeat(DEPTH), inner, &after.repeat(DEPTH), suffix].concat()
}

#[expect(clippy::print_stdout, reason = "what became of each text is worth seeing with --nocapture")]
fn check(what: &str, text: &str) {
    let start = Instant::now();
    parse_any(text);
    lower_any(text, MachineModel::Lp64, 1_000);
    let time = start.elapsed();
    // Generous, for an unoptimised build on a busy machine; quadratic time would take hours.
    assert!(time < Duration::from_secs(60), "{what} takes {time:?}");
    let verdict = match make("deep.c", text, MachineModel::Lp64) {
        Made::Automaton(..) => "accepted".to_owned(),
        Made::Messages(messages) => {
            assert!(has_error(&messages));
            format!("refused: {}", messages[0].message)
        }
    };
    println!("{what}: {verdict} in {time:.1?}");
}

#[test]
fn expressions_of_any_depth() {
    let body = |before, inner, after| {
        nest("int x, *p; int f(int a) { return a; } int main(void) { return ", before, inner, after, "; }")
    };
    check("parentheses", &body("(", "x", ")"));
    check("unclosed parentheses", &body("(", "x", ""));
    check("unary minus", &body("- ", "x", ""));
    check("not", &body("!", "x", ""));
    check("complement", &body("~", "x", ""));
    check("dereference", &body("*&", "x", ""));
    check("casts", &body("(int)", "x", ""));
    check("wide casts", &body("(long)(char)", "x", ""));
    check("calls", &body("f(", "x", ")"));
    check("indices", &nest("int a[1]; int main(void) { return ", "a[", "0", "]", "; }"));
    check("sums to the right", &body("x + (", "x", ")"));
    check("sums to the left", &body("", "x", " + x"));
    check("products", &body("", "x", " * 3"));
    check("comparisons", &body("", "x", " < x"));
    check("and", &body("", "x", " && x"));
    check("or to the right", &body("x || (", "x", ")"));
    check("conditionals", &body("x ? x : ", "x", ""));
    check("conditionals in the middle", &body("x ? ", "x", " : x"));
    check("commas", &body("", "x", ", x"));
    check("assignments", &body("x = ", "1", ""));
    check("sizeof", &body("sizeof ", "x", ""));
    check("statement expressions", &body("({ ", "x", "; })"));
    check("compound literals", &body("(int){", "1", "}"));
    check("omitted middles", &body("x ?: ", "1", ""));
}

#[test]
fn statements_of_any_depth() {
    let body = |before, inner, after| nest("int x; int main(void) { ", before, inner, after, " return 0; }");
    check("blocks", &body("{ ", "", " }"));
    check("unclosed blocks", &body("{ ", "", ""));
    check("ifs", &body("if (x) ", ";", ""));
    check("else ifs", &body("if (x) ; else ", ";", ""));
    check("whiles", &body("while (x) ", ";", ""));
    check("fors", &body("for (;;) ", ";", ""));
    check("dos", &body("do ", ";", " while (x);"));
    check("switches", &body("switch (x) ", ";", ""));
    check("cases", &body("", "switch (x) { default: ; }", ";"));
    check("long bodies", &body("", "", " x = 1;"));
    check("blocks with variables", &body("{ int y = x; ", "", " }"));
}

#[test]
fn declarations_of_any_depth() {
    check("pointers", &nest("int ", "*", "p", "", "; int main(void) { return 0; }"));
    check("arrays", &nest("int a", "[1]", "", "", "; int main(void) { return 0; }"));
    check("declarators", &nest("int ", "(", "x", ")", "; int main(void) { return 0; }"));
    check("functions", &nest("int ", "(*", "f", ")(void)", "; int main(void) { return 0; }"));
    check("structs", &nest("", "struct { ", "int x;", " } a; ", " int main(void) { return 0; }"));
    check("initialisers", &nest("int a[1] = ", "{", "1", "}", "; int main(void) { return 0; }"));
    check("initialiser lists", &nest("int a[] = {", "", "1", ", 1", "}; int main(void) { return a[1]; }"));
    check("parameters", &nest("int f", "(int g", "", ")", "; int main(void) { return 0; }"));
    check(
        "attributes",
        &nest("int x ", "__attribute__((packed)) ", "", "", "; int main(void) { return 0; }"),
    );
    check("strings", &nest("char *s = ", "\"a\" ", "\"b\"", "", "; int main(void) { return 0; }"));
    check("declarations", &nest("", "", "int main(void) { return 0; }", " extern int y;", ""));
    check("typeof", &nest("int x; ", "typeof(", "x", ")", " y; int main(void) { return 0; }"));
    check("enumerators", &nest("enum e { ", "", "a", ", a", "}; int main(void) { return 0; }"));
    let chain = |link: &dyn Fn(usize) -> String, end: &str| -> String {
        let links: String = (1..DEPTH / 2).map(link).collect();
        format!("typedef int t0; struct s0 {{ int x; }}; {links} {end} int main(void) {{ return 0; }}")
    };
    let last = DEPTH / 2 - 1;
    check(
        "typedefs of pointers",
        &chain(
            &|n| format!("typedef t{} *t{n};", n - 1),
            &format!("struct s0 z; t{last} x; int f(void) {{ return x.m; }}"),
        ),
    );
    check("typedefs of functions", &chain(&|n| format!("typedef t{} t{n}(t{});", n - 1, n - 1), ""));
    check(
        "typedefs of arrays",
        &chain(&|n| format!("typedef t{} t{n}[1];", n - 1), &format!("t{last} x = {{1}};")),
    );
    check(
        "typedefs of parameters",
        &chain(
            &|n| format!("typedef int t{n}(t{} *);", n - 1),
            &format!("struct s0 z; t{last} x; int f(void) {{ return x.m; }}"),
        ),
    );
    check(
        "structs of structs",
        &chain(
            &|n| format!("struct s{n} {{ struct s{} m; }};", n - 1),
            &format!("struct s{last} x = {{1}}, y; int f(void) {{ x = y; return 0; }}"),
        ),
    );
}
