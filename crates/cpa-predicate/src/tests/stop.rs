//! Stop (section 4.1.5): a state is covered by an older one whose formula follows from its own. Only abstraction states are compared.

use super::graph::Search;
use crate::{Block, Options, RegionKind};
use expect_test::expect;

const COUNTER: &str =
    "int x; int main(void) { x = 0; while (nd()) { x = x + 1; if (x > 5) x = 5; } return 0; }";

#[test]
fn a_state_is_covered_by_one_that_stands_for_more() {
    let options = Options { block: Block::Loops, ..Options::default() };
    let found = Search { text: COUNTER, options, predicates: &["(bvsle #x00000000 x)"] }.run();
    expect![[r#"
        n3 main.L1 (bvsle #x00000000 x)
        n9 main.L1 true
        n15 main.L1 true  covered by n9
        n16 main.L1 (bvsle #x00000000 x)  covered by n3
        n17 main.L1 (bvsle #x00000000 x)  covered by n3
    "#]]
    .assert_eq(&found.abstractions());
}

/// Diagrams compare combinations of predicates, formulas what they mean. With the same predicates in both states that is the same, and diagrams ask nobody; for other
/// ones see `diagrams_do_not_know_that_one_is_not_negative`.
#[test]
fn with_the_same_predicates_diagrams_cover_as_formulas_do() {
    let text = "int x; int main(void) { x = nd(); if (x < 0) return 0; while (nd()) { x = 1; } return 0; }";
    let run = |regions: RegionKind| {
        let options = Options { block: Block::Loops, regions, ..Options::default() };
        Search { text, options, predicates: &["(bvsle #x00000000 x)", "(= x #x00000001)"] }.run()
    };
    let (diagrams, formulas) = (run(RegionKind::Diagrams), run(RegionKind::Formulas));
    expect![[r#"
        n5 main.L3 (bvsle #x00000000 x)
        n10 main.L3 (and (bvsle #x00000000 x) (= x #x00000001))  covered by n5
    "#]]
    .assert_eq(&diagrams.abstractions());
    expect![[r#"
        n5 main.L3 (bvsle #x00000000 x)
        n10 main.L3 (and (bvsle #x00000000 x) (= x #x00000001))  covered by n5
    "#]]
    .assert_eq(&formulas.abstractions());
    assert_eq!((diagrams.count("entailments"), formulas.count("entailments")), (0, 1));
}

/// Two states inside of a block are merged, and no other comparison is made.
#[test]
fn states_inside_of_blocks_are_not_covered() {
    let text = "int x; int main(void) { if (nd()) x = 1; if (nd()) x = 1; return x; }";
    let options = Options { block: Block::Loops, regions: RegionKind::Formulas, ..Options::default() };
    let found = Search { text, options, predicates: &["(= x #x00000001)"] }.run();
    assert!(!found.states.contains("covered"), "{}", found.states);
    assert_eq!(found.count("entailments"), 0);
}
