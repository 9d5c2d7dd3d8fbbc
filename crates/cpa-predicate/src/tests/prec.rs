//! Precision adjustment (section 4.1.6): where a block ends, the state becomes the abstraction of what it stands for by the predicates of the
//! location, and a new block begins with an empty path formula; everywhere else it stays as it is.

use super::graph::Search;
use crate::{AbstractionKind, Block, Options};
use expect_test::{Expect, expect};

/// Two values of `x` with a value of `y` each, which meet before the block ends at a loop head.
const PAIRS: &str = "int x, y, z; \
     int main(void) { if (nd()) { x = 1; y = 1; } else { x = 2; y = 2; } z = 1; while (nd()) ; return 0; }";

fn check(abstraction: AbstractionKind, predicates: &[&str], expected: Expect) -> u64 {
    let options = Options { block: Block::Loops, abstraction, ..Options::default() };
    let found = Search { text: PAIRS, options, predicates }.run();
    expected.assert_eq(&found.abstractions());
    found.count("combinations of predicates")
}

#[test]
fn without_predicates_it_is_true_and_nobody_is_asked() {
    assert_eq!(
        check(
            AbstractionKind::Boolean,
            &[],
            expect![[r#"
        n11 main.L7 true
        n13 main.L7 true  covered by n11
    "#]]
        ),
        0
    );
}

#[test]
fn it_is_the_strongest_combination_that_follows() {
    let predicates = ["(= x #x00000001)", "(= y #x00000001)", "(= y #x00000003)"];
    check(
        AbstractionKind::Cartesian,
        &predicates,
        expect![[r#"
            n11 main.L7 (not (= y #x00000003))
            n13 main.L7 (not (= y #x00000003))  covered by n11
        "#]],
    );
    let boolean = check(
        AbstractionKind::Boolean,
        &predicates,
        expect![[r#"
            n11 main.L7 (let ((?0 (= x #x00000001))) (let ((?1 (= #x00000001 y))) (let ((?2 (not (= y #x00000003)))) (or (and ?0 ?1 ?2) (and ?2 (not ?1) (not ?0))))))
            n13 main.L7 (let ((?0 (= x #x00000001))) (let ((?1 (= #x00000001 y))) (let ((?2 (not (= y #x00000003)))) (or (and ?0 ?1 ?2) (and ?2 (not ?1) (not ?0))))))  covered by n11
        "#]],
    );
    let combined = check(
        AbstractionKind::Combined,
        &predicates,
        expect![[r#"
            n11 main.L7 (let ((?0 (= x #x00000001))) (let ((?1 (= #x00000001 y))) (let ((?2 (not (= y #x00000003)))) (or (and ?0 ?1 ?2) (and ?2 (not ?1) (not ?0))))))
            n13 main.L7 (let ((?0 (= x #x00000001))) (let ((?1 (= #x00000001 y))) (let ((?2 (not (= y #x00000003)))) (or (and ?0 ?1 ?2) (and ?2 (not ?1) (not ?0))))))  covered by n11
        "#]],
    );
    assert_eq!((boolean, combined), (4, 4));
}

/// The predicate `false` asks only whether the place is reached.
#[test]
fn false_is_a_question_for_feasibility() {
    let run = |condition: &str| {
        let text =
            format!("int main(void) {{ int x = nd(); if ({condition}) {{ while (nd()) ; }} return 0; }}");
        let options = Options { block: Block::Loops, ..Options::default() };
        Search { text: &text, options, predicates: &["false"] }.run().abstractions()
    };
    expect![[r#"
        n6 main.L4 true
        n8 main.L4 true  covered by n6
    "#]]
    .assert_eq(&run("x > 3 && x < 5"));
    expect![""].assert_eq(&run("x > 3 && x < 2"));
}
