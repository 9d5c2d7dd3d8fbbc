//! Files of precisions: what is written, that it is read back, and what is refused. No text panics.

use super::{LineError, Precision};
use crate::tests::{lower, region_names};
use cfa::Cfa;
use expect_test::{Expect, expect};
use formula::{Arithmetic, Encoder, Encoding, Overflow};
use proptest::prelude::*;
use smt::Terms;
use smt::parse::parse_term_over;

const PROGRAM: &str = "int g; int f(int a) { int b = a; while (b) b--; return b; } \
     int main(void) { int x = 1; g = f(x); { int x = g; g = x; } return g; }";

/// Runs a test with the encoder of a program.
fn with_encoder<T>(text: &str, encoding: &Encoding, test: impl FnOnce(&Cfa, &Encoder<'_>) -> T) -> T {
    let cfa = lower(text);
    let encoder = Encoder::new(&cfa, encoding).unwrap();
    test(&cfa, &encoder)
}

/// A precision with predicates in places of every kind.
fn sample(terms: &mut Terms, cfa: &Cfa, encoder: &Encoder<'_>) -> Precision {
    let names = region_names(terms, encoder);
    let mut term = |text: &str| parse_term_over(terms, text, &names).unwrap();
    let function = |name: &str| cfa.functions.indices().find(|&id| cfa.function_name(id) == name).unwrap();
    let mut precision = Precision::default();
    precision.add_global([term("(bvslt g #x00000005)"), term("(= g #x00000000)")]);
    precision.add_in_function(function("f"), [term("(bvule |f::b| |f::a|)")]);
    let head = cfa.functions[function("f")].body.unwrap().entry;
    precision.add_at_location(head, [term("false"), term("(= |f::a| g)")]);
    precision
}

/// The text of the sample, and what is read of a text made of it.
fn read_changed(change: impl FnOnce(String) -> String) -> Result<Precision, Vec<LineError>> {
    with_encoder(PROGRAM, &Encoding::default(), |cfa, encoder| {
        let mut terms = Terms::new();
        let text = sample(&mut terms, cfa, encoder).write(&terms, encoder);
        Precision::read(&change(text), &mut terms, encoder)
    })
}

fn refused(change: impl FnOnce(String) -> String, expected: Expect) {
    let errors = read_changed(change).expect_err("a text that must be refused");
    let shown: String = errors.iter().map(|error| format!("{}: {}\n", error.line, error.message)).collect();
    expected.assert_eq(&masked(&shown));
}

/// The text without fingerprints, which change with every change of the front end.
fn masked(text: &str) -> String {
    let is_print = |word: &&str| word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(is_print).fold(text.to_owned(), |text, print| text.replace(print, "FINGERPRINT"))
}

#[test]
fn a_precision_is_written_by_place() {
    with_encoder(PROGRAM, &Encoding::default(), |cfa, encoder| {
        let mut terms = Terms::new();
        let text = sample(&mut terms, cfa, encoder).write(&terms, encoder);
        expect![[r#"
            verdikt-precision 1
            encoding bit-precise, arrays, quantifier-free, escaped
            program FINGERPRINT
            symbol region 0 0 (declare-fun |f::a| () (_ BitVec 32))
            symbol region 2 0 (declare-fun |f::b| () (_ BitVec 32))
            symbol region 5 0 (declare-fun g () (_ BitVec 32))

            global
            (= g #x00000000)
            (bvslt g #x00000005)

            function 0 f
            (bvule |f::b| |f::a|)

            location 0 f
            (= g |f::a|)
            false

            end 5
        "#]]
        .assert_eq(&masked(&text));
    });
}

#[test]
fn what_was_written_is_read_back() {
    for arithmetic in [Arithmetic::BitPrecise, Arithmetic::Linear { overflow: Overflow::Sound }] {
        let encoding = Encoding { arithmetic, ..Encoding::default() };
        let text = |read: Option<&str>| {
            with_encoder(PROGRAM, &encoding, |cfa, encoder| {
                let mut terms = Terms::new();
                let precision = match read {
                    Some(text) => Precision::read(text, &mut terms, encoder).unwrap(),
                    None if arithmetic == Arithmetic::BitPrecise => sample(&mut terms, cfa, encoder),
                    None => linear(&mut terms, encoder),
                };
                precision.write(&terms, encoder)
            })
        };
        let first = text(None);
        assert_eq!(text(Some(&first)), first);
        assert!(!first.contains("\nend 0"), "{first}");
    }
}

/// Predicates about integers, one with a function that the encoding has for what it cannot say.
fn linear(terms: &mut Terms, encoder: &Encoder<'_>) -> Precision {
    let mut names = region_names(terms, encoder);
    let times = terms.declare("* i32", &[smt::Sort::Int, smt::Sort::Int], smt::Sort::Int).unwrap();
    names.insert("times".to_owned(), times);
    let mut precision = Precision::default();
    for text in ["(<= g 5)", "(= g (times |f::a| g))"] {
        precision.add_global([parse_term_over(terms, text, &names).unwrap()]);
    }
    precision
}

/// The symbols of two variables can swap their names from run to run; the file says which is which.
#[test]
fn a_symbol_is_known_by_its_number_and_not_by_its_name() {
    with_encoder(PROGRAM, &Encoding::default(), |cfa, encoder| {
        let mut terms = Terms::new();
        let text = sample(&mut terms, cfa, encoder).write(&terms, encoder);
        // Whoever was first to declare the name has it; the variable of the program gets a number.
        let other = Encoder::new(cfa, &Encoding::default()).unwrap();
        let mut terms = Terms::new();
        terms.variable("g", smt::Sort::BitVec(32)).unwrap();
        let precision = Precision::read(&text, &mut terms, &other).unwrap();
        let again = precision.write(&terms, &other);
        assert_eq!(again.replace("g!1", "g"), text);
        assert_eq!(
            Precision::read(&again, &mut Terms::new(), &Encoder::new(cfa, &Encoding::default()).unwrap())
                .map(|one| one.len()),
            Ok(precision.len())
        );
    });
}

#[test]
fn a_predicate_with_symbols_of_one_run_is_left_out_and_counted() {
    with_encoder(PROGRAM, &Encoding::default(), |_, encoder| {
        let mut terms = Terms::new();
        let stranger = terms.variable("stranger", smt::Sort::Bool).unwrap();
        let mut precision = Precision::default();
        precision.add_global([stranger]);
        let text = precision.write(&terms, encoder);
        assert!(text.contains("; 1 predicates with symbols of one run only are left out"), "{text}");
        assert_eq!(Precision::read(&text, &mut terms, encoder), Ok(Precision::default()));
    });
}

#[test]
fn files_for_something_else_are_refused_with_what_differs() {
    refused(
        |_| String::new(),
        expect![[r#"
        1: the file has no end: `verdikt-precision 1` is expected
    "#]],
    );
    refused(
        |_| "int main(void) { return 0; }\n".to_owned(),
        expect![[r#"
        1: this is no precision file that can be read: it begins with `int main(void) { return 0; }`, not with `verdikt-precision 1`
    "#]],
    );
    refused(
        |text| text.replace("verdikt-precision 1", "verdikt-precision 2"),
        expect![[r#"
        1: this is no precision file that can be read: it begins with `verdikt-precision 2`, not with `verdikt-precision 1`
    "#]],
    );
    refused(
        |text| text.replace("bit-precise", "linear"),
        expect![[r#"
        2: the precision is for another encoding: `encoding linear, arrays, quantifier-free, escaped`; this run has `encoding bit-precise, arrays, quantifier-free, escaped`
    "#]],
    );
    with_encoder("int main(void) { return 0; }", &Encoding::default(), |_, encoder| {
        let other = Precision::default().write(&Terms::new(), encoder);
        refused(
            |_| other,
            expect![[r#"
                3: the precision is for another program: `program FINGERPRINT`; this one is `program FINGERPRINT`
            "#]],
        );
    });
}

#[test]
fn every_malformed_line_is_told() {
    let lines = [
        "(= g)",
        "(= g unknown)",
        "((",
        "g",
        "(bvadd g g)",
        "function 99 f",
        "function 0 main",
        "function f",
        "location 1 nowhere",
        "symbol region 0 0",
        "symbol region 999 0 (declare-fun x () Bool)",
        "symbol place 1 (declare-fun x () Bool)",
        "symbol heap (declare-fun heap () Bool)",
        "symbol heap (declare-fun other () (_ BitVec 64))",
        "symbol function (declare-fun f (Int) Int)",
        "symbol heap heap",
    ];
    refused(
        |text| text.replace("\nend 5\n", &format!("\n{}\nend 5\nend 5\n", lines.join("\n"))),
        expect![[r#"
            19: column 1: `=` does not take ((_ BitVec 32))
            20: column 6: `unknown` is not declared
            21: column 2: a parenthesis that is not closed
            22: a predicate is true or false; this term is neither
            23: a predicate is true or false; this term is neither
            24: the program has no function `99 f`
            25: the program has no function `0 main`
            26: a number and a name are expected, not `f`
            27: the program has no location `1 nowhere`
            28: a symbol is declared by `(declare-fun NAME (SORT...) SORT)`
            29: the program has no `region 999 0`
            30: `region N N`, `base N N`, `heap`, `sizes` or `function` is expected before `(declare-fun`
            31: `heap` is `() (_ BitVec 64))` in this run, not `() Bool)`
            32: `heap` is `heap` in this run, not `other`
            33: the encoding has no function `f`
            34: a symbol is declared by `(declare-fun NAME (SORT...) SORT)`
            35: 10 predicates were read, but `end` counts `5`
            36: nothing may follow the last line, which begins with `end`
        "#]],
    );
    refused(
        |text| text.replace("end 5", "end 6"),
        expect![[r#"
        19: 5 predicates were read, but `end` counts `6`
    "#]],
    );
    refused(
        |text| text.replace("global\n", ""),
        expect![[r#"
            8: a place is expected before the first predicate: global, function or location
            9: a place is expected before the first predicate: global, function or location
        "#]],
    );
}

/// A copy of a variable in one path means something else in another: with it as a symbol, a state could cover what it does not stand for.
#[test]
fn copies_of_variables_are_no_symbols() {
    let symbols = "symbol function (declare-fun |g@1| () (_ BitVec 32))\n\
         symbol region 0 0 (declare-fun |g@2| () (_ BitVec 32))\n";
    refused(
        |text| {
            text.replace("(= g #x00000000)", "(= |g@1| #x00000000)")
                .replace("\nglobal", &format!("{symbols}\nglobal"))
                .replace("(= g |f::a|)", "(forall ((|f::b@1| (_ BitVec 32))) (= |f::b@1| |f::a|))")
        },
        expect![[r#"
            7: `g@1` cannot be declared: names with `@` are copies inside of paths
            8: `g@2` cannot be declared: names with `@` are copies inside of paths
            11: `@` is in names of copies inside of paths, which predicates cannot speak of
            18: `@` is in names of copies inside of paths, which predicates cannot speak of
        "#]],
    );
}

#[test]
fn a_file_that_is_cut_off_is_seen_wherever_that_is() {
    with_encoder(PROGRAM, &Encoding::default(), |cfa, encoder| {
        let mut terms = Terms::new();
        let text = sample(&mut terms, cfa, encoder).write(&terms, encoder);
        for length in 0..text.len() - 1 {
            let read = Precision::read(&text[..length], &mut terms, encoder);
            assert!(read.is_err(), "the first {length} bytes");
        }
    });
}

/// As deep as it likes.
#[test]
fn deep_terms_are_read() {
    let depth = 100_000;
    let deep = format!("{}(= g #x00000000){}", "(and true (or false ".repeat(depth), "))".repeat(depth));
    assert!(read_changed(|text| text.replace("(= g #x00000000)", &deep)).is_ok());
    let errors = read_changed(|text| text.replace("(= g #x00000000)", &"(not ".repeat(depth))).unwrap_err();
    assert_eq!(errors.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is done to a file: a line number within it, or a precision.
    #[test]
    fn no_text_panics(at in any::<proptest::sample::Index>(), length in 0usize..12, put in "[()_ a-g|@0-9#x;\n-]{0,12}") {
        let mut n_lines = 0;
        let read = read_changed(|text| {
            let start = at.index(text.len());
            let end = (start + length).min(text.len());
            let changed = [&text[..start], &put, &text[end..]].concat();
            n_lines = changed.lines().count();
            changed
        });
        for error in read.err().into_iter().flatten() {
            prop_assert!((1..=n_lines.max(1)).contains(&error.line), "{:?}", error);
        }
    }
}
