//! Forced covering (McMillan 2006; section 4.2.4): before a state is expanded, the label of an older one is shown to hold in it as well, and then it is covered.

use super::graph::{Found, Search};
use crate::{Block, ForcedCovering, Options, Strategy};
use expect_test::expect;

const LOOP: &str = "int main(void) { int x = 0, y = 0; while (nd()) { x = x + 1; y = y + 1; } if (x != y) reach_error(); return 0; }";

fn run(text: &str, forced_covering: ForcedCovering) -> Found {
    let options =
        Options { block: Block::Loops, strategy: Strategy::Labels, forced_covering, ..Options::default() };
    Search { text, options, predicates: &[] }.run()
}

#[test]
fn a_state_gets_the_label_that_covers_it() {
    let (with, without) = (run(LOOP, ForcedCovering::On), run(LOOP, ForcedCovering::Off));
    expect![[r#"
        n5 main.L4 (= |main::x| |main::y|)
        n10 main.L4 (= |main::x| |main::y|)  covered by n5
    "#]]
    .assert_eq(&with.abstractions());
    expect![[r#"
        n5 main.L4 (= |main::x| |main::y|)
        n10 main.L4 (= |main::x| |main::y|)  covered by n5
        n18 main.L4 true
    "#]]
    .assert_eq(&without.abstractions());
    expect![[r#"
        true after 1 refinements
        true after 2 refinements
    "#]]
    .assert_eq(&format!("{}\n{}\n", with.end, without.end));
    assert!(with.count("forced coverings") > 0);
    assert_eq!(without.count("forced coverings tried"), 0);
}

/// What cannot be shown is not covered, and the answer stays the same.
#[test]
fn a_label_that_does_not_hold_is_not_forced() {
    let text =
        "int main(void) { int x = 0; while (nd()) { x = x + 1; if (x == 3) reach_error(); } return 0; }";
    let with = run(text, ForcedCovering::On);
    assert_eq!(with.count("forced coverings"), 0);
    assert!(with.count("forced coverings tried") > 0);
    assert!(with.end.starts_with("false"), "{}", with.end);
}
