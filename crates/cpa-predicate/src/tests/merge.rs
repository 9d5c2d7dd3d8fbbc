//! Merge (section 4.1.4): two states become one, with the disjunction of their path formulas, just if they are inside of the same block of the same
//! abstraction state, at one location.

use super::graph::Search;
use crate::{Block, Options};
use expect_test::expect;

const DIAMOND: &str = "int x; int main(void) { if (nd()) x = 1; else x = 2; x = x + 1; return 0; }";

#[test]
fn branches_of_one_block_meet() {
    let options = Options { block: Block::Loops, ..Options::default() };
    let found = Search { text: DIAMOND, options, predicates: &[] }.run();
    expect![[r#"
        n2 main.L0 inside a0: (= #x00000000 x@1)
        n3 main.L1 inside a0: (= #x00000000 x@1)
        n4 main.L2 inside a0: (and (= #x00000000 x@1) (not (= #x00000000 |main::$t0@1|)) |branch L4@1|)
        n5 main.L3 inside a0: (and (= #x00000000 x@1) (= #x00000000 |main::$t0@1|) (not |branch L4@1|))
        n6 main.L4 inside a0: (let ((?0 (= #x00000000 x@1))) (let ((?1 (= #x00000000 |main::$t0@1|))) (or (and ?0 (not ?1) |branch L4@1| (= #x00000001 x@2)) (and ?0 ?1 (not |branch L4@1|) (= x@2 #x00000002)))))
        n7 main.L5 inside a0: (let ((?0 (= #x00000000 x@1))) (let ((?1 (= #x00000000 |main::$t0@1|))) (and (or (and ?0 (not ?1) |branch L4@1| (= #x00000001 x@2)) (and ?0 ?1 (not |branch L4@1|) (= x@2 #x00000002))) (= (bvadd #x00000001 x@2) x@3))))
        n8 main.L6 inside a0: (let ((?0 (= #x00000000 x@1))) (let ((?1 (= #x00000000 |main::$t0@1|))) (and (or (and ?0 (not ?1) |branch L4@1| (= #x00000001 x@2)) (and ?0 ?1 (not |branch L4@1|) (= x@2 #x00000002))) (= (bvadd #x00000001 x@2) x@3) (= #x00000000 |main::$result@2|))))
    "#]].assert_eq(&found.states);
}

/// Where each edge is a block there are only abstraction states, and these are never merged.
#[test]
fn abstraction_states_stay_apart() {
    let options = Options { block: Block::Edge, ..Options::default() };
    let found = Search { text: DIAMOND, options, predicates: &["(= x #x00000001)"] }.run();
    expect![[r#"
        n2 main.L0 (not (= x #x00000001))
        n3 main.L1 (not (= x #x00000001))
        n4 main.L2 (not (= x #x00000001))
        n5 main.L3 (not (= x #x00000001))
        n6 main.L4 (= x #x00000001)
        n7 main.L4 (not (= x #x00000001))
        n8 main.L5 (not (= x #x00000001))
        n9 main.L5 true
        n10 main.L6 (not (= x #x00000001))
        n11 main.L6 true
    "#]]
    .assert_eq(&found.states);
}

/// The loop head is reached with two abstractions. From each of them a block begins, and states of the two blocks do not meet, though they are at one location.
#[test]
fn blocks_of_different_abstraction_states_stay_apart() {
    let text = "int x; int main(void) { x = 0; while (nd()) { if (nd()) x = 1; else x = 0; } return 0; }";
    let options = Options { block: Block::Loops, ..Options::default() };
    let found = Search { text, options, predicates: &["(= x #x00000001)"] }.run();
    expect![[r#"
        n2 main.L0 inside a0: (= #x00000000 x@1)
        n3 main.L1 (not (= x #x00000001))
        n4 main.L2 inside a1: true
        n5 main.L3 inside a1: (and (not (= #x00000000 |main::$t0@1|)) |branch L4@1|)
        n6 main.L7 inside a1: (and (= #x00000000 |main::$t0@1|) (not |branch L4@1|))
        n7 main.L4 inside a1: (and (not (= #x00000000 |main::$t0@1|)) |branch L4@1|)
        n8 main.L5 inside a1: (and (not (= #x00000000 |main::$t0@1|)) |branch L4@1| (not (= #x00000000 |main::$t1@1|)) |branch L7@1|)
        n9 main.L6 inside a1: (and (not (= #x00000000 |main::$t0@1|)) |branch L4@1| (= #x00000000 |main::$t1@1|) (not |branch L7@1|))
        n10 main.L1 (= x #x00000001)
        n11 main.L2 inside a2: true
        n12 main.L3 inside a2: (and (not (= #x00000000 |main::$t0@2|)) |branch L4@2|)
        n13 main.L7 inside a2: (and (= #x00000000 |main::$t0@2|) (not |branch L4@2|))
        n14 main.L4 inside a2: (and (not (= #x00000000 |main::$t0@2|)) |branch L4@2|)
        n15 main.L5 inside a2: (and (not (= #x00000000 |main::$t0@2|)) |branch L4@2| (not (= #x00000000 |main::$t1@2|)) |branch L7@2|)
        n16 main.L6 inside a2: (and (not (= #x00000000 |main::$t0@2|)) |branch L4@2| (= #x00000000 |main::$t1@2|) (not |branch L7@2|))
        n17 main.L1 (= x #x00000001)  covered by n10
        n18 main.L1 (not (= x #x00000001))  covered by n3
        n19 main.L1 (not (= x #x00000001))  covered by n3
        n20 main.L8 inside a1: (and (= #x00000000 |main::$t0@1|) (not |branch L4@1|) (= #x00000000 |main::$result@2|))
        n21 main.L8 inside a2: (and (= #x00000000 |main::$t0@2|) (not |branch L4@2|) (= #x00000000 |main::$result@2|))
    "#]].assert_eq(&found.states);
}
